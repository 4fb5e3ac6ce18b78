"""Undo and redo in words: how many acts, and which."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import takewhile

from wyrd_tui.engine.dice import Refused, count_noun, quote_briefly
from wyrd_tui.engine.refusals import not_a_number_of_acts, too_many_acts
from wyrd_tui.engine.session import Session
from wyrd_tui.engine.words import few_names
from wyrd_tui.screens.questions.typed import DICE_SIGNS
from wyrd_tui.widgets.key_names import does_nothing, pressed_key

PAST: Mapping[str, str] = {"undo": "undone", "redo": "redone"}
NAMED_ACTS = 5
"""Greatest number of acts that are named before they are undone or redone; more are counted."""


def acts_ahead(session: Session, line: str) -> str:
    """Name the acts that an undo or a redo in words would take back or bring back; empty for any other line."""
    word, *rest = line.split() or [""]
    if (word := word.casefold()) not in PAST:
        return ""
    try:
        titles = titles_of(session, word, read_number(session, word, rest))
    except Refused as refusal:
        return str(refusal)
    told = "; ".join(few_names(titles, NAMED_ACTS))
    return f"{'Takes' if word == 'undo' else 'Brings'} back: {told}" if told else ""


def read_number(session: Session, word: str, rest: Sequence[str]) -> int:
    """Read how many acts an undo or a redo in words is for; one where it does not say.

    Raises:
        Refused: If it says something else than a number, or a greater one than there are acts.
    """
    times = rest[0] if rest else "1"
    if not (times.isascii() and times.isdecimal() and int(times[:6])):
        raise Refused(not_a_number_of_acts(quote_briefly(times)))
    number = int(times[:6])
    there = len(session.last(number) if word == "undo" else session.undone)
    if 0 < there < number:
        raise Refused(too_many_acts(count_noun(there, "act"), there, PAST[word], quote_briefly(times)))
    return number


def titles_of(session: Session, word: str, number: int) -> Sequence[str]:
    """Return the titles of the acts that would be undone or redone, the first of them first."""
    steps = session.last(number) if word == "undo" else session.undone[-number:]
    return [step.act.title for step in reversed(steps)]


def slip_told(session: Session, key: str, character: str | None) -> str:
    """Say that a key does nothing at the table; of a sign of dice behind `+` or `-` also where dice are typed."""
    steps = takewhile(lambda step: step.act.command in _MOVES, reversed(session.last(MOST_MOVES)))
    moves, shown = [step.act.command for step in steps], pressed_key(key, character)
    if shown not in DICE_SIGNS or not moves:
        return does_nothing(key, character)
    keys = " and ".join(f"``{act}``" for act in _MOVES if act in moves)
    taken = f"``undo`` takes back what {keys} moved ({count_noun(len(moves), 'act')})"
    return f"{shown}: type dice in the question of a roll. {taken}."


_MOVES = ("tick", "untick")
MOST_MOVES = 99
"""Greatest number of moves of beads that are counted."""
