"""Numbers that count in a roll of the Wyrd Engine: the rating, wounds, and every addition by name.

One reckoning serves the roll itself, its preview, the ladder and the odds, so they cannot disagree.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

from wyrd_tui.engine import odds
from wyrd_tui.engine.dice import Refused, count_noun
from wyrd_tui.engine.ids import fresh_id
from wyrd_tui.engine.named_tuple import NamedTuple
from wyrd_tui.engine.nouns.wyrd_engine import TRAIT_ALONE
from wyrd_tui.engine.roll import Part
from wyrd_tui.engine.rules.ground.basics import the_actor
from wyrd_tui.engine.rules.wyrd_engine.house_rules import rule
from wyrd_tui.engine.rules.wyrd_engine.ratings import (
    NAMED_BY_RULES,
    has_rating,
    limits_of_roll,
    names_of,
    rating_of,
    rolled_rating,
    same_rating,
    sheet_of,
    stand_in,
    wound_parts,
)
from wyrd_tui.engine.sheet import Effect, Trait, uses_left
from wyrd_tui.engine.state import WYRD_ENGINE, Actor, Bonus, BonusKind, State
from wyrd_tui.engine.words import name_and_verb, signed, spell_part

OPTIONAL: Mapping[BonusKind, str] = {"boost": "boosts", "help": "teamwork"}
"""Kinds of bonus that a table may do without, each with the house rule that says so (WE-43, WE-46)."""


REACTIONS: Mapping[str, str] = {"attack": "defence"}
"""The roll of the other side against an act; against every other act it resists."""
_UNASKED = ("defence", "resist", "initiative")
"""Rolls made unasked; a bonus for one use is kept out of them, for the act that it was earned for."""
_LIKE_CHECKS = ("boost", "help")
"""Acts that are checks as well, so that a bonus for checks counts in them."""


class Offer(NamedTuple):
    """Something that may count in a roll.

    `number` is what it adds (None where it adds none but is to be named), `group` what it excludes, `on` whether it
    counts unless the table says otherwise; `bonus`, and `trait` with the number of its `effect`, say what is used up.
    `hurt` is what wounds have taken from `number` (U-07), `kind` what a bonus is, `reroll` the throws that it lets be
    taken again (WE-21); `when` is the GM's own words and decides nothing.
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
    reroll: odds.Reroll = "none"


class CountedOffer(NamedTuple):
    """Offer that counts in a roll, by its id; `coat`, or `their:bob:coat` where it counts for an opponent."""

    offer: str
    opponent: str = ""

    def __str__(self) -> str:
        return f"their:{self.opponent}:{self.offer}" if self.opponent else self.offer


class Reckoning(NamedTuple):
    """Sum added to the dice: its named parts, the bonuses and traits that it uses up, and a second throw (WE-21)."""

    rating: str
    parts: tuple[Part, ...]
    modifier: int
    bonuses: tuple[str, ...]
    traits: tuple[tuple[str, int], ...]
    reroll: odds.Reroll = "none"


# ------------------------------------------------------------------ what may be added


def list_offers(
    state: State, who: str, rating: str, against: str = "", act: str = "check", *, lasting: bool = False
) -> tuple[Offer, ...]:
    """List the traits and bonuses that may count in this roll (WE-17, WE-23, C-09, U-04).

    On is what has no condition, and what its owner bound to this rating, target or act; of a group the best. All else
    waits to be asked for. With `lasting`, nothing that is gone or used up after some rolls (WE-19, WE-39, WE-44).

    Raises:
        Refused: If nobody at the table has the id.
    """
    actor = the_actor(state, who)
    found = [*_trait_offers(state, actor, rating), *_bonus_offers(state, actor, rating, against, act)]
    substitute = stand_in(actor, rating)
    if substitute is not None:
        # The trait that stands in is the one that counts.
        spoken_for = _group(state, substitute.source)
        found = [offer for offer in found if not offer.group or offer.group != spoken_for]
    if act == "attack":
        number = int(rule(state, "improvised"))
        found.append(Offer("improvised", "improvised weapon", "unless skilled with it", number, "", on=False))
    if lasting or act == "initiative":
        found = [o for o in found if o.reroll == "none"]
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
            hurt = -sum(part.value for part in wound_parts(state, actor, (trait.name,), names_of(state, actor, really)))
            value = effect.value - hurt
            # Gear that is bound to no rating may be anything; a trait that says nothing else always counts.
            always = not when and (bool(effect.skill) or trait.source == "trait")
            on = (always or rating == TRAIT_ALONE) and (value > 0 or effect.value < 0)
            offer = Offer(trait.id, trait.name, when, value, group if effect.value > 0 else "", on=on, hurt=hurt)
            return _with_limit(trait, offer)
        case "reroll" if fits and uses_left(trait) != 0:
            always = not when and not trait.limits
            hint = "; ".join(filter(None, ("a reroll afterwards", when)))
            return Offer(trait.id, trait.name, hint, None, "", on=always, reroll=effect.after)
        case "permission" if fits:
            return Offer(trait.id, trait.name, when or "allows the attempt", None, "", on=False)
        case "limited":
            if effect.used >= effect.uses or effect in limits_of_roll(trait).values():
                return None
            hint = f"{_uses(effect)}; {effect.text or when}"
            return Offer(trait.id, trait.name, hint, None, "", on=False, trait=trait.id)
        case _:
            return None


def _uses(effect: Effect) -> str:
    left = effect.uses - effect.used
    return f"once per {effect.per}" if effect.uses == 1 else f"{left} left this {effect.per}"


def _with_limit(trait: Trait, offer: Offer) -> Offer | None:
    """Bind an offer to the uses that its trait has left, off until asked for; None if all are spent (WE-19, WE-26)."""
    limits = limits_of_roll(trait)
    if not limits:
        return offer
    ready = [(number, effect) for number, effect in limits.items() if effect.used < effect.uses]
    if not ready:
        return None
    number, effect = ready[0]
    when = "; ".join(filter(None, (_uses(effect), offer.when)))
    return offer._replace(when=when, on=False, trait=trait.id, effect=number)


def _bonus_offers(state: State, actor: Actor, rating: str, against: str, act: str) -> list[Offer]:
    groups = {
        "boon": _group(state, "boon"),
        "boost": "boost" if rule(state, "boosts_stack") == "largest" else "",
        "help": "help" if rule(state, "helpers") == 1 else "",
    }
    found = []
    for bonus in state.bonuses.values():
        bound = _is_for_act(bonus, act)
        if _bonus_fits(state, bonus, actor, rating, against) and _may_count(bonus, act):
            words: list[str] = [bonus.kind] if bonus.kind != "situation" else []
            group = groups.get(bonus.kind, "")
            on = bound and _counts_unasked(bonus, act)
            if on and (bonus.skill or bonus.against or bonus.act):
                # The row says why it is ticked where others like it are not.
                words.append("bound to this roll")
            when = ", ".join(words)
            found.append(Offer(bonus.id, bonus.label, when, bonus.value, group, on, bonus.id, kind=bonus.kind))
    return found


def _is_for_act(bonus: Bonus, act: str) -> bool:
    return bonus.act in ("", act) or (bonus.act == "check" and act in _LIKE_CHECKS)


def _may_count(bonus: Bonus, act: str) -> bool:
    """Return whether a bonus is on offer in an act.

    An advantage of a manoeuvre may be turned to another act of its owner, but not to a roll that its target calls for.
    """
    won = bonus.kind == "advantage" and bonus.value > 0
    if won and bonus.against and act in _UNASKED:
        return bonus.act == act
    return _is_for_act(bonus, act) or bonus.kind == "advantage"


def _counts_unasked(bonus: Bonus, act: str) -> bool:
    """Return whether a bonus counts by itself: a hindrance, what lasts in the situation, what is bound to this roll."""
    if bonus.ends == "use" and act in _UNASKED:
        return bool(bonus.act) or (bonus.value < 0 and act != "initiative")
    lasts = bonus.kind == "situation" and bonus.ends != "use"
    return bonus.value < 0 or lasts or bool(bonus.skill or bonus.against or bonus.act)


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
    helps = sorted((offer for offer in found if offer.on and offer.kind == "help"), key=_size, reverse=True)[helpers:]
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
    opposing: bool = False,
) -> Reckoning:
    """Reckon all that a roll adds to its dice.

    Args:
        state: The table.
        who: The actor that rolls.
        rating: The rating, or `Will for Athletics` where a trait allows it.
        chosen: Words of the offers that count, whichever side they are of; None takes those of the actor that are on.
        extra: A modifier that the GM gives freely (WE-76).
        against: The actor that it goes against, for what counts only there.
        act: check, attack, defence, opposed, resist …
        lasting: Whether only what no roll uses up is on offer.
        opposing: Whether the actor is an opponent, whose offers are chosen by words of their own.

    Raises:
        Refused: If the rating is a trait, or if something chosen excludes another that was chosen.
    """
    actor = the_actor(state, who)
    _refuse_trait(state, actor, rating)
    really = rolled_rating(state, actor, rating)
    if really != rating and stand_in(actor, rating) is None:
        raise Refused(f"{name_and_verb(state, actor.id, 'has')} lost the trait or gear that allows “{rating}”.")
    substituted = _use_of_substitute(actor, rating, lasting=lasting)
    offers = list_offers(state, who, rating, against, act, lasting=lasting)
    known = {str(CountedOffer(offer.id, who if opposing else "")): offer for offer in offers}
    taken = [o for o in offers if o.on] if chosen is None else [known[word] for word in chosen if word in known]
    _exclusive(state, taken)
    base = [] if rating == TRAIT_ALONE else [Part(rating, rating_of(state, who, rating))]
    counted = [*names_of(state, actor, really)]
    parts = [*base, *wound_parts(state, actor, counted)]
    for offer in taken:
        if offer.reroll != "none":
            continue
        parts.append(Part(offer.label, (offer.number or 0) + offer.hurt))
        if offer.hurt:
            # The wound stands beside the bonus that it lowers (U-07, WE-65).
            parts += wound_parts(state, actor, (offer.label,), counted)
            counted.append(offer.label)
    if extra:
        parts.append(Part("situation", extra))
    return Reckoning(
        rating,
        tuple(parts),
        sum(part.value for part in parts),
        tuple(offer.bonus for offer in taken if offer.bonus),
        (*substituted, *((offer.trait, offer.effect) for offer in taken if offer.trait)),
        next((again for again in _SECOND_THROWS if any(offer.reroll == again for offer in taken)), "none"),
    )


def reckon_most(state: State, who: str, rating: str) -> Reckoning:
    """Reckon a check with all that would help and may count together, asked for or not.

    Raises:
        Refused: If nobody at the table has the id, or the rating is a trait.
    """
    offers = list_offers(state, who, rating)
    helpful = (o._replace(on=o.on or o.reroll != "none" or (o.number or 0) > 0) for o in offers)
    most = _best_on(helpful, int(rule(state, "helpers")))
    return reckon_roll(state, who, rating, [offer.id for offer in most if offer.on])


def _use_of_substitute(actor: Actor, rating: str, *, lasting: bool) -> tuple[tuple[str, int], ...]:
    """Return the use that a rating in the place of another takes of its trait; none where that has no limit (WE-20).

    Raises:
        Refused: If its uses are gone, or the roll is one of many.
    """
    trait = stand_in(actor, rating)
    limits = limits_of_roll(trait) if trait is not None else {}
    if trait is None or not limits:
        return ()
    ready = [number for number, effect in limits.items() if effect.used < effect.uses]
    per = next(iter(limits.values())).per
    if lasting or not ready:
        why = "too few uses for so many rolls" if ready else f"used up this {per}"
        raise Refused(f"{trait.name} of {actor.name}: {why}.")
    return ((trait.id, ready[0]),)


_SECOND_THROWS: tuple[odds.Reroll, ...] = ("any", "failed")
"""Kinds of a second throw, the one that allows more first."""


def _refuse_trait(state: State, actor: Actor, rating: str) -> None:
    """Refuse the id or the name of a trait as a rating, whoever has the trait (WE-16)."""
    if rating == TRAIT_ALONE or rating in NAMED_BY_RULES or has_rating(state, actor, rating):
        return
    word = rating.casefold()
    people = (actor, *state.actors.values(), *state.book.cast.values())
    owned = ((one, trait) for one in people for trait in sheet_of(one).traits)
    found = next(((one, t) for one, t in owned if word in (t.id.casefold(), t.name.casefold())), None)
    if found is None:
        return
    owner, trait = found
    counts = f"and `with={trait.id}` counts it" if owner is actor else "such as Will"
    raise Refused(f"{trait.name} is a trait of {owner.name}, not a rating. Write a rating, {counts}.")


def _exclusive(state: State, taken: Iterable[Offer]) -> None:
    seen: dict[str, Offer] = {}
    helpers = 0
    for offer in taken:
        if offer.group and offer.group in seen:
            names = f"{seen[offer.group].label} and {offer.label}"
            key = {"boost": "boosts_stack", "help": "helpers"}.get(offer.group, "stacking")
            raise Refused(f"{names} do not add up. Choose one of them (rules: {key} = {rule(state, key)}).")
        if offer.group:
            seen[offer.group] = offer
        helpers += offer.kind == "help"
    if helpers > int(rule(state, "helpers")):
        raise Refused(f"A roll takes {count_noun(int(rule(state, 'helpers')), 'helper')} at most (rules: helpers).")


def sum_in_words(reckoning: Reckoning) -> str:
    """The sum in words: `Athletics +1, mild wound −1 = 0`; a lone part is its own sum."""
    parts = ", ".join(spell_part(part.label, part.value, reckoning.rating) for part in reckoning.parts)
    return parts if len(reckoning.parts) == 1 else f"{parts} = {signed(reckoning.modifier)}"
