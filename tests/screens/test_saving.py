"""Sentences of the head about saving, and about a bug after an act was saved."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence

import pytest

from tests.golden import screen_text
from tests.table_fakes import Disk, FakeRules, FakeStorage, session
from wyrd_tui.app import WyrdApp
from wyrd_tui.engine.journal import Saving
from wyrd_tui.engine.rules.game import Pending
from wyrd_tui.engine.session import Session
from wyrd_tui.engine.state import State
from wyrd_tui.screens.table.protocols import Fresh, Rules
from wyrd_tui.screens.table.screen import TableScreen

OPENING = "keys.toml, line 2: there is no act called wuond."


def app_of(
    table: Session,
    *,
    rules: Rules | None = None,
    notice: str = "",
    read_only: str = "",
    report: Callable[[str], None] = print,
) -> WyrdApp:
    return WyrdApp(
        lambda look, glyphs: TableScreen(
            table,
            rules or FakeRules(),
            notice=notice,
            read_only=read_only,
            look=look,
            glyphs=glyphs,
            storage=FakeStorage(report),
        )
    )


def head(app: WyrdApp) -> str:
    return screen_text(app).partition("\n")[0]


@pytest.mark.parametrize("keys", ["n", "escape", "n escape u"])
async def test_opening_words_stay_and_never_claim_nothing_is_saved(keys: str) -> None:
    app = app_of(session(), notice=OPENING)
    async with app.run_test(size=(120, 40)) as pilot:
        assert OPENING in screen_text(app).splitlines()[-3]
        assert OPENING not in head(app), "it is said once"
        assert head(app).endswith("· saved")
        await pilot.press("j", "2", "d")
        assert OPENING in head(app)
        await pilot.press("escape")
        assert OPENING in screen_text(app)
        await pilot.press(*keys.split())
        assert OPENING not in screen_text(app)
        assert head(app).endswith("· saved")


async def test_long_opening_words_have_two_lines() -> None:
    app = app_of(session(), notice=f"{OPENING} {OPENING} The end.")
    async with app.run_test(size=(80, 24)):
        assert "The end." in screen_text(app)


@pytest.mark.parametrize("keys", ["escape n", "escape u", "escape u escape U"])
async def test_a_full_disk_is_told_until_something_is_saved_again(keys: str) -> None:
    table = session()
    table.journal = disk = Disk()
    app = app_of(table)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("n", "escape")
        disk.full = True
        await pilot.press("n")
        assert "NOT SAVED: No space left on device" in head(app)
        assert not head(app).endswith("saved")
        disk.full = False
        await pilot.press(*keys.split())
        assert "NOT SAVED" not in head(app)
        assert head(app).endswith("· saved")


async def test_a_save_that_fails_is_not_called_saved() -> None:
    table = session()
    table.journal = disk = Disk()
    disk.saving, disk.reason = Saving.JOURNAL_ONLY, "/home/a;b takes no file"
    app = app_of(table)
    async with app.run_test(size=(120, 40)):
        assert "Saved in the journal alone: /home/a;b takes no file" in head(app)
        assert not head(app).endswith("saved")


async def test_a_table_to_look_at_says_so() -> None:
    app = app_of(session(), read_only="Open in another window.")
    async with app.run_test(size=(80, 24)) as pilot:
        assert head(app).endswith("· read only, act 14")
        screen = app.screen
        assert isinstance(screen, TableScreen)
        assert not {"damage", "roll", "undo"} & {hint.label for hint in screen.controller.hints}
        for key in ("d", "r", "n", "full_stop"):
            await pilot.press(key)
            assert screen.controller.asking is None, "nothing is asked that would come to nothing"
        await pilot.press("d")
        assert "Read only: no act is possible here. Open in another window." in screen_text(app)


ELSEWHERE = "Open in another window (process 7)."
FREE = "The other window has closed the table. Leave, and open it again to play here."


def looking_on(reasons: list[str]) -> WyrdApp:
    """A table that is only looked at, for another reason with each key."""
    table = session()
    notice, left = f"The table is open for reading only. {reasons[0]}", iter(reasons[1:])
    return WyrdApp(
        lambda look, glyphs: TableScreen(
            table,
            FakeRules(),
            notice=notice,
            read_only=reasons[0],
            look=look,
            glyphs=glyphs,
            storage=FakeStorage(refresh=lambda: next((Fresh(table, (), reason) for reason in left), None)),
        )
    )


async def test_the_head_forgets_the_holder_of_a_released_table() -> None:
    app = looking_on([ELSEWHERE, FREE])
    async with app.run_test(size=(200, 60)) as pilot:
        await pilot.press("j")
        assert FREE in screen_text(app)
        await pilot.press("d")
        assert "process 7" not in screen_text(app)
        assert FREE in head(app)
        await pilot.press("escape")
        assert "process 7" not in screen_text(app)


async def test_a_narrow_head_says_why_a_table_is_read_only() -> None:
    app = looking_on([ELSEWHERE])
    async with app.run_test(size=(80, 24)) as pilot:
        assert "The table is open for reading only." in screen_text(app).splitlines()[-3]
        await pilot.press("d")
        assert "Open in another window" in head(app)
        assert "The table is open" not in head(app), "that it is read only stands there anyway"
        assert head(app).endswith("read only, act 14")


async def test_opening_words_leave_room_for_whether_all_is_saved() -> None:
    app = app_of(session(), notice=f"{OPENING} {OPENING}", read_only="The window was opened for reading.")
    async with app.run_test(size=(80, 24)) as pilot:
        assert "there is no act" not in head(app), "the foot says it already"
        assert "Engine room" in head(app)
        await pilot.press("d")
        assert "there is" in head(app)
        assert "Flight from the Tower" in head(app)
        assert head(app).endswith("read only, act 14")


async def test_a_stumble_after_undo_does_not_claim_that_nothing_happened() -> None:
    class Broken(FakeRules):
        broken = False

        def pending(self, state: State) -> Sequence[Pending]:
            if self.broken:
                raise KeyError("x")
            return ()

    rules, told = Broken(), list[str]()
    table = session()
    app = app_of(table, rules=rules, report=told.append)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("n")
        rules.broken = True
        await pilot.press("u")
        assert "The act is undone and saved" in screen_text(app)
        await pilot.press("U")
        assert "The act is done and saved" in screen_text(app)
        assert len(told) == 2
        assert len(table.done) == 1


async def test_a_question_about_a_table_that_was_undone_is_gone() -> None:
    app = app_of(session())
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("n", "escape", "d")
        screen = app.screen
        assert isinstance(screen, TableScreen)
        screen.perform("undo")
        assert screen.controller.asking is None


async def test_a_screen_that_fails_to_load_is_a_bug(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    app = app_of(session(), report=told.append)
    async with app.run_test(size=(120, 40)) as pilot:
        monkeypatch.setitem(sys.modules, "wyrd_tui.screens.history", None)
        await pilot.press("l")
        assert "ModuleNotFoundError" in told[0]
