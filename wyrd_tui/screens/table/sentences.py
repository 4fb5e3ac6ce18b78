"""Sentences of the table screen: acts and states in words."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import partial
from operator import itemgetter
from typing import TYPE_CHECKING

from wyrd_tui.engine.account import describe_and_apply, leading_roll
from wyrd_tui.engine.act import Act, Step
from wyrd_tui.engine.dice import count_noun
from wyrd_tui.engine.events import (
    Cleared,
    Closed,
    Counted,
    Event,
    Laid,
    Marked,
    Moved,
    Noted,
    Opened,
    Ordered,
    Placed,
    Rated,
    Remembered,
    Rolled,
    Said,
    Spent,
    Traited,
    Turned,
)
from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.journal import Journal, Saving
from wyrd_tui.engine.log_line import LogLine, in_brief
from wyrd_tui.engine.rod_order import lock_told
from wyrd_tui.engine.rules.shared.rods import own_counters
from wyrd_tui.engine.session import Session
from wyrd_tui.engine.spans import Role
from wyrd_tui.engine.state import Challenge, State
from wyrd_tui.engine.voices import voice_of
from wyrd_tui.store.files.regular import refusal_reason
from wyrd_tui.widgets.abacus_plan import group_rods, is_tried, slide_of
from wyrd_tui.widgets.cells import INDENTED, cells, clean_line, cut, wrap, wrap_items
from wyrd_tui.widgets.glyphs import UNICODE, Glyphs
from wyrd_tui.widgets.values import LOG_ACTS, Around, HeadRod, LogEntry, Waits

if TYPE_CHECKING:
    from textual.geometry import Size

    from wyrd_tui.engine.rules.game import Pending
    from wyrd_tui.screens.table.cursor import Cursor

MOST_POOL_BEADS = 8
"""Greatest pool that is drawn in beads."""
HEIGHT_OF_WORDS = 2
"""Lines that words may take at the foot."""
SEVERAL = 2
"""Lines from which on an act says more than its headline."""
FOOT_CELLS = 140
"""Cells that a sentence may take at the foot, on two of its lines, on the narrowest screen."""
DID_NOT_WORK = "The act failed; nothing was changed."
DONE_ALL_THE_SAME = "The act is done and saved, but the screen failed to show it. u takes it back."
UNDONE_ALL_THE_SAME = "The act is undone and saved, but the screen failed to show it. U brings it back."


def log_entry(act: Act) -> LogEntry:
    """An act as the log pane shows it."""
    clock = time.strftime("%H:%M", time.localtime(act.at)) if act.at else ""
    raised = frozenset(event.matter.id for event in act.events if isinstance(event, Opened))
    return LogEntry(act.number, clock, act.log or (LogLine(act.title),), raised)


def extend_log(entries: list[LogEntry], act: Act) -> None:
    """Add an act; of a long evening the pane holds the last acts alone."""
    entries.append(log_entry(act))
    if len(entries) >= 2 * LOG_ACTS:
        del entries[:-LOG_ACTS]


def shorten_log(log: Sequence[LogEntry], act: Act, session: Session) -> list[LogEntry]:
    """The log without an act that was taken back; where it holds no other, with those from before."""
    left = [entry for entry in log if entry.number != act.number]
    return left if any(entry.number for entry in left) else [*log_entries(session), *left]


def log_entries(session: Session) -> list[LogEntry]:
    """The log of everything that was done and not undone, as far as the pane holds it."""
    return [log_entry(step.act) for step in session.last(LOG_ACTS)]


_SEEN = (
    *(Moved, Counted, Rated, Rolled, Spent, Traited, Ordered, Turned, Placed, Noted, Cleared),
    *(Remembered, Opened, Closed),
)
"""Events that a pane shows as well as the log does: beads, rods that go, counters, ratings, places in the order."""


def says_more(act: Act, width: int) -> bool:
    """Tell if the log says more of an act than its headline and the panes: a rule that fired, a text, a fall.

    Events of the same kind for other actors are seen in the panes, too.
    """
    first, *rest = act.events or (None,)
    if len(act.lines) < SEVERAL:
        return isinstance(first, Said) and cells(act.headline) + 2 > width
    return any(
        not (isinstance(event, (*_SEEN, type(first))) or _is_seen(event)) or isinstance(event, Said)
        for event in rest
        if not getattr(event, "quiet", False)
    )


def _is_seen(event: Event) -> bool:
    """Tell if a pane shows what an event changed: a new value of a challenge, points that came back."""
    return (isinstance(event, Laid) and bool(event.why)) or (isinstance(event, Marked) and event.damage is None)


def tell_with_rest(step: Step, width: int) -> str:
    """Tell an act at the foot: its sentence alone whole, else in two lines with as many others as have room.

    The last words say how many others are in the log.
    """
    act, rules = step.act, _rule_places(step)
    places, fits = _worst_first(act, rules), partial(_fits, width=width)
    whole = _in_a_row((act.headline, *(str(act.log[at]) for at in sorted(places))))
    if not places or fits(whole):
        return whole
    headlines = [*filter(fits, _headlines(act))] or [in_brief(act.log[act.lead])]
    words, count = max((_as_many(headline, act, places, fits) for headline in headlines), key=itemgetter(1))
    if count < 1 and (named := [act.log[at].head for at in rules]):
        more = _more_in_log(len(places) - len(named))
        return next(filter(fits, (_in_a_row((headline, *named, *more)) for headline in headlines)), words)
    return words


def tell_in_brief(step: Step, width: int) -> str:
    """Tell an act for a line that it may not have room in: its result, then what is worst, then the rest."""
    act, rules = step.act, _rule_places(step)
    places, headlines = _worst_first(act, rules), [*_headlines(act)]
    # The dice of a roll are in the log; any other sentence loses its end.
    words = headlines[1] if leading_roll(act.events) and act.log[act.lead].brief else headlines[0]
    worst = [in_brief(act.log[at]) for at in places if act.log[at].tone == "harm" or at in rules]
    if worst and not _fits(_in_a_row((words, *worst)), width, 1):
        words = headlines[-1]
    for at in places:
        told = act.log[at].head if at in rules else str(act.log[at])
        words = _in_a_row((words, told)) if _fits(words, width) else words
    return words


def _headlines(act: Act) -> Iterator[str]:
    """Yield the wordings of the sentence that names an act: whole, without dice, and of a decided roll the verdict."""
    yield act.headline
    lead, roll = act.log[act.lead] if act.log else LogLine(act.title), leading_roll(act.events)
    if lead.verdict or roll:
        yield in_brief(lead)
    if roll and roll.outcome in ("success", "failure"):
        yield str(replace(lead, tail=""))


def _worst_first(act: Act, rules: Collection[int]) -> list[int]:
    """List the other lines of an act: what is worst, stage rules that no countdown tells, what follows, the rest."""
    # The roll itself says that it is a second one, before the trait that allows it does.
    again = any(isinstance(event, Rolled) and event.roll.rerolled for event in act.events)
    places = [at for at in range(act.lead if again else 0, len(act.log)) if at != act.lead]
    return sorted(places, key=lambda at: (act.log[at].tone != "harm", at not in rules, at < act.lead, at))


def _rule_places(step: Step) -> Sequence[int]:
    """Find the lines of the log that tell a stage rule which no countdown tells."""
    events = step.act.events
    told_else = {"", *(event.challenge.id for event in events if isinstance(event, Laid))}
    if all(event.page in told_else for event in events if isinstance(event, Said)):
        return ()
    told = describe_and_apply(step.before, events).events
    return [at for at, event in enumerate(told) if isinstance(event, Said) and event.page not in told_else]


def _fits(words: str, width: int, lines: int = HEIGHT_OF_WORDS) -> bool:
    """Tell if words take no more than so many lines at the foot."""
    return len(wrap(words, width - INDENTED - 1)) <= lines


def _as_many(headline: str, act: Act, places: Sequence[int], fits: Callable[[str], bool]) -> tuple[str, int]:
    """Return a headline with as many sentences as have room, in brief where they must be, and their number, else -1."""
    for count in range(len(places), -1, -1):
        lines = {at: act.log[at] for at in sorted(places[:count])}
        # A head that its details complete says nothing without them.
        bare = any(line.tail[:1] == ":" and in_brief(line) == line.head for line in lines.values())
        told = {at: str(line) if bare else in_brief(line) for at, line in lines.items()}
        more = _more_in_log(len(places) - count)
        if not fits(_in_a_row((headline, *told.values(), *more))):
            continue
        for at in places[:count]:
            whole = told | {at: str(lines[at])}
            told = whole if fits(_in_a_row((headline, *whole.values(), *more))) else told
        return _in_a_row((headline, *told.values(), *more)), count
    return _in_a_row((headline, *_more_in_log(len(places)))), -1


def _more_in_log(count: int) -> Sequence[str]:
    return [f"{count} more in the log"] if count else []


def _in_a_row(sentences: Sequence[str]) -> str:
    """Join sentences by semicolons, in the place of the full stops of those that have one."""
    return "; ".join((*(one.removesuffix(".") for one in sentences[:-1]), *sentences[-1:]))


def cut_to_line(words: str, width: int, glyphs: Glyphs) -> str:
    """Cut words that the log tells in full to one line, so that the keys stay in sight."""
    return cut(clean_line(words), width - 2, glyphs.more)


def cut_to_items(words: str, width: int, glyphs: Glyphs, lines: int = HEIGHT_OF_WORDS, *, brief: str = "") -> str:
    """Shorten words that the log tells in full to so many lines: in brief, and without items that have no room."""
    room = width - INDENTED - 1
    return " ".join(wrap_items(clean_line(words), room, lines, glyphs.more, brief=clean_line(brief)))


def long_words_entry(words: str) -> list[LogEntry]:
    """Make a log entry of words that have no room at the foot; none for shorter ones."""
    return [LogEntry(0, "", (LogLine(words),))] if cells(words) > FOOT_CELLS else []


def words_entry(words: Sequence[str]) -> list[LogEntry]:
    """Make a log entry of sentences; none where there are none."""
    return [LogEntry(0, "", tuple(map(LogLine, words)))] if words else []


def unsaved(journal: Journal) -> str:
    """Say what of a table is not on disk, and why; empty where everything is."""
    match journal.saving:
        case Saving.IN_MEMORY | Saving.REFUSED:
            return f"NOT SAVED: {journal.reason}"
        case Saving.JOURNAL_ONLY:
            return f"Saved in the journal alone: {journal.reason}"
        case _:
            return ""


def not_saved(refused: OSError) -> str:
    """Describe an act that the disk refused, and what to do about it."""
    reason = refusal_reason(refused)
    return f"Not saved: {reason}. The act is not applied. Try again, or write :memory or :save FOLDER."


def leaving_words(journal: Journal) -> tuple[str, str]:
    """Say as the GM leaves what is not on disk, and what becomes of it."""
    match journal.saving:
        case Saving.IN_MEMORY:
            return unsaved(journal), "If the disk still fails, the table is saved in your home folder."
        case Saving.JOURNAL_ONLY:
            return "", "Every act is in the journal. Only the save could not be written."
        case _:
            return "", "Every act that was shown is kept, if need be in your home folder."


def too_small(size: Size, least: Size) -> str:
    """Describe the size that the table needs, and the way to play without it, as far as the terminal has room."""
    needs, plain = f"{least.width}×{least.height}", "wyrd --plain FILE"
    told = (
        f"{size.width}×{size.height} is too small: the table needs {needs}. q quits; {plain} plays in lines.",
        f"Too small: {needs} needed. q quits; {plain} plays in lines.",
        f"{needs} needed. q quits; {plain} fits.",
        f"q quits; {plain} fits.",
        f"{needs} needed. q quits.",
    )
    return next((words for words in told if cells(words) <= size.width - 4), f"{needs}!")


def wounds_to_assign(waiting: Iterable[Pending]) -> Waits:
    """The rows of tracks that the table waits for something about, such as wounds, by actor."""
    rows: dict[str, frozenset[str]] = {}
    for one in waiting:
        who, row = one.answers.get("who"), one.answers.get("row")
        if isinstance(who, str) and isinstance(row, str):
            rows[who] = rows.get(who, frozenset()) | {row}
    return rows


def titles(state: State) -> tuple[str, str]:
    """The title of the table and of the scene."""
    scene = "between scenes" if state.scene.between else state.scene.title or f"scene {state.scene.number}"
    return state.title or "A table", scene


def list_rods(
    state: State, cursor: Cursor, *, near: bool, again: Collection[str] = (), around: Around | None = None
) -> Iterator[HeadRod]:
    """List the challenges in play for the head, in the order of the abacus: all and the counters, or those near an end.

    Where none is near its end but a clock has begun, one clock is told in their place: that which `+` advances, or else
    the first that has begun. A locked one says what opens it (WA-14).
    One that has failed, and may be faced `again` or has a question about it, is told with that word.
    """
    around, advances = around or Around(state, state), cursor.advances
    at_hand = cursor.at_hand if cursor.stands_at_roll else ""
    over = {one.id for one in state.challenges.values() if one.outcome and one.id not in again}
    listed = [one for group in group_rods(state, UNICODE, lambda one: one.id in over) for one in group.rods]
    live = [one for one in listed if one.id not in over or one.id == cursor.asked_challenge]
    if near:
        clocks = [one for one in live if one.kind == "clock"]
        clocks.sort(key=lambda one: (one.id != advances, not one.done))
        live = [one for one in live if one.threatens] or clocks[: any(one.done for one in clocks)]
    for one in live:
        role: Role = "dim" if one.outcome else "hurt" if one.threatens else "text"
        lock = lock_told(state, one)
        was, done, then = slide_of(one, state, around)
        figures = one.outcome_word or f"{done}/{one.needed}"
        told = HeadRod(one.title, "" if lock else figures, "dim" if lock and role == "text" else role)
        if not lock and not one.outcome:
            told = told._replace(done=done, needed=one.needed, was=was, then=then)
        chosen, moves = one.id == at_hand, one.id == advances
        weight = _weight_in_head(one, locked=bool(lock))
        told = told._replace(tried=is_tried(one, state) and done == one.done, after=lock, weight=weight)
        yield told._replace(chosen=chosen and not near, moves=moves and not near)
    for name in () if near else own_counters(state):
        moves = name == advances
        number, before = state.counters[name], around.was.counters.get(name)
        yield HeadRod(name, str(number), done=number, moves=moves, weight=6, was=before, spare=not moves)


def _weight_in_head(rod: Challenge, *, locked: bool) -> int:
    """Tell how far a challenge is from mattering: a clock that has begun comes before all, a locked one after all."""
    if locked or rod.outcome:
        return 4 + locked
    if rod.kind == "clock":
        return 0 if rod.done else 1
    return 2 if rod.springs else 3


def head_facts(state: State, saving: Saving, read_only: bool, watchers: int | None) -> Sequence[str]:
    """Return the pool of the scene where there is one, the round, the watchers, the acts, and "saved" where all is.

    `watchers` is None while players are shown nothing.
    """
    words = [*pools_told(state)]
    words += [f"round {state.order.round}"] if state.order.round else []
    words += [] if watchers is None else [f"watching: {watchers or 'nobody'}"]
    if read_only:
        return [*words, f"read only, act {state.acts}"]
    # The warning says already what is not saved, and wants the room.
    return [*words, count_noun(state.acts, "act"), *(["saved"] if saving is Saving.ON_DISK else [])]


def pools_told(state: State) -> Sequence[str]:
    """Return the pool of the scene in each game that has one; none between scenes (WA-08)."""
    spoken = [words for game in state.games if (words := voice_of(game).rod_words).pool and not state.scene.between]
    pools = [(words.pool_label, state.counters.get(words.pool, 0)) for words in spoken]
    return [f"{label} {'◉' * pool if 0 < pool <= MOST_POOL_BEADS else pool}" for label, pool in pools]
