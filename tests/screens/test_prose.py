"""Blocks of a game's page as lines of the screen."""

from __future__ import annotations

from wyrd_tui.engine.spans import SpanTable
from wyrd_tui.screens.prose import arrange_blocks


def test_the_last_column_of_a_table_is_not_padded() -> None:
    block = (SpanTable(((("a", "text"), ("bb", "text")), (("ccc", "text"), ("d", "text")))),)
    lines = arrange_blocks([block, block], 23)
    assert ["".join(text for text, _ in row.spans).rstrip() for row in lines] == [
        "  a    bb       a    bb",
        "  ccc  d        ccc  d",
    ]
