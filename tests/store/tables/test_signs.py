"""How much there is in a file, counted by what costs time to read; and whatever is written can be read again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import tomli_w
from hypothesis import given
from hypothesis import strategies as st

from tests.store.acts import Evening, act, count, files, small_table
from wyrd_tui.engine.change import replace
from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.events import Joined, Said
from wyrd_tui.engine.state import Actor, State
from wyrd_tui.store.tables import journal, save, signs
from wyrd_tui.store.tables.encounter import create, open_table

TEXTS = st.text(st.sampled_from("=.,[]{}:#\"'\\\n a\t"), max_size=12)
PROSE = "::,,[[{{..==" * 8_000


@given(st.lists(TEXTS, max_size=6))
def test_only_what_stands_outside_of_texts_counts(texts: list[str]) -> None:
    said = {f"k{number}": {"text": text, "list": [text, 1]} for number, text in enumerate(texts)}
    silent = {key: {"text": "", "list": ["", 1]} for key in said}
    for multiline in (False, True):
        written, empty = (tomli_w.dumps(one, multiline_strings=multiline).encode() for one in (said, silent))
        assert signs.bare(written) == signs.bare(empty)


@pytest.mark.parametrize("opened", ['"""', "'''", '"', "'", '"""\\', '\\"""', "# ", '""""""', "''''"])
def test_what_never_ends_is_looked_through_once(opened: str) -> None:
    """A pattern that begins anew at each of them would take minutes."""
    assert len(signs.bare(opened.encode() * 200_000)) <= len(opened) * 200_000


def test_comments_count_for_nothing_and_hide_nothing() -> None:
    assert signs.bare(b'a = 1 # "" \'\'\' """\nb = 2\n') == b"a = 1  \nb = 2\n"
    assert signs.bare(b'a = "#" # x\nb = "\\"#"\n') == b"a =    \nb =  \n"
    assert signs.bare(b'a = """x"""" # """\nb = [1]') == b"a =    \nb = [1]"


@pytest.mark.parametrize(
    "data",
    [
        b"a = [" + b"," * 100_100 + b"]",
        b"# " + b"," * 100_100 + b"\n" + b"#\n" * 100_100,
        b'"" ' * 60_000 + b"," * 90_000,
    ],
    ids=["list", "comments", "texts"],
)
def test_what_takes_long_is_not_counted_out_of_what_it_says(data: bytes) -> None:
    """Comments say nothing, and two millions of them took five seconds."""
    assert signs.crowded_save(data * 2)


def test_prose_of_signs_fits_a_save_and_a_journal(tmp_path: Path) -> None:
    """A cast whose notes are colons was good to start with, and was gone after a kill."""
    notes = {name: replace(one, notes=PROSE) for name, one in small_table().actors.items()}
    state = replace(small_table(), actors=notes)
    evening = Evening.new(state)
    newcomer = Actor("new", "New", notes=PROSE)
    evening.do(act(Joined(newcomer), Joined(replace(newcomer, id="newer"))), count(1))
    shown = evening.session.state
    killed = evening.killed(tmp_path / "killed")
    with open_table(killed) as table:
        assert table.state == shown
    for lost in (".toml", ".journal"):
        killed.with_suffix(lost).unlink()
        with open_table(killed) as table:
            assert table.state == shown, lost
    evening.table.close()


@pytest.mark.parametrize("text", ["_" * 10_000, "0123456789abcdef" * 1_000], ids=["rule", "digits"])
def test_a_text_is_no_number_however_long(text: str) -> None:
    state = State("T", actors={"a": Actor("a", "A", notes=text)})
    data = save.dumps(state, table="t", seq=0, chain="00000000", saved=0.0)
    assert save.loads(data, Path("t.toml")).state == state


def test_a_turn_that_could_not_be_read_again_is_refused_and_nothing_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(signs, "OF_A_LINE", 2_000)
    evening = Evening.new()
    before = files(evening.table.path.parent)
    crowd = tuple(Joined(Actor(f"a{number}", "A")) for number in range(800))
    with pytest.raises(Refused, match="too much at once for the journal: it has more than 2,000 keys and values"):
        evening.do(act(*crowd))
    assert files(evening.table.path.parent) == before
    assert evening.do(count(1)).counters == {"tension": 1}
    assert not evening.session.trouble
    evening.table.close()


def test_a_table_that_could_not_be_read_again_does_not_begin(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(signs, "OF_A_LINE", 2_000)
    crowd = {f"a{number}": Actor(f"a{number}", "A" * 9) for number in range(800)}
    with pytest.raises(OSError, match="it has more than 2,000 keys and values"):
        create(State("Crowd", actors=crowd))
    assert not list(home.rglob("*.*"))


@given(st.data())
def test_what_fits_a_save_has_twice_as_many_signs_in_json_at_most(data: st.DataObject) -> None:
    tree = st.recursive(
        st.integers(0, 9) | TEXTS,
        lambda inside: st.lists(inside, max_size=4) | st.dictionaries(st.sampled_from("abcd"), inside, max_size=4),
        max_leaves=30,
    )
    sections = data.draw(st.dictionaries(st.sampled_from("efgh"), st.dictionaries(st.sampled_from("abcd"), tree)))
    toml = signs.bare(tomli_w.dumps(sections, multiline_strings=True).encode())
    line = json.dumps(sections, separators=(",", ":"), ensure_ascii=False).encode()
    of_a_save = sum(map(toml.count, (b"=", b".", b",", b"[", b"{")))
    of_a_line = sum(map(signs._JSON.sub(b"", line).count, (b":", b",", b"[", b"{")))
    # Sections without a key of their own have a header alone.
    assert of_a_line <= 2 * of_a_save + 3 * len(sections) + 1


def test_turns_of_any_text_are_read_again() -> None:
    evening = Evening.new()
    evening.do(act(Said(PROSE), name="say"), count(2))
    lines = journal.read(evening.table.path.with_suffix(".journal")).lines
    assert [list(journal.parsed(line))[2] for line in lines[1:]] == ["saved", "do", "do"]
    evening.table.close()
