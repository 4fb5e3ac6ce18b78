"""Rolls that cannot fail, and random tables (ME-01 … ME-06)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from wyrd_tui.engine.blank import no_text
from wyrd_tui.engine.choices import Choice
from wyrd_tui.engine.commands import Answers, Ask, Command, text_of
from wyrd_tui.engine.dice import Dice, FedDice, Refused, check_within, quote_briefly
from wyrd_tui.engine.events import Event, Said
from wyrd_tui.engine.expression import FUDGE, ROW, Term, parse_expression, roll
from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.page import TABLE, Page
from wyrd_tui.engine.rules.mettle.modifiers import Modifier, counted_modifiers
from wyrd_tui.engine.rules.mettle.twists import SEEDS
from wyrd_tui.engine.rules.questions import DICE, note_asks
from wyrd_tui.engine.state import METTLE, State
from wyrd_tui.engine.table_rows import D66, plain_dice, read_row_ends
from wyrd_tui.engine.words import signed

ROLLS_GROUP = "Rolls"
ONE_DIE = "1d6"
"""The dice of a table that names none."""
_THEN = {"kept": "as it is", "halved": "rounded up", "doubled": "twice as much"}
_MODIFIER = re.compile(r"[\s,;]*(?P<label>[^\d,;+−-]*?)\s*(?P<sign>[+−-])\s*(?P<number>[0-9]{1,3})(?![0-9])")
_SUM = re.compile(r"(?:sum|\+|=)\s*\+?([0-9]{1,6})", re.ASCII)
"""A sum instead of faces."""
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


def _tray(answers: Answers, dice: Dice) -> Dice:
    """The dice as they were typed, those of several terms apart by semicolons, or else as they fall."""
    typed = text_of(answers, "dice").strip()
    return FedDice([entry.strip() for entry in typed.split(";")]) if typed else dice


def _rolled(text: str, answers: Answers, dice: Dice) -> tuple[int, str]:
    """Roll an expression: its total, and the dice in words; a sum may be typed where no face counts by itself.

    Raises:
        Refused: If the sum does not say enough, or cannot have fallen.
    """
    typed = text_of(answers, "dice").strip()
    stated = _SUM.fullmatch(typed)
    if stated is None:
        result = roll(text, _tray(answers, dice))
        # A single die, or a row of a table, needs no sum behind it.
        alone = result.fallen == str(result.total)
        return result.total, result.fallen if alone else f"{result.fallen} = {result.total}"
    terms = parse_expression(text)
    thrown = [term for term in terms if term.count]
    if len(thrown) != 1 or thrown[0].keep or thrown[0].sides in (FUDGE, ROW):
        raise Refused(
            f"{quote_briefly(typed)} does not show each die of {quote_briefly(text)}. Write every face, such as 3 5 1."
        )
    (own,) = thrown
    number = check_within(int(stated[1]), own.count, own.count * own.sides, f"The sum of {own.count}d{own.sides}")
    more = sum(term.sign * term.number for term in terms)
    total = own.sign * number + more
    return total, f"sum {number}" + (f" {more:+d} = {total}" if len(terms) > 1 else "")


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
    rolled, said = _rolled(text, answers, dice)
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
    return f"Roll{' for ' + for_what if for_what else ''} – {' '.join(text_of(answers, 'what').split())}"


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
    try:
        terms = parse_expression(text_of(answers, "what"))
        more = sum(one.dice for one in counted_modifiers(named_modifiers(text_of(answers, "with"))))
    except Refused as refusal:
        return str(refusal)
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


def random_tables(state: State, answers: Answers) -> Sequence[Choice]:
    """The random tables of the book, and the seeds of Twists."""
    return [Choice(page.id, page.title, page.dice or ONE_DIE) for page in _tables(state).values()]


def _tables(state: State) -> dict[str, Page]:
    pages = (page for page in state.book.pages if page.kind == TABLE)
    return {TWIST_SEEDS.id: TWIST_SEEDS, **{page.id: page for page in pages}}


def _dice_told(state: State, answers: Answers) -> str:
    """Name the dice that the table wants (ME-06)."""
    page = _tables(state).get(text_of(answers, "which"))
    if page is None:
        return ""
    ordered = ": two dice, the first for the tens" if plain_dice(page.dice) == D66 else ""
    return f"{page.title} – {page.dice or ONE_DIE}{ordered}"


def roll_row(dice_text: str, answers: Answers, dice: Dice) -> tuple[str, str]:
    """Roll for a row, as its key and as the log says it; two ordered d6 for a d66 (ME-06).

    Raises:
        Refused: If a d66 is typed as a sum.
    """
    if plain_dice(dice_text) == D66:
        if _SUM.fullmatch(typed := text_of(answers, "dice").strip()):
            raise Refused(
                f"{quote_briefly(typed)} does not show the order of a d66. Write the tens first, such as 4 2."
            )
        first, second = _tray(answers, dice).d6(2)
        return f"{first}{second}", f"{first}, {second}"
    total, _ = _rolled(dice_text or ONE_DIE, answers, dice)
    return str(total), str(total)


def _draw(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    page = _tables(state)[text_of(answers, "which")]
    key, said = roll_row(page.dice, answers, dice)
    row = next((text for span, text in page.rows.items() if _spans(span, key, page.dice)), "")
    yield Said(f"{page.title} – {said}", f": {row or 'the table has no such row'}", "table", page.id)


def _spans(span: str, key: str, dice: str) -> bool:
    """Return whether a row such as `11-16`, `2–4` or `6,2` holds a result."""
    try:
        low, high = read_row_ends(span, dice)
    except ValueError:
        return False
    return low <= int(key) <= high


DRAW_ROW = Command(
    "table",
    "E",
    "random table",
    "Roll on a random table of the scenario.",
    ROLLS_GROUP,
    _draw,
    (
        Ask("which", "Which table", "one", random_tables, focus="page", preview=_dice_told, noun="table"),
        replace(DICE, preview=_dice_told),
    ),
    game=METTLE,
    rules="ME-01, ME-06, ME-26",
)

ROLL_COMMANDS = (TALLY, DRAW_ROW)
