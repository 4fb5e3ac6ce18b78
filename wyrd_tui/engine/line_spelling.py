"""Lines spelt from a command and its answers, as a person would write them."""

from __future__ import annotations

from wyrd_tui.engine.choices import fitting_choices, spelt_like
from wyrd_tui.engine.commands import Answer, Answers, Ask, Command
from wyrd_tui.engine.line_words import OWN, escape_item, quote_word
from wyrd_tui.engine.state import State


def _misread(ask: Ask, text: str, state: State, answers: Answers) -> bool:
    """Tell whether words of one's own need their sign, since a line would take them for a choice or for a slip."""
    choices = ask.choices(state, answers) if ask.kind == "one" else ()
    if not choices or any(choice.value == text for choice in choices):
        return False
    return ask.own or bool(fitting_choices(text, choices) or spelt_like(text, choices))


def spell_answer(ask: Ask, value: Answer) -> str:
    """Spell an answer to a question, without quotation marks."""
    several = ("none", *value) if ask.adds and isinstance(value, tuple) else value
    return ",".join(escape_item(str(each)) for each in several) if isinstance(several, tuple) else str(several)


def spell_line(command: Command, answers: Answers, state: State) -> str:
    """Spell the line that would give the same answers."""
    words = [command.id]
    for ask in command.asks:
        value = answers.get(ask.name)
        # Dice that were not typed and words that a screen does not ask for are left out, as a person would.
        if value is None or ask.unsaid or (value == "" and (ask.optional or ask.kind == "dice")):
            continue
        text = spell_answer(ask, value)
        own = OWN if ask.free and _misread(ask, text, state, answers) else ""
        words.append(f"{ask.name}={own}{quote_word(text)}")
    return " ".join(words)
