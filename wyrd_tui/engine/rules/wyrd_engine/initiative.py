"""Rolling for who acts first: 4dF and Notice, or another rating (WE-51)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wyrd_tui.engine.blank import no_text
from wyrd_tui.engine.choices import Choice
from wyrd_tui.engine.commands import Answers, Ask, Command, text_of
from wyrd_tui.engine.dice import FUDGE_DICE, Dice, Refused
from wyrd_tui.engine.events import Event, Said
from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.handles import handles_of
from wyrd_tui.engine.roll import Roll, Score
from wyrd_tui.engine.rules.ground.basics import chain_steps, throw
from wyrd_tui.engine.rules.ground.places import (
    ORDER,
    able_actors,
    begin_order,
    chosen_fighters,
    fighter_asks,
    fighter_choices,
    first_tied,
    name_left_out,
    sort_with_ties,
    told_anew,
    why_aside,
)
from wyrd_tui.engine.rules.questions import hands_in_words
from wyrd_tui.engine.rules.wyrd_engine.foretold import unassigned_points, used_told
from wyrd_tui.engine.rules.wyrd_engine.house_rules import rule
from wyrd_tui.engine.rules.wyrd_engine.modifiers import Reckoning, reckon_roll, sum_in_words
from wyrd_tui.engine.rules.wyrd_engine.questions import best_suited, sure_of
from wyrd_tui.engine.rules.wyrd_engine.ratings import same_rating, sheet_of
from wyrd_tui.engine.rules.wyrd_engine.rolls import score_side, spend_used, typed_for, typed_or_thrown, typed_totals
from wyrd_tui.engine.rules.wyrd_engine.sides import players_of_engine
from wyrd_tui.engine.state import WYRD_ENGINE, Actor, State
from wyrd_tui.engine.turn_order import Order, Place
from wyrd_tui.engine.words import join_names, name_of, short_name_of, signed

_NOBODY = "No character here rolls initiative of the Wyrd Engine. `order` starts a fight without dice."


def _rating(state: State, actor: Actor, answer: str) -> str:
    """Return an actor's rating: the GM's word, else the sheet's own, else the house rule (WE-51)."""
    usual = sheet_of(actor).usual.get("initiative")
    if usual and not answer:
        return usual
    wanted = answer or str(rule(state, "initiative"))
    return best_suited(state, actor, (wanted,)) or wanted


MOST_NAMED = 2
"""Ratings that are named where characters roll different ones."""
USUAL = "usual"
"""The answer that each rolls the rating of the sheet for it, else that of the house rule."""


def _rating_choices(state: State, answers: Answers) -> Sequence[Choice]:
    """Offer the usual rating, then every rating of the actors and of the setting (WE-10, WE-51)."""
    usual = str(rule(state, "initiative"))
    own = (rating for actor in able_actors(state) for rating in sheet_of(actor).ratings)
    others = (name for name in dict.fromkeys((*state.setting.ratings, *own)) if not same_rating(state, name, usual))
    # Sheets may know it by another name than the house rule.
    written = dict.fromkeys(name for a in able_actors(state) if (name := _rating(state, a, "")) in sheet_of(a).ratings)
    label = " or ".join(written) if 0 < len(written) <= MOST_NAMED else usual
    return [Choice(USUAL, label, "usual, or what the sheet says"), *(Choice(name, name) for name in others)]


def _with_sums(state: State, answers: Answers) -> Sequence[Choice]:
    """Offer the fighters, each with the rating and all else that counts in their roll."""

    def counted(who: str) -> str:
        actor = state.actors[who]
        if not players_of_engine(state, actor):
            return "does not roll, acts last"
        try:
            counts = sum_in_words(_reckoned(state, answers, actor))
        except Refused as refusal:
            return str(refusal)
        left = unassigned_points(state, who)
        return f"{counts}; {signed(-left)} not assigned" if left else counts

    return [
        replace(row, hint="; ".join(filter(None, (why_aside(state.actors[row.value]), counted(row.value)))))
        for row in fighter_choices(state, answers)
    ]


def _reckoned(state: State, answers: Answers, actor: Actor) -> Reckoning:
    """Reckon the roll of one fighter; it is refused where something chosen does not count."""
    rating = text_of(answers, "skill").strip()
    return reckon_roll(state, actor.id, _rating(state, actor, "" if rating == USUAL else rating), act="initiative")


def _initiative(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    actors, others = _parted(state, answers)
    if not actors:
        raise Refused(_NOBODY)
    scores: list[Score] = []
    spent: list[Event] = []
    typed = typed_for(answers, "dice", len(actors), "fighter")
    for actor, text in zip(actors, typed, strict=True):
        reckoning = _reckoned(state, answers, actor)
        spent += spend_used(state, actor.id, reckoning)
        score = score_side(actor.id, reckoning, typed_or_thrown(text, dice))
        scores.append(score)
    ordered = (
        *sort_with_ties([Place(score.who, score.total) for score in scores]),
        *(Place(actor.id) for actor in others),
    )
    rolls = (Roll("initiative", WYRD_ENGINE, score, label="the others", ruling="done") for score in scores)
    yield from chain_steps(
        state,
        lambda now: begin_order(now, Order("rolled", 1, ordered[0].who, ordered), "Initiative"),
        *(throw(roll) for roll in rolls),
    )
    yield from spent
    if others:
        yield Said(_by_hand(state, others))


def _parted(state: State, answers: Answers) -> tuple[list[Actor], list[Actor]]:
    """Part the actors who roll from those who play other games alone (U-25, U-34)."""
    actors = chosen_fighters(state, answers)
    rolling = [one for one in actors if players_of_engine(state, one)]
    return rolling, [one for one in actors if one not in rolling]


def _by_hand(state: State, others: Sequence[Actor]) -> str:
    names, one = join_names([name_of(state, actor.id) for actor in others]), len(others) == 1
    how = "does not roll initiative and acts last" if one else "do not roll initiative and act last"
    return f"{names} {how}, until moved up in the order"


def _able(state: State) -> str:
    """Return why nobody can roll."""
    if not able_actors(state):
        return "No character is here to roll."
    return "" if any(players_of_engine(state, actor) for actor in able_actors(state)) else _NOBODY


def _whose(state: State, answers: Answers) -> str:
    """Name the actor whose dice are typed next, so that throws and actors stay together, and what the rolls use up."""
    try:
        actors, others = _parted(state, answers)
        reckonings = {actor.id: _reckoned(state, answers, actor) for actor in actors}
    except Refused as reason:
        return str(reason)
    typed = text_of(answers, "dice")
    names = hands_in_words(state, dict.fromkeys(reckonings, FUDGE_DICE), typed, typed_totals(reckonings, typed))
    outside = name_left_out(state, [*actors, *others])
    left_out = f"{outside[0].lower()}{outside[1:]}" if outside and ";" not in typed else ""
    used = (used_told(state, who, reckoning) for who, reckoning in reckonings.items())
    return " · ".join(filter(None, (names, *used, left_out)))


def tied_keys_told(state: State) -> str:
    """Name the keys that part the first fighters who tie, then these by handle; empty where none do (WE-51)."""
    tied = [place.who for place in first_tied(state)]
    if not tied:
        return ""
    handles = handles_of(state)
    names = [f"{handles.get(who, '')} {short_name_of(state, who)}".strip() for who in tied]
    # A digit selects one of the party, whom a key then moves past the next.
    top, bottom = tied[0], tied[-1]
    stands = [place.who for place in state.order.places]
    beside = stands.index(bottom) - stands.index(top) == 1
    both, kept = ("swaps the two" if beside else "", "all" if tied[2:] else "this order")
    if handles.get(top, "").isdecimal():
        keys = f"``later {handles[top]}`` {both or f'lowers {short_name_of(state, top)}'}"
    elif handles.get(bottom, "").isdecimal():
        keys = f"``earlier {handles[bottom]}`` {both or f'raises {short_name_of(state, bottom)}'}"
    else:
        keys = "``earlier`` or ``later`` moves the selected fighter"
    # A narrow screen cuts the end, which the order shows too.
    return f"tie: {keys}, ``settle-ties`` keeps {kept}: {', '.join(names)}"


def remind_of_tie(state: State) -> str:
    """Tell of a tie while two of its fighters have not acted, in the first round (WE-51)."""
    return tied_keys_told(state) if state.order.round == 1 else ""


INITIATIVE = Command(
    "initiative",
    "i",
    "initiative",
    "Roll 4dF and Notice, or another rating, for each fighter; the highest acts first, and the GM orders ties.",
    ORDER,
    _initiative,
    (
        Ask("skill", "With", "one", _rating_choices, lambda s, a: USUAL, free=True, quiet=True, folded=True),
        replace(fighter_asks(), choices=_with_sums),
        Ask("dice", "Dice, separated by ;", "dice", default=no_text, preview=_whose, form=True),
        sure_of(who="", besides=USUAL),
    ),
    _able,
    WYRD_ENGINE,
    "WE-51, U-25",
    remark=lambda state, answers: told_anew(state),
)
