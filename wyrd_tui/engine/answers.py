"""Validation of a command's answers before it runs: each of the kind that its question wants, text on one line.

Keys, lines and scripts give answers that fit; a stale selection, another program or a test may not. A bad answer is
refused here, so that no command need check the kinds of its answers.
"""

from __future__ import annotations

from wyrd_tui.engine.commands import Answer, Answers, Ask, Command, Portion, answers_with, next_ask
from wyrd_tui.engine.dice import Refused, check_within, quote_briefly, read_whole
from wyrd_tui.engine.letters import few_combining
from wyrd_tui.engine.state import State

_MOST_POINTS = 999


def one_line(text: str) -> str:
    """Return text on one line, without anything that a terminal would obey."""
    if text.isprintable():
        return text if text.isascii() else few_combining(text)
    return few_combining(" ".join("".join(sign if sign.isprintable() else " " for sign in text).split()))


def complete_answers(command: Command, state: State, given: Answers) -> dict[str, Answer]:
    """Complete the answers to a command's questions with their defaults, each checked.

    Raises:
        Refused: If an answer is missing that has no default, or if one does not fit its question.
    """
    answers: dict[str, Answer] = {}
    while (ask := next_ask(command, state, answers)) is not None:
        answer = given.get(ask.name)
        if answer is None:
            answer = ask.default(state, answers)
            if answer is None:
                doubt = ask.preview(state, answers) if ask.amends else ""
                raise Refused(doubt or f"{command.label}: “{ask.prompt}” has no answer yet.")
            answers[ask.name] = answer
        else:
            answers = answers_with(ask, answers, _fitting(ask, state, answers, answer))
        if fault := ask.fault(state, {**given, **answers}):
            raise Refused(fault)
    return answers


def _fitting(ask: Ask, state: State, answers: Answers, answer: Answer) -> Answer:
    match ask.kind:
        case "number":
            return _number(ask, answer)
        case "words" | "dice":
            return one_line(_words(answer)).strip()
        case "one":
            return _known(ask, state, answers, (_words(answer),))[0]
        case "many":
            if ask.some and not _several(answer):
                raise Refused(ask.some)
            return _known(ask, state, answers, _several(answer))
        case "parts":
            parts = _portions(ask, state, answers, answer)
            names = _known(ask, state, answers, tuple(part.name for part in parts))
            return tuple(Portion(name, part.points) for name, part in zip(names, parts, strict=True))


def _words(answer: Answer) -> str:
    return " ".join(map(str, answer)) if isinstance(answer, tuple) else str(answer)


def _several(answer: Answer) -> tuple[str, ...]:
    return tuple(dict.fromkeys(map(str, answer))) if isinstance(answer, tuple) else (str(answer),)


def _number(ask: Ask, answer: Answer) -> int:
    if not isinstance(answer, int):
        return read_whole(_words(answer), ask.low, ask.high, ask.prompt)
    return check_within(answer, ask.low, ask.high, ask.prompt)


def _portions(ask: Ask, state: State, answers: Answers, answer: Answer) -> tuple[Portion, ...]:
    found: list[Portion] = []
    for part in answer if isinstance(answer, tuple) else (str(answer),):
        if not (isinstance(part, Portion) and 0 <= part.points <= _MOST_POINTS):
            name = next((choice.value for choice in ask.plain_choices(state, answers)), "name")
            told = quote_briefly(str(part))
            raise Refused(f"“{ask.prompt}” takes a name and its points, such as {name}:2, not {told}.")
        if part not in found:
            found.append(part)
    return tuple(found)


def _known(ask: Ask, state: State, answers: Answers, names: tuple[str, ...]) -> tuple[str, ...]:
    """Return names that the question offers, or free words where it takes them."""
    if not names:
        return names
    offered = {choice.value for choice in ask.plain_choices(state, answers)}
    return tuple(name if name in offered else _free(ask, name) for name in names)


def _free(ask: Ask, name: str) -> str:
    words = one_line(name).strip()
    if not (ask.free and words):
        # Only a slip needs it.
        from wyrd_tui.engine.question_nouns import cannot_be

        raise Refused(f"{cannot_be(ask, name)} now. Write another name.")
    return words
