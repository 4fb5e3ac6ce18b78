"""Whole stories of the Wyrd Abacus, played by script from the first scene to the last Wyrd rolls."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from tests.problems import check_scenario
from wyrd_tui.engine.dice import LiveDice
from wyrd_tui.engine.nouns.wyrd_abacus import TYPES, memory_of
from wyrd_tui.engine.recap import recap
from wyrd_tui.engine.rules import all_games
from wyrd_tui.engine.rules.shared.matters import pending
from wyrd_tui.engine.rules.wyrd_abacus.abilities import abilities, is_defeated, points_left, scene_pool, wyrd_of
from wyrd_tui.engine.rules.wyrd_abacus.house_rules import rule
from wyrd_tui.engine.rules.wyrd_abacus.stage_rules import rules_in_force
from wyrd_tui.engine.session import Session
from wyrd_tui.engine.state import WYRD_ABACUS, WYRD_ENGINE, State
from wyrd_tui.play import play_line
from wyrd_tui.screens.table.outlook import Aims
from wyrd_tui.store.files import folders
from wyrd_tui.store.scenarios import scenario

HERE = Path(__file__).parent
BEES, LIGHT = "nobody-told-the-bees", "the-light-on-gannet-stack"


def script(name: str) -> list[str]:
    """The lines of an evening that do something."""
    lines = (HERE / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


@cache
def began(name: str) -> State:
    path = next(path for path in folders.shipped_scenarios() if path.stem.endswith(name))
    return scenario.begin_table(scenario.load_scenario(path))


def opened(name: str) -> Session:
    return Session(began(name), dice=LiveDice(1), clock=lambda: 0.0)


def played(name: str, until: str = "") -> tuple[Session, list[str]]:
    """The table and its log after every line, or after the first that begins so."""
    session = opened(name)
    log: list[str] = []
    for line in script(name):
        log += play_line(session, line)
        if until and line.startswith(until):
            break
    return session, log


def points(state: State, who: str) -> tuple[int, ...]:
    return tuple(points_left(row) for row in abilities(state.actors[who]).values())


@pytest.mark.parametrize("name", [BEES, LIGHT])
def test_a_shipped_story_is_sound_and_warns_of_nothing(name: str) -> None:
    """A shipped story has no error and no warning, and its ready characters fit the rules (WA-01, WA-03)."""
    path = next(path for path in folders.shipped_scenarios() if path.stem == name)
    assert check_scenario(path) == []


def test_the_story_has_all_types_and_orders() -> None:
    """WA-11, WA-14: nine types; sequential, gating and self-springing challenges."""
    book = began(BEES).book
    assert {challenge.type for challenge in book.challenges.values() if challenge.type} >= set(TYPES)
    assert {challenge.springs for challenge in book.challenges.values()} >= {"scene", "six", "no six"}
    assert any(challenge.after for challenge in book.challenges.values())
    assert [page.title for page in book.pages if page.kind == "act" and page.after] == ["The Thirteenth Hive"]


def test_the_story_opens_in_its_first_scene() -> None:
    """WA-07, WA-08, WA-58: who is there comes first; then a pool of five, the fog and the countdown lie there."""
    assert began(BEES).scene.between
    session, log = played(BEES, "begin")
    state = session.state
    assert any(line.startswith("Stage rule The Queen Stirs") for line in log)
    assert not state.scene.between
    assert scene_pool(state) == 5
    assert state.challenges["the-hum-in-the-fog"].value == 3
    assert state.challenges["the-queen-stirs"].needed == 4


def test_the_last_scene_waits_for_its_gates() -> None:
    """WA-14: the hive book has been read, but nobody has asked Agnes."""
    session, _ = played(BEES, "end scene")
    told = list(play_line(session, "begin the-thirteenth-hive"))
    assert any("opens once Agnes at the window is overcome" in line for line in told)


def test_a_child_left_alone_is_fetched_when_the_scene_ends() -> None:
    """WA-14, WA-33, WA-59: Dilys's challenge strikes by itself, and the count of names goes up."""
    session, log = played(BEES, "begin the-chapel-of-ease")
    assert any("Strikes by itself: Dilys will not come in" in line for line in log)
    assert session.state.counters["Names taken"] == 1
    assert session.state.challenges["the-hum-in-the-fog"].value == 5


def test_the_player_of_a_lost_character_goes_on_with_wyrd() -> None:
    """WA-28, WA-31, WA-50, WA-51, WA-53: scratched, defeated, an impediment, two points to lend."""
    session, log = played(BEES, "defeat colin")
    colin = session.state.actors["colin"]
    assert is_defeated(colin)
    assert colin.sheets[WYRD_ABACUS].ratings["Wyrd to lend"] == 2
    assert any("Colin will be a significant impediment" in line for line in log)


def test_a_player_whose_character_is_lost_may_become_the_nurse() -> None:
    """WA-51: a denizen is adopted, with its own abilities and facets."""
    session, _ = played(BEES, "lose colin")
    assert [waiting.command for waiting in pending(session.state)] == ["defeat"]
    list(play_line(session, 'defeat colin dice="5 2" player=denizen denizen=peg-lowther'))
    assert session.state.actors["peg-lowther"].side == "party"
    assert points(session.state, "peg-lowther") == (5, 5, 5)


def test_a_rule_of_a_scene_is_in_force_only_there() -> None:
    """WA-52, WA-54: the shutters cost a point of Wyrd on the one night, and not up in the orchard."""
    shut, _ = played(BEES, "begin the-night-of-shutters")
    assert "the-shutters" in {page.id for page in rules_in_force(shut.state)}
    orchard, _ = played(BEES, "begin the-thirteenth-hive")
    assert "the-shutters" not in {page.id for page in rules_in_force(orchard.state)}
    assert "blood-on-the-grass" in {page.id for page in rules_in_force(orchard.state)}


def test_the_countdown_of_sixes_fires_at_the_fourth() -> None:
    """WA-40, WA-55: sixes of several scenes are counted together, and then she comes."""
    before, _ = played(BEES, "face agnes-at-the-window")
    assert memory_of(before.state).sixes < 4
    assert "the-old-queen" not in before.state.actors
    after, _ = played(BEES, "wyrd nora,edith")
    assert memory_of(after.state).sixes >= 4
    assert "the-old-queen" in after.state.actors
    assert after.state.challenges["the-queen-comes"].value == 8


def test_nobody_told_the_bees_plays_from_beginning_to_end() -> None:
    """WA-02, WA-25, WA-41: five scenes, an ending, and who is caught in the tale."""
    session, log = played(BEES)
    state = session.state
    assert "Resolution reached: Told" in log
    assert {who: condition.id for who in ("nora", "hal", "edith") for condition in state.actors[who].conditions} == {
        "nora": "caught",
        "hal": "freed",
        "edith": "freed",
    }
    assert not pending(state)
    assert state.evening == 2


@pytest.mark.parametrize("name", [BEES, LIGHT])
def test_a_whole_evening_is_undone_and_redone(name: str) -> None:
    session, _ = played(name)
    end, acts = session.state, len(session.done)
    for _ in range(acts):
        session.undo()
    assert session.state == began(name)
    for _ in range(acts):
        session.redo()
    assert session.state == end


def test_a_mixed_table_plays_two_games() -> None:
    """WE-56, WA-16: a hit marks the Engine's track, damage the Abacus's, and neither costs the other."""
    fight, _ = played(LIGHT, "end fight")
    mercer = fight.state.actors["elias-mercer"]
    assert sum(row.marks for row in mercer.sheets[WYRD_ENGINE].track) > 0
    assert points(fight.state, "elias-mercer") == (6, 4, 5)
    stairs, _ = played(LIGHT, "draw felix")
    assert wyrd_of(stairs.state.actors["felix-cavendish"]) == 2


def test_the_light_on_gannet_stack_plays_to_its_end() -> None:
    """WA-40, WA-41: two sixes bring the drowned on, who fight by the Wyrd Engine's rules."""
    session, log = played(LIGHT)
    assert "Resolution reached: Out to Sea" in log
    assert "the-drowned-watch" in session.state.actors
    assert rule(session.state, "wyrd_pool") == "party"
    assert not pending(session.state)


def test_the_recap_tells_wyrd_rolls_and_only_rules_in_force() -> None:
    """The recap leaves out rules that are over, and the mark of having faced a challenge (WA-38, WA-52, C-25)."""
    session, _ = played(BEES)
    told = recap(session.state, session.done)
    assert "Overcome: A keeper is chosen" in told
    assert "Stings (over)" in told
    assert "Old Mine" not in told
    assert "; faced" not in told


@pytest.mark.parametrize("name", ["a-fine-patina", "brass-orchid", LIGHT])
def test_chances_that_are_remembered_are_those_of_the_table(name: str) -> None:
    """Chances are remembered while others than the order, the rolls and the book stay; so none may rest on those."""
    session, aims = opened(name), Aims(all_games)
    for line in script(name):
        _ = [*play_line(session, line)]
        state = session.state
        for actor in state.actors.values():
            assert aims.of(state, actor) == Aims(all_games).of(state, actor)
