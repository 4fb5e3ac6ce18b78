"""Questions of the Wyrd Engine: which rating, against which rung, what counts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from wyrd_tui.engine.choices import Choice
from wyrd_tui.engine.commands import Answers, Ask, many_of, text_of
from wyrd_tui.engine.dice import read_whole
from wyrd_tui.engine.nouns.wyrd_engine import EVERYTHING, TRAIT_ALONE
from wyrd_tui.engine.odds import RUNGS
from wyrd_tui.engine.rules.doubts import sure_asks
from wyrd_tui.engine.rules.ground.basics import meant_rating
from wyrd_tui.engine.rules.ground.fighting import (
    is_for_attack,
    is_for_close_combat,
    is_for_defence,
    is_for_shooting,
)
from wyrd_tui.engine.rules.ground.tracks import read_numbers
from wyrd_tui.engine.rules.questions import Choices
from wyrd_tui.engine.rules.wyrd_engine.modifiers import Offer, list_offers
from wyrd_tui.engine.rules.wyrd_engine.ratings import (
    NAMED_BY_RULES,
    effective_rating,
    is_rated,
    is_used_up,
    is_written,
    limits_of_roll,
    rating_of,
    rolled_rating,
    rolls_one_number,
    same_rating,
    sheet_of,
    substitutes_of,
)
from wyrd_tui.engine.sheet import Sheet
from wyrd_tui.engine.state import Actor, State
from wyrd_tui.engine.words import signed


def rating_choices(name: str = "who") -> Choices:
    """Offer the ratings of an actor with the number as it acts now, then the substitutes of traits."""

    def choices(state: State, answers: Answers) -> Sequence[Choice]:
        actor = state.actors.get(text_of(answers, name))
        if actor is None:
            return []
        return [
            Choice(r, r, hint, number=None if r == TRAIT_ALONE else effective_rating(state, actor.id, r))
            for r, hint in ratings_of(state, actor)
        ]

    return choices


NOT_WRITTEN = "not on the sheet"


def ratings_of(state: State, actor: Actor) -> list[tuple[str, str]]:
    """The ratings that an actor can roll with a few words each: the best first, then substitutes, then the unlisted.

    The sheet's own numbers say which is best, so that a wound moves nothing to another letter of a menu.
    """
    sheet = sheet_of(actor)
    own = sorted(sheet.ratings, key=lambda rating: -sheet.ratings[rating])
    rows = [(rating, "") for rating in own]
    for trait, effect in substitutes_of(actor):
        if not trait.lost and not is_used_up(trait):
            rows.append((effect.roll_name, f"{trait.name}: {trait.when or effect.text}"))
    if any(effect.kind == "bonus" for trait in sheet.traits for effect in trait.effects):
        rows.append((TRAIT_ALONE, "no skill, a trait only"))
    return rows + [(skill, NOT_WRITTEN) for skill in unwritten_ratings(state, actor)]


def unwritten_ratings(state: State, actor: Actor) -> list[str]:
    """List the skills that an actor's sheet does not name: the setting's, and others on which a wound has fallen."""
    sheet = sheet_of(actor)
    named = [*sheet.ratings, *(trait.name for trait in sheet.traits), *state.setting.ratings]
    hurt = dict.fromkeys(loss.name for row in sheet.track for loss in row.hurts)
    others = (name for name in hurt if not any(same_rating(state, name, one) for one in named))
    listed = (skill for skill in state.setting.ratings if not is_written(state, actor, skill))
    return [*listed, *others]


def rating_asks() -> Ask:
    """Question of the rating: by default what suits the challenge, else the best."""

    def default(state: State, answers: Answers) -> str | None:
        actor = state.actors.get(text_of(answers, "who"))
        return usual_rating(state, actor, "", text_of(answers, "on")) if actor is not None else None

    return Ask("skill", "Roll", "one", rating_choices(), default, free=True, noun="roll")


def sure_of(rating: str = "skill", who: str = "who", name: str = "sure", *, besides: str = "") -> Ask:
    """Question whether a rating is meant as it is written, where no sheet and no list has it.

    Args:
        rating: The question for the rating.
        who: The question for the one who rolls it.
        name: Key of the answer.
        besides: The answer to the question for the rating that names none, besides a trait alone.
    """

    def roller(state: State, answers: Answers) -> Actor | None:
        return state.actors.get(next(iter(many_of(answers, who)), ""))

    def known(state: State, answers: Answers) -> Sequence[str]:
        word, actor = text_of(answers, rating), roller(state, answers)
        listed = (*known_ratings(state), TRAIT_ALONE, *filter(None, (besides,)))
        if actor is None:
            return listed
        if rolled_rating(state, actor, word) != word or is_written(state, actor, word):
            return ()
        # A trait is refused with a sentence of its own, whoever has it.
        people = (actor, *state.actors.values(), *state.book.cast.values())
        traits = (word for one in people for trait in sheet_of(one).traits for word in (trait.id, trait.name))
        return (*listed, *sheet_of(actor).usual.values(), *traits)

    def counts(state: State, answers: Answers) -> bool:
        """Tell if any word has a number: that of a figure which rolls one for everything (WE-90)."""
        actor = roller(state, answers)
        return actor is not None and is_rated(state, actor.id, text_of(answers, rating))

    return sure_asks(rating, known, name, new=counts)


def known_ratings(state: State) -> Sequence[str]:
    """Return the names of all ratings that a list or a sheet of the table or of its book has (WE-10, C-20)."""
    people = (*state.actors.values(), *state.book.cast.values())
    listed = (*state.setting.ratings, *state.setting.other_names)
    written = (rating for actor in people for rating in sheet_of(actor).ratings)
    return tuple(dict.fromkeys((*written, *listed, *NAMED_BY_RULES)))


STRESS_OF_NPC = "2"
"""The boxes of a named NPC: stress and no wounds, as many as the text gives Graves (WE-92)."""
SHEET_EXAMPLE = "Fight 2 Notice 1, or 2 alone for everything"
LEAST_TYPED, MOST_TYPED = -9, 19
"""Bounds of a rating that is typed for a character made up at the table (WE-88)."""


def read_sheet(state: State, text: str) -> Sheet:
    """Read the ratings of a character made up at the table, or one number for all that they do (WE-88 … WE-92).

    Raises:
        Refused: If a name has no number, or a number is out of bounds.
    """
    if len(text.split()) == 1 and text.lstrip("-−+").isdecimal():
        return Sheet({EVERYTHING: read_whole(text, LEAST_TYPED, MOST_TYPED, EVERYTHING)})
    spelt = {name.casefold(): name for name in known_ratings(state)}
    found = read_numbers(text, LEAST_TYPED, MOST_TYPED, SHEET_EXAMPLE)
    return Sheet({spelt.get(name.casefold(), name): number for name, number in found.items()})


def usual_rating(state: State, actor: Actor, act: str, challenge: str = "") -> str:
    """The rating to expect for an act: the sheet's own, else what a challenge suggests, else the best there is.

    A challenge suggests the rating with which the actor rolled for it last, while there is one on offer, or what suits.
    """
    sheet = sheet_of(actor)
    if act and act in sheet.usual:
        return sheet.usual[act]
    fitting = _best_for(state, actor, act)
    if rod := state.challenges.get(challenge):
        again = rod.rolled.get(actor.id, "")
        if any(again == rating for rating, _ in ratings_of(state, actor)):
            return again
        fitting = best_suited(state, actor, rod.skills) or fitting
    if act == "defend" and not rolls_one_number(actor):
        # A fighter whose parrying rating is wounded dodges untrained (WE-53).
        return max(filter(None, (fitting, "Athletics")), key=lambda skill: effective_rating(state, actor.id, skill))
    if fitting:
        return fitting
    if act == "attack" and not rolls_one_number(actor):
        # Odds of a fighter who never learnt to fight are untrained ones, however good at something else (WE-09, WE-53).
        known = _fighting_skills(state) or ACT_SKILLS["attack"]
        return max(known, key=lambda skill: effective_rating(state, actor.id, skill))
    own = sorted(sheet.ratings, key=lambda rating: -effective_rating(state, actor.id, rating))
    return own[0] if own else next(iter(ACT_SKILLS.get(act, ("Notice",))))


def suggested_attack(state: State, actor: Actor) -> str | None:
    """The rating to attack with unasked; None where no rating, substitute or earlier choice is for fighting (WE-53)."""
    usual = usual_rating(state, actor, "attack")
    if usual == sheet_of(actor).usual.get("attack") or is_rated(state, actor.id, usual):
        return usual
    known = (*ACT_SKILLS["attack"], *_fighting_skills(state))
    for trait, effect in substitutes_of(actor):
        fights = any(same_rating(state, effect.instead_of, name) for name in known)
        # The GM chooses a substitute that has a condition or few uses.
        if fights and not (trait.lost or trait.when or limits_of_roll(trait)):
            return effect.roll_name
    return None


def manoeuvre_rating(state: State, actor: Actor, named: str, act: str) -> str | None:
    """Return the rating of a manoeuvre: where its owner has no Fight or Shoot, one that is the same by name (WE-76).

    An actor without either rolls untrained, however they attack, but defends as usual. A manoeuvre in the GM's own
    words takes the usual rating, or where that is not above 0 the best of the sheet; None where none is above 0.
    """
    if own := best_suited(state, actor, (named,)):
        return own
    alike = {"Fight": is_for_close_combat, "Shoot": is_for_shooting}.get(named)
    if named and alike is None:
        return named
    if alike and (own := best_suited(state, actor, [name for name in sheet_of(actor).ratings if alike(name)])):
        return own
    if alike and act == "attack" and not rolls_one_number(actor):
        return named
    usual = usual_rating(state, actor, act)
    if not named and act == "attack" and not rolls_one_number(actor):
        found = (one for one in (usual, usual_rating(state, actor, "")) if effective_rating(state, actor.id, one) > 0)
        return next(found, None)
    return usual if is_rated(state, actor.id, usual) else named or None


def better_attack(state: State, actor: Actor, rating: str) -> str:
    """Say which rating is better to attack with now that wounds lower another; empty for none (WE-53, WE-61)."""
    now, written = effective_rating(state, actor.id, rating), rating_of(state, actor.id, rating)
    best = _best_for(state, actor, "attack")
    if now >= written or not best or effective_rating(state, actor.id, best) <= now:
        return ""
    other = f"{best} {signed(effective_rating(state, actor.id, best))}"
    return f"{other} is better now: wounds lower {rating} {signed(written)} to {signed(now)}"


def attack_choices(state: State, answers: Answers) -> Sequence[Choice]:
    """Offer the attacker's ratings; where none is for fighting, the usual untrained ones stand first (WE-53)."""
    rows = rating_choices()(state, answers)
    actor = state.actors.get(text_of(answers, "who"))
    if actor is None or suggested_attack(state, actor) is not None:
        return rows
    known = _fighting_skills(state) or ACT_SKILLS["attack"]
    untrained = [Choice(name, name, NOT_WRITTEN, number=effective_rating(state, actor.id, name)) for name in known]
    return [*untrained, *(row for row in rows if row.value not in known)]


def attack_rating(state: State, actor: Actor, rating: str) -> str:
    """Return a rating where one fights with it, else the rating that the actor attacks with (WE-53)."""
    usual = usual_rating(state, actor, "attack")
    known = (usual, *ACT_SKILLS["attack"], *_fighting_skills(state))
    rolled = rolled_rating(state, actor, rating)
    fits = is_for_attack(rolled) or any(same_rating(state, rolled, name) for name in known)
    return rating if fits else usual


def _best_for(state: State, actor: Actor, act: str) -> str:
    """Return the best rating on the sheet for an attack or a defence, by any name; empty where the sheet has none."""
    fits = {"attack": is_for_attack, "defend": is_for_defence}.get(act)
    if fits is None:
        return ""
    named = [name for name in sheet_of(actor).ratings if fits(name)]
    fighting = _fighting_skills(state) if act == "attack" else ()
    return best_suited(state, actor, (*ACT_SKILLS[act], *fighting, *named))


def is_bodily(state: State, rating: str) -> bool:
    """Tell if a rating is one of the body: the setting says so, or its name tells that one fights or dodges with it."""
    known = (*(state.setting.physical or BODILY), *ACT_SKILLS["attack"], *ACT_SKILLS["defend"])
    named = any(same_rating(state, rating, one) for one in known)
    return named or is_for_attack(rating) or is_for_defence(rating)


def _fighting_skills(state: State) -> Sequence[str]:
    """Return the setting's skills to fight with: those that it declares, else its own names for the usual ones."""
    usual = ACT_SKILLS["attack"]
    known = [skill for skill in state.setting.ratings if any(same_rating(state, skill, name) for name in usual)]
    return state.setting.fighting or known


ACT_SKILLS: dict[str, tuple[str, ...]] = {
    "attack": ("Fight", "Shoot", "Combat"),
    "defend": ("Athletics", "Fight", "Combat"),
}


BODILY = ("Athletics", "Stealth", "Fight", "Shoot", "Physique")
"""Skills that a wound of the body hurts where the setting names none (C-07)."""


def best_suited(state: State, actor: Actor, skills: Iterable[str]) -> str:
    """Return the best of the named ratings on the sheet; empty where it has none of them."""
    own: dict[str, list[str]] = {}
    for name in sheet_of(actor).ratings:
        own.setdefault(meant_rating(state, name), []).append(name)
    found = dict.fromkeys(name for skill in skills for name in own.get(meant_rating(state, skill), ()))
    if len(found) < 2:
        return next(iter(found), "")
    return max(found, key=lambda rating: effective_rating(state, actor.id, rating))


def resisting_rating(state: State, target: Actor, rolled: str) -> str:
    """Return what a character rolls against a rating: the same, else wits or will, else the best there is (WE-36)."""
    named = best_suited(state, target, (rolled,)) or best_suited(state, target, _RESISTS)
    return named or usual_rating(state, target, "")


_RESISTS = ("Notice", "Will")


def rung_choices() -> Sequence[Choice]:
    """The ladder's rungs (WE-29)."""
    return [Choice(str(value), name, number=value) for value, name in RUNGS.items()]


def rung_asks() -> Ask:
    """Question of the difficulty: a rung by name, or a number."""
    return Ask(
        "against",
        "Against",
        "number",
        lambda s, a: rung_choices(),
        lambda s, a: 0,
        focus="rung",
        low=-99,
        high=99,
        noun="difficulty",
    )


def offer_choices(act: str = "check", target: str = "") -> Choices:
    """Offer what may count for the acting side."""

    def choices(state: State, answers: Answers) -> Sequence[Choice]:
        who, rating = text_of(answers, "who"), text_of(answers, "skill")
        if who not in state.actors or not rating:
            return []
        # A bonus against one foe alone cannot count in a roll against several.
        foes = many_of(answers, target) if target else ()
        against = foes[0] if len(foes) == 1 else ""
        offers = list_offers(state, who, rating, against, act)
        return [Choice(o.id, o.label, _hint(o, offers), o.number, o.group, o.on) for o in offers]

    return choices


def _hint(offer: Offer, offers: Iterable[Offer]) -> str:
    """Say when an offer may count, and which other offers it excludes (C-09, U-04, WE-47)."""
    others = [other.label for other in offers if offer.group and other.group == offer.group and other is not offer]
    excludes = f"not with {others[0]}" if len(others) == 1 else f"one of {len(others) + 1}" if others else ""
    return "; ".join(filter(None, (excludes, offer.when)))
