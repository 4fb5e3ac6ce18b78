"""The small question before a new table: who plays, and how many."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType

from wyrd_tui.engine.dice import count_noun
from wyrd_tui.engine.frozen import Frozen
from wyrd_tui.engine.limits import MOST_PLAYERS
from wyrd_tui.engine.spans import BLANK, PageLine, heading_line, make_line
from wyrd_tui.screens.base import BaseScreen, KeyBar
from wyrd_tui.screens.catalogue import PreparedScenario
from wyrd_tui.screens.prose import paragraph
from wyrd_tui.widgets.cells import cells, pad, wrap

if TYPE_CHECKING:
    from wyrd_tui.store.tables.listing import TableInfo

ROW_LETTERS = "abcdefghilmnoprstuvwxyz"
"""Letters of rows: j, k and q move and go back."""
RESUME = "resume"


class PersonRow(Frozen):
    """Row of a character to choose, by their place among the people of the scenario."""

    index: int


class PartyScreen(BaseScreen):
    """Characters to choose from, the scenario's own party chosen already.

    Args:
        prepared: The scenario.
        live: A table of it that is in play; to resume it is offered first.
        on_resume: Takes the save of that table, before this screen goes.
        on_begin: Takes ids of the party and the number of players, likewise.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "begin", "begin", id="party-begin"),
        Binding("space", "choose", "choose", id="party-toggle"),
        Binding("minus", "players(-1)", "players", id="party-fewer"),
        Binding("plus", "players(1)", "players", id="party-more"),
        # As bindings letters keep their order with Enter, where several keys come at once.
        *(Binding(letter, f"tick({at})", show=False) for at, letter in enumerate(ROW_LETTERS)),
    ]
    pointer = True
    clicked_twice = "choose"

    def __init__(
        self,
        prepared: PreparedScenario,
        live: TableInfo | None,
        on_resume: Callable[[Path], None],
        on_begin: Callable[[Sequence[str], int], None],
    ) -> None:
        super().__init__()
        self._prepared = prepared
        self._live = live
        self._on_resume = on_resume
        self._on_begin = on_begin
        self.party = list(prepared.party)
        self.players = len(self.party) or prepared.players[0]
        self._counted = False

    def _title(self) -> None:
        self.entitle("New table", (self._prepared.title, "strong"), right=" · ".join(self._prepared.about))

    def _lines(self, width: int) -> list[PageLine]:
        lines = [BLANK]
        if self._live:
            lines += [
                make_line(("This scenario is in play: ", "accent"), (self._live.progress, "text")),
                make_line(
                    ("  Resume it instead", "strong"), ("   a second table leaves this one as it is", "dim"), id=RESUME
                ),
                BLANK,
            ]
        if self._prepared.opening:
            lines += [*paragraph(self._prepared.opening, width, indent=2), BLANK]
        low, high = self._prepared.players
        made = f"made for {low}" if low == high else f"made for {low} to {high}"
        lines += [heading_line("Players", made), make_line(f"  {self.players}", ("   + and − change it", "dim")), BLANK]
        for title, own in (("The scenario’s party", True), ("Characters of the rules", False)):
            people = [(index, one) for index, one in enumerate(self._prepared.people) if one.own == own]
            if people:
                rows = (line for index, _ in people for line in self._someone(index, width))
                lines += [heading_line(title), *rows, BLANK]
        chosen, parted = count_noun(len(self.party), "character"), len(self.party) != self.players
        told = f"{chosen} for {count_noun(self.players, 'player')}" if parted else f"{chosen} chosen"
        return [
            *lines,
            *paragraph(
                f"{told}. Others can join later.", width, 0, "hurt" if len(self.party) > self.players else "dim"
            ),
        ]

    def _someone(self, index: int, width: int) -> list[PageLine]:
        one = self._prepared.people[index]
        chosen = one.id in self.party
        letter = ROW_LETTERS[index] if index < len(ROW_LETTERS) else " "
        wide = min(width // 2, 2 + max(cells(person.name) for person in self._prepared.people))
        before = 2 + 2 + 4 + wide + 1
        first, *rest = wrap(one.concept, width - before) or [""]
        row = make_line(
            (f"  {letter} ", "key"),
            ("[x] " if chosen else "[ ] ", "accent" if chosen else "dim"),
            (pad(one.name, wide), "strong" if chosen else "text"),
            (f" {first}", "dim"),
            id=PersonRow(index),
        )
        return [row, *(make_line((" " * before + line, "dim")) for line in rest)]

    # ------------------------------------------------------------------ keys

    def key_label(self, binding: Binding) -> str:
        """Return the label of a key; Enter resumes where the cursor says so."""
        return "resume" if binding.action == "begin" and self._resumed else super().key_label(binding)

    @property
    def _resumed(self) -> TableInfo | None:
        return self._live if self.scroll.chosen == RESUME else None

    def on_scroll_moved(self) -> None:
        """Say what Enter does on the row under the cursor."""
        self.query_one(KeyBar).refresh()

    def on_scroll_turned(self) -> None:
        """Say what Enter does when the rows are drawn, too."""
        super().on_scroll_turned()
        self.query_one(KeyBar).refresh()

    def action_tick(self, index: int) -> None:
        """Choose the character in a place, or choose them no longer."""
        if index >= len(self._prepared.people):
            return
        who, seated = self._prepared.people[index].id, len(self.party)
        if who in self.party:
            self.party.remove(who)
        else:
            self.party.append(who)
        now = len(self.party)
        # A number that + and − made stays while a seat is empty; where all are taken, a character brings one more.
        if not self._counted or (self.players == seated < now):
            self.players = max(1, min(MOST_PLAYERS, now))
        self.scroll.rebuild()
        # A GM who chooses a party does not mean to resume: Enter begins from here.
        self.scroll.rest_on(PersonRow(index))

    def action_choose(self) -> None:
        """Choose the character under the cursor, or choose them no longer."""
        chosen = self.scroll.chosen
        if chosen == RESUME:
            self.action_begin()
        elif isinstance(chosen, PersonRow):
            self.action_tick(chosen.index)

    def action_players(self, step: int) -> None:
        """Change the number of players; from then on a character who is ticked takes an empty seat."""
        self._counted = True
        self.players = max(1, min(MOST_PLAYERS, self.players + step))
        self.scroll.rebuild()

    def action_begin(self) -> None:
        """Begin the table, or resume the one in play where the cursor says so."""
        if self._resumed:
            self._on_resume(self._resumed.path)
        else:
            self._on_begin(tuple(self.party), self.players)
        self.dismiss()
