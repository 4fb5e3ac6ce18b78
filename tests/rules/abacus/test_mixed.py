"""Two games at one table: sheets of both on one character, a fight within a scene (issue 3)."""

from __future__ import annotations

from tests.commands import COMMANDS
from tests.rules.abacus.tables import ADA, BOB, CY, Story, both, hurt, rod
from tests.rules.tables import someone
from wyrd_tui.engine.rules.all_games import commands_of
from wyrd_tui.engine.state import WYRD_ABACUS, WYRD_ENGINE, Challenge

THUG = someone("thug", "Thug", {"Fight": 0}, side="foes", kind="persona", track="2")
DOOR = Challenge("door", "Door", value=1, visibility="open")


def mixed() -> Story:
    """Ada and Bob play both games, Cy the Abacus alone, and a thug the Engine."""
    people = (both(ADA, Fight=2), both(hurt(BOB, body=1), Fight=1), CY, THUG)
    rods = (rod("mob", "Threat", 3), DOOR)
    return Story(*rods, people=people, games=(WYRD_ENGINE, WYRD_ABACUS))


def test_a_table_of_one_game_knows_only_its_own_acts() -> None:
    """A mixed one knows both."""
    abacus = {command.id for command in commands_of(Story().state)}
    assert {"face", "wyrd", "challenge"} <= abacus
    assert not {"roll", "attack", "damage"} & abacus
    known = {command.id for command in commands_of(mixed().state)}
    assert {command.id for command in COMMANDS if command.game in ("", WYRD_ENGINE, WYRD_ABACUS)} == known


def test_a_fight_is_fought_within_a_scene() -> None:
    """The end of a fight keeps the scene, its pool and its challenges; damage marks boxes, not points."""
    play = mixed()
    play.play(
        "initiative",
        "attack ada thug dice=++++ theirs=----",
        "damage thug",
        "face mob ada dice=1",
        "draw accept",
        "end fight",
    )
    assert not play.state.scene.between
    assert play.pool == 4
    assert play.waiting()[-1] == "consequence"
    assert play.now("ada") == "5/4/6"
    play("damage ada 2")
    assert play.now("ada") == "5/4/6"
    play("lose ada body 1")
    assert play.now("ada") == "4/4/6"
    assert play.state.actors["ada"].sheets[WYRD_ENGINE].track[0].marks == 2


def test_the_end_of_the_scene_ends_it_for_both_games() -> None:
    """Stress clears, the pool is lost, and points are asked for."""
    play = mixed()
    play.play("damage bob 2", "face mob ada,bob dice=6", "end scene")
    assert play.state.actors["bob"].sheets[WYRD_ENGINE].track[0].marks == 0
    assert play.pool == 0
    assert play.waiting() == ["restore-point"]
    play.play("restore-point bob", "begin Next")
    assert play.pool == 4


def test_neither_game_rolls_for_the_challenges_of_the_other() -> None:
    """A difficulty of one is no value of the other."""
    play = mixed()
    assert play.offers("roll ada Fight on=door", "on") == ["none", "door"]
    assert play.offers("face mob ada", "which") == ["mob"]


def test_out_of_a_fight_is_out_of_the_scene() -> None:
    """Until they recover; and the defeated of the Abacus fight no more."""
    play = mixed()
    play("condition ada out-cold out=yes")
    play.refuses("face mob ada dice=6", "“ada”")
    play("recover ada out-cold")
    play("face mob ada dice=6")
    play.play("lose bob body 4", "lose bob body 1", "defeat bob dice=")
    play.refuses("attack bob thug", "“bob”")


def test_we_39_gains_between_scenes_expire_by_one_act() -> None:
    """The Wyrd Engine has no time between scenes: its boons, stress and uses end with it, the story goes on (U-34)."""
    story = mixed()
    story("end scene")
    assert story.state.scene.between
    who = next(actor.id for actor in story.state.actors.values() if WYRD_ENGINE in actor.sheets)
    number = story.state.scene.number
    # The pool of the Abacus went with its scene.
    assert "scene" not in story.offered("end evening", "what")
    story.play(f"give {who} 2 boon luck", f"damage {who} 1")
    assert story.offered("end", "what")["scene"].hint == "stress clears, unused bonuses expire"
    assert "expires" in story.preview("end scene", "what")
    story("end scene")
    assert not story.state.bonuses
    assert all(not row.marks for row in story.state.actors[who].sheets[WYRD_ENGINE].track)
    assert (story.state.scene.between, story.state.scene.number) == (True, number)
