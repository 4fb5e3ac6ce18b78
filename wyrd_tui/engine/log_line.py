"""A line of the log, with its verdict as a value."""

from __future__ import annotations

from typing import Literal

from wyrd_tui.engine.frozen import Frozen, replace
from wyrd_tui.engine.limits import Sentence

FEW_WORDS = 90
"""Letters of the text of a stage rule that stay where room is short."""
Tone = Literal["", "gain", "harm"]
"""The meaning of a verdict for the party: good, bad, or neither."""


class LogLine(Frozen):
    """A sentence of the log.

    Attributes:
        head: Name of the act, enough for a title.
        tail: Details that follow it, with the sign that joins them.
        verdict: The outcome in a word or two, such as `HIT 4`; empty where the sentence has none.
        tone: Tone of the verdict.
        brief: The details where room is short: results without their dice, or the first number; empty where head and
            verdict say enough.
    """

    head: Sentence
    tail: Sentence = ""
    verdict: str = ""
    tone: Tone = ""
    brief: Sentence = ""

    def __str__(self) -> str:
        """The whole line as a script prints it, its verdict first."""
        verdict = f"{self.verdict} · " if self.verdict else ""
        return f"{verdict}{self.head}{self.tail}"


SILENCE = LogLine("")
"""The line of an event that the log does not mention."""


def in_brief(line: LogLine) -> str:
    """Return a line without dice and reasons: results that stand behind its head, and its first number, stay."""
    return str(replace(line, tail=line.brief))


def few_words(tail: str) -> str:
    """Return as many whole words of details as stay where room is short."""
    return tail if len(tail) <= FEW_WORDS else f"{tail[:FEW_WORDS].rpartition(' ')[0]}…"
