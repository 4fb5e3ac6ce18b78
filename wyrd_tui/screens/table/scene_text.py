"""Facts of the scene: its text, and what the book still holds for it."""

from __future__ import annotations

from collections.abc import Iterator

from wyrd_tui.engine.page import PAGE_KINDS, Page
from wyrd_tui.engine.state import State
from wyrd_tui.widgets.cells import clean_line
from wyrd_tui.widgets.values import Fact


def scene_title(state: State) -> str:
    """Return the title of the page that is played, else of the scene."""
    page = _page_of(state)
    return page.title if page is not None else state.scene.title


def scene_facts(state: State) -> Iterator[Fact]:
    """Yield the text of the scene, then each page, character and challenge of it that has not come up yet."""
    page = _page_of(state)
    if page is None:
        return
    if page.text:
        yield "", page.text, "text"
    for part in state.book.pages:
        if part.parent == page.id and part.id not in state.marks:
            label = f"{PAGE_KINDS[part.kind].word.capitalize()}: {clean_line(part.title)}."
            yield label, part.reveals or part.text, "dim"
    for who in page.brings:
        if who not in state.actors and (actor := state.book.cast.get(who)):
            yield f"May enter: {clean_line(actor.name)}.", actor.concept, "dim"
    for which in page.challenges:
        if which not in state.challenges and (rod := state.book.challenges.get(which)):
            yield f"Challenge: {clean_line(rod.title)}.", rod.text, "dim"


def _page_of(state: State) -> Page | None:
    return next((page for page in state.book.pages if page.id == state.scene.page), None)
