"""Filter of a terminal's input: keys and pastes pass, answers that nobody asked for do not.

Textual's parser types sequences that it does not know, letter by letter: an answer of a hundred thousand letters would
play a hundred thousand keys. It takes a paste letter by letter, too, and without a bound.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

MOST_PASTED = 4096
"""Characters of a paste that are kept; one more tells that the paste was longer."""

_LONGEST = 32
"""Characters of a sequence that can be a key; Textual knows none that is longer."""
_ALONE, _PAUSE, _LONG_PAUSE, _LOST = 0.02, 0.1, 1.0, 5.0
"""Seconds of silence that tell an escape, a sequence of mere keys, the end of an answer, a lost end of a paste."""
_BARE = 2
"""Characters of alt and a bracket, which the GM may have pressed; nobody types a longer beginning of a sequence."""
_ESCAPE = "\x1b"
_PASTE, _PASTED = "\x1b[200~", "\x1b[201~"
_OPENS = re.compile(r"\x1b(?:[\[\]P_^X]|\Z)")
_PARAMETERS = re.compile(r"[0-?]*[ -/]*")
_FINAL = re.compile(r"[^ -?]")
_ENDS = re.compile(r"[\x07\x18\x1a\x9c]|\x1b\\?")
_REST = re.compile(r"[0-?]+[ -/]*[@-~]|[0-?]{2,}\Z")
_STRING = re.compile(r"[^\x07\x18\x1a\x1b\x9c]*(?:[\x07\x18\x1a\x9c]|\x1b\\)")
_NUMBERED = re.compile(r"[0-9]+;")
# Keys that get through where the end of a paste was lost: ctrl+c, ctrl+q, escape, as either kind of terminal has it.
_STOPS = re.compile(r"[\x03\x11]|\x1b\[(?:27|99|113)(?:;[0-9:]*)*u")


class InputFilter:
    """Filter that cuts input, in pieces of any size, into `(text, pasted)`."""

    def __init__(self) -> None:
        self._held = ""
        self._over: re.Pattern[str] | None = None
        self._pasted: list[str] | None = None
        self._room = 0
        self._since = 0.0
        self._began = 0.0
        self._late = ""

    @property
    def patience(self) -> float:
        """Seconds of silence after which `tick` should be called."""
        return _ALONE if self._held == _ESCAPE else _PAUSE

    def feed(self, text: str, now: float) -> Iterator[tuple[str, bool]]:
        """Take input at a time in seconds; give the keys and pastes that are complete."""
        silence, self._since = now - self._since, now
        if self._pasted is not None and not self._held and self._lost(now) and _STOPS.fullmatch(text):
            yield self._taken(), True
        text, self._held = self._held + self._belated(text, silence), ""
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
        """Take a silence; give the keys and pastes that it completes."""
        silence = now - self._since
        if self._pasted is not None:
            escape = self._held == _ESCAPE and silence >= _PAUSE and self._lost(now)
            if silence > _LOST or escape:
                yield self._taken(), True
                if escape:
                    self._late = _ESCAPE
                    yield _ESCAPE, False
        elif self._over is not None:
            if silence > _LONG_PAUSE:
                self._over, self._held = None, ""
        elif self._held and silence >= self.patience:
            # The GM pressed escape, or alt and a bracket; or the rest is late, and may come yet.
            held, self._held, self._late = self._held, "", self._held
            if len(held) <= _BARE:
                yield held, False

    def _belated(self, text: str, silence: float) -> str:
        """Put the beginning that a silence has cut off before a text, if the text is the rest of it."""
        late, self._late = self._late, ""
        if not late or silence > _LOST:
            return text
        if late == _ESCAPE:
            # Keys pressed after an escape come one by one.
            late, rest = late + text[:1], text[1:]
            if not _OPENS.fullmatch(late):
                return text
        else:
            rest = text
        if not _fits(late, rest, silence):
            return text
        if late.startswith("\x1b["):
            return late + rest
        self._over = _ENDS
        return _ESCAPE + rest if late.endswith(_ESCAPE) else rest

    def _lost(self, now: float) -> bool:
        """Tell if a paste is longer than is kept, or lasts so long that its end may be lost."""
        return self._room <= 0 or now - self._began > _LOST

    def _keys(self, text: str) -> tuple[str, str]:
        """Cut the keys off the beginning of a text; the rest is to be read again."""
        at = 0
        while found := _OPENS.search(text, at):
            start = found.start()
            if text.startswith(_PASTE, start):
                self._pasted, self._room, self._began = [], MOST_PASTED + 1, self._since
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
        """Find the last character of a sequence, or its cut by the next one; below 0 while that is still to come."""
        if control:
            found = _PARAMETERS.match(text, start)
            return found.end() if found is not None and found.end() < len(text) else -1
        closed = _ENDS.search(text, start)
        if closed is None or (closed[0] == _ESCAPE and closed.end() == len(text)):
            return -1
        return closed.start() if closed[0] == _ESCAPE else closed.end() - 1

    def _passed(self, text: str, over: re.Pattern[str]) -> str:
        """Return the text after the end of an answer; empty while the answer goes on."""
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
        """Take the text of a paste; return True once it is complete, and the text after it."""
        inside, end, rest = text.partition(_PASTED)
        if not end:
            # Its end may come by halves.
            half = next((many for many in range(len(_PASTED) - 1, 0, -1) if text.endswith(_PASTED[:many])), 0)
            inside, self._held = text[: len(text) - half], text[len(text) - half :]
        kept = inside[: self._room]
        pasted.append(kept)
        self._room -= len(kept)
        return bool(end), rest

    def _taken(self) -> str:
        text, self._pasted, self._held = "".join(self._pasted or ()), None, ""
        return text


def _fits(late: str, rest: str, silence: float) -> bool:
    """Tell if a text is the rest of a sequence whose beginning came before a silence."""
    control = late.startswith("\x1b[")
    if len(late) <= _BARE:
        # The start was passed on as keys. Drop this text only if all of it looks like the rest of a sequence.
        if control:
            return _REST.match(rest) is not None
        return _STRING.match(rest) is not None or _NUMBERED.match(rest) is not None or len(rest) > _LONGEST
    if len(rest) < _BARE and silence > _LONG_PAUSE:
        return False
    if control:
        return rest[0].isascii() and rest[0].isprintable()
    half = late.endswith(_ESCAPE) and rest.startswith("\\")
    return half or rest[0].isprintable() or _STRING.match(rest) is not None
