"""Teamwork: a weakest or a strongest link, with the dice to keep chosen by hand (ME-30 … ME-33, U-29)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from wyrd_tui.engine import pools
from wyrd_tui.engine.commands import Answers, Ask, Choice, Command, many_of, text_of
from wyrd_tui.engine.dice import Dice, Refused, counted
from wyrd_tui.engine.events import Event, Rolled
from wyrd_tui.engine.rules.asks import DICE
from wyrd_tui.engine.rules.mettle.checking import (
    Pool,
    difficulty,
    modifier_choices,
    pool,
    ratings_of,
    standing_modifiers,
    usual_pool,
)
from wyrd_tui.engine.rules.mettle.checks import (
    AGAINST,
    CHECKS,
    COUNTING,
    ON,
    THROW,
    WITHOUT,
    follows,
    nobody_plays,
    outcome,
    plays,
    thrown,
    used_up,
)
from wyrd_tui.engine.rules.mettle.numbers import discards
from wyrd_tui.engine.rules.mettle.twists import figure
from wyrd_tui.engine.rules.shared.basics import chained, must_be_open, the_actor
from wyrd_tui.engine.state import METTLE, Part, Roll, Score, State
from wyrd_tui.engine.words import name_of

MOST_RECKONED = 24
"""Dice of a team whose odds are reckoned while the table waits."""
WEAKEST, STRONGEST = "weakest", "strongest"
LINKS: Mapping[str, str] = {
    WEAKEST: "the highest pool rolls and keeps as many dice as the lowest has",
    STRONGEST: "leader and helper roll and keep as many dice as the highest has",
}


def _people(state: State, answers: Answers) -> Sequence[Choice]:
    rows = [a for a in state.actors.values() if plays(state, a)]
    rows.sort(key=lambda actor: actor.side != "party")
    return [Choice(actor.id, actor.name, actor.concept) for actor in rows]


def _usual_people(state: State, answers: Answers) -> tuple[str, ...]:
    """The party; of a strongest link the first two of it, since only one can help (ME-32)."""
    party = tuple(c.value for c in _people(state, answers) if state.actors[c.value].side == "party")
    return party[:2] if text_of(answers, "link") == STRONGEST else party


def _ratings(state: State, answers: Answers) -> Sequence[Choice]:
    names: dict[str, int] = {}
    for who in many_of(answers, "who"):
        for name, dice in ratings_of(state.actors[who]) if who in state.actors else ():
            names[name] = max(names.get(name, 0), dice)
    return [
        Choice(name, name, counted(dice, "die", "dice"))
        for name, dice in sorted(names.items(), key=lambda row: -row[1])
    ]


def _first_rating(state: State, answers: Answers) -> str | None:
    rows = _ratings(state, answers)
    return rows[0].value if rows else None


# ------------------------------------------------------------------ who rolls how many


class Team(NamedTuple):
    """A team about to roll: the leader's pool, the helper with theirs, and how many dice are kept."""

    leader: str
    ready: Pool
    helper: str
    helping: int
    keep: int


def _ranked(state: State, answers: Answers) -> list[str]:
    """The team by pool, the highest first: who leads (ME-30, ME-33)."""
    name = text_of(answers, "rating")
    return sorted(many_of(answers, "who"), key=lambda one: -usual_pool(state, the_actor(state, one), name))


def _as_leader(state: State, answers: Answers) -> Answers:
    """The answers as they stand for the one who leads, whose modifiers and Raises count (ME-33)."""
    ranked = _ranked(state, answers)
    return {**answers, "who": ranked[0] if ranked else ""}


def _standing(state: State, answers: Answers) -> Sequence[Choice]:
    return standing_modifiers(state, _as_leader(state, answers))


def team_of(state: State, answers: Answers) -> Team:
    """Who rolls how many dice, and how many of them are kept (ME-30 … ME-33, U-29).

    Raises:
        Refused: If fewer than two take part, more than one helps, or more is raised than is kept.
    """
    name, who = text_of(answers, "rating"), many_of(answers, "who")
    if len(who) < 2:
        raise Refused("Teamwork takes two at least; one alone makes a plain check.")
    ranked = _ranked(state, answers)
    ready = pool(state, {**answers, "who": ranked[0]})
    sizes = [ready.dice, *(usual_pool(state, the_actor(state, one), name) for one in ranked[1:])]
    if text_of(answers, "link") == STRONGEST:
        if len(who) > 2:
            raise Refused("Only one can help; the others do a related task instead.")
        team = Team(ranked[0], ready, ranked[1], sizes[1], max(sizes))
    else:
        team = Team(ranked[0], ready, "", 0, min(sizes))
    if ready.raised > team.keep:
        raise Refused(
            f"Raised dice are among those kept, and {counted(team.keep, 'die is', 'dice are')} kept: "
            f"raise {team.keep} at most."
        )
    return team


def _team(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    name = text_of(answers, "rating")
    rod = state.challenges.get(text_of(answers, "on"))
    if rod is not None:
        must_be_open(state, rod)
    team = team_of(state, answers)
    number, label = difficulty(state, answers)
    entries = [entry.strip() for entry in text_of(answers, "dice").split(";")]
    if len(entries) > (2 if team.helper else 1):
        raise Refused("Only the leader rolls in a weakest link, and one helper beside them in a strongest.")
    faces, typed = thrown(entries[0], team.ready.thrown, dice)
    scores = [Score(team.leader, name, 0, faces, typed, team.ready.parts, 0)]
    if team.helper:
        faces, typed = thrown(entries[1] if len(entries) > 1 else "", team.helping, dice)
        scores.append(Score(team.helper, name, 0, faces, typed, (Part(name, team.helping),), 0))
    roll = Roll(
        "team",
        METTLE,
        scores[0],
        tuple(scores[1:]),
        label,
        number,
        challenge=rod.id if rod is not None else "",
        detail={
            "link": text_of(answers, "link"),
            "keep": str(team.keep),
            "raised": str(team.ready.raised),
            "discard": str(team.ready.discard),
            "in": " ".join(many_of(answers, "who")),
        },
    )
    yield from chained(state, lambda now: iter((Rolled(roll),)), partial(used_up, ready=team.ready))
    left = usable(state, roll)
    if len(left) <= to_keep(roll):
        # There is nothing to choose.
        yield from _kept(state, roll, left)


def _preview(state: State, answers: Answers) -> str:
    """Who leads, how many dice are kept, and the exact odds with the best of them."""
    try:
        team, (number, _) = team_of(state, answers), difficulty(state, answers)
    except Refused as refusal:
        return str(refusal)
    helper = discards(state.actors[team.helper]) if team.helper else None
    if team.ready.thrown + team.helping > MOST_RECKONED:
        return f"{name_of(state, team.leader)} leads; the odds of so many dice are not reckoned here"
    found = pools.kept(
        team.ready.thrown, team.keep, number, team.ready.raised, team.ready.discard, team.helping, helper
    )
    head = f"{name_of(state, team.leader)} leads with {counted(team.ready.thrown, 'die', 'dice')}"
    helps = f", {name_of(state, team.helper)} helps with {team.helping}" if team.helper else ""
    good = f", {found.edges[1].short()} with Edge" if found.edges[1].top else ""
    return f"{head}{helps}, {team.keep} kept: {found.success.short()} against {number}{good}"


def _too_few(state: State) -> str:
    """Why there is no team."""
    if len(_people(state, {})) != 1:
        return nobody_plays(state)
    return "Teamwork takes two at least, and only one here has anything to Check."


TEAM = Command(
    "team",
    "m",
    "teamwork",
    "Several Check together: a weakest link or a strongest link; then choose the dice to keep.",
    CHECKS,
    _team,
    (
        Ask("link", "Which link", "one", lambda s, a: [Choice(k, k, h) for k, h in LINKS.items()]),
        Ask("who", "Who", "many", _people, _usual_people),
        ON,
        Ask("rating", "Check", "one", _ratings, _first_rating),
        replace(AGAINST, when=lambda s, a: text_of(a, "on") not in s.challenges),
        replace(COUNTING, choices=lambda s, a: modifier_choices(s, _as_leader(s, a))),
        replace(WITHOUT, choices=_standing, when=lambda s, a: bool(_standing(s, a))),
        *THROW[2:-1],
        replace(DICE, prompt="Dice, the helper's after ;", preview=_preview),
    ),
    _too_few,
    METTLE,
    "ME-30 … ME-33, U-29",
)


# ------------------------------------------------------------------ which dice to keep


def unkept(state: State) -> Roll | None:
    """The last roll, where a team has thrown and has not chosen its dice."""
    roll = state.roll
    return roll if roll is not None and roll.game == METTLE and roll.act == "team" and not roll.outcome else None


def usable(state: State, roll: Roll) -> tuple[int, ...]:
    """The dice of a team's throw that wounds have not discarded, the leader's first (U-27)."""
    found: list[int] = []
    for score in (roll.score, *roll.against):
        actor = state.actors.get(score.who)
        gone = figure(roll, "discard") if score is roll.score else discards(actor) if actor else 0
        found += [face for face in score.faces if face > gone]
    return tuple(found)


def to_keep(roll: Roll) -> int:
    """How many of the dice thrown are kept; raised ones are among those kept already (U-29)."""
    return max(0, figure(roll, "keep") - figure(roll, "raised"))


def best_kept(faces: Sequence[int], keep: int, number: int) -> dict[str, tuple[int, ...]]:
    """The best dice to keep: `succeed` for the highest Score, `edge` for the most Edge that will do (ME-30)."""
    low = sorted((face for face in faces if face <= 3), reverse=True)
    high = sorted((face for face in faces if face > 3), reverse=True)
    keep = min(keep, len(faces))
    ways = [(*low[:few], *high[: keep - few]) for few in range(keep + 1) if few <= len(low) and keep - few <= len(high)]
    found = {"succeed": max(ways, key=pools.read)}
    winning = [way for way in ways if pools.read(way)[0] > number]
    # Where nothing succeeds, Edge is what a Twist can throw again (ME-19, ME-33).
    found["edge"] = max(winning or ways, key=lambda way: pools.read(way)[::-1])
    return found


def _kept_choices(state: State, answers: Answers) -> Sequence[Choice]:
    """The dice to keep for the highest Score and for the most Edge, one choice where they are the same."""
    roll = unkept(state)
    if roll is None:
        return []
    rows: dict[tuple[int, ...], Choice] = {}
    for word, dice in best_kept(usable(state, roll), to_keep(roll), roll.value or 0).items():
        score, edge = pools.read(dice)
        shown = " ".join(map(str, dice)) or "no dice"
        result = f"Score {score}, Edge {edge + figure(roll, 'raised')}, {outcome(score, roll.value or 0)}"
        rows[dice] = Choice(word, "most Edge" if word == "edge" else "highest Score", f"{shown}: {result}")
    return list(rows.values())


def _usually_kept(state: State, answers: Answers) -> str | None:
    """The most Edge that still succeeds, or else the most to throw again in a Twist."""
    rows = _kept_choices(state, answers)
    return rows[-1].value if rows else None


def _keep(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    roll = unkept(state)
    if roll is None:
        raise Refused("No team waits for its dice to be chosen.")
    every = usable(state, roll)
    words = f"{text_of(answers, 'kept')} {text_of(answers, 'more')}".strip()
    best = best_kept(every, to_keep(roll), roll.value or 0)
    yield from _kept(state, roll, best[words] if words in best else _named(words, every, to_keep(roll)))


def _named(text: str, every: Sequence[int], keep: int) -> tuple[int, ...]:
    """The dice that a text names among those thrown.

    Raises:
        Refused: If it names others, too few or too many.
    """
    faces = text.replace(",", " ").replace(" ", "")
    if not (faces.isascii() and faces.isdecimal()):
        raise Refused("Name the faces to keep, such as 3 2 5.")
    left = list(every)
    for face in map(int, faces):
        if face not in left:
            raise Refused(f"No {face} is left among {' '.join(map(str, every))}.")
        left.remove(face)
    if len(faces) != min(keep, len(every)):
        raise Refused(f"{counted(min(keep, len(every)), 'die is', 'dice are')} kept, not {len(faces)}.")
    return tuple(map(int, faces))


def _kept(state: State, roll: Roll, faces: tuple[int, ...]) -> Iterator[Event]:
    """The team's result with these dice kept, raised ones beside them."""
    kept = (*faces, *(6,) * figure(roll, "raised"))
    score, _ = pools.read(kept)
    number = roll.value or 0
    done = replace(
        roll,
        score=replace(roll.score, faces=kept, thrown=score, total=score),
        against=(),
        outcome=outcome(score, number, len(kept)),
        margin=score - number,
    )
    yield from chained(state, lambda now: iter((Rolled(done),)), partial(follows, roll=done))


KEEP = Command(
    "choose-dice",
    "",
    "dice to keep",
    "Choose the dice that a team keeps.",
    CHECKS,
    _keep,
    (
        Ask("kept", "Keep", "one", _kept_choices, _usually_kept, free=True),
        Ask("more", "More of them", "words", default=lambda s, a: "", quiet=True),
    ),
    lambda state: "" if unkept(state) else "No team waits for its dice to be chosen.",
    METTLE,
    "ME-30, ME-31",
)

TEAM_COMMANDS = (TEAM, KEEP)
