"""Facts of the scene: its text, and what the book still holds for it; between scenes those of the next one."""

from __future__ import annotations

from collections.abc import Iterator

from wyrd_tui.engine.harm import HEALTH_WORDS, health_of
from wyrd_tui.engine.page import PAGE_KINDS, Page, Unbound
from wyrd_tui.engine.rules.shared.scenes import next_act
from wyrd_tui.engine.state import State
from wyrd_tui.engine.voices import voice_of
from wyrd_tui.engine.words import party_of
from wyrd_tui.widgets.cells import clean_line
from wyrd_tui.widgets.values import Fact


def scene_title(state: State) -> str:
    """Return the title of the page that is played, or of the next one, else of the scene."""
    page = page_in_front(state)
    if page is None:
        return state.scene.title
    return page.title if is_played(state) else f"Next: {page.title}"


def scene_facts(state: State) -> Iterator[Fact]:
    """Yield the text of the scene, then each page, character and challenge of it that has not come up yet."""
    page = page_in_front(state)
    if not is_played(state):
        yield from _still_hurt(state)
    if page is None:
        return
    if page.text:
        yield "", (page.text,), "text"
    for part in state.book.pages:
        if part.parent == page.id and part.id not in state.marks:
            label = f"{PAGE_KINDS[part.kind].word.capitalize()}: {clean_line(part.title)}."
            yield label, (part.text,), "dim"
            if part.reveals:
                yield "Secret:", (part.reveals,), "dim"
    for who in page.brings:
        if who not in state.actors and (actor := state.book.cast.get(who)):
            yield f"May enter: {clean_line(actor.name)}.", (actor.concept,), "dim"
    for which in page.challenges:
        if which not in state.challenges and not state.is_over(which) and (rod := state.book.challenges.get(which)):
            yield f"Challenge: {clean_line(rod.title)}.", (rod.text,), "dim"
    if not is_played(state):
        yield from _later_pages(state, page)
        yield from _story_pages(state, "between scenes", "always")


def book_facts(state: State) -> Iterator[Fact]:
    """Yield what else the book holds while a scene is played, for a pane with room to spare."""
    page = page_in_front(state)
    if page is not None and is_played(state):
        yield from _story_pages(state, "always")
        yield from _later_pages(state, page)


def _still_hurt(state: State) -> Iterator[Fact]:
    """Tell who of the party has harm to recover from, with the conditions that are harm and the strained points."""
    for actor in party_of(state):
        health = health_of(actor)
        told = [] if health == "unhurt" else [HEALTH_WORDS[health]]
        for game, sheet in actor.sheets.items():
            voice = voice_of(game)
            told += [one.label for one in actor.suffers(game) if one.id in voice.harms]
            points = voice.points(actor, sheet) if voice.points else ()
            told += [f"{one.label} {one.figures}" for one in points if one.role == "hurt" and not one.struck]
        if told:
            yield f"{clean_line(actor.name)}:", (", ".join(told),), "text"


def _story_pages(state: State, *told: Unbound) -> Iterator[Fact]:
    """Yield the text of each page that belongs to no scene, is told then and has not come up yet, by its kind.

    A page that is named as its kind has one name.
    """
    for kind, sort in PAGE_KINDS.items():
        for page in state.book.pages if sort.unbound in told else ():
            if page.kind == kind and page.text and page.id not in state.marks:
                word, title = sort.word.capitalize(), clean_line(page.title)
                own = title in (sort.title, word)
                yield f"{title}." if own else f"{word}: {title}.", (page.text,), "dim"


def is_played(state: State) -> bool:
    """Tell whether a scene is played now."""
    return bool(state.scene.page or state.scene.title) and not state.scene.between


def _later_pages(state: State, page: Page) -> Iterator[Fact]:
    """Yield the scenes that have not begun besides the one in front."""
    for one in state.book.pages:
        if one.kind == "act" and one.id not in state.marks and one.id != page.id:
            yield f"Later: {clean_line(one.title)}.", (one.text,), "dim"


def page_in_front(state: State) -> Page | None:
    """Return the page that is played; while none is, the scene to begin next."""
    if not is_played(state):
        return next_act(state)
    return state.book.page(state.scene.page)
