"""Keys that are typed while the program still starts."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.terminal.driver import Program
from tests.terminal.hands import asked, on_disk

GANNET = "the-light-on-gannet-stack"


@pytest.mark.parametrize("moment", ["at once", "as the form is drawn"])
def test_keys_typed_before_the_form_are_taken_in_order(tmp_path: Path, moment: str) -> None:
    """The table begins with the party that the form suggests; letters behind Enter go to the table."""
    with Program([GANNET], tmp_path, columns=80, rows=24) as program:
        if moment != "at once":
            program.see("made for 2 to 4")
        program.type("\rBc")
        asked(program, "begin a scene")
    assert len([one for one in on_disk(tmp_path, GANNET).actors.values() if one.side == "party"]) == 3
