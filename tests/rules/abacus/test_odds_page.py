"""The page of odds of a challenge: the same as the prompt, with tolls, loans and Wyrd rolls."""

from __future__ import annotations

from dataclasses import replace

from tests.rules.abacus.tables import ADA, BOB, SHUTTERS, Story, character, rod, scratched, with_wyrd
from wyrd_tui.engine import sixes
from wyrd_tui.engine.rules.wyrd_abacus.odds_page import rod_lines
from wyrd_tui.screens.prose import arrange_blocks


def _page(story: Story, which: str) -> list[str]:
    """The lines of the page, without the room between their columns."""
    lines = arrange_blocks([rod_lines(story.state, story.state.challenges[which])], 120)
    return [" ".join("".join(span[0] for span in row.spans).split()) for row in lines]


def test_wa_19_another_ability_is_offered_beside_the_fitting_one() -> None:
    """The odds page and the prompt agree: Body 3 is not enough, and Mind for 1 Wyrd makes success certain (WA-19)."""
    pair = (character("ada", 3, 6, 6), character("bo", 3, 6, 6))
    story = Story(rod("mob", "Threat", 9), people=pair, pool=3)
    sure = next(row for row in _page(story, "mob") if row.startswith("sure"))
    said = story.preview("face mob ada,bo", "points")
    assert sure.startswith("sure 100%: ")
    assert f"sure with {sure.removeprefix('sure 100%: ')}" in said


def test_wa_54_a_toll_is_none_that_can_be_drawn() -> None:
    """1 in the pool, 1 for the toll: nothing is left to draw."""
    story = Story(rod("vicar", "Pressure", 8), pages=(SHUTTERS,), pool=1)
    page = _page(story, "vicar")
    assert page[0].endswith("Pressure 8; 1 Wyrd in the scene")
    assert page[1] == "points the die"
    assert page[2] == "2 16.7%"
    two = Story(rod("vicar", "Pressure", 8), pages=(SHUTTERS,), pool=2)
    assert _page(two, "vicar")[1] == "points the die +1 Wyrd"


def test_wa_51_lent_wyrd_can_be_drawn() -> None:
    """An empty pool, and two points of a defeated player."""
    story = Story(rod("mob", "Threat", 6), people=(ADA, scratched(BOB, "body")), pool=0)
    story.play("lose bob body 1", "defeat bob player=wyrd dice=")
    page = _page(story, "mob")
    assert page[0].endswith("0 Wyrd in the scene, 2 to lend")
    assert page[1] == "points the die +1 Wyrd +2 Wyrd"


def test_c_25_a_target_of_wyrd_rolls_shows_their_odds() -> None:
    """The highest die of each and of all against its value; a die and points are no way."""
    gate = replace(rod("gate", "Invocation", 5), met_by="wyrd")
    story = Story(gate, people=(with_wyrd(ADA, 2), with_wyrd(BOB, 1)))
    page = _page(story, "gate")
    assert page[0] == "Meeting Gate Invocation 5, by a Wyrd roll"
    assert page[2:] == [
        f"Ada 2 {sixes.chance_at_least(2, 5).percent()}",
        f"Bob 1 {sixes.chance_at_least(1, 5).percent()}",
        f"all 3 {sixes.chance_at_least(3, 5).percent()}",
    ]
