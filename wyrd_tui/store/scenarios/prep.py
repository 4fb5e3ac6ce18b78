"""The record of a game's part in making a table of a scenario; `games.preps` is the list of the records."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Set
from typing import TYPE_CHECKING, Generic, TypeVar

from wyrd_tui.engine.frozen import frozen
from wyrd_tui.store.scenarios.fields import Entry
from wyrd_tui.store.scenarios.measure import Measure

if TYPE_CHECKING:
    from wyrd_tui.engine.page import Page
    from wyrd_tui.engine.sheet import Sheet
    from wyrd_tui.engine.state import Actor
    from wyrd_tui.store.scenarios.check import Examination
    from wyrd_tui.store.scenarios.scenario_models import ScenarioFile

EntryKeys = TypeVar("EntryKeys", bound=Entry)


def _unchanged(actor: Actor) -> Actor:
    return actor


def _no_pages(file: ScenarioFile) -> Iterator[tuple[Page, str]]:
    return iter(())


def _none_known(check: Examination) -> Set[str]:
    return frozenset()


@frozen
class GamePrep(Generic[EntryKeys]):
    """A game's part in making a table of a scenario.

    Attributes:
        id: The id of the game.
        sheet: Builds its sheet from an entry, on top of the sheet of the character that the entry is like, if any.
        report: Reports breaches of its texts and likely slips; runs for each scenario, whether or not
            its table plays the game.
        ratings: The names that a challenge of the game may call for; none where any name will do.
        unknown: The words of a warning about another name, before the name.
        rating: Spells such a name as its sheets do.
        finished: Adds to an actor what follows from the whole sheet.
        pages: The pages that its tables have beside those of a scenario, each with the mark that it begins with.
        counters: The counters that the game keeps by itself.
    """

    id: str
    sheet: Callable[[EntryKeys, Sheet | None, Measure], Sheet]
    report: Callable[[Examination], None]
    ratings: Callable[[Examination], Set[str]] = _none_known
    unknown: str = ""
    rating: Callable[[str], str] = str
    finished: Callable[[Actor], Actor] = _unchanged
    pages: Callable[[ScenarioFile], Iterator[tuple[Page, str]]] = _no_pages
    counters: Set[str] = frozenset()
