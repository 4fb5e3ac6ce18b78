"""The players' view is made of what players may see, and nothing else reaches it (DESIGN promise 7)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields, is_dataclass, replace
from inspect import getmembers, isclass
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.commands import BY_ID, COMMANDS
from tests.planted import HIDDEN, MARK, SHOWN, WHOLLY_HIDDEN, plant
from tests.plays import evening, fight, session, table
from tests.properties import PROFILE
from tests.rules.abacus.tables import ADA, Story, rod
from tests.rules.mettle.tables import Shop, someone, worn
from tests.strategies import states
from wyrd_tui.engine import known, matter, page, roll, setting, sheet, state
from wyrd_tui.engine import player_view as view_module
from wyrd_tui.engine.act import Act
from wyrd_tui.engine.commands import Answers, Command
from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.events import Rolled, Shown
from wyrd_tui.engine.foresight import foresee
from wyrd_tui.engine.frozen import Frozen
from wyrd_tui.engine.harm import health_of
from wyrd_tui.engine.known import STAKES, STRANGER, STRANGERS, KnownNames
from wyrd_tui.engine.line_syntax import parse_line
from wyrd_tui.engine.memory import Memory, RollMemory
from wyrd_tui.engine.nouns.mettle import MettleRoll
from wyrd_tui.engine.page import Page
from wyrd_tui.engine.player_view import PlayerView, SeenChallenge, SeenPage, player_view
from wyrd_tui.engine.roll import Harm, Roll, Score
from wyrd_tui.engine.rules.house_rules import REVEALING
from wyrd_tui.engine.rules.wyrd_abacus.epilogue import CAUGHT, FREED
from wyrd_tui.engine.session import Session
from wyrd_tui.engine.state import METTLE, WYRD_ABACUS, WYRD_ENGINE, Book, Challenge, Condition, Scene, State, Visibility
from wyrd_tui.engine.told_rolls import list_unseen
from wyrd_tui.engine.turn_order import Order, OrderStyle, Place
from wyrd_tui.engine.words import short_name_of
from wyrd_tui.play import play_line
from wyrd_tui.players.picture import make_picture
from wyrd_tui.screens.questions.answered import foretold


def test_only_ids_of_a_record_hide_a_roll() -> None:
    """A character who is called like a word of the record, such as the link of a team, is not in the roll."""
    people = [replace(someone(who, 2, 3, 4), visibility="secret") for who in ("viktor", "drake", "weakest", "strain")]
    memory = MettleRoll("drake", ("viktor", "kirin"), "weakest", price="strain")
    roll = Roll("team", METTLE, Score("viktor", "Focus"), memory=memory)
    assert list_unseen(Shop(*people).state, roll) == ("viktor", "drake")


def written(table: State) -> str:
    """Write the view of a table as it leaves the process."""
    return make_picture(table)


# ------------------------------------------------------------------ the lists


def test_each_field_of_the_engine_is_shown_or_hidden() -> None:
    """A new field appears in neither list, until somebody decides."""
    for kind, shown in SHOWN.items():
        assert {field.name for field in fields(kind)} == shown | HIDDEN[kind]
        assert not shown & HIDDEN[kind]


def test_each_record_of_a_table_is_in_a_list() -> None:
    modules = (matter, page, roll, setting, sheet, state)
    records = {kind for module in modules for _, kind in getmembers(module, isclass) if is_dataclass(kind)}
    unlisted = records - {*SHOWN, *WHOLLY_HIDDEN, Frozen, Memory, RollMemory}
    assert unlisted == set()


# ------------------------------------------------------------------ nothing leaks


@PROFILE
@given(states())
def test_the_view_of_any_table_has_no_words_of_gms(table: State) -> None:
    """Strangers in the order have no name either."""
    assert MARK not in written(plant(table))
    assert MARK not in written(plant(replace(table, rules={**table.rules, STRANGERS: True})))


@PROFILE
@given(st.data())
def test_the_view_after_any_acts_has_no_words_of_gms(data: st.DataObject) -> None:
    play = session(table(data.draw))
    for _ in evening(data.draw, play):
        assert MARK not in written(plant(play.state))


def test_a_field_let_through_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each hole is made by hand, so that the tests above are known to find it."""
    table = plant(
        replace(
            shown(fight(), "mercer"),
            challenges={"door": Challenge("door", "Door", text="trapped", visibility="open")},
            book=replace(
                fight().book, pages=(*fight().book.pages, Page("ash", "clue", "Ash", "", "Arson.", public=True))
            ),
            harms=(Harm("mercer", 99, damage=1),),
        )
    )
    assert "takes 1 damage" in written(table)
    assert MARK not in written(table)
    holes: dict[str, Callable[..., object]] = {
        "is_known": lambda actor: True,
        "_scene": lambda state: state.scene.title,
        "_challenges": lambda rods, known, told: [SeenChallenge(rod.title, win=rod.text) for rod in rods],
        "_pages": lambda state: [SeenPage(one.kind, one.kind, one.title, one.text) for one in state.book.pages],
        "public_text": lambda state, page: page.reveals,
        "last_result": lambda state, known: state.roll.score.parts[0].label if state.roll else "",
        "tell_harm": lambda state, known: state.harms[0].who,
        "_conditions": lambda actor: [actor.notes, actor.id],
    }
    for name, hole in holes.items():
        with monkeypatch.context() as patch:
            patch.setattr(view_module, name, hole)
            patch.setattr(known, "is_known", holes["is_known"] if name == "is_known" else known.is_known)
            assert MARK in written(table), f"{name} let something through that nobody found"


# ------------------------------------------------------------------ what is seen


def seen(table: State) -> PlayerView:
    """Return the view of a table."""
    return player_view(table)


def shown(table: State, *whose: str, visibility: Visibility = "open") -> State:
    """Return a table whose players know these actors."""
    people = {who: replace(one, visibility=visibility) if who in whose else one for who, one in table.actors.items()}
    return replace(table, actors=people)


def test_a_table_begins_hidden() -> None:
    view = seen(fight())
    assert (view.party, view.others, view.order, view.challenges, view.pages) == ((), (), (), (), ())
    assert view.last == ""


def test_known_foes_show_harm_in_words_and_open_foes_figures() -> None:
    known_count = seen(shown(fight(), "thugs", "count", visibility="known"))
    assert [(one.name, one.count, one.health) for one in known_count.others] == [
        ("Thug [closed]", 1, "unhurt"),
        ("The Count", 1, "out"),
    ]
    assert all(not one.rows and not one.conditions for one in known_count.others)
    assert seen(shown(fight(), "thugs")).others[0].count == 5
    open_count = seen(shown(fight(), "count")).others[0]
    assert [row.figures for row in open_count.rows] == ["0/2", "0/1", "0/1"]
    assert open_count.health == "out"


def test_a_wound_is_told_apart_from_stress() -> None:
    mercer = seen(shown(fight(), "mercer")).party[0]
    assert mercer.health == "badly"
    assert [(row.label, row.left, row.lost, row.wound) for row in mercer.rows][:2] == [
        ("Stress", 2, 2, False),
        ("Mild", 1, 2, True),
    ]


def test_a_hidden_fighter_is_left_out_or_called_a_stranger() -> None:
    table = shown(fight(), "mercer", "thugs")
    assert [place.name for place in seen(table).order] == ["Elias Mercer", "Thug [closed]"]
    strange = replace(table, rules={STRANGERS: True}, order=replace(table.order, turn="count"))
    assert [(place.name, place.turn, place.health) for place in seen(strange).order] == [
        ("Elias Mercer", False, "badly"),
        ("Thug [closed]", False, "unhurt"),
        (STRANGER, True, ""),
        (STRANGER, False, ""),
    ]


def test_only_known_namesakes_are_numbered() -> None:
    assert [one.name for one in seen(shown(fight(), "mercer")).party] == ["Elias Mercer"]
    assert [one.name for one in seen(shown(fight(), "mercer", "mercer-2")).party] == [
        "Elias Mercer 1",
        "Elias Mercer 2",
    ]


def test_the_last_result_names_only_those_whom_players_know() -> None:
    assert seen(shown(fight(), "mercer", "thugs", "count")).last == (
        "Elias Mercer hits the thugs [closed] for 2 and hits the Count for 4"
    )
    assert seen(shown(fight(), "mercer", "thugs")).last == "Elias Mercer hits the thugs [closed] for 2"
    assert seen(shown(fight(), "mercer")).last == ""
    assert seen(shown(fight(), "thugs")).last == ""


@pytest.mark.parametrize(
    ("visibility", "expected"),
    [
        ("secret", ()),
        ("known", (SeenChallenge("Ritual", clock=True),)),
        (
            "open",
            (SeenChallenge("Ritual", clock=True, open=True, done=3, needed=4, near=True),),
        ),
    ],
)
def test_a_challenge_is_hidden_known_or_open(visibility: Visibility, expected: tuple[SeenChallenge, ...]) -> None:
    ritual = replace(fight().challenges["ritual"], visibility=visibility)
    assert seen(replace(fight(), challenges={"ritual": ritual})).challenges == expected


@pytest.mark.parametrize(
    ("kind", "outcome", "told", "expected"),
    [
        ("obstacle", "", False, ("", "")),
        ("obstacle", "", True, ("a key", "a wound")),
        ("obstacle", "overcome", False, ("a key", "")),
        ("obstacle", "failed", False, ("", "a wound")),
        ("clock", "overcome", False, ("", "a wound")),
    ],
)
def test_stakes_are_read_once_they_have_come_true(
    kind: Literal["obstacle", "clock"],
    outcome: Literal["", "overcome", "failed"],
    told: bool,
    expected: tuple[str, str],
) -> None:
    rod = Challenge("r", "Rod", kind, outcome=outcome, win="a key", lose="a wound", visibility="open")
    (found,) = seen(replace(fight(), challenges={"r": rod}, rules={STAKES: told})).challenges
    assert (found.win, found.lose) == expected
    assert found.outcome == ("full" if kind == "clock" and outcome else outcome)


def test_players_read_the_revelation_of_a_found_clue_only() -> None:
    """The book tells the GM what a clue reveals; a page that is shown has its own text alone."""
    pages = tuple(replace(one, public=True) for one in fight().book.pages)
    table = replace(fight(), book=Book(pages))
    assert seen(table).pages == (
        SeenPage("act", "act", "The Door"),
        SeenPage("act", "act", "The Roof"),
        SeenPage("clue", "clue", "A letter", "Burnt."),
    )
    found = replace(table, marks={"letter": "found"})
    assert seen(found).pages[2].text == "Burnt.\n\nThe Count wrote it.\nIn green ink."


def test_a_part_of_the_story_has_its_games_word() -> None:
    book = Book((Page("lane", "act", "The lane", public=True),))
    for games, word in (((WYRD_ENGINE,), "act"), ((WYRD_ABACUS,), "scene"), ((METTLE, WYRD_ENGINE), "scene")):
        assert [page.word for page in seen(replace(fight(), games=games, book=book)).pages] == [word]


def test_an_evident_rule_is_seen_where_players_meet_it() -> None:
    rules = tuple(
        Page(which, "rule", which, "For the GM.", parent=parent, public=True)
        for which, parent in (("always", ""), ("now", "act-1"), ("later", "act-2"), ("count’s", "count"))
    )
    table = replace(fight(), scene=Scene(2, "Hall", "act-1"), book=Book((*fight().book.pages, *rules)))
    assert [page.title for page in seen(table).pages] == ["always", "now"]
    assert [page.title for page in seen(shown(table, "count")).pages] == ["always", "now", "count’s"]
    marked = replace(table, marks={"now": "over", "later": "in force"})
    assert [page.title for page in seen(marked).pages] == ["always", "later"]
    assert all(not page.text for page in seen(table).pages)


def _places(
    turn: str, *out: str, round_now: int = 2, acted: Sequence[str] = (), style: OrderStyle = "rolled", last: str = ""
) -> tuple[int, list[tuple[str, bool, bool]]]:
    """Return the round and the order that players see in a fight with two hidden fighters, while one has the turn."""
    table, rows = shown(fight(), "thugs", "count"), ("rats", "thugs", "mercer", "count")
    order = Order(style, round_now, turn, tuple(Place(who, acted=who in acted) for who in rows), last)
    fallen = {True: (Condition("out", "out", out=True),), False: ()}
    people = {who: replace(one, conditions=fallen[who in out]) for who, one in table.actors.items()}
    view = seen(replace(table, order=order, actors=people))
    return view.round, [(place.name, place.turn, place.acted) for place in view.order]


def test_a_hidden_fighters_turn_shows_the_last_one_seen() -> None:
    thugs, count = "Thug [closed]", "The Count"
    assert _places("thugs") == (2, [(thugs, True, False), (count, False, False)])
    assert _places("mercer") == (2, [(thugs, True, False), (count, False, False)])
    # The round has begun with somebody whom nobody sees.
    assert _places("rats") == (1, [(thugs, False, True), (count, True, False)])
    assert _places("rats", "count") == (1, [(thugs, True, False), (count, False, True)])
    assert _places("mercer", "thugs") == (1, [(thugs, False, True), (count, True, False)])
    # The round has shown that it has begun, since a fighter fell in it.
    assert _places("mercer", "thugs", acted=["thugs"]) == (2, [(thugs, False, True), (count, True, False)])
    assert _places("mercer", "thugs", "count") == (2, [(thugs, False, False), (count, False, False)])


def test_a_hidden_fighter_in_popcorn_order_moves_no_turn() -> None:
    thugs, count = "Thug [closed]", "The Count"
    assert _places("mercer", acted=["count"], style="elective") == (2, [(thugs, False, False), (count, True, False)])
    assert _places("rats", acted=["thugs"], style="elective") == (2, [(thugs, True, False), (count, False, False)])
    assert _places("rats", style="elective") == (1, [(thugs, False, True), (count, True, False)])


def test_the_bar_of_popcorn_orders_stays_with_the_last_seen() -> None:
    """The one who stands last of those who have acted need not be the last who acted."""
    thugs, count = "Thug [closed]", "The Count"
    acted = ("thugs", "count")
    for last, rows in (
        ("thugs", [(thugs, True, False), (count, False, True)]),
        ("count", [(thugs, False, True), (count, True, False)]),
    ):
        assert _places("rats", acted=acted, style="elective", last=last) == (2, rows)
    # A round that a hidden fighter begins has not begun for players, and the bar stays as well.
    assert _places("rats", style="elective", last="thugs") == (1, [(thugs, True, False), (count, False, True)])


def test_the_last_turn_that_players_saw_is_kept() -> None:
    play = session(replace(shown(fight(), "thugs"), order=Order("elective", 1, "", fight().order.places)))
    for line in ("next thugs", "next rats"):
        list(play_line(play, line))
    assert (play.state.order.turn, play.state.order.seen) == ("rats", "thugs")


def test_hidden_fighters_are_not_betrayed_in_the_first_round() -> None:
    thugs, count = "Thug [closed]", "The Count"
    assert _places("rats", round_now=1) == (1, [(thugs, True, False), (count, False, False)])
    assert _places("rats", "thugs", round_now=1) == (1, [(thugs, False, False), (count, True, False)])
    assert _places("mercer", "thugs", round_now=1) == (1, [(thugs, False, False), (count, True, False)])


def test_the_gms_words_about_an_open_foe_are_hidden() -> None:
    table = shown(fight(), "count")
    told = (Condition("fallen", "fallen", game=WYRD_ENGINE), Condition("doomed", "doomed"))
    count = replace(table.actors["count"], conditions=told)
    assert seen(replace(table, actors={"count": count})).others[0].conditions == ("fallen",)


def test_a_secret_roll_stays_secret_and_keeps_the_public_result() -> None:
    """A foe who is revealed afterwards has not been seen to roll; the next roll is seen."""
    play = session(replace(shown(fight(), "mercer"), rolls=(), open=()))
    told_by(play, "roll mercer Shoot against=+1 dice=++++")
    for line in ("roll rats Combat against=+1 dice=----", "initiative", "reveal rats"):
        told_by(play, line)
        assert seen(play.state).last == "Elias Mercer succeeds with Shoot"
    told_by(play, "roll rats Combat against=+1 dice=----")
    assert seen(play.state).last == "The rats fail"
    told_by(play, "end")
    told_by(play, "begin")
    assert seen(play.state).last == ""


def test_an_attack_on_a_hidden_foe_stays_untold_after_reveal() -> None:
    play = session(replace(shown(fight(), "mercer"), rolls=(), open=()))
    told_by(play, "attack mercer rats skill=Shoot dice=++++ theirs=----")
    told_by(play, "reveal rats")
    assert seen(play.state).last == ""


def test_the_kept_result_follows_a_ruling_on_it() -> None:
    """WE-41: a tie is ruled on after a secret roll."""
    play = session(replace(shown(fight(), "mercer"), rolls=(), open=()))
    told_by(play, "roll mercer Shoot against=+1 dice=0000 mod=0")
    told_by(play, "roll rats Combat against=+1 dice=----")
    before = seen(play.state).last
    told_by(play, 'ruling "success" of=1')
    assert (before, seen(play.state).last) == ("Elias Mercer ties with Shoot", "Elias Mercer succeeds with Shoot")


@pytest.mark.parametrize(
    ("outcome", "ruling", "expected"),
    [
        ("tie", "success", "succeeds with Shoot"),
        ("tie", "success at a cost", "succeeds with Shoot"),
        ("failure", "mixed success", "succeeds with Shoot"),
        ("tie", "complication", "meets a complication with Shoot"),
        ("tie", "failure", "fails with Shoot"),
        pytest.param("failure", "accepted", "fails with Shoot", id="WE-21: no second throw"),
        ("success", "done", "succeeds with Shoot"),
    ],
)
def test_a_ruling_decides_what_players_read_of_a_roll(outcome: str, ruling: str, expected: str) -> None:
    """WE-41: a tie or a failure is what the GM rules it to be."""
    table = shown(fight(), "mercer")
    roll = Roll("check", WYRD_ENGINE, Score("mercer", "Shoot", total=3), outcome=outcome, ruling=ruling)
    assert seen(replace(table, rolls=(roll,))).last == f"Elias Mercer {expected}"


@pytest.mark.parametrize(
    ("ruling", "expected"),
    [
        ("", "misses the Count"),
        ("success at a cost", "hits the Count"),
        ("complication", "meets a complication against the Count"),
        ("failure", "misses the Count"),
    ],
)
def test_a_ruling_decides_what_players_read_of_an_attack(ruling: str, expected: str) -> None:
    """WE-41: a hit that the GM rules has no damage of its own."""
    table = shown(fight(), "mercer", "count")
    scores = (Score("mercer", "Shoot"), Score("count", "Fight"))
    roll = Roll("attack", WYRD_ENGINE, scores[0], against=scores[1:], outcome="failure", ruling=ruling)
    assert seen(replace(table, rolls=(roll,))).last == f"Elias Mercer {expected}"


def test_an_attack_on_nobody_is_told_as_a_roll() -> None:
    """No act leaves one behind; a save that was written by hand can."""
    roll = Roll("attack", WYRD_ENGINE, Score("mercer", "Shoot"), outcome="failure")
    assert seen(replace(shown(fight(), "mercer"), rolls=(roll,))).last == "Elias Mercer fails with Shoot"


@pytest.mark.parametrize(("visibility", "expected"), [("open", "Ada overcomes Mob"), ("secret", "")])
def test_a_result_is_told_when_its_challenge_has_left(visibility: Visibility, expected: str) -> None:
    people = (replace(ADA, visibility="open"),)
    story = Story(replace(rod("mob", "Threat", 5), visibility=visibility), people=people)
    story.play("face mob ada dice=6", "scene Next")
    assert "mob" not in story.session.state.challenges
    assert seen(story.session.state).last == expected


def test_a_result_ends_with_its_scene() -> None:
    story = Story(replace(rod("mob", "Threat", 5), visibility="open"), people=(replace(ADA, visibility="open"),))
    story.play("face mob ada dice=6", "end", "begin Harbour")
    assert not seen(story.session.state).last
    assert story.session.state.scene.number == 2


def harmed(*lines: str, visibility: Visibility = "open") -> list[str]:
    """Return the last public result after each act at a table whose players know a hero and the foes."""
    foes = shown(shown(fight(), "count", "thugs", visibility=visibility), "mercer")
    up = {who: replace(one, conditions=()) for who, one in foes.actors.items()}
    play, found = session(replace(foes, actors=up, rolls=(), open=())), []
    for line in lines:
        told_by(play, line)
        found.append(seen(play.state).last)
    return found


def test_harm_without_a_roll_is_the_last_result() -> None:
    """WE-58, WE-90: stress, a new wound, members of a group; those who suffer alike share a sentence."""
    assert harmed("roll mercer Shoot against=+1 dice=++++", "mark-box mercer stress 0", "damage mercer 1") == [
        *("Elias Mercer succeeds with Shoot",) * 2,
        "Elias Mercer takes 1 stress",
    ]
    assert harmed("damage mercer 3") == ["Elias Mercer suffers a mild wound and is out of action"]
    assert harmed("damage thugs 9", "roll mercer Shoot against=+1 dice=++++") == [
        "One thug [closed] falls",
        "Elias Mercer succeeds with Shoot",
    ]


def test_characters_with_equal_harm_in_an_act_share_a_sentence() -> None:
    play = session(replace(shown(fight(), "mercer", "mercer-2", "thugs"), rolls=(), open=()))
    told_by(play, "mark-box mercer stress 0")
    told_by(play, "damage mercer,mercer-2,thugs 1")
    assert seen(play.state).last == "Elias Mercer 1 and Elias Mercer 2 take 1 stress. One thug [closed] falls"


def test_harm_of_a_foe_has_figures_only_on_open_tracks() -> None:
    assert harmed("damage count 1") == ["The Count takes 1 stress"]
    assert harmed("damage count 1", visibility="known") == ["The Count is hurt"]
    assert harmed("damage count 1", visibility="secret") == [""]


def test_harm_of_a_hidden_foe_stays_hidden_after_its_reveal() -> None:
    found = harmed("damage mercer 1", "damage count 1", "reveal count", "end scene", visibility="secret")
    assert found == [*(found[0],) * 3, ""]
    assert found[0].startswith("Elias Mercer ")


def test_a_hit_stands_with_the_harm_that_it_brought() -> None:
    found = harmed("attack count mercer dice=++++ theirs=0000", "damage mercer", "damage thugs 9")
    assert found[0].startswith("The Count hits Elias Mercer for ")
    assert found[1].startswith(f"{found[0]}. Elias suffers a ")
    assert found[2] == "One thug [closed] falls"


def test_a_hit_that_fells_a_nameless_foe_tells_damage_once() -> None:
    table = shown(shown(fight(), "thugs"), "mercer")
    crewman = replace(table.actors["thugs"], name="Patrolling crewman", count=1, sheets={})
    play = session(replace(table, actors={**table.actors, "thugs": crewman}, rolls=(), open=()))
    told_by(play, "attack mercer thugs skill=Shoot dice=++++ theirs=----")
    told_by(play, "damage thugs")
    hit, _, harm = seen(play.state).last.partition(". ")
    assert " hits the patrolling crewman for " in hit
    assert harm == "The patrolling crewman is out of the fight"


def test_damage_that_a_hit_told_is_not_repeated_as_marks() -> None:
    """WE-58: all of the damage goes to stress."""
    found = harmed("mark-box mercer stress 0", "attack count mercer dice=--00 theirs=+000", "damage mercer")
    assert found[1].startswith("The Count hits Elias Mercer for 2")
    assert found[2] == found[1]


def test_harm_is_told_in_the_words_of_each_game() -> None:
    """WA-28, WA-31, ME-35, ME-38."""
    story = Story(people=(replace(ADA, visibility="open"),))
    found = []
    for line in ("lose ada mind 2", "lose ada mind 2", "lose ada mind 1"):
        story.play(line)
        found.append(seen(story.state).last)
    assert found[:2] == ["Ada loses 2 Mind", "Ada loses 2 Mind and has Mind scratched out"]
    assert found[2].startswith("Ada is defeated")
    shop = Shop()
    for line, told in (("hurt viktor 1 take", "loses 1 Mettle"), ("hurt viktor 1 shaken", "is shaken")):
        shop(line)
        assert seen(shop.session.state).last == f"Viktor {told}"


def test_the_time_after_a_scene_is_between_scenes() -> None:
    play = session(replace(shown(fight(), "mercer"), rolls=(), open=()))
    assert seen(play.state).scene == "Scene 2"
    told_by(play, "end scene")
    assert seen(play.state).scene == "Between scenes"
    told_by(play, "roll mercer-2 Shoot against=+1 dice=++++")
    assert seen(play.state).scene == "Between scenes"
    told_by(play, 'scene "The yard"')
    assert seen(play.state).scene == "Scene 3"


def test_a_foe_made_up_at_the_table_starts_hidden() -> None:
    play = session(State())
    list(play_line(play, "add Zed side=foes"))
    list(play_line(play, "add Ada side=party"))
    assert [actor.visibility for actor in play.state.actors.values()] == ["secret", "open"]


def test_a_scene_has_a_number_until_its_page_is_shown() -> None:
    act = Page("act-1", "act", "The Door")
    table = replace(fight(), scene=Scene(2, "The Door", "act-1"), book=Book((act,)))
    assert seen(table).scene == "Scene 2"
    shown = replace(table, book=Book((replace(act, public=True),)))
    assert seen(shown).scene == "The Door"
    assert seen(replace(shown, scene=Scene(2, "The murderer flees", "act-1"))).scene == "The Door"


def test_a_title_given_to_a_scene_is_shown_and_hidden() -> None:
    play = session(State())
    list(play_line(play, 'scene "The cellar"'))
    assert seen(play.state).scene == "Scene 1"
    list(play_line(play, "reveal scene-title"))
    assert seen(play.state).scene == "The cellar"
    list(play_line(play, 'scene "The baron is the murderer"'))
    assert seen(play.state).scene == "Scene 1"


# ------------------------------------------------------------------ pages and fighters that the GM shows


def told_by(play: Session, line: str) -> list[str]:
    """Play a line and return what it said."""
    return list(play_line(play, line))


def test_a_page_is_shown_and_hidden_by_one_undoable_act() -> None:
    play = session(fight())
    assert told_by(play, "show-page letter") == ["Shown to the players: A letter"]
    assert seen(play.state).pages == (SeenPage("clue", "clue", "A letter", "Burnt."),)
    assert told_by(play, "show-page letter") == ["Hidden from the players: A letter"]
    assert seen(play.state).pages == ()
    play.undo()
    assert [page.title for page in seen(play.state).pages] == ["A letter"]


def test_the_page_that_was_shown_last_stands_last() -> None:
    pages = tuple(Page(which, "handout", which, "Text.", public=which == "c") for which in "abc")
    play = session(replace(fight(), book=Book(pages)))
    for which, titles in (("b", "cb"), ("a", "cba"), ("c", "ba"), ("c", "bac"), ("b", "ac"), ("b", "acb")):
        told_by(play, f"show-page {which}")
        assert "".join(page.title for page in seen(play.state).pages) == titles


def test_a_page_is_shown_without_the_challenge_of_its_id() -> None:
    table = fight()
    play = session(replace(table, challenges={"letter": Challenge("letter", "Find the letter")}))
    told_by(play, "show-page letter")
    assert (len(seen(play.state).pages), seen(play.state).challenges) == (1, ())
    told_by(play, "reveal letter")
    told_by(play, "show-page letter")
    assert (seen(play.state).pages, len(seen(play.state).challenges)) == ((), 1)


def test_the_truth_is_never_shown() -> None:
    play = session(fight())
    with pytest.raises(Refused):
        play.do(BY_ID["show-page"], {"page": "why"})


def test_a_hidden_fighter_who_rolls_is_known_by_house_rule() -> None:
    line = "roll rats Combat against=+1 dice=0000"
    for revealing, expected in ((False, "secret"), (True, "known")):
        play = session(replace(fight(), rules={REVEALING.key: revealing}))
        told = told_by(play, line)
        assert play.state.actors["rats"].visibility == expected
        assert any("Known by name" in sentence for sentence in told) is revealing


def test_a_condition_of_the_party_says_that_players_read_it() -> None:
    remark, table = BY_ID["condition"].remark, shown(fight(), "mercer")
    assert remark(table, {"who": ("mercer",)}) == "Players read it at once."
    assert remark(table, {"who": ("rats",)}) == ""


def test_the_log_names_a_house_rule_in_words() -> None:
    assert told_by(session(fight()), "reading strangers true") == ["House rule strangers: on"]


def test_a_hidden_member_of_the_party_can_be_revealed() -> None:
    play = session(fight())
    assert seen(play.state).party == ()
    told_by(play, "reveal mercer")
    assert [one.name for one in seen(play.state).party] == ["Elias Mercer"]


@PROFILE
@given(st.data())
def test_the_line_names_those_whom_a_roll_reveals(data: st.DataObject) -> None:
    play = session(replace(fight(), rules={REVEALING.key: True}))
    do = play.do

    def watched(command: Command, answers: Answers) -> Act:
        before = play.state
        act = do(command, answers)
        revealed = [short_name_of(before, event.what) for event in act.events if isinstance(event, Shown)]
        if any(isinstance(event, Rolled) for event in act.events):
            assert all(name in command.beside_previews(before, answers) for name in revealed)
        return act

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(play, "do", watched)
        for _ in evening(data.draw, play):
            pass


def test_a_line_tells_that_a_roll_reveals_its_actor() -> None:
    table = replace(fight(), rules={REVEALING.key: True})
    attack = BY_ID["attack"]
    told = foretold(attack, (), table, {"who": "rats"}, lambda: None, instead=False)
    assert (
        told == "Rats act out of turn: it is Elias Mercer (1)’s turn, no action used · Rats become known to the players"
    )
    assert attack.beside_previews(shown(table, "rats", visibility="known"), {"who": "rats"}) == ""
    assert attack.beside_previews(fight(), {"who": "rats"}) == ""
    assert "known to the players" not in BY_ID["initiative"].beside_previews(table, {"who": ("rats",)})


def test_the_log_ahead_tells_once_whom_a_roll_reveals() -> None:
    """The line of the log stands in place of the words before the roll."""
    play = session(replace(fight(), rules={REVEALING.key: True}))
    attack, answers = parse_line("attack rats mercer-2 skill=Fight dice=++++ theirs=----", play.state, COMMANDS)
    ahead = foresee(attack, play.state, answers).account
    told = foretold(attack, (), play.state, answers, lambda: ahead, instead=True)
    assert "Known by name: Rats" in told
    assert "known to the players" not in told


@pytest.mark.parametrize(("lost", "health"), [(0, "unhurt"), (1, "hurt"), (2, "badly"), (3, "badly")])
def test_health_in_mettle_goes_by_its_mettle_alone(lost: int, health: str) -> None:
    """Pools that are not strained make nobody look well (ME-21)."""
    assert health_of(worn(someone("kirin", 5, 5, 5, motive=3), mettle=lost)) == health


@pytest.mark.parametrize(("lost", "health"), [(0, "unhurt"), (1, "unhurt"), (3, "low"), (4, "badly")])
def test_points_of_the_abacus_left_to_spend_are_no_harm(lost: int, health: str) -> None:
    """The worst ability tells who has few points; scratched out, it is harm (WA-02, WA-28)."""
    story = Story(people=(ADA,))
    if lost:
        story.play(f"lose ada mind {lost}")
    assert health_of(story.state.actors["ada"]) == health


def test_a_number_needed_for_a_hidden_namesake_is_not_seen() -> None:
    play = session(fight())
    rats = play.state.actors["rats"]
    crowd = replace(rats, name="Crew of the watch 1", visibility="known")
    other = replace(rats, id="rats-2", name="Crew of the watch 2")
    table = replace(play.state, actors={"rats": crowd, "rats-2": other})
    assert [one.name for one in seen(table).others] == ["Crew of the watch"]
    assert KnownNames(table).whom("rats") == "the crew of the watch"
    shown_both = replace(table, actors={"rats": crowd, "rats-2": replace(other, visibility="known")})
    assert [one.name for one in seen(shown_both).others] == ["Crew of the watch 1", "Crew of the watch 2"]
    alone = replace(table, actors={"rats": crowd})
    assert [one.name for one in seen(alone).others] == ["Crew of the watch 1"]


def test_the_happy_end_of_a_tale_is_no_harm() -> None:
    """WA-41: to be freed is no harm."""
    table = shown(fight(), "mercer")
    mercer = replace(table.actors["mercer"], conditions=(FREED, CAUGHT))
    person = seen(replace(table, actors={"mercer": mercer})).party[0]
    assert (person.conditions, person.harmless) == ((FREED.label, CAUGHT.label), (FREED.label,))
