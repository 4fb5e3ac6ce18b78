"""Newcomers: prepared characters who are brought to the table, and others who are made up on the spot (WE-87)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress

from wyrd_tui.engine.blank import no_text
from wyrd_tui.engine.choices import Choice, by_word
from wyrd_tui.engine.commands import Answers, Ask, Command, always, number_of, text_of
from wyrd_tui.engine.dice import Dice, Refused, count_noun
from wyrd_tui.engine.events import Befell, Event, Prepared, Said
from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.ids import fresh_id, word_in_game
from wyrd_tui.engine.named_tuple import NamedTuple
from wyrd_tui.engine.refusals import empty_text
from wyrd_tui.engine.returning import describe_departed, waiting_cast
from wyrd_tui.engine.rules.doubts import sure_asks
from wyrd_tui.engine.rules.game import Game
from wyrd_tui.engine.rules.games import games_played
from wyrd_tui.engine.rules.ground.arrivals import (
    arrival_events,
    followed_into_party,
    usual_place,
    usual_side,
    with_what_players_see,
)
from wyrd_tui.engine.rules.ground.tracks import rows_of
from wyrd_tui.engine.rules.shared.rods import game_asks, game_named
from wyrd_tui.engine.sheet import Sheet
from wyrd_tui.engine.state import Actor, Kind, Side, State
from wyrd_tui.engine.voices import game_name
from wyrd_tui.engine.words import SIDES, fit_verb, join_names, plain_number, signed

CAST = "Cast"


def _prepared(state: State) -> Mapping[str, Actor]:
    """Give the cast, shipped characters of the table's games, and all who left as they left (WE-90, WE-92, WE-93)."""
    return {**state.book.cast, **state.book.shipped, **waiting_cast(state)}


def _wings(state: State, answers: Answers) -> Sequence[Choice]:
    """Offer those who are prepared, each with what it is; one who has left says so (WE-65)."""
    waiting = [actor for who, actor in _prepared(state).items() if actor.kind == "mook" or who not in state.actors]
    shipped = dict.fromkeys(state.book.shipped, "from the rules")
    hints = (
        "; ".join(filter(None, (describe_departed(state, actor), actor.concept, shipped.get(actor.id))))
        for actor in waiting
    )
    return [Choice(actor.id, actor.name, hint) for actor, hint in zip(waiting, hints, strict=True)]


def _there_already(state: State, word: str) -> str:
    wanted = word.strip().casefold()
    for actor in state.actors.values():
        name = actor.name.casefold()
        if wanted in (actor.id, name, *name.split()):
            return f"{actor.name} {fit_verb(actor, 'is')} at the table already."
    return ""


def _bring(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    actor = _prepared(state)[text_of(answers, "who")]
    if actor.id in state.actors:
        actor = replace(actor, id=fresh_id(actor.name, state.people))
    if number_of(answers, "count") > 1 and actor.kind != "mook":
        raise Refused(f"{actor.name} {fit_verb(actor, 'is')} not a group: write 1.")
    if "count" in answers and number_of(answers, "count"):
        actor = replace(actor, count=number_of(answers, "count"))
    yield from with_what_players_see(arrival_events(state, actor, text_of(answers, "fight")))


_PLACES = (Choice("no", "not yet"), Choice("last", "last in the order"), Choice("first", "first in the order"))


def _places(state: State, answers: Answers) -> Sequence[Choice]:
    """Offer the places of a newcomer in a fight; a popcorn order has neither first nor last."""
    return (_PLACES[0], replace(_PLACES[1], label="yes")) if state.order.style == "elective" else _PLACES


def _fight_asks(usual: Callable[[State, Answers], str]) -> Ask:
    """Ask whether a newcomer joins the running fight, and where in the order."""
    return Ask(
        "fight",
        "Joins the fight",
        "one",
        _places,
        usual,
        when=lambda state, answers: bool(state.order.places),
        form=True,
        noun="answer to “Joins the fight”",
    )


def _fights_when_brought(state: State, answers: Answers) -> str:
    actor = _prepared(state).get(text_of(answers, "who"))
    return usual_place(actor) if actor is not None else "no"


BRING = Command(
    "bring",
    "O",
    "bring in",
    "Bring a prepared character, or a shipped character or NPC, to the table.",
    CAST,
    _bring,
    (
        Ask("who", "Character", "one", _wings, focus="page", why=_there_already),
        Ask("count", "How many", "number", default=lambda s, a: 0, low=0, high=500, quiet=True, noun="number"),
        _fight_asks(_fights_when_brought),
    ),
    lambda state: "" if _wings(state, {}) else "No prepared character is left. `add` makes one up.",
    rules="WE-87, WE-90, WE-92, WE-93, WE-97",
    formerly="bring on",
)

SIDE_OF: dict[str, Side] = {word: side for side, name in SIDES.items() for word in (side, name)}
"""The sides by the words that name them."""
KINDS: dict[str, Kind] = {"mook": "mook", "persona": "persona", "full": "full", "pc": "pc"}
KIND_HINTS: dict[Kind, str] = {
    "mook": "a group that rolls as one",
    "persona": "with a few numbers",
    "full": "a whole character",
    "pc": "a player’s",
}


def _add(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    actor = _made_up(state, answers)
    if actor.kind == "mook" and actor.id not in _prepared(state):
        yield Prepared(actor)
    yield from arrival_events(state, actor, text_of(answers, "fight"))
    game = _newcomer(state, answers).game
    yield from (Befell(actor.id, one) for one in game.newcomer.conditions(actor.sheets[game.id]))
    yield from map(Said, game.newcomer.advice(actor))


def _made_up(state: State, answers: Answers) -> Actor:
    """Make up the newcomer that the answers describe.

    Raises:
        Refused: If the name is empty, or the numbers cannot be read.
    """
    name = text_of(answers, "name").strip()
    if not name:
        raise Refused(empty_text("name", "Mercer"))
    game, kind, _ = _newcomer(state, answers)
    ratings = {game.newcomer.rating: number_of(answers, "rating")} if _rated_mook(state, answers) else {}
    track = rows_of(text_of(answers, "boxes"), state.setting.tracks)
    sheet = _typed_sheet(state, answers) or Sheet(ratings)
    sheet = sheet if sheet.track else replace(sheet, track=track)
    side = _side_of(state, answers)
    return Actor(
        fresh_id(name, state.people),
        name,
        side,
        kind,
        max(1, number_of(answers, "count", 1)) if kind == "mook" else 1,
        {game.id: sheet},
        visibility="open" if side == "party" else "secret",
    )


def _side_of(state: State, answers: Answers) -> Side:
    return SIDE_OF.get(text_of(answers, "side"), usual_side(_newcomer(state, answers).kind))


_WHAT = {"party": "A character of the party", "foes": "A foe", "others": "A neutral character"}
_WHAT_GROUP = {"party": "A group of the party", "foes": "A group of foes", "others": "A neutral group"}


def _standing(state: State, answers: Answers) -> str:
    """Tell what a newcomer is, with the numbers that are known."""
    if "kind" not in answers:
        return ""
    side = _side_of(state, answers)
    several = _mook(state, answers) and number_of(answers, "count", 1) > 1
    single = "A mook of the foes" if side == "foes" and _mook(state, answers) else _WHAT[side]
    what = _WHAT_GROUP[side] if several else single
    numbers = join_names(_numbers_given(state, answers))
    out = state.order.places and text_of(answers, "fight") == "no"
    sentences = [f"{what} with {numbers}" if numbers else what, *(["Not in the fight"] if out else [])]
    # The act says why it takes no such numbers.
    with suppress(Refused):
        made, game = _made_up(state, answers), _newcomer(state, answers).game
        sentences += [f"{made.name} is {one.label}" for one in game.newcomer.conditions(made.sheets[game.id])]
        sentences += game.newcomer.advice(made)
    return ". ".join(sentences) + "."


def _numbers_given(state: State, answers: Answers) -> list[str]:
    """Return what a newcomer rolls, where one number says it, and the boxes of their track (WE-90 … WE-93)."""
    newcomer = _newcomer(state, answers).game.newcomer
    rated = newcomer.rating and _mook(state, answers) and "rating" in answers
    rolls = [f"{newcomer.rating} {signed(number_of(answers, 'rating'))}"] if rated else []
    try:
        track = rows_of(text_of(answers, "boxes") or _usual_boxes(state, answers), state.setting.tracks)
    except Refused:
        # The act says why it takes no such boxes.
        return rolls
    if not newcomer.boxed:
        return rolls
    bare = "no boxes" if _mook(state, answers) else "no boxes, so that any damage puts them out"
    if len(track) == 1:
        return [*rolls, f"{count_noun(track[0].boxes, 'box', 'boxes')} of {track[0].label.casefold()}"]
    return [*rolls, f"boxes {'/'.join(str(row.boxes) for row in track)}" if track else bare]


def _sides(state: State, answers: Answers) -> Sequence[Choice]:
    return [
        *(Choice(side, name) for side, name in SIDES.items()),
        Choice("usual", "as usual", "a pc joins the party, a mook the foes, others are neutral"),
    ]


class _KindInGame(NamedTuple):
    """Kind of a newcomer, and the game of the sheet; `mook`, or `mettle-mook` where another game is the main one."""

    game: Game
    kind: Kind
    main: bool = True

    def __str__(self) -> str:
        return self.kind if self.main else word_in_game(self.game.id, self.kind)


def _kinds_by_word(state: State, answers: Answers) -> Mapping[str, _KindInGame]:
    """Return the kinds of the games that are played; those of the game that is named go by their bare word (U-34)."""
    main = game_named(state, answers)
    return by_word(_KindInGame(game, kind, game is main) for game in games_played(state) for kind in KIND_HINTS)


def _newcomer(state: State, answers: Answers) -> _KindInGame:
    """Return the kind of a newcomer with its game; before the answer a player's character of the game that is named."""
    known = _kinds_by_word(state, answers).get(text_of(answers, "kind"))
    return known or _KindInGame(game_named(state, answers), "pc")


def _typed_sheet(state: State, answers: Answers) -> Sheet | None:
    """Read the numbers that are typed; None for none.

    Raises:
        Refused: If they cannot be read.
    """
    read, typed = _newcomer(state, answers).game.newcomer.numbers, text_of(answers, "numbers").strip()
    return read(state, typed) if typed and read is not None else None


def _numbers_fault(state: State, answers: Answers) -> str:
    """Say why the numbers that are typed cannot stand on a sheet; empty where they can (WE-89)."""
    try:
        _typed_sheet(state, answers)
    except Refused as refusal:
        return str(refusal)
    return ""


def _numbers_told(state: State, answers: Answers) -> str:
    """Tell the numbers that are typed as the sheet will have them; before that, how they are written (WE-89)."""
    newcomer, sheet = _newcomer(state, answers).game.newcomer, _typed_sheet(state, answers)
    if sheet is None:
        return f"such as {newcomer.example}; blank {newcomer.blank}"
    told = [(row.label, row.boxes) for row in sheet.track] + list(sheet.ratings.items())
    known = set(map(str.casefold, newcomer.known(state)))
    new = {name: " (on no list)" for name in sheet.ratings if known and name.casefold() not in known}
    return ", ".join(f"{name} {plain_number(number)}{new.get(name, '')}" for name, number in told)


def _known_names(state: State, answers: Answers) -> Sequence[str]:
    return _newcomer(state, answers).game.newcomer.known(state)


def _names_typed(state: State, answers: Answers) -> Sequence[str]:
    """Return the names of the ratings that are typed; none where they cannot be read."""
    with suppress(Refused):
        return list((_typed_sheet(state, answers) or Sheet()).ratings)
    return ()


def _has_numbers(state: State, answers: Answers) -> bool:
    newcomer = _newcomer(state, answers).game.newcomer
    has_them = newcomer.every_kind or _newcomer(state, answers).kind in ("pc", "full")
    return newcomer.numbers is not None and has_them and not _rated_mook(state, answers)


def _kinds(state: State, answers: Answers) -> Sequence[Choice]:
    """Offer the kinds of a character, of one game after another, so that no selection changes their letters."""
    labels = {"persona": "named NPC"}
    several = len(games_played(state)) > 1
    return [
        Choice(
            word,
            ", ".join((labels.get(kind, kind), *([game_name(game.id)] if several else []))),
            KIND_HINTS[kind],
            # A mook is improvised among foes alone.
            apart=kind == "mook" and SIDE_OF.get(text_of(answers, "side")) != "foes",
        )
        for word, (game, kind, _) in _kinds_by_word(state, answers).items()
    ]


def _usual_side(state: State, answers: Answers) -> str:
    """Suggest the party where the table has no characters yet: a player's own come first (WE-87)."""
    first = not state.actors and _newcomer(state, answers).kind in ("pc", "full")
    return "party" if first else "usual"


def _joining(state: State, answers: Answers) -> Sequence[Choice]:
    """Offer the places of a newcomer in a fight; the screen suggests the last, but none to a neutral one."""
    return [replace(row, apart=_side_of(state, answers) == "others") for row in _places(state, answers)]


def _follows_told(state: State, answers: Answers) -> str:
    name = followed_into_party(state)
    return f"To the party, like {name}." if name and text_of(answers, "side") == "party" else ""


def _usual_kind(state: State, answers: Answers) -> Kind:
    """Suggest a player's character in the party, a mook among foes, else a named NPC (WE-87, WE-90, WE-92)."""
    usual: dict[Side | None, Kind] = {"party": "pc", "foes": "mook"}
    return usual.get(SIDE_OF.get(text_of(answers, "side")), "persona")


def _mook(state: State, answers: Answers) -> bool:
    return _newcomer(state, answers).kind == "mook"


def _rated_mook(state: State, answers: Answers) -> bool:
    return _mook(state, answers) and bool(_newcomer(state, answers).game.newcomer.rating)


def _usual_boxes(state: State, answers: Answers) -> str:
    """Return the usual track of a newcomer: the game's for the kind of character, none for mooks (WE-90 … WE-93)."""
    newcomer = _newcomer(state, answers).game.newcomer
    match _newcomer(state, answers).kind:
        case "full" | "pc":
            return newcomer.track(state)
        case "persona":
            return newcomer.few
    return "none"


ADD = Command(
    "add",
    "N",
    "add character",
    "Make up a character on the spot; numbers can be added later.",
    CAST,
    _add,
    (
        Ask("name", "Name", "words"),
        Ask("side", "Side", "one", _sides, _usual_side, focus="side", put=True, preview=_follows_told),
        game_asks(),
        Ask("kind", "Kind", "one", _kinds, _usual_kind),
        Ask("count", "How many", "number", default=lambda s, a: 1, when=_mook, low=1, high=500, noun="number"),
        Ask("rating", "Rating of the group", "number", default=lambda s, a: 0, when=_rated_mook, low=-9, high=19),
        Ask("boxes", "Boxes, row by row", "words", default=_usual_boxes, quiet=True),
        Ask(
            "numbers",
            "Known numbers",
            "words",
            default=no_text,
            when=_has_numbers,
            preview=_numbers_told,
            fault=_numbers_fault,
        ),
        sure_asks("numbers", _known_names, new=always, several=_names_typed),
        # Last, so that the questions before it are the same in a fight and without one.
        replace(_fight_asks(lambda s, a: "no"), choices=_joining, focus="order", put=True),
    ),
    rules="WE-87 … WE-93",
    formerly="add somebody",
    remark=_standing,
)
