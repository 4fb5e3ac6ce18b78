"""Tables that nobody touched: whatever is played in the shipped scenarios, closed or killed, opens again as it was.

`python -m tests.trust.honest --times 2000` plays so many evenings of acts at random, of all commands that there are.
"""

from __future__ import annotations

import random
import tempfile
from functools import cache
from pathlib import Path

from tests.commands import COMMANDS
from tests.trust.evenings import COMFORT, main
from tests.trust.everything import answered
from tests.trust.faults import must
from tests.trust.story import MEMORY, quick_disk, sit
from wyrd_tui.engine.dice import LiveDice, Refused
from wyrd_tui.engine.session import Session
from wyrd_tui.engine.state import State
from wyrd_tui.store.files.places import shipped_scenarios
from wyrd_tui.store.scenarios.scenario import begin, load
from wyrd_tui.store.tables.encounter import create, open_table

TRIED = 60
CALM = (*COMFORT, "was missing; the table was put together again")
LEAVING = tuple(act for act in COMMANDS if act.id in ("dismiss", "bring", "ruling", "begin", "end", "order", "reroll"))
"""Acts that change who is there, or settle what was open before."""


@cache
def starts() -> tuple[State, ...]:
    """Each shipped scenario, as it begins."""
    return tuple(begin(load(path)) for path in shipped_scenarios())


def play(rng: random.Random, session: Session) -> None:
    """Acts at random, those left out that do not apply."""
    for _ in range(TRIED):
        try:
            match rng.random():
                case chance if chance < 0.1:
                    session.undo()
                case chance if chance < 0.15:
                    session.redo()
                case chance:
                    command = rng.choice(LEAVING if chance < 0.4 else COMMANDS)
                    answers = answered(command, session.state, rng)
                    if answers is not None:
                        session.do(command, answers)
        except Refused:
            continue


def attempt(seed: int) -> str:
    """What was wrong with a table that was opened again; empty where nothing was."""
    rng = random.Random(seed)
    with tempfile.TemporaryDirectory(dir=MEMORY) as place, quick_disk():
        table = create(rng.choice(starts()), "t", folder=Path(place))
        try:
            for _ in range(3):
                session = table.session(dice=LiveDice(seed))
                play(rng, session)
                shown = session.state, [step.after for step in session.done], [step.after for step in session.undone]
                table.close() if rng.random() < 0.5 else table.let_go()
                if rng.random() < 0.2:
                    table.path.unlink()
                table = open_table(table.path)
                again = sit(table)
                must(again.state == shown[0], f"another table: {table.words}")
                must([step.after for step in again.done] == shown[1], f"other steps: {table.words}")
                must([step.after for step in again.undone] == shown[2], f"other undone steps: {table.words}")
                told = [word for word in table.tell() if not any(comfort in word for comfort in CALM)]
                must(not told, f"told: {told}")
        except Exception as fault:
            return f"{seed}: {type(fault).__name__}: {fault}"
        finally:
            table.let_go()
    return ""


if __name__ == "__main__":
    raise SystemExit(main(attempt, 2000, __doc__))
