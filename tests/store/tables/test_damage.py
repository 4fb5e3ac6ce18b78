"""Files cut at every byte, and with every byte changed: an earlier table or a clear word, never a crash or a lie."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.store.acts import PlayedTable, count, files, hit, rename, small_table
from wyrd_tui.engine.state import State
from wyrd_tui.store.files.codec import Unreadable
from wyrd_tui.store.tables.listing import list_tables
from wyrd_tui.store.tables.opening import open_table, read_table
from wyrd_tui.store.tables.table import Table

SAVE, LOG = "brass-orchid.toml", "brass-orchid.journal"


class Told:
    """A table's files, and every state that was ever true of it."""

    def __init__(self, folder: Path, closed: bool, every: int) -> None:
        whole = small_table()
        state = replace(whole, actors={who: whole.actors[who] for who in ("mercer", "zoë")})
        evening = PlayedTable.new(state, folder)
        self.true = [state]
        for number, command in enumerate((hit(), count(1), rename("Eli"), hit("zoë", 2), count(2))):
            self.true.append(evening.do(command))
            if number == 2:
                evening.table.save()
        self.true.append(evening.undo())
        if closed:
            evening.table.close()
        self.files = files(folder)
        self.live = evening.session.state
        self.closed = closed
        self.every = every
        evening.table.close()

    def __contains__(self, state: State) -> bool:
        return any(replace(state, acts=one.acts) == one for one in self.true)


@pytest.fixture(
    scope="module",
    params=[
        pytest.param((False, 9), id="killed"),
        pytest.param((True, 11), id="closed"),
        pytest.param((False, 1), id="killed, every byte", marks=pytest.mark.long),
    ],
)
def told(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Told:
    return Told(tmp_path_factory.mktemp("told"), *request.param)


def folder_with(folder: Path, contents: dict[str, bytes]) -> Path:
    folder.mkdir(exist_ok=True)
    for old in folder.iterdir():
        old.unlink()
    for name, content in contents.items():
        (folder / name).write_bytes(content)
    return folder / SAVE


def found(path: Path) -> Table | str:
    try:
        return read_table(path)
    except Unreadable as fault:
        return str(fault)


def check(told: Told, path: Path) -> None:
    """Check that an opened table has the last state, or that the GM is told of the loss."""
    what = found(path)
    if isinstance(what, str):
        assert len(what) > 20
    elif what.state != told.live:
        assert what.words, path.read_bytes()


def cuts(data: bytes, every: int = 1) -> Iterator[bytes]:
    for end in range(0, len(data), every):
        yield data[:end]


def flips(data: bytes, seed: int, most: int) -> Iterator[bytes]:
    chance = random.Random(seed)
    for index in chance.sample(range(len(data)), min(most, len(data))):
        changed = bytearray(data)
        changed[index] ^= chance.choice((1, 2, 4, 8, 16, 32, 64, 128, 255))
        yield bytes(changed)


def test_a_journal_cut_anywhere_beside_its_save(told: Told, tmp_path: Path) -> None:
    for data in cuts(told.files[LOG], 4 * told.every + 1):
        path = folder_with(tmp_path / "t", {**told.files, LOG: data})
        what = found(path)
        assert isinstance(what, Table)
        assert what.state in told
        if told.closed:
            assert replace(what.state, acts=told.live.acts) == told.live


def test_a_journal_cut_anywhere_alone(told: Told, tmp_path: Path) -> None:
    for data in cuts(told.files[LOG], told.every):
        what = found(folder_with(tmp_path / "t", {LOG: data}))
        if isinstance(what, str):
            assert data.count(b"\n") == 0
        else:
            assert what.state in told
            assert what.words


def test_a_save_cut_anywhere_beside_its_journal(told: Told, tmp_path: Path) -> None:
    for data in cuts(told.files[SAVE], told.every):
        what = found(folder_with(tmp_path / "t", {**told.files, SAVE: data}))
        assert isinstance(what, Table)
        assert what.state == told.live
        assert what.words or told.files[SAVE].startswith(data.rstrip())


def test_a_save_cut_anywhere_alone(told: Told, tmp_path: Path) -> None:
    for data in cuts(told.files[SAVE], told.every):
        what = found(folder_with(tmp_path / "t", {SAVE: data}))
        if not isinstance(what, str):
            assert what.state in told
            assert what.words


@pytest.mark.parametrize("beside", [True, False], ids=["beside", "alone"])
@pytest.mark.parametrize("name", [SAVE, LOG])
def test_a_byte_changed_anywhere_never_changes_the_table_in_silence(
    told: Told, tmp_path: Path, name: str, beside: bool
) -> None:
    for data in flips(told.files[name], 7, 150):
        check(told, folder_with(tmp_path / "t", {**(told.files if beside else {}), name: data}))


def test_a_line_swapped_dropped_or_doubled_anywhere(told: Told, tmp_path: Path) -> None:
    lines = told.files[LOG].splitlines(keepends=True)
    for index in range(len(lines)):
        for changed in (
            # The loss of the last line alone leaves nothing to notice it by.
            [*lines[:index], *lines[min(index + 1, len(lines) - 1) :]],
            [*lines[: index + 1], *lines[index:]],
            [*lines[:index], *reversed(lines[index : index + 2]), *lines[index + 2 :]],
        ):
            for others in (told.files, {}):
                check(told, folder_with(tmp_path / "t", {**others, LOG: b"".join(changed)}))


def test_damage_is_mended_once(told: Told, tmp_path: Path) -> None:
    chance = random.Random(11)
    for number in range(20):
        name = chance.choice((SAVE, LOG))
        data = told.files[name]
        data = data[: chance.randrange(len(data))] if number % 2 else next(flips(data, number, 1))
        path = folder_with(tmp_path / "t", {**told.files, name: data})
        with open_table(path) as table:
            first = table.state
            assert not table.read_only
            assert first == told.live or table.words
        with open_table(path) as table:
            assert table.state == first
            assert table.words == []
        evening = PlayedTable.open(path)
        evening.undo(len(evening.session.done))
        assert evening.session.state in told
        evening.table.close()


def test_the_list_of_tables_stands_any_damage(told: Told, tmp_path: Path) -> None:
    for name in (SAVE, LOG):
        for data in (*cuts(told.files[name], 13), *flips(told.files[name], 3, 60)):
            path = folder_with(tmp_path / "t", {**told.files, name: data})
            assert [info.path for info in list_tables(path.parent)] == [path]
