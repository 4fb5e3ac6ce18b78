"""Help page, made from the command rows, so that it agrees with them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.keys import format_key

from wyrd_tui.engine.commands import Command
from wyrd_tui.engine.line_commands import usage_line
from wyrd_tui.engine.voices import game_name
from wyrd_tui.screens.base import BaseScreen, FootBar
from wyrd_tui.screens.prose import BLANK, PageLine, Piece, heading_line, labelled_prose, make_line
from wyrd_tui.screens.scroll import Scroll
from wyrd_tui.screens.table.verbs import VERBS, Verb
from wyrd_tui.widgets.cells import pad

KEYS_WIDE = 10
LABEL_WIDE = 18
MEMBER = "member-"
MEMBER_HELP = "Select a member of the party by number."


def key_name(keys: str) -> str:
    """Keys as a keyboard shows them: `?` for `question_mark`, `^r` for `ctrl+r`; several are apart by spaces."""
    return " ".join(_one_key(key) for key in keys.split())


def _keys_of(act: str, default: str, keys: Mapping[str, str]) -> str:
    """The keys of an act, apart by spaces: those of the table where it names any."""
    if keys:
        return keys.get(act, "")
    return default if default == "," else default.replace(",", " ")


def _one_key(key: str) -> str:
    if len(key) == 1:
        return key
    held, plus, last = key.rpartition("+")
    return f"{held}{plus}".replace("ctrl+", "^") + format_key(last or key)


class HelpScreen(BaseScreen):
    """Help page: the acts of the table by heading, with their keys, what they do, and how a script writes them.

    Args:
        commands: The rows.
        keys: What each key does, as the table has it: ids of commands and verbs by key; their own keys where empty.
        wanted: Only acts with this word, to begin with.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
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
        self._wanted = wanted

    def body(self) -> ComposeResult:
        """Compose one page."""
        yield Scroll(lambda width: help_lines(self._commands, self._keys, self._wanted, width), id="body")

    def on_mount(self) -> None:
        """Set the title."""
        self.entitle("Help", ("what every key does", "dim"), right=f"{len(self._commands)} acts")

    def action_find(self) -> None:
        """Look for a word."""
        self.foot.find(self._wanted)

    def on_foot_bar_sought(self, event: FootBar.Sought) -> None:
        """Show the acts that hold a word."""
        self._wanted = event.text
        self.scroll.rebuild(top=True)


def help_lines(commands: Sequence[Command], keys: Mapping[str, str], wanted: str, width: int) -> list[PageLine]:
    """Lay out the page for a width, with only the acts that hold a word."""
    lines: list[PageLine] = []
    groups: dict[str, list[Command]] = {}
    for command in commands:
        if _holds(wanted, command.id, command.label, command.help, command.group):
            groups.setdefault(command.group, []).append(command)
    for group, rows in groups.items():
        lines += [BLANK, heading_line(group[:1].upper() + group[1:])]
        for command in rows:
            lines += _command(command, _keys_of(command.id, command.key, keys), width)
    lines += _verbs([verb for verb in VERBS if _holds(wanted, verb.id, verb.label, verb.help)], keys, width)
    return lines or [BLANK, make_line((f"No act contains “{wanted}”.", "dim"))]


def _holds(wanted: str, *words: str) -> bool:
    return wanted.casefold() in " ".join(words).casefold()


def _verbs(verbs: Sequence[Verb], keys: Mapping[str, str], width: int) -> list[PageLine]:
    """List the verbs of the table screen."""
    lines = [BLANK, heading_line("Moving about, undo, and other screens")] if verbs else []
    members = [_keys_of(verb.id, verb.keys, keys) for verb in verbs if verb.id.startswith(MEMBER)]
    for verb in verbs:
        if not verb.id.startswith(MEMBER):
            lines += _row(_keys_of(verb.id, verb.keys, keys), verb.label, verb.help, width)
        elif members:
            # Nine rows that say the same are one.
            lines += _row(" … ".join(dict.fromkeys((members[0], members[-1]))), "member", MEMBER_HELP, width)
            members = []
    return lines


def _command(command: Command, key: str, width: int) -> list[PageLine]:
    """An act, and under it the line of a script."""
    game = f" · {game_name(command.game)}" if command.game else ""
    script = " " * _indent(width)
    rows = _row(key, command.label, command.help, width)
    return [*rows, *labelled_prose([script, (": ", "dim")], usage_line(command) + game, width, len(script) + 2, "dim")]


def _indent(width: int) -> int:
    """Return the column of the sentences: beside the label, or below it on a narrow screen."""
    return KEYS_WIDE + LABEL_WIDE + 3 if width >= 76 else KEYS_WIDE + 5


def _row(key: str, label: str, help: str, width: int) -> list[PageLine]:
    """Key and label; beside them the sentence."""
    name = key_name(key)
    pieces: list[Piece] = [(f"  {pad(name, KEYS_WIDE)} ", "key"), (label, "strong")]
    return labelled_prose(pieces, help, width, _indent(width))
