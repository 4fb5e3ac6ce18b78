"""Corners where two rules meet: holding and rounds, hindrances and boosts, failures of any kind."""

from __future__ import annotations

from tests.rules.tables import Play, someone

ANN = someone("ann", "Ann", {"Fight": 2, "Notice": 1})
BOB = someone("bob", "Bob", {"Strategy": 4, "Fight": 1}, side="foes", kind="full")
CAT = someone("cat", "Cat", {"Lore": 1})


def test_u_11_a_hold_lasts_until_the_round_ends() -> None:
    """A holding fighter is passed over, may act at any time of the round, and is back in the order with the next."""
    play = Play(ANN, CAT, BOB)
    play.play("order gm", "next", "hold cat")
    assert play.state.order.turn == "bob"
    play("next")
    assert (play.state.order.turn, play.state.order.round) == ("ann", 2)
    assert not any(place.held for place in play.state.order.places)
    play("next")
    assert play.state.order.turn == "cat"


def test_we_76_a_hindrance_is_not_cancelled_by_a_boost() -> None:
    """A modifier below zero is a situation unless the GM says otherwise, and counts beside any boost."""
    play = Play(ANN)
    play.play("give ann -2 rain", "give ann 1 boost label=wind", "roll ann Fight 0 dice=0000 with=boost-wind")
    assert play.total == 1


def test_we_76_a_hindrance_is_suffered() -> None:
    """WE-76: only what helps is gained."""
    play = Play(ANN)
    assert play("give ann -2 situation fog").lines[0].startswith("Ann suffers −2")
    assert play("give ann 2 situation height").lines[0].startswith("Ann gains +2")


def test_we_36_opponents_without_the_skill_answer_with_a_fitting_one() -> None:
    """An opponent rolls the same skill, else Notice or Will, else their best, unless the GM names another (WE-08)."""
    play = Play(ANN, CAT, BOB)
    play("oppose ann bob Fight dice=0000 theirs=0000")
    assert (play.roll.against[0].rating, play.roll.against[0].total) == ("Fight", 1)
    play("oppose bob ann Strategy dice=0000 theirs=0000")
    assert play.roll.against[0].rating == "Notice"
    play("oppose cat bob Lore dice=0000 theirs=0000")
    assert play.roll.against[0].rating == "Strategy"
    play("oppose cat bob Lore defend=Lore dice=0000 theirs=0000")
    assert play.roll.against[0].total == 0


def test_we_42_any_failed_roll_may_be_turned() -> None:
    """An attack that misses may succeed at a cost, as any failure may."""
    play = Play(ANN, BOB)
    play("attack ann bob dice=---- theirs=++++")
    assert "at a cost" in play('ruling "success at a cost" note="the blade breaks"').lines[0]
