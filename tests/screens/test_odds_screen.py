"""The odds screen says what the odds module counts."""

import asyncio

import pytest
from textual.events import Key

from tests.golden import same_screen, screen_text
from tests.screens.shipped import begun, prompt
from tests.screens.tables import SIZES, STRANGER, ScreenApp, odds, shown, table
from wyrd_tui.app import WyrdApp
from wyrd_tui.engine.apply import apply
from wyrd_tui.engine.events import Befell, Joined, Marked
from wyrd_tui.engine.odds import RUNGS
from wyrd_tui.engine.rules.pages import Aim
from wyrd_tui.engine.rules.wyrd_engine.damage import DESPERATE
from wyrd_tui.engine.rules.wyrd_engine.odds_page import blocks, first_aim, ladder_lines
from wyrd_tui.engine.spans import FoldedProse, PageLine, bar_spans
from wyrd_tui.engine.state import WYRD_ENGINE
from wyrd_tui.screens.scroll import strip_of
from wyrd_tui.widgets.glyphs import ASCII
from wyrd_tui.widgets.spans import width_of
from wyrd_tui.widgets.themes import look_of


@pytest.mark.parametrize("size", SIZES)
def test_looks(size: tuple[int, int]) -> None:
    async def look() -> None:
        app = ScreenApp(odds(table(), "elias-mercer", target="lucius-drake"))
        async with app.run_test(size=size, notifications=True, tooltips=True) as pilot:
            await pilot.pause()
            same_screen(app, f"odds-{size[0]}x{size[1]}")
            await pilot.press("pagedown", "pagedown")
            same_screen(app, f"odds-end-{size[0]}x{size[1]}")

    asyncio.run(look())


def test_keys_change_skill_and_target() -> None:
    async def go() -> None:
        screen = odds(table(), "elias-mercer", target="lucius-drake")
        app = ScreenApp(screen)
        async with app.run_test(size=(120, 40), notifications=True, tooltips=True) as pilot:
            before = screen.aim.rating
            await pilot.press("right")
            assert screen.aim.rating != before
            assert screen.aim.rating in screen_text(app)
            await pilot.press("left")
            assert screen.aim.rating == before
            await pilot.press("down")
            assert "against Felix" in screen_text(app)
            await pilot.press("up", "up")
            assert "against Crewmen ×4" in screen_text(app)
            await pilot.press(*"jjjj")
            assert "fells one now" in screen_text(app)

    asyncio.run(go())


def test_every_skill_of_everybody_against_everybody() -> None:
    async def go() -> None:
        state = apply(table(), Joined(STRANGER))
        app = ScreenApp(odds(state, "stranger"))
        async with app.run_test(size=(120, 40), notifications=True, tooltips=True) as pilot:
            await pilot.pause()
            assert "no odds" in screen_text(app)
            for who in state.actors:
                screen = odds(state, who)
                await app.push_screen(screen)
                for _ in range(8):
                    screen.action_turn("sides", 1)
                    screen.action_turn("arrows", 1)
                assert "Odds" in screen_text(app)

    asyncio.run(go())


def test_we_61_wounds_without_a_rating_are_named_on_the_odds_screen() -> None:
    """Penalties that the GM has not assigned yet count in no roll, which stands above the ladder (WE-61)."""

    async def go() -> None:
        state = apply(table(), Marked("elias-mercer", WYRD_ENGINE, {"severe": 1}))
        app = ScreenApp(odds(state, "elias-mercer"))
        async with app.run_test(size=(120, 40), notifications=True, tooltips=True) as pilot:
            await pilot.pause()
            assert "Mercer has 1 wound not assigned (−3)" in screen_text(app)

    asyncio.run(go())


@pytest.mark.parametrize("size", SIZES)
def test_we_68_the_reason_for_no_duel_is_said_in_full(size: tuple[int, int]) -> None:
    """The sentence is folded to its column, so that no end of it is cut off."""

    async def go() -> None:
        state = apply(table(), Befell("elias-mercer", DESPERATE))
        app = ScreenApp(odds(state, "elias-mercer", target="lucius-drake"))
        async with app.run_test(size=size, notifications=True, tooltips=True) as pilot:
            await pilot.pause()
            shown = screen_text(app)
            await pilot.press("end")
            shown += screen_text(app)
        assert "No odds of a duel: " in shown
        assert "only one last desperate" in shown
        assert "\n   act." in shown

    asyncio.run(go())


def test_we_53_attack_and_duel_take_the_skill_of_the_attack() -> None:
    """A rating that nobody fights with stays with the ladder and the opposed roll."""
    page = shown(odds(table(), "elias-mercer", rating="Deception", target="lucius-drake"))
    assert "Elias Mercer · Deception against" in page
    assert "Attack  Shoot +1 against" in page
    assert "Duel to the end  Shoot against" in page


def test_a_skill_to_fight_with_that_is_chosen_attacks_too() -> None:
    page = shown(odds(table(), "elias-mercer", rating="Combat", target="lucius-drake"))
    assert "Duel to the end  Combat against" in page


@pytest.mark.parametrize("width", [78, 118, 198])
def test_bars_say_the_chances_in_columns(width: int) -> None:
    """The bar of each rung has as many cells as the others, in proportion to success and to success with a tie."""
    state = table()
    lines = ladder_lines(state, state.actors["elias-mercer"], "Shoot", 19)
    rows = ["".join(text for text, _ in line.spans) for line in lines if isinstance(line, PageLine)]
    bars = {row[5:17].strip(): row[17:36] for row in rows if row[5:17].strip() in RUNGS.values()}
    assert len(bars) == len(RUNGS)
    assert bars["Difficult"] == "━" * 7 + "╍" * 5 + "─" * 7
    assert bars["Trivial"] == "━" * 19
    arranged = blocks(state, first_aim(state, Aim("elias-mercer")), width)
    assert all(width_of(line.spans) <= width for part in arranged for line in part if isinstance(line, PageLine))


def test_ascii_bars_tell_ties_from_failures() -> None:
    """The three parts of a bar differ without Unicode and without colour."""
    row = strip_of(bar_spans(9, 1 / 3, 2 / 3), 9, look_of("plain"), ASCII)
    assert row.text == "===:::---"


@pytest.mark.parametrize("key", ["right", "j"])
async def test_a_key_pressed_before_the_screen_is_composed_waits(key: str) -> None:
    app = WyrdApp(lambda look, glyphs: odds(table(), "elias-mercer"))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = odds(table(), "elias-mercer")
        before = screen.aim
        pushed = app.push_screen(screen)
        assert not screen.composed
        await app.on_event(Key(key, None))
        await pushed
        await pilot.pause()
        assert (screen.aim != before, screen.scroll.scroll_offset.y) == ((True, 0) if key == "right" else (False, 1))


def test_we_36_the_page_opposes_with_the_rating_that_the_act_suggests() -> None:
    """WE-36, U-33: and names whose it is."""
    table = begun("murder-at-the-brass-orchid", "O =insp ⏎ 1 x ⏎ ⏎")
    (suggested,) = [offer.label for part in prompt(table).parts for offer in part.offers if offer.here]
    state = table.state
    aim = first_aim(state, Aim("felix-cavendish", rating="Crafts", target="inspector-julian-hargrave"))
    told = [line.text for block in blocks(state, aim, 120) for line in block if isinstance(line, FoldedProse)]
    assert f"Hargrave: {suggested} +2" in told
