"""What a hand changed in a save wins, is told, and can be undone; what cannot be read is kept."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.store.acts import Evening, act, count, edit, hit, rename, small_table
from wyrd_tui.engine.events import Left
from wyrd_tui.store.tables import naming
from wyrd_tui.store.tables.encounter import open_table
from wyrd_tui.store.tables.save import loads

Begin = Callable[[], Evening]


def test_a_hand_edit_wins_and_can_be_undone(begin: Begin) -> None:
    evening = begin()
    before = evening.do(hit())
    evening.table.close()
    edit(evening.table.path, 'name = "Elias Mercer"', 'name = "Elias the Bold"  # he earned it')
    for _ in range(2):
        again = Evening.open(evening.table.path)
        assert again.session.state.actors["mercer"].name == "Elias the Bold"
        assert again.session.done[-1].turn.title == "Edited by hand"
        assert again.session.done[-1].turn.lines == ("Edited by hand: actors.mercer.name",)
        again.table.close()
    again = Evening.open(evening.table.path)
    assert again.table.words == []
    assert again.undo() == before
    assert again.undo() == small_table()
    assert again.redo(2).actors["mercer"].name == "Elias the Bold"
    again.table.close()


def test_a_hand_edit_is_told_and_its_file_stays_among_the_generations(begin: Begin) -> None:
    evening = begin()
    evening.table.close()
    edit(evening.table.path, "number = 3", "number = 4")
    edited = evening.table.path.read_bytes()
    with open_table(evening.table.path) as again:
        assert again.words == [
            "brass-orchid.toml was changed by hand (scene.number); that is on the table now, and undo takes it back."
        ]
    assert naming.generation(evening.table.path, 1).read_bytes() == edited


def test_of_an_older_save_it_is_said_that_it_was_changed(begin: Begin) -> None:
    """One bit of it made another table, and nobody was told."""
    evening = begin()
    evening.do(hit())
    evening.table.save()
    evening.do(count(5))
    evening.table.close()
    older = naming.generation(evening.table.path, 1)
    for changed in (False, True):
        if changed:
            edit(older, "number = 3", "number = 7")
        with open_table(older) as copy:
            assert copy.words[0].startswith("brass-orchid.1.toml is a copy; it opened as a table of its own, ")
            assert ("brass-orchid.1.toml was changed by hand." in copy.words[1]) is changed
            assert "brass-orchid.1.toml has no journal; the table is as it was saved" in copy.words[1]


def test_of_a_copy_nothing_is_said_to_be_undone_that_cannot_be(begin: Begin) -> None:
    """Its steps stay behind."""
    evening = begin()
    evening.do(hit(), count(1))
    evening.table.close()
    path = evening.table.path.with_name("brass-orchid.format1.toml")
    for suffix in (".toml", ".journal"):
        path.with_suffix(suffix).write_bytes(evening.table.path.with_suffix(suffix).read_bytes())
    edit(path, 'name = "Elias Mercer"', 'name = "Elias the Bold"')
    with open_table(path) as copy:
        assert copy.words[1:] == ["brass-orchid.format1.toml: Edited by hand: actors.mercer.name."]
        assert copy.state.actors["mercer"].name == "Elias the Bold"


def test_of_a_journal_that_was_kept_it_is_said_what_is_lost(begin: Begin) -> None:
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
    again = Evening.open(evening.table.path)
    live = again.do(count(9))
    # As if the save that follows the edit's line had never been written.
    path = again.killed(tmp_path / "copy")
    path.write_bytes(text)
    with open_table(path) as third:
        assert third.state == live
    again.table.close()


def test_a_hand_edit_beside_turns_that_were_never_saved_goes_on_top_of_them(begin: Begin, tmp_path: Path) -> None:
    evening = begin()
    evening.table.save()
    live = evening.do(hit())
    path = evening.killed(tmp_path / "copy")
    edit(path, "number = 3", "number = 4")
    again = Evening.open(path)
    assert again.session.state.scene.number == 4
    assert again.session.state.turn == 2
    assert again.session.state.actors == live.actors
    assert again.table.words == [
        "brass-orchid.toml was changed by hand (scene.number); that is on the table now, "
        "on top of 1 turn played since it was written. Undo takes it back."
    ]
    assert again.undo() == live
    again.table.close()


def test_a_hand_edit_goes_on_top_of_turns_that_were_undone(begin: Begin, tmp_path: Path) -> None:
    evening = begin()
    evening.do(hit())
    evening.table.save()
    evening.undo()
    path = evening.killed(tmp_path / "copy")
    edit(path, "number = 3", "number = 4")
    with open_table(path) as again:
        assert again.state.scene.number == 4
        assert again.state.actors["mercer"] == small_table().actors["mercer"]
        assert "on top of turns undone since it was written" in again.words[0]


def test_a_hand_edit_of_what_has_gone_since_brings_the_table_back_to_its_save(begin: Begin, tmp_path: Path) -> None:
    evening = begin()
    evening.table.save()
    live = evening.do(hit(), act(Left("felix")))
    path = evening.killed(tmp_path / "copy")
    edit(path, 'name = "Felix Cavendish"', 'name = "Felix the Late"')
    again = Evening.open(path)
    assert again.session.state.actors["felix"].name == "Felix the Late"
    assert again.session.state.actors["mercer"] == small_table().actors["mercer"]
    assert again.table.words == [
        "brass-orchid.toml was changed by hand (actors.felix.name) in a place that is no more after 2 turns played "
        "since it was written. The table is as the file says; undo brings back what it was."
    ]
    assert again.undo() == live
    again.table.close()


def test_hidden_characters_that_the_program_kept_are_no_edit(begin: Begin, tmp_path: Path) -> None:
    evening = begin()
    evening.do(rename("Eli\u200das"))
    evening.table.save()
    live = evening.do(count(1))
    path = evening.killed(tmp_path / "copy")
    edit(path, "number = 3", "number = 4")
    again = Evening.open(path)
    assert again.session.done[-1].turn.lines == ("Edited by hand: scene.number",)
    assert again.session.state.actors["mercer"].name == "Eli\ufffdas"
    assert again.session.state.counters == live.counters
    again.table.close()


@pytest.mark.parametrize(
    ("old", "new"), [("seal = ", "seal = 1 #"), ("[table]", "[table] # mine"), ('place = "scene 3', 'place = "act 3')]
)
def test_what_is_no_edit_of_the_table_makes_no_step(begin: Begin, old: str, new: str) -> None:
    evening = begin()
    live = evening.do(hit())
    evening.table.close()
    edit(evening.table.path, old, new)
    again = Evening.open(evening.table.path)
    assert again.session.state == live
    assert len(again.session.done) == 1
    assert again.table.words == []
    again.table.close()


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("number = 3", 'number = "three"', "brass-orchid.toml:16:1: number wants a whole number, not “three”"),
        ("boxes = 4", "boxes = ", "brass-orchid.toml:"),
        ("[table]", "[tabel]", "[table] is missing"),
        ('side = "party"', 'side = "heroes"', "side wants party, foes or others, not “heroes”"),
        ('side = "party"', 'sied = "party"', "sied nothing here is called sied; did you mean side?"),
        ("boxes = 4", "boxes = 4000000", "boxes is out of bounds: numbers here go from 0 to 9,999"),
        ("number = 3", "number = 0x" + "f" * 9000, "a number in it has too many digits"),
        ("number = 3", "number = 0x" + "f" * 900, "number wants a whole number, not a number that large"),
        ("number = 3", "x" + ".x" * 3000 + " = 1", "nested more than 20 deep"),
    ],
    ids=["type", "syntax", "section", "choice", "key", "range", "digits", "large", "depth"],
)
def test_an_edit_that_cannot_be_read_is_kept_aside_and_told(begin: Begin, old: str, new: str, told: str) -> None:
    evening = begin()
    live = evening.do(hit())
    evening.table.close()
    path = evening.table.path
    edit(path, old, new)
    spoilt = path.read_bytes()
    with open_table(path) as again:
        assert again.state == live
        assert again.words[0] == "brass-orchid.toml cannot be used, so the table comes from its journal:"
        assert told in again.words[1]
        assert again.words[-1] == "The file is kept as brass-orchid.broken.toml."
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
def test_an_edit_that_names_people_who_are_not_there_is_told_with_its_line(
    begin: Begin, old: str, new: str, told: str
) -> None:
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


def test_hidden_characters_in_an_edit_are_taken_out(begin: Begin) -> None:
    evening = begin()
    evening.table.close()
    edit(evening.table.path, 'name = "Elias Mercer"', 'name = "Eli\\u202Eas\\u001b[2J\u200d"')
    with open_table(evening.table.path) as again:
        assert again.state.actors["mercer"].name == "Elias\ufffd[2J"


def test_an_edit_while_the_table_is_open_is_kept_and_told(begin: Begin) -> None:
    evening = begin()
    live = evening.do(hit())
    evening.table.save()
    path = evening.table.path
    edit(path, "number = 3", "number = 9")
    edited = path.read_bytes()
    live = evening.do(count(1))
    evening.table.close()
    assert path.with_name("brass-orchid.edited.toml").read_bytes() == edited
    told = evening.table.tell()
    assert "kept as brass-orchid.edited.toml" in told[-1]
    assert evening.table.tell() == []
    with open_table(path) as again:
        assert again.state == live


@pytest.mark.parametrize("how", ["edited", "emptied", "removed"])
@pytest.mark.parametrize("end", ["keep", "close"])
def test_a_save_that_is_not_as_it_was_left_is_written_though_nothing_was_played(
    begin: Begin, how: str, end: str
) -> None:
    """It was said to be saved, and what lay there was somebody else's, or nothing."""
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
    assert loads(path.read_bytes(), path).state == shown
    told = " ".join(evening.table.words)
    assert ("kept as brass-orchid.edited.toml" in told) == (how != "removed")
    evening.table.close()
    with open_table(path) as again:
        assert (again.state, again.words) == (shown, [])


def test_the_same_bytes_in_its_place_are_no_edit_and_no_reason_to_write(begin: Begin) -> None:
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
