"""The record of a game: its commands, open matters, ladder, pages and part in a scenario.

The table, the screens, the store and the acts that all games share know a game only as this record, so that another
game is another record in `rules.games`.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from typing import Literal

from wyrd_tui.engine.blank import never, no_items, no_names, no_text, no_value, nothing
from wyrd_tui.engine.chance import Chance
from wyrd_tui.engine.choices import Choice
from wyrd_tui.engine.commands import Answers, Ask, Command
from wyrd_tui.engine.events import Event
from wyrd_tui.engine.frozen import Frozen
from wyrd_tui.engine.matter import Open
from wyrd_tui.engine.memory import Memory, RollMemory
from wyrd_tui.engine.named_tuple import NamedTuple
from wyrd_tui.engine.page import Page
from wyrd_tui.engine.rules.house_rules import HouseRule
from wyrd_tui.engine.rules.pages import OddsPage, SheetLines
from wyrd_tui.engine.sheet import Sheet, Trait
from wyrd_tui.engine.state import Actor, BonusKind, Challenge, ChallengeKind, Condition, State

Closing = Literal["fight", "scene"]
"""The ends that everybody at the table shares, in every game."""


DIFFICULTY_RANGE = (-20, 60)
"""The least and the greatest difficulty, unless a game says otherwise."""


class Pending(NamedTuple):
    """An open question.

    Attributes:
        command: Id of the command that answers it.
        answers: The answers known already.
        sentence: The question in words.
        dismissal: The answers that let the matter go; None where the rules want another answer.
        matter: Id of the open matter.
        roll: Number of the act whose roll left it open; 0 where no roll did.
        at_end: A sentence on what the end of the scene changes of it; empty for nothing.
    """

    command: str
    answers: Answers
    sentence: str
    dismissal: Answers | None = None
    matter: str = ""
    roll: int = 0
    at_end: str = ""


MatterQuestion = Callable[[State, Open], Pending | None]
"""The wording of an open matter; None where nothing is left to decide, as on a table that was edited by hand."""


class Rung(NamedTuple):
    """A step of a ladder with the selected actor's exact odds, and hints such as whether a roll is needed.

    The first of the `hints` is the most wanted. `more` are the chances of success with 1, 2, 3 … points more, in games
    where points are paid for them; `most` is the chance with all that may be added by asking, None where nothing would
    help.
    """

    value: int
    name: str
    success: Chance
    tie: Chance
    failure: Chance
    hints: tuple[str, ...] = ()
    more: tuple[Chance, ...] = ()
    most: Chance | None = None

    @property
    def hint(self) -> str:
        """All of its hints in a line."""
        return ", ".join(self.hints)


class ChallengeFact(NamedTuple):
    """A property of a game's challenges beside their value: asked as one is put on the abacus, changed by hand later.

    Attributes:
        name: The question's name.
        field: Its name where it is changed.
        prompt: The question.
        choices: Its possible values, the usual one first.
        written: The challenge with one of these values.
        read: The value that a challenge has.
    """

    name: str
    field: str
    prompt: str
    choices: tuple[Choice, ...]
    written: Callable[[Challenge, str], Challenge]
    read: Callable[[Challenge], str]


class KindOfRod(NamedTuple):
    """A kind of challenge that a game puts on the abacus.

    Attributes:
        kind: Whether one success, several or time moves its beads.
        label: The game's name for it.
        hint: A few words more.
        typed: Whether the label is the challenge's type.
        valued: Whether it has an opposition.
        sized: Whether the table says how many beads it has.
        by_value: Whether it has as many beads as its value.
        facts: Its further properties.
    """

    kind: ChallengeKind
    label: str
    hint: str
    typed: bool = False
    valued: bool = True
    sized: bool = False
    by_value: bool = False
    facts: tuple[ChallengeFact, ...] = ()


class Newcomer(Frozen):
    """The sheet of a character who is made up at the table.

    Attributes:
        rating: The rating that one number gives a mook; empty where it has none.
        track: The track of a whole character, as `tracks.rows_of` takes it.
        few: The track of a named NPC.
        numbers: The sheet of numbers that are typed, such as `poise 4 motive 3`; None where they are not asked for.
        known: The names that stand on a list or a sheet; none where any name is as good.
        example: Such numbers, for the question.
        blank: Words on a character without numbers, for the question.
        boxed: Whether damage falls into boxes that the GM gives.
        every_kind: Whether others than whole characters have numbers.
        conditions: The conditions that the numbers of a sheet bring.
        advice: The sentences for the log where the numbers of a character are unusual.
    """

    rating: str = ""
    track: Callable[[State], str] = lambda state: "none"
    few: str = "none"
    numbers: Callable[[State, str], Sheet] | None = None
    known: Callable[[State], Sequence[str]] = no_items
    example: str = ""
    blank: str = "for none"
    boxed: bool = True
    every_kind: bool = True
    conditions: Callable[[Sheet], Iterable[Condition]] = no_items
    advice: Callable[[Actor], Iterable[str]] = no_items


class Ladder(NamedTuple):
    """A game's difficulties for one actor and rating, from the easiest.

    `columns` name the chances of a rung: that of success, then those of `more`; empty where a rung has no more.
    `hinted` is the heading over the hints of the rungs, `rated` the rating alone, where the title has no room,
    and `short` the title with a short name.
    """

    title: str
    rungs: tuple[Rung, ...]
    columns: tuple[str, ...] = ()
    hinted: str = ""
    rated: str = ""
    short: str = ""


class SceneRule(NamedTuple):
    """A rule over a scene: its title, whether players may not see it, types and ids of its challenges, and its page."""

    title: str
    hidden: bool
    about: tuple[str, ...] = ()
    page: str = ""


class SceneFrame(NamedTuple):
    """Rules over a scene, and the size of the scene's pool.

    The pool is the number that the scene began with, or has now where that is more; 0 where there is none. `calm` are
    the challenges that will not strike by themselves any more, `again` those that failed and may be faced again,
    `barred` those that nobody can face just now.
    """

    rules: tuple[SceneRule, ...] = ()
    pool: int = 0
    calm: tuple[str, ...] = ()
    again: tuple[str, ...] = ()
    barred: tuple[str, ...] = ()


def describe_rung(rung: Rung, first: str = "", more: str = "+{}", cells: int = 8) -> str:
    """Write a rung as a line: value and name, the chance with the word before it, those with more, and the hints."""
    later = "".join(f"  {more.format(points)} {chance.short():>4}" for points, chance in enumerate(rung.more, 1))
    return f"  {rung.value:>2} {rung.name:<{cells}} {first}{rung.success.short():>4}{later}  {rung.hint}".rstrip()


class Game(Frozen):
    """A game as everything outside its own modules knows it.

    Attributes:
        id: The id that `State.games`, `Actor.sheets` and files use.
        commands: Its acts.
        open_matters: The matters that its rules leave open as the table stands.
        questions: The wording of these, by the act that answers them, the most urgent first.
        hints: Sentences that the GM may want to read just now.
        asides: Those that say nothing while the keys of a table play another game.
        reminder: One of these that is told after each act as long as it is true; empty for none.
        ladder: The rungs with the odds of an actor and a rating; for the value of a challenge followed a rung more.
        asked_ladder: The rungs with the odds of the dice that an open question has counted; None where those of
            `ladder` are the same.
        best_rating: The rating to expect from an actor where nothing else is said; a challenge, if any, by id.
        ratings: The ratings that an actor's sheet can be asked for.
        value_choices: Difficulties that have a name.
        on_end: The events that the end of a fight or a scene brings.
        kinds: The kinds of challenge that it puts on the abacus, by the word that a line takes.
        scene_start_asks: Questions of the act that begins a scene.
        on_scene_start: The events that the beginning of a scene brings.
        pauses: Whether there is a time between scenes, in which little is allowed (WA-42); see `Scene.between`.
        scene_frame: The things that stand over the scene besides its challenges.
        front_pane: The lower pane that stands in front where two share a place.
        on_round: The events that a new round of a fight brings.
        actions: The actions of an actor's turn, each with a few words; none where its rules name none.
        lost_actions: The actions that an actor cannot take just now, each with the reason.
        aims: Those of some actors whom an actor may attack, each with the chance to hit it.
        beaten: The number of another actor that a roll must beat by the answers so far, and its name; None for none.
        order_act: Id of the act that rolls for the order of a fight, which makes nobody known; empty where none does.
        harm_act: Id of the act that marks the boxes, or takes the points, of a track; empty where none does.
        moves_when_out: Whether an actor who is out has turns all the same, to move in.
        on_outcome: The events that follow when the GM says that a challenge is overcome, failed, live again or gone;
            none where the rod alone shows it.
        still_to_lose: The challenge, by id, that its last roll failed and left live though a loss is at stake; empty
            for none.
        rating_called_for: The rating that a challenge calls for; empty where it says none.
        unrated: The numbers that an actor without odds lacks, and the act that writes them.
        usual_value: The difficulty of a new challenge where nobody says otherwise.
        difficulties: The least and the greatest difficulty or value.
        end_words: The things that the end of a fight or a scene clears, gives back or takes, in a few words, by
            `fight`, `scene` and `evening`.
        newcomer: The sheet of a character who is made up at the table.
        rolled_acts: The acts in which alone a bonus may count, by the words of the game.
        usual_acts: The acts for which a sheet can name the usual rating.
        usual_ratings: The only ratings that may be a usual one; None where `ratings`, and others, may.
        own_conditions: The conditions that its rules read, by id, each with the act that brings it about.
        ended_by: Those of them that only an act of its own ends, each with that act.
        bonuses: The kinds of bonus that count in its rolls at a table; none where it adds nothing.
        describe_rung: A rung of the ladder as a line.
        spotlight: Lines on where everybody is, where nobody goes first.
        on_rating_edit: The events that follow when a rating is written by hand or struck, if more hangs on it than its
            number; None where nothing does.
        rest_rating: The rating of a mook that counts for all that its sheet does not name; empty where there is none.
        unrated_roll: The name of a roll that has no rating, which no rating may have; empty where there is none.
        footer: The acts that a footer names before all others, shared ones among them.
        is_auto_consumed: Whether an act of its own uses up a limited trait, so that no other act does.
        leader_only_rows: The rows and conditions that the leader of a group has alone; None where all rows are theirs.
        in_force: Whether a stage rule applies just now.
        on_act: The events behind an act, such as stage rules that it began or ended, by the table after it and before.
        rule_words: Sentences for the parts of a stage rule.
        house_rules: The points that its text leaves open.
        rule_act: Id of the act that puts a stage rule in force or ends it; empty where none does.
        random_tables: The random tables that it has beside those of a scenario.
        example: A line that plays one of its acts; `{who}` stands for an id.
        odds_page: Load its page of odds, which few evenings open; None where it has none.
        sheet_lines: The lines of its sheets; None where a sheet lists skills, traits, gear and a track.
        memory: The kind of record that it keeps in `State.memory`; None where it remembers nothing of a table.
        roll_memory: The kind of record that it keeps in `Roll.memory`; None where it remembers nothing of a roll.
    """

    id: str
    commands: tuple[Command, ...]
    open_matters: Callable[[State], Iterator[Open]]
    hints: Callable[[State], Iterator[str]]
    ladder: Callable[[State, str, str, int | None], Ladder]
    best_rating: Callable[[State, str, str], str]
    ratings: Callable[[State, Actor], Sequence[Choice]]
    value_choices: Callable[[], Sequence[Choice]]
    on_end: Callable[[State, Closing], Iterator[Event]]
    kinds: Mapping[str, KindOfRod]
    scene_start_asks: tuple[Ask, ...] = ()
    on_scene_start: Callable[[State, Answers], Iterator[Event]] = nothing
    pauses: bool = False
    scene_frame: Callable[[State], SceneFrame] = lambda state: SceneFrame()
    asides: Callable[[State], Iterator[str]] = nothing
    front_pane: Literal["ladder", "abacus"] = "ladder"
    on_round: Callable[[State, int], Iterator[Event]] = nothing
    actions: Callable[[State, Actor], Mapping[str, str]] = no_names
    lost_actions: Callable[[State, Actor], Mapping[str, str]] = no_names
    aims: Callable[[State, str, Container[str]], Sequence[Choice]] = no_items
    beaten: Callable[[State, Answers], tuple[int, str] | None] = no_value
    asked_ladder: Callable[[State, Answers, int | None], Ladder | None] = no_value
    order_act: str = ""
    harm_act: str = ""
    moves_when_out: Callable[[State, Actor], bool] = never
    on_outcome: Callable[[State, Challenge, str], Iterator[Event]] = nothing
    still_to_lose: Callable[[State], str] = no_text
    rating_called_for: Callable[[Challenge], str] = no_text
    reminder: Callable[[State], str] = no_text
    unrated: str = "numbers: `rate` writes one"
    usual_value: int = 0
    difficulties: tuple[int, int] = DIFFICULTY_RANGE
    end_words: Mapping[str, str] = field(default_factory=dict)
    newcomer: Newcomer = Newcomer()
    rolled_acts: tuple[str, ...] = ()
    usual_acts: tuple[str, ...] = ()
    usual_ratings: Callable[[State, Actor], Sequence[Choice]] | None = None
    own_conditions: Mapping[str, str] = field(default_factory=dict)
    ended_by: Mapping[str, str] = field(default_factory=dict)
    bonuses: Callable[[State], Sequence[BonusKind]] = lambda state: ("situation",)
    describe_rung: Callable[[Rung], str] = describe_rung
    spotlight: Callable[[State], Iterator[str]] = nothing
    on_rating_edit: Callable[[State, Actor, str, int | None], Iterator[Event]] | None = None
    rest_rating: str = ""
    unrated_roll: str = ""
    footer: tuple[str, ...] = ()
    is_auto_consumed: Callable[[Trait], bool] = never
    leader_only_rows: frozenset[str] | None = None
    in_force: Callable[[State, Page], bool] = never
    on_act: Callable[[State, State], Iterator[Event]] = nothing
    rule_words: Callable[[State, Page], Sequence[str]] = no_items
    house_rules: tuple[HouseRule, ...] = ()
    rule_act: str = ""
    random_tables: tuple[Page, ...] = ()
    example: str = "note"
    odds_page: Callable[[], OddsPage] | None = None
    sheet_lines: SheetLines | None = None
    questions: Mapping[str, MatterQuestion] = field(default_factory=dict)
    memory: type[Memory] | None = None
    roll_memory: type[RollMemory] | None = None

    @property
    def has_aims(self) -> bool:
        """Tell whether actors attack each other in it, so that they aim."""
        return self.aims is not no_items


CLOCK = KindOfRod("clock", "clock", "beads that time moves", valued=False, sized=True)
"""The kind of a clock, the same in every game."""
