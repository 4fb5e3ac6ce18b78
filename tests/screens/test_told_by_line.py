"""Words on the `:` line before Enter: all that the last question of the same act tells by key."""

from __future__ import annotations

import pytest

from tests.screens.desk import press
from tests.screens.shipped import FLIGHT, GANNET, begun, keyed, prompt
from wyrd_tui.engine.commands import Answers, Command
from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.line_syntax import example_line, parse_line
from wyrd_tui.engine.rules.all_games import commands_of
from wyrd_tui.engine.state import State
from wyrd_tui.screens.questions.asking import Asking
from wyrd_tui.screens.questions.command_line import CommandLine
from wyrd_tui.screens.questions.outcomes import Done, StillOpen
from wyrd_tui.screens.table.controller import Controller

BEES, PATINA, ORCHID = "nobody-told-the-bees", "a-fine-patina", "murder-at-the-brass-orchid"
FACED = (
    "face tobys-come-home hal hal:2 dice=1",
    "draw accept",
    "consequence nothing",
    "end scene",
)
"""Hal has lost points in a scene that ends, and one comes back."""
FAILED = ("reveal the-half-finished-drink", "roll flint on=the-half-finished-drink Lore dice=----")
"""A roll for a clue that failed."""
WIDTH = 120


def _played(stem: str, keys: str, lines: tuple[str, ...] = ()) -> Controller:
    table = begun(stem, keys)
    for line in lines:
        press(table, ":", f"={line}", "enter", "escape")
    return table


def _line(state: State, text: str) -> CommandLine:
    line = CommandLine(commands_of(state), state)
    line.paste(text)
    return line


@pytest.mark.parametrize(
    ("stem", "begin", "lines", "act", "keys", "line"),
    [
        pytest.param(BEES, "", (), "begin", "⏎", "begin the-funeral-tea", id="WA-10"),
        pytest.param(BEES, "", (), "begin", "C", "begin the-chapel-of-ease", id="WA-52"),
        pytest.param(BEES, "B C ⏎ ⏎", FACED, "restore-point", "2 a", "restore-point hal ability=body", id="WA-46"),
        pytest.param(BEES, "B C ⏎ ⏎", (), "lose", "1 a 2", "lose nora body 2", id="WA-28"),
        pytest.param(
            ORCHID, "B ⏎ ⏎ esc", FAILED, "ruling", "b =seen", 'ruling "success at a cost" note="seen"', id="WE-41"
        ),
        pytest.param(ORCHID, "B ⏎ ⏎ esc", (), "begin", "C ⏎", "begin the-reveal", id="WE-97"),
        pytest.param(FLIGHT, "", (), "damage", "3", "damage mercer 3", id="WE-56"),
        pytest.param(PATINA, "", (), "begin", "C", "begin the-upper-floor", id="ME-51"),
        pytest.param(PATINA, "1", (), "strain", "a", "strain viktor focus", id="ME-22"),
    ],
)
def test_a_line_tells_what_the_keys_tell(
    stem: str, begin: str, lines: tuple[str, ...], act: str, keys: str, line: str
) -> None:
    table = _played(stem, begin, lines)
    table.perform(act)
    keyed(table, keys)
    by_key = prompt(table, WIDTH).preview
    assert by_key
    assert by_key in _line(table.state, line).outcome(with_log=True)


def test_wa_47_a_line_names_no_bond_by_a_bare_no() -> None:
    """WA-47: the points that come back tell whether the bond is strong."""
    state = _played(BEES, "B C ⏎ ⏎", FACED).state
    assert _line(state, "restore-point hal").outcome() == "Hal Okafor · Body 4/6\nBody 4→5"


def _by_key(command: Command, state: State) -> tuple[str, Answers] | None:
    """Answer each question by Enter, else by the next row or a letter; None where an act is not done so.

    Return what the last question tells, and all answers.
    """
    asked = Asking(command, state)
    outcome, told = asked.start(), ""
    while isinstance(outcome, StillOpen):
        for other in ("", "down", "s"):
            if other:
                asked.key(other, other if len(other) == 1 else None)
            told = asked.question(WIDTH).preview
            outcome = asked.key("enter")
            if not asked.refused:
                break
        else:
            return None
    return (told, outcome.answers) if told and isinstance(outcome, Done) else None


def _as_line(command: Command, state: State, answers: Answers) -> str:
    """Spell a line that gives these answers; empty where none does."""
    line = example_line(command, state, answers)
    try:
        return line if parse_line(line, state, commands_of(state)) == (command, answers) else ""
    except Refused:
        return ""


@pytest.mark.parametrize(
    ("stem", "keys", "least"),
    [
        (FLIGHT, "B ⏎ ⏎ esc I ⏎ ⏎ d 3 ⏎", 25),
        (BEES, "B ⏎ ⏎ esc 1 d a 2 ⏎", 25),
        (PATINA, "I c ⏎ ⏎ 1 d 2 ⏎", 25),
        (GANNET, "B B ⏎ ⏎ ⏎", 25),
    ],
)
def test_every_line_ends_as_the_last_question_does(stem: str, keys: str, least: int) -> None:
    """Of all acts that Enter alone does at a table of each game, and at one of several."""
    state = begun(stem, keys).state
    compared, less = 0, []
    for command in commands_of(state):
        if command.when(state) or (by_key := _by_key(command, state)) is None:
            continue
        told, answers = by_key
        if line := _as_line(command, state, answers):
            compared += 1
            if not (by_line := _line(state, line).outcome(with_log=True)).endswith(told):
                less.append(f"{line}\n  by key: {told!r}\n  as a line: {by_line!r}")
    assert not less, "\n".join(less)
    assert compared >= least


def test_we_55_a_scene_that_begins_names_a_hit_left_open() -> None:
    """WE-55: also where the log of the beginning is brief, by key and as a line."""
    table = _played(FLIGHT, "I ⏎ ⏎", ("attack elias patrolling-crewman dice=++++ theirs=----",))
    by_line = _line(table.state, "begin below-decks").outcome(with_log=True)
    table.perform("begin")
    keyed(table, "⏎ ⏎")
    for told in (by_line, prompt(table).preview):
        assert "Open: Mercer hits" in told
