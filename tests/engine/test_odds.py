"""The odds of the Wyrd Engine, against every way in which the dice can fall and against the printed tables."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wyrd_tui.engine.chance import Chance, Ratio
from wyrd_tui.engine.nouns.wyrd_engine import spell_rung
from wyrd_tui.engine.odds import (
    DIFFERENCES,
    FOURDF,
    REROLLS,
    RUNGS,
    TIES,
    attack,
    check,
    dr_name,
    gains_of_help,
    ladder,
    opposed,
)

if TYPE_CHECKING:
    from wyrd_tui.engine.odds import Reroll, Tie

THROWS = [sum(faces) for faces in product((-1, 0, 1), repeat=4)]
PAIRS = list(product(THROWS, repeat=2))
modifiers = st.integers(-9, 9)
ratings = st.integers(-9, 9)
ties = st.sampled_from(TIES)

# Rows are DR −4…+5, columns modifiers −1…+5, in percent, strictly above.
STRICTLY_ABOVE = """
93.8 98.8 100.0 100.0 100.0 100.0 100.0
81.5 93.8 98.8 100.0 100.0 100.0 100.0
61.7 81.5 93.8 98.8 100.0 100.0 100.0
38.3 61.7 81.5 93.8 98.8 100.0 100.0
18.5 38.3 61.7 81.5 93.8 98.8 100.0
6.2 18.5 38.3 61.7 81.5 93.8 98.8
1.2 6.2 18.5 38.3 61.7 81.5 93.8
0.0 1.2 6.2 18.5 38.3 61.7 81.5
0.0 0.0 1.2 6.2 18.5 38.3 61.7
0.0 0.0 0.0 1.2 6.2 18.5 38.3
"""
# Attacker's modifier minus the other's: win, tie, win by 3 or more in percent, mean damage.
OPPOSED = {
    -3: (6.4, 7.7, 0.7, "0.10"),
    -2: (14.1, 11.9, 2.4, "0.24"),
    -1: (26.1, 15.5, 6.4, "0.50"),
    0: (41.6, 16.9, 14.1, "0.91"),
    1: (58.4, 15.5, 26.1, "1.50"),
    2: (73.9, 11.9, 41.6, "2.24"),
    3: (85.9, 7.7, 58.4, "3.10"),
    4: (93.6, 4.1, 73.9, "4.03"),
}


def percent(chance: Chance) -> float:
    return round(100 * float(chance), 1)


def test_the_distribution_counts_every_way() -> None:
    """WE-03: the sums of all 81 throws; P(+4) is 1/81, P(≥ +3) is 5/81."""
    assert Counter(THROWS) == FOURDF
    assert FOURDF[4] == 1
    assert FOURDF[3] + FOURDF[4] == 5
    assert Counter(mine - theirs for mine, theirs in PAIRS) == DIFFERENCES


def test_the_graph_plots_totals_strictly_above() -> None:
    """WE-04: P(> −4) = 80/81, P(> +3) = 1/81, P(> +4) = 0."""
    assert [check(0, dr).success for dr in (-4, 3, 4)] == [Chance(80, 81), Chance(1, 81), Chance(0, 81)]


def test_success_agrees_with_table_d() -> None:
    """Table (d), WE-34, C-13: the cells that the text prints as 38.7 are 38.3, exactly 31/81 (trap 1)."""
    rows = [list(map(float, row.split())) for row in STRICTLY_ABOVE.split("\n") if row]
    assert [[percent(check(modifier, dr).success) for modifier in range(-1, 6)] for dr in range(-4, 6)] == rows
    assert all(check(level, level).success == Chance(31, 81) for level in range(4))


def test_ties_agree_with_table_d() -> None:
    """Table (d): the chance of a tie depends only on DR less modifier."""
    expected = [1.2, 4.9, 12.3, 19.8, 23.5, 19.8, 12.3, 4.9, 1.2]
    assert [percent(check(0, dr).tie) for dr in range(-4, 5)] == expected
    assert [percent(check(7, dr).tie) for dr in range(3, 12)] == expected


@given(modifiers, ratings)
def test_a_check_counts_all_throws(modifier: int, dr: int) -> None:
    """WE-05, WE-06: above, equal and below, over 81."""
    outcome = check(modifier, dr)
    sides = Counter((total + modifier > dr) - (total + modifier < dr) for total in THROWS)
    assert (outcome.success.ways, outcome.tie.ways, outcome.failure.ways) == (sides[1], sides[0], sides[-1])


@pytest.mark.parametrize("reroll", ["failed", "any"])
@given(modifier=modifiers, dr=ratings, tie=ties)
def test_a_reroll_counts_all_pairs_of_throws(reroll: Reroll, modifier: int, dr: int, tie: Tie) -> None:
    """U-05, WE-21: the second throw stands; a tie is rolled again where it counts as failure."""
    counted: Counter[int] = Counter()
    for one, two in PAIRS:
        first = one + modifier - dr
        again = first < 0 or (first == 0 and tie == "failure")
        stands = two + modifier - dr if again else first
        counted[(stands > 0) - (stands < 0)] += 1
    outcome = check(modifier, dr, tie=tie, reroll=reroll)
    if tie != "ask":
        counted[1 if tie == "success" else -1] += counted.pop(0, 0)
    assert (outcome.success.ways, outcome.tie.ways, outcome.failure.ways) == (counted[1], counted[0], counted[-1])
    assert outcome.success >= check(modifier, dr, tie=tie).success


@given(modifiers, ratings, ties, st.sampled_from(["none", "failed", "any"]))
def test_the_three_outcomes_are_all_there_is(modifier: int, dr: int, tie: Tie, reroll: Reroll) -> None:
    """WE-06, C-01: outcomes sum to 1, and a folded tie goes where the table puts it."""
    outcome = check(modifier, dr, tie=tie, reroll=reroll)
    assert (outcome.success + outcome.tie + outcome.failure).sure
    assert tie == "ask" or outcome.tie.impossible


@given(modifiers, ratings)
def test_a_tie_folds_into_success_or_failure(modifier: int, dr: int) -> None:
    """C-01, C-02, WE-30: meets or exceeds is success plus tie."""
    raw = check(modifier, dr)
    assert check(modifier, dr, tie="success").success == raw.success + raw.tie
    assert check(modifier, dr, tie="failure").failure == raw.failure + raw.tie
    assert raw.folded("ask") is raw


@given(modifiers, ratings, ties)
def test_more_never_hurts(modifier: int, dr: int, tie: Tie) -> None:
    """WE-33: a point of skill is a rung less, and neither lowers the chance of success."""
    now, then = check(modifier, dr, tie=tie), check(modifier + 1, dr, tie=tie)
    assert then == check(modifier, dr - 1, tie=tie)
    assert then.success >= now.success
    assert then.failure <= now.failure
    assert opposed(modifier + 1, dr).win >= opposed(modifier, dr).win
    assert attack(modifier + 1, dr).mean > attack(modifier, dr).mean or attack(modifier + 1, dr).hit.impossible


@pytest.mark.parametrize(
    ("modifier", "dr", "tie", "ways"),
    [(1, 0, "ask", 50), (0, -1, "ask", 50), (5, 5, "ask", 31), (3, 4, "ask", 15), (0, 0, "success", 50)],
)
def test_worked_odds_of_the_text(modifier: int, dr: int, tie: Tie, ways: int) -> None:
    """WE-33, WE-34, C-02."""
    assert check(modifier, dr, tie=tie).success == Chance(ways, 81)


def test_the_ladder_has_ten_rungs() -> None:
    """WE-29: Trivial −4 to Impossible +5; other ratings are plain numbers."""
    assert [dr for dr, _ in ladder(3)] == list(range(-4, 6)) == list(RUNGS)
    assert dict(ladder(3))[4] == check(3, 4)
    assert dict(ladder(3, tie="success", reroll="failed"))[4] == check(3, 4, tie="success", reroll="failed")
    assert [dr_name(dr) for dr in (-4, 0, 1, 5, 6, -5)] == [
        "Trivial (-4)",
        "Challenging (0)",
        "Difficult (+1)",
        "Impossible (+5)",
        "DR +6",
        "DR -5",
    ]
    assert [spell_rung(dr) for dr in (-4, 0, 6, -5)] == ["Trivial (−4)", "Challenging (0)", "DR +6", "DR −5"]


def test_each_help_counts_its_gain_in_points() -> None:
    """WE-17, WE-33, WE-46: Expert against Formidable gains 19.8 points from a helper and 32.1 from a trait."""
    point, trait, helper = gains_of_help(3, 2)
    assert (point.points(), trait.points(), helper.points()) == ("+19.8", "+32.1", "+19.8")
    assert trait.outcome == check(5, 2)
    assert trait.gain == Ratio(26, 81)
    assert [one.points() for one in gains_of_help(0, 0, [("wounded", -2)])] == ["-32.1"]


@pytest.mark.parametrize("ahead", OPPOSED)
def test_opposed_rolls_agree_with_table_d(ahead: int) -> None:
    """Table (d), WE-36 to WE-40, WE-55: win, tie, win by 3 or more, mean damage of an attack."""
    contest = opposed(ahead + 2, 2)
    odds = attack(ahead - 1, -1)
    shown = percent(contest.win), percent(contest.tie), percent(contest.boon), odds.mean.text()
    assert shown == OPPOSED[ahead]
    assert odds.hit == contest.win


@given(modifiers, modifiers)
def test_opposed_rolls_count_all_pairs(mine: int, theirs: int) -> None:
    """WE-36 to WE-40, U-03: a tie is nobody's."""
    ahead = [one + mine - two - theirs for one, two in PAIRS]
    contest = opposed(mine, theirs)
    assert contest.win == Chance(sum(by > 0 for by in ahead), 6561)
    assert contest.tie == Chance(ahead.count(0), 6561)
    assert contest.boon == Chance(sum(by >= 3 for by in ahead), 6561)
    assert (contest.win + contest.tie + contest.lose).sure
    assert opposed(theirs, mine).win == contest.lose


@given(st.integers(-9, 20), modifiers, st.integers(0, 12))
def test_attacks_count_all_pairs(strike: int, defence: int, free: int) -> None:
    """WE-54, WE-55: a tie is the defender's, damage is the difference; WE-90: no boxes fall at the first hit."""
    damage = Counter(max(0, one + strike - two - defence) for one, two in PAIRS)
    odds = attack(strike, defence, lambda points: points >= free)
    assert {points: chance.ways for points, chance in odds.damage.items()} == damage
    assert list(odds.damage) == sorted(odds.damage)
    assert odds.hit.ways == 6561 - damage[0]
    assert odds.mean == Ratio(sum(points * ways for points, ways in damage.items()), 6561)
    assert odds.out == Chance(sum(ways for points, ways in damage.items() if points >= max(free, 1)), 6561)
    assert odds.at_least(free) == Chance(sum(ways for points, ways in damage.items() if points >= free), 6561)
    assert attack(strike, defence).out is None


sums = st.none() | st.sampled_from(sorted(FOURDF))


@given(modifiers, modifiers, st.tuples(sums, sums))
def test_dice_that_have_fallen_fall_in_no_other_way(
    mine: int, theirs: int, fallen: tuple[int | None, int | None]
) -> None:
    """WE-36, WE-54, U-33: what is typed already is counted as it is typed."""
    leads = [one + mine - two - theirs for one, two in PAIRS if fallen[0] in (None, one) and fallen[1] in (None, two)]
    contest, blow = opposed(mine, theirs, fallen=fallen), attack(mine, theirs, fallen=fallen)
    assert Fraction(contest.win.ways, contest.win.of) == Fraction(sum(by > 0 for by in leads), len(leads))
    assert Fraction(contest.tie.ways, contest.tie.of) == Fraction(leads.count(0), len(leads))
    assert blow.hit == contest.win
    assert set(blow.damage) == {max(0, by) for by in leads}
    assert Fraction(blow.mean.top, blow.mean.bottom) == Fraction(sum(max(0, by) for by in leads), len(leads))


@given(modifiers, modifiers, st.sampled_from(REROLLS), st.sampled_from(REROLLS))
def test_a_reroll_of_either_side_counts_all_throws(mine: int, theirs: int, ours: Reroll, others: Reroll) -> None:
    """The loser of an opposed roll throws again, once; an attacker also loses a tie (WE-21, U-05)."""
    for tie_lost in (False, True):
        ahead: Counter[int] = Counter()
        for (one, first), (two, second), (again, third) in product(FOURDF.items(), repeat=3):
            lead = one + mine - two - theirs
            if ours != "none" and (lead < 0 or (tie_lost and lead == 0)):
                lead = again + mine - two - theirs
            elif others != "none" and lead > 0:
                lead = one + mine - again - theirs
            ahead[lead] += first * second * third
        won = Fraction(sum(ways for by, ways in ahead.items() if by > 0), 81**3)
        odds = attack(mine, theirs, None, ours, others).hit if tie_lost else opposed(mine, theirs, ours, others).win
        assert Fraction(odds.ways, odds.of) == won


@pytest.mark.parametrize(
    ("ways", "of", "long", "short"),
    [
        (0, 81, "0%", "0%"),
        (81, 81, "100%", "100%"),
        (31, 81, "38.3%", "38%"),
        (50, 81, "61.7%", "62%"),
        (1, 6561, "<0.1%", "<1%"),
        (6560, 6561, ">99.9%", ">99%"),
        (1, 1000, "0.1%", "<1%"),
        (999, 1000, "99.9%", ">99%"),
        (9991, 10000, ">99.9%", ">99%"),
        (1, 100, "1.0%", "1%"),
        (99, 100, "99.0%", "99%"),
        (991, 1000, "99.1%", ">99%"),
        (1, 3**200, "<0.1%", "<1%"),
        (1, 2, "50.0%", "50%"),
    ],
)
def test_only_sure_things_are_printed_as_sure(ways: int, of: int, long: str, short: str) -> None:
    """Trap 20."""
    assert Chance(ways, of).percent() == long
    assert Chance(ways, of).short() == short


@given(st.integers(0, 6561))
def test_a_chance_is_printed_as_sure_only_when_exact(ways: int) -> None:
    """Trap 20."""
    chance = Chance(ways, 6561)
    assert (chance.percent() == "100%") == (chance.short() == "100%") == chance.sure == (ways == 6561)
    assert (chance.percent() == "0%") == (chance.short() == "0%") == chance.impossible == (ways == 0)
    assert chance.percent() not in ("0.0%", "100.0%")


def test_chances_compare_and_add_by_value() -> None:
    """Chances are exact and compare and add by value, with any denominators."""
    third = Chance(1, 3)
    assert third == Chance(27, 81)
    assert hash(third) == hash(Chance(27, 81))
    assert third + Chance(1, 6) == Chance(1, 2)
    assert third < Chance(1, 2) <= Chance(2, 4) > third >= third
    assert Chance(1, 2) - third == Ratio(1, 6)
    assert third - Chance(1, 2) == Ratio(-1, 6)
    assert third.complement() == Chance(2, 3)
    assert third != "1/3"
    assert repr(third) == "Chance(1, 3)"
    assert (third.ways, third.of, float(Chance(1, 2))) == (1, 3, 0.5)


@pytest.mark.parametrize(("ways", "of"), [(-1, 3), (4, 3), (0, 0), (1, -3)])
def test_a_chance_lies_between_none_and_all(ways: int, of: int) -> None:
    """A wrong count is a bug, not an answer."""
    with pytest.raises(ValueError, match=r"chance|ratio"):
        Chance(ways, of)
    with pytest.raises(ValueError, match="chance"):
        Chance(2, 3) + Chance(2, 3)


def test_ratios_round_halves_away_from_zero() -> None:
    """Printed numbers round the way that people at a table do."""
    assert [Ratio(top, 8).text(2) for top in (1, -1, 3, 12, 0)] == ["0.13", "-0.13", "0.38", "1.50", "0.00"]
    assert [Ratio(top, 2).text(0) for top in (1, 3, -1)] == ["1", "2", "-1"]
    assert Ratio(-1, 1000).text(1) == "0.0"
    assert [Ratio(top, 4).text(1, signed=True) for top in (1, -1, 0)] == ["+0.3", "-0.3", "+0.0"]
