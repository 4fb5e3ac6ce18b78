"""Exact numbers compare by value, whichever of the two kinds they are."""

from fractions import Fraction
from operator import eq, ge, gt, le, lt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wyrd_tui.engine.chance import Chance, Ratio

BOTTOMS = st.integers(1, 40)


@pytest.mark.parametrize("compare", [lt, le, eq, ge, gt])
@given(data=st.data(), bottom=BOTTOMS, other=BOTTOMS)
def test_chances_and_ratios_compare_as_fractions(compare: object, data: st.DataObject, bottom: int, other: int) -> None:
    assert callable(compare)
    top, beside = data.draw(st.integers(0, bottom)), data.draw(st.integers(0, 2 * other))
    chance, ratio = Chance(top, bottom), Ratio(beside, other)
    wanted = compare(Fraction(top, bottom), Fraction(beside, other))
    assert compare(chance, ratio) == wanted
    assert compare(ratio, chance) == compare(Fraction(beside, other), Fraction(top, bottom))
    assert compare(chance, Chance(top, bottom)) == compare(Fraction(top, bottom), Fraction(top, bottom))


@pytest.mark.parametrize(("members", "whole", "brief"), [(1, "out 50%", "out 50%"), (3, "one falls 50%", "falls 50%")])
def test_a_chance_to_fell_tells_a_group_from_one(members: int, whole: str, brief: str) -> None:
    chance = Chance(1, 2)
    assert (chance.felling(members), chance.felling(members, brief=True)) == (whole, brief)
