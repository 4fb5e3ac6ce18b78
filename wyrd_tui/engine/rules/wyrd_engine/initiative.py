"""Rolling for who acts first: 4dF and Notice, or another rating (WE-51)."""

from __future__ import annotations

from collections.abc import Iterator

from wyrd_tui.engine.commands import Answers, Ask, Command, text_of
from wyrd_tui.engine.dice import Dice, Refused
from wyrd_tui.engine.events import Event, Rolled
from wyrd_tui.engine.rules.asks import next_in_line
from wyrd_tui.engine.rules.ground.places import ORDER, able, begun, involved, involved_asks, left_out, with_ties
from wyrd_tui.engine.rules.readings import rule
from wyrd_tui.engine.rules.wyrd_engine.asks import suitable
from wyrd_tui.engine.rules.wyrd_engine.numbers import reckon, sheet_of
from wyrd_tui.engine.rules.wyrd_engine.rolls import let_go, score_of, throw_of, typed_for
from wyrd_tui.engine.state import WYRD_ENGINE, Actor, Order, Place, Roll, State


def _rating(state: State, actor: Actor, answer: str) -> str:
    """What somebody rolls: what the GM says now, else the sheet's own, else what the table reads (WE-51)."""
    usual = sheet_of(actor).usual.get("initiative")
    if usual and not answer:
        return usual
    wanted = answer or str(rule(state, "initiative"))
    return suitable(state, actor, (wanted,)) or wanted


def _usual(state: State, answers: Answers) -> str:
    return "" if text_of(answers, "skill") else f"each one’s own, else {rule(state, 'initiative')}"


def _initiative(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    rating = text_of(answers, "skill").strip()
    actors = involved(state, answers)
    scores = []
    typed = typed_for(answers, "dice", len(actors), "who roll for initiative")
    for actor, text in zip(actors, typed, strict=True):
        # What is gone after one use is for a roll that somebody chose it for.
        reckoning = reckon(state, actor.id, _rating(state, actor, rating), act="initiative", lasting=True)
        score = score_of(actor.id, reckoning, throw_of(text, dice))
        scores.append(score)
    ordered = with_ties([Place(score.who, score.total) for score in scores])
    yield from begun(state, Order("rolled", 1, ordered[0].who, ordered), "Initiative")
    for score in scores:
        yield Rolled(Roll("initiative", WYRD_ENGINE, score, label="the others", ruling="done"))
    yield from let_go(state)


def _whose(state: State, answers: Answers) -> str:
    """Whose dice are typed next, so that throws and actors stay together."""
    try:
        actors = involved(state, answers)
    except Refused as reason:
        return str(reason)
    typed = text_of(answers, "dice")
    names = next_in_line(state, [actor.id for actor in actors], typed)
    outside = left_out(state, actors)
    return f"{names} · {outside[0].lower()}{outside[1:]}" if outside and ";" not in typed else names


INITIATIVE = Command(
    "initiative",
    "i",
    "initiative",
    "Everybody rolls 4dF and Notice, or another rating; the highest acts first and ties are the GM's to settle.",
    ORDER,
    _initiative,
    (
        Ask("skill", "Roll (empty: the usual)", "words", default=lambda s, a: "", preview=_usual, quiet=True),
        involved_asks(),
        Ask("dice", "Dice, parted by ;", "dice", default=lambda s, a: "", preview=_whose, form=True),
    ),
    lambda state: "" if able(state) else "Nobody is there to roll.",
    WYRD_ENGINE,
    "WE-51",
)
