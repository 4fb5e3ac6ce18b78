"""The record of a game's part in scenarios; `games` is the list of the records."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Set
from typing import Generic, NamedTuple, TypeVar

from wyrd_tui.engine.frozen import frozen
from wyrd_tui.engine.page import Page
from wyrd_tui.engine.sheet import Sheet, Trait
from wyrd_tui.engine.state import Challenge, Condition
from wyrd_tui.store.scenarios.examination import Examination
from wyrd_tui.store.scenarios.fields import Entry
from wyrd_tui.store.scenarios.page_models import ChallengeEntry
from wyrd_tui.store.scenarios.story_models import Story
from wyrd_tui.store.scenarios.tracks import Measure

EntryKeys = TypeVar("EntryKeys", bound=Entry)


class Habit(NamedTuple):
    """Words of other tools for one key of this format, separated by spaces, and the advice that answers them."""

    key: str
    words: str
    advice: str = ""


@frozen
class GamePrep(Generic[EntryKeys]):
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
        pages: The pages that its tables have beside those of a scenario, each with the mark that it begins with.
        belongings: The shipped traits and gear that an actor may be given.
        habits: Words of other tools for what stands on its sheets.
        ratings_key: The key of its sheets that lists ratings by name; empty where none does.
    """

    id: str
    keys: type[EntryKeys]
    sheet: Callable[[EntryKeys, Measure], Sheet]
    report: Callable[[Examination], None]
    ratings: Callable[[Examination], Set[str]] = lambda check: frozenset()
    rating: Callable[[str], str] = str
    rolls_as_one: Callable[[Sheet], bool] = lambda sheet: False
    conditions: Callable[[Sheet], Iterator[Condition]] = lambda sheet: iter(())
    challenge: Callable[[ChallengeEntry, Challenge], Challenge] = lambda entry, challenge: challenge
    pages: Callable[[Story], Iterator[tuple[Page, str]]] = lambda file: iter(())
    belongings: Callable[[], tuple[Trait, ...]] = tuple
    habits: tuple[Habit, ...] = ()
    ratings_key: str = ""
