"""Files made to cost: as large as they may be, and of the shape that each step of reading likes least.

`python -m tests.store.scenarios.costly` reads all of them and says how long each took.
"""

from __future__ import annotations

import argparse
import resource
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from tests.speed import loops_of
from wyrd_tui.store.files.problems import Problem

FULL = 999_000


def _filled(head: str, piece: Callable[[int], str], tail: str = "") -> str:
    """A file of nearly a megabyte, of numbered pieces."""
    parts, size = [head], len(head) + len(tail)
    number = 0
    while size < FULL:
        parts.append(piece(number))
        size += len(parts[-1].encode())
        number += 1
    return "".join([*parts, tail])


def _lines(piece: str, head: str = 'title = "T"\n') -> str:
    return _filled(head, lambda number: piece.replace("#", str(number)) + "\n")


def _list(head: str, piece: str, tail: str = "]\n") -> str:
    return _filled(f'title = "T"\n{head}', lambda number: piece.replace("#", str(number)) + ",", tail)


BOMBS: dict[str, Callable[[], str]] = {
    "a key of 400,000 parts": lambda: "a." * 400_000 + "a = 1",
    "a header of 400,000 parts": lambda: "[" + "a." * 400_000 + "a]",
    "a header of 5,000 parts": lambda: "[" + "a." * 5_000 + "a]",
    "many keys of 500 parts": lambda: _lines("a#." + "a." * 500 + "a = 1"),
    "many keys of 19 parts": lambda: _lines("a#." + "a." * 18 + "a = 1"),
    "an inline key of 300,000 parts": lambda: "a = {" + "a." * 300_000 + "a = 1}",
    "a quoted key of 200,000 parts": lambda: '"a".' * 200_000 + "a = 1",
    "lists in lists": lambda: "a = " + "[" * 400_000,
    "closed lists in lists": lambda: "a = " + "[" * 400 + "]" * 400,
    "tables in tables": lambda: "a = " + "{a=" * 300_000,
    "a number of 900,000 digits": lambda: "a = " + "1" * 900_000,
    "a hexadecimal number of 900,000 digits": lambda: "title = 0x" + "f" * 900_000,
    "a float of 900,000 digits": lambda: "title = 0." + "1" * 900_000,
    "a float of 900,000 digits before the point": lambda: "title = " + "1" * 900_000 + ".5",
    "a text of a megabyte": lambda: 'title = "' + "a" * 900_000 + '"',
    "a text of marks": lambda: 'title = "a' + "\u0301" * 400_000 + '"',
    "a text of wide letters": lambda: 'title = "' + "漢" * 300_000 + '"',
    "a text of escapes": lambda: 'title = "' + "\\u001b" * 150_000 + '"',
    "a text of ligatures": lambda: 'title = "' + "\ufdfa" * 300_000 + '"',
    "a text of backslashes at line ends": lambda: 'title = """' + "\\\n" * 400_000 + '"""',
    "an open text of quotes": lambda: 'title = """' + '""\n' * 300_000,
    "an open text": lambda: 'title = "' + "a" * 900_000,
    "many open texts": lambda: _lines("a# = 'x"),
    "many unknown keys": lambda: _lines("titel# = 1"),
    "many long unknown keys": lambda: _lines("a" * 300 + "# = 1"),
    "many sections": lambda: _lines("[a#]"),
    "many tables of a list": lambda: _lines("[[cast]]"),
    "many tables of an unknown list": lambda: _lines("[[casts]]"),
    "a big list of numbers": lambda: _list("cast = [", "#"),
    "a big list of empty tables": lambda: _list("cast = [", "{}"),
    "a big list of unnamed pages": lambda: _list("clues = [", "{}"),
    "a big list of places": lambda: _list("places = [", '"Place #: text"'),
    "a cast of equals": lambda: _list("cast = [", '{name="Mook"}'),
    "a cast of many": lambda: _list("cast = [", '{name="Mook #"}'),
    "a cast that is like nobody": lambda: _list("cast = [", '{name="Mook #", like="mock #"}'),
    "a cast that is like each other": lambda: _filled(
        'title = "T"\ncast = [', lambda n: f'{{id="mook-{n}",like="mook-{n + 1}"}},', "]\n"
    ),
    "a cast of a thousand, each like the next": lambda: (
        'title = "T"\ncast = [' + ",".join(f'{{id="mook-{n}",like="mook-{n + 1}"}}' for n in range(999)) + "]\n"
    ),
    "a cast of a thousand, each like the one before": lambda: (
        'title = "T"\ncast = [{name="Mook", id="mook-0"},'
        + ",".join(f'{{id="mook-{n + 1}",like="mook-{n}"}}' for n in range(998))
        + "]\n"
    ),
    "a thousand of five hundred": lambda: (
        'title = "T"\ncast = [' + ",".join(f'{{name="Mook {n}",count=500,on_stage=true}}' for n in range(1000)) + "]\n"
    ),
    "acts that bring strangers": lambda: _list("acts = [{title='A', brings=[", '"felix-cavendisj-#"', "]}]\n"),
    "acts that bring strangers to a cast": lambda: (
        'title = "T"\ncast = ['
        + ",".join(f'{{name="Mook number {n}"}}' for n in range(10_000))
        + "]\nacts = [{title='A', brings=["
        + ",".join(f'"mook-numbr-{n}"' for n in range(20_000))
        + "]}]\n"
    ),
    "a party of strangers": lambda: _list("party = [", '"elias-mercr-#"'),
    "skills that nobody has": lambda: _list("challenges = [{title='A', skills=[", '"Shoop#"', "]}]\n"),
    "skills that many have": lambda: (
        'title = "T"\ncast = [{name="A", skills={'
        + ",".join(f"Skill{n}=1" for n in range(20_000))
        + "}}]\nchallenges = [{title='A', skills=["
        + ",".join(f'"Skil{n}x"' for n in range(20_000))
        + "]}]\n"
    ),
    "challenges that wait for each other": lambda: _filled(
        'title = "T"\nchallenges = [',
        lambda n: f'{{title="C{n}",after=["c{n + 1}"]}},',
        '{title="End",after=["c0"]}]\n',
    ),
    "challenges that all wait for all": lambda: (
        'title = "T"\nchallenges = ['
        + ",".join(
            f'{{title="C{n}",after=[{",".join(chr(34) + f"c{m}" + chr(34) for m in range(290))}]}}' for n in range(290)
        )
        + "]\n"
    ),
    "tracks in tracks": lambda: _list("tracks = {a=[", '"a"', "]}\n"),
    "many tracks": lambda: _filled('title = "T"\n[tracks]\n', lambda n: f"t{n} = [1]\n"),
    "sheets for many games": lambda: _filled(
        'title = "T"\n[[cast]]\nname="A"\n[cast.sheets]\n', lambda n: f"wyrd_engin{n} = {{}}\n"
    ),
    "many details": lambda: _filled('title = "T"\n[[cast]]\nname="A"\n[cast.details]\n', lambda n: f'd{n} = "x"\n'),
    "many counters": lambda: _filled('title = "T"\n[counters]\n', lambda n: f"d{n} = 1\n"),
    "many stage rules": lambda: _list("stage_rules = [", '"bloodi#"'),
    "many triggers": lambda: _list(
        "stage_rules = [{title='A', triggers=[", "{when='low',do='count',counter='c#'}", "]}]\n"
    ),
    "many rows of a random table": lambda: _filled(
        'title = "T"\n[[tables]]\ntitle="A"\ndice="300d1"\n[tables.rows]\n', lambda n: f'"{n}" = "x"\n'
    ),
    "a random table of many dice": lambda: 'title="T"\n[[tables]]\ntitle="A"\ndice="' + "1d6+" * 200_000 + '1"\n',
    "a random table of spaces": lambda: 'title="T"\n[[tables]]\ntitle="A"\ndice="' + " " * 900_000 + '"\n',
    "amounts in brackets": lambda: 'title="T"\n[[cast]]\nname="A"\ncount="' + "(" * 900_000 + '"\n',
    "amounts of products": lambda: _list(
        "cast = [", '{name="A#", count="9999*9999*9999*9999*9999*9999*9999*9999*9999*9"}'
    ),
    "amounts of powers": lambda: 'title="T"\n[[cast]]\nname="A"\ncount="players ** 9999"\n',
    "traits of words": lambda: _list(
        "cast = [{name='A', traits=[", '"T#: use x, use y for z, a for b instead of"', "]}]\n"
    ),
    "a trait of spaces": lambda: 'title="T"\n[[cast]]\nname="A"\ntraits=["A: use ' + "a " * 240 + '"]\n',
    "many traits of spaces": lambda: _list("cast = [{name='A', traits=[", '"A#: use ' + "a " * 200 + '"', "]}]\n"),
    "comments": lambda: _lines("# a comment"),
    "blank lines": lambda: 'title = "T"\n' + "\n" * 900_000,
    "spaces": lambda: 'title = "T"\n' + " " * 900_000,
    "carriage returns": lambda: 'title = "T"\r\n' + "\r\n" * 400_000,
    "nothing but zeros": lambda: "\0" * 900_000,
    "a text that hides": lambda: _lines('a# = "\u202e"'),
    "many keys of one name": lambda: _lines("a = 1"),
    "dates": lambda: _list("cast = [", "1979-05-27T07:32:00Z"),
    "many problems in few pages": lambda: _list("scenes = [", "{a=1}"),
    "many clues with ids": lambda: _list("clues = [", '{title="a",id="a",dr=1}'),
    "scenes that begin": lambda: _list("scenes = [", '{title="a",begins=true}'),
    "a sentence of one-word sentences": lambda: 'title = "T"\ntruth = """\n' + "No. " * 5_000 + '"""\n',
}


MOST_LOOPS = 2000
"""Longest processor time for one file, in loops of `tests.speed`; the largest file takes a quarter of it."""


def took(name: str, folder: Path) -> tuple[float, str]:
    """Measure the loops that a file takes to be loaded or refused; gives the words, too."""
    from tests.problems import check_scenario
    from wyrd_tui.store.scenarios import scenario
    from wyrd_tui.written import summarise_start

    path = folder / "bomb.toml"
    path.write_text(BOMBS[name](), encoding="utf-8", newline="")
    problems: list[Problem] = []

    def load() -> None:
        problems.extend(check_scenario(path))
        if all(problem.warning for problem in problems):
            summarise_start(scenario.load_scenario(path))

    return loops_of(load), str(problems[0] if problems else "good")


def main() -> int:
    """Load all costly files; return the exit status."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    slow = 0
    with tempfile.TemporaryDirectory() as folder:
        for name in BOMBS:
            loops, said = took(name, Path(folder))
            slow += loops > MOST_LOOPS
            print(f"{loops:5.0f} loops  {name}: …{said[-90:]}", flush=True)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"{len(BOMBS)} files, {slow} slower than {MOST_LOOPS} loops, at most {memory} MB")
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
