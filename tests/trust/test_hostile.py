"""Texts of strangers are shown letter by letter, in their own rows, and do nothing; a bug that lets them is noticed."""

from __future__ import annotations

import argparse
import os
import signal
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple, TextIO

import pytest
from markdown_it import MarkdownIt
from textual.app import App

from tests.terminal.driver import Program
from tests.trust.hostile import tried
from tests.trust.hostile_payloads import PAYLOADS, harmful
from tests.trust.hostile_places import SPOTS
from tests.trust.hostile_tables import evening, forged, planted, raw, write_scenario
from tests.trust.hostile_words import parting, told
from wyrd_tui.app import WyrdApp
from wyrd_tui.engine.dice import LiveDice
from wyrd_tui.engine.recap import recap
from wyrd_tui.engine.session import Session
from wyrd_tui.screens.questions.editor import Editor
from wyrd_tui.store.scenarios.scenario import begin_table, load_scenario
from wyrd_tui.store.scenarios.schema import make_schema
from wyrd_tui.store.tables.opening import open_table
from wyrd_tui.widgets.cells import clean_line as shown

pytestmark = pytest.mark.long


def _place(name: str) -> slice:
    first = next(number for number, place in enumerate(SPOTS) if place.name == name)
    return slice(first, first + 1)


EVERY = 8
WALKED = (
    *(("planted", name, slice(number, None, EVERY)) for number, name in enumerate(("a click", "wide"))),
    *(
        ("forged", name, slice(number, None, EVERY))
        for number, name in enumerate(("a clipboard", "marks", "unseen letters", "a line of the program's"), 2)
    ),
    *(("looked on", name, slice(None)) for name in ("a hyperlink", "lines")),
    *(("refused", name, slice(None)) for name in ("a clipboard", "vowels alone")),
    *(("started", name, slice(None)) for name in ("C1", "a surrogate's neighbour")),
)
"""The rest of them, and every place: `python -m tests.trust planted`."""
BARE = (("palette of hostile acts", "a click"), ("saved elsewhere", "a click"), ("notified", "lines"))
"""Places that show little outside text."""
PRINTED = (
    *("a click", "a clipboard", "C1", "bells and whistles", "turned around", "unseen letters", "signs of no width"),
    *("marks", "lines", "a line of the program's", "tabs", "very long", "a surrogate's neighbour", "a shell"),
)
UNPLANTED = {
    *("scenario_format", "format", "hours", "players", "rules", "tracks", "stage_rules", "scenes", "entries", "done"),
    *("absorbs", "marks", "counts", "use", "instead_of", "after", "effects", "effect", "lost", "attack", "defend"),
    *("initiative", "armor", "armour", "nature", "frame", "motive", "load", "physical", "fighting"),
    *("springs", "by_wyrd", "loss", "once"),
    *("begins", "brings", "ability", "at_most", "by", "challenge", "counter", "do", "unless", "type", "value"),
    *("successes", "difficulty", "until"),
}
"""Keys with numbers, ids or words out of a list, and those that say what a planted one says."""
ACTING = "\x1b]52;c;eA==\x1b\\\x9b2J\u202e\x1bc\x1b]8;;http://x\x1b\\[@click=app.quit]"
OBEYED = (b"\x1b]52", b"\x1b]8;;h", b"\x1bc", b"\xc2\x9b", b"\xc2\x9d", b"\xe2\x80\xae", b"\xe2\x81\xa6", b"pwned\x07")


# ------------------------------------------------------------------ on the screen


@pytest.mark.parametrize(("kind", "name", "part"), [pytest.param(*WALKED[0], marks=pytest.mark.sample), *WALKED[1:]])
def test_no_place_obeys_what_it_shows(kind: str, name: str, part: slice, tmp_path: Path) -> None:
    found = tried(kind, PAYLOADS[name], tmp_path, part=part)
    assert not found.wrong
    assert found.seen


@pytest.mark.sample
@pytest.mark.parametrize(("place", "name"), BARE)
def test_places_with_little_outside_text_show_it_plainly(place: str, name: str, tmp_path: Path) -> None:
    assert not tried("planted", PAYLOADS[name], tmp_path, part=_place(place)).wrong


@pytest.mark.parametrize("kind", ["written", "forged", pytest.param("forged, a signal", marks=pytest.mark.sample)])
def test_no_hostile_byte_reaches_the_terminal(kind: str, tmp_path: Path) -> None:
    path = write_scenario(tmp_path, ACTING) if kind == "written" else forged(tmp_path, ACTING)
    with Program([os.fspath(path)], tmp_path / "home", columns=100, rows=30) as program:
        if kind == "written":
            program.see("New table")
            program.press("enter")
        program.see("Party", "]52;c;eA==")
        program.press("1", "s", "escape", "b", "escape", "o", "escape", "l", "escape", "d", "3", "enter")
        program.type("\x1b[200~" + ACTING + "\x1b[201~")
        if kind.endswith("signal"):
            os.kill(program.pid, signal.SIGTERM)
        else:
            program.press("escape", "escape", "q", "enter")
        program.wait()
        raw = bytes(program.raw)
    assert b"brings this table back" in raw
    assert [bytes_of_it for bytes_of_it in OBEYED if bytes_of_it in raw] == []


# ------------------------------------------------------------------ printed


@pytest.mark.parametrize("name", PRINTED)
def test_nothing_that_is_printed_acts_or_feigns_a_line(name: str, tmp_path: Path) -> None:
    assert told(PAYLOADS[name], tmp_path) == []


@pytest.mark.parametrize("name", PRINTED)
def test_words_after_the_screen_obey_no_payload(name: str, tmp_path: Path) -> None:
    assert parting(PAYLOADS[name], tmp_path) == []


def _make(session: Session) -> list[str]:
    tokens = MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(recap(session.state, session.done))
    inside = (child.type for token in tokens for child in token.children or () if child.type != "text")
    return sorted({*inside} - {"softbreak"}) + [token.type for token in tokens if token.type != "inline"]


@pytest.mark.parametrize("kind", ["planted", "forged"])
def test_recap_keeps_its_form_for_all_names(kind: str, tmp_path: Path) -> None:
    def make(payload: str, number: int = 0) -> list[str]:
        if kind == "planted":
            return _make(evening(begin_table(load_scenario(write_scenario(tmp_path, payload))), payload)[0])[:6]
        with open_table(forged(tmp_path, payload, name=f"hostile{number}"), read_only=True) as table:
            return _make(table.session(dice=LiveDice()))

    harmless = make("Ada")
    made = {name: make(payload, number) for number, (name, payload) in enumerate(PAYLOADS.items(), 1)}
    assert [name for name, found in made.items() if found != harmless] == []


@pytest.mark.parametrize("text", ["<0@evil.example>", "-- -", "- - -", "1. x", "=", "> x", "# x", "~~~", "| a |"])
def test_the_recap_keeps_its_make_where_texts_begin_so(text: str) -> None:
    """Elsewhere a word of its own stands before each."""
    assert _make(raw(text, before=True)) == _make(raw("Ada", before=True))


# ------------------------------------------------------------------ typed, and planted


@pytest.mark.sample
def test_typed_or_pasted_text_is_cleaned_too() -> None:
    def cleaned(payload: str) -> bool:
        editor = Editor("Ada")
        editor.insert(payload)
        for sign in payload:
            editor.key("", sign)
        whole = editor.text.startswith("Ada") or payload.startswith("\u0301")
        return whole and editor.caret == len(editor.text) and not harmful(editor.text) and not harmful(shown(payload))

    assert [name for name, payload in PAYLOADS.items() if not cleaned(payload)] == []


@pytest.mark.sample
def test_every_text_of_a_scenario_has_something_planted() -> None:
    """A field that is new in the format must be planted, too, or named in `UNPLANTED` with the reason."""

    def keys(value: object) -> set[str]:
        inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
        return set(value if isinstance(value, dict) else ()).union(*map(keys, inner))

    schema = make_schema()
    tables = [each for one in (schema, *schema["$defs"].values()) for each in (one, *one.get("anyOf", ()))]
    wanted = {key for table in tables for key in table.get("properties", ())}
    assert wanted - keys(planted("!")) - UNPLANTED <= set(schema["$defs"]["Rules"]["properties"])


# ------------------------------------------------------------------ bugs that the harness must notice


Look = Callable[[str, Path], Iterable[str]]


def _raw(text: str, *_: object) -> str:
    return text


def _put(text: str, stream: TextIO) -> None:
    print(text, file=stream)


def _notify(app: WyrdApp, message: str, *, title: str = "", markup: bool = True) -> None:
    App.notify(app, message, title=title, markup=True)


def _seen(kind: str, name: str) -> Look:
    return lambda payload, folder: tried(kind, payload, folder, part=_place(name)).wrong


class Plant(NamedTuple):
    """A bug: what is put in the place of what, a payload that would act then, and what ought to notice it."""

    where: str
    bug: object
    payload: str
    look: Look


PLANTS = {
    "what is printed is printed raw": Plant("wyrd_tui.printed.print_text", _put, "a clipboard", told),
    "what is said is printed raw": Plant("wyrd_tui.printed.indent_lines", _raw, "a line of the program's", told),
    "reasons are printed raw": Plant("wyrd_tui.printed.fail", lambda reason: print(reason) or 1, "C1", told),
    "wrong usage quotes raw": Plant(
        "wyrd_tui.parser._Parser.error", argparse.ArgumentParser.error, "turned around", told
    ),
    "what a signal leaves is raw": Plant("wyrd_tui.launch.indent_lines", _raw, "a clipboard", parting),
    "what the end leaves is raw": Plant("wyrd_tui.launch.print_message", _put, "a line of the program's", parting),
    "messages are markup": Plant("wyrd_tui.app.WyrdApp.notify", _notify, "a click", _seen("planted", "notified")),
    "messages are raw": Plant("wyrd_tui.app.clean_line", _raw, "a clipboard", _seen("planted", "notified")),
    "pages are drawn raw": Plant("wyrd_tui.screens.scroll.clean_line", _raw, "C1", _seen("raw", "sheet")),
    "messages are drawn raw": Plant("wyrd_tui.app.clean_line", _raw, "C1", _seen("raw", "notified")),
    "marks are many": Plant("wyrd_tui.widgets.cells.few_combining", _raw, "marks", _seen("raw", "panes")),
    "marks are printed": Plant("wyrd_tui.engine.letters.few_combining", _raw, "marks", told),
}


@pytest.mark.parametrize("name", PLANTS)
def test_a_planted_bug_is_noticed(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plant = PLANTS[name]
    monkeypatch.setattr(plant.where, plant.bug)
    assert [*plant.look(PAYLOADS[plant.payload], tmp_path)]
