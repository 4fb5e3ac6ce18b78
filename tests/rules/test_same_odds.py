"""Odds that ladder, preview, page of odds and the rolls themselves give alike (WE-21, WE-34, U-05, C-01)."""

from __future__ import annotations

from itertools import product
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.properties import examples
from tests.rules.tables import Play, bonus, once, someone, trait
from wyrd_tui.engine import odds
from wyrd_tui.engine.chance import Chance
from wyrd_tui.engine.commands import Answers
from wyrd_tui.engine.rules.wyrd_engine.chances import check_outcome
from wyrd_tui.engine.rules.wyrd_engine.game import ladder
from wyrd_tui.engine.rules.wyrd_engine.odds_page import ladder_lines
from wyrd_tui.engine.rules.wyrd_engine.rerolls import may_reroll
from wyrd_tui.engine.sheet import Effect, Trait
from wyrd_tui.engine.spans import PageLine
from wyrd_tui.engine.state import Bonus, BonusKind, Ends

THROWS = [sum(faces) for faces in product((-1, 0, 1), repeat=4)]
SUMS = sorted(set(THROWS))

conditions = st.sampled_from(["", "", "at night"])
skills = st.sampled_from(["", "Will", "Lore"])


@st.composite
def traits(draw: st.DrawFn, number: int) -> Trait:
    """A trait with a bonus or a second throw, which may have a condition, a limit and a skill."""
    skill, when = draw(skills), draw(conditions)
    kind = draw(st.sampled_from(["bonus", "reroll"]))
    effect = (
        bonus(skill, draw(st.sampled_from([-1, 1, 2, 3])))
        if kind == "bonus"
        else Effect("reroll", skill, after=draw(st.sampled_from(["failed", "any"])))
    )
    limits = (once("scene"),) if draw(st.booleans()) else ()
    return trait(f"T{number}", effect, *limits, when=when, gear=draw(st.booleans()))


@st.composite
def tables(draw: st.DrawFn) -> Play:
    """A character with traits, bonuses and a house rule for ties."""
    owned = [draw(traits(number)) for number in range(draw(st.integers(0, 3)))]
    ann = someone("ann", "Ann", {"Will": draw(st.integers(-1, 3)), "Lore": 1}, *owned)
    waiting = {}
    for number in range(draw(st.integers(0, 3))):
        kind: BonusKind = draw(st.sampled_from(["boost", "boon", "help", "situation"]))
        ends: Ends = draw(st.sampled_from(["use", "scene"]))
        act = draw(st.sampled_from(["", "", "check", "attack"]))
        value = draw(st.sampled_from([-2, 1, 2]))
        waiting[f"b{number}"] = Bonus(f"b{number}", f"b{number}", value, "ann", kind, "", draw(skills), ends, "", act)
    rules = {
        "tie": draw(st.sampled_from(["ask", "success", "failure"])),
        "stacking": draw(st.sampled_from(["one", "one-per-source", "all"])),
    }
    return Play(ann, rules=rules, bonuses=waiting)


def played(play: Play, dr: int, asked: str = "") -> Chance:
    """Count the successes of a roll and, where a second throw counts in it, of the second throw after a failure."""
    won, line = 0, f"roll ann Will {dr} {asked}"
    again = "reroll" in play.preview(line, "dice")
    for first in SUMS:
        ways = THROWS.count(first)
        play(f"{line} dice={first:+d}")
        if play.roll.outcome == "failure" and again:
            for second in SUMS:
                play(f"reroll dice={second:+d}")
                won += ways * THROWS.count(second) * (play.roll.outcome == "success")
                play.session.undo()
        else:
            won += ways * len(THROWS) * (play.roll.outcome == "success")
        play.session.undo()
    return Chance(won, len(THROWS) ** 2)


def row_of_page(play: Play, dr: int) -> str:
    """Return the row of a rung on the page of odds."""
    lines = ladder_lines(play.state, play.state.actors["ann"], "Will")
    rows = ("".join(span[0] for span in line.spans) for line in lines if isinstance(line, PageLine))
    return next(row for row in rows if f" {odds.RUNGS[dr]} " in row)


@examples(25)
@given(tables(), st.integers(-1, 4))
def test_ladder_preview_page_and_rolls_agree(play: Play, dr: int) -> None:
    """The ladder, the preview, the page of odds and the rolls agree on one chance, rerolls included."""
    rung = next(rung for rung in ladder(play.state, "ann", "Will").rungs if rung.value == dr)
    answers: Answers = {"who": "ann", "skill": "Will", "against": dr}
    assert check_outcome(play.state, answers).success == rung.success
    assert f"success {rung.success.short()}" in play.preview(f"roll ann Will {dr}", "dice")
    assert rung.success.percent() in row_of_page(play, dr)
    assert played(play, dr) == rung.success


@examples(25)
@given(tables(), st.integers(-1, 4))
def test_each_choice_says_the_chance_that_it_gives(play: Play, dr: int) -> None:
    """The chance beside a choice is that of the roll with it, counted over all throws."""
    for name, choice in play.offered(f"roll ann Will {dr}").items():
        if choice.then:
            assert played(play, dr, f"with={name}").short() == choice.then


@pytest.mark.long
@pytest.mark.parametrize("own", ["none", "failed"])
@pytest.mark.parametrize("theirs", ["none", "failed"])
def test_an_attack_says_the_chance_with_both_sides_second_throws(
    own: Literal["none", "failed"], theirs: Literal["none", "failed"]
) -> None:
    """The chance of an attack counts one reroll of the side that lost (WE-21, WE-54, U-05)."""
    stubborn = (trait("Stubborn", Effect("reroll", after=own)),) if own != "none" else ()
    slippery = (trait("Slippery", Effect("reroll", after=theirs)),) if theirs != "none" else ()
    ann = someone("ann", "Ann", {"Fight": 2}, *stubborn)
    play = Play(ann, someone("bob", "Bob", {"Athletics": 1}, *slippery, side="foes"))
    line, hits = "attack ann bob skill=Fight defend=Athletics", 0
    for first, second in product(SUMS, repeat=2):
        ways = THROWS.count(first) * THROWS.count(second)
        play(f"{line} dice={first:+d} theirs={second:+d}")
        again = {who for who, _ in may_reroll(play.state, play.roll)}
        for third in SUMS if again else ():
            play(f"reroll dice={third:+d}")
            hits += ways * THROWS.count(third) * bool(play.roll.hits)
            play.session.undo()
        hits += 0 if again else ways * len(THROWS) * bool(play.roll.hits)
        play.session.undo()
    said = Chance(hits, len(THROWS) ** 3).short()
    assert f"hits {said}" in play.preview(line, "dice")
    assert ("they reroll" in play.preview(line, "dice")) is (theirs != "none")
