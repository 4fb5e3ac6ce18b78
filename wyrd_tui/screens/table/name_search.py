"""Finding anybody or anything by name: the cursor follows the letters, Enter stays there, Esc goes back."""

from __future__ import annotations

from collections.abc import Sequence

from wyrd_tui.engine.choices import Choice, by_word
from wyrd_tui.engine.commands import Answers, Ask, screen_question, text_of
from wyrd_tui.engine.named_tuple import NamedTuple
from wyrd_tui.engine.rod_order import lock_told
from wyrd_tui.engine.rules.shared.rods import own_counters
from wyrd_tui.engine.state import Challenge, State
from wyrd_tui.engine.voices import page_word
from wyrd_tui.screens.questions.asking import Asking
from wyrd_tui.screens.table.playing import Playing
from wyrd_tui.screens.table.selection import Selection


class Found(NamedTuple):
    """A thing at the table: its kind, since a page may have the id of a challenge, and its id; both empty for none."""

    kind: str = ""
    id: str = ""

    def __str__(self) -> str:
        return f"{self.kind} {self.id}"


def thing_named(state: State, answers: Answers) -> Found:
    """Return the thing that an answer names; a counter hangs on the abacus as a challenge does."""
    ids = {
        "actor": state.actors,
        "rod": (*state.challenges, *own_counters(state)),
        "page": [page.id for page in state.book.pages],
    }
    things = by_word(Found(kind, id) for kind, some in ids.items() for id in some)
    return things.get(text_of(answers, "what"), Found())


def _about(state: State, rod: Challenge) -> str:
    """Return the kind of a challenge, and of a locked one what opens it (WA-14)."""
    return ", ".join(filter(None, ((rod.type or rod.kind).casefold(), lock_told(state, rod))))


def _things_by_name(state: State, answers: Answers) -> Sequence[Choice]:
    rods, pages = state.challenges.values(), state.book.pages
    # A clue that is faced is a page of the book and a challenge, both of one title.
    twice = {rod.title for rod in rods} & {page.title for page in pages}
    on, inside = " · on the abacus", " · in the book"
    told = {p.id: page_word(p, state) + inside * (p.title in twice) for p in pages}
    return [
        *(Choice(str(Found("actor", a.id)), a.name, a.concept, whose=a.id) for a in state.actors.values()),
        *(Choice(str(Found("rod", c.id)), c.title, _about(state, c) + on * (c.title in twice)) for c in rods),
        *(Choice(str(Found("rod", name)), name, "counter") for name in own_counters(state)),
        *(Choice(str(Found("page", p.id)), p.title, told[p.id], sought=p.kind in ("rule", "table")) for p in pages),
    ]


FIND = screen_question(
    "find",
    "Find",
    "Go to a character, challenge, counter or page by name.",
    Ask("what", "Name", "one", choices=_things_by_name),
)


class NameSearch(Asking):
    """A name being typed, from the first letter on.

    Args:
        state: The table.
        origin: The selection before, the pane that had the keys, and the lower pane that was in front.
    """

    def __init__(self, state: State, origin: tuple[Selection, str, str]) -> None:
        super().__init__(FIND, state)
        self.origin = origin
        self.start()
        self.key("slash", "/")

    def found(self) -> Found:
        """Return the thing that the letters lead to so far; none before the first letter and where nothing fits."""
        typed = any(field.part(True).typed for field in self._fields)
        return thing_named(self.state, self.so_far()) if typed else Found()


def start_search(table: Playing) -> None:
    """Ask for a name, typed from the first letter on."""
    cursor = table.cursor
    finding = NameSearch(table.state, (cursor.selection, cursor.pane, cursor.lower))
    table.put(finding, lambda command, answers: _go_to(table, finding, thing_named(table.state, answers)))
    table.speech.say("")


def show_found(table: Playing, finding: NameSearch, thing: Found | None = None) -> None:
    """Move the cursor where the letters lead; a page of the book opens only once that is settled."""
    kind, key = thing or finding.found()
    # Nothing that the first letters led to stays chosen.
    give_up(table, finding)
    if kind == "actor":
        in_party = table.state.actors[key].side == "party"
        table.focus("party" if in_party else "order")
        table.choose("party", key)
    elif kind == "rod":
        table.focus("abacus")
        table.choose("abacus", key)


def give_up(table: Playing, finding: NameSearch) -> None:
    """Move the cursor back to where it was."""
    selection, pane, lower = finding.origin
    table.focus(pane)
    table.cursor.lower = lower
    table.cursor.select(selection.without_missing(table.state, table.frame))


def _go_to(table: Playing, finding: NameSearch, thing: Found) -> None:
    show_found(table, finding, thing)
    if thing.kind == "page":
        table.display.open("book", table.session, thing.id, table.ask_about, table.speech.keyed)
    table.speech.say("")
