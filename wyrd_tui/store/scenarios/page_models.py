"""The models of pages, stage rules, challenges and tables: the lists of a scenario, an act and a scene."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, Tag

from wyrd_tui.engine.letters import clean, quote_text
from wyrd_tui.engine.page import RULE, TABLE, Moment, Page, RuleDeed, Trigger
from wyrd_tui.engine.rules.games import challenge_types
from wyrd_tui.engine.state import Visibility
from wyrd_tui.engine.table_rows import MOST_RESULTS, list_results, plain_dice, read_row_ends, spell_results
from wyrd_tui.engine.voices import VOICES
from wyrd_tui.store.scenarios import presets
from wyrd_tui.store.scenarios.fields import (
    ID_OR_TABLE,
    Alike,
    Beads,
    CastId,
    ChallengeId,
    CharacterId,
    DifficultyKey,
    Entry,
    GameId,
    LongText,
    Name,
    OneLine,
    OneOf,
    StageRuleId,
    Titled,
    listed,
    option,
)

MOST_PAGES = 300
_MOMENTS = {"toll": ("attempt",), "another": ("loss",), "forbid": ("escape", "attempt")}
"""The moments of deeds that happen at few moments."""
_DEEDS = {when: [do for do, moments in _MOMENTS.items() if when in moments] for when in ("attempt", "loss")}
"""The deeds of moments that bring few deeds."""
_TITLE_LETTERS, _HEAD_LETTERS = 60, 50
"""The most letters of a title that is all of a page, and of one before a colon."""
_ABOUT_CHALLENGES = ("attempt", "overcome", "failed", "loss")


def _or(words: Iterable[str]) -> str:
    return " or ".join(map(quote_text, words))


AnyType = Annotated[str, OneOf(challenge_types, any_case=True)]
AnyAbility = Annotated[
    str, OneOf(lambda: (storey for voice in VOICES.values() for storey in voice.rod_words.storeys), any_case=True)
]

AnyStrike = Annotated[str, OneOf(lambda: (word for voice in VOICES.values() for word in voice.rod_words.springs))]


class TriggerEntry(Entry):
    """A part of a stage rule: a moment, and what the rule does then."""

    when: Moment = Field(description="The moment; six, sixes and low are results of Wyrd rolls.")
    do: RuleDeed = option("The effect; a reminder of the text where it is missing.", "remind")
    type: AnyType | None = option(
        "Only for challenges of this type; with rise and no challenge, the type of the rule’s own."
    )
    challenge: ChallengeId | None = option("Only for this challenge; with rise, the one that rises.")
    by: int = option("Its number: sixes to wait for, a toll, a rise, a loss.", 1, ge=-20, le=60)
    ability: AnyAbility | None = option("The ability that lose takes from: body, mind or soul.")
    counter: Name | None = option("The counter that count moves; with low, the number that a result is held to.")
    at_most: int | None = option("The greatest result of a Wyrd roll that is low.", ge=0, le=6)
    unless: Literal["six", "six in scene", "others scratched"] | None = option(
        "The exception: a 6 on any Wyrd roll of the story, or of the scene; a scratch on every other character."
    )
    once: bool = option("True to let this happen once only; the rule is over when all of it has.", False)
    text: OneLine = option("Text for the GM at that moment.", "")

    def fault(self) -> str:
        """Name the key that is missing, or would have no effect."""
        when, do, elsewhere = self.when, self.do, self.when not in _ABOUT_CHALLENGES
        at, does = f'when = "{when}"', f'do = "{do}"'
        # A challenge of the rule's own has that type.
        own = (when, do, self.challenge) == ("scene begins", "rise", None)
        held_to, scratched = self.at_most is not None or self.counter, self.unless == "others scratched"
        faults = (
            (when not in _MOMENTS.get(do, (when,)), f"{does} goes with when = {_or(_MOMENTS.get(do, ()))}"),
            (do not in _DEEDS.get(when, (do,)), f"{at} goes with do = {_or(_DEEDS.get(when, ()))}"),
            (do == "lose" and self.ability is None, f'{does} needs an "ability": body, mind or soul'),
            (do == "count" and self.counter is None, f'{does} needs a "counter"'),
            (when == "low" and not held_to, f'{at} needs "at_most", a result from 1 to 6, or a "counter"'),
            (self.by < 1 and (do in ("toll", "lose") or when == "sixes"), '"by" must be at least 1 here'),
            (elsewhere and self.type and not own, f'"type" means nothing with {at}, which is not about one challenge'),
            (
                elsewhere and self.challenge and do != "rise",
                f'"challenge" means nothing with {at}, unless with do = "rise"',
            ),
            (self.at_most is not None and when != "low", '"at_most" goes with when = "low"'),
            (scratched and when != "escape", 'unless = "others scratched" goes with when = "escape"'),
        )
        return next((fault for wrong, fault in faults if wrong), "")


class StageRuleEntry(Alike):
    """A stage rule: written out, or like a shipped one; an id alone is the shipped rule of that id."""

    like: StageRuleId | None = option("Id of the shipped rule that this one starts from.")
    title: Name | None = option("A few words.", None, "title", "name")
    text: LongText = option("Text of the rule; players hear it where it is evident.", "")
    evident: bool = option("True if the players know it; it stays hidden otherwise.", False)
    challenge: ChallengeId | None = option("With like: the challenge that the shipped rule is about.")
    brings: list[CastId] = listed("Ids of cast members it springs.")
    challenges: list[ChallengeId] = listed("Ids of challenges it springs.")
    triggers: list[TriggerEntry] = listed("When it does what.", 20)

    def fault(self) -> str:
        """Say that it has several countdowns, or is no rule at all."""
        ends = sorted({trigger.by for trigger in self.triggers if trigger.when == "sixes"})
        if len(ends) > 1:
            return f"counts sixes to {' and to '.join(map(str, ends))}: a rule has one countdown, so make two rules"
        return 'needs a "title", or "like" with a shipped rule' if self.title is None and self.like is None else ""

    def page(self, name: str, parent: str = "") -> Page:
        """Make it a page of the book that belongs to the story, or to a scene, a challenge, a place or a character."""
        shipped = presets.shipped("stage_rules").get(self.like or "", {})
        named = {"challenge": self.challenge or ""}
        # The shipped rule is about the challenge that this one names; where it names none, only a rise stays.
        like = (
            Trigger(**table | (named if "challenge" in table else {}))
            for table in shipped.get("triggers", ())
            if "challenge" not in table or self.challenge or table["do"] == "rise"
        )
        triggers = tuple(one.make(Trigger) for one in self.triggers) or tuple(like)
        words = {key: getattr(self, key) or shipped.get(key, "") for key in ("title", "text")}
        return self.make(Page, id=name, kind=RULE, parent=parent, public=self.evident, triggers=triggers, **words)


class RuledEntry(Entry):
    """An entry with stage rules of its own."""

    stage_rules: list[StageRuleEntry] = listed("Rules in force while it is there: ids of shipped rules, or tables.", 40)


def expand_note(text: str) -> dict[str, str]:
    """Turn `Title`, `Title: text` or plain text into a table; the first words of a long text become its title."""
    text = clean(text, lines=True)
    head, colon, rest = text.partition(": ")
    if colon and rest.strip() and "\n" not in head and len(head) <= _HEAD_LETTERS:
        return {"title": head, "text": rest}
    if "\n" not in text and len(text) <= _TITLE_LETTERS:
        return {"title": text}
    return {"title": first_words(text), "text": text}


def first_words(text: str) -> str:
    """Take the first words of a text, which are its title where its author gave none."""
    first = clean(text, most=_TITLE_LETTERS)
    return f"{first[:-1].rpartition(' ')[0] or first[:-1]}…" if first.endswith("…") else first


class PageEntry(Titled):
    """A page of the book: a title, and a text for the GM."""

    short_form = expand_note

    text: LongText = option("Text for the GM.", "")


class Opposed(Titled):
    """An entry with a difficulty, and the skills that suit it."""

    type: AnyType | None = option("Type of a challenge of the Wyrd Abacus, one of nine; makes it one of that game.")
    dr: DifficultyKey | None = option(
        "The number to beat: a rung of its game’s ladder, such as Formidable, or a typed one’s value.",
        None,
        "dr",
        "value",
        "difficulty",
    )
    skills: list[Name] = listed("Skills that suit it; in Mettle, attributes and backgrounds.", 10)

    def game_at(self, main: str) -> str:
        """Find its game: as it says, by its type, or the main game of the table."""
        return getattr(self, "game", None) or challenge_types().get(self.type or "") or main


class EvidenceEntry(PageEntry):
    """A piece of evidence."""

    reveals: LongText = option("The secret that it gives away.", "")


class ClueEntry(EvidenceEntry, Opposed):
    """A clue; one with a difficulty also lies on the abacus as an obstacle, from when its act begins."""


class PlaceEntry(EvidenceEntry, RuledEntry):
    """A place, with its finds and the stage rules that apply once it was visited."""


class Complication(PageEntry):
    """A complication that the GM may add."""

    brings: list[CastId] = listed("Ids of cast members who come with it.")
    challenges: list[ChallengeId] = listed("Ids of challenges that it puts on the abacus.")


class Branch(PageEntry):
    """A turn that the story may take."""

    title: Name = option("The condition that it depends on.", ..., "if", "title", "name")
    text: LongText = option("The consequence.", "", "then", "text")


class ChallengeEntry(Opposed, RuledEntry):
    """A rod of the abacus: an obstacle, a typed challenge, a task of several successes, or a clock."""

    game: GameId | None = option("The game whose rules it follows; the first of systems where it is missing.")
    successes: Beads | None = option("Number of successes that it takes; makes it a task.")
    clock: Beads | None = option("Number of beads; makes it a clock, which time moves.")
    done: int = option("Beads already moved when it is put on the abacus.", 0, ge=0, le=60)
    text: LongText = option("Its look, for the GM.", "")
    win: LongText = option("The stakes if it is overcome.", "")
    lose: LongText = option("The stakes if it is not, or when the clock is full.", "")
    who: list[CharacterId] = listed("Ids of those who are in it.")
    after: list[ChallengeId] = listed("Challenges that must be overcome first.")
    springs: AnyStrike | None = option(
        "When it strikes by itself: as the scene ends, at a 6 on a Wyrd roll, or as it ends without one."
    )
    by_wyrd: bool = option("True where a Wyrd roll meets it, rather than a die and points.", False)
    loss: int | None = option("Points of its ability that a failure takes.", ge=1, le=99)
    visibility: Visibility = option("secret, known (players read its name) or open.", "secret")
    on_stage: bool = option("True to put it on the abacus from the start.", False)

    def fault(self) -> str:
        """Say that it is of two kinds."""
        if self.successes is not None and self.clock is not None:
            return 'has both "successes" (a task) and "clock"; it can be only one of them'
        sized = "successes" if self.successes is not None else "clock" if self.clock is not None else ""
        both = self.type is not None and sized
        return f'has both "type" and "{sized}"; a typed challenge has as many beads as its value' if both else ""


ChallengeHere = Annotated[Annotated[ChallengeId, Tag("id")] | Annotated[ChallengeEntry, Tag("table")], ID_OR_TABLE]


def _dice(text: str) -> str:
    list_results(text)
    return plain_dice(text)


class RandomTable(Titled):
    """A random table (ME-01, ME-06): dice, and a row for each of their results."""

    text: LongText = option("Text for the GM.", "")
    dice: Annotated[Name, AfterValidator(_dice)] = Field(description="Dice that are rolled: d66, or such as 2d6.")
    rows: dict[Name, OneLine] = listed("Texts by result, or by several such as 2-4.", MOST_RESULTS, dict)
    entries: list[OneLine] = listed("In the place of rows: one for each result, from the lowest on.", MOST_RESULTS)

    def page(self, name: str, parent: str = "") -> Page:
        """Make it a page of the book: its rows are texts by result, or by the first and last result."""
        rows = {spell_results(*read_row_ends(key, self.dice)): text for key, text in self.rows.items()}
        entries = dict(zip(map(str, list_results(self.dice)), self.entries, strict=False))
        return self.make(Page, id=name, kind=TABLE, parent=parent, rows=rows or entries)


class StoryLists(Entry):
    """The lists that the whole scenario, an act and a scene may all hold."""

    places: list[PlaceEntry] = listed("Places, each with its finds.", MOST_PAGES)
    clues: list[ClueEntry] = listed("Clues, each with the secret that it reveals.", MOST_PAGES)
    complications: list[Complication] = listed("Complications that the GM may add.", MOST_PAGES)
    proofs: list[EvidenceEntry] = listed("Evidence that convinces.", MOST_PAGES)
    tables: list[RandomTable] = listed("Random tables.", MOST_PAGES)
    branches: list[Branch] = listed("Turns of the story that depend on the players.", MOST_PAGES)
    resolutions: list[PageEntry] = listed("Possible ends.", MOST_PAGES)


class SceneEntry(Titled, StoryLists, RuledEntry):
    """A part of an act, or of a scenario without acts."""

    text: LongText = option("Text for the GM as it begins.", "")
    begins: bool = option("True to open the table here, with its cast and challenges.", False)
    brings: list[CastId] = listed("Ids of cast members who enter.", 100)
    challenges: list[ChallengeHere] = listed("Challenges put on the abacus when it begins: ids, or tables.", 100)
    after: list[ChallengeId] = listed("Challenges that must be overcome before it can begin.")


class ActEntry(SceneEntry):
    """An act, with scenes of its own if it likes."""

    scenes: list[SceneEntry] = listed("Scenes of the act, in order.")
