"""Voice of Mettle: pools with the dice that score, Edge by its grade, Mettle as it stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from wyrd_tui.engine import pools
from wyrd_tui.engine.act import Step
from wyrd_tui.engine.dice import count_noun
from wyrd_tui.engine.events import Befell, Marked, Recovered, Ruled, Tracked
from wyrd_tui.engine.known import KnownNames
from wyrd_tui.engine.log_line import SILENCE, LogLine
from wyrd_tui.engine.nouns.mettle import (
    FIXED,
    FRAME,
    LOAD,
    METTLE_ROW,
    STATUSES,
    STRAINABLE,
    edge,
    left_of,
    roll_memory,
)
from wyrd_tui.engine.roll import Roll, Score
from wyrd_tui.engine.sheet import Row, Sheet
from wyrd_tui.engine.state import Actor, State
from wyrd_tui.engine.told_deed import Deed
from wyrd_tui.engine.voices.panes import RodWords, ShownPoints
from wyrd_tui.engine.voices.voice import (
    DeedWords,
    Voice,
    describe_attempt,
    describe_damage,
    describe_next,
    moved_rows,
    name_in,
    public_plainly,
    row_in,
)
from wyrd_tui.engine.words import (
    join_names,
    name_and_verb,
    plain_number,
    possessive,
    short_name_of,
    signed,
    stake_lost,
    tone_of,
    with_details,
    with_numbers,
)


def _roll(roll: Roll, state: State) -> LogLine:
    score = roll.score
    if roll.act == "team" and not roll.outcome:
        return _team_told(roll, state)
    if roll.rerolled:
        article = "" if score.rating.startswith("The ") else "the "
        head, dice = f"{name_and_verb(state, score.who, 'twists')} {article}{score.rating} Check", _again_told(roll)
    elif roll.act == "team":
        head, dice = f"{possessive(state, score.who)} team keeps", _scored(roll)
    else:
        verb = {"attack": "attacks with", "recover": _recover_told(roll, state)}.get(roll.act, "checks")
        head = f"{name_and_verb(state, score.who, verb)} {_pool_told_by_name(score)} against {roll.label}"
        dice = _scored(roll)
    won = roll.outcome == "success"
    verdict = f"SUCCESS, {pools.grade(edge(roll))}" if won else roll.outcome.upper()
    tone = tone_of(state, score.who, won)
    stake = "" if won else stake_lost(state, roll.challenge)
    result = f"Score {score.total}, Edge {edge(roll)}{stake}"
    return LogLine(head, f": {dice} = {result}", verdict, tone, brief=f": {result}")


def _recover_told(roll: Roll, state: State) -> str:
    """Tell whose Recover Check it is: the roller's own, or that of the actor who is tended (ME-37)."""
    target = roll_memory(roll).target
    whose = "the" if target in ("", roll.score.who) else f"{possessive(state, target)}"
    return f"makes {whose} Recover Check with"


def _pool_told_by_name(score: Score) -> str:
    """Tell the parts of a pool: `Nature 3, tools +1`."""
    base = f"{score.parts[0].label} {score.parts[0].value}" if score.parts else score.rating
    return base + "".join(f", {part.label} {signed(part.value)}" for part in score.parts[1:])


def _scored(roll: Roll) -> str:
    """Tell the dice that score, then Edge dice, raised dice, and dice that wounds discard."""
    every = roll.score.faces
    own = every[: len(every) - roll_memory(roll).raised]
    # The dice that a team keeps are without discarded ones already.
    return _dice_told(own, roll_memory(roll).raised, 0 if roll.act == "team" else roll_memory(roll).discard)


def _dice_told(own: Sequence[int], raised: int, discard: int, scoring_word: str = "scoring ") -> str:
    scoring = [face for face in own if discard < face <= 3]
    words = [f"{scoring_word}{_faces_told(scoring)}"] if scoring else []
    words += [f"Edge dice {_faces_told(high)}"] if (high := [face for face in own if face > 3]) else []
    if raised:
        words.append(f"raised {_faces_told((6,) * raised)}")
    gone = [face for face in own if face <= discard]
    if gone and not words:
        return f"{_faces_told(gone)} discarded"
    told = ", ".join(words) or "no dice"
    return f"{told}, discarded {_faces_told(gone)}" if gone else told


def _hand_told(faces: Sequence[int], discard: int) -> str:
    """Tell the dice of one member of a team, and those that a wound discards (ME-38, U-27)."""
    gone = _faces_told([face for face in faces if face <= discard])
    return f"{_faces_told(faces) or 'no dice'}{f' (discarded {gone})' if gone else ''}"


def _faces_told(faces: Sequence[int]) -> str:
    return " ".join(map(str, faces))


def _again_told(roll: Roll) -> str:
    """Tell a Twist: the dice that were kept, and the new faces of the others."""
    kept, again, raised = roll_memory(roll).kept, roll_memory(roll).again, roll_memory(roll).raised
    discard = 0 if roll.act == "team" else roll_memory(roll).discard
    faces = roll.score.faces
    stays = _dice_told(faces[:kept], raised, discard, scoring_word="") if kept or raised else "nothing"
    return f"keeps {stays}; new dice: {_dice_told(faces[kept : kept + again], 0, roll_memory(roll).discard)}"


def _team_told(roll: Roll, state: State) -> LogLine:
    """Tell a team's throw before its dice are chosen: who leads, with whom, and the dice of those who roll."""
    memory, leader = roll_memory(roll), roll.score.who
    others = [short_name_of(state, who) for who in memory.involved if who != leader]
    throws = [f"{short_name_of(state, leader)} {_hand_told(roll.score.faces, memory.discard)}"]
    for helper in roll.against:
        other = len(helper.parts) > 1 or helper.rating != roll.score.rating
        pool = f" ({_pool_told_by_name(helper)})" if other else ""
        throws.append(f"{short_name_of(state, helper.who)}{pool} {_hand_told(helper.faces, memory.helper_discard)}")
    more = f", raised {_faces_told((6,) * memory.raised)}" if memory.raised else ""
    team = f" with {join_names(others)}{memory.beside and f' ({memory.beside})'}" if others else ""
    head = f"{name_and_verb(state, leader, 'checks')} {_pool_told_by_name(roll.score)}{team} against {roll.label}"
    head += f", {memory.link} link"
    kept = f"{count_noun(memory.keeps, 'die is', 'dice are')} kept" if memory.keeps else "no dice are kept: failure"
    return with_details(head, f"{'; '.join(throws)}{more}, {kept}", kept)


def _deeds(roll: Roll, step: Step, ruled: Ruled | None) -> Iterator[DeedWords]:
    """Tell a Check whose dice are known, with the Edge of a success and the price of a Twist (ME-11, ME-24, ME-30)."""
    # A team without chosen dice has no deed yet; an accepted failure is told already.
    if not roll.outcome or ruled is not None:
        return
    who, won = roll.score.who, roll.outcome == "success"
    target = name_in(step, roll_memory(roll).target)
    if roll.act == "attack" and target:
        deed = f"{'hit' if won else 'missed'} {target}"
    else:
        deed = describe_attempt(roll, step, roll.outcome)
    grade = f", {pools.grade(edge(roll))}" if won else ""
    price = roll_memory(roll).price
    cost = ": ".join(filter(None, ("" if price == "other" else price, roll_memory(roll).cost)))
    words = f"a Twist ({cost})" if cost else "a Twist"
    twist = "" if not roll.rerolled else f", by {words}" if won else f", in spite of {words}"
    team = [name_in(step, one) for one in roll_memory(roll).involved if one != who]
    yield who, deed + grade + twist + (f", with {join_names(team)}" if team else "")


def _public(roll: Roll, known: KnownNames) -> Deed | None:
    """Tell players whom an attack hit or missed, or how a Check of theirs ended, with the grade of its Edge."""
    deed = _public_check(roll, known) if roll.outcome else None
    if deed is None or roll.outcome != "success":
        return deed
    return deed._replace(grade=f"({pools.grade(edge(roll))})")


def _public_check(roll: Roll, known: KnownNames) -> Deed | None:
    won, who, memory = roll.outcome == "success", roll.score.who, roll_memory(roll)
    if roll.act == "attack" and memory.target:
        target = known.whom(memory.target)
        deed = known.deed(who, "hits" if won else "misses", target) if target else None
        return deed._replace(hits=memory.target, fells=known.fit(who, "fells")) if deed and won else deed
    if roll.act == "team" and len(memory.involved) > 1:
        team = known.names(memory.involved)
        return Deed(team, "succeed" if won else "fail", "together") if team else None
    plain, foe = public_plainly(roll, known), known.whom(memory.target) if roll.act == "check" else ""
    return plain._replace(rest=f"{plain.rest} against {foe}".lstrip()) if plain and foe else plain


_CAUSES: Mapping[str, str] = {
    "surge": "surges",
    "rally": "rallies",
    "strain": "is strained",
    "relax": "relaxes",
    "whole": "has full Mettle again",
    "whole but Fallen": "stays Fallen at full Mettle",
}
"""Verbs for what gives or takes dice and Mettle, by the cause that a rule of Mettle gives."""


def _marked(event: Marked, state: State) -> LogLine:
    """Tell dice and Mettle before and after a change; Mettle below 0 is a Felling blow (ME-35, U-32)."""
    actor = state.actors.get(event.who)
    if event.cause == "next" and actor is not None:
        rows = (row for row in actor.sheets[event.game].track if row.id in event.marks)
        return describe_next(actor, *(f"{row.label} {row.boxes}" for row in rows))
    changes = []
    felled = ""
    for row_id, marks in event.marks.items():
        row = row_in(state, event.who, event.game, row_id)
        if row is not None:
            left = row.boxes - marks
            changes.append(f"{row.label} {plain_number(row.boxes - row.marks)}→{plain_number(left)}")
            felled = "a Felling blow" if event.damage is not None and left < 0 else ""
    if event.damage is not None:
        return with_numbers(describe_damage(event, state), *changes, felled)
    verb = _CAUSES.get(event.cause) or event.why or "changes"
    return with_numbers(name_and_verb(state, event.who, verb), *changes) if changes else SILENCE


def _mended(event: Marked, step: Step) -> Iterator[DeedWords]:
    """Tell strain, and Mettle that a surge has spent or a Rally given back (ME-21, ME-36, ME-41)."""
    for row, more in moved_rows(event, step):
        if row.id == METTLE_ROW and event.cause in ("surge", "rally"):
            verb = "surged" if event.cause == "surge" else "rallied"
            yield event.who, f"{verb} for {abs(more)} Mettle"
        elif row.id in STRAINABLE:
            yield event.who, f"{'strained' if more > 0 else 'got back'} {row.label}"


def _befell(event: Befell) -> str:
    """Tell a wound that cancelled a hit (ME-38, ME-39)."""
    return f"cancelled a hit and was {event.condition.label}"


def _recovered(event: Recovered) -> str:
    """Tell that a Fallen character lives and stands again (ME-37, ME-40)."""
    return "recovered and rose again"


def _left(row: Row) -> int:
    """Return Mettle as it stands, below 0 once a blow has felled."""
    return row.boxes - row.marks


def _stands(actor: Actor, game: str) -> Iterator[str]:
    """Tell Mettle, and strained pools with the dice left of them in brackets (ME-21, ME-34)."""
    for row in actor.sheets[game].track:
        if row.id == METTLE_ROW:
            yield f"Mettle {plain_number(_left(row))} of {row.boxes}"
        elif row.marks:
            yield f"{row.label} {row.boxes} ({row.free})"


def _row_told(actor: Actor, row: Row) -> str:
    """Tell Mettle as it stands and at its most, and a pool with the dice left of it in brackets (ME-21, ME-34)."""
    if row.id == METTLE_ROW:
        return f"{row.label} {plain_number(_left(row))}/{row.boxes}"
    left = left_of(actor, row.id, row.free)
    return f"{row.label} {row.boxes}" + (f" ({left})" if left != row.boxes else "")


def _tracked(event: Tracked, state: State) -> LogLine:
    """Tell the rows that change, or all where none does; Mettle as it stands and at its most (ME-07, ME-34)."""
    actor = state.actors[event.who]
    before = actor.sheets[event.game].track if event.game in actor.sheets else ()
    changed = [row for row in event.track if row not in before]
    rows = ", ".join(_row_told(actor, row) for row in changed or event.track)
    return LogLine(name_and_verb(state, event.who, f"now has {rows}"))


def _shown(actor: Actor, game: str) -> Iterator[str]:
    """Tell Mettle and every pool, a strained one with the dice left of it in brackets, as the text has it (ME-21)."""
    sheet = actor.sheets[game]
    words = [_row_told(actor, row) for row in sheet.track]
    labels = {row.label.casefold() for row in sheet.track}
    learnt = {name: dice for name, dice in sheet.ratings.items() if name not in FIXED and name.casefold() not in labels}
    words += [f"{name} {dice}" for name, dice in learnt.items()]
    if load := sheet.ratings.get(LOAD):
        words.append(f"Load {load}/{sheet.ratings.get(FRAME, 0)}")
    if words:
        yield ", ".join(words)


def _points(actor: Actor, sheet: Sheet) -> Sequence[ShownPoints]:
    """Tell Mettle, which may be below 0, and each pool with the dice that strain leaves of it (ME-21, ME-35)."""
    return [_mettle_points(row) if row.id == METTLE_ROW else _pool(actor, row) for row in sheet.track]


def _mettle_points(row: Row) -> ShownPoints:
    now = _left(row)
    told = f"{plain_number(now)}/{row.boxes}"
    beads = row.free, min(row.marks, row.boxes)
    # Neither an ability of the Wyrd Abacus nor the short name of a player’s character.
    return ShownPoints(row.label, told, "hurt" if now <= 0 else "text", *beads, left=now, brief="Mt")


def _pool(actor: Actor, row: Row) -> ShownPoints:
    now = left_of(actor, row.id, row.free)
    told = f"{row.boxes} ({now})" if now != row.boxes else str(row.boxes)
    return ShownPoints(row.label, told, "dim" if not row.boxes else "hurt" if now != row.boxes else "text", left=now)


VOICE = Voice(
    name="Mettle",
    describe_roll=_roll,
    list_deeds=_deeds,
    public_result=_public,
    describe_marks=_marked,
    describe_track=_tracked,
    list_mended=_mended,
    condition_words=_befell,
    recovery_words=_recovered,
    value_name=pools.difficulty_name,
    rung_names=pools.DIFFICULTY_NAMES,
    list_marks=_stands,
    list_state=_shown,
    meanings=STATUSES,
    rests={"relax": "relaxes"},
    fates_done={"fallen": "falls"},
    harms={"shaken": "hurt", "broken": "badly"},
    points=_points,
    rod_words=RodWords(signed_values=False),
)
