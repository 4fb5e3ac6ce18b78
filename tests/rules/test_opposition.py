"""Opposed rolls, boons, boosts, teamwork (WE-36 … WE-47, U-02 … U-04, U-06)."""

from __future__ import annotations

import pytest

from tests.commands import BY_ID
from tests.rules.tables import FELIX, HARGRAVE, MERCER, Play, someone
from wyrd_tui.engine.handles import handles_of

ANN = someone("ann", "Ann", {"Fight": 2, "Notice": 1})
BOB = someone("bob", "Bob", {"Fight": 1, "Notice": 1}, side="foes", kind="full")
CAT = someone("cat", "Cat", {"Fight": 0, "Lore": 1})


def test_we_36_the_higher_total_wins() -> None:
    """4 against 1: the first wins (WE-36)."""
    play = Play(ANN, BOB)
    play("oppose ann bob Fight defend=Fight dice=++00 theirs=0000")
    assert (play.roll.score.total, play.roll.against[0].total, play.roll.outcome) == (4, 1, "success")


def test_we_37_and_u_02_a_minor_advantage_is_words() -> None:
    """A win by one or two is a minor advantage in words for the winner, and gives no bonus (WE-37, U-02)."""
    play = Play(ANN, BOB)
    act = play("oppose ann bob Fight defend=Fight dice=+000 theirs=+-00")
    assert (play.total, play.roll.margin) == (3, 2)
    assert act.lines[0].startswith("WINS by 2 · ")
    assert act.lines[0].endswith("a minor advantage")
    assert play.bonuses() == []
    act = play("oppose ann bob Fight defend=Fight dice=0000 theirs=++00")
    assert act.lines[0].startswith("LOSES by 1 · ")
    assert act.lines[0].endswith("a minor advantage for Bob")


def test_we_38_a_win_by_three_offers_a_boon() -> None:
    """The boon is asked for, not given by itself, and may be turned down (WE-38)."""
    play = Play(ANN, BOB)
    play("oppose ann bob Fight defend=Fight dice=++00 theirs=0000")
    assert play.waiting() == ["boon"]
    assert play.bonuses() == []
    play('boon "the high ground"')
    assert [(b.kind, b.value, b.owner, b.label) for b in play.bonuses()] == [("boon", 2, "ann", "the high ground")]
    assert play.waiting() == []
    play("oppose ann bob Fight defend=Fight dice=++00 theirs=0000 with=boon-the-high-ground")
    assert play.bonuses() == []
    assert play("boon none").lines[0] == "No boon is given to Ann"
    assert play.bonuses() == []
    play.refuses("boon luck", "No boon can be given")


def test_we_38_the_opponent_may_win_the_boon() -> None:
    """A loss by three offers the boon to the other side, and ruling the failure a failure leaves the offer (WE-38)."""
    play = Play(ANN, BOB)
    play.play("oppose ann bob Fight defend=Fight dice=---- theirs=++00", "ruling failure", "boon nerve")
    assert play.bonuses()[0].owner == "bob"


def test_we_39_a_boon_is_gone_after_its_use_or_the_scene() -> None:
    """Used once it is removed at once; unused it ends with the scene (WE-39)."""
    play = Play(ANN, BOB)
    play.play("give ann 2 boon luck", "roll ann Fight 0 dice=0000 with=boon-luck")
    assert play.total == 4
    assert play.bonuses() == []
    play('give ann 2 boon "the Inspector trusts her cousin"')
    play("give bob -1 situation rain")
    play("give bob 1 boost Crafts")
    lines = play("end scene").lines
    assert "Ann’s bonus “the Inspector trusts her cousin” (+2) expires" in lines
    assert "Bob’s hindrance “rain” (−1) expires" in lines
    assert "Bob’s bonus “Crafts” (+1) expires" in lines
    assert play.bonuses() == []


@pytest.mark.parametrize(("ruling", "words"), [("success", "Ann wins"), ("failure", "Bob wins")])
def test_we_40_and_u_03_a_tie_waits_until_the_gm_decides(ruling: str, words: str) -> None:
    """A tie between two waits for the GM, who says who wins (WE-40)."""
    play = Play(ANN, BOB)
    play("oppose ann bob Fight defend=Fight dice=0000 theirs=+000")
    assert (play.roll.outcome, play.waiting()) == ("tie", ["ruling"])
    assert play.offered("ruling success", "ruling")[ruling].label == words
    assert words in play(f"ruling {ruling}").lines[0]
    assert play.waiting() == []


def test_u_03_the_house_rule_of_ties_is_for_difficulties_only() -> None:
    """The house rule tie = success does not hand an opposed tie to anybody."""
    play = Play(ANN, BOB, rules={"tie": "success"})
    play("oppose ann bob Fight defend=Fight dice=0000 theirs=+000")
    assert play.roll.outcome == "tie"


def test_u_04_a_boon_counts_as_a_trait() -> None:
    """A boon and a trait do not stack by default."""
    play = Play(FELIX)
    play.play("give felix 2 boon luck", "roll felix Crafts 0 dice=0000 with=tinkerer")
    assert play.total == 5
    assert play.bonuses() != []
    play.refuses("roll felix Crafts 0 with=tinkerer,boon-luck", "do not add up")


@pytest.mark.parametrize(("value", "total"), [(2, 4), (1, 3), (3, 5)])
def test_u_04_boon_adds_its_value(value: int, total: int) -> None:
    """A boon adds 2, or the value of the house rule (U-04)."""
    play = Play(ANN, BOB, rules={"boon_value": value})
    play.play(
        "oppose ann bob Fight defend=Fight dice=++00 theirs=0000",
        "boon luck",
        "roll ann Fight 0 dice=0000 with=boon-luck",
    )
    assert play.total == total


# ------------------------------------------------------------------ boosts


def test_we_43_a_boost_is_earned_by_a_check() -> None:
    """+1 helps +-00 and +2 to 3, a tie against Arduous (WE-43)."""
    play = Play(ANN)
    play("boost ann preparation Notice dice=0000")
    assert [(b.kind, b.value, b.owner) for b in play.bonuses()] == [("boost", 1, "ann")]
    play("roll ann Fight Arduous dice=+-00 with=boost-preparation")
    assert (play.total, play.roll.outcome) == (3, "tie")
    assert play.bonuses() == []


def test_we_43_a_failed_check_earns_nothing() -> None:
    """No boost comes of a failure, and a tie asks the GM (WE-43)."""
    play = Play(ANN)
    play("boost ann preparation Notice dice=----")
    assert play.bonuses() == []
    play("boost ann preparation Notice dice=-000")
    assert play.waiting() == ["ruling"]
    play("ruling success")
    assert len(play.bonuses()) == 1


def test_u_06_a_boost_by_a_trait_alone() -> None:
    """The default difficulty is Challenging, and a trait check is +2 on a skill of nothing."""
    play = Play(FELIX)
    play('boost felix environment "a trait alone" dice=-000')
    assert (play.total, play.roll.value, len(play.bonuses())) == (1, 0, 1)
    play("boost felix environment Crafts against=3 dice=0000 value=2 with=none")
    assert play.roll.outcome == "tie"


def test_we_44_a_boost_is_spent_unless_kept() -> None:
    """A boost goes with the roll in which it counts; kept, it lasts for the scene (WE-44)."""
    play = Play(ANN)
    play.play("give ann 1 boost smoke", "roll ann Fight 0 dice=0000 with=boost-smoke")
    assert (play.total, play.bonuses()) == (3, [])
    play.play("give ann 1 boost smoke", "keep boost-smoke scene", "roll ann Fight 0 dice=0000 with=boost-smoke")
    assert (play.total, len(play.bonuses())) == (3, 1)
    play("end scene")
    assert play.bonuses() == []


@pytest.mark.parametrize("kind", ["preparation", '"tactical advantage"', "environment", "teamwork"])
def test_we_45_kinds_of_boost(kind: str) -> None:
    """The kind is a label (WE-45)."""
    play = Play(ANN)
    play(f"boost ann {kind} Notice dice=0000")
    assert play.bonuses()[0].label == kind.strip('"')


@pytest.mark.parametrize(("stack", "total"), [("largest", 4), ("all", 5)])
def test_u_04_several_boosts(stack: str, total: int) -> None:
    """Only the largest boost counts, unless the table stacks them; a boost adds to a trait."""
    play = Play(ANN, FELIX, rules={"boosts_stack": stack})
    play.play("give ann 1 boost smoke", "give ann 2 boost mirrors")
    both = "boost-mirrors" if stack == "largest" else "boost-mirrors,boost-smoke"
    play(f"roll ann Fight 0 dice=0000 with={both}")
    assert play.total == total
    assert len(play.bonuses()) == (1 if stack == "largest" else 0)
    play.play("give felix 1 boost tools", "roll felix Crafts 0 dice=0000 with=tinkerer,boost-tools")
    assert play.total == 6


def test_we_43_actors_who_left_gain_no_boost() -> None:
    """A ruling on a tie gives nothing to a character who has left meanwhile, and says so (WE-43)."""
    play = Play(ANN, CAT)
    play.play("boost ann preparation Notice for=cat dice=-000", "dismiss cat")
    assert "No bonus is gained" in " ".join(play("ruling success").lines)
    assert play.bonuses() == []


def test_boosts_for_others_have_an_owner() -> None:
    """A boost for Cat is hers alone."""
    play = Play(ANN, CAT)
    play("boost ann preparation Notice for=cat dice=0000")
    play("roll ann Fight 0 dice=0000")
    assert play.total == 2
    play("roll cat Fight 0 dice=0000 with=boost-preparation")
    assert play.total == 1


# ------------------------------------------------------------------ teamwork


def test_we_46_help_turns_a_tie() -> None:
    """+-00 and +2 tie with +2; helped they are 3, a success (WE-46)."""
    play = Play(ANN, CAT)
    play("roll ann Fight +2 dice=+-00")
    assert play.roll.outcome == "tie"
    play.play("help-ally cat ann Lore dice=0000", "roll ann Fight +2 dice=+-00 with=help-help-from-cat")
    assert (play.total, play.roll.outcome) == (3, "success")
    assert "help from Cat +1" in play.session.done[-1].act.lines[0]
    assert play.bonuses() == []


def test_we_46_exceptional_help_and_none() -> None:
    """The GM may make it +2; a helper who fails costs nothing (WE-46)."""
    play = Play(ANN, CAT)
    play("help-ally cat ann Lore value=2 dice=0000")
    assert play.bonuses()[0].value == 2
    play("spend help-help-from-cat")
    play("help-ally cat ann Lore dice=----")
    assert play.bonuses() == []
    play.refuses("help-ally cat cat Lore")


@pytest.mark.parametrize(("helpers", "total"), [(1, 3), (2, 4), (4, 5)])
def test_we_47_the_house_rule_limits_the_helpers_of_a_roll(helpers: int, total: int) -> None:
    """A roll takes help from as many helpers as the house rule allows, each only where named (WE-47)."""
    play = Play(ANN, CAT, FELIX, MERCER, rules={"helpers": helpers})
    play.play("help-ally cat ann Lore dice=++++", "help-ally felix ann Crafts dice=++++")
    play("help-ally mercer ann Pilot dice=++++")
    play("roll ann Fight 0 dice=0000")
    assert play.total == 2
    helping = [bonus.id for bonus in play.bonuses()][:helpers]
    play(f"roll ann Fight 0 dice=0000 with={','.join(helping)}")
    assert play.total == total
    assert len(play.bonuses()) == 3 - min(3, helpers)


@pytest.mark.parametrize("order", [("cat", "felix"), ("felix", "cat")])
def test_we_47_bound_help_counts_unasked_whichever_came_first(order: tuple[str, str]) -> None:
    """The help that is bound to the roll counts in it, as its form says, and excludes the other (WE-47)."""
    play = Play(ANN, CAT, FELIX)
    bound = {"cat": "help-ally cat ann Lore", "felix": "help-ally felix ann Crafts only=Fight"}
    assert "not with" not in play.preview(bound[order[0]], "dice")
    play(f"{bound[order[0]]} dice=++++")
    assert play.preview(bound[order[1]], "dice").endswith(f", not with help from {order[0].title()}")
    play.play(f"{bound[order[1]]} dice=++++", "roll ann Fight 0 dice=0000")
    assert "help from Felix +1" in play.session.done[-1].act.lines[0]
    assert [bonus.label for bonus in play.bonuses()] == ["help from Cat"]


def test_we_47_help_bound_elsewhere_leaves_none_out() -> None:
    """Two helps that are bound to different ratings never meet, and two may count where two may help (WE-47)."""
    play = Play(ANN, CAT, FELIX)
    play("help-ally cat ann Lore only=Lore dice=++++")
    assert "not with" not in play.preview("help-ally felix ann Crafts only=Fight", "dice")
    assert "not with" in play.preview("help-ally felix ann Crafts only=Lore", "dice")
    play("reading helpers 2")
    assert "not with" not in play.preview("help-ally felix ann Crafts only=Lore", "dice")


def test_we_47_choosing_too_many_is_refused() -> None:
    """Naming two helpers where one may help is refused with the rule's name; a third where two may, too (WE-47)."""
    play = Play(ANN, CAT, HARGRAVE)
    play.play("help-ally cat ann Lore dice=++++", "help-ally hargrave ann Notice dice=++++")
    both = ",".join(b.id for b in play.bonuses())
    play.refuses(f"roll ann Fight 0 with={both}", "helpers = 1")
    play("reading helpers 2")
    play(f"roll ann Fight 0 dice=0000 with={both}")
    assert play.total == 4
    play.play("give ann 1 help rope", "give ann 1 help lamp", "give ann 1 help map")
    play.refuses("roll ann Fight 0 with=help-rope,help-lamp,help-map", "A roll takes 2 helpers at most")


@pytest.mark.parametrize(
    ("rule", "line"), [("boosts", "boost ann preparation Notice"), ("teamwork", "help-ally cat ann")]
)
def test_optional_rules_can_be_off(rule: str, line: str) -> None:
    """Optional rules that are off refuse their acts, and giving a character their bonuses."""
    play = Play(ANN, CAT, rules={rule: False})
    command = line.split()[0]
    kind = "boost" if rule == "boosts" else "help"
    play.refuses(f"give ann 1 {kind} old", f"“{kind}”")
    play.refuses(line + (" Lore" if rule == "teamwork" else ""), f"{rule} = false")
    assert command in ("boost", "help-ally")


def test_bonuses_against_one_and_on_one_skill() -> None:
    """A bonus counts only against its target and on its rating."""
    play = Play(ANN, BOB)
    play("give ann 2 advantage angle against=bob skill=Fight")
    assert play.offered("roll ann Fight 0") == {}
    play("attack ann bob skill=Notice dice=0000 theirs=0000")
    assert play.total == 1
    play("attack ann bob skill=Fight dice=0000 theirs=0000")
    assert play.total == 4
    assert play.bonuses() == []
    play.undo()
    assert play.state.acts == 0


def test_we_46_a_bonus_of_help_is_named_after_who_helps() -> None:
    """WE-46: a handle means the character who has it, in the question and on a line; a boost keeps its words."""
    play = Play(FELIX, MERCER)
    handle = handles_of(play.state)["mercer"]
    play.play(f"give felix 1 help {handle}", f"give felix 1 boost {handle}", "give felix 1 help rope")
    assert [bonus.label for bonus in play.bonuses()] == ["Mercer", handle, "rope"]
    label = next(ask for ask in BY_ID["give"].asks if ask.name == "label")
    assert label.called(play.state, {"kind": "help"}).startswith("Who helps")
    assert label.called(play.state, {"kind": "boost"}) == ""
