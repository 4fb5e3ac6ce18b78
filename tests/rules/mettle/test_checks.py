"""Checks: Score, Edge, Difficulty, modifiers, Raises, odds (ME-07 … ME-18, ME-28, ME-41 … ME-49)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.commands import BY_ID
from tests.rules.mettle.tables import CAST, CLERK, KIRIN, VIKTOR, Shop, given, someone, task, with_status, worn
from tests.sheets import make_pools
from tests.work import count_calls
from wyrd_tui.engine import pools
from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.rules.all_games import ladder
from wyrd_tui.engine.rules.mettle.check_parts import usual_attack
from wyrd_tui.engine.rules.mettle.modifiers import any_tools, counted_modifiers, modifiers
from wyrd_tui.engine.setting import Setting
from wyrd_tui.engine.state import METTLE, WYRD_ENGINE


@pytest.mark.parametrize(
    ("faces", "result"),
    [
        ((4, 1, 3, 5, 2, 2), (8, 2)),
        ((1, 1, 2), (4, 0)),
        ((6, 6), (0, 2)),
        ((), (0, 0)),
    ],
)
def test_me_07_low_dice_score_and_high_ones_are_edge(faces: tuple[int, ...], result: tuple[int, int]) -> None:
    """4, 1, 3, 5, 2, 2 is Score 8 and Edge 2 (ME-07)."""
    shop = Shop(someone("ann", len(faces), 0, 0))
    shop(f"check ann Focus 3 dice={''.join(map(str, faces))}")
    assert shop.result[:2] == result


def test_me_07_backgrounds_are_checked_too() -> None:
    """The largest pool is offered first; a fitting one where a challenge names it (ME-07)."""
    shop = Shop(tasks=(task("lock", 6, skills=("Lockpicking",)), task("charm", 9, skills=("nature",))))
    assert list(shop.offered("check kirin Focus", "rating")) == ["Lockpicking", "Poise", "Focus", "Nature"]
    assert next(iter(shop.offered("check viktor", "rating"))) == "Fencing"
    shop("check kirin on=charm dice=11")
    assert shop.roll.score.rating == "Nature"
    shop("check kirin Focus on=charm dice=1111")
    shop("check kirin on=charm dice=1111")
    assert shop.roll.score.rating == "Focus"
    shop("check kirin on=lock dice=333111")
    assert shop.roll.score.rating == "Lockpicking"


@pytest.mark.parametrize(("dice", "outcome"), [("12256", "failure"), ("12356", "success")])
def test_me_08_the_score_must_beat_the_difficulty(dice: str, outcome: str) -> None:
    """5 against 5 fails (ME-08, trap 15)."""
    shop = Shop()
    shop(f"check kirin Poise 5 dice={dice}")
    assert shop.roll.outcome == outcome


def test_me_09_a_ladder_of_five_and_any_other_number() -> None:
    """A Difficulty is one of five names or any number; 0 and below have no name (ME-09, U-24)."""
    shop = Shop()
    assert [(rung.value, rung.name) for rung in ladder(shop.state, "kirin", "Poise").rungs] == [
        (1, "Routine"),
        (3, "Challenging"),
        (6, "Daunting"),
        (10, "Formidable"),
        (15, "Nigh Impossible"),
    ]
    assert "against Nigh Impossible (15)" in shop.log('check kirin Poise "nigh impossible" dice=33333')
    assert shop.roll.value == 15
    assert "against Difficulty 5" in shop.log("check kirin Poise 5 dice=33333")
    assert "against Difficulty 0" in shop.log("check kirin Poise 0 dice=44444")
    assert shop.roll.outcome == "failure"
    shop("check kirin Poise -1 dice=44444")
    assert shop.roll.outcome == "success"


def test_me_10_a_targets_pool_is_the_difficulty() -> None:
    """The clerk's Motive of 4, which is not Mettle (ME-10, trap 18)."""
    shop = Shop(worn(CLERK, mettle=3), VIKTOR)
    assert "against Clerk’s Motive (4)" in shop.log("contest viktor clerk Nature Motive dice=233")
    assert shop.result == (8, 0, "success")
    assert list(shop.offered("contest viktor clerk Nature", "theirs")) == [
        "Focus",
        "Nature",
        "Poise",
        "Frame",
        "Motive",
    ]


@pytest.mark.parametrize("edge", range(8))
def test_me_11_the_edge_grades_a_success(edge: int) -> None:
    """0 is OK, 5 and more Legendary; a failure has no grade (ME-11)."""
    grades = ["OK", "Good", "Great", "Excellent", "Amazing", "Legendary", "Legendary", "Legendary"]
    shop = Shop(someone("ann", 9, 0, 0))
    dice = "6" * edge + "3" + "1" * (8 - edge)
    assert shop.log(f"check ann Focus 2 dice={dice}").startswith(f"SUCCESS, {grades[edge]} · ")
    assert shop.log(f"check ann Focus 30 dice={dice}").startswith("FAILURE · ")


def test_me_12_the_margin_means_nothing() -> None:
    """The margin over the Difficulty changes nothing; only Edge makes a success better (ME-12)."""
    shop = Shop()
    near = shop.log("check kirin Poise 6 dice=33166")
    far = shop.log("check kirin Poise 1 dice=33166")
    assert near.startswith("SUCCESS, Great · ")
    assert far.startswith("SUCCESS, Great · ")


def test_me_13_modifiers_add_dice() -> None:
    """Nature 3 and tools +1 make 4 dice; of several the largest bonus and the largest penalty count (ME-13)."""
    shop = Shop(
        bonuses=(given("viktor", "Cash", 1), given("viktor", "Charm", 2, skill="Nature"), given("viktor", "Rain", -1))
    )
    assert "4 dice" in shop.odds("contest viktor clerk Nature Motive tools=1")
    shop("contest viktor clerk Nature Motive dice=3226")
    assert [(part.label, part.value) for part in shop.roll.score.parts] == [("Nature", 3), ("Charm", 2), ("Rain", -1)]
    shop("contest viktor clerk Nature Motive tools=3 mod=-2 dice=3226")
    assert [(part.label, part.value) for part in shop.roll.score.parts][1:] == [("tools", 3), ("situation", -2)]


def test_me_13_tools_give_one_to_three() -> None:
    """Tools or leverage of any kind are a number beside a Check (ME-13)."""
    shop = Shop()
    for dice in (1, 2, 3):
        assert f"{5 + dice} dice" in shop.odds(f"check kirin Poise 1 tools={dice}")
    shop.refuses("check kirin Poise 1 tools=4", "3")


def test_a_bonus_is_used_up_only_where_it_counted() -> None:
    """A smaller bonus waits on; a bonus for another rating or target is not offered."""
    shop = Shop(
        bonuses=(
            given("kirin", "Cash", 1, skill="Poise"),
            given("kirin", "Charm", 2, skill="Poise"),
            given("kirin", "Map", 5, skill="Focus"),
            given("kirin", "Grudge", 4, against="clerk"),
        )
    )
    shop("check kirin Poise 3 dice=1111111")
    assert set(shop.state.bonuses) == {"cash", "map", "grudge"}
    assert "given/grudge" in shop.offered("contest kirin clerk Poise Motive", "without")


def test_me_13_a_bonus_for_one_use_waits() -> None:
    """A bonus for one use is offered with its chance, and is used up only where the roll names it (ME-13)."""
    shop = Shop(bonuses=(given("kirin", "Charm", 2), given("kirin", "Height", 1, ends="scene")))
    choice = shop.offered("check kirin Poise 6")["given/charm"]
    assert not choice.on
    assert f"success {choice.then}," in shop.odds("check kirin Poise 6 with=given/charm")
    shop("check kirin Poise 3 dice=111111")
    assert set(shop.state.bonuses) == {"charm", "height"}
    shop("check kirin Poise 3 with=given/charm dice=1111111")
    assert set(shop.state.bonuses) == {"height"}


@pytest.mark.parametrize(
    "line",
    [
        "check viktor Nature 3",
        "contest viktor clerk Nature Motive",
        "strike viktor clerk Nature",
        "team weakest viktor,kirin Nature",
        "team strongest viktor,kirin Nature",
    ],
)
def test_me_13_a_roll_says_which_bonuses_it_uses_up(line: str) -> None:
    """A bonus for one use and for this pool counts by itself, and the line names it before the dice fall (ME-13)."""
    shop = Shop(bonuses=(given("viktor", "Salt", 1, skill="Nature"), given("viktor", "Rain", -1, ends="scene")))
    told = "Viktor uses up “Salt”"
    assert f" · {told}" in shop.odds(line)
    assert told not in shop.odds(f"{line} without=given/salt")
    shop(line)
    assert set(shop.state.bonuses) == {"rain"}


def test_me_13_a_ticked_bonus_is_said_to_be_used_up() -> None:
    """The largest bonus and the largest penalty count, and no others are used up (ME-13)."""
    shop = Shop(
        bonuses=(given("kirin", "Charm", 2), given("kirin", "Map", 1, skill="Poise"), given("kirin", "Mud", -1))
    )
    assert "Kirin uses up “Map” and “Mud” · " in shop.odds("check kirin Poise 3")
    assert "Kirin uses up “Charm” and “Mud” · " in shop.odds("check kirin Poise 3 with=given/charm")


def test_me_10_an_attack_remembers_its_pool() -> None:
    """An attack takes the same keys each time; a changed pool is the default of the next attack (ME-10)."""
    shop = Shop()
    assert shop.keys("a enter enter", {"acting": "viktor", "target": "clerk"}) == 3
    assert shop.keys("a enter enter", {"acting": "viktor"}) == 3
    shop("strike viktor clerk Nature dice=111")
    assert shop.log("strike viktor clerk dice=111").startswith("FAILURE · Viktor attacks with Nature")


def test_me_14_cover_raises_the_difficulty() -> None:
    """Poise 4 behind cover of 2 is a Difficulty of 6 (ME-14)."""
    shop = Shop()
    told = shop.log("strike viktor clerk Fencing cover=2 dice=3216")
    assert "against Clerk’s Poise +2 cover (6)" in told
    assert shop.result == (6, 1, "failure")
    shop.session.undo()
    shop("strike viktor clerk Fencing dice=3216")
    assert shop.roll.outcome == "success"


def test_me_15_competence_may_be_assumed() -> None:
    """The hint stands beside the real number (C-17), or not at all where the table wants none (ME-15)."""
    assert "success 70%, with a Twist 95%, Edge usually Great · " in Shop().odds("check kirin Poise 3")
    assert "success is often assumed" in Shop().odds("check kirin Poise 3")
    assert "assumed" not in Shop(rules={"assume": False}).odds("check kirin Poise 3")
    assert "assumed" not in Shop().odds("check kirin Poise 5")


def test_me_16_three_times_the_pool_is_impossible() -> None:
    """5 dice against 15; with modifiers and Raises counted (ME-16)."""
    shop = Shop()
    assert "impossible" in shop.odds("check kirin Poise 15")
    assert "impossible" not in shop.odds("check kirin Poise 14")
    assert "impossible" in shop.odds("check kirin Poise 12 raises=1")
    assert "impossible" not in shop.odds("check kirin Poise 15 tools=1")


def test_me_18_viktor_and_the_clerk() -> None:
    """Four dice, 3 2 2 6: Score 7 and Edge 1 against 4, a Good success (ME-18)."""
    shop = Shop()
    told = shop.log("contest viktor clerk Nature Motive tools=1 dice=3226")
    assert told == (
        "SUCCESS, Good · Viktor checks Nature 3, tools +1 against Clerk’s Motive (4): "
        "scoring 3 2 2, Edge dice 6 = Score 7, Edge 1"
    )


# ------------------------------------------------------------------ Raises


def test_me_28_raised_dice_are_edge_and_not_thrown() -> None:
    """A pool of 4 with 2 Raises and 2, 3: Score 5 and Edge 2 (ME-28)."""
    shop = Shop()
    told = shop.log("check kirin Focus 4 raises=2 dice=23")
    assert "scoring 2 3, raised 6 6 = Score 5, Edge 2" in told
    shop.refuses("check kirin Focus 4 raises=2 dice=2345", "4 dice instead of 2")


def test_me_28_more_than_the_pool_cannot_be_raised() -> None:
    """U-29: the pool is the most (ME-28)."""
    shop = Shop()
    shop.refuses("check viktor Nature 1 raises=4 dice=1", "4 Raises", "3 dice", "raise 3 at most")
    assert "raise 3 at most" in shop.odds("check viktor Nature 1 raises=4")
    shop("check viktor Nature 1 raises=3")
    assert shop.result == (0, 3, "failure")
    Shop(someone("ann", 0, 0, 0)).refuses("check ann Focus 1 raises=1", "no die can be raised")


def test_odds_of_each_raise_are_seen_at_a_glance() -> None:
    """Plain, with the best Twist, the usual grade, and what one, two, three Raises would leave of both (C-16)."""
    assert Shop().odds("check kirin Poise 3").split(" · ") == [
        "5 dice against Challenging (3)",
        "success 70%, with a Twist 95%, Edge usually Great",
        "Raise 1: 55%, with a Twist 86%",
        "Raise 2: 37%, with a Twist 69%",
        "Raise 3: 17%, with a Twist 38%",
        "success is often assumed",
    ]
    raised = Shop().odds("check kirin Poise 3 raises=1")
    assert raised.startswith(
        "5 dice, 1 raised, against Challenging (3) · success 55%, with a Twist 86%, Edge usually Great · "
        "Raise 2: 37%, with a Twist 69% · "
    )
    reroll = Shop(rules={"twist_raised": "reroll"}).odds("check kirin Poise 3")
    assert "Raise 2: 37%, with a Twist 88%" in reroll


# ------------------------------------------------------------------ pools that are gone


def test_me_22_at_nothing_only_bonus_dice_let_you_check() -> None:
    """Poise 0 with +2 is 2 dice; U-28: without any the Score is 0, a failure against 0 as well (ME-22)."""
    shop = Shop(worn(KIRIN, poise=5))
    assert shop.pool("kirin", "Poise") == 0
    shop("check kirin Poise 1 tools=2 dice=33")
    assert shop.result == (6, 0, "success")
    assert "no dice = Score 0, Edge 0" in shop.log("check kirin Poise 0")
    shop("check kirin Poise 0 mod=-5")
    assert shop.result == (0, 0, "failure")


# ------------------------------------------------------------------ statuses in a Check


def test_me_38_shaken_discards_ones() -> None:
    """4, 1, 3, 5, 2, 2 is 7 and 2; the die is still seen (ME-38)."""
    shop = Shop(with_status(someone("ann", 6, 0, 0), "shaken"))
    told = shop.log("check ann Focus 3 dice=413522")
    assert "scoring 3 2 2, Edge dice 4 5, discarded 1 = Score 7, Edge 2" in told


def test_me_39_broken_discards_twos_as_well() -> None:
    """Broken discards faces 1 and 2: dice 413522 have Score 3 and Edge 2 (ME-39)."""
    shop = Shop(with_status(someone("ann", 6, 0, 0), "broken"))
    told = shop.log("check ann Focus 3 dice=413522")
    assert "scoring 3, Edge dice 4 5, discarded 1 2 2 = Score 3, Edge 2" in told


def test_me_42_affliction_costs_its_buildup() -> None:
    """A Buildup of 3 takes three dice of a Check (ME-42)."""
    shop = Shop(with_status(KIRIN, afflicted=3), CLERK)
    shop("check kirin Poise 1 dice=33")
    assert [(part.label, part.value) for part in shop.roll.score.parts] == [("Poise", 5), ("Afflicted", -3)]


def test_me_43_blinded_takes_three_dice_when_sight_helps() -> None:
    """Blinded waits beside the roll with what it would change; to sneak up on the Blinded is as with Cover (ME-43)."""
    shop = Shop(with_status(KIRIN, "blinded"), CLERK)
    assert "5 dice" in shop.odds("check kirin Poise 3")
    assert "2 dice" in shop.odds("check kirin Poise 3 with=blinded")
    assert "4 dice" in shop.odds("check kirin Poise 3 tools=2 with=blinded")
    row = shop.offered("check kirin Poise 3")["blinded"]
    assert (row.number, row.hint, row.then) == (-3, "where sight helps", pools.check(2, 3).short())
    assert "2 dice" in shop.odds("strike kirin clerk Poise with=blinded")
    assert "Sneak against Kirin counts as with Cover" in shop.odds("contest clerk kirin Poise Focus")


def test_me_44_one_sneaks_up_on_the_deaf_as_with_cover() -> None:
    """The deaf lose no dice in a Check of another sense, and a Focus may make up for it (ME-44)."""
    shop = Shop(KIRIN, CLERK)
    assert "no Check that needs hearing" not in shop.odds("check kirin Poise 1")
    assert "except by signs or lip-reading" in shop.log("status kirin deafened")
    assert "5 dice" in shop.odds("check kirin Poise 1")
    assert "Deafened: no Check that needs hearing" in shop.odds("check kirin Poise 1")
    assert "as with Cover" in shop.odds("contest clerk kirin Poise Focus")


def test_me_46_fatigue_costs_its_days() -> None:
    """Two days without rest take two dice (ME-46)."""
    shop = Shop(with_status(KIRIN, fatigued=2), CLERK)
    assert "3 dice" in shop.odds("check kirin Poise 1")


def test_me_49_only_the_worst_penalty_counts() -> None:
    """Blinded −3 and Fatigued −2 with tools +2 make −1 (ME-49)."""
    actor = with_status(KIRIN, "blinded", fatigued=2)
    shop = Shop(actor, CLERK)
    found = [*modifiers(shop.state, actor), *any_tools(2)]
    assert sum(one.dice for one in counted_modifiers(found)) == -1
    shop("check kirin Poise 1 tools=2 with=blinded dice=1111")
    assert [(part.label, part.value) for part in shop.roll.score.parts][1:] == [("tools", 2), ("Blinded", -3)]


@pytest.mark.parametrize("name", ["fallen", "incapacitated", "dead"])
def test_me_37_character_out_of_action_makes_no_check(name: str) -> None:
    """A Check is refused and the ladder says why; Poise is 0 as a Difficulty (ME-37, ME-47)."""
    shop = Shop(with_status(KIRIN, name), CLERK)
    shop.refuses("check kirin Poise 3", f"Kirin is {name.capitalize()}")
    assert ladder(shop.state, "kirin", "Poise").title == f"Kirin: {name.capitalize()}, no Check"
    if name != "dead":
        assert "Kirin’s Poise (0)" in shop.log("strike clerk kirin Nature dice=111")


# ------------------------------------------------------------------ attacks and surges


def test_me_41_a_surge_is_bounded_by_motive_and_mettle() -> None:
    """Motive 3: of Mettle 5 up to 3, of Mettle 2 up to 2; no surge takes Mettle below 0 (ME-41, trap 18)."""
    shop = Shop(VIKTOR, CLERK, fight=True)
    shop.refuses("strike viktor clerk Fencing surge=4", "A surge of 4", "Motive 3", "up to 3 is possible")
    told = shop.log("strike viktor clerk Fencing surge=3 dice=1111111")
    assert "Fencing 4, surge +3" in told
    assert "Viktor surges: Mettle 5→2" in told
    shop.refuses("strike viktor clerk Fencing surge=3", "Mettle 2", "up to 2 is possible")
    shop("strike viktor clerk Fencing surge=2 dice=111111")
    assert shop.mettle("viktor") == 0
    shop.refuses("strike viktor clerk Fencing surge=1", "no surge is possible")
    assert "no surge is possible" in shop.odds("strike viktor clerk Fencing surge=1")


def test_me_41_a_surge_needs_initiative() -> None:
    """A surge outside a fight is refused (ME-41)."""
    Shop(VIKTOR, CLERK).refuses("strike viktor clerk Fencing surge=1", "does not use surge=1")


@pytest.mark.parametrize(("stacks", "dice"), [(True, 9), (False, 7)])
def test_c_40_a_surge_beside_other_bonuses(stacks: bool, dice: int) -> None:
    """A resource adds up, or is one bonus among those of which the largest counts."""
    shop = Shop(VIKTOR, CLERK, fight=True, rules={"surge_stacks": stacks})
    assert f"{dice} dice" in shop.odds("strike viktor clerk Fencing tools=2 surge=3")


def test_c_40_no_surge_is_paid_for_nothing() -> None:
    """Beside a bonus as large it would add no die."""
    shop = Shop(VIKTOR, CLERK, fight=True, rules={"surge_stacks": False})
    shop.refuses("strike viktor clerk Fencing tools=2 surge=2", "adds nothing")


def test_an_attack_takes_the_action_or_says_why_not() -> None:
    """A second attack in a turn, or one by the Surprised, is warned about and not forbidden (ME-48, ME-51)."""
    shop = Shop(VIKTOR, CLERK, fight=True)
    shop("strike viktor clerk Fencing dice=1111")
    assert shop.place("viktor").used == ("action",)
    assert "Viktor takes a second Action this turn" in shop.log("strike viktor clerk Fencing dice=1111")
    slow = Shop(with_status(VIKTOR, "surprised"), CLERK, fight=True)
    assert "no Action: Surprised" in slow.odds("strike viktor clerk Fencing")
    assert "Viktor has no Action: Surprised" in slow.log("strike viktor clerk Fencing dice=1111")


def test_an_attack_that_lands_asks_for_its_damage() -> None:
    """U-25: how much is on another page, so it is dealt by hand; none at all is an answer."""
    shop = Shop(VIKTOR, CLERK, fight=True)
    shop("strike viktor clerk Fencing dice=3321")
    assert shop.waiting() == ["hurt"]
    shop("hurt clerk 2")
    assert shop.waiting() == []
    shop("strike viktor clerk Fencing dice=3321")
    assert shop.log("hurt clerk 0") == "The attack by Viktor on Clerk does no damage"
    assert shop.waiting() == []
    shop("strike viktor clerk Fencing dice=1111")
    assert shop.waiting() == []
    shop.refuses("hurt clerk 0", "changes nothing")


# ------------------------------------------------------------------ challenges


def test_a_success_moves_a_bead() -> None:
    """A task of two successes; what waits for another challenge cannot be tried."""
    shop = Shop(tasks=(task("door", 3, 2), task("stairs", 3, after=("door",))))
    shop.refuses("check kirin on=stairs rating=Poise dice=33333", "First overcome Door")
    assert " · success: 1 of 2 done" in shop.preview("check kirin Poise on=door", "dice")
    shop("check kirin Poise on=door dice=33333")
    assert shop.state.challenges["door"].done == 1
    shop("check kirin Poise on=door dice=11166")
    assert shop.state.challenges["door"].done == 1
    assert "Overcome: Door" in shop.log("check kirin Poise on=door dice=33333")
    assert "against Stairs (3)" in shop.log("check kirin Poise on=stairs dice=33333")


def test_me_08_a_failure_says_how_a_challenge_is_lost() -> None:
    """ME-08: the challenge stays open until the GM says otherwise, where something is lost with it."""
    shop = Shop(tasks=(task("door", 6, 1),))
    shop.play("check kirin Poise on=door dice=11111")
    assert "``settle``" not in shop.hints()
    shop('edit-challenge door lose "It boils over."')
    assert "``settle`` ends Door as failed" in shop.hints()
    (outcome,) = (ask for ask in BY_ID["settle"].asks if ask.name == "outcome")
    assert outcome.default(shop.state, {"which": "door"}) == "failed"
    shop("settle door failed")
    assert "``settle``" not in shop.hints()


def test_checks_need_an_able_character() -> None:
    """A Check without an able character, or an attack without a target, is refused and names `pools`."""
    Shop(with_status(KIRIN, "fallen")).refuses("check kirin Poise 3", "`pools`")
    with pytest.raises(Refused, match="`pools`"):
        Shop(KIRIN)("strike")


@pytest.mark.parametrize("line", ["check ann Focus 10", "contest ann clerk Focus Motive", "strike ann clerk Focus"])
def test_a_preview_comes_at_once(line: str) -> None:
    """Every preview with a pool of twelve; the dearest, of an attack, takes 3 ms."""
    shop = Shop(someone("ann", 12, 12, 12), *CAST)
    shop.odds(line)
    assert count_calls(lambda: shop.odds(line)) < 10_000
    assert count_calls(lambda: ladder(shop.state, "ann", "Focus")) < 10_000


def test_a_failed_check_is_no_failed_roll_of_another_game() -> None:
    """A failed Check at a table of two games asks for no ruling of the Wyrd Engine (U-34)."""
    shop = Shop()
    both = replace(shop.state, games=(METTLE, WYRD_ENGINE))
    object.__setattr__(shop.session, "state", both)
    shop("check kirin Poise 15 dice=11111")
    assert "ruling" not in shop.hints()
    assert shop.waiting() == []


def test_c_28_effect_in_the_example_is_called_edge() -> None:
    """“2 Effect” of the example of play."""
    told = Shop().log("check kirin Poise 5 dice=12256")
    assert "Score 5, Edge 2" in told
    assert "Effect" not in told


def test_u_33_dice_typed_and_dice_thrown_come_the_same_way() -> None:
    """Typed dice and thrown dice give one line of the log; a seed and a redo give the same dice (U-33)."""
    one, other = Shop(), Shop()
    thrown = one.log("check kirin Poise 6")
    assert other.log("check kirin Poise 6") == thrown
    assert not one.roll.score.typed
    typed = Shop()
    faces = "".join(map(str, one.roll.score.faces))
    assert typed.log(f"check kirin Poise 6 dice={faces}") == thrown
    assert typed.roll.score.typed
    after = one.state
    one.session.undo()
    one.session.redo()
    assert one.state == after


@pytest.mark.parametrize(
    ("who", "fighting", "suggested"),
    [
        ("viktor", (), "Fencing"),
        ("kirin", (), "Poise"),
        ("kirin", ("Nature",), "Nature"),
        ("viktor", ("Nature", "Kitchen russian"), "Nature"),
    ],
    ids=["by its name", "the largest attribute", "by the setting", "the largest of the setting"],
)
def test_me_07_an_attack_suggests_a_pool_to_fight_with(
    who: str, fighting: tuple[str, ...], suggested: str | None
) -> None:
    """Kirin’s Lockpicking is the largest pool, and no attack."""
    shop = Shop(VIKTOR, KIRIN, CLERK)
    state = replace(shop.state, setting=Setting(fighting=fighting))
    assert usual_attack(state, {"who": who}) == suggested


def test_me_07_no_background_is_to_fight_with_for_being_large() -> None:
    """A sheet without an attribute, and without a pool to fight with, is asked about."""
    crowd = make_pools({}, 1, 1, 0, {"Crowds": 5})
    shop = Shop(replace(KIRIN, sheets={METTLE: crowd}), CLERK)
    assert usual_attack(shop.state, {"who": "kirin"}) is None


def test_me_07_a_pool_chosen_for_an_attack_is_suggested_afterwards() -> None:
    shop = Shop(VIKTOR, KIRIN, CLERK)
    shop("strike kirin clerk Focus dice=1111")
    assert usual_attack(shop.state, {"who": "kirin"}) == "Focus"


@pytest.mark.parametrize(
    ("status", "words"), [("shaken", "Shaken: 1s discarded"), ("broken", "Broken: 1s and 2s discarded")]
)
def test_me_38_me_39_a_roll_names_the_wound_that_counts_in_its_odds(status: str, words: str) -> None:
    assert words in Shop(with_status(KIRIN, status), CLERK).preview("check kirin Poise 3", "dice")
    assert "discarded" not in Shop(KIRIN, CLERK).preview("check kirin Poise 3", "dice")


# ------------------------------------------------------------------ the list of pools


def test_me_13_pools_on_offer_have_the_dice_that_are_rolled() -> None:
    """ME-13, ME-42: a status that counts of itself is off the dice of each pool."""
    shop = Shop(with_status(KIRIN, afflicted=2), CLERK)
    told = {row.label: row.hint for row in shop.offered("check kirin Poise 3", "rating").values()}
    assert (told["Poise"], told["Nature"]) == ("3 dice", "0 dice")


def test_me_14_chances_of_pools_count_the_cover_that_is_typed() -> None:
    """ME-13, ME-14: the cover and the tools of the line are in the chance of each pool of an attack."""
    shop = Shop(KIRIN, someone("crate", 1, 1, 1, side="foes"))
    plain, covered = (
        shop.offered(f"strike kirin crate Poise {more}", "rating")["Poise"] for more in ("", "cover=2 tools=1")
    )
    assert (plain.hint, covered.hint) == ("5 dice", "6 dice")
    assert (plain.then, covered.then) == (pools.check(5, 1).short(), pools.check(6, 3).short())
