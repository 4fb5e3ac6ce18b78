"""Looks ahead for the panes: the table as the open question would leave it, and the chances to hit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from wyrd_tui.engine.commands import Answers, Command, many_of, text_of
from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.handles import handles_of
from wyrd_tui.engine.rules.game import Ladder
from wyrd_tui.engine.rules.games import GAMES
from wyrd_tui.engine.rules.shared.order import MAKE_ORDER
from wyrd_tui.engine.state import Actor, Challenge, State
from wyrd_tui.engine.turn_order import Order, Place
from wyrd_tui.engine.voices import the_game
from wyrd_tui.engine.words import join_names, short_name_of
from wyrd_tui.screens.table.selection import Selection
from wyrd_tui.widgets.latest import Latest
from wyrd_tui.widgets.values import Target

if TYPE_CHECKING:
    from wyrd_tui.engine.account import Account
    from wyrd_tui.screens.questions.asking import Asking
    from wyrd_tui.screens.table.protocols import Rules


class Aims:
    """The chances of each actor against the others, reckoned anew where something has changed that they rest on."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._known = Latest[dict[tuple[str, str], Sequence[Target]]]()

    def of(self, state: State, shown: Actor | Challenge | None) -> Sequence[Target]:
        """Return the targets of an actor with the chance to hit each; none of a challenge.

        The main game of the table comes first, as for the ladder, so that an actor of several attacks in that.
        """
        if not isinstance(shown, Actor):
            return ()
        # A turn changes no chance, and passes more often than anything else.
        fighters = [place.who for place in state.order.places]
        things = fighters, state.actors, state.bonuses, state.challenges, state.handles
        facts = (*things, state.memory, state.rules, state.setting, frozenset(state.games), state.scene)
        known = self._known.of(facts, dict)
        asked = shown.id, next(iter(state.games), "")
        if asked not in known:
            handles, rows = handles_of(state), self._rules.chances(state, shown.id)
            known[asked] = [
                Target(handles.get(row.value, ""), row.label, row.then, row.hit, short_name_of(state, row.value))
                for row in rows
            ]
        return known[asked]


def _rod_asked(asking: Asking, state: State) -> Challenge | None:
    """Return the challenge with a value that the open roll is for; None for none.

    Commands of all games name a challenge for more than a roll, those of one game roll for it.
    """
    focuses = ("faced", "next", "challenge") if asking.command.game else ("faced",)
    name = next((ask.name for ask in asking.command.asks if ask.focus in focuses), "")
    rod = state.challenges.get(text_of(asking.so_far(), name))
    return rod if rod is not None and rod.value is not None else None


def ladder_asked(
    asking: Asking | None,
    rules: Rules,
    state: State,
    usual: Ladder | None,
    followed: int | None = None,
    actor: str = "",
) -> Ladder | None:
    """Return the ladder of the rating that the open question rolls, so that both say the same odds; else the usual one.

    Before the rating is asked for it is the usual one, so that a key that opens a question paints few cells.

    Args:
        asking: The question.
        rules: The rules of the table.
        state: The table, with the game of the selected actor as its main one.
        usual: The ladder of the selected actor; None where none is shown.
        followed: The value of the challenge that the ladder follows; None for none.
        actor: The selected actor, who rolls where the question names a challenge and no rating.
    """
    if usual is None or asking is None:
        return usual
    if game := _other_game(asking, state):
        return _ladder_in(game, asking, rules, state, followed)
    given = asking.so_far()
    rated = next((ask for ask in asking.command.asks if ask.focus in ("rating", "rolled")), None)
    if rated is None and actor and (rod := _rod_asked(asking, state)) is not None:
        suited = rules.best_rating(state, actor, rod.id)
        return rules.ladder(state, actor, suited, followed) if suited else usual
    who, rating = text_of(given, "who"), text_of(given, rated.name) if rated is not None else ""
    if rating and len(many_of(given, "who")) > 1:
        # A team throws other dice than the selected one of it alone.
        return Ladder("the line tells the team’s odds", ())
    if not rating and any(ask.focus == "acting" for ask in asking.command.asks) and who not in ("", actor):
        # Odds of somebody else would stand beside those of the act.
        rating = rules.best_rating(state, who)
    if who not in state.actors or not rating:
        return usual
    rolled = GAMES.get(asking.command.game)
    counted = rolled.asked_ladder(state, {**given, "rating": rating}, followed) if rolled is not None else None
    return counted or rules.ladder(state, who, rating, followed)


def _other_game(asking: Asking, state: State) -> str:
    """Return the game of a question where the ladder is that of another; empty where it is the same, or of none."""
    game = asking.command.game
    return game if game in state.games[1:] else ""


def _ladder_in(game: str, asking: Asking, rules: Rules, state: State, followed: int | None) -> Ladder:
    """Return the ladder of a question's own game, of whoever it asks about; bare where that is nobody who plays it."""
    given, seen = asking.so_far(), replace(state, games=(game, *(one for one in state.games if one != game)))
    actor = state.actors.get(text_of(given, "who"))
    who = actor.id if actor is not None and game in actor.sheets else ""
    return rules.ladder(seen, who, rules.best_rating(seen, who, challenge_asked(asking, state)), followed)


def challenge_asked(asking: Asking | None, state: State, roll: int = 0) -> str:
    """Return the challenge on the table that the open question is about, else that of a roll; empty for none."""
    given = asking.so_far() if asking else {}
    asks = asking.command.asks if asking else ()
    named = [text_of(given, ask.name) for ask in asks if ask.focus in ("faced", "next", "challenge")]
    thrown = [one.challenge for one in state.rolls if roll and one.number == roll]
    return next((rod for rod in (*named, *thrown) if rod in state.challenges), "")


def is_bid_on(asking: Asking | None, state: State) -> bool:
    """Tell if points are bid on a challenge, whose rod says what the die must show."""
    if asking is None or not asking.bids:
        return False
    rolls = after_asking(asking, state).rolls
    return any(roll.challenge and state.roll_of(roll.number) is None for roll in rolls)


def rung_asked(
    asking: Asking | None, state: State, rung: int, faced: tuple[int, str] | None
) -> tuple[int, tuple[int, str] | None]:
    """Return the difficulty of the open roll, and what it is of, a challenge or an actor; else those of the cursor.

    Args:
        asking: The question.
        state: The table, with the game of the selected actor as its main one.
        rung: The selected value of the ladder.
        faced: The value and the title of the challenge that the ladder follows; None for none.
    """
    if asking is None:
        return rung, faced
    if _other_game(asking, state):
        rod = state.challenges.get(challenge_asked(asking, state))
        return (rod.value, (rod.value, rod.title)) if rod is not None and rod.value is not None else (0, None)
    if (rod := _rod_asked(asking, state)) is not None and rod.value is not None:
        return rod.value, (rod.value, rod.title)
    given, game = asking.so_far(), GAMES.get(asking.command.game)
    if game is not None and (beaten := game.beaten(state, given)) is not None:
        return beaten[0], beaten
    name = next((ask.name for ask in asking.command.asks if ask.focus == "rung"), "")
    value = given.get(name)
    return (value, None) if isinstance(value, int) else (rung, faced)


def told_besides(
    rules: Rules, state: State, chosen: Selection, command: Command, answers: Answers, ahead: Account | None
) -> str:
    """Tell what else the keys will do after an act that lies `ahead`: what `+` moves, and which game they play.

    It is empty for nothing new.
    """
    if not command.puts:
        return _keys_of_others(rules, state, chosen, command, answers, ahead)
    if ahead is None or command.asks[-1].name not in answers:
        return ""
    now = ahead.after
    left = chosen.after(command, answers, state, now)
    game = left.in_game_of_new_challenge(now, rules.order_game(now, left.actor)).game(now)
    goes = f"the keys play {the_game(game)}" if game != chosen.game(state) else ""
    moves = "``tick`` moves it from now on" if left.new_challenge and left.beads == left.new_challenge else ""
    return " · ".join(filter(None, (moves, goes)))


def _keys_of_others(
    rules: Rules, state: State, chosen: Selection, command: Command, answers: Answers, ahead: Account | None
) -> str:
    """Tell for whom the keys will play another game: that of a roll of several, or with their turn that of the order.

    It is empty where they play that already.
    """
    many, game, when = many_of(answers, "who"), command.game, " on their turn"
    if command.id == MAKE_ORDER.id and ahead is not None and ahead.after.order.places:
        played = {who: rules.order_game(ahead.after, who) for who in many}
    elif game in GAMES and command.id == GAMES[game].order_act:
        # Before its dice fall the order is of everybody.
        order = Order("rolled", 1, "", tuple(map(Place, state.actors)))
        after = ahead.after if ahead is not None else replace(state, order=order)
        played = {who: rules.order_game(after, who) for who in many}
    elif any(ask.kind == "dice" for ask in command.asks):
        played, when = dict.fromkeys(many, game), ""
    else:
        return ""
    others: dict[str, list[str]] = {}
    for one in (replace(chosen, actor=who) for who in many):
        if (game := played[one.actor]) in one.may_play(state) and one.game(state) != game:
            others.setdefault(game, []).append(short_name_of(state, one.actor))
    told = (f"the keys play {the_game(game)} for {join_names(names)}{when}" for game, names in others.items())
    return " · ".join(told)


def after_asking(asking: Asking | None, state: State) -> State:
    """Return the table as Enter would leave it; the table itself where nothing is asked or known."""
    ahead = asking.foreseen() if asking else None
    return ahead.after if ahead is not None else state
