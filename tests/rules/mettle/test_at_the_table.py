"""Situations met by a Guide at the table: groups, words without their names, who can be hurt (ME-08 … ME-41, U-12)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.commands import BY_ID
from tests.rules.mettle.tables import CLERK, KIRIN, VIKTOR, Shop, someone, with_status, worn
from wyrd_tui.engine.act import Step
from wyrd_tui.engine.deeds import shares
from wyrd_tui.engine.recap import recap
from wyrd_tui.engine.state import METTLE

SMUTS = replace(someone("smuts", 0, 2, 2, 1, 1, 0, side="foes"), kind="mook", count=3)


def test_u_12_a_felling_blow_fells_one_of_a_group() -> None:
    """The next has all of its Mettle and no wound, which line and log say; only the last is Fallen (ME-38)."""
    shop = Shop(VIKTOR, SMUTS)
    shop("hurt smuts 1 way=shaken")
    assert "one falls 3→2, the next steps up unhurt, Shaken ends" in shop.preview("hurt smuts 4", "points")
    told = shop.log("hurt smuts 4")
    assert "a Felling blow, one falls 3→2" in told
    assert "The next of the smuts steps up, unhurt: Mettle 1" in told
    assert "Smuts are no longer Shaken" in told
    assert (shop.state.actors["smuts"].count, shop.mettle("smuts"), shop.is_("smuts")) == (2, 1, set())
    shop.play("hurt smuts 1", "hurt smuts 1")
    assert (shop.state.actors["smuts"].count, shop.mettle("smuts")) == (1, 1)
    assert "Smuts are Fallen" in shop.log("hurt smuts 2")
    assert shop.state.actors["smuts"].out
    assert "Smuts are Fallen" in shop.hints()


def test_me_37_a_rally_counts_no_fallen_last_of_a_group() -> None:
    """ME-36, ME-37, U-12: a group of which the last lies Fallen has nobody who stands, in a list as in the order."""
    shop = Shop(VIKTOR, SMUTS)
    shop.play("hurt smuts 4", "hurt smuts 4")
    assert shop.offered("hurt smuts 1", "who")["smuts"].label == "Smuts ×1"
    shop("hurt smuts 4")
    assert shop.offered("rally smuts", "who")["smuts"].label == "Smuts ×0"
    assert "- **Smuts**: none left standing" in recap(shop.state, shop.session.done)


@pytest.mark.parametrize("word", ["shaken", "Shaken"])
def test_me_38_the_way_needs_no_name_in_a_line(word: str) -> None:
    shop = Shop()
    shop(f"hurt clerk 3 {word}")
    assert (shop.mettle("clerk"), shop.is_("clerk")) == (4, {"shaken"})


def test_me_24_the_price_needs_no_name_in_a_line() -> None:
    """Words of the table's own for a Twist are marked on a line, so that no slip is taken for them."""
    for word, poise in (("strain", 4), ("Strain", 4), ("reveal", 5)):
        shop = Shop()
        shop("check kirin Poise 5 dice=12256")
        shop(f"twist {word} dice=34")
        assert shop.pool("kirin", "Poise") == poise
    shop = Shop()
    shop("check kirin Poise 5 dice=12256")
    shop.refuses("twist the door falls dice=34", "To use your own words, write 'the")
    assert "accepts the failure" in shop.log("twist accept")


def test_me_13_tools_drop_no_status() -> None:
    """A status that counts by itself is left out by name only."""
    shop = Shop(with_status(KIRIN, afflicted=3), CLERK)
    shop("check kirin Poise 1 tools=2 dice=1111")
    assert [part.value for part in shop.roll.score.parts] == [5, 2, -3]
    shop("check kirin Poise 1 tools=2 without=afflicted dice=1111111")
    assert [part.value for part in shop.roll.score.parts] == [5, 2]


def test_me_40_a_recover_check_can_be_rolled() -> None:
    """A success rises; a failure waits for its Twist, and asks before it kills."""
    shop = Shop(with_status(VIKTOR, "fallen"), KIRIN)
    told = shop.preview("rise viktor roll Nature 3", "dice")
    assert told.endswith(" · success: Viktor stands at Mettle 5 · failure: asks dead or alive")
    told = shop.log("rise viktor roll Nature 3 dice=222")
    assert "Viktor makes the Recover Check with Nature 3 against Challenging (3)" in told
    assert shop.is_("viktor") == set()
    shop.undo()
    shop("rise viktor roll Nature 3 dice=111")
    assert (shop.is_("viktor"), shop.waiting()) == ({"fallen"}, ["rise"])
    shop("rise viktor dies")
    assert "dead" in shop.is_("viktor")
    shop.undo()
    shop.undo()
    shop("rise viktor roll Nature 3 dice=126")
    assert (shop.is_("viktor"), shop.waiting()) == ({"fallen"}, ["twist"])
    assert "succeeds" in shop.log("twist strain dice=3")
    assert shop.is_("viktor") == set()
    shop.session.undo()
    shop("twist accept")
    assert shop.pending()[0].sentence == "The Recover Check for Viktor has failed: dead?"
    assert "Viktor dies: the Recover Check failed" in shop.log("rise viktor dies")


def test_me_37_another_character_may_make_the_recover_check() -> None:
    shop = Shop(with_status(VIKTOR, "fallen"), KIRIN)
    assert "Kirin makes Viktor’s Recover Check with Focus 4" in shop.log("rise viktor roll by=kirin Focus 3 dice=2226")


def test_me_10_foes_are_attacked_before_bystanders() -> None:
    """Neutral characters are listed after foes as targets (ME-10)."""
    shop = Shop(VIKTOR, someone("ann", 1, 1, 1, side="others"), CLERK, KIRIN)
    assert list(shop.offered("strike viktor clerk Fencing", "target")) == ["clerk", "ann", "kirin"]


def test_me_40_the_dead_are_left_in_peace() -> None:
    """No damage, no Rally, no refill."""
    shop = Shop(with_status(worn(VIKTOR, mettle=3), "dead"), KIRIN)
    for line in ("hurt viktor 1", "rally viktor"):
        shop.refuses(line)
    shop("end scene")
    assert shop.mettle("viktor") == 2


@pytest.mark.parametrize("line", ["rise clerk fails", "die clerk", "status clerk dead"])
def test_me_40_the_dead_are_dead_alone_and_offered_for_nothing(line: str) -> None:
    """ME-40: other statuses end with the life, and no later act of statuses names the dead."""
    shop = Shop(VIKTOR, with_status(with_status(CLERK, "shaken"), "fallen"))
    shop(line)
    assert shop.is_("clerk") == {"dead"}
    for act in ("buildup viktor", "no-rest viktor", "strain viktor Nature", "load viktor 1"):
        assert list(shop.offered(act, "who")) == ["viktor"], act
        shop(act)
    assert list(shop.offered("relax viktor", "who")) == ["viktor"]
    shop.refuses("buildup clerk", "dead")


@pytest.mark.parametrize("raises", [7, 61, 999])
def test_me_28_a_refusal_says_how_many_dice_can_be_raised(raises: int) -> None:
    Shop().refuses(f"check kirin Poise 3 raises={raises}", "raise 5 at most")


def test_me_14_cover_is_not_negative() -> None:
    Shop().refuses("strike viktor clerk Fencing cover=-1", "0 to 20")


def test_me_30_one_alone_is_no_team() -> None:
    """The refusal comes before any question."""
    Shop(VIKTOR).refuses("team", "two characters or more")


def test_me_30_dice_to_keep_need_no_quotation_marks() -> None:
    """`choose-dice 2 6` needs no quotation marks; if all choices fail, Edge for a Twist is offered (ME-30, ME-33)."""
    shop = Shop(someone("ann", 4, 1, 1), someone("bob", 2, 1, 1))
    shop("team weakest ann,bob Focus 15 dice=1264")
    assert shop.offered("choose-dice", "kept")["edge"].hint == "fails, Score 0, Edge 2: 6 4"
    shop("choose-dice 2 6")
    assert shop.roll.score.faces == (2, 6)


def test_texts_say_nothing_twice() -> None:
    """ME-01, ME-06, U-27."""
    shop = Shop(with_status(someone("ann", 4, 1, 1, the_salle=2), "broken"))
    assert shop.log("tally 3d6 dice=345") == "Roll – 3d6: 3 4 5 = 12"
    assert shop.log("tally 2d6-9 dice=43") == "Roll – 2d6−9: 4 3 −9 = −2, never below 0 = 0"
    assert shop.log("tally 2d6-9 dice=+7") == "Roll – 2d6−9: sum 7 −9 = −2, never below 0 = 0"
    assert shop.log("tally d66 dice=62") == "Roll – d66: 62"
    shop("check ann Focus 9 dice=1166")
    assert "new dice: 1 2 discarded = " in shop.log("twist price=strain dice=12")


def test_me_24_the_recap_names_the_twist() -> None:
    shop = Shop()
    shop("check kirin Poise 5 dice=12256")
    before = shop.state
    act = shop("twist delay dice=34")
    deeds = [deed for _, told in shares([Step(act, before, shop.state)]) for deed in told]
    assert any("by a Twist (delay)" in deed for deed in deeds), deeds


def test_me_07_pools_are_dice_and_no_bonus() -> None:
    shop = Shop()
    poise = shop.offered("check kirin Poise", "rating")["Poise"]
    assert (poise.hint, poise.number) == ("5 dice", None)


def test_me_48_the_surprised_are_told_first() -> None:
    shop = Shop(with_status(VIKTOR, "surprised"), CLERK, fight=True)
    assert shop.odds("strike viktor clerk Fencing").startswith(
        "4 dice against Clerk’s Poise (4) · no Action: Surprised"
    )


def test_u_28_no_dice_fail_against_any_number() -> None:
    shop = Shop(worn(KIRIN, poise=5), CLERK)
    shop("check kirin Poise -2 dice=")
    assert shop.roll.outcome == "failure"
    assert "0%" in shop.odds("check kirin Poise -2")


def test_c_16_a_chance_by_raised_dice_thrown_again_is_not_impossible() -> None:
    shop = Shop(rules={"twist_raised": "reroll"})
    assert "impossible" not in shop.odds("check kirin Poise 12 raises=2")


def test_me_45_without_a_frame_no_load_is_too_much() -> None:
    bare = someone("ann", 1, 1, 1)
    sheet = bare.sheets[METTLE]
    ratings = {name: value for name, value in sheet.ratings.items() if name != "Frame"}
    shop = Shop(replace(bare, sheets={METTLE: replace(sheet, ratings=ratings)}))
    shop("load ann 5")
    assert shop.is_("ann") == set()


def test_a_large_team_is_not_reckoned_while_the_table_waits() -> None:
    shop = Shop(someone("ann", 20, 1, 1), with_status(someone("bob", 20, 1, 1), "shaken"))
    assert "too many dice for exact odds" in shop.preview("team strongest ann,bob Focus 15", "dice")


def test_me_37_a_fall_ends_an_open_twist_in_the_log() -> None:
    """A character who falls takes no Twist: the log says that the failure stands (ME-37)."""
    shop = Shop()
    shop("check viktor poise 10 dice=145")
    assert [one.act for one in shop.state.open] == ["twist"]
    told = shop("hurt viktor 20").lines
    assert any(line.startswith("The failure of Viktor") for line in told)
    assert not shop.state.open


@pytest.mark.parametrize(("line", "name"), [("strike", "target"), ("hurt", "who"), ("contest", "target")])
def test_u_12_a_list_says_how_many_of_a_group_stand(line: str, name: str) -> None:
    shop = Shop(VIKTOR, SMUTS)
    ask = next(ask for ask in BY_ID[line].asks if ask.name == name)
    rows = {row.value: row for row in ask.choices(shop.state, {"who": "viktor"})}
    assert rows["smuts"].label == "Smuts ×3"
    if line == "strike":
        assert rows["smuts"].then.endswith(", Mettle 1/1")
        assert rows["smuts"].brief == rows["smuts"].then.replace("one falls", "falls").removesuffix(", Mettle 1/1")


def test_me_37_a_line_for_two_says_that_the_act_takes_one() -> None:
    """ME-37: also where only one of the two is among those who can be brought back."""
    shop = Shop()
    shop("hurt clerk 9")
    shop.refuses("recover clerk,viktor fallen", "“clerk,viktor”: the act takes one. Write a line for each of them.")
