"""Lines that repaint only what changed, and the panes made of them."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.geometry import Region, Size
from textual.message import Message

from tests.golden import screen_text
from tests.screens.abacus_tables import character, facet, worn
from tests.widgets.stage import Stage
from wyrd_tui.engine.sheet import Row
from wyrd_tui.engine.spans import Span
from wyrd_tui.engine.state import WYRD_ABACUS, Actor, Condition, State
from wyrd_tui.widgets.glyphs import ASCII, UNICODE, Glyphs
from wyrd_tui.widgets.pane import Pane
from wyrd_tui.widgets.pane_items import PaneItem
from wyrd_tui.widgets.reading import InspectorPane
from wyrd_tui.widgets.rods import bead_line
from wyrd_tui.widgets.spans import SELECTED, Line, changed_cells, fill_line, merge_spans, stretched_name, width_of
from wyrd_tui.widgets.themes import THEMES
from wyrd_tui.widgets.tracks import box_spans

SPANS = st.lists(st.tuples(st.sampled_from(["a", "bb", "é", "漢", "  "]), st.sampled_from(["text", "dim", "here"])))


@given(SPANS, st.integers(1, 30))
def test_a_filled_line_is_as_wide_as_it_must_be(spans: list[Span], width: int) -> None:
    assert width_of(fill_line(tuple(spans), width)) == width


@pytest.mark.parametrize(
    ("label", "shown"),
    [
        ("Captain Elias", "Captain Elias  □□"),
        ("Captain Elias M", "Captain Elias M □□"),
        ("Captain Elias Mercer", "Captain Elias… □□"),
    ],
)
def test_a_name_that_is_cut_moves_no_track(label: str, shown: str) -> None:
    line = stretched_name(label, 13, "name", (("  ", "text"), ("□□", "text")), 18, "…")
    assert "".join(text for text, _ in line) == shown


@pytest.mark.parametrize(
    ("label", "shown"), [("Captain Elias M", "Captain Elias M □□"), ("Captain Elias Mercer", "Mercer         □□")]
)
def test_a_brief_name_stands_for_one_that_would_be_cut(label: str, shown: str) -> None:
    line = stretched_name(label, 13, "name", (("  ", "text"), ("□□", "text")), 18, "…", brief="Mercer")
    assert "".join(text for text, _ in line) == shown


def spread(line: Line) -> list[tuple[str, str]]:
    """Each cell of a line; the second cell of a wide sign repeats it."""
    return [(sign, role) for text, role in line for sign in text for _ in range(width_of(((sign, role),)))]


@given(SPANS, SPANS)
def test_cells_outside_the_changed_ones_are_the_same(old: list[Span], new: list[Span]) -> None:
    before, after = fill_line(tuple(old), 20), fill_line(tuple(new), 20)
    start, end = changed_cells(before, after)
    was, now = spread(before), spread(after)
    assert was[:start] == now[:start]
    assert was[end:] == now[end:]


@pytest.mark.parametrize(
    ("done", "needed", "drawn"),
    [(0, 4, "────○○○○"), (1, 4, "●────○○○"), (4, 4, "●●●●────"), (0, 30, "╱─○○○○○○"), (1, 30, "●╱─○○○○○")],
)
def test_beads_slide_along_the_rod(done: int, needed: int, drawn: str) -> None:
    assert "".join(bead_line(done, needed, 8, UNICODE)) == drawn


@given(st.integers(-3, 60), st.integers(0, 50), st.integers(3, 20))
def test_a_rod_keeps_its_length_and_true_ends(done: int, needed: int, rod: int) -> None:
    moved, bare, waiting = bead_line(done, needed, rod, UNICODE)
    assert len(moved) + len(bare) + len(waiting) == rod
    assert bool(moved) == (done > 0 and needed > 0)
    assert bool(waiting) == (done < needed or needed == 0)


def test_boxes() -> None:
    assert "".join(text for text, _ in box_spans(Row("s", "Stress", 4, 1), UNICODE)) == "■□□□"
    assert "".join(text for text, _ in box_spans(Row("m", "Mild", 3, 2, penalty=1), UNICODE)) == "◆◆◇"
    assert "".join(text for text, _ in box_spans(Row("p", "Pool", 12, 3), UNICODE)) == "3/12"


def items(names: Sequence[str]) -> list[PaneItem]:
    return [PaneItem(name, (((name, "name"),),)) for name in names]


@pytest.mark.parametrize("theme", THEMES)
async def test_the_stripe_is_seen_in_the_selected_row(theme: str) -> None:
    """In reverse its block would have the colour of the ground, and its ground that of harm."""
    pane = Pane("Test", look=THEMES[theme].look)
    async with Stage(pane).run_test(size=(40, 6)):
        pane.take([PaneItem("one", ((("one", "name"), (" □□", "faint")),), ("█", "worst"))])
        pane.select("one")
        pane.focus_on(True)
        (sign, role), *bar = pane.lines[1]
        assert sign == "█"
        assert role.removesuffix(SELECTED) == "worst"
        assert not pane.look[role].reverse
        assert len({pane.look[one].color for _, one in bar if pane.look[one].reverse}) <= 1


def test_blanks_behind_a_name_are_not_underlined() -> None:
    assert merge_spans((("Drake", "worst"), ("   ", "text"))) == (("Drake", "worst"), ("   ", "text"))


async def test_only_the_changed_cells_are_painted_again(monkeypatch: pytest.MonkeyPatch) -> None:
    pane = Pane("Test")
    pane.items = []
    async with Stage(pane).run_test(size=(40, 10)) as pilot:
        pane.take(items(["one", "two", "three"]))
        pane.compose_lines()
        await pilot.pause()
        painted: list[Region] = []
        monkeypatch.setattr(pane, "refresh", lambda *regions, **more: painted.extend(regions))
        pane.select("two")
        assert [(region.y, region.height) for region in painted] == [(2, 1)]
        painted.clear()
        pane.select("three")
        assert sorted(region.y for region in painted) == [2, 3]
        assert all(region.height == 1 for region in painted)
        painted.clear()
        pane.select("three")
        assert not painted


async def test_a_pane_of_another_size_is_painted_whole_once() -> None:
    """The layout paints it, so that the next change repaints its own cells alone."""
    pane = Pane("Test")
    async with Stage(pane).run_test(size=(40, 10)) as pilot:
        pane.take(items(["one", "two"]))
        pane.compose_lines()
        await pilot.pause()
        pane.expect(Size(40, 8))
        pane.styles.height = 8
        await pilot.pause()
        pane.select("two")
        assert [(region.y, region.height) for region in pane._exchange_repaint_regions()] == [(2, 1)]


async def test_a_change_is_painted_without_a_message_to_the_pane(monkeypatch: pytest.MonkeyPatch) -> None:
    pane = Pane("Test")
    app = Stage(pane)
    async with app.run_test(size=(40, 10)) as pilot:
        pane.take(items(["one", "two", "three"]))
        pane.compose_lines()
        await pilot.pause()
        posted: list[Message] = []
        monkeypatch.setattr(pane, "post_message", posted.append)
        pane.select("two")
        monkeypatch.undo()
        await pilot.pause()
        assert not posted
        assert f"{UNICODE.cursor} two" in screen_text(app)


async def test_hidden_rows_are_counted_and_the_cursor_stays_visible() -> None:
    pane = Pane("Test")
    async with Stage(pane).run_test(size=(40, 6)):
        pane.take(items([f"row {number}" for number in range(20)]))
        pane.select("row 0")
        title = "".join(text for text, _ in pane.lines[0])
        assert " ▾ 15 more " in title
        pane.select(pane.keys[7])
        shown = ["".join(text for text, _ in line).strip() for line in pane.lines]
        assert shown[-1] == "▸ row 7"
        assert " ▴ 3 ▾ 12 more " in shown[0]


@pytest.mark.parametrize(("glyphs", "quiet", "used"), [(UNICODE, "─", "═"), (ASCII, "-", "=")])
async def test_the_pane_in_use_is_told_by_a_shape(glyphs: Glyphs, quiet: str, used: str) -> None:
    pane = Pane("Test", glyphs=glyphs)
    async with Stage(pane).run_test(size=(40, 6)):
        pane.compose_lines()
        assert set("".join(text for text, _ in pane.lines[0])) == {*" Test", quiet}
        pane.focus_on(True)
        assert set("".join(text for text, _ in pane.lines[0])) == {*" Test", used}


async def test_the_front_tab_has_a_shape_and_tabs_stay() -> None:
    pane = Pane("Abacus")
    pane.tabs = ("Ladder", "Abacus", "Log")
    async with Stage(pane).run_test(size=(40, 6)):
        pane.compose_lines()
        title = "".join(text for text, _ in pane.lines[0])
        assert title.startswith("─ Ladder [Abacus] Log ")
        assert [pane._tab_at(title.index(name)) for name in pane.tabs] == list(pane.tabs)


async def test_the_first_row_in_sight_is_whole() -> None:
    pane = Pane("Test")
    two = [PaneItem(str(number), (((f"name {number}", "name"),), ((f"more {number}", "dim"),))) for number in range(9)]
    async with Stage(pane).run_test(size=(40, 6)):
        pane.take(two)
        for number in (*range(9), *reversed(range(9))):
            pane.select(str(number))
            shown = ["".join(text for text, _ in line)[2:].strip() for line in pane.lines[1:]]
            assert shown[0].startswith("name")
            assert f"name {number}" in shown
            assert f"more {number}" in shown


async def test_only_items_whole_in_sight_are_counted() -> None:
    long: tuple[Line, ...] = tuple([((f"line {number}", "text"),) for number in range(4)])
    pane = Pane("Test")
    async with Stage(pane).run_test(size=(40, 7)):
        pane.take([PaneItem("a", long), PaneItem("b", long)])
        pane.compose_lines()
        assert " ▾ 1 more " in "".join(text for text, _ in pane.lines[0])
        pane.take([PaneItem("a", long * 3)])
        pane.compose_lines()
        assert " ▾ 1 more " in "".join(text for text, _ in pane.lines[0])


async def test_a_sign_spelt_in_ascii_takes_the_blanks_behind_it() -> None:
    pane = Pane("Test", glyphs=ASCII)
    async with Stage(pane).run_test(size=(20, 3)):
        pane.set_lines([(("⏎ takes one" + " " * 9, "text"),), ()])
        shown = ["".join(text for text, _ in line) for line in pane.lines]
    assert shown == ["Enter takes one     ", " " * 20, " " * 20]


async def test_the_inspector_parts_a_condition_from_its_note() -> None:
    fate = Condition("defeated", "defeated: maimed", note="gone from the tale", out=True)
    pane = InspectorPane()
    async with Stage(pane).run_test(size=(60, 8)) as pilot:
        pane.show(State(), Actor("nora", "Nora", "party", "pc", conditions=(fate,)))
        await pilot.pause()
        assert "defeated: maimed · gone from the tale" in screen_text(pilot.app)


async def test_wa_49_the_inspector_counts_no_facet_of_a_scratched_ability() -> None:
    """WA-05, WA-49: no point comes back there; a facet of another ability is counted."""
    facets = (facet("Wiry", "body"), facet("Doubts", "soul"))
    pane = InspectorPane()
    async with Stage(pane).run_test(size=(60, 8)) as pilot:
        one = character("Ada", worn((5, 0), (4, 4), (6, 2), 3, struck="body"), facets=facets)
        pane.show(State(games=(WYRD_ABACUS,)), one)
        await pilot.pause()
        shown = screen_text(pilot.app)
    assert "Wiry: Body · scratched out" in shown
    assert "Doubts: Soul · 1 of 1 left" in shown
