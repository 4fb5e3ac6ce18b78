"""Statuses, Load, pools by hand, and the Relax Montage (ME-21 … ME-23, ME-42 … ME-51)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from wyrd_tui.engine.choices import Choice
from wyrd_tui.engine.commands import Answers, Ask, Command, many_of, number_of, text_of
from wyrd_tui.engine.dice import Dice, Refused
from wyrd_tui.engine.events import Befell, Event, Marked, Rated, Said
from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.nouns.mettle import COVER, FALTERING, FRAME, LOAD, STATUSES, STRAINABLE
from wyrd_tui.engine.rules.ground.basics import the_actor
from wyrd_tui.engine.rules.ground.lasting import unrested_games
from wyrd_tui.engine.rules.ground.places import is_fight
from wyrd_tui.engine.rules.mettle.checks import with_a_sheet
from wyrd_tui.engine.rules.mettle.modifiers import (
    death_events,
    end_status,
    has_status,
    pool_of,
    rating,
    row_of,
    status_of,
    status_of_actor,
)
from wyrd_tui.engine.rules.mettle.twists import faltering_status, strain_attribute, why_unstrained
from wyrd_tui.engine.rules.questions import among, note_asks, unless, unless_any
from wyrd_tui.engine.sheet import Sheet
from wyrd_tui.engine.state import DEAD, METTLE, Actor, Condition, State
from wyrd_tui.engine.words import fit_verb, join_names, name_and_verb

STATUS = "Statuses, pools"
LEVELLED = ("afflicted", "fatigued", COVER)
_MOST_LOAD = 999


def players(state: State, answers: Answers) -> Sequence[Choice]:
    """Actors with a sheet of this game, the party first."""
    rows = sorted((a for a in state.actors.values() if METTLE in a.sheets), key=lambda a: a.side != "party")
    return [Choice(actor.id, actor.name, actor.concept) for actor in rows]


living = among(players, lambda actor: not actor.dead)
"""Offers the actors with a sheet of this game who are not dead."""


no_sheets = unless(lambda state: players(state, {}), "Nobody here has a sheet of Mettle: `pools` writes one.")
"""Return why nobody has pools."""


def _nobody_lives(state: State) -> str:
    return no_sheets(state) or ("" if living(state, {}) else "Nobody here who plays Mettle is alive.")


def _status(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    """Give a status to the actors who lack it; where none does, or by level 0, end it for all of them.

    Raises:
        Refused: If nothing changes, or a status without levels is given one.
    """
    name, level, note = text_of(answers, "status"), number_of(answers, "level"), text_of(answers, "note")
    actors = [the_actor(state, one) for one in many_of(answers, "who")]
    levelled = name in LEVELLED
    if not levelled and level > 1:
        raise Refused(f"{name.capitalize()} has no levels. Leave the level blank, or write 0 to end the status.")
    begins = level > 0 and (levelled or not all(has_status(actor, name) for actor in actors))
    # A new Buildup replaces the old one; anything else can only begin once.
    new = status_of(name, level if levelled else 0, note)
    meant = [a for a in actors if (new not in a.conditions if levelled and begins else has_status(a, name) != begins)]
    if not meant:
        names = join_names([actor.name for actor in actors])
        are = fit_verb(actors[0], "is") if len(actors) == 1 else "are"
        if begins:
            raise Refused(f"Nothing changes: {names} {are} {new.label} already.")
        raise Refused(f"Nothing ends: {names} {are} not {name.capitalize()}.")
    other = {"shaken": "broken", "broken": "shaken"}.get(name, "")
    for actor in meant:
        if not begins:
            yield end_status(actor.id, name)
            continue
        if other and has_status(actor, other):
            yield end_status(actor.id, other, quiet=True)
        begun = faltering_status(state, actor.id, note) if name == FALTERING else new
        yield from death_events(actor, note) if name == DEAD else (Befell(actor.id, begun),)


def _statuses(state: State, answers: Answers) -> Sequence[Choice]:
    """Offer the statuses; one that all of these have says what ends it."""
    actors = [state.actors[who] for who in many_of(answers, "who") if who in state.actors]
    ends = {name: _ending(actors, name) for name in STATUSES}
    has = "has it" if len(actors) == 1 else "all have it"
    return [
        Choice(name, f"{name.capitalize()} ({has})" if ends[name] else name.capitalize(), ends[name] or hint)
        for name, hint in STATUSES.items()
    ]


def _ending(actors: Sequence[Actor], name: str) -> str:
    """Tell what ends a status that all of these have; empty where one of them lacks it."""
    if not actors or not all(has_status(actor, name) for actor in actors):
        return ""
    who = actors[0].name if len(actors) == 1 else "all of them"
    verb = fit_verb(actors[0], "has") if len(actors) == 1 else "have"
    return f"{who} {verb} it: {'level 0 ends it' if name in LEVELLED else 'chosen again, it ends'}"


def _level(state: State, answers: Answers) -> int:
    """Return the highest level that one of these has of the status, or 1 to begin with (ME-42, ME-46)."""
    actors = (state.actors[who] for who in many_of(answers, "who") if who in state.actors)
    had = (status_of_actor(actor, text_of(answers, "status")) for actor in actors)
    return max((status.level for status in had if status is not None), default=0) or 1


STATUS_COMMAND = Command(
    "status",
    "C",
    "status",
    "Give a character a status, or end it: Shaken, Afflicted, Blinded and the others.",
    STATUS,
    _status,
    (
        with_a_sheet(Ask("who", "Who", "many", players, focus="ticked", some="Choose one character or more.")),
        Ask("status", "Status", "one", _statuses, named=True),
        Ask(
            "level",
            "Level (0 ends the status)",
            "number",
            default=_level,
            low=0,
            high=99,
            # By key, a status without levels ends as it is chosen again.
            settled=lambda s, a: text_of(a, "status") not in LEVELLED,
            skipped_for=lambda word: not word.lstrip("+-−").isdecimal(),
        ),
        note_asks(),
    ),
    no_sheets,
    METTLE,
    "ME-38, ME-39, ME-42 … ME-50, C-19, U-25",
)


# ------------------------------------------------------------------ one more


def _one_worse(state: State, answers: Answers, name: str) -> Iterator[Event]:
    """Raise a status by one level for each of these, or begin it at 1 (ME-42, ME-46)."""
    for actor in (the_actor(state, one) for one in many_of(answers, "who")):
        old = status_of_actor(actor, name)
        yield Befell(actor.id, status_of(name, (old.level if old else 0) + 1, old.note if old else ""))


def _worse_preview(state: State, answers: Answers, name: str) -> str:
    """Preview each character's new level."""
    words = []
    for actor in (state.actors[who] for who in many_of(answers, "who") if who in state.actors):
        old = status_of_actor(actor, name)
        level = old.level if old else 0
        words.append(f"{actor.name}: {status_of(name).label} {level}→{level + 1}")
    return ", ".join(words)


def _party(state: State, answers: Answers) -> tuple[str, ...]:
    own = (state.actors[choice.value] for choice in living(state, answers))
    return tuple(actor.id for actor in own if actor.side == "party" and not actor.out)


_WORSE = with_a_sheet(Ask("who", "Who", "many", living, focus="ticked", put=True, some="Choose one character or more."))

BUILDUP = Command(
    "buildup",
    "A",
    "Buildup +1",
    "Raise a character’s Buildup by one; the first point makes them Afflicted.",
    STATUS,
    lambda state, answers, dice: _one_worse(state, answers, "afflicted"),
    (replace(_WORSE, preview=partial(_worse_preview, name="afflicted")),),
    _nobody_lives,
    METTLE,
    "ME-42",
)

NO_REST = Command(
    "no-rest",
    "F",
    "day without rest",
    "Add a day without rest: each character named is Fatigued by one more day.",
    STATUS,
    lambda state, answers, dice: _one_worse(state, answers, "fatigued"),
    (replace(_WORSE, default=_party, focus="only ticked", preview=partial(_worse_preview, name="fatigued")),),
    _nobody_lives,
    METTLE,
    "ME-46",
)


# ------------------------------------------------------------------ load


def load_status(frame: int, load: int) -> str:
    """Return the status of a Load: none, Encumbered, or Incapacitated at twice the Frame (ME-45)."""
    # Without a Frame written down nobody knows what is too much.
    if load <= frame or not frame:
        return ""
    return "incapacitated" if load >= 2 * frame else "encumbered"


def load_conditions(sheet: Sheet) -> Iterator[Condition]:
    """Yield the status that the Load of a sheet brings (ME-45)."""
    ratings = sheet.ratings
    if weight := load_status(ratings[FRAME], ratings[LOAD]) if FRAME in ratings and LOAD in ratings else "":
        yield status_of(weight, automatic=True)


def _load(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    who, load = text_of(answers, "who"), number_of(answers, "to")
    actor = the_actor(state, who)
    if load == rating(actor, LOAD):
        raise Refused(f"{name_and_verb(state, actor.id, 'carries')} a Load of {load} already.")
    yield Rated(who, METTLE, LOAD, load)
    yield from load_events(actor, rating(actor, FRAME), load)


def load_events(actor: Actor, frame: int, load: int) -> Iterator[Event]:
    """Begin and end statuses by a new Load; a status with another cause stays (ME-45)."""
    wanted = load_status(frame, load)
    for condition in actor.suffers(METTLE):
        if condition.automatic and condition.id != wanted:
            why = "it is worse" if wanted == "incapacitated" else "the Load is lighter"
            yield end_status(actor.id, condition.id, why)
    if wanted and not has_status(actor, wanted):
        yield Befell(actor.id, status_of(wanted, automatic=True))


def _one_more(state: State, answers: Answers) -> int:
    """Return the actor's Load and one more."""
    actor = state.actors.get(text_of(answers, "who"))
    return min(_MOST_LOAD, rating(actor, LOAD) + 1) if actor else 1


LOAD_COMMAND = Command(
    "load",
    "",
    "load",
    "Set the Load of a character: a Load above Frame encumbers, one of twice Frame or more incapacitates.",
    STATUS,
    _load,
    (
        Ask("who", "Who", "one", living, focus="actor"),
        Ask("to", "Load", "number", default=_one_more, low=0, high=_MOST_LOAD),
    ),
    _nobody_lives,
    METTLE,
    "ME-45",
)


# ------------------------------------------------------------------ strain


def _attributes(state: State, answers: Answers) -> Sequence[Choice]:
    """Offer the attributes, each with the dice that strain leaves of it (ME-21, ME-22)."""
    actor = state.actors.get(text_of(answers, "who"))
    dice = {name: pool_of(actor, name) if actor else 0 for name in STRAINABLE}
    return [
        Choice(name, label, f"{dice[name]}→{dice[name] - 1}" if dice[name] else "at 0")
        for name, label in STRAINABLE.items()
    ]


def _unstrained(state: State, answers: Answers) -> str:
    """Return why the attribute that is chosen can lose no die; empty where it can, or none is chosen (U-30)."""
    actor, name = state.actors.get(text_of(answers, "who")), text_of(answers, "what")
    return why_unstrained(state, actor, name) if actor is not None and name else ""


def _strain(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    yield from strain_attribute(state, the_actor(state, text_of(answers, "who")), text_of(answers, "what"))


STRAIN = Command(
    "strain",
    "w",
    "strain",
    "Take a die from Focus, Nature or Poise until a Relax Montage.",
    STATUS,
    _strain,
    (
        Ask("who", "Who", "one", living, focus="actor"),
        Ask("what", "Which attribute", "one", _attributes, preview=_unstrained, fault=_unstrained, noun="attribute"),
    ),
    _nobody_lives,
    METTLE,
    "ME-21, ME-22, U-30",
)


def strained_rows(actor: Actor) -> dict[str, int]:
    """The rows that strain has taken from, each with no marks."""
    return {name: 0 for name in STRAINABLE if (row := row_of(actor, name)) is not None and row.marks}


_nobody_strained = unless_any(lambda state, actor: bool(strained_rows(actor)), "No attribute is strained.")


def _strained_party(state: State, answers: Answers) -> tuple[str, ...]:
    party = (actor for actor in state.actors.values() if actor.side == "party" and not actor.dead)
    return tuple(actor.id for actor in party if strained_rows(actor))


def _relax(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    who = many_of(answers, "who")
    rested = [(one, marks) for one in who if (marks := strained_rows(the_actor(state, one)))]
    if not rested:
        raise Refused("No attribute of the chosen characters is strained.")
    if state.order.places:
        yield Said("A Relax Montage in the middle of a fight")
    for one, marks in rested:
        yield Marked(one, METTLE, marks, cause="relax")


def _relax_remark(state: State, answers: Answers) -> str:
    fight = "a fight goes on: `end fight` ends it first" if is_fight(state) else ""
    return " · ".join(filter(None, (fight, unrested_games(state, answers, METTLE))))


RELAX = Command(
    "relax",
    "t",
    "Relax Montage",
    "Relax in a Montage: every strained die comes back.",
    STATUS,
    _relax,
    (
        Ask(
            "who",
            "Who",
            "many",
            living,
            _strained_party,
            focus="only ticked",
            put=True,
            some="Choose one character or more.",
        ),
    ),
    lambda state: no_sheets(state) or _nobody_strained(state),
    METTLE,
    "ME-23",
    remark=_relax_remark,
    is_late=is_fight,
)


STATUS_COMMANDS = (STATUS_COMMAND, STRAIN, RELAX, LOAD_COMMAND, BUILDUP, NO_REST)
