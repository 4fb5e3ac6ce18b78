"""A sample of random evenings against the model, and proof that the model finds a planted fault."""

from __future__ import annotations

import pytest

from tests.trust import model
from wyrd_tui.store.tables.journal_file import JournalFile

pytestmark = pytest.mark.long


@pytest.mark.parametrize("times", [pytest.param(15, marks=pytest.mark.sample), 60])
def test_random_evenings_keep_every_promise(times: int) -> None:
    assert model.run(times=times, seed=500_000) == []


def test_an_append_that_checks_nothing_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(JournalFile, "check", lambda self: None)
    assert any(model.attempt(model.plan(seed)) for seed in range(40))
