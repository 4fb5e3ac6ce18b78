"""Cast that leaves as the next scene begins: there for a scene that is over, or out of the fight (U-22)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from wyrd_tui.engine.choices import Choice
from wyrd_tui.engine.commands import Answers, many_of, text_of
from wyrd_tui.engine.events import Event, Left, Said
from wyrd_tui.engine.page import RULE, Page
from wyrd_tui.engine.rules.questions import on_by_default
from wyrd_tui.engine.rules.shared.carry_over import (
    challenges_brought,
    challenges_to_remove,
    kept_unasked,
    stay_asks,
)
from wyrd_tui.engine.rules.shared.end_events import scene_runs
from wyrd_tui.engine.state import Actor, Challenge, State
from wyrd_tui.engine.words import fit_verb, is_plural, join_names, name_of


def extras(state: State, answers: Answers) -> Sequence[Choice]:
    """Offer the cast that the scene which begins does not bring itself.

    Before the first scene only the cast of scenes that have a page mark, and those out of action, are offered: whom
    the GM brings in or adds before it is there for it.
    """
    which = text_of(answers, "page")
    over = [page for page in state.book.pages if page.id in state.marks or page.id == state.scene.page]
    act = state.book.page(which, "act")
    now = act.brings if act else ()
    came = {who for page in over for who in page.brings}
    first = state.scene.number == 1 and not scene_runs(state)
    over_rods = challenges_to_remove(state, answers)
    live = [rod for rod in state.challenges.values() if not rod.outcome and rod not in over_rods]
    coming = [one for one in challenges_brought(state, answers) if one not in state.overcome]
    live += [rod for one in coming if (rod := state.book.challenges.get(one)) is not None]
    rows = []
    for actor in state.actors.values():
        if actor.side != "party" and actor.id not in now and (not first or actor.id in came or actor.out):
            needed = "" if actor.dead else _needed_for(state, actor, live)
            later = "" if actor.dead or needed else _comes_again(state, actor, which)
            hint = ", ".join(filter(None, (_state_words(actor), needed, later)))
            on = bool(needed) and (not actor.out or _is_asked_about(state, actor))
            rows.append(Choice(actor.id, name_of(state, actor.id), hint, on=on))
    return rows


def _state_words(actor: Actor) -> str:
    return actor.why_out or ("all down" if actor.out and is_plural(actor) else "down" if actor.out else "")


def _named(state: State, actor: Actor) -> str:
    return name_of(state, actor.id) + (f" ({words})" if (words := _state_words(actor)) else "")


def _brought_again(state: State, answers: Answers) -> list[Actor]:
    """Return those who are at the table already of the cast that the scene brings which begins."""
    act = state.book.page(text_of(answers, "page"), "act")
    return [state.actors[who] for who in (act.brings if act else ()) if who in state.actors]


def _is_relieved(state: State, actor: Actor) -> bool:
    """Tell if a mook whom the next scene brings is down from an earlier fight: new ones enter in that place."""
    return actor.replaceable and actor.side != "party" and not _is_asked_about(state, actor)


def _is_asked_about(state: State, actor: Actor) -> bool:
    return any(actor.id in (matter.who, matter.about) for matter in state.open)


def _needed_for(state: State, actor: Actor, live: Collection[Challenge]) -> str:
    """Say why a character stays unless the GM decides otherwise; empty where no question and no rod needs it."""
    if _is_asked_about(state, actor):
        return "a question is open"
    came = {
        rod for page in state.book.pages if page.kind == RULE and actor.id in page.brings for rod in page.challenges
    }
    rods = (rod.title for rod in live if actor.id in rod.who or rod.id in came)
    return next((f"needed for {title}" for title in rods), "")


def _comes_again(state: State, actor: Actor, which: str) -> str:
    """Name the first scene that brings a character and is still to come behind the one that begins; else empty."""
    later = (page for page in state.book.pages if actor.id in page.brings and _is_to_come(state, page, which))
    return next((f"{fit_verb(actor, 'enters')} again as {page.title} begins" for page in later), "")


def _is_to_come(state: State, page: Page, which: str) -> bool:
    begun = page.id in state.marks or page.id in (state.scene.page, which)
    return page.kind == "act" and not begun


def describe_departures(state: State, answers: Answers) -> str:
    """Name those who exit; empty for nobody."""
    leaving = _leaving(state, answers)
    verb = fit_verb(state.actors[leaving[0]], "exits") if len(leaving) == 1 else "exit"
    return f"{join_names([name_of(state, who) for who in leaving])} {verb}" if leaving else ""


def _leaving(state: State, answers: Answers) -> list[str]:
    staying = many_of(answers, "cast") if "cast" in answers else on_by_default(extras)(state, answers)
    leaving = [choice.value for choice in extras(state, answers) if choice.value not in staying]
    return [*leaving, *(actor.id for actor in _brought_again(state, answers) if _is_relieved(state, actor))]


CAST_STAYS = stay_asks("cast", "Cast who stay", "member of the cast", extras, describe_departures)
"""Asked as a scene begins, where anybody is left of an earlier one whom nothing needs any more."""


def departures(state: State, answers: Answers) -> Iterator[Event]:
    """Let those leave who do not stay, in one line of the log, and name who and what stays unasked."""
    unasked = [choice for choice in extras(state, answers) if choice.on] if "cast" not in answers else []
    staying = [f"{choice.label} ({choice.hint})" for choice in unasked]
    staying += [_named(state, actor) for actor in _brought_again(state, answers) if not _is_relieved(state, actor)]
    if staying := [*staying, *kept_unasked(state, answers)]:
        yield Said(f"{join_names(staying)} {'stays' if len(staying) == 1 else 'stay'}")
    if leaving := _leaving(state, answers):
        yield Said(describe_departures(state, answers))
        yield from (Left(who, quiet=True) for who in leaving)
