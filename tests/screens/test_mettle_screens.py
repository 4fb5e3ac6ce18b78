"""The table, the sheet, the book and the odds of Mettle."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from tests.golden import same_screen, screen_text
from tests.screens.desk import press
from tests.screens.mettle_tables import CLERK, KIRIN, MAGDA, VIKTOR, mettle_session, mettle_table
from tests.screens.shipped import begun
from tests.screens.tables import SIZES, odds, shown
from tests.table_fakes import FakeStorage
from wyrd_tui.app import WyrdApp
from wyrd_tui.engine import pools
from wyrd_tui.engine.dice import LiveDice
from wyrd_tui.engine.rules import all_games as rules
from wyrd_tui.engine.rules.mettle.odds_page import pool_to_throw, raise_lines
from wyrd_tui.engine.session import Session
from wyrd_tui.engine.state import METTLE, WYRD_ENGINE, Condition, State
from wyrd_tui.engine.turn_order import Order
from wyrd_tui.screens.book import BookScreen
from wyrd_tui.screens.odds import OddsScreen
from wyrd_tui.screens.sheet import SheetScreen
from wyrd_tui.screens.table.screen import TableScreen
from wyrd_tui.screens.table.wishes import LOW


def app_of(state: State) -> WyrdApp:
    played = Session(state, dice=LiveDice(1), clock=lambda: 0.0)
    return WyrdApp(lambda look, glyphs: TableScreen(played, rules, look=look, glyphs=glyphs, storage=FakeStorage()))


# ------------------------------------------------------------------ the table


@pytest.mark.parametrize("size", SIZES)
async def test_the_table_looks(size: tuple[int, int]) -> None:
    app = app_of(mettle_table())
    async with app.run_test(size=size) as pilot:
        await pilot.press("1")
        same_screen(app, f"mettle-table-{size[0]}x{size[1]}")


async def test_the_arrows_turn_through_all_that_can_be_checked() -> None:
    app = app_of(mettle_table())
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("1")
        await pilot.pause()
        seen = []
        for _ in range(5):
            seen.append(next(row for row in screen_text(app).splitlines() if "Ladder" in row))
            await pilot.press("right")
            await pilot.pause()
        for name in ("The Salle 4", "Focus 3", "Nature 3", "Kitchen Russian 2", "Poise 2"):
            assert any(name in row for row in seen), name


async def test_o_opens_the_odds_at_the_ladders_rung() -> None:
    app = app_of(mettle_table())
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("1", "right", "right_square_bracket", "o")
        await pilot.pause()
        assert isinstance(app.screen, OddsScreen)
        assert (app.screen.aim.rating, app.screen.aim.number) == ("Focus", 6)
        assert "Raises against Daunting (6)" in screen_text(app)


async def test_a_fallen_character_leaves_the_ladder_its_place() -> None:
    """The inspector has the lines of the rungs, and nothing above it moves."""
    app = app_of(mettle_table())
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("1")
        before = app.screen.query_one("#ladder").region
        await pilot.press("3")
        await pilot.pause()
        assert app.screen.query_one("#ladder").region == before._replace(height=LOW)
        assert app.screen.query_one("#inspector").region.y == before.y + LOW


async def test_a_refusal_goes_as_the_cursor_moves() -> None:
    app = app_of(mettle_table())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("enter")
        await pilot.pause()
        assert "does nothing here" in screen_text(app)
        await pilot.press("tab")
        await pilot.pause()
        assert "does nothing here" not in screen_text(app)


async def test_the_question_for_kept_dice_shows_the_log() -> None:
    """ME-30: what was thrown is in sight while one chooses, the second time as well."""
    app = app_of(mettle_table())
    async with app.run_test(size=(80, 24)) as pilot:
        names = {" ": "space", "=": "equals_sign", ",": "comma", ":": "colon"}
        await pilot.press(*(names.get(sign, sign) for sign in ":team weakest viktor,kirin Poise 3 dice=2345"))
        await pilot.press("enter", "escape", "space")
        await pilot.pause()
        await pilot.press("full_stop")
        await pilot.pause()
        assert "Kirin 2 3 4 5, 2 dice are kept" in screen_text(app)
        assert "Keep" in screen_text(app)


# ------------------------------------------------------------------ the odds


@pytest.mark.parametrize("size", SIZES)
def test_the_odds_look(size: tuple[int, int]) -> None:
    shown(odds(mettle_table(), "kirin", rating="Poise", number=3), size=size, golden="mettle-odds")


def test_me_19_me_28_every_raise_is_weighed_alone_and_with_a_twist() -> None:
    page = shown(odds(mettle_table(), "viktor", rating="The Salle", number=3))
    for raised in range(5):
        assert pools.check(4, 3, raised).percent() in page
        assert pools.twist_chance(4, 3, raised).percent() in page


@pytest.mark.parametrize(("number", "best"), [(1, 1), (3, 0), (6, 0)])
def test_me_11_the_raise_with_the_most_expected_edge_has_a_sign(number: int, best: int) -> None:
    edges = [pools.mean_edge(4, number, raised) for raised in range(5)]
    assert edges[best] == max(edges)
    rows = [
        "".join(text for text, _ in row.spans)
        for row in raise_lines(pool_to_throw(mettle_table(), VIKTOR, "The Salle"), number)
    ]
    marked = [row.split()[0] for row in rows[2:] if "◂" in row]
    assert marked == [str(best or "none")]


def test_raises_have_no_sign_if_nothing_can_succeed() -> None:
    rows = raise_lines(pool_to_throw(mettle_table(), VIKTOR, "The Salle"), 15)
    assert not any("◂" in text for row in rows[2:] for text, _ in row.spans)


def test_me_38_me_49_statuses_are_counted_and_told() -> None:
    """Shaken discards 1s; only the worst penalty counts."""
    throw = pool_to_throw(mettle_table(), KIRIN, "Poise")
    assert (throw.dice, throw.discard) == (4, 1)
    page = shown(odds(mettle_table(), "kirin", rating="Poise", number=3))
    assert "Kirin · Poise 4 · Challenging (3)" in page
    assert "▸ Shaken" in page
    assert pools.check(4, 3, 0, 2).percent() in page
    jonah = shown(odds(mettle_table(), "jonah", rating="Nature", number=3))
    assert "Nature 4 Fatigued −1 = 3 dice" in jonah


def test_c_16_raised_dice_in_a_twist_follow_the_house_rule() -> None:
    state = replace(mettle_table(), rules={"twist_raised": "reroll"})
    kept, again = pools.twist_chance(4, 3, 2), pools.twist_chance(4, 3, 2, keep_raised=False)
    assert kept != again
    assert again.percent() in shown(odds(state, "viktor", rating="The Salle", number=3))


def test_me_30_me_31_teamwork_with_each_friend() -> None:
    """Kirin is Shaken; Magda is down and does not help."""
    page = shown(odds(mettle_table(), "viktor", rating="Focus", number=3))
    assert "3 keep 3" in page
    assert pools.kept_chances(3, 3, 3, 0, 0, 3, 1).success.percent() in page
    assert "Magda" not in page
    assert "Nobody else here has dice in The Salle." in shown(odds(mettle_table(), "viktor", rating="The Salle"))


def test_me_10_the_pools_of_others_are_numbers_to_beat() -> None:
    page = shown(odds(mettle_table(), "viktor", rating="The Salle", number=3))
    clerk = next(row for row in page.splitlines() if "The clerk" in row)
    assert f"4: {pools.check(4, 4).short()}" in clerk
    zola = next(row for row in page.splitlines() if "Aunt Zola" in row)
    assert f"3: {pools.check(4, 3).short()}" in zola


def test_left_right_and_brackets_change_what_is_weighed() -> None:
    def opened() -> OddsScreen:
        return odds(mettle_table(), "viktor", rating="The Salle", number=3)

    assert "Viktor · Nature 3 · Challenging (3)" in shown(opened(), "right", "right")
    assert "Viktor · The Salle 4 · Challenging (3)" in shown(opened(), "right", "left")
    assert "Difficulty 4" in shown(opened(), "right_square_bracket")
    assert "Difficulty 0" in shown(opened(), *["left_square_bracket"] * 5)


def test_a_sheet_without_pools_has_no_odds() -> None:
    empty = replace(CLERK, sheets={})
    state = State(games=(METTLE,), actors={"clerk": empty})
    assert "No pool" in shown(odds(state, "clerk"))


# ------------------------------------------------------------------ the sheet


@pytest.mark.parametrize("size", SIZES)
def test_the_sheet_looks(size: tuple[int, int]) -> None:
    shown(SheetScreen(mettle_session(), "viktor"), size=size, golden="mettle-sheet")


def test_me_21_me_34_sheet_tells_strain_mettle_and_attribute_names() -> None:
    viktor = shown(SheetScreen(mettle_session(), "viktor"))
    assert "“Curmudgeon”" in viktor
    assert "3 of 5" in viktor
    assert "Motive 4 + Armor 1" in viktor
    kirin = shown(SheetScreen(mettle_session(), "kirin"))
    assert "5 (4)" in kirin
    assert "strained by 1" in kirin


def test_me_38_me_50_the_sheet_says_what_each_status_means() -> None:
    magda = shown(SheetScreen(mettle_session(), "brandt"))
    assert "no Action, Poise 0" in magda
    assert "Afflicted 2" in magda
    assert "Afflicted 2 2" not in magda
    assert "−1 of 5" in magda
    assert "a blow has felled its owner" in magda
    assert "3 (0)" in magda


def test_me_45_load_stands_against_frame() -> None:
    assert "Load 4 against Frame 3  Encumbered: each Zone takes two Moves" in shown(
        SheetScreen(mettle_session(), "viktor")
    )


def test_a_status_of_another_game_is_given_no_meaning() -> None:
    fallen = Condition("fallen", "Fallen", "down the stairs")
    mercer = replace(MAGDA, conditions=(fallen,), sheets={WYRD_ENGINE: MAGDA.sheets[METTLE]})
    state = State(games=(WYRD_ENGINE,), actors={mercer.id: mercer}, order=Order())
    page = shown(SheetScreen(Session(state, dice=LiveDice(1), clock=lambda: 0.0), mercer.id))
    assert "down the stairs" in page
    assert "no Free Move" not in page


# ------------------------------------------------------------------ the book


@pytest.mark.parametrize("size", SIZES)
def test_the_book_looks(size: tuple[int, int]) -> None:
    shown(BookScreen(mettle_session("1 2"), "stock"), "space", size=size, golden="mettle-book")


def test_me_06_space_rolls_a_random_table_and_undo_takes_it_back() -> None:
    session = mettle_session("6 5")
    page = shown(BookScreen(session, "stock"), "space")
    assert session.done[-1].act.command == "table"
    assert "A clock that sings" in session.done[-1].act.lines[0]
    assert "Rolled last" in page
    assert "Rolled last" not in shown(BookScreen(session, "stock"), "u")
    assert not session.done


def test_a_random_table_shows_its_dice_and_rows() -> None:
    page = shown(BookScreen(mettle_session(), "stock"))
    assert "2d6; space rolls" in page
    assert any("10-12" in row and "A clock that sings" in row for row in page.splitlines())
    assert "Nothing more is written here" not in page


async def test_me_34_a_fall_leaves_points_of_an_order_in_columns() -> None:
    """ME-34: tracks of three to five points, one of them below zero, have their figures below each other."""
    table = begun("a-fine-patina")
    press(table, "colon", "=hurt viktor 6", "enter", "escape", *"I", "enter", "enter", "enter")
    app = app_of(table.state)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        rows = [line[40:] for line in screen_text(app).splitlines()]
    told = [row for row in rows if re.search(" M[◇◆]", row)]
    assert len(told) == 5
    assert len({row.index("/") for row in told if "−" not in row}) == 1, told
    assert len({row.index(row[found.start()]) for row in told if (found := re.search("[◇◆]", row))}) == 1, told


def test_me_19_odds_of_a_foe_have_no_columns_for_a_twist() -> None:
    """ME-19: nobody decides on a Twist of a foe, on the ladder or on the page of odds."""
    for who, told in ((CLERK, False), (VIKTOR, True)):
        page = shown(odds(mettle_table(), who.id))
        assert "Teamwork" in page
        assert ("Twist" in page) == told
