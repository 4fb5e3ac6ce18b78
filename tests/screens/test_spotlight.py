"""The spotlight, where the party of the Wyrd Abacus waits for its challenges."""

from __future__ import annotations

import pytest

from tests.screens.shipped import GANNET, begun, keyed
from tests.screens.test_doorway import app_of, screen_of


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)])
async def test_the_spotlight_keeps_its_columns_behind_a_hit(size: tuple[int, int]) -> None:
    """WA-08: no word of one row comes or goes, and no figure moves, since another row has changed."""
    app = app_of(begun(GANNET, "B ⏎ ⏎").state)
    async with app.run_test(size=size) as pilot:
        table = screen_of(app).controller
        rows = []
        for keys in ("", "a b ⏎ =++++---- ⏎", "⏎", "D ⏎"):
            keyed(table, keys)
            screen_of(app).draw()
            await pilot.pause()
            lines = [item.lines[0] for item in screen_of(app).order.items]
            texts = ["".join(text for text, _ in line) for line in lines]
            rows.append([text for text in texts if "/" in text])
        assert len(rows[0]) == 3
        assert all(later == rows[0] for later in rows)
