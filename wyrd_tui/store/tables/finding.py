"""Find files by name, and tell live tables from scenarios."""

from __future__ import annotations

import contextlib
import os
import re
from pathlib import Path

from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.spelling import suggest_word
from wyrd_tui.engine.state import slug
from wyrd_tui.store.files.clean import clean
from wyrd_tui.store.files.folders import (
    own_scenarios,
    scenarios_folder,
    shipped_folder,
    shipped_scenarios,
    tables_folder,
)
from wyrd_tui.store.tables.names import first_bytes, is_save, is_taken, list_names, name_older_save

_MOST_HERE = 100
_SHOWN_LETTERS = 300
# A title above the first section, as a scenario must have.
_SCENARIO = re.compile(rb"""(?:\xef\xbb\xbf)?(?:(?![ \t]*\[)[^\n]*\n)*?[ \t]*["']?title["']?[ \t]*=""")


def clean_name(name: str) -> str:
    """Clean the name of a file for a message."""
    return clean(name, most=_SHOWN_LETTERS)


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


def find_scenario(name: str) -> str:
    """Find a scenario by its path or its name; a word like a path stays one, so that its problems have a place.

    Raises:
        Refused: If it is a table, or no file and no name.
    """
    path = Path(name)
    if not (path.exists() or path.suffix or len(path.parts) > 1):
        path = find_file(name)
    if is_table(path):
        raise Refused(f"{clean_name(name)} is a live table. `wyrd check` takes scenarios only.")
    return name if path == Path(name) else str(path)


def scenarios_here() -> list[Path]:
    """List the scenarios in the current folder by their first lines; none where that is one of the program's."""
    try:
        here = Path.cwd()
        if here in (tables_folder(), scenarios_folder(), shipped_folder() / "scenarios"):
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
