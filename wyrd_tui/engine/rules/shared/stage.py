"""Scenes and evenings, pages of the book, notes, readings (WE-70, WE-71, WE-94 … WE-99, U-13)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from wyrd_tui.engine.apply import apply
from wyrd_tui.engine.commands import Answers, Ask, Choice, Command, text_of
from wyrd_tui.engine.describe import describe
from wyrd_tui.engine.dice import Dice, Refused
from wyrd_tui.engine.events import Event, Moved, Noted, Ordered, Read, Recovered, Said, Settled, Spent, Staged, Traited
from wyrd_tui.engine.page import Page
from wyrd_tui.engine.rules.games import GAMES, played
from wyrd_tui.engine.rules.readings import READINGS, rule, values_of
from wyrd_tui.engine.rules.shared.basics import chained, locking
from wyrd_tui.engine.rules.shared.belongings import traits_of
from wyrd_tui.engine.rules.shared.coming import arriving_with
from wyrd_tui.engine.rules.shared.ledger import entered, entries
from wyrd_tui.engine.sheet import with_uses
from wyrd_tui.engine.state import Order, Scene, State
from wyrd_tui.engine.words import VISITS

STAGE = "Scene"


# ------------------------------------------------------------------ endings


def _fight_over(state: State) -> Iterator[Event]:
    if state.order.places or state.order.round:
        yield Ordered(Order(), "The fight is over")


def _lapse(state: State, ends: Sequence[str], when: str) -> Iterator[Event]:
    for bonus in state.bonuses.values():
        if bonus.ends in ends:
            yield Spent(bonus.id, f"lapses with the {when}")
    for actor in state.actors.values():
        for condition in actor.conditions:
            if condition.ends in ends:
                yield Recovered(actor.id, condition.id, f"the {when} ends")


def _uses_back(state: State, per: str) -> Iterator[Event]:
    for actor in state.actors.values():
        for game, trait in traits_of(actor):
            # What works once per session stays used when a scene ends, on the same trait too (C-23).
            fresh = trait
            for number, effect in trait.limits:
                fresh = with_uses(fresh, number, 0) if effect.used and effect.per == per else fresh
            if fresh is not trait:
                yield Traited(actor.id, game, fresh, "may again use")


def ending(state: State, what: str) -> Iterator[Event]:
    """What ends with the fight, the scene or the evening, and what comes back."""
    scene = state.scene
    match what:
        case "fight":
            yield from _fight_over(state)
            for game in played(state):
                yield from game.breath(state, "after the fight")
            yield Staged(replace(scene, fight=False), state.evening)
        case "scene":
            yield from _fight_over(state)
            for game in played(state):
                yield from game.breath(state, "at the end of the scene")
            yield from _lapse(state, ("use", "scene"), "scene")
            yield from _uses_back(state, "scene")
            done = f"Scene {scene.number} ends" + (f": {scene.title}" if scene.title else "")
            between = any(game.pauses for game in played(state))
            yield Staged(Scene(scene.number + 1, between=between), state.evening, done)
        case _:
            yield from _lapse(state, ("session",), "session")
            yield from _uses_back(state, "session")
            yield Staged(scene, state.evening + 1, f"Evening {state.evening} ends")


def _end_choices(state: State, answers: Answers) -> Sequence[Choice]:
    rows = [
        Choice("scene", "the scene", "stress clears, unused boons and boosts lapse"),
        Choice("evening", "the evening", "what works once per session comes back"),
    ]
    if state.scene.fight or state.order.places:
        rows.insert(1, Choice("fight", "the fight", "stress clears, no more turns"))
    return rows


def _end_preview(state: State, answers: Answers) -> str:
    lines = []
    try:
        for event in ending(state, text_of(answers, "what", "scene")):
            line = describe(event, state)
            if line:
                lines.append(line)
            state = apply(state, event)
    except Refused as refusal:
        return str(refusal)
    return "; ".join(lines)


def _end(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    return ending(state, text_of(answers, "what"))


END = Command(
    "end",
    "e",
    "end the scene",
    "End the scene, the fight or the evening; what clears and comes back is shown first.",
    STAGE,
    _end,
    (
        Ask(
            "what",
            "What ends",
            "one",
            _end_choices,
            lambda s, a: "evening" if s.scene.between else "scene",
            preview=_end_preview,
        ),
    ),
    rules="WE-39, WE-70, WE-71, WA-09, WA-14, C-08, U-13",
)


def _scene(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    title = text_of(answers, "title").strip()
    yield Staged(replace(state.scene, title=title), state.evening, f"Scene {state.scene.number}: {title}")


SCENE = Command(
    "scene",
    "",
    "name the scene",
    "Give the scene a title.",
    STAGE,
    _scene,
    (Ask("title", "What is the scene", "words"),),
)


# ------------------------------------------------------------------ the book


MARKS: dict[str, tuple[str, ...]] = {
    "clue": ("found",),
    "complication": ("fired",),
    "proof": ("held",),
    "place": ("visited",),
    "act": ("begun", "over"),
    "branch": ("taken",),
    "resolution": ("reached",),
    "hook": ("used",),
    "handout": ("read out",),
}


def page_of(state: State, which: str) -> Page:
    """A page of the book.

    Raises:
        Refused: If the book has no such page.
    """
    for page in state.book.pages:
        if page.id == which:
            return page
    raise Refused(f"The scenario has no page {which}.")


def _pages(*kinds: str) -> object:
    def choices(state: State, answers: Answers) -> Sequence[Choice]:
        rows = [page for page in state.book.pages if not kinds or page.kind in kinds]
        return [Choice(page.id, page.title, state.marks.get(page.id, page.kind)) for page in rows]

    return choices


def _mark_choices(state: State, answers: Answers) -> Sequence[Choice]:
    page = next((page for page in state.book.pages if page.id == text_of(answers, "page")), None)
    marks = MARKS.get(page.kind, ("noted",)) if page else ()
    return [*(Choice(mark, mark) for mark in marks), Choice("none", "not marked")]


def _mark_default(state: State, answers: Answers) -> str | None:
    choices = _mark_choices(state, answers)
    page = next((page for page in state.book.pages if page.id == text_of(answers, "page")), None)
    if page is not None and page.id in state.marks and not _was_elsewhere(state, page):
        return "none"
    return choices[0].value


def _was_elsewhere(state: State, page: Page) -> bool:
    """Whether a place was visited in some scene before this one, so that it can be visited again (WA-52)."""
    if page.kind != "place" or state.marks.get(page.id) != "visited":
        return False
    return str(state.scene.number) not in entries(state, VISITS).get(page.id, ())


def _mark_page(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    page, mark = page_of(state, text_of(answers, "page")), text_of(answers, "mark")
    mark = "" if mark == "none" else mark
    again = mark == "visited" and _was_elsewhere(state, page)
    if state.marks.get(page.id, "") == mark and not again:
        raise Refused(f"{page.title} is {mark or 'not marked'} already.")
    yield Noted(page.id, mark)
    if page.kind == "place" and mark == "visited":
        yield entered(VISITS, {**entries(state, VISITS), page.id: (str(state.scene.number),)})
    rod = state.challenges.get(page.id)
    told = again or (rod is not None and rod.outcome == "overcome")
    if page.reveals and mark in ("found", "visited") and not told:
        yield Said(f"{page.title} reveals: {' '.join(page.reveals.split())}")
    if page.kind == "clue" and mark == "found" and rod is not None and not rod.outcome:
        # What is found needs no roll any more; its stake has just been read out.
        yield Moved(rod.id, rod.needed)
        yield Settled(rod.id, "overcome", "quiet")
    if mark:
        yield from arriving_with(state, page)


def _no_book(state: State) -> str:
    return "" if state.book.pages else "This table has no scenario to turn the pages of."


MARK_PAGE = Command(
    "mark-page",
    "",
    "mark a page",
    "Note that a clue was found, a complication fired, a place visited, a proof won, a resolution reached.",
    STAGE,
    _mark_page,
    (
        Ask("page", "Which page", "one", _pages(), focus="page"),  # type: ignore[arg-type]
        Ask("mark", "It is", "one", _mark_choices, _mark_default, free=True),
    ),
    _no_book,
    rules="WE-97, WE-98",
)


def _begin(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    """A scene begins, prepared or not: its cast comes on, its challenges are laid out; nobody's damage is touched."""
    which = text_of(answers, "page")
    games = played(state)
    if any(game.pauses for game in games) and not state.scene.between:
        raise Refused(f"Scene {state.scene.number} is still being played: `end scene` ends it first.")
    page = next((page for page in state.book.pages if page.id == which and page.kind == "act"), None)
    if page is None:
        yield from chained(
            state,
            lambda now: iter((_staged(now, which, ""),)),
            partial(_opened, answers=answers),
        )
        return
    if waiting := locking(state, page.after):
        raise Refused(f"{page.title} opens once {waiting} is overcome.")
    yield from chained(
        state,
        lambda now: iter((Noted(page.id, "begun"),)),
        lambda now: arriving_with(now, page),
        lambda now: iter((_staged(now, page.title, page.id),)),
        partial(_opened, answers=answers),
    )


def _opened(state: State, answers: Answers) -> Iterator[Event]:
    """What the beginning of a scene does in each game of the table."""
    for game in played(state):
        yield from game.opening(state, answers)


def _staged(state: State, title: str, page: str) -> Staged:
    scene = replace(state.scene, title=title, page=page, between=False)
    return Staged(scene, state.evening, f"{title} begins")


def _opening_asks() -> Iterator[Ask]:
    """What the games ask as a scene begins, each where it is played."""
    for game in GAMES.values():
        for ask in game.opening_asks:
            yield replace(ask, when=partial(_is_played, game=game.id))


def _is_played(state: State, answers: Answers, game: str) -> bool:
    return any(other.id == game for other in played(state))


BEGIN = Command(
    "begin",
    "B",
    "begin a scene",
    "Begin a prepared act or scene, whose people come on and whose challenges are laid out, or one of your own.",
    STAGE,
    _begin,
    (
        Ask("page", "Which scene", "one", _pages("act"), lambda s, a: _next_act(s), focus="page", free=True),  # type: ignore[arg-type]
        *_opening_asks(),
    ),
    rules="WE-97, WE-99, WA-07, WA-08, WA-14",
)


def _next_act(state: State) -> str | None:
    acts = [page.id for page in state.book.pages if page.kind == "act"]
    waiting = [page for page in acts if page not in state.marks]
    if state.scene.between and state.scene.page in waiting:
        return state.scene.page
    return waiting[0] if waiting else None


def _note(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    text = text_of(answers, "text").strip()
    if not text:
        raise Refused("An empty note says nothing.")
    # No colon after the word: what stands before one is all that undo says of a turn.
    yield Said(f"Note – {text}")


NOTE = Command(
    "note",
    "quotation_mark",
    "note",
    "Write a line into the log.",
    STAGE,
    _note,
    (Ask("text", "Note", "words"),),
)


# ------------------------------------------------------------------ readings


def _rule_choices(state: State, answers: Answers) -> Sequence[Choice]:
    return [Choice(key, key, f"{rule(state, key)} – {reading.help}") for key, reading in READINGS.items()]


def _value_choices(state: State, answers: Answers) -> Sequence[Choice]:
    reading = READINGS.get(text_of(answers, "rule"))
    return [Choice(str(v).lower(), str(v).lower()) for v in values_of(state, reading)] if reading else []


def _reading(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    key, text = text_of(answers, "rule"), text_of(answers, "value").strip()
    reading = READINGS.get(key)
    if reading is None:
        raise Refused(f"There is no rule {key}.")
    yield Read(key, reading.accepts(state, text))


READING = Command(
    "reading",
    "",
    "reading of a rule",
    "Choose how this table reads a point that the rules leave open.",
    STAGE,
    _reading,
    (
        Ask("rule", "Which rule", "one", _rule_choices),
        Ask("value", "Read as", "one", _value_choices, free=True),
    ),
    rules="C-01 … C-36, U-01 … U-16",
)

STAGE_COMMANDS = (END, BEGIN, MARK_PAGE, SCENE, NOTE, READING)
