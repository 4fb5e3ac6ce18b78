"""Order of turns, and the actions of a turn (WE-49 … WE-52, U-11)."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from tests.commands import BY_ID
from tests.rules.tables import DRAKE, ENFORCERS, FELIX, GRAVES, HARGRAVE, MERCER, Play, someone, trait
from wyrd_tui.engine.line_spelling import spell_line
from wyrd_tui.engine.line_syntax import parse_line
from wyrd_tui.engine.rules.all_games import commands_of
from wyrd_tui.engine.rules.ground.turn_passing import next_foe
from wyrd_tui.engine.sheet import Effect
from wyrd_tui.engine.state import Actor
from wyrd_tui.shown import SHOWN

THUG = someone("thug", "Thug", {"Combat": 0}, side="foes", kind="mook", track="none")


def test_we_49_an_ambush_puts_one_side_first() -> None:
    """An ambush puts all of one side above all of the other, without a roll (WE-49)."""
    play = Play(DRAKE, HARGRAVE, GRAVES, FELIX)
    play("order ambush party")
    assert play.order() == ["hargrave", "felix", "drake", "graves"]
    assert play.state.roll is None
    assert (play.state.order.style, play.state.order.round, play.state.order.turn) == ("ambush", 1, "hargrave")
    play("order ambush foes")
    assert play.order()[:2] == ["drake", "graves"]
    play("earlier graves")
    assert play.order()[:2] == ["graves", "drake"]


@pytest.mark.parametrize("others", [(), (replace(FELIX, side="others"),)], ids=["no neutral", "a neutral"])
def test_sides_keep_their_order_and_letters(others: tuple[Actor, ...]) -> None:
    """WE-49: party, foes, neutral, as for a newcomer, whoever came first."""
    play = Play(*others, DRAKE, HARGRAVE)
    (ask,) = [ask for ask in BY_ID["order"].asks if ask.name == "side"]
    offered = [(row.value, row.place) for row in ask.plain_choices(play.state, {"style": "ambush"})]
    assert offered == [("party", 0), ("foes", 1), ("others", 2)][: 2 + len(others)]


def test_we_50_the_gm_sets_the_order() -> None:
    """Rows move up and down, and the ends are ends."""
    play = Play(HARGRAVE, FELIX, DRAKE)
    play.play("order gm", "later hargrave")
    assert play.order() == ["felix", "hargrave", "drake"]
    play("earlier drake")
    assert play.order() == ["felix", "drake", "hargrave"]
    play.refuses("earlier felix", "Felix stands at the top of the order already")
    play.refuses("later hargrave", "stands at the bottom of the order already")


def test_we_51_highest_first_and_ties_flagged() -> None:
    """Hargrave and the thug tie at 1, Felix is last at 0 (C-32: by id)."""
    play = Play(HARGRAVE, FELIX, THUG)
    act = play('initiative dice="+--0; +-00; ++-0"')
    assert [(p.who, p.score, p.tie) for p in play.state.order.places] == [
        ("hargrave", 1, True),
        ("thug", 1, True),
        ("felix", 0, False),
    ]
    assert any("+1 tied" in line for line in act.lines)
    play("earlier thug")
    assert [(p.who, p.tie) for p in play.state.order.places] == [("thug", False), ("hargrave", False), ("felix", False)]
    play.play("next", "next", "next")
    assert play.order() == ["thug", "hargrave", "felix"]
    assert not any(p.tie for p in play.state.order.places)


@pytest.mark.parametrize("leaving", ["withdraw hargrave", "dismiss hargrave", "concede hargrave surrender"])
def test_we_51_a_tie_ends_when_one_of_two_leaves(leaving: str) -> None:
    """A tie is asked about while two stand in it, however the other of them left the order (WE-51)."""
    play = Play(HARGRAVE, THUG, FELIX)
    play('initiative dice="+--0; ++-0; +--0"')
    assert sum(place.tie for place in play.state.order.places) == 2
    assert "tie: " in play.hints()
    play(leaving)
    assert "thug" in play.order()
    assert "hargrave" not in play.order()
    assert not any(place.tie for place in play.state.order.places)
    assert "tie: " not in play.hints()


def test_we_51_a_tie_is_told_until_one_of_two_is_out() -> None:
    """A fighter who is out keeps a place in the order, but the tie is open no more (WE-51)."""
    play = Play(HARGRAVE, THUG, FELIX)
    play('initiative dice="+--0; ++-0; +--0"')
    assert "tie: " in play.hints()
    play("fate hargrave dead")
    assert play.state.actors["hargrave"].out
    assert any(place.tie for place in play.state.order.places)
    assert "tie: " not in play.hints()


def test_we_51_a_tie_is_told_until_one_begins_to_act() -> None:
    """An action of the first ends the hint, and a move past the other says that the turn passes (WE-51, WE-52)."""
    play = Play(HARGRAVE, THUG)
    play('initiative dice="+--0; ++-0"')
    assert "tie: " in play.hints()
    play("attack hargrave thug skill=Fight defend=Combat dice=---- theirs=++++")
    assert play.state.order.turn == "hargrave"
    assert "tie: " not in play.hints()
    assert play("later hargrave").lines[-1] == "The turn passes to Thug"


def test_we_51_ties_are_settled_as_they_stand() -> None:
    """`settle-ties` settles the tie of the order, and is refused once none is open (WE-51)."""
    play = Play(HARGRAVE, THUG)
    play.play('initiative dice="+--0; ++-0"', "settle-ties")
    assert not any(p.tie for p in play.state.order.places)
    play.refuses("settle-ties", "No tie in the order waits")


def test_we_51_of_two_ties_the_one_that_is_told_is_settled() -> None:
    """`settle-ties` keeps the fighters that the line names; then the line names the next (WE-51)."""
    play = Play(HARGRAVE, THUG, FELIX, MERCER)
    play("initiative who=hargrave,mercer,felix,thug dice=sum+0;sum+1;sum+0;sum+0")
    assert [place.tie for place in play.state.order.places] == [True] * 4
    assert ("Hargrave" in play.hints(), "Felix" in play.hints()) == (True, False)
    play("settle-ties")
    assert [place.tie for place in play.state.order.places] == [False, False, True, True]
    assert ("Hargrave" in play.hints(), "Felix" in play.hints()) == (False, True)
    play("settle-ties")
    play.refuses("settle-ties", "No tie in the order waits")


def test_we_51_a_tie_of_three_lasts_until_it_is_kept() -> None:
    """A step past one of a tie settles nothing with the third, and the line names the pair that a key swaps (WE-51)."""
    play = Play(HARGRAVE, FELIX, THUG)
    play("initiative who=hargrave,felix,thug dice=sum-1;sum+1;sum+1")
    play("later hargrave")
    assert (play.order(), [place.tie for place in play.state.order.places]) == (
        ["felix", "hargrave", "thug"],
        [True] * 3,
    )
    assert "``later 2`` lowers Felix, ``settle-ties`` keeps all" in play.hints()
    play("later felix")
    assert [place.tie for place in play.state.order.places] == [True] * 3
    play("settle-ties")
    play.refuses("settle-ties", "No tie in the order waits")


def test_we_51_a_tie_tells_its_keys_before_the_names() -> None:
    """A narrow screen cuts names that the order shows too, and no key that parts them (WE-51)."""
    crew = someone("crew", "The warehouse crew", {"Combat": 0}, side="foes", kind="mook", track="none")
    play = Play(HARGRAVE, FELIX, DRAKE, crew)
    play("initiative who=hargrave,felix,drake,crew dice=sum-1;sum+1;sum+0;sum+1")
    assert "tie: ``later 1`` lowers Hargrave, ``settle-ties`` keeps all: 1 Hargrave, 2 Felix, " in play.hints()


def test_we_51_only_neighbours_are_swapped() -> None:
    """Of two of a tie with another fighter between them no key is said to swap them (WE-51)."""
    play = Play(HARGRAVE, FELIX, DRAKE)
    play("initiative who=hargrave,felix,drake dice=sum-1;sum+1;sum-4")
    assert "swaps the two" in play.hints()
    play("earlier drake")
    assert play.order() == ["hargrave", "drake", "felix"]
    assert "swaps the two" not in play.hints()


def test_we_51_another_skill() -> None:
    """The rating may be another, for all or for one."""
    play = Play(HARGRAVE, MERCER, DRAKE)
    play('initiative skill=Provoke dice="0000;0000;0000"')
    assert play.place("hargrave").score == 1
    play('initiative dice="0000;0000;0000"')
    assert (play.place("hargrave").score, play.place("mercer").score) == (2, 1)
    play.play("usual drake initiative Strategy", 'initiative dice="0000;0000;0000"')
    assert play.place("drake").score == 4


def test_we_51_a_skill_named_now_goes_before_the_usual_one() -> None:
    """The GM's word comes first, then what the sheet usually rolls, then the table's rule."""
    play = Play(HARGRAVE, DRAKE, rules={"initiative": "Provoke"})
    play.play("usual drake initiative Strategy", 'initiative dice="0000;0000"')
    assert (play.place("hargrave").score, play.place("drake").score) == (1, 4)
    play('initiative skill=Command dice="0000;0000"')
    assert (play.place("hargrave").score, play.place("drake").score) == (0, 2)
    assert play.offered("initiative", "skill")["usual"].label == "Provoke or Strategy"


def test_we_05_trait_for_the_rating_counts_in_initiative() -> None:
    """A trait that names the rating counts in initiative; one of limited use does not (WE-05, WE-51, WE-19)."""
    sharp = someone(
        "ann",
        "Ann",
        {"Notice": 1},
        trait("Eyes", Effect("bonus", "Notice")),
        trait("Nose", Effect("bonus", "Notice", 3), Effect("limited")),
    )
    play = Play(sharp, DRAKE)
    act = play("initiative dice=0000;0000")
    assert play.place("ann").score == 3
    assert any("Eyes +2" in line for line in act.lines)


def test_we_51_bonuses_that_count_in_initiative() -> None:
    """Wounds and lasting circumstances count in initiative, and bonuses for one use do not (WE-51)."""
    play = Play(HARGRAVE, THUG)
    play.play("mark-box hargrave mild 1", "wound hargrave mild Notice")
    play.play("give hargrave 2 boost coffee", "give hargrave -1 situation fog")
    play('initiative dice="0000;0000"')
    assert play.place("hargrave").score == 0
    assert len(play.bonuses()) == 2


def test_we_51_a_group_has_one_roll_and_typed_dice_fit() -> None:
    """Four mooks are one row; too many throws are refused; what is left out is rolled."""
    play = Play(HARGRAVE, ENFORCERS)
    play.refuses('initiative dice="0000;0000;0000"', "write 2, one for each fighter, not 3")
    play('initiative dice="0000"')
    assert len(play.order()) == 2
    play("initiative", "0000", "++++")
    assert play.place("enforcers").score == 5


def test_we_52_actions_of_a_turn() -> None:
    """An attack on one's turn marks the primary action, the GM marks the minor one, a new turn clears both (WE-52)."""
    play = Play(HARGRAVE, DRAKE)
    play.play("order gm", "attack hargrave drake skill=Fight dice=0000 theirs=0000")
    assert play.place("hargrave").used == ("primary",)
    play("action hargrave minor")
    assert play.place("hargrave").used == ("primary", "minor")
    play("action hargrave none")
    assert "primary" not in play.place("hargrave").used
    play.play("action hargrave both", "next")
    assert play.place("hargrave").acted
    play("next")
    assert (play.state.order.round, play.state.order.turn) == (2, "hargrave")
    place = play.place("hargrave")
    assert (place.used, place.acted) == ((), False)


def test_we_52_no_action_is_set_twice() -> None:
    """To set actions as they are already is refused, in whatever order they were used (WE-52)."""
    play = Play(HARGRAVE, DRAKE)
    play("order gm")
    play.refuses("action hargrave none", "Hargrave has both actions left already")
    play.play("action hargrave minor", "action hargrave primary")
    play.refuses("action hargrave both", "Hargrave has used both actions already")
    play.refuses("action hargrave minor", "Hargrave has used the minor action already")


def test_we_52_no_action_is_used_off_turn() -> None:
    """An attack out of turn uses nothing up, and nor does a roll (WE-52)."""
    play = Play(HARGRAVE, DRAKE)
    play.play("order gm", "attack drake hargrave dice=0000 theirs=0000", "roll hargrave Notice 0 dice=0000")
    assert "primary" not in play.place("drake").used
    assert "primary" not in play.place("hargrave").used


@pytest.mark.parametrize(
    ("chosen", "style"),
    [
        ("rolled", "gm"),
        ("gm", "gm"),
        ("sides", "sides"),
        ("popcorn", "elective"),
        ("elective", "elective"),
        ("none", "none"),
    ],
)
def test_house_rule_of_order(chosen: str, style: str) -> None:
    """`order` without words follows the house rule on order."""
    play = Play(HARGRAVE, DRAKE, rules={"order": chosen})
    play("order")
    assert play.state.order.style == style
    assert play.state.scene.fight
    assert bool(play.order()) is (style != "none")


@pytest.mark.parametrize("word", ["popcorn", "elective", "Popcorn", "pop"])
def test_popcorn_is_the_word_of_an_elective_order(word: str) -> None:
    """Lines take the old word too; the log, the history and the rules in force have the new one."""
    play = Play(HARGRAVE, DRAKE)
    step = play(f"reading order {word}")
    assert step.lines == ("House rule order: popcorn",)
    parsed = parse_line(f"reading order {word}", play.state, commands_of(play.state))
    assert spell_line(*parsed, play.state) == "reading rule=order value=popcorn"
    assert "order = popcorn" in "".join(SHOWN["rules"](play.state))
    assert play(f"order {word}").lines[0].startswith("Popcorn order")
    assert play.state.order.style == "elective"


def test_house_rule_of_initiative() -> None:
    """Notice is rolled, or what the table reads."""
    play = Play(HARGRAVE, DRAKE, rules={"initiative": "Provoke"})
    play("initiative dice=0000;0000")
    assert play.place("hargrave").score == 1


def test_sides_take_turns() -> None:
    """In the order by sides, all of one side act before the other, round by round."""
    play = Play(DRAKE, HARGRAVE, GRAVES)
    play("order sides foes")
    seen = [play.state.order.turn]
    for _ in range(4):
        play("next")
        seen.append(play.state.order.turn)
    assert seen == ["drake", "graves", "hargrave", "drake", "graves"]
    assert play.state.order.round == 2


def test_elective_order_across_rounds() -> None:
    """The fighter who acted names the next; when all have acted, a new round begins and any may be named."""
    play = Play(HARGRAVE, FELIX, DRAKE)
    play("order elective")
    assert play.state.order.turn == ""
    play("next felix")
    assert set(play.offered("next", "who")) == {"hargrave", "drake"}
    play.refuses("next felix")
    play.refuses("back", "`act`")
    play("next drake")
    play("back")
    assert (play.place("felix").acted, play.state.order.turn) == (False, "felix")
    play("next drake")
    assert (play.place("felix").acted, play.state.order.turn) == (True, "drake")
    play("next")
    assert (play.state.order.turn, play.state.order.round) == ("hargrave", 1)
    assert set(play.offered("next", "who")) == {"hargrave", "felix", "drake"}
    play("next drake")
    assert (play.state.order.turn, play.state.order.round) == ("drake", 2)
    assert [p.acted for p in play.state.order.places] == [False, False, False]
    play.refuses("back", "`act`")


def test_elective_when_nobody_is_left() -> None:
    """The question about the next one has no answer, and that is said in words."""
    play = Play(HARGRAVE, DRAKE)
    play.play("order elective", "fate hargrave dead", "fate drake dead")
    ask = BY_ID["next"].asks[0]
    assert ask.default(play.state, {}) is None
    play.refuses("next")


def test_the_foe_who_acts_next_is_known_within_the_round() -> None:
    """WE-52: those who are out, hold or have acted are passed over; in the popcorn order nobody is known."""
    play = Play(FELIX, DRAKE, GRAVES)
    play("order sides party")
    assert next_foe(play.state) == "drake"
    play("fate drake dead")
    assert next_foe(play.state) == "graves"
    play("next")
    assert (play.state.order.turn, next_foe(play.state)) == ("graves", "")
    play("order elective")
    play("next felix")
    assert next_foe(play.state) == ""


def test_back_within_and_across_rounds() -> None:
    """The turn goes back to the one before, over the start of a round too, and on again."""
    play = Play(HARGRAVE, FELIX, DRAKE)
    play("order gm")
    play.refuses("back", "first turn")
    play.play("action hargrave primary", "next", "next", "back")
    assert (play.state.order.turn, play.place("felix").acted) == ("felix", False)
    play("back")
    assert play.state.order.turn == "hargrave"
    assert "primary" in play.place("hargrave").used
    play.play("next", "next", "next")
    assert (play.state.order.turn, play.state.order.round) == ("hargrave", 2)
    play("back")
    assert (play.state.order.turn, play.state.order.round) == ("drake", 1)
    play("next")
    assert (play.state.order.turn, play.state.order.round) == ("hargrave", 2)
    assert not any(p.acted for p in play.state.order.places)


def test_u_11_moving_in_a_popcorn_order_passes_no_turn() -> None:
    """The fighter in turn names the next one; rows of the list decide nothing (U-11)."""
    play = Play(HARGRAVE, FELIX, DRAKE)
    play.play("order elective", "next hargrave", "later hargrave")
    assert (play.order(), play.state.order.turn) == (["felix", "hargrave", "drake"], "hargrave")
    play.play("earlier hargrave", "next felix", "later felix")
    assert play.state.order.turn == "felix"


def test_u_11_hold_and_act() -> None:
    """A holding fighter is passed over, acts before the present one, and the present one then has its turn."""
    play = Play(HARGRAVE, FELIX, DRAKE)
    play.play("order gm", "hold hargrave")
    assert play.state.order.turn == "felix"
    assert play.place("hargrave").held
    play("next")
    assert play.state.order.turn == "drake"
    play("act hargrave")
    assert play.order() == ["felix", "hargrave", "drake"]
    assert (play.state.order.turn, play.place("hargrave").held) == ("hargrave", False)
    play.refuses("act hargrave", "Hargrave has the turn already")
    play("next")
    assert (play.state.order.turn, play.state.order.round) == ("drake", 1)
    play("next")
    assert (play.state.order.turn, play.state.order.round) == ("felix", 2)


def test_u_11_act_means_the_fighter_who_holds() -> None:
    """Without a name `act` means the one fighter who holds; of two it asks which (U-11)."""
    play = Play(HARGRAVE, FELIX, DRAKE)
    play.play("order gm", "hold hargrave")
    assert play("act").lines[0].startswith("Hargrave acts now")
    assert play.state.order.turn == "hargrave"
    play.play("hold hargrave", "hold felix")
    play.refuses("act", "Which fighter? hargrave, felix")


def test_u_11_hold_ends_by_word_or_round() -> None:
    """A wait can be called off, and one's turn of the next round ends it."""
    play = Play(HARGRAVE, DRAKE)
    play.play("order gm", "hold drake", "hold drake")
    assert not play.place("drake").held
    play.play("hold hargrave", "next")
    assert (play.state.order.turn, play.state.order.round, play.place("hargrave").held) == ("hargrave", 2, False)


def test_u_11_an_interrupted_turn_keeps_its_used_actions() -> None:
    """A fighter interrupted before acting has the actions that were left, then or later (U-11)."""
    play = Play(HARGRAVE, FELIX, DRAKE)
    play.play("order gm", "hold hargrave", "action felix minor", "act hargrave", "next")
    assert play.state.order.turn == "felix"
    assert play.place("felix").used == ("minor",)


@pytest.mark.parametrize("style", ["gm", "popcorn"])
def test_u_11_a_fighter_who_acted_before_an_interruption_acts_no_more(style: str) -> None:
    """A fighter who held acts after the one in turn if that one has used the primary action (U-11, WE-52)."""
    play = Play(HARGRAVE, FELIX, DRAKE)
    play.play(f"order {style}", *(["next hargrave"] if style == "popcorn" else []), "hold hargrave")
    play.play("attack felix drake skill=Fight dice=---- theirs=++++", "act hargrave")
    assert (play.state.order.turn, play.place("felix").acted) == ("hargrave", True)
    play("next")
    assert (play.state.order.turn, play.state.order.round) == ("drake", 1)


def test_u_11_an_interrupter_after_a_primary_action_stands_behind() -> None:
    """So that `back` gives that fighter the turn again (U-11)."""
    play = Play(HARGRAVE, FELIX, DRAKE)
    play.play("order gm", "hold hargrave", "action felix primary", "act hargrave")
    assert play.order() == ["felix", "hargrave", "drake"]
    play("back")
    assert play.state.order.turn == "felix"


def test_u_11_joiners_come_last_or_first() -> None:
    """A newcomer joins at the end; a character who was left out joins by word."""
    late = someone("late", "Late", {"Fight": 0}, side="others", kind="full")
    play = Play(HARGRAVE, DRAKE, late)
    play.play("order gm", "next", "add Reinforcements kind=mook count=2 fight=last")
    assert play.order() == ["hargrave", "drake", "reinforcements"]
    play("enter late where=first")
    assert play.order()[0] == "late"
    play("next")
    assert play.state.order.turn == "reinforcements"
    assert list(play.offered("next", "who")) == ["late", "new-round"]
    play.play("next", "next")
    assert (play.state.order.turn, play.state.order.round) == ("late", 2)
    play.refuses("enter late", "All fighters")


def test_u_11_leavers() -> None:
    """A fighter who leaves on their own turn hands it on, over the end of a round too; nobody acts twice for it."""
    play = Play(HARGRAVE, FELIX, DRAKE)
    play.play("order gm", "next", "withdraw felix")
    assert (play.order(), play.state.order.turn) == (["hargrave", "drake"], "drake")
    play("withdraw drake")
    assert (play.state.order.turn, play.state.order.round) == ("hargrave", 2)
    assert not play.place("hargrave").acted


def test_leaving_the_table_does_not_start_the_round_anew() -> None:
    """The next turn belongs to a fighter who has not acted, even after the acting one left the table."""
    play = Play(HARGRAVE, FELIX, DRAKE)
    play.play("order gm", "next", "dismiss felix")
    assert (play.state.order.turn, play.state.order.round) == ("drake", 1)


def test_those_who_are_out_are_passed_over() -> None:
    """A fallen group and a defeated captain have no turn, and nobody acts for them by default."""
    play = Play(HARGRAVE, GRAVES, FELIX)
    play.play("order gm", "damage graves 2", "fate graves defeated", "next")
    assert play.state.order.turn == "felix"
    play.play("next", "next", "damage felix 12")
    assert BY_ID["attack"].asks[0].default(play.state, {}) is None
    play("fate felix captured")
    assert (play.state.order.turn, play.state.order.round) == ("hargrave", 3)


def test_rows_moved_past_the_turn_do_not_act_twice() -> None:
    """A fighter who has acted and is moved below the present turn waits for the next round."""
    play = Play(HARGRAVE, FELIX, DRAKE)
    play.play("order gm", "next", "later hargrave", "next")
    assert play.state.order.turn == "drake"
    play.play("back", "next")
    rounds = []
    for _ in range(4):
        play("next")
        rounds.append((play.state.order.round, play.state.order.turn))
    assert all(a != b for a, b in pairwise(rounds))


def test_an_initiative_trait_is_not_spent() -> None:
    """Initiative offers no reroll and uses no limited trait."""
    lucky = someone("lou", "Lou", {"Notice": 0}, trait("Lucky", Effect("reroll", after="any")))
    play = Play(lucky, DRAKE)
    play("initiative dice=----;++++")
    play.refuses("reroll", "No trait")


def test_we_50_the_turn_passes_on_when_its_fighter_moves_down() -> None:
    """The one who is passed acts first, and the one who moved acts later in the same round (WE-50)."""
    play = Play(HARGRAVE, FELIX, DRAKE)
    play("order gm")
    act = play("later hargrave")
    assert (play.order(), play.state.order.turn) == (["felix", "hargrave", "drake"], "felix")
    assert any("acts first" in line for line in act.lines)
    seen = []
    for _ in range(3):
        play("next")
        seen.append((play.state.order.turn, play.state.order.round))
    assert seen == [("hargrave", 1), ("drake", 1), ("felix", 2)]


def test_we_50_moving_past_an_acted_fighter_keeps_the_turn() -> None:
    """Moving the present fighter past one who acted gives nobody a second turn (WE-50)."""
    play = Play(HARGRAVE, FELIX, DRAKE)
    play.play("order gm", "next", "earlier felix", "later felix")
    assert (play.order(), play.state.order.turn) == (["hargrave", "felix", "drake"], "felix")
    play("next")
    assert (play.state.order.turn, play.state.order.round) == ("drake", 1)


def test_we_50_a_fighter_moved_to_the_top_acts_first() -> None:
    """Either of the two moves that make an order gives the turn to its first, and both take it back (WE-50)."""
    play = Play(HARGRAVE, FELIX, DRAKE)
    play("order gm")
    act = play("earlier felix")
    assert (play.order(), play.state.order.turn) == (["felix", "hargrave", "drake"], "felix")
    assert "Felix acts first" in act.lines[-1]
    play("earlier hargrave")
    assert (play.order(), play.state.order.turn) == (["hargrave", "felix", "drake"], "hargrave")


@pytest.mark.parametrize("before", ["action hargrave primary", "next", "fate felix captured", "hold felix"])
def test_we_50_a_fighter_moved_up_takes_no_turn_that_has_begun(before: str) -> None:
    """An action used, a turn that is over, and a fighter who is out or waits leave the turn where it is (WE-50)."""
    play = Play(HARGRAVE, FELIX, DRAKE)
    play.play("order gm", before)
    turn = play.state.order.turn
    play("earlier felix")
    assert play.state.order.turn == turn


def test_u_11_the_end_of_a_round_names_who_has_not_acted() -> None:
    """A fighter who was moved above the turn, and one who holds, still have theirs; one answer gives it (U-11)."""
    play = Play(HARGRAVE, FELIX, DRAKE)
    play.play("order gm", "next", "earlier drake", "earlier drake")
    assert (play.order(), play.state.order.turn) == (["drake", "hargrave", "felix"], "felix")
    assert list(play.offered("next", "who")) == ["drake", "new-round"]
    play("next")
    assert (play.state.order.turn, play.state.order.round) == ("drake", 1)
    play("next")
    assert (play.state.order.turn, play.state.order.round) == ("drake", 2)
    play.play("hold drake", "next")
    assert list(play.offered("next", "who")) == ["drake", "new-round"]
    play("next drake")
    assert (play.state.order.turn, play.state.order.round, play.place("drake").held) == ("drake", 2, False)


def test_we_87_added_characters_are_neutral() -> None:
    """A named NPC is neutral unless the table says else; a mook is a foe (WE-87)."""
    play = Play(HARGRAVE)
    play.play(
        "add Vicar", "add Thug kind=mook", "add Rat side=neutral kind=mook", "add Duval side=foes", "add Ada kind=pc"
    )
    sides = {name: play.state.actors[name].side for name in ("vicar", "thug", "rat", "duval", "ada")}
    assert sides == {"vicar": "others", "thug": "foes", "rat": "others", "duval": "foes", "ada": "party"}
    play("edit rat side foes")
    turned = play.state.actors["rat"]
    play("edit rat side neutral")
    assert (turned.side, play.state.actors["rat"].side) == ("foes", "others")


def test_u_11_added_foe_joins_a_fight_only_when_asked() -> None:
    """A foe that is added mid-fight enters the order only on request, first or last (U-11)."""
    play = Play(HARGRAVE, DRAKE)
    play.play("order gm", "add Thug kind=mook")
    assert play.order() == ["hargrave", "drake"]
    play.play("add Brute kind=mook fight=first", "add Cur kind=mook fight=last")
    assert play.order() == ["brute", "hargrave", "drake", "cur"]


def test_we_51_fighters_can_always_be_named() -> None:
    """The fighters of an order can always be named, and bystanders are listed first (WE-49, WE-51)."""
    play = Play(HARGRAVE, FELIX, DRAKE)
    play('initiative who=felix,drake dice="0000;0000"')
    assert set(play.order()) == {"felix", "drake"}
    play("order gm who=hargrave,drake")
    assert play.order() == ["hargrave", "drake"]
    play("add Vicar")
    assert list(play.offered("initiative", "who")) == ["vicar", "hargrave", "felix", "drake"]


def test_we_51_the_rating_of_initiative_is_offered() -> None:
    """The usual one stands first; any of the setting or of a sheet may be chosen instead (WE-51)."""
    play = Play(HARGRAVE, DRAKE)
    offered = play.offered("initiative", "skill")
    assert next(iter(offered)) == "usual"
    assert offered["usual"].label == "Notice or Awareness"
    assert {"Provoke", "Strategy"} <= set(offered)
    assert "Notice" not in offered


def test_we_51_a_trait_with_a_condition_is_off_in_initiative() -> None:
    """A trait with a condition counts only where the table names it, so never in initiative (WE-17, WE-24, WE-51)."""
    ann = someone("ann", "Ann", {"Notice": 1}, trait("Eyes", Effect("bonus", "Notice"), when="in the dark"))
    play = Play(ann, DRAKE)
    play("initiative dice=0000;0000")
    assert play.place("ann").score == 1


def test_we_51_initiative_is_called_by_its_order() -> None:
    """The order that came of the rolls names the act, at the foot and for undo, not the first of the rolls."""
    act = Play(FELIX, DRAKE)("initiative dice=++++;----")
    assert act.headline == "Initiative: Felix +4, Drake −3"
    assert act.title == "Initiative"


def test_we_52_a_turn_says_whom_it_passes_over_and_why() -> None:
    """WE-52: fighters who are out have no turn, and the log names them, also over the end of a round."""
    play = Play(someone("ann", "Ann", {}), someone("bob", "Bob", {}), someone("cat", "Cat", {}))
    play.play("order gm", "fate bob captured")
    assert play("next").lines == ("Cat’s turn: passes over Bob (captured)",)
    play("fate ann retreats")
    assert play("next").lines == ("Round 2: Cat’s turn; passes over Ann (retreated) and Bob (captured)",)


_LEAVES = ["concede cat the keys", "withdraw cat", "dismiss cat", "fate cat captured"]


@pytest.mark.parametrize("leaves", _LEAVES)
def test_we_52_no_turn_passes_over_one_before_it(leaves: str) -> None:
    """WE-52: behind a fighter who goes in their own turn only those are told who stand between, in each round."""
    four = [someone(name.lower(), name, {}) for name in ("Ann", "Bob", "Cat", "Dan")]
    play = Play(*four)
    play.play("order gm", "next", "fate ann captured", "next")
    assert play(leaves).lines[-1] == "Dan’s turn"
    play = Play(*four)
    play.play("order gm", "next", "fate ann captured", "next", "next", "next", "next")
    assert play.state.order.round == 2
    assert play(leaves).lines[-1] == "Dan’s turn"
    play = Play(*four, someone("eve", "Eve", {}))
    play.play("order gm", "fate dan captured", "next", "next")
    assert play(leaves).lines[-1] == "Eve’s turn: passes over Dan (captured)"


def test_we_52_no_turn_passes_over_one_who_has_acted() -> None:
    """WE-50, WE-52: the turn of a fighter who was moved down behind the present one is over all the same."""
    play = Play(someone("ann", "Ann", {}), someone("bob", "Bob", {}), someone("cat", "Cat", {}))
    play.play("order gm", "next", "later ann", "fate ann captured")
    assert play("next").lines == ("Cat’s turn",)
    assert play("next").lines == ("Round 2: Bob’s turn",)
    assert play("next").lines == ("Cat’s turn: passes over Ann (captured)",)
