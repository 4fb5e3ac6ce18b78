"""A Fine Patina, key by key in a real terminal, from the two worked Checks to noon."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from tests.terminal.driver import Program
from tests.terminal.hands import AT_TABLE, GameMaster, asked, asked_any, choose, foot, go_to, on_disk
from wyrd_tui.engine.rules.mettle.modifiers import has_status, mettle_of

PATINA = "a-fine-patina"
pytestmark = pytest.mark.long
SIZES = pytest.mark.parametrize(("columns", "rows"), [(120, 40)])


def check(guide: GameMaster, member: str, rod: str, rating: str, dice: str, *, raises: int = 0) -> None:
    """A Check of a member of the party against a challenge, with real dice."""
    go_to(guide.program, rod)
    guide.program.type(f"{member}r")
    asked(guide.program, rod, "Check")
    choose(guide.program, rating)
    asked(guide.program, "Dice")
    guide.program.press(*["up"] * raises)
    guide.give(f"{dice}\r")


def begin(guide: GameMaster, scene: str, *, left: bool = False) -> None:
    """Begin a scene; where something is left of the one before, only what the table proposes stays."""
    guide.program.type("B")
    asked(guide.program, "Which scene")
    if left:
        choose(guide.program, scene)
        asked(guide.program, "Keep on the abacus")
        before = foot(guide.program)
        guide.program.type("\r")
        if asked_any(guide.program, "Cast who stay", AT_TABLE) != AT_TABLE:
            guide.program.type("\r")
        guide.done(before)
    else:
        guide.pick(scene)


def sides(guide: GameMaster, first: str) -> None:
    """Set the order of a fight, one side before the other."""
    guide.program.type("I")
    asked(guide.program, "order › How")
    choose(guide.program, "sides")
    asked(guide.program, "First side", first)


def dies(guide: GameMaster) -> None:
    """Settle that the selected character is Fallen and dies."""
    guide.program.type("f")
    asked(guide.program, "The Recover Check")
    choose(guide.program, "fails: death")
    guide.give("\r")


def the_two_checks_of_the_text(guide: GameMaster) -> None:
    """ME-08, ME-10, ME-13, ME-18, ME-24, ME-27: Score 7 and Edge 1 on the porch; 5 and 2 at the door, then a Twist."""
    program = guide.program
    program.type("1x")
    asked(program, "Against")
    choose(program, "The Clerk")
    asked(program, "The Clerk › Check")
    choose(program, "Nature")
    asked(program, "Target’s pool")
    choose(program, "Motive")
    asked(program, "Dice")
    program.type("\t\t1\t\t\t")
    guide.give("3 2 2 6\r")
    program.see("Score 7, Edge 1", "Good")
    check(guide, "2", "The door behind the counter", "Poise", "1 2 2 5 6")
    program.see("FAILURE against 5")
    asked(program, "2 dice again: 75% to succeed")
    program.type("'")
    asked(program, "Price")
    program.type("the door comes off its hinges\t")
    guide.give("3 4\r")
    program.see("keeps 1 2 2")
    # The cost of a Twist puts the log in front until the next key.
    program.type("2")
    program.see("╟●─", "─╢ 1/1")


def in_the_shop(guide: GameMaster) -> None:
    """ME-06, ME-15, ME-19: a Raise before the roll, a row of a table, and the clerk's patience."""
    check(guide, "3", "The ledger under the till", "Ward Gossip", "2 3", raises=1)
    guide.program.see("Edge 1", "SUCCESS")
    guide.program.type("E")
    asked(guide.program, "Which table")
    choose(guide.program, "What the shop holds")
    asked(guide.program, "Dice")
    guide.give("6 6\r")
    guide.program.see("6, 6: The samovar")
    go_to(guide.program, "The clerk’s patience")
    guide.give("+")
    guide.give("+")
    guide.program.see("2/4")
    guide.end_scene()


def the_clerk_bites(guide: GameMaster) -> None:
    """ME-35, ME-41: two points of Mettle buy two dice; the clerk bites back, and the table asks for the damage."""
    program = guide.program
    begin(guide, "The Clerk Comes Back")
    sides(guide, "the party")
    choose(program, "the party")
    asked(program, "Fighters")
    guide.give("\r")
    program.type("a")
    asked(program, "Target")
    choose(program, "The Clerk")
    asked(program, "The Salle", "Poise", "Dice", "Surge")
    program.press("shift+tab", "shift+tab", "shift+tab", "2", "tab", "tab", "tab")
    guide.give("3 1 1 2 6 4\r")
    asked(program, "damage › The Clerk")
    guide.give("4\r")
    for _ in range(4):
        guide.give("n")
    program.see("1/5")
    program.type("a")
    asked(program, "Target")
    choose(program, "Viktor Sorokin")
    asked(program, "Nature", "Dice")
    guide.give("3 2 1 5\r")
    asked(program, "damage › Viktor Sorokin")
    program.type("3")
    asked(program, "Mettle 3→0")


def the_clerk_dies(guide: GameMaster) -> None:
    """ME-36, ME-37: Shaken instead of the damage; a felling blow, and a Recover Check that fails."""
    program = guide.program
    program.type(".")
    asked(program, "damage › Viktor Sorokin")
    program.type("3")
    asked(program, "Shaken instead")
    choose(program, "Shaken instead")
    guide.give("\r")
    program.see("cancels 3 damage and is Shaken")
    go_to(program, "The Clerk")
    program.type("d")
    asked(program, "damage › The Clerk")
    program.type("2")
    asked(program, "a Felling blow")
    guide.give("\r")
    dies(guide)
    program.see("The Clerk dies", "Dead")
    guide.end_fight()
    guide.end_scene()


def under_the_ridge(guide: GameMaster) -> None:
    """ME-30: four go on two dice, which are kept by hand; ME-38: a Shaken Viktor has his 1s discarded."""
    program = guide.program
    begin(guide, "The Upper Floor", left=True)
    go_to(program, "Across the clean floor")
    program.type("m")
    asked(program, "Link")
    choose(program, "weakest")
    asked(program, "weakest › Who")
    program.type("1234\r")
    asked(program, "Check")
    choose(program, "Poise")
    asked(program, "Kirin 5 dice (keep 2)")
    guide.give("3 1 2 5 6\r")
    asked(program, "dice to keep", "Score 5, Edge 0: 3 2")
    guide.pick("highest Score")
    check(guide, "1", "The note on the samovar", "Kitchen Russian", "1 2")
    program.see("Overcome: The note on the samovar", "SUCCESS, OK")
    guide.end_scene()


def what_hangs_above(guide: GameMaster) -> None:
    """ME-35, ME-37: Jonah falls and gets up; noon comes in, and she does not."""
    program = guide.program
    begin(guide, "What Hangs Above", left=True)
    sides(guide, "the foes")
    choose(program, "the foes")
    asked(program, "Fighters")
    guide.give("\r")
    program.type("a")
    asked(program, "Aunt Zola › Target")
    choose(program, "Jonah Teague")
    asked(program, "Aunt Zola › Jonah Teague", "Nature", "Dice")
    guide.give("3 2 4 4 1\r")
    asked(program, "damage › Jonah Teague")
    program.type("5")
    asked(program, "a Felling blow")
    guide.give("\r")
    program.see("−1/4", "Fallen")
    program.type("4f")
    asked(program, "Jonah Teague › The Recover Check")
    guide.pick("succeeds")
    guide.give("n")
    guide.give("n")
    check(guide, "2", "The skylight", "Poise", "3 1 2 5 5")
    program.see("1/2")
    guide.give("n")
    check(guide, "3", "The skylight", "Focus", "3 2 1 4")
    go_to(program, "Aunt Zola")
    program.type("d")
    asked(program, "damage › Aunt Zola")
    program.type("9")
    asked(program, "8→−1, a Felling blow")
    guide.give("\r")
    dies(guide)
    guide.end_fight()
    guide.reach("Noon", "what she has eaten goes home")
    guide.end_scene()
    guide.end_evening()


@SIZES
def test_the_story_is_played_killed_resumed_undone_and_redone(columns: int, rows: int, tmp_path: Path) -> None:
    """ME-08 … ME-41: four scenes, the worked Checks of the text, a death, a fall and an ending."""
    with Program([PATINA], tmp_path, columns=columns, rows=rows) as program:
        program.see("New table", "Viktor Sorokin")
        program.press("enter")
        program.see("A Fine Patina · Just Looking", "? all")
        guide = GameMaster(program)
        the_two_checks_of_the_text(guide)
        in_the_shop(guide)
        the_clerk_bites(guide)
        acts = guide.acts
        program.kill()
    killed = on_disk(tmp_path, PATINA)
    assert mettle_of(killed.actors["the-clerk"]) == 1
    assert mettle_of(killed.actors["viktor"]) == 3
    assert not has_status(killed.actors["viktor"], "shaken")
    with Program([PATINA], tmp_path, columns=columns, rows=rows) as program:
        program.see(AT_TABLE)
        guide = GameMaster(program, acts)
        the_clerk_dies(guide)
        under_the_ridge(guide)
        what_hangs_above(guide)
        guide.all_undone_and_redone()
        guide.leave()
    saved = tomllib.loads((tmp_path / "tables" / f"{PATINA}.toml").read_text())
    held = {who: {one["id"] for one in actor.get("conditions", ())} for who, actor in saved["actors"].items()}
    assert held["aunt-zola"] >= {"dead"}
    assert "the-clerk" not in held, "the dead leave as another scene begins"
    assert held["viktor"] == {"shaken"}
    assert not held["jonah"]
    outcomes = {rod: one.get("outcome") for rod, one in saved["challenges"].items()}
    assert outcomes["the-skylight"] == "overcome"
    assert saved["marks"]["noon"] == "reached"
    assert saved["table"]["evening"] == 2
