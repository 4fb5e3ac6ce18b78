"""Sentences of the log on actors who enter, exit or change."""

from __future__ import annotations

from wyrd_tui.engine import events as e
from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.handles import handles_of, new_handle
from wyrd_tui.engine.harm import describe_fall
from wyrd_tui.engine.log_line import SILENCE, LogLine
from wyrd_tui.engine.returning import describe_return
from wyrd_tui.engine.state import State
from wyrd_tui.engine.words import crowd_and_verb, fit_verb, name_and_verb, short_name_of, with_details, with_numbers


def joined(event: e.Joined, state: State) -> LogLine:
    """Tell that an actor enters, and how one who was here before comes back."""
    # Of members that split off, the line of their group tells.
    if event.cause == "split":
        return SILENCE
    key, known = new_handle(state, event.actor), state.handles.get(event.actor.id)
    keyed = f", key {key} instead of {known}" if key and known and key != known else ""
    return LogLine(f"{crowd_and_verb(event.actor, 'enters')}{keyed}", describe_return(state, event.actor))


def left(event: e.Left, state: State) -> LogLine:
    """Tell that an actor exits, or joins a group."""
    if group := state.actors.get(event.into):
        return LogLine(name_and_verb(state, event.who, f"joins {group.name}"))
    in_order = any(place.who == event.who for place in state.order.places)
    return with_details(name_and_verb(state, event.who, "exits"), "no longer in the order" if in_order else "")


def changed(event: e.Changed, state: State) -> LogLine:
    """Tell what is changed of an actor, and the handle where that makes it another one."""
    actor = state.actors.get(event.who)
    if actor is None:
        return SILENCE
    side, kind = event.side or actor.side, event.kind or actor.kind
    key = new_handle(state, replace(actor, side=side, kind=kind))
    keyed = f", key {key} instead of {handles_of(state).get(actor.id)}" if key else ""
    if event.kind is not None and event.why:
        return LogLine(f"{short_name_of(state, event.who)} {event.why}{keyed}")
    name, changes = short_name_of(state, event.who), []
    if event.name is not None and event.name != actor.name:
        changes.append(f"is now called {event.name}")
    if event.side is not None and event.side != actor.side:
        turned = "turns against the party" if actor.side == "party" else "joins the foes"
        sides = {"party": "joins the party", "foes": turned}
        changes.append(sides.get(event.side, "takes no side now"))
    if event.kind is not None and event.kind != actor.kind:
        changes.append(f"is now a {event.kind}")
    if event.count is not None and event.count != actor.count:
        if told := describe_fall(event, actor):
            return LogLine(f"{name}: {told}") if event.why else with_numbers(name, told)
        counted = f"{event.why or 'now counts'} {actor.count}→{event.count}"
        return LogLine(name_and_verb(state, event.who, counted))
    if event.player is not None:
        changes.append(f"is now played by {event.player}" if event.player else "has no player now")
    texts = {"concept": event.concept, "note": event.notes}
    changes += [f"has a new {field}" for field, text in texts.items() if text is not None]
    changes += [f"has a new text under {heading}" for heading in event.details]
    told = f"{name} {', '.join(fit_verb(actor, change) for change in changes)}"
    return LogLine(told + keyed) if changes else SILENCE
