"""A sample of all cuts and flips of a save and a journal."""

from __future__ import annotations

import pytest

from tests.trust import cuts

pytestmark = pytest.mark.long

SEED = 3


def test_cuts_and_flips_are_never_another_table_without_a_word() -> None:
    found = cuts.run(every=250, seed=SEED)
    assert not [words for words in found if words.startswith("WRONG")]
    assert len(found) >= 6, "the sample met too little"
