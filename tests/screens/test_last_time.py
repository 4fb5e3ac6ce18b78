"""Last time stands in the log of a table that is opened again until the first act or Esc, and takes no key."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.plays import fight
from tests.screens.desk import Desk, press
from tests.screens.shipped import begun
from wyrd_tui.engine.dice import LiveDice
from wyrd_tui.engine.last_time import last_time
from wyrd_tui.engine.progress import progress_line
from wyrd_tui.engine.recap import recap
from wyrd_tui.engine.rules import all_games
from wyrd_tui.engine.session import Session
from wyrd_tui.launch import OpenTable
from wyrd_tui.plain import seat
from wyrd_tui.play import play_line
from wyrd_tui.screens.catalogue import DiskCatalogue
from wyrd_tui.screens.table.controller import Controller
from wyrd_tui.screens.table.sentences import titles
from wyrd_tui.store.tables.opening import create_table, open_table

SAID = ("Last time you stopped in scene 1.", "Ada is hurt.")


def opened(*, tabbed: bool = False) -> Controller:
    """Open a table again, after an act."""
    play = Session(fight(), dice=LiveDice(1), clock=lambda: 0.0)
    list(play_line(play, "note tea"))
    desk = Desk(play.state)
    desk.tabbed = tabbed
    recent = [step.act for step in play.done]
    table = Controller(play, all_games, desk, recent=recent, last_time=SAID)
    table.open()
    return table


def told(table: Controller) -> bool:
    """Tell whether the log has the sentences."""
    return SAID in [tuple(map(str, entry.lines)) for entry in table.speech.entries]


def test_last_time_is_the_newest_entry_of_the_log() -> None:
    table = opened()
    assert tuple(map(str, table.speech.entries[-1].lines)) == SAID


@pytest.mark.parametrize("keys", [["escape"], ["n"], ["u"]])
def test_an_act_or_esc_takes_last_time_away(keys: list[str]) -> None:
    table = opened()
    press(table, *keys)
    assert not told(table)


def test_other_keys_leave_last_time_in_the_log() -> None:
    table = opened()
    press(table, "down", "]", "tab")
    assert told(table)


def test_the_log_comes_to_the_front_until_the_next_key() -> None:
    table = opened(tabbed=True)
    assert table.cursor.shown == "log"
    press(table, "]")
    assert table.cursor.shown == "ladder"


def test_the_last_event_at_a_new_scene_is_its_beginning() -> None:
    """The start screen tells the sentence that names the act, not who left before it."""
    table = create_table(begun("nobody-told-the-bees").state)
    session = table.session(dice=LiveDice(1))
    for line in ("begin", "end scene", "begin"):
        list(play_line(session, line))
    table.close()
    assert DiskCatalogue().last_lines(table.path)[-1] == "The Lane begins"


def test_a_table_opened_again_in_lines_begins_with_last_time() -> None:
    table = create_table(fight())
    list(play_line(table.session(dice=LiveDice(1)), "note tea"))
    table.close()
    journal = Path(table.path).with_suffix(".journal")
    evening = OpenTable()
    before = journal.read_bytes()
    evening.take(open_table(table.path))
    assert evening.table is not None
    lines = seat(evening.table, evening, lambda: None).begin()
    assert sum(line.startswith("Last time you stopped") for line in lines) == 1
    assert journal.read_bytes().startswith(before)
    assert b"Last time" not in journal.read_bytes()
    evening.last()


def test_a_table_between_two_scenes_says_so_despite_later_acts() -> None:
    """U-13: in the head of the screen, in the list of tables and in the words on last time."""
    play = begun("a-fine-patina", "w a ⏎ e ⏎ t ⏎").session
    acts = [step.act for step in play.done]
    assert acts[-1].command == "relax"
    assert last_time(play.state, acts)[0] == "Last time you stopped after scene 1."
    assert titles(play.state)[1] == progress_line(play.state) == "between scenes"


def test_a_recovery_before_a_scene_is_not_told_in_it() -> None:
    """ME-23: a strained pool comes back between scenes, in the recap as in play."""
    table = begun("a-fine-patina", "2 w a ⏎ e ⏎ t ⏎ B ⏎ ⏎")
    told = recap(table.session.state, table.session.done)
    assert "### Scene 1: Just Looking\n\n- **Kirin**: strained Focus\n" in told
    assert "### After scene 1\n\n- **Kirin**: got back Focus\n\n### Scene 2: The Clerk Comes Back\n" in told
