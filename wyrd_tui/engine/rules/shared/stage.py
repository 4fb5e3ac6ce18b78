"""Scenes and evenings, pages of the book, notes, readings (WE-70, WE-71, WE-94 … WE-99, U-13)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from wyrd_tui.engine.apply import apply
from wyrd_tui.engine.commands import Answers, Ask, Choice, Command, text_of
from wyrd_tui.engine.describe import describe
from wyrd_tui.engine.dice import Dice, Refused
from wyrd_tui.engine.events import Event, Laid, Noted, Ordered, Read, Recovered, Said, Spent, Staged, Traited
from wyrd_tui.engine.rules.games import played
from wyrd_tui.engine.rules.readings import READINGS, rule, values_of
from wyrd_tui.engine.rules.shared.belongings import traits_of
from wyrd_tui.engine.rules.shared.cast import arriving
from wyrd_tui.engine.sheet import with_uses
from wyrd_tui.engine.state import Order, Page, Scene, State

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
            yield Staged(Scene(scene.number + 1), state.evening, done)
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
    for event in ending(state, text_of(answers, "what", "scene")):
        line = describe(event, state)
        if line:
            lines.append(line)
        state = apply(state, event)
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
    (Ask("what", "What ends", "one", _end_choices, lambda s, a: "scene", preview=_end_preview),),
    rules="WE-39, WE-70, WE-71, C-08, U-13",
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
    if text_of(answers, "page") in state.marks:
        return "none"
    return choices[0].value


def _mark_page(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    page, mark = page_of(state, text_of(answers, "page")), text_of(answers, "mark")
    mark = "" if mark == "none" else mark
    if state.marks.get(page.id, "") == mark:
        raise Refused(f"{page.title} is {mark or 'not marked'} already.")
    yield Noted(page.id, mark)
    rod = state.challenges.get(page.id)
    told = rod is not None and rod.outcome == "overcome"
    if page.reveals and mark in ("found", "visited") and not told:
        yield Said(f"{page.title} reveals: {' '.join(page.reveals.split())}")
    if mark:
        yield from _arriving(state, page)


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


def _arriving(state: State, page: Page) -> Iterator[Event]:
    """What a page brings with it: people from the wings, challenges for the abacus."""
    for who in page.brings:
        if who in state.book.cast and who not in state.actors:
            for event in arriving(state, state.book.cast[who]):
                yield event
                state = apply(state, event)
    for which in page.challenges:
        if which in state.book.challenges and which not in state.challenges:
            yield Laid(state.book.challenges[which])


def _begin(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    """An act begins: its cast comes on and its challenges are laid out; nobody's damage is touched."""
    page = page_of(state, text_of(answers, "page"))
    yield Noted(page.id, "begun")
    yield from _arriving(state, page)
    yield Staged(replace(state.scene, title=page.title, page=page.id), state.evening, f"{page.title} begins")


BEGIN = Command(
    "begin",
    "B",
    "begin an act",
    "Begin a prepared act: its people come on and its challenges are laid out.",
    STAGE,
    _begin,
    (Ask("page", "Which act", "one", _pages("act"), lambda s, a: _next_act(s), focus="page"),),  # type: ignore[arg-type]
    lambda state: "" if any(page.kind == "act" for page in state.book.pages) else "This scenario has no acts.",
    rules="WE-97, WE-99",
)


def _next_act(state: State) -> str | None:
    acts = [page.id for page in state.book.pages if page.kind == "act"]
    waiting = [page for page in acts if page not in state.marks]
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
