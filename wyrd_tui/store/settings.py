"""Files of settings, read line by line: a wrong line is told and counts for nothing, the others count.

`config.toml` has theme, signs, density and mouse, and themes of the GM's own; `keymap` reads the keys.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from wyrd_tui.engine.letters import quote_text
from wyrd_tui.engine.named_tuple import NamedTuple
from wyrd_tui.engine.spelling import suggest_in_problem
from wyrd_tui.store.files import atomic
from wyrd_tui.store.files.problems import MOST_PROBLEMS, Broken, Problem, sort_problems

if TYPE_CHECKING:
    from wyrd_tui.store.files.tomlfile import Document

Settings = TypeVar("Settings")


class SettingsFile:
    """A file of settings, and the problems that were found in it so far."""

    def __init__(self, document: Document) -> None:
        self.data = document.data
        self.problems: list[Problem] = []
        self._document = document

    def say(self, message: str, *place: str | int, warning: bool = False) -> None:
        """Tell a problem at a place.

        Raises:
            Broken: If the file has as many as are told of one.
        """
        self.problems.append(self._document.problem(place, message, warning=warning))
        if len(self.problems) >= MOST_PROBLEMS:
            raise Broken(self.problems)


def read_settings(
    path: str | os.PathLike[str], read: Callable[[SettingsFile], Settings], unset: Settings
) -> tuple[Settings, list[Problem]]:
    """Read a file of settings; return them with its problems, or those unset where it is missing or cannot be used."""
    if not os.path.lexists(path):
        return unset, []
    # Most tables are opened without settings of the GM's own.
    from wyrd_tui.store.files.tomlfile import read_document

    try:
        file = SettingsFile(read_document(path))
        return read(file), sort_problems(file.problems)
    except Broken as broken:
        return unset, [each._replace(message=f"{each.message}; the file is not used") for each in broken.problems]


FILE = "config.toml"
GLYPHS = ("auto", "unicode", "ascii")
DENSITIES = ("full", "short")
_COLOUR = re.compile(r"#[0-9A-Fa-f]{6}")
_NAME = re.compile(r"[\w-]{1,30}")


class OwnTheme(NamedTuple):
    """Theme of the GM's own: a theme of the program, and the colours (`#rrggbb`) by role that differ from it."""

    like: str
    colours: Mapping[str, str]


class KnownThemes(NamedTuple):
    """Themes of the program, and all that a theme of the GM's own may say.

    Attributes:
        names: Their names.
        coloured: Colours by role of those that have some, which an own theme may change; the first is the usual one.
        doubts: Finds roles of an own theme that can hardly be read, each with a sentence on it.
    """

    names: Collection[str]
    coloured: Mapping[str, Mapping[str, str]]
    doubts: Callable[[OwnTheme], Mapping[str, str]]


class Config(NamedTuple):
    """Settings of the program.

    Attributes:
        theme: Name of the theme; empty where the file names none.
        mouse: False to leave the mouse to the terminal.
        glyphs: The signs to draw with: auto, unicode or ascii.
        density: Amount of text in a row of the table: full, all that it has room for, or short.
        themes: Themes of the GM's own, by name.
    """

    theme: str = ""
    mouse: bool = True
    glyphs: str = "auto"
    density: str = "full"
    themes: Mapping[str, OwnTheme] = {}


def load_config(path: str | os.PathLike[str], known: KnownThemes) -> tuple[Config, list[Problem]]:
    """Read the settings of a file, and its problems; where it is missing the settings are as they were made."""
    return read_settings(path, lambda file: _read(file, known), Config())


def keep_setting(path: Path, name: str, value: str | bool) -> None:
    """Write a setting into the file; all else in it stays as it is, comments included.

    Raises:
        Broken: If the file is no TOML.
        OSError: If the disk refuses.
    """
    import tomlkit

    from wyrd_tui.store.files.tomlfile import read_document

    document = tomlkit.parse(read_document(path).text if path.exists() else "")
    document[name] = value
    atomic.make_folder(path.parent)
    atomic.write(path, tomlkit.dumps(document).encode())


def _read(file: SettingsFile, known: KnownThemes) -> Config:
    data, settings = file.data, Config._fields
    for name in (name for name in data if name not in settings):
        hint = suggest_in_problem(name, settings) or f"; settings are {', '.join(settings)}"
        file.say(f"no setting is called {quote_text(name)}{hint}", name)
    if not isinstance(tables := data.get("themes", {}), dict):
        file.say("themes must be tables; write [themes.dusk]", "themes")
        tables = {}
    themes = {name: theme for name, table in tables.items() if (theme := _theme(file, known, name, table))}
    words = {"theme": (*known.names, *themes), "glyphs": GLYPHS, "density": DENSITIES}
    # A theme of the GM's own that cannot be used has its own messages.
    named = {name: data[name] for name in words if name in data}
    if isinstance(theme := named.get("theme"), str) and theme in tables.keys() - words["theme"]:
        del named["theme"]
    chosen = {name: word for name, word in named.items() if _is_one_of(file, words[name], name, word, name)}
    mouse = data.get("mouse", True)
    if not isinstance(mouse, bool):
        file.say("mouse must be true or false; write mouse = false", "mouse")
    return Config(**chosen, mouse=mouse is not False, themes=themes)


def _is_one_of(file: SettingsFile, words: Collection[str], kind: str, value: object, *place: str) -> bool:
    """Tell whether a value is one of some words for a kind of thing."""
    if value in words:
        return True
    example = f'; write {place[-1]} = "{next(iter(words))}" or {", ".join([*words][1:])}'
    said = str(value)
    wrong = f"no theme is called {quote_text(said)}" if kind == "theme" else f"{kind} cannot be {quote_text(said)}"
    file.say(f"{wrong}{suggest_in_problem(said, words) or example}", *place)
    return False


def _theme(file: SettingsFile, known: KnownThemes, name: str, table: object) -> OwnTheme | None:
    """Read a theme; None where nothing of it can be used."""
    place, quoted = ("themes", name), quote_text(name)
    if not isinstance(table, dict):
        file.say(f'{quoted} must be a table; write [themes.{name}], and under it like = "calm"', *place)
    elif name in known.names:
        file.say(f"{name} is a theme of the program; write another name for yours, such as [themes.dusk]", *place)
    elif not _NAME.fullmatch(name):
        file.say(f"{quoted}: write letters, digits and hyphens, 30 at most, such as [themes.dusk]", *place)
    else:
        usual = next(iter(known.coloured))
        like = table.get("like", usual)
        theme = OwnTheme(like, _colours(file, known.coloured.get(str(like), known.coloured[usual]), name, table))
        if _is_one_of(file, [*known.coloured], "theme", theme.like, *place, "like"):
            for role, sentence in known.doubts(theme).items():
                file.say(sentence, *place, role, warning=True)
            return theme
    return None


def _colours(file: SettingsFile, roles: Mapping[str, str], name: str, table: Mapping[str, object]) -> dict[str, str]:
    """Read colours by role, with the colours of a theme of the program as examples."""
    colours = {}
    for role, colour in table.items():
        if role == "like":
            continue
        if role not in roles:
            hint = suggest_in_problem(role, roles) or f"; roles are {', '.join(roles)}"
            file.say(f"no role is called {quote_text(role)}{hint}", "themes", name, role)
        elif not isinstance(colour, str) or not _COLOUR.fullmatch(colour):
            file.say(f'{role} must be a colour of six digits; write {role} = "{roles[role]}"', "themes", name, role)
        else:
            colours[role] = colour
    return colours
