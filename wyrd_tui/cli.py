"""The `wyrd` command: one entry, many small sub-commands, and the screen only when one opens.

Nothing heavy is imported before it is known to be needed: `wyrd roll` costs little more than Python itself.
Exit status: 0 done, 1 refused (the reason on standard error), 2 wrong usage.
"""

from __future__ import annotations

import sys
import time

from wyrd_tui import printed

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from wyrd_tui.engine.dice import Dice
    from wyrd_tui.engine.session import Session
    from wyrd_tui.engine.state import State
    from wyrd_tui.play import Signals
    from wyrd_tui.store.tables.table import Table

    Run = Callable[[argparse.Namespace], int]


class Misused(Exception):  # noqa: N818 - it says what was done to the command
    """Words that a sub-command has no use for; `str()` says why and how it is used."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; gives the exit status and lets no traceback out.

    Raises:
        OSError: If the output for errors refuses a message; it then leads nowhere, so that no traceback is seen.
    """
    printed.prepare()
    words = list(sys.argv[1:] if argv is None else argv)
    try:
        status = _dispatch(words)
        sys.stdout.flush()
        return status
    except Misused as wrong:
        printed.print_text(str(wrong), sys.stderr)
        return 2
    except BrokenPipeError:
        printed.discard_rest(sys.stdout)
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


def _failed(error: Exception) -> int:
    """Show trouble: a sentence for a fault of the world, a report on disk for a fault of the program."""
    from wyrd_tui.engine.dice import Refused
    from wyrd_tui.store.files.codec import Unreadable
    from wyrd_tui.store.files.problems import Broken

    match error:
        case Broken():
            for problem in error.problems:
                printed.print_message(str(problem), sys.stderr)
            return 1
        case Refused() | Unreadable():
            return printed.fail(str(error))
        case OSError():
            name = f"{error.filename}: " if error.filename else ""
            return printed.fail(f"{name}{error.strerror or error}")
        case _:
            import traceback

            from wyrd_tui.store.files import fault

            return printed.fail(fault.log_crash("".join(traceback.format_exception(error))))


# ------------------------------------------------------------------ quick ones


ROLL_USAGE = "usage: wyrd roll EXPRESSION [--seed N | --dice FACES]      such as 4dF+2, 3d6, 2d6+4, 4d6kh3, d66"


def _is_option(word: str) -> bool:
    """Return whether a word is an option; an expression may begin with a minus, but not with two and a letter."""
    return word.startswith("--") and word[2:3].isalpha()


def _roll(words: list[str]) -> int:
    from wyrd_tui.quick import roll_command

    if "-h" in words or "--help" in words:
        print(ROLL_USAGE)
        return 0
    dice, rest = _tray(words)
    if not rest:
        raise Misused(ROLL_USAGE)
    print(roll_command(rest, dice))
    return 0


def _tray(words: list[str]) -> tuple[Dice, list[str]]:
    """Return the dice that the options around an expression name, and the expression."""
    from wyrd_tui.engine.dice import FedDice, LiveDice, quote_briefly

    given = {"--seed": "", "--dice": ""}
    examples = {"--seed": "--seed 7", "--dice": "--dice ++0-"}
    rest = []
    left = iter(words)
    for word in left:
        option, equals, value = word.partition("=")
        if not _is_option(word):
            rest.append(word)
        elif option not in given:
            raise Misused(f"There is no option {quote_briefly(option)}.\n{ROLL_USAGE}")
        else:
            given[option] = (value if equals else next(left, "")).strip()
            if not given[option]:
                raise Misused(f"{option} needs a value after it, such as {examples[option]}.\n{ROLL_USAGE}")
    seed, faces = given["--seed"], given["--dice"]
    if seed and not (seed.isascii() and seed.isdecimal() and len(seed) < 19):
        raise Misused(f"--seed takes a whole number such as 7, not {quote_briefly(seed)}.\n{ROLL_USAGE}")
    live = LiveDice(int(seed)) if seed else None
    if faces:
        return FedDice([part for part in faces.split(";") if part.strip()], live), rest
    return live or LiveDice(), rest


def _odds(words: list[str]) -> int:
    from wyrd_tui.quick import ODDS_USAGE, odds_command

    if "-h" in words or "--help" in words:
        print(ODDS_USAGE)
        return 0
    strange = next((word for word in words if _is_option(word)), "")
    if strange or not words:
        from wyrd_tui.engine.dice import quote_briefly

        raise Misused(f"There is no option {quote_briefly(strange)}.\n{ODDS_USAGE}" if strange else ODDS_USAGE)
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


def _schema(args: argparse.Namespace) -> int:
    from wyrd_tui.store.scenarios.schema import make_schema

    printed.print_text(_json(make_schema()), sys.stdout)
    return 0


def _written(args: argparse.Namespace) -> int:
    from wyrd_tui.written import WRITTEN

    return WRITTEN[args.command](args)


def _where(args: argparse.Namespace) -> int:
    from wyrd_tui.store.files import folders

    rows = {
        "live tables": folders.tables_folder(),
        "your scenarios": folders.scenarios_folder(),
        "settings": folders.config_folder(),
        "shipped scenarios": folders.shipped_folder() / "scenarios",
    }
    for label, path in rows.items():
        printed.print_message(f"{label:<18} {path}", sys.stdout)
    return 0


def _completion(args: argparse.Namespace) -> int:
    import shtab

    from wyrd_tui import parser

    print(shtab.complete(parser.build(), shell=args.shell))
    return 0


# ------------------------------------------------------------------ playing


def _begin(path: Path) -> State:
    from wyrd_tui.store.scenarios.scenario import begin_table, load_scenario

    return begin_table(load_scenario(path))


def _run(args: argparse.Namespace) -> int:
    """Play at a live table, or in memory alone; ended by a signal it gives 128 and the signal's number."""
    from wyrd_tui.engine.dice import FedDice, LiveDice
    from wyrd_tui.engine.session import Session
    from wyrd_tui.play import Signals
    from wyrd_tui.store.tables.names import find_file

    live = LiveDice(args.seed)
    dice: Dice = FedDice([part for part in args.dice.split(";") if part.strip()], live) if args.dice else live
    status, table = 0, None
    try:
        with Signals() as signals:
            path = find_file(args.file)
            table = _table(path, args)
            if table is None:
                status = _played(args, Session(_begin(path), dice=dice, clock=time.time), signals)
            else:
                with table:
                    with signals.waiting():
                        _tell(table)
                    status = _played(args, table.session(dice=dice), signals)
        if signals.number:
            # A line that nobody takes would hold the end up once more.
            printed.discard_rest(sys.stdout)
            if table is not None:
                from wyrd_tui.launch import farewell

                table.words += farewell(table)
    finally:
        if table is not None:
            _tell(table)
    return 128 + signals.number if signals.number else status


def _table(path: Path, args: argparse.Namespace) -> Table | None:
    """Open or begin the live table that is played; None where a scenario is played in memory."""
    from wyrd_tui.store.tables.names import is_table, missing_sentences, suggest_scenario
    from wyrd_tui.store.tables.opening import create_table, open_table

    if is_table(path):
        table = open_table(path)
        table.words += suggest_scenario(args.file, path)
        return table
    for word in missing_sentences(path.stem):
        printed.print_message(word, sys.stderr)
    if not args.save:
        return None
    table = create_table(_begin(path), args.save if isinstance(args.save, str) else "")
    table.words.append(f"Table {table.name}: {table.path}")
    return table


def _tell(table: Table) -> None:
    for word in table.tell():
        printed.print_message(word, sys.stderr)


def _played(args: argparse.Namespace, session: Session, signals: Signals) -> int:
    import io

    from wyrd_tui.engine.letters import without_controls
    from wyrd_tui.play import play, read_lines

    def say(line: str) -> None:
        if not args.json:
            with signals.waiting(sys.stdout):
                printed.print_message(line, sys.stdout)

    def complain(line: str) -> None:
        with signals.waiting(sys.stderr):
            printed.print_message(line, sys.stderr)

    # Another encoding makes a word unreadable, and that is for the line that it stands in.
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    # A GM at the keyboard sees which act was refused.
    typed = sys.stdin.isatty()
    acts, source = signals.each(read_lines(sys.stdin, without_controls)), "" if typed else "<stdin>"
    refused = play(session, acts, say, complain, go_on=args.go_on or typed, source=source)
    if args.json:
        from wyrd_tui.store.files.codec import to_plain

        text = _json(to_plain(session.state))
        with signals.waiting():
            printed.print_text(text, sys.stdout)
    return 1 if refused else 0


def _json(data: object) -> str:
    """Write data as JSON; escapes stand for all letters where one would be changed on the way."""
    import json

    from wyrd_tui.engine.letters import sanitize_lines

    text = json.dumps(data, ensure_ascii=False, indent=2)
    whole = str(sys.stdout.encoding).lower().startswith("utf") and sanitize_lines(text) == text
    return text if whole else json.dumps(data, indent=2)


def _recap(args: argparse.Namespace) -> int:
    from wyrd_tui.engine.dice import LiveDice, Refused
    from wyrd_tui.engine.letters import clean_name
    from wyrd_tui.engine.recap_files import recap_writer
    from wyrd_tui.store.tables.names import find_file, is_table, missing_sentences
    from wyrd_tui.store.tables.opening import open_table

    write = recap_writer(players=args.players, html=args.html)
    path = find_file(args.file)
    if not is_table(path):
        told = [
            f"{clean_name(args.file)} is a scenario; a recap takes a live table. "
            f"`wyrd {printed.quote_shell(args.file)}` opens it as a table. `wyrd recap NAME` takes that table."
        ]
        raise Refused(" ".join(told + missing_sentences(path.stem)))
    with open_table(path, read_only=True) as table:
        session = table.session(dice=LiveDice())
        text = write(session.state, session.done)
    _tell(table)
    printed.print_text(text.removesuffix("\n"), sys.stdout)
    return 0


def _watch(args: argparse.Namespace) -> int:
    from wyrd_tui.launch import open_watch

    return open_watch(args.file, theme=args.theme)


def _screen(args: argparse.Namespace) -> int:
    from wyrd_tui.engine.dice import Refused
    from wyrd_tui.store.tables.names import find_file

    if args.plain:
        if args.theme:
            from wyrd_tui.launch import check_theme

            # Lines have no colours, but a wrong name is wrong there too.
            check_theme(args.theme)
        if not args.file:
            from wyrd_tui.openable import print_openable

            return print_openable()
        from wyrd_tui.plain import open_plain

        return open_plain(args.file)
    path = find_file(args.file) if args.file else None
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        reason = "The screen needs a terminal. `wyrd --plain FILE` and `wyrd run FILE` play without one."
        if sys.stderr.isatty() or not sys.stdout.isatty():
            raise Refused(reason)
        # Nobody looks where errors go.
        printed.print_text(f"{reason} The screen also needs standard error: write the command without 2>.", sys.stdout)
        return 1
    from wyrd_tui.launch import open_screen

    return open_screen(path, theme=args.theme, mouse=not args.no_mouse)


RUNS: dict[str, Run] = {
    "open": _screen,
    "check": _written,
    "run": _run,
    "watch": _watch,
    "recap": _recap,
    "schema": _schema,
    "new": _written,
    "where": _where,
    "keys": _written,
    "completion": _completion,
}
