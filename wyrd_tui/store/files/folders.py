"""Folders of the program: live tables, the GM's own scenarios, settings, and what the program ships.

`WYRD_HOME` moves all three of the GM's folders under one; otherwise they are where the system keeps such things.
"""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import Literal

APP = "wyrd-tui"


def tables_folder() -> Path:
    """Return the folder of live tables; it need not exist yet."""
    return _own_folder("data") / "tables"


def scenarios_folder() -> Path:
    """Return the folder of scenarios that the GM wrote; it need not exist yet."""
    return _own_folder("data") / "scenarios"


def config_folder() -> Path:
    """Return the folder of settings; it need not exist yet."""
    return _own_folder("config")


def _own_folder(kind: Literal["data", "config"]) -> Path:
    named = os.environ.get("WYRD_HOME", "").strip()
    if not named:
        import platformdirs

        find = platformdirs.user_data_path if kind == "data" else platformdirs.user_config_path
        return find(APP, appauthor=False)
    # A home that nobody has, as in ~nobody, is a folder's name like any other.
    return Path(os.path.expanduser(named)).absolute() / ("config" if kind == "config" else "")


def shipped_folder() -> Path:
    """Return the folder of the files that came with the program."""
    return Path(__file__).parent.parent.parent / "data"


def shipped_scenarios() -> list[Path]:
    """List the scenarios that came with the program, by file name."""
    return sorted((shipped_folder() / "scenarios").glob("*.toml"))


def own_scenarios() -> list[Path]:
    """List the scenarios that the GM wrote, by file name; none where the folder cannot be read."""
    try:
        return sorted(scenarios_folder().glob("*.toml"))
    except OSError:
        return []


def rescue_folders() -> list[Path]:
    """List the folders of the last resort, for a table whose own refuses, the one that lasts longest first."""
    import tempfile

    # Where the system has no such user, `~` stays, and there is no such folder.
    folders = [Path(os.path.expanduser("~"))]
    with contextlib.suppress(OSError):
        folders.append(Path(tempfile.gettempdir()))
    return folders
