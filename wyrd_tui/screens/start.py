"""Start screen: live tables to resume, scenarios to begin, and what is wrong with any of them."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container

from wyrd_tui.engine.dice import Refused, count_noun
from wyrd_tui.engine.frozen import Frozen
from wyrd_tui.engine.letters import clean
from wyrd_tui.engine.spans import BLANK, PageLine, Span, heading_line, make_line
from wyrd_tui.screens.base import BaseScreen, FootBar
from wyrd_tui.screens.catalogue import DiskCatalogue, PreparedScenario
from wyrd_tui.screens.looks import LooksScreen
from wyrd_tui.screens.new_table import NewTableScreen
from wyrd_tui.screens.party_choice import PartyScreen
from wyrd_tui.screens.prose import first_sentences, labelled_prose, newest_sentences, paragraph
from wyrd_tui.screens.scroll import Scroll
from wyrd_tui.widgets.cells import cells
from wyrd_tui.widgets.key_names import does_nothing
from wyrd_tui.widgets.spans import two_sided

if TYPE_CHECKING:
    from wyrd_tui.store.tables.listing import TableInfo

OnOpen = Callable[[object], None]
FIRST_SCENARIO = "the-locked-door"
"""Name of the file of the scenario that stands first for a GM who has no table yet."""
WIDE = 110
"""Cells from which on there is room beside the list; else what is chosen has three lines below it."""


class TableRow(Frozen):
    """Row of a table in play, by the path of its save."""

    path: Path


class ScenarioRow(Frozen):
    """Row of a scenario, by the path of its file."""

    path: Path


def date_and_time(at: float) -> str:
    """Day and time, as short as they can be told."""
    return time.strftime("%d %b %Y, %H:%M", time.localtime(at)).lstrip("0")


def _facts(known: PreparedScenario, in_play: bool, room: int) -> str:
    """Join games, players and *in play* of a scenario; format and hours where there is room, as the title has it."""
    players, told = known.about[1:2], ""
    for facts in (
        *((known.games, *about) for about in (known.about, known.about[1:], players)),
        *((known.games,), players, ()),
    ):
        told = " · ".join(word for word in (*facts, "in play" if in_play else "") if word)
        if cells(told) <= room:
            return told
    return ""


class StartScreen(BaseScreen):
    """Live tables first, the last one under the cursor; scenarios and broken files below.

    The list is shown at once; what the scenarios' files say fills in one file at a time.

    Args:
        catalogue: The tables and scenarios to choose from.
        on_open: Takes the table that was chosen.
        asked: A scenario that was named already, so that its party is asked for at once.
    """

    HORIZONTAL_BREAKPOINTS = [  # noqa: RUF012 - declared by Screen
        (0, "-narrow"),
        (WIDE, "-wide"),
    ]
    DEFAULT_CSS = """
    StartScreen {
        #spread { height: 1fr; }
        #body { height: 1fr; }
        #about { height: 4; padding: 1 0 0 1; }
        &.-wide {
            #spread { layout: horizontal; }
            #body { width: 74; }
            #about { width: 1fr; height: 1fr; padding: 1 0 0 2; }
        }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "unwind", "quit", id="start-unwind"),
        Binding("q", "back", "quit", id="back", show=False),
        Binding("question_mark,f1", "help", "all keys", id="start-help"),
        Binding("enter", "open", "open", id="start-open"),
        Binding("n", "new", "new table", id="start-new"),
        Binding("slash", "find", "find", id="start-find"),
        Binding("r", "again", "refresh", id="start-again"),
        Binding("f2", "themes", "looks", id="start-themes"),
    ]
    clicked_twice = "open"

    def __init__(
        self, catalogue: DiskCatalogue, on_open: OnOpen, asked: Path | None = None, *, notice: str = ""
    ) -> None:
        super().__init__()
        self._notice: Span = (notice, "text")
        self._catalogue = catalogue
        self._on_open = on_open
        self._asked = asked
        self._wanted = ""
        self._tables: list[TableInfo] = []
        self._paths: list[Path] = []
        self._known: dict[Path, PreparedScenario] = {}
        self._last: dict[Path, Sequence[str]] = {}
        self._decided: Callable[[], object] | None = None

    def body(self) -> ComposeResult:
        """Compose the list; what stands under the cursor is told beside it, or in short below it."""
        with Container(id="spread"):
            yield Scroll(self._list, pointer=True, id="body")
            yield Scroll(self._about, id="about")

    def on_mount(self) -> None:
        """List tables and scenarios."""
        self.action_again()
        if self._asked is not None:
            self._ask(self._asked)

    def action_again(self) -> None:
        """List tables and scenarios again."""
        self._known.clear()
        self._last.clear()
        try:
            self._tables, self._paths = list(self._catalogue.tables()), list(self._catalogue.scenarios())
        except OSError as problem:
            self.foot.refuse(problem)
        self._title()
        self.scroll.rebuild()
        self.call_after_refresh(self._look_into_next)

    def on_key(self, event: events.Key) -> None:
        """Say that a key without a meaning does nothing."""
        if event.key not in self.active_bindings:
            self.foot.notice(does_nothing(event.key, event.character))

    def on_scroll_moved(self) -> None:
        """Tell of the row under the cursor; a refusal has been read by then."""
        self.foot.keep(self._wanted)
        if self._notice[1] == "hurt":
            self._notice = ("", "text")
            self.scroll.rebuild()
        self._tell()

    def _tell(self) -> None:
        self.query_one("#about", Scroll).rebuild(top=True)

    def _about(self, width: int) -> list[PageLine]:
        """Compose the scenario under the cursor or the problems of its file, or the last lines of the table there."""
        chosen = self.scroll.chosen
        if isinstance(chosen, TableRow):
            if chosen.path not in self._last:
                self._last[chosen.path] = self._catalogue.last_lines(chosen.path)
            lines = newest_sentences(self._last[chosen.path], width - 1, self._is_wide)
            return [heading_line("What happened last"), *lines] if lines else []
        known = self._known.get(chosen.path) if isinstance(chosen, ScenarioRow) else None
        if known is None:
            return []
        if not known.usable:
            faults = (line for problem in known.problems for line in paragraph(problem, width - 1))
            return [heading_line(known.title, count_noun(len(known.problems), "problem")), *faults]
        facts = " · ".join((known.games, *known.about))
        if not self._is_wide:
            brief = paragraph(first_sentences(known.premise, 2 * (width - 8)), width - 1)
            return [heading_line(known.title, facts), *brief]
        told = [heading_line(known.title), *paragraph(facts, width - 1, role="dim")]
        told += [BLANK, *paragraph(known.premise, width - 1)] if known.premise else []
        party = [person for person in known.people if person.own]
        told += [BLANK, heading_line("Party")] if party else []
        for person in party:
            told += labelled_prose(((person.name, "strong"),), person.concept, width - 1, 2, "dim")
        told += [BLANK, heading_line("Acts"), *paragraph(" · ".join(known.acts), width - 1)] if known.acts else []
        return told

    @property
    def _is_wide(self) -> bool:
        return self.size.width >= WIDE

    def _title(self) -> None:
        tables, prepared = count_noun(len(self._tables), "table"), count_noun(len(self._paths), "scenario")
        self.entitle("Wyrd", ("a game master’s screen", "dim"), right=f"{tables} · {prepared}")

    def _look_into_next(self) -> None:
        """Read one more scenario; between two of them the screen and the keys have their turn."""
        if self.is_attached and not self.scroll.rows:
            # The list is arranged with the first layout of the screen.
            self.set_timer(0.001, self._look_into_next)
            return
        chosen = self.scroll.chosen
        # The scenario under the cursor is told beside the list, so it is read first.
        first = [chosen.path] if isinstance(chosen, ScenarioRow) else []
        path = next((path for path in (*first, *self._paths) if path not in self._known), None)
        if path is None or not self.is_attached:
            return
        self._known[path] = self._catalogue.look_into(path)
        self.scroll.rebuild()
        self._tell()
        self.set_timer(0.001, self._look_into_next)

    # ------------------------------------------------------------------ the list

    def _list(self, width: int) -> list[PageLine]:
        tables = [
            self._table(table, width)
            for table in self._tables
            if self._holds(f"{table.title} {table.path.stem} {table.progress}")
        ]
        paths = [path for path in self._paths if self._holds(self._title_of(path))]
        notice, role = self._notice
        lines: list[PageLine] = [BLANK, *paragraph(notice, width - 1, indent=1, role=role)] if notice else []
        new = [path for path in paths if path.stem == FIRST_SCENARIO and not self._tables]
        if new:
            lines += [BLANK, heading_line("New here?", "Five minutes at this table teach the keys.")]
            lines += [self._scenario(path, width - 1) for path in new]
        lines += [BLANK, heading_line("Tables in play", "" if self._tables else "none yet")]
        for rows in tables:
            lines += rows
        lines += [
            BLANK,
            heading_line("Scenarios", "Opens a new table; existing tables are never overwritten." if paths else "none"),
        ]
        lines += [self._scenario(path, width - 1) for path in paths if path not in new]
        return [*lines, *self._problems(width)]

    def _holds(self, text: str) -> bool:
        return self._wanted.casefold() in text.casefold()

    def _title_of(self, path: Path) -> str:
        known = self._known.get(path)
        return f"{known.title} {known.games} {' '.join(known.about)}" if known else path.stem

    def _table(self, table: TableInfo, width: int) -> list[PageLine]:
        turns = f"{count_noun(table.acts, 'act')} ·  " if table.acts is not None else ""
        right = f"  {turns}{date_and_time(table.when)}"
        row = PageLine(two_sided(((f"  {table.title}", "strong"),), ((right, "dim"),), width - 1), TableRow(table.path))
        # Tables of one scenario are told apart by what `wyrd NAME` calls them.
        twins = sum(other.title == table.title for other in self._tables) > 1
        where = " · ".join(word for word in (clean(table.path.stem) if twins else "", table.progress) if word)
        place = paragraph(where, width - 1, indent=4, role="dim") if where else []
        if table.locked:
            place.append(make_line(("    open in another window; read only here", "hurt")))
        words = [row for text in table.words for row in paragraph(f"! {text}", width - 1, indent=4, role="hurt")]
        return [row, *place, *words]

    def _scenario(self, path: Path, width: int) -> PageLine:
        known, id = self._known.get(path), ScenarioRow(path)
        if known is None:
            return PageLine(two_sided((("  " + clean(path.stem), "dim"),), (("reading …", "faint"),), width), id)
        title: Span = (f"  {known.title}", "text" if known.usable else "dim")
        if not known.usable:
            right: Span = (f"! {count_noun(len(known.problems), 'problem')}, see below", "hurt")
        else:
            right = (_facts(known, bool(self._live(known)), width - cells(known.title) - 6), "dim")
        return PageLine(two_sided((title,), (("  ", "text"), right), width), id)

    def _problems(self, width: int) -> list[PageLine]:
        """Every problem of every file, in words."""
        broken = [known for known in self._known.values() if known.problems]
        if not broken:
            return []
        lines = [BLANK, heading_line("Problems in files", "the other files can be used")]
        for known in broken:
            for problem in known.problems:
                lines += paragraph(problem, width - 1, indent=2, role="text" if not known.usable else "dim")
        return lines

    def _live(self, known: PreparedScenario) -> TableInfo | None:
        """The table of the same scenario that is in play, if there is one."""
        return next((table for table in self._tables if table.title == known.title), None)

    # ------------------------------------------------------------------ keys

    def key_label(self, binding: Binding) -> str:
        """Return the label of a key; Escape shows all rows where only some are listed."""
        return "show all" if binding.action == "unwind" and self._wanted else super().key_label(binding)

    def action_find(self) -> None:
        """Look for a word, from its first letter on."""
        self._wanted = ""
        self._list_anew()
        self.foot.find()

    def _list_anew(self) -> None:
        """List what is looked for, and tell of the row that is under the cursor then."""
        self.scroll.rebuild()
        self._tell()
        self.query_one("#keys").refresh()

    def on_foot_bar_sought(self, event: FootBar.Sought) -> None:
        """Show the tables and scenarios that hold a word."""
        self._wanted = event.text
        self._list_anew()

    def action_open(self) -> None:
        """Resume the table, or ask for the party of the scenario."""
        chosen = self.scroll.chosen
        if isinstance(chosen, TableRow):
            self._open(lambda: self._catalogue.open_table(chosen.path))
        elif isinstance(chosen, ScenarioRow):
            self._ask(chosen.path)

    def _ask(self, path: Path) -> None:
        known = self._known.get(path) or self._catalogue.look_into(path)
        self._known[path] = known
        if not known.usable:
            self.foot.refuse(known.problems[0] if known.problems else "This file cannot be used.")
            return
        self.app.push_screen(
            PartyScreen(
                known,
                self._live(known),
                lambda live: self._decide(lambda: self._catalogue.open_table(live)),
                lambda *chosen: self._decide(lambda: self._catalogue.begin(path, *chosen)),
            )
        )

    def _decide(self, make: Callable[[], object]) -> None:
        self._decided = make

    def on_screen_resume(self) -> None:
        """Open the table decided on; only now is the question gone, and another screen may take this one's place."""
        make, self._decided = self._decided, None
        if make is not None:
            self._open(make)

    def _refuse(self, problem: Exception) -> None:
        """Say why at the foot; what has no room there stands whole above the list."""
        text = str(problem)
        short = "\n" not in text and cells(text) + 4 <= self.size.width
        self._notice = ("", "text") if short else (f"! {text}", "hurt")
        self.foot.refuse(text if short else "This file cannot be opened. The reason is above the list.")
        self.scroll.rebuild()
        if not short:
            self.scroll.scroll_home(animate=False)

    def _open(self, make: Callable[[], object]) -> None:
        """Open a live table, or begin a new one."""
        try:
            table = make()
        except (Refused, OSError) as problem:
            self._refuse(problem)
            return
        self._on_open(table)

    def _pop_result_callback(self) -> None:
        """Pop the result callback where there is one; Textual gives an app's first screen none."""
        if self._result_callbacks:
            super()._pop_result_callback()

    def action_unwind(self) -> None:
        """Take away what the foot says and what is looked for; with nothing of either, leave."""
        if not (self._wanted or self.foot.speaks):
            self.action_back()
            return
        self._wanted = ""
        self.foot.notice("")
        self._list_anew()

    def action_new(self) -> None:
        """Ask which game an empty table plays."""
        if self.is_active:
            begin = self._catalogue.begin_empty
            self.app.push_screen(NewTableScreen(lambda games: self._decide(lambda: begin(games))))

    def action_themes(self) -> None:
        """Open the list of looks."""
        if self.is_active:
            self.app.push_screen(LooksScreen())

    def action_help(self) -> None:
        """Show the keys of the table, of every game."""
        from wyrd_tui.engine.rules.all_games import all_commands
        from wyrd_tui.screens.help import HelpScreen

        self.app.push_screen(HelpScreen(all_commands()))

    def action_back(self) -> None:
        """Leave the program."""
        self.app.exit()
