"""Cells of the table screen: how many are blank, what colour is spent on, and how many people are in sight.

    python benchmarks/cells.py [SCENE…] [--sizes 80x24,120x40] [--text]

Plays each scene on a table of a shipped scenario, draws the screen without a terminal, and reads its cells. Prints for
each size the share of blank cells, the cells of each colour, the part of all colour that the ladder carries, and the
characters and others in sight. A blank is a cell without a sign on the background of the theme. A colour is a hue that
means something: turn, harm, scratch, gain. Greys are none, the bars of the ladder among them; `+bars` is the ladder’s
part if its bars were counted too.
"""

from __future__ import annotations

import argparse
import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from rich.segment import Segment

from wyrd_tui.app import WyrdApp
from wyrd_tui.engine.dice import LiveDice
from wyrd_tui.engine.rules import all_games
from wyrd_tui.engine.session import Session
from wyrd_tui.engine.state import State
from wyrd_tui.engine.words import party_of
from wyrd_tui.play import play_line
from wyrd_tui.screens.table.screen import TableScreen
from wyrd_tui.store.files.folders import shipped_folder
from wyrd_tui.store.scenarios.scenario import begin_table, load_scenario
from wyrd_tui.widgets.cells import cells
from wyrd_tui.widgets.themes import THEMES

SIZES = ((80, 24), (100, 30), (120, 40), (200, 60))
CALM = THEMES["calm"].palette
assert CALM is not None
BACK = CALM.back
COLOURS = {
    CALM.accent: "turn",
    CALM.harm: "harm",
    CALM.scratch: "scratch",
    CALM.gain: "gain",
}
"""Colours by what they mean; all others are greys."""


class Scene(NamedTuple):
    """A table and the acts that led up to it.

    Attributes:
        scenario: Stem of a shipped scenario.
        acts: Lines of acts.
        keys: Keys that are pressed at the end.
        party: Characters at least; missing ones are copies.
        others: NPCs and foes at least; missing ones are copies.
    """

    scenario: str
    acts: Sequence[str] = ()
    keys: Sequence[str] = ()
    party: int = 0
    others: int = 0


ENGINE_FIGHT = (
    "initiative",
    "damage felix-cavendish points=7",
    "damage patrolling-crewman points=1",
    "damage elias-mercer points=3",
    "damage lucius-drake points=5",
    "wound felix-cavendish mild Athletics:1",
    "tick the-fuse",
    "next",
    "attack the-watch felix-cavendish dice=++00 theirs=0-00",
    "damage felix-cavendish",
    "next",
    "roll elias-mercer Deception on=set-the-last-charge dice=0-00",
    'give felix-cavendish 1 boost "steam in their eyes"',
    'condition lucius-drake "blinded by steam"',
    "tick the-fuse",
    "next",
)
ENGINE_FEW = (
    "initiative",
    "next",
    "damage felix-cavendish points=3",
    "attack elias-mercer patrolling-crewman dice=++0+ theirs=00-0",
    "damage patrolling-crewman",
    "tick the-fuse",
)
METTLE_FIGHT = (
    "order sides party",
    'strike viktor the-clerk "The Salle" dice=3326',
    "hurt the-clerk",
    "tick the-clerks-patience",
    "next",
    "strike kirin the-clerk Poise dice=12466",
    "next",
    "strike magda smuts Poise dice=33",
    "hurt smuts points=2",
    "next",
    "check jonah Poise on=the-door-behind-the-counter dice=112",
    "tick the-clerks-patience",
    "next",
    "strike the-clerk viktor Nature dice=3326",
    "hurt viktor points=4",
    "next",
    "strike aunt-zola kirin Nature dice=33215",
    "hurt kirin way=shaken",
    "tick the-clerks-patience",
    "next",
)
BEES = (
    "begin the-funeral-tea",
    "face hesters-good-manners edith,nora edith:2 dice=3",
    "face the-hive-book edith,nora edith:1,nora/soul:1 dice=3",
    "draw nora",
    'wyrd nora dice="6 3"',
    'lose hal body 2 "a wagon shaft"',
    "face the-sleeper-upstairs hal,colin colin:1 dice=1",
)
SCENES: Mapping[str, Scene] = {
    "engine": Scene("flight-from-the-tower"),
    "engine-twelve": Scene("flight-from-the-tower", ENGINE_FIGHT, (), 4, 8),
    "engine-sixteen": Scene("flight-from-the-tower", ENGINE_FIGHT, (), 6, 10),
    "mettle-twelve": Scene("a-fine-patina", METTLE_FIGHT, (), 4, 8),
    "engine-few": Scene("flight-from-the-tower", ENGINE_FEW),
    "mettle-few": Scene("a-fine-patina", METTLE_FIGHT[:4]),
    "abacus-between": Scene("nobody-told-the-bees", (*BEES, "end")),
    "abacus": Scene("nobody-told-the-bees", BEES),
    "engine-sixty": Scene("flight-from-the-tower", ENGINE_FIGHT, (), 8, 52),
}


class Figures(NamedTuple):
    """Figures of the cells of a screen.

    Attributes:
        blank: Share of the cells that are blank.
        colours: Cells by the meaning of their colour; greys do not count.
        ladder: Share of these that the ladder carries.
        barred: The same share if the grey bars of the ladder counted as a colour.
        party: Characters in sight.
        others: NPCs and foes in sight.
    """

    blank: float
    colours: Mapping[str, int]
    ladder: float
    barred: float
    party: int
    others: int


def _peopled(state: State, party: int, others: int) -> State:
    """Fill a table with its cast, then with copies of those who are there."""
    actors = {**state.actors, **state.book.cast}
    for side, wanted in ((True, party), (False, others)):
        there = [actor for actor in actors.values() if (actor.side == "party") == side]
        for number in range(wanted - len(there)):
            one = there[number % len(there)]
            copied = f"{one.id}-{number + 2}"
            actors[copied] = replace(one, id=copied, name=f"{one.name} {number + 2}")
    return replace(state, actors=actors)


def begin(scene: Scene) -> Session:
    """Begin the table of a scene and play its acts."""
    clock = iter(range(1_790_000_000, 1_790_100_000, 40))
    state = begin_table(load_scenario(shipped_folder() / "scenarios" / f"{scene.scenario}.toml"))
    if scene.party or scene.others:
        state = _peopled(state, scene.party, scene.others)
    session = Session(state, dice=LiveDice(7), clock=lambda: float(next(clock)))
    for line in scene.acts:
        list(play_line(session, line))
    return session


def _colour(segment: Segment) -> tuple[str, bool]:
    """Return what the colour of a segment means, and whether its background carries one."""
    style = segment.style
    fore, back = (style.color, style.bgcolor) if style else (None, None)
    behind = back.get_truecolor().hex if back else BACK
    if behind in COLOURS:
        return COLOURS[behind], True
    return COLOURS.get(fore.get_truecolor().hex if fore else "", ""), behind != BACK


def read(screen: TableScreen) -> Figures:
    """Read the cells of a screen."""
    bar_signs = (screen.ladder.glyphs.bar, screen.ladder.glyphs.half)
    blank = total = bars = 0
    colours: Counter[str] = Counter()
    ladder: Counter[str] = Counter()
    for y, strip in enumerate(screen._compositor.render_strips()):
        x = 0
        for segment in strip:
            meaning, filled = _colour(segment)
            for letter in segment.text:
                size = cells(letter)
                total += size
                if letter == " " and not filled:
                    blank += size
                elif meaning and (letter != " " or filled):
                    colours[meaning] += size
                    if screen.ladder.display and screen.ladder.region.contains(x, y):
                        ladder[meaning] += size
                elif letter in bar_signs and screen.ladder.region.contains(x, y):
                    bars += size
                x += size
    seen = _in_sight(screen)
    state = screen.controller.state
    party = {actor.id for actor in party_of(state)}
    return Figures(
        blank / max(1, total),
        dict(colours),
        sum(ladder.values()) / max(1, sum(colours.values())),
        (sum(ladder.values()) + bars) / max(1, sum(colours.values()) + bars),
        len(seen & party),
        len(seen & state.actors.keys() - party),
    )


def _in_sight(screen: TableScreen) -> set[str]:
    """Return everybody of whom a row is in sight, in the party or in the order."""
    seen: set[str] = set()
    for pane in (screen.party, screen.order):
        line = 0
        for item in pane.items:
            if item.key and pane.top <= line < pane.top + pane.room:
                seen.add(item.key)
            line += len(item.lines)
    return seen


async def draw(scene: Scene, size: tuple[int, int]) -> tuple[Figures, str]:
    """Draw a scene at a size; return its figures, and the screen as text."""
    session = begin(scene)
    recent = [step.act for step in session.done]
    app = WyrdApp(lambda look, glyphs: TableScreen(session, all_games, recent=recent, look=look, glyphs=glyphs))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        await pilot.press(*scene.keys)
        await pilot.pause()
        assert isinstance(app.screen, TableScreen)
        text = "\n".join(strip.text.rstrip() for strip in app.screen._compositor.render_strips())
        return read(app.screen), text


def main() -> None:
    """Print the figures of scenes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scenes", nargs="*", metavar="SCENE", help=f"of {', '.join(SCENES)}; all where none is named")
    parser.add_argument("--sizes", default=",".join(f"{width}x{height}" for width, height in SIZES))
    parser.add_argument("--text", action="store_true", help="print the screens too")
    chosen = parser.parse_args()
    sizes = [
        (int(width), int(height)) for width, _, height in (each.partition("x") for each in chosen.sizes.split(","))
    ]
    print(f"{'scene':16} {'size':>7} {'blank':>6} {'ladder':>6} {'+bars':>6} {'party':>5} {'others':>6}  colours")
    for name in chosen.scenes or SCENES:
        for size in sizes:
            told, text = asyncio.run(draw(SCENES[name], size))
            if chosen.text:
                print(text)
            inked = " ".join(f"{meaning} {count}" for meaning, count in Counter(told.colours).most_common())
            where = f"{name:16} {size[0]:>4}x{size[1]}"
            shares = f"{told.blank:6.1%} {told.ladder:6.1%} {told.barred:6.1%}"
            print(f"{where} {shares} {told.party:5} {told.others:6}  {inked}")


if __name__ == "__main__":
    main()
