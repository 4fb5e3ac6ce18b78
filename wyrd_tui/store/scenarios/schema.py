"""A JSON Schema of scenarios, for editors."""

from __future__ import annotations

from typing import Any

from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core import core_schema

from wyrd_tui.store.scenarios.scenario_models import ScenarioFile


class _Schema(GenerateJsonSchema):
    """Pydantic's schema without null, which no file has, and with the other names of keys, which it leaves out."""

    def nullable_schema(self, schema: core_schema.NullableSchema) -> JsonSchemaValue:
        """Describe a value that may be missing as the value."""
        return self.generate_inner(schema["schema"])

    def default_schema(self, schema: core_schema.WithDefaultSchema) -> JsonSchemaValue:
        """Describe a default, unless it stands for a missing value."""
        made = super().default_schema(schema)
        return made if made.get("default", "") is not None else {key: made[key] for key in made if key != "default"}

    def model_fields_schema(self, schema: core_schema.ModelFieldsSchema) -> JsonSchemaValue:
        """Describe the keys of a table, each under all its names; one of them is enough where the key is required."""
        made = super().model_fields_schema(schema)
        for field in schema["fields"].values():
            if not isinstance(paths := field.get("validation_alias"), list):
                continue
            names = [str(path[0]) for path in paths if isinstance(path, list)]
            known = made["properties"][names[0]]
            made["properties"] |= {name: {**known, "title": name.capitalize()} for name in names}
            if names[0] in made.get("required", ()):
                made["required"].remove(names[0])
                made.setdefault("allOf", []).append({"anyOf": [{"required": [name]} for name in names]})
        return made


def make_schema() -> dict[str, Any]:
    """Make the JSON Schema of a scenario file from the models that check it."""
    made = ScenarioFile.model_json_schema(schema_generator=_Schema)
    return {"$schema": _Schema.schema_dialect, **made, "title": "Wyrd scenario"}
