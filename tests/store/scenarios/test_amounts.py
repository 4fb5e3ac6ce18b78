"""The grammar of amounts."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wyrd_tui.store.scenarios.amounts import Formula, compute_amount

GRAMMAR = '+ - * / ( ), "max" and "min" join "players" and numbers up to 9999, and only a number divides'
NUMBERS = st.integers(0, 9999).map(str)
TREES = st.recursive(
    NUMBERS | st.just("players"),
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from(["+", "-", "*"]), inner).map(lambda part: f"({part[0]} {part[1]} {part[2]})"),
        st.tuples(inner, st.integers(1, 9)).map(lambda part: f"({part[0]} / {part[1]})"),
        st.tuples(st.sampled_from(["max", "min"]), inner, inner).map(lambda part: f"{part[0]}({part[1]}, {part[2]})"),
        inner.map(lambda part: f"-{part}"),
    ),
    max_leaves=5,
)


def compute(text: str, players: int) -> int:
    return compute_amount(Formula(text, low=0, high=0), players)


@pytest.mark.parametrize(
    ("amount", "value"),
    [
        ("7", 7),
        ("players + 1", 5),
        ("2 * players", 8),
        ("max(players - 1, 2)", 3),
        ("min(players, 2, 9)", 2),
        ("players / 3", 1),
        ("-players", -4),
        ("(players+1)*2", 10),
        ("2 + 3 * 4 - 1", 13),
        ("9 - 3 - 2", 4),
        (" 3 ", 3),
    ],
)
def test_computes_amounts(amount: str, value: int) -> None:
    assert compute(amount, 4) == value


@given(TREES, st.integers(1, 12))
def test_amounts_agree_with_arithmetic(amount: str, players: int) -> None:
    if len(amount) > 60:
        with pytest.raises(ValueError, match="longer than 60"):
            compute(amount, players)
        return
    names = {"players": players, "max": max, "min": min, "__builtins__": {}}
    assert compute(amount, players) == eval(amount.replace("/", "//"), names)  # noqa: S307 - made above


@pytest.mark.parametrize(
    ("amount", "why"),
    [
        ("", ""),
        ("playrs", '"playrs" is not a number; did you mean "players"?'),
        ("1 +", ""),
        ("1 2", ""),
        ("players(2)", ""),
        ("max()", ""),
        ("max(*players)", ""),
        ("1 // 2", ""),
        ("(1", ""),
        ("players / 0", ""),
        ("1 / players", ""),
        ("2 ** 9999", ""),
        ("99999", ""),
        ("players.__class__", '"." is not a number, "players", "max" or "min"'),
        ("__import__('os')", '"__import__" is not a number, "players", "max" or "min"'),
        ("9" * 61, "longer than 60 characters"),
        ("²", '"²" is not a number, "players", "max" or "min"'),
        ("\x1b[2J", '"\N{REPLACEMENT CHARACTER}" is not a number, "players", "max" or "min"'),
    ],
)
def test_refuses_other_text_with_a_reason(amount: str, why: str) -> None:
    with pytest.raises(ValueError, match=r"number|read|longer") as refused:
        compute(amount, 4)
    assert str(refused.value) == (why or f'"{amount}" cannot be read; {GRAMMAR}')


@given(st.text(st.sampled_from("players maxmin0123456789+-*/(), \n\x00_.[]"), max_size=80))
def test_no_text_raises_anything_else(amount: str) -> None:
    with suppress(ValueError):
        assert abs(compute(amount, 3)) < 10**70
