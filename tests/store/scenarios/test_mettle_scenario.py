"""The table that a scenario of Mettle begins."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
import tomli_w

from tests.sheets import make_pools
from wyrd_tui.engine.rules.mettle.modifiers import cover_of, mettle_of, pool_of, row_of, status_of
from wyrd_tui.engine.state import METTLE, WYRD_ENGINE, Challenge, State
from wyrd_tui.store.files.codec import from_plain, to_plain
from wyrd_tui.store.scenarios.scenario import Scenario, begin_table, load_scenario
from wyrd_tui.store.tables.opening import create_table, open_table
from wyrd_tui.written import summarise_start

Made = Callable[..., Scenario]

SHOP = """
players = [2, 4]

[rules]
twist_raised = "reroll"
surge_stacks = false

[[party]]
name = "Viktor"
focus = 4
nature = 3
poise = 2
frame = 3
motive = 4
armor = 1
attack = "nature"
called = { nature = "Curmudgeon", motive = "Spite" }
backgrounds = { "Kitchen Russian" = 2 }

[[party]]
name = "Kirin"
poise = 5
focus = "players"
motive = 3
frame = 2
load = 3

[[cast]]
name = "Clerk"
motive = 4

[[cast]]
name = "Apprentices"
count = "players"
poise = 2
armour = 1

[[challenges]]
title = "Door"
difficulty = 5
skills = ["poise", "Kitchen Russian"]

[[challenges]]
title = "Search"
difficulty = "daunting"
successes = "players"

[[challenges]]
title = "Vault"
difficulty = 0

[[tables]]
title = "Shelves"
id = "shelves"
text = "Dust."
dice = "D66"
rows = { "11-36" = "Glass", "4,1" = "A samovar", "42 – 66" = "Soot" }

[[scenes]]
title = "Shop"
challenges = ["door"]
clues = [{ title = "Soot", difficulty = "Challenging", skills = ["Focus"] }]
tables = [{ title = "Sounds", dice = "1d3", entries = ["A creak", "A sigh", "Nothing"] }]
"""


@pytest.fixture
def made(write: Callable[[str], Path]) -> Made:
    def to_scenario(text: str, systems: str = '["mettle"]') -> Scenario:
        return load_scenario(write(f'title = "T"\nsystems = {systems}\n{text}'))

    return to_scenario


def test_me_07_me_34_sheets_have_pools_and_mettle(made: Made) -> None:
    scenario = made(SHOP)
    assert scenario.warnings == ()
    state = begin_table(scenario)
    viktor = state.actors["viktor"]
    whole = make_pools({"focus": 4, "nature": 3, "poise": 2}, 3, 4, 1, {"Kitchen Russian": 2})
    assert viktor.sheets[METTLE].track == whole.track
    assert viktor.sheets[METTLE].ratings == whole.ratings
    assert viktor.sheets[METTLE].usual == {"attack": "Nature"}
    assert (mettle_of(viktor), pool_of(viktor, "Nature"), pool_of(viktor, "Kitchen Russian")) == (5, 3, 2)
    assert list(viktor.sheets) == [METTLE]


def test_sheets_have_names_for_attributes(made: Made) -> None:
    traits = begin_table(made(SHOP)).actors["viktor"].sheets[METTLE].traits
    assert [(trait.id, trait.name, trait.effects[0].skill) for trait in traits] == [
        ("nature", "Curmudgeon", "Nature"),
        ("motive", "Spite", "Motive"),
    ]


def test_incomplete_sheets_stay_incomplete(made: Made) -> None:
    cast = begin_table(made(SHOP)).book.cast
    clerk, apprentices = cast["clerk"], cast["apprentices"]
    assert [row.id for row in clerk.sheets[METTLE].track] == ["mettle"]
    assert clerk.sheets[METTLE].ratings == {"Motive": 4, "Armor": 0}
    assert (apprentices.kind, apprentices.count, mettle_of(apprentices)) == ("mook", 2, 1)
    assert row_of(apprentices, "nature") is None
    nobody = begin_table(made('[[cast]]\nname = "Nobody"')).book.cast["nobody"]
    assert nobody.sheets[METTLE].track == ()


def test_pools_depend_on_the_number_of_players(made: Made) -> None:
    scenario = made(SHOP)
    for players in (2, 4):
        assert pool_of(begin_table(scenario, players=players).actors["kirin"], "Focus") == players


def test_me_45_load_burdens_from_the_start(made: Made) -> None:
    kirin = begin_table(made(SHOP)).actors["kirin"]
    assert kirin.conditions == (status_of("encumbered", automatic=True),)
    text = '[[cast]]\nname = "A"\nframe = 2\nload = {load}\n[[cast]]\nname = "B"\nlike = "a"\nload = 1'
    cast = begin_table(made(text.replace("{load}", "4"))).book.cast
    assert [condition.id for condition in cast["a"].conditions] == ["incapacitated"]
    assert cast["b"].conditions == ()
    assert begin_table(made(text.replace("{load}", "2"))).book.cast["a"].conditions == ()


def test_me_13_me_14_shield_and_tools_come_with_the_sheet(made: Made) -> None:
    """A shield is a number, tools are gear that helps one pool; a likeness keeps both with its names."""
    text = SHOP + '\n[[cast]]\nname = "Twin"\nlike = "viktor"\nshield = 2\ntools = { Poise = 1 }'
    twin = begin_table(made(text)).book.cast["twin"]
    assert cover_of(twin) == 2
    gear = [(trait.name, trait.source) for trait in twin.sheets[METTLE].traits]
    assert gear == [("Curmudgeon", "trait"), ("Spite", "trait"), ("tools for Poise", "gear")]
    assert [effect.value for effect in twin.sheets[METTLE].traits[-1].effects] == [1]


def test_like_keeps_unnamed_pools(made: Made) -> None:
    text = SHOP + '\n[[cast]]\nname = "Twin"\nlike = "viktor"\npoise = 6\narmor = 3\nbackgrounds = { Fencing = 3 }'
    twin = begin_table(made(text)).book.cast["twin"]
    assert (pool_of(twin, "Poise"), pool_of(twin, "Focus"), mettle_of(twin)) == (6, 4, 7)
    assert {"Kitchen Russian": 2, "Fencing": 3}.items() <= twin.sheets[METTLE].ratings.items()
    assert [trait.name for trait in twin.sheets[METTLE].traits] == ["Curmudgeon", "Spite"]


def rods(state: State) -> dict[str, Challenge]:
    return dict(state.book.challenges)


def test_me_09_difficulties_may_be_names_or_numbers(made: Made) -> None:
    found = rods(begin_table(made(SHOP)))
    assert {name: rod.value for name, rod in found.items()} == {"door": 5, "search": 6, "vault": 0, "soot": 3}
    assert {rod.game for rod in found.values()} == {METTLE}
    assert (found["search"].kind, found["search"].needed) == ("task", 2)
    assert found["door"].skills == ("Poise", "Kitchen Russian")


def test_c_30_rungs_have_the_numbers_of_their_game(made: Made) -> None:
    text = """
challenges = [
  { title = "A", dr = "Formidable" },
  { title = "B", dr = "Formidable", game = "mettle" },
  { title = "C", difficulty = "Challenging" },
  { title = "D", difficulty = "Challenging", game = "mettle" },
]
"""
    values = {name: rod.value for name, rod in rods(begin_table(made(text, '["wyrd_engine", "mettle"]'))).items()}
    assert values == {"a": 2, "b": 10, "c": 0, "d": 3}


def test_me_06_random_tables_become_pages(made: Made) -> None:
    state = begin_table(made(SHOP))
    tables = {page.id: page for page in state.book.pages if page.kind == "table"}
    assert list(tables) == ["sounds", "shelves", "twist-seeds"]
    shelves = tables["shelves"]
    assert (shelves.title, shelves.text, shelves.dice) == ("Shelves", "Dust.", "d66")
    assert shelves.rows == {"11-36": "Glass", "41": "A samovar", "42-66": "Soot"}
    assert tables["sounds"].rows == {"1": "A creak", "2": "A sigh", "3": "Nothing"}
    assert (tables["sounds"].parent, shelves.parent) == ("shop", "")


def test_me_26_seeds_of_twists_come_with_mettle(made: Made) -> None:
    seeds = next(page for page in begin_table(made("")).book.pages if page.id == "twist-seeds")
    assert [text.partition(":")[0] for text in seeds.rows.values()] == [
        "Confuse",
        "Delay",
        "Dismay",
        "Falter",
        "Imperil",
        "Reveal",
    ]
    assert not [page for page in begin_table(made("", '["wyrd_engine"]')).book.pages if page.kind == "table"]
    own = begin_table(made('[[tables]]\ntitle = "Mine"\nid = "twist-seeds"\ndice = "1d1"\nentries = ["x"]'))
    assert [page.title for page in own.book.pages if page.kind == "table"] == ["Mine"]


def test_house_rules_of_the_scenario_are_in_force(made: Made) -> None:
    assert begin_table(made(SHOP)).rules == {"twist_raised": "reroll", "surge_stacks": False}


def test_summary_counts_random_tables(made: Made) -> None:
    assert "2 random tables" in summarise_start(made(SHOP), 2)
    assert "random table" not in summarise_start(made(""), 2)


def test_characters_may_have_sheets_of_two_games(made: Made) -> None:
    text = 'party = [{ like = "felix-cavendish", sheets.mettle = { poise = 3, motive = 2, called.poise = "Calm" } }]'
    felix = begin_table(made(text, '["wyrd_engine", "mettle"]')).actors["felix-cavendish"]
    assert felix.sheets[WYRD_ENGINE].ratings["Crafts"] == 3
    assert (pool_of(felix, "Poise"), mettle_of(felix)) == (3, 2)
    assert [trait.name for trait in felix.sheets[METTLE].traits] == ["Calm"]


def test_mettle_tables_survive_save_and_load(made: Made, tmp_path: Path) -> None:
    state = begin_table(made(SHOP))
    assert from_plain(State, tomllib.loads(tomli_w.dumps(to_plain(state)))) == state
    with create_table(state, "shop") as table:
        path = table.path
    with open_table(path) as table:
        assert table.state == state
