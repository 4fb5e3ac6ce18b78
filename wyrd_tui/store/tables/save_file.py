"""The file of a save, and the older saves beside it: `NAME.1.toml` the youngest of five."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from wyrd_tui.store.files import atomic, regular
from wyrd_tui.store.files.codec import sanitize
from wyrd_tui.store.tables.names import GENERATIONS, generation_path
from wyrd_tui.store.tables.save import LARGEST_SAVE


class SaveFile:
    """A save that is written again and again.

    Args:
        path: Its path.
        known: Its bytes as they were read; empty where it was not there.
    """

    def __init__(self, path: Path, known: bytes = b"") -> None:
        self._path = path
        # Bytes that it may have without anybody else having changed it.
        self._known: tuple[bytes, ...] = (known,) if known else ()

    def is_ours(self) -> bool:
        """Tell whether it lies there as the program read or wrote it last."""
        return _content(self._path) in self._known

    def write(self, data: bytes) -> list[str]:
        """Write it anew, and keep the one before it among the older saves.

        Returns:
            What the GM must be told of a file that another program put in its place, which is kept aside.

        Raises:
            OSError: If the disk refuses.
        """
        words = []
        there = _content(self._path)
        if there in self._known:
            with contextlib.suppress(OSError):
                words += self._keep()
        elif os.path.lexists(self._path):
            kept = atomic.keep_aside(self._path, "edited")
            there = None
            words.append(
                f"Another program changed {sanitize(self._path.name)} while the table was open. "
                f"What it wrote is not on the table, but kept as {sanitize(kept.name)}."
            )
        # A refused disk leaves the old bytes there, or the new ones where the folder alone could not be synced.
        self._known = (data,) if there is None else (there, data)
        atomic.write(self._path, data)
        self._known = (data,)
        return words

    def _keep(self) -> list[str]:
        """Put the save before the older ones; the oldest goes, and what is no save is kept aside, with a sentence."""
        words: list[str] = []
        first, oldest = generation_path(self._path, 1), generation_path(self._path, GENERATIONS)
        # A save whose writing failed is kept already; trying again must not push the others out.
        if _content(first) == _content(self._path):
            return words
        if os.path.lexists(oldest) and b"\n[table]" not in (_content(oldest) or b""):
            kept = atomic.keep_aside(oldest, "broken")
            words.append(f"{sanitize(oldest.name)} is no save. It is kept as {sanitize(kept.name)}.")
        # Up to the first gap alone, which a refusal half-way may have left.
        last = next(
            (n for n in range(1, GENERATIONS) if not os.path.lexists(generation_path(self._path, n))), GENERATIONS
        )
        if last == GENERATIONS:
            oldest.unlink(missing_ok=True)
        for number in range(last - 1, 0, -1):
            os.replace(generation_path(self._path, number), generation_path(self._path, number + 1))
        try:
            os.link(self._path, first)
        except OSError:
            # Some file systems have no second names.
            atomic.write(first, regular.read_regular(self._path, LARGEST_SAVE, linked=False))
        return words


def _content(path: Path) -> bytes | None:
    try:
        return regular.read_regular(path, LARGEST_SAVE, linked=False)
    except OSError:
        return None
