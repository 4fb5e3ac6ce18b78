"""Pictures of the screen: docs/table.svg and docs/abacus.svg at 120×40, and in letters the 80×24 of the README.

`python docs/picture.py` writes the first two anew and prints the third.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

from wyrd_tui.app import WyrdApp
from wyrd_tui.engine.dice import LiveDice
from wyrd_tui.engine.rules import all_games as rules
from wyrd_tui.engine.session import Session
from wyrd_tui.play import play_line
from wyrd_tui.screens.table.screen import TableScreen
from wyrd_tui.store.files.folders import shipped_folder
from wyrd_tui.store.scenarios.scenario import begin_table, load_scenario

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


Scene = tuple[str, str, int, tuple[str, ...]]
AIRSHIP_SCENE: Scene = ("flight-from-the-tower", AIRSHIP, 3, ("a",))
BEES_SCENE: Scene = ("nobody-told-the-bees", BEES, 4, (".",))


async def shown(scene: Scene, size: tuple[int, int], take: Callable[[WyrdApp], str]) -> str:
    """Play the acts of a scene (scenario, acts, players, keys) and return what is taken from the app that shows it."""
    scenario, acts, players, keys = scene
    clock = iter(range(1_790_000_000, 1_790_100_000, 40))
    state = begin_table(load_scenario(shipped_folder() / "scenarios" / f"{scenario}.toml"), players=players)
    session = Session(state, dice=LiveDice(7), clock=lambda: float(next(clock)))
    for line in acts.splitlines():
        list(play_line(session, line))
    turns = [step.act for step in session.done]
    app = WyrdApp(lambda look, glyphs: TableScreen(session, rules, recent=turns, look=look, glyphs=glyphs))
    async with app.run_test(size=size) as pilot:
        await pilot.press(*keys)
        await pilot.pause()
        return take(app)


def colours(scene: Scene) -> str:
    """Return an SVG of a scene at 120×40."""
    return asyncio.run(shown(scene, (120, 40), lambda app: app.export_screenshot(title="wyrd")))


def letters() -> str:
    """Return the airship at 80×24 in letters, as the README shows it."""
    return asyncio.run(
        shown(
            AIRSHIP_SCENE,
            (80, 24),
            lambda app: "\n".join(strip.text.rstrip() for strip in app.screen._compositor.render_strips()),
        )
    )


if __name__ == "__main__":
    here = Path(__file__).parent
    (here / "table.svg").write_text(colours(AIRSHIP_SCENE), encoding="utf-8")
    (here / "abacus.svg").write_text(colours(BEES_SCENE), encoding="utf-8")
    print(letters())
