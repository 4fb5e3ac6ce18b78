"""Attack and defence in one act (WE-53 … WE-55, WE-77, WE-79, WE-91)."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from contextlib import suppress

from wyrd_tui.engine import odds
from wyrd_tui.engine.choices import Choice
from wyrd_tui.engine.commands import Answers, Ask, Command, many_of, text_of
from wyrd_tui.engine.dice import FUDGE_DICE, Dice, Refused
from wyrd_tui.engine.events import Event, Placed, Usual
from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.roll import Roll, Score
from wyrd_tui.engine.rules.ground.lasting import told_from_now_on
from wyrd_tui.engine.rules.ground.places import attacked_unasked, begin_fight, place_or_none
from wyrd_tui.engine.rules.questions import DICE, EXTRA, THEIR_DICE, acting_asks, hands_in_words
from wyrd_tui.engine.rules.wyrd_engine.chances import attack_preview, hit_told, remark_on_primary, usual_defence
from wyrd_tui.engine.rules.wyrd_engine.contest import (
    both_sides,
    likely_opponents,
    two_stand,
)
from wyrd_tui.engine.rules.wyrd_engine.damage import takes_out
from wyrd_tui.engine.rules.wyrd_engine.house_rules import rule
from wyrd_tui.engine.rules.wyrd_engine.modifiers import Reckoning, list_offers, reckon_roll
from wyrd_tui.engine.rules.wyrd_engine.questions import (
    attack_choices,
    better_attack,
    rating_choices,
    suggested_attack,
    sure_of,
    usual_rating,
)
from wyrd_tui.engine.rules.wyrd_engine.ratings import effective_rating, is_plain, is_rated, sheet_of
from wyrd_tui.engine.rules.wyrd_engine.rolls import (
    PRIMARY,
    finish_roll,
    hits_of,
    outcome_of,
    score_side,
    spend_used,
    take_dice,
    theirs_typed,
    typed_for,
    typed_or_thrown,
    typed_totals,
    use_primary,
    with_dice_of_both,
)
from wyrd_tui.engine.rules.wyrd_engine.sides import (
    FOES_LEFT,
    for_players,
    opponent_reckoning,
    own_reckoning,
    players_of_engine,
)
from wyrd_tui.engine.state import WYRD_ENGINE, State
from wyrd_tui.engine.words import signed

FIGHT = "Fight"
MOST_RECKONED = 40
"""Targets whose chances are reckoned before one is chosen; more would be felt at each key."""
USUAL = "usual"
"""The answer that each target defends as it usually does."""


def _attack(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    """Attack and defence in one act: the difference is the damage, a tie is none (WE-53 … WE-55)."""
    who = text_of(answers, "who")
    targets = many_of(answers, "target")
    ours = own_reckoning(state, answers, "attack", targets[0] if len(targets) == 1 else "")
    defences = [opponent_reckoning(state, answers, "attack", target) for target in targets]
    answers = with_dice_of_both(answers, len(targets))
    typed = typed_for(answers, "theirs", len(targets), "target")
    score = score_side(who, ours, take_dice(answers, "dice", dice))
    spent = list(spend_used(state, who, ours))
    against: list[Score] = []
    for target, defence, text in zip(targets, defences, typed, strict=True):
        against.append(score_side(target, defence, typed_or_thrown(text, dice)))
        spent += [*spend_used(state, target, defence), *_defending(state, target)]
    margin = score.total - against[0].total
    hits = hits_of(score, against)
    if rule(state, "damage") == "none":
        # Without tracks there is nothing more to see to; what a hit means is told.
        hits = tuple(replace(hit, taken=True) for hit in hits)
    roll = Roll("attack", WYRD_ENGINE, score, tuple(against), outcome=outcome_of(margin), margin=margin, hits=hits)
    lasting = (*use_primary(state, who), *_remembered(state, answers), *begin_fight(state))
    return finish_roll(state, roll, [*spent, *lasting])


def _remembered(state: State, answers: Answers) -> Iterator[Event]:
    """Make a rating that was chosen to attack with the usual one; a chosen defence holds for its attack (WE-53)."""
    who, skill = text_of(answers, "who"), text_of(answers, "skill")
    if skill != _attack_skill(state, answers) and is_plain(state, state.actors[who], skill):
        yield Usual(who, WYRD_ENGINE, "attack", skill)


def _remark(state: State, answers: Answers) -> str:
    """Say which rating is better now."""
    who, skill = state.actors.get(text_of(answers, "who")), text_of(answers, "skill")
    return better_attack(state, who, skill) if who is not None and skill else ""


def _kept(state: State, answers: Answers) -> str:
    """Say what changes from now on."""
    known = text_of(answers, "who") in state.actors and text_of(answers, "skill")
    return told_from_now_on(state, _remembered(state, answers)) if known else ""


def _defending(state: State, who: str) -> Iterator[Event]:
    """Use up a primary action for a defence, where the house rule says so (C-34)."""
    place = place_or_none(state, who)
    if rule(state, "defence") == "primary" and place is not None and PRIMARY not in place.used:
        yield Placed(replace(place, used=(*place.used, PRIMARY)))


def _attack_skill(state: State, answers: Answers) -> str | None:
    actor = state.actors.get(text_of(answers, "who"))
    return suggested_attack(state, actor) if actor else None


def aims(state: State, who: str, others: Container[str]) -> Sequence[Choice]:
    """Return those of some actors whom an actor may attack, each with the chances to hit it and to put it out."""
    answers = {"who": who}
    return _reckoned(state, answers, [row for row in likely_opponents(state, answers) if row.value in others])


def _targets(state: State, answers: Answers) -> Sequence[Choice]:
    """Offer the likely opponents with what decides: the track of each, and the chances to hit it and to put it out."""
    return _reckoned(state, answers, list(likely_opponents(state, answers)))


def _reckoned(state: State, answers: Answers, rows: list[Choice]) -> Sequence[Choice]:
    who = text_of(answers, "who")
    skill = text_of(answers, "skill") or _attack_skill(state, answers) or _untrained(state, who)
    if not (skill and rows):
        return rows
    # Only what is bound to a target sets its attack apart from the others.
    bound = {"", *(bonus.against for bonus in state.bonuses.values())}
    mine = {against: reckon_roll(state, who, skill, against=against, act="attack") for against in bound}
    shown = (_with_odds(state, who, mine.get(row.value, mine[""]), row) for row in rows[:MOST_RECKONED])
    return [*shown, *rows[MOST_RECKONED:]]


def _untrained(state: State, who: str) -> str:
    """Return the rating of the odds of an attacker with none for fighting, untrained; empty for no character."""
    actor = state.actors.get(who)
    return usual_rating(state, actor, "attack") if actor else ""


def _aimed_with(state: State, answers: Answers) -> str:
    """Name the untrained rating of the chances, where no rating on the sheet is for fighting."""
    who = text_of(answers, "who")
    if who not in state.actors or text_of(answers, "skill") or _attack_skill(state, answers):
        return ""
    skill = _untrained(state, who)
    counted = [f"{skill} {signed(effective_rating(state, who, skill))}", *_counted_unasked(state, answers, skill)]
    return f"Chances with {', '.join(counted)}: no rating on the sheet is for fighting"


def _counted_unasked(state: State, answers: Answers, skill: str) -> Sequence[str]:
    """Name what counts beside a rating in the chances against any of the targets, once each."""
    who = text_of(answers, "who")
    against = [row.value for row in likely_opponents(state, answers)[:MOST_RECKONED]]
    offers = (one for target in against for one in list_offers(state, who, skill, target, "attack"))
    told = (f"{signed(one.number + one.hurt)} {one.label}" for one in offers if one.on and one.number)
    return [*dict.fromkeys(told)]


def _aimed_skills(state: State, answers: Answers) -> Sequence[Choice]:
    """Offer the skills of an attack, each with the chance to hit the first target that was chosen, or with the hit."""
    rows = attack_choices(state, answers)
    target = next(iter(many_of(answers, "target")), "")
    if target not in state.actors or not players_of_engine(state, state.actors[target]):
        return rows
    if not text_of(answers, "skill"):
        # Without a skill nothing is offered that could have been taken.
        answers = {name: answer for name, answer in answers.items() if name != "with"}
    return [_with_chance(state, {**answers, "skill": row.value}, target, row) for row in rows]


def _with_chance(state: State, answers: Answers, target: str, row: Choice) -> Choice:
    try:
        mine = own_reckoning(state, answers, "attack", target)
        theirs = opponent_reckoning(state, answers, "attack", target)
    except Refused:
        return row
    return replace(row, then=hit_told(answers, target, mine, theirs))


def _with_odds(state: State, who: str, mine: Reckoning, row: Choice) -> Choice:
    """Add track and chances to a target."""
    target = state.actors[row.value]
    theirs, fells = usual_defence(state, who, target.id), takes_out(state, target.id)
    chance = odds.attack(mine.modifier, theirs.modifier, fells, mine.reroll, theirs.reroll)
    hit, track = chance.hit.short(), tuple(sheet_of(target).track)
    if chance.out is None or chance.out.impossible:
        return replace(row, then=hit, hit=hit, track=track)
    out, brief = (chance.out.felling(target.count, brief=short) for short in (False, True))
    return replace(row, then=f"{hit}, {out}", brief=f"{hit}, {brief}", hit=hit, track=track)


def _first_foe(state: State, answers: Answers) -> tuple[str, ...] | None:
    """Suggest the likeliest target of those who may be attacked unasked (WE-53)."""
    likely = [state.actors[row.value] for row in likely_opponents(state, answers)]
    return next(((one.id,) for one in attacked_unasked(state, text_of(answers, "who"), likely)), None)


def _defences(state: State, answers: Answers) -> Sequence[Choice]:
    """Offer the usual defence, by its rating where one alone is attacked, and the first target’s other ratings."""
    target, *more = many_of(answers, "target") or ("",)
    rows = rating_choices("target")(state, {"target": target})
    if more or target not in state.actors:
        return [Choice(USUAL, "their usual ones", "Athletics to dodge, or what the sheet says"), *rows]
    name = usual_rating(state, state.actors[target], "defend")
    hint = "usual" if is_rated(state, target, name) else "usual, untrained"
    usual = Choice(USUAL, name, hint, number=effective_rating(state, target, name))
    return [usual, *(row for row in rows if row.value != name)]


def _their_hands(state: State, answers: Answers) -> str:
    """Tell whose dice are typed next against several targets, below the odds of each; empty for one target.

    The targets' dice may be typed behind the attacker's own, in the field for those. Before any dice are typed, the
    field of the targets' dice names their order.

    Raises:
        Refused: If dice of one target are typed in one run that fits no hands.
    """
    targets = many_of(answers, "target")
    if len(targets) < 2:
        with_dice_of_both(answers)
        return ""
    typed, theirs, told = text_of(answers, "dice"), text_of(answers, "theirs"), ""
    if not (typed or theirs):
        return attack_preview(state, answers)
    if theirs:
        run = theirs.replace(" ", "")
        hands = [theirs] if ";" in theirs else [run[at : at + FUDGE_DICE] for at in range(0, len(run), FUDGE_DICE)]
        typed = ";".join((typed, *hands))
    with suppress(Refused):
        # The chances say why a side cannot be reckoned.
        own = {text_of(answers, "who"): own_reckoning(state, answers, "attack")}
        sides = own | {target: opponent_reckoning(state, answers, "attack", target) for target in targets}
        told = hands_in_words(state, dict.fromkeys(sides, FUDGE_DICE), typed, typed_totals(sides, typed))
    return "\n".join(filter(None, (attack_preview(state, answers), told)))


def _their_dice(state: State, answers: Answers) -> str:
    return "Targets’ dice" if len(many_of(answers, "target")) > 1 else ""


ATTACK = Command(
    "attack",
    "a",
    "attack",
    "Roll an attack and the defence of each target; the difference is the damage.",
    FIGHT,
    _attack,
    (
        for_players(acting_asks("Attacker")),
        for_players(
            Ask(
                "target",
                "Target",
                "many",
                _targets,
                _first_foe,
                focus="target",
                put=True,
                some="Choose a target.",
                preview=_aimed_with,
                unoffered=FOES_LEFT,
                plain=likely_opponents,
            )
        ),
        Ask(
            "skill",
            "With",
            "one",
            _aimed_skills,
            _attack_skill,
            focus="rolled",
            free=True,
            quiet=True,
            folded=True,
            plain=attack_choices,
        ),
        Ask("defend", "Against", "one", _defences, lambda s, a: USUAL, free=True, quiet=True, folded=True),
        both_sides("attack", "defence"),
        EXTRA,
        replace(DICE, preview=attack_preview),
        replace(THEIR_DICE, called=_their_dice, preview=_their_hands, hint=theirs_typed),
        sure_of(),
        sure_of("defend", "target", "surely", besides=USUAL),
    ),
    lambda state: "" if two_stand(state) else "An attack takes two characters of the Wyrd Engine who can still act.",
    WYRD_ENGINE,
    "WE-48, WE-53 … WE-55, WE-91, WED-02, WED-03",
    remark=_remark,
    turn_remark=remark_on_primary,
    beside_previews=_kept,
)
