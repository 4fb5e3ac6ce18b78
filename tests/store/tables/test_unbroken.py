"""A signal waits until what is being written is whole."""

from __future__ import annotations

import os
import shutil
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.store.acts import Evening, count, hit, small_table
from wyrd_tui.store.files import atomic
from wyrd_tui.store.tables.encounter import open_table
from wyrd_tui.store.tables.journal_file import JournalFile
from wyrd_tui.store.tables.unbroken import Unbroken

Begin = Callable[[], Evening]


def test_what_is_wanted_in_the_middle_comes_at_the_end_and_once() -> None:
    unbroken, told = Unbroken(), []
    with unbroken:
        with unbroken:
            unbroken.then(lambda: told.append("end"))
            told.append("inner")
        told.append("outer")
    assert told == ["inner", "outer", "end"]
    with unbroken:
        told.append("more")
    unbroken.then(lambda: told.append("now"))
    assert told == ["inner", "outer", "end", "more", "now"]


@pytest.mark.parametrize("step", ["write", "fsync", "replace", "link"])
def test_a_signal_in_the_middle_of_a_turn_or_a_save_closes_a_whole_table(
    begin: Begin, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    """It used to come into the line, and the save's own line then broke the journal's chain."""
    evening = begin()
    evening.do(hit())
    table, real, ended = evening.table, getattr(os, step), []

    def end(number: int, frame: object) -> None:
        def close() -> None:
            table.close()
            ended.append(number)

        table.at_rest(close)

    def hit_by_a_signal(*args: object, **more: object) -> object:
        monkeypatch.setattr(os, step, real)
        signal.raise_signal(signal.SIGTERM)
        assert not ended, "it waits"
        return real(*args, **more)

    before = signal.signal(signal.SIGTERM, end)
    try:
        monkeypatch.setattr(os, step, hit_by_a_signal)
        if step in ("write", "fsync"):
            evening.do(count(1))
        else:
            table.save()
    finally:
        signal.signal(signal.SIGTERM, before)
    assert ended == [signal.SIGTERM]
    assert table.words == []
    again = Evening.open(table.path)
    assert not [word for word in again.table.words if "came back from the journal" not in word]
    assert again.undo(len(again.session.done)) == small_table()
    again.table.close()


def test_turns_in_memory_are_kept_elsewhere_when_a_signal_comes_into_a_line(
    begin: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = begin()
    table = evening.table
    evening.do(hit())
    table.hold()
    failed: list[str] = []

    def close() -> None:
        try:
            table.close()
        except OSError as refused:
            failed.append(str(refused.strerror))

    def refuse(journal: JournalFile) -> None:
        table.at_rest(close)
        raise OSError(28, "No space left on device")

    folder, real = table.path.parent, atomic.write

    def only_elsewhere(path: Path, data: bytes) -> None:
        if path.parent == folder:
            raise OSError(28, "No space left on device")
        real(path, data)

    with monkeypatch.context() as patch:
        patch.setattr(atomic, "write", only_elsewhere)
        # The line itself; what is written elsewhere goes through the same door, and is let through.
        patch.setattr(JournalFile, "flush", refuse)
        live = evening.do(count(1))
    assert "1 step could not be written, so the whole table is kept as" in failed[0]
    try:
        with open_table(table.path) as again:
            assert again.state == live
    finally:
        shutil.rmtree(table.path.parent)


def test_a_signal_while_files_are_put_back_closes_a_whole_table(begin: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    evening = begin()
    shown, table, real, ended = evening.do(hit(), count(1)), evening.table, os.replace, []

    def close() -> None:
        ended.append(True)
        table.close()

    def hit_by_a_signal(*args: object, **more: object) -> None:
        monkeypatch.setattr(os, "replace", real)
        table.at_rest(close)
        assert not ended, "it waits"
        real(*args, **more)  # type: ignore[arg-type]

    table.path.with_suffix(".journal").unlink()
    monkeypatch.setattr(os, "replace", hit_by_a_signal)
    table.keep()
    assert ended
    assert not table.open
    with open_table(table.path) as again:
        assert (again.state, again.words) == (shown, [])
