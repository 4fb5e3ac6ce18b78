"""The story for Mettle, played by script from the shop floor to its end."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from tests.problems import check_scenario
from wyrd_tui.engine import pools
from wyrd_tui.engine.dice import LiveDice, Refused
from wyrd_tui.engine.events import Rolled
from wyrd_tui.engine.roll import Roll
from wyrd_tui.engine.rules.mettle.modifiers import has_status, mettle_of, pool_of
from wyrd_tui.engine.rules.shared.matters import pending
from wyrd_tui.engine.session import Session
from wyrd_tui.engine.state import METTLE, State
from wyrd_tui.play import play_line
from wyrd_tui.store.files import folders
from wyrd_tui.store.scenarios import scenario

PATINA = "a-fine-patina"
SCRIPT = Path(__file__).parent / f"{PATINA}.txt"
PATH = next(path for path in folders.shipped_scenarios() if path.stem == PATINA)


@cache
def began() -> State:
    return scenario.begin_table(scenario.load_scenario(PATH))


def opened() -> Session:
    return Session(began(), dice=LiveDice(1), clock=lambda: 0.0)


def played(until: str = "") -> tuple[Session, list[str]]:
    """The table and its log after every line of the evening, or after the first that begins so."""
    session = opened()
    log: list[str] = []
    for line in SCRIPT.read_text(encoding="utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        log += play_line(session, line)
        if until and line.startswith(until):
            break
    return session, log


def last_roll(state: State) -> Roll:
    assert state.roll is not None
    return state.roll


def edge(roll: Roll) -> int:
    return pools.score_and_edge(roll.score.faces)[1]


def test_the_story_is_sound_and_warns_of_nothing() -> None:
    assert check_scenario(PATH) == []


def test_four_are_ready_to_be_played() -> None:
    """ME-07, ME-34: Viktor's Nature and Kirin's Poise are those of the text; Mettle is Motive and Armor."""
    party = {actor.id: actor for actor in began().actors.values() if actor.side == "party"}
    assert list(party) == ["viktor", "kirin", "magda", "jonah"]
    assert pool_of(party["viktor"], "Nature") == 3
    assert pool_of(party["kirin"], "Poise") == 5
    assert mettle_of(party["viktor"]) == 5
    assert mettle_of(party["kirin"]) == 3


def test_viktor_talks_the_clerk_into_the_sun() -> None:
    """ME-10, ME-13, ME-18: Nature 3 and a die for the cash, 3 2 2 6 against Motive 4: Score 7, Edge 1."""
    session, _ = played("contest viktor")
    roll = last_roll(session.state)
    assert roll.score.faces == (3, 2, 2, 6)
    assert (roll.score.total, edge(roll), roll.value, roll.outcome) == (7, 1, 4, "success")


def test_kirin_lifts_the_door_and_fails() -> None:
    """ME-08, ME-27: Poise 5 against 5, 1 2 2 5 6: Score 5 does not beat it, and the table asks for a Twist."""
    session, _ = played("check kirin")
    roll = last_roll(session.state)
    assert (roll.score.total, edge(roll), roll.value, roll.outcome) == (5, 2, 5, "failure")
    assert [item.command for item in pending(session.state)] == ["twist"]


def test_the_door_comes_off_its_hinges_and_makes_no_noise() -> None:
    """ME-24, ME-27: the Edge dice fall 3 4: Score 8, Edge 1; the Twist stands, and nothing is strained."""
    session, log = played("twist")
    state = session.state
    roll = last_roll(state)
    assert (roll.score.total, edge(roll), roll.outcome) == (8, 1, "success")
    assert any("the door comes off its hinges" in line for line in log)
    assert pool_of(state.actors["kirin"], "Poise") == 5
    assert state.challenges["the-door-behind-the-counter"].outcome == "overcome"


def test_every_row_of_every_table_can_come_up() -> None:
    """ME-06: thirty-six rows for two ordered dice, and a row for each result of the other tables."""
    tables = {page.id: page for page in began().book.pages if page.kind == "table"}
    assert {page.dice for page in tables.values()} == {"d66", "2d6", "1d6"}
    session = opened()
    for first in range(1, 7):
        for second in range(1, 7):
            for which in ("what-the-shop-holds", "what-goes-wrong"):
                (line,) = play_line(session, f'table {which} dice="{first} {second}"')
                assert "no such row" not in line
    with pytest.raises(Refused):
        list(play_line(session, 'table what-the-shop-holds dice="7 1"'))


def test_a_twist_is_paid_though_it_does_not_help() -> None:
    """ME-21, ME-24: Magda fails twice and has a die of Focus less; ME-23: tea on the porch gives it back."""
    session, _ = played("twist price=strain")
    assert last_roll(session.state).outcome == "failure"
    assert pool_of(session.state.actors["magda"], "Focus") == 3
    session, _ = played("relax")
    assert pool_of(session.state.actors["magda"], "Focus") == 4


def test_carrying_the_samovar_encumbers() -> None:
    """ME-45: Load 4 over a Frame of 3."""
    session, _ = played("load viktor to=4")
    assert has_status(session.state.actors["viktor"], "encumbered")


def test_the_surprised_act_again_in_the_second_round() -> None:
    """ME-48, C-18: Kirin and the clerk miss the first round only."""
    session, _ = played("order sides")
    assert has_status(session.state.actors["the-clerk"], "surprised")
    session, _ = played("check kirin on=the-curtains")
    assert not has_status(session.state.actors["the-clerk"], "surprised")


def test_a_surge_is_paid_with_mettle() -> None:
    """ME-41: two points of Mettle, two dice more."""
    session, _ = played("strike viktor the-clerk")
    assert mettle_of(session.state.actors["viktor"]) == 3
    assert len(last_roll(session.state).score.faces) == 6


def test_wounds_outlast_the_scene_and_grow_worse() -> None:
    """ME-36, ME-38, ME-39, ME-50: Viktor is Shaken in the shop and Broken upstairs, with his Mettle whole between."""
    session, _ = played("begin the-upper-floor")
    viktor = session.state.actors["viktor"]
    assert has_status(viktor, "shaken")
    assert mettle_of(viktor) == 5
    session, _ = played("hurt viktor points=2 way=broken")
    viktor = session.state.actors["viktor"]
    assert has_status(viktor, "broken")
    assert not has_status(viktor, "shaken")
    assert mettle_of(viktor) == 2


def test_four_go_across_the_clean_floor_on_two_dice() -> None:
    """ME-30: Kirin throws five and keeps as many as Viktor and Magda have."""
    session, _ = played("choose-dice")
    roll = last_roll(session.state)
    assert roll.score.faces == (3, 2)
    assert roll.outcome == "success"


def test_jonah_falls_and_gets_up() -> None:
    """Jonah stands at Mettle 0 and is Fallen below it; his Recover Check decides (ME-35, ME-37)."""
    session, _ = played("hurt jonah points=4")
    assert not has_status(session.state.actors["jonah"], "fallen")
    session, _ = played("hurt jonah points=5")
    assert has_status(session.state.actors["jonah"], "fallen")
    assert pool_of(session.state.actors["jonah"], "Poise") == 0
    session, _ = played("rise jonah")
    assert not session.state.actors["jonah"].out


def test_asking_her_to_leave_cannot_be_done_with_dice_alone() -> None:
    """ME-16: fifteen is out of reach of anybody's pool."""
    state, number = began(), began().book.challenges["ask-her-to-leave"].value
    assert number == 15
    for actor in state.actors.values():
        assert all(3 * pool_of(actor, name) <= number for name in ("Focus", "Nature", "Kitchen Russian"))


def test_a_fine_patina_plays_to_its_end() -> None:
    """The whole evening: an ending is reached and nothing is left open."""
    session, log = played()
    state = session.state
    assert "Resolution reached: Noon" in log
    assert has_status(state.actors["aunt-zola"], "dead")
    assert all(not actor.conditions for actor in state.actors.values() if actor.side == "party")
    assert state.evening == 2
    assert not pending(state)
    rolls = [event.roll for step in session.done for event in step.act.events if isinstance(event, Rolled)]
    assert {roll.game for roll in rolls} == {METTLE}


def test_the_whole_evening_is_undone_and_redone() -> None:
    session, _ = played()
    end, acts = session.state, len(session.done)
    for _ in range(acts):
        session.undo()
    assert session.state == began()
    for _ in range(acts):
        session.redo()
    assert session.state == end
