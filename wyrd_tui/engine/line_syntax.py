"""Lines of a script and of the `:` line: read into a command and its answers, and spelt from them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from wyrd_tui.engine.commands import (
    YES,
    Answer,
    Answers,
    Ask,
    Command,
    answers_with,
    next_ask,
    read_answer,
    suggest_word,
)
from wyrd_tui.engine.dice import Refused, quote_briefly
from wyrd_tui.engine.state import State, slug

_PIECE = re.compile(r'\s+|"(?:[^"\\]|\\.)*+"|\\"|\\|[^\s"\\]+', re.DOTALL)
_ESCAPED = re.compile(r'\\(["\\])')
_MISREAD = re.compile(r'\\(?=["\\]|\Z)')


def usage_line(command: Command) -> str:
    """Spell the form of a command's line: `damage WHO HOW-MUCH [from=…]`."""
    words = []
    for ask in command.asks:
        closing = ask.kind == "words" and ask is command.asks[-1]
        if ask.amends:
            continue
        if ask.quiet or ask.form:
            words.append(f"[{ask.name.upper()}]" if closing else f"[{ask.name}=…]")
        else:
            words.append(ask.name.upper())
    return " ".join([command.id, *words])


def split_line(line: str) -> list[str]:
    """Split a line into words, quotes observed; a backslash is a letter, except before a quotation mark.

    Raises:
        Refused: If a quotation mark is left open.
    """
    words: list[str] = []
    # None between two words, since "" is a word too.
    word: str | None = None
    at = len(line) if line.lstrip().startswith("#") else 0
    while at < len(line):
        piece = _PIECE.match(line, at)
        if piece is None:
            raise Refused('A quotation mark " is left open.')
        at = piece.end()
        if not piece[0].isspace():
            word = (word or "") + _plain(piece[0])
        elif word is not None:
            words.append(word)
            word = None
    return words if word is None else [*words, word]


def _plain(piece: str) -> str:
    if piece.startswith('"'):
        return _ESCAPED.sub(r"\1", piece[1:-1])
    return '"' if piece == '\\"' else piece


def last_word(line: str) -> tuple[str, str]:
    """Split a line before the word that is being typed, whether or not its quotation mark is closed."""
    word, start, at = "", 0, 0
    while at < len(line):
        piece = _PIECE.match(line, at)
        if piece is None:
            return line[:start], word + _ESCAPED.sub(r"\1", line[at + 1 :])
        at = piece.end()
        if piece[0].isspace():
            word, start = "", at
        else:
            word += _plain(piece[0])
    return line[:start], word


def find_command(word: str, commands: Iterable[Command]) -> Command:
    """Find the command that a word names: in full, by a label that no other has, or by its beginning.

    Raises:
        Refused: If no command or more than one is meant.
    """
    rows = {command.id: command for command in commands}
    if word in rows:
        return rows[word]
    if (row := find_by_label(word, rows.values())) is not None:
        return row
    fits = [row for name, row in rows.items() if name.startswith(word.casefold())]
    if len(fits) == 1:
        return fits[0]
    if fits:
        raise Refused(f"{word} could be {', '.join(row.id for row in fits)}. Say which.")
    raise Refused(
        f"There is no command {quote_briefly(word)}.{suggest_word(word.casefold(), rows)} `help` lists them all."
    )


def find_by_label(word: str, commands: Iterable[Command]) -> Command | None:
    """Find the one command that has a word for its label, as keys and footer name it; None where none or several do."""
    found = [command for command in commands if slug(command.label) == word.casefold()]
    return found[0] if len(found) == 1 else None


def parse_line(line: str, state: State, commands: Iterable[Command]) -> tuple[Command, Answers]:
    """Read a command and its answers from a line such as `damage mercer 3` or `roll mercer pilot against=+2 dice=++0-`.

    Words answer the questions in order; `name=value` answers one by name, the only way for those that a screen does not
    put or puts together with others. Questions without an answer get their default. A question in words takes
    the rest of the line where no other question waits for some of it, and a note at the end needs no name.

    Raises:
        Refused: If the command does not apply, a word is not understood, or an answer is missing that has no default.
    """
    words = split_line(line)
    if not words:
        raise Refused("That line is empty.")
    rows = list(commands)
    command = find_command(words[0], rows)
    # The reason why nothing can be done comes before a missing answer.
    if reason := command.when(state):
        raise Refused(reason)
    names = {ask.name for ask in command.asks}
    named: dict[str, str] = {}
    loose: list[str] = []
    for word in words[1:]:
        name, mark, value = word.partition("=")
        if mark and name in names:
            named[name] = value
        elif mark and not _takes_words(command) and any(ask.name == name for row in rows for ask in row.asks):
            raise Refused(f"{command.id} asks for no {name}: {usage_line(command)}.")
        else:
            loose.append(word)
    return command, _answered(command, state, named, loose)


def _answered(command: Command, state: State, named: Mapping[str, str], loose: list[str]) -> dict[str, Answer]:
    answers: dict[str, Answer] = {}
    hint = ""
    while (ask := next_ask(command, state, answers)) is not None:
        default = ask.default(state, answers)
        if ask.name in named:
            answers = answers_with(ask, answers, read_answer(ask, state, answers, named[ask.name]))
        elif ask.amends:
            raise Refused(f"{ask.preview(state, answers)} `{ask.name}={YES}` takes it as it is written.")
        elif loose and ask is command.asks[-1] and ask.kind == "words":
            # Words left at the end of a line are the note that many commands take.
            answers[ask.name] = " ".join(loose)
            loose.clear()
        elif (ask.quiet or ask.form) and default is not None:
            answers[ask.name] = default
        elif loose and ask.kind == "words" and not _wanted_after(ask, command, named):
            answers[ask.name] = " ".join(loose)
            loose.clear()
        elif loose:
            if ask.kind == "words":
                hint = f' More than one word for {ask.name} stands between quotation marks: "{" ".join(loose[:2])}".'
            try:
                answers[ask.name] = read_answer(ask, state, answers, loose.pop(0))
            except Refused as refusal:
                raise Refused(f"{refusal}{hint}") from None
        elif default is not None:
            answers[ask.name] = default
        else:
            raise Refused(f"{command.id} also needs {ask.name} ({ask.prompt.casefold()}): {usage_line(command)}.")
    if unasked := next((name for name in named if name not in answers), ""):
        raise Refused(f"{unasked}={named[unasked]} has no place here: with these answers nothing asks for it.")
    if loose:
        raise Refused(f"{' '.join(loose)} is more than {command.id} takes: {usage_line(command)}.{hint}")
    return answers


def _takes_words(command: Command) -> bool:
    """Tell whether a command asks for words, so that its line may hold anything."""
    return any(ask.kind == "words" for ask in command.asks)


def _wanted_after(ask: Ask, command: Command, named: Mapping[str, str]) -> bool:
    """Tell whether a later question could take a word of the line that has no name."""
    later = command.asks[command.asks.index(ask) + 1 :]
    return any(not (other.quiet or other.form or other.amends or other.name in named) for other in later)


def spell_line(command: Command, answers: Answers) -> str:
    """Spell the line that would give the same answers."""
    words = [command.id]
    for ask in command.asks:
        value = answers.get(ask.name)
        # Dice that were not typed and words that a screen does not ask for are left out, as a person would.
        if value is None or (value == "" and (ask.quiet or ask.form or ask.kind == "dice")):
            continue
        several = ("none", *value) if ask.adds and isinstance(value, tuple) else value
        text = ",".join(escape_item(str(each)) for each in several) if isinstance(several, tuple) else str(several)
        words.append(f"{ask.name}={quote_word(text)}")
    return " ".join(words)


def escape_item(value: str) -> str:
    """Spell one of several values, as `commands.values_in` reads it back."""
    return value.replace("\\", "\\\\").replace(",", "\\,")


def quote_word(text: str) -> str:
    """Spell a word as `split_line` reads it back: between quotation marks where it holds more than plain letters."""
    if text and not any(sign.isspace() or sign in '"\\#' for sign in text):
        return text
    return '"' + _MISREAD.sub(r"\\\\", text).replace('"', '\\"') + '"'
