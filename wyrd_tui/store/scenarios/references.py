"""Ids of a scenario and what refers to them, read from the raw document so that a broken one can be checked too.

Whoever is referred to (party, cast, challenges, tracks) must have an id of its own in the file; a page that nobody
refers to may share its title with another and is numbered.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any

from wyrd_tui.engine.state import GAMES, WYRD_ABACUS, WYRD_ENGINE, slug
from wyrd_tui.store.files.clean import clean, quoted
from wyrd_tui.store.files.positions import Path
from wyrd_tui.store.files.problems import nearest
from wyrd_tui.store.scenarios import presets

Table = Mapping[str, Any]
Say = Callable[..., None]

PAGES = ("places", "clues", "complications", "proofs", "tables", "branches", "resolutions")
_TITLES = ("title", "name", "if")
_NAMED = 3
MOST_ALIKE = 50


def tables(table: Table, key: str, path: Path = ()) -> Iterator[tuple[Path, Table]]:
    """The tables in a list, with their paths."""
    items = table.get(key)
    for index, item in enumerate(items if isinstance(items, list) else ()):
        if isinstance(item, dict):
            yield (*path, key, index), item


def texts(table: Table, key: str, path: Path = ()) -> Iterator[tuple[Path, str]]:
    """The texts in a list, with their paths."""
    items = table.get(key)
    for index, item in enumerate(items if isinstance(items, list) else ()):
        if isinstance(item, str):
            yield (*path, key, index), item


def chapters(data: Table) -> Iterator[tuple[Path, Table]]:
    """Acts and scenes, with their paths."""
    for path, act in tables(data, "acts"):
        yield path, act
        yield from tables(act, "scenes", path)
    yield from tables(data, "scenes")


def game_of(challenge: Table, main: str) -> str:
    """Whose rules a challenge follows: as it says, by its type, or the main game's."""
    said = challenge.get("game")
    return said if isinstance(said, str) and said in GAMES else WYRD_ABACUS if "type" in challenge else main


def is_laid_out(clue: Table) -> bool:
    """Whether a clue is also a challenge of the abacus."""
    return bool({"dr", "value", "difficulty"} & clue.keys())


def own_id(table: Table) -> str:
    """The id that a table gives itself, or gets from its name or from whom it is like; empty where it has none."""
    for key in ("id", *_TITLES, "like"):
        value = table.get(key)
        if isinstance(value, str) and value.strip():
            return value if key in ("id", "like") else slug(clean(value))
    return ""


class References:
    """Everything in a document that must fit together; `say` is told what does not, with its path."""

    def __init__(self, data: Table, say: Say) -> None:
        self.data = data
        self.say = say
        self.people: dict[str, Path] = {}
        self.cast: set[str] = set()
        self.challenges: dict[str, Path] = {}
        systems = data.get("systems", [WYRD_ENGINE])
        named = systems if isinstance(systems, list) else []
        self.systems = [name for name in named if isinstance(name, str) and name in GAMES]
        self.main = self.systems[0] if self.systems else WYRD_ENGINE

    def check(self) -> None:
        """All checks; ids first, since the rest looks them up."""
        self._collect_people()
        self._collect_challenges()
        self._check_page_ids()
        self._check_people()
        self._check_chapters()
        self._check_circles()
        self._check_names()

    def _take(self, ids: dict[str, Path], name: str, path: Path, table: Table) -> None:
        if not name:
            return
        first = self.people.get(name) or self.challenges.get(name)
        if first is None:
            ids[name] = path
            return
        key = next((key for key in ("id", *_TITLES) if key in table), "")
        advice = "" if key == "id" else "; give one of the two an id of its own"
        self.say((*path, key) if key else path, f"the id {quoted(name)} is taken{advice}", also=first)

    def _collect_people(self) -> None:
        items = self.data.get("party")
        for index, item in enumerate(items if isinstance(items, list) else ()):
            if isinstance(item, str):
                self._take(self.people, item, ("party", index), {})
            elif isinstance(item, dict):
                self._take(self.people, own_id(item), ("party", index), item)
        for path, member in tables(self.data, "cast"):
            self._take(self.people, own_id(member), path, member)
            self.cast.add(own_id(member))

    def _collect_challenges(self) -> None:
        for path, table in self.all_challenges():
            self._take(self.challenges, own_id(table), path, table)
        for chapter_path, chapter in ((), self.data), *chapters(self.data):
            for path, clue in tables(chapter, "clues", chapter_path):
                if is_laid_out(clue):
                    self._take(self.challenges, own_id(clue), path, clue)

    def all_challenges(self) -> Iterator[tuple[Path, Table]]:
        """Challenges written as tables, wherever they stand."""
        yield from tables(self.data, "challenges")
        for path, chapter in chapters(self.data):
            yield from tables(chapter, "challenges", path)

    def stage_rules(self) -> Iterator[tuple[Path, object]]:
        """Every stage rule, named or written out, wherever it stands."""
        holders: list[tuple[Path, Table]] = [((), self.data), *chapters(self.data), *tables(self.data, "cast")]
        holders += self.all_challenges()
        for chapter_path, chapter in ((), self.data), *chapters(self.data):
            holders += tables(chapter, "places", chapter_path)
        for path, holder in holders:
            yield from texts(holder, "stage_rules", path)
            yield from tables(holder, "stage_rules", path)

    def _check_page_ids(self) -> None:
        pages: dict[str, Path] = {}
        rules = [(path, rule) for path, rule in self.stage_rules() if isinstance(rule, dict)]
        self._take_page_ids(pages, rules)
        for chapter_path, chapter in ((), self.data), *chapters(self.data):
            listed = [(chapter_path, chapter)] if chapter_path else []
            for key in (*PAGES, *(() if chapter_path else ("hooks", "handouts"))):
                listed += tables(chapter, key, chapter_path)
            self._take_page_ids(pages, listed)

    def _take_page_ids(self, pages: dict[str, Path], listed: Iterable[tuple[Path, Table]]) -> None:
        for path, page in listed:
            if isinstance(page.get("id"), str) and self.challenges.get(page["id"]) != path:
                if page["id"] in pages:
                    self.say((*path, "id"), f"the id {quoted(page['id'])} is taken", also=pages[page["id"]])
                else:
                    self._take(pages, page["id"], path, page)

    def refer(self, path: Path, name: str, known: Collection[str], what: str) -> None:
        """Tell of an id that nothing of its kind has."""
        if name not in known:
            self.say(path, f"there is no {what} with the id {quoted(name)}{nearest(name, known)}")

    def _check_people(self) -> None:
        shipped = presets.character_tables()
        like: dict[str, str] = {}
        for path, name in texts(self.data, "party"):
            self.refer(path, name, shipped, "shipped character")
        for path, member in (*tables(self.data, "party"), *tables(self.data, "cast")):
            model, own = member.get("like"), own_id(member)
            if isinstance(model, str):
                self.refer((*path, "like"), model, {*shipped, *self.people} - ({own} - {*shipped}), "character")
                if own != model:
                    like[own] = model
        for name in like:
            if _loops(name, like):
                self.say((*self.people[name], "like"), f"{quoted(name)} is, in the end, like itself")
            elif len(_chain(name, like)) > MOST_ALIKE:
                fault = f"{quoted(name)} is like somebody who is like somebody, and so on, over more than {MOST_ALIKE}"
                self.say((*self.people[name], "like"), fault)

    def _check_chapters(self) -> None:
        for path, chapter in chapters(self.data):
            self.check_laid(path, chapter)
        for chapter_path, chapter in ((), self.data), *chapters(self.data):
            for path, complication in tables(chapter, "complications", chapter_path):
                self.check_laid(path, complication)
        for path, challenge in self.all_challenges():
            for place, name in texts(challenge, "after", path):
                self.refer(place, name, self.challenges, "challenge")
            for place, name in texts(challenge, "who", path):
                self.refer(place, name, self.people, "character")
        opening = [path for path, chapter in chapters(self.data) if chapter.get("begins") is True]
        for path in opening[1:]:
            self.say((*path, "begins"), "only one act or scene can begin", also=opening[0])

    def _check_circles(self) -> None:
        """Challenges that wait for each other, so that none of them could ever be attempted (WA-14)."""
        waits: dict[str, dict[str, Path]] = {}
        for path, challenge in self.all_challenges():
            for place, name in texts(challenge, "after", path):
                waits.setdefault(own_id(challenge), {}).setdefault(name, place)
        for circle in _circles(waits):
            rest = [*circle[1:], circle[0]]
            for_ = ", that for ".join(map(quoted, rest[:_NAMED]))
            more = f", and so on to {quoted(circle[0])}" if len(rest) > _NAMED else ""
            self.say(
                waits[circle[0]][rest[0]], f"{quoted(circle[0])} can never be attempted: it waits for {for_}{more}"
            )

    def check_laid(self, path: Path, table: Table) -> None:
        """Tell of each id that a page brings or lays out and that is not there."""
        for place, name in texts(table, "brings", path):
            self.refer(place, name, self.cast, "member of the cast")
        for place, name in texts(table, "challenges", path):
            self.refer(place, name, self.challenges, "challenge")

    def _check_names(self) -> None:
        """Settings and tracks, which are referred to by name."""
        setting = self.data.get("setting")
        if isinstance(setting, str):
            self.refer(("setting",), setting, presets.settings(), "setting")
        own = self.data.get("tracks")
        own = own if isinstance(own, dict) else {}
        known = {*presets.tracks(), *own}
        rules = self.data.get("rules")
        if isinstance(rules, dict) and isinstance(rules.get("track"), str):
            self.refer(("rules", "track"), rules["track"], known, "track")
        for path, sheet in self.sheets():
            if isinstance(sheet.get("track"), str):
                self.refer((*path, "track"), sheet["track"], known, "track")
            for place, name in texts(sheet, "track", path):
                self.refer(place, name, known, "track")
        for track in own:
            if isinstance(own[track], str):
                self.refer(("tracks", track), own[track], presets.tracks(), "shipped track")
            for place, name in texts(own, track, ("tracks",)):
                self.refer(place, name, presets.tracks(), "shipped track")

    def sheets(self) -> Iterator[tuple[Path, Table]]:
        """Every sheet: of the party, of the cast, and those for further games."""
        for path, member in (*tables(self.data, "party"), *tables(self.data, "cast")):
            yield path, member
            more = member.get("sheets")
            for game, sheet in more.items() if isinstance(more, dict) else ():
                if isinstance(sheet, dict):
                    yield (*path, "sheets", game), sheet


def _loops(name: str, like: Mapping[str, str]) -> bool:
    return like.get(_chain(name, like)[-1]) == name


def _chain(name: str, like: Mapping[str, str]) -> list[str]:
    """Who is like whom, from a name on, until it ends, comes round or is too long."""
    seen = {name: None}
    step = like.get(name)
    while step is not None and step not in seen and len(seen) <= MOST_ALIKE:
        seen[step] = None
        step = like.get(step)
    return [*seen]


def _circles(waits: Mapping[str, Iterable[str]]) -> Iterator[list[str]]:
    """Every way that leads back to where it began, from the name that comes first."""
    done: set[str] = set()
    for start in waits:
        way, left = {start: None}, [iter(waits[start])]
        while left and start not in done:
            name = next(left[-1], None)
            if name is None:
                left.pop()
                done.add(way.popitem()[0])
            elif name in way:
                names = list(way)
                yield names[names.index(name) :]
            elif name in waits and name not in done:
                way[name] = None
                left.append(iter(waits[name]))
