"""The shipped scenarios, characters, tracks and skills are sound and consistent."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

from tests.sheets import shipped_players
from wyrd_tui.engine.ids import slug
from wyrd_tui.engine.rules.ground.places import fighters
from wyrd_tui.engine.rules.ground.tracks import TRACKS
from wyrd_tui.engine.state import WYRD_ENGINE, State
from wyrd_tui.store.scenarios import presets, story_models
from wyrd_tui.store.scenarios.games.wyrd_engine import TraitEntry
from wyrd_tui.store.scenarios.scenario import begin_table, load_scenario

RULES = presets.DATA / "scenarios"
SCENARIOS = sorted(RULES.glob("*.toml"))


def test_seven_scenarios_are_shipped() -> None:
    assert [path.stem for path in SCENARIOS] == [
        "a-fine-patina",
        "flight-from-the-tower",
        "murder-at-the-brass-orchid",
        "nobody-told-the-bees",
        "the-light-on-gannet-stack",
        "the-locked-door",
        "the-silent-courier",
    ]


def test_shipped_scenarios_are_sound_and_begin_consistent_tables() -> None:
    for path in SCENARIOS:
        scenario = load_scenario(path)
        assert scenario.warnings == (), path.stem
        for players in range(scenario.players[0], scenario.players[1] + 1):
            consistent(begin_table(scenario, players=players))


def test_no_neutral_character_of_a_shipped_scenario_fights_unasked() -> None:
    """WE-49: the whole cast is on the table, with its foes and without them."""
    for path in SCENARIOS:
        state = begin_table(load_scenario(path))
        everybody = {**state.actors, **state.book.cast}
        calm = {who: actor for who, actor in everybody.items() if actor.side != "foes"}
        for actors in (everybody, calm):
            assert {actor.side for actor in fighters(replace(state, actors=actors))} <= {"party", "foes"}, path.stem


def consistent(state: State) -> None:
    """Assert that every reference of a table leads somewhere, and that every id is that of its value."""
    for mapping in (state.actors, state.challenges, state.book.cast, state.book.challenges):
        assert all(name == thing.id for name, thing in mapping.items())
    pages = Counter(page.id for page in state.book.pages)
    assert max(pages.values(), default=1) == 1
    assert not set(state.book.cast) & set(state.book.challenges)
    for page in state.book.pages:
        rule_of = (*state.book.challenges, *state.book.cast, *state.actors) if page.kind == "rule" else ()
        assert not page.parent or page.parent in pages or page.parent in rule_of
        assert set(page.brings) <= set(state.book.cast)
        assert set(page.challenges) <= set(state.book.challenges)
    for rod in state.book.challenges.values():
        assert set(rod.after) <= set(state.book.challenges)
        assert set(rod.who) <= {*state.book.cast, *state.actors}
        assert 0 <= rod.done <= rod.needed
    for actor in (*state.actors.values(), *state.book.cast.values()):
        assert set(actor.sheets) <= set(state.games)
        for sheet in actor.sheets.values():
            assert len({row.id for row in sheet.track}) == len(sheet.track)
            assert len({trait.id for trait in sheet.traits}) == len(sheet.traits)
    assert set(state.marks) <= set(pages)
    assert state.scene.page in {"", *pages}


def test_brass_orchid_is_complete() -> None:
    state = begin_table(load_scenario(RULES / "murder-at-the-brass-orchid.toml"))
    kinds = Counter(page.kind for page in state.book.pages if page.kind != "act" or not page.parent)
    assert (kinds["act"], kinds["clue"], kinds["place"], kinds["proof"], kinds["resolution"]) == (3, 3, 3, 3, 4)
    assert kinds["complication"] >= 2
    assert all(page.reveals for page in state.book.pages if page.kind in {"clue", "place"})
    assert list(state.actors) == ["felix-cavendish", "isadora-lovelace", "cornelius-flint"]
    inspector, julian = state.book.cast["inspector-hargrave"], shipped_players()["julian-hargrave"]
    assert inspector.sheets[WYRD_ENGINE].ratings == julian.sheets[WYRD_ENGINE].ratings
    assert state.book.challenges["the-yard-arrives"].kind == "clock"
    assert [row.label for row in state.book.cast["beatrice-langley"].sheets[WYRD_ENGINE].track] == ["Stress"]
    assert [page.title for page in state.book.pages if page.public] == ["Hand-out"]


def test_inspector_of_the_brass_orchid_may_be_played() -> None:
    scenario = load_scenario(RULES / "murder-at-the-brass-orchid.toml")
    state = begin_table(scenario, party=["julian-hargrave", "cornelius-flint", "jonathan-blackwood"])
    consistent(state)
    assert state.actors["julian-hargrave"].side == "party"
    assert state.book.cast["inspector-hargrave"].side == "others"


def test_flight_opens_like_the_worked_example() -> None:
    state = begin_table(load_scenario(RULES / "flight-from-the-tower.toml"))
    assert state.scene.title == "The Engine Room"
    mercer, crewman = state.actors["elias-mercer"], state.actors["patrolling-crewman"]
    assert (crewman.count, crewman.sheets[WYRD_ENGINE].ratings) == (1, {"Shoot": 1})
    assert crewman.sheets[WYRD_ENGINE].usual["attack"] == "Shoot"
    assert mercer.sheets[WYRD_ENGINE].ratings["Athletics"] == 1
    assert [row.boxes for row in mercer.sheets[WYRD_ENGINE].track] == [4, 3, 2, 1]
    assert list(state.challenges) == ["the-fuse", "set-the-last-charge"]
    assert {"lucius-drake", "evelyn-graves", "the-watch"} <= set(state.book.cast)
    drake = state.book.cast["lucius-drake"].sheets[WYRD_ENGINE]
    assert sum(drake.ratings.values()) == 14
    assert [row.boxes for row in drake.track] == [4, 3, 2, 1]


def test_silent_courier_has_no_acts() -> None:
    state = begin_table(load_scenario(RULES / "the-silent-courier.toml"))
    assert [page.kind for page in state.book.pages] == ["premise", "handout", "truth", "note"]
    assert not state.book.challenges


def test_shipped_characters_match_their_cards() -> None:
    people = shipped_players()
    sums = {name: sum(actor.sheets[WYRD_ENGINE].ratings.values()) for name, actor in people.items()}
    assert sums.pop("jonathan-blackwood") == 2
    assert set(sums.values()) == {10}
    traits = {
        name: [trait.source for trait in actor.sheets[WYRD_ENGINE].traits].count("trait")
        for name, actor in people.items()
    }
    assert traits == {name: 0 if name in {"julian-hargrave", "jonathan-blackwood"} else 3 for name in people}


def test_shipped_tracks_match_the_house_rules() -> None:
    shapes = {name: [(row.boxes, row.absorbs) for row in track] for name, track in TRACKS.items()}
    assert shapes["we"] == [(4, 1), (3, 1), (2, 1), (1, 1)]
    assert shapes["draft-rows"] == [(5, 1), (3, 1), (2, 1), (1, 1)]
    assert shapes["draft-severity"] == [(5, 1), (1, 1), (1, 2), (1, 3)]
    assert shapes["draft-severity-boxes"] == [(5, 1), (3, 1), (2, 2), (1, 3)]
    for name in ("we", "draft-rows", "draft-severity", "draft-severity-boxes"):
        assert [row.penalty for row in TRACKS[name]] == [0, 1, 2, 3]
        assert [row.clears for row in TRACKS[name]] == ["scene", "hours", "days", "weeks"]


def test_casebook_has_sixteen_skills_in_five_groups() -> None:
    casebook = story_models.shipped_settings()["grand-casebook"]
    skills = [skill for group in casebook.skills.values() for skill in group]
    assert (len(casebook.skills), len(skills), len(set(skills))) == (5, 16, 16)
    assert set(casebook.aliases.values()) | set(casebook.physical) <= set(skills)


def test_we_26_we_80_shipped_belongings_are_read_whole() -> None:
    """Each id stands for a name and what it does, in kinds and numbers as the texts have them (WE-17 … WE-20)."""
    kinds: dict[str, list[str]] = {}
    for name in (name for texts in presets.shipped("belongings").values() for name in texts):
        entry = TraitEntry.model_validate(name)
        assert slug(entry.name).replace("detective-s", "detectives") == name
        kinds.setdefault(str(entry.kind), []).append(name)
    assert {kind: len(names) for kind, names in kinds.items()} == {
        "bonus": 8,
        "limited": 4,
        "permission": 3,
        "special": 1,
        "substitute": 3,
    }
    sabre = TraitEntry.model_validate("fine-dueling-sabre")
    assert (sabre.skill, sabre.value, sabre.when) == ("Fight", 2, "duelling")
    derringer = TraitEntry.model_validate("hidden-derringer")
    assert (derringer.uses, derringer.per) == (1, "scene")


def test_we_90_we_92_we_93_shipped_npcs_are_named_by_id(tmp_path: Path) -> None:
    """The Enforcer has no box, Graves two of stress, Drake a whole track; a group is as large as the file says."""
    path = tmp_path / "docks.toml"
    path.write_text(
        'title = "Docks"\ncast = ["lucius-drake", "evelyn-graves", '
        '{ like = "gang-enforcer", count = "players" }, { id = "lone", like = "gang-enforcer", side = "others" }]\n',
        encoding="utf-8",
    )
    cast = begin_table(load_scenario(path), players=4).book.cast
    kinds = {who: (actor.kind, actor.side, actor.count) for who, actor in cast.items()}
    assert kinds == {
        "lucius-drake": ("full", "others", 1),
        "evelyn-graves": ("persona", "others", 1),
        "gang-enforcer": ("mook", "foes", 4),
        "lone": ("mook", "others", 1),
    }
    tracks = {who: [row.boxes for row in actor.sheets[WYRD_ENGINE].track] for who, actor in cast.items()}
    assert tracks == {"lucius-drake": [4, 3, 2, 1], "evelyn-graves": [2], "gang-enforcer": [], "lone": []}
    assert sum(cast["lucius-drake"].sheets[WYRD_ENGINE].ratings.values()) == 14
