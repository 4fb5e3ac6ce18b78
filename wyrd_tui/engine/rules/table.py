"""The table as a whole: every command there is, what is still open after an act, and one actor's ladder."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from wyrd_tui.engine import odds
from wyrd_tui.engine.chance import Chance
from wyrd_tui.engine.commands import Answers, Command
from wyrd_tui.engine.describe import signed
from wyrd_tui.engine.rules.asks import usual_rating
from wyrd_tui.engine.rules.readings import rule
from wyrd_tui.engine.rules.shared.abacus import ABACUS_COMMANDS
from wyrd_tui.engine.rules.shared.belongings import BELONGING_COMMANDS
from wyrd_tui.engine.rules.shared.cast import CAST_COMMANDS
from wyrd_tui.engine.rules.shared.conditions import CONDITION_COMMANDS
from wyrd_tui.engine.rules.shared.groups import GROUP_COMMANDS
from wyrd_tui.engine.rules.shared.order import ORDER_COMMANDS
from wyrd_tui.engine.rules.shared.stage import STAGE_COMMANDS
from wyrd_tui.engine.rules.shared.turns import TURN_COMMANDS
from wyrd_tui.engine.rules.wyrd_engine.aid import AID_COMMANDS
from wyrd_tui.engine.rules.wyrd_engine.attack import ATTACK
from wyrd_tui.engine.rules.wyrd_engine.checks import CHECK_COMMANDS
from wyrd_tui.engine.rules.wyrd_engine.contest import CONTEST_COMMANDS
from wyrd_tui.engine.rules.wyrd_engine.damage import undealt
from wyrd_tui.engine.rules.wyrd_engine.healing import HEALING_COMMANDS
from wyrd_tui.engine.rules.wyrd_engine.hurt import HURT_COMMANDS
from wyrd_tui.engine.rules.wyrd_engine.initiative import INITIATIVE
from wyrd_tui.engine.rules.wyrd_engine.numbers import effective, is_rated, reckon, sheet_of
from wyrd_tui.engine.rules.wyrd_engine.rerolls import REROLL, rerolls
from wyrd_tui.engine.rules.wyrd_engine.wounds import WOUND_COMMANDS, needs_fate
from wyrd_tui.engine.state import State

_FOOTER = ("roll", "attack", "damage", "next", "initiative", "challenge", "tick", "give", "end")
"""The acts that a footer names before all others."""

_ALL: tuple[Command, ...] = (
    *CHECK_COMMANDS,
    REROLL,
    *CONTEST_COMMANDS,
    *AID_COMMANDS,
    ATTACK,
    *HURT_COMMANDS,
    *WOUND_COMMANDS,
    INITIATIVE,
    *ORDER_COMMANDS,
    *TURN_COMMANDS,
    *ABACUS_COMMANDS,
    *CAST_COMMANDS,
    *CONDITION_COMMANDS,
    *GROUP_COMMANDS,
    *BELONGING_COMMANDS,
    *HEALING_COMMANDS,
    *STAGE_COMMANDS,
)

BY_ID: Mapping[str, Command] = {command.id: command for command in _ALL}
COMMANDS: tuple[Command, ...] = (*(BY_ID[name] for name in _FOOTER), *(c for c in _ALL if c.id not in _FOOTER))


# ------------------------------------------------------------------ what is open


class Pending(NamedTuple):
    """Something that the table waits for: the command that sees to it, the answers known already, and a sentence."""

    command: str
    answers: Answers
    sentence: str


def pending(state: State) -> tuple[Pending, ...]:
    """What the table still asks after the last act, the most urgent first."""
    return tuple(_open(state))


def _open(state: State) -> Iterator[Pending]:
    played = rule(state, "damage") != "none"
    yield from _open_hits(state) if played else ()
    for actor in state.actors.values() if played else ():
        for row in undealt(state, sheet_of(actor).track):
            words = f"{actor.name}’s {row.label.casefold()} wound, −{row.penalty}: what does it hurt?"
            yield Pending("wound", {"who": actor.id, "row": row.id}, words)
    for actor in needs_fate(state):
        yield Pending("fate", {"who": actor.id}, f"{actor.name} is out of action: what becomes of them?")
    yield from _open_roll(state)


def _open_hits(state: State) -> Iterator[Pending]:
    for hit in state.roll.hits if state.roll else ():
        if not hit.taken and hit.who in state.actors and state.actors[hit.who].count > 0:
            name = state.actors[hit.who].name
            answers: Answers = {"who": (hit.who,)}
            yield Pending("damage", answers, f"{name} is hit for {hit.damage}")


def _open_roll(state: State) -> Iterator[Pending]:
    roll = state.roll
    if roll is None:
        return
    if roll.outcome == "tie" and not roll.ruling and roll.act in ("check", "opposed", "boost", "help", "manoeuvre"):
        yield Pending("ruling", {}, "A tie: the GM says what it means")
    if "boon" in roll.offers:
        winner = roll.score.who if roll.margin > 0 else roll.against[0].who
        name = state.actors[winner].name if winner in state.actors else winner
        yield Pending("boon", {}, f"{name} won by {abs(roll.margin)}: a boon?")


def hints(state: State) -> tuple[str, ...]:
    """What the GM may want to know just now, without being asked for anything."""
    words = []
    if names := rerolls(state):
        words.append(f"R rolls again ({names[0]})")
    roll = state.roll
    if roll is not None and roll.outcome == "failure" and not roll.ruling and roll.act == "check":
        words.append("a failure may be turned: `ruling`")
    if state.scene.fight and (side := beaten(state)):
        words.append(f"{side} no longer stand: e ends the fight")
    acts = [page for page in state.book.pages if page.kind == "act"]
    if acts and not any(page.id in state.marks for page in acts):
        words.append(f"B begins {acts[0].title}")
    return tuple(words)


def beaten(state: State) -> str:
    """The side in the fight of which nobody stands, if there is one (WE-70)."""
    for side in ("foes", "party"):
        actors = [actor for actor in state.actors.values() if actor.side == side]
        if actors and all(actor.out for actor in actors):
            return "the foes" if side == "foes" else "the party"
    return ""


# ------------------------------------------------------------------ the ladder


class Rung(NamedTuple):
    """A rung with the selected actor's exact odds, and a word on whether a roll is needed (WE-31)."""

    value: int
    name: str
    success: Chance
    tie: Chance
    failure: Chance
    hint: str


class Ladder(NamedTuple):
    """The ten rungs for one actor and rating (WE-29, WE-34)."""

    title: str
    rungs: tuple[Rung, ...]


def best_rating(state: State, who: str) -> str:
    """The rating to expect from an actor where nothing says otherwise."""
    actor = state.actors.get(who)
    return usual_rating(state, actor, "") if actor else ""


def ladder(state: State, who: str, rating: str) -> Ladder:
    """The ladder's rungs with the odds of an actor, wounds and what is on offer by default counted (C-01, C-02)."""
    if who not in state.actors or not rating:
        rungs = [Rung(dr, odds.RUNGS[dr], o.success, o.tie, o.failure, "") for dr, o in odds.ladder(0)]
        return Ladder("untrained", tuple(rungs))
    modifier = reckon(state, who, rating).modifier
    name = state.actors[who].name
    reading = str(rule(state, "tie"))
    rows = []
    for dr, outcome in odds.ladder(modifier):
        shown = outcome.folded("success") if reading == "success" else outcome
        rows.append(Rung(dr, odds.RUNGS[dr], shown.success, shown.tie, shown.failure, _no_roll(state, who, rating, dr)))
    base = effective(state, who, rating)
    more = f" {signed(modifier - base)}" if modifier != base else ""
    return Ladder(f"{name}, {rating} {signed(base)}{more}", tuple(rows))


def _no_roll(state: State, who: str, rating: str, dr: int) -> str:
    """Whether the text would spare the roll: below Basic, and at Basic for the skilled (WE-31, C-12)."""
    if not rule(state, "hints"):
        return ""
    skilled = is_rated(state, who, rating) and effective(state, who, rating) >= 1
    return "no roll needed" if dr < -1 or (dr == -1 and skilled) else ""
