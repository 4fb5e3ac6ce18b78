"""Points that are owed to characters once a scene is over (WA-46, WA-49)."""

from __future__ import annotations

from wyrd_tui.engine.nouns.wyrd_abacus import memory_of
from wyrd_tui.engine.rules.wyrd_abacus.abilities import abilities, has_faced, is_character
from wyrd_tui.engine.state import Actor, State
from wyrd_tui.engine.words import short_name_of


def mendable_abilities(actor: Actor) -> list[str]:
    """The abilities that points can come back to, the emptiest first."""
    rows = [row for row in abilities(actor).values() if row.marks and not row.struck]
    return [row.id for row in sorted(rows, key=lambda row: row.free - row.boxes)]


def owed_recovery(state: State) -> list[Actor]:
    """Characters that faced a challenge in a scene that is over and have not chosen what comes back (WA-46)."""
    owed = memory_of(state).owed
    rows = [a for a in state.actors.values() if a.id in owed or (state.scene.between and has_faced(a))]
    return [actor for actor in rows if can_recover(actor)]


def owed_points(state: State, actor: Actor) -> list[str]:
    """Number the points that are owed to a character, one for each scene; the first has no number (WA-46)."""
    count = memory_of(state).owed.count(actor.id) + (state.scene.between and has_faced(actor))
    return ["", *map(str, range(2, count + 1))]


def can_recover(actor: Actor) -> bool:
    """Tell if points can come back to a character (WA-46, WA-49)."""
    return is_character(actor) and not actor.out and bool(mendable_abilities(actor))


def lost_recovery(state: State, who: str, ability: str) -> tuple[str, str]:
    """Say that an owed point comes back no more once an ability is scratched out, and why; nothing where it still can.

    A second time defeats the owner, to whom nothing comes back at all (WA-31, WA-49).
    """
    actor = state.actors.get(who)
    if actor is None or actor not in owed_recovery(state):
        return "", ""
    defeated = abilities(actor)[ability].struck
    if not defeated and set(mendable_abilities(actor)) - {ability}:
        return "", ""
    return (
        f"No point comes back to {short_name_of(state, who)}",
        ": defeated" if defeated else ": nothing else is spent",
    )
