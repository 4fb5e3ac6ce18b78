"""Parts of the harnesses with fixed seeds: random evenings, power cuts, kills, refusals."""

from __future__ import annotations

import pytest

from tests.trust import evenings, faults, kills, monkey, power, runner
from tests.trust.runner import Harness, Result, run
from wyrd_tui.store.files import atomic
from wyrd_tui.store.tables.journal_file import JournalFile

pytestmark = pytest.mark.long


@pytest.mark.parametrize(
    ("harness", "times", "seed"),
    [
        pytest.param(evenings.HARNESS, 6, 500_000, marks=pytest.mark.sample, id="6 random evenings"),
        pytest.param(evenings.HARNESS, 100, 500_006, id="random evenings"),
        pytest.param(faults.HARNESS, 9, 5, marks=pytest.mark.sample, id="9 refusals"),
        pytest.param(faults.HARNESS, 200, 6, id="refusals"),
        pytest.param(power.HARNESS, 30, 2, marks=pytest.mark.sample, id="30 power cuts"),
        pytest.param(power.HARNESS, 0, 1, id="power cuts"),
        *(pytest.param(kills.HARNESS, 10, seed, id=f"ten kills, seed {seed}") for seed in range(11, 16)),
    ],
)
def test_nothing_that_was_shown_is_lost(harness: Harness, times: int, seed: int) -> None:
    _, wrong = run(harness, times, seed)
    assert wrong == []


@pytest.mark.parametrize("table", monkey.TABLES)
def test_no_key_ends_or_stops_the_program(table: str) -> None:
    assert monkey.attempt(monkey.Case(table, 5000, 14)).wrong == ()


@pytest.mark.parametrize(
    ("harness", "bug"),
    [
        pytest.param(evenings.HARNESS, (JournalFile, "_check"), id="an append that checks nothing"),
        pytest.param(faults.HARNESS, (JournalFile, "_cut"), id="half a line that is left"),
        pytest.param(power.HARNESS, (atomic, "flush"), id="bytes that are not synced"),
    ],
)
def test_a_planted_bug_is_found(harness: Harness, bug: tuple[object, str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(*bug, lambda *args: None)
    assert any(run(harness._replace(cases=lambda *_, case=case: [case]), 1, 1)[1] for case in harness.cases(40, 1))


@pytest.mark.sample
def test_a_case_without_an_end_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(case: int) -> Result:
        while True:
            pass

    monkeypatch.setattr(runner, "MOST_SECONDS", 0.1)
    _, (wrong,) = run(Harness(lambda times, seed: range(times), endless), 1, 1)
    assert "no end after 0.1 seconds" in wrong


@pytest.mark.sample
def test_some_cases_are_tried_in_two_processes() -> None:
    kinds, wrong = run(power.HARNESS, 4, 1, jobs=2)
    assert kinds
    assert wrong == []
