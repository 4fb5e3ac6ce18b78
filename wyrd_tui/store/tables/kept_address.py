"""Address of a table's page for players, kept beside the table for its owner alone while the page is open.

A program that was killed serves the page under the same address again, so that phones find it.
"""

from __future__ import annotations

import contextlib
from pathlib import Path

from wyrd_tui.store.files import atomic
from wyrd_tui.store.files.regular import read_regular

MOST = 1000
"""Bytes of the file."""


def read_address(table: Path) -> str:
    """Return what was kept beside a table; empty where nothing was, or where it cannot be read."""
    try:
        return read_regular(table.with_suffix(".page"), MOST).decode()
    except (OSError, ValueError):
        return ""


def keep_address(table: Path, words: str) -> None:
    """Keep words, or take the file away where there are none; a disk that refuses costs the address alone."""
    path = table.with_suffix(".page")
    with contextlib.suppress(OSError):
        if words:
            atomic.write(path, words.encode())
        else:
            path.unlink(missing_ok=True)
