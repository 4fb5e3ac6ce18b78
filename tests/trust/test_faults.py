"""A disk that refuses: a sample of all cases, the screen, a folder that goes away, and older saves that stay."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from tests.golden import screen_text
from tests.trust.disk import ERRORS, Disk
from tests.trust.story import known_at, lay, opened, say, sit
from wyrd_tui.app import WyrdApp
from wyrd_tui.launch import Evening
from wyrd_tui.store.files import atomic
from wyrd_tui.store.tables.names import GENERATIONS, generation_path
from wyrd_tui.store.tables.opening import open_table
from wyrd_tui.store.tables.table import Table

pytestmark = pytest.mark.long

HURT = "damage zoë-ångström 1"


def on_screen(folder: Path) -> tuple[Evening, Table, WyrdApp]:
    """A new table, and the program that shows it."""
    evening = Evening()
    table = lay(folder)
    evening.take(table)
    return evening, table, WyrdApp(evening.screen)


def refuse(*args: object, **more: object) -> bytes:
    raise OSError(errno.EIO, os.strerror(errno.EIO))


@pytest.mark.parametrize(
    "error",
    [pytest.param(error, marks=pytest.mark.sample if error == errno.ENOSPC else ()) for error in ERRORS],
    ids=[errno.errorcode[number] for number in ERRORS],
)
async def test_the_screen_warns_and_plays_on_in_memory(tmp_path: Path, error: int) -> None:
    reason = os.strerror(error)
    with Disk(tmp_path / "tables") as disk:
        evening, table, app = on_screen(tmp_path / "tables")
        async with app.run_test(size=(120, 40)) as pilot:
            await pilot.press("1", "d", "1", "enter")
            assert table.state.acts == 1
            disk.error, disk.lasting, disk.fail_at = error, True, disk.calls + 1
            await pilot.press("d", "1", "enter")
            assert table.state.acts == 1
            assert f"NOT SAVED: {reason}" in screen_text(app).splitlines()[0]
            told = " ".join(screen_text(app).split())
            assert f"Not saved, so nothing was changed: {reason}. Try again; :memory plays on; :save FOLDER" in told
            await pilot.press("escape", "escape", "j", "k")
            assert f"NOT SAVED: {reason}" in screen_text(app).splitlines()[0], "it stays until it is cured"
            await pilot.press("colon", *"memory", "enter")
            await pilot.press("1", "d", "1", "enter", "d", "1", "enter")
            assert table.state.acts == 3
            assert f"NOT SAVED: 2 acts in memory alone: {reason[:20]}" in screen_text(app).splitlines()[0]
            await pilot.press("q")
            assert "Leave the table? NOT SAVED: 2 acts in memory alone" in screen_text(app)
            await pilot.press("escape")
            disk.cure()
            await pilot.press("colon", *"save", "enter")
            assert "NOT SAVED" not in screen_text(app)
            assert screen_text(app).splitlines()[0].endswith("· saved")
        live = known_at(table)
        assert live.undo == 3
        assert opened(table.path) == live
        evening.put_away()


async def test_the_screen_takes_a_table_elsewhere(tmp_path: Path) -> None:
    other = tmp_path / "stick"
    with Disk(tmp_path / "tables", error=errno.EROFS, lasting=True) as disk:
        evening, table, app = on_screen(tmp_path / "tables")
        disk.fail_at = disk.calls + 1
        async with app.run_test(size=(120, 40)) as pilot:
            await pilot.press("1", "d", "1", "enter", "escape")
            assert table.state.acts == 0
            await pilot.press("colon", *f'save "{other}"', "enter")
            assert table.path == other / "brücke.toml"
            assert "NOT SAVED" not in screen_text(app)
            await pilot.press("1", "d", "1", "enter")
            assert table.state.acts == 1
        evening.put_away()
    assert opened(other / "brücke.toml").undo == 1
    assert opened(tmp_path / "tables" / "brücke.toml").undo == 0


@pytest.mark.sample
async def test_memory_is_refused_at_a_table_that_is_read_only(tmp_path: Path) -> None:
    with lay(tmp_path) as first:
        evening = Evening()
        evening.take(open_table(first.path))
        app = WyrdApp(evening.screen)
        async with app.run_test(size=(120, 40)) as pilot:
            await pilot.press("escape", "colon", *"memory", "enter")
            assert "This table is read only here." in screen_text(app)


# ------------------------------------------------------------------ what the harness found


def test_a_save_that_keeps_failing_drops_no_older_save(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = lay(tmp_path)
    session = sit(table)
    for _ in range(GENERATIONS + 1):
        say(session, HURT)
        table.save()
    kept = [generation_path(table.path, number).read_bytes() for number in range(1, GENERATIONS + 1)]
    newest = table.path.read_bytes()
    say(session, HURT)
    with monkeypatch.context() as patch:
        patch.setattr(atomic, "write", refuse)
        for _ in range(GENERATIONS):
            with pytest.raises(OSError, match="Input/output"):
                table.save()
    found = [generation_path(table.path, number).read_bytes() for number in range(1, GENERATIONS + 1)]
    assert found == [newest, *kept[:-1]]
    table.close()


def test_a_folder_that_cannot_be_synced_makes_no_edit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = lay(tmp_path)
    session = sit(table)
    say(session, HURT)
    with monkeypatch.context() as patch:
        patch.setattr(atomic, "flush_folder", refuse)
        with pytest.raises(OSError, match="Input/output"):
            table.save()
    say(session, HURT)
    table.close()
    assert table.words == []
    assert not list(tmp_path.glob("*.edited.*"))
