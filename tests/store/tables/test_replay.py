"""A journal holds its state now and then, so that opening plays little and a line stays short."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.store.acts import PlayedTable, count, small_table
from wyrd_tui.engine.act import Act
from wyrd_tui.store.files.codec import Unreadable
from wyrd_tui.store.tables.journal_lines import make_journal_line, read_line
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


def test_a_journal_that_skips_an_act_ends_before_it() -> None:
    """A state after it would hide the gap, since no act before a state is played."""
    lines, first = Timeline.beginning(small_table()).lines, Act(1, "act", "", (), ())
    lines.append(make_journal_line(lines[-1], "do", first))
    lines.append(make_journal_line(lines[-1], "do", replace(first, number=3)))
    lines.append(make_journal_line(lines[-1], "state", replace(small_table(), acts=3)))
    with pytest.raises(Unreadable, match="not the next act"):
        Timeline(lines)
