"""Records that games keep of a table and of a roll: written, read and refused by their annotations."""

from __future__ import annotations

import json
import tomllib

import pytest
import tomli_w
from hypothesis import given
from hypothesis import strategies as st

from tests.properties import PROFILE
from tests.strategies import RECALLING, REMEMBERING, filled
from wyrd_tui.engine.act import Act
from wyrd_tui.engine.apply import apply
from wyrd_tui.engine.events import Remembered, Rolled
from wyrd_tui.engine.log_line import LogLine
from wyrd_tui.engine.memory import Memory, RollMemory
from wyrd_tui.engine.nouns.wyrd_abacus import AbacusMemory, Waiting
from wyrd_tui.engine.roll import Roll, Score
from wyrd_tui.engine.state import METTLE, WYRD_ABACUS, State
from wyrd_tui.store.files.codec import Plain, Unreadable, from_plain, to_plain


def thrown(memory: RollMemory) -> Roll:
    """A roll that its game remembers something of."""
    return Roll("check", memory.game, Score("ann", "Nature", 4), memory=memory)


@PROFILE
@given(st.data())
@pytest.mark.parametrize("kind", REMEMBERING)
def test_every_memory_of_a_table_survives_a_save(kind: type[Memory], data: st.DataObject) -> None:
    state = apply(State(), Remembered(data.draw(filled(kind))))
    assert from_plain(State, tomllib.loads(tomli_w.dumps(to_plain(state)))) == state


@PROFILE
@given(st.data())
@pytest.mark.parametrize("kind", RECALLING)
def test_every_memory_of_a_roll_survives_a_save(kind: type[RollMemory], data: st.DataObject) -> None:
    state = apply(State(), Rolled(thrown(data.draw(filled(kind)))))
    assert from_plain(State, tomllib.loads(tomli_w.dumps(to_plain(state)))) == state


@PROFILE
@given(st.data())
def test_every_memory_survives_a_line_of_a_journal(data: st.DataObject) -> None:
    tables = [Remembered(data.draw(filled(kind))) for kind in REMEMBERING]
    rolls = [Rolled(thrown(data.draw(filled(kind)))) for kind in RECALLING]
    act = Act(1, "act", "act", (LogLine("Line"),), (*tables, *rolls), 0.0)
    assert from_plain(Act, json.loads(json.dumps(to_plain(act)))) == act


def test_a_save_writes_memory_with_named_keys() -> None:
    state = apply(State(), Remembered(AbacusMemory(due={"mob": ("ada",)}, waits=(Waiting("horror"),), first_pool=4)))
    assert to_plain(state)["memory"] == {
        "wyrd_abacus": {"due": {"mob": ["ada"]}, "waits": [{"rod": "horror"}], "first_pool": 4}
    }


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"memory": {"fate": {}}}, "memory.fate.game: “fate” is not a game that remembers anything of this"),
        ({"memory": {"wyrd_engine": {}}}, "memory.wyrd_engine.game: “wyrd_engine” is not a game that remembers"),
        ({"memory": {METTLE: {"surprise": []}}}, "memory.mettle.surprise: nothing here is called surprise; did you"),
        ({"memory": {WYRD_ABACUS: {"first_pool": "x"}}}, "memory.wyrd_abacus.first_pool: must be a whole number"),
        (
            {"memory": {WYRD_ABACUS: {"first_pool": 10**9}}},
            "memory.wyrd_abacus.first_pool: must be a whole number from",
        ),
        ({"memory": {METTLE: {"game": WYRD_ABACUS}}}, "memory.mettle.game: must be mettle, as in its header"),
        ({"memory": {WYRD_ABACUS: 3}}, "memory.wyrd_abacus: must be a table, not 3"),
    ],
)
def test_an_unknown_game_or_field_is_refused_with_its_place(data: Plain, message: str) -> None:
    with pytest.raises(Unreadable) as caught:
        from_plain(State, data)
    assert str(caught.value).startswith(message)
