"""The order: who is in a fight and who only stands by."""

from __future__ import annotations

from dataclasses import replace

from tests.golden import screen_text
from tests.table_fakes import tower
from tests.widgets.test_panes import Stage
from wyrd_tui.engine.state import Actor, Order, Place, State
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


async def test_what_the_party_is_stands_in_its_own_pane_and_nobody_is_counted_who_is_down() -> None:
    mercer = Actor("mercer", "Mercer", "party", "pc", concept="Sky pirate")
    crew = Actor("crew", "Patrolling crewman", "foes", "mook", 0, concept="Alone with a lantern")
    pane = OrderPane()
    app = Stage(pane)
    async with app.run_test(size=(40, 12)) as pilot:
        order = Order("gm", 1, "mercer", (Place("mercer"), Place("crew")))
        pane.show(State(actors={"mercer": mercer, "crew": crew}, order=order), "")
        await pilot.pause()
        shown = screen_text(app)
    assert "Sky pirate" not in shown
    assert "Alone with a lantern" in shown
    assert "Patrolling crewman all down" in shown
