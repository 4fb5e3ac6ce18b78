"""A table for the screens to show: wounds, lost gear, a hostile name, a book with everything, and a few acts."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

from textual.app import App
from textual.screen import Screen

from tests.golden import same_screen, screen_text
from wyrd_tui.engine.commands import Answers, Ask, Command
from wyrd_tui.engine.dice import Dice, FedDice
from wyrd_tui.engine.events import Event, Said
from wyrd_tui.engine.page import Page
from wyrd_tui.engine.rules.games import games_played
from wyrd_tui.engine.rules.pages import Aim
from wyrd_tui.engine.session import Session
from wyrd_tui.engine.sheet import Effect, Hurt, Row, Sheet, Trait
from wyrd_tui.engine.state import WYRD_ENGINE, Actor, Bonus, Book, Challenge, Condition, Scene, State
from wyrd_tui.screens.base import BaseScreen
from wyrd_tui.screens.odds import OddsScreen

SIZES = [(80, 24), (120, 40), (200, 60)]
HOSTILE = "[@click=app.quit]x[/] [/] [bold"
BEGINNING = 1_790_000_000.0


def track(
    marks: tuple[int, ...] = (0, 0, 0, 0), hurts: tuple[tuple[Hurt, ...], ...] = ((), (), (), ())
) -> tuple[Row, ...]:
    return (
        Row("stress", "Stress", 4, marks[0], clears="scene"),
        Row("mild", "Mild", 3, marks[1], penalty=1, clears="hours", hurts=hurts[1]),
        Row("moderate", "Moderate", 2, marks[2], penalty=2, clears="days", hurts=hurts[2]),
        Row("severe", "Severe", 1, marks[3], penalty=3, clears="weeks", hurts=hurts[3]),
    )


MERCER = Actor(
    "elias-mercer",
    "Captain Elias Mercer",
    "party",
    "pc",
    sheets={
        WYRD_ENGINE: Sheet(
            {"Pilot": 3, "Shoot": 2, "Deception": 2, "Athletics": 1, "Awareness": 1, "Combat": 1},
            (
                Trait("ahead", "Always One Step Ahead", when="avoiding pursuit", effects=(Effect("bonus"),)),
                Trait(
                    "crew",
                    "A Captain Never Abandons His Crew",
                    effects=(Effect("limited", text="resist being separated from his crew", used=1),),
                ),
                Trait("trick", "Knows Every Trick", when="lying", effects=(Effect("reroll", skill="Deception"),)),
                Trait("pistol", "Clockwork Pistol", "gear", "at close range", (Effect("bonus", skill="Shoot"),)),
                Trait(
                    "coat",
                    "Coat [of the 7th]",
                    "gear",
                    "falling",
                    (Effect("permission", skill="Athletics"),),
                    lost=True,
                ),
            ),
            track((4, 1, 1, 0), ((), (Hurt("Athletics", 1),), (Hurt("Awareness", 1), Hurt("Shoot", 1)), ())),
            {"attack": "Shoot", "defend": "Athletics"},
        )
    },
    conditions=(Condition("grappled", "Grappled", "by the bosun", ends="scene"),),
    visibility="open",
    player="Anna",
    concept="sky pirate and pilot, ex naval officer",
    notes="Owes Drake a ship.",
    details={
        "appearance": "A tall man in a patched naval coat.",
        "backstory": "Left the Fleet after Halcyon Bay. " * 4,
    },
)
FELIX = Actor(
    "felix-cavendish",
    "Felix Cavendish",
    "party",
    "pc",
    sheets={WYRD_ENGINE: Sheet({"Crafts": 3, "Investigate": 2, "Will": 1, "Athletics": 0}, (), track((1, 0, 0, 0)))},
    visibility="open",
    player="Ben",
)
CREW = Actor("crewmen", "Crewmen", "foes", "mook", 4, {WYRD_ENGINE: Sheet({"Shoot": 1})}, visibility="open")
DRAKE = Actor(
    "lucius-drake",
    "Admiral Lucius Drake",
    "foes",
    sheets={WYRD_ENGINE: Sheet({"Strategy": 4, "Combat": 2}, (), track(), {"attack": "Combat", "defend": "Combat"})},
)
STRANGER = Actor("stranger", HOSTILE, "foes", "persona")
BOOK = Book(
    (
        Page("premise", "premise", "Premise", "The heroes wake in the brig of the Halcyon.", public=True),
        Page("letter", "handout", "The letter", "Meet me at the tower. Come alone.", public=True),
        Page("debt", "hook", "A debt to the Admiral", "Drake holds a note of hand."),
        Page("truth", "truth", "What really happens", "Graves has sold the heroes to Drake."),
        Page("brig", "act", "The brig", "Locked up below the engine room.", brings=("crewmen",), challenges=("door",)),
        Page("ledger", "clue", "A burnt ledger", "Half burnt, in the stove.", "Graves pays Drake.", "brig"),
        Page("lock", "clue", "Scratches on the lock", "Somebody picked it.", "There is a stowaway.", "brig"),
        Page("engine", "place", "Engine room", "Hot and loud.", parent="brig"),
        Page("steam", "complication", "Steam pipe bursts", "Athletics against +2.", parent="brig"),
        Page("deck", "act", "On deck", "Storm.", brings=("stranger",)),
        Page("seal", "proof", "Drake's seal", "On the letter.", "Drake ordered it."),
        Page("ship", "resolution", "They take the ship", "The Halcyon is theirs."),
    ),
    {"crewmen": CREW, "stranger": STRANGER},
    {"door": Challenge("door", "Cell door", value=1)},
)


def table() -> State:
    return State(
        "Flight from the Tower",
        (WYRD_ENGINE,),
        scene=Scene(2, "Engine room", "brig"),
        actors={actor.id: actor for actor in (MERCER, FELIX, CREW, DRAKE)},
        bonuses={"steam": Bonus("steam", "Steam in their eyes", 2, "elias-mercer", against="crewmen", ends="scene")},
        marks={"ledger": "found", "brig": "begun"},
        book=BOOK,
    )


def _say(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    head, colon, tail = str(answers["text"]).partition(": ")
    yield Said(head, colon + tail)


SAY = Command("say", "", "say", "", "x", _say, (Ask("text", "Words", "words"),))
SENTENCES = (
    "Mercer shoots at Crewmen: ++-0 +2 = 3 against 0-0+ = 0, 3 damage",
    "Crewmen lose one: 3 left",
    "Felix mends the valve: success",
    f"{HOSTILE} takes 3: stress 1→4",
)


def session(acts: int = 0, undone: int = 0) -> Session:
    """A table with so many acts behind it, 67 seconds apart, the last of them undone again."""
    now = [BEGINNING]

    def clock() -> float:
        now[0] += 67
        return now[0]

    played = Session(table(), dice=FedDice([]), clock=clock)
    for number in range(acts):
        played.do(SAY, {"text": SENTENCES[number % len(SENTENCES)]})
    for _ in range(undone):
        played.undo()
    return played


class ScreenApp(App[None]):
    """An app that shows one screen over an empty one."""

    def __init__(self, screen: Screen[None]) -> None:
        super().__init__()
        self.shown = screen

    def on_mount(self) -> None:
        """Show it."""
        self.animation_level = "none"
        self.push_screen(self.shown)


def shown(screen: BaseScreen, *keys: str, size: tuple[int, int] = (120, 50), golden: str = "") -> str:
    """Return the text of a screen after keys."""

    async def go() -> str:
        app = ScreenApp(screen)
        async with app.run_test(size=size, notifications=True, tooltips=True) as pilot:
            await pilot.pause()
            await pilot.press(*keys)
            await pilot.pause()
            if golden:
                same_screen(app, f"{golden}-{size[0]}x{size[1]}")
            return screen_text(app)

    return asyncio.run(go())


def odds(state: State, who: str, **aim: Any) -> OddsScreen:  # noqa: ANN401 - the fields of an aim
    """Open the odds of an actor in the main game of a table."""
    load = games_played(state)[0].odds_page
    assert load is not None
    return OddsScreen(state, load(), Aim(who, **aim))
