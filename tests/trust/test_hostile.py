"""Texts of strangers are shown letter by letter, in their own rows, and do nothing."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from markdown_it import MarkdownIt
from textual.events import Paste

from tests.terminal.driver import Program
from tests.trust.hostile_payloads import PAYLOADS, harmful
from tests.trust.hostile_places import PLACES, faults
from tests.trust.hostile_plan import evening, lay, planted
from tests.trust.hostile_saves import beginning_with, forged
from tests.trust.hostile_screens import tried
from tests.trust.hostile_words import parting, told
from wyrd_tui.app import WyrdApp
from wyrd_tui.engine.dice import LiveDice
from wyrd_tui.engine.letters import few_marks
from wyrd_tui.engine.recap import recap
from wyrd_tui.engine.session import Session
from wyrd_tui.engine.state import State
from wyrd_tui.screens.catalogue import DiskCatalogue
from wyrd_tui.screens.start import StartScreen
from wyrd_tui.store.files import folders
from wyrd_tui.store.scenarios.scenario import begin_table, load_scenario
from wyrd_tui.store.tables.opening import open_table
from wyrd_tui.widgets.cells import clean_line as shown

pytestmark = pytest.mark.long

WALKED = (
    ("planted", "a click"),
    ("planted", "wide"),
    ("forged", "a clipboard"),
    ("forged", "marks"),
    ("forged", "unseen letters"),
    ("forged", "a line of the program's"),
)
"""The rest of them, and every place: `python -m tests.trust.hostile`."""
SHORT = (
    *(("looked on", name) for name in ("a hyperlink", "lines")),
    *(("refused", name) for name in ("a clipboard", "vowels alone")),
    *(("started", name) for name in ("C1", "a surrogate's neighbour")),
)
ALONE = (("planted", "palette of hostile acts"), ("planted", "notified"), ("forged", "saved elsewhere"))
PRINTED = (
    *("a click", "a clipboard", "C1", "bells and whistles", "turned around", "unseen letters", "signs of no width"),
    *("marks", "lines", "a line of the program's", "tabs", "very long", "a surrogate's neighbour", "a shell"),
)
EVERY = 8
UNPLANTED = frozenset(
    {
        "scenario_format",
        *("format", "hours", "players", "rules", "tracks", "stage_rules", "scenes", "entries", "done", "successes"),
        *("absorbs", "marks", "counts", "use", "instead_of", "after", "effects", "effect", "lost", "attack", "defend"),
        *("initiative", "armor", "armour", "nature", "frame", "motive", "load", "physical", "springs", "by_wyrd"),
        *("begins", "brings", "ability", "at_most", "by", "challenge", "counter", "do", "once", "unless", "type"),
        *("value", "difficulty"),
    }
)
"""Keys with numbers, ids or words out of a list, and those that say what a planted one says."""
OBEYED = (b"\x1b]52", b"\x1b]8;;h", b"\x1bc", b"\xc2\x9b", b"\xc2\x9d", b"\xe2\x80\xae", b"\xe2\x81\xa6", b"pwned\x07")


@pytest.mark.parametrize(
    ("number", "kind", "name"),
    [pytest.param(number, *walked, marks=() if number else pytest.mark.sample) for number, walked in enumerate(WALKED)],
)
def test_no_place_obeys_what_it_shows(number: int, kind: str, name: str, tmp_path: Path) -> None:
    part = slice(number, None, EVERY)
    found = tried(kind, PAYLOADS[name], tmp_path, part=part)
    assert not found.wrong
    assert {one.place for one in found.seen} & {place for place, _ in PLACES[part]}


@pytest.mark.parametrize(("kind", "name"), SHORT)
def test_no_other_screen_does(kind: str, name: str, tmp_path: Path) -> None:
    found = tried(kind, PAYLOADS[name], tmp_path)
    assert not found.wrong
    assert found.seen


@pytest.mark.parametrize(("kind", "name"), ALONE)
def test_places_with_little_outside_text_show_it_plainly(kind: str, name: str, tmp_path: Path) -> None:
    number = next(number for number, place in enumerate(PLACES) if place.name == name)
    assert not tried(kind, PAYLOADS["a click"], tmp_path, part=slice(number, number + 1)).wrong


@pytest.mark.parametrize("name", PRINTED)
def test_nothing_that_is_printed_acts_or_feigns_a_line(name: str, tmp_path: Path) -> None:
    commands, wrong = told(PAYLOADS[name], tmp_path)
    assert not wrong
    assert commands > 30


@pytest.mark.parametrize("name", PRINTED)
def test_nor_does_what_is_said_when_the_screen_has_gone(name: str, tmp_path: Path) -> None:
    assert parting(PAYLOADS[name], tmp_path) == (2, [])


def _state(tmp_path: Path, payload: str) -> State:
    return begin_table(load_scenario(lay(tmp_path, payload)))


def _named(folder: Path, payload: str) -> Iterator[str]:
    """Files whose names are hostile: a sound one, a broken one, one that is not there."""
    stem = payload.replace("/", "∕").replace("\0", "")[:40]
    yield from (str(folder / f"{stem}-{kind}.toml") for kind in ("sound", "broken", "gone"))
    (folder / f"{stem}-sound.toml").write_text('title = "T"\n')
    (folder / f"{stem}-broken.toml").write_text("title = 5\n")


def _make(session: Session) -> list[str]:
    tokens = MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(recap(session.state, session.done))
    inside = (child.type for token in tokens for child in token.children or () if child.type != "text")
    return sorted({*inside} - {"softbreak"}) + [token.type for token in tokens if token.type != "inline"]


def test_the_recap_is_of_one_make_whatever_the_names_are(tmp_path: Path) -> None:
    def make(payload: str) -> list[str]:
        return _make(evening(_state(tmp_path, payload), payload)[0])[:6]

    harmless = make("Ada")
    assert [name for name, payload in PAYLOADS.items() if make(payload) != harmless] == []


@pytest.mark.parametrize("text", ["<0@evil.example>", "-- -", "- - -", "1. x", "=", "> x", "# x", "~~~", "| a |"])
def test_the_recap_keeps_its_make_where_texts_begin_so(text: str) -> None:
    """Elsewhere a word of its own stands before each."""
    assert _make(beginning_with(text)) == _make(beginning_with("Ada"))


def test_the_recap_of_a_forged_table_is_so_too(tmp_path: Path) -> None:
    def make(payload: str, stem: str) -> list[str]:
        with open_table(forged(tmp_path, payload, name=stem), read_only=True) as table:
            return _make(table.session(dice=LiveDice()))

    harmless = make("Ada", "harmless")
    made = {name: make(payload, f"hostile{number}") for number, (name, payload) in enumerate(PAYLOADS.items())}
    assert [name for name, found in made.items() if found != harmless] == []


async def test_the_start_screen_shows_hostile_file_names_plainly(tmp_path: Path) -> None:
    folder = folders.scenarios_folder()
    folder.mkdir(parents=True)
    for payload in PAYLOADS.values():
        for path in _named(folder, payload.encode("utf-8", "replace").decode()):
            assert path
    app = WyrdApp(lambda look, glyphs: StartScreen(DiskCatalogue(), lambda table: None))
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        while any(path not in app.screen._known for path in app.screen._paths):  # type: ignore[attr-defined]
            await pilot.pause(0.02)
        for key in ("home", "pagedown", "pagedown", "pagedown", "end", "slash", "x"):
            await pilot.press(key)
            await pilot.pause()
            assert not list(faults(app, key))


async def test_what_is_pasted_into_the_palette_is_cleaned() -> None:
    """Its input is Textual's own, and would show an escape sequence as it is."""
    app = WyrdApp(lambda look, glyphs: StartScreen(DiskCatalogue(), lambda table: None))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("ctrl+p", "x")
        for payload in PAYLOADS.values():
            app.post_message(Paste(payload))
            await pilot.pause()
            assert not list(faults(app, "palette"))
            await pilot.press("ctrl+u")


@pytest.mark.sample
async def test_a_message_is_shown_letter_by_letter() -> None:
    """Textual shows its messages as they are, control characters and all."""
    app = WyrdApp(lambda look, glyphs: StartScreen(DiskCatalogue(), lambda table: None))
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        for name in ("a click", "a clipboard", "lines", "C1", "unseen letters", "signs of no width"):
            app.notify(PAYLOADS[name], title=PAYLOADS[name])
            await pilot.pause(0.05)
            assert not list(faults(app, name))
            app.clear_notifications()


ACTING = "\x1b]52;c;eA==\x1b\\\x9b2J\u202e\x1bc\x1b]8;;http://x\x1b\\[@click=app.quit]"


def test_no_byte_of_it_reaches_the_terminal(tmp_path: Path) -> None:
    path = lay(tmp_path, ACTING)
    with Program([os.fspath(path)], tmp_path / "home", columns=100, rows=30) as program:
        program.see("New table")
        program.press("enter")
        program.see("Party")
        program.press("1", "s", "escape", "b", "escape", "o", "escape", "B", "enter", "d", "3", "enter", "l", "escape")
        program.type("\x1b[200~" + ACTING + "\x1b[201~")
        program.press("colon", "q", "enter", "escape", "escape", "q")
        raw = bytes(program.raw)
    assert b"q14" in raw
    for bytes_of_it in OBEYED:
        assert bytes_of_it not in raw


@pytest.mark.parametrize("end", ["q", pytest.param("a signal", marks=pytest.mark.sample)])
def test_no_byte_of_a_forged_table_reaches_the_terminal(end: str, tmp_path: Path) -> None:
    path = forged(tmp_path, ACTING)
    with Program([os.fspath(path)], tmp_path / "home", columns=100, rows=30) as program:
        program.see("Party", "q14")
        program.press("1", "s", "escape", "l", "escape", "d", "3", "enter")
        if end == "q":
            program.press("escape", "q", "enter")
        else:
            os.kill(program.pid, signal.SIGTERM)
        program.wait()
        raw = bytes(program.raw)
    assert b"brings this table back" in raw
    for bytes_of_it in OBEYED:
        assert bytes_of_it not in raw


@pytest.mark.sample
def test_what_is_typed_or_pasted_is_cleaned_too() -> None:
    from wyrd_tui.screens.questions.editor import Editor

    def cleaned(payload: str) -> bool:
        editor = Editor("Ada")
        editor.insert(payload)
        for sign in payload:
            editor.key("", sign)
        whole = editor.text.startswith("Ada") or payload.startswith("\u0301")
        return whole and editor.caret == len(editor.text) and not harmful(editor.text) and not harmful(shown(payload))

    assert [name for name, payload in PAYLOADS.items() if not cleaned(payload)] == []


@pytest.mark.sample
def test_marks_and_what_modifies_symbols_are_few() -> None:
    assert few_marks("Zoë – −2 · ●○") == "Zoë – −2 · ●○"
    assert few_marks("e\u0301\u0301\u0301x\u0301 ❤\ufe0f 👍🏽 नि 🇩🇪") == "e\u0301\u0301x\u0301 ❤ 👍 नि DE"
    assert few_marks("\u0301x") == "x"
    assert (
        few_marks("한글 \u1112\u1161\u11ab\u11ab\u1161 x\ud7b0\ud7b0\ud7b0") == "한글 \u1112\u1161\u11ab x\ud7b0\ud7b0"
    )


@pytest.mark.sample
def test_every_text_of_a_scenario_has_something_planted() -> None:
    """A field that is new in the format must be planted, too, or named here with the reason."""
    from wyrd_tui.store.scenarios.schema import make_schema

    made = planted("!")
    keys: set[str] = set()

    def walk(value: object) -> None:
        for key, inner in (
            value.items() if isinstance(value, dict) else enumerate(value if isinstance(value, list) else ())
        ):
            keys.add(str(key))
            walk(inner)

    walk(made)
    wanted: set[str] = set()
    for definition in (make_schema(), *make_schema()["$defs"].values()):
        for table in (definition, *definition.get("anyOf", ())):
            wanted |= set(table.get("properties", ()))
    assert wanted - keys - UNPLANTED <= set(make_schema()["$defs"]["Rules"]["properties"])
