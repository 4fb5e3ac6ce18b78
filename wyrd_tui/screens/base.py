"""Base of all screens for reading: a heading, a list that scrolls, a foot for messages, and the keys."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from wyrd_tui.engine.letters import clean
from wyrd_tui.engine.spans import BLANK, PageLine, Piece, Span, make_line
from wyrd_tui.screens.guarded_screen import GuardedScreen
from wyrd_tui.screens.prose import fold_prose
from wyrd_tui.screens.scroll import Scroll, strip_of
from wyrd_tui.store.files import fault
from wyrd_tui.widgets.cells import cells
from wyrd_tui.widgets.glyphs import UNICODE, Glyphs
from wyrd_tui.widgets.guarded import Guarded
from wyrd_tui.widgets.spans import Line, two_sided, width_of
from wyrd_tui.widgets.themes import Look, look_of

LONGEST_WORD = 60
MOST_FOOT_LINES = 3
STUMBLED = "A bug in the program stopped the key. Nothing was changed."


class Bar(Guarded, Widget):
    """Bar of one line: words at the left, and others at its right end where there is room."""

    ALLOW_SELECT = False
    DEFAULT_CSS = "Bar { height: 1; width: 1fr; }"

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.look: Look = look_of()
        self.glyphs = UNICODE
        self._left, self._right = BLANK, BLANK

    def say(self, left: PageLine, right: PageLine = BLANK) -> None:
        """Show these words."""
        if (left, right) != (self._left, self._right):
            self._left, self._right = left, right
            self.refresh()

    @property
    def speaks(self) -> bool:
        """True where there are words in it."""
        return width_of(self._left.spans) > 0

    def render_line(self, y: int) -> Strip:
        """The line."""
        width = self.size.width
        left = ((" ", "text"), *self._left.spans)
        right = (*self._right.spans, (" ", "text")) if self._right.spans else ()
        return strip_of(two_sided(left, right, width, self.glyphs.more), width, self.look, self.glyphs)


class HeadBar(Bar):
    """The heading: a title, a rule, and facts at its end."""

    def render_line(self, y: int) -> Strip:
        """The line."""
        width, rule = self.size.width, self.glyphs.rule
        left: Line = ((f"{rule} ", "faint"), *self._left.spans, (" ", "text"))
        right: Line = ((" ", "text"), *self._right.spans, (f" {rule}", "faint")) if self._right.spans else ()
        room = width - width_of(left) - width_of(right)
        spans = (*left, (rule * room, "faint"), *right) if room >= 0 else left
        return strip_of(spans, width, self.look, self.glyphs)


class RuleBar(Bar):
    """A line between two parts, with the name of the lower one; double while the keys are there.

    Attributes:
        lit: Whether the keys are in the lower part.
    """

    lit = False

    def light(self, lit: bool) -> None:
        """Show whether the keys are in the lower part."""
        if lit != self.lit:
            self.lit = lit
            self.refresh()

    def render_line(self, y: int) -> Strip:
        """The line."""
        width, rule = self.size.width, self.glyphs.beam if self.lit else self.glyphs.rule
        spans: list[Span] = [(" ", "text"), *self._left.spans, (" " if self._left.spans else "", "text")]
        rest: Span = (rule * (width - width_of(tuple(spans)) - 1), "accent" if self.lit else "faint")
        return strip_of((*spans, rest), width, self.look, self.glyphs)


class FootBar(Bar):
    """The line above the keys: a sentence, the word that is being looked for, or a question with yes and no.

    A long sentence takes up to `MOST_FOOT_LINES` lines.
    """

    DEFAULT_CSS = "FootBar { height: auto; }"

    @dataclass
    class Sought(Message):
        """The word that is looked for changed; `done` once it was settled with Enter or given up with Escape."""

        text: str
        done: bool

    @dataclass
    class Answered(Message):
        """A question was answered."""

        yes: bool

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._mode = ""
        self._text = ""
        self._came_from: Widget | None = None

    def say(self, left: PageLine, right: PageLine = BLANK) -> None:
        """Show these words, in as many lines as they need."""
        before = len(self._rows(self.size.width))
        super().say(left, right)
        if len(self._rows(self.size.width)) != before:
            self.refresh(layout=True)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the number of lines that the sentence needs."""
        return len(self._rows(width))

    def _rows(self, width: int) -> list[Line]:
        """Return the sentence in lines; whatever has something at its right end is one line."""
        if self._mode or self._right.spans or not self._left.spans:
            return [((" ", "text"), *self._left.spans)]
        *before, (text, role) = self._left.spans
        margin = 1 + width_of(tuple(before))
        first, *rest = fold_prose(text, max(8, width - margin))
        rows = [first, *rest[: MOST_FOOT_LINES - 2], " ".join(rest[MOST_FOOT_LINES - 2 :])]
        lines: list[Line] = [((" " * margin, "text"), (row, role)) for row in rows if row]
        return [((" ", "text"), *before, (first, role)), *lines[1:]]

    def render_line(self, y: int) -> Strip:
        """The line; where nothing else needs the room it says how much is below, and the keys that lead there."""
        rows = self._rows(self.size.width)
        if len(rows) > 1:
            return strip_of(rows[min(y, len(rows) - 1)], self.size.width, self.look, self.glyphs)
        told = f"{self._below()} "
        left = (" ", "text"), *self._left.spans
        if self._right.spans or width_of(left) + cells(told) > self.size.width:
            return super().render_line(y)
        spans = two_sided(left, ((told, "dim"),), self.size.width)
        return strip_of(spans, self.size.width, self.look, self.glyphs)

    def _below(self) -> str:
        """Return the number of lines out of sight of each list and page, and the keys that show them."""
        scrolls = [one for one in self.screen.query(Scroll) if one.is_attached]
        told = [
            f"{self.glyphs.below} {one.below} more{'' if len(scrolls) < 2 else f' in the {one.noun}'}:"
            f" {'' if one.has_focus or len(scrolls) < 2 else 'tab '}PgDn"
            for one in scrolls
            if one.below
        ]
        return "   ".join(told)

    def notice(self, text: str) -> None:
        """Show a sentence."""
        self.say(make_line((text, "dim")))

    def refuse(self, problem: Exception | str) -> None:
        """Show why something cannot be done."""
        self.say(make_line(("! ", "hurt"), (str(problem), "strong")))

    def find(self, text: str = "") -> None:
        """Take letters for a word to look for."""
        self._take("find")
        self._text = text
        self._spell()

    def ask(self, question: str) -> None:
        """Put a question that y or Enter affirms and every other key denies."""
        self._take("ask")
        keys: tuple[Piece, ...] = ("   y", "key"), (" yes   ", "dim"), ("any other key", "key"), (" no", "dim")
        self.say(make_line((question, "strong"), *keys))

    def _take(self, mode: str) -> None:
        self._came_from = self.screen.focused
        self._enter(mode)
        # At once, so that the keys behind this one in one read go there.
        self.screen.set_focus(self, scroll_visible=False)

    def _enter(self, mode: str) -> None:
        self._mode, self.can_focus = mode, bool(mode)
        for keys in self.screen.query(KeyBar):
            keys.refresh()

    def _give_back(self) -> None:
        self._enter("")
        if self._came_from is not None:
            self.screen.set_focus(self._came_from, scroll_visible=False)

    def _spell(self) -> None:
        keys = make_line(("enter", "key"), (" keep  ", "dim"), ("esc", "key"), (" show all", "dim"))
        self.say(make_line(("/", "key"), (self._text, "strong"), (self.glyphs.caret, "accent")), keys)

    def on_blur(self) -> None:
        """End the question as the focus leaves."""
        if self._mode:
            self._enter("")
            self.say(BLANK)

    def on_key(self, event: events.Key) -> None:
        """Take every key for the word or the answer that is being asked for."""
        if not self._mode:
            return
        event.stop()
        event.prevent_default()
        if self._mode == "ask":
            self._give_back()
            self.say(BLANK)
            self.post_message(self.Answered(event.key in ("y", "Y", "enter")))
        elif event.key == "escape":
            self._settle("")
        elif event.key in ("enter", "up", "down"):
            self._settle(self._text)
        elif event.key in ("backspace", "ctrl+u"):
            self._write(self._text[:-1] if event.key == "backspace" else "")
        elif event.is_printable and event.character:
            self._write(self._text + event.character)

    def _settle(self, text: str) -> None:
        self._text = text
        self._give_back()
        self.keep(text)
        self.post_message(self.Sought(text, True))

    def keep(self, text: str) -> None:
        """Say which word the entries in sight hold, in place of any other sentence; nothing where all are in sight."""
        if not self._mode:
            self.say(make_line(("only entries with ", "dim"), (text, "strong")) if text else BLANK)

    def _write(self, text: str) -> None:
        self._text = text[:LONGEST_WORD]
        self._spell()
        self.post_message(self.Sought(self._text, False))

    def on_paste(self, event: events.Paste) -> None:
        """Take pasted words as typed ones."""
        if self._mode == "find":
            event.stop()
            self._write(self._text + clean(event.text))


class KeyBar(Bar):
    """The keys of the screen, made from its bindings; a click on one presses it."""

    def _hints(self) -> list[tuple[str, str, str]]:
        """Key, word and action of each binding that is shown and has room as a whole."""
        hints: dict[str, tuple[str, str, str]] = {}
        for active in self.screen.active_bindings.values():
            binding = active.binding
            if active.node is not self.screen or not binding.show or isinstance(self.screen.focused, FootBar):
                continue
            label = self.screen.key_label(binding) if isinstance(self.screen, BaseScreen) else binding.description
            key, _, action = hints.get(label, ("", "", ""))
            if label and action != binding.action:
                key = f"{key} {self.app.get_key_display(binding)}".strip()
                hints[label] = (key, label, binding.action)
        # Textual lists its own keys first; back comes first here, and the change of panes last.
        ordered = sorted(hints.values(), key=lambda hint: (hint[2] != "back", hint[2] == "other"))
        fitting, left = [], self.size.width + 1
        for hint in ordered:
            size = cells(f" {hint[0]} {hint[1]} ")
            if size <= left:
                fitting.append(hint)
                left -= size
        return fitting

    def render_line(self, y: int) -> Strip:
        """The line of keys; blank while the foot takes them all and names its own."""
        spans: list[Span] = []
        for key, word, _action in self._hints():
            spans += [(f" {key}", "key"), (f" {word} ", "dim")]
        return strip_of(tuple(spans), self.size.width, self.look, self.glyphs)

    async def on_click(self, event: events.Click) -> None:
        """Press the key under the mouse."""
        start = 0
        for key, word, action in self._hints():
            end = start + len(f" {key} {word} ")
            if start <= event.x < end:
                await self.app.run_action(action, self.screen)
                return
            start = end


class BaseScreen(GuardedScreen):
    """A screen for reading, from which Escape or q goes back."""

    AUTO_FOCUS = "#body"
    DEFAULT_CSS = "BaseScreen { layout: vertical; }"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q", "back", "back", id="back")]
    pointer = False
    """True where a sign points at the row under the cursor."""
    clicked_twice = ""
    """The action of a row that is clicked twice."""

    def compose(self) -> ComposeResult:
        """Heading, body, foot and keys."""
        yield HeadBar(id="heading")
        yield from self.body()
        yield FootBar(id="foot")
        yield KeyBar(id="keys")

    def on_mount(self) -> None:
        """Give every part the looks and signs of the app, and write the heading."""
        look: Look = getattr(self.app, "look", look_of())
        glyphs: Glyphs = getattr(self.app, "glyphs", UNICODE)
        for part in self.query("Bar, Scroll"):
            if isinstance(part, Bar | Scroll):
                part.look, part.glyphs = look, glyphs
        self._title()

    def body(self) -> ComposeResult:
        """Compose the part between heading and foot; the widget with the keys has the id `body`."""
        yield Scroll(self._lines, pointer=self.pointer, id="body")

    def _lines(self, width: int) -> Sequence[PageLine]:
        """Compose the lines of the list or page between heading and foot for a width."""
        return ()

    def _title(self) -> None:
        """Write the heading, of a screen whose heading changes or stands alone."""

    @property
    def composed(self) -> bool:
        """True while the parts are there: a screen may be resumed before it is composed, and once it is taken apart."""
        return bool(self.query("#heading")) and bool(self.query("#keys"))

    @property
    def scroll(self) -> Scroll:
        """List that the keys move."""
        return self.query_one("#body", Scroll)

    @property
    def foot(self) -> FootBar:
        """The line above the keys."""
        return self.query_one("#foot", FootBar)

    def entitle(self, title: str, *names: Piece, right: str = "") -> None:
        """Write the heading."""
        told = make_line((title, "focus"), "  ", *names)
        self.query_one("#heading", Bar).say(told, make_line((right, "dim")) if right else BLANK)

    def key_label(self, binding: Binding) -> str:
        """Return the label of a key; a key without one is not shown."""
        return binding.description

    def aside(self, sentence: str) -> None:
        """Put a sentence in the foot."""
        self.foot.notice(sentence)

    def action_back(self) -> None:
        """Go back to where this was opened; a second Escape at once finds the screen gone."""
        if self.is_active:
            self.dismiss()

    def action_other(self) -> None:
        """Give the keys to the list, or to the page beside it."""
        other = next((one for one in self.query(Scroll) if not one.has_focus), self.scroll)
        other.focus(scroll_visible=False)

    async def on_scroll_chosen(self) -> None:
        """Act on the row that was clicked twice."""
        await self.run_action(self.clicked_twice)

    def on_scroll_turned(self) -> None:
        """Say what is below anew, and where the keys are."""
        self.foot.refresh()
        for rule in self.query(RuleBar):
            rule.light(isinstance(self.focused, Scroll) and not self.scroll.has_focus)

    def on_scroll_ended(self) -> None:
        """Name the key that leads back from a text in which none leads further."""
        if isinstance(self.focused, Scroll) and not self.scroll.has_focus:
            self.foot.notice("The text has no further line there. Tab goes back to the list.")

    # ------------------------------------------------------------------ bugs

    def on_guarded_stumbled(self, message: Guarded.Stumbled) -> None:
        """Say that a key did nothing, and keep the account of the bug."""
        fault.log_crash(message.account)
        self.foot.refuse(STUMBLED)
