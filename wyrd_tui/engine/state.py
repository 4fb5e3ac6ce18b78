"""What is on the table: one frozen tree of values that every game shares.

Nothing here is ever mutated. Mappings are plain dicts that nobody writes to after they were made; a change makes a
new tree that shares all it did not touch, so identity tells a pane what it need not draw again.

What a game knows of an actor stands in a `Sheet`, of which an actor carries one for each game that it plays in, as
ratings, traits and rows of a track. Elsewhere a field may say what only some games know, such as what springs a
challenge or the time between scenes; in every other game it keeps its default.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from wyrd_tui.engine.memory import Memory, RollMemory
from wyrd_tui.engine.page import Page
from wyrd_tui.engine.setting import Setting
from wyrd_tui.engine.sheet import Sheet

Side = Literal["party", "foes", "others"]
Kind = Literal["pc", "mook", "persona", "full"]
Visibility = Literal["secret", "known", "open"]
BonusKind = Literal["boon", "boost", "advantage", "help", "situation"]
Ends = Literal["use", "scene", "session", "never"]
OrderStyle = Literal["none", "gm", "ambush", "rolled", "sides", "elective"]
ChallengeKind = Literal["obstacle", "task", "clock"]
RuleValue = str | int | bool

WYRD_ENGINE = "wyrd_engine"
WYRD_ABACUS = "wyrd_abacus"
METTLE = "mettle"
GAMES: Mapping[str, str] = {WYRD_ENGINE: "Wyrd Engine", WYRD_ABACUS: "Wyrd Abacus", METTLE: "Mettle"}
"""The games by name, by the id that files and sheets have."""


def the_game(game: str) -> str:
    """A game as a sentence names it: `the Wyrd Abacus`, but `Mettle`."""
    name = GAMES.get(game, game)
    return f"the {name}" if " " in name else name


@dataclass(frozen=True, slots=True)
class Condition:
    """A state that an actor is in, such as *out of action* or *grappled*.

    Attributes:
        id: Slug of the label.
        label: What the screen says.
        note: What the table agreed about it, in words.
        out: Whether its owner no longer acts.
        ends: What ends it without being asked.
        level: How bad it is, where a condition has degrees.
        game: Whose rules it follows; empty where the table found the words, and in saves from before games were told
            apart (U-34).
        settled: Whether the GM has seen to what it brings, such as the Wyrd roll of the defeated (WA-50).
        automatic: Whether a number brought it about and takes it away again, such as a Load (ME-45).
    """

    id: str
    label: str
    note: str = ""
    out: bool = False
    ends: Ends = "never"
    level: int = 0
    game: str = ""
    settled: bool = False
    automatic: bool = False


DEAD = "dead"
"""The condition that means the same in every game (WE-67, ME-40)."""


@dataclass(frozen=True, slots=True)
class Actor:
    """Anyone at the table: a player's character, a named figure, or a group of mooks as one row (WE-87).

    Attributes:
        id: Unique at the table; display names need not be (C-32).
        name: Display name.
        side: Whose side it fights on.
        kind: pc, mook (a group that rolls as one, WE-90), persona (WE-92) or full (WE-93).
        count: How many are still up; above 1 only for mooks.
        sheets: One sheet for each game it plays in, by game id.
        conditions: What is the matter with it.
        visibility: What the players may know of it.
        player: Who plays it.
        concept: One line.
        notes: For the GM alone.
        details: Appearance, personality, backstory and whatever else was written down, by heading.
    """

    id: str
    name: str
    side: Side = "others"
    kind: Kind = "full"
    count: int = 1
    sheets: Mapping[str, Sheet] = field(default_factory=dict)
    conditions: tuple[Condition, ...] = ()
    visibility: Visibility = "secret"
    player: str = ""
    concept: str = ""
    notes: str = ""
    details: Mapping[str, str] = field(default_factory=dict)

    @property
    def out(self) -> bool:
        """Whether it no longer acts: a condition says so, or the last of a group has fallen."""
        return self.count <= 0 or any(condition.out for condition in self.conditions)

    @property
    def dead(self) -> bool:
        """Whether it is dead, whichever game's rules killed it."""
        return any(condition.id == DEAD and condition.out for condition in self.conditions)

    def suffers(self, game: str) -> tuple[Condition, ...]:
        """What is the matter with it by the rules of a game (U-34).

        A condition that names no game is one of each that it plays; of any where it has no sheet at all.
        """
        open_to = game in self.sheets or not self.sheets
        return tuple(one for one in self.conditions if one.game == game or (open_to and not one.game))

    def suffered(self, game: str, *names: str) -> Condition | None:
        """The first of these conditions that it is in by the rules of a game."""
        return next((one for one in self.suffers(game) if one.id in names), None)


@dataclass(frozen=True, slots=True)
class Bonus:
    """A number waiting for a roll: boon, boost, a manoeuvre's advantage, help or situation (WE-39 … WE-47, WE-76).

    Attributes:
        id: Unique at the table.
        label: What earned it.
        value: What it adds; negative for a hindrance.
        owner: Whose rolls it is offered to (an actor's id).
        kind: Decides how it stacks: a boon counts as a trait (U-04), boosts and help do not.
        against: Only against this actor, where not empty.
        skill: Only on this rating, where not empty.
        ends: When it goes: after one use, or with the scene or session.
        game: In whose rolls it counts; empty in any, as in saves from before games were told apart (U-34).
    """

    id: str
    label: str
    value: int
    owner: str
    kind: BonusKind = "boost"
    against: str = ""
    skill: str = ""
    ends: Ends = "use"
    game: str = ""


@dataclass(frozen=True, slots=True)
class Challenge:
    """A rod of the abacus: an obstacle, a task of several successes, or a clock.

    Attributes:
        id: Unique at the table.
        title: What it is.
        kind: obstacle (one success), task (several) or clock (beads that time moves).
        game: Whose rules its value follows.
        value: The opposition on that game's ladder; None where nothing is rolled.
        done: Beads moved so far.
        needed: Beads on the rod.
        skills: Ratings that suit it.
        text: What it looks like.
        win: What is at stake if it is overcome.
        lose: What is at stake if it is not.
        who: Actors who are in it.
        after: Challenges that must be overcome first.
        visibility: secret; known (the players see that it is there); or open.
        outcome: Empty while it is live.
        type: What its game calls it, such as Threat (WA-11).
        springs: When it strikes by itself if nobody has dealt with it, by its game's own word (`Rods.springs`); empty
            for never.
        met_by: The one thing that can meet it, by its game's own word (`Rods.met_by`); empty where a usual roll does.
    """

    id: str
    title: str
    kind: ChallengeKind = "obstacle"
    game: str = WYRD_ENGINE
    value: int | None = None
    done: int = 0
    needed: int = 1
    skills: tuple[str, ...] = ()
    text: str = ""
    win: str = ""
    lose: str = ""
    who: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    visibility: Visibility = "secret"
    outcome: Literal["", "overcome", "failed"] = ""
    type: str = ""
    springs: str = ""
    met_by: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """An actor's place in the order.

    `tie` marks a score that another shares and that the GM has not settled (WE-51); `used` are the actions of this turn
    that are spent, by the game's own words for them (`primary` and `minor`, WE-52).
    """

    who: str
    score: int | None = None
    tie: bool = False
    acted: bool = False
    held: bool = False
    used: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Order:
    """Who acts when: the style, the round (0 before a fight), whose turn it is, and the places from first to last."""

    style: OrderStyle = "none"
    round: int = 0
    turn: str = ""
    places: tuple[Place, ...] = ()


@dataclass(frozen=True, slots=True)
class Part:
    """A number that counted in a roll, by name."""

    label: str
    value: int


@dataclass(frozen=True, slots=True)
class Score:
    """One side of a roll: who threw what for which rating, every number that counted, and the sum of it all.

    `faces` is empty where only the sum of the dice was called out; `total` is always dice and parts together.
    """

    who: str
    rating: str
    thrown: int = 0
    faces: tuple[int, ...] = ()
    typed: bool = False
    parts: tuple[Part, ...] = ()
    total: int = 0


@dataclass(frozen=True, slots=True)
class Hit:
    """Damage that a roll dealt and that nobody has taken yet; `taken` once it was."""

    who: str
    damage: int
    taken: bool = False


@dataclass(frozen=True, slots=True)
class Roll:
    """The last roll, with what it still asks of the table.

    Attributes:
        act: What was rolled for, by its game's own word, such as `check`, `attack`, `challenge` or `team`.
        game: Whose rules it follows.
        score: The side that acts.
        against: The sides that oppose it: none for a check, several for an attack on a crowd.
        label: What it was rolled against, in words, where no actor opposed it.
        value: The number it was rolled against, likewise.
        outcome: success, tie or failure; empty where the roll is not decided, or decides nothing by itself.
        margin: Score less opposition; of the first opposing side where there are several.
        ruling: What the GM made of it (WE-41), or `done` once nothing more is asked.
        hits: Damage waiting to be taken.
        challenge: The rod that a success moves.
        offers: Gains that the roll offers and that nobody has decided on, such as `boon`.
        memory: What else its game remembers of it; None where the dice are all.
    """

    act: str
    game: str
    score: Score
    against: tuple[Score, ...] = ()
    label: str = ""
    value: int | None = None
    outcome: str = ""
    margin: int = 0
    ruling: str = ""
    hits: tuple[Hit, ...] = ()
    challenge: str = ""
    offers: tuple[str, ...] = ()
    rerolled: bool = False
    memory: RollMemory | None = None


@dataclass(frozen=True, slots=True)
class Scene:
    """The scene that is being played: its number this evening on, its title, the book page it comes from.

    `between` marks the time before a scene begins, in games that pause there (`Game.pauses`, WA-42).
    """

    number: int = 1
    title: str = ""
    page: str = ""
    fight: bool = False
    between: bool = False


@dataclass(frozen=True, slots=True)
class Book:
    """The prepared scenario as the table carries it: pages, and the cast and challenges that wait in the wings."""

    pages: tuple[Page, ...] = ()
    cast: Mapping[str, Actor] = field(default_factory=dict)
    challenges: Mapping[str, Challenge] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class State:
    """The whole table.

    Attributes:
        title: The scenario's title.
        games: Games played at this table, the main one first.
        turn: How many commands made this state, counted from the start of the table.
        evening: Which session of play this is.
        rules: The reading chosen for each point that a text leaves open; a missing key means its default.
        marks: What became of pages of the book (a word of `page.KINDS`, or the GM's own), by id; and `overcome` for a
            challenge that left the abacus so.
        visits: The number of the scene in which each place was visited last, by page id (WA-52).
        withdrawn: Challenges that left the abacus without being overcome; they lock nothing any more (U-22).
        dismissed: Members of the cast who were taken off the table; no stage rule brings them back (WA-57).
        memory: What each game remembers of the table, by its id.
        counters: Numbers of the table that belong to nobody, by name.
        roll: The last roll.
    """

    title: str = ""
    games: tuple[str, ...] = (WYRD_ENGINE,)
    turn: int = 0
    evening: int = 1
    scene: Scene = Scene()
    rules: Mapping[str, RuleValue] = field(default_factory=dict)
    setting: Setting = field(default_factory=Setting)
    actors: Mapping[str, Actor] = field(default_factory=dict)
    order: Order = Order()
    challenges: Mapping[str, Challenge] = field(default_factory=dict)
    bonuses: Mapping[str, Bonus] = field(default_factory=dict)
    marks: Mapping[str, str] = field(default_factory=dict)
    visits: Mapping[str, int] = field(default_factory=dict)
    withdrawn: tuple[str, ...] = ()
    dismissed: tuple[str, ...] = ()
    memory: Mapping[str, Memory] = field(default_factory=dict)
    counters: Mapping[str, int] = field(default_factory=dict)
    roll: Roll | None = None
    book: Book = Book()


def slug(name: str) -> str:
    """The id that a name gets where a file or a command gives none: lower case words joined by hyphens."""
    joined = name.casefold().replace("'", "").replace("’", "")
    words = "".join(character if character.isalnum() else " " for character in joined).split()
    return "-".join(words) or "x"


RESERVED = frozenset({"none", "anyone", "nobody", "usual", "live", "next", "their"})
"""Words that answers use for themselves, so that nothing can have one of them as its id."""


def fresh_id(name: str, taken: Mapping[str, object]) -> str:
    """The slug of a name, numbered where that is taken or means something else."""
    base = slug(name)
    if base not in taken and base not in RESERVED:
        return base
    number = 2
    while f"{base}-{number}" in taken:
        number += 1
    return f"{base}-{number}"
