"""Draws docs/table.svg and docs/abacus.svg: two scenes a few turns in, as the screen shows them at 120×40.

python docs/picture.py
"""

from __future__ import annotations

import asyncio
from pathlib import Path

from wyrd_tui.app import WyrdApp
from wyrd_tui.engine.dice import LiveDice
from wyrd_tui.engine.rules import table as rules
from wyrd_tui.engine.session import Session
from wyrd_tui.play import play_line
from wyrd_tui.screens.table.screen import TableScreen
from wyrd_tui.store.files.places import shipped_folder
from wyrd_tui.store.scenarios.scenario import begin, load

AIRSHIP = """\
bring the-watch
bring lucius-drake
damage elias-mercer 3 "a jab and a pistol whip"
roll felix-cavendish Crafts on=set-the-last-charge dice=++-0
attack patrolling-crewman elias-mercer dice=++-0 theirs=+--0
damage elias-mercer 2
wound elias-mercer mild Athletics:1
give felix-cavendish 1 boost "steam in their eyes"
initiative dice="+++0; 0+00; 0000; -+00; -000"
attack elias-mercer the-watch dice=++00 theirs=0-00
damage the-watch
tick the-fuse
next
"""


BEES = """\
begin the-funeral-tea
face hesters-good-manners edith,nora edith:2 dice=3
face the-hive-book edith,nora edith:1,nora/soul:1 dice=3
draw nora
wyrd nora dice="6 3"
lose hal body 2 "a wagon shaft"
face the-sleeper-upstairs hal,colin colin:1 dice=1
"""


async def draw(path: Path, scenario: str, acts: str, players: int, keys: tuple[str, ...]) -> None:
    """Play the acts of a scenario and write the picture."""
    clock = iter(range(1_790_000_000, 1_790_100_000, 40))
    state = begin(load(shipped_folder() / "scenarios" / f"{scenario}.toml"), players=players)
    session = Session(state, dice=LiveDice(7), clock=lambda: float(next(clock)))
    for line in acts.splitlines():
        list(play_line(session, line))
    turns = [step.turn for step in session.done]
    app = WyrdApp(lambda look, glyphs: TableScreen(session, rules, recent=turns, look=look, glyphs=glyphs))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press(*keys)
        await pilot.pause()
        path.write_text(app.export_screenshot(title="wyrd"), encoding="utf-8")


if __name__ == "__main__":
    here = Path(__file__).parent
    asyncio.run(draw(here / "table.svg", "flight-from-the-tower", AIRSHIP, 3, ("1", "a")))
    asyncio.run(draw(here / "abacus.svg", "nobody-told-the-bees", BEES, 4, (".",)))
