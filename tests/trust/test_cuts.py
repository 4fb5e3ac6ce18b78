"""A sample of all cuts and flips of a save and a journal."""

from __future__ import annotations

import pytest

from tests.trust import cuts

pytestmark = pytest.mark.long

SEED = 3


def test_a_sample_of_cuts_and_flips_is_never_another_table_without_a_word() -> None:
    found, wrong = cuts.run(every=250, seed=SEED)
    assert not wrong, f"seed {SEED}: {wrong[:5]}"
    assert len(found) >= 6, "the sample met too little"
