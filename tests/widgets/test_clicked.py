"""Clicks on the keys that the foot of the screen shows."""

from __future__ import annotations

import asyncio

import pytest

from tests.screens.evening_by_key import EVENINGS
from tests.screens.test_doorway import app_of, screen_of
from wyrd_tui.widgets.clicked import key_at
from wyrd_tui.widgets.spans import Line

ROW: Line = (
    (" ", "text"),
    ("A ", "key"),
    ("[ ] ", "dim"),
    ("Rope", "text"),
    ("  ·", "faint"),
    (" B ", "key"),
    ("x", "text"),
)


@pytest.mark.parametrize(
    ("line", "x", "keys"),
    [
        (ROW, 0, []),
        (((("▸", "accent")), *ROW[1:]), 0, [("A", "A")]),
        (ROW, 8, [("A", "A")]),
        (ROW, 12, []),
        (ROW, 15, [("B", "B")]),
        ((("⏎ ", "key"), ("gives it", "dim"), ("  esc ", "key"), ("leave", "dim")), 5, [("enter", None)]),
        ((("⏎ ", "key"), ("gives it", "dim"), ("  esc ", "key"), ("leave", "dim")), 17, [("escape", None)]),
        (
            ((" 2 open", "accent"), (" .", "key"), (" answer  ", "dim"), (",", "key"), (" later", "dim")),
            3,
            [("full_stop", ".")],
        ),
        (((" r ", "key"), ("roll ", "text"), (" n ", "faint"), ("next ", "faint")), 10, []),
        ((("Ab ", "key"), ("Guard", "text")), 4, [("A", "A"), ("b", "b")]),
        ((("PgUp PgDn", "key"),), 6, [("pagedown", None)]),
        ((("↑↓ ", "key"), ("raises", "dim")), 4, []),
        (((" said", "text"),), 2, []),
    ],
)
def test_a_click_means_the_key_before_it(line: Line, x: int, keys: list[tuple[str, str | None]]) -> None:
    assert list(key_at(line, x)) == keys


def test_an_attack_is_played_by_clicks_alone() -> None:
    """The key row, a handle and the key line of the question answer, and so does the banner."""

    async def play() -> None:
        app = app_of(EVENINGS[0].begin())
        async with app.run_test(size=(80, 24)) as pilot:
            screen = screen_of(app)

            async def click(word: str) -> None:
                lines = ["".join(text for text, _ in line) for line in screen.foot.lines]
                y = next(y for y, line in enumerate(lines) if word in line)
                await pilot.click("#foot", offset=(lines[y].index(word), y))

            await click("roll")
            await click("Shoot")
            assert screen.controller.asking is not None
            await click("confirm")
            assert [step.act.command for step in screen.controller.session.done] == ["roll"]

    asyncio.run(play())


def test_a_click_on_a_pane_for_reading_leaves_the_keys_where_they_are() -> None:
    async def play() -> None:
        app = app_of(EVENINGS[0].begin())
        async with app.run_test(size=(120, 40)) as pilot:
            screen = screen_of(app)
            before = screen.controller.cursor.pane
            assert await pilot.click(screen.inspector, offset=(5, 2))
            await pilot.press("down")
            assert screen.controller.cursor.pane == before

    asyncio.run(play())
