"""A save: one TOML file with a whole live table, for a person to read and, while the table is closed, to edit.

It begins with what is true of the file, under `[table]`; what is on the table follows, the book last. A seal over the
content tells a file that the program wrote from one that a hand has changed since.
"""

from __future__ import annotations

import contextlib
import errno
import json
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from wyrd_tui.engine.session import LATEST
from wyrd_tui.engine.state import State
from wyrd_tui.store.files import codec
from wyrd_tui.store.files.codec import Plain, Unreadable, build, plain
from wyrd_tui.store.files.problems import MOST_PROBLEMS, Broken, Problem
from wyrd_tui.store.tables import migrations, signs
from wyrd_tui.store.tables.journal import Newer
from wyrd_tui.store.tables.sound import misnamed, wrong

FORMAT = migrations.FORMAT
LARGEST = 4 * 2**20
"""Bytes of a save; a long evening of a crowd has a twentieth of them."""
_MOST_DEPTH = 20
_LAST_DAY = int(LATEST) - 2 * 86_400
_LINES = 10**12
# To read a number takes memory by its digits; no name has so many letters.
_DIGITS = 4_000
_HEXADECIMAL = b"0123456789abcdefABCDEF_"
_MOST_FORMATS = 1_000_000

_OF_THE_FILE = ("format", "id", "place", "saved", "seq", "chain", "seal")
_FIRST = ("scene", "actors", "order", "challenges", "bonuses", "marks", "counters", "roll", "rules", "setting")
_EXPLAINED = 1_000_000
_PREFACE = """\
# A live table of wyrd_tui. Close the table before you change anything here: what this file says then wins
# when it is opened again, and undo takes it back. The journal beside it holds every turn.

"""
# Half a file can be sound TOML; without its last line it is no edit but a loss.
_END = "# end of the table"


@dataclass(frozen=True, slots=True)
class Save:
    """What a save says.

    Attributes:
        table: Id of the table.
        seq: Number of the journal line that it reflects.
        chain: Checksum of that line, in hexadecimal.
        state: What is on the table.
        sealed: Whether it is just as the program wrote it.
        format: The format that the file is of.
    """

    table: str
    seq: int
    chain: str
    state: State
    sealed: bool
    format: int = FORMAT


def mark(data: bytes) -> str:
    """A short name for some bytes, other for other bytes."""
    import hashlib

    return hashlib.blake2b(data, digest_size=8).hexdigest()


def _seal(table: str, seq: int, chain: str, content: Plain, number: int = FORMAT) -> str:
    whole = [number, table, seq, chain, content]
    # TOML keeps no order between values and tables, and later versions know this one's no more.
    said = json.dumps(whole, ensure_ascii=False, separators=(",", ":"), sort_keys=number > 1, default=str)
    return mark(said.encode())


def _sealed(head: Plain, content: Plain) -> Save | None:
    """The save, if it is just as some version wrote it; then a number that says otherwise was damaged."""
    table, seq, chain, seal = head.get("id"), _line_of(head), head.get("chain"), head.get("seal")
    if type(table) is not str or seq is None or type(chain) is not str:
        return None
    for number in range(FORMAT, 0, -1):
        with contextlib.suppress(Unreadable):
            state = build(State, migrations.state(content, number))
            # A stranger can make a seal; then it is looked at like any other.
            if any(misnamed(state)):
                continue
            if number == FORMAT:
                written = plain(state)
            elif number > 1:
                written = content
            else:
                written = migrations.in_order_of(content, plain(state, sparse=False))
            if seal == _seal(table, seq, chain, written, number):
                return Save(table, seq, chain, state, sealed=True, format=number)
    return None


def _line_of(head: Plain) -> int | None:
    """The journal line that a save says it reflects, if it is one that there could be."""
    seq = head.get("seq")
    return seq if type(seq) is int and 0 <= seq < _LINES else None


def place_line(state: State) -> str:
    """Where the table stands, in a line: `scene 3 · engine room · round 2`, or `between scenes`."""
    here = "between scenes" if state.scene.between else f"scene {state.scene.number}"
    words = [here, state.scene.title]
    if state.order.round:
        words.append(f"round {state.order.round}")
    return " · ".join(filter(None, words))


def dumps(state: State, *, table: str, seq: int, chain: str, saved: float) -> bytes:
    """The file for a state; `saved` is in seconds since the epoch.

    Raises:
        OSError: If it would be larger than a file that could be read again.
    """
    import datetime

    import tomli_w

    with codec.room():
        content = plain(state)
    head = {
        "format": FORMAT,
        **{name: value for name, value in content.items() if not isinstance(value, dict)},
        "place": codec.tame(place_line(state)),
        # A calendar ends with the year 9999, clocks do not.
        "saved": datetime.datetime.fromtimestamp(min(max(0, int(saved)), _LAST_DAY)).astimezone(),
        "id": table,
        "seq": seq,
        "chain": chain,
        "seal": _seal(table, seq, chain, content),
    }
    sections = {name: content[name] for name in (*_FIRST, *content) if isinstance(content.get(name), dict)}
    document = {"table": head, **{name: value for name, value in sections.items() if name != "book"}}
    if "book" in sections:
        document["book"] = sections["book"]
    text = f"{_PREFACE}{tomli_w.dumps(document, multiline_strings=True)}\n{_END}\n"
    data = text.encode()
    if beyond := _beyond(data):
        raise OSError(errno.EFBIG, f"the table has grown too large for a save: {beyond}")
    return data


def _beyond(data: bytes) -> str:
    """Why a save of these bytes is refused before it is read; empty where it is not."""
    if len(data) > LARGEST:
        return f"it is larger than {LARGEST:,} bytes"
    if _long_number(data) and _long_number(signs.bare(data)):
        return "a number in it has too many digits"
    return (
        f"there are more than {signs.OF_A_SAVE:,} keys, values and comments in it" if signs.crowded_save(data) else ""
    )


def _long_number(data: bytes) -> bool:
    return any(not data[at : at + _DIGITS].strip(_HEXADECIMAL) for at in range(0, len(data), _DIGITS))


def loads(data: bytes, path: Path) -> Save:
    """What the bytes of a save say; its path is for messages.

    Raises:
        Broken: If it is no save that could be used, with every problem.
        Newer: If a later version wrote it.
    """
    text, document = _parse(data, path)
    head = document.get("table")
    if type(head) is not dict:
        raise Broken(
            [_Places(path, text).problem(("table",), "the section [table] is missing: this is no saved table")]
        )
    content = {name: value for name, value in head.items() if name not in _OF_THE_FILE}
    content |= {name: value for name, value in document.items() if name != "table"}
    if kept := _sealed(head, content):
        return kept
    number = _number(head.get("format"))
    if number is None:
        which = f"format must be a whole number from 1 to {FORMAT}"
        raise Broken([_Places(path, text).problem(("table", "format"), which)])
    content = migrations.state(content, number)
    try:
        state = build(State, content)
    except Unreadable:
        raise Broken(_problems(path, text, head, codec.faults(State, content, MOST_PROBLEMS + 1))) from None
    table, seq, chain = head.get("id"), _line_of(head), head.get("chain")
    if type(table) is not str or seq is None or type(chain) is not str:
        table, seq, chain = "", -1, ""
    if not text.rstrip().endswith(_END):
        end = Problem(codec.tame(path.name), text.count("\n") + 1, 1, f"the file ends before its last line, “{_END}”")
        raise Broken([end])
    if found := list(islice(wrong(state), MOST_PROBLEMS + 1)):
        raise Broken(_problems(path, text, head, found))
    return Save(table, seq, chain, build(State, cleaned(content)), sealed=False, format=number)


def _number(said: Plain) -> int | None:
    """The format that an edited save says it is of, None where it says none; Newer where a later version wrote it."""
    if type(said) is not int or said < 1:
        return None
    if said > FORMAT:
        told = said if said < _MOST_FORMATS else "unknown"
        raise Newer(f"it was saved by a newer version of this program (format {told}, this one knows {FORMAT})")
    return said


def _parse(data: bytes, path: Path) -> tuple[str, dict[str, Any]]:
    import tomllib

    if beyond := _beyond(data):
        raise Broken([Problem(codec.tame(path.name), 1, 1, beyond)])
    from wyrd_tui.store.files.positions import too_deep

    try:
        text = data.decode("utf-8-sig")
        if deep := too_deep(text, _MOST_DEPTH):
            nested = f"lists or tables are nested more than {_MOST_DEPTH} deep"
            raise Broken([Problem(codec.tame(path.name), *deep, nested)])
        return text, tomllib.loads(text)
    except (ValueError, RecursionError) as fault:
        message = codec.tame(str(fault)) if isinstance(fault, tomllib.TOMLDecodeError) else "it cannot be read as TOML"
    if len(data) <= _EXPLAINED:
        from wyrd_tui.store.files import tomlfile

        try:
            tomlfile.read(path)
        except Broken as broken:
            raise Broken(problem._replace(path=codec.tame(path.name)) for problem in broken.problems) from None
    raise Broken([Problem(codec.tame(path.name), 1, 1, message)])


class _Places:
    """Where things stand in a save, for its problems."""

    def __init__(self, path: Path, text: str) -> None:
        from wyrd_tui.store.files.positions import positions

        self.name = codec.tame(path.name)
        try:
            self.found = positions(text)
        except RecursionError:
            self.found = {}

    def problem(self, place: codec.Path, message: str) -> Problem:
        while place and place not in self.found:
            place = place[:-1]
        line, column = self.found.get(place, (1, 1))
        return Problem(self.name, line, column, message)


def _problems(path: Path, text: str, head: Plain, found: list[tuple[codec.Path, str]]) -> list[Problem]:
    places = _Places(path, text)
    problems = sorted(
        places.problem(
            ("table", *place) if place and place[0] in head else place,
            f"{codec.dotted(place[-1:])} {message}" if place else message,
        )
        for place, message in found[:MOST_PROBLEMS]
    )
    if len(found) > MOST_PROBLEMS:
        last = problems[-1]
        problems.append(last._replace(message="there is more to say; mend these first"))
    return problems


def cleaned(content: Plain) -> Plain:
    """Content with invisible characters, which a hand may have pasted, taken out of every text."""
    from wyrd_tui.store.files.clean import clean, hidden

    def text(value: str) -> str:
        return clean(value, lines=True) if hidden(value) else value

    def walk(value: Plain) -> Plain:
        if isinstance(value, dict):
            return {text(key): walk(each) for key, each in value.items()}
        if isinstance(value, list):
            return [walk(each) for each in value]
        return text(value) if isinstance(value, str) else value

    return walk(content)
