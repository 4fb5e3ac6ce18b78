"""Boundary around the events of a widget or screen: a bug costs one key and never ends the program."""

from __future__ import annotations

import traceback

from textual import events
from textual.geometry import Region
from textual.message import Message
from textual.message_pump import MessagePump
from textual.strip import Strip


class Guarded(MessagePump):
    """Mixin of widgets and screens that hand a bug in one of their events on as a message.

    Composing and mounting are left out: without them a widget is no widget, and its screen must go.
    """

    _blank = False

    class Stumbled(Message):
        """A bug was met; `account` is its traceback, for the developers alone."""

        def __init__(self, account: str) -> None:
            super().__init__()
            self.account = account

    def stumble(self) -> None:
        """Tell the screen of the exception that is being handled."""
        self.post_message(self.Stumbled(traceback.format_exc()))

    async def on_event(self, event: events.Event) -> None:
        """Take an event."""
        try:
            await super().on_event(event)
        except Exception:
            if isinstance(event, events.Compose | events.Mount):
                raise
            self.stumble()

    def blank(self, crop: Region) -> list[Strip]:
        """Return empty lines in place of those that cannot be drawn, and tell the screen once."""
        if not self._blank:
            self._blank = True
            self.stumble()
        return [Strip.blank(crop.width)] * crop.height
