"""Two games on one table: what is selected says whose key, footer and odds are meant."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from tests.golden import screen_text
from tests.rules.abacus.tables import scratched
from tests.screens.desk import Desk, press, seat
from tests.screens.shipped import GANNET, asking, begun, keyed, prompt
from tests.screens.tables import CREW, FELIX, MERCER, table
from tests.sheets import make_abilities, make_pools
from tests.table_fakes import FakeStorage
from wyrd_tui.app import WyrdApp
from wyrd_tui.engine.dice import FedDice, LiveDice
from wyrd_tui.engine.line_syntax import parse_line
from wyrd_tui.engine.page import Page
from wyrd_tui.engine.rules import all_games as rules
from wyrd_tui.engine.rules.mettle.modifiers import status_of
from wyrd_tui.engine.session import Session
from wyrd_tui.engine.sheet import Sheet
from wyrd_tui.engine.state import METTLE, WYRD_ABACUS, WYRD_ENGINE, Actor, Bonus, Book, Challenge, Scene, State
from wyrd_tui.engine.turn_order import Order, Place
from wyrd_tui.engine.voices import chapter_word
from wyrd_tui.screens.odds import OddsScreen
from wyrd_tui.screens.questions.asking import Asking
from wyrd_tui.screens.table import captions
from wyrd_tui.screens.table.controller import Controller
from wyrd_tui.screens.table.outlook import challenge_asked
from wyrd_tui.screens.table.screen import TableScreen
from wyrd_tui.screens.table.selection import Selection
from wyrd_tui.screens.table.traces import games_by_actor, rungs_rolled
from wyrd_tui.widgets.abacus_plan import group_rods
from wyrd_tui.widgets.glyphs import UNICODE, Glyphs
from wyrd_tui.widgets.hurt import unseen_harm
from wyrd_tui.widgets.order import OrderPane
from wyrd_tui.widgets.order_words import games_of_order, heading_outside_fights, list_spotlight, spotlight_word
from wyrd_tui.widgets.point_rows import points_columns, points_lines
from wyrd_tui.widgets.themes import Look
from wyrd_tui.widgets.tracks import is_away

ADA = Actor("ada", "Ada", "party", "pc", sheets={WYRD_ABACUS: make_abilities(5, 4, 6)}, visibility="open")
BOB = Actor("bob", "Bob", "party", "pc", sheets={WYRD_ABACUS: make_abilities(4, 5, 6)}, visibility="open")
BOTH = replace(FELIX, sheets={**FELIX.sheets, WYRD_ABACUS: make_abilities(4, 6, 5)})
MOB = Challenge("mob", "Mob", "obstacle", WYRD_ABACUS, value=6, needed=6, type="Threat")
DOOR = Challenge("door", "Cell door", "obstacle", WYRD_ENGINE, value=1)


def story() -> State:
    """A table of the Wyrd Abacus alone."""
    state = State("Bees", (WYRD_ABACUS,), scene=Scene(1, "Hive"), actors={a.id: a for a in (ADA, BOB)})
    return replace(state, challenges={MOB.id: MOB}, counters={"scene Wyrd": 4})


def mixed() -> State:
    """Make a table of the Wyrd Engine, with one character of the Abacus alone."""
    people = {a.id: a for a in (MERCER, BOTH, ADA, CREW)}
    return replace(table(), games=(WYRD_ENGINE, WYRD_ABACUS), actors=people, challenges={"door": DOOR, "mob": MOB})


def hurt_once(actor: Actor) -> Actor:
    """The actor with a wound whose penalty is not assigned yet."""
    own = actor.sheets[WYRD_ENGINE]
    track = tuple(replace(row, marks=1, hurts=()) if row.id == "mild" else row for row in own.track)
    return replace(actor, sheets={**actor.sheets, WYRD_ENGINE: replace(own, track=track)})


def app_of(state: State, *fed: str, notice: str = "", remapped: Mapping[str, str] | None = None) -> WyrdApp:
    played = Session(state, dice=FedDice(fed) if fed else LiveDice(1), clock=lambda: 0.0)

    def table_screen(look: Look, glyphs: Glyphs) -> TableScreen:
        return TableScreen(
            played, rules, notice=notice, remapped=remapped, look=look, glyphs=glyphs, storage=FakeStorage()
        )

    return WyrdApp(table_screen)


def screen_of(app: WyrdApp) -> TableScreen:
    assert isinstance(app.screen, TableScreen)
    return app.screen


def asked(app: WyrdApp) -> str:
    asking = screen_of(app).controller.asking
    return asking.command.id if isinstance(asking, Asking) else ""


@pytest.mark.parametrize(
    ("keys", "wanted"),
    [
        ("1 r", "roll"),
        ("2 r", "roll"),
        ("3 r", "face"),
        ("3 d", "lose"),
        ("1 d", "damage"),
        ("1 tab tab tab r", "roll"),
        ("1 tab tab tab down r", "face"),
        ("3 tab tab tab r", "face"),
        ("3 tab tab tab up r", "roll"),
        ("3 S", "abilities"),
        ("1 S", "rate"),
        ("1 c", "challenge"),
        ("3 c", "challenge"),
        ("3 h", "help-ally"),
    ],
)
def test_a_key_means_the_game_of_what_is_selected(keys: str, wanted: str) -> None:
    control, _ = seat(mixed())
    press(control, *keys.split())
    assert isinstance(control.asking, Asking)
    assert control.asking.command.id == wanted


async def test_the_footer_follows_the_selection() -> None:
    app = app_of(mixed())
    async with app.run_test(size=(120, 40)) as pilot:
        for keys, there, gone in (("1", "r roll", "r face"), ("3", "r face", "r roll"), ("1", "r roll", "r face")):
            await pilot.press(keys)
            foot = "\n".join(screen_text(app).splitlines()[-2:])
            assert there in foot
            assert gone not in foot


async def test_c_30_a_games_key_row_has_only_its_acts() -> None:
    """Other uses of a key, such as initiative for a character of Mettle, go on working."""
    mel = Actor("mel", "Mel", "party", "pc", sheets={METTLE: make_pools({"focus": 3, "poise": 3}, motive=3)})
    app = app_of(replace(table(), games=(WYRD_ENGINE, METTLE), actors={a.id: a for a in (MERCER, mel, CREW)}))
    async with app.run_test(size=(200, 60)) as pilot:
        await pilot.press("2")
        screen = screen_of(app)
        labels = {hint.label for hint in screen.controller.hints}
        assert {"check", "attack", "challenge", "undo"} <= labels
        assert not labels & {"initiative", "reroll", "move a mark"}
        await pilot.press("i")
        assert asked(app) == "initiative"


async def test_a_table_of_one_game_shows_only_its_own_acts() -> None:
    app = app_of(story())
    async with app.run_test(size=(120, 40)) as pilot:
        screen = screen_of(app)
        labels = {hint.label for hint in screen.controller.hints}
        assert {"face", "Wyrd roll", "challenge"} <= labels
        assert not {"attack", "initiative", "opposed"} & labels
        assert not any("(attack" in act.label for act in screen.controller.palette_acts())
        await pilot.press("colon", *"attack", "space", "x", "enter")
        assert screen.controller.session.state is screen.controller.state
        assert ": ›  attack x" in screen_text(app)
        await pilot.press("escape", "h")
        assert "h does nothing here" in screen_text(app)


async def test_the_palette_tells_games_and_keys() -> None:
    app = app_of(mixed())
    async with app.run_test(size=(120, 40)):
        rows = {act.label: act.keys for act in screen_of(app).controller.palette_acts()}
        assert rows["damage (lose, Wyrd Abacus)"] == "d"
        assert rows["damage (Wyrd Engine)"] == "d"
        assert rows["challenge"] == "c"


async def test_each_ladder_keeps_its_own_cursor() -> None:
    app = app_of(replace(mixed(), challenges={}))
    async with app.run_test(size=(120, 40)) as pilot:
        screen = screen_of(app)
        await pilot.press("1", *"]]")
        engine = screen.controller.cursor.selection.rung
        await pilot.press("3", *"]]]]]")
        abacus = screen.controller.cursor.selection.rung
        assert abacus in range(2, 13)
        assert abacus > engine
        await pilot.press("1")
        assert screen.controller.cursor.selection.rung == engine
        await pilot.press("3")
        assert screen.controller.cursor.selection.rung == abacus


async def test_pending_questions_of_any_game_are_put() -> None:
    """A failed roll of the second game asks whether Wyrd is drawn (WA-28)."""
    app = app_of(replace(mixed(), counters={"scene Wyrd": 3}), "1")
    async with app.run_test(size=(120, 40)) as pilot:
        screen = screen_of(app)
        await pilot.press("colon", *"face", "space", *"mob", "space", *"ada", "space", *"ada:1", "enter")
        assert asked(app) == "draw"
        assert screen.controller.state.roll is not None


@pytest.mark.parametrize(("pool", "shown"), [(0, "Wyrd 0 "), (4, "Wyrd ◉◉◉◉ "), (12, "Wyrd 12 ")])
async def test_the_head_shows_the_wyrd_of_the_scene(pool: int, shown: str) -> None:
    app = app_of(replace(story(), counters={"scene Wyrd": pool}))
    async with app.run_test(size=(80, 24)):
        assert shown in screen_text(app).splitlines()[0]


async def test_the_head_says_that_it_is_between_scenes() -> None:
    """WA-42: the time before a scene begins."""
    app = app_of(replace(story(), scene=Scene(1, "Hive", between=True)))
    async with app.run_test(size=(80, 24)):
        head = screen_text(app).splitlines()[0]
        assert "between scenes" in head
        assert "Hive" not in head


async def test_odds_are_those_of_the_game_and_of_the_ladder() -> None:
    app = app_of(mixed())
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("1", "right", "right")
        shown = screen_of(app).controller.cursor.selection.rated("elias-mercer")
        await pilot.press("o")
        assert f"· {shown}" in screen_text(app).splitlines()[0]
        await pilot.press("escape", "3", "o")
        assert "rolled by each" in screen_text(app)


@pytest.mark.parametrize(
    ("keys", "opened", "shown"),
    [
        ("1 tab tab tab o", "Against the ladder", "Elias Mercer"),
        # With the challenge of the Abacus selected it is that game's odds that are asked for.
        ("2 tab tab tab down o", "rolled by each", "Felix Cavendish · Mob"),
        # Mercer has no sheet of it: the first of the party who has one is meant.
        ("1 tab tab tab down o", "rolled by each", "Felix Cavendish · Mob"),
        ("3 tab tab tab o", "rolled by each", "Ada · Mob"),
        ("3 tab tab tab up o", "Against the ladder", "Elias Mercer"),
    ],
)
async def test_odds_are_those_of_the_selected_rod(keys: str, opened: str, shown: str) -> None:
    app = app_of(mixed())
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press(*keys.split())
        assert opened in screen_text(app)
        assert shown in screen_text(app).splitlines()[0]


KIRIN = Actor("kirin", "Kirin", "party", "pc", sheets={METTLE: make_pools({"focus": 4, "poise": 5}, motive=2)})
LEDGER = Challenge("ledger", "Ledger", "obstacle", METTLE, value=6)


async def test_the_odds_of_a_mettle_rod_use_its_difficulty() -> None:
    """The odds of a Mettle challenge are against its Difficulty, at any rung of the other game's ladder (ME-09)."""
    state = replace(mixed(), games=(WYRD_ENGINE, METTLE), challenges={"ledger": LEDGER})
    app = app_of(replace(state, actors={**state.actors, "kirin": KIRIN}))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("1", "tab", "tab", "tab", "o")
        head = screen_text(app).splitlines()[0]
        assert "Kirin" in head
        assert "Daunting" in screen_text(app)
        assert isinstance(app.screen, OddsScreen)
        assert app.screen.aim.number == 6


async def test_looking_for_a_challenge_leaves_the_actor_selected() -> None:
    """Searching for a challenge, letter by letter, leaves the selected actor as it was."""
    app = app_of(replace(mixed(), challenges={"door": DOOR, "mob": replace(MOB, title="Adamant lock")}))
    async with app.run_test(size=(120, 40)) as pilot:
        screen = screen_of(app)
        await pilot.press("1", "slash", "a", "d", "a")
        assert screen.controller.cursor.selection.actor == "ada"
        await pilot.press("m", "a")
        assert (screen.controller.cursor.selection.actor, screen.controller.cursor.selection.challenge) == (
            "elias-mercer",
            "mob",
        )
        await pilot.press("enter")
        assert (screen.controller.cursor.selection.actor, screen.controller.cursor.selection.challenge) == (
            "elias-mercer",
            "mob",
        )
        await pilot.press("slash", "a", "d", "a", "enter")
        assert screen.controller.cursor.selection.actor == "ada"


@pytest.mark.parametrize(("games", "shadowed"), [((METTLE,), "C"), ((WYRD_ENGINE, METTLE), "")])
async def test_palette_and_help_show_only_keys_that_work(games: tuple[str, ...], shadowed: str) -> None:
    """`C` is the Statuses of Mettle: where nothing else is played, no other act claims it."""
    people = {"kirin": KIRIN} if games == (METTLE,) else {"kirin": KIRIN, MERCER.id: MERCER}
    app = app_of(replace(mixed(), games=games, actors=people, challenges={}))
    async with app.run_test(size=(120, 40)) as pilot:
        rows = {act.label: act.keys for act in screen_of(app).controller.palette_acts()}
        assert rows["condition"] == ("" if shadowed else "C")
        assert rows["give a bonus"] == ("" if shadowed else "g")
        assert sum(keys.split().count("C") for keys in rows.values()) == (1 if shadowed else 2)
        await pilot.press("question_mark", "slash", *"condition", "enter")
        row = next(line for line in screen_text(app).splitlines() if "Give a character a condition" in line)
        assert (" C " in row) is not bool(shadowed)


async def test_open_question_is_shown_as_a_table_opens() -> None:
    """The foot names the open question and its key as a table opens, beside any notice on the files."""
    open_question = replace(mixed(), actors={**mixed().actors, MERCER.id: hurt_once(MERCER)})
    for notice in ("", "The save was older than the journal; nothing is lost."):
        app = app_of(open_question, notice=notice)
        async with app.run_test(size=(80, 24)) as pilot:
            foot = "\n".join(screen_text(app).splitlines()[-3:])
            assert notice in foot
            assert "which skill or trait?" in foot
            assert ". answer" in foot
            await pilot.press("full_stop")
            assert asked(app) == "wound"


async def test_hints_have_the_key_that_leads_there_now() -> None:
    """A hint names an act; the screen says its key, remapped or not."""
    page = Page("tea", "act", "The Tea")
    state = replace(story(), book=Book((page,)), scene=Scene(1, between=True))
    for remapped, shown in (
        ({}, "begin a scene (B) opens The Tea"),
        ({"begin": "Z"}, "begin a scene (Z) opens The Tea"),
    ):
        app = app_of(state, remapped=remapped)
        async with app.run_test(size=(120, 40)) as pilot:
            assert shown in screen_text(app)
            await pilot.press("n")
            assert "No fight is running: order (I) starts one" in screen_text(app)


async def test_the_pane_in_front_follows_the_game_that_is_selected() -> None:
    """A small screen shows the pane of the selected actor's game in front, so a challenge faced is in sight."""
    app = app_of(mixed())
    async with app.run_test(size=(80, 24)) as pilot:
        screen = screen_of(app)
        assert screen.panes["ladder"].display
        for keys, front in (("2 \\", "abacus"), ("\\", "ladder"), ("3", "abacus"), ("1", "ladder")):
            await pilot.press(*keys.replace("\\", "backslash").split())
            assert screen.panes[front].display, keys
        await pilot.press("tab", "tab", "tab", "tab", "3")
        assert screen.panes["log"].display


async def test_a_mixed_key_row_shows_the_key_that_switches_games() -> None:
    """The selected actor plays more than one game."""
    app = app_of(mixed())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("2")
        assert "\\ Wyrd Abacus" in screen_text(app)
        await pilot.press("1")
        assert "\\ Wyrd Engine" not in screen_text(app)


def test_a_reopened_table_keeps_each_characters_game() -> None:
    state, who = mixed(), BOTH.id
    session = Session(state, dice=LiveDice(1), clock=lambda: 0.0)
    command, answers = parse_line(f"lose {who} body 1", state, rules.commands_of(state))
    act = session.do(command, answers)
    chosen = Selection(actor=who)
    assert chosen.game(session.state) == WYRD_ENGINE
    assert chosen.in_games(games_by_actor([act], state.order), session.state).game(session.state) == WYRD_ABACUS


@pytest.mark.parametrize(
    ("keys", "who", "game"),
    [
        ("B B ⏎ ⏎ esc tab tab tab r 1 ⏎ 1 1 1 ⏎ =6 ⏎ tab tab", "1", WYRD_ABACUS),
        ("B B ⏎ ⏎ 3 r ⏎ 3 1 ⏎ =6 ⏎", "1", WYRD_ABACUS),
        ("B B ⏎ ⏎ 3 r 3 1 ⏎ 3 1 ⏎ =6 ⏎", "1", WYRD_ABACUS),
        ("B ⏎ ⏎ 2 \\ d a 1 ⏎ 1", "2", WYRD_ABACUS),
        ("B ⏎ ⏎ 2 \\ d a 1 ⏎ \\ d 1 ⏎ 1", "2", WYRD_ENGINE),
        ("B ⏎ ⏎ 2 \\ d a 1 ⏎ 1 i =++++;0000;0000;0000;0000 ⏎", "1", WYRD_ENGINE),
        ("B ⏎ ⏎ 1 \\ d a 1 ⏎ 2 i =++++;0000;0000;0000;0000 ⏎", "1", WYRD_ENGINE),
        ("B ⏎ ⏎ i =++++;0000;0000;0000;0000 ⏎ \\ d a 1 ⏎", "1", WYRD_ABACUS),
        ("B ⏎ ⏎ i =++++;0000;0000;0000;0000 ⏎ \\ d a 1 ⏎ n", "1", WYRD_ABACUS),
    ],
)
def test_a_break_leaves_the_keys_in_their_game(keys: str, who: str, game: str) -> None:
    """U-34: they play the game of a character’s last roll, harm or turn in a rolled order, as before the break."""
    played = begun(GANNET, keys)
    acts = [step.act for step in played.session.done]
    again = Controller(played.session, rules, Desk(played.state), recent=acts)
    again.open()
    for desk in (played, again):
        turn = desk.state.order.turn
        assert not turn or desk.cursor.selection.actor == turn
        press(desk, who)
        assert desk.cursor.game == game


def test_a_reopened_table_shows_the_last_rung_of_each_game() -> None:
    """Each game's own, whichever rolled last; the value of a challenge is no rung."""
    both = replace(FELIX, sheets={**FELIX.sheets, METTLE: make_pools({"focus": 3, "poise": 3}, motive=3)})
    gate = Challenge("gate", "Gate", value=-2, visibility="open")
    state = replace(mixed(), games=(WYRD_ENGINE, METTLE), actors={both.id: both}, challenges={gate.id: gate})
    played = Session(replace(state, order=Order()), dice=LiveDice(1), clock=lambda: 0.0)
    lines = ("roll felix Crafts 4", "check felix focus 6", "roll felix Crafts on=gate", "note Rain")
    acts = [played.do(*parse_line(line, played.state, rules.commands_of(played.state))) for line in lines]
    again = Controller(played, rules, Desk(played.state), recent=acts)
    again.open()
    shown = {again.cursor.game: again.cursor.selection.rung}
    press(again, "1", "\\")
    shown[again.cursor.game] = again.cursor.selection.rung
    assert shown == {WYRD_ENGINE: 4, METTLE: 6}


def test_me_10_a_target_that_left_chooses_no_rung() -> None:
    """ME-10: a roll against an actor chooses no rung, also where that actor has left the table since."""
    played = begun("a-fine-patina")
    for line in ("check viktor focus 6 dice=111", "strike viktor clerk dice=1111", "dismiss clerk"):
        played.session.do(*parse_line(line, played.state, rules.commands_of(played.state)))
    acts = [step.act for step in played.session.done]
    assert rungs_rolled(acts) == {METTLE: 6}


def test_a_turn_in_a_rolled_order_plays_that_rolls_game() -> None:
    """Felix was last in the Abacus; in a fight of the Wyrd Engine his keys are of that (WE-49)."""
    controller, _ = seat(replace(mixed(), order=Order()), "0000", "0000", "0000")
    press(controller, "2", "\\")
    assert controller.cursor.game == WYRD_ABACUS
    press(controller, ":", "=initiative dice=++++;0000;----", "enter")
    press(controller, "n", "enter")
    assert (controller.state.order.turn, controller.cursor.game) == ("felix-cavendish", WYRD_ENGINE)


def test_a_line_asks_for_the_game_that_it_lacks() -> None:
    """The line stays, and Tab chooses one of the games that know the act."""
    pools = make_pools({"focus": 3, "nature": 3, "poise": 3}, 3, 3, 2, {})
    felix = replace(FELIX, sheets={**FELIX.sheets, METTLE: pools})
    played, _ = seat(replace(table(), games=(WYRD_ENGINE, METTLE), actors={felix.id: felix}))
    press(played, ":", f"=damage {felix.id} 2")
    assert played.question is not None
    assert "Add game=mettle or game=wyrd_engine." in played.question(80, Glyphs(), 5).preview
    press(played, "enter")
    assert not played.session.done
    assert played.question is not None
    asked = played.question(80, Glyphs(), 5)
    assert asked.parts[0].typed == f"damage {felix.id} 2 game="
    assert asked.aside == (
        "Several games of this table have the act damage. Add game=mettle or game=wyrd_engine. Tab chooses one."
    )
    assert [offer.label for offer in asked.parts[0].offers] == ["mettle", "wyrd_engine"]
    press(played, "tab", "enter")
    assert played.session.done[-1].act.command == "hurt"


def test_each_games_ladder_begins_at_its_own_rung() -> None:
    """The lowest step of another game's ladder is no rung of this one, and each ladder keeps the rung chosen on it."""
    state = mixed()
    table, _ = seat(replace(state, challenges={}, actors={who.id: who for who in (ADA, MERCER, BOTH, CREW)}))
    assert table.cursor.selection.rung > 0
    press(table, "2")
    assert table.cursor.selection.rung == 0
    press(table, "]", "1", "2")
    assert table.cursor.selection.rung == 1


def test_a_kind_of_challenge_has_its_letter_at_every_table() -> None:
    """A kind has the same letter at tables of one game and of several, in any order of the games."""
    known: dict[str, str] = {}
    for games in ((WYRD_ENGINE,), (WYRD_ABACUS,), (METTLE,), (METTLE, WYRD_ABACUS), (WYRD_ABACUS, WYRD_ENGINE)):
        desk, _ = seat(replace(mixed(), games=games))
        press(desk, "c")
        assert isinstance(desk.asking, Asking)
        keys = {offer.label: offer.key for offer in desk.asking.question().parts[0].offers}
        assert keys == {label: known.setdefault(label, key) for label, key in keys.items()}
    assert (known["obstacle"], known["clock"], known["Threat"]) == ("a", "c", "f")


def test_u_34_a_game_that_the_gm_chose_holds_through_the_fight() -> None:
    """U-34: a roll in another game holds until the next turn, and a choice of the GM until the order ends."""
    order = Order("rolled", 1, "felix-cavendish", (Place(BOTH.id, 2), Place(CREW.id, 1)))
    rolled = replace(table(), games=(WYRD_ENGINE, WYRD_ABACUS), actors={a.id: a for a in (BOTH, CREW)}, order=order)
    played, _ = seat(rolled)
    press(played, "1", "\\")
    assert played.speech.status.said == f"The keys play the Wyrd Abacus for {BOTH.name} in this fight."
    press(played, "n", "n")
    assert (played.state.order.turn, played.cursor.game) == (BOTH.id, WYRD_ABACUS)
    assert not captions.status_line(played).advice
    press(played, "\\")
    assert played.speech.status.said == f"The keys play the Wyrd Engine for {BOTH.name} in this fight."
    press(played, *HARMED_IN_THE_ABACUS)
    assert played.cursor.game == WYRD_ABACUS
    press(played, "n", "n")
    assert (played.state.order.turn, played.cursor.game) == (BOTH.id, WYRD_ENGINE)
    assert "the keys play the Wyrd Engine in this fight" in captions.status_line(played).advice
    press(played, "n")
    assert not captions.status_line(played).advice
    keyed(played, "e ⏎ 1 I ⏎ ⏎ n n")
    assert (played.state.order.turn, played.cursor.kept) == (BOTH.id, {})


def test_u_34_a_game_rolled_in_holds_through_the_fight() -> None:
    """U-34: also once the table is opened anew, after the fight, and as undo brings it back."""
    table = begun(GANNET, "B ⏎ ⏎ esc I c ⏎ ⏎ \\ i ⏎ a =111111 ⏎ n n n n n")
    for keys in ("", "e ⏎", "u"):
        keyed(table, keys)
        again = Controller(table.session, rules, Desk(table.state), recent=[one.act for one in table.session.done])
        again.open()
        assert (table.cursor.game, again.cursor.game) == (WYRD_ABACUS, WYRD_ABACUS)
    assert table.speech.status.said == "Undone: The fight is over"


def test_u_34_a_turn_begins_in_the_game_of_all_opponents() -> None:
    """ME-34, U-34: initiative of another game leads nobody who plays theirs away from it."""
    felix, warden = in_mettle(BOTH), in_mettle(Actor("warden", "The warden", "foes", "persona"))
    warden = replace(warden, sheets={METTLE: warden.sheets[METTLE]})
    order = Order("rolled", 1, warden.id, tuple(Place(who.id, 1) for who in (warden, felix, MERCER)))
    games = (WYRD_ENGINE, WYRD_ABACUS, METTLE)
    people = {one.id: one for one in (felix, MERCER, warden)}
    played, _ = seat(replace(table(), games=games, actors=people, order=order))
    press(played, "n")
    assert (played.state.order.turn, played.cursor.game) == (felix.id, METTLE)
    assert "the keys play Mettle in this fight" in captions.status_line(played).advice
    press(played, "n")
    assert (played.state.order.turn, played.cursor.game) == (MERCER.id, WYRD_ENGINE)
    crew = {**people, CREW.id: CREW}
    both = replace(order, places=(Place(CREW.id, 2), *order.places))
    played, _ = seat(replace(table(), games=games, actors=crew, order=replace(both, turn=CREW.id)))
    press(played, "n", "n")
    assert (played.state.order.turn, played.cursor.game) == (felix.id, WYRD_ENGINE)


def test_u_34_one_foe_of_two_games_leads_no_turn_away() -> None:
    """ME-34, U-34: the game that all opponents play comes before that of the dice, which one of them plays as well."""
    captain, warden = in_mettle(CREW), in_mettle(Actor("warden", "The warden", "foes", "persona"))
    people = {one.id: one for one in (captain, in_mettle(FELIX), warden)}
    order = Order("rolled", 1, captain.id, tuple(map(Place, people)))
    games = (WYRD_ENGINE, METTLE)
    played, _ = seat(replace(table(), games=games, actors=people, order=order))
    press(played, "n")
    assert (played.state.order.turn, played.cursor.game) == (FELIX.id, METTLE)
    people = {one.id: one for one in (captain, in_mettle(FELIX))}
    order = Order("rolled", 1, captain.id, tuple(map(Place, people)))
    played, _ = seat(replace(table(), games=games, actors=people, order=order))
    press(played, "n")
    assert (played.state.order.turn, played.cursor.game) == (FELIX.id, WYRD_ENGINE)


def test_one_key_switches_the_game_of_all_who_are_ticked() -> None:
    """U-34: who plays one game alone stays in that, and the selection stays where it was."""
    people = {one.id: one for one in (MERCER, BOTH, replace(BOTH, id="isa", name="Isa Lovelace"), ADA)}
    played, _ = seat(replace(mixed(), actors=people))
    press(played, "2", "space", "3", "space", "4", "space", "1", "\\")
    assert played.speech.status.said == f"The keys play the Wyrd Abacus for {BOTH.name} and Isa Lovelace."
    games = {who: replace(played.cursor.selection, actor=who).game(played.state) for who in people}
    assert games == {who: WYRD_ENGINE if who == MERCER.id else WYRD_ABACUS for who in people}
    assert (played.cursor.selection.actor, played.cursor.game) == (MERCER.id, WYRD_ENGINE)
    press(played, "3", "\\")
    assert played.speech.status.said == f"The keys play the Wyrd Engine for {BOTH.name} and Isa Lovelace."
    press(played, "2", "space", "3", "space", "1", "\\")
    assert played.speech.status.said == f"{MERCER.name} plays the Wyrd Engine alone."


def test_rows_are_ticked_and_the_line_keeps_its_words() -> None:
    """The line takes `mark` as before, and its `tick` still moves a bead."""
    played = begun(GANNET, "1 space")
    assert played.speech.status.said == "1 ticked"
    press(played, ":", "=mark", "enter")
    assert played.speech.status.said == ""
    press(played, ":", "=tick a row", "enter")
    assert played.speech.status.said == "1 ticked"
    press(played, ":", "=tick", "enter")
    assert played.cursor.selection.ticked_actors


def test_initiative_says_whose_keys_go_back() -> None:
    """U-34: the GM chose another game for a fighter, whose keys play the game of the order again with their turn."""
    played = begun(GANNET, "B ⏎ ⏎ 2 \\ 1 i")
    told = "the keys play the Wyrd Engine for Felix on their turn"
    assert prompt(played).preview.endswith(told)
    press(played, *"0000;++++;0000;0000;0000")
    assert prompt(played).preview.endswith(told)
    press(played, "enter")
    assert (played.state.order.turn, played.cursor.game) == ("felix-cavendish", WYRD_ENGINE)
    press(played, "i")
    assert "the keys" not in prompt(played).preview


def test_a_tie_comes_before_the_game_of_the_keys() -> None:
    """WE-51, U-34: a narrow line has room for the first advice alone, and the preview a line for each."""
    played = begun(GANNET, "B ⏎ ⏎ 2 \\ 1 i =0000;++++;0000;0000;++++")
    assert prompt(played).preview.endswith("\nthe keys play the Wyrd Engine for Felix on their turn")
    keyed(played, "⏎")
    first, *_, last = captions.status_line(played).advice
    assert (first.split(":")[0], last) == ("tie", "the keys play the Wyrd Engine in this fight")


def test_an_order_without_dice_says_whose_keys_change() -> None:
    """U-34: it names the game of the fight as initiative does, and nobody who plays that already."""
    played = begun(GANNET, "B ⏎ ⏎ 2 \\ 1 I c ⏎")
    told = "the keys play the Wyrd Engine for Felix on their turn"
    assert told in prompt(played).preview
    keyed(played, "⏎ 2")
    assert played.cursor.game == WYRD_ABACUS
    while played.state.order.turn != "felix-cavendish":
        keyed(played, "n")
    assert played.cursor.game == WYRD_ENGINE
    assert told not in prompt(begun(GANNET, "B ⏎ ⏎ I c ⏎")).preview


def test_a_roll_of_several_says_whose_keys_change() -> None:
    """U-34: who faces a challenge beside the selected one plays its game from then on, unless their keys do already."""
    played = begun(GANNET, "B ⏎ ⏎ c d 5 ⏎ =Jammed_winch ⏎ 1 r 1 2 ⏎")
    told = "the keys play the Wyrd Abacus for Felix"
    assert prompt(played).preview.endswith(f" · {told}")
    keyed(played, "⏎ =3 ⏎ esc 2")
    assert played.cursor.game == WYRD_ABACUS
    both = begun(GANNET, "B ⏎ ⏎ c d 5 ⏎ =Jammed_winch ⏎ 2 \\ 1 r 1 2 ⏎")
    assert told not in prompt(both).preview


def test_the_keys_go_into_the_game_of_a_new_challenge() -> None:
    """WA-16: the next roll faces it, and the question says so before enter; a fight keeps its own game."""
    played, told = begun(GANNET, "B ⏎ ⏎ c d 5 ⏎ =Jammed_winch"), "the keys play the Wyrd Abacus"
    assert prompt(played).preview.endswith(f" · {told}")
    keyed(played, "⏎")
    assert played.cursor.game == WYRD_ABACUS
    keyed(played, "r")
    assert challenge_asked(asking(played), played.state) == "jammed-winch"
    fight = begun(GANNET, "B ⏎ ⏎ i =0000;++++;0000;0000;0000 ⏎ c d 5 ⏎ =Jammed_winch")
    assert told not in prompt(fight).preview
    keyed(fight, "⏎")
    assert fight.cursor.game == WYRD_ENGINE


def test_a_line_of_initiative_says_whose_keys_go_back() -> None:
    """U-34: typed dice leave it in sight."""
    played = begun(GANNET, "B ⏎ ⏎ 2 \\ 1 :")
    for typed in ("=initiative", "= dice=0000;++++;0000;0000;0000"):
        press(played, typed)
        assert played.question is not None
        preview = played.question(200, UNICODE, 5).preview
        assert "the keys play the Wyrd Engine for Felix on their turn" in preview
    press(played, "enter")
    assert (played.state.order.turn, played.cursor.game) == ("felix-cavendish", WYRD_ENGINE)


HARMED_IN_THE_ABACUS = ":", "=damage felix body 1 game=wyrd_abacus", "enter"


def in_mettle(who: Actor) -> Actor:
    """A character who plays Mettle, too."""
    return replace(who, sheets={**who.sheets, METTLE: make_pools({"focus": 5, "nature": 3, "poise": 3})})


def test_me_34_a_turn_plays_the_game_of_the_foes_who_stand() -> None:
    """ME-34, U-34: an order that nobody rolled, too, has a game; what the GM chose in it stays."""
    felix, warden = in_mettle(FELIX), in_mettle(Actor("warden", "The warden", "foes", "persona"))
    order = Order("sides", 1, MERCER.id, tuple(Place(who.id) for who in (MERCER, felix, warden)))
    people = {one.id: one for one in (MERCER, felix, warden)}
    played, _ = seat(replace(table(), games=(WYRD_ENGINE, METTLE), actors=people, order=order))
    press(played, "n")
    assert (played.state.order.turn, played.cursor.game) == (felix.id, METTLE)
    assert "the keys play Mettle in this fight" in captions.status_line(played).advice
    press(played, "\\")
    assert played.speech.status.said == f"The keys play the Wyrd Engine for {felix.name} in this fight."
    press(played, "r", "escape")
    assert played.cursor.game == WYRD_ENGINE


async def test_u_34_the_inspector_aims_in_the_game_of_the_keys() -> None:
    """ME-14, U-34: chances to hit are those of the attack that the key makes, against all who have its sheet."""
    warden = Actor("warden", "Warden", "foes", sheets={WYRD_ENGINE: Sheet(ratings={"Fight": 1})})
    people = {one.id: in_mettle(one) for one in (FELIX, warden, Actor("thief", "Thief", "foes"))}
    app = app_of(State(games=(WYRD_ENGINE, METTLE), actors=people))
    async with app.run_test(size=(120, 40)) as pilot:
        for game, aimed in ((WYRD_ENGINE, {"Warden"}), (METTLE, {"Warden", "Thief"})):
            await pilot.press("1")
            await pilot.pause()
            screen = screen_of(app)
            assert screen.controller.cursor.game == game
            told = " ".join(text for _, facts, _ in screen.inspector.facts() for text in facts)
            assert {name for name in ("Warden", "Thief") if name in told} == aimed
            await pilot.press("\\")


def test_u_34_the_foot_names_the_game_to_which_its_key_goes() -> None:
    """U-34: of a character of three games it is the next one."""
    three = in_mettle(BOTH)
    played, _ = seat(State(games=(WYRD_ENGINE, WYRD_ABACUS, METTLE), actors={three.id: three}))
    told = []
    for _ in range(3):
        told.append(next(hint.label for hint in played.hints if hint.key == "\\"))
        press(played, "\\")
    assert told == ["Wyrd Abacus", "Mettle", "Wyrd Engine"]


@pytest.mark.parametrize("keys", ["\\", "\\ \\", "2"])
def test_a_key_takes_away_the_game_of_the_turn(keys: str) -> None:
    """U-34: two sentences on one line never name two games."""
    order, again = (
        Order("rolled", 1, BOTH.id, (Place(BOTH.id, 2), Place(CREW.id, 1))),
        "the keys play the Wyrd Engine",
    )
    people = {actor.id: actor for actor in (BOTH, ADA, CREW)}
    played, _ = seat(replace(table(), games=(WYRD_ENGINE, WYRD_ABACUS), actors=people, order=order))
    press(played, *HARMED_IN_THE_ABACUS, "n", "n")
    assert again in " ".join(captions.status_line(played).advice)
    keyed(played, keys)
    assert again not in " ".join(captions.status_line(played).advice)


def test_u_34_each_game_keeps_the_rung_of_its_own_ladder() -> None:
    """The value of a challenge that the ladder of one game follows is no rung of the other’s (C-30, U-34)."""
    played = begun(GANNET, "B B ⏎ ⏎")
    press(played, "escape", "\\", "]", "\\")
    assert (played.cursor.game, played.cursor.followed) == (WYRD_ABACUS, (4, "One step too many"))
    assert played.cursor.selection.rung == 4
    press(played, "\\")
    assert (played.cursor.game, played.cursor.selection.rung) == (WYRD_ENGINE, 1)


def test_c_30_the_ladder_follows_no_challenge_of_another_game() -> None:
    """C-30: the keys in the abacus leave the ladder of the selected character where it was."""
    played = begun(GANNET, "B B ⏎ ⏎")
    press(played, "escape", "\\", "tab", "tab", "tab")
    assert (played.cursor.pane, played.cursor.game) == ("abacus", WYRD_ABACUS)
    assert (played.cursor.followed, played.cursor.selection.rung) == (None, 0)


def test_c_30_a_challenge_is_at_hand_only_in_its_own_game() -> None:
    """The keys of another game cannot face it, and so neither head nor abacus mark it for the next roll."""
    played = begun(GANNET, "B B ⏎ ⏎")
    cursor = played.cursor

    def marked() -> list[str]:
        return [rod.title for rod in captions.head_rods(played, near=False) if rod.chosen]

    press(played, "escape", "\\")
    assert (cursor.game, cursor.selection.challenge, marked()) == (WYRD_ENGINE, "one-step-too-many", [])
    assert (cursor.stands_at_roll, cursor.at_hand) == (False, cursor.advances)
    press(played, "\\")
    assert (cursor.game, marked(), cursor.at_hand) == (WYRD_ABACUS, ["One step too many"], "one-step-too-many")


def test_wa_17_the_only_challenge_of_its_game_is_faced_unasked() -> None:
    """WA-17: the digits choose characters at once, as where the challenge was chosen before."""
    played, _ = seat(mixed())
    played.cursor.choose("party", "ada")
    press(played, "r")
    assert (asking(played).answers["which"], prompt(played).parts[0].prompt) == ("mob", "Which characters")


def test_wa_17_a_digit_before_the_question_for_characters_is_no_die() -> None:
    """WA-17: it is the handle of a character there; dice that no handle begins are kept."""
    state = mixed()
    crow = replace(MOB, id="crow", title="Crow")
    played, _ = seat(replace(state, challenges={**state.challenges, "crow": crow}))
    played.cursor.choose("party", "ada")
    keyed(played, "r ⌫")
    assert prompt(played).parts[0].prompt == "Challenge"
    press(played, "2")
    assert prompt(played).refused == "2 does nothing here."
    press(played, "6")
    assert prompt(played).aside == "Dice of the roll: 6. ⌫ removes them."


def test_wa_17_the_spotlight_shows_the_whole_party() -> None:
    """WA-17: who has no sheet of the Wyrd Abacus is in the scene too."""
    crowd = mixed()
    assert [actor.id for actor in list_spotlight(crowd)] == [a.id for a in (MERCER, BOTH, ADA)]
    assert heading_outside_fights(crowd, UNICODE) == "Spotlight"
    assert [spotlight_word(one, crowd, wide=False)[0] for one in (MERCER, ADA)] == ["", "not yet"]
    between = replace(crowd, scene=replace(crowd.scene, between=True))
    assert heading_outside_fights(between, UNICODE) == "Spotlight · between scenes"
    alone = replace(crowd, actors={a.id: a for a in (MERCER, CREW)})
    assert not list_spotlight(alone)


def test_wa_07_all_of_the_party_is_in_a_scene_or_elsewhere() -> None:
    """WA-07, C-14: who plays another game alone can be elsewhere, is no fighter then, and brings no Wyrd."""
    state = mixed()
    played, _ = seat(replace(state, scene=replace(state.scene, between=True)))
    press(played, ":", "=begin Yard present=felix-cavendish,ada", "enter", "escape", "escape")
    assert "Mercer is elsewhere in this scene" in "\n".join(map(str, played.session.last(1)[0].act.log))
    assert played.state.counters["scene Wyrd"] == 3
    assert is_away(played.state.actors["elias-mercer"])
    assert [actor.id for actor in list_spotlight(played.state)][-1] == "elias-mercer"
    press(played, "i")
    offered = [one for part in prompt(played).parts for one in part.offers if one.on is not None]
    assert (offered[-1].label, offered[-1].on, offered[-1].hint[:6]) == ("Captain Elias Mercer", False, "absent")
    assert offered[0].here
    press(played, "escape", ":", "=present elias-mercer", "enter")
    assert not is_away(played.state.actors["elias-mercer"])


def test_c_30_the_abacus_names_the_game_of_a_value() -> None:
    """C-30: +1 is no number of Mettle, and 6 none of the Wyrd Engine; a clock has no value."""
    vat = Challenge("vat", "The vat", "obstacle", METTLE, value=6)
    tide = Challenge("tide", "The tide", "clock", METTLE, needed=4)
    state = State(games=(WYRD_ENGINE, METTLE), challenges={"door": DOOR, "tide": tide, "vat": vat})
    groups = group_rods(state, UNICODE, lambda rod: False)
    assert [(group.heading, group.initial) for group in groups] == [
        ("Obstacles · Wyrd Engine", "Obstacle"),
        ("Obstacles · Mettle", ""),
        ("Clocks", "Clock"),
    ]
    alone = replace(state, games=(METTLE,), challenges={"vat": vat})
    assert [group.heading for group in group_rods(alone, UNICODE, lambda rod: False)] == ["Obstacles"]


def test_parts_of_the_story_are_scenes_to_several_games() -> None:
    """The key begins a scene, and the log ends one; the Wyrd Engine alone has acts (WE-97)."""
    tables = ((WYRD_ENGINE, WYRD_ABACUS), (METTLE, WYRD_ENGINE), (WYRD_ENGINE,), (METTLE,), ())
    assert [chapter_word(State(games=games)) for games in tables] == ["scene", "scene", "act", "scene", "act"]


def test_the_letters_of_mettle_are_none_of_the_mind() -> None:
    """WA-04, ME-34: of two games at one table, letters tell their points apart."""
    warden = Actor("warden", "The warden", "foes", "persona", sheets={METTLE: make_pools({"poise": 4}, motive=3)})

    def letters(*games: str) -> list[str]:
        across = points_columns([ADA, warden], games, UNICODE, letters=True)
        lines = (line for one in (ADA, warden) for line in points_lines(one, games, across, UNICODE))
        return ["".join(text for text, _ in line) for line in lines]

    assert letters(WYRD_ABACUS, METTLE) == ["B5/5 M4/4 S6/6 W0", "Mt3/3 F0 N0 P4"]
    assert letters(METTLE)[1] == "M3/3 F0 N0 P4"


def test_me_34_an_order_shows_the_track_of_the_opponents_game() -> None:
    """ME-34: hits fall there, also where as many fighters have a sheet of another game."""
    own = make_pools({"focus": 5, "nature": 3, "poise": 3})
    both = replace(FELIX, sheets={**FELIX.sheets, METTLE: own})
    warden = Actor("warden", "The warden", "foes", "persona", sheets={METTLE: own})
    people = {one.id: one for one in (MERCER, both, warden)}
    order = Order("sides", 1, warden.id, tuple(map(Place, people)))
    fight = State(games=(WYRD_ENGINE, METTLE), actors=people, order=order)
    assert games_of_order(fight) == (METTLE,)
    down = replace(CREW, count=0, fallen=3)
    places = (*order.places, Place(down.id))
    assert games_of_order(replace(fight, actors={**people, down.id: down}, order=replace(order, places=places))) == (
        METTLE,
    )
    crew = {**people, warden.id: replace(warden, sheets={WYRD_ENGINE: CREW.sheets[WYRD_ENGINE]})}
    assert games_of_order(replace(fight, actors=crew)) == (WYRD_ENGINE,)


async def test_harm_of_a_game_without_a_track_has_words() -> None:
    """WE-58, ME-34: the stripe and the words speak of the same harm."""
    own = make_pools({"focus": 5, "nature": 3, "poise": 3}, motive=3)
    both = replace(MERCER, id="both", name="Both", side="foes", sheets={**MERCER.sheets, METTLE: own})
    worn = replace(own, track=tuple(replace(row, marks=1) for row in own.track))
    assert unseen_harm(both, (METTLE,)) == ("Moderate 1/2", "hurt")
    assert unseen_harm(replace(both, sheets={**FELIX.sheets, METTLE: worn}), (WYRD_ENGINE,)) == (
        "Mettle 2/3 left",
        "scratch",
    )
    struck = scratched(ADA, "body")
    assert unseen_harm(replace(struck, sheets={**struck.sheets, METTLE: own}), (METTLE,)) == ("Body scratched", "hurt")
    assert unseen_harm(replace(BOTH, sheets={**BOTH.sheets, METTLE: own}), (WYRD_ENGINE, METTLE)) is None
    warden = Actor("warden", "The warden", "foes", "persona", sheets={METTLE: own})
    people = {one.id: one for one in (warden, both)}
    order = Order("sides", 1, warden.id, tuple(map(Place, people)))
    app = app_of(State(games=(WYRD_ENGINE, METTLE), actors=people, order=order))
    async with app.run_test(size=(80, 24)):
        assert "Moderate 1/2" in screen_text(app)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_me_48_who_is_surprised_still_shows_the_harm(size: tuple[int, int]) -> None:
    """ME-48: a word for an action that is lost takes no place from harm on the sheet of another game."""
    own = make_pools({"focus": 5, "nature": 3, "poise": 3}, motive=3)
    both = replace(MERCER, id="both", name="Both", side="foes", sheets={**MERCER.sheets, METTLE: own})
    both = replace(both, conditions=(status_of("surprised"),))
    warden = Actor("warden", "The warden", "foes", "persona", sheets={METTLE: own})
    people = {one.id: one for one in (warden, both)}
    order = Order("sides", 1, warden.id, tuple(map(Place, people)))
    app = app_of(State(games=(WYRD_ENGINE, METTLE), actors=people, order=order))
    async with app.run_test(size=size):
        shown = screen_text(app)
        assert "Surprised" in shown
        assert "Moderate 1/2" in shown


@pytest.mark.parametrize("crowd", [0, 12, 30])
@pytest.mark.parametrize("others", [(METTLE,), (WYRD_ENGINE,)])
async def test_me_34_harm_outside_a_fight_is_told_once(others: tuple[str, ...], crowd: int) -> None:
    """ME-34: of a foe with a track the lost Mettle stands beside it, unless all points stand below."""
    own = make_pools({"focus": 5, "nature": 3, "poise": 3}, motive=3)
    worn = replace(own, track=tuple(replace(row, marks=1) for row in own.track))
    sheets = {**CREW.sheets, METTLE: own}
    hurt = Actor("warden", "Warden", "foes", "persona", sheets={**MERCER.sheets, METTLE: worn})
    crew = [
        Actor(f"foe{at}", f"Foe {at}", "foes", "persona", sheets={one: sheets[one] for one in others})
        for at in range(crowd + 1)
    ]
    people = {one.id: one for one in (FELIX, hurt, *crew)}
    app = app_of(State(games=(WYRD_ENGINE, METTLE), actors=people))
    async with app.run_test(size=(120, 40)):
        pane = screen_of(app).order
        row = next(item for item in pane.draw(pane.size.width) if item.key == hurt.id)
        told = "\n".join("".join(text for text, _ in line) for line in row.lines)
        assert told.count("2/3") == 1


def test_we_59_a_wound_has_its_stripe_beside_mettle() -> None:
    """WE-59, ME-34: also where the order shows Mettle alone, and less than half of the track is lost."""
    hurt = hurt_once(FELIX)
    both = replace(hurt, sheets={**hurt.sheets, METTLE: make_pools({"focus": 5, "nature": 3, "poise": 3})})
    warden = Actor("warden", "The warden", "foes", "persona", sheets={METTLE: both.sheets[METTLE]})
    order = Order("sides", 1, warden.id, (Place(warden.id), Place(both.id)))
    pane = OrderPane()
    pane.show(State(games=(WYRD_ENGINE, METTLE), actors={one.id: one for one in (both, warden)}, order=order), "")
    rows = {item.key: item.stripe for item in pane.draw(60)}
    assert rows == {warden.id: (" ", "text"), both.id: (UNICODE.wounded, "hurt")}


def test_the_other_game_follows_the_character_selected_last() -> None:
    """With the keys in the abacus a challenge has its own game, and the foot offers the character’s other one."""
    played = begun(GANNET, "B B ⏎ ⏎")
    press(played, "escape", "tab", "tab", "tab", "2")
    assert (played.cursor.pane, played.cursor.game) == ("abacus", WYRD_ABACUS)
    press(played, "\\")
    assert (played.cursor.pane, played.cursor.game) == ("party", WYRD_ENGINE)
    assert played.speech.status.said == "The keys play the Wyrd Engine for Felix Cavendish."


def test_a_hint_names_the_keys_that_lead_to_another_game() -> None:
    """The key of the Abacus is another act’s while the keys play the Wyrd Engine for a character of both."""
    table = begun(GANNET, "B enter enter")
    assert table.cursor.game == WYRD_ENGINE
    table.speech.news = ("``wyrd``",)
    assert captions.status_line(table).advice == ("\\ then w",)
    press(table, "\\")
    assert captions.status_line(table).advice == ("w",)


def test_wa_39_the_wyrd_waits_for_the_keys_of_its_game() -> None:
    """WA-39: who plays the Wyrd Engine is not reminded of a Wyrd roll at every selection."""
    table = begun(GANNET, "B enter enter")
    assert not [hint for hint in captions.status_line(table).advice if "no Wyrd roll yet" in hint]
    press(table, "\\")
    assert "no Wyrd roll yet: w" in captions.status_line(table).advice


def test_the_game_key_goes_on_from_the_actors_chosen_game() -> None:
    """The key goes on from the game that was chosen for the actor, and hints name the same way."""
    bolt = Challenge("bolt", "Bolt", "obstacle", METTLE, 3, needed=1)
    games = (WYRD_ENGINE, WYRD_ABACUS, METTLE)
    table, _ = seat(State(games=games, actors={BOTH.id: BOTH}, challenges={"bolt": bolt}))
    press(table, "\\")
    assert (table.cursor.game, table.cursor.other_games) == (WYRD_ABACUS, [WYRD_ENGINE])
    table.focus("abacus")
    assert (table.cursor.game, table.cursor.other_games) == (METTLE, [WYRD_ENGINE, WYRD_ABACUS])
    press(table, "\\")
    assert table.cursor.game == WYRD_ENGINE


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_initiative_says_before_it_is_rolled_who_acts_last(size: tuple[int, int]) -> None:
    """U-25: a character of another game has no roll, and stands behind all who have one."""
    mel = Actor("mel", "Mel", "party", "pc", sheets={METTLE: make_pools({"focus": 3, "poise": 3}, motive=3)})
    app = app_of(replace(table(), games=(WYRD_ENGINE, METTLE), actors={a.id: a for a in (MERCER, mel, CREW)}))
    async with app.run_test(size=size) as pilot:
        await pilot.press("1", "i")
        assert "does not roll, acts last" in screen_text(app)
        await pilot.press("enter")
        assert screen_of(app).controller.state.order.places[-1].who == "mel"


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_kinds_of_challenge_begin_with_the_key_rows_game(size: tuple[int, int]) -> None:
    """C-30: their letters stay, and each says its game."""
    app = app_of(mixed())
    async with app.run_test(size=size) as pilot:
        kinds = []
        for who, first in (("1", "a obstacle, Engine"), ("3", "d Obstruction, Abacus")):
            await pilot.press(who, "c")
            assert f" {first} " in screen_text(app)
            asking = screen_of(app).controller.asking
            assert isinstance(asking, Asking)
            offers = asking.question(size[0]).parts[0].offers
            assert f"{offers[0].key} {offers[0].label}" == first
            assert "⌫ back" not in screen_text(app)
            kinds.append({offer.key: offer.label for offer in offers})
            await pilot.press("escape")
        assert kinds[0] == kinds[1]
        await pilot.press("3", "c", "down", "enter", "5", "enter", "enter")
        made = [*screen_of(app).controller.state.challenges.values()][-1]
        assert (made.game, made.type, made.value) == (WYRD_ABACUS, "Obstruction", 5)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_a_line_is_refused_in_the_game_of_its_actor(size: tuple[int, int]) -> None:
    """U-34: the refusal and its example are of the game that the named character plays."""
    app = app_of(replace(mixed(), games=(WYRD_ENGINE, WYRD_ABACUS, METTLE)))
    async with app.run_test(size=size) as pilot:
        await pilot.press("1", "colon", *"damage", "space", *"ada", "space", "2", "enter")
        shown = " ".join(screen_text(app).split())
        assert "Ability cannot be “2”. Possible: body, mind, soul. Write damage ada body 2." in shown
        assert "damage WHO ABILITY" in shown
        assert "POINTS REACH" not in shown
        await pilot.press("backspace", *"body", "space", "2", "enter")
        assert screen_of(app).controller.state.actors["ada"].sheets[WYRD_ABACUS].track[0].marks == 2


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
@pytest.mark.parametrize(
    ("game", "told"),
    [
        (METTLE, "Rats has no pools: pools (S) writes them."),
        (WYRD_ABACUS, "Rats has no Body, Mind or Soul: abilities (S) writes them."),
    ],
)
async def test_the_ladder_says_why_a_selected_character_has_no_odds(
    game: str, told: str, size: tuple[int, int]
) -> None:
    """C-26: nobody is told to select a character who is selected."""
    rats = Actor("rats", "Rats", "party", "pc", sheets={game: Sheet()}, visibility="open")
    app = app_of(State("Odds", (WYRD_ENGINE, game), actors={rats.id: rats, MERCER.id: MERCER}))
    async with app.run_test(size=size) as pilot:
        await pilot.press("1", "tab", "tab")
        shown = " ".join(screen_text(app).split())
        assert told in shown
        assert "Select a character" not in shown


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_a_bonus_is_in_sight_before_unused_traits(size: tuple[int, int]) -> None:
    """WE-44: Isadora’s advantage, though those above her have traits to show."""
    state = begun(GANNET, "B ⏎ ⏎").state
    who = next(actor.id for actor in state.actors.values() if actor.name.startswith("Isadora"))
    foe = next(actor.id for actor in state.actors.values() if actor.name == "Wreckers")
    won = Bonus("won", "feint", 1, who, "advantage", against=foe)
    app = app_of(replace(state, bonuses={won.id: won}))
    async with app.run_test(size=size):
        assert "+1 against Wreckers: feint" in screen_text(app)


def test_u_34_a_roll_of_another_game_drops_no_chosen_challenge() -> None:
    """U-34: each game goes on with its own, until a roll of that game is for another or for none."""
    pools = make_pools({"focus": 5, "nature": 3, "poise": 3}, 3, 3, 0, {})
    people = MERCER, replace(FELIX, sheets={METTLE: pools})
    vat = Challenge("vat", "Vat", "obstacle", METTLE, value=6)
    games, rods = (WYRD_ENGINE, METTLE), {one.id: one for one in (DOOR, vat)}
    state = State("Salt", games, actors={one.id: one for one in people}, challenges=rods)
    table, _ = seat(state)
    keyed(table, "1 r Z A ⏎ =---- ⏎ 2 r Z A ⏎ =11111 ⏎")
    for keys, faced in (
        ("1", (1, "Cell door")),
        ("2", (6, "Vat")),
        ("1", (1, "Cell door")),
        ("r Z _ ⏎ =++++ ⏎", None),
        ("2", (6, "Vat")),
        ("1", None),
    ):
        keyed(table, keys)
        assert table.cursor.followed == faced, keys


def test_u_34_no_target_of_another_game_is_suggested() -> None:
    """U-34: the last target of Mettle is none in the other game, and is named among those left out alone."""
    pools = make_pools({"focus": 5, "nature": 3, "poise": 3}, motive=9)
    warden = Actor("warden", "The warden", "foes", "persona", sheets={METTLE: pools})
    felix = replace(FELIX, sheets={**FELIX.sheets, METTLE: pools})
    people = {one.id: one for one in (felix, MERCER, warden)}
    table, _ = seat(State(games=(METTLE, WYRD_ENGINE), actors=people))
    press(table, ":", "=attack felix warden focus dice=66666", "enter", "escape")
    assert table.cursor.selection.last_target(table.state, felix.id) == warden.id
    assert table.cursor.game == METTLE
    keyed(table, "\\ a")
    assert table.cursor.game == WYRD_ENGINE
    assert prompt(table).aside == ""
    assert prompt(table).preview.startswith("The warden is left out: no sheet of the Wyrd Engine, but one of Mettle")


SONG = Challenge("song", "Song", "obstacle", WYRD_ABACUS, value=5, needed=5, type="Taint")


@pytest.mark.parametrize(
    ("line", "chosen"),
    [
        ("note tea", ("door", "song")),
        ("challenge threat 6 Gate game=wyrd_abacus", ("door", "gate")),
        ("challenge obstacle 2 Gate game=wyrd_engine", ("gate", "song")),
        ("check warden on=none focus 2 dice=11111", ("door", "song")),
    ],
)
def test_wa_27_no_act_of_another_game_drops_a_chosen_challenge(line: str, chosen: tuple[str, str]) -> None:
    """WA-27, U-34: each game remembers its own, also one that failed and may be faced again."""
    warden = Actor("warden", "Warden", "party", "pc", sheets={METTLE: make_pools({"focus": 5})})
    people = {one.id: one for one in (MERCER, ADA, warden)}
    rods = {one.id: one for one in (DOOR, MOB, SONG, Challenge("vat", "Vat", "obstacle", METTLE, value=6))}
    games = (WYRD_ENGINE, WYRD_ABACUS, METTLE)
    table, _ = seat(State("Inn", games, scene=Scene(1, "Inn"), actors=people, challenges=rods))
    keyed(table, "1 r Z A ⏎ =---- ⏎ 2 r ⌫ B ⏎ ⏎ =1 ⏎ =_ ⏎ =_ ⏎ 1")
    assert table.state.challenges["song"].outcome == "failed"
    press(table, ":", f"={line}", "enter")
    assert table.asking is None
    for key, which in zip("121", (*chosen, chosen[0]), strict=True):
        keyed(table, key)
        assert table.cursor.followed is not None
        assert table.cursor.selection.challenge == which


@pytest.mark.parametrize(("keys", "told"), [("t a 1", False), ("t a 2", True)], ids=["of one game", "of two games"])
def test_we_72_a_rest_says_in_which_game_nothing_comes_back(keys: str, told: bool) -> None:
    """WE-72, U-34: `t` is the rest of the game that the keys play, also for those who have lost points in another."""
    table, _ = seat(mixed())
    keyed(table, keys)
    assert (prompt(table).preview.endswith("nothing comes back in the Wyrd Abacus")) is told


def test_wa_17_the_first_roll_in_a_scene_of_one_game() -> None:
    """WA-17, U-34: those who have rolled in the other game stay in that, as after any break."""
    table = begun(GANNET, "B ⏎ ⏎ esc 3 r ⏎ =++++ ⏎ esc e ⏎ ⏎ ⏎ esc esc B B ⏎ ⏎ ⏎ esc")
    assert {rod.game for rod in table.state.challenges.values() if rod.value is not None} == {WYRD_ABACUS}
    for who, game in (("1", WYRD_ABACUS), ("2", WYRD_ABACUS), ("3", WYRD_ENGINE)):
        keyed(table, who)
        assert table.cursor.game == game
    again, _ = seat(table.state)
    assert again.cursor.game == WYRD_ABACUS
