"""The power fails after each call of an evening, and whatever the disk kept, the table is there as it was shown."""

from __future__ import annotations

import pytest

from tests.trust import power

pytestmark = pytest.mark.long


def test_a_power_cut_costs_nothing_that_was_shown() -> None:
    wrong = power.run(every=2, see=lambda words: None)
    assert not wrong, f"{len(wrong)} wrong: {wrong[:5]}"
