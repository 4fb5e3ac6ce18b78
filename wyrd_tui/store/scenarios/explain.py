"""What is wrong with a refused file, in plain English; only such a file imports this module.

Pydantic's errors are told, each at its place, and then what is wrong with the rest: a stand-in has the place of each
entry that could not be read, the innermost one, and a key of the scenario itself is left out.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Container, Mapping, Sequence
from itertools import pairwise
from typing import Any, get_args

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from wyrd_tui.store.files.clean import clean, quote_text
from wyrd_tui.store.files.problems import MOST_PROBLEMS, KeyPath, Problem, suggest_word
from wyrd_tui.store.files.tomlfile import Document
from wyrd_tui.store.scenarios.check import find_problems
from wyrd_tui.store.scenarios.examination import Examination
from wyrd_tui.store.scenarios.fields import STAND_IN, Entry, names_of
from wyrd_tui.store.scenarios.games import PREPS
from wyrd_tui.store.scenarios.scenario_models import ScenarioFile, SheetEntry

_SYNONYMS: Mapping[str, str] = {
    "cast": "npcs npc characters foes denizens",
    "party": "pcs heroes",
    "proofs": "evidence",
    "resolutions": "endings outcomes",
    "places": "locations",
    "truth": "secret",
    "systems": "system game games",
    "challenges": "obstacles tasks clocks",
    "clock": "beads segments",
    "successes": "needed",
    "count": "number",
    "text": "description desc",
    "reveals": "gives",
    "gear": "items",
    "visibility": "hidden",
    "track": "stress",
    "stage_rules": "rules stage_rule",
    "type": "kind",
    "springs": "strikes",
    "after": "needs",
    "ties": "bonds",
    "evident": "public known",
    "difficulty": "dc",
    "tables": "random_tables table",
    "rows": "results",
    "entries": "list",
    "dice": "roll",
}
"""Words that other tools and other hands use, by the key of this format that they mean."""

_EXAMPLES: Sequence[tuple[str, str, str]] = (
    ("visibility", "secret hidden", 'players learn of it by visibility = "secret", "known" or "open"'),
    ("player", "secret hidden", 'all know a character of the party; notes = "…" are for you alone'),
    ("lose", "fail failure", 'a failure has its words in lose = "The door stays shut."'),
    ("win", "success succeed", 'a success has its words in win = "The door opens."'),
    ("successes", "hp", "the successes that it takes are successes = 3"),
    ("dr", "ac", 'how hard it is stands in dr = "Difficult" or dr = 2'),
    ("sheets", "fail failure", 'a character has none; a challenge has lose = "The door stays shut."'),
)
"""Words of other games, with what stands for them where a key is known."""
_JUDGE = ("systems", "scenario_format")
"""The keys by which all others are judged."""
MOST_LISTED = 24
"""Keys that are listed where none is like the one that is written."""
_RANGE = re.compile(r"\s*(\d{1,3})\s*(?:[-–/,]|to)\s*(\d{1,3})\s*")

_SPANS = ("players", "hours")
"""Keys that take a span of numbers."""
_NAMED = re.compile(r"(.*\S)\s*[=: ]\s*([+-]?\d{1,3})")
"""A name and its number."""

_KINDS: Mapping[type, str] = {
    str: "text",
    bool: "true or false",
    int: "a whole number",
    float: "a number with a fraction",
    list: "a list",
    dict: "a table",
}


_WANTED: Mapping[str, str] = {
    "string_type": "text",
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "bool_type": "true or false",
    "list_type": "a list",
    "dict_type": "a table",
    "model_type": "a table",
    "model_attributes_type": "a table",
}
"""The kinds of value that pydantic's errors of type ask for."""
_BOUNDS: Mapping[str, str] = {
    "greater_than": "must be more than {gt}",
    "greater_than_equal": "must be at least {ge}",
    "less_than": "must be less than {lt}",
    "less_than_equal": "must be at most {le}",
    "string_too_long": "must have at most {max_length} characters",
    "too_long": "must have at most {max_length} entries",
    "too_short": "must have at least {min_length} entries",
    "finite_number": "must be a finite number",
}


def explain_refusal(document: Document, refusal: ValidationError) -> list[Problem]:
    """Turn pydantic's errors into problems, hardly more than one file may have, and find those of the rest."""
    errors = refusal.errors(include_url=False)
    found = [_problem(document, details) for details in errors[: MOST_PROBLEMS + 1]]
    stand_ins: list[tuple[Entry, str]] = []
    if file := _rest(document.data, stand_ins):
        check = Examination(document, file, file.party, errors)
        check.whole = check.whole and not stand_ins
        found += find_problems(check)
        # Faults that only show once another entry inside has its stand-in.
        paths = ((check.path(entry), fault) for entry, fault in stand_ins if fault)
        found += [document.problem(path, f"{_label(document, path)}{fault}") for path, fault in paths]
    return found


def _rest(data: Mapping[str, Any], stand_ins: list[tuple[Entry, str]]) -> ScenarioFile | None:
    """Read the rest of a scenario and list its stand-ins; None where a key is wrong by which all others are judged."""
    stand_ins.clear()
    try:
        return ScenarioFile.model_validate({"title": STAND_IN, **data}, extra="ignore", context=stand_ins)
    except ValidationError as error:
        wrong = {details["loc"][0] for details in error.errors()}
        return _rest({key: data[key] for key in data.keys() - wrong}, stand_ins) if wrong.isdisjoint(_JUDGE) else None


def _problem(document: Document, details: ErrorDetails) -> Problem:
    path = details["loc"]
    if details["type"] == "extra_forbidden":
        return document.problem(path, _unknown(document, details))
    if details["type"] == "missing":
        return document.problem(path, f"{quote_text(path[-1])} is missing")
    return document.problem(path, f"{_label(document, path)}{_fault(details)}{_in_form(document, details)}")


def _label(document: Document, path: KeyPath) -> str:
    """Name the key that a problem is about, as far as the file itself has it, or the number of an item."""
    known = document.known(path)
    if not known:
        return ""
    key = quote_text(next(part for part in reversed(known) if isinstance(part, str)))
    return f"{key}, item {known[-1] + 1}: " if isinstance(known[-1], int) else f"{key}: "


def _fault(details: ErrorDetails) -> str:
    """Say what is wrong with a value."""
    kind, value = details["type"], details.get("input")
    if wanted := _WANTED.get(kind):
        given = _KINDS.get(type(value), "a date or a time")
        return f"must be {wanted}, not {given}" if given != wanted else f"must be {wanted}"
    if bound := _BOUNDS.get(kind):
        return bound.format_map(details.get("ctx", {}))
    if kind == "value_error":
        return clean(str(details["ctx"]["error"]), most=300)
    if kind != "literal_error":
        return clean(details["msg"], most=300)
    wanted = clean(str(details["ctx"]["expected"]).replace("'", '"'), most=300)
    choices = [part for part in wanted.replace(" or ", ", ").replace('"', "").split(", ") if part]
    return f"must be {wanted}{suggest_word(value, choices) if isinstance(value, str) else ''}"


def _in_form(document: Document, details: ErrorDetails) -> str:
    """Write text in the form that its key takes, where it can be told; else empty."""
    value, wanted = details.get("input"), _WANTED.get(details["type"], "")
    key = next((part for part in reversed(document.known(details["loc"])) if isinstance(part, str)), "")
    if not isinstance(value, str) or not wanted:
        return ""
    text = clean(value, most=30).strip()
    if wanted == "a list":
        return f': write {key} = ["{text}"]'
    if wanted == "true or false":
        return f": write {key} = true"
    if wanted == "a table":
        named = _NAMED.fullmatch(text)
        return f": write {key} = {{ {quote_text(named[1])} = {named[2]} }}" if named else ""
    if key in _SPANS and (two := _RANGE.fullmatch(value)):
        return f": write {key} = [{two[1]}, {two[2]}]"
    number = re.search(r"\d+", text)
    return f": write {key} = {number[0]}" if number else ""


def _main_game(document: Document) -> str:
    systems = document.data.get("systems")
    first = systems[0] if isinstance(systems, list) and systems else systems
    return first if isinstance(first, str) and first in PREPS else next(iter(PREPS))


def _game_at(document: Document, path: KeyPath) -> str:
    """Tell the game of a sheet at a path; the main one where no other is named."""
    named = next((str(name) for before, name in pairwise(path) if before == "sheets"), "")
    return named if named in PREPS else _main_game(document)


def _unknown(document: Document, details: ErrorDetails) -> str:
    """Say that a key is unknown, with the likeliest of those that stand there."""
    path = details["loc"]
    key, game = str(path[-1]), _game_at(document, path)
    models = _models(path[:-1])
    if SheetEntry in models:
        models = {PREPS[game].keys}
    if all(key in _keys(model) for model in models):
        same = (names for model in models for field in model.model_fields if key in (names := names_of(model, field)))
        here = (name for names in same for name in names if document.known((*path[:-1], name)) != path[:-1])
        other = next((name for name in here if name != key), "another")
        return f"{quote_text(other)} and {quote_text(key)} are two names of one key: keep one of them"
    keys = {name for model in models for name in _keys(model)}
    hint = (
        _example(key, keys, game)
        or _likely(key, keys)
        or _elsewhere(key)
        or _as_rating(key, details.get("input"), keys, game)
        or (f"possible here: {', '.join(sorted(keys))}" if len(keys) <= MOST_LISTED else "")
    )
    return f"unknown key {quote_text(key)}{'; ' if hint else ''}{hint}"


def _example(key: str, keys: Container[str], game: str) -> str:
    """Say how a word of other games is written where some keys are known; empty where it is none."""
    own = PREPS[game].examples.get(key.casefold()) if _on_sheet(keys, game) else None
    shown = (text for name, words, text in _EXAMPLES if name in keys and key.casefold() in words.split())
    return own or next(shown, "")


def _on_sheet(keys: Container[str], game: str) -> bool:
    """Tell if known keys are those of a sheet."""
    return "sheets" in keys or all(name in keys for name in PREPS[game].keys.model_fields)


def _likely(key: str, keys: Collection[str]) -> str:
    """Ask whether a key that is written otherwise was meant."""
    lists = [_SYNONYMS, *(prep.synonyms for prep in PREPS.values())]
    meant = (name for table in lists for name, words in table.items() if key.casefold() in words.split())
    other = next((name for name in meant if name in keys), "")
    return f"did you mean {quote_text(other)}?" if other else suggest_word(key, keys).removeprefix("; ")


def _as_rating(key: str, value: object, keys: Container[str], game: str) -> str:
    """Say where a rating of a sheet goes, which a key with a number most often is."""
    listed = PREPS[game].ratings_key
    if listed not in keys or type(value) is not int or not _on_sheet(keys, game):
        return ""
    return f"a rating goes into {listed}: {listed} = {{ {quote_text(key)} = {value} }}"


def _elsewhere(key: str) -> str:
    """Name the lists of the file whose entries have a key."""
    lists = [
        f"[[{name}]]" for name, kind in _keys(ScenarioFile).items() if any(key in _keys(one) for one in _inside(kind))
    ]
    return f"it belongs to {' or '.join(lists[:2])}" if lists else ""


def _keys(model: type[BaseModel]) -> dict[str, Any]:
    """Map the keys that a model takes to their types."""
    return {key: info.annotation for field, info in model.model_fields.items() for key in names_of(model, field)}


def _models(path: KeyPath) -> set[type[BaseModel]]:
    """Find the models that may stand at a path."""
    models: set[type[BaseModel]] = {ScenarioFile}
    for part in path:
        types = (_keys(model).get(str(part)) for model in models)
        models = {found for kind in types for found in _inside(kind)} or models
    return models


def _inside(kind: Any) -> set[type[BaseModel]]:  # noqa: ANN401 - a type
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return {kind}
    return {model for part in get_args(kind) for model in _inside(part)}
