"""Viktor, Kirin and the clerk of the text's example of play, and a table of Mettle that is played by lines."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Unpack

from tests.commands import COMMANDS
from tests.facts import ChallengeFacts
from tests.rules.tables import CASEBOOK, Play
from tests.sheets import make_pools
from wyrd_tui.engine.commands import Answer
from wyrd_tui.engine.dice import LiveDice
from wyrd_tui.engine.line_syntax import parse_line
from wyrd_tui.engine.page import Page
from wyrd_tui.engine.rules.mettle.modifiers import mettle_of, pool_of, status_of
from wyrd_tui.engine.session import Session
from wyrd_tui.engine.sheet import Sheet
from wyrd_tui.engine.state import (
    METTLE,
    Actor,
    Bonus,
    Book,
    Challenge,
    ChallengeKind,
    Ends,
    Kind,
    RuleValue,
    Side,
    State,
)
from wyrd_tui.engine.turn_order import Order, Place
from wyrd_tui.screens.questions.asking import Asking
from wyrd_tui.screens.questions.outcomes import Done


def someone(
    who: str,
    focus: int,
    nature: int,
    poise: int,
    frame: int = 3,
    motive: int = 3,
    armor: int = 0,
    side: Side = "party",
    **backgrounds: int,
) -> Actor:
    """Make an actor with a sheet of Mettle; its name is its id with a capital."""
    names = {name.replace("_", " ").capitalize(): pool for name, pool in backgrounds.items()}
    own = make_pools({"focus": focus, "nature": nature, "poise": poise}, frame, motive, armor, names)
    kind: Kind = "pc" if side == "party" else "full"
    return Actor(who, who.capitalize(), side, kind, sheets={METTLE: own}, visibility="open")


VIKTOR = someone("viktor", 2, 3, 3, 3, 3, 2, fencing=4, kitchen_russian=2)
KIRIN = someone("kirin", 4, 2, 5, 4, 2, 1, lockpicking=6)
CLERK = someone("clerk", 2, 3, 4, 5, 4, 0, side="foes")
CAST = (VIKTOR, KIRIN, CLERK)


def with_status(actor: Actor, *names: str, **levels: int) -> Actor:
    """The actor with statuses: by name, or with a Buildup or days."""
    found = [*(status_of(name) for name in names), *(status_of(name, level) for name, level in levels.items())]
    return replace(actor, conditions=(*actor.conditions, *found))


def worn(actor: Actor, **marks: int) -> Actor:
    """The actor with dice strained or Mettle lost."""
    own = actor.sheets[METTLE]
    track = tuple(replace(row, marks=marks.get(row.id, row.marks)) for row in own.track)
    return replace(actor, sheets={**actor.sheets, METTLE: replace(own, track=track)})


def task(which: str, value: int | None, needed: int = 1, **more: Unpack[ChallengeFacts]) -> Challenge:
    """A task of Mettle."""
    kind: ChallengeKind = "task" if needed > 1 else "obstacle"
    return Challenge(which, which.capitalize(), kind, METTLE, value, needed=needed, **more)


def given(who: str, label: str, value: int, against: str = "", skill: str = "", ends: Ends = "use") -> Bonus:
    """A bonus that waits for a Check."""
    return Bonus(label.casefold(), label, value, who, "situation", against, skill, ends)


class Shop(Play):
    """A table of Mettle, played by lines."""

    def __init__(
        self,
        *people: Actor,
        tasks: tuple[Challenge, ...] = (),
        bonuses: tuple[Bonus, ...] = (),
        pages: tuple[Page, ...] = (),
        fight: bool = False,
        rules: Mapping[str, RuleValue] | None = None,
    ) -> None:
        actors = people or CAST
        order = Order("gm", 1, actors[0].id, tuple(Place(actor.id) for actor in actors)) if fight else Order()
        state = State(
            "Test",
            (METTLE,),
            rules=dict(rules or {}),
            setting=CASEBOOK,
            actors={actor.id: actor for actor in actors},
            order=order,
            challenges={one.id: one for one in tasks},
            bonuses={one.id: one for one in bonuses},
            book=Book(pages),
        )
        self.session = Session(state, dice=LiveDice(7), clock=lambda: 0.0)

    def sheet(self, who: str) -> Sheet:
        """Return the Mettle sheet of an actor."""
        return self.state.actors[who].sheets[METTLE]

    def pool(self, who: str, name: str) -> int:
        """Return the dice that an actor has now for a pool."""
        return pool_of(self.state.actors[who], name)

    def mettle(self, who: str) -> int:
        """Return the present Mettle of an actor."""
        return mettle_of(self.state.actors[who])

    def log(self, line: str, *fed: str) -> str:
        """Return the log of a line."""
        return "\n".join(self(line, *fed).lines)

    def odds(self, line: str) -> str:
        """The preview of a Check."""
        return self.preview(line, "dice")

    @property
    def result(self) -> tuple[int, int, str]:
        """Score, Edge and outcome of the last roll."""
        roll = self.roll
        return roll.score.total, sum(face > 3 for face in roll.score.faces), roll.outcome

    def keys(self, keys: str, focus: Mapping[str, Answer]) -> int:
        """Play an act by the keys that a GM presses, the first of which names it; how many these are."""
        pressed = keys.split()
        command = next(c for c in COMMANDS if c.key == pressed[0] and c.game == METTLE)
        asking = Asking(command, self.state, focus)
        outcome = asking.start()
        for key in pressed[1:]:
            outcome = asking.key(key, key if len(key) == 1 else None)
        assert isinstance(outcome, Done), asking.question()
        self.session.do(command, outcome.answers)
        return len(pressed)


def answers(shop: Shop, line: str) -> Mapping[str, Answer]:
    """The answers that a line gives."""
    return parse_line(line, shop.state, COMMANDS)[1]
