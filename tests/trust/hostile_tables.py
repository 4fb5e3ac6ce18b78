"""Saves and journals made to cost: as large as they may be, and of the shape that each step of reading likes least.

`python -m tests.trust.hostile_tables` opens all of them, each in a process of its own, and says what it cost.
"""

# ruff: noqa: PLW0108 - each is made when it is wanted
from __future__ import annotations

import argparse
import contextlib
import itertools
import json
import multiprocessing
import re
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from itertools import islice
from multiprocessing.connection import Connection
from pathlib import Path
from typing import NamedTuple, TypeVar

from wyrd_tui.engine.state import State
from wyrd_tui.store.tables import journal, line, save, signs

SECONDS = 2.0
MEGABYTES = 200
"""Nothing may take longer, or more."""
RECENT = 60
ON_A_SCREEN = 60
"""Turns of which the log begins with the sentences, and the history shows the titles."""
Made = TypeVar("Made")
_END = "\n# end of the table\n"
_HEAD = '[table]\nformat = 2\ntitle = "T"\n'
_STATE = '{"title":"T"}'


def _filled(head: str, piece: Callable[[int], str], tail: str = "", most: int = save.LARGEST) -> bytes:
    """As many numbered pieces as a file can have."""
    parts, size, number = [head.encode()], len(head) + len(tail), 0
    while True:
        part = piece(number).encode()
        size += len(part)
        if size > most:
            return b"".join([*parts, tail.encode()])
        parts.append(part)
        number += 1


def _signed(piece: str, each: int, head: str = _HEAD, tail: str = _END) -> bytes:
    """As many pieces as a save can have, each of which counts as so many signs."""
    count = (signs.OF_A_SAVE - 200) // each
    return (head + "".join(piece.replace("#", str(number)) for number in range(count)) + tail).encode()


def _journal(
    bodies: Iterable[str], most: int = journal.LARGEST, state: str = _STATE, number: int = journal.FORMAT
) -> bytes:
    """A journal of some format with checksums that are right, up to the most that is read."""
    first, crc = line.made(f'"wyrd_journal":{number},"table":"t","state":{state}', 0, 0)
    parts, size = [first], len(first)
    for each, body in enumerate(bodies, 1):
        part, crc = line.made(body, each, crc)
        size += len(part)
        if size > most or each >= journal.MOST_LINES:
            break
        parts.append(part)
    return b"".join(parts)


def _people(most: int) -> str:
    """A table of as many people as these bytes can have."""
    people = ",".join(f'"a{number}":{{"name":"n{number}"}}' for number in range(most // 30))
    return f'{{"title":"T","actors":{{{people}}}}}'


def _saved(seq: int, chain: str) -> bytes:
    """A save that is just as the program wrote it."""
    return save.dumps(State("T"), table="t", seq=seq, chain=chain, saved=0.0)


def _turn(number: int, events: str = "[]", asked: str = "x") -> str:
    return f'"do":{{"number":{number},"command":"x","asked":"{asked}","lines":["x"],"events":{events}}}'


def _turns(events: str = "[]", most: int = journal.MOST_LINES) -> Iterable[str]:
    return (_turn(number, events) for number in range(1, most))


def _older(*bodies: str, state: str = _STATE) -> bytes:
    """A journal of the first format, up to the most that is brought up to date."""
    return _journal(itertools.cycle(bodies), 4 * 2**20 - 1_000, state, 1)


def _many(piece: str, count: int) -> str:
    """A list of so many of the same."""
    return f"[{','.join([piece] * count)}]"


def _texts(piece: str, begin: str = '"', end: str = '"') -> bytes:
    """A save of one text, as long as it may be, that is looked through for its end; the signs outside are too many."""
    head = f"{_HEAD}premise = {begin}"
    tail = f"{end}\n{'k=1.' * signs.OF_A_SAVE}{_END}"
    return (head + piece * ((save.LARGEST - len(head) - len(tail)) // len(piece)) + tail).encode()


def _crowd(events: list[dict[str, object]], turns: int = 1, **state: object) -> bytes:
    """A journal of so many turns with these events, from a table with this on it."""
    said = json.dumps(events)
    return _journal((_turn(number, said) for number in range(1, turns + 1)), state=json.dumps({"title": "T", **state}))


def _named(count: int) -> dict[str, object]:
    return {f"a{number}": {"name": "n"} for number in range(count)}


def _told(count: int = 1, **told: object) -> bytes:
    """A journal of so many turns that say these things, and a word of a save, so that nothing of it is played."""
    turn = {"command": "x", "asked": "x", "lines": ["x"], "events": [], **told}
    rest = json.dumps(turn)[1:]
    turns = (f'"do":{{"number":{number},{rest}' for number in range(1, count + 1))
    return _journal([*turns, f'"saved":{count},"file":"x","state":{_STATE}'])


def _sheet(**parts: object) -> dict[str, object]:
    return {"a": {"name": "n", "sheets": {"g": parts}}}


_SHOWN: dict[str, object] = {"event": "Shown", "what": "a1", "visibility": "open"}
_STRUCK: dict[str, object] = {"event": "Struck", "who": "a", "game": "g", "row": "r", "struck": True}
_ROWS = [{"id": "r", "label": "r", "boxes": 1}] * 20_000
_PAGES = [{"id": "p", "kind": "rule", "title": "p"}] * 20_000
_BEGUN: dict[str, object] = {"event": "Staged", "scene": {}, "evening": 1, "why": "b"}
_LONG = json.dumps([{"event": "Joined", "actor": {"id": "a", "name": "n" * 60_000}}])
_CROWD = json.dumps([{"event": "Joined", "actor": {"id": "a", "name": "n", "conditions": [{"id": "c", "label": "c"}]}}])
_BAD = '[{"event":"Nothing"}]'
_MANY = json.dumps([{"event": "Counted", "name": "c", "value": 1, "why": "because"}] * 100)

SAVES: dict[str, Callable[[], bytes]] = {
    "unknown keys": lambda: _signed("k# = 1\n", 1),
    "unknown sections": lambda: _signed("[s#]\n", 1),
    "actors without names": lambda: _signed("[actors.a#]\n", 2),
    "actors with two faults": lambda: _signed('[actors.a#]\nside = "foe"\ncount = "x"\n', 4),
    "places of nobody": lambda: _signed('[[order.places]]\nwho = "a#"\n', 4),
    "bonuses of nobody": lambda: _signed('[bonuses.b#]\nlabel = "b"\nvalue = 1\nowner = "mercr#"\n', 5),
    "actors under other names": lambda: _signed('[actors.a#]\nid = "b#"\nname = "n"\n', 4),
    "dotted keys": lambda: _signed("a#." + "b." * 17 + "c = 1\n", 20),
    "a key of 100,000 parts": lambda: (_HEAD + "a." * 100_000 + "a = 1" + _END).encode(),
    "counters": lambda: _signed("k# = 1\n", 1, _HEAD + "[counters]\n"),
    "counters out of bounds": lambda: _signed("k# = 1000000\n", 1, _HEAD + "[counters]\n"),
    "empty people": lambda: _signed('[actors.a#]\nname = "n"\n', 3),
    "a list of numbers": lambda: _signed("1,", 1, _HEAD + "games = [", "]" + _END),
    "a list of lists": lambda: _signed("[],", 2, _HEAD + "games = [", "]" + _END),
    "newlines": lambda: (_HEAD + "\n" * (save.LARGEST - 100) + _END).encode(),
    "comments": lambda: _filled(_HEAD, lambda number: "#\n", _END),
    "comments after one full of signs": lambda: _filled(
        f"# {',' * (signs.OF_A_SAVE + 100)}\n{_HEAD}", lambda number: "#\n", _END
    ),
    "many comments without end": lambda: _filled(_HEAD, lambda number: "#\n", "saved = ="),
    "one long name": lambda: (_HEAD + "[counters]\n" + "k-" * (save.LARGEST // 2 - 200) + " = 1" + _END).encode(),
    "one long text": lambda: (_HEAD + 'premise = "' + "xyz " * ((save.LARGEST - 200) // 4) + '"' + _END).encode(),
    "a choice of 4,000,000 letters": lambda: (
        _HEAD + '[actors.a]\nname = "n"\nside = "' + "xyz " * ((save.LARGEST - 200) // 4) + '"' + _END
    ).encode(),
    "larger than any": lambda: (_HEAD + "k = 1\n" * save.LARGEST).encode(),
    "an open text": lambda: (_HEAD + 'k = "' + "a" * (save.LARGEST - 200)).encode(),
    "open lists": lambda: (_HEAD + "k = " + "[" * 100_000).encode(),
    "a number of 4,000,000 digits": lambda: (_HEAD + "k = " + "1" * (save.LARGEST - 200)).encode(),
    "a hexadecimal number": lambda: (_HEAD + "turn = 0x" + "f" * (save.LARGEST - 200)).encode(),
    "zeros": lambda: b"\0" * save.LARGEST,
    "a text full of escapes": lambda: _texts("\\\\"),
    "a text full of quotes": lambda: _texts("'"),
    "a long text full of quotes": lambda: _texts('""a', '"""', '"""'),
    "a long text full of quotes that are escaped": lambda: _texts('\\"""', '"""', '"""'),
    "a long text without an end, full of backslashes": lambda: _texts("\\\\", '"""', "x"),
    "a long text without an end, full of single backslashes": lambda: _texts("\\", '"""', "x"),
    "a plain text without an end, full of quotes": lambda: _texts("''\\", "'''", "x"),
    "long texts without an end, one after another": lambda: _texts('"""\\'),
    "many tiny texts": lambda: _texts('""', ""),
    "many tiny texts that nothing closes": lambda: _texts('"\\\n', ""),
    "comments full of quotes": lambda: _texts('#"\n', "1 "),
    "marks on letters": lambda: (_HEAD + 'place = "' + "a\u0301" * 1_000_000 + '"' + _END).encode(),
}
JOURNALS: dict[str, Callable[[], bytes]] = {
    "a good line and newlines": lambda: _journal([]) + b"\n" * (journal.LARGEST - 1_000),
    "a good line and zeros": lambda: _journal([]) + b"\0" * (journal.LARGEST - 1_000),
    "a good line and rubbish": lambda: _journal([]) + b"x\n" * (journal.MOST_LINES - 10),
    "a good line and steps that do not fit": lambda: (
        _journal([]) + b'{"crc":"00000000","seq":1,"undo":1}\n' * (journal.MOST_LINES - 10)
    ),
    "one line": lambda: b'{"crc":"00000000","seq":0,' * (journal.LARGEST // 30),
    "newlines": lambda: b"\n" * journal.LARGEST,
    "larger than any": lambda: _journal([]) + b"x" * 100 * 2**20,
    "larger than any, of newlines": lambda: _journal([]) + b"\n" * (100 * 2**20),
    "the same line again and again": lambda: _journal([]) * 100_000,
    "undone and redone": lambda: _journal(
        [_turn(1), *(f'"{("undo", "redo")[number % 2]}":1' for number in range(journal.MOST_LINES))]
    ),
    "a line of lists": lambda: _journal([_turn(1, "[" + "[]," * 2_000_000 + "[]]")]),
    "a line deep in lists": lambda: _journal([_turn(1, "[" * 1_000_000)]),
    "a number of digits": lambda: _journal([_turn(1, "[" + "1" * 5_000_000 + "]")]),
    "bad turns, each taken back but the last": lambda: _journal(
        [*islice(_turns(), 8_000), *[_turn(8_001, _BAD), '"undo":8001'] * 30_000, _turn(8_001, _BAD)]
    ),
    "turns that say nothing": lambda: _journal(_turns()),
    "turns of one event that is none": lambda: _journal(_turns('[{"event":"Nothing"}]')),
    "long names": lambda: _journal(_turns(_LONG)),
    "people who join": lambda: _journal(_turns(_CROWD)),
    "turns of many events": lambda: _journal(_turns(_MANY)),
    "turns of many events, saved": lambda: _journal(
        [*islice(_turns(_MANY), 3_000), f'"saved":3000,"file":"x","state":{_STATE}']
    ),
    "200,000 people at the beginning": lambda: _journal([], state=_people(line.LONGEST - 200)),
    "as many people at the beginning as may be": lambda: _journal([], state=_people(950_000)),
    "many events, and very many people": lambda: _crowd([_SHOWN] * 25_000, 4, actors=_named(40_000)),
    "many turns, and very many people": lambda: _crowd([_SHOWN], 30_000, actors=_named(40_000)),
    "many turns, and very many people, undone": lambda: _journal(
        [*(_turn(number, json.dumps([_SHOWN])) for number in range(1, 9_000)), '"undo":8999', _turn(8_999, _BAD)],
        state=_people(900_000),
    ),
    "many events, and very many counters": lambda: _crowd(
        [{"event": "Counted", "name": "k1", "value": 1}] * 9_000, 9, counters={f"k{n}": 1 for n in range(90_000)}
    ),
    "many events, and very many rows of one name": lambda: _crowd([_STRUCK] * 9_000, actors=_sheet(track=_ROWS)),
    "many turns, and very many rows of one name": lambda: _crowd([_STRUCK], 9_000, actors=_sheet(track=_ROWS)),
    "many turns, and very many ratings": lambda: _crowd(
        [{"event": "Rated", "who": "a", "game": "g", "rating": "r1", "value": 1}],
        9_000,
        actors=_sheet(ratings={f"r{number}": 1 for number in range(40_000)}),
    ),
    "many events, and very many conditions": lambda: _crowd(
        [{"event": "Befell", "who": "a", "condition": {"id": "d", "label": "d"}}] * 9_000,
        actors={"a": {"name": "n", "conditions": [{"id": "c", "label": "c"}] * 20_000}},
    ),
    "many events, and very many places": lambda: _crowd(
        [{"event": "Turned", "who": "a", "round": number} for number in range(9_000)],
        actors=_named(2),
        order={"places": [{"who": "a1", "acted": True}] * 20_000},
    ),
    "many events, and very many pages of one name": lambda: _crowd(
        [{**_SHOWN, "what": "p"}] * 9_000, book={"pages": _PAGES}
    ),
    "one turn of 180,000 names": lambda: _told(lines=["z" * 99_990 + ": x"], names=["zq"] * 180_000),
    "a turn of 70,000 sentences and 11,000 scenes": lambda: _told(lines=["a"] * 70_000, events=[_BEGUN] * 11_000),
    "sentences full of colons and brackets": lambda: _told(60, lines=["(a: b) " * 14_000 + "("], names=[": "] * 50),
    "sentences full of brackets": lambda: _told(60, lines=["(" * 99_000 + ": "]),
    "sentences that nobody sees": lambda: _told(8, lines=["\x7f" * 99_990] * 79),
    "sentences of marks": lambda: _told(8, lines=["a\u0301" * 49_000] * 15),
    "older: turns": lambda: _journal(_turns(), 4 * 2**20 - 1_000, number=1),
    "older: actors without end": lambda: _older(_turn(1, _many('{"actor":{}}', 66_000))),
    "older: numbers without end": lambda: _older(_turn(1, _many("1e9", 200_000))),
    "older: lists in lists": lambda: _older('"do":{"number":1,"x":' + "[" * 900 + "]" * 900 + "}"),
    "older: a text of controls": lambda: _older('"do":{"number":1,"x":"' + "\\u0001" * 160_000 + '"}'),
    "older: people": lambda: _older('"undo":0', state=_people(1_900_000)),
    "sentences without end": lambda: _told(30, lines=["x: y"] * 60_000, names=["x: y"] * 40),
    "saves": lambda: _journal(f'"saved":0,"file":"{number}","state":{_STATE}' for number in range(journal.MOST_LINES)),
}
BESIDE: dict[str, tuple[Callable[[], bytes], Callable[[], bytes]]] = {
    "a line that the save names, many times in one": (
        lambda: _saved(5, "0badbad0"),
        lambda: _journal([]) + b' {"crc":"0badbad0","seq":5,' * (line.LONGEST // 27 - 5) + b"\n",
    ),
    "a line that the save names, many times": (
        lambda: _saved(5, "0badbad0"),
        lambda: _journal([]) + b'{"crc":"0badbad0","seq":5,\n' * (journal.MOST_LINES - 10),
    ),
    "saves of 7.8 MB each": (
        lambda: (_HEAD + 'place = "by hand"\n[counters]\nk = 1\n' + _END).encode(),
        lambda: _journal(f'"saved":0,"file":"{number}","state":{_people(7_800_000)}' for number in range(7)),
    ),
    "as many saves as are compared, each as full as may be": (
        lambda: (_HEAD + 'place = "by hand"\n[counters]\nk = 1\n' + _END).encode(),
        lambda: _journal(f'"saved":0,"file":"{number}","state":{_people(950_000)}' for number in range(60)),
    ),
}
"""Saves, and the journals beside them."""
BOMBS: dict[str, tuple[str, Callable[[], bytes]]] = {
    **{f"save: {name}": ("t.toml", make) for name, make in SAVES.items()},
    **{f"journal: {name}": ("t.journal", make) for name, make in JOURNALS.items()},
    **{f"both: {name}": ("t.journal", make) for name, (_, make) in BESIDE.items()},
}


class Cost(NamedTuple):
    """What the dearest thing cost of opening a table and looking at it, and what was said."""

    seconds: float
    megabytes: int
    said: str


def _open(path: Path, told: Connection) -> None:
    from wyrd_tui.engine.dice import LiveDice, Refused
    from wyrd_tui.store.files.codec import Unreadable, tame
    from wyrd_tui.store.tables import shelf
    from wyrd_tui.store.tables.encounter import open_table

    taken: list[float] = []

    def timed(act: Callable[[], Made]) -> Made:
        begun = time.process_time()
        made = act()
        taken.append(time.process_time() - begun)
        return made

    timed(lambda: shelf.tables(path.parent))
    begun = time.process_time()
    try:
        with open_table(path) as table:
            taken.append(time.process_time() - begun)
            said = "\n".join(table.tell())
            # The log, the foot after an undo, and the history.
            timed(lambda: [tame(sentence) for turn in table.recent(RECENT) for sentence in turn.lines])
            session = table.session(dice=LiveDice(1))
            with contextlib.suppress(Refused):
                timed(lambda: session.undo().title)
                session.redo()
            timed(lambda: [step.turn.title for step in session.last(ON_A_SCREEN)])
            begun = time.process_time()
    except Unreadable as reason:
        said = str(reason)
    taken.append(time.process_time() - begun)
    told.send(Cost(max(taken), _megabytes(), said))


def _megabytes() -> int:
    """The most memory that this process has had; what its parent had is none of it."""
    found = re.search(r"VmHWM:\s+(\d+) kB", Path("/proc/self/status").read_text())
    assert found is not None
    return int(found[1]) // 1024


def cost(name: str, folder: Path) -> Cost:
    """What it costs to open a table with this file, in a process of its own."""
    file, make = BOMBS[name]
    folder.mkdir(parents=True, exist_ok=True)
    (folder / file).write_bytes(make())
    if name.startswith("both: "):
        (folder / "t.toml").write_bytes(BESIDE[name.removeprefix("both: ")][0]())
    here, there = multiprocessing.Pipe(duplex=False)
    other = multiprocessing.get_context("spawn").Process(target=_open, args=(folder / "t.toml", there))
    other.start()
    there.close()
    try:
        found: Cost = here.recv()
    except EOFError:
        found = Cost(0.0, 0, "it ended without a word")
    other.join()
    return found


def main() -> int:
    """All of them, or those whose names have one of some words; gives the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="WORD", help="of the names of those that are tried")
    names = parser.parse_args().names
    wrong = 0
    for name in BOMBS:
        if names and not any(word in name for word in names):
            continue
        with tempfile.TemporaryDirectory() as folder:
            seconds, megabytes, said = cost(name, Path(folder))
        bad = seconds > SECONDS or megabytes > MEGABYTES or not said or said.count("\n") > 110
        wrong += bad
        print(
            f"{'! ' if bad else '  '}{seconds:6.2f} s {megabytes:4} MB  {name}: {said[:100]!r}…{said[-60:]!r}",
            flush=True,
        )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
