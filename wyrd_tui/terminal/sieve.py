"""What a terminal sends, parted into keys and pastes; answers that nobody asked for are neither.

Textual's parser types whatever it does not know, letter by letter: an answer of a hundred thousand letters would play
a hundred thousand keys. It takes a paste letter by letter, too, and without a bound.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

MOST_PASTED = 4096
"""Characters of a paste that are kept, and one more, by which it is known to have been longer."""

_LONGEST = 32
"""Characters of a sequence that can be a key; Textual knows none that is longer."""
_ALONE, _PAUSE, _LONG_PAUSE, _LOST = 0.02, 0.1, 1.0, 5.0
"""Seconds of silence that tell an escape, a sequence of mere keys, the end of an answer, a lost end of a paste."""
_ESCAPE = "\x1b"
_PASTE, _PASTED = "\x1b[200~", "\x1b[201~"
_OPENS = re.compile(r"\x1b(?:[\[\]P_^X]|\Z)")
_PARAMETERS = re.compile(r"[0-?]*[ -/]*")
_FINAL = re.compile(r"[^ -?]")
_ENDS = re.compile(r"[\x07\x18\x1a\x9c]|\x1b\\?")


class Sieve:
    """Parts what comes, in pieces of any size, into `(text, pasted)`."""

    def __init__(self) -> None:
        self._held = ""
        self._over: re.Pattern[str] | None = None
        self._pasted: list[str] | None = None
        self._room = 0
        self._since = 0.0

    @property
    def patience(self) -> float:
        """Seconds after which a silence should be told."""
        return _ALONE if self._held == _ESCAPE else _PAUSE

    def feed(self, text: str, now: float) -> Iterator[tuple[str, bool]]:
        """What is whole of what came so far."""
        self._since = now
        text, self._held = self._held + text, ""
        while text:
            if self._pasted is not None:
                whole, text = self._paste(text, self._pasted)
                if whole:
                    yield self._taken(), True
            elif self._over is not None:
                text = self._passed(text, self._over)
            else:
                keys, text = self._keys(text)
                if keys:
                    yield keys, False

    def tick(self, now: float) -> Iterator[tuple[str, bool]]:
        """What a silence makes whole."""
        silence = now - self._since
        if self._pasted is not None:
            if silence > _LOST:
                yield self._taken(), True
        elif self._over is not None:
            if silence > _LONG_PAUSE:
                self._over, self._held = None, ""
        elif self._held and silence >= self.patience:
            # Somebody pressed escape, or alt and a bracket.
            held, self._held = self._held, ""
            yield held, False

    def _keys(self, text: str) -> tuple[str, str]:
        """The keys that a text begins with, and what comes after them and is to be looked at anew."""
        at = 0
        while found := _OPENS.search(text, at):
            start = found.start()
            if text.startswith(_PASTE, start):
                self._pasted, self._room = [], MOST_PASTED + 1
                return text[:start], text[start + len(_PASTE) :]
            control = found[0] == "\x1b["
            end = self._end(text, found.end(), control)
            if end < 0 and len(text) - start <= _LONGEST:
                self._held = text[start:]
                return text[:start], ""
            # An answer is known by its end; what the next sequence cuts off was typed.
            if 0 <= end - start <= _LONGEST and (control or text[end] == _ESCAPE):
                at = end
                continue
            self._over = _FINAL if control else _ENDS
            return text[:start], text[found.end() :]
        return text, ""

    @staticmethod
    def _end(text: str, start: int, control: bool) -> int:
        """Where a sequence has its last character, or is cut off by the next one; below 0 where that is to come."""
        if control:
            found = _PARAMETERS.match(text, start)
            return found.end() if found is not None and found.end() < len(text) else -1
        closed = _ENDS.search(text, start)
        if closed is None or (closed[0] == _ESCAPE and closed.end() == len(text)):
            return -1
        return closed.start() if closed[0] == _ESCAPE else closed.end() - 1

    def _passed(self, text: str, over: re.Pattern[str]) -> str:
        """What comes after the end of an answer; nothing while it goes on."""
        end = over.search(text)
        if end is None:
            return ""
        if end[0] == _ESCAPE and over is _ENDS and end.end() == len(text):
            # The other half of its end is still to come.
            self._held = _ESCAPE
            return ""
        self._over = None
        return text[end.start() if end[0] == _ESCAPE else end.end() :]

    def _paste(self, text: str, pasted: list[str]) -> tuple[bool, str]:
        """Take in what belongs to a paste: whether it is whole, and what comes after it."""
        inside, mark, rest = text.partition(_PASTED)
        if not mark:
            # Its end may come by halves.
            half = next((many for many in range(len(_PASTED) - 1, 0, -1) if text.endswith(_PASTED[:many])), 0)
            inside, self._held = text[: len(text) - half], text[len(text) - half :]
        kept = inside[: self._room]
        pasted.append(kept)
        self._room -= len(kept)
        return bool(mark), rest

    def _taken(self) -> str:
        text, self._pasted, self._held = "".join(self._pasted or ()), None, ""
        return text
