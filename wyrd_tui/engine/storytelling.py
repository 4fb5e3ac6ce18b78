"""Prose of a story: deeds of people joined into sentences, with short names once somebody has been named."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

MOST_JOINED = 3
"""Deeds of one person that stand in one sentence."""
APPEARS = ("appears", "appear")
"""Words for coming into sight, which happens in the deed that follows: *appears and hits Bob*."""
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_ORDINALS = ("", "first", "second", "third", "fourth", "fifth", "sixth", "seventh")


class Deed(NamedTuple):
    """A deed: who did it, and a phrase that begins with a verb; the whole sentence where `who` is empty."""

    who: str
    phrase: str

    @property
    def verb(self) -> str:
        """The first word of the phrase."""
        return self.phrase.partition(" ")[0]


class Fall(NamedTuple):
    """Members of a group that fall.

    Attributes:
        one: Words behind the number of a single member: *of the crew of the watch* or *thug*.
        many: Words behind any other number: *of the crew of the watch* or *thugs*.
        fallen: Their number.
        left: Members who still stand.
    """

    one: str
    many: str
    fallen: int
    left: int


class _Run(NamedTuple):
    """Deeds of one person that stand in one sentence."""

    who: str
    phrases: list[str]


def times_word(often: int) -> str:
    """Write how often something happened: *twice*, *three times*."""
    return "once" if often == 1 else "twice" if often == 2 else f"{number_word(often)} times"


def times(phrase: str, often: int) -> str:
    """Write a phrase with how often it happened: *hits Bob twice*."""
    return phrase if often == 1 else f"{phrase} {times_word(often)}"


def number_word(number: int) -> str:
    """Write a number up to twelve in letters, and a greater one in digits."""
    return _NUMBERS[number] if 0 <= number < len(_NUMBERS) else str(number)


def tell(deeds: Iterable[Deed | Fall], short: Mapping[str, str]) -> Iterator[str]:
    """Join deeds into sentences.

    Args:
        deeds: In their order.
        short: Short names by the whole names, for all but the first mention.
    """
    return _shorten(_sentences(list(_runs(_with_falls(deeds)))), short)


def _with_falls(deeds: Iterable[Deed | Fall]) -> Iterator[Deed]:
    """Tell falls with the hit that brought them: *fells two of the crew*; else those of one group in one sentence."""
    last: Deed | None = None
    for _, alike in groupby(deeds, lambda deed: deed.one if isinstance(deed, Fall) else ""):
        falls = []
        for deed in alike:
            if isinstance(deed, Fall):
                falls.append(deed)
                continue
            if last is not None:
                yield last
            last = deed
        if falls and last is not None and _felled(last, falls[0]):
            last = last._replace(phrase=_fells(last.verb, falls.pop(0)))
        if falls:
            if last is not None:
                yield last
            last = Deed("", _fallen(falls))
    if last is not None:
        yield last


def _felled(deed: Deed, fall: Fall) -> bool:
    """Tell if a deed is a hit on the group of a fall, and on nobody else."""
    whom = fall.many.removeprefix("of ").removeprefix("the ")
    return deed.verb in ("hit", "hits") and deed.phrase.count(" for ") == 1 and f" {whom} for " in deed.phrase


def _fells(hits: str, fall: Fall) -> str:
    """Write a hit by those who fall to it: *fells a thug*, *fells the last two of the crew*."""
    verb = hits.replace("hit", "fell")
    grouped, number = fall.one == fall.many, number_word(fall.fallen)
    noun = fall.one if fall.fallen == 1 else fall.many
    if fall.left > 0:
        return f"{verb} {number if grouped or fall.fallen > 1 else 'one'} {noun}"
    return f"{verb} the last {noun}" if fall.fallen == 1 else f"{verb} the last {number} {noun}"


def _fallen(falls: Sequence[Fall]) -> str:
    """Tell how many of a group fall, one time after another: *Two of the crew fall, then a third*."""
    first, *later = falls
    fallen = first.fallen
    last = first.left <= 0 and first.one == first.many
    number = "the last" if last else number_word(fallen)
    told = f"{number.capitalize()} {f'{first.one} falls' if fallen == 1 else f'{first.many} fall'}"
    for fall in later:
        fallen += fall.fallen
        if fall.left <= 0:
            more = "the last" if fall.fallen == 1 else f"the last {number_word(fall.fallen)}"
        elif fall.fallen == 1:
            more = f"a {_ORDINALS[fallen]}" if fallen < len(_ORDINALS) else "one more"
        else:
            more = f"{number_word(fall.fallen)} more"
        told += f", then {more}"
    return told


def _runs(deeds: Iterable[Deed]) -> Iterator[_Run]:
    run = _Run("", [])
    often = 1
    for deed in deeds:
        same = bool(deed.who) and deed.who == run.who
        if same and deed.phrase == run.phrases[-1]:
            often += 1
            continue
        if run.phrases:
            run.phrases[-1] = times(run.phrases[-1], often)
        often = 1
        if same and len(run.phrases) < MOST_JOINED:
            run.phrases.append(deed.phrase)
            continue
        if run.phrases:
            yield run
        run = _Run(deed.who, [deed.phrase])
    if run.phrases:
        run.phrases[-1] = times(run.phrases[-1], often)
        yield run


def _sentences(runs: Sequence[_Run]) -> Iterator[str]:
    """Write each run; two people who do alike share a sentence: *Ada succeeds with Lore, and Bob with Fight*."""
    at = 0
    while at < len(runs):
        run, after = runs[at], runs[at + 1] if at + 1 < len(runs) else _Run("", [])
        (verb, first), (other, second) = _split(run), _split(after)
        if first and second and verb == other and run.who != after.who:
            yield _ended(f"{run.who} {run.phrases[0]}, and {_within(after.who)} {second}")
            at += 2
            continue
        yield _ended(" ".join(filter(None, (run.who, _joined(run.phrases)))))
        at += 1


def _split(run: _Run) -> tuple[str, str]:
    """Return the verb of a run of a single deed and the words behind it; empty for any other run."""
    if not run.who or len(run.phrases) != 1:
        return "", ""
    verb, _, rest = run.phrases[0].partition(" ")
    # A title behind a verb that is left out would read as its verb.
    return (verb, rest) if not rest[:1].isupper() else ("", "")


def _joined(phrases: Sequence[str]) -> str:
    """Join phrases; a verb that was said is not said again: *hits Bob, then Cy, and then falls*."""
    words, last = phrases[0], MOST_JOINED - 1
    for at, (before, phrase) in enumerate(pairwise(phrases), 1):
        verb, _, rest = phrase.partition(" ")
        joint = " and" if words in APPEARS else ", and then" if at == last else ", then"
        words += f"{joint} {rest if rest and before.partition(' ')[0] == verb else phrase}"
    return words


def _within(name: str) -> str:
    """Write a name within a sentence, where an article has no capital."""
    article, space, rest = name.partition(" ")
    return f"{article.lower()}{space}{rest}" if article in ("A", "An", "The") else name


def _ended(words: str) -> str:
    return words if words.endswith((".", "!", "?", "…", "”")) else f"{words}."


def _shorten(sentences: Iterable[str], short: Mapping[str, str]) -> Iterator[str]:
    named: set[str] = set()
    shorter = {whole: name for whole, name in short.items() if whole != name}
    if not shorter:
        yield from sentences
        return
    longest = sorted(shorter, key=len, reverse=True)
    pattern = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest))})(?!\w)")

    def once(found: re.Match[str]) -> str:
        whole = found[0]
        if whole in named:
            return shorter[whole]
        named.add(whole)
        return whole

    for sentence in sentences:
        yield pattern.sub(once, sentence)
