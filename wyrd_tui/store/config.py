"""`config.toml`: theme, signs, density and mouse, and themes of the GM's own, checked line by line.

A wrong line is told and counts for nothing; the others count.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from wyrd_tui.store.files import atomic
from wyrd_tui.store.files.clean import quote_text
from wyrd_tui.store.files.problems import Broken, Problem, sort_problems, suggest_word
from wyrd_tui.store.files.tomlfile import Document, read_document

FILE = "config.toml"
GLYPHS = ("auto", "unicode", "ascii")
DENSITIES = ("full", "short")
_COLOUR = re.compile(r"#[0-9A-Fa-f]{6}")
_NAME = re.compile(r"[\w-]{1,30}")


class OwnTheme(NamedTuple):
    """Theme of the GM's own: a theme of the program, and the colours (`#rrggbb`) by role that differ from it."""

    like: str
    colours: Mapping[str, str]


Doubts = Callable[[OwnTheme], Mapping[str, str]]
"""Finds roles of a theme that can hardly be read, each with a sentence on it."""


def _no_doubts(theme: OwnTheme) -> Mapping[str, str]:
    return {}


class Config(NamedTuple):
    """Settings of the program.

    Attributes:
        theme: Name of the theme; empty where the file names none.
        mouse: False to leave the mouse to the terminal.
        glyphs: The signs to draw with: auto, unicode or ascii.
        density: How much a row of the table says: full, all that it has room for, or short.
        themes: Themes of the GM's own, by name.
        problems: Problems of the file, from top to bottom.
    """

    theme: str = ""
    mouse: bool = True
    glyphs: str = "auto"
    density: str = "full"
    themes: Mapping[str, OwnTheme] = {}
    problems: tuple[Problem, ...] = ()


def load_config(
    path: str | os.PathLike[str],
    themes: Collection[str],
    coloured: Collection[str],
    roles: Collection[str],
    doubts: Doubts = _no_doubts,
) -> Config:
    """Read the settings; without a file they are as they were made.

    Args:
        path: The file.
        themes: Names of the themes that the program has.
        coloured: Those of them that have colours, which a theme of the GM's own may change; the first is the usual one.
        roles: Roles that have a colour.
        doubts: Finds roles of an own theme that can hardly be read; each gets a warning.
    """
    if not os.path.lexists(path):
        return Config()
    try:
        document = read_document(path)
    except Broken as broken:
        told = (problem._replace(message=f"{problem.message}; the file is not used") for problem in broken.problems)
        return Config(problems=tuple(told))
    return _Reader(document, themes, coloured, roles, doubts).read()


def keep_setting(path: Path, name: str, value: str | bool) -> None:
    """Write a setting into the file; all else in it stays as it is, comments included.

    Raises:
        Broken: If the file is no TOML.
        OSError: If the disk refuses.
    """
    import tomlkit

    text = ""
    if path.exists():
        text = read_document(path).text
    document = tomlkit.parse(text)
    document[name] = value
    atomic.make_folder(path.parent)
    atomic.write(path, tomlkit.dumps(document).encode())


class _Reader:
    """A file of settings, with the problems found on the way."""

    def __init__(
        self,
        document: Document,
        themes: Collection[str],
        coloured: Collection[str],
        roles: Collection[str],
        doubts: Doubts,
    ) -> None:
        self.document, self.doubts = document, doubts
        self.own, self.coloured, self.roles = tuple(themes), tuple(coloured), tuple(roles)
        self.problems: list[Problem] = []

    def read(self) -> Config:
        """Return all that can be used."""
        data = self.document.data
        known = ("theme", "mouse", "glyphs", "density", "themes")
        for name in (name for name in data if name not in known):
            self._say(f"no setting is called {quote_text(name)}{suggest_word(name, known)}", name)
        themes = self._themes(data.get("themes", {}))
        theme = self._one_of("theme", (*self.own, *themes), "") if "theme" in data else ""
        glyphs = self._one_of("glyphs", GLYPHS, "auto") if "glyphs" in data else "auto"
        density = self._one_of("density", DENSITIES, "full") if "density" in data else "full"
        mouse = data.get("mouse", True)
        if not isinstance(mouse, bool):
            self._say("mouse must be true or false; write mouse = false", "mouse")
        return Config(theme, mouse is not False, glyphs, density, themes, tuple(sort_problems(self.problems)))

    def _say(self, message: str, *place: str) -> None:
        self.problems.append(self.document.problem(place, message))

    def _one_of(self, name: str, words: Collection[str], usual: str) -> str:
        value = self.document.data[name]
        if isinstance(value, str) and value in words:
            return value
        said = quote_text(str(value))
        hint = suggest_word(value, words) if isinstance(value, str) else ""
        self._say(f"no {name} is called {said}{hint or self._example(name, words)}", name)
        return usual

    @staticmethod
    def _example(name: str, words: Iterable[str]) -> str:
        return f'; write {name} = "{next(iter(words))}" or {", ".join(list(words)[1:])}'

    def _themes(self, tables: object) -> dict[str, OwnTheme]:
        if not isinstance(tables, dict):
            self._say("themes must be tables; write [themes.dusk]", "themes")
            return {}
        found = {name: self._theme(name, table) for name, table in tables.items()}
        return {name: theme for name, theme in found.items() if theme is not None}

    def _theme(self, name: str, table: object) -> OwnTheme | None:
        """Read a theme; None where nothing of it can be used."""
        if not isinstance(table, dict):
            self._say(
                f'{quote_text(name)} must be a table; write [themes.{name}], and under it like = "calm"', "themes", name
            )
        elif name in self.own:
            self._say(f"{name} is a theme of the program; write another name for yours", "themes", name)
        elif not _NAME.fullmatch(name):
            self._say(f"{quote_text(name)}: a theme’s name has letters, digits and hyphens, 30 at most", "themes", name)
        elif (like := table.get("like", self.coloured[0])) not in self.coloured:
            hint = suggest_word(str(like), self.coloured)
            hint = hint or self._example("like", self.coloured)
            self._say(f"no theme is called {quote_text(str(like))}{hint}", "themes", name, "like")
            # What is wrong besides is told at once, too.
            self._colours(name, table)
        else:
            theme = OwnTheme(like, self._colours(name, table))
            for role, sentence in self.doubts(theme).items():
                self.problems.append(self.document.problem(("themes", name, role), sentence, warning=True))
            return theme
        return None

    def _colours(self, name: str, table: Mapping[str, Any]) -> dict[str, str]:
        colours = {}
        for role, colour in table.items():
            if role == "like":
                continue
            if role not in self.roles:
                hint = suggest_word(role, self.roles) or f"; roles are {', '.join(self.roles)}"
                self._say(f"no role is called {quote_text(role)}{hint}", "themes", name, role)
            elif not isinstance(colour, str) or not _COLOUR.fullmatch(colour):
                self._say(f'{role} must be a colour of six digits; write {role} = "#e0b062"', "themes", name, role)
            else:
                colours[role] = colour
        return colours
