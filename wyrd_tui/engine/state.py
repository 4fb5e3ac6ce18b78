"""State of a table: one frozen tree of values that every game shares.

Nothing here is ever mutated. Mappings are plain dicts that are not written to once they are made; a change makes a
new tree that shares all it did not touch, so identity tells a pane what it need not draw again.

An actor carries a `Sheet` for each game that it plays in, with ratings, traits and rows of a track. Elsewhere a field
may hold a fact that only some games know, such as what springs a
challenge or the time between scenes; in every other game it keeps its default.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Literal

from wyrd_tui.engine.frozen import Frozen
from wyrd_tui.engine.lesson import Lesson
from wyrd_tui.engine.limits import ActNumber, Count, Difficulty, Prose, Rating, Tally
from wyrd_tui.engine.matter import Open
from wyrd_tui.engine.memory import Memory
from wyrd_tui.engine.page import Page
from wyrd_tui.engine.roll import Harm, Roll
from wyrd_tui.engine.setting import Setting
from wyrd_tui.engine.sheet import Sheet, Trait
from wyrd_tui.engine.turn_order import Order

Side = Literal["party", "foes", "others"]
Kind = Literal["pc", "mook", "persona", "full"]
Visibility = Literal["secret", "known", "open"]
BonusKind = Literal["boon", "boost", "advantage", "help", "situation"]
Ends = Literal["use", "scene", "session", "never"]
ChallengeKind = Literal["obstacle", "task", "clock"]
RuleValue = str | Rating | bool

WYRD_ENGINE = "wyrd_engine"
WYRD_ABACUS = "wyrd_abacus"
METTLE = "mettle"
"""The ids of the shipped games; the first is the default of a table that names none."""


class Condition(Frozen):
    """A state that an actor is in, such as *out of action* or *grappled*.

    Attributes:
        id: Slug of the label.
        label: Name on the screen.
        note: The table's own words about it.
        out: Whether its owner no longer acts.
        ends: The event that ends it without being asked.
        level: Its degree, where a condition has degrees.
        game: The game whose rules it follows; empty for a condition in the table's own words (U-34).
        settled: Whether what it brings has been seen to: the Wyrd roll of the defeated (WA-50), the last act of one
            who is out (WE-68).
        automatic: Whether a number brought it about and takes it away again, such as a Load (ME-45).
        held_by: Id of the actor who holds its owner so, and without whom it ends; empty where nobody does (WE-75).
    """

    id: str
    label: str
    note: str = ""
    out: bool = False
    ends: Ends = "never"
    level: Rating = 0
    game: str = ""
    settled: bool = False
    automatic: bool = False
    held_by: str = ""


DEAD = "dead"
"""The condition that means the same in every game (WE-67, ME-40)."""


class Actor(Frozen):
    """An actor at the table: a player's character, a named figure, or a group of mooks as one row (WE-87).

    Attributes:
        id: Unique at the table; display names need not be (C-32).
        name: Display name.
        side: The side it fights on.
        kind: pc, mook (a group that rolls as one, WE-90), persona (WE-92) or full (WE-93).
        count: Number of members who are still there; above 1 only for mooks.
        sheets: One sheet for each game it plays in, by game id.
        conditions: Its conditions.
        visibility: The players' knowledge of it.
        player: Name of its player.
        concept: One line.
        notes: For the GM alone.
        details: Appearance, personality, backstory and other notes, by heading.
        fallen: Number of members of the group who have fallen.
    """

    id: str
    name: str
    side: Side = "others"
    kind: Kind = "full"
    count: Count = 1
    sheets: Mapping[str, Sheet] = field(default_factory=dict)
    conditions: tuple[Condition, ...] = ()
    visibility: Visibility = "secret"
    player: str = ""
    concept: str = ""
    notes: Prose = ""
    details: Mapping[str, Prose] = field(default_factory=dict)
    fallen: Count = 0

    @property
    def out(self) -> bool:
        """True where it no longer acts: by a condition, or because the last of a group has fallen."""
        return self.count <= 0 or any(condition.out for condition in self.conditions)

    @property
    def replaceable(self) -> bool:
        """True of a mook or a group that is out: once it has left, new ones enter in its place (WE-90)."""
        return self.kind == "mook" and self.out

    @property
    def standing(self) -> int:
        """Number of members who stand: none where the last one of a group is out and still counted (ME-37)."""
        return 0 if self.fallen and self.count == 1 and self.out else self.count

    @property
    def why_out(self) -> str:
        """The label of the condition by which it no longer acts; empty where no condition says so."""
        return next((one.label for one in self.conditions if one.out), "")

    @property
    def dead(self) -> bool:
        """True where it is dead by the rules of any game."""
        return any(condition.id == DEAD and condition.out for condition in self.conditions)

    @property
    def ruled_by(self) -> tuple[str, ...]:
        """The games by whose rules it stands: those of its sheets, and of its conditions."""
        return tuple(dict.fromkeys((*self.sheets, *(one.game for one in self.conditions if one.game))))

    def suffers(self, game: str) -> tuple[Condition, ...]:
        """Return its conditions by the rules of a game (U-34).

        A condition that names no game is one of each that it plays; of any where it has no sheet at all.
        """
        open_to = game in self.sheets or not self.sheets
        return tuple(one for one in self.conditions if one.game == game or (open_to and not one.game))

    def suffered(self, game: str, *names: str) -> Condition | None:
        """Return the first of these conditions that it is in by the rules of a game; None for none."""
        return next((one for one in self.suffers(game) if one.id in names), None)


class Bonus(Frozen):
    """A number waiting for a roll: boon, boost, a manoeuvre's advantage, help or situation (WE-39 … WE-47, WE-76).

    Attributes:
        id: Unique at the table.
        label: Name of its source.
        value: Number that it adds; negative for a hindrance.
        owner: Id of the actor to whose rolls it is offered.
        kind: Decides how it stacks: a boon counts as a trait (U-04), boosts and help do not.
        against: Only against this actor, where not empty.
        skill: Only on this rating, where not empty.
        ends: Its end: after one use, or with the scene or session.
        game: The game in whose rolls it counts; empty for any (U-34).
        act: Only in this act, by its game's own word, where not empty; an advantage is offered in others too, off.
        roll: Number of the act whose roll brought it; 0 where none did.
        hold: Whether it ends as a grappler lets go of the one it is against (WE-75).
    """

    id: str
    label: str
    value: Rating
    owner: str
    kind: BonusKind = "boost"
    against: str = ""
    skill: str = ""
    ends: Ends = "use"
    game: str = ""
    act: str = ""
    roll: ActNumber = 0
    hold: bool = False


class Challenge(Frozen):
    """A rod of the abacus: an obstacle, a task of several successes, or a clock.

    Attributes:
        id: Unique at the table.
        title: Name on the abacus.
        kind: obstacle (one success), task (several) or clock (beads that time moves).
        game: The game whose rules its value follows.
        value: The opposition on that game's ladder; None where nothing is rolled.
        done: Beads moved so far.
        needed: Beads on the rod.
        skills: Ratings that suit it.
        text: Its description.
        win: Stakes if it is overcome.
        lose: Stakes if it is not.
        who: Actors who are in it.
        after: Challenges that must be overcome first.
        visibility: secret; known (the players read its name); or open.
        outcome: Empty while it is live.
        type: Its type in its game, such as Threat (WA-11).
        springs: The moment at which it strikes by itself, by its game's own word (`RodWords`); empty for never.
        met_by: The one thing that can meet it, by its game's own word (`RodWords`); empty where a usual roll does.
        loss: Points that a failure takes, where its text names a number; None where the rule of its game does.
        failed_before: Whether it failed in an earlier scene, and may be faced again (U-22).
        rolled: The rating with which each actor rolled for it last, by the actor's id.
    """

    id: str
    title: str
    kind: ChallengeKind = "obstacle"
    game: str = WYRD_ENGINE
    value: Difficulty | None = None
    done: Count = 0
    needed: Count = 1
    skills: tuple[str, ...] = ()
    text: Prose = ""
    win: Prose = ""
    lose: Prose = ""
    who: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    visibility: Visibility = "secret"
    outcome: Literal["", "overcome", "failed"] = ""
    type: str = ""
    springs: str = ""
    met_by: str = ""
    loss: Count | None = None
    failed_before: bool = False
    rolled: Mapping[str, str] = field(default_factory=dict)

    @property
    def threatens(self) -> bool:
        """Clock near its end: two thirds of its beads have moved, and it has not run full."""
        return self.kind == "clock" and not self.outcome and 0 < 2 * self.needed <= 3 * self.done

    @property
    def outcome_word(self) -> str:
        """Word for its outcome: a clock is full, anything else overcome, or failed; empty while it is live."""
        return "full" if self.kind == "clock" and self.outcome == "overcome" else self.outcome

    @property
    def past_word(self) -> str:
        """Word for its outcome in an earlier scene, while it may be faced again; empty for none."""
        return "failed before" if self.failed_before and not self.outcome else ""


class Scene(Frozen):
    """The scene that is being played: its number this evening on, its title, the book page it comes from.

    `between` is true until a scene begins, before the first only in games that pause there (WA-42); `left` are the
    challenges that the scene before left, until the next one begins; in a scene those that stay only until what comes
    of them is answered (U-22). `public` lets players read its own title; in `evening` the scene before has ended.
    """

    number: Tally = 1
    title: str = ""
    page: str = ""
    fight: bool = False
    between: bool = False
    left: tuple[str, ...] = ()
    public: bool = False
    evening: Tally = 0


class Book(Frozen):
    """The prepared scenario as the table carries it: pages and all that waits in the wings.

    Attributes:
        shipped: Shipped NPCs and characters of the table's games, by id.
        belongings: Shipped traits and gear of each game, by the id of the game.
        lessons: Steps that teach the GM the keys, in their order.
    """

    pages: tuple[Page, ...] = ()
    cast: Mapping[str, Actor] = field(default_factory=dict)
    challenges: Mapping[str, Challenge] = field(default_factory=dict)
    shipped: Mapping[str, Actor] = field(default_factory=dict)
    belongings: Mapping[str, tuple[Trait, ...]] = field(default_factory=dict)
    lessons: tuple[Lesson, ...] = ()

    def page(self, which: str, kind: str = "") -> Page | None:
        """Return the page of an id, only if it is of a kind where one is named; None where the book has none."""
        return next((page for page in self.pages if page.id == which and kind in ("", page.kind)), None)


class State(Frozen):
    """The whole table.

    Attributes:
        title: The scenario's title.
        games: Games played at this table, the main one first.
        acts: Number of acts that made this state, counted from the start of the table.
        evening: Number of the session of play.
        rules: The house rule chosen for each point that a text leaves open; a missing key means its default.
        marks: Page marks of the book (each a word of `page.PAGE_KINDS`, or the GM's own), by id.
        visits: The number of the scene in which each place was visited last, by page id (WA-52).
        overcome: Challenges that were overcome and have left the abacus.
        withdrawn: Challenges that left the abacus without being overcome; they lock nothing any more (U-22).
        dismissed: Members of the cast who were taken off the table; no stage rule brings them back (WA-57).
        departed: Actors who have left the table, as they left, by id; who comes back is taken from here (WE-65).
        memory: Each game's own record of the table, by its id.
        counters: Numbers of the table that belong to no actor, by name.
        handles: Keys by which actors are chosen, by id, as far as they were given to those who came and went.
        spare_letters: Handles of denizens who have a digit now; a newcomer gets one only where no other is left.
        shown: Pages that the GM has shown to the players at the table, by id, the latest last.
        rolls: The last roll, which stands at the end, and earlier ones that an open matter is about.
        told: The last roll of which players read, once others of which they know nothing have taken its place.
        harms: The harm of the last act that harmed somebody whom players knew, in this scene.
        open: Matters that acts left to be decided, the oldest first.
    """

    title: str = ""
    games: tuple[str, ...] = (WYRD_ENGINE,)
    acts: ActNumber = 0
    evening: Tally = 1
    scene: Scene = Scene()
    rules: Mapping[str, RuleValue] = field(default_factory=dict)
    setting: Setting = field(default_factory=Setting)
    actors: Mapping[str, Actor] = field(default_factory=dict)
    order: Order = Order()
    challenges: Mapping[str, Challenge] = field(default_factory=dict)
    bonuses: Mapping[str, Bonus] = field(default_factory=dict)
    marks: Mapping[str, str] = field(default_factory=dict)
    visits: Mapping[str, int] = field(default_factory=dict)
    overcome: tuple[str, ...] = ()
    withdrawn: tuple[str, ...] = ()
    dismissed: tuple[str, ...] = ()
    departed: Mapping[str, Actor] = field(default_factory=dict)
    memory: Mapping[str, Memory] = field(default_factory=dict)
    counters: Mapping[str, int] = field(default_factory=dict)
    handles: Mapping[str, str] = field(default_factory=dict)
    spare_letters: tuple[str, ...] = ()
    shown: tuple[str, ...] = ()
    rolls: tuple[Roll, ...] = ()
    told: Roll | None = None
    harms: tuple[Harm, ...] = ()
    open: tuple[Open, ...] = ()
    book: Book = Book()

    @property
    def people(self) -> Mapping[str, Actor]:
        """The actors at the table and those who have left it, by id."""
        return {**self.departed, **self.actors}

    @property
    def roll(self) -> Roll | None:
        """The last roll."""
        return self.rolls[-1] if self.rolls else None

    @property
    def asked_rolls(self) -> tuple[Roll, ...]:
        """The rolls about which something is still asked."""
        asked = {matter.roll for matter in self.open}
        return tuple(roll for roll in self.rolls if roll.number in asked)

    def is_over(self, challenge: str) -> bool:
        """Test whether a challenge was overcome and has left the abacus, or the clue that it stood for is found."""
        return challenge in self.overcome or self.marks.get(challenge) == "found"

    def roll_of(self, act: int) -> Roll | None:
        """Return the roll of the act with a number; None where the table has it no longer."""
        return next((roll for roll in self.rolls if roll.number == act), None)
