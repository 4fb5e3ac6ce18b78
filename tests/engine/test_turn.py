"""What a turn is called, and what was meant by a name, at no cost whatever a file says."""

from __future__ import annotations

import time

from wyrd_tui.engine.commands import near
from wyrd_tui.engine.events import Marked
from wyrd_tui.engine.state import WYRD_ENGINE
from wyrd_tui.engine.turn import Turn


def test_a_turn_of_very_many_sentences_has_its_title_soon() -> None:
    """The history froze for a second with each such turn."""
    told = tuple(Marked(who, WYRD_ENGINE, {"stress": 1}) for who in ("a", "b"))
    turn = Turn(1, "x", "x", ("a: b c d: e",) * 190_000, told, names=("a: b",) * 50)
    begun = time.process_time()
    assert turn.title == "a: b c d, and 1 more"
    assert time.process_time() - begun < 0.2


def test_whom_a_turn_also_happened_to_is_named() -> None:
    told = tuple(Marked(who, WYRD_ENGINE, {"stress": 1}) for who in ("zo", "mercer"))
    lines = ("Zo takes 1 damage: stress 0→1", "Mercer takes 1 damage: stress 2→3")
    assert Turn(1, "x", "x", lines, told).title == "Zo takes 1 damage, Mercer too"


def test_of_very_many_names_none_is_guessed() -> None:
    """Names of many words, and a word of ten thousand letters, took a quarter of a minute."""
    names = [f"{'zq xv ' * 12}{number}" for number in range(1500)]
    begun = time.process_time()
    assert near("zzqxvb", names) == ""
    assert near("z" * 10_000, ["zo", "z" * 9_999]) == ""
    assert near("mercer", [f"Mercer {number}" for number in range(3000)]) == ""
    assert time.process_time() - begun < 1.0
    assert near("merser", ["Mercer", "Felix"]) == " Did you mean Mercer?"
    assert near("merser", ["Captain Elias Mercer"]) == " Did you mean Captain Elias Mercer?"
