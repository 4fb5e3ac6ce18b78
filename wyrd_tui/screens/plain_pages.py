"""Other screens of a table as lines of text; each draws what its screen would, without a terminal."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from wyrd_tui.engine.dice import Refused

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wyrd_tui.engine.rules.pages import Aim, OddsPage
    from wyrd_tui.engine.session import Session
    from wyrd_tui.engine.spans import PageLine
    from wyrd_tui.engine.state import State
    from wyrd_tui.widgets.values import PaletteAct

WIDTH = 100
"""Cells of a page."""
LAST_ACTS = 400
"""Most acts of a history."""


def _text(lines: Sequence[PageLine]) -> Iterator[str]:
    texts = ("".join(text for text, _ in line.spans).rstrip() for line in lines)
    yield from (text for text in texts if text)


def _book(session: Session, page: str, ask: object, keyed: object) -> Iterator[str]:
    from wyrd_tui.screens.book_pages import list_pages, page_lines

    state = session.state
    found = state.book.page(page or state.scene.page)
    yield from _text(page_lines(state, found, WIDTH)) if found is not None else ()
    if not page:
        # The words at the right edge of the screen follow the title of their row.
        yield from (re.sub(r"(?<=\S) {3,}", ": ", line) for line in _text(list_pages(state, "", WIDTH)))


def _challenge(session: Session, which: str) -> Iterator[str]:
    from wyrd_tui.screens.challenge import challenge_lines, find_challenge

    rod = find_challenge(session.state, which)
    yield from _text(challenge_lines(session.state, rod, WIDTH)) if rod is not None else ()


def _history(session: Session) -> Iterator[str]:
    yield from (f"{act.number} {act.title}" for act in session.history().done[-LAST_ACTS:])


def _odds(state: State, page: OddsPage, aim: Aim) -> Iterator[str]:
    from wyrd_tui.engine.spans import BAR_SIGNS
    from wyrd_tui.screens.prose import arrange_blocks

    lines = arrange_blocks(page.blocks(state, page.aimed(state, aim), WIDTH), WIDTH)
    # The numbers say what the bars show; a voice would spell out each sign.
    yield from _text(
        [line._replace(spans=tuple(span for span in line.spans if not {*BAR_SIGNS} & {*span[0]})) for line in lines]
    )


def _palette(acts: Sequence[PaletteAct]) -> Iterator[str]:
    yield from (f"{act.keys or 'no key'}: {act.label}. {act.help}" for act in acts)


def _sheet(session: Session, who: str, ask: object) -> Iterator[str]:
    from wyrd_tui.screens.sheet import compose_sheet

    yield from _text(compose_sheet(session.state, session.state.actors[who], WIDTH))


def _themes() -> Iterator[str]:
    raise Refused("Plain lines have no colours.")


PAGES: Mapping[str, Callable[..., Iterator[str]]] = {
    "book": _book,
    "challenge": _challenge,
    "history": _history,
    "odds": _odds,
    "palette": _palette,
    "sheet": _sheet,
    "themes": _themes,
}
"""Pages by the name of their screen."""
