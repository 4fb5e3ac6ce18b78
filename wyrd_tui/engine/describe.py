"""What the log says of an event: one sentence, its headline before a colon, from the event and the state before it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from wyrd_tui.engine import events as e
from wyrd_tui.engine.state import DEAD, State
from wyrd_tui.engine.voices import value_name, voice_of
from wyrd_tui.engine.voices.voice import row_of
from wyrd_tui.engine.words import crowd_name, does, doing, name_of, signed, whose


def _challenge(state: State, which: str) -> str:
    challenge = state.challenges.get(which)
    return challenge.title if challenge else which


def _said(event: e.Said, state: State) -> str:
    return event.text


def _rolled(event: e.Rolled, state: State) -> str:
    return voice_of(event.roll.game).roll(event.roll, state)


def _ruled(event: e.Ruled, state: State) -> str:
    if event.ruling in ("done", "accepted") and not event.note:
        return ""
    if event.ruling == "done":
        return event.note
    note = f" – {event.note}" if event.note else ""
    roll = state.roll
    if roll is not None and roll.against and event.ruling in ("success", "failure"):
        winner = roll.score if event.ruling == "success" else roll.against[0]
        return f"The GM rules: {doing(state, winner.who, 'wins')}{note}"
    return f"The GM rules: {event.ruling}{note}"


def _marked(event: e.Marked, state: State) -> str:
    return voice_of(event.game).marked(event, state)


def _struck(event: e.Struck, state: State) -> str:
    row = row_of(state, event.who, event.game, event.row)
    label = row.label if row else event.row
    why = f" ({event.why})" if event.why else ""
    return f"{whose(state, event.who)} {label} is {'' if event.struck else 'no longer '}scratched out{why}"


def _hitting(event: e.Hitting, state: State) -> str:
    return ""


def _wounded(event: e.Wounded, state: State) -> str:
    row = row_of(state, event.who, event.game, event.row)
    label = row.label.casefold() if row else event.row
    hurts = ", ".join(f"{hurt.name} −{hurt.by}" for hurt in event.hurts) or "no penalty"
    return f"{whose(state, event.who)} {label} wound: {hurts}"


def _rated(event: e.Rated, state: State) -> str:
    if event.value is None:
        return doing(state, event.who, f"no longer has {event.rating}")
    return voice_of(event.game).rated(event, state)


def _traited(event: e.Traited, state: State) -> str:
    # What a use was for follows the name of what was used.
    verb, beside, note = (event.why or "has").partition(" (")
    return doing(state, event.who, f"{verb} {event.trait.name}{beside}{note}")


def _tracked(event: e.Tracked, state: State) -> str:
    return voice_of(event.game).tracked(event, state)


def _usual(event: e.Usual, state: State) -> str:
    return f"{name_of(state, event.who)} will {event.act} with {event.rating or 'whatever is asked'}"


def _joined(event: e.Joined, state: State) -> str:
    return f"{crowd_name(event.actor)} {does(event.actor, event.why or 'comes to the table')}"


def _left(event: e.Left, state: State) -> str:
    return doing(state, event.who, event.why or "leaves the table")


def _changed(event: e.Changed, state: State) -> str:
    actor = state.actors.get(event.who)
    if actor is None:
        return ""
    if event.kind is not None and event.why:
        return f"{actor.name} {event.why}"
    changes = []
    if event.name is not None and event.name != actor.name:
        changes.append(f"is now called {event.name}")
    if event.side is not None and event.side != actor.side:
        changes.append({"party": "joins the party", "foes": "turns against the party"}.get(event.side, "takes no side"))
    if event.kind is not None and event.kind != actor.kind:
        changes.append(f"is now a {event.kind}")
    if event.count is not None and event.count != actor.count:
        return f"{actor.name}: {event.why or 'now'} {actor.count}→{event.count}"
    for field in ("player", "concept", "notes"):
        if getattr(event, field) is not None:
            changes.append(f"has a new {field.removesuffix('s')}")
    return f"{actor.name} {', '.join(does(actor, change) for change in changes)}" if changes else ""


def _shown(event: e.Shown, state: State) -> str:
    rules = {page.id: f"Stage rule {page.title}" for page in state.book.pages if page.kind == "rule"}
    name = name_of(state, event.what) if event.what in state.actors else _challenge(state, event.what)
    name = rules.get(event.what, name)
    words = {"secret": "is hidden from the players", "known": "is known to be there", "open": "is open to the players"}
    return f"{name} {words[event.visibility]}"


def _befell(event: e.Befell, state: State) -> str:
    note = f": {event.condition.note}" if event.condition.note else ""
    actor = state.actors.get(event.who)
    before = next(filter(event.replaces, actor.conditions), None) if actor else None
    if before is not None and before.out and not event.condition.out:
        return f"{name_of(state, event.who)}, {event.condition.label}, may act again{note}"
    if event.condition.id == DEAD and event.condition.out:
        return f"{doing(state, event.who, 'dies')}{note.removesuffix(': gone')}"
    if event.condition.id == "conceded":
        return f"{doing(state, event.who, 'concedes')}{note}"
    return f"{doing(state, event.who, f'is {event.condition.label}')}{note}"


def _recovered(event: e.Recovered, state: State) -> str:
    actor = state.actors.get(event.who)
    labels = [old.label for old in actor.conditions if event.ends(old)] if actor else []
    if not labels:
        return ""
    return doing(state, event.who, f"is no longer {labels[0]}") + (f": {event.why}" if event.why else "")


def _gained(event: e.Gained, state: State) -> str:
    bonus = event.bonus
    against = f" against {name_of(state, bonus.against)}" if bonus.against else ""
    skill = f" on {bonus.skill}" if bonus.skill else ""
    label = "" if bonus.label == bonus.kind else f", {bonus.label}"
    return doing(state, bonus.owner, f"gains {signed(bonus.value)}{skill}{against}: {bonus.kind}{label}")


def _spent(event: e.Spent, state: State) -> str:
    bonus = state.bonuses.get(event.bonus)
    if bonus is None or not event.why:
        return ""
    return f"{whose(state, bonus.owner)} {bonus.label} ({signed(bonus.value)}) {event.why}"


def _laid(event: e.Laid, state: State) -> str:
    challenge = event.challenge
    if challenge.id in state.challenges:
        return f"{challenge.title} {event.why or 'changes'}"
    value = "" if challenge.value is None else value_name(challenge.game, challenge.value)
    return f"New {voice_of(challenge.game).laid(challenge, value)}"


def _moved(event: e.Moved, state: State) -> str:
    challenge = state.challenges.get(event.challenge)
    if challenge is None:
        return ""
    why = f", {event.why}" if event.why else ""
    return f"{challenge.title}: {challenge.done}→{event.done} of {challenge.needed}{why}"


def _settled(event: e.Settled, state: State) -> str:
    challenge = state.challenges.get(event.challenge)
    if challenge is None:
        return ""
    stake = {"overcome": challenge.win, "failed": challenge.lose}.get(event.outcome, "")
    failed = voice_of(challenge.game).unmet if challenge.kind == "obstacle" else "has failed"
    words = {"overcome": "is overcome", "failed": failed}.get(event.outcome, "is live again")
    if challenge.kind == "clock" and event.outcome == "overcome":
        words, stake = "is full", challenge.lose or challenge.win
    return f"{challenge.title} {words}" + (f": {stake}" if stake else "")


def _cleared(event: e.Cleared, state: State) -> str:
    return f"{_challenge(state, event.challenge)} leaves the abacus"


def _ordered(event: e.Ordered, state: State) -> str:
    if not event.why:
        return ""
    names = []
    for place in event.order.places[:12]:
        score = "" if place.score is None else f" {signed(place.score)}{' tied' if place.tie else ''}"
        names.append(f"{name_of(state, place.who)}{score}")
    more = f" and {len(event.order.places) - 12} more" if len(event.order.places) > 12 else ""
    return f"{event.why}: {', '.join(names)}{more}" if names else event.why


def _turned(event: e.Turned, state: State) -> str:
    head = f"Round {event.round}: " if event.round != state.order.round else ""
    return f"{head}{whose(state, event.who)} turn" if event.who else f"{head}nobody’s turn yet"


def _placed(event: e.Placed, state: State) -> str:
    return doing(state, event.place.who, event.why) if event.why else ""


def _staged(event: e.Staged, state: State) -> str:
    return event.why


def _noted(event: e.Noted, state: State) -> str:
    page = next((page for page in state.book.pages if page.id == event.page), None)
    if page is not None and page.kind == "act" and event.mark == "begun":
        # The scene that begins with it says so.
        return ""
    if event.mark == "overcome":
        # The challenge has said so itself.
        return ""
    if page is not None and page.kind == "rule":
        return f"Stage rule {page.title} is {event.mark or 'as prepared'}"
    title = page.title if page else event.page
    kind = f"{page.kind.capitalize()} " if page else ""
    return f"{kind}{title} {event.mark or 'no longer marked'}"


def _remembered(event: e.Remembered, state: State) -> str:
    return ""


def _counted(event: e.Counted, state: State) -> str:
    before = state.counters.get(event.name, 0)
    name = event.name[:1].upper() + event.name[1:]
    return f"{name}: {before}→{event.value}" + (f", {event.why}" if event.why else "")


def _read(event: e.Read, state: State) -> str:
    return f"The table now plays {event.rule} = {event.value}"


SENTENCES: Mapping[type, Callable[..., str]] = {
    e.Said: _said,
    e.Rolled: _rolled,
    e.Ruled: _ruled,
    e.Marked: _marked,
    e.Struck: _struck,
    e.Hitting: _hitting,
    e.Wounded: _wounded,
    e.Rated: _rated,
    e.Traited: _traited,
    e.Tracked: _tracked,
    e.Usual: _usual,
    e.Joined: _joined,
    e.Left: _left,
    e.Changed: _changed,
    e.Shown: _shown,
    e.Befell: _befell,
    e.Recovered: _recovered,
    e.Gained: _gained,
    e.Spent: _spent,
    e.Laid: _laid,
    e.Moved: _moved,
    e.Settled: _settled,
    e.Cleared: _cleared,
    e.Ordered: _ordered,
    e.Turned: _turned,
    e.Placed: _placed,
    e.Staged: _staged,
    e.Noted: _noted,
    e.Remembered: _remembered,
    e.Counted: _counted,
    e.Read: _read,
}
"""What the log says of each event."""


def describe(event: e.Event, before: State) -> str:
    """The log's sentence for an event; empty where the log need not mention it."""
    return "" if getattr(event, "quiet", False) else SENTENCES[type(event)](event, before)
