"""Open matters of a table: opened and closed by events at the end of each act."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache

from wyrd_tui.engine.answers import complete_answers
from wyrd_tui.engine.apply import apply
from wyrd_tui.engine.commands import Answers, Command, many_of
from wyrd_tui.engine.dice import Dice
from wyrd_tui.engine.events import Closed, Event, Noted, Opened, Rolled, Said, Shown
from wyrd_tui.engine.matter import Open
from wyrd_tui.engine.rules.game import Pending
from wyrd_tui.engine.rules.games import GAMES, games_played
from wyrd_tui.engine.rules.house_rules import REVEALING
from wyrd_tui.engine.state import State
from wyrd_tui.engine.words import join_names, name_and_verb, short_name_of

Run = Callable[[State, Answers, Dice], Iterable[Event]]


def left_open(state: State) -> tuple[Open, ...]:
    """Return the matters that the rules of the table's games leave open as it stands."""
    return tuple(one for game in games_played(state) for one in game.open_matters(state))


def pending(state: State, found: Sequence[Open] | None = None) -> tuple[Pending, ...]:
    """Return the questions of open matters, the oldest first; of those of one act the most urgent first.

    Args:
        state: The table.
        found: The matters; those that are open at the table where it is None.
    """
    if found is None:
        # Before the first act a table has what its preparation leaves open.
        found = state.open if state.acts else left_open(state)
    questions = (
        question._replace(matter=matter.id, roll=matter.roll)
        for game in games_played(state)
        for act, worded in game.questions.items()
        for matter in found
        if (matter.game, matter.act) == (game.id, act) and (question := worded(state, matter)) is not None
    )
    # Matters stand at the table in the order in which they were opened.
    opened = {matter.id: place for place, matter in enumerate(state.open)}
    return tuple(sorted(questions, key=lambda question: opened.get(question.matter, len(opened))))


def dismissal_events(state: State, matter: str, dice: Dice) -> Iterator[Event]:
    """Let an open matter go, by the act that answers it; nothing where its rules want another answer.

    Raises:
        Refused: If the act that answers it cannot be done.
    """
    question = next((one for one in pending(state) if one.matter == matter), None)
    if question is None or question.dismissal is None:
        return
    own = (command for game in games_played(state) for command in game.commands if command.id == question.command)
    command = next(own)
    yield from command.run(state, complete_answers(command, state, question.dismissal), dice)


def update_matters(state: State) -> Iterator[Event]:
    """Close the matters that are open no longer, and open those that an act has left."""
    now = left_open(state)
    still, known = set(now), set(state.open)
    yield from (Closed(old) for old in state.open if old not in still)
    urgent = {question.matter: place for place, question in enumerate(pending(state, now))}
    new = [one for one in now if one not in known]
    yield from map(Opened, sorted(new, key=lambda one: urgent.get(one.id, len(urgent))))


def reveal_fighters(state: State, rolled: Iterable[str]) -> Iterator[Shown]:
    """Make hidden fighters known who have rolled in a fight, at a table that plays so."""
    if state.scene.fight and REVEALING.chosen(state) is True:
        for who in dict.fromkeys(rolled):
            if who in state.actors and state.actors[who].visibility == "secret":
                yield Shown(who, "known")


def is_rolled(command: Command) -> bool:
    """Tell whether an act may roll for an actor who acts; dice for the order of a fight fall before that."""
    orders = command.game and GAMES[command.game].order_act == command.id
    return not orders and any(ask.kind == "dice" for ask in command.asks)


def _foretell_reveals(state: State, answers: Answers) -> str:
    """Tell before a roll whom it makes known to the players; empty for nobody."""
    hidden = [event.what for event in reveal_fighters(state, many_of(answers, "who"))]
    if len(hidden) == 1:
        return name_and_verb(state, hidden[0], "becomes known to the players")
    names = join_names([short_name_of(state, who) for who in hidden])
    return f"{names} become known to the players" if names else ""


@cache
def with_reveals(told: Callable[[State, Answers], str]) -> Callable[[State, Answers], str]:
    """Return what a command tells, behind the fighters that its roll makes known."""
    return lambda state, answers: "\n".join(filter(None, (_foretell_reveals(state, answers), told(state, answers))))


@cache
def with_matters(run: Run) -> Run:
    """Return what a command does, followed by the fighters that it reveals, what its games let follow, and matters."""

    def settles(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
        before, rolled, told = state, False, set[str]()
        orders = {game.order_act for game in games_played(state)}
        for event in run(state, answers, dice):
            yield event
            state = apply(state, event)
            told.add(event.page if isinstance(event, Said | Noted) else "")
            rolled = rolled or (isinstance(event, Rolled) and event.roll.act not in orders)
        for event in reveal_fighters(state, many_of(answers, "who") if rolled else ()):
            yield event
            state = apply(state, event)
        followed = [event for game in games_played(state) for event in game.on_act(state, before)]
        for event in followed:
            if not (isinstance(event, Said) and event.page and event.page in told):
                yield event
                state = apply(state, event)
        yield from update_matters(state)

    return settles
