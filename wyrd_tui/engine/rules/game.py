"""What a game brings to the table: its commands, what it leaves open, its ladder, its names for things.

The table, the screens and what all games share know a game only as this record, so that another one is another record.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from wyrd_tui.engine.chance import Chance
from wyrd_tui.engine.commands import Answers, Ask, Choice, Command
from wyrd_tui.engine.events import Event
from wyrd_tui.engine.sheet import Trait
from wyrd_tui.engine.state import Actor, BonusKind, Challenge, ChallengeKind, State

Closing = Literal["fight", "scene"]
"""What can end for everybody in every game."""


DIFFICULTIES = (-20, 60)
"""The least and the greatest difficulty, where a game says no other."""


class Pending(NamedTuple):
    """Something that the table waits for: the command that sees to it, the answers known already, and a sentence."""

    command: str
    answers: Answers
    sentence: str


class Rung(NamedTuple):
    """A step of a ladder with the selected actor's exact odds, and a word on whether a roll is needed.

    `more` are the chances of success with 1, 2, 3 … points more, in games where points are paid for them.
    """

    value: int
    name: str
    success: Chance
    tie: Chance
    failure: Chance
    hint: str
    more: tuple[Chance, ...] = ()


class Fact(NamedTuple):
    """What a game says of its challenges beside their value: asked as one is laid out, and changed by hand later.

    Attributes:
        name: The question's name.
        field: What it is called where it is changed.
        prompt: The question.
        choices: What it can be, the usual first.
        written: The challenge with one of these.
        changed: What is said of a challenge of which it was changed.
    """

    name: str
    field: str
    prompt: str
    choices: tuple[Choice, ...]
    written: Callable[[Challenge, str], Challenge]
    changed: str


class Rod(NamedTuple):
    """A kind of challenge that a game lays on the abacus.

    Attributes:
        kind: Whether one success, several or time moves its beads.
        label: What the game calls it.
        hint: A few words more.
        typed: Whether the label is the challenge's type.
        valued: Whether it has an opposition.
        sized: Whether the table says how many beads it has.
        by_value: Whether it has as many beads as its value.
        facts: What else can be said of it.
    """

    kind: ChallengeKind
    label: str
    hint: str
    typed: bool = False
    valued: bool = True
    sized: bool = False
    by_value: bool = False
    facts: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True)
class Newcomer:
    """What somebody has of a game who is made up on the spot.

    Attributes:
        rating: What a mook is rated in by one number; empty where it has none.
        track: The track of a whole character, as `tracks.rows_of` takes it.
    """

    rating: str = ""
    track: Callable[[State], str] = lambda state: "none"


class Ladder(NamedTuple):
    """A game's difficulties for one actor and rating, from the easiest.

    `columns` are what the chances of a rung are called: that of success, then those of `more`; empty where a rung has
    none more.
    """

    title: str
    rungs: tuple[Rung, ...]
    columns: tuple[str, ...] = ()


class Stage(NamedTuple):
    """What stands over a scene: rules by title, each with whether players must not know it, and how large its pool is.

    The pool is what the scene began with, or has now where that is more; 0 where there is none. `calm` are the
    challenges that will not strike by themselves any more.
    """

    rules: tuple[tuple[str, bool], ...] = ()
    bowl: int = 0
    calm: tuple[str, ...] = ()


def _no_stage(state: State) -> Stage:
    return Stage()


def _nothing(state: State, answers: Answers) -> Iterator[Event]:
    return iter(())


def _no_settling(state: State, challenge: Challenge, outcome: str) -> Iterator[Event]:
    return iter(())


def _no_rating(challenge: Challenge) -> str:
    return ""


def _no_round(state: State, number: int) -> Iterator[Event]:
    return iter(())


def _rung_told(rung: Rung) -> str:
    more = "".join(f"  +{points} {chance.short():>4}" for points, chance in enumerate(rung.more, 1))
    return f"  {rung.value:>2} {rung.name:<8} {rung.success.short():>4}{more}  {rung.hint}".rstrip()


def _nothing_held(state: State) -> str:
    return ""


def _none_let_go(before: State, now: State) -> Iterator[Event]:
    return iter(())


def _no_spotlight(state: State) -> Iterator[str]:
    return iter(())


def _one_action(state: State, actor: Actor) -> Mapping[str, str]:
    return {"action": "what a turn is for"}


def _situations(state: State) -> Sequence[BonusKind]:
    return ("situation",)


def _uses_none(trait: Trait) -> bool:
    return False


def _none_lost(state: State, actor: Actor) -> Mapping[str, str]:
    return {}


@dataclass(frozen=True, slots=True)
class Game:
    """One of the games.

    Attributes:
        id: As `State.games` and `Actor.sheets` name it.
        commands: Its acts.
        opens: What the table still asks after the last act, the most urgent first.
        hints: What the GM may want to know just now.
        ladder: The steps with the odds of an actor and a rating.
        best_rating: The rating to expect from an actor where nothing says otherwise.
        called_for: The rating that a challenge calls for; empty where it says none.
        ratings: What an actor's sheet can be asked for.
        values: Difficulties that have a name.
        closing: What the end of a fight or a scene does.
        rods: The kinds of challenge that it lays, by the word that a line takes.
        opening_asks: What it asks as a scene begins.
        opening: What the beginning of a scene does.
        pauses: Whether it knows a time between scenes, in which little is allowed (WA-42).
        stage: What stands over the scene besides its challenges.
        front: The lower pane that stands in front where they share a place.
        round: What a new round of a fight brings by itself.
        actions: What an actor may do in a turn, each with a few words.
        lost: Which of these somebody cannot do just now, each with why.
        settles: What comes of a challenge that the table says is overcome, failed, live again or gone; nothing where
            the rod alone shows it.
        usual_value: The difficulty of a new challenge where nobody says otherwise.
        difficulties: The least and the greatest that a difficulty or value can be.
        ends_with: What the end of a fight or a scene clears, gives back or takes, in a few words, by `fight`, `scene`
            and `evening`.
        newcomer: What somebody has who is made up on the spot.
        usual_acts: The acts for which a sheet can name the usual rating.
        own_conditions: The conditions that its rules read, by id, each with the act that brings it about.
        ended_by: Those of them that no hand takes away, each with the act that ends it.
        holds: Why no other game may roll just now, since what waits after its own roll would be lost by it.
        lets_go: What it says as another roll, of whichever game, takes the place of the last one: of the table before
            and with it.
        bonuses: The kinds of bonus that count in its rolls at a table, none where it adds nothing.
        chapter: What a prepared part of a story is called.
        rung: A step of the ladder in a line.
        spotlight: Who is where, in lines, where nobody goes first.
        rated: What comes of a rating written by hand, or struck, where more hangs on it than its number.
        unrated: What it calls a roll that has no rating, which no rating may be called; empty where it has none.
        footer: The acts that a footer names before all others, those that all games share among them.
        own_uses: Which limited traits an act of its own uses up, so that no other does.
        in_front: The rows and conditions that the one in front of a group has alone; None where every row is theirs.
    """

    id: str
    commands: tuple[Command, ...]
    opens: Callable[[State], Iterator[Pending]]
    hints: Callable[[State], Iterator[str]]
    ladder: Callable[[State, str, str], Ladder]
    best_rating: Callable[[State, str], str]
    ratings: Callable[[State, Actor], Sequence[Choice]]
    values: Callable[[], Sequence[Choice]]
    closing: Callable[[State, Closing], Iterator[Event]]
    rods: Mapping[str, Rod]
    opening_asks: tuple[Ask, ...] = ()
    opening: Callable[[State, Answers], Iterator[Event]] = _nothing
    pauses: bool = False
    stage: Callable[[State], Stage] = _no_stage
    front: Literal["ladder", "abacus"] = "ladder"
    round: Callable[[State, int], Iterator[Event]] = _no_round
    actions: Callable[[State, Actor], Mapping[str, str]] = _one_action
    lost: Callable[[State, Actor], Mapping[str, str]] = _none_lost
    settles: Callable[[State, Challenge, str], Iterator[Event]] = _no_settling
    called_for: Callable[[Challenge], str] = _no_rating
    usual_value: int = 0
    difficulties: tuple[int, int] = DIFFICULTIES
    ends_with: Mapping[str, str] = field(default_factory=dict)
    newcomer: Newcomer = Newcomer()
    usual_acts: tuple[str, ...] = ()
    own_conditions: Mapping[str, str] = field(default_factory=dict)
    ended_by: Mapping[str, str] = field(default_factory=dict)
    holds: Callable[[State], str] = _nothing_held
    lets_go: Callable[[State, State], Iterator[Event]] = _none_let_go
    bonuses: Callable[[State], Sequence[BonusKind]] = _situations
    chapter: str = "scene"
    rung: Callable[[Rung], str] = _rung_told
    spotlight: Callable[[State], Iterator[str]] = _no_spotlight
    rated: Callable[[State, Actor, str, int | None], Iterator[Event]] | None = None
    unrated: str = ""
    footer: tuple[str, ...] = ()
    own_uses: Callable[[Trait], bool] = _uses_none
    in_front: frozenset[str] | None = None


CLOCK = Rod("clock", "clock", "beads that time moves", valued=False, sized=True)
"""A clock is the same in every game."""
