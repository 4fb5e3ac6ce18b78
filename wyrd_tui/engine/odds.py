"""Exact odds of the Wyrd Engine's rolls: checks, the ladder, opposed rolls, attacks, and what a bonus would buy.

Everything is counted over the 81 ways in which four Fudge dice fall, or the 6561 of two throws; nothing is sampled.
Modifiers, difficulties and damage are whole numbers of any size (WE-07, WE-09). The long fight is in `duel`.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product

from wyrd_tui.engine.chance import Chance, Ratio
from wyrd_tui.engine.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import Literal

    Tie = Literal["ask", "success", "failure"]
    Reroll = Literal["none", "failed", "any"]

TIES: tuple[Tie, ...] = ("ask", "success", "failure")
REROLLS: tuple[Reroll, ...] = ("none", "failed", "any")

FOURDF: Mapping[int, int] = {-4: 1, -3: 4, -2: 10, -1: 16, 0: 19, 1: 16, 2: 10, 3: 4, 4: 1}
"""Number of the 81 ways in which four Fudge dice add up to each sum (WE-03)."""

WAYS = 81
PAIRS = WAYS * WAYS

RUNGS: Mapping[int, str] = {
    -4: "Trivial",
    -3: "Simple",
    -2: "Easy",
    -1: "Basic",
    0: "Challenging",
    1: "Difficult",
    2: "Formidable",
    3: "Arduous",
    4: "Extreme",
    5: "Impossible",
}
"""The ladder's ten names, from the easiest, each by its difficulty rating (WE-29)."""

HELPS = (("one more point", 1), ("a trait", 2), ("a helper", 1))
"""Options that a player may still find: a point of any kind, a trait (WE-17), a helper (WE-46)."""


def _differences() -> dict[int, int]:
    ways = dict.fromkeys(range(-8, 9), 0)
    for mine, mine_ways in FOURDF.items():
        for theirs, their_ways in FOURDF.items():
            ways[mine - theirs] += mine_ways * their_ways
    return ways


DIFFERENCES: Mapping[int, int] = _differences()
"""Number of the 6561 ways in which one throw exceeds another by each number (WE-36, WE-55)."""


def dr_name(dr: int) -> str:
    """Name a difficulty rating: `Difficult (+1)`, or the number off the ladder, `DR +7` (WE-29)."""
    return f"{RUNGS[dr]} ({with_plus(dr)})" if dr in RUNGS else f"DR {with_plus(dr)}"


def with_plus(number: int) -> str:
    """Write a number with its sign, zero without one."""
    return f"{number:+d}" if number else "0"


class Outcome(Value):
    """The three chances of a check: total above, equal to, and below the difficulty rating (WE-06)."""

    success: Chance
    tie: Chance
    failure: Chance
    __match_args__ = ("success", "tie", "failure")
    __slots__ = __match_args__

    def __init__(self, success: Chance, tie: Chance, failure: Chance) -> None:
        self._fix(success, tie, failure)

    def folded(self, tie: Tie) -> Outcome:
        """Add the tie to the success or to the failure, as the table reads it; `ask` leaves all three (C-01)."""
        none = Chance(0, self.tie.of)
        if tie == "success":
            return Outcome(self.success + self.tie, none, self.failure)
        if tie == "failure":
            return Outcome(self.success, none, self.failure + self.tie)
        return self


def check(modifier: int, dr: int, *, tie: Tie = "ask", reroll: Reroll = "none") -> Outcome:
    """Give the odds of 4dF + `modifier` against `dr`, with the tie folded as `tie` says (WE-05, WE-06, C-01).

    `reroll` is a trait that allows a second throw, which then stands (U-05): after a failure, and after a tie where a
    tie is one. The chances are over 81, with a reroll over 6561.
    """
    needed = dr - modifier
    success = sum(ways for total, ways in FOURDF.items() if total > needed)
    even = FOURDF.get(needed, 0)
    failure = WAYS - success - even
    of = WAYS
    if reroll != "none":
        again = failure + (even if tie == "failure" else 0)
        of = PAIRS
        # A first throw that needs no second counts once for each of the 81 second throws.
        success, even, failure = (
            again * ways + (WAYS * ways if settled else 0)
            for ways, settled in ((success, True), (even, again == failure), (failure, False))
        )
    return Outcome(Chance(success, of), Chance(even, of), Chance(failure, of)).folded(tie)


@lru_cache(256)
def ladder(modifier: int, *, tie: Tie = "ask", reroll: Reroll = "none") -> tuple[tuple[int, Outcome], ...]:
    """Give the odds of a modifier on each of the ten rungs, easiest first, as pairs of (DR, Outcome) (WE-29, WE-34)."""
    return tuple((dr, check(modifier, dr, tie=tie, reroll=reroll)) for dr in RUNGS)


class Help(Value):
    """The change that one option makes in a check.

    `outcome` is the check with `bonus` added, `gain` the change in the chance of success, a share of one (0.198 for
    19.8 points); negative for a penalty.
    """

    label: str
    bonus: int
    outcome: Outcome
    gain: Ratio
    __match_args__ = ("label", "bonus", "outcome", "gain")
    __slots__ = __match_args__

    def __init__(self, label: str, bonus: int, outcome: Outcome, gain: Ratio) -> None:
        self._fix(label, bonus, outcome, gain)

    def points(self) -> str:
        """Write the gain in percentage points: `+19.8`."""
        return Ratio(100 * self.gain.top, self.gain.bottom).text(1, signed=True)


def gains_of_help(
    modifier: int,
    dr: int,
    options: Iterable[tuple[str, int]] = HELPS,
    *,
    tie: Tie = "ask",
    reroll: Reroll = "none",
) -> tuple[Help, ...]:
    """Give for each option, a label and a bonus, the check with it and what it gains (WE-17, WE-43, WE-46)."""
    now = check(modifier, dr, tie=tie, reroll=reroll)
    helps = []
    for label, bonus in options:
        then = check(modifier + bonus, dr, tie=tie, reroll=reroll)
        helps.append(Help(label, bonus, then, then.success - now.success))
    return tuple(helps)


class Contest(Value):
    """The chances of an opposed roll: a higher, equal and lower total, and a boon, higher by 3 or more.

    The boon is part of `win`. A tie belongs to neither (WE-36..40, U-03).
    """

    win: Chance
    tie: Chance
    lose: Chance
    boon: Chance
    __match_args__ = ("win", "tie", "lose", "boon")
    __slots__ = __match_args__

    def __init__(self, win: Chance, tie: Chance, lose: Chance, boon: Chance) -> None:
        self._fix(win, tie, lose, boon)


Fallen = tuple[int | None, int | None]
"""Sums of the first throws of either side that are known already; None for one that is still to fall."""
UNTHROWN: Fallen = (None, None)


def opposed(
    mine: int, theirs: int, reroll: Reroll = "none", their_reroll: Reroll = "none", fallen: Fallen = UNTHROWN
) -> Contest:
    """Give the odds of 4dF + `mine` against 4dF + `theirs`, where dice may have `fallen` (WE-36..40).

    With `reroll` the first side throws again where it has lost, with `their_reroll` the other where that has; one roll
    is taken again once (U-05). The chances are over 6561, with either over 531441.
    """
    leads, of = _leads(mine - theirs, 0 if reroll != "none" else None, their_reroll != "none", fallen)
    win = sum(ways for ahead, ways in leads.items() if ahead > 0)
    boon = sum(ways for ahead, ways in leads.items() if ahead >= 3)
    tie = leads.get(0, 0)
    return Contest(Chance(win, of), Chance(tie, of), Chance(of - win - tie, of), Chance(boon, of))


@lru_cache(256)
def _leads(advantage: int, again_below: int | None, they_again: bool, fallen: Fallen) -> tuple[Mapping[int, int], int]:
    """Count in how many ways the first side leads by each number, and of how many.

    A lead below `again_below` is thrown again by the first side; None throws nothing again. With `they_again` the other
    side throws again where it is behind. A first throw that has `fallen` falls in no other way.
    """
    if again_below is None and not they_again and fallen == UNTHROWN:
        return {ahead + advantage: ways for ahead, ways in DIFFERENCES.items()}, PAIRS
    leads = dict.fromkeys(range(advantage - 8, advantage + 9), 0)
    firsts = (FOURDF if known is None else {known: WAYS} for known in reversed(fallen))
    for (theirs, their_ways), (mine, my_ways) in product(*(first.items() for first in firsts)):
        lead, ways = mine + advantage - theirs, my_ways * their_ways
        if again_below is not None and lead < again_below:
            for again, second in FOURDF.items():
                leads[again + advantage - theirs] += ways * second
        elif they_again and lead > 0:
            for again, second in FOURDF.items():
                leads[mine + advantage - again] += ways * second
        else:
            leads[lead] += ways * WAYS
    return leads, PAIRS * WAYS


class Attack(Value):
    """The odds of one attack.

    `hit` is the chance of any damage; `damage` has the chance of each amount that can happen, in points, least first,
    0 for a miss; `mean` is the damage to expect, misses counted; `out` the chance that the target goes out of action
    now, None where no boxes were given.
    """

    hit: Chance
    damage: Mapping[int, Chance]
    mean: Ratio
    out: Chance | None
    __match_args__ = ("hit", "damage", "mean", "out")
    __slots__ = __match_args__

    def __init__(self, hit: Chance, damage: Mapping[int, Chance], mean: Ratio, out: Chance | None) -> None:
        self._fix(hit, damage, mean, out)

    def __hash__(self) -> int:
        return hash((self.hit, self.mean, self.out))

    def at_least(self, points: int) -> Chance:
        """Give the chance of that much damage or more."""
        return Chance(sum(chance.ways for least, chance in self.damage.items() if least >= points), self.hit.of)


@lru_cache(512)
def attack(
    attack: int,
    defence: int,
    fells: Callable[[int], bool] | None = None,
    reroll: Reroll = "none",
    their_reroll: Reroll = "none",
    fallen: Fallen = UNTHROWN,
) -> Attack:
    """Give the odds of one attack roll against one defence roll, a tie being the defender's (WE-53..55).

    Dice of either may have `fallen`.
    `fells` tells whether so many points, at least 1, put the target out of action now; the target's track decides
    (WE-66, WE-90). With `reroll` the attacker throws again after a miss, with `their_reroll` the defender after a hit;
    one roll is taken again once (U-05). The chances are over 6561, with either over 531441.
    """
    leads, of = _leads(attack - defence, 1 if reroll != "none" else None, their_reroll != "none", fallen)
    ways = {points: count for points, count in sorted(leads.items()) if points > 0 and count}
    hits = sum(ways.values())
    damage = {0: Chance(of - hits, of)} if hits < of else {}
    damage.update((points, Chance(count, of)) for points, count in ways.items())
    mean = Ratio(sum(points * count for points, count in ways.items()), of)
    out = None
    if fells is not None:
        out = Chance(sum(count for points, count in ways.items() if fells(points)), of)
    return Attack(Chance(hits, of), damage, mean, out)


def damage_ways(advantage: int) -> dict[int, int]:
    """Count in how many of 6561 ways an attack does each damage of 1 or more, least first.

    `advantage` is the attack's modifier less the defence's (WE-54, WE-55).
    """
    return {ahead + advantage: ways for ahead, ways in DIFFERENCES.items() if ahead + advantage > 0}
