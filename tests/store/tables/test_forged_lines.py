"""Lines of a journal that were forged, with checksums that fit: from the first of them on they count for nothing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.store.acts import Evening, count
from wyrd_tui.store.files.codec import Unreadable, plain
from wyrd_tui.store.tables import line
from wyrd_tui.store.tables.encounter import open_table
from wyrd_tui.store.tables.journal import FORMAT

TABLE: dict[str, Any] = {"title": "T", "games": ["wyrd_engine"]}


def journal(path: Path, *bodies: str, number: int = FORMAT, table: dict[str, Any] | None = None) -> None:
    """A journal of these lines, what the first holds and their format, chained as the program would."""
    first, crc = line.made(f'"wyrd_journal":{number},"table":"t","state":{json.dumps(table or TABLE)}', 0, 0)
    lines = [first]
    for each, body in enumerate(bodies, 1):
        made, crc = line.made(body, each, crc)
        lines.append(made)
    path.with_suffix(".journal").write_bytes(b"".join(lines))


def turn(number: int, value: int, **more: object) -> str:
    """A turn that sets a counter."""
    events = [{"event": "Counted", "name": "c", "value": value}]
    said = {"number": number, "command": "x", "asked": "x", "lines": ["x"], "events": events, **more}
    return f'"do":{json.dumps(said, separators=(",", ":"))}'


def edited(number: int, state: dict[str, Any]) -> str:
    """An edit that puts another table in place."""
    said = {"number": number, "command": "edit", "asked": "", "lines": ["e"], "events": []}
    return f'"edit":{json.dumps(said, separators=(",", ":"))},"file":"x","state":{json.dumps(state)}'


TWICE = turn(2, 2).replace('"number":2,', '"number":2,"number":7,', 1)
BOTH = f"{turn(2, 2)},{edited(5, {**TABLE, 'turn': 5})}"


@pytest.mark.parametrize(
    "second",
    [
        turn(50, 2),
        turn(1, 2),
        turn(0, 2),
        TWICE,
        edited(2, {**TABLE, "turn": 77}),
        edited(2, TABLE),
        edited(50, {**TABLE, "turn": 50}),
        edited(2, {**TABLE, "turn": 2, "actors": {"ada": {"id": "bob", "name": "Ada"}}}),
    ],
)
def test_a_line_that_could_not_come_next_costs_nothing_that_is_played_later(tmp_path: Path, second: str) -> None:
    """It was played, an undo of it could not be read again, and everything after that was gone."""
    path = tmp_path / "gift.toml"
    journal(path, turn(1, 1), second, turn(3, 3))
    evening = Evening.open(path)
    told = " ".join(evening.table.tell())
    assert "Line 3 of the journal cannot be played: " in told
    assert evening.session.state.counters == {"c": 1}
    evening.do(count(4), count(5))
    evening.undo()
    live = evening.do(count(6))
    evening.table.let_go()
    with open_table(path) as again:
        assert again.state == live
        assert again.words == ["2 turns since the last save came back from the journal."]
        assert len(again.session(dice=evening.session.dice).done) == 3


def test_what_else_a_line_says_beside_a_turn_counts_for_nothing(tmp_path: Path) -> None:
    path = tmp_path / "gift.toml"
    journal(path, turn(1, 1), BOTH, turn(3, 3))
    with open_table(path) as table:
        assert (table.state.turn, table.state.counters) == (3, {"c": 3})


def test_a_table_that_no_save_would_be_let_in_with_is_not_laid(tmp_path: Path) -> None:
    """It put one more spoilt save aside with each opening."""
    path = tmp_path / "gift.toml"
    unsound = {**TABLE, "actors": {"ada": {"id": "bob", "name": "Ada"}}}
    journal(path, turn(1, 1), table=unsound)
    for _ in range(3):
        with pytest.raises(Unreadable, match="nothing is left of this table to open, and nothing was changed"):
            open_table(path)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["gift.journal", "gift.lock"]


def test_a_line_of_an_older_format_that_is_too_full_is_not_read(tmp_path: Path) -> None:
    """Bringing it up to date took seven seconds and 400 MB."""
    path = tmp_path / "old.toml"
    full = turn(2, 2, events=[{}] * 300_000)
    journal(path, turn(1, 1), full, turn(3, 3), number=1)
    with open_table(path) as table:
        assert plain(table.state)["counters"] == {"c": 1}
        assert "The journal is damaged at line 3; 2 steps cannot be trusted, and were dropped." in table.words
