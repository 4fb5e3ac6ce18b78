"""What the table screen's own keys do, one function for each verb."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from textual.screen import Screen

from wyrd_tui.engine.commands import Answers, Ask, Choice, Command, text_of
from wyrd_tui.engine.dice import Dice, Refused
from wyrd_tui.engine.events import Event
from wyrd_tui.engine.state import State
from wyrd_tui.screens.line import CommandLine
from wyrd_tui.screens.telling import DONE_ALL_THE_SAME, UNDONE_ALL_THE_SAME
from wyrd_tui.widgets.party import party_of
from wyrd_tui.widgets.tracks import shown_sheets

if TYPE_CHECKING:
    from wyrd_tui.screens.table import TableScreen

FAR = 100_000


def _never(state: State, answers: Answers, dice: Dice) -> tuple[Event, ...]:
    """The screen's own questions make no events."""
    return ()


def _everything(state: State, answers: Answers) -> list[Choice]:
    people = [Choice(f"actor {a.id}", a.name, a.concept) for a in state.actors.values()]
    rods = [Choice(f"rod {c.id}", c.title, c.kind) for c in state.challenges.values()]
    pages = [Choice(f"page {p.id}", p.title, p.kind) for p in state.book.pages]
    return people + rods + pages


FIND = Command(
    id="find",
    key="",
    label="Find",
    help="Go to anybody or anything by name.",
    group="",
    run=_never,
    asks=(Ask("what", "Who or what", "one", choices=_everything),),
)
LEAVE = Command(
    id="leave",
    key="",
    label="Leave",
    help="Leave the table.",
    group="",
    run=_never,
    asks=(
        Ask(
            "sure",
            "Leave the table? Everything is saved.",
            "one",
            choices=lambda state, answers: (Choice("yes", "yes, leave"), Choice("no", "no, stay")),
            default=lambda state, answers: "yes",
        ),
    ),
)


def find(table: TableScreen) -> None:
    """Ask for a name, typed from the first letter on."""
    table.ask(FIND, {}, lambda command, answers: _go_to(table, text_of(answers, "what")))
    if table.asking is not None:
        table.asking.key("slash", "/")
        table.say("")


def _go_to(table: TableScreen, what: str) -> None:
    kind, _, key = what.partition(" ")
    if kind == "actor":
        in_party = table.state.actors[key].side == "party"
        table.focus_pane("party" if in_party else "order")
        table.choose("party", key)
    elif kind == "rod":
        table.focus_pane("abacus")
        table.choose("abacus", key)
    else:
        open_screen(table, "book", "BookScreen", table.session, key)
    table.say("")


def leave(table: TableScreen) -> None:
    """Ask, then go."""

    def then(command: Command, answers: Answers) -> None:
        if text_of(answers, "sure") != "yes":
            table.say("")
        elif table.leave is not None:
            table.leave()
        else:
            table.app.exit(return_code=0)

    table.ask(LEAVE, {}, then)


def mark(table: TableScreen) -> None:
    """Mark the selected actor, or take its mark off."""
    chosen = table.selection
    if chosen.actor:
        table.selection = replace(chosen, marked=chosen.marked ^ {chosen.actor})
        table.choose("party", chosen.actor)
        number = len(table.selection.marked)
        table.say(f"{number} marked" if number else "")


def clear(table: TableScreen) -> None:
    """Take all marks off, and the last sentence with them."""
    table.selection = replace(table.selection, marked=frozenset())
    table.choose("party", table.selection.actor)
    table.quiet()


def rung(by: int) -> Callable[[TableScreen], None]:
    """Move the rung of the ladder."""

    def move(table: TableScreen) -> None:
        steps, now = sorted(table.rungs), table.selection.rung
        further = [step for step in steps if (step > now if by > 0 else step < now)]
        if further:
            table.choose("ladder", str(further[0] if by > 0 else further[-1]))

    return move


def rating(by: int) -> Callable[[TableScreen], None]:
    """Show the ladder for another rating of the selected actor."""

    def turn(table: TableScreen) -> None:
        chosen = table.selection
        actor = table.state.actors.get(chosen.actor)
        rated = next((sheet.ratings for sheet in shown_sheets(actor, table.state.games)), {}) if actor else {}
        ratings = sorted(rated, key=lambda name: -rated[name])
        if not ratings:
            raise Refused("The selected actor has no ratings.")
        now = chosen.rated(chosen.actor) or table.rules.best_rating(table.state, chosen.actor)
        at = ratings.index(now) if now in ratings else -1
        table.selection = chosen.with_rating(chosen.actor, ratings[(at + by) % len(ratings)])
        table.choose("party", chosen.actor)

    return turn


def pane(by: int) -> Callable[[TableScreen], None]:
    """Go to another pane."""

    def go(table: TableScreen) -> None:
        names = list(table.panes)
        table.focus_pane(names[(names.index(table.focused_pane) + by) % len(names)])

    return go


def step(by: int) -> Callable[[TableScreen], None]:
    """Move the cursor of the pane in focus."""
    return lambda table: table.move(by)


def page(by: int) -> Callable[[TableScreen], None]:
    """Move it by as much as is in sight."""
    return lambda table: table.move(by * max(1, table.panes[table.focused_pane].room - 1))


def member(number: int) -> Callable[[TableScreen], None]:
    """Select a member of the party."""

    def pick(table: TableScreen) -> None:
        party = party_of(table.state)
        if number > len(party):
            raise Refused(f"The party has no member {number}.")
        table.choose("party", party[number - 1].id)

    return pick


def undo(table: TableScreen) -> None:
    """Take the last act back."""
    table.travel(table.session.undo, "Undone", UNDONE_ALL_THE_SAME)


def redo(table: TableScreen) -> None:
    """Bring back what was undone."""
    table.travel(table.session.redo, "Done again", DONE_ALL_THE_SAME)


def ask_again(table: TableScreen) -> None:
    """Ask what is still open."""
    if not table.waiting:
        raise Refused("Nothing is left to settle.")
    first = table.waiting[0]
    table.ask(table.commands[first.command], first.answers)


def line(table: TableScreen) -> None:
    """Open the command line."""
    table.asking = CommandLine(table.rules.COMMANDS, table.state, table.lines)
    table.say("")


def redraw(table: TableScreen) -> None:
    """Draw the screen again."""
    table.refresh(layout=True)


def open_screen(table: TableScreen, module: str, kind: str, *arguments: object) -> None:
    """Open another screen, which is imported only now."""
    found: Callable[..., Screen[None]] = getattr(importlib.import_module(f"wyrd_tui.screens.{module}"), kind)
    table.app.push_screen(found(*arguments))


def sheet(table: TableScreen) -> None:
    """Open the selected actor's sheet."""
    if not table.selection.actor:
        raise Refused("Nobody is selected.")
    open_screen(table, "sheet", "SheetScreen", table.session, table.selection.actor)


def odds(table: TableScreen) -> None:
    """Open the odds of the selected actor."""
    if not table.selection.actor:
        raise Refused("Nobody is selected.")
    open_screen(table, "odds", "OddsScreen", table.state, table.selection.actor, table.selection.target)


VERBS: Mapping[str, Callable[[TableScreen], None]] = {
    "up": step(-1),
    "down": step(1),
    "page-up": page(-1),
    "page-down": page(1),
    "first": step(-FAR),
    "last": step(FAR),
    "next-pane": pane(1),
    "last-pane": pane(-1),
    **{f"member-{number}": member(number) for number in range(1, 10)},
    "harder": rung(1),
    "easier": rung(-1),
    "rating-next": rating(1),
    "rating-last": rating(-1),
    "mark-row": mark,
    "find": find,
    "undo": undo,
    "redo": redo,
    "ask-again": ask_again,
    "line": line,
    "sheet": sheet,
    "book": lambda table: open_screen(table, "book", "BookScreen", table.session),
    "history": lambda table: open_screen(table, "history", "HistoryScreen", table.session),
    "odds": odds,
    "help": lambda table: open_screen(table, "help", "HelpScreen", table.rules.COMMANDS, table.keys),
    "redraw": redraw,
    "quit": leave,
    "clear-marks": clear,
}
