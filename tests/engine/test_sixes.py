"""The odds of the Wyrd Abacus, against every way in which dice can fall and against the printed tables."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from fractions import Fraction
from functools import cache, partial
from itertools import product
from math import prod
from timeit import repeat
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.tabled import fraction, percent, rows
from wyrd_tui.engine.chance import Chance, Ratio
from wyrd_tui.engine.sixes import (
    Assignment,
    Purse,
    after_draw,
    best_chances,
    chance_at_least,
    chance_of_any_six,
    chance_of_low,
    chance_of_six,
    chance_to_overcome,
    cheapest,
    countdown_chance,
    head_to_head,
    highest_chances,
    points_for_certainty,
    points_needed,
    sabotage_mean,
    sixes_chances,
    value_word,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    Key = tuple[int, int, int, list[int]]

DIE = range(1, 7)
values = st.integers(-3, 20)
points = st.integers(0, 14)
dice = st.integers(0, 12)

# Rows are values 2 … 12, columns points 0 … 9, in percent.
FACED = """
83.3 100.0 100.0 100.0 100.0 100.0 100.0 100.0 100.0 100.0
66.7 83.3 100.0 100.0 100.0 100.0 100.0 100.0 100.0 100.0
50.0 66.7 83.3 100.0 100.0 100.0 100.0 100.0 100.0 100.0
33.3 50.0 66.7 83.3 100.0 100.0 100.0 100.0 100.0 100.0
16.7 33.3 50.0 66.7 83.3 100.0 100.0 100.0 100.0 100.0
0.0 16.7 33.3 50.0 66.7 83.3 100.0 100.0 100.0 100.0
0.0 0.0 16.7 33.3 50.0 66.7 83.3 100.0 100.0 100.0
0.0 0.0 0.0 16.7 33.3 50.0 66.7 83.3 100.0 100.0
0.0 0.0 0.0 0.0 16.7 33.3 50.0 66.7 83.3 100.0
0.0 0.0 0.0 0.0 0.0 16.7 33.3 50.0 66.7 83.3
0.0 0.0 0.0 0.0 0.0 0.0 16.7 33.3 50.0 66.7
"""
# Rows are 0 … 10 dice: the highest ≥ 2 … ≥ 6, then just 0 … 4 sixes, in percent.
HANDFULS = """
0.0 0.0 0.0 0.0 0.0 100.0 – – – –
83.3 66.7 50.0 33.3 16.7 83.3 16.7 – – –
97.2 88.9 75.0 55.6 30.6 69.4 27.8 2.8 – –
99.5 96.3 87.5 70.4 42.1 57.9 34.7 6.9 0.5 –
99.9 98.8 93.8 80.2 51.8 48.2 38.6 11.6 1.5 0.1
100.0 99.6 96.9 86.8 59.8 40.2 40.2 16.1 3.2 0.3
100.0 99.9 98.4 91.2 66.5 33.5 40.2 20.1 5.4 0.8
100.0 100.0 99.2 94.1 72.1 27.9 39.1 23.4 7.8 1.6
100.0 100.0 99.6 96.1 76.7 23.3 37.2 26.0 10.4 2.6
100.0 100.0 99.8 97.4 80.6 19.4 34.9 27.9 13.0 3.9
100.0 100.0 99.9 98.3 83.8 16.2 32.3 29.1 15.5 5.4
"""


def quickest(call: Callable[[], object]) -> float:
    """Seconds that a call takes, in the best of five tries."""
    return min(repeat(call, number=1, repeat=5))


def throws(count: int) -> list[tuple[int, ...]]:
    return list(product(DIE, repeat=count))


def best(throw: tuple[int, ...]) -> tuple[int, int]:
    """The result of an influence roll and how often it shows (WA-34 … WA-36, U-23)."""
    return (max(throw), throw.count(max(throw))) if throw else (1, 0)


# ------------------------------------------------------------------ one die against a challenge


def test_facing_agrees_with_table_d() -> None:
    """Table (d), WA-16: values 2 … 12 against 0 … 9 points."""
    assert [[percent(chance_to_overcome(value, given)) for given in range(10)] for value in range(2, 13)] == rows(FACED)


@given(values, points)
def test_facing_counts_every_face(value: int, given: int) -> None:
    """WA-16: meeting the value is enough."""
    chance = chance_to_overcome(value, given)
    assert (chance.ways, chance.of) == (sum(die + given >= value for die in DIE), 6)
    assert chance_to_overcome(value, given + 1) >= chance >= chance_to_overcome(value + 1, given)
    assert chance_to_overcome(value + 1, given + 1) == chance


@given(values)
def test_certainty_is_the_first_number_of_points_that_is_sure(value: int) -> None:
    """WA-25: value 10 with 9 points; 1 and below need none."""
    assert points_for_certainty(10) == 9
    assert points_for_certainty(value) == next(given for given in range(40) if all(die + given >= value for die in DIE))


@given(values, st.integers(-3, 20), st.integers(1, 20))
def test_needed_is_the_first_number_of_points_that_reaches_it(value: int, top: int, bottom: int) -> None:
    """The points needed are the fewest that reach a chance, for any fraction (WA-16)."""
    wanted = Ratio(min(top, bottom), bottom)
    enough = (given for given in range(40) if Fraction(chance_to_overcome(value, given).ways, 6) >= fraction(wanted))
    assert points_needed(value, wanted) == next(enough)
    assert points_needed(value, Chance(1, 1)) == points_for_certainty(value)
    assert points_needed(value, Chance(0, 1)) == 0


def test_bands() -> None:
    """WA-13, U-24: names change at 2, 4, 7 and 10; C-26: from 7 on a die alone is never enough."""
    names = [value_word(value) for value in range(-2, 16)]
    assert names == [""] * 4 + ["slight"] * 2 + ["serious"] * 3 + ["grave"] * 3 + ["dire"] * 6
    assert [value for value in range(16) if chance_to_overcome(value, 0).impossible] == list(range(7, 16))


@given(values, points, points)
def test_drawing_wyrd_counts_every_face(value: int, given: int, at_most: int) -> None:
    """WA-22, trap 13: each point drawn after a die that fails adds 1; a die that is enough draws none."""
    short = Counter(max(0, value - given - die) for die in DIE)
    reached = after_draw(value, given, at_most)
    assert reached.ways == sum(ways for number, ways in short.items() if number <= at_most)
    assert after_draw(value, given, 0) == chance_to_overcome(value, given)


# ------------------------------------------------------------------ who gives what

amounts = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 2)), max_size=4)
chances = st.none() | st.integers(0, 7).map(lambda ways: Ratio(ways, 7))


def key_of(purses: list[Purse], gifts: tuple[int, ...]) -> Key:
    """Order of the stakes, least first: points and Wyrd, Wyrd, people, and the smallest remainder last."""
    wyrd = sum(purse.wyrd for purse, gift in zip(purses, gifts, strict=True) if gift)
    left = sorted(purse.points - gift for purse, gift in zip(purses, gifts, strict=True))
    return sum(gifts) + wyrd, wyrd, sum(map(bool, gifts)), [-points for points in left]


def by_trying(value: int, purses: list[Purse], wanted: Fraction, pool: int) -> Key | None:
    """The key of the cheapest of every way to give."""
    ways = product(*(range(purse.points + 1) for purse in purses))
    enough = (gifts for gifts in ways if sum(die + sum(gifts) >= value for die in DIE) >= 6 * wanted)
    keys = (key_of(purses, gifts) for gifts in enough)
    return min((key for key in keys if key[1] <= pool), default=None)


@given(st.integers(0, 16), amounts, chances, st.integers(0, 7))
def test_the_cheapest_is_the_best_of_all_ways_to_give(
    value: int, held: list[tuple[int, int]], wanted: Ratio | None, pool: int
) -> None:
    """WA-17, WA-19 … WA-21, WA-25: against every assignment."""
    purses = [Purse(f"p{place}", *fields) for place, fields in enumerate(held)]
    expected = by_trying(value, purses, Fraction(1) if wanted is None else fraction(wanted), pool)
    found = cheapest(value, purses, wanted, pool=pool)
    assert (found is None) == (expected is None)
    if found is None:
        return
    gifts = dict(found.parts)
    assert all(gifts.values()), "nobody is named who gives nothing"
    assert [name for name, _ in found.parts] == [purse.name for purse in purses if purse.name in gifts]
    every = tuple(gifts.get(purse.name, 0) for purse in purses)
    assert key_of(purses, every) == expected
    assert found.points == sum(every)
    assert found.wyrd == sum(purse.wyrd for purse in purses if purse.name in gifts)
    assert found.chance == chance_to_overcome(value, found.points)


def test_worked_assignments() -> None:
    """WA-19 … WA-21, WA-25: each rule of what is cheaper, on its own."""
    ana, ben, cy = Purse("Ana", 6), Purse("Ben", 5), Purse("Cy", 9, 1)
    sure = Chance(6, 6)
    # Wyrd is saved before people; the fullest are levelled.
    assert cheapest(10, (ana, ben, cy), pool=4) == Assignment((("Ana", 5), ("Ben", 4)), 9, 0, sure)
    # One person where one is enough, and the one who has more.
    assert cheapest(5, (ben, ana), pool=4) == Assignment((("Ana", 4),), 4, 0, sure)
    # Wyrd where it must be, and then as few people as will do.
    assert cheapest(14, (ana, ben, cy), pool=4) == Assignment((("Ana", 5), ("Cy", 8)), 13, 1, sure)
    assert cheapest(14, (ana, ben, cy), pool=0) is None
    assert cheapest(22, (ana, ben, cy), pool=9) is None
    # For the same Wyrd one person rather than two, even emptied; of two pairs, the one that nobody leaves empty.
    dee, eve, fay = Purse("Dee", 5, 2), Purse("Eve", 4, 1), Purse("Fay", 4, 1)
    assert cheapest(6, (dee, eve, fay), pool=4) == Assignment((("Dee", 5),), 5, 2, sure)
    assert cheapest(7, (dee, eve, fay, Purse("Gil", 1)), pool=4) == Assignment((("Eve", 3), ("Fay", 3)), 6, 2, sure)
    # A wanted chance takes fewer points; and nothing at all where the die is enough.
    assert cheapest(6, (ana,), Chance(1, 2), pool=0) == Assignment((("Ana", 2),), 2, 0, Chance(3, 6))
    assert cheapest(1, (), pool=0) == Assignment((), 0, 0, sure)
    assert cheapest(2, (Purse("Ana", 0),), pool=0) is None


def test_the_cheapest_is_found_at_once() -> None:
    """Twelve purses of up to 9 points: at most 5 ms, in the best of a few tries."""
    purses = [Purse(f"p{place}", 9 - place % 4, place % 3) for place in range(12)]
    assert all(quickest(partial(cheapest, value, purses, pool=24)) < 0.005 for value in range(1, 100, 7))


# ------------------------------------------------------------------ the highest of a handful, and its sixes


def test_handfuls_agree_with_table_d() -> None:
    """Table (d), WA-34, WA-36, WA-38: the highest die and the number of sixes of 0 … 10 dice."""
    for count, row in enumerate(rows(HANDFULS)):
        shown = [percent(chance) for chance in sixes_chances(count)[:5]]
        assert [percent(chance_at_least(count, k)) for k in range(2, 7)] + shown + ["–"] * (5 - len(shown)) == row


@pytest.mark.parametrize("count", range(7))
def test_handfuls_count_every_throw(count: int) -> None:
    """WA-33, WA-34, WA-36, WA-38, WA-41, WA-44: all 6**n throws; trap 11: no dice give 1 and no six."""
    every = throws(count)
    highest = Counter(best(throw)[0] for throw in every)
    shown = Counter(throw.count(6) for throw in every)
    of = len(every)
    assert [(chance.ways, chance.of) for chance in highest_chances(count)] == [(highest[face], of) for face in DIE]
    assert [(chance.ways, chance.of) for chance in sixes_chances(count)] == [
        (shown[six], of) for six in range(count + 1)
    ]
    for k in range(-2, 9):
        assert chance_at_least(count, k) == Chance(sum(ways for face, ways in highest.items() if face >= k), of)
        assert chance_of_low(count, k) == Chance(sum(ways for face, ways in highest.items() if face <= k), of)
    assert chance_of_six(count) == Chance(highest[6], of)
    assert fraction(sabotage_mean(count)) == Fraction(sum(throw.count(6) for throw in every), of)


@given(dice)
def test_handfuls_are_all_there_is_and_more_dice_show_more(count: int) -> None:
    """WA-34, WA-38: chances sum to 1; a die more never lowers a result."""
    for chances in (highest_chances(count), sixes_chances(count)):
        assert sum(map(fraction, chances)) == 1
    for k in DIE:
        assert chance_at_least(count, k) == chance_of_low(count, k - 1).complement()
        assert chance_at_least(count, k + 1) <= chance_at_least(count, k) <= chance_at_least(count + 1, k)
    mean = sum(six * fraction(chance) for six, chance in enumerate(sixes_chances(count)))
    assert mean == fraction(sabotage_mean(count))


def test_worked_wyrd_rolls() -> None:
    """WA-41: 5 dice are caught with 59.8%; WA-50: 2 dice show a 6 with 30.6%; WA-36: none never do."""
    assert [percent(chance_of_six(count)) for count in (5, 2, 0)] == ["59.8", "30.6", "0.0"]
    assert [chance.ways for chance in highest_chances(0)] == [1, 0, 0, 0, 0, 0]


@pytest.mark.parametrize("rolls", [(), (0,), (1,), (2, 1), (0, 3, 0), (1, 2, 2), (3, 3)])
def test_a_countdown_counts_every_six_of_every_throw(rolls: tuple[int, ...]) -> None:
    """WA-40, WA-55, trap 12: sixes on the dice, over several rolls, not rolls that show one."""
    hands = list(product(*(throws(count) for count in rolls)))
    shown = [sum(throw.count(6) for throw in hand) for hand in hands]
    for left in range(-1, sum(rolls) + 3):
        chance = countdown_chance(left, rolls)
        assert (chance.ways, chance.of) == (sum(six >= left for six in shown), len(hands))
    assert chance_of_any_six(rolls) == Chance(sum(any(6 in throw for throw in hand) for hand in hands), len(hands))


@given(st.integers(-1, 9), st.lists(dice, max_size=5))
def test_a_countdown_knows_only_how_many_dice_fall(left: int, rolls: list[int]) -> None:
    """WA-40: the rolls can be taken together; fewer left, or more dice, never take longer."""
    chance = countdown_chance(left, rolls)
    assert chance == countdown_chance(left, iter([sum(rolls)]))
    assert countdown_chance(left + 1, rolls) <= chance <= countdown_chance(left, [*rolls, 1])
    assert chance_of_any_six(rolls) == countdown_chance(1, rolls)
    assert chance.sure == (left <= 0)


# ------------------------------------------------------------------ against each other


@cache
def standings(count: int) -> Counter[tuple[int, int]]:
    """Count the ways in which `count` dice come to each result and number of dice that show it."""
    return Counter(map(best, throws(count)))


def by_counting(counts: tuple[int, ...]) -> list[int]:
    """Count the ways in which each roll alone is best, and last those in which none is, over every mix of results."""
    wins = [0] * (len(counts) + 1)
    for hands in product(*(standings(count).items() for count in counts)):
        keys = [key for key, _ in hands]
        first = max(keys)
        wins[keys.index(first) if keys.count(first) == 1 else -1] += prod(ways for _, ways in hands)
    return wins


def test_the_tiebreak_counts_the_highest_die() -> None:
    """WA-35: {2,5,5,1,3} beats {5,4,1}; U-23: without dice it is 1, shown 0 times."""
    assert best((2, 5, 5, 1, 3)) > best((5, 4, 1))
    assert head_to_head(0, 0) == (Chance(0, 1), Chance(1, 1), Chance(0, 1))
    # One die always beats none, for a 1 that shows once is more than one that does not show.
    assert head_to_head(1, 0) == (Chance(1, 1), Chance(0, 1), Chance(0, 1))
    assert head_to_head(1, 1) == (Chance(15, 36), Chance(6, 36), Chance(15, 36))


@pytest.mark.parametrize("mine", range(5))
@pytest.mark.parametrize("theirs", range(4))
def test_head_to_head_counts_every_pair_of_throws(mine: int, theirs: int) -> None:
    """WA-35, WA-43, U-23: higher, then more often; all 6**(m + n) ways."""
    sides = Counter[int]()
    for (one, ways), (two, others) in product(standings(mine).items(), standings(theirs).items()):
        sides[(one > two) - (one < two)] += ways * others
    chances = head_to_head(mine, theirs)
    assert [chance.ways for chance in chances] == [sides[1], sides[0], sides[-1]]
    assert {chance.of for chance in chances} == {6 ** (mine + theirs)}


@pytest.mark.parametrize("counts", [(0,), (3,), (0, 0, 1), (2, 2, 2), (1, 2, 3), (4, 0, 2, 2), (5, 4, 3), (0, 0, 0)])
def test_the_best_of_several_counts_every_throw(counts: tuple[int, ...]) -> None:
    """WA-35, WA-37, U-23: each one's chance to be alone at the top, and a tie last."""
    assert [chance.ways for chance in best_chances(counts)] == by_counting(counts)


@given(dice, dice)
def test_both_sides_see_the_same_contest(mine: int, theirs: int) -> None:
    """WA-35, WA-43: the sides mirror each other, the three sum to 1, a die more never hurts."""
    win, tie, lose = head_to_head(mine, theirs)
    assert (lose, tie, win) == head_to_head(theirs, mine)
    assert (win + tie + lose).sure
    better, _, worse = head_to_head(mine + 1, theirs)
    assert better >= win
    assert worse <= lose


@given(st.lists(dice, min_size=1, max_size=5))
def test_the_best_of_several_are_all_there_is(counts: list[int]) -> None:
    """WA-35: chances sum to 1, equal dice have equal chances, and more dice are never behind."""
    *alone, tie = best_chances(counts)
    assert sum(map(fraction, alone)) + fraction(tie) == 1
    for mine, one in zip(counts, alone, strict=True):
        for theirs, two in zip(counts, alone, strict=True):
            assert mine < theirs or one >= two
    assert best_chances(counts[::-1])[:-1] == tuple(alone[::-1])


def test_four_handfuls_of_nine_are_compared_at_once() -> None:
    """WA-03, WA-35: the largest abilities of the largest party, over 6**36 ways."""
    assert quickest(partial(best_chances, (9, 9, 9, 9))) < 0.02
    *alone, _tie = best_chances((9, 9, 9, 9))
    assert {(chance.ways, chance.of) for chance in alone} == {(alone[0].ways, 6**36)}


@pytest.mark.parametrize(
    ("function", "arguments"),
    [
        *((function, (-1,)) for function in (highest_chances, sixes_chances, chance_of_six, sabotage_mean)),
        *((function, (-1, 2)) for function in (chance_at_least, chance_of_low, head_to_head)),
        (after_draw, (5, -1, 0)),
        (after_draw, (5, 0, -1)),
        (chance_to_overcome, (5, -1)),
        (points_needed, (5, Ratio(7, 6))),
        *((Purse, ("Ana", *sizes)) for sizes in ((-1, 0), (1, 3), (1, -1))),
        (partial(cheapest, 5, (), pool=-1), ()),
        (partial(cheapest, 5, (), pool=0), (Ratio(2, 1),)),
        (countdown_chance, (1, (3, -1))),
        (chance_of_any_six, ((2, -1),)),
        (head_to_head, (2, -1)),
        *((best_chances, (handfuls,)) for handfuls in ((), (1, -1))),
    ],
)
def test_impossible_sizes_are_a_bug(function: Callable[..., object], arguments: tuple[Any, ...]) -> None:
    with pytest.raises(ValueError, match=r"\S"):
        function(*arguments)


def test_the_module_of_sixes_loads_next_to_nothing() -> None:
    """`wyrd odds` loads it within milliseconds."""
    script = "import sys; before = set(sys.modules); import wyrd_tui.engine.sixes; print(*set(sys.modules) - before)"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    ours = {"", ".engine", ".engine.chance", ".engine.sixes", ".engine.value"}
    assert set(run.stdout.split()) <= {"__future__", "math", *(f"wyrd_tui{name}" for name in ours)}
