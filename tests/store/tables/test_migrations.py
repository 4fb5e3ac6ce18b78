"""What a format changes of the one before it, piece by piece, and that it leaves alone what it does not know."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wyrd_tui.store.tables import migrations
from wyrd_tui.store.tables.line import claimed, follows
from wyrd_tui.store.tables.migrations import in_order_of, lines, state, turn

Plain = Any


def placed(place: Plain) -> Plain:
    (event,) = turn({"number": 1, "events": [{"event": "Placed", "place": place}]}, 1)["events"]
    return event["place"]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({"who": "a", "primary": True}, {"who": "a", "used": ["primary"]}),
        ({"who": "a", "primary": True, "minor": True}, {"who": "a", "used": ["primary", "minor"]}),
        ({"who": "a", "minor": False}, {"who": "a"}),
        ({"who": "a", "used": ["minor"]}, {"who": "a", "used": ["minor"]}),
        ({"who": "a", "minor": 2}, {"who": "a", "minor": 2}),
        ("a", "a"),
    ],
)
def test_we_52_flags_of_spent_actions_become_their_names(before: Plain, after: Plain) -> None:
    assert placed(before) == after
    for where in ({"order": {"places": [before]}}, {"order": {"places": [before], "round": 2}}):
        assert state(where, 1)["order"]["places"] == [after]
    event = {"event": "Ordered", "order": {"places": [before]}}
    assert turn({"events": [event]}, 1)["events"][0]["order"]["places"] == [after]


LIMITED = {"kind": "limited"}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({"used": 1, "effects": [LIMITED]}, {"effects": [{**LIMITED, "used": 1}]}),
        (
            {"used": 2, "effects": [{"kind": "bonus"}, {**LIMITED, "uses": 1}, {**LIMITED, "uses": 3}]},
            {"effects": [{"kind": "bonus"}, {**LIMITED, "uses": 1, "used": 1}, {**LIMITED, "uses": 3, "used": 1}]},
        ),
        ({"used": 5, "effects": [LIMITED]}, {"effects": [{**LIMITED, "used": 1}]}),
        ({"used": 1}, {"effects": []}),
        ({"used": -1, "effects": [LIMITED]}, {"effects": [LIMITED]}),
        ({"used": "x"}, {"used": "x"}),
        ({"used": 1, "effects": ["x"]}, {"used": 1, "effects": ["x"]}),
        ({"effects": [{**LIMITED, "used": 1}]}, {"effects": [{**LIMITED, "used": 1}]}),
    ],
)
def test_we_19_uses_of_a_trait_become_uses_of_its_limited_effects(before: Plain, after: Plain) -> None:
    actor = {"sheets": {"wyrd_engine": {"traits": [before]}}}
    moved = {"sheets": {"wyrd_engine": {"traits": [after]}}}
    assert state({"actors": {"a": actor}, "book": {"cast": {"b": actor}}}, 1) == {
        "actors": {"a": moved},
        "book": {"cast": {"b": moved}},
    }
    events = [{"event": "Traited", "trait": before}, {"event": "Joined", "actor": actor}]
    assert turn({"events": events}, 1)["events"] == [
        {"event": "Traited", "trait": after},
        {"event": "Joined", "actor": moved},
    ]


@pytest.mark.parametrize(
    ("condition", "memo"),
    [
        ({"id": "encumbered", "note": "by Load"}, "load"),
        ({"id": "encumbered", "note": "each Zone takes two Moves; by Load"}, "load"),
        ({"id": "encumbered", "note": "pinned by Load"}, None),
        ({"id": "shaken", "note": "by Load"}, None),
        ({"id": "defeated", "note": "a significant impediment"}, "rolled"),
        ({"id": "defeated", "note": "gone from the tale"}, "rolled"),
        ({"id": "defeated", "note": "mourned"}, None),
        ({"id": "defeated", "note": "gone from the tale", "memo": "more"}, "more"),
        ({"id": "defeated"}, None),
    ],
)
def test_me_45_wa_50_what_a_note_told_the_rules_becomes_a_memo(condition: Plain, memo: str | None) -> None:
    """Ends of a Load that a later version could not tell from any other status (ME-45)."""
    (event,) = turn({"events": [{"event": "Befell", "who": "a", "condition": condition}]}, 1)["events"]
    assert event["condition"].get("memo") == memo
    assert event["condition"]["id"] == condition["id"]
    assert state({"actors": {"a": {"conditions": [condition]}}}, 1)["actors"]["a"]["conditions"] == [event["condition"]]


def test_c_25_a_challenge_for_the_wyrd_alone_says_so_in_a_field_of_its_own() -> None:
    before = {"title": "x", "game": "wyrd_abacus", "skills": ["Wyrd"], "value": 3}
    after = {"title": "x", "game": "wyrd_abacus", "value": 3, "met_by": "wyrd"}
    assert state({"challenges": {"x": before}, "book": {"challenges": {"x": before}}}, 1) == {
        "challenges": {"x": after},
        "book": {"challenges": {"x": after}},
    }
    assert turn({"events": [{"event": "Laid", "challenge": before}]}, 1)["events"][0]["challenge"] == after
    others = {**before, "game": "wyrd_engine"}, {**before, "skills": ["Wyrd", "Lore"]}, {"title": "x"}
    assert all(state({"challenges": {"x": one}}, 1)["challenges"]["x"] == one for one in others)
    assert turn({"events": [{"event": "Moved", "challenge": "x"}]}, 1)["events"] == [
        {"event": "Moved", "challenge": "x"}
    ]


WORDS = (
    *("actors", "order", "places", "book", "cast", "challenges", "sheets", "traits", "effects", "used", "uses", "kind"),
    *("primary", "skills", "game", "conditions", "id", "note", "events", "place", "trait", "actor", "condition"),
    *("challenge", "state", "do", "edit"),
)
_plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.sampled_from(("Wyrd", "limited", "by Load", "defeated", "x")),
    lambda inside: (
        st.lists(inside, max_size=3)
        | st.dictionaries(
            st.sampled_from(WORDS),
            inside,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@settings(max_examples=300, deadline=None, derandomize=True)
@given(_plain)
def test_whatever_stands_there_is_left_for_others_to_complain_of(data: Plain) -> None:
    for number in range(migrations.FORMAT + 1):
        state(data, number)
        turn(data, number)
    assert state(data, migrations.FORMAT) is data


def test_lines_are_brought_over_up_to_one_that_cannot_be_read() -> None:
    first = b'{"crc":"00000000","seq":0,"wyrd_journal":1,"table":"x","state":{"order":{"places":[{"minor":true}]}}}'
    then = b'{"crc":"00000000","seq":1,"undo":1}'
    (head,) = lines([first], 1)
    assert head[18:] == b'"seq":0,"wyrd_journal":2,"table":"x","state":{"order":{"places":[{"used":["minor"]}]}}}'
    both = lines([first, then], 1)
    assert [follows(line, before) for line, before in zip(both, (0, claimed(both[0])), strict=True)] == [True, True]
    deep = b'{"crc":"00000000","seq":1,"do":' + b"[" * 100_000 + b"}"
    for bad in (b'{"crc":"00000000","seq":1,"do":}', b'{"crc":"00000000","seq":1,\xff}', deep):
        assert lines([first, bad, then], 1) == [head]


def test_order_is_that_of_a_model_and_what_it_lacks_comes_last() -> None:
    data = {"z": 1, "b": [{"y": 1, "x": 2}], "a": {"d": 1, "c": 2}}
    model = {"a": {"c": 0, "d": 0, "e": 0}, "b": [{"x": 0, "y": 0}], "none": 0}
    made = in_order_of(data, model)
    assert made == data
    assert list(made) == ["a", "b", "z"]
    assert list(made["a"]) == ["c", "d"]
    assert list(made["b"][0]) == ["x", "y"]
