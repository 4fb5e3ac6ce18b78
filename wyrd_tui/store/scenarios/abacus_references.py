"""What a scenario of the Wyrd Abacus must get right beside its ids: whose key is whose, types, values, creation."""

from __future__ import annotations

from wyrd_tui.engine.rules.wyrd_abacus.numbers import ABILITIES, TYPES
from wyrd_tui.engine.rules.wyrd_abacus.points import creation_faults
from wyrd_tui.engine.state import WYRD_ABACUS, the_game
from wyrd_tui.store.files.clean import quoted
from wyrd_tui.store.files.positions import Path
from wyrd_tui.store.scenarios.amounts import LADDERS, NoAmount, reckon, rung_name
from wyrd_tui.store.scenarios.game_keys import add
from wyrd_tui.store.scenarios.references import References, Table, chapters, game_of, is_laid_out, tables, texts
from wyrd_tui.store.scenarios.stage_references import StageRules

MOST_CHARACTERS = 4
"""How many players the game is for (WA-01)."""

HIGHEST = 6
"""The greatest result of a Wyrd roll (WA-38)."""

_OWN = ("type", "springs", "by_wyrd")
_VALUES = ("value", "dr", "difficulty")
_ADD = add(WYRD_ABACUS)


class Abacus:
    """The Wyrd Abacus's share in the checks of a document; `References` is told what does not fit."""

    def __init__(self, references: References) -> None:
        self.references = references
        self.data = references.data
        self.main = references.main
        self.played = WYRD_ABACUS in references.systems

    def check(self) -> None:
        """All checks."""
        StageRules(self.references, played=self.played).check()
        for path, challenge in self.references.all_challenges():
            self._challenge(path, challenge)
        for chapter_path, chapter in ((), self.data), *chapters(self.data):
            for path, clue in tables(chapter, "clues", chapter_path):
                if is_laid_out(clue):
                    self._clue(path, clue)
        self._sheets()
        self._scenes()
        if self.main == WYRD_ABACUS:
            self._players()

    # -------------------------------------------------------------- challenges

    def _challenge(self, path: Path, challenge: Table) -> None:
        game = game_of(challenge, self.main)
        say = self.references.say
        own = [key for key in _OWN if key in challenge]
        if game != WYRD_ABACUS:
            for key in own:
                say((*path, key), f"{quoted(key)} belongs to the Wyrd Abacus, and this is a challenge of another game")
            return
        if own and not self.played:
            say((*path, own[0]), f"{quoted(own[0])} belongs to the Wyrd Abacus: {_ADD}")
        if "type" in challenge:
            self._typed(path, challenge)
        elif not ({"clock", "successes"} & challenge.keys()):
            say(path, f'a challenge of the Wyrd Abacus needs a "type": {_types()}; or a "clock"')
        elif "by_wyrd" in challenge:
            say((*path, "by_wyrd"), '"by_wyrd" goes with a "type" and a "value"')

    def _typed(self, path: Path, challenge: Table) -> None:
        """A challenge of one of the nine types: a value of its own, and nothing of the Wyrd Engine's."""
        say = self.references.say
        given = next((key for key in _VALUES if key in challenge), "")
        if "skills" in challenge:
            say((*path, "skills"), '"skills" belongs to the Wyrd Engine; here the type says which ability counts')
        if not given:
            reach = "which a die and points must reach: 2 is trivial, 5 an obstacle, 7 and more grave"
            say(path, f'a typed challenge needs a "value", {reach}')
        elif given != "value":
            whose = "the Wyrd Engine" if given == "dr" else "other games"
            say((*path, given), f'{quoted(given)} belongs to {whose}; a typed challenge has a "value"')
        elif isinstance(value := challenge[given], str) and (name := rung_name(value)):
            whose = next(game for game, ladder in LADDERS.items() if name in ladder)
            say(
                (*path, given),
                f"{quoted(value)} is a rung of {the_game(whose)}; the value of a typed challenge is a number",
            )

        self._by_wyrd(path, challenge)

    def _by_wyrd(self, path: Path, challenge: Table) -> None:
        """Warn of a challenge that no Wyrd roll can meet, since its result is the highest die (WA-38, C-25)."""
        value = challenge.get("value")
        if challenge.get("by_wyrd") is not True or not isinstance(value, int | str):
            return
        try:
            least = min(reckon(value, players) for players in range(1, MOST_CHARACTERS + 1))
        except NoAmount:
            return
        if least > HIGHEST:
            never = f"no Wyrd roll can meet it: its result is the highest die, {HIGHEST} at most (WA-38)"
            self.references.say((*path, "value"), never, warning=True)

    def _clue(self, path: Path, clue: Table) -> None:
        if "type" in clue:
            if not self.played:
                self.references.say((*path, "type"), f'"type" belongs to the Wyrd Abacus: {_ADD}')
            self._typed(path, clue)
        elif self.main == WYRD_ABACUS:
            key = next(key for key in _VALUES if key in clue)
            self.references.say((*path, key), f'a clue that is laid out needs a "type", too: {_types()}')

    def _scenes(self) -> None:
        """Challenges that a scene waits for (WA-14)."""
        for path, scene in chapters(self.data):
            own = {(*path, "challenges"), (*path, "clues")}
            for place, name in texts(scene, "after", path):
                self.references.refer(place, name, self.references.challenges, "challenge")
                if self.references.challenges.get(name, ())[:-1] in own:
                    only = "the scene lays it out itself, so something else must have laid it out before"
                    self.references.say(place, f"{quoted(name)}: {only}", warning=True)

    # -------------------------------------------------------------- characters

    def _sheets(self) -> None:
        for path, member in tables(self.data, "party"):
            place, sheet = self._abacus_sheet(path, member)
            if place:
                self._creation(place, sheet, member)

    def _abacus_sheet(self, path: Path, member: Table) -> tuple[Path, Table]:
        """The sheet of this game in an entry of the party; without a path where it has none."""
        more = member.get("sheets")
        further = more.get(WYRD_ABACUS) if isinstance(more, dict) else None
        if isinstance(further, dict):
            return (*path, "sheets", WYRD_ABACUS), further
        return (path, member) if self.main == WYRD_ABACUS else ((), {})

    def _creation(self, path: Path, sheet: Table, member: Table) -> None:
        """Whether a new character follows the rules of creation; the GM may know better, so it only warns (WA-03)."""
        if "like" in member or (isinstance(member.get("sheets"), dict) and sheet is member and len(member["sheets"])):
            return
        missing = [label for name, label in ABILITIES.items() if name not in sheet]
        if missing:
            self._warn(path, f"has Body, Mind and Soul; this one lacks {_and(missing)} (WA-03)")
            return
        scores = [sheet[name] for name in ABILITIES]
        if all(isinstance(score, int) and not isinstance(score, bool) for score in scores):
            for fault in creation_faults(scores):
                self._warn((*path, "body"), f"has abilities from 3 to 9, 15 in all – here {fault} (WA-03)")

    def _warn(self, path: Path, rule: str) -> None:
        self.references.say(path, f"a new character {rule}", warning=True)

    def _players(self) -> None:
        """How many play (WA-01)."""
        players = self.data.get("players")
        numbers = players if isinstance(players, list) else [players]
        if any(isinstance(number, int) and number > MOST_CHARACTERS for number in numbers):
            self.references.say(("players",), "the Wyrd Abacus is for 1 to 4 players (WA-01)", warning=True)
        party = self.data.get("party")
        if isinstance(party, list) and len(party) > MOST_CHARACTERS:
            self.references.say(
                ("party", MOST_CHARACTERS), "the Wyrd Abacus is for 1 to 4 players (WA-01)", warning=True
            )


def _types() -> str:
    *most, last = TYPES
    return f"{', '.join(most)} or {last}"


def _and(words: list[str]) -> str:
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))
