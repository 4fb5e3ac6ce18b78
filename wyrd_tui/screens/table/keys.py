"""Keys of a table: the act of each key, the footer, and the palette."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from wyrd_tui.engine.commands import Command
from wyrd_tui.engine.key_spelling import split_keys
from wyrd_tui.engine.named_tuple import NamedTuple
from wyrd_tui.engine.rules.ground.turn_passing import only_next
from wyrd_tui.engine.rules.shared.showing import SHOW_NEXT, shown_next
from wyrd_tui.engine.state import State
from wyrd_tui.engine.voices import game_name
from wyrd_tui.engine.words import short_name_of
from wyrd_tui.screens.table.verbs import BY_ID, VERBS
from wyrd_tui.widgets.key_names import shown_key
from wyrd_tui.widgets.latest import Latest
from wyrd_tui.widgets.values import Hint, PaletteAct

if TYPE_CHECKING:
    from wyrd_tui.screens.questions.asking import Asking
    from wyrd_tui.screens.table.cursor import Cursor
    from wyrd_tui.widgets.glyphs import Glyphs
    from wyrd_tui.widgets.question import Prompt, Put


SWITCH = BY_ID["switch-game"]
FOOTER_FIRST = 9
"""Number of commands in the footer before undo and the command line, which must always be in sight."""
ALWAYS_IN_FOOTER = ("undo", "line")
LATE = ("mark-row", "find", "sheet", "book", "history", "odds", "quit", "help")


def keys_of(default: str, name: str, remapped: Mapping[str, str]) -> tuple[str, ...]:
    """The keys of a command or verb, in the short spelling."""
    return split_keys(remapped.get(name, default))


def keymap(
    commands: Sequence[Command], games: Sequence[str], remapped: Mapping[str, str]
) -> Mapping[str, tuple[str, ...]]:
    """Return the acts of each key: the ids of commands, one for each game at most, or of a verb.

    A shared act is not among them where every game of the table has an act of its own on that key.
    """
    table: dict[str, tuple[str, ...]] = {}
    for game in games:
        for key, act in acts_by_key(commands, (game, *(other for other in games if other != game)), remapped).items():
            if act not in table.get(key, ()):
                table[key] = (*table.get(key, ()), act)
    return table


def acts_by_key(commands: Sequence[Command], games: Sequence[str], remapped: Mapping[str, str]) -> Mapping[str, str]:
    """Return the act of each key for something of the first of some games: the id of a command or of a verb.

    That game's own acts come first, then those that all games share, then those of the other games in their order.
    """
    order = [*games[:1], "", *games[1:]]
    table: dict[str, str] = {}
    for row in sorted(commands, key=lambda row: order.index(row.game) if row.game in order else len(order)):
        for key in keys_of(row.key, row.id, remapped):
            table.setdefault(key, row.id)
    table.update({key: verb.id for verb in VERBS for key in keys_of(verb.keys, verb.id, remapped)})
    return table


def add_key(remapped: Mapping[str, str], act: str = "add", usual: str = "N") -> str:
    """Return the key by which a character is added, or another act done; the word of a line where no key does."""
    return next(map(shown_key, keys_of(usual, act, remapped)), f":{act}")


class NamedAct(NamedTuple):
    """An act as sentences name it: its key as it is shown, and the label that the key has on the screen."""

    key: str
    label: str


def name_acts(keys: Mapping[str, str], commands: Mapping[str, Command]) -> Mapping[str, NamedAct]:
    """Return the key and the label of each act that has a key, by its id."""
    return {
        act: NamedAct(shown_key(key), commands[act].label if act in commands else BY_ID[act].label)
        for key, act in reversed(list(keys.items()))
    }


def name_acts_of_others(
    others: Sequence[Mapping[str, str]], commands: Mapping[str, Command], remapped: Mapping[str, str]
) -> Mapping[str, NamedAct]:
    """Return the acts of the other games of a character, in their order, each behind the keys that go there."""
    switch = next(map(shown_key, keys_of(SWITCH.keys, SWITCH.id, remapped)), "")
    found: dict[str, NamedAct] = {}
    for times, keys in enumerate(others if switch else (), 1):
        for act, named in name_acts(keys, commands).items():
            found.setdefault(act, named._replace(key=f"{' '.join([switch] * times)} then {named.key}"))
    return found


def with_keys(
    sentence: str, acts: Mapping[str, NamedAct], *, bare: bool = False, before: str = "", leave: bool = False
) -> str:
    """A sentence that names acts between backticks, each by its label and key, or as its word on the `:` line.

    With `bare` the key alone stands there, still between backticks; without backticks it does in place of an act that
    stands between two of them on either side. A digit behind such an act selects whom it moves, and is pressed first.
    Keys `before` that of the act leave what is asked; they stand before a key alone where all must `leave` first.
    """

    def named(found: re.Match[str]) -> str:
        if found[1].startswith(":"):
            # A line that is quoted stands as it is written, such as `:save FOLDER`.
            return found[0]
        word, _, digit = found[1].partition(" ") if found[0].startswith("``") else (found[1], "", "")
        act = acts.get(word)
        alone = f"{digit} {act.key if act else f':{word}'}".lstrip()
        if bare:
            return f"`{alone}`"
        if act is not None and found[0].startswith("``"):
            return f"{before}{alone}" if leave else alone
        return alone if act is None else f"{act.label} ({before}{act.key})"

    return re.sub(r"`+([^`]+)`+", named, sentence)


def with_keys_in(question: Put, acts: Mapping[str, NamedAct]) -> Put:
    """A question whose sentences name acts with their keys."""

    def keyed(width: int, glyphs: Glyphs, most: int) -> Prompt:
        prompt = question(width, glyphs, most)
        leaving = "esc, then "
        preview, aside = (with_keys(words, acts, before=leaving) for words in (prompt.preview, prompt.aside))
        refused = with_keys(prompt.refused, acts, before=leaving, leave=True)
        return prompt._replace(preview=preview, refused=refused, aside=aside)

    return keyed


def act_label(key: str, keys: Mapping[str, str], commands: Mapping[str, Command]) -> str:
    """Return the label of the act of a key, which a question may name; empty for none, and for what moves a cursor."""
    name = keys.get(key, "")
    if name in commands:
        return commands[name].label
    return BY_ID[name].label if name in BY_ID and BY_ID[name].palette else ""


def way_out(key: str, leave: str, keys: Mapping[str, str], commands: Mapping[str, Command], state: State) -> str:
    """Return the sentence which keys leave a question for the act of a key; empty for none, and where it is refused."""
    label, command = act_label(key, keys, commands), commands.get(keys.get(key, ""))
    refused = command is not None and command.when(state)
    return f" Press {leave}, then {key} ({label})." if label and not refused else ""


class Offered(NamedTuple):
    """An act of the footer, with its key, whether it applies, and whose open roll it takes up."""

    row: Command
    key: str
    applies: bool
    whose: str


def offered_acts(commands: Sequence[Command], state: State, keys: Mapping[str, str]) -> Sequence[Offered]:
    """List the acts of the footer: those that apply in their own order, then the others.

    Args:
        commands: The commands of the games that are played.
        state: The table.
        keys: Ids of the acts by key for the selected things; a command that none of its keys leads to is left out.
    """
    own = {name: key for key, name in reversed(list(keys.items()))}
    applies = {row.id: not row.when(state) for row in commands if row.id in own}
    offered = [
        Offered(row, own[row.id], applies[row.id], row.whose(state) if applies[row.id] else "")
        for row in commands
        if row.id in own
    ]
    # Once a scene has ended, the key that begins the next comes first.
    first = "begin" if state.scene.between else ""
    return sorted(offered, key=lambda one: (one.row.id != first, not one.applies or one.row.is_late(state)))


def footer_hints(
    offered: Sequence[Offered],
    state: State,
    remapped: Mapping[str, str],
    can_act: bool = True,
    *,
    other: str = "",
    advances: str = "",
    here: str = "",
    shows: str = "",
) -> tuple[Hint, ...]:
    """Word the footer: the acts, those that do not apply greyed; some are always in sight.

    Args:
        offered: The acts, none where the table cannot be changed.
        state: The table.
        remapped: Keys by the id of a command or verb, where they are not the defaults.
        can_act: Whether the table can be changed at all; where it cannot, no undo is offered.
        other: Name of the other game of the selected actor to which a key goes next; empty for none.
        advances: Label of the key that advances a challenge or counter without a question; empty where it asks.
        here: The selected actor; the key of an act that takes up a roll of somebody else names them.
        shows: Label of the key that shows or hides a thing without a question; empty where it asks.
    """
    others = [(row, whose) for row, _, _, whose in offered if whose not in ("", here)]
    labels = {row.id: f"{row.label}: {short_name_of(state, whose)}" for row, whose in others}
    labels |= {act: label for act, label in (("tick", advances), (SHOW_NEXT.id, shows)) if label}
    if only := only_next(state):
        labels["next"] = f"next turn: {short_name_of(state, only)}"
    # A key that acts at once on a thing which is not selected is never left out.
    kept = {"next", *(["tick"] if advances else [])}
    acts = [
        Hint(key, labels.get(row.id, row.label), applies, row.id in kept and applies)
        for row, key, applies, _ in offered
    ]
    always = _verb_hints([name for name in ALWAYS_IN_FOOTER if can_act or name != "undo"], remapped)
    # It says of what the whole row speaks, so it stands before all others.
    game = [hint._replace(label=other) for hint in _verb_hints([SWITCH.id] if other else [], remapped)]
    late = _verb_hints(LATE, remapped)
    return (*game, *acts[:FOOTER_FIRST], *always, *acts[FOOTER_FIRST:], *late)


def _verb_hints(names: Sequence[str], remapped: Mapping[str, str]) -> list[Hint]:
    """Return the footer's hints of the verbs that have a key; undo stands in every footer."""
    keyed = ((BY_ID[name], keys_of(BY_ID[name].keys, name, remapped)) for name in names)
    return [Hint(keys[0], verb.label, always=verb.id == "undo") for verb, keys in keyed if keys]


def _advance_label(state: State, which: str) -> str:
    """Name the challenge or counter that a key advances, and say of a clock that its last bead fills it."""
    rod = state.challenges.get(which)
    if rod is None:
        return which
    # A long title loses its end in the footer, so the verb comes first.
    return f"fill {rod.title}" if rod.kind == "clock" and rod.done + 1 == rod.needed else rod.title


def palette_acts(
    commands: Sequence[Command],
    games: Sequence[str],
    remapped: Mapping[str, str],
    do: Callable[[str], None],
) -> Sequence[PaletteAct]:
    """Every command and verb for the palette, with the keys that lead there; of several games each with its game."""
    rows = []
    leading: dict[str, list[str]] = {}
    for key, names in keymap(commands, games, remapped).items():
        for name in names:
            leading.setdefault(name, []).append(key)
    for row in commands:
        # The word of the command line stands beside a label that does not tell it.
        word = "" if row.id in row.label.casefold() else row.id
        aside = ", ".join(filter(None, (word, game_name(row.game) if row.game and len(games) > 1 else "")))
        label = f"{row.label} ({aside})" if aside else row.label
        rows.append(PaletteAct(label, row.help, " ".join(leading.get(row.id, ())), partial(do, row.id)))
    for verb in VERBS:
        if verb.palette:
            keys = " ".join(keys_of(verb.keys, verb.id, remapped))
            rows.append(PaletteAct(verb.label, verb.help, keys, partial(do, verb.id)))
    return rows


class TableKeys:
    """The keys of a table, found once for each thing that is selected.

    Args:
        remapped: Keys by the id of a command or verb, where they are not the defaults.
    """

    def __init__(self, remapped: Mapping[str, str]) -> None:
        self.remapped = remapped
        self._meant: dict[object, Mapping[str, str]] = {}
        self._named: dict[object, Mapping[str, NamedAct]] = {}
        self._offered = Latest[Sequence[Offered]]()
        self._hinted = Latest[tuple[Hint, ...]]()

    def acts_by_key(self, commands: Sequence[Command], state: State, game: str) -> Mapping[str, str]:
        """Return the id of the command or verb of each key, for something of a game."""
        asked = (state.games, game, bool(commands))
        if asked not in self._meant:
            games = [game, *(other for other in state.games if other != game)]
            self._meant[asked] = acts_by_key(commands, games, self.remapped)
        return self._meant[asked]

    def named_acts(self, commands: Mapping[str, Command], state: State, games: Sequence[str]) -> Mapping[str, NamedAct]:
        """Return the key and the label of each act that has one, for something of games, the played one first."""
        asked = (state.games, *games, bool(commands))
        if asked not in self._named:
            own, *others = (self.acts_by_key([*commands.values()], state, game) for game in games)
            further = name_acts_of_others(others, commands, self.remapped)
            self._named[asked] = {**further, **name_acts(own, commands)}
        return self._named[asked]

    def teach(self, asking: Asking, acts: Mapping[str, str], commands: Mapping[str, Command]) -> None:
        """Tell a question the keys that ask it, and the acts of all keys, which it names where one does nothing."""
        asking.own_keys = keys_of(asking.command.key, asking.command.id, self.remapped)
        asking.is_act = lambda key: bool(act_label(key, acts, commands))
        asking.way_out = lambda key, leave: way_out(key, leave, acts, commands, asking.state)

    def hints(self, commands: Sequence[Command], state: State, cursor: Cursor, *, can_act: bool) -> tuple[Hint, ...]:
        """Return the footer for what is selected."""
        game = cursor.game
        other = game_name(cursor.other_games[0]) if cursor.several else ""
        here, advances = cursor.selection.actor, _advance_label(state, cursor.advances)
        shows, beside_beads = shown_next(state, str(cursor.given(state).get("thing", ""))), cursor.pane == "abacus"
        facts = state, game, can_act, beside_beads and bool(shows)

        def draw() -> tuple[Hint, ...]:
            offered = self._offered.of(facts, lambda: self._offer(commands, *facts))
            return footer_hints(
                offered, state, self.remapped, can_act, other=other, advances=advances, here=here, shows=shows
            )

        return self._hinted.of((*facts, other, advances, here, shows), draw)

    def _offer(
        self, commands: Sequence[Command], state: State, game: str, can_act: bool, beside_tick: bool
    ) -> Sequence[Offered]:
        """List the acts of a footer headed by a game, whose keys still lead to those of another."""
        own = [one for one in commands if can_act and one.game in ("", game)]
        if beside_tick:
            # The key that shows a thing stands beside the one that moves the beads of the same row.
            places = {one.id: place for place, one in enumerate(own)}
            beside = places.get("tick", 0)
            own.sort(key=lambda one: (beside, 1) if one.id == SHOW_NEXT.id else (places[one.id], 0))
        return offered_acts(own, state, self.acts_by_key(commands, state, game))
