"""Words for what a roll brings and what it uses up, before the dice fall (WE-19, WE-38, WE-39, WE-44, WE-76)."""

from __future__ import annotations

from collections.abc import Iterator

from wyrd_tui.engine.chance import Chance
from wyrd_tui.engine.commands import Answer, Answers, number_of, text_of
from wyrd_tui.engine.dice import count_noun
from wyrd_tui.engine.nouns.wyrd_engine import roll_memory
from wyrd_tui.engine.roll import Roll
from wyrd_tui.engine.rules.ground.basics import bead_told, used_up
from wyrd_tui.engine.rules.wyrd_engine.damage import DESPERATE, has_condition, unassigned_penalties
from wyrd_tui.engine.rules.wyrd_engine.house_rules import rule
from wyrd_tui.engine.rules.wyrd_engine.modifiers import Reckoning
from wyrd_tui.engine.rules.wyrd_engine.ratings import sheet_of
from wyrd_tui.engine.rules.wyrd_engine.rolls import MANOEUVRE_CONDITIONS
from wyrd_tui.engine.rules.wyrd_engine.sides import unopposed
from wyrd_tui.engine.sheet import used_once
from wyrd_tui.engine.state import State
from wyrd_tui.engine.words import join_names, name_and_verb, short_name_of, signed, stake_words

_BY_ITSELF, _TICKED = "once, in the next", "once, in a roll where you tick it"
_NO_REACTION = "(no defence, no initiative)"
_AGAINST = "attack, manoeuvre or opposed roll of their own"
"""The acts against a character; a bonus that is bound to one counts in no other, and in no roll that the foe begins."""


def foretell(state: State, answers: Answers, act: str, *sides: tuple[str, Reckoning]) -> tuple[str, ...]:
    """Tell what each side's roll leaves out and uses up, what a success brings, and what is at stake.

    Args:
        state: The table.
        answers: The answers so far.
        act: check, boost, help, opposed, manoeuvre or attack.
        sides: Each actor who rolls, with what counts for them.
    """
    left = (unassigned_told(state, who) for who, _ in sides)
    used = (used_told(state, who, reckoning) for who, reckoning in sides)
    stake = stake_words(state, text_of(answers, "on")) if act == "check" else ""
    told = [*left, _gain(state, answers, act), *used, _no_action(state, text_of(answers, "who"), act), stake]
    # The last act comes first, since a line that is too short loses its end.
    last = (_last_act(state, who) for who, _ in sides if who == text_of(answers, "who"))
    return tuple(filter(None, (*last, *told)))


def _no_action(state: State, who: str, act: str) -> str:
    """Say that help is no action of a turn, since the text counts it among none; empty outside that turn (WE-52)."""
    return "costs no action this turn" if act in ("boost", "help") and state.order.turn == who else ""


def _last_act(state: State, who: str) -> str:
    """Say that an actor is out after this roll, a last desperate act (WE-68)."""
    if not has_condition(state.actors[who], DESPERATE):
        return ""
    return f"one last act: {name_and_verb(state, who, 'is')} out afterwards"


def unassigned_told(state: State, who: str) -> str:
    """Say that penalties which the GM has not assigned to ratings yet count in no roll; empty for none (WE-61)."""
    rows = unassigned_penalties(state, sheet_of(state.actors[who]).track)
    wounds = count_noun(len(rows), "wound", "wounds")
    left = signed(-unassigned_points(state, who))
    return f"{name_and_verb(state, who, 'has')} {wounds} not assigned ({left})" if rows else ""


def unassigned_points(state: State, who: str) -> int:
    """Return the points of penalties that the GM has not assigned to ratings yet (WE-61)."""
    rows = unassigned_penalties(state, sheet_of(state.actors[who]).track)
    return sum(row.penalty - sum(hurt.by for hurt in row.hurts) for row in rows)


def _gain(state: State, answers: Answers, act: str) -> str:
    match act:
        case "check":
            rod = state.challenges.get(text_of(answers, "on"))
            bead = bead_told(state, rod) if rod is not None else ""
            return f"success: {bead}" if bead else ""
        case "boost" | "help":
            gainer = short_name_of(state, text_of(answers, "for"))
            only, foe = text_of(answers, "only", "any"), text_of(answers, "foe", "anyone")
            bound = [_AGAINST if foe != "anyone" else "roll"] if (only, foe) != ("any", "anyone") else []
            bound += [f"with {only}"] if only != "any" else []
            bound += [f"against {short_name_of(state, foe)}" if foe != "anyone" else _NO_REACTION] if bound else []
            worth = signed(int(text_of(answers, "value", "1")))
            how = f"{_BY_ITSELF} {' '.join(bound)}" if bound else _TICKED
            return f"success: {worth} for {gainer}, {how}{_left_out(state, answers) if act == 'help' else ''}"
        case "opposed":
            return f"win by 3 or more, by either side: a boon of {signed(int(rule(state, 'boon_value')))}"
        case "manoeuvre":
            won = ", and ".join(_manoeuvred(state, answers))
            return won and (f"success: {won}" if unopposed(state, answers) else f"win by any margin: {won}")
        case _:
            return ""


def _left_out(state: State, answers: Answers) -> str:
    """Name the help that its gainer has already and with which new help cannot count; empty for none (WE-47)."""
    only, foe = text_of(answers, "only", "any"), text_of(answers, "foe", "anyone")
    had = [bonus for bonus in state.bonuses.values() if (bonus.owner, bonus.kind) == (text_of(answers, "for"), "help")]
    had = [one for one in had if one.skill in ("", only) or only == "any"]
    had = [one for one in had if one.against in ("", foe) or foe == "anyone"]
    return f", not with {join_names([one.label for one in had])}" if len(had) >= int(rule(state, "helpers")) else ""


def tie_told(tie: Chance) -> str:
    """Tell the chance of a tie on which the GM rules (WE-41)."""
    return f", tie {tie.short()}{'' if tie.impossible else ': you rule'}"


def gain_of_roll(state: State, roll: Roll) -> str:
    """Say what a success of a roll that failed would bring, before its dice are thrown again (WE-21)."""
    memory = roll_memory(roll)
    answers: dict[str, Answer] = {"who": roll.score.who, "on": roll.challenge, "for": memory.gainer or roll.score.who}
    answers |= {"only": memory.skill or "any", "foe": memory.against or "anyone"}
    if roll.act == "manoeuvre":
        answers |= {"manoeuvre": memory.manoeuvre, "target": memory.target, "value": memory.worth}
    elif memory.worth:
        answers |= {"value": str(memory.worth)}
    return "" if roll.outcome == "success" or roll.against else _gain(state, answers, roll.act)


def _manoeuvred(state: State, answers: Answers) -> Iterator[str]:
    """Yield what a manoeuvre that succeeds does: the condition of its target, and the bonus that it earns."""
    who, target, value = text_of(answers, "who"), text_of(answers, "target"), number_of(answers, "value")
    label = MANOEUVRE_CONDITIONS.get(text_of(answers, "manoeuvre"))
    if label and target in state.actors:
        yield name_and_verb(state, target, f"is {label} until the scene ends")
    if value:
        owner = text_of(answers, "for", who)
        against = f" against {short_name_of(state, target)}" if target in state.actors and target != owner else ""
        # A bonus that is bound to no act counts unasked where its owner acts, and a hindrance in every roll.
        when = "attack" if against else "defence"
        when = when if text_of(answers, "manoeuvre") == "feint" else _AGAINST if value > 0 else "roll"
        how = f"{_BY_ITSELF} {when}{against}" if against or value < 0 else _TICKED
        yield f"{name_and_verb(state, owner, 'gains')} {signed(value)}, {how}"


def used_told(state: State, who: str, reckoning: Reckoning) -> str:
    """Name the bonuses and the limited traits that a roll uses up; empty for none (WE-19, WE-39, WE-44)."""
    names = [f"“{bonus.label}”" for bonus in used_up(state, reckoning.bonuses)]
    for trait in (trait for sheet in state.actors[who].sheets.values() for trait in sheet.traits):
        numbers = [number for name, number in reckoning.traits if name == trait.id]
        if any(used_once(trait, number) is not trait for number in numbers):
            names.append(trait.name)
    return f"{name_and_verb(state, who, 'uses up')} {join_names(names)}" if names else ""
