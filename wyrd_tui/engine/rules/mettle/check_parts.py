"""The parts of a Check: pool, modifiers, Raises, the number to beat, and its odds (ME-07 … ME-16)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

from wyrd_tui.engine import pools
from wyrd_tui.engine.chance import Chance
from wyrd_tui.engine.choices import Choice
from wyrd_tui.engine.commands import Answers, many_of, number_of, text_of
from wyrd_tui.engine.dice import Refused, count_noun
from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.named_tuple import NamedTuple
from wyrd_tui.engine.nouns.mettle import ARMOR, LOAD, MOTIVE, NO_POISE, SHIELD, STRAINABLE
from wyrd_tui.engine.roll import Part
from wyrd_tui.engine.rules.ground.basics import bead_told, the_actor
from wyrd_tui.engine.rules.ground.fighting import is_for_attack
from wyrd_tui.engine.rules.mettle.cover import POISE_NAME, counted_cover, remark_on_cover
from wyrd_tui.engine.rules.mettle.house_rules import rule
from wyrd_tui.engine.rules.mettle.modifiers import (
    Modifier,
    any_tools,
    backgrounds,
    counted_modifiers,
    discard_limit,
    discards_in_words,
    has_status,
    is_written,
    mettle_of,
    modifiers,
    pool_of,
    rating,
    row_of,
    sheet_of,
    told_without_action,
    used_up_told,
)
from wyrd_tui.engine.state import Actor, State
from wyrd_tui.engine.words import plain_number, possessive, signed, stake_words

RAISES_PREVIEWED = 3
"""Raises whose odds a preview shows beside those of the Check as it stands."""


class CheckPool(NamedTuple):
    """The dice of a Check: what makes them up, how many, how many of them raised, what is discarded, what counts."""

    parts: tuple[Part, ...]
    dice: int
    raised: int
    discard: int
    counting: tuple[Modifier, ...] = ()

    @property
    def thrown(self) -> int:
        """Dice that are really thrown."""
        return self.dice - self.raised

    def in_words(self) -> str:
        """Word the parts of a pool, such as `Poise 4 Afflicted −2`."""
        own, *more = self.parts
        return f"{own.label} {own.value}" + "".join(f" {part.label} {signed(part.value)}" for part in more)


def ratings_of(actor: Actor) -> list[tuple[str, int]]:
    """Return an actor's pools, the largest first: Focus, Nature, Poise, then backgrounds (ME-07, ME-22)."""
    rows = [(label, pool_of(actor, key)) for key, label in STRAINABLE.items() if row_of(actor, key) is not None]
    rows += [(name, max(0, dice)) for name, dice in backgrounds(actor).items()]
    return sorted(rows, key=lambda row: -row[1])


def usual_attack(state: State, answers: Answers) -> str | None:
    """Return the pool to attack with: the usual one, else by the setting, by its name, or the largest attribute.

    None where the sheet has none of them (ME-07): no background is to fight with because it is large, such as Crowds.
    """
    actor = state.actors.get(text_of(answers, "who"))
    if actor is None:
        return None
    attributes = [name for name, dice in ratings_of(actor) if dice and name in STRAINABLE.values()]
    return next(iter([*_fighting_pools(state, actor), *attributes]), None)


def _fighting_pools(state: State, actor: Actor) -> list[str]:
    """The pools of an actor that the sheet, the setting or the name tells to fight with, the best first."""
    names = [name for name, _ in ratings_of(actor)]
    usual, told = sheet_of(actor).usual.get("attack", ""), {name.casefold() for name in state.setting.fighting}
    by_setting = [name for name in names if name.casefold() in told]
    return [*(name for name in names if name == usual), *by_setting, *filter(is_for_attack, names)]


def is_guess(state: State, answers: Answers) -> bool:
    """Return whether the pool of an attack is one that nothing tells to fight with, suggested because it is large."""
    actor, name = state.actors.get(text_of(answers, "who")), text_of(answers, "rating") or usual_attack(state, answers)
    return actor is not None and name is not None and not _fighting_pools(state, actor)


def rating_choices(state: State, answers: Answers) -> Sequence[Choice]:
    """Offer the pools of an actor, each with the dice that it comes to by what counts of itself, such as a status."""
    actor, target = state.actors.get(text_of(answers, "who")), text_of(answers, "target")
    if actor is None:
        return []
    dice = {name: standing_pool(state, actor, name, target).dice for name, _ in ratings_of(actor)}
    return [Choice(name, name, count_noun(number, "die", "dice")) for name, number in dice.items()]


def _offered(state: State, answers: Answers) -> list[Modifier]:
    actor = state.actors.get(text_of(answers, "who"))
    if actor is None:
        return []
    return list(modifiers(state, actor, text_of(answers, "rating"), text_of(answers, "target")))


def modifier_choices(state: State, answers: Answers) -> Sequence[Choice]:
    """Offer what counts where the table says so: tools on a condition, lost sight where it helps (ME-13, ME-43)."""
    return [Choice(one.id, one.label, one.hint, one.dice, one.group) for one in _offered(state, answers) if not one.on]


def with_chances(
    choices: Callable[[State, Answers], Sequence[Choice]],
    chance: Callable[[State, Answers], Chance | None],
    name: str = "with",
) -> Callable[[State, Answers], Sequence[Choice]]:
    """Return choices of which each that is off says the chance of success if it counted too.

    Args:
        choices: The choices.
        chance: The chance by the answers so far; None, or a refusal, where it is not known.
        name: The question that they answer.
    """

    def with_chances(state: State, answers: Answers) -> Sequence[Choice]:
        rows, ticked = choices(state, answers), many_of(answers, name)
        return [row if row.value in ticked else with_it(state, answers, rows, row) for row in rows]

    def with_it(state: State, answers: Answers, rows: Sequence[Choice], row: Choice) -> Choice:
        beside = {other.value for other in rows if row.group and other.group == row.group}
        taken = tuple(value for value in many_of(answers, name) if value not in beside)
        try:
            then = chance(state, {**answers, name: (*taken, row.value)})
        except Refused:
            return row
        return replace(row, then=then.short()) if then is not None else row

    return with_chances


def chance_of_check(state: State, answers: Answers) -> Chance:
    """Return the chance of the Check that the answers so far describe.

    Raises:
        Refused: If nobody acts, or the pool or the Difficulty is not known.
    """
    ready, (number, _) = check_pool(state, answers), number_to_beat(state, answers)
    return _chances(state, ready, number, ready.raised)[0]


def standing_modifiers(state: State, answers: Answers) -> Sequence[Choice]:
    """Offer what counts unless it is left out by name: statuses, and bonuses of the actor (ME-42 … ME-46)."""
    return [Choice(one.id, one.label, one.hint, one.dice) for one in _offered(state, answers) if one.on]


def _chosen(state: State, answers: Answers) -> list[Modifier]:
    """The modifiers that were ticked, with what the Guide gives besides."""
    ticked, left_out = many_of(answers, "with"), many_of(answers, "without")
    found = [one for one in _offered(state, answers) if one.id not in left_out and (one.on or one.id in ticked)]
    found += any_tools(number_of(answers, "tools"))
    if mod := number_of(answers, "mod"):
        found.append(Modifier("situation", "situation", mod))
    return found


def most_surge(actor: Actor) -> int:
    """Mettle that a surge may spend: not more than Motive, nor than there is (ME-41)."""
    return max(0, min(rating(actor, MOTIVE), mettle_of(actor)))


def _surge(actor: Actor, answers: Answers) -> int:
    """The Mettle that a surge spends.

    Raises:
        Refused: If it is more than Motive or Mettle allow.
    """
    surge, most = number_of(answers, "surge"), most_surge(actor)
    if surge > most:
        allowed = f"up to {most} is possible" if most else "no surge is possible"
        raise Refused(
            f"A surge of {surge} exceeds Motive {rating(actor, MOTIVE)} or Mettle {plain_number(mettle_of(actor))} "
            f"of {actor.name}: {allowed}."
        )
    return surge


def check_pool(state: State, answers: Answers) -> CheckPool:
    """The dice of a Check with everything counted that counts (ME-13, ME-28, ME-41, C-40).

    Raises:
        Refused: If nobody acts, more is raised than there is, or a surge is not possible.
    """
    actor = the_actor(state, text_of(answers, "who"))
    name = text_of(answers, "rating")
    surge = _surge(actor, answers)
    found = _chosen(state, answers)
    stacks = bool(rule(state, "surge_stacks"))
    if surge and not stacks:
        found.append(Modifier("surge", "surge", surge))
    counting = counted_modifiers(found)
    if surge and not stacks and all(one.id != "surge" for one in counting):
        raise Refused(f"Surge {surge} adds nothing: only the largest bonus counts (rules: surge_stacks = false).")
    parts = [Part(name, pool_of(actor, name)), *(Part(one.label, one.dice) for one in counting)]
    if surge and stacks:
        parts.append(Part("surge", surge))
    dice = dice_of(parts)
    raised = number_of(answers, "raises")
    if raised > dice:
        able = f"raise {dice} at most" if dice else "no die can be raised"
        raise Refused(f"{count_noun(dice, 'die', 'dice')} cannot take {count_noun(raised, 'Raise')}: {able}.")
    return CheckPool(tuple(parts), dice, raised, discard_limit(actor), tuple(counting))


def standing_pool(
    state: State,
    actor: Actor,
    name: str,
    against: str = "",
    left_out: Collection[str] = (),
    ticked: Collection[str] = (),
    tools: int = 0,
) -> CheckPool:
    """The dice of an actor with what counts by itself: statuses, and what it was given (ME-13, ME-16).

    Args:
        state: The table.
        actor: The one who makes the Check, or takes part in it.
        name: The Checked rating.
        against: The id of the target, if there is one.
        left_out: Ids of modifiers that do not count in this Check.
        ticked: Ids of modifiers that count in it because the table says so.
        tools: Dice of tools that stand on no sheet.
    """
    own = modifiers(state, actor, name, against)
    counts = [one for one in own if (one.on or one.id in ticked) and one.id not in left_out]
    found = counted_modifiers([*counts, *any_tools(tools)])
    parts = (Part(name, pool_of(actor, name)), *(Part(one.label, one.dice) for one in found))
    return CheckPool(parts, dice_of(parts), 0, discard_limit(actor), tuple(found))


def most_dice(state: State, actor: Actor, name: str) -> int:
    """The dice with the best of what is the actor's own and waits to be asked for, such as tools on a condition."""
    helpful = [one.id for one in modifiers(state, actor, name) if one.dice > 0]
    return standing_pool(state, actor, name, ticked=helpful).dice


def dice_of(parts: Iterable[Part]) -> int:
    """The dice that parts of a pool come to: no fewer than none, no more than can be thrown at once."""
    return min(max(0, sum(part.value for part in parts)), pools.MOST_POOL_DICE)


# ------------------------------------------------------------------ the number to beat


def target_ratings(state: State, answers: Answers) -> Sequence[Choice]:
    """Offer the numbers of a target to beat: Poise for an attack, any attribute for a contest (ME-10)."""
    actor = state.actors.get(text_of(answers, "target"))
    if actor is None:
        return []
    rows = [(label, pool_of(actor, key)) for key, label in STRAINABLE.items() if is_written(actor, label)]
    known = {label for label, _ in rows}
    given = sheet_of(actor).ratings
    rows += [(name, max(0, given[name])) for name in given if name not in (ARMOR, LOAD, SHIELD, *known)]
    return [Choice(name, name, plain_number(value)) for name, value in rows]


def why_no_pool(state: State, answers: Answers) -> str:
    """Return why a target's pool cannot be beaten: its sheet does not say what it is; empty where it does (ME-10)."""
    target, name = state.actors.get(text_of(answers, "target")), text_of(answers, "theirs") or POISE_NAME
    # The Fallen have no Poise, whatever their sheet lacks.
    if target is None or is_written(target, name) or (name == POISE_NAME and has_status(target, *NO_POISE)):
        return ""
    line = f"`:pools {target.id} {name.casefold()}=3`"
    return f"The sheet of {target.name} has no {name}. {line} writes one, or `check` takes a number as the Difficulty."


def number_to_beat(state: State, answers: Answers) -> tuple[int, str]:
    """The number to beat and its name: a rung, a challenge's, or a target's pool with cover (ME-10, ME-14).

    Raises:
        Refused: If the target's sheet does not say what the pool is.
    """
    found = counted_cover(state, answers)
    cover, more = found.points, found.in_words()
    target = state.actors.get(text_of(answers, "target"))
    if target is not None:
        name = text_of(answers, "theirs") or POISE_NAME
        if why := why_no_pool(state, answers):
            raise Refused(why)
        number = pool_of(target, name) + cover
        return number, f"{possessive(state, target.id)} {name}{more} ({plain_number(number)})"
    challenge = state.challenges.get(text_of(answers, "on"))
    if challenge is not None and challenge.value is not None:
        number = challenge.value + cover
        return number, f"{challenge.title}{more} ({plain_number(number)})"
    number = number_of(answers, "against") + cover
    return number, pools.difficulty_name(number)


# ------------------------------------------------------------------ odds


def hint(state: State, thrown: int, number: int, discard: int = 0, impossible: bool | None = None) -> str:
    """Say that a Check is impossible, or that success is often assumed, which is a hint (ME-15, ME-16, C-17).

    Nobody may assume it of a pool that loses dice to wounds.
    """
    if impossible or (impossible is None and number >= 3 * thrown):
        return "impossible"
    return "often assumed" if thrown > number and not discard and rule(state, "assume") else ""


def _remarks(state: State, answers: Answers) -> Iterator[str]:
    """Remark on statuses of the two for the Guide, who decides (ME-43, ME-44, ME-48)."""
    actor = state.actors[text_of(answers, "who")]
    # A Recover Check is what the Fallen have instead of an Action.
    if not _recovers(answers) and (told := told_without_action(state, actor)):
        yield told
    if told := discards_in_words(actor):
        yield told
    if surge := number_of(answers, "surge"):
        now = mettle_of(actor)
        yield f"Mettle {plain_number(now)}→{plain_number(now - surge)}"
    if number_of(answers, "tools") > 0 and number_of(answers, "mod") > 0:
        yield "only the larger of Tools and Modifier counts"
    target = state.actors.get(text_of(answers, "target"))
    if target is not None and has_status(target, "blinded", "deafened"):
        yield f"Sneak against {target.name} counts as with Cover"
    if remark := remark_on_cover(state, answers):
        yield remark


def preview(state: State, answers: Answers) -> str:
    """The odds of the Check as it stands: success, with the best Twist, and what each Raise would make of it.

    Raises:
        Refused: If the Check cannot be made so.
    """
    ready, (number, against) = check_pool(state, answers), number_to_beat(state, answers)
    found, twisted = _chances(state, ready, number, ready.raised)
    never = found.impossible and twisted.impossible
    grade = pools.usual_grade(ready.dice, number, ready.raised, ready.discard)
    usual = f", Edge usually {grade}" if grade else ""
    actor = state.actors[text_of(answers, "who")]
    twists = calls_twists(actor)
    # A narrow line has room for the first of these only, so they stand by rank.
    raised = f", {ready.raised} raised," if ready.raised else ""
    words = [f"{count_noun(ready.dice, 'die', 'dice')}{raised} against {against}", *_remarks(state, answers)]
    words += used_up_told(state, ready.counting)
    words += [f"success {found.short()}{f', with a Twist {twisted.short()}' if twists else ''}{usual}"]
    words += [] if never else [success_brings(state, answers)]
    words += ["Deafened: no Check that needs hearing"] if has_status(actor, "deafened") else []
    words += _raises_told(state, ready, number, twists)
    hinted = hint(state, ready.thrown, number, ready.discard, never)
    # Nobody assumes that the Fallen rise, nor that a character who resists gives in.
    assumes = not _recovers(answers) and not text_of(answers, "target")
    words += [hinted if never else "success is often assumed"] if hinted and (never or assumes) else []
    return " · ".join(filter(None, (*words, stake_words(state, text_of(answers, "on")))))


def _recovers(answers: Answers) -> bool:
    return text_of(answers, "result") == "roll"


def calls_twists(actor: Actor) -> bool:
    """Return whether a player decides on the Twist of an actor, who is asked for it after a failure (ME-19)."""
    return actor.side == "party" or actor.kind == "pc"


def success_brings(state: State, answers: Answers) -> str:
    """Tell what a success does to the challenge that is Checked; empty where there is none."""
    rod = state.challenges.get(text_of(answers, "on"))
    return f"success: {bead}" if rod is not None and (bead := bead_told(state, rod)) else ""


def _raises_told(state: State, ready: CheckPool, number: int, twists: bool) -> Iterator[str]:
    """Word the chances of each Raise more: percent of success, and with the best Twist of a player (ME-28)."""
    for more in range(ready.raised + 1, min(ready.dice, ready.raised + RAISES_PREVIEWED) + 1):
        one, two = _chances(state, ready, number, more)
        if not (two if twists else one).impossible:
            yield f"Raise {more}: {one.short()}{f', with a Twist {two.short()}' if twists else ''}"


def _chances(state: State, ready: CheckPool, number: int, raised: int) -> tuple[Chance, Chance]:
    """The chance of success with so many Raises, and with the best Twist besides."""
    keeps = rule(state, "twist_raised") == "keep"
    found = pools.check(ready.dice, number, raised, ready.discard)
    twisted = pools.twist_chance(ready.dice, number, raised, ready.discard, keeps)
    return found, twisted
