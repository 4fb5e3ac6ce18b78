"""Rolling for who acts first: 4dF and Notice, or another rating (WE-51)."""

from __future__ import annotations

from collections.abc import Iterator

from wyrd_tui.engine.commands import Answers, Ask, Command, text_of
from wyrd_tui.engine.dice import Dice, Refused, parse_fudge
from wyrd_tui.engine.events import Event, Rolled
from wyrd_tui.engine.rules.asks import suitable
from wyrd_tui.engine.rules.readings import rule
from wyrd_tui.engine.rules.shared.order import ORDER, begun, fighting, with_ties
from wyrd_tui.engine.rules.wyrd_engine.numbers import offers, reckon, sheet_of
from wyrd_tui.engine.rules.wyrd_engine.rolls import score_of
from wyrd_tui.engine.state import WYRD_ENGINE, Order, Place, Roll, State


def _typed(answers: Answers, count: int) -> list[str]:
    """What was typed for each, parted by semicolons, in the order of the list; empty where the program rolls."""
    text = text_of(answers, "dice")
    entries = [entry.strip() for entry in text.split(";")] if text.strip() else []
    if len(entries) > count:
        raise Refused(f"Dice for {len(entries)}, but {count} roll for initiative.")
    return [*entries, *[""] * (count - len(entries))]


def _initiative(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    rating = text_of(answers, "skill")
    actors = fighting(state)
    scores = []
    for actor, text in zip(actors, _typed(answers, len(actors)), strict=True):
        own = sheet_of(actor).usual.get("initiative") or suitable(state, actor, (rating,)) or rating
        # What is gone after one use is for a roll that somebody chose it for.
        lasting = [
            o.id for o in offers(state, actor.id, own) if o.on and o.bonus and state.bonuses[o.bonus].ends != "use"
        ]
        reckoning = reckon(state, actor.id, own, lasting, act="initiative")
        score = score_of(actor.id, reckoning, parse_fudge(text) if text else dice.fudge())
        scores.append(score)
    ordered = with_ties([Place(score.who, score.total) for score in scores])
    yield from begun(state, Order("rolled", 1, ordered[0].who, ordered), "Initiative")
    for score in scores:
        yield Rolled(Roll("initiative", WYRD_ENGINE, score, label="the others", ruling="done"))


def _whose(state: State, answers: Answers) -> str:
    """Whose dice are typed next, so that throws and actors stay together."""
    actors = fighting(state)
    done = text_of(answers, "dice").count(";")
    return " ; ".join(actor.name for actor in actors[done : done + 6]) + (" …" if len(actors) > done + 6 else "")


INITIATIVE = Command(
    "initiative",
    "i",
    "initiative",
    "Everybody rolls 4dF and Notice, or another rating; the highest acts first and ties are the GM's to settle.",
    ORDER,
    _initiative,
    (
        Ask("skill", "Roll", "words", default=lambda s, a: str(rule(s, "initiative")), quiet=True),
        Ask("dice", "Dice, parted by ;", "dice", default=lambda s, a: "", preview=_whose),
    ),
    lambda state: "" if fighting(state) else "Nobody is there to roll.",
    WYRD_ENGINE,
    "WE-51",
)
