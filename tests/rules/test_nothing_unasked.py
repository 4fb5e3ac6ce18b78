"""Additions that wait to be asked for, and those that are bound to a roll (WE-17, WE-23, WE-39, WE-43, WE-46)."""

from __future__ import annotations

import pytest

from tests.rules.tables import FELIX, Play, bonus, once, someone, trait
from wyrd_tui.engine.sheet import Effect

SNEAK = someone(
    "ann",
    "Ann",
    {"Fight": 2, "Athletics": 1, "Notice": 1},
    trait("Brawler", bonus("Fight", 1)),
    trait("Duelist", bonus("Fight"), when="fencing"),
    trait("Watchful", bonus("Notice"), when="on guard"),
    trait("Torch", bonus(), gear=True),
    trait("Surge", bonus("Fight", 3), once("scene")),
)
BOB = someone("bob", "Bob", {"Fight": 1, "Athletics": 1}, side="foes")
CAT = someone("cat", "Cat", {"Fight": 1, "Will": 1}, side="foes")


def on(play: Play, line: str) -> set[str]:
    """Names of the choices that count by themselves in a roll."""
    return {key for key, choice in play.offered(line).items() if choice.on}


def test_we_17_a_condition_keeps_a_trait_off() -> None:
    """A trait without a condition counts; conditions, gear for anything and few uses wait."""
    play = Play(SNEAK)
    offered = play.offered("roll ann Fight 0")
    assert set(offered) == {"brawler", "duelist", "torch", "surge"}
    assert on(play, "roll ann Fight 0") == {"brawler"}
    play("roll ann Fight 0 dice=0000")
    assert play.total == 3


def test_we_17_a_choice_says_the_chance_with_it() -> None:
    """Beside each choice that is off stands the chance of success with it; its group gives way."""
    offered = Play(SNEAK).offered("roll ann Fight +3")
    assert {key: choice.then for key, choice in offered.items()} == {
        "brawler": "",
        "duelist": "62%",
        "torch": "62%",
        "surge": "81%",
    }


@pytest.mark.parametrize("kind", ["boost", "boon", "help", "advantage"])
def test_we_43_unbound_boosts_wait_to_be_named(kind: str) -> None:
    """A bonus for one use is off until it is asked for, and stays until it was used."""
    play = Play(SNEAK, BOB)
    play.play(f"give ann 2 {kind} luck", "roll ann Athletics 0 dice=0000")
    assert (play.total, len(play.bonuses())) == (1, 1)
    play(f"roll ann Athletics 0 dice=0000 with={kind}-luck")
    assert (play.total, len(play.bonuses())) == (3, 0)


@pytest.mark.parametrize(
    ("bound", "line", "counts"),
    [
        ("skill=Fight", "roll ann Fight 0", True),
        ("skill=Fight", "roll ann Athletics 0", False),
        ("against=bob", "attack ann bob", True),
        ("against=bob", "attack ann cat", False),
        ("against=bob", "roll ann Fight 0", False),
        ("act=manoeuvre", "manoeuvre ann push bob", True),
        ("act=manoeuvre", "attack ann bob", False),
        ("act=check", "boost ann preparation Notice", True),
    ],
)
def test_we_43_a_bound_boost_counts_there_alone(bound: str, line: str, counts: bool) -> None:
    """A boost bound to a skill, a target or an act counts there unasked, and is not offered elsewhere (WE-43)."""
    play = Play(SNEAK, BOB, CAT)
    play(f"give ann 1 boost edge {bound}")
    assert ("boost-edge" in on(play, line)) is counts
    assert ("boost-edge" in play.offered(line)) is counts


def test_we_43_an_earned_boost_may_say_what_it_is_for() -> None:
    """The check that earns it names a rating and a foe."""
    play = Play(SNEAK, BOB, CAT)
    act = play("boost ann preparation Notice only=Fight foe=bob dice=++00")
    assert "gains +1 on Fight against Bob" in act.lines[1]
    assert on(play, "attack ann bob") == {"brawler", "boost-preparation"}
    assert on(play, "attack ann cat") == {"brawler"}


def test_we_44_defence_spends_no_boost() -> None:
    """Boosts for a skill or against the attacker never enter defence, resistance or initiative unasked (WE-44)."""
    play = Play(SNEAK, BOB)
    play.play("give ann 1 boost climb skill=Athletics", "give ann 1 boost reach against=bob")
    play.play("give ann 1 boost keen skill=Notice", "attack bob ann defend=Athletics dice=0000 theirs=0000")
    assert play.roll.against[0].total == 1
    play("manoeuvre bob push ann dice=0000 theirs=0000")
    play("oppose bob ann Athletics defend=Athletics dice=0000 theirs=0000")
    play("initiative dice=0000;0000")
    assert len(play.bonuses()) == 3
    assert "their:ann:boost-climb" in play.offered("attack bob ann defend=Athletics")


def test_we_44_a_boost_for_the_defence_counts_in_it() -> None:
    """Bound to the act, the boost counts in the defence and is used up there."""
    play = Play(SNEAK, BOB)
    play.play("give ann 2 boost cover act=defence", "give ann 3 boost alert act=initiative")
    play("attack bob ann defend=Athletics dice=0000 theirs=0000")
    assert play.roll.against[0].total == 3
    play("initiative dice=0000;0000")
    assert play.place("ann").score == 4
    assert play.bonuses() == []


def test_we_75_a_feint_counts_in_an_attack_alone() -> None:
    """A feint tricks its target into missing a defence; in every other roll against it the advantage stands, off."""
    play = Play(SNEAK, BOB)
    play("manoeuvre ann feint bob dice=++++ theirs=----")
    for line in ("oppose ann bob Fight", "manoeuvre ann push bob"):
        assert "advantage-feint" in play.offered(line)
        assert "advantage-feint" not in on(play, line)
    play("oppose ann bob Fight dice=0000 theirs=0000")
    assert (play.total, len(play.bonuses())) == (3, 1)
    assert "advantage-feint" in on(play, "attack ann bob")
    play("attack ann bob dice=0000 theirs=0000")
    assert (play.total, play.bonuses()) == (4, [])


@pytest.mark.parametrize("what", ["feint", "intimidate", '"blind him"'])
@pytest.mark.parametrize("line", ["attack bob ann", "manoeuvre bob push ann", "oppose bob ann Fight"])
def test_we_76_an_advantage_is_no_defence_against_its_target(what: str, line: str) -> None:
    """An advantage for the next attack against Bob is not on offer where Bob acts against its owner (WE-75, WE-76)."""
    play = Play(SNEAK, BOB)
    play(f"manoeuvre ann {what} bob Fight defend=Fight dice=++++ theirs=----")
    assert len(play.bonuses()) == 1
    assert not [row for row in play.offered(line) if "advantage" in row]
    assert [row for row in play.offered("attack ann bob") if "advantage" in row]


def test_we_75_a_feint_may_hinder_the_defence_alone() -> None:
    """The enemy's own penalty of a feint counts in the defence and in nothing else."""
    play = Play(SNEAK, BOB)
    play("manoeuvre ann feint bob for=bob value=-2 dice=++++ theirs=----")
    play("attack bob ann dice=0000 theirs=0000")
    assert play.total == 1
    play("attack ann bob defend=Athletics dice=0000 theirs=0000")
    assert (play.roll.against[0].total, play.bonuses()) == (-1, [])


def test_we_76_hindrances_and_lasting_situations_count() -> None:
    """A penalty counts in the next roll, and a situation for as long as it lasts."""
    play = Play(SNEAK, BOB)
    play.play("give ann -2 situation dazzled ends=use", "give ann 1 situation height")
    play("attack bob ann defend=Athletics dice=0000 theirs=0000")
    assert play.roll.against[0].total == 0
    assert [one.label for one in play.bonuses()] == ["height"]


def test_we_51_initiative_counts_no_condition() -> None:
    """A trait for Notice with a condition is not in the order."""
    play = Play(SNEAK, BOB)
    play("initiative dice=0000;0000")
    assert play.place("ann").score == 1


def test_a_line_adds_to_what_counts_by_itself() -> None:
    """Naming one thing more drops no hindrance; `none` leaves out what would count."""
    play = Play(SNEAK)
    play.play("give ann -2 situation fog", "give ann 1 boost wind", "roll ann Fight 0 dice=0000 with=boost-wind")
    assert play.total == 2
    play("roll ann Fight 0 dice=0000 with=none")
    assert play.total == 2
    play("roll ann Fight 0 dice=0000 with=duelist")
    assert play.total == 2


def test_we_16_a_trait_is_no_rating() -> None:
    """A trait in place of a rating is refused, with the line that counts it in a roll (WE-16)."""
    play = Play(FELIX)
    play.refuses("roll felix tinkerer 0", "is a trait of Felix Cavendish", "with=tinkerer")
    play.refuses('roll felix "Tinkerer, Master" 0', "not a rating")


def test_we_21_a_conditional_reroll_stands_beside_the_roll() -> None:
    """A conditional reroll is shown with its chance, and counted only where the line asks for it (WE-21)."""
    liar = someone("lou", "Lou", {"Deceive": 1}, trait("Tricks", Effect("reroll", "Deceive"), when="lying"))
    play = Play(liar)
    assert play.preview("roll lou Deceive 0", "dice").startswith("4dF +1 against Challenging (0): success 62%")
    assert play.offered("roll lou Deceive 0")["tricks"].then == "73%"
    assert play.preview("roll lou Deceive 0 with=tricks", "dice").startswith(
        "4dF +1 against Challenging (0), reroll: success 73%"
    )
