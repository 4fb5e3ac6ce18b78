"""Exact odds of Mettle's Checks: Score and Edge of a pool, Raises, Twists, wounds, and the dice that a team keeps.

A die shows 1, 2 or 3 once in six each, and gives Edge in half of all cases; everything is counted over those ways.
`discard` is the highest face that wounds throw away: 0, 1 when Shaken, 2 when Broken (ME-38, ME-39).

Raises:
    ValueError: In any function, if a number of dice is below 0.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb

from wyrd_tui.engine.chance import Chance, Ratio
from wyrd_tui.engine.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

DIFFICULTY_NAMES: Mapping[int, str] = {
    1: "Routine",
    3: "Challenging",
    6: "Daunting",
    10: "Formidable",
    15: "Nigh Impossible",
}
"""Difficulties that have a name (ME-09)."""
GRADES = ("OK", "Good", "Great", "Excellent", "Amazing", "Legendary")
"""Grades of a success by its Edge (ME-11)."""
LEGENDARY = len(GRADES) - 1
"""Edge beyond which a success is no better (ME-11)."""
MOST_POOL_DICE = 120
"""Greatest number of dice in one throw: twice the largest pool, and few enough to work out without a wait."""
NEVER = Chance(0, 1)
"""The chance of no dice at all, which fail even against a number below 0 (U-28)."""


def grade(edge: int) -> str:
    """Return the grade of a success (ME-11)."""
    return GRADES[min(max(edge, 0), LEGENDARY)]


def score_and_edge(faces: Sequence[int], discard: int = 0) -> tuple[int, int]:
    """Return Score and Edge of dice: 1 to 3 are added, 4 to 6 counted (ME-07); discarded faces do nothing (U-27)."""
    return sum(face for face in faces if discard < face <= 3), sum(face >= 4 for face in faces)


def difficulty_name(difficulty: int) -> str:
    """Name a Difficulty as on the ladder, or as a plain number (ME-09, U-24)."""
    name = DIFFICULTY_NAMES.get(difficulty)
    return f"{name} ({difficulty})" if name else f"Difficulty {difficulty}".replace("-", "−")


# ------------------------------------------------------------------ a pool of dice


def _sized(**sizes: int) -> None:
    for name, size in sizes.items():
        if size < 0:
            raise ValueError(f"{name} cannot be below 0")


@lru_cache(maxsize=256)
def _lows(count: int, discard: int, also: int = 0) -> list[int]:
    """Count the ways in which low dice add up to each Score, with so many faces of each die that add nothing."""
    if not count:
        return [1]
    fewer = _lows(count - 1, discard, also)
    ways = [0] * (len(fewer) + 3)
    for score, number in enumerate(fewer):
        ways[score] += also * number
        for face in (1, 2, 3):
            ways[score + (face if face > discard else 0)] += number
    return ways


@lru_cache(maxsize=32)
def joint_ways(dice: int, discard: int = 0) -> Mapping[tuple[int, int], int]:
    """Count in how many of the 6 to the `dice` ways a pool shows each Score and Edge (ME-07)."""
    _sized(dice=dice)
    found: dict[tuple[int, int], int] = {}
    for low in range(dice + 1):
        highs = comb(dice, low) * 3 ** (dice - low)
        for score, ways in enumerate(_lows(low, discard)):
            if ways:
                found[score, dice - low] = ways * highs
    return found


@lru_cache(maxsize=256)
def _tails(dice: int, discard: int) -> list[int]:
    """Count the ways in which a pool's Score is at least each number."""
    ways = [*_lows(dice, discard, 3), 0]
    for score in range(3 * dice, -1, -1):
        ways[score] += ways[score + 1]
    return ways


def _above(dice: int, over: int, discard: int) -> int:
    """Count the ways in which a pool's Score is above a number."""
    return _tails(dice, discard)[min(max(over + 1, 0), 3 * dice + 1)]


def reroll(dice: int, over: int, discard: int = 0) -> Chance:
    """Return the chance that dice thrown again, 120 at most, score more than is lacking (ME-19)."""
    dice = min(dice, MOST_POOL_DICE)
    return Chance(_above(dice, over, discard), 6**dice)


@lru_cache(maxsize=1024)
def check(dice: int, difficulty: int, raised: int = 0, discard: int = 0) -> Chance:
    """Return the chance that a Score beats a Difficulty; equal fails, raised dice score nothing (ME-08, ME-28)."""
    _sized(dice=dice, raised=raised)
    if not dice:
        return NEVER
    own = max(0, dice - raised)
    return Chance(_above(own, difficulty, discard), 6**own)


@lru_cache(maxsize=1024)
def check_with_edge(dice: int, difficulty: int, edge: int, raised: int = 0, discard: int = 0) -> Chance:
    """Return the chance that a Check succeeds with so much Edge or more, raised dice among it (ME-11, ME-28)."""
    _sized(dice=dice, raised=raised)
    own = max(0, dice - raised)
    # So many of the dice thrown may be low; the others show Edge.
    most = min(own, own + min(raised, dice) - edge)
    ways = sum(
        comb(own, low) * 3 ** (own - low) * sum(_lows(low, discard)[max(0, difficulty + 1) :])
        for low in range(most + 1)
    )
    return Chance(ways, 6**own) if dice else NEVER


@lru_cache(maxsize=1024)
def twist_chance(dice: int, difficulty: int, raised: int = 0, discard: int = 0, keep_raised: bool = True) -> Chance:
    """Return the chance to succeed at once or by a Twist, called whenever a failure has Edge to throw (ME-19, C-16)."""
    _sized(dice=dice, raised=raised)
    if not dice:
        return NEVER
    raised = min(raised, dice)
    own = dice - raised
    again_too = 0 if keep_raised else raised
    most = own + again_too
    # Every way is counted on one bottom: the first throw, then as many dice as a Twist could ever throw.
    powers = [6**count for count in range(most + 1)]
    total = 0
    for (score, edge), ways in joint_ways(own, discard).items():
        if score > difficulty:
            total += ways * powers[most]
            continue
        again = edge + again_too
        if again:
            total += ways * _above(again, difficulty - score, discard) * powers[most - again]
    return Chance(total, 6 ** (own + most))


@lru_cache(maxsize=1024)
def grades(dice: int, difficulty: int, raised: int = 0, discard: int = 0) -> tuple[Chance, ...]:
    """Return the chances to succeed with an Edge of 0, 1, 2, 3, 4, and 5 or more (ME-11)."""
    _sized(dice=dice, raised=raised)
    if not dice:
        return (NEVER,) * len(GRADES)
    own = max(0, dice - raised)
    ways = [0] * (LEGENDARY + 1)
    for (score, edge), number in joint_ways(own, discard).items():
        if score > difficulty:
            ways[min(LEGENDARY, edge + min(raised, dice))] += number
    return tuple(Chance(number, 6**own) for number in ways)


def usual_grade(dice: int, difficulty: int, raised: int = 0, discard: int = 0) -> str:
    """Return the grade that at least half of all successes reach; empty where none is possible (ME-11)."""
    ways = [chance.top for chance in grades(dice, difficulty, raised, discard)]
    total, above = sum(ways), 0
    for edge in range(LEGENDARY, -1, -1):
        above += ways[edge]
        if total and 2 * above >= total:
            return GRADES[edge]
    return ""


def mean_edge(dice: int, difficulty: int, raised: int = 0, discard: int = 0) -> Ratio:
    """Return the mean Edge of a Check, failures counting as none (ME-11, ME-12); 0 for no dice."""
    own = max(0, dice - raised)
    found = joint_ways(own, discard).items()
    total = sum((edge + min(raised, dice)) * ways for (score, edge), ways in found if score > difficulty)
    return Ratio(total, 6**own)


# ------------------------------------------------------------------ the dice that a team keeps


class KeptChances(Value):
    """Chances of a team's dice: to succeed, and to succeed with each Edge or more (ME-30, ME-31)."""

    success: Chance
    edges: tuple[Chance, ...]
    __match_args__ = ("success", "edges")
    __slots__ = __match_args__

    def __init__(self, success: Chance, edges: tuple[Chance, ...]) -> None:
        self._fix(success, edges)

    @property
    def usual(self) -> str:
        """The grade that at least half of all successes reach; empty where none is possible (ME-11)."""
        half = [edge for edge, chance in enumerate(self.edges) if 2 * chance.top >= self.success.top > 0]
        return GRADES[half[-1]] if half else ""


Hand = tuple[int, int, int, int]
"""Numbers of 3s, 2s, 1s and high dice that wounds leave of a throw."""


@lru_cache(maxsize=64)
def _hands(dice: int, discard: int) -> dict[Hand, int]:
    """List the mixes that wounds leave of a throw, with the number of ways in which each falls."""
    found: dict[Hand, int] = {}
    lasts = [[comb(rest, ones) * 3 ** (rest - ones) for ones in range(rest + 1)] for rest in range(dice + 1)]
    for threes in range(dice + 1):
        for twos in range(dice - threes + 1):
            rest = dice - threes - twos
            first = comb(dice, threes) * comb(dice - threes, twos)
            for ones, last in enumerate(lasts[rest]):
                hand = (threes, twos if discard < 2 else 0, 0 if discard else ones, rest - ones)
                found[hand] = found.get(hand, 0) + first * last
    return found


@lru_cache(maxsize=64)
def _mixes(dice: int, discard: int, helper: int, theirs: int) -> dict[Hand, int]:
    """List the mixes of two throws together, each with the wounds of its thrower."""
    if not helper or theirs == discard:
        return _hands(dice + helper, discard)
    found: dict[Hand, int] = {}
    helping = _hands(helper, theirs).items()
    for (threes, twos, ones, highs), ways in _hands(dice, discard).items():
        for (more, others, least, high), number in helping:
            hand = (threes + more, twos + others, ones + least, highs + high)
            found[hand] = found.get(hand, 0) + ways * number
    return found


@lru_cache(maxsize=256)
def kept_chances(
    dice: int,
    keep: int,
    difficulty: int,
    raised: int = 0,
    discard: int = 0,
    helper: int = 0,
    helper_discard: int | None = None,
) -> KeptChances:
    """Return the chances of the best dice that a team can keep, `raised` sixes among them (ME-30 … ME-33, U-29).

    Args:
        dice: Number that the leader throws, raised dice apart.
        keep: Number of dice that are kept, raised ones among them.
        difficulty: Number that the Score must beat.
        raised: Sixes set before the throw.
        discard: The highest face that the leader's wounds throw away.
        helper: Number that a helper throws.
        helper_discard: The highest face that the helper's wounds throw away; the leader's where it is not given.
    """
    _sized(dice=dice, keep=keep, raised=raised, helper=helper)
    if not keep:
        return KeptChances(NEVER, (NEVER,) * len(GRADES))
    own = max(0, keep - raised)
    # An Edge that raised dice give anyway is there with every success.
    wanted = [max(0, edge - raised) for edge in range(LEGENDARY + 1)]
    if helper and helper_discard not in (None, discard):
        ways = _most_edges(_mixes(dice, discard, helper, helper_discard or 0), own, difficulty)
        found = {edge: sum(ways[edge:]) for edge in wanted}
    else:
        found = {edge: _with_edge(dice + helper, own, difficulty, discard, edge) for edge in set(wanted)}
    bottom = 6 ** (dice + helper)
    return KeptChances(Chance(found[0], bottom), tuple(Chance(found[edge], bottom) for edge in wanted))


@lru_cache(maxsize=512)
def _duds(dice: int, discard: int) -> list[int]:
    """Count the ways in which, of dice that are neither 3 nor a 2 that counts, at least each number shows no Edge."""
    faces = max(1, discard)
    ways = [comb(dice, low) * faces**low * 3 ** (dice - low) for low in range(dice + 1)]
    for low in range(dice - 1, -1, -1):
        ways[low] += ways[low + 1]
    return [*ways, 0]


def _with_edge(dice: int, keep: int, difficulty: int, discard: int, edge: int) -> int:
    """Count the throws in which `keep` dice beat the Difficulty with at least this much Edge."""
    low = keep - edge
    if low < 0:
        return 0
    total = 0
    for threes in range(dice + 1):
        for twos in range((dice - threes if discard < 2 else 0) + 1):
            rest = dice - threes - twos
            used = min(threes, low)
            also = min(twos, low - used)
            lacking = max(0, difficulty + 1 - 3 * used - 2 * also)
            # Only 1s are left to add up, one by one, where wounds do not discard them.
            if rest < edge or lacking > (0 if discard else min(low - used - also, rest - edge)):
                continue
            duds = _duds(rest, discard)
            total += comb(dice, threes) * comb(dice - threes, twos) * (duds[lacking] - duds[rest - edge + 1])
    return total


def _most_edges(hands: Mapping[Hand, int], keep: int, difficulty: int) -> list[int]:
    """Count the ways in which the most Edge among the dice kept that still succeed is each number."""
    found = [0] * (max(keep, LEGENDARY) + 1)
    for (*lows, highs), ways in hands.items():
        best = _most_edge(lows, highs, keep, difficulty)
        if best >= 0:
            found[best] += ways
    return found


def _most_edge(lows: Sequence[int], highs: int, keep: int, difficulty: int) -> int:
    """Return the most Edge among the dice kept that still succeed; below 0 where nothing kept succeeds."""
    lacking = difficulty + 1
    left = keep
    for face, count in zip((3, 2, 1), lows, strict=True):
        if lacking <= 0:
            break
        used = min(left, count, -(-lacking // face))
        lacking -= face * used
        left -= used
    # Places that Edge cannot fill are filled with more low dice.
    return min(highs, left) if lacking <= 0 else -1


@lru_cache(maxsize=256)
def kept_twist_chance(
    dice: int,
    keep: int,
    difficulty: int,
    raised: int = 0,
    discard: int = 0,
    helper: int = 0,
    helper_discard: int | None = None,
    keep_raised: bool = True,
) -> Chance:
    """Return a team's chance to succeed at once or by its leader's Twist, with the best dice kept (ME-33, U-29).

    Takes what `kept_chances` takes, and whether a Twist leaves raised dice as they are (C-16).
    """
    _sized(dice=dice, keep=keep, raised=raised, helper=helper)
    if not keep:
        return NEVER
    own, again_too = max(0, keep - raised), 0 if keep_raised else raised
    most = own + again_too
    bottom = 6 ** (dice + helper + most)
    if difficulty >= 3 * most:
        return Chance(0, bottom)
    theirs = discard if helper_discard is None else helper_discard
    # Ways, of `most` dice, in which so many of them thrown again make up for the missing Score.
    gains = [
        [_above(again, lacking, discard) * 6 ** (most - again) for lacking in range(max(0, difficulty) + 1)]
        for again in range(most + 1)
    ]
    total, whole = 0, 6**most
    for (threes, twos, ones, highs), ways in _mixes(dice, discard, helper, theirs).items():
        # The low dice kept are the highest; each Edge die beyond those that fill up takes the place of the lowest.
        used = min(threes, own)
        also = min(twos, own - used)
        least = min(ones, own - used - also)
        lacking = difficulty - 3 * used - 2 * also - least
        if lacking < 0:
            total += ways * whole
            continue
        edge = min(highs, own - used - also - least)
        best = gains[edge + again_too][lacking]
        for more in range(edge + 1, min(highs, own) + 1):
            if least:
                least -= 1
                lacking += 1
            elif also:
                also -= 1
                lacking += 2
            else:
                used -= 1
                lacking += 3
            found = gains[more + again_too][lacking]
            if found > best:
                best = found
        total += ways * best
    return Chance(total, bottom)
