"""Tables of every format that ever landed open for ever, with every turn; never write these files anew.

`formats/1` has a table of each version that called its own shape format 1, by the beginning of its name.
"""

from __future__ import annotations

import errno
import json
import shutil
import stat
import zlib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.trust.everything import said
from tests.trust.story import content, say, sit
from wyrd_tui.engine.events import EVENTS
from wyrd_tui.engine.state import GAMES, WYRD_ENGINE, State
from wyrd_tui.store.files import atomic
from wyrd_tui.store.scenarios.scenario import begin, load
from wyrd_tui.store.tables import journal, migrations, save
from wyrd_tui.store.tables.encounter import open_table
from wyrd_tui.store.tables.journal import read
from wyrd_tui.store.tables.replay import standing

FOLDER = Path(__file__).parent / "formats"
NUMBERS = range(1, migrations.FORMAT + 1)
GOLDEN = [path for number in NUMBERS for path in sorted((FOLDER / str(number)).glob("*.toml"))]
OLDER = [path for path in GOLDEN if path.parent.name != str(migrations.FORMAT)]
NAMES = [f"{path.parent.name}-{path.stem}" for path in GOLDEN]
# What landed before two of the games did, or before there was a way to all of this.
ONE_GAME = {"56a93a0", "3585a92", "bruecke"}
BEHIND = "bruecke"
BOTH, SAVE, JOURNAL = (".toml", ".journal"), (".toml",), (".journal",)


def laid(golden: Path, folder: Path, parts: tuple[str, ...] = BOTH) -> Path:
    """A copy of a golden table; gives its save's path."""
    folder.mkdir(exist_ok=True)
    for part in parts:
        shutil.copyfile(golden.with_suffix(part), folder / f"{golden.stem}{part}")
    return folder / golden.name


def laid_beside(log: Path, folder: Path) -> Path:
    """A journal in a folder of its own, which leads to where its table must be; gives its save's path."""
    folder.mkdir()
    shutil.copyfile(log, folder / log.name)
    return folder / log.with_suffix(".toml").name


def written(golden: Path) -> list[bytes]:
    """The lines of its journal, as they stand there."""
    return golden.with_suffix(".journal").read_bytes().splitlines()


def chained(bodies: list[bytes]) -> bytes:
    """Lines of a journal of the first format with checksums that fit."""
    crc, made = 0, []
    for body in bodies:
        crc = zlib.crc32(body, crc)
        made.append(b'{"crc":"%08x",%b\n' % (crc, body))
    return b"".join(made)


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.suffix != ".lock"}


def shown(path: Path) -> State:
    """What is on a table that is only looked at."""
    return content(open_table(path, read_only=True).state)


# ------------------------------------------------------------------ whole


@pytest.mark.parametrize("golden", GOLDEN, ids=NAMES)
def test_no_turn_is_lost_and_all_can_be_undone(golden: Path, tmp_path: Path) -> None:
    stands = standing(written(golden)[1:])
    assert stands.good == len(written(golden)) - 1
    path = laid(golden, tmp_path)
    with open_table(path) as table:
        assert not table.read_only
        live = table.state
        play = sit(table)
        assert (len(play.done), len(play.undone)) == (len(stands.done), len(stands.undone))
        while play.done:
            play.undo()
        assert play.state == read(path.with_suffix(".journal")).initial
        while len(play.done) < len(stands.done):
            play.redo()
        assert play.state == live
    with open_table(path) as table:
        assert table.words == []
        assert table.state == live
        assert len(sit(table).done) == len(stands.done)


@pytest.mark.parametrize(("limit", "most"), [("_MOST_OLDER", 10), ("LARGEST", 1000), ("MOST_LINES", 3)])
def test_turns_after_a_save_come_back_from_a_journal_that_is_too_much_to_be_brought_up_to_date(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: str, most: int
) -> None:
    """They were read as if today's program had written them."""
    golden = FOLDER / "1" / f"{BEHIND}.toml"
    whole = shown(laid(golden, tmp_path / "whole"))
    logs = [older.with_suffix(".journal") for older in OLDER]
    today = [[line.partition(b",")[2] for line in read(log).lines[2:]] for log in logs]
    monkeypatch.setattr(journal, limit, most)
    with open_table(laid(golden, tmp_path / "part")) as table:
        assert content(table.state) == whole
        assert "played since, but no step before now can be undone" in table.words[0]
    for log, lines in zip(logs, today, strict=True):
        first = json.loads(log.read_bytes().splitlines()[1])
        after = read(log).after(first["seq"], first["crc"])
        assert after is not None
        assert [line.partition(b",")[2] for line in after] == lines


@pytest.mark.parametrize("golden", GOLDEN, ids=NAMES)
@pytest.mark.parametrize("parts", [BOTH, SAVE, JOURNAL])
def test_either_file_alone_has_the_table(golden: Path, parts: tuple[str, ...], tmp_path: Path) -> None:
    """What the save holds is what the events of the journal come to, also by the rules of today."""
    if golden.stem == BEHIND and parts == SAVE:
        pytest.skip("its program was killed when it had played on from the save")
    whole = shown(laid(golden, tmp_path / "whole"))
    path = laid(golden, tmp_path / "part", parts)
    assert shown(path) == whole
    with open_table(path) as table:
        assert content(table.state) == whole
        assert "by hand" not in "\n".join(table.words)
    with open_table(path) as table:
        assert table.words == []
        assert content(table.state) == whole


def test_names_of_many_alphabets_are_what_they_were(tmp_path: Path) -> None:
    with open_table(laid(FOLDER / "1" / "bruecke.toml", tmp_path)) as table:
        zoë = table.state.actors["zoë-ångström"]
        assert (zoë.name, zoë.sheets[WYRD_ENGINE].track[0].marks) == ("Ζωή", 3)


@pytest.mark.parametrize("golden", GOLDEN, ids=NAMES)
def test_a_table_goes_on_where_it_was_left(golden: Path, tmp_path: Path) -> None:
    path = laid(golden, tmp_path)
    with open_table(path) as table:
        play = sit(table)
        before = len(play.done)
        play.undo()
        play.redo()
        live = table.state
    with open_table(path) as table:
        assert table.words == []
        assert (table.state, len(sit(table).done)) == (live, before)


# ------------------------------------------------------------------ what the golden files have


def kinds(golden: Path) -> set[str]:
    with_events = (json.loads(line).get("do", {}) for line in written(golden))
    return {event["event"] for turn in with_events for event in turn.get("events", ())}


def test_every_kind_of_event_is_in_a_table_of_this_format() -> None:
    found = set().union(*(kinds(golden) for golden in GOLDEN if golden not in OLDER))
    assert found == set(EVENTS)


@pytest.mark.parametrize("golden", OLDER, ids=NAMES[: len(OLDER)])
def test_an_older_table_has_what_its_version_could_do(golden: Path, tmp_path: Path) -> None:
    table = open_table(laid(golden, tmp_path), read_only=True)
    assert set(table.state.games) == ({WYRD_ENGINE} if golden.stem in ONE_GAME else set(GAMES))
    turns = [step.turn for step in sit(table).done]
    if golden.stem != "bruecke":
        assert len(kinds(golden)) >= 27
        assert len(set().union(*(said(turn) for turn in turns))) > 70
    assert all(turn.lines for turn in turns)


# ------------------------------------------------------------------ brought up to date


@pytest.mark.parametrize("golden", OLDER, ids=NAMES[: len(OLDER)])
def test_a_copy_is_kept_and_one_sentence_says_so(golden: Path, tmp_path: Path) -> None:
    path = laid(golden, tmp_path)
    before = files(tmp_path)
    number, name = golden.parent.name, golden.stem
    copies = [f"{name}.format{number}{part}" for part in BOTH]
    with open_table(path) as table:
        assert table.words[:-1] == ["1 turn since the last save came back from the journal."] * (name == BEHIND)
        assert table.words[-1] == (
            f"An older version wrote this table (format {number}); it was brought up to date, and is kept as "
            f"{copies[0]} and {copies[1]}."
        )
    for copy, part in zip(copies, BOTH, strict=True):
        assert (tmp_path / copy).read_bytes() == before[f"{name}{part}"]
        assert stat.S_IMODE((tmp_path / copy).stat().st_mode) == 0o600
    assert f"format = {migrations.FORMAT}\n" in path.read_text("utf-8")
    assert f'"wyrd_journal":{migrations.FORMAT},'.encode() in path.with_suffix(".journal").read_bytes()[:60]


@pytest.mark.parametrize("golden", OLDER, ids=NAMES[: len(OLDER)])
def test_whoever_only_looks_on_writes_nothing(golden: Path, tmp_path: Path) -> None:
    path = laid(golden, tmp_path)
    before = files(tmp_path)
    table = open_table(path, read_only=True)
    assert table.words == []
    assert sit(table).done
    assert table.recent(3) == [step.turn for step in sit(table).done[-3:]]
    table.close()
    assert files(tmp_path) == before


def test_a_copy_is_never_written_over(tmp_path: Path) -> None:
    path = laid(OLDER[0], tmp_path)
    stem = path.stem
    (tmp_path / f"{stem}.format1.toml").write_bytes(b"mine")
    shutil.copyfile(path.with_suffix(".journal"), tmp_path / f"{stem}.format1.journal")
    with open_table(path) as table:
        assert table.words[0].endswith(f"kept as {stem}.format1-2.toml and {stem}.format1.journal.")
    assert (tmp_path / f"{stem}.format1.toml").read_bytes() == b"mine"
    assert (tmp_path / f"{stem}.format1-2.toml").read_bytes() == OLDER[0].read_bytes()


def test_a_kept_copy_opens_as_a_table_of_its_own(tmp_path: Path) -> None:
    path = laid(OLDER[0], tmp_path)
    open_table(path).close()
    before = files(tmp_path)
    with open_table(tmp_path / f"{path.stem}.format1.toml") as table:
        assert table.name == f"{path.stem}-2"
        assert content(table.state) == shown(path)
    assert {name: data for name, data in files(tmp_path).items() if name in before} == before


def test_where_no_copy_can_be_kept_nothing_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = laid(OLDER[0], tmp_path)
    before = files(tmp_path)

    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("wyrd_tui.store.files.atomic.write", refuse)
    table = open_table(path)
    assert "No space left on device" in table.read_only
    assert content(table.state) == shown(path)
    table.close()
    assert files(tmp_path) == before


@pytest.mark.parametrize("golden", OLDER, ids=NAMES[: len(OLDER)])
@pytest.mark.parametrize("renewed", [False, True], ids=["before", "between"])
@pytest.mark.parametrize("told", [True, False], ids=["told", "untold"])
def test_a_save_that_lags_behind_costs_nothing(golden: Path, told: bool, renewed: bool, tmp_path: Path) -> None:
    """Killed when something was undone, with or without word of the save, and again before that was up to date, too."""
    path = laid(golden, tmp_path)
    log = path.with_suffix(".journal")
    bodies = [line[18:] for line in written(golden)]
    if not told and b'"saved":' in bodies[-1][:30]:
        bodies.pop()
    last = standing(written(golden)[1:]).done[-1]
    number = json.loads(written(golden)[last + 1])["do"]["number"]
    log.write_bytes(chained([*bodies, b'"seq":%d,"undo":%d}' % (len(bodies), number)]))
    whole = shown(laid_beside(log, tmp_path / "alone"))
    steps = len(standing(log.read_bytes().splitlines()[1:]).done)
    if renewed:
        reading = read(log)
        log.write_bytes(reading.data[: reading.size])
    for again in (False, True):
        with open_table(path) as table:
            assert content(table.state) == whole
            assert len(sit(table).done) == steps
            assert not again or table.words == []
            assert not any("parted" in word for word in table.words)


def test_an_older_save_that_a_hand_has_changed_wins(tmp_path: Path) -> None:
    path = laid(OLDER[0], tmp_path)
    text = path.read_text("utf-8")
    path.write_text(text.replace('title = "Die Brücke über die Ægir"', 'title = "Am Fluß"', 1), "utf-8")
    with open_table(path) as table:
        assert table.state.title == "Am Fluß"
        assert "was changed by hand (title)" in table.words[0]
        play = sit(table)
        play.undo()
        assert play.state.title == "Die Brücke über die Ægir"
    assert 'title = "Am Fluß"' in (tmp_path / f"{path.stem}.format1.toml").read_text("utf-8")


# ------------------------------------------------------------------ what cannot be brought over


def spoilt(golden: Path, at: int) -> bytes:
    """Its journal with an event that no version knows in one line, and nothing readable kept after it."""
    bodies = [line[18:] for line in written(golden)]
    bodies[at] = bodies[at].replace(b'"events":[{"event":"', b'"events":[{"event":"Un', 1)
    bodies[at + 1 :] = [body.replace(b'"state":{', b'"state":{"moons":7,') for body in bodies[at + 1 :]]
    return chained(bodies)


@pytest.mark.parametrize("golden", [path for path in OLDER if path.stem != "bruecke"])
def test_a_line_that_cannot_be_brought_over_leaves_those_before_it(golden: Path, tmp_path: Path) -> None:
    """An older save knows less than they do, and the save fits a line that cannot be read."""
    path = laid(golden, tmp_path)
    at = next(n for n, line in enumerate(written(golden)) if n > 25 and b'"do":' in line[:40])
    good = len(standing(written(golden)[1:at]).done)
    log = path.with_suffix(".journal")
    log.write_bytes(spoilt(golden, at))
    before = log.read_bytes()
    path.write_text(path.read_text("utf-8").replace("[table]\n", "[table]\nmoons = 7\n", 1), "utf-8")
    older = save.dumps(replace(read(log).initial, turn=0), table=read(log).table, seq=0, chain="0", saved=0.0)
    path.with_name(f"{path.stem}.1.toml").write_bytes(older)
    with open_table(path) as table:
        assert any(f"Line {at + 1} of the journal cannot be played" in word for word in table.words)
        assert len(sit(table).done) == good > 10
    assert (tmp_path / f"{path.stem}.format1.journal").read_bytes() == before
    with open_table(path) as table:
        assert table.words == []


def test_a_kept_table_that_cannot_be_read_does_not_hide_the_turns(tmp_path: Path) -> None:
    """The save is byte for byte what a line of the journal kept, and that line says what nobody understands."""
    golden = OLDER[0]
    path = laid(golden, tmp_path)
    bodies = [line[18:] for line in written(golden)]
    bodies[-1] = bodies[-1].replace(b'"state":{', b'"state":{"moons":7,')
    path.with_suffix(".journal").write_bytes(chained(bodies))
    with open_table(path) as table:
        assert content(table.state) == shown(laid(golden, tmp_path / "whole"))
        assert len(sit(table).done) == len(standing(written(golden)[1:]).done)


# ------------------------------------------------------------------ numbers


def numbered(path: Path, said: str, *, sealed: bool) -> None:
    """Change the number in a save, and something else where it shall look like a hand's work."""
    text = path.read_text("utf-8").replace(f"format = {migrations.FORMAT}\n", f"{said}\n", 1)
    path.write_text(text if sealed else text.replace('title = "', 'title = "x', 1), "utf-8")


def test_an_edit_goes_on_top_of_what_was_played_since_an_older_save(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The journal was up to date, the save was refused: an edit of that was taken for all that there is."""
    golden = next(path for path in OLDER if path.stem == BEHIND)
    path = laid(golden, tmp_path / "tables")
    written = atomic.write

    def write(file: Path, data: bytes) -> None:
        if file == path:
            raise OSError(errno.ENOSPC, "No space left on device")
        written(file, data)

    with monkeypatch.context() as patch:
        patch.setattr(atomic, "write", write)
        table = open_table(path)
        session = sit(table)
        for line in ("tick die-flut", "tick die-flut"):
            say(session, line)
        table.let_go()
    name = next(iter(session.state.actors.values())).name
    path.write_text(path.read_text("utf-8").replace(f'name = "{name}"', 'name = "Zoe"'), "utf-8")
    with open_table(path) as again:
        played = content(session.state)
        assert content(again.state) != played
        assert "Zoe" in {actor.name for actor in again.state.actors.values()}
        assert again.state.challenges == session.state.challenges
        assert "that is on the table now, on top of 3 turns played since" in again.words[0]
        assert not any("gone" in word for word in again.words)
        sit(again).undo()
        assert content(again.state) == played


def new_table(folder: Path) -> Path:
    return laid(GOLDEN[-1], folder)


def no_numbers() -> Iterator[str]:
    yield ""
    yield from (f"format = {said}" for said in ("0", "-1", '"2"', "2.0", "true", "[2]"))


@pytest.mark.parametrize("said", no_numbers())
def test_a_save_without_a_number_is_told_of_and_the_journal_has_the_table(said: str, tmp_path: Path) -> None:
    path = new_table(tmp_path)
    live = shown(path)
    numbered(path, said, sealed=False)
    with open_table(path) as table:
        assert content(table.state) == live
        where = f"{path.name}:5:1" if said else f"{path.name}:4:2"
        assert f"{where}: format must be a whole number from 1 to {migrations.FORMAT}." in table.words
    assert path.with_name(f"{path.stem}.broken.toml").exists()


@pytest.mark.parametrize("said", [*no_numbers(), "format = 1", "format = 7"])
def test_a_save_that_only_its_number_was_damaged_of_is_used(said: str, tmp_path: Path) -> None:
    path = new_table(tmp_path)
    live = shown(path)
    path.with_suffix(".journal").unlink()
    numbered(path, said, sealed=True)
    with open_table(path) as table:
        assert content(table.state) == live
        assert "by hand" not in "\n".join(table.words)


@pytest.mark.parametrize("number", [migrations.FORMAT + 1, 99])
@pytest.mark.parametrize("parts", [BOTH, SAVE, JOURNAL])
def test_a_newer_table_is_refused_with_a_sentence(number: int, parts: tuple[str, ...], tmp_path: Path) -> None:
    """Also where its checksums fit; nothing is changed."""
    path = laid(GOLDEN[-1], tmp_path, parts)
    if path.exists():
        text = path.read_text("utf-8").replace(f"format = {migrations.FORMAT}\n", f"format = {number}\n", 1)
        path.write_text(text.replace('seal = "', 'seal = "f', 1), "utf-8")
    log = path.with_suffix(".journal")
    if log.exists():
        bodies = [line[18:] for line in written(GOLDEN[-1])]
        now = b'"wyrd_journal":%d'
        bodies[0] = bodies[0].replace(now % migrations.FORMAT, now % number, 1)
        log.write_bytes(chained(bodies))
    before = files(tmp_path)
    with pytest.raises(Exception, match=rf"newer version of this program \(format {number}, this one knows"):
        open_table(path)
    assert files(tmp_path) == before


@pytest.mark.parametrize("number", [b"0", b'"2"', b"-1", b"2.5", b"null"])
def test_a_journal_without_a_number_is_kept_aside(number: bytes, tmp_path: Path) -> None:
    path = new_table(tmp_path)
    live = shown(path)
    bodies = [line[18:] for line in written(GOLDEN[-1])]
    bodies[0] = bodies[0].replace(b'"wyrd_journal":%d' % migrations.FORMAT, b'"wyrd_journal":' + number, 1)
    path.with_suffix(".journal").write_bytes(chained(bodies))
    with open_table(path) as table:
        assert content(table.state) == live
        assert f"The old journal is kept as {path.stem}.broken.journal." in table.words


# ------------------------------------------------------------------ scenarios


@pytest.mark.parametrize("path", sorted((FOLDER / "scenarios").glob("*.toml")), ids=lambda path: path.stem)
def test_a_scenario_of_every_format_begins(path: Path) -> None:
    scenario = load(path)
    assert scenario.file.scenario_format == int(path.stem)
    state = begin(scenario)
    assert set(state.games) == set(GAMES)
    assert {"zoë-ångström", "béla"} <= set(state.actors)
