"""An outcome beyond its headline brings the log to the front until the next key."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from textual.events import Paste
from textual.geometry import Region

from tests.commands import BY_ID
from tests.golden import screen_text
from tests.rules.test_material import shipped, table
from tests.screens.desk import press
from tests.screens.shipped import FLIGHT, GANNET, begun, keyed, prompt
from tests.screens.test_two_games import ADA, app_of, screen_of, story
from tests.sheets import make_abilities
from wyrd_tui.engine.account import Account
from wyrd_tui.engine.act import Act, Step
from wyrd_tui.engine.events import Rolled, Said
from wyrd_tui.engine.log_line import LogLine, in_brief
from wyrd_tui.engine.page import Page, Trigger
from wyrd_tui.engine.rules import all_games
from wyrd_tui.engine.state import WYRD_ABACUS, Actor, Book, Side, State
from wyrd_tui.engine.words import with_numbers
from wyrd_tui.screens.questions.answered import in_few_lines, join_facts
from wyrd_tui.screens.questions.asking import Asking
from wyrd_tui.screens.table import captions, sentences
from wyrd_tui.screens.table.keys import FOOTER_FIRST, acts_by_key, footer_hints, offered_acts
from wyrd_tui.screens.table.name_search import FIND

STINGS = Page("stings", "rule", "Stings", triggers=(Trigger("six", "lose", by=1, ability="body", text="It hurts."),))


def with_rule(*rules: Page) -> State:
    """Make a table with some stage rules and a character who has Wyrd to roll."""
    state = story()
    ada = replace(ADA, sheets={WYRD_ABACUS: make_abilities(5, 4, 6, 2)})
    return replace(state, actors={**state.actors, "ada": ada}, book=Book(rules))


def fronts(state: State, *lines: str, size: tuple[int, int] = (80, 24)) -> list[str]:
    """Return the lower pane in front after each key or command line."""
    seen: list[str] = []

    async def play() -> None:
        app = app_of(state)
        async with app.run_test(size=size) as pilot:
            for line in lines:
                if line.startswith(":"):
                    screen_of(app).perform("line")
                    screen_of(app).on_paste(Paste(line[1:]))
                    await pilot.press("enter")
                else:
                    await pilot.press(line)
                seen.append(next(name for name in ("ladder", "abacus", "log") if screen_of(app).panes[name].display))

    asyncio.run(play())
    return seen


def test_a_rule_that_fires_brings_the_log_to_the_front() -> None:
    """WA-40, WA-52: until the next key, which the pane that was in front gets."""
    assert fronts(with_rule(STINGS), ":wyrd ada dice=61", "down") == ["log", "abacus"]


@pytest.mark.parametrize(
    ("line", "front"),
    [
        (":lose ada body 99", "log"),
        (":lose ada body 1", "abacus"),
        (":wyrd ada dice=61", "abacus"),
        (":tick mob", "abacus"),
        (":sabotage ada body mob dice=66321", "abacus"),
        (":take ada 4", "abacus"),
        (":begin Next", "abacus"),
        (":note It rains.", "abacus"),
        (":note It rains, and it rains, and it rains, and the roof lets in more of it than it did in May.", "log"),
    ],
)
def test_only_results_that_no_pane_shows_bring_the_log_up(line: str, front: str) -> None:
    """A scratch, a text too long for the line; not figures that a pane shows."""
    state = with_rule()
    if "begin" in line:
        # Nothing stays that the log would name.
        state = replace(state, scene=replace(state.scene, between=True), challenges={})
    assert fronts(state, line) == [front]


def test_a_long_outcome_leaves_the_keys_in_sight() -> None:
    """A long outcome takes one line of the status at 80x24, since the log tells it whole."""
    text = "It rains, and it rains, and it rains, and the roof lets in more of it than it did in May, and in June, too."

    async def play() -> None:
        app = app_of(with_rule())
        async with app.run_test(size=(80, 24)) as pilot:
            screen = screen_of(app)
            screen.perform("line")
            screen.on_paste(Paste(f"note {text} {text}"))
            await pilot.press("enter")
            rows = [strip.text for strip in screen.foot.render_lines(Region(0, 0, *screen.foot.size))]
            assert "…" in "".join(rows)
            assert any("? all" in row for row in rows), rows

    asyncio.run(play())


def asked_after(state: State, *keys: str) -> tuple[str, str]:
    """Return the question at the foot after these keys, and its last refusal."""
    found = ("", "")

    async def play() -> None:
        nonlocal found
        app = app_of(state)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.press(*keys)
            screen = screen_of(app)
            asking = screen.controller.asking
            found = (
                (asking._fields[0].ask.name, asking.refused)
                if isinstance(asking, Asking)
                else ("", screen.controller.speech.status.said)
            )

    asyncio.run(play())
    return found


def test_act_without_characters_is_refused_at_once() -> None:
    """An act without any possible character is refused at its first question, not after points were dealt (WA-17)."""
    state = with_rule()
    state = replace(state, actors={"ada": state.actors["ada"]})
    assert asked_after(state, "r", "a", "space", "space", "enter")[0] == "who"


def test_wa_42_no_scene_is_asked_for_while_one_is_played() -> None:
    """The act that ends it is named, with its key."""
    name, said = asked_after(with_rule(), "B")
    assert name == ""
    assert "end (e) ends it first" in said


def test_log_lines_between_acts_hide_no_act_from_undo() -> None:
    """Undo takes an act from the log, with any notices that came after it left there."""
    words = "A long sentence on a file that was kept. " * 5

    async def play() -> None:
        app = app_of(with_rule())
        async with app.run_test(size=(80, 24)) as pilot:
            screen = screen_of(app)
            await pilot.press("colon", *"tick", "space", *"mob", "enter")
            entry = screen.controller.speech.entries[-1]
            screen.controller.attempt(lambda: screen.controller.speech.say_whole(words))
            screen.draw()
            assert screen.panes["log"].display
            await pilot.press("u")
            assert entry not in screen.controller.speech.entries
            assert LogLine(words) in screen.controller.speech.entries[-1].lines

    asyncio.run(play())


SIDES: tuple[tuple[str, Side], ...] = (("thug", "foes"), ("dog", "others"))


def test_we_50_a_side_without_fighters_cannot_be_first() -> None:
    """WE-50: refused where the fighters are ticked."""
    thug, dog = (Actor(name, name, side, sheets=ADA.sheets) for name, side in SIDES)
    state = State("T", actors={"ada": ADA, "thug": thug, "dog": dog})
    name, said = asked_after(state, "I", "a", "b", "1", "enter")
    assert name == "who"
    assert "takes part" in said


async def test_the_keys_stay_under_a_sentence_of_three_lines() -> None:
    app = app_of(story())
    async with app.run_test(size=(80, 24)) as pilot:
        screen_of(app).aside("The lamp falls over and burns. " * 7 + "END")
        await pilot.pause()
        lines = screen_text(app).splitlines()
        assert "END" in lines[-2]
        assert "? all" in lines[-1]


def test_the_end_of_the_scene_is_among_the_first_keys() -> None:
    state = with_rule()
    rows = all_games.commands_of(state)
    hints = footer_hints(offered_acts(rows, state, acts_by_key(rows, state.games, {})), state, {})
    assert "e" in [hint.key for hint in hints][:FOOTER_FIRST]


def test_the_finder_tells_a_challenge_from_its_page() -> None:
    """A clue that is faced is both; each says what it is and where it stands."""
    play = table(shipped("murder-at-the-brass-orchid"))
    play("begin")
    hints = [choice.hint for choice in FIND.asks[0].choices(play.state, {}) if choice.label == "The pneumatic tube"]
    assert hints == ["obstacle · on the abacus", "clue · in the book"]


def bees(*lines: str) -> Step:
    """Return the last step of some lines at the tea of Nobody Told the Bees."""
    play = table(shipped("nobody-told-the-bees"))
    for line in ("begin", *lines):
        play(line)
    return play.session.done[-1]


def test_wa_38_results_of_wyrd_rolls_come_before_their_consequences() -> None:
    """WA-38: each result and its sixes, without the dice where all of it has no room."""
    dressed = [f"take {who} 1" for who in ("nora", "hal", "edith", "colin")]
    step = bees(*dressed, "wyrd nora dice=6", "wyrd nora,hal,edith,colin dice=6;2;3;6")
    assert sentences.tell_with_rest(step, 80) == (
        "EVEN · Wyrd roll: Nora Wyrd 6 (one 6); Hal Wyrd 2; Edith Wyrd 3; Colin Wyrd 6 (one 6); Nora and Colin are "
        "even; The Queen Stirs: 1→3 of 4"
    )


def test_wa_38_results_come_before_dice_where_nothing_else_has_room() -> None:
    """WA-38, WA-55: the number of the other lines leaves the dice no room, and they push no key away."""
    dressed = [f"take {who} 1" for who in ("nora", "hal", "edith", "colin")]
    step = bees(*dressed, "wyrd nora,hal,edith,colin dice=6;2;3;6")
    assert sentences.tell_with_rest(step, 80) == (
        "EVEN · Wyrd roll: Nora Wyrd 6 (one 6); Hal Wyrd 2; Edith Wyrd 3; Colin Wyrd 6 (one 6); Nora and Colin are "
        "even; 2 more in the log"
    )


def test_wa_38_each_result_of_an_influence_roll_has_room() -> None:
    """WA-38: of four people's pools the dice are left out, and no result."""
    step = bees("influence nora,hal,edith,colin body dice=6621;662154;311;12345")
    assert sentences.tell_in_brief(step, 80) == (
        "EVEN · Influence roll: Nora Body 6 (2 sixes); Hal Body 6 (2 sixes); Edith Body 3; Colin Body 5; Nora and Hal "
        "are even: roll again, or the GM decides"
    )
    assert "dice 3 1 1" in sentences.tell_with_rest(step, 80)


def faced(*rest: LogLine) -> Step:
    """Return the step of a challenge that was not overcome, with other lines behind that of the roll."""
    step = bees("face hesters-good-manners nora dice=2")
    lead = LogLine("Nora faces Hester's good manners (Pressure 5)", ": 3 (die 2, Body +1)", "2 SHORT", brief=": 3")
    return step._replace(act=replace(step.act, log=(lead, *rest)))


def test_consequences_of_a_roll_outlast_its_dice_and_totals() -> None:
    """Dice go first, then the total; the verdict stays, and in brief the worst stands before all that follows."""
    lead, worst = "2 SHORT · Nora faces Hester's good manners (Pressure 5)", "Nora’s Body is scratched out by the bees"
    step = faced(with_numbers("Scene Wyrd", "5→4"), LogLine(worst, tone="harm"))
    assert sentences.tell_with_rest(step, 80) == f"{lead}: 3 (die 2, Body +1); Scene Wyrd: 5→4; {worst}"
    assert sentences.tell_with_rest(step, 65) == f"{lead}: 3; Scene Wyrd: 5→4; {worst}"
    assert sentences.tell_with_rest(step, 62) == f"{lead}; Scene Wyrd: 5→4; {worst}"
    assert sentences.tell_in_brief(step, 120) == f"{lead}: 3; {worst}; Scene Wyrd: 5→4"
    assert sentences.tell_in_brief(step, 80) == f"{lead}; {worst}; Scene Wyrd: 5→4"


def test_wa_52_a_stage_rule_is_named_before_the_dice() -> None:
    """WA-52: where its text has no room, and without a word on more where nothing else follows."""
    rule = Said("Stage rule The Bees (hidden)", ": every character there loses 1 Body " * 9, page="bees")
    step = faced(LogLine(rule.text, rule.tail))
    roll = next(event for event in step.act.events if isinstance(event, Rolled))
    step = step._replace(act=replace(step.act, events=(roll, rule)))
    lead = "2 SHORT · Nora faces Hester's good manners (Pressure 5)"
    assert sentences.tell_with_rest(step, 62) == f"{lead}: 3 (die 2, Body +1); {rule.text}"
    assert sentences.tell_with_rest(step, 54) == f"{lead}: 3; {rule.text}"


def test_the_foot_tells_what_an_overcome_challenge_opens() -> None:
    """WA-14: details stand where they have room, the worst first; what opens stands in little room, too."""
    opens = LogLine("Overcome: The fuse", "; opens The Lamp Room. You do not look down.", brief="; opens The Lamp Room")
    step = faced(opens, with_numbers("Scene Wyrd", "5→4", "Nora Marl takes 1"))
    lead = "2 SHORT · Nora faces Hester's good manners (Pressure 5)"
    assert "opens The Lamp Room. You do not look down; Scene Wyrd: 5→4" in sentences.tell_with_rest(step, 100)
    assert sentences.tell_with_rest(step, 66) == f"{lead}: 3; Overcome: The fuse; opens The Lamp Room; Scene Wyrd: 5→4"


def test_a_roll_of_an_old_journal_is_told_by_items() -> None:
    """Journals from before hold none for most rolls: what follows still has room behind the verdict."""
    step = faced(LogLine("Nora’s Body is scratched out by the bees", tone="harm"))
    log = tuple(replace(line, brief="") for line in step.act.log)
    step = step._replace(act=replace(step.act, log=log))
    assert sentences.tell_with_rest(step, 56).startswith(
        "2 SHORT · Nora faces Hester's good manners (Pressure 5); Nora"
    )
    assert sentences.tell_in_brief(step, 150).startswith(f"{log[0]}; Nora")
    alone = step._replace(act=replace(step.act, log=log[:1]))
    assert sentences.tell_in_brief(alone, 40) == str(log[0])


def test_sentences_of_an_act_keep_numbers_in_little_room() -> None:
    """A sentence that has no room is counted, not left without its number."""
    step = faced(
        with_numbers("Scene Wyrd", "5→4", "Nora Marl takes 1 to use Body"),
        with_numbers("Nora Marl’s Wyrd", "0→1"),
        with_numbers("Hester's good manners", "0→3 of 5"),
        with_numbers("Names taken", "4→5", "Nora has gone up to the hives"),
    )
    lead = "2 SHORT · Nora faces Hester's good manners (Pressure 5): 3; Scene Wyrd: 5→4; Nora Marl’s Wyrd: 0→1; "
    assert sentences.tell_with_rest(step, 66) == f"{lead}2 more in the log"
    assert sentences.tell_with_rest(step, 80) == f"{lead}Hester's good manners: 0→3 of 5; Names taken: 4→5"


def test_a_preview_keeps_results_where_many_lines_follow() -> None:
    """WA-38: before ⏎ the results of a roll that sets off much."""
    dice = ": Ada Wyrd 6 (dice 6; one 6); Bob Wyrd 2 (dice 2); Cy Wyrd 3 (dice 3); they wait"
    lead = LogLine("Wyrd roll", dice, "X", brief=": Ada Wyrd 6 (one 6); Bob Wyrd 2; Cy Wyrd 3; they wait")
    log = (lead, *(LogLine(f"Stage rule {one}", ": " + "It hums. " * 20) for one in range(8)))
    told = in_few_lines(State(), Account(log, 0, "", State(), (Said(""),) * len(log)))
    assert told[0].startswith("X · Wyrd roll: Ada Wyrd 6 (one 6); Bob Wyrd 2; Cy Wyrd 3; they wait; Stage rule 0")


def test_an_act_on_several_tells_all_or_counts_the_rest() -> None:
    """The log may be out of sight, where the lower panes share a place."""
    lines = (with_numbers("Ada’s Wyrd", "2→3"), with_numbers("Bob’s Wyrd", "0→1"))
    step = Step(Act(1, "wyrd", "", lines, ()), State(), State())
    assert sentences.tell_with_rest(step, 80) == "Ada’s Wyrd: 2→3; Bob’s Wyrd: 0→1"
    assert sentences.tell_with_rest(step, 15) == "Ada’s Wyrd: 2→3; 1 more in the log"
    harm = LogLine("Ada’s Body is scratched out", tone="harm")
    worse = step._replace(act=replace(step.act, log=(*lines, *lines, harm)))
    assert sentences.tell_with_rest(worse, 40) == "Ada’s Wyrd: 2→3; Ada’s Body is scratched out; 3 more in the log"
    second = step._replace(act=replace(step.act, lead=1))
    assert sentences.tell_with_rest(second, 80) == "Bob’s Wyrd: 0→1; Ada’s Wyrd: 2→3"
    alone = step._replace(act=replace(step.act, log=lines[:1]))
    assert sentences.tell_with_rest(alone, 20) == "Ada’s Wyrd: 2→3"


def test_wa_22_a_draw_that_cannot_succeed_says_so() -> None:
    """WA-22: five short with four Wyrd in the scene are out of reach, with five they are not."""
    for pool, within in ((4, False), (5, True)):
        play = table(shipped("nobody-told-the-bees"))
        play(f"begin pool={pool}")
        play("face the-hive-book nora dice=1")
        told = play.preview("draw nora", "taker")
        assert told.startswith("The die is 5 short of 6; each Wyrd adds 1")
        assert ("out of reach" in told) is not within
        ask = next(ask for ask in BY_ID["draw"].asks if ask.name == "taker")
        assert ask.default(play.state, {}) == (None if within else "accept")


def test_we_51_initiative_dice_without_room_at_the_foot_are_logged() -> None:
    """The order is told in two lines at 80 columns; the dice stand there where they fit, and are counted elsewhere."""
    played = begun(FLIGHT, "B B ⏎ ⏎ i ⏎", dice=("--++", "0-0+", "++00"))
    step = played.session.done[-1]
    narrow, wide = (sentences.tell_with_rest(step, width) for width in (80, 200))
    assert narrow == f"{step.act.headline}; 1 more in the log"
    assert wide == "; ".join(step.act.lines)


@pytest.mark.parametrize("width", [80, 120])
def test_a_new_challenge_is_previewed_in_the_logs_words(width: int) -> None:
    """WE-29: its difficulty has its name in the line of the question as in the log."""
    table = begun(FLIGHT, "B ⏎ ⏎")
    words = " ".join(prompt(table, width).preview.split())
    assert "Past the watch at Difficult (+1)" in words
    keyed(table, "⏎")
    assert any("Past the watch: Difficult (+1)" in line for line in table.session.done[-1].act.lines)


HIDDEN = "Stage rule Down the Well (hidden): when a Foreboding or Taint challenge is not overcome, "


@pytest.mark.parametrize("width", [80, 120])
def test_a_stage_rule_is_told_before_enter_and_afterwards(width: int) -> None:
    """WA-07, WA-52: a hidden one by what it does, one with a countdown by that."""
    table = begun(GANNET, "B ⏎")
    told = " ".join(prompt(table, width).preview.split())
    assert HIDDEN + "all personal Wyrd rises by 1" in told
    assert "New countdown What the Light Keeps Off: ends after 2 sixes" in told
    keyed(table, "⏎")
    foot = sentences.tell_with_rest(table.session.last(1)[0], width)
    assert (HIDDEN if width > 80 else "Stage rule Down the Well (hidden); 8 more in the log") in foot


def test_a_reworded_stage_rule_is_told_at_the_foot() -> None:
    """WA-52: a rule is known by its event and not by its words."""
    table = begun(GANNET, "B ⏎")
    keyed(table, "⏎")
    step = table.session.last(1)[0]
    log = tuple(replace(line, head=f"{line.head} ¶") for line in step.act.log)
    foot = sentences.tell_with_rest(step._replace(act=replace(step.act, log=log)), 80)
    assert "Stage rule Down the Well (hidden) ¶; 8 more in the log" in foot


def test_rules_outside_the_story_are_shown_only_by_line() -> None:
    """WE-97: `v` lists what may be shown; a shipped rule that was never in force is shown by its name."""
    table = begun("nobody-told-the-bees", "B ⏎ ⏎ ↓ v")
    listed = {offer.label for part in prompt(table, 200).parts for offer in part.offers}
    assert "Hester’s House" in listed
    assert not listed & {"Kill Count", "The Old Mine", "Only One Of Us Is Getting Out"}
    press(table, "escape", ":", "=reveal kill-count", "enter")
    assert next(page for page in table.state.book.pages if page.id == "kill-count").public


def test_a_long_result_keeps_one_line_once_a_key_moves() -> None:
    """DESIGN 8: the log has it whole, and the key row says again what `+` moves."""
    table = begun(FLIGHT, "2 r Z ⏎ ⏎ =++++ ⏎")
    said = table.speech.status.said
    assert "Overcome: Set the last charge" in said
    keyed(table, "1")
    short = table.speech.status.said
    assert short.startswith("SUCCESS by 7 · Felix rolls Crafts (Set the last charge)")
    assert len(short) < min(len(said), table.display.width)
    keyed(table, "2 u r Z ⏎ ⏎ =++++ ⏎")
    assert table.speech.status.said == said


def test_the_foot_has_a_roll_whole_and_in_brief() -> None:
    """A refused key leaves it both."""
    table = begun(FLIGHT, "2 r Z ⏎ ⏎ =---- ⏎")
    act = table.session.done[-1].act
    (line,) = act.log
    for slip in (False, True):
        status = captions.status_line(table)
        assert (bool(status.slip), status.said, status.brief) == (slip, str(line), in_brief(line))
        press(table, "f12")
    assert "----" in line.tail
    assert line.brief == ": −1 against Challenging (0); at stake: “Three may do. May.”"


def test_of_joined_facts_the_last_keeps_its_full_stop() -> None:
    """A sentence that refuses stands beside a remark as any other fact does."""
    assert join_facts("Raise 3 at most.", "", "the roll is for no challenge") == (
        "Raise 3 at most · the roll is for no challenge"
    )
    assert join_facts("Raise 3 at most.") == "Raise 3 at most."
    assert join_facts("One line.\nAnother", "a third") == "One line.\nAnother\na third"
