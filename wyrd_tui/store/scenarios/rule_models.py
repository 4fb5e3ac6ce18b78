"""The models of stage rules, shipped or written out, and their pages in the book (WA-52 … WA-59)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Annotated, Any, Literal

from pydantic import AliasChoices, Field, model_validator

from wyrd_tui.engine.page import RULE, Moment, Page, RuleDeed, Trigger
from wyrd_tui.engine.rules.games import GAMES
from wyrd_tui.engine.voices import VOICES
from wyrd_tui.store.files.clean import quote_text
from wyrd_tui.store.scenarios import presets
from wyrd_tui.store.scenarios.fields import (
    Alike,
    CastId,
    ChallengeId,
    Entry,
    LongText,
    Name,
    OneLine,
    StageRuleId,
    listed,
    one_of,
)

_MOMENTS = {"toll": ("attempt",), "another": ("loss",), "forbid": ("escape", "attempt")}
"""The moments of deeds that happen at few moments."""
_DEEDS = {"attempt": ("toll", "forbid"), "loss": ("another",)}
"""The deeds of moments that bring few deeds."""
_ABOUT_CHALLENGES = ("attempt", "overcome", "failed", "loss")


@cache
def abilities() -> Sequence[str]:
    """List the abilities that stage rules take from: the storeys of a game's frame."""
    return [storey for voice in VOICES.values() for storey in voice.rods.storeys]


@cache
def types() -> Mapping[str, str]:
    """Map the types of challenges, such as Threat, to the games that have them."""
    return {rod.label: game.id for game in GAMES.values() for rod in game.rods.values() if rod.typed and rod.valued}


def _or(words: tuple[str, ...]) -> str:
    return " or ".join(map(quote_text, words))


AnyType = Annotated[str, one_of(types, any_case=True)]


class TriggerEntry(Entry):
    """A part of a stage rule: a moment, and what the rule does then."""

    when: Moment = Field(description="The moment; six, sixes and low are results of Wyrd rolls.")
    do: RuleDeed = Field("remind", description="The effect; a reminder of the text where it is missing.")
    type: AnyType | None = Field(None, description="Only for challenges of this type.")
    challenge: ChallengeId | None = Field(None, description="Only for this challenge; with rise, the one that rises.")
    by: int = Field(1, ge=-20, le=60, description="Its number: sixes to wait for, a toll, a rise, a loss.")
    ability: Annotated[str, one_of(abilities, any_case=True)] | None = Field(
        None, description="The ability that lose takes from: body, mind or soul."
    )
    counter: Name | None = Field(
        None, description="The counter that count moves; with low, the number that a result is held to."
    )
    at_most: int | None = Field(None, ge=0, le=6, description="The greatest result of a Wyrd roll that is low.")
    unless: Literal["six", "others scratched"] | None = Field(
        None, description="The exception: a 6 on any Wyrd roll of the story; a scratch on every other character."
    )
    once: bool = Field(False, description="True to let this happen once only; the rule is over when all of it has.")
    text: OneLine = Field("", description="Text for the GM at that moment.")

    @model_validator(mode="after")
    def _does_something(self) -> TriggerEntry:
        """Name the key that is missing, or would have no effect."""
        when, do = f'when = "{self.when}"', f'do = "{self.do}"'
        elsewhere = self.when not in _ABOUT_CHALLENGES
        faults = {
            f"{do} goes with when = {_or(_MOMENTS.get(self.do, ()))}": self.when
            not in _MOMENTS.get(self.do, (self.when,)),
            f"{when} goes with do = {_or(_DEEDS.get(self.when, ()))}": self.do not in _DEEDS.get(self.when, (self.do,)),
            'do = "lose" needs an "ability": body, mind or soul': self.do == "lose" and self.ability is None,
            'do = "count" needs a "counter"': self.do == "count" and self.counter is None,
            'when = "low" needs "at_most", a result from 1 to 6, or a "counter"': (
                self.when == "low" and self.at_most is None and self.counter is None
            ),
            '"by" must be at least 1 here': self.by < 1 and (self.do in ("toll", "lose") or self.when == "sixes"),
            f'"type" means nothing with {when}, which is not about one challenge': elsewhere and self.type is not None,
            f'"challenge" means nothing with {when}, unless with do = "rise"': (
                elsewhere and self.challenge is not None and self.do != "rise"
            ),
            '"at_most" goes with when = "low"': self.at_most is not None and self.when != "low",
            'unless = "others scratched" goes with when = "escape"': (
                self.unless == "others scratched" and self.when != "escape"
            ),
        }
        for fault, wrong in faults.items():
            if wrong:
                raise ValueError(fault)
        return self


class StageRuleEntry(Alike):
    """A stage rule: written out, or like a shipped one; an id alone is the shipped rule of that id."""

    like: StageRuleId | None = Field(None, description="Id of the shipped rule that this one starts from.")
    title: Name | None = Field(None, validation_alias=AliasChoices("title", "name"), description="A few words.")
    text: LongText = Field("", description="Text of the rule; players hear it where it is evident.")
    evident: bool = Field(False, description="True if the players know it; it stays hidden otherwise.")
    challenge: ChallengeId | None = Field(None, description="With like: the challenge that the shipped rule is about.")
    brings: list[CastId] = listed("Ids of cast members it springs.")
    challenges: list[ChallengeId] = listed("Ids of challenges it springs.")
    triggers: list[TriggerEntry] = listed("When it does what.", 20)

    @model_validator(mode="after")
    def _is_one_rule(self) -> StageRuleEntry:
        ends = sorted({trigger.by for trigger in self.triggers if trigger.when == "sixes"})
        if len(ends) > 1:
            counted = " and to ".join(map(str, ends))
            raise ValueError(f"counts sixes to {counted}: a rule has one countdown, so make two rules")
        if self.title is None and self.like is None:
            raise ValueError('needs a "title", or "like" with a shipped rule')
        return self

    def page(self, name: str, parent: str = "") -> Page:
        """Make it a page of the book that belongs to the story, or to a scene, a challenge, a place or a character."""
        shipped = presets.shipped("stage_rules").get(self.like or "", {})
        triggers = [one.make(Trigger) for one in self.triggers] or self._shipped_triggers(shipped.get("triggers", ()))
        return self.make(
            Page,
            id=name,
            kind=RULE,
            title=self.title or shipped.get("title", ""),
            text=self.text or shipped.get("text", ""),
            parent=parent,
            public=self.evident,
            triggers=tuple(triggers),
        )

    def _shipped_triggers(self, tables: Iterable[Mapping[str, Any]]) -> Iterator[Trigger]:
        """Give the triggers of the shipped rule, about the challenge that this one names."""
        for table in tables:
            trigger = Trigger(**table)
            if "challenge" not in table:
                yield trigger
            elif self.challenge or trigger.do == "rise":
                yield replace(trigger, challenge=self.challenge or "")


StageRuleEntries = Annotated[
    list[StageRuleEntry],
    Field(max_length=40, description="Rules in force while it is there: ids of shipped rules, or tables."),
]
