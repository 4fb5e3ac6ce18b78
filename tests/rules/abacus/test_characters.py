"""The frame, the sheet and facets (WA-01 … WA-06, C-27, C-29, U-20)."""

from __future__ import annotations

import pytest

from tests.commands import COMMANDS
from tests.rules.abacus.tables import ADA, BOB, CY, PARTY, Story, character, facet, hurt, scratched
from wyrd_tui.engine.rules.all_games import ladder
from wyrd_tui.engine.rules.wyrd_abacus.abilities import characters
from wyrd_tui.engine.rules.wyrd_abacus.points import creation_faults
from wyrd_tui.engine.sheet import uses_left
from wyrd_tui.engine.state import WYRD_ABACUS


def test_wa_06_ties_are_written_at_the_table() -> None:
    """A tie to another character stands on the sheet; an empty text takes it off (WA-06)."""
    story = Story()
    story('edit ada ties "Bob’s elder sister"')
    assert story.state.actors["ada"].details == {"Ties": "Bob’s elder sister"}
    story('edit ada ties ""')
    assert story.state.actors["ada"].details == {}


def test_wa_01_only_players_characters_are_characters() -> None:
    """A denizen with a sheet of its own is none, and five characters play as four do (WA-01)."""
    five = (*PARTY, character("dee", 5, 5, 5), character("eve", 5, 5, 5))
    story = Story(people=five, between=True)
    assert [actor.id for actor in characters(story.state)] == ["ada", "bob", "cy", "dee", "eve"]
    story("begin Fair")
    assert story.pool == 6


def test_wa_02_a_story_plays_from_opening_to_final_wyrd_roll() -> None:
    """Scene, between, scene, final roll (WA-02)."""
    story = Story(between=True)
    story.play("begin One", "end scene", "begin Two", "end scene", "final")
    assert story.state.scene.number == 3
    assert all({"caught", "freed"} & story.is_(who) for who in ("ada", "bob", "cy"))


@pytest.mark.parametrize(
    ("scores", "faults"),
    [
        ((5, 4, 6), []),
        ((9, 3, 3), []),
        ((10, 3, 2), ["10 is not from 3 to 9", "2 is not from 3 to 9"]),
        ((5, 4, 5), ["the sum is 14: 1 point unassigned"]),
        ((9, 9, 9), ["the sum is 27: 12 points over"]),
    ],
)
def test_wa_03_creation_is_checked_but_not_forced(scores: tuple[int, int, int], faults: list[str]) -> None:
    """Scores outside 3 to 9 or with a sum other than 15 are warned about and written in (WA-03)."""
    assert creation_faults(scores) == faults
    story = Story()
    said = story.log("abilities cy body={} mind={} soul={}".format(*scores))
    assert said.count("unusual") == len(faults)
    assert story.now("cy") == "/".join(map(str, scores))


def test_wa_04_start_now_scratch_and_wyrd_are_apart() -> None:
    """Each ability has a start, points and a scratch; the personal Wyrd begins at 0 (WA-04)."""
    story = Story(people=(scratched(hurt(ADA, body=2), "mind"), BOB))
    body, mind, soul = story.sheet("ada").track
    assert (body.boxes, body.free, body.struck) == (5, 3, False)
    assert (mind.boxes, mind.struck, soul.struck) == (4, True, False)
    assert story.own_wyrd("ada") == 0


def test_wa_04_new_scores_keep_lost_points_and_scratches() -> None:
    """Writing scores in is no way to mend anybody, and rows of another kind stay (WA-04)."""
    story = Story(people=(scratched(hurt(ADA, body=2), "mind"), BOB))
    assert "Ada now starts with Body 6, Mind 4, Soul 5" in story.log("abilities ada body=6 mind=4 soul=5")
    assert story.now("ada") == "4/4x/5"


def test_wa_05_a_facet_gives_a_spent_point_back() -> None:
    """Body 3 of 5, facet shown, 4 of 5; at 5 of 5 nothing comes back (WA-05)."""
    story = Story(people=(hurt(ADA, body=2), BOB))
    assert story.log("facet ada strong") == "Ada shows “Strong”: Body 3→4"
    assert story.now("ada") == "4/4/6"
    Story().refuses("facet ada strong", "No facet can give a point back now: each ability is whole")
    story = Story(people=(hurt(ADA, body=2, mind=1), hurt(BOB, body=1)))
    story.refuses("facet ada devout", "Ada’s Soul is whole at 6", "Body")
    assert story.offers("facet ada strong", "facet") == ["strong", "clumsy"]


def test_wa_05_an_ability_without_a_facet_is_named() -> None:
    """An ability that no facet of its own restores is named, where no other facet helps (WA-05)."""
    story = Story(people=(hurt(ADA, mind=1), BOB))
    story.refuses(
        "facet ada strong", "No facet can give a point back now: Ada has no facet of Mind; each other ability"
    )


def test_u_20_facets_give_one_point_an_ability_in_a_scene() -> None:
    """A facet restores one point of an ability; a second for it is refused until the next scene (U-20)."""
    story = Story(people=(hurt(ADA, body=3, soul=1), BOB))
    told = "Body 2→3; other facets of that ability give none in this scene"
    assert story.preview("facet ada strong", "facet") == told
    story("facet ada strong")
    story.refuses("facet ada clumsy", "Ada’s Body has had its point back in this scene")
    assert [uses_left(trait) for trait in story.sheet("ada").traits if trait.id in ("strong", "clumsy")] == [0, 0]
    story("facet ada devout")
    assert story.now("ada") == "3/4/6"
    story.play("end scene", "begin Next", "facet ada clumsy")
    assert story.now("ada") == "4/4/6"


def test_u_20_an_ability_that_had_its_point_is_named_first() -> None:
    """Body has had its point and Soul is whole: no sentence says that a point can come back to Body (U-20)."""
    story = Story(people=(hurt(ADA, body=3), hurt(BOB, body=1)))
    story.play("facets bob body Loud", "facet ada strong")
    story.refuses("facet ada", "Ada’s Body has had its point back in this scene")


def test_u_20_the_other_house_rule_counts_each_facet() -> None:
    """Under the house rule `facets` each facet restores its own point (U-20)."""
    story = Story(people=(hurt(ADA, body=3), BOB), rules={"facets": "facet"})
    story.play("facet ada strong", "facet ada clumsy")
    assert story.now("ada") == "4/4/6"
    story.refuses("facet ada strong", "already")


def test_c_29_facets_are_optional() -> None:
    """`facet` is refused without facets, between scenes and for scratched abilities (C-29)."""
    Story(people=(BOB, CY)).refuses("facet bob", "Nobody who plays has a facet")
    Story(between=True).refuses("facet ada strong", "Between scenes")
    worn = Story(people=(scratched(ADA, "body"), BOB))
    worn.refuses("facet ada strong", "scratched out")


def test_wa_06_ties_are_notes() -> None:
    """Ties to other characters are written down and change no number."""
    tied = character("dee", 5, 5, 5, 0, facet("Calm", "mind"), details={"Ties": "Ada’s sister."})
    assert Story(people=(tied,)).state.actors["dee"].details["Ties"] == "Ada’s sister."


def test_c_27_an_ability_is_called_an_ability() -> None:
    """No word of the game's own acts says attribute or trait."""
    for command in COMMANDS:
        if command.game == WYRD_ABACUS:
            said = " ".join((command.label, command.help, *(ask.prompt for ask in command.asks))).casefold()
            assert not {"attribute", "trait", "stat"} & set(said.split())


def test_wa_13_the_ladder_goes_from_trivial_to_most_potent() -> None:
    """A die alone beats 2 with 5/6, 6 with 1/6, 7 never; from 7 on points are needed (WA-13, C-26)."""
    rungs = {rung.value: rung for rung in ladder(Story().state, "ada", "Body").rungs}
    assert [rungs[value].name for value in (2, 4, 7, 10)] == ["slight", "serious", "grave", "dire"]
    assert [rungs[value].success.ways for value in (2, 6, 7)] == [5, 1, 0]
    assert rungs[7].success.impossible
    assert rungs[7].hint == "sure with 6"
    assert [chance.ways for chance in rungs[8].more] == [0, 1, 2, 3, 4]
