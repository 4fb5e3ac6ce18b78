"""Corners of Mettle that an auditor looked into: teams, Recover Checks, tools by name, dice that wounds discard."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.commands import COMMANDS
from tests.rules.mettle.tables import CAST, CLERK, KIRIN, VIKTOR, Shop, given, someone, task, with_status, worn
from wyrd_tui.engine.nouns.mettle import roll_memory
from wyrd_tui.engine.rules.mettle.kept_dice import best_choices
from wyrd_tui.engine.rules.shared.matters import pending
from wyrd_tui.screens.questions.asking import Asking

TWO = someone("two", 0, 0, 2)
THREE = someone("three", 3, 0, 0)
FOUR = someone("four", 4, 0, 0)
SIX = someone("six", 0, 0, 6)
TEN = someone("ten", 10, 0, 0)
LINKS = ("weakest", "strongest")


# ------------------------------------------------------------------ teams


@pytest.mark.parametrize("link", LINKS)
def test_me_13_a_bonus_against_the_target_counts_in_teams(link: str) -> None:
    """ME-30, ME-31: a bonus against the target makes the lowest pool, or the helper's, larger by it."""
    shop = Shop(FOUR, THREE, CLERK, bonuses=(given("three", "Grudge", 3, against="clerk"),))
    shop(f"team {link} four,three Focus target=clerk theirs=Motive")
    # With it Three leads: 6 dice before 4.
    assert shop.roll.score.who == "three"
    assert "Grudge" not in shop.preview(f"team {link} four,three Focus 3", "dice")
    small = Shop(TEN, THREE, CLERK, bonuses=(given("three", "Grudge", 3, against="clerk"),))
    small(f"team {link} ten,three Focus target=clerk theirs=Motive")
    assert roll_memory(small.roll).keeps == (6 if link == "weakest" else 10)
    assert not small.bonuses()


@pytest.mark.parametrize("link", LINKS)
def test_me_43_blindness_hinders_a_team_where_sight_helps(link: str) -> None:
    for blind, spared in ((FOUR, TEN), (TEN, FOUR)):
        shop = Shop(spared, with_status(blind, "blinded"))
        assert shop.offered(f"team {link} ten,four Focus 3")["blinded"].hint == blind.name
        for word, fewer in (("", 0), (" with=blinded", 3)):
            other = Shop(spared, with_status(blind, "blinded"))
            other(f"team {link} ten,four Focus 3{word}")
            ten, four = (10 - fewer, 4) if blind is TEN else (10, 4 - fewer)
            thrown = sum(len(score.faces) for score in (other.roll.score, *other.roll.against))
            asked = (four, ten) if link == "weakest" else (ten, ten + four)
            assert (roll_memory(other.roll).keeps, thrown) == asked


def test_me_43_a_recover_check_may_count_blindness() -> None:
    shop = Shop(with_status(VIKTOR, "fallen", "blinded"), CLERK)
    shop.refuses("rise viktor roll rating=Fencing against=3 with=blinded dice=1111", "instead of 1")
    shop("rise viktor roll rating=Fencing against=3 dice=1113")
    assert not shop.is_("viktor") & {"fallen", "dead"}


def test_me_37_a_recover_check_is_no_action() -> None:
    """The preview of a Recover Check does not warn that the Fallen have no Action (ME-37)."""
    shop = Shop(with_status(VIKTOR, "fallen"), CLERK)
    assert "no Action" not in shop.preview("rise viktor roll rating=Fencing against=3", "dice")


def test_me_33_the_best_dice_to_keep_for_a_twist() -> None:
    """The most Edge may be the worst: of 3 3 2 6 5 4 against 8, three kept, 3 3 and a die to throw again are best."""
    found = best_choices((3, 3, 2, 6, 5, 4), 3, 8)
    assert found == {"succeed": (3, 3, 2), "edge": (6, 5, 4), "twist": (3, 3, 6)}
    # No dice are kept for a Twist that cannot succeed either.
    assert "twist" not in best_choices((1, 1, 4), 2, 9)
    # Raised dice are thrown again as well where the table reads it so (C-16).
    assert best_choices((3, 3, 2, 6), 2, 9, raised_too=2)["twist"] == (3, 3)
    shop = Shop(someone("big", 6, 0, 0), THREE)
    shop("team weakest big,three Focus 8 dice=332654")
    offered = shop.offered("choose-dice", "kept")
    assert offered["twist"].hint == "fails, Score 6, Edge 1: 3 3 6"
    shop("choose-dice")
    assert shop.roll.score.faces == (3, 3, 6)


def test_u_28_dice_that_wounds_discard_are_dice_all_the_same() -> None:
    """U-27: against less than 0 a Score of 0 is enough, for a team as for one alone; no dice at all fail."""
    broken = with_status(TWO, "broken"), with_status(SIX, "broken")
    shop = Shop(*broken)
    alone, before = shop("check two Poise -1 dice=11"), shop.preview("team weakest two,six Poise -1", "dice")
    assert "SUCCESS" in " ".join(alone.lines)
    assert "100%" in before
    shop("team weakest two,six Poise -1 dice=111111")
    assert shop.result == (0, 0, "success")


def test_u_27_a_helpers_wounds_count_as_they_were_at_the_throw() -> None:
    shop = Shop(FOUR, THREE)
    shop("team strongest four,three Focus 7 dice=2266;226")
    shop("status three broken")
    shop('choose-dice "2 2 2 2"')
    assert shop.result == (8, 0, "success")


def test_me_33_odds_of_too_many_dice_say_so() -> None:
    """More dice than are reckoned while the table waits: the chance of a Twist, and nothing else."""
    shop = Shop(someone("nan", 12, 0, 0), someone("ned", 12, 0, 0))
    assert "Twist: too many dice for odds" in shop.preview("team strongest nan,ned Focus 15", "dice")
    assert "Twist not" not in shop.preview("team weakest nan,ned Focus 15", "dice")


# ------------------------------------------------------------------ the Recover Check


@pytest.mark.parametrize("act", ["check kirin Focus 1 dice=1111", "contest kirin clerk Focus Motive dice=1111"])
def test_me_40_a_failed_recover_check_waits_over_other_rolls(act: str) -> None:
    """A Twist may turn it for as long as the GM has not settled it; it is not made again, and kills nobody unasked."""
    shop = Shop(with_status(VIKTOR, "fallen"), KIRIN, CLERK)
    shop('rise viktor roll rating=Fencing against=6 dice="1 1 1 4"')
    assert shop.waiting() == ["twist"]
    shop.refuses("rise viktor roll rating=Fencing against=6 dice=1111", "has failed", "`twist`")
    shop.play(act, "end scene")
    assert (shop.is_("viktor"), "twist" in shop.waiting()) == ({"fallen"}, True)
    shop("twist focus dice=6")
    assert (shop.is_("viktor"), shop.waiting()) == ({"fallen"}, ["rise"])
    shop.refuses("rise viktor roll rating=Fencing against=6 dice=1111", "dies, lives")
    shop("rise viktor dies")
    assert "dead" in shop.is_("viktor")
    assert shop.waiting() == []


def test_me_40_a_settled_recover_check_kills_no_second_time() -> None:
    shop = Shop(with_status(VIKTOR, "fallen"), KIRIN, CLERK)
    shop.play("rise viktor roll Nature 3 dice=111", "rise viktor lives", "status viktor fallen")
    assert shop.waiting() == []


def test_me_40_ruling_on_recovery_closes_its_twist() -> None:
    """A ruling on a Recover Check closes its Twist, and a later roll kills nobody (ME-40)."""
    shop = Shop(with_status(VIKTOR, "fallen"), KIRIN, CLERK)
    shop.play('rise viktor roll rating=Fencing against=6 dice="1 1 1 4"', "rise viktor lives")
    assert shop.waiting() == []
    shop.refuses("twist", "decided already")
    shop("check kirin Focus 1 dice=1111")
    assert not shop.is_("viktor") & {"fallen", "dead"}


def test_me_40_a_twist_is_no_other_roll() -> None:
    shop = Shop(with_status(VIKTOR, "fallen"), KIRIN, CLERK)
    shop('rise viktor roll rating=Fencing against=6 dice="3 2 1 4"')
    shop("twist focus dice=1")
    assert not shop.is_("viktor") & {"fallen", "dead"}


def test_me_41_two_hits_on_one_target_are_dealt_apart() -> None:
    """Two hits on one target are dealt apart, the newest first; `of=none` is damage without a hit (ME-41)."""
    shop = Shop(VIKTOR, KIRIN, CLERK)
    shop.play("strike viktor clerk Fencing dice=3333", "strike kirin clerk Nature dice=33", "hurt clerk 1 of=none")
    assert shop.waiting() == ["hurt", "hurt"]
    assert "the hit by Kirin" in shop.preview("hurt clerk 1", "points")
    shop("hurt clerk 1")
    assert [one.sentence for one in shop.pending()] == ["Clerk is hit by Viktor with Fencing, Edge 0: how much damage?"]
    shop("hurt clerk 0 of=viktor")
    assert shop.waiting() == []


def test_me_40_the_dead_have_no_poise() -> None:
    """A dead character has Poise 0, even without a felling blow (ME-37, ME-40)."""
    shop = Shop(*CAST)
    shop("die clerk")
    assert shop.pool("clerk", "Poise") == 0
    assert "against Clerk’s Poise (0)" in shop.odds("strike viktor clerk Fencing")


# ------------------------------------------------------------------ tools by name


def test_me_13_tools_on_the_sheet_count_by_themselves() -> None:
    """Tools on the sheet count for their own pool, or for all if they name none, until lost or left out (ME-13)."""
    shop = Shop(*CAST)
    shop("grant viktor Lockpicks gear bonus Poise value=2")
    shop("grant viktor Rope gear bonus value=1")
    assert [one.label for one in shop.offered("check viktor Poise 3", "without").values()] == ["Lockpicks"]
    assert next(iter(shop.offered("check viktor Focus 3").values())).label == "Rope"
    assert "Lockpicks +2" in shop.log("check viktor Poise 3 dice=11111")
    shop("check viktor Poise 3 without=tools-lockpicks dice=111")
    shop("gear viktor Lockpicks")
    assert "Lockpicks" not in {one.label for one in shop.offered("check viktor Poise 3", "without").values()}


def test_u_25_pending_names_one_thing_at_a_time() -> None:
    """Only the Twist is open once a team's dice are chosen for it (U-25)."""
    shop = Shop(someone("big", 6, 0, 0), THREE)
    shop.play("team weakest big,three Focus 8 dice=332654", "choose-dice twist")
    assert [item.command for item in pending(shop.state)] == ["twist"]


def test_c_30_a_bonus_of_another_game_is_no_dice() -> None:
    """A bonus that names no game counts (U-34)."""
    other = replace(given("viktor", "Luck", 2, skill="Poise"), game="wyrd_engine")
    assert shop_dice(Shop(*CAST, bonuses=(other,))) == 3
    assert shop_dice(Shop(*CAST, bonuses=(replace(other, game=""),))) == 5
    assert shop_dice(Shop(*CAST, bonuses=(replace(other, game="mettle"),))) == 5


def shop_dice(shop: Shop) -> int:
    """The dice of Viktor's Poise."""
    shop("check viktor Poise 3")
    return len(shop.roll.score.faces)


# ------------------------------------------------------------------ words that say what changed


def test_a_new_value_is_told_with_the_old() -> None:
    """A changed Difficulty is told with the old one, in the words of the ladder (ME-09)."""
    shop = Shop(tasks=(task("door", 3),))
    assert "Door: value Challenging (3)→Difficulty 7" in shop.log("edit-challenge door value 7")


def test_me_48_surprise_that_came_late_ends_with_its_own_round() -> None:
    """A character Surprised in round 3 is so until the end of round 3 (ME-48)."""
    shop = Shop(VIKTOR, CLERK, fight=True)
    shop.play("next", "next", "next", "next", "status clerk surprised")
    assert "Clerk is no longer Surprised: round 3 is over" in shop.log("next") + shop.log("next")


def test_me_47_a_status_that_is_there_already_is_no_news() -> None:
    """A status is refused at the level that it has already, and changed at another (ME-47)."""
    shop = Shop()
    shop("status viktor fatigued 1")
    shop.refuses("status viktor fatigued 1", "Nothing changes: Viktor is Fatigued 1 already")
    assert "Fatigued 2" in shop.log("status viktor fatigued 2")
    shop.refuses("status viktor fatigued level=-1", "(0 ends the status): write 0 to 99")


def test_u_29_a_refusal_counts_dice_kept_beside_raised_ones() -> None:
    """Two are kept, one of which is raised."""
    shop = Shop(VIKTOR, KIRIN)
    shop("team weakest viktor,kirin Nature 3 raises=1 dice=32")
    shop.refuses('choose-dice "3 2"', "1 die is kept beside 1 raised, not 2")


def test_me_23_a_montage_in_the_middle_of_a_fight_is_said() -> None:
    """A Relax Montage during a fight is warned about in the question and in the log (ME-23)."""
    shop = Shop(worn(VIKTOR, focus=1), CLERK, fight=True)
    assert shop.remark("relax viktor") == "a fight goes on: `end fight` ends it first"
    assert "A Relax Montage in the middle of a fight" in shop.log("relax viktor")
    calm = Shop(worn(VIKTOR, focus=1), CLERK)
    assert calm.remark("relax viktor") == ""
    assert "Montage" not in calm.log("relax viktor")


def test_u_24_a_settled_challenge_is_no_answer_and_that_is_said() -> None:
    """A settled challenge is refused on a line, and left out with the reason on the screen (U-24)."""
    shop = Shop(tasks=(task("door", 3), task("lock", 3)))
    shop("settle door overcome")
    shop.refuses("check viktor on=door Poise", "Overcome already: Door")
    check = next(one for one in COMMANDS if one.id == "check")
    asking = Asking(check, shop.state, {"actor": "viktor", "faced": "door"})
    asking.start()
    assert asking.question().aside == "Overcome already: Door. The selection is left out."
    asking.key("enter")
    assert asking.question().aside == ""
    other = Asking(check, shop.state, {"actor": "viktor", "faced": "lock"})
    other.start()
    assert other.question().aside == ""
