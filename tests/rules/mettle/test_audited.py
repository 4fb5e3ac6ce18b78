"""Findings of an auditor and a Guide at a table of Mettle, rule by rule."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.rules.mettle.tables import CAST, CLERK, KIRIN, VIKTOR, Shop, given, someone, task, with_status, worn
from wyrd_tui.engine.nouns.mettle import STATUSES, roll_memory
from wyrd_tui.engine.rules.mettle.game import hints
from wyrd_tui.engine.rules.mettle.modifiers import row_of
from wyrd_tui.engine.sheet import Sheet
from wyrd_tui.engine.state import METTLE, WYRD_ENGINE, Actor, BonusKind
from wyrd_tui.engine.voices import meaning

SIX = someone("six", 0, 0, 6)
TWO = someone("two", 0, 0, 2)
SMUTS = replace(someone("smuts", 2, 2, 2, 1, 2, 0, side="foes"), kind="mook", count=4)


def without(actor: Actor, *names: str) -> Actor:
    """The actor with rows or ratings struck from the sheet."""
    own = actor.sheets[METTLE]
    track = tuple(row for row in own.track if row.label not in names)
    ratings = {name: value for name, value in own.ratings.items() if name not in names}
    return replace(actor, sheets={**actor.sheets, METTLE: replace(own, track=track, ratings=ratings)})


# ------------------------------------------------------------------ a sheet written by hand


def test_me_34_a_rating_of_motive_or_armor_moves_mettle() -> None:
    """Points that are gone stay gone, as with `pools`."""
    shop = Shop()
    shop.play("hurt viktor 2", "rate viktor Motive 5")
    row = row_of(shop.state.actors["viktor"], "mettle")
    assert row is not None
    assert (shop.mettle("viktor"), row.boxes) == (3, 7)
    shop("rate kirin armor 4")
    assert shop.mettle("kirin") == 6


def test_me_21_a_rating_of_an_attribute_is_its_pool() -> None:
    """Rating an attribute changes its pool, keeps its strain and makes no background (ME-21)."""
    shop = Shop(worn(KIRIN, poise=1), CLERK)
    shop("rate kirin poise 6")
    assert shop.pool("kirin", "Poise") == 5
    assert "Poise" not in shop.sheet("kirin").ratings
    shop("rate kirin Lockpicking 4")
    assert shop.pool("kirin", "Lockpicking") == 4
    shop.refuses("rate kirin Lockpicking -1", "0 dice or more, not −1")


def test_me_45_a_rating_of_frame_or_load_encumbers() -> None:
    shop = Shop()
    shop("rate kirin Load 5")
    assert shop.is_("kirin") == {"encumbered"}
    shop("rate kirin Frame 6")
    assert shop.is_("kirin") == set()
    shop.play("rate kirin Frame 2", "unrate kirin Load")
    assert shop.is_("kirin") == set()


def test_me_34_pools_that_make_up_mettle_cannot_be_struck() -> None:
    shop = Shop()
    shop.refuses("unrate viktor Motive", "Mettle is made of it", "`pools`")
    shop("unrate kirin Lockpicking")
    assert "Lockpicking" not in shop.sheet("kirin").ratings


@pytest.mark.parametrize(("load", "status"), [(3, set()), (4, {"encumbered"}), (6, {"incapacitated"})])
def test_me_45_the_load_of_a_newcomer_counts(load: int, status: set[str]) -> None:
    """ME-45: as that of anybody else."""
    shop = Shop()
    shop(f'add "Cara Low" party pc numbers="poise 2 frame 3 motive 4 load {load}"')
    assert shop.is_("cara-low") == status


def test_me_45_a_load_tells_the_meaning_of_its_status() -> None:
    shop = Shop()
    assert STATUSES["encumbered"] in shop("load kirin 5").lines[-1]
    assert meaning(shop.state.actors["kirin"].conditions[0]) == STATUSES["encumbered"]


def test_me_10_missing_pool_is_refused() -> None:
    """A roll against a pool missing from a sheet is refused by name; the Fallen have Poise 0 (ME-10, ME-37)."""
    shop = Shop(VIKTOR, without(CLERK, "Poise"), KIRIN)
    shop.refuses("strike viktor clerk Fencing dice=1111", "sheet of Clerk has no Poise", "`:pools clerk poise=3`")
    assert "has no Poise" in shop.odds("strike viktor clerk Fencing")
    assert "Poise" not in shop.offered("contest viktor clerk Nature", "theirs")
    shop("contest viktor clerk Nature Motive dice=111")
    shop.play("status clerk fallen", "strike viktor clerk Fencing dice=1111")
    assert shop.roll.value == 0


def test_me_30_members_without_the_background_of_a_team_check_an_attribute() -> None:
    """ME-30, ME-31: a background of one is offered, and the others Check the largest attribute of all, or another."""
    shop = Shop(VIKTOR, KIRIN)
    shop("team weakest viktor,kirin Lockpicking 3 dice=333333")
    assert (shop.roll.score.rating, roll_memory(shop.roll).keeps) == ("Lockpicking", 3)
    shop("team weakest viktor,kirin Lockpicking 3 beside=Focus dice=333333")
    assert roll_memory(shop.roll).keeps == 2
    told = shop.log("team strongest viktor,kirin Lockpicking 3 dice=333333;222")
    assert "Kirin 3 3 3 3 3 3; Viktor (Nature 3) 2 2 2" in told
    shop.refuses("team weakest viktor,kirin Nonsense 3", "Possible: Poise, Focus, Nature")
    offered = shop.offered("team weakest viktor,kirin Poise 3", "rating")
    assert [(one.value, one.hint) for one in offered.values()][:4] == [
        ("Poise", "5 dice"),
        ("Focus", "4 dice"),
        ("Nature", "3 dice"),
        ("Lockpicking", "6 dice, Kirin’s own"),
    ]


def test_me_30_a_team_without_any_pool_in_common_has_none() -> None:
    """ME-30: a pool that a sheet lacks is not one of 0 dice."""
    apart = Shop(without(VIKTOR, "Focus", "Nature", "Poise"), KIRIN)
    apart.refuses("team weakest viktor,kirin", "`team` needs the check.")


# ------------------------------------------------------------------ groups


def test_u_12_split_members_are_not_hurt() -> None:
    """Members that split off have no lost Mettle and no wounds; strain and statuses stay with all (U-12)."""
    shop = Shop(VIKTOR, SMUTS)
    shop.play("hurt smuts 1 way=shaken", "hurt smuts 1", "strain smuts poise", "status smuts blinded", "split smuts 2")
    assert (shop.mettle("smuts"), shop.is_("smuts")) == (1, {"shaken", "blinded"})
    assert (shop.mettle("smuts-2"), shop.is_("smuts-2"), shop.pool("smuts-2", "Poise")) == (2, {"blinded"}, 1)


def test_u_12_a_hurt_mook_that_joins_stands_in_front() -> None:
    shop = Shop(VIKTOR, SMUTS)
    shop.play("split smuts 2", "hurt smuts 1 way=shaken", "hurt smuts 1")
    told = shop.log("merge smuts smuts-2")
    assert "have the hurt one in front: Mettle 2→1" in told
    assert "Focus" not in told
    assert (shop.mettle("smuts-2"), shop.is_("smuts-2")) == (1, {"shaken"})
    assert shop.state.actors["smuts-2"].count == 4


def test_u_12_two_who_are_hurt_cannot_both_stand_in_front() -> None:
    shop = Shop(VIKTOR, SMUTS)
    shop.play("split smuts 2", "hurt smuts 1", "hurt smuts-2 1")
    shop.refuses("merge smuts smuts-2", "both have a hurt member in front")


def test_u_12_the_fallen_do_not_stand_up_by_joining() -> None:
    """Joining groups is refused if one stands and the other is Fallen, in either direction (U-12)."""
    shop = Shop(VIKTOR, SMUTS)
    shop.play("split smuts 1", "hurt smuts-2 9")
    for line in ("merge smuts smuts-2", "merge smuts-2 smuts"):
        shop.refuses(line, "are not all up")


# ------------------------------------------------------------------ what counts


def test_me_31_a_helpers_bonus_is_named_and_used_up() -> None:
    shop = Shop(SIX, TWO, bonuses=(given("two", "Rope", 1, skill="Poise"),))
    told = shop.log("team strongest six,two Poise 3 dice=111111;111")
    assert "Two (Poise 2, Rope +1) 1 1 1" in told
    assert "’s bonus “Rope” (+1) is used" in told
    assert shop.state.bonuses == {}


def test_me_30_the_lowest_pools_bonus_is_used_up() -> None:
    """A bonus that has made no difference is kept."""
    five = someone("five", 0, 0, 5)
    shop = Shop(
        SIX, five, TWO, bonuses=(given("two", "Rope", 1, skill="Poise"), given("five", "Map", 1, skill="Poise"))
    )
    shop("team weakest six,five,two Poise 3 dice=111111")
    assert set(shop.state.bonuses) == {"map"}


@pytest.mark.parametrize("kind", ["boon", "boost", "advantage", "help"])
def test_me_13_bonuses_of_the_wyrd_engine_are_no_dice(kind: BonusKind) -> None:
    shop = Shop(KIRIN, CLERK, bonuses=(replace(given("kirin", "High ground", 2), kind=kind),))
    shop("check kirin Poise 3 dice=11111")
    assert len(shop.roll.score.parts) == 1
    assert len(shop.state.bonuses) == 1


def test_me_33_the_leader_has_most_dice_with_entered_tools() -> None:
    """Tools do not stack with a bonus, so who has one gains nothing by them."""
    shop = Shop(someone("ann", 5, 0, 0), someone("bob", 4, 0, 0), bonuses=(given("bob", "Lens", 2, skill="Focus"),))
    assert "Bob 6 dice · " in shop.preview("team strongest ann,bob Focus 3", "dice")
    assert "Ann 8 dice · " in shop.preview("team strongest ann,bob Focus 3 tools=3", "dice")


def test_me_10_a_team_against_somebody() -> None:
    """Past a guard with Cover, for example; nobody can be in the team and its target."""
    shop = Shop(SIX, TWO, CLERK)
    told = shop.log("team weakest six,two Poise target=clerk theirs=Focus cover=1 dice=333333")
    assert "against Clerk’s Focus +1 cover (3)" in told
    shop.refuses("team weakest six,two Poise target=two", "“two”")
    assert "against Clerk’s Motive (4)" in shop.log("team weakest six,two Poise target=clerk dice=333333")


def test_me_30_no_dice_to_keep_are_not_asked_for() -> None:
    shop = Shop(SIX, worn(TWO, poise=2))
    shop("team weakest six,two Poise -1 dice=111111")
    assert (shop.waiting(), shop.result) == ([], (0, 0, "failure"))
    assert shop.preview("team weakest six,two Poise -1", "dice").startswith(
        "Six 6 dice (keep 0) against Difficulty −1 · success 0%"
    )


def test_so_many_dice_are_told_and_not_reckoned() -> None:
    """A team of many dice; with wounds of two kinds sooner."""
    many = (someone("ann", 30, 0, 0), someone("bob", 20, 0, 0))
    assert "too many dice for exact odds" in Shop(*many).preview("team strongest ann,bob Focus 3", "dice")
    few = (with_status(someone("ann", 8, 0, 0), "shaken"), someone("bob", 6, 0, 0))
    assert "too many dice for exact odds" in Shop(*few).preview("team strongest ann,bob Focus 3", "dice")
    some = (someone("ann", 20, 0, 0), someone("bob", 6, 0, 0))
    assert "Twist: too many dice for odds" in Shop(*some).preview("team strongest ann,bob Focus 3", "dice")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [("raises=-1", "Raises: write 0 or more, not −1"), ("raises=1000000", "5 dice cannot take 1000000 Raises")],
)
def test_me_28_raises_that_the_pool_cannot_take_are_refused(words: str, sentence: str) -> None:
    Shop().refuses(f"check kirin Poise 3 {words}", sentence)


# ------------------------------------------------------------------ Twists


def test_me_19_a_scene_that_ends_closes_a_twist() -> None:
    """The scene's end closes a Twist and says so; a Twist of a Recover Check stays open (ME-19)."""
    for line in ("end scene", "begin Upstairs"):
        shop = Shop()
        shop("check kirin Poise 5 dice=12256")
        assert "The failure of Kirin stands" in shop.log(line)
        shop.refuses("twist", "takes the acceptance back")
        shop.session.undo()
        assert shop.waiting() == ["twist"]
    shop = Shop(with_status(VIKTOR, "fallen"), KIRIN)
    shop.play("rise viktor roll Nature 3 dice=126", "end scene")
    assert shop.waiting() == ["twist"]


def test_me_37_the_fallen_take_no_twist() -> None:
    """A Fallen character takes no Twist, except on their own Recover Check (ME-37)."""
    shop = Shop()
    shop.play("check kirin Poise 5 dice=12256", "hurt kirin 9")
    assert shop.waiting() == []
    shop.refuses("twist", "Kirin is Fallen", "the failure stands")


def test_me_25_a_failed_background_may_be_accepted() -> None:
    """No Strain is asked for that nobody pays, and the price needs no name (ME-25)."""
    shop = Shop()
    shop("check kirin Lockpicking 15 dice=666666")
    assert "accepts the failure" in shop.log("twist accept")


def test_me_21_strain_falls_on_what_was_checked() -> None:
    """Another attribute is no price, and the refusal names the one that is (ME-21)."""
    shop = Shop()
    shop("check kirin Poise 5 dice=12256")
    shop.refuses("twist nature dice=34", "Strain takes a die of poise here. Write `twist poise`")


# ------------------------------------------------------------------ wounds and statuses


def test_me_38_the_fallen_cancel_nothing() -> None:
    """A Fallen character cannot cancel damage with a wound, even with Mettle that a scene refilled (ME-38)."""
    shop = Shop(with_status(VIKTOR, "fallen"), KIRIN)
    assert list(shop.offered("hurt viktor 2", "way")) == ["take"]
    shop.refuses("hurt viktor 2 way=shaken", "Viktor cannot cancel this hit: the Fallen take every hit")


@pytest.mark.parametrize("label", ["Shaken", "fallen", "Encumbered"])
def test_me_39_no_condition_takes_the_name_of_a_status(label: str) -> None:
    """Broken and Shaken are one wound, and `status` knows that."""
    shop = Shop(with_status(KIRIN, "broken"), VIKTOR)
    shop.refuses(f"condition kirin {label}", "`status`")
    assert shop.is_("kirin") == {"broken"}


def test_me_48_going_back_to_the_first_round() -> None:
    """Stepping back to the first round restores its Surprised, until that round ends again (ME-48)."""
    shop = Shop(with_status(VIKTOR, "surprised"), KIRIN, fight=True)
    shop.play("next", "next")
    assert shop.is_("viktor") == set()
    assert "Viktor is Surprised" in shop.log("back")
    assert shop.is_("viktor") == {"surprised"}
    shop("next")
    assert shop.is_("viktor") == set()
    shop.session.undo()
    assert shop.is_("viktor") == {"surprised"}
    shop.session.undo()
    assert shop.is_("viktor") == set()


def test_me_48_the_first_round_of_another_fight_surprises_nobody() -> None:
    shop = Shop(with_status(VIKTOR, "surprised"), KIRIN, fight=True)
    shop.play("next", "next", "end fight", "order gm", "next", "next", "back")
    assert shop.is_("viktor") == set()


def test_me_48_a_new_scene_ends_surprise() -> None:
    """Surprise of an earlier fight ends; Surprise by the scene that begins stays."""
    shop = Shop(with_status(VIKTOR, "surprised"), KIRIN, fight=True)
    assert "Viktor is no longer Surprised" in shop.log("begin Upstairs")
    shop = Shop(with_status(VIKTOR, "surprised"), KIRIN)
    shop("begin Upstairs")
    assert shop.is_("viktor") == {"surprised"}


# ------------------------------------------------------------------ mixed tables


def mixed(*people: Actor) -> Shop:
    """A table of the Wyrd Engine and Mettle."""
    shop = Shop(*people)
    object.__setattr__(shop.session, "state", replace(shop.state, games=(WYRD_ENGINE, METTLE)))
    return shop


def test_u_34_the_game_of_the_attack_decides() -> None:
    """A target with sheets of both games can be attacked in either; a target that lacks one is named."""
    fights = Sheet({"Fight": 2})
    both = replace(CLERK, sheets={**CLERK.sheets, WYRD_ENGINE: fights})
    engine = replace(VIKTOR, id="ada", name="Ada", sheets={WYRD_ENGINE: fights})
    thug = replace(engine, id="thug", name="Thug", side="foes")
    shop = mixed(KIRIN, engine, both, thug)
    shop("strike kirin clerk Poise dice=33333")
    assert shop.roll.game == METTLE
    shop("attack ada clerk")
    assert shop.roll.game == WYRD_ENGINE
    shop.refuses("strike kirin thug Poise", "Thug has no sheet of Mettle", "`:pools thug focus=3`")
    shop.refuses("attack ada kirin", "Kirin has no sheet of the Wyrd Engine")
    shop.refuses("strike ada clerk Poise", "Ada has no sheet of Mettle")


def test_a_difficulty_beside_a_challenge_is_not_passed_over() -> None:
    """The challenge has its own."""
    Shop(KIRIN, tasks=(task("door", 5),)).refuses("check kirin Poise on=door against=3", "does not use against=")


@pytest.mark.parametrize("actor", CAST)
def test_every_pool_is_written_once(actor: Actor) -> None:
    """Rating a pool by hand never leaves it both as a row of the track and as a rating."""
    shop = Shop(*CAST)
    for name in ("Focus", "nature", "POISE", "Motive", "armor", "FRAME", "Load", "Fencing"):
        shop(f"rate {actor.id} {name} 2")
    own = shop.sheet(actor.id)
    assert not {row.label for row in own.track} & set(own.ratings)
    assert {"Motive", "Armor", "Frame", "Load"} <= set(own.ratings)
    assert shop.mettle(actor.id) == 4


def test_u_30_strain_is_strain_however_it_is_written() -> None:
    """ME-21: where none can be paid there is no Twist for it, not as words of one's own either."""
    shop = Shop(someone("ada", 4, 3, 0), CLERK)
    shop("check ada Poise 1 mod=2 dice=44")
    for price in ("strain", "Strain", "STRAIN"):
        shop.refuses(f"twist price={price} dice=33", "Poise is at 0")


def test_me_36_beginning_a_scene_ends_the_one_before() -> None:
    """ME-48: whether anybody fought in it or not; before the first there is nothing to end."""
    shop = Shop()
    assert not [line for line in shop("begin The-shop").lines if "ends" in line]
    shop.play("give viktor 2 situation tip ends=scene", "hurt viktor 2", "status viktor surprised")
    assert shop.preview("begin Cellar", "page").startswith("Scene 1 ends: The-shop\n")
    assert any(line.startswith("Scene 1 ends: ") for line in shop("begin Cellar").lines)
    assert (shop.state.scene.number, shop.mettle("viktor"), shop.state.bonuses) == (2, 5, {})
    assert shop.is_("viktor") == set()


def test_me_48_an_ambush_asks_the_guide_who_is_surprised() -> None:
    """An ambush promises no surprise: the act `status` gives it to those caught unawares (WE-49, ME-48)."""
    shop = Shop()
    assert shop.offered("order ambush foes", "style")["ambush"].hint == "one side acts first"
    shop("order ambush foes")
    told = "a fighter caught unawares has no Action in round 1: `status` Surprised"
    assert told in hints(shop.state)
    shop("status kirin surprised")
    assert told not in hints(shop.state)


def test_me_10_a_hit_on_a_figure_without_mettle_is_told() -> None:
    """A foe with the numbers of the Guide alone has no Mettle to lose, so no question follows (ME-10)."""
    guard = replace(CLERK, id="guard", name="Guard")
    sheet = guard.sheets[METTLE]
    bare = replace(
        guard, sheets={METTLE: replace(sheet, track=tuple(row for row in sheet.track if row.id != "mettle"))}
    )
    shop = Shop(KIRIN, bare)
    told = shop.log("strike kirin guard Focus dice=3333")
    assert "Guard has no Mettle written: the Guide decides the effect of the hit" in told
    assert shop.waiting() == []


def test_a_surge_tells_what_it_takes() -> None:
    """The Mettle that a surge spends stands on the line before the dice (ME-41)."""
    shop = Shop()
    shop("order sides party")
    assert "Mettle 5→3" in shop.preview("strike viktor clerk Fencing surge=2", "dice")
    assert "Mettle" not in shop.preview("strike viktor clerk Fencing", "dice")


def test_of_two_bonuses_the_line_says_which_counts() -> None:
    """Of several bonuses the largest counts (ME-13)."""
    shop = Shop()
    assert "only the larger of" in shop.preview("check viktor Nature 3 tools=1 mod=1", "dice")
    assert "only the larger of" not in shop.preview("check viktor Nature 3 tools=1", "dice")


def test_success_is_not_assumed_for_the_broken_or_recover_checks() -> None:
    """A pool that loses dice, and a Check for one's life, are rolled (ME-15, ME-37)."""
    assert "assumed" in Shop().preview("check kirin Poise 3", "dice")
    assert "assumed" not in Shop(KIRIN, VIKTOR).preview("strike kirin viktor Poise", "dice"), "an attack"
    assert "assumed" not in Shop(KIRIN, VIKTOR).preview("contest kirin viktor Poise Motive", "dice"), "he resists"
    assert "assumed" not in Shop(with_status(KIRIN, "broken"), VIKTOR).preview("check kirin Poise 3", "dice")
    fallen = Shop(with_status(KIRIN, "fallen"), VIKTOR)
    assert "assumed" not in fallen.preview("rise kirin roll by=viktor rating=Fencing against=1", "dice")


def test_the_log_tells_of_survival_after_a_failed_recover_check() -> None:
    """The log does not call a failed Recover Check a success (ME-40)."""
    shop = Shop(with_status(KIRIN, "fallen"), VIKTOR)
    shop("rise kirin roll rating=Focus against=10 dice=1111")
    assert "alive after all" in shop.log("rise kirin lives")
