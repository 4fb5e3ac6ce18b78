"""Ratings on sheets of the Wyrd Engine: their numbers, their other names, what wounds take of them (WE-08, WE-62)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from wyrd_tui.engine.events import Event, Rated
from wyrd_tui.engine.nouns.wyrd_engine import EVERYTHING, TRAIT_ALONE
from wyrd_tui.engine.roll import Part
from wyrd_tui.engine.rules.ground.basics import meant_rating, the_actor
from wyrd_tui.engine.sheet import Effect, Row, Sheet, Trait
from wyrd_tui.engine.state import WYRD_ENGINE, Actor, State


def sheet_of(actor: Actor) -> Sheet:
    """An actor's Wyrd Engine sheet; an empty one where it has none (WE-89)."""
    return actor.sheets.get(WYRD_ENGINE) or Sheet()


def track_of(state: State, who: str) -> Sequence[Row]:
    """Return the rows of an actor's track; none for nobody."""
    return sheet_of(state.actors[who]).track if who in state.actors else ()


def find_row(state: State, who: str, row_id: str) -> Row | None:
    """Return a row of an actor's track; None where it has none of that id, and for nobody."""
    return next((row for row in track_of(state, who) if row.id == row_id), None)


def same_rating(state: State, one: str, other: str) -> bool:
    """Return whether two names mean one rating, the setting's aliases observed (C-20)."""
    return one == other or meant_rating(state, one) == meant_rating(state, other)


def substitutes_of(actor: Actor) -> Iterator[tuple[Trait, Effect]]:
    """Yield the substitutes on a sheet with their traits, those of lost traits too (WE-20)."""
    for trait in sheet_of(actor).traits:
        for effect in trait.effects:
            if effect.kind == "substitute":
                yield trait, effect


def stand_in(actor: Actor, rating: str) -> Trait | None:
    """Return the trait that lets one rating replace another in a roll of this name, `Will for Athletics` (WE-20)."""
    named = (t for t, effect in substitutes_of(actor) if effect.roll_name.casefold() == rating.casefold())
    return next((trait for trait in named if not trait.lost), None)


def limits_of_roll(trait: Trait) -> dict[int, Effect]:
    """Return the limits of a trait's number, throw or substitute, by their number among its effects.

    They are those that do nothing else, unlike `+2; once per scene, gone` (C-22).
    """
    if all(effect.kind not in ("bonus", "reroll", "substitute") for effect in trait.effects):
        return {}
    return {number: effect for number, effect in trait.limits if not effect.text}


def is_used_up(trait: Trait) -> bool:
    """Return whether a trait whose number, throw or substitute has a limit has no use left (WE-19)."""
    limits = limits_of_roll(trait).values()
    return bool(limits) and all(effect.used >= effect.uses for effect in limits)


def rolled_rating(state: State, actor: Actor, rating: str) -> str:
    """The rating that is really rolled: `Will` of `Will for Athletics`, but all of `Eye for Detail` (WE-10, WE-20)."""
    if has_rating(state, actor, rating):
        return rating
    used = (effect.use for _, effect in substitutes_of(actor) if effect.roll_name.casefold() == rating.casefold())
    return next(used, rating)


NAMED_BY_RULES = ("Athletics", "Fight", "Shoot", "Combat", "Notice", "Will", "Deceive", "Provoke")
"""Ratings that the rules themselves name for attacks, defence, initiative and manoeuvres."""


def has_rating(state: State, actor: Actor, rating: str) -> bool:
    """Return whether an actor’s sheet or the setting has a rating of this name (WE-10)."""
    own = sheet_of(actor).ratings
    if rating in own:
        return True
    meant, listed = meant_rating(state, rating), state.setting.ratings
    return rating in listed or any(meant_rating(state, name) == meant for name in (*own, *listed))


def is_plain(state: State, actor: Actor, rating: str) -> bool:
    """Return whether a rating is one of its own, neither a substitute for another nor a trait alone."""
    return rating != TRAIT_ALONE and rolled_rating(state, actor, rating) == rating


def rolls_one_number(actor: Actor) -> bool:
    """Return whether an actor rolls one number for all that it does: a mook, or a figure with no other (WE-90)."""
    ratings = sheet_of(actor).ratings
    return len(ratings) == 1 and (actor.kind == "mook" or EVERYTHING in ratings)


def rating_of(state: State, who: str, rating: str) -> int:
    """The number on the sheet for a rating; 0 for one that is not there (WE-08).

    Raises:
        Refused: If nobody at the table has the id.
    """
    actor = the_actor(state, who)
    return sheet_of(actor).ratings.get(_entry_of(state, actor, rating), 0)


def _entry_of(state: State, actor: Actor, rating: str) -> str:
    """Return the entry of the sheet that has the number for a rating; empty where none has.

    A mook's only rating serves for everything, and so does one of that name for all that is not written (WE-90); a
    trait alone adds to nothing (U-06).
    """
    ratings = sheet_of(actor).ratings
    if rating == TRAIT_ALONE:
        return ""
    rating = rolled_rating(state, actor, rating)
    named = (rating,) if rating in ratings else (name for name in ratings if same_rating(state, name, rating))
    rest = EVERYTHING if EVERYTHING in ratings else next(iter(ratings)) if rolls_one_number(actor) else ""
    return next(iter(named), rest)


def names_of(state: State, actor: Actor, rating: str) -> tuple[str, ...]:
    """Return the names by which wounds lower a rating: its own and that of its entry on the sheet (WE-65, WE-90)."""
    return tuple(filter(None, (rolled_rating(state, actor, rating), _entry_of(state, actor, rating))))


def rating_events(state: State, actor: Actor, name: str, value: int | None) -> Iterator[Event]:
    """Write or strike a rating by hand; the only number of a mook stays for all that is not written (WE-90).

    A number for everything takes the place of the only other one.
    """
    only = next(iter(sheet_of(actor).ratings.items())) if rolls_one_number(actor) else ("", 0)
    name = EVERYTHING if name.casefold() == EVERYTHING.casefold() else name
    one_number = bool(only[0]) and only[0] != EVERYTHING and value is not None
    if one_number and name == EVERYTHING:
        yield Rated(actor.id, WYRD_ENGINE, only[0])
    yield Rated(actor.id, WYRD_ENGINE, name, value)
    if one_number and name != EVERYTHING:
        yield Rated(actor.id, WYRD_ENGINE, EVERYTHING, only[1])


def is_rated(state: State, who: str, rating: str) -> bool:
    """Return whether the sheet says anything of a rating, so that an unfinished figure can be filled in (WE-89).

    Raises:
        Refused: If nobody at the table has the id.
    """
    actor = the_actor(state, who)
    ratings = sheet_of(actor).ratings
    return rolls_one_number(actor) or EVERYTHING in ratings or is_written(state, actor, rating)


def is_written(state: State, actor: Actor, rating: str) -> bool:
    """Return whether an actor’s sheet has a rating, by any of its names, or the one that is rolled in its place."""
    rolled = rolled_rating(state, actor, rating)
    return any(same_rating(state, name, rolled) for name in sheet_of(actor).ratings)


def wound_parts(state: State, actor: Actor, names: Iterable[str], counted: Iterable[str] = ()) -> tuple[Part, ...]:
    """Return the penalties of wounds on a skill or trait of some names, beyond what those `counted` have lost already.

    The penalty of a row exists once in a roll, however many names for it the roll has: parts of it add up, and the
    whole of it on each of several names is still the whole (WE-62, C-20, C-35).
    """
    parts = []
    for row in sheet_of(actor).track:
        lost = _lost(state, row, (*counted, *names)) - _lost(state, row, counted)
        if lost:
            parts.append(Part(f"{row.label.casefold()} wound", -lost))
    return tuple(parts)


def _lost(state: State, row: Row, names: Iterable[str]) -> int:
    names = tuple(names)
    points = [hurt.by for hurt in row.hurts if any(same_rating(state, hurt.name, name) for name in names)]
    return min(sum(points), max(row.penalty, *points)) if points and row.marks else 0


def effective_rating(state: State, who: str, rating: str) -> int:
    """A rating as it acts now: wounds counted, nothing chosen added.

    Raises:
        Refused: If nobody at the table has the id.
    """
    actor = the_actor(state, who)
    hurt = sum(part.value for part in wound_parts(state, actor, names_of(state, actor, rating)))
    return rating_of(state, who, rating) + hurt
