"""Consequences of a failure: words, damage, trauma, Wyrd, counters, a Wyrd roll (WA-26 … WA-33, WA-49)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from wyrd_tui.engine.account import Account, describe_and_apply
from wyrd_tui.engine.choices import Choice
from wyrd_tui.engine.commands import Answers, Ask, Command, many_of, number_of, text_of
from wyrd_tui.engine.dice import Dice, Refused
from wyrd_tui.engine.events import Befell, Event, Ruled, Said
from wyrd_tui.engine.rules.ground.basics import EventMaker, bring, chain_steps, is_kept_counter, move_counter, rolls_of
from wyrd_tui.engine.rules.questions import WITHOUT_CHALLENGE, dice_of_each
from wyrd_tui.engine.rules.wyrd_abacus import stage_rules
from wyrd_tui.engine.rules.wyrd_abacus.abilities import (
    FACED,
    characters,
    has_faced,
    has_had_a_point_back,
    is_character,
    is_present,
    plays_on,
    shift_wyrd,
    why_no_scene,
)
from wyrd_tui.engine.rules.wyrd_abacus.aftermath import (
    due_challenges,
    failed_roll,
    settle_consequences,
    title_of,
)
from wyrd_tui.engine.rules.wyrd_abacus.drawing import accept_failure
from wyrd_tui.engine.rules.wyrd_abacus.facing import fail_with_consequences
from wyrd_tui.engine.rules.wyrd_abacus.harm import damage_events, scratch_events
from wyrd_tui.engine.rules.wyrd_abacus.influence import roll_wyrd, wyrd_hands
from wyrd_tui.engine.rules.wyrd_abacus.losses import (
    also_choices,
    counters_moved,
    damage_preview,
    failure_words,
    guided_points,
    loss_choices,
    losses_of,
    losses_so_far,
    named_people,
    points_staked,
    spreads,
    told_challenge,
    told_challenge_id,
    unfaced_challenges,
    usual_ability,
    with_sufferer,
    wyrd_moved,
)
from wyrd_tui.engine.rules.wyrd_abacus.omens import wyrd_preview
from wyrd_tui.engine.rules.wyrd_abacus.questions import (
    ability_asks,
    all_who_play,
    character_choices,
    everyone,
    harm_choices,
    why_not_playing,
)
from wyrd_tui.engine.state import WYRD_ABACUS, State
from wyrd_tui.engine.words import join_names, possessive

CONSEQUENCES = "Consequences"

_KINDS = {
    "story": "in your own words",
    "damage": "same points from each",
    "losses": "different points from each",
    "trauma": "scratch out an ability at once",
    "wyrd": "raise or lower personal Wyrd",
    "counter": "move a counter",
    "roll": "make a Wyrd roll",
    "nothing": "no further consequence",
}


def _dues(state: State, answers: Answers) -> Sequence[Choice]:
    due = due_challenges(state)
    rows = [Choice(which, title_of(state, which)) for which in reversed([*due])]
    # Between scenes only the consequences that the last scene still owes are offered.
    if state.scene.between:
        return rows
    # Nothing fails only because the cursor stands on it while another challenge waits for its consequences.
    others = unfaced_challenges(state)
    rows += [Choice(which, title_of(state, which), "never faced", apart=bool(due)) for which in others]
    return [*rows, WITHOUT_CHALLENGE]


def _newest_due(state: State, answers: Answers) -> str | None:
    return next(reversed([*due_challenges(state)]), None if state.scene.between else "none")


def _of_what(state: State, answers: Answers) -> str:
    """Name the challenge that has failed, or fails now since nobody has faced it or draws for it, and its stake.

    A stake that is the story of the consequence stands there. Empty where there is nothing but the name to tell.
    """
    which = told_challenge_id(state, answers)
    unfaced = " fails, never faced" if which in unfaced_challenges(state) else ""
    if failed_roll(state, which) is not None:
        unfaced = " fails without more Wyrd"
    moved = f" ({words})" if (words := _moved_by_rules(state, answers)) else ""
    more = f"{unfaced}{moved}{_counted_in(state, answers, which)}" if which else ""
    lose, points = failure_words(state, answers), points_staked(state, answers)
    told = points if not lose else "" if lose == text_of(answers, "words") else lose + f" ({points})" * bool(points)
    words = f"{title_of(state, which)}{more}" if which else ""
    return f"{words}. At stake: {told}" if told else words * bool(more)


def _counted_in(state: State, answers: Answers, which: str) -> str:
    """Name those who count as having faced the challenge for what they suffer of it (U-22, WA-53)."""
    named = [loss.who for loss in with_sufferer(losses_so_far(state, answers), text_of(answers, "also"))]
    named += [who for kind in ("whom", "whose") for who in many_of(answers, kind)]
    names = [state.actors[who].name for who in dict.fromkeys(named) if _counts_by_suffering(state, who, which)]
    return f"; {join_names(names)} {'count' if names[1:] else 'counts'} as having faced it" if names else ""


def _counts_by_suffering(state: State, who: str, which: str) -> bool:
    """Return whether a consequence of a challenge makes an actor one of those who faced it (U-22)."""
    actor = state.actors.get(who)
    if not which or actor is None or not is_character(actor):
        return False
    return not has_faced(actor) and not has_had_a_point_back(actor)


def _staked(state: State, answers: Answers) -> str:
    challenge = told_challenge(state, answers)
    return challenge.id if challenge and challenge.lose else ""


def _moved_by_rules(state: State, answers: Answers) -> str:
    """Name the counters that stage rules move at this failure, so that nobody moves them twice (WA-33)."""
    names = counters_moved(state, answers)
    done = "moves by its rule" if told_challenge_id(state, answers) in unfaced_challenges(state) else "moved already"
    return f"{join_names(names)} {done}" if names else ""


def _kinds(state: State, answers: Answers) -> Sequence[Choice]:
    moved = join_names(counters_moved(state, answers))
    other = f"another than {moved}" if _counters(state, answers) else "begin a new one"
    hints = {**_KINDS, "counter": other} if moved else {**_KINDS}
    if by := wyrd_moved(state, answers):
        hints["wyrd"] += f" (each {'gained' if by > 0 else 'lost'} {abs(by)} already)"
    return [
        Choice(kind, kind, hint, alone=kind == "nothing", none=kind == "nothing", place=at)
        for at, (kind, hint) in enumerate(hints.items())
    ]


def _involved(state: State, answers: Answers) -> tuple[str, ...]:
    named = due_challenges(state).get(told_challenge_id(state, answers), ())
    there = [who for who in named if who in state.actors and plays_on(state.actors[who])]
    return tuple(there or (actor.id for actor in characters(state) if is_present(actor)))


def _all_involved(state: State, answers: Answers) -> tuple[str, ...]:
    """Return all who were in the challenge; nobody where nobody was, so that the table says who."""
    return _involved(state, answers) if due_challenges(state).get(told_challenge_id(state, answers)) else ()


def _chosen(kind: str) -> Callable[[State, Answers], bool]:
    return lambda state, answers: kind in many_of(answers, "what")


def _counters(state: State, answers: Answers) -> Sequence[Choice]:
    """Offer the counters of the table that no rule has moved or moves at this failure (WA-33)."""
    taken = counters_moved(state, answers)
    free = (name for name in state.counters if name not in taken and not is_kept_counter(state, name))
    return [Choice(name, name, str(state.counters[name])) for name in free]


def _consequence(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    what, which = many_of(answers, "what"), told_challenge_id(state, answers)
    nothing = "nothing" in what
    if nothing and len(what) > 1:
        raise Refused("Choose “nothing” alone, or choose consequences without it.")
    if nothing and not which:
        raise Refused("No failed challenge waits for a consequence, so “nothing” would change nothing.")
    why = title_of(state, which) if which else ""
    steps: list[EventMaker] = [partial(accept_failure, which=which), partial(_fails, which=which)]
    steps += _consequence_steps(state, answers, what, why)
    steps += [partial(settle_consequences, which=which), partial(_done, which=which)]
    if "roll" in what:
        steps.append(lambda now: roll_wyrd(now, answers, dice, many_of(answers, "rolls")))
    yield from chain_steps(state, *steps)
    if nothing:
        yield Said(f"{why}: no further consequence")


def _fails(state: State, which: str) -> Iterator[Event]:
    """Let a challenge that nobody has faced fail, with all that its rules bring (WA-14, WA-33)."""
    if which in unfaced_challenges(state):
        challenge = state.challenges[which]
        yield Said(f"Never faced: {challenge.title}")
        yield from fail_with_consequences(state, challenge, challenge.who)


def _done(state: State, which: str) -> Iterator[Event]:
    for roll in rolls_of(state, WYRD_ABACUS):
        if which and roll.challenge == which and roll.ruling == "accepted":
            yield Ruled("done", roll.number)


def _consequence_steps(state: State, answers: Answers, what: Sequence[str], why: str) -> Iterator[EventMaker]:
    """Give the steps of each kind of consequence that was chosen."""
    which = told_challenge_id(state, answers)
    if "story" in what:
        words = text_of(answers, "words") or "the story shows"
        yield bring(Said(f"Consequence{f' of {why}' * bool(why)} – {words}"))
    if "damage" in what or "losses" in what:
        yield from _damaged(state, answers, what, why)
    if "trauma" in what:
        ability = text_of(answers, "scratched")
        for who in named_people(answers, "whom", "Whose ability is scratched out?"):
            yield partial(scratch_events, who=who, ability=ability, why=why)
            yield partial(_faces, who=who, which=which)
    if "wyrd" in what:
        by = number_of(answers, "by")
        if not by:
            raise Refused("Wyrd cannot change by 0. Write another number, such as 1 or −1.")
        for who in named_people(answers, "whose", "Whose Wyrd goes up or down?"):
            yield partial(_wyrd_shifts, who=who, by=by, why=why)
            yield partial(_faces, who=who, which=which)
    if "counter" in what:
        yield partial(_moved, name=text_of(answers, "counter"), by=number_of(answers, "step"), why=why)


def _damaged(state: State, answers: Answers, what: Sequence[str], why: str) -> Iterator[EventMaker]:
    """Damage all characters that the GM named, and those that a stage rule adds (WA-27, WA-53)."""
    for loss in with_sufferer(losses_of(state, answers, what), text_of(answers, "also")):
        yield partial(damage_events, who=loss.who, ability=loss.ability, points=loss.points, why=why)
        yield partial(_faces, who=loss.who, which=told_challenge_id(state, answers))
    challenge = told_challenge(state, answers)
    if challenge is not None:
        yield partial(stage_rules.do_moment, when="loss", challenge=challenge)


def _faces(state: State, who: str, which: str) -> Iterator[Event]:
    """Count the sufferers of a challenge as having faced it, for which one point comes back (U-22)."""
    if _counts_by_suffering(state, who, which):
        yield Befell(who, FACED, quiet=True)


def _wyrd_shifts(state: State, who: str, by: int, why: str) -> Iterator[Event]:
    events = list(shift_wyrd(state, who, by, why))
    yield from events or [Said(f"{possessive(state, who)} Wyrd stays at 0")]


def _moved(state: State, name: str, by: int, why: str) -> Iterator[Event]:
    name = name.strip()
    if not name:
        raise Refused("No counter is named. Choose one, or write a new name.")
    if is_kept_counter(state, name):
        raise Refused(f"The game keeps “{name}” itself; `pool` sets the scene’s Wyrd.")
    if not by:
        raise Refused(f"{name} cannot move by 0. Write another number, such as 1 or −1.")
    moved = move_counter(state, name, by, why)
    yield Said(f"{name} stays at 0") if moved.value == state.counters.get(name, 0) else moved


def _before_the_roll(state: State, answers: Answers) -> Account:
    """Tell everything that comes before the Wyrd roll in the same act (WA-32, WA-38)."""
    steps = _consequence_steps(state, answers, many_of(answers, "what"), "")
    try:
        return describe_and_apply(state, tuple(chain_steps(state, *steps)))
    except Refused:
        return describe_and_apply(state, ())


def _roll_preview(state: State, answers: Answers) -> str:
    before = _before_the_roll(state, answers)
    told = wyrd_preview(before.after, many_of(answers, "rolls"))
    return "\n".join((told, *map(str, before.log)))


CONSEQUENCE = Command(
    "consequence",
    "a",
    "consequences",
    "Choose the cost of a failed challenge: words, damage, trauma, Wyrd, counters, rolls.",
    CONSEQUENCES,
    _consequence,
    (
        Ask("of", "Failed challenge", "one", _dues, _newest_due, focus="faced", quiet=True, shown=True),
        Ask(
            "what",
            "Consequence",
            "many",
            _kinds,
            some="Choose a consequence, or “nothing” for none.",
        ),
        Ask("words", "In words", "words", default=failure_words, when=_chosen("story"), noun="text"),
        Ask(
            "who",
            "Hurt characters",
            "many",
            character_choices,
            _all_involved,
            when=_chosen("damage"),
            some="Choose the hurt characters.",
            why=why_not_playing,
        ),
        ability_asks("ability", "Which ability", usual_ability, _chosen("damage"), harm_choices),
        Ask(
            "points",
            "Points",
            "number",
            default=guided_points,
            low=1,
            high=99,
            when=_chosen("damage"),
            preview=damage_preview,
        ),
        Ask("losses", "Points lost by each", "parts", loss_choices, preview=damage_preview, when=_chosen("losses")),
        Ask(
            "also",
            "Another sufferer",
            "one",
            also_choices,
            when=spreads,
            preview=damage_preview,
            noun="other sufferer",
        ),
        Ask(
            "whom",
            "Whose scratch",
            "many",
            character_choices,
            lambda s, a: _all_involved(s, a)[:1],
            when=_chosen("trauma"),
            some="Choose the characters with the scratch.",
            why=why_not_playing,
            noun="character",
        ),
        ability_asks("scratched", "Which ability", usual_ability, _chosen("trauma"), harm_choices),
        Ask(
            "whose",
            "Change the Wyrd of",
            "many",
            character_choices,
            all_who_play,
            when=_chosen("wyrd"),
            some="Choose the characters whose Wyrd changes.",
            why=why_not_playing,
            noun="character",
        ),
        Ask(
            "by",
            "Up or down by",
            "number",
            default=lambda s, a: 1,
            low=-99,
            high=99,
            when=_chosen("wyrd"),
            noun="change",
        ),
        Ask("counter", "Which counter", "one", _counters, when=_chosen("counter"), free=True),
        Ask("step", "By", "number", default=lambda s, a: 1, low=-99, high=99, when=_chosen("counter"), noun="change"),
        Ask(
            "rolls",
            "Wyrd roll by",
            "many",
            character_choices,
            everyone,
            when=_chosen("roll"),
            some="Choose the characters who roll.",
            why=why_not_playing,
            noun="roller",
        ),
        dice_of_each(
            lambda s, a: wyrd_hands(_before_the_roll(s, a).after, many_of(a, "rolls")), _roll_preview, _chosen("roll")
        ),
    ),
    lambda state: "" if due_challenges(state) else why_no_scene(state),
    WYRD_ABACUS,
    "WA-26 … WA-33, WA-53, U-17, U-22",
    # The stake is read through all questions.
    remark=_of_what,
    # Each line of the log names the challenge.
    beside_previews=lambda s, a: "" if _of_what(s, a) else title_of(s, told_challenge_id(s, a)),
    stake=_staked,
)
