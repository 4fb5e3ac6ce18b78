"""Answers read from words: a line and a typed field give the same answer to a question."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase

from wyrd_tui.engine.choices import Choice, fitting_choices, offered_words, pick_choice
from wyrd_tui.engine.commands import Answer, Answers, Ask, Portion, actor_named, why_unable
from wyrd_tui.engine.dice import Refused, read_whole
from wyrd_tui.engine.handles import handles_of
from wyrd_tui.engine.question_nouns import cannot_be, noun_of
from wyrd_tui.engine.state import State
from wyrd_tui.engine.words import begin_sentence, short_name_of

_LISTED = re.compile(r"(?:\\[\\,]|[^,])*+")
_ESCAPED = re.compile(r"\\([\\,])")
_ACTORS = frozenset({"actor", "acting", "target", "ticked", "only ticked", "ally"})


def names_choices(ask: Ask, state: State, answers: Answers, text: str) -> bool:
    """Tell whether a text names choices of a question, all of them where it is a list."""
    if ask.kind in ("words", "dice") or not any(map(str.isalpha, text)):
        return False
    choices = ask.plain_choices(state, answers)
    items = values_in(text) if ask.kind in ("many", "parts") else [text]
    if ask.kind == "parts":
        items = [item if (parts := item.rpartition(":"))[1] == "" else parts[0] for item in items]
    return bool(items) and all(fitting_choices(item, choices) for item in items)


def read_answer(ask: Ask, state: State, answers: Answers, text: str) -> Answer:
    """Read the answer that a text gives to a question.

    Raises:
        Refused: With a sentence that says what would do.
    """
    match ask.kind:
        case "number":
            return _number(ask, _named_number(ask, state, answers, text))
        case "words" | "dice":
            return text.strip()
        case "one":
            return _picked(text, ask.plain_choices(state, answers), ask, state)
        case "many":
            choices, words = ask.plain_choices(state, answers), values_in(text)
            found = tuple(dict.fromkeys(v for w in words if w != "none" for v in _fitting(w, choices, ask, state)))
            usual = ask.default(state, answers) if ask.adds and words and "none" not in words else ()
            return _added(usual if isinstance(usual, tuple) else (), found, choices)
        case "parts":
            return tuple(_part(word, ask, state, answers) for word in values_in(text))


def _added(usual: Iterable[object], found: tuple[str, ...], choices: Sequence[Choice]) -> tuple[str, ...]:
    """Add choices to the usual ones, which give way within a group."""
    groups = {choice.group for choice in choices if choice.value in found and choice.group}
    beside = {choice.value for choice in choices if choice.group in groups}
    return tuple(dict.fromkeys((*(str(one) for one in usual if str(one) not in beside), *found)))


def values_in(text: str) -> list[str]:
    """Split a list at its commas; behind a backslash a comma belongs to its value."""
    values = (_ESCAPED.sub(r"\1", part).strip() for part in _LISTED.findall(text))
    return [value for value in values if value]


def named_by_handle(text: str, choices: Sequence[Choice], state: State) -> str:
    """Return the id of the actor whose handle a text is; any other text, and a choice named in full, as it stands."""
    word = text.strip()
    if any(word.casefold() in (choice.value.casefold(), choice.label.casefold()) for choice in choices):
        return text
    return next((who for who, handle in handles_of(state).items() if handle and handle == word), text)


def _names_another(text: str, choices: Sequence[Choice], state: State) -> bool:
    """Tell whether a text names somebody in full who is no choice, so that it is no beginning of a longer name."""
    word, people = text.strip().casefold(), state.actors.values()
    named = [one.id for one in people if one.id == word] or [one.id for one in people if one.name.casefold() == word]
    offered = {who for choice in choices for who in (choice.value, choice.whose)}
    labels = {choice.label.casefold() for choice in choices}
    return bool(named) and offered.isdisjoint(named) and word not in labels


def _picked(text: str, choices: Sequence[Choice], ask: Ask, state: State) -> str:
    # Characters that are still to be brought in are pages of the book, and nobody here.
    here = ask.focus != "page" and any(choice.value in state.actors for choice in choices)
    people = ask.focus in _ACTORS or here
    text = named_by_handle(text, choices, state) if people and not ask.free and ask.kind != "parts" else text
    another = people and _names_another(text, choices, state)
    try:
        if another:
            raise Refused(text)
        return pick_choice(text, choices, noun_of(ask), people=people, things=ask.focus == "thing").value
    except Refused:
        if ask.free and text.strip():
            return text.strip()
        there = [Choice(actor.id, actor.name) for actor in state.actors.values()] if people else []
        items = [named_by_handle(item, choices, state) if people else item for item in values_in(text)]
        if len(items) > 1 and all(fitting_choices(item, [*choices, *there]) for item in items):
            raise Refused(f"{cannot_be(ask, text)}: the act takes one. Write a line for each of them.") from None
        if (people or ask.why is not why_unable) and (why := ask.why(state, text)):
            raise Refused(f"{cannot_be(ask, text)}: {why}{_way_back(state, text)}") from None
        if another or (choices and not fitting_choices(text, choices) and fitting_choices(text, there)):
            raise Refused(f"{cannot_be(ask, text)}. Possible: {offered_words(choices)}.") from None
        raise


def _fitting(word: str, choices: Sequence[Choice], ask: Ask, state: State) -> list[str]:
    """Return the values that a word of a list means: one, or with `*` all that fit the pattern."""
    named = [choice.value for choice in choices if choice.value == word]
    if named or "*" not in word:
        return named or [_picked(word, choices, ask, state)]
    shape = word.casefold()
    fits = [
        c.value for c in choices if fnmatchcase(c.value.casefold(), shape) or fnmatchcase(c.label.casefold(), shape)
    ]
    if not fits:
        raise Refused(f"{word} fits no {noun_of(ask)}. Possible: {offered_words(choices)}.")
    return fits


def _named_number(ask: Ask, state: State, answers: Answers, text: str) -> str:
    """Return the figures behind a name, where a number has names, as the rungs of a ladder do."""
    choices = ask.plain_choices(state, answers) if any(character.isalpha() for character in text) else ()
    return pick_choice(text, choices, noun_of(ask)).value if choices else text


def _number(ask: Ask, text: str) -> int:
    return read_whole(text, ask.low, ask.high, begin_sentence(noun_of(ask)))


def _part(word: str, ask: Ask, state: State, answers: Answers) -> Portion:
    """Read `name:points`; points left out stand as 0, which a command reads as all that is left."""
    label, colon, points = word.strip().rpartition(":")
    name = _picked(label if colon else word, ask.plain_choices(state, answers), ask, state)
    return Portion(name, _number(ask, points) if colon else 0)


def _way_back(state: State, word: str) -> str:
    """Return the act that lets an actor who is out act again, as a sentence; empty where a word names none."""
    actor = actor_named(state, word)
    if actor is None or not actor.out:
        return ""
    if actor.count <= 0:
        return f" `count {actor.id} 1` puts one of the group back on its feet."
    condition = next(condition for condition in actor.conditions if condition.out)
    name = short_name_of(state, actor.id)
    return f" `recover {actor.id} {condition.id}` brings {name} back."
