"""A recap that does not read: other sentences in the log, and other words in events, change no deed of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any

import pytest

from tests.evenings.test_evenings import played
from wyrd_tui.engine import event_sentences as log
from wyrd_tui.engine.act import Step
from wyrd_tui.engine.deeds import shares
from wyrd_tui.engine.events import Event
from wyrd_tui.engine.log_line import LogLine
from wyrd_tui.engine.recap import recap
from wyrd_tui.engine.state import State

STORIES = ("a-fine-patina", "brass-orchid", "nobody-told-the-bees", "the-light-on-gannet-stack")


def garbled(sentence: Callable[..., LogLine]) -> Callable[..., LogLine]:
    """Make a writer of sentences that says something else wherever another says anything."""
    return lambda event, state: (
        LogLine("¶ falls (uses: x)", ": Note – ¶") if sentence(event, state).head else LogLine("")
    )


def told(state: State, steps: list[Step]) -> str:
    """Write a recap up to its log."""
    return recap(state, steps).partition("## The log")[0]


@pytest.mark.parametrize("name", STORIES)
def test_other_sentences_change_nothing_but_the_log(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A reworded sentence breaks no recap."""
    plain, _ = played(name)
    for kind, sentence in log.SENTENCES.items():
        monkeypatch.setitem(log.SENTENCES, kind, garbled(sentence))
    other, _ = played(name)
    assert other.state == plain.state
    assert told(other.state, other.done) == told(plain.state, plain.done)
    assert any("¶" in line for step in other.done for line in step.act.lines)


def reworded(event: Event) -> Event:
    """Change the free words of an event, each in its own way."""
    words = {field.name for field in fields(event)} & {"why", "note", "text", "tail"}
    changes: dict[str, Any] = {name: f"¶{old}¶" for name in words if (old := getattr(event, name))}
    return replace(event, **changes)


@pytest.mark.parametrize("name", STORIES)
def test_other_words_in_events_leave_every_deed(name: str) -> None:
    session, _ = played(name)
    other = [
        step._replace(act=replace(step.act, events=tuple(map(reworded, step.act.events)))) for step in session.done
    ]
    assert other != session.done
    assert [(share.name, len(share.deeds)) for share in shares(other)] == [
        (share.name, len(share.deeds)) for share in shares(session.done)
    ]
