"""Sub-commands that write something for the GM: a scenario to start from, its check, and a key card for paper."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from wyrd_tui import printed
from wyrd_tui.engine.dice import Refused, count_noun
from wyrd_tui.engine.ids import slug
from wyrd_tui.engine.page import OVER, PAGE_KINDS
from wyrd_tui.engine.state import State
from wyrd_tui.engine.voices import the_game

if TYPE_CHECKING:
    from wyrd_tui.store.scenarios.scenario import Scenario


def write_scenario(args: argparse.Namespace) -> int:
    """Write a commented scenario into the present folder; return the exit status.

    Raises:
        Refused: If a file of that name is there.
        OSError: If the disk refuses.
    """
    from wyrd_tui.engine.letters import clean_name
    from wyrd_tui.store.scenarios.presets import make_template

    path = Path(args.name if args.name.endswith(".toml") else f"{slug(args.name)}.toml")
    title = path.stem.replace("-", " ").title() if args.name.endswith(".toml") else args.name
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(make_template(title, args.game or State().games[0]))
    except FileExistsError:
        raise Refused(f"{clean_name(str(path))} exists already, and was not changed. Choose another name.") from None
    name, named = clean_name(str(path)), printed.quote_shell(str(path))
    told = f"{name} is written. Edit it, check it with `wyrd check {named}`, play it with `wyrd {named}`."
    printed.print_message(told, sys.stdout)
    printed.print_text("`wyrd` lists the file when you start it in this folder.", sys.stdout)
    return 0


def check_scenarios(args: argparse.Namespace) -> int:
    """Print the problems of scenarios, or what a table begins with; return the exit status.

    Raises:
        OSError: If the output refuses them.
    """
    from wyrd_tui.engine.letters import clean_name
    from wyrd_tui.store.files.problems import Broken
    from wyrd_tui.store.scenarios.scenario import load_scenario

    status = 0
    for name in args.files:
        try:
            scenario = load_scenario(_find_scenario(name))
        except Broken as broken:
            for problem in broken.problems:
                status = printed.fail(str(problem))
            continue
        except Refused as refusal:
            status = printed.fail(str(refusal))
            continue
        for warning in scenario.warnings:
            printed.print_message(str(warning), sys.stderr)
        if not args.quiet:
            told = f", {count_noun(len(scenario.warnings), 'warning')}" if scenario.warnings else ""
            printed.print_text(f"{clean_name(name)}: good{told}\n{summarise_start(scenario)}", sys.stdout)
    return status


def _find_scenario(name: str) -> str:
    """Find a scenario by its path or its name; a word like a path stays one, so that its problems have a place."""
    from wyrd_tui.engine.letters import clean_name
    from wyrd_tui.store.tables.names import find_file, is_table

    path = Path(name)
    if not (path.exists() or path.suffix or len(path.parts) > 1):
        path = find_file(name)
    if is_table(path):
        raise Refused(f"{clean_name(name)} is a live table. `wyrd check` takes scenarios only.")
    return name if path == Path(name) else str(path)


def write_card(args: argparse.Namespace) -> int:
    """Print the keys of a game, with the changes that the GM's own settings make; return the exit status.

    Raises:
        OSError: If the output refuses it.
    """
    from wyrd_tui.engine.rules.all_games import commands_of
    from wyrd_tui.preferences import read_keys
    from wyrd_tui.screens.key_card import make_card, write_html, write_markdown, written_keys
    from wyrd_tui.screens.table.verbs import VERBS

    state = State(games=(args.game,)) if args.game else State()
    commands = commands_of(state)
    usual = {**{row.id: row.key for row in commands}, **{verb.id: verb.keys for verb in VERBS}}
    own, problems = read_keys()
    for problem in problems:
        printed.print_message(problem, sys.stderr)
    given = {act: written_keys(act, keys, {}) for act, keys in (usual | own).items()}
    write = write_html if args.html else write_markdown
    printed.print_text(write(f"Keys of {the_game(state.games[0])}", make_card(commands, given)), sys.stdout)
    return 0


def summarise_start(scenario: Scenario, players: int | None = None) -> str:
    """Describe the start of a table, in a line for each number of players that makes a difference."""
    from wyrd_tui.store.scenarios.scenario import begin_table

    low, high = scenario.players
    counts = (players,) if players else range(low, high + 1)
    lines: dict[str, list[int]] = {}
    for count in counts:
        lines.setdefault(", ".join(_counted(begin_table(scenario, players=count))), []).append(count)
    return "\n".join(f"with {_range(numbers)}: {line}" for line, numbers in lines.items())


def _counted(state: State) -> Iterator[str]:
    from wyrd_tui.store.scenarios.presets import shipped

    party = [actor for actor in state.actors.values() if actor.side == "party" and actor.kind == "pc"]
    yield count_noun(len(party), "character") if party else "no characters yet"
    groups = [actor for actor in state.book.cast.values() if actor.kind == "mook"]
    if groups:
        crowd = ", ".join(f"{actor.count} × {actor.name}" if actor.count > 1 else actor.name for actor in groups[:4])
        more = f" and {len(groups) - 4} more" if len(groups) > 4 else ""
        yield f"{count_noun(len(groups), 'group')} of mooks ({crowd}{more})"
    # A scene of an act is a part of it; shipped rules and tables are at hand everywhere.
    over = {*shipped("random_tables"), *(name for name, mark in state.marks.items() if mark == OVER)}
    whole = [page for page in state.book.pages if page.id not in over and not (page.kind == "act" and page.parent)]
    clocks = sum(rod.kind == "clock" for rod in state.book.challenges.values())
    counts = {"named NPC": len(state.book.cast) - len(groups)}
    counts |= {"challenge": len(state.book.challenges) - clocks, "clock": clocks}
    counts |= {row.word: sum(one.kind == kind for one in whole) for kind, row in PAGE_KINDS.items() if row.counted}
    yield from (count_noun(number, word) for word, number in counts.items() if number)


def _range(numbers: list[int]) -> str:
    if len(numbers) == 1:
        return count_noun(numbers[0], "player")
    return f"{numbers[0]} to {numbers[-1]} players" if numbers[-1] - numbers[0] == len(numbers) - 1 else "some players"


WRITTEN: Mapping[str, Callable[[argparse.Namespace], int]] = {
    "new": write_scenario,
    "check": check_scenarios,
    "keys": write_card,
}
"""Sub-commands by name."""
