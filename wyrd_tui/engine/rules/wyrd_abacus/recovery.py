"""Points that come back: after a scene, by rest, by the story (WA-46 … WA-49)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from wyrd_tui.engine import sixes
from wyrd_tui.engine.choices import Choice
from wyrd_tui.engine.commands import Answers, Ask, Command, actor_named, many_of, number_of, text_of, why_unable
from wyrd_tui.engine.dice import Dice, Refused, count_noun
from wyrd_tui.engine.events import Befell, Event, Marked, Remembered, Rolled, Said, Struck
from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.nouns.wyrd_abacus import ABILITIES, memory_of
from wyrd_tui.engine.roll import Score
from wyrd_tui.engine.rules.ground.basics import chain_steps, the_actor
from wyrd_tui.engine.rules.questions import DICE, among, answered, note_asks, unless
from wyrd_tui.engine.rules.wyrd_abacus.abilities import (
    RECOVERED,
    abilities,
    ability_of,
    dice_for,
    has_faced,
    is_character,
    is_defeated,
)
from wyrd_tui.engine.rules.wyrd_abacus.facing import take_dice
from wyrd_tui.engine.rules.wyrd_abacus.influence import roll_of_scores
from wyrd_tui.engine.rules.wyrd_abacus.owed import can_recover, mendable_abilities, owed_recovery
from wyrd_tui.engine.rules.wyrd_abacus.points import POINTS, nobody_has_a_sheet
from wyrd_tui.engine.rules.wyrd_abacus.questions import (
    ability_asks,
    one_asks,
    sheet_choices,
    why_not_playing,
)
from wyrd_tui.engine.state import WYRD_ABACUS, Actor, State
from wyrd_tui.engine.words import as_owner, join_names, name_and_verb, possessive, short_name_of

NO_POINT = "nothing"
"""The answer that a character forgoes the point (WA-46)."""
NOBODY_LACKS = "No character lacks points. `unscratch` mends a scratched ability as the story says."


def regain_points(state: State, who: str, ability: str, points: int, why: str) -> Iterator[Event]:
    """Spent points come back, never above the start, and never to a scratched ability (WA-46, WA-49).

    Raises:
        Refused: If the ability is scratched out, or none of its points is gone.
    """
    actor = the_actor(state, who)
    row = ability_of(actor, ability)
    if reason := whole_or_scratched(actor, ability, mendable_abilities(actor)):
        raise Refused(reason)
    yield Marked(who, WYRD_ABACUS, {ability: max(0, row.marks - points)}, why)


def whole_or_scratched(actor: Actor, ability: str, mendable: Sequence[str]) -> str:
    """Return why no point comes back to an ability, and to which one it can; empty where it can (WA-46, WA-49)."""
    row = abilities(actor).get(ability)
    others = [abilities(actor)[other].label for other in mendable]
    possible = f" Points can come back to {join_names(others)}." if others else " No other ability can have one."
    if row is None or (row.marks and not row.struck):
        return ""
    scratched = "is scratched out, and `unscratch` mends it"
    why = scratched if row.struck else f"is whole at {row.boxes}"
    return f"{as_owner(actor, actor.name)} {row.label} {why}.{possible}"


def lost_by_a_last_roll(state: State, answers: Answers) -> str:
    """Say of those who make a final roll that it ends their recovery too, and a question about it (WA-41, WA-46)."""
    rolls = [state.actors[who] for who in many_of(answers, "who") if who in state.actors]
    names = [short_name_of(state, actor.id) for actor in rolls if is_character(actor) and not actor.out]
    owed = {one.who for one in state.open if (one.game, one.act) == (WYRD_ABACUS, "restore-point")}
    open_one = "; the open question about one goes" if any(actor.id in owed for actor in rolls) else ""
    return f"From now on no point comes back to {join_names(names)}{open_one}" if names else ""


def keep_owed(state: State) -> Iterator[Event]:
    """Keep as the next scene begins the points that nobody has chosen or forgone yet (WA-46)."""
    memory = memory_of(state)
    faced = tuple(a.id for a in state.actors.values() if has_faced(a) and can_recover(a))
    if faced:
        yield Remembered(replace(memory, owed=(*memory.owed, *faced)))


def _most_gone(state: State, answers: Answers) -> str | None:
    actor = state.actors.get(text_of(answers, "who"))
    return next(iter(mendable_abilities(actor)), None) if actor else None


_bond_is_strong = answered("bond", "yes")


def _restore(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    who, ability = text_of(answers, "who"), text_of(answers, "ability")
    actor = the_actor(state, who)
    if ability == NO_POINT:
        yield Said(f"{name_and_verb(state, actor.id, 'forgoes')} the point")
        yield from _answered(state, who)
        return
    more = text_of(answers, "more", ability) if _bond_is_strong(state, answers) else ""
    why = "recovers by a strong bond"
    steps = [partial(regain_points, who=who, ability=ability, points=2, why=why)]
    if more != ability:
        steps = [partial(regain_points, who=who, ability=ability, points=1, why="recovers")]
        steps += [partial(regain_points, who=who, ability=more, points=1, why=why)] if more else []
    yield from chain_steps(state, *steps, partial(_answered, who=who))


def _answered(state: State, who: str) -> Iterator[Event]:
    """Note that a character has chosen for one scene, the oldest first (WA-46)."""
    memory = memory_of(state)
    if who in memory.owed:
        at = memory.owed.index(who)
        yield Remembered(replace(memory, owed=(*memory.owed[:at], *memory.owed[at + 1 :])))
    else:
        yield Befell(who, RECOVERED, quiet=True)


def _restore_preview(state: State, answers: Answers) -> str:
    """Preview the abilities with the points back (WA-46, WA-47)."""
    actor = state.actors.get(text_of(answers, "who"))
    if actor is None:
        return ""
    first = text_of(answers, "ability")
    more = text_of(answers, "more", _where_one_more_goes(state, answers)) if _bond_is_strong(state, answers) else ""
    rows = ((row, (row.id == first) + (row.id == more)) for row in abilities(actor).values())
    return ", ".join(f"{row.label} {row.free}→{min(row.boxes, row.free + by)}" for row, by in rows if by)


def _where_one_more_goes(state: State, answers: Answers) -> str:
    """The same ability where two points of it are gone, else the other of which most is gone (WA-47)."""
    actor, first = state.actors.get(text_of(answers, "who")), text_of(answers, "ability")
    row = abilities(actor).get(first) if actor else None
    if actor is None or row is None or row.marks > 1:
        return first or "body"
    return next((ability for ability in mendable_abilities(actor) if ability != first), first)


def _why_none_comes_back(state: State, word: str) -> str:
    """Return why no point comes back to the character that a word names (WA-46)."""
    actor = actor_named(state, word)
    if actor is None or actor.out:
        return why_unable(state, word)
    if not (has_faced(actor) or actor.id in memory_of(state).owed):
        return f"{actor.name} faced no challenge in the scene, or has a point back already."
    return _nothing_lacks(actor)


def _nothing_lacks(actor: Actor) -> str:
    return "" if mendable_abilities(actor) else f"No points can come back to {actor.name}."


_lacking = among(sheet_choices, mendable_abilities)
"""Offers the characters that lack points which can come back."""
_resting = among(_lacking, lambda actor: not is_defeated(actor))


def _why_not_lacking(state: State, word: str) -> str:
    """Return why the character that a word names regains nothing."""
    actor = actor_named(state, word)
    return (why_not_playing(state, word) or _nothing_lacks(actor)) if actor else ""


def _mending(state: State, answers: Answers) -> Sequence[Choice]:
    """The abilities that points can come back to; what is left of them is said even where room is short."""
    actor = state.actors.get(text_of(answers, "who"))
    rows = abilities(actor) if actor else {}
    lacking = mendable_abilities(actor) if actor else ()
    return [
        Choice(row.id, f"{row.label} {row.free}/{row.boxes}", place=place)
        for place, row in enumerate(rows.values())
        if row.id in lacking
    ]


def _mending_or_none(state: State, answers: Answers) -> Sequence[Choice]:
    return [*_mending(state, answers), Choice(NO_POINT, "nothing", "forgo the point", place=len(ABILITIES), none=True)]


def _why_not_mending(state: State, word: str) -> str:
    return "choose an ability that lacks points. `unscratch` mends a scratched one."


def _mending_asks(name: str = "ability", prompt: str = "Which ability") -> Ask:
    """Question of the ability that points come back to."""
    return replace(ability_asks(name, prompt, _most_gone), choices=_mending, why=_why_not_mending)


def _only_mending_asks() -> Ask:
    """Question of it that is not put where one ability alone lacks points."""
    return replace(_mending_asks(), settled=lambda state, answers: len(_mending(state, answers)) == 1)


RESTORE_POINTS = Command(
    "restore-point",
    "",
    "restore a point",
    "Restore a spent point after a scene with a challenge, and one more for a strong bond.",
    POINTS,
    _restore,
    (
        Ask(
            "who",
            "Who",
            "one",
            lambda s, a: [Choice(one.id, one.name) for one in owed_recovery(s)],
            lambda s, a: next((one.id for one in owed_recovery(s)), None),
            why=_why_none_comes_back,
        ),
        replace(_mending_asks("ability", "Ability"), choices=_mending_or_none, form=True, preview=_restore_preview),
        Ask(
            "bond",
            "A strong bond",
            "one",
            lambda s, a: [Choice("no", "no"), Choice("yes", "yes, one more")],
            lambda s, a: "no",
            form=True,
            when=lambda s, a: text_of(a, "ability") != NO_POINT,
            noun="bond",
            told_later=True,
        ),
        replace(
            _mending_asks("more", "The bond’s point"),
            noun="point of the bond",
            default=_where_one_more_goes,
            when=_bond_is_strong,
            quiet=True,
        ),
    ),
    unless(owed_recovery, "No character has a point to restore. Points come back after a scene with a challenge."),
    WYRD_ABACUS,
    "WA-46, WA-47, WA-49",
)


def _recuperate(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    who, ability = text_of(answers, "who"), text_of(answers, "ability")
    actor = the_actor(state, who)
    row = ability_of(actor, ability)
    # Refused before a die falls, with what could rest instead.
    _ = tuple(regain_points(state, who, ability, 1, ""))
    count = dice_for(state, actor, ability)
    faces, typed = take_dice(answers, "dice", count, dice)
    number = faces.count(6)
    score = Score(who, row.label, sum(faces), faces, typed, (), max(faces, default=1))
    yield Rolled(roll_of_scores("rest", (score,)))
    if number:
        yield Marked(who, WYRD_ABACUS, {ability: max(0, row.marks - number)}, "regains")
    else:
        yield Said(f"{possessive(state, actor.id)} {row.label} stays at {row.free} of {row.boxes}")


def _rest_preview(state: State, answers: Answers) -> str:
    actor, ability = state.actors.get(text_of(answers, "who")), text_of(answers, "ability")
    if actor is None or ability not in abilities(actor):
        return ""
    count = dice_for(state, actor, ability)
    return f"{count_noun(count, 'die', 'dice')}, a point or more in {sixes.chance_at_least(count, 6).short()}"


RECUPERATE = Command(
    "recuperate",
    "t",
    "rest",
    "Take a proper rest: an influence roll gives back a point of the ability for every 6.",
    POINTS,
    _recuperate,
    (
        one_asks(_resting, _why_not_lacking),
        _only_mending_asks(),
        replace(DICE, preview=_rest_preview),
    ),
    lambda state: nobody_has_a_sheet(state) or ("" if _resting(state, {}) else NOBODY_LACKS),
    WYRD_ABACUS,
    "WA-48",
)


def _regain(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    why = text_of(answers, "note") or "regains"
    yield from regain_points(
        state, text_of(answers, "who"), text_of(answers, "ability"), number_of(answers, "points"), why
    )


REGAIN = Command(
    "regain",
    "",
    "regain points",
    "Give back spent points of an ability, for any reason of the story.",
    POINTS,
    _regain,
    (
        one_asks(_lacking, _why_not_lacking),
        _only_mending_asks(),
        Ask("points", "Points", "number", default=lambda s, a: 1, low=1, high=99),
        note_asks(),
    ),
    lambda state: nobody_has_a_sheet(state) or ("" if _lacking(state, {}) else NOBODY_LACKS),
    WYRD_ABACUS,
    "WA-46 … WA-49",
)


_scratched = among(sheet_choices, lambda actor: any(row.struck for row in abilities(actor).values()))


def _struck(state: State, answers: Answers) -> Sequence[Choice]:
    actor = state.actors.get(text_of(answers, "who"))
    rows = abilities(actor).values() if actor else ()
    return [Choice(row.id, row.label, place=place) for place, row in enumerate(rows) if row.struck]


def _unscratch(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    who, ability = text_of(answers, "who"), text_of(answers, "ability")
    yield Struck(who, WYRD_ABACUS, ability, struck=False, why=text_of(answers, "note"))
    memory = memory_of(state)
    if who not in memory.scarred:
        yield Remembered(replace(memory, scarred=(*memory.scarred, who)))


UNSCRATCH = Command(
    "unscratch",
    "M",
    "mend a scratch",
    "Mend a scratched ability as the story says: a hospital for Body, a witch for Soul.",
    POINTS,
    _unscratch,
    (
        Ask(
            "who",
            "Who",
            "one",
            _scratched,
            focus="actor",
        ),
        Ask("ability", "Which ability", "one", _struck),
        note_asks(),
    ),
    unless(lambda state: _scratched(state, {}), "No ability is scratched out."),
    WYRD_ABACUS,
    "WA-49",
)

RECOVERY_COMMANDS = (RESTORE_POINTS, RECUPERATE, REGAIN, UNSCRATCH)
