"""Some thousand random keys at each table; `python -m tests.trust.monkey --keys 50000` presses more."""

from __future__ import annotations

import pytest

from tests.trust import monkey

pytestmark = pytest.mark.long


@pytest.mark.parametrize("table", monkey.TABLES)
def test_no_key_ends_or_stops_the_program(table: str) -> None:
    found = monkey.play(table, 5000, seed := 14)
    assert not found.wrong, f"seed {seed}: {found.wrong}"
    assert found.keys >= 5000
