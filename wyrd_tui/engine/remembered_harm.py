"""Memory of the last act that harmed a known actor, from which `told_harm` tells it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from wyrd_tui.engine.events import Befell, Changed, Marked, Struck
from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.known import is_known
from wyrd_tui.engine.roll import Harm
from wyrd_tui.engine.state import Actor, State

_Harming = TypeVar("_Harming", Marked, Struck, Changed, Befell)


def harming(change: Callable[[State, _Harming], State]) -> Callable[[State, _Harming], State]:
    """Have a change of the table remember the harm that its event does to an actor whom players know."""

    def changed(state: State, event: _Harming) -> State:
        after, actor = change(state, event), state.actors.get(event.who)
        harm = _harm_of(event, actor) if actor is not None and is_known(actor) else None
        return after if harm is None else replace(after, harms=_with(state, harm))

    return changed


def _harm_of(event: Marked | Struck | Changed | Befell, actor: Actor) -> Harm | None:
    """Return the harm of an event; None for one that does none, such as points that are spent."""
    match event:
        case Marked(damage=int(damage)) if damage:
            rows = actor.sheets[event.game].track if event.game in actor.sheets else ()
            added = ((row, event.marks.get(row.id, row.marks) - row.marks) for row in rows)
            marked = tuple(replace(row, marks=more) for row, more in added if more > 0)
            return Harm(event.who, game=event.game, rows=marked, damage=damage)
        case Struck(struck=True):
            rows = actor.sheets[event.game].track if event.game in actor.sheets else ()
            struck = tuple(replace(row, marks=0, struck=True) for row in rows if row.id == event.row)
            return Harm(event.who, game=event.game, rows=struck)
        case Changed(fallen=fallen) if fallen > 0:
            return Harm(event.who, fallen=fallen)
        case Befell(condition=one) if one.out or event.cause:
            return Harm(event.who, fates=(one.id,))
        case _:
            return None


def _with(state: State, harm: Harm) -> tuple[Harm, ...]:
    """Add harm to that of the same act, that of one actor together; harm of an earlier act is forgotten."""
    number = state.acts + 1
    harms = {one.who: one for one in state.harms if one.number == number}
    old = harms.get(harm.who, Harm(harm.who))
    added = Harm(
        harm.who,
        number,
        old.game or harm.game,
        (*old.rows, *harm.rows),
        old.damage + harm.damage,
        old.fallen + harm.fallen,
        (*old.fates, *harm.fates),
    )
    return tuple({**harms, harm.who: added}.values())
