"""Commands as a line names them: by id, label or beginning, with the form of their lines, and acts of several games."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import takewhile

from wyrd_tui.engine.choices import Choice
from wyrd_tui.engine.commands import Answers, Command
from wyrd_tui.engine.dice import Refused, quote_briefly
from wyrd_tui.engine.ids import slug
from wyrd_tui.engine.line_words import Word
from wyrd_tui.engine.spelling import nearest_word
from wyrd_tui.engine.voices import game_name

GAME = "game"
"""The name by which a line says whose rules an act follows."""
LONGEST_NAME = 6
"""Words that the label of a command has at most."""


class Unanswered(Refused):
    """Refusal of a line that lacks an answer; a screen asks for it, and a script is shown an example.

    Args:
        sentence: The question for the answer.
        command: The command.
        answers: The answers that the line gives.

    Attributes:
        example: Spells a whole line, only once the refusal is read: a line that is typed lacks an answer at every key.
    """

    def __init__(self, sentence: str, command: Command, answers: Answers) -> None:
        super().__init__(sentence)
        self.command, self.answers = command, answers
        self.example: Callable[[], str] | None = None

    def __str__(self) -> str:
        """The question, and the example."""
        sentence = super().__str__()
        return f"{sentence} Write {self.example()}." if self.example else sentence


class GameInDoubt(Refused):
    """Refusal of a line whose actor plays several games that know its act by the same word; a screen asks for one.

    Args:
        sentence: The sentence on the missing game.
        acts: The act of each game for which the line makes sense.
    """

    def __init__(self, sentence: str, acts: Sequence[Command]) -> None:
        super().__init__(sentence)
        self.acts = acts


def usage_line(command: Command, commands: Iterable[Command] = (), called: str = "") -> str:
    """Spell the form of a command's line: `damage WHO HOW-MUCH [from=…]`; among other commands also its `game=`.

    The form begins with the word by which the command is `called`, as a rule its id.
    """
    words = []
    for ask in command.asks:
        closing = ask.kind == "words" and ask is command.asks[-1]
        if ask.amends or ask.unsaid:
            continue
        if ask.optional:
            words.append(f"[{ask.name.upper()}]" if closing else f"[{ask.name}=…]")
        else:
            words.append(ask.name.upper())
    if len(acts_of_games(command, commands)) > 1:
        words.append(f"[{GAME}=…]")
    return " ".join([called or command.id, *words])


def find_command(word: str, commands: Iterable[Command]) -> Command:
    """Find the command that a word names: in full, by a label that no other has, or by the beginning of either.

    Raises:
        Refused: If no command or more than one is meant.
    """
    rows = {command.id: command for command in commands}
    if word in rows:
        return rows[word]
    if labelled := _labelled(word, rows.values()):
        return labelled[0]
    fits = [row for name, row in rows.items() if name.startswith(word.casefold())]
    if len(fits) == 1:
        return fits[0]
    if fits:
        fits += [row for row in rows.values() if row not in fits and _begins_label(word, row)]
        raise Refused(_could_be(word, (row.label if _begins_label(word, row) else row.id for row in fits)))
    if other := next((row for row in rows.values() if word.casefold() in row.instead_of), None):
        raise Refused(f"There is no command {quote_briefly(word)}. Write {other.id}: {other.help}")
    if begun := [row for row in rows.values() if _begins_label(word, row)]:
        if len(names := list(dict.fromkeys(row.label for row in begun))) == 1:
            return begun[0]
        raise Refused(_could_be(word, names))
    # A short word is like many: a slip of one letter is meant, not any other act.
    labels = {slug(row.label): row.label for row in rows.values()}
    near = nearest_word(word.casefold(), [*rows, *labels], 0.7)
    meant = f" Did you mean {near if near in rows else labels[near]}?" if near else ""
    raise Refused(f"There is no command {quote_briefly(word)}.{meant} For all commands: ``help``.")


def _could_be(word: str, names: Iterable[str]) -> str:
    return f"{word} could be {', '.join(f'“{name}”' for name in names)}. Write one of them in full."


def _begins_label(word: str, command: Command) -> bool:
    return _is_spoken(word) and slug(command.label).startswith(slug(word))


def begins_any(word: str, commands: Iterable[Command]) -> bool:
    """Tell whether a word begins the id or the label of a command."""
    return any(row.id.startswith(word.casefold()) or _begins_label(word, row) for row in commands)


def is_label(word: str, command: Command) -> bool:
    """Tell whether a word names a command by its label, in full or in part, and not by its id."""
    if slug(command.label) == slug(word):
        return _is_spoken(word)
    return not command.id.startswith(word.casefold()) and _begins_label(word, command)


def _is_spoken(word: str) -> bool:
    """Tell whether each part of a word has a letter or a digit, which alone count in a label."""
    return all(any(map(str.isalnum, part)) for part in word.split("-"))


def is_command(word: str, commands: Iterable[Command]) -> bool:
    """Tell whether a word names a command in full, by its id or its label."""
    rows = list(commands)
    return any(row.id == word for row in rows) or bool(_labelled(word, rows))


def name_length(words: Sequence[str], commands: Iterable[Command]) -> int:
    """Return how many words at the head of a line name a command together, such as `mark a box`; at least 1."""
    rows = list(commands)
    return next((n for n in range(min(len(words), LONGEST_NAME), 1, -1) if is_command("-".join(words[:n]), rows)), 1)


def part_name(words: Sequence[Word], commands: Iterable[Command]) -> tuple[Word, Sequence[Word]]:
    """Part a line into the name of its command, which may be several plain words, and the words behind it."""
    plain = [word.text.casefold() for word in takewhile(lambda word: not (word.name or word.quoted), words)]
    count = name_length(plain, commands)
    return words[0] if count == 1 else Word("-".join(plain[:count])), words[count:]


def _labelled(word: str, commands: Iterable[Command]) -> list[Command]:
    """Find the commands that have a word for their label, now or formerly: one, or one for each game."""
    rows, said = list(commands), slug(word) if _is_spoken(word) else ""
    found = [row for row in rows if slug(row.label) == said]
    found = found or [row for row in rows if row.formerly and slug(row.formerly) == said]
    return found if len(found) == 1 or all(command.game for command in found) else []


def acts_of_games(command: Command, commands: Iterable[Command]) -> Sequence[Command]:
    """Return the acts that games of a table have for the label of one of them, that one included; one for each game."""
    if not command.game or any(ask.name == GAME for ask in command.asks):
        return ()
    return [row for row in commands if row.game and row.label == command.label]


def game_choices(acts: Iterable[Command]) -> Sequence[Choice]:
    """Return the games of some acts as choices."""
    return [Choice(row.game, game_name(row.game)) for row in acts]
