"""Losses that a failed challenge brings: whose, of which ability, and of one character more (WA-27, WA-53, U-17)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from wyrd_tui.engine.choices import Choice
from wyrd_tui.engine.commands import Answers, Portion, many_of, number_of, parts_of, text_of
from wyrd_tui.engine.dice import Refused, count_noun
from wyrd_tui.engine.named_tuple import NamedTuple
from wyrd_tui.engine.nouns.wyrd_abacus import ABILITIES
from wyrd_tui.engine.rules.wyrd_abacus import stage_rules
from wyrd_tui.engine.rules.wyrd_abacus.abilities import abilities, ability_of_type, characters, is_present
from wyrd_tui.engine.rules.wyrd_abacus.aftermath import due_challenges
from wyrd_tui.engine.rules.wyrd_abacus.harm import usual_cost
from wyrd_tui.engine.rules.wyrd_abacus.owed import lost_recovery
from wyrd_tui.engine.rules.wyrd_abacus.stake import PointsOf, points_given
from wyrd_tui.engine.state import Challenge, State
from wyrd_tui.engine.words import name_of


class Loss(NamedTuple):
    """Points that a character loses of an ability (WA-27)."""

    who: str
    ability: str
    points: int


def told_challenge_id(state: State, answers: Answers) -> str:
    """The challenge whose consequences are told; empty where they come of none."""
    which = text_of(answers, "of")
    return which if which in due_challenges(state) or which in unfaced_challenges(state) else ""


def unfaced_challenges(state: State) -> list[str]:
    """Challenges that nobody has faced, whose consequences can be told all the same (WA-23, WA-27)."""
    if state.scene.between:
        return []
    rods = (rod for rod in state.challenges.values() if ability_of_type(rod) and not rod.outcome)
    return [rod.id for rod in rods if rod.id not in due_challenges(state)]


def told_challenge(state: State, answers: Answers) -> Challenge | None:
    """Return the challenge whose consequences are told; None where they come of none."""
    which = told_challenge_id(state, answers)
    return state.challenges.get(which) or state.book.challenges.get(which)


def usual_ability(state: State, answers: Answers) -> str:
    """Return the ability that the challenge calls for."""
    challenge = told_challenge(state, answers)
    return (ability_of_type(challenge) if challenge else "") or "body"


def guided_points(state: State, answers: Answers) -> int:
    """Return the points that the scenario names for the challenge, or else its usual cost (WA-27, U-17)."""
    challenge = told_challenge(state, answers)
    named = challenge.loss if challenge else None
    return named or usual_cost(challenge.value if challenge else None)


def guide_words(state: State, answers: Answers) -> str:
    """Say where the suggested points come from (WA-27, U-17)."""
    challenge = told_challenge(state, answers)
    if challenge is None or not (challenge.loss or challenge.value):
        return ""
    if challenge.loss:
        return f"{challenge.loss} by the scenario"
    rounded = ", rounded down" if (challenge.value or 0) % 2 else ""
    return f"half of {challenge.value}{rounded}"


def failure_words(state: State, answers: Answers) -> str:
    """Suggest what the scenario has the failure of the challenge bring; empty where it has no words (WA-26)."""
    challenge = told_challenge(state, answers)
    return challenge.lose if challenge else ""


def points_staked(state: State, answers: Answers) -> str:
    """Return the points that the scenario names for the failure, in words; empty for none (WA-27)."""
    challenge = told_challenge(state, answers)
    return count_noun(challenge.loss, "point") if challenge and challenge.loss else ""


def counters_moved(state: State, answers: Answers) -> list[str]:
    """Return the counters that stage rules move by themselves at the failure (WA-33)."""
    challenge = told_challenge(state, answers)
    found = stage_rules.set_off_by_failure(state, challenge, "count") if challenge else []
    return [trigger.counter or page.title for page, trigger in found]


def wyrd_moved(state: State, answers: Answers) -> int:
    """Return by how much stage rules have changed all personal Wyrd at the failure (WA-33)."""
    challenge = told_challenge(state, answers)
    due = challenge is not None and challenge.id in due_challenges(state)
    found = stage_rules.set_off_by_failure(state, challenge, "wyrd") if challenge and due else []
    return sum(trigger.by for _, trigger in found)


def named_people(answers: Answers, name: str, question: str) -> tuple[str, ...]:
    """Return the people of an answer.

    Raises:
        Refused: If there are none.
    """
    who = many_of(answers, name)
    if not who:
        raise Refused(question)
    return who


def losses_of(state: State, answers: Answers, what: Sequence[str]) -> Iterator[Loss]:
    """Give the losses that were named: first the shared ones, then the single ones (WA-27).

    Raises:
        Refused: If nobody was named, or if a loss has no points.
    """
    if "damage" in what:
        ability, points = text_of(answers, "ability"), number_of(answers, "points", guided_points(state, answers))
        yield from (Loss(who, ability, points) for who in named_people(answers, "who", "Who is hurt?"))
    if "losses" not in what:
        return
    lost = points_given(state, answers, "losses")
    if not lost:
        example = ",".join(str(Portion(str(PointsOf(actor.id, "body")), 2)) for actor in characters(state)[:2])
        raise Refused(f"Write the points that each character loses: `consequence losses losses={example}`.")
    for purse, points in lost:
        if not points:
            raise Refused(f"Write the lost points of {name_of(state, purse.who)}, such as {Portion(str(purse), 2)}.")
        yield Loss(purse.who, purse.ability or usual_ability(state, answers), points)


def with_sufferer(losses: Iterable[Loss], also: str) -> list[Loss]:
    """Return losses, and the first of them for one character more, where a stage rule adds one (WA-53)."""
    hits = list(losses)
    return [*hits, *(loss._replace(who=also) for loss in hits[:1] if also and also not in [one.who for one in hits])]


def spreads(state: State, answers: Answers) -> bool:
    """Return whether a stage rule lets a loss fall on one character more, and there is one (WA-53)."""
    if not losses_so_far(state, answers) or not stage_rules.spreading_rule(state, told_challenge(state, answers)):
        return False
    return bool(also_choices(state, answers))


def also_choices(state: State, answers: Answers) -> Sequence[Choice]:
    """Offer one more character to suffer the first loss that fell on others (WA-53)."""
    hits = losses_so_far(state, answers)
    rule = stage_rules.spreading_rule(state, told_challenge(state, answers))
    same = f"{rule}: {ABILITIES[hits[0].ability]} {hits[0].points}" if hits else rule
    hit = [loss.who for loss in hits]
    return [Choice(a.id, a.name, same) for a in characters(state) if a.id not in hit and is_present(a)]


def losses_so_far(state: State, answers: Answers) -> list[Loss]:
    """The losses named so far; none while an answer is wanting."""
    try:
        return list(losses_of(state, answers, many_of(answers, "what")))
    except Refused:
        return []


def loss_choices(state: State, answers: Answers) -> Sequence[Choice]:
    """Offer the abilities of everybody who plays, that of the challenge first, and by the handle of each."""
    own = usual_ability(state, answers)
    order, lost = sorted(ABILITIES, key=lambda ability: ability != own), dict(parts_of(answers, "losses"))
    rows = [(actor, ability, abilities(actor).get(ability)) for ability in order for actor in characters(state)]
    return [
        Choice(
            value := str(PointsOf(actor.id, "" if ability == own else ability)),
            f"{actor.name} {row.label}",
            "scratched out" if row.struck else f"{max(0, row.free - lost.get(value, 0))} of {row.boxes}",
            behind="" if ability == own else "other abilities",
            whose=actor.id,
        )
        for actor, ability, row in rows
        if row
    ]


def damage_preview(state: State, answers: Answers) -> str:
    """Preview the points that the damage leaves, of one sufferer more as well (WA-53)."""
    words: list[str] = []
    over: list[str] = []
    for who, ability, points in with_sufferer(losses_so_far(state, answers), text_of(answers, "also")):
        row = abilities(state.actors[who]).get(ability) if who in state.actors else None
        if row is None:
            continue
        if row.struck:
            words.append(f"{state.actors[who].name}: {row.label} scratched out, defeated")
            over.append("".join(lost_recovery(state, who, ability)))
            continue
        if points >= row.free:
            fate = f"{row.free}→0, scratched out"
            fate += f", {points - row.free} more than it has" if row.free < points else ""
            over.append("".join(lost_recovery(state, who, ability)))
        else:
            fate = f"{row.free}→{row.free - points}"
        words.append(f"{state.actors[who].name} {ABILITIES.get(ability, ability)} {fate}")
    what = many_of(answers, "what")
    if "losses" in what and (staked := points_staked(state, answers)):
        over = [f"suggested: {staked} by the scenario", *over]
    shared = "damage" in what and number_of(answers, "points", 0) == guided_points(state, answers)
    said = f" ({guide})" if words and shared and (guide := guide_words(state, answers)) else ""
    return " · ".join(filter(None, ("; ".join(words) + said, *over)))
