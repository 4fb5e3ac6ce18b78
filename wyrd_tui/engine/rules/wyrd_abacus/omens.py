"""Omens of the Wyrd: the sixes of a roll, its low results, and challenges that strike by themselves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from wyrd_tui.engine import sixes
from wyrd_tui.engine.dice import count_noun
from wyrd_tui.engine.events import Cleared, Event, Remembered, Said
from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.nouns.wyrd_abacus import Waiting, memory_of
from wyrd_tui.engine.rod_order import strikes_told
from wyrd_tui.engine.roll import Score
from wyrd_tui.engine.rules.ground.basics import EventMaker, bring, chain_steps
from wyrd_tui.engine.rules.wyrd_abacus.abilities import ability_of_type, wyrd_of
from wyrd_tui.engine.rules.wyrd_abacus.countdowns import (
    advance_countdowns,
    end_countdown,
    moves_told,
    running_clocks,
)
from wyrd_tui.engine.rules.wyrd_abacus.effects import Effects
from wyrd_tui.engine.rules.wyrd_abacus.facing import fail_challenge, fail_with_consequences
from wyrd_tui.engine.rules.wyrd_abacus.stage_rules import (
    counter_that_stays,
    do_trigger,
    do_waiting,
    greatest_low,
    is_held_back,
    is_spent,
    rules_in_force,
    triggers_at,
)
from wyrd_tui.engine.state import Challenge, State
from wyrd_tui.engine.words import begin_sentence, join_names

A_SIX = "the Wyrd shows a 6"


def wyrd_roll_events(state: State, scores: Sequence[Score], *, final: bool = False) -> Iterator[Event]:
    """Set off a Wyrd roll: every 6 counts, and low results as well (WA-33, WA-40, WA-55, WA-57, WA-59).

    A final roll counts its sixes and sets nothing off (WA-41); what a roll between scenes sets off waits (WA-42).
    """
    counts = {score.who: score.faces.count(6) for score in scores}
    rolled = sum(counts.values())
    steps: list[EventMaker] = []
    if rolled:
        # Once the sixes are counted, nothing waits for one any more.
        held = [*describe_held_off(state)]
        steps = [
            partial(advance_countdowns, rolled=rolled, strikes=not final),
            partial(_count_sixes, rolled=rolled),
            lambda _: (Said(begin_sentence(told)) for told in held),
        ]
    if final:
        steps += [_spared_on_six] if rolled else []
    else:
        six = [partial(_six, counts=counts)] if rolled else []
        springs = [strike_on_six] if rolled else []
        steps = [*six, *steps, *springs, *(partial(_low, score=score) for score in scores)]
    yield from chain_steps(state, *steps)


def _count_sixes(state: State, rolled: int) -> Iterator[Event]:
    """Count sixes of the story; those of a roll between scenes belong to no scene (WA-42, WA-59)."""
    memory = memory_of(state)
    before = memory.sixes_before + rolled if state.scene.between else memory.sixes_before
    yield Remembered(replace(memory, sixes=memory.sixes + rolled, sixes_before=before))


def _six(state: State, counts: Mapping[str, int]) -> Iterator[Event]:
    shown = {who: count for who, count in counts.items() if count}
    found = triggers_at(state, "six")
    yield from chain_steps(
        state, *(partial(do_trigger, page=page, trigger=trigger, counts=shown) for page, trigger in found)
    )


def _low(state: State, score: Score) -> Iterator[Event]:
    yield from chain_steps(
        state,
        *(
            partial(do_trigger, page=page, trigger=trigger, counts={score.who: score.total})
            for page, trigger in triggers_at(state, "low")
            if score.total <= greatest_low(state, trigger)
        ),
    )


def wyrd_preview(state: State, who: Sequence[str]) -> str:
    """The chance that a Wyrd roll shows a 6, and the countdowns that it moves and may end (WA-39, WA-40)."""
    if not (pools := _pools(state, who)):
        return ""
    words = [count_noun(sum(pools), "die", "dice")] if any(pools) else ["no dice: the result is 1"]
    if any(pools) and not _ending(state):
        words.append(f"a 6 in {sixes.chance_of_any_six(pools).short()}")
    return " · ".join([", ".join([*words, *moves_told(state, pools)]), *describe_omens(state, pools)])


def sixes_told(state: State, who: Sequence[str]) -> Iterator[str]:
    """Tell which countdowns the Wyrd of these moves, and what it sets off; nothing where none of them rolls it."""
    if pools := _pools(state, who):
        yield from filter(None, (", ".join(moves_told(state, pools)), *describe_omens(state, pools)))


def _pools(state: State, who: Sequence[str]) -> list[int]:
    return [wyrd_of(state.actors[one]) for one in who if one in state.actors]


def describe_omens(state: State, pools: Sequence[int]) -> Iterator[str]:
    """Tell what a 6 brings where dice are thrown, and name what a low result sets off (WA-14, WA-55, WA-57)."""
    six = [*_describe_six(state, pools)] if any(pools) else []
    yield from six
    yield from describe_held_off(state) if any(pools) else ()
    low = [*_describe_low(state, pools)]
    yield from low
    if state.scene.between and (six or low):
        yield "strikes wait for the next scene"


def _describe_low(state: State, pools: Sequence[int]) -> Iterator[str]:
    low = [
        (greatest_low(state, trigger), page.title, counter_that_stays(trigger))
        for page, trigger in triggers_at(state, "low")
    ]
    # A roll shows 1 at least, and no more than that without dice.
    for most, title, stays in dict.fromkeys(low):
        if most > 0:
            told = f"{most} or less sets off {title}" if any(pools) else f"so {title} is set off for certain"
            yield f"{told} ({stays} stays)" if stays else told


def _describe_six(state: State, pools: Sequence[int]) -> Iterator[str]:
    now, told = state, dict[str, list[str]]()
    for page, trigger in triggers_at(state, "six"):
        told.setdefault(page.title, [])
        now = _add_effects(now, told[page.title], partial(do_trigger, page=page, trigger=trigger))
    ended = dict[str, list[str]]()
    for clock in _ending(state):
        now = _add_effects(now, ended.setdefault(clock.title, []), partial(end_countdown, clock=clock))
    for rod in _springing(state, ("six",)):
        struck = partial(strike_challenge, challenge=rod, why=A_SIX)
        now = _add_effects(now, told.setdefault(rod.title, []), struck)
    for title, words in ended.items():
        chance = sixes.chance_of_any_six(pools).short()
        yield f"a 6 ({chance}) ends {_with_effects(title, words)}"
    if told:
        yield f"a 6 sets off {join_names([_with_effects(title, words) for title, words in told.items()])}"
    for clock in running_clocks(state):
        missing = clock.needed - clock.done
        if 1 < missing <= sum(pools):
            words = list[str]()
            _add_effects(now, words, partial(end_countdown, clock=clock))
            yield f"{missing} sixes set off {_with_effects(clock.title, words)}"


def _ending(state: State) -> list[Challenge]:
    """Countdowns that a single 6 ends."""
    return [clock for clock in running_clocks(state) if clock.done == clock.needed - 1]


def _with_effects(title: str, words: Sequence[str]) -> str:
    return f"{title} ({', '.join(words)})" if words else title


def describe_held_off(state: State) -> Iterator[str]:
    """Tell which challenges and rules a 6 keeps from striking (WA-14, WA-59)."""
    if held := _held_by_six(state):
        yield f"a 6 keeps {join_names(held)} from striking"


def describe_spared(state: State) -> Iterator[str]:
    """Tell which challenges strike at no 6 of a final roll (WA-14, WA-41)."""
    if spared := [rod.title for rod in _springing(state, ("six",))]:
        yield f"no strike at a 6: {join_names(spared)}"


def _add_effects(state: State, words: list[str], events: EventMaker) -> State:
    """Add what events bring to the words for what brings it, and return the table behind them."""
    effects = Effects(state, () if state.scene.between else events(state))
    words += effects.words(endings=False)
    return effects.after


# ------------------------------------------------------------------ what nobody has dealt with


def strike_on_six(state: State) -> Iterator[Event]:
    """Challenges that strike when the Wyrd shows a 6; between scenes they wait for the next (WA-14, WA-42)."""
    if not state.scene.between:
        yield from _all_sprung(state, ("six",), A_SIX)
        return
    memory = memory_of(state)
    waiting = {one.rod for one in memory.waits}
    rods = [rod for rod in _springing(state, ("six",)) if rod.id not in waiting]
    for rod in rods:
        yield Said(f"Waiting for the next scene: {rod.title}", ". Nothing strikes between scenes")
    if rods:
        yield Remembered(replace(memory, waits=(*memory.waits, *(Waiting(rod.id) for rod in rods))))


def _spared_on_six(state: State) -> Iterator[Event]:
    """Say that a 6 of a final roll lets no challenge strike (WA-14, WA-41)."""
    for rod in _springing(state, ("six",)):
        yield Said(f"No strike: {rod.title}", ". Final rolls set nothing off")


def strike_at_scene_end(state: State) -> Iterator[Event]:
    """Challenges that strike as the scene ends because nobody has dealt with them (WA-14, WA-59)."""
    yield from chain_steps(state, _slept_through, lambda now: _all_sprung(now, ("scene", "no six"), ""))


def is_averted(state: State, rod: Challenge) -> bool:
    """Return whether a challenge strikes no more: it is met, or a 6 in the story came before it (WA-14, WA-59)."""
    met = rod.id not in state.challenges and state.is_over(rod.id)
    return bool(rod.springs) and (met or (rod.springs == "no six" and memory_of(state).sixes > 0))


def describe_strikes(state: State) -> Iterator[str]:
    """Tell of each challenge that will strike by itself when it does so (WA-14)."""
    for rod in state.challenges.values():
        if ability_of_type(rod) and not is_averted(state, rod) and (moment := strikes_told(rod, ())):
            yield f"“{rod.title}” strikes {moment}"


def _held_by_six(state: State) -> list[str]:
    """Name the challenges and rules that strike unless a 6 is rolled, while none was yet (WA-14, WA-59)."""
    rods = [rod.title for rod in _springing(state, ("no six",)) if not is_averted(state, rod)]
    kept_off = ("six",) if state.scene.between else ("six", "six in scene")
    rules = [
        page.title
        for page in rules_in_force(state)
        if any(
            one.unless in kept_off and not (is_held_back(state, one) or is_spent(state, page, one))
            for one in page.triggers
        )
    ]
    return [*rods, *rules]


def _slept_through(state: State) -> Iterator[Event]:
    """End with its scene a challenge that strikes without a 6, where one was rolled (WA-14, WA-59)."""
    yield from chain_steps(
        state, *(partial(_passed_by, rod=rod) for rod in _springing(state, ("no six",)) if is_averted(state, rod))
    )


def _passed_by(state: State, rod: Challenge) -> Iterator[Event]:
    yield Said(f"Gone without a strike: {rod.title}", ". A 6 in the story came before")
    yield Cleared(rod.id, quiet=True, left="withdrawn")


def _springing(state: State, kinds: Sequence[str]) -> list[Challenge]:
    return [rod for rod in state.challenges.values() if rod.springs in kinds and not rod.outcome]


def _all_sprung(state: State, kinds: Sequence[str], why: str) -> Iterator[Event]:
    yield from chain_steps(
        state, *(partial(strike_challenge, challenge=rod, why=why) for rod in _springing(state, kinds))
    )


def strike_challenge(state: State, challenge: Challenge, why: str) -> Iterator[Event]:
    """A challenge that nobody dealt with strikes by itself, and its consequences fall due (WA-14, WA-23)."""
    yield Said(f"Strikes by itself: {challenge.title}", f". {begin_sentence(why)}" if why else "")
    fails = partial(fail_with_consequences, who=challenge.who) if ability_of_type(challenge) else fail_challenge
    yield from fails(state, challenge)


# ------------------------------------------------------------------ what waited for the scene


def strike_waiting(state: State) -> Iterator[Event]:
    """Do as the next scene begins the strikes that the Wyrd set off between scenes (WA-42)."""
    memory = memory_of(state)
    if memory.waits:
        forgotten = Remembered(replace(memory, waits=()))
        done = [partial(_strikes, waiting=waiting) for waiting in memory.waits]
        yield from chain_steps(state, bring(forgotten), *done)


def _strikes(state: State, waiting: Waiting) -> Iterator[Event]:
    if waiting.rule:
        yield from do_waiting(state, waiting)
        return
    rod = state.challenges.get(waiting.rod)
    if rod is not None and not rod.outcome:
        yield from strike_challenge(state, rod, A_SIX)
