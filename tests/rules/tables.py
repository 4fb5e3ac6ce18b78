"""The texts' own people at a table, and a short way to play lines there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Literal, Unpack

import pytest

from tests.commands import BY_ID, COMMANDS
from tests.facts import StateFacts
from wyrd_tui.engine.act import Act
from wyrd_tui.engine.commands import say_or_refuse
from wyrd_tui.engine.dice import FedDice, LiveDice, Refused
from wyrd_tui.engine.line_syntax import parse_line
from wyrd_tui.engine.roll import Roll
from wyrd_tui.engine.rules.all_games import hints
from wyrd_tui.engine.rules.game import Pending
from wyrd_tui.engine.rules.ground.tracks import rows_of
from wyrd_tui.engine.rules.shared.matters import pending
from wyrd_tui.engine.session import Session
from wyrd_tui.engine.setting import Setting
from wyrd_tui.engine.sheet import Effect, Row, Sheet, Trait
from wyrd_tui.engine.state import WYRD_ENGINE, Actor, Bonus, Kind, RuleValue, Side, State
from wyrd_tui.engine.turn_order import Place

CASEBOOK = Setting(
    "The Grand Casebook",
    {
        "Investigation": ("Investigate", "Lore", "Notice"),
        "Social": ("Rapport", "Deceive", "Provoke", "Contacts"),
        "Physical": ("Athletics", "Stealth", "Fight", "Shoot"),
        "Resilience": ("Will", "Physique"),
        "Mechanical": ("Burglary", "Resources", "Crafts"),
    },
    {"Deception": "Deceive", "Awareness": "Notice", "Combat": "Fight"},
    ("Athletics", "Fight", "Shoot"),
)


def trait(name: str, *effects: Effect, when: str = "", gear: bool = False) -> Trait:
    """A trait whose id is the first word of its name."""
    return Trait(name.split()[0].casefold().strip(",’"), name, "gear" if gear else "trait", when, effects)


def bonus(skill: str = "", value: int = 2) -> Effect:
    """A trait's +2."""
    return Effect("bonus", skill, value)


def once(per: Literal["scene", "session"] = "session", uses: int = 1) -> Effect:
    """A trait's limited use."""
    return Effect("limited", per=per, uses=uses)


def someone(
    who: str,
    name: str,
    ratings: Mapping[str, int],
    *traits: Trait,
    side: Side = "party",
    kind: Kind = "pc",
    count: int = 1,
    track: str = "we",
) -> Actor:
    """An actor with a Wyrd Engine sheet."""
    sheet = Sheet(dict(ratings), traits, rows_of(track))
    return Actor(who, name, side, kind, count, {WYRD_ENGINE: sheet}, visibility="open")


HARGRAVE = someone(
    "hargrave",
    "Inspector Julian Hargrave",
    {"Investigate": 3, "Notice": 2, "Rapport": 2, "Will": 1, "Provoke": 1, "Athletics": 1, "Stealth": 0},
)
FELIX = someone(
    "felix",
    "Felix Cavendish",
    {"Crafts": 3, "Investigate": 2, "Resources": 2, "Lore": 1, "Will": 1, "Contacts": 1, "Athletics": 0},
    trait("Tinkerer, Master", bonus("Crafts"), when="repairing or modifying machinery"),
    trait("Prototype, Unstable", once(), when="an experimental gadget"),
    trait("Calculated Risk", Effect("substitute", use="Will", instead_of="Athletics"), when="escaping danger"),
)
ISADORA = someone(
    "isadora",
    "Isadora Lovelace",
    {"Empathy": 3, "Investigate": 2, "Lore": 2, "Rapport": 1, "Will": 1, "Notice": 1},
    trait("Glimpse Beyond the Veil", bonus("Empathy"), Effect("permission", "Lore"), when="the feelings of the dead"),
    trait("Cards Never Lie", Effect("substitute", use="Lore", instead_of="Investigate"), when="predicting an outcome"),
)
FLINT = someone(
    "flint",
    "Cornelius Flint",
    {"Deceive": 3, "Burglary": 2, "Rapport": 2, "Athletics": 1, "Stealth": 1, "Notice": 1},
    trait("Misdirection, Master of", bonus("Deceive"), when="distracting someone in talk"),
    trait("Sleight of Hand", once(), when="a small item was lifted already"),
    trait(
        "Escape Plan, Always an", Effect("substitute", use="Burglary", instead_of="Athletics"), once(), when="escaping"
    ),
)
MERCER = someone(
    "mercer",
    "Captain Elias Mercer",
    {"Pilot": 3, "Shoot": 2, "Deception": 2, "Athletics": 1, "Awareness": 1, "Combat": 1},
    trait("Ahead, Always One Step", bonus(), when="avoiding pursuit or laying traps"),
    trait("Captain Never Abandons His Crew", once(), when="to resist being separated"),
    trait("Tricks, Knows Every", Effect("reroll", "Deception"), when="lying or fast-talking"),
)
BLACKWOOD = someone("blackwood", "Jonathan Blackwood", {"Fight": 2})
THUG = someone("thug", "Thug", {"Athletics": 1}, side="foes", kind="mook", track="none")
CREWMAN = someone("crewman", "Crewman", {"Shoot": 1}, side="foes", kind="mook", track="none")
ENFORCERS = someone("enforcers", "Gang Enforcer", {"Combat": 1}, side="foes", kind="mook", count=4, track="none")
GRAVES = someone(
    "graves",
    "Captain Evelyn Graves",
    {"Pilot": 3, "Deception": 2, "Combat": 1},
    trait("Born to Fly", bonus(), when="piloting under pressure"),
    trait("Smooth Talker", Effect("reroll", "Deception"), when="negotiating"),
    side="foes",
    kind="persona",
    track="2",
)
DRAKE = someone(
    "drake",
    "Admiral Lucius Drake",
    {
        "Strategy": 4,
        "Navigation": 3,
        "Command": 2,
        "Combat": 2,
        "Resources": 1,
        "Deception": 1,
        "Awareness": 1,
    },
    trait("Tactician, Master", bonus(), when="commanding fleet battles"),
    trait("Iron Will", once(), when="ignore one mental or social consequence"),
    trait("Unyielding Pursuit", Effect("reroll", after="any"), when="tracking a known fugitive"),
    side="foes",
    kind="full",
)
JOSEPHINE = someone("josephine", "Josephine Langley", {}, track="draft-severity")


class Play:
    """A table being played by lines, with words for what the tests look at."""

    def __init__(
        self, *people: Actor, rules: Mapping[str, RuleValue] | None = None, **more: Unpack[StateFacts]
    ) -> None:
        state = State("Test", rules=dict(rules or {}), actors={a.id: a for a in people}, setting=CASEBOOK)
        self.session = Session(replace(state, **more), dice=LiveDice(7), clock=lambda: 0.0)

    def __call__(self, line: str, *fed: str) -> Act:
        """Play a line; with `fed`, dice that fall in this order."""
        command, answers = parse_line(line, self.state, COMMANDS)
        return self.session.do(command, answers, FedDice(fed) if fed else None)

    def play(self, *lines: str) -> Act:
        """Play several lines and give the last act."""
        acts = [self(line) for line in lines]
        return acts[-1]

    def refuses(self, line: str, *words: str) -> str:
        """Play a line that must be refused with a sentence that holds these words, and change nothing."""
        before, done = self.state, len(self.session.done)
        with pytest.raises(Refused) as refusal:
            self(line)
        sentence = str(refusal.value)
        for word in words:
            assert word in sentence, sentence
        assert sentence[-1] in ".!?", sentence
        assert self.state is before
        assert len(self.session.done) == done
        return sentence

    def undo(self) -> None:
        """Take everything back; the table is as it was at the start."""
        while self.session.done:
            self.session.undo()

    @property
    def state(self) -> State:
        """The table now."""
        return self.session.state

    @property
    def roll(self) -> Roll:
        """The last roll."""
        assert self.state.roll is not None
        return self.state.roll

    @property
    def total(self) -> int:
        """Total of the last roll."""
        return self.roll.score.total

    def sheet(self, who: str) -> Sheet:
        """Return the Wyrd Engine sheet of an actor."""
        return self.state.actors[who].sheets[WYRD_ENGINE]

    def row(self, who: str, row: str) -> Row:
        """Return a row of an actor's track."""
        return next(old for old in self.sheet(who).track if old.id == row)

    def marks(self, who: str) -> str:
        """Marks by row, such as `4/3/1/0`."""
        return "/".join(str(row.marks) for row in self.sheet(who).track)

    def hurts(self, who: str, row: str) -> dict[str, int]:
        """Ratings that a row's penalties fall on."""
        return {hurt.name: hurt.by for hurt in self.row(who, row).hurts}

    def is_(self, who: str) -> set[str]:
        """Return the ids of an actor's conditions."""
        return {condition.id for condition in self.state.actors[who].conditions}

    def waiting(self) -> list[str]:
        """Commands that are pending, in order."""
        return [item.command for item in pending(self.state)]

    def pending(self) -> tuple[Pending, ...]:
        """Return the open questions."""
        return pending(self.state)

    def hints(self) -> str:
        """The hints as one text."""
        return "; ".join(hints(self.state))

    def bonuses(self) -> list[Bonus]:
        """Every bonus that waits."""
        return list(self.state.bonuses.values())

    def offered(self, line: str, ask: str = "with") -> dict[str, Any]:
        """The choices that a question of a line offers, by value, with the line's answers so far."""
        command, answers = parse_line(line, self.state, COMMANDS)
        question = next(row for row in BY_ID[command.id].asks if row.name == ask)
        before = {key: value for key, value in answers.items() if key != ask}
        return {choice.value: choice for choice in question.choices(self.state, before)}

    def preview(self, line: str, ask: str) -> str:
        """Return the preview of a question of a line."""
        command, answers = parse_line(line, self.state, COMMANDS)
        question = next(row for row in BY_ID[command.id].asks if row.name == ask)
        return say_or_refuse(question.preview, self.state, answers)

    def remark(self, line: str) -> str:
        """Return what is told before the act of a line besides its outcome."""
        command, answers = parse_line(line, self.state, COMMANDS)
        return BY_ID[command.id].remark(self.state, answers)

    def order(self) -> list[str]:
        """Ids in the order, first to last."""
        return [place.who for place in self.state.order.places]

    def place(self, who: str) -> Place:
        """Return an actor's place in the order."""
        return next(place for place in self.state.order.places if place.who == who)


def on(track: str, **rules: str | int | bool) -> Play:
    """A table with one character on a track."""
    return Play(someone("ann", "Ann", {"Fight": 2, "Athletics": 1}, track=track), rules=rules)
