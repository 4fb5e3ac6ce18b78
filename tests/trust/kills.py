"""Signals at random instants, while `wyrd run` plays a table and while the screen does; every table goes on after it.

`python -m tests.trust.kills --times 1000` kills so often, one in ten of them in the screen; one in ten ends the screen
with one or two other signals.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from tests.trust.ends import Sitting
from tests.trust.promised import Moment
from tests.trust.story import Known, known_at, lay, seconds, sit
from wyrd_tui.store.tables.opening import open_table

ROUND = 10
"""So many kills share a table; the last two of them hit the screen, one of the two with signals that let it end."""
SIGNALS = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)
BACK = "Saved. `wyrd brücke` brings this table back."
LINES = 60
KEYS = 40
_ACTS = re.compile(r" (\d+) turns? ·")


class Kill(NamedTuple):
    """A kill, with the numbers of lines that were shown, kept and asked for."""

    where: str
    shown: int
    kept: int
    asked: int
    wrong: str = ""


def acts(rng: random.Random, number: int) -> Iterator[str]:
    """Lines that can be played one after another whatever came before: names, beads, wounds, scenes, undoing."""
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


Shown = tuple[list[Known], list[tuple[str, int]]]
"""The table before lines are played and after each; each sentence that is shown, and the number of its line."""


def played(moment: Moment, lines: Iterable[str]) -> Shown:
    """Play lines on paper from a moment on."""
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


def on_disk(path: Path) -> tuple[Moment, list[str]]:
    """Read the table as it lies there, without a hand on it, and the sentences of the opening."""
    with open_table(path, read_only=True) as table:
        known_at(table)
        return Moment.of(sit(table)), table.words


def kill_run(home: Path, path: Path, rng: random.Random, number: int) -> Kill:
    """Play lines with `wyrd run` and kill it: as it starts, as it plays, or as it ends."""
    source = acts(rng, (number + 1) * 1000)
    lines = [next(source) for _ in range(rng.randrange(4, LINES))]
    known, sentences = played(on_disk(path)[0], lines)
    program = subprocess.Popen(
        [sys.executable, "-m", "wyrd_tui", "run", "--go-on", str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ | {"WYRD_HOME": str(home), "PYTHONIOENCODING": "utf-8"},
        encoding="utf-8",
        errors="replace",
    )
    with program:
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


def _compared(where: str, path: Path, known: list[Known], shown: int, wrong: str = "") -> Kill:
    """Compare the table that is there with those that lines led to, of which so many were shown."""
    moment, words = on_disk(path)
    there = moment.known()
    kept = [number for number, one in enumerate(known) if one == there]
    if not kept:
        wrong = wrong or f"a table that never was, act {moment.state.acts}"
    elif kept[-1] < shown:
        wrong = wrong or f"{shown} lines were shown, {kept[-1]} are there"
    told_of_loss = " ".join(word for word in words if "cut short" not in word)
    return Kill(where, shown, kept[-1] if kept else 0, len(known) - 1, wrong or told_of_loss)


def end_screen(home: Path, path: Path, rng: random.Random, signals: Sequence[int]) -> Kill:
    """Move beads to and fro on the screen and send it signals; after any but SIGKILL, look at the terminal, too."""
    before, _ = on_disk(path)
    start = before.state.acts
    # One bead on, one back, so that every act tells what the table must look like.
    keys = ("+-" if before.state.challenges["die-flut"].done < 3 else "-+") * (KEYS // 2)
    known, _ = played(before, [f"{'' if key == '+' else 'un'}tick die-flut" for key in keys])
    with Sitting(home, table=path) as program:
        program.see(f" {start} turn")
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


def a_table(seed: int, times: int) -> list[Kill]:
    """One table that is killed again and again, opened after each, and read to its first turn at the end."""
    rng = random.Random(seed)
    found = []
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        table = lay(home / "tables")
        table.close()
        for number in range(times):
            if number < times - 2:
                found.append(kill_run(home, table.path, rng, number))
            else:
                sent = [signal.SIGKILL] if number % 2 else rng.sample(SIGNALS, rng.randrange(1, 3))
                found.append(end_screen(home, table.path, rng, sent))
            if found[-1].wrong:
                break
        with open_table(table.path) as last:
            acts_there = known_at(last).undo
            if acts_there != last.state.acts or last.read_only:
                found.append(Kill("history", last.state.acts, acts_there, 0, "acts are gone"))
    return found


def run(times: int, seed: int = 1, jobs: int = 1) -> list[Kill]:
    """Kill so often, on as many tables as that takes."""
    rounds = [(seed * 100_000 + number, min(ROUND, times - at)) for number, at in enumerate(range(0, times, ROUND))]
    with ThreadPoolExecutor(jobs) as pool:
        return [kill for kills in pool.map(lambda one: a_table(*one), rounds) for kill in kills]


def main() -> int:
    """Kill at full length and print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    with seconds() as taken:
        kills = run(args.times, args.seed, args.jobs)
    where = Counter(kill.where for kill in kills)
    wrong = [kill for kill in kills if kill.wrong]
    for kill in wrong[:20]:
        print(kill)
    early = sum(not kill.shown for kill in kills)
    ended = sum(kill.kept == kill.asked for kill in kills)
    between = sum(kill.kept > kill.shown for kill in kills)
    print(f"{dict(where)} kills: {early} before anything was shown, {ended} after the last act, {between} between disk")
    print(f"and screen; {sum(kill.shown for kill in kills)} turns shown, {taken():.0f} s, {len(wrong)} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
