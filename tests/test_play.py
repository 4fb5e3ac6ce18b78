"""Words of a script about a table, in each game."""

from __future__ import annotations

import io
import tracemalloc

import pytest

from tests.sheets import make_abilities, make_pools
from wyrd_tui.engine.dice import LiveDice, Refused
from wyrd_tui.engine.page import Page, Trigger
from wyrd_tui.engine.rules.wyrd_abacus.game import LADDER_VALUES
from wyrd_tui.engine.session import Session
from wyrd_tui.engine.sheet import Sheet
from wyrd_tui.engine.state import METTLE, WYRD_ABACUS, WYRD_ENGINE, Actor, Book, Scene, State
from wyrd_tui.play import LONGEST_PLAYED_LINE, play, play_line, read_lines

SCORES = {"Ada": (5, 4, 6), "Bob": (4, 5, 6), "Cy": (2, 7, 6)}


@pytest.fixture
def tale() -> Session:
    """A tale of the Wyrd Abacus before its first scene."""
    people = {
        name.lower(): Actor(name.lower(), name, "party", "pc", sheets={WYRD_ABACUS: make_abilities(*scores)})
        for name, scores in SCORES.items()
    }
    due = Page(
        "due", "rule", "Devil's Due", "Three.", public=True, triggers=(Trigger("sixes", by=3, text="It comes."),)
    )
    mist = Page("mist", "rule", "Mist")
    state = State("Tale", (WYRD_ABACUS,), actors=people, scene=Scene(between=True), book=Book((due, mist)))
    return Session(state, dice=LiveDice(1), clock=lambda: 0.0)


def said(session: Session, *lines: str) -> list[str]:
    """Return the output of the last of some lines."""
    told: list[str] = []
    for line in lines:
        told = list(play_line(session, line))
    return told


BEGUN = (
    "begin Cottage present=ada,bob",
    "challenge threat 7 Mob",
    "face mob ada,bob ada:2,bob:1 dice=1",
    "draw accept",
)


def test_the_party_of_a_tale_shows_abilities_and_wyrd(tale: Session) -> None:
    """WA-04: points left of every ability, its score, and the personal Wyrd."""
    assert said(tale, *BEGUN, "show party") == [
        "Ada: Body 3/5, Mind 4/4, Soul 6/6, Wyrd 0; faced",
        "Bob: Body 3/4, Mind 5/5, Soul 6/6, Wyrd 0; faced",
        "Cy: Body 2/2, Mind 7/7, Soul 6/6, Wyrd 0; absent – elsewhere in this scene",
    ]
    assert "Body 0/5 scratched out" in said(tale, "lose ada body 3", "show party")[0]


def test_the_abacus_shows_pool_values_and_countdowns(tale: Session) -> None:
    """WA-08, WA-12, WA-40."""
    assert said(tale, *BEGUN, "show abacus") == [
        "scene Wyrd: 4",
        "Devil's Due (Countdown): 0/3",
        "Mob (Threat 7): 4/7, failed",
    ]


def test_order_of_a_tale_shows_the_challenges_faced(tale: Session) -> None:
    """`show order` lists who has faced a challenge, as nobody goes first (WA-15)."""
    assert said(tale, *BEGUN, "show order") == ["faced a challenge: Ada, Bob", "absent: Cy"]


def test_the_ladder_of_a_tale_stands_once_with_points(tale: Session) -> None:
    """WA-13, WA-25."""
    lines = said(tale, "show ladder")
    assert lines[:3] == ["Ada, Soul 6 of 6", "Bob, Soul 6 of 6", "Cy, Mind 7 of 7"]
    assert lines[3] == "   2 slight   die  83%  +1 100%  +2 100%  +3 100%  +4 100%  +5 100%  +6 100%  sure with 1"
    assert len(lines) == 3 + len(LADDER_VALUES)


def test_a_mixed_table_shows_the_ladder_of_either_game() -> None:
    both = {WYRD_ENGINE: Sheet({"Pilot": 3}), WYRD_ABACUS: make_abilities(5, 4, 6)}
    people = {"ada": Actor("ada", "Ada", "party", "pc", sheets=both)}
    state = State("Both", (WYRD_ENGINE, WYRD_ABACUS), actors=people)
    lines = said(Session(state, dice=LiveDice(1), clock=lambda: 0.0), "show ladder")
    assert "Ada, Pilot +3" in lines
    assert "Ada, Soul 6 of 6" in lines
    assert len(lines) == 1 + 10 + 1 + len(LADDER_VALUES)


def test_rules_are_those_of_the_games_that_are_played(tale: Session) -> None:
    """WA-52: stage rules, evident or hidden, with the house rules."""
    lines = said(tale, "show rules")
    assert [line.partition(" ")[0] for line in lines[:4]] == ["wyrd_pool", "influence", "facets", "failed"]
    assert lines[4].startswith("order = rolled"), "what all games share"
    assert lines[-2:] == ["stage rule Devil's Due (evident, in force): Three.", "stage rule Mist (hidden, in force)"]
    fight = Session(State("Fight", (WYRD_ENGINE,)), dice=LiveDice(1), clock=lambda: 0.0)
    assert not [line for line in said(fight, "show rules") if line.startswith("wyrd_pool")]


def test_a_table_knows_the_acts_of_its_own_games(tale: Session) -> None:
    helped = said(tale, "help")
    assert any(line.startswith("face ") for line in helped)
    assert not any(line.startswith("damage ") for line in helped)
    with pytest.raises(Refused, match="attack belongs to the Wyrd Engine, which this table does not play"):
        said(tale, "attack ada bob")
    with pytest.raises(Refused, match=r"Did you mean order\? Possible: party"):
        said(tale, "show ordr")


def test_names_mean_characters_before_their_abilities() -> None:
    """WA-19: `ada/mind` stands beside `ada-reeve` in the question for points."""
    people = {
        "ada-reeve": Actor("ada-reeve", "Ada Reeve", "party", "pc", sheets={WYRD_ABACUS: make_abilities(5, 4, 6)})
    }
    tale = Session(State("Tale", (WYRD_ABACUS,), actors=people), dice=LiveDice(1), clock=lambda: 0.0)
    assert "Body 5→3 +2" in said(tale, "challenge threat 7 Mob", "face mob ada ada:2 dice=4")[0]


@pytest.fixture
def shop() -> Session:
    """A table of Mettle in the middle of its first scene."""
    sheets = {
        "Viktor": make_pools({"focus": 4, "nature": 3, "poise": 2}, 3, 4, 1, {"Kitchen Russian": 2}),
        "Kirin": make_pools({"focus": 3, "nature": 2, "poise": 5}, 2, 3),
    }
    people = {
        name.lower(): Actor(name.lower(), name, "party", "pc", sheets={METTLE: found}) for name, found in sheets.items()
    }
    return Session(State("Shop", (METTLE,), actors=people), dice=LiveDice(1), clock=lambda: 0.0)


def test_the_party_of_mettle_shows_pools_strain_and_statuses(shop: Session) -> None:
    """ME-21, ME-34, ME-35, ME-37: the dice left of a strained pool stand in brackets."""
    assert said(shop, "show party") == [
        "Viktor: Mettle 5/5, Focus 4, Nature 3, Poise 2, Kitchen Russian 2",
        "Kirin: Mettle 3/3, Focus 3, Nature 2, Poise 5",
    ]
    lines = said(shop, "strain kirin poise", "status kirin shaken", "hurt viktor 6", "load viktor 2", "show party")
    assert lines[0].startswith(
        "Viktor: down; Mettle −1/5, Focus 4, Nature 3, Poise 2 (0), Kitchen Russian 2, Load 2/3; Fallen"
    )
    assert lines[1].startswith("Kirin: Mettle 3/3, Focus 3, Nature 2, Poise 5 (4); Shaken")


def test_party_shows_bonuses_in_waiting(shop: Session) -> None:
    assert not any("tip-off" in line for line in said(shop, "show party"))
    said(shop, 'give kirin 2 situation "tip-off"')
    assert any(line.startswith("Kirin") and "tip-off +2" in line for line in said(shop, "show party"))


def test_the_ladder_of_mettle_has_twists_and_raises(shop: Session) -> None:
    """ME-09, ME-19, ME-28."""
    lines = said(shop, "show ladder")
    assert lines[0] == "Viktor, Focus 4"
    assert lines[3].startswith("   6 Daunting        success  14%  1 raised   5%  2 raised   0%")
    assert "Twist 41%" in lines[3]


def test_abacus_of_mettle_names_difficulties(shop: Session) -> None:
    assert said(shop, "challenge obstacle 6 Door", "challenge obstacle 5 Roof", "show abacus") == [
        "obstacle Door: Daunting (6) 0/1",
        "obstacle Roof: Difficulty 5 0/1",
    ]


def test_acts_answer_to_their_labels(shop: Session, tale: Session) -> None:
    """An act's label is found at the tables of its game, though another game has an act of that id (WA-28, ME-34)."""
    for table, line in ((shop, "attack"), (tale, "damage")):
        with pytest.raises(Refused) as refusal:
            said(table, line)
        assert "belongs to" not in str(refusal.value)


def test_acts_and_house_rules_of_mettle_belong_to_it(shop: Session) -> None:
    assert [line.partition(" ")[0] for line in said(shop, "show rules")][:2] == ["twist_raised", "surge_stacks"]
    fight = Session(State("Fight", (WYRD_ENGINE,)), dice=LiveDice(1), clock=lambda: 0.0)
    with pytest.raises(Refused, match=r"^twist belongs to Mettle, which this table does not play"):
        said(fight, "twist strain")


def test_refusals_name_line_and_column(tale: Session) -> None:
    told: list[str] = []
    lines = ["show\n", "# nothing\n", "  attack ada bob\n", "undo\n"]
    assert play(tale, lines, lambda line: None, told.append, go_on=True, source="<stdin>") == 2
    assert told[0].startswith("<stdin>:3:3: attack belongs to")
    assert told[1].startswith("<stdin>:4:1: ")
    told.clear()
    play(tale, lines, lambda line: None, told.append, go_on=False)
    assert told[0].startswith("attack belongs to")
    assert len(told) == 1


def test_a_refusal_names_an_act_as_a_script_writes_it(tale: Session) -> None:
    complaints: list[str] = []
    lines = ["begin Tea", "challenge threat 5 Mob", "face mob ada dice=1", "face mob ada"]
    assert play(tale, lines, lambda sentence: None, complaints.append, go_on=True) == 1
    assert complaints[0].endswith("Mob waits for an answer: `draw`, or accept the failure.")


def test_a_misspelt_part_of_a_name_is_understood() -> None:
    people = {"elias-mercer": Actor("elias-mercer", "Captain Elias Mercer", "party", "pc")}
    session = Session(State("Fight", (WYRD_ENGINE,), actors=people), dice=LiveDice(1), clock=lambda: 0.0)
    with pytest.raises(Refused, match=r"Did you mean Captain Elias Mercer\?"):
        said(session, "damage mercr 1")


@pytest.mark.parametrize("letter", ["x", " ", '"', "e\u0301"])
def test_a_line_that_is_too_long_is_refused(tale: Session, letter: str) -> None:
    told: list[str] = []
    file = io.StringIO(f"# {'x' * 50_000}\nshow\n{letter * 5_000_000}\nshow\n{letter * LONGEST_PLAYED_LINE * 2}")
    tracemalloc.start()
    refused = play(tale, read_lines(file, str), lambda line: None, told.append, go_on=True, source="<stdin>")
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert refused == 2
    assert [line.split(":")[1] for line in told] == ["3", "5"]
    assert all("A line has 10000 letters at most" in line and len(line) < 120 for line in told)
    assert most < 3_000_000


def test_the_longest_line_is_read_whole() -> None:
    longest = "x" * LONGEST_PLAYED_LINE
    assert list(read_lines(io.StringIO(f"{longest}\n{longest}"), str)) == [f"{longest}\n", longest]
    assert list(read_lines(io.StringIO(f"a\n\n{longest}x\nb"), str.upper)) == ["A\n", "\n", f"{longest}x", "B"]


@pytest.mark.parametrize("head", ["", "show "])
def test_unknown_words_are_quoted_in_part(tale: Session, head: str) -> None:
    with pytest.raises(Refused) as refused:
        said(tale, head + "x" * 9000)
    assert "x…”" in str(refused.value)
    assert len(str(refused.value)) < 200


def test_show_calls_fallen_characters_down(shop: Session) -> None:
    """`show` says “down” of fallen characters and groups, among people and in the order (WE-90)."""
    said(shop, "add Thug kind=mook count=1", "order gm", "hurt viktor 6")
    assert any(line.startswith("Viktor (party): down; Mettle −1/5") for line in said(shop, "show people"))
    assert any("Viktor" in line and "(down" in line for line in said(shop, "show order"))


def test_help_explains_undo_as_steps() -> None:
    session = Session(State("Fight", (WYRD_ENGINE,)), dice=LiveDice(1), clock=lambda: 0.0)
    told = list(play_line(session, "help undo"))
    assert told[0] == "undo [N] · redo [N]"
    assert "each is a step of its own" in told[1]
