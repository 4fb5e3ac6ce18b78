"""Rolls of all games where room is short: totals without the dice and the numbers that counted in them."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest

from tests.commands import BY_ID
from tests.rules.test_material import shipped, table
from tests.trust.random_acts import answered
from wyrd_tui.engine.apply import apply
from wyrd_tui.engine.describe import describe
from wyrd_tui.engine.dice import LiveDice, Refused
from wyrd_tui.engine.events import Rolled
from wyrd_tui.engine.log_line import LogLine
from wyrd_tui.engine.roll import Roll
from wyrd_tui.engine.session import Session
from wyrd_tui.engine.voices import voice_of
from wyrd_tui.engine.words import plain_number, signed

ACTS = {
    "flight-from-the-tower": ("roll", "attack", "oppose", "manoeuvre", "help-ally", "boost", "reroll", "ruling"),
    "nobody-told-the-bees": ("face", "draw", "wyrd", "influence", "sabotage", "recuperate"),
    "a-fine-patina": ("check", "strike", "contest", "team", "choose-dice", "twist", "hurt"),
}
"""Acts with dice that each scenario is played by."""
ROLLED = {
    "flight-from-the-tower": {"attack", "boost", "check", "help", "manoeuvre", "opposed"},
    "nobody-told-the-bees": {"challenge", "influence", "rest", "sabotage", "wyrd"},
    "a-fine-patina": {"attack", "check", "team"},
}


def evening(scenario: str, seed: int) -> Session:
    """Play acts with dice at random, from a seed."""
    chance, session = random.Random(seed), table(shipped(scenario)).session
    session.dice = LiveDice(seed)
    session.do(BY_ID["begin"], answered(BY_ID["begin"], session.state, chance, usual=1) or {})
    for _ in range(60):
        command = BY_ID[chance.choice(ACTS[scenario])]
        try:
            if (answers := answered(command, session.state, chance, usual=0.7)) is not None:
                session.do(command, answers)
        except Refused:
            continue
    return session


def rolls_of(session: Session) -> Iterator[tuple[Roll, LogLine]]:
    """Yield the rolls of an evening, each with its line of the log."""
    for step in session.done:
        state = step.before
        for event in step.act.events:
            if isinstance(event, Rolled):
                yield event.roll, describe(event, state)
            state = apply(state, event)


@pytest.mark.parametrize("scenario", ACTS)
def test_a_roll_in_brief_has_each_total_and_no_part(scenario: str) -> None:
    """WE-54, WA-38, ME-07: no total counts in a rest (WA-48), and a team has none until dice are kept (ME-30)."""
    seen = set()
    for seed in range(4):
        for roll, line in rolls_of(evening(scenario, seed)):
            seen.add(roll.act)
            scores = (roll.score, *roll.against)
            counts = roll.act != "rest" and (roll.act != "team" or roll.outcome)
            totals = [plain_number(score.total) for score in scores] if counts else []
            assert line.brief, line
            assert all(re.search(rf"(?<![−\d]){total}(?!\d)", line.brief) for total in totals), (line.brief, totals)
            parts = [f"{part.label} {signed(part.value)}" for score in scores for part in score.parts]
            hands = [" ".join(map(str, score.faces)) for score in scores if len(score.faces) > 1]
            assert not any(told in line.brief for told in (*parts, *hands, " = ")), line.brief
    assert seen >= ROLLED[scenario]


def test_we_51_initiative_needs_no_brief_wording() -> None:
    """WE-51: the order before it has told every total."""
    play = table(shipped("flight-from-the-tower"))
    act = play("initiative")
    order, dice = act.log
    (roll, *_) = (event.roll for event in act.events if isinstance(event, Rolled))
    assert roll.act in voice_of(roll.game).describe_rolls
    assert not dice.brief
    totals = [signed(event.roll.score.total) for event in act.events if isinstance(event, Rolled)]
    assert all(total in order.tail for total in totals)
