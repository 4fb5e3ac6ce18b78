"""Prose of a story: deeds of people joined into sentences, with short names once somebody has been named."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby, pairwise, takewhile
from typing import NamedTuple

from wyrd_tui.engine.words import join_names, plural_verb

MOST_JOINED = 3
"""Deeds of one person that stand in one sentence."""
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_ORDINALS = ("", "first", "second", "third", "fourth", "fifth", "sixth", "seventh")


class Fall(NamedTuple):
    """Members of a group that fall.

    Attributes:
        one: Words behind the number of a single member: *of the crew of the watch* or *thug*.
        many: Words behind any other number: *of the crew of the watch* or *thugs*.
        fallen: Their number.
        left: Members who still stand.
        who: Id of the group.
        struck: Whether damage felled them, and not the GM's count.
    """

    one: str
    many: str
    fallen: int
    left: int
    who: str = ""
    struck: bool = False


class Deed(NamedTuple):
    """A deed that players saw.

    Attributes:
        who: The names of those who did it, as a sentence begins with them; empty for an event that nobody did.
        verb: The verb, fitted to the names.
        rest: The words behind the verb; the whole sentence where `who` is empty.
        hits: Id of the actor that it hits, if it is aimed at nobody else.
        fells: The verb in place of the first, and of all behind it, if members of a group fall to the hit.
        challenge: Id of the challenge that its words name.
        at_once: Whether the next deed happens with it: *appears and hits Bob*.
        grade: How well it was done, for the result alone; a story does without.
        fall: Members of a group that it fells.
        deals: Damage that the hit deals, as its words say; 0 where they do not.
        counted: The number in `rest` and the noun behind it, if that is all of `rest`: *takes 1 stress*.
        last: Whether no later deed stands in its sentence, as behind a fate, or behind words that name others.
    """

    who: str = ""
    verb: str = ""
    rest: str = ""
    hits: str = ""
    fells: str = ""
    challenge: str = ""
    at_once: bool = False
    grade: str = ""
    fall: Fall | None = None
    deals: int = 0
    counted: tuple[int, str] | None = None
    last: bool = False

    @property
    def phrase(self) -> str:
        """The words behind the names."""
        return " ".join(filter(None, (self.verb, self.rest)))

    @property
    def sentence(self) -> str:
        """The whole sentence, without its full stop."""
        return " ".join(filter(None, (self.who, self.phrase, self.grade)))


class _Run(NamedTuple):
    """Deeds of one person that stand in one sentence."""

    deeds: list[Deed]
    often: list[int]

    @property
    def who(self) -> str:
        return self.deeds[0].who


def times_word(often: int) -> str:
    """Write how often something happened: *twice*, *three times*."""
    return "once" if often == 1 else "twice" if often == 2 else f"{number_word(often)} times"


def number_word(number: int) -> str:
    """Write a number up to twelve in letters, and a greater one in digits."""
    return _NUMBERS[number] if 0 <= number < len(_NUMBERS) else str(number)


def tell(deeds: Iterable[Deed | Fall], short: Mapping[str, str]) -> Iterator[str]:
    """Join deeds into sentences.

    Args:
        deeds: In their order.
        short: Short names by the whole names, for all but the first mention.
    """
    return shorten(_sentences(list(_known_by_now(_runs(_summed(_with_falls(deeds)))))), short)


def _known_by_now(runs: Iterable[_Run]) -> Iterator[_Run]:
    """Write *The crewman* for *A crewman* who was told of before."""
    heard = ""
    for run in runs:
        article, _, noun = run.who.partition(" ")
        if article in ("A", "An") and re.search(rf"\b(?:an?|the) {re.escape(noun)}\b", heard, re.IGNORECASE):
            run = _Run([deed._replace(who=f"The {noun}") for deed in run.deeds], run.often)
        heard += " ".join(("", run.who, *(deed.phrase for deed in run.deeds)))
        yield run


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
        if falls and last is not None and last.fells and falls[0].struck and last.hits == falls[0].who:
            fall = falls.pop(0)
            last = last._replace(verb=last.fells, rest=_number_of(fall), fall=fall)
        if falls:
            if last is not None:
                yield last
            last = Deed(rest=tell_fall(*falls))
    if last is not None:
        yield last


def _summed(deeds: Iterable[Deed]) -> Iterator[Deed]:
    """Add up deeds of one person that differ in their number alone: *takes 2 stress*, *fells two thugs*."""
    last: Deed | None = None
    for deed in deeds:
        total = None if last is None or not deed.who or last.who != deed.who else _sum_of(last, deed)
        if last is not None and total is None:
            yield last
        last = total or deed
    if last is not None:
        yield last


def _sum_of(first: Deed, second: Deed) -> Deed | None:
    if first.fall is not None and second.fall is not None and first.fall.who == second.fall.who:
        fall = second.fall._replace(fallen=first.fall.fallen + second.fall.fallen)
        return second._replace(rest=_number_of(fall), fall=fall)
    if first.counted is None or second.counted is None or first.verb != second.verb:
        return None
    (one, noun), (other, same) = first.counted, second.counted
    if noun != same:
        return None
    return second._replace(rest=f"{one + other} {noun}", counted=(one + other, noun))


def _number_of(fall: Fall) -> str:
    """Write how many a hit fells: *one thug*, *the last two of the crew*."""
    grouped, number = fall.one == fall.many, number_word(fall.fallen)
    noun = fall.one if fall.fallen == 1 else fall.many
    if fall.left > 0:
        return f"{number if grouped or fall.fallen > 1 else 'one'} {noun}"
    return f"the last {noun}" if fall.fallen == 1 else f"the last {number} {noun}"


def tell_fall(*falls: Fall) -> str:
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
    run: _Run | None = None
    for deed in deeds:
        same = run is not None and bool(deed.who) and deed.who == run.who
        if run is not None and same and deed.phrase == run.deeds[-1].phrase:
            run.often[-1] += 1
        elif run is not None and same and len(run.deeds) < MOST_JOINED and not run.deeds[-1].last:
            run.deeds.append(deed)
            run.often.append(1)
        else:
            if run is not None:
                yield run
            run = _Run([deed], [1])
    if run is not None:
        yield run


def _sentences(runs: Sequence[_Run]) -> Iterator[str]:
    """Write each run; people who do the same, and two who do alike, share a sentence.

    As in *Ada and Bob take 1 stress*, or *Ada succeeds with Lore, and Bob with Fight*.
    """
    at = 0
    while at < len(runs):
        run, together = runs[at], list(takewhile(partial(_same, runs[at]), runs[at:]))
        if len(together) > 1:
            names = join_names([run.who, *(_within(one.who) for one in together[1:])])
            yield _ended(f"{names} {plural_verb(run.deeds[0].verb)} {run.deeds[0].rest}".rstrip())
            at += len(together)
            continue
        after = runs[at + 1] if at + 1 < len(runs) else None
        if after is not None and _alike(run, after):
            yield _ended(f"{run.who} {_phrase(run, 0)}, and {_within(after.who)} {_rest(after, 0)}")
            at += 2
            continue
        yield _ended(" ".join(filter(None, (run.who, _joined(run)))))
        at += 1


def _same(run: _Run, other: _Run) -> bool:
    """Tell if two runs are one deed each, done once, in the same words."""
    one, alike = run.deeds[0], other.deeds[0]
    single = len(run.deeds) == len(other.deeds) == 1 and run.often == other.often == [1]
    # Two teams may have members in common.
    single = single and bool(one.who) and plural_verb(one.verb) != one.verb
    return single and (one.verb, one.rest) == (alike.verb, alike.rest)


def _alike(run: _Run, after: _Run) -> bool:
    """Tell if two runs are a single deed each, of different people, with the same verb and words behind it."""
    (first, *more), (second, *others) = run.deeds, after.deeds
    # A title behind a verb that is left out would read as its verb.
    bare = all(deed.who and deed.rest and not deed.rest[:1].isupper() for deed in (first, second))
    # What two people are is no deed that they share.
    bare = bare and first.verb not in ("is", "are", "has", "have")
    return bare and not more and not others and first.verb == second.verb and first.who != second.who


def _rest(run: _Run, at: int) -> str:
    """Write the words behind the verb of a deed, with how often it was done: *Bob twice*."""
    often = run.often[at]
    return " ".join(filter(None, (run.deeds[at].rest, "" if often == 1 else times_word(often))))


def _phrase(run: _Run, at: int) -> str:
    """Write a deed behind its names, with how often it was done: *hits Bob twice*."""
    return " ".join(filter(None, (run.deeds[at].verb, _rest(run, at))))


def _joined(run: _Run) -> str:
    """Join deeds; a verb that was said is not said again: *hits Bob, then Cy, and then falls*."""
    words, last = _phrase(run, 0), MOST_JOINED - 1
    for at, (before, deed) in enumerate(pairwise(run.deeds), 1):
        joint = " and" if before.at_once else ", and then" if at == last else ", then"
        words += f"{joint} {_rest(run, at) if deed.rest and before.verb == deed.verb else _phrase(run, at)}"
    return words


def _within(name: str) -> str:
    """Write a name within a sentence, where an article has no capital."""
    article, space, rest = name.partition(" ")
    return f"{article.lower()}{space}{rest}" if article in ("A", "An", "The") else name


def _ended(words: str) -> str:
    return words if words.endswith((".", "!", "?", "…", "”")) else f"{words}."


def shorten(sentences: Iterable[str], short: Mapping[str, str]) -> Iterator[str]:
    """Write short names, given by the whole ones, in sentences for all but the first mention."""
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
