"""Names of tables' files: how they are made and found, and how a live table is told from a scenario."""

from __future__ import annotations

import contextlib
import os
import re
import shlex
from pathlib import Path

from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.ids import slug
from wyrd_tui.engine.letters import clean_name, sanitize
from wyrd_tui.engine.spelling import suggest_word
from wyrd_tui.store.files import folders
from wyrd_tui.store.files.folders import own_scenarios, shipped_scenarios, tables_folder
from wyrd_tui.store.files.regular import open_regular

GENERATIONS = 5
"""Older saves that stay beside a table."""
# A letter may have four; what is added for a copy must fit as well.
_MOST_BYTES = 100
_FIRST_BYTES = 8192
_SAVE = re.compile(rb"^(?:# A live table of wyrd_tui|[ \t]*\[[ \t]*table[ \t]*\])", re.MULTILINE)
_MOST_HERE = 100
# A title above the first section, as a scenario must have.
_SCENARIO = re.compile(rb"""(?:\xef\xbb\xbf)?(?:(?![ \t]*\[)[^\n]*\n)*?[ \t]*["']?title["']?[ \t]*=""")


def base_name(title: str) -> str:
    """Make the name of a table's files from its title."""
    short = slug(sanitize(title)).encode("utf-8", "ignore")[:_MOST_BYTES].decode("utf-8", "ignore")
    return short.strip("-") or "table"


def generation_paths(path: Path) -> list[Path]:
    """Make the paths of the older saves of a table, the youngest first: `NAME.1.toml` is the one before the last."""
    return [path.with_stem(f"{path.stem}.{number}") for number in range(1, GENERATIONS + 1)]


def is_taken(path: Path) -> bool:
    """Tell whether a table has this save, or the journal beside it."""
    return os.path.lexists(path) or os.path.lexists(path.with_suffix(".journal"))


def list_names(folder: Path) -> set[str]:
    """List the names of the live tables of a folder; none where it cannot be read."""
    try:
        files = [os.path.splitext(name) for name in os.listdir(folder)]
    except OSError:
        return set()
    return {stem for stem, suffix in files if suffix in (".toml", ".journal") and "." not in stem}


def name_older_save(path: Path) -> str:
    """Say how to begin a table with the youngest older save of another; empty where there is none."""
    older = youngest_save(path)
    if older is None:
        return ""
    return f"An older save exists: `wyrd {sanitize(shlex.quote(str(older)))}` begins a table with it."


def youngest_save(path: Path) -> Path | None:
    """Find the youngest older save of a table."""
    return next(filter(is_save, generation_paths(path.with_suffix(".toml"))), None)


def is_save(path: Path) -> bool:
    """Tell a save by its first bytes; False where it cannot be read."""
    return _SAVE.search(first_bytes(path)) is not None


def first_bytes(path: Path) -> bytes:
    """Read the first bytes of a file; none where it cannot be read."""
    try:
        with open_regular(path) as file:
            return file.read(_FIRST_BYTES)
    except OSError:
        return b""


# ------------------------------------------------------------------ finding files


def find_file(name: str) -> Path:
    """Find a file by its path, or a live table or scenario by its name.

    Raises:
        Refused: If there is none.
    """
    path = Path(name)
    # A folder that happens to be called like a scenario is not meant.
    if path.is_file():
        return path
    if path.suffix in (".toml", ".journal"):
        if not path.with_suffix(".journal").is_file():
            raise Refused(f"There is no file {clean_name(name)}. {name_older_save(path)}".rstrip())
        return path
    stem = slug(name)
    table = tables_folder() / f"{stem}.toml"
    if table.is_file() or table.with_suffix(".journal").is_file():
        return table
    scenarios = (*own_scenarios(), *shipped_scenarios(), *scenarios_here())
    for found in scenarios:
        if slug(found.stem) == stem and found.is_file():
            return found
    if words := missing_sentences(stem):
        raise Refused(" ".join(words))
    meant = suggest_word(stem, [*list_names(tables_folder()), *(slug(found.stem) for found in scenarios)])
    raise Refused(f"No file, table or scenario is called “{clean_name(name)}”.{meant} `wyrd` lists all names.")


def missing_sentences(stem: str) -> list[str]:
    """Say that the table whose files have a name is gone, where an older save is left of it."""
    table = tables_folder() / f"{stem}.toml"
    older = "" if is_taken(table) else name_older_save(table)
    return [f"The table {clean_name(stem)} is gone. {older}"] if older else []


def suggest_scenario(name: str, table: Path) -> list[str]:
    """Name the scenario that has the same name as a live table, in case that was meant."""
    same = [one for one in (*own_scenarios(), *shipped_scenarios()) if slug(one.stem) == slug(name) == slug(table.stem)]
    return [f"The name means your table {table.stem}. The scenario of that name is {same[0]}."] if same else []


def scenarios_here() -> list[Path]:
    """List the scenarios in the current folder by their first lines; none where that is one of the program's."""
    try:
        here = Path.cwd()
        if here in (tables_folder(), folders.scenarios_folder(), folders.shipped_folder() / "scenarios"):
            return []
        found = (path for path in sorted(here.glob("*.toml"))[:_MOST_HERE] if _SCENARIO.match(first_bytes(path)))
        return [path for path in found if not is_table(path)]
    except OSError:
        return []


def is_table(path: Path) -> bool:
    """Tell a live table's save or journal from a scenario; damaged ones by the folder or by the journal beside them."""
    if not path.name:
        return False
    with contextlib.suppress(OSError):
        if path.parent.samefile(tables_folder()):
            return is_taken(path)
    return os.path.lexists(path.with_suffix(".journal")) or is_save(path)
