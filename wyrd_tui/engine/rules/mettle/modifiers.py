"""Numbers on a sheet of Mettle: pools, strain, Mettle itself, statuses, and their cost for a Check.

Focus, Nature and Poise are rows of the sheet's track, since they can be strained: boxes are the full pool, marks the
dice that strain has taken. Mettle is a row as well, whose marks may exceed its boxes once a blow has felled its owner.
Everything else, backgrounds too, is a rating.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from wyrd_tui.engine.events import Befell, Event, Recovered
from wyrd_tui.engine.named_tuple import NamedTuple
from wyrd_tui.engine.nouns.mettle import (
    ACTION,
    COVER,
    FALTERING,
    FIXED,
    FREE_MOVE,
    METTLE_ROW,
    SHIELD,
    STRAINABLE,
    left_of,
)
from wyrd_tui.engine.rules.ground.basics import used_up
from wyrd_tui.engine.rules.mettle.house_rules import rule
from wyrd_tui.engine.sheet import Row, Sheet
from wyrd_tui.engine.state import DEAD, METTLE, Actor, Condition, Ends, State
from wyrd_tui.engine.words import join_names, name_and_verb

OUT_STATUSES = frozenset({"fallen", "incapacitated", "dead"})
"""Statuses whose owner does not act."""
TAKES: Mapping[str, tuple[str, ...]] = {
    "dead": (ACTION, FREE_MOVE),
    "fallen": (ACTION, FREE_MOVE),
    "incapacitated": (ACTION, FREE_MOVE),
    "surprised": (ACTION,),
    FALTERING: (ACTION,),
    "broken": (FREE_MOVE,),
    "shaken": (FREE_MOVE,),
}
"""Parts of a turn that each status takes away (ME-26, ME-37 … ME-39, ME-47, ME-48, C-19)."""
TOOLS = "tools"
"""The group of tools, of which one counts."""
MOST_TOOLS = 3
"""Dice that tools or leverage of any kind give at most (ME-13)."""
BLINDED = "blinded"
"""Id of the status, and of the modifier that it may be for a Check (ME-43)."""
BLIND = 3
"""Dice that a Check loses where sight would help (ME-43)."""


def mettle_row(motive: int, armor: int) -> Row:
    """Mettle as a row: Motive and Armor together (ME-34)."""
    return Row(METTLE_ROW, "Mettle", max(0, motive + armor), counts=False)


def sheet_of(actor: Actor) -> Sheet:
    """The sheet of this game; an empty one where the actor plays none."""
    return actor.sheets.get(METTLE, _NO_SHEET)


_NO_SHEET = Sheet()


def row_of(actor: Actor, name: str) -> Row | None:
    """A row of the sheet by id."""
    for row in sheet_of(actor).track:
        if row.id == name:
            return row
    return None


def mettle_of(actor: Actor) -> int:
    """Mettle as it stands; negative once a blow has felled (ME-35, U-32)."""
    row = row_of(actor, METTLE_ROW)
    return row.boxes - row.marks if row else 0


def rating(actor: Actor, name: str) -> int:
    """A rating that is never strained; 0 where the sheet has none."""
    return sheet_of(actor).ratings.get(name, 0)


def status_of_actor(actor: Actor, name: str) -> Condition | None:
    """A status that an actor has."""
    return actor.suffered(METTLE, name)


def has_status(actor: Actor, *names: str) -> bool:
    """Return whether an actor has one of these statuses."""
    return actor.suffered(METTLE, *names) is not None


def status_of(name: str, level: int = 0, note: str = "", *, automatic: bool = False) -> Condition:
    """Return a status as a condition, with what the table noted about it."""
    label = " ".join(filter(None, ("in cover" if name == COVER else name.capitalize(), str(level or ""))))
    ends: Ends = "scene" if name in (COVER, FALTERING) else "never"
    return Condition(name, label, note, name in OUT_STATUSES, ends, level, METTLE, automatic=automatic)


def end_status(who: str, name: str, why: str = "", *, quiet: bool = False) -> Recovered:
    """End a status."""
    return Recovered(who, name, why, quiet, METTLE)


def death_events(actor: Actor, note: str) -> Iterator[Event]:
    """A character dies: its other statuses end with it, so that it is Dead alone (ME-40)."""
    for condition in actor.conditions:
        if condition.game == METTLE:
            yield end_status(actor.id, condition.id, quiet=True)
    yield Befell(actor.id, status_of(DEAD, note=note))


def backgrounds(actor: Actor) -> dict[str, int]:
    """Return an actor's backgrounds by name; an attribute that strain can reach is none (ME-07)."""
    rows = {row.label.casefold() for row in sheet_of(actor).track}
    return {
        name: pool
        for name, pool in sheet_of(actor).ratings.items()
        if name not in FIXED and name.casefold() not in rows
    }


def pool_of(actor: Actor, name: str) -> int:
    """Dice for an attribute or background as it is now: strained, Poise 0 for the fallen (ME-07, ME-21, ME-37)."""
    key = name.casefold()
    row = row_of(actor, key) if key in STRAINABLE else None
    return left_of(actor, key, row.free if row is not None else max(0, rating(actor, name)))


def cover_of(actor: Actor) -> int:
    """Return what shield and cover add to the Poise of an actor who is attacked: the larger of the two (ME-14)."""
    cover = status_of_actor(actor, COVER)
    return max(rating(actor, SHIELD), cover.level if cover is not None else 0)


def is_written(actor: Actor, name: str) -> bool:
    """Return whether a sheet says anything of an attribute or background; what it does not say is not 0 (ME-10)."""
    return row_of(actor, name.casefold()) is not None or name in sheet_of(actor).ratings


def discard_limit(actor: Actor) -> int:
    """Faces up to this number are discarded from Checks: 1s when Shaken, 2s too when Broken (ME-38, ME-39)."""
    return 2 if has_status(actor, "broken") else 1 if has_status(actor, "shaken") else 0


def discards_in_words(actor: Actor) -> str:
    """Tell the wound that discards dice of a Check, and which; empty for none (ME-38, ME-39)."""
    return ("", "Shaken: 1s discarded", "Broken: 1s and 2s discarded")[discard_limit(actor)]


def lost_actions(state: State, actor: Actor) -> dict[str, str]:
    """Return the actions that an actor cannot take, each with its status (ME-37 … ME-39, ME-47, ME-48, C-19)."""
    found: dict[str, str] = {}
    for name, actions in TAKES.items():
        # Faltering takes the Action of one round, which its level counts.
        if (condition := status_of_actor(actor, name)) is None or (
            name == FALTERING and condition.level > state.order.round
        ):
            continue
        for action in actions:
            if action == FREE_MOVE and name == "fallen" and rule(state, "fallen_move") != "lost":
                continue
            found.setdefault(action, condition.label)
    return found


def told_without_action(state: State, actor: Actor) -> str:
    """Say why a fighter has no Action; empty where there is one."""
    why = lost_actions(state, actor).get(ACTION)
    return f"no Action: {why}" if why else ""


class Modifier(NamedTuple):
    """Dice that a Check may gain or lose.

    Attributes:
        id: The word for it in answers.
        label: The name of it in the log.
        dice: Number of dice; negative for a penalty.
        on: Whether it counts unless the table says otherwise.
        hint: A few words more.
        group: The kind of which one counts at most, such as `tools`; empty where any number may.
        bonus: Id of the bonus that it stands for; empty where it is none.
    """

    id: str
    label: str
    dice: int
    on: bool = True
    hint: str = ""
    group: str = ""
    bonus: str = ""


def modifiers(state: State, actor: Actor, name: str = "", against: str = "") -> Iterator[Modifier]:
    """Return the modifiers of an actor's Check: statuses, tools, bonuses (ME-13, ME-42 … ME-46).

    Args:
        state: The table.
        actor: The one who makes the Check.
        name: The Checked rating; empty for any.
        against: The id of the target, if there is one.
    """
    if (afflicted := status_of_actor(actor, "afflicted")) is not None and afflicted.level:
        yield Modifier("afflicted", "Afflicted", -afflicted.level)
    if has_status(actor, BLINDED):
        # Only the table knows whether sight helps, so it waits to be asked for.
        yield Modifier(BLINDED, "Blinded", -BLIND, False, "where sight helps")
    if (fatigued := status_of_actor(actor, "fatigued")) is not None and fatigued.level:
        yield Modifier("fatigued", "Fatigued", -fatigued.level, True, "days without rest")
    yield from _tools(actor, name)
    for bonus in state.bonuses.values():
        fits = _goes_with(bonus.skill, name) and bonus.against in ("", against) and bonus.game in ("", METTLE)
        # Boons, boosts, help and advantages are the Wyrd Engine's, and no dice.
        if bonus.owner == actor.id and bonus.kind == "situation" and fits and bonus.value:
            # A bonus for one use waits to be asked for, unless it was given for this pool or this target.
            on = bonus.value < 0 or bonus.ends != "use" or bool(bonus.skill or bonus.against)
            hint = "" if on else "for one use"
            yield Modifier(f"given/{bonus.id}", bonus.label or bonus.kind, bonus.value, on, hint, bonus=bonus.id)


def _tools(actor: Actor, name: str) -> Iterator[Modifier]:
    """Return the help of things that the owner carries (ME-13).

    Tools for the Checked rating count by themselves; the Guide decides on general or conditional tools.
    """
    for trait in sheet_of(actor).traits:
        for effect in trait.effects:
            if effect.kind == "bonus" and effect.value and not trait.lost and _goes_with(effect.skill, name):
                always = bool(effect.skill) and not trait.when
                yield Modifier(f"tools-{trait.id}", trait.name, effect.value, always, trait.when, TOOLS)


def any_tools(dice: int) -> list[Modifier]:
    """Return the help of tools or leverage that stand on no sheet; none of it for no dice (ME-13)."""
    return [Modifier("tools", "tools", dice, group=TOOLS)] if dice else []


def _goes_with(skill: str, name: str) -> bool:
    return not skill or skill.casefold() == name.casefold()


def counted_modifiers(found: Sequence[Modifier]) -> list[Modifier]:
    """Return the modifiers that count: the largest bonus and the largest penalty, if any (ME-04, ME-13, ME-49)."""
    bonus = max((one for one in found if one.dice > 0), key=lambda one: one.dice, default=None)
    penalty = min((one for one in found if one.dice < 0), key=lambda one: one.dice, default=None)
    return [one for one in (bonus, penalty) if one is not None]


def used_up_told(state: State, counting: Iterable[Modifier]) -> Iterator[str]:
    """Name the bonuses that a roll uses up by what counts in it, and their owners (ME-13)."""
    bonuses = used_up(state, (one.bonus for one in counting))
    for owner in dict.fromkeys(bonus.owner for bonus in bonuses):
        names = [f"“{bonus.label}”" for bonus in bonuses if bonus.owner == owner]
        yield f"{name_and_verb(state, owner, 'uses up')} {join_names(names)}"
