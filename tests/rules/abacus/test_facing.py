"""Challenges on the abacus and the roll that faces them (WA-11 … WA-25, C-26, U-19, U-22, U-24, traps 13 and 14)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.rules.abacus.tables import ADA, BOB, CY, PARTY, Story, character, hurt, rod, scratched, stage_rule
from wyrd_tui.engine.nouns.wyrd_abacus import TYPES, roll_memory
from wyrd_tui.engine.page import Page, Trigger
from wyrd_tui.engine.rules.wyrd_abacus.abilities import ability_of_type, has_faced
from wyrd_tui.engine.rules.wyrd_abacus.drawing import DRAW


def test_wa_11_nine_types_call_for_three_abilities() -> None:
    """Body, Mind and Soul have three each, in the text's order (WA-11)."""
    by_ability = {
        ability: [kind for kind, (own, _) in TYPES.items() if own == ability] for ability, _ in TYPES.values()
    }
    assert by_ability == {
        "body": ["Obstruction", "Pursuit", "Threat"],
        "mind": ["Logic", "Pressure", "Wits"],
        "soul": ["Foreboding", "Invocation", "Taint"],
    }


@pytest.mark.parametrize("kind", TYPES)
def test_wa_12_a_challenge_is_made_by_type_and_value(kind: str) -> None:
    """Five keystrokes, no title needed; it has as many beads as its value (WA-12)."""
    story = Story()
    assert story.log(f"challenge {kind.casefold()} 5") == f"New challenge {kind} 5"
    (made,) = story.state.challenges.values()
    assert (made.type, made.value, made.needed, made.title) == (kind, 5, 5, kind)
    assert ability_of_type(made) == TYPES[kind][0]


def test_wa_12_rods_come_and_go() -> None:
    """A scene may start with none; values change, and rods are settled and taken off (WA-12)."""
    story = Story()
    story.refuses("face", "No challenge of the Wyrd Abacus is on the abacus")
    story.play("challenge threat 7 Mob", "challenge wits 3", "edit-challenge mob value 9")
    assert story.state.challenges["mob"].needed == 9
    story.play("settle mob failed", "consequence nothing", "remove-challenge mob")
    assert list(story.state.challenges) == ["wits"]


@pytest.mark.parametrize("value", [1, 0, -2])
def test_u_24_values_without_a_name_are_played(value: int) -> None:
    """A value of 1 or less is met by any die."""
    story = Story(rod("step", "Wits", value))
    story("face step ada dice=1")
    assert story.roll.outcome == "success"


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("face mob ada ada 1 dice=2", "Write a colon before the points: ada:1."),
        ("face mob ada ada:1 bob:2", "Write a comma between several: ada:1,bob:2."),
        ("influence ada bob body", "Write a comma between several: ada,bob."),
        ("consequence losses ada:1 bob/mind:1", "Write a comma between several: ada:1,bob/mind:1."),
    ],
)
def test_wa_16_a_line_is_shown_how_several_are_written(line: str, shown: str) -> None:
    """WA-16: people and points are lists, whose parts a line joins by commas, with a colon before points."""
    story = Story(rod("mob", "Threat", 7))
    if "consequence" in line:
        story("face mob ada dice=1")
    story.refuses(line, shown)


@pytest.mark.parametrize("line", ["lose ada ada", "influence ada ada body"])
def test_a_name_that_stands_twice_is_no_list(line: str) -> None:
    assert "comma" not in Story(rod("mob", "Threat", 7)).refuses(line)


def test_a_value_or_type_that_does_not_exist_is_refused() -> None:
    """The sentence says what there is."""
    story = Story(rod("mob", "Threat", 7))
    story.refuses("challenge frightful 5", "“frightful”", "Possible: clock, obstruction, pursuit, threat")
    story.refuses("challenge threat many", "many", "whole number")
    story.refuses("challenge threat 77", "write 1 to")
    story.refuses("edit-challenge mob value x", "not a whole number")
    story.refuses("face nothing", "“nothing”", "Possible: mob")


# ------------------------------------------------------------------ order


def test_wa_14_one_after_another() -> None:
    """B after A is refused until A is overcome (WA-14)."""
    story = Story(rod("gate", "Obstruction", 3), rod("vault", "Logic", 2, after=("gate",)))
    story.refuses("face vault ada dice=6", "Locked: Vault. First overcome Gate.")
    story.play("face gate ada dice=3", "face vault ada dice=6")
    assert not story.state.challenges


def test_wa_14_several_at_once() -> None:
    """Simultaneous challenges are faced in any order (WA-14)."""
    story = Story(rod("mob", "Threat", 2), rod("cipher", "Logic", 2))
    story.play("face cipher ada dice=6", "face mob ada dice=6")
    assert not story.state.challenges


@pytest.mark.parametrize(
    ("springs", "line"), [("scene", "end scene"), ("no six", "end scene"), ("six", "wyrd ada dice=6")]
)
def test_wa_14_unfaced_challenge_strikes_by_itself(springs: str, line: str) -> None:
    """A challenge that nobody faced strikes by itself, and its consequences are asked for (WA-14)."""
    story = Story(
        rod("mine", "Obstruction", 6, springs=springs, lose="it falls in"), people=(character("ada", 5, 4, 6, 1),)
    )
    said = story.log(line)
    assert "Strikes by itself: Mine" in said
    assert "Not overcome: Mine. At stake: it falls in" in said
    assert story.waiting() == ["consequence"]
    story("consequence damage who=ada")
    assert story.now("ada") == "2/4/6"


def test_wa_14_met_or_failed_challenges_do_not_strike() -> None:
    """No challenge strikes at the scene's end once it is met or failed, or, if set to “no six”, after a 6 (WA-14)."""
    story = Story(
        rod("mine", "Obstruction", 6, springs="no six"),
        rod("mob", "Threat", 2, springs="scene"),
        rod("vicar", "Wits", 7, springs="scene"),
        people=(character("ada", 5, 4, 6, 1),),
    )
    story.play("wyrd ada dice=6", "face mob ada dice=6", "face vicar ada dice=1", "draw accept", "consequence nothing")
    assert "strikes" not in story.log("end scene")


@pytest.mark.parametrize("line", ["wyrd ada", "final ada"])
def test_wa_14_the_line_says_which_strike_a_six_holds_off(line: str) -> None:
    """The first 6 keeps off what strikes without one: told before the dice and as they fall, once (WA-59)."""
    shelf = stage_rule("Shelf", Trigger("scene ends", "count", counter="Down", unless="six"))
    ada = character("ada", 5, 4, 6, 1)
    story = Story(rod("mine", "Obstruction", 6, springs="no six"), people=(ada,), pages=(shelf,))
    assert story.preview(line, "dice").endswith(" · a 6 keeps Mine and Shelf from striking")
    assert "from striking" not in story.log("wyrd ada dice=5")
    assert "A 6 keeps Mine and Shelf from striking" in story(f"{line} dice=6").lines
    assert "from striking" not in story.preview("wyrd ada", "dice") + story.log("wyrd ada dice=6")


def test_wa_14_challenge_strikes_by_hand() -> None:
    """`spring` lets a challenge strike by hand, and only once (WA-14)."""
    story = Story(rod("mine", "Obstruction", 6))
    assert "Strikes by itself: Mine. It was never dealt with" in story.log("spring mine")
    story.refuses("spring mine", "No challenge can strike")


def test_wa_12_an_improvised_challenge_can_be_like_a_prepared_one() -> None:
    """An improvised challenge may have a type, strike by itself and be met by a Wyrd roll (WA-12, WA-14, C-25)."""
    story = Story()
    story("challenge taint 5 Rot springs=six wyrd=yes")
    rot = story.state.challenges["rot"]
    assert (rot.type, rot.springs, rot.met_by) == ("Taint", "six", "wyrd")
    story.play("edit-challenge rot type threat", 'edit-challenge rot springs "no six"', "edit-challenge rot by-wyrd no")
    rot = story.state.challenges["rot"]
    assert (rot.type, rot.springs, rot.met_by) == ("Threat", "no six", "")
    story.refuses("edit-challenge rot springs soon", "never, scene, six, no six")
    story.refuses("edit-challenge rot value 77", "The value: write 1 to")
    story("challenge clock 4 Bell")
    story.refuses("edit-challenge bell type threat", "“type”")


@pytest.mark.parametrize(
    ("field", "to", "told", "can"),
    [
        ("by-wyrd", "yes", "by-wyrd no→yes", "now: no; write, one of: no, yes"),
        ("springs", "six", "springs never→six", "now: never; write, one of: never, scene, six, no six"),
        ("type", "threat", "type Taint→Threat", "now: Taint; write, one of: obstruction, pursuit, threat"),
        ("after", "mob", "after Mob", "now: none; write, separated by commas: Mob"),
        ("who", "ada,bob", "who Ada, Bob", "now: none; write, separated by commas: Ada"),
        ("title", "Rust", "title Rot→Rust", ""),
        ("lose", "It spreads", "new lose", ""),
    ],
)
def test_wa_12_an_edited_challenge_names_its_old_and_new_value(field: str, to: str, told: str, can: str) -> None:
    """WA-12, WA-14, C-25: what can be written is listed before, else the log tells both values, also ahead."""
    story = Story(rod("rot", "Taint", 5), rod("mob", "Threat", 4))
    assert story.preview(f"edit-challenge rot {field} x", "to")[: len(can) or None] == can
    assert story.log(f'edit-challenge rot {field} "{to}"').endswith(f": {told}")


def test_wa_15_no_rounds() -> None:
    """A knife fight is one row and one roll, and no order is asked for (WA-15)."""
    story = Story(rod("knife", "Threat", 4))
    story("face knife ada dice=4")
    assert not story.state.order.places
    assert story.waiting() == []


# ------------------------------------------------------------------ the roll


def test_wa_16_a_die_alone_is_its_own_sum() -> None:
    assert Story(rod("mob", "Threat", 4))("face mob ada dice=5").lines[0] == (
        "OVERCOME · Ada faces Mob (Threat 4): die 5"
    )


@pytest.mark.parametrize(("die", "outcome"), [(4, "success"), (3, "failure")])
def test_wa_16_one_die_and_points_meet_the_value(die: int, outcome: str) -> None:
    """Value 7, A gives 2 and B 1: a 4 is enough and a 3 is not; trap 14: meeting it is (WA-16)."""
    story = Story(rod("mob", "Threat", 7))
    first = story(f"face mob ada,bob ada:2,bob:1 dice={die}").lines[0]
    assert story.roll.outcome == outcome
    verdict = "OVERCOME" if outcome == "success" else "1 SHORT"
    assert first == (
        f"{verdict} · Ada and Bob face Mob (Threat 7): {die + 3} (die {die}, Ada Body 5→3 +2, Bob Body 4→3 +1)"
    )


def test_wa_16_the_program_rolls_one_die_for_all() -> None:
    """The program rolls one die for a challenge, for any number of participants (WA-16)."""
    story = Story(rod("mob", "Threat", 2))
    story("face mob *", "5")
    assert story.roll.score.faces == (5,)


def test_wa_17_points_come_before_the_die_from_the_challenges_ability() -> None:
    """Spent points are gone; more than are left, or scratched out, are refused before any die (WA-17)."""
    story = Story(rod("mob", "Threat", 7), people=(hurt(ADA, body=2), scratched(BOB, "body"), CY))
    assert story.offers("face mob ada,bob", "points")[:2] == ["ada", "bob"]
    story.refuses("face mob ada,bob ada:4 dice=6", "Ada’s Body has 3 left and cannot give 4")
    story.refuses("face mob ada,bob bob:1 dice=6", "Bob’s Body is scratched out")
    assert story.offers("face mob ada", "points")[:3] == ["ada", "bob", "cy"]
    story("face mob ada ada:2 dice=1")
    assert (story.now("ada"), story.roll.score.total) == ("1/4/6", 3)


@pytest.mark.parametrize("die", [1, 6])
def test_wa_18_points_are_spent_at_any_result(die: int) -> None:
    """Points given to a die are spent on success and on failure (WA-18, trap 14)."""
    story = Story(rod("mob", "Threat", 7))
    story(f"face mob ada ada:3 dice={die}")
    assert story.now("ada") == "2/4/6"


def test_wa_19_another_ability_costs_a_point_of_wyrd() -> None:
    """Logic 6, 1 Wyrd, 3 Body, a 3: overcome; the scene 4→3, one's own 0→1 (WA-19)."""
    story = Story(rod("lock", "Logic", 6))
    story("face lock ada ada/body:3 dice=3")
    assert story.roll.outcome == "success"
    assert (story.pool, story.own_wyrd("ada"), story.now("ada")) == (3, 1, "2/4/6")


def test_wa_20_help_from_elsewhere_costs_a_point_of_wyrd() -> None:
    """An absent character takes 1 to contribute; without points from there, nobody is in it (WA-20)."""
    story = Story(rod("mob", "Threat", 4))
    story("present cy")
    story.refuses("face mob cy dice=6", "Absent: Cy. Give points from elsewhere")
    assert "(Cy takes 1)" in story.preview("face mob cy cy:1", "dice")
    story("face mob ada,cy cy:1 dice=3")
    assert story.roll.outcome == "success"
    assert (story.pool, story.own_wyrd("cy")) == (3, 1)
    assert {"faced"} <= story.is_("cy")


def test_wa_20_points_from_elsewhere_take_part_unnamed() -> None:
    """An absent character who gives a point is in it, as one who is there would be (WA-16, WA-20)."""
    story = Story(rod("mob", "Threat", 4))
    story("present cy")
    story("face mob ada cy:1 dice=3")
    assert (story.roll.outcome, story.pool, story.own_wyrd("cy")) == ("success", 3, 1)


def test_wa_20_absent_without_points_do_not_take_part() -> None:
    """An absent character who gives no points has faced nothing, and may draw nothing later (WA-20)."""
    story = Story(rod("mob", "Threat", 6))
    story.play("present cy", "face mob ada,cy dice=3")
    assert "faced" not in story.is_("cy")
    assert story.offers("draw ada", "taker") == ["accept", "ada"]


def test_wa_21_both_cost_two() -> None:
    """Absent and another ability: 4→2 and +2; with 1 left it is refused with what costs none (WA-21)."""
    story = Story(rod("mob", "Threat", 4))
    story.play("present cy", "face mob ada,cy cy/mind:1 dice=3")
    assert (story.pool, story.own_wyrd("cy")) == (2, 2)
    short = Story(rod("mob", "Threat", 4), pool=1)
    short("present cy")
    short.refuses("face mob ada,cy cy/mind:1 dice=3", "1 Wyrd left", "this takes 2", "costs none")
    others = ["ada/mind", "bob/mind", "ada/soul", "bob/soul"]
    assert short.offers("face mob ada,cy", "points") == ["ada", "cy", "bob", *others]


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("Nora Marl:2", "Nora Body 5→3"),
        ("Nora Marl/body:1", "Nora Body 5→4"),
        ("Nora Marl/mi:1", "Nora Mind 4→3"),
        ("marl/soul:1", "Nora Soul 6→5"),
    ],
)
def test_a_line_gives_points_by_their_owners_whole_name(given: str, told: str) -> None:
    """WA-16, WA-19: the screen shortens a name that a line may write in full."""
    story = Story(rod("mob", "Threat", 7), people=(replace(ADA, id="nora", name="Nora Marl"), BOB))
    story(f'face mob nora "{given}" dice=6')
    assert [part.label for part in story.roll.score.parts] == [told]


def test_wa_22_wyrd_after_a_failed_die() -> None:
    """Value 8, 2 spent, a 3 is 5; three points, two of A's and one of B's, make 8: the scene 4→1 (WA-22)."""
    story = Story(rod("mob", "Threat", 8))
    story("face mob ada,bob ada:2 dice=3")
    assert story.waiting() == ["draw"]
    assert "2 SHORT" in story.log("draw ada points=1")
    story("draw ada points=1")
    told = story.log("draw bob").splitlines()
    assert "OVERCOME" in told[0]
    assert "Scene Wyrd: 2→1, Bob takes 1" in told
    assert (story.pool, story.own_wyrd("ada"), story.own_wyrd("bob")) == (1, 2, 1)
    assert story.waiting() == []
    assert "mob" not in story.state.challenges


TAKER = next(ask for ask in DRAW.asks if ask.name == "taker")


@pytest.mark.parametrize(("pool", "drawn"), [(4, 3), (3, 3), (2, 1), (1, 1)])
def test_wa_22_a_draw_suggests_the_missing_points(pool: int, drawn: int) -> None:
    """Fewer points than the die is short overcome nothing; where so many are not there, 1 is suggested (WA-22)."""
    story = Story(rod("mob", "Threat", 6), pool=pool)
    story.play("face mob ada dice=3", "draw ada")
    assert story.own_wyrd("ada") == drawn
    assert ("mob" not in story.state.challenges) is (drawn == 3)


@pytest.mark.parametrize(
    ("pool", "told"),
    [(4, "(3 suggested), reaches 6 of 6"), (2, "reaches 5 of 6 at most"), (1, "reaches 4 of 6 at most")],
)
def test_wa_22_no_wyrd_is_suggested_that_cannot_help(pool: int, told: str) -> None:
    story = Story(rod("mob", "Threat", 6), pool=pool)
    story.play("face mob ada dice=3")
    assert [choice.hint for choice in TAKER.choices(story.state, {}) if choice.value == "ada"] == [told]
    assert TAKER.default(story.state, {}) == ("accept" if pool < 3 else None)


def test_wa_22_the_hint_tells_how_far_scene_and_lender_reach() -> None:
    """WA-22, WA-51: 6 short, 5 in the scene and 2 to lend; each number that is suggested is all that helps there."""
    story = Story(rod("mob", "Threat", 9), rod("door", "Threat", 7), pool=5)
    story.play("scratch bob body", "scratch bob body", "defeat bob player=wyrd", "face door ada dice=1")
    hints = [choice.hint for choice in TAKER.choices(story.state, {})][1:]
    assert hints == ["(5 suggested), reaches 6 of 7; with 1 lent, 7", "(2 suggested), 2 to lend"]
    story.play("draw ada", "draw bob/ada")
    assert "door" not in story.state.challenges


def test_wa_22_several_points_at_once() -> None:
    """Several points of Wyrd are drawn at once, at most as many as are short or as the scene has (WA-22)."""
    story = Story(rod("mob", "Threat", 8), pool=2)
    story("face mob ada ada:2 dice=3")
    story.refuses("draw ada points=3", "The scene has 2 Wyrd left", "Draw 2 or fewer, not 3")
    story("draw ada points=2")
    story.refuses("draw ada", "the scene has no Wyrd left", "draw accept")
    assert story.offers("draw accept", "taker") == ["accept"]
    assert story.pending()[0].sentence == "Mob, 1 short: accept, since no Wyrd is left?"
    rich = Story(rod("mob", "Threat", 5), pool=4)
    rich("face mob ada dice=4")
    rich.refuses("draw ada points=2", "1 short")
    rich("draw ada points=1")


def test_wa_22_nothing_is_drawn_without_a_failure() -> None:
    """Wyrd is drawn only after a failed die, and only by its participants (WA-22, U-19, trap 13)."""
    story = Story(rod("mob", "Threat", 4))
    story.refuses("draw ada", "No failed roll is open")
    story("face mob ada dice=6")
    story.refuses("draw ada", "No failed roll is open")
    other = Story(rod("mob", "Threat", 7))
    other("face mob ada dice=3")
    other.refuses("draw bob", "“bob”", "accept, ada")
    other.refuses("draw zoe", "Nobody here is called “zoe”. Possible: ada, or accept.")


def test_wa_23_declining_wyrd_leaves_the_challenge_failed() -> None:
    """Accepting the failure asks for its consequences; the challenge stays, and may be tried again (WA-23, U-22)."""
    story = Story(rod("mob", "Threat", 7))
    story("face mob ada dice=3")
    story.refuses("face mob bob dice=6", "Mob waits for an answer: `draw`, or accept the failure.")
    assert story.log("draw accept") == "Not overcome: Mob"
    assert story.state.challenges["mob"].outcome == "failed"
    assert story.waiting() == ["consequence"]
    story.play("consequence nothing", "face mob bob bob:2 dice=6")
    assert "mob" not in story.state.challenges


def test_u_22_read_otherwise_a_failed_challenge_leaves() -> None:
    """Under this house rule a failed challenge cannot be faced again, and leaves after its consequences (U-22)."""
    story = Story(rod("mob", "Threat", 7), rules={"failed": "leaves"})
    story.play("face mob ada dice=3", "draw accept")
    assert "mob" in story.state.challenges
    story.refuses("face mob bob dice=6", "No challenge of the Wyrd Abacus")
    assert "Removed from the abacus: Mob" in story.log("consequence damage who=ada")
    assert story.now("ada") == "2/4/6"
    assert not story.state.challenges


def test_wa_24_an_overcome_challenge_leaves_the_abacus() -> None:
    """The stakes are told, and the clue that it won is found (WA-24)."""
    story = Story(
        rod("mob", "Threat", 2, win="the road is free"),
        rod("diary", "Logic", 2),
        pages=(Page("diary", "clue", "Diary"),),
    )
    assert "Overcome: Mob. The road is free" in story.log("face mob ada dice=6")
    story("face diary ada dice=6")
    assert not story.state.challenges
    assert (story.state.marks, story.state.overcome) == ({"diary": "found"}, ("mob", "diary"))


@pytest.mark.parametrize("die", range(1, 7))
def test_wa_25_enough_points_make_sure(die: int) -> None:
    """Value 10 with 9 points: any die works (WA-25)."""
    story = Story(rod("horror", "Threat", 10))
    story(f"face horror ada,bob ada:5,bob:4 dice={die}")
    assert story.roll.outcome == "success"


def test_beads_tell_how_far_the_last_attempt_came() -> None:
    """A failure leaves them where the result fell, short of the last."""
    story = Story(rod("mob", "Threat", 7))
    story.play("face mob ada dice=5", "draw accept", "consequence nothing", "face mob ada dice=2")
    assert story.state.challenges["mob"].done == 2


def test_c_26_challenge_without_a_value_waits_for_one() -> None:
    """A challenge without a value cannot be met by accident."""
    unvalued = rod("dread", "Foreboding", 4)
    story = Story(unvalued)
    object.__setattr__(story.state.challenges["dread"], "value", None)
    story.refuses("face dread ada dice=6", "No value yet", "edit-challenge")


# ------------------------------------------------------------------ previews


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("face mob ada,bob", " against 7: 0%, 50% with Ada Body +3, sure with Ada Body +3 and Bob Body +3, 67% if all"),
        ("face mob ada ada:2", " needs 5+: 33%, sure with 4 more, 100% if all Wyrd is drawn"),
        ("face mob ada ada:5", " needs 2+: 83%, sure with 1 more, 100% if all Wyrd is drawn"),
        ("face mob ada,bob ada:4,bob:2", ": sure"),
        ("face mob cy", " against 7: 0%, 50% with Cy Mind +3 for 1 Wyrd, sure with Cy Mind +6 for 1 Wyrd"),
        ("face mob ada ada/mind:1", " needs 6+: 17%, sure with 5 more, costs 1 of 4 Wyrd (Ada takes 1)"),
        ("face mob ada,bob ada:1,bob/mind:1", " needs 5+: 33%, sure with 4 more, costs 1 of 4 Wyrd (Bob takes 1)"),
    ],
)
def test_wa_25_the_preview_names_the_cheapest_way(line: str, said: str) -> None:
    """The ability that gives points, the odds, the cheapest points for an even chance and certainty, and Wyrd."""
    preview = Story(rod("mob", "Threat", 7)).preview(line, "points")
    assert preview.startswith(f"Body · 1 die{said}"), preview


def test_a_preview_says_when_nobody_can_make_sure() -> None:
    """The preview says so if no assignment makes success sure, and how many points that would take."""
    story = Story(rod("horror", "Threat", 20), people=(CY,), pool=0)
    assert "19 points make it sure, more than those in it have" in story.preview("face horror cy", "points")


def test_wa_16_only_named_characters_take_part() -> None:
    """The challenge, the line, or the points of the line name who takes part; a line that names nobody is refused."""
    story = Story(rod("mob", "Threat", 2, who=("bob",)), rod("dog", "Pursuit", 9), people=PARTY)
    story("present cy")
    story("face mob dice=6")
    assert roll_memory(story.roll).involved == ("bob",)
    for line in ("face dog", "face dog dice=1"):
        story.refuses(line, "Which character? ada, bob, cy; * for all. Write face")
    for line, involved in (
        ("points=bob:1", ("bob",)),
        ("points=cy:1,bob/mind:1", ("bob", "cy")),
        ("*", ("ada", "bob")),
    ):
        again = Story(rod("dog", "Pursuit", 9), people=PARTY)
        again.play("present cy", f"face dog {line} dice=1")
        assert set(roll_memory(again.roll).involved) == set(involved)


def test_wa_16_the_only_one_there_takes_part_unnamed() -> None:
    story = Story(rod("dog", "Pursuit", 2), people=PARTY)
    story.play("present bob", "present cy", "face dog dice=6")
    assert roll_memory(story.roll).involved == ("ada",)


def test_wa_16_a_character_who_gives_points_takes_part() -> None:
    """A character who is there joins by giving a point; the challenge counts as faced (WA-16, WA-17)."""
    story = Story(rod("mob", "Threat", 7))
    story("face mob ada ada:1,bob:1 dice=6")
    assert [has_faced(story.state.actors[who]) for who in ("ada", "bob", "cy")] == [True, True, False]


def test_wa_22_a_draw_says_what_is_at_stake() -> None:
    """The question that follows a die that fell short names the stake."""
    story = Story(rod("mob", "Threat", 7, lose="The mob breaks in."))
    story("face mob ada dice=1")
    take = next(ask for ask in DRAW.asks if ask.name == "taker")
    assert take.preview(story.state, {}).endswith("; at stake: “The mob breaks in.”")


@pytest.mark.parametrize(
    ("given", "told"),
    [
        pytest.param(
            "ada:1", " · at stake: “You taste it for a week.” (2 points)", id="WA-23 a die that may fall short"
        ),
        pytest.param("ada:3", "1 die: sure", id="WA-25 nothing is at stake where success is certain"),
    ],
)
def test_the_die_says_what_is_at_stake(given: str, told: str) -> None:
    story = Story(replace(rod("brine", "Taint", 4, lose="You taste it for a week."), loss=2))
    assert story.preview(f"face brine ada {given}", "dice").endswith(told)


def test_wa_27_points_alone_may_be_at_stake() -> None:
    """A challenge without a story of its failure names the points, of which a draw tells as well."""
    story = Story(replace(rod("brine", "Taint", 7), loss=1))
    story("face brine ada dice=1")
    assert story.preview("draw ada", "taker").endswith("; at stake: 1 point.")


def test_wa_14_challenges_are_offered_in_the_order_of_the_abacus() -> None:
    """By storey, and within one as they came (WA-14)."""
    story = Story(
        rod("fog", "Foreboding", 3), rod("mob", "Threat", 7), rod("cipher", "Logic", 5), rod("dog", "Threat", 4)
    )
    assert list(story.offered("face mob ada ada:1", "which")) == ["mob", "dog", "cipher", "fog"]


def test_wa_24_beads_of_a_second_attempt_say_that_it_is_one() -> None:
    """WA-24, U-22: nothing is kept of the first attempt, and a draw after the die goes on from that."""
    story = Story(rod("book", "Logic", 6))
    assert "new attempt" not in story.log("face book ada ada:3 dice=1")
    story.play("draw accept", "consequence nothing")
    assert story.log("face book ada dice=5").endswith("Book: 4→5 of 6, a new attempt")
