"""The scenario's book: its pages with what became of them, the cast in the wings, and what players may read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import ClassVar, NamedTuple

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container

from wyrd_tui.engine.commands import Answers, Command
from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.page import Page
from wyrd_tui.engine.rules.mettle.rolls import TABLE
from wyrd_tui.engine.rules.wyrd_abacus.stage_rules import RULE, applies
from wyrd_tui.engine.session import Session, Turn
from wyrd_tui.engine.state import Actor, State
from wyrd_tui.engine.trigger_words import trigger_told
from wyrd_tui.engine.words import crowd_name
from wyrd_tui.screens.leaf import Foot, Leaf, Rule
from wyrd_tui.screens.prose import BLANK, Line, hanging, heading, line, paragraph
from wyrd_tui.screens.scroll import Scroll
from wyrd_tui.screens.sheet import sheet_lines
from wyrd_tui.widgets.lines import sides
from wyrd_tui.widgets.text import cells


class Sort(NamedTuple):
    """A kind of page: what the screen calls it, the part of the list it stands in, and the mark that it can get."""

    word: str
    part: str
    mark: str = ""


SORTS: Mapping[str, Sort] = {
    "premise": Sort("premise", "Before the game"),
    "hook": Sort("hook", "Before the game", "used"),
    "handout": Sort("hand-out", "Before the game", "read out"),
    "truth": Sort("truth", "Before the game"),
    "note": Sort("note", "Before the game"),
    "act": Sort("act", "Acts", "begun"),
    "place": Sort("place", "Places", "visited"),
    "clue": Sort("clue", "Clues", "found"),
    "complication": Sort("complication", "Complications", "fired"),
    "proof": Sort("proof", "Proofs", "held"),
    "branch": Sort("branch", "Branches", "taken"),
    "rule": Sort("stage rule", "Stage rules", "in force"),
    TABLE: Sort("random table", "Random tables"),
    "resolution": Sort("resolution", "Resolutions", "reached"),
}
PUBLIC_PART = "For the players"
CAST_PART = "Cast"
CAST = "cast:"


def command(name: str, commands: Iterable[Command]) -> Command:
    """The command of an id.

    Raises:
        Refused: If there is none.
    """
    for row in commands:
        if row.id == name:
            return row
    raise Refused(f"This table knows no command {name}.")


def mark_of(page: Page, state: State) -> str:
    """What became of a page, in a word; of a stage rule, whether it is in force."""
    if page.kind == RULE:
        return "in force" if applies(state, page) else ""
    return state.marks.get(page.id, "")


def on_stage(state: State, who: str) -> bool:
    """Whether a member of the cast is at the table."""
    return who in state.actors


def contents(state: State, wanted: str, width: int) -> list[Line]:
    """The list of all pages that hold a word, by part, acts with what belongs to them."""
    lines: list[Line] = []
    for part, rows in _parts(state, wanted):
        drawn = [_row(state, page, deep, width) for page, deep in rows]
        if drawn:
            lines += [*([BLANK] if lines else []), heading(part), *drawn]
    cast = [_cast_row(state, who, actor, width) for who, actor in state.book.cast.items() if _holds(wanted, actor)]
    if cast:
        lines += [*([BLANK] if lines else []), heading(CAST_PART), *cast]
    return lines


def _parts(state: State, wanted: str) -> Iterator[tuple[str, list[tuple[Page, bool]]]]:
    """Each part of the list with its pages, and whether each stands under an act."""
    pages = state.book.pages
    acts = {page.id for page in pages if page.kind == "act"}
    alone = [page for page in pages if page.parent not in acts]
    fits = [page for page in alone if _holds(wanted, page)]
    yield PUBLIC_PART, [(page, False) for page in fits if page.public and page.kind != "act"]
    for part in dict.fromkeys(sort.part for sort in SORTS.values()):
        if part == "Acts":
            yield part, list(_acts(pages, wanted))
        else:
            inside = [page for page in fits if not page.public and _sort(page).part == part]
            yield part, [(page, False) for page in inside]


def _acts(pages: Sequence[Page], wanted: str) -> Iterator[tuple[Page, bool]]:
    for act in pages:
        if act.kind != "act":
            continue
        children = [page for page in pages if page.parent == act.id and page.kind != "act" and _holds(wanted, page)]
        if children or _holds(wanted, act):
            yield act, False
        yield from ((page, True) for page in children)


def _sort(page: Page) -> Sort:
    return SORTS.get(page.kind, Sort(page.kind, "Before the game"))


def _holds(wanted: str, thing: Page | Actor) -> bool:
    """Whether a word is found in a page or a member of the cast."""
    if not wanted:
        return True
    if isinstance(thing, Page):
        words = f"{thing.title} {thing.text} {thing.reveals} {thing.kind}"
    else:
        words = f"{thing.name} {thing.concept} {thing.notes}"
    return wanted.casefold() in words.casefold()


def _row(state: State, page: Page, deep: bool, width: int) -> Line:
    mark = mark_of(page, state)
    here = page.kind == "act" and state.scene.page == page.id
    sign = "▶ " if here else "✓ " if mark else "  "
    title = "dim" if mark and not here else "strong" if page.kind == "act" else "text"
    right = " · ".join(word for word in (_sort(page).word, mark, "players" if page.public else "") if word)
    left = (("  " if deep else "", "text"), (sign, "accent"), (page.title, title))
    return Line(sides(left, ((f" {right}", "accent" if page.public else "dim"),), width), page.id)


def _cast_row(state: State, who: str, actor: Actor, width: int) -> Line:
    stage = on_stage(state, who)
    actor = state.actors.get(who, actor)
    left = (("✓ " if stage else "  ", "accent"), (crowd_name(actor), "dim" if stage else "text"))
    return Line(sides(left, ((" on stage" if stage else " in the wings", "dim"),), width), CAST + who)


def page_lines(state: State, page: Page, width: int) -> list[Line]:
    """A page to read: what players may know apart from what is for the game master alone."""
    width = min(width, 96)
    mark = mark_of(page, state)
    fact = " · ".join(word for word in (_sort(page).word, mark) if word)
    cast, rods = state.book.cast, state.book.challenges
    lines = [line((page.title, "strong")), line((fact, "dim")), BLANK]
    if page.public:
        lines += [heading("Players may read this"), *paragraph(page.text, width, indent=2, bar="┃")]
    else:
        empty = "" if page.rows else "Nothing more is written here."
        lines += [heading("For you alone"), *paragraph(page.text or empty, width, indent=2)]
    if page.rows:
        lines += [BLANK, heading("Rows", f"{page.dice}; space rolls"), *_rows(page, width)]
    if page.triggers:
        told = [row for trigger in page.triggers for row in paragraph(trigger_told(trigger, state), width, indent=2)]
        lines += [BLANK, heading("What it does", "evident" if page.public else "hidden from players"), *told]
    if page.after:
        gates = [rods[which].title if which in rods else which for which in page.after]
        lines += [BLANK, heading("Opens once overcome"), *(line(f"  {gate}") for gate in gates)]
    if page.reveals:
        lines += [BLANK, heading("Reveals", "for you alone"), *paragraph(page.reveals, width, indent=2)]
    brings = [crowd_name(cast[who]) if who in cast else who for who in page.brings]
    lays = [rods[which].title if which in rods else which for which in page.challenges]
    for title, names in (("Brings on", brings), ("Lays out", lays)):
        if names:
            lines += [BLANK, heading(title), *(line(f"  {name}") for name in names)]
    return lines


def _rows(page: Page, width: int) -> list[Line]:
    """The rows of a random table under each other, by result (ME-06)."""
    wide = max(cells(result) for result in page.rows) + 4
    return [
        row
        for result, text in page.rows.items()
        for row in hanging([(f"  {result:<{wide - 2}}", "accent")], text, width, wide)
    ]


class BookScreen(Leaf):
    """The pages at the left, the one under the cursor at the right, or below on a narrow screen.

    Args:
        session: The table.
        page: The page to begin at; the act that is being played where empty.
        commands: Where `mark-page`, `begin` and `bring` are found; the table's own where None.
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
        Binding("space,enter", "mark", "mark", id="book-mark"),
        Binding("g", "begin", "begin", id="book-begin"),
        Binding("c", "bring", "bring on", id="book-bring"),
        Binding("slash", "find", "find", id="book-find"),
        Binding("escape", "unwind", "back", id="book-unwind"),
        Binding("q", "back", "back", id="back", show=False),
        Binding("u", "undo", "undo", id="book-undo"),
        Binding("U", "redo", "redo", id="book-redo"),
        Binding("tab", "other", "list or text", id="book-other"),
    ]

    def __init__(self, session: Session, page: str = "", commands: Iterable[Command] | None = None) -> None:
        super().__init__()
        self._first = page
        self._session = session
        self._commands = commands
        self._wanted = ""

    def body(self) -> ComposeResult:
        """A list and a page."""
        with Container(id="spread"):
            yield Scroll(self._contents, pointer=True, id="body")
            yield Rule(id="rule")
            yield Scroll(self._page, id="page")

    def _contents(self, width: int) -> list[Line]:
        return contents(self._session.state, self._wanted, width - 1)

    def on_mount(self) -> None:
        """Name it, and open it at the page that is wanted."""
        self._title()
        self.scroll.rest_on(self._first or self._session.state.scene.page)

    def on_screen_resume(self) -> None:
        """Show what became of the pages meanwhile."""
        self._renew()

    def on_resize(self, event: events.Resize) -> None:
        """The page that is read follows the list."""
        self.call_after_refresh(lambda: self.query_one("#page", Scroll).rebuild())

    def _title(self) -> None:
        state = self._session.state
        acts = [page for page in state.book.pages if page.kind == "act"]
        found = [page for page in state.book.pages if page.kind == "clue"]
        parts = []
        for word, pages in (("acts begun", acts), ("clues found", found)):
            if pages:
                parts.append(f"{sum(bool(mark_of(page, state)) for page in pages)}/{len(pages)} {word}")
        self.entitle("Book", state.title, right=" · ".join(parts))

    def _renew(self) -> None:
        self._title()
        self.scroll.rebuild()
        self.query_one("#page", Scroll).rebuild()

    def _pages(self) -> dict[str, Page]:
        return {page.id: page for page in self._session.state.book.pages}

    def _page(self, width: int) -> list[Line]:
        state, chosen = self._session.state, self.scroll.chosen
        if chosen.startswith(CAST):
            who = chosen.removeprefix(CAST)
            actor = state.actors.get(who) or state.book.cast.get(who)
            return sheet_lines(state, actor, width)[1:] if actor else []
        page = self._pages().get(chosen)
        if page is None:
            empty = "Nothing holds that word." if self._wanted else "This table has no book: it was begun without one."
            return [line((empty, "dim"))]
        return [*page_lines(state, page, width), *self._fallen(page, width)]

    def _fallen(self, page: Page, width: int) -> list[Line]:
        """What a random table gave when it was rolled last, as far as that was not undone."""
        for step in reversed(self._session.done if page.kind == TABLE else ()):
            words = step.turn.lines
            if step.turn.command == "table" and words and words[0].startswith(f"{page.title} – "):
                return [BLANK, heading("Rolled last"), *paragraph(words[0], min(width, 96), indent=2)]
        return []

    def on_scroll_moved(self) -> None:
        """The text follows the cursor."""
        self.query_one("#page", Scroll).rebuild(top=True)

    def on_scroll_chosen(self) -> None:
        """A click on the cursor does what Enter does."""
        self.action_mark()

    def on_foot_sought(self, event: Foot.Sought) -> None:
        """Only pages with that word."""
        self._wanted = event.text
        self.scroll.rebuild()
        self.on_scroll_moved()

    def action_find(self) -> None:
        """Look for a word, from its first letter on."""
        self._show_all()
        self.foot.find()

    def _show_all(self) -> None:
        """Every page, with the cursor where it was."""
        self._wanted = ""
        self._renew()

    def action_unwind(self) -> None:
        """Show every page where only some are shown, else go back."""
        if not self._wanted:
            self.action_back()
            return
        self._show_all()
        self.foot.notice("")

    def action_other(self) -> None:
        """Give the keys to the list or to the text."""
        self.query_one("#page" if self.scroll.has_focus else "#body", Scroll).focus(scroll_visible=False)

    # ------------------------------------------------------------------ what changes the table

    def action_mark(self) -> None:
        """Set or take back the mark that fits the page; bring a member of the cast on stage."""
        chosen = self.scroll.chosen
        page = self._pages().get(chosen)
        if chosen.startswith(CAST):
            self.action_bring()
        elif page is not None:
            mark = _sort(page).mark
            if page.kind == TABLE:
                self._play("table", {"which": page.id})
                return
            if page.kind == RULE:
                here = applies(self._session.state, page)
                self._play("stage-rule", {"which": page.id, "does": "over" if here else "in force"})
                return
            if not mark:
                self.foot.refuse(f"A {_sort(page).word} is only read; nothing becomes of it.")
                return
            self._play("mark-page", {"page": page.id, "mark": "none" if mark_of(page, self._session.state) else mark})

    def action_begin(self) -> None:
        """Begin the act under the cursor, once: what has begun is begun again by a line alone."""
        page = self._pages().get(self.scroll.chosen)
        if page is None or page.kind != "act":
            mark = _sort(page).mark if page is not None else ""
            instead = f"space marks this {mark}" if mark else "rest the cursor on one"
            self.foot.refuse(f"Only an act or a scene can begin: {instead}.")
            return
        if mark_of(page, self._session.state):
            self.foot.refuse(f"{page.title} has begun already; `: begin {page.id}` begins it once more.")
            return
        self._play("begin", {"page": page.id})

    def action_bring(self) -> None:
        """Bring the member of the cast under the cursor on stage."""
        chosen = self.scroll.chosen
        if not chosen.startswith(CAST):
            self.foot.refuse("Only a member of the cast comes on stage: rest the cursor on one.")
            return
        self._play("bring", {"who": chosen.removeprefix(CAST)})

    def action_undo(self) -> None:
        """Take the last act back."""
        self._step(self._session.undo, "Undone: ")

    def action_redo(self) -> None:
        """Bring back what was undone."""
        self._step(self._session.redo, "Redone: ")

    def _play(self, name: str, answers: Answers) -> None:
        """Play a command, and say what came of it."""
        self._step(lambda: self._session.do(command(name, self._known()), answers))

    def _step(self, step: Callable[[], Turn], said: str = "") -> None:
        try:
            turn = step()
        except (Refused, OSError) as problem:
            self.foot.refuse(problem)
            return
        self.foot.notice(f"{said}{turn.title}" if said else " · ".join(turn.lines))
        self._renew()

    def _known(self) -> Iterable[Command]:
        if self._commands is None:
            from wyrd_tui.engine.rules.table import COMMANDS

            self._commands = tuple(COMMANDS)
        return self._commands
