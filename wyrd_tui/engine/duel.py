"""The exact odds of a duel: two fighters strike by turns until one is out of action."""

from __future__ import annotations

from functools import lru_cache
from math import lcm
from operator import lt

from wyrd_tui.engine.chance import Chance, Ratio
from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.odds import DIFFERENCES, PAIRS, damage_ways
from wyrd_tui.engine.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Literal

    Marks = tuple[int, ...]
    BoxRow = tuple[int, int, int]
    HitRule = Callable[[Marks, int], Marks | None]
    Penalties = Literal["ignored", "both"]
    DuelState = tuple[int, tuple[int, ...]]
    Strike = tuple[int, list[tuple[int, int]]]
    Cell = tuple[int, int, int, int, int]

PENALTIES: tuple[Penalties, ...] = ("ignored", "both")

NO_BOXES_LEFT = 0
MAX_BOXES = 200
MAX_CELLS = 2500
MAX_PENALTY = 100
MAX_DAMAGE = 150
MAX_HITS = 8_000

_BEST = max(DIFFERENCES)


class Fighter(Value):
    """One side of a duel.

    `attack` and `defence` are modifiers with every trait counted. `rows` are the track, top row first, each (boxes,
    absorbs, penalty): how many boxes, how many points one box takes, and by how much a wound there lowers the rolls,
    0 or more. `start` are the boxes already marked in each row, none when left empty.

    `hit` replaces the way a track fills: from the marks and a damage of 1 or more it gives the new marks, or None
    when the fighter is out of action; at the start such a fighter is taken to stand. It must be a pure function that
    only ever adds marks; hand over the same function each time, since duels are remembered by their fighters.

    Without `hit`, boxes fill row by row (WE-58, WED-07), points that are left over fill a box that takes more, and a
    fighter is out when every box is marked (WE-66), on an empty track at the first hit (WE-90).

    Raises:
        ValueError: If a number of a row or of `start` is out of bounds, or `start` has not one number for each row.
    """

    attack: int
    defence: int
    rows: tuple[BoxRow, ...]
    start: Marks
    hit: HitRule | None
    __match_args__ = ("attack", "defence", "rows", "start", "hit")
    __slots__ = __match_args__

    def __init__(
        self, attack: int, defence: int, rows: tuple[BoxRow, ...] = (), start: Marks = (), hit: HitRule | None = None
    ) -> None:
        start = start or (0,) * len(rows)
        if len(start) != len(rows):
            raise ValueError("a fighter’s start has one number for each row")
        if (
            any(boxes < 0 or absorbs < 1 or penalty < 0 for boxes, absorbs, penalty in rows)
            or min(start, default=0) < 0
        ):
            raise ValueError("boxes, marks and penalties are 0 or more, and a box absorbs at least 1")
        self._fix(attack, defence, rows, start, hit)


class Bout(Value):
    """The prospect of a duel for its first fighter: the chance to win it and the rounds to expect.

    A round begins with the blow of the first attacker and holds one attack of each; the last one counts as a whole
    round, even when its first blow ends the duel.
    """

    win: Chance
    rounds: Ratio
    __match_args__ = ("win", "rounds")
    __slots__ = __match_args__

    def __init__(self, win: Chance, rounds: Ratio) -> None:
        self._fix(win, rounds)


class Duel(Value):
    """The odds of a duel, from the first fighter's side.

    `first_blow` when that fighter strikes first, `second_blow` when the other does, `coin_toss` when either is as
    likely.
    """

    first_blow: Bout
    second_blow: Bout
    coin_toss: Bout
    __match_args__ = ("first_blow", "second_blow", "coin_toss")
    __slots__ = __match_args__

    def __init__(self, first_blow: Bout, second_blow: Bout, coin_toss: Bout) -> None:
        self._fix(first_blow, second_blow, coin_toss)


def duel(first: Fighter, second: Fighter, *, penalties: Penalties = "ignored") -> Duel | None:
    """Return the exact odds of two fighters who strike by turns until one is out of action.

    Every attack is 4dF + attack against 4dF + defence, a tie the defender's, and the difference is the damage
    (WE-54, WE-55). With `penalties` as `both`, each row that has a mark lowers that fighter's attack and defence by
    its penalty, once, and rows add up (WE-60, WE-62). The same two fighters are worked out once and remembered.

    None when neither can ever hit the other, so that the duel never ends.

    Raises:
        Refused: If a fighter is already out, or if the tracks are too long to work out at a table: more than 200
            boxes, or 2500 pairs of track states.
    """
    return _duel(first, second, penalties == "both")


@lru_cache(maxsize=128)
def _duel(first: Fighter, second: Fighter, wounds: bool) -> Duel | None:
    mine, theirs = (_worst(fighter) if wounds else 0 for fighter in (first, second))
    if mine + theirs > MAX_PENALTY:
        raise Refused("No odds of a duel: the penalties of the two tracks are too large.")
    my_edge, their_edge = first.attack - second.defence, second.attack - first.defence
    my_track = _Track(first, wounds, range(max(1, their_edge - theirs - _BEST), their_edge + mine + _BEST + 1))
    their_track = _Track(second, wounds, range(max(1, my_edge - mine - _BEST), my_edge + theirs + _BEST + 1))
    if (len(my_track.states) - 1) * (len(their_track.states) - 1) > MAX_CELLS:
        raise Refused("No odds of a duel: the two tracks are too long.")
    cell = _start_cell(my_track, their_track, my_edge, their_edge)
    return _duel_of(cell) if cell else None


def _worst(fighter: Fighter) -> int:
    return sum(penalty for _boxes, _absorbs, penalty in fighter.rows)


def _duel_of(cell: Cell) -> Duel:
    of, first_wins, second_blow_wins, attacks, second_blow_attacks = cell
    # The first attacker wins with an odd number of attacks, so that rounds are (attacks + that chance) / 2.
    rounds = attacks + first_wins
    second_blow_rounds = second_blow_attacks + of - second_blow_wins
    return Duel(
        _bout(first_wins, rounds, of),
        _bout(second_blow_wins, second_blow_rounds, of),
        _bout(first_wins + second_blow_wins, rounds + second_blow_rounds, 2 * of),
    )


def _bout(wins: int, rounds: int, of: int) -> Bout:
    return Bout(Chance(*Ratio(wins, of).reduced()), Ratio(*Ratio(rounds, 2 * of).reduced()))


def _fill(rows: tuple[BoxRow, ...], marks: Marks, damage: int) -> Marks | None:
    filled = list(marks)
    for place, (boxes, absorbs, _penalty) in enumerate(rows):
        taken = min(max(0, boxes - filled[place]), -(-damage // absorbs))
        filled[place] += taken
        damage -= min(damage, taken * absorbs)
    return None if _full(rows, filled) else tuple(filled)


def _full(rows: tuple[BoxRow, ...], marks: Sequence[int]) -> bool:
    return all(mark >= row[0] for mark, row in zip(marks, rows, strict=True))


class _Track:
    """A track as numbered states, so that damage leads to lower numbers: `NO_BOXES_LEFT` is 0, the start comes last.

    A state is its penalty and the next state for each of `damages`. States that cannot be told apart are one, so
    that without penalties a track of boxes that absorb 1 has as many as boxes.
    """

    def __init__(self, fighter: Fighter, wounds: bool, damages: range) -> None:
        rows, hit = fighter.rows, fighter.hit
        boxes = sum(row[0] for row in rows)
        if hit is None and boxes and _full(rows, fighter.start):
            raise Refused("No odds of a duel: a fighter is out of action already.")
        if hit is None and boxes > MAX_BOXES:
            raise Refused(f"No odds of a duel: a track has more than {MAX_BOXES} boxes.")
        if hit is not None and damages.stop > MAX_DAMAGE:
            raise Refused("No odds of a duel: the two modifiers are too far apart.")
        self.costly = hit is not None
        self.wounds = wounds
        self.rows = rows
        self.hit: HitRule = hit or (lambda marks, damage: _fill(rows, marks, damage))
        self.damages = damages
        self.states: list[DuelState] = [(0, ())]
        self._known: dict[DuelState, int] = {}
        self._hits = 0
        self._numbers: dict[Marks, int] = {}
        self._number(fighter.start, 0)

    def _number(self, marks: Marks, depth: int) -> int:
        if marks in self._numbers:
            return self._numbers[marks]
        # Enough hits for any table, few enough to work out without a wait.
        self._hits += len(self.damages) if self.costly else 0
        if depth > MAX_BOXES or len(self._numbers) > MAX_CELLS or self._hits > MAX_HITS:
            raise Refused("No odds of a duel: a track has too many states.")
        nexts = []
        for damage in self.damages:
            after = self.hit(marks, damage)
            if after is not None and (after == marks or any(map(lt, after, marks))):
                raise ValueError("a hit must add marks and take none away")
            nexts.append(NO_BOXES_LEFT if after is None else self._number(after, depth + 1))
        penalty = sum(row[2] for row, mark in zip(self.rows, marks, strict=True) if mark) if self.wounds else 0
        state = penalty, tuple(nexts)
        if state not in self._known:
            self._known[state] = len(self.states)
            self.states.append(state)
        self._numbers[marks] = self._known[state]
        return self._known[state]

    def struck(self, number: int, advantage: int) -> Strike:
        """Count in how many of 6561 ways an attack on a state misses, and leads to each next state, lowest first."""
        nexts = self.states[number][1]
        ways: dict[int, int] = {}
        for damage, count in damage_ways(advantage).items():
            after = nexts[damage - self.damages.start]
            ways[after] = ways.get(after, 0) + count
        return PAIRS - sum(ways.values()), sorted(ways.items())


def _start_cell(mine: _Track, theirs: _Track, my_edge: int, their_edge: int) -> Cell | None:
    """Solve the duel for every pair of states, from the ends back to the start; None when it never ends.

    A cell is a common denominator and four numerators: the chance that the first fighter wins and the attacks to
    expect, each with the first and with the second fighter to strike. Two misses lead back to the same cell, which
    makes two equations in two unknowns; D, m and n being 6561 and the misses out of it, and S what hits bring,

        V1 = (S1 + m V2) / D     V2 = (S2 + n V1) / D     so     V1 = (D S1 + m S2) / (D D - m n), V2 likewise.

    Denominators along a row and along a column divide each other, which lets sums be made without fractions.
    """
    my_last, their_last = len(mine.states) - 1, len(theirs.states) - 1
    cells: list[list[Cell]] = [[(1, 0, 0, 0, 0)] * (their_last + 1)]
    cells += [[(1, 1, 1, 0, 0)] for _ in range(my_last)]
    columns: list[list[Cell]] = [[row[0] for row in cells], *([cells[0][0]] for _ in range(their_last))]
    on_them: dict[tuple[int, int], Strike] = {}
    on_me: dict[tuple[int, int], Strike] = {}
    for i in range(1, my_last + 1):
        for j in range(1, their_last + 1):
            weakened = mine.states[i][0] - theirs.states[j][0]
            if (j, weakened) not in on_them:
                on_them[j, weakened] = theirs.struck(j, my_edge - weakened)
            if (i, weakened) not in on_me:
                on_me[i, weakened] = mine.struck(i, their_edge + weakened)
            misses, hits = on_them[j, weakened]
            their_misses, their_hits = on_me[i, weakened]
            cycle = PAIRS * PAIRS - misses * their_misses
            if not cycle:
                # Wounds help only the fighter who dealt them, so that a fight that moves at all cannot stall here.
                if (i, j) == (my_last, their_last):
                    return None
                cycle = 1
            of = lcm(cells[i][j - 1][0], columns[j][i - 1][0])
            wins, attacks = _brought(hits, cells[i], of, 2)
            their_wins, their_attacks = _brought(their_hits, columns[j], of, 1)
            attacks += PAIRS * of
            their_attacks += PAIRS * of
            cell = (
                of * cycle,
                PAIRS * wins + misses * their_wins,
                PAIRS * their_wins + their_misses * wins,
                PAIRS * attacks + misses * their_attacks,
                PAIRS * their_attacks + their_misses * attacks,
            )
            cells[i].append(cell)
            columns[j].append(cell)
    return cells[my_last][their_last]


def _brought(hits: list[tuple[int, int]], line: list[Cell], of: int, striker: int) -> tuple[int, int]:
    """Sum up what hits lead to, over `of`: chances to win and attacks, with `striker` (1 or 2) to strike next."""
    wins = attacks = 0
    over = 1
    for number, ways in hits:
        cell = line[number]
        if cell[0] != over:
            scale = cell[0] // over
            over = cell[0]
            wins *= scale
            attacks *= scale
        wins += ways * cell[striker]
        attacks += ways * cell[striker + 2]
    scale = of // over
    return wins * scale, attacks * scale
