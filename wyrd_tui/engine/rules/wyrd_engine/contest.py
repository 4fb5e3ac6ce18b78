"""Rolls against another character: active opposition and manoeuvres (WE-36 … WE-40, WE-75, WE-76)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from wyrd_tui.engine.choices import Choice
from wyrd_tui.engine.commands import Answers, Ask, Command, many_of, number_of, text_of
from wyrd_tui.engine.dice import Dice, Refused
from wyrd_tui.engine.events import Event, Gained, Ruled
from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.ids import fresh_id
from wyrd_tui.engine.nouns.wyrd_engine import EngineRoll
from wyrd_tui.engine.roll import Roll
from wyrd_tui.engine.rules.ground.turn_passing import out_of_turn
from wyrd_tui.engine.rules.questions import (
    DICE,
    EXTRA,
    THEIR_DICE,
    acting_asks,
    actor_choices,
    roll_meant,
    unless,
    which_roll,
    who_asks,
)
from wyrd_tui.engine.rules.wyrd_engine.chances import (
    include_asks,
    manoeuvre_preview,
    opposed_preview,
    remark_on_primary,
    with_chances,
)
from wyrd_tui.engine.rules.wyrd_engine.checks import CHECKS
from wyrd_tui.engine.rules.wyrd_engine.damage import may_check
from wyrd_tui.engine.rules.wyrd_engine.house_rules import rule
from wyrd_tui.engine.rules.wyrd_engine.modifiers import CountedOffer
from wyrd_tui.engine.rules.wyrd_engine.questions import (
    manoeuvre_rating,
    offer_choices,
    rating_asks,
    rating_choices,
    resisting_rating,
    rung_asks,
    sure_of,
)
from wyrd_tui.engine.rules.wyrd_engine.ratings import rolled_rating
from wyrd_tui.engine.rules.wyrd_engine.rolls import (
    boon_winner,
    finish_roll,
    offered_boons,
    outcome_of,
    roll_against,
    score_side,
    spend_used,
    take_dice,
    theirs_typed,
    use_primary,
    with_dice_of_both,
)
from wyrd_tui.engine.rules.wyrd_engine.sides import (
    FOES_LEFT,
    can_be_met,
    for_players,
    nobody_acts,
    opponent_reckoning,
    own_reckoning,
    their_rating,
    unopposed,
)
from wyrd_tui.engine.state import WYRD_ENGINE, Bonus, Side, State
from wyrd_tui.engine.words import name_and_verb, short_name_of, signed

_OPPONENTS: Mapping[Side, tuple[Side, ...]] = {
    "party": ("foes", "others", "party"),
    "foes": ("party", "others", "foes"),
    "others": ("party", "foes", "others"),
}
"""The sides that an actor is likely to face, by side: enemies, bystanders, and the own side last."""


_players_standing = actor_choices(can_be_met)


def likely_opponents(state: State, answers: Answers) -> Sequence[Choice]:
    """Actors standing but the acting one, the likeliest opponents first: in a fight those who are in it.

    Actors who have only sheets of other games are met in none of this game's rolls (U-34).
    """
    who = text_of(answers, "who")
    rows = [choice for choice in _players_standing(state, answers) if choice.value != who]
    if who not in state.actors:
        return rows
    side = state.actors[who].side
    inside = {place.who for place in state.order.places}

    def likely(choice: Choice) -> tuple[bool, bool, int]:
        other = state.actors[choice.value]
        outside = who in inside and choice.value not in inside
        return other.side == side, outside, _OPPONENTS[side].index(other.side)

    return sorted(rows, key=likely)


def two_stand(state: State) -> bool:
    """Return whether there are two players of this game who can face each other (U-34)."""
    return sum(can_be_met(state, actor) for actor in state.actors.values()) > 1


def foe_default(state: State, answers: Answers) -> str | None:
    """The likeliest opponent who stands on another side than the one who acts."""
    who = state.actors.get(text_of(answers, "who"))
    first = next(iter(likely_opponents(state, answers)), None)
    if who is None or first is None or state.actors[first.value].side == who.side:
        return None
    return first.value


_their_ratings = rating_choices("target")

TARGET = for_players(
    Ask("target", "Against", "one", likely_opponents, foe_default, focus="opponent", noun="target", unoffered=FOES_LEFT)
)


def both_sides(act: str, defence: str) -> Ask:
    """Question of what counts for either side, theirs with `their:` before them."""

    def theirs(state: State, answers: Answers) -> Mapping[str, Sequence[Choice]]:
        targets = () if unopposed(state, answers) else many_of(answers, "target")
        return {target: offered(state, answers, target) for target in targets if target in state.actors}

    def offered(state: State, answers: Answers, target: str) -> Sequence[Choice]:
        rolled = {"who": target, "skill": their_rating(state, answers, target), "target": text_of(answers, "who")}
        name = short_name_of(state, target)
        return [
            replace(
                c,
                value=str(CountedOffer(c.value, target)),
                label=f"{name}: {c.label}",
                group=c.group and f"{target} {c.group}",
            )
            for c in offer_choices(defence, target="target")(state, rolled)
        ]

    return include_asks(offer_choices(act, target="target"), act, theirs)


def _oppose(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    roll, spent = contest_events(state, answers, dice, "opposed")
    offers = ("boon",) if abs(roll.margin) >= 3 else ()
    return finish_roll(state, replace(roll, offers=offers), spent)


def contest_events(
    state: State, answers: Answers, dice: Dice, act: str, memory: EngineRoll | None = None
) -> tuple[Roll, list[Event]]:
    """Roll for both sides; the higher total wins (WE-36), and a tie has no winner until the GM names one (U-03).

    Raises:
        Refused: If what was typed is no throw.
    """
    who, target = text_of(answers, "who"), text_of(answers, "target")
    ours, other = own_reckoning(state, answers, act, target), opponent_reckoning(state, answers, act, target)
    answers = with_dice_of_both(answers)
    score = score_side(who, ours, take_dice(answers, "dice", dice))
    opposing = score_side(target, other, take_dice(answers, "theirs", dice))
    margin = score.total - opposing.total
    roll = Roll(act, WYRD_ENGINE, score, (opposing,), outcome=outcome_of(margin), margin=margin, memory=memory)
    return roll, [*spend_used(state, who, ours), *spend_used(state, target, other)]


def _their_default(state: State, answers: Answers) -> str | None:
    actor, target = (state.actors.get(text_of(answers, name)) for name in ("who", "target"))
    if actor is None or target is None:
        return None
    return resisting_rating(state, target, rolled_rating(state, actor, text_of(answers, "skill")))


OPPOSE = Command(
    "oppose",
    "x",
    "opposed",
    "Roll two characters against each other outside a fight; a win by three or more may give a boon.",
    CHECKS,
    _oppose,
    (
        for_players(who_asks(wanted=may_check)),
        TARGET,
        replace(rating_asks(), focus="rolled"),
        sure_of(),
        Ask("defend", "They roll", "one", _their_ratings, _their_default, free=True),
        sure_of("defend", "target", "surely"),
        both_sides("opposed", "resist"),
        EXTRA,
        replace(DICE, preview=opposed_preview()),
        replace(THEIR_DICE, hint=theirs_typed),
    ),
    unless(two_stand, "An opposed roll takes two characters of the Wyrd Engine who can still act."),
    WYRD_ENGINE,
    "WE-36 … WE-40",
    turn_remark=out_of_turn,
)


_NOT_WON = "No boon can be given: no opposed roll was won by three or more."


def _boon(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    roll = roll_meant(answers, offered_boons(state))
    if roll is None:
        raise Refused(_NOT_WON)
    label = text_of(answers, "label")
    winner = boon_winner(roll)
    if label == _NO_BOON:
        yield Ruled("done", roll.number, f"No boon is given to {short_name_of(state, winner)}")
        return
    yield Ruled(roll.ruling or "done", roll.number)
    value = int(rule(state, "boon_value"))
    yield Gained(Bonus(fresh_id(f"boon-{label}", state.bonuses), label, value, winner, "boon"))


_UPPER_HAND, _NO_BOON = "the upper hand", "none"
_BOONS = (Choice(_UPPER_HAND, _UPPER_HAND, "or words of your own"), Choice(_NO_BOON, "no boon", none=True))


def _boon_preview(state: State, answers: Answers) -> str:
    """Say how large the boon is, whose, and for how long (WE-39)."""
    if text_of(answers, "label") == _NO_BOON:
        return "No boon is given"
    roll = roll_meant(answers, offered_boons(state))
    value = signed(int(rule(state, "boon_value")))
    return f"{name_and_verb(state, boon_winner(roll), 'gains')} {value} for one use in this scene" if roll else ""


BOON = Command(
    "boon",
    "",
    "boon",
    "Give the winner by three or more a one-use trait for this scene; “none” gives none.",
    CHECKS,
    _boon,
    (
        which_roll(lambda state, answers: offered_boons(state), whose=lambda state, roll: boon_winner(roll)),
        Ask(
            *("label", "Boon", "one", lambda s, a: _BOONS, lambda s, a: _UPPER_HAND),
            free=True,
            worded=True,
            preview=_boon_preview,
        ),
    ),
    unless(offered_boons, _NOT_WON),
    WYRD_ENGINE,
    "WE-38, WE-39, U-04",
)


# ------------------------------------------------------------------ manoeuvres


MANOEUVRES: dict[str, tuple[str, str]] = {
    "disarm": ("Fight", "Fight"),
    "grapple": ("Fight", "Athletics"),
    "push": ("Athletics", "Athletics"),
    "feint": ("Deceive", "Notice"),
    "suppressing fire": ("Shoot", "Will"),
    "intimidate": ("Provoke", "Will"),
}


def _targets(state: State, answers: Answers) -> Sequence[Choice]:
    return [*likely_opponents(state, answers), Choice("nobody", "nobody", "against a rung", none=True)]


def _target_default(state: State, answers: Answers) -> str | None:
    return foe_default(state, answers) or (None if likely_opponents(state, answers) else "nobody")


def _has_target(state: State, answers: Answers) -> bool:
    return text_of(answers, "target") != "nobody"


def _manoeuvre_choices(state: State, answers: Answers) -> Sequence[Choice]:
    """Offer the manoeuvres, each with the rating that it would roll."""
    skills = ((name, _manoeuvre_skill(state, {**answers, "manoeuvre": name})) for name in MANOEUVRES)
    return [Choice(name, name, skill or "") for name, skill in skills]


def _manoeuvre_skill(state: State, answers: Answers) -> str | None:
    own, _ = MANOEUVRES.get(text_of(answers, "manoeuvre"), ("", ""))
    actor = state.actors.get(text_of(answers, "who"))
    if actor is None:
        return None
    return manoeuvre_rating(state, actor, own, "attack")


def _skills(state: State, answers: Answers) -> Sequence[Choice]:
    """Offer the ratings of a manoeuvre, each with the chance to win against the target or its rung."""
    answers = {"defend": _manoeuvre_answer(state, answers) or "", **answers}
    return with_chances(state, answers, "manoeuvre", rating_choices()(state, answers))


def _manoeuvre_answer(state: State, answers: Answers) -> str | None:
    _, theirs = MANOEUVRES.get(text_of(answers, "manoeuvre"), ("", ""))
    target = state.actors.get(text_of(answers, "target"))
    if target is None:
        return "nobody"
    return manoeuvre_rating(state, target, theirs, "defend")


def _gains_it(state: State, answers: Answers) -> Sequence[Choice]:
    """Offer the own side first; a target that is hindered comes after (WE-76)."""
    actor = state.actors.get(text_of(answers, "who"))
    rows = _players_standing(state, answers)
    return sorted(rows, key=lambda row: actor is None or state.actors[row.value].side != actor.side)


def _manoeuvre(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    who = text_of(answers, "who")
    memory = EngineRoll(
        text_of(answers, "manoeuvre"),
        text_of(answers, "target") if _has_target(state, answers) else "",
        text_of(answers, "for", who),
        number_of(answers, "value"),
    )
    if unopposed(state, answers):
        reckoning = own_reckoning(state, answers, "manoeuvre", memory.target)
        throw, rung = take_dice(answers, "dice", dice), number_of(answers, "against")
        roll = roll_against(state, answers, "manoeuvre", reckoning, throw, rung, memory)
        spent = list(spend_used(state, who, reckoning))
    else:
        roll, spent = contest_events(state, answers, dice, "manoeuvre", memory)
    return finish_roll(state, roll, [*spent, *use_primary(state, who)])


MANOEUVRE = Command(
    "manoeuvre",
    "m",
    "manoeuvre",
    "Try a manoeuvre: disarm, grapple, push, feint, suppress, intimidate or your own; a success gives an advantage.",
    "Fight",
    _manoeuvre,
    (
        for_players(acting_asks()),
        Ask("manoeuvre", "Which manoeuvre", "one", _manoeuvre_choices, free=True, own=True),
        replace(TARGET, choices=_targets, default=_target_default),
        replace(rung_asks(), when=unopposed),
        Ask("value", "Advantage", "number", default=lambda s, a: 1, low=-5, high=5, quiet=True),
        Ask(
            "skill", "With", "one", _skills, _manoeuvre_skill, "rolled", free=True, folded=True, plain=rating_choices()
        ),
        Ask("defend", "Against", "one", _their_ratings, _manoeuvre_answer, when=_has_target, free=True, folded=True),
        for_players(
            Ask("for", "For", "one", _gains_it, lambda s, a: text_of(a, "who"), quiet=True, folded=True, noun="ally")
        ),
        both_sides("manoeuvre", "resist"),
        EXTRA,
        replace(DICE, preview=manoeuvre_preview),
        replace(THEIR_DICE, when=lambda s, a: not unopposed(s, a), hint=theirs_typed),
        sure_of(),
        sure_of("defend", "target", "surely", besides="nobody"),
    ),
    nobody_acts,
    WYRD_ENGINE,
    "WE-75, WE-76",
    turn_remark=remark_on_primary,
)

CONTEST_COMMANDS = (OPPOSE, BOON, MANOEUVRE)
