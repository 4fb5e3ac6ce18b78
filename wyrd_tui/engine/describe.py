"""The line of an event in the log; its sentences load with the first act of an evening."""

from __future__ import annotations

from wyrd_tui.engine.events import Event
from wyrd_tui.engine.log_line import SILENCE, LogLine
from wyrd_tui.engine.state import State


def describe(event: Event, before: State) -> LogLine:
    """Return the log's line for an event; silence where the log need not mention it."""
    if getattr(event, "quiet", False):
        return SILENCE
    from wyrd_tui.engine.event_sentences import SENTENCES

    return SENTENCES[type(event)](event, before)
