"""Choice of the challenge that the next roll faces, and of the one whose beads the GM moves by hand."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from wyrd_tui.engine.act import Act
from wyrd_tui.engine.events import Event, Laid, Rolled
from wyrd_tui.engine.rod_order import in_abacus_order, lock_told
from wyrd_tui.engine.rules.all_games import commands_of
from wyrd_tui.engine.rules.game import SceneFrame
from wyrd_tui.engine.rules.games import GAMES
from wyrd_tui.engine.state import Challenge, State

NO_FRAME = SceneFrame()


NextRolls = tuple[tuple[str, str], ...]
"""The challenge that the next roll of each game is for, by game, the one chosen last behind all others."""


def first_to_face(state: State, frame: SceneFrame = NO_FRAME, game: str = "") -> str:
    """Return the first challenge on the abacus that can be faced, else any that is not over; empty for none.

    Untried challenges come before failed ones, then the scene's own before those of other scenes, then those that
    players know of before hidden ones. Of a game only those of its types count.
    """
    if game and not any(rod.type and rod.game == game for rod in state.challenges.values()):
        return ""
    live = [rod for rod in in_abacus_order(state) if not rod.outcome or rod.id in frame.again]
    live = [rod for rod in live if rod.type and rod.game == game] if game else live
    own = {rod for page in state.book.pages if page.id == state.scene.page for rod in page.challenges}
    ready = [rod for rod in live if rod.kind != "clock" and rod.id not in frame.barred and not lock_told(state, rod)]

    def rank(rod: Challenge) -> tuple[bool, bool, bool]:
        return rod.outcome != "" or rod.failed_before, rod.id not in own, rod.type != "" and rod.visibility == "secret"

    ready.sort(key=rank)
    return next((rod.id for rod in (*ready, *live)), "")


def next_in(game: str, faced: NextRolls, state: State, frame: SceneFrame) -> str:
    """Return the challenge that the next roll of a game is for; empty for none.

    In a game of types it is the first one where the GM has chosen none.
    """
    which = dict(faced).get(game, "")
    return which if can_be_next(state, which, frame) else first_to_face(state, frame, game)


def can_be_next(state: State, challenge: str, frame: SceneFrame) -> bool:
    """Tell if a challenge on the abacus is not over, or may be faced again; a clock is never faced."""
    rod = state.challenges.get(challenge)
    return rod is not None and rod.kind != "clock" and (not rod.outcome or rod.id in frame.again)


def with_next(faced: NextRolls, game: str, challenge: str) -> NextRolls:
    """The challenges of the next rolls with another one for a game; with none where it is empty."""
    others = tuple((one, rod) for one, rod in faced if one != game)
    return (*others, (game, challenge)) if challenge else others


def is_kept_for_roll(state: State, faced: NextRolls, challenge: str) -> bool:
    """Tell if the cursor of the abacus is on the challenge of a next roll, from which no clock takes it."""
    rod = state.challenges.get(challenge)
    return challenge in dict(faced).values() or (rod is not None and bool(rod.type) and rod.kind != "clock")


def is_clock(state: State, challenge: str) -> bool:
    """Tell if a challenge is a clock that still runs, which the GM moves and not a roll."""
    rod = state.challenges.get(challenge)
    return rod is not None and rod.kind == "clock" and not rod.type and not rod.outcome


def takes_hand(rod: Challenge) -> bool:
    """Tell if `+` moves a challenge once it is made or chosen: any but one that one roll overcomes."""
    return rod.value is None or (not rod.type and rod.needed > 1)


def next_rolls(faced: NextRolls, act: Act) -> NextRolls:
    """Return the challenge that the next roll of each game is for behind an act: a new one, or the one rolled for.

    A roll of one game is none of another's.
    """
    for event in challenge_events(act):
        match event:
            case Laid(rod) if rod.kind != "clock":
                faced = with_next(faced, rod.game, rod.id)
            case Rolled(roll):
                faced = with_next(faced, roll.game, roll.challenge)
    return faced


def challenge_rolled_for(act: Act) -> str:
    """Return the challenge that a roll of an act was for; empty for none."""
    rolls = (event.roll for event in act.events if isinstance(event, Rolled))
    return next((roll.challenge for roll in rolls if roll.challenge), "")


def challenge_events(act: Act) -> Iterator[Event]:
    """Yield the events of an act, without a challenge made by the way and without a roll that is never for one."""
    put = [event for event in act.events if isinstance(event, Laid)]
    for event in act.events:
        match event:
            case Laid(rod) if act.command not in _putting(rod.game) or event is not put[0]:
                pass
            case Rolled(roll) if not roll.challenge and act.command not in _facing(roll.game):
                pass
            case _:
                yield event


@cache
def _putting(game: str) -> frozenset[str]:
    """The acts whose new challenge of a game is next to be faced."""
    return frozenset(command.id for command in commands_of(State(games=(game,))) if command.puts)


@cache
def _facing(game: str) -> frozenset[str]:
    """The acts of a game that ask for the challenge of the next roll, where that may be for none."""
    commands = GAMES[game].commands if game in GAMES else ()
    asked = {command.id: {ask.focus for ask in command.asks} for command in commands}
    always = any("next" in focuses for focuses in asked.values())
    return frozenset(act for act, focuses in asked.items() if "faced" in focuses and not always)
