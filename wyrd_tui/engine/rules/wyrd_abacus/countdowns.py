"""Countdowns of sixes: clocks, how far they came in the whole story, and what ends with them (WA-40, WA-55)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from wyrd_tui.engine.events import Cleared, Event, Laid, Moved, Noted, Remembered, Said, Settled
from wyrd_tui.engine.nouns.wyrd_abacus import COUNTDOWN, Countdown, memory_of
from wyrd_tui.engine.page import Page
from wyrd_tui.engine.rules.ground.basics import chain_steps
from wyrd_tui.engine.rules.wyrd_abacus.abilities import SIXES
from wyrd_tui.engine.rules.wyrd_abacus.stage_rules import (
    OVER,
    RULE,
    applies,
    clock_of_rule,
    do_trigger,
    is_held_back,
    rules_in_force,
)
from wyrd_tui.engine.state import Challenge, State


def counting_rules(state: State) -> list[Page]:
    """The rules in force that count sixes."""
    return [page for page in rules_in_force(state) if any(_counts(state, page))]


def _counts(state: State, page: Page) -> Iterator[bool]:
    return (trigger.when == "sixes" and not is_held_back(state, trigger) for trigger in page.triggers)


def clock_of(state: State, page: Page) -> Challenge | None:
    """The clock of a rule as it lies on the abacus, or as it would be laid there; None where it has struck."""
    there = state.challenges.get(page.id)
    if there is not None and there.type == COUNTDOWN:
        return there
    clock, kept = clock_of_rule(page), memory_of(state).countdowns.get(page.id, Countdown())
    if clock is None or kept.struck:
        return None
    done = kept.done + state.counters.get(SIXES, 0) - kept.sixes
    return replace(clock, done=max(0, min(clock.needed, done)))


def update_clocks(state: State) -> Iterator[Event]:
    """Every countdown of sixes in force has its clock on the abacus, and those that are over have none (WA-40)."""
    yield from chain_steps(state, *(partial(_laid, page=page) for page in state.book.pages if page.kind == RULE))


def _laid(state: State, page: Page) -> Iterator[Event]:
    lies, clock = state.challenges.get(page.id), clock_of(state, page)
    if applies(state, page):
        if lies is None and clock is not None:
            yield Laid(clock)
    elif lies is not None and lies.type == COUNTDOWN:
        yield from store_beads(state, lies)
        yield Cleared(page.id, quiet=lies.outcome == "overcome")


def store_beads(state: State, clock: Challenge) -> Iterator[Event]:
    """Remember the beads of a countdown while its clock is off the abacus (WA-40)."""
    struck = clock.outcome == "overcome"
    yield _kept(state, clock.id, Countdown(clock.done, state.counters.get(SIXES, 0), struck))


def _kept(state: State, which: str, countdown: Countdown) -> Remembered:
    memory = memory_of(state)
    return Remembered(replace(memory, countdowns={**memory.countdowns, which: countdown}))


def restart_countdown(state: State, page: Page) -> Iterator[Event]:
    """A countdown that has struck and is put in force again counts from nothing."""
    if memory_of(state).countdowns.get(page.id, Countdown()).struck:
        yield _kept(state, page.id, Countdown(0, state.counters.get(SIXES, 0)))


def tick_countdowns(state: State, rolled: int, *, strikes: bool) -> Iterator[Event]:
    """Every 6 moves a bead of every countdown, and the last one lets the rule strike (WA-40, WA-55)."""
    yield from chain_steps(
        state, *(partial(_ticked, page=page, rolled=rolled, strikes=strikes) for page in counting_rules(state))
    )


def _ticked(state: State, page: Page, rolled: int, *, strikes: bool) -> Iterator[Event]:
    clock = clock_of(state, page)
    if clock is None or clock.outcome or clock.done >= clock.needed:
        return
    if page.id not in state.challenges:
        yield Laid(clock)
    elif state.challenges[page.id] is not clock:
        # Another challenge goes by that name, so the sixes have no rod to lie on.
        return
    done = min(clock.needed, clock.done + rolled)
    yield Moved(clock.id, done)
    if done >= clock.needed and strikes:
        yield from end_countdown(state, page, clock)


def strike_full(state: State) -> Iterator[Event]:
    """Countdowns that came to their end while nothing strikes, or before they were in force, strike now (WA-42)."""
    full = []
    for page in counting_rules(state):
        clock = state.challenges.get(page.id)
        if clock is not None and clock.type == COUNTDOWN and not clock.outcome and clock.done >= clock.needed:
            full.append(partial(end_countdown, page=page, clock=clock))
    yield from chain_steps(state, *full)


def end_countdown(state: State, page: Page, clock: Challenge) -> Iterator[Event]:
    """The last bead of a countdown has moved: the rule strikes, in a scene (WA-40, WA-42, WA-55)."""
    if state.scene.between:
        yield Said(f"{clock.title} is full and waits for the next scene", ", since between scenes nothing strikes")
        return
    yield Settled(clock.id, "overcome")
    triggers = [trigger for trigger in page.triggers if trigger.when == "sixes"]
    # The clock says what has come as it fills, where the rule has words for it.
    yield from chain_steps(
        state, *(partial(do_trigger, page=page, trigger=trigger, told=bool(clock.lose)) for trigger in triggers)
    )
    if all(trigger.when == "sixes" for trigger in page.triggers) and not any(trigger.once for trigger in triggers):
        yield Noted(page.id, OVER)
