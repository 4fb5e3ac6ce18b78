"""The start screen shows what there is at once, and never lets one broken file hide the others."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest
from textual.app import App
from textual.events import Key
from textual.pilot import Pilot
from textual.screen import Screen

from tests.golden import same_screen, screen_text
from tests.screens.tables import BEGINNING, HOSTILE, SIZES, ScreenApp
from tests.screens.test_palette import at_once
from wyrd_tui.app import WyrdApp
from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.state import METTLE, WYRD_ABACUS, WYRD_ENGINE
from wyrd_tui.screens.catalogue import DiskCatalogue, PreparedScenario, ShippedCharacter
from wyrd_tui.screens.prose import first_sentences
from wyrd_tui.screens.start import StartScreen
from wyrd_tui.store.tables.listing import TableInfo

TITLE = "Flight from the Tower"
PEOPLE = (
    ShippedCharacter("elias-mercer", "Captain Elias Mercer", "sky pirate and pilot", True),
    ShippedCharacter("felix-cavendish", "Felix Cavendish", "inventor-for-hire", True),
    ShippedCharacter("julian-hargrave", "Inspector Julian Hargrave", "methodical detective"),
    ShippedCharacter("stranger", HOSTILE, "nobody knows"),
)
PROBLEM = 'heist.toml:12:3: no key is called "sklls"; did you mean "skills"?'


@dataclass
class FakeCatalogue(DiskCatalogue):
    """A catalogue that remembers what it was asked for."""

    asked: list[tuple[object, ...]] = field(default_factory=list)
    refuse: str = ""
    looked: set[Path] = field(default_factory=set)

    async def listed(self, pilot: Pilot[None]) -> None:
        """Wait until the screen has looked into every scenario and draws nothing more."""
        for _ in range(500):
            before = screen_text(pilot.app)
            await pilot.pause(0.01)
            if (
                self.looked.issuperset(self.scenarios())
                and screen_text(pilot.app) == before
                and "reading" not in before
            ):
                break
        await pilot.pause()

    def tables(self) -> Sequence[TableInfo]:
        """Two, one of them open elsewhere."""
        return [
            TableInfo(Path("tower.toml"), TITLE, "scene 2 · engine room · round 3", BEGINNING, 14, False),
            TableInfo(Path("old.toml"), HOSTILE, "scene 1", BEGINNING - 9e5, 1, True, ("Its last line was torn off.",)),
        ]

    def scenarios(self) -> Sequence[Path]:
        """Three files."""
        return [Path(name) for name in ("tower.toml", "orchid.toml", "heist.toml")]

    def look_into(self, path: Path) -> PreparedScenario:
        """Look into a scenario; the heist's is broken."""
        self.looked.add(path)
        if path.stem == "heist":
            return PreparedScenario(path, "heist", problems=(PROBLEM,), usable=False)
        title = TITLE if path.stem == "tower" else "Murder at the Brass Orchid"
        party = ("elias-mercer", "felix-cavendish")
        about = ("one-shot", "2–4 players", "3 hours")
        return PreparedScenario(
            path, title, about, party, PEOPLE, (2, 4), premise="The lamp is out.", acts=("On deck", "Below")
        )

    def last_lines(self, path: Path) -> Sequence[str]:
        """Return two lines for the first table, none for the other."""
        return ["Mercer hits the crewman.", "Round 3."] if path.stem == "tower" else []

    def open_table(self, path: Path) -> object:
        """Remember it."""
        if self.refuse:
            raise Refused(self.refuse)
        self.asked.append(("open", path.name))
        return "table"

    def begin(self, path: Path, party: Sequence[str], players: int) -> object:
        """Remember it."""
        self.asked.append(("begin", path.name, tuple(party), players))
        return "new table"

    def begin_empty(self, games: Sequence[str]) -> object:
        """Remember it."""
        self.asked.append(("begin", *games))
        return "empty table"


def play(
    *keys: str, catalogue: FakeCatalogue | None = None, size: tuple[int, int] = (80, 24)
) -> tuple[FakeCatalogue, list[object], str]:
    catalogue = catalogue or FakeCatalogue()
    opened: list[object] = []

    async def go() -> str:
        app = ScreenApp(StartScreen(catalogue, opened.append))
        async with app.run_test(size=size, notifications=True, tooltips=True) as pilot:
            await catalogue.listed(pilot)
            for key in keys:
                await pilot.press(key)
            await pilot.pause()
            return screen_text(app)

    return catalogue, opened, asyncio.run(go())


@pytest.mark.parametrize("size", SIZES)
def test_looks(size: tuple[int, int]) -> None:
    async def look() -> None:
        catalogue = FakeCatalogue()
        app = ScreenApp(StartScreen(catalogue, lambda table: None))
        async with app.run_test(size=size, notifications=True, tooltips=True) as pilot:
            await catalogue.listed(pilot)
            same_screen(app, f"start-{size[0]}x{size[1]}")
            await pilot.press("down", "down", "enter")
            await pilot.pause()
            same_screen(app, f"party-{size[0]}x{size[1]}")

    asyncio.run(look())


def test_enter_resumes_the_last_table() -> None:
    catalogue, opened, _ = play("enter")
    assert catalogue.asked == [("open", "tower.toml")]
    assert opened == ["table"]


def test_a_scenario_in_play_offers_to_resume() -> None:
    catalogue, _, shown = play("j", "j", "enter")
    assert "Resume it instead" in shown
    assert "⏎ resume" in shown
    assert "⏎ begin" in play("j", "j", "enter", "down")[2]
    catalogue, opened, _ = play("j", "j", "enter", "enter")
    assert catalogue.asked == [("open", "tower.toml")]
    assert opened == ["table"]


def test_a_second_table_can_begin_all_the_same() -> None:
    catalogue, opened, _ = play("j", "j", "enter", "down", "enter")
    assert catalogue.asked == [("begin", "tower.toml", ("elias-mercer", "felix-cavendish"), 2)]
    assert opened == ["new table"]


def test_a_named_scenario_asks_for_its_party_at_once() -> None:
    async def go() -> tuple[FakeCatalogue, list[object], str]:
        catalogue, opened = FakeCatalogue(), list[object]()
        app = ScreenApp(StartScreen(catalogue, opened.append, Path("orchid.toml")))
        async with app.run_test(size=(80, 24), notifications=True, tooltips=True) as pilot:
            await pilot.pause(0.05)
            shown = screen_text(app)
            await pilot.press("enter")
            await pilot.pause()
        return catalogue, opened, shown

    catalogue, opened, shown = asyncio.run(go())
    assert "New table  Murder at the Brass Orchid" in shown
    assert catalogue.asked == [("begin", "orchid.toml", ("elias-mercer", "felix-cavendish"), 2)]
    assert opened == ["new table"]


@pytest.mark.parametrize(
    ("keys", "games"),
    [
        (("a",), (WYRD_ENGINE,)),
        (("c",), (METTLE,)),
        (("B",), (WYRD_ABACUS,)),
        (("j", "enter"), (WYRD_ABACUS,)),
        (("d",), (WYRD_ENGINE, WYRD_ABACUS)),
        (("e",), (WYRD_ENGINE, METTLE)),
        (("g",), (WYRD_ENGINE, WYRD_ABACUS, METTLE)),
    ],
)
def test_an_empty_table_begins_with_the_game_of_a_key(keys: tuple[str, ...], games: tuple[str, ...]) -> None:
    catalogue, opened, _ = play("n", *keys)
    assert catalogue.asked == [("begin", *games)]
    assert opened == ["empty table"]


def test_an_empty_table_is_offered_and_may_be_left() -> None:
    assert "n new table" in " ".join(play()[2].split())
    catalogue, opened, shown = play("n", "z")
    assert (catalogue.asked, opened) == ([], [])
    assert "c Mettle" in shown
    assert "Its panes name the keys that add characters, foes and challenges." in " ".join(shown.split())
    assert "Tables in play" in play("n", "escape")[2]


def test_choosing_a_character_means_a_new_table() -> None:
    catalogue, _, _ = play("j", "j", "enter", "b", "enter")
    assert catalogue.asked == [("begin", "tower.toml", ("elias-mercer",), 1)]


def test_the_party_is_chosen_by_letter_space_and_number() -> None:
    catalogue, _, _ = play("j", "j", "j", "enter", "c", "a", "plus", "enter")
    assert catalogue.asked == [("begin", "orchid.toml", ("felix-cavendish", "julian-hargrave"), 3)]
    catalogue, _, _ = play("j", "j", "j", "enter", "space", "enter")
    assert catalogue.asked == [("begin", "orchid.toml", ("felix-cavendish",), 1)]


@pytest.mark.parametrize("keys", [("enter",), ("j", "j", "j", "enter", "enter")])
def test_the_table_may_take_the_place_of_the_first_screen(keys: tuple[str, ...]) -> None:
    class StartApp(App[None]):
        """An app that begins with the start screen and has no other below it."""

        def get_default_screen(self) -> Screen[None]:
            """The start screen."""
            return StartScreen(FakeCatalogue(), self.put)

        def put(self, table: object) -> None:
            """A screen in place of it."""
            self.switch_screen(Screen(id="table"))

    async def go() -> None:
        app = StartApp()
        async with app.run_test(size=(80, 24), notifications=True, tooltips=True) as pilot:
            await pilot.pause(0.05)
            await pilot.press(*keys)
            await pilot.pause()
            assert [screen.id for screen in app.screen_stack] == ["table"]

    asyncio.run(go())


def test_escape_begins_nothing() -> None:
    catalogue, opened, shown = play("j", "j", "j", "enter", "escape")
    assert not catalogue.asked
    assert not opened
    assert "Tables in play" in shown


def test_a_broken_scenario_says_where() -> None:
    """In the list, beside it and at the foot."""
    catalogue, _, shown = play("end", "enter", size=(120, 40))
    assert not catalogue.asked
    assert shown.count("heist.toml:12:3") == 3


def test_page_down_shows_the_problems_below_the_last_scenario() -> None:
    class Broken(FakeCatalogue):
        def look_into(self, path: Path) -> PreparedScenario:
            self.looked.add(path)
            problems = tuple(f"{path}:{line}:1: no key is called sklls" for line in range(9))
            return PreparedScenario(path, path.stem, problems=problems, usable=False)

    last = "heist.toml:8:1"
    assert last not in play("end", "up", "down", catalogue=Broken())[2]
    assert last in play("pagedown", "pagedown", "pagedown", "pagedown", catalogue=Broken())[2]


def test_errors_of_a_file_are_told_before_its_warnings(tmp_path: Path) -> None:
    path = tmp_path / "heist.toml"
    vic = '[[cast]]\nname = "Vic"\nattack = "Shoot"\nsheets.wyrd_engine.skills = { Fight = 2 }\n'
    path.write_text(f'title = "Heist"\nsystems = ["wyrd_engine"]\n{vic}[[challenges]]\ntitle = "Door"\ntracc = 3\n')
    first, *others = DiskCatalogue().look_into(path).problems
    assert "warning" not in first
    assert any("warning" in problem for problem in others)


def test_a_refusal_is_a_sentence() -> None:
    _, opened, shown = play("enter", catalogue=FakeCatalogue(refuse="Nothing of it can be read."))
    assert not opened
    assert "! Nothing of it can be read." in shown


def test_finding() -> None:
    _, _, shown = play("slash", *"orchid")
    assert "Murder at the Brass Orchid" in shown
    assert "Flight" not in shown


@pytest.mark.parametrize("keys", [(), ("enter",), ("escape",)])
def test_the_details_of_a_found_row_are_told(keys: tuple[str, ...]) -> None:
    """The row that is under the cursor then; it stays there once all are shown again."""
    _, _, shown = play("slash", *"orchid", *keys)
    assert "Mercer hits" not in shown
    assert "The lamp is out." in shown


async def test_search_letters_in_one_read_are_searched() -> None:
    catalogue = FakeCatalogue()
    app = WyrdApp(lambda look, glyphs: StartScreen(catalogue, lambda table: None))
    async with app.run_test(size=(80, 24)) as pilot:
        await catalogue.listed(pilot)
        app.post_message(Key("slash", "/"))
        at_once(app, *"engine")
        await pilot.pause(0.2)
        assert isinstance(app.screen, StartScreen)
        assert "/engine" in screen_text(app)


def test_escape_is_labelled_by_what_it_does_to_a_filter() -> None:
    kept = play("slash", *"orchid", "enter")[2].splitlines()[-1]
    assert ("esc show all" in kept, "esc quit" in kept) == (True, False)
    assert "esc quit" in play("slash", *"orchid", "enter", "escape")[2].splitlines()[-1]


def test_escape_clears_a_refusal_and_a_filter_before_leaving() -> None:
    _, _, shown = play("enter", "escape", catalogue=FakeCatalogue(refuse="Nothing of it can be read."))
    assert "Nothing of it" not in shown
    assert "Tables in play" in shown
    _, _, shown = play("slash", *"orchid", "enter", "escape")
    assert "Flight from the Tower" in shown
    _, _, shown = play("slash", *"orchid", "enter", "slash", *"flight")
    assert "Flight from the Tower" in shown


@pytest.mark.parametrize("reason", ["Nothing of it can be read.", "Nothing of it can be read.\nLine 3 is damaged."])
def test_a_refusal_goes_as_the_cursor_moves_on(reason: str) -> None:
    _, _, shown = play("slash", *"flight", "enter", "enter", "down", catalogue=FakeCatalogue(refuse=reason))
    assert "Nothing of it" not in shown
    assert "cannot be opened" not in shown
    assert "only entries with flight" in shown, "the word that is looked for stays"


def test_the_start_screen_has_help() -> None:
    assert "the keys of a table of any game" in play("question_mark")[2]


@pytest.mark.parametrize(("key", "told"), [("c", "c"), ("ctrl+o", "ctrl+o"), ("Z", "Z"), ("f7", "f7")])
def test_a_key_without_a_meaning_says_so(key: str, told: str) -> None:
    assert f"{told} does nothing here. ? shows all keys." in play(key)[2]


@pytest.mark.parametrize("keys", [("down",), ("slash", "c"), ("r",), ("tab",)])
def test_a_key_with_a_meaning_says_nothing_of_it(keys: tuple[str, ...]) -> None:
    assert "does nothing here" not in play(*keys)[2]


def test_tables_of_one_scenario_are_told_apart() -> None:
    class Twins(FakeCatalogue):
        def tables(self) -> Sequence[TableInfo]:
            """Two of one scenario, and another."""
            one, other = super().tables()
            return [one, TableInfo(Path("tower-2.toml"), one.title, "scene 1", BEGINNING, 3, False), other]

    _, _, shown = play(catalogue=Twins())
    assert "tower · scene 2" in shown
    assert "tower-2 · scene 1" in shown
    assert "old · " not in shown


@pytest.mark.parametrize(("width", "told"), [(80, "Wyrd Engine · 2–4"), (105, "Wyrd Engine · one-shot · 2–4")])
def test_a_scenario_names_its_game(width: int, told: str) -> None:
    class Named(FakeCatalogue):
        def look_into(self, path: Path) -> PreparedScenario:
            """Read a scenario file, with its game."""
            return replace(super().look_into(path), games="Wyrd Engine")

    lines = play(catalogue=Named(), size=(width, 40))[2].splitlines()
    row = next(line for line in lines if "Brass Orchid" in line)
    assert told in row
    assert "3 hours" in row
    assert any("Flight from the Tower" in line and told in line and "in play" in line for line in lines)


@pytest.mark.parametrize("width", [80, 90, 105, 120])
def test_the_title_of_a_scenario_comes_before_its_facts(width: int) -> None:
    class Named(FakeCatalogue):
        def look_into(self, path: Path) -> PreparedScenario:
            """Read a scenario file, with all games and a long title."""
            title = f"{super().look_into(path).title} and what came of it all"
            return replace(super().look_into(path), title=title, games="Wyrd Engine, Wyrd Abacus, Mettle")

    shown = play(catalogue=Named(), size=(width, 40))[2]
    assert "Murder at the Brass Orchid and what came of it all" in shown


def test_the_opening_of_a_table_is_told_before_it_begins() -> None:
    class Opening(FakeCatalogue):
        """A catalogue whose scenarios begin in a scene."""

        def look_into(self, path: Path) -> PreparedScenario:
            """Read a scenario file, with its first scene."""
            return replace(super().look_into(path), opening="Begins with The Engine Room · Brings a crewman")

    assert "Begins with The Engine Room · Brings a crewman" in play("j", "j", "j", "enter", catalogue=Opening())[2]
    assert "Begins with" not in play("j", "j", "j", "enter")[2]


def test_players_do_not_part_from_the_party_unseen() -> None:
    _, _, shown = play("j", "j", "j", "enter", "minus", "c", "d")
    assert "4 characters for 1 player." in shown


@pytest.mark.parametrize(
    ("keys", "players"), [("+ +", 4), ("+ + c", 4), ("+ c", 3), ("+ c d", 4), ("+ c c", 3), ("+ a", 3), ("+ - c", 3)]
)
def test_a_character_takes_the_empty_seat_of_a_player(keys: str, players: int) -> None:
    names = {"+": "plus", "-": "minus"}
    catalogue, _, _ = play("j", "j", "j", "enter", *(names.get(key, key) for key in keys.split()), "enter")
    assert [asked[3] for asked in catalogue.asked if asked[0] == "begin"] == [players]


def test_names_are_shown_letter_by_letter() -> None:
    assert HOSTILE in play()[2]


@pytest.mark.parametrize(("size", "told"), [((120, 40), True), ((80, 24), False)])
def test_a_wide_screen_tells_of_the_row_under_the_cursor(size: tuple[int, int], told: bool) -> None:
    """The last lines of a table, or the premise and the party of a scenario, stand beside the list or below it."""
    last = play(size=size)[2]
    assert "Mercer hits the crewman." in last
    scenario = play("down", "down", "down", size=size)[2]
    assert "The lamp is out." in scenario
    assert ("inventor-for-hire" in scenario) is told
    assert ("On deck · Below" in scenario) is told
    assert "Mercer hits" not in scenario
    assert "inventor-for-hire" not in play("end", size=size)[2]


@pytest.mark.parametrize(
    ("premise", "told"),
    [
        (
            "London, 1896. A waiter forced the door. Half of society was there.",
            "London, 1896. A waiter forced the door.",
        ),
        (
            "The airship lies moored at the Tower of London, armed.",
            "The airship lies moored at the Tower of…",
        ),
        ("", ""),
    ],
)
def test_a_premise_begins_with_whole_sentences(premise: str, told: str) -> None:
    assert first_sentences(premise, 41) == told


def test_the_scenario_under_the_cursor_is_read_first() -> None:
    class Noting(FakeCatalogue):
        def tables(self) -> Sequence[TableInfo]:
            """None, so that the cursor stands on the lessons."""
            return ()

        def scenarios(self) -> Sequence[Path]:
            """The lessons last."""
            return (*super().scenarios(), Path("the-locked-door.toml"))

        def look_into(self, path: Path) -> PreparedScenario:
            """Note what is read."""
            self.asked.append((path.stem,))
            return super().look_into(path)

    catalogue = Noting()
    play(catalogue=catalogue)
    assert catalogue.asked[0] == ("the-locked-door",)


@dataclass
class Lessons(FakeCatalogue):
    """A catalogue with the scenario that teaches, after another one."""

    begun: bool = False

    def tables(self) -> Sequence[TableInfo]:
        """None, until the GM has begun one."""
        return super().tables() if self.begun else []

    def scenarios(self) -> Sequence[Path]:
        """Two files."""
        return [Path("orchid.toml"), Path("the-locked-door.toml")]


def test_a_gm_without_a_table_finds_the_lessons_first() -> None:
    catalogue, _, shown = play("enter", "enter", catalogue=Lessons())
    assert catalogue.asked == [("begin", "the-locked-door.toml", ("elias-mercer", "felix-cavendish"), 2)]
    assert shown.index("New here?") < shown.index("Tables in play")


def test_a_gm_with_a_table_finds_lessons_among_scenarios() -> None:
    _, _, shown = play(catalogue=Lessons(begun=True))
    assert "New here?" not in shown


@pytest.mark.parametrize(
    ("last", "told"),
    [
        (("Round 2.", "Mercer hits the crewman.", "Round 3."), ["Mercer hits the crewman.", "Round 3."]),
        (("Mercer hits. " * 9, "Round 3."), ["Round 3."]),
        (("Round 3.", "Mercer hits the crewman. " * 9), ["Mercer hits the crewman.", "crewman."]),
        (("Round 3.", "Mercer hits " * 20), ["Mercer hits", "…"]),
    ],
)
def test_last_lines_begin_with_the_beginning_of_a_sentence(last: Sequence[str], told: Sequence[str]) -> None:
    """Two lines hold the newest sentences whole; of one that is longer they hold the beginning."""

    class Told(FakeCatalogue):
        def last_lines(self, path: Path) -> Sequence[str]:
            return [sentence.strip() for sentence in last]

    shown = [line.strip() for line in play(catalogue=Told())[2].splitlines()]
    at = shown.index("What happened last") + 1
    below = [line for line in shown[at : at + 3] if line and "all keys" not in line]
    assert len(below) == len(told)
    assert below[0].startswith(told[0])
    assert below[-1].endswith(told[-1])
