"""Orders and turns by key: who takes part, and who has not acted (WE-49 … WE-52, U-11)."""

from __future__ import annotations

import pytest

from tests.rules.tables import DRAKE, FELIX, HARGRAVE, Play, someone
from tests.screens.desk import press, seat
from tests.screens.shipped import FLIGHT, begun, keyed
from wyrd_tui.screens.questions.asking import Asking

DUVAL = someone("duval", "Madame Duval", {"Deceive": 2}, side="others", kind="persona")


def fighters(*keys: str) -> list[str]:
    """Press keys at a table with a neutral Duval, and give the order that comes of it."""
    table, _ = seat(Play(FELIX, DUVAL, DRAKE).state, "0000", "0000", "0000")
    press(table, *keys)
    return sorted(place.who for place in table.state.order.places)


def test_we_51_space_or_handles_choose_who_takes_part() -> None:
    """The neutral stands first, where space adds her; handles that are typed name all who take part."""
    assert fighters("i", "enter") == ["drake", "felix"]
    assert fighters("i", "space", "enter") == ["drake", "duval", "felix"]
    assert fighters("i", "1", "a", "enter") == ["duval", "felix"]
    assert fighters("i", "down", "space", "enter") == ["drake"]


def test_u_11_one_key_gives_a_turn_that_was_not_taken() -> None:
    """The end of the round asks, naming who has not acted; another key begins the next round."""
    play = Play(HARGRAVE, FELIX, DRAKE)
    play.play("order gm", "next", "earlier drake", "earlier drake")
    table, _ = seat(play.state)
    press(table, "n")
    assert isinstance(table.asking, Asking)
    offers = [offer for part in table.asking.question().parts for offer in part.offers]
    assert [offer.label for offer in offers] == ["Admiral Lucius Drake", "round 2"]
    press(table, offers[0].key)
    assert (table.state.order.turn, table.state.order.round) == ("drake", 1)
    press(table, "n")
    assert table.asking is None
    assert table.state.order.round == 2


def test_we_51_a_list_from_which_everybody_is_taken_promises_nothing() -> None:
    """Nobody stands in for fighters who are not ticked: the preview says what Enter says; one alone has a hand."""
    table, _ = seat(Play(FELIX, DRAKE).state)
    press(table, "i", "1", "1")
    assert isinstance(table.asking, Asking)
    told = table.asking.question().preview
    assert told == "An order needs a fighter. Tick one or more."
    press(table, "enter")
    assert table.asking.question().refused == told
    press(table, "1")
    assert table.asking.question().preview.startswith("Felix 4 dice · ")


def test_we_50_a_fighter_who_hands_the_turn_on_stays_selected() -> None:
    """WE-50: after `J` the moved fighter is still selected, so that `K` takes the place back."""
    table = begun(FLIGHT, "i =4;1;0 ⏎ J")
    assert table.state.order.turn == "felix-cavendish"
    assert table.cursor.selection.actor == "elias-mercer"
    keyed(table, "K")
    assert [place.who for place in table.state.order.places][:2] == ["elias-mercer", "felix-cavendish"]


@pytest.mark.parametrize(("kind", "anew"), [("a", True), ("b", False), ("c", True), ("d", True), ("e", False)])
def test_an_order_that_restarts_a_running_fight_says_so(kind: str, anew: bool) -> None:
    play = Play(FELIX, DRAKE)
    play.play("order gm", "next", "next")
    table, _ = seat(play.state)
    press(table, "I", kind, *(["enter"] if kind in "ac" else []))
    assert isinstance(table.asking, Asking)
    question = table.asking.question()
    assert ("begins the fight again in round 1" in f"{question.preview} {question.aside}") == anew
