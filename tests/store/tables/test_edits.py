"""A hand's changes go on top of what was played after the file was written, place by place."""

from __future__ import annotations

import pytest

from wyrd_tui.store.files.codec import Plain
from wyrd_tui.store.tables.edits import carried, difference

TRACK = [{"id": "stress", "marks": 1}, {"id": "mild"}]


@pytest.mark.parametrize(
    ("before", "after", "live", "made"),
    [
        ({"a": 1, "b": 1}, {"a": 2, "b": 1}, {"a": 1, "b": 5}, {"a": 2, "b": 5}),
        ({"a": 1}, {"a": 2}, {"a": 3}, {"a": 2}),
        ({"a": 1}, {}, {"a": 1, "b": 2}, {"b": 2}),
        ({}, {"a": {"x": 1}}, {"b": 2}, {"b": 2, "a": {"x": 1}}),
        ({}, {"a": {"x": 1}}, {"a": {"y": 2}}, {"a": {"y": 2, "x": 1}}),
        ({"a": {"x": 1}}, {"a": {"x": 2}}, {"b": 2}, None),
        ({"a": {"x": 1}}, {"a": {"x": 1, "y": 1}}, {"a": {"x": 3}}, {"a": {"x": 3, "y": 1}}),
        (
            {"track": TRACK},
            {"track": [{"id": "stress"}, {"id": "mild"}]},
            {"track": [{"id": "stress", "marks": 3}, {"id": "mild", "marks": 1}]},
            {"track": [{"id": "stress"}, {"id": "mild", "marks": 1}]},
        ),
        (
            {"track": TRACK},
            {"track": [{"id": "stress", "marks": 2}, {"id": "mild"}]},
            {"track": [{"id": "stress", "marks": 3}, {"id": "mild", "marks": 1}]},
            {"track": [{"id": "stress", "marks": 2}, {"id": "mild", "marks": 1}]},
        ),
        (
            {},
            {"conditions": [{"id": "shaken"}]},
            {"conditions": [{"id": "out"}]},
            {"conditions": [{"id": "out"}, {"id": "shaken"}]},
        ),
        (
            {"conditions": [{"id": "out"}]},
            {},
            {"conditions": [{"id": "out"}, {"id": "shaken"}]},
            {"conditions": [{"id": "shaken"}]},
        ),
        ({"conditions": [{"id": "out"}]}, {}, {"x": 1}, {"x": 1}),
        ({"track": TRACK}, {"track": TRACK[::-1]}, {"track": TRACK[:1]}, None),
        ({"track": TRACK}, {"track": TRACK[::-1]}, {"track": TRACK, "x": 1}, {"track": TRACK[::-1], "x": 1}),
        ({"n": [1, 2]}, {"n": [1, 3]}, {"n": [4, 2]}, {"n": [4, 3]}),
        ({"n": [1, 2]}, {"n": [1]}, {"n": [4, 2]}, None),
    ],
)
def test_changes_are_carried_where_their_place_is_still_there(
    before: Plain, after: Plain, live: Plain, made: Plain | None
) -> None:
    assert carried(before, after, live) == made
    assert carried(before, after, before) == after
    assert carried(before, before, live) == live


def test_differences_are_named_by_their_places() -> None:
    assert difference({"a": {"x": 1}, "b": 1}, {"a": {"x": 2}, "c": 1}) == "a.x, b, c"
    assert difference({}, {"abcdef"[n]: n for n in range(6)}) == "a, b, c, d and 2 more"
    assert difference({}, {}) == "the order of things"
