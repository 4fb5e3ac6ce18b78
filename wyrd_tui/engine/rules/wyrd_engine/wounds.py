"""Wounds and their penalties, and the fates of actors who are out (WE-60 … WE-70, WED-09, WED-10, WED-13)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wyrd_tui.engine.choices import Choice
from wyrd_tui.engine.commands import Answers, Ask, Command, Portion, many_of, parts_of, text_of
from wyrd_tui.engine.dice import Dice, Refused
from wyrd_tui.engine.events import Befell, Event, Said, Wounded
from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.nouns.wyrd_engine import TRAIT_ALONE
from wyrd_tui.engine.rules.ground.basics import bring, chain_steps, rolls_of, the_actor, why_nobody
from wyrd_tui.engine.rules.ground.turn_passing import pass_turn
from wyrd_tui.engine.rules.questions import actor_choices, answered, note_asks, unless_any, who_asks
from wyrd_tui.engine.rules.wyrd_engine.attack import FIGHT
from wyrd_tui.engine.rules.wyrd_engine.conceding import CONCEDE, CONCEDES, PRICE, concede, out_until_the_end
from wyrd_tui.engine.rules.wyrd_engine.damage import (
    AT_RISK,
    DESPERATE,
    FATE_IN_WORDS,
    FIGHTS_ON,
    GONE,
    OUT_CONDITION,
    end_condition,
    has_condition,
    is_full,
    is_marked,
    row_style,
    stand_again,
    track_row,
    unassigned_penalties,
    wound_style,
)
from wyrd_tui.engine.rules.wyrd_engine.hurt import no_tracks
from wyrd_tui.engine.rules.wyrd_engine.questions import (
    is_bodily,
    rating_choices,
    unwritten_ratings,
    usual_rating,
)
from wyrd_tui.engine.rules.wyrd_engine.ratings import find_row, rolled_rating, same_rating, sheet_of, track_of
from wyrd_tui.engine.sheet import Hurt, Row
from wyrd_tui.engine.spelling import nearest_word
from wyrd_tui.engine.state import WYRD_ENGINE, Actor, Condition, State
from wyrd_tui.engine.words import join_names, name_and_verb


def _open_rows(state: State, answers: Answers) -> Sequence[Choice]:
    rows = [row for row in track_of(state, text_of(answers, "who")) if row.marks and row.penalty]
    return [Choice(row.id, row.label, f"−{row.penalty}{_now_on(row.hurts, ', now on ')}") for row in rows]


def _now_on(hurts: Sequence[Hurt], before: str) -> str:
    return f"{before}{join_names([f'{hurt.name} −{hurt.by}' for hurt in hurts])}" if hurts else ""


def _moves(state: State, answers: Answers) -> str:
    """Say of a wound that is assigned already from where to where its penalty moves (WE-61)."""
    row = find_row(state, text_of(answers, "who"), text_of(answers, "row"))
    if row is None or not row.hurts:
        return ""
    try:
        return f"moves{_now_on(row.hurts, ' from ')}{_now_on(_chosen_hurts(state, answers, row), ' to ')}"
    except Refused:
        return f"now on{_now_on(row.hurts, ' ')}"


def _first_open_row(state: State, answers: Answers) -> str | None:
    rows = unassigned_penalties(state, track_of(state, text_of(answers, "who")))
    return rows[0].id if rows else None


def _wounded(state: State, actor: Actor) -> bool:
    """Return whether an actor has a wound that costs a skill or a trait."""
    return any(row.marks and row.penalty for row in sheet_of(actor).track)


def _unwounded(state: State, word: str) -> str:
    """Return why no wound of an actor that a word names can be assigned; empty where one can."""
    actor = state.actors.get(word)
    if actor is None or _wounded(state, actor):
        return ""
    return f"{name_and_verb(state, word, 'has')} no wound."


_nobody_wounded = unless_any(_wounded, "No character has a wound. `damage` marks the boxes of a hit.")


_UNWRITTEN = "skills not on the sheet"


def _hurt_choices(state: State, answers: Answers) -> Sequence[Choice]:
    """Offer all that a wound may fall on: ratings of the sheet, its traits, and the setting's other skills."""
    actor = state.actors.get(text_of(answers, "who"))
    if actor is None:
        return []
    ratings = rating_choices()(state, answers)
    unwritten = unwritten_ratings(state, actor)
    plain = [
        Choice(c.value, c.label, behind=_UNWRITTEN) if c.value in unwritten else Choice(c.value, c.label, c.hint)
        for c in ratings
        if rolled_rating(state, actor, c.value) == c.value != TRAIT_ALONE
    ]
    return [*plain, *(Choice(t.name, t.name, t.source) for t in sheet_of(actor).traits)]


def _likely(state: State, answers: Answers) -> tuple[str, ...]:
    """Return the rating that a screen suggests for a new wound; none where none on the sheet fits (WE-61).

    Ratings that another wound hurts come last. The GM says another one by its key; a line always names it.
    """
    found = _suited(state, answers)
    hurt = [loss.name for row in track_of(state, text_of(answers, "who")) for loss in row.hurts]
    whole = [name for name in found if not any(same_rating(state, name, one) for one in hurt)]
    return tuple(whole or found)[:1]


def _suited(state: State, answers: Answers) -> list[str]:
    """Return the ratings on the sheet that suit a wound, the best first (WE-61).

    The rating of the last defence fits the hit, then the usual one to defend with, then the best of the body: a fair
    GM lets a wound cost something. No wound changes their order.
    """
    who = text_of(answers, "who")
    actor = state.actors.get(who)
    if actor is None:
        return []
    hits = (roll for roll in rolls_of(state, WYRD_ENGINE) if roll.act == "attack")
    sides = (score for roll in hits for score in roll.against)
    used = [rolled_rating(state, actor, score.rating) for score in sides if score.who == who]
    choices = {choice.value for choice in _hurt_choices(state, answers)}
    own = sheet_of(actor).ratings
    bodily = sorted((name for name in own if is_bodily(state, name)), key=lambda name: -own[name])
    likely = dict.fromkeys((*used[-1:], usual_rating(state, actor, "defend"), *bodily))
    return [name for name in likely if name in choices and any(same_rating(state, name, one) for one in own)]


def _wants_rating(state: State, answers: Answers) -> str:
    """Say how many points a wound costs where no rating is suggested for it, or else from where to where it moves."""
    if "hurts" in answers or not text_of(answers, "row") or _likely(state, answers):
        return _moves(state, answers)
    return _moves(state, answers) or f"−{penalty_of(state, answers)} in all, 1 for each press; no rating is suggested"


def _suited_first(state: State, answers: Answers) -> Sequence[Choice]:
    """Offer all that a wound may fall on, first what suits it, so that the list opens on its first page.

    The letters are the same in each question of one blow.
    """
    suited = _suited(state, answers)
    places = {name: place for place, name in enumerate(suited)}
    return sorted(_hurt_choices(state, answers), key=lambda choice: places.get(choice.value, len(places)))


def _style(state: State, answers: Answers) -> str:
    who = text_of(answers, "who")
    track, row = track_of(state, who), find_row(state, who, text_of(answers, "row"))
    return row_style(state, track, row) if row else wound_style(state, track)


def penalty_of(state: State, answers: Answers) -> int:
    """The points of penalty that the row in question costs."""
    row = find_row(state, text_of(answers, "who"), text_of(answers, "row"))
    return row.penalty if row else 0


def _wound(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    who = text_of(answers, "who")
    row = track_row(the_actor(state, who), text_of(answers, "row"))
    hurts = _chosen_hurts(state, answers, row)
    if not hurts:
        raise Refused("The penalty has no skill. Write one skill or trait, such as Fight.")
    for hurt in hurts:
        if meant := _slip_of(state, answers, hurt.name):
            lacks = f"{the_actor(state, who).name} has no skill or trait called {hurt.name}. Did you mean {meant}?"
            raise Refused(f"{lacks} `rate` adds a skill of that name.")
    yield Wounded(who, WYRD_ENGINE, row.id, hurts)


def _chosen_hurts(state: State, answers: Answers, row: Row) -> tuple[Hurt, ...]:
    spelt = {name.casefold(): name for name in _known_names(state, answers)}
    if _style(state, answers) == "each":
        return tuple(Hurt(spelt.get(name.casefold(), name), row.penalty) for name in many_of(answers, "each"))
    parts = parts_of(answers, "hurts")
    return _dealt(row, [(spelt.get(part.name.casefold(), part.name), part.points) for part in parts])


def _known_names(state: State, answers: Answers) -> set[str]:
    """Return the names of all skills and traits that a wound may fall on, as they are written."""
    offered = {choice.value for choice in _hurt_choices(state, answers)}
    return offered | {*state.setting.ratings, *state.setting.aliases}


def _slip_of(state: State, answers: Answers, name: str) -> str:
    """Return the known skill or trait that a name is much like; any other is a skill off the list (WE-10, WE-61)."""
    known = {one.casefold(): one for one in _known_names(state, answers)}
    return "" if name.casefold() in known else known.get(nearest_word(name.casefold(), known), "")


def _dealt(row: Row, parts: Sequence[tuple[str, int]]) -> tuple[Hurt, ...]:
    """Assign a penalty: parts without a number share what is left, and the sum stays (WE-61)."""
    label = row.label.casefold()
    total = sum(points for _, points in parts)
    blank = sum(points == 0 for _, points in parts)
    left = row.penalty - total
    if left < blank or (blank and left % blank) or (not blank and left):
        whole = f"A {label} wound costs {row.penalty} in all, not {total}"
        raise Refused(f"{whole}. Write name:points, such as Fight:{row.penalty}.")
    dealt: dict[str, int] = {}
    for name, points in parts:
        dealt[name] = dealt.get(name, 0) + (points or left // blank)
    return tuple(Hurt(name, by) for name, by in dealt.items())


WOUND = Command(
    "wound",
    "w",
    "wound",
    "Assign the penalty of a wound to skills or traits.",
    FIGHT,
    _wound,
    (
        replace(who_asks(wanted=_wounded), why=_unwounded),
        Ask("row", "Which wound", "one", _open_rows, _first_open_row, noun="wound"),
        Ask(
            "hurts",
            "Penalty on",
            "parts",
            _suited_first,
            lambda s, a: tuple(Portion(name, penalty_of(s, a)) for name in _likely(s, a)) or None,
            when=lambda s, a: _style(s, a) == "split",
            free=True,
            own=True,
            slip_of=_slip_of,
            needed=lambda s, a: True,
            preview=_wants_rating,
            noun="skill or trait",
        ),
        Ask(
            "each",
            "Full penalty on",
            "many",
            _suited_first,
            when=lambda s, a: _style(s, a) == "each",
            free=True,
            own=True,
            slip_of=_slip_of,
            preview=_moves,
            noun="skill or trait",
        ),
    ),
    lambda state: no_tracks(state) or _nobody_wounded(state),
    WYRD_ENGINE,
    "WE-60 … WE-65, WED-09, C-07, C-35, U-07",
)


FATE_CHOICES: dict[str, tuple[str, str]] = {
    "defeated": ("defeated", "beaten, and alive to tell of it"),
    "captured": ("captured", "in the hands of the other side"),
    "left-for-dead": ("left for dead", "alive and unnoticed"),
    "retreats": ("retreated", "gets away, hurt; may act again after the fight"),
    "dead": ("dead", "the end"),
    "desperate": ("one last desperate act", "then out"),
    "ally": ("saved by an ally", "out, but safe"),
    "injury": ("marked by a permanent injury", "out, never quite the same"),
    "stays": ("", "stays in the fight after all"),
    GONE.id: (GONE.label, "leaves the story; never comes back"),
}


_SURVIVES = "survives"
"""The fate of a character at risk of death who still stands (WE-67)."""


def needs_fate(state: State) -> list[Actor]:
    """Actors who are out of action and whose fate the GM has not said."""
    return [actor for actor in state.actors.values() if has_condition(actor, OUT_CONDITION)]


def _is_due(actor: Actor) -> bool:
    """Tell whether the fate of an actor is still to be said: out of action, or at risk of death (WE-66, WE-67)."""
    return has_condition(actor, OUT_CONDITION) or has_condition(actor, AT_RISK)


def _stands_unhurt(state: State, actor: Actor) -> bool:
    return not (actor.out or is_marked(state, actor) or _is_due(actor))


def _fated(state: State, answers: Answers) -> Sequence[Choice]:
    """Offer all actors; while the fate of others is due, the selection suggests nobody who stands unhurt."""
    due = any(map(_is_due, state.actors.values()))
    rows = actor_choices()(state, answers)
    return [replace(row, apart=due and _stands_unhurt(state, state.actors[row.value])) for row in rows]


def _usual_fated(state: State, answers: Answers) -> str | None:
    """Suggest the only actor whose fate is due, or the only one at the table."""
    found = [who for who, actor in state.actors.items() if _is_due(actor)] or [*state.actors]
    return found[0] if len(found) == 1 else None


def _fate_choices(state: State, answers: Answers) -> Sequence[Choice]:
    rows = [
        Choice(key, label or "fights on", hint, grave=key == "dead", place=place)
        for place, (key, (label, hint)) in enumerate(FATE_CHOICES.items())
    ]
    actor = state.actors.get(text_of(answers, "who"))
    fallen = actor.suffered(WYRD_ENGINE, OUT_CONDITION.id) if actor is not None else None
    if fallen is not None and fallen.settled:
        rows = [row for row in rows if row.value != DESPERATE.id]
    if actor is not None and not actor.out:
        hint, place = "gives up for a price, before being taken out; may act again after the fight", len(FATE_CHOICES)
        rows.append(Choice(CONCEDES, CONCEDES, hint, place=place))
        if has_condition(actor, AT_RISK):
            rows.append(Choice(_SURVIVES, _SURVIVES, "no longer at risk of death", place=place + 1))
    return rows


_concedes = answered("fate", CONCEDES)


def _fate(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    who, fate, note = text_of(answers, "who"), text_of(answers, "fate"), text_of(answers, "note")
    if fate == CONCEDES:
        yield from concede(state, {"who": (who,), "price": text_of(answers, "price")})
        return
    actor = the_actor(state, who)
    if fate == _SURVIVES:
        yield end_condition(who, AT_RISK)
        return
    label, _ = FATE_CHOICES.get(fate, (fate, ""))
    stays = (AT_RISK.id, DESPERATE.id, FIGHTS_ON.id, *FATE_CHOICES)
    over = [one for one in actor.suffers(WYRD_ENGINE) if one.out or one.id in stays]
    events: list[Event] = [end_condition(who, one, quiet=True) for one in over if one.id != AT_RISK.id]
    again = stand_again(actor) if fate in ("desperate", "stays") else []
    events += again
    match fate:
        case "desperate":
            events.append(Befell(who, replace(DESPERATE, note=note)))
        case "stays" if is_full(sheet_of(actor).track):
            events.append(Befell(who, replace(FIGHTS_ON, note=note)))
        case "stays":
            events += [] if again else [Said(name_and_verb(state, who, "may act again"))]
        case _:
            name = fate if fate in FATE_CHOICES else FATE_IN_WORDS
            events.append(Befell(who, Condition(name, label, note, out=True, game=WYRD_ENGINE)))
    if has_condition(actor, AT_RISK):
        events.append(end_condition(who, AT_RISK, quiet=fate not in ("desperate", "stays")))
    yield from chain_steps(state, bring(*events), lambda now: pass_turn(now, now.order))


FATE = Command(
    "fate",
    "f",
    "fate",
    "Decide the fate of a character out of action: defeated, captured, dead, a last act.",
    FIGHT,
    _fate,
    (
        replace(who_asks("Character"), choices=_fated, default=_usual_fated),
        Ask("fate", "Fate", "one", _fate_choices, free=True, own=True, listed=True),
        replace(PRICE, when=_concedes),
        note_asks(),
    ),
    why_nobody,
    WYRD_ENGINE,
    "WE-66 … WE-68, WE-92, WED-10, WED-13, C-06",
    remark=lambda state, answers: out_until_the_end(state, answers) if _concedes(state, answers) else "",
)


WOUND_COMMANDS = (WOUND, FATE, CONCEDE)
