"""Last time: a few sentences on where a table stood when it was left, for the GM who opens it again.

They hold the GM's own words and hidden names, so no player reads them. They are made of the table and of its last acts
alone, so that a long history costs nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set

from wyrd_tui.engine import events as e
from wyrd_tui.engine.act import Act
from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.harm import hurt_words
from wyrd_tui.engine.log_line import LogLine
from wyrd_tui.engine.state import Challenge, State
from wyrd_tui.engine.voices import voice_of
from wyrd_tui.engine.words import join_names, possessive_short, short_name_of

LATEST_ACTS = 60
"""Acts among which the last results are looked for."""
MOST_RESULTS = 2
MOST_OPEN = 3
"""Challenges and clocks that are named."""


def last_time(state: State, recent: Sequence[Act]) -> tuple[str, ...]:
    """Tell where a table stood, how its last rolls ended, who is hurt, and what is open; nothing for a new table.

    Args:
        state: The table now.
        recent: The last acts that stand, oldest first.
    """
    return tuple(_sentences(state, recent[-LATEST_ACTS:])) if recent else ()


def _sentences(state: State, recent: Sequence[Act]) -> Iterator[str]:
    staged = [event for event in recent[-1].events if isinstance(event, e.Staged)]
    over = any(event.cause == "evening ends" for event in staged)
    yield _place(replace(state, evening=state.evening - over), ended=bool(staged), over=over)
    if results := _results(state, recent):
        yield f"The last result{'s' if len(results) > 1 else ''}: {'; '.join(results)}."
    if hurt := list(_hurt(state)):
        yield f"{'; '.join(hurt)}."
    if left := _open(state):
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
    turn = f", on {possessive_short(state, state.order.turn)} turn" if state.order.turn else ""
    return f"Last time you stopped {evening}{place}, in round {state.order.round} of a fight{turn}."


def _results(state: State, recent: Sequence[Act]) -> list[str]:
    """Return the last results of rolls and challenges in the scene that was played, oldest first."""
    found: list[str] = []
    renamed: set[str] = set()
    for act in reversed(recent):
        if len(found) == MOST_RESULTS or (found and any(isinstance(event, e.Staged) for event in act.events)):
            break
        if any(isinstance(event, e.Rolled | e.Settled) for event in act.events):
            lines = _with_names(act, state, renamed) or act.log[act.lead :] or act.log
            # The line of an act that ends a scene tells that end, and no challenge that its end decides.
            kinds = {type(event) for event in act.events}
            settled = e.Settled in kinds and e.Staged not in kinds
            found += _result(lines, settled=settled)
        renamed |= {event.who for event in act.events if isinstance(event, e.Changed) and event.name}
    return found[::-1]


def _with_names(act: Act, state: State, renamed: Set[str]) -> list[LogLine]:
    """Write the line of a roll anew with the names of today; empty where no character was renamed."""
    rolls = [event.roll for event in act.events if isinstance(event, e.Rolled)]
    if not rolls or renamed.isdisjoint(score.who for roll in rolls for score in (roll.score, *roll.against)):
        return []
    # A challenge that has left the abacus is called by its id.
    last = rolls[-1] if rolls[-1].challenge in state.challenges else replace(rolls[-1], challenge="")
    return [voice_of(last.game).describe_roll(last, state)]


def _result(lines: Sequence[LogLine], *, settled: bool) -> list[str]:
    """Tell the result of an act; nothing for a roll without a verdict that `settled` no challenge."""
    head = next((line for line in lines if line.head), None)
    if head is None or not (head.verdict or settled):
        return []
    words = head.head.rstrip(".:; ")
    return [f"{words} – {head.verdict.lower()}" if head.verdict else words]


def _hurt(state: State) -> Iterator[str]:
    by_words: dict[str, list[str]] = {}
    for actor in state.actors.values():
        if actor.side == "party" and (hurt := hurt_words(actor)) != "unhurt":
            by_words.setdefault(hurt, []).append(short_name_of(state, actor.id))
    for words in ("out", "badly hurt", "hurt", "low on points"):
        if who := by_words.get(words):
            yield f"{join_names(who)} {'are' if len(who) > 1 else 'is'} {words}"


def _open(state: State) -> str:
    rods = [rod for rod in state.challenges.values() if not rod.outcome]
    # The nearest to its end comes first.
    rods.sort(key=lambda rod: (not rod.threatens, not rod.done, rod.needed - rod.done))
    named = [_beads(rod) for rod in rods[:MOST_OPEN]]
    if more := len(rods) - len(named):
        named.append(f"{more} more")
    told = [f"Open challenges: {join_names(named)}."] if named else []
    told += [f"Open questions: {len(state.open)}."] if state.open else []
    return " ".join(told)


def _beads(rod: Challenge) -> str:
    return f"{rod.title} ({rod.done} of {rod.needed})" if rod.needed > 1 or rod.done else rod.title
