"""A live table across closing, second windows, names and generations."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.properties import examples
from tests.store.acts import PlayedTable, act, count, files, hit, saving, small_table
from tests.strategies import events, states
from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.events import Said, Staged
from wyrd_tui.engine.journal import Saving
from wyrd_tui.engine.state import Scene, State
from wyrd_tui.store.tables import names, save
from wyrd_tui.store.tables.opening import create_table, open_table
from wyrd_tui.store.tables.save import loads

Begin = Callable[[], PlayedTable]


# ------------------------------------------------------------------ closing and opening


@examples(15)
@given(states())
def test_every_state_survives_save_and_load(tmp_path: Path, state: State) -> None:
    table = create_table(state, "any", folder=tmp_path)
    table.close()
    with open_table(table.path, read_only=True) as again:
        assert again.state == state
        assert again.words == []
    assert loads(table.path.read_bytes(), table.path) == state
    os.unlink(table.path)
    with open_table(table.path, read_only=True) as again:
        assert again.state == state


@examples(10)
@given(st.data())
def test_undo_reaches_back_over_any_number_of_evenings(tmp_path: Path, data: st.DataObject) -> None:
    kept: list[State] = [data.draw(states())]
    evening = PlayedTable.new(kept[0], tmp_path)
    for _ in range(data.draw(st.integers(1, 3))):
        for _ in range(data.draw(st.integers(0, 3))):
            if len(kept) > 1 and data.draw(st.booleans()):
                assert evening.undo() == kept[-2]
                kept.pop()
            else:
                # An act that neither changes nor says anything is refused.
                some = data.draw(st.lists(events(kept[-1]), min_size=1, max_size=2))
                kept.append(evening.do(act(Said("On we go."), *some)))
        evening.table.close()
        evening = PlayedTable.open(evening.table.path)
        assert evening.table.words == []
        assert evening.session.state == kept[-1]
    for state in reversed(kept[:-1]):
        assert evening.undo() == state
    for state in kept[1:]:
        assert evening.redo() == state
    evening.table.close()


def test_opening_own_files_loads_no_pydantic_and_no_parser(begin: Begin) -> None:
    evening = begin()
    evening.do(hit())
    evening.table.close()
    program = (
        "import sys; from pathlib import Path; from wyrd_tui.store.tables.opening import open_table\n"
        "table = open_table(Path(sys.argv[1])); assert table.state.acts == 1, table.words\n"
        "late = {'pydantic', 'platformdirs', 'tomllib', 'tomli_w', 'textual', 'rich'} & set(sys.modules)\n"
        "table.close(); print(sorted(late))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(evening.table.path)], capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr) == ("[]\n", "")


def test_redo_is_gone_once_something_new_was_done_after_opening(begin: Begin) -> None:
    evening = begin()
    evening.do(hit(), count(1))
    evening.undo()
    evening.table.close()
    again = PlayedTable.open(evening.table.path)
    again.do(count(7))
    with pytest.raises(Refused, match="Nothing is left to redo"):
        again.redo()
    assert again.undo(2) == small_table()
    again.table.close()


def test_closing_twice_and_saving_after_do_nothing(begin: Begin) -> None:
    evening = begin()
    evening.do(hit())
    evening.table.close()
    before = files(evening.table.path.parent)
    evening.table.close()
    assert files(evening.table.path.parent) == before
    with pytest.raises(OSError, match="the table is closed"):
        evening.do(hit())
    assert evening.session.state.acts == 1


def test_a_scene_that_is_over_is_saved_at_once(begin: Begin) -> None:
    evening = begin()
    path = evening.table.path
    evening.do(act(Staged(Scene(3, "engine room", fight=True), 1)))
    evening.do(hit())
    assert loads(path.read_bytes(), path) == small_table()
    over = evening.do(act(Staged(Scene(4), 1)))
    assert loads(path.read_bytes(), path) == over
    live = evening.do(hit())
    assert loads(path.read_bytes(), path) == over
    first = names.generation_paths(path)[0]
    assert loads(first.read_bytes(), first) == small_table()
    evening.table.close()
    with open_table(path) as again:
        assert again.state == live
        assert again.words == []


def test_a_scene_that_cannot_be_saved_stops_no_play(begin: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    evening = begin()
    with monkeypatch.context() as patch:
        patch.setattr(save, "dumps", _full)
        evening.do(act(Staged(Scene(4), 1)))
        assert saving(evening) is Saving.JOURNAL_ONLY
        assert evening.table.reason == "No space left on device"
        evening.do(hit())
        assert saving(evening) is Saving.JOURNAL_ONLY
    live = evening.do(hit(marks=2))
    assert saving(evening) is Saving.ON_DISK
    evening.table.close()
    with open_table(evening.table.path) as again:
        assert again.state == live


def test_a_refused_save_is_a_lasting_warning(begin: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    evening = begin()
    evening.do(hit())
    with monkeypatch.context() as patch:
        patch.setattr(save, "dumps", _full)
        with pytest.raises(OSError, match="No space left on device"):
            evening.table.save()
        assert saving(evening) is Saving.JOURNAL_ONLY
    evening.table.save()
    assert saving(evening) is Saving.ON_DISK


def test_a_bug_in_closing_the_journal_leaves_no_lock(begin: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    evening = begin()
    close = os.close

    def refused(descriptor: int) -> None:
        close(descriptor)
        raise OSError(5, "Input/output error")

    with monkeypatch.context() as patch:
        patch.setattr(os, "close", refused)
        evening.table.release()
    with open_table(evening.table.path) as again:
        assert not again.read_only


def _full(*args: object, **more: object) -> bytes:
    raise OSError(28, "No space left on device")


def test_a_save_without_a_change_writes_nothing(begin: Begin) -> None:
    evening = begin()
    evening.do(hit())
    evening.table.save()
    before = files(evening.table.path.parent)
    evening.table.save()
    assert files(evening.table.path.parent) == before


# ------------------------------------------------------------------ several at once


def test_a_second_window_may_look_but_not_touch(begin: Begin) -> None:
    evening = begin()
    evening.do(hit())
    before = files(evening.table.path.parent)
    second = PlayedTable.open(evening.table.path)
    assert second.session.state == evening.session.state
    assert f"Open in another window (process {os.getpid()})." in second.table.words[0]
    moves: tuple[Callable[[], State], ...] = (lambda: second.do(count(1)), second.undo)
    for move in moves:
        with pytest.raises(Refused, match="open for reading only"):
            move()
    assert second.session.state.acts == 1
    second.table.close()
    assert files(evening.table.path.parent) == before
    evening.do(count(2))
    evening.table.close()
    third = PlayedTable.open(evening.table.path)
    assert not third.table.read_only
    third.table.close()


def test_the_lock_ends_with_its_process(begin: Begin) -> None:
    evening = begin()
    evening.table.close()
    program = (
        "import os, sys; from pathlib import Path; from wyrd_tui.store.tables.opening import open_table\n"
        "table = open_table(Path(sys.argv[1])); assert not table.read_only; print('open', flush=True); sys.stdin.read()"
    )
    other = subprocess.Popen(
        [sys.executable, "-c", program, str(evening.table.path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert other.stdout is not None
    assert other.stdin is not None
    other.stdout.readline()
    with open_table(evening.table.path) as second:
        assert f"process {other.pid}" in second.read_only
    other.kill()
    other.wait()
    other.stdout.close()
    other.stdin.close()
    with open_table(evening.table.path) as third:
        assert not third.read_only


def test_two_tables_of_one_scenario_do_not_clash(begin: Begin) -> None:
    one, two = begin(), begin()
    assert (one.table.name, two.table.name) == ("brass-orchid", "brass-orchid-2")
    one.do(hit())
    two.do(count(3))
    one.table.close()
    two.table.close()
    three = begin()
    assert three.table.name == "brass-orchid-3"
    with open_table(one.table.path) as again:
        assert again.state.counters == {}
    with open_table(two.table.path) as again:
        assert again.state.counters == {"tension": 3}


def test_a_name_is_taken_by_either_file(begin: Begin) -> None:
    evening = begin()
    evening.table.close()
    evening.table.path.unlink()
    assert begin().table.name == "brass-orchid-2"


@pytest.mark.parametrize(
    ("name", "file"),
    [("", "flight-from-the-tower"), ("../../etc/x", "etc-x"), ("Ünï\x1b[2J", "ünï-2j"), ("a" * 999, "a" * 100)],
)
def test_names_are_safe_file_names(name: str, file: str, home: Path) -> None:
    with create_table(small_table(), name) as table:
        assert table.path == home / "tables" / f"{file}.toml"


def test_the_last_five_saves_are_kept_dated(begin: Begin) -> None:
    evening = begin()
    for number in range(8):
        evening.do(count(number))
        evening.table.save()
    path = evening.table.path
    evening.table.close()
    found = [loads(older.read_bytes(), path).acts for older in names.generation_paths(path)]
    assert found == [7, 6, 5, 4, 3]
    assert not path.with_stem(f"{path.stem}.6").exists()
    assert b"\nsaved = 20" in names.generation_paths(path)[4].read_bytes()


def test_a_signal_waits_until_the_act_is_whole(
    begin: Callable[[], PlayedTable], monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = begin()
    table = evening.table
    seen: list[int] = []
    monkeypatch.setattr(os, "fsync", lambda descriptor: table.after_writes(lambda: seen.append(table.state.acts)))
    evening.do(hit())
    assert seen == [1]
