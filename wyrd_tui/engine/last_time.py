"""Last time: a few sentences on where a table stood when it was left, for the GM who opens it again.

They hold the GM's own words and hidden names, so no player reads them. They are made of the table and of its last acts
alone, so that a long history costs nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from wyrd_tui.engine import events as e
from wyrd_tui.engine.act import Act
from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.harm import HEALTH_WORDS, Health, health_of
from wyrd_tui.engine.known import KnownNames, short_names
from wyrd_tui.engine.log_line import LogLine
from wyrd_tui.engine.roll import Roll
from wyrd_tui.engine.state import Actor, Challenge, State
from wyrd_tui.engine.storytelling import shorten, within
from wyrd_tui.engine.told_harm import fate_phrases
from wyrd_tui.engine.told_rolls import public_result
from wyrd_tui.engine.words import fit_verb, join_names, possessive, short_name_of

LATEST_ACTS = 60
"""Acts among which the last results are looked for."""
PLAYED = e.Rolled | e.Settled | e.Staged | e.Ordered
"""Events that tell that an evening was played, or that it ended."""
MOST_RESULTS = 2
WORST_FIRST: tuple[Health, ...] = ("out", "badly", "hurt", "low")
MOST_OPEN = 3
"""Challenges and clocks that are named."""


def last_time(state: State, recent: Sequence[Act], again: Collection[str] = ()) -> tuple[str, ...]:
    """Tell where a table stood, how its last rolls ended, who is hurt, and what is open; nothing for a new table.

    Args:
        state: The table now.
        recent: The last acts that stand, oldest first.
        again: The challenges that failed and may be faced again.
    """
    return tuple(_sentences(state, recent[-LATEST_ACTS:], again)) if recent else ()


def _sentences(state: State, recent: Sequence[Act], again: Collection[str]) -> Iterator[str]:
    # Notes that were written after an evening have not begun the next.
    last = next((act for act in reversed(recent) if any(isinstance(event, PLAYED) for event in act.events)), recent[-1])
    over = any(isinstance(event, e.Staged) and event.cause == "evening ends" for event in last.events)
    ended = over or any(isinstance(event, e.Staged) for event in recent[-1].events)
    yield _place(replace(state, evening=state.evening - over), ended=ended, over=over)
    if results := _results(state, recent):
        yield f"The last result{'s' if len(results) > 1 else ''}: {'; '.join(results)}."
    if hurt := list(_hurt(state)):
        yield f"{'; '.join(hurt)}."
    if left := _open(state, again):
        yield left


def _place(state: State, *, ended: bool, over: bool) -> str:
    """Tell where the table stood; after a scene that had just `ended` where no other had begun.

    An evening that is `over` is named, also the first.
    """
    scene = state.scene
    evening = f"{'at the end of' if over else 'on'} evening {state.evening}, " if over or state.evening > 1 else ""
    if scene.between or (ended and not scene.title):
        place = f"after scene {scene.number - 1}" if scene.number > 1 else "before the first scene"
    else:
        place = f"in scene {scene.number}" + (f", {scene.title}" if scene.title else "")
    if not state.order.round:
        return f"Last time you stopped {evening}{place}."
    turn = f", on {possessive(state, state.order.turn)} turn" if state.order.turn else ""
    return f"Last time you stopped {evening}{place}, in round {state.order.round} of a fight{turn}."


def _results(state: State, recent: Sequence[Act]) -> list[str]:
    """Return the last results of rolls and challenges in the scene that was played, oldest first.

    A throw that was made again has no result of its own.
    """
    found: list[str] = []
    again: tuple[str, str] | None = None
    everybody = _all_known(state)
    known = KnownNames(everybody, quoted=True)
    for act in reversed(recent):
        if len(found) == MOST_RESULTS or (found and any(isinstance(event, e.Staged) for event in act.events)):
            break
        kinds = {type(event) for event in act.events}
        rolls = [event.roll for event in act.events if isinstance(event, e.Rolled)]
        first = bool(rolls) and (rolls[-1].act, rolls[-1].score.who) == again
        if rolls:
            again = (rolls[-1].act, rolls[-1].score.who) if rolls[-1].rerolled else None
        if kinds & {e.Rolled, e.Settled} and not first:
            # The line of an act that ends a scene tells that end, and no challenge that its end decides.
            result = _result(act.log[act.lead :] or act.log, settled=e.Settled in kinds and e.Staged not in kinds)
            found += _short(act, known, decided=bool(result)) or result
    lead, *later = shorten(found[::-1], short_names(everybody), known=True) if found else [""]
    return [lead, *map(within, later)] if lead else []


def _all_known(state: State) -> State:
    """Return a table whose characters and challenges all have names that may be told, the hidden ones too."""
    actors = {who: replace(actor, visibility="open") for who, actor in state.actors.items()}
    rods = {which: replace(rod, visibility="open") for which, rod in state.challenges.items()}
    return replace(state, actors=actors, challenges=rods)


def _short(act: Act, known: KnownNames, *, decided: bool) -> list[str]:
    """Tell the last roll of an act in few words, as players would read it; empty for none of which they would read.

    Of a roll that has `decided` nothing, such as a Wyrd roll, its number is the result where a recap tells that.
    """
    rolls = [event.roll for event in act.events if isinstance(event, e.Rolled)]
    if not rolls or not (decided or _is_number(rolls[-1])):
        return []
    deed = public_result(replace(rolls[-1], unseen=()), known)
    return [deed.sentence] if deed is not None else []


def _is_number(roll: Roll) -> bool:
    """Tell whether a roll was made for its number, and against nothing."""
    return not roll.outcome and roll.value is None


def _result(lines: Sequence[LogLine], *, settled: bool) -> list[str]:
    """Tell the result of an act; nothing for a roll without a verdict that `settled` no challenge."""
    head = next((line for line in lines if line.head), None)
    if head is None or not (head.verdict or settled):
        return []
    words = head.head.rstrip(".:; ")
    return [f"{words} – {head.verdict.lower()}" if head.verdict else words]


def _hurt(state: State) -> Iterator[str]:
    by_words: dict[tuple[Health, str], list[Actor]] = {}
    for actor in state.actors.values():
        health = health_of(actor)
        # Of others only those who are out are told.
        if health == "out" or (actor.side == "party" and health != "unhurt"):
            fates = [phrase.rest for phrase in fate_phrases([one for one in actor.conditions if one.out])]
            down = "down" if actor.count <= 0 else HEALTH_WORDS[health]
            words = "dead" if actor.dead else next(filter(None, fates), down)
            by_words.setdefault((health, words), []).append(actor)
    for worst in WORST_FIRST:
        for (health, words), who in by_words.items():
            if health == worst:
                names = join_names([short_name_of(state, one.id) for one in who])
                yield f"{names} {fit_verb(who[0], 'is') if len(who) == 1 else 'are'} {words}"


def _open(state: State, again: Collection[str]) -> str:
    rods = [rod for rod in state.challenges.values() if not rod.outcome or rod.id in again]
    # The nearest to its end comes first, and those that failed and may be faced again come last.
    rods.sort(key=lambda rod: (rod.outcome != "", not rod.threatens, not rod.done, rod.needed - rod.done))
    named = [_beads(rod) for rod in rods[:MOST_OPEN]]
    if more := len(rods) - len(named):
        named.append(f"{more} more")
    told = [f"Open challenges: {join_names(named)}."] if named else []
    told += [f"Open questions: {len(state.open)}."] if state.open else []
    return " ".join(told)


def _beads(rod: Challenge) -> str:
    beads = f"{rod.done} of {rod.needed}" if rod.needed > 1 or rod.done else ""
    told = ", ".join(filter(None, (beads, rod.outcome)))
    return f"{rod.title} ({told})" if told else rod.title
