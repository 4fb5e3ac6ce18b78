"""Damage in the Wyrd Engine: how boxes absorb it, what wounds cost, and when an actor is out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Literal

from wyrd_tui.engine.apply import apply
from wyrd_tui.engine.events import Befell, Changed, Event, Marked, Recovered, Wounded
from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.harm import describe_fall
from wyrd_tui.engine.named_tuple import NamedTuple
from wyrd_tui.engine.rules.ground.basics import the_actor
from wyrd_tui.engine.rules.wyrd_engine.house_rules import rule
from wyrd_tui.engine.rules.wyrd_engine.ratings import sheet_of
from wyrd_tui.engine.sheet import Hurt, Row
from wyrd_tui.engine.state import WYRD_ENGINE, Actor, Condition, State
from wyrd_tui.engine.words import describe_excess

OUT_CONDITION = Condition("out-of-action", "out of action", out=True, game=WYRD_ENGINE)
OUT_AFTER_ACT = replace(OUT_CONDITION, note="after one last desperate act", settled=True)
AT_RISK = Condition("at-risk-of-death", "at risk of death", game=WYRD_ENGINE)
DESPERATE = Condition("desperate", "down to one last desperate act", game=WYRD_ENGINE)
GONE = Condition("gone-for-good", "gone for good", out=True, game=WYRD_ENGINE)
FIGHTS_ON = Condition("fights-on", "fighting on with a full track", ends="scene", game=WYRD_ENGINE)
FATE_IN_WORDS = "fate"
"""The id of a fate that is none of the usual ones; its label is in the GM's own words (WE-67)."""
CONCEDED = Condition("conceded", "conceded", out=True, game=WYRD_ENGINE)
"""Out of the fight, and not of the scene (WE-69)."""


_TEXT = (4, 3, 2, 1)
_DRAFT = (5, 3, 2, 1)
"""The boxes of the draft's track, row by row (WED-04)."""
_DRAFT_TRACKS = frozenset({"draft-rows", "draft-severity", "draft-severity-boxes"})


class Absorbed(NamedTuple):
    """Damage as it is absorbed: new marks by row id, and the points for which no box was free (U-14)."""

    marks: dict[str, int]
    lost: int


_Fall = Literal["mook", "full", "beyond"]
"""Ways to fall: as one of a group without a free box, by a full track, or by damage beyond the last box."""


def takes_damage(row: Row) -> bool:
    """Return whether ordinary damage may fill a row: a track of sanity or luck beside the others stays out of it."""
    return row.counts and row.boxes > 0


def absorb(track: Sequence[Row], damage: int, choice: str = "best-fit") -> Absorbed:
    """Fill the boxes that are free now with damage (WE-58, C-05).

    Rows without a penalty soak first, top down. Where every wound box absorbs one point the wounds follow in order;
    where some absorb more, `best-fit` takes the smallest free wound that soaks the whole rest, else the largest free
    one, and again (WED-08); `in-order` goes top down. Any rest fills a box completely (WED-07).
    """
    rows = [row for row in track if takes_damage(row)]
    marks = {row.id: row.marks for row in rows}
    plain = all(row.absorbs == 1 for row in rows)
    left = damage
    for row in rows:
        if not plain and row.penalty:
            continue
        while left > 0 and marks[row.id] < row.boxes:
            marks[row.id] += 1
            left -= row.absorbs
    wounds = [row for row in rows if row.penalty]
    while left > 0:
        free = [row for row in wounds if marks[row.id] < row.boxes]
        if not free:
            break
        row = _wound(free, left) if choice == "best-fit" else free[0]
        marks[row.id] += 1
        left -= row.absorbs
    changed = {row.id: marks[row.id] for row in rows if marks[row.id] != row.marks}
    return Absorbed(changed, max(0, left))


def _wound(free: Sequence[Row], left: int) -> Row:
    soaking = [row for row in free if row.absorbs >= left]
    return min(soaking, key=lambda row: row.absorbs) if soaking else max(free, key=lambda row: row.absorbs)


def is_full(track: Iterable[Row]) -> bool:
    """Return whether every box that counts is marked; a track without boxes is not full (WE-66, WE-90)."""
    rows = [row for row in track if takes_damage(row)]
    return bool(rows) and all(row.marks >= row.boxes for row in rows)


def is_marked(state: State, actor: Actor) -> bool:
    """Return whether an actor has a marked box."""
    return any(row.marks for row in sheet_of(actor).track)


def may_soon_fall(actor: Actor) -> bool:
    """Return whether an actor who stands has no stress left and a wound: time to think of conceding (WE-69)."""
    rows = [row for row in sheet_of(actor).track if takes_damage(row)]
    soaking = [row for row in rows if not row.penalty]
    wounds = [row for row in rows if row.penalty]
    spent = all(row.marks >= row.boxes for row in soaking)
    return not actor.out and bool(wounds) and spent and any(row.marks for row in wounds)


def wound_style(state: State, track: Sequence[Row]) -> str:
    """`split` or `each`: how a wound's penalty is assigned (C-35).

    By track: a draft track and the text's own are told by their boxes; any other is assigned as the table's track is.
    """
    style = str(rule(state, "penalty"))
    if style != "by-track":
        return style
    shape = tuple(row.boxes for row in track[:4])
    plain = all(row.absorbs == 1 for row in track)
    if shape == _TEXT and plain:
        return "split"
    draft = shape == _DRAFT or not plain or rule(state, "track") in _DRAFT_TRACKS
    return "each" if draft else "split"


def is_severe(track: Sequence[Row], row: Row) -> bool:
    """Return whether this is the track's row of severe wounds: the worst one, where that costs 3 or more (WE-60)."""
    worst = max((other.penalty for other in track), default=0)
    return row.penalty == worst > 2


def row_style(state: State, track: Sequence[Row], row: Row) -> str:
    """Return how a row's penalty is assigned; a severe wound may weigh on all that is physical (C-07)."""
    if is_severe(track, row) and rule(state, "severe") == "all-physical":
        return "each"
    return wound_style(state, track)


def falls_on_all_physical(state: State, track: Sequence[Row], row: Row) -> bool:
    """Return whether this is the severe row and the table reads it as −3 to all physical actions (C-07)."""
    return is_severe(track, row) and rule(state, "severe") == "all-physical" and bool(state.setting.physical)


def unassigned_penalties(state: State, track: Sequence[Row]) -> tuple[Row, ...]:
    """Marked rows whose penalty has not been assigned in full (WE-61)."""

    def open_row(row: Row) -> bool:
        if not row.marks or not row.penalty:
            return False
        if row_style(state, track, row) == "each":
            return not row.hurts
        return sum(hurt.by for hurt in row.hurts) < row.penalty

    return tuple(row for row in track if open_row(row))


# ------------------------------------------------------------------ taking it


def damage_events(state: State, who: str, damage: int, why: str = "", each: bool = False) -> Iterator[Event]:
    """The events of damage to an actor (WE-58, WE-66, WE-67, WE-90, WE-92).

    Args:
        state: The table.
        who: The one who is hit; a group of mooks loses members.
        damage: Points, 1 or more.
        why: Where it came from, for the log.
        each: Whether every member of a group takes it.

    Raises:
        Refused: If nobody at the table has the id.
    """
    actor = the_actor(state, who)
    if actor.kind == "mook":
        yield from _harm_mooks(state, actor, damage, why, each)
        return
    track = sheet_of(actor).track
    taken = absorb(track, damage, str(rule(state, "wound_choice")))
    yield Marked(who, WYRD_ENGINE, taken.marks, why, damage, taken.lost)
    after = apply(state, Marked(who, WYRD_ENGINE, taken.marks)).actors[who]
    hurt_track = sheet_of(after).track
    yield from automatic_wounds(state, who, hurt_track)
    if _fells(track, _rule_of_fall(state, actor), taken):
        yield from _felled(actor)
    if _risks_death(track, taken) and not has_condition(actor, AT_RISK):
        yield Befell(who, AT_RISK)


def takes_out(state: State, target: str) -> Callable[[int], bool]:
    """Return whether so many points take the target, or one of a group, out of action now (WE-66, WE-90).

    Raises:
        Refused: If nobody at the table has the id.
    """
    actor = the_actor(state, target)
    return _felling(
        actor.out, tuple(sheet_of(actor).track), _rule_of_fall(state, actor), str(rule(state, "wound_choice"))
    )


@lru_cache(256)
def _felling(out: bool, track: tuple[Row, ...], falls: _Fall, choice: str) -> Callable[[int], bool]:
    """Return one function for each track, since odds are remembered by it."""
    return lambda points: out or _fells(track, falls, absorb(track, points, choice))


def _rule_of_fall(state: State, actor: Actor) -> _Fall:
    return "mook" if actor.kind == "mook" else "full" if rule(state, "out_at") == "full" else "beyond"


def _fells(track: Sequence[Row], falls: _Fall, taken: Absorbed) -> bool:
    """Return whether damage that is absorbed so takes the owner of a track, or the front one of a group, out."""
    full = _fills(track, taken)
    return full if falls == "mook" else taken.lost > 0 or (full and falls == "full")


def _risks_death(track: Sequence[Row], taken: Absorbed) -> bool:
    """Damage beyond a severe wound, new or old; a track whose rows end before it has none (WE-67, WED-13, C-06)."""
    return any(row.marks or taken.lost for row in track if is_severe(track, row))


def end_condition(who: str, condition: Condition, why: str = "", *, quiet: bool = False) -> Recovered:
    """End a condition of this game."""
    return Recovered(who, condition.id, why, quiet, WYRD_ENGINE)


def has_condition(actor: Actor, condition: Condition) -> bool:
    """Return whether an actor is in a condition."""
    return actor.suffered(WYRD_ENGINE, condition.id) is not None


def may_check(state: State, actor: Actor) -> bool:
    """Actors who may roll outside a fight: all who act, and those who have only conceded (WE-69)."""
    conceded = actor.suffered(WYRD_ENGINE, CONCEDED.id)
    return actor.count > 0 and all(one == conceded for one in actor.conditions if one.out)


def _felled(actor: Actor) -> Iterator[Event]:
    for stay in (DESPERATE, FIGHTS_ON):
        if has_condition(actor, stay):
            yield end_condition(actor.id, stay, quiet=True)
    if not actor.out:
        yield Befell(actor.id, OUT_CONDITION)


def judge_standing(state: State, who: str) -> Iterator[Event]:
    """Follow up boxes that were marked or cleared by hand or healing: in or out of action (WE-66, U-08).

    Raises:
        Refused: If nobody at the table has the id.
    """
    actor = the_actor(state, who)
    track = sheet_of(actor).track
    yield from automatic_wounds(state, who, track)
    if is_full(track):
        stays = has_condition(actor, FIGHTS_ON) or has_condition(actor, DESPERATE)
        if rule(state, "out_at") == "full" and actor.kind != "mook" and not stays:
            yield from _felled(actor)
        return
    for condition in (OUT_CONDITION, AT_RISK, DESPERATE, FIGHTS_ON):
        if has_condition(actor, condition):
            yield end_condition(who, condition, "there are free boxes again")


def automatic_wounds(state: State, who: str, track: Sequence[Row]) -> Iterator[Event]:
    """Severe wounds that weigh on every physical skill without being asked (C-07)."""
    for row in unassigned_penalties(state, track):
        if falls_on_all_physical(state, track, row):
            yield Wounded(who, WYRD_ENGINE, row.id, tuple(Hurt(name, row.penalty) for name in state.setting.physical))


def stand_again(actor: Actor) -> list[Event]:
    """Bring a mook who fell back to its feet; of a group that fell one after another, the last one (WE-90)."""
    return [Changed(actor.id, count=1, why="stands again,")] if actor.count <= 0 else []


class _Toll(NamedTuple):
    """Damage to a group: marks of the leader, how many fall, marks of the next, points lost (U-14)."""

    front: dict[str, int]
    fallen: int
    following: dict[str, int]
    lost: int


def _harm_mooks(state: State, actor: Actor, damage: int, why: str, each: bool) -> Iterator[Event]:
    """Fell one mook by one hit; if mooks have boxes, those of the front one are filled (U-12)."""
    track = sheet_of(actor).track
    toll = _toll_of_all(state, actor, damage) if each and actor.count > 1 else _toll(state, actor, damage)
    yield Marked(actor.id, WYRD_ENGINE, toll.front, why, damage, toll.lost)
    if not toll.fallen:
        return
    yield Changed(actor.id, count=max(0, actor.count - toll.fallen), fallen=toll.fallen)
    if toll.fallen < actor.count and any(takes_damage(row) for row in track):
        # By itself, since fewer marks in one line with the damage would read like healing.
        following = {row.id: toll.following.get(row.id, 0) for row in track if takes_damage(row)}
        yield Marked(actor.id, WYRD_ENGINE, following, cause="next")


def _toll(state: State, actor: Actor, damage: int) -> _Toll:
    """Reckon damage to the front mook of a group; points left over fell more of them where damage spills (U-12)."""
    choice, spills = str(rule(state, "wound_choice")), rule(state, "mooks") == "spill"
    front = sheet_of(actor).track
    boxed = any(takes_damage(row) for row in front)
    first = taken = absorb(front, damage, choice)
    fallen, left = 0, damage
    while left and fallen < actor.count and _fills(front, taken):
        fallen += 1
        # Without boxes one point fells one (WE-90).
        left = taken.lost if boxed else left - 1
        if not spills:
            break
        front = _unhurt(front)
        taken = absorb(front, left, choice)
    if not fallen:
        return _Toll(first.marks, 0, {}, 0)
    if spills:
        return _Toll(first.marks, fallen, taken.marks, left if fallen == actor.count else 0)
    return _Toll(first.marks, fallen, {}, left if boxed else 0)


def _toll_of_all(state: State, actor: Actor, damage: int) -> _Toll:
    """The same damage to each member of a group."""
    choice, track = str(rule(state, "wound_choice")), sheet_of(actor).track
    boxed = any(takes_damage(row) for row in track)
    first, others = absorb(track, damage, choice), absorb(_unhurt(track), damage, choice)
    if _fills(_unhurt(track), others):
        return _Toll(first.marks, actor.count, {}, others.lost if boxed else 0)
    return _Toll(first.marks, int(_fills(track, first)), others.marks, first.lost)


def _unhurt(track: Sequence[Row]) -> tuple[Row, ...]:
    return tuple(replace(row, marks=0, hurts=()) for row in track)


def _fills(track: Sequence[Row], taken: Absorbed) -> bool:
    """Return whether damage leaves no box free; where there are none, any hit does (WE-90)."""
    return all(taken.marks.get(row.id, row.marks) >= row.boxes for row in track if takes_damage(row))


def preview(state: State, who: str, damage: int, each: bool = False) -> str:
    """Preview damage in a few words: who falls first, since a line that is too short loses its end."""
    actor = state.actors.get(who)
    if actor is None or damage <= 0:
        return "no damage"
    states, words = [], []
    for event in damage_events(state, who, damage, each=each):
        if isinstance(event, Marked):
            follows = event.damage is None
            rows = []
            for row in sheet_of(actor).track:
                marks = event.marks.get(row.id)
                if marks or (marks is not None and not follows):
                    before = "" if follows else f"{row.marks}→"
                    rows.append(f"{row.label.casefold()} {before}{marks} of {row.boxes}")
            how = f"the next is hit too: {', '.join(rows)}" if rows else "the next is unhurt"
            words += [how] if follows else rows
            if event.lost:
                words.append(describe_excess(actor, event.game, event.lost))
        elif isinstance(event, Changed):
            words.append(describe_fall(event, actor))
        elif isinstance(event, Befell):
            states.append(event.condition.label)
    return ", ".join((*states, *words)) or "no free box"


def end_last_act(state: State, who: str) -> Iterator[Event]:
    """A last desperate action was taken: now its owner is out (WE-68)."""
    actor = state.actors.get(who)
    if actor is not None and has_condition(actor, DESPERATE):
        yield end_condition(who, DESPERATE, quiet=True)
        yield Befell(who, OUT_AFTER_ACT)


def track_row(actor: Actor, row_id: str) -> Row:
    """Return a row of an actor's track, which has it."""
    return next(row for row in sheet_of(actor).track if row.id == row_id)
