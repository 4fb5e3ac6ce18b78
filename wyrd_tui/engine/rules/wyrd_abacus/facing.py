"""Facing a challenge: who is in it, points, one die, then Wyrd or the consequences (WA-16 … WA-25)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from wyrd_tui.engine.blank import no_items
from wyrd_tui.engine.choices import Choice
from wyrd_tui.engine.commands import Answers, Ask, Command, text_of
from wyrd_tui.engine.dice import Dice, Refused, parse_d6
from wyrd_tui.engine.events import Befell, Cleared, Event, Marked, Moved, Noted, Rated, Ruled, Settled
from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.nouns.wyrd_abacus import LENT, AbacusRoll, roll_memory
from wyrd_tui.engine.rod_order import opens_told
from wyrd_tui.engine.roll import Part, Roll, Score
from wyrd_tui.engine.rules.ground.basics import EventMaker, bring, chain_steps, throw
from wyrd_tui.engine.rules.questions import DICE, too_many_dice
from wyrd_tui.engine.rules.wyrd_abacus import stage_rules
from wyrd_tui.engine.rules.wyrd_abacus.abilities import (
    FACED,
    abilities,
    has_faced,
    nobody_plays,
    points_left,
    shift_wyrd,
    take_from_pool,
    why_no_scene,
    wyrd_in_reach,
    wyrd_to_lend,
)
from wyrd_tui.engine.rules.wyrd_abacus.aftermath import (
    DRAW_LABEL,
    due_challenges,
    failed_roll,
    forget_due,
    make_due,
)
from wyrd_tui.engine.rules.wyrd_abacus.chances import face_preview, is_sure
from wyrd_tui.engine.rules.wyrd_abacus.effects import Effects
from wyrd_tui.engine.rules.wyrd_abacus.loans import chosen_lenders, lenders
from wyrd_tui.engine.rules.wyrd_abacus.questions import why_not_playing
from wyrd_tui.engine.rules.wyrd_abacus.stake import (
    Stake,
    challenge_of,
    check_stake,
    costs_wyrd,
    explain_points,
    faceable,
    live_rods,
    participant_choices,
    participants_and_givers,
    purse_choices,
    several_unnamed,
    usual_participants,
    why_barred,
    why_nobody_faces,
    why_some_barred,
    why_unpaid,
)
from wyrd_tui.engine.state import WYRD_ABACUS, Challenge, State
from wyrd_tui.engine.words import name_and_verb, short_name_of, stake_words

FACING = "Challenges"

# ------------------------------------------------------------------ the roll


def take_dice(answers: Answers, name: str, count: int, dice: Dice) -> tuple[tuple[int, ...], bool]:
    """Return `count` d6, as typed or else rolled, and whether they were typed (U-33).

    Raises:
        Refused: If what was typed are no such dice.
    """
    typed = text_of(answers, name).strip()
    return (parse_d6(typed, count), True) if typed else (dice.d6(count), False)


def _face(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    challenge, stake = check_stake(state, answers)
    inside = participants_and_givers(state, answers)
    faces, typed = take_dice(answers, "dice", 1, dice)
    value = challenge.value or 0
    total = faces[0] + stake.total
    roll = Roll(
        "challenge",
        WYRD_ABACUS,
        Score(inside[0].id, challenge.type, faces[0], faces, typed, tuple(_parts(state, stake)), total),
        label=f"{challenge.title} ({challenge.type} {value})",
        value=value,
        outcome="success" if total >= value else "failure",
        margin=total - value,
        challenge=challenge.id,
        memory=AbacusRoll(tuple(actor.id for actor in inside)),
    )
    yield from chain_steps(
        state,
        partial(_again, challenge=challenge),
        throw(roll),
        partial(_paid, answers=answers, stake=stake, challenge=challenge),
        bring(*(Befell(actor.id, FACED, quiet=True) for actor in inside if not has_faced(actor))),
        partial(stage_rules.do_moment, when="attempt", challenge=challenge),
        partial(came_of_it, roll=roll, why="a new attempt" if challenge.done else ""),
    )


def _again(state: State, challenge: Challenge) -> Iterator[Event]:
    """Clear the outcome of a challenge that failed and is faced once more, until the die decides again (U-22)."""
    if challenge.outcome:
        yield Settled(challenge.id, "", quiet=True)


def _parts(state: State, stake: Stake) -> Iterator[Part]:
    for (who, ability), points in stake.points.items():
        row = abilities(state.actors[who])[ability]
        yield Part(f"{short_name_of(state, who)} {row.label} {points_left(row)}→{points_left(row) - points}", points)


def _paid(state: State, answers: Answers, stake: Stake, challenge: Challenge) -> Iterator[Event]:
    """Spend the points and hand out the Wyrd taken, for any result of the die (WA-18, WA-19)."""
    toll, lent_by = stage_rules.toll_of(state, challenge), chosen_lenders(answers)
    payer = text_of(answers, "toll", _first_in(state, answers) or "")
    for who in dict.fromkeys(who for who, _ in stake.points):
        rows = abilities(state.actors[who])
        spent = {ability: points for (owner, ability), points in stake.points.items() if owner == who}
        yield Marked(who, WYRD_ABACUS, {ability: rows[ability].marks + points for ability, points in spent.items()})
    payments = [(who, price, why) for who, (price, why) in stake.prices.items() if price]
    yield from chain_steps(
        state,
        *((partial(pay_toll, who=payer, points=toll, challenge=challenge),) if toll else ()),
        *(partial(pay_wyrd, who=who, points=points, why=why, lent_by=lent_by) for who, points, why in payments),
    )


def pay_toll(state: State, who: str, points: int, challenge: Challenge) -> Iterator[Event]:
    """Take the Wyrd of a toll from the scene's pool, just to attempt a challenge; none of it is lent (WA-54).

    Raises:
        Refused: If the pool has fewer points.
    """
    yield from take_from_pool(state, who, points, f"to attempt {challenge.title}")


def pay_wyrd(state: State, who: str, points: int, why: str, lent_by: Sequence[str] = ()) -> Iterator[Event]:
    """Give Wyrd to a character: from those who lend it, then from the scene's pool; the character keeps it (U-21).

    Raises:
        Refused: If the pool has fewer points than are still needed.
    """
    steps: list[EventMaker] = []
    for lender in lent_by:
        gives = min(points, wyrd_to_lend(state.actors[lender]))
        points -= gives
        if gives:
            steps += [
                partial(_lends, lender=lender, who=who, points=gives),
                partial(shift_wyrd, who=who, by=gives, why=why),
            ]
    steps.append(partial(take_from_pool, who=who, points=points, why=why))
    yield from chain_steps(state, *steps)


def _lends(state: State, lender: str, who: str, points: int) -> Iterator[Event]:
    left = wyrd_to_lend(state.actors[lender]) - points
    yield Rated(lender, WYRD_ABACUS, LENT, left, f"for {short_name_of(state, who)}")


def came_of_it(state: State, roll: Roll, why: str = "") -> Iterator[Event]:
    """Beads as far as the result goes, and why; a challenge that is met leaves the abacus (WA-24)."""
    challenge = state.challenges.get(roll.challenge)
    if challenge is None:
        return
    if roll.outcome == "success":
        yield from overcome_events(state, challenge, told=True)
        return
    if challenge.id not in due_challenges(state):
        # Rolls made before the table has told the consequences do not make it forget them.
        yield from make_due(state, challenge.id, roll_memory(roll).involved)
    far = max(0, min(roll.score.total, challenge.needed - 1))
    if far != challenge.done:
        yield Moved(challenge.id, far, why)


def overcome_events(state: State, challenge: Challenge, *, told: bool = False) -> Iterator[Event]:
    """Overcome a challenge: tell it, unless the roll has, and clear the rod (WA-24)."""
    # The challenge’s own rules have a last word, though it is over by then.
    rules = stage_rules.triggers_at(state, "overcome", challenge)
    quiet = told and not challenge.win and not opens_told(state, challenge.id, "")
    yield from chain_steps(
        state,
        partial(close_die, challenge=challenge),
        partial(forget_due, which=challenge.id),
        bring(Settled(challenge.id, "overcome", quiet=quiet)),
        partial(stage_rules.do_triggers, found=rules),
        partial(_clue_found, challenge=challenge),
        bring(Cleared(challenge.id, quiet=True, left="overcome")),
    )


def _die_preview(state: State, answers: Answers) -> str:
    """The odds, what rules bring of attempt and success, and what a die that falls short asks and risks (WA-24)."""
    try:
        challenge, stake = check_stake(state, answers)
        paid = Effects(state, _paid(state, answers, stake, challenge)).after
    except Refused:
        # Nobody can attempt it so: the odds tell what it would cost, and Enter why it is refused.
        return face_preview(state, answers)
    sure, draws = is_sure(challenge, answers), wyrd_in_reach(paid) > 0
    then = f"asks {DRAW_LABEL}" if draws else "not overcome"
    short = () if sure else (f"short: {then}", stake_words(state, challenge.id))
    told = outcomes_told(paid, challenge, failing=not (sure or draws))
    return " · ".join(filter(None, (face_preview(state, answers), *told, *short)))


def outcomes_told(state: State, challenge: Challenge, *, failing: bool = False) -> Iterator[str]:
    """Tell what rules bring of an attempt, of its success, and of a failure where that is decided at once (WA-52)."""
    attempt = Effects(state, stage_rules.do_moment(state, "attempt", challenge))
    met = Effects(attempt.after, overcome_events(attempt.after, challenge))
    failed = Effects(attempt.after, fail_challenge(attempt.after, challenge) if failing else ())
    for when, effects in (("attempt", attempt), ("overcome", met), ("not overcome", failed)):
        if words := effects.words():
            yield f"{when}: {', '.join(words)}"


def fail_challenge(state: State, challenge: Challenge) -> Iterator[Event]:
    """Fail a challenge; it stays on the abacus at least until its consequences are told (U-22)."""
    moment = partial(stage_rules.do_moment, when="failed", challenge=challenge)
    yield from chain_steps(
        state, partial(close_die, challenge=challenge), bring(Settled(challenge.id, "failed")), moment
    )


def fail_with_consequences(state: State, challenge: Challenge, who: Sequence[str]) -> Iterator[Event]:
    """Fail a challenge for those who were in it, and make its consequences due (WA-23, U-22)."""
    due = partial(make_due, which=challenge.id, who=who)
    yield from chain_steps(state, partial(fail_challenge, challenge=challenge), due)


def close_die(state: State, challenge: Challenge) -> Iterator[Event]:
    """Close a challenge's failed die, so that it no longer waits for Wyrd."""
    waiting = failed_roll(state, challenge.id)
    if waiting is not None:
        yield Ruled("accepted", waiting.number)


def _clue_found(state: State, challenge: Challenge) -> Iterator[Event]:
    """A challenge that stood for a clue has won it."""
    if state.book.page(challenge.id, "clue"):
        yield Noted(challenge.id, "found")


def _toll_needed(state: State, answers: Answers) -> bool:
    challenge = challenge_of(state, answers)
    return challenge is not None and stage_rules.toll_of(state, challenge) > 0


def _first_in(state: State, answers: Answers) -> str | None:
    return next((actor.id for actor in participants_and_givers(state, answers)), None)


def _in_it_choices(state: State, answers: Answers) -> Sequence[Choice]:
    return [
        Choice(actor.id, name_and_verb(state, actor.id, "takes the Wyrd"))
        for actor in participants_and_givers(state, answers)
    ]


def _nothing_to_face(state: State) -> str:
    if reason := why_no_scene(state):
        return reason
    if not live_rods(state):
        return "No challenge of the Wyrd Abacus is on the abacus: `challenge` puts one there."
    if not faceable(state, {}):
        return why_some_barred(state, {})
    return nobody_plays(state)


def _only_challenge(state: State, answers: Answers) -> str | None:
    """Return the challenge where it is the only one, and no reason is left to tell why another cannot be faced."""
    offered = faceable(state, answers)
    return offered[0].value if len(offered) == 1 and not why_some_barred(state, answers) else None


FACE = Command(
    "face",
    "r",
    "face",
    "Face a challenge: choose characters, assign their points, roll one die for all.",
    FACING,
    _face,
    (
        Ask(
            "which",
            "Challenge",
            "one",
            faceable,
            _only_challenge,
            focus="next",
            settled=lambda s, a: _only_challenge(s, a) is not None,
            unoffered=why_some_barred,
            why=why_barred,
        ),
        Ask(
            "who",
            "Which characters",
            "many",
            participant_choices,
            usual_participants,
            focus="ticked",
            put=True,
            needed=several_unnamed,
            givers_of="points",
            some="Choose one character or more.",
            why=why_not_playing,
        ),
        Ask(
            "points",
            "Points",
            "parts",
            purse_choices,
            no_items,
            unassigned="A key gives a point; the die comes after ⏎.",
            preview=face_preview,
            why=explain_points,
            fault=why_nobody_faces,
        ),
        Ask(
            "toll",
            "Taker of the Wyrd",
            "one",
            _in_it_choices,
            _first_in,
            when=_toll_needed,
            settled=lambda s, a: len(_in_it_choices(s, a)) == 1,
        ),
        Ask(
            "lent",
            "Lent by",
            "many",
            lenders,
            no_items,
            when=costs_wyrd,
            noun="lender",
            preview=face_preview,
            fault=why_unpaid,
        ),
        replace(
            DICE,
            prompt="Die",
            noun="die",
            preview=_die_preview,
            excess=lambda state, answers: too_many_dice(text_of(answers, "dice"), [1]),
        ),
    ),
    _nothing_to_face,
    WYRD_ABACUS,
    "WA-15 … WA-25",
    foreseen_die=0,
)
