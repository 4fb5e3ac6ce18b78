"""Input from a terminal in pieces of any size: keys go on, answers do not, pastes are cut."""

from __future__ import annotations

import time
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wyrd_tui.terminal.input_filter import MOST_PASTED, InputFilter

Parts = list[tuple[str, bool]]


def sent(text: str, *cuts: int, wait: float = 6.0) -> Parts:
    """Return the parts of a text that arrives in pieces, and of the silence after it; neighbouring keys joined."""
    inputs = InputFilter()
    parts: Parts = []
    for start, end in zip((0, *cuts), (*cuts, len(text)), strict=True):
        parts += inputs.feed(text[start:end], 0.0)
    parts += inputs.tick(wait)
    joined: Parts = []
    for words, pasted in parts:
        if joined and not pasted and not joined[-1][1]:
            joined[-1] = (joined[-1][0] + words, False)
        else:
            joined.append((words, pasted))
    return joined


KEYS = (
    "a",
    "\x1b",
    "\x1b[A",
    "\x1b[[A",
    "\x1bOP",
    "\x1b[<0;10;5M",
    "\x1b[97;5u",
    "\x1b[48;24;80;1;1t",
    "\x1b[M !!",
    "\x1b\x1b[A",
)
TYPED = ("\x1bP", "\x1b]", "\x1b[", "\x1bP\x1b[A")


@pytest.mark.parametrize("keys", [*KEYS, *TYPED])
def test_keys_go_on_as_they_are(keys: str) -> None:
    """Keys pass unchanged, also alt and a bracket, though answers of a terminal begin like it."""
    for cut in range(len(keys)):
        assert sent(f"{keys}", cut) == [(keys, False)]


LONG = "QUJD" * 25_000
ANSWERS = (
    f"\x1b]52;c;{LONG}\x07",
    f"\x1b]52;c;{LONG}\x1b\\",
    f"\x1bP1$r{LONG}\x1b\\",
    f"\x1b_G{LONG}\x1b\\",
    f"\x1b^{LONG}\x9c",
    f"\x1bX{LONG}\x18",
    f"\x1b[{'1;' * 50_000}m",
    "\x1b]11;rgb:0000/0000/0000\x1b\\",
    "\x1bP>|term 1\x1b\\",
    "\x1b]0;\x07",
)


@pytest.mark.parametrize("answer", ANSWERS, ids=[str(number) for number in range(len(ANSWERS))])
def test_answers_type_nothing(answer: str) -> None:
    for cut in (1, 2, 5, 20, 33, 40, len(answer) // 2, len(answer) - 1):
        assert sent(f"a{answer}b", min(cut, len(answer)) + 1) == [("ab", False)]


def test_an_answer_without_an_end_ends_with_a_silence() -> None:
    inputs = InputFilter()
    assert list(inputs.feed("\x1b]52;c;" + LONG, 0.0)) == []
    assert list(inputs.tick(0.5)) == []
    assert list(inputs.feed("jjj", 0.6)) == []
    assert list(inputs.tick(1.7)) == []
    assert list(inputs.feed("j", 1.8)) == [("j", False)]


def test_cut_off_sequence_leaves_the_next_alone() -> None:
    assert sent(f"\x1b]52;c;{LONG}\x1b[A") == [("\x1b[A", False)]
    assert sent(f"\x1b[{'1' * 100}\x1b[A") == [("\x1b[A", False)]


def test_a_paste_is_one_thing_in_however_many_pieces() -> None:
    text = "a\x1b[200~two\nlines \x1b[31m\x1b]0;x\x07 end\x1b[201~b\x1b[A"
    whole = [("a", False), ("two\nlines \x1b[31m\x1b]0;x\x07 end", True), ("b\x1b[A", False)]
    for first in range(len(text)):
        assert sent(text, first) == whole
    assert sent(text, *range(1, len(text))) == whole


def test_a_paste_is_cut_and_costs_no_second() -> None:
    """Processor time, which other programs hardly change; keeping all of it would take several seconds."""
    text = f"\x1b[200~{'x' * 4_000_000}\x1b[201~j"
    start = time.process_time()
    assert sent(text, *range(4096, len(text), 4096)) == [("x" * (MOST_PASTED + 1), True), ("j", False)]
    assert time.process_time() - start < 1.0


def test_a_paste_whose_end_was_lost_ends_with_a_silence() -> None:
    assert sent("\x1b[200~abc\x1b[20") == [("abc", True)]
    inputs = InputFilter()
    list(inputs.feed("\x1b[200~abc", 0.0))
    assert list(inputs.tick(4.0)) == []


def test_a_lone_escape_waits_less_than_fifty_milliseconds() -> None:
    inputs = InputFilter()
    assert list(inputs.feed("\x1b", 1.0)) == []
    assert inputs.patience < 0.05
    assert list(inputs.tick(1.0 + inputs.patience)) == [("\x1b", False)]


def stalled(*pieces: str, wait: float) -> Parts:
    """Return the parts of pieces with a silence between them."""
    inputs = InputFilter()
    parts: Parts = []
    now = 0.0
    for piece in pieces:
        parts += inputs.feed(piece, now)
        parts += inputs.tick(now + min(wait, 0.15))
        now += wait
        parts += inputs.tick(now - 0.01)
    return parts


@pytest.mark.parametrize("wait", [0.3, 2.0, 4.5])
@pytest.mark.parametrize(
    "cuts", [[2], [3], [3, 5], [2, 4], [1], [4]], ids=["bracket", "2", "2-00", "bracket-20", "escape", "20"]
)
def test_a_paste_whose_beginning_comes_in_pieces_is_a_paste(wait: float, cuts: list[int]) -> None:
    text = "\x1b[200~d1\r2\r\x1b[201~"
    if len(cuts) > 1 and wait > 4.0:
        wait = 2.4
    pieces = [text[start:end] for start, end in zip((0, *cuts), (*cuts, None), strict=True)]
    got = stalled(*pieces, wait=wait)
    assert [part for part in got if part[1]] == [("d1\r2\r", True)]
    assert "".join(keys for keys, pasted in got if not pasted) in ("", "\x1b", "\x1b[")


@pytest.mark.parametrize(
    "answer", ["\x1b]52;c;2d3jjd1\x07", "\x1b]11;rgb:00/00\x1b\\", "\x1bP>|term d1\x1b\\", "\x1b_Gd1\x9c"]
)
def test_an_answer_whose_beginning_comes_in_pieces_types_nothing(answer: str) -> None:
    for cut, wait in product((2, 3, 5, 8, -1), (0.3, 0.9)):
        got = stalled(answer[:cut], answer[cut:] + "b", wait=wait)
        assert "".join(keys for keys, _ in got) in ("b", f"{answer[:2]}b"), (cut, wait)


@pytest.mark.parametrize("begun", ["\x1b", "\x1b[", "\x1b]", "\x1bP"])
def test_keys_after_escape_or_alt_and_a_bracket_are_keys(begun: str) -> None:
    for key, wait in product(("j", "2", "A", "\x1b[A", "\x03", "\r", "\x1b"), (0.3, 2.0)):
        got = stalled(begun, key, key, wait=wait)
        assert "".join(keys for keys, _ in got) == begun + key + key, (key, wait)


@pytest.mark.parametrize("begun", ["\x1b[12", "\x1b]52;c", "\x1bPab"])
def test_an_unfinished_sequence_holds_keys_only_briefly(begun: str) -> None:
    assert stalled(begun, "j", wait=2.0) == [("j", False)]
    assert stalled(begun, "\x03", wait=0.3) == [("\x03", False)]
    assert stalled(begun, "\x1b[A", wait=0.3) == [("\x1b[A", False)]
    assert stalled(begun, "jj", wait=6.0) == [("jj", False)]


@pytest.mark.parametrize("key", ["\x03", "\x11", "\x1b", "\x1b[27u", "\x1b[99;5u", "\x1b[113;133u"])
def test_leaving_keys_end_a_paste_without_an_end(key: str) -> None:
    inputs = InputFilter()
    assert list(inputs.feed("\x1b[200~abc", 0.0)) == []
    assert list(inputs.feed("\x03", 1.0)) == []
    for second in range(2, 8):
        assert list(inputs.feed("j", float(second))) == []
        assert list(inputs.tick(second + 0.2)) == []
    got = [*inputs.feed(key, 8.0), *inputs.tick(8.2)]
    assert got == [("abc\x03jjjjjj", True), (key, False)]
    assert list(inputs.feed("j", 8.3)) == [("j", False)]
    long = InputFilter()
    list(long.feed("\x1b[200~" + "x" * 5000, 0.0))
    assert [*long.feed(key, 0.5), *long.tick(0.7)][1:] == [(key, False)]


def test_the_end_of_a_long_paste_may_come_by_halves() -> None:
    inputs = InputFilter()
    list(inputs.feed("\x1b[200~" + "x" * 5000, 0.0))
    assert list(inputs.feed("\x1b", 1.0)) == []
    assert list(inputs.feed("[201~j", 1.05)) == [("x" * (MOST_PASTED + 1), True), ("j", False)]


@given(st.text(st.sampled_from("\x1b[]P_^X\\\x07\x9c0;~m a"), max_size=80), st.integers(0, 80))
def test_nothing_is_made_up_and_nothing_is_held_for_ever(text: str, cut: int) -> None:
    inputs = InputFilter()
    said = "".join(
        words
        for piece in (
            inputs.feed(text[:cut], 0.0),
            inputs.feed(text[cut:], 0.0),
            inputs.tick(9.0),
            inputs.tick(9.0),
        )
        for words, _ in piece
    )
    left = iter(text)
    assert all(letter in left for letter in said)
    assert list(inputs.feed("j", 20.0)) == [("j", False)]
