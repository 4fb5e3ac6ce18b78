"""Influence rolls, Wyrd rolls, the end of the tale (WA-34 … WA-41, WA-43, WA-44, C-15, C-25, U-23, traps 11 and 12)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.rules.abacus.tables import (
    ADA,
    BOB,
    CY,
    DEVILS_DUE,
    Story,
    character,
    hurt,
    rod,
    scratched,
    stage_rule,
    with_wyrd,
)
from wyrd_tui.engine.dice import TooManyDice
from wyrd_tui.engine.page import Trigger
from wyrd_tui.engine.rules.questions import dice_of_each, hands_in_words
from wyrd_tui.engine.rules.wyrd_abacus.influence import WYRD_ROLL
from wyrd_tui.engine.state import State


def test_wa_34_dice_are_the_starting_score_and_the_highest_counts() -> None:
    """Trap 11: Body starts at 5 and is at 1, and still five dice fall: 2,5,5,1,3 is 5 (WA-34)."""
    story = Story(people=(hurt(ADA, body=4), BOB))
    assert story.log("influence ada body dice=25513") == "Ada rolls Body: 5 (dice 2 5 5 1 3; 2 dice show 5)"
    story.refuses("influence ada body dice=2", "1 die instead of 5")


@pytest.mark.parametrize(("chosen", "dice", "empty"), [("starting", 5, 4), ("current", 1, 0)])
def test_c_15_dice_are_read_in_two_ways(chosen: str, dice: int, empty: int) -> None:
    """Dice are the starting points or the points left; an ability spent to 0 rolls under the first alone (WA-36)."""
    story = Story(people=(hurt(ADA, body=4), hurt(BOB, body=4)), rules={"influence": chosen})
    story("influence ada,bob body")
    assert len(story.roll.score.faces) == dice
    assert len(story.roll.against[0].faces) == empty
    assert story.roll.against[0].total >= 1


def test_wa_36_an_ability_at_nothing_may_count_as_1() -> None:
    """By house rule a hurt ability rolls its starting dice, and one at 0 counts as 1 (WA-36, C-15)."""
    story = Story(people=(hurt(ADA, body=4), hurt(BOB, body=4)), rules={"influence": "starting-0-is-1"})
    assert "Body: 6" in story.log("influence ada body dice=61111")
    story.refuses("influence bob body dice=6", "The result is 1")
    assert "1" in story.log("influence bob body")


def test_wa_41_a_turned_character_has_a_final_roll() -> None:
    """Cy works against the others, and the tale ends for Cy as well (WA-41)."""
    story = Story(people=(ADA, BOB, with_wyrd(CY, 2)))
    story("antagonist cy threat")
    assert story.state.actors["cy"].side == "foes"
    assert story.offers("final", "who") == ["ada", "bob", "cy"]
    assert "Cy is caught in the tale" in story.log("final dice=61")


def test_wa_35_a_tie_goes_to_the_more_frequent_highest_die() -> None:
    """{2,5,5,1,3} beats {5,4,1,1}: 5 twice against once (WA-35)."""
    story = Story()
    assert story.log("influence ada,bob body dice=25513;5411").startswith("ADA HIGHEST · ")
    assert story.roll.outcome == ""


def test_u_23_even_tiebreak_is_rolled_again() -> None:
    """A tie after the tiebreak is rolled again; a character without dice loses it to any with dice (U-23)."""
    story = Story(people=(ADA, scratched(BOB, "body")))
    assert "even: roll again" in Story().log("influence ada,cy body dice=11166;66")
    assert story.log("influence ada,bob body dice=11111").startswith("ADA HIGHEST · ")


def test_wa_36_at_nothing_or_scratched_the_result_is_1() -> None:
    """No dice fall, and none may be typed: personal Wyrd 0, an ability scratched out (WA-36)."""
    story = Story(people=(scratched(ADA, "mind"), BOB))
    assert story.log("wyrd ada") == "Ada rolls Wyrd: no dice, so 1"
    assert story.log("influence ada mind") == "Ada rolls Mind: no dice, so 1"
    story.refuses("wyrd ada dice=6", "Ada’s Wyrd: no dice to roll", "result is 1")
    story.refuses("influence ada mind dice=6", "result is 1")


def test_wa_37_one_or_many_at_once() -> None:
    """Dice for everybody in order, or only for those who have any (WA-37)."""
    story = Story(people=(with_wyrd(ADA, 2), BOB, with_wyrd(CY, 1)))
    story("wyrd ada,bob,cy dice=12;3")
    assert [score.faces for score in (story.roll.score, *story.roll.against)] == [(1, 2), (), (3,)]
    story("wyrd ada,bob,cy dice=123")
    assert [score.faces for score in (story.roll.score, *story.roll.against)] == [(1, 2), (), (3,)]
    story("wyrd ada,bob,cy dice=12;;3")
    assert story.roll.against[1].faces == (3,)
    story.refuses("wyrd ada,bob,cy dice=12;3;3", "Bob rolls no dice")
    story.refuses("wyrd ada,bob,cy dice=12;3;3;4", "Too many hands of dice: write 3, not 4")
    story.refuses("wyrd none", "Choose who rolls")


def test_u_33_a_hand_too_many_is_told_as_it_is_typed() -> None:
    story = Story(people=(with_wyrd(ADA, 2), BOB, with_wyrd(CY, 1)))
    with pytest.raises(TooManyDice):
        story("wyrd ada,bob,cy dice=12;3;3;4")


@pytest.mark.parametrize("typed", ["1", "12", "16"])
def test_wa_38_dice_of_one_character_do_not_count_for_all(typed: str) -> None:
    """Others are rolled for where a ; leaves their hands blank, and not because dice are missing."""
    story = Story(people=(with_wyrd(ADA, 1), with_wyrd(BOB, 2)))
    story.refuses(
        f"wyrd ada,bob dice={typed}",
        "Dice are missing: Ada 1 die · Bob 2 dice",
        "Write 4;42 for all hands",
    )
    assert "Ada Wyrd 1 (dice 1)" in story.log("wyrd ada,bob dice=1;")


@pytest.mark.parametrize(
    ("typed", "more"), [("111;22", False), ("111;;22", False), ("111;222", True), ("1;2;3;4", True)]
)
def test_wa_36_hands_are_typed_for_all_or_for_those_with_dice(typed: str, more: bool) -> None:
    """WA-36: an ability at 0 rolls no dice, so that its hand may be left out or empty."""
    ask = dice_of_each(lambda state, answers: {"ada": 3, "bob": 0, "cy": 2})
    assert bool(ask.excess(State(), {"dice": typed})) is more


def test_wa_38_a_wyrd_roll_shows_the_highest_and_the_sixes() -> None:
    """Trap 12: three dice 6,2,6 are 6 with two sixes, both on the screen (WA-38)."""
    story = Story(people=(with_wyrd(ADA, 3), BOB))
    assert story.log("wyrd ada dice=626") == "Ada rolls Wyrd: 6 (dice 6 2 6; 2 sixes)"


def test_wa_39_one_wyrd_roll_a_scene_is_advised() -> None:
    """The hint goes with the first, and comes back with the next scene; the preview is exact (WA-39)."""
    story = Story(people=(with_wyrd(ADA, 3), BOB))
    assert "no Wyrd roll yet" in story.hints()
    assert story.preview("wyrd ada", "dice") == "3 dice, a 6 in 42%"
    story("wyrd ada")
    assert "no Wyrd roll" not in story.hints()
    story.play("end scene", "begin Next")
    assert "no Wyrd roll" in story.hints()


def test_wa_40_the_last_six_of_a_countdown_is_told_once() -> None:
    """WA-40, WA-55: its chance, its title and what it brings stand in one clause."""
    story = Story(people=(with_wyrd(ADA, 2), BOB), pages=(DEVILS_DUE,))
    story.play("wyrd ada dice=66")
    assert story.preview("wyrd ada", "dice") == "2 dice · a 6 (31%) ends Devil’s Due (The Fiend enters (hidden))"
    assert "each 6 moves Devil’s Due, Devil’s Due full: 31%, you decide" in story.preview("final ada", "dice")


def test_wa_40_every_six_counts_over_the_whole_story() -> None:
    """Target 3: a roll with one and a roll with two; the second fires it, in another scene (WA-40, WA-55)."""
    story = Story(people=(with_wyrd(ADA, 2), BOB), pages=(DEVILS_DUE,), between=True)
    story("begin One")
    assert story.preview("wyrd ada", "dice") == "2 dice, a 6 in 31%, each 6 moves Devil’s Due"
    assert "Devil’s Due: 0→1 of 3" in story.log("wyrd ada dice=61")
    story.play("end scene", "begin Two")
    told = story.preview("wyrd ada", "dice")
    assert told.endswith("Devil’s Due fills: 3% · 2 sixes set off Devil’s Due (The Fiend enters (hidden))")
    said = story.log("wyrd ada dice=66")
    assert "Full: Devil’s Due. The fiend is here\nThe Fiend enters" in said
    assert said.count("The fiend is here") == 1


@pytest.mark.parametrize(
    ("line", "sixes"),
    [("influence ada body dice=66666", 0), ("influence ada wyrd dice=66", 2), ("wyrd ada dice=66", 2)],
)
def test_wa_55_only_the_wyrd_feeds_a_countdown(line: str, sixes: int) -> None:
    """Trap 12: sixes of an ability do not count (WA-55)."""
    story = Story(people=(with_wyrd(ADA, 2), BOB), pages=(DEVILS_DUE,), between=True)
    story.play("begin One", line)
    assert story.state.challenges["devils-due"].done == sixes


def test_wa_41_the_final_roll_catches_or_frees() -> None:
    """6,1,2,3 is caught; 5,5,4,1 is freed; without Wyrd one is freed (WA-41)."""
    people = (with_wyrd(ADA, 4), with_wyrd(BOB, 4), CY)
    story = Story(people=people, between=True)
    assert "Ada caught: 52%" in story.preview("final", "dice")
    said = story.log('final dice="6 1 2 3;5 5 4 1" note="The church burns"')
    assert "Ada is caught in the tale" in said
    assert "Bob is freed from the tale" in said
    assert "Cy is freed from the tale" in said
    assert said.endswith("Epilogue – The church burns")
    story.refuses("final", "has had a final Wyrd roll")


def test_wa_41_absent_and_escaped_characters_roll_too() -> None:
    """Final Wyrd rolls include absent and escaped characters, but not the defeated (WA-41)."""
    story = Story(people=(ADA, BOB, scratched(CY, "body")))
    story.play("present ada", "escape bob", "lose cy body 1")
    story("final")
    assert {score.who for score in (story.roll.score, *story.roll.against)} == {"ada", "bob"}


# ------------------------------------------------------------------ against each other


def test_wa_43_character_against_character() -> None:
    """Two characters roll an ability each; the higher result wins, and neither loses a point (WA-43)."""
    story = Story()
    said = story.log("influence ada,bob body theirs=mind dice=11111;22222")
    assert (
        said == "BOB HIGHEST · Influence roll: Ada Body 1 (dice 1 1 1 1 1; 5 dice show 1);"
        " Bob Mind 2 (dice 2 2 2 2 2; 5 dice show 2)"
    )
    assert (story.now("ada"), story.now("bob")) == ("5/4/6", "4/5/6")


def test_wa_40_influence_with_wyrd_tells_what_a_6_moves() -> None:
    """WA-40: as the Wyrd roll does, of one and of several; an ability moves nothing (WA-55)."""
    story = Story(people=(with_wyrd(ADA, 2), BOB), pages=(DEVILS_DUE,), between=True)
    story("begin One")
    assert story.preview("influence ada wyrd", "dice") == story.preview("wyrd ada", "dice")
    assert story.preview("influence ada wyrd", "dice").endswith("each 6 moves Devil’s Due")
    assert story.preview("influence ada,bob body theirs=wyrd", "dice").count("moves") == 0
    assert story.preview("influence bob,ada body theirs=wyrd", "dice").endswith("each 6 moves Devil’s Due")
    assert "moves" not in story.preview("influence ada,bob body", "dice")


def test_wa_43_the_preview_knows_who_rolls_what() -> None:
    """Five dice against six, and how likely they are even (WA-43)."""
    story = Story()
    same = story.preview("influence ada,bob soul", "dice")
    assert same == "6 dice each: Ada · Bob · a ; between two hands of dice · Ada wins 38%, Bob wins 38%, even 23%"
    other = story.preview("influence ada,bob mind theirs=soul", "dice")
    assert other != same
    assert story.preview("influence ada body", "dice") == "5 dice, a 6 in 60%"


def test_wa_44_sabotage_raises_a_value_by_the_sixes() -> None:
    """6,6,3,1 and the value goes from 5 to 7; without a 6 it stays; what was reached stays reached (WA-44)."""
    story = Story(rod("cipher", "Logic", 5), people=(ADA, BOB, character("dee", 5, 4, 6)))
    story.play("face cipher ada dice=3", "draw accept", "consequence nothing", "settle cipher live")
    told = story.preview("sabotage dee mind cipher", "dice")
    assert told == "4 dice, a 6 in 52% · each 6 makes Cipher harder by 1"
    said = story.log("sabotage dee mind cipher dice=6631")
    assert said.endswith("Cipher: value 5→7")
    cipher = story.state.challenges["cipher"]
    assert (cipher.value, cipher.needed, cipher.done) == (7, 7, 3)
    assert story.log("sabotage dee mind cipher dice=5531").endswith("Cipher: still 7")
    assert story.log("sabotage dee mind cipher dice=5531").startswith("Dee works against “Cipher”: Mind 5 (")


def test_wa_44_sabotage_does_not_revive_a_failed_challenge() -> None:
    """Sabotage raises a failed challenge's value and leaves it failed; the defeated cannot sabotage (WA-44)."""
    story = Story(rod("mob", "Threat", 7), people=(ADA, BOB, scratched(CY, "body")))
    story.play("face mob ada dice=1", "draw accept", "consequence nothing", "sabotage bob body mob dice=6111")
    assert (story.state.challenges["mob"].value, story.state.challenges["mob"].outcome) == (8, "failed")
    story("lose cy body 1")
    story.refuses("sabotage cy body mob", "“cy”")
    Story().refuses("sabotage ada body", "No challenge is on the abacus")


# ------------------------------------------------------------------ met by the Wyrd


@pytest.mark.parametrize(("dice", "met"), [("52", True), ("32", False)])
def test_c_25_a_challenge_may_be_met_by_a_wyrd_roll(dice: str, met: bool) -> None:
    """A challenge met by a Wyrd roll compares the highest die with its value, and refuses any other roll (C-25)."""
    story = Story(rod("gate", "Invocation", 5, met_by="wyrd"), people=(with_wyrd(ADA, 2), BOB))
    story.refuses("face gate ada", "Met by a Wyrd roll", "`wyrd`")
    story(f"wyrd ada on=gate dice={dice}")
    assert ("gate" not in story.state.challenges) is met
    assert story.waiting() == ([] if met else ["consequence"])
    assert "faced" in story.is_("ada")


def test_c_25_wyrd_roll_meets_only_a_named_challenge() -> None:
    """A Wyrd roll meets a challenge only if the GM names it, in its turn, during a scene (C-25)."""
    gate = rod("gate", "Invocation", 5, met_by="wyrd", after=("mob",))
    story = Story(gate, rod("mob", "Threat", 2), people=(with_wyrd(ADA, 2), BOB))
    story("wyrd ada dice=66")
    assert "gate" in story.state.challenges
    story.play("face mob ada dice=6", "wyrd ada dice=66")
    assert "gate" in story.state.challenges
    story.play("end scene", "wyrd ada dice=66")
    assert "gate" in story.state.challenges


# ------------------------------------------------------------------ stage rules of the Wyrd


def test_wa_33_low_results_are_looked_at_one_by_one() -> None:
    """A rule that works once works once, though two rolled low."""
    omen = stage_rule("Omen", Trigger("low", at_most=2, once=True, text="A crow falls"))
    story = Story(people=(with_wyrd(ADA, 1), with_wyrd(BOB, 1)), pages=(omen,))
    assert story.log("wyrd ada,bob dice=1;2").count("A crow falls") == 1
    assert "crow" not in story.log("wyrd ada dice=1")


def test_a_countdown_strikes_once_and_stays_away() -> None:
    """Cleared by hand it is over; full it is over; neither comes back with the next scene."""
    story = Story(people=(with_wyrd(ADA, 3), BOB), pages=(DEVILS_DUE,), between=True)
    story.play("begin One", "wyrd ada dice=666", "end scene", "begin Two")
    assert not story.state.challenges
    assert "fiend" not in story.log("wyrd ada dice=666").casefold()
    cleared = Story(people=(with_wyrd(ADA, 3), BOB), pages=(DEVILS_DUE,), between=True)
    cleared.play("begin One", "remove-challenge devils-due")
    assert "Devil’s Due" not in cleared.log("wyrd ada dice=666")
    cleared.play("end scene", "begin Two")
    assert not cleared.state.challenges
    cleared("stage-rule devils-due")
    assert set(cleared.state.challenges) == {"devils-due"}


def test_a_countdown_that_only_reminds_says_it_once() -> None:
    """A countdown without an effect tells the words of its trigger once, or else the rule's own."""
    for trigger, words in ((Trigger("sixes", by=1, text="It wakes"), "It wakes"), (Trigger("sixes", by=1), "Bells")):
        story = Story(people=(with_wyrd(ADA, 1), BOB), pages=(stage_rule("Toll", trigger, text="Bells"),), between=True)
        story("begin One")
        assert story.log("wyrd ada dice=6").count(words) == 1


def test_a_countdown_counts_beside_other_parts_of_its_rule() -> None:
    """The other parts stay in force when the countdown has come to its end."""
    both = stage_rule(
        "Ritual", Trigger("sixes", "count", by=1, counter="Doom"), Trigger("attempt", "toll", type="Wits")
    )
    story = Story(rod("eyes", "Wits", 2), people=(with_wyrd(ADA, 1), BOB), pages=(both,), between=True)
    story.play("begin One", "wyrd ada dice=6", "wyrd ada dice=6")
    assert story.state.counters["Doom"] == 1
    story("face eyes bob dice=6")
    assert story.own_wyrd("bob") == 1


def test_a_challenge_named_like_a_countdown_is_left_alone() -> None:
    """A rod that happens to have the rule's id is no clock of sixes."""
    same = replace(rod("mob", "Threat", 7), id="devils-due")
    story = Story(same, people=(with_wyrd(ADA, 3), BOB), pages=(DEVILS_DUE,))
    story("wyrd ada dice=666")
    assert story.state.challenges["devils-due"].done == 0


def test_wyrd_rolls_at_an_empty_table_are_refused() -> None:
    """An empty table has nobody to roll."""
    story = Story(people=())
    story.refuses("wyrd", "No character")
    story.refuses("final", "No character")


def test_wa_34_a_list_for_several_says_the_points_left() -> None:
    """WA-34, WA-38: of one character the scores alone, of several each by name; a scratched ability says so."""
    story = Story(people=(hurt(ADA, body=4), with_wyrd(BOB, 2)))
    story("scratch bob mind")
    assert [one.hint for one in story.offered("influence ada body", "ability").values()] == [
        "1 of 5",
        "4 of 4",
        "6 of 6",
        "0",
    ]
    assert [one.hint for one in story.offered("influence ada,bob body", "ability").values()] == [
        "Ada 1 of 5, Bob 4 of 4",
        "Ada 4 of 4, Bob scratched out",
        "Ada 6 of 6, Bob 6 of 6",
        "Ada 0, Bob 2",
    ]


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("", "Ada 5 dice · Bob 4 dice · Cy 2 dice"),
        ("3", "Ada’s 4 dice next · Bob 4 dice · Cy 2 dice"),
        ("33333", "Bob’s 4 dice next · Cy 2 dice"),
        ("33333;", "Bob’s 4 dice next · Cy 2 dice"),
        ("33333 44", "Bob’s 2 dice next · Cy 2 dice"),
        ("33333;44", "Bob’s 2 dice next · Cy 2 dice"),
        ("3333344445", "Cy’s 1 die next"),
        ("33333444455", "all dice are typed"),
        ("33333;4444;55", "all dice are typed"),
        ("33333;4;55", "Bob lacks 3 dice · a ;"),
        ("33333;;55", "rolled for you: Bob’s 4 dice · a ;"),
        (";4444;", "Cy’s 2 dice next"),
        (";;55", "rolled for you: Ada’s 5 dice, Bob’s 4 dice · a ;"),
        (";4;55", "Bob lacks 3 dice · rolled for you: Ada’s 5 dice"),
        ("333;4;5", "Ada lacks 2 dice · Bob lacks 3 dice · Cy’s 1 die next"),
    ],
)
def test_wa_34_the_line_names_whose_dice_come_next(typed: str, told: str) -> None:
    """WA-34, U-33: dice of several are typed hand after hand, with a ; between or in one run."""
    story = Story(people=(ADA, BOB, CY))
    assert story.preview(f'influence ada,bob,cy body dice="{typed}"', "dice").startswith(told)


def test_wa_38_a_refused_hand_names_whose_it_is() -> None:
    """WA-34, WA-38: of several hands, in influence and Wyrd rolls; one alone needs no name."""
    story = Story(people=(ADA, BOB, CY))
    story.refuses("influence ada,bob,cy body dice=33333;4;55", "Bob: “4” has 1 die instead of 4")
    story("take ada 2")
    story("take bob 2")
    story.refuses("wyrd ada,bob dice=3;44", "“3” has 1 die instead of")
    story.refuses("wyrd ada dice=3333", "“3333” has 4 dice")


def test_u_33_a_short_hand_is_named_behind_a_sum_too() -> None:
    """A figure behind a short hand says first what is lacking, not what Enter would do with it (U-33)."""
    told = hands_in_words(State(), {"ada": 4, "bob": 4, "cy": 4}, "12;3", {})
    assert told.startswith("ada lacks 2 dice · bob")


def test_c_25_a_wyrd_roll_for_a_challenge_tells_both_outcomes() -> None:
    """C-25, WA-52: the roll decides at once, so what rules do at a failure stands before it, too."""
    gate = rod("gate", "Invocation", 5, met_by="wyrd")
    again = stage_rule("Again", Trigger("failed", "wyrd", by=1), parent="gate")
    story = Story(gate, people=(with_wyrd(ADA, 2), BOB), pages=(again,))
    told = story.preview("wyrd ada on=gate", "dice")
    assert told.endswith("overcome: Again ends · not overcome: everybody +1 Wyrd · short: not overcome")


@pytest.mark.parametrize(
    ("line", "told"),
    [("ada", "needs 5+: 56% · 2 dice"), ("bob", "needs 5+: 0% · no dice"), ("ada,cy", "needs 5+: 70% · 3 dice")],
)
def test_c_25_a_wyrd_roll_for_a_challenge_tells_its_chance(line: str, told: str) -> None:
    """C-25, WA-36: the highest die of all who roll is held to the value; a roll that falls short risks the stake."""
    gate = replace(rod("gate", "Invocation", 5, met_by="wyrd"), lose="It shuts.", loss=2)
    story = Story(gate, people=(with_wyrd(ADA, 2), BOB, with_wyrd(CY, 1)))
    said = story.preview(f"wyrd {line} on=gate", "dice")
    assert told in said
    assert said.endswith("short: not overcome · at stake: “It shuts.” (2 points)")
    assert "needs" not in story.preview(f"wyrd {line}", "dice")


def test_c_25_a_wyrd_roll_names_the_value_of_a_challenge() -> None:
    """C-25: as the questions of a die do; a value is nothing that is added."""
    story = Story(rod("gate", "Invocation", 5, met_by="wyrd"), people=(with_wyrd(ADA, 2), BOB))
    ask = next(ask for ask in WYRD_ROLL.asks if ask.name == "on")
    assert [(one.hint, one.number) for one in ask.choices(story.state, {})][1] == ("Invocation 5", None)


@pytest.mark.parametrize(
    "line",
    [
        "influence ada,cee mind",
        "wyrd cee",
        "sabotage cee mind mob",
        "lose cee body 1",
        "scratch cee body",
        "recuperate cee",
        "face mob cee cee:1",
        "consequence damage of=none who=cee",
    ],
)
def test_a_character_without_abilities_is_refused_with_the_reason(line: str) -> None:
    """WA-03: a character whose abilities are still to be written is named, and so is the act that writes them."""
    story = Story(rod("mob", "Threat", 3), people=(hurt(ADA, body=1), replace(BOB, id="cee", name="Cee", sheets={})))
    story.refuses(line, "Cee has no Body, Mind and Soul yet: `abilities` writes them.")
