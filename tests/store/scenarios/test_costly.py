"""Scenarios that are too large, too deep or too many in one are refused before they cost."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.problems import check_scenario
from tests.scans import sampled
from tests.store.scenarios.costly import BOMBS, MOST_LOOPS, took
from wyrd_tui.engine.spelling import suggest_in_problem
from wyrd_tui.store.files.problems import MOST_PROBLEMS

pytestmark = pytest.mark.long

ONCE_SLOW = (
    *("a key of 400,000 parts", "an inline key of 300,000 parts", "a quoted key of 200,000 parts"),
    *("many keys of 500 parts", "many keys of 19 parts", "many unknown keys", "a big list of empty tables"),
    *("a cast that is like nobody", "a cast that is like each other", "acts that bring strangers to a cast"),
    *("a cast of a thousand, each like the one before", "skills that many have", "a text that hides"),
)
"""Files that once took minutes or ended in a fault; `tests.store.scenarios.costly` has the others."""


@pytest.mark.parametrize("name", sampled(ONCE_SLOW, 2))
def test_costly_files_are_refused_in_few_loops(name: str, tmp_path: Path) -> None:
    loops, said = took(name, tmp_path)
    assert loops < MOST_LOOPS
    assert "bomb.toml:" in said


def test_short_chains_of_likeness_and_short_sentences_are_fine(tmp_path: Path) -> None:
    path = tmp_path / "s.toml"
    path.write_text(BOMBS["a sentence of one-word sentences"]())
    assert check_scenario(path) == []
    like = "".join(f'[[cast]]\nid = "m{n + 1}"\nlike = "m{n}"\n' for n in range(40))
    path.write_text(f'title = "T"\n[[cast]]\nid = "m0"\nname = "M"\n{like}')
    assert check_scenario(path) == []


def test_many_problems_are_told_in_part(tmp_path: Path) -> None:
    path = tmp_path / "s.toml"
    path.write_text('title = "T"\n' + "".join(f"a{n} = 1\n" for n in range(MOST_PROBLEMS + 20)))
    problems = check_scenario(path)
    assert len(problems) == MOST_PROBLEMS + 1
    assert "there are more problems" in problems[-1].message
    assert suggest_in_problem("mercer", [f"mercer-{n}" for n in range(3000)]) == ""
    assert suggest_in_problem("mercr", ["felix", "mercer"]) == '; did you mean "mercer"?'
