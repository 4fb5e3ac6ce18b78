"""Pydantic's complaints in plain English, each at its place in the file.

Imported only when a file was refused.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import islice
from typing import Any, get_args

from pydantic import AliasChoices, BaseModel, ValidationError

from wyrd_tui.store.files.clean import clean, quoted
from wyrd_tui.store.files.problems import MOST_PROBLEMS, Problem, nearest
from wyrd_tui.store.files.tomlfile import Document
from wyrd_tui.store.scenarios.games import PREPS

Details = Mapping[str, Any]

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
_KINDS: Mapping[type, str] = {
    str: "text",
    bool: "true or false",
    int: "a whole number",
    float: "a number with a fraction",
    list: "a list",
    dict: "a table",
}


def problems(document: Document, error: ValidationError, root: type[BaseModel]) -> list[Problem]:
    """The complaints about a document, as many as are told of one file, in its order."""
    complaints = islice(error.errors(include_url=False), MOST_PROBLEMS + 1)
    found = {_problem(document, details, root): None for details in complaints}
    return sorted(found, key=lambda problem: (problem.line, problem.column))


def _problem(document: Document, details: Details, root: type[BaseModel]) -> Problem:
    place = details["loc"]
    kind = details["type"]
    if kind == "extra_forbidden":
        return document.problem(place, _unknown(str(place[-1]), _models(root, place[:-1])))
    if kind == "missing":
        return document.problem(place, f"{quoted(place[-1])} is missing")
    say = _SAYINGS.get(kind)
    message = say(details) if say else clean(details["msg"], cells=300)
    return document.problem(place, f"{_label(document, place)}{message}")


def _label(document: Document, place: tuple[str | int, ...]) -> str:
    """What a complaint is about, as far as the file itself has it: the key, or the number of an item."""
    known = document.known(place)
    if not known:
        return ""
    key = quoted(next(part for part in reversed(known) if isinstance(part, str)))
    return f"{key}, item {known[-1] + 1}: " if isinstance(known[-1], int) else f"{key}: "


def _unknown(key: str, models: set[type[BaseModel]]) -> str:
    keys = {key for model in models for key in _keys(model)}
    if all(key in _keys(model) for model in models):
        return f"{quoted(key)} is another name of a key that is here already"
    lists = [_SYNONYMS, *(prep.synonyms for prep in PREPS.values())]
    meant = (name for table in lists for name, words in table.items() if key.casefold() in words.split())
    other = next((name for name in meant if name in keys), "")
    hint = f"; did you mean {quoted(other)}?" if other else nearest(key, keys)
    if not hint and len(keys) <= 24:
        hint = f"; possible here: {', '.join(sorted(keys))}"
    return f"unknown key {quoted(key)}{hint}"


def _keys(model: type[BaseModel]) -> dict[str, Any]:
    """Keys that a model takes, with the types behind them."""
    keys = {}
    for name, info in model.model_fields.items():
        keys[name] = info.annotation
        if isinstance(info.validation_alias, AliasChoices):
            keys |= {str(choice): info.annotation for choice in info.validation_alias.choices}
    return keys


def _models(root: type[BaseModel], place: tuple[str | int, ...]) -> set[type[BaseModel]]:
    """The models that may stand at a path."""
    models = {root}
    for part in place:
        inner = {
            found
            for model in models
            for key, annotation in _keys(model).items()
            if key == part
            for found in _inside(annotation)
        }
        models = inner or models
    return models


def _inside(annotation: Any) -> set[type[BaseModel]]:  # noqa: ANN401 - a type
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return {annotation}
    return {model for part in get_args(annotation) for model in _inside(part)}


def _instead(wanted: str) -> Callable[[Details], str]:
    def say(details: Details) -> str:
        value = details.get("input")
        given = _KINDS.get(type(value), "a date or a time")
        return f"must be {wanted}, not {given}" if given != wanted else f"must be {wanted}"

    return say


def _one_of(details: Details) -> str:
    wanted = clean(str(details["ctx"]["expected"]).replace("'", '"'), cells=300)
    value = details.get("input")
    choices = [part for part in wanted.replace(" or ", ", ").replace('"', "").split(", ") if part]
    hint = nearest(value, choices) if isinstance(value, str) else ""
    return f"must be {wanted}{hint}"


def _bound(words: str, name: str) -> Callable[[Details], str]:
    return lambda details: f"must be {words} {details['ctx'][name]}"


def _long(unit: str) -> Callable[[Details], str]:
    return lambda details: f"must have at most {details['ctx']['max_length']} {unit}"


def _short(unit: str) -> Callable[[Details], str]:
    return lambda details: f"must have at least {details['ctx']['min_length']} {unit}"


_SAYINGS: Mapping[str, Callable[[Details], str]] = {
    "string_type": _instead("text"),
    "int_type": _instead("a whole number"),
    "int_from_float": _instead("a whole number"),
    "float_type": _instead("a number"),
    "bool_type": _instead("true or false"),
    "list_type": _instead("a list"),
    "dict_type": _instead("a table"),
    "model_type": _instead("a table"),
    "model_attributes_type": _instead("a table"),
    "literal_error": _one_of,
    "greater_than": _bound("more than", "gt"),
    "greater_than_equal": _bound("at least", "ge"),
    "less_than": _bound("less than", "lt"),
    "less_than_equal": _bound("at most", "le"),
    "string_too_long": _long("characters"),
    "too_long": _long("entries"),
    "too_short": _short("entries"),
    "finite_number": lambda details: "must be a finite number",
    "missing_key": lambda details: clean(details["msg"]),
}
