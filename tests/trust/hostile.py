"""Every hostile text in every place that shows one: from a scenario, a forged save, a name of a file, a typed word.

`python -m tests.trust.hostile --jobs 2` tries all of it, some twenty minutes long, and counts where each was seen.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import NamedTuple

from tests.trust import hostile_words
from tests.trust.hostile_payloads import ENDLESS, PAYLOADS, wrong_rows
from tests.trust.hostile_places import PLACES, Seen
from tests.trust.hostile_screens import WALKS, tried
from wyrd_tui.store.files.codec import Unreadable

SIZES = ((80, 24), (120, 40), (200, 60))
PRINTED = {"told": hostile_words.told, "parting": hostile_words.parting}
"""Ways to have a hostile text printed."""
SLOW = 30.0
"""Seconds of work that one task may cost, whatever the text; most take three."""
TOLD = 20.0
"""Seconds between two words on how far it has come."""


class Task(NamedTuple):
    """One payload, by name, brought to a screen or printed in one way."""

    payload: str
    kind: str
    size: tuple[int, int] = SIZES[0]
    part: slice = slice(None)


class Found(NamedTuple):
    """Outcome of a task: fields seen in places, commands tried, faults, and the cost."""

    task: Task
    seen: frozenset[Seen] = frozenset()
    commands: int = 0
    wrong: tuple[str, ...] = ()
    seconds: float = 0.0


def tasks(names: list[str]) -> Iterator[Task]:
    """All that there is to try with these payloads; on larger screens half of the places each, in turn."""
    for name in names:
        # Text that nothing has cleaned has an end all the same.
        yield from (Task(name, kind) for kind in (*PRINTED, *WALKS) if kind != "raw" or name not in ENDLESS)
    for name in (name for name in names if name not in ENDLESS):
        for number, size in enumerate(SIZES[1:]):
            yield from (Task(name, kind, size, slice(number, None, 2)) for kind in ("planted", "raw", "forged"))
            yield from (Task(name, kind, size) for kind in ("looked on", "refused", "started"))


def done(task: Task) -> Found:
    """Do a task in a folder of its own."""
    payload = {**PAYLOADS, **ENDLESS}[task.payload]
    began, kept = time.process_time(), dict(os.environ)
    with tempfile.TemporaryDirectory() as made:
        try:
            # A crash of the program itself is a finding, and must not end the harness.
            if task.kind in PRINTED:
                commands, wrong = PRINTED[task.kind](payload, Path(made).resolve())
                found = Found(task, commands=commands, wrong=tuple(wrong))
            else:
                seen, wrong = tried(task.kind, payload, Path(made).resolve(), task.size, task.part)
                found = Found(task, seen=frozenset(seen), wrong=tuple(wrong))
        except Unreadable as reason:
            wrong = [] if task.payload in ENDLESS else [f"it cannot be opened: {reason}"]
            found = Found(task, wrong=(*wrong, *wrong_rows(str(reason).split("\n"), payload)))
        except Exception as error:
            found = Found(task, wrong=(f"{type(error).__name__}: {str(error)[:300]}",))
        finally:
            os.environ.clear()
            os.environ.update(kept)
    seconds = time.process_time() - began
    if seconds > SLOW:
        found = found._replace(wrong=(*found.wrong, f"it took {seconds:.0f} s"))
    return found._replace(seconds=seconds)


def report(found: list[Found]) -> int:
    """Print what was seen of each payload, and which places never showed a thing; gives the exit status."""
    for name in dict.fromkeys(one.task.payload for one in found):
        own = [one for one in found if one.task.payload == name]
        places = frozenset[Seen]().union(*(one.seen for one in own))
        worst = max(one.seconds for one in own)
        wrong = sum(len(one.wrong) for one in own)
        print(f"{name}: {len(places)} fields in places, {worst:.1f} s at most, {wrong} wrong")
    triples = {(one.task.payload, one.task.kind, seen) for one in found for seen in one.seen}
    everywhere = {place for _, _, (_, place) in triples}
    blind = [place.name for place in PLACES if place.name not in everywhere]
    commands, wrong = sum(one.commands for one in found), sum(len(one.wrong) for one in found)
    print(f"{len(triples)} triples of payload, field and place, {commands} commands, {wrong} wrong")
    print(f"places in which no field was ever seen: {', '.join(blind) or 'none'}")
    return 1 if wrong else 0


def main() -> int:
    """Try all payloads, or those that are named; gives the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("payloads", nargs="*", metavar="PAYLOAD", help="by name; all where none is given")
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    wanted = list(tasks(args.payloads or [*PAYLOADS, *ENDLESS]))
    found: list[Found] = []
    began = told = time.monotonic()
    with ProcessPoolExecutor(args.jobs) as pool:
        for future in as_completed([pool.submit(done, task) for task in wanted]):
            one = future.result()
            found.append(one)
            for fault in one.wrong[:5]:
                print(f"{one.task.payload}, {one.task.kind}: {fault}", flush=True)
            if time.monotonic() - told > TOLD:
                told = time.monotonic()
                print(f"… {len(found)} of {len(wanted)} in {told - began:.0f} s", flush=True)
    status = report(found)
    print(f"{len(found)} tasks, {sum(one.seconds for one in found):.0f} s of work, {time.monotonic() - began:.0f} s")
    return status


if __name__ == "__main__":
    sys.exit(main())
