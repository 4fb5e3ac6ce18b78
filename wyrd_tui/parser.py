"""The parser of the command line: sub-commands and their options."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from typing import NoReturn

from wyrd_tui.quick import ODDS_KINDS
from wyrd_tui.store.scenarios.presets import templates

THEME_NAMES = ("calm", "light", "contrast", "colour-blind", "sixteen", "plain")
"""Themes of the screen, the usual one first."""

EPILOG = """\
wyrd                      the start screen: prepared scenarios and live tables
wyrd FILE                 open a scenario or a live table, by path or by name
wyrd --plain FILE         the same in lines, for screen readers and small windows
wyrd --plain              a list of what opens in lines
wyrd run FILE < acts      play from standard input, one act a line

Exit status: 0 done, 1 the file or an act was refused, 2 wrong usage.
"""


class _Parser(argparse.ArgumentParser):
    """A parser that quotes strange words without control characters."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and leave with status 2."""
        from wyrd_tui.printed import indent_lines

        known, _, spare = message.partition("unrecognized arguments: ")
        if spare and not known:
            message = f"no place for {spare}; put a name of several words in quotation marks"
        super().error(indent_lines(message))


def build(named: str = "") -> argparse.ArgumentParser:
    """Build the parser of one sub-command, or of all, for `--help` and completion."""
    parser = _Parser(
        prog="wyrd",
        description="A game master’s screen for the terminal.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("-V", "--version", action="store_true", help="print the version")
    rows = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name, (help_line, add_arguments) in _ROWS.items():
        if named in ("", name):
            add_arguments(rows.add_parser(name, help=help_line))
    return parser


def _screen(row: argparse.ArgumentParser) -> None:
    row.add_argument("file", nargs="?", metavar="FILE", help="a scenario or a table, by path or by name")
    _theme(row)
    row.add_argument(
        "--contrast", action="store_const", dest="theme", const="contrast", help="the same as --theme contrast"
    )
    row.add_argument("--no-mouse", action="store_true", help="leave the mouse to the terminal")
    row.add_argument("--plain", action="store_true", help="play in lines, for screen readers and small windows")


def _theme(row: argparse.ArgumentParser) -> None:
    row.add_argument("--theme", metavar="NAME", help=f"colours of the screen: {', '.join(THEME_NAMES)}, or your own")


def _run(row: argparse.ArgumentParser) -> None:
    row.add_argument("file", metavar="FILE", help="a scenario (played in memory) or a live table")
    row.add_argument("--dice", default="", metavar="FACES", help='dice to use first, separated by ; ("++0-; +--0")')
    row.add_argument("--seed", type=_seed, metavar="NUMBER", help="roll the same dice every time")
    row.add_argument("--json", action="store_true", help="print the resulting table instead of the log")
    row.add_argument("--go-on", action="store_true", help="go on after a refused act instead of stopping")
    row.add_argument(
        "--save", nargs="?", const=True, metavar="NAME", help="keep the evening of a scenario as a live table"
    )


def _check(row: argparse.ArgumentParser) -> None:
    row.add_argument("files", nargs="+", metavar="FILE")
    row.add_argument("-q", "--quiet", action="store_true", help="print nothing for files without problems")


def _roll(row: argparse.ArgumentParser) -> None:
    row.add_argument("expression", nargs=argparse.REMAINDER)


def _odds(row: argparse.ArgumentParser) -> None:
    row.add_argument("question", nargs=argparse.REMAINDER, choices=tuple(ODDS_KINDS), metavar="QUESTION")


def _watch(row: argparse.ArgumentParser) -> None:
    row.add_argument("file", metavar="TABLE", help="a live table, by path or by name")
    _theme(row)


def _recap(row: argparse.ArgumentParser) -> None:
    row.add_argument("file", metavar="TABLE")
    row.add_argument("--players", action="store_true", help="tell only what players have seen, as a story")
    row.add_argument("--html", action="store_true", help="with --players: print a page of HTML instead of Markdown")


def _new(row: argparse.ArgumentParser) -> None:
    row.add_argument("name", metavar="NAME", type=_named)
    _one_of(row, "--game", "game", templates(), "its game (default: the Wyrd Engine)")


def _keys(row: argparse.ArgumentParser) -> None:
    _one_of(row, "--game", "game", templates(), "the game (default: the Wyrd Engine)")
    row.add_argument("--html", action="store_true", help="print a page of HTML instead of Markdown")


def _completion(row: argparse.ArgumentParser) -> None:
    _one_of(row, "shell", "shell", ("bash", "zsh", "tcsh"))


def _nothing(row: argparse.ArgumentParser) -> None:
    """Add no argument."""


_ROWS: Mapping[str, tuple[str, Callable[[argparse.ArgumentParser], None]]] = {
    "open": ("open a scenario or a live table (what `wyrd FILE` does)", _screen),
    "check": ("check scenarios and show each problem with its place", _check),
    "roll": ("roll dice: 4dF+2, 3d6, 2d6+4, 4d6kh3, d66; unlike a roll of Mettle, a sum may be below 0", _roll),
    "odds": ("print exact odds: checks, attacks, duels, challenges, Wyrd rolls, Mettle", _odds),
    "run": ("play acts from standard input, one a line", _run),
    "watch": ("show on a second screen what players see of a table, as it is played", _watch),
    "recap": ("print the evening as Markdown", _recap),
    "schema": ("print the JSON Schema of scenarios, for editors", _nothing),
    "new": ("write a commented scenario to start from", _new),
    "where": ("print the folders where files are kept", _nothing),
    "keys": ("print the key card of a game, as Markdown or as a page of HTML", _keys),
    "completion": ("print shell completion", _completion),
}
SUBCOMMANDS = tuple(_ROWS)


def parse(words: list[str]) -> argparse.Namespace:
    """Read the words behind `wyrd`; a first word that is no sub-command names a file to open.

    Leaves the program with status 2 on wrong usage, as argparse does.
    """
    plain = [word for word in words if not word.startswith("-")]
    if not any(word in ("-h", "--help") for word in words[:1]) and (not plain or plain[0] not in SUBCOMMANDS):
        _refuse_command(words)
        words = ["open", *words]
    # A table opens without the parsers of what it does not ask for.
    return build(words[0] if words[0] in SUBCOMMANDS else "").parse_args(words)


def _refuse_command(words: list[str]) -> None:
    """Leave where two words open nothing and the first is like a sub-command."""
    if len(words) < 2 or any(word.startswith("-") for word in words[:2]):
        return
    from wyrd_tui.engine.dice import quote_briefly
    from wyrd_tui.engine.spelling import nearest_word
    from wyrd_tui.printed import quote_shell

    if near := nearest_word(words[0].casefold(), SUBCOMMANDS):
        meant = f"wyrd {near} {quote_shell(words[1])}"
        build().error(f"no command is called {quote_briefly(words[0])}; did you mean: {meant}")


def _one_of(
    row: argparse.ArgumentParser, name: str, noun: str, words: tuple[str, ...], help_line: str | None = None
) -> None:
    """Add an argument that is one of some words; a refusal says which, and what to write."""

    def read(text: str) -> str:
        if text not in words:
            from wyrd_tui.engine.dice import quote_briefly
            from wyrd_tui.engine.spelling import suggest_in_problem

            option = f"{name} " * name.startswith("-")
            listed = f"Write {option}{words[0]}, or another of {', '.join(words[1:])}."
            wrong = f"No {noun} is called {quote_briefly(text)}{suggest_in_problem(text, words) or '.'}"
            raise argparse.ArgumentTypeError(f"{wrong} {listed}")
        return text

    row.add_argument(name, choices=words, type=read, help=help_line)


def _seed(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 19):
        from wyrd_tui.engine.dice import quote_briefly

        raise argparse.ArgumentTypeError(f"write a whole number, such as --seed 7, not {quote_briefly(text)}")
    return int(text)


def _named(text: str) -> str:
    if not text.strip():
        raise argparse.ArgumentTypeError('a scenario needs a name, as in: wyrd new "The Night Ferry"')
    return text
