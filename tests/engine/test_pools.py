"""The odds of Mettle, against every way in which dice can fall and against the printed tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.tabled import fraction, percent, rows
from tests.properties import PROFILE
from tests.speed import loops_of
from wyrd_tui.engine import pools
from wyrd_tui.engine.pools import (
    check,
    check_with_edge,
    grades,
    joint_ways,
    kept_chances,
    kept_twist_chance,
    mean_edge,
    reroll,
    score_and_edge,
    twist_chance,
    usual_grade,
)

DIE = range(1, 7)
RUNGS = (1, 3, 6, 10, 15)
discards = st.integers(0, 2)
difficulties = st.integers(-2, 16)

# Rows are 1 … 10 dice: Score > 1, 3, 6, 10, 15, then the same with the best Twist, in percent.
CHECKS = """
33.3 0.0 0.0 0.0 0.0 50.0 0.0 0.0 0.0 0.0
58.3 16.7 0.0 0.0 0.0 81.2 37.5 0.0 0.0 0.0
75.0 37.0 4.6 0.0 0.0 93.8 68.8 15.6 0.0 0.0
85.4 55.3 14.4 0.4 0.0 98.0 86.3 41.4 2.0 0.0
91.7 69.7 27.4 2.2 0.0 99.4 94.5 65.1 11.8 0.0
95.3 80.1 41.4 6.4 0.1 99.8 97.9 81.5 29.6 0.7
97.4 87.3 54.7 13.1 0.4 100.0 99.3 91.1 50.0 4.5
98.6 92.0 66.2 22.1 1.4 100.0 99.7 96.0 68.0 13.6
99.2 95.1 75.5 32.5 3.6 100.0 99.9 98.3 81.2 27.8
99.6 97.0 82.7 43.3 7.2 100.0 100.0 99.3 89.7 44.5
"""
# Rows are 0 … 4 Raises of a pool of 5: Difficulty 1, 3, 6; with a Twist that throws raised dice again; that keeps them.
RAISES = """
91.7 69.7 27.4 99.4 94.5 65.1 99.4 94.5 65.1
85.4 55.3 14.4 99.0 91.8 57.2 98.0 86.3 41.4
75.0 37.0 4.6 98.2 88.0 49.1 93.8 68.8 15.6
58.3 16.7 0.0 96.9 83.0 41.2 81.2 37.5 0.0
33.3 0.0 0.0 94.8 76.9 33.9 50.0 0.0 0.0
"""


@cache
def throws(count: int) -> list[tuple[int, ...]]:
    return list(product(DIE, repeat=count))


def share(found: Iterator[bool], count: int) -> Fraction:
    return Fraction(sum(found), 6**count)


def retold(throw: tuple[int, ...], number: int, raised: int, discard: int, keeps: bool) -> Fraction:
    """The chance that a throw succeeds, at once or by a Twist, worked out die by die."""
    score, edge = score_and_edge((*throw, *(6,) * raised), discard)
    if not throw and not raised:
        return Fraction(0)
    if score > number:
        return Fraction(1)
    again = edge - raised if keeps else edge
    if not again:
        return Fraction(0)
    kept_dice = [face for face in throw if face <= 3]
    return share((score_and_edge((*kept_dice, *more), discard)[0] > number for more in throws(again)), again)


# ------------------------------------------------------------------ the printed tables


def test_checks_agree_with_table_d() -> None:
    """Table (d), ME-08, ME-19: 1 … 10 dice against each rung, plain and with one best Twist."""
    found = [[*(check(n, d) for d in RUNGS), *(twist_chance(n, d) for d in RUNGS)] for n in range(1, 11)]
    assert [[percent(chance) for chance in row] for row in found] == rows(CHECKS)


def test_raises_agree_with_table_d() -> None:
    """Table (d), ME-28, C-16: a pool of 5 with 0 … 4 Raises, by both house rules."""
    found = [
        [
            *(check(5, d, raised) for d in RUNGS[:3]),
            *(twist_chance(5, d, raised, keep_raised=False) for d in RUNGS[:3]),
            *(twist_chance(5, d, raised) for d in RUNGS[:3]),
        ]
        for raised in range(5)
    ]
    assert [[percent(chance) for chance in row] for row in found] == rows(RAISES)


def test_the_joint_of_two_dice_agrees_with_table_d() -> None:
    """Table (d), ME-07: Score and Edge of two dice, of 36."""
    found = {(0, 2): 9, (1, 1): 6, (2, 0): 1, (2, 1): 6, (3, 0): 2, (3, 1): 6, (4, 0): 3, (5, 0): 2, (6, 0): 1}
    assert joint_ways(2) == found


@pytest.mark.parametrize(("over", "chance"), [(1, "58.3"), (3, "55.3"), (6, "54.7"), (10, "53.8")])
def test_c_17_a_pool_above_the_difficulty_is_far_from_sure(over: int, chance: str) -> None:
    """A pool of one more than the Difficulty."""
    assert percent(check(over + 1, over)) == chance


def test_me_16_beyond_three_times_the_pool_is_impossible() -> None:
    """5 dice against 15 never, against 14 with all 3s."""
    assert check(5, 15).impossible
    assert fraction(check(5, 14)) == Fraction(1, 6**5)


@pytest.mark.parametrize("dice", range(9))
def test_me_17_a_die_scores_one_and_half_an_edge(dice: int) -> None:
    """The mean of n dice is Score n and Edge n/2 (ME-17)."""
    found = joint_ways(dice)
    assert Fraction(sum(score * ways for (score, _), ways in found.items()), 6**dice) == dice
    assert Fraction(sum(edge * ways for (_, edge), ways in found.items()), 6**dice) == Fraction(dice, 2)


# ------------------------------------------------------------------ against every throw


@pytest.mark.parametrize("discard", [0, 1, 2])
@pytest.mark.parametrize("dice", range(6))
def test_the_joint_counts_every_throw(dice: int, discard: int) -> None:
    """ME-07, ME-38, ME-39: Shaken and Broken discard before scoring."""
    assert joint_ways(dice, discard) == Counter(score_and_edge(throw, discard) for throw in throws(dice))


@PROFILE
@given(st.integers(0, 5), difficulties, st.integers(0, 5), discards)
def test_a_check_counts_every_throw(dice: int, number: int, raised: int, discard: int) -> None:
    """ME-08, ME-28: the Score must beat it, and raised dice score nothing."""
    own = max(0, dice - raised)
    expected = share((dice > 0 and score_and_edge(throw, discard)[0] > number for throw in throws(own)), own)
    assert fraction(check(dice, number, raised, discard)) == expected
    more = grades(dice, number, raised, discard)
    assert sum(map(fraction, more)) == expected
    for edge, chance in enumerate(more):
        found = (
            dice > 0 and score > number and min(5, up + min(raised, dice)) == edge
            for score, up in (score_and_edge(throw, discard) for throw in throws(own))
        )
        assert fraction(chance) == share(found, own)


@PROFILE
@given(st.integers(0, 5), difficulties, st.integers(-2, 8), st.integers(0, 5), discards)
def test_a_check_with_an_edge_counts_every_throw(dice: int, number: int, least: int, raised: int, discard: int) -> None:
    """ME-11, ME-28: raised dice are Edge."""
    own = max(0, dice - raised)
    thrown = (score_and_edge((*throw, *(6,) * min(raised, dice)), discard) for throw in throws(own))
    expected = share((dice > 0 and score > number and edge >= least for score, edge in thrown), own)
    assert fraction(check_with_edge(dice, number, least, raised, discard)) == expected


@PROFILE
@given(st.integers(0, 4), difficulties, st.integers(0, 4), discards, st.booleans())
def test_a_twist_counts_every_throw_of_both(dice: int, number: int, raised: int, discard: int, keeps: bool) -> None:
    """ME-19, ME-29, C-16, U-26: Edge dice are thrown again, Score dice stay, wounds discard in the Twist too."""
    raised = min(raised, dice)
    own = dice - raised
    expected = sum(retold(throw, number, raised, discard, keeps) for throw in throws(own)) / Fraction(6**own)
    assert fraction(twist_chance(dice, number, raised, discard, keeps)) == expected


@PROFILE
@given(st.integers(0, 5), st.integers(-1, 12), discards)
def test_dice_thrown_again_count_every_throw(dice: int, lacking: int, discard: int) -> None:
    """The chance of a Twist counts each throw whose Score exceeds the lack (ME-19)."""
    assert fraction(reroll(dice, lacking, discard)) == share(
        (score_and_edge(t, discard)[0] > lacking for t in throws(dice)), dice
    )


@PROFILE
@given(st.integers(0, 5), difficulties, st.integers(0, 5), discards)
def test_the_edge_to_expect_counts_every_throw(dice: int, number: int, raised: int, discard: int) -> None:
    """ME-11, ME-12: failures count as none; half of all successes are at least of the usual grade."""
    raised = min(raised, dice)
    own = dice - raised
    won = [up + raised for score, up in (score_and_edge(t, discard) for t in throws(own)) if score > number]
    assert fraction(mean_edge(dice, number, raised, discard)) == Fraction(sum(won), 6**own)
    won = won if dice else []
    usual = usual_grade(dice, number, raised, discard)
    assert bool(usual) == bool(won)
    if usual:
        at = pools.GRADES.index(usual)
        assert 2 * sum(min(edge, 5) >= at for edge in won) >= len(won)
        assert 2 * sum(min(edge, 5) > at for edge in won) < len(won)


# ------------------------------------------------------------------ teams


def most(throw: tuple[int, ...], keep: int, number: int, raised: int) -> int:
    """The most Edge among all choices of dice to keep that succeed; −1 where none does."""
    few = min(max(0, keep - raised), len(throw))
    found = [score_and_edge(some) for some in combinations(throw, few)] if keep else []
    return max((edge + raised for score, edge in found if score > number), default=-1)


@cache
def all_of_them(own: int, helping: int, gone: int, theirs: int) -> Counter[tuple[int, ...]]:
    """Count the throws that leave the same dice, in any order."""
    return Counter(
        tuple(sorted((*(f for f in throw[:own] if f > gone), *(f for f in throw[own:] if f > theirs))))
        for throw in throws(own + helping)
    )


@pytest.mark.parametrize(
    ("dice", "keep", "raised", "discard", "helper", "theirs"),
    [
        (4, 2, 0, 0, 0, None),
        (5, 3, 0, 1, 0, None),
        (3, 2, 1, 0, 0, None),
        (5, 0, 0, 0, 0, None),
        (2, 4, 0, 0, 0, None),
        (3, 3, 0, 0, 2, None),
        (2, 3, 1, 0, 2, 0),
        (3, 3, 0, 2, 2, 2),
        (3, 3, 0, 0, 2, 1),
        (2, 2, 0, 2, 3, 0),
    ],
)
@pytest.mark.parametrize("number", [-1, 0, 3, 5, 8])
def test_kept_dice_of_a_team_count_every_choice(
    dice: int, keep: int, raised: int, discard: int, helper: int, theirs: int | None, number: int
) -> None:
    """ME-30 … ME-33, U-29: keep k of N, raised dice among them, each roller's own wounds."""
    gone = discard if theirs is None else theirs
    best = Counter[int]()
    for left, ways in all_of_them(dice, helper, discard, gone).items():
        best[most(left, keep, number, raised)] += ways
    total = 6 ** (dice + helper)
    found = kept_chances(dice, keep, number, raised, discard, helper, theirs)
    assert fraction(found.success) == Fraction(sum(ways for edge, ways in best.items() if edge >= 0), total)
    assert [fraction(chance) for chance in found.edges] == [
        Fraction(sum(ways for edge, ways in best.items() if edge >= least), total) for least in range(6)
    ]


def turned(throw: tuple[int, ...], keep: int, number: int, raised: int, discard: int, keeps: bool) -> Fraction:
    """The chance that the best choice of dice to keep succeeds at once or by a Twist, tried choice by choice."""
    few = min(max(0, keep - raised), len(throw))
    best = Fraction(0)
    for some in set(combinations(throw, few)):
        score, edge = score_and_edge(some)
        if score > number:
            return Fraction(1)
        again = edge + (0 if keeps else raised)
        if again:
            found = share((score + score_and_edge(more, discard)[0] > number for more in throws(again)), again)
            best = max(best, found)
    return best


@pytest.mark.parametrize("keeps", [True, False])
@pytest.mark.parametrize(
    ("dice", "keep", "raised", "discard", "helper", "theirs"),
    [(4, 2, 0, 0, 0, None), (3, 3, 1, 0, 0, None), (2, 2, 0, 1, 2, None), (2, 3, 1, 2, 2, 0), (2, 2, 0, 0, 2, 1)],
)
@pytest.mark.parametrize("number", [0, 3, 5])
def test_a_teams_twist_counts_every_throw_and_choice(
    dice: int, keep: int, raised: int, discard: int, helper: int, theirs: int | None, number: int, keeps: bool
) -> None:
    """A team's Twist throws the Edge among the kept dice again, with the leader's wounds (ME-33, U-29, C-16)."""
    gone = discard if theirs is None else theirs
    every = all_of_them(dice, helper, discard, gone).items()
    expected = sum(ways * turned(left, keep, number, raised, discard, keeps) for left, ways in every)
    found = kept_twist_chance(dice, keep, number, raised, discard, helper, theirs, keeps)
    assert fraction(found) == expected / 6 ** (dice + helper)


def test_a_twist_alone_is_that_of_a_plain_check() -> None:
    """A team that keeps all its dice is a plain Check."""
    assert fraction(kept_twist_chance(6, 6, 8)) == fraction(twist_chance(6, 8))


@pytest.mark.parametrize("discard", [0, 1, 2])
def test_two_ways_to_reckon_a_team_agree(discard: int) -> None:
    """Wounds alike are reckoned another way than wounds of two kinds."""
    for number in (-1, 2, 6, 11):
        hands = pools._most_edges(pools._hands(9, discard), 5, number)
        assert [chance.top for chance in kept_chances(6, 5, number, 0, discard, 3).edges] == [
            sum(hands[edge:]) for edge in range(6)
        ]


def test_u_28_no_dice_fail_against_any_number() -> None:
    """No dice fail against any Difficulty, even one below 0 that a Score of 0 would beat (U-28)."""
    assert check(0, -2).impossible
    assert twist_chance(0, -2).impossible
    assert kept_chances(6, 0, -1).success.impossible
    assert kept_twist_chance(6, 0, -1).impossible
    assert usual_grade(0, -2) == ""
    assert check(2, -1, raised=2).sure


def test_a_team_that_keeps_all_dice_makes_a_plain_check() -> None:
    """A weakest link of equals."""
    assert fraction(kept_chances(6, 6, 6).success) == fraction(check(6, 6))
    for number in range(-1, 12):
        assert kept_chances(4, 5, number, 1).usual == usual_grade(5, number, 1), number


# ------------------------------------------------------------------ odd numbers, and time


def test_names_and_grades() -> None:
    """ME-09, ME-11, U-24."""
    assert [pools.difficulty_name(number) for number in (1, 15, 5, 0, -2)] == [
        "Routine (1)",
        "Nigh Impossible (15)",
        "Difficulty 5",
        "Difficulty 0",
        "Difficulty −2",
    ]
    assert [pools.grade(edge) for edge in range(8)] == [*pools.GRADES, "Legendary", "Legendary"]


@pytest.mark.parametrize("call", [lambda: check(-1, 3), lambda: twist_chance(3, 3, -1), lambda: kept_chances(3, -1, 3)])
def test_a_size_below_nothing_is_an_error(call: Callable[[], object]) -> None:
    with pytest.raises(ValueError, match="cannot be below 0"):
        call()


def fresh() -> None:
    """Forget everything that was reckoned before."""
    for cached in (
        check,
        twist_chance,
        kept_chances,
        kept_twist_chance,
        pools._mixes,
        pools._duds,
        pools._lows,
        pools._tails,
    ):
        cached.cache_clear()
    pools._hands.cache_clear()


@pytest.mark.parametrize(
    ("call", "most"),
    [
        (lambda: twist_chance(12, 10), 1),
        (lambda: twist_chance(12, 10, 4, 1, False), 1),
        (lambda: check(12, 10), 0.1),
        (lambda: kept_chances(7, 7, 10, 0, 0, 5), 1),
        (lambda: kept_chances(6, 6, 10, 0, 0, 5, 1), 4),
        (lambda: kept_chances(20, 20, 30, 0, 0, 20), 8),
        (lambda: kept_twist_chance(7, 7, 10, 0, 0, 5), 2),
    ],
    ids=["Twist", "Raises thrown again", "Check", "team", "wounded helper", "forty dice", "team's Twist"],
)
def test_twelve_dice_are_no_trouble(call: Callable[[], object], most: float) -> None:
    assert loops_of(call, fresh, 5) < most
