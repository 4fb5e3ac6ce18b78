"""A disk that keeps what it was asked to keep: of bytes and of names, what was synced, and what came since."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

Listing = dict[str, int]
"""The names in a folder, with the number of the file or folder that each leads to."""


class PossibleDisk(NamedTuple):
    """The possible content of the disk after a call, and the moves that were made by then.

    Attributes:
        call: The call.
        shown: Number of moves made by then.
        names: The listings of each folder since it was synced.
        data: The contents of each file since it was synced.
    """

    call: str
    shown: int
    names: dict[int, tuple[Listing, ...]]
    data: dict[int, tuple[bytes, ...]]


class Platter:
    """While entered, keep what a power cut would leave of a folder after each call that changes it.

    Attributes:
        shown: Number of moves that were made; the player of the evening sets it.
        moments: Contents that would be left, after each call.
        root: The number of the folder.
    """

    CALLS = ("open", "write", "pwrite", "ftruncate", "fsync", "replace", "link", "unlink", "mkdir", "rmdir")

    def __init__(self, folder: Path) -> None:
        self.folder = os.path.realpath(folder)
        self.root = os.stat(folder).st_ino
        self.shown = 0
        self.moments: list[PossibleDisk] = []
        self._names: dict[int, list[Listing]] = {}
        self._data: dict[int, list[bytes]] = {}
        # A file that is held open keeps its number, so that no other gets it.
        self._pins: dict[int, int] = {}
        self._real: dict[str, Any] = {name: getattr(os, name) for name in self.CALLS}
        ours: dict[str, Any] = {name: self._through(name) for name in self.CALLS}
        self._patch = patch.multiple(os, **ours)

    def __enter__(self) -> Platter:
        for folder, _, _ in os.walk(self.folder):
            self._listed(folder, synced=True)
        self._patch.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._patch.stop()
        for pin in self._pins.values():
            os.close(pin)

    def _through(self, name: str) -> Callable[..., Any]:
        def call(first: Any, *others: Any, **more: Any) -> Any:  # noqa: ANN401 - any call of the system
            if name == "fsync":
                # Nothing need reach the disk itself; what is tried is what the program asks for.
                self._keep(first, synced=True)
                return self._noted(name)
            done = self._real[name](first, *others, **more)
            if isinstance(first, int):
                self._keep(first, synced=False)
                self._noted(name)
            elif name != "open" or others[0] & os.O_CREAT:
                folder = os.path.dirname(os.path.realpath(others[0] if name in ("replace", "link") else first))
                if f"{folder}/".startswith(f"{self.folder}/"):
                    self._listed(folder, synced=False)
                    self._noted(name)
            return done

        return call

    def _noted(self, name: str) -> None:
        names = {number: tuple(listings) for number, listings in self._names.items()}
        data = {number: tuple(contents) for number, contents in self._data.items()}
        self.moments.append(PossibleDisk(name, self.shown, names, data))

    def _keep(self, number: int, *, synced: bool) -> None:
        """See what an open file or folder holds now."""
        found = os.fstat(number)
        if stat.S_ISDIR(found.st_mode):
            if found.st_ino in self._names:
                self._names[found.st_ino] = self._names[found.st_ino][-1:]
        elif found.st_ino in self._data:
            now = os.pread(self._pins[found.st_ino], found.st_size, 0)
            self._data[found.st_ino] = [now] if synced else [*self._data[found.st_ino], now]

    def _listed(self, folder: str, *, synced: bool) -> None:
        """See what a folder holds now, and pin what is new in it."""
        listing = {}
        for entry in os.scandir(folder):
            number = listing[entry.name] = entry.inode()
            if number not in self._pins:
                self._pins[number] = self._real["open"](entry.path, os.O_RDONLY)
                if entry.is_dir():
                    self._names[number] = [{}]
                else:
                    size = entry.stat().st_size
                    self._data[number] = [os.pread(self._pins[number], size, 0) if synced else b""]
        number = os.stat(folder).st_ino
        self._names[number] = [listing] if synced else [*self._names[number], listing]
