"""Scenes that begin, pages of the book, notes, house rules (WE-94 … WE-99)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from wyrd_tui.engine.choices import Choice
from wyrd_tui.engine.commands import Answers, Ask, Command, text_of
from wyrd_tui.engine.dice import Dice, Refused
from wyrd_tui.engine.events import Event, Moved, Noted, Said, Settled, Shown, Staged
from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.page import PAGE_KINDS, RULE, VISITED, Page
from wyrd_tui.engine.refusals import empty_text, nothing_called
from wyrd_tui.engine.rod_order import locking_titles
from wyrd_tui.engine.rules.game import Game
from wyrd_tui.engine.rules.games import games_played
from wyrd_tui.engine.rules.ground.arrivals import describe_page_arrivals, page_arrival_events
from wyrd_tui.engine.rules.ground.basics import chain_steps, is_being_played
from wyrd_tui.engine.rules.questions import Choices, unless
from wyrd_tui.engine.rules.shared.carry_over import (
    STAY,
    challenges_to_remove,
    describe_removal,
    kept_for_questions,
    remove_challenges,
    reopen_challenges,
)
from wyrd_tui.engine.rules.shared.departures import CAST_STAYS, departures
from wyrd_tui.engine.rules.shared.end_act import DISMISS, END, SCENES, dismissed_events
from wyrd_tui.engine.rules.shared.end_events import end_events, scene_runs
from wyrd_tui.engine.rules.shared.end_preview import describe_first_end, open_behind_scene
from wyrd_tui.engine.rules.shared.house_rule import HOUSE_RULE
from wyrd_tui.engine.state import State
from wyrd_tui.engine.voices import page_word
from wyrd_tui.engine.words import join_names


def _scene(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    title = text_of(answers, "title").strip()
    # Without a game that pauses between scenes a name begins the next one.
    between = state.scene.between and any(game.pauses for game in games_played(state))
    yield Staged(replace(state.scene, title=title, public=False, between=between), state.evening, "named")


SCENE = Command(
    "scene",
    "",
    "name the scene",
    "Give the scene a title.",
    SCENES,
    _scene,
    (Ask("title", "Title", "words"),),
)


# ------------------------------------------------------------------ the book


def page_of(state: State, which: str) -> Page:
    """Return a page of the book.

    Raises:
        Refused: If the book has no such page.
    """
    if (page := state.book.page(which)) is None:
        raise Refused(nothing_called("page of the scenario", which))
    return page


def describe_lock(state: State, page: Page) -> str:
    """Return the challenges that a scene waits for, in words; empty where nothing locks it (WA-14)."""
    waiting = locking_titles(state, page.after) if page.kind == "act" else []
    return f"opens once {join_names(waiting)} {'is' if len(waiting) == 1 else 'are'} overcome" if waiting else ""


def _kind(state: State, page: Page) -> str:
    """Return the word for a page; for a part of the story, that of the main game."""
    waiting = locking_titles(state, page.after) if page.kind == "act" else []
    return f"locked by {', '.join(waiting)}" if waiting else page_word(page, state)


def _pages(*kinds: str, played: bool = True) -> Choices:
    """Offer pages, perhaps without the scene that is being played; then each keeps its key, whichever that is."""

    def choices(state: State, answers: Answers) -> Sequence[Choice]:
        rows = [page for page in state.book.pages if not kinds or page.kind in kinds]
        return [
            Choice(page.id, page.title, state.marks.get(page.id, _kind(state, page)), place=None if played else at)
            for at, page in enumerate(rows)
            if played or not is_being_played(state, page.id)
        ]

    return choices


def _mark_choices(state: State, answers: Answers) -> Sequence[Choice]:
    page = state.book.page(text_of(answers, "page"))
    marks = (PAGE_KINDS[page.kind].page_marks or ("noted",)) if page else ()
    return [*(Choice(mark, mark) for mark in marks), Choice("none", "not marked", none=True)]


def _mark_default(state: State, answers: Answers) -> str | None:
    choices = _mark_choices(state, answers)
    page = state.book.page(text_of(answers, "page"))
    if page is not None and page.id in state.marks and not _was_elsewhere(state, page):
        return "none"
    return choices[0].value


def _was_elsewhere(state: State, page: Page) -> bool:
    """Return whether a place was visited in an earlier scene, so that it can be visited again (WA-52)."""
    visited = page.kind == "place" and state.marks.get(page.id) == VISITED
    return visited and state.visits.get(page.id) != state.scene.number


def _mark_page(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    page, mark = page_of(state, text_of(answers, "page")), text_of(answers, "mark")
    mark = "" if mark == "none" else mark
    again = mark == VISITED and _was_elsewhere(state, page)
    if state.marks.get(page.id, "") == mark and not again:
        raise Refused(f"“{page.title}” is {mark or 'not marked'} already.")
    yield Noted(page.id, mark)
    if page.id == state.scene.page and mark:
        # Of the scene that is played its mark says nothing, since its beginning has told it.
        yield Said(f"Marked: {page.title}")
    rod = state.challenges.get(page.id)
    told = again or (rod is not None and rod.outcome == "overcome")
    if page.kind == "clue" and mark == "found" and rod is not None and not rod.outcome:
        # A clue that is found needs no roll any more. This is told before its stake, which may fill the line.
        yield Moved(rod.id, rod.needed)
        yield Settled(rod.id, "overcome", quiet=True)
    if page.reveals and mark in ("found", VISITED) and not told:
        head = f"{page.title} reveals{'' if page.public else ', for you alone'}"
        yield Said(head, f": {' '.join(page.reveals.split())}")
    if mark and page.kind != "act":
        # People and challenges of a scene enter as it begins; its mark alone says that it was played.
        yield from page_arrival_events(state, page)


_no_book = unless(lambda state: state.book.pages, "This table has no scenario, so it has no pages.")


def _readable_pages(state: State, answers: Answers) -> list[Choice]:
    return [
        Choice(page.id, page.title, "shown" if page.public else page_word(page, state))
        for page in state.book.pages
        if PAGE_KINDS[page.kind].shown_to_players != "never" and page.kind != RULE
    ]


def _show_page(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    page = page_of(state, text_of(answers, "page"))
    yield Shown(page.id, "secret" if page.public else "open", page=True)


SHOW_PAGE = Command(
    "show-page",
    "",
    "show a page",
    "Show players a page of the book, or hide it again: its title and its read-out text; "
    "of a scene or a complication its title alone.",
    SCENES,
    _show_page,
    (Ask("page", "Which page", "one", _readable_pages, focus="page"),),
    _no_book,
    rules="WE-97",
)

MARK_PAGE = Command(
    "mark-page",
    "",
    "mark a page",
    "Mark a clue as found, a complication as fired, a place as visited, a proof as won, a resolution as reached.",
    SCENES,
    _mark_page,
    (
        Ask("page", "Which page", "one", _pages(), focus="page"),
        Ask("mark", "Mark", "one", _mark_choices, _mark_default, free=True),
    ),
    _no_book,
    rules="WE-97, WE-98",
    puts=True,
)


def _begin(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    """Begin a scene, prepared or not: its cast enters, its challenges go on the abacus, and damage stays.

    A scene that still runs ends first, with its fight, as the act `end` ends it.
    """
    which = text_of(answers, "page")
    page = state.book.page(which, "act")
    if page is not None and is_being_played(state, page.id):
        raise Refused(f"“{page.title}” is being played. `end` ends the scene; then it can begin again.")
    title, key = (page.title, page.id) if page is not None else (which, "")
    # The log tells first what ends and who exits, then what begins and what it brings.
    yield from chain_steps(
        state,
        partial(_dismissed, answers=answers, dice=dice),
        _broken_off,
        partial(departures, answers=answers),
        partial(remove_challenges, rods=challenges_to_remove(state, answers)),
        partial(_unlocked, page=page),
        partial(_staged, title=title, page=key, answers=answers),
        partial(_arrivals, page=page),
        partial(_opened, answers=answers),
        partial(reopen_challenges, answers=answers),
    )


def _arrivals(state: State, page: Page | None) -> Iterator[Event]:
    if page is not None:
        yield Noted(page.id, "begun")
        yield from page_arrival_events(state, page)


def _unlocked(state: State, page: Page | None) -> Iterator[Event]:
    """Say that a scene begins before its lock is open: the GM has the last word (WA-14)."""
    if page is not None and (lock := describe_lock(state, page)):
        yield Said(f"“{page.title}” is locked and begins all the same", f". It {lock}")


def _is_being_played(state: State) -> str:
    """Return the reason why no scene can begin in a game with a time between scenes; empty where one can (WA-42)."""
    if state.scene.between or not any(game.pauses for game in games_played(state)):
        return ""
    return f"Scene {state.scene.number} is still being played: `end` ends it first."


def _broken_off(state: State) -> Iterator[Event]:
    return end_events(state, "scene") if scene_runs(state) else iter(())


def _dismissed(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    return dismissed_events(state, answers, dice) if scene_runs(state) else iter(())


def _begin_preview(state: State, answers: Answers) -> str:
    """Say whether the scene is locked, what ends first, what is removed from the abacus, and what the scene brings."""
    which = text_of(answers, "page")
    if which == state.scene.page and which in state.marks:
        return ""
    page = state.book.page(which, "act")
    lock = describe_lock(state, page) if page is not None else ""
    brings = describe_page_arrivals(state, page) if page is not None else ""
    # Challenges that leave the abacus are told at the end of their own question, where that is put.
    leaves = "" if STAY.when(state, answers) else describe_removal(state, answers)
    return "\n".join(filter(None, (lock and f"locked: {lock}", describe_first_end(state), leaves, brings)))


def _opened(state: State, answers: Answers) -> Iterator[Event]:
    """Begin a scene in each game of the table."""
    for game in games_played(state):
        yield from game.on_scene_start(state, answers)


def _staged(state: State, title: str, page: str, answers: Answers) -> Iterator[Event]:
    left = kept_for_questions(state, answers)
    scene = replace(state.scene, title=title, page=page, between=False, left=left, public=False)
    yield Staged(scene, state.evening, "begins")


def _opening_asks(games: Sequence[Game]) -> Iterator[Ask]:
    """Return the questions of each game as a scene begins, asked where it is played."""
    for game in games:
        for ask in game.scene_start_asks:
            yield replace(ask, when=partial(_is_played, game=game.id))


def _is_played(state: State, answers: Answers, game: str) -> bool:
    return any(other.id == game for other in games_played(state))


def _with_begin_preview(ask: Ask) -> Ask:
    """Have a later question tell again what the scene brings: a key may have chosen the scene unread."""
    return replace(
        ask,
        preview=lambda state, answers: "\n".join(
            filter(None, (ask.preview(state, answers), _begin_preview(state, answers)))
        ),
        lists_open=True,
    )


def _begin_command(games: Sequence[Game]) -> Command:
    """Make the act that begins a scene; what it asks depends on the games."""
    return Command(
        "begin",
        "B",
        "begin a scene",
        "Begin a prepared act or scene, whose cast enters and whose challenges go on the abacus, or one of your own.",
        SCENES,
        _begin,
        (
            Ask(
                "page",
                "Which scene",
                "one",
                _pages("act", played=False),
                lambda s, a: _next_act(s),
                focus="page",
                free=True,
                preview=_begin_preview,
                lists_open=True,
                plain=_pages("act"),
                noun="scene",
            ),
            replace(DISMISS, when=lambda state, answers: scene_runs(state)),
            *_opening_asks(games),
            _with_begin_preview(STAY),
            _with_begin_preview(CAST_STAYS),
        ),
        _is_being_played,
        rules="WE-97, WE-99, WA-07, WA-08, WA-14",
        told_whole=True,
        beside_log=lambda state, answers: open_behind_scene(state),
    )


def next_act(state: State) -> Page | None:
    """Return the prepared scene to begin next: the first that has not begun and that nothing locks (WA-14)."""
    waiting = [page for page in state.book.pages if page.kind == "act" and page.id not in state.marks]
    ready = [page for page in waiting if not describe_lock(state, page)]
    # The scene that a table stands before comes first.
    ready.sort(key=lambda page: not (state.scene.between and page.id == state.scene.page))
    return next(iter(ready), None)


def _next_act(state: State) -> str | None:
    page = next_act(state)
    return page.id if page else None


def _note(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    text = text_of(answers, "text").strip()
    if not text:
        raise Refused(empty_text("note", "the bridge is down"))
    yield Said(text, cause="note")


NOTE = Command(
    "note",
    "quotation_mark",
    "note",
    "Write a note into the log.",
    SCENES,
    _note,
    (Ask("text", "Note", "words"),),
)


def scene_commands(games: Sequence[Game]) -> tuple[Command, ...]:
    """Make the acts of scenes and the book for some games."""
    return (END, _begin_command(games), MARK_PAGE, SHOW_PAGE, SCENE, NOTE, HOUSE_RULE)
