"""Hostile texts, file names and words on the command line, and the words after the screen has gone."""

from __future__ import annotations

import contextlib
import io
import signal
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from unittest.mock import patch

import wyrd_tui.printed
from tests.trust import hostile_tables as made
from tests.trust.hostile_payloads import file_name, harmful, wrong_rows
from tests.trust.hostile_tables import LINES, typed, write_scenario
from wyrd_tui import cli
from wyrd_tui.app import WyrdApp
from wyrd_tui.launch import OpenTable, farewell, open_screen
from wyrd_tui.shown import SHOWN
from wyrd_tui.store.tables.opening import open_table


def printed(words: Sequence[str], lines: Sequence[str] = ()) -> list[str]:
    """Everything that a command prints, row by row, for lines that are typed."""
    out = io.StringIO()
    told = io.StringIO("".join(f"{line}\n" for line in lines))
    quiet = contextlib.suppress(SystemExit)
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out), patch("sys.stdin", told), quiet:
        cli.main(words)
    return out.getvalue().split("\n")


def commands(payload: str, folder: Path) -> Iterator[tuple[list[str], list[str]]]:
    """Every command with something hostile in its files, its words or its lines, and what is typed to it."""
    word = payload.replace("\0", "") or "x"
    forged, spoilt = made.forged(folder, payload, ids=True), made.broken(folder, payload)
    alone = made.forged(folder, payload, name=f"{file_name(payload, 20)}-alone")
    alone.unlink()
    sound, wrong = str(write_scenario(folder, payload)), str(_wrong(folder, payload))
    nowhere = str(folder / "nowhere" / f"{file_name(payload)}.toml")
    inside = folder / f"{file_name(payload, 20)}-folder.toml"
    inside.mkdir()
    quoted = typed(payload)
    said = [line.replace("{0}", quoted) for line in LINES]
    shows = [*(f"show {what}" for what in SHOWN), f"show {quoted}", f"help {quoted}", quoted, "undo 2", "redo 9"]
    ids = [line.replace("ada", typed(f"ada{payload}")).replace("mob", typed(f"mob{payload}")) for line in said]
    yield ["where"], []
    yield ["check", sound, wrong, nowhere, str(inside), str(forged)], []
    for path in (forged, alone, spoilt):
        yield ["run", str(path), "--go-on"], [*shows, *(ids if path == forged else said), "undo", "show"]
        yield ["recap", str(path)], []
    yield ["run", str(alone), "--json"], []
    yield ["run", sound, "--save", word, "--go-on"], said
    for command in ("run", "recap", "check", "open", "new"):
        yield [command, nowhere], []
        yield [command, str(inside)], []
        yield [command, word], []
    yield ["recap", sound], []
    for words in ([word], [f"--{word}"], ["open", sound, word], ["completion", word], ["new", "n", "--game", word]):
        yield words, []
    for words in (["where", word], ["roll", word], ["roll", f"--{word}"], ["roll", "2d6", "--dice", word]):
        yield words, []
    for words in (["odds", word], ["odds", "challenge", word], ["odds", f"--{word}"], ["run", sound, "--seed", word]):
        yield words, []
    yield ["run", sound, "--dice", word, "--go-on"], ["roll ada against=+1", "roll ada"]


def _wrong(folder: Path, payload: str) -> Path:
    """A scenario with something hostile where names of other things and keys are wanted."""
    told = {"id": payload, "like": payload, "brings": [payload], "after": payload, "skills": {payload: payload}}
    strange = {payload: 1, "party": [payload, {**told, payload: 2}], "acts": [{**told}], "systems": [payload]}
    path = folder / "wrong.toml"
    write_scenario(folder, payload, **strange).rename(path)
    write_scenario(folder, payload)
    return path


def told(payload: str, folder: Path) -> list[str]:
    """Try all commands in a folder and home of hostile names; gives the faults of their output."""
    home = folder / f"{file_name(payload, 30)}-home"
    made.housed(home)
    out = io.StringIO()
    wyrd_tui.printed.print_text(payload, out)
    wrong = [f"put: {why}" for row in out.getvalue().split("\n") if (why := harmful(row.replace("\t", " ")))]
    with contextlib.chdir(folder):
        for words, lines in commands(payload, folder):
            wrong += [f"wyrd {words[0][:20]}: {why}" for why in wrong_rows(printed(words, lines), payload)]
    return wrong


# ------------------------------------------------------------------ when the screen has gone


def parting(payload: str, folder: Path) -> list[str]:
    """List what acts in the words after the screen has gone, in peace and on a signal."""
    made.housed(folder / "home")
    made.keys(folder / "home", payload)
    path = made.forged(folder, payload)
    wrong = list(wrong_rows(_after(path, payload), payload))
    evening = OpenTable()
    evening.take(open_table(path))
    evening.words.append(payload)
    said: list[str] = []
    evening.end(said.extend)
    rows = [*said, *farewell(evening.closed)]
    return [f"parting: {why}" for why in (*wrong, *wrong_rows("\n".join(rows).split("\n"), payload))]


def _after(path: Path, payload: str) -> list[str]:
    """Collect what `wyrd FILE` prints below a screen that ends at once."""
    out = io.StringIO()

    def run(app: WyrdApp, **how: Any) -> None:  # noqa: ANN401 - Textual's own
        app.failure = payload

    kept = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)}
    try:
        with patch.object(WyrdApp, "run", run), contextlib.redirect_stderr(out), contextlib.redirect_stdout(out):
            open_screen(path)
    finally:
        for number, old in kept.items():
            signal.signal(number, old)
    return out.getvalue().split("\n")


PRINTED = {"told": told, "parting": parting}
"""Ways to have a hostile text printed; each gives the faults of the output."""
