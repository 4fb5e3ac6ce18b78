"""Live tables and scenarios to choose from on the start screen."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.frozen import Frozen
from wyrd_tui.engine.named_tuple import NamedTuple
from wyrd_tui.engine.state import State
from wyrd_tui.engine.voices import game_name

if TYPE_CHECKING:
    from wyrd_tui.store.tables.listing import TableInfo

LAST_ACTS = 12
"""Acts whose lines are shown of a table that is chosen."""


class ShippedCharacter(NamedTuple):
    """A character that a player may take."""

    id: str
    name: str
    concept: str = ""
    own: bool = False


class PreparedScenario(Frozen):
    """A scenario that was looked into.

    Attributes:
        path: Its file.
        title: The title of the evening; the file's name where it cannot be read.
        about: Format, players and, where they are known, hours, each in a few words.
        party: Ids of the characters that it begins with.
        people: Its own characters, and then the shipped ones.
        players: The least and the most players it is made for.
        problems: Problems of the file, each as `path:line:column: message`; errors before warnings.
        usable: Whether a table can begin with it.
        games: The games that it is played by.
        premise: The premise of the evening, in its author's words.
        acts: The titles of its acts and scenes.
        opening: The scene that it begins in, with whom and what that brings; empty where none has begun.
    """

    path: Path
    title: str
    about: tuple[str, ...] = ()
    party: tuple[str, ...] = ()
    people: tuple[ShippedCharacter, ...] = ()
    players: tuple[int, int] = (4, 4)
    problems: tuple[str, ...] = ()
    usable: bool = True
    games: str = ""
    premise: str = ""
    acts: tuple[str, ...] = ()
    opening: str = ""


def range_words(numbers: Sequence[int | float], one: str, many: str) -> str:
    """A range in words: `3 players`, `2–4 hours`."""
    low, high = f"{numbers[0]:g}", f"{numbers[-1]:g}"
    return f"{low}–{high} {many}" if low != high else f"{low} {one if low == '1' else many}"


class DiskCatalogue:
    """Tables and scenarios on the disk; what reads files is imported when the first one is read.

    A table is an object that `open_table` and `begin` hand out.
    """

    def tables(self) -> Sequence[TableInfo]:
        """Return all live tables, the most recent first."""
        from wyrd_tui.store.tables import listing

        return listing.list_tables()

    def scenarios(self) -> Sequence[Path]:
        """The GM's own scenarios, those in the folder that one is in, then the shipped ones."""
        from wyrd_tui.store.files import folders
        from wyrd_tui.store.tables import names

        return [*folders.own_scenarios(), *names.scenarios_here(), *folders.shipped_scenarios()]

    def look_into(self, path: Path) -> PreparedScenario:
        """Describe a scenario's file, or what is wrong with it."""
        from wyrd_tui.engine.letters import clean
        from wyrd_tui.engine.rules.shared.first_scene import describe_opening
        from wyrd_tui.store.files.problems import Broken
        from wyrd_tui.store.scenarios import presets, scenario

        try:
            found = scenario.load_scenario(path)
            state = scenario.begin_table(found)
        except Broken as broken:
            # Errors, which keep a table from beginning, are told before warnings.
            problems = sorted(broken.problems, key=lambda problem: problem.warning)
            return PreparedScenario(path, clean(path.stem), problems=tuple(map(str, problems)), usable=False)
        except (Refused, OSError) as problem:
            return PreparedScenario(
                path, clean(path.stem), problems=(f"{clean(str(path))}:1:1: {problem}",), usable=False
            )
        own = [ShippedCharacter(who, state.actors[who].name, state.actors[who].concept, True) for who in found.party]
        words = [found.file.format, range_words(found.players, "player", "players")]
        if hours := found.file.hours:
            words.append(range_words(hours, "hour", "hours"))
        people = {**state.book.shipped, **state.book.cast}
        others = [people[who] for who in presets.shipped("characters") if who in people and who not in found.party]
        return PreparedScenario(
            path,
            found.file.title,
            tuple(words),
            found.party,
            (*own, *(ShippedCharacter(actor.id, actor.name, actor.concept) for actor in others)),
            found.players,
            tuple(map(str, found.warnings)),
            games=", ".join(game_name(game) for game in found.file.systems),
            premise=found.file.premise,
            acts=tuple(page.title for page in state.book.pages if page.kind == "act" and not page.parent),
            opening=describe_opening(state),
        )

    def last_lines(self, path: Path) -> Sequence[str]:
        """Return the last lines of a table's log, oldest first; none where they cannot be read."""
        from wyrd_tui.store.files.codec import Unreadable
        from wyrd_tui.store.tables import opening

        try:
            acts = opening.open_table(path, read_only=True).recent(LAST_ACTS)
        except (Unreadable, OSError):
            return ()
        return [act.headline for act in acts if act.log]

    def open_table(self, path: Path) -> object:
        """The live table of a save.

        Raises:
            Refused: If the save cannot be read.
            OSError: If a copy's new table cannot be made.
        """
        from wyrd_tui.store.files.codec import Unreadable
        from wyrd_tui.store.tables import opening

        try:
            return opening.open_table(path)
        except Unreadable as problem:
            raise Refused(str(problem)) from None

    def begin(self, path: Path, party: Sequence[str], players: int) -> object:
        """A new table from a scenario.

        Raises:
            Refused: If the scenario is broken, or the disk refuses the table.
        """
        from wyrd_tui.store.files.problems import Broken
        from wyrd_tui.store.scenarios import scenario

        try:
            state = scenario.begin_table(scenario.load_scenario(path), party=party, players=players)
        except Broken as problem:
            raise Refused(str(problem)) from None
        return self._create(state)

    def begin_empty(self, games: Sequence[str]) -> object:
        """A new table of some games without a scenario.

        Raises:
            Refused: If the disk refuses the table.
        """
        from wyrd_tui.store.scenarios import scenario

        return self._create(scenario.begin_empty(games))

    def _create(self, state: State) -> object:
        from wyrd_tui.store.tables import opening

        try:
            return opening.create_table(state)
        except OSError as refused:
            from wyrd_tui.store.files.folders import tables_folder
            from wyrd_tui.store.files.regular import refusal_reason

            raise Refused(
                f"No table can be made in {tables_folder()}: {refusal_reason(refused)}. Free some space there, or "
                "set WYRD_HOME to another folder; `wyrd where` shows the folders."
            ) from None
