"""A short run of the fuzzer; `python -m tests.trust.fuzz --runs 1000000` is the long one."""

from __future__ import annotations

import random

import pytest

from tests.trust.fuzz import changed, fuzz
from tests.trust.fuzz_targets import KINDS

SECONDS = 2.5


@pytest.mark.parametrize("kind", KINDS)
def test_every_input_is_loaded_or_refused_with_a_sentence(kind: str) -> None:
    counts, broken = fuzz(100_000, 11, (kind,), SECONDS)
    assert not broken, "\n".join(f"{broke.data!r}\n{broke.why}" for broke in broken)
    assert counts[kind] > 20


def test_the_fuzzer_finds_what_is_there(tmp_path: pytest.TempPathFactory) -> None:
    """Its changes lead to other files, and what it watches for grows."""
    counts, _ = fuzz(60, 3, ("keys",))
    more, _ = fuzz(600, 3, ("keys",))
    assert more["steps of lines"] > counts["steps of lines"] > 50


def test_changes_are_of_every_kind(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("fuzz")
    for kind in KINDS.values():
        target = kind(folder)
        rng = random.Random(1)
        made = {changed(rng, target, target.corpus[0], target.corpus) for _ in range(30)}
        assert len(made) > 15
