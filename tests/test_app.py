"""Text that is no order to the application: messages, pastes."""

from __future__ import annotations

from textual.content import Content
from textual.events import Paste
from textual.widgets._toast import Toast

from wyrd_tui.app import LONG, WyrdApp
from wyrd_tui.screens.catalogue import DiskCatalogue
from wyrd_tui.screens.start import StartScreen
from wyrd_tui.terminal.input_filter import MOST_PASTED


def start() -> WyrdApp:
    return WyrdApp(lambda look, glyphs: StartScreen(DiskCatalogue(), lambda table: None))


def toasts(app: WyrdApp) -> list[str]:
    return [str(toast.render()) for toast in app.screen.query(Toast)]


async def test_a_message_is_shown_letter_by_letter() -> None:
    app = start()
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        words = "[bold]Zoë[/bold] [@click=app.quit]x[/]"
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
