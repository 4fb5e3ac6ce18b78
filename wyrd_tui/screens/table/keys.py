"""What the table screen does by itself: moving about, undo, and opening other screens. None of it is journaled."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from wyrd_tui.engine.commands import Command
from wyrd_tui.engine.state import State
from wyrd_tui.engine.voices import game_name
from wyrd_tui.widgets.keys import KEYS, shown_key
from wyrd_tui.widgets.values import Hint

if TYPE_CHECKING:
    from wyrd_tui.engine.rules.game import Ladder, Pending, Stage


class Rules(Protocol):
    """What a table needs of the rules: `wyrd_tui.engine.rules.table` has it all."""

    @property
    def COMMANDS(self) -> Sequence[Command]:  # noqa: N802 - the module's own constant
        """Every command of all games."""

    def commands_of(self, state: State) -> Sequence[Command]:
        """The commands of the games that a table plays, and those that all games share."""

    def pending(self, state: State) -> Sequence[Pending]:
        """What the table still asks after the last act."""

    def hints(self, state: State) -> Sequence[str]:
        """What the GM may want to know just now."""

    def stage(self, state: State) -> Stage:
        """What stands over the scene besides its challenges."""

    def turns(self, state: State) -> Mapping[str, tuple[tuple[str, str], ...]]:
        """What everybody in the order may do in a turn, and whether they cannot just now."""

    def front(self, state: State) -> str:
        """The lower pane that stands in front at first."""

    def ladder(self, state: State, who: str, rating: str) -> Ladder:
        """The odds of a rating against each rung; the bare rungs where nobody is named."""

    def best_rating(self, state: State, who: str, challenge: str = "") -> str:
        """The rating to show first: what a challenge calls for, else the best."""


class Act(NamedTuple):
    """What the palette offers: its label, its sentence, its keys, and what does it."""

    label: str
    help: str
    keys: str
    do: Callable[[], None]


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
    Verb("switch-game", "\\", "other game", "Have the keys play the selected actor's other game."),
    Verb("mark-row", "space", "mark", "Mark the selected actor for the next act, or take the mark off."),
    Verb("find", "/", "find", "Go to anybody or anything by name."),
    Verb("undo", "u", "undo", "Take the last act back."),
    Verb("redo", "U,ctrl+r", "redo", "Bring back what was undone."),
    Verb("ask-again", ".", "settle", "Ask again what the table still has to settle."),
    Verb("line", ":", "command", "Type a command in words."),
    Verb("sheet", "s", "sheet", "Open the selected actor's sheet, or the selected challenge."),
    Verb("book", "b", "book", "Open the book of the scenario."),
    Verb("history", "l", "history", "Open the history of the table."),
    Verb("odds", "o", "odds", "Open the odds of the selected actor."),
    Verb("help", "?,f1", "help", "Show all keys."),
    Verb("redraw", "ctrl+l", "redraw", "Draw the screen again."),
    Verb("quit", "q", "quit", "Leave the table for now; everything is saved."),
    Verb("clear-marks", "escape", "clear marks", "Take all marks off."),
)
FOOTER_FIRST = 9
"""So many commands stand in the footer before undo and help, which must always be in sight."""
ALWAYS = ("undo", "line", "help")
LATE = ("find", "mark-row", "sheet", "book", "history", "odds", "quit")


def keys_of(default: str, name: str, remapped: Mapping[str, str]) -> list[str]:
    """The keys of a command or verb, in the short spelling."""
    keys = remapped.get(name, default)
    parts = [","] if keys == "," else keys.split(",")
    return [KEYS.get(key.strip(), key.strip()) for key in parts if key.strip()]


def keymap(
    commands: Sequence[Command], games: Sequence[str], remapped: Mapping[str, str]
) -> Mapping[str, tuple[str, ...]]:
    """What each key does: the ids of commands, one for each game at most, or of a verb.

    What all games share is not among them where every game of the table has an act of its own on that key.
    """
    table: dict[str, tuple[str, ...]] = {}
    for game in games:
        for key, act in meant(commands, (game, *(other for other in games if other != game)), remapped).items():
            if act not in table.get(key, ()):
                table[key] = (*table.get(key, ()), act)
    return table


def meant(commands: Sequence[Command], games: Sequence[str], remapped: Mapping[str, str]) -> Mapping[str, str]:
    """What each key does for something of the first of some games: the id of a command or of a verb.

    That game's own acts come first, then those that all games share, then those of the other games in their order.
    """
    order = [*games[:1], "", *games[1:]]
    table: dict[str, str] = {}
    for row in sorted(commands, key=lambda row: order.index(row.game) if row.game in order else len(order)):
        for key in keys_of(row.key, row.id, remapped):
            table.setdefault(key, row.id)
    table.update({key: verb.id for verb in VERBS for key in keys_of(verb.keys, verb.id, remapped)})
    return table


def keyed(sentence: str, keys: Mapping[str, str]) -> str:
    """A sentence that names acts between backticks, each with its key, or as the word that it is on the `:` line."""
    of = {act: key for key, act in reversed(list(keys.items()))}

    def named(found: re.Match[str]) -> str:
        key = of.get(found[1], "")
        return f"{found[1]} ({shown_key(key)})" if key else f":{found[1]}"

    return re.sub(r"`([^`]+)`", named, sentence)


def hints(
    commands: Sequence[Command],
    state: State,
    remapped: Mapping[str, str],
    keys: Mapping[str, str],
    can_act: bool = True,
    *,
    several: bool = False,
) -> tuple[Hint, ...]:
    """The footer: the acts in the order of their rows, greyed where they do not apply, undo and help in sight.

    Args:
        commands: The rows of the games that are played.
        state: The table.
        remapped: Keys by the id of a command or verb, where they are not the defaults.
        keys: What each key does for what is selected; a row that none of its keys leads to is left out.
        can_act: Whether the table can be changed at all.
        several: Whether the selected actor plays several games of the table, so that a key takes another.
    """
    acts = []
    if state.scene.between:
        # Between scenes little applies, and first of all the key that begins the next.
        commands = sorted(commands, key=lambda row: (row.id != "begin", bool(row.when(state))))
    for row in commands:
        own = [key for key in keys_of(row.key, row.id, remapped) if keys.get(key) == row.id]
        if own:
            acts.append(Hint(own[0], row.label, can_act and not row.when(state)))
    moves = [(verb, keys_of(verb.keys, verb.id, remapped)) for verb in VERBS]
    always = [Hint(k[0], v.label, can_act or v.id != "undo") for v, k in moves if k and v.id in ALWAYS]
    # It says of what the whole row speaks, so it stands before all others.
    other = [Hint(k[0], v.label) for v, k in moves if k and several and v.id == "switch-game"]
    late = [Hint(k[0], v.label) for v, k in moves if k and v.id in LATE]
    return (*other, *acts[:FOOTER_FIRST], *always, *acts[FOOTER_FIRST:], *late)


def acts(
    commands: Sequence[Command],
    games: Sequence[str],
    remapped: Mapping[str, str],
    do: Callable[[str], Callable[[], None]],
) -> Sequence[Act]:
    """Every command and verb for the palette, with the keys that lead there; of several games each with its game."""
    rows = []
    leading: dict[str, list[str]] = {}
    for key, names in keymap(commands, games, remapped).items():
        for name in names:
            leading.setdefault(name, []).append(key)
    for row in commands:
        game = f", {game_name(row.game)}" if row.game and len(games) > 1 else ""
        rows.append(Act(f"{row.label} ({row.id}{game})", row.help, " ".join(leading.get(row.id, ())), do(row.id)))
    for verb in VERBS:
        if verb.palette:
            rows.append(Act(verb.label, verb.help, " ".join(keys_of(verb.keys, verb.id, remapped)), do(verb.id)))
    return rows


WORDS: Mapping[str, str] = {
    **{verb.id: verb.help for verb in VERBS if verb.id in ("undo", "redo", "find", "sheet", "book", "history", "odds")},
    "show": "Go to a pane: people, order, ladder, abacus, log; or ask what is open.",
    "help": "Show all keys, or those acts that hold a word.",
    "quit": "Leave the table for now.",
    "memory": "Play on without a disk that refuses; what is played is written once the disk takes it.",
    "save": "Try again to write what is not on disk, or take the table to another folder: save FOLDER.",
}
"""What a line may say that is no command of the table; scripts know undo, redo, show and help too."""
