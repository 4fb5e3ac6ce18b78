"""Evenings in a row: what is played after damage is as safe as what was played before it."""

from __future__ import annotations

import pytest

from tests.trust import evenings, honest

pytestmark = pytest.mark.long


def test_a_sample_of_tables_that_something_befell_between_two_evenings() -> None:
    assert evenings.run(times=150) == []


def test_a_sample_of_tables_that_nobody_touched() -> None:
    assert evenings.run(honest.attempt, times=40) == []
