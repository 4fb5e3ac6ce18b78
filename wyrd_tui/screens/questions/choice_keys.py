"""Keys of choices: actors have their handles, choices known by name capitals, others the letters that are left."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from itertools import islice
from string import ascii_lowercase, ascii_uppercase

from wyrd_tui.screens.questions.choices import OneField
from wyrd_tui.screens.questions.field import NONE_KEY, Field
from wyrd_tui.screens.questions.folded import is_shut
from wyrd_tui.screens.questions.many_choices import ManyField
from wyrd_tui.screens.questions.points import PartsField
from wyrd_tui.screens.questions.typed import DiceField, NumberField


def give_keys(
    fields: Sequence[Field], active: int, cuts: Sequence[Sequence[range]], handles: Mapping[str, str]
) -> None:
    """Give keys to the choices of all fields that stand together.

    Args:
        fields: The fields.
        active: Index of the field in which typing goes on.
        cuts: The choices on each page of each field.
        handles: The handle of each actor.
    """
    typing = bool(fields) and isinstance(fields[active], DiceField | NumberField)
    named = _handles(fields, handles, typing)
    # Tab goes back to the first actors to tick, where each has its handle: no letter stands in for it meanwhile.
    ticked = next((field for field in fields if isinstance(field, ManyField) and _actors(field, handles)), None)
    taken = {letter for known in named for handle in known for letter in handle}
    people = {*handles.values()}
    capitals = [letter for letter in ascii_uppercase if letter not in taken]
    small = [letter for letter in ascii_lowercase if letter not in taken]
    if not any(_by_name(field) for field in fields):
        small += capitals
    beside_list = any(isinstance(field, OneField) and not is_shut(field) for field in fields)
    # A question that folded ones go with has the letters that it has alone.
    for field, cut, known in sorted(zip(fields, cuts, named, strict=True), key=lambda row: row[0].ask.in_form):
        if beside_list and is_shut(field):
            # The last letters, which the list beside it does not reach: its key is the same for every character, and
            # so are those of the list without it.
            field.pages = cut
            field.letters = {**known, capitals.pop(): field.page.start}
        elif isinstance(field, OneField | ManyField | PartsField):
            field.pages = cut
            shut = _actors(field, handles) if typing and field is ticked else set()
            free = capitals if _by_name(field) else small
            # Beside actors with letters no letter means anything but the actor whose handle it is.
            lettered = any(handle.isalpha() for handle in known)
            offered = [letter for letter in free if letter not in people] if lettered else free
            field.letters = {**known, **_letters(field, {*known.values(), *shut}, offered)}
            field.elsewhere = (
                _on_other_pages(field, known.values(), offered) if len(cut) > 1 and not is_shut(field) else {}
            )
            # As many as the fullest page wants, so that turning a page moves no letter of the next part.
            fixed = max((choice.place + 1 for choice in field.choices if choice.place is not None), default=0)
            for letter in offered[: max([fixed, *map(len, cut)])]:
                free.remove(letter)


def key_of(fields: Sequence[Field], value: str) -> str:
    """Return the key of a choice in sight; empty where there is none."""
    keyed = (zip(field.choices, field.keys(), strict=False) for field in fields)
    return next((key for pairs in keyed for choice, key in pairs if choice.value == value and key), "")


def _by_name(field: Field) -> bool:
    """Tell whether capitals choose in a field; in a form they also open folded fields, so that all look alike."""
    return field.ask.by_name or is_shut(field)


def _handles(fields: Sequence[Field], handles: Mapping[str, str], typing: bool) -> list[dict[str, int]]:
    """Return the choices that handles take, by field; a digit takes none where digits are typed."""
    used: set[str] = set()
    found: list[dict[str, int]] = []
    for field in fields:
        if is_shut(field):
            # Its one key opens it, whoever stands among its choices.
            found.append({})
            continue
        # Of several choices with one handle the first has it.
        named = {handles.get(c.whose or c.value, ""): at for at, c in reversed([*enumerate(field.choices)])}
        known = {
            handle: index
            for handle, index in named.items()
            if handle and handle not in used and not (typing and handle.isdecimal())
        }
        used |= known.keys()
        found.append(known)
    _give_none_key(fields, found)
    return found


def _give_none_key(fields: Sequence[Field], found: Sequence[dict[str, int]]) -> None:
    """Give the key of nobody or nothing to the first field with such a choice, to a folded one after the others."""
    for field, known in sorted(zip(fields, found, strict=True), key=lambda row: is_shut(row[0])):
        none = next((at for at, choice in enumerate(field.choices) if choice.none), None)
        if none is not None and not field.types and not (is_shut(field) and field.at == none):
            known[NONE_KEY] = none
            return


def _actors(field: Field, handles: Mapping[str, str]) -> set[int]:
    """Return the indexes of the choices that are actors."""
    return {index for index, choice in enumerate(field.choices) if choice.value in handles}


def _on_other_pages(field: Field, keyed: Container[int], free: Sequence[str]) -> dict[str, int]:
    """Return the letters that take a choice once its page is in sight; empty where pages share letters."""
    bare = [index for index in range(len(field.choices)) if index not in keyed]
    if not isinstance(field, OneField) or len(bare) > len(free):
        return {}
    placed = ((at if (place := field.choices[index].place) is None else place, index) for at, index in enumerate(bare))
    return {free[place]: index for place, index in placed if place < len(free) and index not in field.page}


def _letters(field: Field, keyed: Container[int], free: Sequence[str]) -> dict[str, int]:
    """Return letters for the choices in sight that have no handle.

    Where points are given by small letters, a capital takes one back.
    """
    shared = isinstance(field, PartsField) and not _by_name(field)
    letters: Iterator[str] = (letter for letter in free if not (shared and letter.isupper()))
    bare = [index for index in field.page if index not in keyed]
    if bare and all(field.choices[index].place is not None for index in bare):
        offered = list(letters)
        return {offered[place]: at for at in bare if (place := field.choices[at].place or 0) < len(offered)}
    # Pressed once too often, the letter of an earlier page takes nothing; a folded field has one key alone.
    paged = isinstance(field, OneField) and not is_shut(field)
    before = sum(index not in keyed for index in range(field.page.start)) if paged else 0
    letters = islice(letters, before if before + len(bare) <= len(free) else 0, None)
    return dict(zip(letters, bare, strict=False))
