"""Countdowns of sixes: clocks, how far they came in the whole story, and what ends with them (WA-40, WA-55)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from wyrd_tui.engine import sixes
from wyrd_tui.engine.events import Cleared, Event, Laid, Moved, Noted, Remembered, Said, Settled
from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.nouns.wyrd_abacus import COUNTDOWN, Countdown, memory_of
from wyrd_tui.engine.page import OVER, RULE, Page
from wyrd_tui.engine.rules.ground.basics import chain_steps
from wyrd_tui.engine.rules.wyrd_abacus.stage_rules import (
    applies,
    do_trigger,
    full_stop,
    is_held_back,
    rules_in_force,
)
from wyrd_tui.engine.state import WYRD_ABACUS, Challenge, State
from wyrd_tui.engine.words import join_names


def _counts(state: State, page: Page) -> bool:
    """Return whether a rule counts sixes just now."""
    return any(trigger.when == "sixes" and not is_held_back(state, trigger) for trigger in page.triggers)


def own_clocks(state: State) -> list[Challenge]:
    """Countdowns that the table put on the abacus itself, and that belong to no rule (WA-40)."""
    clocks = (rod for rod in state.challenges.values() if rod.type == COUNTDOWN)
    return [rod for rod in clocks if state.book.page(rod.id, RULE) is None]


def running_clocks(state: State) -> list[Challenge]:
    """Countdowns that count sixes just now, of rules and of the table (WA-40)."""
    of_rules = (clock_of(state, page) for page in rules_in_force(state) if _counts(state, page))
    return [clock for clock in (*of_rules, *own_clocks(state)) if clock is not None and not clock.outcome]


def moves_told(state: State, pools: Sequence[int], *, final: bool = False) -> Iterator[str]:
    """Tell which countdowns a Wyrd roll of these pools moves, and the chance of each to end with it (WA-40).

    A countdown that a single 6 ends is told with what its end brings. A final roll ends none: the GM decides (WA-41).
    """
    clocks = [clock for clock in running_clocks(state) if clock.done < clock.needed - (not final)] if any(pools) else []
    if clocks:
        yield f"each 6 moves {join_names([clock.title for clock in clocks])}"
    for clock in clocks:
        ends = sixes.countdown_chance(clock.needed - clock.done, pools)
        if not ends.impossible:
            yield f"{clock.title} full: {ends.short()}, you decide" if final else f"{clock.title} fills: {ends.short()}"


def clock_of_rule(page: Page) -> Challenge | None:
    """The clock that counts the sixes of a rule; None where it counts none (WA-40)."""
    trigger = next((trigger for trigger in page.triggers if trigger.when == "sixes"), None)
    if trigger is None:
        return None
    return Challenge(
        page.id,
        page.title,
        "clock",
        WYRD_ABACUS,
        needed=max(1, trigger.by),
        text=page.text,
        lose=trigger.text,
        visibility="open" if page.public else "secret",
        type=COUNTDOWN,
    )


def clock_of(state: State, page: Page) -> Challenge | None:
    """The clock of a rule as it lies on the abacus, or as it would be put there; None where it has struck."""
    there = state.challenges.get(page.id)
    if there is not None and there.type == COUNTDOWN:
        return there
    clock, kept = clock_of_rule(page), memory_of(state).countdowns.get(page.id, Countdown())
    if clock is None or kept.struck:
        return None
    done = kept.done + memory_of(state).sixes - kept.sixes
    return replace(clock, done=max(0, min(clock.needed, done)))


def update_clocks(state: State) -> Iterator[Event]:
    """Put a clock on the abacus for each countdown in force, and remove those of rules that are over (WA-40)."""
    yield from chain_steps(state, *(partial(_updated, page=page) for page in state.book.pages if page.kind == RULE))


def _updated(state: State, page: Page) -> Iterator[Event]:
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
    yield _kept(state, clock.id, Countdown(clock.done, memory_of(state).sixes, struck))


def _kept(state: State, which: str, countdown: Countdown) -> Remembered:
    memory = memory_of(state)
    return Remembered(replace(memory, countdowns={**memory.countdowns, which: countdown}))


def restart_countdown(state: State, page: Page) -> Iterator[Event]:
    """A countdown that has struck and is put in force again counts from nothing."""
    if memory_of(state).countdowns.get(page.id, Countdown()).struck:
        yield _kept(state, page.id, Countdown(0, memory_of(state).sixes))


def advance_countdowns(state: State, rolled: int, *, strikes: bool) -> Iterator[Event]:
    """Move each countdown by a bead for each 6; the last bead lets its rule strike (WA-40, WA-55)."""
    yield from chain_steps(
        state,
        *(partial(_advanced, clock=clock, rolled=rolled, strikes=strikes) for clock in running_clocks(state)),
    )


def _advanced(state: State, clock: Challenge, rolled: int, *, strikes: bool) -> Iterator[Event]:
    there = state.challenges.get(clock.id)
    if clock.done >= clock.needed or (there is not None and there is not clock):
        # Where another challenge goes by that name, the sixes have no rod to lie on.
        return
    if there is None:
        yield Laid(clock)
    done = min(clock.needed, clock.done + rolled)
    yield Moved(clock.id, done)
    if done >= clock.needed and strikes:
        yield from end_countdown(state, clock)
    elif done >= clock.needed:
        text = full_stop(clock.lose or clock.text)
        told = f": “{text}” Final rolls set nothing off" if text else ". Final rolls set nothing off"
        yield Said(f"Last six: {clock.title}", f"{told}: its end comes with the next scene, if one begins")


def strike_full(state: State) -> Iterator[Event]:
    """Countdowns that came to their end while nothing strikes, or before they were in force, strike now (WA-42)."""
    full = [clock for clock in running_clocks(state) if clock.id in state.challenges and clock.done >= clock.needed]
    yield from chain_steps(state, *(partial(end_countdown, clock=clock) for clock in full))


def end_countdown(state: State, clock: Challenge) -> Iterator[Event]:
    """End a countdown at its last bead: its rule, if it has one, strikes in a scene (WA-40, WA-42, WA-55)."""
    if state.scene.between:
        yield Said(f"Full, waiting for the next scene: {clock.title}", ". Nothing strikes between scenes")
        return
    yield Settled(clock.id, "overcome")
    page = state.book.page(clock.id, RULE)
    if page is None:
        return
    triggers = [trigger for trigger in page.triggers if trigger.when == "sixes"]
    # The clock says what has come as it fills, where the rule has words for it.
    yield from chain_steps(
        state, *(partial(do_trigger, page=page, trigger=trigger, told=bool(clock.lose)) for trigger in triggers)
    )
    if all(trigger.when == "sixes" for trigger in page.triggers) and not all(trigger.once for trigger in triggers):
        yield Noted(page.id, OVER)
