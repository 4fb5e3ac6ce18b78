"""The ladder of rungs at every width (WE-29, WE-31)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.rules.tables import HARGRAVE, Play
from tests.scans import report
from tests.screens.shipped import begun
from tests.widgets.stage import shown
from wyrd_tui.engine.rules.game import Ladder
from wyrd_tui.engine.rules.mettle.game import ladder as mettle_ladder
from wyrd_tui.engine.rules.wyrd_engine.game import ladder
from wyrd_tui.widgets.ladder import LadderPane
from wyrd_tui.widgets.spans import width_of


@pytest.mark.parametrize("given", ["", "give hargrave 2 boost map"])
def test_we_31_no_roll_needed_is_said_at_every_width(given: str) -> None:
    """The chance stays beside it, and no line is wider than its pane."""
    play = Play(HARGRAVE)
    if given:
        play(given)
    pane = LadderPane()
    pane.show(ladder(play.state, "hargrave", "Notice"), 0)
    report(fault for width in range(34, 120) for fault in _row_faults(pane, width))


def _row_faults(pane: LadderPane, width: int) -> Iterator[str]:
    rows = {item.key: item.lines[0] for item in pane.draw(width)}
    told = {key: "".join(text for text, _ in line) for key, line in rows.items()}
    for key, text in told.items():
        if width_of(rows[key]) > width or "%" not in text or ("no roll needed" in text) != (int(key) < 0):
            yield f"{width}: {text}"


@pytest.mark.parametrize("width", [46, 64, 120])
async def test_the_title_names_what_is_rolled_at_every_width(width: int) -> None:
    """The name of the character is left out first where a long challenge leaves no room."""
    steps, faced = ladder(Play(HARGRAVE).state, "hargrave", "Notice"), (0, "Across the whole of the clean floor")
    rows = await shown(LadderPane(), (width, 5), ladder=steps, rung=0, faced=faced)
    assert "Notice" in rows[0]


@pytest.mark.parametrize(
    ("width", "told"),
    [
        (90, "Viktor Sorokin, The Salle 4 ← The Clerk’s Poise (3)"),
        (74, "Viktor, The Salle 4 ← The Clerk’s Poise (3)"),
        (52, "The Salle 4 ← The Clerk’s Poise (3)"),
    ],
)
async def test_a_ladders_owner_comes_before_rungs_out_of_sight(width: int, told: str) -> None:
    """The short name stands where the whole one has no room, and the count of rungs gives way to both."""
    steps = mettle_ladder(begun("a-fine-patina").state, "viktor", "The Salle", 3)
    rows = await shown(LadderPane(), (width, 2), ladder=steps, rung=3, faced=(3, "The Clerk’s Poise (3)"))
    assert told in rows[0]


async def test_a_rung_alone_names_each_of_its_chances() -> None:
    """ME-28: without a heading each chance stands behind its name, apart from the next."""
    steps = mettle_ladder(begun("a-fine-patina").state, "kirin", "Poise", 5)
    rows = await shown(LadderPane(), (80, 2), ladder=steps, rung=5)
    assert "as is 41% · 1 raised 26% · 2 raised 12% · Twist 78%" in rows[1]


async def test_a_character_facing_nothing_is_named_beside_no_challenge() -> None:
    nothing = Ladder("Colin Dacre: turned against the party, faces nothing", ())
    rows = await shown(LadderPane(), (76, 6), ladder=nothing, rung=0, faced=(5, "Hester's good manners"))
    assert "Colin Dacre: turned against the party, faces nothing" in rows[0]
    assert not any(rows[1:])
    narrow = await shown(LadderPane(), (46, 6), ladder=nothing, rung=0)
    assert " ".join(" ".join(narrow[1:]).split()) == nothing.title


async def test_bars_are_as_long_where_one_rung_is_left() -> None:
    """WE-29: a question that leaves fewer lines to the ladder changes no bar of it."""
    steps = ladder(Play(HARGRAVE).state, "hargrave", "Notice")
    drawn = [await shown(LadderPane(), (78, height), ladder=steps, rung=0) for height in (6, 3, 2)]
    rungs = [next(row for row in rows if "Challenging" in row) for rows in drawn]
    assert rungs[0] == rungs[1] == rungs[2]
