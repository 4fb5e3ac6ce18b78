"""Damage tracks, conditions and penalties as small pieces of a row, shared by the panes that show actors."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain

from wyrd_tui.engine.harm import is_told
from wyrd_tui.engine.named_tuple import NamedTuple
from wyrd_tui.engine.sheet import Row
from wyrd_tui.engine.spans import Role, Span
from wyrd_tui.engine.state import Actor, Condition, State
from wyrd_tui.engine.voices import VOICES, voice_of
from wyrd_tui.engine.voices.voice import Voice
from wyrd_tui.engine.words import is_plural, short_name_of
from wyrd_tui.widgets.cells import clean_line
from wyrd_tui.widgets.clicked import clickable
from wyrd_tui.widgets.glyphs import Glyphs, with_sign
from wyrd_tui.widgets.spans import Line, fresh, row_of_signs, width_of, without_empty
from wyrd_tui.widgets.values import Around, Waits

MOST_BOXES = 8
"""A longer row is written as a number."""
INITIALS = 3
"""Most letters that stand for the label of a row."""


NONE: frozenset[str] = frozenset()


def shown_games(actor: Actor, games: Sequence[str]) -> tuple[str, ...]:
    """The games whose sheets are shown: those of the table that the actor plays in, else the first there is."""
    if len(actor.sheets) == 1:
        return tuple(actor.sheets)
    return tuple(game for game in games if game in actor.sheets) or tuple(actor.sheets)[:1]


def shown_track(actor: Actor, games: Sequence[str]) -> tuple[Row, ...]:
    """The rows of the shown sheets that are boxes of damage, a game after another."""
    return tuple(
        row for game in shown_games(actor, games) if voice_of(game).points is None for row in actor.sheets[game].track
    )


class Shift(NamedTuple):
    """An actor before the last act, and as the open question would leave them; None where they are not there."""

    was: Actor | None
    then: Actor | None


def shift_of(actor: Actor, around: Around) -> Shift:
    """Return what an actor was and would be."""
    return Shift(around.was.actors.get(actor.id), around.then.actors.get(actor.id))


def _marked_role(row: Row) -> Role:
    return "hurt" if row.penalty else "text"


def _label_role(row: Row) -> Role:
    """Return the role of the first box of a row."""
    if row.marks and row.boxes:
        return _marked_role(row)
    return "dim" if row.boxes > MOST_BOXES else "faint"


def box_spans(row: Row, glyphs: Glyphs, was: Row | None = None, then: Row | None = None) -> Line:
    """Draw the boxes of a row, marked ones filled and free ones quiet: `■■□□`, or `3/12` where they are many.

    Boxes that differ from the row as it `was` are fresh, those that differ from the row `then` are ghosts; of many it
    is told what they would be: `3→5`.
    """
    was, then = was or row, then or row
    role = _marked_role(row)
    worse: Role = "hurt" if then.marks > row.marks else "gain"
    if row.boxes > MOST_BOXES:
        if then.marks != row.marks:
            return ((f"{row.marks}{glyphs.becomes}{then.marks}", worse),)
        return ((f"{row.marks}/{row.boxes}", fresh(role if row.marks else "dim", row.marks != was.marks)),)
    full, free = (glyphs.hurt, glyphs.whole) if row.penalty else (glyphs.full, glyphs.free)
    if was.marks == row.marks == then.marks:
        return clickable(((full * min(row.marks, row.boxes), role), (free * row.free, "faint")), "box")
    ghost: Span = glyphs.ghost, worse
    return clickable(
        row_of_signs((full, free), (role, "faint"), row.boxes, row.marks, was.marks, (then.marks, ghost)), "box"
    )


def initials_of(rows: Sequence[Row]) -> tuple[str, ...]:
    """Shorten the label of each row to the first letters that tell it from the others."""
    labels = [clean_line(row.label)[:INITIALS].capitalize() for row in rows]
    return tuple(
        next(
            (label[:size] for size in range(1, INITIALS) if sum(one[:size] == label[:size] for one in labels) == 1),
            label,
        )
        for label in labels
    )


def counted_name(name: str, actor: Actor, glyphs: Glyphs, *, whole: bool = True) -> str:
    """Return a name with the number of those who are up in a group, and of how many where any of them have fallen.

    Of a group without anybody left it is said that all are down.
    """
    fallen = actor.fallen if whole and actor.count > 0 else 0
    if actor.count > 1 or fallen or (actor.count == 1 and is_plural(actor)):
        name += f" {glyphs.times}{actor.standing}"
    return name + (f" of {actor.count + fallen}" if fallen else "")


def brief_name(actor: Actor, state: State, glyphs: Glyphs, *, whole: bool = False) -> str:
    """Return the short name of an actor with the number of those who are up in a group, and maybe of how many."""
    return counted_name(clean_line(short_name_of(state, actor.id)), actor, glyphs, whole=whole)


def changed_name(actor: Actor, shift: Shift, role: Role) -> Role:
    """Return the role of an actor's name, fresh where the actor has come, is out, or is of another number."""
    was = shift.was
    same = was is not None and (was.count, was.out, was.name) == (actor.count, actor.out, actor.name)
    return fresh(role, not same)


class Tracks(NamedTuple):
    """Rows of a track: as they are, as they were, and as they would be, by id."""

    rows: Sequence[Row]
    was: Mapping[str, Row] = {}
    then: Mapping[str, Row] = {}


def shifted_track(actor: Actor, games: Sequence[str], shift: Shift) -> Tracks:
    """Return the boxes of an actor beside those that they had and would have."""
    rows = shown_track(actor, games)
    if shift.was is actor is shift.then or not rows:
        return Tracks(rows)
    was, then = ({row.id: row for row in shown_track(one, games)} if one else {} for one in shift)
    return Tracks(rows, was, then)


def track_line(track: Tracks, widths: Sequence[int], glyphs: Glyphs, *, initials: bool) -> Line:
    """A track as columns of these widths, with a blank after each."""
    rows = track.rows
    spans: list[Span] = []
    letters = initials_of(rows) if initials else ("",) * len(rows)
    for index, width in enumerate(widths):
        if index >= len(rows):
            spans.append((" " * (width + 1), "text"))
            continue
        row = rows[index]
        drawn = box_spans(row, glyphs, track.was.get(row.id), track.then.get(row.id))
        blank = width - width_of(drawn) - len(letters[index]) + 1
        # A label looks as the boxes beside it do, so that it is loud where they are and costs no bytes of its own.
        spans += [
            (letters[index], _label_role(row)),
            *drawn,
            (" " * blank, "text"),
        ]
    return without_empty(spans)


def track_widths(tracks: Iterable[Sequence[Row]], glyphs: Glyphs, *, initials: bool) -> tuple[int, ...]:
    """Widths of the columns that hold the rows of all these tracks."""
    widths: list[int] = []
    for track in tracks:
        letters = initials_of(track) if initials else ("",) * len(track)
        for index, row in enumerate(track):
            size = width_of(box_spans(row, glyphs)) + len(letters[index])
            if index == len(widths):
                widths.append(size)
            elif size > widths[index]:
                widths[index] = size
    return tuple(widths)


def just_now(actor: Actor, games: Sequence[str], was: Actor | None, glyphs: Glyphs) -> Sequence[Line]:
    """Tell what the last act has cost, as `−3 boxes just now`, and what it gave back, as `1 box back`, the whole first.

    Boxes that are marked and points that are gone are a cost in all games, and those of two games have a number each;
    members that fell are no damage, and count as such.
    """
    if was is None or was is actor or was.count + was.fallen != actor.count + actor.fallen:
        return ()
    if (fell := was.count - actor.count) > 0:
        # Of the last one the word before it says as much.
        many = f"{'one' if fell == 1 else fell} down " if actor.count > 0 else ""
        return (((f"{many}just now", fresh("hurt")),),)
    marked = sum(row.marks for row in shown_track(actor, games)) - sum(row.marks for row in shown_track(was, games))
    changes = [(-marked, "box"), *_points_since(actor, was, games), (actor.count - was.count, "")]
    told = (_news(changes, glyphs), _news([(number, "") for number, _ in changes], glyphs))
    return tuple(line for line in dict.fromkeys(told) if line)


def _news(changes: Iterable[tuple[int, str]], glyphs: Glyphs) -> Line:
    """Tell losses, then what came back, which has no sign and so reads like no bonus."""
    words = [(number, _with_noun(abs(number), noun)) for number, noun in changes]
    cost = ", ".join(f"{glyphs.minus}{word}" for number, word in words if number < 0)
    gain = ", ".join(word for number, word in words if number > 0)
    told: list[Span] = [(f"{cost} just now", fresh("hurt"))] if cost else []
    told += [(f"{' ' if cost else ''}{gain} back", fresh("gain"))] if gain else []
    return tuple(told)


def _with_noun(number: int, noun: str) -> str:
    plurals = {"box": "boxes", "point": "points"}
    return f"{number} {noun if number == 1 else plurals.get(noun, noun)}".rstrip()


def _points_since(actor: Actor, was: Actor, games: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Count for each game the points that an actor has more than before, with their name where all are of one.

    Points written anew are no change.
    """
    then, now = _points_left(was, games), _points_left(actor, games)
    for game in shown_games(actor, games):
        same = (name for name in now if name[0] == game and name in then and then[name][0] == now[name][0])
        changed = {label: more for game, label in same if (more := now[game, label][1] - then[game, label][1])}
        yield sum(changed.values()), clean_line(next(iter(changed))) if len(changed) == 1 else "point"


def _points_left(actor: Actor, games: Sequence[str]) -> Mapping[tuple[str, str], tuple[int, int]]:
    """Return the number of points and those that are left, by game and label."""
    return {
        (game, one.label): (size, one.left)
        for game in shown_games(actor, games)
        if (points := voice_of(game).points)
        for one in points(actor, actor.sheets[game])
        if (size := one.full + one.hollow)
    }


def with_news(line: Line, width: int, news: Sequence[Line]) -> Line:
    """Put what has just changed at the end of a line, in the longest of its forms for which there is room."""
    fitting = next((one for one in news if width_of(line) + 2 + width_of(one) <= width), ())
    return (*line, ("  ", "text"), *fitting) if fitting else line


def condition_with_sign(condition: Condition, actor: Actor, glyphs: Glyphs) -> str:
    """Return the label of a condition, with the sign of what is hidden where players see the rest of its owner."""
    words = clean_line(condition.label)
    return words if actor.visibility != "open" or is_told(condition, actor) else f"{words} {glyphs.hidden}"


def brief_conditions(actor: Actor, glyphs: Glyphs) -> Mapping[str, str]:
    """Shorten the labels of statuses: each word to the first letters that tell it from the others, three at least.

    A label of several words, such as a fate, would be no words any more.
    """
    of_games = (one for one in actor.conditions if one.game)
    statuses = [one for one in of_games if " " not in clean_line(one.label).strip(" 0123456789")]
    words = [clean_line(one.label).partition(" ")[0] for one in statuses]
    found: dict[str, str] = {}
    for one, word in zip(statuses, words, strict=True):
        sizes = range(INITIALS, len(word))
        size = next((size for size in sizes if sum(other[:size] == word[:size] for other in words) == 1), len(word))
        label = condition_with_sign(one, actor, glyphs)
        found[label] = word[:size] + label[len(word) :]
    return found


def is_plainly_seen(actor: Actor) -> bool:
    """Tell whether an actor needs no sign: players see all of an open member of the party."""
    return actor.side == "party" and actor.visibility == "open"


def troubles(actor: Actor, games: Sequence[str], waits: Waits, glyphs: Glyphs, was: Actor | None = None) -> list[Span]:
    """List the troubles of an actor: conditions by the rules, one that puts out first, then wounds, then the others.

    An actor who is out shows first what they can still give, and not the condition that put them out (WA-51).
    """
    ruled, others = _statuses(actor, actor.conditions, glyphs, was)
    # A gain gives way to harm where room is short, and this does not.
    parts = [*(lent(actor, games, "strong") if actor.out else ()), *ruled]
    totals: dict[str, int] = {}
    for row in (row for game in shown_games(actor, games) for row in actor.sheets[game].track):
        for hurt in row.hurts:
            totals[hurt.name] = totals.get(hurt.name, 0) + hurt.by
        if row.id in waits.get(actor.id, NONE):
            left = row.penalty - sum(hurt.by for hurt in row.hurts)
            parts.append((f"{glyphs.flag} {clean_line(row.label)}: {with_sign(-left, glyphs)} to assign", "strong"))
        if row.struck and not actor.out:
            parts.append((f"{clean_line(row.label)} scratched", "hurt"))
    parts.extend((f"{clean_line(name)} {with_sign(-by, glyphs)}", "hurt") for name, by in totals.items())
    return [*parts, *others]


def statuses(actor: Actor, glyphs: Glyphs, was: Actor | None = None) -> list[Span]:
    """List the conditions of an actor that do not put it out, as `troubles` does."""
    return [*chain(*_statuses(actor, [one for one in actor.conditions if not one.out], glyphs, was))]


def _statuses(
    actor: Actor, conditions: Sequence[Condition], glyphs: Glyphs, was: Actor | None
) -> tuple[list[Span], list[Span]]:
    """List conditions of an actor by the rules, one that puts out first, and the others."""
    ruled: list[Span] = []
    others: list[Span] = []
    for condition in sorted(conditions, key=lambda condition: not condition.out):
        # Of a group that is all down nothing else is the matter.
        if is_spotlit(condition, actor) or (actor.count <= 0 and not condition.out):
            continue
        role = fresh("strong" if condition.out else "text", was is not None and condition not in was.conditions)
        told = ruled if condition.out or condition.game else others
        told.append((condition_with_sign(condition, actor, glyphs), role))
        if condition.out and condition.note and tells_fate(condition, actor):
            told.append((clean_line(condition.note), role))
    return ruled, others


def is_spotlit(condition: Condition, actor: Actor) -> bool:
    """Tell if the spotlight has a sign for a condition, so that no words are needed."""
    games = (condition.game,) if condition.game else actor.sheets
    return any(voice_of(game).spotlit_condition == condition.id for game in games)


def is_away(actor: Actor) -> bool:
    """Tell if an actor is elsewhere in this scene, by a condition of one of the games."""
    return _suffers(actor, lambda voice: voice.away_condition)


def had_spotlight(actor: Actor) -> bool:
    """Tell if an actor has had the spotlight in this scene, by a condition of one of their games."""
    return _suffers(actor, lambda voice: voice.spotlit_condition)


def _suffers(actor: Actor, condition: Callable[[Voice], str]) -> bool:
    if not actor.conditions:
        return False
    named = ((game, condition(voice_of(game))) for game in actor.ruled_by or VOICES)
    return any(name and actor.suffered(game, name) for game, name in named)


def tells_fate(condition: Condition, actor: Actor) -> bool:
    """Tell if the fate of an actor is a note of a condition."""
    return any(voice_of(game).tells_fate and condition in actor.suffers(game) for game in actor.sheets)


def lent(actor: Actor, games: Sequence[str], role: Role) -> list[Span]:
    """Return what an actor can give to others (WA-51)."""
    shown = shown_games(actor, games)
    return [(gift, role) for game in shown if (gift := voice_of(game).gift_words(actor))]
