"""The order: who is in a fight and who only stands by."""

from __future__ import annotations

from dataclasses import replace

from tests.golden import screen_text
from tests.table_fakes import tower
from tests.widgets.test_panes import Stage
from wyrd_tui.engine.state import Actor
from wyrd_tui.widgets.order import OrderPane


async def test_whoever_stands_by_a_fight_is_not_in_it_secret_or_not() -> None:
    """That a fight goes on without somebody matters more than that the players know nothing of them."""
    lurker = Actor("lurker", "Lurker", "foes", "persona", visibility="secret")
    state = tower()
    state = replace(state, actors={**state.actors, "lurker": lurker})
    pane = OrderPane()
    async with Stage(pane).run_test(size=(60, 18)) as pilot:
        pane.show(state, "")
        await pilot.pause()
        line = next(line for line in screen_text(pilot.app).splitlines() if "Lurker" in line)
    assert "not in it" in line
    assert "secret" not in line
