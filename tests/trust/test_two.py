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
from wyrd_tui.store.tables.listing import tables
from wyrd_tui.store.tables.opening import open_table
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


@pytest.mark.parametrize("held", [False, True])
def test_where_the_lock_was_removed_the_first_goes_on_beside_the_second(tmp_path: Path, held: bool) -> None:
    first, session, _ = two_turns(tmp_path)
    first.path.with_suffix(".lock").unlink()
    with open_table(first.path) as second:
        assert not second.read_only
        other = sit(second)
        say(other, HURT)
        if held:
            first.hold()
        say(session, LINES[1])
        (told,) = first.tell()
        assert told.endswith("The table goes on as brücke-2, with everything that was played.")
        say(other, LINES[1])
        first.close()
        say(other, HURT)
    assert opened(tmp_path / "brücke.toml") == (content(other.state), 5, "")
    assert opened(tmp_path / "brücke-2.toml") == (content(session.state), 3, "")
    assert not list(tmp_path.glob("*.edited.*"))


# ------------------------------------------------------------------ edited by hand


def test_an_edit_while_it_is_open_is_kept_aside_named_and_not_on_the_table(tmp_path: Path) -> None:
    table, session, _ = two_turns(tmp_path)
    edit(table.path, 'title = "Auf der Brücke"', 'title = "Unter der Brücke"')
    edited = table.path.read_bytes()
    table.close()
    (told,) = table.words
    assert told.startswith("Another program changed brücke.toml while the table was open")
    assert (tmp_path / "brücke.edited.toml").read_bytes() == edited
    assert opened(table.path) == (content(session.state), 2, "")


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
        (stale_journal, "has more than is left of the journal"),
        (partial_save, "brücke.toml cannot be used, so the table comes from its journal"),
        (partial_journal, "The last line of brücke.journal was cut short"),
        (both_stale, ""),
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
    assert bool(said) == bool(told)
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
