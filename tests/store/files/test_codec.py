"""Every value of the engine survives being plain data, and nothing else passes for one."""

from __future__ import annotations

import json
import tomllib
from contextlib import suppress
from dataclasses import MISSING, fields
from pathlib import Path
from typing import get_args, get_type_hints

import pytest
import tomli_w
from hypothesis import given
from hypothesis import strategies as st

from tests.plain_values import in_full
from tests.properties import examples
from tests.strategies import events, states
from wyrd_tui.engine.act import Act
from wyrd_tui.engine.events import Changed, Event, Marked, Rated
from wyrd_tui.engine.log_line import LogLine
from wyrd_tui.engine.sheet import Effect, Row, Sheet
from wyrd_tui.engine.state import Actor, State
from wyrd_tui.store.files.codec import Unreadable, from_plain, to_plain
from wyrd_tui.store.files.problems import KeyPath
from wyrd_tui.store.tables import save

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=12,
)


@examples(20)
@given(states(), st.booleans())
def test_a_state_survives_json_and_toml_in_its_order(state: State, full: bool) -> None:
    data = in_full(state) if full else to_plain(state)
    by_json = from_plain(State, json.loads(json.dumps(data)))
    by_toml = from_plain(State, tomllib.loads(tomli_w.dumps(data, multiline_strings=True)))
    assert by_json == by_toml == state
    assert list(by_toml.actors) == list(state.actors)
    assert repr(by_json) == repr(state)


@examples(20)
@given(st.data())
def test_an_act_survives_json(data: st.DataObject) -> None:
    state = data.draw(states())
    done = tuple(data.draw(st.lists(events(state), min_size=1, max_size=4)))
    act = Act(7, "damage", 'damage who="a b"', (LogLine("A line", ": of words", "HIT 4", "gain"),), done, 1.25)
    assert from_plain(Act, json.loads(json.dumps(to_plain(act)))) == act


def test_every_event_has_a_plain_form() -> None:
    for kind in get_args(Event):
        hints = get_type_hints(kind)
        needed = [
            each.name
            for each in fields(kind)
            if each.default is MISSING
            and each.default_factory is MISSING
            and type(None) not in get_args(hints[each.name])
        ]
        with suppress(Unreadable) if not needed else pytest.raises(Unreadable, match=f"{needed[0]} is missing"):
            from_plain(kind, {})


def test_defaults_and_none_are_left_out_ids_are_names() -> None:
    state = State(actors={"mercer": Actor("mercer", "Mercer", sheets={"mettle": Sheet()})})
    assert to_plain(state) == {"actors": {"mercer": {"name": "Mercer", "sheets": {"mettle": {}}}}}
    assert to_plain(Rated("a", "g", "r", None)) == {"who": "a", "game": "g", "rating": "r"}
    assert from_plain(Rated, {"who": "a", "game": "g", "rating": "r"}) == Rated("a", "g", "r", None)
    assert to_plain(Changed("a", count=0)) == {"who": "a", "count": 0}
    assert from_plain(State, in_full(state)) == state


def test_an_id_that_is_not_its_name_is_refused() -> None:
    data = to_plain(State(actors={"a": Actor("b", "B")}))
    with pytest.raises(Unreadable, match=r"actors\.a\.id: must be a, as in its header, or be left out"):
        from_plain(State, data)


@pytest.mark.parametrize(
    ("kind", "data", "message"),
    [
        (Row, [], "must be a table, not a list"),
        (Row, {"id": "a", "label": "b"}, "boxes is missing"),
        (Row, {"id": "a", "label": "b", "boxes": True}, "boxes: must be a whole number from 0 to 9,999, not true"),
        (
            Row,
            {"id": "a", "label": "b", "boxes": 2**60},
            "boxes: must be a whole number from 0 to 9,999, not a number that large",
        ),
        (Row, {"id": 1, "label": "b", "boxes": 1}, "id: must be text in quotation marks, not 1"),
        (
            Row,
            {"id": "a", "label": "b", "boxes": 1, "mark": 2},
            'mark: nothing here is called mark; did you mean "marks"?',
        ),
        (Row, {"id": "a", "label": "b", "boxes": 1, "hurts": [{"name": "x"}]}, "hurts[0]: by is missing"),
        (Effect, {"kind": "bonus", "after": "fail"}, "after: must be failed or any, not “fail”"),
        (Effect, {"kind": []}, "kind: must be bonus, permission, limited, substitute, reroll or special, not a list"),
        (State, {"rules": {"x": 1.5}}, "rules.x: must be text, a whole number, or true or false, not 1.5"),
        (Act, {"number": 1, "command": "", "asked": "", "log": [], "events": [{"event": "Vanished"}]}, "events[0]"),
        (Marked, {"who": "a", "game": "b", "marks": {"x": "y"}}, "marks.x: must be a whole number"),
    ],
)
def test_a_value_that_misfits_is_named_with_its_place(kind: type, data: object, message: str) -> None:
    with pytest.raises(Unreadable) as caught:
        from_plain(kind, data)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("data", "path"),
    [
        ({"acts": "x"}, ("acts",)),
        ({"actors": {"a": {"side": "foe"}}}, ("actors", "a")),
        ({"actors": {"a": {"name": "A", "side": "foe"}}}, ("actors", "a", "side")),
        ({"order": {"places": [{"who": "a"}, {"score": 1}]}}, ("order", "places", 1)),
    ],
)
def test_a_fault_is_placed_from_the_outside_in(data: object, path: KeyPath) -> None:
    with pytest.raises(Unreadable) as caught:
        from_plain(State, data)
    assert caught.value.path == path


@examples(100)
@given(st.sampled_from((State, Act, Row, Actor, *get_args(Event))), json_values)
def test_anything_at_all_is_built_or_refused(kind: type, data: object) -> None:
    with suppress(Unreadable):
        built: object = from_plain(kind, data)
        assert from_plain(kind, to_plain(built)) == built


def test_a_key_quoted_in_a_message_begins_no_line() -> None:
    """A key with a line break in it could say what it liked, in the program's name."""
    data = {**to_plain(State("T")), "a\nSaved. All is well.\t": 1}
    with pytest.raises(Unreadable) as caught:
        from_plain(State, data)
    assert not set(str(caught.value)) & {"\n", "\t"}


def test_characters_that_terminals_obey_do_not_pass() -> None:
    wild = "a\x1b]52;c\x07\x9b\u202e\ud800\r\nb"
    state = State(title=wild, counters={wild: 1})
    sanitized = from_plain(State, to_plain(state))
    assert sanitized.title == "a\ufffd]52;c\ufffd\ufffd\ufffd\ufffd\ufffd\ufffdb"
    assert list(sanitized.counters) == [sanitized.title]
    data = save.dumps(state, save.Origin("t", 0, "00000000"))
    kept = save.loads(data, Path("x.toml"))
    assert kept == sanitized
