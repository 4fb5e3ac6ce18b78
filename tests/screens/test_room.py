"""Room of the table screen: panes have the lines that they fill, and others the lines that they leave."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from benchmarks.cells import SCENES, begin
from tests.golden import screen_text
from tests.screens.abacus_tables import abacus_session, abacus_table
from tests.screens.shipped import FLIGHT, begun, keyed
from tests.table_fakes import session, tower
from wyrd_tui.app import WyrdApp
from wyrd_tui.engine.page import Page
from wyrd_tui.engine.rules import all_games
from wyrd_tui.engine.session import Session
from wyrd_tui.engine.state import Book, Challenge, Scene, State
from wyrd_tui.engine.turn_order import Order
from wyrd_tui.play import play_line
from wyrd_tui.screens.table.layout import regions
from wyrd_tui.screens.table.screen import TableScreen
from wyrd_tui.screens.table.wishes import AIMED, LOG, UNTOLD, at_most, wish_lines

TEXT = "Heat, oil and the slow breath of the boilers. " * 16 + "Nobody."


def app_of(table: Session, last_time: Sequence[str] = ()) -> WyrdApp:
    recent = [step.act for step in table.done]
    return WyrdApp(
        lambda look, glyphs: TableScreen(table, all_games, recent=recent, last_time=last_time, look=look, glyphs=glyphs)
    )


def table_of(app: WyrdApp) -> TableScreen:
    assert isinstance(app.screen, TableScreen)
    return app.screen


def in_a_scene() -> State:
    """A quiet table in a scene with a long text."""
    page = Page("hall", "act", "The hall", text=TEXT)
    people = {who: actor for who, actor in tower().actors.items() if actor.side == "party"}
    return replace(tower(), actors=people, order=Order(), book=Book(pages=(page,)), scene=Scene(1, page="hall"))


async def test_an_empty_log_leaves_its_lines_to_the_scene() -> None:
    play = session(in_a_scene())
    app = app_of(play)
    async with app.run_test(size=(120, 40)):
        screen = table_of(app)
        assert screen.log_pane.size.height == UNTOLD
        assert "Nobody." in screen_text(app)
    list(play_line(play, "note tea"))
    app = app_of(play)
    async with app.run_test(size=(120, 40)):
        assert table_of(app).log_pane.size.height > UNTOLD


@pytest.mark.parametrize("keys", ["", "n", "r escape"])
async def test_the_log_has_the_lines_that_the_lists_leave(keys: str) -> None:
    play = session()
    list(play_line(play, "note tea"))
    app = app_of(play)
    async with app.run_test(size=(120, 48)) as pilot:
        await pilot.press(*keys.split())
        await pilot.pause()
        screen = table_of(app)
        assert [pane.filled for pane in (screen.order, screen.abacus)] == [
            pane.size.height for pane in (screen.order, screen.abacus)
        ]


async def test_nine_rods_in_a_frame_have_no_blank_lines_below() -> None:
    rods = {
        f"r{at}": Challenge(f"r{at}", f"Rod number {at}", "obstacle", value=at + 3, type="Threat", game="wyrd_abacus")
        for at in range(9)
    }
    play = session(replace(abacus_table(), challenges=rods))
    app = app_of(play)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        screen = table_of(app)
        assert screen.abacus.filled == screen.abacus.size.height
        assert "more" not in screen.abacus._sight()


def test_lines_freed_by_a_list_move_no_pane_between_columns() -> None:
    wishes = wish_lines(in_a_scene(), (), 10)
    for size in ((200, 60), (160, 50)):
        whole = regions(*size, wishes=wishes)
        for name in ("order", "abacus"):
            fewer = regions(*size, wishes=at_most(wishes, name, 3))
            assert {pane: place.x for pane, place in fewer.items()} == {pane: place.x for pane, place in whole.items()}


async def test_a_scene_above_a_quiet_log_shows_its_text() -> None:
    """The log keeps eight lines below its title."""
    app = app_of(begun(FLIGHT, "⏎ + +").session)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        screen = table_of(app)
        assert "a minute this room will be full." in screen_text(app)
        assert screen.log_pane.room >= 8


def test_the_end_of_a_challenge_moves_no_pane() -> None:
    table = begun(FLIGHT, "B B ⏎ ⏎ B C ⏎ ⏎ + + + + + +")
    before = regions(120, 40, wishes=wish_lines(table.state, (), 10))
    keyed(table, "1 r Z A ⏎ + + + + ⏎")
    assert table.state.challenges["reach-the-railing"].outcome == "overcome"
    assert regions(120, 40, wishes=wish_lines(table.state, (), 10)) == before


@pytest.mark.parametrize("size", [(80, 24), (100, 30)])
async def test_the_head_shows_challenges_while_the_log_tells_last_time(size: tuple[int, int]) -> None:
    """WA-40: the log hides the abacus until the next key."""
    play = abacus_session()
    app = app_of(play, ("Last time you stopped in scene 1.",))
    async with app.run_test(size=size) as pilot:
        screen = table_of(app)
        assert screen.controller.cursor.shown == "log"
        assert screen.head.size.height > 1
        await pilot.press("down")
        await pilot.pause()
        assert screen.controller.cursor.shown == "abacus"
        assert screen.head.size.height == 1


async def test_wa_14_a_failed_challenge_leaves_the_head_its_lines() -> None:
    """WA-14, WA-23: a challenge that may be faced again hides none that strikes by itself."""
    app = app_of(begun("nobody-told-the-bees", "B ⏎ ⏎ X A a ⏎ X A a ⏎ X A a ⏎ r ⌫ B ⏎ ⏎ 1 ⏎ _ ⏎ _ ⏎").session)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("tab", "tab", "tab", "tab")
        head = "\n".join(screen_text(app).splitlines()[:3])
        for told in ("The sleeper upstairs 0/4", "The hum in the fog failed", "The Queen Stirs 0/4"):
            assert told in head


async def test_a_log_in_front_of_the_abacus_has_its_titles() -> None:
    """WA-40: an act brings the log forward, in which the challenges stand whole above the turns."""
    play = begun("nobody-told-the-bees", "B ⏎ ⏎").session
    app = app_of(play)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = table_of(app)
        await pilot.press("r", "enter", "enter", "1", "enter")
        await pilot.pause()
        assert (screen.controller.cursor.shown, screen.controller.cursor.lower) == ("log", "abacus")
        shown = screen_text(app).splitlines()[screen.log_pane.region.y :]
        assert all(one.title in "\n".join(shown[1:3]) for one in play.state.challenges.values() if not one.outcome)
        assert not any(one.title in "\n".join(shown[:1]) for one in play.state.challenges.values())
        room = screen.log_pane.room
        screen.log_pane.hang(())
        assert screen.log_pane.room == room + 2


@pytest.mark.parametrize(
    ("keys", "size"), [("", (80, 24)), ("b", (80, 24)), ("b", (120, 40)), ("b a", (120, 40)), ("b c", (200, 60))]
)
async def test_a_foe_without_numbers_is_drawn(keys: str, size: tuple[int, int]) -> None:
    """ME-02: a foe of Mettle made up on the spot, of whom no number is known yet."""
    made = begun("a-fine-patina", f"B ⏎ ⏎ N A u n t ⏎ {keys} ⏎ ⏎ ⏎").state
    assert "aunt" in made.actors
    app = app_of(session(made))
    async with app.run_test(size=size) as pilot:
        assert "Aunt" in screen_text(app)
        await pilot.press("I", "c", "enter", "enter")
        assert "Aunt" in screen_text(app)


async def test_attempts_leave_the_frame_of_the_abacus() -> None:
    """WA-11: who a foe is gives way to it, then the log down to its least."""
    play = begun("nobody-told-the-bees", "B ⏎ ⏎").session
    for rod in play.state.challenges:
        list(play_line(play, f"tick {rod}"))
    app = app_of(play)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        screen, shown = table_of(app), screen_text(app)
        assert all(f"═ {storey} ═" in shown for storey in ("Body", "Mind", "Soul")), shown
        assert "Countdowns" in shown
        assert "The Queen Stirs ·" in shown
        assert "strikes at the end if no 6 in the story" in shown
        assert screen.log_pane.room + 1 >= LOG[0]


@pytest.mark.parametrize("scenario", [FLIGHT, "a-fine-patina"])
@pytest.mark.parametrize("keys", ["", "⏎"])
async def test_no_text_is_cut_above_free_rows(scenario: str, keys: str) -> None:
    app = app_of(begun(scenario, keys).session)
    async with app.run_test(size=(200, 60)) as pilot:
        await pilot.pause()
        screen = table_of(app)
        for pane in (screen.party, screen.order, screen.abacus):
            told = "\n".join("".join(text for text, _ in line) for item in pane.items for line in item.lines)
            assert "…" not in told, told


async def test_blank_lines_go_to_what_would_be_cut() -> None:
    """Ratings of a party, people of an order above few challenges, and a scene below a short sheet."""
    cases = (
        ("engine-few", (160, 50), "party"),
        ("engine-sixteen", (160, 50), "order"),
        ("engine-sixteen", (200, 60), "order"),
        ("abacus", (200, 64), "scene"),
    )
    for name, size, pane in cases:
        app = app_of(begin(SCENES[name]))
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            screen = table_of(app)
            one = screen.scene_pane if pane == "scene" else screen.panes[pane]
            if pane == "order":
                assert screen.abacus.filled == screen.abacus.size.height, (name, size)
            else:
                assert one.filled <= one.size.height, (name, size)
                told = "\n".join("".join(text for text, _ in line) for line in one.lines)
                assert "…" not in told, told


async def test_penalties_and_traits_to_use_come_before_prose() -> None:
    """WE-59: all wounds of a small party and the trait that is left stand whole beside inspector and scene."""
    table = begun(FLIGHT, "B B ⏎ ⏎ ⏎ I ⏎ ⏎ 1 d 7 ⏎ A ⏎ 1 d 3 ⏎ A F ⏎ ⏎ ⏎ ⏎")
    app = app_of(table.session)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        party = table_of(app).party
        shown = "\n".join("".join(text for text, _ in line) for line in party.lines[: party.room])
        for told in ("Athletics −1", "Shoot −2", "Combat −3", "A Captain Never Abandons His Crew 1/1"):
            assert told in shown


def test_me_07_names_of_attributes_take_one_line_of_the_inspector() -> None:
    """ME-07: what each attribute is called stands in one line, so that the party has the others."""
    table = begun("a-fine-patina")
    assert wish_lines(table.state, (), 10)["inspector"].most == 1 + AIMED + 4 + 1


def test_a_long_question_leaves_no_log_without_rows() -> None:
    """The pane above has the line that the heading alone would take."""
    heights = {n: {k: one.height for k, one in regions(80, 24, "log", asked_lines=n).items()} for n in range(4, 15)}
    assert {places["log"] for places in heights.values()} >= {0, 2}
    assert all(places["log"] != 1 for places in heights.values())
    assert all(sum(places[k] for k in ("head", "party", "log", "foot")) == 24 for places in heights.values())
