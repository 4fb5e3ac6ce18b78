"""Outside text, cut to cells."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from tests.speed import loops_of
from wyrd_tui.widgets.cells import SINGLE, cells, clean_line, cut, pad, wrap
from wyrd_tui.widgets.glyphs import ASCII, UNICODE, choose_glyphs, to_ascii


@given(st.text())
def test_nothing_that_a_terminal_obeys_is_left(said: str) -> None:
    shown = clean_line(said)
    assert not [sign for sign in shown if ord(sign) < 32 or 127 <= ord(sign) < 160 or 0x202A <= ord(sign) <= 0x202E]


@given(st.text(), st.integers(1, 40))
def test_cut_and_pad_keep_to_their_cells(said: str, width: int) -> None:
    said = clean_line(said)
    assert cells(cut(said, width)) <= width
    assert cells(pad(said, width)) == width


@given(st.text(), st.integers(2, 40))
def test_wrapping_loses_no_letter(said: str, width: int) -> None:
    said = clean_line(said)
    lines = wrap(said, width)
    assert all(cells(line) <= width for line in lines)
    assert "".join("".join(lines).split()) == "".join(said.split())


def test_every_sign_is_one_cell_and_has_a_twin() -> None:
    for sign, twin in zip(UNICODE, ASCII, strict=True):
        assert cells(sign) == 1
        assert twin.isascii()
        assert "?" not in to_ascii(sign)
    assert to_ascii("●○ Ælf −2").isascii()
    assert to_ascii("↑↓ damage · ↓ chooses it · ⌫ back") == "Up/Down damage - Down chooses it - Backspace back"


def test_wide_letters_keep_their_cells_in_ascii() -> None:
    """A mark above a letter has no cell, a Chinese letter two."""
    for name in ("李小龍", "Ze\u0301", "Ælf", "Mercer"):
        twin = to_ascii(name)
        assert twin.isascii()
        assert len(twin) == cells(name)


def test_poor_terminals_get_ascii() -> None:
    assert choose_glyphs({}, "utf-8") is UNICODE
    assert choose_glyphs({"WYRD_ASCII": "1"}, "utf-8") is ASCII
    assert choose_glyphs({}, "latin-1") is ASCII
    assert choose_glyphs({}, None) is ASCII
    assert choose_glyphs({"TERM": "linux"}, "utf-8") is ASCII


@pytest.mark.parametrize("sign", ["x", "漢", "é\u0301"])
def test_a_word_without_end_is_wrapped_in_one_pass(sign: str) -> None:
    rows: list[str] = []
    assert loops_of(lambda: rows.extend(wrap(sign * 100_000, 40))) < 500
    assert cut(sign * 100_000, 40) == cut(sign * 50, 40)
    assert "".join(rows) == sign * 100_000
    assert all(cells(row) == 40 for row in rows[:-1])


def test_signs_of_one_cell_agree_with_rich() -> None:
    single = [chr(code) for code in range(0x20, 0x3000) if SINGLE.fullmatch(chr(code))]
    assert len(single) > 1000
    assert [sign for sign in single if cell_len(sign) != 1] == []
    assert [sign for sign in UNICODE if sign and not SINGLE.fullmatch(sign)] == []
