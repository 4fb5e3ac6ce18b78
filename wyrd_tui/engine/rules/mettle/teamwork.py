"""Teamwork: a weakest or a strongest link, with the dice to keep chosen by hand (ME-30 … ME-33, U-29)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from wyrd_tui.engine import pools
from wyrd_tui.engine.chance import Chance
from wyrd_tui.engine.choices import Choice
from wyrd_tui.engine.commands import Answers, Ask, Command, many_of, text_of
from wyrd_tui.engine.dice import Dice, Refused, TooManyDice, whole_hands
from wyrd_tui.engine.events import Event
from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.nouns.mettle import MettleRoll
from wyrd_tui.engine.roll import Roll, Score
from wyrd_tui.engine.rules.ground.basics import chain_steps, must_be_open, throw
from wyrd_tui.engine.rules.ground.turn_passing import out_of_turn
from wyrd_tui.engine.rules.mettle.aiming import targets
from wyrd_tui.engine.rules.mettle.check_parts import (
    calls_twists,
    modifier_choices,
    number_to_beat,
    standing_modifiers,
    success_brings,
    target_ratings,
    with_chances,
)
from wyrd_tui.engine.rules.mettle.checks import (
    AGAINST,
    CHECKS,
    COUNTING,
    COVER,
    ON,
    RAISES,
    TOOLS_BESIDE,
    WITHOUT,
    faces_none,
    no_sheet,
    nobody_plays,
    players_of_mettle,
    spend_used,
    take_dice,
    usual_theirs,
    why_no_check,
)
from wyrd_tui.engine.rules.mettle.house_rules import rule
from wyrd_tui.engine.rules.mettle.kept_dice import KEEP_DICE, keep_events, number_kept, usable_dice
from wyrd_tui.engine.rules.mettle.modifiers import BLINDED, discards_in_words, used_up_told
from wyrd_tui.engine.rules.mettle.teams import (
    LINKS,
    STRONGEST,
    WEAKEST,
    Team,
    as_leader,
    as_member,
    has_helper,
    pool_name,
    ranked,
    ratings_beside,
    some_lack_it,
    team_of,
    team_ratings,
    usual_beside,
    usual_rating,
    why_no_team,
)
from wyrd_tui.engine.rules.questions import DICE, EXTRA, for_none, hands_in_words
from wyrd_tui.engine.state import METTLE, State
from wyrd_tui.engine.words import name_and_verb, name_of, stake_words

MOST_RECKONED, MOST_OF_TWO_WOUNDS, MOST_TWISTED = 40, 11, 20
"""Dice of a team whose odds are reckoned while the table waits: as a rule, with two kinds of wounds, with a Twist."""


def _people(state: State, answers: Answers) -> Sequence[Choice]:
    rows = [a for a in state.actors.values() if players_of_mettle(state, a)]
    rows.sort(key=lambda actor: actor.side != "party")
    return [Choice(actor.id, actor.name, actor.concept) for actor in rows]


def _usual_people(state: State, answers: Answers) -> tuple[str, ...]:
    """The party; of a strongest link the first two of it, since only one can help (ME-32)."""
    party = tuple(c.value for c in _people(state, answers) if state.actors[c.value].side == "party")
    return party[:2] if text_of(answers, "link") == STRONGEST else party


def _dice_called(state: State, answers: Answers) -> str:
    """Return the name of the dice of a weakest link, which one character rolls; empty for two hands (ME-30)."""
    return "" if has_helper(state, answers) else "Dice"


def _helper_choices(state: State, answers: Answers) -> Sequence[Choice]:
    """Offer what counts for the helper where the table says so, such as tools on a condition (ME-13, ME-31)."""
    if not has_helper(state, answers):
        return []
    rows = modifier_choices(state, as_member(state, answers, ranked(state, answers)[1]))
    return [row for row in rows if row.value != BLINDED]


def _leader_choices(state: State, answers: Answers) -> Sequence[Choice]:
    """Offer what counts for the leader where the table says so, and lost sight of any of the team (ME-43)."""
    own = [row for row in modifier_choices(state, as_leader(state, answers)) if row.value != BLINDED]
    return [*own, *(row for row in _of_each(state, answers, modifier_choices) if row.value == BLINDED)]


def _standing(state: State, answers: Answers) -> Sequence[Choice]:
    """Offer what counts by itself for any of the team (ME-13)."""
    return _of_each(state, answers, standing_modifiers)


def _of_each(state: State, answers: Answers, choices: Callable[[State, Answers], Sequence[Choice]]) -> Sequence[Choice]:
    """Offer the choices of every member of the team, each once and with the names of those whom it concerns."""
    found: dict[str, Choice] = {}
    for who in ranked(state, answers):
        for choice in choices(state, as_member(state, answers, who)):
            known = found.setdefault(choice.value, replace(choice, hint=name_of(state, who)))
            if known.hint != name_of(state, who):
                found[choice.value] = replace(known, hint=f"{known.hint}, {name_of(state, who)}")
    return list(found.values())


def _team(state: State, answers: Answers, dice: Dice) -> Iterator[Event]:
    rod = state.challenges.get(text_of(answers, "on"))
    if rod is not None:
        must_be_open(state, rod)
    team = team_of(state, answers)
    number, label = number_to_beat(state, answers)
    hands = (team.ready.thrown, team.helping.dice) if team.helper else (team.ready.thrown,)
    entries = whole_hands(text_of(answers, "dice"), hands) or [""]
    if len(entries) > (2 if team.helper else 1):
        raise TooManyDice("Too many hands of dice: a weakest link rolls one hand, a strongest link two.")
    faces, typed = take_dice(entries[0], team.ready.thrown, dice)
    scores = [Score(team.leader, pool_name(state, answers, team.leader), 0, faces, typed, team.ready.parts, 0)]
    if team.helper:
        faces, typed = take_dice(entries[1] if len(entries) > 1 else "", team.helping.dice, dice)
        scores.append(
            Score(team.helper, pool_name(state, answers, team.helper), 0, faces, typed, team.helping.parts, 0)
        )
    others = {pool_name(state, answers, one) for one in many_of(answers, "who") if one != team.leader}
    apart = not team.helper and len(others) == 1 and scores[0].rating not in others
    roll = Roll(
        "team",
        METTLE,
        scores[0],
        tuple(scores[1:]),
        label,
        number,
        challenge=rod.id if rod is not None else "",
        memory=MettleRoll(
            link=STRONGEST if text_of(answers, "link") == STRONGEST else WEAKEST,
            beside=min(others) if apart else "",
            keeps=team.keep,
            raised=team.ready.raised,
            discard=team.ready.discard,
            helper_discard=team.helping.discard,
            involved=many_of(answers, "who"),
        ),
    )
    used = (partial(spend_used, ready=one) for one in team.deciding)
    yield from chain_steps(state, throw(roll), *used)
    left = usable_dice(roll)
    if len(left) <= number_kept(roll) or not number_kept(roll):
        # There is nothing to choose.
        yield from keep_events(state, roll, left[: number_kept(roll)])


def _on_turn(state: State, answers: Answers) -> str:
    """Say that the leader of a team acts in another's turn, once the Checked pool tells who leads (WE-52)."""
    if "rating" not in answers:
        return ""
    try:
        return out_of_turn(state, {"who": team_of(state, answers).leader})
    except Refused:
        return ""


def _preview(state: State, answers: Answers) -> str:
    """Preview the leader, how many dice are kept, and the exact odds with the best of them."""
    team, (number, against) = team_of(state, answers), number_to_beat(state, answers)
    hands = {team.leader: team.ready.thrown} | ({team.helper: team.helping.dice} if team.helper else {})
    raised = f", {team.ready.raised} raised" if team.ready.raised else ""
    head = f"{hands_in_words(state, hands, text_of(answers, 'dice'))} (keep {team.keep}{raised})"
    used = used_up_told(state, (one for pool in team.deciding for one in pool.counting))
    found, twisted = odds_of(state, team, number)
    if found is None:
        return " · ".join(filter(None, (head, "too many dice for exact odds", *used)))
    twists = calls_twists(state.actors[team.leader])
    more = f", with a Twist {twisted.short()}" if twists and twisted is not None else ""
    usual = f", Edge usually {found.usual}" if found.usual else ""
    # A narrow line has room for the first of these only, so they stand by rank.
    odds = f"success {found.success.short()}{more}{usual}"
    unknown = "with a Twist: too many dice for odds" if twists and twisted is None else ""
    brings, stake = success_brings(state, answers), stake_words(state, text_of(answers, "on"))
    leads = name_and_verb(state, team.leader, "leads")
    told = (f"{head} against {against}", odds, *used, leads, *_wounds(state, team), unknown, brings, stake)
    return " · ".join(filter(None, told))


def _wounds(state: State, team: Team) -> Iterator[str]:
    """Tell whose wound discards which dice (ME-38, U-27)."""
    for one in dict.fromkeys(filter(None, (team.leader, team.helper))):
        if told := discards_in_words(state.actors[one]):
            yield f"{name_of(state, one)} {told}"


def odds_of(state: State, team: Team, number: int) -> tuple[pools.KeptChances | None, Chance | None]:
    """Reckon a team's dice, and its chance with the best Twist; None where that would take too long."""
    ready, helping = team.ready, team.helping
    alike = not helping.dice or helping.discard == ready.discard
    if team.thrown > (MOST_RECKONED if alike else MOST_OF_TWO_WOUNDS):
        return None, None
    found = pools.kept_chances(
        ready.thrown, team.keep, number, ready.raised, ready.discard, helping.dice, helping.discard
    )
    if team.thrown > MOST_TWISTED:
        return found, None
    keeps = rule(state, "twist_raised") == "keep"
    twisted = pools.kept_twist_chance(
        ready.thrown, team.keep, number, ready.raised, ready.discard, helping.dice, helping.discard, keeps
    )
    return found, twisted


def _chance(state: State, answers: Answers) -> Chance | None:
    """Return the chance of the team that the answers so far describe; None where it takes long to reckon."""
    team, (number, _) = team_of(state, answers), number_to_beat(state, answers)
    found = odds_of(state, team, number)[0] if team.thrown <= MOST_OF_TWO_WOUNDS else None
    return found.success if found is not None else None


def _too_few(state: State) -> str:
    """Return why there is no team."""
    if len(_people(state, {})) != 1:
        return nobody_plays(state)
    return "Teamwork takes two characters or more. Only one here has dice for a Check."


def _whom(state: State, answers: Answers) -> Sequence[Choice]:
    """Offer nobody, or an actor outside the team."""
    team = many_of(answers, "who")
    rows = targets(state, {"who": team[0] if team else ""})
    return [
        Choice("nobody", "a Difficulty", none=True),
        *(choice for choice in rows if choice.value not in team),
    ]


def _is_against_somebody(state: State, answers: Answers) -> bool:
    return text_of(answers, "target") in state.actors


def _is_against_a_number(state: State, answers: Answers) -> bool:
    return faces_none(state, answers) and not _is_against_somebody(state, answers)


_AGAINST_WHOM = Ask("target", "Against", "one", _whom, lambda s, a: "nobody", quiet=True, folded=True, noun="target")
_RATING = Ask("rating", "Check", "one", team_ratings, usual_rating, named=True, focus="rating", instead="on")

TEAM = Command(
    "team",
    "m",
    "teamwork",
    "Check as a team, by a weakest or a strongest link; then choose the dice to keep.",
    CHECKS,
    _team,
    (
        Ask("link", "Link", "one", lambda s, a: [Choice(k, k, h) for k, h in LINKS.items()]),
        Ask(
            "who",
            "Who",
            "many",
            _people,
            _usual_people,
            focus="ticked",
            put=True,
            whole=True,
            fault=why_no_team,
            why=why_no_check,
        ),
        ON,
        # The pool of a target takes the place of a Difficulty.
        replace(_AGAINST_WHOM, when=faces_none, why=no_sheet),
        _RATING,
        Ask(
            "theirs",
            "Target’s pool",
            "one",
            target_ratings,
            usual_theirs,
            when=_is_against_somebody,
            named=True,
            form=True,
        ),
        replace(AGAINST, when=_is_against_a_number, instead="on"),
        Ask(
            "beside",
            "Others’ pool",
            "one",
            ratings_beside,
            usual_beside,
            when=some_lack_it,
            named=True,
            form=True,
            folded=True,
            noun="pool of the others",
        ),
        replace(
            COUNTING, choices=with_chances(_leader_choices, _chance), when=lambda s, a: bool(_leader_choices(s, a))
        ),
        replace(
            COUNTING,
            name="helping",
            prompt="Include for the helper",
            choices=with_chances(_helper_choices, _chance, "helping"),
            when=lambda s, a: bool(_helper_choices(s, a)),
            noun="bonus of the helper",
        ),
        replace(WITHOUT, choices=_standing, when=lambda s, a: bool(_standing(s, a))),
        RAISES,
        TOOLS_BESIDE,
        replace(TOOLS_BESIDE, name="lent", prompt="Helper’s tools", when=has_helper),
        replace(COVER, quiet=True),
        EXTRA,
        replace(DICE, prompt="Dice, separated by ;", called=_dice_called, preview=_preview),
    ),
    _too_few,
    METTLE,
    "ME-30 … ME-33, U-29",
    turn_remark=_on_turn,
    remark=lambda state, answers: for_none(ON)(state, answers) if _is_against_a_number(state, answers) else "",
)


TEAM_COMMANDS = (TEAM, KEEP_DICE)
