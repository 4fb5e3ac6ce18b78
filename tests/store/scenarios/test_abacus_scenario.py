"""The table that a scenario of the Wyrd Abacus begins."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
import tomli_w

from tests.commands import BY_ID
from tests.sheets import make_abilities
from wyrd_tui.engine.dice import LiveDice
from wyrd_tui.engine.nouns.wyrd_abacus import ABILITIES, POOL, TYPES
from wyrd_tui.engine.page import Page
from wyrd_tui.engine.rules.games import challenge_types
from wyrd_tui.engine.rules.wyrd_abacus.abilities import abilities, wyrd_of
from wyrd_tui.engine.rules.wyrd_abacus.stage_rules import rules_in_force
from wyrd_tui.engine.session import Session
from wyrd_tui.engine.sheet import Trait
from wyrd_tui.engine.state import WYRD_ABACUS, WYRD_ENGINE, Actor, State
from wyrd_tui.engine.voices import VOICES
from wyrd_tui.store.files.codec import from_plain, to_plain
from wyrd_tui.store.scenarios.scenario import Scenario, begin_table, load_scenario
from wyrd_tui.written import summarise_start

Made = Callable[..., Scenario]

STORY = """
players = [1, 4]

stage_rules = ["bloody", { like = "devils-due", evident = true }]

[[party]]
name = "Ada"
body = 5
mind = 4
soul = 6
facets = { body = ["Strong as an ox", "Clumsy"], soul = ["Hums"] }
ties = "Bob's sister."

[[party]]
name = "Bob"
body = 4
mind = 5
soul = 6
wyrd = 2

[[cast]]
name = "Sexton"
body = 6
stage_rules = ["only-one"]

[[challenges]]
title = "Gate"
type = "obstruction"
value = "players + 3"
springs = "no six"
win = "Through."
stage_rules = ["close-the-shutters"]

[[challenges]]
title = "Bell"
type = "Invocation"
value = 6
by_wyrd = true

[[challenges]]
title = "Tide"
clock = 4

[[scenes]]
title = "Quay"
challenges = ["gate", { title = "Mob", type = "Threat", value = 7, after = ["gate"] }]
stage_rules = [{ title = "Dark", text = "No moon.", triggers = [{ when = "scene begins" }] }]
clues = [{ title = "Ledger", type = "Logic", value = 4, reveals = "He lied." }]
places = [{ title = "Crypt", stage_rules = [{ title = "Cold", triggers = [{ when = "six" }] }] }]

[[scenes]]
title = "Deep"
after = ["gate", "mob"]
challenges = ["bell"]
"""
OPENED = STORY.replace('title = "Quay"\n', 'title = "Quay"\nbegins = true\n')


@pytest.fixture
def made(write: Callable[[str], Path]) -> Made:
    def to_scenario(text: str, systems: str = '["wyrd_abacus"]') -> Scenario:
        return load_scenario(write(f'title = "T"\nsystems = {systems}\n{text}'))

    return to_scenario


def rules(state: State) -> dict[str, Page]:
    return {page.id: page for page in state.book.pages if page.kind == "rule"}


def facets(actor: Actor) -> list[tuple[Trait, str]]:
    return [(trait, trait.effects[0].skill) for trait in actor.sheets[WYRD_ABACUS].traits]


def test_format_has_the_types_and_abilities_of_the_rules() -> None:
    """The literals of the format are the abilities and types of the engine (WA-04, WA-11)."""
    assert list(challenge_types()) == list(TYPES)
    assert list(ABILITIES) == list(VOICES[WYRD_ABACUS].rod_words.storeys)


def test_wa_03_characters_get_three_abilities_and_a_pool(made: Made) -> None:
    scenario = made(STORY)
    assert scenario.warnings == ()
    state = begin_table(scenario)
    ada, bob = state.actors["ada"], state.actors["bob"]
    assert ada.sheets[WYRD_ABACUS].track == make_abilities(5, 4, 6).track
    assert (list(ada.sheets), wyrd_of(ada), wyrd_of(bob)) == ([WYRD_ABACUS], 0, 2)
    assert (ada.kind, ada.side, ada.details) == ("pc", "party", {"Ties": "Bob's sister."})
    sexton = state.book.cast["sexton"]
    assert (sexton.kind, [(row.id, row.boxes) for row in abilities(sexton).values()]) == ("persona", [("body", 6)])


def test_wa_05_facets_become_traits_that_work_once_a_scene(made: Made) -> None:
    state = begin_table(made(STORY))
    found = facets(state.actors["ada"])
    assert [(trait.id, trait.name, ability) for trait, ability in found] == [
        ("strong-as-an-ox", "Strong as an ox", "body"),
        ("clumsy", "Clumsy", "body"),
        ("hums", "Hums", "soul"),
    ]
    assert {(trait.source, effect.uses, effect.per) for trait, _ in found for effect in trait.effects} == {
        ("trait", 1, "scene")
    }
    assert facets(state.actors["bob"]) == []


def test_wa_12_typed_challenges_get_beads_by_value(made: Made) -> None:
    state = begin_table(made(STORY), players=3)
    found = state.book.challenges
    gate = found["gate"]
    assert (gate.type, gate.value, gate.needed, gate.kind, gate.game) == ("Obstruction", 6, 6, "obstacle", WYRD_ABACUS)
    assert (gate.springs, gate.win, gate.visibility) == ("no six", "Through.", "secret")
    assert (found["mob"].type, found["mob"].after) == ("Threat", ("gate",))
    assert (found["tide"].kind, found["tide"].needed, found["tide"].type) == ("clock", 4, "")
    ledger = found["ledger"]
    assert (ledger.type, ledger.value, ledger.needed, ledger.game) == ("Logic", 4, 4, WYRD_ABACUS)
    clue = next(page for page in state.book.pages if page.id == "ledger")
    assert (clue.kind, clue.reveals, clue.challenges) == ("clue", "He lied.", ("ledger",))


def test_c_25_by_wyrd_challenges_are_met_by_wyrd_rolls(made: Made) -> None:
    found = begin_table(made(STORY)).book.challenges
    assert (found["bell"].met_by, found["gate"].met_by) == ("wyrd", "")


def test_wa_14_scenes_wait_for_challenges(made: Made) -> None:
    acts = [page for page in begin_table(made(STORY)).book.pages if page.kind == "act"]
    assert [(page.id, page.after) for page in acts] == [("quay", ()), ("deep", ("gate", "mob"))]


def test_wa_52_stage_rules_belong_to_their_holder(made: Made) -> None:
    state = begin_table(made(STORY))
    found = rules(state)
    named = {name: page.parent for name, page in found.items() if state.marks.get(name) != "over"}
    assert named == {
        "bloody": "",
        "devils-due": "",
        "dark": "quay",
        "cold": "crypt",
        "close-the-shutters": "gate",
        "only-one": "sexton",
    }
    assert [name for name, page in found.items() if page.public] == ["devils-due"]
    assert found["dark"].text == "No moon."
    assert {page.id for page in rules_in_force(state)} == {"bloody", "devils-due"}


def test_unnamed_shipped_rules_are_at_hand_but_not_in_force(made: Made) -> None:
    state = begin_table(made(STORY))
    off = [name for name in rules(state) if state.marks.get(name) == "over"]
    assert off == ["prowling-beast", "rolling-fog", "kill-count", "old-mine"]
    assert begin_table(made("", '["wyrd_engine"]')).book.pages == ()


def test_rules_named_twice_are_there_twice(made: Made) -> None:
    text = 'scenes = [{ title = "A", stage_rules = ["bloody"] }, { title = "Bloody", stage_rules = ["bloody"] }]'
    found = rules(begin_table(made(text)))
    assert [(name, page.parent) for name, page in found.items() if page.title == "Bloody"] == [
        ("bloody", "a"),
        ("bloody-3", "bloody-2"),
    ]


def test_countdowns_never_take_the_id_of_a_challenge(made: Made) -> None:
    """The clock of a rule is on the abacus under the id of its page (WA-40)."""
    text = (
        'stage_rules = ["devils-due"]\n'
        "challenges = [{ title = \"Devil's Due\", type = 'Threat', value = 3, on_stage = true }]"
    )
    state = begun(begin_table(made(text + '\n[[scenes]]\ntitle = "A"\nbegins = true')))
    assert {name: rod.type for name, rod in state.challenges.items()} == {
        "devils-due": "Threat",
        "devils-due-2": "Countdown",
    }


def test_like_changes_keys_of_a_shipped_rule(made: Made) -> None:
    text = """
    stage_rules = [
      { like = "prowling-beast", id = "hound", title = "The Hound", evident = true, brings = ["dog"] },
      { like = "kill-count", challenge = "killing" },
      { like = "bloody", text = "Theirs.", triggers = [{ when = "failed", do = "lose", ability = "Body", by = 2 }] },
    ]
    cast = [{ name = "Dog" }]
    challenges = [{ title = "Killing", type = "Threat", value = 6 }]
    """
    state = begin_table(made(text))
    found = rules(state)
    hound = found["hound"]
    assert (hound.title, hound.public, hound.brings) == ("The Hound", True, ("dog",))
    assert [(trigger.when, trigger.do, trigger.once) for trigger in hound.triggers] == [("six", "spring", True)]
    count = [(trigger.when, trigger.do, trigger.counter, trigger.challenge) for trigger in found["kill-count"].triggers]
    assert count == [("low", "remind", "Kill count", ""), ("failed", "count", "Kill count", "killing")]
    (lose,) = found["bloody"].triggers
    assert (found["bloody"].title, found["bloody"].text, lose.ability, lose.by) == ("Bloody", "Theirs.", "body", 2)
    assert state.counters == {"Kill count": 0}
    assert "prowling-beast" not in found


def test_every_key_of_a_trigger_reaches_the_table(made: Made) -> None:
    text = """
    counters = { Bells = 3 }
    [[stage_rules]]
    title = "A"
    triggers = [
      { when = "low", at_most = 2, counter = "Bells", do = "lose", ability = "soul", by = 2, once = true, text = "x" },
      { when = "escape", do = "forbid", unless = "others scratched" },
      { when = "overcome", type = "threat", challenge = "c" },
    ]
    [[challenges]]
    title = "C"
    type = "Threat"
    value = 4
    """
    state = begin_table(made(text))
    low, escape, overcome = rules(state)["a"].triggers
    assert (low.at_most, low.counter, low.do, low.ability, low.by, low.once, low.text) == (
        *(2, "Bells", "lose", "soul", 2, True, "x"),
    )
    assert escape.unless == "others scratched"
    assert (overcome.do, overcome.type, overcome.challenge) == ("remind", "Threat", "c")
    assert state.counters == {"Bells": 3}


def test_wa_42_tables_begin_between_scenes(made: Made) -> None:
    state = begin_table(made(STORY))
    assert state.scene.between
    assert (state.challenges, state.counters) == ({}, {})
    assert not begin_table(made("", '["wyrd_engine"]')).scene.between
    assert begin_table(made("", '["wyrd_engine", "wyrd_abacus"]')).scene.between


def begun(state: State) -> State:
    """Begin the first scene of a table, as `B` and two Enters do."""
    session = Session(state, dice=LiveDice(1), clock=lambda: 0.0)
    session.do(BY_ID["begin"], {})
    return session.state


def test_wa_07_first_scenes_ask_for_the_characters_present(made: Made) -> None:
    state = begin_table(made(OPENED))
    assert (state.scene.between, state.scene.page, state.marks) == (True, "quay", begin_table(made(STORY)).marks)
    assert begun(state).scene.title == "Quay"


def test_wa_08_first_scenes_have_a_pool_and_countdowns(made: Made) -> None:
    state = begun(begin_table(made(OPENED)))
    assert (state.scene.title, state.scene.between, state.marks["quay"]) == ("Quay", False, "begun")
    assert state.counters[POOL] == 3
    assert {name: rod.type for name, rod in state.challenges.items()} == {
        "gate": "Obstruction",
        "mob": "Threat",
        "ledger": "Logic",
        "devils-due": "Countdown",
    }
    assert state.challenges["devils-due"].needed == 3


def test_wa_58_rolling_fog_is_on_the_abacus_at_once(made: Made) -> None:
    text = """
    stage_rules = [{ like = "rolling-fog", challenge = "fret" }]
    challenges = [{ title = "Fret", type = "Foreboding", value = 4 }]
    scenes = [{ title = "A", begins = true }]
    """
    state = begun(begin_table(made(text)))
    assert (state.challenges["fret"].value, state.challenges["fret"].needed) == (4, 4)


@pytest.mark.parametrize("text", [STORY, OPENED])
def test_abacus_tables_survive_save_and_load(made: Made, text: str) -> None:
    state = begin_table(made(text))
    data = to_plain(state)
    assert from_plain(State, json.loads(json.dumps(data))) == state
    assert from_plain(State, tomllib.loads(tomli_w.dumps(data, multiline_strings=True))) == state


def test_characters_of_mixed_tables_have_both_sheets(made: Made) -> None:
    text = """
    party = [{ like = "elias-mercer", sheets.wyrd_abacus = { body = 6, mind = 4, soul = 5, facets.mind = ["Maps"] } }]
    challenges = [{ title = "Guard", dr = "Difficult" }, { title = "Ghost", type = "Foreboding", value = 5 }]
    cast = [
      { name = "Clerk", sheets.wyrd_abacus = { mind = 4 } },
      { name = "Thugs", count = 3, skills = 1 },
    ]
    """
    scenario = made(text, '["wyrd_engine", "wyrd_abacus"]')
    assert scenario.warnings == ()
    state = begin_table(scenario)
    mercer = state.actors["elias-mercer"]
    assert list(mercer.sheets) == [WYRD_ENGINE, WYRD_ABACUS]
    assert len(mercer.sheets[WYRD_ENGINE].track) == 4
    assert [row.boxes for row in abilities(mercer).values()] == [6, 4, 5]
    assert [trait.name for trait, _ in facets(mercer)] == ["Maps"]
    rods = state.book.challenges
    assert [(rod.game, rod.value, rod.needed) for rod in rods.values()] == [(WYRD_ENGINE, 1, 1), (WYRD_ABACUS, 5, 5)]
    assert list(state.book.cast["clerk"].sheets) == [WYRD_ABACUS]
    assert state.book.cast["thugs"].sheets[WYRD_ENGINE].ratings == {"Everything": 1}


def test_wyrd_engine_may_be_the_second_game(made: Made) -> None:
    text = """
    [[party]]
    name = "Ada"
    body = 5
    mind = 4
    soul = 6
    sheets.wyrd_engine = { skills = { Fight = 2 }, traits = ["Quick"] }
    [[cast]]
    name = "Rats"
    count = 4
    [[challenges]]
    title = "Guard"
    game = "wyrd_engine"
    dr = "Difficult"
    """
    state = begin_table(made(text, '["wyrd_abacus", "wyrd_engine"]'))
    ada = state.actors["ada"]
    assert (ada.sheets[WYRD_ENGINE].ratings, len(ada.sheets[WYRD_ENGINE].track)) == ({"Fight": 2}, 4)
    assert state.book.challenges["guard"].value == 1
    rats = state.book.cast["rats"]
    assert (rats.kind, rats.count, rats.sheets[WYRD_ABACUS].usual) == ("mook", 4, {})


def test_like_may_change_single_abilities(made: Made) -> None:
    text = """
    [[cast]]
    name = "Ada"
    body = 5
    mind = 4
    wyrd = 1
    facets.body = ["Quick"]
    [[cast]]
    name = "Her Shadow"
    like = "ada"
    mind = 8
    soul = 2
    """
    shadow = begin_table(made(text)).book.cast["her-shadow"]
    assert [(row.label, row.boxes) for row in abilities(shadow).values()] == [("Body", 5), ("Mind", 8), ("Soul", 2)]
    assert (wyrd_of(shadow), [trait.name for trait, _ in facets(shadow)]) == (1, ["Quick"])


def test_summary_counts_the_rules_in_force(made: Made) -> None:
    assert summarise_start(made(STORY), 2) == (
        "with 2 players: 2 characters, 1 named NPC, 4 challenges, 1 clock, 2 acts, 1 clue, 6 stage rules"
    )
