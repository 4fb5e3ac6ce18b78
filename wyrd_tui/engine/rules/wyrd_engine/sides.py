"""What the answers of an act say of either side: the acting one, and those that it goes against."""

from __future__ import annotations

from wyrd_tui.engine.commands import Answers, number_of, text_of
from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.rules.ground.basics import the_actor
from wyrd_tui.engine.rules.wyrd_engine.asks import usual_rating
from wyrd_tui.engine.rules.wyrd_engine.numbers import Reckoning, reckon
from wyrd_tui.engine.state import GAMES, WYRD_ENGINE, State
from wyrd_tui.engine.words import doing, name_of

_DEFENCE = {"attack": "defence"}
"""What the other side does against an act; all else it opposes."""


def unopposed(state: State, answers: Answers) -> bool:
    """Whether the table said that a manoeuvre is aimed at nobody, or that nobody answers it."""
    return "nobody" in (text_of(answers, "target"), text_of(answers, "defend"))


def their_rating(state: State, answers: Answers, target: str) -> str:
    """The rating that an opponent uses: the one that was answered, or its usual one."""
    answered = text_of(answers, "defend")
    if answered and answered != "usual":
        return answered
    return usual_rating(state, the_actor(state, target), "defend")


def _must_play(state: State, who: str) -> None:
    """Let nobody into a contest of this game whose only sheets are of others; an unfinished figure has none (U-34).

    Raises:
        Refused: If that is so.
    """
    sheets = the_actor(state, who).sheets
    if sheets and WYRD_ENGINE not in sheets:
        other = GAMES.get(next(iter(sheets)), "another game")
        raise Refused(
            f"{doing(state, who, 'has')} no sheet of the Wyrd Engine, whose rules this follows; in {other} "
            f"{name_of(state, who)} can be met."
        )


def _chosen(answers: Answers, target: str = "") -> tuple[str, ...] | None:
    """The offers taken by the one who acts, or by one opponent; None where nobody chose."""
    taken = answers.get("with")
    if not isinstance(taken, tuple):
        return None
    if not target:
        return tuple(value for value in taken if not value.startswith("their:"))
    head = f"their:{target}:"
    return tuple(value.removeprefix(head) for value in taken if value.startswith(head))


def mine(state: State, answers: Answers, act: str, target: str = "") -> Reckoning:
    """The acting side's reckoning from the answers of a command.

    Raises:
        Refused: If something chosen does not count.
    """
    who, rating, extra = text_of(answers, "who"), text_of(answers, "skill"), number_of(answers, "mod")
    _must_play(state, who)
    return reckon(state, who, rating, _chosen(answers), extra=extra, against=target, act=act)


def theirs(state: State, answers: Answers, act: str, target: str) -> Reckoning:
    """An opponent's reckoning from the answers of a command.

    Raises:
        Refused: If something chosen does not count.
    """
    _must_play(state, target)
    who, rating = text_of(answers, "who"), their_rating(state, answers, target)
    return reckon(state, target, rating, _chosen(answers, target), against=who, act=_DEFENCE.get(act, "opposed"))
