"""Foes with only some numbers written: the missing one is named before anything is rolled or dealt (ME-10, ME-34)."""

from __future__ import annotations

from tests.commands import COMMANDS
from tests.rules.mettle.tables import CLERK, KIRIN, Shop
from wyrd_tui.screens.questions.asking import Asking


def _with_rat() -> Shop:
    shop = Shop(KIRIN, CLERK)
    shop('add Rat numbers="focus 2"')
    return shop


def test_me_10_a_target_without_poise_says_so_on_its_row() -> None:
    shop = _with_rat()
    rows = shop.offered("strike kirin clerk Poise", "target")
    assert rows["rat"].hint.startswith("no Poise written")
    assert "no Poise" not in rows["clerk"].hint


def test_me_10_a_target_without_poise_is_refused_at_once() -> None:
    """The remedy is named at the question for the target, and the usual target has a Poise (ME-10)."""
    shop = _with_rat()
    asking = Asking(next(row for row in COMMANDS if row.id == "strike"), shop.state, {"acting": "kirin"})
    asking.start()
    assert asking.so_far()["target"] == "clerk"
    for key in ("b", "enter"):
        asking.key(key, key if key == "b" else None)
    assert asking.refused.startswith("The sheet of Rat has no Poise. `:pools rat poise=3` writes one")
    assert "rating" not in asking.answers
    shop.refuses("strike kirin rat Poise", "The sheet of Rat has no Poise. `:pools rat poise=3` writes one")
    assert "Rat’s Focus (2)" in shop.log("strike kirin rat Poise theirs=Focus dice=11111")
    shop("pools rat poise=3")
    assert "Rat’s Poise (3)" in shop.log("strike kirin rat Poise dice=11111")
    shop("status rat fallen")
    assert "Rat’s Poise (0)" in shop.log("strike kirin rat Poise dice=11111")


def test_me_34_a_foe_without_mettle_names_the_remedy() -> None:
    shop = _with_rat()
    shop("hurt kirin 1")
    for line in ("hurt rat 1", "hurt kirin,rat 1", "rally rat 1"):
        shop.refuses(line, "Rat has no Mettle: `:pools rat motive=3` writes Motive, and Mettle with it.")
    shop("pools rat motive=3")
    shop("hurt rat 1")
    assert shop.mettle("rat") == 2
