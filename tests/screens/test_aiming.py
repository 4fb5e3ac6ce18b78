"""Targets that the selection gives an act once a fight runs (WE-53)."""

from __future__ import annotations

from dataclasses import replace

from tests.rules.tables import DRAKE, FELIX, GRAVES, Play
from tests.screens import tables
from tests.screens.desk import press, seat
from wyrd_tui.engine.rules.all_games import commands_of, hints
from wyrd_tui.engine.state import Challenge, Scene, State
from wyrd_tui.screens.table.keys import acts_by_key, footer_hints
from wyrd_tui.screens.table.selection import Selection
from wyrd_tui.widgets.glyphs import UNICODE


def test_a_fight_forgets_the_last_target() -> None:
    """In it the order says who is likely; outside any order the last target is remembered."""
    play = Play(FELIX, DRAKE, GRAVES)
    before = Selection("felix", target="graves")
    assert before.focus(play.state)["target"] == "graves"
    play.play("order gm", "withdraw graves")
    assert "target" not in before.focus(play.state)
    play("enter graves")
    assert before.focus(play.state)["target"] == "graves"


def test_a_beginning_scene_puts_the_cursor_on_an_open_challenge() -> None:
    rods = (
        Challenge("fuse", "The fuse", "clock", needed=6),
        Challenge("charge", "Set the last charge", value=0, after=("door",)),
        Challenge("door", "Cell door", value=1),
    )
    state = State(challenges={rod.id: rod for rod in rods})
    assert Selection().at_scene_start(state).challenge == "door"
    assert Selection().without_missing(state).challenge == "door"
    clock = State(challenges={"fuse": rods[0]})
    assert Selection().at_scene_start(clock).challenge == "fuse"


def test_a_scene_begins_with_a_player_character_selected() -> None:
    play = Play(FELIX, DRAKE, GRAVES)
    assert Selection("drake").at_scene_start(play.state).actor == "felix"
    assert Selection("felix").at_scene_start(play.state).actor == "felix"


def test_after_a_scene_the_next_is_named_with_its_key() -> None:
    """In a game without a time between scenes as well: a hint, and the first key of the row."""
    table, _ = seat(replace(tables.table(), scene=Scene(2), marks={"brig": "begun"}))
    assert "`begin` opens On deck" in hints(table.state)
    commands = commands_of(table.state)
    shown = footer_hints(commands, table.state, {}, acts_by_key(commands, table.state.games, {}))
    assert (shown[0].key, shown[0].label) == ("B", "begin a scene")


def test_nobody_takes_no_handle_of_a_fallen_foe() -> None:
    """WE-76: the key of a manoeuvre against no one is the key of no one."""
    play = Play(FELIX, DRAKE, GRAVES)
    play("damage drake 12")
    table, _ = seat(play.state)
    press(table, "m", "C")
    assert table.question is not None
    offers = table.question(120, UNICODE, 5).parts[0].offers
    assert {offer.label: offer.key for offer in offers} == {"Captain Evelyn Graves": "b", "nobody": "c"}
