"""The recap tells who did what, scene by scene, and how everybody stands."""

from __future__ import annotations

from dataclasses import replace

from tests.rules.tables import DRAKE, ENFORCERS, FELIX, HARGRAVE, ISADORA, MERCER, Play
from tests.sheets import make_abilities, make_pools
from wyrd_tui.engine.page import Page
from wyrd_tui.engine.recap import recap
from wyrd_tui.engine.state import METTLE, WYRD_ABACUS, Actor, Book, Challenge, Scene, Side

LOCK = Challenge("the-lock", "The lock", value=0)
PAGES = (
    Page("arrival", "act", "The Arrival"),
    Page("the-feast", "act", "The Feast"),
    Page("the-lock", "clue", "The lock", reveals="It was opened from within."),
    Page("peace", "resolution", "Peace", "They shake hands.\n\nNobody  smiles."),
    Page("fire", "complication", "Fire!"),
)


def table() -> Play:
    """A table in its first act, which began with the table."""
    return Play(
        FELIX,
        MERCER,
        DRAKE,
        replace(ENFORCERS, name="Constables", count=5),
        scene=Scene(title="The Arrival", page="arrival"),
        book=Book(PAGES),
        challenges={LOCK.id: LOCK},
    )


def told(play: Play) -> str:
    """The recap of a table up to its log."""
    return recap(play.state, play.session.done).partition("## The log")[0]


def log(play: Play) -> str:
    """The log of a recap."""
    return recap(play.state, play.session.done).partition("## The log")[2]


def test_every_scene_is_named_once() -> None:
    """The act that the table began with has its name, and rest after a scene is no scene of its own."""
    play = table()
    play.play("roll felix crafts 0 dice=++00", "end scene", "rest hours", "begin the-feast", "roll felix crafts 0")
    play.play("damage felix 5", "end scene", "rest hours")
    text = told(play)
    heads = [line for line in text.splitlines() if line.startswith("### ")]
    assert heads[:3] == ["### Scene 1: The Arrival", "### Scene 2: The Feast", "### After scene 2"]
    assert text.count("Scene 2:") == 1


def test_healed_wounds_are_told_and_cleared_stress_is_not() -> None:
    """WE-71 … WE-73: wounds are worth a word, stress is not."""
    play = table()
    play.play("damage felix 5", "end scene", "rest hours")
    assert "### After scene 1\n\n- **Felix Cavendish**: healed Mild" in told(play)
    assert "healed Stress" not in told(play)


def test_a_scene_that_gets_its_name_late_has_it_throughout() -> None:
    """Lines before the title belong to the same scene."""
    play = Play(FELIX, MERCER)
    play.play("roll felix crafts 0", 'scene "In the fog"', "roll felix crafts 0", 'scene "At dawn"')
    assert told(play).count("### Scene") == 1
    assert "### Scene 1: In the fog, then At dawn" in told(play)


def test_a_scene_goes_on_another_evening() -> None:
    """A scene that goes on in another evening is headed “continued” there."""
    play = table()
    play.play("roll felix crafts 0", "end evening goes-on", "roll felix crafts 0")
    assert "## Evening 2\n\n### Scene 1, continued: The Arrival" in told(play)


def test_a_page_marked_after_an_evening_is_part_of_it() -> None:
    """A resolution that is marked once the evening is over began no other."""
    play = table()
    play.play("roll felix crafts 0", "end evening", "mark-page peace")
    play.play("begin the-feast", "roll felix crafts 0")
    assert "### After scene 1\n\n- Also: the end: Peace\n\n## Evening 2\n\n### Scene 2: The Feast" in told(play)


def test_recap_tells_each_actors_acts() -> None:
    """Rolls won and lost, clues by finder, boons, help, rulings."""
    play = table()
    play.play(
        "roll felix crafts on=the-lock dice=++00",
        "roll mercer shoot formidable dice=0000",
        'ruling "success at a cost" note="the last bullet"',
        "roll mercer athletics 5 dice=0000",
        "oppose felix drake will defend=awareness dice=++++ theirs=----",
        'boon "the high ground"',
        "help-ally felix mercer crafts dice=0000 with=none",
    )
    text = told(play)
    felix = next(line for line in text.splitlines() if line.startswith("- **Felix"))
    assert felix == (
        "- **Felix Cavendish**: found The lock (Crafts); beat Admiral Lucius Drake (Will against Awareness); "
        "won a boon, the high ground; helped Captain Elias Mercer"
    )
    mercer = next(line for line in text.splitlines() if line.startswith("- **Captain"))
    assert "won Shoot against Formidable (+2): success at a cost, the last bullet" in mercer
    assert "failed Athletics against " in mercer
    assert "found" not in mercer


def test_a_fate_in_own_words_may_stand_alone() -> None:
    """WE-67: only other words have *was* before them."""
    play = table()
    play.play("damage felix 20", 'fate felix "weeps, and is himself"', "damage mercer 20", 'fate mercer "lost at sea"')
    assert "weeps, and is himself" in told(play)
    assert "was weeps" not in told(play)
    assert "was lost at sea" in told(play)


def test_damage_dealt_and_taken_and_the_fates_of_people() -> None:
    """Sums of damage, groups that shrink, fates and prices."""
    play = table()
    play.play(
        "order gm",
        "attack mercer enforcers skill=shoot dice=++++ theirs=----",
        "damage enforcers",
        "attack drake mercer skill=combat dice=++++ theirs=0000",
        "damage mercer",
        "damage mercer 2",
        "concede felix the plans",
    )
    text = told(play)
    assert "hit Constables for" in text
    assert "**Constables**: one fell; took" in text
    assert "took 7 damage" in text
    assert "**Felix Cavendish**: conceded: the plans" in text
    stands = text.partition("### People")[2]
    assert "- **Constables**: 4 of 5 stand" in stands
    assert "- **Admiral Lucius Drake**: unhurt" in stands
    assert "- **Captain Elias Mercer**: stress 4 of 4; mild 3 of 3" in stands


def test_a_rename_and_several_falls_are_told_in_words() -> None:
    play = table()
    play.play(
        "order gm",
        "attack mercer enforcers skill=shoot dice=++++ theirs=----",
        "damage enforcers",
        "attack mercer enforcers skill=shoot dice=++++ theirs=----",
        "damage enforcers",
        'edit felix name "Felix the Fox"',
    )
    text = told(play)
    assert "was called Felix the Fox from then on" in text
    assert "two fell; took" in text


def test_a_deed_done_twice_says_so_before_its_verb() -> None:
    play = table()
    play.play(*["roll mercer deception 0 dice=----", "note tea"] * 2)
    assert "twice failed Deception" in told(play)


def test_a_second_throw_stands_in_the_place_of_the_first() -> None:
    """The recap tells the result of a reroll alone, not the failure before it (WE-21)."""
    play = table()
    play.play("roll mercer deception 0 dice=----", "reroll dice=++++")
    text = told(play)
    assert "won Deception" in text
    assert "failed Deception" not in text


def test_the_end_is_told_in_its_own_words() -> None:
    """WE-97: a resolution comes with its text, other pages by kind."""
    play = table()
    play.play("mark-page fire fired", "mark-page peace reached")
    text = told(play)
    assert "### Peace\n\nThey shake hands.\n\nNobody smiles." in text
    assert "- Complications: Fire! (fired)" in text
    assert "complication: Fire!" in text


def test_the_log_follows_with_every_line() -> None:
    """Dice are readable in it."""
    play = table()
    play("roll felix crafts 0 dice=+--0")
    assert "+--0, Crafts +3" in log(play)
    assert "\\" not in log(play)


def test_clocks_say_where_they_got_to() -> None:
    """The recap tells a clock once a scene, with its last state, however often it moved."""
    play = table()
    play.play("challenge clock 4 Fuse", "tick fuse", "tick fuse")
    assert "Fuse went to 2 of 4" in told(play)
    assert "went to 1 of 4" not in told(play)
    assert "- **Fuse**: clock, 2 of 4" in told(play)


def test_a_table_where_nothing_happened() -> None:
    """The recap of an unplayed table lists its people alone."""
    play = Play(HARGRAVE, ISADORA)
    text = recap(play.state, play.session.done)
    assert text == (
        "# Test\n\n## How things stand\n\n### People\n\n"
        "- **Inspector Julian Hargrave**: unhurt\n- **Isadora Lovelace**: unhurt\n"
    )


def test_an_evening_of_the_wyrd_abacus() -> None:
    """WA-11 … WA-41: abilities left, points lost, challenges overcome and failed, countdowns, personal Wyrd."""
    ada = Actor("ada", "Ada", "party", "pc", sheets={WYRD_ABACUS: make_abilities(5, 4, 6)}, visibility="open")
    bob = Actor("bob", "Bob", "party", "pc", sheets={WYRD_ABACUS: make_abilities(4, 5, 6)}, visibility="open")
    play = Play(ada, bob, games=(WYRD_ABACUS,), scene=Scene(between=True))
    play.play(
        "begin Cottage present=ada,bob",
        "challenge threat 7 Mob",
        "face mob ada,bob ada:2,bob:1 dice=4",
        "challenge pressure 5 Vicar",
        "face vicar ada dice=1",
        "draw ada",
        "draw accept",
        "consequence damage who=bob ability=mind points=2",
        "wyrd ada dice=6",
    )
    text = told(play)
    assert "### Scene 1: Cottage" in text
    assert "- **Ada**: overcame Mob; came 3 short of Vicar, with Wyrd drawn; rolled 6 in the Wyrd roll" in text
    assert "- **Bob**: overcame Mob; lost 2 points" in text
    stands = text.partition("### People")[2]
    assert "- **Ada**: Body 3 of 5; Mind 4 of 4; Soul 6 of 6; Wyrd" in stands
    assert "- **Bob**: Body 3 of 4; Mind 3 of 5; Soul 6 of 6" in stands
    assert "scene Wyrd:" in stands
    assert "**Mob**" in stands


def test_wa_28_points_that_were_not_there_are_not_lost() -> None:
    """WA-28, U-18: the damage that scratches out an ability takes the points that were left, in both recaps."""
    ada = Actor("ada", "Ada", "party", "pc", sheets={WYRD_ABACUS: make_abilities(4, 5, 6)}, visibility="open")
    play = Play(ada, games=(WYRD_ABACUS,))
    play("lose ada body 5")
    assert "; lost 4 points" in told(play)


def test_an_evening_of_mettle() -> None:
    """ME-11, ME-18, ME-21, ME-24, ME-27, ME-35, ME-38: grades, Twists and their price, Strain, Mettle, statuses."""
    viktor = make_pools({"focus": 4, "nature": 3, "poise": 2}, 3, 4, 1, {"Kitchen Russian": 2})
    kirin = make_pools({"focus": 3, "nature": 2, "poise": 5}, 2, 3)
    clerk = Actor("clerk", "Clerk", "foes", sheets={METTLE: make_pools({"poise": 2}, motive=4)})
    people = [
        Actor("viktor", "Viktor", "party", "pc", sheets={METTLE: viktor}),
        Actor("kirin", "Kirin", "party", "pc", sheets={METTLE: kirin}),
    ]
    shelves = Page("shelves", "table", "Shelves", dice="d66", rows={"11-36": "Glass", "41-66": "Soot"})
    play = Play(*people, clerk, games=(METTLE,), book=Book((shelves,)))
    play.play(
        "challenge obstacle 5 Door",
        "table shelves dice=62",
        "contest viktor clerk Nature Motive mod=1 dice=3226",
        "check kirin on=door rating=Poise dice=12256",
        'twist price="The door comes off its hinges" dice=34',
        "check kirin rating=Focus against=6 dice=114",
        "twist price=strain dice=5",
        "check kirin rating=Nature against=6 dice=11",
        "hurt kirin 2 way=shaken",
        "hurt kirin 3",
        "strike viktor rating=Focus target=clerk dice=3316",
        "hurt clerk 5",
        "rally kirin 1",
    )
    text = told(play)
    assert "- **Viktor**: won Nature against Clerk’s Motive (4), Good; hit Clerk, Good\n" in text
    assert (
        "- **Kirin**: overcame Door (Poise), Good, by a Twist (The door comes off its hinges); "
        "failed Focus against Daunting (6), in spite of a Twist (strain); strained Focus; "
        "failed Nature against Daunting (6); cancelled a hit and was Shaken; rallied for 1 Mettle; took 3 damage"
    ) in text
    assert "- **Clerk**: was Fallen; took 5 damage" in text
    assert "- Also: Shelves – 6, 2: Soot\n" in text
    stands = text.partition("### People")[2]
    assert "- **Viktor**: Mettle 5 of 5\n" in stands
    assert "- **Kirin**: Mettle 1 of 3; Focus 3 (2); Shaken\n" in stands
    assert "- **Clerk**: Mettle −1 of 4; Fallen\n" in stands


def test_a_full_clock_is_told_once_and_not_as_overcome() -> None:
    play = Play(Actor("ada", "Ada", "party", "pc", sheets={METTLE: make_pools({"poise": 3})}), games=(METTLE,))
    play.play("challenge clock 2 title=Noon", "tick noon", "tick noon")
    scene, _, _ = told(play).partition("## How things stand")
    assert "Full: Noon" in scene
    assert "went to" not in scene
    play.play("remove-challenge noon")
    assert "**Noon**: ran full" in told(play).partition("## How things stand")[2]


def test_the_kept_log_gives_no_advice() -> None:
    sides: tuple[tuple[str, Side], ...] = (("Ada", "party"), ("Bob", "foes"), ("Cat", "others"))
    people = [
        Actor(name.lower(), name, side, "full", sheets={METTLE: make_pools({"poise": 3})}) for name, side in sides
    ]
    play = Play(*people, games=(METTLE,))
    play.play("order gm")
    kept = log(play)
    assert "Left out: Cat" in kept
    assert "`" not in kept
    play.play("order none")
    assert "Not in it: Ada" not in log(play)


def test_a_team_is_told_after_its_dice_are_chosen() -> None:
    """The recap tells a team's Check only once its dice are chosen (ME-30, ME-33)."""
    people = [
        Actor(name.lower(), name, "party", "pc", sheets={METTLE: make_pools({"poise": dice}, motive=3)})
        for name, dice in (("Ada", 4), ("Bob", 2))
    ]
    play = Play(*people, games=(METTLE,))
    play.play("team weakest ada,bob rating=Poise against=3 dice=3246")
    assert "Poise" not in told(play).partition("## How things stand")[0]
    play.play('choose-dice "3 2"')
    assert "- **Ada**: won Poise against Challenging (3), OK, with Bob" in told(play)


def test_a_bonus_that_waits_has_its_kind_once() -> None:
    play = table()
    play.play("help-ally felix mercer dice=++++")
    assert "help from Felix +1" in told(play)
    assert "help help" not in told(play)
