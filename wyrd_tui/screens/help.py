"""Help page: the key card of the table, and behind Tab every act in words, made from the command rows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType

from wyrd_tui.engine.commands import Command
from wyrd_tui.engine.line_commands import usage_line
from wyrd_tui.engine.spans import BLANK, PageLine, Piece, heading_line, make_line
from wyrd_tui.engine.voices import game_name, short_game_name
from wyrd_tui.engine.words import begin_sentence
from wyrd_tui.screens.base import BaseScreen, FootBar, KeyBar
from wyrd_tui.screens.key_card import VERB_GROUP, KeyGroup, KeyRow, key_name, make_card, verb_rows, written_keys
from wyrd_tui.screens.prose import labelled_prose, place_beside, widest
from wyrd_tui.widgets.cells import cells, pad
from wyrd_tui.widgets.glyphs import UNICODE

KEYS_WIDE = 10
LABEL_WIDE = 18
GAP = 2
"""Cells between two columns of the card."""
SIGNS = KeyGroup(
    "signs",
    (
        KeyRow(f"{UNICODE.free} {UNICODE.full}", "box free, stress", ""),
        KeyRow(f"{UNICODE.whole} {UNICODE.hurt}", "left, lost", ""),
        KeyRow(f"{UNICODE.hit} {UNICODE.wounded} {UNICODE.lost}", "hurt, wounded, out", ""),
        KeyRow(f"{UNICODE.cursor} {UNICODE.turn}", "selected, in turn", ""),
        KeyRow(UNICODE.moves, "+ and - move this", ""),
        KeyRow(UNICODE.scale, "beads to scale", ""),
        KeyRow(f"{UNICODE.primary} {UNICODE.minor}", "actions used", ""),
        KeyRow(f"{UNICODE.struck} {UNICODE.lock}", "scratched, blocked", ""),
        KeyRow(UNICODE.acted, "has had a turn", ""),
        KeyRow(f"{UNICODE.outside} {UNICODE.coming}", "not in, next foe", ""),
        KeyRow(f"{UNICODE.open} {UNICODE.known} {UNICODE.hidden}", "seen, known, secret", ""),
    ),
)
"""Signs of the panes that stand in the rows of characters."""

QUESTIONS = KeyGroup(
    "in a question",
    (
        KeyRow("⏎", "confirm", "Take what the question shows, with the row under the cursor."),
        KeyRow(
            "a … z", "choose", "Choose one; of several suggested the first is ticked alone, others add or take away."
        ),
        KeyRow("space", "add, take away", "Add the row under the cursor to what is ticked, or take it away."),
        KeyRow("_", "nobody, nothing", "Choose nobody or nothing, wherever that is a choice."),
        KeyRow("'", "own words", "Type words of your own, where the question takes them."),
    ),
)
"""Keys of every question, on the page in words."""


class HelpScreen(BaseScreen):
    """Help page: the acts of the table with their keys; in words, also what they do and how a script writes them.

    Args:
        commands: The rows.
        keys: Ids of commands and verbs by key, as the table has them; their own keys where empty.
        wanted: Only acts with this word, to begin with.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,tab", "turn", "in words", id="help-turn"),
        Binding("slash", "find", "find", id="help-find"),
        Binding("question_mark,f1", "back", "back", id="help-back", show=False),
    ]

    def __init__(
        self, commands: Iterable[Command], keys: Mapping[str, Sequence[str]] | None = None, wanted: str = ""
    ) -> None:
        super().__init__()
        self._commands = tuple(commands)
        self._keys: dict[str, str] = {}
        for key, acts in (keys or {}).items():
            for act in acts:
                self._keys[act] = f"{self._keys[act]} {key}" if act in self._keys else key
        # The start screen has no table, so it hands over no keys.
        self._of = "the keys of this table" if keys else "the keys of a table of any game"
        self._wanted, self._in_words = wanted, bool(wanted)

    def on_resize(self, event: events.Resize) -> None:
        """Compose the card for the new height."""
        self.scroll.rebuild()

    def key_label(self, binding: Binding) -> str:
        """Return the label of a key; Tab leads to the other of the two pages."""
        return "the keys" if binding.action == "turn" and self._in_words else binding.description

    def action_turn(self) -> None:
        """Go from the card to the acts in words, or back."""
        self._show(not self._in_words, "")

    def action_find(self) -> None:
        """Look for a word."""
        self.foot.find(self._wanted)

    def on_foot_bar_sought(self, event: FootBar.Sought) -> None:
        """Show the acts that hold a word; none shows the page that was there before."""
        self._show(self._in_words or bool(event.text), event.text)

    def _show(self, in_words: bool, wanted: str) -> None:
        self._in_words, self._wanted = in_words, wanted
        self._title()
        self.scroll.rebuild(top=True)
        self.query_one(KeyBar).refresh()

    def _title(self) -> None:
        self.entitle("Help", ("every act in words" if self._in_words else self._of, "dim"))

    def _lines(self, width: int) -> list[PageLine]:
        if self._in_words:
            return help_lines(self._commands, self._keys, self._wanted, width)
        card = (*make_card(self._commands, self._keys), SIGNS)
        return card_lines(card, width, max(10, self.size.height - 3))


def card_lines(groups: Sequence[KeyGroup], width: int, height: int) -> list[PageLine]:
    """Arrange a key card in columns as high as a screen; the columns that do not fit beside each other go below.

    A card of more than two screens has no blank lines between its groups.

    Args:
        groups: The card.
        width: Cells of a line.
        height: Lines of a screen.
    """
    lines = _on_shelves(_columns(groups, height, (BLANK,)), width, height)
    return lines if len(lines) <= 2 * height else _on_shelves(_columns(groups, height, ()), width, height)


def _columns(groups: Sequence[KeyGroup], height: int, between: Sequence[PageLine]) -> list[list[PageLine]]:
    """Arrange the groups of a card in columns, with these lines between two groups."""
    columns: list[list[PageLine]] = [[]]
    for group in groups:
        title, rows = begin_sentence(group.title), group.rows
        if len({row.game for row in rows}) == 1:
            title += _of_game(rows[0])
            rows = tuple(row._replace(game="") for row in rows)
        head = heading_line(title)
        # A heading stands over two rows at least, and the last one over all of its rows.
        least = len(rows) if group is groups[-1] else 2
        if columns[-1] and len(columns[-1]) + len(between) + 1 + min(least, len(rows)) > height:
            columns.append([])
        columns[-1] += [*between, head] if columns[-1] else [head]
        while rows:
            if len(columns[-1]) >= height:
                columns.append([head])
            room = height - len(columns[-1])
            columns[-1] += _card_rows(rows[:room])
            rows = rows[room:]
    return columns


def _on_shelves(columns: Sequence[Sequence[PageLine]], width: int, height: int) -> list[PageLine]:
    """Arrange columns beside each other, and below those that do not fit there; each screen of them is whole."""
    lines: list[PageLine] = []
    shelf: list[Sequence[PageLine]] = []
    for column in columns:
        if shelf and sum(map(widest, shelf)) + GAP * len(shelf) + widest(column) > width:
            lines += [*place_beside(shelf, width, 0, GAP), *([BLANK] * (height - max(map(len, shelf))))]
            shelf = []
        shelf.append(column)
    return [*lines, *place_beside(shelf, width, 0, GAP)]


def _card_rows(rows: Sequence[KeyRow]) -> list[PageLine]:
    """Draw the acts of a group that stand in one column: keys, label, and the game where several are played."""
    wide = max(cells(row.keys) for row in rows)
    return [make_line((f" {pad(row.keys, wide)} ", "key"), row.label, (_of_game(row), "dim")) for row in rows]


def _of_game(row: KeyRow) -> str:
    """Name the game of an act by the word that tells it from the other games; nothing where there is none."""
    return f" · {short_game_name(row.game)}" if row.game else ""


def help_lines(commands: Sequence[Command], keys: Mapping[str, str], wanted: str, width: int) -> list[PageLine]:
    """Compose the page for a width, with only the acts that hold a word."""
    lines: list[PageLine] = []
    groups: dict[str, list[Command]] = {}
    for command in commands:
        if _holds(wanted, command.id, command.label, command.help, command.group):
            groups.setdefault(command.group, []).append(command)
    for group, rows in groups.items():
        lines += [BLANK, heading_line(begin_sentence(group))]
        for command in rows:
            lines += _command(command, written_keys(command.id, command.key, keys), width)
    for title, every in ((VERB_GROUP, verb_rows(keys)), QUESTIONS):
        found = [row for row in every if _holds(wanted, row.label, row.help)]
        lines += [BLANK, heading_line(begin_sentence(title))] if found else []
        for row in found:
            lines += _row(row.keys, row.label, row.help, width)
    return lines or [BLANK, make_line((f"No act contains “{wanted}”.", "dim"))]


def _holds(wanted: str, *words: str) -> bool:
    return wanted.casefold() in " ".join(words).casefold()


def _command(command: Command, key: str, width: int) -> list[PageLine]:
    """An act, and under it the line of a script."""
    game = f" · {game_name(command.game)}" if command.game else ""
    script = " " * _indent(width)
    rows = _row(key_name(key), command.label, command.help, width)
    return [*rows, *labelled_prose([script, (": ", "dim")], usage_line(command) + game, width, len(script) + 2, "dim")]


def _indent(width: int) -> int:
    """Return the column of the sentences: beside the label, or below it on a narrow screen."""
    return KEYS_WIDE + LABEL_WIDE + 3 if width >= 76 else KEYS_WIDE + 5


def _row(key: str, label: str, help: str, width: int) -> list[PageLine]:
    """Key and label; beside them the sentence."""
    pieces: list[Piece] = [(f"  {pad(key, KEYS_WIDE)} ", "key"), (label, "strong")]
    return labelled_prose(pieces, help, width, _indent(width))
