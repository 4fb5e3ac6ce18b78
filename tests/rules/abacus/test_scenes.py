"""Scenes, presence, the pool, and the time between (WA-07 … WA-10, WA-42, C-14, U-21)."""

from __future__ import annotations

import pytest

from tests.commands import BY_ID
from tests.rules.abacus.tables import ADA, BOB, CY, DEVILS_DUE, SHUTTERS, Story, rod, scratched, stage_rule
from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.page import Page, Trigger


def test_wa_07_presence_then_pool_then_evident_rules() -> None:
    """Those present, then the pool, then the evident rules; of hidden ones the log tells what they do (WA-07)."""
    hidden = stage_rule("Old Debt", text="the vicar knows", public=False)
    story = Story(between=True, pages=(SHUTTERS, hidden))
    lines = story("begin Cottage present=ada,bob").lines
    assert lines[:3] == ("Cottage begins", "Cy is elsewhere in this scene", "Scene Wyrd: 4→4, a fresh pool")
    assert lines[3:] == ("Stage rule Close The Shutters", "Stage rule Old Debt (hidden)")


def test_wa_07_absent_characters_are_back_next_scene() -> None:
    """Presence is chosen anew for each scene, and can change within it (WA-07)."""
    story = Story(between=True)
    story("begin One present=ada,bob")
    assert "absent" in story.is_("cy")
    assert story.log("present cy") == "Cy enters the scene"
    assert story.log("present bob,cy") == "Bob is elsewhere in this scene\nCy is elsewhere in this scene"
    ended = story.log("end scene")
    assert "absent" not in ended
    story("begin Two")
    assert not any("absent" in story.is_(who) for who in ("ada", "bob", "cy"))


@pytest.mark.parametrize(("chosen", "pool"), [("party", 4), ("present", 3)])
def test_wa_08_the_pool_is_the_characters_and_one(chosen: str, pool: int) -> None:
    """The pool counts the party or those present, by house rule, plus one; the narrator may set it (WA-08, C-14)."""
    story = Story(between=True, pool=0, rules={"wyrd_pool": chosen})
    story("begin One present=ada,bob")
    assert story.pool == pool
    story.play("end scene", "begin Two present=ada pool=7")
    assert story.pool == 7
    assert story.log("pool 2") == "Scene Wyrd: 7→2, as the GM says"
    story.refuses("pool 2", "at 2 already")


def test_wa_08_the_defeated_count_in_no_later_pool() -> None:
    """A defeated character counts in no later pool; the pool of this scene stays as it was (WA-08, U-21)."""
    story = Story(people=(ADA, BOB, scratched(CY, "body")))
    story("lose cy body 1")
    assert story.pool == 4
    story.play("defeat cy dice=", "end scene", "begin Next")
    assert story.pool == 3


def test_wa_09_the_rest_of_the_pool_is_lost() -> None:
    """Scene Wyrd left at the end of a scene is lost; personal Wyrd stays (WA-09)."""
    story = Story(pool=4)
    story("take ada 3")
    assert (story.pool, story.own_wyrd("ada")) == (1, 3)
    assert "Scene Wyrd: 1→0, the rest is lost" in story.log("end scene")
    story("begin Next")
    assert (story.pool, story.own_wyrd("ada")) == (4, 3)


def test_wa_10_taken_wyrd_is_personal() -> None:
    """Taking Wyrd moves it from the scene's pool to a character; an empty pool gives nothing (WA-10)."""
    story = Story(pool=4)
    assert story.log("take ada") == "Scene Wyrd: 4→3, Ada takes 1\nAda’s Wyrd: 0→1"
    story.refuses("take ada 4", "3 Wyrd left", "would need 4")
    story("pool 0")
    story.refuses("take ada", "pool is empty")


def test_wa_42_between_scenes_only_influence_and_wyrd_rolls() -> None:
    """Everything that a challenge or a consequence would need is refused, with why (WA-42)."""
    story = Story(rod("mob", "Threat", 4), between=True)
    for line in ("face mob", "consequence damage who=ada", "lose ada body 1", "scratch ada body", "take ada"):
        story.refuses(line, "Between scenes only influence and Wyrd rolls")
    for line in ("pool 3", "present ada", "spring mob", "facet ada strong"):
        story.refuses(line, "Between scenes")
    story.refuses("end scene", "No scene is being played")
    story("influence ada,bob mind dice=6666;55555")
    story("wyrd ada,bob")
    assert story.roll.act == "wyrd"


def test_wa_42_a_scene_begins_only_between_scenes() -> None:
    """A new scene is refused until the last one has ended (WA-42)."""
    Story().refuses("begin Next", "still being played", "`end` ends it first")


def test_only_the_evening_can_be_ended_between_scenes() -> None:
    """Between scenes only the evening ends, so that nothing else is on offer (WA-42)."""
    story = Story(between=True)
    what = BY_ID["end"].asks[0]
    assert [choice.value for choice in what.choices(story.state, {})] == ["evening"]
    assert [choice.value for choice in what.choices(Story().state, {})] == ["scene", "evening"]
    story.refuses("end scene", "No scene is being played")
    assert "Evening 1 ends" in story.log("end")


def test_wa_14_a_scene_can_wait_for_challenges() -> None:
    """The last scene opens once all that gates it is overcome, on the abacus or gone from it."""
    last = Page("last", "act", "The Altar", after=("mob", "cipher"))
    story = Story(rod("mob", "Threat", 2), between=True, pages=(last,), waiting=(rod("cipher", "Logic", 2),))
    assert story.offered("begin last", "page")["last"].hint == "locked by Mob, Cipher"
    story.play("begin Before", "face mob ada dice=6", "end scene")
    assert story.offered("begin last", "page")["last"].hint == "locked by Cipher"


def test_wa_14_a_locked_scene_says_so_and_begins_all_the_same() -> None:
    """The hint and the default stand on the first scene that can open; the GM may begin the locked one."""
    pages = (Page("last", "act", "The Altar", after=("mob",)), Page("mill", "act", "The Mill"))
    story = Story(rod("mob", "Threat", 2), between=True, pages=pages)
    assert "between scenes: `begin` opens The Mill" in story.hints()
    assert story.preview("begin last", "page") == "locked: opens once Mob is overcome"
    assert "“The Altar” is locked and begins all the same. It opens once Mob is overcome" in story.log("begin last")
    assert story.state.scene.page == "last"
    story.play("end scene", "begin")
    assert story.state.scene.page == "mill"


def test_wa_14_the_default_is_no_locked_scene() -> None:
    """`begin` has no default page, and needs one named, if every page is locked (WA-14)."""
    story = Story(rod("mob", "Threat", 2), between=True, pages=(Page("last", "act", "The Altar", after=("mob",)),))
    assert "between scenes: `begin` opens the next" in story.hints()
    story.refuses("begin", "Which scene? last")


def test_wa_14_a_settled_and_removed_challenge_gates_nothing() -> None:
    """The narrator says that it is overcome and takes it off: what waits for it begins."""
    last = Page("last", "act", "The Altar", after=("mob",))
    story = Story(rod("mob", "Threat", 2), pages=(last,), waiting=(rod("mob", "Threat", 2),))
    story.play("settle mob overcome", "end scene", "begin last")
    assert story.state.scene.page == "last"


def test_u_22_only_what_lies_there_or_never_lay_there_locks() -> None:
    """WA-14: a gate that failed and left locks neither a challenge nor a scene; one still to come locks both."""
    last = Page("last", "act", "The Altar", after=("gate",))
    first = Page("first", "act", "First", challenges=("gate",))
    gate, lock = rod("gate", "Logic", 6), rod("lock", "Wits", 2, after=("gate",))
    story = Story(lock, between=True, pages=(first, last), waiting=(gate,), rules={"failed": "leaves"})
    assert story.offered("begin last", "page")["last"].hint == "locked by Gate"
    story("begin Elsewhere")
    story.refuses("face lock ada dice=6", "Locked: Lock. First overcome Gate")
    story.play("end scene", "begin first stay=lock", "face gate ada dice=1", "draw accept")
    story.refuses("face lock ada dice=6", "Locked: Lock. First overcome Gate")
    story.play("consequence nothing", "face lock ada dice=6", "end scene", "begin last")
    assert story.state.scene.page == "last"


def test_wa_23_a_settled_challenge_has_the_effects_of_a_roll() -> None:
    """A failure brings its rules and its consequences, a success clears the rod, and neither is needed for a clock."""
    sting = stage_rule("Sting", Trigger("failed", text="It stings"), Trigger("overcome", text="It sighs"))
    story = Story(rod("mob", "Threat", 2), rod("dog", "Wits", 2), pages=(sting,))
    assert "Sting: It stings." in story.log("settle mob failed")
    assert story.waiting() == ["consequence"]
    story("settle mob live")
    assert story.waiting() == []
    assert "Sting: It sighs." in story.log("settle mob overcome")
    assert story.state.overcome == ("mob",)
    assert "Sting: It sighs." in story.log("tick dog beads=2")
    assert not story.state.challenges
    story.play("challenge clock 2 Bell", "settle bell failed", "settle bell live", "tick bell beads=2", "untick bell")
    assert story.state.challenges["bell"].outcome == ""


def test_a_scene_counts_the_table_as_it_begins() -> None:
    """A rule that takes Wyrd as the scene begins takes it from the fresh pool, and hurts those who came."""
    dry = stage_rule("Dry Well", Trigger("scene begins", "pool", by=-1))
    cold = stage_rule("Cold", Trigger("scene begins", "lose", ability="body"))
    story = Story(between=True, pool=0, pages=(dry, cold))
    story("begin One present=ada,bob")
    assert story.pool == 3
    assert [story.now(who) for who in ("ada", "bob", "cy")] == ["4/4/6", "3/5/6", "2/7/6"]


@pytest.mark.parametrize(("page", "applies"), [("chapel", True), ("wood", False)])
def test_wa_52_a_rule_of_a_scene_applies_in_it(page: str, applies: bool) -> None:
    """A scene's stage rule is in force from its beginning to its end (WA-52)."""
    own = stage_rule("Whispers", Trigger("scene begins", text="They begin"), parent="chapel", public=False)
    scenes = (Page("chapel", "act", "Chapel"), Page("wood", "act", "Wood"))
    story = Story(between=True, pages=(*scenes, own))
    assert ("Whispers: They begin." in story.log(f"begin {page}")) is applies
    story("end scene")
    assert "Whispers" not in story.log("begin Elsewhere")


def test_a_countdown_of_a_scene_goes_with_it() -> None:
    """The clock of a scene's countdown is on the abacus as long as its rule is in force."""
    own = stage_rule("Candles", Trigger("sixes", by=4), parent="chapel")
    story = Story(between=True, pages=(Page("chapel", "act", "Chapel"), own, DEVILS_DUE))
    story("begin chapel")
    assert set(story.state.challenges) == {"candles", "devils-due"}
    story.play("end scene", "begin Elsewhere")
    assert set(story.state.challenges) == {"devils-due"}


def test_wa_07_rules_that_went_on_are_announced_once() -> None:
    """Each rule is announced in the first scene; later scenes announce those that are new (WA-07, WA-52)."""
    hidden = stage_rule("Old Debt", text="the vicar knows", public=False)
    story = Story(between=True, pages=(SHUTTERS, hidden, Page("moor", "act", "Moor"), stage_rule("Bog", parent="moor")))
    story.play("begin Cottage", "end scene")
    lines = story("begin moor").lines
    assert [line for line in lines if line.startswith("Stage rule")] == ["Stage rule Bog"]


@pytest.mark.parametrize("name", ["scene Wyrd", "Scene Wyrd", "sixes on Wyrd rolls"])
def test_counters_of_the_game_cannot_be_begun_by_hand(name: str) -> None:
    """WA-08, WA-40: the game counts them alone, also while they are not there yet."""
    story = Story(between=True)
    story.session.state = replace(story.state, counters={})
    story.refuses(f'counter "{name}" 9', "cannot be moved by hand: the game counts it")


@pytest.mark.parametrize("win", ["", "They flee."])
def test_wa_14_a_success_tells_which_scene_it_opens(win: str) -> None:
    """WA-14: before the die and in the log, as for a challenge; not while another locks it, nor once begun."""
    altar = Page("altar", "act", "The Altar", after=("mob", "book"))
    story = Story(replace(rod("mob", "Threat", 2), win=win), rod("book", "Logic", 2), pages=(altar,))
    assert "opens" not in story.preview("face mob ada", "dice")
    assert "opens" not in story.log("face book ada dice=6")
    assert "overcome: opens The Altar" in story.preview("face mob ada", "dice")
    assert "Overcome: Mob; opens The Altar" in story.log("face mob ada dice=6")
    begun = Story(rod("mob", "Threat", 2), pages=(replace(altar, after=("mob",)),), between=True)
    begun("begin altar")
    assert "opens" not in begun.log("face mob ada dice=6")
