"""The end of the tale: each character's final Wyrd roll, and what is told of it afterwards (WA-02, WA-41)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from wyrd_tui.engine import sixes
from wyrd_tui.engine.commands import Answers, Ask, Choice, Command, many_of, text_of
from wyrd_tui.engine.dice import Dice, Refused
from wyrd_tui.engine.events import Befell, Event, Said
from wyrd_tui.engine.rules.asks import note_asks
from wyrd_tui.engine.rules.shared.basics import chained
from wyrd_tui.engine.rules.wyrd_abacus.facing import still_open
from wyrd_tui.engine.rules.wyrd_abacus.influence import INFLUENCE, nobody_plays, rolled_wyrd
from wyrd_tui.engine.rules.wyrd_abacus.numbers import is_character, is_defeated, wyrd_of
from wyrd_tui.engine.state import WYRD_ABACUS, Actor, Condition, State

CAUGHT, FREED = Condition("caught", "caught in the tale"), Condition("freed", "freed from the tale")


def _last(state: State) -> list[Actor]:
    """Characters whose final Wyrd roll has not been made: those who got out or are elsewhere have one too (WA-41)."""
    done = {CAUGHT.id, FREED.id}
    party = (actor for actor in state.actors.values() if is_character(state, actor) and not is_defeated(actor))
    return [actor for actor in party if not done & {condition.id for condition in actor.conditions}]


def _nobody_is_left(state: State) -> str:
    if _last(state):
        return still_open(state)
    return nobody_plays(state) or "Every character has had its final Wyrd roll: `u` takes one back."


def _final(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    who = many_of(answers, "who")
    if not who:
        raise Refused("Somebody must roll.")
    epilogue = text_of(answers, "note").strip()
    yield from chained(
        state,
        lambda now: rolled_wyrd(now, answers, dice, who, final="yes"),
        partial(_fates, who=who),
        lambda now: iter((Said(f"Epilogue – {epilogue}"),) if epilogue else ()),
    )


def _fates(state: State, who: Sequence[str]) -> Iterator[Event]:
    """A 6 and one is caught in the tale, less and one is freed of it (WA-41)."""
    if state.roll is None:
        return
    for score in (state.roll.score, *state.roll.against):
        if score.who in who:
            yield Befell(score.who, CAUGHT if score.total == 6 else FREED)


def _final_preview(state: State, answers: Answers) -> str:
    words = []
    for who in many_of(answers, "who"):
        if who in state.actors:
            actor = state.actors[who]
            words.append(f"{actor.name} is caught in {sixes.caught(wyrd_of(actor)).short()}")
    return ", ".join(words)


FINAL = Command(
    "final",
    "F",
    "final Wyrd rolls",
    "End the story: each character's last Wyrd roll says who is caught in the tale and who is freed.",
    INFLUENCE,
    _final,
    (
        Ask(
            "who",
            "Who",
            "many",
            lambda s, a: [Choice(actor.id, actor.name, str(wyrd_of(actor))) for actor in _last(s)],
            lambda s, a: tuple(actor.id for actor in _last(s)),
        ),
        Ask("dice", "Dice", "dice", default=lambda s, a: "", preview=_final_preview),
        note_asks("Epilogue"),
    ),
    _nobody_is_left,
    WYRD_ABACUS,
    "WA-02, WA-41",
)
