"""An independent reader of journals, which shares no code with the program; an oracle of the harnesses."""

from __future__ import annotations

import json
import zlib
from typing import Any, NamedTuple


class JournalContent(NamedTuple):
    """The content of a journal.

    Attributes:
        log: The sentences of the acts that stand.
        notes: The sentences of the notes among them.
        undo: The number of acts that stand.
        redo: The sentences of the acts that are undone, the next act last.
        snapshot: The last whole state that the acts lead to, as plain data, and the number of acts up to it.
        rest: Every byte after the good lines.
    """

    log: tuple[str, ...]
    notes: tuple[str, ...]
    undo: int
    redo: tuple[str, ...]
    snapshot: tuple[int, dict[str, Any]]
    rest: bytes


def read(data: bytes) -> JournalContent:
    """Read a journal up to its first fault.

    Raises:
        ValueError: If its first line cannot be used, or an undo or redo names another act than the next one.
    """
    done: list[dict[str, Any]] = []
    undone: list[dict[str, Any]] = []
    states: list[tuple[int, dict[str, Any]]] = []
    crc = end = 0
    for number, text in enumerate(data.split(b"\n")):
        crc = zlib.crc32(text[len('{"crc":"00000000",') :], crc)
        if not text.startswith(b'{"crc":"%08x","seq":%d,' % (crc, number)):
            break
        line, end = json.loads(text), end + len(text) + 1
        if act := line.get("do") or line.get("edit"):
            done.append(act)
            undone.clear()
        elif "undo" in line or "redo" in line:
            giving, taking = (done, undone) if "undo" in line else (undone, done)
            if not giving or giving[-1]["number"] != line.get("undo", line.get("redo")):
                raise ValueError(f"line {number + 1} does not name the next act")
            taking.append(giving.pop())
            states = [known for known in states if known[0] <= len(done)]
        if "state" in line:
            states.append((len(done), line["state"]))
    if not states:
        raise ValueError("the first line is damaged")
    notes = [act for act in done if act["command"] == "note"]
    return JournalContent(_sentences(done), _sentences(notes), len(done), _sentences(undone), states[-1], data[end:])


def _sentences(acts: list[dict[str, Any]]) -> tuple[str, ...]:
    return tuple(_sentence(line) for act in acts for line in act["log"])


def _sentence(line: dict[str, str]) -> str:
    verdict = f"{line['verdict']} · " if "verdict" in line else ""
    return f"{verdict}{line['head']}{line.get('tail', '')}"
