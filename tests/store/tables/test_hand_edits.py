"""Edits of a save by hand win, are reported and can be undone; a save that cannot be read is kept."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.store.acts import PlayedTable, count, edit, hit, small_table
from wyrd_tui.store.tables import names
from wyrd_tui.store.tables.opening import open_table
from wyrd_tui.store.tables.save import loads

Begin = Callable[[], PlayedTable]


def test_a_hand_edit_wins_and_can_be_undone(begin: Begin) -> None:
    evening = begin()
    before = evening.do(hit())
    evening.table.close()
    edit(evening.table.path, 'name = "Elias Mercer"', 'name = "Elias the Bold"  # he earned it')
    for _ in range(2):
        again = PlayedTable.open(evening.table.path)
        assert again.session.state.actors["mercer"].name == "Elias the Bold"
        assert again.session.done[-1].act.title == "Edited by hand"
        assert again.session.done[-1].act.lines == ("Edited by hand: actors.mercer.name",)
        again.table.close()
    again = PlayedTable.open(evening.table.path)
    assert again.table.words == []
    assert again.undo() == before
    assert again.undo() == small_table()
    assert again.redo(2).actors["mercer"].name == "Elias the Bold"
    again.table.close()


def test_a_hand_edit_is_told_and_kept_as_older_save(begin: Begin) -> None:
    evening = begin()
    evening.table.close()
    edit(evening.table.path, "number = 3", "number = 4")
    edited = evening.table.path.read_bytes()
    with open_table(evening.table.path) as again:
        assert again.words == [
            "brass-orchid.toml was changed by hand (scene.number). "
            "The change is on the table now, and undo takes it back."
        ]
    assert names.generation_paths(evening.table.path)[0].read_bytes() == edited


def test_the_loss_in_a_kept_journal_is_told(begin: Begin) -> None:
    evening = begin()
    evening.do(hit(), count(1), count(2))
    log = evening.table.path.with_suffix(".journal")
    kept = log.with_name("brass-orchid.broken.journal")
    kept.write_bytes(log.read_bytes().replace(b'"seq":3', b'"seq":7'))
    evening.table.close()
    with open_table(kept) as copy:
        assert any("damaged at line" in word for word in copy.words)


def test_a_hand_edit_survives_a_kill_and_wins_only_once(begin: Begin, tmp_path: Path) -> None:
    evening = begin()
    evening.do(hit())
    evening.table.close()
    edit(evening.table.path, "number = 3", "number = 4")
    text = evening.table.path.read_bytes()
    again = PlayedTable.open(evening.table.path)
    live = again.do(count(9))
    # As if the save that follows the edit's line had never been written.
    path = again.killed(tmp_path / "copy")
    path.write_bytes(text)
    with open_table(path) as third:
        assert third.state == live
        assert third.words[-1] == "brass-orchid.toml as it was is kept as brass-orchid.edited.toml."
    again.table.close()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("; seal ", " "),
        ("[table]", "[table] # mine"),
        ('place = "scene 3', 'place = "act 3'),
    ],
)
def test_edits_that_change_nothing_make_no_step(begin: Begin, old: str, new: str) -> None:
    evening = begin()
    live = evening.do(hit())
    evening.table.close()
    edit(evening.table.path, old, new)
    again = PlayedTable.open(evening.table.path)
    assert again.session.state == live
    assert len(again.session.done) == 1
    assert again.table.words == []
    again.table.close()


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (
            "number = 3",
            'number = "three"',
            "brass-orchid.toml:12:1: number must be a whole number from 0 to 99,999, not “three”",
        ),
        ("boxes = 4", "boxes = ", "brass-orchid.toml:"),
        ("[table]", "[tabel]", "[table] is missing"),
        ('side = "party"', 'side = "heroes"', "side must be party, foes or others, not “heroes”"),
        ('side = "party"', 'sied = "party"', 'sied nothing here is called sied; did you mean "side"?'),
        ("boxes = 4", "boxes = 4000000", "boxes must be a whole number from 0 to 9,999, not 4000000"),
        ("number = 3", "number = 1" + "0" * 5000, "a number has too many digits"),
        (
            "number = 3",
            "number = 0x" + "f" * 900,
            "number must be a whole number from 0 to 99,999, not a number that large",
        ),
        ("number = 3", "x" + ".x" * 3000 + " = 1", "nested more than 20 deep"),
    ],
    ids=["type", "syntax", "section", "choice", "key", "range", "digits", "large", "depth"],
)
def test_an_unreadable_edit_is_kept_aside_and_told(begin: Begin, old: str, new: str, told: str) -> None:
    evening = begin()
    live = evening.do(hit())
    evening.table.close()
    path = evening.table.path
    edit(path, old, new)
    spoilt = path.read_bytes()
    with open_table(path) as again:
        assert again.state == live
        assert again.words[0] == "brass-orchid.toml cannot be used, so the table comes from its journal."
        assert told in again.words[1]
        assert again.words[-1] == "brass-orchid.toml as it was is kept as brass-orchid.broken.toml."
    assert path.with_name("brass-orchid.broken.toml").read_bytes() == spoilt
    with open_table(path) as third:
        assert third.state == live
        assert third.words == []


ORDER = """[order]
turn = "felix"
[[order.places]]
who = "mercer"
[[order.places]]
who = "felix"
[bonuses.b1]
id = "b1"
label = "high ground"
value = 1
owner = "mercer"
against = "somebody who left"
"""


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('who = "mercer"', 'who = "mercr"', 'who names mercr, but nobody at the table has that id; did you mean "merc'),
        ('turn = "felix"', 'turn = "nobody-here"', "turn names nobody-here, but nobody at the table has that id"),
        ('owner = "mercer"', 'owner = ""', "owner names nobody, but nobody at the table has that id"),
        ("", "", ""),
    ],
    ids=["place", "turn", "owner", "sound"],
)
def test_an_edit_naming_missing_people_is_told_with_line(begin: Begin, old: str, new: str, told: str) -> None:
    evening = begin()
    evening.table.close()
    path = evening.table.path
    added = ORDER.replace(old, new) if old else ORDER
    edit(path, "# end of the table", f"{added}\n# end of the table")
    line = next((n for n, text in enumerate(path.read_text("utf-8").splitlines(), 1) if text == new), 0)
    with open_table(path) as again:
        words = "\n".join(again.words)
        assert len(again.state.order.places) == (0 if told else 2)
    assert (f"brass-orchid.toml:{line}:" in words) == bool(told)
    assert told in words


def test_hidden_characters_in_an_edit_are_replaced(begin: Begin) -> None:
    evening = begin()
    evening.table.close()
    edit(evening.table.path, 'name = "Elias Mercer"', 'name = "Eli\\u202Eas\\u001b[2J\u200d"')
    with open_table(evening.table.path) as again:
        assert again.state.actors["mercer"].name == "Eli\ufffdas\ufffd[2J\ufffd"


@pytest.mark.parametrize("how", ["edited", "emptied", "removed"])
@pytest.mark.parametrize("end", ["save", "close"])
def test_a_changed_save_is_written_without_play(begin: Begin, how: str, end: str) -> None:
    """A save edited, emptied or removed during play is written anew, with the changed file kept aside."""
    evening = begin()
    path = evening.table.path
    shown = evening.do(hit())
    evening.table.save()
    if how == "edited":
        edit(path, "Elias Mercer", "Elias Marsh")
    elif how == "emptied":
        path.write_bytes(b"")
    else:
        path.unlink()
    getattr(evening.table, end)()
    assert loads(path.read_bytes(), path) == shown
    told = " ".join(evening.table.words)
    assert ("kept as brass-orchid.edited.toml" in told) == (how != "removed")
    evening.table.close()
    with open_table(path) as again:
        assert (again.state, again.words) == (shown, [])


@pytest.mark.parametrize("saves", [0, 1], ids=["empty", "older"])
def test_an_empty_or_older_save_is_written_again(begin: Begin, saves: int) -> None:
    evening = begin()
    evening.table.move(evening.table.path.parent / "there")
    path = evening.table.path
    older = path.read_bytes() if saves else b""
    for number in range(saves):
        evening.do(count(number))
        evening.table.save()
    path.write_bytes(older)
    evening.table.save()
    assert loads(path.read_bytes(), path) == evening.session.state


def test_equal_bytes_are_no_edit_and_are_not_written(begin: Begin) -> None:
    evening = begin()
    path = evening.table.path
    evening.do(hit())
    evening.table.save()
    data = path.read_bytes()
    path.unlink()
    path.write_bytes(data)
    before = sorted(path.parent.iterdir())
    evening.table.close()
    assert path.read_bytes() == data
    assert sorted(path.parent.iterdir()) == before
