"""Teamwork: who rolls, how many dice are kept, which of them, and what follows (ME-30 … ME-33, U-29)."""

from __future__ import annotations

import pytest

from tests.commands import BY_ID
from tests.rules.mettle.tables import CLERK, KIRIN, VIKTOR, Shop, given, someone, task, with_status, worn
from tests.screens.desk import press, seat
from tests.screens.shipped import begun, keyed, prompt
from wyrd_tui.engine.commands import Answers
from wyrd_tui.engine.rules.mettle.kept_dice import best_choices
from wyrd_tui.screens.questions.asking import Asking

SIX = someone("six", 0, 0, 6)
TWO = someone("two", 0, 0, 2)
FOUR = someone("four", 4, 0, 0)
THREE = someone("three", 3, 0, 0)


def test_me_31_the_helper_has_tools_and_dice_of_their_own() -> None:
    """Tools of the helper are chosen apart; one run of dice serves both, leader first (ME-31)."""
    shop = Shop()
    shop("team strongest viktor,kirin Poise lent=2 dice=2614335111")
    assert [score.faces for score in (shop.roll.score, *shop.roll.against)] == [(2, 6, 1, 4, 3), (3, 5, 1, 1, 1)]
    assert [part.value for part in shop.roll.against[0].parts] == [3, 2]
    shop.undo()
    shop("team strongest viktor,kirin Poise dice=26143;335")
    assert shop.roll.against[0].faces == (3, 3, 5)
    shop.refuses("team strongest viktor,kirin Poise dice=261433", "dice")


def test_me_10_team_names_target_or_difficulty_not_both() -> None:
    """A team Check against a target names no Difficulty; naming both is refused (ME-10)."""
    shop = Shop()
    shop.refuses("team weakest viktor,kirin Poise against=6 target=clerk", "does not use against=")
    shop("team weakest viktor,kirin Poise target=clerk theirs=Motive dice=11111")
    assert shop.roll.value == 4


def test_me_30_the_log_names_the_pool_of_the_others() -> None:
    """ME-30: where those who do not lead lack the background of the one who does."""
    shop = Shop(VIKTOR, KIRIN)
    told = shop.log("team weakest viktor,kirin Fencing 3 beside=Nature dice=1111")
    assert told.startswith("Viktor checks Fencing 4 with Kirin (Nature) against Challenging (3), weakest link: ")


def test_me_30_the_weakest_link() -> None:
    """Six dice and two: of 3 1 2 5 6 4 two are kept; 3 2 makes 5 and 0 and beats 3, 3 5 makes 3 and 1 (ME-30)."""
    shop = Shop(TWO, SIX)
    told = shop.log("team weakest two,six Poise 3 dice=312564")
    assert told == (
        "Six checks Poise 6 with Two against Challenging (3), weakest link: Six 3 1 2 5 6 4, 2 dice are kept"
    )
    assert shop.waiting() == ["choose-dice"]
    assert shop.pending()[0].sentence == "The team of Six keeps 2 dice: which?"
    assert shop.log('choose-dice "3 2"') == "SUCCESS, OK · Six’s team keeps: scoring 3 2 = Score 5, Edge 0"
    shop.session.undo()
    assert "scoring 3, Edge dice 5 = Score 3, Edge 1" in shop.log('choose-dice "3 5"')


def test_me_31_the_strongest_link() -> None:
    """4 and 3 dice, 2 6 1 4 and 3 3 5: four are kept, 3 3 2 1 for 9 and 0 or 3 3 6 4 for 6 and 2 (ME-31)."""
    shop = Shop(THREE, FOUR)
    told = shop.log("team strongest three,four Focus 5 dice=2614;335")
    assert "strongest link: Four 2 6 1 4; Three 3 3 5, 4 dice are kept" in told
    offered = shop.offered('choose-dice "3 3 2 1"', "kept")
    assert [(c.value, c.hint) for c in offered.values()] == [
        ("succeed", "success, Score 9, Edge 0: 3 3 2 1"),
        ("edge", "success, Score 6, Edge 2: 3 3 6 5"),
    ]
    shop("choose-dice")
    assert shop.result == (6, 2, "success")
    shop.session.undo()
    shop('choose-dice "3 3 6 4"')
    assert shop.result == (6, 2, "success")
    shop.session.undo()
    shop("choose-dice succeed")
    assert shop.result == (9, 0, "success")


def test_me_30_best_choices_are_suggested_by_hand_anything_goes() -> None:
    """The highest Score alone is suggested if no choice succeeds; other faces of the throw are accepted (ME-30)."""
    assert best_choices((3, 1, 2, 5, 6, 4), 2, 3) == {"succeed": (3, 2), "edge": (3, 2)}
    assert best_choices((3, 1, 2, 5, 6, 4), 2, 2) == {"succeed": (3, 2), "edge": (3, 6)}
    assert best_choices((1, 1, 6), 2, 5) == {"succeed": (1, 1), "edge": (1, 6)}
    assert best_choices((), 0, 3) == {"succeed": (), "edge": ()}
    shop = Shop(TWO, SIX)
    shop("team weakest two,six Poise 3 dice=312564")
    shop.refuses('choose-dice "3 3"', "no 3 is left", "3 1 2 5 6 4")
    shop.refuses('choose-dice "3"', "2 dice are kept, not 1")
    shop.refuses('choose-dice "3 x"', "Write the faces")
    shop('choose-dice "4,5"')
    assert shop.result == (0, 2, "failure")
    shop.refuses("choose-dice", "No team has rolled dice")


def test_me_32_only_one_can_help() -> None:
    """The others do a related task; alone nobody is a team (ME-32)."""
    shop = Shop(TWO, THREE, FOUR)
    shop.refuses("team strongest two,three,four Focus 3", "Only one character can help", "related task")
    shop.refuses("team weakest two Focus 3", "two characters or more", "For one character there is `check`")


def test_me_33_the_leader_raises_and_twists() -> None:
    """The highest pool leads, and Strain hits nobody else (ME-33)."""
    shop = Shop(THREE, FOUR)
    shop("team strongest three,four Focus 12 raises=1 dice=112;116")
    assert shop.waiting() == ["choose-dice"]
    shop('choose-dice "2 1 6"')
    assert shop.result == (3, 2, "failure")
    assert "Four is strained: Focus 4→3" in shop.log("twist price=strain dice=3")
    assert shop.result == (6, 1, "failure")
    assert (shop.pool("four", "Focus"), shop.pool("three", "Focus")) == (3, 3)


def test_u_29_raised_dice_are_among_those_kept() -> None:
    """More than are kept cannot be raised."""
    shop = Shop(TWO, SIX)
    shop.refuses("team weakest two,six Poise 3 raises=3", "keeps 2 dice", "raise 2 at most")
    shop("team weakest two,six Poise 1 raises=1 dice=31256")
    assert "scoring 3, raised 6 = Score 3, Edge 1" in shop.log("choose-dice 3")


def test_u_29_a_twist_throws_kept_edge_dice_only() -> None:
    shop = Shop(TWO, SIX)
    shop("team weakest two,six Poise 4 dice=312564")
    shop('choose-dice "3 5"')
    shop.refuses("twist price=strain dice=333", "instead of 1")
    shop("twist price=strain dice=2")
    assert shop.result == (5, 0, "success")


def test_nothing_to_choose_is_not_asked() -> None:
    """A weakest link of equals keeps every die; one of nobody keeps none."""
    shop = Shop(TWO, someone("too", 0, 0, 2))
    told = shop.log("team weakest two,too Poise 3 dice=32")
    assert "team keeps: scoring 3 2 = Score 5, Edge 0" in told
    none = Shop(SIX, someone("nil", 1, 0, 0))
    none("team weakest six,nil Poise 3 dice=333333")
    assert none.waiting() == []
    assert none.result == (0, 0, "failure")


def test_u_27_the_wounds_of_each_discard_their_own_dice() -> None:
    """A Broken leader's 2s are gone, a helper's are not, and stay so when a Twist follows."""
    shop = Shop(with_status(FOUR, "broken"), THREE)
    shop("team strongest four,three Focus 7 dice=2266;226")
    shop.refuses('choose-dice "2 2 2 6"', "The team rolled 6 6 2 2 6: no 2 is left")
    shop.session.undo()
    shop("team strongest four,three Focus 7 dice=2266;226")
    shop('choose-dice "2 2 6 6"')
    assert shop.result == (4, 2, "failure")
    shop("twist price=strain dice=32")
    assert shop.roll.score.total == 7


def test_me_38_a_team_is_told_which_dice_a_wound_discards() -> None:
    """The odds say which dice a wound discards, and the result names those that it has discarded (ME-38, U-27)."""
    shop = Shop(with_status(FOUR, "shaken"), THREE)
    odds = shop.preview("team strongest four,three Focus 3", "dice")
    assert "Four Shaken: 1s discarded" in odds
    assert "Three Shaken" not in odds
    told = shop.log("team strongest four,three Focus 3 dice=1145;116")
    assert "Four 1 1 4 5 (discarded 1 1); Three 1 1 6, 4 dice" in told


def test_statuses_and_tools_count_in_a_teams_pools() -> None:
    """ME-16: a pool counts after modifiers; the leader's are ticked, the others' count by themselves."""
    tired = with_status(SIX, fatigued=5)
    shop = Shop(tired, TWO, bonuses=(given("two", "Rope", 2, skill="Poise"),))
    assert "Two 4 dice · Six 1 die (keep 4)" in shop.preview("team strongest six,two Poise 3", "dice")
    assert set(shop.offered("team weakest six,two Poise 3", "without")) == {"given/rope", "fatigued"}
    shop("team strongest six,two Poise 3 dice=1111;1")
    assert shop.state.bonuses == {}


def test_a_preview_of_the_best_that_can_be_kept() -> None:
    shop = Shop(TWO, SIX)
    told = shop.preview("team weakest two,six Poise 3", "dice")
    assert told == (
        "Six 6 dice (keep 2) against Challenging (3) · success 75%, with a Twist 82%, Edge usually OK · Six leads"
    )
    assert "two characters or more" in shop.preview("team weakest two Poise 3", "dice")


def test_me_30_a_preview_of_what_success_and_failure_bring() -> None:
    """ME-30: a team reads of a challenge what a plain Check of it tells."""
    shop = Shop(TWO, SIX, tasks=(task("door", 3, lose="It creaks."),))
    told = shop.preview("team weakest two,six on=door rating=Poise", "dice")
    assert told.endswith(" · success: challenge overcome · at stake: “It creaks.”")


def test_me_19_a_foe_is_promised_no_twist() -> None:
    """ME-19: nobody is asked for the Twist of a foe, so the odds of its Check leave it out."""
    shop = Shop(VIKTOR, CLERK)
    assert "with a Twist" in shop.odds("strike viktor clerk Fencing")
    assert "Twist" not in shop.odds("strike clerk viktor Nature")
    assert "Twist" not in Shop(TWO, CLERK).preview("team weakest two,clerk Nature 3", "dice")


@pytest.mark.parametrize(
    ("link", "usual"), [("weakest", ("viktor", "kirin", "two")), ("strongest", ("viktor", "kirin"))]
)
def test_a_team_usually_has_the_party_or_its_first_two(link: str, usual: tuple[str, ...]) -> None:
    """The party; of a strongest link the first two."""
    shop = Shop(VIKTOR, KIRIN, TWO, CLERK)
    ask = next(row for row in BY_ID["team"].asks if row.name == "who")
    assert ask.default(shop.state, {"link": link}) == usual


def test_a_team_moves_a_bead() -> None:
    """A team's success by its Twist overcomes the challenge, not the choice of dice that failed before."""
    shop = Shop(TWO, SIX, tasks=(task("door", 4),))
    shop("team weakest two,six on=door rating=Poise dice=312564")
    shop('choose-dice "3 5"')
    assert shop.state.challenges["door"].outcome == ""
    assert "Overcome: Door" in shop.log("twist price=strain dice=2")


def test_dice_of_somebody_who_does_not_roll_are_refused() -> None:
    Shop(TWO, SIX).refuses("team weakest two,six Poise 3 dice=312564;33", "Too many hands of dice")
    Shop(worn(TWO, poise=2), SIX).refuses("team strongest two,six Poise 3 dice=312564;33", "instead of 0")


def test_me_13_tools_of_no_sheet_are_a_number() -> None:
    """Tools missing from all sheets are typed as a number, one for the leader and one for the helper (ME-13, ME-31)."""
    shop = Shop(SIX, TWO)
    assert not shop.offered("team strongest six,two Poise 3")
    assert not shop.offered("team strongest six,two Poise 3", "helping")
    assert "Six 7 dice · Two 3 dice" in shop.preview("team strongest six,two Poise 3 tools=1 lent=1", "dice")


def test_the_selected_character_is_the_suggestion_for_a_team() -> None:
    """The second and third of a party are no team unasked (ME-32)."""
    table, _ = seat(Shop(SIX, TWO, KIRIN).state)
    press(table, "3", "m", "b")
    asking = table.asking
    assert isinstance(asking, Asking)
    assert [one.label for one in asking.question().parts[0].offers if one.on] == ["Kirin"]
    press(table, "enter", "enter")
    assert asking.refused == "Teamwork takes two characters or more. For one character there is `check`."


def test_me_30_a_team_that_keeps_no_dice_fails_in_words() -> None:
    shop = Shop(VIKTOR, worn(KIRIN, poise=5))
    told = shop.log("team weakest viktor,kirin rating=Poise against=3 dice=144")
    assert told.splitlines()[0].endswith("no dice are kept: failure")


def test_me_31_a_team_checks_the_background_that_suits_the_challenge() -> None:
    """ME-31: as for a plain Check, what suits the challenge is suggested, though only one of the team has it."""
    table = begun("a-fine-patina", "B D ⏎ ⏎ 4 m b 1 ⏎ Z A")
    check = prompt(table, 120).parts[-1]
    assert [offer.label for offer in check.offers if offer.here] == ["Up the Flue"]
    keyed(table, "⏎")
    beside = next(part for part in prompt(table, 120).parts if part.prompt == "Others’ pool")
    assert [offer.label for offer in beside.offers] == ["Focus"]
    assert "Jonah 4 dice · Viktor 3 dice (keep 4)" in prompt(table, 120).preview


def test_me_14_the_cover_of_a_target_counts_before_the_roll() -> None:
    """ME-14: teamwork asks for no cover, so its odds count what the target has, as the roll does."""
    shop = Shop(VIKTOR, KIRIN, with_status(CLERK, cover=2))
    answers: Answers = {
        "link": "weakest",
        "who": ("viktor", "kirin"),
        "rating": "Poise",
        "target": "clerk",
        "theirs": "Poise",
    }
    team = BY_ID["team"]
    told = team.asks[-1].preview(shop.session.state, {**answers, "raises": 1})
    assert "(keep 3, 1 raised) against Clerk’s Poise +2 cover (6)" in told
    shop("team weakest viktor,kirin Poise target=clerk theirs=Poise dice=11111")
    assert shop.roll.value == 6
