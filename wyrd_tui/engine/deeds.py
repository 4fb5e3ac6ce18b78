"""Who did what in a scene: the steps of a table, boiled down to a few words for each who had a part in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from wyrd_tui.engine import events as e
from wyrd_tui.engine import pools
from wyrd_tui.engine.roll_told import aimed, is_thing
from wyrd_tui.engine.rules.mettle.numbers import METTLE_ROW, STATUSES, STRAINABLE
from wyrd_tui.engine.rules.shared.basics import TRAIT_ALONE
from wyrd_tui.engine.session import Step
from wyrd_tui.engine.sheet import Row
from wyrd_tui.engine.state import METTLE, WYRD_ABACUS, WYRD_ENGINE, Challenge, Roll, State
from wyrd_tui.engine.words import crowd_name, listed, name_of


class Share(NamedTuple):
    """What somebody did, as phrases in the past tense; of nobody in particular where the name is empty."""

    name: str
    deeds: tuple[str, ...]


class _Deed(NamedTuple):
    who: str
    text: str
    roll: int = 0


@dataclass(slots=True)
class _Tale:
    """What is known so far of a scene.

    Attributes:
        deeds: In order, with the number of the roll that a deed came of.
        taken: Damage, by actor.
        lost: Points of abilities that went, by actor.
        clocks: Where the beads of each clock lie.
        names: Names of all who were there, by id.
        party: Who belongs to it.
        rolls: How many rolls there were.
    """

    deeds: list[_Deed] = field(default_factory=list)
    taken: dict[str, int] = field(default_factory=dict)
    lost: dict[str, int] = field(default_factory=dict)
    clocks: dict[str, str] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    party: set[str] = field(default_factory=set)
    rolls: int = 0


def shares(steps: Iterable[Step]) -> list[Share]:
    """Everybody's share in the steps of a scene, the party's first, then what happened beside them."""
    tale = _Tale()
    for step in steps:
        _follow(tale, step)
    deeds = [*tale.deeds]
    deeds += [_Deed(who, f"took {points} damage") for who, points in tale.taken.items()]
    deeds += [_Deed(who, f"lost {_counted(points, 'point')}") for who, points in tale.lost.items()]
    deeds += [_Deed("", text) for text in tale.clocks.values()]
    by_name: dict[str, dict[str, int]] = {}
    for deed in deeds:
        texts = by_name.setdefault(deed.who, {})
        texts[deed.text] = texts.get(deed.text, 0) + 1
    beside = by_name.pop("", {})
    whose = sorted(by_name.items(), key=lambda row: row[0] not in tale.party)
    rows = [Share(tale.names.get(who, who), _times(texts)) for who, texts in whose]
    return [*rows, Share("", _times(beside))] if beside else rows


def _times(texts: Mapping[str, int]) -> tuple[str, ...]:
    return tuple(text if often == 1 else f"{text} ({often} times)" for text, often in texts.items())


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _follow(tale: _Tale, step: Step) -> None:
    turn, before, after = step
    for state in (before, after) if before.actors is not after.actors or not tale.names else ():
        tale.names.update({who: name_of(state, who) for who in state.actors if who not in tale.names})
        tale.party.update(actor.id for actor in state.actors.values() if actor.side == "party")
    rolled = [event.roll for event in turn.events if isinstance(event, e.Rolled) and event.roll.act != "initiative"]
    for roll in rolled:
        _forget(tale, roll)
        tale.rolls += 1
        tale.deeds += [_Deed(who, text, tale.rolls) for who, text in _deeds_of(roll, step)]
    ruled = next((event for event in turn.events if isinstance(event, e.Ruled)), None)
    if ruled is not None and not rolled and before.roll is not None and ruled.ruling not in ("done", "accepted"):
        _forget(tale, before.roll, always=True)
        tale.deeds += [_Deed(who, text, tale.rolls) for who, text in _deeds_of(before.roll, step, ruled)]
    told = bool(rolled) or ruled is not None
    for event in turn.events:
        tale.deeds += [_Deed(who, text) for who, text in _other(event, step, told)]
        _count(tale, event, before, after)


def _forget(tale: _Tale, roll: Roll, *, always: bool = False) -> None:
    """A roll that is taken again, twisted, ruled on, or to which Wyrd is drawn stands in the place of what it was."""
    if always or roll.rerolled or roll.detail.get("drew"):
        tale.deeds = [deed for deed in tale.deeds if deed.roll != tale.rolls or not tale.rolls]


def _count(tale: _Tale, event: e.Event, before: State, after: State) -> None:
    """Sums and places of beads, of which only the last counts."""
    if isinstance(event, e.Marked) and event.damage:
        sums = tale.lost if event.game == WYRD_ABACUS else tale.taken
        sums[event.who] = sums.get(event.who, 0) + event.damage
    if isinstance(event, e.Moved) and (rod := _rod(event.challenge, before, after)) and rod.kind == "clock":
        tale.clocks[rod.id] = f"{rod.title} went to {event.done} of {rod.needed}"


def _rod(which: str, *states: State) -> Challenge | None:
    found = (state.challenges.get(which) for state in reversed(states))
    return next((rod for rod in found if rod is not None), None)


# ------------------------------------------------------------------ rolls


def _deeds_of(roll: Roll, step: Step, ruled: e.Ruled | None = None) -> Iterator[tuple[str, str]]:
    """What those who had a part in a roll did, once it is ruled on."""
    yield from _TOLD.get(roll.game, _plainly)(roll, step, ruled)


def _plainly(roll: Roll, step: Step, ruled: e.Ruled | None) -> Iterator[tuple[str, str]]:
    words = {"success": "won", "failure": "failed", "tie": "tied"}
    against = f" against {roll.label}" if roll.label else ""
    yield roll.score.who, f"{words.get(roll.outcome, 'rolled')} {roll.score.rating}{against}"


_MANAGED = {"success": "managed to", "failure": "failed to", "tie": "tied in trying to"}
_LAID = {"success": "laid", "failure": "failed with", "tie": "tied with"}


def _wyrd_engine(roll: Roll, step: Step, ruled: e.Ruled | None) -> Iterator[tuple[str, str]]:
    who, outcome, rating = roll.score.who, _outcome(roll, ruled), roll.score.rating
    also = f": {ruled.ruling}" if ruled is not None and ruled.ruling not in ("success", "failure") else ""
    if ruled is not None and ruled.note:
        also = f"{also or ': ruled so'}, {ruled.note}"
    for_whom = _name(step, roll.detail.get("for", ""))
    theirs = roll.against[0] if roll.against else None
    match roll.act:
        case "attack":
            hits = {hit.who: hit.damage for hit in roll.hits}
            for score in roll.against:
                name = _name(step, score.who)
                yield who, f"hit {name} for {hits[score.who]}" if score.who in hits else f"missed {name}"
        case "opposed" if theirs is not None:
            words = {"success": "beat", "failure": "lost to"}.get(outcome, "tied with")
            yield who, f"{words} {_name(step, theirs.who)} ({rating} against {theirs.rating}){also}"
        case "manoeuvre":
            what = roll.detail.get("manoeuvre", "") or "manoeuvre"
            tried = aimed(what, _name(step, theirs.who if theirs else roll.detail.get("target", "")))
            managed = _LAID if is_thing(what) else _MANAGED
            yield who, f"{managed.get(outcome, managed['tie'])} {tried}" + also
        case "help":
            yield who, (f"helped {for_whom}" if outcome == "success" else f"could not help {for_whom}") + also
        case "boost":
            what = roll.detail.get("label", "") or "a boost"
            words = "set up" if outcome == "success" else "failed to set up"
            yield who, f"{words} {what}" + (f" for {for_whom}" if roll.detail.get("for", who) != who else "") + also
        case _:
            yield who, _check(roll, step, outcome, rating) + also


def _outcome(roll: Roll, ruled: e.Ruled | None) -> str:
    if ruled is None:
        return roll.outcome
    return "success" if ruled.ruling in ("success", "success at a cost", "mixed success") else "failure"


def _check(roll: Roll, step: Step, outcome: str, rating: str) -> str:
    rod = _rod(roll.challenge, step.before, step.after)
    if rod is None:
        words = {"success": "won", "failure": "failed"}.get(outcome, "tied")
        return f"{words}{' with' if rating == TRAIT_ALONE else ''} {rating} against {roll.label}"
    if outcome != "success":
        return f"{'failed' if outcome == 'failure' else 'tied'} at {rod.title} ({rating})"
    events = step.turn.events
    if any(isinstance(event, e.Noted) and event.page == rod.id and event.mark == "found" for event in events):
        return f"found {rod.title} ({rating})"
    over = any(isinstance(event, e.Settled) and event.challenge == rod.id and event.outcome for event in events)
    return f"{'overcame' if over else 'got further with'} {rod.title} ({rating})"


def _wyrd_abacus(roll: Roll, step: Step, ruled: e.Ruled | None) -> Iterator[tuple[str, str]]:
    scores = (roll.score, *roll.against)
    match roll.act:
        case "challenge":
            rod = _rod(roll.challenge, step.before, step.after)
            title = rod.title if rod else roll.label
            short = max(0, (roll.value or 0) - roll.score.total)
            words = f"overcame {title}" if roll.outcome == "success" else f"came {short} short of {title}"
            for who in roll.detail.get("in", roll.score.who).split():
                yield who, words + (", with Wyrd drawn" if roll.detail.get("drew") == who else "")
        case "wyrd":
            for score in scores:
                yield score.who, f"rolled {score.total} in the {'final ' if roll.detail.get('final') else ''}Wyrd roll"
        case "influence":
            ranked = {score.who: (score.total, score.faces.count(score.total)) for score in scores}
            best = max(ranked.values())
            even = sum(rank == best for rank in ranked.values()) > 1
            for who, rank in ranked.items():
                words = "lost" if rank != best else "was even in" if even else "won"
                yield who, f"{words} the influence roll" if len(ranked) > 1 else f"rolled {rank[0]} for influence"
        case "sabotage":
            yield roll.score.who, f"worked against {roll.detail.get('on', 'the others')}"
        case "rest":
            yield roll.score.who, "rested"
        case _:
            yield from _plainly(roll, step, ruled)


def _mettle(roll: Roll, step: Step, ruled: e.Ruled | None) -> Iterator[tuple[str, str]]:
    """A Check once its dice are known, with the Edge of a success and the price of a Twist (ME-11, ME-24, ME-30)."""
    # A team that has not chosen its dice yet has done nothing so far; an accepted failure was told as one.
    if not roll.outcome or ruled is not None:
        return
    who, rating, won = roll.score.who, roll.score.rating, roll.outcome == "success"
    target = _name(step, roll.detail.get("target", ""))
    if roll.act == "attack" and target:
        deed = f"{'hit' if won else 'missed'} {target}"
    else:
        deed = _check(roll, step, roll.outcome, rating)
    grade = f", {pools.grade(pools.read(roll.score.faces)[1])}" if won else ""
    price = roll.detail.get("twist", "")
    words = "a Twist" if price in ("", "other") else f"a Twist ({price})"
    twist = "" if not roll.rerolled else f", by {words}" if won else f", in spite of {words}"
    team = [_name(step, one) for one in roll.detail.get("in", "").split() if one != who]
    yield who, deed + grade + twist + (f", with {listed(team)}" if team else "")


_TOLD: Mapping[str, Callable[[Roll, Step, e.Ruled | None], Iterator[tuple[str, str]]]] = {
    WYRD_ENGINE: _wyrd_engine,
    WYRD_ABACUS: _wyrd_abacus,
    METTLE: _mettle,
}


# ------------------------------------------------------------------ all else


def _name(step: Step, who: str) -> str:
    return name_of(step.after if who in step.after.actors else step.before, who)


def _other(event: e.Event, step: Step, told: bool) -> Iterator[tuple[str, str]]:
    """What else is worth a word; `told` where a roll of the same step has told what became of its challenge."""
    match event:
        case e.Noted():
            yield from _noted(event, step, told)
        case e.Settled() if event.outcome:
            yield from _settled(event, step, told)
        case e.Befell() if not event.quiet and (event.condition.out or event.condition.ends == "never"):
            yield from _befell(event, step)
        case e.Befell() if step.turn.command == "hurt":
            yield event.who, f"cancelled a hit and was {event.condition.label}"
        case e.Marked() if event.damage is None and event.game == METTLE:
            yield from _pools(event, step)
        case e.Struck():
            row = next((row.label for row in _rows(step, event) if row.id == event.row), event.row)
            yield event.who, f"{'had' if event.struck else 'got back'} {row}{' scratched out' if event.struck else ''}"
        case e.Marked() if event.damage is None:
            healed = [row.label for row in _rows(step, event) if event.marks.get(row.id, row.marks) < row.marks]
            wounds = [row.label for row in _rows(step, event) if row.penalty]
            words = "restored" if event.game == WYRD_ABACUS else "healed"
            named = [label for label in healed if event.game != WYRD_ENGINE or label in wounds]
            if named:
                yield event.who, f"{words} {', '.join(named)}"
        case e.Gained() if event.bonus.kind == "boon":
            yield event.bonus.owner, f"won a boon, {event.bonus.label}"
        case e.Traited() if event.why.startswith("uses"):
            yield event.who, f"used {event.trait.name}{event.why.removeprefix('uses')}"
        case e.Changed() if event.count is not None and "fall" in event.why:
            yield event.who, event.why.replace("falls", "fell").replace("fall", "fell")
        case e.Joined() if event.why == "comes on":
            yield "", f"{crowd_name(event.actor)} came on"
        case e.Left() if event.why != "quiet":
            yield "", f"{_name(step, event.who)} left"
        case e.Said() if step.turn.command in ("note", "automatic", "table"):
            yield "", event.text.removeprefix("Note – ")
        case _:
            return


def _rows(step: Step, event: e.Struck | e.Marked) -> Iterator[Row]:
    actor = step.before.actors.get(event.who)
    if actor is not None and event.game in actor.sheets:
        yield from actor.sheets[event.game].track


def _pools(event: e.Marked, step: Step) -> Iterator[tuple[str, str]]:
    """Strain, and Mettle that a surge has spent or a Rally given back (ME-21, ME-36, ME-41)."""
    for row in _rows(step, event):
        more = event.marks.get(row.id, row.marks) - row.marks
        if row.id == METTLE_ROW and event.why in ("surges", "rallies"):
            verb = "surged" if event.why == "surges" else "rallied"
            yield event.who, f"{verb} for {abs(more)} Mettle"
        elif row.id in STRAINABLE and more:
            yield event.who, f"{'strained' if more > 0 else 'got back'} {row.label}"


def _befell(event: e.Befell, step: Step) -> Iterator[tuple[str, str]]:
    actor = step.before.actors.get(event.who)
    if actor is not None and any(old.id == event.condition.id for old in actor.conditions):
        return
    # What a status means is in the rules, and no news of the evening.
    known = STATUSES.get(event.condition.id) == event.condition.note
    note = f": {event.condition.note}" if event.condition.note and not known else ""
    words = "conceded" if event.condition.id == "conceded" else f"was {event.condition.label}"
    yield event.who, words + note


_PAGES: Mapping[tuple[str, str], str] = {
    ("clue", "found"): "found:",
    ("complication", "fired"): "complication:",
    ("proof", "held"): "proof held:",
    ("place", "visited"): "visited",
    ("branch", "taken"): "it came to this:",
    ("resolution", "reached"): "the end:",
    ("hook", "used"): "hook used:",
    ("handout", "read out"): "read out:",
}


def _noted(event: e.Noted, step: Step, told: bool) -> Iterator[tuple[str, str]]:
    page = next((page for page in step.after.book.pages if page.id == event.page), None)
    if page is None or page.kind == "act" or not event.mark or (told and page.kind == "clue"):
        return
    words = _PAGES.get((page.kind, event.mark))
    yield "", f"{words} {page.title}" if words else f"{page.kind} {page.title} {event.mark}"


def _settled(event: e.Settled, step: Step, told: bool) -> Iterator[tuple[str, str]]:
    rod = _rod(event.challenge, step.before, step.after)
    if rod is None or (told and event.outcome == "overcome" and rod.kind != "clock"):
        return
    words = "ran full" if rod.kind == "clock" else "was overcome"
    yield "", f"{rod.title} {words if event.outcome == 'overcome' else 'failed'}"
