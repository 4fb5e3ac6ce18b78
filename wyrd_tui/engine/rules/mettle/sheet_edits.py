"""A sheet written by hand: pools, and ratings that pools and statuses hang on (ME-07, ME-34, ME-45)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import partial
from itertools import pairwise

from wyrd_tui.engine.choices import Choice
from wyrd_tui.engine.commands import Answers, Ask, Command, text_of
from wyrd_tui.engine.dice import Dice, Refused, read_whole
from wyrd_tui.engine.events import Event, Rated, Tracked
from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.nouns.mettle import ARMOR, FIXED, FRAME, LOAD, METTLE_ROW, MOTIVE, STRAINABLE
from wyrd_tui.engine.rules.ground.basics import the_actor, why_nobody
from wyrd_tui.engine.rules.ground.tracks import read_numbers
from wyrd_tui.engine.rules.mettle.modifiers import mettle_row, rating, row_of, sheet_of
from wyrd_tui.engine.rules.mettle.statuses import STATUS, load_events
from wyrd_tui.engine.sheet import Row, Sheet
from wyrd_tui.engine.spelling import nearest_word
from wyrd_tui.engine.state import METTLE, Actor, State
from wyrd_tui.engine.words import name_and_verb, plain_number

MOST = 60
"""Dice that a pool may have."""
POOL_NAMES = ("focus", "nature", "poise", "frame", "motive", "armor")
METTLE_LABEL = "Mettle"
MISSPELT = 0.85
"""Likeness from which on a name is an attribute misspelt, and no background."""
EXAMPLE = "poise 4 motive 3"
_INITIALS = {label[0].casefold(): label for label in (*STRAINABLE.values(), METTLE_LABEL)}
"""Names by the initials that stand for them in panes."""
_OWN_NAMES = {name.casefold(): name for name in (*STRAINABLE.values(), *FIXED)}


def rating_events(state: State, actor: Actor, name: str, value: int | None) -> Iterator[Event]:
    """Write or strike a rating by hand, and renew the numbers that hang on it (ME-21, ME-34, ME-45).

    Raises:
        Refused: If it is below 0, or Mettle could not be reckoned any more.
    """
    name = _OWN_NAMES.get(name.casefold(), name)
    if value is None:
        if name in (MOTIVE, ARMOR) and row_of(actor, METTLE_ROW) is not None:
            raise Refused(
                f"{name} stays on the sheet, because Mettle is made of it. `rate` or `pools` writes another number."
            )
    elif value < 0:
        raise Refused(f"{name} has 0 dice or more, not {plain_number(value)}.")
    elif name in STRAINABLE.values():
        yield Tracked(actor.id, METTLE, _with_row(actor, _new_row(actor, name.casefold(), value)))
        return
    yield Rated(actor.id, METTLE, name, value)
    if name in (MOTIVE, ARMOR):
        yield from _track_events(actor, _with_row(actor, _new_mettle(actor, {name: value or 0})))
    elif name in (FRAME, LOAD):
        frame, load = (value or 0 if name == one else rating(actor, one) for one in (FRAME, LOAD))
        yield from load_events(actor, frame, load)


def _track_events(actor: Actor, track: tuple[Row, ...]) -> Iterator[Event]:
    """Write a track; nothing where the sheet has it already, since the log tells only changes (ME-34)."""
    if track != sheet_of(actor).track:
        yield Tracked(actor.id, METTLE, track)


def _with_row(actor: Actor, row: Row) -> tuple[Row, ...]:
    """The track with a row in its place, or at its end where it was not there."""
    track = sheet_of(actor).track
    if all(old.id != row.id for old in track):
        return (*track, row)
    return tuple(row if old.id == row.id else old for old in track)


def _new_row(actor: Actor, name: str, boxes: int) -> Row:
    """The row of an attribute, strained as before as far as there is something left to strain."""
    before = row_of(actor, name)
    return Row(name, STRAINABLE[name], boxes, min(before.marks if before else 0, boxes), counts=False)


def read_sheet(state: State, text: str) -> Sheet:
    """Read a sheet of the numbers that are known, such as `poise 4 motive 3 claws 2`; no other pool is written (ME-10).

    `3 4 2 3 3 1` are all six in the order of `pools`. `F3 N4 P2 M5` names pools and Mettle as panes do.

    Raises:
        Refused: If a name has no number or is an attribute misspelt, or a number is out of bounds.
    """
    typed = _read_pools(text)
    for name in typed:
        meant = nearest_word(name.casefold(), _OWN_NAMES, MISSPELT)
        if meant and meant != name.casefold():
            raise Refused(f"No attribute is called “{name}”. Did you mean {_OWN_NAMES[meant]}?")
    found = {_OWN_NAMES.get(name.casefold(), name.capitalize()): number for name, number in typed.items()}
    rows = [Row(key, label, found[label], counts=False) for key, label in STRAINABLE.items() if label in found]
    ratings = {label: number for label, number in found.items() if label not in (*STRAINABLE.values(), METTLE_LABEL)}
    mettle = mettle_row(found.get(MOTIVE, 0), found.get(ARMOR, 0)) if {MOTIVE, ARMOR} & found.keys() else None
    if METTLE_LABEL in found:
        mettle = mettle_row(found[METTLE_LABEL], 0)
    return Sheet(ratings, track=(*([mettle] if mettle else ()), *rows))


def _read_pools(text: str) -> dict[str, int]:
    """Read names with their numbers, or numbers without names where all six stand there (ME-07).

    Raises:
        Refused: If a name has no number, a number has no name, or one is out of bounds.
    """
    words = re.sub(r"(?i)\b([a-z]+)(?=[0-9])", r"\1 ", text.replace(",", " ").replace("=", " ")).split()
    if len(words) == len(POOL_NAMES) and all(word.isdecimal() for word in words):
        words = [word for pair in zip(POOL_NAMES, words, strict=True) for word in pair]
    for before, word in pairwise(("0", *words)):
        if before.isdecimal() and word.isdecimal():
            named = " ".join(f"{name} 3" for name in POOL_NAMES)
            raise Refused(f"{word} has no name. Write each number with its name, such as {named}.")
    found = read_numbers(" ".join(words), 0, MOST, EXAMPLE)
    return {_whole_name(name): number for name, number in found.items()}


def _whole_name(name: str) -> str:
    """Return the attribute of which the initial or the beginning is typed, such as `fr`; any other name as it is."""
    typed = name.casefold()
    names = (*_OWN_NAMES.values(), METTLE_LABEL)
    begun = [label for label in names if typed[1:] and label.casefold().startswith(typed)]
    return _INITIALS.get(typed) or (begun[0] if len(begun) == 1 else name)


def _named(text: str) -> Iterator[tuple[str, int]]:
    """Yield the pools that are named in one field, with their numbers.

    Raises:
        Refused: If a number is out of bounds, or a name is none of the six.
    """
    for name, number in _read_pools(text).items():
        if name.casefold() not in POOL_NAMES:
            raise Refused(f"“{name}” is none of these pools. `rate` writes a background.")
        yield name.casefold(), number


def _pools(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    actor = the_actor(state, text_of(answers, "who"))
    if " " in text_of(answers, "armor").strip():
        named = " ".join(f"{name}=3" for name in POOL_NAMES)
        raise Refused(f"Write each number with its name: pools {actor.id} {named}.")
    texts = {name: text for name in POOL_NAMES if (text := text_of(answers, name))}
    worded = {name for name, text in texts.items() if re.search(r"[^\W\d].*\d", text)}
    given = {name: read_whole(text, 0, MOST, name.capitalize()) for name, text in texts.items() if name not in worded}
    # Names that are typed go before the numbers that stand in the fields.
    given |= {name: number for one in sorted(worded) for name, number in _named(texts[one])}
    wanted = {label: given[label.casefold()] for label in (FRAME, MOTIVE, ARMOR) if label.casefold() in given}
    rows = [_new_row(actor, name, given[name]) for name in STRAINABLE if name in given]
    if {MOTIVE, ARMOR} & wanted.keys():
        rows.insert(0, _new_mettle(actor, wanted))
    every = {row.id: row for row in (*sheet_of(actor).track, *rows)}
    order = [METTLE_ROW, *STRAINABLE]
    track = tuple(sorted(every.values(), key=lambda row: order.index(row.id) if row.id in order else len(order)))
    frame = wanted.get(FRAME, rating(actor, FRAME))
    changed = {name: value for name, value in wanted.items() if sheet_of(actor).ratings.get(name) != value}
    if not (given or sheet_of(actor).track):
        example = "such as 4 behind Focus, or in a line focus=4"
        raise Refused(f"No number is typed. Type one behind a pool of {actor.name}, {example}.")
    if track == sheet_of(actor).track and not changed:
        raise Refused(f"{name_and_verb(state, actor.id, 'has')} these pools already.")
    for label, value in changed.items():
        yield Rated(actor.id, METTLE, label, value)
    yield from _track_events(actor, track)
    yield from load_events(actor, frame, rating(actor, LOAD))


def _new_mettle(actor: Actor, written: Mapping[str, int]) -> Row:
    """The row of Mettle by new ratings, with as much in it as before; what was whole stays whole (ME-34)."""
    row = mettle_row(*(written.get(name, rating(actor, name)) for name in (MOTIVE, ARMOR)))
    old = row_of(actor, METTLE_ROW)
    if old is None or not old.marks:
        return row
    return replace(row, marks=max(0, row.boxes - (old.boxes - old.marks)))


def _pool_default(state: State, answers: Answers, name: str) -> str:
    """A pool as it is written; blank where it is not, so that nothing is made up (ME-10)."""
    actor = state.actors.get(text_of(answers, "who"))
    if actor is None:
        return ""
    row = row_of(actor, name)
    value = row.boxes if row is not None else sheet_of(actor).ratings.get(name.capitalize())
    return "" if value is None else str(min(max(value, 0), MOST))


POOLS = Command(
    "pools",
    "S",
    "pools",
    "Write a character’s Focus, Nature, Poise, Frame, Motive and Armor in.",
    STATUS,
    _pools,
    (
        Ask(
            "who",
            "Who",
            "one",
            lambda s, a: [Choice(o.id, o.name, o.concept) for o in s.actors.values()],
            focus="actor",
        ),
        *(
            Ask(
                name,
                name.capitalize(),
                "words",
                default=partial(_pool_default, name=name),
                form=True,
            )
            for name in POOL_NAMES
        ),
    ),
    why_nobody,
    METTLE,
    "ME-07, ME-34",
)
