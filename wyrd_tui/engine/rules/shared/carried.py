"""What stays on the abacus as one scene gives way to the next, and what leaves it (U-22, WA-14)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from wyrd_tui.engine.commands import Answers, Ask, Choice, many_of, text_of
from wyrd_tui.engine.events import Event, Laid, Said
from wyrd_tui.engine.rules.ground.basics import chained
from wyrd_tui.engine.rules.shared.abacus import cleared
from wyrd_tui.engine.state import Challenge, State
from wyrd_tui.engine.words import listed


def _brought(state: State, answers: Answers) -> tuple[str, ...]:
    """The challenges that the scene which begins lays out itself."""
    which = text_of(answers, "page")
    return next((page.challenges for page in state.book.pages if page.id == which and page.kind == "act"), ())


def _counts_for_a_rule(state: State, rod: Challenge) -> bool:
    return any(page.id == rod.id and page.kind == "rule" for page in state.book.pages)


def unfinished(state: State, answers: Answers) -> Sequence[Choice]:
    """The challenges that nobody has seen to the end, and that might matter in the next scene or not."""
    brought = _brought(state, answers)
    rods = [rod for rod in state.challenges.values() if not rod.outcome and rod.id not in brought]
    return [
        Choice(rod.id, rod.title, f"{rod.done} of {rod.needed}", on=_outlasts(state, rod))
        for rod in rods
        if not _counts_for_a_rule(state, rod)
    ]


def _outlasts(state: State, rod: Challenge) -> bool:
    """Whether the story says that a challenge is not of one scene alone.

    Time goes on in a clock; what something else waits for or a rule speaks of must be there; what the book lays out in
    no scene, or the table before the first one, is of the whole story.
    """
    acts = [page for page in state.book.pages if page.kind == "act"]
    if rod.kind == "clock" or (state.scene.number == 1 and not any(page.id in state.marks for page in acts)):
        return True
    later = [other.after for other in {**state.book.challenges, **state.challenges}.values() if not other.outcome]
    later += [page.after for page in acts if page.id not in state.marks]
    ruled = (trigger.challenge for page in state.book.pages for trigger in page.triggers)
    if rod.id in ruled or any(rod.id in after for after in later):
        return True
    return rod.id in state.book.challenges and not any(rod.id in page.challenges for page in state.book.pages)


def _stay(state: State, answers: Answers) -> tuple[str, ...]:
    return tuple(choice.value for choice in unfinished(state, answers) if choice.on)


STAY = Ask(
    "stay",
    "What stays on the abacus",
    "many",
    unfinished,
    _stay,
    when=lambda state, answers: not all(choice.on for choice in unfinished(state, answers)),
)
"""Asked as a scene begins, where anything is left of the one before of which the story says nothing."""


def leaving(state: State, answers: Answers) -> tuple[Challenge, ...]:
    """What leaves the abacus as a scene begins: what is over, and what was left of the one before unless it stays."""
    asked = {choice.value for choice in unfinished(state, answers)}
    staying = many_of(answers, "stay") if "stay" in answers else _stay(state, answers)
    brought = _brought(state, answers)
    return tuple(
        rod
        for rod in state.challenges.values()
        if (rod.outcome and (rod.outcome == "overcome" or rod.id not in brought) and not _counts_for_a_rule(state, rod))
        or (rod.id in asked and rod.id not in staying)
    )


def gone(state: State, rods: Sequence[Challenge]) -> Iterator[Event]:
    """Challenges leave the abacus, told in one line, but for those of which the beginning of the scene made more."""
    there = [rod for rod in rods if state.challenges.get(rod.id) == rod]
    if there:
        yield Said(f"Off the abacus: {listed([rod.title for rod in there])}")
    yield from chained(state, *(partial(cleared, which=rod.id, quiet=True) for rod in there))


def renewed(state: State, answers: Answers) -> Iterator[Event]:
    """What failed in an earlier scene and is laid out by this one may be faced again."""
    for which in _brought(state, answers):
        rod = state.challenges.get(which)
        if rod is not None and rod.outcome == "failed" and which in state.book.challenges:
            yield Laid(state.book.challenges[which], "may be faced again")
