"""Inputs of the fuzzer: each kind of file, and the short texts that have a grammar of their own."""

from __future__ import annotations

import contextlib
import os
import random
import tempfile
import tomllib
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any, Literal, NamedTuple

import tomli_w

from tests.commands import COMMANDS
from tests.problems import check_scenario
from tests.trust.hostile_payloads import harmful
from tests.trust.hostile_tables import chained
from tests.trust.story import LINES, SCENARIO, make_table, say, scene, sit
from wyrd_tui.engine import table_rows
from wyrd_tui.engine.dice import LiveDice, Refused
from wyrd_tui.engine.letters import clean, without_controls
from wyrd_tui.engine.recap import recap
from wyrd_tui.engine.session import Session
from wyrd_tui.engine.state import State
from wyrd_tui.play import play_line
from wyrd_tui.screens.table.verbs import VERBS
from wyrd_tui.store.files import folders
from wyrd_tui.store.files.codec import Unreadable
from wyrd_tui.store.files.problems import Broken, Problem
from wyrd_tui.store.keymap import KeyedAct, load_keymap
from wyrd_tui.store.scenarios import amounts, page_models, scenario
from wyrd_tui.store.scenarios.games import wyrd_engine
from wyrd_tui.store.tables import save
from wyrd_tui.store.tables.opening import open_table


class Target(NamedTuple):
    """A way into the program.

    Attributes:
        samples: Gives inputs that mean something.
        run: Loads an input, which it may write to a path; raises any error that is a fault of the program.
        shape: The kind of input.
        mended: Gives an input the ends and checksums that the program would have, so that more than those is tried.
    """

    samples: Callable[[], Iterable[bytes]]
    run: Callable[[Path, bytes], None]
    shape: Literal["bytes", "toml", "lines"] = "bytes"
    mended: Callable[[random.Random, bytes], bytes] = lambda rng, data: data


def inert(text: str) -> bool:
    """Check that a text holds nothing that a terminal obeys."""
    return not any(map(harmful, text.split("\n")))


def placed(problems: list[Problem], data: bytes) -> None:
    """Every problem has a sentence and a place in the file."""
    lines = data.decode("utf-8", "replace").removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
    for problem in problems:
        assert problem.message, problem
        assert inert(str(problem)), problem
        assert 1 <= problem.line <= len(lines), problem
        assert 1 <= problem.column <= len(lines[problem.line - 1]) + 1, problem


@cache
def shipped() -> tuple[bytes, ...]:
    """The shipped scenarios, and each of their parts alone."""
    found = [SCENARIO.encode()]
    for path in folders.shipped_scenarios():
        document = tomllib.loads(path.read_text("utf-8"))
        found.append(path.read_bytes())
        head: dict[str, Any] = {key: document[key] for key in ("title", "systems", "rules") if key in document}
        for key, value in document.items():
            parts = value if isinstance(value, list) and key != "systems" else [value]
            for part in parts[:6]:
                piece: dict[str, Any] = {**head, key: [part] if isinstance(value, list) and key != "systems" else part}
                found.append(tomli_w.dumps(piece).encode())
    return tuple(sorted(found, key=len)[:-4])


def looked_at(state: State, done: Any = ()) -> None:  # noqa: ANN401 - steps
    """Look at a table that was loaded."""
    session = Session(state, dice=LiveDice(1), clock=float)
    for line in ("show", "show ladder", "show rules", "show people", "show odds"):
        with contextlib.suppress(Refused):
            assert all(isinstance(said, str) for said in play_line(session, line))
    recap(state, done)


def run_scenario(path: Path, data: bytes) -> None:
    """Check a scenario, and begin with it where it is sound."""
    path.write_bytes(data)
    problems = check_scenario(path)
    placed(problems, data)
    if all(problem.warning for problem in problems):
        found = scenario.load_scenario(path)
        with contextlib.suppress(Refused):
            looked_at(scenario.begin_table(found))


@cache
def played() -> tuple[bytes, bytes]:
    """Make the save and the journal of an evening."""
    with tempfile.TemporaryDirectory() as folder:
        with make_table(Path(folder)) as table:
            session = sit(table)
            for line in LINES:
                say(session, line)
        return table.path.read_bytes(), table.path.with_suffix(".journal").read_bytes()


def opened(path: Path, files: dict[str, bytes]) -> None:
    """Open a table that has these files, look at it and close it; or be told why not, in words that do nothing."""
    for old in path.parent.iterdir():
        os.unlink(old)
    for suffix, data in files.items():
        path.with_suffix(suffix).write_bytes(data)
    try:
        with open_table(path) as table:
            session = table.session(dice=LiveDice(1))
            looked_at(table.state, session.done)
            words = table.tell()
    except Unreadable as reason:
        words = [str(reason)]
    assert all(map(inert, words))


def mended_save(rng: random.Random, data: bytes) -> bytes:
    """End a save as the program does, and seal it now and then."""
    end = b"# end of the table"
    if rng.random() < 0.6 and not data.rstrip().endswith(end):
        data += b"\n" + end + b"\n"
    if rng.random() < 0.3:
        with contextlib.suppress(Broken, Unreadable, ValueError):
            data = save.dumps(save.loads(data, Path("file.toml")), save.Origin.of(data))
    return data


def run_save(path: Path, data: bytes) -> None:
    """Open the table of a save, alone and beside its journal."""
    opened(path, {".toml": data})
    opened(path, {".toml": data, ".journal": played()[1]})


def mended_journal(rng: random.Random, data: bytes) -> bytes:
    """Give every line of most journals its number and checksum."""
    if rng.random() < 0.2:
        return data
    parts = [line.partition(b',"seq":') for line in data.split(b"\n") if line]
    return chained([rest.partition(b",")[2] if comma else line for line, comma, rest in parts])[0]


def run_journal(path: Path, data: bytes) -> None:
    """Open the table of a journal, alone and beside its save."""
    opened(path, {".journal": data})
    opened(path, {".journal": data, ".toml": played()[0]})


KEYS = (
    b'[keys]\ndamage = "x"\noppose = "d"\nundo = ["u", "ctrl+u"]\n',
    b'[keys]\nundo = []\nhelp = "alt+h"\nroll = ["shift+r", "f1", ","]\nrest = ","\n',
)
"""Key files."""


def run_keys(path: Path, data: bytes) -> None:
    """Read a key file."""
    path.write_bytes(data)
    acts = [KeyedAct(row.id, row.key, row.game) for row in COMMANDS]
    _, problems = load_keymap(path, [*acts, *(KeyedAct(verb.id, verb.keys) for verb in VERBS)])
    placed(problems, data)


TEXTS = (
    *("players + 1", "2 * players / 3 - max(1, min(players, 4))", "Formidable", "((((1))))", "players ** 9999"),
    *("Master Duelist: +2 Fight when fencing; use Wits for Will, at sea", "A: reroll any failed Fight, once per scene"),
    *("may use Fight; twice per session: fly (3 times a scene)", "Title: a text\n- list", "d66", "2d6+1", "4dF"),
    *('roll zo against="+1" dice=++0-', "show rules", "help roll", "undo 3", 'edit zo name "a\\"b"', "#"),
)
"""Texts of each grammar."""


def run_text(path: Path, data: bytes) -> None:
    """Read a short text as an amount, a short form, dice of a table, a line and a name."""
    text = data.decode("utf-8", "surrogateescape")
    for players in (1, 12):
        with contextlib.suppress(ValueError):
            assert abs(amounts.compute_amount(amounts.Formula(text, 0, 0), players)) < 10**40
    for read in (wyrd_engine.expand_trait, page_models.expand_note):
        with contextlib.suppress(ValueError):
            assert isinstance(read(text), dict)
    with contextlib.suppress(ValueError):
        assert isinstance(wyrd_engine.split_effects([text]), list)
    with contextlib.suppress(ValueError):
        assert len(table_rows.list_results(text)) <= table_rows.MOST_RESULTS
    for lines in (False, True):
        assert len(clean(text, lines=lines, most=80)) <= 80
    session = Session(scene(), dice=LiveDice(1), clock=float)
    with contextlib.suppress(Refused):
        for said in play_line(session, without_controls(text)):
            assert isinstance(said, str)


def run_planted(path: Path, data: bytes) -> None:
    """Break where three words stand, each behind the one before; nothing but the way there tells of them."""
    for word in (b"nan", b"nan{", b"nan{players"):
        if data[: len(word)] != word:
            return
    raise RuntimeError("the planted fault")


TARGETS = {
    "scenario": Target(shipped, run_scenario, "toml"),
    "save": Target(lambda: played()[:1], run_save, "toml", mended_save),
    "journal": Target(lambda: played()[1:], run_journal, "lines", mended_journal),
    "keys": Target(lambda: KEYS, run_keys, "toml"),
    "text": Target(lambda: map(str.encode, (*TEXTS, *LINES)), run_text),
    "planted": Target(lambda: [b"#nothing here"], run_planted),
}
