"""Sub-commands that write something for the GM: a scenario to start from, and a key card for paper."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from wyrd_tui import printed
from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.rules.all_games import commands_of
from wyrd_tui.engine.state import State, slug
from wyrd_tui.engine.voices import game_name


def write_scenario(args: argparse.Namespace) -> int:
    """Write a commented scenario into the present folder; return the exit status.

    Raises:
        Refused: If a file of that name is there.
        OSError: If the disk refuses.
    """
    from wyrd_tui.store.scenarios.templates import make_template
    from wyrd_tui.store.tables.names import clean_name

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


def write_card(args: argparse.Namespace) -> int:
    """Print the keys of a game, with the changes that the GM's own settings make; return the exit status."""
    from wyrd_tui.preferences import read_keys
    from wyrd_tui.screens.key_card import keys_of, make_card, write_html, write_markdown
    from wyrd_tui.screens.table.verbs import VERBS

    state = State(games=(args.game,)) if args.game else State()
    commands = commands_of(state)
    usual = {**{row.id: row.key for row in commands}, **{verb.id: verb.keys for verb in VERBS}}
    own, problems = read_keys()
    for problem in problems:
        printed.print_message(problem, sys.stderr)
    given = {act: keys_of(act, keys, {}) for act, keys in (usual | own).items()}
    write = write_html if args.html else write_markdown
    printed.print_text(write(f"Keys of {game_name(state.games[0])}", make_card(commands, given)), sys.stdout)
    return 0


WRITTEN: Mapping[str, Callable[[argparse.Namespace], int]] = {"new": write_scenario, "keys": write_card}
"""Sub-commands by name."""
