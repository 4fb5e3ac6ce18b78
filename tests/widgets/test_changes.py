"""Marks of what the last act has changed, and ghosts of what an open question would change."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import get_args

import pytest

from tests.golden import screen_text
from tests.rules.abacus.tables import character, hurt
from tests.rules.tables import FELIX, MERCER, Play
from tests.screens.mettle_tables import somebody
from tests.table_fakes import session
from wyrd_tui.app import WyrdApp
from wyrd_tui.engine.rules import all_games
from wyrd_tui.engine.sheet import Row, Sheet
from wyrd_tui.engine.spans import Role
from wyrd_tui.engine.state import METTLE, WYRD_ABACUS, WYRD_ENGINE, Actor, Challenge, Condition, State
from wyrd_tui.screens.table.screen import TableScreen
from wyrd_tui.widgets.abacus import AbacusPane
from wyrd_tui.widgets.glyphs import UNICODE
from wyrd_tui.widgets.party import PartyPane
from wyrd_tui.widgets.point_rows import points_columns, points_lines, width_across
from wyrd_tui.widgets.rods import Slide, rod_line, sixes_line
from wyrd_tui.widgets.spans import FRESH, Line, fresh, width_of
from wyrd_tui.widgets.themes import THEMES
from wyrd_tui.widgets.tracks import Shift, box_spans, just_now, troubles, with_news
from wyrd_tui.widgets.values import Around

STRESS = Row("stress", "Stress", 4, 2)


def changed(line: Line) -> list[str]:
    """Texts of a line that the last act has changed."""
    return [text for text, role in line if role.endswith(FRESH)]


@pytest.mark.parametrize(
    ("was", "fresh"), [(0, ["■■"]), (1, ["■"]), (2, []), (4, ["□□"])], ids=["hit", "one of two", "none", "healed"]
)
def test_boxes_that_changed_are_fresh(was: int, fresh: list[str]) -> None:
    line = box_spans(STRESS, UNICODE, was=replace(STRESS, marks=was))
    assert "".join(text for text, _ in line) == "■■□□"
    assert changed(line) == fresh


def test_boxes_that_a_number_would_mark_are_ghosts() -> None:
    assert box_spans(STRESS, UNICODE, then=replace(STRESS, marks=3)) == (
        ("■■", "text"),
        ("▒", "hurt"),
        ("□", "faint"),
    )
    assert box_spans(STRESS, UNICODE, then=replace(STRESS, marks=1))[1] == ("▒", "gain")


def test_many_boxes_tell_what_a_number_would_make_of_them() -> None:
    many = Row("stress", "Stress", 14, 3)
    assert box_spans(many, UNICODE, then=replace(many, marks=5)) == (("3→5", "hurt"),)
    assert box_spans(many, UNICODE, then=replace(many, marks=0)) == (("3→0", "gain"),)


@pytest.mark.parametrize(("lost", "told", "role"), [(3, "4→2", "hurt"), (0, "4→5", "gain"), (1, "4/5", "scratch")])
def test_points_in_figures_tell_what_a_number_would_leave(lost: int, told: str, role: Role) -> None:
    """WA-04: beads show it where they have room."""
    ada = character("Ada", 5, 4, 3)
    now, then = hurt(ada, body=1), hurt(ada, body=lost)
    for letters, drawn in ((True, False), (False, True)):
        across = points_columns([now], (WYRD_ABACUS,), UNICODE, letters=letters, drawn=drawn)
        (line,) = points_lines(now, (WYRD_ABACUS,), across, UNICODE, Shift(now, then))
        assert ((told, role) in line) == (letters or lost == 1)
        assert any("▒" in text and ghost == role for text, ghost in line) == (drawn and lost != 1)


@pytest.mark.parametrize("less", [0, 1, 3, 9])
def test_wa_22_facts_about_to_change_are_whole_in_tight_rows(less: int) -> None:
    """WA-22: beside Wyrd that would be drawn gaps are narrower, and labels shorter."""
    now, then = (character("Ada", 5, 4, 3, wyrd=wyrd) for wyrd in (0, 3))
    across = points_columns([now], (WYRD_ABACUS,), UNICODE, drawn=True)
    room = width_across(across) + 2 - less
    (line,) = points_lines(now, (WYRD_ABACUS,), across, UNICODE, Shift(now, then), room)
    assert "0→3" in "".join(text for text, _ in line)
    assert width_of(line) <= room


@pytest.mark.parametrize(
    ("marks", "then", "told", "role"),
    [
        ({}, {"focus": 1}, "4→3", "hurt"),
        ({"focus": 1}, {"focus": 2}, "3→2", "hurt"),
        ({"focus": 1}, {}, "3→4", "gain"),
        ({}, {"focus": 4}, "4→0", "hurt"),
        ({"mettle": 3}, {"mettle": 6}, "2→−1", "hurt"),
    ],
)
def test_me_21_dice_that_strain_would_leave_are_told(
    marks: dict[str, int], then: dict[str, int], told: str, role: Role
) -> None:
    """ME-21, ME-34: the dice that count, and Mettle that may fall below 0."""
    was, now, strained = (somebody("Magda", (4, 4, 3), (4, 3, 2), marks=one) for one in (marks, marks, then))
    across = points_columns([now], (METTLE,), UNICODE, letters=True)
    (line,) = points_lines(now, (METTLE,), across, UNICODE, Shift(was, strained))
    assert (told, role) in line
    assert "(" not in "".join(text for text, _ in line if told in text)


@pytest.mark.parametrize(
    ("slide", "drawn", "fresh"),
    [
        (Slide(1, 3, 3), "╟●●●───○○╢", ["●●"]),
        (Slide(3, 1, 1), "╟●───○○○○╢", ["○○"]),
        (Slide(2, 2, 3), "╟●●▒───○○╢", []),
        (Slide(2, 2, 1), "╟●▒───○○○╢", []),
        (Slide(2, 2, 2), "╟●●───○○○╢", []),
    ],
)
def test_moved_beads_are_fresh_and_beads_to_move_are_ghosts(slide: Slide, drawn: str, fresh: list[str]) -> None:
    line = rod_line(slide, 5, 8, UNICODE, moved_role="strong", waits=False)
    assert "".join(text for text, _ in line) == drawn
    assert changed(line) == fresh


def test_u_22_a_challenge_is_struck_when_leaving_but_not_advancing() -> None:
    """The title is struck and no bead is a ghost where a question takes a challenge off the abacus (U-22)."""
    crate = Challenge("crate", "The crate", "obstacle", done=1, needed=3)
    state = State(challenges={"crate": crate})
    pane, drawn = AbacusPane(), {}
    for name, then in {
        "leaves": replace(state, challenges={}),
        "advances": replace(state, challenges={"crate": replace(crate, done=2)}),
    }.items():
        pane.show(state, "crate", {}, around=Around(state, then))
        drawn[name] = next(item.lines[0] for item in pane.draw(60) if item.key == "crate")
    assert ("The crate", "gone") in drawn["leaves"]
    assert drawn["leaves"][-1] == ("  leaves", "strong")
    assert UNICODE.ghost not in "".join(text for text, _ in drawn["leaves"])
    assert ("The crate", "name") in drawn["advances"]
    assert ("●▒", "strong") in drawn["advances"]


def changes_of(play: Play) -> list[str]:
    """Fresh texts of the party pane after the last act."""
    pane = PartyPane()
    pane._state, pane._around = play.state, Around(play.session.done[-1].before, play.state)
    return [text for item in pane.draw(100) for line in item.lines for text in changed(line)]


def test_the_party_shows_changes_of_the_last_act() -> None:
    play = Play(MERCER, FELIX)
    play("damage felix 3")
    assert changes_of(play) == ["■■■", "−3 boxes just now"]
    play("condition felix winded")
    assert changes_of(play) == ["winded"]


def test_a_row_tells_what_has_just_changed() -> None:
    """Boxes, points and members read alike, lost and back, with what they are where there is room (WA-04, WE-90)."""
    ada = character("ada", 5, 4, 6)
    group = Actor("brutes", "Brutes", "foes", "mook", 6)
    games = (WYRD_ABACUS,)
    hurt_now = just_now(hurt(ada, body=3, mind=1), games, hurt(ada, body=1), UNICODE)
    assert hurt_now == ((("−3 points just now", "hurt*"),), (("−3 just now", "hurt*"),))
    assert just_now(ada, games, hurt(ada, body=1), UNICODE) == ((("1 Body back", "gain*"),), (("1 back", "gain*"),))
    tired = Actor("mercer", "Mercer", sheets={WYRD_ENGINE: Sheet(track=(STRESS,))})
    rested = replace(tired, sheets={WYRD_ENGINE: Sheet(track=(replace(STRESS, marks=1),))})
    assert just_now(rested, (WYRD_ENGINE,), tired, UNICODE)[0] == (("1 box back", "gain*"),), "stress is one less"
    assert just_now(replace(group, count=4, fallen=2), games, group, UNICODE) == ((("2 down just now", "hurt*"),),)
    assert just_now(replace(group, count=0, fallen=6), games, group, UNICODE) == ((("just now", "hurt*"),),)
    assert just_now(ada, games, ada, UNICODE) == just_now(ada, games, None, UNICODE) == ()


def test_a_row_tells_as_much_news_as_fits() -> None:
    news: Sequence[Line] = ((("2 boxes back", fresh("gain")),), (("2 back", fresh("gain")),))
    line: Line = (("Ann", "name"),)
    found = ["".join(text for text, _ in with_news(line, width, news)) for width in (17, 16, 11, 10)]
    assert found == ["Ann  2 boxes back", "Ann  2 back", "Ann  2 back", "Ann"]


def test_a_row_adds_up_no_numbers_of_two_games() -> None:
    """A rest gives back a box of stress and two points of Body (WE-71, WA-46)."""
    ada = character("ada", 5, 4, 6)
    tired = replace(hurt(ada, body=2), sheets={**hurt(ada, body=2).sheets, WYRD_ENGINE: Sheet(track=(STRESS,))})
    one_less = Sheet(track=(replace(STRESS, marks=STRESS.marks - 1),))
    rested = replace(ada, sheets={**ada.sheets, WYRD_ENGINE: one_less})
    both = (WYRD_ENGINE, WYRD_ABACUS)
    back, lost = just_now(rested, both, tired, UNICODE), just_now(tired, both, rested, UNICODE)
    assert back == ((("1 box, 2 Body back", "gain*"),), (("1, 2 back", "gain*"),))
    assert lost == ((("−1 box, −2 Body just now", "hurt*"),), (("−1, −2 just now", "hurt*"),))


@pytest.mark.parametrize(
    ("slide", "fresh"),
    [
        (Slide(3, 4, 4), ["●"]),
        (Slide(4, 3, 3), ["○"]),
        (Slide(10, 11, 11), ["●"]),
        (Slide(12, 12, 12), []),
    ],
)
def test_of_a_rod_to_scale_one_bead_is_fresh(slide: Slide, fresh: list[str]) -> None:
    assert changed(rod_line(slide, 24, 8, UNICODE, moved_role="strong", waits=False)) == fresh


@pytest.mark.parametrize(("was", "fresh"), [(2, ["⚅"]), (3, []), (4, ["○"]), (None, [])])
def test_sixes_that_were_counted_are_fresh(was: int | None, fresh: list[str]) -> None:
    assert changed(sixes_line(3, 6, 14, UNICODE, was)) == fresh


def test_every_theme_sets_changes_apart() -> None:
    for theme in THEMES.values():
        roles: tuple[Role, ...] = get_args(Role)
        for role in roles:
            style = theme.look[fresh(role)]
            assert style.underline or style != theme.look[role], role


async def test_a_question_on_damage_draws_ghosts_until_it_is_left() -> None:
    """In the party and in the order; undo shows what came back."""
    app = WyrdApp(lambda look, glyphs: TableScreen(session(), all_games, look=look, glyphs=glyphs))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press(*"2d2")
        await pilot.pause()
        assert screen_text(app).count("▒▒◇") == 2
        await pilot.press("escape")
        await pilot.pause()
        assert UNICODE.ghost not in screen_text(app)
        await pilot.press(*"2d2", "enter")
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, TableScreen)
        assert [changed(line) for line in screen.party.lines if changed(line)] == [["◆◆", "−2 boxes just now"]]
        await pilot.press("escape", "u")
        await pilot.pause()
        assert [changed(line) for line in screen.party.lines if changed(line)] == [["◇◇", "2 boxes back"]]


def test_a_group_that_is_all_down_has_no_other_trouble() -> None:
    """WE-90: what lies on a group says nothing any more once the last has fallen."""
    shaken = (Condition("demoralised", "demoralised", game=WYRD_ENGINE),)
    group = Actor("brutes", "Brutes", "foes", "mook", 2, conditions=shaken)
    assert troubles(group, (WYRD_ENGINE,), {}, UNICODE) == [("demoralised", "text")]
    assert troubles(replace(group, count=0, fallen=2), (WYRD_ENGINE,), {}, UNICODE) == []
