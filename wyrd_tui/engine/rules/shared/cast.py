"""The people at the table: their sheets are filled in and edited, and they leave."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from wyrd_tui.engine.apply import apply
from wyrd_tui.engine.choices import Choice
from wyrd_tui.engine.commands import Answers, Ask, Command, always, many_of, number_of, text_of
from wyrd_tui.engine.dice import Dice, Refused
from wyrd_tui.engine.events import Changed, Event, Left, Rated, Spent, Usual
from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.refusals import empty_text
from wyrd_tui.engine.rules.game import Game
from wyrd_tui.engine.rules.games import GAMES, games_played, own_games
from wyrd_tui.engine.rules.ground.basics import meant_rating, the_actor, why_nobody
from wyrd_tui.engine.rules.ground.turn_passing import pass_turn
from wyrd_tui.engine.rules.questions import actor_choices, anybody, who_asks
from wyrd_tui.engine.rules.shared.game_choice import GAME_ASK, possible_games, resolve_game, sure_rating
from wyrd_tui.engine.rules.shared.newcomers import ADD, BRING, CAST, KIND_HINTS, KINDS, SIDE_OF
from wyrd_tui.engine.sheet import Sheet
from wyrd_tui.engine.state import Actor, State
from wyrd_tui.engine.voices import the_game
from wyrd_tui.engine.words import SIDES, possessive


def _leave(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    order = state.order
    for who in many_of(answers, "who"):
        yield from (Spent(bonus.id, "taken away") for bonus in state.bonuses.values() if bonus.owner == who)
        left = Left(the_actor(state, who).id, dismissed=True)
        yield left
        state = apply(state, left)
    yield from pass_turn(state, order)


LEAVE = Command(
    "dismiss",
    "",
    "remove character",
    "Remove a character from the table, with their place in the order and their bonuses.",
    CAST,
    _leave,
    (Ask("who", "Character", "many", actor_choices(anybody), focus="ticked", some="Choose a character."),),
    why_nobody,
    formerly="take off the table",
)


# ------------------------------------------------------------------ writing on a sheet


def _stand_ins(actor: Actor) -> set[str]:
    """Return the names of rolls in which one rating stands in for another (WE-20)."""
    effects = [effect for sheet in actor.sheets.values() for trait in sheet.traits for effect in trait.effects]
    return {e.roll_name.casefold() for e in effects if e.kind == "substitute"}


def _unrated(state: State) -> set[str]:
    """Return the names that games of the table give to rolls without a rating (U-06)."""
    return {game.unrated_roll for game in games_played(state) if game.unrated_roll}


def _rate(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    who, rating = text_of(answers, "who"), text_of(answers, "rating").strip()
    actor = the_actor(state, who)
    if rating.casefold() in _unrated(state):
        raise Refused(f"A roll without a rating is called “{rating}”; write another name, such as Wits.")
    if rating.casefold() in _stand_ins(actor):
        raise Refused(f"“{rating}” belongs to a trait of {actor.name}; `rate` sets the one that the trait rolls.")
    game = resolve_game(state, actor, answers, partial(_has_written, actor, rating))
    yield from _rated(state, actor, game.id, rating, number_of(answers, "value"))


def _has_written(actor: Actor, rating: str, game: Game) -> bool:
    """Return whether the sheet of a game has a rating; other sheets do not count (U-34)."""
    sheet, word = actor.sheets.get(game.id, Sheet()), rating.casefold()
    return any(word == name.casefold() for name in (*sheet.ratings, *(row.label for row in sheet.track)))


def _rated(state: State, actor: Actor, game: str, rating: str, value: int | None) -> Iterator[Event]:
    """Write or strike a rating, with the events that its game adds."""
    own = GAMES[game].on_rating_edit if game in GAMES else None
    if own is not None:
        yield from own(state, actor, rating, value)
    else:
        yield Rated(actor.id, game, rating, value)


_REST = "all that the sheet does not name"


def _written(state: State, answers: Answers) -> Sequence[Choice]:
    """Return the ratings of a sheet as written, without what wounds take from them."""
    actor = state.actors.get(text_of(answers, "who"))
    if actor is None:
        return []
    named = {*_unrated(state), *_stand_ins(actor)}
    found: dict[str, Choice] = {}
    for game in possible_games(state, answers):
        own = actor.sheets.get(game.id, Sheet()).ratings
        for row in game.ratings(state, actor):
            if row.value.casefold() not in named:
                found.setdefault(row.value, replace(row, number=own.get(row.value, row.number)))
        if game.rest_rating and actor.kind == "mook" and own:
            number = own.get(game.rest_rating, next(iter(own.values())))
            found.setdefault(game.rest_rating, Choice(game.rest_rating, game.rest_rating, _REST, number))
    # The setting's order, then that of the sheet, so that no letter moves as numbers are written one after the other.
    # A mook has a number or two, which come first.
    places = {meant_rating(state, name): place for place, name in enumerate(state.setting.ratings)}
    if actor.kind == "mook":
        ours = [name for sheet in actor.sheets.values() for name in sheet.ratings]
        places |= {
            meant_rating(state, name): -1 for name in (*ours, *(game.rest_rating for game in games_played(state)))
        }
    return sorted(found.values(), key=lambda row: places.get(meant_rating(state, row.value), len(places)))


def _standing_value(state: State, answers: Answers) -> int:
    """Suggest the number that a rating has; 0 for a new one."""
    rating = text_of(answers, "rating").strip().casefold()
    return next((row.number or 0 for row in _written(state, answers) if row.value.casefold() == rating), 0)


RATE = Command(
    "rate",
    "S",
    "set a rating",
    "Write a rating on a sheet, new or changed.",
    CAST,
    _rate,
    (
        who_asks(),
        GAME_ASK,
        Ask("rating", "Which rating", "one", _written, free=True, noun="rating"),
        sure_rating("rating", new=always),
        Ask("value", "Value", "number", default=_standing_value, low=-20, high=20),
    ),
    why_nobody,
    rules="WE-08 … WE-11, WE-88, WE-89, C-20, C-33",
)


def _unrate(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    actor, rating = the_actor(state, text_of(answers, "who")), text_of(answers, "rating")
    game = resolve_game(state, actor, answers, partial(_has_written, actor, rating))
    yield from _rated(state, actor, game.id, rating, None)


def _own_ratings(state: State, answers: Answers) -> Sequence[Choice]:
    actor = state.actors.get(text_of(answers, "who"))
    sheets = [actor.sheets.get(game.id, Sheet()) for game in possible_games(state, answers)] if actor else []
    return [Choice(name, name) for name in dict.fromkeys(name for sheet in sheets for name in sheet.ratings)]


UNRATE = Command(
    "unrate",
    "",
    "remove rating",
    "Remove a rating from a sheet.",
    CAST,
    _unrate,
    (who_asks(), GAME_ASK, Ask("rating", "Which rating", "one", _own_ratings, named=True, noun="rating")),
    why_nobody,
    rules="WE-89",
    formerly="strike a rating",
)


def _has_usual(state: State, actor: Actor) -> bool:
    return any(game.usual_acts for game in own_games(state, actor))


def _usual_acts(state: State, answers: Answers) -> Sequence[Choice]:
    acts = (act for game in possible_games(state, answers) for act in game.usual_acts)
    return [Choice(act, act) for act in dict.fromkeys(acts)]


def _usual_games(state: State, answers: Answers) -> Sequence[Game]:
    """Return the games that the answers leave open and that ask for a usual rating of the act."""
    return [game for game in possible_games(state, answers) if text_of(answers, "act") in game.usual_acts]


def _usual_ratings(state: State, answers: Answers) -> Sequence[Choice]:
    actor = state.actors.get(text_of(answers, "who"))
    if actor is None:
        return []
    games = reversed(_usual_games(state, answers))
    return list({row.value: row for game in games for row in _usable(state, actor, game)}.values())


def _usable(state: State, actor: Actor, game: Game) -> Sequence[Choice]:
    """Return the ratings that may be a usual one in a game."""
    return (game.usual_ratings or game.ratings)(state, actor)


def _no_usual(state: State) -> str:
    if reason := why_nobody(state):
        return reason
    asked = any(_has_usual(state, actor) for actor in state.actors.values())
    return "" if asked else "No game of this table has usual ratings."


def _usual(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    """Write the usual rating in the game that was named, else in the first whose sheet has the rating (U-34).

    Raises:
        Refused: If the game has no such rating, and knows no ratings beside those of the sheet.
    """
    actor, rating = the_actor(state, text_of(answers, "who")), text_of(answers, "skill")
    games = _usual_games(state, answers)
    own = {game.id: [row.value for row in _usable(state, actor, game)] for game in games}
    game = next((game for game in games if rating in own[game.id]), games[0])
    if game.usual_ratings is not None and rating not in own[game.id]:
        possible = f" Possible: {', '.join(own[game.id])}." if own[game.id] else ""
        raise Refused(
            f"“{rating}” cannot be Checked on {possessive(state, actor.id)} sheet of {the_game(game.id)}.{possible}"
        )
    yield Usual(actor.id, game.id, text_of(answers, "act"), rating)


USUAL_RATING = Command(
    "usual",
    "",
    "usual skill",
    "Set the usual rating of a character for attacks, defence or initiative.",
    CAST,
    _usual,
    (
        who_asks(wanted=_has_usual),
        GAME_ASK,
        Ask("act", "Use", "one", _usual_acts, noun="act"),
        Ask("skill", "Rating", "one", _usual_ratings, free=True, noun="rating"),
        sure_rating(),
    ),
    _no_usual,
    rules="WE-51, WE-53, ME-07, U-34",
)

_FIELDS = ("name", "player", "concept", "notes", "side", "kind", "ties", "appearance", "personality", "backstory")


def _listed(state: State, answers: Answers) -> Sequence[Choice]:
    """Offer the few words that a field may have; none where it has any."""
    match text_of(answers, "field"):
        case "side":
            return [Choice(side, name) for side, name in SIDES.items()]
        case "kind":
            return [Choice(kind, kind, hint) for kind, hint in KIND_HINTS.items()]
        case _:
            return []


def _present_name(state: State, answers: Answers) -> str:
    """Return the name that is changed, in which a letter or two may be wrong; empty for any other field."""
    actor = state.actors.get(text_of(answers, "who"))
    return actor.name if actor is not None and text_of(answers, "field") == "name" else ""


def _edit(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    who, field = text_of(answers, "who"), text_of(answers, "field")
    text = (text_of(answers, "as") or text_of(answers, "to")).strip()
    the_actor(state, who)
    match field:
        case "side":
            yield Changed(who, side=SIDE_OF[text])
        case "kind":
            yield Changed(who, kind=KINDS[text])
        case "name":
            if not text:
                raise Refused(empty_text("name", "Mercer"))
            yield Changed(who, name=text)
        case "player":
            yield Changed(who, player=text)
        case "concept":
            yield Changed(who, concept=text)
        case "notes":
            yield Changed(who, notes=text)
        case _:
            yield Changed(who, details={field.capitalize(): text})


EDIT_ACTOR = Command(
    "edit",
    "at",
    "edit character",
    "Change a name, player, concept, note, side or kind, or the texts on ties, looks, manner and past.",
    CAST,
    _edit,
    (
        who_asks(),
        Ask("field", "Field", "one", lambda s, a: [Choice(f, f) for f in _FIELDS]),
        Ask("as", "New value", "one", _listed, when=lambda s, a: bool(_listed(s, a)), named=True),
        Ask("to", "New value", "words", when=lambda s, a: not _listed(s, a), begins=_present_name),
    ),
    why_nobody,
    rules="WE-81, WE-86, WA-06",
    formerly="edit somebody",
    instead_of=("rename",),
)


CAST_COMMANDS = (BRING, ADD, RATE, EDIT_ACTOR, USUAL_RATING, UNRATE, LEAVE)
