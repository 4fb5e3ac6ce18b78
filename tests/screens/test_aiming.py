"""Targets that the selection gives an act once a fight runs (WE-53)."""

from __future__ import annotations

import re
from dataclasses import replace

from tests.rules.tables import DRAKE, FELIX, GRAVES, MERCER, Play
from tests.screens import tables
from tests.screens.desk import press, seat
from tests.screens.mettle_tables import mettle_table
from tests.screens.shipped import begun
from tests.screens.test_whole_questions import questions
from tests.sheets import make_pools
from tests.table_fakes import tower
from wyrd_tui.engine.page import Page
from wyrd_tui.engine.rules.all_games import commands_of, hints
from wyrd_tui.engine.setting import Setting
from wyrd_tui.engine.state import METTLE, Book, Challenge, Scene, State
from wyrd_tui.screens.questions.asking import Asking
from wyrd_tui.screens.table.controller import Controller
from wyrd_tui.screens.table.keys import acts_by_key, footer_hints, offered_acts
from wyrd_tui.screens.table.selection import Selection
from wyrd_tui.widgets.glyphs import UNICODE
from wyrd_tui.widgets.prompt import prompt_lines
from wyrd_tui.widgets.values import QUESTION_LINES


def test_a_target_that_is_out_is_suggested_no_more() -> None:
    """The last one struck is down, so the next act is aimed at nobody unasked (WE-53, ME-37)."""
    play = Play(FELIX, DRAKE, GRAVES)
    chosen = Selection("felix", targets=(("party", "graves"),))
    assert chosen.without_missing(play.state).last_target(play.state, "felix") == "graves"
    play("fate graves dead")
    assert not chosen.without_missing(play.state).targets


def test_a_manoeuvre_asks_its_target_whoever_was_attacked_before() -> None:
    """The last target is an attack's suggestion; other acts are aimed at the selected foe alone (WE-76)."""
    play = Play(FELIX, DRAKE, GRAVES)
    play.play("order gm", "next")
    while play.state.order.turn != "felix":
        play("next")
    last = Selection("felix", targets=(("party", "graves"),))
    assert last.focus(play.state)["target"] == "graves"
    assert "opponent" not in last.focus(play.state)
    assert replace(last, actor="drake").focus(play.state)["opponent"] == "drake"


def test_another_attacker_aims_as_their_own_side_did() -> None:
    """README: an attack suggests the target at which the attacker's side aimed last."""
    play = Play(MERCER, FELIX, DRAKE, GRAVES)
    play.play("order gm who=graves,mercer,felix,drake")
    table, _ = seat(play.state)
    press(table, "a", "2", "enter", *"++++0000", "enter", "escape", "n")
    assert table.state.order.turn == "mercer"
    press(table, "a", "backspace", "b")
    assert isinstance(table.asking, Asking)
    assert table.asking.so_far()["who"] == "graves"
    press(table, "enter")
    assert table.asking.so_far()["target"] == ("felix",)


def test_targets_outside_the_order_are_not_suggested() -> None:
    """In a fight the last target is suggested only while it stands in the order."""
    play = Play(FELIX, DRAKE, GRAVES)
    before = Selection("felix", targets=(("party", "graves"),))
    assert before.focus(play.state)["target"] == "graves"
    play.play("order gm", "withdraw graves")
    assert "target" not in before.focus(play.state)
    play("enter graves")
    assert before.focus(play.state)["target"] == "graves"


def test_a_beginning_scene_puts_the_cursor_on_an_open_challenge() -> None:
    rods = (
        Challenge("fuse", "The fuse", "clock", needed=6),
        Challenge("charge", "Set the last charge", value=0, after=("door",)),
        Challenge("door", "Cell door", value=1),
    )
    state = State(challenges={rod.id: rod for rod in rods})
    assert Selection().at_scene_start(state, state).challenge == "door"
    assert Selection().without_missing(state).challenge == "door"
    # Challenges of the scene come before those left over from the scene before.
    act = Page("brig", "act", "The brig", challenges=("bars",))
    bars = Challenge("bars", "The bars", value=1)
    next_scene = replace(
        state, challenges={**state.challenges, "bars": bars}, book=Book((act,)), scene=Scene(page="brig")
    )
    assert Selection().at_scene_start(next_scene, next_scene).challenge == "bars"
    clock = State(challenges={"fuse": rods[0]})
    assert Selection().at_scene_start(clock, clock).challenge == "fuse"


def test_a_scene_begins_with_a_player_character_selected() -> None:
    play = Play(FELIX, DRAKE, GRAVES)
    assert Selection("drake").at_scene_start(play.state, play.state).actor == "felix"
    assert Selection("felix").at_scene_start(play.state, play.state).actor == "felix"


def test_the_end_of_a_scene_selects_nobody_else() -> None:
    table = begun("flight-from-the-tower", "/ a ⏎ e ⏎")
    assert (table.state.scene.between, table.cursor.selection.actor) == (True, "patrolling-crewman")


def test_after_a_scene_the_next_is_named_with_its_key() -> None:
    """A hint names the next scene and its key once a scene has ended, in every game."""
    table, _ = seat(replace(tables.table(), scene=Scene(2, between=True), marks={"brig": "begun"}))
    assert "between scenes: `begin` opens On deck" in hints(table.state)
    commands = commands_of(table.state)
    shown = footer_hints(
        offered_acts(commands, table.state, acts_by_key(commands, table.state.games, {})), table.state, {}
    )
    assert (shown[0].key, shown[0].label) == ("B", "begin a scene")


def test_the_choice_of_no_target_has_its_own_key() -> None:
    """WE-76: the key of a manoeuvre against no one is the key of no one."""
    play = Play(FELIX, DRAKE, GRAVES)
    play("damage drake 12")
    table, _ = seat(play.state)
    press(table, "m", "C")
    assert table.question is not None
    offers = table.question(120, UNICODE, 5).parts[0].offers
    assert {offer.label: offer.key for offer in offers} == {"Captain Evelyn Graves": "b", "nobody": "_"}


def test_targets_show_track_and_chances() -> None:
    """WE-54, WE-66: an attack lists its targets with what decides, here Elias with Shoot +2 against Athletics +1."""
    rows = told_targets(tower(), "attack", 120, 12)
    assert "Captain Evelyn Graves: 58%, out 58% ■□" in rows
    assert "Felix Cavendish: 74%, out 6% ■□□□ ◇◇◇ ◇◇ ◇" in rows


def test_low_screens_keep_the_chance_of_each_target() -> None:
    rows = told_targets(tower(), "attack", 80, QUESTION_LINES)
    assert len(re.findall(r": \d+%(?:, out |, one falls |, falls )\d+%", rows)) == 9
    assert "Isadora Lovelace: 74%, out 14%" in rows
    assert "Gang enforcers ×3: 58%, falls 58%" in rows
    assert "7/10" not in rows


def test_attacks_of_mettle_list_mettle_and_chance() -> None:
    """ME-10: Kirin’s four dice against the Poise of each."""
    table = replace(mettle_table(), setting=Setting(fighting=("Poise",)))
    rows = told_targets(table, "strike", 80, QUESTION_LINES)
    assert "Chances with Poise" in rows
    assert "The clerk: 33%, Mettle 3/4" in rows
    assert "Magda Brandt: 80%, Mettle −1/5" in rows


def test_an_attack_without_a_fighting_pool_asks_for_it_once() -> None:
    """ME-07, ME-10: no background is guessed, no chance is told before, and the answer is remembered."""
    state = mettle_table()
    kirin = replace(state.actors["kirin"], sheets={METTLE: make_pools({}, 2, 3, 0, {"Crowds": 3, "Ward Gossip": 2})})
    table, _ = seat(replace(state, actors={**state.actors, "kirin": kirin}), "124")
    assert "%" not in told_targets(table.state, "strike", 80, QUESTION_LINES)
    press(table, "2", "a", "enter", "enter")
    assert isinstance(table.asking, Asking)
    assert table.asking.command.id == "strike"
    press(table, "=crowds", "enter", "enter")
    assert table.state.roll is not None
    assert table.state.roll.score.rating == "Crowds"
    assert "Chances with Crowds" in told_targets(replace(table.state, open=()), "strike", 80, QUESTION_LINES)


def told_targets(state: State, act: str, width: int, most: int) -> str:
    """The first question of an attack in words."""
    prompt = next(questions(state, act, width, most))
    return "\n".join("".join(text for text, _ in line) for line in prompt_lines(prompt, width, UNICODE, most))


def test_we_53_a_bystander_is_not_attacked_unasked() -> None:
    """With no foe at the table nobody is ticked, and Enter attacks nobody."""
    table, _ = seat(Play(FELIX, replace(GRAVES, side="others")).state, "0000", "0000")
    press(table, "a")
    assert isinstance(table.asking, Asking)
    assert not [offer.label for offer in table.asking.question().parts[0].offers if offer.on]
    press(table, "enter", "enter")
    assert not table.state.rolls


def test_me_14_a_friend_alone_is_not_attacked_unasked() -> None:
    """ME-14: with nobody else at the table nobody is chosen, and Enter attacks nobody; the handle does."""
    pools = {METTLE: make_pools({"focus": 5, "nature": 3, "poise": 3}, motive=3)}
    people = (replace(FELIX, sheets=pools), replace(FELIX, id="magda", name="Magda", sheets=pools))
    table, _ = seat(State(games=(METTLE,), actors={one.id: one for one in people}), "1 1 1 1 1")
    press(table, "a", "enter", "enter")
    assert isinstance(table.asking, Asking)
    assert "target" not in table.asking.answers
    press(table, "2", "enter", "A", "enter", "enter")
    assert table.state.rolls


def test_foes_are_not_suggested_a_neutral_whom_the_party_attacked() -> None:
    """WE-53: a foe attacks the party unless the GM says otherwise."""
    duval = replace(GRAVES, side="others")
    play = Play(FELIX, duval, DRAKE)
    play.play("order gm who=felix,drake,graves")
    table, _ = seat(play.state, "0000", "0000")
    press(table, "a", "=gra", "space", "enter", "enter", "A", "enter", "enter", "escape", "n", "a")
    assert isinstance(table.asking, Asking)
    assert table.asking.answers["who"] == "drake"
    (aimed,) = (offer.label for offer in table.asking.question().parts[0].offers if offer.on)
    assert aimed == "Felix Cavendish"


def _suggested(table: Controller) -> list[str]:
    """The targets that are ticked beforehand for the attack of the selected character."""
    press(table, "a")
    assert isinstance(table.asking, Asking)
    ticked = [offer.label for offer in table.asking.question().parts[0].offers if offer.on]
    press(table, "escape")
    return ticked


def test_we_53_a_side_keeps_the_target_at_which_it_aimed_last() -> None:
    """WE-53: what the other side attacks in between changes no suggestion."""
    play = Play(FELIX, MERCER, DRAKE, GRAVES)
    play.play("order gm who=mercer,drake,felix,graves")
    table, _ = seat(play.state)
    assert _suggested(table) == ["Admiral Lucius Drake"]
    press(table, ":", "=attack mercer graves dice=0000;++++", "enter", "n")
    press(table, ":", "=attack drake felix dice=0000;++++", "enter", "n")
    assert _suggested(table) == ["Captain Evelyn Graves"]
    press(table, "n")
    assert _suggested(table) == ["Felix Cavendish"]


def test_we_53_without_foes_the_neutral_in_the_order_is_suggested() -> None:
    """WE-53: the keys are the same before the first attack and after it."""
    duval, ada = (replace(DRAKE, id=name, name=name.title(), side="others") for name in ("duval", "ada"))
    play = Play(FELIX, MERCER, duval, ada)
    play.play("order gm who=felix,ada,mercer")
    table, _ = seat(play.state)
    assert _suggested(table) == ["Ada"]
    press(table, "n", ":", "=attack ada felix dice=0000;++++", "enter", "n")
    assert _suggested(table) == ["Ada"]


def test_a_hit_on_a_group_says_that_one_falls() -> None:
    """WE-90, U-12: one hit fells one of five, so that the group is not told to be out; the last of them alone is."""
    group = next(actor for actor in tower().actors.values() if actor.count > 1)
    rows = told_targets(tower(), "attack", 120, 12)
    assert re.search(rf"{re.escape(group.name)} ×\d+: (\d+)%, one falls \1%", rows)
    low = told_targets(tower(), "attack", 80, QUESTION_LINES)
    assert re.search(rf"{re.escape(group.name)} ×\d+: (\d+)%(, one falls |/)\1%", low)
    last = replace(tower(), actors={**tower().actors, group.id: replace(group, count=1)})
    assert re.search(rf"{re.escape(group.name)}\S*(?: ×1)?: (\d+)%, out \1%", told_targets(last, "attack", 120, 12))
