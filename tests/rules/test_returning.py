"""Actors who left the table come back as they left it (WE-65, WE-66, WE-91)."""

from __future__ import annotations

from dataclasses import replace

from tests.commands import BY_ID
from tests.rules.tables import DRAKE, ENFORCERS, MERCER, Play
from wyrd_tui.engine.handles import handles_of
from wyrd_tui.engine.page import Page
from wyrd_tui.engine.sheet import Hurt
from wyrd_tui.engine.state import WYRD_ENGINE, Book

GATE = Page("gate", "act", "Gate", brings=("drake", "enforcers"))
HALL = Page("hall", "act", "Hall")
ROOF = Page("roof", "act", "Roof", brings=("drake", "enforcers"))
ENFORCERS_OF_THREE = replace(ENFORCERS, count=3)


def at_the_gate() -> Play:
    """A table in the first of three scenes, with Drake and three enforcers."""
    cast = {"drake": DRAKE, "enforcers": ENFORCERS_OF_THREE}
    play = Play(MERCER, book=Book((GATE, HALL, ROOF), cast=cast))
    play("begin gate")
    return play


def _drake_leaves_hurt(play: Play) -> None:
    play.play("damage drake 6", "fate drake retreated", "wound drake mild combat", "rate drake command 1")
    play.play("end scene", "begin hall")
    assert "drake" not in play.state.actors


def test_we_65_a_character_brought_again_is_as_they_left() -> None:
    """A penalty lasts until its category is healed; stress and the retreat ended with the scene (WE-65, WE-70)."""
    play = at_the_gate()
    _drake_leaves_hurt(play)
    facts = "mild 2 of 3 (Combat −1), Command 1"
    assert play.offered("bring drake", "who")["drake"].hint == facts
    assert f"Admiral Lucius Drake enters: {facts}" in play("bring drake").lines
    drake = play.state.actors["drake"]
    assert [row.marks for row in drake.sheets[WYRD_ENGINE].track] == [0, 2, 0, 0]
    assert drake.sheets[WYRD_ENGINE].track[1].hurts == (Hurt("Combat", 1),)
    assert not drake.conditions
    assert not play.state.departed.keys() & {"drake"}
    play.session.undo()
    assert "drake" in play.state.departed


def test_we_65_a_scene_says_how_its_cast_comes_back() -> None:
    play = at_the_gate()
    _drake_leaves_hurt(play)
    (begin,) = (ask for ask in BY_ID["begin"].asks if ask.name == "page")
    brings = begin.preview(play.state, {"page": "roof"})
    assert "Brings Admiral Lucius Drake (mild 2 of 3 (Combat −1), Command 1)" in brings
    play("begin roof")
    assert play.state.actors["drake"].sheets[WYRD_ENGINE].track[1].hurts == (Hurt("Combat", 1),)


def test_we_70_the_scenes_end_clears_stress_of_who_has_left() -> None:
    play = at_the_gate()
    play.play("damage drake 3", "dismiss drake")
    assert "stress 3 of 4" in play("bring drake").lines[0]
    play.play("dismiss drake", "end scene", "begin hall")
    assert "Admiral Lucius Drake enters" in play("bring drake").lines


def test_we_91_a_group_comes_back_with_those_who_stand() -> None:
    """The group that left comes back first; a second one is new, and has a number of its own."""
    play = at_the_gate()
    play.play("damage enforcers 1", "end scene", "begin hall")
    assert "2 of 3 stand" in play("bring enforcers").lines[0]
    play("bring enforcers")
    assert [(one.count, one.fallen) for one in play.state.actors.values() if one.kind == "mook"] == [(2, 1), (3, 0)]


def test_we_90_in_place_of_fallen_mooks_new_ones_enter() -> None:
    """The list, the line and the log say so, and the new ones have a handle that nobody had (WE-90)."""
    play = at_the_gate()
    play.play("count enforcers 0", "end scene", "begin hall")
    assert play.offered("bring enforcers", "who")["enforcers"].hint.startswith("3 new ones")
    assert str(play("bring enforcers").lines[0]) == "Gang Enforcer ×3 enter: 3 new ones"
    assert handles_of(play.state)["enforcers"] == "c"
    assert [actor.out for actor in play.state.departed.values() if actor.kind == "mook"] == [True]
    play.play("count enforcers 0", "dismiss enforcers")
    assert str(play("bring enforcers count=1").lines[0]) == "Gang Enforcer enters: a new one"
    assert handles_of(play.state)["enforcers"] == "d"


def test_we_90_a_scene_says_that_its_mooks_are_new() -> None:
    play = at_the_gate()
    play("count enforcers 0")
    assert "Gang Enforcer ×3 enter: 3 new ones" in play("begin roof").lines
    assert handles_of(play.state)["enforcers"] == "c"


def test_we_90_a_group_made_up_in_play_is_replaced_too() -> None:
    """New ones enter as the group was typed in, while those who are down are there and once they have left (WE-90)."""
    play = at_the_gate()
    play.play("add Dock-rats foes mook count=2 rating=2", "damage dock-rats 1", "damage dock-rats 1")
    assert "dock-rats" in play.offered("bring dock-rats", "who")
    play("bring dock-rats")
    assert [actor.count for actor in play.state.actors.values() if actor.name.startswith("Dock")] == [0, 2]
    play.session.undo()
    play.play("end scene", "begin hall")
    assert play.offered("bring dock-rats", "who")["dock-rats"].hint == "2 new ones"
    play("bring dock-rats")
    assert play.state.actors["dock-rats"].sheets[WYRD_ENGINE].ratings == {"Combat": 2}
    assert play.state.actors["dock-rats"].count == 2
    assert handles_of(play.state)["dock-rats"] == "d"


def test_u_11_new_mooks_have_no_earlier_turn_in_the_round() -> None:
    play = at_the_gate()
    play.play("order gm", "next", "count enforcers 0", "dismiss enforcers")
    assert "Gang Enforcer has a turn in this round" in play("bring enforcers fight=last").lines


def test_a_foe_made_up_in_play_can_be_brought_again() -> None:
    play = at_the_gate()
    play.play("add Cook foes persona", "damage cook 1", "dismiss cook")
    assert any("Cook enters" in line for line in play("bring cook").lines)


def test_a_new_character_never_takes_the_place_of_who_left() -> None:
    play = at_the_gate()
    play.play("add Cook foes persona", "dismiss cook", "add Cook foes persona")
    assert "cook" in play.state.departed
    assert "cook-2" in play.state.actors


def test_a_dismissed_character_takes_bonuses_and_place_along() -> None:
    """U-11: the log, and so the line before it, names the bonuses that go, and the place in the order."""
    play = at_the_gate()
    play.play("give drake 1 oil", "order gm", "next")
    assert [str(line) for line in play("dismiss drake").lines[:2]] == [
        "Drake’s bonus “oil” (+1) is taken away",
        "Drake exits: no longer in the order",
    ]
    play("add Cook foes persona")
    assert [str(line) for line in play("dismiss cook").lines] == ["Cook exits"]


def test_u_11_a_character_back_in_a_fight_has_a_turn() -> None:
    """Nobody acts twice in a round without a word: the line says that the fighter who is back has a turn in it."""
    play = at_the_gate()
    play.play("order gm", "next", "dismiss drake")
    told = "Admiral Lucius Drake has a turn in this round, also after an earlier one"
    assert told not in play("bring drake fight=first").lines
    play.session.undo()
    assert told not in play("bring drake fight=no").lines
    play.session.undo()
    assert told in play("bring drake fight=last").lines
