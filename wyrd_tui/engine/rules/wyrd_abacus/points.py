"""Points that are lost and regained at the table's word: damage, trauma, bonds, rest (WA-27 … WA-49)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from wyrd_tui.engine import sixes
from wyrd_tui.engine.commands import Answers, Ask, Choice, Command, many_of, number_of, text_of
from wyrd_tui.engine.dice import Dice, Refused, counted
from wyrd_tui.engine.events import Befell, Event, Marked, Said, Struck
from wyrd_tui.engine.rules.asks import DICE, note_asks
from wyrd_tui.engine.rules.shared.basics import chained, the_actor
from wyrd_tui.engine.rules.wyrd_abacus.asks import ability_asks, one_of, sheet_choices
from wyrd_tui.engine.rules.wyrd_abacus.facing import d6_of, lapsed, still_open
from wyrd_tui.engine.rules.wyrd_abacus.harm import harmed, scratched
from wyrd_tui.engine.rules.wyrd_abacus.influence import rolled
from wyrd_tui.engine.rules.wyrd_abacus.numbers import (
    RECOVERED,
    abilities,
    ability_of,
    dice_for,
    has_faced,
    in_a_scene,
    is_character,
    is_defeated,
    listed,
)
from wyrd_tui.engine.state import WYRD_ABACUS, Actor, Score, State

POINTS = "Points"


def nobody_has_a_sheet(state: State) -> str:
    """Why there are no points to lose or regain."""
    return "" if sheet_choices(state, {}) else "Nobody here has Body, Mind and Soul: `abilities` writes them in."


# ------------------------------------------------------------------ losing


def _lose(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    ability, points, why = text_of(answers, "ability"), number_of(answers, "points"), text_of(answers, "note")
    who = many_of(answers, "who")
    if not who:
        raise Refused("Somebody must lose them.")
    yield from chained(state, *(partial(harmed, who=one, ability=ability, points=points, why=why) for one in who))


def _hurt_or_between(state: State) -> str:
    return in_a_scene(state) or nobody_has_a_sheet(state)


LOSE = Command(
    "lose",
    "d",
    "damage",
    "Damage takes points of an ability; the last one scratches it out.",
    POINTS,
    _lose,
    (
        Ask("who", "Who", "many", sheet_choices, focus="marked"),
        ability_asks(),
        Ask("points", "Points", "number", low=1, high=99),
        note_asks(),
    ),
    _hurt_or_between,
    WYRD_ABACUS,
    "WA-27 … WA-29, U-18",
)


def _scratch(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    yield from scratched(state, text_of(answers, "who"), text_of(answers, "ability"), text_of(answers, "note"))


SCRATCH = Command(
    "scratch",
    "D",
    "scratch out",
    "Trauma scratches an ability out at once; a second time defeats its owner.",
    POINTS,
    _scratch,
    (one_of(), ability_asks(), note_asks()),
    _hurt_or_between,
    WYRD_ABACUS,
    "WA-30, WA-31",
)


# ------------------------------------------------------------------ regaining


def regained(state: State, who: str, ability: str, points: int, why: str) -> Iterator[Event]:
    """Spent points come back, never above the start, and never to a scratched ability (WA-46, WA-49).

    Raises:
        Refused: If the ability is scratched out, or none of its points is gone.
    """
    actor = the_actor(state, who)
    row = ability_of(actor, ability)
    others = [abilities(actor)[other].label for other in mendable(actor)]
    possible = f" Points can come back to {listed(others)}." if others else " Nothing else of theirs lacks a point."
    if row.struck:
        word = "is scratched out: only the story mends it, and then `unscratch`"
        raise Refused(f"{actor.name}’s {row.label} {word}.{possible}")
    if not row.marks:
        raise Refused(f"{actor.name}’s {row.label} is whole at {row.boxes}.{possible}")
    yield Marked(who, WYRD_ABACUS, {ability: max(0, row.marks - points)}, why)


def mendable(actor: Actor) -> list[str]:
    """The abilities that points can come back to, the emptiest first."""
    rows = [row for row in abilities(actor).values() if row.marks and not row.struck]
    return [row.id for row in sorted(rows, key=lambda row: row.free - row.boxes)]


def owed(state: State) -> list[Actor]:
    """Characters that faced a challenge in the scene that is over and have not chosen what comes back (WA-46)."""
    if not state.scene.between:
        return []
    return [a for a in state.actors.values() if is_character(state, a) and not a.out and has_faced(a) and mendable(a)]


def _most_gone(state: State, answers: Answers) -> str | None:
    actor = state.actors.get(text_of(answers, "who"))
    return next(iter(mendable(actor)), None) if actor else None


def _restore(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    who, ability = text_of(answers, "who"), text_of(answers, "ability")
    actor = the_actor(state, who)
    if actor.out:
        raise Refused(f"{actor.name} no longer plays, so nothing comes back.")
    if not has_faced(actor):
        raise Refused(f"{actor.name} faced no challenge in the scene, or has had a point back for it already.")
    bond = text_of(answers, "bond") == "yes"
    more = text_of(answers, "more", ability) if bond else ""
    why = "recovers by a strong bond"
    steps = [partial(regained, who=who, ability=ability, points=2, why=why)]
    if more != ability:
        steps = [partial(regained, who=who, ability=ability, points=1, why="recovers")]
        steps += [partial(regained, who=who, ability=more, points=1, why=why)] if more else []
    yield from chained(state, *steps, lambda now: iter((Befell(who, RECOVERED, quiet=True),)))


def _bond_is_strong(state: State, answers: Answers) -> bool:
    return text_of(answers, "bond") == "yes"


def _where_one_more_goes(state: State, answers: Answers) -> str:
    """The same ability where two points of it are gone, else the other of which most is gone (WA-47)."""
    actor, first = state.actors.get(text_of(answers, "who")), text_of(answers, "ability")
    row = abilities(actor).get(first) if actor else None
    if actor is None or row is None or row.marks > 1:
        return first or "body"
    return next((ability for ability in mendable(actor) if ability != first), first)


def _restoring(state: State, answers: Answers) -> Sequence[Choice]:
    """Every character: first those to whom a point comes back, then those to whom the act says why none does."""
    due = {actor.id for actor in owed(state)}
    rows = sorted((a for a in state.actors.values() if is_character(state, a)), key=lambda a: a.id not in due)
    return [Choice(a.id, a.name, "" if a.id in due else "nothing comes back") for a in rows]


RESTORE = Command(
    "restore-point",
    "",
    "restore a point",
    "After a scene, whoever faced a challenge gets a spent point back, and one more for a strong bond.",
    POINTS,
    _restore,
    (
        Ask("who", "Who", "one", _restoring, lambda s, a: next((o.id for o in owed(s)), None)),
        replace(ability_asks("ability", "What comes back", _most_gone), form=True),
        Ask(
            "bond",
            "A strong bond",
            "one",
            lambda s, a: [Choice("no", "no"), Choice("yes", "yes, one more")],
            lambda s, a: "no",
            form=True,
        ),
        replace(ability_asks("more", "The bond’s point", _where_one_more_goes, _bond_is_strong), quiet=True),
    ),
    lambda state: "" if owed(state) else "Nobody has a point to restore: it comes after a scene with a challenge.",
    WYRD_ABACUS,
    "WA-46, WA-47, WA-49",
)


def _recuperate(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    who, ability = text_of(answers, "who"), text_of(answers, "ability")
    actor = the_actor(state, who)
    row = ability_of(actor, ability)
    if is_defeated(actor):
        raise Refused(f"{actor.name} is defeated, and rest does not mend that.")
    # Refused before a die falls, with what could rest instead.
    _ = tuple(regained(state, who, ability, 1, ""))
    count = dice_for(state, actor, ability)
    faces, typed = d6_of(answers, "dice", count, dice)
    number = faces.count(6)
    score = Score(who, row.label, sum(faces), faces, typed, (), max(faces, default=1))
    came = (
        Marked(who, WYRD_ABACUS, {ability: max(0, row.marks - number)}, "rests")
        if number
        else Said(f"{actor.name}’s {row.label} stays at {row.free} of {row.boxes}")
    )
    yield from chained(state, lapsed, lambda now: iter((rolled("rest", (score,)), came)))


def _rest_preview(state: State, answers: Answers) -> str:
    actor, ability = state.actors.get(text_of(answers, "who")), text_of(answers, "ability")
    if actor is None or ability not in abilities(actor):
        return ""
    count = dice_for(state, actor, ability)
    return f"{counted(count, 'die', 'dice')}, a point or more in {sixes.at_least(count, 6).short()}"


RECUPERATE = Command(
    "recuperate",
    "t",
    "rest",
    "A proper rest: an influence roll, and a point of the ability back for every 6.",
    POINTS,
    _recuperate,
    (one_of(), ability_asks(default=_most_gone), replace(DICE, preview=_rest_preview)),
    lambda state: still_open(state) or nobody_has_a_sheet(state),
    WYRD_ABACUS,
    "WA-48",
)


def _regain(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    why = text_of(answers, "note") or "regains"
    yield from regained(state, text_of(answers, "who"), text_of(answers, "ability"), number_of(answers, "points"), why)


REGAIN = Command(
    "regain",
    "",
    "regain points",
    "Give spent points of an ability back, for whatever reason the story has.",
    POINTS,
    _regain,
    (
        one_of(),
        ability_asks(default=_most_gone),
        Ask("points", "Points", "number", default=lambda s, a: 1, low=1, high=99),
        note_asks(),
    ),
    nobody_has_a_sheet,
    WYRD_ABACUS,
    "WA-46 … WA-49",
)


def _struck(state: State, answers: Answers) -> Sequence[Choice]:
    actor = state.actors.get(text_of(answers, "who"))
    return [Choice(row.id, row.label) for row in (abilities(actor).values() if actor else ()) if row.struck]


def _unscratch(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    who, ability = text_of(answers, "who"), text_of(answers, "ability")
    row = ability_of(the_actor(state, who), ability)
    if not row.struck:
        raise Refused(f"{the_actor(state, who).name}’s {row.label} is not scratched out.")
    yield Struck(who, WYRD_ABACUS, ability, struck=False, why=text_of(answers, "note"))


UNSCRATCH = Command(
    "unscratch",
    "M",
    "mend a scratch",
    "The story mends a scratched ability: a hospital for Body, a witch for Soul.",
    POINTS,
    _unscratch,
    (
        Ask(
            "who",
            "Who",
            "one",
            lambda s, a: [
                c for c in sheet_choices(s, a) if any(r.struck for r in abilities(s.actors[c.value]).values())
            ],
            focus="actor",
        ),
        Ask("ability", "Which ability", "one", _struck),
        note_asks(),
    ),
    lambda state: (
        ""
        if any(row.struck for actor in state.actors.values() for row in abilities(actor).values())
        else "No ability is scratched out."
    ),
    WYRD_ABACUS,
    "WA-49",
)


# ------------------------------------------------------------------ starting scores


LEAST, MOST, SUM = 3, 9, 15
"""What an ability may start at, and what the three start at together (WA-03)."""


def creation_faults(scores: Sequence[int]) -> list[str]:
    """What is unusual about three starting scores (WA-03)."""
    faults = [f"{score} is not from {LEAST} to {MOST}" for score in scores if not LEAST <= score <= MOST]
    total = sum(scores)
    if total != SUM:
        gap = abs(SUM - total)
        faults.append(f"the sum is {total}: {counted(gap, 'point')} {'over' if total > SUM else 'unassigned'}")
    return faults


POINT_COMMANDS = (LOSE, SCRATCH, RESTORE, RECUPERATE, REGAIN, UNSCRATCH)
