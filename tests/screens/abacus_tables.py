"""A table of the Wyrd Abacus in the middle of a scene, for the screens that show it."""

from dataclasses import replace

from tests.sheets import make_abilities
from wyrd_tui.engine.dice import LiveDice
from wyrd_tui.engine.nouns.wyrd_abacus import POOL
from wyrd_tui.engine.page import Page, Trigger
from wyrd_tui.engine.rules.wyrd_abacus.abilities import ABSENT, FACED
from wyrd_tui.engine.session import Session
from wyrd_tui.engine.sheet import Effect, Sheet, Trait
from wyrd_tui.engine.state import WYRD_ABACUS, Actor, Book, Challenge, Condition, Scene, State


def facet(name: str, ability: str, used: int = 0) -> Trait:
    """A facet, shown or not (WA-05)."""
    return Trait(name.casefold(), name, effects=(Effect("limited", skill=ability, per="scene", used=used),))


def worn(body: tuple[int, int], mind: tuple[int, int], soul: tuple[int, int], wyrd: int, struck: str = "") -> Sheet:
    """A sheet with what is gone of each ability: pairs of the starting score and the points left."""
    fresh = make_abilities(body[0], mind[0], soul[0], wyrd)
    left = {"body": body[1], "mind": mind[1], "soul": soul[1]}
    rows = tuple(replace(row, marks=row.boxes - left[row.id], struck=row.id == struck) for row in fresh.track)
    return replace(fresh, track=rows)


def character(name: str, own: Sheet, *conditions: Condition, facets: tuple[Trait, ...] = ()) -> Actor:
    """A player's character."""
    sheets = {WYRD_ABACUS: replace(own, traits=facets)}
    return Actor(name.casefold(), name, "party", "pc", sheets=sheets, conditions=conditions, visibility="open")


ADA = character(
    "Ada", worn((5, 3), (4, 4), (6, 2), 3), FACED, facets=(facet("Wiry", "body", 1), facet("Doubts", "soul"))
)
BOB = character("Bob", worn((6, 6), (5, 1), (4, 0), 1, struck="soul"))
CYNTHIA = character("Cynthia", worn((3, 3), (9, 9), (3, 3), 0), ABSENT)
VICAR = Actor("vicar", "Vicar Thorne", "foes", "persona", concept="Knows every name", visibility="known")

RULES = (
    Page(
        "devils-due",
        "rule",
        "Devil’s Due",
        "Three sixes, and the rite is done.",
        public=True,
        triggers=(Trigger("sixes", "spring", by=3, text="It climbs out of the well."),),
    ),
    Page(
        "fog",
        "rule",
        "Rolling Fog",
        "Thicker every time.",
        triggers=(Trigger("scene begins", "rise", challenge="mist"),),
    ),
)
MOB = Challenge(
    "mob",
    "The mob at the gate",
    value=7,
    needed=7,
    done=4,
    type="Threat",
    game=WYRD_ABACUS,
    who=("ada",),
    after=("lock",),
)
LOCK = Challenge("lock", "A rusted lock", value=4, needed=4, type="Obstruction", game=WYRD_ABACUS, visibility="open")
MIST = Challenge("mist", "The mist", value=5, needed=5, type="Foreboding", game=WYRD_ABACUS, springs="scene")
VERSE = Challenge("verse", "The verse on the stone", value=10, needed=10, type="Logic", game=WYRD_ABACUS, loss=4)
COUNTDOWN = Challenge("devils-due", "Devil’s Due", "clock", WYRD_ABACUS, needed=3, done=2, type="Countdown")


def abacus_table() -> State:
    """Three characters, one of them elsewhere; four challenges and a countdown; two stage rules."""
    people = (ADA, BOB, CYNTHIA, VICAR)
    rods = (MOB, LOCK, MIST, VERSE, COUNTDOWN)
    return State(
        "The Well at Low Barrow",
        (WYRD_ABACUS,),
        acts=12,
        scene=Scene(2, "The churchyard", "churchyard"),
        actors={actor.id: actor for actor in people},
        challenges={rod.id: rod for rod in rods},
        counters={POOL: 3},
        book=Book((Page("churchyard", "act", "The churchyard", after=("lock",)), *RULES), {VICAR.id: VICAR}),
    )


def abacus_session() -> Session:
    """The table being played with seeded dice and a stopped clock."""
    return Session(abacus_table(), dice=LiveDice(7), clock=lambda: 0.0)
