"""The vocabulary of events is whole: each kind has its change of the table and its sentence of the log."""

from __future__ import annotations

from typing import get_args

from wyrd_tui.engine.apply import CHANGES
from wyrd_tui.engine.event_sentences import SENTENCES
from wyrd_tui.engine.events import Event


def test_every_event_does_something_and_is_told() -> None:
    assert set(CHANGES) == set(SENTENCES) == set(get_args(Event))
