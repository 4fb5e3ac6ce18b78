"""Bonuses and hindrances that wait for a roll: given, ended, kept (WE-38 … WE-47, WE-76)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from wyrd_tui.engine.choices import Choice, by_word
from wyrd_tui.engine.commands import Answers, Ask, Command, number_of, text_of
from wyrd_tui.engine.dice import Dice, Refused
from wyrd_tui.engine.events import Event, Gained, Spent
from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.handles import handles_of
from wyrd_tui.engine.ids import fresh_id
from wyrd_tui.engine.named_tuple import NamedTuple
from wyrd_tui.engine.rules.games import games_played
from wyrd_tui.engine.rules.ground.basics import the_actor, why_nobody
from wyrd_tui.engine.rules.questions import actor_choices, anybody, unless, who_asks
from wyrd_tui.engine.rules.shared.conditions import end_early
from wyrd_tui.engine.rules.shared.game_choice import GAME_ASK, possible_games, resolve_game, sure_rating
from wyrd_tui.engine.state import Actor, Bonus, BonusKind, Condition, Ends, State
from wyrd_tui.engine.voices import meaning
from wyrd_tui.engine.words import name_of, short_name_of

BELONGINGS = "Traits, gear, bonuses"


_KIND_HINTS: dict[BonusKind, str] = {
    "boost": "a situation turned to use",
    "boon": "a one-use trait",
    "help": "teamwork",
    "advantage": "won by a manoeuvre",
    "situation": "any other number, for or against",
}
_KINDS: dict[str, BonusKind] = {kind: kind for kind in _KIND_HINTS}
_ENDS_WORDS = {"use": "one use", "scene": "the scene", "session": "the session", "never": "never"}
_LASTS = {
    "use": "for one use",
    "scene": "until the scene ends",
    "session": "until the session ends",
    "never": "until you end it",
}
_ENDS: dict[str, Ends] = {"use": "use", "scene": "scene", "session": "session", "never": "never"}


def _give(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    value = number_of(answers, "value")
    if value == 0:
        raise Refused("A bonus of 0 changes nothing. Write another number, such as 1 or −1.")
    kind = _KINDS[text_of(answers, "kind")]
    label = _source(state, answers) or kind
    owner = the_actor(state, text_of(answers, "who"))
    against, act, skill = text_of(answers, "against"), text_of(answers, "act"), text_of(answers, "skill").strip()
    yield Gained(
        Bonus(
            fresh_id(f"{kind}-{label}", state.bonuses),
            label,
            value,
            owner.id,
            kind,
            "" if against == "anyone" else against,
            "" if skill == "any" else skill,
            _ENDS[text_of(answers, "ends")],
            resolve_game(state, owner, answers, lambda game: kind in game.bonuses(state)).id,
            "" if act == "any" else act,
        )
    )


def _kinds(state: State, answers: Answers) -> Sequence[Choice]:
    """Return the kinds that count in the possible games; any hindrance or help is a situation (WE-76)."""
    games = possible_games(state, answers) or games_played(state)
    kinds = {kind for game in games for kind in game.bonuses(state)} | {"situation"}
    return [Choice(k, k, hint) for k, hint in _KIND_HINTS.items() if k in kinds]


def _kind_default(state: State, answers: Answers) -> str:
    """Return the usual kind: a boost where boosts are played, a situation for a hindrance (WE-76, U-04)."""
    boost = any(choice.value == "boost" for choice in _kinds(state, answers))
    return "boost" if boost and number_of(answers, "value") > 0 else "situation"


def _nobody_counts(state: State) -> str:
    """Return the reason why a bonus is of no use: a game may add points and nothing else (WA-16)."""
    none = not any(game.bonuses(state) for game in games_played(state))
    return "The game of this table has no bonuses." if none else why_nobody(state)


def _anyone(state: State, answers: Answers) -> Sequence[Choice]:
    return [Choice("anyone", "anyone"), *actor_choices(anybody)(state, answers)]


def _ratings(state: State, answers: Answers) -> Sequence[Choice]:
    owner = state.actors.get(text_of(answers, "who"))
    named = (
        [choice for game in possible_games(state, answers) for choice in game.ratings(state, owner)] if owner else []
    )
    return [Choice("any", "any rating"), *(Choice(choice.value, choice.label) for choice in named)]


def _acts(state: State, answers: Answers) -> Sequence[Choice]:
    games = possible_games(state, answers) or games_played(state)
    acts = dict.fromkeys(act for game in games for act in game.rolled_acts)
    return [Choice("any", "any act"), *(Choice(act, act) for act in acts)]


def _source(state: State, answers: Answers) -> str:
    """Return the source of a bonus as it was written; of help, a handle means the character who has it (WE-46)."""
    label = text_of(answers, "label").strip()
    helpers = [who for who, handle in handles_of(state).items() if handle == label]
    return short_name_of(state, helpers[0]) if helpers and _is_help(answers) else label


def _is_help(answers: Answers) -> bool:
    return text_of(answers, "kind") == "help"


def _how_it_counts(state: State, answers: Answers) -> str:
    """Say whether a bonus counts by itself or waits to be ticked, as one that helps and is bound to nothing (U-04)."""
    if "label" not in answers:
        return ""
    bound = " ".join(
        f"{word} {name_of(state, answer) if answer in state.actors else answer}"
        for ask, (nothing, word) in _BOUND_TO.items()
        if (answer := text_of(answers, ask, nothing)) != nothing
    )
    lasts = text_of(answers, "kind") == "situation" and text_of(answers, "ends") != "use"
    if number_of(answers, "value") > 0 and not bound and not lasts:
        return "counts only in the roll where you tick it"
    return f"counts by itself {bound or 'in every roll'}"


_BOUND_TO = {"skill": ("any", "on"), "against": ("anyone", "against"), "act": ("any", "in")}
"""Questions that bind a bonus, with the answer that binds it to nothing, and the word before any other answer."""


GIVE = Command(
    "give",
    "g",
    "give a bonus",
    "Give a bonus or a hindrance for the next roll, for the scene or for longer.",
    BELONGINGS,
    _give,
    (
        who_asks("Character"),
        GAME_ASK,
        Ask("value", "How much", "number", default=lambda s, a: 1, low=-20, high=20, noun="amount"),
        Ask("kind", "Kind", "one", _kinds, _kind_default, skipped_for=lambda word: word not in _KINDS),
        Ask(
            "label",
            "Source, such as rope or rain",
            "words",
            called=lambda s, a: "Who helps (a name, or a key such as 2)" if _is_help(a) else "",
            hint=lambda s, a: "needed",
            noun="source",
        ),
        Ask("skill", "Only on", "one", _ratings, lambda s, a: "any", free=True, quiet=True, folded=True, noun="rating"),
        Ask("against", "Only against", "one", _anyone, lambda s, a: "anyone", quiet=True, folded=True, noun="opponent"),
        Ask("act", "Only in", "one", _acts, lambda s, a: "any", quiet=True, folded=True, noun="act"),
        Ask(
            "ends",
            "Ends with",
            "one",
            lambda s, a: [Choice(k, _ENDS_WORDS[k]) for k in _ENDS],
            lambda s, a: "scene" if text_of(a, "kind") == "situation" else "use",
            quiet=True,
            folded=True,
            noun="end",
        ),
        sure_rating(besides="any"),
    ),
    _nobody_counts,
    rules="WE-38, WE-39, WE-43 … WE-47, WE-76, WE-79",
    remark=_how_it_counts,
)


_Owned = tuple[str, Choice]
"""The owner of a bonus or of a condition, by id, and its choice."""


def _owned_bonuses(state: State) -> Iterator[_Owned]:
    for bonus in state.bonuses.values():
        owner = state.actors.get(bonus.owner)
        yield bonus.owner, Choice(bonus.id, bonus.label, owner.name if owner else bonus.owner, bonus.value)


def _by_character(state: State, owned: Iterable[_Owned]) -> Sequence[Choice]:
    places = {who: place for place, who in enumerate(state.actors)}
    return [row for _, row in sorted(owned, key=lambda one: places.get(one[0], len(places)))]


class _OwnedCondition(NamedTuple):
    """Condition of a character, by a word that no bonus has, such as `isa:mettle:shaken`."""

    actor: Actor
    condition: Condition

    def __str__(self) -> str:
        return f"{self.actor.id}:{self.condition.game}:{self.condition.id}"


def _conditions(state: State) -> Mapping[str, _OwnedCondition]:
    return by_word(_OwnedCondition(actor, one) for actor in state.actors.values() for one in actor.conditions)


def _that_end(state: State, answers: Answers) -> Sequence[Choice]:
    """Offer the bonuses and the conditions that may end."""
    owned = [*_owned_bonuses(state)]
    for word, (actor, one) in _conditions(state).items():
        owned.append((actor.id, Choice(word, one.label, ": ".join(filter(None, (actor.name, meaning(one)))))))
    return _by_character(state, owned)


def _spend(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    which = text_of(answers, "bonus")
    if which in state.bonuses:
        yield Spent(which, "taken away")
    else:
        yield from end_early(state, *_conditions(state)[which])


SPEND = Command(
    "spend",
    "L",
    "end bonus, condition",
    "Take a bonus or a condition away before its time.",
    BELONGINGS,
    _spend,
    (Ask("bonus", "Which bonus or condition", "one", _that_end, named=True),),
    lambda state: "" if _that_end(state, {}) else "No character has a bonus or a condition. `give` gives a bonus.",
    rules="WE-44, WE-76",
    formerly="end a bonus",
)


def _keep(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    yield Gained(replace(state.bonuses[text_of(answers, "bonus")], ends=_ENDS[text_of(answers, "ends")]))


KEEP_BONUS = Command(
    "keep",
    "Y",
    "keep a bonus",
    "Let a bonus last longer than one use.",
    BELONGINGS,
    _keep,
    (
        Ask("bonus", "Which bonus", "one", lambda s, a: _by_character(s, _owned_bonuses(s)), named=True),
        Ask(
            "ends",
            "How long",
            "one",
            lambda s, a: [Choice(k, _LASTS[k]) for k in _ENDS],
            lambda s, a: "scene",
            noun="length",
        ),
    ),
    unless(lambda state: state.bonuses, "No character has a bonus. `give` gives one."),
    rules="WE-44",
)
