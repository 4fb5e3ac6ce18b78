"""The guide for “do I have it?”: mundane things are at hand, a major advantage is gear with a trait (WE-25, WE-28)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wyrd_tui.engine.choices import Choice
from wyrd_tui.engine.commands import Answers, Ask, Command, text_of
from wyrd_tui.engine.dice import Dice, Refused
from wyrd_tui.engine.events import Event, Said
from wyrd_tui.engine.ids import slug
from wyrd_tui.engine.refusals import empty_text
from wyrd_tui.engine.rules.ground.basics import the_actor, why_nobody
from wyrd_tui.engine.rules.questions import who_asks
from wyrd_tui.engine.rules.wyrd_engine.ratings import sheet_of
from wyrd_tui.engine.rules.wyrd_engine.sides import for_players, must_play, nobody_plays
from wyrd_tui.engine.sheet import Trait
from wyrd_tui.engine.state import WYRD_ENGINE, Actor, State
from wyrd_tui.engine.words import name_and_verb

_MUNDANE, _ADVANTAGE, _FOREIGN = "mundane", "advantage", "foreign"


def _gear(actor: Actor, thing: str) -> Trait | None:
    """Return the gear on a sheet whose name holds the words for a thing; None where there is none."""
    word = slug(thing)
    return next((t for t in sheet_of(actor).traits if t.source == "gear" and word and word in slug(t.name)), None)


def _on_sheet(state: State, answers: Answers) -> Trait | None:
    actor = state.actors.get(text_of(answers, "who"))
    return _gear(actor, text_of(answers, "thing")) if actor is not None else None


def _not_on_sheet(state: State, answers: Answers) -> bool:
    return _on_sheet(state, answers) is None


def _fits(state: State, answers: Answers) -> Sequence[Choice]:
    return [
        Choice(_MUNDANE, "fits the role", "yes: the character has the thing"),
        Choice(_ADVANTAGE, "a major advantage", "no: only as gear with a trait"),
        Choice(_FOREIGN, "does not fit", "no"),
    ]


def _answer(state: State, answers: Answers) -> tuple[str, str]:
    """Return what the guide says: the ruling, and its reason."""
    who, thing, gear = text_of(answers, "who"), text_of(answers, "thing").strip(), _on_sheet(state, answers)
    if gear is not None:
        has = "has lost" if gear.lost else "has"
        return f"{name_and_verb(state, who, has)} the {gear.name}", "it is gear on the sheet"
    match text_of(answers, "fits"):
        case "advantage":
            why = "a major advantage is gear with a trait, which `grant` adds"
        case "foreign":
            why = "it does not fit the role"
        case _:
            return f"{name_and_verb(state, who, 'has')} {thing}", "it fits the role, and gives no bonus"
    return f"{name_and_verb(state, who, 'does')} not have {thing}", why


def _preview(state: State, answers: Answers) -> str:
    return ": ".join(_answer(state, answers)) if text_of(answers, "thing") else ""


def _have(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    who = text_of(answers, "who")
    the_actor(state, who)
    must_play(state, who)
    if not text_of(answers, "thing").strip():
        raise Refused(empty_text("thing", "a lantern"))
    ruling, why = _answer(state, answers)
    yield Said(ruling, f": {why}", "ruling")


HAVE = Command(
    "have",
    "",
    "do I have it?",
    "Rule whether a character carries a thing: yes where it fits the role.",
    "Traits, gear, bonuses",
    _have,
    (
        for_players(who_asks()),
        Ask("thing", "Thing", "words"),
        Ask("fits", "Ruling", "one", _fits, lambda s, a: _MUNDANE, when=_not_on_sheet, preview=_preview),
    ),
    lambda state: why_nobody(state) or nobody_plays(state),
    WYRD_ENGINE,
    "WE-25, WE-28",
)
