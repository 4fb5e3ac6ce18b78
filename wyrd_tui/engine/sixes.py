"""Exact odds of the Wyrd Abacus: one die against a challenge; the highest of a handful of dice, and its sixes.

Everything is counted, in closed form, over the 6 faces of a die or the 6**n ways in which n of them fall; nothing is
sampled. The caller chooses the number of dice: a starting score, the points now or the personal Wyrd (C-15).

Raises:
    ValueError: In any function, if a number of dice or points is below 0.
"""

from __future__ import annotations

from math import comb, prod

from wyrd_tui.engine.chance import Chance, Ratio
from wyrd_tui.engine.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    Places = tuple[int, ...]

FACES = 6
MOST_SIXES_DICE = 1200
"""Greatest number of dice in rolls against each other whose odds are worked out without a wait."""

BANDS = ((10, "dire"), (7, "grave"), (4, "serious"), (2, "slight"))
"""Names of values, highest first, each from its least value up (WA-13)."""

WYRD_COSTS = (0, 1, 2)
"""Costs of giving points, in scene Wyrd: none, from elsewhere or another ability, or both (WA-19 … WA-21)."""


def _sized(**sizes: int) -> None:
    """Check sizes for mistakes.

    Raises:
        ValueError: If a size is below 0.
    """
    for name, size in sizes.items():
        if size < 0:
            raise ValueError(f"{name} cannot be {size}")


# ------------------------------------------------------------------ one die against a challenge


def rank(result: int, faces: Sequence[int]) -> tuple[int, int]:
    """Return the rank of a throw among others: its highest number, then how often that shows (WA-35, U-23)."""
    return result, faces.count(result)


def chance_to_overcome(value: int, points: int) -> Chance:
    """Give the chance that one d6 and the points put in reach a challenge's value (WA-16, WA-17)."""
    _sized(points=points)
    return Chance(min(FACES, max(0, FACES + 1 - value + points)), FACES)


def points_for_certainty(value: int) -> int:
    """Give the fewest points with which any die overcomes a challenge (WA-25)."""
    return max(0, value - 1)


def points_needed(value: int, wanted: Ratio) -> int:
    """Give the fewest points with which the chance to overcome a challenge is at least `wanted` (WA-16, WA-17).

    Raises:
        ValueError: If more than certainty is wanted.
    """
    if wanted.top > wanted.bottom:
        raise ValueError("no chance is above certainty")
    ways = -(-FACES * wanted.top // wanted.bottom)
    return max(0, ways - FACES - 1 + value) if ways > 0 else 0


def value_word(value: int) -> str:
    """Name how hard a challenge of this value is; empty for 1 and below, which have no name (WA-13, U-24)."""
    return next((name for least, name in BANDS if value >= least), "")


def after_draw(value: int, points: int, drawn_at_most: int) -> Chance:
    """Give the chance to overcome when up to so many Wyrd points may follow a die that fails (WA-16, WA-22)."""
    _sized(points=points, drawn_at_most=drawn_at_most)
    return chance_to_overcome(value, points + drawn_at_most)


# ------------------------------------------------------------------ who gives what


class Purse(Value):
    """Points that a character may give to a challenge, and their cost in scene Wyrd (WA-17, WA-19..21).

    Each purse used costs its Wyrd and counts as a person.

    Raises:
        ValueError: If the points are below 0, or the cost is not 0, 1 or 2.
    """

    name: str
    points: int
    wyrd: int
    __match_args__ = ("name", "points", "wyrd")
    __slots__ = __match_args__

    def __init__(self, name: str, points: int, wyrd: int = 0) -> None:
        _sized(points=points)
        if wyrd not in WYRD_COSTS:
            raise ValueError(f"a purse costs 0, 1 or 2 Wyrd, not {wyrd}")
        self._fix(name, points, wyrd)


class Assignment(Value):
    """Points given, purse by purse in order; all points, all Wyrd, and the chance they buy (WA-17)."""

    parts: tuple[tuple[str, int], ...]
    points: int
    wyrd: int
    chance: Chance
    __match_args__ = ("parts", "points", "wyrd", "chance")
    __slots__ = __match_args__

    def __init__(self, parts: tuple[tuple[str, int], ...], points: int, wyrd: int, chance: Chance) -> None:
        self._fix(parts, points, wyrd, chance)


def cheapest(value: int, purses: Sequence[Purse], wanted: Ratio | None = None, *, pool: int) -> Assignment | None:
    """Find the cheapest way to reach a wanted chance, or certainty, with these purses and the scene's Wyrd.

    The fewest points and Wyrd together come first (WA-17, WA-19..21, WA-25), then the fewest people. Then the fullest
    purses give, so that the emptiest purse keeps as much as it can. None when there are too few points, or too little
    Wyrd to use them.

    Raises:
        ValueError: If `pool` is below 0.
    """
    _sized(pool=pool)
    points = points_for_certainty(value) if wanted is None else points_needed(value, wanted)
    # Of purses that cost the same the fullest always serve best, so that three numbers tell who gives.
    fullest = sorted(range(len(purses)), key=lambda place: -purses[place].points)
    priced = [[place for place in fullest if purses[place].wyrd == wyrd] for wyrd in WYRD_COSTS]
    for wyrd in range(min(pool, len(priced[1]) + 2 * len(priced[2])) + 1):
        choices = list(_choices(purses, priced, points, wyrd))
        if choices:
            fewest = min(map(len, choices))
            gifts = [_leveled(purses, choice, points) for choice in choices if len(choice) == fewest]
            best = max(gifts, key=lambda gift: sorted(purse.points - gift.get(i, 0) for i, purse in enumerate(purses)))
            parts = tuple((purses[place].name, best[place]) for place in sorted(best))
            return Assignment(parts, points, wyrd, chance_to_overcome(value, points))
    return None


def _choices(purses: Sequence[Purse], priced: list[list[int]], points: int, wyrd: int) -> Iterator[Places]:
    """Give every way to spend just so much Wyrd on the fullest purses, with as few free ones as are then needed."""
    free, single, double = priced
    for doubles in range(min(wyrd // 2, len(double)) + 1):
        singles = wyrd - 2 * doubles
        if singles > len(single):
            continue
        choice = [*double[:doubles], *single[:singles]]
        held = sum(purses[place].points for place in choice)
        for place in free:
            if held >= points:
                break
            choice.append(place)
            held += purses[place].points
        if held >= points:
            yield tuple(choice)


def _leveled(purses: Sequence[Purse], choice: Places, points: int) -> dict[int, int]:
    """Take points one at a time, always from the fullest purse; return the points taken by purse index."""
    order = sorted(choice, key=lambda place: -purses[place].points)
    held = 0
    for count, place in enumerate(order, 1):
        held += purses[place].points
        following = purses[order[count]].points if count < len(order) else 0
        if held - count * following >= points:
            # These are lowered to one level, the first of them to one point above it where they do not share evenly.
            level, over = divmod(held - points, count)
            return {at: purses[at].points - level - (i < over) for i, at in enumerate(order[:count])}
    return {}


# ------------------------------------------------------------------ the highest of a handful, and its sixes


def highest_chances(dice: int) -> tuple[Chance, ...]:
    """Give the chances that the highest of so many d6 is 1, 2 … 6; without dice it is 1 (WA-34, WA-36, WA-38)."""
    up_to = [chance_of_low(dice, face).ways for face in range(FACES + 1)]
    return tuple(Chance(up_to[face] - up_to[face - 1], FACES**dice) for face in range(1, FACES + 1))


def chance_at_least(dice: int, k: int) -> Chance:
    """Give the chance that the highest of so many d6 is `k` or more; without dice it is 1 (WA-34, WA-36, WA-39)."""
    return chance_of_low(dice, k - 1).complement()


def chance_of_low(dice: int, at_most: int) -> Chance:
    """Give the chance that the highest of so many d6 is no more than a number; without dice it is 1 (WA-33, WA-36)."""
    _sized(dice=dice)
    if at_most < 1:
        return Chance(0, FACES**dice)
    return Chance(min(at_most, FACES) ** dice, FACES**dice)


def chance_of_six(dice: int) -> Chance:
    """Give the chance that a Wyrd roll shows a 6, as what ends a tale asks, or a defeat (WA-41, WA-50, C-24)."""
    return chance_at_least(dice, FACES)


def sixes_chances(dice: int) -> tuple[Chance, ...]:
    """Give the chances of just 0, 1 … `dice` sixes among so many d6 (WA-38, WA-44, WA-48)."""
    _sized(dice=dice)
    return tuple(Chance(comb(dice, six) * (FACES - 1) ** (dice - six), FACES**dice) for six in range(dice + 1))


def sabotage_mean(dice: int) -> Ratio:
    """Give how many sixes so many d6 show on average, by which sabotage raises a challenge (WA-44)."""
    _sized(dice=dice)
    return Ratio(dice, FACES)


def countdown_chance(left: int, rolls: Iterable[int]) -> Chance:
    """Give the chance that Wyrd rolls of so many dice each bring `left` sixes or more in all (WA-40, WA-55).

    Every 6 on the dice counts, not every roll that shows one; a countdown with none left has come to its end.
    """
    dice = _together(rolls)
    of, fewer, ways = FACES**dice, 0, (FACES - 1) ** dice
    for six in range(min(max(0, left), dice + 1)):
        fewer += ways
        ways = ways * (dice - six) // ((FACES - 1) * (six + 1))
    return Chance(of - fewer, of)


def chance_of_any_six(rolls: Iterable[int]) -> Chance:
    """Give the chance that any of some Wyrd rolls, of so many dice each, shows a 6 (WA-57, WA-59)."""
    return chance_of_six(_together(rolls))


def _together(rolls: Iterable[int]) -> int:
    dice = 0
    for roll in rolls:
        _sized(dice=roll)
        dice += roll
    return dice


# ------------------------------------------------------------------ against each other


def head_to_head(mine: int, theirs: int) -> tuple[Chance, Chance, Chance]:
    """Give the chances to win, to tie and to lose one influence roll against another (WA-35, WA-43, U-23).

    The highest die counts, then how often it shows; a tie is what neither settles.

    Raises:
        Refused: As `best_chances`.
    """
    win, lose, tie = best_chances((mine, theirs))
    return win, tie, lose


def best_chances(dice_of_each: Sequence[int]) -> tuple[Chance, ...]:
    """Give for each influence roll the chance that it alone is best, and last the chance of a tie (WA-35, U-23).

    The highest die counts, then how often it shows; without dice that is a 1 which shows 0 times.

    Raises:
        ValueError: If there is no roll.
        Refused: If there are more than `MOST_SIXES_DICE` dice.
    """
    if not dice_of_each:
        raise ValueError("one or more must roll")
    if len(dice_of_each) * max(dice_of_each) > MOST_SIXES_DICE:
        from wyrd_tui.engine.dice import Refused

        raise Refused("too many dice for exact odds")
    _sized(dice=min(dice_of_each))
    deepest = max(dice_of_each)
    wins = [0] * len(dice_of_each)
    below = [0] * len(dice_of_each)
    for highest in range(1, FACES + 1):
        for times in range(deepest + 1):
            here = [_showing(dice, highest, times) for dice in dice_of_each]
            for who, ways in enumerate(here):
                if ways:
                    wins[who] += ways * prod(below[:who]) * prod(below[who + 1 :])
            below = [less + ways for less, ways in zip(below, here, strict=True)]
    of = FACES ** sum(dice_of_each)
    return (*(Chance(ways, of) for ways in wins), Chance(of - sum(wins), of))


def _showing(dice: int, highest: int, times: int) -> int:
    """Count the ways in which the highest of so many d6 is this face, and shows so often (WA-35, U-23)."""
    if not dice:
        return int((highest, times) == (1, 0))
    return comb(dice, times) * (highest - 1) ** (dice - times) if 1 <= times <= dice else 0
