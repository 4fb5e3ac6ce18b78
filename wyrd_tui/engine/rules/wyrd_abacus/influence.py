"""Influence rolls and Wyrd rolls, for one or for many at once (WA-34 … WA-45)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from wyrd_tui.engine import sixes
from wyrd_tui.engine.apply import apply
from wyrd_tui.engine.blank import nothing
from wyrd_tui.engine.choices import Choice
from wyrd_tui.engine.commands import Answers, Ask, Command, many_of, text_of
from wyrd_tui.engine.dice import Dice, Refused, TooManyDice, count_noun, parse_d6, part_hands
from wyrd_tui.engine.events import Befell, Event, Remembered, Said
from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.nouns.wyrd_abacus import ABILITIES, WYRD, AbacusRoll, memory_of
from wyrd_tui.engine.roll import Roll, Score
from wyrd_tui.engine.rules.ground.basics import EventMaker, bring, chain_steps, rod_of, the_actor, throw
from wyrd_tui.engine.rules.questions import DICE, WITHOUT_CHALLENGE, dice_of_each, first_on_offer, hands_in_words
from wyrd_tui.engine.rules.wyrd_abacus import stage_rules
from wyrd_tui.engine.rules.wyrd_abacus.abilities import (
    FACED,
    abilities,
    dice_for,
    has_faced,
    met_by_wyrd,
    nobody_plays,
)
from wyrd_tui.engine.rules.wyrd_abacus.facing import fail_with_consequences, outcomes_told, overcome_events, pay_toll
from wyrd_tui.engine.rules.wyrd_abacus.omens import sixes_told, wyrd_preview, wyrd_roll_events
from wyrd_tui.engine.rules.wyrd_abacus.questions import character_choices, some_asks, trait_choices, why_not_playing
from wyrd_tui.engine.rules.wyrd_abacus.risen import raise_value
from wyrd_tui.engine.rules.wyrd_abacus.stake import (
    about_rod,
    live_challenges,
    live_rods,
    must_be_its_turn,
    must_pay_the_toll,
    why_refused,
)
from wyrd_tui.engine.state import WYRD_ABACUS, Challenge, State
from wyrd_tui.engine.words import join_names, name_and_verb, name_of, possessive, short_name_of, stake_words

INFLUENCE = "Influence, Wyrd"


def _throws(state: State, who: Sequence[str], ability: Callable[[str], str], typed: str, dice: Dice) -> Iterator[Score]:
    """A throw for each, typed or rolled; without dice the result is 1, and nothing is thrown (WA-34, WA-36)."""
    counts = {one: dice_for(state, the_actor(state, one), ability(one)) for one in who}
    entries = _typed(state, counts, ability, typed)
    for one, count in counts.items():
        entry = entries.get(one, "")
        faces = _read_hand(state, one, entry, counts) if entry else dice.d6(count) if count else ()
        yield Score(one, _label(ability(one)), sum(faces), faces, bool(entry), (), max(faces, default=1))


def _read_hand(state: State, who: str, entry: str, counts: Mapping[str, int]) -> tuple[int, ...]:
    """Read the dice that were typed for one of those who roll; a refusal names them where others roll, too."""
    try:
        return parse_d6(entry, counts[who])
    except Refused as refusal:
        if len(counts) == 1:
            raise
        raise type(refusal)(f"{name_of(state, who)}: {refusal}") from None


def _label(ability: str) -> str:
    return ABILITIES.get(ability, WYRD)


def _typed(state: State, counts: Mapping[str, int], ability: Callable[[str], str], typed: str) -> dict[str, str]:
    """The dice that were typed for each, one entry for everybody or for all who have dice at all."""
    entries = part_hands(typed, tuple(counts.values()))
    rolling = [one for one, count in counts.items() if count]
    if entries and not rolling:
        who = join_names([f"{possessive(state, one)} {_label(ability(one))}" for one in counts])
        raise Refused(f"{who}: no dice to roll. The result is 1.")
    if len(entries) == 1 < len(rolling):
        # The dice of one, without a ; behind them, are more often a slip than an order to roll for the others.
        example = ";".join("426315"[:count] for count in counts.values() if count)
        raise Refused(
            f"Dice are missing: {hands_in_words(state, counts, '')}. "
            f"Write {example} for all hands, or “{typed};” to roll the others here."
        )
    if len(entries) > len(counts):
        raise TooManyDice(f"Too many hands of dice: write {len(counts)}, not {len(entries)}.")
    whole = len(entries) == len(counts)
    found = dict(zip(counts if whole else rolling, entries, strict=False))
    for one, entry in found.items():
        if entry and not counts[one]:
            none = name_and_verb(state, one, f"rolls no dice for {_label(ability(one))}")
            raise Refused(f"{none}, which is empty. The result is 1.")
    if len(entries) > len(found):
        names = join_names([short_name_of(state, one) for one in rolling])
        raise TooManyDice(f"Too many hands of dice: write {len(rolling)}, for {names}, not {len(entries)}.")
    return found


def highest_scores(scores: Sequence[Score]) -> list[Score]:
    """Return the highest scores, then the most frequent; several where even that is even (WA-35, U-23)."""
    ranks = [sixes.rank(score.total, score.faces) for score in scores]
    return [score for score, rank in zip(scores, ranks, strict=True) if rank == max(ranks)]


def roll_of_scores(act: str, scores: Sequence[Score], memory: AbacusRoll | None = None) -> Roll:
    """Make the roll of one or of several at once."""
    return Roll(
        act,
        WYRD_ABACUS,
        scores[0],
        tuple(scores[1:]),
        outcome="tie" if len(scores) > 1 and len(highest_scores(scores)) > 1 else "",
        ruling="done",
        memory=memory,
    )


# ------------------------------------------------------------------ influence


def _influence(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    each = _ability_of_each(answers)
    scores = list(_throws(state, tuple(each), each.__getitem__, text_of(answers, "dice"), dice))
    # Only the Wyrd feeds what waits for sixes; an ability does not (WA-55).
    wyrd = [score for score in scores if score.rating == WYRD]
    counted = (partial(_wyrd_counts, scores=wyrd),) if wyrd else ()
    yield from chain_steps(state, throw(roll_of_scores("influence", scores)), *counted)


def _ability_of_each(answers: Answers) -> dict[str, str]:
    """Return the ability that each character rolls: the first one its own, the others the same or another."""
    who, first, others = many_of(answers, "who"), text_of(answers, "ability"), text_of(answers, "theirs", "same")
    named = {one: first if one == who[0] or others == "same" else others for one in who}
    return {one: WYRD if ability == "wyrd" else ability for one, ability in named.items()}


def _same_or_other(state: State, answers: Answers) -> Sequence[Choice]:
    return [Choice("same", "the same"), *trait_choices(state, {"who": many_of(answers, "who")[1:]})]


def _influence_hands(state: State, answers: Answers) -> dict[str, int]:
    """Return the dice that each one throws (WA-34)."""
    return {
        one: dice_for(state, state.actors[one], ability)
        for one, ability in _ability_of_each(answers).items()
        if one in state.actors and (ability == WYRD or ability in abilities(state.actors[one]))
    }


def _influence_preview(state: State, answers: Answers) -> str:
    """Preview each one's chance to win, or the expectation of one alone, and what Wyrd sets off (WA-35, WA-43)."""
    if not text_of(answers, "ability"):
        return ""
    hands = _influence_hands(state, answers)
    # Only the Wyrd feeds what waits for sixes.
    wyrd = [one for one, ability in _ability_of_each(answers).items() if ability == WYRD]
    if len(hands) < 2:
        thrown = ((count_noun(n, "die", "dice"), sixes.chance_at_least(n, 6)) for n in hands.values())
        return wyrd_preview(state, wyrd) if wyrd else "".join(f"{dice}, a 6 in {six.short()}" for dice, six in thrown)
    try:
        *chances, tie = sixes.best_chances(tuple(hands.values()))
    except Refused as reason:
        return str(reason)
    names = (name_of(state, one) for one in hands)
    wins = ", ".join(f"{name} wins {chance.short()}" for name, chance in zip(names, chances, strict=True))
    return " · ".join((f"{wins}, even {tie.short()}", *sixes_told(state, wyrd)))


INFLUENCE_ROLL = Command(
    "influence",
    "i",
    "influence",
    "Roll an ability’s starting dice: the highest die wins, then the most of them.",
    INFLUENCE,
    _influence,
    (
        some_asks(),
        Ask("ability", "With", "one", trait_choices, noun="ability"),
        Ask("theirs", "Ability of the others", "one", _same_or_other, lambda s, a: "same", quiet=True),
        dice_of_each(_influence_hands, _influence_preview),
    ),
    nobody_plays,
    WYRD_ABACUS,
    "WA-34 … WA-37, WA-42, WA-43, C-15, U-23",
)


# ------------------------------------------------------------------ the Wyrd


def roll_wyrd(
    state: State, answers: Answers, dice: Dice, who: Sequence[str], *first: EventMaker, final: bool = False
) -> Iterator[Event]:
    """Roll the Wyrd of each of these, do what comes first, then what the roll sets off (WA-38, WA-40).

    Raises:
        Refused: If the typed dice do not fit; of the kind `TooManyDice` where there are too many.
    """
    scores = list(_throws(state, who, lambda one: WYRD, text_of(answers, "dice"), dice))
    yield from chain_steps(
        state,
        throw(roll_of_scores("wyrd", scores, AbacusRoll(final=True) if final else None)),
        *first,
        partial(_wyrd_counts, scores=scores, final=final),
    )


def _wyrd_counts(state: State, scores: Sequence[Score], *, final: bool = False) -> Iterator[Event]:
    rolled = Remembered(replace(memory_of(state), wyrd_rolls=memory_of(state).wyrd_rolls + 1))
    yield rolled
    yield from wyrd_roll_events(apply(state, rolled), scores, final=final)


def wyrd_hands(state: State, who: Sequence[str]) -> dict[str, int]:
    """Return the dice that each one throws in a Wyrd roll (WA-38)."""
    return {one: dice_for(state, state.actors[one], WYRD) for one in who if one in state.actors}


def wyrd_dice(state: State, answers: Answers) -> str:
    """Preview a Wyrd roll, and the chance and the outcomes of the challenge that it is to meet (C-25)."""
    who, challenge = many_of(answers, "who"), state.challenges.get(text_of(answers, "on"))
    words = [wyrd_preview(state, who)]
    if challenge is not None:
        value = challenge.value or 0
        chance = sixes.chance_at_least(sum(wyrd_hands(state, who).values()), value)
        words.insert(0, "sure" if chance.sure else f"needs {value}+: {chance.short()}")
        words += outcomes_told(state, challenge, failing=not chance.sure)
        words += [] if chance.sure else ["short: not overcome", stake_words(state, challenge.id)]
    return " · ".join(filter(None, words))


def _wyrd(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    challenge, who = state.challenges.get(text_of(answers, "on")), many_of(answers, "who")
    if challenge is None:
        yield from roll_wyrd(state, answers, dice, who)
        return
    must_be_its_turn(state, challenge)
    toll, payer = must_pay_the_toll(state, challenge), text_of(answers, "toll")
    yield from roll_wyrd(
        state,
        answers,
        dice,
        who,
        partial(pay_toll, who=payer, points=toll, challenge=challenge) if toll else nothing,
        lambda now: (Befell(one, FACED, quiet=True) for one in who if not has_faced(now.actors[one])),
        partial(stage_rules.do_moment, when="attempt", challenge=challenge),
        partial(_met, challenge=challenge, who=who),
    )


def _met(state: State, challenge: Challenge, who: Sequence[str]) -> Iterator[Event]:
    """A challenge that a Wyrd roll may overcome: the highest die against its value (C-25)."""
    if state.roll is None or challenge.id not in state.challenges:
        return
    challenge = state.challenges[challenge.id]
    best = max(score.total for score in (state.roll.score, *state.roll.against))
    if best >= (challenge.value or 0):
        yield from overcome_events(state, challenge)
        return
    yield Said(f"{best} is not enough for {challenge.title} {challenge.value}")
    yield from fail_with_consequences(state, challenge, who)


def _by_a_wyrd_roll(state: State) -> list[Challenge]:
    """Challenges that are met by a Wyrd roll, now or later (C-25)."""
    rods = [] if state.scene.between else live_rods(state)
    return [rod for rod in rods if met_by_wyrd(rod)]


def _those_kept(state: State, answers: Answers) -> str:
    return " ".join(filter(None, (_kept_from(state, rod) for rod in _by_a_wyrd_roll(state))))


def _kept_from(state: State, challenge: Challenge) -> str:
    """Return why nobody can meet a challenge by a Wyrd roll just now; empty where a character can."""
    return why_refused(state, challenge, must_be_its_turn, must_pay_the_toll)


def _why_not_met(state: State, word: str) -> str:
    named = (rod for rod in live_rods(state) if word.casefold() in (rod.id, rod.title.casefold()))
    return next((_kept_from(state, rod) or f"Met by a die and points: {rod.title}. Write `face`." for rod in named), "")


def _by_wyrd(state: State, answers: Answers) -> Sequence[Choice]:
    rods = (rod for rod in _by_a_wyrd_roll(state) if not _kept_from(state, rod))
    return [WITHOUT_CHALLENGE, *(Choice(rod.id, rod.title, about_rod(state, rod)) for rod in rods)]


def _payers(state: State, answers: Answers) -> Sequence[Choice]:
    return [
        Choice(one, name_and_verb(state, one, "takes the Wyrd"))
        for one in many_of(answers, "who")
        if one in state.actors
    ]


def _toll_needed(state: State, answers: Answers) -> bool:
    challenge = state.challenges.get(text_of(answers, "on"))
    return challenge is not None and stage_rules.toll_of(state, challenge) > 0 and bool(_payers(state, answers))


WYRD_ROLL = Command(
    "wyrd",
    "w",
    "Wyrd roll",
    "Roll personal Wyrd: the highest die counts, and each 6 moves the countdowns.",
    INFLUENCE,
    _wyrd,
    (
        some_asks(),
        Ask(
            "on",
            "To meet",
            "one",
            _by_wyrd,
            lambda s, a: "none",
            focus="faced",
            when=lambda s, a: bool(_by_a_wyrd_roll(s)),
            settled=lambda s, a: len(_by_wyrd(s, a)) == 1,
            form=True,
            preview=_those_kept,
            why=_why_not_met,
            noun="challenge",
        ),
        Ask("toll", "Taker of the Wyrd", "one", _payers, first_on_offer(_payers), when=_toll_needed, form=True),
        dice_of_each(lambda s, a: wyrd_hands(s, many_of(a, "who")), wyrd_dice),
    ),
    nobody_plays,
    WYRD_ABACUS,
    "WA-36, WA-38 … WA-40, WA-55, WA-57, WA-59, C-24, C-25",
)


# ------------------------------------------------------------------ against one's friends


def _sabotage(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    who, ability = text_of(answers, "who"), text_of(answers, "ability")
    challenge = rod_of(state, text_of(answers, "which"))
    key = WYRD if ability == "wyrd" else ability
    scores = list(_throws(state, (who,), lambda one: key, text_of(answers, "dice"), dice))
    number = scores[0].faces.count(6)
    came = raise_value(challenge, number) if number else Said(f"{challenge.title}: still {challenge.value}")
    steps: list[EventMaker] = [
        throw(roll_of_scores("sabotage", scores, AbacusRoll(hindered=challenge.title))),
        bring(came),
    ]
    if key == WYRD:
        steps.append(partial(_wyrd_counts, scores=scores))
    yield from chain_steps(state, *steps)


def _sabotage_preview(state: State, answers: Answers) -> str:
    who, rod = state.actors.get(text_of(answers, "who")), state.challenges.get(text_of(answers, "which"))
    if who is None or rod is None:
        return ""
    harder, ability = f"each 6 makes {rod.title} harder by 1", text_of(answers, "ability")
    if ability == "wyrd":
        return f"{wyrd_preview(state, (who.id,))} · {harder}"
    chance = sixes.chance_of_six(count := dice_for(state, who, ability))
    return f"{count_noun(count, 'die', 'dice')}, a 6 in {chance.short()} · {harder}"


SABOTAGE = Command(
    "sabotage",
    "m",
    "sabotage",
    "Make a challenge harder: its value rises by the sixes of a character’s influence roll.",
    INFLUENCE,
    _sabotage,
    (
        Ask("who", "Who", "one", character_choices, focus="actor", why=why_not_playing),
        Ask("ability", "With", "one", trait_choices, noun="ability"),
        Ask("which", "Which challenge", "one", live_challenges, focus="faced", noun="challenge"),
        replace(DICE, preview=_sabotage_preview),
    ),
    lambda state: nobody_plays(state) or ("" if live_rods(state) else "No challenge is on the abacus."),
    WYRD_ABACUS,
    "WA-44",
)

INFLUENCE_COMMANDS = (INFLUENCE_ROLL, WYRD_ROLL, SABOTAGE)
