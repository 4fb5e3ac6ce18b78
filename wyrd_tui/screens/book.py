"""The scenario's book: its pages with what became of them, the cast in the wings, and what players may read."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container

from wyrd_tui.engine.act import Act
from wyrd_tui.engine.commands import Answers
from wyrd_tui.engine.describe import describe
from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.events import Joined, Laid, Said
from wyrd_tui.engine.page import IN_FORCE, OVER, PAGE_KINDS, RULE, TABLE, Page
from wyrd_tui.engine.returning import waiting_cast
from wyrd_tui.engine.rules.all_games import command_of, in_force, page_act
from wyrd_tui.engine.rules.ground.arrivals import page_arrival_events
from wyrd_tui.engine.rules.shared.scenes import next_act
from wyrd_tui.engine.session import Session
from wyrd_tui.engine.spans import PageLine, RowId, make_line
from wyrd_tui.engine.state import State
from wyrd_tui.engine.voices import chapter_word, page_word
from wyrd_tui.engine.words import crowd_name, join_names
from wyrd_tui.screens.base import BaseScreen, FootBar, KeyBar, RuleBar
from wyrd_tui.screens.book_pages import (
    CastRow,
    RodRow,
    list_pages,
    page_lines,
    page_mark,
    space_word,
    usual_page_mark,
)
from wyrd_tui.screens.challenge import challenge_lines, find_challenge
from wyrd_tui.screens.prose import section
from wyrd_tui.screens.scroll import Scroll
from wyrd_tui.screens.sheet import compose_sheet
from wyrd_tui.widgets.key_names import does_nothing


def _brought_by_mark(state: State, page: Page) -> str:
    """Tell whom and what a page mark brings to the table; empty where it brings nothing."""
    events = tuple(page_arrival_events(state, page))
    people = [crowd_name(event.actor) for event in events if isinstance(event, Joined)]
    rods = [event.challenge.title for event in events if isinstance(event, Laid)]
    brings = f"bring in {join_names(people)}" if people else ""
    puts = f"put {join_names(rods)} on the abacus" if rods else ""
    return "".join(f" and {told}" for told in (brings, puts) if told)


class BookScreen(BaseScreen):
    """The pages at the left, the one under the cursor at the right, or below on a narrow screen.

    Args:
        session: The table.
        page: The page to begin at; the act that is being played where empty.
        ask: Has the table put the questions of an act, once the book is closed.
        keyed: Names the keys of acts that a sentence holds between backticks.
    """

    HORIZONTAL_BREAKPOINTS = [  # noqa: RUF012 - declared by Screen
        (0, "-narrow"),
        (100, "-wide"),
    ]
    DEFAULT_CSS = """
    BookScreen {
        #spread { layout: vertical; height: 1fr; }
        #body { height: 1fr; }
        #rule { height: 1; }
        #page { height: 1fr; }
        &.-wide { #spread { layout: horizontal; } #body { width: 52; } #rule { display: none; } }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "mark", "mark", id="book-mark"),
        Binding("g", "begin", "begin", id="book-begin"),
        Binding("c", "bring", "bring in", id="book-bring"),
        Binding("v", "show", "show players", id="book-show"),
        Binding("slash", "find", "find", id="book-find"),
        Binding("escape", "unwind", "back", id="book-unwind"),
        Binding("q", "back", "back", id="back", show=False),
        Binding("u", "undo", "undo", id="book-undo"),
        Binding("U", "redo", "redo", id="book-redo"),
        Binding("tab,enter", "other", "list or text", id="book-other"),
    ]
    clicked_twice = "mark"

    def __init__(
        self,
        session: Session,
        page: RowId = "",
        ask: Callable[[str, Answers], None] = lambda name, given: None,
        keyed: Callable[[str], str] = str,
    ) -> None:
        super().__init__()
        self._ask, self._keyed = ask, keyed
        self._first = page
        self._session = session
        self._wanted = ""

    def body(self) -> ComposeResult:
        """A list and a page."""
        with Container(id="spread"):
            yield Scroll(self._contents, pointer=True, id="body")
            yield RuleBar(id="rule")
            yield Scroll(self._page, id="page")

    def _contents(self, width: int) -> list[PageLine]:
        return list_pages(self._session.state, self._wanted, width - 1)

    def on_mount(self) -> None:
        """Open the book at the page asked for."""
        self.scroll.rest_on(self._first or self._present_page())

    def _present_page(self) -> str:
        """The scene that is being played; between scenes the next that can open (WA-14)."""
        state = self._session.state
        ready = next_act(state) if state.scene.between else None
        return ready.id if ready is not None else state.scene.page

    def on_screen_resume(self) -> None:
        """Show what became of the pages meanwhile."""
        if self.composed:
            self._renew()

    def on_resize(self, event: events.Resize) -> None:
        """Compose the page again once the list has its size."""
        self.call_after_refresh(self._show_chosen)

    def _title(self) -> None:
        state = self._session.state
        acts = [page for page in state.book.pages if page.kind == "act"]
        found = [page for page in state.book.pages if page.kind == "clue"]
        parts = []
        for word, pages in ((f"{chapter_word(state)}s begun", acts), ("clues found", found)):
            if pages:
                parts.append(f"{sum(bool(page_mark(page, state)) for page in pages)}/{len(pages)} {word}")
        self.entitle("Book", state.title, right=" · ".join(parts))

    def _renew(self) -> None:
        self._title()
        self.scroll.rebuild()
        self._show_chosen()

    def _show_chosen(self, *, top: bool = False) -> None:
        self.query_one("#page", Scroll).rebuild(top=top)
        self.query_one("#keys", KeyBar).refresh()

    def key_label(self, binding: Binding) -> str:
        """Return what a key does to the page under the cursor; nothing where it would be refused."""
        page = self._chosen_page() if self.composed else None
        marked = page is not None and bool(page_mark(page, self._session.state))
        if binding.action == "unwind" and self._wanted:
            return "show all"
        if binding.id in ("book-mark", "book-bring"):
            word = space_word(self._session.state, page or self.scroll.chosen) if self.composed else ""
            return word if binding.id == "book-mark" or isinstance(self.scroll.chosen, CastRow) else ""
        if binding.id == "book-begin" and (page is None or page.kind != "act" or marked):
            return ""
        if binding.id == "book-show" and (page is None or PAGE_KINDS[page.kind].shown_to_players == "never"):
            return ""
        if binding.id == "book-show" and page is not None and page.public:
            return "hide from players"
        if binding.id == "book-show" and page is not None and PAGE_KINDS[page.kind].shown_to_players == "title":
            return "show the title to players"
        return super().key_label(binding)

    def _chosen_page(self) -> Page | None:
        return next((page for page in self._session.state.book.pages if page.id == self.scroll.chosen), None)

    def _page(self, width: int) -> list[PageLine]:
        state, chosen = self._session.state, self.scroll.chosen
        if isinstance(chosen, CastRow):
            actor = state.actors.get(chosen.who) or waiting_cast(state).get(chosen.who)
            return compose_sheet(state, actor, width)[1:] if actor else []
        if isinstance(chosen, RodRow):
            rod = find_challenge(state, chosen.which)
            return challenge_lines(state, rod, width) if rod else []
        page = self._chosen_page()
        if page is None:
            empty = (
                "No entry contains that word."
                if self._wanted
                else "This table has no book, because it has no scenario."
            )
            return [make_line((empty, "dim"))]
        return [*page_lines(state, page, width), *self._fallen(page, width)]

    def _fallen(self, page: Page, width: int) -> list[PageLine]:
        """Show the last result of a random table, as far as it was not undone."""
        for act in reversed(self._session.history().done if page.kind == TABLE else ()):
            for event in act.events:
                if isinstance(event, Said) and event.cause == "table" and event.page == page.id:
                    words = str(describe(event, self._session.state))
                    return section("Rolled last", words, min(width, 96))
        return []

    def on_scroll_moved(self) -> None:
        """Show the page under the cursor, and what the keys do to it."""
        self._show_chosen(top=True)

    def on_foot_bar_sought(self, event: FootBar.Sought) -> None:
        """Show the pages that hold a word, with the cursor on one that has it in its title."""
        self._wanted = event.text
        self.scroll.rebuild()
        self.scroll.rest_on(self._called(event.text) or self.scroll.chosen)
        self.on_scroll_moved()

    def _called(self, word: str) -> RowId:
        """Return the first row of a page whose title has a word in it; empty where only its text has."""
        asked = word.casefold()
        titled = {page.id for page in self._session.state.book.pages if asked in page.title.casefold()}
        return next((row.id for row in self.scroll.rows if row.id in titled), "") if word else ""

    def on_key(self, event: events.Key) -> None:
        """Say that a key without a meaning does nothing."""
        if event.key not in self.active_bindings:
            self.foot.notice(does_nothing(event.key, event.character))

    def action_find(self) -> None:
        """Look for a word, from its first letter on."""
        self._show_all()
        self.foot.find()

    def _show_all(self) -> None:
        """Show every page, with the cursor where it was."""
        self._wanted = ""
        self._renew()

    def action_unwind(self) -> None:
        """Show every page where only some are shown, else go back."""
        if not self._wanted:
            self.action_back()
            return
        self._show_all()
        self.foot.notice("")

    # ------------------------------------------------------------------ what changes the table

    def action_mark(self) -> None:
        """Set or take back the page mark that fits; bring a member of the cast on stage."""
        chosen, page = self.scroll.chosen, self._chosen_page()
        if isinstance(chosen, CastRow):
            self.action_bring()
        elif isinstance(chosen, RodRow):
            self._put_on_abacus(chosen.which)
        elif page is not None:
            self._act_on(page)

    def _act_on(self, page: Page) -> None:
        state = self._session.state
        if not (act := page_act(state, page)):
            self.foot.refuse(f"A {page_word(page, state)} is for reading only and takes no mark.")
        elif page.kind == RULE:
            self._play(act, {"which": page.id, "does": OVER if in_force(state, page) else IN_FORCE})
        elif page.kind == TABLE:
            self._play(act, {"which": page.id})
        else:
            self._play(act, {"page": page.id, "mark": "none" if page_mark(page, state) else usual_page_mark(page)})

    def _put_on_abacus(self, which: str) -> None:
        """Put the challenge under the cursor on the abacus, where it is not there and not overcome."""
        state = self._session.state
        rod = find_challenge(state, which)
        if which in state.challenges or state.is_over(which):
            there = "On the abacus" if which in state.challenges else "Overcome"
            self.foot.refuse(f"{there} already: {rod.title if rod else which}.")
            return
        self._play("lay", {"which": which})

    def action_begin(self) -> None:
        """Have the table ask what begins the act under the cursor, once: a line alone begins it again."""
        page = self._chosen_page()
        if page is None or page.kind != "act":
            mark = usual_page_mark(page) if page is not None else ""
            brings = _brought_by_mark(self._session.state, page) if page is not None else ""
            instead = f"Press space to mark this page {mark}{brings}" if mark else "Move the cursor to one"
            self.foot.refuse(f"Only an act or a scene can begin. {instead}.")
            return
        if page_mark(page, self._session.state):
            self.foot.refuse(f"“{page.title}” has begun already. :begin {page.id} begins it again.")
            return
        self.dismiss()
        self._ask("begin", {"page": page.id})

    def action_bring(self) -> None:
        """Bring the member of the cast under the cursor on stage."""
        chosen = self.scroll.chosen
        if not isinstance(chosen, CastRow):
            self.foot.refuse("Only a character can be brought in. Move the cursor to one.")
            return
        if (actor := self._session.state.actors.get(chosen.who)) is not None:
            self.foot.refuse(f"On stage already: {actor.name}.")
            return
        self._play("bring", {"who": chosen.who})

    def action_show(self) -> None:
        """Show players the page under the cursor, or hide it again."""
        page = self._chosen_page()
        if page is None:
            self.foot.refuse("Only a page can be shown to players here. Move the cursor to one.")
        elif PAGE_KINDS[page.kind].shown_to_players == "never":
            self.foot.refuse(f"“{page.title}” is for the GM alone. Players never see it.")
        elif page.kind == RULE:
            self._play("hide" if page.public else "reveal", {"what": page.id})
        else:
            self._play("show-page", {"page": page.id})

    def action_undo(self) -> None:
        """Take the last act back."""
        self._step(self._session.undo, "Undone: ")

    def action_redo(self) -> None:
        """Bring back what was undone."""
        self._step(self._session.redo, "Redone: ")

    def _play(self, name: str, answers: Answers) -> None:
        """Play a command, and say what came of it."""
        if (command := command_of(name)) is not None:
            self._step(lambda: self._session.do(command, answers))

    def _step(self, step: Callable[[], Act], said: str = "") -> None:
        try:
            act = step()
        except (Refused, OSError) as problem:
            self.foot.refuse(self._keyed(str(problem)))
            return
        self.foot.notice(f"{said}{act.title}" if said else " · ".join(act.lines))
        self._renew()
