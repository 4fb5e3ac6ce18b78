"""A challenge of the abacus or the book on a page of its own: its text, its stakes whole, and all that hangs on it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from textual.binding import Binding, BindingType

from wyrd_tui.engine.page import Page
from wyrd_tui.engine.rod_order import strikes_told
from wyrd_tui.engine.rules.all_games import rule_words, scene_frame
from wyrd_tui.engine.rules.games import GAMES
from wyrd_tui.engine.rules.shared.showing import SEEN
from wyrd_tui.engine.session import Session
from wyrd_tui.engine.spans import BLANK, PageLine, heading_line, make_line
from wyrd_tui.engine.state import Challenge, State
from wyrd_tui.engine.voices import value_name, voice_of
from wyrd_tui.engine.words import join_names, name_of
from wyrd_tui.screens.base import BaseScreen
from wyrd_tui.screens.prose import paragraph, section

WIDEST = 96


class ChallengeScreen(BaseScreen):
    """Page of one challenge with all its details; left and right turn to the others on the abacus.

    Args:
        session: The table.
        which: The challenge.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "turn(-1)", "previous", id="challenge-previous", priority=True),
        Binding("right,l", "turn(1)", "next", id="challenge-next", priority=True),
    ]

    def __init__(self, session: Session, which: str) -> None:
        super().__init__()
        self._session = session
        self.which = which

    def action_turn(self, step: int) -> None:
        """Turn to the next or the previous challenge."""
        ids = list(self._session.state.challenges)
        if not ids:
            return
        here = ids.index(self.which) if self.which in ids else 0
        self.which = ids[(here + step) % len(ids)]
        self._title()
        self.scroll.rebuild(top=True)

    def _title(self) -> None:
        state = self._session.state
        rod, ids = find_challenge(state, self.which), list(state.challenges)
        where = f"{ids.index(self.which) + 1} of {len(ids)}" if self.which in ids else ""
        self.entitle("Challenge", (rod.title if rod else self.which, "strong"), right=where)

    def _lines(self, width: int) -> Sequence[PageLine]:
        rod = find_challenge(self._session.state, self.which)
        if rod is None:
            return [make_line(("This challenge is no longer on the abacus.", "dim"))]
        return [BLANK, *challenge_lines(self._session.state, rod, width)]


def find_challenge(state: State, which: str) -> Challenge | None:
    """A challenge on the abacus, or as the book has it."""
    return state.challenges.get(which) or state.book.challenges.get(which)


def challenge_lines(state: State, rod: Challenge, width: int) -> list[PageLine]:
    """A challenge to read: what it is, its text, both its stakes whole, its order, its own rules (WA-12, WE-97)."""
    width = min(width, WIDEST)
    lines = [make_line((rod.title, "strong")), *paragraph(" · ".join(_facts(state, rod)), width, role="dim")]
    lines += section("For you alone", rod.text or "Nothing more is written here.", width)
    for title, text in (("Overcome", rod.win), ("Not overcome", rod.lose)):
        lines += section(title, text, width, "at stake")
    for title, words in _order(state, rod):
        lines += [BLANK, heading_line(title), *(make_line(f"  {word}") for word in words)]
    for page in _rules(state, rod):
        lines += [BLANK, heading_line(page.title, "stage rule, evident" if page.public else "stage rule, hidden")]
        lines += paragraph(page.text, width, indent=2) if page.text else []
        lines += [row for sentence in rule_words(state, page) for row in paragraph(sentence, width, indent=2)]
    return lines


def kind_words(rod: Challenge) -> str:
    """Name the kind and the difficulty of a challenge: `Threat 7`, `task Difficult`, `clock`."""
    value = "" if rod.value is None else f" {value_name(rod.game, rod.value)}"
    return f"{rod.type or rod.kind}{value}"


def _facts(state: State, rod: Challenge) -> Iterator[str]:
    """Kind and value, what suits it, where it stands, when it strikes, and what players see."""
    yield kind_words(rod)
    called_for = GAMES[rod.game].rating_called_for(rod) if rod.game in GAMES else ""
    if suits := ([called_for] if called_for else list(rod.skills)):
        yield " or ".join(suits)
    words = voice_of(rod.game).rod_words
    if met_by := words.met_by.get(rod.met_by):
        yield met_by
    if rod.id not in state.challenges:
        yield "overcome" if rod.id in state.overcome else state.marks.get(rod.id) or "not on the abacus"
    elif rod.outcome:
        yield rod.outcome
    elif called_for and rod.done:
        yield f"reached {rod.done}"
    elif rod.needed > 1 and not called_for:
        yield f"{rod.done} of {rod.needed}"
    if rod.past_word and rod.id not in state.overcome:
        yield rod.past_word
    if strikes := strikes_told(rod, scene_frame(state).calm):
        yield f"strikes by itself {strikes}"
    yield SEEN[rod.visibility]


def _order(state: State, rod: Challenge) -> Iterator[tuple[str, list[str]]]:
    """List who is in it, the challenges before it and those after it (WA-14)."""
    if rod.who:
        yield "In it", [join_names([name_of(state, who) for who in rod.who])]
    if rod.after:
        yield "Comes after", [_stands(state, which) for which in rod.after]
    later = [other.title for other in {**state.book.challenges, **state.challenges}.values() if rod.id in other.after]
    later += [page.title for page in state.book.pages if rod.id in page.after]
    if later:
        yield "Waits for it", later


def _stands(state: State, which: str) -> str:
    before = find_challenge(state, which)
    title = before.title if before else which
    over = state.is_over(which) or (before is not None and before.outcome == "overcome")
    return f"{title}, {'overcome' if over else 'not overcome yet'}"


def _rules(state: State, rod: Challenge) -> list[Page]:
    """The stage rules that belong to a challenge or speak of it (WA-52)."""
    rules = [page for page in state.book.pages if page.kind == "rule"]
    return [page for page in rules if page.parent == rod.id or any(t.challenge == rod.id for t in page.triggers)]
