"""Scenario Nobody Told the Bees, played key by key in a real terminal from the tea to the final Wyrd rolls."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from tests.terminal.driver import Program
from tests.terminal.hands import asked, choose, on_disk
from tests.terminal.narrator import Narrator
from wyrd_tui.engine.nouns.wyrd_abacus import memory_of
from wyrd_tui.engine.rules.wyrd_abacus.abilities import is_defeated

BEES = "nobody-told-the-bees"
NORA, HAL, EDITH, COLIN = "Nora Marl", "Hal Okafor", "Edith Pruett", "Colin Dacre"
pytestmark = pytest.mark.long
SIZES = pytest.mark.parametrize(("columns", "rows"), [(80, 24)])


def the_tea(narrator: Narrator) -> None:
    """WA-16 … WA-23: points, another ability for 1 Wyrd, a failure that two draws mend, a facet's worth of Wyrd."""
    narrator.begin("The Funeral Tea")
    narrator.program.see("0/4 The Queen Stirs", "Hester’s good manners", "The hum in the fog")
    narrator.face("Hester’s good manners", (NORA, EDITH), [EDITH] * 2, 3)
    narrator.face("Count the chairs", (COLIN,), [COLIN], 1)
    narrator.draw(COLIN, COLIN)
    narrator.face("The hive book", (NORA, EDITH), [EDITH, "Nora Soul"], 4)
    narrator.wyrd((NORA, COLIN), "3;6 2")
    narrator.program.see("The Queen Stirs: 0→1 of 4")
    narrator.end_scene()
    narrator.program.see("between scenes")
    narrator.recover("Soul", "Mind", "Mind")


def the_lane(narrator: Narrator) -> None:
    """WA-17, WA-31, WA-52: one helps from afar, one is hurt, a 6 brings Toby, and a child left alone is fetched."""
    narrator.begin("The Lane", present=(NORA, HAL, COLIN))
    narrator.program.see("absent", "after The wagon across th")
    narrator.face("The wagon across the lane", (HAL, COLIN, EDITH), [HAL, HAL, EDITH], 3)
    narrator.draw(HAL)
    narrator.face("Behind the hedge", (NORA, COLIN), [COLIN], 1)
    narrator.draw("accept it")
    narrator.suffer(COLIN, "Body", 3)
    narrator.program.see("1/5")
    narrator.wyrd((HAL, COLIN), "1;6 5")
    narrator.program.see("Toby’s come home")
    narrator.program.press("escape")
    narrator.program.see("2/4 The Queen Stirs")
    narrator.end_scene()
    asked(narrator.program, "Dilys will not come in", "Her nightgown")
    narrator.tell("Nobody on the farm has seen a child")
    narrator.recover("Body", "Mind", "Body")


def colin_falls(narrator: Narrator) -> None:
    """WA-28, WA-31, WA-33, WA-50: damage scratches an ability out, and damage to a scratched one defeats."""
    narrator.begin("The Chapel of Ease", left=True)
    narrator.face("Toby’s come home", (HAL, COLIN), [COLIN], 2)
    narrator.draw("accept it")
    narrator.suffer(COLIN, "Body", 3, words="He only wants to hold on", also=HAL)
    narrator.program.see("Body scratched")
    narrator.program.press("4", "M")
    asked(narrator.program, "Which ability")
    narrator.give("\r")
    narrator.face("Toby’s come home", (HAL, COLIN), (), 2)
    narrator.draw("accept it")
    narrator.suffer(COLIN, "Body", 2, also=NORA)
    narrator.program.press("4", "d")
    asked(narrator.program, "Which ability")
    choose(narrator.program, "Body")
    asked(narrator.program, "Points")
    narrator.give("1\r")
    narrator.program.see("Colin is defeated")
    asked(narrator.program, "Their Wyrd")


def the_chapel(narrator: Narrator) -> None:
    """WA-51, WA-53: the open question is asked again after the kill; his player goes on with two points to lend."""
    narrator.program.see("defeated: maim")
    narrator.program.press(".")
    asked(narrator.program, "Colin Dacre", "Their Wyrd")
    narrator.program.type("6 2\r")
    asked(narrator.program, "Player’s choice")
    narrator.pick("wyrd")
    narrator.program.press("escape")
    # On a small screen the countdown itself is below the rods that are in sight.
    narrator.program.see("The Queen Stirs")
    narrator.face("Toby’s come home", (NORA, HAL), ["Nora Soul"] * 2, 4, lent=COLIN)
    narrator.draw(f"{COLIN} lends {NORA}")
    narrator.face("Under the flagstones", (HAL,), [HAL], 5)
    narrator.wyrd((NORA,), "1 1 1")
    narrator.end_scene()
    narrator.tell("Edith has tasted it")
    narrator.recover("Body", "Body")


def the_shutters(narrator: Narrator) -> None:
    """WA-40, WA-54, WA-55: a rule that costs Wyrd, and the fourth 6 of the story ends the countdown."""
    narrator.begin("The Night of Shutters", left=True)
    narrator.face("Nobody opens", (EDITH, NORA), [EDITH, NORA], 3, toll=NORA)
    narrator.draw(NORA)
    narrator.face("Agnes at the window", (EDITH, NORA), [EDITH], 5)
    narrator.wyrd((EDITH,), "6 2")
    asked(narrator.program, "Lanterns on the green")
    narrator.tell("They carry Hal as far as the gate")
    narrator.face("The old queen comes", (NORA, EDITH), [NORA] * 2, 6)
    narrator.end_scene()
    narrator.recover("Soul", "Mind")


def the_hive(narrator: Narrator) -> None:
    """WA-14, WA-25: the gates are open; a challenge that only a Wyrd roll meets ends the tale."""
    narrator.begin("The Thirteenth Hive", left=True)
    narrator.face("Hester with the gun", (HAL, NORA), [HAL, NORA, NORA], 3)
    narrator.draw(f"{COLIN} lends {NORA}")
    narrator.face("The black oak lid", (HAL, NORA), [HAL], 6)
    narrator.face("Tell the names", (NORA, EDITH), [NORA] * 3 + [EDITH] * 2, 4)
    narrator.wyrd((NORA, HAL, EDITH), "6 1 2 2 3 4 5;3 3;2 2", on="A keeper is chosen")
    asked(narrator.program, "It wants a mouth")
    narrator.tell("It speaks through Edith, to Agnes")
    narrator.end_scene()
    narrator.recover("Soul", "Body", "Soul")


def the_last_rolls(narrator: Narrator) -> None:
    """Play the final Wyrd rolls: a character who rolls a 6 is caught in the tale (WA-41)."""
    narrator.reach("Told", "learnt your name")
    narrator.program.press("F")
    asked(narrator.program, "final Wyrd rolls", "Who")
    narrator.program.press("enter")
    asked(narrator.program, "Dice")
    narrator.give("6 1 2 2 3 4 5 5;2 5 1;3 3 1\r")
    narrator.program.see("caught in the tale", "freed from the tale")
    narrator.end_evening()


@SIZES
def test_the_story_is_played_killed_resumed_undone_and_redone(columns: int, rows: int, tmp_path: Path) -> None:
    """WA-02, WA-14, WA-25, WA-40, WA-41, WA-50, WA-51: five scenes, a countdown, a character lost, an ending."""
    with Program([BEES], tmp_path, columns=columns, rows=rows) as program:
        program.see("New table", NORA)
        program.press("enter")
        program.see("begin a scene (B) opens The Funeral Tea")
        narrator = Narrator(program)
        the_tea(narrator)
        the_lane(narrator)
        colin_falls(narrator)
        acts = narrator.acts
        program.kill()
    killed = on_disk(tmp_path, BEES)
    assert is_defeated(killed.actors["colin"])
    with Program([BEES], tmp_path, columns=columns, rows=rows) as program:
        narrator = Narrator(program, acts)
        the_chapel(narrator)
        the_shutters(narrator)
        the_hive(narrator)
        the_last_rolls(narrator)
        narrator.all_undone_and_redone()
        program.see("caught in the tale")
        narrator.leave()
    assert memory_of(on_disk(tmp_path, BEES)).sixes >= 4
    saved = tomllib.loads((tmp_path / "tables" / f"{BEES}.toml").read_text())
    fates = {"caught", "freed"}
    held = {who: fates & {one["id"] for one in saved["actors"][who]["conditions"]} for who in ("nora", "hal", "edith")}
    assert held == {"nora": {"caught"}, "hal": {"freed"}, "edith": {"freed"}}
    assert {one["id"]: one.get("note", "") for one in saved["actors"]["colin"]["conditions"]}[
        "defeated"
    ] == "a significant impediment"
    assert saved["table"]["evening"] == 2
    assert saved["marks"]["told"] == "reached"
    assert "a-keeper-is-chosen" in saved["table"]["overcome"]
    left = {
        row["id"]: row["boxes"] - row.get("marks", 0)
        for row in saved["actors"]["nora"]["sheets"]["wyrd_abacus"]["track"]
    }
    assert left == {"body": 1, "mind": 4, "soul": 1}
    assert saved["actors"]["nora"]["sheets"]["wyrd_abacus"]["ratings"]["Wyrd"] == 8
