"""Things that a table on the screen stands on: rules, a display, storage. The controller knows them by these alone."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from wyrd_tui.engine.act import Act
from wyrd_tui.engine.choices import Choice
from wyrd_tui.engine.commands import Command
from wyrd_tui.engine.named_tuple import NamedTuple
from wyrd_tui.engine.session import Session
from wyrd_tui.engine.state import State

if TYPE_CHECKING:
    from wyrd_tui.engine.rules.game import Ladder, Pending, SceneFrame


class Rules(Protocol):
    """Rules of a table; `wyrd_tui.engine.rules.all_games` has them all."""

    def commands_of(self, state: State) -> Sequence[Command]:
        """Return the commands of the games that a table plays, and those that all games share."""

    def pending(self, state: State) -> Sequence[Pending]:
        """Return the open questions of a table, the most urgent first."""

    def hints(self, state: State) -> Sequence[str]:
        """Return hints for the GM, without being asked for any."""

    def asides_of_others(self, state: State, game: str) -> Container[str]:
        """Return those hints of other games that say nothing while the keys play a game."""

    def reminders(self, state: State) -> Sequence[str]:
        """Return the hints that are told after each act as long as they are true."""

    def scene_frame(self, state: State) -> SceneFrame:
        """Return the things that stand over the scene besides its challenges."""

    def turns(self, state: State) -> Mapping[str, tuple[tuple[str, str], ...]]:
        """Return the actions of everybody in the order, each with the reason why it is lost just now."""

    def front_pane(self, state: State) -> str:
        """Return the lower pane that stands in front at first."""

    def order_game(self, state: State, who: str) -> str:
        """Return the game in which a turn of an actor begins; empty for any."""

    def ladder(self, state: State, who: str, rating: str, followed: int | None = None) -> Ladder:
        """Return the odds of a rating on each rung, and against a value followed; bare rungs where nobody is named."""

    def chances(self, state: State, who: str) -> Sequence[Choice]:
        """Return the targets on other sides with an actor’s exact chance to hit each."""

    def why_no_odds(self, state: State, who: str) -> str:
        """Return the reason why an actor has no ladder."""

    def best_rating(self, state: State, who: str, challenge: str = "") -> str:
        """Return the rating to show first: the one that a challenge calls for, else the best."""


class Display(Protocol):
    """The screen of a table, as far as the controller asks it."""

    @property
    def width(self) -> int:
        """Cells of a line."""

    @property
    def tabbed(self) -> bool:
        """True where the lower panes share one place."""

    @property
    def small(self) -> bool:
        """True where the terminal is too small for a table, so that only a sentence is in sight."""

    def row_ids(self, pane: str) -> Sequence[str]:
        """Return the ids of the rows that the cursor of a pane can stand on, from top to bottom."""

    def lines_in_sight(self, pane: str) -> int:
        """Return the lines that a pane has in sight."""

    def scroll(self, by: int) -> None:
        """Scroll the log."""

    def open(self, name: str, *arguments: object) -> None:
        """Open another screen by its name, with the arguments of its class."""

    def leave(self) -> None:
        """Leave the table.

        Raises:
            Refused: If the table cannot be closed.
        """

    def redraw(self) -> None:
        """Draw everything again."""


class Fresh(NamedTuple):
    """A table that another window plays, read again: the table, its last acts, and why it is read only."""

    session: Session
    recent: Sequence[Act]
    reason: str


class Kept(Protocol):
    """A table that is kept in files, as far as the GM can do anything about it."""

    def hold(self) -> None:
        """Keep acts in memory while the disk refuses them.

        Raises:
            Refused: If the table is read only.
        """

    def save(self) -> Path:
        """Write everything; return the file.

        Raises:
            OSError: If the disk refuses.
            Refused: If the table is read only.
        """

    def move(self, folder: Path) -> Path:
        """Take the table to another folder, or begin one there with a table that is read only; return the file there.

        Raises:
            OSError: If that folder refuses; the table is where it was.
        """

    @property
    def path(self) -> Path:
        """The path of its save."""

    def count_watchers(self) -> int:
        """Count the terminals that follow with `wyrd watch`."""


class Storage(Protocol):
    """The place where a table is kept."""

    @property
    def table(self) -> Kept | None:
        """The table; None where it is kept in no file."""

    def messages(self) -> list[str]:
        """Return what the GM must be told and was not yet; each message is given once."""

    def refresh(self) -> Fresh | None:
        """Read a table again that is only looked at; None where nothing has changed."""

    def report(self, account: str) -> None:
        """Keep the account of a bug for the developers.

        Raises:
            OSError: If the disk refuses.
        """
