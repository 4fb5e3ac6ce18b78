"""Signals at random instants, as `wyrd run` plays a table and as the screen does; every table goes on after it."""

from __future__ import annotations

import os
import random
import re
import signal
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from tests.trust.ends import BACK, Sitting, run_lines
from tests.trust.model import ShownTable
from tests.trust.runner import Harness, Result, seeds
from tests.trust.story import Surviving, known_at, make_table_file, sit
from wyrd_tui.store.tables.opening import open_table

ROUND = 10
"""Number of kills of one table; the last two hit the screen, one of them with signals that let it end."""
SIGNALS = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)
LINES = 60
KEYS = 40
_ACTS = re.compile(r" (\d+) acts?\b")


def acts(rng: random.Random, number: int) -> Iterator[str]:
    """Give lines that can be played after any others: names, beads, wounds, scenes, undo."""
    while True:
        number += 1
        yield f'edit zoë-ångström name "Zoë {number} Ångström"'
        yield from rng.choice(
            (
                ("tick die-flut", "untick die-flut"),
                ("damage zoë-ångström 1", "undo"),
                ('condition zoë-ångström "naß"', "undo", "undo", "redo", "redo"),
                ("end scene", "undo", "redo", "undo"),
                (f'note "Wer war es? {number}"', "undo", "redo"),
            )
        )


def played(moment: ShownTable, lines: Iterable[str]) -> tuple[list[Surviving], list[tuple[str, int]]]:
    """Play lines on paper; give the table before and after each, and each sentence with the number of its line."""
    known, sentences = [moment.known()], []
    for number, line in enumerate(lines, 1):
        # A kill between two lines may have left what the next ones cannot be played on.
        before, moment = moment, moment.after(line) or moment
        if moment is not before:
            step = before.undone[-1] if line == "redo" else moment.undone[-1] if line == "undo" else moment.done[-1]
            told = {"undo": (f"Undone: {step.act.title}",), "redo": (f"Redone: {step.act.title}",)}
            sentences += [(sentence, number) for sentence in told.get(line, step.act.lines)]
        known.append(moment.known())
    return known, sentences


def on_disk(path: Path) -> tuple[ShownTable, list[str]]:
    """Read the table as it lies there, without a hand on it, and the sentences of the opening."""
    with open_table(path, read_only=True) as table:
        known_at(table)
        return ShownTable.of(sit(table)), table.words


def kill_run(home: Path, path: Path, rng: random.Random, number: int) -> Result:
    """Play lines with `wyrd run` and kill it: as it starts, as it plays, or as it ends."""
    source = acts(rng, (number + 1) * 1000)
    lines = [next(source) for _ in range(rng.randrange(4, LINES))]
    known, sentences = played(on_disk(path)[0], lines)
    with run_lines(path, home, "--go-on") as program:
        assert program.stdin is not None
        assert program.stdout is not None
        assert program.stderr is not None
        program.stdin.write("".join(f"{line}\n" for line in lines))
        program.stdin.close()
        told = ""
        if rng.random() < 0.3:
            time.sleep(rng.uniform(0.0, 0.4))
        else:
            for _ in range(rng.randrange(1, len(sentences) + 2)):
                told += program.stdout.readline()
            time.sleep(rng.uniform(0.0, 0.01))
        program.kill()
        told, errors = told + program.stdout.read(), program.stderr.read()
    shown = told.splitlines()[: told.count("\n")]
    wrong = ""
    if shown != [sentence for sentence, _ in sentences[: len(shown)]]:
        wrong = f"it showed {shown[-1:]}, expected {sentences[len(shown) - 1 :][:1]}"
    elif "Traceback" in errors or "went wrong" in errors:
        log = path.with_name("fault.log")
        wrong = errors + (log.read_text("utf-8")[-500:] if log.exists() else "")
    return _compared("run", path, known, sentences[len(shown) - 1][1] if shown else 0, wrong)


def _compared(where: str, path: Path, known: list[Surviving], shown: int, wrong: str = "") -> Result:
    """Compare the table that is there with those that lines led to, of which so many were shown."""
    moment, words = on_disk(path)
    there = moment.known()
    kept = [number for number, one in enumerate(known) if one == there]
    if not kept:
        wrong = wrong or f"a table that never was, act {moment.state.acts}"
    elif kept[-1] < shown:
        wrong = wrong or f"{shown} lines were shown, {kept[-1]} are there"
    wrong = wrong or " ".join(word for word in words if "cut short" not in word)
    when = "between disk and screen" if kept and kept[-1] > shown else "with all of it shown" if shown else "early"
    return Result((f"{where}, {when}",), (wrong,) if wrong else ())


def end_screen(home: Path, path: Path, rng: random.Random, signals: Sequence[int]) -> Result:
    """Move beads to and fro on the screen and send it signals; after any but SIGKILL, look at the terminal, too."""
    before, _ = on_disk(path)
    start = before.state.acts
    # One bead forward, one back: the number of acts tells the beads that the table must have.
    keys = ("+-" if before.state.challenges["die-flut"].done < 3 else "-+") * (KEYS // 2)
    known, _ = played(before, [f"{'' if key == '+' else 'un'}tick die-flut" for key in keys])
    with Sitting(home, table=path) as program:
        program.see(f" {start} act")
        for at in range(rng.randrange(KEYS)):
            program.type(keys[at])
            program.read(rng.uniform(0.0, 0.03))
        for number in signals:
            os.kill(program.pid, number)
        status = program.ended()
        wrong = [] if -status in signals else [f"status {status} after {signals}"]
        if signal.SIGKILL not in signals:
            wrong += program.gave_back()
            wrong += [] if program.said()[-1:] == [BACK] else ["no way back is told"]
        found = _ACTS.search(program.text)
        shown = int(found[1]) if found else start
    return _compared("killed screen" if signal.SIGKILL in signals else "screen", path, known, shown - start, *wrong[:1])


def attempt(seed: int) -> Result:
    """Kill one table again and again, open it after each kill, and read it to its first act at the end."""
    rng = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        path = make_table_file(home)
        kinds: list[str] = []
        for number in range(ROUND):
            if number < ROUND - 2:
                found = kill_run(home, path, rng, number)
            else:
                sent = [signal.SIGKILL] if number % 2 else rng.sample(SIGNALS, rng.randrange(1, 3))
                found = end_screen(home, path, rng, sent)
            kinds += found.kinds
            if found.wrong:
                return Result((*kinds,), (f"{seed}, kill {number + 1}: {found}",))
        with open_table(path) as last:
            whole = known_at(last).undo == last.state.acts and not last.read_only
        return Result((*kinds,), () if whole else (f"{seed}: acts are gone",))


HARNESS = Harness(lambda times, seed: seeds(times // ROUND, seed), attempt, 1000)
