"""Traits, gear and bonuses: what people have, use up, lose and get back (WE-16 … WE-28, WE-39 … WE-47)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Literal

from wyrd_tui.engine.blank import no_text
from wyrd_tui.engine.choices import Choice
from wyrd_tui.engine.commands import Answers, Ask, Command, number_of, text_of
from wyrd_tui.engine.dice import Dice, Refused
from wyrd_tui.engine.events import Event, Traited
from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.ids import fresh_id
from wyrd_tui.engine.rules.games import GAMES, games_played
from wyrd_tui.engine.rules.ground.basics import the_actor, why_nobody
from wyrd_tui.engine.rules.questions import answered, note_asks, unless_any, who_asks
from wyrd_tui.engine.rules.shared.bonuses import BELONGINGS, GIVE, KEEP_BONUS, SPEND
from wyrd_tui.engine.rules.shared.game_choice import GAME_ASK, possible_games, resolve_game, sure_rating
from wyrd_tui.engine.sheet import Effect, Trait, used_once, uses_left, with_uses
from wyrd_tui.engine.state import Actor, State
from wyrd_tui.engine.words import name_and_verb


def traits_of(actor: Actor) -> list[tuple[str, Trait]]:
    """Return all traits of an actor, each with the game of its sheet."""
    return [(game, trait) for game, sheet in actor.sheets.items() for trait in sheet.traits]


def _trait(state: State, answers: Answers) -> tuple[str, Trait]:
    actor = the_actor(state, text_of(answers, "who"))
    return next((game, trait) for game, trait in traits_of(actor) if trait.id == text_of(answers, "trait"))


def _limited(state: State, answers: Answers) -> Sequence[Choice]:
    actor = state.actors.get(text_of(answers, "who"))
    left = {trait: uses_left(trait) for trait in (_by_hand(actor) if actor else ())}
    return [Choice(trait.id, trait.name, f"{uses} left" if uses else "used up") for trait, uses in left.items()]


def _has_limited(state: State, actor: Actor) -> bool:
    return bool(_by_hand(actor))


def _by_hand(actor: Actor) -> list[Trait]:
    """Return the limited traits of an actor that no act of their game uses up by itself."""
    return [t for game, t in traits_of(actor) if t.limits and not (game in GAMES and GAMES[game].is_auto_consumed(t))]


def _use(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    game, trait = _trait(state, answers)
    actor = the_actor(state, text_of(answers, "who"))
    per = text_of(answers, "per") or trait.limits[0][1].per
    ready = [(number, effect) for number, effect in trait.limits if effect.per == per and effect.used < effect.uses]
    if trait.lost:
        raise Refused(f"{name_and_verb(state, actor.id, 'has')} lost {trait.name}.")
    if not ready:
        raise Refused(f"{trait.name}: used up until the {per} ends.")
    number, effect = ready[0]
    note = text_of(answers, "note") or effect.text
    yield Traited(actor.id, game, used_once(trait, number), "used", note)


def _limits(state: State, answers: Answers) -> Sequence[Effect]:
    actor = state.actors.get(text_of(answers, "who"))
    found = [trait for _, trait in traits_of(actor) if trait.id == text_of(answers, "trait")] if actor else []
    return [effect for _, effect in found[0].limits] if found else []


def _per_choices(state: State, answers: Answers) -> Sequence[Choice]:
    limits = _limits(state, answers)
    left = {effect.per: sum(e.uses - e.used for e in limits if e.per == effect.per) for effect in limits}
    return [Choice(per, f"this {per}", f"{max(0, number)} left") for per, number in left.items()]


def _both_limits(state: State, answers: Answers) -> bool:
    return len(_per_choices(state, answers)) > 1


def _per_ready(state: State, answers: Answers) -> str | None:
    limits = _limits(state, answers)
    return next((effect.per for effect in limits if effect.used < effect.uses), limits[0].per if limits else None)


def _per_used(state: State, answers: Answers) -> str | None:
    limits = _limits(state, answers)
    return next((effect.per for effect in limits if effect.used), limits[0].per if limits else None)


_nothing_limited = unless_any(_has_limited, "No character has a trait of limited use. `grant` gives one.")


def _limited_asks(per: Callable[[State, Answers], str | None]) -> tuple[Ask, ...]:
    return (
        who_asks(wanted=_has_limited),
        Ask("trait", "Which trait", "one", _limited, named=True),
        Ask("per", "Uses per", "one", _per_choices, per, when=_both_limits, quiet=True, noun="span of time"),
    )


USE = Command(
    "use",
    "T",
    "use a trait",
    "Use a trait that works once per scene or session.",
    BELONGINGS,
    _use,
    (
        *_limited_asks(_per_ready),
        note_asks("What for", noun="purpose"),
    ),
    _nothing_limited,
    rules="WE-19, WE-26, U-13",
)


def _restore(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    game, trait = _trait(state, answers)
    per = text_of(answers, "per")
    gone = [(number, effect.used) for number, effect in trait.limits if effect.used and per in ("", effect.per)]
    if not gone:
        raise Refused(f"{trait.name}: all uses are left.")
    number, used = gone[-1]
    yield Traited(text_of(answers, "who"), game, with_uses(trait, number, used - 1), "freed")


RESTORE_USES = Command(
    "restore",
    "",
    "give a use back",
    "Give back a use of a limited trait.",
    BELONGINGS,
    _restore,
    _limited_asks(_per_used),
    _nothing_limited,
    rules="WE-19",
)


def _gear(state: State, answers: Answers) -> Sequence[Choice]:
    actor = state.actors.get(text_of(answers, "who"))
    rows = [trait for _, trait in traits_of(actor) if trait.source == "gear"] if actor else []
    return [Choice(trait.id, trait.name, "lost" if trait.lost else trait.when) for trait in rows]


def _has_gear(state: State, actor: Actor) -> bool:
    return any(trait.source == "gear" for _, trait in traits_of(actor))


def _lose(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    game, trait = _trait(state, answers)
    yield Traited(
        text_of(answers, "who"), game, replace(trait, lost=not trait.lost), "regained" if trait.lost else "lost"
    )


LOSE_GEAR = Command(
    "gear",
    "",
    "gear lost, back",
    "Take a piece of gear away, or give it back.",
    BELONGINGS,
    _lose,
    (who_asks(wanted=_has_gear), Ask("trait", "Which gear", "one", _gear, named=True, noun="gear")),
    unless_any(_has_gear, "No character has gear on the sheet. `grant` gives some."),
    rules="WE-27",
)

_EFFECTS = {
    "bonus": "adds to a rating",
    "permission": "allows a roll that others cannot make",
    "limited": "once per scene or session",
    "reroll": "rolls a failed roll again",
    "substitute": "rolls one rating in place of another",
    "special": "another effect, in words",
}
_NOT_OF_ROLLS = ("permission", "limited", "special")


def _shipped(state: State, answers: Answers) -> dict[str, tuple[str, Trait]]:
    """Return the shipped traits and gear of the games that the answers leave open, by id with its game (WE-26)."""
    lists = state.book.belongings
    return {t.id: (game.id, t) for game in possible_games(state, answers) for t in lists.get(game.id, ())}


def _names(state: State, answers: Answers) -> Sequence[Choice]:
    return [
        Choice(trait.id, trait.name, " · ".join(filter(None, (trait.source, trait.when))))
        for _, trait in _shipped(state, answers).values()
    ]


def _made_up(state: State, answers: Answers) -> bool:
    return text_of(answers, "name") not in _shipped(state, answers)


def _effects(state: State, answers: Answers) -> Sequence[Choice]:
    adds = any(game.bonuses(state) for game in possible_games(state, answers) or games_played(state))
    return [Choice(k, k, h) for k, h in _EFFECTS.items() if adds or k in _NOT_OF_ROLLS]


def _grant(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    actor = the_actor(state, text_of(answers, "who"))
    name = text_of(answers, "name").strip()
    taken = {trait.id: trait for _, trait in traits_of(actor)}
    if (found := _shipped(state, answers).get(name)) is not None:
        shipped, trait = found
        when = text_of(answers, "note") or trait.when
        yield Traited(actor.id, shipped, replace(trait, id=fresh_id(trait.id, taken), when=when), "gained")
        return
    skill = text_of(answers, "skill").strip()
    game = resolve_game(state, actor, answers, lambda game: skill in {c.value for c in game.ratings(state, actor)}).id
    when = text_of(answers, "note")
    match text_of(answers, "kind"):
        case "bonus":
            effect = Effect("bonus", skill, number_of(answers, "value", 2))
        case "permission":
            effect = Effect("permission", skill)
        case "limited":
            effect = Effect("limited", per="scene" if text_of(answers, "per") == "scene" else "session", text=when)
        case "reroll":
            effect = Effect("reroll", skill)
        case "substitute":
            instead_of = text_of(answers, "instead").strip()
            if not skill or not instead_of:
                raise Refused(
                    "A substitute needs two ratings: skill= for the rolled one and instead= for the replaced one."
                )
            effect = Effect("substitute", use=skill, instead_of=instead_of)
        case _:
            effect = Effect("special", text=when)
    source: Literal["trait", "gear"] = "gear" if text_of(answers, "source") == "gear" else "trait"
    yield Traited(actor.id, game, Trait(fresh_id(name, taken), name, source, when, (effect,)), "gained")


GRANT = Command(
    "grant",
    "",
    "grant gear",
    "Give a character a piece of gear or a trait, shipped or of your own, as a reward before the finale.",
    BELONGINGS,
    _grant,
    (
        who_asks(),
        GAME_ASK,
        Ask("name", "Gear or trait", "one", _names, free=True, named=True),
        Ask(
            "source",
            "Kind",
            "one",
            lambda s, a: [Choice("gear", "gear"), Choice("trait", "a trait")],
            lambda s, a: "gear",
            when=_made_up,
        ),
        Ask("kind", "Effect", "one", _effects, lambda s, a: _effects(s, a)[0].value, when=_made_up),
        Ask(
            "skill",
            "On rating (blank = any)",
            "words",
            default=no_text,
            when=answered("kind", "bonus", "permission", "reroll", "substitute"),
            noun="rating",
        ),
        sure_rating(),
        Ask("instead", "Replaced skill", "words", default=no_text, when=answered("kind", "substitute")),
        sure_rating("instead", "surely"),
        Ask("value", "How much", "number", default=lambda s, a: 2, when=answered("kind", "bonus"), noun="amount"),
        Ask(
            "per",
            "Once per",
            "one",
            lambda s, a: [Choice("scene", "scene"), Choice("session", "session")],
            lambda s, a: "session",
            when=answered("kind", "limited"),
            noun="span of time",
        ),
        note_asks("When it applies", noun="condition"),
    ),
    why_nobody,
    rules="WE-25 … WE-28",
)


BELONGING_COMMANDS = (GIVE, USE, SPEND, KEEP_BONUS, LOSE_GEAR, GRANT, RESTORE_USES)
