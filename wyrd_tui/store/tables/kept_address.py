"""Address of a table's page for players, kept beside the table while the page is open.

A program that was killed serves the page under the same address again, so that phones find it.
"""

from __future__ import annotations

import contextlib
from pathlib import Path

from wyrd_tui.store.files import atomic
from wyrd_tui.store.files.regular import read_regular

MOST = 1000
"""Bytes of the file."""


class KeptAddress:
    """The file with the address, for its owner alone; nothing is kept for a table without a path."""

    def __init__(self, table: Path | None) -> None:
        """Prepare the file beside a table."""
        self._path = table.with_suffix(".page") if table is not None else None

    def read(self) -> str:
        """Return what was kept; empty where nothing was, or where it cannot be read."""
        try:
            return read_regular(self._path, MOST).decode() if self._path is not None else ""
        except (OSError, ValueError):
            return ""

    def write(self, words: str) -> None:
        """Keep words, or take the file away where there are none; a disk that refuses costs the address alone."""
        with contextlib.suppress(OSError):
            if self._path is not None and words:
                atomic.write(self._path, words.encode())
            elif self._path is not None:
                self._path.unlink(missing_ok=True)
