"""Traits and gear (WE-16 … WE-28, C-09, C-21 … C-23, C-31, U-05 … U-07, U-10)."""

from __future__ import annotations

import pytest

from tests.rules.tables import (
    DRAKE,
    FELIX,
    FLINT,
    GRAVES,
    HARGRAVE,
    ISADORA,
    MERCER,
    THUG,
    Play,
    bonus,
    once,
    someone,
    trait,
)
from wyrd_tui.engine.sheet import Effect

DUELLIST = someone(
    "ann",
    "Ann",
    {"Fight": 1, "Stealth": 2, "Rapport": 0},
    trait("Duelist, Master", bonus("Fight"), when="rapier or fencing"),
    trait("Rapier, Mastercrafted", bonus("Fight", 3), when="one-on-one duels", gear=True),
    trait("Derringer, Hidden", once("scene"), when="draw unnoticed", gear=True),
    trait("Blade, Hidden", Effect("substitute", use="Stealth", instead_of="Fight"), when="by surprise", gear=True),
)


def test_we_16_any_number_of_traits() -> None:
    """A character may have two, four or more traits; a mook may have none (WE-16)."""
    play = Play(DUELLIST, someone("mob", "Mob", {"Combat": 1}, side="foes", kind="mook", track="none"))
    play("roll ann Fight 0 dice=0000")
    play("grant ann Nerve source=trait kind=bonus skill=Will")
    assert len(play.sheet("ann").traits) == 5
    assert play.sheet("mob").traits == ()


def test_we_17_and_c_21_a_bonus_of_two() -> None:
    """Felix +--0 with Crafts +3 is 2; with his trait 4, a success against +3 (WE-17, G-07)."""
    play = Play(FELIX)
    play("roll felix Crafts +3 dice=+--0 with=none")
    assert (play.total, play.roll.outcome) == (2, "failure")
    act = play("roll felix Crafts +3 dice=+--0 with=tinkerer")
    assert (play.total, play.roll.outcome) == (4, "success")
    assert "Tinkerer, Master +2" in act.lines[0]


def test_we_18_and_c_22_a_permission_is_named_and_adds_nothing() -> None:
    """Isadora's Glimpse allows Lore for the dead and is +2 on Empathy: one trait, two effects (WE-18)."""
    play = Play(ISADORA, HARGRAVE)
    assert play.offered("roll isadora Lore 0")["glimpse"].number is None
    act = play("roll isadora Lore 0 with=glimpse dice=0000")
    assert play.total == 2
    assert "Glimpse Beyond the Veil = 2" in act.lines[0]
    assert play.offered("roll isadora Empathy 0")["glimpse"].number == 2
    assert "glimpse" not in play.offered("roll hargrave Lore 0")


def test_we_19_and_c_23_a_limited_trait_works_once_a_session() -> None:
    """Flint's escape works once, and a second use in the session is refused (WE-19)."""
    play = Play(FLINT)
    act = play('use flint escape note="a hatch in the alley"')
    assert "uses “Escape Plan, Always an” (a hatch in the alley)" in act.lines[0]
    play.refuses("use flint escape", "used up until the session ends")
    play("end scene")
    play.refuses("use flint escape", "used up")
    play("end evening")
    play("use flint escape")


def test_we_19_a_limited_trait_counted_in_a_roll_is_used() -> None:
    """Named at a roll, it is marked, and no longer offered (WE-19)."""
    play = Play(DUELLIST)
    act = play("roll ann Fight 0 dice=0000 with=derringer")
    assert any("uses “Derringer" in line for line in act.lines)
    assert "derringer" not in play.offered("roll ann Fight 0")
    play.refuses("roll ann Fight 0 with=derringer")
    play("end scene")
    assert "derringer" in play.offered("roll ann Fight 0")


def test_we_20_a_substitute_rolls_another_skill() -> None:
    """Felix escapes with Will +1 instead of Athletics 0 (WE-20)."""
    play = Play(FELIX)
    play("roll felix Athletics 0 dice=-000")
    assert play.total == -1
    act = play('roll felix "Will for Athletics" 0 dice=-000')
    assert play.total == 0
    assert "Will for Athletics +1" in act.lines[0]
    choice = play.offered("roll felix Will 0", "skill")["Will for Athletics"]
    assert "escaping danger" in choice.hint
    play("challenge obstacle 1 Chase through the house")
    (roll, *_) = play('roll felix "Will for Athletics" dice=-000 on=chase-through-the-house').lines
    assert "Felix rolls Will for Athletics (Chase through the house): -000" in roll


def test_we_20_nobody_substitutes_without_the_trait() -> None:
    """A stand-in needs its trait, and lost gear gives none (WE-20)."""
    play = Play(FELIX, DUELLIST)
    play.refuses('roll felix "Crafts for Athletics" 0', "counts 0: no sheet and no list")
    play('roll ann "Stealth for Fight" 0 dice=0000 with=none')
    assert play.total == 2
    play("gear ann blade")
    play.refuses('roll ann "Stealth for Fight" 0', "has lost the trait")


@pytest.mark.parametrize(
    ("who", "line", "allowed"),
    [
        ("graves", "roll graves Deception +2 dice=+--0", True),
        ("graves", "roll graves Deception +2 dice=++-0", False),
        ("graves", "roll graves Pilot +5 dice=----", False),
        ("mercer", "roll mercer Deception +3 dice=0000", True),
        ("drake", "roll drake Strategy 0 dice=++++", True),
    ],
)
def test_we_21_a_trait_decides_which_rolls_are_rerolled(who: str, line: str, allowed: bool) -> None:
    """A reroll is for a failed roll with its skill, or for any roll if the trait says so (WE-21)."""
    play = Play(MERCER, GRAVES, DRAKE)
    play(line)
    if not allowed:
        play.refuses("reroll", "No trait")
        return
    assert "rolls again" in play("reroll dice=0000").lines[0]
    assert play.roll.score.who == who


def test_u_05_the_second_result_stands_once() -> None:
    """Graves fails with 1 against 2, rerolls ++-0 for 3, and may not try a third time."""
    play = Play(GRAVES)
    play("roll graves Deception +2 dice=+--0")
    assert (play.total, play.roll.outcome) == (1, "failure")
    assert "Smooth Talker" in play.hints()
    play("reroll dice=++-0")
    assert (play.total, play.roll.outcome, play.roll.rerolled) == (3, "success", True)
    play.refuses("reroll", "No trait")
    play("roll graves Deception +2 dice=+--0")
    play("reroll dice=----")
    assert play.roll.outcome == "failure"


def test_we_21_a_reroll_that_was_included_is_asked_for() -> None:
    """A failure leaves the reroll open that was counted on, past the rolls of others, until it is taken or declined."""
    play = Play(MERCER, FELIX)
    play("roll mercer Deception +3 with=tricks-knows-every dice=0000")
    assert play.waiting() == ["reroll"]
    play("roll felix Lore 0 dice=+000")
    assert play.waiting() == ["reroll"]
    assert "SUCCESS by 2" in play("reroll dice=+++0").lines[1]
    assert play.waiting() == []
    play.session.undo()
    play("reroll again=no")
    assert play.waiting() == []
    play.refuses("reroll", "No trait")
    play("roll mercer Deception +3 dice=0000")
    assert play.waiting() == []


def test_we_21_a_declined_reroll_leaves_the_ruling_open() -> None:
    """A failure that is not taken again may still succeed at a cost (WE-41)."""
    play = Play(MERCER)
    play.play("roll mercer Deception +3 with=tricks-knows-every dice=0000", "reroll again=no")
    play("ruling ruling=mixed")
    assert play.roll.ruling == "mixed success"


def test_we_21_a_defender_is_asked_for_an_included_reroll() -> None:
    """The reroll of a defence that failed comes before the damage of its hit, and may undo it (WE-21, WE-54)."""
    lou = someone("lou", "Lou", {"Athletics": 0}, trait("Lucky", Effect("reroll")), side="foes")
    play = Play(MERCER, lou)
    play("attack mercer lou dice=+000 theirs=0000")
    assert play.waiting() == ["reroll", "damage"]
    play("reroll dice=++++")
    assert play.waiting() == []


def test_u_05_a_limited_reroll_is_used_up() -> None:
    """Uses are unlimited unless the trait is marked as limited."""
    lucky = someone("lou", "Lou", {"Will": 0}, trait("Lucky", Effect("reroll"), once("scene")))
    play = Play(lucky)
    play.play("roll lou Will 0 dice=-000", "reroll dice=-000", "roll lou Will 0 dice=-000")
    play.refuses("reroll", "No trait")
    play("end scene")
    assert play.sheet("lou").traits[0].used == 0


def test_u_05_reroll_takes_back_what_a_success_brought() -> None:
    """A reroll of any roll undoes bead, boost and advantage before the second result stands."""
    any_time = someone("lou", "Lou", {"Fight": 1}, trait("Lucky", Effect("reroll", after="any")))
    play = Play(any_time, GRAVES)
    play("challenge obstacle 0 Door")
    play.play("roll lou Fight on=door dice=0000", "reroll dice=----")
    assert (play.state.challenges["door"].done, play.state.challenges["door"].outcome) == (0, "")
    play.play("roll lou Fight on=door dice=0000", "reroll dice=+000")
    assert (play.state.challenges["door"].done, play.state.challenges["door"].outcome) == (1, "overcome")
    play.play("boost lou preparation Fight dice=0000", "reroll dice=----")
    assert play.bonuses() == []
    play.play("manoeuvre lou grapple graves dice=++00 theirs=0000", "reroll dice=----")
    assert play.bonuses() == []
    assert play.is_("graves") == set()


def test_u_05_a_reroll_reckons_damage_and_boon_anew() -> None:
    """A reroll by the loser decides anew the hits of an attack or the boon of a contest (U-05)."""
    lucky = someone("lou", "Lou", {"Fight": 1}, trait("Lucky", Effect("reroll")))
    play = Play(lucky, GRAVES)
    play.play("attack lou graves skill=Fight dice=---- theirs=0000")
    play("reroll dice=++++")
    assert [hit.damage for hit in play.roll.hits] == [4]
    play("damage graves 0")
    play("oppose lou graves Fight defend=Combat dice=---- theirs=0000")
    assert play.waiting() == ["reroll", "boon"]
    play("reroll dice=+000")
    assert (play.roll.margin, play.waiting()) == (1, [])
    play("attack graves lou skill=Combat dice=++00 theirs=0000")
    assert [hit.who for hit in play.roll.hits] == ["lou"]
    play("reroll dice=++++")
    assert play.roll.hits == ()
    assert play.roll.against[0].total == 5


def test_we_23_traits_do_not_stack() -> None:
    """Two +2 traits give +2, and choosing both is refused by name (WE-23)."""
    play = Play(someone("ann", "Ann", {"Fight": 1}, trait("One", bonus("Fight")), trait("Two", bonus("Fight"))))
    play("roll ann Fight 0 dice=0000")
    assert play.total == 3
    play.refuses("roll ann Fight 0 with=one,two", "One and Two do not add up", "stacking = one")


def test_we_24_when_a_trait_applies_is_shown() -> None:
    """Every offer carries its condition in words, and what names no skill is left to the GM (WE-24)."""
    play = Play(MERCER)
    offer = play.offered("roll mercer Pilot 0")["ahead"]
    assert (offer.hint, offer.number, offer.on) == ("avoiding pursuit or laying traps", 2, False)


def test_we_25_only_what_matters_is_listed() -> None:
    """A trait or piece of gear has no field for weight or number (WE-25)."""
    fields = set(type(DUELLIST.sheets["wyrd_engine"].traits[0]).__dataclass_fields__)
    assert fields == {"id", "name", "source", "when", "effects", "lost"}


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("grant ann Glass kind=bonus skill=Investigate", "bonus"),
        ("grant ann Notebook kind=permission", "permission"),
        ("grant ann Hook kind=limited per=session", "limited"),
        ("grant ann Coat kind=substitute skill=Stealth instead=Rapport", "substitute"),
        ("grant ann Coin kind=reroll", "reroll"),
        ("grant ann Cane kind=special", "special"),
    ],
)
def test_we_26_gear_has_a_trait_of_any_kind(line: str, kind: str) -> None:
    """Gear may have an effect of any kind that a trait may have (WE-26)."""
    play = Play(DUELLIST)
    play(line)
    gear = play.sheet("ann").traits[-1]
    assert (gear.source, gear.effects[0].kind) == ("gear", kind)


def test_we_27_gear_is_lost_and_comes_back() -> None:
    """A lost rapier gives nothing; given back, it counts again (WE-27)."""
    play = Play(DUELLIST)
    play("roll ann Fight 0 dice=0000 with=rapier")
    assert play.total == 4
    assert "loses “Rapier" in play("gear ann rapier").lines[0]
    play.refuses("roll ann Fight 0 with=rapier", "“rapier”")
    assert "has back “Rapier" in play("gear ann rapier").lines[0]
    play("roll ann Fight 0 dice=0000 with=rapier")
    assert play.total == 4


def test_we_28_a_major_advantage_becomes_tracked_gear() -> None:
    """Gear granted at the table is on the sheet with a trait (WE-28)."""
    play = Play(HARGRAVE)
    play('grant hargrave "Magnifying Glass" kind=bonus skill=Investigate note="tiny details"')
    play("roll hargrave Investigate 0 dice=0000")
    assert play.total == 3
    play("roll hargrave Investigate 0 dice=0000 with=magnifying")
    assert play.total == 5


@pytest.mark.parametrize(
    ("stacking", "total", "on"),
    [("one", 4, {"rapier"}), ("one-per-source", 6, {"duelist", "rapier"}), ("all", 6, {"duelist", "rapier"})],
)
def test_c_09_do_gear_and_traits_add_up(stacking: str, total: int, on: set[str]) -> None:
    """By default the best bonus of a trait or gear counts alone; house rules add one of each, or all (C-09)."""
    traits = trait("Duelist, Master", bonus("Fight")), trait("Rapier, Mastercrafted", bonus("Fight", 3), gear=True)
    play = Play(someone("ann", "Ann", {"Fight": 1}, *traits), rules={"stacking": stacking})
    offers = play.offered("roll ann Fight 0")
    assert {key for key, offer in offers.items() if offer.on} == on
    play("roll ann Fight 0 dice=0000")
    assert play.total == total


def test_c_09_two_of_one_source() -> None:
    """Two traits exclude each other under one-per-source, and add up under all (C-09)."""
    people = someone("ann", "Ann", {"Fight": 0}, trait("One", bonus("Fight")), trait("Two", bonus("Fight")))
    Play(people, rules={"stacking": "one-per-source"}).refuses("roll ann Fight 0 with=one,two", "one-per-source")
    play = Play(people, rules={"stacking": "all"})
    play("roll ann Fight 0 dice=0000")
    assert play.total == 4


def test_c_09_a_substitute_is_the_one_trait_that_counts() -> None:
    """A substitute excludes a second trait; under one-per-source, gear still counts (C-09)."""
    ann = someone(
        "ann",
        "Ann",
        {"Stealth": 2},
        trait("Blade, Hidden", Effect("substitute", use="Stealth", instead_of="Fight"), gear=True),
        trait("Shadow Walker", bonus("Stealth")),
        trait("Cloak", bonus("Stealth"), gear=True),
    )
    totals = {}
    for stacking in ("one", "one-per-source", "all"):
        play = Play(ann, rules={"stacking": stacking})
        play('roll ann "Stealth for Fight" 0 dice=0000')
        totals[stacking] = play.total
    assert totals == {"one": 2, "one-per-source": 4, "all": 6}


def test_c_31_a_trait_is_worded_freely() -> None:
    """Two traits of one name stand beside each other with their own words."""
    play = Play(HARGRAVE)
    play('grant hargrave "Unshakable Will" source=trait kind=limited note="ignore fear"')
    play('grant hargrave "Unshakable Will" source=trait kind=limited note="ignore fear or intimidation"')
    assert [row.id for row in play.sheet("hargrave").traits] == ["unshakable-will", "unshakable-will-2"]


def test_u_07_a_wound_on_a_trait_lowers_its_bonus() -> None:
    """−1 on Master Tinkerer leaves +1, by name in the log."""
    play = Play(FELIX)
    play.play("mark-box felix mild 1", 'wound felix mild "Tinkerer, Master"')
    assert play.offered("roll felix Crafts 0")["tinkerer"].number == 1
    act = play("roll felix Crafts 0 dice=0000 with=tinkerer")
    assert play.total == 4
    assert "Tinkerer, Master +2, mild wound −1 = 4" in act.lines[0]


def test_u_07_and_we_62_a_wound_on_skill_and_trait_counts_once() -> None:
    """Dealt out, both parts count; in full on each, the roll loses the whole of it and no more (WE-62)."""
    ann = someone("ann", "Ann", {"Crafts": 3}, trait("Tinkerer", bonus("Crafts")))
    for chosen, parts in (("split", "Crafts:1,Tinkerer:1"), ("each", "Crafts,Tinkerer")):
        play = Play(ann, rules={"penalty": chosen})
        play.play("mark-box ann moderate 1", f"wound ann moderate {parts}", "roll ann Crafts 0 dice=0000")
        assert play.total == 3


@pytest.mark.parametrize(("chosen", "rest"), [("each", 1), ("split", 1)])
def test_we_62_and_c_20_an_alias_does_not_double_a_wound(chosen: str, rest: int) -> None:
    """A row's penalty exists once in a roll, though it falls on two names of one skill (WE-62, C-35)."""
    play = Play(someone("ann", "Ann", {"Notice": 3}), rules={"penalty": chosen})
    parts = "Notice,Awareness" if chosen == "each" else "Notice:1,Awareness:1"
    play.play("mark-box ann moderate 1", f"wound ann moderate {parts}", "roll ann Awareness 0 dice=0000")
    assert play.total == rest


def test_we_19_and_we_26_a_bonus_of_limited_use_is_spent() -> None:
    """+2 once per session is chosen by hand, spends its use, and is not on offer again until it comes back (WE-26)."""
    hook = trait("Hook", once(), bonus("Athletics"), gear=True)
    play = Play(someone("ann", "Ann", {"Athletics": 1}, hook), HARGRAVE)
    assert set(play.offered("roll ann Athletics 0")) == {"hook"}
    assert "once per session" in play.offered("roll ann Athletics 0")["hook"].hint
    play("roll ann Athletics 0 dice=0000")
    assert (play.total, play.sheet("ann").traits[0].used) == (1, 0)
    play("roll ann Athletics 0 dice=0000 with=hook")
    assert (play.total, play.sheet("ann").traits[0].used) == (3, 1)
    assert play.offered("roll ann Athletics 0") == {}
    play.refuses("roll ann Athletics 0 dice=0000 with=hook")
    play("restore ann hook")
    assert "hook" in play.offered("roll ann Athletics 0")


def test_a_trait_with_a_bonus_and_a_use_offers_both() -> None:
    """Effects of one trait are offered one by one and do not hide each other."""
    disarm = Effect("limited", per="scene", text="disarm at once")
    play = Play(someone("ann", "Ann", {"Fight": 0}, trait("Sabre", bonus("Fight"), disarm)))
    assert play.offered("roll ann Fight 0")["sabre"].number == 2
    play("roll ann Fight 0 dice=0000 with=sabre-limited,sabre")
    assert play.total == 2
    assert play.sheet("ann").traits[0].used == 1


def test_uses_can_be_given_back() -> None:
    """A use that was marked by mistake is given back, once."""
    play = Play(FELIX)
    play.play("use felix prototype", "restore felix prototype")
    assert play.sheet("felix").traits[1].used == 0
    play.refuses("restore felix prototype", "all uses are left")


@pytest.mark.parametrize("words", ["help", "boost"])
def test_we_24_and_we_47_words_about_a_trait_make_no_bonus(words: str) -> None:
    """A trait that applies to “help” is a trait, and shuts no helper out."""
    guild = trait("Guild", bonus("Fight"), when=words)
    play = Play(someone("ada", "Ada", {"Fight": 1}, guild))
    play("give ada 1 help pal")
    play("roll ada Fight dice=0000")
    assert play.total == 1
    play("roll ada Fight dice=0000 with=guild,help-pal")
    assert play.total == 4


def test_we_20_substitute_with_one_use_is_used_up() -> None:
    """A substitute with one use is offered until it is used, and again in the next session (WE-19, WE-20, WE-26)."""
    escape = trait("Risk, Calculated", Effect("substitute", use="Will", instead_of="Athletics"), once())
    play = Play(someone("ann", "Ann", {"Will": 2, "Athletics": 0}, escape))
    assert "Will for Athletics" in play.offered("roll ann", "skill")
    assert "risk" not in play.offered("roll ann Will 0")
    play('roll ann "Will for Athletics" 0 dice=0000')
    assert play.total == 2
    assert "Will for Athletics" not in play.offered("roll ann", "skill")
    play.refuses('roll ann "Will for Athletics" 0', "used up this session")
    play.play("end evening", 'roll ann "Will for Athletics" 0 dice=0000')
    assert play.total == 2


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("have flint lantern", "Cornelius has lantern: it fits the role, and gives no bonus"),
        ("have ann sabre fits=advantage", "a major advantage is gear with a trait, which `grant` adds"),
        ("have ann throne fits=foreign", "Ann does not have throne: it does not fit the role"),
        ("have ann derringer", "Ann has the Derringer, Hidden: it is gear on the sheet"),
    ],
)
def test_we_28_the_guide_says_whether_a_character_has_a_thing(line: str, told: str) -> None:
    """Mundane things are assumed, a major advantage stands on the sheet as gear (WE-25, WE-28)."""
    act = Play(DUELLIST, FLINT)(line)
    assert told in act.lines[0]


def test_we_28_gear_on_the_sheet_asks_nothing_more() -> None:
    """Lost gear is not at hand (WE-27, WE-28)."""
    play = Play(DUELLIST)
    play("gear ann rapier")
    assert "Ann has lost the Rapier, Mastercrafted" in play("have ann rapier").lines[0]
    play.refuses("have ann rapier fits=advantage", "does not use fits=")


def test_we_21_a_reroll_is_named_by_its_second_roll() -> None:
    """The foot of the screen tells dice, total and outcome of the reroll, not only its trait (WE-21)."""
    play = Play(MERCER)
    play("roll mercer deception 0 dice=---0")
    assert play.preview("reroll", "dice") == (
        "Deception, −1 so far · Tricks, Knows Every · success 81%, tie 12%: you rule"
    )
    act = play("reroll dice=++00")
    assert act.headline == act.lines[1]
    assert "++00" in act.headline
    assert "SUCCESS by 4" in act.headline
    assert "Mercer rolls Deception again: ++00" in act.headline
    assert act.lines[0] == "Mercer rolls again: Tricks, Knows Every"


def test_we_21_a_reroll_tells_its_odds_against_another() -> None:
    """WE-21, WE-36, WE-54: the dice of the other side stand; attacker and defender are told the same chances."""
    lucky = someone("lou", "Lou", {"Fight": 1}, trait("Lucky", Effect("reroll")))
    play = Play(lucky, GRAVES, THUG)
    play("attack lou graves skill=Fight dice=---- theirs=++00")
    assert play.preview("reroll", "dice") == "Fight, −3 so far · Lucky · hits 6%, mean 0.1, out 1%"
    play("attack lou graves,thug skill=Fight dice=---- theirs=++00;0000")
    assert play.preview("reroll", "dice") == "Fight, −3 so far · Lucky · hits Graves 6%, Thug 38%"
    play("attack graves lou skill=Combat dice=++00 theirs=0000")
    assert play.preview("reroll", "dice") == "Fight, 1 so far · Lucky · Graves hits 81%, mean 2.1, out 0%"
    play("oppose lou graves Fight defend=Combat dice=---- theirs=+++0")
    assert play.preview("reroll", "dice") == "Fight, −3 so far · Lucky · wins 1%, tie 5%: you rule"
    play("oppose graves lou Combat defend=Fight dice=+++0 theirs=----")
    assert play.preview("reroll", "dice") == "Fight, −3 so far · Lucky · wins 1%, tie 5%: you rule"


def test_we_21_a_declined_reroll_is_told_of_its_owner() -> None:
    play = Play(MERCER)
    play("roll mercer Deception +3 with=tricks-knows-every dice=0000")
    assert play("reroll again=no").lines == ("Mercer takes no second throw",)
