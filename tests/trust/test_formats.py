"""A table of every format that ever landed opens, from both files and from either alone; never write these anew."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.trust.story import sit
from wyrd_tui.engine.state import WYRD_ENGINE
from wyrd_tui.store.encounter import open_table

FOLDER = Path(__file__).parent / "formats"
FORMATS = sorted(path.name for path in FOLDER.iterdir())


@pytest.mark.parametrize("number", FORMATS)
@pytest.mark.parametrize(("names", "stress", "steps"), [("*", 3, 8), ("*.journal", 3, 8), ("*.toml", 1, 0)])
def test_a_table_of_every_format_opens(tmp_path: Path, number: str, names: str, stress: int, steps: int) -> None:
    for file in (FOLDER / number).glob(names):
        shutil.copy(file, tmp_path)
    with open_table(tmp_path / "bruecke.toml") as table:
        assert not table.read_only
        zoë = table.state.actors["zoë-ångström"]
        assert (zoë.name, zoë.sheets[WYRD_ENGINE].track[0].marks) == ("Ζωή", stress)
        assert len(sit(table).done) == steps


def test_there_is_one_of_every_number() -> None:
    from wyrd_tui.store import journal, save

    assert [str(number) for number in range(1, max(journal.FORMAT, save.FORMAT) + 1)] == FORMATS
