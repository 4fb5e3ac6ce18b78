"""What counts in a roll of the Wyrd Engine: the rating, wounds, and everything that may be added, each by name.

One reckoning serves the roll itself, its preview, the ladder and the odds, so they cannot disagree.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from wyrd_tui.engine.describe import signed
from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.rules.readings import rule
from wyrd_tui.engine.state import WYRD_ENGINE, Actor, Bonus, Effect, Part, Sheet, State, Trait

INSTEAD = " for "
TRAIT_ALONE = "a trait alone"


class Offer(NamedTuple):
    """Something that may count in a roll.

    `number` is what it adds (None where it adds none but is to be named), `group` what it excludes, `on` whether it is
    the best choice of its group; `bonus` and `trait` say what is used up.
    """

    id: str
    label: str
    when: str
    number: int | None
    group: str
    on: bool
    bonus: str = ""
    trait: str = ""


class Reckoning(NamedTuple):
    """All that is added to the dice: named parts, their sum, and what is used up by it."""

    rating: str
    parts: tuple[Part, ...]
    modifier: int
    bonuses: tuple[str, ...]
    traits: tuple[str, ...]


def sheet_of(actor: Actor) -> Sheet:
    """An actor's Wyrd Engine sheet; an empty one where it has none (WE-89)."""
    return actor.sheets.get(WYRD_ENGINE) or Sheet()


def the_actor(state: State, who: str) -> Actor:
    """The actor of an id.

    Raises:
        Refused: If nobody at the table has it.
    """
    actor = state.actors.get(who)
    if actor is None:
        raise Refused(f"Nobody called {who} is at the table.")
    return actor


def same_rating(state: State, one: str, other: str) -> bool:
    """Whether two names mean one rating, the setting's aliases observed (C-20)."""
    aliases = state.setting.aliases
    return aliases.get(one, one).casefold() == aliases.get(other, other).casefold()


def bare(rating: str) -> str:
    """The rating that is really rolled: `Will` of `Will for Athletics` (WE-20)."""
    return rating.partition(INSTEAD)[0]


def rating_of(state: State, who: str, rating: str) -> int:
    """The number on the sheet for a rating; 0 for one that is not there (WE-08).

    A mook's only rating serves for everything (WE-90).
    """
    actor = the_actor(state, who)
    ratings = sheet_of(actor).ratings
    rating = bare(rating)
    if rating in ratings:
        return ratings[rating]
    for name, value in ratings.items():
        if same_rating(state, name, rating):
            return value
    if actor.kind == "mook" and len(ratings) == 1:
        return next(iter(ratings.values()))
    return 0


def is_rated(state: State, who: str, rating: str) -> bool:
    """Whether the sheet says anything of a rating, so that an unfinished figure can be filled in (WE-89)."""
    actor = the_actor(state, who)
    ratings = sheet_of(actor).ratings
    if actor.kind == "mook" and len(ratings) == 1:
        return True
    return any(same_rating(state, name, bare(rating)) for name in ratings)


def wound_parts(state: State, actor: Actor, name: str) -> tuple[Part, ...]:
    """What wounds take from rolls with a skill or trait of this name, each row once (WE-62)."""
    parts = []
    for row in sheet_of(actor).track:
        lost = sum(hurt.by for hurt in row.hurts if same_rating(state, hurt.name, name)) if row.marks else 0
        if lost:
            parts.append(Part(f"{row.label.casefold()} wound", -lost))
    return tuple(parts)


def effective(state: State, who: str, rating: str) -> int:
    """A rating as it acts now: wounds counted, nothing chosen added."""
    hurt = sum(part.value for part in wound_parts(state, the_actor(state, who), bare(rating)))
    return rating_of(state, who, rating) + hurt


def uses_left(trait: Trait) -> int | None:
    """Uses left of a limited trait; None where it has no limit (WE-19)."""
    limits = [effect.uses for effect in trait.effects if effect.kind == "limited"]
    return max(0, max(limits) - trait.used) if limits else None


# ------------------------------------------------------------------ what may be added


def offers(state: State, who: str, rating: str, against: str = "", act: str = "check") -> tuple[Offer, ...]:
    """Everything that may count in this roll, the best of each group on (WE-17, WE-23, C-09, U-04)."""
    actor = the_actor(state, who)
    found = [*_trait_offers(state, actor, rating), *_bonus_offers(state, who, rating, against)]
    if act == "attack":
        number = int(rule(state, "improvised"))
        found.append(Offer("improvised", "improvised weapon", "unless skilled with it", number, "", on=False))
    return tuple(_best_on(found))


def _trait_offers(state: State, actor: Actor, rating: str) -> list[Offer]:
    substituted = INSTEAD in rating
    stacking = rule(state, "stacking")
    found = []
    for trait in sheet_of(actor).traits:
        if trait.lost:
            continue
        group = {"one": "trait", "one-per-source": trait.source}.get(str(stacking), "")
        for effect in trait.effects:
            if substituted and group == "trait" and effect.kind == "bonus":
                continue
            offer = _effect_offer(state, actor, trait, effect, rating, group)
            if offer is not None:
                found.append(offer)
    return found


def _effect_offer(state: State, actor: Actor, trait: Trait, effect: Effect, rating: str, group: str) -> Offer | None:
    fits = not effect.skill or same_rating(state, effect.skill, bare(rating)) or rating == TRAIT_ALONE
    when = trait.when or effect.text
    match effect.kind:
        case "bonus" if fits:
            # A wound on a trait lowers what the trait gives (U-07).
            value = effect.value + sum(part.value for part in wound_parts(state, actor, trait.name))
            named = bool(effect.skill) or rating == TRAIT_ALONE
            return Offer(trait.id, trait.name, when, value, group, on=named and value > 0)
        case "permission" if fits:
            return Offer(trait.id, trait.name, when or "allows the attempt", None, "", on=False)
        case "limited":
            left = uses_left(trait)
            if not left:
                return None
            hint = f"once per {effect.per}" if effect.uses == 1 else f"{left} left this {effect.per}"
            return Offer(trait.id, trait.name, f"{hint}; {effect.text or when}", None, "", on=False, trait=trait.id)
        case _:
            return None


_BONUS_GROUPS = {"boost": "boost", "help": "help"}


def _bonus_offers(state: State, who: str, rating: str, against: str) -> list[Offer]:
    stacking = str(rule(state, "stacking"))
    found = []
    for bonus in state.bonuses.values():
        if not _bonus_fits(state, bonus, who, rating, against):
            continue
        if bonus.kind == "boon":
            group = {"one": "trait", "one-per-source": "boon"}.get(stacking, "")
        elif bonus.kind == "boost":
            group = "boost" if rule(state, "boosts_stack") == "largest" else ""
        elif bonus.kind == "help":
            group = "help" if rule(state, "helpers") == 1 else ""
        else:
            group = ""
        when = bonus.kind if bonus.kind != "situation" else ""
        found.append(Offer(bonus.id, bonus.label, when, bonus.value, group, on=True, bonus=bonus.id))
    return found


def _bonus_fits(state: State, bonus: Bonus, who: str, rating: str, against: str) -> bool:
    if bonus.owner != who:
        return False
    if bonus.kind == "boost" and not rule(state, "boosts"):
        return False
    if bonus.kind == "help" and not rule(state, "teamwork"):
        return False
    if bonus.against and bonus.against != against:
        return False
    return not bonus.skill or same_rating(state, bonus.skill, bare(rating))


def _best_on(found: Iterable[Offer]) -> list[Offer]:
    """Of each group only the largest stays on; the first of equals."""
    found = list(found)
    best: dict[str, Offer] = {}
    for offer in found:
        if offer.on and offer.group and (offer.group not in best or _size(offer) > _size(best[offer.group])):
            best[offer.group] = offer
    return [offer._replace(on=offer.on and best.get(offer.group, offer) is offer) for offer in found]


def _size(offer: Offer) -> int:
    return offer.number or 0


# ------------------------------------------------------------------ the sum


def reckon(
    state: State,
    who: str,
    rating: str,
    chosen: Iterable[str] | None = None,
    *,
    extra: int = 0,
    against: str = "",
    act: str = "check",
) -> Reckoning:
    """All that a roll adds to its dice.

    Args:
        state: The table.
        who: The actor that rolls.
        rating: The rating, or `Will for Athletics` where a trait allows it.
        chosen: Ids of the offers that count; None takes those that are on.
        extra: A modifier that the GM gives freely (WE-76).
        against: The actor that it goes against, for what counts only there.
        act: check, attack, defence, opposed …

    Raises:
        Refused: If something chosen is not on offer, or excludes another that was chosen.
    """
    actor = the_actor(state, who)
    on_offer = {offer.id: offer for offer in offers(state, who, rating, against, act)}
    if chosen is None:
        taken = [offer for offer in on_offer.values() if offer.on]
    else:
        taken = [_taken(on_offer, wanted, actor, rating) for wanted in chosen]
    _exclusive(state, taken)
    base = Part(rating, rating_of(state, who, rating))
    parts = [base, *wound_parts(state, actor, bare(rating))]
    parts += [Part(offer.label, offer.number or 0) for offer in taken]
    if extra:
        parts.append(Part("situation", extra))
    return Reckoning(
        rating,
        tuple(parts),
        sum(part.value for part in parts),
        tuple(offer.bonus for offer in taken if offer.bonus),
        tuple(offer.trait for offer in taken if offer.trait),
    )


def _taken(on_offer: dict[str, Offer], wanted: str, actor: Actor, rating: str) -> Offer:
    if wanted in on_offer:
        return on_offer[wanted]
    possible = ", ".join(offer.label for offer in on_offer.values()) or "nothing"
    raise Refused(f"{wanted} does not count when {actor.name} rolls {rating}. On offer: {possible}.")


def _exclusive(state: State, taken: Iterable[Offer]) -> None:
    seen: dict[str, Offer] = {}
    helpers = 0
    for offer in taken:
        if offer.group and offer.group in seen:
            names = f"{seen[offer.group].label} and {offer.label}"
            raise Refused(f"{names} do not add up here: choose one (rules: stacking = {rule(state, 'stacking')}).")
        if offer.group:
            seen[offer.group] = offer
        helpers += offer.when == "help"
    if helpers > int(rule(state, "helpers")):
        raise Refused(f"Only {rule(state, 'helpers')} may help in one roll (rules: helpers).")


def summary(reckoning: Reckoning) -> str:
    """The sum in words: `Athletics +1, mild wound −1 = 0`."""
    parts = ", ".join(f"{part.label} {signed(part.value)}" for part in reckoning.parts)
    return f"{parts} = {signed(reckoning.modifier)}"
