"""The foot of the screen: a status line over the keys that apply now, or the question that is being asked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual import events
from textual.message import Message

from wyrd_tui.engine.spans import Role, Span
from wyrd_tui.widgets.cells import INDENTED, cells, clean_line, cut, cut_at_word, wrap, wrap_items
from wyrd_tui.widgets.clicked import Button, clickable, means_at, presses
from wyrd_tui.widgets.glyphs import UNICODE, Glyphs
from wyrd_tui.widgets.key_names import shown_key
from wyrd_tui.widgets.latest import Latest
from wyrd_tui.widgets.lines import Lines
from wyrd_tui.widgets.spans import Line, fill_line, lower_line, raise_line, raised, width_of
from wyrd_tui.widgets.themes import Look
from wyrd_tui.widgets.values import Hint, Status

if TYPE_CHECKING:
    from wyrd_tui.widgets.question import Put

ADVICE = 24
"""Cells below which advice would be too short to be read."""

LABEL = 20
"""Most cells of a key's label on a narrow screen, else a fifth of the line: that of `+` is a challenge's title."""
HEIGHT = 3
"""Lines of status and keys."""
RULED_FROM = 8
"""Lines from which on a question stands under a rule, in a theme without colours."""


class Keyed(Lines):
    """Lines that show keys, each of which answers a click."""

    class Pressed(Message):
        """A key was clicked: its name, and the character that it types."""

        def __init__(self, key: str, character: str | None) -> None:
            super().__init__()
            self.key = key
            self.character = character

    @property
    def is_flat(self) -> bool:
        """Tell if the theme has no grounds, so that a line cannot be raised."""
        return self.look["text"].bgcolor == self.look[raised("text")].bgcolor

    def set_lines(self, lines: Sequence[Line]) -> None:
        """Show these lines; in reverse, as the selected row is where there are no grounds, they could not be read."""
        if self.is_flat:
            lines = [lower_line(line) for line in lines]
        super().set_lines(lines)

    def on_click(self, event: events.Click) -> None:
        """Press the key that is shown under the mouse."""
        event.stop()
        line = self.lines[event.y] if 0 <= event.y < len(self.lines) else ()
        if isinstance(keys := means_at(line, event.x), tuple):
            for key, character in keys:
                self.post_message(self.Pressed(key, character))


class Foot(Keyed):
    """Three lines of status and keys, one more where the words fill these, or as many as a question needs."""

    def __init__(self, *, look: Look | None = None, glyphs: Glyphs = UNICODE) -> None:
        super().__init__(look=look, glyphs=glyphs, id="foot")
        self._question: Put | None = None
        self._status = Status()
        self._hints: Sequence[Hint] = ()
        self._game = ""
        self._key_rows = Latest[list[Line]]()
        self._asked_lines: list[Line] = []

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Turn to the next page of a question's choices."""
        event.stop()
        self._turn("pagedown")

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Turn to the page before."""
        event.stop()
        self._turn("pageup")

    def _turn(self, key: str) -> None:
        """Press the key of a page where it is shown."""
        if any(isinstance(role, Button) and role.means == presses(key) for line in self.lines for _, role in line):
            self.post_message(self.Pressed(key, None))

    def show(self, question: Put | None, status: Status, hints: Sequence[Hint], game: str = "") -> None:
        """Show a question where there is one, else the status and the keys, with the game that they play."""
        self._question, self._status, self._hints, self._game = question, status, hints, clean_line(game)
        # A question changes by itself.
        if self.differs(question, status, hints, self._game) or question is not None:
            self.redraw()

    def ask(self, question: Put, width: int, most: int) -> int:
        """Draw a question in so many cells and at most so many lines; return the lines that it needs."""
        # A table opens without a question, and without what draws one.
        from wyrd_tui.widgets.prompt import prompt_lines

        # A ground of its own sets a question apart; a theme without colours needs a rule.
        ruled = self.is_flat and most >= RULED_FROM
        lines = prompt_lines(question(width, self.glyphs, most - ruled), width, self.glyphs, most - ruled)
        lines = [raise_line(fill_line(line, width, self.glyphs.more)) for line in lines]
        self._asked_lines = [((self.glyphs.rule * width, "faint"),), *lines] if ruled else lines
        return len(self._asked_lines)

    def words(self, status: Status, width: int) -> int:
        """Return the lines that a status needs for itself."""
        return len(_status_lines(status, width, HEIGHT, self.glyphs)) if width else 0

    def redraw(self) -> None:
        """Re-render at the current width."""
        width, height = self.space
        if not width:
            return
        if self._question is not None:
            self.set_lines(self._asked_lines)
            return
        # On the lowest screens keys and status share the line: what is said comes first.
        wanted = height >= HEIGHT or any(self._status._replace(put_off=False))
        said = _status_lines(self._status, width, min(HEIGHT, height), self.glyphs) if wanted else []
        room = max(0, height - len(said))
        keys = self._key_rows.of((self._hints, self._game, width, room), lambda: self._draw_keys(width, room))
        self.set_lines([*said, *keys])

    def _draw_keys(self, width: int, room: int) -> list[Line]:
        wide, more = max(LABEL, width // 5), self.glyphs.more
        whole = [hint._replace(label=cut(clean_line(hint.label), wide, more)) for hint in self._hints]
        return _key_rows(whole, self._game, width, room) if room else []


def _status_lines(status: Status, width: int, rows: int, glyphs: Glyphs) -> list[Line]:
    """Draw the status: the sentence whole, with advice where room is left, then the banner of open questions."""
    whole = _said_lines(status, width, rows, glyphs) if status.said or status.slip or not status.pending else []
    if rows == 1 and whole and status.waiting and not status.bad:
        return [_counted_beside(status, width, glyphs)]
    # A refusal is read to its end; every other sentence leaves a line to what is open.
    shown = bool(status.pending) and (not whole or rows > 1) and not (status.bad and len(whole) == rows)
    said = _said_lines(status, width, rows - 1, glyphs) if shown and whole else whole
    if shown and status.logged and len(_banner(status, width, rows, glyphs)) > rows - len(said):
        # A sentence that the log tells whole is cut rather than the open question.
        said = _said_lines(status, width, 1, glyphs)
    banner = _banner(status, width, rows - len(said), glyphs) if shown else []
    if not status.advice or status.bad or not said:
        return [*said, *banner]
    room, beside = width - width_of(said[-1]), bool(status.said or status.slip)
    hint = _whole_hints(status.advice, room - 3, glyphs.more, beside=beside) if room >= ADVICE else ""
    if hint and hint != glyphs.more:
        said[-1] = (*fill_line(said[-1], width - cells(hint) - 3, glyphs.more), (f"  {hint} ", "dim"))
    elif len(said) + len(banner) < rows - (rows < HEIGHT):
        # A line remains for the keys, which get one more where the words fill three.
        said.append(((f" {_whole_hints(status.advice, width - 2, glyphs.more, beside=False)}", "dim"),))
    return [*said, *banner]


def _counted_beside(status: Status, width: int, glyphs: Glyphs) -> Line:
    """Show what was said in a line, and the number of the open questions at its right, where it has the only one."""
    count = clickable(((f" {glyphs.flag} {status.waiting} open ", "open"),), presses("."))
    room = width - width_of(count)
    (said,) = _said_lines(status, room, 1, glyphs)
    return (*fill_line(said, room, glyphs.more), *raise_line(count))


def _said_lines(status: Status, width: int, rows: int, glyphs: Glyphs) -> list[Line]:
    role: Role = "hurt" if status.bad or not status.said else "text"
    if status.slip:
        # The result is no answer to the slip: below it stands what the lines hold that it had alone.
        first, result = _said_lines(Status(status.slip, bad=True), width, rows, glyphs), status._replace(slip="")
        left = len(_said_lines(result, width, rows, glyphs)) - len(first)
        below = _wrapped(result, width - INDENTED - 1, left, glyphs) if left > 0 else []
        return [*first, *(((" " * INDENTED + text, "dim"),) for text in below)]
    one_line = rows == 1 or cells(clean_line(status.said)) + 2 <= width
    lines = _wrapped(status, width - (2 if one_line else INDENTED + 1), rows, glyphs)
    return [((" " * (INDENTED if number else 1) + text, role),) for number, text in enumerate(lines)]


def _wrapped(status: Status, width: int, rows: int, glyphs: Glyphs) -> list[str]:
    """Wrap the sentence, in brief where it has no room whole."""
    return wrap_items(clean_line(status.said), width, rows, glyphs.more, brief=clean_line(status.brief))


def _banner(status: Status, width: int, rows: int, glyphs: Glyphs) -> list[Line]:
    """Show the open questions in a line of their own, or in two, with the keys that answer one or put it off."""
    answer = presses(".")
    keys: Line = clickable(((" .", "key"), (" answer  ", "dim")), answer)
    if not status.put_off:
        keys += clickable(((",", "key"), (" put off ", "dim")), presses(","))
    words, room, below = clean_line(status.pending), width - width_of(keys) - 4, ""
    if cells(words) > room and rows > 1:
        words, *rest = wrap(words, room)
        below = cut_at_word(" ".join(rest), width - INDENTED - 1, glyphs.more)
    first = fill_line(
        clickable(((f" {glyphs.flag} {cut_at_word(words, room, glyphs.more)}", "open"),), answer),
        width - width_of(keys),
        glyphs.more,
    )
    lines: list[Line] = [raise_line((*first, *keys))]
    if below:
        lines.append(raise_line(fill_line(((" " * INDENTED + below, "open"),), width, glyphs.more)))
    return lines


def _whole_hints(advice: Sequence[str], room: int, more: str, *, beside: bool) -> str:
    """Return as many hints as there is room for; where none has room, the first one cut, but none beside a sentence."""
    hints = [clean_line(hint) for hint in advice]
    ways = ("; ".join(hints[:count]) for count in range(len(hints), 0, -1))
    whole = next((way for way in ways if cells(way) <= room), "")
    return whole or ("" if beside else cut("; ".join(hints), room, more))


def _key_rows(hints: Sequence[Hint], game: str, width: int, rows: int) -> list[Line]:
    """Draw the keys that fit, the most wanted first, among them those that are always shown."""
    ordered = list(hints)
    while True:
        lines, count = _rows_of_keys(ordered, game, width, rows)
        last = max((place for place, hint in enumerate(ordered) if hint.always), default=-1)
        before = [place for place in range(last) if not ordered[place].always]
        if count > last or not before:
            return lines
        # The nearest key before it goes behind it.
        ordered.insert(last, ordered.pop(before[-1]))


def _rows_of_keys(hints: Sequence[Hint], game: str, width: int, rows: int) -> tuple[list[Line], int]:
    """Arrange keys in their order; return the rows, whose last place points to `?` for the others, and their number."""
    count = 0
    last = f"  ? all {len(hints)} keys"
    lines: list[list[Span]] = [[(f" {game}:", "dim")] if game else []]
    used = 1 + width_of(tuple(lines[0]))
    for index, hint in enumerate(hints):
        key = shown_key(hint.key)
        size = cells(key) + 1 + cells(hint.label) + 2
        room = width - (cells(last) if len(lines) == rows and index < len(hints) - 1 else 0)
        if used + size > room:
            if len(lines) == rows:
                lines[-1] += [("  ", "text"), *clickable((("?", "key"), (last.rstrip()[3:], "dim")), presses("?"))]
                break
            lines.append([])
            used = 1
        if hint.applies:
            lines[-1] += clickable(((f" {key} ", "key"), (f"{hint.label} ", "text")), presses(key))
        else:
            lines[-1] += [(f" {key} ", "faint"), (f"{hint.label} ", "faint")]
        used += size
        count += 1
    return [tuple(line) for line in lines], count
