"""Playing a table line by line: what `wyrd run` does with standard input, and the `:` words that are no commands."""

from __future__ import annotations

import select
import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import TextIO

from wyrd_tui.engine.act import Step
from wyrd_tui.engine.commands import Command
from wyrd_tui.engine.dice import Refused, count_noun, quote_briefly
from wyrd_tui.engine.line_commands import find_command, is_command, name_length, usage_line
from wyrd_tui.engine.line_syntax import parse_line
from wyrd_tui.engine.line_words import split_line
from wyrd_tui.engine.refusals import not_a_number_of_acts, too_many_acts
from wyrd_tui.engine.rules.all_games import command_of, commands_of
from wyrd_tui.engine.session import Session
from wyrd_tui.engine.voices import the_game
from wyrd_tui.shown import SHOWN, show, without_keys

LONGEST_PLAYED_LINE = 10_000
"""Letters of a line, at most."""
_BLOCK = 65536

Say = Callable[[str], None]


def _undo(session: Session, words: list[str]) -> Iterator[str]:
    """Undo the last acts; each is a step of its own on disk, which redo brings back alone."""
    for _ in range(_times(words, session.last, "undone")):
        yield f"Undone: {session.undo().title}"


def _redo(session: Session, words: list[str]) -> Iterator[str]:
    for _ in range(_times(words, lambda most: session.undone[:most], "redone")):
        yield f"Redone: {session.redo().title}"


def _times(words: list[str], reach: Callable[[int], list[Step]], done: str) -> int:
    """Read a number of times, before the first one is done, so that a refusal has changed nothing."""
    times = int(words[0]) if words and words[0].isascii() and words[0].isdecimal() and len(words[0]) < 7 else 0
    if words and not times:
        raise Refused(not_a_number_of_acts(quote_briefly(words[0])))
    # The session has a better sentence where there is nothing at all.
    there = len(reach(times)) if times else 0
    if 0 < there < times:
        raise Refused(too_many_acts(count_noun(there, "act"), there, done, str(times)))
    return times or 1


def _help(session: Session, words: list[str]) -> Iterator[str]:
    commands = commands_of(session.state)
    count = name_length([word.casefold() for word in words], commands)
    if words and (count > 1 or words[0] not in PLAY_WORDS):
        yield from _explained(find_command("-".join(words[:count]), commands), commands)
        return
    for command in commands if not words else ():
        yield usage_line(command, commands)
        yield f"    {command.help}"
    yield "undo [N] · redo [N]"
    yield "    Take back or bring back one act, or N acts; each is a step of its own, which redo brings back alone."
    yield f"show [{'|'.join(SHOWN)}] · help [COMMAND]"


def _explained(command: Command, commands: Iterable[Command]) -> Iterator[str]:
    yield usage_line(command, commands)
    yield f"    {command.help}"
    for ask in command.asks:
        needed = "may be left out" if ask.optional else "asked"
        title = f", or a title for {ask.instead}=" if ask.instead else ""
        yield f"    {ask.name}: {ask.prompt} ({ask.kind}{title}, {needed})"


PLAY_WORDS: dict[str, Callable[[Session, list[str]], Iterator[str]]] = {
    "undo": _undo,
    "redo": _redo,
    "help": _help,
    "show": show,
}


def play_line(session: Session, line: str) -> Iterator[str]:
    """Play one line and give what it says.

    Raises:
        Refused: If the line is not understood or cannot be done; nothing has changed.
        OSError: If the act could not be written to disk; nothing has changed.
    """
    words = split_line(line)
    commands = commands_of(session.state)
    if words and words[0] in PLAY_WORDS and name_length([word.casefold() for word in words], commands) == 1:
        yield from PLAY_WORDS[words[0]](session, words[1:])
        return
    ours = not words or is_command(words[0], commands)
    if not ours and (known := command_of(words[0])) is not None:
        raise Refused(f"{known.id} belongs to {the_game(known.game)}, which this table does not play.")
    command, answers = parse_line(line, session.state, commands)
    yield from session.do(command, answers).lines


def read_lines(file: TextIO, clean: Callable[[str], str]) -> Iterator[str]:
    """Yield the lines of a file, cleaned; of one that is too long the beginning alone, by which `play` knows it.

    Raises:
        Refused: If the encoding that is set cannot begin as the file does, as UTF-16 without its byte order mark.
    """
    try:
        while line := file.readline(LONGEST_PLAYED_LINE + 1):
            if len(line) <= LONGEST_PLAYED_LINE or line.endswith("\n"):
                yield clean(line)
                continue
            while (rest := file.readline(_BLOCK)) and not rest.endswith("\n"):
                pass
            yield line
    except UnicodeError:
        told = f"Standard input cannot be read as {file.encoding}, which PYTHONIOENCODING asks for;"
        raise Refused(f"{told} no act was played. Send UTF-8 and set PYTHONIOENCODING=utf-8.") from None


class Ended(BaseException):
    """The end of a play by a signal."""


def _takes(output: TextIO) -> bool:
    """Return whether an output takes more at once; one that is not a file does."""
    try:
        return bool(select.select([], [output], [], 0)[1])
    except (OSError, ValueError):
        return True


class Signals:
    """A context in which a signal that would kill ends a play, and only where the play waits for a person.

    There the table is whole: an act, its opening and its closing are never cut short.

    Attributes:
        number: The first that came; 0 where none did.
    """

    def __init__(self) -> None:
        self.number = 0
        self._waits = False
        self._before: dict[int, signal._HANDLER] = {}

    def __enter__(self) -> Signals:
        for name in ("SIGTERM", "SIGHUP", "SIGINT"):
            number = getattr(signal, name, None)
            # An ignored signal, as under nohup, stays ignored.
            if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
                self._before[number] = signal.signal(number, self._heed)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
        for number, old in self._before.items():
            signal.signal(number, old)
        return isinstance(error, Ended)

    @contextmanager
    def waiting(self, output: TextIO | None = None) -> Iterator[None]:
        """Say of a stretch that it only waits for others.

        The lines of an act are printed all the same where the output takes them at once.

        Raises:
            Ended: If a signal has come.
        """
        self._waits = True
        try:
            if self.number and not (output is not None and _takes(output)):
                raise Ended
            yield
        finally:
            self._waits = False

    def each(self, lines: Iterator[str]) -> Iterator[str]:
        """Yield lines, waiting for each.

        Raises:
            Ended: If a signal has come.
        """
        while True:
            with self.waiting():
                line = next(lines, None)
            if line is None:
                return
            yield line

    def _heed(self, number: int, frame: object) -> None:
        # A terminal that closes says so twice, and the second time must not come into the closing.
        self.number = self.number or number
        if self._waits:
            raise Ended


def play(session: Session, lines: Iterable[str], say: Say, complain: Say, *, go_on: bool, source: str = "") -> int:
    """Play lines of text; blank ones and those that begin with # are passed over.

    Args:
        session: The table.
        lines: The lines, one act each.
        say: Takes what happened, a line at a time.
        complain: Takes refusals, as `source:line:column: reason`, or the reason alone where there is no source.
        go_on: Whether a refused line is passed over, or ends the play.
        source: Where the lines come from.

    Returns:
        The number of refused lines.

    Raises:
        OSError: If the disk refuses an act; the lines before it are played.
    """
    refused = 0
    for number, line in enumerate(lines, 1):
        act = line.lstrip()
        long = len(line.rstrip("\n")) > LONGEST_PLAYED_LINE
        if act.startswith("#") or not (act or long):
            continue
        try:
            if long:
                most = f"A line has {LONGEST_PLAYED_LINE} letters at most"
                raise Refused(f"{most}; write the one that begins with {quote_briefly(act)} in parts.")
            for sentence in play_line(session, act.rstrip()):
                say(sentence)
        except Refused as reason:
            refused += 1
            told = without_keys(str(reason))
            complain(f"{source}:{number}:{len(line) - len(act) + 1}: {told}" if source else told)
            if not go_on:
                break
    return refused
