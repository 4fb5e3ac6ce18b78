"""What a terminal sends, in pieces of any size: keys go on, answers do not, pastes are cut."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wyrd_tui.terminal.sieve import MOST_PASTED, Sieve

Parts = list[tuple[str, bool]]


def sent(text: str, *cuts: int, wait: float = 6.0) -> Parts:
    """What comes of a text that arrives in pieces, and of the silence after it; keys that follow each other joined."""
    sieve = Sieve()
    parts: Parts = []
    for start, end in zip((0, *cuts), (*cuts, len(text)), strict=True):
        parts += sieve.feed(text[start:end], 0.0)
    parts += sieve.tick(wait)
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
TYPED = ("\x1bP", "\x1b]", "\x1b[", "\x1b]2", "\x1bPjj", "\x1b[12", "\x1bP\x1b[A")


@pytest.mark.parametrize("keys", [*KEYS, *TYPED])
def test_keys_go_on_as_they_are(keys: str) -> None:
    """Also alt and a bracket, which begins like an answer, once it is plain that no more comes."""
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
    sieve = Sieve()
    assert list(sieve.feed("\x1b]52;c;" + LONG, 0.0)) == []
    assert list(sieve.tick(0.5)) == []
    assert list(sieve.feed("jjj", 0.6)) == []
    assert list(sieve.tick(1.7)) == []
    assert list(sieve.feed("j", 1.8)) == [("j", False)]


def test_what_the_next_sequence_cuts_off_leaves_that_one_alone() -> None:
    assert sent(f"\x1b]52;c;{LONG}\x1b[A") == [("\x1b[A", False)]
    assert sent(f"\x1b[{'1' * 100}\x1b[A") == [("\x1b[A", False)]


def test_a_paste_is_one_thing_in_however_many_pieces() -> None:
    text = "a\x1b[200~two\nlines \x1b[31m\x1b]0;x\x07 end\x1b[201~b\x1b[A"
    whole = [("a", False), ("two\nlines \x1b[31m\x1b]0;x\x07 end", True), ("b\x1b[A", False)]
    for first in range(len(text)):
        assert sent(text, first) == whole
    assert sent(text, *range(1, len(text))) == whole


def test_a_paste_is_cut_and_costs_no_second() -> None:
    text = f"\x1b[200~{'x' * 4_000_000}\x1b[201~j"
    start = time.perf_counter()
    assert sent(text, *range(4096, len(text), 4096)) == [("x" * (MOST_PASTED + 1), True), ("j", False)]
    assert time.perf_counter() - start < 1.0


def test_a_paste_whose_end_was_lost_ends_with_a_silence() -> None:
    assert sent("\x1b[200~abc\x1b[20") == [("abc", True)]
    sieve = Sieve()
    list(sieve.feed("\x1b[200~abc", 0.0))
    assert list(sieve.tick(4.0)) == []


def test_a_lone_escape_waits_for_nothing_longer_than_an_eye_sees() -> None:
    sieve = Sieve()
    assert list(sieve.feed("\x1b", 1.0)) == []
    assert sieve.patience < 0.05
    assert list(sieve.tick(1.0 + sieve.patience)) == [("\x1b", False)]


@given(st.text(st.sampled_from("\x1b[]P_^X\\\x07\x9c0;~m a"), max_size=80), st.integers(0, 80))
def test_nothing_is_made_up_and_nothing_is_held_for_ever(text: str, cut: int) -> None:
    sieve = Sieve()
    said = "".join(
        words
        for piece in (sieve.feed(text[:cut], 0.0), sieve.feed(text[cut:], 0.0), sieve.tick(9.0), sieve.tick(9.0))
        for words, _ in piece
    )
    left = iter(text)
    assert all(letter in left for letter in said)
    assert list(sieve.feed("j", 20.0)) == [("j", False)]
