"""Clicks on the keys that the foot of the screen shows."""

from __future__ import annotations

import asyncio

import pytest
from textual import events

from tests.screens.evening_by_key import EVENINGS
from tests.screens.test_doorway import app_of, screen_of
from tests.screens.test_lessons import door, finished
from wyrd_tui.engine.choices import Choice
from wyrd_tui.engine.commands import Ask, Command
from wyrd_tui.screens.questions.asking import Asking
from wyrd_tui.widgets.clicked import clickable, means_at, presses
from wyrd_tui.widgets.pane import GUTTER, Pane
from wyrd_tui.widgets.spans import Line, cut_line, merge_spans, raise_line

ROPE: Line = clickable((("A ", "key"), ("[ ] ", "dim"), ("Rope", "text")), presses("A"))
ROW: Line = ((" ", "text"), *ROPE, ("  ·", "faint"), *clickable((("B ", "key"),), presses("B")))


@pytest.mark.parametrize(
    ("name", "keys"),
    [
        ("A", [("A", "A")]),
        ("Ab", [("A", "A"), ("b", "b")]),
        (".", [("full_stop", ".")]),
        ("⏎", [("enter", None)]),
        ("esc", [("escape", None)]),
        ("space", [("space", " ")]),
        ("ctrl+k", [("ctrl+k", None)]),
        ("PgDn", [("pagedown", None)]),
        ("↑↓", []),
        ("a-z", []),
    ],
)
def test_a_name_stands_for_keys(name: str, keys: list[tuple[str, str | None]]) -> None:
    assert list(presses(name)) == keys


@pytest.mark.parametrize("line", [ROW, raise_line(ROW), cut_line(ROW, 13), merge_spans(ROW)])
def test_a_click_means_the_value_under_it(line: Line) -> None:
    """Raised, cut and merged lines keep it."""
    meant = [means_at(line, x) for x in (0, 1, 3, 10, 11, 40)]
    assert meant == [(), *[(("A", "A"),)] * 3, (), ()]


def test_an_attack_is_played_by_clicks_alone() -> None:
    """The key row, a handle and the key line of the question answer, and so does the banner."""

    async def play() -> None:
        app = app_of(EVENINGS[0].begin())
        async with app.run_test(size=(80, 24)) as pilot:
            screen = screen_of(app)

            async def click(word: str) -> None:
                lines = ["".join(text for text, _ in line) for line in screen.foot.lines]
                y = next(y for y, line in enumerate(lines) if word in line)
                await pilot.click("#foot", offset=(lines[y].index(word), y))

            await click("roll")
            await click("Shoot")
            assert screen.controller.asking is not None
            await click("confirm")
            assert [step.act.command for step in screen.controller.session.done] == ["roll"]

    asyncio.run(play())


def test_clicking_a_pane_for_reading_moves_no_keys() -> None:
    async def play() -> None:
        app = app_of(EVENINGS[0].begin())
        async with app.run_test(size=(120, 40)) as pilot:
            screen = screen_of(app)
            before = screen.controller.cursor.pane
            assert await pilot.click(screen.inspector, offset=(5, 2))
            await pilot.press("down")
            assert screen.controller.cursor.pane == before

    asyncio.run(play())


def cell_of(pane: Pane, key: str, signs: str) -> tuple[int, int]:
    """Find the first of some signs in the row of a key, as an offset in its pane."""
    line = 1 - pane.top
    for item in pane.items:
        if item.key == key:
            for number, spans in enumerate(item.lines):
                text = "".join(part for part, _ in spans)
                if at := next((at for at, letter in enumerate(text) if letter in signs), 0):
                    return at + GUTTER, line + number
        line += len(item.lines)
    raise AssertionError(f"{key} has none of {signs}")


def test_a_second_click_on_a_rod_moves_its_bead() -> None:
    async def play() -> None:
        app = app_of(EVENINGS[0].begin())
        async with app.run_test(size=(120, 40)) as pilot:
            screen = screen_of(app)
            done = screen.controller.session.done

            async def click(signs: str) -> None:
                assert await pilot.click("#abacus", offset=cell_of(screen.abacus, "the-fuse", signs))

            await click("○")
            assert not done
            assert screen.controller.cursor.selection.challenge == "the-fuse"
            await click("○")
            await click("●")
            assert [step.act.command for step in screen.controller.session.done] == ["tick", "untick"]

    asyncio.run(play())


@pytest.mark.parametrize("pane", ["party", "order"])
def test_a_second_click_on_a_box_asks_for_the_harm(pane: str) -> None:
    async def play() -> None:
        app = app_of(EVENINGS[0].begin())
        async with app.run_test(size=(120, 40)) as pilot:
            screen = screen_of(app)
            await pilot.press("i", "enter", "escape")
            await pilot.pause()
            screen.controller.select("party", "elias-mercer")
            for opens in (False, True):
                at = cell_of(screen.panes[pane], "felix-cavendish", "□")
                assert await pilot.click(f"#{pane}", offset=at)
                asking = screen.controller.asking
                assert (isinstance(asking, Asking) and asking.command.id == "damage") == opens

    asyncio.run(play())


def test_a_click_on_a_character_answers_the_open_question() -> None:
    async def play() -> None:
        app = app_of(EVENINGS[0].begin())
        async with app.run_test(size=(120, 40)) as pilot:
            screen = screen_of(app)
            await pilot.press("1", "x")
            asking = screen.controller.asking
            assert isinstance(asking, Asking)
            assert asking.so_far()["target"] == "patrolling-crewman"
            assert await pilot.click("#party", offset=cell_of(screen.party, "felix-cavendish", "F"))
            assert screen.controller.cursor.selection.actor == "elias-mercer"
            assert asking.so_far()["target"] == "felix-cavendish"

    asyncio.run(play())


def test_clicking_a_character_finishes_the_lesson_of_its_key() -> None:
    async def play() -> None:
        app = app_of(door())
        async with app.run_test(size=(80, 24)) as pilot:
            screen = screen_of(app)
            second = screen.party.items[1]
            line = 1 + len(screen.party.items[0].lines)
            assert second.key
            assert await pilot.click("#party", offset=(8, line))
            assert finished(screen.controller) == 1

    asyncio.run(play())


def test_a_click_on_the_key_of_a_lesson_presses_it() -> None:
    async def play() -> None:
        app = app_of(door())
        async with app.run_test(size=(80, 24)) as pilot:
            screen = screen_of(app)
            lines = ["".join(text for text, _ in line) for line in screen.head.lines]
            y = next(y for y, line in enumerate(lines) if "Press 2" in line)
            assert await pilot.click("#head", offset=(lines[y].index("2 to select"), y))
            assert finished(screen.controller) == 1

    asyncio.run(play())


def test_the_wheel_turns_the_pages_of_a_question() -> None:
    """The wheel changes nothing where a question has one page."""

    async def play() -> None:
        app = app_of(EVENINGS[0].begin())
        async with app.run_test(size=(80, 24)) as pilot:
            screen = screen_of(app)

            async def scroll(event: type[events.MouseScrollDown] | type[events.MouseScrollUp]) -> str:
                screen.foot.post_message(event(screen.foot, 5, 1, 0, 0, 0, False, False, False))
                await pilot.pause()
                return "\n".join("".join(text for text, _ in line) for line in screen.foot.lines)

            asks = Ask("x", "X", "one", lambda state, answers: [Choice(f"{n}", f"choice {n}") for n in range(80)])
            command = Command("test", "", "test", "Tests.", "Tests", lambda state, answers, dice: (), (asks,))
            screen.controller.attempt(lambda: screen.controller.ask(command, {}))
            screen.draw()
            await pilot.pause()
            second = await scroll(events.MouseScrollDown)
            assert " 2/" in second
            assert " 1/" in await scroll(events.MouseScrollUp)
            await pilot.press("escape", "c")
            await pilot.pause()
            before = await scroll(events.MouseScrollUp)
            assert await scroll(events.MouseScrollDown) == before

    asyncio.run(play())
