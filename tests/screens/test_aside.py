"""The answer to ctrl+c has a line of its own and covers nothing that is being read."""

from __future__ import annotations

import pytest
from textual.widgets._toast import Toast

from tests.golden import screen_text
from tests.table_fakes import FakeRules, session
from wyrd_tui.app import WyrdApp
from wyrd_tui.screens.catalogue import DiskCatalogue
from wyrd_tui.screens.start import StartScreen
from wyrd_tui.screens.table.screen import TableScreen

SAID = "ctrl+q leaves the program."


def table() -> WyrdApp:
    return WyrdApp(lambda look, glyphs: TableScreen(session(), FakeRules(), look=look, glyphs=glyphs))


@pytest.mark.parametrize(
    ("keys", "there"), [("j", " d damage "), ("q", "a yes, leave"), ("d", " esc "), ("colon n o", ":")]
)
async def test_ctrl_c_is_answered_at_the_foot(keys: str, there: str) -> None:
    app = table()
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await pilot.press(*keys.split(), "ctrl+c")
        foot = "\n".join(screen_text(app).splitlines()[-5:])
        assert SAID in foot
        assert there in foot, "the keys, or what is asked, stay in sight"
        assert not app.screen.query(Toast)


@pytest.mark.parametrize("keys", ["q", "colon n o"])
async def test_a_word_beside_a_question_goes_with_the_next_key(keys: str) -> None:
    app = table()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(*keys.split(), "ctrl+c", "x")
        assert SAID not in screen_text(app)


async def test_ctrl_c_is_answered_where_another_screen_speaks() -> None:
    app = WyrdApp(lambda look, glyphs: StartScreen(DiskCatalogue(), lambda table: None))
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await pilot.press("ctrl+c")
        await pilot.pause()
        assert SAID in screen_text(app)
        assert not app.screen.query(Toast)
