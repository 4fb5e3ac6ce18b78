"""People, rods and stage rules of the Wyrd Abacus, and a table of it that is played by lines."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TypedDict, Unpack

from tests.commands import COMMANDS
from tests.facts import ActorFacts, ChallengeFacts
from tests.rules.tables import CASEBOOK, Play
from tests.sheets import make_abilities
from wyrd_tui.engine.choices import Choice
from wyrd_tui.engine.dice import LiveDice
from wyrd_tui.engine.line_syntax import parse_line
from wyrd_tui.engine.nouns.wyrd_abacus import LENT, POOL, TYPES, WYRD
from wyrd_tui.engine.page import Page, Trigger
from wyrd_tui.engine.roll import Roll
from wyrd_tui.engine.rules.ground.tracks import rows_of
from wyrd_tui.engine.session import Session
from wyrd_tui.engine.sheet import Effect, Row, Sheet, Trait
from wyrd_tui.engine.state import WYRD_ABACUS, WYRD_ENGINE, Actor, Book, Challenge, RuleValue, Scene, State


def facet(name: str, ability: str) -> Trait:
    """A facet of an ability."""
    once = (Effect("limited", skill=ability, uses=1, per="scene"),)
    return Trait(name.casefold().replace(" ", "-"), name, effects=once)


def character(
    who: str, body: int, mind: int, soul: int, wyrd: int = 0, *traits: Trait, **more: Unpack[ActorFacts]
) -> Actor:
    """A player's character, whose name is its id with a capital."""
    own = replace(make_abilities(body, mind, soul, wyrd), traits=traits)
    return Actor(who, who.capitalize(), "party", "pc", sheets={WYRD_ABACUS: own}, visibility="open", **more)


def denizen(who: str, name: str, *scores: int) -> Actor:
    """Make a neutral character of the story, with three ability scores or none."""
    own = {WYRD_ABACUS: make_abilities(*scores)} if scores else {}
    return Actor(who, name, "others", "persona", sheets=own)


ADA = character("ada", 5, 4, 6, 0, facet("Strong", "body"), facet("Clumsy", "body"), facet("Devout", "soul"))
BOB = character("bob", 4, 5, 6)
CY = character("cy", 2, 7, 6, player="Kim")
PARTY = (ADA, BOB, CY)


def rod(which: str, kind: str, value: int, **more: Unpack[ChallengeFacts]) -> Challenge:
    """A challenge of one of the nine types."""
    assert kind in TYPES
    title = which.replace("-", " ").capitalize()
    return Challenge(which, title, "obstacle", WYRD_ABACUS, value, needed=max(1, value), type=kind, **more)


def stage_rule(
    title: str,
    *triggers: Trigger,
    text: str = "",
    public: bool = True,
    parent: str = "",
    brings: tuple[str, ...] = (),
) -> Page:
    """A stage rule."""
    which = title.casefold().replace(" ", "-").replace("’", "")
    return Page(which, "rule", title, text, parent=parent, brings=brings, public=public, triggers=triggers)


BLOODY = stage_rule("Bloody", Trigger("loss", "another", type="Threat"))
SHUTTERS = stage_rule("Close The Shutters", Trigger("attempt", "toll", type="Pressure"))
DEVILS_DUE = stage_rule("Devil’s Due", Trigger("sixes", "spring", by=3, text="The fiend is here"), brings=("fiend",))
ONLY_ONE = stage_rule("Only One", Trigger("escape", "forbid", unless="others scratched"))
BEAST = stage_rule("Prowling Beast", Trigger("six", "spring", once=True, text="It appears"), brings=("beast",))
FOG = stage_rule("Rolling Fog", Trigger("scene begins", "rise", challenge="fog"))
FIEND, CREATURE = denizen("fiend", "The Fiend"), denizen("beast", "The Beast")


class StoryFacts(TypedDict, total=False):
    """Facts about the beginning of a story besides its rods."""

    people: tuple[Actor, ...]
    pages: tuple[Page, ...]
    waiting: tuple[Challenge, ...]
    cast: tuple[Actor, ...]
    pool: int
    rules: Mapping[str, RuleValue]
    games: tuple[str, ...]


class Story(Play):
    """A table of the Wyrd Abacus in its first scene, with a pool of Wyrd, played by lines."""

    def __init__(
        self,
        *rods: Challenge,
        people: tuple[Actor, ...] = PARTY,
        pages: tuple[Page, ...] = (),
        waiting: tuple[Challenge, ...] = (),
        cast: tuple[Actor, ...] = (FIEND, CREATURE),
        pool: int = 4,
        between: bool = False,
        rules: Mapping[str, RuleValue] | None = None,
        games: tuple[str, ...] = (WYRD_ABACUS,),
    ) -> None:
        book = Book(pages, {actor.id: actor for actor in cast}, {one.id: one for one in waiting})
        state = State(
            "Test",
            games,
            scene=Scene(between=between),
            rules=dict(rules or {}),
            setting=CASEBOOK,
            actors={actor.id: actor for actor in people},
            challenges={one.id: one for one in rods},
            counters={POOL: pool},
            book=book,
        )
        self.session = Session(state, dice=LiveDice(7), clock=lambda: 0.0)

    def sheet(self, who: str) -> Sheet:
        """Return the Wyrd Abacus sheet of an actor."""
        return self.state.actors[who].sheets[WYRD_ABACUS]

    def now(self, who: str) -> str:
        """Points left of each ability, such as `5/4/6`, with an x where it is scratched out."""
        return "/".join(f"{row.free}{'x' if row.struck else ''}" for row in self.sheet(who).track)

    def own_wyrd(self, who: str) -> int:
        """Return the personal Wyrd of an actor."""
        return self.sheet(who).ratings.get(WYRD, 0)

    def to_lend(self, who: str) -> int:
        """Points that a defeated player may still give."""
        return self.sheet(who).ratings.get(LENT, 0)

    @property
    def pool(self) -> int:
        """The scene's pool."""
        return self.state.counters.get(POOL, 0)

    def roll_on(self, which: str) -> Roll:
        """The newest roll on a challenge."""
        return next(roll for roll in reversed(self.state.rolls) if roll.challenge == which)

    def log(self, line: str, *fed: str) -> str:
        """Return the log of a line."""
        return "\n".join(self(line, *fed).lines)

    def choices_with(self, line: str, ask: str) -> Sequence[Choice]:
        """Return the choices of a question with the points that the line assigns."""
        command, answers = parse_line(line, self.state, COMMANDS)
        question = next(row for row in command.asks if row.name == ask)
        return question.choices(self.state, answers)

    def offers(self, line: str, ask: str) -> list[str]:
        """Return the choices of a question of a line."""
        return list(self.offered(line, ask))


def hurt(actor: Actor, **gone: int) -> Actor:
    """The actor with points of abilities gone."""
    return _rows(actor, lambda row: replace(row, marks=gone.get(row.id, row.marks)))


def scratched(actor: Actor, *abilities: str) -> Actor:
    """The actor with abilities scratched out."""
    return _rows(actor, lambda row: replace(row, struck=row.struck or row.id in abilities))


def with_wyrd(actor: Actor, points: int) -> Actor:
    """The actor with so much personal Wyrd."""
    own = actor.sheets[WYRD_ABACUS]
    return replace(actor, sheets={**actor.sheets, WYRD_ABACUS: replace(own, ratings={**own.ratings, WYRD: points})})


def _rows(actor: Actor, change: Callable[[Row], Row]) -> Actor:
    own = actor.sheets[WYRD_ABACUS]
    return replace(actor, sheets={**actor.sheets, WYRD_ABACUS: replace(own, track=tuple(map(change, own.track)))})


def both(actor: Actor, **ratings: int) -> Actor:
    """The actor with a sheet of the Wyrd Engine as well."""
    engine = Sheet(ratings, track=rows_of("we"))
    return replace(actor, sheets={WYRD_ENGINE: engine, **actor.sheets})
