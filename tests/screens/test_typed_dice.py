"""Dice that are typed: the line tells what they do in place of the odds, as the log will."""

from __future__ import annotations

import pytest

from tests.screens.desk import press
from tests.screens.shipped import FLIGHT, asking, begun, keyed, prompt
from wyrd_tui.engine.log_line import LogLine
from wyrd_tui.screens.table.controller import Controller
from wyrd_tui.widgets.glyphs import UNICODE
from wyrd_tui.widgets.prompt import prompt_lines


def told(table: Controller) -> str:
    return prompt(table, 200).preview


BEGUN = ("B", "enter", "enter")
ROLLS = {
    "check": ("a-fine-patina", ("1", "r", "enter"), "=3333", "SUCCESS, OK · Viktor checks The Salle"),
    "Mettle attack": ("a-fine-patina", ("1", "a", "enter"), "=1111", "SUCCESS, OK · Viktor attacks"),
    "Wyrd Engine roll": ("the-silent-courier", ("1", "r", "enter"), "=++0-", "SUCCESS by 4 · Hargrave"),
    "face": ("nobody-told-the-bees", (*BEGUN, "r", "enter", "1", "enter"), "=4", "OVERCOME · Nora"),
    "influence": ("nobody-told-the-bees", (*BEGUN, "i", "enter", "a"), "=6231", "Nora rolls Body: 6"),
    "sabotage": ("nobody-told-the-bees", (*BEGUN, "m", "a", "A"), "=6623", "Nora works against"),
}


def test_u_33_dice_that_fit_no_hands_are_told_without_error() -> None:
    """U-33: five dice are more than one hand and fewer than two; nothing that a question tells may raise."""
    table = begun("flight-from-the-tower")
    press(table, "1", "a", "enter", "=22112")
    for width in (80, 120):
        shown = prompt(table, width)
        assert "22112" in shown.preview or "22112" in shown.refused
        assert not any("22112" in part.ghost for part in shown.parts)


def test_u_33_enter_behind_a_die_too_many_repeats_why() -> None:
    """U-33: what cannot be rolled is not offered to be confirmed."""
    table = begun("flight-from-the-tower")
    press(table, "1", "r", "enter", "=++0-+")
    for _ in range(3):
        assert "has 5 faces instead of 4" in prompt(table, 120).refused
        assert "twice" not in dict(prompt(table, 120).keys)["enter"]
        press(table, "enter")


@pytest.mark.parametrize("roll", ROLLS)
def test_u_33_typed_dice_tell_the_outcome_before_enter(roll: str) -> None:
    """The odds stay until the last die is typed; then the line says what the log will say."""
    name, keys, dice, outcome = ROLLS[roll]
    table = begun(name)
    press(table, *keys)
    odds = told(table)
    press(table, dice[:-1])
    assert told(table) == odds
    press(table, f"={dice[-1]}")
    assert told(table).startswith(outcome)
    foreseen = asking(table).foreseen()
    press(table, "enter")
    assert foreseen is not None
    log: tuple[LogLine, ...] = table.session.last(1)[0].act.log
    assert foreseen.log == log


@pytest.mark.parametrize(
    ("name", "keys", "asked"),
    [
        (FLIGHT, "1 r ⏎ =---0", "ruling"),
        (FLIGHT, "1 a ⏎ =++++;----", "damage"),
        ("a-fine-patina", "1 r ⏎ =4466", "Twist"),
        ("nobody-told-the-bees", "B ⏎ ⏎ r ⏎ 1 ⏎ =1", "draw or accept"),
        (FLIGHT, "1 r ⏎ =----", ""),
    ],
)
def test_u_33_typed_dice_tell_the_question_that_they_open(name: str, keys: str, asked: str) -> None:
    """U-33, WE-41: a tie on which the GM rules says so before ⏎; a plain failure opens nothing."""
    table = begun(name, keys)
    assert told(table).endswith(f"\nthen asks: {asked}") == bool(asked)
    keyed(table, "⏎")
    assert (prompt(table).label if table.asking else "") == asked


@pytest.mark.parametrize("roll", ["check", "Mettle attack", "Wyrd Engine roll", "sabotage"])
def test_u_33_dice_beyond_the_last_are_refused_at_the_key(roll: str) -> None:
    name, keys, dice, _ = ROLLS[roll]
    table = begun(name)
    press(table, *keys, dice, "=1")
    assert prompt(table).refused
    press(table, "backspace")
    assert not prompt(table).refused


@pytest.mark.parametrize(("name", "who", "form"), [("a-fine-patina", "clerk", "damage WHO [of=…] POINTS")])
def test_the_form_of_a_line_begins_with_the_typed_word(name: str, who: str, form: str) -> None:
    table = begun(name)
    press(table, ":", f"=damage {who} 2")
    assert table.question is not None
    assert form in table.question(80, UNICODE, 5).preview


def test_me_41_dice_typed_beside_the_list_of_pools_are_kept() -> None:
    """ME-41: nobody has attacked yet, so and the dice wait behind the list of pools."""
    table = begun("a-fine-patina")
    press(table, "2", "a", "enter", "A", "=111")
    assert prompt(table).aside == "Dice of the roll: 111."
    press(table, "B")
    assert told(table).startswith("FAILURE · Kirin attacks with Focus")
    assert told(table).count("attacks with Focus from now on") == 1


def test_me_40_a_recover_check_offers_helpers_and_odds_with_the_difficulty() -> None:
    """ME-37, ME-40."""
    table = begun("a-fine-patina")
    press(table, "1", "C", "C", "enter", "f", "a")
    assert asking(table).key_of("viktor") == "Z"
    press(table, "Z")
    assert len(prompt(table).parts[0].offers) == 5
    press(table, "escape", "A", "enter")
    assert "4 dice against Challenging (3) · success 55%" in told(table)


def test_a_side_is_chosen_among_its_words() -> None:
    """The three sides have keys; a name is still typed."""
    table = begun("nobody-told-the-bees")
    press(table, "1", "@", "e")
    assert [offer.label for offer in prompt(table).parts[0].offers] == ["party", "foes", "neutral"]
    press(table, "B", "enter")
    assert table.session.state.actors["nora"].side == "foes"


def test_the_dice_of_several_targets_are_called_so() -> None:
    """WE-53: each target defends with a hand of its own."""
    told = {}
    for targets in ("1", "1 2"):
        part = prompt(begun(FLIGHT, f"/ p a t r ⏎ a {targets} ⏎")).parts[-1]
        told[targets] = (part.prompt, part.ghost)
    assert told == {
        "1": ("Target’s dice", "blank = rolled"),
        "1 2": ("Targets’ dice", "Mercer; Felix (blank = rolled)"),
    }


@pytest.mark.parametrize(("width", "most"), [(80, 5), (120, 12)])
def test_the_order_of_the_targets_dice_is_in_sight(width: int, most: int) -> None:
    """WE-53: the order of the hands stands at the field for them, and every target keeps its chances."""
    asked = asking(begun(FLIGHT, "/ p a t r ⏎ a 1 2 ⏎")).question(width, UNICODE, most)
    rows = ["".join(text for text, _ in line) for line in prompt_lines(asked, width, UNICODE, most)]
    assert any("Targets’ dice Mercer; Felix (blank = rolled)" in row for row in rows)
    assert not any(" more" in row for row in rows)


def test_we_51_a_semicolon_behind_a_tick_leads_to_tab() -> None:
    """WE-51: the figure before it has ticked a fighter; no dice are taken behind it, and the ticks stay."""
    table = begun(FLIGHT, "i 1")
    for sign in (";", "+", "-", "0", "3"):
        press(table, sign)
        assert prompt(table).refused == f"Press tab, then type the dice: in this list {sign} does nothing."
        assert ("tab", "dice") in prompt(table).keys
        ticked = [offer.label for part in prompt(table).parts for offer in part.offers if offer.on]
        assert ticked == ["Captain Elias Mercer"]
        assert prompt(table).parts[-1].typed == ""
    press(table, "tab", "=+++0")
    assert prompt(table).parts[-1].typed == "+++0"


def test_we_51_dice_that_begin_with_no_handle_need_no_tab() -> None:
    """WE-51: nobody is ticked by hand, so the whole run is dice."""
    table = begun(FLIGHT, "i =+++0;1;0")
    assert prompt(table).parts[-1].typed == "+++0;1;0"


def test_we_51_the_line_says_what_enter_does_with_a_sum() -> None:
    """WE-02, WE-51: one figure is a sum, or the first of four faces."""
    table = begun(FLIGHT, "i =+++0;0")
    assert told(table).startswith("Mercer +4 · ⏎ takes 0 as Felix’s sum and rolls the rest, or type 3 more faces")
    press(table, "=;0")
    assert told(table).startswith("Initiative: ")


def test_we_51_throws_beyond_the_last_fighter_are_not_called_typed() -> None:
    """The line beside the refusal says nothing of dice that no fighter throws (WE-51)."""
    table = begun(FLIGHT, "i =+++0;0;0;0")
    assert prompt(table).refused.startswith("Too many throws: write 3")
    assert told(table) == ""


@pytest.mark.parametrize("dice", ["----", "++0-", "1234", " ++0-"])
def test_u_33_dice_behind_the_name_of_a_rating_are_kept(dice: str) -> None:
    """U-33: no name of a rating has such signs."""
    table = begun(FLIGHT, "2 r =crafts")
    press(table, f"={dice}")
    kept = dice.strip()
    assert prompt(table).aside == f"Dice of the roll: {kept}. ⌫ removes them."
    press(table, "backspace")
    assert prompt(table).aside == f"Dice of the roll: {kept[:-1]}. ⌫ removes them."
    press(table, f"={kept[-1]}", "enter")
    assert prompt(table).parts[-1].typed == kept
    press(table, "enter")
    assert "Crafts +3" in table.session.last(1)[0].act.log[0].tail


@pytest.mark.parametrize(("width", "most"), [(80, 5), (120, 12)])
def test_we_76_typed_dice_leave_the_gain_of_a_manoeuvre_in_sight(width: int, most: int) -> None:
    """WE-76: hints of traits give way to the result and to the bonus that it brings."""
    asked = asking(begun(FLIGHT, "m =D a =+000 tab =0000")).question(width, UNICODE, most)
    rows = " ".join("".join(text for text, _ in line) for line in prompt_lines(asked, width, UNICODE, most))
    told = " ".join(rows.split())
    assert "WINS by 2" in told
    assert "Mercer gains +1 in the next attack against Patrolling crewman: advantage, feint" in told
    assert "… 1 more" not in told
    assert all(key in told for key in ("D [ ]", "E [ ]", "F [ ]", "⏎ confirm", "esc cancel"))


@pytest.mark.parametrize("keys", ["1 r D ↑ tab 2", "2 r ⏎ ↑ ↑ tab 2", "2 r ⏎ tab 2", "1 a 2 ↑ tab 2", "1 a 2 tab ↑ 2"])
def test_me_28_figures_go_to_the_field_with_the_cursor(keys: str) -> None:
    """ME-28: a number that the arrows counted is replaced by the figure, and no die is typed by it."""
    table = begun("a-fine-patina", keys)
    parts = {part.prompt: part for part in prompt(table).parts if part.prompt in ("Raises", "Dice")}
    assert (parts["Raises"].active, parts["Raises"].typed, parts["Dice"].typed) == (True, "2", "")


@pytest.mark.parametrize(
    ("keys", "who"), [("1 m D a 2", "Felix Cavendish"), ("1 m D a 1", "Captain Elias Mercer"), ("2 h 1 ⏎ 1", "")]
)
def test_a_digit_alone_is_told_apart_from_a_handle(keys: str, who: str) -> None:
    """WE-75: a digit beside the folded list of who gains is dice; the line says so, and how to choose the person."""
    table = begun(FLIGHT, keys)
    key, digit = next((part.offers[0].key for part in prompt(table).parts if part.prompt == "For"), ""), keys[-1]
    assert prompt(table).aside == (who and f"{digit} is typed as dice. For {who}, press ⌫, then {key} and {digit}.")
    assert told(table)
    press(table, "=2")
    assert not prompt(table).aside
    if who:
        keyed(table, f"⌫ ⌫ {key} {digit}")
        assert (
            asking(table).so_far()["for"]
            == {"Felix Cavendish": "felix-cavendish", "Captain Elias Mercer": "elias-mercer"}[who]
        )
        assert not asking(table).so_far()["dice"]


def test_we_41_a_typed_line_tells_the_question_that_its_dice_open() -> None:
    table = begun(FLIGHT)
    press(table, ":", "=roll elias-mercer pilot 0 dice=---0")
    assert table.question is not None
    assert "then asks: ruling" in table.question(200, UNICODE, 5).preview.splitlines()
    keyed(table, "⏎")
    assert prompt(table).label == "ruling"


@pytest.mark.parametrize(
    ("dice", "first", "third"),
    [
        pytest.param("++00;0000", "hit 1", "hit 4", id="WE-54 both hands decide each rating"),
        pytest.param("++00;+++-", "miss", "hit 2", id="WE-55 a miss is told as one"),
        pytest.param("++00", "62%", "99%", id="WE-36 one hand leaves a chance"),
    ],
)
def test_typed_dice_tell_what_each_rating_would_hit(dice: str, first: str, third: str) -> None:
    """An attacker without a rating for fighting chooses one behind the dice."""
    table = begun(FLIGHT, f"2 a ⏎ ={dice} ⏎")
    rows = {offer.label: offer.then for offer in prompt(table, 200).parts[0].offers}
    assert (rows["Fight"], rows["Crafts"]) == (first, third)
