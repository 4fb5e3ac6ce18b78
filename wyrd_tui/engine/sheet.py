"""Sheets: the ratings, the traits and the damage track that an actor has in one game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Annotated, Literal

from wyrd_tui.engine.frozen import Frozen, replace
from wyrd_tui.engine.limits import Count, Points, Range, Rating, Tally

Clears = Literal["scene", "hours", "days", "weeks", "never"]
EffectKind = Literal["bonus", "permission", "limited", "substitute", "reroll", "special"]


class Hurt(Frozen):
    """A part of a wound's penalty: the skill or trait that it falls on, by name, and its size (positive)."""

    name: str
    by: Points


class Row(Frozen):
    """One row of a damage track, such as the four stress boxes (WE-57).

    Attributes:
        id: Unique on its track; the slug of the label where a file gives none.
        label: Name on the screen.
        boxes: Number of boxes.
        marks: Number of boxes that are marked.
        absorbs: Points of damage that one box soaks up (WED-06).
        penalty: Penalty of the whole row while any box is marked, as a positive number (WE-60, WE-62).
        clears: The event that heals it: the end of a scene, or rest of this length, or nothing by itself.
        counts: Whether the row must be full before its owner is out of action.
        hurts: Skills and traits that the penalty falls on, as the table chose (WE-61).
        struck: Scratched out: none of it counts, and nothing of it comes back by itself (WA-28, WA-49).
    """

    id: str
    label: str
    boxes: Count
    marks: Tally = 0
    absorbs: Annotated[int, Range(1, 9_999)] = 1
    penalty: Points = 0
    clears: Clears = "never"
    counts: bool = True
    hurts: tuple[Hurt, ...] = ()
    struck: bool = False

    @property
    def free(self) -> int:
        """Boxes that are not marked."""
        return max(0, self.boxes - self.marks)


class Effect(Frozen):
    """One effect of a trait, which may have several (C-22, C-23).

    Attributes:
        kind: bonus (WE-17), permission (WE-18), limited (WE-19), substitute (WE-20), reroll (WE-21) or special.
        skill: The rating that a bonus, permission or reroll goes with; empty where any will do.
        value: Size of a bonus; 2 where the card names no number (WE-22).
        use: For a substitute, the rating that is rolled.
        instead_of: For a substitute, the rating that it stands in for.
        uses: For a limited effect, the number of uses.
        per: For a limited effect, the span whose end brings the uses back.
        after: For a reroll, the rolls that may be taken again.
        text: The effect in words.
        used: Uses of a limited effect since they last came back.
    """

    kind: EffectKind
    skill: str = ""
    value: Rating = 2
    use: str = ""
    instead_of: str = ""
    uses: Points = 1
    per: Literal["scene", "session"] = "session"
    after: Literal["failed", "any"] = "failed"
    text: str = ""
    used: Points = 0

    @property
    def roll_name(self) -> str:
        """Name of the roll in which a substitute replaces a rating: `Will for Athletics` (WE-20)."""
        return f"{self.use} for {self.instead_of}"


class Trait(Frozen):
    """A trait of a character or of a piece of gear (WE-16, WE-26).

    Attributes:
        id: Unique on its sheet.
        name: Name on the card.
        source: `gear` for a thing that can be lost, else `trait`.
        when: The situation that it applies to, in words, shown wherever it is offered (WE-24).
        effects: Its effects.
        lost: Gear that was taken away gives nothing until it is back (WE-27).
    """

    id: str
    name: str
    source: Literal["trait", "gear"] = "trait"
    when: str = ""
    effects: tuple[Effect, ...] = ()
    lost: bool = False

    @property
    def limits(self) -> tuple[tuple[int, Effect], ...]:
        """Its limited effects, each with its number among the effects."""
        return tuple((number, effect) for number, effect in enumerate(self.effects) if effect.kind == "limited")

    @property
    def used(self) -> int:
        """Uses that are gone, of all its limited effects together."""
        return sum(effect.used for _, effect in self.limits)


class Sheet(Frozen):
    """An actor's sheet in one game: ratings by name, traits, and a track of rows, top row first.

    `usual` names the rating for an act that the table should not have to ask about: `attack`, `defend`, `initiative`.
    """

    ratings: Mapping[str, Rating] = field(default_factory=dict)
    traits: tuple[Trait, ...] = ()
    track: tuple[Row, ...] = ()
    usual: Mapping[str, str] = field(default_factory=dict)


def uses_left(trait: Trait) -> int | None:
    """Count the uses left of a trait, of all its limited effects together; None for a trait without limit (WE-19)."""
    return sum(max(0, effect.uses - effect.used) for _, effect in trait.limits) if trait.limits else None


def with_uses(trait: Trait, number: int, used: int) -> Trait:
    """Return a trait with so many uses of one effect gone; its other effects keep theirs (C-22, C-23)."""
    effects = list(trait.effects)
    effects[number] = replace(effects[number], used=used)
    return replace(trait, effects=tuple(effects))


def used_once(trait: Trait, number: int | None = None) -> Trait:
    """Return a trait after a use: of one effect by its number, else of the first limited one with a use left."""
    if number is None:
        number = next((n for n, effect in trait.limits if effect.used < effect.uses), trait.limits[0][0])
    return with_uses(trait, number, trait.effects[number].used + 1)
