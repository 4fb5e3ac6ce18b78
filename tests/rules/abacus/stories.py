"""Tables of the Wyrd Abacus to begin with: a scene, the time between, two games at once, and a scene gone wrong."""

from __future__ import annotations

from dataclasses import replace

from tests.rules.abacus.tables import (
    ADA,
    BEAST,
    BLOODY,
    BOB,
    CREATURE,
    CY,
    DEVILS_DUE,
    FOG,
    ONLY_ONE,
    SHUTTERS,
    Story,
    both,
    denizen,
    hurt,
    rod,
    scratched,
    stage_rule,
    with_wyrd,
)
from wyrd_tui.engine.page import Page, Trigger
from wyrd_tui.engine.state import WYRD_ABACUS, WYRD_ENGINE, State

NELL = denizen("nell", "Nell", 3, 6, 6)
KILLS = stage_rule("Kill Count", Trigger("low", counter="Kill Count", text="One falls"), public=False)
CURSE = stage_rule("Curse", Trigger("failed", "count", counter="Kill Count"), Trigger("loss", text="It laughs"))
ACTS = (
    Page("cottage", "act", "The Cottage", challenges=("vicar",)),
    Page("altar", "act", "The Altar", after=("mob",), brings=("fiend",)),
)
WAITING = (rod("fog", "Foreboding", 4), rod("vicar", "Pressure", 5, springs="six"))
RODS = (
    rod("mob", "Threat", 7, springs="scene"),
    rod("lock", "Logic", 4, after=("mob",)),
    rod("gate", "Invocation", 5, met_by="wyrd"),
    rod("rot", "Taint", 2, springs="no six"),
)
PAGES = (*ACTS, BLOODY, SHUTTERS, DEVILS_DUE, ONLY_ONE, BEAST, FOG, KILLS, CURSE)


def _story(*, between: bool = False) -> State:
    people = (with_wyrd(hurt(ADA, body=2), 2), with_wyrd(scratched(BOB, "body"), 1), CY, NELL)
    return Story(*RODS, people=people, pages=PAGES, waiting=WAITING, between=between).state


def _mixed() -> State:
    story = Story(*RODS, people=(both(ADA, Fight=2), BOB, CREATURE), pages=PAGES, waiting=WAITING)
    return replace(story.state, games=(WYRD_ENGINE, WYRD_ABACUS))


def _fallen() -> State:
    story = Story(*RODS, people=(with_wyrd(ADA, 3), scratched(BOB, "body"), scratched(CY, "mind")), pages=PAGES)
    story.play("lose bob body 1", "defeat bob player=wyrd", "lose cy mind 1", "face mob ada ada:1 dice=1")
    return story.state


STORIES = {"scene": _story(), "between": _story(between=True), "mixed": _mixed(), "fallen": _fallen()}
