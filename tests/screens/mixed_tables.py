"""A table of all three games, as the start screen begins one, with a character of one game each."""

from __future__ import annotations

from tests.screens.desk import seat
from tests.screens.shipped import keyed
from tests.sheets import make_abilities, make_pools
from wyrd_tui.engine.sheet import Sheet
from wyrd_tui.engine.state import METTLE, WYRD_ABACUS, WYRD_ENGINE, Actor, State
from wyrd_tui.engine.turn_order import Order
from wyrd_tui.screens.table.controller import Controller

ROSA = Actor("rosa", "Rosa", "party", "pc", sheets={WYRD_ENGINE: Sheet(ratings={"Fight": 3})}, visibility="open")
IDA_POOLS = make_pools({"focus": 4, "poise": 3}, motive=3)
IDA = Actor("ida", "Ida", "party", "pc", sheets={METTLE: IDA_POOLS}, visibility="open")
MAUD = Actor("maud", "Maud", "party", "pc", sheets={WYRD_ABACUS: make_abilities(5, 4, 6)}, visibility="open")
GAMES = (WYRD_ENGINE, WYRD_ABACUS, METTLE)


def mixed(keys: str = "", order: Order | None = None) -> Controller:
    """Seat Rosa (1), Ida (2) and Maud (3), who play one game each, and press keys as `keyed` takes them."""
    people = {who.id: who for who in (ROSA, IDA, MAUD)}
    table, _ = seat(State("M", GAMES, actors=people, order=order or Order()))
    keyed(table, keys)
    return table
