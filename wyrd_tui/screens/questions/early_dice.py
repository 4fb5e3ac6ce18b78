"""Dice that are typed one question too early and kept for the field that takes them, or in the place of a handle."""

from __future__ import annotations

from collections.abc import Sequence

from wyrd_tui.engine.commands import Answers, Command
from wyrd_tui.engine.handles import handles_of
from wyrd_tui.engine.state import State
from wyrd_tui.screens.questions.choices import OneField
from wyrd_tui.screens.questions.field import NONE_KEY, Field, places_named
from wyrd_tui.screens.questions.folded import is_shut
from wyrd_tui.screens.questions.typed import DICE_SIGNS, DiceField


def awaited_dice(command: Command, state: State, answers: Answers, character: str) -> bool:
    """Tell if a sign that no field has taken may begin dice, which a later question of a command asks for.

    The handle of an actor whom a question before the dice offers begins none.
    """
    if character in (" ", ";") or character not in DICE_SIGNS:
        return False
    later = [ask for ask in command.asks if ask.name not in answers]
    dice = next((place for place, ask in enumerate(later) if ask.kind == "dice" and ask.when(state, answers)), None)
    if dice is None:
        return False
    who = next((who for who, handle in handles_of(state).items() if handle == character), "")
    many = (ask for ask in later[:dice] if ask.kind == "many" and ask.when(state, answers))
    return not who or not any(one.value == who for ask in many for one in ask.plain_choices(state, answers))


def typed_early(dice: str, key: str, character: str | None, fields: Sequence[Field]) -> str | None:
    """Return the dice that were begun after one key more; None where the key is not one of them."""
    named = any(isinstance(field, OneField) and field.sought is not None for field in fields)
    if not dice or (not named and any(field.types or character in field.letters for field in fields)):
        return None
    if key in ("backspace", "ctrl+h"):
        return dice[:-1]
    return dice + character if character and character != " " and character in DICE_SIGNS else None


def ends_name(field: Field, sign: str) -> bool:
    """Tell if what is typed names a choice, and a sign behind it stands in no name, so that it is a die."""
    sought = field.sought.text if isinstance(field, OneField) and field.sought is not None else ""
    typed = f"{sought}{sign}".casefold()
    labels = (name.casefold() for choice in field.choices for name in (choice.label, choice.value))
    return bool(places_named(sought.strip(), field.choices)) and not any(typed in label for label in labels)


def digit_as_dice(field: Field, fields: Sequence[Field]) -> str:
    """Say that one digit alone is dice, and how to choose the actor in a folded list whose handle it is; else empty."""
    if not isinstance(field, DiceField):
        return ""
    handles = handles_of(field.state)
    for folded in filter(is_shut, fields):
        key = next((key for key in folded.letters if key != NONE_KEY), "")
        who = next((one.label for one in folded.choices if handles.get(one.value) == field.text), "")
        if key and who:
            return f"{field.text} is typed as dice. For {who}, press ⌫, then {key} and {field.text}."
    return ""
