"""Questions as lines of text, for screen readers and pipes: the lines that put one, and the keys that a line means."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.ids import slug
from wyrd_tui.engine.named_tuple import NamedTuple
from wyrd_tui.engine.sheet import Row
from wyrd_tui.screens.questions.editor import true_minus
from wyrd_tui.screens.questions.typed import DICE_SIGNS
from wyrd_tui.widgets.question import Prompt, PromptChoice, PromptPart

NAMED = {"esc": "escape", "back": "backspace", **{key: key for key in ("tab", "space", "up", "down")}}
"""Keys that are written as a word."""
_USES = {"enter": "empty line", "backspace": "back", "↑↓": "up or down", "a-z": "a name"}
"""Keys of a question by what is written for them."""


class KeyPress(NamedTuple):
    """A key, by Textual's name, with the character that it types."""

    key: str
    character: str | None = None


def put_lines(question: Prompt) -> Iterator[str]:
    """Yield the lines that put a question: the act, each part with its choices, what would come of it, and the keys."""
    yield f"{question.label}?" if not question.answered else f"{question.label}: {', '.join(question.answered)}"
    for part in question.parts:
        yield from _part_lines(part)
    yield from question.preview.splitlines()
    yield "; ".join(f"{_USES.get(key, key)}: {use}" for key, use in question.keys)


def _part_lines(part: PromptPart) -> Iterator[str]:
    if part.folded:
        offer = part.offers[0]
        yield f"{part.prompt}: {_label(offer)}; {offer.key} changes it"
        return
    facts = [part.typed or part.ghost or "blank"] if part.typed is not None else []
    told = "; ".join(filter(None, (*facts, part.note)))
    yield f"{part.prompt}: {told}" if told else part.prompt if part.prompt.endswith((".", "?")) else f"{part.prompt}:"
    # Of all names that there are, those that fit are listed once some letters are typed.
    for offer in part.offers if part.typed or not part.words else ():
        taken = offer.on if offer.on is not None else offer.here and offer.points is None
        points = f"{offer.points} given" if offer.points else ""
        words = (_label(offer), "chosen" if taken else points, offer.then, track_words(offer.track), offer.hint)
        told = ", ".join(filter(None, words)).replace(", (", " (")
        yield f"  {offer.key}: {told}" if offer.key else f"  {told}"


def _label(offer: PromptChoice) -> str:
    return offer.label if offer.number is None else f"{offer.label} {true_minus(f'{offer.number:+}')}"


def track_words(track: Sequence[Row]) -> str:
    """Write the rows of a track that have a marked box; `unhurt` where none has, nothing for no track."""
    marked = [f"{row.label} {row.marks} of {row.boxes} marked" for row in track if row.marks]
    return ", ".join(marked) or ("unhurt" if track else "")


# ------------------------------------------------------------------ answers


def words_of(line: str, question: Prompt) -> Sequence[str]:
    """Cut a line into the words that answer a question one after another; a name or dice of several stay whole."""
    words = line.replace(",", " ").split()
    keys = {offer.key for part in question.parts for offer in part.offers}
    if writes(question) or not all(word in keys for word in words):
        try:
            presses_for(line, question)
        except Refused:
            return words
        return [line]
    return words


def presses_for(word: str, question: Prompt) -> Sequence[KeyPress]:
    """Return the keys that a word means: those of a choice, those that type it, or the one that it names.

    Raises:
        Refused: If it is the name of no choice, or of several.
    """
    active = next((part for part in question.parts if part.active), PromptPart(""))
    if word in NAMED:
        return [KeyPress(NAMED[word], " " if word == "space" else None)]
    offers = [offer for part in question.parts for offer in part.offers]
    anew = [KeyPress("ctrl+u")] if active.typed else []
    if writes(question):
        return [*anew, *_typed(word)]
    if any(offer.key == word for offer in offers):
        return _typed(word)
    dice = any(sign in "+-−0123456789" for sign in word) and all(sign in DICE_SIGNS for sign in word)
    if dice and any(part.typed is not None for part in question.parts):
        return [*anew, *_typed(word)]
    if len(word) == 1 or word.startswith(("'", '"')):
        return _typed(word)
    named = _named(word, offers)
    if len(named) > 1:
        several = ", ".join(f"{offer.key} {offer.label}" for offer in named[:4])
        raise Refused(f"“{word}” fits several choices: {several}. Write the key of one.")
    if named and named[0].key:
        return _typed(named[0].key)
    if named and named[0] in active.offers and any(key in ("a-z", "/") for key, _ in question.keys):
        return [*_typed(f"/{named[0].label}"), KeyPress("enter")]
    if active.typed is not None and not offers:
        raise Refused(f"“{word}” is neither a number nor dice. Write a number such as 2, or esc to cancel.")
    raise Refused(f"No choice is called “{word}”. Write a key or a name from the list, or esc to cancel.")


def writes(question: Prompt | None) -> bool:
    """Tell whether letters are typed into the question rather than choose in it."""
    return question is not None and any(part.active and part.words for part in question.parts)


def _typed(text: str) -> list[KeyPress]:
    return [KeyPress("space" if sign == " " else sign, sign) for sign in text]


def _named(word: str, offers: Sequence[PromptChoice]) -> Sequence[PromptChoice]:
    """Return the choices that have a name, else those that begin with it, else those with a word that does."""
    wanted = slug(word)
    names = [(slug(offer.label), offer) for offer in offers if wanted]
    whole = [offer for name, offer in names if name == wanted]
    begun = [offer for name, offer in names if name.startswith(wanted)]
    return whole or begun or [offer for name, offer in names if f"-{wanted}" in name]
