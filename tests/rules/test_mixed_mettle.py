"""A table of the Wyrd Engine and Mettle: neither asks anything of the other's rolls."""

import pytest

from tests.sheets import make_pools
from wyrd_tui.engine.dice import FedDice, Refused
from wyrd_tui.engine.line_syntax import parse_line
from wyrd_tui.engine.rules.all_games import commands_of
from wyrd_tui.engine.rules.shared.matters import pending
from wyrd_tui.engine.session import Session
from wyrd_tui.engine.sheet import Sheet
from wyrd_tui.engine.state import METTLE, WYRD_ENGINE, Actor, Challenge, State


def play(*dice: str) -> Session:
    """Begin a session with two characters of both games, and two Mettle challenges, the second after the first."""
    sheets = {WYRD_ENGINE: Sheet({"Fight": 2}), METTLE: make_pools({"focus": 4, "poise": 3}, motive=3)}
    actor = Actor("ann", "Ann", "party", "pc", sheets=sheets, visibility="open")
    other = Actor("bob", "Bob", "party", "pc", sheets=sheets, visibility="open")
    first = Challenge("first", "First", game=METTLE, value=3)
    then = Challenge("then", "Then", game=METTLE, value=1, after=("first",))
    state = State(
        games=(WYRD_ENGINE, METTLE),
        actors={"ann": actor, "bob": other},
        challenges={"first": first, "then": then},
    )
    return Session(state, dice=FedDice(dice), clock=lambda: 0.0)


def do(session: Session, line: str) -> None:
    session.do(*parse_line(line, session.state, commands_of(session.state)))


def test_the_wyrd_engine_rules_on_no_check_of_mettle() -> None:
    """WE-41, ME-19: a failed Check waits for a Twist, not for a ruling."""
    session = play("1 1 4 5")
    do(session, "check ann Focus on=first")
    assert [item.command for item in pending(session.state)] == ["twist"]
    with pytest.raises(Refused, match="No roll takes a ruling"):
        do(session, "ruling success")
    assert session.state.challenges["first"].done == 0


def test_mettle_twists_no_roll_of_the_wyrd_engine() -> None:
    session = play("----")
    do(session, "roll ann Fight 5")
    with pytest.raises(Refused):
        do(session, "twist price=strain")


@pytest.mark.parametrize("line", ["check ann Focus on=then", "team weakest ann,bob Focus on=then"])
def test_a_later_challenge_waits_for_one_or_many(line: str) -> None:
    """ME-30, WA-14: a team is held up by what holds one up."""
    session = play("3 3 3 3", "3 3 3 3")
    before = session.state
    with pytest.raises(Refused, match="First overcome First"):
        do(session, line)
    assert session.state is before


def test_a_reroll_leaves_an_open_mettle_check_alone() -> None:
    """`reroll` is refused for a Check of Mettle (U-05)."""
    session = play("1 1 4 5")
    do(session, "check ann Focus on=first")
    with pytest.raises(Refused):
        do(session, "reroll ann")
