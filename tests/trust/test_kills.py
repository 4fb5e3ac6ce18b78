"""Fifty kills, most of `wyrd run`, some of the screen."""

from __future__ import annotations

import pytest

from tests.trust.kills import a_table

pytestmark = pytest.mark.long

SEED = 11


@pytest.mark.parametrize("number", range(5))
def test_a_kill_loses_no_act_that_was_shown(number: int) -> None:
    wrong = [kill for kill in a_table(SEED + number, 10) if kill.wrong]
    assert not wrong, f"seed {SEED + number}: {wrong}"
