"""The head names the challenges that are out of sight, as far as they matter, and marks the one at hand."""

from __future__ import annotations

import pytest
from textual.app import App, ComposeResult

from wyrd_tui.widgets.glyphs import UNICODE
from wyrd_tui.widgets.head import Head, rods_line, rods_lines, strip_lines
from wyrd_tui.widgets.spans import FRESH
from wyrd_tui.widgets.values import HeadRod

FUSE = HeadRod("The fuse", "5/6", "hurt", 5, 6)
BANK = HeadRod("Hold the bank", "0/2", "text", 0, 2, moves=True)
MOB = HeadRod("The mob at the door", "7")


FACTS = ("round 1", "18 acts", "saved")


async def _first_line(
    width: int,
    *rods: HeadRod,
    facts: tuple[str, ...] = FACTS,
    steady: bool = False,
    held: tuple[str, ...] = (),
    warning: str = "",
    title: str = "Tower",
) -> str:
    class Alone(App[None]):
        def compose(self) -> ComposeResult:
            yield Head()

    async with Alone().run_test(size=(width, 2)) as pilot:
        head = pilot.app.query_one(Head)
        head.show(title, "Engine room", facts, warning, rods=rods, steady=steady, held=held)
        await pilot.pause()
        return "".join(text for text, _ in head.lines[0])


@pytest.mark.parametrize(
    ("width", "told"),
    [
        (80, " Tower · Engine room   The fuse 5/6                round 1 · 18 acts · saved"),
        (58, " Tower · Engine room   The fuse 5/6   round 1 · saved"),
        (46, " Tower · Engine room   The fuse 5/6   saved"),
        (40, " Engine room   The fuse 5/6   saved"),
        (30, " Engine room   round 1 · saved"),
    ],
)
async def test_a_clock_near_its_end_stands_in_the_head(width: int, told: str) -> None:
    assert (await _first_line(width, FUSE)).split() == told.split()


@pytest.mark.parametrize(("width", "acts"), [(80, False), (90, True), (120, True)])
async def test_the_width_decides_on_acts_where_challenges_come_and_go(width: int, acts: bool) -> None:
    for rods in ((), (FUSE,), (FUSE, BANK)):
        assert ("18 acts" in await _first_line(width, *rods, steady=True)) is acts


async def test_two_challenges_stand_in_the_head_before_the_title() -> None:
    line = await _first_line(80, FUSE, BANK)
    assert "The fuse 5/6   ± Hold the bank 0/2" in line
    assert "round 1 · saved" in line


async def test_wa_08_the_pool_comes_before_a_second_challenge() -> None:
    """WA-08, WA-22: beside a clock near its end the GM sees the Wyrd left while a draw is decided."""
    queen = HeadRod("The Queen Stirs", "3/4", "hurt", 3, 4, chosen=True, moves=True)
    wagon = HeadRod("The wagon across the lane", "2/7", "text", 2, 7)
    line = await _first_line(76, queen, wagon, facts=("Wyrd ◉◉◉◉◉", "3 acts", "saved"))
    assert " ".join(line.split()) == "Tower · Engine room ▸± The Queen Stirs 3/4 …1 more Wyrd ◉◉◉◉◉ · saved"


@pytest.mark.parametrize("width", [60, 66, 72, 80])
@pytest.mark.parametrize("last", [("3 acts", "saved"), ("3 acts",), ("read only, act 3",)])
async def test_wa_08_the_pool_gives_way_to_no_challenge(width: int, last: tuple[str, ...]) -> None:
    """WA-08: with the log before the abacus nothing else tells the Wyrd of the scene."""
    queen = HeadRod("The Queen Stirs", "3/4", "hurt", 3, 4)
    others = (HeadRod(f"The wagon across lane {at}", "2/7", "text", 2, 7) for at in range(4))
    pool = "Wyrd ◉◉◉◉"
    facts = (pool, "round 1", *last)
    line = await _first_line(width, queen, *others, facts=facts, held=(pool,))
    assert pool in line
    assert last[-1] in line
    assert "3/4" in line or last == ("read only, act 3",)


async def test_wa_08_the_pool_stays_beside_a_warning() -> None:
    facts = ("Wyrd ◉◉◉◉", "3 acts", "saved")
    line = await _first_line(72, facts=facts, held=facts[:1], warning="A save of an older program was read.")
    assert "Wyrd ◉◉◉◉ · saved" in line


@pytest.mark.parametrize(
    ("room", "told"),
    [
        (90, "The fuse ●●●●●○ 5/6   ± Hold the bank ○○ 0/2   The mob at the door 7"),
        (60, "The fuse 5/6   ± Hold the bank 0/2   The mob at the door 7"),
        (50, "The fuse 5/6   ± Hold the bank 0/2   …1 more"),
        (40, "The fuse 5/6   ± Hold the… 0/2   …1 more"),
        (24, "The fuse 5/6   …2 more"),
        (9, ""),
    ],
)
def test_the_line_keeps_challenges_near_their_end_or_at_hand(room: int, told: str) -> None:
    line = rods_line((FUSE, BANK, MOB), room, UNICODE, beads=True)
    assert "".join(text for text, _ in line) == told


def test_wa_14_the_untried_stand_before_what_failed() -> None:
    """WA-14: also before the one that failed last, which the next roll is for."""
    hum = HeadRod("The hum in the fog", "failed", "dim", chosen=True, weight=4)
    sleeper = HeadRod("The sleeper upstairs", "0/4", "text", 0, 4, weight=2)
    assert "".join(text for text, _ in rods_line((hum, sleeper), 40, UNICODE)) == "The sleeper upstairs 0/4   …1 more"


def test_the_first_title_is_whole_before_a_second_is_cut() -> None:
    patience = HeadRod("The clerk's patience", "3/4", "hurt", 3, 4, moves=True)
    door = HeadRod("The door behind the counter", "0/1")
    line = rods_line((patience, door), 50, UNICODE)
    assert "".join(text for text, _ in line) == "± The clerk's patience 3/4   …1 more"


def test_wa_14_a_locked_challenge_says_what_opens_it() -> None:
    gate = HeadRod("The gate", "", "dim", after="after Hold the bank")
    for room, told in (
        (60, "± Hold the bank 0/2   The gate ⊘ after Hold the bank"),
        (40, "± Hold the bank 0/2   …1 more"),
    ):
        assert "".join(text for text, _ in rods_line((BANK, gate), room, UNICODE)) == told


def test_many_challenges_have_two_lines_of_whole_titles() -> None:
    """No bead that moves changes the number of lines."""
    rods = (FUSE, BANK, MOB._replace(title="The mob at the churchyard gate"))
    lines = rods_lines(rods, 40, UNICODE, strip_lines(rods, 42))
    assert ["".join(text for text, _ in line).strip() for line in lines] == [
        "The fuse 5/6   ± Hold the bank 0/2",
        "The mob at the churchyard gate 7",
    ]
    assert strip_lines(rods, 100) == 1
    assert strip_lines((), 40) == 0
    assert strip_lines((FUSE._replace(figures="10/10", done=10, needed=10),), 20) == strip_lines(
        (FUSE._replace(figures="0/10", done=0, needed=10),), 20
    )


async def test_a_title_is_cut_for_no_blank_cells() -> None:
    """The name of the table takes the cells that challenges and facts leave of the line."""
    title = "Murder at the Brass Orchid"
    for width, named in ((61, "Murder at t…"), (63, "Murder at the…"), (68, "Murder at the Bras…"), (75, title)):
        line = f" {named} · Engine room   The fuse 5/6   round 1 · saved "
        assert (await _first_line(width, FUSE, title=title)) == line


async def test_the_name_of_the_table_stands_beside_challenges() -> None:
    """The name is cut before it is left out, and left out before two challenges would have no room."""
    assert (await _first_line(70, FUSE, BANK)).startswith(" Tower · Engine room   The fuse 5/6")


def test_two_lines_of_challenges_are_both_filled() -> None:
    first, second = rods_lines((FUSE, BANK), 90, UNICODE, 2)
    assert ["".join(text for text, _ in line) for line in (first, second)] == [
        "The fuse ●●●●●○ 5/6",
        "± Hold the bank ○○ 0/2",
    ]


@pytest.mark.parametrize(
    ("room", "told"),
    [
        (80, "▸± Sound the alarm 2/3   Past the watch 0/1   The gate ⊘ the bank   The fuse 2/6"),
        (70, "▸± Sound the alarm 2/3   Past the watch 0/1   The fuse 2/6   …1 more"),
        (56, "▸± Sound the alarm 2/3   The fuse 2/6   …2 more"),
        (42, "▸± Sound the… 2/3   The fuse 2/6   …2 more"),
    ],
)
def test_a_clock_that_runs_stays_and_nothing_changes_its_place(room: int, told: str) -> None:
    alarm = HeadRod("Sound the alarm", "2/3", "hurt", 2, 3, chosen=True, moves=True, weight=3)
    watch = HeadRod("Past the watch", "0/1", "text", 0, 1, weight=3)
    gate = HeadRod("The gate", "", "dim", after="the bank", weight=5)
    fuse = HeadRod("The fuse", "2/6", "text", 2, 6)
    rods = (alarm, watch, gate, fuse)
    assert "".join(text for text, _ in rods_line(rods, room, UNICODE)) == told
    if room < 80:
        first, second = rods_lines(rods, room // 2 + 4, UNICODE, 2)
        assert ("The fuse ●●○○○○ 2/6" if room > 42 else "The fuse 2/6") in "".join(text for text, _ in second)
        assert "Sound the alarm" in "".join(text for text, _ in first)


def test_the_strip_highlights_the_bead_that_moved() -> None:
    line = rods_line((FUSE._replace(done=2, figures="2/6", was=1), BANK._replace(was=0)), 90, UNICODE, beads=True)
    assert [text for text, role in line if role.endswith(FRESH)] == ["●", "2/6"]


def test_the_strip_shows_what_an_open_question_would_move() -> None:
    line = rods_line((BANK._replace(then=1),), 90, UNICODE, beads=True)
    assert "".join(text for text, _ in line) == "± Hold the bank ▒○ 0→1/2"
