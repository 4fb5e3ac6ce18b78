"""Rest and treatment (WE-71 … WE-74, WE-96, WED-11, C-08, U-08)."""

from __future__ import annotations

import pytest

from tests.rules.tables import BLACKWOOD, DRAKE, FELIX, GRAVES, MERCER, Play, on


@pytest.mark.parametrize("what", ["fight", "scene"])
def test_we_71_and_c_08_stress_clears(what: str) -> None:
    """4/1/0/0 becomes 0/1/0/0 with the fight or the scene (WE-71)."""
    play = Play(BLACKWOOD, DRAKE)
    play.play("order gm", "damage blackwood 5")
    told = play(f"end {what}").lines
    assert play.marks("blackwood") == "0/1/0/0"
    when = "after the fight" if what == "fight" else "at the end of the scene"
    assert f"Jonathan recovers {when}: stress 4→0" in told


@pytest.mark.parametrize(("length", "marks"), [("hours", "0/0/2/1"), ("days", "0/0/0/1"), ("weeks", "0/0/0/0")])
def test_we_72_and_74_rest_heals_side_by_side(length: str, marks: str) -> None:
    """Hours heal mild wounds, days moderate ones too, weeks all (WE-72, WE-74)."""
    play = on("we", out_at="overflow")
    play.play("damage ann 10", f"rest {length}")
    assert play.marks("ann") == marks


def test_we_72_a_rest_names_healed_wounds_where_room_is_short() -> None:
    """WE-72: stress that clears does not stand in the place of the wounds."""
    play = on("we", out_at="overflow")
    play.play("damage ann 10")
    healed = next(line for line in play("rest days").log if "recovers" in line.head)
    assert "stress 4→0" in healed.brief
    assert "mild 3→0" in healed.brief


def test_we_72_a_rest_that_heals_nothing_says_why() -> None:
    """Without a wound, or with none that so short a rest heals, the line says so before and after (WE-72, WE-74)."""
    play = on("we", out_at="overflow")
    assert play("rest days").lines == ("Rest for days: no character has a wound to heal",)
    play.play("damage ann 10", "rest hours")
    assert play("rest hours").lines == ("Rest for hours: too short for these wounds",)


@pytest.mark.parametrize("row", ["mild", "moderate", "severe"])
def test_we_72_treatment(row: str) -> None:
    """First aid, care or surgery clears one row, with its penalty (WE-72)."""
    play = on("we", out_at="overflow")
    play.play("damage ann 10", f"wound ann {row} Fight", f"treat ann {row} by a surgeon")
    assert (play.row("ann", row).marks, play.hurts("ann", row)) == (0, {})


def test_we_74_a_penalty_that_goes_is_named() -> None:
    """The log says which penalty a rest takes, and that an open one needs no answer any more (WE-60, WE-74)."""
    play = Play(MERCER)
    play.play("mark-box mercer mild 1", "mark-box mercer severe 1", "wound mercer mild Athletics")
    assert "mild 1→0, Athletics −1 ends, severe 1→0, the unassigned −3 ends" in play("rest weeks mercer").lines[-1]


def test_we_73_all_boxes_of_a_category_at_once() -> None:
    """0/3/1/0 and a rest is 0/0/1/0; the moderate penalty remains (WE-73)."""
    play = Play(MERCER)
    play.play("mark-box mercer mild 3", "mark-box mercer moderate 1")
    play.play("wound mercer mild Athletics", "wound mercer moderate Athletics:1,Awareness:1", "rest hours")
    assert (play.marks("mercer"), play.hurts("mercer", "mild")) == ("0/0/1/0", {})
    play("roll mercer Athletics 0 dice=0000")
    assert play.total == 0


def test_u_08_full_is_reckoned_anew_after_healing() -> None:
    """A full character whose fate nobody has told keeps the question as stress clears, and may then act again."""
    play = on("we")
    play.play("damage ann 12", "end scene")
    assert (play.marks("ann"), play.is_("ann")) == ("0/3/2/1", {"out-of-action", "at-risk-of-death"})
    assert "fate" in play.waiting()
    assert "Ann may act again" in play("fate ann stays").lines
    assert play.is_("ann") == set()
    play("roll ann Fight 0 dice=0000")


def test_u_08_an_injury_lets_a_player_act_again() -> None:
    """An injury goes on while its owner acts; a dead character stays dead, a defeated foe defeated."""
    play = Play(MERCER, FELIX, GRAVES)
    play.play("damage mercer 10", "fate mercer injury", "damage felix 10", "fate felix dead")
    play.play("damage graves 2", "fate graves defeated")
    act = play("end scene")
    assert any("injury, may act again" in line for line in act.lines)
    assert [play.state.actors[who].out for who in ("mercer", "felix", "graves")] == [False, True, True]


@pytest.mark.parametrize("rest", ["end scene", "rest weeks mercer"])
def test_we_66_captivity_lasts_until_the_gm_ends_it(rest: str) -> None:
    """Free boxes say who can stand (U-08), and not who is free: that is the GM's choice (WE-66, WE-67)."""
    play = Play(MERCER, FELIX)
    play.play("damage mercer 10", "fate mercer captured")
    act = play(rest)
    assert not any("may act again" in line for line in act.lines)
    assert (play.is_("mercer"), play.state.actors["mercer"].out) == ({"captured"}, True)
    assert any("may act again" in line for line in play("fate mercer stays").lines)
    assert (play.is_("mercer"), play.state.actors["mercer"].out) == (set(), False)


def test_u_08_by_hand() -> None:
    """Taking a mark away brings back, setting the last one takes out."""
    play = Play(GRAVES)
    play("mark-box graves stress 2")
    assert play.is_("graves") == {"out-of-action"}
    play("mark-box graves stress 1")
    assert play.is_("graves") == set()


def test_stress_may_linger() -> None:
    """Psychological stress stays after the scene and goes with rest (WE-96)."""
    play = on("we", stress="lingers")
    play.play("damage ann 5", "end scene")
    assert play.marks("ann") == "4/1/0/0"
    play("rest hours")
    assert play.marks("ann") == "0/0/0/0"


def test_wed_11_categories_and_healing_as_in_the_text() -> None:
    """The draft says nothing else: three mild boxes cost once, and rows heal side by side (WED-11)."""
    play = on("draft-rows")
    play.play("damage ann 9", "wound ann mild each=Fight", "roll ann Fight 0 dice=0000")
    assert play.total == 1
    play("rest days")
    assert play.marks("ann") == "0/0/0/0"
