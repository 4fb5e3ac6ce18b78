"""What is selected on the table screen, and which questions that answers."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from wyrd_tui.engine.commands import Answer, Answers, Command
from wyrd_tui.engine.state import State


@dataclass(frozen=True, slots=True)
class Selection:
    """The cursor of each pane.

    Attributes:
        actor: Cursor in the party and the order.
        target: Whom the last act was aimed at.
        rung: Cursor on the ladder.
        rating: The rating that the ladder shows, by actor; the best where none was chosen.
        challenge: Cursor on the abacus.
        marked: Rows marked for the next act.
    """

    actor: str = ""
    target: str = ""
    rung: int = 0
    rating: tuple[tuple[str, str], ...] = ()
    challenge: str = ""
    marked: frozenset[str] = frozenset()

    def settled(self, state: State) -> Selection:
        """The selection with nothing in it that is not on the table."""
        actor = self.actor if self.actor in state.actors else state.order.turn
        if actor not in state.actors:
            first = next((a.id for a in state.actors.values() if a.side == "party"), "")
            actor = first or next(iter(state.actors), "")
        challenge = self.challenge if self.challenge in state.challenges else next(iter(state.challenges), "")
        target = self.target if self.target in state.actors else ""
        marked = self.marked if self.marked <= state.actors.keys() else self.marked & state.actors.keys()
        settled = replace(self, actor=actor, target=target, challenge=challenge, marked=frozenset(marked))
        return self if settled == self else settled

    def acting(self, state: State) -> str:
        """Who acts: in a fight the one whose turn it is, else the selected actor."""
        return state.order.turn if state.order.turn in state.actors else self.actor

    def focus(self, state: State, pane: str = "") -> Mapping[str, Answer]:
        """The answers that the selection gives, by the word that a question's `focus` uses.

        With the keys in the abacus the challenge under its cursor is what is faced and what is revealed; elsewhere it
        is the selected actor that is revealed, and nothing is faced.
        """
        acting = self.acting(state)
        target = self.actor if self.actor and self.actor != acting else self.target
        answers: dict[str, Answer] = {"rung": self.rung}
        for word, value in (
            ("actor", self.actor),
            ("acting", acting),
            ("target", target if target != acting else ""),
            ("challenge", self.challenge),
            ("faced", self.challenge if pane == "abacus" else ""),
            ("thing", self.challenge if pane == "abacus" else self.actor),
        ):
            if value:
                answers[word] = value
        # In the order of the table, so that the log names them as they stand.
        marked = tuple(who for who in state.actors if who in self.marked)
        if marked or self.actor:
            answers["marked"] = marked or (self.actor,)
        return answers

    def after(self, command: Command, answers: Answers, turn: str, now: str) -> Selection:
        """What is selected once an act is done.

        Its target is kept, the marks that it used are off, and the cursor goes with the turn where that passed on.
        """
        target, marked = self.target, self.marked
        for ask in command.asks:
            answer = answers.get(ask.name)
            if ask.focus == "target" and answer:
                target = answer[0] if isinstance(answer, tuple) else str(answer)
            if ask.focus == "marked":
                marked = frozenset()
        actor = now if now and now != turn else self.actor
        return replace(self, actor=actor, target=target, marked=marked)

    def picked(self, pane: str, key: str) -> Selection:
        """The selection with the cursor of a pane on a key."""
        match pane:
            case "party" | "order":
                return replace(self, actor=key)
            case "ladder":
                return replace(self, rung=int(key))
            case "abacus":
                return replace(self, challenge=key)
        return self

    def on_rungs(self, steps: Collection[int]) -> Selection:
        """The selection with its rung on a ladder, the nearest where it is not one of its steps."""
        if not steps or self.rung in steps:
            return self
        return replace(self, rung=min(steps, key=lambda step: abs(step - self.rung)))

    def rated(self, who: str) -> str:
        """The rating that was chosen for an actor's ladder; empty where none was."""
        return dict(self.rating).get(who, "")

    def with_rating(self, who: str, rating: str) -> Selection:
        """The selection with a rating chosen for an actor's ladder."""
        return replace(self, rating=tuple({**dict(self.rating), who: rating}.items()))
