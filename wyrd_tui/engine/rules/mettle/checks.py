"""Checks: of a Difficulty, against a character's pool, and as an attack (ME-07 … ME-18, ME-28, ME-41)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from wyrd_tui.engine import pools
from wyrd_tui.engine.blank import no_items, nothing
from wyrd_tui.engine.choices import Choice
from wyrd_tui.engine.commands import (
    Answers,
    Ask,
    Command,
    Focus,
    actor_named,
    number_of,
    text_of,
    why_unable,
)
from wyrd_tui.engine.dice import UNBOUNDED, Dice, Refused, parse_d6
from wyrd_tui.engine.events import Befell, Event, Marked, Said, Spent, Usual
from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.nouns.mettle import COVER as COVER_STATUS
from wyrd_tui.engine.nouns.mettle import METTLE_ROW, MOTIVE, MettleRoll, roll_memory
from wyrd_tui.engine.roll import Roll, Score
from wyrd_tui.engine.rules.ground.basics import chain_steps, move_bead, must_be_open, throw, used_up
from wyrd_tui.engine.rules.ground.lasting import told_from_now_on
from wyrd_tui.engine.rules.ground.turn_passing import out_of_turn
from wyrd_tui.engine.rules.mettle.aiming import aimed_pools, aimed_with, first_struck, struck, targets
from wyrd_tui.engine.rules.mettle.check_parts import (
    CheckPool,
    chance_of_check,
    check_pool,
    modifier_choices,
    number_to_beat,
    preview,
    rating_choices,
    ratings_of,
    standing_modifiers,
    target_ratings,
    usual_attack,
    why_no_pool,
    with_chances,
)
from wyrd_tui.engine.rules.mettle.check_turns import lost_beside_check, remark_on_action, use_action
from wyrd_tui.engine.rules.mettle.cover import POISE_NAME, lasting_cover, usual_cover
from wyrd_tui.engine.rules.mettle.modifiers import MOST_TOOLS, row_of, status_of
from wyrd_tui.engine.rules.questions import (
    DICE,
    EXTRA,
    challenge_asks,
    first_on_offer,
    for_none,
    left_out,
    still_acts,
    who_asks,
)
from wyrd_tui.engine.state import METTLE, Actor, State
from wyrd_tui.engine.words import name_and_verb, plain_number

CHECKS = "Checks"


def players_of_mettle(state: State, actor: Actor) -> bool:
    """Actors who act and have a sheet of this game."""
    return still_acts(state, actor) and METTLE in actor.sheets and bool(ratings_of(actor))


def nobody_plays(state: State) -> str:
    """Return why nobody can Check."""
    if any(players_of_mettle(state, actor) for actor in state.actors.values()):
        return ""
    return "Nobody here has dice for a Check: `pools` writes them."


def _nobody_faces(state: State) -> str:
    """Return why there is no pool to Check against."""
    with_pools = sum(METTLE in actor.sheets for actor in state.actors.values())
    return nobody_plays(state) or (
        "" if with_pools > 1 else "Nobody else here has a sheet of Mettle: `pools` writes one."
    )


# ------------------------------------------------------------------ the throw


def take_dice(typed: str, count: int, dice: Dice) -> tuple[tuple[int, ...], bool]:
    """Return the d6 as they were typed, or else a throw; and whether they were typed (U-33).

    Raises:
        Refused: If the dice are typed as a sum, or are not that many d6.
    """
    if typed.strip().startswith(("+", "=", "sum")):
        raise Refused("A sum hides which dice are Edge. Write each face, such as 3 2 6.")
    if typed.strip():
        return parse_d6(typed, count), True
    return (dice.d6(count) if count else ()), False


def outcome(score: int, number: int, dice: int = 1) -> str:
    """A Score must beat the Difficulty; an equal one fails (ME-08), and so do no dice at all (U-28)."""
    return "success" if dice and score > number else "failure"


def roll_check(
    answers: Answers, dice: Dice, act: str, ready: CheckPool, beaten: tuple[int, str], target: str, challenge: str = ""
) -> Roll:
    """Make a Check by the answers of the one who rolls: its dice, typed or thrown, against a number with its name.

    Raises:
        Refused: If the dice that were typed are not those of the pool.
    """
    number, label = beaten
    faces, typed = take_dice(text_of(answers, "dice"), ready.thrown, dice)
    # The raised sixes stand at the end (ME-28).
    faces = (*faces, *(6,) * ready.raised)
    score, _ = pools.score_and_edge(faces, ready.discard)
    who, name = text_of(answers, "who"), text_of(answers, "rating")
    return Roll(
        act,
        METTLE,
        Score(who, name, score, faces, typed, ready.parts, score),
        label=label,
        value=number,
        outcome=outcome(score, number, ready.dice),
        margin=score - number,
        challenge=challenge,
        memory=MettleRoll(target, raised=ready.raised, discard=ready.discard),
    )


def _check(state: State, answers: Answers, dice: Dice, act: str) -> Iterator[Event]:
    who, target = text_of(answers, "who"), text_of(answers, "target")
    rod = state.challenges.get(text_of(answers, "on"))
    if rod is not None:
        must_be_open(state, rod)
    ready, beaten = check_pool(state, answers), number_to_beat(state, answers)
    roll = roll_check(answers, dice, act, ready, beaten, target, rod.id if rod is not None else "")
    yield from chain_steps(
        state,
        partial(_covered, answers=answers),
        throw(roll),
        partial(_surged, who=who, points=number_of(answers, "surge")),
        partial(spend_used, ready=ready),
        partial(use_action, who=who) if act == "attack" else nothing,
        partial(_remembered, answers=answers) if act == "attack" else nothing,
        partial(follow_success, roll=roll),
    )


def _covered(state: State, answers: Answers) -> Iterator[Event]:
    """Keep the cover that a Check gives its target until the scene ends (ME-14)."""
    if cover := lasting_cover(state, answers):
        yield Befell(text_of(answers, "target"), status_of(COVER_STATUS, cover))


def spend_used(state: State, ready: CheckPool) -> Iterator[Event]:
    """Spend the bonuses that counted in a Check and last for one use."""
    yield from (Spent(bonus.id, "used") for bonus in used_up(state, (one.bonus for one in ready.counting)))


def _surged(state: State, who: str, points: int) -> Iterator[Event]:
    row = row_of(state.actors[who], METTLE_ROW)
    if points and row is not None:
        yield Marked(who, METTLE, {METTLE_ROW: row.marks + points}, cause="surge")


def _remembered(state: State, answers: Answers) -> Iterator[Event]:
    """Make a pool that was chosen instead of the usual one the usual one of the attacker."""
    rating = text_of(answers, "rating")
    if rating != usual_attack(state, answers):
        yield Usual(text_of(answers, "who"), METTLE, "attack", rating)


def follow_success(state: State, roll: Roll) -> Iterator[Event]:
    """Move a bead of the challenge after a success, and say that a figure without Mettle was hit (ME-10)."""
    if roll.outcome == "success" and roll.challenge in state.challenges:
        yield from move_bead(state, state.challenges[roll.challenge], 1)
    hit = state.actors.get(roll_memory(roll).target) if (roll.act, roll.outcome) == ("attack", "success") else None
    if hit is not None and row_of(hit, METTLE_ROW) is None:
        yield Said(f"{name_and_verb(state, hit.id, 'has')} no Mettle written: the Guide decides the effect of the hit")


# ------------------------------------------------------------------ the questions


def suited_pool(state: State, answers: Answers) -> str | None:
    """Return the pool that was Checked for the challenge last, else one that suits it, or else the largest."""
    actor = state.actors.get(text_of(answers, "who"))
    if actor is None:
        return None
    names = [name for name, _ in ratings_of(actor)]
    on = state.challenges.get(text_of(answers, "on"))
    again = [name for name in names if on is not None and name == on.rolled.get(actor.id)]
    fitting = [name for name in names if on is not None and name.casefold() in map(str.casefold, on.skills)]
    return next(iter([*again, *fitting, *names]), None)


def no_sheet(state: State, word: str) -> str:
    """Return why an actor can neither Check nor be Checked against in this game; empty where it can."""
    actor = actor_named(state, word)
    if actor is None or METTLE in actor.sheets:
        return ""
    return f"{name_and_verb(state, actor.id, 'has')} no sheet of Mettle: `:pools {actor.id} focus=3` writes one."


def with_a_sheet(ask: Ask) -> Ask:
    """The question with a sentence on an actor named in it who plays another game alone (U-34)."""
    return replace(ask, why=lambda state, word: ask.why(state, word) or no_sheet(state, word))


def rung_choices() -> Sequence[Choice]:
    """Difficulties that have a name (ME-09)."""
    return [Choice(str(number), name, str(number)) for number, name in pools.DIFFICULTY_NAMES.items()]


def faces_none(state: State, answers: Answers) -> bool:
    """Return whether a Check is for no challenge, so that its Difficulty is asked for."""
    return text_of(answers, "on") not in state.challenges


def why_no_check(state: State, word: str) -> str:
    """Return why the actor that a word names makes no Check, such as for want of dice; empty where they can (ME-07)."""
    actor = actor_named(state, word)
    if why := why_unable(state, word) or no_sheet(state, word):
        return why
    if actor is None or ratings_of(actor):
        return ""
    return f"{name_and_verb(state, actor.id, 'has')} no dice for a Check: `:pools {actor.id} focus=3` writes some."


def _who(focus: Focus) -> Ask:
    return replace(who_asks(wanted=players_of_mettle), focus=focus, why=why_no_check)


_RATING = Ask("rating", "Check", "one", rating_choices, suited_pool, named=True)


def _none(state: State, answers: Answers) -> int:
    return 0


_FOES_LEFT = left_out(METTLE, lambda state, actor: METTLE in actor.sheets)


def _target(prompt: str, default: Callable[[State, Answers], str | None]) -> Ask:
    return with_a_sheet(
        Ask("target", prompt, "one", targets, default, focus="target", noun="target", unoffered=_FOES_LEFT)
    )


def usual_theirs(state: State, answers: Answers) -> str | None:
    """Return the target's Motive if it is known, else None; no other pool is a default in its place (ME-10)."""
    return next((choice.value for choice in target_ratings(state, answers) if choice.value == MOTIVE), None)


def _attacked(state: State, answers: Answers) -> Sequence[Choice]:
    """Offer the Poise of a target to attack; a sheet that lacks it says so, and nothing is taken for it."""
    rows = list(target_ratings(state, answers))
    return (
        rows
        if any(row.value == POISE_NAME for row in rows)
        else [*rows, Choice(POISE_NAME, POISE_NAME, "not on the sheet")]
    )


def _attack_preview(state: State, answers: Answers) -> str:
    return preview(state, answers) if text_of(answers, "rating") else ""


ON = challenge_asks(METTLE, lambda rod: Choice(rod.id, rod.title, f"against {plain_number(rod.value or 0)}"), "rating")
AGAINST = Ask(
    "against", "Difficulty", "number", lambda s, a: rung_choices(), lambda s, a: 3, focus="rung", low=-99, high=99
)
COUNTING = Ask(
    "with",
    "Include",
    "many",
    with_chances(modifier_choices, chance_of_check),
    no_items,
    form=True,
    named=True,
    when=lambda s, a: bool(modifier_choices(s, a)),
)
WITHOUT = Ask(
    "without",
    "Leave out",
    "many",
    standing_modifiers,
    no_items,
    form=True,
    named=True,
    when=lambda s, a: bool(standing_modifiers(s, a)),
    noun="bonus to leave out",
)
# The pool limits their number; the act says so once the pool is known.
RAISES = Ask("raises", "Raises", "number", default=_none, low=0, high=UNBOUNDED, form=True)
TOOLS_BESIDE = Ask("tools", "Tools", "number", default=_none, low=0, high=MOST_TOOLS, form=True)
COVER = Ask("cover", "Cover", "number", default=usual_cover, low=0, high=20, form=True)
_SURGE = Ask(
    "surge", "Surge", "number", default=_none, low=0, high=UNBOUNDED, form=True, when=lambda s, a: bool(s.order.places)
)
# Up and down in a form move its first number, and that is what a Check raises.
_POOL = (COUNTING, WITHOUT, RAISES, TOOLS_BESIDE)
_THROW = (*_POOL, EXTRA, replace(DICE, preview=preview))

CHECK = Command(
    "check",
    "r",
    "check",
    "Check an attribute or a background against a Difficulty or a challenge.",
    CHECKS,
    partial(_check, act="check"),
    (
        _who("actor"),
        ON,
        replace(_RATING, instead="on", focus="rating", put=True),
        replace(AGAINST, when=faces_none, instead="on"),
        replace(COVER, prompt="Harder by", noun="amount of cover", low=-20, quiet=True),
        *_THROW,
    ),
    nobody_plays,
    METTLE,
    "ME-07 … ME-18, ME-28, ME-49",
    remark=for_none(ON),
    turn_remark=out_of_turn,
    beside_log=lost_beside_check,
)

CONTEST = Command(
    "contest",
    "x",
    "check against",
    "Check against a character’s pool, such as Motive to persuade; a shield or cover counts on Poise.",
    CHECKS,
    partial(_check, act="check"),
    (
        _who("actor"),
        replace(_target("Against", first_on_offer(targets)), focus="opponent"),
        replace(_RATING, focus="rating", put=True),
        Ask("theirs", "Target’s pool", "one", target_ratings, usual_theirs, named=True),
        *_POOL,
        COVER,
        EXTRA,
        replace(DICE, preview=preview),
    ),
    _nobody_faces,
    METTLE,
    "ME-10, ME-14, C-28",
    formerly="check somebody",
    turn_remark=out_of_turn,
    beside_log=lost_beside_check,
)

STRIKE = Command(
    "strike",
    "a",
    "attack",
    "Make an Attack Check against a target’s Poise, in a fight with a surge of Mettle; deal the damage after it.",
    CHECKS,
    partial(_check, act="attack"),
    (
        _who("acting"),
        replace(_target("Target", first_struck), choices=struck, put=True, preview=aimed_with, fault=why_no_pool),
        replace(
            _RATING,
            prompt="With",
            noun="rating",
            choices=aimed_pools,
            default=usual_attack,
            focus="rolled",
            folded=True,
        ),
        Ask("theirs", "Target’s pool", "one", _attacked, lambda s, a: POISE_NAME, named=True, quiet=True, folded=True),
        *_POOL,
        _SURGE,
        COVER,
        EXTRA,
        replace(DICE, preview=_attack_preview),
    ),
    _nobody_faces,
    METTLE,
    "ME-10, ME-14, ME-41, C-40, U-30",
    turn_remark=remark_on_action,
    beside_previews=lambda s, a: told_from_now_on(s, _remembered(s, a)) if "rating" in a else "",
)


CHECK_COMMANDS = (CHECK, CONTEST, STRIKE)
