"""Opening of the screen on a file, and the putting away of its table afterwards."""

from __future__ import annotations

import gc
import os
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, cast

from wyrd_tui import preferences
from wyrd_tui.engine import letters
from wyrd_tui.engine.dice import LiveDice, Refused
from wyrd_tui.engine.journal import Saving
from wyrd_tui.engine.words import begin_sentence
from wyrd_tui.printed import indent_lines, print_message, quote_shell
from wyrd_tui.store.files import fault
from wyrd_tui.store.files.regular import refusal_reason
from wyrd_tui.terminal.environment import sanitize
from wyrd_tui.terminal.signals import on_signals

if TYPE_CHECKING:
    from textual.screen import Screen

    from wyrd_tui.app import WyrdApp
    from wyrd_tui.screens.table.protocols import Fresh
    from wyrd_tui.store.tables.table import Table
    from wyrd_tui.widgets.glyphs import Glyphs
    from wyrd_tui.widgets.themes import Look

RECENT = 60
_WORD = re.compile(r"[\w.][\w.-]*")
FREE = "The other window has closed the table. Leave, and open it again to play here."


class OpenTable:
    """Table that is open while the program runs; one at a time, closed before another opens.

    Attributes:
        table: The one that is open.
        words: Messages not yet told to the GM, such as of a broken key file or of a table that was closed.
        awaited: Whether another window has the table, so that this one only looks on.
        refused: Whether the disk refused a part of what was to be saved as a table was closed.
    """

    def __init__(self) -> None:
        self.table: Table | None = None
        self.closed: Table | None = None
        self.place = Path()
        self.seen: tuple[int, ...] = ()
        self.awaited = self.refused = False
        self.keys, self.words = preferences.read_keys()

    def take(self, table: Table) -> None:
        """Open a table in place of the present one, which is kept as it stands.

        Raises:
            OSError: As `put_away`.
        """
        from wyrd_tui.store.tables.lock import name_holder

        self.put_away()
        self.table, self.place = table, table.path
        self.seen = _seen(table.path)
        self.awaited = bool(table.read_only) and bool(name_holder(table.path.with_suffix(".lock")))

    def put_away(self) -> None:
        """Save and close the table.

        Raises:
            OSError: If no disk takes acts that are in memory alone; the table stays open.
        """
        table = self.table
        if table is None:
            return
        before = table.path
        try:
            table.close()
        except OSError as refused:
            if table.open:
                raise
            self.refused = True
            self.words.append(_sentence(refused))
        finally:
            self.words += table.tell()
        # The folder that took it as it was closed is told already.
        if self.place != table.path == before:
            self.words.append(f"The table is now {table.path}.")
        self.closed, self.table = table, None

    def messages(self) -> list[str]:
        """Return what the GM must be told and was not yet; each message is given once."""
        words = [*self.words, *(self.table.tell() if self.table else ())]
        self.words = []
        return words

    def refresh(self) -> Fresh | None:
        """Read a table again that is only looked at; None where nothing has changed."""
        table = self.table
        if table is None or not table.read_only:
            return None
        from wyrd_tui.screens.table.protocols import Fresh
        from wyrd_tui.store.files.codec import Unreadable
        from wyrd_tui.store.tables.lock import name_holder
        from wyrd_tui.store.tables.opening import explain_read_only, open_table

        reason = table.read_only
        if self.awaited:
            # Nobody takes a table over by a key that was meant for looking.
            other = name_holder(table.path.with_suffix(".lock"))
            reason = explain_read_only(other) if other else FREE
        seen = _seen(table.path)
        if seen == self.seen and reason == table.read_only:
            return None
        try:
            fresh = open_table(table.path, read_only=True)
        except (Unreadable, OSError):
            # The table may be looked at in the middle of a save; the next look finds it whole.
            return None
        self.seen = seen
        fresh.read_only = reason
        self.table = fresh
        return Fresh(fresh.session(dice=LiveDice()), fresh.recent(RECENT), reason)

    def end(self, leave: Callable[[Sequence[str]], None]) -> None:
        """Save and close as a signal ends the program, then hand over what is to be said.

        Where the signal came in the middle of a write, that is whole first.
        """

        def close() -> None:
            try:
                self.last()
            finally:
                leave([indent_lines(word) for word in (*self.messages(), *farewell(self.closed))])

        table = self.table or self.closed
        if table is None:
            close()
        else:
            table.after_writes(close)

    def last(self) -> None:
        """Save and close the table as the program ends, even where the disk refuses."""
        table = self.table
        if table is None:
            return
        self.closed = None
        try:
            self.put_away()
        except OSError:
            self.refused = True
            self.words += _lost(table)
        finally:
            # Also after a bug, so that others may open it.
            table.release()
            self.table = None

    def report(self, account: str) -> None:
        """Keep the account of a fault beside the tables."""
        fault.log_crash(account)

    def screen(self, look: Look, glyphs: Glyphs, leave: Callable[[], None] | None = None) -> Screen[None]:
        """Make the screen of the table that is open.

        Raises:
            RuntimeError: If none is.
        """
        from wyrd_tui.engine.last_time import last_time
        from wyrd_tui.engine.rules import all_games as rules
        from wyrd_tui.screens.table.screen import TableScreen

        table = self.table
        if table is None:
            raise RuntimeError("no table is open")
        recent = table.recent(RECENT)
        return TableScreen(
            table.session(dice=LiveDice()),
            rules,
            recent=recent,
            last_time=last_time(table.state, recent, rules.scene_frame(table.state).again),
            notice=" ".join(self.messages()),
            read_only=table.read_only,
            storage=self,
            remapped=self.keys,
            look=look,
            glyphs=glyphs,
            leave=leave,
        )


def _lost(table: Table) -> list[str]:
    """Return the sentences for acts that no folder has taken as the program ends."""
    told = [f"LOST: {table.reason}."]
    if any(os.path.lexists(file) for file in (table.path, table.path.with_suffix(".journal"))):
        told.append(f"`wyrd {_called(table)}` opens the table as it was last saved.")
    return told


def _sentence(refused: OSError) -> str:
    reason = refusal_reason(refused)
    return f"{begin_sentence(reason)}."


def _seen(path: Path) -> tuple[int, ...]:
    """Return numbers that change with the files of a table; empty where they cannot be read."""
    try:
        found = [file.stat() for file in (path, path.with_suffix(".journal")) if file.exists()]
    except OSError:
        return ()
    return tuple(number for seen in found for number in (seen.st_ino, seen.st_size, seen.st_mtime_ns))


def check_theme(name: str) -> None:
    """Look for a theme by its name.

    Raises:
        Refused: If there is no such theme.
    """
    config, _ = preferences.read_config()
    preferences.choose_looks(name, config, os.environ)


def open_screen(path: Path | None, *, theme: str | None = None, mouse: bool = True) -> int:
    """Show the start screen, or the table of a file, until the GM leaves; return the exit status.

    Args:
        path: A scenario or a table; None for the start screen.
        theme: Name of the theme; None for the one of the settings.
        mouse: False to leave the mouse to the terminal.

    Raises:
        Refused: If there is no such theme.
        Unreadable: If the table cannot be opened.
        Broken: If the scenario cannot be used.
        OSError: If the disk refuses.
    """
    # Each collection would walk all that the imports make; the app turns them on again with its first frame.
    gc.disable()
    try:
        return _show(path, theme, mouse)
    finally:
        gc.enable()


def _show(path: Path | None, theme: str | None, mouse: bool) -> int:
    # Textual reads them as it is imported.
    sanitize(os.environ)
    config, problems = preferences.read_config()
    looks = preferences.choose_looks(theme, config, os.environ)
    evening = OpenTable()
    evening.words += problems
    asked = _opened(path, evening) if path is not None else None
    from wyrd_tui.app import WyrdApp

    def first(look: Look, glyphs: Glyphs) -> Screen[None]:
        return evening.screen(look, glyphs, away) if evening.table else _start(asked)

    def _start(asked: Path | None = None) -> Screen[None]:
        from wyrd_tui.screens.catalogue import DiskCatalogue
        from wyrd_tui.screens.start import StartScreen
        from wyrd_tui.store.tables.names import missing_sentences

        def chosen(table: object) -> None:
            taken = cast("Table", table)
            evening.take(taken)
            # A GM who resumes a table misses none.
            evening.words += missing_sentences(asked.stem) if asked and not taken.state.acts else []
            # A GM who named a file comes from the shell, and goes back there.
            app.switch_screen(evening.screen(app.look, app.glyphs, away if asked else back))

        def back() -> None:
            close()
            app.switch_screen(_start())

        # The start screen stands behind the question of the file that was named: the table itself tells them then. The
        # words on the closed table end with the way to reopen it.
        told = [*words, *farewell(evening.closed)] if not asked and (words := evening.messages()) else []
        return StartScreen(DiskCatalogue(), chosen, asked, notice="\n".join(told))

    def close() -> None:
        try:
            evening.put_away()
        except OSError as refused:
            raise Refused(_sentence(refused)) from None

    def away() -> None:
        close()
        app.exit(return_code=0)

    app: WyrdApp = WyrdApp(first, looks=looks, themes=preferences.themes_of(config), keep=preferences.remember_setting)
    on_signals(app, evening.end)
    try:
        app.run(mouse=mouse and config.mouse)
    finally:
        evening.last()
        for word in filter(None, (app.failure, *evening.messages())):
            print_message(word, sys.stderr)
    for word in farewell(evening.closed):
        print_message(word, sys.stderr)
    return app.return_code or int(evening.refused)


def open_watch(name: str, *, theme: str | None) -> int:
    """Show what players see of a table that another program plays; return the exit status.

    Raises:
        Refused: If there is no such theme, no terminal, no such table, or no journal of it.
    """
    from wyrd_tui.engine.letters import clean_name
    from wyrd_tui.store.tables.names import find_file, is_table

    path = find_file(name)
    if not is_table(path):
        from wyrd_tui.store.tables.listing import list_tables

        # A table that is open now is meant, or else the one that was played last.
        tables = sorted(list_tables(), key=lambda table: not table.locked)
        live = clean_name(tables[0].path.stem) if tables else "friday"
        raise Refused(f"{clean_name(name)} is a scenario; `wyrd watch` follows a live table, such as {live}.")
    journal = path.with_suffix(".journal")
    if not journal.is_file():
        raise Refused(f"{clean_name(name)} has no journal to follow. Open the table with `wyrd`, then watch it.")
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise Refused("`wyrd watch` needs a terminal. Open one on the second screen, and start it there.")
    sanitize(os.environ)
    config, _ = preferences.read_config()
    looks = preferences.choose_looks(theme, config, os.environ)
    from wyrd_tui.app import WyrdApp
    from wyrd_tui.screens.watch import WatchScreen
    from wyrd_tui.store.tables.following import Following, leave_seat, take_seat

    def first(look: Look, glyphs: Glyphs) -> Screen[None]:
        return WatchScreen(Following(journal), look, glyphs)

    app: WyrdApp = WyrdApp(first, looks=looks, themes=preferences.themes_of(config))
    on_signals(app, lambda leave: leave([]))
    seat = take_seat(path)
    try:
        app.run(mouse=False)
    finally:
        leave_seat(path, seat)
        if app.failure:
            print_message(app.failure, sys.stderr)
    return app.return_code or 0


def _opened(path: Path, evening: OpenTable) -> Path | None:
    """Take the live table of a save; return a sound scenario, for which the party has to be asked."""
    from wyrd_tui.store.tables.names import is_table

    if is_table(path):
        from wyrd_tui.store.tables.opening import open_table

        evening.take(open_table(path))
        return None
    from wyrd_tui.store.scenarios.scenario import begin_table, load_scenario

    begin_table(load_scenario(path))
    return path


def farewell(table: Table | None) -> list[str]:
    """Return a line on how to come back; "Saved" is said only where no save was refused."""
    if table is None or table.read_only:
        return []
    saved = "Saved. " if table.saving is Saving.ON_DISK else ""
    return [f"{saved}`wyrd {_called(table)}` brings this table back."]


def _called(table: Table) -> str:
    """Return a table's name for the command line, where it leads to the table and needs no quotes, else its path."""
    from wyrd_tui.parser import SUBCOMMANDS
    from wyrd_tui.store.tables.names import find_file

    name = table.name
    try:
        known = find_file(name).resolve() == table.path.resolve()
    except (Refused, OSError):
        known = False
    if known and _WORD.fullmatch(name) and letters.sanitize(name) == name and name not in SUBCOMMANDS:
        return name
    return quote_shell(str(table.path.absolute()))


__all__: Sequence[str] = ("OpenTable", "farewell", "open_screen", "open_watch")
