"""Figures of the table screen in a fight, by the cells that are drawn (benchmarks/cells.py)."""

from __future__ import annotations

import re

import pytest

from benchmarks.cells import SCENES, Figures, Scene, draw

DRAWN: dict[tuple[Scene, tuple[int, int]], tuple[Figures, str]] = {}


async def drawn(scene: Scene, size: tuple[int, int]) -> tuple[Figures, str]:
    """Draw a scene at a size once for all tests that look at it."""
    if (scene, size) not in DRAWN:
        DRAWN[scene, size] = await draw(scene, size)
    return DRAWN[scene, size]


async def test_a_small_screen_shows_six_characters_and_ten_others() -> None:
    told, _ = await drawn(SCENES["engine-sixteen"], (80, 24))
    assert (told.party, told.others) == (6, 10)


async def test_three_characters_of_two_games_are_in_sight_at_first() -> None:
    told, text = await drawn(Scene("the-light-on-gannet-stack"), (120, 40))
    assert told.party == 3
    assert text.count("Body ◇") == 3


@pytest.mark.parametrize(("size", "most"), [((120, 40), 0.48), ((200, 60), 0.55)], ids=["120x40", "200x60"])
@pytest.mark.parametrize("scene", ["engine-twelve", "mettle-twelve", "abacus"])
async def test_panes_leave_few_cells_blank_in_a_fight(scene: str, size: tuple[int, int], most: float) -> None:
    told, _ = await drawn(SCENES[scene], size)
    assert told.blank < most


@pytest.mark.parametrize(
    ("scene", "most"), [("engine-few", 0.65), ("mettle-few", 0.64), ("abacus-between", 0.54)], ids=str
)
async def test_a_great_screen_is_filled_with_few_people_too(scene: str, most: float) -> None:
    """The text of the scene, what the book holds behind it, and all that is known of everybody have the room."""
    told, text = await drawn(SCENES[scene], (200, 60))
    assert told.blank < most
    bare = [line for line in text.splitlines()[2:56] if not line.strip()]
    assert len(bare) <= 6


@pytest.mark.parametrize("size", [(120, 40), (200, 60)], ids=["120x40", "200x60"])
async def test_a_table_between_scenes_shows_the_next_one(size: tuple[int, int]) -> None:
    """Rows without challenges tell who is hurt, the next scene and, on a great screen, later ones."""
    acts = ("damage captain-elias-mercer points=3",)
    _, text = await drawn(Scene("the-light-on-gannet-stack", acts), size)
    assert "Next: The Mooring Gallery" in text
    assert "An iron gallery round the tower" in text
    assert "Later: " in text or size == (120, 40)
    assert "Captain Elias Mercer: " in text


@pytest.mark.parametrize(("size", "most"), [((120, 40), 0.46), ((200, 60), 0.66)], ids=["120x40", "200x60"])
async def test_the_book_takes_an_empty_logs_room_before_scene_one(size: tuple[int, int], most: float) -> None:
    """The next scene, later ones, and what the GM has read of the story before."""
    told, text = await draw(Scene("the-light-on-gannet-stack"), size)
    assert told.blank < most
    assert "Challenge: Moor in the gale." in text
    assert ("What really happened. A gang of" in text) == (size == (200, 60))
    assert ("Notes. Blows, shots and rope" in text) == (size == (200, 60))


@pytest.mark.parametrize(("scene", "rungs"), [("engine-twelve", 10), ("mettle-twelve", 5), ("abacus", 10)])
async def test_every_rung_is_on_a_screen_of_120_by_40(scene: str, rungs: int) -> None:
    _, text = await drawn(SCENES[scene], (120, 40))
    # Columns may have heads, and the challenge of the next roll a rung between those that have names.
    ladder = text.partition("Ladder")[2].splitlines()[1 : rungs + 3]
    assert sum(bool(re.match(r".{3} *[+−]?\d+ [A-Za-z]", line)) for line in ladder) == rungs


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)], ids=["80x24", "120x40", "200x60"])
@pytest.mark.parametrize(
    ("scene", "foe"), [("engine-twelve", "Admiral Lucius Drake"), ("mettle-twelve", "The Clerk 2")]
)
async def test_the_foe_who_acts_next_is_named(scene: str, foe: str, size: tuple[int, int]) -> None:
    _, text = await drawn(SCENES[scene], size)
    marked = [line for line in text.splitlines() if "»" in line]
    assert len(marked) == 1
    assert foe[:12] in marked[0].partition("»")[2]


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)], ids=["80x24", "120x40", "200x60"])
async def test_harm_and_turn_carry_more_colour_than_all_else(size: tuple[int, int]) -> None:
    told, _ = await drawn(SCENES["engine-twelve"], size)
    loud = sum(told.colours.get(meaning, 0) for meaning in ("turn", "harm", "scratch"))
    assert 2 * loud > sum(told.colours.values())
    assert told.ladder < 0.1
