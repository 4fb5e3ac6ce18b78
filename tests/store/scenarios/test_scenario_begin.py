"""The table that a scenario of the Wyrd Engine begins."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.commands import HOUSE_RULES
from tests.sheets import shipped_players
from wyrd_tui.engine.dice import LiveDice, Refused
from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.rules.ground.tracks import TRACKS
from wyrd_tui.engine.rules.shared.first_scene import describe_opening
from wyrd_tui.engine.rules.wyrd_engine.house_rules import known_track
from wyrd_tui.engine.rules.wyrd_engine.questions import usual_rating
from wyrd_tui.engine.rules.wyrd_engine.ratings import rating_of
from wyrd_tui.engine.session import Session
from wyrd_tui.engine.sheet import Hurt
from wyrd_tui.engine.state import METTLE, WYRD_ENGINE, Scene, State
from wyrd_tui.play import play_line
from wyrd_tui.screens.sheet import compose_sheet
from wyrd_tui.store.scenarios.scenario import Scenario, begin_table, load_scenario
from wyrd_tui.written import summarise_start

Write = Callable[[str], Path]


@pytest.fixture
def made(write: Write) -> Callable[[str], Scenario]:
    return lambda text: load_scenario(write(f'title = "T"\n{text}'))


def boxes(state: State, who: str) -> list[tuple[str, int]]:
    return [(row.label, row.boxes) for row in state.actors[who].sheets[WYRD_ENGINE].track]


def test_markup_stays_text(made: Callable[[str], Scenario]) -> None:
    name = "[@click=app.quit]x[/] [$error] [link='https://x']"
    scenario = made(f'cast = [{{ name = "{name}", notes = "Door [closed]\\u001b[2J" }}]')
    (actor,) = begin_table(scenario).book.cast.values()
    assert actor.name == name
    assert actor.notes == "Door [closed]\N{REPLACEMENT CHARACTER}[2J"


def test_accepts_a_scenario_of_two_lines(write: Write) -> None:
    scenario = load_scenario(write('title = "The Long Night"\npremise = "A storm."'))
    state = begin_table(scenario)
    assert (state.title, state.games, state.actors, scenario.warnings) == ("The Long Night", (WYRD_ENGINE,), {}, ())
    assert [(page.kind, page.text, page.public) for page in state.book.pages] == [("premise", "A storm.", False)]
    assert state.setting.aliases["Combat"] == "Fight"


def test_shipped_characters_whom_nobody_plays_can_join_later(made: Callable[[str], Scenario]) -> None:
    """WE-92: the list of a new table offers them, and `bring` does later, as players’ characters."""
    state = begin_table(made('party = ["elias-mercer"]'))
    others = {who for who, actor in shipped_players().items() if WYRD_ENGINE in actor.sheets} - {"elias-mercer"}
    assert others
    assert others <= state.book.shipped.keys()
    assert "elias-mercer" not in state.book.shipped
    play = Session(state, dice=LiveDice(1), clock=lambda: 0.0)
    list(play_line(play, "bring felix"))
    assert play.state.actors["felix-cavendish"].side == "party"
    assert boxes(play.state, "felix-cavendish") == boxes(play.state, "elias-mercer")


def test_shipped_characters_get_the_track_of_the_rules(made: Callable[[str], Scenario]) -> None:
    text = 'party = ["elias-mercer"]\n'
    state = begin_table(made(text))
    mercer = state.actors["elias-mercer"]
    assert (mercer.kind, mercer.side, mercer.visibility) == ("pc", "party", "open")
    assert boxes(state, "elias-mercer") == [("Stress", 4), ("Mild", 3), ("Moderate", 2), ("Severe", 1)]
    state = begin_table(made(text + '[rules]\ntrack = "draft-severity"'))
    assert boxes(state, "elias-mercer") == [("Stress", 5), ("Mild", 1), ("Moderate", 1), ("Severe", 1)]
    assert known_track(state) == "draft-severity"
    assert boxes(begin_table(made(text + '[rules]\ndamage = "none"')), "elias-mercer") == []


def test_tracks_may_be_names_numbers_rows_or_a_mix(made: Callable[[str], Scenario]) -> None:
    state = begin_table(
        made(
            """
            players = 3
            tracks.sanity = [{ label = "Nerves", boxes = "players", counts = false }]
            [rules]
            track = "sanity"
            [[cast]]
            name = "A"
            on_stage = true
            track = [2, 1, "sanity", "stress-only", { label = "Stone", boxes = 9, marks = 2, penalty = -1, hurts.X=1 }]
            [[cast]]
            name = "B"
            kind = "full"
            on_stage = true
            [[cast]]
            name = "C"
            kind = "full"
            on_stage = true
            track = []
            """
        )
    )
    assert boxes(state, "a") == [("Stress", 2), ("Mild", 1), ("Nerves", 3), ("Stress", 4), ("Stone", 9)]
    track = state.actors["a"].sheets[WYRD_ENGINE].track
    assert [row.id for row in track] == ["stress", "mild", "nerves", "stress-2", "stone"]
    assert (track[4].marks, track[4].penalty, track[4].hurts) == (2, 1, (Hurt("X", 1),))
    assert not track[2].counts
    assert boxes(state, "b") == [("Nerves", 3)]
    assert boxes(state, "c") == []


def test_like_starts_from_another_sheet(made: Callable[[str], Scenario]) -> None:
    scenario = made(
        """
        party = [{ like = "julian-hargrave", player = "Ann", skills = { Fight = 2 } }]
        [[cast]]
        id = "inspector"
        like = "julian-hargrave"
        [[cast]]
        name = "Sergeant"
        like = "inspector"
        track = [2]
        gear = ["Whistle"]
        """
    )
    state = begin_table(scenario)
    pc = state.actors["julian-hargrave"]
    inspector, sergeant = state.book.cast["inspector"], state.book.cast["sergeant"]
    assert (pc.player, pc.sheets[WYRD_ENGINE].ratings["Fight"]) == ("Ann", 2)
    assert (inspector.name, inspector.kind, inspector.side) == ("Inspector Julian Hargrave", "full", "others")
    # The party's Hargrave is whom the cast's is like, since both have that id.
    assert inspector.sheets[WYRD_ENGINE].ratings["Investigate"] == 3
    assert len(inspector.sheets[WYRD_ENGINE].track) == 4
    assert (sergeant.name, [row.boxes for row in sergeant.sheets[WYRD_ENGINE].track]) == ("Sergeant", [2])
    assert [trait.name for trait in sergeant.sheets[WYRD_ENGINE].traits] == ["Whistle"]


@pytest.mark.parametrize("word", ["popcorn", "elective"])
def test_scenarios_know_popcorn_by_its_old_word(made: Callable[[str], Scenario], word: str) -> None:
    assert begin_table(made(f'rules = {{ order = "{word}" }}')).rules["order"] == "popcorn"


@pytest.mark.parametrize("word", ["neutral", "others"])
def test_we_87_a_neutral_side_has_the_word_of_the_screen(made: Callable[[str], Scenario], word: str) -> None:
    """A scenario writes a side as the program says it; the older word stays (WE-87)."""
    table = begin_table(made(f'cast = [{{ name = "Vicar", skills = 2, side = "{word}" }}]'))
    assert table.book.cast["vicar"].side == "others"


def test_we_90_figure_with_one_number_is_a_mook(made: Callable[[str], Scenario]) -> None:
    scenario = made(
        """
        cast = [
          { name = "Enforcer", skills = 1 },
          { name = "Clerk", kind = "persona", skills = 2 },
          { name = "Vicar", skills = { Lore = 1, Will = 1 } },
        ]
        """
    )
    table = begin_table(scenario)
    kinds = {who: (actor.kind, actor.side) for who, actor in table.book.cast.items()}
    assert kinds == {"enforcer": ("mook", "foes"), "clerk": ("persona", "others"), "vicar": ("persona", "others")}
    there = replace(table, actors=dict(table.book.cast))
    assert [rating_of(there, who, "Athletics") for who in there.actors] == [1, 2, 0]


def test_mooks_have_a_count_and_one_skill(made: Callable[[str], Scenario]) -> None:
    scenario = made(
        """
        players = [1, 5]
        cast = [
          { name = "Thugs", count = "2 * players", skills = 1 },
          { name = "Extras", count = "players - 3", skills = { Combat = "players" } },
        ]
        acts = [{ title = "A", brings = ["thugs", "extras"], challenges = [{ title = "C", clock = "players + 1" }] }]
        """
    )
    five, two = begin_table(scenario, players=5), begin_table(scenario, players=2)
    thugs, extras = five.book.cast["thugs"], five.book.cast["extras"]
    assert (thugs.count, thugs.kind, thugs.side, thugs.visibility) == (10, "mook", "foes", "secret")
    table = replace(five, actors={"thugs": thugs})
    assert [usual_rating(table, thugs, act) for act in ("attack", "defend")] == ["Everything", "Everything"], "WE-90"
    assert (extras.count, extras.sheets[WYRD_ENGINE].ratings) == (2, {"Combat": 5})
    assert list(two.book.cast) == ["thugs"]
    assert two.book.pages[0].brings == ("thugs",)
    assert two.book.challenges["c"].needed == 3


def test_traits_become_their_effects(made: Callable[[str], Scenario]) -> None:
    scenario = made(
        """
        [[cast]]
        name = "A"
        gear = ["Cane", { name = "Cane", lost = true }]
        traits = [
          "Duelist: +2 Fight when fencing",
          { name = "Both", effects = ["+1 Lore when asked", "once per scene, runs"] },
          { name = "Will", use = "Will", instead_of = "Athletics" },
          { name = "Twice", uses = 2, per = "scene", effect = "does it" },
          { name = "Plain", skill = "Lore" },
        ]
        """
    )
    traits = begin_table(scenario).book.cast["a"].sheets[WYRD_ENGINE].traits
    duelist, both, will, twice, plain, cane, second = traits
    assert (duelist.when, duelist.effects[0].kind, duelist.effects[0].value) == ("fencing", "bonus", 2)
    assert [(effect.kind, effect.text) for effect in both.effects] == [("bonus", "asked"), ("limited", "runs")]
    assert will.effects[0].kind == "substitute"
    assert (twice.effects[0].uses, twice.effects[0].per, twice.effects[0].text) == (2, "scene", "does it")
    assert (plain.effects[0].kind, plain.effects[0].value) == ("bonus", 2)
    assert (cane.source, cane.effects[0].kind, cane.lost) == ("gear", "special", False)
    assert (second.id, second.lost) == ("cane-2", True)


def test_we_19_a_table_of_any_kind_counts_its_uses(made: Callable[[str], Scenario]) -> None:
    """A substitute or reroll with `uses` is what the short form with `once per scene` makes (WE-19, WE-20, WE-21)."""
    scenario = made(
        """
        [[cast]]
        name = "A"
        traits = [
          { name = "Iron", kind = "substitute", use = "Will", instead_of = "Athletics", uses = 1, per = "scene" },
          "Iron: once per scene, use Will for Athletics",
          { name = "Again", kind = "reroll", skill = "Will", per = "scene" },
          "Again: once per scene, reroll a failed Will check",
          { name = "Anew", after = "failed", skill = "Will", uses = 1, per = "scene" },
          { name = "List", effects = [{ use = "Will", instead_of = "Athletics", uses = 1, per = "scene" }] },
        ]
        """
    )
    traits = begin_table(scenario).book.cast["a"].sheets[WYRD_ENGINE].traits
    iron, short_iron, again, short_again, anew, listed = (trait.effects for trait in traits)
    assert iron == short_iron == listed
    assert again == short_again == anew
    assert [effect.kind for effect in (*iron, *again)] == ["substitute", "limited", "reroll", "limited"]


def test_opening_acts_bring_cast_and_challenges(made: Callable[[str], Scenario]) -> None:
    state = begin_table(
        made(
            """
            [counters]
            Kills = 2
            [[acts]]
            title = "One"
            begins = true
            brings = ["a"]
            challenges = ["fire", { title = "Door", dr = "basic" }]
            clues = ["Ash", "Ash", { title = "Note", dr = 2, skills = ["Lore"], reveals = "Who." }]
            [[acts.scenes]]
            title = "Cellar"
            [[scenes]]
            title = "After"
            [[challenges]]
            title = "Fire"
            clock = 4
            done = 9
            [[challenges]]
            title = "Wait"
            on_stage = true
            [[cast]]
            name = "A"
            [[cast]]
            name = "B"
            """
        )
    )
    assert (state.scene.title, state.scene.page, state.marks) == ("One", "one", {"one": "begun"})
    assert list(state.actors) == ["a"]
    assert {name: (rod.kind, rod.value, rod.done) for name, rod in state.challenges.items()} == {
        "wait": ("obstacle", None, 0),
        "fire": ("clock", None, 4),
        "door": ("obstacle", -1, 0),
        "note": ("obstacle", 2, 0),
    }
    assert state.challenges["note"].win == "Who."
    assert state.counters == {"Kills": 2}
    assert [(page.id, page.kind, page.parent) for page in state.book.pages] == [
        ("one", "act", ""),
        ("ash", "clue", "one"),
        ("ash-2", "clue", "one"),
        ("note", "clue", "one"),
        ("cellar", "act", "one"),
        ("after", "act", ""),
    ]
    assert describe_opening(state) == "Begins with One · Brings A · On the abacus: Fire, Door and Note"
    assert not describe_opening(replace(state, scene=Scene(page="one", between=True)))


def test_other_characters_may_be_chosen_as_party(made: Callable[[str], Scenario]) -> None:
    scenario = made('party = ["elias-mercer"]\ncast = [{ name = "Rigby" }, { name = "Thugs", count = "players" }]')
    state = begin_table(scenario, party=["julian-hargrave", "rigby", "felix-cavendish"])
    assert list(state.actors) == ["julian-hargrave", "rigby", "felix-cavendish"]
    assert (state.actors["rigby"].kind, state.actors["rigby"].visibility) == ("pc", "open")
    assert list(state.book.cast) == ["thugs", "elias-mercer"]
    assert state.book.cast["thugs"].count == 3
    with pytest.raises(Refused, match=r'^Nobody has the id "rigbi"; did you mean "rigby"\?$'):
        begin_table(scenario, party=["rigbi"])


def test_further_games_have_their_own_sheets(made: Callable[[str], Scenario]) -> None:
    scenario = made(
        'systems = ["wyrd_engine", "mettle"]\n'
        'party = [{ like = "felix-cavendish", sheets = { mettle = { poise = 5 } } }]'
    )
    felix = begin_table(scenario).actors["felix-cavendish"]
    assert [(row.label, row.boxes) for row in felix.sheets[METTLE].track] == [("Poise", 5)]
    assert felix.sheets[WYRD_ENGINE].ratings["Crafts"] == 3


def test_shipped_characters_keep_their_game_at_other_tables(made: Callable[[str], Scenario]) -> None:
    scenario = made(
        'systems = ["mettle", "wyrd_engine"]\n'
        'party = ["elias-mercer", { like = "felix-cavendish", poise = 5 }]\n'
        'cast = [{ name = "Clerk", motive = 4 }]'
    )
    state = begin_table(scenario)
    mercer, felix = state.actors["elias-mercer"], state.actors["felix-cavendish"]
    assert list(mercer.sheets) == [WYRD_ENGINE]
    assert len(mercer.sheets[WYRD_ENGINE].track) == 4
    assert [(row.label, row.boxes) for row in felix.sheets[METTLE].track] == [("Poise", 5)]
    assert felix.sheets[WYRD_ENGINE].ratings["Crafts"] == 3
    assert list(state.book.cast["clerk"].sheets) == [METTLE]


def test_absent_characters_are_in_no_challenge(made: Callable[[str], Scenario]) -> None:
    scenario = made(
        'party = ["elias-mercer", "felix-cavendish"]\n'
        'challenges = [{ title = "X", who = ["elias-mercer", "felix-cavendish"] }]'
    )
    assert begin_table(scenario).book.challenges["x"].who == ("elias-mercer", "felix-cavendish")
    assert begin_table(scenario, party=["elias-mercer"]).book.challenges["x"].who == ("elias-mercer",)


def test_every_house_rule_can_be_written(write: Write) -> None:
    for rule in HOUSE_RULES.values():
        for value in (rule.default, *rule.values):
            text = str(value).lower() if isinstance(value, bool | int) else f'"{value}"'
            scenario = load_scenario(write(f'title = "T"\n[rules]\n{rule.key} = {text}'))
            assert begin_table(scenario).rules == {rule.key: value}


def test_summary_has_a_line_for_each_difference(made: Callable[[str], Scenario]) -> None:
    scenario = made(
        "players = [2, 4]\n"
        'party = ["elias-mercer"]\n'
        'cast = [{ name = "Thugs", count = "max(players, 3)" }, { name = "B" }]\n'
        'challenges = [{ title = "X" }, { title = "Y", clock = 4 }]'
    )
    rest = "1 named NPC, 1 challenge, 1 clock"
    assert summarise_start(scenario).splitlines() == [
        f"with 2 to 3 players: 1 character, 1 group of mooks (3 × Thugs), {rest}",
        f"with 4 players: 1 character, 1 group of mooks (4 × Thugs), {rest}",
    ]
    assert summarise_start(scenario, players=4).startswith("with 4 players: 1 character")


def test_an_empty_list_replaces_the_traits_of_the_model(made: Callable[[str], Scenario]) -> None:
    text = 'party = [{ like = "felix-cavendish", traits = [], skills = { Pilot = 1 } }]'
    sheet = begin_table(made(text)).actors["felix-cavendish"].sheets[WYRD_ENGINE]
    assert not [trait for trait in sheet.traits if trait.source == "trait"]
    assert (sheet.ratings["Crafts"], sheet.ratings["Pilot"]) == (3, 1)


def test_shipped_characters_are_ready_to_play() -> None:
    people = shipped_players()
    assert len(people) == 6
    assert all(actor.sheets[WYRD_ENGINE].track == TRACKS["we"] for actor in people.values())
    assert people["elias-mercer"].sheets[WYRD_ENGINE].ratings["Pilot"] == 3


def test_pydantic_is_imported_only_for_scenarios() -> None:
    code = "import sys, wyrd_tui.cli, wyrd_tui.launch, wyrd_tui.screens.catalogue; print('pydantic' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout.strip() == "False"


def test_we_86_texts_of_a_character_reach_the_sheet(made: Callable[[str], Scenario]) -> None:
    """The four texts of a new character can be read on its sheet (WE-86)."""
    texts = 'appearance = "Soot to the elbows."\npersonality = "Never late."\nbackstory = "Left the yard at ten."\n'
    state = begin_table(made('[[party]]\nname = "Ann"\nskills = { Crafts = +3 }\n' + texts))
    ann = state.actors["ann"]
    assert ann.name == "Ann"
    assert ann.details == {
        "Appearance": "Soot to the elbows.",
        "Personality": "Never late.",
        "Backstory": "Left the yard at ten.",
    }
    shown = "\n".join("".join(piece for piece, _ in line.spans) for line in compose_sheet(state, ann, 80))
    for heading, text in ann.details.items():
        assert heading in shown
        assert text in shown
