"""Open questions of a table: those that the last act raised, and older ones, which wait until they are asked for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from wyrd_tui.engine.choices import Choice
from wyrd_tui.engine.commands import Answers, Ask, Command, screen_question
from wyrd_tui.engine.events import Opened, Rolled
from wyrd_tui.engine.state import State

if TYPE_CHECKING:
    from wyrd_tui.engine.act import Act
    from wyrd_tui.engine.rules.game import Pending


class OpenMatters:
    """Open questions, of which only those of the act just played ask by themselves."""

    def __init__(self) -> None:
        # As they were opened, so that each keeps its letter in the list.
        self._opened: Sequence[Pending] = ()
        self._raised: tuple[str, ...] = ()
        self._put_off: tuple[str, ...] = ()
        self._asked: Pending | None = None
        # The number of the change that each came with, while it waits or is asked.
        self._came: dict[str, int] = {}

    @property
    def waiting(self) -> Sequence[Pending]:
        """All of them, those that were put off last; the banner shows the first that was not put off."""
        return sorted(self._opened, key=lambda question: question.matter in self._put_off)

    @property
    def is_asking(self) -> bool:
        """True while an open question is being asked."""
        return self._asked is not None

    @property
    def roll(self) -> int:
        """Number of the roll whose question is being asked; 0 where none is."""
        return self._asked.roll if self._asked is not None else 0

    @property
    def just_raised(self) -> bool:
        """True while a question is being asked that the last act has raised."""
        return self._asked is not None and self._asked.matter in self._raised

    @property
    def first(self) -> Pending | None:
        """The question that the banner shows; None where none is open, or all are put off."""
        return next((question for question in self.waiting if question.matter not in self._put_off), None)

    @property
    def already_put_off(self) -> Sequence[str]:
        """The matters that are put off."""
        return self._put_off

    def renew(self, waiting: Sequence[Pending]) -> None:
        """Take the open questions of another state; those that are open no more are forgotten."""
        there = {question.matter for question in waiting}
        self._put_off = tuple(matter for matter in self._put_off if matter in there)
        self._opened = waiting
        latest = 1 + max(self._came.values(), default=0)
        asked = [self._asked.matter] if self._asked is not None else []
        self._came = {matter: self._came.get(matter, latest) for matter in (*there, *asked)}

    def _source(self, question: Pending) -> tuple[str, int, int]:
        return question.command, question.roll, self._came.get(question.matter, 0)

    def follow(self, act: Act) -> None:
        """Note the matters that an act has raised; an answer goes on with those that came with its question.

        Of questions that waited, those of the same act and roll came with it.
        """
        thrown = {event.roll.number for event in act.events if isinstance(event, Rolled)}
        raised = [event.matter.id for event in act.events if isinstance(event, Opened)]
        # A roll with number 0 belongs to no matter.
        raised += [question.matter for question in self.waiting if question.roll and question.roll in thrown]
        if (asked := self._asked) is not None:
            waited = () if asked.matter in self._raised else self.waiting
            alike = (one for one in waited if self._source(one) == self._source(asked))
            others = [*self._raised, *(one.matter for one in alike if one.matter not in self._put_off)]
            # The answered one asks again only where this act has opened it anew, as a draw does that is still short.
            raised += [matter for matter in others if matter != asked.matter]
        self._raised, self._asked = tuple(raised), None
        # A matter that is raised anew asks again, though it was put off.
        self._put_off = tuple(matter for matter in self._put_off if matter not in raised)

    def next(self) -> Pending | None:
        """Return the first question that the last act raised; None where it has raised none."""
        return next((question for question in self.waiting if question.matter in self._raised), None)

    def note_asked(self, question: Pending | None) -> None:
        """Note which open question is being asked; None where another question is."""
        self._asked = question

    def leave(self) -> None:
        """Have everything that was raised wait, since the GM left its question or turned to something else."""
        self._raised, self._asked = (), None

    def put_off(self, matter: str = "") -> bool:
        """Put off a matter, or the question that is being asked or else that the banner shows.

        False where there is none, or the matter is put off already.
        """
        first = self._asked or self.first
        matter = matter or (first.matter if first else "")
        if not matter or (matter in self._put_off and self._asked is None):
            return False
        self._put_off = (*self._put_off, matter)
        self._raised = tuple(one for one in self._raised if one != matter)
        return True

    def listed(self) -> Command:
        """Make the question which of several open questions to answer."""

        def choices(state: State, answers: Answers) -> Sequence[Choice]:
            off = self._put_off
            return [Choice(q.matter, q.sentence, "put off" if q.matter in off else "") for q in self._opened]

        ask = Ask(
            "matter", "Which question", "one", choices, lambda state, answers: self.waiting[0].matter, at_once=True
        )
        return screen_question("open", "Open questions", "Answer an open question.", ask)
