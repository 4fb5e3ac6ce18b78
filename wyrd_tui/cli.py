"""The `wyrd` command: one entry, many small sub-commands, and the screen only when one opens.

Nothing heavy is imported before it is known to be needed: `wyrd roll` costs little more than Python itself.
Exit status: 0 done, 1 refused (the reason on standard error), 2 wrong usage.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from wyrd_tui.engine.dice import Dice
    from wyrd_tui.engine.session import Session
    from wyrd_tui.engine.state import State
    from wyrd_tui.store.encounter import Table

    Run = Callable[[argparse.Namespace], int]


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; gives the exit status and lets no traceback out."""
    from wyrd_tui.engine.dice import Refused

    words = list(sys.argv[1:] if argv is None else argv)
    try:
        return _dispatch(words)
    except Refused as reason:
        return _fail(str(reason))
    except BrokenPipeError:
        # The reader left, as `head` does; a second error at shutdown would be noise.
        sys.stderr.close()
        return 0
    except KeyboardInterrupt:
        return 130
    except Exception as error:
        return _failed(error)


def _dispatch(words: list[str]) -> int:
    if words and words[0] in QUICK:
        return QUICK[words[0]](words[1:])
    from wyrd_tui import parser

    args = parser.parse(words)
    run: Run = RUNS[args.command]
    return run(args)


def _fail(reason: str) -> int:
    print(reason, file=sys.stderr)
    return 1


def _failed(error: Exception) -> int:
    """What a GM sees of trouble: a sentence for what the world did, a report on disk for what the program did."""
    from wyrd_tui.store.codec import Unreadable, tame
    from wyrd_tui.store.problems import Broken

    match error:
        case Broken():
            for problem in error.problems:
                print(problem, file=sys.stderr)
            return 1
        case Unreadable():
            return _fail(tame(str(error)))
        case OSError():
            name = f"{error.filename}: " if error.filename else ""
            return _fail(f"{tame(name)}{error.strerror or error}")
        case _:
            return _fail(f"Something went wrong inside the program; nothing was lost. {_reported(error)}")


def _reported(error: Exception) -> str:
    import traceback

    from wyrd_tui.store.places import tables_folder

    path = tables_folder() / "fault.log"
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8") as file:
            file.write("".join(traceback.format_exception(error)))
    except OSError:
        return "A report could not be written."
    return f"The report is in {path}."


# ------------------------------------------------------------------ quick ones


def _roll(words: list[str]) -> int:
    from wyrd_tui.quick import roll_command

    dice, rest = _tray(words)
    if not rest or rest[0] in ("-h", "--help"):
        print("usage: wyrd roll [--seed N | --dice FACES] EXPRESSION      such as 4dF+2, 3d6, 2d6+4, 4d6kh3, d66")
        return 0 if rest else 2
    print(roll_command(rest, dice))
    return 0


def _tray(words: list[str]) -> tuple[Dice, list[str]]:
    """The dice to roll with, from the options before the expression."""
    from wyrd_tui.engine.dice import FedDice, LiveDice, Refused

    if words and words[0] in ("--seed", "--dice"):
        option, value, rest = words[0], words[1] if len(words) > 1 else "", words[2:]
        if option == "--dice":
            return FedDice([part for part in value.split(";") if part.strip()]), rest
        if not (value.isascii() and value.isdecimal()) or len(value) > 18:
            raise Refused(f"--seed takes a whole number, not {value or 'nothing'}.")
        return LiveDice(int(value)), rest
    return LiveDice(), words


def _odds(words: list[str]) -> int:
    from wyrd_tui.quick import ODDS_USAGE, odds_command

    if not words or words[0] in ("-h", "--help"):
        print(ODDS_USAGE)
        return 0 if words else 2
    print(odds_command(words))
    return 0


def _version(words: list[str]) -> int:
    from wyrd_tui import __version__

    print(f"wyrd {__version__}")
    return 0


QUICK: dict[str, Callable[[list[str]], int]] = {
    "roll": _roll,
    "odds": _odds,
    "--version": _version,
    "-V": _version,
}


# ------------------------------------------------------------------ files


def _check(args: argparse.Namespace) -> int:
    from wyrd_tui.store.problems import Broken
    from wyrd_tui.store.scenario import check, load, summary

    errors = 0
    for name in args.files:
        try:
            problems = check(name)
        except Broken as broken:
            problems = list(broken.problems)
        for problem in problems:
            print(problem, file=sys.stderr)
        wrong = sum(not problem.warning for problem in problems)
        errors += wrong
        if not wrong and not args.quiet:
            print(f"{name}: good" + (f", {len(problems)} warnings" if problems else ""))
            print(summary(load(name)))
    return 1 if errors else 0


def _schema(args: argparse.Namespace) -> int:
    import json

    from wyrd_tui.store.schema import schema

    print(json.dumps(schema(), indent=2, ensure_ascii=False))
    return 0


def _new(args: argparse.Namespace) -> int:
    from pathlib import Path

    from wyrd_tui.engine.dice import Refused
    from wyrd_tui.engine.state import slug
    from wyrd_tui.store.schema import template

    path = Path(args.name if args.name.endswith(".toml") else f"{slug(args.name)}.toml")
    title = path.stem.replace("-", " ").title() if args.name.endswith(".toml") else args.name
    text = template(title)
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise Refused(f"{path} is there already; it was left as it is.") from None
    print(f"{path}: edit it, then `wyrd check {path}` and `wyrd {path}`.")
    return 0


def _where(args: argparse.Namespace) -> int:
    from wyrd_tui.store import places

    rows = (
        ("live tables", places.tables_folder()),
        ("your scenarios", places.scenarios_folder()),
        ("settings", places.config_folder()),
        ("shipped scenarios", places.shipped_folder() / "scenarios"),
    )
    for label, path in rows:
        print(f"{label:<18} {path}")
    return 0


def _completion(args: argparse.Namespace) -> int:
    import shtab

    from wyrd_tui import parser

    print(shtab.complete(parser.build(), shell=args.shell))
    return 0


# ------------------------------------------------------------------ playing


def _path(name: str) -> Path:
    """A file by its path, or a scenario or live table by its name.

    Raises:
        Refused: If there is none.
    """
    from pathlib import Path

    from wyrd_tui.engine.dice import Refused
    from wyrd_tui.engine.state import slug
    from wyrd_tui.store import places

    path = Path(name)
    if path.exists() or path.suffix in (".toml", ".journal"):
        if not path.exists() and not path.with_suffix(".journal").exists():
            raise Refused(f"There is no file {name}.")
        return path
    stem = slug(name)
    for found in (places.tables_folder() / f"{stem}.toml", *places.own_scenarios(), *places.shipped_scenarios()):
        if found.stem == stem and found.exists():
            return found
    raise Refused(f"{name} is no file, no live table and no scenario. `wyrd` lists what there is.")


def _begin(path: Path) -> State:
    from wyrd_tui.store.scenario import begin, load

    return begin(load(path))


def _run(args: argparse.Namespace) -> int:
    from wyrd_tui.engine.dice import FedDice, LiveDice

    live = LiveDice(args.seed)
    dice: Dice = FedDice([part for part in args.dice.split(";") if part.strip()], live) if args.dice else live
    path = _path(args.file)
    from wyrd_tui.store.shelf import is_table

    if is_table(path):
        from wyrd_tui.store.encounter import open_table

        with open_table(path) as table:
            _tell_words(table)
            return _played(args, table.session(dice=dice))
    state = _begin(path)
    if args.save:
        from wyrd_tui.store.encounter import create

        with create(state, args.save if isinstance(args.save, str) else "") as table:
            print(f"Table {table.name}: {table.path}", file=sys.stderr)
            return _played(args, table.session(dice=dice))
    import time

    from wyrd_tui.engine.session import Session

    return _played(args, Session(state, dice=dice, clock=time.time))


def _tell_words(table: Table) -> None:
    for word in table.words:
        print(word, file=sys.stderr)


def _played(args: argparse.Namespace, session: Session) -> int:
    from wyrd_tui.play import play

    def say(line: str) -> None:
        if not args.json:
            print(line, flush=True)

    def complain(line: str) -> None:
        print(line, file=sys.stderr, flush=True)

    refused = play(session, sys.stdin, say, complain, go_on=args.go_on or sys.stdin.isatty())
    if args.json:
        import json

        from wyrd_tui.store.codec import plain

        print(json.dumps(plain(session.state), ensure_ascii=False, indent=2))
    return 1 if refused else 0


def _recap(args: argparse.Namespace) -> int:
    from wyrd_tui.engine.dice import LiveDice
    from wyrd_tui.engine.recap import recap
    from wyrd_tui.store.encounter import open_table

    with open_table(_path(args.file), read_only=True) as table:
        session = table.session(dice=LiveDice())
        print(recap(session.state, [step.turn for step in session.done]), end="")
    return 0


def _screen(args: argparse.Namespace) -> int:
    from wyrd_tui.engine.dice import Refused

    path = _path(args.file) if args.file else None
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise Refused("The screen needs a terminal. `wyrd run FILE` plays from standard input without one.")
    from wyrd_tui.opening import open_screen

    return open_screen(path, contrast=args.contrast, mouse=not args.no_mouse)


RUNS: dict[str, Run] = {
    "open": _screen,
    "check": _check,
    "run": _run,
    "recap": _recap,
    "schema": _schema,
    "new": _new,
    "where": _where,
    "completion": _completion,
}
