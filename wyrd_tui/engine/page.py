"""A page of the prepared scenario, and the stage rules that a page may hold as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Final, Literal

from wyrd_tui.engine.frozen import Frozen
from wyrd_tui.engine.limits import Difficulty, Prose
from wyrd_tui.engine.named_tuple import NamedTuple

PageKind = Literal[
    "premise",
    "hook",
    "handout",
    "truth",
    "note",
    "act",
    "place",
    "clue",
    "complication",
    "proof",
    "branch",
    "rule",
    "table",
    "resolution",
]
RULE: Final = "rule"
"""The kind of a stage rule."""
TABLE: Final = "table"
"""The kind of a random table."""
IN_FORCE, OVER = "in force", "over"
"""Page marks of a stage rule, wherever it belongs."""
SCENE_TITLE: Final = "scene-title"
"""Name of the scene's title among the things that players may see."""
Moment = Literal["scene begins", "scene ends", "attempt", "overcome", "failed", "loss", "six", "sixes", "low", "escape"]
RuleDeed = Literal["remind", "toll", "another", "rise", "spring", "count", "forbid", "lose", "wyrd", "pool"]
Unless = Literal["", "six", "six in scene", "others scratched"]
ShownToPlayers = Literal["text", "title", "never"]
Unbound = Literal["", "between scenes", "always"]


class KindOfPage(NamedTuple):
    """Everything that sets pages of one kind apart from others.

    Attributes:
        word: Name of such a page; an act has its game's own word.
        part: Part of the book in which it stands.
        page_marks: Marks that can be noted of it, the usual first.
        recap_words: Words of a recap before the title, once the page has the first of its page marks.
        key: Key of a scenario that holds such pages, where nothing but their kind sets them apart.
        title: Title of the one page that the key holds as a bare text; empty where it holds a list of pages.
        late: True where the pages of the whole scenario come after its acts.
        counted: True where `wyrd check` counts them.
        command: Command that space performs in the book; empty for none, or where a game has one of its own.
        shown_to_players: The part of such a page that players see once it is shown; `never` where it is the GM's alone.
        unbound: When the pane of the scene tells such pages, which belong to no scene; empty where they do.
        lead: Words of the players' recap before the title; None where such pages are no part of its story.
        found_lead: The same words once the party has found such a page, or been there.
    """

    word: str
    part: str
    page_marks: tuple[str, ...] = ()
    recap_words: str = ""
    key: str = ""
    title: str = ""
    late: bool = False
    counted: bool = False
    command: str = "mark-page"
    shown_to_players: ShownToPlayers = "title"
    unbound: Unbound = ""
    lead: str | None = None
    found_lead: str = ""

    @property
    def heading(self) -> str:
        """Name of several of them."""
        return self.part if self.part != _BEFORE else f"{self.word.capitalize()}s"


_BEFORE = "Before the game"
FOUND = "found"
"""The page mark of a clue that the party has."""
VISITED = "visited"
"""The page mark of a place where the party has been; the table keeps the scene of the last visit (WA-52)."""
REACHED = "reached"
"""The page mark of the resolution that a story has come to."""
PAGE_KINDS: Mapping[PageKind, KindOfPage] = {
    "premise": KindOfPage(
        "premise", _BEFORE, key="premise", title="Premise", command="", shown_to_players="text", lead=""
    ),
    "hook": KindOfPage(
        "hook", _BEFORE, ("used",), "hook used:", shown_to_players="text", unbound="between scenes", lead=""
    ),
    "handout": KindOfPage(
        *("hand-out", _BEFORE, ("read out",), "read out:", "handout", "Hand-out"),
        shown_to_players="text",
        unbound="always",
        lead="The party reads",
    ),
    "truth": KindOfPage(
        *("truth", _BEFORE),
        key="truth",
        title="What really happened",
        command="",
        shown_to_players="never",
        unbound="always",
    ),
    "note": KindOfPage(
        "note", _BEFORE, key="notes", title="Notes", command="", shown_to_players="never", unbound="always"
    ),
    "act": KindOfPage("act", "Acts", ("begun", "over"), counted=True),
    "place": KindOfPage(
        *("place", "Places", (VISITED,), "visited", "places"),
        shown_to_players="text",
        lead="The party hears of",
        found_lead="The party comes to",
    ),
    "clue": KindOfPage(
        *("clue", "Clues", (FOUND,), "found:", "clues"),
        counted=True,
        shown_to_players="text",
        lead="The party learns of",
        found_lead="The party finds",
    ),
    "complication": KindOfPage(
        *("complication", "Complications", ("fired",), "complication:", "complications"),
        lead="There is a complication,",
    ),
    "proof": KindOfPage(
        "proof", "Proofs", ("held",), "proof held:", "proofs", late=True, lead="The party holds a proof,"
    ),
    "branch": KindOfPage(
        "branch", "Branches", ("taken",), "it came to this:", "branches", late=True, shown_to_players="never"
    ),
    "rule": KindOfPage("stage rule", "Stage rules", counted=True, command=""),
    "table": KindOfPage("random table", "Random tables", counted=True, command="table", shown_to_players="never"),
    "resolution": KindOfPage(
        *("resolution", "Resolutions", (REACHED,), "the end:", "resolutions"),
        late=True,
        counted=True,
        shown_to_players="text",
        unbound="between scenes",
        lead="So it ends, with",
    ),
}
"""Kinds of page, in the order in which the book lists their parts (WE-97, WE-98)."""


class Trigger(Frozen):
    """A part of a stage rule: a moment, what must hold then, and what comes of it (WA-52 … WA-59).

    Attributes:
        when: The moment. A Wyrd roll brings `six` (one of its dice is a 6), `sixes` (all of them, counted over the
            whole story until there are `by`) and `low` (a result of at most `at_most`).
        do: Its effect: a reminder; a toll of scene Wyrd for an attempt; a loss that falls on another character too; a
            challenge that rises; people and challenges that come with the page; a counter that moves; an act that is
            forbidden; points of an ability, of the personal pools or of the scene's pool that go or come.
        type: Only for challenges of this type.
        challenge: Only for this challenge; for `rise`, the one that rises.
        by: A number: sixes to wait for, points of a toll, a rise, a loss.
        ability: The ability that `lose` takes from.
        counter: The counter that `count` moves, and that `low` compares with where it names no number.
        at_most: Greatest result that is `low`.
        unless: Its exception: `six`, a 6 on any Wyrd roll of the story; `six in scene`, one in this scene; `others
            scratched`, that every other character has an ability scratched out.
        once: Whether the rule is over then.
        text: Words for the GM.
    """

    when: Moment
    do: RuleDeed = "remind"
    type: str = ""
    challenge: str = ""
    by: Difficulty = 1
    ability: str = ""
    counter: str = ""
    at_most: Difficulty | None = None
    unless: Unless = ""
    once: bool = False
    text: Prose = ""


class Page(Frozen):
    """A page of the prepared scenario, such as an act, a clue, a place or a resolution.

    Attributes:
        id: Unique in the book.
        kind: Its kind, such as a clue; `PAGE_KINDS` has the names and page marks of each.
        title: A few words.
        text: Words for the GM.
        reveals: Words that a clue gives away.
        parent: The act that it belongs to, or empty; a rule may also belong to a challenge, a place or a member of the
            cast.
        brings: Ids of cast members who enter when the act begins.
        challenges: Ids of challenges that are put on the abacus when the act begins.
        public: Whether the players may read it from the start.
        after: Challenges that must be overcome before it begins (WA-14).
        triggers: Moments and effects of a stage rule.
        dice: Dice of a random table, such as d66.
        rows: The rows of a random table by result, or by a span of results such as `2-4`.
        skills: Ratings that suit a clue.
        titled: Whether it has a title of its own; else the title is that of its kind, or the first words of its text.
    """

    id: str
    kind: PageKind
    title: str
    text: Prose = ""
    reveals: Prose = ""
    parent: str = ""
    brings: tuple[str, ...] = ()
    challenges: tuple[str, ...] = ()
    public: bool = False
    after: tuple[str, ...] = ()
    triggers: tuple[Trigger, ...] = ()
    dice: str = ""
    rows: Mapping[str, Prose] = field(default_factory=dict)
    skills: tuple[str, ...] = ()
    titled: bool = True
