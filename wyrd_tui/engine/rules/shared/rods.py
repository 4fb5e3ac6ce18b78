"""Rods as every act of the abacus needs them: which one, how long, of what type, and what its game makes of an end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from wyrd_tui.engine.choices import Choice
from wyrd_tui.engine.commands import Answers, Ask, text_of
from wyrd_tui.engine.dice import check_within
from wyrd_tui.engine.events import Event
from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.ids import word_in_game
from wyrd_tui.engine.rod_order import in_abacus_order, lock_told
from wyrd_tui.engine.rules.game import CLOCK, DIFFICULTY_RANGE, ChallengeFact, Game, KindOfRod
from wyrd_tui.engine.rules.games import GAMES, games_played
from wyrd_tui.engine.rules.ground.basics import is_kept_counter, rod_of
from wyrd_tui.engine.state import Challenge, State
from wyrd_tui.engine.voices import game_name, short_game_name, value_name

ABACUS = "Abacus"

SIZES = (1, 60)
"""The least and the most that a number of beads can be."""


def challenge_choices(state: State, answers: Answers) -> Sequence[Choice]:
    """Offer every challenge on the abacus, as they hang there."""
    rods = in_abacus_order(state)
    return [Choice(c.id, c.title, c.outcome_word or challenge_hint(state, c)) for c in rods]


def challenge_hint(state: State, challenge: Challenge) -> str:
    """Return the difficulty or else the kind of a challenge, and of a locked one what opens it (WA-14)."""
    known = (
        (challenge.type or challenge.kind).casefold()
        if challenge.value is None
        else value_name(challenge.game, challenge.value)
    )
    return ", ".join(filter(None, (known, lock_told(state, challenge))))


def own_counters(state: State) -> list[str]:
    """List the counters that the table moves; those that a game keeps by itself are none (WA-33, WA-59)."""
    return [name for name in state.counters if not is_kept_counter(state, name)]


def counter_choices(state: State, answers: Answers) -> Sequence[Choice]:
    """Offer the counters that the table moves, each with its number."""
    return [Choice(name, name, str(state.counters[name])) for name in own_counters(state)]


def which_asks() -> Ask:
    """Ask for a challenge; the usual one is the selected one, or the only one."""

    def default(state: State, answers: Answers) -> str | None:
        return next(iter(state.challenges)) if len(state.challenges) == 1 else None

    return Ask("which", "Which challenge", "one", challenge_choices, default, focus="challenge", noun="challenge")


def the_challenge(state: State, answers: Answers) -> Challenge:
    """Return the challenge that an answer names.

    Raises:
        Refused: If it is not on the abacus.
    """
    return rod_of(state, text_of(answers, "which"))


def no_challenge(state: State) -> str:
    """Return the reason why no bead can move; empty where one can."""
    return "" if state.challenges else "The abacus is empty: `challenge` puts one there."


def kinds_of(state: State, answers: Answers) -> dict[str, tuple[str, KindOfRod]]:
    """Return the kinds of challenge, each with its game: of the game that is named, else of all, the main one first."""
    kinds: dict[str, tuple[str, KindOfRod]] = {}
    games = games_played(state)
    for game in [game for game in games if game.id == text_of(answers, "game")] or games:
        for word, kind in game.kinds.items():
            if word not in kinds:
                kinds[word] = game.id, kind
            elif kind.valued:
                # A difficulty belongs to one game; a clock is the same in all.
                kinds[word_in_game(game.id, word)] = game.id, kind
    return kinds


def kind_choices(state: State, answers: Answers) -> Sequence[Choice]:
    """Offer the kinds of challenge; at a table of several games each with its game, those of the selection's first.

    The letter of a kind depends neither on the games of the table nor on the selection.
    """
    kinds = kinds_of(state, answers)
    often = Counter(kind.label for _, kind in kinds.values())
    games = Counter(word for game in GAMES.values() for word in game.kinds)
    doubles = (word_in_game(game, word) for game, one in GAMES.items() for word in one.kinds if games[word] > 1)
    places = [*games, *doubles]
    own = game_named(state, answers, _FIRST)

    def rank(row: tuple[str, tuple[str, KindOfRod]]) -> tuple[bool, bool, int]:
        word, (game, _) = row
        shared = games[word] > 1 and word in own.kinds and game != own.id
        # A clock, which is the same in all games, stands behind those that the game alone has.
        return game != own.id and not shared, shared, places.index(word)

    return [
        Choice(
            word,
            _kind_in_game(kind, game, state, often[kind.label]),
            kind.hint,
            place=places.index(word),
            formerly=word_in_game(game, word),
        )
        for word, (game, kind) in sorted(kinds.items(), key=rank)
    ]


def _kind_in_game(kind: KindOfRod, game: str, state: State, count: int) -> str:
    """Return the label of a kind of challenge with its game at a table of several: whole where two games have it."""
    if len(state.games) < 2 or kind is CLOCK:
        return kind.label
    return f"{kind.label}, {game_name(game) if count > 1 else short_game_name(game)}"


def game_named(state: State, answers: Answers, name: str = "game") -> Game:
    """Return the game that an answer names, which the selection gives; the main one where none does."""
    games = games_played(state)
    return next((game for game in games if game.id == text_of(answers, name)), games[0])


def game_asks(name: str = "game") -> Ask:
    """Ask for the game whose kinds come first or go by their bare word: that of the selection."""
    return Ask(
        name,
        "Game",
        "one",
        lambda s, a: [Choice(game.id, game_name(game.id)) for game in games_played(s)],
        lambda s, a: game_named(s, a).id,
        focus="game",
        when=lambda s, a: len(games_played(s)) > 1,
        quiet=True,
        told_later=True,
    )


_FIRST = "first"
"""Name of the question for the game whose kinds of challenge come first, beside those of the others."""


def kind_asks() -> tuple[Ask, ...]:
    """Ask for a kind of challenge, those of the game of the selection first; a line may name the only game."""
    ask, every = game_asks(), Choice("every", "every game", none=True)
    only = replace(ask, choices=lambda s, a: [*ask.choices(s, a), every], default=lambda s, a: every.value, focus="")
    return only, replace(game_asks(_FIRST), unsaid=True), Ask("kind", "Kind", "one", kind_choices)


def within_range(state: State, value: int, game: str, what: str) -> int:
    """Return a difficulty or value within the bounds of its game (U-24).

    Raises:
        Refused: If it is less or more than that.
    """
    low, high = next((one.difficulties for one in games_played(state) if one.id == game), DIFFICULTY_RANGE)
    return check_within(value, low, high, what)


def _game_of(state: State, challenge: Challenge) -> Game | None:
    return next((game for game in games_played(state) if game.id == challenge.game), None)


def _kind_of(state: State, challenge: Challenge) -> KindOfRod | None:
    game = _game_of(state, challenge)
    return game.kinds.get(challenge.type.casefold()) if game and challenge.type else None


def beads_for(state: State, challenge: Challenge, value: int | None) -> int:
    """Return the number of beads of a challenge with another value: that value where its game counts so."""
    kind = _kind_of(state, challenge)
    return max(1, value) if kind is not None and kind.by_value and value is not None else challenge.needed


def types_of(state: State, challenge: Challenge) -> dict[str, str]:
    """Return the types that a challenge can have; empty where its game knows none, and for a clock."""
    game = _game_of(state, challenge)
    types = {word: kind.label for word, kind in game.kinds.items() if kind.typed and kind.valued} if game else {}
    return types if challenge.type in types.values() else {}


def facts_of(state: State, challenge: Challenge) -> tuple[ChallengeFact, ...]:
    """Return the further properties that the game of a challenge knows."""
    kind = _kind_of(state, challenge)
    return kind.facts if kind is not None else ()


def game_events(state: State, challenge: Challenge, outcome: str) -> list[Event]:
    """Return the events that the challenge's game adds to an outcome."""
    game = _game_of(state, challenge)
    return list(game.on_outcome(state, challenge, outcome)) if game else []
