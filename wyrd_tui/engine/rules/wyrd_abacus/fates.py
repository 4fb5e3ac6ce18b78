"""Defeated characters, and the roles that they and their players take (WA-31, WA-45, WA-50, WA-51)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from wyrd_tui.engine.account import describe_and_apply
from wyrd_tui.engine.blank import no_text
from wyrd_tui.engine.choices import Choice
from wyrd_tui.engine.commands import Answers, Ask, Command, actor_named, text_of
from wyrd_tui.engine.dice import Dice, Refused, parse_d6
from wyrd_tui.engine.events import Befell, Changed, Event, Laid, Said, Shown
from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.ids import fresh_id
from wyrd_tui.engine.nouns.wyrd_abacus import ABILITIES, TYPES, WITH_THE_WYRD
from wyrd_tui.engine.refusals import empty_text
from wyrd_tui.engine.returning import waiting_cast
from wyrd_tui.engine.rules.ground.arrivals import arrival_events
from wyrd_tui.engine.rules.ground.basics import EventMaker, chain_steps, the_actor
from wyrd_tui.engine.rules.questions import answered
from wyrd_tui.engine.rules.wyrd_abacus.abilities import (
    DEFEATED,
    abilities,
    ability_of,
    is_defeated,
    is_players,
    wyrd_of,
)
from wyrd_tui.engine.rules.wyrd_abacus.influence import roll_wyrd
from wyrd_tui.engine.rules.wyrd_abacus.omens import wyrd_preview
from wyrd_tui.engine.rules.wyrd_abacus.points import nobody_has_a_sheet
from wyrd_tui.engine.rules.wyrd_abacus.questions import sheet_choices
from wyrd_tui.engine.rules.wyrd_abacus.scenes import end_loan, give_loan
from wyrd_tui.engine.sheet import Sheet
from wyrd_tui.engine.state import WYRD_ABACUS, Actor, Challenge, Condition, State
from wyrd_tui.engine.words import name_and_verb, name_of, possessive

FATES_GROUP = "Fates"
PLAYS_ON = "plays-on"
_CHOSEN = (WITH_THE_WYRD.id, PLAYS_ON)
"""Conditions of the defeated that tell what their player does from now on; one of them is enough (WA-51)."""
IMPEDIMENT, GONE = "a significant impediment", "gone from the tale"


def _is_rolled(actor: Actor) -> bool:
    """Return whether the Wyrd of a defeated character has been rolled (WA-50)."""
    defeat = actor.suffered(WYRD_ABACUS, DEFEATED)
    return defeat is not None and defeat.settled


def without_wyrd_roll(state: State) -> list[Actor]:
    """Defeated characters whose Wyrd has not been rolled yet (WA-50)."""
    # A character who has turned against the others meanwhile is no less defeated (WA-45).
    return [a for a in state.actors.values() if is_defeated(a) and a.kind == "pc" and not _is_rolled(a)]


def without_decision(state: State) -> list[Actor]:
    """Defeated characters whose Wyrd has been rolled, and whose player has not said what comes now (WA-51)."""
    fallen = (actor for actor in state.actors.values() if is_defeated(actor) and actor.kind == "pc")
    return [actor for actor in fallen if _is_rolled(actor) and not _settled(actor)]


_PLAYER = {
    "new character": "make one up, enters at once",
    "denizen": "a character of the story",
    "wyrd": "lend two Wyrd points in each scene",
    "later": "decide another time",
}


def _in_the_wings(state: State) -> list[Actor]:
    """Return the prepared actors who are not at the table, and those who have left it."""
    return [actor for name, actor in waiting_cast(state).items() if name not in state.actors]


def _unplayed(state: State, answers: Answers) -> str | None:
    """Suggest the first character of the scenario's party whom nobody plays."""
    return next((actor.name for actor in _in_the_wings(state) if is_players(actor)), None)


def _denizens(state: State, answers: Answers) -> Sequence[Choice]:
    waiting = [actor for actor in _in_the_wings(state) if not is_players(actor)]
    there = [actor for actor in state.actors.values() if not (is_players(actor) or actor.out)]
    return [Choice(actor.id, actor.name, actor.concept) for actor in (*there, *waiting) if actor.count == 1]


_adopts, _makes_one = answered("player", "denizen"), answered("player", "new character")


def _still_to_roll(state: State, answers: Answers) -> bool:
    return text_of(answers, "who") in {actor.id for actor in without_wyrd_roll(state)}


def _fall(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    who = text_of(answers, "who")
    steps: list[EventMaker] = []
    if _still_to_roll(state, answers):
        steps = [lambda now: roll_wyrd(now, answers, dice, (who,)), partial(_fate, who=who)]
    yield from chain_steps(state, *steps, partial(_player, who=who, answers=answers))


def _fate(state: State, who: str) -> Iterator[Event]:
    """A 6, and the defeated stand in the way of those who are left (WA-50, C-24)."""
    actor = state.actors[who]
    result = state.roll.score.total if state.roll else 1
    note = IMPEDIMENT if result >= 6 else GONE
    if (old := actor.suffered(WYRD_ABACUS, DEFEATED)) is not None:
        noted = f"{old.note}; {note}" if old.note else note
        yield Befell(who, replace(old, note=noted, settled=True, game=WYRD_ABACUS), quiet=True)
    told = f"will be {note} for those who are left" if result >= 6 else f"is {note}"
    yield Said(name_and_verb(state, who, told))


def _player(state: State, who: str, answers: Answers) -> Iterator[Event]:
    """Apply the choice of a defeated character's player (WA-51)."""
    actor, choice = state.actors[who], text_of(answers, "player")
    player = actor.player or f"{possessive(state, who)} player"
    match choice:
        case "wyrd":
            yield Befell(who, WITH_THE_WYRD, quiet=True)
            yield Said(f"{player} acts with the Wyrd from now on")
            if not state.scene.between:
                yield from give_loan(state, who)
        case "denizen":
            yield from _adopted(state, actor, text_of(answers, "denizen"))
            yield from end_loan(actor)
        case "new character":
            yield from _made(state, actor, text_of(answers, "name").strip())
            yield from end_loan(actor)
        case _:
            return


def _made(state: State, actor: Actor, name: str) -> Iterator[Event]:
    """Bring the new character of a defeated one's player, whose abilities are still to be written (WA-51).

    Raises:
        Refused: If it has no name.
    """
    if not name:
        raise Refused(empty_text("name", "Mercer"))
    prepared = next((one for one in _in_the_wings(state) if is_players(one) and one.name == name), None)
    new = (
        replace(prepared, player=actor.player)
        if prepared
        else Actor(
            fresh_id(name, {**state.book.cast, **state.people}),
            name,
            "party",
            "pc",
            sheets={WYRD_ABACUS: Sheet()},
            visibility="open",
            player=actor.player,
        )
    )
    yield Befell(actor.id, Condition(PLAYS_ON, f"replaced by {name}", game=WYRD_ABACUS), quiet=True)
    yield from arrival_events(state, new)
    lacking = "" if abilities(new) else ", who needs a Body, a Mind and a Soul"
    yield Said(f"{actor.player or 'A player'} plays {name}", lacking)


def _adopted(state: State, actor: Actor, which: str) -> Iterator[Event]:
    denizen = state.actors.get(which) or waiting_cast(state).get(which)
    if denizen is None:
        raise Refused("Choose a denizen of the story.")
    if which not in state.actors:
        yield from arrival_events(state, replace(denizen, side="party", kind="pc"))
    plays_on = Condition(PLAYS_ON, f"replaced by {denizen.name}", game=WYRD_ABACUS)
    yield Befell(actor.id, plays_on, quiet=True)
    whose = f"{actor.player}’s" if actor.player else "a player’s"
    taken_up = f"is {whose} character from now on"
    yield Changed(which, side="party", kind="pc", player=actor.player or None, why=taken_up)
    if denizen.visibility != "open":
        yield Shown(which, "open")
    if not abilities(denizen):
        yield Said(f"{denizen.name} needs a Body, a Mind and a Soul")


def _wyrd_preview(state: State, answers: Answers) -> str:
    """Preview the Wyrd roll of a defeated character, through all questions that come before it is thrown (WA-50)."""
    actor = state.actors.get(text_of(answers, "who"))
    if actor is None or not _still_to_roll(state, answers):
        return ""
    told, fate = wyrd_preview(state, (actor.id,)), name_and_verb(state, actor.id, f"is {GONE}")
    if faces := _typed_faces(actor, answers):
        # Dice that have fallen leave nothing to chance.
        told = f"{max(faces)}"
        fate = name_and_verb(state, actor.id, f"will be {IMPEDIMENT}") if max(faces) == 6 else fate
    elif wyrd_of(actor):
        fate = f"on a 6 {name_and_verb(state, actor.id, 'comes')} back as an impediment, else {GONE}"
    return " · ".join((f"{told} · {fate}", *_choice_told(state, actor.id, answers)))


def _typed_faces(actor: Actor, answers: Answers) -> tuple[int, ...]:
    """Return the dice that are typed for a character's Wyrd; none where none are, or the roll refuses them."""
    typed = text_of(answers, "dice").strip()
    try:
        return parse_d6(typed, wyrd_of(actor)) if typed else ()
    except Refused:
        return ()


def _choice_told(state: State, who: str, answers: Answers) -> list[str]:
    """Tell what the choice of a player brings, whatever the Wyrd rolls; nothing while it cannot be made."""
    try:
        return [str(line) for line in describe_and_apply(state, tuple(_player(state, who, answers))).log]
    except Refused:
        return []


def _fallen(state: State, answers: Answers) -> Sequence[Choice]:
    """Offer the defeated characters with a Wyrd roll or their player's choice still open (WA-50, WA-51)."""
    fallen = (actor for actor in state.actors.values() if is_defeated(actor))
    return [Choice(a.id, a.name) for a in fallen if not _settled(a) or a in without_wyrd_roll(state)]


def _settled(actor: Actor) -> str:
    """Return the choice of a defeated character's player; empty where there is none."""
    chosen = actor.suffered(WYRD_ABACUS, *_CHOSEN)
    return f"{chosen.label}. `recover {actor.id} {chosen.id}` takes it back" if chosen else ""


def _why_not_fallen(state: State, word: str) -> str:
    actor = actor_named(state, word)
    if actor is None:
        return ""
    if not is_defeated(actor):
        return f"{name_and_verb(state, actor.id, 'is')} not defeated."
    return f"the choice is made: {_settled(actor)}."


def _what_players_do(state: State, answers: Answers) -> Sequence[Choice]:
    """Offer the player's choices: later only before the Wyrd roll, a denizen only where there is one (WA-51)."""
    shut = set() if _denizens(state, answers) else {"denizen"}
    shut |= set() if _still_to_roll(state, answers) else {"later"}
    actor = state.actors.get(text_of(answers, "who"))
    if actor is not None and _settled(actor):
        shut = set(_PLAYER) - {"later"}
    return [Choice(k, k, h) for k, h in _PLAYER.items() if k not in shut]


def _nobody_fallen(state: State) -> str:
    if _fallen(state, {}):
        return ""
    settled = [
        f"{possessive(state, a.id)} fate is decided: {_settled(a)}." for a in state.actors.values() if is_defeated(a)
    ]
    return " ".join(settled) or "No character is defeated."


FALL = Command(
    "defeat",
    "f",
    "defeated",
    "Roll a defeated character’s Wyrd, and choose the player’s next role.",
    FATES_GROUP,
    _fall,
    (
        Ask("who", "Who", "one", _fallen, focus="actor", sole=True, why=_why_not_fallen),
        Ask(
            "dice",
            "Their Wyrd",
            "dice",
            default=no_text,
            when=_still_to_roll,
            preview=_wyrd_preview,
        ),
        Ask(
            "player",
            "Player’s choice",
            "one",
            _what_players_do,
            lambda s, a: "later" if _still_to_roll(s, a) else None,
            preview=_wyrd_preview,
        ),
        Ask("denizen", "Which denizen", "one", _denizens, when=_adopts, preview=_wyrd_preview, noun="denizen"),
        Ask("name", "Name of the new character", "words", default=_unplayed, when=_makes_one, preview=_wyrd_preview),
    ),
    _nobody_fallen,
    WYRD_ABACUS,
    "WA-31, WA-50, WA-51, C-24, C-37, U-21",
)


def _antagonist(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    actor, kind = the_actor(state, text_of(answers, "who")), text_of(answers, "type")
    label = next(name for name in TYPES if name.casefold() == kind)
    row = ability_of(actor, text_of(answers, "ability") or TYPES[label][0])
    title = _turned(state, actor, label)
    yield Laid(
        Challenge(
            fresh_id(title, {**state.challenges, **state.book.challenges}),
            title,
            "obstacle",
            WYRD_ABACUS,
            row.boxes,
            needed=max(1, row.boxes),
            type=label,
        )
    )
    if actor.side == "party":
        yield Changed(actor.id, side="foes")


def _turned(state: State, actor: Actor, label: str) -> str:
    """Name the challenge that an actor has become; a second of one name goes by its type as well."""
    types = {challenge.title: challenge.type for challenge in state.challenges.values()}
    title = f"{name_of(state, actor.id)}, turned"
    if title not in types:
        return title
    second = f"{title} ({label})"
    if types[title] == label or second in types:
        there = title if types[title] == label else second
        raise Refused(f"“{there}” is on the abacus already, as a {label}.")
    return second


ANTAGONIST = Command(
    "antagonist",
    "",
    "turned antagonist",
    "Turn a character into a challenge, with a former score as its value.",
    FATES_GROUP,
    _antagonist,
    (
        Ask("who", "Who", "one", sheet_choices, focus="actor"),
        Ask(
            "type",
            "Type of challenge",
            "one",
            lambda s, a: [Choice(k.casefold(), k, ABILITIES[v[0]]) for k, v in TYPES.items()],
        ),
        Ask(
            "ability",
            "Strength from",
            "one",
            lambda s, a: [Choice(k, v) for k, v in ABILITIES.items()],
            lambda s, a: next((v[0] for k, v in TYPES.items() if k.casefold() == text_of(a, "type")), None),
            quiet=True,
            noun="ability",
        ),
    ),
    nobody_has_a_sheet,
    WYRD_ABACUS,
    "WA-45",
    puts=True,
)

FATE_COMMANDS = (FALL, ANTAGONIST)
