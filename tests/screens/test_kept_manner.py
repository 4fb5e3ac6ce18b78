"""The abacus keeps its manner while a question is open, at each size."""

from __future__ import annotations

import pytest

from tests.screens.test_doorway import app_of, screen_of
from wyrd_tui.store.files.folders import shipped_folder
from wyrd_tui.store.scenarios.scenario import begin_table, load_scenario
from wyrd_tui.widgets.pane import Pane

QUESTIONS = (("r",), ("r", "enter"), ("d",), ("c",), ("e",), ("colon",))


def drawn(pane: Pane) -> list[str]:
    """Rods as they are drawn, the foot of the frame among them; ghosts of what a question would move count nothing."""
    return ["".join(text for text, _ in line[:1]) for item in pane.items for line in item.lines]


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 40)], ids=["80x24", "100x30", "120x40"])
@pytest.mark.parametrize("name", ["nobody-told-the-bees", "flight-from-the-tower"])
async def test_a_question_leaves_the_abacus_as_it_is_drawn(name: str, size: tuple[int, int]) -> None:
    """No key of a question changes beads for numbers, nor headings for letters, not even for a moment."""
    app = app_of(begin_table(load_scenario(shipped_folder() / "scenarios" / f"{name}.toml")))
    async with app.run_test(size=size) as pilot:
        screen = screen_of(app)
        await pilot.press("B", "enter", "enter", "escape", "escape", "tab", "tab", "tab")
        await pilot.pause()
        before = drawn(screen.abacus)
        assert before
        for keys in QUESTIONS:
            for key in keys:
                await pilot.press(key)
                assert drawn(screen.abacus) == before, keys
                await pilot.pause()
                assert drawn(screen.abacus) == before, keys
            assert screen.controller.asking is not None
            await pilot.press("escape", "escape", "escape")
