"""Teams: which pool each member Checks, who leads, and how many dice are kept (ME-30 … ME-33, U-29)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from wyrd_tui.engine.choices import Choice
from wyrd_tui.engine.commands import Answers, many_of, number_of, text_of
from wyrd_tui.engine.dice import Refused, count_noun
from wyrd_tui.engine.named_tuple import NamedTuple
from wyrd_tui.engine.rules.mettle.check_parts import CheckPool, check_pool, ratings_of, standing_pool
from wyrd_tui.engine.rules.mettle.modifiers import BLINDED, is_written
from wyrd_tui.engine.state import Actor, State
from wyrd_tui.engine.words import join_names, possessive, short_name_of

WEAKEST: Final = "weakest"
STRONGEST: Final = "strongest"
LINKS: Mapping[str, str] = {
    WEAKEST: "roll the highest pool, keep as many dice as the lowest has",
    STRONGEST: "roll two pools, keep as many dice as the highest has",
}


# ------------------------------------------------------------------ the pool of each


def _members(state: State, answers: Answers) -> list[Actor]:
    return [state.actors[who] for who in many_of(answers, "who") if who in state.actors]


def team_ratings(state: State, answers: Answers) -> Sequence[Choice]:
    """Offer the pools that all of a team have, the largest first, then those of some, with their names."""
    team, names = _members(state, answers), _most_dice(state, answers)
    have = {name: [actor for actor in team if is_written(actor, name)] for name in names}
    rows = [
        Choice(name, name, f"{count_noun(names[name], 'die', 'dice')}{_only(state, team, have[name])}")
        for name in sorted(names, key=lambda one: (have[one] != team, -names[one]))
    ]
    return rows if rows and have[rows[0].value] == team else []


def _most_dice(state: State, answers: Answers) -> Mapping[str, int]:
    """Return each pool of a team with the dice of its best member."""
    names: dict[str, int] = {}
    for actor in _members(state, answers):
        for name, _ in ratings_of(actor):
            names[name] = max(names.get(name, 0), standing_pool(state, actor, name).dice)
    return names


def _only(state: State, team: Sequence[Actor], having: Sequence[Actor]) -> str:
    """Tell which of a team have a pool; empty where all do."""
    if len(having) == 1:
        return f", {possessive(state, having[0].id)} own"
    return "" if having == team else f", {join_names([short_name_of(state, one.id) for one in having])} alone"


def ratings_beside(state: State, answers: Answers) -> Sequence[Choice]:
    """Offer the pools of those who lack that of the team: first the pools that all have, then their own."""
    team, name = _members(state, answers), text_of(answers, "rating")
    lack = tuple(actor.id for actor in team if not is_written(actor, name))
    rows = team_ratings(state, {**answers, "who": lack})
    return sorted(rows, key=lambda row: not all(is_written(one, row.value) for one in team))


def usual_rating(state: State, answers: Answers) -> str | None:
    """Return a pool of the team that suits the challenge, though one alone has it; else the largest that all have."""
    return _suited(state, answers, team_ratings(state, answers))


def usual_beside(state: State, answers: Answers) -> str | None:
    """Return the pool of those who lack that of the team: one that suits the challenge, or the largest that all have.

    A larger pool than that of the team would take over its roll, so that a smaller one is suggested where there is any.
    """
    return _beside(state, answers, ratings_beside(state, answers))


def _beside(state: State, answers: Answers, rows: Sequence[Choice]) -> str | None:
    dice = _most_dice(state, answers)
    led = dice.get(text_of(answers, "rating"), 0)
    return _suited(state, answers, [row for row in rows if dice[row.value] <= led] or rows)


def _suited(state: State, answers: Answers, rows: Sequence[Choice]) -> str | None:
    on = state.challenges.get(text_of(answers, "on"))
    suited = {skill.casefold() for skill in on.skills} if on is not None else set()
    names, dice = [row.value for row in rows], _most_dice(state, answers)
    fitting = [name for name in names if name.casefold() in suited]
    return next(iter([*sorted(fitting, key=lambda name: -dice[name]), *names]), None)


def some_lack_it(state: State, answers: Answers) -> bool:
    """Return whether some of a team lack the pool that it Checks, such as a background of the leader."""
    name = text_of(answers, "rating")
    return bool(name) and not all(is_written(one, name) for one in _members(state, answers))


def pool_name(state: State, answers: Answers, who: str) -> str:
    """Return the pool that one of a team Checks: that of the team, or another where the sheet lacks it (ME-30)."""
    name = text_of(answers, "rating")
    if who not in state.actors or is_written(state.actors[who], name):
        return name
    beside = text_of(answers, "beside") or usual_beside(state, answers) or name
    if is_written(state.actors[who], beside):
        return beside
    # A background of one of the others is none of this one.
    return _beside(state, answers, team_ratings(state, {**answers, "who": (who,)})) or beside


def as_member(state: State, answers: Answers, who: str) -> Answers:
    """Return the answers as they stand for one of a team."""
    return {**answers, "who": who, "rating": pool_name(state, answers, who)}


# ------------------------------------------------------------------ who rolls how many


class Team(NamedTuple):
    """A team about to roll: the leader's pool, the helper's, how many dice are kept, and whose pools decided that."""

    leader: str
    ready: CheckPool
    keep: int
    helper: str = ""
    helping: CheckPool = CheckPool((), 0, 0, 0)
    deciding: tuple[CheckPool, ...] = ()

    @property
    def thrown(self) -> int:
        """Dice that are really thrown."""
        return self.ready.thrown + self.helping.dice


def ranked(state: State, answers: Answers) -> list[str]:
    """The team by pool, the highest first: who leads, with all that would count for them (ME-30, ME-33)."""
    bare = {**answers, "raises": 0}
    return sorted(many_of(answers, "who"), key=lambda one: -check_pool(state, as_member(state, bare, one)).dice)


def as_leader(state: State, answers: Answers) -> Answers:
    """The answers as they stand for the one who leads, whose modifiers and Raises count (ME-33)."""
    order = ranked(state, answers)
    return as_member(state, answers, order[0]) if order else {**answers, "who": ""}


def has_helper(state: State, answers: Answers) -> bool:
    """Return whether a team is a leader and one helper, who both roll (ME-31)."""
    return text_of(answers, "link") == STRONGEST and len(many_of(answers, "who")) == 2


def why_no_team(state: State, answers: Answers) -> str:
    """Return why those chosen are no team; empty where they are one (ME-32)."""
    who = many_of(answers, "who")
    if len(who) < 2:
        return "Teamwork takes two characters or more. For one character there is `check`."
    helped = text_of(answers, "link") == STRONGEST and len(who) > 2
    return "Only one character can help. Let the others do a related task." if helped else ""


def team_of(state: State, answers: Answers) -> Team:
    """Form the team: its leader, the dice of each, and how many are kept (ME-30 … ME-33, U-29).

    Raises:
        Refused: If fewer than two take part, more than one helps, or more is raised than is kept.
    """
    if fault := why_no_team(state, answers):
        raise Refused(fault)
    order = ranked(state, answers)
    ready = check_pool(state, as_member(state, answers, order[0]))
    against, left_out = text_of(answers, "target"), many_of(answers, "without")
    # Where sight helps, it helps each of the team.
    helps = (*many_of(answers, "helping"), *(one for one in many_of(answers, "with") if one == BLINDED))
    tools = number_of(answers, "lent")
    others = [
        standing_pool(state, state.actors[one], pool_name(state, answers, one), against, left_out, helps, tools)
        for one in order[1:]
    ]
    if text_of(answers, "link") == STRONGEST:
        team = Team(order[0], ready, max(ready.dice, others[0].dice), order[1], others[0], (ready, others[0]))
    else:
        fewest = min(others, key=lambda other: other.dice)
        team = Team(order[0], ready, min(ready.dice, fewest.dice), deciding=(ready, fewest))
    if ready.raised > team.keep:
        raise Refused(
            f"The team keeps {count_noun(team.keep, 'die', 'dice')}, raised dice among them: raise {team.keep} at most."
        )
    return team
