"""After a die that fell short: Wyrd is drawn for it, or the failure is accepted (WA-22, WA-23)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from wyrd_tui.engine.choices import Choice, by_word
from wyrd_tui.engine.commands import Answers, Ask, Command, number_of, text_of
from wyrd_tui.engine.dice import Dice, Refused
from wyrd_tui.engine.events import Event
from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.letters import end_sentence
from wyrd_tui.engine.nouns.wyrd_abacus import roll_memory
from wyrd_tui.engine.roll import Part, Roll
from wyrd_tui.engine.rules.ground.basics import chain_steps, throw
from wyrd_tui.engine.rules.questions import first_on_offer, unless
from wyrd_tui.engine.rules.wyrd_abacus import stage_rules
from wyrd_tui.engine.rules.wyrd_abacus.abilities import (
    plays_on,
    pool_left_words,
    scene_pool,
    wyrd_in_reach,
    wyrd_to_lend,
)
from wyrd_tui.engine.rules.wyrd_abacus.aftermath import DRAW_LABEL, failed_roll, failed_rolls, title_of
from wyrd_tui.engine.rules.wyrd_abacus.effects import Effects
from wyrd_tui.engine.rules.wyrd_abacus.facing import FACING, came_of_it, fail_challenge, overcome_events, pay_wyrd
from wyrd_tui.engine.rules.wyrd_abacus.loans import Loan
from wyrd_tui.engine.state import WYRD_ABACUS, State
from wyrd_tui.engine.words import name_and_verb, possessive, stake_lost

ACCEPT, MET = "accept", "met"


def _dice_short(state: State, answers: Answers) -> Sequence[Choice]:
    return [
        Choice(roll.challenge, title_of(state, roll.challenge), roll.label) for roll in reversed(failed_rolls(state))
    ]


_newest_short = first_on_offer(_dice_short)


def _meant(state: State, answers: Answers) -> Roll | None:
    return failed_roll(state, text_of(answers, "of") or _newest_short(state, answers) or "")


def _takers(state: State, answers: Answers) -> Sequence[Choice]:
    if (roll := _meant(state, answers)) is None:
        return []
    accept = Choice(ACCEPT, "accept it", "consequences follow", none=True)
    if roll.margin >= 0:
        return [accept, Choice(MET, "overcome after all", f"{roll.score.total} of {roll.value}")]
    return [accept, *(_offer(state, roll, word, loan) for word, loan in _loans(state, roll).items())]


def _loans(state: State, roll: Roll) -> Mapping[str, Loan]:
    """Return the ways to draw for a die that fell short: from the pool of the scene, then from those who lend."""
    inside = roll_memory(roll).involved
    involved = [actor.id for actor in state.actors.values() if actor.id in inside and plays_on(actor)]
    pool = [""] if scene_pool(state) else []
    lenders = [actor.id for actor in state.actors.values() if wyrd_to_lend(actor)]
    return by_word(Loan(who, lender) for lender in (*pool, *lenders) for who in involved)


def _offer(state: State, roll: Roll, word: str, loan: Loan) -> Choice:
    """Offer a way to draw, with how far it reaches or how much there is to lend."""
    name, (amount, suggested) = state.actors[loan.who].name, _amount(state, roll, loan.lender)
    if not loan.lender:
        return Choice(word, f"{name} takes {amount}", suggested + _reached(state, roll))
    lender = state.actors[loan.lender]
    there = f"{suggested}{wyrd_to_lend(lender)} to lend"
    return Choice(word, f"{lender.name} lends {name} {amount}", there, whose=lender.id)


def _lender(state: State, roll: Roll, answers: Answers) -> str:
    """Return the id of the defeated character whose Wyrd is drawn; empty where it is the scene's."""
    loan = _loans(state, roll).get(text_of(answers, "taker"))
    return loan.lender if loan else ""


def _reached(state: State, roll: Roll) -> str:
    """Tell how far the Wyrd of the scene reaches, and where it falls short, how much has to be lent."""
    reached = roll.score.total + min(-roll.margin, scene_pool(state))
    missing = (roll.value or 0) - reached
    told = f"reaches {reached} of {roll.value}"
    if _out_of_reach(state, roll):
        return f"{told} at most"
    return f"{told}; with {missing} lent, {roll.value}" if missing else told


def _hopeless(state: State, answers: Answers) -> str | None:
    """Return the acceptance where no Wyrd reaches the value; else none, since the table says who draws (WA-22)."""
    roll = _meant(state, answers)
    return ACCEPT if roll is not None and _out_of_reach(state, roll) else None


def _out_of_reach(state: State, roll: Roll) -> bool:
    """Tell whether all Wyrd that there is leaves a die short (WA-22)."""
    return wyrd_in_reach(state) < -roll.margin


def _draws(state: State, answers: Answers) -> bool:
    return text_of(answers, "taker") not in (ACCEPT, MET)


def _draws_several(state: State, answers: Answers) -> bool:
    roll = _meant(state, answers)
    return roll is not None and _may_be_several(state, roll, _lender(state, roll, answers))


def _may_be_several(state: State, roll: Roll, lender: str) -> bool:
    return roll.margin < -1 and _there_for(state, lender) > 1


def _amount(state: State, roll: Roll, lender: str) -> tuple[str, str]:
    """Name the points of a draw, and the number that is suggested where several may be drawn and could help."""
    if not _may_be_several(state, roll, lender):
        return "1 Wyrd", ""
    return "Wyrd", "" if _out_of_reach(state, roll) else f"({_suggested(state, roll, lender)} suggested), "


def _usual_draw(state: State, answers: Answers) -> int:
    roll = _meant(state, answers)
    return _suggested(state, roll, _lender(state, roll, answers)) if roll is not None else 1


def _suggested(state: State, roll: Roll, lender: str) -> int:
    """Suggest as many points as the die is short, or all that are there; 1 where no draw can help."""
    return 1 if _out_of_reach(state, roll) else max(1, min(-roll.margin, _there_for(state, lender)))


def _there_for(state: State, lender: str) -> int:
    return wyrd_to_lend(state.actors[lender]) if lender else scene_pool(state)


def _short_by(state: State, answers: Answers) -> str:
    """Preview how short the die fell, how Wyrd closes the gap, and the stake, until the log tells the end (WA-22)."""
    if (roll := _meant(state, answers)) is None or roll.margin >= 0 or text_of(answers, "taker") in (ACCEPT, MET):
        return ""
    if text_of(answers, "taker") and not _draws_several(state, answers):
        return ""
    how = ", and it is out of reach" if _out_of_reach(state, roll) else ""
    brings = _failure_brings(state, roll.challenge)
    # Before the stake, of which the end is cut first.
    told = end_sentence(f" Not overcome: {brings}") if brings else ""
    left = pool_left_words(state) + stake_lost(state, roll.challenge)
    return f"The die is {-roll.margin} short of {roll.value}; each Wyrd adds 1{how}.{told} {end_sentence(left)}"


def _failure_brings(state: State, which: str) -> str:
    """Tell all that rules bring of a failure: what they change, then what they remind the GM of (WA-23, WA-33)."""
    challenge = state.challenges[which]
    found = stage_rules.triggers_at(state, "failed", challenge)
    words = ((page.title, " ".join((one.text or page.text).split())) for page, one in found if one.do == "remind")
    reminders = (f"{title} – {text}" if text else title for title, text in words)
    return ", ".join((*Effects(state, fail_challenge(state, challenge)).words(), *reminders))


def _why_too_many(state: State, answers: Answers) -> str:
    """Return why more points are drawn than there are, or than the die is short; empty where they are not."""
    if (roll := _meant(state, answers)) is None or not _draws(state, answers):
        return ""
    lender, points, short = _lender(state, roll, answers), number_of(answers, "points", 1), -roll.margin
    there = _there_for(state, lender)
    if points > there:
        left = f"{name_and_verb(state, lender, 'has')} {there} to lend" if lender else pool_left_words(state)
        return f"{left}. Draw {there} or fewer, not {points}."
    if points > short:
        return f"{title_of(state, roll.challenge)}: {short} short. Draw {short} or fewer, not {points}."
    return ""


_NONE_OPEN = "No failed roll is open, so no Wyrd can be drawn."


def _draw(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    roll = _meant(state, answers)
    if roll is None:
        raise Refused(_NONE_OPEN)
    taker = text_of(answers, "taker")
    if taker == ACCEPT:
        yield from accept_failure(state, roll.challenge)
        return
    if taker == MET:
        yield from overcome_events(state, state.challenges[roll.challenge])
        return
    if reason := _why_too_many(state, answers):
        raise Refused(reason)
    who, lender = _loans(state, roll)[taker]
    points = number_of(answers, "points", 1)
    short = (roll.value or 0) - roll.score.total
    total = roll.score.total + points
    drawn = replace(
        roll,
        score=replace(
            roll.score, total=total, parts=(*roll.score.parts, Part(f"{possessive(state, who)} Wyrd", points))
        ),
        margin=points - short,
        outcome="success" if points == short else "failure",
        memory=replace(roll_memory(roll), drew=who),
    )
    yield from chain_steps(
        state,
        # The same die, with Wyrd beside it.
        throw(drawn),
        partial(pay_wyrd, who=who, points=points, why="", lent_by=(lender,) if lender else ()),
        partial(came_of_it, roll=drawn),
    )


def accept_failure(state: State, which: str) -> Iterator[Event]:
    """Accept the failure of a die that waits for Wyrd; its consequences are asked for next (WA-23, U-22)."""
    if failed_roll(state, which) is not None:
        yield from fail_challenge(state, state.challenges[which])


def accept_failures(state: State) -> Iterator[Event]:
    """Accept the failure of every die that fell short; no Wyrd is drawn for it any more (WA-09, WA-23)."""
    waiting = [roll.challenge for roll in failed_rolls(state)]
    return chain_steps(state, *(partial(accept_failure, which=which) for which in waiting))


def _fails_at_once(state: State, answers: Answers) -> str:
    """Tell that a die stays short where no Wyrd can be drawn, and what the failure brings; else empty (WA-23)."""
    roll = _meant(state, answers)
    if roll is None or len(_takers(state, answers)) > 1:
        return ""
    brings = _failure_brings(state, roll.challenge)
    return "Not overcome, since the scene has no Wyrd left" + (f": {brings}" if brings else "")


def _no_taker(state: State, word: str) -> str:
    return "" if scene_pool(state) else "the scene has no Wyrd left. `draw accept` accepts the failure."


DRAW = Command(
    "draw",
    "y",
    DRAW_LABEL,
    "Take Wyrd from the scene after a failed die, or accept the failure.",
    FACING,
    _draw,
    (
        Ask(
            "of",
            "Failed challenge",
            "one",
            _dice_short,
            _newest_short,
            when=lambda s, a: bool(failed_rolls(s)),
            quiet=True,
            shown=True,
        ),
        Ask(
            "taker",
            "Draw or accept",
            "one",
            _takers,
            _hopeless,
            preview=_short_by,
            why=_no_taker,
            noun="taker of the Wyrd",
        ),
        Ask(
            "points",
            "Points",
            "number",
            default=_usual_draw,
            low=1,
            high=60,
            when=_draws,
            settled=lambda s, a: not _draws_several(s, a),
            excess=_why_too_many,
        ),
    ),
    unless(failed_rolls, _NONE_OPEN),
    WYRD_ABACUS,
    "WA-22, WA-23, U-19, U-22",
    formerly="draw Wyrd",
    remark=_fails_at_once,
)
