"""A sample of random evenings against the model, and proof that the model finds a planted fault."""

from __future__ import annotations

import pytest

from tests.trust import model
from wyrd_tui.store.tables.journal_file import JournalFile

pytestmark = pytest.mark.long


@pytest.mark.sample
def test_random_evenings_keep_every_promise() -> None:
    assert model.run(times=60, seed=500_000) == []


def test_an_append_that_checks_nothing_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(JournalFile, "check", lambda self: None)
    assert any(model.attempt(model.plan(seed)) for seed in range(40))
