"""Acts of every evening that once had no key: at most five strokes besides their text, the target selected."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.screens.desk import press, seat
from tests.screens.test_doorway import fight
from wyrd_tui.engine.sheet import Hurt, Row
from wyrd_tui.engine.state import WYRD_ENGINE, Bonus, State
from wyrd_tui.screens.table.controller import Controller


def _table() -> State:
    """A fight with a wound, a bonus, a counter, and one of the crew selected by its handle."""
    state = fight()
    elias = state.actors["elias-mercer"]
    sheet = elias.sheets[WYRD_ENGINE]
    track: tuple[Row, ...] = tuple(
        replace(row, marks=int(row.id == "mild"), hurts=(Hurt("Notice", 1),) * (row.id == "mild"))
        for row in sheet.track
    )
    hurt = replace(elias, sheets={WYRD_ENGINE: replace(sheet, track=track)})
    rope = Bonus("rope", "a rope", 1, "elias-mercer", "boost")
    return replace(
        state,
        actors={**state.actors, "elias-mercer": hurt},
        bonuses={"rope": rope},
        counters={"Alarm": 1},
    )


@pytest.mark.parametrize(
    ("keys", "command", "line"),
    [
        (("m", "D", "C", "2", "enter"), "manoeuvre", "for=felix-cavendish"),
        (("asterisk", "a", "=7", "enter"), "count", "count=7"),
        (("1", "W", "enter"), "treat", "row=mild"),
        (("1", "at", "a", "=Emma", "enter"), "edit", "field=name to=Emma"),
        (("Y", "enter", "b", "enter"), "keep", "bonus=rope"),
        (("L", "A", "enter"), "spend", "bonus=rope"),
        (("number_sign", "A", "=2", "enter"), "counter", "by=2"),
    ],
)
def test_an_act_takes_at_most_five_strokes(keys: tuple[str, ...], command: str, line: str) -> None:
    assert sum(not key.startswith("=") for key in keys) <= 5
    table, _ = seat(_table(), "++++", "----")
    if command == "manoeuvre":
        table.select("order", "crewmen")
    assert _pressed(table, keys) == [command]
    assert line in table.session.done[-1].act.asked


def _pressed(table: Controller, keys: tuple[str, ...]) -> list[str]:
    press(table, *keys)
    return [step.act.command for step in table.session.done]
