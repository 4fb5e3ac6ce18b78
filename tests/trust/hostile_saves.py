"""Saves and journals that somebody forged: every text in them is hostile, every seal and checksum is right.

A scenario is cleaned as it is read. A save comes from the program itself, or from anybody who can reckon a checksum.
"""

from __future__ import annotations

import json
import os
import re
import tempfile
import zlib
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from typing import Any

import tomli_w

from tests.trust.hostile_payloads import file_name
from tests.trust.hostile_plan import evening, lay
from wyrd_tui.engine.act import Step
from wyrd_tui.engine.session import Session
from wyrd_tui.store.files.codec import to_plain
from wyrd_tui.store.scenarios.scenario import begin_table, load_scenario
from wyrd_tui.store.tables import journal_lines, save

_A_FIELD = re.compile(r"q\d\d")
TYPED = "q97"
LAST = 8
"""So many turns are shown raw."""
IDS = frozenset(("ada", "bob", "mob", "foe", "door", "bell", "wall", "maze", "first", "second", "omens", "end"))
_PLAYED: list[Session] = []


def played() -> Session:
    """An evening in which every text is one of the fields and nothing more; it is played once."""
    if not _PLAYED:
        with tempfile.TemporaryDirectory() as folder:
            _PLAYED.append(evening(begin_table(load_scenario(lay(Path(folder), ""))), TYPED)[0])
    return _PLAYED[0]


def spoilt(value: Any, payload: str, *, ids: bool = False) -> Any:  # noqa: ANN401 - plain data
    """Plain data with the payload behind every field, and behind every id, too, where that is asked for."""
    if isinstance(value, dict):
        return {_text(key, payload, ids): spoilt(each, payload, ids=ids) for key, each in value.items()}
    if isinstance(value, list):
        return [spoilt(each, payload, ids=ids) for each in value]
    return _text(value, payload, ids) if isinstance(value, str) else value


def _text(text: str, payload: str, ids: bool) -> str:
    if ids and text in IDS:
        return text + payload
    return _A_FIELD.sub(lambda field: field[0] + payload, text)


def raw(payload: str) -> Session:
    """Make the same evening of values that nothing has cleaned, for the widgets' own care."""
    return _changed(lambda text: _text(text, payload, ids=False))


def beginning_with(payload: str) -> Session:
    """Make the same with the payload as a paragraph before every field."""
    return _changed(lambda text: _A_FIELD.sub(lambda field: f"{payload}\n\n{field[0]}", text))


def _changed(change: Callable[[str], str]) -> Session:
    session = played()
    steps = [_raw(step, change) for step in session.last(LAST)]
    state = _raw(session.state, change)
    changed = Session(state, dice=session.dice, clock=session.clock)
    changed._done = steps
    return changed


def _raw(value: Any, change: Callable[[str], str]) -> Any:  # noqa: ANN401 - any value of the engine
    if isinstance(value, str):
        return change(value)
    if isinstance(value, Mapping):
        return {change(key): _raw(each, change) for key, each in value.items()}
    if isinstance(value, Step):
        return Step(*(_raw(each, change) for each in value))
    if isinstance(value, tuple):
        return tuple(_raw(each, change) for each in value)
    if is_dataclass(value) and not isinstance(value, type):
        return replace(value, **{each.name: _raw(getattr(value, each.name), change) for each in fields(value)})
    return value


def forged(folder: Path, payload: str, *, ids: bool = False, name: str = "") -> Path:
    """A save and its journal, which agree, under a hostile name of their own; gives the save's path."""
    session = played()
    path = folder / f"{name or file_name(payload)}.toml"
    begun = session.done[0].before if session.done else session.state
    lines = [
        {
            "wyrd_journal": journal_lines.JOURNAL_FORMAT,
            "table": "forged",
            "state": spoilt(to_plain(begun), payload, ids=ids),
        }
    ]
    lines += [{"do": spoilt(to_plain(step.act), payload, ids=ids)} for step in session.done]
    log, last = _chain(lines)
    path.with_suffix(".journal").write_bytes(log)
    content = spoilt(to_plain(session.state), payload, ids=ids)
    path.write_bytes(_sealed(content, len(lines) - 1, f"{last:08x}", payload))
    return path


def _chain(lines: list[dict[str, Any]]) -> tuple[bytes, int]:
    log, crc = b"", 0
    for seq, line in enumerate(lines):
        body = json.dumps({"seq": seq, **line}, separators=(",", ":")).removeprefix("{").encode()
        crc = zlib.crc32(body, crc)
        log += b'{"crc":"%08x",' % crc + body + b"\n"
    return log, crc


def _sealed(content: dict[str, Any], seq: int, chain: str, payload: str) -> bytes:
    head = {
        "format": journal_lines.JOURNAL_FORMAT,
        **{name: value for name, value in content.items() if not isinstance(value, dict)},
        "place": payload,
        "id": "forged",
        "seq": seq,
        "chain": chain,
    }
    sections = {name: value for name, value in content.items() if isinstance(value, dict)}
    text = tomli_w.dumps({"table": head, **sections})
    data = f"{save._PREFACE}{text}".encode("utf-8", "replace")
    return data + f"\n{save._END}, seal {save._hash(data)}\n".encode()


def broken(folder: Path, payload: str) -> Path:
    """A save by hand with hostile keys, values and names, and no journal."""
    path = folder / f"{file_name(payload, 30)}-broken.toml"
    strange = {"name": payload, payload: 1, "side": payload, "conditions": [{payload: payload}]}
    document = {
        "table": {"format": journal_lines.JOURNAL_FORMAT, "title": payload, "place": payload},
        "actors": {payload: {**strange}, "ada": strange},
        "order": {"turn": payload},
        payload: payload,
    }
    path.write_bytes(f"{tomli_w.dumps(document)}\n{save._END}\n".encode("utf-8", "replace"))
    return path


def keys(home: Path, payload: str) -> None:
    """A key file of acts and keys that are none."""
    from wyrd_tui.store.files import folders

    folder = folders.config_folder()
    assert home in folder.parents, f"{folder} is nobody's own"
    folder.mkdir(parents=True, exist_ok=True)
    wishes = {payload: "x", "damage": payload, "undo": [payload, payload], "roll": []}
    (folder / "keys.toml").write_bytes(tomli_w.dumps({"keys": wishes, payload: payload}).encode("utf-8", "replace"))


def housed(home: Path) -> None:
    """Have the program keep everything in a folder."""
    home.mkdir(parents=True, exist_ok=True)
    os.environ["WYRD_HOME"] = str(home)
