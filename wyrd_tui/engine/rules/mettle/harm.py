"""Damage to Mettle, and the wounds that cancel it: Shaken, Broken, Fallen, death (ME-34 … ME-40)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from wyrd_tui.engine.blank import no_text
from wyrd_tui.engine.choices import Choice
from wyrd_tui.engine.commands import Answers, Ask, Command, actor_named, many_of, number_of, text_of
from wyrd_tui.engine.dice import Dice, Refused, quote_briefly
from wyrd_tui.engine.events import Befell, Changed, Event, Marked, Ruled, Said
from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.nouns.mettle import METTLE_ROW, STATUSES, edge, roll_memory
from wyrd_tui.engine.roll import Roll
from wyrd_tui.engine.rules.ground.basics import chain_steps, rolls_of, the_actor
from wyrd_tui.engine.rules.mettle.blows import is_felling, is_group, stands_at, suggested_damage, weapon_among
from wyrd_tui.engine.rules.mettle.checks import with_a_sheet
from wyrd_tui.engine.rules.mettle.house_rules import kept_free_move
from wyrd_tui.engine.rules.mettle.modifiers import death_events, end_status, has_status, mettle_of, row_of, status_of
from wyrd_tui.engine.rules.mettle.wounds import (
    BROKEN,
    FALLEN,
    SHAKEN,
    cancel,
    told_uncancelled,
    why_not_cancelled,
    wounds_of,
)
from wyrd_tui.engine.rules.questions import note_asks, roll_meant, unless, which_roll
from wyrd_tui.engine.sheet import Row
from wyrd_tui.engine.state import METTLE, Actor, State
from wyrd_tui.engine.words import (
    crowd_name,
    distinction,
    fit_verb,
    join_names,
    name_and_verb,
    name_of,
    plain_number,
    short_name_of,
)

DAMAGE_GROUP = "Damage"
TAKE = "take"
RECOVERS = "recover"
"""The act of a Recover Check’s roll."""


def hit_events(state: State, who: str, points: int, instead: str, why: str) -> Iterator[Event]:
    """A hit: Mettle falls, or a wound cancels it; below 0 its owner, or one of a group, has fallen (ME-35, U-12).

    Raises:
        Refused: If the wound cannot cancel it, or there is no Mettle to lose.
    """
    actor = the_actor(state, who)
    row = row_of(actor, METTLE_ROW)
    if row is None:
        raise Refused(_tell_no_mettle(state, who))
    if instead != TAKE:
        yield from _cancelled(state, actor, points, instead)
        return
    yield Marked(who, METTLE, {METTLE_ROW: row.marks + points}, why, damage=points)
    if is_felling(actor, points) and is_group(actor):
        yield from _next_in_front(actor)
    elif is_felling(actor, points) and not has_status(actor, FALLEN):
        yield Befell(who, status_of(FALLEN))
        if kept := kept_free_move(state, who):
            yield Said(kept)
        # The Fallen take no Twist, but for that of a Recover Check, which outlasts the scene.
        for one in state.open:
            if (one.game, one.act, one.who, one.ends) == (METTLE, "twist", who, "scene"):
                yield Said(f"The failure of {short_name_of(state, who)} stands without a Twist")


def _next_in_front(actor: Actor) -> Iterator[Event]:
    """Drop the front member of a group; the next one has full Mettle and none of the wounds (U-12)."""
    yield Changed(actor.id, count=actor.count - 1, fallen=1)
    yield Marked(actor.id, METTLE, {METTLE_ROW: 0}, cause="next")
    yield from (end_status(actor.id, wound) for wound in wounds_of(actor))


def _cancelled(state: State, actor: Actor, points: int, instead: str) -> Iterator[Event]:
    name, able = name_of(state, actor.id), cancel(actor, points)
    if why := why_not_cancelled(actor, points):
        raise Refused(f"{name} cannot cancel this hit: {why}. Leave it blank to take the damage.")
    if instead.casefold() != able:
        raise Refused(
            f"{quote_briefly(instead)} cannot cancel this hit. Write {able}, or leave it blank to take the damage."
        )
    now_is = f"{fit_verb(actor, 'is')} {able.capitalize()}"
    yield Said(f"{name_and_verb(state, actor.id, 'cancels')} {points} damage and {now_is}", f": {STATUSES[able]}")
    if able == BROKEN:
        yield end_status(actor.id, SHAKEN, "it is worse now", quiet=True)
    yield Befell(actor.id, status_of(able), quiet=True, cause="cancelled")


def _with_mettle(state: State, answers: Answers) -> Sequence[Choice]:
    rows = (a for a in state.actors.values() if row_of(a, METTLE_ROW) is not None and not a.dead)
    return [
        Choice(a.id, crowd_name(a) + distinction(state, a), f"Mettle {plain_number(mettle_of(a))}")
        for a in sorted(rows, key=lambda a: a.side != "party")
    ]


def _tell_no_mettle(state: State, who: str) -> str:
    """Return that an actor has no Mettle written."""
    return f"{name_and_verb(state, who, 'has')} no Mettle: `:pools {who} motive=3` writes Motive, and Mettle with it."


_nobody_has_mettle = unless(
    lambda state: _with_mettle(state, {}), "Nobody here has Mettle: `pools` writes Motive, and Mettle with it."
)


def _without_mettle(state: State, word: str) -> str:
    """Return why the actor that a word names loses no Mettle: none is written; empty where that is not the reason."""
    actor = actor_named(state, word)
    if actor is None or METTLE not in actor.sheets or row_of(actor, METTLE_ROW) is not None:
        return ""
    return _tell_no_mettle(state, actor.id)


_WHO = with_a_sheet(
    Ask("who", "Who", "many", _with_mettle, focus="ticked", some="Choose a character.", why=_without_mettle)
)


def _one(state: State, answers: Answers) -> Actor | None:
    who = many_of(answers, "who")
    return state.actors.get(who[0]) if len(who) == 1 else None


def _ways(state: State, answers: Answers) -> Sequence[Choice]:
    """Offer the answers to a hit: take it, or become Shaken or Broken where that is allowed (ME-38, ME-39)."""
    actor = _one(state, answers)
    rows = [Choice(TAKE, "take the damage")]
    if actor is not None and (able := cancel(actor, number_of(answers, "points"))):
        rows.append(Choice(able, f"{able.capitalize()} instead", STATUSES[able]))
    return rows


def undealt_attacks(state: State) -> list[Roll]:
    """Attacks that succeeded and whose damage nobody has dealt yet, the oldest first."""
    rolls = (roll for roll in rolls_of(state, METTLE) if (roll.act, roll.outcome) == ("attack", "success"))
    return [roll for roll in rolls if not roll.ruling and _can_be_hurt(state, roll_memory(roll).target)]


def _can_be_hurt(state: State, who: str) -> bool:
    target = state.actors.get(who)
    return target is not None and row_of(target, METTLE_ROW) is not None and not target.dead


def _attacks_on(state: State, answers: Answers) -> list[Roll]:
    return [roll for roll in undealt_attacks(state) if roll_memory(roll).target in many_of(answers, "who")]


def describe_hit(state: State, blow: Roll) -> str:
    """Name who hits, with which rating and which weapon, and the Edge that the hit has (ME-07, ME-13)."""
    weapon = weapon_of(state, blow)
    used = f" ({weapon})" if weapon else ""
    return f"{short_name_of(state, blow.score.who)} with {blow.score.rating}{used}, Edge {edge(blow)}"


def weapon_of(state: State, blow: Roll) -> str:
    """Return the name of what the attacker carries and used in the attack; empty where it used nothing (ME-13)."""
    return weapon_among(state.actors.get(blow.score.who), blow.score.parts[1:])


def _usual_damage(state: State, answers: Answers) -> int | None:
    """Suggest the damage of a hit, which the text leaves open; None without a hit or by house rule (U-25)."""
    blow = roll_meant(answers, _attacks_on(state, answers))
    return None if blow is None else suggested_damage(state, edge(blow), weapon_of(state, blow))


def _damage_in_words(state: State, blow: Roll) -> str:
    """Word the parts of the damage that is suggested, such as `1 for the hit, 2 for Edge`."""
    weapon = weapon_of(state, blow)
    parts = ["1 for the hit", f"{edge(blow)} for Edge" if edge(blow) else "", f"1 for {weapon}" if weapon else ""]
    return ", ".join(filter(None, parts))


def _preview(state: State, answers: Answers) -> str:
    """Preview the Mettle that the hit leaves, and the parts of the damage where it is the suggested one."""
    # Of damage that is cancelled the log tells all.
    if text_of(answers, "way", TAKE) != TAKE:
        return ""
    points = number_of(answers, "points")
    blow = roll_meant(answers, _attacks_on(state, answers))
    words, falls, able, taken = [], "", "", ""
    hit = f"the hit by {describe_hit(state, blow)}" if blow is not None else ""
    if blow is not None and points == _usual_damage(state, answers):
        hit += f" ({_damage_in_words(state, blow)})"
    for who in many_of(answers, "who"):
        actor = state.actors.get(who)
        if actor is None or points <= 0:
            continue
        now, able = mettle_of(actor), able or cancel(actor, points)
        taken = told_uncancelled(actor, points)
        ended = "".join(f", {wound.capitalize()} ends" for wound in wounds_of(actor))
        felled = f", a Felling blow, one falls {actor.count}→{actor.count - 1}, the next steps up unhurt{ended}"
        fate = "" if not is_felling(actor, points) else felled if is_group(actor) else ", a Felling blow"
        if fate and fate != felled and not has_status(actor, FALLEN):
            falls = "; ".join(filter(None, (f"Fallen: {STATUSES[FALLEN]}", kept_free_move(state, who))))
        words.append(f"{short_name_of(state, who)} Mettle {plain_number(now)}→{plain_number(now - points)}{fate}")
    if words[1:]:
        taken = "Shaken instead: each decides alone, so deal it to one at a time" if able else ""
    return "; ".join(filter(None, (*words, falls, hit, taken)))


def _hurt(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    who, points = many_of(answers, "who"), number_of(answers, "points")
    blow = roll_meant(answers, _attacks_on(state, answers))
    if points == 0 and blow is None:
        raise Refused("0 damage changes nothing. Write 1 or more.")
    way, why = text_of(answers, "way", TAKE), text_of(answers, "note")
    if way == TAKE and (named := why.casefold()) in (TAKE, SHAKEN, BROKEN):
        # A line that gives the way without its name has it where the note stands.
        way, why = named, ""
    if way != TAKE and len(who) > 1:
        raise Refused("Each character decides alone. Deal the damage to one character at a time.")
    why = why or (weapon_of(state, blow) if blow is not None else "")
    if points:
        yield from chain_steps(
            state, *(partial(hit_events, who=one, points=points, instead=way, why=why) for one in who)
        )
    if blow is not None:
        attack = f"attack by {short_name_of(state, blow.score.who)}"
        several = len(_attacks_on(state, answers)) > 1
        on = f"{attack} on {join_names([short_name_of(state, one) for one in who])}"
        told = f"The {on} does no damage" if not points else f"Dealt for the {attack}" if several else ""
        yield Ruled("done", blow.number, told)


def _hits(state: State, answers: Answers) -> Sequence[Choice]:
    return [*_OF.choices(state, answers), Choice("none", "no hit", "other damage; the hit stays open", none=True)]


_OF = replace(which_roll(_attacks_on, "Hit by"), noun="hit")

HURT = Command(
    "hurt",
    "d",
    "damage",
    "Deal damage to Mettle; Shaken, then Broken, cancels a hit that is not a Felling blow.",
    DAMAGE_GROUP,
    _hurt,
    (
        _WHO,
        replace(_OF, choices=_hits, folded=True),
        Ask(
            "points",
            "Damage",
            "number",
            default=_usual_damage,
            low=0,
            high=999,
            form=True,
            in_turn=True,
            preview=_preview,
        ),
        Ask("way", "Outcome", "one", _ways, lambda s, a: TAKE, free=True, unworded=True, form=True),
        note_asks(),
    ),
    _nobody_has_mettle,
    METTLE,
    "ME-34, ME-35, ME-38, ME-39, U-25, U-32",
)


# ------------------------------------------------------------------ getting it back


def _refilled(who: str, row: Row, to: int, cause: str) -> Iterator[Event]:
    """Mettle rises to so much, and never beyond what it was at first."""
    marks = max(0, row.boxes - to)
    if marks < row.marks:
        yield Marked(who, METTLE, {METTLE_ROW: marks}, cause=cause)


def refill_events(state: State) -> Iterator[Event]:
    """Refill the Mettle of all living actors; their statuses and strain stay (ME-36, ME-50, U-32)."""
    for actor in state.actors.values():
        row = row_of(actor, METTLE_ROW)
        if row is not None and row.marks and not actor.dead:
            yield from _refilled(actor.id, row, row.boxes, "whole but Fallen" if has_status(actor, FALLEN) else "whole")


def _worn(state: State, answers: Answers) -> Sequence[Choice]:
    """Offer those who have lost Mettle."""
    return [row for row in _with_mettle(state, answers) if not _whole(state, row.value)]


def _whole(state: State, word: str) -> str:
    """Return that the Mettle of the actor that a word names is whole; empty where they have lost some (ME-36)."""
    actor = actor_named(state, word)
    if actor is None or (row := row_of(actor, METTLE_ROW)) is None or row.marks:
        return _without_mettle(state, word)
    return f"The Mettle of {name_of(state, actor.id)} is whole, so none comes back."


def _nobody_worn(state: State) -> str:
    return "" if _worn(state, {}) else _nobody_has_mettle(state) or "Nobody here has lost Mettle, so none comes back."


def _rally(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    points = number_of(answers, "points")
    for actor in (the_actor(state, who) for who in many_of(answers, "who")):
        if (row := row_of(actor, METTLE_ROW)) is not None:
            yield from _refilled(actor.id, row, mettle_of(actor) + points if points else row.boxes, "rally")


RALLY = Command(
    "rally",
    "g",
    "rally",
    "Give Mettle back in a fight, by points or in full; the Rally itself is played by hand.",
    DAMAGE_GROUP,
    _rally,
    (
        replace(_WHO, choices=_worn, why=_whole),
        Ask(
            "points",
            "Mettle given back (0 for all of it)",
            "number",
            default=lambda s, a: 0,
            low=0,
            high=999,
            noun="Mettle given back (0 for all of it)",
        ),
    ),
    _nobody_worn,
    METTLE,
    "ME-36, ME-51, U-25",
)


def fallen(state: State) -> list[Actor]:
    """Return the actors that are Fallen, so that a Recover Check is open for each (ME-37)."""
    return [actor for actor in state.actors.values() if has_status(actor, FALLEN) and not actor.dead]


def failed_recovery(state: State, who: str) -> Roll | None:
    """Return the failed Recover Check for a Fallen character that is not settled; None where there is none (ME-40)."""
    rolls = (roll for roll in rolls_of(state, METTLE) if roll.act == RECOVERS and roll_memory(roll).target == who)
    return next((roll for roll in rolls if roll.outcome == "failure" and roll.ruling != "done"), None)


def settle_recovery(state: State, who: str, lives: bool) -> Iterator[Event]:
    """Settle a Recover Check: its owner is Fallen no longer, or dead (ME-37, ME-40)."""
    actor = state.actors.get(who)
    if actor is None or not has_status(actor, FALLEN):
        return
    if (roll := failed_recovery(state, who)) is not None:
        yield Ruled("done", roll.number)
    if lives:
        why = "alive after all" if roll is not None else "the Recover Check succeeds"
        yield replace(end_status(who, FALLEN, why), cause="recover")
        if mettle_of(actor) < 0:
            yield Said(stands_at(state, who), ": any damage fells; the act “rally” or the next scene gives Mettle back")
    else:
        yield from death_events(actor, "the Recover Check failed")


def _alive(state: State, answers: Answers) -> Sequence[Choice]:
    return [Choice(a.id, a.name) for a in state.actors.values() if METTLE in a.sheets and not a.dead]


def _die(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    who, words = text_of(answers, "who"), text_of(answers, "note").strip()
    yield from death_events(the_actor(state, who), words or "declared")


DIE = Command(
    "die",
    "",
    "declare death",
    "Declare a character dead, as its player says.",
    DAMAGE_GROUP,
    _die,
    (Ask("who", "Who dies", "one", _alive), Ask("note", "How", "words", default=no_text)),
    lambda state: "" if _alive(state, {}) else "Nobody alive here has a sheet of Mettle: `pools` writes one.",
    METTLE,
    "ME-40",
)

HARM_COMMANDS = (HURT, RALLY, DIE)
