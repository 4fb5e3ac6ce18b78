"""The application: messages, pastes, themes, and the end of its start."""

from __future__ import annotations

import gc

import pytest
from textual.content import Content
from textual.events import Paste
from textual.widgets._toast import Toast

from tests.golden import screen_text
from tests.table_fakes import session, tower
from wyrd_tui.app import LONG, WyrdApp
from wyrd_tui.engine.rules import all_games
from wyrd_tui.screens.catalogue import DiskCatalogue
from wyrd_tui.screens.scroll import Scroll
from wyrd_tui.screens.start import StartScreen
from wyrd_tui.screens.table.screen import TableScreen
from wyrd_tui.terminal.input_filter import MOST_PASTED
from wyrd_tui.widgets.themes import THEMES, Looks, fit_theme, look_of


def start() -> WyrdApp:
    return WyrdApp(lambda look, glyphs: StartScreen(DiskCatalogue(), lambda table: None))


def toasts(app: WyrdApp) -> list[str]:
    return [str(toast.render()) for toast in app.screen.query(Toast)]


async def test_a_message_is_shown_letter_by_letter() -> None:
    app = start()
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        words = "[bold]Zoë[/bold] [@click=app.quit]x[/] [$error @click=app.bell]x [link='https://x']y[/link] [closed]"
        app.notify(words)
        app.notify(words, markup=True)
        await pilot.pause()
        shown = [toast.render() for toast in app.screen.query(Toast)]
        assert [str(one) for one in shown] == [words, words]
        assert all(isinstance(one, Content) and not one.spans for one in shown)


async def test_a_long_paste_is_cut_with_a_word_about_it() -> None:
    taken: list[int] = []

    class Taking(StartScreen):
        """A screen that takes pastes."""

        def on_paste(self, event: Paste) -> None:
            """Note how long it is."""
            taken.append(len(event.text))

    app = WyrdApp(lambda look, glyphs: Taking(DiskCatalogue(), lambda table: None))
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        app.post_message(Paste("x" * MOST_PASTED))
        await pilot.pause()
        assert toasts(app) == []
        app.post_message(Paste("x" * (MOST_PASTED + 1)))
        await pilot.pause()
        assert toasts(app) == [LONG]
    assert taken == [MOST_PASTED, MOST_PASTED]


def test_every_theme_has_a_style_for_every_role() -> None:
    assert {frozenset(theme.look) for theme in THEMES.values()} == {frozenset(look_of())}


@pytest.mark.parametrize("theme", THEMES)
async def test_a_theme_is_chosen_by_its_name(theme: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    app = WyrdApp(lambda look, glyphs: StartScreen(DiskCatalogue(), lambda table: None), looks=Looks(theme))
    async with app.run_test(size=(80, 24)):
        palette = THEMES[theme].palette
        assert app.look is look_of(theme)
        assert palette is None or app.theme_variables["background"].casefold() == palette.back


@pytest.mark.parametrize(
    ("wanted", "environ", "worn"),
    [
        ("light", {"TERM": "xterm-256color"}, "light"),
        ("light", {"TERM": "xterm", "COLORTERM": "truecolor"}, "light"),
        ("light", {"TERM": "linux"}, "sixteen"),
        ("plain", {"TERM": "linux"}, "plain"),
        ("light", {"TERM": "xterm-256color", "NO_COLOR": "1"}, "plain"),
        ("light", {"TERM": "dumb"}, "plain"),
    ],
)
def test_a_theme_fits_the_colours_of_the_terminal(wanted: str, environ: dict[str, str], worn: str) -> None:
    assert fit_theme(wanted, environ) == worn


async def test_the_list_of_looks_changes_all_that_is_in_sight() -> None:
    """The screen wears the theme under the cursor; Escape goes back to the one before, Enter keeps the new one."""
    kept: list[tuple[str, str | bool]] = []

    def keep(name: str, value: str | bool) -> str:
        kept.append((name, value))
        return ""

    app = WyrdApp(lambda look, glyphs: StartScreen(DiskCatalogue(), lambda table: None), keep=keep)
    async with app.run_test(size=(80, 24)) as pilot:
        below = app.screen.query_one("#body", Scroll)
        await pilot.press("f2", "down")
        await pilot.pause()
        assert (app.worn.theme, app.look) == ("light", look_of("light"))
        assert app.screen.query_one("#body", Scroll).look is below.look is look_of("light")
        await pilot.press("escape")
        await pilot.pause()
        assert (app.worn.theme, below.look, kept) == ("calm", look_of("calm"), [])
        await pilot.press("f2", "down", "down", "enter")
        await pilot.pause()
        assert (app.worn.theme, below.look, kept) == ("contrast", look_of("contrast"), [("theme", "contrast")])
        await pilot.press("f2", *["down"] * 3, "enter")
        await pilot.pause()
        assert (app.worn.theme, app.ansi_color, app.theme_variables["background"]) == ("plain", True, "ansi_default")


async def test_signs_and_short_rows_are_chosen_in_the_same_list() -> None:
    """Signs change at once, also under the list; rows become short as the table is seen again."""
    kept: dict[str, str | bool] = {}

    def keep(name: str, value: str | bool) -> str:
        kept[name] = value
        return ""

    table = session(tower())
    app = WyrdApp(lambda look, glyphs: TableScreen(table, all_games, look=look, glyphs=glyphs), keep=keep)
    themes = len(THEMES) - 1
    async with app.run_test(size=(200, 60)) as pilot:
        roomy = screen_text(app)
        await pilot.press("f2", *["down"] * (themes + 3), "enter")
        await pilot.pause()
        assert screen_text(app).isascii()
        await pilot.press("f2", *["down"] * (themes + 2), "enter")
        await pilot.pause()
        assert screen_text(app) == roomy
        await pilot.press("f2", *["down"] * (themes + 5), "enter")
        await pilot.pause()
        rating = "Awareness (+1, wound −2)"
        assert rating in roomy.partition("Ladder")[0]
        assert rating not in screen_text(app).partition("Ladder")[0]
        await pilot.press("f2", "end", "enter")
        await pilot.pause()
    assert kept == {"glyphs": "unicode", "density": "short", "mouse": False}


async def test_a_theme_that_cannot_be_saved_is_still_worn() -> None:
    app = WyrdApp(lambda look, glyphs: StartScreen(DiskCatalogue(), lambda table: None), keep=lambda name, value: "No.")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f2", "down", "enter", "escape")
        await pilot.pause()
        assert app.worn.theme == "light"


async def test_garbage_is_collected_from_the_first_frame_on() -> None:
    """Objects that outlive a full collection are looked at by no later one."""
    before = list(gc.callbacks)
    gc.disable()
    try:
        async with start().run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            assert gc.isenabled()
            frozen = gc.get_freeze_count()
            kept: list[list[int]] = [[] for _ in range(1000)]
            gc.collect(1)
            assert gc.get_freeze_count() <= frozen
            gc.collect()
            assert gc.get_freeze_count() >= frozen + len(kept)
    finally:
        gc.callbacks[:] = before
        gc.enable()
