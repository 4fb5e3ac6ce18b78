"""What the Wyrd sets off: the sixes of a roll, its low results, and challenges that strike by themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from wyrd_tui.engine.events import Counted, Event, Laid, Moved, Noted, Said, Settled
from wyrd_tui.engine.page import Page, Trigger
from wyrd_tui.engine.rules.shared.basics import chained
from wyrd_tui.engine.rules.wyrd_abacus.aftermath import falls_due
from wyrd_tui.engine.rules.wyrd_abacus.numbers import SIXES, listed, of_type
from wyrd_tui.engine.rules.wyrd_abacus.stage_rules import OVER, clock_of, deed, moment, parts
from wyrd_tui.engine.state import Challenge, Score, State
from wyrd_tui.engine.words import name_of


def wyrd_rolled(state: State, scores: Sequence[Score]) -> Iterator[Event]:
    """What a Wyrd roll sets off: every 6 counts, and low results as well (WA-33, WA-40, WA-55, WA-57, WA-59)."""
    counts = {score.who: score.faces.count(6) for score in scores}
    rolled = sum(counts.values())
    steps = [partial(_low, score=score) for score in scores]
    if not rolled:
        yield from chained(state, *steps)
        return
    yield from chained(
        state,
        partial(_six, counts=counts),
        lambda now: iter((Counted(SIXES, now.counters.get(SIXES, 0) + rolled, quiet=True),)),
        partial(_counted_down, rolled=rolled),
        sprung_by_six,
        *steps,
    )


def _six(state: State, counts: Mapping[str, int]) -> Iterator[Event]:
    top = max(counts.values())
    most = listed([name_of(state, who) for who, count in counts.items() if count == top])
    note = f"Most sixes: {most} ({'one' if top == 1 else top})."
    triggers = parts(state, "six")
    yield from chained(state, *(partial(deed, page=page, trigger=trigger, note=note) for page, trigger in triggers))


def _low(state: State, score: Score) -> Iterator[Event]:
    steps = []
    for page, trigger in parts(state, "low"):
        most = trigger.at_most if trigger.at_most is not None else state.counters.get(trigger.counter, 0)
        if score.total <= most:
            note = f"{name_of(state, score.who)} rolled {score.total}, not above {most}."
            steps.append(partial(deed, page=page, trigger=trigger, note=note))
    yield from chained(state, *steps)


def _counted_down(state: State, rolled: int) -> Iterator[Event]:
    """Every 6 moves a bead of every countdown, and the last one lets the rule strike (WA-40, WA-55)."""
    ends: dict[str, tuple[Page, list[Trigger]]] = {}
    for page, trigger in parts(state, "sixes"):
        ends.setdefault(page.id, (page, []))[1].append(trigger)
    yield from chained(
        state, *(partial(_ticked, page=page, triggers=found, rolled=rolled) for page, found in ends.values())
    )


def _ticked(state: State, page: Page, triggers: Sequence[Trigger], rolled: int) -> Iterator[Event]:
    clock = clock_of(state, page)
    if clock is None or clock.outcome:
        return
    if page.id not in state.challenges:
        yield Laid(clock)
    elif state.challenges[page.id] is not clock:
        # Another challenge goes by that name, so the sixes have no rod to lie on.
        return
    done = min(clock.needed, clock.done + rolled)
    yield Moved(clock.id, done)
    if done < clock.needed:
        return
    yield Settled(clock.id, "overcome")
    # The clock says what has come as it fills, where the rule has words for it.
    yield from chained(
        state, *(partial(deed, page=page, trigger=trigger, told=bool(clock.lose)) for trigger in triggers)
    )
    if all(trigger.when == "sixes" for trigger in page.triggers) and not any(trigger.once for trigger in triggers):
        yield Noted(page.id, OVER)


# ------------------------------------------------------------------ what nobody has dealt with


def sprung_by_six(state: State) -> Iterator[Event]:
    """Challenges that strike when the Wyrd shows a 6 (WA-14)."""
    yield from _all_sprung(state, ("six",), "the Wyrd shows a 6")


def sprung_with_scene(state: State) -> Iterator[Event]:
    """Challenges that strike as the scene ends because nobody has dealt with them (WA-14, WA-59)."""
    kinds = ("scene",) if state.counters.get(SIXES, 0) else ("scene", "no six")
    yield from _all_sprung(state, kinds, "the scene ends")


def _all_sprung(state: State, kinds: Sequence[str], why: str) -> Iterator[Event]:
    rods = [rod for rod in state.challenges.values() if rod.springs in kinds and not rod.outcome]
    yield from chained(state, *(partial(sprung, challenge=rod, why=why) for rod in rods))


def sprung(state: State, challenge: Challenge, why: str) -> Iterator[Event]:
    """A challenge that nobody dealt with strikes by itself, and its consequences fall due (WA-14, WA-23)."""
    steps: list[Callable[[State], Iterator[Event]]] = [
        lambda now: iter((Said(f"{challenge.title} strikes by itself, since {why}"),)),
        lambda now: iter((Settled(challenge.id, "failed"),)),
        lambda now: moment(now, "failed", challenge),
    ]
    if of_type(challenge):
        steps.append(lambda now: iter((falls_due(now, challenge.id, challenge.who),)))
    yield from chained(state, *steps)
