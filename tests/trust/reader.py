"""An independent reader of journals, which shares no code with the program; an oracle of the harnesses.

`python -m tests.trust.reader FILE.journal` prints the log of a table.
"""

from __future__ import annotations

import json
import sys
import zlib
from pathlib import Path
from typing import Any, NamedTuple

COVERED = len(b'{"crc":"00000000",')
"""The bytes of a line before those that its checksum covers."""


class Story(NamedTuple):
    """The content of a journal.

    Attributes:
        table: Id of the table.
        done: Acts that stand, oldest first, as plain data.
        undone: Acts that are undone, the next one last.
        snapshot: The last whole state that the acts which stand lead to, as plain data.
        snapshot_at: The number of acts that lead to it.
        lines: The number of good lines.
        rest: Every byte after them.
    """

    table: str
    done: list[dict[str, Any]]
    undone: list[dict[str, Any]]
    snapshot: dict[str, Any]
    snapshot_at: int
    lines: int
    rest: bytes

    @property
    def log(self) -> tuple[str, ...]:
        """The sentences of the acts that stand."""
        return tuple(line for act in self.done for line in act["lines"])

    @property
    def notes(self) -> tuple[str, ...]:
        """The sentences of the notes among them."""
        return tuple(line for act in self.done if act["command"] == "note" for line in act["lines"])


def read(data: bytes) -> Story:
    """Read a journal up to its first fault.

    Raises:
        ValueError: If its first line cannot be used, or an undo or redo names another act than the next one.
    """
    good, rest = _good(data)
    if not good or good[0].get("wyrd_journal") != 1:
        raise ValueError("the first line is damaged")
    done: list[dict[str, Any]] = []
    undone: list[dict[str, Any]] = []
    states = [(0, good[0]["state"])]
    for line in good[1:]:
        if act := line.get("do") or line.get("edit"):
            done.append(act)
            undone.clear()
        elif "undo" in line or "redo" in line:
            giving, taking = (done, undone) if "undo" in line else (undone, done)
            if not giving or giving[-1]["number"] != line.get("undo", line.get("redo")):
                raise ValueError(f"line {line['seq'] + 1} does not name the next act")
            taking.append(giving.pop())
            states = [known for known in states if known[0] <= len(done)]
        if "state" in line:
            states.append((len(done), line["state"]))
    return Story(good[0]["table"], done, undone, states[-1][1], states[-1][0], len(good), rest)


def _good(data: bytes) -> tuple[list[dict[str, Any]], bytes]:
    """Split a journal into its good lines, parsed, and the bytes after them."""
    good: list[dict[str, Any]] = []
    crc = end = 0
    for line in data.split(b"\n"):
        crc = zlib.crc32(line[COVERED:], crc)
        if not line.startswith(b'{"crc":"%08x","seq":%d,' % (crc, len(good))):
            break
        good.append(json.loads(line))
        end += len(line) + 1
    return good, data[end:]


if __name__ == "__main__":
    print(*read(Path(sys.argv[1]).read_bytes()).log, sep="\n")
