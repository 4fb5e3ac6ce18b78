"""Facts that count once: allies, scenes of a fog, points to lend, scars, characters dealt with."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.rules.abacus.tables import (
    ADA,
    BEAST,
    BOB,
    CY,
    FOG,
    ONLY_ONE,
    Story,
    both,
    character,
    denizen,
    facet,
    hurt,
    rod,
    scratched,
    stage_rule,
    with_wyrd,
)
from wyrd_tui.engine.page import Trigger
from wyrd_tui.engine.sheet import Sheet
from wyrd_tui.engine.state import WYRD_ABACUS, WYRD_ENGINE, Actor
from wyrd_tui.engine.voices import voice_of

ALLY = replace(denizen("hal", "Hal", 4, 5, 6), side="party")
PAIR = (ADA, BOB)

# ------------------------------------------------------------------ who is a character


def test_wa_01_an_ally_is_a_denizen() -> None:
    """WA-08: two characters and an ally have a pool of 3; WA-41: an ally has no final roll, and faces nothing."""
    story = Story(rod("mob", "Threat", 4), people=(*PAIR, ALLY))
    assert story.offers("face mob *", "who") == ["ada", "bob"]
    story.play("end scene", "begin Next")
    assert story.pool == 3
    story("end scene")
    assert story.offers("final", "who") == ["ada", "bob"]


def test_wa_56_an_ally_keeps_nobody_from_getting_out() -> None:
    """Allies need not have suffered for a character to escape; only characters must have (WA-56)."""
    story = Story(people=(ADA, scratched(BOB, "mind"), ALLY), pages=(ONLY_ONE,))
    assert story.log("escape ada") == "Ada escapes from the tale"


@pytest.mark.parametrize("sheets", [{}, {WYRD_ABACUS: Sheet()}])
def test_c_14_a_pc_counts_before_its_abilities_are_written_in(sheets: dict[str, Sheet]) -> None:
    """Every PC; the table is told what is missing."""
    newcomer = Actor("dee", "Dee", "party", "pc", sheets=sheets)
    story = Story(people=(*PAIR, newcomer))
    assert "Dee has no Body, Mind and Soul yet: `abilities`" in story.hints()
    story.play("end scene", "begin Next")
    assert story.pool == 4
    story("abilities dee body=5 mind=5 soul=5")
    assert not any("Dee" in hint for hint in story.hints())


def test_c_14_character_of_another_game_adds_no_wyrd() -> None:
    """A player character of another game alone adds nothing to the scene's pool (C-14, U-34)."""
    other = Actor("dee", "Dee", "party", "pc", sheets={WYRD_ENGINE: Sheet()})
    story = Story(people=(*PAIR, other), games=(WYRD_ABACUS, WYRD_ENGINE))
    story.play("end scene", "begin Next")
    assert story.pool == 3


def test_wa_50_a_turned_character_still_counts_as_defeated() -> None:
    """WA-45: turned first, its Wyrd is still rolled; a denizen's never is."""
    story = Story(people=(ADA, scratched(CY, "body"), scratched(denizen("tom", "Tom", 5, 5, 5), "body")))
    story.play("lose cy,tom body 1", "antagonist cy threat")
    assert story.waiting() == ["defeat"]
    story("defeat cy dice=")
    assert story.waiting() == []


# ------------------------------------------------------------------ the fog


def test_wa_58_two_challenges_of_one_rule_rise_apart() -> None:
    """Two challenges that one rule raises each go from 4 to 5 in the second scene, and to 6 in the third (WA-58)."""
    both = stage_rule(
        "Mist", Trigger("scene begins", "rise", challenge="a"), Trigger("scene begins", "rise", challenge="b")
    )
    story = Story(between=True, pages=(both,), waiting=(rod("a", "Foreboding", 4), rod("b", "Foreboding", 4)))
    for values in ((4, 4), (5, 5), (6, 6)):
        story("begin Next")
        assert (story.state.challenges["a"].value, story.state.challenges["b"].value) == values
        story("end scene")


def test_wa_58_two_rules_of_one_title_rise_apart() -> None:
    """The challenge that was overcome in scene 1 is back at 5, not at 6."""
    pages = [
        replace(stage_rule("Rolling Fog", Trigger("scene begins", "rise", challenge=w)), id=f"fog-{w}") for w in "ab"
    ]
    story = Story(between=True, pages=tuple(pages), waiting=(rod("a", "Foreboding", 4), rod("b", "Foreboding", 4)))
    story.play("begin One", "face a ada dice=6", "end scene", "begin Two")
    assert (story.state.challenges["a"].value, story.state.challenges["b"].value) == (5, 5)


def test_wa_58_a_counter_of_that_name_is_the_storys_own() -> None:
    """A counter with the stage rule's name neither changes the fog's value nor is changed by it (WA-58)."""
    story = Story(between=True, pages=(FOG,), waiting=(rod("fog", "Foreboding", 4),))
    story.play("begin One", 'consequence counter of=none counter="Rolling Fog" step=3', "end scene", "begin Two")
    assert story.state.challenges["fog"].value == 5
    assert story.state.counters["Rolling Fog"] == 3
    plain = Story(between=True, pages=(FOG,), waiting=(rod("fog", "Foreboding", 4),))
    plain("begin One")
    assert "Rolling Fog" not in plain.state.counters


# ------------------------------------------------------------------ a facet, and having faced


def test_wa_05_absent_characters_show_no_facet() -> None:
    """A facet of a character elsewhere is refused (WA-05)."""
    with_facet = character("bob", 4, 5, 6, 0, facet("Quick", "mind"))
    story = Story(people=(hurt(ADA, body=2), hurt(with_facet, mind=1)))
    story("present ada")
    story.refuses("facet ada strong", "Ada is elsewhere in this scene")
    alone = Story(people=(hurt(ADA, body=2), BOB))
    alone("present ada")
    alone.refuses("facet ada strong", "Ada cannot show a facet from elsewhere")
    story.play("present ada", "facet ada strong")
    assert story.now("ada") == "4/4/6"


def test_wa_05_facets_are_written_at_the_table() -> None:
    """Two of an ability; one gets other words, one goes; what was shown stays shown (U-20)."""
    story = Story(people=(hurt(BOB, mind=2), hurt(ADA, body=1)))
    assert story.log('facets bob mind "Never warm" "Quick"') == (
        "Bob now has the Mind facet “Never warm”\nBob now has the Mind facet “Quick”"
    )
    story.refuses('facets bob mind "Never warm" Quick', "these already")
    assert story.log("facet bob never-warm").startswith("Bob shows “Never warm”: Mind 3→4")
    assert story.log('facets bob mind "Always cold"') == "Bob trades “Never warm” for “Always cold”"
    story.refuses("facet bob never-warm", "Bob’s Mind has had its point back in this scene")
    assert story.log('facets bob mind "Always cold" ""') == "Bob no longer has “Quick”"
    story.refuses("facet bob quick", "in this scene")


@pytest.mark.parametrize(
    "what", ["damage who=bob ability=body points=1", "trauma whom=bob scratched=mind", "wyrd whose=bob by=1"]
)
def test_wa_46_damage_without_a_challenge_counts_as_none_faced(what: str) -> None:
    """U-22: bad luck in a scene gives no point back; what a challenge brings does."""
    story = Story(rod("mob", "Threat", 6), people=(ADA, hurt(BOB, soul=2)))
    story.play(f"consequence {what} of=none", "end scene")
    assert story.waiting() == []
    other = Story(rod("mob", "Threat", 6), people=(ADA, hurt(BOB, soul=2)))
    other.play("face mob ada dice=1", "draw accept", f"consequence {what} of=mob", "end scene")
    assert other.waiting() == ["restore-point"]


# ------------------------------------------------------------------ what a defeated player lends


def test_wa_51_two_points_a_scene_and_no_more() -> None:
    """U-21: the choice taken back and made again gives none anew in the same scene; the next scene does."""
    story = Story(rod("mob", "Threat", 7), people=(ADA, scratched(BOB, "body")))
    story.play("lose bob body 1", "defeat bob player=wyrd dice=", "face mob ada dice=5", "draw bob/ada points=2")
    assert story.log("recover bob with-the-wyrd") == "Bob is no longer acting with the Wyrd"
    assert "to lend: " not in story.log("defeat bob player=wyrd")
    assert story.to_lend("bob") == 0
    story.play("end scene", "begin Next")
    assert story.to_lend("bob") == 2


def test_wa_51_no_row_shows_wyrd_that_nobody_lends() -> None:
    """WA-51: a player who takes the loan back, and then plays a new character, keeps nothing to lend on the row."""
    story = Story(people=(ADA, scratched(BOB, "body")))
    story.play("lose bob body 1", "defeat bob player=wyrd dice=")
    assert gifts(story) == "2 Wyrd to lend"
    story("recover bob with-the-wyrd")
    assert gifts(story) == ""
    assert "Bob’s Wyrd to lend: 2→0" in story.log('defeat bob player="new character" name=Cee')
    assert (gifts(story), story.to_lend("bob")) == ("", 0)


def test_wa_51_wyrd_left_behind_ends_with_the_scene() -> None:
    """WA-51: it is not on the sheet of the next scene either."""
    story = Story(people=(ADA, scratched(BOB, "body")))
    story.play("lose bob body 1", "defeat bob player=wyrd dice=", "recover bob with-the-wyrd", "end scene")
    assert story.to_lend("bob") == 0


def gifts(story: Story) -> str:
    """Return what the row of Bob offers to others."""
    return voice_of(WYRD_ABACUS).gift_words(story.state.actors["bob"])


def test_wa_51_player_without_the_lenders_role_lends_nothing() -> None:
    """A player who gives up the lender's role lends nothing; taken up again, it has only what was left (WA-51)."""
    story = Story(rod("mob", "Threat", 7), people=(ADA, scratched(BOB, "body")), pool=0)
    story.play("lose bob body 1", "defeat bob player=wyrd dice=", "face mob ada dice=5", "draw bob/ada points=1")
    story("recover bob with-the-wyrd")
    story.refuses("draw bob/ada", "“bob/ada”")
    story.play("defeat bob player=wyrd", "draw bob/ada")
    assert story.to_lend("bob") == 0


# ------------------------------------------------------------------ the beast, and scars


def test_wa_57_dealt_with_characters_do_not_return() -> None:
    """A creature dealt with before the first 6 does not enter at it, but by hand it does (WA-57)."""
    story = Story(people=(with_wyrd(ADA, 1), BOB), pages=(BEAST,))
    story.play("bring beast", "dismiss beast")
    said = story.log("wyrd ada dice=6")
    assert "Most sixes: Ada (one)." in said
    assert "enters" not in said
    assert "beast" not in story.state.actors
    assert "The Beast enters" in story.log("stage-rule prowling-beast fires")


def test_wa_56_a_scar_counts_though_it_is_mended() -> None:
    """The other has suffered an ability being scratched out."""
    story = Story(people=(ADA, scratched(BOB, "mind")), pages=(ONLY_ONE,))
    story("unscratch bob mind")
    assert story.log("escape ada") == "Ada escapes from the tale"
    story.session.undo()
    story.refuses("escape bob", "Only One: Bob escapes once Ada has an ability scratched out")


# ------------------------------------------------------------------ ratings by hand


def test_wa_03_an_ability_is_no_rating_beside_its_points() -> None:
    """`rate` writes the score itself, points that are gone stay gone, and the Wyrd is never below 0 (WA-32)."""
    story = Story(people=(hurt(ADA, body=2), BOB, character("dee", 5, 5, 5)))
    assert story.log("rate ada body 9").startswith("Ada now starts with Body 9, Mind 4, Soul 6")
    assert story.now("ada") == "7/4/6"
    assert "Body" not in story.sheet("ada").ratings
    story.refuses("rate ada Wyrd -5", "Wyrd is 0 or more, not −5")
    story.refuses("rate ada Body -1", "Body is 0 or more")
    story("rate ada wyrd 3")
    assert story.own_wyrd("ada") == 3
    assert "unusual" not in story.log("rate bob body 4")


def test_wa_03_rate_warns_of_an_unusual_sum() -> None:
    """`rate` warns of an unusual sum of abilities, as `abilities` does (WA-03)."""
    story = Story()
    assert "Bob’s abilities are unusual: the sum is 16: 1 point over" in story.log("rate bob body 5")


# ------------------------------------------------------------------ what the prompt advises


DEE = character("dee", 2, 5, 3)


def test_wa_21_being_elsewhere_is_paid_once() -> None:
    """2 Wyrd for Body and Mind of one who is absent: one from elsewhere, one for the other ability."""
    story = Story(rod("mob", "Threat", 8), people=(ADA, DEE), pool=2)
    story("present dee")
    assert "sure with Dee Body +2 and Dee Mind +5 for 2 Wyrd" in story.preview("face mob dee", "points")
    story("face mob dee dee:2,dee/mind:5 dice=1")
    assert (story.roll.outcome, story.pool, story.own_wyrd("dee")) == ("success", 0, 2)


def test_wa_51_lent_wyrd_counts_in_the_advice() -> None:
    """An empty pool, and 2 to lend: they can be drawn after the die, and can pay for another ability."""
    story = Story(rod("mob", "Threat", 6), people=(ADA, scratched(BOB, "body")), pool=0)
    story.play("lose bob body 1", "defeat bob player=wyrd dice=")
    said = story.preview("face mob ada", "points")
    assert "50% if all Wyrd is drawn, lent Wyrd too" in said
    assert "costs 1 of 0 Wyrd, 2 can be lent (Ada takes 1)" in story.preview("face mob ada ada/mind:1", "points")
    high = Story(rod("mob", "Threat", 9), people=(ADA, scratched(BOB, "body")), pool=0)
    high.play("lose bob body 1", "defeat bob player=wyrd dice=")
    assert "sure with Ada Body +4 and Ada Soul +4 for 1 Wyrd" in high.preview("face mob ada", "points")
    story.play("face mob ada dice=4", "draw bob/ada points=2")
    assert not story.state.challenges


def test_wa_05_no_other_act_uses_a_facet_up() -> None:
    """U-20: `facet` alone shows one, since it gives the point back."""
    story = Story(people=(hurt(ADA, body=2), BOB))
    story.refuses("use ada strong", "No character has a trait of limited use")
    assert story.log("facet ada strong").startswith("Ada shows “Strong”: Body 3→4")
    mixed = Story(people=(both(hurt(ADA, body=2), Fight=2), BOB), games=(WYRD_ENGINE, WYRD_ABACUS))
    mixed.play('grant ada "Lucky coin" kind=limited', "use ada lucky-coin")
    mixed.refuses("use ada strong", "“strong”")


def test_wa_51_an_ally_can_be_adopted() -> None:
    """An ally is a denizen (WA-01), and a player's character from then on (WA-08)."""
    story = Story(people=(*PAIR, ALLY, scratched(CY, "body")))
    story.play("lose cy body 1", "defeat cy player=denizen denizen=hal dice=")
    assert story.state.actors["hal"].kind == "pc"
    story.play("end scene", "begin Next")
    assert story.pool == 4


def test_wa_16_nothing_is_granted_that_only_a_roll_with_bonuses_knows() -> None:
    """Words and uses mean something here; a bonus or a reroll does in the other game."""
    assert Story().offers("grant ada Lantern", "kind") == ["permission", "limited", "special"]
    mixed = Story(people=(both(ADA, Fight=2), BOB), games=(WYRD_ENGINE, WYRD_ABACUS))
    assert "bonus" in mixed.offers("grant ada Lantern", "kind")
