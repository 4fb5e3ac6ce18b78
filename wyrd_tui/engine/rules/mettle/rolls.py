"""Rolls that cannot fail (ME-01 … ME-05), and the seeds of Twists as a random table."""

from __future__ import annotations

import re
from collections.abc import Iterator

from wyrd_tui.engine.blank import no_text
from wyrd_tui.engine.choices import Choice
from wyrd_tui.engine.commands import Answers, Ask, Command, text_of
from wyrd_tui.engine.dice import Dice, Refused, quote_briefly
from wyrd_tui.engine.events import Event, Said
from wyrd_tui.engine.expression import FUDGE, ROW, Term, parse_expression
from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.page import TABLE, Page
from wyrd_tui.engine.rules.ground.typed_rolls import roll_typed
from wyrd_tui.engine.rules.mettle.modifiers import Modifier, counted_modifiers
from wyrd_tui.engine.rules.mettle.twists import SEEDS
from wyrd_tui.engine.rules.questions import DICE, note_asks
from wyrd_tui.engine.state import METTLE, State
from wyrd_tui.engine.words import signed

ROLLS_GROUP = "Rolls"
_THEN = {"kept": "as it is", "halved": "rounded up", "doubled": "twice as much"}
_MODIFIER = re.compile(r"[\s,;]*(?P<label>[^\d,;+−-]*?)\s*(?P<sign>[+−-])\s*(?P<number>[0-9]{1,3})(?![0-9])")
TWIST_SEEDS = Page(
    "twist-seeds",
    TABLE,
    "Twist seeds",
    dice="1d6",
    rows={str(number): f"{name.capitalize()}: {hint}" for number, (name, hint) in enumerate(SEEDS.items(), 1)},
)
"""The seeds as a table of this program's own (ME-26)."""


def half_up(number: int) -> int:
    """Half a number, rounded up (ME-05)."""
    return -(-number // 2)


def named_modifiers(text: str) -> list[Modifier]:
    """Situational modifiers as they are written: `height +3, rain -1`, or only `+3 -1` (ME-04).

    Raises:
        Refused: If there is something that is no modifier.
    """
    found, at = [], 0
    while at < len(text.rstrip(" ,;")):
        one = _MODIFIER.match(text, at)
        if one is None:
            wrong = quote_briefly(text[at:].strip())
            raise Refused(f"{wrong} is not a modifier. Write each as a name and a number: height +3, rain -1.")
        label = " ".join(one["label"].split())
        dice = int(one["number"]) * (1 if one["sign"] == "+" else -1)
        found.append(Modifier(label, label or ("bonus" if dice > 0 else "penalty"), dice))
        at = one.end()
    return found


def _tally(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    text = text_of(answers, "what")
    found = named_modifiers(text_of(answers, "with"))
    counting = counted_modifiers(found)
    rolled, said = roll_typed(text, answers, dice)
    sum_of_all = rolled + sum(one.dice for one in counting)
    total = max(0, sum_of_all)
    words = [said, *(f"{one.label} {signed(one.dice)}" for one in counting)]
    words += [
        f"{one.label} {signed(one.dice)} does not stack" for one in found if not any(one is other for other in counting)
    ]
    words += ["never below 0"] if sum_of_all < 0 else []
    if (then := text_of(answers, "then", "kept")) != "kept":
        words.append(f"{total} {then}")
        total = _then(answers, total)
    sum_told = f" = {total}" if len(words) > 1 else ""
    yield Said(_head(answers), f": {', '.join(words)}{sum_told}")


def _head(answers: Answers) -> str:
    """The beginning of the line in the log: what is rolled, and what for."""
    for_what = text_of(answers, "note").strip()
    what = " ".join(text_of(answers, "what").split()).replace("-", "−")
    return f"Roll{' for ' + for_what if for_what else ''} – {what}"


def _then(answers: Answers, total: int) -> int:
    """A total as it counts: as it is, halved, or doubled (ME-05)."""
    return {"halved": half_up(total), "doubled": 2 * total}.get(text_of(answers, "then"), total)


def _faces(term: Term) -> tuple[int, int]:
    """The least and the greatest face of a die of a term."""
    return {FUDGE: (-1, 1), ROW: (11, 66)}.get(term.sides, (1, term.sides))


def _reach(term: Term) -> tuple[int, int]:
    """The least and the greatest number that a term can come to."""
    if not term.count:
        return term.sign * term.number, term.sign * term.number
    counting = term.sign * (abs(term.keep) or term.count)
    low, high = sorted(counting * face for face in _faces(term))
    return low, high


def _tally_told(state: State, answers: Answers) -> str:
    """Tell what a roll can come to, and its average where no dice are kept and nothing is cut off."""
    terms = parse_expression(text_of(answers, "what"))
    more = sum(one.dice for one in counted_modifiers(named_modifiers(text_of(answers, "with"))))
    reaches = [_reach(term) for term in terms]
    least, greatest = (sum(ends) + more for ends in zip(*reaches, strict=True))
    low, high = (_then(answers, max(0, end)) for end in (least, greatest))
    told = f"{low} to {high}"
    whole = least >= 0 and text_of(answers, "then", "kept") == "kept"
    even = all(not term.keep and term.sides != ROW for term in terms)
    average = f", {(low + high) / 2:g} on average" if whole and even else ""
    return f"{told}{average} · the log says “{_head(answers)}”"


TALLY = Command(
    "tally",
    "D",
    "roll dice",
    "Roll and add, such as 3d6 or 2d6+4, with the largest bonus and penalty; halve or double.",
    ROLLS_GROUP,
    _tally,
    (
        Ask("what", "Roll", "words", default=lambda s, a: "2d6"),
        Ask("with", "Modifiers", "words", default=no_text, form=True, noun="modifiers"),
        Ask(
            "then",
            "Then",
            "one",
            lambda s, a: [Choice(k, k, h) for k, h in _THEN.items()],
            lambda s, a: "kept",
            form=True,
            noun="answer to “Then”",
        ),
        replace(DICE, preview=_tally_told),
        note_asks("Purpose", noun="purpose"),
    ),
    game=METTLE,
    rules="ME-01 … ME-05",
)


ROLL_COMMANDS = (TALLY,)
