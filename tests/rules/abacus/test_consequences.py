"""Consequences of failing (WA-26 … WA-33, WA-53, C-37, U-17, U-18, U-22, trap 10)."""

from __future__ import annotations

from dataclasses import replace
from typing import Unpack

import pytest

from tests.rules.abacus.tables import (
    ADA,
    BLOODY,
    BOB,
    CY,
    Story,
    StoryFacts,
    both,
    hurt,
    rod,
    scratched,
    stage_rule,
    with_wyrd,
)
from tests.screens.desk import press, seat
from wyrd_tui.engine.page import Trigger
from wyrd_tui.engine.player_view import player_view
from wyrd_tui.engine.rules.wyrd_abacus.consequences import CONSEQUENCE
from wyrd_tui.engine.rules.wyrd_abacus.harm import usual_cost
from wyrd_tui.engine.state import WYRD_ABACUS, WYRD_ENGINE, Challenge
from wyrd_tui.screens.questions.selected import answer_of_selection


def failed(*rods_: Challenge, kind: str = "Threat", value: int = 7, **more: Unpack[StoryFacts]) -> Story:
    """A table at which the mob was not overcome and the failure accepted."""
    story = Story(rod("mob", kind, value), *rods_, **more)
    story.play("face mob ada,bob dice=1", "draw accept")
    return story


def test_wa_26_words_alone() -> None:
    """A narrative consequence costs nobody a point (WA-26)."""
    story = failed()
    assert story.log('consequence story words="the cult goes on"') == "Consequence of Mob – the cult goes on"
    assert story.now("ada") == "5/4/6"
    assert story.waiting() == []
    assert "the story shows" in failed().log("consequence story")
    told = Story(rod("mob", "Threat", 7, lose="They break the door."))
    told.play("face mob ada dice=1", "draw accept")
    assert told.log("consequence story") == "Consequence of Mob – They break the door."


def test_wa_27_the_points_of_the_scenario_stand_over_every_consequence() -> None:
    """WA-27: in the stake, and where each one's points are given as where all lose the same."""
    story = Story(rod("mob", "Threat", 7, lose="They break the door.", loss=2))
    story.play("face mob ada dice=1", "draw accept")
    assert story.remark("consequence of=mob nothing").endswith("At stake: They break the door. (2 points)")
    told = "Ada Body 5→4 · suggested: 2 points by the scenario"
    assert story.preview("consequence of=mob losses losses=ada:1", "losses") == told
    bare = Story(rod("mob", "Threat", 7, loss=1))
    bare.play("face mob ada dice=1", "draw accept")
    assert bare.remark("consequence of=mob nothing").endswith("At stake: 1 point")


def test_wa_33_wyrd_that_a_rule_has_changed_is_told() -> None:
    """WA-32, WA-33: at the failure itself, but not while nobody has faced the challenge."""
    rule = stage_rule("Stare", Trigger("failed", "wyrd", by=1))
    story = Story(rod("lane", "Pressure", 4), pages=(rule,))
    assert story.offered("consequence of=lane nothing", "what")["wyrd"].hint == "raise or lower personal Wyrd"
    story.play("face lane ada dice=1", "draw accept")
    hint = story.offered("consequence of=lane nothing", "what")["wyrd"].hint
    assert hint == "raise or lower personal Wyrd (each gained 1 already)"


@pytest.mark.parametrize(("value", "points"), [(7, 3), (6, 3), (10, 5), (3, 1), (1, 1), (None, 1)])
def test_u_17_half_the_value_is_the_guide(value: int | None, points: int) -> None:
    """WA-27: rounded down, at least 1, and only a suggestion."""
    assert usual_cost(value) == points


def test_wa_27_damage_to_one_or_all() -> None:
    """Threat 7 suggests 3 Body of each who was in it; a curse takes 1 Soul of everybody (WA-27)."""
    story = failed()
    assert "Ada Body 5→2" in story.preview("consequence damage", "points")
    assert story.log("consequence damage") == "Ada loses 3 (Mob): Body 5→2\nBob loses 3 (Mob): Body 4→1"
    curse = failed()
    curse("consequence damage who=ada,bob,cy ability=soul points=1")
    assert [curse.now(who) for who in ("ada", "bob", "cy")] == ["5/4/5", "4/5/5", "2/7/5"]


def test_wa_28_losing_the_last_point_scratches_the_ability_out() -> None:
    """Body 2, 2 damage: 0 and scratched (WA-28)."""
    story = Story()
    assert story.log("lose cy body 2") == "Cy loses 2: Body 2→0\nCy’s Body is scratched out"
    assert story.now("cy") == "0x/7/6"


def test_wa_29_spending_never_scratches() -> None:
    """Trap 10: Body 2, spend 2: 0 and whole; 1 damage later scratches it, and says nothing of points (WA-29)."""
    story = Story(rod("mob", "Threat", 4))
    story("face mob cy cy:2 dice=6")
    assert story.now("cy") == "0/7/6"
    assert story.log("lose cy body 1 note=knife") == "Cy’s Body is scratched out (knife)"
    assert story.now("cy") == "0x/7/6"


def test_u_18_damage_beyond_the_last_point_is_lost() -> None:
    """0, scratched, the rest lost; nobody is defeated by one blow."""
    story = Story()
    twice = failed()
    twice("scratch ada body")
    assert "Ada: Body scratched out, defeated" in twice.preview("consequence of=mob damage who=ada points=1", "points")
    told = "Cy Body 2→0, scratched out, 3 more than it has"
    assert told in failed().preview("consequence of=mob losses losses=cy:5", "losses")
    assert told in failed().preview("consequence of=mob damage who=cy points=5", "points")
    assert "3 more than it had" in story.log("lose cy body 5")
    assert story.now("cy") == "0x/7/6"
    assert "defeated" not in story.is_("cy")


def test_wa_30_trauma_scratches_at_once() -> None:
    """Mind 7 of 7, scratched for the first time (WA-30)."""
    story = failed()
    assert story.log("consequence trauma whom=cy scratched=mind") == "Cy’s Mind is scratched out (Mob)"
    assert story.now("cy") == "2/7x/6"
    story.refuses("face mob cy cy/mind:1", "“cy/mind”")
    story("scratch cy body")
    assert "defeated" not in story.is_("cy")


@pytest.mark.parametrize(
    ("ability", "fate"), [("body", "maimed"), ("mind", "a gibbering wreck"), ("soul", "corrupted")]
)
@pytest.mark.parametrize("line", ["lose bob {} 1", "scratch bob {}"])
def test_wa_31_scratched_twice_is_defeated(ability: str, fate: str, line: str) -> None:
    """A character is defeated by a second scratch of one ability, not of two (WA-31, C-37, trap 10)."""
    others = {"body", "mind", "soul"} - {ability}
    story = Story(people=(ADA, scratched(BOB, *others)))
    story(f"scratch bob {ability}")
    assert "defeated" not in story.is_("bob")
    came, then = story(line.format(ability)).lines
    assert came.endswith(f"{ability.capitalize()} is scratched out a second time")
    assert then == f"OUT · Bob is defeated: {fate}"
    assert story.state.actors["bob"].out
    story.refuses(line.format(ability), "“bob”", f"Bob is defeated: {fate}")


@pytest.mark.parametrize(("by", "after"), [(1, [1, 3]), (-1, [0, 1]), (-5, [0, 0])])
def test_wa_32_personal_pools_go_up_or_down(by: int, after: list[int]) -> None:
    """A consequence changes the personal Wyrd of every character at once; −1 on 0 stays 0 (WA-32)."""
    story = failed(people=(ADA, with_wyrd(BOB, 2)))
    said = story.log(f"consequence wyrd by={by}")
    assert [story.own_wyrd(who) for who in ("ada", "bob")] == after
    assert ("Ada’s Wyrd stays at 0" in said) is (by < 0)


def test_wa_32_a_consequence_can_be_a_wyrd_roll() -> None:
    """Damage, a rise of Wyrd and a Wyrd roll are dealt as one act, which one undo takes back (WA-32)."""
    story = failed(people=(with_wyrd(ADA, 1), BOB, CY))
    lines = story("consequence damage,wyrd,roll who=ada ability=mind whose=ada,bob rolls=ada,bob dice=66;1").lines
    assert lines[0] == "Ada loses 3 (Mob): Mind 4→1"
    assert lines[-1].startswith("ADA HIGHEST · Wyrd roll: Ada Wyrd 6 (dice 6 6; 2 sixes); Bob Wyrd 1 (dice 1)")
    assert story.waiting() == []
    assert story.session.undo().title == f"Wyrd roll, and {len(lines) - 1} more"
    assert story.waiting() == ["consequence"]


def test_wa_33_a_counter_goes_up_and_low_results_meet_it() -> None:
    """Kill Count 2: a Wyrd result of 2 turns a denizen away, a 3 does nothing (WA-33)."""
    kills = stage_rule("Kill Count", Trigger("low", counter="Kill Count", text="A denizen suffers"))
    story = failed(pages=(kills,), people=(with_wyrd(ADA, 2), BOB))
    assert story.log('consequence counter counter="Kill Count" step=2') == "Kill Count: 0→2, Mob"
    assert "2 or less sets off Kill Count (Kill Count stays)" in story.preview("wyrd ada", "dice")
    told = "Kill Count: A denizen suffers. Ada rolled 2; 2 or less counts. Kill Count stays at 2."
    assert told in story.log("wyrd ada dice=21")
    assert "suffers" not in story.log("wyrd ada dice=31")


def test_wa_53_bloody_hits_another_character() -> None:
    """Damage of a Threat hits another present character for as much, one that is not hit already (WA-53)."""
    story = failed(pages=(BLOODY,))
    assert story.offers("consequence damage who=ada also=bob", "also") == ["bob", "cy"]
    story.refuses("consequence damage who=ada", "Which other sufferer?")
    story("consequence damage who=ada also=cy")
    assert [story.now(who) for who in ("ada", "bob", "cy")] == ["2/4/6", "4/5/6", "0x/7/6"]
    everybody = failed(pages=(BLOODY,))
    everybody("consequence damage who=ada,bob,cy points=1")
    other = failed(pages=(BLOODY,), kind="Pursuit")
    other("consequence damage who=ada points=1")
    assert other.now("bob") == "4/5/6"


def test_wa_27_an_unfaced_challenge_follows_its_rules() -> None:
    """It fails, counts kills, guides damage by half its value; all who suffer have faced it (WA-27, WA-53, U-22)."""
    kills = stage_rule("Kills", Trigger("failed", "count", counter="Kill Count"))
    story = Story(rod("mob", "Threat", 7), rod("lock", "Logic", 4), pages=(BLOODY, kills))
    assert (
        story.remark("consequence of=mob damage who=ada also=bob")
        == "Mob fails, never faced (Kill Count moves by its rule); Ada and Bob count as having faced it"
    )
    apart = "consequence of=mob losses losses=ada/body:1,bob/mind:1"
    assert story.remark(f"{apart} also=cy").endswith("; Ada, Bob and Cy count as having faced it")
    log = story.log("consequence of=mob damage who=ada also=bob")
    assert log.startswith("Never faced: Mob\nNot overcome: Mob")
    assert [story.now(who) for who in ("ada", "bob", "cy")] == ["2/4/6", "1/5/6", "2/7/6"]
    assert story.state.counters["Kill Count"] == 1
    assert story.state.challenges["mob"].outcome == "failed"
    assert story.waiting() == []
    assert not story.state.challenges["lock"].outcome


def test_wa_27_unfaced_challenges_hurt_named_characters() -> None:
    """A strike picks nobody by itself; a failure suggests the first who was in it (WA-14)."""
    story = Story(rod("mob", "Threat", 7), rod("dog", "Wits", 6))
    story.refuses("consequence of=mob damage points=1", "Choose the hurt characters")
    story.play("face dog bob dice=1", "draw accept")
    assert story.log("consequence of=dog damage points=1").startswith("Bob loses 1 (Dog)")


def test_wa_27_due_consequences_come_before_an_unfaced_challenge() -> None:
    """`a` asks about a challenge with consequences due, else about the one under the cursor (WA-27)."""
    of = next(ask for ask in CONSEQUENCE.asks if ask.name == "of")
    story = failed(rod("lock", "Logic", 4), rod("dog", "Wits", 6))
    assert story.offers("consequence story", "of") == ["mob", "lock", "dog", "none"]
    assert answer_of_selection(of, story.state, {}, {"faced": "lock"}) is None
    assert of.default(story.state, {}) == "mob"
    story.play("face dog bob dice=1", "draw accept")
    assert answer_of_selection(of, story.state, {}, {"faced": "mob"}) == "mob"
    story.play("consequence of=dog nothing", "consequence of=mob nothing")
    assert answer_of_selection(of, story.state, {}, {"faced": "lock"}) == "lock"


def test_wa_27_one_consequence_takes_different_losses() -> None:
    """Ada loses 2 Body, Bob 1 Mind; a third suffers the first loss by Bloody (WA-53)."""
    story = failed(pages=(BLOODY,))
    line = "consequence losses losses=ada/body:2,bob/mind:1"
    told = "Ada Body 5→3; Bob Mind 5→4; Cy Body 2→0, scratched out"
    assert story.preview(f"{line} also=cy", "also") == told
    assert [choice.hint for choice in story.offered(f"{line} also=cy", "also").values()] == ["Bloody: Body 2"]
    story(f"{line} also=cy")
    assert [story.now(who) for who in ("ada", "bob", "cy")] == ["3/4/6", "4/4/6", "0x/7/6"]
    failed().refuses("consequence losses losses=ada/body", "Write the lost points of Ada")


def test_wa_27_only_abilities_on_the_sheet_can_be_lost() -> None:
    """A save changed by hand may lack the row of an ability (WA-27)."""
    sheet = CY.sheets[WYRD_ABACUS]
    bodiless = replace(CY, sheets={WYRD_ABACUS: replace(sheet, track=sheet.track[1:])})
    offered = failed(people=(ADA, BOB, bodiless)).offers("consequence losses losses=ada/body:1", "losses")
    assert [one for one in offered if one.startswith("cy")] == ["cy/mind", "cy/soul"]


def test_wa_53_several_at_once_and_one_more() -> None:
    """Damage to two characters at once hits a third by the stage rule (WA-53)."""
    story = failed(pages=(BLOODY,))
    story("consequence damage who=ada,bob points=1 also=cy")
    assert [story.now(who) for who in ("ada", "bob", "cy")] == ["4/4/6", "3/5/6", "1/7/6"]


def test_own_rule_applies_to_its_challenge_alone() -> None:
    """A challenge's own stage rule applies to that challenge alone, even in its failure (WA-12, WA-52)."""
    own = stage_rule("Cruel", Trigger("loss", "another"), Trigger("failed", text="They laugh"), parent="mob")
    story = Story(rod("mob", "Threat", 7), rod("dog", "Threat", 7), pages=(own,))
    story("face dog ada dice=1")
    assert "laugh" not in story.log("draw accept")
    story.play("consequence damage who=ada points=1", "face mob ada dice=1")
    assert "Cruel: They laugh." in story.log("draw accept")
    story.refuses("consequence damage who=ada points=1", "Which other sufferer?")


def test_u_22_hurt_characters_have_faced_the_challenge() -> None:
    """A character hurt by a challenge that nobody attempted has faced it, and may recover a point (U-22)."""
    story = Story(rod("mine", "Obstruction", 6, springs="scene"))
    story.play("end scene", "consequence damage who=cy points=1")
    assert story.waiting() == ["restore-point"]
    assert story.log("restore-point cy") == "Cy recovers: Body 1→2"


def test_wa_37_the_victim_is_rolled_for_before_the_consequence() -> None:
    """An influence roll between the failure and its consequences loses neither of them (WA-37)."""
    story = failed()
    story("influence ada,bob body dice=11111;6111")
    assert story.waiting() == ["consequence"]
    assert story.log("consequence damage who=bob points=1") == "Bob loses 1 (Mob): Body 4→3"
    assert story.waiting() == []


def test_a_roll_of_another_game_keeps_a_failure() -> None:
    """A failure and its consequences stay open through a roll of the Wyrd Engine at a table of two games."""
    people = (both(ADA, Fight=2), BOB)
    story = Story(rod("mob", "Threat", 7), people=people, games=(WYRD_ENGINE, WYRD_ABACUS))
    story("face mob ada dice=1")
    story.play("draw accept", "roll ada Fight 5 dice=0000")
    assert story.waiting() == ["consequence"]
    assert story.log("consequence damage who=ada") == "Ada loses 3 (Mob): Body 5→2"
    assert story.state.challenges["mob"].outcome == "failed"


def test_wa_23_consequences_stay_due_until_they_are_dealt() -> None:
    """Consequences stay due through another challenge and the scene's end; only the GM drops them (WA-23)."""
    story = failed(rod("dog", "Wits", 2))
    assert "Nothing further" not in story.log("face dog ada dice=6")
    assert story.waiting() == ["consequence"]
    story("end scene")
    assert story.waiting() == ["consequence"]
    assert story.log("consequence damage who=bob points=1") == "Bob loses 1 (Mob): Body 4→3"
    again = failed()
    again.refuses("face mob ada dice=1", "Mob waits for consequences: `consequence`")
    let_go = failed()
    assert let_go.log("consequence nothing") == "Mob: no further consequence"
    assert let_go.waiting() == []


def test_wa_32_wyrd_rises_for_the_absent_too() -> None:
    """A rise of Wyrd that names no characters reaches all of them, present or not (WA-32)."""
    story = failed()
    story.play("present cy", "consequence wyrd by=1")
    assert [story.own_wyrd(who) for who in ("ada", "bob", "cy")] == [1, 1, 1]


def test_wa_33_a_count_of_kills_never_goes_below_nothing() -> None:
    """Wyrd rolls are held to it; another counter may go where it likes, such as a debt (WA-33)."""
    kills = stage_rule("Kills", Trigger("low", counter="Kill count"), Trigger("failed", "count", "", "", -2))
    story = failed(pages=(kills,))
    assert story.log('consequence counter counter="Kill count" step=-1') == "Kill count stays at 0"
    story("consequence counter counter=Debt step=-3")
    assert story.state.counters["Debt"] == -3


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("consequence damage who=none", "Choose the hurt characters"),
        ("consequence wyrd by=0", "Wyrd cannot change by 0"),
        ('consequence counter counter="scene Wyrd"', "pool"),
        ('consequence counter counter="Kills" step=0', "cannot move by 0"),
        ("consequence damage who=ada points=0", "write 1 to"),
        ("consequence harm", "“harm”"),
        ("lose ada body 0", "write 1 to"),
        ("lose nobody body 1", "“nobody”"),
        ("lose ada luck 1", "“luck”"),
    ],
)
def test_bad_consequences_are_refused(line: str, words: str) -> None:
    """A sentence, and nothing has changed."""
    failed().refuses(line, words)


def test_consequence_nothing_needs_a_failed_challenge() -> None:
    """`consequence nothing` needs a failed challenge; damage can be dealt without one."""
    story = Story(people=(hurt(ADA, body=1), BOB))
    story.refuses("consequence nothing", "No failed challenge waits")
    assert story.log("consequence damage who=ada ability=body points=1") == "Ada loses 1: Body 4→3"


def test_losses_take_the_handle_of_each_character() -> None:
    """WA-27: 1 is a point of Ada, of the ability that the challenge calls for; other abilities stand behind Tab."""
    table, _ = seat(failed().state)
    table.perform("consequence")
    press(table, "=losses", "enter", "1", "1", "2")
    assert table.asking is not None
    prompt = table.asking.question()
    told = [(offer.key, offer.label, offer.points) for offer in prompt.parts[0].offers]
    assert told == [("1", "Ada Body", 2), ("2", "Bob Body", 1), ("3", "Cy Body", 0)]
    assert ("tab", "other abilities") in prompt.keys


def test_wa_33_a_counter_that_a_rule_moved_is_not_offered_again() -> None:
    """The question says which counter the rule has moved, and offers others alone, if there are any (WA-33)."""
    rule = stage_rule("Taken", Trigger("failed", "count", counter="Names taken"))
    story = Story(rod("lane", "Pressure", 4), pages=(rule,))
    assert story.offered("consequence of=lane nothing", "what")["counter"].hint == "begin a new one"
    story.play("face lane ada dice=1", "draw accept")
    assert story.state.counters["Names taken"] == 1
    assert story.offers("consequence of=lane counter counter=Debt", "counter") == []
    assert "(Names taken moved already)" in story.remark("consequence of=lane nothing")
    story("counter Dread 1")
    assert story.offered("consequence of=lane nothing", "what")["counter"].hint == "another than Names taken"
    assert story.offers("consequence of=lane counter counter=Debt", "counter") == ["Dread"]
    story.refuses('consequence of=lane counter counter="Scene Wyrd"', "The game keeps “Scene Wyrd” itself; `pool` sets")


def test_wa_22_consequences_say_that_no_wyrd_is_drawn() -> None:
    """They accept the failure of a die that could still be drawn for, which stands on the line before it is done."""
    story = Story(rod("mob", "Threat", 6))
    story("face mob ada dice=1")
    line = "consequence damage who=ada ability=body points=1"
    assert " fails without more Wyrd" in story.remark(line)
    story("draw accept")
    assert "Wyrd" not in story.remark(line)


def test_wa_22_players_read_the_shortfall_until_the_draw_is_decided() -> None:
    story = Story(replace(rod("mob", "Threat", 6), visibility="open"))
    story("face mob ada dice=5")
    assert player_view(story.state).last.endswith("comes 1 short of Mob")
    story("draw accept")
    assert player_view(story.state).last.endswith("does not overcome Mob")
