"""A look ahead: the table as an act would leave it, without a throw."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.rules.abacus.tables import Story, rod
from tests.rules.tables import FELIX, MERCER, Play
from wyrd_tui.engine.foresight import foresee
from wyrd_tui.engine.line_syntax import parse_line
from wyrd_tui.engine.rules.all_games import commands_of
from wyrd_tui.engine.state import State


def ahead(state: State, line: str) -> State | None:
    """The table as a line would leave it."""
    command, answers = parse_line(line, state, commands_of(state))
    account = foresee(command, state, answers).account
    return account.after if account is not None else None


def test_damage_is_foreseen_as_it_is_done() -> None:
    play = Play(MERCER, FELIX)
    then = ahead(play.state, "damage felix 3")
    play("damage felix 3")
    assert then == play.state


@pytest.mark.parametrize("line", ["roll felix Crafts 1", "attack felix mercer skill=Fight", "initiative"])
def test_nothing_is_foreseen_of_dice_that_are_not_thrown(line: str) -> None:
    assert ahead(Play(MERCER, FELIX).state, line) is None


@pytest.mark.parametrize(
    "line", ["roll felix Crafts 1 dice=++0-", "attack felix mercer skill=Fight dice=++0- theirs=0000"]
)
def test_typed_dice_are_foreseen_as_they_fall(line: str) -> None:
    """U-33: an act with all its dice typed hangs on nothing more."""
    play = Play(MERCER, FELIX)
    then = ahead(play.state, line)
    play(line)
    assert then == play.state


@pytest.mark.parametrize(
    ("dice", "excess"), [("++0", False), ("++0-", False), ("++0-+", False), ("++0-+-+-", False), ("++0-+-+-+", True)]
)
def test_dice_of_two_hands_are_too_many_beyond_both(dice: str, *, excess: bool) -> None:
    state = Play(MERCER, FELIX).state
    command, answers = parse_line("oppose felix mercer Crafts Pilot", state, commands_of(state))
    assert bool(foresee(command, state, {**answers, "dice": dice}).excess) == excess


def test_refused_acts_are_not_foreseen() -> None:
    play = Play(MERCER, replace(FELIX, count=0))
    assert ahead(play.state, "damage felix 3") is None


def test_wa_17_points_slide_their_beads_before_the_die() -> None:
    """Two points from one and one from another are three beads; the die shows the rest (WA-17)."""
    story = Story(rod("mob", "Threat", 7))
    then = ahead(story.state, "face mob ada,bob ada:2,bob:1")
    assert then is not None
    assert then.challenges["mob"].done == 3
    assert then.actors["ada"] != story.state.actors["ada"]
    assert story.state.challenges["mob"].done == 0
