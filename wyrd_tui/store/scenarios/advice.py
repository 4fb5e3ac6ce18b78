"""What looks like a slip in a scenario but may be meant: warnings, never refusals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from wyrd_tui.engine.rules.mettle.numbers import STRAINABLE
from wyrd_tui.engine.state import METTLE, WYRD_ENGINE
from wyrd_tui.store.files.clean import clean, quoted
from wyrd_tui.store.files.positions import Path
from wyrd_tui.store.files.problems import nearest
from wyrd_tui.store.scenarios import presets, shorthand
from wyrd_tui.store.scenarios.amounts import MOST_PLAYERS, NoAmount, reckon
from wyrd_tui.store.scenarios.references import References, Table, chapters, game_of, tables, texts

USUAL_PLAYERS = (3, 5)
_BEGINNER = [3, 2, 2, 1, 1, 1]
_SHEET = {"skills", "traits", "gear"}


def advise(references: References) -> None:
    """Tell whoever listens to the references of every likely slip."""
    for advice in (Skills(references), Numbers(references), Beginners(references)):
        advice.check()


class Skills:
    """Skills that are named but that nobody has and no list knows: most often a slip of the pen."""

    def __init__(self, references: References) -> None:
        self.references = references
        self.known = set(self._known())
        self.pools = {*STRAINABLE.values(), *self._backgrounds()}
        self.folded = {name.casefold() for name in self.known}
        self.folded_pools = {name.casefold() for name in self.pools}

    def check(self) -> None:
        """Warn of each unknown skill."""
        for path, sheet in self.references.sheets():
            for key in ("attack", "defend", "initiative"):
                self._look((*path, key), sheet.get(key))
            for key in ("traits", "gear"):
                items = sheet.get(key)
                for index, item in enumerate(items if isinstance(items, list) else ()):
                    self._look_at_trait((*path, key, index), shorthand.trait(item))
        for path, challenge in self.references.all_challenges():
            for place, skill in texts(challenge, "skills", path):
                self._look(place, skill, game_of(challenge, self.references.main))
        for chapter_path, chapter in ((), self.references.data), *chapters(self.references.data):
            for path, clue in tables(chapter, "clues", chapter_path):
                for place, skill in texts(clue, "skills", path):
                    self._look(place, skill, game_of(clue, self.references.main))

    def _look_at_trait(self, path: Path, trait: object) -> None:
        if not isinstance(trait, dict):
            return
        for key in ("skill", "use", "instead_of"):
            self._look((*path, key), trait.get(key))
        effects = trait.get("effects")
        for index, effect in enumerate(effects if isinstance(effects, list) else ()):
            self._look_at_trait((*path, "effects", index), shorthand.effect(effect))

    def _look(self, path: Path, skill: object, game: str = WYRD_ENGINE) -> None:
        if not isinstance(skill, str) or not skill.strip():
            return
        name = clean(skill).casefold()
        if game == METTLE and name not in self.folded_pools:
            self._warn(path, skill, "no attribute and no background is called", self.pools)
        elif game != METTLE and name not in self.folded:
            self._warn(path, skill, "no skill list and no sheet has", self.known)

    def _warn(self, path: Path, skill: str, nowhere: str, known: set[str]) -> None:
        self.references.say(path, f"{nowhere} {quoted(skill)}{nearest(skill, known)}", warning=True)

    def _backgrounds(self) -> Iterator[str]:
        """What somebody has learnt in Mettle, and what a setting of the scenario's own lists."""
        for _, sheet in self.references.sheets():
            yield from _names(sheet.get("backgrounds"))
        setting = self.references.data.get("setting")
        if isinstance(setting, dict) and self.references.main == METTLE:
            yield from self._listed(setting)

    def _known(self) -> Iterator[str]:
        data = self.references.data
        setting = data.get("setting", presets.DEFAULT_SETTING)
        if isinstance(setting, dict):
            yield from self._listed(setting)
        elif isinstance(setting, str) and setting in presets.settings():
            shipped = presets.settings()[setting]
            for group in shipped.skills.values():
                yield from group
            yield from shipped.aliases
        for _, sheet in self.references.sheets():
            yield from _names(sheet.get("skills"))
        characters = presets.character_tables()
        wanted = [name for _, name in texts(data, "party")]
        wanted += [table["like"] for _, table in self.references.sheets() if isinstance(table.get("like"), str)]
        for name in wanted:
            yield from characters.get(name, {}).get("skills", ())

    def _listed(self, setting: Table) -> Iterator[str]:
        """The skills of a setting of the scenario's own."""
        skills = setting.get("skills")
        lists = skills.values() if isinstance(skills, dict) else [skills]
        for group in lists:
            yield from (skill for skill in group if isinstance(skill, str)) if isinstance(group, list) else ()
        yield from _names(setting.get("aliases"))


def _names(table: object) -> Iterator[str]:
    for key, value in table.items() if isinstance(table, dict) else ():
        yield key
        if isinstance(value, str):
            yield value


class Numbers:
    """Amounts that leave their bounds with some number of players."""

    _BOUNDS: Mapping[str, tuple[int, int]] = {
        "count": (0, 500),
        "boxes": (0, 60),
        "successes": (1, 60),
        "clock": (1, 60),
        "dr": (-20, 60),
        "value": (-20, 60),
        "difficulty": (-20, 60),
        **dict.fromkeys(("focus", "nature", "poise", "frame", "motive", "armor", "armour"), (0, 60)),
    }

    def __init__(self, references: References) -> None:
        self.references = references
        players = references.data.get("players")
        if isinstance(players, int) and not isinstance(players, bool):
            players = [players, players]
        if not (isinstance(players, list) and len(players) == 2 and all(isinstance(number, int) for number in players)):
            players = list(USUAL_PLAYERS)
        low, high = players
        self.players = range(max(1, low), min(MOST_PLAYERS, high) + 1)
        if low > high:
            references.say(("players",), "the smaller number comes first")

    def check(self) -> None:
        """Warn of each amount that leaves its bounds."""
        for path, sheet in self.references.sheets():
            self._look(path, sheet)
            self._look_at_rows((*path, "track"), sheet.get("track"))
            skills = sheet.get("skills")
            for skill, level in skills.items() if isinstance(skills, dict) else ():
                self._compare((*path, "skills", skill), level, -20, 20)
            backgrounds = sheet.get("backgrounds")
            for name, dice in backgrounds.items() if isinstance(backgrounds, dict) else ():
                self._compare((*path, "backgrounds", name), dice, 0, 60)
        for path, challenge in self.references.all_challenges():
            self._look(path, challenge)
        for chapter_path, chapter in ((), self.references.data), *chapters(self.references.data):
            for path, clue in tables(chapter, "clues", chapter_path):
                self._look(path, clue)
        tracks = self.references.data.get("tracks")
        for name, rows in tracks.items() if isinstance(tracks, dict) else ():
            self._look_at_rows(("tracks", name), rows)

    def _look_at_rows(self, path: Path, rows: object) -> None:
        for index, row in enumerate(rows if isinstance(rows, list) else ()):
            if isinstance(row, dict):
                self._look((*path, index), row)

    def _look(self, path: Path, table: Table) -> None:
        for key, (low, high) in self._BOUNDS.items():
            if key in table:
                low = max(low, 1) if "type" in table else low
                self._compare((*path, key), table[key], low, high)

    def _compare(self, path: Path, amount: object, low: int, high: int) -> None:
        if not isinstance(amount, str):
            return
        for players in self.players:
            try:
                value = reckon(amount, players)
            except NoAmount:
                return
            if not low <= value <= high:
                self.references.say(
                    path, f"with {players} players this is {value}; {low} to {high} is possible", warning=True
                )
                return


class Beginners:
    """Whether the party's own sheets follow the rules of creation; the GM may know better, so it only warns."""

    def __init__(self, references: References) -> None:
        self.references = references
        systems = references.data.get("systems", [WYRD_ENGINE])
        self.applies = isinstance(systems, list) and systems[:1] == [WYRD_ENGINE]

    def check(self) -> None:
        """Warn of each rule of creation that a sheet of the party does not follow."""
        for path, member in tables(self.references.data, "party") if self.applies else ():
            if "like" in member or ("sheets" in member and not _SHEET & member.keys()):
                continue
            skills = member.get("skills")
            levels = sorted((value for value in _levels(skills) if value), reverse=True)
            if levels != _BEGINNER:
                self._warn(path, "skills", member, "has one Expert, two Skilled and three Novice skills (WE-82)")
            for key, rule in (("traits", "WE-16"), ("gear", "WE-84")):
                items = member.get(key)
                count = len(items) if isinstance(items, list) else 0
                if count != 3:
                    thing = "three traits" if key == "traits" else "three pieces of gear"
                    self._warn(path, key, member, f"has {thing}, this one {count or 'none'} ({rule})")

    def _warn(self, path: Path, key: str, member: Table, rule: str) -> None:
        self.references.say((*path, key) if key in member else path, f"a new character {rule}", warning=True)


def _levels(skills: object) -> list[int]:
    values = skills.values() if isinstance(skills, dict) else ()
    return [value for value in values if isinstance(value, int)]
