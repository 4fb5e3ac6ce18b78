"""The foot of the screen: a status line over the keys that apply now, or the question that is being asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from wyrd_tui.widgets.glyphs import UNICODE, Glyphs
from wyrd_tui.widgets.lines import Line, Lines, Span, sides, width_of
from wyrd_tui.widgets.look import Look
from wyrd_tui.widgets.prompt import HEIGHT, prompt_lines
from wyrd_tui.widgets.question import Question
from wyrd_tui.widgets.text import cells, clean, cut

KEYS = {
    "question_mark": "?",
    "slash": "/",
    "colon": ":",
    "full_stop": ".",
    "comma": ",",
    "left_square_bracket": "[",
    "right_square_bracket": "]",
    "plus": "+",
    "minus": "-",
    "equals_sign": "=",
    "exclamation_mark": "!",
    "semicolon": ";",
    "apostrophe": "'",
    "less_than_sign": "<",
    "greater_than_sign": ">",
    "asterisk": "*",
    "ampersand": "&",
    "at": "@",
    "number_sign": "#",
    "percent_sign": "%",
    "quotation_mark": '"',
    "dollar_sign": "$",
    "underscore": "_",
    "tilde": "~",
    "grave_accent": "`",
    "circumflex_accent": "^",
    "vertical_line": "|",
    "backslash": "\\",
    "left_parenthesis": "(",
    "right_parenthesis": ")",
    "left_curly_bracket": "{",
    "right_curly_bracket": "}",
}


WARNED = 30
"""Cells that a warning in the head may want before facts give way to it."""

Put = Callable[[int, Glyphs], Question]
"""A question as it is put on a screen of some width, since only choices in sight have keys."""


class Hint(NamedTuple):
    """A key of the footer: what it does, and whether that applies just now."""

    key: str
    label: str
    applies: bool = True


class Status(NamedTuple):
    """What the status line says: the last sentence, whether it is bad news, and what still waits or may help."""

    said: str = ""
    bad: bool = False
    pending: str = ""
    advice: str = ""


def shown_key(key: str) -> str:
    """A key as the GM knows it: `?` for `question_mark`."""
    return KEYS.get(key, key)


class Foot(Lines):
    """Three lines of fixed height, so that a question never moves the panes."""

    def __init__(self, *, look: Look | None = None, glyphs: Glyphs = UNICODE) -> None:
        super().__init__(look=look, glyphs=glyphs, id="foot")
        self._question: Put | None = None
        self._status = Status()
        self._hints: Sequence[Hint] = ()
        self._key_rows: tuple[object, list[Line]] = (None, [])

    def show(self, question: Put | None, status: Status, hints: Sequence[Hint]) -> None:
        """Show a question where there is one, else the status and the keys."""
        self._question, self._status, self._hints = question, status, hints
        self.redraw()

    def redraw(self) -> None:
        """Draw what is shown for the width that is."""
        width = self.size.width
        if not width:
            return
        if self._question is not None:
            self.put(prompt_lines(self._question(width, self.glyphs), width, self.glyphs))
            return
        # On the lowest screens keys and status share the line: what is said comes first.
        height = min(HEIGHT, self.size.height)
        said = _status_lines(self._status, width, self.glyphs) if height == HEIGHT or any(self._status) else []
        room = max(0, height - len(said))
        if self._key_rows[0] != (self._hints, width, room):
            self._key_rows = (
                (self._hints, width, room),
                _key_rows(self._hints, width, room, self.glyphs) if room else [],
            )
        self.put([*said, *self._key_rows[1]])


def _status_lines(status: Status, width: int, glyphs: Glyphs) -> list[Line]:
    """The status, on two lines where it is long and nothing else wants the place: the end of a roll is what counts."""
    sentence = clean(status.said)
    alone = status.bad and cells(sentence) > width // 2
    if cells(sentence) + 2 <= width or (not alone and (status.pending or status.advice)):
        return [_status_line(status._replace(pending="", advice="") if alone else status, width, glyphs)]
    role = "hurt" if status.bad else "text"
    cut_at = max(sentence.rfind(" ", 0, width - 2), width // 2)
    first, rest = sentence[:cut_at], sentence[cut_at:].lstrip()
    return [((" " + first, role),), (("   " + cut(rest, width - 4, glyphs.more), role),)]


def _status_line(status: Status, width: int, glyphs: Glyphs) -> Line:
    said: Line = ((" " + clean(status.said), "hurt" if status.bad else "text"),)
    if status.advice and not status.pending:
        return sides(said, ((f"  {clean(status.advice)} ", "dim"),), width, glyphs.more)
    if not status.pending:
        return said
    room = max(24, width // 2, width - width_of(said) - 22)
    asks = cut(clean(status.pending), room, glyphs.more)
    waits: Line = ((f"  {glyphs.flag} {asks}  ", "accent"), (".", "key"), (" asks again ", "dim"))
    return sides(said, waits, width, glyphs.more)


def _key_rows(hints: Sequence[Hint], width: int, rows: int, glyphs: Glyphs) -> list[Line]:
    """As many keys as fit, most wanted first; `?` lists the others, which the last place says."""
    last = f"  ? all {len(hints)} keys"
    lines: list[list[Span]] = [[]]
    used = 1
    for index, hint in enumerate(hints):
        key = shown_key(hint.key)
        size = cells(key) + 1 + cells(hint.label) + 2
        room = width - (cells(last) if len(lines) == rows and index < len(hints) - 1 else 0)
        if used + size > room:
            if len(lines) == rows:
                lines[-1].append((last.rstrip(), "dim"))
                break
            lines.append([])
            used = 1
        lines[-1].append((f" {key} ", "key" if hint.applies else "faint"))
        lines[-1].append((f"{hint.label} ", "text" if hint.applies else "faint"))
        used += size
    return [tuple(line) for line in lines]


class Head(Lines):
    """One line: the table and the scene on the left; round, turns and whether all is saved on the right."""

    def __init__(self, *, look: Look | None = None, glyphs: Glyphs = UNICODE) -> None:
        super().__init__(look=look, glyphs=glyphs, id="head")
        self._left: tuple[str, str] = ("", "")
        self._right: tuple[str, ...] = ()
        self._warning = ""

    def show(self, title: str, scene: str, facts: tuple[str, ...], warning: str = "") -> None:
        """Show where the table stands; a warning stays until it is taken back."""
        self._left, self._right, self._warning = (clean(title), clean(scene)), facts, clean(warning)
        self.redraw()

    def redraw(self) -> None:
        """Draw what is shown for the width that is."""
        width = self.size.width
        if not width:
            return
        dot = f" {self.glyphs.dot} "
        title, scene = self._left
        left: list[Span] = [(f" {title}", "strong")]
        if scene:
            left += [(dot, "faint"), (scene, "text")]
        facts = dot.join(self._right)
        right: Line = ((f"  {facts} ", "dim"),)
        if self._warning:
            room = width - width_of(tuple(left[:1])) - 8
            if room - width_of(right) < WARNED:
                # Whether all is saved comes before how long it has been played.
                right = ((f"  {''.join(self._right[-1:])} ", "dim"),)
            room = max(20, min(width // 2, room - width_of(right)))
            right = (("  ", "text"), (f" {cut(self._warning, room, self.glyphs.more)} ", "turn"), *right)
        if width_of(right) > width - 10:
            right = (*right[:-1], (f"  {''.join(self._right[-1:])} ", "dim"))
        self.put([sides(tuple(left), right, width, self.glyphs.more)])
