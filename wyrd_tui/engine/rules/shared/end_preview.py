"""Words on what an end of a fight, a scene or an evening does, before it is confirmed."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from wyrd_tui.engine.apply import apply_each
from wyrd_tui.engine.describe import describe
from wyrd_tui.engine.dice import Refused, count_noun
from wyrd_tui.engine.events import (
    Counted,
    Event,
    Marked,
    Ordered,
    Rated,
    Recovered,
    Said,
    Settled,
    Spent,
    Staged,
    Traited,
)
from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.rules.game import Pending
from wyrd_tui.engine.rules.games import GAMES
from wyrd_tui.engine.rules.shared.end_events import end_events, scene_runs
from wyrd_tui.engine.rules.shared.matters import left_open, pending
from wyrd_tui.engine.state import State
from wyrd_tui.engine.words import begin_sentence, few_names, join_names, possessive, short_name_of, suits_is

MOST_NAMED, MOST_PEOPLE = 2, 4
"""Greatest number of things, and of people, that are named before an end is confirmed; more are counted."""


def describe_first_end(state: State, *later: str) -> str:
    """List what ends first, and all that expires with these ends and later ones; empty where no scene runs."""
    if not scene_runs(state):
        return ""
    over, open_still, told = _end_lines(state, "scene", *later)
    return "\n".join(filter(None, (over, *open_still, *told)))


def open_behind_scene(state: State) -> str:
    """List the questions that stay open as the scene ends; empty where none runs."""
    return "\n".join(_end_lines(state, "scene")[1]) if scene_runs(state) else ""


def _bonus_told(state: State, event: Spent) -> str:
    bonus = state.bonuses[event.bonus]
    return f"{possessive(state, bonus.owner)} “{bonus.label}”"


def _expired_told(bonuses: Sequence[str]) -> str:
    """Tell how many bonuses expire, and which where they are few."""
    number = count_noun(len(bonuses), "bonus expires", "bonuses expire")
    return f"{number}: {join_names(bonuses)}" if len(bonuses) <= MOST_NAMED else number


def describe_end(state: State, what: str) -> str:
    """Name what ends, then list the questions that stay open, and all that expires, comes back and strikes."""
    nothing = "Nothing expires and nothing comes back"
    if what == "fight" and state.order.places:
        nothing = "The order of turns ends; nothing more expires or comes back"
    over, open_still, told = _end_lines(state, what)
    over = over if told or what == "scene" else ""
    # A point that an open question gives back comes back by its answer.
    nothing += " by itself" if open_still else ""
    return "\n".join(filter(None, (over, *open_still, *(told or [nothing]))))


def _end_lines(state: State, *ends: str) -> tuple[str, Sequence[str], Sequence[str]]:
    """Return what one end after another ends, in a line, the questions that are open then, and what else they do."""
    over: list[str] = []
    told: list[str] = []
    now = state
    for what in ends:
        try:
            ended, lines, now = _end_told(now, what)
        except Refused as refusal:
            return " · ".join(over), (), (*told, str(refusal))
        over += ended
        told += lines
    return " · ".join(over), [*_stays_open(state, now)], [*map(begin_sentence, told)]


def _end_told(state: State, what: str) -> tuple[list[str], list[str], State]:
    """Return the lines of the log on what ends, and on what else an end does, and the table behind it."""
    ended: list[str] = []
    rested: dict[str, list[str]] = {}
    over: dict[str, list[str]] = {}
    facts: list[tuple[Event, State]] = []
    fresh: list[str] = []
    expired: list[str] = []
    after = state
    for event, before, now in apply_each(state, end_events(state, what)):
        after = now
        said = describe(event, before)
        line = said.head
        match event:
            case Marked() if event.damage is None and line:
                words = GAMES[event.game].end_words.get(what, "comes back")
                rested.setdefault(words, []).append(short_name_of(state, event.who))
            case Recovered() if line:
                label = next(one.label for one in before.actors[event.who].conditions if event.ends(one))
                over.setdefault(label, []).append(short_name_of(state, event.who))
            case Spent():
                expired += [_bonus_told(before, event)] if line else []
            case Traited():
                fresh += [f"“{event.trait.name}”"] if line else []
            case Ordered() | Staged(cause="ends") if line:
                ended.append(str(said))
            case Ordered() | Staged():
                continue
            case _ if line:
                facts.append((event, before))
    told = [f"{words} for {_named(names)}" for words, names in rested.items()]
    told += [
        f"{_named(names)} no longer {label}" if suits_is(label) else f"“{label}” ends for {_named(names)}"
        for label, names in over.items()
    ]
    told += [_expired_told(expired)] if expired else []
    told += [f"{join_names(fresh)} may be used again"] if 0 < len(fresh) <= MOST_NAMED else []
    told += [f"{len(fresh)} uses come back"] if len(fresh) > MOST_NAMED else []
    told += _facts_told(facts, {one.about for one in left_open(after)})
    told += _stay_out(after) if what != "evening" else ()
    return ended, told, after


def _facts_told(facts: Sequence[tuple[Event, State]], asked: Collection[str]) -> list[str]:
    """Tell a rule by what it changes, or else in its own words; open questions tell the failures of `asked` ones."""
    told: list[str] = []
    speaking = ""
    for event, before in facts:
        line = describe(event, before)
        match event:
            case Counted() | Rated() if speaking and speaking == event.rule:
                told[-1] = str(line)
            case Counted() | Rated():
                told.append(str(describe(replace(event, why=""), before)))
            case Said():
                told.append(str(line))
            case _ if not (isinstance(event, Settled) and event.challenge in asked):
                told.append(line.head)
        speaking = event.rule if isinstance(event, Said) else ""
    return told


def _stay_out(state: State) -> list[str]:
    """Name the living whom no end of a fight or scene brings back, each with the reason (WE-66, WA-31, U-25)."""
    living = (actor for actor in state.actors.values() if actor.why_out and not actor.dead)
    out = [f"{short_name_of(state, actor.id)} ({actor.why_out})" for actor in living]
    return [f"out of action still: {_named(out)}"] if out else []


def _stays_open(before: State, after: State) -> Iterator[str]:
    """List the questions that are still open once a scene is over, those that its end changes with the change.

    Of more than three others it names two and counts the rest: the list of open questions names them all.
    """
    changes = {question.matter: question.at_end for question in pending(before)}
    still = pending(after, left_open(after))
    changed = [question for question in still if changes.get(question.matter)]
    others = [question for question in still if question not in changed]
    yield from (f"Open: {question.sentence}. {changes[question.matter]}" for question in changed)
    named = others if len(others) <= MOST_NAMED + 1 else others[:MOST_NAMED]
    yield from (f"Open: {question.sentence}" for question in named)
    if left := len(others) - len(named):
        yield f"Open: {left} more questions"


def outliving(state: State) -> list[Pending]:
    """Return the open questions that do not end with the scene."""
    ended = {one.id for one in state.open if one.ends == "scene"}
    return [one for one in pending(state) if one.matter not in ended]


def _named(names: Sequence[str]) -> str:
    return join_names(few_names(names, MOST_PEOPLE))
