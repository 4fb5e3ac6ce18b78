"""The people at the table: they enter, their sheets are filled in, their conditions change."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from wyrd_tui.engine.apply import apply
from wyrd_tui.engine.commands import Answers, Ask, Choice, Command, many_of, number_of, text_of
from wyrd_tui.engine.dice import Dice, Refused
from wyrd_tui.engine.events import Changed, Event, Left, Rated, Usual
from wyrd_tui.engine.rules.game import Game
from wyrd_tui.engine.rules.games import GAMES, games_played, own_games
from wyrd_tui.engine.rules.ground.arrivals import arrival_events
from wyrd_tui.engine.rules.ground.basics import INSTEAD, the_actor, why_nobody
from wyrd_tui.engine.rules.ground.tracks import rows_of
from wyrd_tui.engine.rules.ground.turn_passing import pass_turn
from wyrd_tui.engine.rules.questions import actor_choices, anybody, who_asks
from wyrd_tui.engine.rules.shared.game_choice import GAME_ASK, possible_games, resolve_game, sure_rating
from wyrd_tui.engine.sheet import Sheet
from wyrd_tui.engine.state import Actor, Kind, Side, State, fresh_id
from wyrd_tui.engine.voices import game_name

CAST = "Cast"


# ------------------------------------------------------------------ coming and going


def _wings(state: State, answers: Answers) -> Sequence[Choice]:
    cast = state.book.cast.values()
    waiting = [actor for actor in cast if actor.kind == "mook" or actor.id not in state.actors]
    return [Choice(actor.id, actor.name, actor.concept) for actor in waiting]


def _there_already(state: State, word: str) -> str:
    there = [actor for actor in state.actors.values() if word.strip().casefold() in (actor.id, actor.name.casefold())]
    return f"{there[0].name} is at the table already." if there else ""


def _bring(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    who = text_of(answers, "who")
    actor = state.book.cast.get(who)
    if actor is None:
        raise Refused(f"Nobody called {who} waits in the wings.")
    if actor.id in state.actors:
        if actor.kind != "mook":
            raise Refused(f"{actor.name} is at the table already.")
        actor = replace(actor, id=fresh_id(actor.name, state.actors))
    if number_of(answers, "count") > 1 and actor.kind != "mook":
        raise Refused(f"{actor.name} is one figure and no group, so there is only one to bring.")
    if "count" in answers and number_of(answers, "count"):
        actor = replace(actor, count=number_of(answers, "count"))
    return arrival_events(state, actor)


BRING = Command(
    "bring",
    "O",
    "bring on",
    "Bring a prepared character to the table.",
    CAST,
    _bring,
    (
        Ask("who", "Who enters", "one", _wings, focus="page", why=_there_already),
        Ask("count", "How many", "number", default=lambda s, a: 0, low=0, high=500, quiet=True),
    ),
    lambda state: "" if _wings(state, {}) else "No prepared character is left; `add` makes one up.",
    rules="WE-87, WE-97",
)

_SIDES: dict[str, Side] = {"foes": "foes", "others": "others", "party": "party"}
_KINDS: dict[str, Kind] = {"mook": "mook", "persona": "persona", "full": "full", "pc": "pc"}
_KIND_HINTS = {
    "mook": "one of a group that counts as one",
    "persona": "a named NPC with a few numbers",
    "full": "a whole character",
    "pc": "a player's",
}


def _add(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    name = text_of(answers, "name").strip()
    if not name:
        raise Refused("A newcomer needs a name.")
    kind = _KINDS[text_of(answers, "kind")]
    usual: Side = "party" if kind == "pc" else "foes"
    game = _game_of_newcomer(state, answers)
    ratings = {game.newcomer.rating: number_of(answers, "rating")} if _rated_mook(state, answers) else {}
    track = rows_of(text_of(answers, "boxes"), state.setting.tracks)
    sheet = Sheet(ratings, track=track)
    if (read := game.newcomer.numbers) is not None and (typed := text_of(answers, "numbers").strip()):
        sheet = read(typed)
    actor = Actor(
        fresh_id(name, state.actors),
        name,
        _SIDES.get(text_of(answers, "side"), usual),
        kind,
        max(1, number_of(answers, "count", 1)) if kind == "mook" else 1,
        {game.id: sheet},
        visibility="open",
    )
    return arrival_events(state, actor)


def _sides(state: State, answers: Answers) -> Sequence[Choice]:
    return [*(Choice(k, k) for k in _SIDES), Choice("usual", "as usual", "a pc in the party, others foes")]


def _game_of_newcomer(state: State, answers: Answers) -> Game:
    """Return the game whose sheet a newcomer has: the one named, else the main one (U-34)."""
    games = games_played(state)
    return next((game for game in games if game.id == text_of(answers, "game")), games[0])


def _number_example(state: State, answers: Answers) -> str:
    return f"such as {_game_of_newcomer(state, answers).newcomer.example}; blank for none"


def _has_numbers(state: State, answers: Answers) -> bool:
    return _game_of_newcomer(state, answers).newcomer.numbers is not None


def _kinds(state: State, answers: Answers) -> Sequence[Choice]:
    """Offer the kinds of a character; at a table of several games each names the game whose sheet it has."""
    game = _game_of_newcomer(state, answers)
    whose = f", {game_name(game.id)}" if len(games_played(state)) > 1 else ""
    return [Choice(kind, kind, f"{hint}{whose}") for kind, hint in _KIND_HINTS.items()]


def _mook(state: State, answers: Answers) -> bool:
    return text_of(answers, "kind") == "mook"


def _rated_mook(state: State, answers: Answers) -> bool:
    return _mook(state, answers) and bool(_game_of_newcomer(state, answers).newcomer.rating)


def _usual_boxes(state: State, answers: Answers) -> str:
    """Return the usual track of a newcomer: the game's for a whole character, none for others (WE-90 … WE-93)."""
    game = _game_of_newcomer(state, answers)
    return game.newcomer.track(state) if text_of(answers, "kind") in ("full", "pc") else "none"


ADD = Command(
    "add",
    "N",
    "add somebody",
    "Make a character up on the spot; missing numbers can come later.",
    CAST,
    _add,
    (
        Ask("name", "Name", "words"),
        Ask("side", "Side", "one", _sides, lambda s, a: "usual"),
        Ask(
            "game",
            "Of which game",
            "one",
            lambda s, a: [Choice(game.id, game_name(game.id)) for game in games_played(s)],
            lambda s, a: games_played(s)[0].id,
            focus="game",
            when=lambda s, a: len(games_played(s)) > 1,
            quiet=True,
        ),
        Ask("kind", "Kind", "one", _kinds, lambda s, a: "persona"),
        Ask("count", "How many", "number", default=lambda s, a: 1, when=_mook, low=1, high=500),
        Ask("rating", "Their rating", "number", default=lambda s, a: 0, when=_rated_mook, low=-9, high=19),
        Ask("boxes", "Boxes, row by row", "words", default=_usual_boxes, quiet=True),
        Ask("numbers", "Known numbers", "words", default=lambda s, a: "", when=_has_numbers, preview=_number_example),
    ),
    rules="WE-87 … WE-93",
)


def _leave(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    turn = state.order.turn
    for who in many_of(answers, "who"):
        left = Left(the_actor(state, who).id, dismissed=True)
        yield left
        state = apply(state, left)
    yield from pass_turn(state, turn)


LEAVE = Command(
    "dismiss",
    "",
    "take off the table",
    "Take a character off the table, with their place and their bonuses.",
    CAST,
    _leave,
    (Ask("who", "Who leaves", "many", actor_choices(anybody), focus="marked", some="Choose who exits."),),
    why_nobody,
)


# ------------------------------------------------------------------ writing on a sheet


def _stand_ins(actor: Actor) -> set[str]:
    """Return the names of rolls in which one rating stands in for another (WE-20)."""
    effects = [effect for sheet in actor.sheets.values() for trait in sheet.traits for effect in trait.effects]
    return {f"{e.use}{INSTEAD}{e.instead_of}".casefold() for e in effects if e.kind == "substitute"}


def _unrated(state: State) -> set[str]:
    """Return the names that games of the table give to rolls without a rating (U-06)."""
    return {game.unrated_roll for game in games_played(state) if game.unrated_roll}


def _rate(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    who, rating = text_of(answers, "who"), text_of(answers, "rating").strip()
    actor = the_actor(state, who)
    if not rating:
        raise Refused("Which rating?")
    if rating.casefold() in _unrated(state):
        raise Refused(f"“{rating}” is what a roll without any rating is called; give this one another name.")
    if rating.casefold() in _stand_ins(actor):
        raise Refused(f"“{rating}” is what a trait of {actor.name} does; `rate` the rating that is rolled by it.")
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
    return list(found.values())


RATE = Command(
    "rate",
    "S",
    "set a rating",
    "Write a rating on a sheet: fill in what an unfinished figure lacks, or change it.",
    CAST,
    _rate,
    (
        who_asks(),
        GAME_ASK,
        Ask("rating", "Which rating", "one", _written, free=True),
        Ask("value", "Its value", "number", default=lambda s, a: 0, low=-20, high=20),
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
    "strike a rating",
    "Take a rating off a sheet.",
    CAST,
    _unrate,
    (who_asks(), GAME_ASK, Ask("rating", "Which rating", "one", _own_ratings)),
    why_nobody,
    rules="WE-89",
)


def _has_usual(state: State, actor: Actor) -> bool:
    return any(game.usual_acts for game in own_games(state, actor))


def _usual_acts(state: State, answers: Answers) -> Sequence[Choice]:
    acts = (act for game in possible_games(state, answers) for act in game.usual_acts)
    return [Choice(act, act) for act in dict.fromkeys(acts)]


def _usual_ratings(state: State, answers: Answers) -> Sequence[Choice]:
    actor = state.actors.get(text_of(answers, "who"))
    return _usual_game(state, actor, answers).ratings(state, actor) if actor else []


def _usual_game(state: State, actor: Actor, answers: Answers) -> Game:
    return resolve_game(state, actor, answers, lambda game: text_of(answers, "act") in game.usual_acts)


def _no_usual(state: State) -> str:
    if reason := why_nobody(state):
        return reason
    asked = any(_has_usual(state, actor) for actor in state.actors.values())
    return "" if asked else "Nobody here plays a game that asks for a usual rating."


def _usual(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    actor = the_actor(state, text_of(answers, "who"))
    game = _usual_game(state, actor, answers).id
    yield Usual(actor.id, game, text_of(answers, "act"), text_of(answers, "skill"))


USUAL_RATING = Command(
    "usual",
    "",
    "usual skill",
    "Set the usual rating of a character for attacks, defence or initiative.",
    CAST,
    _usual,
    (
        who_asks(wanted=_has_usual),
        Ask("act", "For what", "one", _usual_acts),
        Ask("skill", "With which", "one", _usual_ratings, free=True),
        sure_rating(),
    ),
    _no_usual,
    rules="WE-51, WE-53",
)

_FIELDS = ("name", "player", "concept", "notes", "side", "kind", "ties", "appearance", "personality", "backstory")


def _edit(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    who, field, text = text_of(answers, "who"), text_of(answers, "field"), text_of(answers, "to").strip()
    the_actor(state, who)
    match field:
        case "side":
            if text not in _SIDES:
                raise Refused(f"{text} is no side: {', '.join(_SIDES)}.")
            yield Changed(who, side=_SIDES[text])
        case "kind":
            if text not in _KINDS:
                raise Refused(f"{text} is no kind: {', '.join(_KINDS)}.")
            yield Changed(who, kind=_KINDS[text])
        case "name":
            if not text:
                raise Refused("A name cannot be empty.")
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
    "",
    "edit somebody",
    "Change a name, player, concept, note, side or kind, or what is told of ties, looks, manner and past.",
    CAST,
    _edit,
    (
        who_asks(),
        Ask("field", "What", "one", lambda s, a: [Choice(f, f) for f in _FIELDS]),
        Ask("to", "To what", "words"),
    ),
    why_nobody,
    rules="WE-81, WE-86, WA-06",
)


CAST_COMMANDS = (BRING, ADD, RATE, EDIT_ACTOR, USUAL_RATING, UNRATE, LEAVE)
