"""Base of the screens: a bug costs one key, and a size that the terminal no longer has costs nothing."""

from __future__ import annotations

from textual import events
from textual.screen import Screen

from wyrd_tui.widgets.guarded import Guarded


class GuardedScreen(Guarded, Screen[None]):
    """A guarded screen that takes no size but that of the terminal."""

    async def on_event(self, event: events.Event) -> None:
        """Take an event; a size that the terminal no longer has is left."""
        # A layout posts the size that it is for. Two sizes in the queue would call each other back without end.
        if not isinstance(event, events.Resize) or event.size == self.app.size:
            await super().on_event(event)
