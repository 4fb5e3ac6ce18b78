"""An evening of sixty acts is played by key, and `docs/keys.md` counts the keys of each."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.screens.desk import press, seat
from tests.screens.evening_by_key import EVENINGS, Evening, KeyedAct
from wyrd_tui.engine.dice import FedDice, LiveDice
from wyrd_tui.screens.questions.asking import Asking
from wyrd_tui.widgets.key_names import shown_key

PAGE = Path(__file__).parents[2] / "docs" / "keys.md"
MARK = "<!-- The tables below are written by tests/screens/test_evening_by_key.py. -->\n"
NAMES = {"enter": "⏎", "escape": "esc", "up": "↑", "down": "↓"}


def _pressed(act: KeyedAct) -> list[str]:
    """Return the keys as a desk takes them; `_` stands for a blank in typed text."""
    return [key.replace("_", " ") if key.startswith("=") else key for key in act.keys.split()]


@pytest.mark.parametrize("evening", EVENINGS, ids=lambda evening: evening.heading)
def test_each_act_does_what_its_keys_mean(evening: Evening) -> None:
    """Each act does its commands and nothing else, leaves the question that it raised and no older one."""
    table, _ = seat(evening.begin())
    began = table.session.state
    for act in evening.acts:
        table.session.dice = FedDice(act.dice, None if act.dice else LiveDice(1))
        before = len(table.session.done)
        press(table, *_pressed(act))
        done = " ".join(step.act.command for step in table.session.done[before:])
        asked = table.asking.command.id if isinstance(table.asking, Asking) else ""
        assert (done, asked, table.asking is None) == (act.does, act.raises, not act.raises), act.act
    while table.session.done:
        press(table, "u")
    assert table.state == began


def test_no_act_takes_more_keys_than_designed() -> None:
    acts = [act for evening in EVENINGS for act in evening.acts]
    assert len(acts) >= 60
    over = [act.act for act in acts if act.most is not None and act.strokes > act.most]
    # The cursor is there with the letters; Enter ends the search.
    assert over == ["Find anybody by name"]
    # Acts without a bound of their own take at most five strokes besides their text.
    assert [act.act for act in acts if act.most is None and act.strokes > 5] == []


def _row(act: KeyedAct) -> str:
    keys = [
        f"`{key[1:].replace('_', ' ')}`" if key.startswith("=") else f"`{NAMES.get(key, shown_key(key))}`"
        for key in act.keys.split()
    ]
    text = " + text" if "=" in act.keys else ""
    return f"| {act.act} | {' '.join(keys)} | {act.strokes}{text} | {'' if act.most is None else act.most} |\n"


def _tables() -> str:
    """Write the tables of the page."""
    found = []
    for evening in EVENINGS:
        found.append(f"\n## {evening.heading}\n\n| act | keys | count | at most |\n|---|---|---|---|\n")
        found += [_row(act) for act in evening.acts]
    return "".join(found)


def test_the_page_of_keys_counts_what_is_played() -> None:
    """`WYRD_GOLDEN=write` writes the tables anew."""
    head, mark, tables = PAGE.read_text(encoding="utf-8").partition(MARK)
    if os.environ.get("WYRD_GOLDEN") == "write":
        PAGE.write_text(head + MARK + _tables(), encoding="utf-8")
        return
    assert (mark, tables) == (MARK, _tables())
