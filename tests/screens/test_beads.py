"""The challenge whose beads `+` moves: the screen shows it by `±`, and `+` never goes to another that nobody chose."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.golden import screen_text
from tests.screens.desk import Desk, press, seat
from tests.screens.shipped import FLIGHT, GANNET, asking, begun, commands, keyed, prompt
from tests.screens.test_doorway import app_of, screen_of
from wyrd_tui.engine.nouns.wyrd_abacus import COUNTDOWN
from wyrd_tui.engine.rules import all_games
from wyrd_tui.engine.rules.shared.rods import challenge_choices, challenge_hint
from wyrd_tui.engine.state import WYRD_ABACUS, Challenge
from wyrd_tui.screens.table.controller import Controller
from wyrd_tui.screens.table.selection import Selection
from wyrd_tui.screens.table.sentences import list_rods
from wyrd_tui.screens.table.traces import as_played
from wyrd_tui.widgets.abacus import AbacusPane

FUSE, CHARGE = "the-fuse", "set-the-last-charge"
GAS, STEP, LOG, OIL = "the-gas-bag", "one-step-too-many", "the-keepers-log", "the-taste-of-lamp-oil"


def key_of(table: Controller, which: str) -> str:
    """Return the key of a challenge in the question which one."""
    (field,) = asking(table)._fields
    return next(key for key, choice in zip(field.keys(), field.choices, strict=True) if choice.value == which)


def test_a_full_clock_keeps_the_key_from_other_challenges() -> None:
    """C-25: `+` asks for another challenge, and `-` asks before it takes the last bead back."""
    table = begun(FLIGHT, "+ + + + + +")
    assert table.state.challenges[FUSE].outcome
    assert table.cursor.advances == ""
    keyed(table, "+")
    assert table.state.challenges[CHARGE].done == 0
    assert table.asking is not None
    keyed(table, "esc -")
    assert table.state.challenges[FUSE].outcome
    keyed(table, f"{key_of(table, FUSE)} ⏎")
    assert not table.state.challenges[FUSE].outcome
    assert table.cursor.advances == FUSE
    keyed(table, "+ + ⏎ +")
    assert table.state.challenges[CHARGE].outcome == "overcome"


def test_the_key_says_that_it_fills_the_clock() -> None:
    """A clock triggers what it stands for, so the label warns of its last bead (C-25)."""
    table = begun(FLIGHT, "+ + + +")
    assert "The fuse" in {hint.label for hint in table.hints}
    keyed(table, "+")
    assert "fill The fuse" in {hint.label for hint in table.hints}


def test_undo_gives_the_key_its_challenge_back() -> None:
    table = begun(FLIGHT, "+ + + + + + u")
    assert table.cursor.advances == FUSE


def test_undo_returns_an_overcome_challenge_and_its_key() -> None:
    """WA-24: the rod is there again, and at hand as before."""
    table = begun("nobody-told-the-bees", "B ⏎ ⏎")
    before = table.cursor.advances
    keyed(table, "r ⏎ 1 ⏎ =6 ⏎")
    assert before not in table.state.challenges
    keyed(table, "u")
    assert table.cursor.advances == before


def test_the_key_moves_nothing_after_a_roll_ends_its_obstacle() -> None:
    """C-25: without a clock the first obstacle is at hand, and what a roll ends is ended for the key, too."""
    state = begun(FLIGHT).state
    charge = state.challenges[CHARGE]
    table, _ = seat(replace(state, challenges={CHARGE: charge, "rail": replace(charge, id="rail", title="Rail")}))
    assert table.cursor.advances == CHARGE
    press(table, ":", f"=roll elias Pilot on={CHARGE} dice=++++", "enter")
    assert table.state.challenges[CHARGE].outcome == "overcome"
    assert table.cursor.advances == ""
    press(table, "-")
    assert table.state.challenges[CHARGE].outcome
    press(table, key_of(table, CHARGE), "enter")
    assert not table.state.challenges[CHARGE].outcome


def test_a_failed_challenge_is_live_again_only_when_named() -> None:
    """WA-27: `-` asks where `+` asks, and acts on the challenge under the cursor of the abacus."""
    table = begun("nobody-told-the-bees", "B ⏎ ⏎ c f 5 ⏎ =Crow ⏎ r ⏎ ⏎ =1 ⏎ _ ⏎ _ ⏎ -")
    assert table.state.challenges["crow"].outcome == "failed"
    assert prompt(table).parts[0].prompt == "Which challenge"
    keyed(table, "esc")
    table.cursor.focus("abacus")
    table.cursor.choose("abacus", "crow")
    keyed(table, "-")
    assert not table.state.challenges["crow"].outcome


def test_a_new_challenge_takes_the_key() -> None:
    """C-25: `±` goes with what was made last, for the next roll as for `+`."""
    table = begun(FLIGHT, "c b 3 ⏎ 2 ⏎ ⏎")
    made = table.cursor.selection.new_challenge
    assert (table.cursor.at_hand, table.cursor.advances) == (made, made)
    keyed(table, "+ +")
    assert table.state.challenges[made].outcome == "overcome"
    assert table.state.challenges[FUSE].done == 0


@pytest.mark.parametrize("keys", ["", "+ ", "tab tab tab j tab "])
def test_a_roll_leaves_the_key_where_the_foot_names_it(keys: str) -> None:
    """C-25: a roll moves its own challenge, at this table and once it is opened again."""
    table = begun("murder-at-the-brass-orchid", f"B ⏎ ⏎ ⏎ {keys}")
    before = table.cursor.advances
    keyed(table, "2 r Z D A =++++ ⏎")
    assert table.state.challenges["conflicting-accounts"].done == 1
    assert table.cursor.advances == before != "conflicting-accounts"
    again = as_played(Selection(), [step.act for step in table.session.done], table.state)
    assert again.bead(table.state) == "the-yard-arrives"


def test_the_key_keeps_its_clock_when_a_roll_ends_challenges() -> None:
    """C-25."""
    table = begun(FLIGHT)
    press(table, ":", f"=roll elias Pilot on={CHARGE} dice=++++", "enter")
    assert table.state.challenges[CHARGE].outcome == "overcome"
    assert table.cursor.advances == FUSE


def test_a_clock_has_the_key_before_a_threat() -> None:
    """C-25, WA-14: until the GM chooses, at a table of several games too."""
    state = begun("nobody-told-the-bees", "B ⏎ ⏎").state
    assert next(iter(state.challenges.values())).type
    table, _ = seat(replace(state, challenges={**state.challenges, **begun(FLIGHT).state.challenges}))
    assert table.cursor.advances == FUSE


def test_to_enter_the_abacus_is_not_to_choose() -> None:
    """C-25: the cursor stays on the challenge of the next roll, and `+` goes where it went before."""
    table = begun(FLIGHT, "c a 3 ⏎ ⏎")
    table.cursor.selection = replace(table.cursor.selection, beads=FUSE)
    keyed(table, "tab tab tab")
    assert (table.cursor.pane, table.cursor.at_hand, table.cursor.advances) == ("abacus", "obstacle-1", FUSE)
    keyed(table, "+")
    assert table.state.challenges[FUSE].done == 1
    keyed(table, "tab")
    assert (table.cursor.at_hand, table.cursor.next_challenge) == ("obstacle-1", "obstacle-1")
    keyed(table, "tab tab tab tab")
    table.cursor.choose("abacus", CHARGE)
    assert table.cursor.advances == CHARGE


def test_entering_the_abacus_leaves_no_plus_minus_sign_elsewhere() -> None:
    """C-25: where no challenge is chosen for the next roll, the cursor stands where `+` goes until the keys leave."""
    table = begun(FLIGHT, "tab tab tab")
    assert (table.cursor.selection.challenge, table.cursor.advances) == (FUSE, FUSE)
    keyed(table, "tab")
    assert table.cursor.selection.challenge == CHARGE


def test_the_clock_takes_the_key_back_from_an_ended_challenge() -> None:
    """C-25, WA-14: what fails gives it back too, the keys stay with the game that rolled, and `tab` moves no `±`."""
    table = begun(GANNET, "B ⏎ ⏎ + e b ⏎ B ⏎ ⏎ ⏎ ⏎ tab tab tab")
    assert (table.cursor.at_hand, table.cursor.advances, table.cursor.game) == (STEP, GAS, WYRD_ABACUS)
    table.cursor.choose("abacus", STEP)
    assert table.cursor.advances == STEP
    keyed(table, "r ⏎ ⏎ 6 ⏎")
    assert (table.cursor.at_hand, table.cursor.advances) == (LOG, GAS)
    press(table, ":", "=advance gas", "enter")
    assert (table.cursor.at_hand, table.state.challenges[GAS].done, table.cursor.game) == (LOG, 2, WYRD_ABACUS)
    keyed(table, "r ⏎ ⏎ 1 ⏎ _ ⏎ _ ⏎")
    assert table.state.challenges[LOG].outcome
    assert (table.cursor.at_hand, table.cursor.advances) == (LOG, GAS)
    table.cursor.choose("abacus", OIL)
    keyed(table, "r ⏎ 1 ⏎ 6 ⏎")
    assert OIL in table.state.overcome
    assert (table.cursor.advances, table.cursor.game) == (GAS, WYRD_ABACUS)


@pytest.mark.parametrize("keys", ["", "tab tab tab"])
def test_no_abacus_challenge_inherits_the_key_unchosen(keys: str) -> None:
    """C-25, WA-14: without a clock `+` asks, and neither a secret challenge nor a countdown moves unasked."""
    table = begun(GANNET, f"B B ⏎ ⏎ {keys} r ⏎ ⏎ 6 ⏎")
    assert STEP in table.state.overcome
    assert table.cursor.advances == ""
    keyed(table, "r ⏎ ⏎ 6 ⏎ r ⏎ 1 ⏎ 6 ⏎")
    assert {LOG, OIL} <= {*table.state.overcome}
    keyed(table, "+")
    assert table.asking is not None
    assert not any(rod.done for rod in table.state.challenges.values())


@pytest.mark.parametrize("scenario", [FLIGHT, GANNET])
def test_the_head_has_the_order_of_the_abacus(scenario: str) -> None:
    """C-25: so the cursor of the abacus moves through the head step by step, and no bead changes the order."""
    table = begun(scenario, "c c 6 ⏎ =Alarm ⏎")
    pane = AbacusPane()
    pane.show(table.state, "", {})
    listed = [table.state.challenges[item.key].title for item in pane.draw(78) if item.key]
    assert [rod.title for rod in list_rods(table.state, table.cursor, near=False)] == listed
    keyed(table, "+ + + + +")
    assert [rod.title for rod in list_rods(table.state, table.cursor, near=False)] == listed


def test_a_new_clock_takes_the_key() -> None:
    table = begun(FLIGHT, "+ c c 4 ⏎ =Alarm ⏎")
    assert table.cursor.advances == "alarm"


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)])
@pytest.mark.parametrize(
    ("keys", "title"),
    [
        ("", "The fuse"),
        ("c b 3 ⏎ 2 ⏎ =Pump ⏎", "Pump"),
        ("c a 3 ⏎ ⏎", "The fuse"),
        ("c c 4 ⏎ =Alarm ⏎", "Alarm"),
        ("+", "The fuse"),
    ],
)
async def test_the_plus_minus_sign_stands_where_the_key_goes(keys: str, title: str, size: tuple[int, int]) -> None:
    state = begun(FLIGHT).state
    app = app_of(state)
    async with app.run_test(size=size) as pilot:
        keyed(screen_of(app).controller, keys)
        screen_of(app).draw()
        await pilot.pause()
        (shown,) = [line for line in screen_text(app).splitlines() if "±" in line]
        assert title in shown.partition("±")[2]


def test_a_table_opened_again_keeps_the_key_where_it_was() -> None:
    table = begun(FLIGHT, "+ + + + + +")
    again = as_played(Selection(), [step.act for step in table.session.done], table.state)
    assert (again.beads, again.bead(table.state)) == (FUSE, "")
    assert commands(table) == ["tick"] * 6
    assert replace(again, beads="").bead(table.state) != FUSE


BEGINS = "B ⏎ a ⏎"


@pytest.mark.parametrize(
    ("stem", "keys"),
    [
        ("a-fine-patina", BEGINS),
        ("a-fine-patina", f"r ⏎ ⏎ ⏎ esc {BEGINS}"),
        ("a-fine-patina", f"+ {BEGINS}"),
        ("a-fine-patina", "B ⏎ ⏎"),
        (FLIGHT, f"B B ⏎ ⏎ e ⏎ {BEGINS}"),
        (FLIGHT, f"c c 4 ⏎ =Alarm ⏎ + {BEGINS}"),
        ("murder-at-the-brass-orchid", f"B B ⏎ ⏎ e ⏎ {BEGINS}"),
        ("nobody-told-the-bees", f"+ {BEGINS}"),
    ],
)
def test_a_break_gives_the_key_to_no_challenge(stem: str, keys: str) -> None:
    """C-25: the one that had it without being chosen stayed behind or came along, as the acts tell it."""
    table = begun(stem, keys)
    acts = [step.act for step in table.session.done]
    again = Controller(table.session, all_games, Desk(table.state), recent=acts)
    again.open()
    assert again.cursor.advances == table.cursor.advances


def test_a_roll_for_a_task_leaves_a_clock_its_key() -> None:
    """C-25: the table says before the key what it moves, and it is the clock that the GM moves by hand."""
    table, _ = seat(replace(begun(FLIGHT).state, challenges={}))
    keyed(table, "c b 1 ⏎ 3 ⏎ =Pump ⏎ c c 4 ⏎ =Tide ⏎ +")
    press(table, ":", "=roll elias Pilot on=pump dice=++++", "enter")
    assert table.state.challenges["pump"].done == 1
    assert {hint.label for hint in table.hints if hint.key == "+"} == {"Tide"}
    keyed(table, "+")
    assert {rod.title: rod.done for rod in table.state.challenges.values()} == {"Pump": 1, "Tide": 2}
    again = as_played(Selection(), [step.act for step in table.session.done], table.state)
    assert again.bead(table.state) == "tide"
    table.cursor.choose("abacus", "pump")
    assert {hint.label for hint in table.hints if hint.key == "+"} == {"Pump"}


@pytest.mark.parametrize(
    ("size", "shown"), [((80, 24), "Whatever_the_light_…"), ((120, 40), "Whatever_the_light_keep…")]
)
async def test_a_long_title_leaves_room_for_other_keys(size: tuple[int, int], shown: str) -> None:
    """A wide screen shows more of it."""
    app = app_of(begun(FLIGHT, "c c 4 ⏎ =Whatever_the_light_keeps_off_the_stack ⏎").state)
    async with app.run_test(size=size):
        foot = "\n".join(screen_text(app).splitlines()[-2:])
        assert " + The fuse" in foot
        screen_of(app).controller.cursor.choose("abacus", "whatever-the-light-keeps-off-the-stack")
        screen_of(app).draw()
        foot = "\n".join(screen_text(app).splitlines()[-2:])
        assert f" + {shown}" in foot


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_the_foot_names_the_moved_clock_while_a_question_waits(size: tuple[int, int]) -> None:
    table = begun("nobody-told-the-bees", "B ⏎ ⏎ X b ⏎ , ")
    press(table, ":", "=tick queen", "enter")
    app = app_of(table.state)
    async with app.run_test(size=size):
        screen_of(app).controller.cursor.choose("abacus", "the-queen-stirs")
        screen_of(app).draw()
        foot = screen_text(app).splitlines()[-3:]
        assert any("open, put off" in line or "open · " in line for line in screen_text(app).splitlines())
        assert any(" + The Queen Stirs " in line for line in foot)
        assert any(" u undo " in line for line in foot)


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)])
async def test_a_full_clock_is_full(size: tuple[int, int]) -> None:
    """C-25: only what stands in the way is overcome; the pane and the lists say so."""
    app = app_of(begun(FLIGHT, "+ + + + + +").state)
    async with app.run_test(size=size) as pilot:
        await pilot.press("tab", "tab", "tab")
        shown = screen_text(app)
        assert "overcome" not in shown
        assert "full" in shown
    hints = {choice.label: choice.hint for choice in challenge_choices(begun(FLIGHT, "+ + + + + +").state, {})}
    assert hints["The fuse"] == "full"


def test_a_search_that_is_given_up_chooses_nothing() -> None:
    """Esc leaves the beads that `+` moves where they were, also where the keys are in the abacus."""
    table = begun("a-fine-patina", "tab tab tab B B ⏎")
    before = table.cursor.selection, table.cursor.at_hand, table.cursor.has_chosen
    keyed(table, "/ esc")
    assert (table.cursor.selection, table.cursor.at_hand, table.cursor.has_chosen) == before


def test_a_search_chooses_only_what_enter_takes() -> None:
    """C-25: a clock that the first letters pass takes no `+` from another."""
    state = begun(FLIGHT, "").state
    passed, sought = Challenge("bell", "Bell tower", "clock", needed=4), Challenge("bellows", "Bellows", value=1)
    table, _ = seat(replace(state, challenges={**state.challenges, "bell": passed, "bellows": sought}))
    keyed(table, "/ =fuse ⏎")
    assert table.cursor.advances == FUSE
    keyed(table, "/ =bell")
    assert table.cursor.selection.challenge == "bell"
    keyed(table, "=o ⏎")
    assert (table.cursor.next_challenge, table.cursor.selection.beads) == ("bellows", FUSE)


@pytest.mark.parametrize(("keys", "outcome"), [("r 3 ⏎ 3 3 ⏎ 6 ⏎", ""), ("r ⏎ ⏎ 1 ⏎ _ ⏎ _ ⏎", "failed")])
@pytest.mark.parametrize("before", ["", "+ - "])
def test_wa_27_the_clock_takes_the_key_back_from_a_retried_challenge(before: str, keys: str, outcome: str) -> None:
    """C-25: also a clock that has it only since nothing was chosen before."""
    table = begun(GANNET, f"B ⏎ ⏎ {before}e b ⏎ B ⏎ ⏎ ⏎ ⏎ tab tab tab r ⏎ ⏎ 6 ⏎")
    table.cursor.choose("abacus", LOG)
    keyed(table, "r ⏎ ⏎ 1 ⏎ _ ⏎ _ ⏎")
    assert (table.state.challenges[LOG].outcome, table.cursor.advances) == ("failed", GAS)
    table.cursor.choose("abacus", LOG)
    assert table.cursor.advances == "", "what has ended has the key only where the cursor stands on it"
    keyed(table, keys)
    assert table.asking is None
    assert (table.state.challenges[LOG].outcome if outcome else LOG in table.state.overcome) == (outcome or True)
    assert table.cursor.advances == GAS


@pytest.mark.parametrize("key", ["esc", "space", "2", "right", "]"])
@pytest.mark.parametrize("keys", ["u", "r 3 ⏎ 3 3 3 ⏎ 6 ⏎", "r 2 ⏎ ⏎ 1 ⏎ _ ⏎ _ ⏎"])
def test_no_key_of_other_panes_moves_the_plus_minus_sign(keys: str, key: str) -> None:
    """C-25: in the abacus the cursor stands on a challenge that nobody chose after an undo, a success and a failure."""
    table = begun(GANNET, f"B ⏎ ⏎ e ⏎ B B ⏎ ⏎ ⏎ ⏎ tab tab tab {keys}")
    assert (table.cursor.pane, table.cursor.advances) == ("abacus", GAS)
    keyed(table, key)
    assert (table.cursor.pane, table.cursor.advances) == ("abacus", GAS)
    keyed(table, "+")
    assert table.state.challenges[GAS].done == 1


def test_esc_leaves_the_sheet_that_a_key_opens() -> None:
    """With the keys in the abacus it is that of the selected challenge, before esc and after it."""
    table = begun(FLIGHT, "tab tab tab esc")
    assert table.cursor.selection.touched == "abacus"


def test_a_countdown_is_listed_as_a_countdown() -> None:
    """WA-14: the list of `+` names the kind by the word of the rods."""
    state = begun("nobody-told-the-bees", "B ⏎ ⏎").state
    hints = {rod.title: challenge_hint(state, rod) for rod in state.challenges.values() if rod.type == COUNTDOWN}
    assert set(hints.values()) == {"countdown"}


@pytest.mark.parametrize("keys", ["c c 4 ⏎ =Alarm ⏎ c b 0 ⏎ 2 ⏎ =Pump ⏎ + +", "+ + + + + +", "B B ⏎ ⏎ + + + + + + e ⏎"])
def test_no_clock_inherits_the_key_unchosen(keys: str) -> None:
    """C-25: what had it has ended, by a bead or with the scene, and `+` asks until the GM chooses."""
    table = begun(FLIGHT, keys)
    assert table.cursor.advances == ""
    before = [rod.done for rod in table.state.challenges.values()]
    keyed(table, "esc +")
    assert prompt(table).parts[0].prompt == "Which challenge"
    assert [rod.done for rod in table.state.challenges.values()] == before


@pytest.mark.parametrize("keys", ["c a 1 ⏎ =Ladder ⏎ 2", "tab tab tab j tab"])
def test_a_clock_has_the_key_before_and_after_an_obstacle(keys: str) -> None:
    """C-25: an obstacle that one roll overcomes has it neither when it is made nor when it is chosen for a roll."""
    table = begun(FLIGHT, keys)
    assert table.cursor.has_chosen
    for more in ("r ⏎ =++++ ⏎", "u"):
        assert table.cursor.advances == FUSE
        keyed(table, more)
    assert table.cursor.advances == FUSE


def test_a_challenge_that_one_roll_overcomes_takes_no_key() -> None:
    """C-25, WA-16, WA-24: the clock keeps it, until the GM goes to the challenge in the abacus."""
    table = begun(GANNET, "B ⏎ ⏎ c d 5 ⏎ =Jammed_winch")
    assert "moves it from now on" not in prompt(table).preview
    keyed(table, "⏎ + + + + +")
    rods = table.state.challenges
    assert (rods["jammed-winch"].done, rods["jammed-winch"].outcome, rods[GAS].done) == (0, "", 5)
    table.cursor.focus("abacus")
    table.cursor.choose("abacus", "jammed-winch")
    assert table.cursor.advances == "jammed-winch"


@pytest.mark.parametrize("keys", ["c d 5 ⏎ =Jammed_winch ⏎", "B B ⏎ ⏎"])
def test_without_a_clock_no_rolled_challenge_has_the_key(keys: str) -> None:
    """C-25, WA-16: neither one that is new nor one that the scenario prepared."""
    table = begun(GANNET, keys)
    assert not any(rod.kind == "clock" and not rod.type for rod in table.state.challenges.values())
    assert table.cursor.advances == ""
    keyed(table, "+")
    assert table.asking is not None
    assert not any(rod.done for rod in table.state.challenges.values())


def test_a_scenes_end_gives_the_key_to_no_challenge() -> None:
    """C-25: where `+` asked before the end of the scene, it asks after it."""
    table = begun("nobody-told-the-bees", "B ⏎ ⏎ esc r ⏎ ⏎ 1 ⏎ _ ⏎ _ ⏎" + 3 * " esc r ⏎ ⏎ 6 ⏎" + " esc")
    assert table.cursor.advances == ""
    keyed(table, "e ⏎ esc")
    assert table.state.scene.number == 2
    assert table.cursor.advances == ""
    keyed(table, "+")
    assert table.asking is not None


@pytest.mark.parametrize("keys", ["c c 4 ⏎ =Alarm", "c b 0 ⏎ 3 ⏎ =Pump"])
def test_the_line_says_before_enter_what_takes_the_key(keys: str) -> None:
    """C-25: `+` goes to the challenge that is made, and the question says so beforehand."""
    table = begun(FLIGHT, keys)
    assert prompt(table).preview.endswith(" · ``tick`` moves it from now on")
    keyed(table, "⏎")
    assert table.cursor.advances == table.cursor.selection.new_challenge


def test_five_keys_lead_from_one_clock_to_another() -> None:
    """C-25: a few letters of its name, and from then on `+` alone."""
    table = begun(FLIGHT, "c c 4 ⏎ =Alarm ⏎ +")
    keyed(table, "/ f u ⏎ +")
    assert (table.state.challenges[FUSE].done, table.state.challenges["alarm"].done) == (1, 1)
    keyed(table, "+ / a l ⏎ +")
    assert (table.state.challenges[FUSE].done, table.state.challenges["alarm"].done) == (2, 2)


@pytest.mark.parametrize("key", ["+", "X ⌫"])
def test_wa_11_a_list_of_challenges_has_the_order_of_the_abacus(key: str) -> None:
    """WA-11: as the roll lists them, with the row of `±` on the abacus under the cursor."""
    table = begun("nobody-told-the-bees", f"B ⏎ ⏎ tab tab tab {key}")
    offers = prompt(table).parts[0].offers
    by_storey = ["Hester’s good manners", "Count the chairs", "The hive book", "The sleeper upstairs"]
    assert [offer.label for offer in offers[:6]] == [*by_storey, "The hum in the fog", "The Queen Stirs"]
    assert [offer.label for offer in offers if offer.here] == ["Hester’s good manners"]


def test_the_key_suggests_a_clock_where_its_own_has_left() -> None:
    """C-25: as at the start, a clock comes before a task."""
    table = begun("murder-at-the-brass-orchid", "⏎ B C ⏎ B D ⏎ ⏎ +")
    (part,) = prompt(table, 120).parts
    assert [offer.label for offer in part.offers if offer.here] == ["Beatrice’s escape"]


def test_enter_is_not_offered_for_a_counter_without_a_name() -> None:
    table = begun("a-fine-patina", "#")
    assert "enter" not in dict(prompt(table).keys)
    keyed(table, "=Heat")
    assert dict(prompt(table).keys)["enter"] == "confirm"


def test_the_head_names_the_clock_of_the_key() -> None:
    """C-25: beside a whole abacus the head names the clock that `+` advances, before the first that has begun."""
    table = begun(FLIGHT, "+ + c c 8 ⏎ =Alarm ⏎")

    def named() -> list[str]:
        return [rod.title for rod in list_rods(table.state, table.cursor, near=True)]

    assert (table.cursor.advances, named()) == ("alarm", ["Alarm"])
    keyed(table, "u")
    assert (table.cursor.advances, named()) == (FUSE, ["The fuse"])
    keyed(table, "c b 3 ⏎ 2 ⏎ =Pump ⏎")
    assert (table.cursor.advances, named()) == ("pump", ["The fuse"])


def test_counters_stand_behind_the_challenges_above_the_panes() -> None:
    """Where the abacus is out of sight its strip tells all that the GM counts; those near an end are no counters."""
    table = begun("a-fine-patina", "# =Heat ⏎ =2 ⏎")
    listed = [(rod.title, rod.figures, rod.moves) for rod in list_rods(table.state, table.cursor, near=False)]
    assert listed[-1] == ("Heat", "2", table.cursor.advances == "Heat")
    assert all(rod.title != "Heat" for rod in list_rods(table.state, table.cursor, near=True))


async def test_showing_a_book_page_moves_no_plus_minus_sign() -> None:
    """C-25: the challenge that was rolled for is overcome, and the keys are in the abacus still."""
    app = app_of(begun("a-fine-patina", "⏎ B D ⏎ ⏎").state)
    async with app.run_test(size=(80, 24)) as pilot:
        cursor = screen_of(app).controller.cursor
        keys = "slash p a t i enter plus 2 r Z C enter 2 2 3 4 1 enter r enter 2 2 3 4 1 enter"
        for key in f"{keys} b v escape".split():
            await pilot.press(key)
        await pilot.pause()
        assert (cursor.advances, cursor.followed) == ("the-clerks-patience", None)


def test_rolling_leaves_the_plus_minus_sign_on_a_chosen_clock() -> None:
    """C-25: with the keys in the abacus, too, where the cursor goes to what is rolled for."""
    table = begun("murder-at-the-brass-orchid", "⏎ B D ⏎ / e s c a p e ⏎ + 3 r Z ⏎ D =++00 ⏎")
    assert table.cursor.pane == "abacus"
    chase, escape = table.state.challenges["chase-through-the-house"], "beatrices-escape"
    assert (chase.done, table.cursor.followed, table.cursor.advances) == (1, (1, chase.title), escape)
    keyed(table, "+")
    assert table.state.challenges[chase.id] == chase
    assert table.state.challenges[escape].done == 2


@pytest.mark.parametrize(("keys", "which"), [("tab", "the-yard-arrives"), ("+ tab", "conflicting-accounts")])
def test_arrows_move_the_plus_minus_sign_only_before_a_plus(keys: str, which: str) -> None:
    """C-25: to pass over a challenge, or to stop at it, chooses it for the next roll alone."""
    table, _ = seat(begun("murder-at-the-brass-orchid", "⏎ B ⏎").state)
    keyed(table, f"+ tab tab tab j j k {keys}")
    assert table.cursor.selection.challenge == "conflicting-accounts"
    assert table.cursor.advances == which


def test_undo_leaves_the_plus_minus_sign_on_the_chosen_clock() -> None:
    """C-25: the challenge of the roll is that of the next one again, and `+` moves the clock."""
    table = begun("murder-at-the-brass-orchid", "⏎ B D ⏎ / e s c a p e ⏎ 3 r Z ⏎ D =++00 ⏎ u")
    assert (table.cursor.next_challenge, table.cursor.advances) == ("chase-through-the-house", "beatrices-escape")


@pytest.mark.parametrize("made", ["c a 3 ⏎ =Rail ⏎", "c c 4 ⏎ =Alarm ⏎", "c b 1 ⏎ 3 ⏎ =Pump ⏎"])
@pytest.mark.parametrize("before", ["", "j ", "k ", "+ ", "k + "])
def test_a_challenge_made_in_the_abacus_has_no_key_unsaid(made: str, before: str) -> None:
    """C-25: where the line before Enter is silent, `+` moves what it moved before."""
    table = begun(FLIGHT, f"tab tab tab {before}")
    held = table.cursor.selection.bead(table.state)
    keyed(table, made.removesuffix(" ⏎"))
    said = "moves it from now on" in prompt(table).preview
    keyed(table, "⏎")
    new = table.cursor.selection.new_challenge
    assert table.cursor.pane == "abacus"
    assert table.cursor.advances == (new if said else held)
    assert said == (made[2] != "a")
    keyed(table, "+")
    assert table.state.challenges[new if said else held].done == (2 if "+" in before and not said else 1)
