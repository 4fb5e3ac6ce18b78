"""The table screen: how it looks at each size, and that every key goes through the one doorway."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import groupby

import pytest
from textual.events import Resize
from textual.geometry import Region, Size
from textual.strip import Strip

from tests.facts import ActorFacts
from tests.golden import same_screen, screen_text, screen_with
from tests.sheets import make_pools
from tests.table_fakes import Disk, FakeRules, FakeStorage, crowd, played, session, tower
from wyrd_tui.app import WyrdApp
from wyrd_tui.engine.choices import Choice
from wyrd_tui.engine.handles import handles_of
from wyrd_tui.engine.page import Page
from wyrd_tui.engine.rules import all_games
from wyrd_tui.engine.rules.game import Pending
from wyrd_tui.engine.session import Session
from wyrd_tui.engine.sheet import Hurt, Sheet
from wyrd_tui.engine.state import METTLE, WYRD_ENGINE, Actor, Book, Challenge, Condition, Scene, State
from wyrd_tui.engine.turn_order import Order
from wyrd_tui.screens.table.layout import LEAST_LOG, TableLayout, regions
from wyrd_tui.screens.table.outlook import Aims
from wyrd_tui.screens.table.protocols import Rules
from wyrd_tui.screens.table.scene_text import scene_facts
from wyrd_tui.screens.table.screen import TableScreen
from wyrd_tui.screens.table.wishes import LOW, SHEET, SHORT_LADDER, Wish, wish_lines
from wyrd_tui.widgets.glyphs import ASCII, UNICODE, Glyphs
from wyrd_tui.widgets.pane import Pane
from wyrd_tui.widgets.values import Target

HOSTILE = "[@click=app.quit]Grim[/] [/bold] [closed]\x1b]52;c;eA\x1b\\\u202e$error"
SEEN = "[@click=app.quit]Grim[/] [/bold] [closed]"


def app_of(
    table: Session, *, glyphs: Glyphs = UNICODE, report: Callable[[str], None] = print, rules: Rules | None = None
) -> WyrdApp:
    recent = [step.act for step in table.done]
    return WyrdApp(
        lambda look, _: TableScreen(
            table, rules or FakeRules(), recent=recent, look=look, glyphs=glyphs, storage=FakeStorage(report)
        )
    )


def table_of(app: WyrdApp) -> TableScreen:
    assert isinstance(app.screen, TableScreen)
    return app.screen


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)])
async def test_looks(size: tuple[int, int]) -> None:
    app = app_of(played())
    async with app.run_test(size=size, notifications=True, tooltips=True):
        same_screen(app, f"table-{size[0]}x{size[1]}")


@pytest.mark.usefixtures("_every_frame")
@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)])
async def test_the_first_frame_has_the_rows_of_every_pane(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """No frame with empty panes is painted before."""
    first: dict[str | None, int] = {}
    paint = Pane.render_lines

    def watched(pane: Pane, crop: Region) -> list[Strip]:
        first.setdefault(pane.id, len(pane.lines))
        return paint(pane, crop)

    monkeypatch.setattr(Pane, "render_lines", watched)
    app = app_of(played())
    async with app.run_test(size=size):
        screen = table_of(app)
        assert {"party", "order"} < set(first)
        assert first == {pane.id: pane.size.height for pane in screen.query(Pane) if pane.id in first}


@pytest.mark.parametrize(("name", "keys"), [("abacus", "tab tab tab"), ("log", "shift+tab")])
async def test_lower_panes_share_a_place_on_a_low_screen(name: str, keys: str) -> None:
    app = app_of(played())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(*keys.split())
        await pilot.pause()
        same_screen(app, f"table-{name}-80x24")


@pytest.mark.parametrize(
    ("name", "keys"), [("damage", "2 d 3"), ("roll", "r enter b plus plus 0"), ("find", "slash d r")]
)
async def test_questions_are_put_at_the_foot(name: str, keys: str) -> None:
    app = app_of(played())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(*keys.split())
        await pilot.pause()
        same_screen(app, f"table-{name}-80x24")


async def test_ascii_terminals_get_nothing_else() -> None:
    app = app_of(played(), glyphs=ASCII)
    async with app.run_test(size=(120, 40)):
        assert screen_text(app).isascii()
        same_screen(app, "table-ascii-120x40")


TOO_SMALL = {
    (79, 24): "Too small: 80×22 needed. q quits; wyrd --plain FILE plays in lines.",
    (100, 21): "100×21 is too small: the table needs 80×22. q quits; wyrd --plain FILE plays in lines.",
    (80, 21): "Too small: 80×22 needed. q quits; wyrd --plain FILE plays in lines.",
    (60, 10): "80×22 needed. q quits; wyrd --plain FILE fits.",
    (40, 10): "q quits; wyrd --plain FILE fits.",
    (26, 6): "80×22 needed. q quits.",
    (25, 6): "80×22!",
    (20, 5): "80×22!",
    (1, 1): "",
}


@pytest.mark.parametrize("size", TOO_SMALL)
async def test_too_small_says_so_whole_and_goes_on(size: tuple[int, int]) -> None:
    app = app_of(played())
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.resize_terminal(*size)
        await pilot.pause(0.1)
        assert TOO_SMALL[size] in screen_text(app)
        before = table_of(app).controller.state
        await pilot.press("n", "d", "3", "enter", "escape")
        table_of(app).perform("next")
        assert table_of(app).controller.state is before, "nobody acts on what cannot be seen"
        await pilot.resize_terminal(120, 40)
        await pilot.pause(0.1)
        assert "Crewmen" in screen_text(app)
        await pilot.press("n")
        assert table_of(app).controller.state.order.turn == "crewmen"


@pytest.mark.parametrize(("size", "rods"), [((80, 24), 0), ((100, 30), 0), ((80, 24), 12), ((120, 40), 30)])
@pytest.mark.parametrize("keys", ["", "tab tab tab"])
async def test_a_countdown_is_in_sight_at_every_size(size: tuple[int, int], rods: int, keys: str) -> None:
    """With the ladder in front, or an abacus too full for its pane, the head has the clock next to its end (WA-40)."""
    state = tower()
    more = {f"rod-{n}": Challenge(f"rod-{n}", f"Rod {n}", "obstacle", value=1) for n in range(rods)}
    app = app_of(session(replace(state, challenges={**more, **state.challenges})))
    async with app.run_test(size=size) as pilot:
        await pilot.press(*keys.split())
        await pilot.pause()
        assert "Fire reaches" in await screen_with(pilot, "3/8")


async def test_the_ladder_is_filled_as_the_window_grows() -> None:
    app = app_of(played())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("tab", "tab", "tab")
        await screen_with(pilot, "[Abacus]")
        await pilot.resize_terminal(120, 40)
        await screen_with(pilot, "Ladder · Elias Mercer")


async def test_sizes_in_the_queue_do_not_recall_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal that changes its size as a table opens leaves the layout of the first size in the queue."""
    drawn: list[Size] = []

    def noted(screen: TableScreen, event: Resize) -> None:
        drawn.append(event.size)

    monkeypatch.setattr(TableScreen, "on_resize", noted)
    app = app_of(played())
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        drawn.clear()
        for size in (Size(80, 24), Size(120, 40)):
            app.screen.post_message(Resize(size, size))
            # A message between them, as while a table opens: Textual joins two sizes that stand side by side.
            app.screen.call_later(len, ())
        await asyncio.sleep(0.2)
        assert drawn == [Size(120, 40)]
        assert app.screen.size == Size(120, 40)


async def test_the_row_of_the_turn_stays_beside_a_question() -> None:
    state = crowd(40)
    app = app_of(session(replace(state, order=replace(state.order, turn="thug-20"))))
    async with app.run_test(size=(80, 24)) as pilot:
        for key in ("1", "d", "escape", "2", "d"):
            await pilot.press(key)
            await pilot.pause()
            assert any("▶" in row and "Thug 21" in row for row in screen_text(app).splitlines())
        await pilot.press("escape", "tab", "home")
        await pilot.pause()
        assert "▶" not in screen_text(app)


async def test_the_inspector_names_few_targets_where_it_is_low() -> None:
    """WE-53: a letter alone does not say who it is."""
    app = app_of(session(tower()), rules=all_games)
    async with app.run_test(size=(120, 34)) as pilot:
        await pilot.press("1")
        await pilot.pause()
        inspector = table_of(app).inspector
        inspector._aims = [Target("a", "Guard", "58%", "58%"), Target("b", "Admiral Drake", "58%, out 9%", "58%")]
        assert ("Chance to hit: 58% a Guard, b Admiral Drake",) in [told for _, told, _ in inspector.facts()]
        inspector._aims = [
            Target(str(at), name, f"{at}%", f"{at}%") for at, name in enumerate(("Guard", "Cook", "Mate", "Boy"))
        ]
        chances = ("Chance to hit: 0% 0 Guard", "1% 1 Cook", "2% 2 Mate", "3% 3 Boy")
        assert chances in [told for _, told, _ in inspector.facts()]
        inspector._aims = [Target("a", f"The {at}th sailor before the mast", f"{at}%", f"{at}%") for at in range(20)]
        inspector.redraw()
        assert not any("sailor" in text for _, told, _ in inspector.facts() for text in told)


@pytest.mark.parametrize(("size", "told"), [((120, 34), "Chance to hit: "), ((200, 60), "58% a Crewmen")])
async def test_the_inspector_shows_the_chance_to_hit_each_target(size: tuple[int, int], told: str) -> None:
    """Chances are those of the attack's own question, of nobody on the same side (WE-53)."""
    table = session(tower())
    app = app_of(table, rules=all_games)
    async with app.run_test(size=size) as pilot:
        await pilot.press("1")
        await pilot.pause()
        facts = [" · ".join(several) for _, several, _ in table_of(app).inspector.facts()]
        assert told in screen_text(app)
        handles = handles_of(table.state)
        hit = next(text for text in facts if f" {handles['drake']}" in text)
        assert "86%" in hit
        assert not any(f" {handles['lovelace']} " in text for text in facts)
        await pilot.press("4")
        await pilot.pause()
        assert not any("%" in text for _, several, _ in table_of(app).inspector.facts() for text in several)


def test_chances_are_not_reckoned_twice_for_one_state() -> None:
    asked: list[str] = []

    class Counting(FakeRules):
        def chances(self, state: State, who: str) -> Sequence[Choice]:
            asked.append(who)
            return ()

    state, aims = tower(), Aims(Counting())
    for who in ("mercer", "cavendish", "mercer", "gangway"):
        aims.of(state, state.actors.get(who) or state.challenges[who])
    assert asked == ["mercer", "cavendish"]
    aims.of(replace(state, acts=15, order=replace(state.order, turn="mercer")), state.actors["mercer"])
    assert len(asked) == 2
    aims.of(replace(state, actors={**state.actors, "bob": Actor("bob", "Bob")}), state.actors["mercer"])
    assert len(asked) == 3


async def test_damage_takes_four_keys_and_one_undo() -> None:
    table = session()
    app = app_of(table)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("2", "d", "3", "enter")
        assert table.state.actors["cavendish"].sheets["wyrd_engine"].track[0].marks == 4
        await pilot.press("escape", "u")
        assert table.state.actors["cavendish"].sheets["wyrd_engine"].track[0].marks == 1
        assert "Undone" in screen_text(app)
        await pilot.press("U")
        assert table.state.actors["cavendish"].sheets["wyrd_engine"].track[0].marks == 4


async def test_ticked_rows_are_hit_together() -> None:
    table = session()
    app = app_of(table)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("2", "space", "3", "space", "d", "1", "enter")
        marks = [table.state.actors[who].sheets["wyrd_engine"].track[0].marks for who in ("cavendish", "lovelace")]
        assert marks == [2, 3]
        assert not table_of(app).controller.cursor.selection.ticked_actors


async def test_escape_changes_nothing() -> None:
    table = session()
    before = table.state
    app = app_of(table)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("d", "3", "escape", "r", "enter", "escape", "colon", "x", "escape")
        assert table.state is before
        assert table_of(app).controller.asking is None


async def test_an_older_question_waits_in_the_banner() -> None:
    app = app_of(session())
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("n")
        assert "It hurts" not in screen_text(app)
        assert "1 open · Isadora Lovelace's mild wound: what does it hurt?" in screen_text(app)
        await pilot.press("full_stop", "a", "enter")
        hurts = table_of(app).controller.state.actors["lovelace"].sheets["wyrd_engine"].track[1].hurts
        assert [hurt.name for hurt in hurts] == ["Empathy"]


async def test_a_refusal_is_a_sentence_and_keeps_the_question() -> None:
    app = app_of(session())
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("x")
        assert "Nobody is fighting." in screen_text(app)
        await pilot.press("r", "enter", "plus", "enter")
        assert "instead of" in screen_text(app)
        await pilot.press("plus", "0", "0", "enter")
        assert "Elias Mercer rolls Pilot against +0: +4" in screen_text(app)


async def test_a_bug_is_kept_for_the_record_and_changes_nothing() -> None:
    told: list[str] = []
    table = session()
    before = table.state
    app = app_of(table, report=told.append)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("y")
        assert "The act failed; nothing was changed." in screen_text(app)
        assert "ZeroDivisionError" in told[0]
        assert table.state is before
        await pilot.press("n")
        assert table.state is not before


async def test_a_full_disk_is_a_lasting_warning() -> None:
    table = session()

    table.journal = disk = Disk()
    disk.full = True
    app = app_of(table)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("n", "j")
        assert "NOT SAVED: No space left on device" in screen_text(app)
        assert table.state.acts == 14


async def test_a_bug_after_the_act_admits_the_act() -> None:
    class Broken(FakeRules):
        def pending(self, state: State) -> Sequence[Pending]:
            if state.acts > 14:
                raise KeyError("x")
            return ()

    app = app_of(session(), rules=Broken())
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("n")
        assert "The act is done and saved" in screen_text(app)


async def test_the_command_line_completes_and_does() -> None:
    app = app_of(session())
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("colon", *"dam", "tab", *"gra", "tab", "1", "enter")
        assert table_of(app).controller.state.actors["graves"].sheets["wyrd_engine"].track[0].marks == 2
        await pilot.press("escape", "colon", "up")
        await screen_with(pilot, "damage graves 1")
        await pilot.press("ctrl+u", *"damag", "space", *"nobody", "enter")
        await screen_with(pilot, "Nobody here is called “nobody”.")


async def test_clicks_select_and_the_wheel_scrolls() -> None:
    app = app_of(session(crowd(60)))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.click("#order", offset=(12, 5))
        assert table_of(app).controller.cursor.pane == "order"
        assert table_of(app).controller.cursor.selection.actor == "drake"
        await pilot.click("#ladder", offset=(5, 1))
        assert table_of(app).controller.cursor.selection.rung == 5
        order = app.screen.query_one("#order", Pane)
        order.scroll_by(5)
        assert order.top == 5


async def test_five_hundred_are_reached_and_counted() -> None:
    app = app_of(session(crowd(500)))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("tab", "end")
        assert table_of(app).controller.cursor.selection.actor == "parrot"
        assert re.search(r"▴ 4\d\d more", screen_text(app))


async def test_hostile_names_are_shown_letter_by_letter() -> None:
    state = tower()
    actors = {key: replace(actor, name=HOSTILE, player=HOSTILE) for key, actor in state.actors.items()}
    rods = {key: replace(rod, title=HOSTILE) for key, rod in state.challenges.items()}
    table = session(replace(state, title=HOSTILE, actors=actors, challenges=rods))
    app = app_of(table)
    async with app.run_test(size=(200, 60), notifications=True, tooltips=True) as pilot:
        await pilot.press("d", "1", "enter", "escape", "r")
        text = screen_text(app)
        assert SEEN[:20] in text
        assert "\x1b" not in text
        assert "\u202e" not in text
        for strip in app.screen._compositor.render_strips():
            for segment in strip:
                assert segment.style is None or (not segment.style.link and "@click" not in segment.style.meta)
        await pilot.click("#party", offset=(8, 1))
        assert app.is_running


async def test_unknown_keys_say_so() -> None:
    app = app_of(session())
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("Z")
        assert "Z does nothing here" in screen_text(app)


async def test_leaving_is_asked() -> None:
    app = app_of(session())
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("q", "escape")
        assert app.is_running
        await pilot.press("q", "enter")
    assert app.return_code == 0


@pytest.mark.parametrize("size", [(120, 40), (200, 60)])
@pytest.mark.parametrize("front", ["ladder", "abacus"])
def test_the_abacus_is_on_top_for_games_played_on_it(size: tuple[int, int], front: str) -> None:
    places = regions(*size, front=front)
    taken = sum(region.area for region in places.values())
    assert taken == size[0] * size[1]
    assert (places["abacus"].y < places["order"].y) == (front == "abacus")


def test_a_question_that_would_hide_the_log_moves_it_alone() -> None:
    idle, asked = regions(120, 40), regions(120, 40, asked_lines=3 + idle_log() - LEAST_LOG + 1)
    assert {**asked, "foot": idle["foot"], "log": idle["log"]} == idle
    assert asked["log"].bottom == asked["foot"].y
    assert asked["log"].height == LEAST_LOG


def test_a_log_with_nothing_to_tell_stays_below_a_question() -> None:
    wishes = wish_lines(tower(), (), 10, logged=False)
    idle, asked = (regions(120, 40, wishes=wishes, asked_lines=lines) for lines in (0, 9))
    assert {**asked, "foot": idle["foot"]} == idle


def idle_log() -> int:
    """Lines of the log without a question."""
    return regions(120, 40)["log"].height


async def test_the_last_roll_stays_in_sight_above_a_question() -> None:
    app = app_of(session())
    async with app.run_test(size=(120, 40)) as pilot:
        for _ in range(4):
            await pilot.press("r", "enter", *"++++", "enter")
        await pilot.press("r", "enter")
        shown = screen_text(app).splitlines()
        head = next(at for at, line in enumerate(shown) if line.startswith(" roll ›"))
        assert "22:16" in shown[head - 1]


def test_a_long_question_leaves_a_log_its_newest_lines() -> None:
    asked = regions(120, 40, asked_lines=30)
    assert asked["log"].height == LEAST_LOG
    assert asked["log"].bottom == asked["foot"].y


def test_a_question_on_a_low_screen_shrinks_the_lower_pane() -> None:
    wishes = {"party": Wish(4, 5, 5, 13), "order": Wish(4, 13, 13, 13), "ladder": Wish(3, 7, 7, 11)}
    idle = regions(80, 24, "log", wishes)
    asked = regions(80, 24, "log", wishes, asked_lines=8)
    assert asked["order"] == idle["order"]
    assert asked["party"] == idle["party"]
    assert asked["log"] == idle["log"]._replace(height=idle["log"].height - 5)


def test_a_taller_question_takes_the_last_rows_of_people() -> None:
    wishes = {"party": Wish(4, 5, 5, 13), "order": Wish(4, 17, 17, 17), "ladder": Wish(3, 7, 7, 11)}
    idle, asked = regions(80, 24, "log", wishes), regions(80, 24, "log", wishes, asked_lines=8)
    assert (idle["log"].height, asked["log"].height) == (3, 0)
    for name in ("party", "order"):
        assert asked[name] == idle[name]._replace(height=idle[name].height - 2)


@pytest.mark.parametrize("shown", ["ladder", "abacus"])
def test_a_lower_pane_with_the_keys_hides_no_fighter(shown: str) -> None:
    """Twelve fighters keep their rows at 80×24 while a ladder of ten rungs has the keys."""
    head = Wish(2, 2, 2, 2)
    wishes = {"head": head, "party": Wish(4, 7, 7, 13), "order": Wish(4, 13, 13, 13), "ladder": Wish(3, 7, 7, 11)}
    assert regions(80, 24, shown, wishes, below=True)["order"].height == 13


@pytest.mark.parametrize("wounded", range(7))
async def test_we_59_every_member_is_in_sight_however_many_are_wounded(wounded: int) -> None:
    """WE-59: the penalty of a wound has a line as far as rungs far from the selected one can give theirs."""
    felix, graves = (tower().actors[who] for who in ("cavendish", "graves"))
    own = felix.sheets[WYRD_ENGINE]
    mild = tuple(replace(row, marks=1, hurts=(Hurt("Athletics", 1),)) if row.penalty == 1 else row for row in own.track)
    hurt = replace(felix, sheets={WYRD_ENGINE: replace(own, track=mild)})
    names = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Fay")
    people = [replace(hurt if at < wounded else felix, id=name, name=name) for at, name in enumerate(names)]
    app = app_of(session(replace(tower(), actors={one.id: one for one in (*people, graves)}, order=Order())))
    async with app.run_test(size=(80, 24)):
        screen = table_of(app)
        assert screen.party.filled - 1 <= screen.party.room
        assert screen_text(app).count("Athletics −1") == min(wounded, 4)


def test_troubles_of_fighters_have_lines_before_far_rungs() -> None:
    """A line below three of five fighters at 80×24, while the ladder has most rungs and the others in a line."""
    wishes = {"party": Wish(4, 3, 5, 9), "order": Wish(4, 6, 6, 11), "ladder": Wish(3, 7, 11, 11)}
    assert regions(80, 24, wishes=wishes)["order"].height == 9
    assert regions(80, 24, wishes={**wishes, "order": Wish(4, 14, 16, 24)})["ladder"].height == SHORT_LADDER - 1


def test_a_character_without_rungs_leaves_the_lower_pane_its_lines() -> None:
    """A character who is out has no ladder; the log is drawn in the same place and needs the lines."""
    wishes = {"party": Wish(4, 5, 5, 13), "order": Wish(4, 5, 5, 13), "ladder": Wish(3, 7, 7, 1)}
    assert regions(80, 24, "log", wishes)["log"].height >= SHORT_LADDER


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)])
async def test_a_ladder_without_rungs_leaves_its_lines(size: tuple[int, int]) -> None:
    """The log stands in its place where they share one, and else it has the lines of the words in it."""
    felix = tower().actors["cavendish"]
    felix = replace(felix, conditions=(Condition("out", "out of action", out=True),))
    app = app_of(session(replace(tower(), actors={**tower().actors, felix.id: felix})), rules=all_games)
    async with app.run_test(size=size) as pilot:
        table, tabbed = table_of(app), size[1] == 24
        lower = table.panes["ladder"].size.height
        for key, shown in (("2", "log" if tabbed else "ladder"), ("1", "ladder")):
            await pilot.press(key)
            await pilot.pause()
            assert table.controller.cursor.shown == shown
            assert table.panes[shown].size.height == (LOW if key == "2" and not tabbed else lower)
        await pilot.press("2", "tab", "tab")
        assert "no roll" in screen_text(app)


@pytest.mark.parametrize(("more", "lines"), [({}, 0), ({"notes": "Left-handed."}, 4)])
def test_an_inspector_with_nothing_to_tell_leaves_its_lines(more: ActorFacts, lines: int) -> None:
    bare = State(actors={"ada": Actor("ada", "Ada", "party", "pc", sheets={WYRD_ENGINE: Sheet()}, **more)})
    places = regions(120, 40, wishes=wish_lines(bare, (), 10))
    assert places.get("inspector", Region()).height >= lines
    assert ("inspector" in places) is bool(lines)


@pytest.mark.parametrize(("letters", "least", "most"), [(60, 4, 4), (1900, 20, 36)])
def test_a_large_screen_has_room_for_the_whole_scene(letters: int, least: int, most: int) -> None:
    page = Page("hall", "act", "The hall", text="a" * letters)
    table = replace(tower(), book=Book(pages=(page,)), scene=Scene(page="hall"), challenges={})
    wishes = wish_lines(table, scene_facts(table), 10)
    assert least <= regions(170, 60, wishes=wishes)["scene"].height <= most


def test_wa_24_the_scene_announces_no_challenge_that_is_over() -> None:
    """WA-24: what left the abacus overcome is not to be put there any more."""
    rods = {rod.id: rod for rod in (Challenge("log", "The log"), Challenge("bell", "The bell"))}
    page = Page("hall", "act", "The hall", challenges=tuple(rods))
    table = replace(tower(), book=Book(pages=(page,), challenges=rods), scene=Scene(page="hall"), challenges={})
    assert [label for label, *_ in scene_facts(table)] == ["Challenge: The log.", "Challenge: The bell."]
    over = replace(table, overcome=("log",))
    assert [label for label, *_ in scene_facts(over)] == ["Challenge: The bell."]


def test_me_50_the_next_scene_names_statuses_and_strained_pools() -> None:
    """ME-21, ME-50: they last beyond the scene, as harm does, and who is whole is not named."""
    pools = make_pools({"focus": 4, "nature": 3}, motive=4)
    strained = replace(pools, track=tuple(replace(row, marks=int(row.id == "focus")) for row in pools.track))
    shaken = (Condition("shaken", "Shaken", game=METTLE), Condition("inspired", "Inspired", game=METTLE))
    people = (
        Actor("ada", "Ada", "party", "pc", sheets={METTLE: strained}, conditions=shaken),
        Actor("bob", "Bob", "party", "pc", sheets={METTLE: pools}),
    )
    table = State(games=(METTLE,), actors={one.id: one for one in people}, scene=Scene(between=True))
    assert [(who, told) for who, told, _ in scene_facts(table)] == [("Ada:", ("Shaken, Focus 4 (3)",))]


def columns(places: Mapping[str, Region]) -> list[list[str]]:
    """Names of the panes in each column, from the left and from above."""
    inside = sorted((place.x, place.y, name) for name, place in places.items() if name not in ("head", "foot"))
    return [[name for _, _, name in together] for _, together in groupby(inside, key=lambda one: one[0])]


def a_scene_with(people: int) -> State:
    """A table in a scene with so many more foes than it has."""
    foes = {f"foe-{number}": Actor(f"foe-{number}", f"Foe {number}", "foes", "persona") for number in range(people)}
    page = Page("hall", "act", "The hall", text="Cold and dark.")
    return replace(tower(), book=Book(pages=(page,)), scene=Scene(page="hall"), actors={**tower().actors, **foes})


@pytest.mark.parametrize(
    ("people", "shown"),
    [
        (0, [["party", "ladder", "inspector"], ["order", "abacus"], ["scene"], ["log"]]),
        (40, [["party", "ladder"], ["order", "abacus"], ["inspector", "scene"], ["log"]]),
    ],
)
def test_a_wide_screen_has_four_columns(people: int, shown: list[list[str]]) -> None:
    """The inspector fills the roomier of the first two columns, if it has room for a whole sheet."""
    table = a_scene_with(people)
    places = regions(200, 60, wishes=wish_lines(table, scene_facts(table), 10))
    assert columns(places) == shown
    assert {places[names[-1]].bottom for names in shown} == {places["foot"].y}


@pytest.mark.parametrize("people", [0, 40])
def test_a_log_of_its_own_column_has_its_verdicts_beside(people: int) -> None:
    table = a_scene_with(people)
    places = regions(200, 60, wishes=wish_lines(table, scene_facts(table), 10))
    assert places["log"].width >= 48


def test_a_narrow_inspector_has_the_lines_of_its_fullest_sheet() -> None:
    """In a column of its own it is reckoned by what it draws there, and the scene has the rest."""
    table = a_scene_with(40)
    wishes = wish_lines(table, scene_facts(table), 10)
    places = regions(200, 60, wishes={**wishes, SHEET: wishes["inspector"]._replace(most=20)})
    assert columns(places)[2] == ["inspector", "scene"]
    assert (places["inspector"].height, places["scene"].height) == (20, 36)


@pytest.mark.parametrize("fight", [True, False])
@pytest.mark.parametrize(("letters", "last"), [(60, [["order", "abacus", "scene"], ["log"]]), (3000, [["scene"]])])
def test_few_people_have_blank_lines_in_one_column_alone(letters: int, last: list[list[str]], fight: bool) -> None:
    """The inspector stands below the ladder; the log, or a long scene, has a column alone, in a fight and outside."""
    few = {who: one for who, one in tower().actors.items() if one.side == "party" or who == "drake"}
    page = Page("hall", "act", "The hall", text="a" * letters)
    table = replace(tower(), book=Book(pages=(page,)), scene=Scene(page="hall"), actors=few)
    table = table if fight else replace(table, order=Order())
    places = regions(200, 60, wishes=wish_lines(table, scene_facts(table), 10))
    assert columns(places)[0] == ["party", "ladder", "inspector"]
    assert columns(places)[-len(last) :] == last
    assert len(columns(places)) == 3


@pytest.mark.parametrize("book", [Book(), Book(pages=(Page("hall", "act", "The hall", text="Cold."),))])
def test_a_log_before_the_first_scene_shares_a_column(book: Book) -> None:
    table = replace(tower(), book=book, scene=Scene())
    places = regions(200, 60, wishes=wish_lines(table, scene_facts(table), 10))
    assert columns(places)[2:] == [["scene", "log"] if book.pages else ["log"]]


@pytest.mark.parametrize("over", [True, False])
@pytest.mark.parametrize("size", [(120, 40), (200, 60)])
def test_a_question_over_the_panes_moves_none_of_them(size: tuple[int, int], over: bool) -> None:
    idle, asked = regions(*size), regions(*size, asked_lines=6, over=over)
    assert {**asked, "foot": idle["foot"]} == idle
    assert asked["foot"].height == 6


def test_rows_return_to_the_lower_pane_as_a_question_shrinks() -> None:
    places = TableLayout()
    size = Size(80, 24)
    idle = places.regions(size)
    assert places.ask(6, size, over=False)
    assert places.regions(size)["ladder"].height == idle["ladder"].height - 3
    assert places.ask(4, size, over=False)
    assert places.regions(size)["ladder"].height == idle["ladder"].height - 1
    assert places.ask(0, size, over=False)
    assert places.regions(size) == idle


@pytest.mark.parametrize(("height", "seen"), [(60, True), (34, False)])
async def test_later_pages_fill_the_scene_whole_or_not_at_all(height: int, seen: bool) -> None:
    later = Page("roof", "act", "The roof", text="Rain. " * 180 + "Nobody.")
    table = a_scene_with(0)
    table = replace(table, book=Book(pages=(*table.book.pages, later)))
    app = app_of(session(table))
    async with app.run_test(size=(200, height)):
        shown = screen_text(app)
        assert ("Later: The roof." in shown) is seen
        assert ("Nobody." in shown) is seen
