"""A table of Mettle in the middle of a fight, for the panes and screens that show it."""

from __future__ import annotations

from dataclasses import replace

from tests.sheets import make_pools
from wyrd_tui.engine.dice import FedDice, LiveDice
from wyrd_tui.engine.nouns.mettle import LOAD
from wyrd_tui.engine.page import Page
from wyrd_tui.engine.rules.mettle.modifiers import status_of
from wyrd_tui.engine.session import Session
from wyrd_tui.engine.sheet import Effect, Trait
from wyrd_tui.engine.state import METTLE, Actor, Book, Challenge, Condition, Kind, Scene, Side, State
from wyrd_tui.engine.turn_order import Order, Place


def somebody(
    name: str,
    pools: tuple[int, int, int],
    fixed: tuple[int, int, int],
    *conditions: Condition,
    side: Side = "party",
    marks: dict[str, int] | None = None,
    load: int = 0,
    **backgrounds: int,
) -> Actor:
    """Make an actor with pools, Frame, Motive and Armor; its key is its last name."""
    known = {word.replace("_", " ").title(): dice for word, dice in backgrounds.items()}
    own = make_pools(dict(zip(("focus", "nature", "poise"), pools, strict=True)), *fixed, known)
    worn = tuple(replace(row, marks=(marks or {}).get(row.id, 0)) for row in own.track)
    own = replace(own, track=worn, ratings={**own.ratings, LOAD: load} if load else own.ratings)
    kind: Kind = "pc" if side == "party" else "full"
    return Actor(name.split()[-1].casefold(), name, side, kind, 1, {METTLE: own}, conditions, visibility="open")


def called(actor: Actor, **names: str) -> Actor:
    """The actor with names of its own for attributes, as a scenario writes them."""
    traits = tuple(Trait(key, name, effects=(Effect("special", skill=key.title()),)) for key, name in names.items())
    own = actor.sheets[METTLE]
    return replace(actor, sheets={**actor.sheets, METTLE: replace(own, traits=traits)})


VIKTOR = called(
    replace(
        somebody("Viktor", (3, 3, 2), (3, 4, 1), marks={"mettle": 2}, load=4, kitchen_russian=2, the_salle=4),
        concept="Fencer, retired by a knee",
        player="Dana",
    ),
    nature="Curmudgeon",
)
KIRIN = somebody("Kirin", (3, 3, 5), (2, 3, 0), status_of("shaken"), marks={"poise": 1}, locks_and_latches=3)
MAGDA = somebody(
    "Magda Brandt", (4, 3, 3), (3, 4, 1), status_of("fallen"), status_of("afflicted", 2), marks={"mettle": 6}
)
JONAH = somebody("Jonah", (2, 4, 3), (4, 3, 5), status_of("surprised"), status_of("fatigued", 1))
CLERK = replace(
    somebody("The clerk", (2, 3, 4), (3, 4, 0), status_of("surprised"), side="foes", marks={"mettle": 1}),
    concept="Squints, and limps on the wrong knee",
)
AUNT = somebody("Aunt Zola", (1, 6, 4), (6, 6, 5), status_of("broken"), side="foes", marks={"mettle": 4, "poise": 1})

STOCK = Page(
    "stock",
    "table",
    "What the shop holds",
    "Roll when somebody opens a drawer.",
    dice="2d6",
    rows={"2-4": "A comb, lukewarm", "5-9": "A cradle that rocks by itself", "10-12": "A clock that sings"},
)
ACT = Page("shop", "act", "The shop floor", "Noon, and no customers.")
DOOR = Challenge("door", "The creaking door", "task", METTLE, 5, needed=3, done=1, visibility="open", who=("kirin",))
STOVE = Challenge("stove", "The bricked stove", "obstacle", METTLE, 6, visibility="known")
SUN = Challenge("sun", "The sun on the roof", "clock", METTLE, done=2, needed=6, visibility="open")


def mettle_table() -> State:
    """Four characters and two foes in the first round of a fight; a task, an obstacle and a clock."""
    places = (
        Place("viktor", acted=True, used=("action", "free move")),
        Place("kirin", used=("action",)),
        Place("clerk"),
        Place("brandt"),
        Place("zola"),
        Place("jonah"),
    )
    return State(
        "A Fine Patina",
        (METTLE,),
        acts=9,
        scene=Scene(1, "The shop floor", "shop"),
        actors={actor.id: actor for actor in (VIKTOR, KIRIN, MAGDA, JONAH, CLERK, AUNT)},
        challenges={rod.id: rod for rod in (DOOR, STOVE, SUN)},
        order=Order("gm", 1, "kirin", places),
        book=Book((ACT, STOCK), {}),
    )


def mettle_session(*fed: str) -> Session:
    """The table being played with seeded or typed dice and a stopped clock."""
    return Session(mettle_table(), dice=FedDice(fed) if fed else LiveDice(7), clock=lambda: 0.0)
