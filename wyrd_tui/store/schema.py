"""What helps to write a scenario: a JSON Schema for editors, and a commented file to start from."""

from __future__ import annotations

from typing import Any

from wyrd_tui.store.clean import clean

UNNAMED = "A new scenario"

_TEMPLATE = '''\
# A scenario for the game master's screen. `wyrd check FILE` says what is wrong with it; `wyrd FILE` plays it.
# Only the title must be there. Take out what you do not need.

title = {title}
systems = ["wyrd_engine"]
format = "one-shot"                 # or "episodic", "campaign"
players = [3, 5]
hours = [2, 4]
setting = "grand-casebook"          # or a [setting] table with skills of your own

premise = """
What everybody is told when play begins."""

handout = """
What the players may read for themselves. Everything else stays behind the screen until you show it."""

truth = """
What really happened, and who wants it forgotten. Nobody but you reads this."""

hooks = ["A letter: Somebody asks for help and signs with a name that the party knows."]

# Ready-made: julian-hargrave, felix-cavendish, isadora-lovelace, cornelius-flint, elias-mercer, jonathan-blackwood.
party = ["felix-cavendish", {{ like = "isadora-lovelace", player = "Ann" }}]

# Readings of the rules, where a text leaves a point open. What is not named here keeps its default.
[rules]
tie = "ask"                         # a total equal to the difficulty: "ask", "success" or "failure"
track = "we"                        # stress 4, mild 3, moderate 2, severe 1

[[acts]]
title = "The first act"
text = "What the party sees, hears and smells."
brings = ["the-stranger"]           # cast who come on when the act begins
challenges = ["past-the-dog"]       # challenges that are laid out then
complications = ["Rain: It starts, and it does not stop."]

[[acts.clues]]
title = "A torn ticket"
text = "Under the table, half burnt."
reveals = "Somebody came by the night train."
skills = ["Notice", "Investigate"]
dr = "Difficult"                    # a rung or a number; without one, it is simply found

[[acts.places]]
title = "The waiting room"
reveals = "The stove is still warm."

[[resolutions]]
title = "The truth comes out"
text = "And what it costs."

[[challenges]]
id = "past-the-dog"
title = "Past the dog"
dr = 1
skills = ["Stealth", "Rapport"]
win = "In, unheard."
lose = "A light goes on upstairs."

[[challenges]]
title = "The last train"
clock = 6                           # beads; `successes = 3` makes a task instead
visibility = "known"                # "secret" (until you show it), "known" (they see that it is there) or "open"
lose = "It leaves without them."

[[cast]]
name = "The Stranger"
concept = "One line is enough to play somebody"
skills = {{ Deceive = +2, Shoot = +1 }}
track = [2]                         # stress boxes; [4, 3, 2, 1] adds wounds
attack = "Shoot"
traits = ["Nobody Remembers a Face: +2 Deceive when in a crowd"]
gear = ["Sword cane: +2 Fight when nobody expects it"]

[[cast]]
name = "Porters"
count = "players + 1"               # a group of mooks, as many as the table needs
skills = 0                          # one number for everything
'''


def schema() -> dict[str, Any]:
    """The JSON Schema of a scenario file, made from the models that check it."""
    from wyrd_tui.store.scenario_models import ScenarioFile  # brings pydantic along
    from wyrd_tui.store.sheet_models import Entry

    made = ScenarioFile.model_json_schema()
    models = {model.__name__: model for model in _kinds(Entry)}
    for name, definition in (("ScenarioFile", made), *made["$defs"].items()):
        _other_names(models[name], definition)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **_without_null(made),
        "title": "Wyrd scenario",
    }


def template(name: str) -> str:
    """A commented scenario of that title, sound as it stands."""
    title = clean(name) or UNNAMED
    quoted = title.replace("\\", "\\\\").replace('"', '\\"')
    return _TEMPLATE.format(title=f'"{quoted}"')


def _kinds(kind: type[Any]) -> list[type[Any]]:
    return [kind, *(below for child in kind.__subclasses__() for below in _kinds(child))]


def _other_names(model: type[Any], definition: dict[str, Any]) -> None:
    """Add the other names that a key goes by, which pydantic leaves out."""
    table = next((part for part in definition.get("anyOf", ()) if "properties" in part), definition)
    for info in model.model_fields.values():
        names = [str(choice) for choice in getattr(info.validation_alias, "choices", ())]
        known = next((name for name in names if name in table["properties"]), None)
        if known is None:
            continue
        for name in names:
            table["properties"][name] = {**table["properties"][known], "title": name.capitalize()}
        if known in table.get("required", ()):
            table["required"] = [name for name in table["required"] if name != known]
            table.setdefault("allOf", []).append({"anyOf": [{"required": [name]} for name in names]})


def _without_null(part: Any) -> Any:  # noqa: ANN401 - any JSON value
    """The same schema for files that have no null: neither as a choice nor as a default."""
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
