"""Twists: when they are offered, what they throw again, and what they cost (ME-19 … ME-27, ME-29)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.rules.mettle.tables import CAST, CLERK, KIRIN, VIKTOR, Shop, someone, task, with_status, worn
from tests.screens.desk import press, seat
from tests.screens.shipped import begun, keyed, prompt
from wyrd_tui.engine.dice import FedDice
from wyrd_tui.engine.memory import RollMemory
from wyrd_tui.engine.nouns.mettle import MettleRoll, roll_memory
from wyrd_tui.engine.nouns.wyrd_abacus import AbacusRoll
from wyrd_tui.engine.rules.mettle.twists import SEEDS, TWIST
from wyrd_tui.screens.questions.asking import Asking
from wyrd_tui.widgets.glyphs import UNICODE
from wyrd_tui.widgets.prompt import prompt_lines

PRICES = ["accept", "poise", *SEEDS, "random"]


def test_me_26_a_die_may_pick_the_seed() -> None:
    """A 1d6 beside the dice that are thrown again."""
    shop = Shop()
    shop("check kirin Poise 6 dice=11456")
    told = shop.log("twist price=random dice=114", "4")
    assert "The Twist – Falter" in told
    assert roll_memory(shop.roll).price == "falter"


def test_me_26_the_die_of_a_random_seed_may_be_typed() -> None:
    """ME-26: the log says that the seed was random, and the face of its die."""
    shop = Shop()
    shop("check kirin Poise 6 dice=11456")
    assert "The Twist – Imperil (random seed, die 5)" in shop.log("twist price=random dice=114 seed=5")


@pytest.mark.parametrize(("dice", "told"), [("11", "again: "), ("114", "FAILURE against 6: Score 4 · a die chooses")])
def test_me_26_dice_tell_the_outcome_before_the_seed_is_known(dice: str, told: str) -> None:
    """ME-26: the die of a random seed decides its price alone."""
    shop = Shop()
    shop("check kirin Poise 6 dice=11456")
    (preview,) = (ask.preview for ask in TWIST.asks if ask.name == "seed")
    assert told in preview(shop.state, {"price": "random", "dice": dice})


def test_me_26_own_words_are_named_before_the_dice_are_thrown() -> None:
    """ME-26: Enter behind them leads to the dice, and the line names the price in those words."""
    table = begun("a-fine-patina", "2 r Z A ⏎ =12256 ⏎ ' =Rust ⏎")
    assert ", paid with “Rust”" in prompt(table).preview
    assert [part.prompt for part in prompt(table).parts if part.active] == ["Dice again"]
    keyed(table, "=34 ⏎")
    assert [step.act.command for step in table.session.done][-1] == "twist"
    assert roll_memory(table.state.rolls[-1]).cost == "Rust"


def test_me_19_edge_dice_again_and_score_dice_stay() -> None:
    """Against 3, 1 4 4 5 6 is 1 and 4; 1 3 5 5 makes Score 5 and Edge 2, a success (ME-19)."""
    shop = Shop()
    shop("check kirin Poise 3 dice=14456")
    assert shop.result == (1, 4, "failure")
    told = shop.log("twist price=strain dice=1355")
    assert "keeps 1; new dice: scoring 1 3, Edge dice 5 5 = Score 5, Edge 2" in told
    assert shop.result == (5, 2, "success")


def test_me_20_no_twist_on_success_or_without_edge() -> None:
    """1, 1, 2 against 6 fails without Edge; why not is said, and what a Twist is for (ME-20)."""
    shop = Shop()
    shop.refuses("twist", "No Check can be twisted", "failed Check with Edge")
    shop("check viktor Nature 6 dice=112")
    assert shop.waiting() == []
    shop.refuses("twist", "no Edge", "no dice can be thrown again")
    shop("check viktor Nature 3 dice=336")
    assert shop.waiting() == []
    shop.refuses("twist", "succeeded", "Only a failure")


def test_me_28_a_failure_with_raised_edge_explains_the_missing_twist() -> None:
    """Score 6 against 6 with one raised die: its Edge stays as it is (ME-28)."""
    shop = Shop()
    shop("check kirin Poise 6 raises=1 dice=1131")
    assert shop.waiting() == []
    assert "no Twist: all Edge dice are raised" in shop.hints()
    shop("check kirin Poise 9 dice=11311")
    assert "no Twist" not in shop.hints()


def test_me_20_a_twist_waits_for_its_word() -> None:
    """A Twist is asked for once, with the number of dice and the chance of success (ME-20)."""
    shop = Shop()
    shop("check kirin Poise 5 dice=12256")
    assert shop.pending()[0].sentence == "Kirin failed with Edge 2: a Twist throws 2 dice again"
    assert shop.preview("twist strain", "dice") == (
        "FAILURE against 5: Score 5, dice 1 2 2 5 6 · Poise 5→4 · 2 dice again: 75% to succeed"
    )


def test_me_21_strain_takes_a_die() -> None:
    """Poise 5 becomes 4, and the next Check has 4 dice; as a Difficulty it is 4 too (ME-21, U-30)."""
    shop = Shop()
    shop("check kirin Poise 15 dice=12256")
    assert "Kirin is strained: Poise 5→4" in shop.log("twist price=strain dice=66")
    assert shop.pool("kirin", "Poise") == 4
    assert shop.roll.outcome == "failure"
    assert "4 dice" in shop.odds("check kirin Poise 3")
    assert "Kirin’s Poise (4)" in shop.log("strike clerk kirin Nature dice=111")


@pytest.mark.parametrize("name", ["Focus", "Nature", "Poise"])
def test_me_22_three_attributes_can_be_strained(name: str) -> None:
    """Focus, Nature and Poise lose a die by a Twist or by hand; Frame and Motive lose none (ME-22)."""
    shop = Shop(someone("ann", 3, 3, 3))
    shop(f"check ann {name} 15 dice=666")
    shop("twist price=strain dice=666")
    assert (shop.pool("ann", name), shop.sheet("ann").ratings["Motive"]) == (2, 3)
    shop(f"strain ann {name.casefold()}")
    assert shop.pool("ann", name) == 1
    for other in ("motive", "frame"):
        shop.refuses(f"strain ann {other}", f"Attribute cannot be “{other}”")


def test_u_30_strain_at_nothing_cannot_be_paid() -> None:
    """Strain is not a price if the pool has nothing left to strain, and the refusal names another (U-30)."""
    shop = Shop(worn(KIRIN, poise=5))
    shop("check kirin Poise 15 tools=2 dice=66")
    assert list(shop.offered("twist price=accept", "price")) == ["accept", "strain", *SEEDS, "random"]
    shop.refuses("twist price=strain dice=66", "Poise is at 0", "Choose another price", "confuse", "or accept")
    shop("twist price=falter dice=66")
    assert shop.pool("kirin", "Poise") == 0


def test_c_38_strain_of_a_background_falls_on_one_of_three() -> None:
    """The choice is asked; where the table wants none, another price is needed."""
    shop = Shop()
    shop("check kirin Lockpicking 15 dice=666666")
    assert list(shop.offered("twist accept", "price"))[:4] == ["accept", "focus", "nature", "poise"]
    shop.refuses("twist strain dice=666666", "Strain takes a die of focus or nature or poise here. Write `twist focus`")
    shop("twist nature dice=666666")
    assert (shop.pool("kirin", "Nature"), shop.pool("kirin", "Lockpicking")) == (1, 6)
    other = Shop(rules={"background_strain": "none"})
    other("check kirin Lockpicking 15 dice=666666")
    assert list(other.offered("twist price=accept", "price")) == ["accept", "strain", *SEEDS, "random"]
    other.refuses("twist price=strain", "background", "Choose another price")
    empty = Shop(worn(KIRIN, focus=4, nature=2, poise=5))
    empty("check kirin Lockpicking 15 dice=666666")
    empty.refuses("twist price=strain", "no die left in Focus, Nature or Poise")


def test_me_23_a_relax_montage_gives_every_die_back() -> None:
    """A Relax Montage restores all strained dice of the party, and no Mettle (ME-23)."""
    shop = Shop(worn(KIRIN, poise=2, focus=1, mettle=1), worn(VIKTOR, nature=1), CLERK)
    told = shop.log("relax")
    assert "Kirin relaxes: Focus 3→4, Poise 3→5" in told
    assert "Viktor relaxes: Nature 2→3" in told
    assert shop.mettle("kirin") == 2
    shop.refuses("relax", "No attribute is strained")


@pytest.mark.parametrize(("dice", "outcome"), [("34", "success"), ("66", "failure")])
def test_me_24_another_twist_applies_whatever_comes_of_it(dice: str, outcome: str) -> None:
    """The door is off its hinges although Kirin then succeeds; no die is lost (ME-24)."""
    shop = Shop()
    shop("check kirin Poise 5 dice=12256")
    told = shop.log(f'twist price="the door is off its hinges" dice={dice}')
    assert "The Twist – the door is off its hinges" in told
    assert shop.roll.outcome == outcome
    assert shop.pool("kirin", "Poise") == 5


def test_me_25_the_failure_may_be_accepted() -> None:
    """The GM may accept the failure instead of a Twist; the prices on offer are those of the rules (ME-25)."""
    shop = Shop()
    shop("check kirin Poise 5 dice=12256")
    assert list(shop.offered("twist price=accept", "price")) == PRICES
    assert shop.log("twist price=accept") == "Kirin accepts the failure"
    assert shop.waiting() == []
    shop.refuses("twist", "accepted")
    assert shop.pool("kirin", "Poise") == 5


@pytest.mark.parametrize("seed", SEEDS)
def test_me_26_the_seeds_are_a_list_to_pick_from(seed: str) -> None:
    """C-39: Dismay strains a contact, in words only (ME-26)."""
    shop = Shop()
    shop("check kirin Poise 5 dice=12256")
    assert f"The Twist – {seed.capitalize()}: " in shop.log(f"twist price={seed} dice=66")
    assert shop.pool("kirin", "Poise") == 5


@pytest.mark.parametrize("price", ["price=reveal", "price=random seed=6"])
def test_me_26_a_reveal_loses_the_cover_that_is_had(price: str) -> None:
    """Lose Cover, the first example of the seed: the line says so before the dice, and the log behind them (ME-26)."""
    shop = Shop()
    shop("status kirin cover 1")
    shop("check kirin Poise 5 dice=12256")
    assert " · cover 1 is lost · 2 dice again: " in shop.preview("twist price=reveal", "price")
    assert shop.offered("twist price=accept", "price")["reveal"].hint == "cover 1 is lost"
    assert "cover 1 is lost" in shop.log(f"twist {price} dice=66")
    assert shop.state.actors["kirin"].conditions == ()


def test_me_26_a_reveal_in_other_words_leaves_cover() -> None:
    shop = Shop()
    shop("status kirin cover 1")
    shop("check kirin Poise 5 dice=12256")
    assert "cover" not in shop.preview("twist price=reveal a secret is out", "price")
    assert "The Twist – Reveal: a secret is out" in shop.log("twist price=reveal a secret is out dice=66")
    assert [one.label for one in shop.state.actors["kirin"].conditions] == ["in cover 1"]


@pytest.mark.parametrize(("price", "lost"), [("poise", "Poise 5→4"), ("falter", "the Action of round 2 is lost")])
def test_me_21_the_line_says_what_a_price_takes(price: str, lost: str) -> None:
    shop = Shop(KIRIN, CLERK, fight=True)
    shop("check kirin Poise 5 dice=12256")
    assert f" · {lost} · 2 dice again: " in shop.preview(f"twist price={price}", "price")


def test_me_26_a_seed_in_words() -> None:
    shop = Shop()
    shop("check kirin Poise 5 dice=12256")
    assert "The Twist – Dismay: cousin Ilse has had enough" in shop.log(
        "twist price=dismay cousin Ilse has had enough dice=66"
    )


def test_me_27_kirin_and_the_door() -> None:
    """1, 2, 2, 5, 6 against 5 fails with 5 and 2; 3 and 4 make 8 and 1 (ME-27)."""
    shop = Shop()
    assert shop.log("check kirin Poise 5 dice=12256").endswith(
        "checks Poise 5 against Difficulty 5: scoring 1 2 2, Edge dice 5 6 = Score 5, Edge 2"
    )
    told = shop.log("twist price=reveal the door is off its hinges dice=34")
    assert told.startswith(
        "SUCCESS, Good · Kirin twists the Poise Check: keeps 1 2 2; new dice: scoring 3, Edge dice 4 = Score 8, Edge 1"
    )


@pytest.mark.parametrize(("chosen", "again"), [("keep", 1), ("reroll", 3)])
def test_c_16_raised_dice_in_a_twist(chosen: str, again: int) -> None:
    """ME-29: kept, as they were promised, or thrown again with all of the Edge."""
    shop = Shop(rules={"twist_raised": chosen})
    shop("check kirin Poise 6 raises=2 dice=114")
    assert shop.result == (2, 3, "failure")
    shop.refuses(f"twist price=strain dice={'3' * (again + 1)}", f"instead of {again}")
    told = shop.log(f"twist price=strain dice={'3' * again}")
    if chosen == "keep":
        assert "keeps 1 1, raised 6 6; new dice: scoring 3 = Score 5, Edge 2" in told
    else:
        assert "keeps 1 1; new dice: scoring 3 3 3 = Score 11, Edge 0" in told


def test_c_16_raised_dice_alone_are_no_twist() -> None:
    """Raised dice that stay as they are leave nothing to throw again."""
    shop = Shop()
    shop("check kirin Poise 6 raises=2 dice=111")
    shop.refuses("twist", "All Edge dice are raised")
    other = Shop(rules={"twist_raised": "reroll"})
    other("check kirin Poise 6 raises=2 dice=111")
    assert other.waiting() == ["twist"]


def test_u_26_one_twist_a_check_and_wounds_discard_in_it_too() -> None:
    """U-27: discarded dice are not thrown again and count for nothing."""
    shop = Shop(with_status(KIRIN, "shaken"), CLERK)
    shop("check kirin Poise 6 dice=11346")
    told = shop.log("twist price=strain dice=16")
    assert "keeps 3, discarded 1 1; new dice: Edge dice 6, discarded 1 = Score 3, Edge 1" in told
    shop.refuses("twist", "has had its one Twist")


def test_a_twist_that_succeeds_moves_the_bead() -> None:
    shop = Shop(tasks=(task("door", 5),))
    shop("check kirin Poise on=door dice=12256")
    assert shop.state.challenges["door"].outcome == ""
    assert "Overcome: Door" in shop.log("twist price=strain dice=36")
    shop.session.undo()
    assert "Door" not in shop.log("twist price=strain dice=66")


def test_a_twisted_attack_that_lands_asks_for_its_damage() -> None:
    shop = Shop(VIKTOR, CLERK, fight=True)
    shop("strike viktor clerk Fencing dice=1126")
    shop("twist focus dice=3")
    assert shop.waiting() == ["hurt"]
    shop("hurt clerk 2")
    assert shop.waiting() == []


def test_actors_who_left_take_no_twist() -> None:
    shop = Shop()
    shop("check kirin Poise 5 dice=12256")
    shop("dismiss kirin")
    assert shop.waiting() == []
    shop.refuses("twist", "left the table")


@pytest.mark.parametrize("memory", [None, AbacusRoll(("ann",)), MettleRoll("nobody", keeps=-1, discard=-9)])
def test_a_roll_with_memory_changed_by_hand_can_be_twisted(memory: RollMemory | None) -> None:
    shop = Shop()
    shop("check kirin Poise 5 dice=12256")
    odd = replace(shop.roll, memory=memory)
    object.__setattr__(shop.session, "state", replace(shop.state, rolls=(odd,)))
    assert shop.waiting() == ["twist"]
    assert "Score 8" in shop.log("twist price=strain dice=34")


# ------------------------------------------------------------------ keys


def test_a_check_with_raise_and_twist_takes_six_keys() -> None:
    """DESIGN 8: r, the usual rating, one up, throw; Strain, throw. No price is suggested, since it costs a die."""
    shop = Shop(someone("ann", 6, 1, 1), CLERK)
    object.__setattr__(shop.session, "dice", FedDice(["66666", "12345"]))
    checked = shop.keys("r enter up enter", {"actor": "ann", "rung": 10})
    assert (roll_memory(shop.roll).raised, shop.result) == (1, (0, 6, "failure"))
    with pytest.raises(AssertionError, match="Price: choose one"):
        shop.keys("y enter", {"actor": "ann", "rung": 10})
    # On the screen the question opens by itself; here y asks it.
    twisted = shop.keys("y A enter", {"actor": "ann", "rung": 10}) - 1
    assert checked + twisted == 6
    assert shop.result == (6, 3, "failure")
    assert shop.pool("ann", "Focus") == 5


@pytest.mark.parametrize(
    ("keys", "focus", "count"),
    [
        ("r enter enter", {"actor": "kirin", "rung": 6}, 3),
        ("a enter enter", {"acting": "viktor", "target": "clerk"}, 3),
        ("d 3 enter", {"ticked": ("kirin",)}, 3),
        ("x enter enter enter", {"actor": "kirin", "opponent": "clerk"}, 4),
    ],
)
def test_routine_acts_take_few_keys(keys: str, focus: dict[str, str], count: int) -> None:
    """DESIGN 8: a roll 3, an attack 3, damage to the second member 4 with the key that selects them."""
    shop = Shop(*CAST)
    assert shop.keys(keys, focus) == count


def test_me_26_hints_of_all_seeds_are_whole_at_80_columns() -> None:
    table, _ = seat(Shop(KIRIN, CLERK).state, "1111")
    press(table, ":", "=check kirin focus 6 dice=6666", "enter")
    assert isinstance(table.asking, Asking)
    drawn = [" ".join(text for text, _ in line) for line in prompt_lines(table.asking.question(80), 80, UNICODE)]
    shown = " ".join(" ".join(drawn).split())
    assert [seed for seed, hint in SEEDS.items() if hint not in shown] == []


def test_me_21_enter_strains_nobody_where_no_die_can_turn_it() -> None:
    """The Enter of a hopeless Twist accepts the failure, and its line says why: 0 % (ME-19, ME-21)."""
    shop = Shop()
    shop("check kirin Poise 15 dice=11114")
    assert "0% to succeed" in shop.preview("twist", "price")
    assert shop.log("twist") == "Kirin accepts the failure"
    assert shop.pool("kirin", "Poise") == 5


def staked() -> Shop:
    """A table with a task whose failure costs something."""
    return Shop(tasks=(replace(task("vault", 6), lose="The watch comes"),))


def test_me_20_a_failure_without_edge_logs_its_stake() -> None:
    shop = staked()
    assert shop.log("check kirin Poise on=vault dice=11111").endswith("Edge 0; at stake: “The watch comes”")
    assert "at stake" not in shop.log("check kirin Poise on=vault dice=33333")


def test_me_25_an_accepted_failure_logs_its_stake() -> None:
    shop = staked()
    shop("check kirin Poise on=vault dice=12256")
    assert shop.log("twist price=accept") == "Kirin accepts the failure; at stake: “The watch comes”"


def test_me_19_a_failed_twist_logs_its_stake() -> None:
    shop = staked()
    shop("check kirin Poise on=vault dice=11156")
    assert "at stake: “The watch comes”" in shop.log("twist confuse dice=44")


def test_me_19_a_twist_says_what_is_at_stake() -> None:
    """The question that follows a failure covers the log, so that it names the stake itself."""
    shop = Shop()
    shop.play("challenge obstacle 6 Gate", 'edit-challenge gate lose "The watch comes"')
    shop("check kirin Poise on=gate dice=12456")
    told = shop.preview("twist confuse", "price")
    assert told.endswith(" to succeed · success: challenge overcome; at stake: “The watch comes”")
    assert "success:" not in shop.preview("twist accept", "price")


def test_me_26_a_seed_keeps_its_letter_whatever_can_be_strained() -> None:
    """One attribute, three of a background, or none: each seed has the same place among the letters (ME-26, C-38)."""
    places = []
    for shop, line in (
        (Shop(), "check kirin Lockpicking 15 dice=666666"),
        (Shop(), "check kirin Poise 15 dice=66666"),
        (Shop(worn(KIRIN, poise=5)), "check kirin Poise 15 tools=2 dice=66"),
    ):
        shop(line)
        rows = shop.offered("twist accept", "price")
        places.append([rows[key].place for key in ("accept", *SEEDS, "random")])
    assert places[0] == places[1] == places[2]


def test_u_30_the_poise_of_the_fallen_pays_no_strain() -> None:
    """Poise is 0 for the Fallen, whatever the sheet says, and Strain at 0 is not payable (ME-37, U-30)."""
    shop = Shop()
    shop("status kirin fallen")
    shop.refuses("strain kirin poise", "Poise is at 0 and cannot be strained")


def test_me_19_no_twist_is_asked_for_the_gms_people() -> None:
    """The player may Twist, so a foe's miss asks nothing; its key is there for a GM who wants one (ME-19, ME-20)."""
    shop = Shop()
    shop("strike clerk kirin Nature dice=156")
    assert shop.result == (1, 2, "failure")
    assert shop.waiting() == []
    assert list(shop.offered("twist accept", "price")) == ["accept", "nature", *SEEDS, "random"]
    assert "stands without a Twist" not in shop.log("end scene")


def test_me_40_a_foes_failed_recover_check_asks_for_its_death() -> None:
    """No Twist can be asked of a player first (ME-19, ME-40)."""
    shop = Shop()
    shop.play("hurt clerk 9", "rise clerk roll Focus 6 dice=56")
    assert shop.waiting() == ["rise"]
    assert list(shop.offered("rise clerk lives", "result")) == ["dies", "lives"]


def test_me_40_the_twist_of_a_recover_check_tells_of_death() -> None:
    """The Twist tells of death like the line of the Recover Check before it (ME-19, ME-40)."""
    shop = Shop()
    shop.play("hurt kirin 9", "rise kirin roll Focus 6 dice=1156")
    assert shop.waiting() == ["twist"]
    assert shop.preview("twist confuse", "price").endswith(
        " to succeed · success: Kirin stands at Mettle −6; failure: asks dead or alive"
    )
    assert "dead or alive" not in shop.preview("twist accept", "price")
