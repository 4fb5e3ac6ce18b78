"""Numbers, names and files go as far as a table could, and no further, whoever sealed them."""

from __future__ import annotations

import datetime
import errno
import gc
import time
import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any
from unicodedata import name as name_of

import pytest

from tests.store.acts import Evening, act, count, edit, hit, rename, small_table
from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.events import Changed, Joined, Marked, Rated
from wyrd_tui.engine.page import Page
from wyrd_tui.engine.sheet import Row
from wyrd_tui.engine.state import WYRD_ENGINE, Actor, Book, Challenge, State
from wyrd_tui.store.files import shapes
from wyrd_tui.store.files.bounds import NAME, SPANS
from wyrd_tui.store.files.codec import Unreadable, build, plain, tame
from wyrd_tui.store.files.problems import MOST_PROBLEMS, Broken
from wyrd_tui.store.tables import journal, replay, save, signs
from wyrd_tui.store.tables.encounter import create, open_table

Begin = Callable[[], Evening]


@contextmanager
def forging() -> Iterator[None]:
    """Let the program write any number, as anybody can with right seals and checksums."""
    plain(small_table())
    with pytest.MonkeyPatch.context() as patch:
        for shape in gc.get_objects():
            if isinstance(shape, shapes.Whole):
                patch.setattr(shape, "low", -shapes.LARGEST)
                patch.setattr(shape, "high", shapes.LARGEST)
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
    with forging(), create(with_row(**changes), "Forged", folder=tmp_path) as table:
        path = table.path
    for gone in (path.with_suffix(".lock"), path, path.with_suffix(".journal")):
        with pytest.raises(Unreadable, match=r"out of bounds|nothing is left|cannot be"):
            open_table(path)
        gone.unlink()


def test_a_forged_number_in_a_turn_ends_the_journal_before_it(begin: Begin, tmp_path: Path) -> None:
    evening = begin()
    live = evening.do(hit())
    with forging():
        evening.do(act(Rated("mercer", WYRD_ENGINE, "Fight", 9**16)), hit(marks=3))
    path = evening.killed(tmp_path / "copy")
    evening.undo(2)
    with open_table(path) as again:
        assert again.state == live
        assert "Line 4 of the journal cannot be played" in again.words[0]
        assert "numbers here go from −999 to 999" in again.words[0]


@pytest.mark.parametrize(
    "event",
    [
        Rated("mercer", WYRD_ENGINE, "Fight", 1_000),
        Marked("mercer", WYRD_ENGINE, {"stress": -1}),
        Changed("mercer", count=10_000),
        Joined(Actor("a", "A", count=-1)),
    ],
)
def test_a_turn_that_would_lead_too_far_is_refused_and_nothing_happened(begin: Begin, event: object) -> None:
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
        assert again.words[1].endswith("penalty is out of bounds: numbers here go from 0 to 999.")


def test_every_span_is_of_a_field_and_holds_its_default() -> None:
    for (kind, name), (low, high) in SPANS.items():
        field = kind.__dataclass_fields__[name]  # type: ignore[attr-defined]
        assert low <= 0 <= high or field.default == low
        assert not isinstance(field.default, int) or low <= field.default <= high


# ------------------------------------------------------------------ texts

UNSEEN = "\u200b\u200c\u200d\u034f\u115f\u3164\U0001d173\u0600\u2028\u202e\ufeff\U000e0041\x1b\x9b\ue000"


@pytest.mark.parametrize("sign", UNSEEN, ids=[name_of(sign, f"U+{ord(sign):04X}") for sign in UNSEEN])
def test_what_nobody_sees_is_marked_or_gone(sign: str) -> None:
    assert tame(f"a{sign}b") in ("a\ufffdb", "ab")


def test_names_are_one_line_and_paragraphs_stay() -> None:
    wild = "Bob\nSaved. All is well.\tYes"
    actor = Actor("bob", wild, concept=wild, notes="One.\n\nTwo.", details={wild: "a\nb"})
    pages = (Page("p", "note", wild, "A\nB"),)
    rod = Challenge("c", wild, text="a\n- b")
    state = State(wild, actors={"bob": actor}, challenges={"c": rod}, counters={wild: 1}, book=Book(pages))
    data = save.dumps(state, table="t", seq=0, chain="00000000", saved=0.0)
    kept = save.loads(data, Path("t.toml"))
    tamed = wild.replace("\n", "\ufffd").replace("\t", "\ufffd")
    assert kept.sealed
    assert kept.state == build(State, plain(state))
    made = kept.state.actors["bob"]
    assert (kept.state.title, made.name, made.concept) == (tamed,) * 3
    assert (made.notes, dict(made.details)) == ("One.\n\nTwo.", {tamed: "a\nb"})
    assert list(kept.state.counters) == [tamed]
    assert kept.state.challenges["c"].text == "a\n- b"
    assert kept.state.book.pages[0].text == "A\nB"


def test_a_name_of_60000_letters_is_cut_and_stays_sealed() -> None:
    state = replace(small_table(), title="n" * 60_000)
    kept = save.loads(save.dumps(state, table="t", seq=0, chain="00000000", saved=0.0), Path("t.toml"))
    assert kept.sealed
    assert len(kept.state.title) == NAME.most
    assert kept.state.title.endswith("…")


# ------------------------------------------------------------------ files


def test_of_many_problems_a_hundred_are_told(begin: Begin) -> None:
    evening = begin()
    evening.table.close()
    edit(evening.table.path, "[table]\n", "[table]\n" + "".join(f"k{number} = 1\n" for number in range(500)))
    with open_table(evening.table.path) as again:
        told = [word for word in again.words if "brass-orchid.toml:" in word]
        assert len(told) == MOST_PROBLEMS + 1
        assert told[-1].endswith("there is more to say; mend these first.")


def test_a_save_as_large_as_may_be_is_read_and_one_larger_is_not_written() -> None:
    notes = {f"d{number}": "word " * 19_000 for number in range(43)}
    state = replace(small_table(), actors={"a": Actor("a", "A", details=notes)})
    data = save.dumps(state, table="t", seq=0, chain="00000000", saved=0.0)
    assert save.LARGEST * 0.95 < len(data) <= save.LARGEST
    assert save.loads(data, Path("t.toml")).state == state
    more = replace(
        state, actors={"a": Actor("a", "A", details={**notes, "x": "word " * 19_000, "y": "word " * 19_000})}
    )
    with pytest.raises(OSError, match="too large for a save") as caught:
        save.dumps(more, table="t", seq=0, chain="00000000", saved=0.0)
    assert caught.value.errno == errno.EFBIG
    with pytest.raises(Broken, match="larger than"):
        save.loads(data + b"#" * save.LARGEST, Path("t.toml"))


def test_what_a_save_would_not_read_again_it_does_not_write() -> None:
    crowd = {f"a{number}": Actor(f"a{number}", "A") for number in range(signs.OF_A_SAVE // 3)}
    with pytest.raises(OSError, match="too large for a save"):
        save.dumps(State("T", actors=crowd), table="t", seq=0, chain="00000000", saved=0.0)


@pytest.mark.parametrize("clock", [-1e12, -1.0, 253_402_300_800.0, 1e15])
def test_a_clock_beyond_the_calendar_saves_all_the_same(begin: Begin, clock: float) -> None:
    data = save.dumps(small_table(), table="t", seq=0, chain="00000000", saved=clock)
    assert isinstance(tomllib.loads(data.decode())["table"]["saved"], datetime.datetime)
    assert save.loads(data, Path("t.toml")).state == small_table()


def test_a_number_of_a_line_that_there_cannot_be_is_no_fault(begin: Begin) -> None:
    evening = begin()
    live = evening.do(hit())
    evening.table.close()
    edit(evening.table.path, "seq = ", f"seq = 0x{'f' * 900} # ")
    with open_table(evening.table.path) as again:
        assert again.state == live


# ------------------------------------------------------------------ a journal larger than any


def _large(evening: Evening, into: Path, monkeypatch: pytest.MonkeyPatch, limit: str) -> Path:
    evening.do(count(5), count(6), count(7), hit())
    evening.table.save()
    evening.do(count(1), count(2))
    path = evening.killed(into)
    log = path.with_suffix(".journal")
    if limit == "bytes":
        monkeypatch.setattr(journal, "LARGEST", log.stat().st_size - 1)
        monkeypatch.setattr(journal, "_TAIL", 4096)
    else:
        monkeypatch.setattr(journal, "MOST_LINES", 3)
    return path


@pytest.mark.parametrize("limit", ["bytes", "lines"])
def test_a_journal_larger_than_any_is_kept_whole_and_no_turn_is_lost(
    begin: Begin, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: str
) -> None:
    evening = begin()
    path = _large(evening, tmp_path / "copy", monkeypatch, limit)
    # As it ships, more lines than this lie in what is read of the end.
    monkeypatch.setattr(journal, "_SOME", 6)
    log = path.with_suffix(".journal")
    whole = log.read_bytes()
    live = evening.session.state
    with open_table(path) as again:
        assert again.state == live
        assert "The journal" in again.words[0]
        assert "with 2 turns played since" in again.words[0]
        assert again.words[-1] == "The old journal is kept as brass-orchid.broken.journal."
    assert log.with_name("brass-orchid.broken.journal").read_bytes() == whole
    with open_table(path) as third:
        assert third.state == live
        assert third.words == []


def test_a_journal_larger_than_any_without_a_save_is_refused_untouched(
    begin: Begin, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = _large(begin(), tmp_path / "copy", monkeypatch, "bytes")
    log = path.with_suffix(".journal")
    whole = log.read_bytes()
    for save_file in path.parent.glob("*.toml"):
        save_file.unlink()
    with pytest.raises(Unreadable, match="The journal is larger than"):
        open_table(path)
    assert log.read_bytes() == whole


def test_more_turns_than_are_played_at_once_come_from_the_last_line_that_holds_a_table(
    begin: Begin, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = begin()
    evening.do(*(count(number) for number in range(1, 30)))
    evening.table.save()
    live = evening.do(count(99))
    path = evening.killed(tmp_path / "copy")
    path.unlink()
    monkeypatch.setattr(replay, "MOST_PLAYED", 1_000)
    again = Evening.open(path)
    assert again.session.state == live
    assert again.undo().counters == {"tension": 29}, "what came after that line is played"
    with pytest.raises(Refused, match="Nothing is left to undo: no turn before this is known"):
        again.undo()
    assert any("cannot be undone: there are more than 1,000 bytes" in word for word in again.table.words)
    again.table.close()


def test_an_undo_behind_the_last_save_costs_nothing_where_more_was_played_than_is_played_at_once(
    begin: Begin, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where a scene's end was saved, and then taken back."""
    evening = begin()
    evening.do(*(count(number) for number in range(1, 30)))
    evening.table.save()
    evening.do(count(30), count(31))
    evening.table.save()
    evening.undo()
    live = evening.do(count(98), count(99))
    path = evening.killed(tmp_path / "copy")
    monkeypatch.setattr(replay, "MOST_PLAYED", 1_000)
    again = Evening.open(path)
    assert again.session.state == live
    assert again.undo(3).counters == {"tension": 29}
    assert again.table.words[0] == "2 turns since the last save came back from the journal."
    again.table.close()


def test_a_line_is_looked_for_in_a_damaged_journal_at_no_cost(begin: Begin, tmp_path: Path) -> None:
    """The beginning of the line that a save names, again and again, none of them a line."""
    evening = begin()
    live = evening.do(hit())
    evening.table.save()
    path = evening.killed(tmp_path / "copy")
    kept = save.loads(path.read_bytes(), path)
    start = f'{{"crc":"{kept.chain}","seq":{kept.seq},'.encode()
    path.with_suffix(".journal").write_bytes(start * 40_000 + b"\n" + (start + b"\n") * 40_000)
    begun = time.process_time()
    with open_table(path) as again:
        assert again.state == live
    assert time.process_time() - begun < 2.0


def test_a_row_may_have_no_more_boxes_than_a_screen_can_show() -> None:
    with pytest.raises(Unreadable, match="numbers here go from 0 to 9,999"):
        build(Row, {"id": "a", "label": "b", "boxes": 10_000})


def test_a_rename_beyond_all_bounds_is_cut_on_disk(begin: Begin, tmp_path: Path) -> None:
    evening = begin()
    evening.do(rename("x" * 9_000))
    with open_table(evening.killed(tmp_path / "copy")) as again:
        assert len(again.state.actors["mercer"].name) == NAME.most
