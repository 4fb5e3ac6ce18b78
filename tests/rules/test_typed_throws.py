"""Real dice at the end of a line: what was typed is what counts, for one side and for two (U-33)."""

from __future__ import annotations

from itertools import product

import pytest

from tests.rules.tables import DRAKE, MERCER, Play
from tests.rules.test_material import shipped, table
from tests.scans import sampled
from wyrd_tui.engine.dice import fudge_from_d6, fudge_text

FACES = list(product((-1, 0, 1), repeat=4))
BETWEEN = (";", " ", "", "; ")


def test_each_of_the_81_throws_counts_behind_a_line() -> None:
    play = table(shipped("flight-from-the-tower"))
    for faces in FACES:
        play(f"roll elias athletics difficult {fudge_text(faces)}")
        assert (play.roll.score.faces, play.roll.score.typed) == (faces, True)


ATTACK = "attack elias patrolling crewman"
OTHERS = ("attack elias felix", "oppose elias felix Combat Crafts")


@pytest.mark.parametrize(
    ("line", "start"), sampled([*((ATTACK, start) for start in range(len(BETWEEN))), *((line, 0) for line in OTHERS)])
)
def test_each_of_the_81_throws_counts_for_both_sides(line: str, start: int) -> None:
    """The signs between two hands differ from throw to throw; the long run parts each throw by each of them."""
    play = table(shipped("flight-from-the-tower"))
    play("begin cast=patrolling-crewman")
    for number, (ours, theirs) in enumerate(zip(FACES, reversed(FACES), strict=True), start):
        between = BETWEEN[number % len(BETWEEN)]
        play(f"{line} {fudge_text(ours)}{between}{fudge_text(theirs)}")
        assert [side.faces for side in (play.roll.score, *play.roll.against)] == [ours, theirs]


def test_a_run_of_dice_is_parted_among_several_targets() -> None:
    play = table(shipped("flight-from-the-tower"))
    play("begin cast=patrolling-crewman")
    play("attack elias felix,patrolling-crewman 1111 3333 6666")
    assert play.roll.score.faces == (fudge_from_d6(1),) * 4
    assert [side.faces[0] for side in play.roll.against] == [fudge_from_d6(3), fudge_from_d6(6)]


@pytest.mark.parametrize("dice", ["+++", "+++++", "++++---", "++++;----;0000"])
def test_a_throw_of_the_wrong_size_is_refused(dice: str) -> None:
    play = table(shipped("flight-from-the-tower"))
    play("begin cast=patrolling-crewman")
    play.refuses(f"attack elias patrolling crewman {dice}")


@pytest.mark.parametrize("dice", ["0000;++00", "0000++00", "0000 ++00"])
@pytest.mark.parametrize(
    "line", ["attack mercer drake", "manoeuvre mercer feint drake", "oppose mercer drake", "oppose mercer drake pilot"]
)
def test_we_36_one_run_holds_the_dice_of_both_sides(line: str, dice: str) -> None:
    """WE-36, WE-53: in every form of two hands; dice are never read as a rating."""
    play = Play(MERCER, DRAKE)
    play(f"{line} {dice}")
    assert [score.faces for score in (play.roll.score, *play.roll.against)] == [(0, 0, 0, 0), (1, 1, 0, 0)]
