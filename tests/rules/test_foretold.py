"""Gains and costs of a roll stand on its line before the dice fall."""

from __future__ import annotations

import pytest

from tests.rules.tables import CREWMAN, FELIX, MERCER, Play


def _preview(play: Play, line: str) -> str:
    return play.preview(line, "dice")


def test_we_31_a_roll_on_a_challenge_says_what_success_moves() -> None:
    play = Play(MERCER)
    play.play("challenge obstacle 0 Charge", "challenge task 2 4 Door", "tick door")
    assert _preview(play, "roll mercer charge Pilot").endswith(" · success: challenge overcome")
    assert _preview(play, "roll mercer door Pilot").endswith(" · success: 2 of 4 done")
    assert "success:" not in _preview(play, "roll mercer Pilot +2")


@pytest.mark.parametrize(
    ("manoeuvre", "told"),
    [
        (
            "feint",
            "Mercer gains +1, once, in the next attack against Crewman",
        ),
        (
            "disarm",
            "Crewman is disarmed until the scene ends, and Mercer gains +1, once, "
            "in the next attack, manoeuvre or opposed roll of their own against Crewman",
        ),
    ],
)
def test_we_76_a_manoeuvre_says_what_it_brings(manoeuvre: str, told: str) -> None:
    assert told in _preview(Play(MERCER, CREWMAN), f"manoeuvre mercer {manoeuvre} crewman")


def test_we_38_an_opposed_roll_says_when_a_boon_is_won() -> None:
    assert _preview(Play(MERCER, CREWMAN), "oppose mercer crewman Pilot").endswith(
        "win by 3 or more, by either side: a boon of +2"
    )


@pytest.mark.parametrize(
    "act",
    [
        "roll mercer Pilot +3",
        "help-ally mercer felix Pilot",
        "oppose mercer crewman Pilot",
        "manoeuvre mercer disarm crewman",
        "manoeuvre mercer disarm nobody 1",
    ],
)
def test_we_41_a_line_says_that_the_gm_rules_on_a_tie(act: str) -> None:
    play = Play(MERCER, FELIX, CREWMAN)
    assert "%: you rule" in _preview(play, act).partition(", tie ")[2]
    play("reading tie failure")
    assert ("you rule" in _preview(play, act)) is ("crewman" in act)


def test_we_39_a_boon_says_its_size_and_stands_under_its_winner() -> None:
    play = Play(MERCER, CREWMAN)
    play("oppose mercer crewman Pilot defend=Shoot dice=---- theirs=++++")
    assert play.preview("boon", "label") == "Crewman gains +2 for one use in this scene"
    assert [choice.label for choice in play.offered("boon", "of").values()] == ["Crewman, Shoot"]


def test_we_46_help_says_who_gains_what() -> None:
    assert _preview(Play(MERCER, FELIX), "help-ally felix mercer Crafts").endswith(
        "success: +1 for Mercer, once, in a roll where you tick it"
    )


def test_we_52_help_in_a_turn_says_that_it_is_no_action() -> None:
    """The text names attack, defence, an item and a manoeuvre; the mark of the primary action stays (WE-52)."""
    play = Play(MERCER, FELIX)
    play("order gm who=felix,mercer")
    assert _preview(play, "help-ally felix mercer Crafts").endswith(" · costs no action this turn")
    assert "no action" not in _preview(play, "help-ally mercer felix Pilot")
    play("help-ally felix mercer Crafts dice=++++")
    assert not play.state.order.places[0].used


def test_we_43_a_bound_bonus_says_where_it_counts_by_itself() -> None:
    """WE-46: only an act that fits, never a defence, uses it unasked."""
    play = Play(MERCER, FELIX, CREWMAN)
    told, against = "success: +1 for Mercer, once, in the next", "attack, manoeuvre or opposed roll of their own"
    only, foe = "only=Pilot", "foe=crewman"
    line = "help-ally felix mercer Crafts"
    assert _preview(play, f"{line} {only}").endswith(f"{told} roll with Pilot (no defence, no initiative)")
    assert _preview(play, f"{line} {foe}").endswith(f"{told} {against} against Crewman")
    assert _preview(play, f"{line} {only} {foe}").endswith(f"{told} {against} with Pilot against Crewman")
    play(f"{line} {foe} dice=++++")
    acts = {"attack": "attack mercer crewman", "manoeuvre": "manoeuvre mercer disarm crewman"}
    acts |= {"opposed": "oppose mercer crewman Pilot", "check": "roll mercer Pilot 0"}
    counted = {name for name, line in acts.items() if "Mercer uses up" in _preview(play, line)}
    assert counted == {"attack", "manoeuvre", "opposed"}


def test_we_19_and_we_44_a_roll_names_what_it_uses_up() -> None:
    play = Play(MERCER, FELIX, CREWMAN)
    play.play("give mercer 1 boost label=sand against=crewman", "give mercer 1 situation label=light ends=scene")
    assert _preview(play, "attack mercer crewman").endswith(" · Mercer uses up “sand”")
    assert _preview(play, "roll felix Crafts +2 with=prototype").endswith(" · Felix uses up Prototype, Unstable")


def test_we_44_initiative_names_what_each_roll_uses_up() -> None:
    """A bonus for initiative alone is used up there, and stands on the line before (WE-44, WE-51)."""
    play = Play(MERCER, FELIX, CREWMAN)
    assert "uses up" not in _preview(play, "initiative")
    play.play("give felix 1 boost ready act=initiative", "give mercer 1 boost label=sand act=attack")
    play("give mercer 1 boost label=eyes act=initiative")
    told = "Mercer uses up “eyes” · Felix uses up “ready”"
    assert _preview(play, "initiative").endswith(f" · {told}")
    assert f" · {told} · left out: " in _preview(play, "initiative who=mercer,felix")
    play("initiative dice=0000;0000;0000")
    assert [one.label for one in play.state.bonuses.values()] == ["sand"]


def test_we_54_an_attack_that_ties_says_so() -> None:
    """A tie favours the defender, and is told as one (WE-54)."""
    play = Play(MERCER, CREWMAN)
    told = play("attack mercer crewman skill=Pilot defend=Combat dice=0000;0000")
    tied = play(f"attack mercer crewman skill=Pilot defend=Combat dice=0000;{'+' * play.roll.margin:0<4}")
    assert told.lines[0].startswith("HIT ")
    assert (play.roll.outcome, tied.lines[0].partition(" · ")[0]) == ("tie", "TIE, MISS")


def test_we_61_an_unassigned_penalty_is_told_with_each_roll() -> None:
    """Wounds count once they are assigned; until then each line of odds says what it leaves out (WE-61, WE-62)."""
    play = Play(MERCER, FELIX, CREWMAN)
    play("damage mercer 5")
    told = " · Mercer has 1 wound not assigned (−1)"
    for line in (
        "roll mercer Pilot +2",
        "attack mercer crewman",
        "attack crewman mercer",
        "oppose felix mercer Pilot",
        "manoeuvre mercer feint crewman",
        "help-ally mercer felix Pilot",
    ):
        assert told in _preview(play, line)
    assert play.offered("initiative", "who")["mercer"].hint.endswith("; −1 not assigned")
    play("damage mercer 3")
    assert " · Mercer has 2 wounds not assigned (−3)" in _preview(play, "roll mercer Pilot +2")
    play.play("wound mercer mild Pilot:1", "wound mercer moderate Pilot:2")
    assert "not assigned" not in _preview(play, "roll mercer Pilot +2")
    assert "not assigned" not in _preview(play, "roll felix Crafts +2")
