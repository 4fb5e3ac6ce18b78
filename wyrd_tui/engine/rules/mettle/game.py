"""Mettle as a game of the table: its commands, what it leaves open, and its ladder of Difficulties."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from wyrd_tui.engine import pools
from wyrd_tui.engine.chance import Chance
from wyrd_tui.engine.choices import Choice
from wyrd_tui.engine.commands import Answers, Command, text_of
from wyrd_tui.engine.dice import Refused, count_noun
from wyrd_tui.engine.events import Befell, Event, Remembered
from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.matter import Ending, Open
from wyrd_tui.engine.nouns.mettle import (
    ACTIONS,
    FALTERING,
    STATUSES,
    MettleMemory,
    MettleRoll,
    Surprised,
    edge,
    memory_of,
    roll_memory,
)
from wyrd_tui.engine.rules.game import (
    CLOCK,
    Closing,
    Game,
    KindOfRod,
    Ladder,
    MatterQuestion,
    Newcomer,
    Pending,
    Rung,
    describe_rung,
)
from wyrd_tui.engine.rules.ground.basics import last_roll, still_to_lose
from wyrd_tui.engine.rules.mettle.aiming import aims, beaten_pool
from wyrd_tui.engine.rules.mettle.check_parts import (
    CheckPool,
    calls_twists,
    check_pool,
    most_dice,
    ratings_of,
    standing_pool,
)
from wyrd_tui.engine.rules.mettle.checks import CHECK_COMMANDS, rung_choices, suited_pool
from wyrd_tui.engine.rules.mettle.harm import (
    HARM_COMMANDS,
    RECOVERS,
    describe_hit,
    failed_recovery,
    fallen,
    refill_events,
    undealt_attacks,
)
from wyrd_tui.engine.rules.mettle.house_rules import HOUSE_RULES, rule
from wyrd_tui.engine.rules.mettle.kept_dice import number_kept, unkept_rolls
from wyrd_tui.engine.rules.mettle.modifiers import (
    end_status,
    has_status,
    lost_actions,
    sheet_of,
    status_of,
    status_of_actor,
)
from wyrd_tui.engine.rules.mettle.recover_check import RECOVER
from wyrd_tui.engine.rules.mettle.rolls import ROLL_COMMANDS, TWIST_SEEDS
from wyrd_tui.engine.rules.mettle.sheet_edits import EXAMPLE, POOLS, rating_events, read_sheet
from wyrd_tui.engine.rules.mettle.sheet_page import sheet_lines
from wyrd_tui.engine.rules.mettle.statuses import STATUS_COMMANDS, load_conditions
from wyrd_tui.engine.rules.mettle.teamwork import TEAM_COMMANDS
from wyrd_tui.engine.rules.mettle.twists import (
    TWIST,
    asks_twist,
    close_failures,
    rerolled_dice,
    twistable_rolls,
    why_not,
)
from wyrd_tui.engine.rules.mettle.wounds import FALLEN, IN_FRONT
from wyrd_tui.engine.rules.pages import OddsPage
from wyrd_tui.engine.state import METTLE, Actor, State
from wyrd_tui.engine.words import name_and_verb, name_of, plain_number, short_name_of

RAISES_SHOWN = 4
"""Raises whose chances the ladder shows."""


COLUMNS = ("as is", *(f"{number} raised" for number in range(1, RAISES_SHOWN + 1)))
"""Headings of the chances on the ladder: the pool as it is, with 1 raised die, 2 raised dice, and so on."""


def open_matters(state: State) -> Iterator[Open]:
    """Yield dice of teams that are not chosen, hits without damage, deaths, and failures that a Twist may turn."""
    for team in unkept_rolls(state):
        yield Open(METTLE, "choose-dice", team.score.who, roll=team.number)
    for blow in undealt_attacks(state):
        yield Open(METTLE, "hurt", roll_memory(blow).target, roll=blow.number)
    for actor in fallen(state):
        failed = failed_recovery(state, actor.id)
        if failed is not None and not asks_twist(state, failed):
            yield Open(METTLE, "rise", actor.id, roll=failed.number)
    for roll in filter(partial(asks_twist, state), twistable_rolls(state)):
        # A life hangs on a Recover Check, which waits beyond the scene.
        ends: Ending = "" if roll.act == RECOVERS else "scene"
        yield Open(METTLE, "twist", roll.score.who, roll=roll.number, ends=ends)


def _dice_question(state: State, one: Open) -> Pending | None:
    team = state.roll_of(one.roll)
    if team is None:
        return None
    words = f"The team of {short_name_of(state, one.who)} keeps {count_noun(number_kept(team), 'die', 'dice')}: which?"
    return Pending("choose-dice", {"of": str(one.roll)}, words)


def _hurt_question(state: State, one: Open) -> Pending | None:
    blow = state.roll_of(one.roll)
    if blow is None:
        return None
    words = name_and_verb(state, one.who, f"is hit by {describe_hit(state, blow)}: how much damage?")
    answers: Answers = {"who": (one.who,), "of": str(one.roll)}
    return Pending("hurt", answers, words, {**answers, "points": 0})


def _death_question(state: State, one: Open) -> Pending | None:
    words = f"The Recover Check for {short_name_of(state, one.who)} has failed: dead?"
    return Pending("rise", {"who": one.who}, words) if one.who in state.actors else None


def _twist_question(state: State, one: Open) -> Pending | None:
    roll = state.roll_of(one.roll)
    if roll is None or why_not(state, roll):
        return None
    again = count_noun(rerolled_dice(state, roll), "die", "dice")
    who = short_name_of(state, roll.score.who)
    return Pending("twist", {"of": str(one.roll)}, f"{who} failed with Edge {edge(roll)}: a Twist throws {again} again")


QUESTIONS: Mapping[str, MatterQuestion] = {
    "choose-dice": _dice_question,
    "hurt": _hurt_question,
    "rise": _death_question,
    "twist": _twist_question,
}
"""The wording of open matters, the most urgent first."""


def hints(state: State) -> Iterator[str]:
    """Yield hints for the Guide."""
    if state.order.style == "ambush" and state.order.round == 1 and not _surprised(state):
        yield "a fighter caught unawares has no Action in round 1: `status` Surprised"
    roll = last_roll(state, METTLE)
    failed = roll is not None and roll.outcome == "failure" and not (roll.rerolled or roll.ruling)
    if roll is not None and failed and edge(roll) and rerolled_dice(state, roll) <= 0:
        yield "no Twist: all Edge dice are raised, and raised dice stay as they are"
    if lost := _still_to_lose(state):
        yield f"``settle`` ends {state.challenges[lost].title} as failed"
    actor = state.actors.get(state.order.turn)
    if actor is not None:
        for action, why in lost_actions(state, actor).items():
            yield f"{name_and_verb(state, actor.id, 'has')} no {action.title()}: {why}"
    for other in fallen(state):
        yield f"{name_and_verb(state, other.id, 'is')} Fallen: `rise` makes the Recover Check"


def _still_to_lose(state: State) -> str:
    """Return the id of the challenge that a failed Check leaves open though a loss is at stake; empty for none."""
    roll = last_roll(state, METTLE)
    return still_to_lose(state, roll) if roll is not None and roll.outcome == "failure" else ""


def close_scene(state: State, what: Closing) -> Iterator[Event]:
    """Mettle refills as a scene gives way to the next; with the fight nobody is Surprised any longer (ME-36, ME-48)."""
    ends = what == "scene"
    if ends:
        yield from close_failures(state)
        yield from refill_events(state)
    else:
        yield from _end_faltering(state)
    if ends or rule(state, "surprised_for") == "round":
        yield from _alert(state, "the scene is over" if ends else "the fight is over")


def open_scene(state: State, answers: Answers) -> Iterator[Event]:
    """Refill Mettle as a scene begins, and end Surprised where it lasts until the next scene (ME-36, ME-48)."""
    yield from close_failures(state)
    yield from refill_events(state)
    # Without Initiative in play a character may have been taken unawares by the scene that begins.
    if state.order.places or rule(state, "surprised_for") == "scene":
        yield from _alert(state, "a new scene begins")


def new_round(state: State, number: int) -> Iterator[Event]:
    """End Surprised once the first round is over, and restore it where the round is stepped back (ME-48, C-18).

    Faltering ends with the round whose Action is lost (ME-26).
    """
    if number > state.order.round:
        yield from _end_faltering(state, number)
    if rule(state, "surprised_for") != "round":
        return
    memory = memory_of(state)
    if number < state.order.round:
        for who in (who for one in memory.surprised if one.round == number for who in one.who):
            if who in state.actors:
                yield Befell(who, status_of("surprised"))
        return
    were = Surprised(number - 1, tuple(actor.id for actor in _surprised(state)))
    # Of this fight alone: the first round of the next one is another.
    kept = memory.surprised if number > 2 else ()
    now = (*(one for one in kept if one.round != were.round), were) if were.who else kept
    if now != memory.surprised:
        yield Remembered(replace(memory, surprised=now))
    yield from _alert(state, "the first round is over" if number <= 2 else f"round {number - 1} is over")


def _end_faltering(state: State, number: int = 0) -> Iterator[Event]:
    """End Faltering, before a round of this number that of earlier rounds alone."""
    for actor in state.actors.values():
        status = status_of_actor(actor, FALTERING)
        if status is not None and not 0 < number <= status.level:
            yield end_status(actor.id, FALTERING)


def _surprised(state: State) -> list[Actor]:
    return [actor for actor in state.actors.values() if METTLE in actor.sheets and has_status(actor, "surprised")]


def _alert(state: State, why: str) -> Iterator[Event]:
    for actor in _surprised(state):
        yield end_status(actor.id, "surprised", why)


def actions(state: State, actor: Actor) -> dict[str, str]:
    """Return the actions of a turn, with the status that takes one away (ME-51)."""
    gone = lost_actions(state, actor)
    return {action: f"lost: {gone[action]}" if action in gone else hint for action, hint in ACTIONS.items()}


def moves_when_out(state: State, actor: Actor) -> bool:
    """Return whether a Fallen actor keeps the Free Move, and so a turn to use it in (C-19)."""
    kept = has_status(actor, FALLEN) and rule(state, "fallen_move") == "kept"
    return kept and actor.count > 0 and not has_status(actor, "incapacitated", "dead")


def best_rating(state: State, who: str, challenge: str = "") -> str:
    """The pool that a Check suggests: what suits the challenge, else the largest."""
    return suited_pool(state, {"who": who, "on": challenge}) or ""


def ladder(state: State, who: str, rating: str, followed: int | None = None) -> Ladder:
    """Difficulties with the odds of a pool, statuses counted, and what each Raise would make of them (ME-09, ME-28)."""
    actor = state.actors.get(who)
    if actor is not None and actor.out:
        return Ladder(f"{name_of(state, who)}: {actor.why_out or 'gone'}, no Check", ())
    if actor is None or not rating:
        nothing = [
            Rung(number, name, Chance(0, 1), Chance(0, 1), Chance(1, 1))
            for number, name in pools.DIFFICULTY_NAMES.items()
        ]
        return Ladder("nothing to Check", tuple(nothing), COLUMNS)
    ready = standing_pool(state, actor, rating)
    return _ladder_of(state, actor, ready, most_dice(state, actor, rating), followed)


def asked_ladder(state: State, answers: Answers, followed: int | None) -> Ladder | None:
    """Difficulties with the odds of the pool that a Check asks for, tools and modifiers counted (ME-09, ME-13, C-40).

    Raises have columns of their own. None where nothing is counted beside what counts of itself.
    """
    actor, rating = state.actors.get(text_of(answers, "who")), text_of(answers, "rating")
    try:
        ready = check_pool(state, {**answers, "raises": 0})
    except Refused:
        return None
    if actor is None or ready.parts == standing_pool(state, actor, rating).parts:
        return None
    return _ladder_of(state, actor, ready, ready.dice, followed)


def _ladder_of(state: State, actor: Actor, ready: CheckPool, most: int, followed: int | None) -> Ladder:
    # A Difficulty between or beyond the five has a rung of its own while it is followed.
    numbers = sorted({*pools.DIFFICULTY_NAMES, *(() if followed is None else (followed,))})
    twists = calls_twists(actor)
    rungs = tuple(_rung(state, number, ready, most, twists=twists) for number in numbers)
    title = f"{name_of(state, actor.id)}, {ready.in_words()}"
    rated = ready.in_words()
    short = f"{short_name_of(state, actor.id)}, {rated}"
    return Ladder(title, rungs, COLUMNS, "Twist and Edge" if twists else "Edge", rated, short)


def _rung(state: State, number: int, ready: CheckPool, most: int, *, twists: bool) -> Rung:
    """A Difficulty: the odds, those with each Raise, the best Twist, the usual grade, and whether to roll at all.

    No Twist is told where nobody is asked for one.
    """
    dice, discard, keeps = ready.dice, ready.discard, rule(state, "twist_raised") == "keep"
    chance = pools.check(dice, number, discard=discard)
    twisted = pools.twist_chance(dice, number, discard=discard, keep_raised=keeps)
    raises = range(1, min(dice, RAISES_SHOWN) + 1)
    more = tuple(pools.check(dice, number, raised, discard) for raised in raises)
    # Narrow places drop the last of these first.
    words = [f"Twist {twisted.short()}"] if twists and twisted.top else []
    best = pools.check(most, number, discard=discard)
    words += [f"to {best.short()}"] if best > chance else []
    # The preview of a Check says that success may be assumed; here the words could be read as of the Twist.
    words += ["impossible"] if number >= 3 * dice else [pools.usual_grade(dice, number, discard=discard)]
    name = pools.DIFFICULTY_NAMES.get(number, "")
    return Rung(number, name, chance, Chance(0, 1), chance.complement(), (*filter(None, words),), more)


def checked_ratings(state: State, actor: Actor) -> Sequence[Choice]:
    """Return the pools that an actor can Check (ME-07)."""
    return [Choice(name, name, count_noun(dice, "die", "dice")) for name, dice in ratings_of(actor)]


def ratings(state: State, actor: Actor) -> Sequence[Choice]:
    """Return the pools of an actor, Checked or only read."""
    rows = checked_ratings(state, actor)
    known = {choice.value for choice in rows}
    rest = [Choice(n, n, plain_number(v)) for n, v in sheet_of(actor).ratings.items() if n not in known]
    return [*rows, *rest]


KINDS = {
    "obstacle": KindOfRod("obstacle", "obstacle", "one success against a Difficulty"),
    "task": KindOfRod("task", "task", "several successes", sized=True),
    "clock": CLOCK,
}

COMMANDS: tuple[Command, ...] = (
    *CHECK_COMMANDS,
    TWIST,
    *TEAM_COMMANDS,
    *HARM_COMMANDS,
    RECOVER,
    *STATUS_COMMANDS,
    POOLS,
    *ROLL_COMMANDS,
)


def _odds_page() -> OddsPage:
    from wyrd_tui.engine.rules.mettle.odds_page import ODDS

    return ODDS


GAME = Game(
    id=METTLE,
    commands=COMMANDS,
    open_matters=open_matters,
    hints=hints,
    still_to_lose=_still_to_lose,
    ladder=ladder,
    asked_ladder=asked_ladder,
    best_rating=best_rating,
    ratings=ratings,
    value_choices=rung_choices,
    on_end=close_scene,
    kinds=KINDS,
    on_scene_start=open_scene,
    on_round=new_round,
    actions=actions,
    lost_actions=lost_actions,
    moves_when_out=moves_when_out,
    usual_value=3,
    unrated="pools: `pools` writes them",
    newcomer=Newcomer(numbers=read_sheet, example=EXAMPLE, boxed=False, conditions=load_conditions),
    end_words={"scene": "Mettle refills"},
    own_conditions=dict.fromkeys(STATUSES, "status"),
    ended_by={FALLEN: RECOVER.id},
    aims=aims,
    beaten=beaten_pool,
    usual_acts=("attack",),
    usual_ratings=checked_ratings,
    describe_rung=partial(describe_rung, first="success ", more="{} raised", cells=15),
    on_rating_edit=rating_events,
    footer=("check", "strike", "hurt", "strain", "rise", "next", "challenge", "tick", "end", "order"),
    leader_only_rows=IN_FRONT,
    random_tables=(TWIST_SEEDS,),
    odds_page=_odds_page,
    sheet_lines=sheet_lines,
    example="hurt {who} 3",
    memory=MettleMemory,
    questions=QUESTIONS,
    roll_memory=MettleRoll,
    house_rules=HOUSE_RULES,
    harm_act="hurt",
)
