"""A validated scenario as its checks see it: where each entry stands in the file, and the problems found so far."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Set
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar, get_args

from wyrd_tui.store.files.clean import quote_text
from wyrd_tui.store.files.problems import MOST_PROBLEMS, Problem, suggest_word
from wyrd_tui.store.scenarios import presets
from wyrd_tui.store.scenarios.amounts import MOST_PLAYERS, compute_amount
from wyrd_tui.store.scenarios.fields import Entry, Formula, RefersTo
from wyrd_tui.store.scenarios.games import game_of_type

if TYPE_CHECKING:
    from wyrd_tui.store.files.problems import KeyPath
    from wyrd_tui.store.files.tomlfile import Document
    from wyrd_tui.store.scenarios.character_models import CharacterEntry
    from wyrd_tui.store.scenarios.page_models import ChallengeEntry, ClueEntry
    from wyrd_tui.store.scenarios.scenario_models import ScenarioFile

EntryKeys = TypeVar("EntryKeys", bound=Entry)

USUAL_PLAYER_RANGE = (3, 5)
_WALKED = (Entry, str, list, dict)


class TooManyProblems(Exception):  # noqa: N818 - an end, not an error
    """More is wrong with a file than anybody reads at once."""


class Examination:
    """A scenario under examination.

    Attributes:
        file: The validated scenario.
        main: The id of its first game.
        found: The problems and warnings so far.
        people: Everybody that the scenario may refer to, by id.
        challenges: Every challenge that it may refer to, by id.
    """

    def __init__(self, document: Document, file: ScenarioFile) -> None:
        self.file = file
        self.main = file.systems[0]
        self.found: list[Problem] = []
        self.people: dict[str, Entry] = {}
        self.challenges: dict[str, Entry] = {}
        self._document = document
        self._stands: dict[int, tuple[KeyPath, Mapping[str, Any]]] = {}
        self._formulas: list[tuple[Formula, Entry, KeyPath]] = []
        self._references: list[tuple[str, str, Entry, KeyPath]] = []
        self._walk(file, document.data, (), file, (), "")

    def _walk(self, value: Any, raw: Any, path: KeyPath, owner: Entry, keys: KeyPath, noun: str) -> None:  # noqa: ANN401
        """Note where each entry below a value stands, and the amounts and references there.

        Args:
            value: Any part of the scenario.
            raw: The same part as the file has it.
            path: The place of the part in the file.
            owner: The entry that the part belongs to.
            keys: The place of the part in that entry.
            noun: The kind of thing that texts in the part refer to; empty where they refer to nothing.
        """
        if isinstance(value, Entry):
            table = raw if isinstance(raw, dict) else {}
            self._stands[id(value)] = path, table
            nouns = _nouns(type(value))
            for field in value.model_fields_set:
                inner = getattr(value, field)
                if isinstance(inner, _WALKED):
                    key = _written(value, field, table)
                    self._walk(inner, table.get(key), (*path, key), value, (field,), nouns.get(field, ""))
        elif isinstance(value, Formula):
            self._formulas.append((value, owner, keys))
        elif isinstance(value, str):
            if noun:
                self._references.append((value, noun, owner, keys))
        else:
            pairs = value.items() if isinstance(value, dict) else enumerate(value)
            # A short form may be a list where its entry has a table, or the reverse.
            inside = raw if isinstance(raw, dict) else dict(enumerate(raw)) if isinstance(raw, list) else {}
            for part, inner in pairs:
                if isinstance(inner, _WALKED):
                    self._walk(inner, inside.get(part), (*path, part), owner, (*keys, part), noun)

    # -------------------------------------------------------------- reports

    def error(self, message: str, entry: Entry, *keys: str | int, also: Entry | None = None) -> None:
        """Report an error at a key of an entry, or at the entry; `also` is another that the message refers to.

        Raises:
            TooManyProblems: If so many problems were found that nobody reads more.
        """
        if also is not None:
            message = f"{message}; see line {self._document.problem(self._path(also), '').line}"
        self.found.append(self._document.problem(self._path(entry, *keys), message))
        if len(self.found) > MOST_PROBLEMS:
            raise TooManyProblems

    def warn(self, message: str, entry: Entry, *keys: str | int) -> None:
        """Report a likely slip, which may be meant."""
        self.found.append(self._document.problem(self._path(entry, *keys), message, warning=True))

    def refer(self, name: str, known: Collection[str], noun: str, entry: Entry, *keys: str | int) -> None:
        """Report an id that nothing of its kind has."""
        if name not in known:
            self.error(f"there is no {noun} with the id {quote_text(name)}{suggest_word(name, known)}", entry, *keys)

    def written(self, entry: Entry, field: str) -> str:
        """Give the name that the file uses for a field with several names."""
        return _written(entry, field, self._stands[id(entry)][1])

    def _path(self, entry: Entry, *keys: str | int) -> KeyPath:
        path, table = self._stands[id(entry)]
        return (*path, _written(entry, str(keys[0]), table), *keys[1:]) if keys else path

    # -------------------------------------------------------------- what the checks of several games ask

    @property
    def characters(self) -> list[CharacterEntry]:
        """The party and the cast."""
        return [*self.file.party, *self.file.cast]

    def sheets(self, kind: type[EntryKeys]) -> Iterator[EntryKeys]:
        """Give every sheet as a model of a game's keys: of the party, of the cast, and those for further games."""
        for member in self.characters:
            for sheet in (member, *member.sheets.values()):
                if isinstance(sheet, kind):
                    yield sheet

    def game_of(self, challenge: ChallengeEntry | ClueEntry) -> str:
        """Find the game of a challenge: as it says, by its type, or the main game."""
        return getattr(challenge, "game", None) or game_of_type(challenge.type or "") or self.main

    def setting_skills(self) -> Iterator[str]:
        """Give the skills of the setting, and other names for them; those of the usual one where it is unknown."""
        named, shipped = self.file.setting, presets.shipped_settings()
        usual = shipped[presets.DEFAULT_SETTING]
        setting = shipped.get(named or "", usual) if isinstance(named, str | None) else named
        for group in setting.skills.values():
            yield from group
        yield from (*setting.aliases, *setting.aliases.values())

    # -------------------------------------------------------------- checks of what all games share

    def report_references(self) -> None:
        """Report each reference that leads nowhere."""
        known: Mapping[str, Collection[str]] = {
            "challenge": self.challenges,
            "character": self.people,
            "member of the cast": {member.own_id for member in self.file.cast},
            "setting": presets.shipped_settings(),
            "shipped track": presets.shipped_tracks(),
            "track": {*presets.shipped_tracks(), *self.file.tracks},
        }
        for name, noun, entry, keys in self._references:
            self.refer(name, known[noun], noun, entry, *keys)

    def report_amounts(self) -> None:
        """Warn of each amount that leaves its bounds with some number of players."""
        low, high = self.file.players or USUAL_PLAYER_RANGE
        for amount, entry, keys in self._formulas:
            least = max(amount.low, 1) if getattr(entry, "type", None) else amount.low
            for players in range(low, min(MOST_PLAYERS, high) + 1):
                value = compute_amount(amount, players)
                if not least <= value <= amount.high:
                    fault = f"with {players} players this is {value}; {least} to {amount.high} is possible"
                    self.warn(fault, entry, *keys)
                    break


class Ratings:
    """The names that a challenge of a game may call for: most often, another name is a slip.

    Args:
        check: The scenario.
        known: The names; none where any name will do.
        unknown: The words of a warning about another name, before the name.
    """

    def __init__(self, check: Examination, known: Set[str], unknown: str) -> None:
        self._check = check
        self._known = known
        self._unknown = unknown
        self._folded = {name.casefold() for name in known}

    def look(self, name: str | None, entry: Entry, *keys: str | int) -> None:
        """Warn of a name that is not among them."""
        if name and self._known and name.casefold() not in self._folded:
            self._check.warn(f"{self._unknown} {quote_text(name)}{suggest_word(name, self._known)}", entry, *keys)


@cache
def _nouns(model: type[Entry]) -> Mapping[str, str]:
    """Map the fields of a model that refer to something to the noun of what they refer to."""
    found = {field: _noun((info.annotation, *info.metadata)) for field, info in model.model_fields.items()}
    return {field: noun for field, noun in found.items() if noun}


def _noun(parts: Iterable[Any]) -> str:
    nouns = (part.noun if isinstance(part, RefersTo) else _noun(get_args(part)) for part in parts)
    return next(filter(None, nouns), "")


def _written(entry: Entry, field: str, table: Mapping[str, Any]) -> str:
    """Find the name of a field in the table that its entry was read from."""
    if field in table or (info := type(entry).model_fields.get(field)) is None:
        return field
    names = (str(choice) for choice in getattr(info.validation_alias, "choices", ()))
    return next((name for name in names if name in table), field)
