"""The checks of a validated scenario that all games share, and the games' own: ids, references, ratings, amounts."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from itertools import groupby

from wyrd_tui.engine.lesson import SCREEN_VERBS
from wyrd_tui.engine.letters import quote_text
from wyrd_tui.engine.rules.games import GAMES, house_rules, named_difficulties
from wyrd_tui.engine.rules.ground.tracks import TRACKS
from wyrd_tui.engine.state import State
from wyrd_tui.engine.table_rows import list_results, read_row_ends, spell_results
from wyrd_tui.engine.voices import the_game, voice_of
from wyrd_tui.store.files.problems import Problem
from wyrd_tui.store.files.tomlfile import Document
from wyrd_tui.store.scenarios import presets
from wyrd_tui.store.scenarios.amounts import Formula, compute_amount
from wyrd_tui.store.scenarios.fields import NAMES, Alike, Identified, nouns_of
from wyrd_tui.store.scenarios.games import PREPS
from wyrd_tui.store.scenarios.page_models import ChallengeEntry, Opposed, RandomTable, SceneEntry
from wyrd_tui.store.scenarios.prep import Examination
from wyrd_tui.store.scenarios.scenario_models import CastEntry, CharacterEntry, PlayerEntry, shipped_people
from wyrd_tui.store.scenarios.story_models import (
    MOST_ALIKE,
    Character,
    SettingEntry,
    StoryModel,
    ancestry,
    shipped_settings,
)

USUAL_PLAYER_RANGE = (3, 5)
_NAMED = 3


def find_problems(document: Document, file: StoryModel) -> list[Problem]:
    """Find the problems of a validated scenario, hardly more than anybody reads at once."""
    check = Examination(document, file, shipped_people())
    for game, prep in PREPS.items():
        check.ratings[game] = {name.casefold(): name for name in prep.ratings(check)}
    characters = file.all(CharacterEntry)
    check.party = file.all(PlayerEntry)
    taken = _taken_ids(check, characters)
    check.people = {member.own_id: member for member in characters if taken[member.own_id] is member}
    challenges = {entry.own_id for entry in file.on_abacus if taken[entry.own_id] is entry}
    members = {member.own_id for member in file.all(CastEntry)}
    _references(check, {"character": check.people, "challenge": challenges, "member of the cast": members})
    _likeness(check, characters)
    opening = [scene for scene in file.all(SceneEntry) if scene.begins]
    for scene in opening[1:]:
        check.error("only one act or scene can begin", scene, "begins", also=opening[0])
    _waiting(check)
    for member in characters:
        _foreign_keys(check, member)
    for setting in file.all(SettingEntry):
        for key in ("physical", "fighting"):
            for index, name in enumerate(getattr(setting, key)):
                check.rating(check.main, name, setting, key, index)
    if file.rules is not None:
        for point in (point for point in house_rules().values() if point.is_rating):
            check.rating(point.game, getattr(file.rules, point.key), file.rules, point.key)
    for entry in file.all(Opposed):
        _opposition(check, entry)
    for challenge in file.all(ChallengeEntry):
        _strike(check, challenge)
    for table in file.all(RandomTable):
        _rows(check, table)
    if file.lessons:
        _lessons(check)
    for prep in PREPS.values():
        prep.report(check)
    wrong = {(problem.line, problem.column) for problem in check.found if not problem.warning}
    # A value at a wrong place is one mistake.
    return [problem for problem in check.found if not (problem.warning and (problem.line, problem.column) in wrong)]


def _taken_ids(check: Examination, characters: Iterable[Identified]) -> dict[str, Identified]:
    """Collect the entries by id, and report ids that are taken.

    A clue on the abacus shares its id with the challenge that it is; a page without an id of its own is numbered.
    """
    taken: dict[str, Identified] = {}
    pages = (page for page in check.file.all(Identified) if page.id)
    for entry in (*characters, *check.file.on_abacus, *pages):
        first = taken.setdefault(entry.own_id, entry)
        if isinstance(first, Alike) and first.like == first.own_id and first.like not in check.shipped:
            # A bare id that nobody shipped has is told as such, and claims nothing.
            taken[entry.own_id] = entry
        elif first is not entry:
            key = next((field for field in ("id", *NAMES) if getattr(entry, field, None)), "")
            advice = "" if key == "id" else "; give one of the two an id of its own"
            told = f"the id {quote_text(entry.own_id)} is taken{advice}"
            check.error(told, entry, *([key] if key else []), also=first)
    return taken


def _references(check: Examination, ids: Mapping[str, Collection[str]]) -> None:
    """Report references that lead nowhere, and amounts that leave their bounds with some number of players."""
    known: Mapping[str, Collection[str]] = {
        **ids,
        "setting": shipped_settings(),
        "shipped stage rule": presets.shipped("stage_rules"),
        "shipped track": TRACKS,
        "track": {*TRACKS, *check.file.tracks},
    }
    low, high = check.file.players or USUAL_PLAYER_RANGE
    for entry, keys, text in check.file.parts:
        if isinstance(text, str):
            noun = nouns_of(type(entry))[str(keys[0])]
            check.refer(text, known[noun], noun, entry, *keys)
        elif isinstance(text, Formula):
            least = max(text.low, 1) if getattr(entry, "type", None) else text.low
            numbers = {players: compute_amount(text, players) for players in range(low, high + 1)}
            if wrong := {players: number for players, number in numbers.items() if not least <= number <= text.high}:
                players, number = next(iter(wrong.items()))
                fault = f"with {players} players this is {number}; {least} to {text.high} is possible"
                check.warn(fault, entry, *keys)


def _likeness(check: Examination, characters: Iterable[Character]) -> None:
    """Report each character that is like nobody, and chains of likeness that come round or are too long."""
    like: dict[str, list[str]] = {}
    for member in characters:
        if member.like is None:
            continue
        there = check.people.get(member.like)
        copied = member.own_id == member.like
        if member.like not in check.shipped and (copied or there is None):
            if there is None or there is member:
                known = {*check.shipped, *check.people} - {member.own_id}
                check.refer(member.like, known, "character", member, "like")
            else:
                twice = f"{quote_text(member.like)} has its own sheet: write the sheet here, in place of the id"
                check.error(twice, member, also=there)
        if not copied:
            like[member.own_id] = [member.like]
        if len(ancestry(member, check.people, check.shipped)) > MOST_ALIKE:
            rest = f"copies more than {MOST_ALIKE} characters in a row; write the sheet out"
            check.error(f"{quote_text(member.own_id)} {rest}", member, "like")
    for circle in _circles(like):
        rest = 'copies itself, at once or through others; remove one "like"'
        check.error(f"{quote_text(circle[0])} {rest}", check.people[circle[0]], "like")


def _waiting(check: Examination) -> None:
    """Report challenges that wait for each other, so that none of them could ever be attempted (WA-14)."""
    waits = {challenge.own_id: challenge for challenge in check.file.all(ChallengeEntry) if challenge.after}
    for circle in _circles({name: challenge.after for name, challenge in waits.items()}):
        rest = [*circle[1:], circle[0]]
        for_ = ", that for ".join(map(quote_text, rest[:_NAMED]))
        more = f", and so on to {quote_text(circle[0])}" if len(rest) > _NAMED else ""
        first = waits[circle[0]]
        fault = f"{quote_text(circle[0])} can never be attempted: it waits for {for_}{more}"
        check.error(fault, first, "after", first.after.index(rest[0]))


def _circles(ways: Mapping[str, Iterable[str]]) -> Iterator[list[str]]:
    """Find the ways that lead back to where they began, each from its name that comes first; no name is in two."""
    left = dict(ways)
    while True:
        try:
            TopologicalSorter(left).prepare()
            return
        except CycleError as found:
            _, *circle = reversed(found.args[1])
            start = circle.index(next(name for name in ways if name in circle))
            yield circle[start:] + circle[:start]
            left = {name: after for name, after in left.items() if name not in circle}


def _foreign_keys(check: Examination, member: CharacterEntry) -> None:
    """Report keys of a character that belong to another game than its sheet (C-30)."""
    main, systems = check.main, check.file.systems
    for game, sheet in ((main, member), *member.sheets.items()):
        if game not in systems:
            add = f'add "{game}" to "systems" to play it'
            check.warn(f"nobody plays {the_game(game)} at this table: {add}", member, "sheets", game)
        for other, prep in PREPS.items():
            where = "write it on the character itself" if other == main else f'put it under "sheets.{other}"'
            if sheet is member and other not in systems:
                own = ", ".join(PREPS[main].keys.model_fields)
                where = f'{where}, and add "{other}" to "systems"; a character here has {own}'
            for key in (prep.keys.model_fields.keys() - PREPS[game].keys.model_fields.keys()) & sheet.model_fields_set:
                name = quote_text(check.path(sheet, key)[-1])
                check.error(f"{name} belongs to {the_game(other)}; {where}", sheet, key)


def _opposition(check: Examination, entry: Opposed) -> None:
    """Report a difficulty that the entry's game does not have, and warn of skills that nobody has (C-30)."""
    game, value = entry.game_at(check.main), entry.dr
    for index, name in enumerate(entry.skills):
        check.rating(game, name, entry, "skills", index)
    low, high = GAMES[game].difficulties
    if isinstance(value, int) and not low <= value <= high:
        check.error(f"{quote_text(check.path(entry, 'dr')[-1])}: must be from {low} to {high}", entry, "dr")
    own = named_difficulties().get(game, {})
    if isinstance(value, str) and value not in own:
        whose = " and ".join(the_game(other) for other, ladder in named_difficulties().items() if value in ladder)
        has = f"{the_game(game)} has {', '.join(own)}" if own else f"a challenge of {the_game(game)} takes a number"
        check.error(f"{quote_text(value)} is a rung of {whose}; {has}", entry, "dr")


def _strike(check: Examination, challenge: ChallengeEntry) -> None:
    """Report a moment to strike at that the challenge's game does not have (C-30)."""
    game, moment = challenge.game_at(check.main), challenge.springs
    own = [*voice_of(game).rod_words.springs]
    if moment is None or moment in own:
        return
    whose = " and ".join(the_game(other) for other in GAMES if moment in voice_of(other).rod_words.springs)
    if own:
        has = f"{the_game(game)} has {' or '.join(map(quote_text, own))}"
        check.error(f'"springs": {quote_text(moment)} belongs to {whose}; {has}', challenge, "springs")
    else:
        fault = f'"springs" belongs to {whose}, and this is a challenge of another game'
        check.error(fault, challenge, "springs")


def _lessons(check: Examination) -> None:
    """Report lessons that wait for an act or a verb that there is not, or name one in their text."""
    from wyrd_tui.engine.rules.all_games import commands_of  # few scenarios need every act

    known = {*SCREEN_VERBS, *(command.id for command in commands_of(State(games=tuple(check.file.systems))))}
    for lesson in check.file.lessons:
        check.refer(lesson.until, known, "act", lesson, "until")
        for name in dict.fromkeys(lesson.text.split("`")[1::2]):
            check.refer(name, known, "act", lesson, "text")


def _rows(check: Examination, table: RandomTable) -> None:
    """Report results of a table that have no row, or several (ME-06); a gap may be meant."""
    known, count = [*list_results(table.dice)], len(table.entries)
    sixes = " with faces from 1 to 6" if 1 < known[-1] - known[0] + 1 != len(known) else ""
    possible = f"{known[0]} to {known[-1]}{sixes}" if len(known) > 1 else str(known[0])
    if not table.rows and not table.entries:
        check.error('needs "rows", each with its result, or "entries", one for each result', table)
        return
    if {"rows", "entries"} <= table.model_fields_set:
        check.error('there are "rows" already; a table has one of the two', table, "entries")
        return
    if count > len(known):
        check.error(f"{count} entries, but only {len(known)} results: {possible}", table, "entries", len(known))
        return
    taken = dict.fromkeys(known[:count], "")
    sound = True
    for key in table.rows:
        try:
            ends = read_row_ends(key, table.dice)
            if not {*ends} <= {*known}:
                raise ValueError(f"{table.dice} gives {possible}")
            mine = [result for result in known if ends[0] <= result <= ends[1]]
            if twice := [result for result in mine if result in taken]:
                raise ValueError(f"{twice[0]} has a row already, {quote_text(taken[twice[0]])}")
            taken |= dict.fromkeys(mine, key)
        except ValueError as reason:
            check.error(f"{quote_text(key)}: {reason}", table, "rows", key)
            sound = False
    # The results of a gap have places that follow each other; where a row is refused, its results are not missed.
    places = [place for place, result in enumerate(known) if sound and result not in taken]
    gaps = [[place for _, place in run] for _, run in groupby(enumerate(places), lambda pair: pair[1] - pair[0])]
    if told := ", ".join(spell_results(known[gap[0]], known[gap[-1]]) for gap in gaps):
        check.warn(f"no row for {told}", table, "entries" if count else "rows")
