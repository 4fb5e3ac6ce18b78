"""Leaving a table, and coming to the start screen or the shell, while the disk refuses: what was played is kept."""

from __future__ import annotations

import asyncio
import errno
import os
import shlex
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot

from tests.golden import screen_text
from tests.trust.disk import ERRORS, Disk
from tests.trust.story import LINES, make_table, opened, say, sit
from wyrd_tui import launch
from wyrd_tui.app import WyrdApp
from wyrd_tui.screens.start import StartScreen
from wyrd_tui.screens.table.screen import TableScreen
from wyrd_tui.store.files import folders
from wyrd_tui.store.tables import journal_file
from wyrd_tui.store.tables.opening import open_table

pytestmark = pytest.mark.long

Story = Callable[[WyrdApp, Pilot[None]], Awaitable[None]]
FULL = "No space left on device"


@pytest.fixture
def tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of tables, with one table in it."""
    monkeypatch.setenv("WYRD_HOME", str(tmp_path))
    make_table(tmp_path / "tables").close()
    return tmp_path / "tables"


@pytest.fixture
def sitting(monkeypatch: pytest.MonkeyPatch) -> Callable[[Story, Path | None], int]:
    """Opens the screen as `wyrd` does, and has a story played on it; gives the exit status."""

    def run(story: Story, path: Path | None) -> int:
        def played(app: WyrdApp, *, mouse: bool) -> None:
            async def play() -> None:
                async with app.run_test(size=(80, 24)) as pilot:
                    await story(app, pilot)

            asyncio.run(play())

        monkeypatch.setattr(WyrdApp, "run", played)
        monkeypatch.setattr(launch, "on_signals", lambda app, end: None)
        return launch.open_screen(path)

    return run


def told(app: WyrdApp) -> str:
    return " ".join(screen_text(app).split())


async def hit(pilot: Pilot[None]) -> None:
    """Mark a box of the first of the party."""
    await pilot.press("escape", "1", "d", "1", "enter")


async def hit_in_memory(pilot: Pilot[None], disk: Disk) -> None:
    """Play on while the disk refuses."""
    disk.error, disk.lasting, disk.fail_at = errno.ENOSPC, True, disk.calls + 1
    await hit(pilot)
    await pilot.press("colon", *"memory", "enter")
    await hit(pilot)


def kept(home: Path) -> list[Path]:
    return sorted(home.glob("wyrd-*/*.toml"))


def test_the_start_screen_tells_where_the_table_went(
    tables: Path, sitting: Callable[[Story, Path | None], int], capsys: pytest.CaptureFixture[str]
) -> None:
    async def story(app: WyrdApp, pilot: Pilot[None]) -> None:
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, TableScreen)
        await hit_in_memory(pilot, disk)
        await pilot.press("q", "enter")
        await pilot.pause()
        assert isinstance(app.screen, StartScreen)
        (path,) = kept(Path.home())
        assert f"1 act could not be written: {FULL}. The whole table is kept as" in told(app)
        assert str(path) in screen_text(app).replace("\n", "").replace(" ", "")

    with Disk(tables) as disk:
        assert sitting(story, None) == 1
    (path,) = kept(Path.home())
    assert opened(path).undo == 1
    said = capsys.readouterr().err.splitlines()
    assert said[-1] == f"Saved. `wyrd {shlex.quote(str(path))}` brings this table back."


def test_the_table_stays_open_until_a_folder_takes_it(
    tables: Path, sitting: Callable[[Story, Path | None], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journal_file, "rescue_folders", lambda: [tables / "nowhere", tables / "neither"])

    async def story(app: WyrdApp, pilot: Pilot[None]) -> None:
        await hit(pilot)
        await hit_in_memory(pilot, disk)
        await pilot.press("q", "enter")
        await pilot.pause()
        assert isinstance(app.screen, TableScreen)
        assert "Nothing is lost while the program runs: free some space and leave again" in told(app)
        assert "neither: " in told(app), "every folder that was tried"
        assert app.screen.controller.asking is None, "what is advised can be typed at once"
        await pilot.press("colon", *f"save {tables}/nowhere", "enter")
        assert "Not moved to" in told(app)
        assert "No space left on device. Nothing has changed." in told(app)
        await hit(pilot)
        assert "NOT SAVED: 2 acts in memory alone" in screen_text(app)
        disk.cure()
        await pilot.press("q", "enter")

    with Disk(tables) as disk:
        assert sitting(story, tables / "brücke.toml") == 0
    assert opened(tables / "brücke.toml").undo == 3
    assert not [*tables.glob("*/*")], "no file is left of what was refused"


def test_acts_that_no_folder_takes_are_told_as_lost(
    tables: Path,
    sitting: Callable[[Story, Path | None], int],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """ctrl+q leaves even if no folder takes the acts, and says on leaving that they are lost."""
    monkeypatch.setattr(journal_file, "rescue_folders", list)

    async def story(app: WyrdApp, pilot: Pilot[None]) -> None:
        await hit(pilot)
        await hit_in_memory(pilot, disk)
        await pilot.press("ctrl+q")

    with Disk(tables) as disk:
        assert sitting(story, tables / "brücke.toml") == 1
    said = capsys.readouterr().err
    assert "LOST: " in said
    assert " in memory alone" in said
    assert "` opens the table as it was last saved." in said
    assert "Saved." not in said
    assert opened(tables / "brücke.toml").undo == 1


@pytest.mark.parametrize(
    "error",
    [pytest.param(error, marks=pytest.mark.sample if error == errno.ENOSPC else ()) for error in ERRORS],
    ids=[errno.errorcode[number] for number in ERRORS],
)
def test_the_warning_stays_until_the_disk_is_cured(
    tables: Path, sitting: Callable[[Story, Path | None], int], error: int
) -> None:
    reason = os.strerror(error)

    async def story(app: WyrdApp, pilot: Pilot[None]) -> None:
        await hit(pilot)
        disk.error, disk.lasting, disk.fail_at = error, True, disk.calls + 1
        await hit(pilot)
        assert f"Not saved: {reason}. The act is not applied. Try again, or write :memory or :save FOLDER" in told(app)
        for _ in range(2):
            await pilot.press("colon", *"save", "enter")
            assert f"NOT SAVED: {reason}" in screen_text(app).splitlines()[0]
            assert f"Not saved: {reason}. Nothing is lost." in told(app)
            await pilot.press("escape", "j", "k")
            assert f"NOT SAVED: {reason}" in screen_text(app).splitlines()[0]
        disk.cure()
        await pilot.press("colon", *"save", "enter")
        assert screen_text(app).splitlines()[0].endswith("· saved")
        await pilot.press("q", "enter")

    with Disk(tables) as disk:
        assert sitting(story, tables / "brücke.toml") == 0
    assert opened(tables / "brücke.toml").undo == 1


@pytest.mark.sample
def test_acts_in_memory_are_written_without_a_key(
    tables: Path, sitting: Callable[[Story, Path | None], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wyrd_tui.screens.table.screen.RETRY", 0.05)

    async def story(app: WyrdApp, pilot: Pilot[None]) -> None:
        await hit_in_memory(pilot, disk)
        await pilot.pause(0.2)
        assert "NOT SAVED: 1 act in memory alone" in screen_text(app)
        disk.cure()
        await pilot.pause(0.3)
        assert "The disk works again, and every act is saved." in told(app)
        assert screen_text(app).splitlines()[0].endswith("· saved")
        disk.error, disk.lasting, disk.fail_at = errno.EIO, True, disk.calls + 1
        await hit(pilot)
        assert "1 act in memory alone" in screen_text(app), "once chosen, it is for the evening"
        disk.cure()
        await pilot.press("q", "enter")

    with Disk(tables) as disk:
        assert sitting(story, tables / "brücke.toml") == 0
    assert opened(tables / "brücke.toml").undo == 2


def test_save_with_a_folder_tells_where_the_table_is(
    tables: Path,
    tmp_path: Path,
    sitting: Callable[[Story, Path | None], int],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)

    async def story(app: WyrdApp, pilot: Pilot[None]) -> None:
        await pilot.press("escape", "colon", *"save now", "enter")
        assert "There is no folder now here." in told(app)
        for home in ("~nobody-at-all", "~nobody-at-all/x"):
            await pilot.press("escape", "colon", *f"save {home}", "enter")
            assert "This computer has no account called ~nobody-at-all." in told(app)
        await pilot.press("escape", "colon", *"save /dev/null", "enter")
        assert "/dev/null is not a folder. Write `:save FOLDER` with an existing or a new folder" in told(app)
        await pilot.press("escape", "colon", *"save ./not/there", "enter")
        assert f"There is no folder {tmp_path / 'not'}. `:save FOLDER` makes one new folder" in told(app)
        assert not (tmp_path / "not").exists()
        disk.error, disk.lasting, disk.fail_at = errno.EROFS, True, disk.calls + 1
        await hit(pilot)
        assert "NOT SAVED" in screen_text(app)
        await pilot.press("escape", "colon", *"save ./now", "enter")
        assert "The old file stays as it was last saved." in told(app)
        assert "NOT SAVED" not in screen_text(app)
        await hit(pilot)
        await pilot.press("q", "enter")

    with Disk(tables) as disk:
        assert sitting(story, tables / "brücke.toml") == 0
    assert str(tmp_path / "now") in capsys.readouterr().err
    assert opened(tmp_path / "now" / "brücke.toml").undo == 1
    assert opened(tables / "brücke.toml").undo == 0


def test_a_read_only_table_begins_in_another_folder(
    tables: Path, tmp_path: Path, sitting: Callable[[Story, Path | None], int]
) -> None:
    """A torn journal that a full disk cannot mend would be a dead end."""
    log = tables / "brücke.journal"
    log.write_bytes(log.read_bytes() + b'{"crc":"zz')

    async def story(app: WyrdApp, pilot: Pilot[None]) -> None:
        assert "Mend the fault and open the table again, or write :save FOLDER" in told(app)
        await pilot.press("escape", "colon", *"save", "enter")
        assert "This table is read only here." in told(app)
        await pilot.press("escape", "colon", *f"save {tmp_path}/stick", "enter")
        assert "A copy of the table is in" in told(app)
        await pilot.press("q", "enter")

    with Disk(tables, error=errno.ENOSPC, lasting=True, fail_at=2):
        assert sitting(story, tables / "brücke.toml") == 0
    (made,) = (tmp_path / "stick").glob("*.toml")
    with open_table(made) as again, open_table(tables / "brücke.toml", read_only=True) as old:
        assert again.state.actors == old.state.actors


@pytest.mark.sample
def test_a_folder_that_refuses_is_left_as_it_was(tables: Path, tmp_path: Path) -> None:
    """A move to a folder that is full leaves no journal and no lock there."""
    with make_table(tmp_path / "more") as here:
        say(sit(here), LINES[0])
        other = tmp_path / "stick"
        with Disk(other, error=errno.ENOSPC, lasting=True, fail_at=2), pytest.raises(OSError, match=FULL):
            here.move(other)
        assert not list(other.iterdir())
        assert opened(here.path).undo == 1


@pytest.mark.sample
def test_the_folders_of_the_last_resort_are_those_that_last(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A folder for temporary files may be emptied with the next start of the machine."""
    monkeypatch.setenv("HOME", str(tmp_path))
    assert folders.rescue_folders()[0] == tmp_path
    assert len(folders.rescue_folders()) == 2


def test_a_refused_save_is_told_by_head_and_question(
    tables: Path, sitting: Callable[[Story, Path | None], int]
) -> None:
    async def story(app: WyrdApp, pilot: Pilot[None]) -> None:
        await hit(pilot)
        await pilot.press("q")
        assert "Leave the table? Everything is saved." in told(app)
        await pilot.press("escape")
        disk.error, disk.lasting, disk.fail_at = errno.ENOSPC, True, disk.calls + 1
        await pilot.press("colon", *"save", "enter")
        assert f"Saved in the journal alone: {FULL[:15]}" in screen_text(app).splitlines()[0]
        await pilot.press("escape", "q")
        assert "Everything is saved." not in told(app)
        assert "Every act is in the journal. Only the save could not be written." in told(app)
        await pilot.press("escape")
        disk.cure()
        await pilot.press("colon", *"save", "enter", "q")
        assert "Leave the table? Everything is saved." in told(app)
        await pilot.press("enter")

    with Disk(tables) as disk:
        assert sitting(story, tables / "brücke.toml") == 0


def test_the_question_tells_of_acts_not_on_disk(tables: Path, sitting: Callable[[Story, Path | None], int]) -> None:
    async def story(app: WyrdApp, pilot: Pilot[None]) -> None:
        await hit(pilot)
        disk.error, disk.lasting, disk.fail_at = errno.ENOSPC, True, disk.calls + 1
        await hit(pilot)
        await pilot.press("escape", "q")
        asked = "\n".join(screen_text(app).splitlines()[-3:])
        assert "Every act that was shown is kept, if need be in your home folder." in asked
        assert "NOT SAVED" not in asked, "nothing is at stake"
        await pilot.press("escape", "colon", *"memory", "enter")
        await hit(pilot)
        await pilot.press("q")
        assert "Leave the table? NOT SAVED: 1 act in memory alone" in told(app)
        assert "If the disk still fails, the table is saved in your home folder." in told(app)
        await pilot.press("enter")

    with Disk(tables) as disk:
        assert sitting(story, tables / "brücke.toml") == 1
    assert kept(Path.home())


def test_escape_stays_where_it_is_asked_whether_to_leave(
    tables: Path, sitting: Callable[[Story, Path | None], int]
) -> None:
    async def story(app: WyrdApp, pilot: Pilot[None]) -> None:
        await pilot.press("escape", "1", "d")
        assert "esc cancel" in told(app)
        await pilot.press("escape", "q")
        assert "esc stay" in told(app)
        assert "esc cancel" not in told(app)
        await pilot.press("escape")
        assert isinstance(app.screen, TableScreen)
        assert app.screen.controller.asking is None

    sitting(story, tables / "brücke.toml")


def test_the_log_keeps_the_name_of_a_kept_file(tables: Path, sitting: Callable[[Story, Path | None], int]) -> None:
    async def story(app: WyrdApp, pilot: Pilot[None]) -> None:
        await hit(pilot)
        path = tables / "brücke.toml"
        path.write_text(path.read_text("utf-8") + "\n# a word\n", "utf-8")
        await pilot.press("colon", *"save", "enter")
        (edited,) = tables.glob("*edited*")
        assert f"but kept as {edited.name}." in told(app)
        assert "? all " in screen_text(app), "and the keys are in sight"
        await pilot.press("u")
        await pilot.pause()
        await pilot.press(*["tab"] * 4)
        assert f"but kept as {edited.name}." in told(app), "it stays in the log"
        assert "takes 1" not in screen_text(app).partition("Log")[2].partition("Undone")[0], "the turn is gone from it"

    sitting(story, tables / "brücke.toml")


async def test_a_save_changed_by_others_is_told_during_play(tables: Path) -> None:
    """A save that another program changed is reported during play, not only on leaving."""
    evening = launch.OpenTable()
    here = make_table(tables)
    evening.take(here)
    app = WyrdApp(evening.screen)
    async with app.run_test(size=(120, 40)) as pilot:
        await hit(pilot)
        here.path.write_text(here.path.read_text("utf-8") + "\n# a word\n", "utf-8")
        here.save()
        await hit(pilot)
        assert "Another program changed" in told(app)
    evening.put_away()


def test_a_long_word_at_the_opening_stays_in_the_log(
    tables: Path, sitting: Callable[[Story, Path | None], int]
) -> None:
    path = tables / "brücke.toml"
    path.write_text("[table\n" * 3, "utf-8")

    async def story(app: WyrdApp, pilot: Pilot[None]) -> None:
        await pilot.press("enter")
        await pilot.pause()
        assert "so the table comes from its journal" in told(app)
        assert "as it was is kept as" in told(app), "the whole of it is in sight"
        assert "? all " in screen_text(app), "and so are the keys"
        await pilot.press("escape", "tab", "tab", "tab", "tab")
        await pilot.pause()
        assert "as it was is kept as" in told(app)
        await pilot.press("q", "enter")

    assert sitting(story, None) == 0


def test_the_reasons_for_an_unreadable_table_are_told(
    tables: Path, sitting: Callable[[Story, Path | None], int]
) -> None:
    for path in tables.iterdir():
        path.write_text("[table]\nnothing of it", "utf-8")

    async def story(app: WyrdApp, pilot: Pilot[None]) -> None:
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, StartScreen)
        assert "Nothing is left of this table to open. Nothing was changed." in told(app)
        await pilot.press("q")

    assert sitting(story, None) == 0


def test_a_table_that_cannot_be_made_tells_the_remedy(
    tmp_path: Path, sitting: Callable[[Story, Path | None], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WYRD_HOME", str(tmp_path))
    (tmp_path / "tables").touch()

    async def story(app: WyrdApp, pilot: Pilot[None]) -> None:
        await pilot.pause(0.5)
        await pilot.press("enter", "enter")
        await pilot.pause()
        assert "No table can be made in" in told(app)
        assert "set WYRD_HOME to another folder" in told(app)
        await pilot.press("q")

    assert sitting(story, None) == 0
