"""Styles sent to the terminal: the screen is the same with fewer bytes."""

from __future__ import annotations

import pyte
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wyrd_tui.terminal.styles import shorten_styles

CODES = st.sampled_from(
    ["", "0", "1", "2;3", "4;7", "9", "31", "38;5;9", "38;2;1;2;3", "48;2;9;9;9", "1;38;2;1;2;3;48;2;9;9;9", "97;104"]
)
PIECES = st.lists(st.tuples(CODES, st.sampled_from(["a", "bc ", "  ", "\x1b[2;3H", "\n\x1b[4;1H", "\x1b[K", "é", ""])))


def cells(text: str) -> list[object]:
    """Every cell of a terminal after a text, as it looks: of a blank, the colour of its letter is not seen."""
    screen = pyte.Screen(40, 5)
    pyte.Stream(screen).feed(text)
    every = (screen.buffer[y][x] for y in range(5) for x in range(40))
    lined = ("underscore", "strikethrough", "reverse")
    return [
        cell if cell.data.strip() or any(getattr(cell, line) for line in lined) else ("blank", cell.bg)
        for cell in every
    ]


@given(PIECES)
def test_the_screen_is_the_same(pieces: list[tuple[str, str]]) -> None:
    text = "".join(f"\x1b[{codes}m{piece}" for codes, piece in pieces) + "\x1b[0m"
    assert cells(shorten_styles(text) + "x") == cells(text + "x")


def test_a_style_that_stays_is_sent_once() -> None:
    text = "\x1b[1;38;2;1;2;3;48;2;9;9;9ma\x1b[0m\x1b[38;2;1;2;3;48;2;9;9;9mb\x1b[0m"
    assert shorten_styles(text) == "\x1b[1;38;2;1;2;3;48;2;9;9;9ma\x1b[22mb\x1b[0m"


def test_a_line_break_before_a_place_is_not_sent() -> None:
    text = "\x1b[31ma\x1b[0m\n\x1b[3;1H\x1b[31mb\x1b[0m"
    assert shorten_styles(text) == "\x1b[31ma\x1b[3;1Hb\x1b[0m"


@pytest.mark.parametrize("text", ["no style", "\x1b[58;5;1munderlined in red\x1b[0m", "\x1b[38mcut off\x1b[0m"])
def test_a_text_with_unknown_codes_is_left(text: str) -> None:
    assert shorten_styles(text) == text
