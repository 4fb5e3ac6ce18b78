"""Answers that the selection on the screen gives to a question."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from wyrd_tui.engine.commands import Answer, Answers, Ask, Command, next_ask
from wyrd_tui.engine.named_tuple import NamedTuple
from wyrd_tui.engine.state import State
from wyrd_tui.screens.questions.field import Field, not_listed
from wyrd_tui.screens.table.selection import are_allies, last_target_of


class TickedActors(NamedTuple):
    """The ticked actors that a question takes, and a sentence on those that it leaves out."""

    taken: Mapping[str, Answer]
    aside: str = ""


def answer_of_selection(ask: Ask, state: State, answers: Answers, focus: Answers) -> Answer | None:
    """Return the selection's answer to a question; None where the question does not take it."""
    selected = _suggested_target(state, answers, focus) if ask.focus == "target" else focus.get(ask.focus)
    if selected is None:
        return None
    values = {choice.value for choice in ask.plain_choices(state, answers) if not choice.apart}
    if ask.focus == "rating" and (selected not in values or answers.get("who") != focus.get("actor")):
        # The ladder was turned to it for the selected actor, and another one may roll.
        return None
    aimed = (selected if isinstance(selected, tuple) else (selected,)) if ask.focus in ("target", "opponent") else ()
    if any(are_allies(state, str(answers.get("who", "")), str(one)) for one in aimed):
        # They were the targets of another, who is of another side.
        return None
    match ask.kind:
        case "number":
            return selected if isinstance(selected, int) and ask.low <= selected <= ask.high else None
        case "many":
            several = tuple(map(str, selected)) if isinstance(selected, tuple) else (str(selected),)
            return several if several and set(several) <= values else None
        case "one":
            if isinstance(selected, tuple):
                selected = str(selected[0]) if len(selected) == 1 else ""
            spelt = [str(selected), f"{selected:+d}"] if isinstance(selected, int) else [selected]
            found = next((text for text in spelt if text in values), None)
            return found if found is not None else spelt[0] if ask.free and spelt[0] else None
        case _:
            return None


def _suggested_target(state: State, answers: Answers, focus: Answers) -> Answer | None:
    """Return the target that the selection gives; to an attacker of another side, the one that side aimed at last."""
    attacker = state.actors.get(str(answers.get("who", "")))
    selected = state.actors.get(str(focus.get("acting", "")))
    if attacker is None or selected is None or attacker.side == selected.side:
        return focus.get("target")
    return focus.get(last_target_of(attacker.side))


def answer_unasked(ask: Ask, state: State, answers: Answers, known: Answer | None) -> Answer | None:
    """Return the answer to a question that is not put; None where it is.

    Args:
        ask: The question.
        state: The table.
        answers: The answers before it.
        known: The selection's answer to it, if any.
    """
    if known is not None and not ask.put:
        return known
    unasked = (ask.quiet and not ask.folded) or ask.settled(state, answers)
    if unasked and (usual := ask.default(state, answers)) is not None:
        return usual
    return () if ask.kind == "many" and not ask.form and not ask.plain_choices(state, answers) else None


def asks_more(command: Command, state: State, answers: Answers, focus: Answers) -> bool:
    """Tell whether a command puts a question more behind some answers."""
    given = dict(answers)
    while (ask := next_ask(command, state, given)) is not None:
        answer = answer_unasked(ask, state, given, answer_of_selection(ask, state, given, focus))
        if answer is None:
            return True
        given[ask.name] = answer
    return False


def tick_selected(ask: Ask, state: State, answers: Answers, focus: Answers) -> TickedActors:
    """Tick the actors, ticked in the panes or selected, that a question takes, and say which are left out (U-34).

    Nobody is ticked in place of the actors left out, so the act asks for its targets instead.
    """
    selected = focus.get(ask.focus) if ask.focus and ask.kind in ("one", "many") else None
    if isinstance(selected, str) and selected in state.actors:
        return TickedActors({}, ask.why(state, selected))
    if ask.kind != "many" or not isinstance(selected, tuple):
        return TickedActors({})
    choices, chosen = ask.plain_choices(state, answers), tuple(map(str, selected))
    if apart := [choice for choice in choices if choice.apart and choice.value in chosen]:
        # Nobody comes in at a price unasked, and nobody else in their place.
        there = tuple(who for who in chosen if who in {choice.value for choice in choices if not choice.apart})
        priced = (f"{choice.label} ({choice.hint})" if choice.hint else choice.label for choice in apart)
        return TickedActors({ask.name: there}, f"Not ticked: {', '.join(priced)}.")
    values = {choice.value for choice in choices}
    left = [who for who in chosen if who not in values and who in state.actors]
    aside = " ".join(filter(None, dict.fromkeys(ask.why(state, who) for who in left)))
    if left and not aside:
        aside = not_listed([state.actors[who] for who in left])
    return TickedActors({ask.name: tuple(who for who in chosen if who in values)}, aside)


def why_left_out(ask: Ask, state: State, focus: Answers) -> str:
    """Say why the selected thing is left out, where the question has a sentence for it; else empty."""
    selected = focus.get(ask.focus) if ask.focus else None
    why = ask.why(state, selected) if isinstance(selected, str) else ""
    return f"{why} The selection is left out." if why else ""


def newly_suggested(before: Mapping[str, str], fields: Iterable[Field]) -> str:
    """Say what fields suggest now in place of their suggestions before, by the names of their questions."""
    changed = [field for field in fields if before.get(field.ask.name) and field.suggestion]
    told = (f"{f.ask.prompt}: {f.suggestion} is now suggested." for f in changed if f.suggestion != before[f.ask.name])
    return " ".join(told)
