"""Voice of the Wyrd Abacus: points put in, pools of dice, abilities by the points left of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from wyrd_tui.engine.act import Step
from wyrd_tui.engine.dice import count_noun
from wyrd_tui.engine.events import Marked, Ruled, Tracked
from wyrd_tui.engine.known import KnownNames
from wyrd_tui.engine.log_line import SILENCE, LogLine
from wyrd_tui.engine.nouns.wyrd_abacus import (
    ABILITIES,
    BY_WYRD,
    COUNTDOWN,
    LENT,
    POOL,
    SIXES,
    STRIKES,
    TYPES,
    WITH_THE_WYRD,
    WYRD,
    roll_memory,
)
from wyrd_tui.engine.roll import Roll, Score
from wyrd_tui.engine.sheet import Row, Sheet, Trait
from wyrd_tui.engine.sixes import rank
from wyrd_tui.engine.state import WYRD_ABACUS, Actor, Challenge, State
from wyrd_tui.engine.told_deed import Deed
from wyrd_tui.engine.voices.panes import RodWords, ShownPoints
from wyrd_tui.engine.voices.voice import (
    DeedWords,
    Voice,
    challenge_plainly,
    deeds_plainly,
    mended_plainly,
    rod_in,
    row_in,
)
from wyrd_tui.engine.words import (
    begin_sentence,
    join_names,
    name_and_verb,
    short_name_of,
    signed,
    tone_of,
    with_details,
    with_numbers,
)


def _roll(roll: Roll, state: State) -> LogLine:
    if roll.act == "challenge":
        return _challenge_told(roll, state)
    if roll.act == "rest":
        return _rest_told(roll.score, state)
    alone, told, wyrd = not roll.against, roll.act == "sabotage", "final Wyrd" if roll_memory(roll).final else "Wyrd"
    if told:
        head = name_and_verb(state, roll.score.who, f"works against {_hindered(roll)}")
    elif alone:
        head = name_and_verb(state, roll.score.who, f"rolls {wyrd if roll.act == 'wyrd' else roll.score.rating}")
    else:
        head = f"{begin_sentence(wyrd) if roll.act == 'wyrd' else 'Influence'} roll"

    def owner(score: Score) -> str:
        """Name the pool of a score where the head has not named it."""
        who = "" if alone else f"{short_name_of(state, score.who)} "
        return f"{who}{score.rating} " if told or not alone else ""

    def tail(*, brief: bool) -> str:
        pools = (f"{owner(one)}{_pool_told(one, brief=brief)}" for one in (roll.score, *roll.against))
        return f": {'; '.join(pools)}{_winner_told(roll, state)}"

    return LogLine(head, tail(brief=False), _leads(roll, state), brief=tail(brief=True))


def _hindered(roll: Roll) -> str:
    """Name what a character works against: a challenge, whose title may be a sentence, or the others."""
    title = roll_memory(roll).hindered
    return f"“{title}”" if title else "the others"


def _challenge_told(roll: Roll, state: State) -> LogLine:
    score = roll.score
    value = roll.value or 0
    won = roll.outcome == "success"
    result = "OVERCOME" if won else f"{value - score.total} SHORT"
    tone = tone_of(state, score.who, won)
    if drew := roll_memory(roll).drew:
        before = score.total - score.parts[-1].value
        rod = state.challenges.get(roll.challenge)
        head = f"{name_and_verb(state, drew, 'draws')} on the Wyrd for {rod.title if rod else roll.label}"
        tail = f": {before}→{score.total} against {value}"
        return LogLine(head, tail, result, tone, brief=tail)
    names = join_names([short_name_of(state, who) for who in (roll_memory(roll).involved or (roll.score.who,))])
    faces = "face" if len(roll_memory(roll).involved) > 1 else "faces"
    parts = "".join(f", {part.label} {signed(part.value)}" for part in score.parts)
    return LogLine(
        f"{names} {faces} {roll.label}",
        f": {score.total} (die {score.thrown}{parts})" if parts else f": die {score.thrown}",
        result,
        tone,
        brief=f": {score.total}",
    )


def _pool_told(score: Score, *, brief: bool) -> str:
    """Tell one throw of a pool: the dice, the highest, its number of times, and the sixes; no dice in brief."""
    if not score.faces:
        return f"no dice, so {score.total}"
    _, often = rank(score.total, score.faces)
    parts = [] if brief else [f"dice {' '.join(map(str, score.faces))}"]
    if sixes := _sixes_told(score.faces):
        return f"6 ({'; '.join((*parts, sixes))})"
    if often > 1:
        parts.append(f"{often} dice show {score.total}")
    return f"{score.total}" + (f" ({'; '.join(parts)})" if parts else "")


def _sixes_told(faces: Sequence[int]) -> str:
    many = faces.count(6)
    return "one 6" if many == 1 else f"{many} sixes" if many else ""


def _rest_told(score: Score, state: State) -> LogLine:
    """Tell the dice of a rest and their sixes, of which each gives back a point: no total counts (WA-48)."""
    sixes = _sixes_told(score.faces) or "no 6"
    dice = f"{score.rating} dice {' '.join(map(str, score.faces))}"
    return LogLine(name_and_verb(state, score.who, "rests"), f": {dice}, {sixes}", brief=f": {score.rating}, {sixes}")


def _first(roll: Roll) -> list[str]:
    """Return who has the highest of several rolls: by the die, then by its number of times (WA-35, U-23)."""
    ranked = {score.who: rank(score.total, score.faces) for score in (roll.score, *roll.against)}
    best = max(ranked.values())
    return [who for who, place in ranked.items() if place == best]


def _leads(roll: Roll, state: State) -> str:
    """Tell the winner among several rolls."""
    if not roll.against or roll_memory(roll).final:
        return ""
    first = _first(roll)
    return f"{short_name_of(state, first[0]).upper()} HIGHEST" if len(first) == 1 else "EVEN"


def _winner_told(roll: Roll, state: State) -> str:
    """Tell what decides between several rolls of one height."""
    if not roll.against or roll_memory(roll).final:
        return ""
    first = _first(roll)
    if len(first) > 1:
        again = "" if roll.act == "wyrd" else ": roll again, or the GM decides"
        return f"; {join_names([short_name_of(state, who) for who in first])} are even{again}"
    best = max(score.total for score in (roll.score, *roll.against))
    return "; the tiebreak decides" if sum(one.total == best for one in (roll.score, *roll.against)) > 1 else ""


def _deeds(roll: Roll, step: Step, ruled: Ruled | None) -> Iterator[DeedWords]:
    scores = (roll.score, *roll.against)
    match roll.act:
        case "challenge":
            rod = rod_in(step, roll.challenge)
            title = rod.title if rod else roll.label
            short = max(0, (roll.value or 0) - roll.score.total)
            words = f"overcame {title}" if roll.outcome == "success" else f"came {short} short of {title}"
            for who in roll_memory(roll).involved or (roll.score.who,):
                yield who, words + (", with Wyrd drawn" if roll_memory(roll).drew == who else "")
        case "wyrd":
            for score in scores:
                yield score.who, f"rolled {score.total} in the {'final ' if roll_memory(roll).final else ''}Wyrd roll"
        case "influence":
            first = _first(roll)
            for score in scores:
                words = "lost" if score.who not in first else "was even in" if first[1:] else "won"
                yield (
                    score.who,
                    f"{words} the influence roll" if roll.against else f"rolled {score.total} for influence",
                )
        case "sabotage":
            yield roll.score.who, f"worked against {_hindered(roll)}"
        case "rest":
            yield roll.score.who, "rested"
        case _:
            yield from deeds_plainly(roll, step, ruled)


def _public(roll: Roll, known: KnownNames) -> Deed | None:
    """Tell players who overcame a challenge or came short of it, and who is highest of several Wyrd rolls."""
    match roll.act:
        case "challenge":
            team = roll_memory(roll).involved or (roll.score.who,)
            title = known.goal(roll)
            if not title or not all(map(known.name, team)):
                return None
            one, several, rest = (
                ("overcomes", "overcome", title)
                if roll.outcome == "success"
                else ("does", "do", f"not overcome {title}")
                if roll.ruling
                # Wyrd may still be drawn for it.
                else ("comes", "come", f"{-roll.margin} short of {title}")
            )
            verb = several if len(team) > 1 else one
            drawn = ", drawing on the Wyrd" if roll.outcome == "success" and roll_memory(roll).drew else ""
            return Deed(known.names(team), verb, rest + drawn, challenge=roll.challenge)
        case "wyrd" | "influence" if known.name(roll.score.who):
            others = [f"{name} {score.total}" for score in roll.against if (name := known.name(score.who))]
            wyrd = "the final Wyrd" if roll_memory(roll).final else "Wyrd"
            what = wyrd if roll.act == "wyrd" else f"Influence with {roll.score.rating}"
            rest = f"{roll.score.total} for {what}" + (f", {join_names(others)}" if others else "")
            first = _first(roll)
            if roll.act == "influence" and others and len(first) == 1 and (winner := known.name(first[0])):
                rest = f"{rest}, and {winner} {known.fit(first[0], 'wins')}"
            deed = known.deed(roll.score.who, "rolls", rest)
            return deed._replace(last=bool(others)) if deed is not None else None
        case "rest":
            return known.deed(roll.score.who, "rests")
        case _:
            # Work against others is told by the one who did it, if at all.
            return None


def _marked(event: Marked, state: State) -> LogLine:
    """Tell points of abilities before and after a change."""
    who = short_name_of(state, event.who)
    changes: list[str] = []
    for row_id, marks in event.marks.items():
        row = row_in(state, event.who, event.game, row_id)
        if row is not None:
            changes.append(f"{row.label} {row.free}→{row.boxes - marks}")
    if event.damage is not None:
        source = f" ({event.why})" if event.why else ""
        lost = f"{event.lost} more than it had" if event.lost else ""
        return with_numbers(f"{who} loses {event.damage}{source}", *changes, lost)
    # The line of a roll tells the points that its act spends.
    return with_numbers(f"{who} {event.why}", *changes) if event.why else SILENCE


def _lost(points: int) -> str:
    return f"lost {count_noun(points, 'point')}"


def _tracked(event: Tracked, state: State) -> LogLine:
    scores = ", ".join(f"{row.label} {row.boxes}" for row in event.track)
    return LogLine(f"{short_name_of(state, event.who)} now starts with {scores or 'nothing'}")


def _stands(actor: Actor, game: str) -> Iterator[str]:
    sheet = actor.sheets[game]
    for row in sheet.track:
        yield f"{row.label} scratched out" if row.struck else f"{row.label} {row.free} of {row.boxes}"
    yield from (f"{name} {value}" for name, value in sheet.ratings.items() if value)


def _shown(actor: Actor, game: str) -> Iterator[str]:
    """Tell the points left of every ability, and the personal Wyrd (WA-04)."""
    sheet = actor.sheets[game]
    rows = [row for row in sheet.track if row.id in ABILITIES]
    if rows:
        scores = [f"{row.label} {row.free}/{row.boxes}{' scratched out' if row.struck else ''}" for row in rows]
        yield ", ".join([*scores, f"Wyrd {sheet.ratings.get(WYRD, 0)}"])


def _gains(trait: Trait) -> str:
    """Return the verb for a new facet, by its ability (WA-16)."""
    ability = next((ABILITIES[effect.skill] for effect in trait.effects if effect.skill in ABILITIES), "")
    return f"now has the {ability} facet" if ability else "gains"


def _challenge_words(challenge: Challenge, value: str) -> LogLine:
    if challenge.type == COUNTDOWN:
        ends = f"ends after {count_noun(challenge.needed, 'six', 'sixes')}"
        # Sixes of the whole story count, also those from before the clock (WA-40, WA-55).
        counted = f"{challenge.done} counted already" if challenge.done else ""
        return with_numbers(f"countdown {challenge.title}", ends, counted)
    if not challenge.type:
        return challenge_plainly(challenge, value)
    type_and_value = f"{challenge.type} {value}".rstrip()
    if challenge.title == challenge.type:
        return LogLine(f"challenge {type_and_value}")
    return with_details(f"challenge {challenge.title}", type_and_value, type_and_value if value else "")


def _points(actor: Actor, sheet: Sheet) -> Sequence[ShownPoints]:
    """Tell the points left of each ability, or its scratch, and the personal Wyrd (WA-04, WA-17, WA-28)."""
    wyrd = sheet.ratings.get(WYRD, 0)
    return [*map(_ability, sheet.track), ShownPoints(WYRD, str(wyrd), "strong" if wyrd else "dim", left=wyrd)]


def _ability(row: Row) -> ShownPoints:
    if row.struck:
        return ShownPoints(row.label, "", "hurt", hollow=row.boxes, struck=True)
    told, lost = f"{row.free}/{row.boxes}", row.boxes - row.free
    return ShownPoints(row.label, told, "text" if row.free else "hurt", row.free, lost, left=row.free)


def _gift(actor: Actor) -> str:
    lends = actor.suffered(WYRD_ABACUS, WITH_THE_WYRD.id) is not None
    lent = actor.sheets[WYRD_ABACUS].ratings.get(LENT, 0) if lends else 0
    return f"{lent} {LENT}" if lent else ""


VOICE = Voice(
    name="Wyrd Abacus",
    short_name="Abacus",
    describe_roll=_roll,
    list_deeds=_deeds,
    public_result=_public,
    untold_rolls=frozenset({"influence"}),
    is_continuation=lambda roll: bool(roll_memory(roll).drew),
    describe_marks=_marked,
    list_mended=partial(mended_plainly, verb="restored"),
    describe_damage=_lost,
    describe_track=_tracked,
    list_marks=_stands,
    list_state=_shown,
    describe_challenge=_challenge_words,
    gain_verb=_gains,
    failed_verb="is not overcome",
    failed_word="Not overcome",
    stakes_later=True,
    silent_conditions=frozenset(("faced",)),
    harmless_conditions=frozenset(("freed", "escaped")),
    points=_points,
    points_are_spent=True,
    spotlit_condition="faced",
    away_condition="absent",
    tells_fate=True,
    gift_words=_gift,
    lists_traits=True,
    rod_words=RodWords(
        ABILITIES,
        storey=lambda challenge: TYPES[challenge.type][0] if challenge.type in TYPES else "",
        pool=POOL,
        pool_label=WYRD,
        unlisted=frozenset((POOL, SIXES)),
        counted=COUNTDOWN,
        springs=STRIKES,
        met_by={BY_WYRD: "met by a Wyrd roll"},
    ),
)
