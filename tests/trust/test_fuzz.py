"""Short runs of what `python -m tests.trust.fuzz --runs 1000000` does at length, and documents made by Hypothesis."""

from __future__ import annotations

import importlib.util
import json
import random
import tomllib
from pathlib import Path
from typing import Any

import pytest
import tomli_w
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.trust.fuzz import fuzz, shares
from tests.trust.fuzz_changes import WORDS, changed
from tests.trust.fuzz_targets import KINDS, Target

pytestmark = pytest.mark.long

RUNS = {"scenario": 800, "save": 120, "journal": 120, "keys": 2000, "text": 800}
GUIDED = pytest.mark.skipif(
    importlib.util.find_spec("atheris") is None, reason="Atheris has no wheel for this system or this Python"
)


@GUIDED
@pytest.mark.parametrize("kind", KINDS)
def test_every_input_is_loaded_or_refused_with_a_sentence(kind: str, tmp_path: Path) -> None:
    tried = fuzz(kind, RUNS[kind], 11, tmp_path)
    assert not tried.broken, "\n".join(tried.broken)
    assert tried.runs >= RUNS[kind]
    assert tried.lines > 100


@GUIDED
def test_the_fuzzer_finds_what_only_the_way_to_it_tells(tmp_path: Path) -> None:
    """Three words, one behind the other, of which nothing tells but where the program went."""
    tried = fuzz("planted", 15_000, 1, tmp_path)
    assert len(tried.broken) == 1
    assert "the planted fault" in tried.broken[0]
    assert (tmp_path / "planted-1").read_bytes().startswith(b"nan{players")


@pytest.mark.sample
def test_the_runs_are_shared_out_whole() -> None:
    assert sum(shares(1_000_000, KINDS).values()) >= 1_000_000
    assert shares(7, ["keys"]) == {"keys": 7}


@pytest.mark.sample
def test_changes_are_of_every_kind(tmp_path: Path) -> None:
    for kind in KINDS.values():
        target = kind(tmp_path)
        rng = random.Random(1)
        made = {changed(rng, target, target.corpus[0]) for _ in range(30)}
        assert len(made) > 15


# ------------------------------------------------------------------ documents by Hypothesis


def words_of(document: Any, found: set[str]) -> None:  # noqa: ANN401 - any table
    """The keys and texts in a document."""
    for inner in document.values() if isinstance(document, dict) else document if isinstance(document, list) else ():
        words_of(inner, found)
    found |= set(document) if isinstance(document, dict) else {document} if isinstance(document, str) else set()


def documents(target: Target) -> st.SearchStrategy[Any]:
    """Tables made of the words of a target's own files, of any make; lines of them for a journal."""
    found = set(WORDS)
    for sample in target.corpus:
        lines = [json.loads(line) for line in sample.splitlines()] if target.shape == "lines" else []
        words_of(lines or tomllib.loads(sample.decode()), found)
    words = st.sampled_from(sorted(found)) | st.text(max_size=4)
    scalars = words | st.integers() | st.booleans() | st.floats()
    values = st.recursive(
        scalars,
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(words, inner, max_size=5),
        max_leaves=25,
    )
    tables = st.dictionaries(words, values, max_size=6)
    return st.lists(tables, min_size=1, max_size=6) if target.shape == "lines" else tables


@pytest.mark.parametrize("kind", [kind for kind, target in KINDS.items() if target.shape != "bytes"])
def test_documents_of_any_make(kind: str, tmp_path: Path) -> None:
    """Documents that the checks of a file's own make do not stop at once."""
    target = KINDS[kind](tmp_path)
    whole = [json.loads(line) for line in target.corpus[0].splitlines()] if target.shape == "lines" else None

    @settings(max_examples=60, deadline=None)
    @given(made=documents(target), rng=st.randoms(use_true_random=False), at=st.integers(0, 9))
    def every(made: Any, rng: random.Random, at: int) -> None:  # noqa: ANN401 - what Hypothesis made
        if whole is None:
            # Into a sound file, so that not every one of them fails for lack of a title.
            data = tomli_w.dumps({**tomllib.loads(target.corpus[at % len(target.corpus)].decode()), **made}).encode()
        else:
            lines = [*whole[: 1 + at], *made]
            data = b"\n".join(json.dumps(line, allow_nan=True).encode() for line in lines)
        target.run(target.mended(rng, data))

    every()
