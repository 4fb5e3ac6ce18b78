"""Last time: what players know of where a table stands, told as it is opened again."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.test_players_recap import known_to_all, planted, played
from tests.planted import MARK, plant
from tests.plays import PROFILE, evening, fight, session, table
from wyrd_tui.engine import known, player_view
from wyrd_tui.engine.last_time import last_time


def test_a_table_at_which_nothing_has_happened_has_no_last_time() -> None:
    assert last_time(known_to_all(fight()), []) == ""


def test_deeds_harm_clocks_and_the_turn_are_told() -> None:
    table = known_to_all(fight())
    rods = {which: replace(one, visibility="open") for which, one in table.challenges.items()}
    play = played(replace(table, challenges=rods), "roll rats Combat against=+1 dice=++++", "next")
    assert last_time(play.state, play.done) == (
        "Last time (Scene 2): Rats succeed. Elias Mercer 1 is badly hurt. Ritual 3 of 4. "
        "Thug [closed] has the turn in round 2."
    )


def test_only_the_last_scene_is_told() -> None:
    lines = ("roll rats Combat against=+1 dice=++++", "begin", "roll rats Combat against=+1 dice=----")
    play = played(known_to_all(fight()), *lines)
    told = last_time(play.state, play.done)
    assert "Rats fail" in told
    assert "succeed" not in told


def test_what_was_undone_is_no_part_of_it() -> None:
    play = played(known_to_all(fight()), "roll rats Combat against=+1 dice=++++", "next")
    play.undo()
    play.undo()
    assert last_time(play.state, play.done) == ""


@PROFILE
@given(st.data())
def test_no_word_of_the_gms_is_in_it(data: st.DataObject) -> None:
    play = session(table(data.draw))
    for _ in evening(data.draw, play):
        pass
    assert MARK not in last_time(plant(play.state), planted(play.done))


def test_a_field_let_through_is_found_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    play = played(fight(), "roll rats Combat against=+1 dice=++++")
    assert MARK not in last_time(plant(play.state), planted(play.done))
    monkeypatch.setattr(known, "is_known", lambda actor: True)
    monkeypatch.setattr(player_view, "is_known", lambda actor: True)
    assert MARK in last_time(plant(play.state), planted(play.done))
