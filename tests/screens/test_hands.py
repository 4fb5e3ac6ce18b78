"""Situations that game masters met at the keys: the actor, the selection, things in sight."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.commands import BY_ID
from tests.golden import screen_text
from tests.screens.test_doorway import answers, app_of, fight, quiet, screen_of
from tests.screens.test_two_games import BOTH, DOOR, MOB, asked, mixed, story
from wyrd_tui.engine.state import WYRD_ABACUS, WYRD_ENGINE, Challenge, Scene
from wyrd_tui.screens.table.keys import acts_by_key, footer_hints, offered_acts
from wyrd_tui.screens.table.selection import Selection

SIZES = [(80, 24), (120, 40)]


def foot(text: str) -> str:
    return "\n".join(text.splitlines()[-3:])


# ------------------------------------------------------------------ who acts


@pytest.mark.parametrize(
    ("turn", "selected", "who", "target"),
    [
        ("elias-mercer", "felix-cavendish", "felix-cavendish", None),
        ("elias-mercer", "crewmen", "elias-mercer", "crewmen"),
        ("elias-mercer", "elias-mercer", "elias-mercer", None),
        ("crewmen", "felix-cavendish", "felix-cavendish", None),
        ("crewmen", "crewmen", "crewmen", None),
    ],
)
def test_the_selected_actor_acts_and_a_selected_foe_is_targeted(
    turn: str, selected: str, who: str, target: str | None
) -> None:
    focus = Selection(selected).focus(replace(fight(), order=replace(fight().order, turn=turn)))
    assert focus["acting"] == who
    assert focus.get("target") == target


# ------------------------------------------------------------------ the abacus


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 40)])
@pytest.mark.parametrize("key", ["plus", "minus"])
async def test_a_bead_moves_at_once_beside_the_plus_minus_sign(key: str, size: tuple[int, int]) -> None:
    """At every size a line or a row shows the rod with `±`, and the key moves its bead (C-25)."""
    bank = Challenge("bank", "Hold the bank", "task", value=1, done=2, needed=4)
    clock = Challenge("fire", "Fire", "clock", done=2, needed=6)
    app = app_of(replace(quiet(), challenges={"bank": bank, "fire": clock}))
    async with app.run_test(size=size) as pilot:
        (shown,) = [line for line in screen_text(app).splitlines() if "±" in line]
        assert "Fire" in shown
        await pilot.press(key)
        assert screen_of(app).controller.state.challenges["fire"].done != 2


@pytest.mark.parametrize("size", SIZES)
async def test_no_challenge_is_highlighted_before_the_gm_chooses(size: tuple[int, int]) -> None:
    """Pane, ladder and the roll agree: none at first, and the one under the cursor while the keys are there."""
    bank = Challenge("bank", "Hold the bank", value=2, visibility="open")
    app = app_of(replace(quiet(), challenges={"bank": bank}))
    async with app.run_test(size=size) as pilot:
        cursor = screen_of(app).controller.cursor
        assert not cursor.has_chosen
        assert cursor.followed is None
        rung = cursor.selection.rung
        await pilot.press("tab", "tab", "tab")
        assert cursor.followed == (2, "Hold the bank")
        assert cursor.selection.rung == 2
        assert cursor.given(screen_of(app).controller.state)["faced"] == "bank"
        await pilot.press("tab")
        assert cursor.followed is None
        assert cursor.selection.rung == rung, "it was only looked at"


async def test_a_new_challenge_is_selected() -> None:
    app = app_of(replace(quiet(), challenges={"door": DOOR}))
    async with app.run_test(size=(120, 40)) as pilot:
        assert screen_of(app).controller.cursor.selection.challenge == "door"
        await pilot.press("colon", *"challenge", "space", *"obstacle", "space", *"difficult", "enter")
        state = screen_of(app).controller.state
        (made,) = [rod for rod in state.challenges if rod != "door"]
        assert screen_of(app).controller.cursor.selection.challenge == made


def test_a_scene_begins_with_the_cursor_on_an_open_rod() -> None:
    done = replace(DOOR, outcome="overcome")
    state = replace(quiet(), challenges={"door": done, "mob": MOB})
    assert Selection(challenge="door").at_scene_start(state, state).challenge == "mob"
    assert Selection(challenge="gone").without_missing(state).challenge == "mob"
    assert Selection(challenge="door").without_missing(state).challenge == "door"


# ------------------------------------------------------------------ which game


@pytest.mark.parametrize("size", SIZES)
async def test_the_keys_of_a_mixed_table_name_their_game(size: tuple[int, int]) -> None:
    app = app_of(mixed())
    async with app.run_test(size=size) as pilot:
        await pilot.press("1")
        assert "Wyrd Engine:" in foot(screen_text(app))
        await pilot.press("3")
        assert "Wyrd Abacus:" in foot(screen_text(app))


async def test_the_game_is_not_said_where_there_is_one() -> None:
    app = app_of(quiet())
    async with app.run_test(size=(80, 24)):
        assert "Wyrd Engine:" not in foot(screen_text(app))


async def test_keys_switch_between_the_games_of_a_character() -> None:
    app = app_of(mixed())
    async with app.run_test(size=(120, 40)) as pilot:
        screen = screen_of(app)
        await pilot.press("2", "backslash")
        assert f"The keys play the Wyrd Abacus for {BOTH.name}" in screen_text(app)
        assert screen.controller.cursor.selection.game(screen.controller.state) == WYRD_ABACUS
        assert max(screen.controller.cursor.ladder.rungs) > 5, "the ladder is the other game's too"
        await pilot.press("r")
        assert asked(app) == "face"
        await pilot.press("escape", "backslash", "r")
        assert asked(app) == "roll"
        assert screen.controller.cursor.selection.game(screen.controller.state) == WYRD_ENGINE
        await pilot.press("escape", "1", "backslash")
        assert "plays the Wyrd Engine alone" in screen_text(app)


# ------------------------------------------------------------------ what is said


async def test_a_roll_says_what_may_still_be_done() -> None:
    app = app_of(quiet(), "----")
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("colon", *"roll", "space", *"felix", "space", *"will", "space", *"difficult", "enter")
        assert not screen_of(app).controller.matters.waiting
        assert "ruling (F) can still change Felix’s roll" in screen_text(app)
        await pilot.press("full_stop")
        assert screen_of(app).controller.speech.status.said == "No questions are open."


async def test_show_names_the_focused_pane_or_asks_for_one() -> None:
    app = app_of(quiet())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("colon", *"show", "enter")
        assert "Write which pane to show: people" in screen_text(app)
        await pilot.press("escape", "colon", *"show", "space", *"log", "enter")
        assert "The keys are in the log pane." in screen_text(app)


def test_between_scenes_the_footer_begins_with_the_next() -> None:
    state = replace(story(), scene=Scene(1, "Hive", between=True))
    rows = [row for row in BY_ID.values() if row.game in ("", WYRD_ABACUS)]
    first, *others = footer_hints(offered_acts(rows, state, acts_by_key(rows, state.games, {})), state, {})
    assert (first.key, first.applies) == ("B", True)
    assert [hint.applies for hint in others[:8]] == sorted((hint.applies for hint in others[:8]), reverse=True)


async def test_an_enemy_who_is_selected_is_attacked() -> None:
    app = app_of(fight())
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("tab", "home", "down", "a")
        assert answers(app).get("who") == "elias-mercer"
        await pilot.press("enter")
        assert answers(app).get("target") == ("crewmen",)


async def test_key_notes_go_when_keys_flip_back() -> None:
    app = app_of(mixed())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("2", "backslash")
        assert "The keys play the Wyrd Abacus" in screen_text(app)
        await pilot.press("1")
        assert "The keys play" not in screen_text(app)
