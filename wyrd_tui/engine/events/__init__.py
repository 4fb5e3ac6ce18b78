"""Facts that change a table: one vocabulary for all games.

An event carries outcomes (dice that have fallen, new values), never a wish to roll again, so that a journal plays back
to the same table under any later version of the rules. `apply.py` makes the next state of each.

`cause` is why an event happened, as a value for log and recap. `why` and `note` are words, and no code decides by them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Literal

from wyrd_tui.engine.frozen import frozen
from wyrd_tui.engine.limits import ActNumber, Count, Prose, Rating, Tally
from wyrd_tui.engine.matter import Open
from wyrd_tui.engine.memory import Memory
from wyrd_tui.engine.roll import Hit, Roll
from wyrd_tui.engine.sheet import Hurt, Row, Trait
from wyrd_tui.engine.state import (
    Actor,
    Bonus,
    Challenge,
    Condition,
    Kind,
    Order,
    Place,
    RuleValue,
    Scene,
    Side,
    Visibility,
)

SayCause = Literal["", "note", "ruling", "table"]
JoinCause = Literal["", "entered", "split"]
SpendCause = Literal["", "used", "taken away", "taken back", "scene ends", "session ends"]
StageCause = Literal["", "named", "begins", "ends", "evening ends"]
TraitCause = Literal["", "gained", "used", "freed", "lost", "regained", "dropped", "renamed"]


@frozen
class Said:
    """A line for the log that changes nothing.

    Attributes:
        text: The sentence, or its head where details follow.
        tail: Details, with the sign that joins them to the head.
        cause: What the recap tells: `note` of the GM, `ruling` without dice, `table` for a row of a random table.
        page: The book page that it is about, by id.
        rule: The stage rule that speaks as it strikes, by the id of its page.
    """

    text: Prose
    tail: str = ""
    cause: SayCause = ""
    page: str = ""
    rule: str = ""


@frozen
class Rolled:
    """Dice fell; the roll becomes the last one."""

    roll: Roll


@frozen
class Ruled:
    """The GM decided what a roll means (WE-41) and whom it hits, or took up or turned down what it offered."""

    ruling: str
    roll: ActNumber
    note: str = ""
    offers: tuple[str, ...] = ()
    hits: tuple[Hit, ...] = ()


@frozen
class Marked:
    """Rows of a track now carry these marks. A row that is clear again loses its penalty with its marks (WE-73).

    Attributes:
        who: The actor.
        game: Whose sheet.
        marks: New number of marks, by row id.
        why: Source of the damage, or of the healing, for the log.
        damage: Points of damage, where damage did it.
        lost: Points beyond the last free box (U-14).
        cause: The act of the game that did it, by an id that its voice words; `hit` for another number than it dealt.
    """

    who: str
    game: str
    marks: Mapping[str, Tally]
    why: str = ""
    damage: int | None = None
    lost: int = 0
    cause: str = ""


@frozen
class Struck:
    """A row of a track was scratched out, or is no longer (WA-28 … WA-30, WA-49)."""

    who: str
    game: str
    row: str
    struck: bool
    why: str = ""


@frozen
class Hitting:
    """The damage that the roll of an act dealt to an actor was taken or waived."""

    who: str
    roll: ActNumber


@frozen
class Wounded:
    """The penalty of a row falls on these skills and traits from now on."""

    who: str
    game: str
    row: str
    hurts: tuple[Hurt, ...]


@frozen
class Rated:
    """A rating was set, by the stage rule of that page where one did it; None takes it off the sheet."""

    who: str
    game: str
    rating: str
    value: Rating | None = None
    why: str = ""
    rule: str = ""


@frozen
class Traited:
    """A trait was gained, used (`why` is the purpose), lost or renamed; `quiet` is as for `Befell`."""

    who: str
    game: str
    trait: Trait
    cause: TraitCause = ""
    why: str = ""
    quiet: bool = False


@frozen
class Tracked:
    """An actor's track was replaced as a whole."""

    who: str
    game: str
    track: tuple[Row, ...]


@frozen
class Usual:
    """The rating for a routine act (`attack`, `defend`) was set; an empty rating forgets it."""

    who: str
    game: str
    act: str
    rating: str


@frozen
class Joined:
    """An actor came to the table, or was changed so much that the whole of it is given anew."""

    actor: Actor
    cause: JoinCause = ""


@frozen
class Left:
    """An actor left the table, with its place and its bonuses.

    `into`: the group that it joined, by id; `dismissed`: the GM took it off (WA-57); `quiet`: another line tells it.
    """

    who: str
    into: str = ""
    dismissed: bool = False
    quiet: bool = False


@frozen
class Changed:
    """Plain facts of an actor changed; None leaves a field alone.

    `details` are texts by heading, of which an empty one goes; `fallen` is the number of members of a group that fell,
    and `quiet` is as for `Befell`.
    """

    who: str
    name: str | None = None
    side: Side | None = None
    kind: Kind | None = None
    count: Count | None = None
    player: str | None = None
    concept: str | None = None
    notes: Prose | None = None
    details: Mapping[str, Prose] = field(default_factory=dict)
    fallen: int = 0
    why: str = ""
    quiet: bool = False


@frozen
class Shown:
    """An actor, a challenge or a stage rule is now secret, known or open to the players.

    With `page` it is a page of the book, which players can read while it is open, and nothing else that has its id.
    """

    what: str
    visibility: Visibility
    page: bool = False


@frozen
class Befell:
    """A condition began or changed; `quiet` where the log need not say so, `cause` is as for `Marked`."""

    who: str
    condition: Condition
    quiet: bool = False
    cause: str = ""

    def replaces(self, condition: Condition) -> bool:
        """Tell whether the event replaces this condition; a condition without a game matches any game (U-34)."""
        return condition.id == self.condition.id and condition.game in ("", self.condition.game)


@frozen
class Recovered:
    """A condition of a game ended; `quiet` where the log need not say so, `cause` is as for `Marked`."""

    who: str
    condition: str
    why: str = ""
    quiet: bool = False
    game: str = ""
    cause: str = ""

    def ends(self, condition: Condition) -> bool:
        """Test whether a condition is the one that ended; one without a game ends as that of any (U-34)."""
        return condition.id == self.condition and condition.game in ("", self.game)


@frozen
class Gained:
    """A bonus was given."""

    bonus: Bonus


@frozen
class Spent:
    """A bonus is gone; the log is silent where no cause is given."""

    bonus: str
    cause: SpendCause = ""


@frozen
class Laid:
    """A challenge was laid on the abacus, or its facts changed."""

    challenge: Challenge
    why: str = ""


@frozen
class Moved:
    """Beads of a challenge moved: this many now lie on the done side."""

    challenge: str
    done: Count
    why: str = ""


@frozen
class Settled:
    """A challenge was overcome or failed, or is live again where the outcome is empty; `quiet` as for `Befell`."""

    challenge: str
    outcome: Literal["", "overcome", "failed"]
    why: str = ""
    quiet: bool = False


@frozen
class Cleared:
    """A challenge was removed from the abacus; `quiet` where the log has said why already.

    `left` is its way out: `overcome`, `withdrawn` where it was not and locks nothing any more (U-22), or neither.
    """

    challenge: str
    quiet: bool = False
    left: Literal["", "overcome", "withdrawn"] = ""


@frozen
class Ordered:
    """The order was made or rearranged; `who` names the fighter whose own deed did it."""

    order: Order
    why: str = ""
    who: str = ""


@frozen
class Turned:
    """An actor's turn began; a later round clears the marks of those who have acted."""

    who: str
    round: Tally


@frozen
class Placed:
    """A change of one place in the order: the fighter acted, is held or has used actions, or a tie is settled."""

    place: Place
    why: str = ""


@frozen
class Staged:
    """A scene got a title, or a scene or an evening began or ended."""

    scene: Scene
    evening: Tally
    cause: StageCause = ""


@frozen
class Noted:
    """A page of the book got a mark: found, fired, visited, held, begun, reached; an empty one takes it back."""

    page: str
    mark: str


@frozen
class Opened:
    """An act left something to be decided."""

    matter: Open


@frozen
class Closed:
    """An open matter was decided, or has ended."""

    matter: Open


@frozen
class Remembered:
    """A game's own record of the table changed; the log says nothing of it."""

    memory: Memory


@frozen
class Counted:
    """A counter of the table now stands at this number; `quiet` where no log line is needed; `rule` as for `Rated`."""

    name: str
    value: int
    why: str = ""
    quiet: bool = False
    rule: str = ""


@frozen
class Read:
    """The table plays by this house rule from now on."""

    rule: str
    value: RuleValue


_OfRolls = Said | Rolled | Ruled | Hitting
_OfSheets = Marked | Struck | Wounded | Rated | Traited | Tracked | Usual
_OfActors = Joined | Left | Changed | Shown | Befell | Recovered | Gained | Spent
_OfChallenges = Laid | Moved | Settled | Cleared
_OfTables = Ordered | Turned | Placed | Staged | Noted | Remembered | Opened | Closed | Counted | Read
Event = _OfRolls | _OfSheets | _OfActors | _OfChallenges | _OfTables
