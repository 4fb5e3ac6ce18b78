"""Conceding a fight for a price, before being taken out (WE-69)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from wyrd_tui.engine.apply import apply_each
from wyrd_tui.engine.commands import Answers, Ask, Command, many_of, text_of
from wyrd_tui.engine.describe import describe
from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.events import Befell, Event, Ordered
from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.rules.ground.basics import bring, chain_steps, the_actor
from wyrd_tui.engine.rules.ground.places import begin_fight
from wyrd_tui.engine.rules.ground.turn_passing import pass_turn
from wyrd_tui.engine.rules.questions import actor_choices, still_acts
from wyrd_tui.engine.rules.wyrd_engine.attack import FIGHT
from wyrd_tui.engine.rules.wyrd_engine.damage import CONCEDED
from wyrd_tui.engine.rules.wyrd_engine.sides import for_players, must_play, nobody_acts
from wyrd_tui.engine.state import WYRD_ENGINE, State
from wyrd_tui.engine.words import is_plural, join_names, name_and_verb, short_name_of

CONCEDES = "concedes"
"""The way out that is open only to those who still stand (WE-69)."""

PRICE = Ask("price", "Price of conceding", "words")


def concede(state: State, answers: Answers) -> Iterator[Event]:
    """Let the loser concede at a real price; the winner shapes the outcome, and boxes stay as they are (WE-69).

    Raises:
        Refused: If a character is out of action, or plays another game.
    """
    price = text_of(answers, "price")
    leaving = set(many_of(answers, "who"))
    for who in leaving:
        must_play(state, who)
        actor = the_actor(state, who)
        if actor.out:
            raise Refused(f"{name_and_verb(state, actor.id, 'is')} out of action, and can no longer concede.")
    order = state.order
    left = order.without(leaving)
    events: list[Event] = [Befell(who, replace(CONCEDED, note=price)) for who in many_of(answers, "who")]
    if left is not order:
        events.append(Ordered(left))
    # The end of the fight brings back those who conceded, so a fight runs from now on, with an order or without.
    events += begin_fight(state)
    yield from chain_steps(state, bring(*events), partial(pass_turn, since=order))


def _conceded_ahead(state: State, answers: Answers) -> str:
    """Tell what conceding brings before its price is written, as the log will."""
    if text_of(answers, "price"):
        return ""
    done = apply_each(state, concede(state, {**answers, "price": "…"}))
    return "\n".join(line for event, before, _ in done if (line := str(describe(event, before))))


def out_until_the_end(state: State, answers: Answers) -> str:
    """Say what conceding means for the rest of the fight (WE-69)."""
    whom = [who for who in many_of(answers, "who") if who in state.actors]
    if not whom:
        return ""
    ordered = any(place.who in whom for place in state.order.places)
    several = len(whom) > 1 or is_plural(state.actors[whom[0]])
    names, verb = join_names([short_name_of(state, who) for who in whom]), "are" if several else "is"
    target = f"no {'targets' if several else 'target'}"
    out = f"out of the order and {target}" if ordered else target
    return f"{names} {verb} {out} until the fight ends"


CONCEDE = Command(
    "concede",
    "y",
    "concede",
    "Let a character give up the fight, for a price, before being taken out.",
    FIGHT,
    lambda state, answers, dice: concede(state, answers),
    (
        for_players(
            Ask("who", "Character", "many", actor_choices(still_acts), focus="ticked", some="Choose a character.")
        ),
        replace(PRICE, preview=_conceded_ahead),
    ),
    lambda state: nobody_acts(state) and "No character is left to concede.",
    WYRD_ENGINE,
    "WE-69",
    remark=out_until_the_end,
)
