"""Scenarios: reading and checking a game master's prep, and beginning a table with it.

A scenario file is only ever read. This module brings its models, and pydantic with them: import it where one is read.
"""

from __future__ import annotations

import os
from collections.abc import Sequence

from pydantic import ValidationError

from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.frozen import Frozen, replace
from wyrd_tui.engine.lesson import Lesson
from wyrd_tui.engine.letters import quote_text
from wyrd_tui.engine.rules.shared.first_scene import open_first_scene
from wyrd_tui.engine.spelling import suggest_in_problem
from wyrd_tui.engine.state import Book, RuleValue, State
from wyrd_tui.engine.voices import game_name
from wyrd_tui.engine.words import join_names
from wyrd_tui.store.files.problems import Broken, Problem, sort_problems
from wyrd_tui.store.files.tomlfile import read_document
from wyrd_tui.store.scenarios import presets
from wyrd_tui.store.scenarios.build import Builder, PageCollector
from wyrd_tui.store.scenarios.check import find_problems
from wyrd_tui.store.scenarios.games import PREPS
from wyrd_tui.store.scenarios.page_models import ChallengeEntry
from wyrd_tui.store.scenarios.scenario_models import CastEntry, CharacterEntry, ScenarioFile, shipped_people
from wyrd_tui.store.scenarios.story_models import SCENARIO_FORMAT

USUAL_PLAYER_COUNT = 4


class Scenario(Frozen):
    """A scenario that was read and found sound, with warnings of likely slips, which may be meant."""

    file: ScenarioFile
    warnings: tuple[Problem, ...] = ()

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
    document = read_document(path)
    number = document.data.get("scenario_format")
    if type(number) is int and number > SCENARIO_FORMAT:
        # The rest would be judged by a format that it does not follow.
        newer = f"the scenario is for a newer version of this program; this one knows format {SCENARIO_FORMAT}"
        raise Broken([document.problem(("scenario_format",), newer)])
    try:
        file = ScenarioFile.model_validate(document.data)
    except ValidationError as error:
        from wyrd_tui.store.scenarios.explain import explain_refusal  # only a refused file needs it

        raise Broken(sort_problems(explain_refusal(document, error))) from None
    found = sort_problems(find_problems(document, file))
    if not all(problem.warning for problem in found):
        raise Broken(found)
    return Scenario(file, tuple(found))


def begin_empty(games: Sequence[str]) -> State:
    """Begin a table of some games without a scenario: nobody is there, and nothing waits in its book."""
    data = {"title": f"An evening of {join_names([*map(game_name, games)])}", "systems": list(games)}
    return begin_table(Scenario(ScenarioFile.model_validate(data)))


def begin_table(scenario: Scenario, *, party: Sequence[str] | None = None, players: int | None = None) -> State:
    """Begin a table with a scenario.

    The table has the party, open to all, the cast and challenges marked `on_stage`, and those of the act marked
    `begins`; a game with a time between scenes starts in it (WA-42). The book has everything else. Characters without a
    track get the one that `[rules]` names (WE-85), unless damage is not played (WE-96).

    A `party` of other characters is given by their ids: from the scenario's party, from the cast, or shipped ones.
    Amounts are computed for a number of `players`; where it is missing, for the size of the party.

    Raises:
        Refused: If nobody has one of the ids.
    """
    file = scenario.file
    entries = {entry.own_id: entry for entry in file.all(CharacterEntry)}
    known = {name: shipped_people()[name] for name in presets.shipped("characters")} | entries
    chosen = tuple(dict.fromkeys(scenario.party if party is None else party))
    for name in chosen:
        if name not in known:
            raise Refused(f"Nobody has the id {quote_text(name)}{suggest_in_problem(name, known) or '.'}")
    count = players or len(chosen) or scenario.players[0]
    people = Builder(count, game=file.systems[0], entries=entries)
    people = replace(people, tracks={name: people.track(parts) for name, parts in file.tracks.items()})
    rules: dict[str, RuleValue] = file.rules.model_dump(exclude_none=True) if file.rules else {}
    for track in filter(None, (prep.default_track(rules) for prep in PREPS.values())):
        people = replace(people, default=people.track([track]))
    heroes = {name: people.player(name, known[name]) for name in chosen}
    members = {entry.own_id: people.member(entry.own_id, entry) for entry in file.cast}
    cast = {name: actor for name, actor in members.items() if actor.count and name not in heroes}
    # Those of the scenario's party whom nobody plays yet can join later.
    unplayed = {name: people.player(name, known[name]) for name in scenario.party if name not in {**heroes, **cast}}
    shipped = {
        name: people.member(name, entry) if isinstance(entry, CastEntry) else people.player(name, entry)
        for name, entry in shipped_people().items()
        if name not in {**heroes, **cast, **unplayed} and not entry.sheets.keys().isdisjoint(file.systems)
    }
    belongings = {game: traits for game in file.systems if (traits := PREPS[game].belongings())}
    pages = PageCollector(file, count, cast, heroes)
    lessons = tuple(entry.make(Lesson) for entry in file.lessons)
    state = State(
        title=file.title,
        games=tuple(file.systems),
        rules=rules,
        setting=replace(file.world, tracks=people.tracks),
        actors=heroes | {name: cast[name] for entry in file.cast if entry.on_stage and (name := entry.own_id) in cast},
        challenges={rod.own_id: pages.challenges[rod.own_id] for rod in file.all(ChallengeEntry) if rod.on_stage},
        counters={**pages.counters, **file.counters},
        marks=pages.marks,
        book=Book(tuple(pages.pages), {**cast, **unplayed}, pages.challenges, shipped, belongings, lessons),
    )
    return open_first_scene(state, pages.begins)
