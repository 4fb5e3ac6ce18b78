"""Tables in which every word that players must not read is marked, so that a leak shows wherever it comes out."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any

from wyrd_tui.engine.act import Act, Step
from wyrd_tui.engine.events import Settled
from wyrd_tui.engine.known import STAKES
from wyrd_tui.engine.lesson import Lesson
from wyrd_tui.engine.matter import Open
from wyrd_tui.engine.memory import Memory, RollMemory
from wyrd_tui.engine.page import FOUND, IN_FORCE, PAGE_KINDS, REACHED, VISITED, Page, Trigger
from wyrd_tui.engine.roll import Harm, Hit, Part, Roll, Score
from wyrd_tui.engine.rules.wyrd_engine.rolls import RULINGS, STANDS
from wyrd_tui.engine.setting import Setting
from wyrd_tui.engine.sheet import Effect, Hurt, Row, Sheet, Trait
from wyrd_tui.engine.state import Actor, Bonus, Book, Challenge, Condition, Scene, State
from wyrd_tui.engine.turn_order import Order, Place

MARK = "Qzx"
"""A word that is in no text of the program."""

SHOWN: Mapping[type, frozenset[str]] = {
    State: frozenset(
        (
            *("title", "games", "scene", "rules", "actors", "order", "challenges", "counters", "rolls", "book"),
            *("marks", "told", "harms", "shown"),
        )
    ),
    Scene: frozenset(("number", "title", "page", "between", "public")),
    Order: frozenset(("style", "round", "turn", "places", "seen")),
    Place: frozenset(("who", "acted")),
    Actor: frozenset(
        ("id", "name", "side", "kind", "count", "sheets", "conditions", "visibility", "player", "fallen"),
    ),
    Condition: frozenset(("id", "label", "out", "level", "game", "automatic")),
    Sheet: frozenset(("ratings", "track")),
    Row: frozenset(("id", "label", "boxes", "marks", "penalty", "struck")),
    Challenge: frozenset(
        (
            *("id", "title", "kind", "game", "value", "done", "needed", "win", "lose", "who", "visibility"),
            "outcome",
        )
    ),
    Book: frozenset(("pages",)),
    Page: frozenset(("id", "kind", "title", "text", "reveals", "parent", "public", "titled")),
    Roll: frozenset(
        (
            *("act", "game", "score", "against", "outcome", "ruling", "hits", "challenge", "title", "memory"),
            *("rerolled", "number", "unseen"),
        )
    ),
    Score: frozenset(("who", "rating", "faces", "total")),
    Hit: frozenset(("who", "damage")),
    Harm: frozenset(("who", "number", "game", "rows", "damage", "fallen", "fates")),
}
"""Fields that the players' view reads of each record of the engine."""
HIDDEN: Mapping[type, frozenset[str]] = {
    State: frozenset(
        (
            *("acts", "evening", "setting", "bonuses", "visits", "overcome", "withdrawn", "dismissed", "departed"),
            *("memory", "handles", "spare_letters", "open"),
        )
    ),
    Scene: frozenset(("fight", "left", "evening")),
    Order: frozenset(),
    Place: frozenset(("score", "tie", "held", "used")),
    Actor: frozenset(("concept", "notes", "details")),
    Condition: frozenset(("note", "ends", "settled", "held_by")),
    Sheet: frozenset(("traits", "usual")),
    Row: frozenset(("absorbs", "clears", "counts", "hurts")),
    Challenge: frozenset(("skills", "text", "after", "type", "springs", "met_by", "loss", "failed_before", "rolled")),
    Book: frozenset(("cast", "challenges", "shipped", "belongings", "lessons")),
    Page: frozenset(("brings", "challenges", "after", "triggers", "dice", "rows", "skills")),
    Roll: frozenset(("label", "value", "margin", "offers")),
    Score: frozenset(("thrown", "typed", "parts", "again")),
    Hit: frozenset(("taken",)),
    Harm: frozenset(),
}
"""Fields that it does not read."""
WHOLLY_HIDDEN = (Bonus, Effect, Hurt, Lesson, Memory, Open, Part, Setting, Trait, Trigger)
"""Records of which it reads nothing at all."""
OWN_WORDS = frozenset(
    (
        *("kind", "game", "side", "visibility", "outcome", "act", "style", "ends", "clears", "games", "source"),
        *("per", "after", "when", "do", "unless", "type"),
    )
)
"""Fields that hold a word of the program's own, by which it decides."""
DECIDING = frozenset((*RULINGS, STANDS, IN_FORCE, FOUND, VISITED, REACHED))
"""Rulings and marks of the program's own, among those in the words of the GM."""

FILLED = frozenset(("concept", "label", "lose", "note", "notes", "player", "reveals", "text", "title", "win"))
"""Fields for prose that get a word of the GM's where they are hidden and empty, so that they leak too."""
SAID = frozenset(("text", "tail", "why", "note", "name", "player", "concept"))
"""Fields of events that hold words of the GM's."""
PROSE = frozenset(("title", "name", "label", "text", "reveals", "win", "lose", "player", "rating"))
"""Fields in which no id stands."""


def plant(state: State) -> State:
    """Mark every word of a table that its players must not read, the ids of everything among them."""
    return _Planter(state).state()


def plant_steps(steps: Sequence[Step]) -> list[Step]:
    """Mark what is the GM's in some steps: in their tables, and in the events between them, which name the same ids."""
    planted = []
    for step in steps:
        ids = _ids_of(step.before) | _ids_of(step.after)
        events = tuple(_plant_event(event, ids) for event in step.act.events)
        decided = {event.challenge: event.outcome for event in step.act.events if isinstance(event, Settled)}
        before, after = (_Planter(table, decided).state() for table in (step.before, step.after))
        planted.append(Step(replace(_plant_words(step.act), events=events), before, after))
    return planted


def _plant_words(act: Act) -> Act:
    """Mark all that the GM alone reads of an act: the line that asked for it, its title, and its lines of the log."""
    log = tuple(replace(line, head=f"{MARK} {line.head}", tail=f"{MARK} {line.tail}") for line in act.log)
    return replace(act, asked=f"{MARK} {act.asked}", title=f"{MARK} {act.title}", log=log)


def _plant_event(value: Any, ids: Collection[str], key: str = "") -> Any:  # noqa: ANN401 - any value of an event
    if isinstance(value, str):
        return f"{MARK} id {value}" if value in ids else f"{MARK} {value}" if value and key in SAID else value
    if isinstance(value, tuple) and not hasattr(value, "_fields"):
        return tuple(_plant_event(one, ids, key) for one in value)
    if isinstance(value, Mapping):
        return {name: _plant_event(one, ids, key) for name, one in value.items()}
    if is_dataclass(value) and not isinstance(value, type):
        return replace(value, **{f.name: _plant_event(getattr(value, f.name), ids, f.name) for f in fields(value)})
    return value


def _ids_of(state: State) -> set[str]:
    return {
        *(*state.actors, *state.challenges, *state.bonuses, *state.book.cast, *state.book.challenges),
        *(page.id for page in state.book.pages),
    }


class _Planter:
    def __init__(self, state: State, decided: Mapping[str, str] | None = None) -> None:
        self._state = state
        # Challenges that an act decides: players learn their stakes with it, also where they leave the abacus.
        self._decided = decided or {}
        self._ids = _ids_of(state)
        self._foe = False

    def state(self) -> State:
        planted = self._record(self._state, shown=True)
        assert isinstance(planted, State)
        return planted

    def _record(self, record: Any, *, shown: bool) -> Any:  # noqa: ANN401 - any record of the engine
        if isinstance(record, Actor):
            self._foe = record.side != "party"
        # Of a foe players read the conditions that its rules know.
        shown = shown and not (isinstance(record, Condition) and self._foe and not record.game)
        outcome = self._decided.get(record.id, "") if isinstance(record, Challenge) else ""
        judged = replace(record, outcome=outcome) if outcome else record
        seen = _seen(judged, self._state) if shown else frozenset()
        changes = {}
        for field in fields(record):
            old = getattr(record, field.name)
            if field.name in OWN_WORDS and isinstance(old, str):
                continue
            if field.name in FILLED and field.name not in seen and old == "":
                old = field.name
            new = self._value(old, shown=field.name in seen, key=field.name)
            if new != getattr(record, field.name):
                changes[field.name] = new
        return replace(record, **changes) if changes else record

    def _value(self, value: Any, *, shown: bool, key: str) -> Any:  # noqa: ANN401 - any value of the engine
        if isinstance(value, str):
            # A title may happen to be spelt as an id is.
            return value if shown and key in PROSE else self._word(value, shown=shown)
        if isinstance(value, RollMemory):
            # The record names actors by id, and the rest of it is the GM's.
            return self._record(value, shown=False)
        if is_dataclass(value):
            return self._record(value, shown=shown)
        if isinstance(value, tuple):
            return tuple(self._value(one, shown=shown, key=key) for one in value)
        if isinstance(value, Mapping):
            whole = key in ("counters", "ratings", "rules", "sheets", "memory")
            return {
                (name if whole and name not in self._ids else self._word(name, shown=False)): self._value(
                    one, shown=shown, key=key
                )
                for name, one in value.items()
            }
        return value

    def _word(self, word: str, *, shown: bool) -> str:
        if word in self._ids:
            return f"{MARK} id {word}"
        return word if shown or not word or word in DECIDING else f"{MARK} {word}"


def _seen(record: object, state: State) -> frozenset[str]:
    """Return the fields of a record that players may read, as it stands."""
    match record:
        case Actor(visibility="secret"):
            return frozenset()
        case Actor(side=side, visibility=visibility) if side != "party" and visibility != "open":
            return SHOWN[Actor] - {"sheets", "conditions"}
        case Challenge(visibility="secret"):
            return frozenset()
        case Challenge(visibility="known"):
            return frozenset(("title",))
        case Challenge(outcome=outcome, kind=kind) if not state.rules.get(STAKES):
            won = outcome == "overcome" and kind != "clock"
            return SHOWN[Challenge] - {"lose" if won else "win"} - (frozenset() if outcome else {"win", "lose"})
        case State():
            return SHOWN[State] - {"marks"}
        case Roll():
            return SHOWN[Roll] - {"ruling"}
        case Page(id=which, public=public, kind=kind):
            told = PAGE_KINDS[kind].shown_to_players
            if kind == "resolution" and state.marks.get(which) == REACHED and not public:
                return frozenset({"title"})
            if not public or told == "never" or (kind == "rule" and not _is_met(record, state)):
                return frozenset()
            found = kind in ("clue", "place") and state.marks.get(which) in (FOUND, VISITED)
            text = {"text"} if told == "text" else set()
            return frozenset({"title"} | text | ({"reveals"} if found else set()))
        case Scene(page=page, public=own):
            public = own or any(one.id == page and one.public for one in state.book.pages)
            return SHOWN[Scene] - (frozenset() if public else {"title"})
        case Score(who=who):
            actor = state.actors.get(who)
            ours = actor is not None and actor.side == "party" and actor.visibility != "secret"
            return SHOWN[Score] - (frozenset() if ours else {"rating"})
        case _:
            return SHOWN.get(type(record), frozenset())


def _is_met(rule: Page, state: State) -> bool:
    """Tell whether a stage rule is in force, or belongs to something that players know of or to this scene."""
    if mark := state.marks.get(rule.id):
        return mark == IN_FORCE
    whole: Mapping[str, Actor | Challenge] = {**state.actors, **state.challenges}
    owner = whole.get(rule.parent)
    return owner.visibility != "secret" if owner is not None else rule.parent in ("", state.scene.page)
