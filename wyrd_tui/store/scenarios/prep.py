"""A game's part in scenarios, and the examination that its report adds to; `games` lists the parts."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence, Set
from typing import Generic

from wyrd_tui.engine.blank import no_text
from wyrd_tui.engine.frozen import Frozen
from wyrd_tui.engine.letters import quote_text
from wyrd_tui.engine.named_tuple import NamedTuple
from wyrd_tui.engine.page import Page
from wyrd_tui.engine.sheet import Sheet, Trait
from wyrd_tui.engine.spelling import suggest_in_problem
from wyrd_tui.engine.state import Challenge, Condition, RuleValue
from wyrd_tui.store.files.problems import MOST_PROBLEMS, KeyPath, Problem
from wyrd_tui.store.files.tomlfile import Document
from wyrd_tui.store.scenarios.fields import AnyEntry, Entry, spellings
from wyrd_tui.store.scenarios.page_models import ChallengeEntry
from wyrd_tui.store.scenarios.story_models import Character, StoryModel
from wyrd_tui.store.scenarios.tracks import Measure

MOST_IDS = 12
"""Ids of a kind that are listed where none is like the one that is written."""


class Examination:
    """A scenario under examination.

    Attributes:
        file: The validated scenario.
        main: The id of its first game.
        found: The problems and warnings so far.
        party: The players' characters.
        people: All characters, by id.
        shipped: The shipped characters, by id.
        ratings: The ratings that anybody may have in each game, by their names without case.
    """

    def __init__(self, document: Document, file: StoryModel, shipped: Mapping[str, Character]) -> None:
        self.file = file
        self.main = file.systems[0]
        self.found: list[Problem] = []
        self._document = document
        self._owners = {id(value): (owner, keys) for owner, keys, value in file.parts}
        self.party: Sequence[Character] = ()
        self.people: Mapping[str, Character] = {}
        self.shipped = shipped
        self.ratings: dict[str, dict[str, str]] = {}

    def error(self, message: str, entry: Entry, *keys: str | int, also: Entry | None = None) -> None:
        """Report an error at a key of an entry, or at the entry; `also` is another that the message refers to."""
        if also is not None:
            message = f"{message}; see line {self._document.problem(self.path(also), '').line}"
        self.found.append(self._document.problem(self.path(entry, *keys), message))

    def warn(self, message: str, entry: Entry, *keys: str | int) -> None:
        """Report a likely slip, which may be meant."""
        self.found.append(self._document.problem(self.path(entry, *keys), message, warning=True))

    def refer(self, name: str, known: Collection[str], noun: str, entry: Entry, *keys: str | int) -> None:
        """Report an id that nothing of its kind has, with the likeliest that has one, or the first of them.

        Where all of them can be listed, only a slip of the pen is answered by the likeliest.
        """
        if name not in known:
            others = sorted({*known} - {entry.own_id})
            more = " …" if len(others) > MOST_IDS else ""
            few = f"; possible: {', '.join(others[:MOST_IDS])}{more}" if others else ""
            hint = self._hint(name, known, 0.6 if more else 0.75) or few
            self.error(f"there is no {noun} with the id {quote_text(name)}{hint}", entry, *keys)

    def rating(self, game: str, name: str | None, entry: Entry, *keys: str | int) -> None:
        """Warn of a rating that nobody has in a game; most often it is a slip."""
        known = self.ratings[game]
        if name and known and name.casefold() not in known:
            hint = self._hint(name, known.values())
            self.warn(f"no skill list and no sheet has {quote_text(name)}{hint}", entry, *keys)

    def _hint(self, name: str, known: Collection[str], least: float = 0.6) -> str:
        # A guess takes long, and nobody reads more problems than the first.
        return suggest_in_problem(name, known, least) if len(self.found) <= MOST_PROBLEMS else ""

    def path(self, entry: Entry, *keys: str | int) -> KeyPath:
        """Give the place of an entry, or of a key in it by the name that the file uses, as far as the file has it."""
        owner, inside = self._owners.get(id(entry), (None, ()))
        path = self.path(owner, *inside) if owner is not None else ()
        names = spellings(type(entry), str(keys[0])) if keys else []
        return self._document.known((*path, *names, *keys[1:]))

    def newcomers(self, kind: type[AnyEntry], game: str) -> Iterator[AnyEntry]:
        """Give the sheets for a game of players' characters who are like nobody, as models of its keys."""
        for member in self.party:
            yield from () if member.like else member.sheets_of(kind, game, self.main)

    def warn_of_no_side(self, fighter: Character) -> None:
        """Warn of a fighter whose side nobody names (WE-87); a player's character has none to name."""
        if getattr(fighter, "side", "") is None:
            who, key = (fighter.name, "name") if fighter.name else (fighter.own_id, "like")
            rest = 'is neutral in a fight; write side = "foes" to have them fight the party'
            self.warn(f"{quote_text(who)} {rest}", fighter, key)


class Habit(NamedTuple):
    """Words of other tools for one key of this format, separated by spaces, and the advice that answers them."""

    key: str
    words: str
    advice: str = ""


class GamePrep(Frozen, Generic[AnyEntry]):
    """A game's part in scenarios.

    Attributes:
        id: The id of the game.
        keys: The model of its keys on a sheet.
        sheet: Makes a sheet of the keys of a character and of those that it is like.
        report: Reports breaches of its texts and likely slips; runs for each scenario, whether or not
            its table plays the game.
        ratings: The names that a challenge of the game may call for; none where any name will do.
        rating: Spells such a name as its sheets do.
        rolls_as_one: Returns whether one of the cast with such a sheet is a mook where the scenario says no kind.
        conditions: The conditions that its sheet brings.
        challenge: Adds what its own keys say to a challenge of the game.
        pages: The pages that its tables have beside those of a scenario, each with the page mark that it begins with.
        belongings: The shipped traits and gear that an actor may be given.
        default_track: The track of characters whose sheet names none, by the house rules of a scenario; empty for none.
        habits: Words of other tools for what stands on its sheets.
        ratings_key: The key of its sheets that lists ratings by name; empty where none does.
    """

    id: str
    keys: type[AnyEntry]
    sheet: Callable[[AnyEntry, Measure], Sheet]
    report: Callable[[Examination], None]
    ratings: Callable[[Examination], Set[str]] = lambda check: frozenset()
    rating: Callable[[str], str] = str
    rolls_as_one: Callable[[Sheet], bool] = lambda sheet: False
    conditions: Callable[[Sheet], Iterator[Condition]] = lambda sheet: iter(())
    challenge: Callable[[ChallengeEntry, Challenge], Challenge] = lambda entry, challenge: challenge
    pages: Callable[[StoryModel], Iterator[tuple[Page, str]]] = lambda file: iter(())
    belongings: Callable[[], tuple[Trait, ...]] = tuple
    default_track: Callable[[Mapping[str, RuleValue]], str] = no_text
    habits: tuple[Habit, ...] = ()
    ratings_key: str = ""
