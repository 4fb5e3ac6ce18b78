"""The problems of a refused file, in plain English; only such a file imports this module."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set
from itertools import pairwise
from typing import Any, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from wyrd_tui.engine.letters import clean, quote_text
from wyrd_tui.engine.spelling import suggest_in_problem
from wyrd_tui.engine.voices import the_game
from wyrd_tui.store.files.problems import MOST_PROBLEMS, KeyPath, Problem
from wyrd_tui.store.files.tomlfile import Document
from wyrd_tui.store.scenarios.check import find_problems
from wyrd_tui.store.scenarios.fields import Entry, spellings, words_of
from wyrd_tui.store.scenarios.games import PREPS
from wyrd_tui.store.scenarios.prep import Habit
from wyrd_tui.store.scenarios.scenario_models import CastEntry, PlayerEntry, ScenarioFile, SheetEntry

_HABITS = (
    Habit("visibility", "secret hidden", 'write what players see as visibility = "secret", "known" or "open"'),
    Habit("player", "secret hidden", 'players always see the party; write secrets as notes = "…"'),
    Habit("lose", "fail failure", 'write the words of a failure as lose = "The door stays shut."'),
    Habit("win", "success succeed", 'write the words of a success as win = "The door opens."'),
    Habit("successes", "hp", "a challenge has no hp; write successes = 3"),
    Habit("dr", "ac", 'write the difficulty as dr = "Difficult" or dr = 2'),
    Habit("sheets", "fail failure", 'only a challenge can fail; write lose = "The door stays shut." there'),
    Habit("attack", "usual", 'write the skill of its attacks as attack = "Fight"'),
    Habit("cast", "npcs npc characters foes denizens"),
    Habit("party", "pcs heroes"),
    Habit("proofs", "evidence"),
    Habit("resolutions", "endings outcomes"),
    Habit("places", "locations"),
    Habit("truth", "secret"),
    Habit("systems", "system game games"),
    Habit("challenges", "obstacles tasks clocks"),
    Habit("successes", "beads task", "write successes = 5"),
    Habit("clock", "segments"),
    Habit("successes", "needed"),
    Habit("count", "number"),
    Habit("text", "description desc"),
    Habit("reveals", "gives"),
    Habit("gear", "items"),
    Habit("track", "stress"),
    Habit("type", "kind"),
    Habit("springs", "strikes"),
    Habit("after", "needs"),
    Habit("ties", "bonds"),
    Habit("evident", "public known"),
    Habit("difficulty", "dc"),
    Habit("rows", "results"),
    Habit("entries", "list"),
    Habit("dice", "roll"),
)
"""Words of other tools and other hands, with an example first where one stands for them."""
_SPANS = ("players", "hours")
_EXAMPLES: Mapping[str, str] = {
    "a list": '["…"]',
    "a number": "3",
    "a table": "{ … }",
    "a whole number": "2",
    "text": '"a few words"',
    "true or false": "true",
}
_EXAMPLES_OF: Mapping[str, str] = {
    "aliases": '{ Fly = "Pilot" }',
    "attack": '"Fight"',
    "backgrounds": '{ "Kitchen Russian" = 2 }',
    "boxes": "4",
    "called": '{ nature = "Curmudgeon" }',
    "cast": '["gang-enforcer"]',
    "challenges": '[{ title = "Climb the wall", dr = "Difficult" }]',
    "counters": "{ Torches = 3 }",
    "defend": '"Fight"',
    "details": '{ Wants = "The front page" }',
    "dice": '"1d6"',
    "entries": '["A door opens."]',
    "facets": '{ mind = ["Knows every knot"] }',
    "hooks": '["A letter arrives."]',
    "hurts": "{ Athletics = 1 }",
    "initiative": '"Notice"',
    "lessons": '[{ text = "Press `next`.", until = "next" }]',
    "party": '["elias-mercer"]',
    "rows": '{ "1-6" = "A door opens." }',
    "rules": "{ hints = false }",
    "scenario_format": "1",
    "setting.skills": '{ Combat = ["Fight", "Shoot"] }',
    "sheets": "{ mettle = { mind = 4 } }",
    "skills": "{ Fight = 2 }",
    "stage_rules": '["bloody"]',
    "systems": '["mettle"]',
    "tables": '[{ title = "Weather", dice = "1d6" }]',
    "tools": '{ "Kitchen Russian" = 1 }',
    "tracks": "{ short = [3, 1] }",
    "traits": '["Lucky"]',
    "triggers": '[{ when = "scene ends", text = "The bell tolls." }]',
    "until": '"next"',
    "when": '"scene ends"',
}
"""A value of a key of the scenario, where one of its kind could be no value of that key."""
_BARE = re.compile(r"[A-Za-z0-9_-]+")
"""A key that needs no quotation marks."""
_NAMED = re.compile(r"(.*\S)\s*[=: ]\s*([+-]?\d{1,3})")
"""A name and its number."""

_KINDS: Mapping[str, str] = {
    **dict.fromkeys(("str", "string"), "text"),
    "bool": "true or false",
    "int": "a whole number",
    "float": "a number with a fraction",
    "float_type": "a number",
    "list": "a list",
    **dict.fromkeys(("dict", "model"), "a table"),
}
"""The kinds of value, as Python's types are called, and as pydantic's errors about them begin."""
_BOUNDS: Mapping[str, str] = {
    "greater_than": "must be more than {gt}",
    "greater_than_equal": "must be at least {ge}",
    "less_than_equal": "must be at most {le}",
    "string_too_long": "must have at most {max_length} characters",
    "too_long": "must have at most {max_length} entries",
    "too_short": "must have at least {min_length} entries",
    "finite_number": "must be a finite number",
}


def explain_refusal(document: Document, refusal: ValidationError) -> list[Problem]:
    """Turn pydantic's errors into problems, hardly more than one file may have.

    Where they are keys alone, the rest is examined, too; not beside a misspelt list, which hides what it holds.
    """
    errors = refusal.errors(include_url=False)
    found = [_problem(document, details) for details in errors[: MOST_PROBLEMS + 1]]
    if all(each["type"] == "extra_forbidden" and not isinstance(each["input"], list | dict) for each in errors):
        try:
            file = ScenarioFile.model_validate(document.data, extra="ignore")
        except ValidationError as faults:
            return found + explain_refusal(document, faults)
        found += find_problems(document, file)
    return found


def _problem(document: Document, details: ErrorDetails) -> Problem:
    path = details["loc"]
    if details["type"] == "extra_forbidden":
        return document.problem(path, _unknown(document, details))
    if details["type"] == "missing":
        example = _EXAMPLES_OF.get(str(path[-1]), _EXAMPLES["text"])
        return document.problem(path, f"{quote_text(path[-1])} is missing: write {path[-1]} = {example}")
    # As far as the file itself has it: the key, and behind it the number of an item.
    known = document.known(path)
    to_key = known[: max((end for end, part in enumerate(known, 1) if isinstance(part, str)), default=0)]
    item = f", item {known[-1] + 1}" if known and isinstance(known[-1], int) else ""
    label = f"{quote_text(to_key[-1])}{item}: " if to_key else ""
    return document.problem(path, f"{label}{_fault(details, to_key, in_list=bool(item))}")


def _fault(details: ErrorDetails, to_key: KeyPath, *, in_list: bool) -> str:
    """Say what is wrong with the value of a key, or with an item of it."""
    kind, value = details["type"], details.get("input")
    if bound := _BOUNDS.get(kind):
        if kind == "too_short" and to_key[-1] in _SPANS:
            few = value[0] if isinstance(value, list) and value else 3
            bound += f": write {to_key[-1]} = [{few}, {few}] or {to_key[-1]} = {few}"
        return bound.format_map(details.get("ctx", {}))
    if wanted := _KINDS.get(kind, _KINDS.get(kind.removesuffix("_type"), "")):
        told = wanted
        if wanted in (_KINDS["int"], _KINDS["float_type"]) and not in_list and to_key and to_key[-1] in _SPANS:
            told = "a number or a list such as [3, 5]"
        elif wanted == _KINDS["model"] and _takes_text(to_key):
            told = "text or a table"
        written = _written_well(to_key, wanted, value, in_list=in_list)
        return f"must be {told}, not {_KINDS.get(type(value).__name__, 'a date or a time')}{written}"
    if kind == "value_error":
        return clean(str(details["ctx"]["error"]), most=300)
    if kind != "literal_error":
        return clean(details["msg"], most=300)
    wanted = clean(str(details["ctx"]["expected"]).replace("'", '"'), most=300)
    meant = "persona" if value == "npc" else value
    return f"must be {wanted}{suggest_in_problem(meant, _words_at(to_key)) if isinstance(meant, str) else ''}"


def _words_at(to_key: KeyPath) -> Sequence[str]:
    """List the words that a key takes, or that it can be itself where it stands in a table of such keys."""
    for end in range(len(to_key), 0, -1):
        fields = ((model, field) for model in _models(to_key[: end - 1]) for field in model.model_fields)
        known = [words_of(model, field) for model, field in fields if str(to_key[end - 1]) in spellings(model, field)]
        if words := [word for words in known for word in words]:
            return words
    return ()


def _takes_text(to_key: KeyPath) -> bool:
    """Tell whether a table may be written in short, as text or as an id."""

    def is_text(kind: Any) -> bool:  # noqa: ANN401 - a type
        if isinstance(kind, type) and issubclass(kind, Entry):
            return kind.short_form is not None
        return kind is str or (get_origin(kind) is not dict and any(map(is_text, get_args(kind))))

    return any(is_text(_keys(model).get(str(key))) for key in to_key[-1:] for model in _models(to_key[:-1]))


def _written_well(to_key: KeyPath, wanted: str, value: object, *, in_list: bool) -> str:
    """Write what a key takes: the same text where it can be told, or an example; empty where there is neither."""
    key, form = str(to_key[-1]) if to_key else "", ""
    if isinstance(value, str):
        text = clean(value, most=30).strip()
        numbers, named = re.findall(r"\d{1,3}", text), _NAMED.fullmatch(text)
        number = f"[{', '.join(numbers)}]" if key in _SPANS and len(numbers) == 2 else "".join(numbers[:1])
        forms = {
            "a list": f'["{text}"]',
            "true or false": "true",
            "a table": f"{{ {quote_text(named[1])} = {named[2]} }}" if named else "",
            "text": "",
        }
        form = forms.get(wanted, number)
    if not key or (key in _SPANS and not in_list and not form):
        return ""
    form = form or _EXAMPLES_OF.get(".".join(map(str, to_key[-2:]))) or _EXAMPLES_OF.get(key, "")
    form = form or (f"[{_EXAMPLES[wanted]}]" if in_list else _EXAMPLES[wanted])
    return f": write {key if _BARE.fullmatch(key) else quote_text(key)} = {form}"


def _unknown(document: Document, details: ErrorDetails) -> str:
    """Say that a key is unknown, with the likeliest of those that stand there."""
    path, systems = details["loc"], document.data.get("systems")
    main = systems[:1] if isinstance(systems, list) else [systems]
    # The main game has the sheet where no other is named.
    games = (*(name for before, name in pairwise(path) if before == "sheets"), *main, *PREPS)
    game = next(name for name in games if isinstance(name, str) and name in PREPS)
    key, models = str(path[-1]), _models(path[:-1])
    if SheetEntry in models:
        models = {PREPS[game].keys}
    if all(key in _keys(model) for model in models):
        same = (names for model in models for field in model.model_fields if key in (names := spellings(model, field)))
        here = (name for names in same for name in names if document.known((*path[:-1], name)) != path[:-1])
        other = next((name for name in here if name != key), "another")
        return f"{quote_text(other)} and {quote_text(key)} are two names of one key: keep one of them"
    keys, of_game = {name for model in models for name in _keys(model)}, ""
    if models <= {PREPS[game].keys, CastEntry, PlayerEntry}:
        # A character has the keys of its own game; those of others stand under "sheets".
        keys -= _keys(SheetEntry).keys() - _keys(PREPS[game].keys).keys()
        of_game = f" in {the_game(game)}"
    hint = (
        _habit(key, keys, game)
        or suggest_in_problem(key, keys).removeprefix("; ")
        or _elsewhere(key)
        or _as_rating(key, details.get("input"), keys, game)
        or f"possible here{of_game}: {', '.join(sorted(keys))}"
    )
    return f"unknown key {quote_text(key)}; {hint}"


def _habit(key: str, keys: Set[str], game: str) -> str:
    """Answer a word of other tools where some keys are known, those of a game first; empty where it is none."""
    others = (habit for prep in PREPS.values() for habit in prep.habits)
    for habit in (*PREPS[game].habits, *_HABITS, *others):
        if habit.key in keys and key.casefold() in habit.words.split():
            return habit.advice or f"did you mean {quote_text(habit.key)}?"
    return ""


def _as_rating(key: str, value: object, keys: Set[str], game: str) -> str:
    """Say where a rating of a sheet goes, which a key with a number most often is."""
    listed = PREPS[game].ratings_key
    if not listed or type(value) is not int or not keys >= PREPS[game].keys.model_fields.keys():
        return ""
    return f"write a rating into {listed}: {listed} = {{ {quote_text(key)} = {value} }}"


def _elsewhere(key: str) -> str:
    """Name the lists of the file whose entries have a key."""
    lists = [
        f"[[{name}]]" for name, kind in _keys(ScenarioFile).items() if any(key in _keys(one) for one in _inside(kind))
    ]
    return f"it belongs to {' or '.join(lists[:2])}" if lists else ""


def _keys(model: type[BaseModel]) -> dict[str, Any]:
    return {key: info.annotation for field, info in model.model_fields.items() for key in spellings(model, field)}


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
