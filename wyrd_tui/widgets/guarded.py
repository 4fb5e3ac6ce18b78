"""Boundary around the events of a widget or screen: a bug costs one key and never ends the program."""

from __future__ import annotations

import traceback
from dataclasses import dataclass

from textual import events
from textual.geometry import Region
from textual.message import Message
from textual.message_pump import MessagePump
from textual.screen import Screen
from textual.strip import Strip


class Guarded(MessagePump):
    """Mixin of widgets and screens that hand a bug in one of their events on as a message.

    Composing and mounting are left out: without them a widget is no widget, and its screen must go.
    """

    _blank = False

    @dataclass
    class Stumbled(Message):
        """A bug was met; `account` is its traceback, for the developers alone."""

        account: str

    def stumble(self) -> None:
        """Tell the screen of the exception that is being handled."""
        self.post_message(self.Stumbled(traceback.format_exc()))

    async def on_event(self, event: events.Event) -> None:
        """Take an event; a key that comes once another screen covers this one goes to that screen."""
        if isinstance(event, events.Key) and self._is_covered():
            event.stop()
            self.app.post_message(events.Key(event.key, event.character))
            return
        try:
            await super().on_event(event)
        except Exception:
            if isinstance(event, events.Compose | events.Mount):
                raise
            self.stumble()

    def _is_covered(self) -> bool:
        """Tell if another screen has the keys; nothing is covered while the program begins or ends."""
        part: MessagePump | None = self
        while part is not None and not isinstance(part, Screen):
            part = part._parent
        return part is not None and self.app.screen_stack[-1:] not in ([], [part])

    def blank(self, crop: Region) -> list[Strip]:
        """Return empty lines in place of those that cannot be drawn, and tell the screen once."""
        if not self._blank:
            self._blank = True
            self.stumble()
        return [Strip.blank(crop.width)] * crop.height
