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

    def game(self, state: State, pane: str = "") -> str:
        """The game of what is selected: with the keys in the abacus that of the challenge, else that of the actor.

        Of the games of the table it is the first of which the actor has a sheet; the main one where it has none.
        """
        rod = state.challenges.get(self.challenge) if pane == "abacus" else None
        if rod is not None and rod.game in state.games:
            return rod.game
        actor = state.actors.get(self.actor)
        sheets = actor.sheets if actor else {}
        return next((game for game in state.games if game in sheets), next(iter(state.games), ""))

    def focus(self, state: State, pane: str = "") -> Mapping[str, Answer]:
        """The answers that the selection gives, by the word that a question's `focus` uses.

        With the keys in the abacus the challenge under its cursor is what is faced and what is revealed; in the order
        it is the one selected there that is revealed, elsewhere the challenge, and nothing is faced. Nobody is aimed at
        who is on the same side; of friends it is the one whose turn it is who is helped.
        """
        acting = self.acting(state)
        other = self.actor if self.actor != acting else ""
        ally = acting if other and _allies(state, other, acting) else ""
        hostile = [who for who in (other, self.target) if who and not _allies(state, acting, who)]
        chosen = state.actors.get(self.actor)
        unseen = pane == "order" and chosen is not None and chosen.side != "party"
        answers: dict[str, Answer] = {"rung": self.rung}
        for word, value in (
            ("actor", self.actor),
            ("acting", acting),
            ("target", next((who for who in hostile if who != acting), "")),
            ("ally", ally),
            ("challenge", self.challenge),
            ("faced", self.challenge if pane == "abacus" else ""),
            ("thing", self.actor if unseen else self.challenge),
        ):
            if value:
                answers[word] = value
        # In the order of the table, so that the log names them as they stand.
        marked = tuple(who for who in state.actors if who in self.marked)
        if marked or self.actor:
            answers["marked"] = marked or (self.actor,)
        return answers

    def after(self, command: Command, answers: Answers, before: State, now: State) -> Selection:
        """What is selected once an act is done.

        Its target is kept where they are no friends, the marks that it used are off, and the cursor goes with the turn
        where that passed on.
        """
        target, marked = self.target, self.marked
        who = answers.get("who", self.acting(before))
        actor = who[0] if isinstance(who, tuple) and who else str(who)
        for ask in command.asks:
            answer = answers.get(ask.name)
            if ask.focus == "target" and answer:
                aimed = answer[0] if isinstance(answer, tuple) else str(answer)
                target = target if _allies(before, actor, aimed) else aimed
            if ask.focus == "marked":
                marked = frozenset()
        turn = now.order.turn
        return replace(
            self, actor=turn if turn and turn != before.order.turn else self.actor, target=target, marked=marked
        )

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

    def on_rungs(self, steps: Collection[int], known: int | None = None) -> Selection:
        """The selection with its rung on a ladder: the one known of it, or the nearest step to the present one."""
        rung = self.rung if known is None else known
        if not steps or (rung in steps and rung == self.rung):
            return self
        return replace(self, rung=min(steps, key=lambda step: abs(step - rung)))

    def rated(self, who: str) -> str:
        """The rating that was chosen for an actor's ladder; empty where none was."""
        return dict(self.rating).get(who, "")

    def with_rating(self, who: str, rating: str) -> Selection:
        """The selection with a rating chosen for an actor's ladder."""
        return replace(self, rating=tuple({**dict(self.rating), who: rating}.items()))


def _allies(state: State, who: str, other: str) -> bool:
    """Whether two are on one side; those who take none are nobody's allies."""
    one, two = state.actors.get(who), state.actors.get(other)
    return one is not None and two is not None and one.side == two.side != "others"
