"""Characters who are made up or brought in: selected at once, and the key that shows them to players."""

from __future__ import annotations

import pytest

from tests.screens.shipped import FLIGHT, begun, commands, keyed, prompt
from wyrd_tui.widgets.glyphs import UNICODE


@pytest.mark.parametrize(("keys", "who"), [("N =Cook ⏎ b a ⏎ ⏎ ⏎", "cook"), ("O B ⏎", "lucius-drake")])
def test_a_newcomer_is_selected_and_the_key_shows_them(keys: str, who: str) -> None:
    """WE-97: secret, then known to be there, then open, as the sentence at the foot says."""
    table = begun(FLIGHT, keys)
    assert table.cursor.selection.actor == who
    for seen in ("known", "open", "secret"):
        keyed(table, "v")
        assert table.asking is None
        assert table.state.actors[who].visibility == seen
    assert commands(table)[1:] == ["visibility"] * 3


def test_a_new_foe_is_said_to_be_hidden() -> None:
    table = begun(FLIGHT, "N =Cook ⏎ b a")
    assert table.question is not None
    assert (
        "hidden from players; v shows that they are there, then who they are" in table.question(80, UNICODE, 5).preview
    )


def test_the_key_asks_while_one_of_the_party_is_selected() -> None:
    table = begun(FLIGHT, "1 v")
    assert prompt(table).label == "reveal, hide"
