"""A question leaves the abacus as it is drawn, and the selected rung in sight, at each size."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.golden import screen_text
from tests.screens.test_doorway import app_of, screen_of
from wyrd_tui.store.files.folders import shipped_folder
from wyrd_tui.store.scenarios.scenario import begin_table, load_scenario
from wyrd_tui.widgets.pane import Pane

QUESTIONS = (("r",), ("r", "enter"), ("d",), ("c",), ("e",), ("colon",))


def drawn(pane: Pane) -> list[str]:
    """Rods as they are drawn, the foot of the frame among them; ghosts of what a question would move count nothing."""
    return ["".join(text for text, _ in line[:1]) for item in pane.items for line in item.lines]


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 40)], ids=["80x24", "100x30", "120x40"])
@pytest.mark.parametrize("name", ["nobody-told-the-bees", "flight-from-the-tower"])
async def test_a_question_leaves_the_abacus_as_it_is_drawn(name: str, size: tuple[int, int]) -> None:
    """No key of a question changes beads for numbers, nor headings for letters, not even for a moment."""
    app = app_of(begin_table(load_scenario(shipped_folder() / "scenarios" / f"{name}.toml")))
    async with app.run_test(size=size) as pilot:
        screen = screen_of(app)
        await pilot.press("B", "enter", "enter", "escape", "escape", "tab", "tab", "tab")
        await pilot.pause()
        before = drawn(screen.abacus)
        assert before
        for keys in QUESTIONS:
            for key in keys:
                await pilot.press(key)
                assert drawn(screen.abacus) == before, keys
                await pilot.pause()
                assert drawn(screen.abacus) == before, keys
            assert screen.controller.asking is not None
            await pilot.press("escape", "escape", "escape")


async def test_an_ended_challenge_leaves_the_columns_of_the_abacus_unchanged() -> None:
    """The rods that are left stand in the columns that they had, though there is room for headings now."""
    app = app_of(begin_table(load_scenario(shipped_folder() / "scenarios" / "nobody-told-the-bees.toml")))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = screen_of(app)
        await pilot.press("B", "enter", "enter", "escape", "escape", "tab", "tab", "tab")
        for _ in range(2):
            await pilot.press("r", "enter", "1", "enter", "6", "enter", "escape")
        await pilot.pause()
        rows = screen_text(app).splitlines()
        assert len(screen.controller.state.challenges) == 4
        assert any(row.startswith("▸ Mind N3 H5 E6 C6 ╟────────○○○○╢") for row in rows), rows
        assert not any("Countdowns" in row for row in rows)


@pytest.mark.parametrize("name", ["a-fine-patina", "flight-from-the-tower"])
async def test_the_selected_rung_stays_in_sight_of_a_tall_question(name: str) -> None:
    """The other rungs are told in a line, with the chance that a plain roll has; Mettle's raised dice only lower it."""
    app = app_of(begin_table(load_scenario(shipped_folder() / "scenarios" / f"{name}.toml")))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = screen_of(app)
        await pilot.press("B", "enter", "enter", "escape", "escape", "1", "r", "enter")
        await pilot.pause()
        assert screen.controller.asking is not None
        assert screen.ladder.room > 0
        shown = "\n".join(screen_text(app).splitlines()[: screen.foot.region.y])
        rung = next(row for row in shown.splitlines() if row.startswith("▸") and "%" in row)
        assert int(rung.split()[1]) == screen.controller.cursor.selection.rung
        rest = next(row for row in shown.splitlines() if row.count("%") > 2 and "tie" not in row and "▸" not in row)
        assert "10 0%" not in rest
        await pilot.press("escape")
        await pilot.pause()
        ladder = screen.controller.cursor.ladder.odds
        assert ladder is not None
        assert all(rung.name in screen_text(app) for rung in ladder.rungs)


async def test_a_tall_question_leaves_the_whole_party_in_sight() -> None:
    """The party's traits give their lines to its rows."""
    state = begin_table(load_scenario(shipped_folder() / "scenarios" / "flight-from-the-tower.toml"))
    people = {**state.actors, **state.book.cast}
    copied = {f"{who}-{at}": replace(one, id=f"{who}-{at}") for who, one in people.items() for at in (2, 3)}
    app = app_of(replace(state, actors={**people, **copied}))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("B", "enter", "enter", "escape", "escape", "I", "enter", "enter", "1", "a")
        await pilot.pause()
        screen = screen_of(app)
        assert screen.foot.region.y < screen.party.region.bottom
        rows = screen_text(app).splitlines()[: screen.foot.region.y]
        assert [key for key in "123456" if any(row[2:4] == f"{key} " for row in rows)] == [*"123456"]


async def test_a_question_that_brings_the_ladder_forward_shows_its_rung() -> None:
    """The log stood there before, so that the ladder's place is new to it."""
    app = app_of(begin_table(load_scenario(shipped_folder() / "scenarios" / "flight-from-the-tower.toml")))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = screen_of(app)
        screen.controller.cursor.bring("log")
        screen.draw()
        await pilot.pause()
        await pilot.press("r")
        await pilot.pause()
        hidden = screen.ladder.region.bottom - screen.foot.region.y
        assert hidden > 0
        assert screen.ladder.room == screen.ladder.size.height - 1 - hidden


@pytest.mark.parametrize("size", [(120, 40), (200, 60)])
async def test_a_new_scene_has_the_form_of_its_own_layout(size: tuple[int, int]) -> None:
    """Headings and stakes stand in the abacus, though the pane was small as the scene began."""
    app = app_of(begin_table(load_scenario(shipped_folder() / "scenarios" / "murder-at-the-brass-orchid.toml")))
    async with app.run_test(size=size) as pilot:
        screen = screen_of(app)
        await pilot.press("B", "enter", "enter", "enter")
        await pilot.pause()
        told = screen_text(app)
        assert "Obstacles" in told
        left = screen.abacus.room - (screen.abacus.filled - 1)
        rods = screen.controller.state.challenges.values()
        pane = " ".join(text for item in screen.abacus.items for line in item.lines for text, _ in line)
        whole = all(" ".join(stake.split()) in " ".join(pane.split()) for rod in rods for stake in (rod.win, rod.lose))
        assert left >= 0
        assert whole or left <= len(rods), "rows are blank, though stakes want them"


async def test_stakes_fill_free_lines_from_the_cursor_on() -> None:
    """A challenge too many for all stakes takes away those furthest from the cursor; undo brings them back."""
    app = app_of(begin_table(load_scenario(shipped_folder() / "scenarios" / "murder-at-the-brass-orchid.toml")))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = screen_of(app)

        def staked() -> list[str]:
            pane = [
                (item.key, "".join(text for line in item.lines for text, _ in line)) for item in screen.abacus.items
            ]
            return [key for key, text in pane if "won:" in text or "lost:" in text]

        await pilot.press("B", "B", "enter", "tab", "tab", "tab")
        await pilot.pause()
        every = staked()
        for title in ("Crowd", "Doors"):
            await pilot.press("c", "a", *"form", "enter", *title, "enter")
            await pilot.pause()
        assert staked() == every[1:]
        before = drawn(screen.abacus)
        for key in ("r", "enter", "escape", "escape"):
            await pilot.press(key)
            await pilot.pause()
            assert drawn(screen.abacus) == before
        await pilot.press("up", "up", "up", "up", "up")
        await pilot.pause()
        assert staked() == every[:-1]
        assert screen.abacus.filled - 1 <= screen.abacus.room
        await pilot.press("u")
        await pilot.pause()
        assert staked() == every


@pytest.mark.parametrize("size", [(80, 24), (100, 30)])
@pytest.mark.parametrize("before", [("tab", "tab"), ()], ids=["ladder", "abacus"])
async def test_wa_17_the_rod_that_points_are_bid_on_is_in_sight(before: tuple[str, ...], size: tuple[int, int]) -> None:
    """WA-17: the abacus comes before a ladder that has the keys, scrolled to the last rod; Esc puts it back."""
    app = app_of(begin_table(load_scenario(shipped_folder() / "scenarios" / "nobody-told-the-bees.toml")))
    async with app.run_test(size=size) as pilot:
        screen = screen_of(app)
        await pilot.press("B", "enter", "enter", "escape", "escape", *before)
        kept = screen.controller.cursor.shown
        await pilot.press("r", "backspace", "E", "enter")
        await pilot.pause()
        top = screen.party.region.y
        for key in ("1", "down"):
            await pilot.press(key)
            await pilot.pause()
            shown = screen_text(app).splitlines()
            rod = next(row for row in shown[: screen.foot.region.y] if "The hum in the fog" in row and "╟" in row)
            assert "╟▒───2+──" in rod
            assert screen.party.region.y == top
        await pilot.press("escape", "escape", "escape", "1")
        await pilot.pause()
        assert screen.controller.cursor.shown == kept


async def test_the_abacus_follows_its_cursor_above_a_tall_banner() -> None:
    """An open question of two lines at the foot hides the last row, and the heading of the pane counts it."""
    app = app_of(begin_table(load_scenario(shipped_folder() / "scenarios" / "nobody-told-the-bees.toml")))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = screen_of(app)
        await pilot.press("B", "B", "enter", "enter", "2", "r", "enter", "enter", "2", "enter", "escape")
        await pilot.press("tab", "tab", "tab")
        await pilot.pause()
        shown = screen_text(app)
        assert "▾ 1 more" in shown
        await pilot.press("down", "down", "down", "down")
        await pilot.pause()
        shown = screen_text(app)
        assert screen.abacus.cursor == "the-queen-stirs"
        assert any(row.startswith("▸") and "The Queen Stirs" in row for row in shown.splitlines())
        assert "▴ 1 more" in shown
