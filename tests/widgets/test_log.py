"""The log as a table: verdicts whole, further lines indented, open acts marked."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.golden import screen_text
from tests.rules.tables import FELIX, MERCER, Play
from tests.widgets.stage import Stage
from wyrd_tui.engine.log_line import LogLine
from wyrd_tui.engine.spans import Role
from wyrd_tui.widgets.glyphs import UNICODE
from wyrd_tui.widgets.log import LogPane, line_rows
from wyrd_tui.widgets.spans import Line, width_of
from wyrd_tui.widgets.values import LogEntry

ROLES: tuple[Role, Role] = ("strong", "text")
LONG = LogLine("Captain Elias Mercer attacks the Witch of the Weir", f": {'++0-, Fight +2 = 3 ' * 4}", "HIT 4", "gain")


def text(line: Line) -> str:
    return "".join(part for part, _ in line)


@pytest.mark.parametrize("width", [40, 70, 110, 190])
def test_a_verdict_stands_whole_at_the_right_edge(width: int) -> None:
    rows = list(line_rows(LONG, width, 0, ROLES))
    assert rows[0][-1] == ("HIT 4", "gain")
    assert width_of(rows[0]) == width
    assert all(width_of(row) <= width for row in rows)
    assert all(text(row).startswith("  ") for row in rows[1:])
    assert " ".join(" ".join(map(text, rows)).replace("HIT 4", "").split()) == f"{LONG.head}{LONG.tail}".strip()


def test_me_11_the_longest_grade_stands_beside_its_sentence() -> None:
    """ME-11: in the log of 120 cells, as every other verdict does."""
    line = LogLine("Kirin checks Poise 5 against Bolt (1)", ": Score 2, Edge 5", "SUCCESS, Legendary", "gain")
    first = text(next(line_rows(line, 47, 0, ROLES)))
    assert first.startswith("Kirin checks Poise 5")
    assert first.endswith("SUCCESS, Legendary")
    assert len(first) == 47


def test_a_verdict_without_room_has_lines_of_its_own() -> None:
    """They end at the right edge, where the other verdicts do."""
    line = LogLine("Ann rolls", ": 1", "WOUND mild, moderate, severe", "harm")
    rows = [text(row) for row in line_rows(line, 40, 0, ROLES)]
    assert rows == ["WOUND mild, moderate, severe".rjust(40), "Ann rolls: 1"]


@pytest.mark.parametrize("verdict", ["HIT 4", "TIE, read as success", "WOUND moderate, severe"])
def test_a_verdict_stands_beside_its_sentence_at_120_columns(verdict: str) -> None:
    """The log of 120×40 has 46 cells for a sentence and its verdict."""
    first, *_ = line_rows(replace(LONG, verdict=verdict), 46, 0, ROLES)
    assert text(first).startswith("Captain Elias")
    assert text(first).endswith(verdict)


def _rows(app: Stage) -> list[str]:
    return [row.rstrip() for row in screen_text(app).splitlines()[1:]]


async def test_an_act_that_begins_out_of_sight_has_a_sign() -> None:
    """The sign stands in the place of the time, and a whole act has none."""
    pane = LogPane()
    app = Stage(pane)
    async with app.run_test(size=(60, 4)) as pilot:
        pane.show((LogEntry(1, "20:00", tuple(map(LogLine, "ABC"))), LogEntry(2, "20:01", (LogLine("D"),))))
        await pilot.pause()
        assert _rows(app) == [
            "  …        B",
            "           C",
            "  20:01  D",
        ]
        pane.show((LogEntry(1, "20:00", tuple(map(LogLine, "ABC"))), LogEntry(2, "20:01", (*map(LogLine, "DEF"),))))
        await pilot.pause()
        assert _rows(app) == [
            "  20:01  D",
            "           E",
            "           F",
        ]


async def test_the_end_of_a_sentence_begun_above_has_a_sign() -> None:
    pane, note = LogPane(), tuple(map(LogLine, ("You stopped on a very long turn of Felix.", "Ada is hurt.")))
    app = Stage(pane)
    async with app.run_test(size=(30, 4)) as pilot:
        pane.show((LogEntry(1, "20:00", (LogLine("A"),)), LogEntry(0, "", (*note, LogLine("Open questions: 2.")))))
        await pilot.pause()
        assert _rows(app) == [
            "  …        Felix.",
            "           Ada is hurt.",
            "           Open questions: 2.",
        ]


def test_the_head_stands_out_before_its_details() -> None:
    (row,) = line_rows(LogLine("Ann rolls", ": 1"), 70, 0, ROLES)
    assert row == (("Ann rolls", "strong"), (": 1", "text"))


def test_an_act_with_an_open_matter_has_a_stripe() -> None:
    pane = LogPane()
    pane._entries = (
        LogEntry(1, "20:00", (LogLine("A"),), frozenset({"tie"})),
        LogEntry(2, "20:01", (LogLine("B"), LogLine("C"))),
    )
    pane._open = frozenset({"tie"})
    first, second = pane.draw(70)[-2:]
    assert first.stripe == (UNICODE.flag, "open")
    assert second.stripe is None
    assert [text(line) for line in second.lines] == ["20:01  B", "         C"]


@given(st.lists(st.sampled_from(["act", "raise", "slide", "undo", "close", "widen"]), min_size=4, max_size=12))
def test_the_pane_matches_a_new_one_after_acts_and_undos(steps: list[str]) -> None:
    """Acts that were drawn before are drawn again only where they differ."""
    pane, width = LogPane(), 60
    for number, step in enumerate(steps):
        raised = frozenset({"tie"} if step == "raise" else ())
        if step in ("act", "raise", "slide"):
            entry = LogEntry(number, "20:00", (LogLine(f"act {number}"),), raised)
            pane._entries = (*pane._entries[step == "slide" :], entry)
            pane._open |= raised
        elif step == "undo":
            pane._entries = pane._entries[:-1]
        elif step == "close":
            pane._open = frozenset()
        else:
            width += 1
        fresh = LogPane()
        fresh._entries, fresh._open = pane._entries, pane._open
        drawn, wanted = ([(item.lines, item.stripe) for item in one.draw(width)] for one in (pane, fresh))
        assert drawn == wanted


def test_initiative_of_many_has_one_line_of_dice() -> None:
    """Everybody's dice stand in one line, after the order that they make (WE-51)."""
    play = Play(MERCER, FELIX)
    lines = play(f'initiative dice="{"; ".join(["0000"] * len(play.state.actors))}"').lines
    assert len([line for line in lines if "0000" in line]) == 1
    assert lines[0].startswith("Initiative: ")


@pytest.mark.parametrize("width", range(40, 90))
def test_a_total_never_leaves_its_sum(width: int) -> None:
    line = LogLine("Marla attacks Wart", ": ++00, Fight +3 = 5 against ----, Fight +1 = −3", "HIT 8", "gain")
    rows = [text(row).replace("HIT 8", "").rstrip() for row in line_rows(line, width, 0, ROLES)]
    assert not any(row.endswith("=") or row.lstrip().startswith("=") for row in rows)
