"""A JSON Schema of scenarios, for editors."""

from __future__ import annotations

from typing import Any

from wyrd_tui.store.scenarios.fields import Entry, names_of
from wyrd_tui.store.scenarios.scenario_models import ScenarioFile


def make_schema() -> dict[str, Any]:
    """Make the JSON Schema of a scenario file from the models that check it."""
    made = ScenarioFile.model_json_schema()
    models = {model.__name__: model for model in _kinds(Entry)}
    for name, definition in (("ScenarioFile", made), *made["$defs"].items()):
        _other_names(models[name], definition)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **_without_null(made),
        "title": "Wyrd scenario",
    }


def _kinds(kind: type[Any]) -> list[type[Any]]:
    return [kind, *(below for child in kind.__subclasses__() for below in _kinds(child))]


def _other_names(model: type[Any], definition: dict[str, Any]) -> None:
    """Add the other names of keys, which pydantic leaves out."""
    table = next((part for part in definition.get("anyOf", ()) if "properties" in part), definition)
    for field in model.model_fields:
        names = names_of(model, field)
        known = next((name for name in names if name in table["properties"]), None)
        if known is None or len(names) == 1:
            continue
        for name in names:
            table["properties"][name] = {**table["properties"][known], "title": name.capitalize()}
        if known in table.get("required", ()):
            table["required"] = [name for name in table["required"] if name != known]
            table.setdefault("allOf", []).append({"anyOf": [{"required": [name]} for name in names]})


def _without_null(part: Any) -> Any:  # noqa: ANN401 - any JSON value
    """Remove null, which no file has, from choices and defaults."""
    if isinstance(part, list):
        return [_without_null(item) for item in part]
    if not isinstance(part, dict):
        return part
    kept = {key: _without_null(value) for key, value in part.items() if not (key == "default" and value is None)}
    choices = [choice for choice in kept.get("anyOf", ()) if choice != {"type": "null"}]
    if len(choices) == 1 and len(kept["anyOf"]) == 2:
        del kept["anyOf"]
        return {**choices[0], **kept}
    if choices:
        kept["anyOf"] = choices
    return kept
