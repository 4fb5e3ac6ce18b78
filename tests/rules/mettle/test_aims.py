"""The chances to hit and to put out beside the targets of an attack, against every throw played out."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations_with_replacement
from math import factorial, prod

import pytest

from tests.commands import BY_ID
from tests.rules.mettle.tables import Shop, someone, with_status, worn
from wyrd_tui.engine.chance import Chance
from wyrd_tui.engine.rules.all_games import chances
from wyrd_tui.engine.setting import Setting
from wyrd_tui.engine.sheet import Effect, Trait
from wyrd_tui.engine.state import METTLE, Actor, Bonus, State

RAPIER = Trait("rapier", "Old rapier", "gear", effects=(Effect("bonus", "Fencing", 1),))
FENCER = someone("ann", 1, 1, 1, fencing=3)
ARMED = replace(FENCER, sheets={METTLE: replace(FENCER.sheets[METTLE], traits=(RAPIER,))})
GUARD = someone("guard", 1, 1, 2, side="foes")


def _then(state: State) -> str:
    ask = next(ask for ask in BY_ID["strike"].asks if ask.name == "target")
    return next(row.then for row in ask.choices(state, {"who": "ann", "rating": "Fencing"}) if row.value == "guard")


def _counted(shop: Shop, dice: int) -> tuple[Chance, Chance]:
    """Play every throw with the suggested damage; count the hits, and those that put the guard or one of them out.

    Throws of the same faces in another order come to the same, so that each is played once and counted as often.
    """
    hits = felled = 0
    count = shop.state.actors["guard"].count
    for throw in combinations_with_replacement(range(1, 7), dice):
        orders = factorial(dice) // prod(factorial(throw.count(face)) for face in set(throw))
        shop(f"strike ann guard Fencing dice={''.join(map(str, throw))}")
        hit, steps = shop.roll.outcome == "success", 1
        if hit:
            shop("hurt guard")
            guard, steps = shop.state.actors["guard"], 2
            felled += orders * (guard.out or guard.count < count)
        hits += orders * hit
        for _ in range(steps):
            shop.session.undo()
    return Chance(hits, 6**dice), Chance(felled, 6**dice)


@pytest.mark.parametrize(
    ("attacker", "guard", "dice"),
    [
        (FENCER, worn(GUARD, mettle=2), 3),
        (FENCER, worn(GUARD, mettle=3), 3),
        (ARMED, worn(GUARD, mettle=2), 4),
        (with_status(FENCER, "shaken"), worn(GUARD, mettle=2), 3),
        (FENCER, replace(worn(GUARD, mettle=2), kind="mook", count=3), 3),
    ],
    ids=["1 Mettle", "0 Mettle", "a weapon", "Shaken", "a group"],
)
def test_me_35_the_chance_to_put_out_counts_every_throw(attacker: Actor, guard: Actor, dice: int) -> None:
    """ME-10, ME-35, U-12, U-25: hit by Score above Poise, felled by 1, 1 for each Edge and 1 for a weapon."""
    shop = Shop(attacker, guard, fight=True)
    told = _then(shop.state)
    hit, out = _counted(shop, dice)
    assert 0 < float(out) < 1
    felled = "one falls" if guard.count > 1 else "out"
    assert told.startswith(f"{hit.short()}, {felled} {out.short()}, Mettle ")


def test_u_25_without_suggested_damage_no_target_shows_odds_of_going_out() -> None:
    shop = Shop(FENCER, worn(GUARD, mettle=3), rules={"hit_damage": "none"})
    assert ", out " not in _then(shop.state)


def test_a_bonus_against_one_target_changes_its_chances_alone() -> None:
    """C-40: what is bound to a target counts against nobody else."""
    twin = replace(GUARD, id="twin", name="Twin")
    light = Bonus("light", "Light", 2, "ann", "situation", "twin", ends="scene")
    shop = Shop(FENCER, GUARD, twin, bonuses=(light,))
    state = replace(shop.state, setting=Setting(fighting=("Fencing",)))
    told = {row.value: row.then for row in chances(state, "ann")}
    assert float(told["twin"].partition("%")[0]) > float(told["guard"].partition("%")[0])


def test_me_14_each_pool_says_its_chance_to_hit_the_chosen_target() -> None:
    """An attacker without a usual pool has the chance beside each pool once a target is chosen (ME-14)."""
    shop = Shop(ARMED, GUARD)
    ask = next(ask for ask in BY_ID["strike"].asks if ask.name == "rating")
    aimed = {row.value: row.then for row in ask.choices(shop.state, {"who": "ann", "target": "guard"})}
    assert aimed["Fencing"] == _then(shop.state).partition(",")[0]
    assert not any(row.then for row in ask.choices(shop.state, {"who": "ann"}))


def test_an_attack_suggests_a_standing_foe_and_nobody_else() -> None:
    """A friend, a neutral and a foe who is dead are attacked only where the GM says so."""
    ask = next(ask for ask in BY_ID["strike"].asks if ask.name == "target")
    friend, bystander = someone("bob", 1, 1, 1), someone("clerk", 1, 1, 2, side="others")
    fallen = with_status(GUARD, "dead")
    assert fallen.out
    suggested = [
        ask.default(Shop(FENCER, friend, bystander, *foes).state, {"who": "ann"})
        for foes in ((), (fallen,), (fallen, replace(GUARD, id="twin", name="Twin")))
    ]
    assert suggested == [None, None, "twin"]


def test_we_53_a_neutral_is_aimed_at_in_the_order_alone() -> None:
    """WE-53: the inspector names no bystander as a target; foes stand there in and out of a fight."""
    clerks = [someone(name, 1, 1, 2, side="others") for name in ("clerk", "clark")]
    shop = Shop(ARMED, GUARD, *clerks)
    assert [row.value for row in chances(shop.state, "ann")] == ["guard"]
    shop.play("order gm who=ann,guard,clark")
    assert [row.value for row in chances(shop.state, "ann")] == ["guard", "clark"]


def test_we_53_without_foes_a_neutral_in_the_order_is_suggested() -> None:
    """WE-53: the GM has put the neutral character into the fight; a bystander is attacked only where the GM says so."""
    ask = next(ask for ask in BY_ID["strike"].asks if ask.name == "target")
    clerks = [someone(name, 1, 1, 2, side="others") for name in ("clerk", "clark")]
    shop = Shop(FENCER, *clerks)
    shop.play("order gm who=ann,clark")
    assert ask.default(shop.state, {"who": "ann"}) == "clark"
    assert ask.default(shop.state, {"who": "clark"}) == "ann"
