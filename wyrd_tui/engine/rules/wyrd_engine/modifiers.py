"""Numbers that count in a roll of the Wyrd Engine: the rating, wounds, and every addition by name.

One reckoning serves the roll itself, its preview, the ladder and the odds, so they cannot disagree.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple

from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.nouns.wyrd_engine import TRAIT_ALONE
from wyrd_tui.engine.rules.ground.basics import INSTEAD, the_actor
from wyrd_tui.engine.rules.wyrd_engine.house_rules import rule
from wyrd_tui.engine.sheet import Effect, Row, Sheet, Trait
from wyrd_tui.engine.state import WYRD_ENGINE, Actor, Bonus, BonusKind, Part, State, fresh_id
from wyrd_tui.engine.words import signed

OPTIONAL: Mapping[BonusKind, str] = {"boost": "boosts", "help": "teamwork"}
"""Kinds of bonus that a table may do without, each with the house rule that says so (WE-43, WE-46)."""


class Offer(NamedTuple):
    """Something that may count in a roll.

    `number` is what it adds (None where it adds none but is to be named), `group` what it excludes, `on` whether it is
    the best choice of its group; `bonus`, and `trait` with the number of its `effect`, say what is used up. `hurt` is
    what wounds have taken from `number` (U-07), `kind` what a bonus is; `when` is the GM's own words and decides
    nothing.
    """

    id: str
    label: str
    when: str
    number: int | None
    group: str
    on: bool
    bonus: str = ""
    trait: str = ""
    effect: int = -1
    hurt: int = 0
    kind: BonusKind | Literal[""] = ""


class Reckoning(NamedTuple):
    """All that is added to the dice: named parts, their sum, and what is used up by it."""

    rating: str
    parts: tuple[Part, ...]
    modifier: int
    bonuses: tuple[str, ...]
    traits: tuple[tuple[str, int], ...]


def sheet_of(actor: Actor) -> Sheet:
    """An actor's Wyrd Engine sheet; an empty one where it has none (WE-89)."""
    return actor.sheets.get(WYRD_ENGINE) or Sheet()


def same_rating(state: State, one: str, other: str) -> bool:
    """Return whether two names mean one rating, the setting's aliases observed (C-20)."""
    aliases = state.setting.aliases
    return aliases.get(one, one).casefold() == aliases.get(other, other).casefold()


def without_substitute(rating: str) -> str:
    """The first half of `Will for Athletics` (WE-20)."""
    return rating.partition(INSTEAD)[0]


def stand_in(actor: Actor, rating: str) -> Trait | None:
    """The trait that lets one rating stand in for another, as `Will for Athletics` says (WE-20)."""
    use, _, instead_of = rating.casefold().partition(INSTEAD)
    for trait in sheet_of(actor).traits:
        for effect in trait.effects:
            fits = (effect.use.casefold(), effect.instead_of.casefold()) == (use, instead_of)
            if effect.kind == "substitute" and fits and not trait.lost:
                return trait
    return None


def rolled_rating(state: State, actor: Actor, rating: str) -> str:
    """The rating that is really rolled: `Will` of `Will for Athletics`, but all of `Eye for Detail` (WE-10, WE-20)."""
    if INSTEAD not in rating or _known(state, actor, rating):
        return rating
    halved = without_substitute(rating)
    return halved if stand_in(actor, rating) or _known(state, actor, halved) else rating


def _known(state: State, actor: Actor, rating: str) -> bool:
    names = [*sheet_of(actor).ratings, *(name for group in state.setting.skills.values() for name in group)]
    return any(same_rating(state, name, rating) for name in names)


def rating_of(state: State, who: str, rating: str) -> int:
    """The number on the sheet for a rating; 0 for one that is not there (WE-08).

    A mook's only rating serves for everything (WE-90); a trait alone adds to nothing (U-06).
    """
    actor = the_actor(state, who)
    ratings = sheet_of(actor).ratings
    if rating == TRAIT_ALONE:
        return 0
    rating = rolled_rating(state, actor, rating)
    if rating in ratings:
        return ratings[rating]
    for name, value in ratings.items():
        if same_rating(state, name, rating):
            return value
    if actor.kind == "mook" and len(ratings) == 1:
        return next(iter(ratings.values()))
    return 0


def is_rated(state: State, who: str, rating: str) -> bool:
    """Return whether the sheet says anything of a rating, so that an unfinished figure can be filled in (WE-89)."""
    actor = the_actor(state, who)
    ratings = sheet_of(actor).ratings
    if actor.kind == "mook" and len(ratings) == 1:
        return True
    return any(same_rating(state, name, rolled_rating(state, actor, rating)) for name in ratings)


def wound_parts(state: State, actor: Actor, name: str, counted: Iterable[str] = ()) -> tuple[Part, ...]:
    """Return the penalties of wounds on a skill or trait, beyond what those `counted` have lost already.

    The penalty of a row exists once in a roll, however many names for it the roll has: parts of it add up, and the
    whole of it on each of several names is still the whole (WE-62, C-20, C-35).
    """
    parts = []
    for row in sheet_of(actor).track:
        lost = _lost(state, row, (*counted, name)) - _lost(state, row, counted)
        if lost:
            parts.append(Part(f"{row.label.casefold()} wound", -lost))
    return tuple(parts)


def _lost(state: State, row: Row, names: Iterable[str]) -> int:
    names = tuple(names)
    points = [hurt.by for hurt in row.hurts if any(same_rating(state, hurt.name, name) for name in names)]
    return min(sum(points), max(row.penalty, *points)) if points and row.marks else 0


def effective_rating(state: State, who: str, rating: str) -> int:
    """A rating as it acts now: wounds counted, nothing chosen added."""
    actor = the_actor(state, who)
    hurt = sum(part.value for part in wound_parts(state, actor, rolled_rating(state, actor, rating)))
    return rating_of(state, who, rating) + hurt


# ------------------------------------------------------------------ what may be added


def list_offers(
    state: State, who: str, rating: str, against: str = "", act: str = "check", *, lasting: bool = False
) -> tuple[Offer, ...]:
    """All that may count in this roll, the best of each group on (WE-17, WE-23, C-09, U-04).

    With `lasting`, nothing that is gone or used up after some rolls (WE-19, WE-39, WE-44).
    """
    actor = the_actor(state, who)
    found = [*_trait_offers(state, actor, rating), *_bonus_offers(state, actor, rating, against)]
    substitute = stand_in(actor, rating) if INSTEAD in rating else None
    if substitute is not None:
        # The trait that stands in is the one that counts.
        spoken_for = _group(state, substitute.source)
        found = [offer for offer in found if not offer.group or offer.group != spoken_for]
    if act == "attack":
        number = int(rule(state, "improvised"))
        found.append(Offer("improvised", "improvised weapon", "unless skilled with it", number, "", on=False))
    if lasting:
        found = [o for o in found if not o.trait and not (o.bonus and state.bonuses[o.bonus].ends == "use")]
    return tuple(_best_on(found, int(rule(state, "helpers"))))


def _group(state: State, source: str) -> str:
    """Return the group in which a trait, a piece of gear or a boon excludes others (C-09)."""
    return {"one": "trait", "one-per-source": source}.get(str(rule(state, "stacking")), "")


def _trait_offers(state: State, actor: Actor, rating: str) -> list[Offer]:
    found: dict[str, Offer] = {}
    for trait in sheet_of(actor).traits:
        for number, effect in enumerate(() if trait.lost else trait.effects):
            offer = _effect_offer(state, actor, trait, effect, rating, _group(state, trait.source))
            if offer is not None:
                # A trait may do several things, and each is on offer by itself (C-22).
                name = trait.id if trait.id not in found else fresh_id(f"{trait.id} {effect.kind}", found)
                found[name] = offer._replace(id=name, effect=offer.effect if effect.kind == "bonus" else number)
    return list(found.values())


def _effect_offer(state: State, actor: Actor, trait: Trait, effect: Effect, rating: str, group: str) -> Offer | None:
    really = rolled_rating(state, actor, rating)
    fits = not effect.skill or same_rating(state, effect.skill, really) or rating == TRAIT_ALONE
    when = trait.when or effect.text
    match effect.kind:
        case "bonus" if fits:
            # A wound on a trait lowers what the trait gives (U-07).
            hurt = -sum(part.value for part in wound_parts(state, actor, trait.name, (really,)))
            value = effect.value - hurt
            named = bool(effect.skill) or rating == TRAIT_ALONE
            offer = Offer(trait.id, trait.name, when, value, group, on=named and value > 0, hurt=hurt)
            return _with_limit(trait, offer)
        case "permission" if fits:
            return Offer(trait.id, trait.name, when or "allows the attempt", None, "", on=False)
        case "limited":
            if effect.used >= effect.uses or effect in _limits_of_bonus(trait).values():
                return None
            hint = f"{_uses(effect)}; {effect.text or when}"
            return Offer(trait.id, trait.name, hint, None, "", on=False, trait=trait.id)
        case _:
            return None


def _uses(effect: Effect) -> str:
    left = effect.uses - effect.used
    return f"once per {effect.per}" if effect.uses == 1 else f"{left} left this {effect.per}"


def _limits_of_bonus(trait: Trait) -> dict[int, Effect]:
    """The limits of a trait's bonus: those that do nothing else, unlike `+2; once per scene, gone` (C-22)."""
    if all(effect.kind != "bonus" for effect in trait.effects):
        return {}
    return {number: effect for number, effect in trait.limits if not effect.text}


def _with_limit(trait: Trait, offer: Offer) -> Offer | None:
    """A bonus as far as its trait's uses go: it is chosen by hand, and gone when they are (WE-19, WE-26)."""
    limits = _limits_of_bonus(trait)
    if not limits:
        return offer
    ready = [(number, effect) for number, effect in limits.items() if effect.used < effect.uses]
    if not ready:
        return None
    number, effect = ready[0]
    when = "; ".join(filter(None, (_uses(effect), offer.when)))
    return offer._replace(when=when, on=False, trait=trait.id, effect=number)


def _bonus_offers(state: State, actor: Actor, rating: str, against: str) -> list[Offer]:
    groups = {
        "boon": _group(state, "boon"),
        "boost": "boost" if rule(state, "boosts_stack") == "largest" else "",
        "help": "help" if rule(state, "helpers") == 1 else "",
    }
    found = []
    for bonus in state.bonuses.values():
        if _bonus_fits(state, bonus, actor, rating, against):
            when = bonus.kind if bonus.kind != "situation" else ""
            group = groups.get(bonus.kind, "")
            offer = Offer(bonus.id, bonus.label, when, bonus.value, group, on=True, bonus=bonus.id)
            found.append(offer._replace(kind=bonus.kind))
    return found


def _bonus_fits(state: State, bonus: Bonus, actor: Actor, rating: str, against: str) -> bool:
    if bonus.owner != actor.id or bonus.game not in ("", WYRD_ENGINE):
        return False
    if bonus.kind in OPTIONAL and not rule(state, OPTIONAL[bonus.kind]):
        return False
    if bonus.against and bonus.against != against:
        return False
    return not bonus.skill or same_rating(state, bonus.skill, rolled_rating(state, actor, rating))


def _best_on(found: Iterable[Offer], helpers: int) -> list[Offer]:
    """Keep on the largest of each group, the first of equals, and as many helpers as may help (WE-47)."""
    found = list(found)
    best: dict[str, Offer] = {}
    for offer in found:
        if offer.on and offer.group and (offer.group not in best or _size(offer) > _size(best[offer.group])):
            best[offer.group] = offer
    helps = sorted((offer for offer in found if offer.kind == "help"), key=_size, reverse=True)[helpers:]
    return [
        offer._replace(on=offer.on and best.get(offer.group, offer) is offer and offer not in helps) for offer in found
    ]


def _size(offer: Offer) -> int:
    return offer.number or 0


# ------------------------------------------------------------------ the sum


def reckon_roll(
    state: State,
    who: str,
    rating: str,
    chosen: Iterable[str] | None = None,
    *,
    extra: int = 0,
    against: str = "",
    act: str = "check",
    lasting: bool = False,
) -> Reckoning:
    """Reckon all that a roll adds to its dice.

    Args:
        state: The table.
        who: The actor that rolls.
        rating: The rating, or `Will for Athletics` where a trait allows it.
        chosen: Ids of the offers that count; None takes those that are on.
        extra: A modifier that the GM gives freely (WE-76).
        against: The actor that it goes against, for what counts only there.
        act: check, attack, defence, opposed …
        lasting: Whether only what no roll uses up is on offer.

    Raises:
        Refused: If something chosen is not on offer, or excludes another that was chosen.
    """
    actor = the_actor(state, who)
    really = rolled_rating(state, actor, rating)
    if really != rating and stand_in(actor, rating) is None:
        raise Refused(f"{actor.name} has no trait that lets {rating.replace(INSTEAD, ' stand in for ')}.")
    on_offer = {offer.id: offer for offer in list_offers(state, who, rating, against, act, lasting=lasting)}
    if chosen is None:
        taken = [offer for offer in on_offer.values() if offer.on]
    else:
        taken = [_taken(on_offer, wanted, actor, rating) for wanted in chosen]
    _exclusive(state, taken)
    base = [] if rating == TRAIT_ALONE else [Part(rating, rating_of(state, who, rating))]
    parts = [*base, *wound_parts(state, actor, really)]
    counted = [really]
    for offer in taken:
        parts.append(Part(offer.label, (offer.number or 0) + offer.hurt))
        if offer.hurt:
            # The wound stands beside the bonus that it lowers (U-07, WE-65).
            parts += wound_parts(state, actor, offer.label, counted)
            counted.append(offer.label)
    if extra:
        parts.append(Part("situation", extra))
    return Reckoning(
        rating,
        tuple(parts),
        sum(part.value for part in parts),
        tuple(offer.bonus for offer in taken if offer.bonus),
        tuple((offer.trait, offer.effect) for offer in taken if offer.trait),
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
            key = {"boost": "boosts_stack", "help": "helpers"}.get(offer.group, "stacking")
            raise Refused(f"{names} do not add up here: choose one (rules: {key} = {rule(state, key)}).")
        if offer.group:
            seen[offer.group] = offer
        helpers += offer.kind == "help"
    if helpers > int(rule(state, "helpers")):
        raise Refused(f"Only {rule(state, 'helpers')} may help in one roll (rules: helpers).")


def sum_in_words(reckoning: Reckoning) -> str:
    """The sum in words: `Athletics +1, mild wound −1 = 0`; a lone part is its own sum."""
    parts = ", ".join(f"{part.label} {signed(part.value)}" for part in reckoning.parts)
    return parts if len(reckoning.parts) == 1 else f"{parts} = {signed(reckoning.modifier)}"
