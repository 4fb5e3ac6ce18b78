"""Types of the facts that makers of people, rods and tables take by name and hand on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal, Protocol, TypedDict, TypeVar

from wyrd_tui.engine.roll import Roll
from wyrd_tui.engine.setting import Setting
from wyrd_tui.engine.state import Actor, Bonus, Book, Challenge, Condition, Scene, Visibility
from wyrd_tui.engine.turn_order import Order

if TYPE_CHECKING:
    # The benchmarks start what is made of these facts, and hypothesis takes as long as all the rest.
    from hypothesis import strategies as st

Drawn = TypeVar("Drawn")


class Draw(Protocol):
    """Drawing from a strategy: `draw` of a composite one, or `data.draw`."""

    def __call__(self, strategy: st.SearchStrategy[Drawn], /) -> Drawn:
        """An example of it."""


class ActorFacts(TypedDict, total=False):
    """Facts about an actor besides its numbers."""

    conditions: tuple[Condition, ...]
    player: str
    concept: str
    notes: str
    details: Mapping[str, str]


class ChallengeFacts(TypedDict, total=False):
    """Facts about a challenge besides its kind and difficulty."""

    done: int
    skills: tuple[str, ...]
    text: str
    win: str
    lose: str
    who: tuple[str, ...]
    after: tuple[str, ...]
    visibility: Visibility
    outcome: Literal["", "overcome", "failed"]
    springs: str
    met_by: Literal["", "wyrd"]
    loss: int | None


class StateFacts(TypedDict, total=False):
    """Facts about a table besides its people and its house rules."""

    games: tuple[str, ...]
    evening: int
    scene: Scene
    setting: Setting
    actors: Mapping[str, Actor]
    order: Order
    challenges: Mapping[str, Challenge]
    bonuses: Mapping[str, Bonus]
    marks: Mapping[str, str]
    counters: Mapping[str, int]
    rolls: tuple[Roll, ...]
    book: Book
