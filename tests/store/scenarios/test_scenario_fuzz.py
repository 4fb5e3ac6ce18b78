"""Any document gets an answer from the check; a sound one begins a table."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
import tomli_w
from hypothesis import given
from hypothesis import strategies as st

from tests.problems import check_scenario
from tests.properties import examples
from wyrd_tui.store.files.problems import Broken
from wyrd_tui.store.scenarios.scenario import begin_table, load_scenario
from wyrd_tui.store.scenarios.schema import make_schema
from wyrd_tui.written import summarise_start


def _vocabulary() -> list[str]:
    made = make_schema()
    found = {"title", "zzz", ""}
    for definition in (made, *made["$defs"].values()):
        for table in (definition, *definition.get("anyOf", ())):
            found |= set(table.get("properties", ()))
    return sorted(found)


KEYS = st.deferred(lambda: st.sampled_from(_vocabulary()))
WORDS = st.sampled_from(
    [
        "",
        "a",
        "b",
        "we",
        "A: +2 Fight when b; once per scene, c",
        "felix-cavendish",
        "players - 9",
        "mook",
        "Difficult",
        "Daunting",
    ]
)
SCALARS = WORDS | st.integers(-3, 99) | st.booleans() | st.just(1.5) | st.just(date(2024, 1, 1)) | st.text(max_size=3)
VALUES: st.SearchStrategy[Any] = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=4), max_leaves=20
)
TABLES = st.dictionaries(KEYS, VALUES, max_size=6)
NAMED = st.fixed_dictionaries({"title": WORDS}, optional={"id": WORDS, "like": WORDS, "dr": SCALARS, "clues": VALUES})
ROWS = st.dictionaries(st.sampled_from(["1", "2-4", "5–6", "6,2", "11-66", "x", "6-1", "99999", ""]), WORDS, max_size=3)
RANDOM = st.fixed_dictionaries(
    {
        "title": WORDS,
        "dice": st.sampled_from(["d66", "1d6", "2d6-1", "4dF", "1d66", "9d9", "x", "d99999999"]) | SCALARS,
    },
    optional={"rows": ROWS | VALUES, "entries": st.lists(WORDS, max_size=8) | VALUES, "id": WORDS},
)
GAMES = st.sampled_from(["wyrd_engine", "wyrd_abacus", "mettle"])
DOCUMENTS = st.fixed_dictionaries(
    {"title": st.just("T")},
    optional={
        "systems": st.lists(GAMES | SCALARS, max_size=2),
        "stage_rules": VALUES | st.lists(TABLES | st.sampled_from(["bloody", "rolling-fog"]), max_size=3),
        "scenes": st.lists(TABLES | NAMED, max_size=3),
        "tables": st.lists(TABLES | RANDOM, max_size=2),
        "party": st.lists(TABLES | WORDS, max_size=3),
        "cast": st.lists(TABLES, max_size=3),
        "acts": st.lists(TABLES | NAMED, max_size=3),
        "challenges": st.lists(TABLES | NAMED, max_size=3),
        "tracks": st.dictionaries(WORDS, VALUES, max_size=2),
        "rules": TABLES,
        "setting": VALUES,
        "players": VALUES,
    },
)


@examples(100)
@given(DOCUMENTS | TABLES)
def test_check_survives_any_document(tmp_path_factory: pytest.TempPathFactory, document: dict[str, Any]) -> None:
    path = tmp_path_factory.getbasetemp() / "fuzz.toml"
    path.write_text(tomli_w.dumps(document), encoding="utf-8")
    lines = path.read_text(encoding="utf-8").split("\n")
    problems = check_scenario(path)
    for problem in problems:
        assert 1 <= problem.line <= len(lines)
        assert 1 <= problem.column <= len(lines[problem.line - 1]) + 1
    if all(problem.warning for problem in problems):
        scenario = load_scenario(path)
        begin_table(scenario)
        summarise_start(scenario)
    else:
        with pytest.raises(Broken) as broken:
            load_scenario(path)
        assert list(broken.value.problems) == problems


NAMES = st.sampled_from(["a", "b", "c", "We", "Felix Cavendish", "thugs"])
IDS = st.sampled_from(["a", "b", "c", "felix-cavendish", "thugs"])
AMOUNTS = st.integers(1, 9) | st.sampled_from(["players", "2 * players", "players - 3"])
RULES = st.sampled_from(
    ["bloody", "devils-due", {"like": "rolling-fog", "challenge": "a"}, {"title": "a", "text": "b", "evident": True}]
)
SOUND_CAST = st.fixed_dictionaries(
    {"name": NAMES},
    optional={
        "id": IDS,
        "like": IDS,
        "count": AMOUNTS,
        "skills": st.integers(-1, 3) | st.dictionaries(NAMES, AMOUNTS, max_size=3),
        "track": st.sampled_from(["we", [4, 3], ["pool", 2], []]),
        "traits": st.lists(WORDS.filter(bool), max_size=2),
        "on_stage": st.booleans(),
        "stage_rules": st.lists(RULES, max_size=2),
    },
)
SOUND_CHALLENGE = st.fixed_dictionaries(
    {"title": NAMES},
    optional={"id": IDS, "dr": AMOUNTS, "clock": AMOUNTS, "after": st.lists(IDS, max_size=2), "who": st.lists(IDS)},
)
SOUND_TYPED = st.fixed_dictionaries(
    {"title": NAMES, "type": st.sampled_from(["Threat", "Logic", "Taint"]), "value": AMOUNTS},
    optional={
        "id": IDS,
        "springs": st.sampled_from(["scene", "six", "no six"]),
        "by_wyrd": st.booleans(),
        "on_stage": st.booleans(),
        "stage_rules": st.lists(RULES, max_size=2),
    },
)
SCORES = st.integers(1, 9)
SOUND_STORY = st.fixed_dictionaries(
    {"title": st.just("T"), "systems": st.just(["wyrd_abacus"])},
    optional={
        "party": st.lists(
            st.fixed_dictionaries({"name": NAMES}, optional={"body": SCORES, "soul": SCORES, "wyrd": SCORES}),
            max_size=3,
        ),
        "challenges": st.lists(SOUND_TYPED, max_size=3),
        "stage_rules": st.lists(RULES, max_size=3),
        "scenes": st.lists(
            st.fixed_dictionaries(
                {"title": NAMES, "begins": st.booleans(), "stage_rules": st.lists(RULES, max_size=2)},
                optional={"after": st.lists(IDS, max_size=2), "challenges": st.lists(SOUND_TYPED | IDS, max_size=2)},
            ),
            max_size=2,
        ),
    },
)
SOUND = st.fixed_dictionaries(
    {"title": st.just("T")},
    optional={
        "party": st.lists(st.sampled_from(["felix-cavendish", "elias-mercer"]), unique=True),
        "cast": st.lists(SOUND_CAST, max_size=3),
        "challenges": st.lists(SOUND_CHALLENGE, max_size=3),
        "acts": st.lists(
            st.fixed_dictionaries(
                {"title": NAMES, "brings": st.lists(IDS, max_size=2), "challenges": st.lists(IDS, max_size=2)}
            ),
            max_size=2,
        ),
    },
)


@examples(100)
@given(SOUND | SOUND_STORY, st.integers(1, 6))
def test_sound_documents_begin_a_table(
    tmp_path_factory: pytest.TempPathFactory, document: dict[str, Any], players: int
) -> None:
    path = tmp_path_factory.getbasetemp() / "sound.toml"
    path.write_text(tomli_w.dumps(document), encoding="utf-8")
    if any(not problem.warning for problem in check_scenario(path)):
        return
    state = begin_table(load_scenario(path), players=players)
    assert all(name == actor.id for name, actor in state.actors.items())
    assert all(set(page.challenges) <= set(state.book.challenges) for page in state.book.pages)
