"""Taking damage, and marking single boxes past all rules (WE-56 … WE-59, WE-66, WE-78, WE-90 … WE-92)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from wyrd_tui.engine.apply import apply
from wyrd_tui.engine.choices import Choice
from wyrd_tui.engine.commands import Answers, Ask, Command, many_of, number_of, text_of
from wyrd_tui.engine.dice import Dice, Refused, count_noun
from wyrd_tui.engine.events import Event, Hitting, Marked, Said, Tracked
from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.roll import Roll
from wyrd_tui.engine.rules.ground.basics import chain_steps, the_actor, why_nobody
from wyrd_tui.engine.rules.ground.tracks import rows_of
from wyrd_tui.engine.rules.questions import actor_choices, anybody, note_asks, unless_any, which_roll, who_asks
from wyrd_tui.engine.rules.wyrd_engine.attack import FIGHT
from wyrd_tui.engine.rules.wyrd_engine.damage import damage_events, is_marked, judge_standing, preview, track_row
from wyrd_tui.engine.rules.wyrd_engine.house_rules import known_track, rule
from wyrd_tui.engine.rules.wyrd_engine.ratings import find_row, sheet_of, track_of
from wyrd_tui.engine.rules.wyrd_engine.rolls import OpenHit, untaken_hits
from wyrd_tui.engine.rules.wyrd_engine.sides import for_players, must_play, nobody_plays
from wyrd_tui.engine.state import WYRD_ENGINE, State
from wyrd_tui.engine.words import name_and_verb, possessive, short_name_of

NO_HIT = "none"
"""The answer that damage comes of no roll."""


def hit_meant(state: State, answers: Answers, who: str) -> OpenHit | None:
    """Return the hit that a character takes: of the roll that was named, else the newest; None for other damage."""
    of = text_of(answers, "of")
    hits = (one for one in reversed(untaken_hits(state)) if one.hit.who == who)
    return next((one for one in hits if of in ("", str(one.roll.number))), None)


def _hits_meant(state: State, answers: Answers) -> list[OpenHit | None]:
    """Return the hit that each of the targets takes."""
    return [hit_meant(state, answers, who) for who in many_of(answers, "who")]


def _rolls_that_hit(state: State, answers: Answers) -> list[Roll]:
    who = many_of(answers, "who")
    return list({one.roll.number: one.roll for one in untaken_hits(state) if one.hit.who in who}.values())


def _hits(state: State, answers: Answers) -> Sequence[Choice]:
    rolls = reversed(_rolls_that_hit(state, answers))
    rows = [Choice(str(roll.number), _hit_words(state, answers, roll), f"act {roll.number}") for roll in rolls]
    return [*rows, Choice(NO_HIT, "no hit", "other damage; the hit stays open", none=True)]


def _hit_words(state: State, answers: Answers, roll: Roll) -> str:
    """Name a hit by its attacker, and its damage where one character takes it."""
    damage = [hit.damage for hit in roll.hits if hit.who in many_of(answers, "who")]
    return f"the hit by {short_name_of(state, roll.score.who)}{f' for {damage[0]}' if len(damage) == 1 else ''}"


_OF = which_roll(_rolls_that_hit, "Answers")


def no_tracks(state: State) -> str:
    """Return why no damage can be dealt."""
    if rule(state, "damage") == "none":
        return "This scenario is played without damage (rules: damage = none)."
    return why_nobody(state)


def _damage_default(state: State, answers: Answers) -> int | None:
    """Return the damage of the last attack, where it hit all of them for the same."""
    hits = _hits_meant(state, answers)
    damage = {one.hit.damage if one is not None else 0 for one in hits}
    return damage.pop() or None if len(damage) == 1 else None


_AS_HIT, _SAME = "as-hit", "same"


def _hits_differ(state: State, answers: Answers) -> bool:
    """Return whether each of several takes a hit, and not all of them for the same."""
    hits = _hits_meant(state, answers)
    return None not in hits and len({one.hit.damage for one in hits if one is not None}) > 1


def _shares(state: State, answers: Answers) -> Sequence[Choice]:
    hits = _hits_meant(state, answers)
    told = ", ".join(f"{short_name_of(state, one.hit.who)} {one.hit.damage}" for one in hits if one is not None)
    return [Choice(_AS_HIT, "by the hit of each", told), Choice(_SAME, "the same", "one number for each target")]


def _wants_points(state: State, answers: Answers) -> bool:
    return text_of(answers, "share") == _SAME or not _hits_differ(state, answers)


def _points_for(state: State, answers: Answers, who: str) -> int:
    """Return the damage that one of them takes: the number that was given, else that of the hit (WE-55)."""
    one = hit_meant(state, answers, who)
    return one.hit.damage if "points" not in answers and one is not None else number_of(answers, "points")


def _damage_preview(state: State, answers: Answers) -> str:
    each = text_of(answers, "reach") == "each"
    lines, whom = [], many_of(answers, "who")
    for who in whom[:4]:
        actor = state.actors.get(who)
        if actor is not None:
            one, damage = hit_meant(state, answers, who), _points_for(state, answers, who)
            # The question itself names the hit of one target.
            taken = f", hit for {one.hit.damage}" if one is not None and len(whom) > 1 else ""
            taken += f", takes {damage}" if taken and one is not None and one.hit.damage != damage else ""
            lines.append(f"{actor.name}{taken}: {preview(state, who, damage, each)}")
    return "; ".join(lines)


def _points_preview(state: State, answers: Answers) -> str:
    """Tell the damage, and of a group that the next question asks how many it reaches."""
    told = _damage_preview(state, answers)
    return f"{told}; one of the group or each is asked next" if told and _is_crowd(state, answers) else told


def _share_preview(state: State, answers: Answers) -> str:
    if text_of(answers, "share") == _SAME:
        return "Each of them takes the same number, which is asked next"
    return _damage_preview(state, answers)


def _is_crowd(state: State, answers: Answers) -> bool:
    actors = [state.actors.get(who) for who in many_of(answers, "who")]
    hit = any(_hits_meant(state, answers))
    return not hit and any(actor is not None and actor.kind == "mook" and actor.count > 1 for actor in actors)


def _damage(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    return chain_steps(state, *(partial(_taken, answers=answers, who=who) for who in many_of(answers, "who")))


def _taken(state: State, answers: Answers, who: str) -> Iterator[Event]:
    """Deal one of the targets its damage, which answers an open hit where there is one."""
    must_play(state, who)
    damage = _points_for(state, answers, who)
    if the_actor(state, who).count <= 0:
        raise Refused(f"{name_and_verb(state, who, 'has')} fallen already.")
    one, why = hit_meant(state, answers, who), text_of(answers, "from")
    if one is not None:
        yield Hitting(who, one.roll.number)
        if not damage:
            yield Said(f"{name_and_verb(state, who, 'takes')} no damage after all")
    if not damage:
        return
    other = one if one is not None and one.hit.damage != damage and not why else None
    if other is not None:
        why = f"answers the hit for {other.hit.damage} by {short_name_of(state, other.roll.score.who)}"
    for event in damage_events(state, who, damage, why, text_of(answers, "reach") == "each"):
        if other is not None and isinstance(event, Marked) and event.damage is not None:
            yield replace(event, cause="hit")
        else:
            yield event


DAMAGE = Command(
    "damage",
    "d",
    "damage",
    "Deal damage, and see the marked boxes before you confirm.",
    FIGHT,
    _damage,
    (
        for_players(
            Ask(
                "who",
                "Targets",
                "many",
                actor_choices(anybody),
                focus="ticked",
                some="Choose one target or more.",
                noun="target",
            )
        ),
        replace(_OF, choices=_hits, folded=True),
        Ask(
            "share",
            "Each takes",
            "one",
            _shares,
            lambda s, a: _AS_HIT,
            when=_hits_differ,
            form=True,
            for_number=_SAME,
            preview=_share_preview,
            noun="answer to “Each takes”",
        ),
        Ask(
            "points",
            "Damage",
            "number",
            default=_damage_default,
            when=_wants_points,
            low=0,
            high=99,
            preview=_points_preview,
        ),
        Ask(
            "reach",
            "Group loses",
            "one",
            lambda s, a: [Choice("one", "one of them"), Choice("each", "each of them")],
            lambda s, a: "one",
            when=_is_crowd,
            preview=_damage_preview,
            noun="reach",
        ),
        note_asks("From", "from", noun="source"),
    ),
    lambda state: no_tracks(state) or nobody_plays(state),
    WYRD_ENGINE,
    "WE-56 … WE-59, WE-66, WE-90 … WE-92, U-12, U-14, U-15",
)


def _rows(state: State, answers: Answers) -> Sequence[Choice]:
    rows = track_of(state, text_of(answers, "who"))
    return [Choice(row.id, row.label, f"{row.marks} of {row.boxes}") for row in rows]


def _marked_rows(state: State, answers: Answers) -> Sequence[Choice]:
    rows = track_of(state, text_of(answers, "who"))
    return [Choice(row.id, row.label, f"{row.marks} of {row.boxes}") for row in rows if row.marks]


def _set_marks(state: State, who: str, marks: dict[str, int], why: str) -> Iterator[Event]:
    actor = the_actor(state, who)
    for row_id, number in marks.items():
        row = track_row(actor, row_id)
        if not 0 <= number <= row.boxes:
            whose = f"{possessive(state, who)} {row.label.casefold()} row"
            raise Refused(f"{whose} has {count_noun(row.boxes, 'box', 'boxes')}. Write 0 to {row.boxes}, not {number}.")
    event = Marked(who, WYRD_ENGINE, marks, why)
    yield event
    yield from judge_standing(apply(state, event), who)


def _mark(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    who, row = text_of(answers, "who"), text_of(answers, "row")
    return _set_marks(state, who, {row: number_of(answers, "boxes")}, "marked by hand")


def _one_more(state: State, answers: Answers) -> int | None:
    row = find_row(state, text_of(answers, "who"), text_of(answers, "row"))
    return min(row.boxes, row.marks + 1) if row else None


MARK = Command(
    "mark-box",
    "D",
    "mark a box",
    "Set how many boxes of one row are marked, outside the rules.",
    FIGHT,
    _mark,
    (
        who_asks(),
        Ask("row", "Which row", "one", _rows, noun="row"),
        Ask("boxes", "Marked boxes", "number", default=_one_more, low=0, high=99),
    ),
    no_tracks,
    WYRD_ENGINE,
    "C-05, WE-78",
)


def _move_mark(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    who, start, end = text_of(answers, "who"), text_of(answers, "row"), text_of(answers, "to")
    actor = the_actor(state, who)
    marks = {start: track_row(actor, start).marks - 1, end: track_row(actor, end).marks + 1}
    return _set_marks(state, who, marks, "a mark moves")


_unmarked = unless_any(is_marked, "No character has a marked box. `mark-box` marks one.")


def _other_rows(state: State, answers: Answers) -> Sequence[Choice]:
    return [choice for choice in _rows(state, answers) if choice.value != text_of(answers, "row")]


MOVE_MARK = Command(
    "move-mark",
    "M",
    "move a mark",
    "Move one mark from a row to another.",
    FIGHT,
    _move_mark,
    (
        who_asks(wanted=is_marked),
        Ask("row", "From row", "one", _marked_rows, noun="row"),
        Ask("to", "To row", "one", _other_rows, noun="row"),
    ),
    lambda state: no_tracks(state) or _unmarked(state),
    WYRD_ENGINE,
    "C-05",
)


def _instant(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    who = text_of(answers, "who")
    row = track_row(the_actor(state, who), text_of(answers, "row"))
    one = hit_meant(state, answers, who)
    why = "a well-placed shot"
    if one is not None and _instead(state):
        why = f"{why} instead of {_hit_words(state, {'who': (who,)}, one.roll)}"
        yield Hitting(who, one.roll.number)
    yield from _set_marks(state, who, {row.id: row.marks + 1}, why)


def _instead(state: State) -> bool:
    """Return whether a well-placed shot takes the place of its damage (U-09)."""
    return rule(state, "instant_wound") == "instead"


def _wound_rows(state: State, answers: Answers) -> Sequence[Choice]:
    rows = track_of(state, text_of(answers, "who"))
    return [Choice(row.id, row.label, f"−{row.penalty}") for row in rows if row.penalty and row.free]


INSTANT = Command(
    "instant-wound",
    "",
    "instant wound",
    "Mark a wound at once for a well-placed shot, instead of its damage or with it.",
    FIGHT,
    _instant,
    (
        who_asks("Target", focus="target", noun="target"),
        Ask(
            "row",
            "Which wound",
            "one",
            _wound_rows,
            lambda s, a: (_wound_rows(s, a) or [Choice("", "")])[0].value or None,
            noun="wound",
        ),
        replace(_OF, choices=_hits, when=lambda s, a: _instead(s) and bool(_rolls_that_hit(s, a))),
    ),
    no_tracks,
    WYRD_ENGINE,
    "WE-78, U-09",
)


def _track(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    """Change a track; marks stay where it has boxes for them, and an actor without a track gets one."""
    actor = the_actor(state, text_of(answers, "who"))
    old = {row.id: row for row in sheet_of(actor).track}
    rows = []
    for row in rows_of(text_of(answers, "boxes"), state.setting.tracks):
        before = old.get(row.id, row)
        rows.append(replace(row, marks=min(before.marks, row.boxes), hurts=before.hurts))
    if tuple(rows) == sheet_of(actor).track:
        raise Refused(f"{name_and_verb(state, actor.id, 'has')} that track already.")
    event = Tracked(actor.id, WYRD_ENGINE, tuple(rows))
    yield event
    yield from judge_standing(apply(state, event), actor.id)


TRACK = Command(
    "track",
    "",
    "set a track",
    "Set how many boxes a character has in each row: 4/3/2/1, 5/1/1x2/1x3 where boxes absorb more, or a track by name.",
    FIGHT,
    _track,
    (who_asks(), Ask("boxes", "Boxes, row by row", "words", default=lambda s, a: known_track(s))),
    no_tracks,
    WYRD_ENGINE,
    "WE-57, WE-88, WE-89, WED-04, WED-06, C-03, C-04, C-05, U-16",
)

HURT_COMMANDS = (DAMAGE, MARK, MOVE_MARK, INSTANT, TRACK)
