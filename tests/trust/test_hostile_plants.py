"""A harness that cannot fail proves nothing: each bug that is planted here must be noticed by it."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple, TextIO

import pytest
from textual.app import App
from textual.content import Content

from tests.trust.hostile_payloads import PAYLOADS
from tests.trust.hostile_places import PLACES
from tests.trust.hostile_screens import tried
from tests.trust.hostile_words import parting, told
from wyrd_tui.app import WyrdApp

pytestmark = pytest.mark.long

Look = Callable[[str, Path], Iterable[str]]


def _raw(text: str, *_: object) -> str:
    return text


def _put(text: str, stream: TextIO) -> None:
    print(text, file=stream)


def _notify(app: WyrdApp, message: str, *, title: str = "", markup: bool = True) -> None:
    App.notify(app, message, title=title, markup=True)


def _told(payload: str, folder: Path) -> Iterable[str]:
    return told(payload, folder)[1]


def _parting(payload: str, folder: Path) -> Iterable[str]:
    return parting(payload, folder)[1]


def _seen(kind: str, *names: str) -> Look:
    first = min(number for number, place in enumerate(PLACES) if place.name in names)

    def look(payload: str, folder: Path) -> Iterable[str]:
        return tried(kind, payload, folder, part=slice(first, first + 1)).wrong

    return look


class Plant(NamedTuple):
    """A bug: what is put in the place of what, a payload that would act then, and what ought to notice it."""

    where: str
    bug: object
    payload: str
    look: Look


PLANTS = {
    "what is printed is printed raw": Plant("wyrd_tui.printed.print_text", _put, "a clipboard", _told),
    "what is said is printed raw": Plant("wyrd_tui.printed.indent_lines", _raw, "a line of the program's", _told),
    "reasons are printed raw": Plant("wyrd_tui.printed.fail", lambda reason: print(reason) or 1, "C1", _told),
    "wrong usage quotes raw": Plant(
        "wyrd_tui.parser._Parser.error", argparse.ArgumentParser.error, "turned around", _told
    ),
    "what a signal leaves is raw": Plant("wyrd_tui.launch.indent_lines", _raw, "a clipboard", _parting),
    "what the end leaves is raw": Plant("wyrd_tui.launch.print_message", _put, "a line of the program's", _parting),
    "messages are markup": Plant("wyrd_tui.app.WyrdApp.notify", _notify, "a click", _seen("planted", "notified")),
    "messages are raw": Plant("wyrd_tui.app.clean_line", _raw, "a clipboard", _seen("planted", "notified")),
    "texts for Textual are markup": Plant(
        "wyrd_tui.app.content", Content.from_markup, "a click", _seen("planted", "palette of hostile acts")
    ),
    "pages are drawn raw": Plant("wyrd_tui.screens.scroll.clean_line", _raw, "C1", _seen("raw", "sheet")),
    "prose is drawn raw": Plant("wyrd_tui.widgets.text.clean_line", _raw, "C1", _seen("raw", "notified")),
    "marks are many": Plant("wyrd_tui.widgets.cells.few_marks", _raw, "marks", _seen("raw", "panes")),
    "marks are printed": Plant("wyrd_tui.store.files.sanitize.few_marks", _raw, "marks", _told),
    "pastes are raw": Plant("wyrd_tui.app.without_controls", _raw, "a clipboard", _seen("planted", "palette")),
}


@pytest.mark.parametrize("name", PLANTS)
def test_a_planted_bug_is_noticed(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plant = PLANTS[name]
    monkeypatch.setattr(plant.where, plant.bug)
    assert [*plant.look(PAYLOADS[plant.payload], tmp_path)]
