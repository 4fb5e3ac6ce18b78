"""The screen's own keys: in the palette, on ladders of other games, and in what the screens say of commands."""

from __future__ import annotations

import ast
import re
import signal
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import wyrd_tui
from tests.commands import BY_ID
from tests.golden import screen_text
from tests.scans import parsed
from tests.table_fakes import FakeRules, session, tower
from wyrd_tui.app import WyrdApp
from wyrd_tui.engine import odds
from wyrd_tui.engine.rules.game import Ladder, Rung
from wyrd_tui.engine.rules.games import GAMES
from wyrd_tui.engine.state import State
from wyrd_tui.screens.table.screen import TableScreen
from wyrd_tui.screens.table.verbs import VERBS
from wyrd_tui.terminal.signals import on_signals

PACKAGE = Path(wyrd_tui.__file__).parent
SHOWN = sorted([*(PACKAGE / "screens").rglob("*.py"), *(PACKAGE / "widgets").glob("*.py")])


def app_of(rules: FakeRules, state: State | None = None) -> WyrdApp:
    return WyrdApp(lambda look, glyphs: TableScreen(session(state), rules, look=look, glyphs=glyphs))


async def test_the_palette_has_every_act_and_no_cursor_movement() -> None:
    app = app_of(FakeRules())
    async with app.run_test(size=(120, 40)):
        screen = app.screen
        assert isinstance(screen, TableScreen)
        acts = {act.label: act.do for act in screen.controller.palette_acts()}
        wanted = {
            "undo",
            "redo",
            "find",
            "command",
            "sheet",
            "book",
            "history",
            "odds",
            "all keys",
            "quit",
            "open questions",
        }
        assert wanted <= acts.keys()
        assert not {"up", "first", "next pane", "member 1"} & acts.keys()
        screen.perform("next")
        acts["undo"]()
        assert len(screen.controller.session.done) == 0
        acts["redo"]()
        assert len(screen.controller.session.done) == 1


# ------------------------------------------------------------------ ladders of other games


class OtherRules(FakeRules):
    """A game whose ladder has other steps."""

    def __init__(self, *steps: int) -> None:
        self.steps = steps

    def ladder(self, state: State, who: str, rating: str, followed: int | None = None) -> Ladder:
        """The steps, each called by its number."""
        chances = odds.check(0, 0)
        rungs = [Rung(n, f"Target {n}", chances.success, chances.tie, chances.failure) for n in self.steps]
        return Ladder("another game", tuple(rungs))


async def test_the_cursor_keeps_to_the_steps_that_the_rules_have() -> None:
    app = app_of(OtherRules(6, 9, 15))
    async with app.run_test(size=(120, 40)) as pilot:
        screen = app.screen
        assert isinstance(screen, TableScreen)
        seen = [screen.controller.cursor.selection.rung]
        for key in "]]][[[":
            await pilot.press(key)
            seen.append(screen.controller.cursor.selection.rung)
        assert seen == [6, 9, 15, 15, 9, 6, 6]


async def test_values_on_the_abacus_have_the_names_of_the_ladder() -> None:
    state = tower()
    rods = {key: replace(rod, value=9) for key, rod in state.challenges.items()}
    app = app_of(OtherRules(6, 9, 15), replace(state, challenges=rods))
    async with app.run_test(size=(200, 60)):
        assert "+9 Target 9" in screen_text(app)


async def test_a_longer_ladder_is_seen_as_a_whole() -> None:
    app = app_of(OtherRules(*range(1, 14)))
    async with app.run_test(size=(200, 60)):
        assert all(f"Target {number} " in screen_text(app) for number in range(1, 14))


async def test_a_short_ladder_has_every_rung_with_its_chance() -> None:
    app = app_of(OtherRules(*range(1, 11)))
    async with app.run_test(size=(120, 40)) as pilot:
        for number in range(1, 11):
            assert re.search(rf"\+{number} +(Target {number} .* )?\d+%", screen_text(app))
        await pilot.press("right_square_bracket")
        assert "Target 2 " in screen_text(app)


# ------------------------------------------------------------------ words that name commands


def told(path: Path) -> Iterator[str]:
    """Every command that a module's strings name: in backticks, or after a colon that is drawn as a key."""
    tree = parsed(path.read_text(encoding="utf-8"))
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    owners = [owner for owner in ast.walk(tree) if isinstance(owner, documented)]
    said = {id(node.value) for owner in owners for node in owner.body if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in said:
            yield from re.findall(r"`([a-z-]+)[^`]*`", node.value)
            yield from re.findall(r"such as: ([a-z-]+)", node.value)
        if isinstance(node, ast.Tuple):
            yield from hinted([span for span in node.elts if isinstance(span, ast.Tuple)] or [node])


def hinted(spans: list[ast.Tuple]) -> Iterator[str]:
    """The word after a colon that is drawn as a key, in the same span or in the next one."""
    pairs = [[part.value if isinstance(part, ast.Constant) else None for part in span.elts] for span in spans]
    for number, pair in enumerate(pairs):
        if len(pair) == 2 and pair[1] == "key" and str(pair[0]).startswith(":"):
            following = pairs[number + 1][0] if number + 1 < len(pairs) else ""
            words = (str(pair[0])[1:] or str(following)).split()
            yield from words[:1]


def test_every_command_that_a_screen_names_is_there() -> None:
    named = {name: path.name for path in SHOWN for name in told(path)}
    named |= {game.example.partition(" ")[0]: game.id for game in GAMES.values()}
    assert {"add", "damage"} <= named.keys()
    known = {*BY_ID, *(verb.id for verb in VERBS)}
    assert {name: where for name, where in named.items() if name not in known} == {}


# ------------------------------------------------------------------ other systems


def test_signals_need_no_termios(monkeypatch: pytest.MonkeyPatch) -> None:
    handlers: dict[int, object] = {}
    monkeypatch.setitem(sys.modules, "termios", None)
    for name in ("SIGHUP", "SIGQUIT"):
        monkeypatch.delattr(signal, name)
    monkeypatch.setattr(signal, "signal", handlers.__setitem__)
    on_signals(app_of(FakeRules()), lambda leave: None)
    assert list(handlers) == [signal.SIGTERM, signal.SIGINT]
