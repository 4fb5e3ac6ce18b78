"""Keys that a hand presses by mistake, and the outcome that a question shows before Enter acts."""

from __future__ import annotations

import pytest

from tests.screens.shipped import FLIGHT, begun, commands, keyed, prompt


@pytest.mark.parametrize(
    ("letter", "foretold"), [("a", "Captain Elias Mercer gains +1"), ("e", "FAILURE · The GM rules")]
)
def test_a_ruling_foretells_what_it_does(letter: str, foretold: str) -> None:
    """WE-42, WE-46: a failed help that the GM turns gives its bonus."""
    table = begun(FLIGHT, "2 h ⏎ ⏎ =---- ⏎ F")
    assert "FAILURE by 1: Felix" in prompt(table).preview
    keyed(table, letter)
    assert foretold in prompt(table).preview
    assert "FAILURE by 1" not in prompt(table).preview
    keyed(table, "⏎")
    assert commands(table)[-1] == "ruling"
    assert foretold in "".join(table.session.done[-1].act.lines)
