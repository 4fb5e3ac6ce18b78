"""The act that rolls on a random table, in every game (ME-01, ME-06)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wyrd_tui.engine.choices import Choice
from wyrd_tui.engine.commands import Answers, Ask, Command, text_of
from wyrd_tui.engine.dice import Dice
from wyrd_tui.engine.events import Event, Said
from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.page import TABLE, Page
from wyrd_tui.engine.rules.games import games_played
from wyrd_tui.engine.rules.ground.typed_rolls import ONE_DIE, roll_row
from wyrd_tui.engine.rules.questions import DICE, unless
from wyrd_tui.engine.rules.shared.end_act import SCENES
from wyrd_tui.engine.state import State
from wyrd_tui.engine.table_rows import D66, plain_dice, read_row_ends


def _table_choices(state: State, answers: Answers) -> Sequence[Choice]:
    """Offer the random tables of the book, and those of the games that are played."""
    return [Choice(page.id, page.title, page.dice or ONE_DIE) for page in _tables(state).values()]


def _tables(state: State) -> dict[str, Page]:
    own = (page for game in games_played(state) for page in game.random_tables)
    return {page.id: page for page in (*own, *(page for page in state.book.pages if page.kind == TABLE))}


def _dice_told(state: State, answers: Answers) -> str:
    """Name the dice that the table wants (ME-06)."""
    page = _tables(state).get(text_of(answers, "which"))
    if page is None:
        return ""
    ordered = ": two dice, the first for the tens" if plain_dice(page.dice) == D66 else ""
    return f"{page.title} – {page.dice or ONE_DIE}{ordered}"


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
    SCENES,
    _draw,
    (
        Ask("which", "Which table", "one", _table_choices, focus="page", preview=_dice_told, noun="table"),
        replace(DICE, preview=_dice_told),
    ),
    unless(_tables, "This table has no random tables."),
    rules="ME-01, ME-06, ME-26",
)
