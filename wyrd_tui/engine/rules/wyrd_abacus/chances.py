"""The odds of facing a challenge: with the points put in, and the cheapest way to an even chance or to be sure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from wyrd_tui.engine import sixes
from wyrd_tui.engine.chance import Ratio
from wyrd_tui.engine.commands import Answers, parts_of, text_of
from wyrd_tui.engine.nouns.wyrd_abacus import ABILITIES
from wyrd_tui.engine.rules.wyrd_abacus import stage_rules
from wyrd_tui.engine.rules.wyrd_abacus.abilities import (
    abilities,
    ability_of_type,
    is_absent,
    points_left,
    scene_pool,
    wyrd_lent,
    wyrd_to_lend,
)
from wyrd_tui.engine.rules.wyrd_abacus.loans import chosen_lenders
from wyrd_tui.engine.rules.wyrd_abacus.stake import (
    Stake,
    challenge_of,
    participants,
    participants_and_givers,
    points_given,
    spare_wyrd,
)
from wyrd_tui.engine.state import Actor, Challenge, State
from wyrd_tui.engine.words import join_names, name_and_verb, short_name_of

MOST_AWAY = 6
"""Greatest number of characters elsewhere that the search for the cheapest way looks at."""
EVEN = Ratio(1, 2)
"""The chance that a preview says how to reach, short of certainty."""


def face_preview(state: State, answers: Answers) -> str:
    """The odds with the points so far, their cost, and the cheapest way to be sure (WA-17, WA-25).

    Raises:
        Refused: If the points cannot be given so.
    """
    challenge = challenge_of(state, answers)
    if challenge is None or challenge.value is None:
        return ""
    stake = Stake(state, challenge, points_given(state, answers))
    tolls = stage_rules.tolls_of(state, challenge)
    price = stake.price + sum(tolls.values())
    lent, left = wyrd_lent(state), spare_wyrd(state, challenge) - stake.price
    chance = sixes.chance_to_overcome(challenge.value, stake.total)
    gap = challenge.value - stake.total
    needs = f"needs {gap}+" if 1 < gap <= sixes.FACES else f"against {challenge.value}"
    called = ABILITIES[ability_of_type(challenge)]
    words = [f"{called} · 1 die: sure" if chance.sure else f"{called} · 1 die {needs}: {chance.short()}"]
    if stake.total:
        missing = sixes.points_for_certainty(challenge.value) - stake.total
        words += [f"sure with {missing} more"] if missing > 0 else []
        words += [f"{-missing} more than it takes"] if missing < 0 else []
    else:
        words += _ways(state, answers, challenge)
    if price:
        words.append(_cost_told(state, answers, stake, tolls))
    if not chance.sure and left > 0:
        drawn = sixes.after_draw(challenge.value, stake.total, left)
        words.append(f"{drawn.short()} if all Wyrd is drawn" + (", lent Wyrd too" if lent else ""))
    there = participants_and_givers(state, answers)
    idle = [actor.name for actor in participants(state, answers) if actor not in there]
    left_out = (
        f"; {join_names(idle)} {'give' if idle[1:] else 'gives'} nothing and {'are' if idle[1:] else 'is'} left out"
    )
    return ", ".join(words) + (left_out if idle else "")


def is_sure(challenge: Challenge, answers: Answers) -> bool:
    """Return true where the points alone overcome a challenge, however the die falls (WA-25)."""
    given = sum(portion.points for portion in parts_of(answers, "points"))
    return sixes.chance_to_overcome(challenge.value or 0, given).sure


def _cost_told(state: State, answers: Answers, stake: Stake, tolls: Mapping[str, int]) -> str:
    """Tell who pays what: the scene, and those who lend (WA-19, WA-51, WA-54)."""
    price, pool, lent = stake.price + sum(tolls.values()), scene_pool(state), wyrd_lent(state)
    loans, owed, takers = [], stake.price, _takers_told(state, answers, stake, tolls)
    for lender in chosen_lenders(answers):
        there = wyrd_to_lend(state.actors[lender])
        gives = min(owed, there)
        loans += [f"{name_and_verb(state, lender, 'lends')} {gives} of {there}"] if gives else []
        owed, price = owed - gives, price - gives
    if loans:
        own = f"the scene pays {price} of {pool}{_toll_told(tolls, price)}" if price else f"the scene keeps {pool}"
        return f"{join_names(loans)}, {own}{takers}"
    # The lenders are asked once the points are given; they pay all that the scene cannot, but for a toll (WA-54).
    lendable = lent and owed and ("lent" not in answers or price > pool)
    more = f", {lent} can be lent" if lendable else ""
    # A narrow screen cuts the end, where the rows of the points tell the takers too.
    return f"costs {price} of {pool} Wyrd{_toll_told(tolls, price)}{more}{takers}"


def _takers_told(state: State, answers: Answers, stake: Stake, tolls: Mapping[str, int]) -> str:
    """Tell whose personal Wyrd rises by what is paid; a toll counts once its taker is chosen (WA-10)."""
    takes = {who: price for who, (price, _) in stake.prices.items() if price}
    if payer := text_of(answers, "toll"):
        takes[payer] = takes.get(payer, 0) + sum(tolls.values())
    alike: dict[int, list[str]] = {}
    for who, points in takes.items():
        if who in state.actors:
            alike.setdefault(points, []).append(who)
    told = [
        f"{join_names([short_name_of(state, who) for who in some])} take {points} each"
        if some[1:]
        else f"{name_and_verb(state, some[0], 'takes')} {points}"
        for points, some in alike.items()
    ]
    return f" ({join_names(told)})" if told else ""


def _toll_told(tolls: Mapping[str, int], price: int) -> str:
    """Name the rules that take a toll, and how much of the price that is where other things cost Wyrd as well."""
    of_it = f", {sum(tolls.values())} of it" if sum(tolls.values()) < price else ""
    return f"{of_it} by {join_names([*tolls])}" if tolls else ""


def _ways(state: State, answers: Answers, challenge: Challenge) -> Iterator[str]:
    """Find the cheapest gifts for an even chance, and for certainty, within the points and the pool."""
    value, inside = challenge.value or 0, participants(state, answers)
    if (
        not sixes.chance_to_overcome(value, 0) >= EVEN
        and (half := cheapest_way(state, challenge, inside, EVEN)) is not None
    ):
        yield f"{half.chance.short()} with {gifts_of(half)}"
    if not sixes.points_for_certainty(value):
        return
    sure = cheapest_way(state, challenge, inside)
    takes = sixes.points_for_certainty(value)
    yield f"sure with {gifts_of(sure)}" if sure else f"{takes} points make it sure, more than those in it have"


def cheapest_way(
    state: State, challenge: Challenge, who: Sequence[Actor], wanted: Ratio | None = None
) -> sixes.Assignment | None:
    """The fewest points and Wyrd for a wanted chance, or certainty, of what these can give (WA-17 … WA-21).

    A character elsewhere pays for that once, for any number of points; so each choice of such helpers is tried.
    """
    away = [actor for actor in who if is_absent(actor)][:MOST_AWAY]
    there = [actor for actor in who if not is_absent(actor)]
    pool = spare_wyrd(state, challenge)
    ways = []
    for count in range(min(len(away), pool) + 1):
        for helping in combinations(away, count):
            purses_ = _purses_of(state, [*there, *helping], challenge)
            way = sixes.cheapest(challenge.value or 0, purses_, wanted, pool=pool - count)
            if way is not None:
                gifts = dict(way.parts)
                left = sorted(purse.points - gifts.get(purse.name, 0) for purse in purses_)
                cost = way.wyrd + count
                fewest = (cost, len(way.parts), [-points for points in left])
                ways.append((fewest, sixes.Assignment(way.parts, way.points, cost, way.chance)))
    return min(ways, key=lambda row: row[0])[1] if ways else None


def _purses_of(state: State, actors: Sequence[Actor], challenge: Challenge) -> list[sixes.Purse]:
    """Return the actors' points by ability; another than the one called for costs a point of Wyrd (WA-19)."""
    return [
        sixes.Purse(
            f"{short_name_of(state, actor.id)} {row.label}",
            points_left(row),
            int(ability != ability_of_type(challenge)),
        )
        for actor in actors
        for ability, row in abilities(actor).items()
        if points_left(row)
    ]


def gifts_of(way: sixes.Assignment) -> str:
    """Word the points of each giver, and the Wyrd that they cost."""
    gifts = join_names([f"{name} +{points}" for name, points in way.parts])
    return f"{gifts} for {way.wyrd} Wyrd" if way.wyrd else gifts
