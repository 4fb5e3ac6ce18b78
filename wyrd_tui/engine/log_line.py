"""A line of the log, with its verdict as a value."""

from __future__ import annotations

import re
from typing import Literal

from wyrd_tui.engine.frozen import frozen
from wyrd_tui.engine.limits import Sentence

Tone = Literal["", "gain", "harm"]
"""The meaning of a verdict for the party: good, bad, or neither."""


_DICE = re.compile(r" \((?:dice|die) [^();]*\)|(?<=\()dice [^();]*; ")
"""Dice of a result, behind its number; beside them the brackets may hold its sixes."""
_NUMBER = re.compile(r": [^.,;(]*\d[^.,;(]*")
"""The first detail behind the head of a sentence, where it has a number."""


@frozen
class LogLine:
    """A sentence of the log.

    Attributes:
        head: Name of the act, enough for a title.
        tail: Details that follow it, with the sign that joins them.
        verdict: The outcome in a word or two, such as `HIT 4`; empty where the sentence has none.
        tone: Tone of the verdict.
    """

    head: Sentence
    tail: Sentence = ""
    verdict: str = ""
    tone: Tone = ""

    def __str__(self) -> str:
        """The whole line as a script prints it, its verdict first."""
        verdict = f"{self.verdict} · " if self.verdict else ""
        return f"{verdict}{self.head}{self.tail}"

    @property
    def brief(self) -> str:
        """The line without dice and reasons: results that stand behind its head, and its first number, stay."""
        bare = self.without_dice
        if bare.tail == self.tail:
            number = None if self.verdict else _NUMBER.match(self.tail)
            bare = LogLine(self.head, number[0].rstrip() if number else "", self.verdict)
        return str(bare)

    @property
    def without_dice(self) -> LogLine:
        """The line with its results alone, where each has its dice in brackets; else the same line."""
        return LogLine(self.head, _DICE.sub("", self.tail), self.verdict, self.tone)


SILENCE = LogLine("")
"""The line of an event that the log does not mention."""
