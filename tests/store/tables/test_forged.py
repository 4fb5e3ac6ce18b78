"""Journals that somebody forged, checksums and all: nothing odd gets in, and nothing costs more than it may."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.store.acts import Evening, act, count, small_table
from tests.trust.story import content
from wyrd_tui.engine.change import replace
from wyrd_tui.engine.events import Gained, Ordered, Said
from wyrd_tui.engine.state import Actor, Bonus, Order, Place, State
from wyrd_tui.store.files.codec import Unreadable, build, plain
from wyrd_tui.store.files.problems import Broken
from wyrd_tui.store.tables import encounter, journal, save, signs
from wyrd_tui.store.tables import line as line_head
from wyrd_tui.store.tables import replay as replay_of
from wyrd_tui.store.tables.encounter import open_table
from wyrd_tui.store.tables.journal import parsed, scan
from wyrd_tui.store.tables.journal_file import JournalFile
from wyrd_tui.store.tables.line import made
from wyrd_tui.store.tables.replay import TooMuch, replay, standing


def forged(table: str, number: int = 2) -> bytes:
    """A journal of one line whose checksum is right, whatever it says that its table is called."""
    return made(f'"wyrd_journal":{number},"table":{table},"state":{{"title":"T"}}', 0, 0)[0]


ODD = (
    *('"\\ud800"', '"a\\u0000b"', '"\\u001b[2J"', '"' + "a" * 3_000_000 + '"', '""', '["a"]', "null", "7"),
    *('{"a":1}', '"a","table":"\\ud800"', '"A B"', '"x/../y"'),
)


@pytest.mark.parametrize("number", [1, 2])
@pytest.mark.parametrize("table", ODD, ids=lambda table: table[:20])
def test_an_id_that_no_version_gave_never_reaches_a_save(table: str, number: int, tmp_path: Path) -> None:
    """One of half a character could be played, and never be saved or closed."""
    reading = scan(forged(table, number))
    assert reading.table in ("", "a")
    assert reading.lines or reading.loss == "The first line of the journal is damaged"
    path = tmp_path / "t.toml"
    path.with_suffix(".journal").write_bytes(forged(table, number))
    if not reading.lines:
        with pytest.raises(Unreadable, match="nothing was changed"):
            encounter.open_table(path)
    kept = small_table()
    path.write_bytes(save.dumps(kept, table="a", seq=0, chain="00000000", saved=0.0))
    with encounter.open_table(path) as table_there:
        Evening.at(table_there).do(count(1))
        table_there.save()
    with encounter.open_table(path) as again:
        assert again.state.counters == {"tension": 1}
        assert again.tell() == []


def counted_up(number: int, name: str = "tension") -> str:
    """A turn as it stands in a journal; one that counts an event of no version cannot be played."""
    event = f'{{"event":"Counted","name":"{name}","value":{number}}}' if name else '{"event":"Nothing"}'
    return f'"do":{{"number":{number},"command":"x","asked":"x","lines":["x"],"events":[{event}]}}'


def chained(bodies: Iterable[str]) -> list[bytes]:
    """Lines of a journal after its first, with checksums that are right."""
    lines, crc = [], 0
    for number, body in enumerate(bodies, 1):
        line, crc = made(body, number, crc)
        lines.append(line[:-1])
    return lines


def from_anew(lines: list[bytes]) -> tuple[int, list[int], list[int]]:
    """How far lines go, by playing ever fewer of them from the beginning."""
    for good in range(len(lines), -1, -1):
        stands = standing(lines[:good])
        if stands.good == good and not any(b"Nothing" in lines[index] for index in (*stands.done, *stands.undone)):
            return good, stands.done, stands.undone
    raise AssertionError


@given(st.lists(st.sampled_from(["do", "do", "bad", "undo", "undo", "redo", "saved"]), max_size=30))
def test_a_journal_with_bad_turns_is_played_up_to_the_last_line_that_leaves_none(kinds: list[str]) -> None:
    bodies: list[str] = []
    done, undone = 0, 0
    for kind in kinds:
        if kind in ("do", "bad"):
            done, undone = done + 1, 0
            bodies.append(counted_up(done, "tension" if kind == "do" else ""))
        elif kind == "undo" and done:
            bodies.append(f'"undo":{done}')
            done, undone = done - 1, undone + 1
        elif kind == "redo" and undone:
            done, undone = done + 1, undone - 1
            bodies.append(f'"redo":{done}')
        elif kind == "saved":
            bodies.append(f'"saved":{done},"file":"x","state":{{"title":"T"}}')
    lines = chained(bodies)
    good, stood, taken = from_anew(lines)
    back = replay(small_table(), lines)
    assert (back.good, bool(back.fault)) == (good, good < len(lines))
    assert len(back.past.done) == len(stood)
    assert [step.turn.number for step in back.past.undone] == [
        json.loads(lines[index])["do"]["number"] for index in taken
    ]
    assert back.state.counters.get("tension", 0) == len(stood)
    if back.fault:
        assert back.fault.startswith(f"Line {good + 2} of the journal cannot be played: ")
        assert b"Nothing" in lines[good]


@pytest.mark.parametrize("last", ["bad", "undo"])
def test_bad_turns_that_were_taken_back_are_played_once_each(last: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A journal of 7 MB took an hour: each of them began the whole anew."""
    bad = [line for _ in range(500) for line in (counted_up(301, ""), '"undo":301')]
    lines = chained([*map(counted_up, range(1, 301)), *(bad if last == "undo" else bad[:-1])])
    read_ones: list[bytes] = []

    def noted(line: bytes) -> Mapping[str, Any]:
        read_ones.append(line)
        return parsed(line)

    monkeypatch.setattr(replay_of, "parsed", noted)
    back = replay(small_table(), lines)
    assert (back.good, back.state.counters) == (300, {"tension": 300})
    assert "Line 302 of the journal cannot be played" in back.fault
    assert len(read_ones) <= 300 + 500 + 1


def test_turns_that_were_taken_back_count_where_they_have_to_be_played(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = chained([counted_up(1), *[counted_up(2), '"undo":2'] * 50, counted_up(2, "")])
    monkeypatch.setattr(replay_of, "MOST_PLAYED", 20 * len(lines[0]))
    with pytest.raises(TooMuch):
        replay(small_table(), lines)


def test_a_line_beyond_a_fault_is_looked_for_where_lines_begin(monkeypatch: pytest.MonkeyPatch) -> None:
    """One line that said the same over and over was reckoned again from each place on."""
    good, found = forged('"t"'), b'{"crc":"0badbad0","seq":5,'
    looked: list[bytes] = []

    def noted(line: bytes, before: int | None) -> bool:
        looked.append(line)
        return False

    monkeypatch.setattr(line_head, "follows", noted)
    reading = scan(
        good + b"rubbish " + (b" " + found) * 1_000 + b"\n" + found + b"\n\n" + found + b"\r" + found + b"\n"
    )
    looked.clear()
    assert reading.after(5, "0badbad0") is None
    assert looked == [found, found + b"\r" + found]
    monkeypatch.undo()
    lost, bad = made('"undo":1', 4, 0)
    kept, crc = made('"saved":1', 5, bad)
    assert scan(good + lost + kept).after(5, f"{crc:08x}") == []
    assert scan(good + kept).after(5, f"{crc:08x}") is None
    assert scan(kept).after(5, f"{crc:08x}") is None
    assert scan(lost + b"\n" + kept).after(4, f"{bad:08x}") is None


def test_a_state_that_no_save_could_hold_has_none_in_a_journal() -> None:
    """Each of them was built, and the table could be played and never be saved."""
    crowd = {f"a{number}": {"name": "n"} for number in range(signs.OF_A_LINE // 4 + 10)}
    line = json.dumps({"state": {"title": "T", "actors": crowd}}, separators=(",", ":")).encode()
    with pytest.raises(Unreadable, match="more than 201,000 keys and values"):
        parsed(line)


@pytest.mark.parametrize(
    "state",
    [
        State("T", actors={f"a{number}": Actor(f"a{number}", "A") for number in range(33_000)}),
        State("T", counters={f"k{number}": 1 for number in range(99_900)}),
        State("T", games=("wyrd_engine",) * 99_900),
    ],
    ids=["people", "counters", "games"],
)
def test_what_fits_a_save_fits_a_journal(state: State) -> None:
    assert save.dumps(state, table="t", seq=0, chain="00000000", saved=0.0)
    content = json.dumps(plain(state), ensure_ascii=False, separators=(",", ":"))
    assert build(State, parsed(f'{{"state":{content}}}'.encode())["state"]) == state


def test_no_more_tables_are_compared_than_can_soon_be_read() -> None:
    def of(size: int, lines: int) -> journal.Reading:
        title = '{"title":"' + "T" * size + '"}'
        bodies = [f'"saved":0,"file":"{number}","state":{title}' for number in range(lines)]
        data, crc = made('"wyrd_journal":2,"table":"t","state":{"title":"T"}', 0, 0)
        for number, body in enumerate(bodies, 1):
            line, crc = made(body, number, crc)
            data += line
        return scan(data)

    assert of(10, 9).keeping(50) == [9, 8, 7, 6, 5, 4, 3, 2, 1, 0]
    assert of(10, 9).keeping(1) == [9, 0]
    assert of(10, 0).keeping(50) == [0]
    assert of(3 * 2**19, 9).keeping(50) == [9, 8, 0]
    assert of(5 * 2**20, 3).keeping(50) == [3, 0]


def _misnamed() -> State:
    people = small_table().actors
    return State("T", actors={**people, "mercer": replace(people["mercer"], id="zzz")})


def test_a_seal_makes_nobody_somebody_else(home: Path, tmp_path: Path) -> None:
    """Whoever acted under one name was looked for under the other, and each act failed."""
    data = save.dumps(_misnamed(), table="0" * 16, seq=0, chain="00000000", saved=0.0)
    with pytest.raises(Broken, match="must be mercer, as in its header"):
        save.loads(data, tmp_path / "t.toml")


@pytest.mark.parametrize("ended", ["closed", "killed"])
def test_what_is_of_somebody_who_has_left_costs_nothing(tmp_path: Path, ended: str) -> None:
    """A ruling gave a bonus to one who had left while the roll was open; the next opening threw the evening away."""
    bonuses = {"b": Bonus("b", "Bonus", 1, "nobody")}
    evening = Evening.new(replace(small_table(), bonuses=bonuses), tmp_path / "tables")
    evening.do(count(1), act(Gained(Bonus("c", "Bonus", 1, "nobody")), Said("s")), count(2))
    assert set(evening.session.state.bonuses) == {"b", "c"}, "who is back has it still"
    live = evening.do(act(Ordered(Order("gm", 1, "nobody", (Place("nobody"),))), Said("s")), count(3))
    path = evening.table.path if ended == "closed" else evening.killed(tmp_path / "copy")
    evening.table.close()
    for _ in range(2):
        again = Evening.open(path)
        assert again.session.state == live
        assert len(again.session.done) == 5
        assert not any("broken" in file.name for file in path.parent.iterdir())
        again.table.close()
    path.with_suffix(".journal").unlink()
    with open_table(path) as alone:
        assert content(alone.state) == content(live)


def test_a_journal_makes_nobody_somebody_else(tmp_path: Path) -> None:
    log = tmp_path / "t.journal"
    log.write_bytes(JournalFile.beginning("0" * 16, _misnamed())[0])
    with pytest.raises(Unreadable, match="must be mercer, as in its header"):
        encounter.open_table(log)
