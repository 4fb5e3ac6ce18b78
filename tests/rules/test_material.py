"""Scenarios and settings as the text has them, from the shipped files (WE-10, WE-94 … WE-99, C-20 … C-23, C-32)."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest

from tests.rules.tables import MERCER, Play
from tests.sheets import shipped_players
from wyrd_tui.engine.page import PAGE_KINDS, Page, PageKind
from wyrd_tui.engine.recap import recap
from wyrd_tui.engine.rules.ground.tracks import TRACKS
from wyrd_tui.engine.state import WYRD_ENGINE, Book, State
from wyrd_tui.store.scenarios import presets, story_models
from wyrd_tui.store.scenarios.scenario import begin_table, load_scenario

SCENARIOS = presets.DATA / "scenarios"


def shipped(name: str) -> State:
    """A table that begins with a shipped scenario."""
    return begin_table(load_scenario(SCENARIOS / f"{name}.toml"))


def table(state: State) -> Play:
    """A table to be played by lines."""
    play = Play()
    play.session.state = state
    return play


@pytest.fixture
def orchid() -> Play:
    """Murder at the Brass Orchid, about to begin."""
    return table(shipped("murder-at-the-brass-orchid"))


@pytest.mark.parametrize("form", ["one-shot", "episodic", "campaign"])
def test_we_94_a_format_is_a_label(tmp_path: Path, form: str) -> None:
    """The format of a scenario, one-shot, episodic or campaign, is a label alone (WE-94)."""
    path = tmp_path / "case.toml"
    path.write_text(f'title = "A case"\nformat = "{form}"\n', "utf-8")
    assert load_scenario(path).file.format == form


def test_we_95_a_table_writes_its_own_rules_of_magic(tmp_path: Path) -> None:
    """Headings bring no rules: a scenario of a title plays, and a table notes its magic or prepares it (WE-95)."""
    path = tmp_path / "case.toml"
    path.write_text('title = "Magic"\n')
    play = table(begin_table(load_scenario(path)))
    assert play("note the rules: of magic").title == "Note – the rules: of magic"
    play.play("add Ann kind=pc side=party", "rate ann Sorcery 2", "roll ann Sorcery 0 dice=0000")
    assert play.total == 2
    path.write_text('title = "Magic"\n[tracks]\nmana = [{ label = "Mana", boxes = 3, clears = "scene" }]\n')
    play = table(begin_table(load_scenario(path)))
    play.play("add Ann kind=pc side=party", "track ann mana")
    assert [(row.label, row.boxes) for row in play.sheet("ann").track] == [("Mana", 3)]


@pytest.mark.parametrize(("key", "value"), [("damage", "none"), ("stress", "lingers")])
def test_we_96_adaptations_of_the_casebook(tmp_path: Path, key: str, value: str) -> None:
    """A scenario drops stress and wounds, or lets stress linger (WE-96)."""
    path = tmp_path / "case.toml"
    path.write_text(f'title = "A case"\nparty = ["felix-cavendish"]\n[rules]\n{key} = "{value}"\n', "utf-8")
    play = table(begin_table(load_scenario(path)))
    if key == "damage":
        play.refuses("damage felix 3", "damage = none")
    else:
        play.play("damage felix 3", "end scene")
        assert play.marks("felix-cavendish") == "3/0/0/0"


@pytest.mark.parametrize(
    "trait",
    [
        '"Born to Fly: Gains a bonus when piloting under pressure"',
        '{ name = "Born to Fly", kind = "bonus", when = "piloting under pressure" }',
    ],
)
def test_we_22_a_bonus_without_a_number_is_two(tmp_path: Path, trait: str) -> None:
    """Graves, prepared in the text's words, pilots at 3 + 2 before dice; gear granted at the table alike (WE-22)."""
    path = tmp_path / "case.toml"
    path.write_text(f'title = "A case"\n[[party]]\nname = "Graves"\nskills = {{ Pilot = 3 }}\ntraits = [{trait}]\n')
    play = table(begin_table(load_scenario(path)))
    offer = play.offered("roll graves Pilot 0")["born-to-fly"]
    assert (offer.number, offer.hint) == (2, "piloting under pressure")
    play("roll graves Pilot 0 dice=0000 with=born-to-fly")
    assert play.total == 5
    play.play("grant graves Goggles kind=bonus skill=Notice", "roll graves Notice 0 dice=0000")
    assert play.total == 2


@pytest.mark.parametrize("track", ["we", "draft-rows", "draft-severity", "draft-severity-boxes"])
def test_c_05_a_scenario_chooses_the_track(tmp_path: Path, track: str) -> None:
    """`track` under `[rules]` is what characters without one of their own get."""
    path = tmp_path / "case.toml"
    path.write_text(f'title = "A case"\nparty = ["felix-cavendish"]\n[rules]\ntrack = "{track}"\n', "utf-8")
    assert begin_table(load_scenario(path)).actors["felix-cavendish"].sheets[WYRD_ENGINE].track == TRACKS[track]


def test_we_97_the_brass_orchid_is_whole(orchid: Play) -> None:
    """3 acts, 3 clues, 2 complications, 3 places, 3 proofs and 4 resolutions, with a truth for the GM (WE-97)."""
    kinds: list[str] = [page.kind for page in orchid.state.book.pages]
    for kind, least in (
        ("act", 3),
        ("clue", 3),
        ("complication", 2),
        ("place", 3),
        ("proof", 3),
        ("branch", 2),
        ("resolution", 4),
        ("hook", 3),
        ("truth", 1),
        ("premise", 1),
    ):
        assert kinds.count(kind) >= least, kind
    assert not any(page.public for page in orchid.state.book.pages if page.kind == "truth")


def test_we_97_pages_are_marked_as_they_are_played(orchid: Play) -> None:
    """An act begins with its people and challenges; a clue that is found tells what it reveals (WE-97)."""
    orchid("begin")
    act = orchid.state.scene.page
    page = next(page for page in orchid.state.book.pages if page.id == act)
    assert set(page.brings) <= set(orchid.state.actors)
    assert set(page.challenges) <= set(orchid.state.challenges)
    clue = next(page for page in orchid.state.book.pages if page.kind == "clue")
    turn = orchid(f"mark-page {clue.id}")
    assert orchid.state.marks[clue.id] == "found"
    assert any("reveals" in line for line in turn.lines)
    resolution = next(page for page in orchid.state.book.pages if page.kind == "resolution")
    orchid(f"mark-page {resolution.id}")
    assert orchid.state.marks[resolution.id] == "reached"
    orchid("begin")
    assert orchid.state.scene.page != act


@pytest.mark.parametrize(
    ("public", "told"), [(False, "The shed reveals, for you alone: A lamp."), (True, "The shed reveals: A lamp.")]
)
def test_we_97_the_log_says_what_players_do_not_read(public: bool, told: str) -> None:
    """A place that is visited reveals its secret to players only where its page is shown to them (WE-97)."""
    page = Page("shed", "place", "The shed", "Dark.", reveals="A lamp.", public=public)
    play = table(State("Table", (WYRD_ENGINE,), book=Book((page,))))
    assert told in play("mark-page shed").lines


def test_we_97_an_act_marked_by_hand_is_told(orchid: Play) -> None:
    """A scene that begins tells of its act; the mark alone is told as any other, and brings nothing (WE-97)."""
    act = next(page for page in orchid.state.book.pages if page.kind == "act")
    assert act.brings
    before = orchid.state
    assert orchid(f"mark-page {act.id} begun").lines == (f"Act marked as begun: {act.title}",)
    assert (orchid.state.actors, orchid.state.challenges) == (before.actors, before.challenges)
    assert orchid(f"mark-page {act.id} none").title == f"Act no longer marked: {act.title}"


def test_we_98_complications_fire(orchid: Play) -> None:
    """Each is fired once, and the mark can be taken back (WE-98)."""
    fire = next(page for page in orchid.state.book.pages if page.kind == "complication")
    orchid(f"mark-page {fire.id}")
    assert orchid.state.marks[fire.id] == "fired"
    orchid.refuses(f"mark-page {fire.id} fired", "already")
    orchid(f"mark-page {fire.id} none")
    assert fire.id not in orchid.state.marks


def test_we_99_a_stub_loads() -> None:
    """The Silent Courier has a premise and a truth, and no acts (WE-99)."""
    state = shipped("the-silent-courier")
    kinds = {page.kind for page in state.book.pages}
    assert {"premise", "truth"} <= kinds
    assert "act" not in kinds
    table(state).refuses("begin", "needs the scene")


def test_we_10_the_casebook_list() -> None:
    """16 skills in 5 groups, and the synonyms that the examples use (WE-10, C-20)."""
    casebook = story_models.shipped_settings()["grand-casebook"]
    assert (len(casebook.skills), sum(len(group) for group in casebook.skills.values())) == (5, 16)
    assert casebook.aliases == {"Deception": "Deceive", "Awareness": "Notice", "Combat": "Fight"}


def test_we_82_the_texts_characters() -> None:
    """Six characters ship; those with ratings have ten points in the right shape or a single 2 (WE-82, C-36)."""
    people = shipped_players()
    assert len(people) == 6
    for actor in people.values():
        levels = sorted((v for v in actor.sheets[WYRD_ENGINE].ratings.values() if v > 0), reverse=True)
        assert levels in ([3, 2, 2, 1, 1, 1], [2]), actor.name


def test_c_21_22_23_the_cards_are_shipped() -> None:
    """Felix has Master Tinkerer, Isadora's Glimpse is +2 Empathy, Flint's plan stands in for Athletics."""
    people = shipped_players()

    def effect(who: str, name: str) -> tuple[str, str, int]:
        found = next(row for row in people[who].sheets[WYRD_ENGINE].traits if name in row.name)
        first = found.effects[0]
        return first.kind, first.skill or f"{first.use} for {first.instead_of}", first.value

    assert effect("felix-cavendish", "Master Tinkerer") == ("bonus", "Crafts", 2)
    assert effect("isadora-lovelace", "Glimpse") == ("bonus", "Empathy", 2)
    assert effect("cornelius-flint", "Escape Plan")[:2] == ("substitute", "Burglary for Athletics")


def test_c_32_two_hargraves_at_one_table(tmp_path: Path) -> None:
    """A player's Hargrave and the police inspector of the same name have ids of their own."""
    path = tmp_path / "case.toml"
    cast = '[[cast]]\nid = "inspector"\nlike = "julian-hargrave"\nside = "others"\n'
    path.write_text(f'title = "A case"\nparty = ["julian-hargrave"]\n{cast}', "utf-8")
    play = table(begin_table(load_scenario(path)))
    play("bring inspector")
    names = [actor.name for actor in play.state.actors.values()]
    assert (list(play.state.actors), len(set(names))) == (["julian-hargrave", "inspector"], 1)


def test_we_63_and_64_the_airship_fight_from_its_file() -> None:
    """The worked wounds come out box for box with the shipped people (WE-63)."""
    play = table(shipped("flight-from-the-tower"))
    play("damage mercer 3")
    play("attack patrolling-crewman mercer dice=++-0 theirs=+--0")
    play.play("damage mercer", "wound mercer mild Athletics", "damage mercer 3")
    play("wound mercer moderate Athletics:1,Awareness:1")
    assert play.marks("elias-mercer") == "4/3/1/0"
    play("roll mercer Athletics 0 dice=0000 with=none")
    assert play.total == -1


def test_c_03_a_scenarios_own_track_is_known_at_the_table(tmp_path: Path) -> None:
    """An improvised character gets the table's track; that and the shipped tracks can be called by name."""
    path = tmp_path / "case.toml"
    path.write_text(
        'title = "A case"\n[rules]\ntrack = "nerves"\n[tracks]\n'
        'nerves = [{ label = "Nerve", boxes = 7, clears = "scene" }]\n',
        "utf-8",
    )
    play = table(begin_table(load_scenario(path)))
    play.play("add Zed foes full", "add Ann party persona", "track ann nerves")
    for who in ("zed", "ann"):
        assert [(row.label, row.boxes) for row in play.state.actors[who].sheets[WYRD_ENGINE].track] == [("Nerve", 7)]
    play("track ann pool")
    assert play.state.actors["ann"].sheets[WYRD_ENGINE].track
    play.refuses("track ann nonsense", "is not a track")


@pytest.mark.parametrize("kind", get_args(PageKind))
def test_we_97_and_we_98_each_kind_of_page_is_known_everywhere(kind: PageKind) -> None:
    """Each kind of page has its marks, heading and recap sentence in one table (WE-97, WE-98)."""
    sort = PAGE_KINDS[kind]
    page = Page("it", kind, "It")
    play = Play(MERCER, book=Book(pages=(page,)))
    marks = [choice.value for choice in play.offered("mark-page it", "mark").values()]
    assert marks == [*(sort.page_marks or ("noted",)), "none"]
    assert bool(sort.recap_words) == (bool(sort.page_marks) and kind != "act")
    # The log calls the page what the book calls it; of an act and a stage rule it has words of its own.
    logged = play(f'mark-page it "{marks[0]}"').lines
    assert kind in ("act", "rule") or logged == (f"{sort.word.capitalize()} {marks[0]}: It",)
    told = recap(play.state, play.session.done)
    assert kind == "act" or f"{sort.recap_words or f'{sort.word} It {marks[0]}'}" in told
    assert kind in ("act", "resolution") or f"- {sort.heading}: It ({marks[0]})" in told


@pytest.mark.parametrize(
    ("systems", "found"), [(["wyrd_engine"], True), (["mettle", "wyrd_engine"], True), (["mettle"], False)]
)
def test_we_90_we_92_we_93_shipped_npcs_are_brought_by_name(tmp_path: Path, systems: list[str], found: bool) -> None:
    """Enforcer, Graves and Drake enter any table of the Wyrd Engine, prepared or not (WE-90, WE-92, WE-93)."""
    path = tmp_path / "case.toml"
    path.write_text(f'title = "A case"\nsystems = {systems}\n', "utf-8")
    play = table(begin_table(load_scenario(path)))
    if not found:
        play.refuses("bring drake", "No prepared character is left")
        return
    play.play("bring drake", "bring graves", "bring enforcer count=4", 'bring "gang enforcer"')
    there = {actor.name: (actor.kind, actor.count) for actor in play.state.actors.values()}
    assert there == {
        "Admiral Lucius Drake": ("full", 1),
        "Captain Evelyn Graves": ("persona", 1),
        "Gang Enforcer 1": ("mook", 4),
        "Gang Enforcer 2": ("mook", 1),
    }
    for word in ("lucius-drake", "drake", "Admiral Lucius Drake"):
        play.refuses(f'bring "{word}"', "Admiral Lucius Drake is at the table already")


def test_the_cast_of_a_scenario_goes_before_a_shipped_npc(tmp_path: Path) -> None:
    path = tmp_path / "case.toml"
    path.write_text('title = "A case"\ncast = [{ id = "lucius-drake", name = "Drake the cat" }]\n', "utf-8")
    play = table(begin_table(load_scenario(path)))
    play("bring drake")
    assert play.state.actors["lucius-drake"].name == "Drake the cat"


@pytest.mark.parametrize(
    ("line", "name", "source", "kind"),
    [
        ("fine-dueling-sabre", "Fine Dueling Sabre", "gear", "bonus"),
        ("Hidden Derringer", "Hidden Derringer", "gear", "limited"),
        ("master duelist", "Master Duelist", "trait", "bonus"),
    ],
)
def test_we_26_shipped_gear_is_given_at_the_table(line: str, name: str, source: str, kind: str) -> None:
    """WE-26, WE-80: by its id or its name; it comes whole, so nothing more is asked."""
    play = table(shipped("flight-from-the-tower"))
    play.play(f"grant elias {line}", f"grant elias {line}")
    one, two = play.sheet("elias-mercer").traits[-2:]
    assert (one.name, one.source, one.effects[0].kind) == (name, source, kind)
    assert one.effects == two.effects
    assert one.id != two.id
    play.refuses("grant elias fine-duelling-sabre", "Did you mean Fine Dueling Sabre?")
    play("grant elias 'Sabre gear bonus Athletics 1")
    assert (play.sheet("elias-mercer").traits[-1].name, play.sheet("elias-mercer").traits[-1].effects[0].value) == (
        "Sabre",
        1,
    )
