"""How each game says what happens."""

from __future__ import annotations

from collections.abc import Mapping

from wyrd_tui.engine.state import METTLE, WYRD_ABACUS, WYRD_ENGINE, Actor, Condition
from wyrd_tui.engine.voices import mettle, wyrd_abacus, wyrd_engine
from wyrd_tui.engine.voices.voice import Voice

VOICES: Mapping[str, Voice] = {
    WYRD_ENGINE: wyrd_engine.VOICE,
    WYRD_ABACUS: wyrd_abacus.VOICE,
    METTLE: mettle.VOICE,
}
_PLAIN = Voice()


def voice_of(game: str) -> Voice:
    """The voice of a game, by its id; a plain one for a game that has none of its own."""
    return VOICES.get(game, _PLAIN)


def value_name(game: str, value: int) -> str:
    """A difficulty as the game that it follows calls it."""
    return voice_of(game).value(value)


def noted(actor: Actor | None, condition: Condition) -> str:
    """What is written beside a condition, unless it says no more than what the rules of a game say of it anyway."""
    own = actor.sheets if actor is not None else ()
    games = (condition.game,) if condition.game else own
    known = any(voice_of(game).meanings.get(condition.id) == condition.note for game in games)
    return "" if known else condition.note
