"""An evening of sixty acts is played by key, and `docs/keys.md` counts the keys of each."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.golden import FOLDER
from tests.screens.desk import press, seat
from tests.screens.evening_by_key import EVENINGS, EveningPart, KeyedAct
from wyrd_tui.engine.dice import FedDice
from wyrd_tui.screens.questions.asking import Asking
from wyrd_tui.widgets.glyphs import UNICODE
from wyrd_tui.widgets.key_names import shown_key

LOG = FOLDER / "evening-by-key.txt"
PAGE = Path(__file__).parents[2] / "docs" / "keys.md"
MARK = "<!-- The tables below are written by tests/screens/test_evening_by_key.py. -->\n"
NAMES = {"enter": "⏎", "escape": "esc", "up": "↑", "down": "↓"}


def _played(evening: EveningPart) -> Iterator[str]:
    """Play an evening by key, and yield its log: each act with its keys, and below it what was done."""
    table, _ = seat(evening.begin())
    began = table.session.state
    yield f"# {evening.heading}"
    for act in evening.acts:
        table.session.dice = FedDice(act.dice)
        before = len(table.session.done)
        press(table, *act.pressed)
        steps = table.session.done[before:]
        asked = table.asking.command.id if isinstance(table.asking, Asking) else ""
        done = " ".join(step.act.command for step in steps)
        assert (done, asked, table.asking is None) == (act.does, act.raises, not act.raises), act.act
        assert not table.speech.status.bad, table.speech.status.said
        yield f"{act.act}: {act.keys}"
        yield from (f"    {line}" for step in steps for line in step.act.lines)
    while table.session.done:
        press(table, "u")
    assert table.state == began


def test_each_act_does_what_its_keys_mean() -> None:
    """Each act does its commands and nothing else, and leaves the question that it raised and no older one.

    `WYRD_GOLDEN=write` writes the log anew; read each line of it as a game master would.
    """
    log = "".join(f"{line}\n" for evening in EVENINGS for line in _played(evening))
    if os.environ.get("WYRD_GOLDEN") == "write":
        LOG.write_text(log, encoding="utf-8")
    assert log == LOG.read_text(encoding="utf-8")


def test_consequences_name_the_stake_and_refuse_an_empty_answer() -> None:
    """WA-26: Enter alone never lets a failure pass."""
    evening = EVENINGS[1]
    table, _ = seat(evening.begin())
    for act in evening.acts[:5]:
        table.session.dice = FedDice(act.dice)
        press(table, *act.pressed)
    assert table.question is not None
    assert "The page tears." in table.question(80, UNICODE, 5).preview
    acts = len(table.session.done)
    press(table, "enter")
    assert "Choose a consequence" in table.question(80, UNICODE, 5).refused
    assert len(table.session.done) == acts
    press(table, "_", "enter")
    assert table.session.done[-1].act.command == "consequence"
    assert table.asking is None


@pytest.mark.parametrize("act", ["r", "w", "i"])
def test_the_selected_character_alone_is_ticked(act: str) -> None:
    """WA-16, WA-34, WA-38."""
    table, _ = seat(EVENINGS[1].begin())
    press(table, "B", "enter", "enter", "3", act)
    assert table.question is not None
    offers = table.question(80, UNICODE, 5).parts[0].offers
    assert [offer.label for offer in offers if offer.on] == ["Edith Pruett"]


@pytest.mark.parametrize("act", ["r", "w", "i"])
def test_a_selected_denizen_ticks_no_character(act: str) -> None:
    """WA-16, WA-34, WA-38: a denizen is selected, and the question asks which characters."""
    table, _ = seat(EVENINGS[1].begin())
    press(table, "B", "enter", "enter", ":", "=person Wray others", "enter", "escape")
    stranger = next(who for who, actor in table.state.actors.items() if actor.side == "others")
    table.cursor.choose("order", stranger)
    press(table, act)
    assert table.question is not None
    offers = table.question(80, UNICODE, 5).parts[0].offers
    assert [offer.label for offer in offers if offer.on] == []
    press(table, "enter")
    assert table.asking is not None


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
