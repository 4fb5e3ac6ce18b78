"""Rows of the party and of the order: names, tracks of several games, uses, and wounds that wait."""

from __future__ import annotations

from dataclasses import replace

from textual.app import App, ComposeResult

from tests.golden import screen_text
from tests.table_fakes import foe, pc, tower, track
from wyrd_tui.engine.sheet import Effect, Row, Sheet, Trait
from wyrd_tui.engine.state import METTLE, WYRD_ENGINE, Actor, Order, Place, State
from wyrd_tui.widgets.glyphs import ASCII, UNICODE, Glyphs
from wyrd_tui.widgets.order import OrderPane
from wyrd_tui.widgets.pane import Pane
from wyrd_tui.widgets.party import PartyPane
from wyrd_tui.widgets.tracks import gifts, shown_sheets, shown_track, troubles

NAME = "Patrolling crewman of the upper deck"


class Stage(App[None]):
    """One pane."""

    def __init__(self, pane: Pane) -> None:
        super().__init__()
        self.pane = pane

    def compose(self) -> ComposeResult:
        """It."""
        yield self.pane


async def order(state: State, width: int = 38, glyphs: Glyphs = UNICODE) -> list[str]:
    pane = OrderPane(glyphs=glyphs)
    app = Stage(pane)
    async with app.run_test(size=(width, 16)) as pilot:
        pane.show(state, "")
        await pilot.pause()
        return screen_text(app).splitlines()


def fight(*places: Place, **actors: Actor) -> State:
    return State(games=(WYRD_ENGINE,), actors=dict(actors), order=Order("rolled", 1, places[0].who, places))


async def test_a_name_takes_the_room_that_its_row_leaves_empty() -> None:
    long = "Patrolling crewman and all"
    state = fight(
        Place("a", 3),
        Place("b", 2, acted=True, used=("primary",)),
        Place("c", 1, held=True),
        a=foe("a", long, (0, 0), visibility="open"),
        b=foe("b", "Patrolling boatswain", (0, 0), visibility="open"),
        c=foe("c", long, (0, 0), visibility="open"),
    )
    rows = await order(state, 42)
    assert rows[1].endswith(long)
    assert rows[2].split("  ", 1)[1].strip() == "✓  +2  Patrolling boatswain ◆"
    assert rows[3].endswith("Patrolling crewman and all holds")
    assert (await order(state, 42, ASCII))[2].strip().startswith("v ")
    assert "acted" in (await order(state, 80))[2]


async def test_no_row_is_wider_than_its_pane() -> None:
    state = tower()
    actors = {key: replace(actor, name=NAME) for key, actor in state.actors.items()}
    for width in range(30, 90, 7):
        shown = await order(replace(state, actors=actors), width)
        assert all(len(row) <= width for row in shown)
        assert sum("Patrolling" in row for row in shown) >= 8


def mixed() -> Actor:
    own = pc("Elias Mercer", track(2), {"Pilot": 3})
    sheets = {METTLE: Sheet({"Body": 2}, track=(Row("health", "Health", 3, 1),)), **own.sheets}
    return replace(own, sheets=sheets)


async def test_a_mixed_table_shows_the_tracks_of_all_its_games() -> None:
    actor = mixed()
    assert shown_sheets(actor, (WYRD_ENGINE, METTLE)) == (actor.sheets[WYRD_ENGINE], actor.sheets[METTLE])
    assert [row.id for row in shown_track(actor, (METTLE, WYRD_ENGINE))][:2] == ["health", "stress"]
    assert shown_sheets(actor, (METTLE,)) == (actor.sheets[METTLE],)
    assert shown_sheets(actor, ("another",)) == (actor.sheets[METTLE],)
    pane = PartyPane()
    app = Stage(pane)
    async with app.run_test(size=(43, 10)) as pilot:
        pane.show(State(games=(WYRD_ENGINE, METTLE), actors={actor.id: actor}), "")
        await pilot.pause()
        assert "●●○○" in screen_text(app)
        assert "●○○" in screen_text(app).replace("●●○○", "")


def test_only_the_wounds_that_the_rules_name_wait() -> None:
    actor = pc("Elias Mercer", track(4, 1, 1), {"Pilot": 3})
    games = (WYRD_ENGINE,)
    assert troubles(actor, games, {}, UNICODE) == []
    said = troubles(actor, games, {actor.id: frozenset(("moderate",))}, UNICODE)
    assert [text for text, _ in said] == ["! Moderate: −2 to deal out"]


async def test_a_wound_that_waits_no_longer_is_taken_off() -> None:
    actor = pc("Elias Mercer", track(4, 1), {"Pilot": 3})
    state = State(games=(WYRD_ENGINE,), actors={actor.id: actor})
    pane = PartyPane()
    app = Stage(pane)
    async with app.run_test(size=(43, 10)) as pilot:
        pane.show(state, "", waits={actor.id: frozenset(("mild",))})
        await pilot.pause()
        assert "to deal out" in screen_text(app)
        pane.show(state, "")
        await pilot.pause()
        assert "to deal out" not in screen_text(app)


def test_uses_are_counted_as_the_rules_count_them() -> None:
    limits = (Effect("limited", uses=2, used=1), Effect("limited", uses=3))
    actor = pc("Elias Mercer", track(), {"Pilot": 3}, (Trait("t", "Trick", effects=limits),))
    assert gifts(actor, State(games=(WYRD_ENGINE,)), (), UNICODE) == [("Trick 4/5", "dim")]


async def test_an_empty_party_says_what_brings_somebody() -> None:
    pane = PartyPane()
    app = Stage(pane)
    async with app.run_test(size=(60, 5)) as pilot:
        pane.redraw()
        await pilot.pause()
        assert ": add brings somebody to the table." in screen_text(app)
