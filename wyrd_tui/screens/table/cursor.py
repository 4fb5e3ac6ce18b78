"""Place of the keys: the pane in focus, the selection, and the lower pane in front."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from wyrd_tui.engine.act import Act
from wyrd_tui.engine.commands import Answers, Command
from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.state import Actor, Challenge, State
from wyrd_tui.screens.table import traces
from wyrd_tui.screens.table.ladder_cursor import LadderCursor, followed_challenge
from wyrd_tui.screens.table.next_challenge import NO_FRAME, challenge_rolled_for, is_kept_for_roll, next_in, next_rolls
from wyrd_tui.screens.table.selection import SHIFTS, Selection

if TYPE_CHECKING:
    from wyrd_tui.screens.table.protocols import Display, Rules

PANES = ("party", "order", "ladder", "abacus", "log")
PEOPLE = ("party", "order")
"""The panes that share the cursor on an actor."""
BELOW = ("ladder", "abacus", "log")
"""The panes that share one place where the screen is low."""


class Cursor:
    """The place of the keys on a table.

    Args:
        state: The table as it is opened.
        rules: The rules of the table.
        display: The screen.

    Attributes:
        selection: The cursor of each pane.
        pane: The pane in focus.
        lower: The lower pane that the GM works with.
        shown: The lower pane in front; the log may stand before it for a moment.
        ladder: The ladder of the selected actor.
        asked_challenge: The challenge that an open question is about; empty for none.
        inspects_asked: True where that question is about an open matter, so that the inspector shows its challenge.
        kept: The game, by fighter, in which turns begin in this fight since the GM chose it or rolled in it.
        back_in: The game to which the keys have gone back with the turn, after the GM had chosen another for its
            actor; empty for none.
    """

    def __init__(self, state: State, rules: Rules, display: Display) -> None:
        self.selection = Selection()
        self.pane = PANES[0]
        self.lower = self.shown = rules.front_pane(state)
        self.ladder = LadderCursor(rules)
        self.asked_challenge, self.inspects_asked = "", False
        self.back_in = ""
        self.kept: dict[str, str] = {}
        self._rules, self._display = rules, display
        self._state, self._frame = state, NO_FRAME
        self._fronted = next(iter(state.games), "")
        self._shifted = False
        self._chosen_by_act: dict[int, Selection] = {}

    def take_up(self, acts: Sequence[Act], state: State) -> None:
        """Go on where acts have left the table, each game on the rung of its last roll for no challenge."""
        played = traces.games_in_hand(self._rules, acts, state, self.kept)
        chosen = traces.as_played(self.selection, acts, state, self._rules.scene_frame(state)).in_games(played, state)
        # The fighter of the turn has the game already.
        self._shifted, self.selection = True, chosen
        self.ladder.own |= traces.rungs_rolled(acts)

    @property
    def game(self) -> str:
        """The game of what was selected last; where the challenge under the cursor left, still that of its rolls."""
        strays = self._strays and self.selection.touched == "abacus"
        return self.selection.strayed[1] if strays else self.selection.game(self._state, self.pane)

    @property
    def several(self) -> bool:
        """True where the selected actor plays several games of the table."""
        return len(self.selection.may_play(self._state)) > 1

    @property
    def other_games(self) -> Sequence[str]:
        """The other games of the selected actor, in the order in which a key goes to them."""
        return self.selection.other_games(self._state, self.game)

    @property
    def rating(self) -> str:
        """The rating that the ladder shows; empty where nobody is selected."""
        return self.ladder.rating(self.selection, self._state, self.next_challenge)

    @property
    def followed(self) -> tuple[int, str] | None:
        """The value and the title of the challenge that the ladder follows; None for none."""
        return followed_challenge(self.selection, self._state, self.next_challenge)

    @property
    def next_challenge(self) -> str:
        """The challenge that the next roll is for; empty for none."""
        return self.selection.rolls_for(self.game, self._pane_in_use, self._state, self._frame)

    @property
    def _pointed_at(self) -> str:
        """The challenge of the next roll, or the one under the cursor of the abacus where the keys choose there."""
        chooses = self._pane_in_use == self.selection.touched == "abacus"
        return self.selection.challenge if chooses else self.next_challenge

    @property
    def has_chosen(self) -> bool:
        """True where the cursor of the abacus is on the challenge of the next roll, or the keys choose there."""
        return self.selection.challenge == self._pointed_at != ""

    @property
    def at_hand(self) -> str:
        """The challenge of the open question or the next roll, else the one whose beads `+` moves; empty for none."""
        return self.asked_challenge or self._pointed_at or self.advances

    @property
    def stands_at_roll(self) -> bool:
        """True where the challenge at hand is that of the open question or the next roll."""
        return bool(self.asked_challenge or self._pointed_at)

    @property
    def advances(self) -> str:
        """The challenge or counter that `+` advances; empty where it asks for one."""
        held = self.selection.bead(self._state, self._pane_in_use)
        rod = self._state.challenges.get(held)
        return "" if rod is not None and rod.outcome else held

    @property
    def moving(self) -> str:
        """The pane that moves up and down: the one in focus, or the lower pane that stands before it."""
        return self.shown if self.pane in BELOW and self._display.tabbed else self.pane

    @property
    def inspected(self) -> Actor | Challenge | None:
        """The selected challenge while the keys are in the abacus, else the selected actor; None for neither.

        The challenge that an open question is about comes before both. An actor who is selected by number while the
        keys are in the abacus is shown until these move there.
        """
        if self.pane == self.selection.touched == "abacus" or (self.asked_challenge and self.inspects_asked):
            return self._state.challenges.get(self.asked_challenge or self.selection.challenge)
        return self._state.actors.get(self.selection.actor)

    def in_sight(self, pane: str) -> bool:
        """Tell whether a pane is on the screen."""
        if self._display.small:
            return False
        return pane not in BELOW or not self._display.tabbed or pane == self.shown

    def given(self, state: State) -> Answers:
        """Return the answers of the selection for every act, with the keys in the abacus those of its cursor, too."""
        given = {**self.selection.focus(state, self._pane_in_use, self.next_challenge), "game": self.game}
        if self._strays and self.has_chosen:
            given["thing"] = self.selection.challenge
            if not self.selection.is_of_foe(state):
                given["faced"] = self.selection.challenge
        return given

    @property
    def _strays(self) -> bool:
        """True where the cursor of the abacus, with the keys in it, stands on a challenge that nobody chose."""
        return self.pane == "abacus" and self.selection.challenge == self.selection.strayed[0] != ""

    @property
    def _pane_in_use(self) -> str:
        """The pane in focus; empty where its cursor stands on a challenge that nobody chose."""
        return "" if self._strays else self.pane

    # ------------------------------------------------------------------ following the table

    def follow(self, state: State) -> None:
        """Keep the selection to what is there in another state.

        It goes with the turn, also on undo and redo, but not with a fighter who was moved in the order. As a scene
        begins, or the selected challenge ends, the abacus has its cursor anew, except on one that may be faced again;
        where that ended or left, the one under it then is not chosen, and the keys go on in the game that they played.
        """
        self.back_in, game_before = "", self.game
        stays, self._shifted = self._shifted, False
        if state.order.turn not in ("", self._state.order.turn) and not stays:
            self.selection = replace(self.selection, actor=state.order.turn, touched="party")
            game = self.kept.get(state.order.turn) or traces.game_of_turn(self._rules, state, state.order)
            # The actor in turn plays the game in which the fight goes on, or the one that the GM chose in it.
            if game in self.selection.may_play(state) and game != self.selection.game(state):
                self.selection, self.back_in = self.selection.in_game(game), game
        before, now, held = self._state.scene, state.scene, self.selection.challenge
        was = self._state.challenges.get(held)
        begins = (before.number, before.page) != (now.number, now.page)
        frame = self._frame = self._rules.scene_frame(state)
        if self.selection.actor not in state.actors and state.acts in self._chosen_by_act:
            # Undo has taken back the newcomer.
            self.selection = replace(self.selection, actor=self._chosen_by_act[state.acts].actor)
        step = self.selection.at_scene_start if begins else self.selection.with_outcomes
        self.selection = step(self._state, state, frame)
        self._state = state
        self.selection = self.selection.without_missing(state, frame)
        there, rod = self.selection.challenge, state.challenges.get(held)
        ended = rod.outcome if rod else held not in state.counters
        if (there != held and (begins or ended)) or (ended and was is not None and not was.outcome):
            self._stray(there, self.selection.game(state, self.pane) if begins else game_before)
        self.select(self.selection)

    def after(self, command: Command, answers: Answers, before: State, now: State, act: Act) -> None:
        """Move as an act wants it: to whose turn it is, to what it put on the abacus, and into the game that it played.

        The sign of a challenge that nobody chose stays there as the GM moves beads of another; in the abacus `+` moves
        a new one only where it does elsewhere. A challenge that was rolled for and can be tried again is faced next.
        """
        self.keep()
        self._shifted = command.id in SHIFTS
        stays = self.selection.challenge if self._strays else ""
        chosen = self.selection.after(command, answers, before, now)
        self.selection = replace(chosen, stood_in=("", ""), faced=next_rolls(chosen.faced, act))
        traces.keep_game(self.kept, act, before.order, traces.game_of_turn(self._rules, before, before.order))
        self.selection = self.selection.in_games(traces.games_by_actor((act,), before.order), now)
        self.selection = self.selection.in_game_of_new_challenge(now, self._rules.order_game(now, self.selection.actor))
        rolled = challenge_rolled_for(act)
        tried, left = before.challenges.get(rolled), now.challenges.get(rolled)
        if (tried is not None and tried.type) or (left is not None and not left.outcome):
            self._face(rolled)
        elif not self.selection.new_challenge:
            self.selection = replace(self.selection, challenge=stays or self.selection.challenge)
        elif self.pane == "abacus" and self.selection.bead(now) != self.selection.challenge:
            self._stray(self.selection.challenge, self.selection.game(now, self.pane))

    def select(self, selection: Selection) -> None:
        """Select something, and have the ladder and the lower pane follow."""
        there = next_in(selection.game(self._state), selection.faced, self._state, self._frame)
        # While the keys are elsewhere, the cursor of the abacus is on the challenge of the next roll.
        self.selection = replace(selection, challenge=there) if there and self.pane != "abacus" else selection
        self._follow_game()
        at, visible = self.next_challenge, self.in_sight("ladder")
        self.selection = self.ladder.follow(self.selection, self._state, at, visible=visible)

    def _follow_game(self) -> None:
        """Change the lower pane to that of the selected game, at a table of several games.

        A pane in which the keys are, and the log, stay where they are.
        """
        state, game = self._state, self.game
        if len(state.games) < 2 or game == self._fronted or self.pane in BELOW:
            return
        self._fronted = game
        if self.lower != "log":
            self.lower = self._rules.front_pane(replace(state, games=(game, *state.games)))

    def keep(self) -> None:
        """Keep what is chosen now, for the undo or redo that leads back to this state."""
        self._chosen_by_act[self._state.acts] = self.selection

    def choose_game(self, who: str, game: str) -> None:
        """Have the keys play a game with an actor, from now on and also where undo or redo leads."""
        for at, kept in self._chosen_by_act.items():
            self._chosen_by_act[at] = replace(kept, games=replace(kept, actor=who).in_game(game).games)
        self.selection = replace(self.selection, actor=who).in_game(game)

    def come_back(self) -> None:
        """Choose what was chosen as this state was left, unless the GM has chosen since."""
        hand = self._chosen_by_act.pop(self._state.acts, self.selection)
        chosen = replace(self.selection, challenge=hand.challenge, faced=hand.faced, beads=hand.beads)
        chosen = replace(chosen, strayed=hand.strayed, targets=hand.targets, games=hand.games)
        self.select(chosen.without_missing(self._state, self._frame))

    def face_again(self, act: Act) -> None:
        """Choose the challenge of a roll that was undone, for the roll in its place."""
        if (which := challenge_rolled_for(act)) in self._state.challenges:
            self._face(which)
            self.select(self.selection)

    def _face(self, which: str) -> None:
        # Where the cursor goes there by itself, `+` moves the same beads as before.
        led = self.pane != "abacus" or (which == self.selection.challenge and not self._strays)
        self.selection = self.selection.facing(which, self._state)
        self._stray(*("", "") if led else (which, self.game))

    def _stray(self, which: str = "", game: str = "") -> None:
        self.selection = replace(self.selection, strayed=(which, game))

    def see(self) -> None:
        """Have the ladder ready where another size of the screen has brought it in sight."""
        self.select(self.selection)

    # ------------------------------------------------------------------ moving

    def bring(self, pane: str) -> None:
        """Bring a lower pane to the front."""
        if pane != self.shown:
            self.shown = pane
            self.select(self.selection)

    def focus(self, pane: str) -> None:
        """Move the keys to a pane, and bring it to the front."""
        self.selection = replace(self.selection, touched=pane)
        if pane != self.pane:
            if "abacus" in (pane, self.pane):
                self._chosen_by_act.clear()
            self.pane = pane
            self._stray()
            self._stand_in(pane)
        if pane in BELOW:
            self.lower = pane
            self.bring(pane)

    def _stand_in(self, pane: str) -> None:
        """Select the actor in turn, or else the first, in a pane without the one selected, until the keys leave it."""
        self._stand_at_beads(pane)
        (before, there), stood_in = self.selection.stood_in, ("", "")
        actor = before if there and self.selection.actor == there else self.selection.actor
        keys = self._display.row_ids(pane)
        if pane in PEOPLE and keys and actor not in keys:
            turn = self._state.order.turn
            there = turn if turn in keys else keys[0]
            stood_in, actor = (actor, there), there
        self.select(replace(self.selection.with_cursor("party", actor, self._state), stood_in=stood_in))

    def _stand_at_beads(self, pane: str) -> None:
        """Enter the abacus without choosing anything there: `+` moves the same beads as before.

        The cursor stays on the challenge of the next roll. Where there is none, it stands where `+` moves beads until
        the keys leave.
        """
        state, (left, stood) = self._state, self.selection.left_rod
        self.selection = replace(self.selection, left_rod=("", ""))
        if left in state.challenges and not state.challenges[left].outcome and self.selection.challenge == stood:
            self.selection = replace(self.selection, challenge=left)
        bead, there = self.selection.bead(state), self.selection.challenge
        if pane != "abacus" or bead == there:
            return
        if not bead or is_kept_for_roll(state, self.selection.faced, there):
            self._stray(there, self.selection.game(state, pane))
        else:
            self.selection = replace(self.selection, challenge=bead, left_rod=(there, bead))

    def choose(self, pane: str, key: str, *, passing: bool = False) -> None:
        """Put the cursor on a row: in the abacus on the challenge for the next roll and, unless `passing`, for `+`."""
        chosen = replace(self.selection, stood_in=("", ""), touched=pane)
        if pane in ("abacus", "ladder"):
            self._chosen_by_act.clear()
        beads = chosen.bead(self._state) or chosen.beads
        chosen = chosen.with_cursor(pane, key, self._state)
        self.select(replace(chosen, beads=beads) if passing and pane == "abacus" else chosen)
        if pane == "ladder":
            self.ladder.own[self.selection.game(self._state)] = self.selection.rung

    def step(self, by: int) -> str:
        """Return the key so many rows from the cursor of the pane in focus, as far as the list goes."""
        keys, chosen = self._display.row_ids(self.pane), self.selection
        here = {"ladder": str(chosen.rung), "abacus": chosen.challenge}.get(self.pane, chosen.actor)
        if here not in keys:
            return next(iter(keys), "")
        return keys[max(0, min(len(keys) - 1, keys.index(here) + by))]
