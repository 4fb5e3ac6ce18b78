"""Pictures of the screens in colour, kept beside the text ones.

Few on purpose: the text screens in `tests/golden` hold what is where; these hold how it looks.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from textual.app import App
from textual.screen import Screen

from tests.screens.tables import MERCER, odds, session
from tests.table_fakes import FakeRules, played
from wyrd_tui.app import WyrdApp
from wyrd_tui.screens.sheet import SheetScreen
from wyrd_tui.screens.table.screen import TableScreen
from wyrd_tui.widgets.themes import Looks

Compare = Callable[..., bool]


def table(*, theme: str = "calm") -> App[None]:
    kept = played()
    recent = [step.act for step in kept.done]
    return WyrdApp(
        lambda look, glyphs: TableScreen(kept, FakeRules(), recent=recent, look=look, glyphs=glyphs), looks=Looks(theme)
    )


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)], ids=["80x24", "120x40", "200x60"])
def test_table(size: tuple[int, int], snap_compare: Compare) -> None:
    assert snap_compare(table(), terminal_size=size)


def test_table_in_high_contrast(snap_compare: Compare) -> None:
    assert snap_compare(table(theme="contrast"), terminal_size=(120, 40))


@pytest.mark.parametrize("keys", ["2 d 3", "r enter b plus plus 0"], ids=["damage", "roll"])
def test_a_question_at_the_foot(keys: str, snap_compare: Compare) -> None:
    assert snap_compare(table(), terminal_size=(80, 24), press=keys.split())


@pytest.mark.parametrize(
    "screen",
    [lambda: SheetScreen(session(), MERCER.id), lambda: odds(session().state, MERCER.id)],
    ids=["sheet", "odds"],
)
def test_pages(screen: Callable[[], Screen[Any]], snap_compare: Compare) -> None:
    assert snap_compare(WyrdApp(lambda look, glyphs: screen()), terminal_size=(120, 40))
