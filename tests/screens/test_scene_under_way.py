"""The head, the acts that end and begin a scene, the recap and the players' page agree whether a scene is under way."""

from __future__ import annotations

import pytest

from tests.screens.desk import seat
from tests.screens.shipped import begun, keyed, prompt
from wyrd_tui.engine.dice import LiveDice
from wyrd_tui.engine.page import Page
from wyrd_tui.engine.player_view import player_view
from wyrd_tui.engine.progress import progress_line
from wyrd_tui.engine.recap import recap
from wyrd_tui.engine.session import Session
from wyrd_tui.engine.state import WYRD_ENGINE, Book, State
from wyrd_tui.play import play_line
from wyrd_tui.screens.table.controller import Controller
from wyrd_tui.screens.table.sentences import titles


def own(*lines: str) -> Controller:
    """Seat a game master at a table of their own with a player's character and a foe, where lines were played."""
    play = Session(State(), dice=LiveDice(1), clock=lambda: 0.0)
    for words in ("add Ada side=party", "add Drake side=foes", *lines):
        list(play_line(play, words))
    table, _ = seat(play.state)
    return table


@pytest.mark.parametrize(
    ("act", "stress"), [("roll ada against=1 dice=++++", []), ("damage ada 2", ["Stress clears for Ada"])]
)
def test_we_71_the_first_scene_ends_though_it_has_no_name(act: str, stress: list[str]) -> None:
    """WE-39, WE-71: the head says “scene 1”; the next scene ends it as `end` does, and asks who stays."""
    table = own("give ada 2 boon luck", act)
    assert titles(table.state)[1] == "scene 1"
    keyed(table, "B =Port")
    told = prompt(table).preview.splitlines()
    assert told[0] == "Scene 1 ends"
    assert told[1:] == [*stress, "1 bonus expires: Ada’s “luck”"]
    keyed(table, "⏎")
    assert prompt(table).parts[-1].prompt == "Cast who stay"
    keyed(table, "⏎")
    assert (table.state.scene.number, titles(table.state)[1]) == (2, "Port")
    assert not table.state.bonuses
    assert [*table.state.actors] == ["ada"]


def test_we_71_a_table_that_is_only_prepared_ends_no_scene() -> None:
    """WE-71: who and what is there before the first scene is there for it."""
    table = own("give ada 2 boon luck", "challenge clock 4 title=Fuse")
    before = table.state
    keyed(table, "B =Port")
    assert "Ends" not in prompt(table).preview
    keyed(table, "⏎")
    assert (table.state.scene.number, table.state.scene.title) == (1, "Port")
    assert (table.state.actors, table.state.bonuses) == (before.actors, before.bonuses)
    assert table.state.challenges == before.challenges


def test_u_22_challenges_of_the_first_scene_are_asked_about() -> None:
    """U-22: `begin` asks of a first scene without a name, once it was played, the same as after `end`."""
    rods = ("challenge obstacle 1 title=Lock", "challenge clock 4 title=Fuse")
    table = own(*rods, "roll ada against=1 dice=----")
    keyed(table, "B =Port ⏎")
    asked = prompt(table)
    assert asked.parts[-1].prompt == "Keep on the abacus"
    assert "Removed from the abacus: Lock" in asked.preview
    ended = own(*rods, "roll ada against=1 dice=----", "end scene")
    keyed(ended, "B =Port ⏎")
    assert prompt(ended).parts[-1] == asked.parts[-1]
    keyed(table, "⏎ ⏎")
    assert [rod.title for rod in table.state.challenges.values()] == ["Fuse"]


def test_u_22_prepared_challenges_stay_as_the_first_scene_begins() -> None:
    """U-22: what is laid before anything was played is there for the scene that begins, and the log names it."""
    table = own("challenge obstacle 1 title=Lock")
    keyed(table, "B =Port ⏎")
    assert [rod.title for rod in table.state.challenges.values()] == ["Lock"]
    assert "Lock stays" in table.session.done[-1].act.lines


@pytest.mark.parametrize("act", ["3 r ⏎ 3 3 1 5 ⏎", "1 d 1 ⏎", "I ⏎ ⏎"])
def test_me_36_no_act_between_scenes_begins_one(act: str) -> None:
    """ME-36, U-13: a Check, harm and a fight leave the table between scenes, and all places say so."""
    table = begun("a-fine-patina", f"e ⏎ {act}")
    assert table.state.scene.between
    assert titles(table.state)[1] == "between scenes"
    assert progress_line(table.state).startswith("between scenes")
    assert player_view(table.state).scene == "Between scenes"
    told = recap(table.session.state, table.session.done).lower()
    assert "after scene 1" in told
    assert "scene 2" not in told


def test_u_13_harm_between_scenes_ends_by_the_same_act() -> None:
    """ME-36, U-13: `end` names what lasts for a scene; the story stays between scenes."""
    table = begun("a-fine-patina", "e ⏎ 3 r ⏎ 3 3 1 5 ⏎ e")
    assert prompt(table).preview == "No scene is under way"
    keyed(table, "esc 1 d 1 ⏎ e")
    assert prompt(table).preview == "All that lasts for a scene ends\nMettle refills for Viktor"
    keyed(table, "⏎")
    assert (table.state.scene.number, table.state.scene.between) == (2, True)
    keyed(table, "e")
    assert prompt(table).preview == "No scene is under way"


def test_we_71_enter_ends_the_evening_behind_the_last_scene() -> None:
    """WE-70, WE-71: the evening is the only thing that can end, and is chosen; another Enter ends no second one."""
    acts = (Page("port", "act", "Port"), Page("sea", "act", "Sea"))
    table, _ = seat(State(games=(WYRD_ENGINE,), book=Book(acts)))
    keyed(table, "B ⏎ ⏎ e ⏎ e ⏎")
    assert table.state.evening == 1, "another scene is still to come"
    keyed(table, "esc B ⏎ ⏎ e ⏎ e ⏎")
    assert table.state.evening == 2
    keyed(table, "e ⏎")
    assert table.state.evening == 2
