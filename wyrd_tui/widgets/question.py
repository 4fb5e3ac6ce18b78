"""Questions as plain values, between the asking, which needs no terminal, and the drawing, which needs no rules."""

from __future__ import annotations

from collections.abc import Callable

from wyrd_tui.engine.named_tuple import NamedTuple
from wyrd_tui.engine.sheet import Row
from wyrd_tui.widgets.glyphs import Glyphs


class PromptChoice(NamedTuple):
    """A choice as it is drawn.

    Attributes:
        key: The key that takes it; empty where it has none.
        label: The name on the screen.
        hint: A few words more.
        number: The number that it adds to a roll.
        on: Whether it is on, where many may be; None where one is taken.
        points: Points assigned to it, where points are split.
        here: Whether the highlight is on it.
        then: The chance of success with it.
        brief: The chances without words, where `then` has several.
        track: Rows of damage boxes, which stand before the hint.
        seen: Name of the visibility whose sign stands before the label; empty for what has none.
    """

    key: str
    label: str
    hint: str = ""
    number: int | None = None
    on: bool | None = None
    points: int | None = None
    here: bool = False
    then: str = ""
    brief: str = ""
    track: tuple[Row, ...] = ()
    seen: str = ""


class PromptPart(NamedTuple):
    """Question as it is drawn.

    Attributes:
        prompt: The question.
        active: Whether typing goes here.
        typed: The text typed so far; None where nothing can be typed.
        caret: Where typing goes on, as an index into `typed`.
        ghost: The answer that Enter gives while nothing is typed.
        offers: The choices.
        note: Another fact to know, such as the points left.
        sight: The choice whose page is in sight.
        keyed: Whether choices have keys.
        turned: Whether PgUp and PgDn turn its pages.
        folded: Whether it shows its choice alone, without its prompt where room is short.
        words: Whether letters are typed here.
        listed: Whether its choices stand one a line, where there is room.
    """

    prompt: str
    active: bool = True
    typed: str | None = None
    caret: int = 0
    ghost: str = ""
    offers: tuple[PromptChoice, ...] = ()
    note: str = ""
    sight: int = 0
    keyed: bool = False
    turned: bool = True
    folded: bool = False
    words: bool = False
    listed: bool = False


def without_chances(part: PromptPart) -> PromptPart:
    """Return a question whose choices have no chance of success beside them."""
    return part._replace(offers=tuple(offer._replace(then="", brief="") for offer in part.offers))


class Prompt(NamedTuple):
    """The whole prompt: what is being done, the answers so far, the questions put now, and what would come of it.

    `aside` is a sentence that is no refusal, such as the help that the GM asked for.
    """

    label: str
    answered: tuple[str, ...] = ()
    parts: tuple[PromptPart, ...] = ()
    preview: str = ""
    refused: str = ""
    keys: tuple[tuple[str, str], ...] = ()
    aside: str = ""


Put = Callable[[int, Glyphs, int], Prompt]
"""A question as it is put in so many cells and lines, since only choices in sight have keys."""
