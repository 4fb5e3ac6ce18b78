"""Questions that commands of every game put: who acts, what counts, what fell, a few words."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from wyrd_tui.engine.blank import no_text
from wyrd_tui.engine.choices import Choice
from wyrd_tui.engine.commands import Answers, Ask, Focus, always, text_of
from wyrd_tui.engine.dice import count_noun, dice_lacking, typed_so_far
from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.rod_order import in_abacus_order
from wyrd_tui.engine.roll import Roll
from wyrd_tui.engine.rules.ground.basics import meant_rating, why_nobody, why_shut
from wyrd_tui.engine.state import Actor, Challenge, State
from wyrd_tui.engine.voices import the_game
from wyrd_tui.engine.words import (
    crowd_name,
    distinction,
    few_names,
    fit_verb,
    join_names,
    name_of,
    possessive,
    short_name,
    signed,
)

Choices = Callable[[State, Answers], Sequence[Choice]]
ActorFilter = Callable[[State, Actor], bool]


def anybody(state: State, actor: Actor) -> bool:
    """Accept everyone at the table."""
    return True


def still_acts(state: State, actor: Actor) -> bool:
    """Accept actors who still act."""
    return not actor.out


def in_order(state: State, actor: Actor) -> bool:
    """Accept actors who have a place in the order and still act."""
    return not actor.out and any(place.who == actor.id for place in state.order.places)


def nobody_stands(state: State) -> str:
    """Return the reason why nobody can act; empty where an actor can."""
    if not state.actors:
        return why_nobody(state)
    return "" if any(not actor.out for actor in state.actors.values()) else "No character at the table still acts."


def left_out(game: str, plays: ActorFilter, *, allies: bool = False) -> Callable[[State, Answers], str]:
    """Make the remark that names those whom a question leaves out because they do not play its game (U-34).

    Args:
        game: The game.
        plays: Whether an actor plays it.
        allies: Whether the acting one's side and bystanders are meant rather than the foes.
    """

    def told(state: State, answers: Answers) -> str:
        who = state.actors.get(text_of(answers, "who"))
        if who is None:
            return ""
        others = (one for one in state.actors.values() if one.id != who.id and not one.out and not plays(state, one))
        left = [one for one in others if (one.side in (who.side, "others")) == allies]
        if not left:
            return ""
        shown = few_names([one.name for one in left], _MOST_LEFT_OUT)
        are = "are" if left[1:] else fit_verb(left[0], "is")
        played = (other for other in state.games if all(other in one.sheets for one in left))
        instead = "".join(f", but one of {the_game(other)}" for other in list(played)[:1])
        return f"{join_names(shown)} {are} left out: no sheet of {the_game(game)}{instead}"

    return told


_MOST_LEFT_OUT = 3
"""The most characters of other games that a question names."""


def unless(there: Callable[[State], object], why: str) -> Callable[[State], str]:
    """Return the `when` of an act: the reason why it is not possible where the table has nothing that it acts on."""
    return lambda state: "" if there(state) else why


def unless_any(wanted: ActorFilter, why: str) -> Callable[[State], str]:
    """Return the `when` of an act on actors: the reason why it is not possible where none is wanted."""
    return unless(lambda state: any(wanted(state, actor) for actor in state.actors.values()), why)


def in_party_order(state: State) -> list[Actor]:
    """Return the party first, then everybody else, each in the order in which they came."""
    actors = list(state.actors.values())
    return [a for a in actors if a.side == "party"] + [a for a in actors if a.side != "party"]


def actor_choices(wanted: ActorFilter = anybody) -> Choices:
    """Offer the actors that are wanted."""

    def choices(state: State, answers: Answers) -> Sequence[Choice]:
        return [
            Choice(a.id, crowd_name(a) + distinction(state, a), a.concept)
            for a in in_party_order(state)
            if wanted(state, a)
        ]

    return choices


def among(choices: Choices, wanted: Callable[[Actor], object]) -> Choices:
    """Offer those of some actors who are wanted."""
    return lambda state, answers: [row for row in choices(state, answers) if wanted(state.actors[row.value])]


def who_asks(prompt: str = "Who", focus: Focus = "actor", wanted: ActorFilter = anybody, noun: str = "") -> Ask:
    """Ask for one actor."""

    def default(state: State, answers: Answers) -> str | None:
        choices = [a for a in in_party_order(state) if wanted(state, a)]
        return choices[0].id if len(choices) == 1 else None

    return Ask("who", prompt, "one", actor_choices(wanted), default, focus=focus, noun=noun)


def turn_default(state: State, answers: Answers) -> str | None:
    """Return the actor whose turn it is; None where they do not act any more."""
    actor = state.actors.get(state.order.turn)
    return actor.id if actor is not None and not actor.out else None


def acting_asks(prompt: str = "Character") -> Ask:
    """Ask for the actor; in a fight the usual one is the one whose turn it is."""
    return Ask("who", prompt, "one", actor_choices(still_acts), turn_default, focus="acting", noun=prompt.lower())


def answered(name: str, *values: str) -> Callable[[State, Answers], bool]:
    """Return a condition of a question: the answer to an earlier one is among some values."""
    return lambda state, answers: text_of(answers, name) in values


def on_by_default(choices: Choices) -> Callable[[State, Answers], tuple[str, ...]]:
    """Return a default: the choices that are on from the start."""
    return lambda state, answers: tuple(choice.value for choice in choices(state, answers) if choice.on)


def first_on_offer(choices: Choices) -> Callable[[State, Answers], str | None]:
    """Return a default: the first choice, where there is one."""
    return lambda state, answers: next((choice.value for choice in choices(state, answers)), None)


def counts_asks(choices: Choices) -> Ask:
    """Ask for the numbers that count in the roll."""
    return Ask("with", "Include", "many", choices, on_by_default(choices), form=True, named=True, adds=True)


NAMED = 16
"""The most names that the question for dice shows."""

EXTRA = Ask("mod", "Modifier", "number", default=lambda state, answers: 0, low=-20, high=20, form=True, quiet=False)
"""A free modifier that the GM gives (WE-76)."""

DICE = Ask("dice", "Dice", "dice", default=no_text, form=True)
"""The question for the dice of the actor."""

THEIR_DICE = Ask(
    "theirs",
    "Target’s dice",
    "dice",
    default=no_text,
    form=True,
    hint=lambda state, answers: "blank = rolled",
)
"""The question for the dice of the other side, which may also stand behind the actor's own."""


def hands_in_words(state: State, hands: Mapping[str, int], typed: str, totals: Mapping[str, int] | None = None) -> str:
    """Tell how many dice each actor throws, in the order in which they are typed; without hands that are typed.

    Once a die is typed, whose dice come next stands first. Where Enter rolls the hands that are not typed, `totals` has
    what the whole ones come to: these are told first, then who is still rolled.
    """
    rolling = [one for one, count in hands.items() if count]
    entries = typed.split(";")
    if len(entries) > max(1, len(rolling)):
        # The refusal says so.
        return ""
    at, fallen = typed_so_far(typed, [hands[one] for one in rolling])
    left = [one for one in hands if one not in rolling[:at]]
    names = {one: short_name(state.actors[one], state.actors.values()) if one in state.actors else one for one in hands}
    missing = dice_lacking(typed, [hands[one] for one in rolling], sums=totals is not None)
    lacking = zip(rolling[:at], missing, strict=False)
    short = " · ".join(f"{names[one]} lacks {dice_in_words(count)}" for one, count in lacking if count)
    if not left:
        blank = [one for one, entry in zip(rolling, entries, strict=False) if not entry.strip()]
        for_you = ", ".join(f"{possessive(state, one)} {dice_in_words(hands[one])}" for one in blank)
        typed_all = "" if short else "all dice are typed"
        return " · ".join(filter(None, (short, f"rolled for you: {for_you}" if blank else typed_all)))
    now = rolling[at] if typed.strip() and at < len(rolling) else ""
    rest = [one for one in left if one != now]
    known = [f"{names[one]} {signed(total)}" for one, total in (totals or {}).items()]
    told = [*known, *filter(None, (short,))]
    told += [f"{possessive(state, now)} {dice_in_words(hands[now] - fallen)} next"] if now else []
    thrown = now and totals is not None and not short
    if thrown and not fallen:
        blank = [one for one in rolling[:at] if one not in (totals or {})]
        waiting = [names[one] for one in (*blank, *left)]
        return " · ".join((*known, f"still rolled: {', '.join(few_names(waiting, NAMED))}"))
    if thrown and re.fullmatch("[0-4]", last := entries[-1].strip()):
        also = " and rolls the rest" if rest else ""
        told = [
            *known,
            f"⏎ takes {last} as {possessive(state, now)} sum{also}, or type {hands[now] - fallen} more faces",
        ]
    shown, counts = rest[: max(1, NAMED - len(told))], [hands[one] for one in rest]
    more = [f"{len(rest) - len(shown)} more"] if len(rest) > len(shown) else []
    if len(rest) > 1 and counts[0] and len({*counts}) == 1:
        each = " · ".join((*(names[one] for one in shown), *more))
        return " · ".join((*told, f"{dice_in_words(counts[0])} each: {each}"))
    return " · ".join((*told, *(f"{names[one]} {dice_in_words(hands[one])}" for one in shown), *more))


def dice_in_words(count: int) -> str:
    """Tell how many dice are thrown."""
    return count_noun(count, "die", "dice") if count else "none"


def dice_of_each(
    hands: Callable[[State, Answers], Mapping[str, int]],
    preview: Callable[[State, Answers], str] = no_text,
    when: Callable[[State, Answers], bool] = always,
) -> Ask:
    """Ask for the dice of several actors who roll at once, hand after hand; the number of dice stands first."""

    def foreseen(state: State, answers: Answers) -> str:
        of_each, typed = hands(state, answers), text_of(answers, "dice")
        # The preview of a single roll tells its own dice.
        told = (hands_in_words(state, of_each, typed), "a ; between two hands of dice") if len(of_each) > 1 else ()
        return " · ".join(filter(None, (*told, preview(state, answers))))

    def excess(state: State, answers: Answers) -> str:
        typed, counts = text_of(answers, "dice"), [*hands(state, answers).values()]
        rolling = [count for count in counts if count]
        # Hands are typed for everybody, or for those alone who have dice.
        return too_many_dice(typed, rolling if typed.count(";") + 1 == len(rolling) else counts)

    return replace(DICE, prompt="Dice", form=False, when=when, preview=foreseen, excess=excess)


def too_many_dice(typed: str, counts: Sequence[int]) -> str:
    """Return why six-sided dice are more than the hands throw; empty where they are not."""
    entries = [sum(sign.isdecimal() for sign in entry) for entry in typed.split(";")]
    if len(entries) == 1 or not any(counts):
        entries, counts = [sum(entries)], [sum(counts)]
    if len(entries) > len(counts):
        return f"{len(entries)} hands of dice are typed, but only {len(counts)} roll. ⌫ takes a sign back."
    for fallen, count in zip(entries, counts, strict=False):
        if fallen > count:
            are = "are" if fallen != 1 else "is"
            return f"{count_noun(fallen, 'die', 'dice')} {are} typed, but {count or 'none'} thrown. ⌫ takes one back."
    return ""


def which_roll(
    rolls: Callable[[State, Answers], Sequence[Roll]],
    prompt: str = "Roll",
    whose: Callable[[State, Roll], str] = lambda state, roll: roll.score.who,
) -> Ask:
    """Ask which of several rolls is meant; a screen that knows it, or a line that does not say, asks nothing.

    Args:
        rolls: The rolls that may be meant, the oldest first; the newest is the usual one.
        prompt: The question.
        whose: The actor of a roll after whom it is named.
    """

    def named(state: State, roll: Roll) -> str:
        scores = {score.who: score.rating for score in (*roll.against, roll.score)}
        who = whose(state, roll)
        return f"{name_of(state, who)}, {scores[who]}"

    def choices(state: State, answers: Answers) -> Sequence[Choice]:
        return [
            Choice(str(roll.number), named(state, roll), f"act {roll.number}")
            for roll in reversed(rolls(state, answers))
        ]

    default = first_on_offer(choices)
    return Ask("of", prompt, "one", choices, default, when=lambda s, a: bool(rolls(s, a)), quiet=True, shown=True)


def roll_meant(answers: Answers, rolls: Sequence[Roll]) -> Roll | None:
    """Return the roll that an answer to `which_roll` means: the newest where it says nothing, None where none fits."""
    of = text_of(answers, "of")
    return next((roll for roll in reversed(rolls) if of in ("", str(roll.number))), None)


NO_CHALLENGE = "none"
WITHOUT_CHALLENGE = Choice(NO_CHALLENGE, "no challenge", none=True)


def challenge_asks(game: str, described: Callable[[Challenge], Choice], rating: str) -> Ask:
    """Ask which challenge of a game a roll is against; usually none, or the one that is selected on the abacus.

    Args:
        game: The game.
        described: The choice that stands for a challenge.
        rating: Name of the question for the rating, which some challenges suit.
    """

    def valued(state: State) -> list[Challenge]:
        return [rod for rod in in_abacus_order(state) if rod.game == game and rod.value is not None]

    def choices(state: State, answers: Answers) -> Sequence[Choice]:
        # Each keeps its letter, whichever others are locked or over.
        rods = [
            replace(described(rod), place=at) for at, rod in enumerate(valued(state)) if not why_shut(state, rod.id)
        ]
        return [Choice(NO_CHALLENGE, "none", none=True), *rods]

    def fitting(state: State, answers: Answers) -> str:
        name = meant_rating(state, text_of(answers, rating))
        live = (rod for rod in valued(state) if not rod.outcome and not why_shut(state, rod.id))
        suited = (rod.id for rod in live if name in (meant_rating(state, one) for one in rod.skills))
        return next(suited, "")

    def locked(state: State, answers: Answers) -> str:
        """Say why the locked ones are not offered."""
        return " ".join(filter(None, (why_shut(state, rod.id) for rod in valued(state) if not rod.outcome)))

    return Ask(
        "on",
        "Challenge",
        "one",
        choices,
        lambda state, answers: NO_CHALLENGE,
        focus="faced",
        when=lambda state, answers: bool(valued(state)),
        quiet=True,
        folded=True,
        put=True,
        why=why_shut,
        fitting=fitting,
        unoffered=locked,
    )


def for_none(challenge: Ask) -> Callable[[State, Answers], str]:
    """Return a remark at the dice of a roll that is for no challenge where one could be faced."""

    def told(state: State, answers: Answers) -> str:
        free = text_of(answers, challenge.name) not in state.challenges
        offered = EXTRA.name in answers and free and challenge.plain_choices(state, answers)[1:]
        return "the roll is for no challenge" if offered else ""

    return told


def note_asks(prompt: str = "In words", name: str = "note", noun: str = "") -> Ask:
    """Ask for a few words; the default is none."""
    return Ask(name, prompt, "words", default=no_text, quiet=True, noun=noun)
