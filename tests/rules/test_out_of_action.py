"""Out of action, fates, conceding (WE-66 … WE-70, WED-10, WED-12, WED-13, C-06)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.rules.tables import BLACKWOOD, DRAKE, FELIX, GRAVES, JOSEPHINE, Play, on, someone
from wyrd_tui.engine.commands import why_unable
from wyrd_tui.engine.recap import recap
from wyrd_tui.engine.rules.all_games import ladder


def test_we_66_and_u_14_all_boxes_marked() -> None:
    """12 damage on a fresh character: full, 2 points left over and shown, out, fate asked (WE-66)."""
    play = on("we")
    preview = play.preview("damage ann 12", "points")
    act = play("damage ann 12")
    assert "2 more than the track can hold" in act.lines[0]
    assert "2 more than the track can hold" in preview
    assert "Ann: out of action, " in preview
    assert play.is_("ann") == {"out-of-action", "at-risk-of-death"}
    assert "fate" in play.waiting()
    play.refuses("roll ann Fight 0")


def test_u_14_damage_without_a_track_says_so() -> None:
    """No box is free where there is none at all (WE-66)."""
    play = Play(FELIX, someone("ghost", "Ghost", {"Fight": 0}, side="foes", track="none"))
    assert play.preview("damage ghost 1", "points").endswith("no track to mark")
    assert play("damage ghost 1").lines[0] == "Ghost takes 1 damage: no track to mark"


@pytest.mark.parametrize(
    ("out_at", "damage", "conditions"),
    [
        ("full", 9, set()),
        ("full", 10, {"out-of-action"}),
        ("full", 11, {"out-of-action", "at-risk-of-death"}),
        ("overflow", 10, set()),
        ("overflow", 11, {"out-of-action", "at-risk-of-death"}),
    ],
)
def test_c_06_and_we_67_when_is_one_out(out_at: str, damage: int, conditions: set[str]) -> None:
    """Full is out; under overflow one plays on with a full track until damage goes beyond it (WE-66, WE-67)."""
    play = on("we", out_at=out_at)
    play(f"damage ann {damage}")
    assert play.is_("ann") == conditions


def test_c_06_playing_on_with_minus_three() -> None:
    """Under `out_at = overflow` a character with a severe wound plays on at −3 (C-06)."""
    play = on("we", out_at="overflow")
    play.play("damage ann 10", "wound ann severe Fight", "roll ann Fight 0 dice=0000")
    assert play.total == -1
    play.play("mark-box ann stress 3", "mark-box ann stress 4")
    assert play.is_("ann") == set()


def test_we_67_and_wed_13_further_damage_on_a_severe_wound() -> None:
    """Any further damage on a severe wound is a risk of death (WE-67, WED-13)."""
    play = on("we")
    play("mark-box ann severe 1")
    assert play.is_("ann") == set()
    play("damage ann 1")
    assert play.is_("ann") == {"at-risk-of-death"}
    assert not play.state.actors["ann"].out


def test_we_67_a_track_without_severe_wounds_risks_no_death() -> None:
    """WE-67: stress and mild wounds alone put out of action, and more damage brings no risk of death."""
    play = on("3/1")
    play("damage ann 5")
    assert play.is_("ann") == {"out-of-action"}


def test_we_67_a_character_at_risk_of_death_may_survive() -> None:
    """The fate is on offer for a character who still stands and is at risk, and for nobody else (WE-67)."""
    play = on("we")
    assert "survives" not in play.offered("fate ann defeated", "fate")
    assert "`fate` decides" not in play.hints()
    play.play("mark-box ann severe 1", "damage ann 1")
    assert "Ann is at risk of death: `fate` decides" in play.hints()
    assert play.offered("fate ann defeated", "fate")["survives"].hint == "no longer at risk of death"
    assert play("fate ann survives").lines == ("Ann is no longer at risk of death",)
    assert play.is_("ann") == set()
    play.play("damage ann 25")
    assert "`fate` decides" not in play.hints()
    assert play.is_("ann") == {"out-of-action", "at-risk-of-death"}
    assert "survives" not in play.offered("fate ann defeated", "fate")


@pytest.mark.parametrize(
    ("fate", "condition"),
    [
        ("defeated", "defeated"),
        ("captured", "captured"),
        ("left-for-dead", "left-for-dead"),
        ("retreats", "retreats"),
        ("dead", "dead"),
        ("ally", "ally"),
        ("injury", "injury"),
        ('"turned to stone"', "fate"),
    ],
)
def test_we_67_the_outcome_menu(fate: str, condition: str) -> None:
    """The GM's choice, in words of their own too, settles what out of action means (WE-68)."""
    play = on("we")
    play.play("damage ann 12", f"fate ann {fate} note=x")
    assert play.is_("ann") == {condition}
    assert play.state.actors["ann"].out
    assert "fate" not in play.waiting()


def test_we_67_a_retreat_is_a_deed() -> None:
    """Log, recap and refusal say that a character who left the fight retreated (WE-67)."""
    play = on("we")
    act = play.play("damage ann 12", "fate ann retreats note=uphill")
    assert str(act.log[0]) == "Ann retreats: uphill"
    assert "; retreated: uphill" in recap(play.state, play.session.done)
    assert why_unable(play.state, "ann") == "Ann has retreated."


def test_we_68_a_second_fate_takes_the_place_of_the_first() -> None:
    """The GM may think again: nobody is captured and dead at once."""
    play = on("we")
    play.play("damage ann 12", "fate ann captured", "fate ann dead")
    assert play.is_("ann") == {"dead"}
    play("fate ann stays")
    assert play.is_("ann") == {"fights-on"}
    assert not play.state.actors["ann"].out


def test_we_68_a_last_desperate_action() -> None:
    """A last desperate action allows one act; then the character is out, and the fate is open again (WE-68)."""
    play = Play(BLACKWOOD, DRAKE)
    play.play("damage blackwood 10", "fate blackwood desperate")
    assert not play.state.actors["blackwood"].out
    told = "one last act: Jonathan is out afterwards"
    assert told in play.preview("attack blackwood drake", "dice")
    assert told in play.preview("roll blackwood Fight 0", "dice")
    assert told not in play.preview("attack drake blackwood", "dice")
    play("attack blackwood drake dice=++++ theirs=0000")
    assert play.is_("blackwood") == {"out-of-action"}
    assert "desperate" not in play.offered("fate blackwood dead", "fate")
    assert "damage" in play.waiting()
    assert "fate" in play.waiting()
    play("fate blackwood dead")
    assert play.is_("blackwood") == {"dead"}
    assert "fate" not in play.waiting()


def test_we_68_fighting_on() -> None:
    """The fate “stays” lets a character fight on; a hit opens the fate again, the scene's end clears it (WE-68)."""
    play = Play(BLACKWOOD)
    play.play("damage blackwood 10", "fate blackwood stays")
    assert play.is_("blackwood") == {"fights-on"}
    assert not play.state.actors["blackwood"].out
    play("damage blackwood 1")
    assert play.is_("blackwood") == {"out-of-action", "at-risk-of-death"}
    play("fate blackwood stays")
    assert play.is_("blackwood") == {"fights-on"}
    play("end scene")
    assert play.is_("blackwood") == set()


def test_a_fate_is_not_asked_twice() -> None:
    """Damage to an actor with a settled fate asks for no fate."""
    play = Play(GRAVES)
    play.play("damage graves 2", "fate graves captured", "damage graves 1")
    assert play.is_("graves") == {"captured"}
    assert play.waiting() == []


def test_we_69_conceding() -> None:
    """Conceding needs a price, leaves the order and clears no boxes; the fight's end brings the actor back (WE-69)."""
    play = Play(BLACKWOOD, DRAKE)
    play.play("order gm", "damage blackwood 2")
    play.refuses("concede blackwood", "price")
    act = play("concede blackwood flees unarmed")
    assert act.lines[0] == "Jonathan concedes: flees unarmed"
    assert play.order() == ["drake"]
    assert play.marks("blackwood") == "2/0/0/0"
    assert play.state.actors["blackwood"].out
    play.refuses("concede blackwood nothing")
    act = play("end fight")
    assert "Jonathan, who conceded, may act again; price, kept in the notes: flees unarmed" in act.lines
    assert not play.state.actors["blackwood"].out
    assert play.is_("blackwood") == set()
    assert play.state.actors["blackwood"].notes == "Conceded: flees unarmed"


@pytest.mark.parametrize("fate", ["gone-for-good", '"left the city"'])
def test_we_66_a_fate_for_good_outlasts_the_scene(fate: str) -> None:
    """No end of a scene undoes a fate in the GM's own words, nor one for good; free boxes do not either (WE-66)."""
    play = Play(BLACKWOOD, DRAKE)
    play.play("damage blackwood 12", f"fate blackwood {fate}", "end scene")
    assert play.marks("blackwood") == "0/3/2/1"
    play("rest weeks who=blackwood")
    assert play.marks("blackwood") == "0/0/0/0"
    assert play.state.actors["blackwood"].out
    play("fate blackwood stays")
    assert not play.state.actors["blackwood"].out


def test_we_66_a_character_gone_for_good_needs_no_penalty() -> None:
    """WE-61, WE-66: their wounds ask for none, unless the GM lets them stay after all."""
    play = Play(BLACKWOOD, DRAKE)
    play("damage blackwood 12")
    assert "wound" in play.waiting()
    play("fate blackwood gone-for-good")
    assert play.waiting() == []
    play("fate blackwood stays")
    assert "wound" in play.waiting()


def test_we_69_the_end_tells_whose_fate_ends_and_stays() -> None:
    """The end of a scene says in advance who may act again, with price or note, and who stays out (WE-69, WE-92)."""
    play = Play(BLACKWOOD, FELIX, DRAKE, GRAVES)
    play.play("concede drake the letters", "damage graves 2", "fate graves retreats note=by the river")
    play.play("fate felix gone-for-good", "fate blackwood dead")
    told = play.preview("end scene", "what").splitlines()
    assert "Drake, who conceded, may act again; price, kept in the notes: the letters" in told
    assert "Graves, who retreated, may act again; kept in the notes: by the river" in told
    assert told[-1] == "Out of action still: Felix (gone for good)"


def test_we_69_a_whole_side_concedes() -> None:
    """Several concede at one price, but not who is out already (WE-69)."""
    play = Play(BLACKWOOD, FELIX, DRAKE)
    play.play("damage felix 10", "fate felix captured")
    play("order gm")
    play.refuses("concede blackwood,felix surrender", "Felix is captured.")
    play("concede drake surrender")
    assert "all foes are out" in play.hints()


def test_we_70_a_beaten_side_ends_the_combat() -> None:
    """A hint says so; ending the fight clears the order and the stress (WE-70)."""
    play = Play(BLACKWOOD, GRAVES)
    play.play("order gm", "damage blackwood 3", "damage graves 2", "fate graves defeated")
    assert "all foes are out" in play.hints()
    play("end fight")
    assert (play.order(), play.state.scene.fight, play.marks("blackwood")) == ([], False, "0/0/0/0")


def test_we_70_neutral_opponents_end_the_combat_too() -> None:
    """Neutral fighters of the order are the other side where no foe is there (WE-70)."""
    play = Play(BLACKWOOD, replace(GRAVES, side="others"), replace(DRAKE, side="others"))
    play("order gm who=blackwood,graves")
    assert "all foes are out" not in play.hints()
    play.play("damage graves 2", "fate graves defeated")
    assert "all foes are out" in play.hints()


def test_wed_10_out_with_one_wound_of_each() -> None:
    """Five stress, mild, moderate and severe: out (WED-10)."""
    play = Play(JOSEPHINE)
    play.play("mark-box josephine stress 5", "damage josephine 5")
    assert play.is_("josephine") == set()
    play("damage josephine 1")
    assert "out-of-action" in play.is_("josephine")


def test_wed_12_conceding_is_there_under_any_track() -> None:
    """The draft has no concession; the table may still use it (WED-12)."""
    play = Play(JOSEPHINE, DRAKE)
    play.play("order gm", "concede josephine the letters")
    assert play.is_("josephine") == {"conceded"}


def test_we_69_conceding_takes_one_out_of_the_fight_alone() -> None:
    """A character who conceded still rolls outside the fight and is no target."""
    play = Play(BLACKWOOD, FELIX, DRAKE)
    play.play("order gm", "concede felix the plans", "roll felix Lore 0 dice=0000")
    assert play.total == 1
    assert play("oppose felix drake Will dice=0000 theirs=0000").lines
    assert "Crafts" in ladder(play.state, "felix", "Crafts").title
    play.refuses("attack felix drake", "Felix has conceded. `recover felix conceded` brings Felix back")
    play.refuses("attack drake felix", "Felix has conceded.")
    play("order gm")
    assert play.order() == ["blackwood", "drake"]
    play("fate felix dead")
    play.refuses("roll felix", "Felix is dead.")


def test_we_70_a_side_that_is_beaten_is_said_so() -> None:
    """The party stands or falls as one; foes are many (WE-70)."""
    play = Play(BLACKWOOD, DRAKE)
    play.play("order gm", "fate blackwood captured")
    assert "the whole party is out: `end`" in play.hints()
    play.play("fate blackwood stays", "fate drake captured")
    assert "all foes are out: `end`" in play.hints()


def test_we_69_a_fight_without_an_order_can_be_conceded_and_ended() -> None:
    """The end of the fight lets the one who conceded act again, and stress clears (WE-69 … WE-71)."""
    play = Play(BLACKWOOD, FELIX, DRAKE)
    play("mark-box blackwood stress 1")
    assert "fight" not in play.offered("end", "what")
    play.play("attack drake felix dice=++00 theirs=0000", "damage felix 2")
    assert "fight" in play.offered("end", "what")
    play("concede felix the plans")
    assert play.is_("felix") == {"conceded"}
    play("end fight")
    assert (play.is_("felix"), play.marks("felix"), play.state.scene.fight) == (set(), "0/0/0/0", False)


def test_we_67_the_wounds_of_the_dead_are_no_question() -> None:
    """The fate of a character who is out is asked first; nothing is asked of the dead (WE-66, WE-67)."""
    play = Play(FELIX, DRAKE)
    play("damage felix 10")
    assert play.waiting() == ["fate", "wound", "wound", "wound"]
    play("fate felix dead")
    assert play.waiting() == []
