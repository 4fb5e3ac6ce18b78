"""The JSON Schema of scenarios."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from tests.commands import HOUSE_RULES
from wyrd_tui.store.scenarios.schema import make_schema


def tables(made: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for name, definition in {"Scenario": made, **made["$defs"]}.items():
        yield name, next((part for part in definition.get("anyOf", ()) if "properties" in part), definition)


def test_schema_describes_every_key_and_takes_no_other() -> None:
    for name, table in tables(make_schema()):
        assert table["additionalProperties"] is False, name
        assert table["description"], name
        for key, value in table["properties"].items():
            assert value.get("description"), f"{name}.{key}"


def test_schema_is_json_without_null() -> None:
    text = json.dumps(make_schema())
    assert "null" not in text
    assert json.loads(text)["required"] == ["title"]


def test_schema_has_other_names_of_keys() -> None:
    found = dict(tables(make_schema()))
    assert {"if", "title", "then", "text"} <= set(found["Branch"]["properties"])
    assert {"dr", "value", "difficulty"} <= set(found["ChallengeEntry"]["properties"])
    assert {"anyOf": [{"required": ["title"]}, {"required": ["name"]}]} in found["ActEntry"]["allOf"]


def test_schema_has_each_house_rule() -> None:
    rules = dict(tables(make_schema()))["Rules"]["properties"]
    assert set(rules) == set(HOUSE_RULES)
    assert rules["tie"]["enum"] == ["ask", "success", "failure"]
