"""Parts of the harnesses with fixed seeds: random evenings, cuts, power cuts, kills, refusals, and a long evening."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.trust import cuts, faults, kills, model, power, soak
from wyrd_tui.store.tables.journal_file import JournalFile

pytestmark = pytest.mark.long


@pytest.mark.parametrize("times", [pytest.param(15, marks=pytest.mark.sample), 60])
def test_random_evenings_keep_every_promise(times: int) -> None:
    assert model.run(times=times, seed=500_000) == []


def test_an_append_that_checks_nothing_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(JournalFile, "check", lambda self: None)
    assert any(model.attempt(model.plan(seed)) for seed in range(40))


def test_cuts_and_flips_are_never_another_table_without_a_word() -> None:
    found = cuts.run(every=250, seed=3)
    assert not [words for words in found if words.startswith("WRONG")]
    assert len(found) >= 6, "the sample met too little"


def test_a_power_cut_costs_nothing_that_was_shown() -> None:
    assert power.run(every=2, see=lambda words: None) == []


@pytest.mark.parametrize("every", [pytest.param(150, marks=pytest.mark.sample), 20])
def test_a_sample_of_refusals_loses_nothing(every: int) -> None:
    assert faults.run(every=every, seed=5) == []


@pytest.mark.parametrize("seed", range(11, 16))
def test_a_kill_loses_no_act_that_was_shown(seed: int) -> None:
    assert [kill for kill in kills.a_table(seed, kills.ROUND) if kill.wrong] == []


def test_an_act_takes_as_much_on_disk_late_as_early(tmp_path: Path) -> None:
    """Every key made its act, and none of them writes more for all that was played before it; memory in MB."""
    parts = list(soak.play(180, tmp_path, parts=3))
    assert [part.turns for part in parts] == [60, 120, 180]
    assert parts[-1].bytes < 1.2 * parts[0].bytes
    assert parts[-1].bytes < 500, "the table itself is much larger"
    assert parts[-1].memory < parts[0].memory + 4
