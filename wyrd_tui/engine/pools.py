"""Exact odds of Mettle's Checks: Score and Edge of a pool, Raises, Twists, wounds, and the dice that a team keeps.

A die shows 1, 2 or 3 once in six each, and gives Edge in half of all cases; everything is counted over those ways.
`discard` is the highest face that wounds throw away: 0, 1 when Shaken, 2 when Broken (ME-38, ME-39).
"""

from __future__ import annotations

from functools import lru_cache
from math import comb

from wyrd_tui.engine.chance import Chance, Ratio
from wyrd_tui.engine.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

DIFFICULTIES: Mapping[int, str] = {
    1: "Routine",
    3: "Challenging",
    6: "Daunting",
    10: "Formidable",
    15: "Nigh Impossible",
}
"""Difficulties that have a name (ME-09)."""
GRADES = ("OK", "Good", "Great", "Excellent", "Amazing", "Legendary")
"""What a success is worth by its Edge (ME-11)."""
LEGENDARY = len(GRADES) - 1
"""Edge beyond which a success is no better (ME-11)."""


def grade(edge: int) -> str:
    """What a success is worth (ME-11)."""
    return GRADES[min(max(edge, 0), LEGENDARY)]


def read(faces: Sequence[int], discard: int = 0) -> tuple[int, int]:
    """Score and Edge of the dice: 1 to 3 are added, 4 to 6 are counted (ME-07); discarded faces do nothing (U-27)."""
    return sum(face for face in faces if discard < face <= 3), sum(face >= 4 for face in faces)


def named(difficulty: int) -> str:
    """A Difficulty by its name on the ladder, or as a plain number (ME-09, U-24)."""
    name = DIFFICULTIES.get(difficulty)
    return f"{name} ({difficulty})" if name else f"Difficulty {difficulty}".replace("-", "−")


# ------------------------------------------------------------------ a pool of dice


def _sized(**sizes: int) -> None:
    for name, size in sizes.items():
        if size < 0:
            raise ValueError(f"{name} cannot be below 0")


@lru_cache(maxsize=256)
def _lows(count: int, discard: int) -> list[int]:
    """In how many ways so many low dice add up to each Score."""
    if not count:
        return [1]
    fewer = _lows(count - 1, discard)
    ways = [0] * (len(fewer) + 3)
    for score, number in enumerate(fewer):
        for face in (1, 2, 3):
            ways[score + (face if face > discard else 0)] += number
    return ways


def joint(dice: int, discard: int = 0) -> Mapping[tuple[int, int], int]:
    """In how many of the 6 to the `dice` ways a pool shows each Score and Edge (ME-07)."""
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
    """In how many ways a pool's Score is at least each number."""
    ways = [0] * (3 * dice + 2)
    for (score, _), number in joint(dice, discard).items():
        ways[score] += number
    for score in range(3 * dice, -1, -1):
        ways[score] += ways[score + 1]
    return ways


def _above(dice: int, over: int, discard: int) -> int:
    """In how many ways a pool's Score is above a number."""
    return _tails(dice, discard)[min(max(over + 1, 0), 3 * dice + 1)]


def reroll(dice: int, over: int, discard: int = 0) -> Chance:
    """The chance that so many dice thrown again score more than what is lacking (ME-19)."""
    return Chance(_above(dice, over, discard), 6**dice)


@lru_cache(maxsize=1024)
def check(dice: int, difficulty: int, raised: int = 0, discard: int = 0) -> Chance:
    """The chance that the Score beats a Difficulty, an equal one failing; raised dice score nothing (ME-08, ME-28)."""
    _sized(dice=dice, raised=raised)
    own = max(0, dice - raised)
    return Chance(_above(own, difficulty, discard), 6**own)


@lru_cache(maxsize=1024)
def twisted(dice: int, difficulty: int, raised: int = 0, discard: int = 0, keep_raised: bool = True) -> Chance:
    """The chance to succeed at once or by a Twist, called whenever a failure has Edge to throw again (ME-19, C-16)."""
    _sized(dice=dice, raised=raised)
    raised = min(raised, dice)
    own = dice - raised
    again_too = 0 if keep_raised else raised
    most = own + again_too
    # Every way is counted on one bottom: the first throw, then as many dice as a Twist could ever throw.
    powers = [6**count for count in range(most + 1)]
    total = 0
    for (score, edge), ways in joint(own, discard).items():
        if score > difficulty:
            total += ways * powers[most]
            continue
        again = edge + again_too
        if again:
            total += ways * _above(again, difficulty - score, discard) * powers[most - again]
    return Chance(total, 6 ** (own + most))


def grades(dice: int, difficulty: int, raised: int = 0, discard: int = 0) -> tuple[Chance, ...]:
    """The chances to succeed with an Edge of 0, 1, 2, 3, 4, and 5 or more (ME-11)."""
    _sized(dice=dice, raised=raised)
    own = max(0, dice - raised)
    ways = [0] * (LEGENDARY + 1)
    for (score, edge), number in joint(own, discard).items():
        if score > difficulty:
            ways[min(LEGENDARY, edge + min(raised, dice))] += number
    return tuple(Chance(number, 6**own) for number in ways)


def mostly(dice: int, difficulty: int, raised: int = 0, discard: int = 0) -> str:
    """The grade that at least half of all successes reach; empty where none is possible (ME-11)."""
    ways = [chance.top for chance in grades(dice, difficulty, raised, discard)]
    total, above = sum(ways), 0
    for edge in range(LEGENDARY, -1, -1):
        above += ways[edge]
        if total and 2 * above >= total:
            return GRADES[edge]
    return ""


def mean_edge(dice: int, difficulty: int, raised: int = 0, discard: int = 0) -> Ratio:
    """The Edge to expect of a Check, failures counting as none (ME-11, ME-12)."""
    own = max(0, dice - raised)
    found = joint(own, discard).items()
    total = sum((edge + min(raised, dice)) * ways for (score, edge), ways in found if score > difficulty)
    return Ratio(total, 6**own)


# ------------------------------------------------------------------ the dice that a team keeps


class Kept(Value):
    """What a team can make of its dice: the chance to succeed, and to do so with each Edge or more (ME-30, ME-31)."""

    success: Chance
    edges: tuple[Chance, ...]
    __match_args__ = ("success", "edges")
    __slots__ = __match_args__

    def __init__(self, success: Chance, edges: tuple[Chance, ...]) -> None:
        self._fix(success, edges)


Hand = tuple[int, int, int, int]


@lru_cache(maxsize=64)
def _hands(dice: int, discard: int) -> dict[Hand, int]:
    """Each mix of 3s, 2s, 1s and high dice that wounds leave, with the number of ways in which it falls."""
    found: dict[Hand, int] = {}
    for threes in range(dice + 1):
        for twos in range(dice - threes + 1):
            for ones in range(dice - threes - twos + 1):
                highs = dice - threes - twos - ones
                ways = comb(dice, threes) * comb(dice - threes, twos) * comb(dice - threes - twos, ones) * 3**highs
                hand = (threes, twos if discard < 2 else 0, 0 if discard else ones, highs)
                found[hand] = found.get(hand, 0) + ways
    return found


def _together(own: Mapping[Hand, int], helping: Mapping[Hand, int]) -> dict[Hand, int]:
    """The mixes of two throws together."""
    found: dict[Hand, int] = {}
    for (threes, twos, ones, highs), ways in own.items():
        for (more, others, least, high), number in helping.items():
            hand = (threes + more, twos + others, ones + least, highs + high)
            found[hand] = found.get(hand, 0) + ways * number
    return found


@lru_cache(maxsize=256)
def kept(
    dice: int,
    keep: int,
    difficulty: int,
    raised: int = 0,
    discard: int = 0,
    helper: int = 0,
    helper_discard: int | None = None,
) -> Kept:
    """The best that a team can keep of `dice` thrown, with `raised` sixes among the `keep` (ME-30 … ME-33, U-29).

    Args:
        dice: What the leader throws, raised dice apart.
        keep: How many dice are kept, raised ones among them.
        difficulty: What the Score must beat.
        raised: Sixes set before the throw.
        discard: The highest face that the leader's wounds throw away.
        helper: What a helper throws.
        helper_discard: The highest face that the helper's wounds throw away; the leader's where it is not given.
    """
    _sized(dice=dice, keep=keep, raised=raised, helper=helper)
    if helper and helper_discard not in (None, discard):
        hands = _together(_hands(dice, discard), _hands(helper, helper_discard or 0))
    else:
        hands = _hands(dice + helper, discard)
    own = max(0, keep - raised)
    success = 0
    edges = [0] * (LEGENDARY + 1)
    for (threes, twos, ones, highs), ways in hands.items():
        best = _most_edge((threes, twos, ones), highs, own, difficulty)
        if best < 0:
            continue
        success += ways
        for edge in range(min(LEGENDARY, best + raised) + 1):
            edges[edge] += ways
    bottom = 6 ** (dice + helper)
    return Kept(Chance(success, bottom), tuple(Chance(number, bottom) for number in edges))


def _most_edge(lows: tuple[int, int, int], highs: int, keep: int, difficulty: int) -> int:
    """The most Edge among the dice kept that still succeed; below 0 where nothing kept succeeds."""
    lacking = difficulty + 1
    left = keep
    for face, count in zip((3, 2, 1), lows, strict=True):
        if lacking <= 0:
            break
        used = min(left, count, -(-lacking // face))
        lacking -= face * used
        left -= used
    # What cannot be filled with Edge is filled with more low dice.
    return min(highs, left) if lacking <= 0 else -1
