"""What the table screen shows: five panes, a head and a foot, drawn from the state and the selection.

It plays nothing; `table.py` does. A pane is handed a state and repaints only what is not the same object any more.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from textual import events
from textual.app import ComposeResult
from textual.layout import Layout
from textual.reactive import var
from textual.screen import Screen

from wyrd_tui.engine.commands import Command
from wyrd_tui.engine.session import Session
from wyrd_tui.engine.state import GAMES, State
from wyrd_tui.engine.turn import Turn
from wyrd_tui.screens.questions.asking import Asking
from wyrd_tui.screens.questions.command_line import CommandLine
from wyrd_tui.screens.table import sentences
from wyrd_tui.screens.table.keys import Rules, hints, keyed, meant
from wyrd_tui.screens.table.layout import BELOW, LADDER, LEAST, TableLayout, tabbed
from wyrd_tui.screens.table.selection import Selection
from wyrd_tui.screens.table.sentences import entry
from wyrd_tui.widgets.abacus import AbacusPane
from wyrd_tui.widgets.footer import Foot, Head
from wyrd_tui.widgets.glyphs import UNICODE, Glyphs
from wyrd_tui.widgets.ladder import LadderPane
from wyrd_tui.widgets.log import LogPane
from wyrd_tui.widgets.look import LOOKS, Look
from wyrd_tui.widgets.order import OrderPane
from wyrd_tui.widgets.pane import Pane
from wyrd_tui.widgets.party import PartyPane
from wyrd_tui.widgets.values import Hint, Status, Turns

if TYPE_CHECKING:
    from wyrd_tui.engine.rules.game import Pending

LOWER = ("Ladder", "Abacus", "Log")
PEOPLE = ("party", "order")
"""The panes that share the cursor on an actor."""


class Board(Screen[None]):
    """The panes of a table.

    Args:
        session: The table.
        rules: Commands, ladder and what is pending; `engine.rules.table`.
        recent: The last turns of earlier evenings, for the log.
        notice: What the GM should know at the start, such as a broken key file; in sight until the first act or Esc.
        read_only: Why the table can only be looked at; empty where it can be played.
        remapped: Keys by the id of a command or verb, where they are not the defaults.
        look: Styles by role.
        glyphs: The signs to draw with.
    """

    AUTO_FOCUS = ""
    CSS = "Board { overflow: hidden; }"
    state: var[State] = var(State(), init=False)

    def __init__(
        self,
        session: Session,
        rules: Rules,
        *,
        recent: Sequence[Turn] = (),
        notice: str = "",
        read_only: str = "",
        remapped: Mapping[str, str] | None = None,
        look: Look | None = None,
        glyphs: Glyphs = UNICODE,
    ) -> None:
        super().__init__()
        self.session: Session = session
        self.rules: Rules = rules
        self.notice = notice
        self.read_only = read_only
        self.remapped: Mapping[str, str] = remapped or {}
        self.selection = Selection().settled(session.state)
        self.rungs: Mapping[int, str] = {}
        self.rows: Sequence[Command] = ()
        self.focused_pane = "party"
        self.asking: Asking | CommandLine | None = None
        self.status = Status(notice)
        self.waiting: Sequence[Pending] = ()
        self.hints: tuple[Hint, ...] = ()
        self.advice = ""
        self.entries = [*map(entry, recent), *sentences.whole(notice)]
        self.lower = rules.front(session.state)
        self.telling = False
        self._keys: tuple[tuple[object, ...], Mapping[str, str]] = ((), {})
        self._hinted: tuple[State, str, bool] | None = None
        self._rung_on: dict[tuple[int, ...], int] = {}
        self._stood_in: tuple[str, str] = ("", "")
        self._fronted = next(iter(session.state.games), "")
        self._turns: Turns = {}
        self._places = TableLayout(self.lower)
        look = look or LOOKS["calm"]
        self.head = Head(look=look, glyphs=glyphs)
        self.party = PartyPane(look=look, glyphs=glyphs)
        self.order = OrderPane(look=look, glyphs=glyphs)
        self.ladder = LadderPane(look=look, glyphs=glyphs)
        self.abacus = AbacusPane(look=look, glyphs=glyphs)
        self.log_pane = LogPane(look=look, glyphs=glyphs)
        self.foot = Foot(look=look, glyphs=glyphs)
        self.panes: Mapping[str, Pane] = {
            pane.id: pane for pane in (self.party, self.order, self.ladder, self.abacus, self.log_pane) if pane.id
        }

    @property
    def unsaved(self) -> str:
        """What is not on disk that should be; in sight until it is."""
        return self.session.trouble

    # ------------------------------------------------------------------ places

    @property
    def layout(self) -> Layout:
        """Everything is placed by the size of the terminal."""
        return self._places

    @property
    def small(self) -> bool:
        """Whether the terminal is too small for a table, so that only a sentence is in sight."""
        width, height = self.size
        return width < LEAST.width or height < LEAST.height

    def compose(self) -> ComposeResult:
        """The panes, and a line above and three below them."""
        yield self.head
        yield from self.panes.values()
        yield self.foot

    def on_resize(self, event: events.Resize) -> None:
        """The lower panes share a place or stand apart; a screen too small says so and goes on."""
        shared = tabbed(event.size.width, event.size.height)
        for pane in (self.ladder, self.abacus, self.log_pane):
            pane.tabs = LOWER if shared else ()
            pane.redraw()
        self._front()
        self._head()

    def _front(self) -> None:
        """Bring the lower pane in use to the front, where they share a place."""
        shared = tabbed(*self.size)
        for name in BELOW:
            self.panes[name].display = not shared or name == self._places.shown

    def bring(self, name: str) -> None:
        """Bring a lower pane to the front."""
        if name != self._places.shown:
            self._places.shown = name
            self._front()
            self._select()

    # ------------------------------------------------------------------ what is shown

    def publish(self, state: State) -> None:
        """Make a state the one on the screen."""
        before, now = self.state.scene, state.scene
        if (before.number, before.page) != (now.number, now.page):
            self.selection = self.selection.opened(state)
        self.selection = self.selection.settled(state)
        if self.state is state:
            self.watch_state(state)
        self.state = state

    def watch_state(self, state: State) -> None:
        """Hand a new state to every pane; each repaints only what changed."""
        self.waiting = self.rules.pending(state)
        self.rows = self.rules.commands_of(state)
        self._turns = self.rules.turns(state)
        self.advice = "; ".join(self.rules.hints(state))
        self._hint()
        self._select()
        self.log_pane.show(self.entries)
        self._head()
        self._foot()

    def _follow(self) -> None:
        """At a table of several games the pane in front is that of the game that is selected, once that changes.

        A pane in which the keys are, and the log, stay where they are.
        """
        game = self.selection.game(self.state, self.focused_pane)
        if len(self.state.games) < 2 or game == self._fronted or self.focused_pane in BELOW:
            return
        self._fronted = game
        if self.lower != "log":
            self.lower = self.rules.front(replace(self.state, games=(game, *self.state.games)))
            if self.asking is None and not self.telling:
                self.bring(self.lower)

    def _select(self) -> None:
        self._follow()
        state, chosen = self.state, self.selection
        seen_as = chosen.seen(state)
        rating = chosen.rated(chosen.actor) or (
            chosen.actor and self.rules.best_rating(seen_as, chosen.actor, chosen.challenge)
        )
        seen = "ladder" in self._places.regions(self.size)
        ladder = None
        if seen or not self.rungs or len(state.games) > 1:
            ladder = self.rules.ladder(seen_as, chosen.actor if rating else "", rating)
            self._steps({rung.value: rung.name for rung in ladder.rungs}, bool(ladder.columns))
        waits = sentences.undealt(self.waiting)
        self.party.show(state, chosen.actor, chosen.marked, waits)
        self.order.show(state, chosen.actor, chosen.marked, waits, self._turns)
        stage = self.rules.stage(state)
        self.abacus.show(state, chosen.challenge, self.rungs, stage.rules, stage.bowl, stage.calm)
        if seen:
            self.ladder.show(ladder if rating else None, self.selection.rung)
        if self._hint():
            self._foot()

    def _steps(self, rungs: Mapping[int, str], headed: bool) -> None:
        """Take the steps of a ladder; each game's keeps its own cursor, and one of another length its own room."""
        if rungs == self.rungs or not rungs:
            return
        self._rung_on[tuple(self.rungs)] = self.selection.rung
        self.rungs = rungs
        self.selection = self.selection.on_rungs(rungs, self._rung_on.get(tuple(rungs)))
        # A heading has a line of its own only where that takes none from the panes above.
        if self._places.hold(max(len(rungs), min(len(rungs) + headed, LADDER - 1))):
            # A screen keeps its arrangement until a part of it wants another.
            self.foot.refresh(layout=True)

    def meant(self) -> Mapping[str, str]:
        """What each key does for what is selected: the id of a command or of a verb."""
        game = self.selection.game(self.state, self.focused_pane)
        asked = (self.state.games, game)
        if self._keys[0] != asked:
            others = [other for other in self.state.games if other != game]
            self._keys = asked, meant(self.rows, [game, *others], self.remapped)
        return self._keys[1]

    def _hint(self) -> bool:
        """Find the footer of what is selected, since it follows the cursor where games differ; True where it is new."""
        state, game = self.state, self.selection.game(self.state, self.focused_pane)
        several = len(self.selection.may_play(state)) > 1
        if self._hinted is not None and self._hinted[0] is state and self._hinted[1:] == (game, several):
            return False
        self._hinted = state, game, several
        # Headed by the game, the line has none of another's acts, whose keys still lead there.
        own = [row for row in self.rows if row.game in ("", game)]
        self.hints = hints(own, state, self.remapped, self.meant(), not self.read_only, several=several)
        return True

    def _head(self) -> None:
        if self.small:
            self.head.show(sentences.too_small(self.size, LEAST), "", ())
            return
        words = tuple(sentences.facts(self.state, self.unsaved, bool(self.read_only)))
        # What the foot says already is not said twice, and that nothing can change is among the facts.
        notice = "" if self.status.said == self.notice and self.asking is None else self.notice
        if self.read_only and self.read_only in notice:
            notice = self.read_only
        warning = self.unsaved.partition(";")[0]
        self.head.show(*sentences.place(self.state), words, warning or notice, urgent=bool(warning))

    def _foot(self) -> None:
        pending = self.waiting[0].sentence if self.waiting and not self.read_only else ""
        question = self.asking.question if self.asking else None
        if question is None:
            self.bring("log" if self.telling else self.lower)
        if self._places.ask(question is not None, self.size.height):
            self.foot.refresh(layout=True)
        # Opening words have the line for themselves, since they may be long.
        alone = bool(self.notice) and self.status.said == self.notice and not pending
        advice = "" if pending else keyed(self.advice, self.meant())
        status = self.status if alone else self.status._replace(pending=pending, advice=advice)
        several = len(self.state.games) > 1
        game = GAMES.get(self.selection.game(self.state, self.focused_pane), "") if several else ""
        self.foot.show(question, status, self.hints, game)
        if self.notice:
            self._head()

    def say(self, sentence: str, bad: bool = False) -> None:
        """Put a sentence in the status line."""
        self.status = Status(keyed(sentence, self.meant()), bad)
        self._foot()

    def say_whole(self, sentence: str, bad: bool = False) -> None:
        """Put a sentence in the status line; one that has no room there goes into the log too, which shows it."""
        if words := sentences.whole(sentence):
            self.entries += words
            self.log_pane.show(self.entries)
            self.telling = tabbed(*self.size)
            sentence = sentences.told_below(sentence, self.size.width, self.foot.glyphs)
        self.say(sentence, bad)

    def warn(self, trouble: str) -> None:
        """Have the head say what is not on disk, until it is."""
        self.session.trouble = trouble
        self._head()

    def _forgive(self) -> None:
        """Why a key did nothing is no news any more once another has moved a cursor."""
        if self.status.bad:
            self.say("")

    def quiet(self) -> None:
        """Take the opening words and the last sentence away."""
        self.notice = ""
        self._head()
        self.say("")

    # ------------------------------------------------------------------ the cursors

    def focus_pane(self, name: str) -> None:
        """Move the keys to a pane, and bring it to the front."""
        if name not in self.panes:
            return
        self.telling = False
        self._forgive()
        if name != self.focused_pane:
            self.panes[self.focused_pane].focus_on(False)
            self.focused_pane = name
            self.panes[name].focus_on(True)
            self._stand_in(name)
        if name in BELOW:
            self.lower = name
            self.bring(name)

    def _stand_in(self, name: str) -> None:
        """Have a cursor in a pane of people; who was selected before is so again once the keys leave it unused."""
        before, there = self._stood_in
        self._stood_in = ("", "")
        actor = before if there and self.selection.actor == there else self.selection.actor
        keys = self.panes[name].keys
        if name in PEOPLE and keys and actor not in keys:
            turn = self.state.order.turn
            there = turn if turn in keys else keys[0]
            self._stood_in, actor = (actor, there), there
        self.selection = self.selection.picked("party", actor)
        self._select()

    def choose(self, pane: str, key: str) -> None:
        """Put the cursor of a pane on a key."""
        self._forgive()
        self._stood_in = ("", "")
        self.selection = self.selection.picked(pane, key)
        self._select()

    def move(self, by: int) -> None:
        """Move the cursor of the pane in focus."""
        pane = self.panes[self.focused_pane]
        if pane is self.log_pane:
            pane.scroll_by(by)
        elif key := pane.step(by):
            self.choose(self.focused_pane, key)
