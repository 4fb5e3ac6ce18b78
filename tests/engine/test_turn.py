"""Titles of acts, and guesses at misspelt names, at bounded cost."""

from __future__ import annotations

import pytest

from tests.speed import loops_of
from wyrd_tui.engine.account import describe_and_apply
from wyrd_tui.engine.events import Event, Hitting, Marked, Said, Staged
from wyrd_tui.engine.sheet import Row, Sheet
from wyrd_tui.engine.spelling import suggest_word
from wyrd_tui.engine.state import WYRD_ENGINE, Actor, Scene, State


def mercer_and_zo() -> State:
    rows = (Row("stress", "Stress", 4),)
    people = (Actor(who, who.capitalize(), sheets={WYRD_ENGINE: Sheet(track=rows)}) for who in ("zo", "mercer"))
    return State(actors={actor.id: actor for actor in people})


def hit(who: str, damage: int) -> Marked:
    return Marked(who, WYRD_ENGINE, {"stress": damage}, damage=damage)


@pytest.mark.parametrize(
    ("events", "title"),
    [
        ((hit("zo", 1),), "Zo takes 1 damage"),
        ((hit("zo", 1), hit("mercer", 1)), "Zo takes 1 damage, Mercer too"),
        ((hit("zo", 1), hit("mercer", 2)), "Zo takes 1 damage, and 1 more"),
        ((Staged(Scene(2), 1, "ends"), hit("zo", 1)), "Scene 1 ends"),
        ((hit("zo", 1), Staged(Scene(2), 1, "ends")), "Scene 1 ends"),
        ((Hitting("zo", 1),), ""),
    ],
)
def test_title_comes_from_the_events(events: tuple[Event, ...], title: str) -> None:
    """DESIGN 2.1: undo names the act and the other actor that the same happened to."""
    assert describe_and_apply(mercer_and_zo(), events).title == title


def test_many_sentences_are_titled_soon() -> None:
    events = [hit(who, 1) for who in ("zo", "mercer")] * 5000
    titles: list[str] = []
    assert loops_of(lambda: titles.append(describe_and_apply(mercer_and_zo(), events).title)) < 200
    assert titles == ["Zo takes 1 damage, Mercer too"]


def test_of_very_many_names_none_is_guessed() -> None:
    """Names of many words and a word of ten thousand letters are guessed at in bounded time."""
    names = [f"{'zq xv ' * 12}{number}" for number in range(1500)]

    def guess() -> None:
        assert suggest_word("zzqxvb", names) == ""
        assert suggest_word("z" * 10_000, ["zo", "z" * 9_999]) == ""
        assert suggest_word("mercer", [f"Mercer {number}" for number in range(3000)]) == ""

    assert loops_of(guess) < 200
    assert suggest_word("merser", ["Mercer", "Felix"]) == " Did you mean Mercer?"
    assert suggest_word("merser", ["Captain Elias Mercer"]) == " Did you mean Captain Elias Mercer?"


def test_an_empty_sentence_is_no_line_of_the_log() -> None:
    assert describe_and_apply(mercer_and_zo(), (Said(""),)).log == ()
