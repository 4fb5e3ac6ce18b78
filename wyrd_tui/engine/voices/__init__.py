"""The voices of the games: the name of a game, its sentences in the log and the recap, its words in the panes.

They stand below the rules, so that a log, a recap and a pane need none. `VOICES` is the one list of them, and nothing
copies it as it is imported.
"""

from __future__ import annotations

from wyrd_tui.engine.on_demand import OnDemand
from wyrd_tui.engine.page import PAGE_KINDS, Page
from wyrd_tui.engine.state import METTLE, WYRD_ABACUS, WYRD_ENGINE, Condition, State
from wyrd_tui.engine.voices.voice import PLAIN_VOICE, Voice


def _wyrd_engine() -> Voice:
    from wyrd_tui.engine.voices.wyrd_engine import VOICE

    return VOICE


def _wyrd_abacus() -> Voice:
    from wyrd_tui.engine.voices.wyrd_abacus import VOICE

    return VOICE


def _mettle() -> Voice:
    from wyrd_tui.engine.voices.mettle import VOICE

    return VOICE


VOICES: OnDemand[Voice] = OnDemand()
VOICES.register(WYRD_ENGINE, _wyrd_engine)
VOICES.register(WYRD_ABACUS, _wyrd_abacus)
VOICES.register(METTLE, _mettle)


def voice_of(game: str) -> Voice:
    """Return the voice of a game, by its id; a plain one for an unknown game."""
    return VOICES.get(game, PLAIN_VOICE)


def game_name(game: str) -> str:
    """Return the name of a game; the id of an unknown game."""
    return voice_of(game).name or game


def short_game_name(game: str) -> str:
    """Return the word that tells a game from the others; the id of an unknown game."""
    return voice_of(game).short_name or game_name(game)


def chapter_word(state: State) -> str:
    """Name a prepared part of the story in the word of a table’s games: of several, a scene where their words differ.

    A table that names no game has the word of the first of all.
    """
    words = {voice_of(game).chapter for game in state.games if game in VOICES}
    return words.pop() if len(words) == 1 else "scene" if words else voice_of(next(iter(VOICES))).chapter


def page_word(page: Page, state: State) -> str:
    """Name the kind of a page; a part of the story by the word of the table’s games."""
    return chapter_word(state) if page.kind == "act" else PAGE_KINDS[page.kind].word


def the_game(game: str) -> str:
    """Return the name of a game as a sentence has it: `the Wyrd Abacus`, but `Mettle`."""
    name = game_name(game)
    return f"the {name}" if " " in name else name


def value_name(game: str, value: int) -> str:
    """Name a difficulty as its game does."""
    return voice_of(game).value_name(value)


def is_way_out(condition: Condition) -> bool:
    """Tell whether its owner has left the fight by choice, such as by conceding, and is no target in it (WE-69)."""
    return condition.out and condition.id in voice_of(condition.game).chosen_fates


def meaning(condition: Condition) -> str:
    """Return the words noted beside a condition, else its meaning in its game."""
    return condition.note or voice_of(condition.game).meanings.get(condition.id, "")
