"""Random keys on the real screen: no key ends the program or stops it, and all that they did can be undone and redone.

Letters, words, pastes, parts of sequences, new sizes and clicks reach the program in one read or with gaps between
them. `python -m tests.trust keys --times 50000` presses so many at each of four tables.
"""

from __future__ import annotations

import contextlib
import os
import random
import signal
import string
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from tests.terminal.driver import Program
from tests.trust.runner import Harness, Result
from tests.trust.story import content, sit
from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.state import State
from wyrd_tui.store.files import folders
from wyrd_tui.store.scenarios import presets, scenario
from wyrd_tui.store.tables.opening import create_table, open_table

TABLES = ("flight-from-the-tower", "nobody-told-the-bees", "a-fine-patina", "the-light-on-gannet-stack")
"""Shipped scenarios: one of each game, and one of several games."""
ROUND = 250
"""Keys between two looks at the program."""
KEYS_AN_ACT = 10
"""Most keys that an act may take on average."""
GAPS = (0.0, 0.0, 0.0, 0.005, 0.02, 0.05)
"""Seconds between two presses of a stretch; most come in one read."""
HANG = 60.0
"""Seconds without a picture that are no busy machine any more."""
STRETCH = 12
"""Most presses of one gap in a row."""
SLOW, SLOW_STRETCH = 0.02, 4
"""Seconds from which on a gap is long, and most presses of a long one: gaps change within an act, and cost less."""
SIZES = ((80, 24), (120, 40), (200, 60), (100, 30), (60, 20), (10, 3), (1, 1))
NAMED = ("\r", "\r", "\r", "\x1b", "\t", "\x1b[Z", "\x7f", " ", "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D")
ACTS = "radnwcgxemiIfytA+-DHKbulso"
ESCAPE = "\x1b[27u"
"""Escape as newer terminals send it, which makes no Alt of the letter behind it in one read."""
SHARED = (
    *(*('"a\r',) * 3, *("va\r",) * 2, "2va\r"),
    *("Ca\r\r", "ca2\r\r", "r\r\r", "+\r", "-\r", "e\r", "B\r\r", ".\r", "U"),
)
FIGHTS = ("d1\r", "2d2\r", "1d1\r", "a\r\r", "i\r", "I\r\rnnn", "n", "1g1\r\ra\r\r", "r1\r\r")
METTLE = (*("A\r",) * 6, "Ic\r\rnnn", "D2d6\r\r", "1wa\r")
"""Acts of Mettle, whose checks and hits ask for more than a hand knows: Buildup, order by sides, dice, strain."""
KNOWN: dict[str, tuple[str, ...]] = dict.fromkeys(TABLES, (*SHARED, *FIGHTS))
"""Acts with all their answers, by table: there are no fights by turns in the Wyrd Abacus."""
KNOWN |= {"nobody-told-the-bees": SHARED, "a-fine-patina": (*SHARED, *FIGHTS, *METTLE)}
RUN = 20
"""Most acts that a hand plays in a row."""
FARTHER = ("\x1b[5~", "\x1b[6~", "\x1b[H", "\x1b[F", "\x1b[3~", "\x1bOP", "\x10", "\x12", "\x0c", "\x15", "\x17")
"""Page keys, Home, End, Delete, F1, and Ctrl with p, r, l, u and w."""
PARTS = ("\x1b[", "\x1bO", "\x1b[<0;", "\x1b[1;", "\x1b[201~", "\x1b[<0;5;5M", "\x1b[I", "\x1b[O")
"""Beginnings of sequences, as a slow line leaves them."""
WORDS = (":undo 3\r", ":damage ", ":show open\r", ":begin\r", ":end scene\r", "/e\r", ":roll ", "++-0", "4 1 3 5")
PASTES = ("x" * 700, "Zoë\t[b]", "2\n3", "\x1b[2J", "damage 1 2")
LEAVE = "\x11"
"""Ctrl with q, which the hands press only at the end; ctrl+c and ctrl+z are pressed by other harnesses."""


def presses(rng: random.Random, known: Sequence[str]) -> Iterator[str]:
    """Presses without an end: a key, a known act, a word, a paste, a click, or part of a sequence."""
    while True:
        roll = rng.random()
        if roll < 0.28:
            yield rng.choice(string.ascii_letters + string.digits + "+-.,;:/'?[]\\!~")
        elif roll < 0.56:
            # Acts with their answers, as a hand that knows the keys plays them.
            yield from ("\x1b[201~", *[ESCAPE] * 3)
            for act in rng.choices(known, k=rng.randint(1, RUN)):
                yield from (*act, *[ESCAPE] * act.endswith("\r\r"))
        elif roll < 0.66:
            # An act with answers that may not fit.
            yield from (rng.choice(ACTS), *rng.choices("abc123 ", k=rng.randint(0, 2)), *"\r" * rng.randint(1, 4))
        elif roll < 0.86:
            yield rng.choice(NAMED)
        elif roll < 0.90:
            yield rng.choice(FARTHER)
        elif roll < 0.93:
            yield rng.choice(WORDS)
        elif roll < 0.95:
            yield "\x1b[200~" + rng.choice(PASTES) + "\x1b[201~"
        elif roll < 0.98:
            x, y, button = rng.randint(1, 130), rng.randint(1, 42), rng.choice((0, 0, 0, 64, 65))
            yield f"\x1b[<{button};{x};{y}M" + (f"\x1b[<{button};{x};{y}m" if button == 0 else "")
        else:
            yield rng.choice(PARTS) if roll < 0.995 else "\x1b[200~"


class Hands(Program):
    """The program with a typist at its keys who does not look."""

    drawn = False

    def push(self, text: str) -> None:
        """Press something; what the program writes meanwhile is read, so that neither waits for the other."""
        data = text.encode()
        while data and not self.over:
            self.drain(0)
            with contextlib.suppress(OSError):
                data = data[os.write(self.fd, data[:64]) :]

    def answers(self) -> bool:
        """Tell if it still draws: it is given a new size, which it cannot leave undrawn."""
        self.push("\x1b[201~")
        for columns, rows in ((81, 24), (80, 24)):
            self.drain(0.05)
            if self.over:
                return True
            self.claim(columns, rows)
            end = time.monotonic() + HANG
            while not self.read(0.2):
                if self.over or time.monotonic() > end:
                    return self.over
        return True

    def place(self) -> str:
        """End it, and tell where in its code it was."""
        self.raw.clear()
        os.kill(self.pid, signal.SIGABRT)
        self.wait()
        return bytes(self.raw).decode("utf-8", "replace")


class Case(NamedTuple):
    """So many keys at a table."""

    table: str
    keys: int
    seed: int


def begun(name: str) -> State:
    """A table as it begins."""
    path = next(path for path in folders.shipped_scenarios() if path.stem == name)
    prepared = scenario.load_scenario(path)
    return scenario.begin_table(prepared, party=prepared.party or tuple(presets.shipped("characters"))[:3])


def attempt(case: Case) -> Result:
    """Press keys at a table, then undo and redo all of it; its kind counts the keys, the acts and the sittings.

    One key in eleven is to end in an act at least, or the keys have tried too little.
    """
    name, keys, seed = case
    rng = random.Random(f"{name} {seed}")
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        with create_table(begun(name), "monkey", folder=home / "tables") as table:
            path = table.path
        pressed = left = 0
        wrong = ""
        while pressed < keys and not wrong:
            with Hands([str(path)], home, columns=80, rows=24, wishes={"PYTHONFAULTHANDLER": "1"}) as program:
                count, wrong = press(program, presses(rng, KNOWN[name]), rng, keys - pressed)
                pressed += count
                left += program.over
            log = home / "tables" / "fault.log"
            if not wrong and log.exists():
                wrong = f"a bug: {log.read_text('utf-8')}"
        acts = path.with_suffix(".journal").read_bytes().count(b',"do":{"number":')
        if not wrong:
            wrong = there_and_back(path, begun(name))
        if not wrong and keys >= ROUND and acts * KEYS_AN_ACT < pressed:
            wrong = f"{pressed:,} keys were only {acts} acts"
    return Result((f"{name}: {pressed:,} keys, {acts} acts, left {left} times",), (wrong,) if wrong else ())


def press(program: Hands, hands: Iterator[str], rng: random.Random, keys: int) -> tuple[int, str]:
    """Press at most so many keys until the program is left; return their number and what was wrong."""
    pressed, recent = 0, ""
    while not program.read(0.5):
        if program.over:
            return 0, f"it did not start: status {program.status}"
    while pressed < keys:
        gap = rng.choice(GAPS)
        stretch = [next(hands) for _ in range(rng.randint(1, SLOW_STRETCH if gap >= SLOW else STRETCH))]
        recent = (recent + "".join(stretch))[-400:]
        for one in ("".join(stretch),) if not gap else stretch:
            program.push(one)
            time.sleep(gap)
        if rng.random() < 0.02 and not program.over:
            program.claim(*rng.choice(SIZES))
        before, pressed = pressed, pressed + len(stretch)
        if before // ROUND != pressed // ROUND and not program.answers():
            return pressed, f"it hangs after {recent!r}:\n{program.place()}"
        if program.over:
            break
    if not program.over:
        program.push("\x1b[201~")
        program.push(LEAVE)
        program.wait()
    return pressed, "" if program.status == 0 else f"status {program.status} after {recent!r}"


def there_and_back(path: Path, start: State) -> str:
    """Undo everything at a table, redo it, and compare; give what was wrong."""
    with open_table(path) as table:
        session = sit(table)
        acts, end = len(session.done), content(session.state)
        with contextlib.suppress(Refused):
            while True:
                session.undo()
        if content(session.state) != content(start):
            return "undone to the start it is another table"
        for _ in range(acts):
            session.redo()
        return "" if content(session.state) == end else "redone it is another table"


HARNESS = Harness(lambda times, seed: [Case(table, times, seed) for table in TABLES], attempt, 50_000, endless=True)
