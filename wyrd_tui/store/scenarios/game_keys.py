"""Whose key is whose: what a sheet may say in each game, and the names that its difficulties have (C-30)."""

from __future__ import annotations

from collections.abc import Mapping

from wyrd_tui.engine.rules.games import GAMES as PLAYED
from wyrd_tui.engine.state import GAMES, METTLE, WYRD_ABACUS, WYRD_ENGINE, the_game
from wyrd_tui.store.files.clean import quoted
from wyrd_tui.store.files.positions import Path
from wyrd_tui.store.scenarios.amounts import LADDERS, rung_name
from wyrd_tui.store.scenarios.references import References, Table, chapters, game_of, tables

SHEET: Mapping[str, tuple[str, ...]] = {
    WYRD_ENGINE: ("skills", "traits", "gear", "track", "attack", "defend", "initiative"),
    WYRD_ABACUS: ("body", "mind", "soul", "wyrd", "facets"),
    METTLE: ("focus", "nature", "poise", "frame", "motive", "armor", "armour", "backgrounds", "called", "load"),
}
"""The keys of a sheet, by game."""
_OTHER_SPELLINGS = ("armour",)
_VALUES = ("dr", "value", "difficulty")


def add(game: str) -> str:
    """What to do so that a table plays a game."""
    return f'add "{game}" to "systems" to play it'


class GameKeys:
    """The keys of every sheet and the names of every difficulty; `References` is told what is another game's."""

    def __init__(self, references: References) -> None:
        self.references = references
        self.systems = references.systems
        self.main = references.main

    def check(self) -> None:
        """All checks."""
        data = self.references.data
        for path, member in (*tables(data, "party"), *tables(data, "cast")):
            self._own(path, member)
            more = member.get("sheets")
            for game, sheet in more.items() if isinstance(more, dict) else ():
                if isinstance(sheet, dict) and game in GAMES:
                    self._further((*path, "sheets", game), game, sheet)
        for path, challenge in self.references.all_challenges():
            self._difficulty(path, challenge)
        for chapter_path, chapter in ((), data), *chapters(data):
            for path, clue in tables(chapter, "clues", chapter_path):
                self._difficulty(path, clue)

    def _own(self, path: Path, member: Table) -> None:
        """Keys of a character itself, which are the main game's."""
        for game, keys in SHEET.items():
            for key in keys if game != self.main else ():
                if key in member:
                    self._say((*path, key), f"{quoted(key)} belongs to {the_game(game)}; {self._where(game)}")

    def _where(self, game: str) -> str:
        under = f'put it under "sheets.{game}"'
        if game in self.systems:
            return under
        if self.main == WYRD_ENGINE:
            return f'{under}, and add "{game}" to "systems"'
        return f"here a character has {', '.join(key for key in SHEET[self.main] if key not in _OTHER_SPELLINGS)}"

    def _further(self, path: Path, game: str, sheet: Table) -> None:
        """Keys of a sheet for a further game."""
        for other, keys in SHEET.items():
            where = "write it on the character itself" if other == self.main else f'put it under "sheets.{other}"'
            for key in keys if other != game else ():
                if key in sheet:
                    self._say((*path, key), f"{quoted(key)} belongs to {the_game(other)}; {where}")
        if game not in self.systems and game != WYRD_ENGINE:
            self._say(path, f"nobody plays {the_game(game)} at this table: {add(game)}", warning=True)

    def _difficulty(self, path: Path, table: Table) -> None:
        """A difficulty by name, which must be a name of the game that the challenge follows."""
        game = game_of(table, self.main)
        low, high = PLAYED[game].difficulties
        for key in _VALUES:
            value = table.get(key)
            # What is beyond the schema's bounds has been told already.
            if isinstance(value, int) and not low <= value <= high and abs(value) <= 999:
                self._say((*path, key), f"{quoted(key)}: must be from {low} to {high}")
            name = rung_name(value) if isinstance(value, str) else ""
            own = LADDERS.get(game, {})
            if not name or name in own or "type" in table:
                continue
            whose = " and ".join(the_game(other) for other, ladder in LADDERS.items() if name in ladder)
            has = f"{the_game(game)} has {', '.join(own)}" if own else f"a challenge of {the_game(game)} takes a number"
            self._say((*path, key), f"{quoted(value)} is a rung of {whose}; {has}")

    def _say(self, path: Path, message: str, *, warning: bool = False) -> None:
        self.references.say(path, message, warning=warning)
