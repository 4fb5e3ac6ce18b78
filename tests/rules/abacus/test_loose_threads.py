"""Traps for a narrator: things put off, things that cannot be done, and sentences about both."""

from __future__ import annotations

from dataclasses import replace
from typing import Unpack

import pytest

from tests.rules.abacus.tables import (
    ADA,
    BLOODY,
    BOB,
    CY,
    DEVILS_DUE,
    FIEND,
    ONLY_ONE,
    PARTY,
    SHUTTERS,
    Story,
    StoryFacts,
    hurt,
    rod,
    scratched,
    stage_rule,
    with_wyrd,
)
from wyrd_tui.engine.page import Page, Trigger
from wyrd_tui.engine.rules.all_games import best_rating, scene_frame
from wyrd_tui.engine.rules.wyrd_abacus.facing import FACE
from wyrd_tui.engine.rules.wyrd_abacus.odds_page import wyrd_lines
from wyrd_tui.engine.rules.wyrd_abacus.questions import harm_choices
from wyrd_tui.engine.state import WYRD_ABACUS, Challenge
from wyrd_tui.screens.book_pages import page_lines
from wyrd_tui.screens.challenge import challenge_lines
from wyrd_tui.shown import SHOWN

ENDS = (Page("told", "resolution", "Told", "They rest."), Page("burned", "resolution", "Burned", brings=("fiend",)))


def failed(*more: Challenge, **others: Unpack[StoryFacts]) -> Story:
    """A table at which everybody has failed against a mob."""
    story = Story(rod("mob", "Threat", 7), *more, **others)
    story.play("face mob * dice=1", "draw accept")
    return story


# ------------------------------------------------------------------ what is put off


def test_wa_46_a_point_is_owed_until_it_is_chosen_or_forgone() -> None:
    """The next scene takes no question away, and a second scene asks once more (U-22)."""
    people = (hurt(ADA, body=3), hurt(BOB, body=1), CY)
    story = Story(rod("mob", "Threat", 2), rod("dog", "Threat", 2), people=people)
    story.play("face mob ada,bob dice=6", "end scene", "influence ada body", "begin Next stay=dog")
    assert story.waiting() == ["restore-point", "restore-point"]
    assert story.log("restore-point bob ability=nothing") == "Bob forgoes the point"
    story.refuses("restore-point bob", "faced no challenge")
    story.play("face dog ada dice=6", "end scene")
    assert [one.sentence for one in story.pending()] == [
        "Ada faced or suffered a challenge: which point comes back?",
        "Ada faced or suffered a challenge in another scene: which point comes back?",
    ]
    assert story.log("restore-point ada") == "Ada recovers: Body 2→3"
    assert story.waiting() == ["restore-point"]
    assert story.log("restore-point ada") == "Ada recovers: Body 3→4"
    assert story.waiting() == []


def test_wa_46_a_point_may_be_forgone_by_leaving_the_question() -> None:
    """The end of a later scene offers it among the matters that may be dismissed."""
    story = Story(rod("mob", "Threat", 2), people=(hurt(ADA, body=2),))
    story.play("face mob ada dice=6", "end scene", "begin Next")
    (question,) = story.pending()
    assert "Ada forgoes the point" in story.log(f"end scene dismiss={question.matter}")
    assert story.waiting() == []


def test_wa_42_a_failure_is_open_until_it_is_answered() -> None:
    """A failure stays open, and its challenge on the abacus, through ends and beginnings of scenes (WA-23, U-22)."""
    story = failed()
    story("end scene")
    assert story.offers("consequence story", "of") == ["mob"]
    assert "Nothing further" not in story.log("begin Next")
    assert list(story.state.challenges) == ["mob"]
    story.play("end scene", "begin Last")
    assert story.waiting() == ["consequence"]
    told = story.log("consequence damage who=ada points=2")
    assert told == "Ada loses 2 (Mob): Body 5→3\nRemoved from the abacus: Mob"
    assert story.waiting() == []
    assert not story.state.challenges


def test_wa_14_a_strike_without_a_6_ends_with_its_scene() -> None:
    """WA-59: no hint of it any longer, no strike, and no rod left for the next scene."""
    sleeper = rod("sleeper", "Foreboding", 4, springs="no six")
    lock = rod("lock", "Logic", 2, after=("sleeper",))
    story = Story(sleeper, lock, people=(with_wyrd(ADA, 1), BOB))
    hint = "“Sleeper” strikes at the end if no 6 in the story"
    assert hint in story.hints()
    assert "strikes by itself" in "".join(SHOWN["abacus"](story.state))
    story("wyrd ada dice=6")
    assert "strikes by itself" not in "".join(SHOWN["abacus"](story.state))
    assert "strikes" not in str(challenge_lines(story.state, sleeper, 80))
    assert hint not in story.hints()
    assert "Gone without a strike: Sleeper. A 6 in the story came before" in story.log("end scene")
    story("begin Next stay=lock")
    assert list(story.state.challenges) == ["lock"]
    story("face lock ada dice=6")
    assert story.waiting() == []


def test_wa_59_a_waiting_challenge_strikes_no_more_after_a_six() -> None:
    """WA-14, WA-59: the book promises a strike of the next act only while the story has no 6."""
    sleeper = rod("sleeper", "Foreboding", 4, springs="no six")
    act = Page("tea", "act", "Tea", challenges=("sleeper",))
    story = Story(waiting=(sleeper,), pages=(act,), people=(with_wyrd(ADA, 1), BOB))

    def read() -> str:
        return str((page_lines(story.state, act, 80), challenge_lines(story.state, sleeper, 80)))

    assert (read().count("strikes"), read().count("at the end if no 6 in the story")) == (2, 1)
    story("wyrd ada dice=6")
    assert "strikes" not in read()


def test_wa_59_a_rule_says_whose_six_it_lacks() -> None:
    """WA-59: the story’s or the scene’s, before the end of the scene and in the log."""
    hungry = stage_rule("Hungry", Trigger("scene ends", "count", counter="Names", unless="six in scene"))
    story = Story(pages=(hungry,), people=(with_wyrd(ADA, 1), BOB))
    story.play("wyrd ada dice=6", "end scene", "begin Next")
    told = "Names: 0→1, Hungry, no 6 in this scene"
    assert told in story("end scene").lines


def test_wa_02_final_rolls_ask_for_a_resolution() -> None:
    """A resolution is asked for once all have made their final rolls, and no second one afterwards (WA-02)."""
    story = Story(rod("mob", "Threat", 4), people=(hurt(ADA, body=1), BOB, CY), pages=ENDS, cast=(FIEND,))
    story.play("face mob ada dice=6", "end scene", "final ada,bob")
    assert story.waiting() == []
    story("final cy")
    assert [item.sentence for item in story.pending()] == ["The tale is told: which resolution? Told and Burned"]
    assert story.preview("resolution told", "which") == "They rest."
    assert story("resolution told").lines[:2] == ("Resolution reached: Told", "They rest.")
    assert story.state.marks["told"] == "reached"
    assert story.waiting() == []
    assert "The Fiend enters" in story("resolution burned").lines
    story.refuses("resolution told", "no resolution that is not reached")


def test_wa_41_the_defeated_have_had_their_last_roll() -> None:
    """Defeated characters have no final Wyrd roll, and are neither caught nor freed (WA-41, WA-50)."""
    story = Story(people=(ADA, scratched(CY, "body")))
    story.play("lose cy body 1", "defeat cy dice=")
    story.refuses("final cy", "“cy”", "Cy is defeated: maimed")
    story("final")
    assert not {"caught", "freed"} & story.is_("cy")


# ------------------------------------------------------------------ what is told


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("lose bob body 3", "Bob loses 3: Body is scratched out a second time"),
        ("lose bob body 3 the fall", "Bob loses 3 (the fall): Body is scratched out a second time"),
        ("scratch bob body", "Bob’s Body is scratched out a second time"),
    ],
)
def test_wa_31_a_blow_that_defeats_is_told_with_its_points(line: str, told: str) -> None:
    """The table hears what was dealt, not only what came of it."""
    story = Story(people=(ADA, scratched(BOB, "body")))
    assert story(line).lines == (told, "OUT · Bob is defeated: maimed")


def test_wa_32_odds_of_a_wyrd_roll_count_wyrd_drawn_before() -> None:
    """WA-38: up by 2 and rolled in one act, three dice and not one; also what a stage rule adds to a loss."""
    story = failed(people=(with_wyrd(ADA, 1), BOB))
    assert story.preview("consequence roll rolls=ada", "dice").startswith("1 die")
    assert story.preview("consequence wyrd,roll whose=ada by=2 rolls=ada", "dice").startswith("3 dice")
    assert story.preview("consequence wyrd,roll whose=ada by=-1 rolls=ada", "dice").startswith("no dice")
    curse = stage_rule("Curse", Trigger("loss", "wyrd", by=1))
    story = failed(people=(with_wyrd(ADA, 1), BOB), pages=(curse,))
    assert story.preview("consequence damage,roll who=bob rolls=ada", "dice").startswith("2 dice")


def test_u_21_the_frame_keeps_the_first_size_of_the_pool() -> None:
    """Falls, arrivals and departures change nothing; a pool set higher by hand counts."""
    story = Story(people=(*PARTY[:2], scratched(CY, "body")), between=True)
    story("begin One")
    assert scene_frame(story.state).pool == 4
    story.play("take ada 2", "lose cy body 2", "defeat cy dice=", "present bob")
    assert (story.pool, scene_frame(story.state).pool) == (2, 4)
    story("pool 6")
    assert scene_frame(story.state).pool == 6


def test_wa_53_rules_of_one_title_are_told_apart() -> None:
    """Stage rules of one title are listed with the page, the challenge or the story that each belongs to (WA-53)."""
    acts = (Page("yard", "act", "The Yard"), Page("mill", "act", "The Mill"))
    ours = [stage_rule("Bloody", Trigger("loss", "another"), parent=parent) for parent in ("yard", "mob", "")]
    pages = tuple(replace(page, id=f"{page.id}-{n}") for n, page in enumerate(ours))
    story = Story(rod("mob", "Threat", 4), pages=(*acts, *pages))
    labels = [choice.label for choice in story.offered("stage-rule bloody-0", "which").values()]
    assert labels == ["Bloody of The Yard", "Bloody of Mob (on)", "Bloody of the story (on)"]
    alone = Story(pages=(BLOODY,))
    assert [choice.label for choice in alone.offered("stage-rule bloody", "which").values()] == ["Bloody (on)"]


def test_wa_11_ladder_shows_the_ability_of_a_challenge() -> None:
    """The ladder shows a challenge's ability, or the best one where no ability is called for (WA-11)."""
    story = Story(rod("mob", "Threat", 4), rod("book", "Logic", 4))
    found = [best_rating(story.state, "ada", which) for which in ("mob", "book", "", "nothing")]
    assert found == ["Body", "Mind", "Soul", "Soul"]


# ------------------------------------------------------------------ what cannot be done


def test_wa_14_a_locked_challenge_is_not_offered_and_names_every_gate() -> None:
    """The first word about it is why, before anybody has dealt a point out."""
    story = Story(
        rod("mob", "Threat", 2), rod("lock", "Logic", 2), rod("altar", "Taint", 2, after=("mob", "lock", "mob"))
    )
    assert story.offers("face mob ada", "which") == ["mob", "lock"]
    why = "Locked: Altar. First overcome Mob and Lock."
    story.refuses("face altar ada dice=6", why)
    assert FACE.asks[0].unoffered(story.state, {}) == why
    story("face mob ada dice=6")
    story.refuses("face altar ada dice=6", "Locked: Altar. First overcome Lock.")
    alone = Story(rod("altar", "Taint", 2, after=("mob",)), waiting=(rod("mob", "Threat", 2),))
    alone.refuses("face", "Locked: Altar. First overcome Mob")


def test_wa_54_challenge_with_unpayable_toll_is_not_offered() -> None:
    """A challenge with a toll beyond the pool, or met only by a Wyrd roll, is refused with the reason (WA-54, C-25)."""
    gate = rod("gate", "Invocation", 5, met_by="wyrd")
    story = Story(rod("vicar", "Pressure", 5), rod("mob", "Threat", 2), gate, pages=(SHUTTERS,), pool=0)
    assert story.offers("face mob ada", "which") == ["mob"]
    story.refuses("face vicar", "no Wyrd left", "attempt at Pressure")
    story.refuses("face gate", "Met by a Wyrd roll")


def test_wa_19_another_ability_is_offered_only_with_wyrd_left() -> None:
    """Another ability and help from elsewhere are offered only if the Wyrd left pays for them (WA-19, WA-20)."""
    story = Story(rod("mob", "Threat", 7), people=PARTY, pool=0)
    assert story.offers("face mob ada,bob", "points") == ["ada", "bob", "cy"]
    story("present cy")
    assert story.offers("face mob ada,cy", "points") == ["ada", "bob"]
    assert story.offered("face mob *", "who")["cy"].hint == "absent; no Wyrd left to help"
    one = Story(rod("mob", "Threat", 7), people=PARTY, pool=1)
    rows = one.offered("face mob ada,bob ada:1", "points")
    assert rows["bob/mind"].most == 5
    command = "face mob ada,bob ada/mind:1"
    rows = {choice.value: choice for choice in one.choices_with(command, "points")}
    assert (rows["bob/mind"].most, rows["bob/mind"].hint) == (0, "5 of 5, 1 Wyrd: not enough left")
    assert (rows["ada/mind"].most, rows["bob"].most) == (4, 4)


def test_wa_17_wrongly_typed_points_are_refused_with_an_example() -> None:
    """Wrongly typed points are refused with an example such as ada:2, also with the number left out (WA-17)."""
    story = Story(rod("mob", "Threat", 7))
    story.refuses("face mob ada 3", "write ada:2 for two points")
    story.refuses("face mob ada ada", "Write the points of ada, such as ada:2")
    alone = Story(rod("mob", "Threat", 7), people=(BOB, CY))
    alone.refuses("face mob bob 3", "write bob:2 for two points, and bob/mind:1")


@pytest.mark.parametrize("points", ['"Ada Brightwater:2"', "ada-brightwater:2", "points=Ada-Brightwater:2"])
def test_wa_17_a_full_name_gives_points_as_an_id_does(points: str) -> None:
    story = Story(rod("mob", "Threat", 7), people=(replace(ADA, name="Ada Brightwater"), BOB))
    story(f"face mob ada,bob {points} dice=6")
    assert story.now("ada") == story.now("ada").replace("5", "3", 1)


def test_wa_48_whole_and_scratched_characters_are_not_offered_rest() -> None:
    """Rest and points are offered only for abilities that lack some and are not scratched (WA-48, WA-49)."""
    story = Story(people=(hurt(ADA, body=2, mind=1), BOB, scratched(CY, "body")))
    assert story.offers("recuperate ada body", "who") == ["ada"]
    story.refuses("recuperate bob", "“bob”", "No points can come back to Bob")
    labels = [choice.label for choice in story.offered("regain ada", "ability").values()]
    assert labels == ["Body 3/5", "Mind 3/4"]


def test_the_acts_of_this_game_name_no_key() -> None:
    """A key may be another on this table; an act goes by its word."""
    hints = Story(rod("mob", "Threat", 2)).hints()
    assert "no Wyrd roll yet: ``wyrd``" in hints
    story = Story(between=True, rules={}, games=(WYRD_ABACUS,))
    story.refuses("take ada", "`begin` opens the next scene")


def test_wa_56_kept_characters_are_not_offered_escape() -> None:
    """A character that a stage rule keeps cannot escape; if it keeps everybody, the refusal says why (WA-56)."""
    story = Story(people=(ADA, scratched(BOB, "body")), pages=(ONLY_ONE,))
    assert story.offers("escape ada", "who") == ["ada"]
    story.refuses("escape bob", "“bob”", "Bob escapes once Ada has an ability scratched out")
    Story(pages=(ONLY_ONE,)).refuses("escape", "Ada escapes once Bob and Cy have an ability scratched out.")


def test_wa_40_the_odds_know_a_countdown_that_is_full() -> None:
    """A full countdown is shown as full, and further sixes change nothing before the next scene (WA-40, WA-42)."""
    story = Story(people=(with_wyrd(ADA, 3), BOB), pages=(DEVILS_DUE,), between=True)
    story.play("begin One", "end scene")
    assert _told(story)[-1].startswith("Devil’s Due: 3 more, ends now in 0.5")
    story("wyrd ada dice=666")
    assert _told(story)[-1] == "Devil’s Due: full"


def _told(story: Story) -> list[str]:
    return ["".join(text for text, _ in row.spans).strip() for row in wyrd_lines(story.state)]


def test_wa_14_the_offer_of_a_closed_scene_says_so() -> None:
    """A locked scene is offered with the challenges that open it (WA-14)."""
    gates = (rod("one", "Threat", 4), rod("two", "Logic", 4))
    story = Story(*gates, pages=(Page("last", "act", "The Last", after=("one", "two")),), between=True)
    last = story.offered("begin last", "page")["last"]
    assert last.hint == "locked by One, Two"


def test_u_22_a_challenge_of_a_rule_stays_unless_taken_off() -> None:
    """The scene brought the mob alone; the beast that a stage rule put there has been faced by nobody yet."""
    acts = (Page("lane", "act", "Lane", challenges=("mob",)), Page("house", "act", "House"))
    hedge = replace(stage_rule("Hedge", Trigger("six", "spring", once=True), parent="lane"), challenges=("beast",))
    waiting = (rod("mob", "Threat", 2), rod("beast", "Threat", 5))
    story = Story(between=True, pages=(*acts, hedge), waiting=waiting, people=(with_wyrd(ADA, 2), BOB))
    story.play("begin lane", "wyrd ada dice=66")
    assert set(story.state.challenges) == {"mob", "beast"}
    story.play("end scene", "begin house")
    assert set(story.state.challenges) == {"beast"}


def test_wa_31_a_choice_names_the_characters_it_defeats() -> None:
    story = Story(people=(scratched(ADA, "mind"), BOB))
    hints = {choice.value: choice.hint for choice in harm_choices(story.state, {"who": "ada"})}
    assert hints["mind"] == "scratched out: defeats Ada"
    hints = {choice.value: choice.hint for choice in harm_choices(story.state, {"who": ("ada", "bob")})}
    assert hints["mind"] == "defeats Ada; Bob 5 of 5"
