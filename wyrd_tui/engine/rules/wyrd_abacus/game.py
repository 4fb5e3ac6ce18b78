"""The Wyrd Abacus as a game of the table: its commands, what it leaves open, and its ladder of values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from wyrd_tui.engine import sixes
from wyrd_tui.engine.chance import Chance
from wyrd_tui.engine.commands import Choice, Command
from wyrd_tui.engine.events import Event, Moved, Settled
from wyrd_tui.engine.matter import Open, matter
from wyrd_tui.engine.nouns.wyrd_abacus import BY_WYRD, COUNTDOWN, STRIKES, AbacusMemory, AbacusRoll
from wyrd_tui.engine.rules.game import CLOCK, Fact, Game, Ladder, Pending, Question, Rod, Rung, Stage
from wyrd_tui.engine.rules.ground.basics import chained
from wyrd_tui.engine.rules.pages import OddsPage
from wyrd_tui.engine.rules.wyrd_abacus import countdowns, omens, stage_rules
from wyrd_tui.engine.rules.wyrd_abacus.aftermath import due, falls_due, let_go, no_longer_due, title_of
from wyrd_tui.engine.rules.wyrd_abacus.characters import CHARACTER_COMMANDS
from wyrd_tui.engine.rules.wyrd_abacus.consequences import CONSEQUENCE
from wyrd_tui.engine.rules.wyrd_abacus.epilogue import FINAL, RESOLUTION, had_last_roll, untold
from wyrd_tui.engine.rules.wyrd_abacus.facing import (
    FACING_COMMANDS,
    closed,
    failed_roll,
    lets_go,
    not_overcome,
    overcome,
    still_open,
)
from wyrd_tui.engine.rules.wyrd_abacus.fates import FATE_COMMANDS, undecided, unsettled
from wyrd_tui.engine.rules.wyrd_abacus.house_rules import HOUSE_RULES
from wyrd_tui.engine.rules.wyrd_abacus.influence import INFLUENCE_COMMANDS
from wyrd_tui.engine.rules.wyrd_abacus.numbers import (
    ABILITIES,
    ROLLS,
    TYPES,
    WYRD,
    abilities,
    characters,
    counts_for_pool,
    has_faced,
    is_absent,
    is_defeated,
    is_facet,
    is_present,
    lent_by,
    listed,
    now,
    of_type,
    scene_pool,
    wyrd_of,
)
from wyrd_tui.engine.rules.wyrd_abacus.points import POINT_COMMANDS
from wyrd_tui.engine.rules.wyrd_abacus.recovery import RECOVERY_COMMANDS, owed
from wyrd_tui.engine.rules.wyrd_abacus.scenes import OPENING_ASKS, SCENE_COMMANDS, bowl, closing, opening
from wyrd_tui.engine.rules.wyrd_abacus.writing import WRITING_COMMANDS, rated
from wyrd_tui.engine.sheet import Sheet
from wyrd_tui.engine.spans import Block
from wyrd_tui.engine.state import WYRD_ABACUS, Actor, Challenge, State

VALUES = range(2, 12)
"""The values on the ladder: from trivial to the most potent (WA-13)."""
USUALLY_SHOWN, MOST_SHOWN = 5, 6
"""Points beyond the die whose chances the ladder shows, where nobody is selected and at most."""


def open_matters(state: State) -> Iterator[Open]:
    """Yield a die that fell short, defeats, consequences, points to restore, and the resolution of the tale."""
    roll = failed_roll(state)
    if roll is not None:
        # No other die is thrown before this one is settled, not even for the defeated.
        yield matter(WYRD_ABACUS, "draw", roll.score.who, roll.challenge, roll.turn, "rolls", "scene")
    for actor in unsettled(state):
        yield matter(WYRD_ABACUS, "defeat", actor.id)
    for which in due(state):
        if roll is None or roll.challenge != which:
            yield matter(WYRD_ABACUS, "consequence", about=which, ends="next scene")
    for actor in owed(state):
        if not had_last_roll(actor):
            yield matter(WYRD_ABACUS, "restore-point", actor.id, ends="next scene")
    if untold(state):
        yield matter(WYRD_ABACUS, "resolution")


def _draw_question(state: State, one: Open) -> Pending | None:
    roll = failed_roll(state)
    if roll is None or roll.turn != one.roll:
        return None
    there = scene_pool(state) + sum(lent_by(actor) for actor in state.actors.values())
    may = f"draw Wyrd ({scene_pool(state)} in the scene) or accept it" if there else "no Wyrd is left: accept it"
    met = f"{title_of(state, roll.challenge)} is met by now, at {roll.value}: say so, or accept that it failed"
    return Pending("draw", {}, f"{-roll.margin} short: {may}" if roll.margin < 0 else met)


def _defeat_question(state: State, one: Open) -> Pending | None:
    actor = state.actors.get(one.who)
    words = f"{actor.name} is defeated: roll their Wyrd" if actor is not None else ""
    return Pending("defeat", {"who": one.who}, words) if words else None


def _consequence_question(state: State, one: Open) -> Pending | None:
    words = f"{title_of(state, one.about)} was not overcome: what comes of it?"
    return Pending("consequence", {"of": one.about}, words) if one.about in due(state) else None


def _restore_question(state: State, one: Open) -> Pending | None:
    actor = state.actors.get(one.who)
    words = f"{actor.name} faced a challenge: which point comes back?" if actor is not None else ""
    return Pending("restore-point", {"who": one.who}, words) if words else None


def _resolution_question(state: State, one: Open) -> Pending | None:
    titles = listed([page.title for page in untold(state)])
    return Pending("resolution", {}, f"The tale is told: which resolution? {titles}") if titles else None


QUESTIONS: Mapping[str, Question] = {
    "draw": _draw_question,
    "defeat": _defeat_question,
    "consequence": _consequence_question,
    "restore-point": _restore_question,
    "resolution": _resolution_question,
}
"""The wording of open matters, the most urgent first."""


def hints(state: State) -> Iterator[str]:
    """Yield hints for the narrator."""
    for actor in undecided(state):
        yield f"what does {actor.player or f'{actor.name}’s player'} do from now on: `defeat`"
    if state.scene.between:
        return
    if characters(state) and not state.counters.get(ROLLS, 0):
        yield "no Wyrd roll in this scene yet; `wyrd` makes one"
    for actor in state.actors.values():
        if counts_for_pool(state, actor) and not abilities(actor):
            yield f"{actor.name} has no Body, Mind and Soul yet: `abilities`"
    for rod in state.challenges.values():
        if of_type(rod) and rod.springs in STRIKES and not rod.outcome and not omens.averted(state, rod):
            yield f"{rod.title} strikes {STRIKES[rod.springs]}"


def stage(state: State) -> Stage:
    """The stage rules in force, hidden ones marked, and how large the scene's pool was (WA-07, WA-08)."""
    rules = tuple((page.title, not page.public) for page in stage_rules.in_force(state))
    calm = tuple(rod.id for rod in state.challenges.values() if omens.averted(state, rod))
    return Stage(rules, 0 if state.scene.between else bowl(state), calm)


def best_rating(state: State, who: str) -> str:
    """The ability with the most points left."""
    actor = state.actors.get(who)
    rows = abilities(actor) if actor else {}
    return max(rows.values(), key=now).label if rows else ""


def called_for(challenge: Challenge) -> str:
    """The ability that a challenge calls for (WA-11)."""
    return ABILITIES.get(of_type(challenge), "")


def ladder(state: State, who: str, rating: str) -> Ladder:
    """Values with the odds of a die and of each point more that is paid (WA-13, WA-16, WA-25, C-26)."""
    actor = state.actors.get(who)
    row = next((row for row in abilities(actor).values() if row.label == rating), None) if actor else None
    left = now(row) if row else 0
    title = f"{actor.name}, {row.label} {left} of {row.boxes}" if actor and row else "a die and points"
    shown = min(MOST_SHOWN, left) if row else USUALLY_SHOWN
    columns = ("die", *(f"+{points}" for points in range(1, shown + 1)))
    return Ladder(title, tuple(_rung(value, shown) for value in VALUES), columns)


def _rung(value: int, shown: int) -> Rung:
    chance = sixes.faced(value, 0)
    sure = sixes.certain(value)
    none = Chance(0, 1)
    more = tuple(sixes.faced(value, points) for points in range(1, shown + 1))
    return Rung(value, sixes.band(value), chance, none, Chance(6 - chance.top, 6), f"sure for {sure}", more)


def ratings(state: State, actor: Actor) -> Sequence[Choice]:
    """The three abilities with what is left of them, and the Wyrd."""
    rows = [Choice(row.label, row.label, f"of {row.boxes}", now(row)) for row in abilities(actor).values()]
    return [*rows, Choice(WYRD, WYRD, "", wyrd_of(actor))] if rows else []


def values() -> Sequence[Choice]:
    """No value has a name of its own; a plain number says it."""
    return []


def settles(state: State, challenge: Challenge, outcome: str) -> Iterator[Event]:
    """Follow up a challenge that is overcome, failed, live again or gone by hand (WA-23, WA-24, WA-40)."""
    if challenge.type == COUNTDOWN:
        yield from _counted_out(state, challenge, outcome)
        return
    if not of_type(challenge):
        return
    match outcome:
        case "overcome":
            yield from overcome(state, challenge)
        case "failed":
            yield from chained(
                state,
                partial(not_overcome, challenge=challenge),
                lambda now: iter((falls_due(now, challenge.id, challenge.who),)),
            )
        case "gone":
            yield from chained(state, partial(closed, challenge=challenge), partial(let_go, which=challenge.id))
        case _:
            yield from chained(
                state,
                partial(no_longer_due, which=challenge.id),
                lambda now: iter((Settled(challenge.id, ""),)),
            )


def _counted_out(state: State, clock: Challenge, outcome: str) -> Iterator[Event]:
    page = next((page for page in state.book.pages if page.id == clock.id and page.kind == stage_rules.RULE), None)
    if page is None:
        return
    if outcome == "overcome":
        if clock.done < clock.needed:
            yield Moved(clock.id, clock.needed)
        yield from countdowns.ended(state, page, clock)
    elif outcome == "gone":
        yield from countdowns.put_away(state, clock)


FACTS = (
    Fact(
        "springs",
        "springs",
        "Strikes by itself",
        (
            Choice("never", "never", "it waits to be faced"),
            Choice("scene", "scene", "as the scene ends, where nobody dealt with it"),
            Choice("six", "six", "when a Wyrd roll shows a 6"),
            Choice("no six", "no six", "as the scene ends, where no 6 was ever rolled"),
        ),
        lambda challenge, word: replace(challenge, springs="" if word == "never" else word),
        "strikes by itself at another time now",
    ),
    Fact(
        "wyrd",
        "by-wyrd",
        "Met by a Wyrd roll",
        (Choice("no", "no"), Choice("yes", "yes")),
        lambda challenge, word: replace(challenge, met_by=BY_WYRD if word == "yes" else "", skills=()),
        "is met in another way now",
    ),
)
"""When a challenge strikes by itself, and whether no usual roll meets it (WA-14, WA-59, C-25)."""

RODS = {
    **{
        label.casefold(): Rod("obstacle", label, f"{ABILITIES[of]}: {hint}", typed=True, by_value=True, facts=FACTS)
        for label, (of, hint) in TYPES.items()
    },
    "clock": CLOCK,
}

COMMANDS: tuple[Command, ...] = (
    *FACING_COMMANDS,
    CONSEQUENCE,
    *POINT_COMMANDS,
    *RECOVERY_COMMANDS,
    *CHARACTER_COMMANDS,
    *WRITING_COMMANDS,
    *INFLUENCE_COMMANDS,
    FINAL,
    RESOLUTION,
    *SCENE_COMMANDS,
    *FATE_COMMANDS,
)


def rung_told(row: Rung) -> str:
    """A value with what the die alone gives, and with points put in."""
    more = "".join(f"  +{points} {chance.short():>4}" for points, chance in enumerate(row.more, 1))
    return f"  {row.value:>2} {row.name:<8} die {row.success.short():>4}{more}  {row.hint}"


def spotlight(state: State) -> Iterator[str]:
    """List the characters in the scene, and those who have faced a challenge; nobody goes first (WA-15)."""
    present = [actor for actor in state.actors.values() if is_present(state, actor)]
    for label, actors in (
        ("faced a challenge", [actor for actor in present if has_faced(actor)]),
        ("present", [actor for actor in present if not has_faced(actor)]),
        ("absent", [actor for actor in characters(state) if is_absent(actor)]),
        ("defeated", [actor for actor in state.actors.values() if is_defeated(actor)]),
    ):
        if actors:
            yield f"{label}: {', '.join(actor.name for actor in actors)}"


def odds_page() -> OddsPage:
    """Return the page of odds, which is imported only once it is opened."""
    from wyrd_tui.engine.rules.wyrd_abacus.odds_page import ODDS

    return ODDS


def sheet_lines(actor: Actor, sheet: Sheet) -> Sequence[Sequence[Block]]:
    """Lay out a sheet; the page is imported only once one is opened."""
    from wyrd_tui.engine.rules.wyrd_abacus import sheet_page

    return sheet_page.sheet_lines(actor, sheet)


GAME = Game(
    WYRD_ABACUS,
    COMMANDS,
    open_matters,
    hints,
    ladder,
    best_rating,
    ratings,
    values,
    closing,
    RODS,
    OPENING_ASKS,
    opening,
    pauses=True,
    stage=stage,
    front="abacus",
    settles=settles,
    called_for=called_for,
    usual_value=4,
    difficulties=(1, 60),
    ends_with={"scene": "the rest of the pool is lost"},
    own_conditions={
        "absent": "present",
        "faced": "face",
        "defeated": "lose",
        "escaped": "escape",
        "caught": "final",
        "freed": "final",
    },
    blocks_other_rolls=still_open,
    on_roll_replaced=lets_go,
    bonuses=lambda state: (),
    rung=rung_told,
    spotlight=spotlight,
    rated=rated,
    is_auto_consumed=is_facet,
    memory=AbacusMemory,
    questions=QUESTIONS,
    roll_memory=AbacusRoll,
    footer=(
        *("face", "draw", "consequence", "lose", "wyrd", "influence"),
        *("next", "challenge", "tick", "end"),
    ),
    odds=odds_page,
    sheet_lines=sheet_lines,
    in_force=stage_rules.applies,
    example="lose {who} body 1",
    house_rules=HOUSE_RULES,
)
