"""Sentences of the log: one for each event, from the event and the state before it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from wyrd_tui.engine import events as e
from wyrd_tui.engine import people_sentences
from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.log_line import SILENCE, LogLine, few_words
from wyrd_tui.engine.page import SCENE_TITLE
from wyrd_tui.engine.rod_order import opens_told
from wyrd_tui.engine.state import DEAD, Ends, State
from wyrd_tui.engine.voices import meaning, page_word, value_name, voice_of
from wyrd_tui.engine.voices.voice import PLAIN_VOICE, row_in
from wyrd_tui.engine.words import (
    LASTING,
    begin_sentence,
    fit_verb,
    join_names,
    name_and_verb,
    name_of,
    possessive,
    short_name_of,
    signed,
    stake_lost,
    suits_is,
    tone_of,
    turn_told,
    with_details,
    with_numbers,
)


def _said(event: e.Said, state: State) -> LogLine:
    few = few_words(event.tail) if (event.page or event.rule) and not event.cause else ""
    return LogLine(f"Note – {event.text}" if event.cause == "note" else event.text, event.tail, brief=few)


def _rolled(event: e.Rolled, state: State) -> LogLine:
    voice, roll = voice_of(event.roll.game), event.roll
    together = voice.describe_rolls.get(roll.act)
    return together((roll,), state) if together else voice.describe_roll(roll, state)


def _ruled(event: e.Ruled, state: State) -> LogLine:
    if event.ruling in ("done", "accepted"):
        return LogLine(event.note) if event.note else SILENCE
    price = ", at this price" if event.ruling == "success at a cost" else ""
    note = f"{price}: {event.note}" if event.note else ""
    roll = state.roll_of(event.roll)
    if roll is None:
        return LogLine("The GM rules", note, event.ruling.upper())
    who, theirs = roll.score.who, roll.against[0].who if roll.against else ""
    challenge = state.challenges.get(roll.challenge)
    targets = join_names([short_name_of(state, score.who) for score in roll.against])
    target = targets or (challenge.title if challenge else roll.label)
    head = f"The GM rules on {possessive(state, who)} {roll.score.rating}" + (f" against {target}" if target else "")
    contest = theirs and roll.act not in voice_of(roll.game).attack_acts
    winner = {"success": who, "failure": theirs}.get(event.ruling) if contest else ""
    if winner:
        verdict = f"{short_name_of(state, winner)} {fit_verb(state.actors.get(winner), 'wins')}"
    else:
        verdict = {"success at a cost": "SUCCESS at a cost"}.get(event.ruling, event.ruling.upper())
    note += stake_lost(state, roll.challenge) if event.ruling == "failure" and not winner else ""
    tone = tone_of(state, who, event.ruling != "failure") if event.ruling != "complication" else ""
    return LogLine(head, note, verdict, tone)


def _marked(event: e.Marked, state: State) -> LogLine:
    return voice_of(event.game).describe_marks(event, state)


def _struck(event: e.Struck, state: State) -> LogLine:
    row = row_in(state, event.who, event.game, event.row)
    label = row.label if row else event.row
    why = f" ({event.why})" if event.why else ""
    told = f"{possessive(state, event.who)} {label} is {'' if event.struck else 'no longer '}scratched out{why}"
    there = f": {row.free} of {row.boxes}" if row and not event.struck else ""
    return LogLine(told, there, tone="harm" if event.struck else "")


def _hitting(event: e.Hitting, state: State) -> LogLine:
    """Tell which hit is taken, where its target has several to take."""
    rolls = [roll for roll in state.rolls if any(hit.who == event.who and not hit.taken for hit in roll.hits)]
    roll = state.roll_of(event.roll)
    if roll is None or len(rolls) < 2:
        return SILENCE
    return LogLine(f"{name_and_verb(state, event.who, 'takes')} the hit by {short_name_of(state, roll.score.who)}")


def _wounded(event: e.Wounded, state: State) -> LogLine:
    row = row_in(state, event.who, event.game, event.row)
    label = row.label.casefold() if row else event.row
    hurts = [f"{hurt.name} −{hurt.by}" for hurt in event.hurts]
    return with_numbers(f"{possessive(state, event.who)} {label} wound", *hurts or ["no penalty"])


def _rated(event: e.Rated, state: State) -> LogLine:
    if event.value is None:
        return LogLine(name_and_verb(state, event.who, f"no longer has {event.rating}"))
    return voice_of(event.game).describe_rating(event, state)


_TRAITED: Mapping[e.TraitCause, str] = {
    "": "has",
    "used": "uses",
    "freed": "may again use",
    "lost": "loses",
    "regained": "has back",
    "dropped": "no longer has",
}


def _traited(event: e.Traited, state: State) -> LogLine:
    if event.cause == "renamed":
        old = trait_before(event, state)
        verb = f"trades “{old}” for" if old else "now has"
    elif event.cause == "gained":
        verb = voice_of(event.game).gain_verb(event.trait)
    else:
        verb = _TRAITED[event.cause]
    why = f" ({event.why})" if event.why else ""
    return LogLine(name_and_verb(state, event.who, f"{verb} “{event.trait.name}”{why}"))


def trait_before(event: e.Traited, state: State) -> str:
    """Return the name that a trait had before an event; empty for a new one."""
    actor = state.actors.get(event.who)
    traits = actor.sheets[event.game].traits if actor is not None and event.game in actor.sheets else ()
    return next((trait.name for trait in traits if trait.id == event.trait.id), "")


def _tracked(event: e.Tracked, state: State) -> LogLine:
    return voice_of(event.game).describe_track(event, state)


def _usual(event: e.Usual, state: State) -> LogLine:
    does = voice_of(event.game).usual_verbs.get(event.act, f"{event.act}s")
    lasts = f"{does} with {event.rating} from now on" if event.rating else f"no longer {does} with a usual rating"
    return LogLine(name_and_verb(state, event.who, lasts))


def _shown(event: e.Shown, state: State) -> LogLine:
    if event.page:
        page = state.book.page(event.what)
        title = page.title if page else event.what
        return LogLine(f"{'Shown to' if event.visibility == 'open' else 'Hidden from'} the players: {title}")
    challenge = state.challenges.get(event.what)
    name = challenge.title if challenge else name_of(state, event.what)
    if rule := state.book.page(event.what, "rule"):
        name = f"Stage rule {rule.title}"
    elif event.what == SCENE_TITLE:
        name = f"The title “{state.scene.title}”"
    words = {"secret": "Hidden from the players", "known": "Known by name", "open": "Open to the players"}
    return LogLine(f"{words[event.visibility]}: {name}")


def _befell(event: e.Befell, state: State) -> LogLine:
    condition = event.condition
    actor = state.actors.get(event.who)
    before = next(filter(event.replaces, actor.conditions), None) if actor else None
    if before is not None and before.out and not condition.out:
        return with_details(f"{short_name_of(state, event.who)}, {condition.label}, may act again", condition.note)
    dies = condition.id == DEAD and condition.out
    if verb := "dies" if dies else voice_of(condition.game).chosen_fates.get(condition.id):
        return with_details(name_and_verb(state, event.who, verb), condition.note)
    lasting = condition.label + ("" if condition.game or condition.ends != "scene" else _KEPT["scene"])
    if not suits_is(condition.label):
        told = meaning(condition)
        line = LogLine(f"{short_name_of(state, event.who)}: {lasting}", f" – {told}" if told else "")
    else:
        line = with_details(name_and_verb(state, event.who, f"is {lasting}"), meaning(condition))
    if not condition.out or actor is None or actor.out:
        return line
    return replace(line, verdict="OUT", tone="harm")


def _recovered(event: e.Recovered, state: State) -> LogLine:
    actor = state.actors.get(event.who)
    labels = [old.label for old in actor.conditions if event.ends(old)] if actor else []
    if not labels:
        return SILENCE
    head = f"{short_name_of(state, event.who)}: “{labels[0]}” ends"
    head = name_and_verb(state, event.who, f"is no longer {labels[0]}") if suits_is(labels[0]) else head
    return with_details(head, event.why)


_KEPT: Mapping[Ends, str] = {
    "use": " for one use",
    "scene": " until the scene ends",
    "session": " until the session ends",
    "never": " for good",
}


def _gained(event: e.Gained, state: State) -> LogLine:
    bonus = event.bonus
    against = f" against {short_name_of(state, bonus.against)}" if bonus.against else ""
    skill = f" on {bonus.skill}" if bonus.skill else ""
    skill += f" in {'the next' if bonus.ends == 'use' else 'each'} {bonus.act}" if bonus.act else ""
    # Help is called after its giver, and a bonus without a name of its own after its kind.
    label = bonus.label if bonus.kind in ("help", bonus.label) else f"{bonus.kind}, {bonus.label}"
    kept = bonus.id in state.bonuses
    verb = "keeps" if kept else "gains" if bonus.value > 0 else "suffers"
    head = name_and_verb(state, bonus.owner, f"{verb} {signed(bonus.value)}{skill}{against}")
    head += _KEPT[bonus.ends] if kept else ""
    return with_details(head, label)


_SPENT: Mapping[e.SpendCause, str] = {
    "used": "is used",
    "taken away": "is taken away",
    "taken back": "is taken back",
}


def _spent(event: e.Spent, state: State) -> LogLine:
    bonus = state.bonuses.get(event.bonus)
    if bonus is None or not event.cause:
        return SILENCE
    owned = f"{possessive(state, bonus.owner)} {'hindrance' if bonus.value < 0 else 'bonus'}"
    return LogLine(f"{owned} “{bonus.label}” ({signed(bonus.value)}) {_SPENT.get(event.cause, 'expires')}")


def _laid(event: e.Laid, state: State) -> LogLine:
    challenge = event.challenge
    if challenge.id in state.challenges:
        return LogLine(f"{challenge.title}: {event.why or 'changed'}")
    value = "" if challenge.value is None else value_name(challenge.game, challenge.value)
    laid = voice_of(challenge.game).describe_challenge(challenge, value)
    return replace(laid, head=f"New {laid.head}")


def _moved(event: e.Moved, state: State) -> LogLine:
    challenge = state.challenges.get(event.challenge)
    if challenge is None:
        return SILENCE
    why = f", {event.why}" if event.why else ""
    back = "back, " if event.done < challenge.done else ""
    return LogLine(f"{challenge.title}: {back}{challenge.done}→{event.done} of {challenge.needed}{why}")


def _settled(event: e.Settled, state: State) -> LogLine:
    challenge = state.challenges.get(event.challenge)
    if challenge is None:
        return SILENCE
    stake = {"overcome": challenge.win, "failed": challenge.lose}.get(event.outcome, "")
    voice = voice_of(challenge.game) if challenge.kind == "obstacle" else PLAIN_VOICE
    verdict = {"overcome": "Overcome", "failed": voice.failed_word}.get(event.outcome, "Live again")
    if challenge.kind == "clock" and event.outcome == "overcome":
        verdict, stake = "Full", challenge.lose or challenge.win
    if event.outcome == "failed" and voice.stakes_later and stake:
        stake = f"At stake: {stake}"
    opens = opens_told(state, challenge.id, "; ") if event.outcome == "overcome" else ""
    # A title may be plural, so no verb follows it.
    tail = opens + (f". {begin_sentence(stake)}" if stake else "")
    return LogLine(f"{verdict}: {challenge.title}", tail, brief=opens)


def _cleared(event: e.Cleared, state: State) -> LogLine:
    return LogLine(f"Removed from the abacus: {state.challenges[event.challenge].title}")


def _ordered(event: e.Ordered, state: State) -> LogLine:
    if not event.why:
        return SILENCE
    places = event.order.places
    # Behind what a fighter does, numbers could be what the others have lost by it.
    told = "the order is " if event.who else ""
    scored = [(place, "" if place.score is None else f" {signed(place.score)}") for place in places[:12]]
    names = [f"{short_name_of(state, one.who)}{score}{' tied' if score and one.tie else ''}" for one, score in scored]
    first = told + names[0] if scored and scored[0][1] else ""
    more = f" and {len(places) - 12} more" if len(places) > 12 else ""
    return with_details(event.why, told + ", ".join(names) + more, first)


def _placed(event: e.Placed, state: State) -> LogLine:
    return LogLine(name_and_verb(state, event.place.who, event.why)) if event.why else SILENCE


def _staged(event: e.Staged, state: State) -> LogLine:
    match event.cause:
        case "named":
            return with_details(f"Scene {event.scene.number}", event.scene.title)
        case "begins":
            return LogLine(f"{event.scene.title} begins")
        case "ends":
            what = LASTING if event.scene.number == state.scene.number else f"scene {state.scene.number}"
            return with_details(f"{begin_sentence(what)} ends", state.scene.title)
        case "evening ends":
            return LogLine(f"Evening {state.evening} ends")
        case _:
            return SILENCE


def _noted(event: e.Noted, state: State) -> LogLine:
    page = state.book.page(event.page)
    by_hand = "marked as " if page is not None and page.kind == "act" and event.mark else ""
    if by_hand and event.mark == "begun" and state.scene.page == event.page:
        return SILENCE  # The scene that begins with it has said so.
    if page is not None and page.kind == "rule":
        turns = {"in force": "begins", "over": "ends"}.get(event.mark, f"is {event.mark or 'as prepared'}")
        return LogLine(f"Stage rule {page.title} {turns}")
    # The mark stands before the title, which may be a sentence of its own.
    mark, title = event.mark or "no longer marked", page.title if page else event.page
    return LogLine(f"{page_word(page, state) if page else 'page'} {by_hand}{mark}".capitalize() + f": {title}")


def _unsaid(event: e.Away | e.Prepared | e.Remembered | e.Opened | e.Closed, state: State) -> LogLine:
    return SILENCE


def _counted(event: e.Counted, state: State) -> LogLine:
    return with_numbers(begin_sentence(event.name), f"{state.counters.get(event.name, 0)}→{event.value}", event.why)


def _read(event: e.Read, state: State) -> LogLine:
    value = {True: "on", False: "off"}[event.value] if isinstance(event.value, bool) else event.value
    return LogLine(f"House rule {event.rule.replace('_', ' ')}: {value}")


SENTENCES: Mapping[type, Callable[..., LogLine]] = {
    **dict.fromkeys((e.Away, e.Prepared, e.Remembered, e.Opened, e.Closed), _unsaid),
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
    e.Joined: people_sentences.joined,
    e.Left: people_sentences.left,
    e.Changed: people_sentences.changed,
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
    e.Turned: lambda event, state: turn_told(state, event.who, event.round, event.over),
    e.Placed: _placed,
    e.Staged: _staged,
    e.Noted: _noted,
    e.Counted: _counted,
    e.Read: _read,
}
"""Writers of the log's sentence, by kind of event."""
