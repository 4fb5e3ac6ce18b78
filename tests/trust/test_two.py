"""Two of us: one table opened twice, edited or replaced by others while it is open, and a clock that is set back."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.store.acts import edit, files
from tests.trust.ends import Sitting
from tests.trust.story import LINES, content, lay, say, sit
from wyrd_tui.engine.dice import LiveDice, Refused
from wyrd_tui.engine.session import Session
from wyrd_tui.engine.state import State
from wyrd_tui.store.files import atomic
from wyrd_tui.store.tables.encounter import open_table
from wyrd_tui.store.tables.shelf import tables
from wyrd_tui.store.tables.table import Table

HURT = "damage zoë-ångström 1"


def two_turns(folder: Path) -> tuple[Table, Session, State]:
    """A table that is open, after two turns; the save is older."""
    table = lay(folder)
    session = sit(table)
    for line in LINES[:2]:
        say(session, line)
    return table, session, session.state


def opened(path: Path) -> tuple[State, int, str]:
    """A table opened for playing: what is on it, how many steps can be undone, and what was said."""
    with open_table(path) as table:
        assert not table.read_only
        return content(table.state), len(sit(table).done), " ".join(table.words)


# ------------------------------------------------------------------ opened twice


def test_a_play_without_a_screen_beside_a_screen_is_refused_and_told(tmp_path: Path) -> None:
    with Sitting(tmp_path) as first:
        turns = first.sit(2)
        run = subprocess.run(
            [sys.executable, "-m", "wyrd_tui", "run", str(first.table)],
            input=f"show abacus\n{HURT}\n",
            env=os.environ | {"WYRD_HOME": str(tmp_path), "PYTHONIOENCODING": "utf-8"},
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )
        assert run.returncode == 1
        assert "Die Flut: 2/6" in run.stdout
        told = f"It is open in another window (process {first.pid})."
        assert run.stderr.splitlines() == [
            f"The table is open for reading only. {told}",
            f"<stdin>:2:1: This table is open for reading only, so nothing can change. {told}",
        ]
        first.type("+")
        first.see(f" {turns + 1} turns")
        first.kill()
    assert opened(first.table)[1] == turns + 1


def test_where_the_lock_was_removed_the_second_goes_on_and_the_first_is_told(tmp_path: Path) -> None:
    first, session, _ = two_turns(tmp_path)
    first.path.with_suffix(".lock").unlink()
    with open_table(first.path) as second:
        assert not second.read_only
        other = sit(second)
        say(other, HURT)
        with pytest.raises(OSError, match="another program replaced, removed or changed the journal"):
            say(session, LINES[1])
        say(other, LINES[1])
        with pytest.raises(OSError, match="another program has played on at this table; every turn is in the journal"):
            first.close()
        say(other, HURT)
    assert opened(first.path) == (content(other.state), 5, "")
    assert not list(tmp_path.glob("*.edited.*"))


def test_turns_in_memory_beside_another_program_become_a_table_of_their_own(tmp_path: Path) -> None:
    first, session, _ = two_turns(tmp_path)
    first.path.with_suffix(".lock").unlink()
    with open_table(first.path) as second:
        other = sit(second)
        say(other, HURT)
        first.hold()
        say(session, LINES[1])
        with pytest.raises(OSError, match="1 step could not be written, so the whole table is kept as"):
            first.close()
    try:
        assert opened(first.path) == (content(session.state), 3, "")
    finally:
        shutil.rmtree(first.path.parent)
    assert opened(tmp_path / "brücke.toml") == (content(other.state), 3, "")


# ------------------------------------------------------------------ edited by hand


def test_an_edit_while_it_is_open_is_kept_aside_named_and_not_on_the_table(tmp_path: Path) -> None:
    table, session, _ = two_turns(tmp_path)
    edit(table.path, 'title = "Auf der Brücke"', 'title = "Unter der Brücke"')
    edited = table.path.read_bytes()
    table.close()
    (told,) = table.words
    assert "was changed by another program while the table was open" in told
    assert (tmp_path / "brücke.edited.toml").read_bytes() == edited
    assert opened(table.path) == (content(session.state), 2, "")


def test_an_edit_before_a_kill_goes_on_top_of_what_was_played(tmp_path: Path) -> None:
    table, session, _ = two_turns(tmp_path)
    edit(table.path, 'name = "Zoë Ångström"', 'name = "Zoë"')
    table.let_go()
    state, done, told = opened(table.path)
    assert "brücke.toml was changed by hand (actors.zoë-ångström.name" in told
    assert "on top of 2 turns played since it was written. Undo takes it back." in told
    assert done == 3
    assert state.challenges == session.state.challenges
    assert state.actors["zoë-ångström"].name == "Zoë"


# ------------------------------------------------------------------ a clock that is set back


def test_a_clock_that_is_set_back_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1_790_000_000.0]
    monkeypatch.setattr("time.time", lambda: now[0])
    table = lay(tmp_path)
    session = table.session(dice=LiveDice(7), clock=lambda: now[0])
    for back in (0.0, 86_400.0, 1_789_999_999.0):
        now[0] = 1_790_000_000.0 - back
        say(session, HURT)
        table.save()
        os.utime(table.path, (now[0], now[0]))
    os.utime(table.path.with_suffix(".journal"), (0, 0))
    table.close()
    assert opened(table.path)[1:] == (3, "")
    assert [info.turns for info in tables(tmp_path)] == [3]
    with open_table(table.path) as again:
        sit(again).undo()
    assert opened(table.path)[1:] == (2, "")


# ------------------------------------------------------------------ a folder that others keep in step


@pytest.mark.parametrize("which", ["toml", "journal", "lock"])
def test_a_client_that_puts_the_same_bytes_in_place_is_not_noticed(tmp_path: Path, which: str) -> None:
    table, session, _ = two_turns(tmp_path)
    table.save()
    say(session, HURT)
    path = table.path.with_suffix(f".{which}")
    atomic.write(path, path.read_bytes())
    say(session, LINES[1])
    table.close()
    assert table.words == []
    assert opened(table.path) == (content(session.state), 4, "")


@pytest.mark.parametrize("partial", [False, True], ids=["older", "partial"])
def test_a_journal_that_is_replaced_while_it_is_open_costs_nothing_that_was_shown(
    tmp_path: Path, partial: bool
) -> None:
    table, session, _ = two_turns(tmp_path)
    log = table.path.with_suffix(".journal")
    data = log.read_bytes()
    say(session, HURT)
    shown = session.state
    atomic.write(log, data[: len(data) - 20 * partial])
    with pytest.raises(OSError, match="another program replaced"):
        say(session, LINES[1])
    assert session.state is shown
    # From here on a kill loses nothing any more.
    copy = tmp_path / "killed"
    shutil.copytree(tmp_path, copy, ignore=shutil.ignore_patterns("*.lock", "killed"))
    state, _, told = opened(copy / table.path.name)
    assert state == content(shown)
    assert "the table is as it was saved" in told
    table.close()
    assert table.words == ["Another program replaced brücke.journal; the save has what was played."]
    assert opened(table.path)[0] == content(shown)


@pytest.mark.parametrize("where", ["journal", "folder"])
def test_files_that_are_removed_while_it_is_open_come_back_with_every_turn(tmp_path: Path, where: str) -> None:
    folder = tmp_path / "tables"
    table, session, shown = two_turns(folder)
    if where == "folder":
        shutil.rmtree(folder)
        folder.mkdir()
    else:
        table.path.with_suffix(".journal").unlink()
    with pytest.raises(OSError, match="the journal is gone; :save puts it back"):
        say(session, HURT)
    assert session.state is shown
    table.keep()
    assert table.tell() == ["brücke.journal was gone; it is there again, with every turn."]
    say(session, HURT)
    with open_table(table.path) as second:
        assert "in another window" in second.read_only, "the lock is there again, too"
    table.close()
    assert opened(table.path) == (content(session.state), 3, "")


def test_who_leaves_after_the_folder_is_gone_finds_the_table_elsewhere(tmp_path: Path) -> None:
    folder = tmp_path / "tables"
    table, session, _ = two_turns(folder)
    shutil.rmtree(folder)
    with pytest.raises(OSError, match="its files are gone, so the whole table is kept as"):
        table.close()
    try:
        assert opened(table.path) == (content(session.state), 2, "")
    finally:
        shutil.rmtree(table.path.parent)


def test_who_leaves_after_files_are_gone_puts_them_back(tmp_path: Path) -> None:
    table, session, _ = two_turns(tmp_path)
    for path in tmp_path.iterdir():
        path.unlink()
    table.close()
    assert opened(table.path) == (content(session.state), 2, "")


def test_a_name_that_another_table_has_taken_meanwhile_is_left_to_it(tmp_path: Path) -> None:
    table, session, shown = two_turns(tmp_path)
    for path in tmp_path.iterdir():
        path.unlink()
    with lay(tmp_path) as other:
        assert other.path == table.path
        say(sit(other), HURT)
        with pytest.raises(OSError, match="replaced, removed or changed"):
            say(session, HURT)
        with pytest.raises(OSError, match="has put another table in its place"):
            table.keep()
        before = files(tmp_path)
        with pytest.raises(OSError, match="its files were replaced, so the whole table is kept as"):
            table.close()
        assert files(tmp_path) == before
    try:
        assert opened(table.path)[:2] == (content(shown), 2)
    finally:
        shutil.rmtree(table.path.parent)
    assert opened(other.path)[1] == 1


def stale_save(old: dict[str, bytes], new: dict[str, bytes]) -> dict[str, bytes]:
    """The save of another machine came late."""
    return new | {"brücke.toml": old["brücke.toml"]}


def stale_journal(old: dict[str, bytes], new: dict[str, bytes]) -> dict[str, bytes]:
    """The journal of another machine came late."""
    return new | {"brücke.journal": old["brücke.journal"]}


def partial_save(old: dict[str, bytes], new: dict[str, bytes]) -> dict[str, bytes]:
    """The save has arrived in part."""
    return new | {"brücke.toml": new["brücke.toml"][:-200]}


def partial_journal(old: dict[str, bytes], new: dict[str, bytes]) -> dict[str, bytes]:
    """The journal has arrived in part."""
    return new | {"brücke.journal": new["brücke.journal"][:-700]}


def both_stale(old: dict[str, bytes], new: dict[str, bytes]) -> dict[str, bytes]:
    """Nothing has arrived yet."""
    return old


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (stale_save, ""),
        (stale_journal, "The journal ends 2 lines before the save does"),
        (partial_save, "brücke.toml cannot be used, so the table comes from its journal"),
        (partial_journal, "The last line of the journal was cut short"),
        (both_stale, "The journal lacks its last 2 lines; what was done then is gone."),
    ],
)
def test_a_folder_that_is_out_of_step_as_it_opens(
    tmp_path: Path, change: Callable[[dict[str, bytes], dict[str, bytes]], dict[str, bytes]], told: str
) -> None:
    table, session, then = two_turns(tmp_path)
    table.save()
    old = files(tmp_path)
    say(session, HURT)
    say(session, LINES[1])
    table.close()
    for name, data in change(old, files(tmp_path)).items():
        (tmp_path / name).write_bytes(data)
    state, _, said = opened(table.path)
    assert state == content(then if change is both_stale else session.state)
    assert told in said
    if change is not stale_save:
        assert said
    assert opened(table.path)[2] == "", "told once"


@pytest.mark.parametrize(
    "name", ["brücke (conflicted copy 2026-11-21)", "brücke-DESKTOP-7", "brücke.sync-conflict-20261121-101112-ABCDEF"]
)
@pytest.mark.parametrize("kinds", [("toml",), ("journal",), ("toml", "journal")], ids="+".join)
def test_copies_that_a_client_left_of_a_conflict_are_tables_of_their_own(
    tmp_path: Path, name: str, kinds: tuple[str, ...]
) -> None:
    table, session, _ = two_turns(tmp_path)
    table.close()
    for kind in kinds:
        shutil.copy(table.path.with_suffix(f".{kind}"), tmp_path / f"{name}.{kind}")
    before = {path: path.read_bytes() for path in (table.path, table.path.with_suffix(".journal"))}
    with open_table(tmp_path / f"{name}.{kinds[0]}") as copy:
        assert content(copy.state) == content(session.state)
        say(sit(copy), HURT)
    assert {path: path.read_bytes() for path in before} == before
    assert opened(table.path) == (content(session.state), 2, "")


def test_a_table_that_is_only_looked_at_is_refused_in_words(tmp_path: Path) -> None:
    table, _, _ = two_turns(tmp_path)
    with open_table(table.path) as second, pytest.raises(Refused, match="open for reading only"):
        say(sit(second), HURT)
    table.close()
