"""Hands at the table: they answer the line at the foot of the screen by the words that it shows."""

from __future__ import annotations

import re
import time
from pathlib import Path

from tests.terminal.driver import SECONDS, Program
from wyrd_tui.engine.dice import LiveDice
from wyrd_tui.engine.state import State
from wyrd_tui.store.tables.opening import open_table

FOOT = 5
"""Lines at the foot in which the last sentence and the keys stand."""
ASKED = 14
"""Lines at the foot among which a question begins."""
AT_TABLE = "? all"
"""Words that only the key row of the table has, at every size and between scenes too."""
TICKED = re.compile(r"(?:^|[\s▸])(\w) \[([ x])\] (\w+(?: [A-Z]\w+)?)")


def on_disk(home: Path, name: str) -> State:
    """A table as it stands on disk: the save with what the journal has beyond it."""
    with open_table(home / "tables" / f"{name}.toml", read_only=True) as table:
        return table.session(dice=LiveDice()).state


def foot(program: Program) -> str:
    """Return the question at the foot, or the last sentence there."""
    lines = program.text.splitlines()
    ruled = (at for at in range(len(lines) - 1, 0, -1) if set(lines[at].strip()) == {"─"})
    trails = (at for at in range(len(lines) - ASKED, len(lines)) if re.match(r" [\w ]+ › ", lines[at]))
    return "\n".join(lines[next(ruled, next(trails, len(lines) - FOOT)) :])


def asked(program: Program, *words: str, seconds: float = SECONDS) -> str:
    """Wait until the foot of the screen shows all of these words.

    Raises:
        AssertionError: With the screen, if it never does.
    """
    end = time.monotonic() + seconds
    while not all(word in foot(program) for word in words):
        left = end - time.monotonic()
        assert left > 0, f"the foot never said {words} on\n{program.text}"
        program.read(min(left, 0.2))
    # Its choices may still be on their way.
    program.drain(0.02)
    return foot(program)


def asked_any(program: Program, *words: str) -> str:
    """Wait until the foot of the screen shows one of these words, and tell which."""
    end = time.monotonic() + SECONDS
    while not (found := next((word for word in words if word in foot(program)), "")):
        assert time.monotonic() < end, f"the foot said none of {words} on\n{program.text}"
        program.read(0.1)
    return found


def offered(program: Program, name: str) -> tuple[str, str] | None:
    """The letter that stands before a choice, and what stands in its brackets; None where it is not in sight."""
    found = re.findall(rf"(?:^|[\s▸])(\w) (?:\[(.)\] )?{re.escape(name)}(?!\w)", foot(program))
    # Above the choices stands what would come of them, which may say the same words.
    return found[-1] if found else None


def choose(program: Program, *names: str) -> None:
    """Press the letter that stands before each choice, turning the pages of the question for it."""
    for name in names:
        end = time.monotonic() + SECONDS
        while not (found := offered(program, name)):
            assert time.monotonic() < end, f"no {name} on offer in\n{program.text}"
            if "PgDn" in foot(program) or "PgUp" in foot(program):
                program.press("pagedown")
            else:
                program.read(0.1)
        program.press(found[0])


def only(program: Program, *names: str) -> None:
    """Tick these choices and no others: the first letter replaces all, the next ones tick."""
    end = time.monotonic() + SECONDS
    while not all(offered(program, name) for name in names):
        assert time.monotonic() < end, f"not all of {names} on offer in\n{program.text}"
        program.read(0.1)
    seen = {name: (letter, box) for letter, box, name in TICKED.findall(foot(program))}
    if {name for name, (_, box) in seen.items() if box == "x"} != set(names):
        program.press(*(seen[name][0] for name in names))


def go_to(program: Program, name: str) -> None:
    """Go to an actor or a challenge by name."""
    program.type(f"/{name}")
    asked(program, "Name", f"{name}▏")
    assert re.search(rf"▸(\w )?{re.escape(name)}", foot(program))
    program.type("\r")
    asked(program, "? all")


class GameMaster:
    """A player at a program, who knows how many acts the table should have by now.

    Args:
        program: The program in its terminal.
        acts: Number of acts of the table.
    """

    def __init__(self, program: Program, acts: int = 0) -> None:
        self.program = program
        self.acts = acts

    def give(self, keys: str) -> None:
        """Type the last answer of an act, and wait until the screen counts one act more: then it is on disk."""
        before = foot(self.program)
        self.program.type(keys)
        self.done(before)

    def pick(self, name: str) -> None:
        """Choose the last answer of an act, confirm it, and wait for the act."""
        before = foot(self.program)
        choose(self.program, name)
        self.program.type("\r")
        self.done(before)

    def done(self, before: str) -> None:
        """Wait until the screen counts one act more, and until the foot no longer says what it said before."""
        self.acts += 1
        counted = f" {self.acts} act{'s' if self.acts != 1 else ''} ·"
        end = time.monotonic() + SECONDS
        while counted not in self.program.text and " act" in self.program.text.partition("\n")[0]:
            assert time.monotonic() < end, f"never saw {counted} on\n{self.program.text}"
            self.program.read(0.2)
        # Where a clock takes the room of the count, the foot alone tells that the act is done.
        end = time.monotonic() + (1.0 if counted in self.program.text else SECONDS)
        while foot(self.program) == before and time.monotonic() < end:
            self.program.read(0.05)

    def end_scene(self) -> None:
        """End the scene."""
        self._end("the scene")

    def end_fight(self) -> None:
        """End the fight."""
        self._end("the fight")

    def end_evening(self) -> None:
        """End the evening."""
        self._end("the evening")

    def _end(self, what: str) -> None:
        self.program.type("e")
        asked(self.program, "End")
        self.pick(what)

    def reach(self, page: str, words: str) -> None:
        """Find a page of the book by words that only it holds, and mark it."""
        self.program.type("b")
        self.program.see("/ find")
        self.program.type("/")
        asked(self.program, "enter keep")
        self.program.type(words)
        self.program.see(f"▸   {page} ")
        self.program.type("\r")
        asked(self.program, f"only entries with {words}")
        self.program.type(" ")
        self.program.see(f"▸ ✓ {page} ")
        self.acts += 1
        # The first Esc shows all pages again.
        for _ in range(2):
            if AT_TABLE not in self.program.text:
                self.program.press("escape")
        self.program.see(AT_TABLE)

    def all_undone_and_redone(self) -> None:
        """Hold `u` until nothing is left, then `U`."""
        self.program.type("u" * (self.acts + 1))
        self.program.see("Nothing is left to undo")
        self.program.type("U" * (self.acts + 1))
        self.program.see("Nothing is left to redo")

    def leave(self) -> None:
        """Quit; everything is saved."""
        self.program.press("q", "enter")
        assert self.program.wait() == 0
