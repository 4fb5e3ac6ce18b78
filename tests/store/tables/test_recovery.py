"""A table comes back after a kill, from either file alone, and from damaged ones."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.store.acts import Evening, count, edit, files, hit, newer, small_table
from wyrd_tui.engine.change import replace
from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.events import Counted
from wyrd_tui.engine.state import State
from wyrd_tui.store.files.codec import Unreadable
from wyrd_tui.store.tables.encounter import create, open_table

Begin = Callable[[], Evening]


# ------------------------------------------------------------------ killed


def test_killed_at_any_moment_every_shown_turn_is_there(begin: Begin, tmp_path: Path) -> None:
    evening = begin()
    moves: list[Callable[[], State]] = [
        lambda: evening.do(hit()),
        lambda: evening.do(count(1)),
        evening.undo,
        evening.undo,
        evening.redo,
    ]
    # Turns are counted, not what was undone and done again.
    told = ["1 turn since", "2 turns since", "1 turn since", "", "1 turn since"]
    for number, move in enumerate(moves):
        live = move()
        again = Evening.open(evening.killed(tmp_path / str(number)))
        assert again.session.state == live
        said = [f"{told[number]} the last save came back from the journal."] if told[number] else []
        assert again.table.words == said
        assert again.session.done == evening.session.done
        assert again.session.undone == evening.session.undone
        again.table.close()


def test_turns_undone_after_the_last_save_are_counted_and_nobody_who_looks_on_is_told(
    begin: Begin, tmp_path: Path
) -> None:
    evening = begin()
    evening.do(hit(), count(1))
    evening.table.save()
    live = evening.undo(2)
    path = evening.killed(tmp_path / "copy")
    with open_table(path, read_only=True) as looked:
        assert looked.state == live
        assert looked.words == []
    with open_table(path) as again:
        assert again.state == live
        assert again.words == ["2 turns undone after the last save stay undone."]


def test_what_a_killed_program_had_shown_is_there(begin: Begin) -> None:
    evening = begin()
    evening.table.close()
    program = (
        "import sys; from pathlib import Path; from tests.store.acts import Evening, count\n"
        "evening = Evening.open(Path(sys.argv[1]))\n"
        "for number in range(9999):\n"
        "    evening.do(count(number)); print(number, flush=True)\n"
        "    if number % 7 == 6: evening.table.save()"
    )
    command = [sys.executable, "-c", program, str(evening.table.path)]
    other = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[3])
    assert other.stdout is not None
    for _ in range(30):
        other.stdout.readline()
    other.kill()
    shown = other.stdout.read().split()
    other.wait()
    other.stdout.close()
    again = Evening.open(evening.table.path)
    assert again.session.state.counters["tension"] >= int(shown[-1] if shown else 29)
    assert again.undo(len(again.session.done)) == small_table()
    again.table.close()


@pytest.mark.parametrize("step", ["link", "replace", "write", "fsync"])
def test_killed_at_any_step_of_saving_the_table_is_there(
    begin: Begin, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    evening = begin()
    evening.do(hit())
    evening.table.save()
    live = evening.do(count(4))
    real = getattr(os, step)
    seen: list[Path] = []

    def watched(*args: object, **more: object) -> object:
        for when in ("before", "after"):
            seen.append(evening.killed(tmp_path / f"{len(seen)}-{when}"))
            if when == "before":
                result = real(*args, **more)
        return result

    monkeypatch.setattr(os, step, watched)
    evening.table.close()
    monkeypatch.undo()
    assert seen
    for path in seen:
        again = Evening.open(path)
        assert again.session.state == live
        assert again.undo(2) == small_table()
        again.table.close()
        assert not [name for name in os.listdir(path.parent) if name.endswith(".tmp")]


def test_a_step_whose_state_is_not_there_yet_is_not_saved(begin: Begin) -> None:
    # A signal handler may close the table between a line and its state.
    evening = begin()
    evening.do(hit())
    turn = evening.session.done[-1].turn
    evening.session.journal.record("do", type(turn)(2, "late", "late", ("Late",), (Counted("late", 1),), 1.0))
    evening.table.close()
    with open_table(evening.table.path) as again:
        assert again.state.counters == {"late": 1}


# ------------------------------------------------------------------ one file alone


def test_the_journal_alone_gives_the_table_back(begin: Begin) -> None:
    evening = begin()
    live = evening.do(hit(), count(1))
    evening.table.close()
    evening.table.path.unlink()
    again = Evening.open(evening.table.path.with_suffix(".journal"))
    assert again.session.state == live
    assert again.table.words == ["brass-orchid.toml was missing; the table was put together again from its journal."]
    assert evening.table.path.exists()
    assert again.undo(2) == small_table()
    again.table.close()


def test_the_save_alone_gives_the_table_back_without_its_history(begin: Begin) -> None:
    evening = begin()
    live = evening.do(hit())
    evening.table.close()
    evening.table.path.with_suffix(".journal").unlink()
    again = Evening.open(evening.table.path)
    assert again.session.state == live
    assert "Its journal is missing" in again.table.words[0]
    with pytest.raises(Refused, match="Nothing is left to undo"):
        again.undo()
    after = again.do(count(1))
    again.table.close()
    with open_table(evening.table.path) as third:
        assert third.state == after
        assert third.words == []


@pytest.mark.parametrize("content", [b"", b"\xff\xfe\x00", b'{"crc":"00000000","seq":0,"wyrd_journal":1}\n', b"[]\n"])
def test_a_journal_that_is_none_is_kept_aside(begin: Begin, content: bytes) -> None:
    evening = begin()
    live = evening.do(hit())
    evening.table.close()
    log = evening.table.path.with_suffix(".journal")
    log.write_bytes(content)
    with open_table(evening.table.path) as again:
        assert again.state == live
        assert again.words[-1] == "The old journal is kept as brass-orchid.broken.journal."
    assert log.with_name("brass-orchid.broken.journal").read_bytes() == content


def test_the_journal_of_another_table_is_not_played(begin: Begin) -> None:
    one, two = begin(), begin()
    live = one.do(hit())
    two.do(count(5))
    one.table.close()
    two.table.close()
    two.table.path.with_suffix(".journal").replace(one.table.path.with_suffix(".journal"))
    with open_table(one.table.path) as again:
        assert again.state == live
        assert "it belongs to another table" in again.words[0]


def _after_a_save(evening: Evening, into: Path) -> tuple[Path, Path]:
    """A table that was killed two turns after its save, with what its lock noted; its save and its journal."""
    evening.do(hit(), count(1), count(2))
    evening.table.save()
    evening.do(count(3), count(4))
    path = _killed_with_its_lock(evening, into)
    return path, path.with_suffix(".journal")


@pytest.mark.parametrize("by_hand", [False, True])
@pytest.mark.parametrize("lines", [2, 3, 4])
def test_what_was_played_after_a_save_is_said_to_be_gone_where_the_journal_ends_before_that(
    begin: Begin, tmp_path: Path, lines: int, by_hand: bool
) -> None:
    path, log = _after_a_save(begin(), tmp_path / "copy")
    log.write_bytes(b"".join(log.read_bytes().splitlines(keepends=True)[:lines])[: -9 if lines == 3 else None])
    if by_hand:
        edit(path, "Felix Cavendish", "Felicia")
    with open_table(path) as again:
        assert again.state.counters == {"tension": 2}
        told = " ".join(again.words)
        assert "2 steps or more, played after that, are gone." in told
        if by_hand:
            assert "was changed by hand, or knows more than what is left of the journal (" in told


def test_turns_after_an_edit_that_the_journal_lost_are_said_to_be_gone(begin: Begin, tmp_path: Path) -> None:
    path, log = _after_a_save(begin(), tmp_path / "copy")
    log.write_bytes(b"".join(log.read_bytes().splitlines(keepends=True)[:-1]))
    edit(path, "Felix Cavendish", "Felicia")
    with open_table(path) as again:
        assert "that is on the table now, on top of 1 turn played since" in again.words[0]
        assert again.words[1] == "The journal lacks its last 1 line; what was done then is gone."


def test_what_was_played_since_a_save_is_said_to_be_there(begin: Begin, tmp_path: Path) -> None:
    path, log = _after_a_save(begin(), tmp_path / "copy")
    log.write_bytes(log.read_bytes().replace(b'"value":1', b'"value":8'))
    with open_table(path) as again:
        assert again.state.counters == {"tension": 4}
        assert "the table is as it was saved, with 2 turns played since, but the steps between" in again.words[0]
        assert not any("gone" in word for word in again.words)


def test_what_was_undone_and_played_after_a_save_is_said_to_be_gone_where_the_journal_is_damaged_before_it(
    begin: Begin, tmp_path: Path
) -> None:
    """It said nothing of the undo, and of four turns."""
    evening = begin()
    evening.do(*(count(number) for number in range(1, 6)))
    evening.table.save()
    evening.undo()
    evening.do(*(count(number) for number in range(11, 15)))
    path = _killed_with_its_lock(evening, tmp_path / "copy")
    edit(path.with_suffix(".journal"), '"value":3', '"value":8')
    with open_table(path) as again:
        assert again.state.counters == {"tension": 5}
        assert "damaged at line 5; the table is as it was saved, but the steps between" in again.words[0]
        assert again.words[1:3] == [
            "What was undone or done after that is gone.",
            "5 steps or more, played after that, are gone.",
        ]


@pytest.mark.parametrize("kept", [40, -5])
def test_where_a_word_of_a_save_was_cut_nobody_knows_what_came_after_it(begin: Begin, kept: int) -> None:
    evening = begin()
    live = evening.do(hit(), count(1))
    evening.table.close()
    log = evening.table.path.with_suffix(".journal")
    *others, last = log.read_bytes().splitlines(keepends=True)
    log.write_bytes(b"".join(others) + last[:kept])
    with open_table(evening.table.path) as again:
        assert again.state == live
        assert again.words == [
            "The last line of the journal was cut short; it told of a save, and whatever came after it is gone.",
            "What was cut off is kept as brass-orchid.torn.journal.",
        ]


def test_an_older_save_helps_where_both_are_spoilt(begin: Begin) -> None:
    evening = begin()
    live = evening.do(hit())
    evening.table.save()
    evening.do(count(1))
    evening.table.close()
    path = evening.table.path
    path.write_bytes(b"= no")
    path.with_suffix(".journal").write_bytes(b"no\n")
    with open_table(path) as again:
        assert again.state == live
        assert any("brass-orchid.1.toml, an older save" in word for word in again.words)


def test_where_nothing_is_left_it_says_so_and_touches_nothing(home: Path) -> None:
    home.mkdir()
    (home / "a.toml").write_bytes(b"= no")
    (home / "a.journal").write_bytes(b"no\n")
    before = files(home)
    with pytest.raises(Unreadable, match=r"a\.toml:1:1: [\s\S]*nothing is left of this table to open"):
        open_table(home / "a.toml")
    assert files(home) == before
    with pytest.raises(Unreadable, match="there is no such table"):
        open_table(home / "b.toml")


def test_a_save_that_a_newer_version_wrote_is_left_alone(begin: Begin) -> None:
    evening = begin()
    evening.table.close()
    edit(evening.table.path, "format = 2", "format = 7")
    edit(evening.table.path, 'seal = "', 'seal = "f')
    before = files(evening.table.path.parent)
    with pytest.raises(Unreadable, match="newer version of this program"):
        open_table(evening.table.path)
    assert files(evening.table.path.parent) == before


def test_a_format_of_many_digits_is_refused_like_any_newer_one(begin: Begin) -> None:
    evening = begin()
    evening.table.close()
    edit(evening.table.path, "format = 2", f"format = 0x{'f' * 900}")
    edit(evening.table.path, 'seal = "', 'seal = "f')
    with pytest.raises(Unreadable, match="format unknown, this one knows 2"):
        open_table(evening.table.path)


def test_a_journal_that_a_newer_version_wrote_is_left_alone(begin: Begin) -> None:
    evening = begin()
    evening.table.close()
    log = evening.table.path.with_suffix(".journal")
    log.write_bytes(newer(log.read_bytes()))
    before = files(evening.table.path.parent)
    with pytest.raises(Unreadable, match="newer version of this program"):
        open_table(evening.table.path)
    assert files(evening.table.path.parent) == before


@pytest.mark.parametrize(("suffix", "old"), [(".toml", "format = 2"), (".journal", '"wyrd_journal":2')])
def test_a_damaged_number_of_the_format_keeps_no_table_shut(begin: Begin, suffix: str, old: str) -> None:
    evening = begin()
    live = evening.do(hit())
    evening.table.close()
    edit(evening.table.path.with_suffix(suffix), old, old.replace("2", "3"))
    with open_table(evening.table.path) as again:
        assert again.state == live


# ------------------------------------------------------------------ damaged


@pytest.mark.parametrize(("old", "new"), [("seq = 2", "seq = 0"), ('chain = "', 'chain = "0'), ("seq = ", "sgq = ")])
def test_damage_in_what_a_save_says_of_itself_never_takes_turns_back(
    begin: Begin, tmp_path: Path, old: str, new: str
) -> None:
    evening = begin()
    evening.do(hit())
    evening.table.save()
    live = evening.do(count(1))
    path = evening.killed(tmp_path / "copy")
    edit(path, old, new)
    with open_table(path) as again:
        assert again.state == live


def test_turns_after_a_damaged_first_line_are_played_on_top_of_the_save(begin: Begin, tmp_path: Path) -> None:
    evening = begin()
    evening.do(hit())
    evening.table.save()
    live = evening.do(count(1), count(2))
    path = evening.killed(tmp_path / "copy")
    edit(path.with_suffix(".journal"), '"table":', '"tablf":')
    with open_table(path) as again:
        assert again.state == live
        assert "the table is as it was saved, with 2 turns played since, but no step before" in again.words[0]


def test_a_journal_that_ends_between_two_lines_too_early_is_noticed(begin: Begin) -> None:
    evening = begin()
    first = evening.do(hit())
    evening.do(count(1))
    folder, path = evening.table.path.parent, evening.table.path
    kept = files(folder)
    evening.table.close()
    for name in os.listdir(folder):
        if not name.endswith(".lock"):
            (folder / name).unlink()
    for name, data in kept.items():
        (folder / name).write_bytes(data)
    log = path.with_suffix(".journal")
    log.write_bytes(b"".join(log.read_bytes().splitlines(keepends=True)[:-1]))
    with open_table(path) as again:
        assert again.state == first
        assert again.words[-1] == "The journal lacks its last 1 line; what was done then is gone."
    with open_table(path) as third:
        assert third.words == []


def test_a_torn_tail_is_cut_off_and_kept(begin: Begin) -> None:
    evening = begin()
    live = evening.do(hit())
    evening.table.close()
    log = evening.table.path.with_suffix(".journal")
    whole = log.read_bytes()
    log.write_bytes(whole + b'{"crc":"1234')
    with open_table(evening.table.path) as again:
        assert again.state == live
        assert again.words[0].startswith("The last line of the journal was cut short")
        assert again.words[1] == "What was cut off is kept as brass-orchid.torn.journal."
        assert log.read_bytes() == whole
    assert log.with_name("brass-orchid.torn.journal").read_bytes() == b'{"crc":"1234'


def test_damage_before_the_save_loses_single_undo_and_nothing_else(begin: Begin) -> None:
    evening = begin()
    first = evening.do(hit())
    live = evening.do(count(1), count(2), count(3))
    evening.table.close()
    log = evening.table.path.with_suffix(".journal")
    log.write_bytes(log.read_bytes().replace(b'"value":1', b'"value":8'))
    again = Evening.open(evening.table.path)
    assert again.session.state.counters == live.counters
    assert "damaged at line 4" in again.table.words[0]
    assert again.undo() == first
    assert again.undo() == small_table()
    again.table.close()


def test_a_journal_that_lost_its_end_is_behind_the_save(begin: Begin) -> None:
    evening = begin()
    live = evening.do(hit(), count(1), count(2))
    evening.table.close()
    log = evening.table.path.with_suffix(".journal")
    log.write_bytes(b"".join(log.read_bytes().splitlines(keepends=True)[:3]))
    again = Evening.open(evening.table.path)
    assert again.session.state.counters == live.counters
    assert "The journal ends 2 lines before the save does" in again.table.words[0]
    assert again.undo().counters == {}
    again.table.close()
    third = Evening.open(evening.table.path)
    assert third.table.words == []
    third.table.close()


# ------------------------------------------------------------------ what is gone is said


def _killed_with_its_lock(evening: Evening, into: Path) -> Path:
    path = evening.killed(into)
    path.with_suffix(".lock").write_bytes(evening.table.path.with_suffix(".lock").read_bytes())
    return path


def test_without_its_journal_a_table_says_how_many_steps_are_gone(begin: Begin, tmp_path: Path) -> None:
    evening = begin()
    saved = evening.do(count(7))
    evening.table.save()
    evening.do(hit(), count(1), count(2))
    path = _killed_with_its_lock(evening, tmp_path / "copy")
    path.with_suffix(".journal").unlink()
    again = Evening.open(path)
    assert again.session.state == saved
    assert again.table.words[1] == "3 steps or more, played after that, are gone."
    with pytest.raises(Refused, match="no turn before this is known"):
        again.undo()
    again.table.close()


def test_without_its_journal_a_table_that_was_saved_at_its_end_says_nothing_is_gone(begin: Begin) -> None:
    evening = begin()
    live = evening.do(hit())
    evening.table.close()
    evening.table.path.with_suffix(".journal").unlink()
    with open_table(evening.table.path) as again:
        assert again.state == live
        assert not any("gone" in word for word in again.words)


def test_a_last_line_that_was_shown_and_then_cut_is_said_to_be_gone(begin: Begin, tmp_path: Path) -> None:
    evening = begin()
    first = evening.do(hit())
    evening.do(count(1))
    path = _killed_with_its_lock(evening, tmp_path / "copy")
    log = path.with_suffix(".journal")
    log.write_bytes(log.read_bytes()[:-20])
    with open_table(path) as again:
        assert again.state == first
        assert any(word.startswith("The last line of the journal was cut short; what it said") for word in again.words)
        assert "A step that had been shown is gone." in again.words


def test_an_older_save_helps_where_the_journal_is_torn_before_it(begin: Begin) -> None:
    evening = begin()
    evening.do(hit())
    evening.table.save()
    live = evening.do(count(1))
    evening.table.save()
    evening.do(count(2))
    evening.table.close()
    path = evening.table.path
    log = path.with_suffix(".journal")
    path.write_bytes(b"= no")
    log.write_bytes(log.read_bytes().splitlines(keepends=True)[0] + b"torn\n")
    again = Evening.open(path)
    assert again.session.state.counters == live.counters
    assert "brass-orchid.1.toml, an older save, helped out." in again.table.words
    again.table.close()
    with open_table(path) as third:
        assert third.state.counters == live.counters
        assert third.words == []


def test_turns_that_were_redone_after_the_last_save_are_told(begin: Begin, tmp_path: Path) -> None:
    """It was said that −1 turns stay undone."""
    evening = begin()
    evening.do(hit(), count(1), count(2))
    evening.undo(2)
    evening.table.save()
    shown = evening.redo(2)
    with open_table(evening.killed(tmp_path / "killed")) as table:
        assert table.state == shown
        assert table.words[0] == "2 turns redone after the last save came back from the journal."


def test_an_older_save_of_another_table_never_helps_out(begin: Begin, tmp_path: Path) -> None:
    other = begin()
    for number in range(9):
        other.do(count(number))
    other.table.save()
    evening = begin()
    evening.do(hit())
    path = evening.killed(tmp_path / "killed")
    shown = evening.session.state
    path.unlink()
    path.with_suffix(".1.toml").write_bytes(other.table.path.read_bytes())
    with path.with_suffix(".journal").open("ab") as log:
        log.write(b"rubbish\n")
    with open_table(path) as table:
        assert table.state == shown
        assert "helped out" not in " ".join(table.words)


def test_a_turn_beyond_all_numbers_is_looked_at_and_says_why(begin: Begin) -> None:
    state = replace(small_table(), turn=999_999_999)
    table = create(state, "last")
    table.close()
    edit(table.path, "Elias Mercer", "Elias Marsh")
    with open_table(table.path) as again:
        assert "That would lead to the number 1,000,000,000" in again.read_only
