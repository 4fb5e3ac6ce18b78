"""Prose of a story: deeds of people joined into sentences, with short names once somebody has been named."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from functools import partial
from itertools import groupby, islice, pairwise, takewhile
from math import ceil

from wyrd_tui.engine.letters import end_sentence
from wyrd_tui.engine.named_tuple import NamedTuple
from wyrd_tui.engine.told_deed import Deed, Fall
from wyrd_tui.engine.words import join_names, plural_verb

MOST_JOINED = 3
"""Deeds of one person that stand in one sentence."""
LONGEST_PARAGRAPH = 6
"""Sentences of the longest paragraph."""
OTHER_VERBS: Mapping[str, str] = {
    "succeeds": "does well",
    "succeed": "do well",
    "fails": "fares badly",
    "fail": "fare badly",
    "hits": "strikes",
    "hit": "strike",
    "misses": "cannot touch",
    "miss": "cannot touch",
    "overcomes": "gets the better of",
    "overcome": "get the better of",
}
"""Another verb for the one with which the sentence before begins."""
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_ORDINALS = ("", "first", "second", "third", "fourth", "fifth", "sixth", "seventh")


class _Run(NamedTuple):
    """Deeds of one person that stand in one sentence.

    Attributes:
        deeds: The deeds.
        often: Number of times that each was done.
        suffered: Deeds that tell the harm to the one whom the last deed hits.
        why: Words on what came of the last deed.
    """

    deeds: list[Deed]
    often: list[int]
    suffered: list[Deed]
    why: list[str]

    @property
    def who(self) -> str:
        return self.deeds[0].who

    @property
    def plain(self) -> bool:
        """Whether the sentence tells a single deed, without consequences."""
        return len(self.deeds) == 1 and not (self.suffered or self.why)

    def takes(self, deed: Deed) -> bool:
        """Take a deed into the sentence if it belongs there; return whether it did."""
        last, same = self.deeds[-1], bool(deed.who) and deed.who == self.who
        if deed.explains or self.why:
            fits = deed.explains and not self.why and deed.challenge == last.challenge
            self.why.extend([deed.rest] if fits else ())
        elif self.suffered or (deed.whose and deed.whose == last.hits):
            before = self.suffered[-1] if self.suffered else None
            same = before is not None and not before.last and (before.at_once or before.verb == deed.verb)
            fits = before is None or (deed.whose == last.hits and same)
            self.suffered.extend([deed] if fits else ())
        elif fits := same and deed.phrase == last.phrase:
            self.often[-1] += 1
        elif fits := same and len(self.deeds) < MOST_JOINED and not last.last:
            self.deeds.append(deed)
            self.often.append(1)
        return fits


def times_word(often: int) -> str:
    """Write how often something happened: *twice*, *three times*."""
    return "once" if often == 1 else "twice" if often == 2 else f"{number_word(often)} times"


def number_word(number: int) -> str:
    """Write a number up to twelve in letters, and a greater one in digits."""
    return _NUMBERS[number] if 0 <= number < len(_NUMBERS) else str(number)


def tell(sections: Iterable[Iterable[Deed | Fall]], short: Mapping[str, str]) -> Iterator[tuple[str, ...]]:
    """Join deeds into sentences, and sentences into paragraphs.

    Args:
        sections: Deeds in their order; each section begins a paragraph.
        short: Short names by the whole names, for all but the first mention.
    """
    runs = _known_by_now([list(_runs(_summed(_with_falls(deeds)))) for deeds in sections])
    paragraphs = [one for section in runs for one in _paragraphs(list(_sentences(section)))]
    told = shorten([sentence for one in paragraphs for sentence in one], short)
    yield from (tuple(islice(told, len(one))) for one in paragraphs)


def _paragraphs(sentences: Sequence[str]) -> Iterator[Sequence[str]]:
    """Split a long section into paragraphs of about the same length."""
    size = ceil(len(sentences) / max(1, ceil(len(sentences) / LONGEST_PARAGRAPH)))
    yield from (sentences[at : at + size] for at in range(0, len(sentences), size or 1))


def _known_by_now(sections: Iterable[Sequence[_Run]]) -> Iterator[list[_Run]]:
    """Write *The crewman* for *A crewman* who was told of before."""
    heard = set[str]()
    for runs in sections:
        own = []
        for run in runs:
            deeds = [_known_from(heard, deed) for deed in run.deeds]
            heard.update(*(deed.people for deed in deeds))
            own.append(run._replace(deeds=deeds, suffered=[_known_from(heard, deed) for deed in run.suffered]))
        yield own


def _known_from(heard: Set[str], deed: Deed) -> Deed:
    article, _, noun = deed.who.partition(" ")
    known = _is_article(article, noun) and not heard.isdisjoint(deed.people[:1])
    return deed._replace(who=f"The {noun}") if known else deed


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
            last = Deed(rest=tell_fall(*falls), people=(falls[0].who,))
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
        if run is None or not run.takes(deed):
            if run is not None:
                yield run
            run = _Run([deed], [1], [], [])
    if run is not None:
        yield run


def _sentences(runs: Sequence[_Run]) -> Iterator[str]:
    """Write each run; people who do the same, and two who do alike, share a sentence.

    As in *Ada and Bob take 1 stress*, or *Ada succeeds with Lore, and Bob with Fight*. Which of several wordings is
    taken depends on the sentences before alone, so that a story reads the same each time.
    """
    at, number, said = 0, 0, ""
    while at < len(runs):
        run, together = runs[at], list(takewhile(partial(_same, runs[at]), runs[at:]))
        after = runs[at + 1] if at + 1 < len(runs) else None
        names, verb = run.who, run.deeds[0].verb
        if len(together) > 1:
            names, verb = join_names([names, *(within(one.who) for one in together[1:])]), plural_verb(verb)
            run = _felled_by_all(together)
        said = OTHER_VERBS.get(verb, verb) if verb == said else verb
        run = run._replace(deeds=[run.deeds[0]._replace(verb=said), *run.deeds[1:]])
        words = _joined(run, number)
        if len(together) <= 1 and after is not None and _alike(runs[at], after):
            words, together = f"{words}, and {within(after.who)} {_rest(after, 0)}", [run, after]
        # The third sentence of three does not begin with a name as well.
        lead = "Afterwards" if run.deeds[0].later else "Then" if number % 3 == 2 and run.plain else ""
        sentence = " ".join(filter(None, (lead, within(names) if lead else names, words)))
        yield end_sentence(sentence if names else words)
        at, number = at + max(1, len(together)), number + 1


def _same(run: _Run, other: _Run) -> bool:
    """Tell if two runs are one deed each, done once, in the same words."""
    one, alike = run.deeds[0], other.deeds[0]
    single = run.plain and other.plain and run.often == other.often == [1]
    # Two teams may have members in common.
    single = single and bool(one.who) and plural_verb(one.verb) != one.verb
    return single and (one.verb, one.rest) == (alike.verb, alike.rest)


def _felled_by_all(runs: Sequence[_Run]) -> _Run:
    """Return the first of runs that are one deed each, with all who fell to them."""
    deed, fall = runs[0].deeds[0], runs[-1].deeds[0].fall
    if fall is None:
        return runs[0]
    fall = fall._replace(fallen=sum(one.deeds[0].fall.fallen for one in runs if one.deeds[0].fall is not None))
    return runs[0]._replace(deeds=[deed._replace(rest=_number_of(fall), fall=fall)])


def _alike(run: _Run, after: _Run) -> bool:
    """Tell if two runs are a single deed each, of different people, with the same verb and words behind it."""
    first, second = run.deeds[0], after.deeds[0]
    # A title behind a verb that is left out would read as its verb.
    bare = all(deed.who and deed.rest and not deed.rest[:1].isupper() for deed in (first, second))
    # A state of two people is no deed that they share.
    bare = bare and first.verb not in ("is", "are", "has", "have")
    return bare and run.plain and after.plain and first.verb == second.verb and first.who != second.who


def _rest(run: _Run, at: int) -> str:
    """Write the words behind the verb of a deed, with how often it was done: *Bob twice*."""
    often = run.often[at]
    return " ".join(filter(None, (run.deeds[at].rest, "" if often == 1 else times_word(often))))


def _phrase(run: _Run, at: int) -> str:
    """Write a deed behind its names, with how often it was done: *hits Bob twice*."""
    return " ".join(filter(None, (run.deeds[at].verb, _rest(run, at))))


def _joined(run: _Run, number: int) -> str:
    """Join deeds; what was said is not said again: *hits Bob, then Cy, and then fails with Lore*."""
    words, last, shorter = _phrase(run, 0), MOST_JOINED - 1, _without_same_end(run)
    for at, (before, deed) in enumerate(pairwise(run.deeds), 1):
        joint = " and" if before.at_once else ", and then" if at == last else " and then" if number % 2 else ", then"
        words += f"{joint} {_rest(run, at) if deed.rest and before.verb == deed.verb else _phrase(shorter, at)}"
    if run.suffered:
        first = run.suffered[0]
        phrases = [one.rest if one.verb == before.verb else one.phrase for before, one in pairwise(run.suffered)]
        words += f", and {within(first.who)} {join_names([first.phrase, *phrases])}"
    return ": ".join((words, *run.why))


def _without_same_end(run: _Run) -> _Run:
    """Leave out at what and with what a deed is done if the one before has the same: *fails at X, then succeeds*."""
    same = [one.manner and before.manner and one.rest == before.rest for before, one in pairwise(run.deeds)]
    others = (deed._replace(rest="") if left else deed for deed, left in zip(run.deeds[1:], same, strict=True))
    return run._replace(deeds=[run.deeds[0], *others])


def within(name: str) -> str:
    """Write a name within a sentence, where an article has no capital."""
    article, space, rest = name.partition(" ")
    return f"{article.lower()}{space}{rest}" if article == "The" or _is_article(article, rest) else name


def _is_article(word: str, rest: str) -> bool:
    """Tell if a word is the article of a noun, and does not begin a name such as A Lone Wolf."""
    return word in ("A", "An") and rest[:1].islower()


def shorten(sentences: Iterable[str], short: Mapping[str, str], *, known: bool = False) -> Iterator[str]:
    """Write short names, given by the whole ones, in sentences for all but the first mention, or for all `known`."""
    named = set(short) if known else set()
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
