"""Numbers on the sheets and rods of the Wyrd Abacus: abilities, types, pools, and who is there.

An ability is a row of its sheet's track: its boxes are the starting score, its marks the points that are gone, and a
struck row is scratched out. The personal Wyrd is the sheet's only rating; the scene's pool is a counter of the table.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.events import Counted, Event, Rated, Recovered
from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.nouns.wyrd_abacus import ABILITIES, BY_WYRD, LENT, POOL, TYPES, WITH_THE_WYRD, WYRD
from wyrd_tui.engine.rules.questions import unless
from wyrd_tui.engine.rules.wyrd_abacus.house_rules import rule
from wyrd_tui.engine.sheet import Row, Sheet, Trait
from wyrd_tui.engine.state import WYRD_ABACUS, Actor, Challenge, Condition, State
from wyrd_tui.engine.voices import the_game
from wyrd_tui.engine.words import fit_verb, name_and_verb, name_of

ABSENT = Condition("absent", "absent", "elsewhere in this scene", ends="scene", game=WYRD_ABACUS)
FACED = Condition("faced", "faced", game=WYRD_ABACUS)
RECOVERED = replace(FACED, level=1)
"""Condition that replaces FACED once a point has come back for the challenge."""
DEFEATED = "defeated"


def ability_row(ability: str, score: int) -> Row:
    """An ability as a row: as many boxes as its starting score."""
    return Row(ability, ABILITIES[ability], score, counts=False)


def sheet_of(actor: Actor) -> Sheet:
    """The sheet of this game; an empty one where the actor plays none."""
    return actor.sheets.get(WYRD_ABACUS, Sheet())


def abilities(actor: Actor) -> dict[str, Row]:
    """The abilities of an actor, by id."""
    return {row.id: row for row in sheet_of(actor).track if row.id in ABILITIES}


def ability_of(actor: Actor, ability: str) -> Row:
    """Return the row of one ability of an actor.

    Raises:
        Refused: If its sheet has none such.
    """
    row = abilities(actor).get(ability)
    if row is None:
        lacks = fit_verb(actor, f"has no {ABILITIES.get(ability, ability)}")
        raise Refused(f"{actor.name} {lacks}: `:abilities {actor.id} {ability}=5` writes it.")
    return row


def facets(actor: Actor) -> list[tuple[Trait, str]]:
    """The facets of a character, each with its ability (WA-05)."""
    return [(t, t.limits[0][1].skill) for t in sheet_of(actor).traits if is_facet(t) and not t.lost]


def is_facet(trait: Trait) -> bool:
    """Return whether a trait of this game is a facet: its one use gives a point of an ability back (WA-05)."""
    return bool(trait.limits) and trait.limits[0][1].skill in ABILITIES


def points_left(row: Row) -> int:
    """Points of an ability that can be spent: none where it is scratched out."""
    return 0 if row.struck else row.free


def wyrd_of(actor: Actor) -> int:
    """A character's personal Wyrd."""
    return max(0, sheet_of(actor).ratings.get(WYRD, 0))


def wyrd_to_lend(actor: Actor) -> int:
    """Wyrd points that a defeated player may still give in this scene (WA-51)."""
    return sheet_of(actor).ratings.get(LENT, 0) if acts_with_the_wyrd(actor) else 0


def wyrd_lent(state: State) -> int:
    """Wyrd that defeated players may still give in this scene (WA-51)."""
    return sum(wyrd_to_lend(actor) for actor in state.actors.values())


def wyrd_in_reach(state: State) -> int:
    """Return the Wyrd that several draws can add up to: the scene's pool, and what may be lent (WA-22)."""
    return scene_pool(state) + wyrd_lent(state)


def acts_with_the_wyrd(actor: Actor) -> bool:
    """Return whether the player of a defeated character lends Wyrd (WA-51)."""
    return is_defeated(actor) and actor.suffered(WYRD_ABACUS, WITH_THE_WYRD.id) is not None


def scene_pool(state: State) -> int:
    """Wyrd points left in the scene's pool."""
    return state.counters.get(POOL, 0)


def ability_of_type(challenge: Challenge) -> str:
    """The ability that a challenge calls for; empty where its type is not one of the nine."""
    return TYPES[challenge.type][0] if challenge.type in TYPES else ""


def met_by_wyrd(challenge: Challenge) -> bool:
    """Return whether a Wyrd roll meets a challenge, and nothing else does (C-25)."""
    return challenge.met_by == BY_WYRD


def is_defeated(actor: Actor) -> bool:
    """Return whether an ability was scratched out a second time (WA-31)."""
    return actor.suffered(WYRD_ABACUS, DEFEATED) is not None


def end_quietly(who: str, condition: Condition) -> Recovered:
    """End a condition of this game, without a word of its own."""
    return Recovered(who, condition.id, quiet=True, game=WYRD_ABACUS)


def is_absent(actor: Actor) -> bool:
    """Return whether an actor is elsewhere in this scene."""
    return actor.suffered(WYRD_ABACUS, ABSENT.id) is not None


def has_faced(actor: Actor) -> bool:
    """Return whether an actor has faced a challenge since the scene began (WA-46, U-22)."""
    faced = actor.suffered(WYRD_ABACUS, FACED.id)
    return faced is not None and not faced.level


def has_had_a_point_back(actor: Actor) -> bool:
    """Return whether an actor has recovered from the scene that is over (WA-46)."""
    faced = actor.suffered(WYRD_ABACUS, FACED.id)
    return faced is not None and faced.level > 0


def is_players(actor: Actor) -> bool:
    """Return whether an actor is a player's own, and has not turned against the others (WA-01, WA-45)."""
    return actor.kind == "pc" and actor.side == "party"


def is_character(actor: Actor) -> bool:
    """Return whether an actor is a player's character with a sheet of this game; allies are denizens (WA-01)."""
    return is_players(actor) and bool(abilities(actor))


def plays_on(actor: Actor) -> bool:
    """Return whether a character can still be played: neither defeated nor otherwise out."""
    return is_character(actor) and not is_out(actor)


def is_out(actor: Actor) -> bool:
    """Return whether an actor is dead, or out by this game or the table's own words; what fells one elsewhere is not.

    A character who has fallen by the rules of another game keeps a place in this one (U-34).
    """
    return actor.count <= 0 or actor.dead or any(one.out for one in actor.suffers(WYRD_ABACUS))


def told_aside(actor: Actor, away: str = "absent") -> str:
    """Tell of a character that plays on what the GM may overlook: absent, or out by another game; else empty (U-34)."""
    if is_absent(actor):
        return away
    out = next((one for one in actor.conditions if one.out), None)
    return f"{out.label} in {the_game(out.game)}" if out is not None and out.game else ""


def is_present(actor: Actor) -> bool:
    """Return whether a character that plays on is in the scene (WA-07)."""
    return plays_on(actor) and not is_absent(actor)


def characters(state: State) -> Sequence[Actor]:
    """Return the characters that play on."""
    return [actor for actor in state.actors.values() if plays_on(actor)]


def party(state: State) -> Sequence[Actor]:
    """Return the players' characters who are not out, of whatever game: each is in a scene or elsewhere (WA-07)."""
    return [actor for actor in state.actors.values() if is_players(actor) and not is_out(actor)]


def pool_size(state: State, present: int) -> int:
    """Return the pool of a new scene: the characters and one more (WA-08, C-14)."""
    # The defeated are nobody's characters any more, and count no longer.
    party = sum(counts_for_pool(state, actor) for actor in state.actors.values())
    return (present if rule(state, "wyrd_pool") == "present" else party) + 1


def counts_for_pool(state: State, actor: Actor) -> bool:
    """Return whether a player's character counts for the pool, its abilities written in or not (C-14)."""
    elsewhere = any(game in actor.sheets for game in state.games if game != WYRD_ABACUS)
    return is_players(actor) and not is_out(actor) and (WYRD_ABACUS in actor.sheets or not elsewhere)


def dice_for(state: State, actor: Actor, ability: str) -> int:
    """Dice of an influence roll (WA-34, WA-36, WA-38, C-15); 0 where the result is 1 without a throw.

    Raises:
        Refused: If the sheet has no such ability.
    """
    if ability == WYRD:
        return max(0, wyrd_of(actor))
    row = ability_of(actor, ability)
    chosen = rule(state, "influence")
    if row.struck or (chosen == "starting-0-is-1" and not row.free):
        return 0
    return row.free if chosen == "current" else row.boxes


# ------------------------------------------------------------------ Wyrd that changes hands


def take_from_pool(state: State, who: str, points: int, why: str) -> Iterator[Event]:
    """Move points from the scene's pool to a character's own (WA-10).

    Raises:
        Refused: If the pool has fewer points.
    """
    actor = state.actors[who]
    pool = scene_pool(state)
    if points > pool:
        raise Refused(f"{pool_left_words(state)}. {name_of(state, who)} would need {points}.")
    if points:
        yield Counted(POOL, pool - points, f"{name_and_verb(state, who, 'takes')} {points} {why}".strip())
        yield Rated(who, WYRD_ABACUS, WYRD, wyrd_of(actor) + points)


def pool_left_words(state: State) -> str:
    """Word the rest of the scene's pool, as a refusal begins."""
    pool = scene_pool(state)
    return f"The scene has {pool} Wyrd left" if pool else "The scene has no Wyrd left"


def shift_wyrd(state: State, who: str, by: int, why: str, rule: str = "") -> Iterator[Event]:
    """Raise or lower a character's own pool, never below 0 (WA-32); `rule` is the stage rule that does it."""
    before = wyrd_of(state.actors[who])
    after = max(0, before + by)
    if after != before:
        yield Rated(who, WYRD_ABACUS, WYRD, after, why, rule)


def why_no_scene(state: State) -> str:
    """Return why nobody can face anything just now: it is the time between scenes (WA-42)."""
    if state.scene.between:
        return "Between scenes only influence and Wyrd rolls are possible. `begin` opens the next scene."
    return ""


nobody_plays = unless(characters, "No character with Body, Mind and Soul still plays.")
"""Return why nobody can roll or face a challenge; empty where a character can."""
