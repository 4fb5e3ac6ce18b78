"""A journal holds its state now and then, so that opening plays little and a line stays short."""

from pathlib import Path

from tests.store.acts import PlayedTable, count, small_table
from wyrd_tui.store.tables.journal_lines import read_line
from wyrd_tui.store.tables.replay import Timeline


def test_states_stand_far_apart_however_long_the_journal(tmp_path: Path) -> None:
    evening = PlayedTable.new(folder=tmp_path)
    evening.do(*(count(number) for number in range(400)))
    evening.table.release()
    data = evening.table.path.with_suffix(".journal").read_bytes().splitlines(keepends=True)
    states = [at for at, line in enumerate(data) if read_line(line).kind == "state"]
    gaps = [after - before for before, after in zip([0, *states], states, strict=False)]
    assert len(states) > 2, "else nothing is tried"
    assert min(gaps) > 5


def test_a_line_with_a_state_restarts_the_count_of_bytes(tmp_path: Path) -> None:
    evening = PlayedTable.new(folder=tmp_path)
    evening.do(*(count(number) for number in range(400)))
    evening.table.release()
    data = evening.table.path.with_suffix(".journal").read_bytes().splitlines(keepends=True)
    lines = [read_line(line) for line in data]
    last = max(at for at, line in enumerate(lines) if line.kind == "state")
    assert Timeline(lines[:last]).snapshot_due
    assert not Timeline(lines[: last + 1]).snapshot_due
    assert Timeline.beginning(small_table()).snapshot_due is False
