"""Lessons of a scenario wait for their keys, and teach the whole of The Locked Door."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.golden import screen_text, screen_with
from tests.screens.desk import Desk, press, seat
from wyrd_tui.app import WyrdApp
from wyrd_tui.engine.dice import LiveDice
from wyrd_tui.engine.lesson import SCREEN_VERBS, Lesson
from wyrd_tui.engine.rules import all_games
from wyrd_tui.engine.session import Session
from wyrd_tui.engine.state import State
from wyrd_tui.screens.table.captions import taught
from wyrd_tui.screens.table.controller import Controller
from wyrd_tui.screens.table.layout import LEAST_SIZE, regions
from wyrd_tui.screens.table.scene_text import scene_facts
from wyrd_tui.screens.table.screen import TableScreen
from wyrd_tui.screens.table.verbs import VERBS
from wyrd_tui.screens.table.wishes import wish_lines
from wyrd_tui.store.files.problems import Broken
from wyrd_tui.store.scenarios import presets
from wyrd_tui.store.scenarios.scenario import begin_table, load_scenario
from wyrd_tui.store.tables.opening import create_table, open_table
from wyrd_tui.widgets.cells import cells
from wyrd_tui.widgets.head import taught_lines
from wyrd_tui.widgets.spans import width_of

SHIPPED = sorted((presets.DATA / "scenarios").glob("*.toml"))
HIT = ("a", "enter", "=+000;0000", "enter")
FOLLOWED = {
    "the-locked-door": {
        "member-2": ("2",),
        "harder": ("]",),
        "roll": ("r", "enter", "=++00", "enter"),
        "tick": ("+",),
        "initiative": ("i", "tab", "=++++;0000;----", "enter"),
        "attack": HIT,
        "damage": ("enter",),
        "next": ("n",),
        "undo": ("u",),
        "end": ("e", "enter"),
        "help": ("?",),
    }
}
"""Keys that each lesson of a shipped scenario names, by the act or verb that it waits for."""
KEYS = FOLLOWED["the-locked-door"]


def door() -> State:
    """Begin The Locked Door."""
    return begin_table(load_scenario(presets.DATA / "scenarios" / "the-locked-door.toml"))


def finished(table: Controller) -> int:
    """Count the lessons that are finished."""
    return table.progress.finished(table.session)


def follow(table: Controller, until: str) -> None:
    """Press the keys of the lessons up to the one that waits for an act, without that one."""
    for waits, keys in KEYS.items():
        if waits == until:
            return
        press(table, *keys)


def test_shipped_lessons_are_finished_by_their_keys_one_by_one() -> None:
    assert {path.stem for path in SHIPPED if load_scenario(path).file.lessons} == FOLLOWED.keys()
    for name, keys in FOLLOWED.items():
        state = begin_table(load_scenario(presets.DATA / "scenarios" / f"{name}.toml"))
        assert [lesson.until for lesson in state.book.lessons] == [*keys]
        table, _ = seat(state)
        for number, (until, pressed) in enumerate(keys.items()):
            assert taught(table).at == finished(table) == number, until
            press(table, *pressed)
        assert finished(table) == len(keys)
        assert not taught(table).texts


@pytest.mark.parametrize("until", list(KEYS))
def test_other_keys_leave_a_lesson_waiting(until: str) -> None:
    table, desk = seat(door())
    follow(table, until)
    at = finished(table)
    help_too = ("?",) if until != "help" else ()
    press(table, "escape", "1", "[", "tab", "l", "b", *help_too, "D", "escape")
    assert desk.opened[:2] == ["history", "book"]
    assert finished(table) == at == list(KEYS).index(until)


def test_a_question_that_is_cancelled_finishes_no_lesson() -> None:
    table, _ = seat(door())
    follow(table, "roll")
    press(table, "r", "enter", "escape")
    assert finished(table) == 2


def test_a_lesson_tells_of_the_ruling_after_a_tie() -> None:
    """WE-41: the question opens by itself, and the step goes on after it."""
    table, _ = seat(door())
    follow(table, "roll")
    press(table, "r", "enter", "=--00", "enter")
    assert table.asking is not None
    assert "A tie asks you to rule" in taught(table).texts[taught(table).at]
    press(table, "b", "enter", "+")
    assert finished(table) == 4


def test_undo_goes_back_to_the_lesson_of_the_act() -> None:
    table, _ = seat(door())
    follow(table, "attack")
    press(table, "u")
    assert [lesson.until for lesson in door().book.lessons][finished(table)] == "initiative"
    press(table, "U")
    assert finished(table) == 5


def test_the_lesson_on_undo_waits_only_for_its_act() -> None:
    table, _ = seat(door())
    follow(table, "next")
    press(table, "u")
    assert finished(table) == 6
    press(table, "U", "n", "u")
    assert finished(table) == 9
    press(table, "u")
    assert finished(table) == 6


def test_verbs_are_forgotten_with_the_acts_before_them() -> None:
    table, _ = seat(door())
    follow(table, "end")
    press(table, "u", "u", *HIT, "enter")
    assert finished(table) == 7


def test_only_acts_from_before_the_sitting_finish_all_before_them() -> None:
    table, desk = seat(door())
    follow(table, "attack")
    again = Controller(table.session, table.rules, desk)
    again.open()
    press(again, "u", "e", "enter")
    assert finished(again) == 4


def test_a_line_and_the_palette_finish_lessons_too() -> None:
    table, _ = seat(door())
    table.perform("member-2")
    table.perform("harder")
    press(table, "r", "enter", "enter", "+", ":", "=initiative", "enter")
    follow_on = finished(table)
    press(table, ":", "=undo", "enter")
    assert (follow_on, finished(table)) == (5, 4)


def test_a_table_opened_again_goes_on_after_its_acts() -> None:
    table, desk = seat(door())
    follow(table, "attack")
    again = Controller(table.session, table.rules, desk)
    again.open()
    assert finished(again) == 5
    press(again, "u")
    assert finished(again) == 4


def test_the_journal_on_disk_tells_which_lessons_are_finished(tmp_path: Path) -> None:
    first = create_table(door(), folder=tmp_path)
    desk = Desk(first.state)
    table = Controller(first.session(dice=LiveDice(1)), all_games, desk)
    table.open()
    follow(table, "undo")
    first.close()
    second = open_table(first.path)
    again = Controller(second.session(dice=LiveDice(1)), all_games, desk)
    again.open()
    assert finished(again) == 8
    press(again, "u")
    assert finished(again) == 9
    press(again, "u", "u")
    second.close()
    assert finished(again) == 5


def test_a_table_that_is_only_looked_at_has_no_lesson() -> None:
    table, _ = seat(door(), read_only="Another window has it.")
    assert not taught(table).texts


def test_a_lesson_names_the_keys_as_they_are_remapped() -> None:
    state = door()
    lessons = (Lesson("Press `attack`, or `note`, or `automatic`.", "attack"),)
    table, desk = seat(replace(state, book=replace(state.book, lessons=lessons)))
    assert taught(table).texts == ('Press `a`, or `"`, or `:automatic`. (`f3` skips)',)
    other = Controller(table.session, table.rules, desk, remapped={"attack": "x"})
    other.open()
    assert taught(other).texts[0].startswith("Press `x`")


@pytest.mark.parametrize("width", [80, 120, 200])
def test_lessons_are_read_whole_in_as_many_lines_each(width: int) -> None:
    table, _ = seat(door())
    told = taught(table)
    heights = set()
    for at, text in enumerate(told.texts):
        lines = taught_lines(told._replace(at=at), width)
        heights.add(len(lines))
        assert all(width_of(line) == width for line in lines)
        read = " ".join("".join(part for part, _ in line) for line in lines)
        assert text.replace("`", "") in " ".join(read.split())
    assert len(heights) == 1
    assert heights <= {1, 2}


@pytest.mark.parametrize("size", [LEAST_SIZE, (80, 24), (100, 30), (120, 33), (120, 40), (200, 60)])
@pytest.mark.parametrize("asking", [0, 5])
def test_a_lesson_covers_no_pane(size: tuple[int, int], asking: int) -> None:
    width, height = size
    places = regions(width, height, wishes=wish_lines(door(), scene_facts(door()), 10, 3), asked_lines=asking)
    assert places["head"].height == 3
    covered = [region for name, region in places.items() if name != "head" and region.overlaps(places["head"])]
    assert not covered
    bare = regions(width, height, wishes=wish_lines(door(), scene_facts(door()), 10), asked_lines=asking)
    assert places.keys() == bare.keys()
    assert sum(region.area for region in places.values()) == sum(region.area for region in bare.values())


def test_lessons_may_wait_for_every_verb_of_the_screen() -> None:
    assert set(SCREEN_VERBS) == {verb.id for verb in VERBS}


@pytest.mark.parametrize(
    ("lesson", "said"),
    [
        ('text = "Hit."\nuntil = "atack"', ':5:1: there is no act with the id "atack"; did you mean "attack"?'),
        ('text = "Press `rol`."\nuntil = "roll"', ':4:1: there is no act with the id "rol"; did you mean "roll"?'),
        ('text = "Draw."\nuntil = "twist"', ':5:1: there is no act with the id "twist"'),
        ('text = "Hit."', '"until" is missing'),
    ],
)
def test_a_lesson_that_nobody_could_finish_is_an_error(lesson: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "lesson.toml"
    path.write_text(f'title = "A lesson"\nsystems = ["wyrd_engine"]\n[[lessons]]\n{lesson}\n', encoding="utf-8")
    with pytest.raises(Broken) as broken:
        load_scenario(path)
    assert said in str(broken.value)


def test_a_text_of_two_hundred_letters_is_the_longest(tmp_path: Path) -> None:
    path = tmp_path / "lesson.toml"
    for letters, sound in ((200, True), (201, False)):
        path.write_text(f'title = "A"\n[[lessons]]\ntext = "{"x" * letters}"\nuntil = "roll"\n', encoding="utf-8")
        if sound:
            assert cells(begin_table(load_scenario(path)).book.lessons[0].text) == letters
            continue
        with pytest.raises(Broken):
            load_scenario(path)


@pytest.mark.parametrize("size", [(80, 22), (80, 24), (120, 40), (200, 60)])
async def test_a_lesson_stands_below_the_title_until_it_is_finished(size: tuple[int, int]) -> None:
    state = door()
    lessons = state.book.lessons[:2]
    session = Session(replace(state, book=replace(state.book, lessons=lessons)), dice=LiveDice(1), clock=lambda: 0.0)
    app = WyrdApp(lambda look, _: TableScreen(session, all_games, look=look))
    async with app.run_test(size=size) as pilot:
        assert " 1/2  Welcome." in await screen_with(pilot, "1/2")
        await pilot.press("1", "r")
        assert " 1/2  Welcome." in await screen_with(pilot, "esc cancel")
        await pilot.press("escape", "2")
        lines = (await screen_with(pilot, "2/2")).splitlines()
        top = next(number for number, line in enumerate(lines) if "Party" in line)
        await pilot.press("right_square_bracket")
        await pilot.pause()
        lines = screen_text(app).splitlines()
        assert next(number for number, line in enumerate(lines) if "Party" in line) < top


def test_one_key_skips_the_lesson_that_waits() -> None:
    table, _ = seat(door())
    lessons = len(table.state.book.lessons)
    for done in range(lessons):
        assert finished(table) == done
        press(table, "f3")
    assert finished(table) == lessons
    press(table, "f3")
    assert "No lesson is open" in table.speech.status.said
