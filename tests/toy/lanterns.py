"""Lanterns, a toy game: two ratings, a track of lights, four rungs, one act with dice and a page of odds.

It stands for any fourth game: what it needs is in this file, and `register` puts it into the three lists of games.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from pydantic import Field

from wyrd_tui.engine.chance import Chance
from wyrd_tui.engine.choices import Choice
from wyrd_tui.engine.commands import Answers, Ask, Command, number_of, text_of
from wyrd_tui.engine.dice import Dice, Refused, parse_d6
from wyrd_tui.engine.events import Event, Marked, Remembered
from wyrd_tui.engine.matter import Open
from wyrd_tui.engine.memory import Memory
from wyrd_tui.engine.roll import Part, Roll, Score
from wyrd_tui.engine.rules.game import CLOCK, ChallengeFact, Closing, Game, KindOfRod, Ladder, Rung
from wyrd_tui.engine.rules.games import GAMES
from wyrd_tui.engine.rules.ground.basics import chain_steps, move_bead, throw
from wyrd_tui.engine.rules.house_rules import HouseRule
from wyrd_tui.engine.rules.pages import Aim, Dial, OddsPage, percents, step_through
from wyrd_tui.engine.rules.questions import DICE, who_asks
from wyrd_tui.engine.sheet import Row, Sheet
from wyrd_tui.engine.spans import BLANK, Block, PageLine, Span, heading_line, make_line
from wyrd_tui.engine.state import Actor, State
from wyrd_tui.engine.voices import VOICES
from wyrd_tui.engine.voices.panes import RodWords, ShownPoints
from wyrd_tui.engine.voices.voice import Voice
from wyrd_tui.store.scenarios.amounts import compute_amount
from wyrd_tui.store.scenarios.fields import Entry, PoolSize
from wyrd_tui.store.scenarios.games import PREPS
from wyrd_tui.store.scenarios.prep import GamePrep

if TYPE_CHECKING:
    from wyrd_tui.store.scenarios.prep import Examination
    from wyrd_tui.store.scenarios.tracks import Measure

LANTERNS = "lanterns"
RATINGS = ("Hands", "Wits")
RUNGS = {6: "Dusk", 8: "Night", 10: "Moonless", 12: "Deep"}
LIGHT = "light"
GUTTERING = HouseRule("guttering", True, (True, False), "A failed dare puts out a light", "", "", game=LANTERNS)
"""Its house rule."""


class LanternMemory(Memory):
    """Dares that went wrong in this scene."""

    game: ClassVar[str] = LANTERNS
    dark: int = 0


def remembered(state: State) -> LanternMemory:
    """Return what the game remembers of the table."""
    memory = state.memory.get(LANTERNS)
    return memory if isinstance(memory, LanternMemory) else LanternMemory()


def rating_of(state: State, who: str, rating: str) -> int:
    """Return a rating of an actor; 0 where it is not written."""
    actor = state.actors.get(who)
    sheet = actor.sheets.get(LANTERNS) if actor else None
    return sheet.ratings.get(rating, 0) if sheet else 0


def chance(rating: int, number: int) -> Chance:
    """Return the chance that two d6 and a rating reach a number."""
    ways = sum(one + two + rating >= number for one in range(1, 7) for two in range(1, 7))
    return Chance(ways, 36)


# ------------------------------------------------------------------ the act


def dare(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    """Roll two d6 and a rating; a failure puts out a light and is remembered, a success moves a bead."""
    who, rating, rod = text_of(answers, "who"), text_of(answers, "rating"), state.challenges.get(text_of(answers, "on"))
    number = rod.value if rod is not None and rod.value is not None else number_of(answers, "number", 8)
    typed = text_of(answers, "dice")
    faces, own = parse_d6(typed, 2) if typed else dice.d6(2), rating_of(state, who, rating)
    score = Score(who, rating, sum(faces), faces, bool(typed), (Part(rating, own),), sum(faces) + own)
    won = score.total >= number
    roll = Roll(
        "dare", LANTERNS, score, label=RUNGS.get(number, str(number)), value=number, margin=score.total - number
    )
    roll = replace(roll, outcome="success" if won else "failure", challenge=rod.id if rod is not None else "")
    yield from chain_steps(
        state,
        throw(roll),
        lambda now: move_bead(now, rod, 1) if won and rod is not None else iter(()),
        lambda now: iter(()) if won else dimmed(now, who),
    )


def dimmed(state: State, who: str) -> Iterator[Event]:
    """Put out a light of an actor, where one still burns."""
    yield Remembered(LanternMemory(remembered(state).dark + 1))
    row = next((row for row in state.actors[who].sheets[LANTERNS].track if row.free), None)
    if row is not None and GUTTERING.chosen(state):
        yield Marked(who, LANTERNS, {row.id: row.marks + 1}, "dares")


def _plays(state: State, actor: Actor) -> bool:
    return LANTERNS in actor.sheets and not actor.out


def _on(state: State, answers: Answers) -> Sequence[Choice]:
    live = [rod for rod in state.challenges.values() if rod.game == LANTERNS and rod.value and not rod.outcome]
    return [Choice("none", "no challenge"), *(Choice(rod.id, rod.title) for rod in live)]


DARE = Command(
    "dare",
    "r",
    "dare",
    "Roll two d6 and a rating against a number.",
    "Lanterns",
    dare,
    (
        who_asks(wanted=_plays),
        Ask("rating", "Rating", choices=lambda state, answers: [Choice(name, name) for name in RATINGS]),
        Ask("on", "On", choices=_on, default=lambda state, answers: "none", focus="challenge", quiet=True),
        Ask("number", "Number", "number", low=2, high=20, default=lambda state, answers: 8, quiet=True),
        DICE,
    ),
    game=LANTERNS,
)


# ------------------------------------------------------------------ the record


def open_matters(state: State) -> Iterator[Open]:
    """Leave nothing open."""
    yield from ()


def hints(state: State) -> Iterator[str]:
    """Say how dark it has become."""
    if dark := remembered(state).dark:
        yield f"{dark} lights went out in this scene"


def ladder(state: State, who: str, rating: str, followed: int | None = None) -> Ladder:
    """Return the four rungs with the odds of a rating."""
    own = rating_of(state, who, rating)
    rungs = [(number, name, chance(own, number)) for number, name in RUNGS.items()]
    return Ladder(
        f"{rating or 'nothing'} {own}",
        tuple(Rung(number, name, odds, Chance(0, 1), odds.complement()) for number, name, odds in rungs),
    )


def best_rating(state: State, who: str, challenge: str = "") -> str:
    """Return the higher rating."""
    return max(RATINGS, key=lambda name: rating_of(state, who, name))


def closing(state: State, what: Closing) -> Iterator[Event]:
    """Forget the dark with the scene."""
    if what == "scene" and remembered(state).dark:
        yield Remembered(LanternMemory())


# ------------------------------------------------------------------ the page of odds


def aimed(state: State, aim: Aim) -> Aim:
    """Take the higher rating where none is chosen."""
    return aim if aim.rating in RATINGS else aim._replace(rating=best_rating(state, aim.who))


def turn(state: State, aim: Aim, step: int) -> Aim:
    """Take the next rating."""
    return aim._replace(rating=step_through(RATINGS, aim.rating, step))


def subject(state: State, aim: Aim) -> Sequence[Span]:
    """Name the rating."""
    return [(f" · {aim.rating}", "strong")]


def blocks(state: State, aim: Aim, width: int) -> Sequence[Block]:
    """Draw the four rungs."""
    own = rating_of(state, aim.who, aim.rating)
    lines: list[PageLine] = [BLANK, heading_line("Two dice", f"and {aim.rating} {own}")]
    return [[*lines, *(make_line(f"  {name:<10}", percents(chance(own, number))) for number, name in RUNGS.items())]]


WINDY = ChallengeFact(
    "windy",
    "windy",
    "In the wind",
    (Choice("no", "no"), Choice("yes", "yes")),
    lambda challenge, word: replace(challenge, springs="wind" if word == "yes" else ""),
    lambda challenge: "yes" if challenge.springs else "no",
)

GAME = Game(
    id=LANTERNS,
    commands=(DARE,),
    open_matters=open_matters,
    hints=hints,
    ladder=ladder,
    best_rating=best_rating,
    ratings=lambda state, actor: [Choice(name, name) for name in RATINGS],
    value_choices=lambda: [Choice(str(number), name) for number, name in RUNGS.items()],
    on_end=closing,
    kinds={"gate": KindOfRod("obstacle", "gate", "one dare opens it", facts=(WINDY,)), "clock": CLOCK},
    usual_value=8,
    footer=("dare",),
    example="dare {who} Hands",
    odds_page=lambda: OddsPage(aimed, (Dial("rating", "sides", turn),), subject, blocks),
    house_rules=(GUTTERING,),
    memory=LanternMemory,
)


# ------------------------------------------------------------------ its words


def points(actor: Actor, sheet: Sheet) -> Sequence[ShownPoints]:
    """Tell how many lights still burn."""
    return [
        ShownPoints(row.label, str(row.free), full=row.free, hollow=row.marks, left=row.free) for row in sheet.track
    ]


VOICE = Voice(
    name="Lanterns",
    value_name=lambda number: RUNGS.get(number, str(number)),
    points=points,
    rod_words=RodWords(signed_values=False, springs={"wind": "when the wind rises", "rain or hail": "when it pours"}),
)


# ------------------------------------------------------------------ its part in scenarios


class LanternKeys(Entry):
    """The keys of a sheet."""

    hands: PoolSize | None = Field(None, description="What the hands do.")
    wits: PoolSize | None = Field(None, description="What the head does.")
    lights: PoolSize | None = Field(None, description="How many lights burn.")


def sheet(entry: LanternKeys, measure: Measure) -> Sheet:
    """Make a sheet of what is written."""
    written = {"Hands": entry.hands, "Wits": entry.wits}
    ratings = {name: compute_amount(value, measure.players) for name, value in written.items() if value is not None}
    lights = () if entry.lights is None else (Row(LIGHT, "Light", compute_amount(entry.lights, measure.players)),)
    return Sheet(ratings, track=lights)


def report(check: Examination) -> None:
    """Warn of characters without a light."""
    for entry in check.file.all(LanternKeys):
        if entry.lights == 0:
            check.warn("a character without a light cannot dare", entry, "lights")


def register() -> None:
    """Put the game into the lists of games; scenario models are built of the last as they are imported.

    Raises:
        Refused: If the game is registered already.
    """
    if LANTERNS in GAMES:
        raise Refused("Lanterns is registered already.")
    GAMES[LANTERNS] = GAME
    VOICES[LANTERNS] = VOICE
    PREPS[LANTERNS] = GamePrep(LANTERNS, LanternKeys, sheet, report)
