"""What the table screen does by itself: moving about, undo, and opening other screens. None of it is journaled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from wyrd_tui.engine.commands import Command
from wyrd_tui.engine.state import State
from wyrd_tui.widgets.footer import KEYS, Hint

if TYPE_CHECKING:
    from wyrd_tui.engine.rules.game import Ladder, Pending


class Rules(Protocol):
    """What a table needs of the rules: `wyrd_tui.engine.rules.table` has it all."""

    @property
    def COMMANDS(self) -> Sequence[Command]:  # noqa: N802 - the module's own constant
        """Every command of the table."""

    def pending(self, state: State) -> Sequence[Pending]:
        """What the table still asks after the last act."""

    def hints(self, state: State) -> Sequence[str]:
        """What the GM may want to know just now."""

    def ladder(self, state: State, who: str, rating: str) -> Ladder:
        """The odds of a rating against each rung; the bare rungs where nobody is named."""

    def best_rating(self, state: State, who: str) -> str:
        """The rating to show first."""


class Verb(NamedTuple):
    """One of the screen's own keys.

    Attributes:
        id: What a keymap calls it.
        keys: Its default keys, separated by commas.
        label: Two or three words.
        help: One sentence.
        palette: Whether the palette offers it; what only moves a cursor is quicker by its key.
    """

    id: str
    keys: str
    label: str
    help: str
    palette: bool = True


VERBS: tuple[Verb, ...] = (
    Verb("up", "up,k", "up", "Move the cursor of the pane in focus up.", False),
    Verb("down", "down,j", "down", "Move the cursor of the pane in focus down.", False),
    Verb("page-up", "pageup", "page up", "Move it up by a page.", False),
    Verb("page-down", "pagedown", "page down", "Move it down by a page.", False),
    Verb("first", "home", "first", "Move it to the top.", False),
    Verb("last", "end", "last", "Move it to the bottom.", False),
    Verb("next-pane", "tab", "next pane", "Go to the next pane.", False),
    Verb("last-pane", "shift+tab", "pane before", "Go to the pane before.", False),
    *(Verb(f"member-{n}", str(n), f"member {n}", f"Select member {n} of the party.", False) for n in range(1, 10)),
    Verb("harder", "]", "harder", "Select the next harder rung of the ladder."),
    Verb("easier", "[", "easier", "Select the next easier rung of the ladder."),
    Verb("rating-next", "right", "next rating", "Show the ladder for the actor's next rating."),
    Verb("rating-last", "left", "rating before", "Show the ladder for the rating before."),
    Verb("mark-row", "space", "mark", "Mark the selected actor for the next act, or take the mark off."),
    Verb("find", "/", "find", "Go to anybody or anything by name."),
    Verb("undo", "u", "undo", "Take the last act back."),
    Verb("redo", "U,ctrl+r", "redo", "Bring back what was undone."),
    Verb("ask-again", ".", "settle", "Ask again what the table still has to settle."),
    Verb("line", ":", "command", "Type a command in words."),
    Verb("sheet", "s", "sheet", "Open the selected actor's sheet."),
    Verb("book", "b", "book", "Open the book of the scenario."),
    Verb("history", "l", "history", "Open the history of the table."),
    Verb("odds", "o", "odds", "Open the odds of the selected actor."),
    Verb("help", "?,f1", "help", "Show all keys."),
    Verb("redraw", "ctrl+l", "redraw", "Draw the screen again."),
    Verb("quit", "q", "leave", "Leave the table; everything is saved."),
    Verb("clear-marks", "escape", "clear marks", "Take all marks off."),
)
FOOTER_FIRST = 9
"""So many commands stand in the footer before undo and help, which must always be in sight."""


def keys_of(default: str, name: str, remapped: Mapping[str, str]) -> list[str]:
    """The keys of a command or verb, in the short spelling."""
    keys = remapped.get(name, default)
    parts = [","] if keys == "," else keys.split(",")
    return [KEYS.get(key.strip(), key.strip()) for key in parts if key.strip()]


def keymap(commands: Sequence[Command], remapped: Mapping[str, str]) -> Mapping[str, str]:
    """What each key does: the id of a command or of a verb; a verb keeps its key where both want it."""
    table = {key: row.id for row in commands for key in keys_of(row.key, row.id, remapped)}
    table.update({key: verb.id for verb in VERBS for key in keys_of(verb.keys, verb.id, remapped)})
    return table


def hints(commands: Sequence[Command], state: State, remapped: Mapping[str, str]) -> tuple[Hint, ...]:
    """The footer: the acts in the order of their rows, greyed where they do not apply, undo and help in sight."""
    acts = []
    for row in commands:
        keys = keys_of(row.key, row.id, remapped)
        if keys:
            acts.append(Hint(keys[0], row.label, not row.when(state)))
    own = [Hint(keys[0], verb.label) for verb in VERBS if (keys := keys_of(verb.keys, verb.id, remapped))]
    always = [hint for hint in own if hint.label in ("undo", "command", "help")]
    late = [hint for hint in own if hint.label in ("find", "mark", "sheet", "book", "history", "odds", "leave")]
    return (*acts[:FOOTER_FIRST], *always, *acts[FOOTER_FIRST:], *late)
