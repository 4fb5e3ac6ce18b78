"""Dice expressions, for `wyrd roll` and for anything at a table that no rule foresees."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wyrd_tui.engine.dice import FedDice, LiveDice, Refused
from wyrd_tui.engine.expression import parse_expression, roll


@pytest.mark.parametrize(
    ("expression", "entries", "line"),
    [
        ("2d6+4", ["3 5"], "2d6+4: 3 5 +4 = 12"),
        ("4dF", ["++0-"], "4dF: ++0- = 1"),
        ("4df + 3", ["-2"], "4df + 3: sum -2 +3 = 1"),
        ("4dF", ["6531"], "4dF: ++0- = 1"),
        ("dF", ["-"], "dF: - = -1"),
        ("2dF", ["6 1"], "2dF: +- = 0"),
        ("d20", ["17"], "d20: 17 = 17"),
        ("2d20-d6", ["17, 3", "4"], "2d20-d6: 17 3 -(4) = 16"),
        ("4d6kh3", ["6 1 5 3"], "4d6kh3: 6 (1) 5 3 = 14"),
        ("4d6k3", ["6 1 5 3"], "4d6k3: 6 (1) 5 3 = 14"),
        ("3D6KL1", ["4 2 2"], "3D6KL1: (4) 2 (2) = 2"),
        ("2d20kh", ["3 17"], "2d20kh: (3) 17 = 17"),
        ("d66", ["4 3"], "d66: 43 = 43"),
        ("2d66", ["4 3 1 6"], "2d66: 43 16 = 59"),
        ("-d6 + 10", ["4"], "-d6 + 10: -(4) +10 = 6"),
        ("d6 − 5", ["4"], "d6 − 5: 4 -5 = -1"),
        ("1 - 4dF", ["+2"], "1 - 4dF: 1 -(sum +2) = -1"),
        ("  3\t+ 4 ", [], "3 + 4: 3 +4 = 7"),
    ],
)
def test_an_expression_shows_what_fell_in_one_line(expression: str, entries: list[str], line: str) -> None:
    """U-33: every roll can be typed in from real dice; WE-07: totals may be negative."""
    dice = FedDice(entries)
    assert roll(expression, dice).show() == line
    assert dice.left == 0


def test_a_floor_lifts_a_total_and_says_so() -> None:
    """Trap 17: some rolls are never below 0; without a floor nothing is clamped (WE-07)."""
    assert roll("d6-5", FedDice(["2"]), floor=0).total == 0
    assert roll("d6-5", FedDice(["2"]), floor=0).show() == "d6-5: 2 -5 = 0 (not below 0)"
    assert roll("d6-1", FedDice(["2"]), floor=0).show() == "d6-1: 2 -1 = 1"
    assert roll("d6-5", FedDice(["2"])).total == -3


def test_many_dice_stay_on_one_readable_line() -> None:
    """1000 dice are allowed; their faces are not all written out."""
    rolled = roll("1000d6", LiveDice(seed=3))
    assert len(rolled.terms[0].faces) == 1000
    assert sum(rolled.terms[0].faces) == rolled.total
    assert len(rolled.show()) < 120


@pytest.mark.parametrize(
    ("expression", "reason"),
    [
        ("", "No dice are written"),
        ("  ", "No dice are written"),
        ("3d6 4", "Can’t read “3d6 4”. Write dice like 4dF or 2d6+1."),
        ("3d6+", "Can’t read “3d6+”. Write"),
        ("3d6++1", "Can’t read “3d6++1”. Write"),
        ("x", "Can’t read “x”. Write"),
        ("0d6", "the number is 1 or more"),
        ("d0", "the number is 1 or more"),
        ("d1001", "a die has 1000 sides at most"),
        ("1001d6", "A throw has 1000 dice at most"),
        ("501d66", "A throw has 1000 dice at most; this one has 1002"),
        ("600d6+600d8", "this one has 1200"),
        ("1000000", "6 digits at most"),
        ("4d6kh5", "4 dice can keep 4 at most"),
        ("4d6kh0", "the number is 1 or more"),
        ("4dFkh3", "Fudge dice are never kept in part"),
        ("+".join(["1"] * 65), "64 terms at most; this one has 65"),
        ("1" * 201, "200 characters at most; this one has 201"),
        ("٣d6", "Write dice like"),
        ("d%", "Write dice like"),
    ],
)
def test_refuses_an_unreadable_expression_with_an_example(expression: str, reason: str) -> None:
    """A refusal names the limit that was broken, or shows an expression that can be read."""
    with pytest.raises(Refused) as refused:
        roll(expression, LiveDice())
    assert reason in str(refused.value)


def test_nothing_is_taken_before_all_is_read() -> None:
    """U-33: dice typed for a good expression are not used up by a bad one."""
    dice = FedDice(["4 3"])
    with pytest.raises(Refused):
        roll("2d6+x", dice)
    assert dice.left == 1


def test_the_first_of_equal_faces_is_kept() -> None:
    """The line is logged, so chance must not decide between two equal dice."""
    assert roll("3d6kh1", FedDice(["5 5 1"])).terms[0].kept == (True, False, False)


tokens = st.sampled_from(
    ["4dF", "dF", "3d6", "d20", "d66", "4d6kh3", "2d8kl1", "7", "+", "-", " ", "k", "d", "0", "999"]
)


@given(st.one_of(st.text(max_size=40), st.lists(tokens, max_size=20).map("".join)), st.none() | st.integers(-5, 5))
def test_any_text_rolls_or_is_refused(expression: str, floor: int | None) -> None:
    """An expression that rolls adds up and keeps its floor; any other is Refused, with no other exception (WE-07)."""
    try:
        rolled = roll(expression, LiveDice(seed=5), floor=floor)
    except Refused:
        return
    total = sum(term.total for term in rolled.terms)
    assert rolled.total == (total if floor is None else max(total, floor))
    assert "\n" not in rolled.show()
    for term, one in zip(parse_expression(expression), rolled.terms, strict=True):
        assert one.term == term
        assert term.sign * one.total == term.number + sum(
            face for face, kept in zip(one.faces, one.kept, strict=True) if kept
        )
