"""Answers that were given so far, in the GM's words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from wyrd_tui.engine.account import Account
from wyrd_tui.engine.commands import Answer, Answers, Ask, Command, Portion, many_of, say_or_refuse
from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.events import LET_GO, Recovered
from wyrd_tui.engine.foresight import foresee
from wyrd_tui.engine.log_line import LogLine, in_brief
from wyrd_tui.engine.rules.all_games import command_of
from wyrd_tui.engine.rules.brief import lines_in_brief
from wyrd_tui.engine.rules.shared.matters import pending
from wyrd_tui.engine.rules.shared.showing import tell_hidden
from wyrd_tui.engine.state import State
from wyrd_tui.engine.words import join_names, short_name
from wyrd_tui.screens.questions.editor import true_minus
from wyrd_tui.screens.questions.selected import asks_more

BRIEF = 80
"""Most letters of a line that is told whole among many."""
FEW_LINES = 7
"""Greatest number of lines of the log ahead that are told with their details."""


def answers_in_words(
    command: Command, state: State, answers: Answers, only: Collection[str] | None = None
) -> Iterator[str]:
    """Tell each answer, but those that are empty and the defaults of questions that are not put.

    Args:
        command: The act.
        state: The table.
        answers: All answers so far.
        only: Names of the questions whose answers are told, where not all are.
    """
    before: dict[str, Answer] = {}
    for ask in command.asks:
        if ask.name not in answers:
            continue
        answer = answers[ask.name]
        if (
            not ask.told_later
            and (only is None or ask.name in only)
            and answer not in ("", ())
            and (ask.shown or not (ask.quiet and answer == ask.default(state, before)))
        ):
            labels = {choice.value: choice.label for choice in ask.plain_choices(state, before)}
            several = answer if isinstance(answer, tuple) else (str(answer),)
            if len(several) > 1:
                labels |= _short_names(state, tuple(map(str, several)))
            yield ", ".join(_worded(ask, value, labels) for value in several)
        before[ask.name] = answer


def left_in_words(command: Command, state: State, answers: Answers, usual: Answers) -> Iterator[str]:
    """Tell the answers of a line, as a question heads them, where it leaves one that a screen puts to the usual one."""
    asks = (ask for ask in command.asks if answers.get(ask.name, 0) not in ("", (), 0))
    put = [ask for ask in asks if not (ask.quiet or ask.folded or ask.focus == "ticked" or ask.kind == "parts")]
    # An answer that stands alone is told by what it brings.
    if len(put) > 1 and any(answers[ask.name] == usual.get(ask.name) for ask in put):
        yield from answers_in_words(command, state, answers, only=[ask.name for ask in put])


def told_choices(command: Command, state: State, answers: Answers) -> Iterator[str]:
    """Tell what a line chooses out of sight: who takes part, the usual ratings, and the roll that it answers."""
    for ask in (ask for ask in command.asks if ask.put and ask.focus == "ticked" and ask.name in answers):
        several = many_of(answers, ask.name)
        yield join_names([_short_names(state, several).get(who, who) for who in several])
    for ask in (ask for ask in command.asks if ask.folded and ask.name in answers):
        rows = {choice.value: choice.label for choice in ask.plain_choices(state, answers)}
        value = str(answers[ask.name])
        others = (f"{ask.name}={other}: {label}" for other, label in rows.items() if ask.shown and other != value)
        told = ", ".join(others)
        yield f"{ask.prompt} {rows.get(value, value)}" + (f" ({told})" if told else "")


def foretold(
    command: Command,
    asks: Sequence[Ask],
    state: State,
    answers: Answers,
    foreseen: Callable[[], Account | None],
    *,
    instead: bool,
    refused: str = "",
    fault: str = "",
) -> str:
    """Tell what the questions in sight bring: the word on the actor's turn, the outcome, and the act's remark.

    The outcome is as the last of the questions foresees it; where none does, or the log ahead stands `instead`, as that
    will tell it. Behind it stand the questions that the act opens, where no die is left to decide that. Where a refusal
    is in sight, no question tells why its answer cannot be taken. A `fault` of what is typed stands in place of all but
    the word on the turn.
    """
    turn = command.turn_remark(state, answers)
    if fault:
        return join_facts(turn, "" if refused else fault)
    # A question for a number tells nothing while the typed text is no number, such as dice.
    read = [ask for ask in asks if not instead and (ask.kind != "number" or ask.name in answers)]
    told = [(ask, join_facts(*_outcome_of(ask, state, answers, refused=refused))) for ask in read]
    last, outcome = next(((ask, words) for ask, words in reversed(told) if words), (None, ""))

    def lines_of(*all_said: Callable[[State, Answers], str]) -> list[str]:
        return [one for say in all_said for one in say_or_refuse(say, state, answers).splitlines()]

    ahead = foreseen()
    hidden = told_hidden(state, ahead)
    closes = asks_no_more(command, state, ahead)
    if not outcome and ahead is not None and (lines := in_few_lines(state, ahead)):
        which = command.stake(state, answers)
        # The log tells what is at stake where the challenge ends, and all that happens where it stands instead.
        ended = which in state.challenges and ahead.after.challenges[which].outcome != state.challenges[which].outcome
        left = [] if ended else lines_of(command.beside_log, command.remark)
        late = "" if turn in map(str, ahead.log) else turn
        return "\n".join(filter(None, (*lines, late, *left, hidden, closes, asks_next(state, ahead.after))))
    # Before an outcome of several lines the word on the turn stands on the first.
    facts = (" · ".join(filter(None, (turn, outcome))), *lines_of(command.beside_previews, command.remark), hidden)
    # A die that is not thrown yet may go either way.
    if ahead is None or command.foreseen_die is not None:
        return join_facts(*facts, closes)
    opens = "" if last is not None and last.lists_open else asks_next(state, ahead.after)
    return join_facts(*facts, *lets_go(ahead), closes, opens)


def _outcome_of(ask: Ask, state: State, answers: Answers, *, refused: str) -> Iterator[str]:
    """Tell which choices a question leaves out and what its answer brings, or why it cannot be taken."""
    for say in (ask.unoffered, ask.preview):
        try:
            yield say(state, answers)
        except Refused as refusal:
            yield "" if refused else str(refusal)


def join_facts(*facts: str) -> str:
    """Join what is told before an act: on lines of their own where one has several lines, else on one.

    There a sign stands between two, so that none but the last keeps its full stop.
    """
    told = [fact for fact in facts if fact]
    if any("\n" in fact for fact in told):
        return "\n".join(told)
    return " · ".join((*(fact.removesuffix(".") for fact in told[:-1]), *told[-1:]))


def lets_go(ahead: Account) -> Iterator[str]:
    """Tell whom an act frees, since the one who held them no longer acts."""
    for line, event in zip(ahead.log, ahead.events, strict=True):
        if isinstance(event, Recovered) and event.cause == LET_GO:
            yield str(line)


def asks_next(before: State, after: State) -> str:
    """Name the questions that an act will open, so that ⏎ brings nothing unforeseen; empty for none.

    A roll that the act has changed asks again. A question with one answer alone is answered at once: its remark tells
    that, and what it asks then stands behind.
    """
    changed = {roll.number for roll in after.rolls if roll != before.roll_of(roll.number)}
    opened = [matter for matter in after.open if matter not in before.open or matter.roll in changed]
    questions = pending(after, opened)
    commands = [command for one in questions if (command := command_of(one.command)) is not None]
    if commands and not asks_more(commands[0], after, questions[0].answers, {}):
        answered = foresee(commands[0], after, questions[0].answers).account
        if answered is not None and questions[0].matter not in {matter.id for matter in answered.after.open}:
            remark = say_or_refuse(commands[0].remark, after, questions[0].answers)
            return " · ".join(filter(None, (remark, asks_next(before, answered.after))))
    return _labels("then asks", commands)


def asks_no_more(command: Command, before: State, ahead: Account | None) -> str:
    """Name the questions that an act ahead closes and does not answer, such as that of a character who leaves."""
    left = {matter.id for matter in (ahead.after if ahead is not None else before).open}
    closed = pending(before, [matter for matter in before.open if matter.id not in left])
    commands = [command_of(one.command) for one in closed if one.command != command.id]
    return _labels("no longer asks", [one for one in commands if one is not None])


def _labels(lead: str, commands: Sequence[Command]) -> str:
    labels = Counter(command.label for command in commands)
    named = [label if count == 1 else f"{label} ×{count}" for label, count in labels.items()]
    return f"{lead}: {join_names(named)}" if named else ""


def told_hidden(state: State, ahead: Account | None) -> str:
    """Tell what an act ahead hides from players (WE-97); empty for one of many lines, which tell what they see."""
    if ahead is None or len(ahead.log) > FEW_LINES:
        return ""
    return tell_hidden(state, ahead.after, named=len(ahead.log) > 1)


def in_few_lines(state: State, ahead: Account) -> list[str]:
    """Tell each line of the log ahead in a line of its own; of many, without long details, one after another."""
    if len(ahead.log) <= FEW_LINES:
        return [str(line) for line in ahead.log]
    return ["; ".join(map(_whole_or_brief, lines_in_brief(state, ahead)))]


def _whole_or_brief(line: LogLine) -> str:
    """Return a line, in brief where it is long."""
    whole = str(line)
    return (whole if len(whole) <= BRIEF else in_brief(line)).removesuffix(".")


def _short_names(state: State, named: tuple[str, ...]) -> dict[str, str]:
    actors = [state.actors[who] for who in named if who in state.actors]
    return {actor.id: short_name(actor, state.actors.values()) for actor in actors}


def _worded(ask: Ask, value: str | Portion, labels: Mapping[str, str]) -> str:
    if isinstance(value, Portion):
        return f"{labels.get(value.name, value.name)} {value.points}"
    return labels.get(value, true_minus(value) if ask.kind == "number" else value)
