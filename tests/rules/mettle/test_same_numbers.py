"""One number for one Check: on the ladder, beside the target, on the line, on the page of odds, and as it is rolled."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from tests.rules.mettle.tables import CLERK, KIRIN, VIKTOR, Shop, given, with_status, worn
from wyrd_tui.engine import pools
from wyrd_tui.engine.rules.all_games import ladder
from wyrd_tui.engine.rules.mettle.aiming import struck
from wyrd_tui.engine.rules.mettle.odds_page import pool_to_throw, target_lines
from wyrd_tui.engine.sheet import Effect, Trait
from wyrd_tui.engine.state import METTLE, Actor


def _carrying(actor: Actor, *effects: Effect, when: str = "") -> Actor:
    own = actor.sheets[METTLE]
    return replace(actor, sheets={METTLE: replace(own, traits=(Trait("kit", "Kit", when=when, effects=effects),))})


def _shielded(actor: Actor, shield: int) -> Actor:
    own = actor.sheets[METTLE]
    return replace(actor, sheets={METTLE: replace(own, ratings={**own.ratings, "Shield": shield})})


FENCING = Effect("bonus", "Fencing", 2, text="+2")
TABLES = {
    "strained": Shop(worn(VIKTOR, poise=2), CLERK),
    "Mettle lost": Shop(worn(VIKTOR, mettle=4), worn(CLERK, mettle=3)),
    "tools": Shop(_carrying(VIKTOR, FENCING), CLERK),
    "tools on a condition": Shop(_carrying(VIKTOR, FENCING, when="in the dark"), CLERK),
    "shield": Shop(VIKTOR, _shielded(CLERK, 2)),
    "cover": Shop(VIKTOR, with_status(CLERK, cover=1)),
    "shield and cover": Shop(VIKTOR, with_status(_shielded(CLERK, 2), cover=1)),
    "help": Shop(VIKTOR, CLERK, bonuses=(given("viktor", "Help", 1, ends="scene"),)),
    "help against one": Shop(VIKTOR, KIRIN, CLERK, bonuses=(given("viktor", "Opening", 1, against="clerk"),)),
    "afflicted and Shaken": Shop(with_status(VIKTOR, "shaken", afflicted=1), with_status(CLERK, "shaken")),
    "the Fallen": Shop(VIKTOR, with_status(_shielded(CLERK, 1), "fallen")),
}


@pytest.mark.parametrize("name", TABLES)
def test_me_10_an_attack_has_one_number_in_every_place(name: str) -> None:
    """ME-13, ME-14: the target's row, the line, the page of odds and the roll count the same dice and Poise."""
    shop = TABLES[name]
    line = "strike viktor clerk Fencing"
    dice, number, chance = _told(shop.odds(line))
    beside = next(row for row in struck(shop.state, {"who": "viktor", "rating": "Fencing"}) if row.value == "clerk")
    assert beside.then.split(",")[0] == chance
    viktor = shop.state.actors["viktor"]
    page = target_lines(shop.state, viktor, "Fencing")
    row = next("".join(text for text, _ in line.spans) for line in page if "Clerk" in str(line.spans))
    assert f"{number}: {chance}" in row
    discard = pool_to_throw(shop.state, viktor, "Fencing").discard
    assert pools.check(dice, number, discard=discard).short() == chance
    shop(line)
    assert (len(shop.roll.score.faces), shop.roll.value) == (dice, number)


@pytest.mark.parametrize("name", [name for name in TABLES if name != "help against one"])
def test_me_09_a_check_has_the_number_of_its_rung(name: str) -> None:
    """ME-13, ME-16: the ladder and the line count the same dice, and as many are thrown."""
    shop = TABLES[name]
    for rung in ladder(shop.state, "viktor", "Fencing").rungs:
        dice, number, chance = _told(shop.odds(f"check viktor Fencing {rung.value}"))
        assert (number, chance) == (rung.value, rung.success.short())
    shop("check viktor Fencing 3")
    assert len(shop.roll.score.faces) == dice


@pytest.mark.parametrize("more", ["surge=2", "tools=2", "cover=2", "cover=1", "cover=0", "with=tools-kit", "mod=-1"])
def test_me_13_answers_in_the_question_change_line_and_roll_alike(more: str) -> None:
    """ME-14, ME-41: surge, tools, cover and situation change the line and the roll by the same number."""
    kit = _carrying(VIKTOR, Effect("bonus", "Fencing", 1, text="+1"), when="in the dark")
    shop = Shop(kit, _shielded(CLERK, 1), fight=True)
    line = f"strike viktor clerk Fencing {more}"
    dice, number, _ = _told(shop.odds(line))
    plain = _told(shop.odds("strike viktor clerk Fencing cover=1"))
    assert ((dice, number) != plain[:2]) is (more != "cover=1")
    shop(line)
    assert (len(shop.roll.score.faces), shop.roll.value) == (dice, number)


def test_me_31_a_helper_brings_the_dice_that_the_line_says() -> None:
    """The helper’s tools and losses count, as they do in a Check alone."""
    shop = Shop(VIKTOR, with_status(KIRIN, afflicted=1))
    told = shop.preview("team strongest viktor,kirin Poise 3", "dice")
    assert told.startswith("Kirin 4 dice · Viktor 3 dice (keep 4)")
    shop("team strongest viktor,kirin Poise 3")
    scores = {score.who: len(score.faces) for score in (shop.roll.score, *shop.roll.against)}
    assert scores == {"viktor": 3, "kirin": 4}


def _told(preview: str) -> tuple[int, int, str]:
    """Read the dice, the number to beat and the chance of success in a preview."""
    found = re.match(r"(?:Action · )?(\d+) di(?:c)?e against [^(]*\((\d+)\) .*?success ([<>]?\d+%)", preview)
    assert found, preview
    return int(found[1]), int(found[2]), found[3]
