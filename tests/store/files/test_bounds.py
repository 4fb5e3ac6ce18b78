"""Bounds of numbers, names and files: as far as a table could go, and no further, even in a sealed file."""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any
from unicodedata import name as name_of

import pytest

from tests.store.acts import PlayedTable, act, count, edit, hit, rename, small_table
from tests.trust.strange import limit_of, limited_fields
from wyrd_tui.engine.act import Act
from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.events import Changed, Joined, Marked, Rated
from wyrd_tui.engine.letters import sanitize
from wyrd_tui.engine.limits import NAME, Range
from wyrd_tui.engine.page import Page
from wyrd_tui.engine.sheet import Row
from wyrd_tui.engine.state import WYRD_ENGINE, Actor, Book, Challenge, State
from wyrd_tui.store.files import codec
from wyrd_tui.store.files.codec import Unreadable, from_plain, to_plain
from wyrd_tui.store.files.problems import Broken
from wyrd_tui.store.tables import journal_lines, save
from wyrd_tui.store.tables.opening import create_table, open_table, read_table
from wyrd_tui.store.tables.replay import Timeline

Begin = Callable[[], PlayedTable]


@contextmanager
def forging() -> Iterator[None]:
    """Let the program write any number, as anybody can with right seals and checksums."""
    integer = codec._integer
    anything = Range(-codec.LARGEST_NUMBER, codec.LARGEST_NUMBER)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(codec, "_shape", cache(codec._compile))
        patch.setattr(codec, "_integer", lambda limit: integer(anything))
        yield


def with_row(**changes: Any) -> State:  # noqa: ANN401 - numbers of several fields
    state = small_table()
    mercer = state.actors["mercer"]
    sheet = mercer.sheets[WYRD_ENGINE]
    track = (replace(sheet.track[0], **changes), *sheet.track[1:])
    forged = replace(mercer, sheets={WYRD_ENGINE: replace(sheet, track=track)})
    return replace(state, actors={"mercer": forged})


# ------------------------------------------------------------------ numbers


@pytest.mark.parametrize("changes", [{"boxes": 10**12}, {"marks": -(10**15)}, {"absorbs": 0}, {"penalty": -1}])
def test_a_forged_number_opens_nothing_whichever_file_has_it(changes: dict[str, int], tmp_path: Path) -> None:
    with forging(), create_table(with_row(**changes), "Forged", folder=tmp_path) as table:
        path = table.path
    for gone in (path.with_suffix(".lock"), path, path.with_suffix(".journal")):
        with pytest.raises(Unreadable, match=r"must be a whole number from|nothing is left|cannot be"):
            open_table(path)
        gone.unlink()


def test_a_forged_number_ends_the_journal_before_it(begin: Begin, tmp_path: Path) -> None:
    evening = begin()
    live = evening.do(hit())
    with forging():
        evening.do(act(Rated("mercer", WYRD_ENGINE, "Fight", 9**16)), hit(marks=3))
    path = evening.killed(tmp_path / "copy")
    evening.undo(2)
    with open_table(path) as again:
        assert again.state == live
        assert "Line 3 of brass-orchid.journal cannot be played" in again.words[0]
        assert "a whole number from −999 to 999" in again.words[0]


@pytest.mark.parametrize(
    "event",
    [
        Rated("mercer", WYRD_ENGINE, "Fight", 1_000),
        Marked("mercer", WYRD_ENGINE, {"stress": -1}),
        Changed("mercer", count=10_000),
        Joined(Actor("a", "A", count=-1)),
    ],
)
def test_an_act_beyond_bounds_is_refused_without_effect(begin: Begin, event: object) -> None:
    evening = begin()
    before = evening.do(hit())
    with pytest.raises(Refused, match="numbers here go from"):
        evening.do(act(event))  # type: ignore[arg-type]
    assert evening.session.state == before
    live = evening.do(count(1))
    evening.table.close()
    with open_table(evening.table.path) as again:
        assert again.state == live
        assert again.words == []


def test_an_edit_out_of_bounds_is_told_with_its_place(begin: Begin) -> None:
    evening = begin()
    evening.table.close()
    edit(evening.table.path, "boxes = 4", "boxes = 4, penalty = -1")
    with open_table(evening.table.path) as again:
        assert again.words[1].endswith("penalty must be a whole number from 0 to 999, not -1.")


def test_every_default_is_within_its_limit() -> None:
    for kind, name in limited_fields(State) | limited_fields(Act):
        limit, default = limit_of((kind, name)), kind.__dataclass_fields__[name].default  # type: ignore[attr-defined]
        assert not isinstance(default, int) or limit.low <= default <= limit.high, (kind, name)


# ------------------------------------------------------------------ texts

ORIGIN = save.Origin("t", 0, "00000000")
UNSEEN = "\u200b\u200c\u200d\u034f\u115f\u3164\U0001d173\u0600\u2028\u202e\ufeff\U000e0041\x1b\x9b\ue000"


@pytest.mark.parametrize("sign", UNSEEN, ids=[name_of(sign, f"U+{ord(sign):04X}") for sign in UNSEEN])
def test_invisible_signs_are_replaced_or_removed(sign: str) -> None:
    assert sanitize(f"a{sign}b") in ("a\ufffdb", "ab")


def test_names_are_one_line_and_paragraphs_stay() -> None:
    wild = "Bob\nSaved. All is well.\tYes"
    actor = Actor("bob", wild, concept=wild, notes="One.\n\nTwo.", details={wild: "a\nb"})
    pages = (Page("p", "note", wild, "A\nB"),)
    rod = Challenge("c", wild, text="a\n- b")
    state = State(wild, actors={"bob": actor}, challenges={"c": rod}, counters={wild: 1}, book=Book(pages))
    data = save.dumps(state, ORIGIN)
    kept = save.loads(data, Path("t.toml"))
    assert save.Origin.of(data) == ORIGIN._replace(sealed=True)
    sanitized = wild.replace("\n", "\ufffd").replace("\t", "\ufffd")
    assert kept == from_plain(State, to_plain(state))
    made = kept.actors["bob"]
    assert (kept.title, made.name, made.concept) == (sanitized,) * 3
    assert (made.notes, dict(made.details)) == ("One.\n\nTwo.", {sanitized: "a\nb"})
    assert list(kept.counters) == [sanitized]
    assert kept.challenges["c"].text == "a\n- b"
    assert kept.book.pages[0].text == "A\nB"


def test_a_name_of_60000_letters_is_cut() -> None:
    state = replace(small_table(), title="n" * 60_000)
    kept = save.loads(save.dumps(state, ORIGIN), Path("t.toml"))
    assert len(kept.title) == NAME.most
    assert kept.title.endswith("…")


# ------------------------------------------------------------------ files


@pytest.mark.long
def test_the_largest_save_is_read_and_a_larger_not_written() -> None:
    notes = {f"d{number}": "word " * 19_000 for number in range(43)}
    state = replace(small_table(), actors={"a": Actor("a", "A", details=notes)})
    data = save.dumps(state, ORIGIN)
    assert save.LARGEST_SAVE * 0.95 < len(data) <= save.LARGEST_SAVE
    assert save.loads(data, Path("t.toml")) == state
    more = replace(
        state, actors={"a": Actor("a", "A", details={**notes, "x": "word " * 19_000, "y": "word " * 19_000})}
    )
    with pytest.raises(OSError, match="too large for a save") as caught:
        save.dumps(more, ORIGIN)
    assert caught.value.errno == errno.EFBIG
    with pytest.raises(Broken, match="larger than"):
        save.loads(data + b"#" * save.LARGEST_SAVE, Path("t.toml"))


@pytest.mark.long
def test_no_save_is_written_that_cannot_be_read() -> None:
    crowd = {f"a{number}": Actor(f"a{number}", "A") for number in range(100_000)}
    with pytest.raises(OSError, match="too large for a save"):
        save.dumps(State("T", actors=crowd), ORIGIN)


def test_an_impossible_line_number_is_no_fault(begin: Begin) -> None:
    evening = begin()
    live = evening.do(hit())
    evening.table.close()
    edit(evening.table.path, ", line 1, ", f", line {'9' * 900}, ")
    with open_table(evening.table.path) as again:
        assert again.state == live


# ------------------------------------------------------------------ a journal larger than any


@pytest.fixture(params=["bytes", "lines"])
def limited(begin: Begin, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> PlayedTable:
    """A table whose journal is all but full."""
    evening = begin()
    evening.do(count(5), count(6), count(7), hit())
    if request.param == "bytes":
        monkeypatch.setattr(
            journal_lines, "LARGEST_JOURNAL", evening.table.path.with_suffix(".journal").stat().st_size + 9
        )
    else:
        monkeypatch.setattr(journal_lines, "MOST_LINES", 5)
    return evening


def test_a_full_journal_takes_no_act(limited: PlayedTable) -> None:
    live = limited.session.state
    with pytest.raises(Refused, match="The journal is full: leave, and open an older save"):
        limited.do(count(1))
    assert limited.session.state is live
    limited.table.close()
    with open_table(limited.table.path) as again:
        assert (again.state, again.words) == (live, [])


def test_a_journal_too_large_to_read_is_refused(limited: PlayedTable, monkeypatch: pytest.MonkeyPatch) -> None:
    log = limited.table.path.with_suffix(".journal")
    limited.table.close()
    whole = log.read_bytes()
    monkeypatch.setattr(journal_lines, "LARGEST_JOURNAL", len(whole) - 1)
    with pytest.raises(Unreadable, match="move it away to open the table from brass-orchid"):
        open_table(limited.table.path)
    assert log.read_bytes() == whole


def test_a_journal_with_too_many_lines_is_not_used(begin: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    evening = begin()
    evening.do(count(5), count(6))
    evening.table.close()
    monkeypatch.setattr(journal_lines, "MOST_LINES", 3)
    assert read_table(evening.table.path).words == []
    monkeypatch.setattr(journal_lines, "MOST_LINES", 2)
    assert "brass-orchid.journal cannot be used: it has more than 2 lines" in read_table(evening.table.path).words[0]


def test_lines_are_read_up_to_the_length_that_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = Timeline.beginning(small_table()).lines
    longer = replace(small_table(), title="A title that makes a longer line than the first one is, which has an id")
    lines.append(journal_lines.make_journal_line(lines[0], "state", longer))
    log = tmp_path / "orchid.journal"
    log.write_bytes(journal_lines.join_lines(lines))
    # Without its line end.
    length = len(lines[1].data) - 1
    assert length > len(lines[0].data), "else the first line would be too long, too"
    monkeypatch.setattr(journal_lines, "LONGEST_LINE", length)
    assert journal_lines.make_journal_line(lines[0], "state", longer) == lines[1]
    assert journal_lines.read_journal(log)[0] == lines
    monkeypatch.setattr(journal_lines, "LONGEST_LINE", length - 1)
    with pytest.raises(Refused, match="too large"):
        journal_lines.make_journal_line(lines[0], "state", longer)
    assert journal_lines.read_journal(log)[0] == lines[:1]


def test_a_row_has_at_most_the_boxes_of_a_screen() -> None:
    with pytest.raises(Unreadable, match="a whole number from 0 to 9,999"):
        from_plain(Row, {"id": "a", "label": "b", "boxes": 10_000})


def test_a_rename_beyond_all_bounds_is_cut_on_disk(begin: Begin, tmp_path: Path) -> None:
    evening = begin()
    evening.do(rename("x" * 9_000))
    with open_table(evening.killed(tmp_path / "copy")) as again:
        assert len(again.state.actors["mercer"].name) == NAME.most
