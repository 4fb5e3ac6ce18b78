"""Pictures of the screen: docs/table.svg and docs/abacus.svg at 120×40, and in letters the 80×24 of the README.

`python docs/picture.py` writes the first two anew and prints the third. With `pip install playwright pillow` and a
Chromium, `python docs/picture.py --players [/usr/bin/chromium]` takes docs/players-*.png of the players' page.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from dataclasses import replace
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
usual felix-cavendish attack Crafts
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


def play(scene: Scene) -> Session:
    """Play the acts of a scene."""
    scenario, acts, players, _ = scene
    clock = iter(range(1_790_000_000, 1_790_100_000, 40))
    state = begin_table(load_scenario(shipped_folder() / "scenarios" / f"{scenario}.toml"), players=players)
    session = Session(state, dice=LiveDice(7), clock=lambda: float(next(clock)))
    for line in acts.splitlines():
        list(play_line(session, line))
    return session


async def shown(scene: Scene, size: tuple[int, int], take: Callable[[WyrdApp], str]) -> str:
    """Play the acts of a scene (scenario, acts, players, keys) and return what is taken from the app that shows it."""
    keys, session = scene[3], play(scene)
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


PAGES = {"players-television": ((1920, 1080), (960, 540)), "players-phone": ((360, 740), (360, 740))}
"""Windows of the players' page, and the sizes of their pictures."""


async def take_players(folder: Path, chromium: str) -> None:
    """Take pictures of the page for players of the airship, where everybody is in sight and the hand-out is read."""
    from PIL import Image
    from playwright.async_api import async_playwright

    from wyrd_tui.players.picture import make_picture
    from wyrd_tui.players.server import PlayersPage

    state = play(AIRSHIP_SCENE).state
    people = {who: replace(one, visibility="open") for who, one in state.actors.items()}
    rods = {which: replace(one, visibility="open") for which, one in state.challenges.items()}
    pages = tuple(replace(page, public=page.kind == "handout") for page in state.book.pages)
    state = replace(state, actors=people, challenges=rods, book=replace(state.book, pages=pages))
    page = PlayersPage(lambda: make_picture(state), lambda: None)
    address = await page.open()
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        for name, ((width, height), size) in PAGES.items():
            window = await browser.new_page(viewport={"width": width, "height": height}, color_scheme="dark")
            await window.goto(str(address))
            await window.wait_for_selector("section")
            path = folder / f"{name}.png"
            await window.screenshot(path=path)
            small = Image.open(path).resize(size, Image.Resampling.LANCZOS)
            small.quantize(256, method=Image.Quantize.MAXCOVERAGE).save(path, optimize=True)
        await browser.close()
    await page.close()


if __name__ == "__main__":
    here = Path(__file__).parent
    if "--players" in sys.argv:
        asyncio.run(take_players(here, *(sys.argv[2:] or ["/usr/bin/chromium"])))
        sys.exit()
    (here / "table.svg").write_text(colours(AIRSHIP_SCENE), encoding="utf-8")
    (here / "abacus.svg").write_text(colours(BEES_SCENE), encoding="utf-8")
    print(letters())
