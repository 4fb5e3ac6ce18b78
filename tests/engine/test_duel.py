"""Duels, against slower ways of counting the same."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.properties import examples
from tests.work import count_calls
from wyrd_tui.engine.chance import Chance, Ratio
from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.duel import Duel, Fighter, duel

if TYPE_CHECKING:
    from wyrd_tui.engine.duel import BoxRow, Marks, Penalties

THROWS = [sum(faces) for faces in product((-1, 0, 1), repeat=4)]
PC_TRACK = ((4, 1, 0), (3, 1, 1), (2, 1, 2), (1, 1, 3))


@cache
def damages(advantage: int) -> dict[int, Fraction]:
    """Every damage of one attack with its probability, 0 for a miss."""
    odds: dict[int, Fraction] = {}
    for one, two in product(THROWS, repeat=2):
        points = max(0, one - two + advantage)
        odds[points] = odds.get(points, Fraction(0)) + Fraction(1, 6561)
    return odds


def fill(rows: tuple[BoxRow, ...], start: Marks, damage: int) -> Marks | None:
    """Mark one point after the other, top row first; None when all is marked."""
    marks = list(start)
    while damage > 0:
        free = [place for place, row in enumerate(rows) if marks[place] < row[0]]
        if not free:
            break
        marks[free[0]] += 1
        damage -= rows[free[0]][1]
    full = all(mark == row[0] for mark, row in zip(marks, rows, strict=True))
    return None if full else tuple(marks)


def by_recursion(one: Fighter, two: Fighter, wounds: bool = False) -> tuple[Fraction, Fraction]:
    """Chance that `one` wins and rounds to expect when `one` strikes first, with Fractions, state by state.

    Each state is solved by two substituted equations for a whole round; rounds are counted where they begin.
    """

    def struck(fighter: Fighter, marks: Marks, points: int) -> Marks | None:
        return fighter.hit(marks, points) if fighter.hit else fill(fighter.rows, marks, points)

    def lowered(fighter: Fighter, marks: Marks) -> int:
        return sum(row[2] for row, mark in zip(fighter.rows, marks, strict=True) if mark) if wounds else 0

    @cache
    def round_from(mine: Marks, theirs: Marks) -> tuple[Fraction, Fraction]:
        weak, their_weak = lowered(one, mine), lowered(two, theirs)
        forth = damages(one.attack - weak - two.defence + their_weak)
        back = damages(two.attack - their_weak - one.defence + weak)
        miss, their_miss = forth.get(0, 0), back.get(0, 0)
        wins, rounds = Fraction(0), Fraction(1)
        for points, chance in forth.items():
            if not points:
                continue
            hurt = struck(two, theirs, points)
            if hurt is None:
                wins += chance
                continue
            their_win, their_rounds = answer(mine, hurt)
            wins += chance * their_win
            rounds += chance * their_rounds
        for points, chance in back.items():
            if not points:
                continue
            hurt = struck(one, mine, points)
            if hurt is not None:
                my_win, my_rounds = round_from(hurt, theirs)
                wins += miss * chance * my_win
                rounds += miss * chance * my_rounds
        again = 1 - miss * their_miss
        return wins / again, rounds / again

    @cache
    def answer(mine: Marks, theirs: Marks) -> tuple[Fraction, Fraction]:
        weak, their_weak = lowered(one, mine), lowered(two, theirs)
        wins = rounds = Fraction(0)
        for points, chance in damages(two.attack - their_weak - one.defence + weak).items():
            hurt = struck(one, mine, points) if points else mine
            if hurt is not None:
                my_win, my_rounds = round_from(hurt, theirs)
                wins += chance * my_win
                rounds += chance * my_rounds
        return wins, rounds

    return round_from(one.start, two.start)


def by_iteration(edge: int, boxes: int, their_edge: int, their_boxes: int, blows: int = 400) -> tuple[float, float]:
    """Follow the probability mass blow by blow, in floats; give the chance to win and the rounds."""
    mass = {(boxes, their_boxes): 1.0}
    wins = rounds = 0.0
    for blow in range(blows):
        mine_to_strike = blow % 2 == 0
        if mine_to_strike:
            rounds += sum(mass.values())
        after: dict[tuple[int, int], float] = {}
        for (mine, theirs), chance in mass.items():
            for points, odds in damages(edge if mine_to_strike else their_edge).items():
                left = (mine, theirs - points) if mine_to_strike else (mine - points, theirs)
                if points and min(left) <= 0:
                    wins += chance * float(odds) * mine_to_strike
                else:
                    after[left] = after.get(left, 0.0) + chance * float(odds)
        mass = after
    return wins, rounds


def value(ratio: Ratio) -> Fraction:
    return Fraction(ratio.top, ratio.bottom)


def worked(first: Fighter, second: Fighter, penalties: Penalties = "ignored") -> Duel:
    odds = duel(first, second, penalties=penalties)
    assert odds is not None
    return odds


def assert_same(first: Fighter, second: Fighter, wounds: bool = False) -> None:
    odds = worked(first, second, "both" if wounds else "ignored")
    wins, rounds = by_recursion(first, second, wounds)
    losses, their_rounds = by_recursion(second, first, wounds)
    assert value(odds.first_blow.win) == wins
    assert value(odds.first_blow.rounds) == rounds
    assert value(odds.second_blow.win) == 1 - losses
    assert value(odds.second_blow.rounds) == their_rounds
    assert value(odds.coin_toss.win) == (wins + 1 - losses) / 2
    assert value(odds.coin_toss.rounds) == (rounds + their_rounds) / 2


rows = st.lists(st.tuples(st.integers(0, 2), st.integers(1, 3), st.integers(0, 3)), max_size=3).map(tuple)
fighters = st.builds(Fighter, st.integers(-3, 4), st.integers(-2, 4), rows)


@examples(60)
@given(fighters, fighters, st.booleans())
def test_small_duels_agree_with_fractions(first: Fighter, second: Fighter, wounds: bool) -> None:
    """WE-54, WE-55, WE-58, WE-60, WE-62, WED-07: the same numbers from a solver written the other way round."""
    assume(not any(sum(row[0] for row in one.rows) == 0 and one.rows for one in (first, second)))
    assert_same(first, second, wounds)


@pytest.mark.parametrize("wounds", [False, True])
def test_a_standard_track_agrees_with_fractions(wounds: bool) -> None:
    """WE-57, WE-85: 4/3/2/1 against a mook with two boxes, and against its like."""
    hero = Fighter(2, 1, PC_TRACK)
    assert_same(hero, Fighter(1, 1, ((2, 1, 0),)), wounds)
    assert_same(hero, Fighter(1, 2, ((2, 1, 0), (2, 1, 2))), wounds)


def test_a_duel_agrees_with_following_it_blow_by_blow() -> None:
    """WE-54, WE-55, WE-66: probability mass pushed forward for 400 blows."""
    odds = worked(Fighter(2, 1, PC_TRACK), Fighter(1, 1, PC_TRACK))
    wins, rounds = by_iteration(1, 10, 0, 10)
    assert float(odds.first_blow.win) == pytest.approx(wins, abs=1e-9)
    assert float(odds.first_blow.rounds) == pytest.approx(rounds, abs=1e-9)
    losses, their_rounds = by_iteration(0, 10, 1, 10)
    assert float(odds.second_blow.win) == pytest.approx(1 - losses, abs=1e-9)
    assert float(odds.second_blow.rounds) == pytest.approx(their_rounds, abs=1e-9)


@pytest.mark.parametrize(("ahead", "attacks"), [(0, 12.0), (1, 7.5), (2, 5.1), (3, 3.8), (5, 2.5)])
def test_attacks_needed_for_ten_boxes_agree_with_the_text(ahead: int, attacks: float) -> None:
    """Against an opponent who can never hit, the rounds of a duel are the attacks needed (C-11)."""
    odds = worked(Fighter(ahead, 90, ((1, 1, 0),)), Fighter(0, 0, PC_TRACK))
    assert odds.first_blow.win == Chance(1, 1)
    assert round(float(odds.first_blow.rounds), 1) == attacks


@pytest.mark.parametrize("empty", [(), ((0, 1, 0), (0, 1, 1))])
def test_an_empty_track_falls_at_the_first_hit(empty: tuple[BoxRow, ...]) -> None:
    """WE-90, trap 5: two mooks, each out at a hit of 2731 in 6561."""
    odds = worked(Fighter(1, 1, empty), Fighter(1, 1, empty))
    hit = 1 - damages(0)[0]
    assert value(odds.first_blow.win) == hit / (1 - (1 - hit) ** 2)
    assert value(odds.first_blow.rounds) == 1 / (1 - (1 - hit) ** 2)
    assert odds.first_blow.win + odds.second_blow.win == Ratio(1, 1)
    assert odds.coin_toss.win == Chance(1, 2)


def test_marks_from_earlier_count() -> None:
    """WE-58: a fighter who enters with 4/3/2/0 is one with a single box; the penalties differ."""
    assert duel(Fighter(2, 1, ((1, 1, 0), (1, 1, 0)), (5, 0)), Fighter(1, 1)) == duel(
        Fighter(2, 1, ((1, 1, 0),)), Fighter(1, 1)
    )
    marked = Fighter(2, 1, PC_TRACK, (4, 3, 2, 0))
    fresh = Fighter(2, 1, ((1, 1, 0),))
    foe = Fighter(1, 1, ((3, 1, 0),))
    assert duel(marked, foe) == duel(fresh, foe)
    assert worked(marked, foe, "both").coin_toss.win < worked(fresh, foe, "both").coin_toss.win


def test_penalties_count_once_a_row_and_add_up() -> None:
    """Penalties of marked rows count once each and add up: marks 0/1/1 give −3 on every roll (WE-60, WE-62)."""
    hurt = Fighter(3, 2, ((0, 1, 0), (2, 1, 1), (2, 1, 2)), (0, 1, 1))
    foe = Fighter(1, 1, ((2, 1, 0),))
    plain = Fighter(0, -1, ((1, 1, 0), (1, 1, 0)))
    assert duel(hurt, foe, penalties="both") == duel(plain, foe)


def test_another_absorption_can_be_handed_in() -> None:
    """C-05, WED-08: Josephine's wound is the one that soaks the whole hit."""

    def best_fit(marks: Marks, damage: int) -> Marks | None:
        free = [place for place in range(3) if not marks[place]]
        while damage > 0 and free:
            place = next((place for place in free if place + 1 >= damage), free[-1])
            free.remove(place)
            damage -= place + 1
            marks = tuple(1 if at == place else mark for at, mark in enumerate(marks))
        return marks if free else None

    wounds = ((1, 1, 1), (1, 2, 2), (1, 3, 3))
    josephine = Fighter(2, 2, wounds, hit=best_fit)
    assert_same(josephine, Fighter(2, 1, ((2, 1, 0),)))
    assert_same(josephine, Fighter(2, 1, ((2, 1, 0),)), wounds=True)
    assert worked(josephine, josephine).coin_toss.win == Chance(1, 2)
    assert duel(josephine, josephine) != duel(Fighter(2, 2, wounds), Fighter(2, 2, wounds))


def test_a_duel_without_a_hit_never_ends() -> None:
    """A duel has no end at 8 behind, where the best throw against the worst is a tie, the defender's (WE-54)."""
    wall = Fighter(0, 8, ((1, 1, 0),))
    assert duel(wall, wall) is None
    assert duel(wall, wall, penalties="both") is None
    assert worked(wall, Fighter(0, 7, ((1, 1, 0),))).second_blow.win == Chance(1, 1)


@pytest.mark.parametrize("penalties", ["ignored", "both"])
def test_one_sided_duels_end(penalties: Penalties) -> None:
    """A fighter who cannot be hit wins, even if wounds leave the opponent no chance at all (WE-54)."""
    odds = worked(Fighter(2, 20, PC_TRACK), Fighter(1, 1, PC_TRACK), penalties)
    assert odds.second_blow.win == Chance(1, 1)
    giant = worked(Fighter(10**9, 0, PC_TRACK), Fighter(1, 1, PC_TRACK), penalties)
    assert giant.first_blow.win == Chance(1, 1)
    assert giant.first_blow.rounds == Ratio(1, 1)


@examples(40)
@given(fighters, fighters, st.booleans())
def test_both_sides_see_the_same_duel(first: Fighter, second: Fighter, wounds: bool) -> None:
    """A fighter wins as often as the other loses, and a better modifier never hurts (WE-54)."""
    assume(not any(sum(row[0] for row in one.rows) == 0 and one.rows for one in (first, second)))
    penalties: Penalties = "both" if wounds else "ignored"
    odds, other = worked(first, second, penalties), worked(second, first, penalties)
    assert odds.first_blow.win == other.second_blow.win.complement()
    assert odds.coin_toss.win == other.coin_toss.win.complement()
    assert odds.coin_toss.rounds == other.coin_toss.rounds
    assert odds.first_blow.win >= odds.second_blow.win
    better = Fighter(first.attack + 1, first.defence, first.rows)
    assert worked(better, second, penalties).coin_toss.win >= odds.coin_toss.win


@pytest.mark.parametrize(
    "fighter",
    [
        Fighter(1, 1, ((2, 1, 0),), (2,)),
        Fighter(1, 1, ((201, 1, 0),)),
        Fighter(1, 1, ((10**12, 1, 0),)),
        Fighter(1, 1, (), hit=lambda marks, damage: (*marks, damage)),
    ],
)
def test_duels_that_cannot_be_worked_out_are_refused(fighter: Fighter) -> None:
    """Duels of a fighter who is out, or with a track too long to work out, are refused (WE-66)."""
    with pytest.raises(Refused):
        duel(fighter, Fighter(1, 1, ((1, 1, 0),)))


def test_huge_tracks_and_penalties_are_refused() -> None:
    """A scenario may hold any numbers."""
    long = Fighter(1, 1, ((60, 1, 0),))
    with pytest.raises(Refused, match="too long"):
        duel(long, long)
    with pytest.raises(Refused, match="too large"):
        duel(Fighter(1, 1, ((1, 1, 10**9),)), long, penalties="both")


@pytest.mark.parametrize(
    "fields",
    [(1, 1, ((1, 1, 0),), (0, 0)), (1, 1, ((-1, 1, 0),)), (1, 1, ((1, 0, 0),)), (1, 1, ((1, 1, -1),))],
)
def test_a_fighter_that_makes_no_sense_is_a_bug(fields: tuple[Any, ...]) -> None:
    """Tracks are checked where files come in."""
    with pytest.raises(ValueError, match=r"fighter|boxes"):
        Fighter(*fields)


def test_an_absorption_that_heals_is_a_bug() -> None:
    """A duel must come to an end."""
    with pytest.raises(ValueError, match="add marks"):
        duel(Fighter(1, 1, ((2, 1, 0),), (1,), lambda marks, damage: (0,)), Fighter(1, 1))


def test_a_duel_of_two_heroes_is_worked_out_at_once() -> None:
    """Budget: any odds on the screen within 5 ms; this duel makes 2,750 calls in 1.3 ms."""
    hero, villain = Fighter(2, 1, PC_TRACK), Fighter(1, 2, PC_TRACK)
    assert count_calls(lambda: duel(hero, villain, penalties="both")) < 6_000
