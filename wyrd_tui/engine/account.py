"""The log's account of an act: its sentences, and its title for undo and the history."""

from __future__ import annotations

from collections.abc import Iterable

from wyrd_tui.engine import events as e
from wyrd_tui.engine.answers import one_line
from wyrd_tui.engine.apply import apply
from wyrd_tui.engine.describe import describe
from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.harm import describe_fall
from wyrd_tui.engine.log_line import SILENCE, LogLine
from wyrd_tui.engine.named_tuple import NamedTuple
from wyrd_tui.engine.roll import Roll
from wyrd_tui.engine.state import State
from wyrd_tui.engine.voices import voice_of
from wyrd_tui.engine.words import name_and_verb, short_name_of


class Account(NamedTuple):
    """An act in the words of the log, with the table after it.

    Attributes:
        log: Lines of the log.
        lead: Index of the line that names the act.
        title: Name of the act; empty where the log says nothing of it.
        after: The table, one act later.
        events: The event that each line tells.
    """

    log: tuple[LogLine, ...]
    lead: int
    title: str
    after: State
    events: tuple[e.Event, ...] = ()


_Told = tuple[e.Event, State, str]
"""An event that the log mentions, with the state before it and the head of its sentence."""


def describe_and_apply(state: State, events: Iterable[e.Event]) -> Account:
    """Tell the events of one act and apply them."""
    acts, rolled = state.acts, False
    log: list[LogLine] = []
    told: list[_Told] = []
    together: list[Roll] = []
    last: e.Event | None = None
    for event in events:
        line = SILENCE if together and _is_told_together(event) else describe(event, state)
        if isinstance(event, e.Rolled):
            rolled = True
            together += [event.roll] if _is_told_together(event) else []
        line = _on_one_line(line)
        if isinstance(last, e.Hitting) and _takes_as_dealt(event, last):
            # The roll has told the number; where one of several hits is taken, a line has named that one.
            head = name_and_verb(state, last.who, "takes the hit")
            if told and told[-1][0] is last:
                head = told.pop()[2]
                log.pop()
            line = replace(line, head=head)
        last = event
        if line.head and told and _tells_again(told[-1][0], event):
            told.pop()
            log.pop()
        if told and (fall := _fall_of(event, told[-1][0], state)):
            # The line of the blow has the name already.
            log[-1] = replace(log[-1], tail=f"{log[-1].tail}{',' if log[-1].tail else ':'} {fall}")
            if isinstance(event, e.Changed) and event.count == 0:
                log[-1] = replace(log[-1], verdict="OUT", tone="harm")
        elif line.head or line.tail:
            at = _heading(told) if _is_an_end(event) else len(told)
            log.insert(at, line)
            told.insert(at, (event, state, line.head))
        state = apply(state, event)
    # A roll names an act, and so does a scene or evening, the last of several; else the first sentence does.
    rolls = [at for at, (event, *_) in enumerate(told) if isinstance(event, e.Rolled) and event.roll not in together]
    staged = [index for index, one in enumerate(told) if isinstance(one[0], e.Staged)]
    lead = rolls[0] if rolls else staged[-1] if staged and not rolled else 0
    if together:
        at = next(at for at, (event, *_) in enumerate(told) if _is_told_together(event))
        log[at] = _on_one_line(voice_of(together[0].game).describe_rolls[together[0].act](together, told[at][1]))
    title = "" if not told else told[lead][2] if rolled or lead else _title(told)
    if rolls and lead:
        # Undo takes back all that the act did before its roll, too.
        title = f"{title}, and {len(told) - 1} more"
    events_told = tuple(event for event, *_ in told)
    return Account(tuple(log), lead, one_line(title), replace(state, acts=acts + 1), events_told)


def _takes_as_dealt(event: e.Event, hit: e.Hitting) -> bool:
    """Tell whether an event is the damage of a hit, as the roll dealt it."""
    return isinstance(event, e.Marked) and event.who == hit.who and bool(event.damage) and not event.why


def _tells_again(before: e.Event, event: e.Event) -> bool:
    """Tell whether an event says what the one before has told.

    An outcome does behind the last bead of its challenge, and damage of another number behind the hit that it answers.
    """
    if isinstance(event, e.Marked) and isinstance(before, e.Hitting):
        return event.who == before.who and event.cause == "hit"
    if not isinstance(event, e.Settled) or not isinstance(before, e.Moved) or before.why:
        return False
    return event.outcome == "overcome" and before.challenge == event.challenge


def _is_an_end(event: e.Event) -> bool:
    return isinstance(event, e.Staged) and event.cause in ("ends", "evening ends")


def _heading(told: list[_Told]) -> int:
    """Return where the end of a scene or an evening is told: before all that ends with it."""
    return max((index + 1 for index, one in enumerate(told) if isinstance(one[0], e.Staged)), default=0)


def leading_roll(events: Iterable[e.Event]) -> Roll | None:
    """Find the roll whose line names an act; None where another line does."""
    return next((one.roll for one in events if isinstance(one, e.Rolled) and not _is_told_together(one)), None)


def _is_told_together(event: e.Event) -> bool:
    """Tell whether all rolls of an event's kind have one line."""
    return isinstance(event, e.Rolled) and event.roll.act in voice_of(event.roll.game).describe_rolls


def _fall_of(event: e.Event, before: e.Event, state: State) -> str:
    """Tell how many of a group fall by the blow before; empty for any other event."""
    if not isinstance(event, e.Changed) or not isinstance(before, e.Marked) or event.who != before.who or event.quiet:
        return ""
    actor = state.actors.get(event.who)
    return describe_fall(event, actor) if actor else ""


def _on_one_line(line: LogLine) -> LogLine:
    """Return a line without breaks; a page of the book has several, the log has one for each sentence."""
    whole = f"{line.head}{line.tail}{line.verdict}{line.brief}"
    if one_line(whole) == whole:
        return line
    head, tail, verdict, brief = map(one_line, (line.head, line.tail, line.verdict, line.brief))
    return LogLine(head, tail, verdict, line.tone, brief)


def _title(told: list[_Told]) -> str:
    """Return the head of the first sentence, with the other actors that had the same happen to them."""
    first, _, head = told[0]
    if len(told) == 1 or (deed := _happened(first)) is None:
        return head
    others: dict[str, tuple[State, object]] = {}
    for event, before, _ in told[1:]:
        if type(event) is type(first) and (other := _happened(event)) and other.who != deed.who:
            others[other.who] = before, other.what
    if len(others) != 1:
        return f"{head}, and {len(others)} more" if others else head
    ((who, (before, what)),) = others.items()
    return f"{head}, {short_name_of(before, who)} too" if what == deed.what else f"{head}, and 1 more"


class _Happened(NamedTuple):
    """The actor that an event happened to, and what happened."""

    who: str
    what: object


def _happened(event: e.Event) -> _Happened | None:
    """Return what an event did to one actor; None for an event of another kind.

    The source of damage counts too: the title names it once for both actors.
    """
    match event:
        case e.Marked():
            return _Happened(event.who, (event.game, event.damage, event.cause, event.why))
        case e.Befell():
            return _Happened(event.who, replace(event.condition, note=""))
        case e.Recovered():
            return _Happened(event.who, (event.game, event.condition))
        case _:
            return None
