"""Stakes of an attempt: characters in it, points from each, and the Wyrd that it costs (WA-16 … WA-25)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from wyrd_tui.engine.choices import Choice, by_word, fitting_choices, pick_choice
from wyrd_tui.engine.commands import Answers, Portion, many_of, parts_of, text_of
from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.named_tuple import NamedTuple
from wyrd_tui.engine.nouns.wyrd_abacus import ABILITIES
from wyrd_tui.engine.rod_order import lock_told
from wyrd_tui.engine.rules.ground.basics import forbidding_act, locked_by, tell_locked, the_actor
from wyrd_tui.engine.rules.wyrd_abacus import stage_rules
from wyrd_tui.engine.rules.wyrd_abacus.abilities import (
    abilities,
    ability_of_type,
    characters,
    is_absent,
    is_present,
    met_by_wyrd,
    points_left,
    pool_left_words,
    scene_pool,
    told_aside,
    wyrd_lent,
    wyrd_to_lend,
)
from wyrd_tui.engine.rules.wyrd_abacus.house_rules import rule
from wyrd_tui.engine.rules.wyrd_abacus.loans import chosen_lenders, lenders
from wyrd_tui.engine.sheet import Row
from wyrd_tui.engine.state import WYRD_ABACUS, Actor, Challenge, State
from wyrd_tui.engine.words import few_names, join_names, possessive, short_name

MOST_WAITING = 2
"""Greatest number of challenges that are named where several wait for an answer; more are counted."""


class PointsOf(NamedTuple):
    """Points of a character; `ada`, or `ada/mind` where the ability is not the one that the challenge calls for."""

    who: str
    ability: str = ""

    def __str__(self) -> str:
        return f"{self.who}/{self.ability}" if self.ability else self.who


_Given = Sequence[tuple[PointsOf, int]]
"""Points that are given, or lost, of some purses."""


def points_by_word(state: State) -> Mapping[str, PointsOf]:
    """Return the points of all who have a sheet of this game, by the words that an answer has for them."""
    owners = [actor.id for actor in state.actors.values() if WYRD_ABACUS in actor.sheets]
    return by_word(PointsOf(who, ability) for who in owners for ability in ("", *ABILITIES))


def points_given(state: State, answers: Answers, name: str = "points") -> list[tuple[PointsOf, int]]:
    """Return the points that an answer shares out, with whose they are and of which ability."""
    shared = parts_of(answers, name)
    known = points_by_word(state) if shared else {}
    return [(known[word], points) for word, points in shared if word in known]


def challenge_of(state: State, answers: Answers) -> Challenge | None:
    """The challenge that the answers name, where it is one of this game's."""
    challenge = state.challenges.get(text_of(answers, "which"))
    return challenge if challenge is not None and ability_of_type(challenge) else None


def live_rods(state: State) -> list[Challenge]:
    """Return what can be faced, by storey; a challenge that failed may be faced again while it lies there (U-22)."""
    over = ("overcome", "failed") if rule(state, "failed") == "leaves" else ("overcome",)
    rows = [c for c in state.challenges.values() if ability_of_type(c) and c.outcome not in over]
    # The abacus has them in this order, too.
    return sorted(rows, key=lambda challenge: [*ABILITIES].index(ability_of_type(challenge)))


def live_challenges(state: State, answers: Answers) -> Sequence[Choice]:
    """Offer the challenges that can be faced."""
    return [Choice(rod.id, rod.title, about_rod(state, rod)) for rod in live_rods(state)]


def about_rod(state: State, challenge: Challenge) -> str:
    """Tell type, value and outcome of a challenge, or what it waits for."""
    return lock_told(state, challenge) or f"{challenge.type} {challenge.value} {challenge.outcome}".strip()


def faceable(state: State, answers: Answers) -> Sequence[Choice]:
    """Challenges whose turn it is, that a die can meet and whose toll can be paid (WA-14, WA-54, C-25)."""
    rods = (rod for rod in live_rods(state) if not why_all_barred(state, rod))
    return [Choice(rod.id, rod.title, about_rod(state, rod)) for rod in rods]


def why_all_barred(state: State, challenge: Challenge) -> str:
    """Return why nobody can face a challenge just now; empty where a character can."""
    return why_refused(state, challenge, must_be_faceable, must_pay_the_toll)


def why_refused(state: State, challenge: Challenge, *musts: Callable[[State, Challenge], object]) -> str:
    """Return why a challenge does not meet one of some demands; empty where it meets all."""
    try:
        for must in musts:
            must(state, challenge)
    except Refused as refusal:
        return str(refusal)
    return ""


def why_barred(state: State, word: str) -> str:
    """Return why the challenge that a word means cannot be faced."""
    try:
        which = pick_choice(word, live_challenges(state, {}), "").value
    except Refused:
        return ""
    return why_all_barred(state, state.challenges[which])


def why_some_barred(state: State, answers: Answers) -> str:
    """Return why some of the challenges that lie there are not offered: a sentence for all that wait for one act."""
    waiting: dict[str, list[str]] = {}
    told = []
    for challenge in live_rods(state):
        if act := forbidding_act(state, challenge):
            waiting.setdefault(act, []).append(challenge.title)
        else:
            told.append(why_all_barred(state, challenge))
    another = "Another can be faced." if waiting and faceable(state, answers) else ""
    return " ".join(filter(None, (*(_waits_told(act, titles) for act, titles in waiting.items()), another, *told)))


def _waits_told(act: str, titles: Sequence[str]) -> str:
    """Tell what challenges wait for before they can be faced: the act that answers for them."""
    names = f"{join_names(few_names(titles, MOST_WAITING))} {'wait' if titles[1:] else 'waits'}"
    if act == "draw":
        return f"{names} for an answer: `draw`, or accept the failure."
    return f"{names} for consequences: `{act}`, such as “nothing”."


def participant_choices(state: State, answers: Answers) -> Sequence[Choice]:
    """Offer the characters who can be in it: those in the scene first, those elsewhere at a price (WA-20)."""
    rows, challenge = sorted(characters(state), key=is_absent), challenge_of(state, answers)
    away = "absent: 1 Wyrd"
    if challenge is not None and not spare_wyrd(state, challenge):
        away = "absent; no Wyrd left to help"
    return [Choice(a.id, a.name, told_aside(a, away), apart=is_absent(a)) for a in rows]


def usual_participants(state: State, answers: Answers) -> tuple[str, ...]:
    """Return the ids of the characters that the challenge names, or else of all in the scene."""
    here = [actor.id for actor in characters(state) if is_present(actor)]
    return _named_by_challenge(state, answers, here) or tuple(here)


def several_unnamed(state: State, answers: Answers) -> bool:
    """Tell if several characters are in the scene, of whom the challenge names none; a line names them then."""
    here = [actor.id for actor in characters(state) if is_present(actor)]
    return len(here) > 1 and not _named_by_challenge(state, answers, here)


def _named_by_challenge(state: State, answers: Answers, here: Sequence[str]) -> tuple[str, ...]:
    challenge = challenge_of(state, answers)
    return tuple(who for who in here if challenge and who in challenge.who)


def participants(state: State, answers: Answers) -> list[Actor]:
    """Characters in the challenge: those named, and others who give it points (WA-16)."""
    who = dict.fromkeys((*many_of(answers, "who"), *_givers(state, answers)))
    return [state.actors[one] for one in who if one in state.actors]


def _givers(state: State, answers: Answers) -> list[str]:
    return [purse.who for purse, points in points_given(state, answers) if points]


def participants_and_givers(state: State, answers: Answers) -> list[Actor]:
    """Characters in the challenge who are there, or who give points from elsewhere (WA-20)."""
    givers = _givers(state, answers)
    return [actor for actor in participants(state, answers) if actor.id in givers or not is_absent(actor)]


def purse_choices(state: State, answers: Answers) -> Sequence[Choice]:
    """Points that can be given: the challenge's own ability first, then at a price the others, and those of the absent.

    Characters who are not in the challenge yet are in it once they give points (WA-16, WA-20).
    """
    challenge = challenge_of(state, answers)
    if challenge is None:
        return []
    own, there = ability_of_type(challenge), spare_wyrd(state, challenge)
    order = [own, *(name for name in ABILITIES if name != own)]
    rows, dealt = [], points_given(state, answers)
    named = [state.actors[who] for who in many_of(answers, "who") if who in state.actors]
    others = [actor for actor in sorted(characters(state), key=is_absent) if actor not in named]
    away = [actor for actor in others if is_absent(actor)]
    behind = "other abilities, absent" if away else "other abilities"
    for ability in order:
        for actor in (*named, *others):
            row = abilities(actor).get(ability)
            # The ability that is called for is shown even where nothing of it is left, so that the table sees why.
            if row is None or not (points_left(row) or ability == own) or _price(actor, ability == own) > there:
                continue
            first = ability == own and actor not in away
            purse = _purse(state, dealt, challenge, actor, row, "" if first else behind)
            rows.append(replace(purse, apart=actor not in (*named, *away)))
    return rows


def _purse(state: State, dealt: _Given, challenge: Challenge, actor: Actor, row: Row, behind: str) -> Choice:
    """Offer an ability's points beside those given so far, with the Wyrd that giving costs."""
    own = row.id == ability_of_type(challenge)
    purse = PointsOf(actor.id, "" if own else row.id)
    price, given = _price(actor, own), dict(dealt).get(purse, 0)
    cost = ", scratched out" if row.struck else f", {price} Wyrd" if price else ""
    most = points_left(row)
    if price and not given and Stake(state, challenge, (*dealt, (purse, 1))).price > spare_wyrd(state, challenge):
        cost, most = f"{cost}: not enough left", 0
    aside = told_aside(actor, "")
    hint = f"{points_left(row) - given} of {row.boxes}{cost}{f', {aside}' if aside else ''}"
    label = short_name(actor, characters(state)) + (f" {row.label}" if behind or not own else "")
    full = f"{actor.name} {row.label}"
    return Choice(str(purse), label, hint, most=most, behind=behind, whose=actor.id, full=full)


def spare_wyrd(state: State, challenge: Challenge) -> int:
    """Wyrd that can be paid for points: what the scene has beyond a toll, and what is lent (WA-19, WA-51, WA-54)."""
    return max(0, scene_pool(state) - stage_rules.toll_of(state, challenge)) + wyrd_lent(state)


def explain_points(state: State, word: str) -> str:
    """Explain how a line gives points."""
    known = points_by_word(state)
    names = {one: f"{state.actors[who].name} {ABILITIES.get(ability, '')}" for one, (who, ability) in known.items()}
    meant = fitting_choices(word, [Choice(one, name.strip()) for one, name in names.items()])
    who, ability = known[meant[0].value] if len(meant) == 1 else ("", "")
    if who and (price := _price(state.actors[who], not ability)):
        tolls = any(stage_rules.toll_of(state, rod) for rod in live_rods(state))
        takes = f"{price}{' besides the price of the attempt' if tolls else ''}"
        return f"{pool_left_words(state)}, and this takes {takes}. The ability of the challenge costs none."
    example = next((actor.id for actor in sorted(characters(state), key=is_absent)), "name")
    other = Portion(str(PointsOf(example, "mind")), 1)
    return f"write {example}:2 for two points, and {other} for a point of another ability. Commas separate several."


def _price(actor: Actor, own: bool) -> int:
    """Scene Wyrd for giving points: one from elsewhere, one from another ability (WA-19 … WA-21)."""
    return is_absent(actor) + (not own)


class Stake:
    """Stake of an attempt: points by character and ability, and the Wyrd that it costs, by who takes it."""

    def __init__(self, state: State, challenge: Challenge, given: _Given) -> None:
        own = ability_of_type(challenge)
        self.points: dict[tuple[str, str], int] = {}
        for purse, points in given:
            key = (purse.who, purse.ability or own)
            self.points[key] = self.points.get(key, 0) + points
        self.points = {key: points for key, points in self.points.items() if points}
        self.prices: dict[str, tuple[int, str]] = {}
        for who, ability in self.points:
            actor = the_actor(state, who)
            before, why = self.prices.get(who, (int(is_absent(actor)), "to help from elsewhere" * is_absent(actor)))
            if ability != own:
                before += 1
                why = " and ".join(word for word in (why, f"to use {ABILITIES[ability]}") if word)
            self.prices[who] = (before, why)

    @property
    def total(self) -> int:
        """Points put in."""
        return sum(self.points.values())

    @property
    def price(self) -> int:
        """Scene Wyrd that it costs."""
        return sum(price for price, _ in self.prices.values())


def check_stake(state: State, answers: Answers) -> tuple[Challenge, Stake]:
    """The challenge and what is put in.

    Raises:
        Refused: If the challenge cannot be faced now, if points are lacking, or Wyrd.
    """
    challenge = challenge_of(state, answers)
    if challenge is None:
        raise Refused("The challenge belongs to another game. `challenge` puts one of the Wyrd Abacus on the abacus.")
    must_be_faceable(state, challenge)
    if bare := next((label for label, points in parts_of(answers, "points") if not points), ""):
        raise Refused(f"Write the points of {bare}, such as {bare}:2.")
    stake = Stake(state, challenge, points_given(state, answers))
    for (who, ability), points in stake.points.items():
        row = abilities(state.actors[who]).get(ability)
        left = points_left(row) if row else 0
        if points > left:
            word = "is scratched out: another ability can stand in for 1 Wyrd"
            if row is None or not row.struck:
                word = f"has {left} left and cannot give {points}"
            raise Refused(f"{possessive(state, who)} {ABILITIES[ability]} {word}.")
    must_pay_the_toll(state, challenge)
    if reason := why_nobody_faces(state, answers) or why_unpaid(state, answers):
        raise Refused(reason)
    return challenge, stake


def why_nobody_faces(state: State, answers: Answers) -> str:
    """Return why nobody faces the challenge, since all in it are absent and give nothing; else empty (WA-20)."""
    if participants_and_givers(state, answers):
        return ""
    away = join_names([actor.name for actor in participants(state, answers)])
    absent = f"Absent: {away}. Give points from elsewhere, or choose present characters."
    return absent if away else "Choose one character or more."


def must_be_faceable(state: State, challenge: Challenge) -> None:
    """Let nobody face a challenge that comes later, is over, or is none for a die (WA-14, C-25).

    Raises:
        Refused: With what would be possible.
    """
    must_be_its_turn(state, challenge)
    if act := forbidding_act(state, challenge):
        raise Refused(_waits_told(act, [challenge.title]))
    if met_by_wyrd(challenge):
        raise Refused(f"Met by a Wyrd roll of {challenge.value} or more: {challenge.title}. Press `wyrd`.")


def must_be_its_turn(state: State, challenge: Challenge) -> None:
    """Let nobody attempt a challenge in any way that comes later, is over, or is forbidden (WA-14, WA-52).

    Raises:
        Refused: With what would be possible.
    """
    if lock := locked_by(state, challenge):
        raise Refused(tell_locked(challenge, lock))
    if challenge.outcome == "overcome":
        raise Refused(f"Overcome already: {challenge.title}. `settle` makes it live again.")
    if challenge.outcome and challenge.id not in [rod.id for rod in live_rods(state)]:
        raise Refused(f"Failed for good at this table: {challenge.title}. `settle` makes it live again.")
    if challenge.value is None:
        raise Refused(f"No value yet: {challenge.title}. `edit-challenge` gives it one.")
    if reason := stage_rules.why_attempt_forbidden(state, challenge):
        raise Refused(reason)


def why_unpaid(state: State, answers: Answers) -> str:
    """Return why the scene and those who lend cannot pay for an attempt; empty where they can (WA-19, WA-51)."""
    challenge = challenge_of(state, answers)
    if challenge is None:
        return ""
    stake, toll = Stake(state, challenge, points_given(state, answers)), stage_rules.toll_of(state, challenge)
    lent = sum(wyrd_to_lend(state.actors[who]) for who in chosen_lenders(answers))
    if stake.price + toll <= scene_pool(state) + lent:
        return ""
    of_it = f", {toll} of it just to attempt {challenge.type}" if toll else ""
    free = f". {ABILITIES[ability_of_type(challenge)]} of characters in the scene costs none" if stake.price else ""
    others = [one for one in lenders(state, answers) if one.value not in chosen_lenders(answers)]
    more = f" Choose a lender: {join_names([f'{one.label} has {one.hint}' for one in others])}." if others else ""
    return f"{pool_left_words(state)}, and this attempt takes {stake.price + toll}{of_it}{free}.{more}"


def must_pay_the_toll(state: State, challenge: Challenge) -> int:
    """Wyrd that must be taken just to attempt a challenge (WA-54).

    Raises:
        Refused: If the scene's pool has not so much, since nobody can lend it.
    """
    toll = stage_rules.toll_of(state, challenge)
    if toll > scene_pool(state):
        word = f"{pool_left_words(state)}, and the mere attempt at {challenge.type} takes {toll} of its pool"
        raise Refused(f"{word}; lent Wyrd does not count." if lenders(state, {}) else f"{word}.")
    return toll


def costs_wyrd(state: State, answers: Answers) -> bool:
    """Return whether the attempt costs Wyrd that can be lent; a toll is taken from the scene alone (WA-54)."""
    challenge = challenge_of(state, answers)
    if challenge is None or not lenders(state, answers):
        return False
    return Stake(state, challenge, points_given(state, answers)).price > 0
