"""Stage rules as data that the engine acts on (WA-52 … WA-59)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.rules.abacus.tables import (
    ADA,
    BEAST,
    BLOODY,
    BOB,
    CREATURE,
    CY,
    DEVILS_DUE,
    FIEND,
    FOG,
    ONLY_ONE,
    SHUTTERS,
    Story,
    denizen,
    rod,
    scratched,
    stage_rule,
    with_wyrd,
)
from wyrd_tui.engine.page import Moment, Page, Trigger
from wyrd_tui.engine.rules.shared.end_preview import describe_end
from wyrd_tui.engine.rules.wyrd_abacus.trigger_words import trigger_text


def test_wa_57_once_belongs_to_its_trigger() -> None:
    """The beast appears once; that each 6 adds to a counter goes on. Put in force anew nothing comes back (WA-57)."""
    both = replace(BEAST, triggers=(*BEAST.triggers, Trigger("six", "count", counter="Howls")))
    story = Story(people=(with_wyrd(ADA, 2), BOB), pages=(both,))
    assert story.log("wyrd ada dice=61").count("It appears") == 1
    assert "It appears" not in story.log("wyrd ada dice=61")
    assert story.state.counters["Howls"] == 2
    story.play("stage-rule prowling-beast", "stage-rule prowling-beast")
    assert "It appears" not in story.log("wyrd ada dice=61")


def test_wa_57_a_rule_of_one_trigger_is_over_with_it() -> None:
    """A stage rule with one trigger is over once it strikes; putting it in force starts it anew (WA-57)."""
    story = Story(people=(with_wyrd(ADA, 2), BOB), pages=(BEAST,))
    story("wyrd ada dice=61")
    assert story.state.marks["prowling-beast"] == "over"
    story("stage-rule prowling-beast")
    assert "It appears" in story.log("wyrd ada dice=61")


@pytest.mark.parametrize(
    ("parent", "lines", "applies"),
    [
        ("", [], True),
        ("mob", [], False),
        ("mob", ["challenge threat 2 Mob"], True),
        ("witch", [], False),
        ("witch", ["bring witch"], True),
        ("witch", ["bring witch", "condition witch gone out=yes"], False),
        ("chapel", [], False),
        ("chapel", ["mark-page chapel visited"], True),
    ],
)
def test_wa_52_a_rule_applies_while_its_owner_is_there(parent: str, lines: list[str], applies: bool) -> None:
    """The story, a challenge, a denizen, a place; the narrator may always say otherwise (WA-52)."""
    cold = stage_rule("Cold", Trigger("scene ends", "count", counter="Cold"), parent=parent)
    place = Page("chapel", "place", "Chapel")
    story = Story(pages=(cold, place), cast=(denizen("witch", "The Witch"),))
    for line in lines:
        story(line)
    for _ in range(2):
        before = story.state
        story("end scene")
        assert (story.state.counters.get("Cold", 0) == 1) is applies
        story.session.undo()
        assert story.state == before
        story("stage-rule cold")
        applies = not applies


def test_wa_52_a_places_rule_applies_in_the_scene_visiting_it() -> None:
    """A place's rule is in force until the end of the scene that visits it, and again at a second visit (WA-52)."""
    cold = stage_rule("Cold", Trigger("scene ends", "count", counter="Cold"), parent="chapel")
    story = Story(pages=(cold, Page("chapel", "place", "Chapel", reveals="a draught")))
    assert "Chapel reveals, for you alone: a draught" in story.log("mark-page chapel visited")
    story.refuses("mark-page chapel visited", "visited already")
    story.play("end scene", "begin Next", "end scene", "begin Third")
    assert story.state.counters["Cold"] == 1
    assert "reveals" not in story.log("mark-page chapel")
    story("end scene")
    assert story.state.counters["Cold"] == 2


def test_wa_52_the_narrator_puts_rules_in_force_and_takes_them_off() -> None:
    """`stage-rule` ends a rule or puts it in force, tells it, and is refused without a change (WA-52)."""
    story = Story(rod("vicar", "Pressure", 2), pages=(SHUTTERS,))
    assert story.log("stage-rule close-the-shutters") == "Stage rule Close The Shutters ends"
    story("face vicar ada dice=6")
    assert story.pool == 4
    story.refuses("stage-rule close-the-shutters over", "“over”", "nothing would change")
    assert story.log('stage-rule close-the-shutters "in force"') == "Stage rule Close The Shutters begins"
    story.refuses('stage-rule close-the-shutters "in force"', "“in force”", "nothing would change")
    Story().refuses("stage-rule x", "No stage rule is prepared")


@pytest.mark.parametrize("kind", ["Threat", "Pursuit"])
def test_wa_53_bloody_is_for_threats(kind: str) -> None:
    """Another character suffers the same, but only where a Threat was lost."""
    story = Story(rod("mob", kind, 7), pages=(BLOODY,))
    story.play("face mob ada dice=1", "draw accept")
    line = "consequence damage who=ada points=2"
    story(f"{line} also=bob" if kind == "Threat" else line)
    assert story.now("bob") == ("2/5/6" if kind == "Threat" else "4/5/6")


def test_wa_54_a_toll_just_to_attempt() -> None:
    """1 of the scene's Wyrd for a Pressure challenge, with no other use; an empty pool refuses the attempt (WA-54)."""
    story = Story(rod("vicar", "Pressure", 5), rod("mob", "Threat", 2), pages=(SHUTTERS,), pool=1)
    story.refuses("face vicar ada ada/body:1 dice=6", "1 Wyrd left", "this takes 1 besides the price of the attempt")
    takers = [one.label for one in story.choices_with("face vicar ada,bob", "toll")]
    assert [label.endswith(" takes the Wyrd") for label in takers] == [True, True]
    said = story.log("face vicar ada,bob toll=bob dice=4")
    assert "Scene Wyrd: 1→0, Bob takes 1 to attempt Vicar" in said
    assert (story.roll.score.total, story.own_wyrd("bob"), story.own_wyrd("ada")) == (4, 1, 0)
    story.play("draw accept", "consequence nothing")
    story.refuses("face vicar ada dice=6", "no Wyrd left", "takes 1")
    story("face mob ada dice=6")


def test_wa_54_one_toll_of_a_title_counts_once() -> None:
    """Two stage rules of one title take one toll (WA-54)."""
    twice = stage_rule("Close The Shutters", Trigger("attempt", "toll", type="Pressure"))
    story = Story(rod("vicar", "Pressure", 2), pages=(SHUTTERS, twice))
    story("face vicar ada dice=6")
    assert story.pool == 3


@pytest.mark.parametrize("kind", ["Pressure", ""])
def test_wa_52_a_rule_of_a_challenge_is_about_that_one_alone(kind: str) -> None:
    """WA-12: a shipped one names a type, and is about no other challenge of it all the same."""
    own = stage_rule("Shut", Trigger("attempt", "toll", type=kind), parent="door")
    story = Story(rod("door", "Pressure", 2), rod("gate", "Pressure", 2), pages=(own,))
    story("face gate ada dice=6")
    assert story.pool == 4
    story("face door ada dice=6")
    assert story.pool == 3


def test_wa_52_own_rule_strikes_as_its_challenge_is_overcome() -> None:
    """A challenge's own stage rule still strikes as that challenge is overcome (WA-52)."""
    own = stage_rule("Own", Trigger("overcome", "count", counter="Wins"), parent="mob")
    story = Story(rod("mob", "Threat", 2), pages=(own,))
    story("face mob ada dice=6")
    assert story.state.counters["Wins"] == 1


def test_wa_54_a_wyrd_roll_that_meets_a_challenge_is_an_attempt() -> None:
    """A Wyrd roll that meets a challenge takes its toll, obeys bans and sets off rules of attempts (WA-54, C-25)."""
    bell = stage_rule("Bell", Trigger("attempt", text="It tolls"))
    door = rod("door", "Pressure", 5, met_by="wyrd")
    story = Story(door, people=(with_wyrd(ADA, 1), with_wyrd(BOB, 1)), pages=(SHUTTERS, bell), pool=1)
    said = story.log("wyrd ada,bob on=door toll=bob dice=2;3")
    assert "Scene Wyrd: 1→0, Bob takes 1 to attempt Door" in said
    assert "Bell: It tolls." in said
    assert story.own_wyrd("bob") == 2
    story("consequence nothing")
    story.refuses("wyrd ada on=door", "no Wyrd left", "attempt at Pressure")
    ban = stage_rule("Salt", Trigger("attempt", "forbid", text="Nobody dares"))
    Story(door, pages=(ban,)).refuses("wyrd ada on=door", "Salt: Nobody dares.")


def test_wa_07_a_hidden_rule_can_be_shown_to_the_players() -> None:
    """`reveal` shows and `hide` hides a stage rule; an open rule that is put in force is told at once (WA-07)."""
    debt = stage_rule("Old Debt", text="the vicar knows", public=False)
    story = Story(pages=(debt,))
    assert story("reveal old-debt").lines == ("Open to the players: Stage rule Old Debt", "Old Debt: the vicar knows")
    assert story.state.book.pages[0].public
    story("hide old-debt")
    assert not story.state.book.pages[0].public
    story.play("reveal old-debt", "stage-rule old-debt")
    assert story("stage-rule old-debt").lines[-1] == "Stage rule Old Debt: the vicar knows"


def test_wa_54_the_preview_counts_the_toll() -> None:
    """The preview counts the toll in its cost and in the Wyrd left to draw (WA-54)."""
    story = Story(rod("vicar", "Pressure", 5), pages=(SHUTTERS,), pool=2)
    said = story.preview("face vicar ada", "points")
    assert "costs 1 of 2 Wyrd" in said
    assert "50% if all Wyrd is drawn" in said


def test_wa_54_the_preview_names_the_taker_of_the_toll() -> None:
    """The line names the character who takes the Wyrd that an attempt costs (WA-10, WA-54)."""
    story = Story(rod("vicar", "Pressure", 5), pages=(SHUTTERS,), pool=3)
    assert "(Bob takes 1)" in story.preview("face vicar ada,bob ada:1 toll=bob", "dice")
    assert "(Ada takes 2)" in story.preview("face vicar ada ada/body:1 toll=ada", "dice")


def test_wa_55_the_third_six_of_the_story_brings_the_fiend() -> None:
    """Sixes add up over rolls, people and scenes, and do not start anew (WA-55)."""
    story = Story(people=(with_wyrd(ADA, 1), with_wyrd(BOB, 1)), pages=(DEVILS_DUE,), between=True)
    story.play("begin One", "wyrd ada dice=6", "end scene", "wyrd bob dice=6", "begin Two")
    assert "fiend" not in story.state.actors
    story("wyrd ada,bob dice=6;1")
    assert story.state.actors["fiend"] == FIEND


@pytest.mark.parametrize("public", [True, False])
def test_wa_07_a_rule_that_comes_amid_a_scene_is_announced(public: bool) -> None:
    """Told before the act and in the log wherever what it belongs to comes: by a last six, by hand (WA-07, WA-52)."""
    stings = stage_rule("Stings", Trigger("six", "lose", ability="body", by=1), text="They fly.", public=public)
    owned = replace(stings, parent="queen")
    stirs = replace(stage_rule("Stirs", Trigger("sixes", "spring", by=1)), challenges=("queen",))
    does = "when a Wyrd roll shows a 6, every character there loses 1 Body"
    head = f"Stage rule Stings{': They fly.' if public else f' (hidden): {does}'}"
    for line in ("wyrd ada dice=6", "stage-rule stirs fires", "lay queen"):
        story = Story(people=(with_wyrd(ADA, 1), BOB), pages=(owned, stirs), waiting=(rod("queen", "Foreboding", 8),))
        told = story.preview("wyrd ada", "dice")
        assert f"(new: Queen, Foreboding 8 (hidden), stage rule Stings{'' if public else ' (hidden)'})" in told
        assert story(line).lines.count(head) == 1
    early = Story(people=(ADA, BOB), pages=(owned,), waiting=(rod("queen", "Foreboding", 8),), between=True)
    assert (head in early("lay queen").lines, early("begin One").lines.count(head)) == (False, 1)


def test_wa_56_only_one_gets_out() -> None:
    """Refused, with names, while another of the three has nothing scratched out; then allowed (WA-56)."""
    story = Story(people=(ADA, scratched(BOB, "mind"), CY), pages=(ONLY_ONE,))
    story.refuses("escape ada", "Only One: Ada escapes once Cy has an ability scratched out")
    Story(pages=(ONLY_ONE,)).refuses("escape ada", "once Bob and Cy have an ability")
    story("scratch cy soul")
    assert story.log("escape ada") == "Ada escapes from the tale"
    assert story.state.actors["ada"].out
    Story()("escape ada")


def test_wa_57_the_first_six_brings_the_beast_once() -> None:
    """A {6,6,1}, B {6,2}: it is after A; on a later 6 nothing more (WA-57)."""
    story = Story(people=(with_wyrd(ADA, 3), with_wyrd(BOB, 2)), pages=(BEAST,))
    said = story.log("wyrd ada,bob dice=661;62")
    assert "Prowling Beast: It appears. Most sixes: Ada (2)." in said
    assert "The Beast enters" in said
    assert "Beast" not in story.log("wyrd ada dice=666")


def test_wa_59_two_like_effects_of_a_six_are_both_told() -> None:
    """WA-59: a rule may move a counter twice."""
    rung = Trigger("six", "count", counter="Bells")
    story = Story(people=(with_wyrd(ADA, 3),), pages=(stage_rule("Ringing", rung, rung),))
    assert "a 6 sets off Ringing (Bells +1, Bells +1)" in story.preview("wyrd ada", "dice")
    story.play("wyrd ada dice=611")
    assert story.state.counters["Bells"] == 2


@pytest.mark.parametrize("there", [True, False])
def test_wa_57_creature_enters_only_once(there: bool) -> None:
    """The creature enters only if it is not there yet; the most sixes are named in both cases (WA-57)."""
    people = (with_wyrd(ADA, 1), with_wyrd(BOB, 1), *((CREATURE,) if there else ()))
    story = Story(people=people, pages=(BEAST,))
    said = story.log("wyrd ada,bob dice=6;6")
    assert "Most sixes: Ada and Bob (one)." in said
    assert ("enters" in said) is not there


def test_wa_58_the_fog_rises_with_each_scene() -> None:
    """4, 5, 6 in scenes 1 to 3 (WA-58)."""
    story = Story(between=True, pages=(FOG,), waiting=(rod("fog", "Foreboding", 4),))
    values = []
    for name in ("One", "Two", "Three"):
        story(f"begin {name}")
        values.append(story.state.challenges["fog"].value)
        assert story.state.challenges["fog"].needed == values[-1]
        story("end scene")
    assert values == [4, 5, 6]


@pytest.mark.parametrize("end", ["face fog ada dice=6", "remove-challenge fog", "face fog ada dice=1"])
@pytest.mark.parametrize("chosen", ["stays", "leaves"])
def test_wa_58_the_fog_comes_back_however_the_scene_went(end: str, chosen: str) -> None:
    """Overcome, cleared or failed in scene 1, it is there again in scene 2, at 5 and with no bead moved (WA-58)."""
    story = Story(between=True, pages=(FOG,), waiting=(rod("fog", "Foreboding", 4),), rules={"failed": chosen})
    story.play("begin One", end, "end scene", "begin Two")
    fog = story.state.challenges["fog"]
    assert (fog.value, fog.needed, fog.done, fog.outcome) == (5, 5, 0, "")


def test_wa_58_a_scene_with_its_own_copy_raises_nothing() -> None:
    """A challenge that the scene brings by itself keeps its value, also once the stage rule is over (WA-58)."""
    first = Page("one", "act", "One", challenges=("fog",))
    story = Story(between=True, pages=(first, FOG), waiting=(rod("fog", "Foreboding", 4),))
    story("begin one")
    assert story.state.challenges["fog"].value == 4
    story.play("stage-rule rolling-fog", "end scene", "begin Two stay=fog")
    assert story.state.challenges["fog"].value == 4


def test_wa_58_rule_put_in_force_begins_in_that_scene() -> None:
    """A rule put in force during a scene brings its challenge now, and raises it in the next scene (WA-58)."""
    late = stage_rule("Rolling Fog", Trigger("scene begins", "rise", challenge="fog"), parent="nowhere")
    story = Story(pages=(late,), waiting=(rod("fog", "Foreboding", 4),))
    story("stage-rule rolling-fog")
    assert story.state.challenges["fog"].value == 4
    story.play("end scene", "begin Two")
    assert story.state.challenges["fog"].value == 5


def test_wa_59_counters_and_what_must_come_before_a_six() -> None:
    """A rule that a 6 has put out of the question does nothing any more (the old mine) (WA-59)."""
    mine = stage_rule("Old Mine", Trigger("scene ends", unless="six", text="The entrance falls in"))
    story = Story(people=(with_wyrd(ADA, 1), BOB), pages=(mine,))
    assert "The entrance falls in." in story.log("end scene")
    story.session.undo()
    story("wyrd ada dice=6")
    assert "entrance" not in story.log("end scene")
    story("begin Next")
    assert "entrance" not in story.log("end scene"), "a 6 of the story keeps it off for good"


def test_wa_59_no_dice_set_off_a_low_rule_for_certain() -> None:
    """WA-59: without dice the result is 1, so that nothing is left to chance."""
    low = stage_rule("Names", Trigger("low", at_most=2))
    story = Story(people=(with_wyrd(ADA, 1), BOB), pages=(low,))
    assert story.preview("wyrd bob", "dice") == "no dice: the result is 1 · so Names is set off for certain"
    assert "2 or less sets off Names" in story.preview("wyrd ada", "dice")


def test_wa_59_a_six_keeps_nothing_off_in_the_next_scene() -> None:
    """WA-59: a rule about the 6 of a scene asks for one in every scene, and the line says so again."""
    hunger = stage_rule("Hunger", Trigger("scene ends", "count", counter="Names", unless="six in scene"))
    story = Story(people=(with_wyrd(ADA, 1), BOB), pages=(hunger,))
    assert trigger_text(hunger.triggers[0], story.state).startswith(
        "As the scene ends, unless a 6 has been rolled in the scene: "
    )
    story.play("wyrd ada dice=6", "end scene")
    assert story.state.counters.get("Names", 0) == 0
    story("begin Next")
    assert "a 6 keeps Hunger from striking" in story.preview("wyrd ada", "dice")
    story.play("wyrd ada dice=5", "end scene")
    assert story.state.counters["Names"] == 1


@pytest.mark.parametrize(
    ("trigger", "line", "said"),
    [
        (Trigger("attempt", text="Candles gutter"), "face mob ada dice=6", "Rule: Candles gutter."),
        (Trigger("attempt", type="Logic", text="x"), "face mob ada dice=6", ""),
        (Trigger("overcome", "count", counter="Wins"), "face mob ada dice=6", "Wins: 0→1, Rule"),
        (Trigger("overcome", "pool", by=2), "face mob ada dice=6", "Scene Wyrd: 4→6, Rule"),
        (Trigger("overcome", "wyrd", by=1), "face mob ada dice=6", "Cy’s Wyrd: 0→1, Rule"),
        (Trigger("overcome", "lose", ability="mind", by=2), "face mob ada dice=6", "Bob loses 2 (Rule): Mind 5→3"),
        (Trigger("overcome", "rise", challenge="dog"), "face mob ada dice=6", "Dog: value 3→4, Rule"),
        (Trigger("overcome", "spring"), "face mob ada dice=6", "The Fiend enters"),
        (Trigger("escape", text="A howl"), "escape ada", "Rule: A howl."),
        (Trigger("overcome", text="Ho", once=True), "face mob ada dice=6", "Rule: Ho."),
    ],
)
def test_wa_59_moments_and_deeds_combine(trigger: Trigger, line: str, said: str) -> None:
    """A scenario makes stage rules of its own from the same parts (WA-59)."""
    own = stage_rule("Rule", trigger, brings=("fiend",))
    story = Story(rod("mob", "Threat", 4), rod("dog", "Pursuit", 3), pages=(own,))
    lines = story(line).lines
    assert said in lines if said else not any("Rule" in one for one in lines)
    if trigger.once:
        assert story.state.marks["rule"] == "over"


@pytest.mark.parametrize("text", ["Nobody dares", ""])
def test_a_rule_may_forbid_an_attempt(text: str) -> None:
    """Until what it names has happened."""
    ban = stage_rule("Salt", Trigger("attempt", "forbid", type="Taint", unless="six", text=text))
    story = Story(rod("rot", "Taint", 2), people=(with_wyrd(ADA, 1), BOB), pages=(ban,))
    story.refuses("face rot ada dice=6", "Salt: Nobody dares." if text else "Salt: that cannot be done.")
    story.play("wyrd ada dice=6", "face rot ada dice=6")


@pytest.mark.parametrize("moment", ["loss", "failed"])
def test_rules_strike_at_failure_or_loss(moment: Moment) -> None:
    """A stage rule strikes once at its moment, for a failure or for the loss that follows it."""
    own = stage_rule("Blood", Trigger(moment, "count", counter="Drops"))
    story = Story(rod("mob", "Threat", 4), pages=(own,))
    story.play("face mob ada dice=1", "draw accept", "consequence damage who=ada points=1")
    assert story.state.counters["Drops"] == 1


def test_the_narrator_lets_a_rule_strike() -> None:
    """`stage-rule … fires` does all that the rule does, out of its usual moment; a single trigger is then over."""
    story = Story(between=True, pages=(FOG, BEAST, DEVILS_DUE), waiting=(rod("fog", "Foreboding", 4),))
    story("begin One")
    assert "Fog: value 4→5, Rolling Fog" in story.log("stage-rule rolling-fog fires")
    assert "Stage rule Prowling Beast strikes" in story.log("stage-rule prowling-beast fires")
    assert "beast" in story.state.actors
    assert story.state.marks["prowling-beast"] == "over"
    story("stage-rule devils-due fires")
    assert "fiend" in story.state.actors


def test_a_rule_that_nobody_can_carry_out_stops_nothing() -> None:
    """No such ability, no such challenge: the scene begins all the same."""
    broken = stage_rule("Broken", Trigger("scene begins", "lose", ability=""), Trigger("scene begins", "rise"))
    story = Story(between=True, pages=(broken,))
    story("begin One")
    assert story.now("ada") == "5/4/6"


def test_wa_52_the_end_foretells_each_rule_once() -> None:
    """A rule that speaks and counts is foretold by what it counts; one of the same title has its own line (WA-52)."""
    speaking = stage_rule("Cold", Trigger("scene ends", "count", counter="Frost", text="It freezes"))
    reminding = stage_rule("Cold", Trigger("scene ends", text="It snows"))
    silent = stage_rule("Cold", Trigger("scene ends", "count", counter="Snow"))
    pages = (speaking, replace(reminding, id="reminding"), replace(silent, id="silent"))
    told = describe_end(Story(people=(ADA, BOB), pages=pages).state, "scene").splitlines()
    assert told[:4] == ["Scene 1 ends", "Frost: 0→1, Cold", "Cold: It snows.", "Snow: 0→1"]


def test_wa_52_rules_that_end_with_a_scene_are_told() -> None:
    """WA-52: before Enter and in the log, all in one line; rules of the story go on, and none ends twice."""
    act, place = Page("moor", "act", "Moor"), Page("chapel", "place", "Chapel")
    cold = stage_rule("Cold", Trigger("scene ends", text="It freezes"), parent="chapel")
    story = Story(between=True, pages=(SHUTTERS, act, place, stage_rule("Bog", parent="moor"), cold))
    story.play("begin moor", "mark-page chapel visited")
    told = "Stage rules Bog and Cold end"
    assert describe_end(story.state, "scene").splitlines().count(told) == 1
    assert [line for line in story("end scene").lines if "Stage rule" in line] == [told]
    story.play("begin moor", 'stage-rule bog "over"')
    assert "Stage rule" not in story.log("end scene")


def test_wa_52_a_rule_ends_with_its_denizen() -> None:
    """WA-52: told in the log of the act by which its owner is gone."""
    cold = stage_rule("Cold", parent="witch")
    story = Story(pages=(cold,), people=(ADA, denizen("witch", "The Witch")))
    assert "Stage rule Cold ends" in story("condition witch gone out=yes").lines
