"""Scenarios: reading and checking a game master's prep, and beginning a table with it.

A scenario file is only ever read. Its models, and pydantic with them, are imported when the first one is.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from wyrd_tui.engine.dice import Refused, count_noun
from wyrd_tui.engine.frozen import frozen
from wyrd_tui.engine.page import OVER, PAGE_KINDS
from wyrd_tui.engine.rules.ground.tracks import TRACKS, USUAL_TRACK
from wyrd_tui.engine.state import Actor, Book, RuleValue, Scene, State
from wyrd_tui.store.files.clean import quote_text
from wyrd_tui.store.files.problems import Broken, Problem, sort_problems, suggest_word
from wyrd_tui.store.files.tomlfile import Document, read_document
from wyrd_tui.store.scenarios import presets
from wyrd_tui.store.scenarios.amounts import MOST_PLAYERS

if TYPE_CHECKING:
    from wyrd_tui.engine.page import Page
    from wyrd_tui.store.scenarios.scenario_models import PlayerEntry, ScenarioFile

USUAL_PLAYER_COUNT = 4
MOST_FORMATS = 1_000_000


@frozen
class Scenario:
    """A scenario that was read and found sound.

    Attributes:
        file: The validated scenario.
        warnings: Likely slips, which may be meant.
    """

    file: ScenarioFile
    warnings: tuple[Problem, ...] = ()

    @property
    def title(self) -> str:
        """The name of the evening."""
        return self.file.title

    @property
    def players(self) -> tuple[int, int]:
        """The least and the most players that it is made for."""
        low, high = self.file.players or (USUAL_PLAYER_COUNT, USUAL_PLAYER_COUNT)
        return low, high

    @property
    def party(self) -> tuple[str, ...]:
        """Ids of the characters that it begins with unless others are chosen."""
        return tuple(entry.own_id for entry in self.file.party)


def load_scenario(path: str | os.PathLike[str]) -> Scenario:
    """Read and check the scenario at a path.

    Raises:
        Broken: If the file cannot be used, with every problem of it at once.
    """
    # A file comes to thousands of values and no circle of them; to look for circles takes an eighth of the time.
    collecting = gc.isenabled()
    gc.disable()
    try:
        scenario, problems = _examine(read_document(path))
    finally:
        if collecting:
            gc.enable()
    if scenario is None:
        raise Broken(problems)
    return Scenario(scenario, tuple(problems))


def begin_table(scenario: Scenario, *, party: Sequence[str] | None = None, players: int | None = None) -> State:
    """Begin a table with a scenario.

    The table has the party, open to all, the cast and challenges marked `on_stage`, and those of the act marked
    `begins`; a game with a time between scenes starts in it (WA-42). The book has everything else. Characters without a
    track get the one that `[rules]` names (WE-85), unless damage is not played (WE-96).

    Args:
        scenario: The scenario.
        party: Ids of other characters than the scenario's party: from it, from the cast, or shipped ones.
        players: The number for which amounts are computed; that of the party where it is missing.

    Raises:
        Refused: If nobody has one of the ids.
    """
    from wyrd_tui.store.scenarios import build  # needed once a scenario is there
    from wyrd_tui.store.scenarios.scenario_models import CastEntry, shipped_people

    file = scenario.file
    entries: dict[str, PlayerEntry | CastEntry] = {entry.own_id: entry for entry in file.party}
    entries |= {entry.own_id: entry for entry in file.cast}
    chosen = tuple(dict.fromkeys(scenario.party if party is None else party))
    shipped = presets.shipped("characters")
    for name in chosen:
        if name not in entries and name not in shipped:
            raise Refused(f"Nobody has the id {quote_text(name)}{suggest_word(name, (*entries, *shipped)) or '.'}")
    count = players or len(chosen) or scenario.players[0]
    people = build.Builder(count, game=file.systems[0], entries=entries)
    people.tracks = {name: people.track(parts) for name, parts in file.tracks.items()}
    rules: dict[str, RuleValue] = file.rules.model_dump(exclude_none=True) if file.rules else {}
    if rules.get("damage") != "none":
        people.default = people.track([str(rules.get("track", USUAL_TRACK))])
    heroes = {name: people.player(name, entries.get(name) or shipped_people()[name]) for name in chosen}
    cast = {
        name: actor
        for entry in file.cast
        if (name := entry.own_id) not in heroes and (actor := people.member(name, entry)).count
    }
    npcs = {
        name: people.member(name, entry)
        for name, entry in shipped_people().items()
        if isinstance(entry, CastEntry)
        and name not in {**heroes, **cast}
        and not entry.sheets.keys().isdisjoint(file.systems)
    }
    pages = build.PageCollector(file, count, cast, heroes)
    state = State(
        title=file.title,
        games=tuple(file.systems),
        rules=rules,
        setting=replace(file.world, tracks=people.tracks),
        actors=heroes | {name: cast[name] for entry in file.cast if entry.on_stage and (name := entry.own_id) in cast},
        challenges={name: pages.challenges[name] for name in pages.laid},
        counters={**pages.counters, **file.counters},
        marks=pages.marks,
        book=Book(tuple(pages.pages), cast, pages.challenges, npcs, build.shipped_belongings(file.systems), file.steps),
    )
    return _open(state, pages.begins)


def shipped_players() -> dict[str, Actor]:
    """Make the shipped characters players' characters, by id, each with the usual track."""
    from wyrd_tui.store.scenarios import build  # brings pydantic along
    from wyrd_tui.store.scenarios.scenario_models import shipped_people

    people = build.Builder(USUAL_PLAYER_COUNT, default=TRACKS[USUAL_TRACK])
    return {name: people.player(name, shipped_people()[name]) for name in presets.shipped("characters")}


def summarise_start(scenario: Scenario, players: int | None = None) -> str:
    """Describe the start of a table, in a line for each number of players that makes a difference."""
    low, high = scenario.players
    counts = (players,) if players else range(low, min(high, MOST_PLAYERS) + 1)
    lines: dict[str, list[int]] = {}
    for count in counts:
        lines.setdefault(", ".join(_counted(begin_table(scenario, players=count))), []).append(count)
    return "\n".join(f"with {_range(numbers)}: {line}" for line, numbers in lines.items())


def _examine(document: Document) -> tuple[ScenarioFile | None, list[Problem]]:
    """Validate a document and run the checks; give the scenario unless it has errors, and all problems."""
    from pydantic import ValidationError  # slow to import, and only files need it

    from wyrd_tui.store.scenarios.check import find_problems
    from wyrd_tui.store.scenarios.examination import Examination
    from wyrd_tui.store.scenarios.scenario_models import ScenarioFile
    from wyrd_tui.store.scenarios.story_models import SCENARIO_FORMAT

    number = document.data.get("scenario_format")
    if type(number) is int and number > SCENARIO_FORMAT:
        # The rest would be judged by a format that it does not follow.
        told = number if number < MOST_FORMATS else "unknown"
        newer = f"the scenario is for a newer version of this program (format {told}, this one knows {SCENARIO_FORMAT})"
        return None, [document.problem(("scenario_format",), newer)]
    try:
        file = ScenarioFile.model_validate(document.data)
    except ValidationError as error:
        from wyrd_tui.store.scenarios.explain import explain_refusal  # only a refused file needs it

        return None, sort_problems(explain_refusal(document, error))
    found = sort_problems(find_problems(Examination(document, file)))
    return file if all(problem.warning for problem in found) else None, found


def _open(state: State, page: Page | None) -> State:
    """Open the act that the scenario begins with; where a game has a time between scenes, `B` does (WA-07, WA-42)."""
    from wyrd_tui.engine.rules.games import games_played  # the rules of every game

    if any(game.pauses for game in games_played(state)):
        return replace(state, scene=Scene(page=page.id if page else "", between=True))
    if page is None:
        return state
    coming = {name: state.book.cast[name] for name in page.brings}
    laid = {name: state.book.challenges[name] for name in page.challenges}
    return replace(
        state,
        scene=Scene(title=page.title, page=page.id),
        actors={**state.actors, **coming},
        challenges={**state.challenges, **laid},
        marks={**state.marks, page.id: "begun"},
    )


def _counted(state: State) -> Iterator[str]:
    party = [actor for actor in state.actors.values() if actor.side == "party" and actor.kind == "pc"]
    yield count_noun(len(party), "character") if party else "no characters yet"
    groups = [actor for actor in state.book.cast.values() if actor.kind == "mook"]
    if groups:
        crowd = ", ".join(f"{actor.count} × {actor.name}" if actor.count > 1 else actor.name for actor in groups[:4])
        more = f" and {len(groups) - 4} more" if len(groups) > 4 else ""
        yield f"{count_noun(len(groups), 'group')} of mooks ({crowd}{more})"
    clocks = [rod.kind == "clock" for rod in state.book.challenges.values()]
    counts = {"named NPC": len(state.book.cast) - len(groups), "challenge": clocks.count(False), "clock": sum(clocks)}
    counts |= {row.word: 0 for row in PAGE_KINDS.values() if row.counted}
    for page in state.book.pages:
        is_part = page.kind == "act" and page.parent
        is_shipped = page.kind == "table" and page.id in presets.shipped("random_tables")
        if PAGE_KINDS[page.kind].counted and not is_part and not is_shipped and state.marks.get(page.id) != OVER:
            counts[PAGE_KINDS[page.kind].word] += 1
    yield from (count_noun(number, word) for word, number in counts.items() if number)


def _range(numbers: list[int]) -> str:
    if len(numbers) == 1:
        return count_noun(numbers[0], "player")
    return f"{numbers[0]} to {numbers[-1]} players" if numbers[-1] - numbers[0] == len(numbers) - 1 else "some players"
