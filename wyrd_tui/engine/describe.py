"""What the log says of an event: one sentence, its headline before a colon, from the event and the state before it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from wyrd_tui.engine import events as e
from wyrd_tui.engine.roll_told import roll_told
from wyrd_tui.engine.sheet import Row
from wyrd_tui.engine.state import METTLE, WYRD_ABACUS, WYRD_ENGINE, State
from wyrd_tui.engine.words import (
    COUNTDOWN,
    LEDGERS,
    crowd_name,
    does,
    doing,
    name_of,
    plain_number,
    signed,
    value_name,
    whose,
)


def _row(state: State, who: str, game: str, row: str) -> Row | None:
    actor = state.actors.get(who)
    if actor is None or game not in actor.sheets:
        return None
    return next((old for old in actor.sheets[game].track if old.id == row), None)


def _challenge(state: State, which: str) -> str:
    challenge = state.challenges.get(which)
    return challenge.title if challenge else which


def _said(event: e.Said, state: State) -> str:
    return event.text


def _rolled(event: e.Rolled, state: State) -> str:
    return roll_told(event.roll, state)


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
    who = name_of(state, event.who)
    if event.game == WYRD_ABACUS:
        return _points(event, who, state)
    if event.game == METTLE:
        return _pools(event, state)
    changes = []
    for row_id, marks in event.marks.items():
        row = _row(state, event.who, event.game, row_id)
        if row is not None and row.marks != marks:
            gone = ", penalty gone" if row.hurts and not marks else ""
            changes.append(f"{row.label.casefold()} {row.marks}→{marks}{gone}")
    if event.damage is not None:
        if event.lost:
            changes.append(f"{event.lost} beyond the last box")
        source = f" ({event.why})" if event.why else ""
        took = doing(state, event.who, f"takes {event.damage} damage")
        return f"{took}{source}: {', '.join(changes)}".removesuffix(": ")
    if not changes:
        return ""
    return f"{who}, {event.why or 'marks'}: {', '.join(changes)}"


def _points(event: e.Marked, who: str, state: State) -> str:
    """Points of abilities that went or came back, as what is left of them."""
    changes = []
    for row_id, marks in event.marks.items():
        row = _row(state, event.who, event.game, row_id)
        if row is not None:
            changes.append(f"{row.label} {row.free}→{row.boxes - marks}")
    if event.damage is not None:
        source = f" ({event.why})" if event.why else ""
        lost = f", {event.lost} beyond the last point" if event.lost else ""
        return f"{who} loses {event.damage}{source}: {', '.join(changes)}{lost}"
    # Points that an act spends stand in the line of its roll already.
    return f"{who} {event.why}: {', '.join(changes)}" if event.why else ""


def _pools(event: e.Marked, state: State) -> str:
    """Dice and Mettle that went or came back, as what is left; Mettle below 0 is a Felling blow (ME-35, U-32)."""
    changes = []
    felled = ""
    for row_id, marks in event.marks.items():
        row = _row(state, event.who, event.game, row_id)
        if row is not None:
            left = row.boxes - marks
            changes.append(f"{row.label} {plain_number(row.boxes - row.marks)}→{plain_number(left)}")
            felled = ", a Felling blow" if event.damage is not None and left < 0 else ""
    if event.damage is not None:
        source = f" ({event.why})" if event.why else ""
        took = doing(state, event.who, f"takes {event.damage} damage")
        return f"{took}{source}: {', '.join(changes)}{felled}".removesuffix(": ")
    return f"{doing(state, event.who, event.why or 'changes')}: {', '.join(changes)}" if changes else ""


def _struck(event: e.Struck, state: State) -> str:
    row = _row(state, event.who, event.game, event.row)
    label = row.label if row else event.row
    why = f" ({event.why})" if event.why else ""
    return f"{whose(state, event.who)} {label} is {'' if event.struck else 'no longer '}scratched out{why}"


def _hitting(event: e.Hitting, state: State) -> str:
    return ""


def _wounded(event: e.Wounded, state: State) -> str:
    row = _row(state, event.who, event.game, event.row)
    label = row.label.casefold() if row else event.row
    hurts = ", ".join(f"{hurt.name} −{hurt.by}" for hurt in event.hurts) or "no penalty"
    return f"{whose(state, event.who)} {label} wound: {hurts}"


def _rated(event: e.Rated, state: State) -> str:
    who = name_of(state, event.who)
    if event.value is None:
        return doing(state, event.who, f"no longer has {event.rating}")
    why = f", {event.why}" if event.why else ""
    if event.game == WYRD_ENGINE:
        return doing(state, event.who, f"now has {event.rating} {signed(event.value)}{why}")
    actor = state.actors.get(event.who)
    before = actor.sheets[event.game].ratings.get(event.rating, 0) if actor and event.game in actor.sheets else 0
    return f"{who}’s {event.rating}: {plain_number(before)}→{plain_number(event.value)}{why}"


def _traited(event: e.Traited, state: State) -> str:
    if event.why == "quiet":
        return ""
    # What a use was for follows the name of what was used.
    verb, beside, note = (event.why or "has").partition(" (")
    return doing(state, event.who, f"{verb} {event.trait.name}{beside}{note}")


def _tracked(event: e.Tracked, state: State) -> str:
    if event.game == WYRD_ABACUS:
        scores = ", ".join(f"{row.label} {row.boxes}" for row in event.track)
        return f"{name_of(state, event.who)} now starts with {scores or 'nothing'}"
    if event.game == METTLE:
        rows = ", ".join(f"{row.label} {row.boxes}" for row in event.track)
        return doing(state, event.who, f"now has {rows or 'no pools'}")
    rows = ", ".join(f"{row.boxes} {row.label.casefold()}" for row in event.track) or "no boxes"
    return doing(state, event.who, f"now has a track of {rows}")


def _usual(event: e.Usual, state: State) -> str:
    return f"{name_of(state, event.who)} will {event.act} with {event.rating or 'whatever is asked'}"


def _joined(event: e.Joined, state: State) -> str:
    if event.why == "quiet":
        return ""
    return f"{crowd_name(event.actor)} {does(event.actor, event.why or 'comes to the table')}"


def _left(event: e.Left, state: State) -> str:
    if event.why == "quiet":
        return ""
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
    if event.quiet:
        return ""
    note = f": {event.condition.note}" if event.condition.note else ""
    actor = state.actors.get(event.who)
    before = next((old for old in actor.conditions if old.id == event.condition.id), None) if actor else None
    if before is not None and before.out and not event.condition.out:
        return f"{name_of(state, event.who)}, {event.condition.label}, may act again{note}"
    if event.condition.id == "dead" and event.condition.out:
        return f"{doing(state, event.who, 'dies')}{note.removesuffix(': gone')}"
    if event.condition.id == "conceded":
        return f"{doing(state, event.who, 'concedes')}{note}"
    return f"{doing(state, event.who, f'is {event.condition.label}')}{note}"


def _recovered(event: e.Recovered, state: State) -> str:
    if event.quiet:
        return ""
    actor = state.actors.get(event.who)
    labels = [old.label for old in actor.conditions if old.id == event.condition] if actor else []
    if not labels or event.why == "quiet":
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
    if challenge.type == COUNTDOWN:
        return f"New countdown {challenge.title}: {challenge.needed} sixes"
    if challenge.kind == "clock":
        return f"New clock {challenge.title}: {challenge.needed} beads"
    if challenge.type:
        value = "" if challenge.value is None else f" {challenge.value}"
        named = "" if challenge.title == challenge.type else f" {challenge.title}:"
        return f"New challenge{named} {challenge.type}{value}"
    value = "" if challenge.value is None else f" {value_name(challenge.game, challenge.value)}"
    needed = f", {challenge.needed} successes" if challenge.needed > 1 else ""
    return f"New {challenge.kind} {challenge.title}:{value}{needed}".removesuffix(":")


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
    if event.why == "quiet":
        return ""
    failed = "is not overcome" if challenge.game == WYRD_ABACUS and challenge.kind == "obstacle" else "has failed"
    words = {"overcome": "is overcome", "failed": failed}.get(event.outcome, "is live again")
    if challenge.kind == "clock" and event.outcome == "overcome":
        words, stake = "is full", challenge.lose or challenge.win
    return f"{challenge.title} {words}" + (f": {stake}" if stake else "")


def _cleared(event: e.Cleared, state: State) -> str:
    if event.quiet:
        return ""
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
    if event.mark == "overcome" or event.page in LEDGERS:
        # The challenge has said so itself.
        return ""
    if page is not None and page.kind == "rule":
        return f"Stage rule {page.title} is {event.mark or 'as prepared'}"
    title = page.title if page else event.page
    kind = f"{page.kind.capitalize()} " if page else ""
    return f"{kind}{title} {event.mark or 'no longer marked'}"


def _counted(event: e.Counted, state: State) -> str:
    if event.quiet:
        return ""
    before = state.counters.get(event.name, 0)
    name = event.name[:1].upper() + event.name[1:]
    return f"{name}: {before}→{event.value}" + (f", {event.why}" if event.why else "")


def _read(event: e.Read, state: State) -> str:
    return f"The table now plays {event.rule} = {event.value}"


_DESCRIBE: Mapping[type, Callable[..., str]] = {kind: globals()[f"_{name.lower()}"] for name, kind in e.EVENTS.items()}


def describe(event: e.Event, before: State) -> str:
    """The log's sentence for an event; empty where the log need not mention it."""
    return _DESCRIBE[type(event)](event, before)
