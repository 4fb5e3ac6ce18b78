"""Sentences for the GM as the screen opens and as it closes."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from pathlib import Path

import pytest
from textual.screen import Screen

from tests.store.acts import count, edit, small_table
from wyrd_tui import app, launch
from wyrd_tui.engine.journal import Saving
from wyrd_tui.screens.catalogue import DiskCatalogue
from wyrd_tui.screens.start import StartScreen
from wyrd_tui.screens.table.screen import TableScreen
from wyrd_tui.store.files.problems import Broken
from wyrd_tui.store.tables import names
from wyrd_tui.store.tables.opening import create_table
from wyrd_tui.widgets.glyphs import UNICODE
from wyrd_tui.widgets.themes import look_of


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WYRD_HOME", str(tmp_path))


def _table() -> Path:
    with create_table(small_table(), "Brass Orchid") as table:
        return table.path


def test_a_broken_key_file_is_told_once(tmp_path: Path) -> None:
    keys = tmp_path / "config" / "keys.toml"
    keys.parent.mkdir()
    keys.write_text("[keys\n")
    evening = launch.OpenTable()
    evening.take(create_table(small_table()))
    screen = evening.screen(look_of(), UNICODE)
    assert isinstance(screen, TableScreen)
    assert "keys.toml" in screen.controller.speech.notice
    assert screen.controller.session.journal.saving is Saving.ON_DISK
    evening.put_away()
    assert evening.messages() == []


def test_each_mistake_in_a_key_file_has_a_sentence(tmp_path: Path) -> None:
    keys = tmp_path / "config" / "keys.toml"
    keys.parent.mkdir()
    keys.write_text('[keys]\ndamge = "f"\nzzzzzzzzzzzz = "g"\n')
    evening = launch.OpenTable()
    evening.take(create_table(small_table()))
    screen = evening.screen(look_of(), UNICODE)
    assert isinstance(screen, TableScreen)
    notice = screen.controller.speech.notice
    first, second = notice.split(" 3:1: ")
    assert first.startswith(f"{keys}:2:1: "), "the path stands once"
    assert first.endswith("?")
    assert second.endswith(".")
    evening.put_away()


def _leave_at_start(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Have the application show its start screen and end; return the list that its rows are added to."""
    rows: list[str] = []

    class Started:
        """An application that shows its first screen and is left."""

        return_code = 0
        failure = ""

        def __init__(self, first: Callable[..., Screen[None]], **options: object) -> None:
            self.first = first

        def run(self, *, mouse: bool) -> None:
            screen = self.first(look_of(), UNICODE)
            assert isinstance(screen, StartScreen)
            rows.extend("".join(text for text, _ in line.spans).strip() for line in screen._list(200))

    monkeypatch.setattr(app, "WyrdApp", Started)
    monkeypatch.setattr(launch, "on_signals", lambda app, end: None)
    return rows


def test_each_fault_of_the_settings_has_a_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "config.toml").write_text('zork = "x"\nmouse = 3\n')
    rows = _leave_at_start(monkeypatch)
    assert launch.open_screen(None) == 0
    assert [row.split(" ")[0].rpartition("config.toml:")[2] for row in rows[1:3]] == ["1:1:", "2:1:"]


def test_a_hand_edit_during_play_is_told_at_the_end(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = _table()

    class Quick:
        """An application in which the GM plays an act, edits the save and leaves."""

        return_code = 0
        failure = ""

        def __init__(self, first: Callable[..., TableScreen], **options: object) -> None:
            self.first = first

        def run(self, *, mouse: bool) -> None:
            screen = self.first(look_of(), UNICODE)
            screen.controller.session.do(count(3), {})
            edit(path, "number = 3", "number = 4")

    monkeypatch.setattr(app, "WyrdApp", Quick)
    monkeypatch.setattr(launch, "on_signals", lambda app, end: None)
    assert launch.open_screen(path) == 0
    said = capsys.readouterr().err.splitlines()
    assert "while the table was open. The other program’s version is not on the table, but kept as" in said[0]
    assert said[1] == "Saved. `wyrd brass-orchid` brings this table back."


def _left(path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> str:
    """Return the last words after a table was opened and left at once."""

    class Gone:
        """An application that is left at once."""

        return_code = 0
        failure = ""

        def __init__(self, first: Callable[..., TableScreen], **options: object) -> None:
            pass

        def run(self, *, mouse: bool) -> None:
            pass

    monkeypatch.setattr(app, "WyrdApp", Gone)
    monkeypatch.setattr(launch, "on_signals", lambda app, end: None)
    assert launch.open_screen(path) == 0
    return capsys.readouterr().err.splitlines()[-1]


@pytest.mark.parametrize("folder", ["elsewhere", "two words"])
def test_a_table_in_another_folder_is_reopened_by_path(
    folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with create_table(small_table(), "Brass Orchid", folder=tmp_path / folder) as table:
        path = table.path
    monkeypatch.chdir(path.parent)
    said = _left(Path(path.name), monkeypatch, capsys)
    assert said == f"Saved. `wyrd {shlex.quote(str(path))}` brings this table back."
    monkeypatch.chdir(tmp_path)
    assert names.find_file(shlex.split(said.split("`")[1])[1]) == path


def test_an_ambiguous_name_is_not_offered_for_reopening(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A table in the folder under a name that is no slug needs its path."""
    path = _table()
    odd = path.with_name("My Night.toml")
    for suffix in (".toml", ".journal"):
        path.with_suffix(suffix).rename(odd.with_suffix(suffix))
    assert _left(odd, monkeypatch, capsys) == f"Saved. `wyrd '{odd}'` brings this table back."


@pytest.mark.parametrize(
    "name",
    ["x; touch pwned #", "a`id`", "$(id)", "new\nline", "tür\x1b[2J", "-x", "it's", "run", "\u115f", "zero\u200bwidth"],
)
def test_the_line_that_reopens_a_table_is_one_shell_command(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = _table()
    odd = path.with_name(f"{name}.toml")
    for suffix in (".toml", ".journal"):
        path.with_suffix(suffix).rename(odd.with_suffix(suffix))
    said = _left(odd, monkeypatch, capsys)
    assert said.isprintable()
    command = said.removeprefix("Saved. `wyrd ").removesuffix("` brings this table back.")
    if command.startswith("$'"):
        # Characters that no terminal shows are spelt in numbers.
        command = shlex.quote(command[2:-1].encode().decode("unicode_escape").encode("latin-1").decode())
    assert shlex.split(command) == [str(odd)]


def test_a_link_named_like_a_command_is_not_offered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Beside it the name alone leads to the table, and is a command of its own in a shell."""
    odd = _table().rename(tmp_path / "x; touch pwned #.toml")
    odd.with_suffix("").symlink_to(odd)
    monkeypatch.chdir(tmp_path)
    assert names.find_file(odd.stem) == Path(odd.stem)
    assert _left(Path(odd.name), monkeypatch, capsys) == f"Saved. `wyrd '{odd}'` brings this table back."


def test_a_plain_name_brings_a_table_back_as_it_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with create_table(small_table(), "Die Brücke 2") as table:
        path = table.path
    assert _left(path, monkeypatch, capsys) == "Saved. `wyrd die-brücke-2` brings this table back."


def test_a_scenario_is_checked_before_its_party_is_asked(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.toml", tmp_path / "bad.toml"
    good.write_text('title = "Good"\n')
    bad.write_text("title = 1\n")
    evening = launch.OpenTable()
    assert launch._opened(good, evening) == good
    assert evening.table is None
    with pytest.raises(Broken):
        launch._opened(bad, evening)
    path = _table()
    assert launch._opened(path, evening) is None
    assert evening.table is not None
    evening.put_away()


def test_a_story_offers_only_characters_of_its_game() -> None:
    offered = {
        name: {one.own for one in DiskCatalogue().look_into(names.find_file(name)).people}
        for name in ("nobody-told-the-bees", "murder-at-the-brass-orchid")
    }
    assert offered == {"nobody-told-the-bees": {True}, "murder-at-the-brass-orchid": {True, False}}


def test_faults_of_settings_are_told_at_a_scenarios_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The start screen stands behind the question who plays, and is never seen."""
    (tmp_path / "config").mkdir(exist_ok=True)
    (tmp_path / "config" / "config.toml").write_text('zork = "x"\n')
    path = tmp_path / "prepared.toml"
    path.write_text('title = "Prepared"\nsystems = ["mettle"]\n')

    _leave_at_start(monkeypatch)
    assert launch.open_screen(path) == 0
    assert "zork" in capsys.readouterr().err
