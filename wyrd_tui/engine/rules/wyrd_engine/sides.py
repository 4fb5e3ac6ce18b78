"""Sides of an act by its answers: the acting one, and those that it goes against."""

from __future__ import annotations

from collections.abc import Sequence

from wyrd_tui.engine.choices import Choice
from wyrd_tui.engine.commands import Answer, Answers, Ask, actor_named, many_of, number_of, text_of
from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.rules.ground.basics import the_actor
from wyrd_tui.engine.rules.questions import left_out, nobody_stands, still_acts
from wyrd_tui.engine.rules.wyrd_engine.modifiers import REACTIONS, Reckoning, reckon_roll
from wyrd_tui.engine.rules.wyrd_engine.questions import usual_rating
from wyrd_tui.engine.state import WYRD_ENGINE, Actor, State
from wyrd_tui.engine.voices import the_game
from wyrd_tui.engine.words import name_and_verb


def unopposed(state: State, answers: Answers) -> bool:
    """Return whether the table said that a manoeuvre is aimed at nobody, or that nobody answers it."""
    return "nobody" in (text_of(answers, "target"), text_of(answers, "defend"))


def their_rating(state: State, answers: Answers, target: str) -> str:
    """The rating that an opponent uses: the one that was answered, or its usual one.

    Raises:
        Refused: If the usual one is wanted of nobody at the table.
    """
    answered = text_of(answers, "defend")
    if answered and answered != "usual":
        return answered
    return usual_rating(state, the_actor(state, target), "defend")


def players_of_engine(state: State, actor: Actor) -> bool:
    """Actors who can be met in this game: not those who have only sheets of others (U-34)."""
    return not actor.sheets or WYRD_ENGINE in actor.sheets


def can_be_met(state: State, actor: Actor) -> bool:
    """Return whether an actor still acts and can be met in this game (U-34)."""
    return still_acts(state, actor) and players_of_engine(state, actor)


FOES_LEFT = left_out(WYRD_ENGINE, players_of_engine)
"""The foes of the acting one who have only sheets of other games, in words."""


def nobody_plays(state: State) -> str:
    """Return why nothing of this game can happen to anybody; empty where it can."""
    if not state.actors or any(players_of_engine(state, actor) for actor in state.actors.values()):
        return ""
    return "Nobody here has a sheet of the Wyrd Engine: `rate` writes a rating."


def nobody_acts(state: State) -> str:
    """Return why no player of this game can act; empty where one can (U-34)."""
    acting = any(can_be_met(state, actor) for actor in state.actors.values())
    return "" if acting else nobody_stands(state) or nobody_plays(state) or "No character of this game still acts."


def _no_sheet(state: State, actor: Actor) -> str:
    other = the_game(next(iter(actor.sheets)))
    return (
        f"{name_and_verb(state, actor.id, 'has')} no sheet of the Wyrd Engine, and this act is one of its rules. "
        f"Acts of {other} can be used instead."
    )


def must_play(state: State, who: str) -> None:
    """Let nobody into an act of this game whose only sheets are of others (U-34).

    Raises:
        Refused: If that is so.
    """
    actor = the_actor(state, who)
    if not players_of_engine(state, actor):
        raise Refused(_no_sheet(state, actor))


def for_players(ask: Ask) -> Ask:
    """The question without actors who do not play this game, and a sentence where one is named all the same."""

    def why(state: State, word: str) -> str:
        actor = actor_named(state, word)
        if actor is None:
            return ""
        return ask.why(state, word) if players_of_engine(state, actor) else _no_sheet(state, actor)

    def choices(state: State, answers: Answers) -> Sequence[Choice]:
        return players(state, ask.choices(state, answers))

    def plain(state: State, answers: Answers) -> Sequence[Choice]:
        return players(state, ask.plain_choices(state, answers))

    def players(state: State, rows: Sequence[Choice]) -> Sequence[Choice]:
        return [one for one in rows if plays(state, one.value)]

    def plays(state: State, who: str) -> bool:
        return who not in state.actors or players_of_engine(state, state.actors[who])

    def default(state: State, answers: Answers) -> Answer | None:
        usual = ask.default(state, answers)
        if isinstance(usual, tuple):
            kept = tuple(who for who in usual if isinstance(who, str) and plays(state, who))
            return kept if kept or not usual else None
        return usual if usual is None or plays(state, str(usual)) else None

    return replace(ask, choices=choices, plain=plain if ask.plain else None, default=default, why=why)


def _chosen(answers: Answers) -> tuple[str, ...] | None:
    """The words of the offers taken for all sides; None where nobody chose."""
    return many_of(answers, "with") if isinstance(answers.get("with"), tuple) else None


def own_reckoning(state: State, answers: Answers, act: str, target: str = "") -> Reckoning:
    """The acting side's reckoning from the answers of a command.

    Raises:
        Refused: If something chosen excludes another that was chosen.
    """
    who, rating, extra = text_of(answers, "who"), text_of(answers, "skill"), number_of(answers, "mod")
    must_play(state, who)
    return reckon_roll(state, who, rating, _chosen(answers), extra=extra, against=target, act=act)


def opponent_reckoning(state: State, answers: Answers, act: str, target: str) -> Reckoning:
    """An opponent's reckoning from the answers of a command.

    Raises:
        Refused: If something chosen excludes another that was chosen.
    """
    must_play(state, target)
    who, rating = text_of(answers, "who"), their_rating(state, answers, target)
    reaction = REACTIONS.get(act, "resist")
    return reckon_roll(state, target, rating, _chosen(answers), against=who, act=reaction, opposing=True)
