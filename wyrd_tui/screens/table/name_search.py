"""Finding anybody or anything by name: the cursor follows the letters, Enter stays there, Esc goes back."""

from __future__ import annotations

from wyrd_tui.screens.questions.find import Found, NameSearch, thing_named
from wyrd_tui.screens.table.playing import Playing


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
