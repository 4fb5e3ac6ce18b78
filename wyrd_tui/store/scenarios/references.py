"""Ids of a scenario, and the checks that each reference leads to one.

Each entry that is referred to (party, cast, challenges, tracks) has an id of its own in the file; a page that nobody
refers to may share its title with another and is numbered.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from wyrd_tui.store.files.clean import quote_text
from wyrd_tui.store.scenarios import presets
from wyrd_tui.store.scenarios.character_models import PlayerEntry
from wyrd_tui.store.scenarios.fields import Entry

if TYPE_CHECKING:
    from wyrd_tui.store.scenarios.check import Examination

_NAMED = 3
MOST_ALIKE = 50


def report_references(check: Examination) -> None:
    """Report ids that are taken, and references that lead nowhere; ids first, since the rest looks them up."""
    for member in check.characters:
        _take(check, check.people, member)
    for challenge in (*check.file.all_challenges, *check.file.clues_on_the_abacus):
        _take(check, check.challenges, challenge)
    _page_ids(check)
    _likeness(check)
    check.report_references()
    _opening(check)
    _waiting(check)


def _take(check: Examination, ids: dict[str, Entry], entry: Entry) -> None:
    """Note an entry under its id, or report that another has that id."""
    first = check.people.get(entry.own_id) or check.challenges.get(entry.own_id) or ids.get(entry.own_id)
    if first is None:
        ids[entry.own_id] = entry
        return
    key = next((field for field in entry.naming if field != "like" and getattr(entry, field)), "")
    advice = "" if key == "id" else "; give one of the two an id of its own"
    keys = (key,) if key else ()
    check.error(f"the id {quote_text(entry.own_id)} is taken{advice}", entry, *keys, also=first)


def _page_ids(check: Examination) -> None:
    """Report pages with the id of something else; a clue may share its id with the challenge that it is."""
    pages: dict[str, Entry] = {}
    for entry in check.file.entries_with_ids:
        if getattr(entry, "id", None) and check.challenges.get(entry.own_id) is not entry:
            _take(check, pages, entry)


def _is_shipped_one(entry: PlayerEntry) -> bool:
    """Tell whether an entry is no more than the id of a shipped character."""
    return entry.model_fields_set == {"like"}


def _likeness(check: Examination) -> None:
    """Report each character that is like nobody, and chains of likeness that come round or are too long."""
    shipped = presets.shipped_character_tables()
    like: dict[str, str] = {}
    for member in check.characters:
        if member.like is None:
            continue
        if isinstance(member, PlayerEntry) and _is_shipped_one(member):
            check.refer(member.like, shipped, "shipped character", member, "like")
        elif member.like not in shipped and (member.like == member.own_id or member.like not in check.people):
            known = {*shipped, *check.people} - {member.own_id}
            check.refer(member.like, known, "character", member, "like")
        if member.own_id != member.like:
            like[member.own_id] = member.like
    for name in like:
        chain = _chain(name, like)
        if like.get(chain[-1]) == name:
            check.error(f"{quote_text(name)} is, in the end, like itself", check.people[name], "like")
        elif len(chain) > MOST_ALIKE:
            fault = (
                f"{quote_text(name)} is like a character who is like another, and so on, over more than {MOST_ALIKE}"
            )
            check.error(fault, check.people[name], "like")


def _chain(name: str, like: Mapping[str, str]) -> list[str]:
    """Follow who is like whom, from a name on, until it ends, comes round or is too long."""
    seen = {name: None}
    step = like.get(name)
    while step is not None and step not in seen and len(seen) <= MOST_ALIKE:
        seen[step] = None
        step = like.get(step)
    return [*seen]


def _opening(check: Examination) -> None:
    """Report acts and scenes that begin after the first one that does."""
    opening = [chapter for chapter in check.file.chapters if chapter.begins]
    for chapter in opening[1:]:
        check.error("only one act or scene can begin", chapter, "begins", also=opening[0])


def _waiting(check: Examination) -> None:
    """Report challenges that wait for each other, so that none of them could ever be attempted (WA-14)."""
    waits = {challenge.own_id: challenge for challenge in check.file.all_challenges if challenge.after}
    for circle in _circles({name: challenge.after for name, challenge in waits.items()}):
        rest = [*circle[1:], circle[0]]
        for_ = ", that for ".join(map(quote_text, rest[:_NAMED]))
        more = f", and so on to {quote_text(circle[0])}" if len(rest) > _NAMED else ""
        first = waits[circle[0]]
        fault = f"{quote_text(circle[0])} can never be attempted: it waits for {for_}{more}"
        check.error(fault, first, "after", first.after.index(rest[0]))


def _circles(waits: Mapping[str, Iterable[str]]) -> Iterator[list[str]]:
    """Find every way that leads back to where it began, from the name that comes first."""
    done: set[str] = set()
    for start in waits:
        way, left = {start: None}, [iter(waits[start])]
        while left and start not in done:
            name = next(left[-1], None)
            if name is None:
                left.pop()
                done.add(way.popitem()[0])
            elif name in way:
                names = list(way)
                yield names[names.index(name) :]
            elif name in waits and name not in done:
                way[name] = None
                left.append(iter(waits[name]))
