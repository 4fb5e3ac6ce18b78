"""What the GM is told when the screen opens and when it closes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.store.acts import count, edit, small_table
from wyrd_tui import app, opening
from wyrd_tui.store.encounter import create
from wyrd_tui.widgets.glyphs import UNICODE
from wyrd_tui.widgets.look import LOOKS


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WYRD_HOME", str(tmp_path))


def _table() -> Path:
    with create(small_table(), "Brass Orchid") as table:
        return table.path


def test_a_broken_key_file_is_told_once_and_is_not_called_unsaved(tmp_path: Path) -> None:
    keys = tmp_path / "config" / "keys.toml"
    keys.parent.mkdir()
    keys.write_text("[keys\n")
    evening = opening.Evening()
    evening.take(create(small_table()))
    screen = evening.screen(LOOKS["calm"], UNICODE)
    assert "keys.toml" in screen.notice  # type: ignore[attr-defined]
    assert not screen.unsaved  # type: ignore[attr-defined]
    evening.put_away()
    assert evening.tell() == []


def test_a_hand_edit_while_the_screen_was_open_is_told_when_it_closes(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = _table()

    class Quick:
        """An application in which the GM plays a turn, edits the save and leaves."""

        return_code = 0

        def __init__(self, first: object, *, contrast: bool) -> None:
            self.first = first

        def run(self, *, mouse: bool) -> None:
            screen = self.first(LOOKS["calm"], UNICODE)  # type: ignore[operator]
            screen.session.do(count(3), {})
            edit(path, "number = 3", "number = 4")

    monkeypatch.setattr(app, "WyrdApp", Quick)
    monkeypatch.setattr(app, "on_signals", lambda save: None)
    assert opening.open_screen(path) == 0
    said = capsys.readouterr().err.splitlines()
    assert "changed by another program while the table was open" in said[0]
    assert said[1] == "Saved. `wyrd brass-orchid` brings this table back."
