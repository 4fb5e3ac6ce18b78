"""Voice of the Wyrd Engine: Fudge dice as they fell, margins, boxes and wounds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from wyrd_tui.engine.act import Step
from wyrd_tui.engine.events import Marked, Rated, Ruled, Tracked
from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.known import KnownNames
from wyrd_tui.engine.log_line import LogLine
from wyrd_tui.engine.nouns.wyrd_engine import (
    COMPLICATION,
    EVERYTHING,
    SUCCESSES,
    TRAIT_ALONE,
    outcome_as_ruled,
    roll_memory,
    spell_rung,
)
from wyrd_tui.engine.odds import RUNGS
from wyrd_tui.engine.roll import Roll, Score
from wyrd_tui.engine.sheet import Row, Sheet
from wyrd_tui.engine.state import WYRD_ENGINE, Actor, State
from wyrd_tui.engine.told_deed import Deed
from wyrd_tui.engine.voices.voice import DeedWords, Voice, describe_attempt, moved_rows, name_in, public_plainly
from wyrd_tui.engine.words import (
    fit_verb,
    in_quotes,
    join_names,
    name_and_verb,
    plain_number,
    short_name_of,
    signed,
    spell_part,
    stake_lost,
    tone_of,
)


def _faces(score: Score) -> str:
    """Write the dice as they fell, such as `++-0`, or only their sum where no more was called out."""
    if score.faces:
        return "".join({1: "+", -1: "-"}.get(face, "0") for face in score.faces)
    return f"dice {signed(score.thrown)}"


def _score_line(score: Score, *, brief: bool = False) -> str:
    """Tell one side of a roll: dice, every number that counted by name, and the total; the total alone in brief."""
    total = plain_number(score.total)
    parts = "".join(f", {spell_part(part.label, part.value, score.rating)}" for part in score.parts)
    return total if brief else f"{_faces(score)}{parts} = {total}"


def _initiative(rolls: Sequence[Roll], state: State) -> LogLine:
    """Tell the dice of everybody who rolls initiative, in one line; the order has told the totals (WE-51)."""
    dice = "; ".join(f"{short_name_of(state, roll.score.who)} {_score_line(roll.score)}" for roll in rolls)
    return LogLine("Dice", f": {dice}")


def _does(roll: Roll, state: State) -> str:
    """Say what the roller does with a rating: helps a character, sets up a boost for one, or rolls."""
    gainer = roll_memory(roll).gainer
    match roll.act:
        case "help":
            return f"helps {short_name_of(state, gainer)} with" if gainer else "helps with"
        case "boost":
            other = f" for {short_name_of(state, gainer)}" if gainer not in ("", roll.score.who) else ""
            return f"sets up a boost{other} with"
        case _:
            return "rolls"


def _roll(roll: Roll, state: State) -> LogLine:
    again = " again" if roll.rerolled else ""
    if roll.act == "attack":
        head = name_and_verb(state, roll.score.who, f"attacks {_attacked(roll, state)}{again}")
    elif roll.act == "manoeuvre":
        what = roll_memory(roll).manoeuvre or "manoeuvre"
        at = _aimed(what, _against_names(roll, state))
        head = name_and_verb(state, roll.score.who, f"tries{again} {f'to {at}' if what in _VERBS else at}")
    else:
        head = name_and_verb(state, roll.score.who, f"{_does(roll, state)} {roll.score.rating}{again}")
        if roll.challenge:
            challenge = state.challenges.get(roll.challenge)
            # A title may be a sentence, and a rating may stand in for another, so no word joins them.
            head += f" ({challenge.title if challenge else roll.challenge})"
    tone = tone_of(state, roll.score.who, roll.outcome == "success") if roll.outcome in ("success", "failure") else ""
    tail, brief = (_details(roll, state, brief=short) for short in (False, True))
    return LogLine(head, tail, _verdict(roll, state), tone, brief)


def _details(roll: Roll, state: State, *, brief: bool) -> str:
    """Tell both sides of a roll, what the winner may gain, and what a failure costs."""
    ours, theirs = _score_line(roll.score, brief=brief), _opposition(roll, state, brief=brief)
    # The last bead of a challenge tells what a success wins.
    stake = stake_lost(state, roll.challenge) if roll.outcome == "failure" else ""
    return f": {ours} against {theirs}{_grade(roll, state)}{stake}"


_VERBS = frozenset({"disarm", "feint", "grapple", "intimidate", "push"})
"""The manoeuvres that are called by a verb (WE-75)."""
_NOUNS: Mapping[str, str] = {"suppressing fire": "on"}
_BESIDE: Mapping[str, str] = {**dict.fromkeys(_VERBS, ""), "feint": "against", **_NOUNS}
"""Words between the manoeuvres and their targets."""


def _aimed(manoeuvre: str, whom: str) -> str:
    """Join a manoeuvre and its target: *disarm Drake*, *feint against Drake*, *suppressing fire on Drake*.

    The GM's own words may be a verb or a noun, so they are quoted: *“steam in his eyes” against Drake*.
    """
    named = manoeuvre if manoeuvre in _BESIDE else in_quotes(manoeuvre)
    return " ".join(part for part in (named, _BESIDE.get(manoeuvre, "against"), whom) if part) if whom else named


def _against_names(roll: Roll, state: State) -> str:
    return ", ".join(short_name_of(state, score.who) for score in roll.against)


def _attacked(roll: Roll, state: State) -> str:
    """Name the target of an attack, or several with what became of each."""
    if len(roll.against) == 1:
        return _against_names(roll, state)
    hits = {hit.who: f"hit {hit.damage}" for hit in roll.hits}
    return ", ".join(f"{short_name_of(state, one.who)} ({hits.get(one.who, 'missed')})" for one in roll.against)


def _opposition(roll: Roll, state: State, *, brief: bool) -> str:
    """Tell each side that opposes a roll, else the number that does; the head has named the only target."""
    named = roll.act in ("attack", "manoeuvre") and len(roll.against) == 1
    names = ["" if named else f"{short_name_of(state, one.who)} " for one in roll.against]
    sides = (_defence(one, brief=brief) for one in roll.against)
    return "; ".join(map("".join, zip(names, sides, strict=True))) or roll.label


def _defence(score: Score, *, brief: bool) -> str:
    named = brief or (score.parts and score.parts[0].label == score.rating)
    return f"{'' if named else f'{score.rating} '}{_score_line(score, brief=brief)}"


def _verdict(roll: Roll, state: State) -> str:
    """Tell the outcome with the margin."""
    if roll.act == "attack":
        return _hits(roll)
    if roll.outcome not in ("success", "failure"):
        return roll.outcome.upper()
    if roll.margin == 0 and not roll.against:
        return f"TIE, read as {roll.outcome}"
    words = {"success": "SUCCESS", "failure": "FAILURE"}
    if roll.against:
        actor = state.actors.get(roll.score.who)
        words = {"success": fit_verb(actor, "wins").upper(), "failure": fit_verb(actor, "loses").upper()}
    return f"{words[roll.outcome]} by {abs(roll.margin)}"


def _hits(roll: Roll) -> str:
    """Tell the damage of an attack on one, or how many of several are hit."""
    if not roll.hits:
        return "TIE, MISS" if roll.outcome == "tie" else "MISS"
    return f"HIT {roll.hits[0].damage}" if len(roll.against) == 1 else f"HIT {len(roll.hits)} of {len(roll.against)}"


def _grade(roll: Roll, state: State) -> str:
    """Tell what the winner of an opposed roll may gain, and who that is where the roller lost."""
    if roll.act != "opposed" or roll.outcome not in ("success", "failure"):
        return ""
    winner = f" for {short_name_of(state, roll.against[0].who)}" if roll.outcome == "failure" else ""
    return f", a boon is possible{winner}" if "boon" in roll.offers else f", a minor advantage{winner}"


_MANAGED = {"success": "managed to", "failure": "failed to", "tie": "tied in trying to"}
_DONE = {"success": "brought off", "failure": "failed with", "tie": "tied with"}
_LAID = {"success": "laid", "failure": "failed with", "tie": "tied with"}


def _deeds(roll: Roll, step: Step, ruled: Ruled | None) -> Iterator[DeedWords]:
    who, outcome, rating = roll.score.who, _outcome(roll, ruled), roll.score.rating
    also = f": {ruled.ruling}" if ruled is not None and ruled.ruling not in ("success", "failure") else ""
    if ruled is not None and ruled.note:
        also = f"{also or ': ruled so'}, {ruled.note}"
    for_whom = name_in(step, roll_memory(roll).gainer)
    theirs = roll.against[0] if roll.against else None
    match roll.act:
        case "attack":
            hits = {hit.who: hit.damage for hit in roll.hits}
            for score in roll.against:
                name = name_in(step, score.who)
                yield who, f"hit {name} for {hits[score.who]}" if score.who in hits else f"missed {name}"
        case "initiative":
            return
        case "opposed" if theirs is not None:
            words = {"success": "beat", "failure": "lost to"}.get(outcome, "tied with")
            yield who, f"{words} {name_in(step, theirs.who)} ({rating} against {theirs.rating}){also}"
        case "manoeuvre":
            what = roll_memory(roll).manoeuvre or "manoeuvre"
            what_for = _aimed(what, name_in(step, theirs.who if theirs else roll_memory(roll).target))
            managed = _MANAGED if what in _VERBS else _LAID if what in _NOUNS else _DONE
            yield who, f"{managed.get(outcome, managed['tie'])} {what_for}" + also
        case "help":
            yield who, (f"helped {for_whom}" if outcome == "success" else f"could not help {for_whom}") + also
        case "boost":
            what = roll_memory(roll).label or "a boost"
            words = "set up" if outcome == "success" else "failed to set up"
            yield (
                who,
                f"{words} {what}" + (f" for {for_whom}" if (roll_memory(roll).gainer or who) != who else "") + also,
            )
        case _:
            yield who, describe_attempt(roll, step, outcome, f"with {rating}" if rating == TRAIT_ALONE else "") + also


_AGAINST = {
    "success": ("beats", ""),
    "failure": ("loses", "to "),
    "tie": ("ties", "with "),
    COMPLICATION: ("meets", "a complication against "),
}
"""A verb and the preposition before whom it is against, by outcome."""


_HELPED = {"success": ("helps", ""), "failure": ("fails", "to help ")}
_WON = {
    "disarm": "disarms",
    "grapple": "grapples",
    "push": "pushes back",
    "feint": "fools",
    "suppressing fire": "pins down",
    "intimidate": "intimidates",
}
"""Verbs of the manoeuvres of the rules that were won; the GM's own words are none that players read."""


def _public(roll: Roll, known: KnownNames) -> Deed | None:
    """Tell players whom an attack hit and for how much, who won against whom, or how a check ended."""
    roll, who = replace(roll, outcome=outcome_as_ruled(roll)), roll.score.who
    theirs = [known.whom(score.who) for score in roll.against if known.name(score.who)]
    if roll.against and not theirs:
        return None
    match roll.act:
        case "attack" if theirs:
            return _public_attack(roll, known)
        case "opposed" | "manoeuvre" if theirs and roll.outcome in _AGAINST:
            verb, preposition = _AGAINST[roll.outcome]
            if roll.outcome == "success":
                verb = _WON.get(roll_memory(roll).manoeuvre, verb)
            return known.deed(who, verb, preposition + join_names(theirs))
        case "initiative":
            return None
        case "help" if roll.outcome in _HELPED and known.name(roll_memory(roll).gainer):
            verb, words = _HELPED[roll.outcome]
            return known.deed(who, verb, words + known.whom(roll_memory(roll).gainer))
        case _:
            alone = roll.score.rating == TRAIT_ALONE
            return public_plainly(replace(roll, score=replace(roll.score, rating="")) if alone else roll, known)


def _public_attack(roll: Roll, known: KnownNames) -> Deed | None:
    """Tell an attack on those whom players know: whom it hit, each with its damage, and whom it missed."""
    who, damage = roll.score.who, {hit.who: hit.damage for hit in roll.hits}
    targets = [score.who for score in roll.against if known.name(score.who)]
    missed = _AGAINST[COMPLICATION] if roll.outcome == COMPLICATION else ("misses", "")
    # A hit by ruling has no damage of its own.
    without = ("hits", "") if roll.ruling in SUCCESSES else missed
    told = [
        ("hits", f"{known.whom(target)} for {damage[target]}")
        if target in damage
        else (without[0], without[1] + known.whom(target))
        for target in targets
    ]
    (verb, words), *others = told
    rest = join_names([words, *(f"{known.fit(who, other)} {words}" for other, words in others)])
    deed = known.deed(who, verb, rest)
    if deed is None or len(targets) > 1 or targets[0] not in damage:
        return deed
    return deed._replace(hits=targets[0], fells=known.fit(who, "fells"), deals=damage[targets[0]])


def _outcome(roll: Roll, ruled: Ruled | None) -> str:
    if ruled is None:
        return roll.outcome
    return "success" if ruled.ruling in SUCCESSES else "failure"


def _mended(event: Marked, step: Step) -> Iterator[DeedWords]:
    # Stress that clears is no news, a wound that heals is.
    healed = [row.label for row, more in moved_rows(event, step) if more < 0 and row.penalty]
    if healed:
        yield event.who, f"healed {', '.join(healed)}"


def _rated(event: Rated, state: State) -> LogLine:
    why = f", {event.why}" if event.why else ""
    value, written = signed(event.value or 0), state.actors[event.who].sheets.get(WYRD_ENGINE, Sheet()).ratings
    if event.rating == EVERYTHING:
        rest = "everything else" if written.keys() - {EVERYTHING} else "everything"
        return LogLine(name_and_verb(state, event.who, f"now has {value} in {rest}{why}"))
    rest = f"; everything else stays {signed(written[EVERYTHING])}" if EVERYTHING in written else ""
    return LogLine(name_and_verb(state, event.who, f"now has {event.rating} {value}{why}"), rest)


def _tracked(event: Tracked, state: State) -> LogLine:
    rows = ", ".join(f"{row.boxes} {row.label.casefold()}" for row in event.track) or "no boxes"
    return LogLine(name_and_verb(state, event.who, f"now has a track of {rows}"))


def _penalties(row: Row) -> str:
    hurts = ", ".join(f"{hurt.name} −{hurt.by}" for hurt in row.hurts)
    return f" ({hurts})" if hurts else ""


def _stands(actor: Actor, game: str) -> Iterator[str]:
    for row in actor.sheets[game].track:
        if row.marks:
            yield f"{row.label.casefold()} {row.marks} of {row.boxes}{_penalties(row)}"


def _shown(actor: Actor, game: str) -> Iterator[str]:
    for row in actor.sheets[game].track:
        yield f"{row.label.casefold()} {row.marks}/{row.boxes}{_penalties(row)}"


VOICE = Voice(
    name="Wyrd Engine",
    short_name="Engine",
    chapter="act",
    describe_roll=_roll,
    describe_rolls={"initiative": _initiative},
    attack_acts=frozenset({"attack"}),
    usual_verbs={"initiative": "rolls initiative"},
    list_deeds=_deeds,
    public_result=_public,
    list_mended=_mended,
    describe_rating=_rated,
    describe_track=_tracked,
    value_name=spell_rung,
    rung_names=RUNGS,
    list_marks=_stands,
    list_state=_shown,
    rests={"rest": "rests"},
    chosen_fates={"conceded": "concedes", "retreats": "retreats"},
)
