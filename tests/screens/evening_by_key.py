"""An evening of sixty acts by key: four tables, the keys of each act, and what it does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from typing import NamedTuple

from tests.sheets import make_abilities, make_pools
from wyrd_tui.engine.state import METTLE, WYRD_ABACUS, State
from wyrd_tui.store.files import folders
from wyrd_tui.store.scenarios import scenario


class KeyedAct(NamedTuple):
    """An act of the evening.

    Attributes:
        act: The act in words, for the page.
        keys: Keys, separated by blanks; text and dice that are typed begin with `=` and do not count.
        does: Ids of the commands that are done by it.
        raises: Id of the command whose question it leaves open on the screen; empty where it leaves none.
        dice: Dice that fall, as they would be typed.
        most: Most keys by DESIGN 8; None where that names no number.
    """

    act: str
    keys: str
    does: str = ""
    raises: str = ""
    dice: tuple[str, ...] = ()
    most: int | None = None

    @property
    def strokes(self) -> int:
        """The number of keys, without text and dice that are typed."""
        return sum(not key.startswith("=") for key in self.keys.split())

    @property
    def pressed(self) -> list[str]:
        """The keys as a desk takes them; `_` stands for a blank in typed text."""
        return [key.replace("_", " ") if key.startswith("=") else key for key in self.keys.split()]


class EveningPart(NamedTuple):
    """A part of the evening: its heading, the table as it begins, and its acts in order."""

    heading: str
    begin: Callable[[], State]
    acts: Sequence[KeyedAct]


@cache
def _began(stem: str) -> State:
    """Begin a shipped scenario once: a table is a frozen value."""
    path = next(path for path in folders.shipped_scenarios() if path.stem == stem)
    return scenario.begin_table(scenario.load_scenario(path))


def _mixed() -> State:
    """Flight from the Tower, where Elias plays the Wyrd Abacus too, and Felix and the crewman Mettle."""
    state = _began("flight-from-the-tower")
    elias, felix, guard = (state.actors[who] for who in ("elias-mercer", "felix-cavendish", "patrolling-crewman"))
    pools = make_pools({"focus": 4, "nature": 3, "poise": 3}, 3, 3, 2, {"Fencing": 4})
    more = [(elias, WYRD_ABACUS, make_abilities(5, 4, 6)), (felix, METTLE, pools), (guard, METTLE, pools)]
    both = {actor.id: replace(actor, sheets={**actor.sheets, game: sheet}) for actor, game, sheet in more}
    return replace(state, games=(*state.games, WYRD_ABACUS, METTLE), actors={**state.actors, **both})


THREE = ("++00", "+000", "0000")

WYRD_ENGINE_ACTS = (
    KeyedAct("Roll the best skill against the selected rung", "r enter enter", "roll", dice=("++00",), most=3),
    KeyedAct("The same with real dice", "r enter =+++0 enter", "roll", most=3),
    KeyedAct("Move a rung of the ladder", "]", most=1),
    KeyedAct("Advance a challenge", "+", "tick", most=1),
    KeyedAct("Undo", "u", most=1),
    KeyedAct("Redo", "U", "tick", most=1),
    KeyedAct("Advance it again", "+", "tick", most=1),
    KeyedAct("Move it back", "-", "untick", most=1),
    KeyedAct("Hide a challenge, or reveal it", "v A enter", "visibility"),
    KeyedAct("Add a challenge without a title", "c a 2 enter enter", "challenge", most=5),
    KeyedAct("Set how many of a group are up", "* enter =4 enter", "count"),
    KeyedAct("Roll initiative for all", "i enter", "initiative", dice=THREE, most=2),
    KeyedAct("Next turn", "n", "next", most=1),
    KeyedAct("Back a turn", "p", "back", most=1),
    KeyedAct("Attack with usual skills", "a enter enter", "attack", "damage", ("++++", "----"), 3),
    KeyedAct("Deal the hit", "enter", "damage"),
    KeyedAct("3 damage to the second character", "2 d 3 enter", "damage", most=4),
    KeyedAct("The next damage wounds", "2 d 2 enter", "damage", "wound", most=4),
    KeyedAct("Assign the penalty of the wound", "A enter", "wound"),
    KeyedAct("Treat a wound", "W a enter", "treat"),
    KeyedAct("Give a bonus", "g =1 enter a =rope enter enter", "give"),
    KeyedAct("Keep a bonus until the scene ends", "Y enter enter", "keep"),
    KeyedAct("End a bonus or condition", "L enter", "spend"),
    KeyedAct("Find anybody by name", "/ =patrol enter", most=1),
    KeyedAct("Reveal the selected foe, or hide it", "v", "visibility", most=1),
    KeyedAct("Manoeuvre for an ally against the selected foe", "m D C 2 enter", "manoeuvre", dice=("++++", "----")),
    KeyedAct("The same damage to every one of a group", "d 1 enter b enter", "damage", most=5),
    KeyedAct("Rename the selected character", "at a =Guard enter", "edit"),
    KeyedAct("Note", "quotation_mark =Rain enter", "note"),
    KeyedAct("End the fight", "e enter", "end", most=2),
    KeyedAct("End the scene with its recoveries", "e enter", "end", most=2),
)

WYRD_ABACUS_ACTS = (
    KeyedAct("Begin the next scene", "B enter enter", "begin"),
    KeyedAct("Assign 2 + 1 points of two characters and roll", "r enter 1 1 2 enter enter", "face", "", ("6",), 7),
    KeyedAct("Select the next challenge", "tab tab tab down"),
    KeyedAct("Face it with one point, and fail", "r enter 1 enter enter", "face", "draw", ("1",)),
    KeyedAct("Draw no Wyrd", "_ enter", "draw", "consequence"),
    KeyedAct("Put the consequences off", "escape"),
    KeyedAct("Answer what is open", "full_stop", raises="consequence"),
    KeyedAct("Put it off again", "escape"),
    KeyedAct("Damage to an ability of the second character", "2 d a 1 enter", "lose"),
    KeyedAct("Undo", "u", most=1),
    KeyedAct("Redo", "U", "lose", most=1),
    KeyedAct("Show a facet", "1 g a enter", "facet"),
    KeyedAct("Influence roll", "i enter a enter", "influence", dice=("1 2 3 4", "1 2 3 4 5 6", "1 2 3", "1 2 3 4 5")),
    KeyedAct("Wyrd roll", "w enter enter", "wyrd", dice=("3",)),
    KeyedAct("Answer what is open: nothing further comes of it", "full_stop _ enter", "consequence"),
    KeyedAct("Move a counter", "number_sign enter 1 enter", "counter"),
    KeyedAct("End a stage rule", "E B enter", "stage-rule"),
    KeyedAct("Send the selected character elsewhere", "x enter", "present"),
    KeyedAct("End the scene", "e enter", "end", "consequence", most=2),
    KeyedAct("No further consequence of a challenge that struck", "_ enter", "consequence", "restore-point"),
    KeyedAct("Restore a point of one who faced a challenge", "enter", "restore-point", "restore-point"),
    KeyedAct("Close the next question", "escape"),
)

METTLE_ACTS = (
    KeyedAct("Move a rung of the ladder", "[", most=1),
    KeyedAct("Check with one Raise", "r enter up enter", "check", "twist", ("1 5 6",), 4),
    KeyedAct("Then a Twist", "A enter", "twist", dice=("2 5",), most=2),
    KeyedAct("3 damage to the second character", "2 d 3 enter", "hurt", most=4),
    KeyedAct("Shaken instead of damage", "3 d 2 B enter", "hurt"),
    KeyedAct("Rally", "2 g enter", "rally"),
    KeyedAct("Strain an attribute", "w a enter", "strain"),
    KeyedAct("Put a status on a character", "3 C E enter", "status"),
    KeyedAct("Select the first character", "1", most=1),
    KeyedAct("Attack with the usual pool", "a enter enter", "strike", "hurt", ("1 2 3 4",), 3),
    KeyedAct("Deal the hit", "2 enter", "hurt"),
    KeyedAct("Set the order: one side after the other", "I c enter enter", "order"),
    KeyedAct("Next turn", "n", "next", most=1),
    KeyedAct("Relax Montage", "t enter", "relax"),
    KeyedAct("Roll dice", "D =2d6 enter enter", "tally", dice=("2 5",)),
    KeyedAct("Buildup +1", "A enter", "buildup"),
    KeyedAct("End the fight", "e enter", "end", most=2),
    KeyedAct("End the scene", "e enter", "end", most=2),
)

MIXED_ACTS = (
    KeyedAct("Damage to the second character in the first game", "2 d 3 enter", "damage", most=4),
    KeyedAct("Switch the character to the other game", "backslash"),
    KeyedAct("Damage in the other game", "d 2 enter", "hurt", most=4),
    KeyedAct("Check in the other game", "r enter enter", "check", dice=("2 1 3 5",), most=3),
    KeyedAct("Roll of the first character", "1 r enter enter", "roll", dice=("++00",), most=4),
    KeyedAct("Damage in a game by name", "colon =damage_felix_2_game=mettle enter", "hurt"),
    KeyedAct("Damage by a name of several words", "colon =damage_Captain_Elias_Mercer_2 enter", "damage"),
    KeyedAct("Undo four acts", "colon =undo_4 enter"),
    KeyedAct("Redo the first of them", "U", "check", most=1),
    KeyedAct("Attack in Mettle", "2 a enter enter", "strike", "hurt", ("1 2 3 4",), 4),
    KeyedAct("Deal the hit", "2 enter", "hurt"),
    KeyedAct("Switch the first character to the Wyrd Abacus", "1 backslash"),
    KeyedAct("Damage to Body", "d a 1 enter", "lose"),
    KeyedAct("A challenge of the Wyrd Engine", "c a 2 enter enter", "challenge", most=5),
    KeyedAct("Roll initiative for all", "i enter", "initiative", dice=THREE, most=2),
    KeyedAct("Next turn", "n", "next", most=1),
    KeyedAct("End the fight", "e enter", "end", most=2),
    KeyedAct("End the scene of all games", "e enter", "end", most=2),
)

EVENINGS: Sequence[EveningPart] = (
    EveningPart("The Wyrd Engine", lambda: _began("flight-from-the-tower"), WYRD_ENGINE_ACTS),
    EveningPart("The Wyrd Abacus", lambda: _began("nobody-told-the-bees"), WYRD_ABACUS_ACTS),
    EveningPart("Mettle", lambda: _began("a-fine-patina"), METTLE_ACTS),
    EveningPart("Three games at one table", _mixed, MIXED_ACTS),
)
