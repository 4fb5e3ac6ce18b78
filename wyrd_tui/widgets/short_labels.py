"""Labels of choices in less room: what tells a choice from those beside it is cut last."""

from __future__ import annotations

from collections.abc import Sequence

from wyrd_tui.widgets.cells import cells, clean_line, cut
from wyrd_tui.widgets.question import PromptChoice


def shorten_labels(offers: Sequence[PromptChoice], most: int, more: str) -> list[PromptChoice]:
    """Cut the labels of choices to so many cells; of a longer one the part stays that tells it from others."""
    labels = [clean_line(offer.label) for offer in offers]
    if all(cells(label) <= most for label in labels):
        return list(offers)
    alike = sorted({tuple(label.split(" ")) for label in labels})
    places = {words: place for place, words in enumerate(alike)}
    shown = []
    for offer, label in zip(offers, labels, strict=True):
        if cells(label) > most:
            words = tuple(label.split(" "))
            beside = [alike[p] for p in (places[words] - 1, places[words] + 1) if 0 <= p < len(alike)]
            label = _telling(words, max((_shared(words, other) for other in beside), default=0), most, more)
        shown.append(offer._replace(label=label))
    return shown


def _telling(words: Sequence[str], shared: int, most: int, more: str) -> str:
    """A label without what it shares with another, as far as it must; else without words before its last one."""
    rest = " ".join(words[shared or len(words) - 1 :])
    if len(words) < 2 or not rest:
        return cut(" ".join(words), most, more)
    room = most - cells(rest)
    if room > cells(more):
        return cut(" ".join(words), room, more) + rest
    # The first word, a name, stays where labels of several people begin alike.
    whose = f"{words[0]} " if shared and cells(words[0]) < most // 3 else more
    return cut(whose + rest, most, more)


def _shared(words: Sequence[str], other: Sequence[str]) -> int:
    """Count the words with which both labels begin, short of all."""
    count = 0
    while count < min(len(words) - 1, len(other)) and words[count] == other[count]:
        count += 1
    return count
