"""The fields of a question that a key is offered to, in order."""

from __future__ import annotations

from collections.abc import Sequence

from wyrd_tui.engine.state import State
from wyrd_tui.screens.questions.choices import OneField
from wyrd_tui.screens.questions.field import Field
from wyrd_tui.screens.questions.folded import FoldedField
from wyrd_tui.screens.questions.many_choices import ManyField
from wyrd_tui.screens.questions.typed import DICE_SIGNS, DiceField, NumberField


def takers(fields: Sequence[Field], place: int, key: str, character: str | None) -> list[Field]:
    """Return the fields that may take a key, the first of which that knows it does.

    Args:
        fields: The fields that stand together.
        place: Index of the active one.
        key: The name of the key.
        character: The character that it types, if any.
    """
    active = fields[place]
    others = [field for field in fields if field is not active]
    if isinstance(active, OneField) and active.types:
        # The key of a folded field stays its own beside a name that is being typed.
        folded = [one for one in others if isinstance(one, FoldedField) and character in one.letters]
        return [*(folded if active.own is None else ()), active]
    if isinstance(active, NumberField) and key == "space" and not active.is_name:
        # Among choices that the arrows went through it ticks; after a figure it is a slip.
        return [field for field in others if field.moved and not field.types and not active.text]
    if key in ("up", "down") and len(fields) > 1:
        numbers = [field for field in others if isinstance(field, NumberField)]
        return [active, *numbers, *others] if isinstance(active, NumberField) else [*numbers, active, *others]
    if isinstance(active, ManyField) and not (active.begun or character in active.letters):
        # Dice that begin with no handle go where dice are typed.
        return [active, *others]
    if isinstance(active, DiceField | NumberField) or not active.types:
        # Choice letters work in every field that shows them; typing only in the active one, but for dice.
        typed_here = () if active.types else (field for field in others if isinstance(field, DiceField))
        return [active, *(field for field in others if not field.types), *typed_here]
    return [active]


def lost_behind_ticks(fields: Sequence[Field], active: Field, character: str | None, *, begun: bool) -> bool:
    """Tell if a key is of dice whose first figures have ticked actors: a semicolon, or dice once that has `begun`."""
    thrown = (character == ";" or begun) and character and character in DICE_SIGNS and character not in active.letters
    if not thrown:
        return False
    ticked = isinstance(active, ManyField) and not active.suggested and not active.ask.adds and character != " "
    people = any(choice.value in active.state.actors for choice in active.choices)
    return ticked and people and any(isinstance(field, DiceField) for field in fields)


def place_behind(fields: Sequence[Field], place: int) -> int | None:
    """Return the index of the field that space leads to behind a figure: the dice, or the next number among numbers.

    None where no figure is typed, and where no such field follows.
    """
    active = fields[place]
    if not (isinstance(active, NumberField) and active.text):
        return None
    numbers = place + 1 < len(fields) and all(isinstance(field, NumberField) for field in fields)
    following = place + 1 if numbers else None
    return next((index for index, field in enumerate(fields) if isinstance(field, DiceField)), following)


def first_typed_into(fields: Sequence[Field], state: State) -> int:
    """Return the index of the field that typing goes to at first: actors to tick, dice, what types, no form."""
    for index, field in enumerate(fields):
        if isinstance(field, ManyField) and any(choice.value in state.actors for choice in field.choices):
            return index
    places = range(len(fields))
    typing = [index for index in places if fields[index].types]
    dice = [index for index in typing if isinstance(fields[index], DiceField)]
    alone = [index for index in places if not fields[index].ask.in_form]
    return next(iter((*dice, *typing, *alone)), 0)


def next_place(fields: Sequence[Field], place: int, by: int, state: State) -> int:
    """Return the index of the field that Tab leads to: the next that types, or the one that keys go to at first.

    Args:
        fields: The fields that stand together.
        place: Index of the active one.
        by: 1 for the next field, −1 for the one before.
        state: The table.
    """
    first = first_typed_into(fields, state)
    places = [i for i, field in enumerate(fields) if field.types or i == first]
    places = places if any(fields[i].types for i in places) else list(range(len(fields)))
    if place in places:
        return places[(places.index(place) + by) % len(places)]
    return places[0] if places else place


def searched(fields: Sequence[Field], place: int) -> OneField | None:
    """Return the active field where a name or words are typed into it beside dice, which Enter would throw; or None.

    The outcome with the found row, or with the words, is seen only once they are chosen.
    """
    active = fields[place]
    beside_dice = any(isinstance(field, DiceField) for field in fields)
    return active if beside_dice and isinstance(active, OneField) and active.types else None
