"""Stage rules at work: which are in force, and what each does when its moment comes (WA-52 … WA-59).

A stage rule is a page of the book whose triggers say when it does what. It is in force while what it belongs to is
there – the story, the scene, a challenge, a character – unless the table has said otherwise by a page mark.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial, reduce

from wyrd_tui.engine.apply import apply
from wyrd_tui.engine.entries import without_entry
from wyrd_tui.engine.events import Counted, Event, Laid, Noted, Remembered, Said
from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.letters import end_sentence
from wyrd_tui.engine.nouns.wyrd_abacus import POOL, SIXES, Waiting, has_shown_six, memory_of
from wyrd_tui.engine.page import IN_FORCE as IN_FORCE
from wyrd_tui.engine.page import OVER as OVER
from wyrd_tui.engine.page import RULE as RULE
from wyrd_tui.engine.page import VISITED, Moment, Page, RuleDeed, Trigger
from wyrd_tui.engine.rules.ground.arrivals import page_arrival_events, with_what_players_see
from wyrd_tui.engine.rules.ground.basics import chain_steps, move_counter
from wyrd_tui.engine.rules.wyrd_abacus.abilities import (
    abilities,
    characters,
    is_character,
    is_defeated,
    is_present,
    scene_pool,
    shift_wyrd,
)
from wyrd_tui.engine.rules.wyrd_abacus.harm import damage_events
from wyrd_tui.engine.rules.wyrd_abacus.risen import own_challenge, raise_value, with_value
from wyrd_tui.engine.rules.wyrd_abacus.trigger_words import rule_in_brief, strike_reason
from wyrd_tui.engine.state import Actor, Challenge, State
from wyrd_tui.engine.words import join_names, name_and_verb, short_name_of


def rules_in_force(state: State) -> list[Page]:
    """The stage rules that apply just now."""
    return [page for page in state.book.pages if page.kind == RULE and applies(state, page)]


def applies(state: State, page: Page) -> bool:
    """Return whether a stage rule applies: as the table said, or else because what it belongs to is there (WA-52)."""
    mark = state.marks.get(page.id, "")
    if mark:
        return mark == IN_FORCE
    parent = page.parent
    if not parent or parent == state.scene.page:
        return True
    if parent in state.challenges:
        # A challenge that failed and still lies there may be faced again, under the same rule.
        return state.challenges[parent].outcome != "overcome"
    if parent in state.actors:
        return not state.actors[parent].out
    # An act is there while one of its scenes is; that it has begun once says nothing of now.
    scene = state.book.page(state.scene.page)
    return parent == (scene.parent if scene else "") or _is_visited(state, parent)


def _is_visited(state: State, place: str) -> bool:
    """Return whether a character is at a place in this scene; earlier scenes do not count."""
    return state.visits.get(place) == state.scene.number and state.marks.get(place) == VISITED


def is_held_back(state: State, trigger: Trigger) -> bool:
    """Return whether what a trigger names keeps it from happening."""
    held = {"six": memory_of(state).sixes > 0, "six in scene": has_shown_six(state)}
    return held.get(trigger.unless, False)


def triggers_at(state: State, when: Moment, challenge: Challenge | None = None) -> list[tuple[Page, Trigger]]:
    """The triggers whose moment this is, with their pages."""
    found = _triggers_at(state, when, challenge)
    return [(page, trigger) for page, trigger in found if not is_spent(state, page, trigger)]


def set_off_by_failure(state: State, challenge: Challenge, does: RuleDeed) -> list[tuple[Page, Trigger]]:
    """The triggers of one effect that a failure of a challenge sets off, also those that are spent with it."""
    return [(page, trigger) for page, trigger in _triggers_at(state, "failed", challenge) if trigger.do == does]


def _triggers_at(state: State, when: Moment, challenge: Challenge | None) -> Iterator[tuple[Page, Trigger]]:
    for page in rules_in_force(state):
        for trigger in page.triggers:
            about = trigger.when == when and _is_about(state, page, trigger, challenge)
            if about and not is_held_back(state, trigger):
                yield page, trigger


def is_spent(state: State, page: Page, trigger: Trigger) -> bool:
    """Return whether a trigger that happens once has happened; others of its rule go on (WA-57)."""
    return trigger.once and page.triggers.index(trigger) in memory_of(state).spent.get(page.id, ())


def _spend(state: State, page: Page, triggers: Sequence[Trigger]) -> Iterator[Event]:
    """Use up triggers that happen once; the rule is over with the last of all its triggers (WA-57)."""
    memory = memory_of(state)
    parts = {page.triggers.index(trigger) for trigger in triggers if trigger.once}
    spent = {*memory.spent.get(page.id, ()), *parts}
    if parts:
        yield Remembered(replace(memory, spent={**memory.spent, page.id: tuple(sorted(spent))}))
    is_over = all(number in spent for number, _ in enumerate(page.triggers))
    if parts and is_over and state.marks.get(page.id) != OVER:
        yield Noted(page.id, OVER)


def renew_rule(state: State, page: Page) -> Iterator[Event]:
    """Let the triggers of a rule that was over happen once more, as it is put in force again (WA-57)."""
    memory = memory_of(state)
    if len(memory.spent.get(page.id, ())) == len(page.triggers):
        yield Remembered(replace(memory, spent=without_entry(memory.spent, page.id)))


def _is_about(state: State, page: Page, trigger: Trigger, challenge: Challenge | None) -> bool:
    if challenge is None:
        return True
    if trigger.type and trigger.type != challenge.type:
        return False
    if trigger.challenge and trigger.do != "rise":
        return trigger.challenge == challenge.id
    own = page.parent in state.challenges or page.parent in state.book.challenges
    return not own or page.parent == challenge.id


def toll_of(state: State, challenge: Challenge) -> int:
    """Scene Wyrd that must be taken just to attempt a challenge (WA-54)."""
    return sum(tolls_of(state, challenge).values())


def tolls_of(state: State, challenge: Challenge) -> Mapping[str, int]:
    """The toll of each rule, by its title; the same rule counts once (WA-54)."""
    tolls: dict[str, int] = {}
    for page, trigger in triggers_at(state, "attempt", challenge):
        if trigger.do == "toll":
            tolls[page.title] = max(tolls.get(page.title, 0), trigger.by)
    return tolls


def spreading_rule(state: State, challenge: Challenge | None) -> str:
    """The title of the rule by which a loss falls on one more character; empty where none does (WA-53)."""
    if challenge is None:
        return ""
    return next((p.title for p, trigger in triggers_at(state, "loss", challenge) if trigger.do == "another"), "")


def why_forbidden(state: State, who: str) -> str:
    """Return why a character cannot escape; empty where nothing forbids it (WA-56)."""
    for page, trigger in triggers_at(state, "escape"):
        if trigger.do != "forbid":
            continue
        if trigger.unless == "others scratched":
            others = (actor for actor in state.actors.values() if actor.id != who and is_character(actor))
            whole = [actor.name for actor in others if not _was_scratched(state, actor)]
            if not whole:
                continue
            whose = f"{join_names(whole)} {'have' if len(whole) > 1 else 'has'}"
            return f"{page.title}: {name_and_verb(state, who, 'escapes')} once {whose} an ability scratched out."
        return _no(page, trigger)
    return ""


def why_attempt_forbidden(state: State, challenge: Challenge) -> str:
    """Return why nobody may face a challenge; empty where no rule forbids it (WA-52)."""
    found = (_no(page, trigger) for page, trigger in triggers_at(state, "attempt", challenge) if trigger.do == "forbid")
    return next(found, "")


def _no(page: Page, trigger: Trigger) -> str:
    return f"{page.title}: {full_stop(trigger.text or page.text or 'that cannot be done')}"


def full_stop(text: str) -> str:
    """A text on one line, with a full stop where it has none."""
    return end_sentence(" ".join(text.split()))


def _was_scratched(state: State, actor: Actor) -> bool:
    """Return whether an ability of a character is scratched out or ever was (WA-56)."""
    return any(row.struck for row in abilities(actor).values()) or actor.id in memory_of(state).scarred


# ------------------------------------------------------------------ moments


_ASKED = ("toll", "another", "forbid")
"""Deeds that an act looks up itself, as it is done."""


def do_moment(state: State, when: Moment, challenge: Challenge | None = None) -> Iterator[Event]:
    """Do the deeds of every rule in force at a moment."""
    yield from do_triggers(state, triggers_at(state, when, challenge))


def do_triggers(state: State, found: Sequence[tuple[Page, Trigger]]) -> Iterator[Event]:
    """Do these parts of rules, one after another."""
    done = [(page, trigger) for page, trigger in found if trigger.do not in _ASKED]
    yield from chain_steps(state, *(partial(do_trigger, page=page, trigger=trigger) for page, trigger in done))


def announce_rules(state: State, before: State) -> Iterator[Said]:
    """Announce the rules that an act put in force: evident ones whole, hidden ones by what they do (WA-07, WA-52).

    The first scene announces all of them, those too that the table began with.
    """
    if state.scene.between and state.scene.number == 1:
        return
    first = before.scene.between and before.scene.number == 1
    known = set[str]() if first else {page.id for page in rules_in_force(before)}
    yield from (_announced(state, page) for page in rules_in_force(state) if page.id not in known)


def _announced(state: State, page: Page) -> Said:
    head = f"Stage rule {page.title}"
    if page.public:
        return replace(_read_out(head, page), page=page.id)
    told = rule_in_brief(state, page)
    return Said(f"{head} (hidden)", f": {told}" if told else "", page=page.id)


def tell_ended(state: State, before: State) -> Iterator[Said]:
    """Tell of the rules that applied before and do so no longer, as what they belong to is over (WA-52).

    The log tells by itself of a rule that is marked as over.
    """
    gone = (page for page in rules_in_force(before) if not applies(state, page) and state.marks.get(page.id) != OVER)
    if titles := [page.title for page in gone]:
        yield Said(f"Stage rule{'s' * (len(titles) > 1)} {join_names(titles)} {'end' if len(titles) > 1 else 'ends'}")


def _read_out(head: str, page: Page) -> Said:
    """The text of a rule behind a head of the log's sentence."""
    text = " ".join(page.text.split())
    return Said(head, f": {text}" if text else "")


def announce_rule(state: State, page: Page) -> Iterator[Event]:
    """Tell the players of a rule: all of it where it is evident, and nothing otherwise (WA-07)."""
    if page.public:
        yield _announced(state, page)


def do_trigger(
    state: State, page: Page, trigger: Trigger, counts: Mapping[str, int] | None = None, *, told: bool = False
) -> Iterator[Event]:
    """Do one part of a rule; between scenes it waits for the next (WA-42).

    Args:
        state: The table.
        page: The rule.
        trigger: The part of it.
        counts: Sixes of each who rolled, for a `six`; the result of the one who rolled, for a `low`.
        told: Whether its text stands in the log already.
    """
    if state.scene.between:
        yield from _waits(state, page, trigger, counts or {})
        return
    if trigger.once:
        if is_spent(state, page, trigger):
            return
        yield from (used := tuple(_spend(state, page, (trigger,))))
        state = reduce(apply, used, state)
    text = trigger.text or (page.text if trigger.do == "remind" else "")
    note = _note(state, trigger, counts or {})
    words = " ".join(full_stop(part) for part in ("" if told else text, note) if part)
    if words:
        yield Said(page.title, f": {words}", rule=page.id)
    why = strike_reason(page, trigger)
    match trigger.do:
        case "rise":
            yield from _rises(state, page, trigger)
        case "spring":
            yield from _bring_cast(state, page)
        case "count":
            name = trigger.counter or page.title
            yield replace(move_counter(state, name, trigger.by, why), rule=page.id)
        case "lose":
            yield from _lose(state, page, trigger, counts or {})
        case "wyrd":
            for actor in characters(state):
                yield from shift_wyrd(state, actor.id, trigger.by, why, page.id)
        case "pool":
            after = max(0, scene_pool(state) + trigger.by)
            if after != scene_pool(state):
                yield Counted(POOL, after, why, rule=page.id)
        case _:
            return


def _bring_cast(state: State, page: Page) -> Iterator[Event]:
    """Bring the cast of a rule; members who were dismissed stay away (WA-57)."""
    yield from page_arrival_events(
        state, replace(page, brings=tuple(who for who in page.brings if who not in state.dismissed))
    )


def _note(state: State, trigger: Trigger, counts: Mapping[str, int]) -> str:
    """Name the characters whose dice a rule looks at."""
    if not counts:
        return ""
    if trigger.when == "low":
        most = greatest_low(state, trigger)
        told = [f"{short_name_of(state, who)} rolled {total}; {most} or less counts." for who, total in counts.items()]
        stays = counter_that_stays(trigger)
        return " ".join((*told, f"{stays} stays at {most}.") if stays else told)
    top = max(counts.values())
    most_sixes = join_names([short_name_of(state, who) for who, count in counts.items() if count == top])
    return f"Most sixes: {most_sixes} ({'one' if top == 1 else top})."


def greatest_low(state: State, trigger: Trigger) -> int:
    """The greatest result that a rule takes for a low one (WA-33, WA-39)."""
    if trigger.at_most is not None:
        return trigger.at_most
    return memory_of(state).sixes if trigger.counter == SIXES else state.counters.get(trigger.counter, 0)


def counter_that_stays(trigger: Trigger) -> str:
    """Return the counter that a low result is held to and that the GM alone moves; empty for none."""
    return trigger.counter if trigger.do == "remind" and trigger.counter != SIXES else ""


def _waits(state: State, page: Page, trigger: Trigger, counts: Mapping[str, int]) -> Iterator[Event]:
    """Remember a strike between scenes, to be done when the next one begins (WA-42)."""
    memory, part = memory_of(state), page.triggers.index(trigger)
    if trigger.once and any((one.rule, one.part) == (page.id, part) for one in memory.waits):
        return
    if not any(one.rule == page.id for one in memory.waits):
        yield Said(f"Waiting for the next scene: {page.title}", ". Nothing strikes between scenes")
    yield Remembered(replace(memory, waits=(*memory.waits, Waiting(rule=page.id, part=part, counts=counts))))


def do_waiting(state: State, waiting: Waiting) -> Iterator[Event]:
    """Do a part of a rule that waited for this scene, unless the rule is over by now (WA-42)."""
    page = state.book.page(waiting.rule, RULE)
    if page is None or state.marks.get(page.id) == OVER or not 0 <= waiting.part < len(page.triggers):
        return
    yield from do_trigger(state, page, page.triggers[waiting.part], waiting.counts)


def _lose(state: State, page: Page, trigger: Trigger, counts: Mapping[str, int]) -> Iterator[Event]:
    """Take points of an ability: from characters who rolled low, present or not, else from all present (WA-33)."""
    rolled_low = [state.actors[who] for who in counts if who in state.actors] if trigger.when == "low" else []
    there = rolled_low or [actor for actor in characters(state) if is_present(actor)]
    for actor in there:
        if trigger.ability in abilities(actor) and trigger.by > 0 and not is_defeated(actor):
            yield from damage_events(state, actor.id, trigger.ability, trigger.by, strike_reason(page, trigger))


def _rises(state: State, page: Page, trigger: Trigger) -> Iterator[Event]:
    """Raise a challenge; one that comes with each scene goes on the abacus with its present value (WA-58)."""
    own = own_challenge(page, trigger)
    which = trigger.challenge or next(iter(page.challenges), own.id if own else "")
    rod, waiting = state.challenges.get(which), state.book.challenges.get(which, own)
    if trigger.when != "scene begins":
        if rod is not None and rod.outcome != "overcome":
            yield raise_value(rod, trigger.by, page.title)
        return
    memory = memory_of(state)
    of_rule = memory.risen.get(page.id, {})
    scenes = of_rule.get(which, 0)
    if rod is not None and (scenes or waiting is None):
        yield raise_value(replace(rod, done=0, outcome=""), trigger.by, page.title)
    elif waiting is not None and rod is None:
        # The challenge comes back with the next scene even where it was overcome in this one.
        laid = Laid(replace(with_value(waiting, (waiting.value or 0) + trigger.by * scenes), done=0))
        yield from with_what_players_see([laid])
    yield Remembered(replace(memory, risen={**memory.risen, page.id: {**of_rule, which: scenes + 1}}))


def begin_rule(state: State, page: Page) -> Iterator[Event]:
    """Begin a rule within a scene: a challenge that comes with each scene comes with this one (WA-58)."""
    coming = [trigger for trigger in page.triggers if trigger.when == "scene begins" and trigger.do == "rise"]
    yield from chain_steps(state, *(partial(_rises, page=page, trigger=trigger) for trigger in coming))


def strike_rule(state: State, page: Page) -> Iterator[Event]:
    """Let a rule strike at the table's word, outside its own moment too."""
    yield _read_out(f"Stage rule {page.title} strikes", page)
    strikes = [replace(trigger, once=False) for trigger in page.triggers if trigger.do not in (*_ASKED, "remind")]
    yield from chain_steps(
        state,
        *(partial(do_trigger, page=page, trigger=trigger) for trigger in strikes),
        lambda now: page_arrival_events(now, page),
        partial(_spend, page=page, triggers=page.triggers),
    )
