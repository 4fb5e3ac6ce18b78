"""An app with one pane, and the text that the pane shows."""

from __future__ import annotations

from textual.app import App, ComposeResult

from tests.golden import same_screen, screen_text
from wyrd_tui.widgets.pane import Pane


class Stage(App[None]):
    """An app with one pane."""

    def __init__(self, pane: Pane) -> None:
        super().__init__()
        self.pane = pane

    def compose(self) -> ComposeResult:
        """Give the pane."""
        yield self.pane


async def shown(pane: Pane, size: tuple[int, int], name: str = "", **facts: object) -> list[str]:
    """Return the rows of a pane that shows some facts; with a name, they are those of its golden file."""
    app = Stage(pane)
    async with app.run_test(size=size) as pilot:
        pane.show(**facts)  # type: ignore[attr-defined]
        await pilot.pause()
        if name:
            same_screen(app, f"pane-{name}")
        return [row.rstrip() for row in screen_text(app).splitlines()[: size[1]]]
