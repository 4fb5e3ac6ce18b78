"""Mettle: damage, wounds that cancel it, Rally, Recover, death (ME-34 … ME-40, U-25, U-32)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.rules.mettle.tables import CAST, CLERK, KIRIN, VIKTOR, Shop, someone, with_status, worn
from wyrd_tui.engine.recap import recap
from wyrd_tui.engine.rules.mettle.modifiers import lost_actions
from wyrd_tui.engine.sheet import Effect, Trait
from wyrd_tui.engine.state import METTLE, Actor


def test_me_37_the_recap_tells_a_recovery() -> None:
    """The recap tells a recovery, and the log tells a Mettle below 0 (ME-37, U-32)."""
    shop = Shop(with_status(worn(VIKTOR, mettle=6), "fallen"), KIRIN)
    assert "Viktor stands at Mettle −1: any damage fells" in shop.log("rise viktor lives")
    assert "recovered and rose again" in recap(shop.state, shop.session.done)
    whole = Shop(with_status(VIKTOR, "fallen"), KIRIN)
    assert "stands at" not in whole.log("rise viktor lives")


def test_me_34_mettle_is_motive_and_armor() -> None:
    """3 + 2 is 5; written anew it is whole, or as far gone as it was (ME-34)."""
    shop = Shop()
    assert [shop.mettle(who) for who in ("viktor", "kirin", "clerk")] == [5, 3, 4]
    shop("pools viktor armor=4")
    assert shop.mettle("viktor") == 7
    shop.play("hurt viktor 3", "pools viktor armor=0")
    assert shop.mettle("viktor") == 3
    assert shop.log("pools viktor motive=2") == "Viktor’s Motive: 3→2\nViktor now has Mettle 2/2"
    assert shop.mettle("viktor") == 2


def test_pools_tell_what_changes_alone() -> None:
    """Frame alone names no Mettle; Mettle written anew is told as it stands, and at its most (ME-21, ME-34)."""
    shop = Shop()
    shop.play("hurt kirin 2", "strain kirin poise")
    assert shop.log("pools kirin frame=2") == "Kirin’s Frame: 4→2"
    assert shop.log("pools kirin motive=4 poise=3") == "Kirin’s Motive: 2→4\nKirin now has Mettle 1/5, Poise 3 (2)"
    assert shop.log("rate kirin poise 4") == "Kirin now has Poise 4 (3)"


@pytest.mark.parametrize(("points", "left", "fallen"), [(5, 0, False), (6, -1, True), (9, -4, True)])
def test_me_35_nothing_left_still_stands(points: int, left: int, fallen: bool) -> None:
    """5 − 5 is 0 and stands, 5 − 6 is −1 and has Fallen (trap 16); U-32: the true number is kept (ME-35)."""
    shop = Shop()
    told = shop.log(f"hurt viktor {points}")
    assert f"Viktor takes {points} damage: Mettle 5→{left}".replace("-", "−") in told
    assert shop.mettle("viktor") == left
    assert ("fallen" in shop.is_("viktor")) == fallen == shop.state.actors["viktor"].out
    assert ("a Felling blow" in told) == fallen


def test_me_37_the_line_says_what_a_felling_blow_takes() -> None:
    """The line before it tells as much as the log: no Action, Poise 0, no Free Move (ME-35, ME-37)."""
    shop = Shop()
    told = shop.preview("hurt viktor 6", "points")
    fallen = "Fallen: no Action, Poise 0, no Free Move (a house rule may allow it)"
    why = "no Shaken instead: 6 damage at Mettle 5 is a Felling blow"
    assert told == f"Viktor Mettle 5→−1, a Felling blow; {fallen}; {why}"
    assert "Fallen" not in shop.preview("hurt viktor 5", "points")
    shop("hurt viktor 6")
    assert "Fallen:" not in shop.preview("hurt viktor 1", "points")


@pytest.mark.parametrize(
    ("status", "points", "why"),
    [
        ("", 6, "no Shaken instead: 6 damage at Mettle 5 is a Felling blow"),
        ("shaken", 6, "no Broken instead: 6 damage at Mettle 5 is a Felling blow"),
        ("broken", 2, "no Shaken instead: the Broken take every further hit"),
        ("broken", 9, "no Shaken instead: the Broken take every further hit"),
        ("fallen", 2, "no Shaken instead: the Fallen take every hit"),
        ("", 5, ""),
        ("shaken", 5, ""),
    ],
)
def test_me_38_the_question_says_why_no_wound_cancels(status: str, points: int, why: str) -> None:
    """The outcome on offer is the damage alone, and the line says why; else the wound stands there (ME-38, ME-39)."""
    shop = Shop()
    if status:
        shop(f"status viktor {status}")
    told = shop.preview(f"hurt viktor {points}", "points")
    assert why in told
    assert ("instead" in told) == bool(why) == (list(shop.offered(f"hurt viktor {points}", "way")) == ["take"])


def test_a_group_with_a_number_enters_in_the_plural() -> None:
    """A name that is of one, such as Ghoul, stands beside the number."""
    shop = Shop()
    assert shop.log("add Ghoul foes mook count=3").startswith("Ghoul ×3 enter")
    assert shop.log("add Wight foes mook count=1").startswith("Wight enters")


def test_me_36_a_new_scene_refills_it() -> None:
    """A new scene refills everybody's Mettle; Fallen characters and strained pools stay so (ME-36, ME-50, U-32)."""
    shop = Shop()
    shop.play("hurt viktor 6", "hurt kirin 1", "strain kirin poise")
    told = shop.log("end scene")
    assert "Viktor stays Fallen at full Mettle: Mettle −1→5" in told
    assert "Kirin has full Mettle again: Mettle 2→3" in told
    assert (shop.mettle("viktor"), shop.mettle("kirin"), shop.pool("kirin", "Poise")) == (5, 3, 4)
    assert shop.is_("viktor") == {"fallen"}
    shop("hurt kirin 1")
    assert "Kirin has full Mettle again" in shop.log("begin Upstairs")


def test_me_36_rallies_refill_it_in_battle() -> None:
    """The rule is on another page: by hand, all of it or some (ME-36)."""
    shop = Shop()
    shop.play("hurt viktor 4")
    assert shop.log("rally viktor points=2") == "Viktor rallies: Mettle 1→3"
    assert shop.log("rally viktor") == "Viktor rallies: Mettle 3→5"
    shop.refuses("rally viktor", "Nobody here has lost Mettle")
    shop("hurt kirin 1")
    assert list(shop.offered("rally kirin", "who")) == ["kirin"]
    shop.refuses("rally viktor", "The Mettle of Viktor is whole")


def test_me_37_the_fallen_wait_for_a_recover_check() -> None:
    """No Action, Poise 0; the check is made by hand and settled (ME-40)."""
    shop = Shop()
    shop.refuses("rise", "Nobody is Fallen")
    shop("hurt viktor 6")
    assert shop.pool("viktor", "Poise") == 0
    assert "`rise` makes the Recover Check" in shop.hints()
    shop("rise viktor lives")
    assert shop.is_("viktor") == set()
    assert shop.mettle("viktor") == -1
    shop.play("hurt viktor 1", "rise viktor dies")
    assert "dead" in shop.is_("viktor")
    assert shop.hints() == ""


@pytest.mark.parametrize(("chosen", "gone"), [("lost", {"action", "free move"}), ("kept", {"action"})])
def test_c_19_whether_the_fallen_may_still_move(chosen: str, gone: set[str]) -> None:
    actor = with_status(VIKTOR, "fallen")
    shop = Shop(actor, KIRIN, fight=True, rules={"fallen_move": chosen})
    assert set(lost_actions(shop.state, actor)) == gone
    assert shop.hints().count("Viktor has no ") == len(gone)


def test_me_38_a_wound_cancels_a_hit_that_does_not_fell() -> None:
    """Mettle 5, a hit of 4: Shaken, and Mettle stays; a hit of 6 leaves no choice (ME-38)."""
    shop = Shop()
    assert list(shop.offered("hurt viktor 4", "way")) == ["take", "shaken"]
    assert list(shop.offered("hurt viktor 5", "way")) == ["take", "shaken"]
    assert list(shop.offered("hurt viktor 6", "way")) == ["take"]
    assert shop.log("hurt viktor 4 way=shaken") == (
        "Viktor cancels 4 damage and is Shaken: no Free Move, 1s are discarded"
    )
    assert (shop.mettle("viktor"), shop.is_("viktor")) == (5, {"shaken"})
    shop.refuses("hurt viktor 6 way=broken", "Viktor cannot cancel this hit", "is a Felling blow")


def test_me_39_a_second_wound_and_no_third() -> None:
    """Broken takes the place of Shaken; after it a hit can only be taken (ME-39)."""
    shop = Shop()
    shop("hurt viktor 4 way=shaken")
    shop.refuses("hurt viktor 4 way=shaken", "Write broken, or leave it blank")
    assert list(shop.offered("hurt viktor 4", "way")) == ["take", "broken"]
    shop("hurt viktor 4 way=broken")
    assert shop.is_("viktor") == {"broken"}
    assert list(shop.offered("hurt viktor 4", "way")) == ["take"]
    shop.refuses("hurt viktor 4 way=broken", "the Broken take every further hit")
    shop("hurt viktor 4")
    assert shop.mettle("viktor") == 1


@pytest.mark.parametrize("way", ["nonsense", "dead", "fallen"])
def test_me_38_no_other_wound_will_do(way: str) -> None:
    Shop().refuses(f"hurt viktor 1 way={way}", "Write shaken, or leave it blank")


def test_me_40_a_player_may_declare_it() -> None:
    """`die` declares a character's death, with or without words on how (ME-40)."""
    shop = Shop()
    assert shop.log("die kirin into the lava") == "Kirin dies: into the lava"
    assert shop.state.actors["kirin"].out
    assert shop.log("die viktor") == "Viktor dies: declared"


def test_a_hit_on_several_is_taken_by_all() -> None:
    """Damage to several actors is one act and one undo; cancelling it with a wound works one by one."""
    shop = Shop()
    shop("hurt viktor,kirin 2")
    assert (shop.mettle("viktor"), shop.mettle("kirin")) == (3, 1)
    shop.refuses("hurt viktor,kirin 1 way=shaken", "one character at a time")
    shop.session.undo()
    assert (shop.mettle("viktor"), shop.mettle("kirin")) == (5, 3)
    assert shop.preview("hurt viktor,kirin 4", "points").startswith(
        "Viktor Mettle 5→1; Kirin Mettle 3→−1, a Felling blow; "
    )


@pytest.mark.parametrize("line", ["hurt viktor 0", "hurt viktor -1", "hurt viktor 1000", "hurt none 3", "hurt ann 3"])
def test_damage_that_makes_no_sense_is_refused(line: str) -> None:
    Shop().refuses(line)


def test_the_fallen_fall_only_once() -> None:
    shop = Shop()
    shop("hurt viktor 6")
    assert "is Fallen" not in shop.log("hurt viktor 2")
    assert shop.mettle("viktor") == -3


@pytest.mark.parametrize("actor", CAST)
def test_a_sheet_survives_what_it_suffers(actor: Actor) -> None:
    """Undo takes everything back."""
    shop = Shop(actor, someone("other", 1, 1, 1))
    start = shop.state
    shop.play(f"hurt {actor.id} 1", f"hurt {actor.id} 1 way=shaken", f"hurt {actor.id} 99", f"rise {actor.id} dies")
    shop.undo()
    assert shop.state == start


def test_actors_without_a_sheet_get_advice() -> None:
    shop = Shop(Actor("ann", "Ann"), Actor("bob", "Bob"))
    shop.refuses("hurt ann 3", "`pools`")
    shop.refuses("pools ann", "such as 4 behind Focus")
    assert shop.log("pools ann poise=4 motive=2 armor=1") == (
        "Ann’s Motive: 0→2\nAnn’s Armor: 0→1\nAnn now has Mettle 3/3, Poise 4"
    )
    shop.refuses("pools ann", "these pools already")
    assert "Mettle 3→2" in shop.log("hurt ann 1")


def test_me_10_a_foe_has_only_the_numbers_that_the_guide_has() -> None:
    """A foe added with some numbers has only those, and a Check against another pool is refused (ME-10)."""
    shop = Shop()
    shop('add Ghoul numbers="poise 4 motive 3 claws 5"')
    sheet = shop.state.actors["ghoul"].sheets[METTLE]
    assert {row.label: row.boxes for row in sheet.track} == {"Mettle": 3, "Poise": 4}
    assert sheet.ratings == {"Motive": 3, "Claws": 5}
    shop.refuses("contest kirin ghoul Poise theirs=Focus", "Focus")
    assert shop.preview("pools ghoul", "focus") == ""
    shop("pools ghoul frame=2")
    assert [row.label for row in shop.state.actors["ghoul"].sheets[METTLE].track] == ["Mettle", "Poise"]
    shop("pools ghoul focus=2")
    assert [row.label for row in shop.state.actors["ghoul"].sheets[METTLE].track] == ["Mettle", "Focus", "Poise"]
    shop.refuses("pools ghoul", "these pools already")
    shop.refuses("add Rat numbers=poise", "Write each name with its number")


def test_pools_keep_what_is_strained() -> None:
    """Rewriting a pool keeps its strained dice, at most as many as the new pool has."""
    shop = Shop(worn(KIRIN, poise=3), CLERK)
    shop("pools kirin poise=6")
    assert shop.pool("kirin", "Poise") == 3
    shop("pools kirin poise=2")
    assert shop.pool("kirin", "Poise") == 0
    assert shop.pool("kirin", "Lockpicking") == 6


def test_me_13_a_hit_and_its_damage_name_the_weapon() -> None:
    """The rapier that counted in the attack; an attack without it names none."""
    rapier = Trait("rapier", "Old rapier", "gear", effects=(Effect("bonus", "Fencing", 2),))
    armed = replace(VIKTOR, sheets={METTLE: replace(VIKTOR.sheets[METTLE], traits=(rapier,))})
    shop = Shop(armed, CLERK, fight=True)
    shop("strike viktor clerk Fencing dice=333333")
    assert "Clerk Mettle 4→1; the hit by Viktor with Fencing (Old rapier), Edge 0" in shop.preview(
        "hurt clerk 3", "points"
    )
    assert shop.log("hurt clerk 3").startswith("Clerk takes 3 damage (Old rapier): Mettle 4→1")
    shop("strike viktor clerk Nature dice=333")
    assert "damage:" in shop.log("hurt clerk 1")


def test_u_25_a_hit_suggests_its_damage() -> None:
    """The text leaves attack damage open: 1, 1 for each Edge and 1 for a weapon are suggested and explained (U-25)."""
    rapier = Trait("rapier", "Old rapier", "gear", effects=(Effect("bonus", "Fencing", 2),))
    armed = replace(VIKTOR, sheets={METTLE: replace(VIKTOR.sheets[METTLE], traits=(rapier,))})
    shop = Shop(armed, CLERK, fight=True)
    shop("strike viktor clerk Fencing dice=333364")
    hit = "the hit by Viktor with Fencing (Old rapier), Edge 2 (1 for the hit, 2 for Edge, 1 for Old rapier)"
    assert shop.preview("hurt clerk", "points") == f"Clerk Mettle 4→0; {hit}"
    assert shop.keys("d enter", {"ticked": ("clerk",)}) == 2
    assert shop.mettle("clerk") == 0


def test_u_25_a_line_names_its_damage_in_turn() -> None:
    shop = Shop(fight=True)
    shop("strike viktor clerk Fencing dice=3336")
    assert shop.log("hurt clerk 3").startswith("Clerk takes 3 damage")
    shop.session.undo()
    assert shop.log("hurt clerk").startswith("Clerk takes 2 damage")
    shop.refuses("hurt kirin", "`hurt` needs the damage. Write hurt")


def test_u_25_a_house_rule_suggests_no_damage() -> None:
    shop = Shop(fight=True, rules={"hit_damage": "none"})
    shop("strike viktor clerk Fencing dice=3336")
    shop.refuses("hurt clerk", "`hurt` needs the damage. Write hurt")


@pytest.mark.parametrize(("chosen", "said"), [("lost", False), ("kept", True)])
def test_c_19_a_kept_free_move_is_said(chosen: str, said: bool) -> None:
    """ME-37: the line before the blow and the log say alike that a house rule leaves the Free Move."""
    shop = Shop(fight=True, rules={"fallen_move": chosen})
    assert ("Kirin keeps the Free Move: house rule" in shop.preview("hurt kirin 9", "points")) == said
    told = shop.log("hurt kirin 9")
    assert "Kirin is Fallen: no Action, Poise 0, no Free Move (a house rule may allow it)" in told
    assert ("Kirin keeps the Free Move: house rule" in told) == said


def test_nobody_fallen_says_how_mettle_comes_back() -> None:
    shop = Shop()
    shop.refuses("rise viktor lives", "Nobody is Fallen. `rally` gives Mettle back; `status` chosen again")


@pytest.mark.parametrize("label", ["fatigued", "fatigued 2", "Encumbered 3"])
def test_me_46_a_status_with_a_level_is_no_free_condition(label: str) -> None:
    """U-34: a word that a game reads is given by its own act, also with a level behind it."""
    shop = Shop()
    shop.refuses(f"condition viktor '{label}", f"{label.capitalize()} is a status of the rules: `status` gives it.")
    shop("condition viktor 'on watch 2")
    assert "on-watch-2" in shop.is_("viktor")
