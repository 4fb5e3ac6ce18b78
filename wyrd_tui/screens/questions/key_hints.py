"""Keys that a question names beside its choices."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from wyrd_tui.screens.questions.choices import OneField
from wyrd_tui.screens.questions.field import Field
from wyrd_tui.screens.questions.folded import is_shut
from wyrd_tui.screens.questions.many_choices import SEVERAL, ManyField
from wyrd_tui.screens.questions.points import PartsField
from wyrd_tui.screens.questions.typed import DiceField, NumberField

MANY = 6
"""Greatest number of choices that are seen at a glance; among more, the GM finds one by its name."""


def key_hints(
    fields: Sequence[Field], place: int, escape: str, *, behind: str, follows: Callable[[str, str], bool]
) -> list[tuple[str, str]]:
    """List the keys that work in the fields in sight, each with its use.

    Args:
        fields: The fields.
        place: Index of the active one.
        escape: The use of Esc.
        behind: Word for the question before; empty where there is none.
        follows: Tells whether another question follows an answer to one of them, by its name and the answer.
    """
    active = fields[place] if fields else None
    enter = "cancel" if any(field.barren for field in fields) else "confirm"
    folded = [field for field in fields if is_shut(field)]
    asked = [field for field in fields if field not in folded]
    lacking = len(asked) == 1 and isinstance(asked[0], NumberField | OneField) and asked[0].lacking
    keys = [] if lacking or (isinstance(active, ManyField) and active.refused) else [("enter", enter)]
    if unread := next((field for field in folded if field.undecided), None):
        # Enter opens the list of what has no answer yet.
        keys = [("enter", f"choose {unread.ask.prompt}")]
    elif any(field.undecided for field in asked):
        # Enter gives nothing before a choice is highlighted.
        keys = _keys_before_choice(active) if active is not None and active.undecided else []
    if sum(field.types for field in fields) + isinstance(active, ManyField) > 1:
        dice = isinstance(active, ManyField) and any(isinstance(field, DiceField) for field in fields)
        keys.append(("tab", "dice" if dice else "next field"))
    if isinstance(active, ManyField) and active.choices:
        first = next(filter(None, active.keys()), "")
        if active.begins_answer and (others := _keys_off(active)):
            keys.append((others[0], "add"))
        elif active.replaces and active.on and first:
            keys.append((first, f"tick alone · space {_use_of_space(active)}"))
        else:
            keys.append((first, "tick, untick") if first else ("space", "add"))
    ones = [field for field in asked if isinstance(field, OneField)]
    if isinstance(active, OneField) and not active.ask.in_form and not active.types and (one := _of_people(active)):
        # A list of people in which several are ticked looks the same, and there the key goes nowhere.
        key, who = one
        goes_on = follows(active.ask.name, who)
        keys.append((key, "choose at once" if active.ask.at_once else "choose, go on" if goes_on else "choose"))
    if active in ones and isinstance(active, OneField) and not active.types and len(active.choices) > 1:
        keys += [("a-z", "find")] if active.searches else [("/", "find")] if len(active.choices) > MANY else []
    typing = isinstance(active, OneField) and active.types
    if not typing and any(field.takes_words and not field.types for field in ones):
        keys.append(("'", "type your own"))
    numbers = [field for field in fields if field.ask.kind == "number"]
    if numbers and len(fields) > 1:
        counted = active if active in numbers and active is not None else numbers[0]
        keys.append(("↑↓", counted.ask.prompt.casefold()))
    if isinstance(active, NumberField) and active.choices:
        keys.append(("a-z", "pick a named difficulty"))
    if isinstance(active, PartsField):
        keys += [("tab", active.hidden)] if active.hidden else []
        keys += [("backspace", "take back")] if active.last else []
    if behind and not (isinstance(active, PartsField) and active.last):
        keys.append(("backspace", behind))
    keys.append(("esc", escape))
    return keys


def _use_of_space(active: ManyField) -> str:
    if len(active.on) >= SEVERAL or active.ask.whole:
        return "tick, untick"
    return "keep it" if active.space_keeps else "add"


def _keys_off(field: ManyField) -> list[str]:
    """Return the keys of the choices in sight that are off."""
    return [
        key for choice, key in zip(field.choices, field.keys(), strict=True) if key and choice.value not in field.on
    ]


def _keys_before_choice(field: Field) -> list[tuple[str, str]]:
    """Return the key that chooses where nothing is chosen; a choice alone looks as if Enter took it."""
    alone = "".join(field.keys()) if isinstance(field, OneField) and len(field.choices) == 1 else ""
    return [(alone, "choose, then ⏎")] if alone else [("↓", "choose")] if field.by_arrows else []


def _of_people(field: OneField) -> tuple[str, str] | None:
    """Return the key and the id of the first actor in a list of several, or where Enter takes nobody; else None."""
    rows = zip(field.choices, field.keys(), strict=True)
    actors = [(key, choice.value) for choice, key in rows if choice.value in field.state.actors]
    return next((one for one in actors if one[0]), None) if actors[1:] or field.undecided else None
