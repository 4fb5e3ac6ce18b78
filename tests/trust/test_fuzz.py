"""Short runs of what `python -m tests.trust fuzzed` does at length."""

from __future__ import annotations

import importlib.util
import random
from contextlib import suppress
from pathlib import Path

import pytest

from tests.trust.fuzz import KINDS, Case, Found, fuzz
from tests.trust.fuzz_changes import changed
from tests.trust.fuzz_targets import TARGETS

pytestmark = pytest.mark.long

RUNS = {"scenario": 400, "save": 60, "journal": 60, "keys": 1000, "text": 400}
GUIDED = pytest.mark.skipif(
    importlib.util.find_spec("atheris") is None, reason="Atheris has no wheel for this system or this Python"
)


PLANTED = "planted"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("fuzzed")


@pytest.fixture(scope="module")
def fuzzed(folder: Path) -> dict[str, Found]:
    """Results of all kinds: they share one start, which takes longer than their inputs."""
    cases = [*(Case(kind, RUNS[kind], 11) for kind in KINDS), Case(PLANTED, 40_000, 1)]
    return dict(zip((case.kind for case in cases), fuzz(folder, *cases), strict=True))


@GUIDED
@pytest.mark.parametrize("kind", KINDS)
def test_every_input_is_loaded_or_refused_with_a_sentence(kind: str, fuzzed: dict[str, Found]) -> None:
    runs, lines, broken = fuzzed[kind]
    assert not broken, "\n".join(broken)
    assert runs >= RUNS[kind]
    assert lines > 100


@GUIDED
def test_fuzzer_finds_a_fault_behind_three_words(fuzzed: dict[str, Found], folder: Path) -> None:
    """The fuzzer finds a fault behind three words in a row, guided only by the lines that ran."""
    (broken,) = fuzzed[PLANTED].broken
    assert "the planted fault" in broken
    assert (folder / "planted-1").read_bytes().startswith(b"nan{players")


@pytest.mark.sample
def test_changes_are_of_every_kind() -> None:
    for target in (one for one in TARGETS.values() if one.shape != "bytes"):
        rng, sample = random.Random(1), next(iter(target.samples()))
        made = set()
        for _ in range(60):
            with suppress(ValueError, TypeError):
                made.add(target.mended(rng, changed(rng, target.shape, sample)))
        assert len(made) > 15
