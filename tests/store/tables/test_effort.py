"""A journal that nobody played is not played either where that would cost: many events over a table of very many."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.store.acts import Evening, edit, hit
from wyrd_tui.engine.effort import effort, keeping
from wyrd_tui.engine.events import Counted, Event, Marked, Shown, Turned
from wyrd_tui.engine.sheet import Row, Sheet
from wyrd_tui.engine.state import WYRD_ENGINE, Actor, State
from wyrd_tui.engine.turn import Turn
from wyrd_tui.store.files.codec import plain
from wyrd_tui.store.tables import replay as replay_of
from wyrd_tui.store.tables.line import made
from wyrd_tui.store.tables.replay import MOST_EFFORT, TooMuch, advance, replay, turns

SHOWN = Shown("a1", "open")


def lines_of(*told: tuple[Event, ...], sentences: tuple[str, ...] = ("x",), more: tuple[str, ...] = ()) -> list[bytes]:
    """Lines of a journal, a turn each, and more lines."""
    turns = (plain(Turn(number, "x", "x", sentences, events)) for number, events in enumerate(told, 1))
    found, crc = [], 0
    for number, body in enumerate((*(f'"do":{json.dumps(turn, separators=(",", ":"))}' for turn in turns), *more), 1):
        line, crc = made(body, number, crc)
        found.append(line.rstrip(b"\n"))
    return found


def crowd(count: int) -> State:
    track = tuple(Row(name, name, 4) for name in ("stress", "mild", "moderate", "severe"))
    sheet = {WYRD_ENGINE: Sheet({"Fight": 1}, track=track)}
    return State("T", actors={f"a{number}": Actor(f"a{number}", "n", sheets=sheet) for number in range(count)})


def test_many_events_over_very_many_people_are_not_played(monkeypatch: pytest.MonkeyPatch) -> None:
    """A journal of 6 MB took half a minute."""
    table, lines = crowd(100), lines_of((SHOWN,) * 50, sentences=())
    monkeypatch.setattr(replay_of, "MOST_EFFORT", 50 * 100 + keeping(State(), crowd(100)))
    assert replay(table, lines).good == 1
    assert advance(table, lines, 0) is not None
    monkeypatch.setattr(replay_of, "MOST_EFFORT", 50 * 100 - 1)
    with pytest.raises(TooMuch, match="would take too long"):
        replay(table, lines)
    with pytest.raises(TooMuch, match="would take too long"):
        advance(table, lines, 0)


def test_many_turns_over_very_many_people_are_not_all_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """One of 2 MB took 3 GB: each turn keeps its table, for undo."""
    table, lines = crowd(100), lines_of(*[(SHOWN,)] * 50, sentences=())
    monkeypatch.setattr(replay_of, "MOST_EFFORT", 50 * 100)
    assert advance(table, lines, 0) is not None
    with pytest.raises(TooMuch):
        replay(table, lines)


def test_what_a_bad_line_hid_is_counted_with_the_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    """All that is done and undone is played, and then what a bad line hid."""
    table = crowd(100)
    turn = plain(Turn(8, "x", "x", (), (SHOWN,)))
    good = f'"do":{json.dumps(turn, separators=(",", ":"))}'
    lines = lines_of(*[(SHOWN,)] * 7, sentences=(), more=(good, '"undo":8', '"do":{"number":8}'))
    assert replay(table, lines).good == 9
    spent = 8 * (effort(table, SHOWN) + keeping(State(), table))
    monkeypatch.setattr(replay_of, "MOST_EFFORT", spent)
    assert replay(table, lines).good == 9
    monkeypatch.setattr(replay_of, "MOST_EFFORT", spent - 1)
    with pytest.raises(TooMuch):
        replay(table, lines)


def test_turns_of_very_many_sentences_are_not_played(monkeypatch: pytest.MonkeyPatch) -> None:
    """To tell two million of them as Markdown took a quarter of a minute."""
    lines = lines_of(*[()] * 4, sentences=("x",) * 1000)
    monkeypatch.setattr(replay_of, "MOST_EFFORT", 4 * 1000 * 250)
    assert replay(crowd(1), lines).good == 4
    monkeypatch.setattr(replay_of, "MOST_EFFORT", 4 * 1000 * 250 - 1)
    with pytest.raises(TooMuch):
        replay(crowd(1), lines)


@pytest.mark.parametrize(("people", "count"), [(60, 20_000), (500, 5_000)])
def test_what_a_long_campaign_plays_is_far_below(people: int, count: int) -> None:
    table = crowd(people)
    turn = (
        Marked("a1", WYRD_ENGINE, {"stress": 1, "mild": 1}),
        Marked("a2", WYRD_ENGINE, {"mild": 1}),
        Turned("a1", 0),
    )
    once = sum(effort(table, event) for event in turn) + keeping(State(), table) + 3 * 250
    assert once * count < 0.75 * MOST_EFFORT


def test_the_last_turns_are_read_as_far_back_as_a_megabyte() -> None:
    """A journal of 63 MB with eight of them took seven seconds to its first picture."""
    lines = lines_of(*[()] * 8, sentences=("s" * 100_000,) * 3)
    assert [turn.number for turn in turns(lines, 60)] == [6, 7, 8]
    assert [turn.number for turn in turns(lines, 2)] == [7, 8]
    assert turns(lines_of((), sentences=("s" * 100_000,) * 11), 60) == []
    assert [turn.number for turn in turns(lines_of(*[(Counted("n", 1),)] * 200), 60)] == list(range(141, 201))


def _long(path: Path) -> Evening:
    evening = Evening.new(folder=path)
    for number in range(40):
        evening.do(hit(marks=number % 4))
        if number % 10 == 9:
            evening.table.save()
    evening.table.close()
    return evening


def test_of_a_table_that_takes_too_long_to_play_the_last_turns_can_be_undone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not even the last one could be."""
    evening = _long(tmp_path)
    shown = [step.before for step in evening.session.done]
    monkeypatch.setattr(replay_of, "MOST_EFFORT", 7_500)
    again = Evening.open(evening.table.path)
    undone = len(again.session.done)
    assert 10 <= undone < 40
    assert again.undo(undone) == shown[-undone]
    assert "Turns of earlier evenings cannot be undone: playing all of its turns again" in " ".join(again.table.words)
    assert again.redo(undone) == evening.session.state
    again.table.close()


def test_an_edit_of_a_table_that_takes_too_long_to_play_is_an_edit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It threw the journal away."""
    evening = _long(tmp_path)
    path = evening.table.path
    edit(path, "Elias Mercer", "Elias Marsh")
    monkeypatch.setattr(replay_of, "MOST_EFFORT", 7_500)
    again = Evening.open(path)
    assert "was changed by hand (actors.mercer.name)" in " ".join(again.table.words)
    assert again.session.state.actors["mercer"].name == "Elias Marsh"
    assert again.undo() == evening.session.state
    again.table.close()
