"""Hypothesis strategies for tables, shared by all tests: `states()` makes consistent ones, `events(state)` fits one.

Each strategy is made once, since Hypothesis checks a new one before it draws from it.
"""

from __future__ import annotations

import types
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from hypothesis import strategies as st

from wyrd_tui.engine import events as e
from wyrd_tui.engine import sheet as sh
from wyrd_tui.engine import state as s
from wyrd_tui.engine.ids import slug
from wyrd_tui.engine.matter import Open
from wyrd_tui.engine.memory import Memory
from wyrd_tui.engine.page import Page
from wyrd_tui.engine.roll import Hit, Part, Roll, Score
from wyrd_tui.engine.rules.games import GAMES as RULES
from wyrd_tui.engine.setting import Setting
from wyrd_tui.engine.turn_order import Order, OrderStyle, Place

# Letters of several scripts, quotation marks, brackets that look like markup, what TOML and JSON must escape.
LETTERS = "abcdefgh XYZ äßéñ Жя 漢字 ’'\"\\[]{}=#/.,:;-–−+*%😀"
GAMES = (s.WYRD_ENGINE, s.WYRD_ABACUS, s.METTLE)

small = st.integers(-9, 99)
counts = st.integers(0, 12)


@cache
def words(*, empty: bool = True) -> st.SearchStrategy[str]:
    """A name as `clean` would leave it."""
    text = st.text(LETTERS, min_size=0 if empty else 1, max_size=12).map(str.strip)
    return text if empty else text.filter(bool)


@cache
def notes() -> st.SearchStrategy[str]:
    """A longer text, of several lines."""
    return st.lists(words(), max_size=4).map("\n".join)


@cache
def _one_of(kind: object) -> st.SearchStrategy[Any]:
    return st.sampled_from(get_args(kind))


@cache
def _names() -> st.SearchStrategy[tuple[str, ...]]:
    return st.lists(words(), max_size=3).map(tuple)


@cache
def ratings() -> st.SearchStrategy[dict[str, int]]:
    return st.dictionaries(words(), small, max_size=3)


def filled(hint: Any) -> st.SearchStrategy[Any]:  # noqa: ANN401 - a type
    """Values of a type as the engine's records are made of, by its annotations."""
    return _filled(hint)


@cache
def _filled(hint: object) -> st.SearchStrategy[Any]:
    origin, inside = get_origin(hint), get_args(hint)
    if origin is Literal:
        return st.sampled_from(inside)
    if origin is tuple:
        return st.lists(filled(inside[0]), max_size=3).map(tuple)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return st.dictionaries(words(empty=False), filled(inside[1]), max_size=2)
    if origin in (Union, types.UnionType):
        return st.one_of([filled(kind) for kind in inside])
    if is_dataclass(hint) and isinstance(hint, type):
        hints = get_type_hints(hint)
        return st.builds(hint, **{each.name: filled(hints[each.name]) for each in fields(hint)})
    plain: dict[Any, st.SearchStrategy[Any]] = {
        str: words(),
        int: counts,
        bool: st.booleans(),
        type(None): st.none(),
    }
    return plain[hint]


REMEMBERING = [game.memory for game in RULES.values() if game.memory is not None]
"""The kinds of record in which games remember a table."""
RECALLING = [game.roll_memory for game in RULES.values() if game.roll_memory is not None]
"""The kinds of record in which games remember a roll."""


@cache
def memories() -> st.SearchStrategy[dict[str, Memory]]:
    return st.fixed_dictionaries({}, optional={kind.game: filled(kind) for kind in REMEMBERING})


@cache
def hurts() -> st.SearchStrategy[tuple[sh.Hurt, ...]]:
    return st.lists(st.builds(sh.Hurt, words(), counts), max_size=2).map(tuple)


@cache
@st.composite
def rows(draw: st.DrawFn, row_id: str) -> sh.Row:
    boxes = draw(st.integers(1, 8))
    return sh.Row(
        row_id,
        draw(words()),
        boxes,
        draw(st.integers(0, boxes)),
        draw(st.integers(1, 3)),
        draw(counts),
        draw(_one_of(sh.Clears)),
        draw(st.booleans()),
        draw(hurts()),
    )


@cache
@st.composite
def tracks(draw: st.DrawFn) -> tuple[sh.Row, ...]:
    return tuple(draw(rows(row)) for row in draw(st.sampled_from(((), ("stress",), ("stress", "mild", "out")))))


@cache
def traits() -> st.SearchStrategy[sh.Trait]:
    effect = st.builds(
        sh.Effect,
        _one_of(sh.EffectKind),
        skill=words(),
        value=small,
        uses=counts,
        per=st.sampled_from(("scene", "session")),
        text=words(),
        used=counts,
    )
    return st.builds(
        sh.Trait,
        words(empty=False),
        words(),
        st.sampled_from(("trait", "gear")),
        words(),
        st.lists(effect, max_size=2).map(tuple),
        st.booleans(),
    )


@cache
def sheets() -> st.SearchStrategy[sh.Sheet]:
    usual = st.dictionaries(st.sampled_from(("attack", "defend", "initiative")), words(), max_size=2)
    return st.builds(sh.Sheet, ratings(), st.lists(traits(), max_size=2).map(tuple), tracks(), usual)


@cache
def conditions() -> st.SearchStrategy[s.Condition]:
    return st.builds(s.Condition, words(empty=False), words(), words(), st.booleans(), _one_of(s.Ends))


@cache
@st.composite
def actors(draw: st.DrawFn, actor_id: str) -> s.Actor:
    kind = draw(_one_of(s.Kind))
    return s.Actor(
        actor_id,
        draw(words()),
        draw(_one_of(s.Side)),
        kind,
        draw(counts) if kind == "mook" else 1,
        draw(st.dictionaries(st.sampled_from(GAMES), sheets(), max_size=2)),
        tuple(draw(st.lists(conditions(), max_size=2, unique_by=lambda condition: condition.id))),
        draw(_one_of(s.Visibility)),
        draw(words()),
        draw(words()),
        draw(notes()),
        draw(st.dictionaries(words(), notes(), max_size=2)),
    )


@cache
def challenges(challenge_id: str, who: tuple[str, ...] = ()) -> st.SearchStrategy[s.Challenge]:
    return st.builds(
        s.Challenge,
        st.just(challenge_id),
        words(),
        _one_of(s.ChallengeKind),
        st.sampled_from(GAMES),
        st.none() | small,
        counts,
        st.integers(1, 12),
        _names(),
        notes(),
        notes(),
        notes(),
        st.just(who),
        st.just(()),
        _one_of(s.Visibility),
        st.sampled_from(("", "overcome", "failed")),
    )


@cache
def bonuses(bonus_id: str, owner: str) -> st.SearchStrategy[s.Bonus]:
    kinds, ends = _one_of(s.BonusKind), _one_of(s.Ends)
    return st.builds(s.Bonus, st.just(bonus_id), words(), small, st.just(owner), kinds, words(), words(), ends)


@cache
def places(who: str) -> st.SearchStrategy[Place]:
    flag = st.booleans()
    used = st.lists(words(empty=False), max_size=2).map(tuple)
    return st.builds(Place, st.just(who), st.none() | small, flag, flag, flag, used)


@cache
def scores(who: str) -> st.SearchStrategy[Score]:
    parts = st.lists(st.builds(Part, words(), small), max_size=3).map(tuple)
    faces = st.lists(st.integers(-1, 1), max_size=4).map(tuple)
    return st.builds(Score, st.just(who), words(), small, faces, st.booleans(), parts, small)


@cache
@st.composite
def rolls(draw: st.DrawFn, ids: tuple[str, ...]) -> Roll:
    who = st.sampled_from(ids)
    return Roll(
        draw(st.sampled_from(("check", "opposed", "attack"))),
        draw(st.sampled_from(GAMES)),
        draw(scores(draw(who))),
        tuple(draw(scores(each)) for each in draw(st.lists(who, max_size=2))),
        draw(words()),
        draw(st.none() | small),
        draw(st.sampled_from(("", "success", "tie", "failure"))),
        draw(small),
        draw(words()),
        tuple(draw(st.lists(st.builds(Hit, who, counts, st.booleans()), max_size=2))),
        "",
        draw(_names()),
        draw(st.booleans()),
        draw(st.none() | st.sampled_from(RECALLING).flatmap(filled)),
    )


def _ids(draw: st.DrawFn, kind: str, most: int) -> tuple[str, ...]:
    given = draw(st.lists(words(empty=False).map(slug), max_size=most, unique=True))
    # Sorted by nothing: the order of a table's people is part of it.
    return tuple(f"{kind}{name}" if name == "x" else name for name in given)


@cache
@st.composite
def books(draw: st.DrawFn) -> s.Book:
    page = st.builds(
        Page,
        words(empty=False),
        st.sampled_from(("act", "clue", "truth")),
        words(),
        notes(),
        notes(),
        words(),
        brings=_names(),
        challenges=_names(),
        public=st.booleans(),
        after=_names(),
    )
    return s.Book(
        tuple(draw(st.lists(page, max_size=2, unique_by=lambda each: each.id))),
        {each: draw(actors(each)) for each in _ids(draw, "c", 1)},
        {each: draw(challenges(each)) for each in _ids(draw, "h", 1)},
    )


@st.composite
def states(draw: st.DrawFn) -> s.State:
    """A table whose parts fit together: everybody named is there, and everything stands under its id."""
    people = _ids(draw, "p", 3)
    tasks = _ids(draw, "t", 2)
    order = Order()
    if people:
        inside = draw(st.permutations(people))
        order = Order(
            draw(_one_of(OrderStyle)),
            draw(counts),
            draw(st.sampled_from(("", *people))),
            tuple(draw(places(who)) for who in inside),
        )
    return s.State(
        draw(words()),
        tuple(draw(st.lists(st.sampled_from(GAMES), min_size=1, max_size=3, unique=True))),
        draw(st.integers(0, 500)),
        draw(st.integers(1, 9)),
        draw(st.builds(s.Scene, st.integers(1, 9), words(), words(), st.booleans())),
        draw(st.dictionaries(words(), st.booleans() | small | words(), max_size=3)),
        Setting(
            draw(words()),
            draw(st.dictionaries(words(), _names(), max_size=2)),
            draw(st.dictionaries(words(), words(), max_size=2)),
            draw(_names()),
        ),
        {who: draw(actors(who)) for who in people},
        order,
        {task: draw(challenges(task, people[:1])) for task in tasks},
        {"b1": draw(bonuses("b1", people[0]))} if bool(people) and draw(st.booleans()) else {},
        draw(st.dictionaries(words(), st.sampled_from(("found", "fired", "held")), max_size=2)),
        visits=draw(st.dictionaries(words(), counts, max_size=2)),
        withdrawn=draw(_names()),
        dismissed=draw(_names()),
        departed={who: draw(actors(who)) for who in draw(st.sampled_from(((), ("gone",))))},
        memory=draw(memories()),
        counters=draw(ratings()),
        rolls=tuple(draw(st.lists(rolls(people), max_size=2, unique_by=lambda one: one.number))) if people else (),
        open=tuple(draw(st.lists(filled(Open), max_size=2, unique=True))),
        book=draw(books()),
    )


def events(state: s.State) -> st.SearchStrategy[e.Event]:
    """Draw events that could happen at a table, for any actors at it."""
    some: list[st.SearchStrategy[e.Event]] = [
        st.builds(e.Said, notes()),
        st.builds(e.Counted, words(), small, words()),
        st.builds(e.Noted, words(), st.sampled_from(("", "found", "fired"))),
        filled(Open).map(e.Opened),
        st.builds(e.Closed, st.sampled_from(state.open) if state.open else filled(Open)),
        st.sampled_from(REMEMBERING).flatmap(filled).map(e.Remembered),
        st.builds(e.Read, words(), st.booleans() | small | words()),
        st.builds(e.Staged, st.builds(s.Scene, st.integers(1, 9), words()), st.integers(1, 9), _one_of(e.StageCause)),
        st.builds(e.Joined, actors("newcomer"), _one_of(e.JoinCause)),
        st.builds(e.Laid, challenges("new-task"), words()),
    ]
    if state.actors:
        who, game = st.sampled_from(tuple(state.actors)), st.sampled_from(GAMES)
        marks = st.dictionaries(st.sampled_from(("stress", "mild", "out")), st.integers(0, 3), max_size=2)
        some += [
            st.builds(e.Marked, who, game, marks, words(), st.none() | counts, counts),
            st.builds(e.Rated, who, game, words(), st.none() | small),
            st.builds(e.Changed, who, name=st.none() | words(), count=st.none() | counts, why=words()),
            st.builds(e.Befell, who, conditions()),
            st.builds(e.Tracked, who, game, tracks()),
            st.builds(e.Shown, who, _one_of(s.Visibility)),
            st.builds(e.Turned, who, counts),
            st.builds(e.Rolled, rolls(tuple(state.actors))),
            st.builds(e.Left, who, words()),
            st.builds(e.Away, actors("gone")),
            st.builds(e.Prepared, actors("gone")),
        ]
    return st.one_of(some)
