"""Lines of the `:` line at a table: handles for names, texts that begin with a number, acts of another game."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.plays import fight
from tests.rules.mettle.tables import Shop
from tests.screens.mettle_tables import mettle_table
from wyrd_tui.engine.apply import apply
from wyrd_tui.engine.commands import Answers
from wyrd_tui.engine.dice import LiveDice, Refused
from wyrd_tui.engine.handles import handles_of
from wyrd_tui.engine.line_syntax import parse_line
from wyrd_tui.engine.rules.all_games import commands_of
from wyrd_tui.engine.state import State


def read(line: str, state: State) -> Answers:
    return parse_line(line, state, commands_of(state))[1]


def played(line: str, state: State) -> State:
    command, answers = parse_line(line, state, commands_of(state))
    for event in command.run(state, answers, LiveDice(1)):
        state = apply(state, event)
    return state


def test_a_line_takes_the_handle_of_a_row() -> None:
    state = fight()
    assert {handle: who for who, handle in handles_of(state).items()}["b"] == "rats"
    assert read("damage b 2", state)["who"] == ("rats",)
    assert read("damage a,2 1", state)["who"] == ("thugs", "mercer-2"), "an article is a handle too"
    attack = read("attack a 1", state)
    assert (attack["who"], attack["target"]) == ("thugs", ("mercer",))


def test_a_name_in_full_comes_before_a_handle() -> None:
    state = fight()
    named = replace(state.actors["stranger"], name="B")
    assert read("damage b 2", replace(state, actors={**state.actors, "stranger": named}))["who"] == ("stranger",)


def test_an_actor_out_of_action_keeps_its_handle() -> None:
    state = fight()
    assert handles_of(state)["count"] == "c"
    with pytest.raises(Refused, match="Target cannot be “count”: The Count is out of action"):
        read("attack 1 c", state)


def test_a_bonus_takes_text_for_what_it_comes_from() -> None:
    given = read("give mercer +1 higher ground", fight())
    assert (given["value"], given["kind"], given["label"]) == (1, "boost", "higher ground")
    assert read("give mercer +1 help higher ground", fight())["kind"] == "help"
    with pytest.raises(Refused, match="Did you mean boost"):
        read("give mercer +1 bost ground", fight())


def test_a_second_number_is_refused_with_what_the_first_is() -> None:
    with pytest.raises(Refused, match=r'`challenge` has no place for “3”\. Difficulty is 2\..*marks: "3 …"'):
        read("challenge obstacle 2 3 Gate", fight())
    assert read('challenge obstacle 2 "3 Gate"', fight())["title"] == "3 Gate"
    assert read("challenge obstacle 2 Gate 3", fight())["title"] == "Gate 3"


def test_initiative_names_order_where_no_game_rolls_it() -> None:
    with pytest.raises(Refused, match=r"no command “initiative”\. Write order: Begin a fight without dice"):
        read("initiative", mettle_table())


def test_reveal_only_reveals_and_hide_only_hides() -> None:
    state = fight()
    door = replace(state.challenges["door"], visibility="secret")
    state = played("reveal door", replace(state, challenges={**state.challenges, "door": door}))
    assert state.challenges["door"].visibility == "open"
    with pytest.raises(Refused, match="Open to players already"):
        played("reveal door", state)
    assert played("reveal door to=known", state).challenges["door"].visibility == "known"
    state = played("hide door", state)
    assert state.challenges["door"].visibility == "secret"
    with pytest.raises(Refused, match="Hidden from players already"):
        played("hide door", state)
    assert played("visibility door", state).challenges["door"].visibility == "known"


def test_dice_with_blanks_between_are_told_how_they_stand() -> None:
    with pytest.raises(Refused, match=r"Write the dice of one hand together: dice=12256\."):
        read("check kirin Poise 5 dice=1 2 2 5 6", Shop().state)
