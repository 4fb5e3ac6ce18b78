"""The dice that a team keeps: chosen by hand, the best suggested (ME-30, ME-31, U-27, U-29)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from wyrd_tui.engine import pools
from wyrd_tui.engine.commands import Answers, Ask, Choice, Command, text_of
from wyrd_tui.engine.dice import Dice, Refused, counted
from wyrd_tui.engine.events import Event, Rolled
from wyrd_tui.engine.rules.ground.basics import chained
from wyrd_tui.engine.rules.mettle.checks import CHECKS, follows, outcome
from wyrd_tui.engine.rules.mettle.numbers import discards
from wyrd_tui.engine.rules.mettle.twists import figure
from wyrd_tui.engine.state import METTLE, Roll, State


def unkept(state: State) -> Roll | None:
    """The last roll, where a team has thrown and has not chosen its dice."""
    roll = state.roll
    return roll if roll is not None and roll.game == METTLE and roll.act == "team" and not roll.outcome else None


def usable(state: State, roll: Roll) -> tuple[int, ...]:
    """The dice of a team's throw that wounds have not discarded, the leader's first (U-27)."""
    found: list[int] = []
    for score in (roll.score, *roll.against):
        actor = state.actors.get(score.who)
        gone = figure(roll, "discard") if score is roll.score else discards(actor) if actor else 0
        found += [face for face in score.faces if face > gone]
    return tuple(found)


def to_keep(roll: Roll) -> int:
    """How many of the dice thrown are kept; raised ones are among those kept already (U-29)."""
    return max(0, figure(roll, "keep") - figure(roll, "raised"))


def best_kept(faces: Sequence[int], keep: int, number: int) -> dict[str, tuple[int, ...]]:
    """The best dice to keep: `succeed` for the highest Score, `edge` for the most Edge that will do (ME-30)."""
    low = sorted((face for face in faces if face <= 3), reverse=True)
    high = sorted((face for face in faces if face > 3), reverse=True)
    keep = min(keep, len(faces))
    ways = [(*low[:few], *high[: keep - few]) for few in range(keep + 1) if few <= len(low) and keep - few <= len(high)]
    found = {"succeed": max(ways, key=pools.read)}
    winning = [way for way in ways if pools.read(way)[0] > number]
    # Where nothing succeeds, Edge is what a Twist can throw again (ME-19, ME-33).
    found["edge"] = max(winning or ways, key=lambda way: pools.read(way)[::-1])
    return found


def _kept_choices(state: State, answers: Answers) -> Sequence[Choice]:
    """The dice to keep for the highest Score and for the most Edge, one choice where they are the same."""
    roll = unkept(state)
    if roll is None:
        return []
    rows: dict[tuple[int, ...], Choice] = {}
    for word, dice in best_kept(usable(state, roll), to_keep(roll), roll.value or 0).items():
        score, edge = pools.read(dice)
        shown = " ".join(map(str, dice)) or "no dice"
        result = f"Score {score}, Edge {edge + figure(roll, 'raised')}, {outcome(score, roll.value or 0)}"
        rows[dice] = Choice(word, "most Edge" if word == "edge" else "highest Score", f"{shown}: {result}")
    return list(rows.values())


def _usually_kept(state: State, answers: Answers) -> str | None:
    """The most Edge that still succeeds, or else the most to throw again in a Twist."""
    rows = _kept_choices(state, answers)
    return rows[-1].value if rows else None


def _keep(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    roll = unkept(state)
    if roll is None:
        raise Refused("No team waits for its dice to be chosen.")
    every = usable(state, roll)
    words = f"{text_of(answers, 'kept')} {text_of(answers, 'more')}".strip()
    best = best_kept(every, to_keep(roll), roll.value or 0)
    yield from kept(state, roll, best[words] if words in best else _named(words, every, to_keep(roll)))


def _named(text: str, every: Sequence[int], keep: int) -> tuple[int, ...]:
    """The dice that a text names among those thrown.

    Raises:
        Refused: If it names others, too few or too many.
    """
    faces = text.replace(",", " ").replace(" ", "")
    if not (faces.isascii() and faces.isdecimal()):
        raise Refused("Name the faces to keep, such as 3 2 5.")
    left = list(every)
    for face in map(int, faces):
        if face not in left:
            raise Refused(f"No {face} is left among {' '.join(map(str, every))}.")
        left.remove(face)
    if len(faces) != min(keep, len(every)):
        raise Refused(f"{counted(min(keep, len(every)), 'die is', 'dice are')} kept, not {len(faces)}.")
    return tuple(map(int, faces))


def kept(state: State, roll: Roll, faces: tuple[int, ...]) -> Iterator[Event]:
    """The team's result with these dice kept, raised ones beside them."""
    kept = (*faces, *(6,) * figure(roll, "raised"))
    score, _ = pools.read(kept)
    number = roll.value or 0
    done = replace(
        roll,
        score=replace(roll.score, faces=kept, thrown=score, total=score),
        against=(),
        outcome=outcome(score, number, len(kept)),
        margin=score - number,
    )
    yield from chained(state, lambda now: iter((Rolled(done),)), partial(follows, roll=done))


KEEP = Command(
    "choose-dice",
    "",
    "dice to keep",
    "Choose the dice that a team keeps.",
    CHECKS,
    _keep,
    (
        Ask("kept", "Keep", "one", _kept_choices, _usually_kept, free=True),
        Ask("more", "More of them", "words", default=lambda s, a: "", quiet=True),
    ),
    lambda state: "" if unkept(state) else "No team waits for its dice to be chosen.",
    METTLE,
    "ME-30, ME-31",
)
