"""Situations that a narrator met at the table."""

from __future__ import annotations

from tests.rules.abacus.tables import ADA, BOB, CY, Story, rod, scratched, stage_rule, with_wyrd
from tests.rules.tables import MERCER, Play
from wyrd_tui.engine.page import Page, Trigger
from wyrd_tui.engine.rules.wyrd_abacus import game


def test_wa_33_low_rollers_lose_points() -> None:
    """A stage rule of low results hits only the characters who rolled low, absent ones too (WA-33, WA-52)."""
    bell = stage_rule("Bell", Trigger("low", "lose", by=1, ability="soul", at_most=5))
    people = tuple(with_wyrd(one, 1) for one in (ADA, BOB, CY))
    story = Story(people=people, pages=(bell,))
    story('wyrd ada,bob,cy dice="3; 2; 6"')
    assert [story.now(who) for who in ("ada", "bob", "cy")] == ["5/4/5", "4/5/5", "2/7/6"]
    story.undo()
    story.play("present ada", "wyrd ada dice=1")
    assert [story.now(who) for who in ("ada", "bob", "cy")] == ["5/4/5", "4/5/6", "2/7/6"]


def test_wa_33_low_rule_struck_by_hand_hits_all_present() -> None:
    """A stage rule of a low die, struck by hand, hits all present characters: no die says who rolled low (WA-33)."""
    bell = stage_rule("Bell", Trigger("low", "lose", by=1, ability="soul", at_most=5))
    story = Story(pages=(bell,))
    story("stage-rule bell fires")
    assert [story.now(who) for who in ("ada", "bob", "cy")] == ["5/4/5", "4/5/5", "2/7/5"]


def test_wa_45_a_character_turns_once_into_each_type() -> None:
    """The character may turn into another type, which stands in the title."""
    story = Story()
    story("antagonist ada threat")
    story.refuses("antagonist ada threat", "“Ada, turned” is on the abacus already, as a Threat")
    story("antagonist ada logic")
    assert [one.title for one in story.state.challenges.values()] == ["Ada, turned", "Ada, turned (Logic)"]
    story.refuses("antagonist ada logic", "“Ada, turned (Logic)” is on the abacus already")


def test_wa_13_values_beyond_the_game_are_refused() -> None:
    """A value outside 1 to 60 is refused in the Wyrd Abacus; other games allow values below 0 (WA-13, U-24)."""
    story = Story(rod("mob", "Threat", 4))
    for value in ("0", "-5", "61"):
        story.refuses(f"challenge threat {value} Dog", "The value: write 1 to 60")
        story.refuses(f"edit-challenge mob value {value}", "write 1 to 60")
    story("challenge threat 60 Dog")
    play = Play(MERCER)
    play("challenge obstacle -5 Door")
    play.refuses("challenge obstacle -21 Gate", "write −20 to 60")


def test_wa_16_the_ladder_ends_at_the_points_to_give() -> None:
    """A scratched ability gives nothing; 6 points are shown where there are 6 (WA-17)."""
    story = Story(people=(ADA, scratched(BOB, "mind")))
    for who, rating, columns in (
        ("bob", "Mind", ("die",)),
        ("bob", "Body", ("die", "+1", "+2", "+3", "+4")),
        ("ada", "Soul", ("die", "+1", "+2", "+3", "+4", "+5", "+6")),
    ):
        found = game.ladder(story.state, who, rating)
        assert found.columns == columns
        assert all(len(rung.more) == len(columns) - 1 for rung in found.rungs)


def test_wa_51_a_player_who_decides_later_is_not_forgotten() -> None:
    """An open choice of a defeated player is hinted at until the GM decides it, between scenes too (WA-50, WA-51)."""
    story = Story(people=(scratched(ADA, "body"), BOB))
    story.play("lose ada body 1", "defeat ada dice=")
    assert story.waiting() == []
    hint = "Ada’s player has not chosen yet: `defeat`"
    assert hint in story.hints()
    story("end scene")
    assert hint in story.hints()
    story("defeat ada player=wyrd")
    assert hint not in story.hints()


def test_wa_03_unchanged_scores_are_refused() -> None:
    """Writing in the scores that a sheet already has is refused: undo would have nothing to take back (WA-03)."""
    story = Story()
    story.refuses("abilities ada body=5 mind=4 soul=6", "Ada has these scores already")
    story("abilities ada body=6 mind=3")


def test_wa_56_escaped_characters_cannot_be_harmed() -> None:
    """A character who escaped the tale can neither lose points nor have an ability scratched out (WA-56)."""
    story = Story()
    story("escape ada")
    story.refuses("lose ada body 1", "ada")
    story.refuses("scratch ada body", "ada")


def test_wa_17_surplus_points_are_shown() -> None:
    """The preview says how many points exceed the sum that makes success certain (WA-17, WA-18)."""
    story = Story(rod("mob", "Threat", 4))
    assert story.preview("face mob ada ada:3", "points") == "Body · 1 die: sure"
    assert story.preview("face mob ada ada:5", "points") == "Body · 1 die: sure, 2 more than it takes"


def test_wa_02_a_finished_tale_offers_no_next_scene() -> None:
    """The hint to `begin` the next scene goes once a resolution is reached (WA-02)."""
    end = Page("told", "resolution", "Told")
    story = Story(pages=(end,), between=True)
    assert "`begin` opens one" in story.hints()
    story("resolution told")
    assert "begin" not in story.hints()


def test_wa_14_after_the_last_prepared_scene_no_next_one_is_offered() -> None:
    """WA-14, WA-42: the GM may begin one of their own all the same."""
    story = Story(pages=(Page("mill", "act", "The Mill"), Page("altar", "act", "The Altar")), between=True)
    for page, after in (("mill", "`begin` opens The Altar"), ("altar", "all prepared scenes have begun")):
        story.play(f"begin {page}", "end scene")
        assert f"between scenes: {after}" in story.hints()
        assert ("to end the tale: `final`" in story.hints()) is (page == "altar")
    assert "opens" not in story.hints()
    story("begin Elsewhere")
    assert story.state.scene.title == "Elsewhere"


def test_wa_08_a_wrong_name_in_an_opening_is_refused_with_suggestions() -> None:
    """An unknown name in `begin` is refused with the names it has, and is not taken for a word of the title (WA-08)."""
    Story(between=True).refuses("begin Next who=ada", "begin has no who=. Possible: page=, dismiss=, present=")
