"""Effects of rules that the line tells before ⏎, at a table of the Wyrd Abacus."""

from __future__ import annotations

import pytest

from tests.screens.desk import press
from tests.screens.shipped import begun, keyed, prompt
from wyrd_tui.screens.table.controller import Controller
from wyrd_tui.widgets.glyphs import UNICODE
from wyrd_tui.widgets.prompt import prompt_lines

BEES = "nobody-told-the-bees"
SHUTTERS, TEA, LANE = "B D ⏎ ⏎", "B ⏎ ⏎", "B B ⏎ ⏎"
AGNES = "r ⌫ =agnes ⏎ ⏎"


def pressed(*steps: str) -> Controller:
    """Begin the scenario and press keys; a step that begins with a colon is a line."""
    table = begun(BEES)
    for step in steps:
        if step.startswith(":"):
            press(table, ":", f"={step[1:]}", "enter")
        else:
            keyed(table, step)
    return table


def seen(table: Controller, width: int) -> str:
    """Return the question as it is drawn, on one line."""
    lines = prompt_lines(prompt(table, width), width, UNICODE, 3)
    return " ".join(" ".join("".join(text for text, _ in line) for line in lines).split())


@pytest.mark.parametrize("width", [80, 120])
@pytest.mark.parametrize(
    ("keys", "told"),
    [
        (f"{SHUTTERS} {AGNES} 1 1 1 1 1 ⏎", "1 die: sure · overcome: Scene Wyrd +1"),
        (f"{TEA} r ⏎ 1 1 3 ⏎", "overcome: Hester’s House ends"),
    ],
)
def test_wa_24_a_blank_die_tells_what_success_brings(keys: str, told: str, width: int) -> None:
    """WA-24, WA-52: rules that a success sets off or ends are seen before it."""
    assert told in seen(pressed(keys), width)


AGNES_FAILED = f"{AGNES} 1 ⏎ =1 ⏎ 1 ⏎"


@pytest.mark.parametrize("width", [80, 120])
@pytest.mark.parametrize(
    ("steps", "told"),
    [
        (
            (SHUTTERS, ":advance the queen stirs beads=4", AGNES_FAILED),
            "Stings (everybody −1 Body) and Lanterns on the",
        ),
        (
            (SHUTTERS, ":advance the queen stirs beads=3", AGNES_FAILED),
            "The Queen Stirs (The Old Queen enters (hidden), new:",
        ),
        ((LANE, "r ⏎ 1 ⏎ =1 ⏎ 1 ⏎"), "Barefoot (Toby Marl enters (hidden), new: Toby’s come home, Threat 7)"),
    ],
)
def test_wa_57_a_wyrd_roll_tells_what_one_six_brings(steps: tuple[str, ...], told: str, width: int) -> None:
    """WA-40, WA-55, WA-57, WE-97: harm and arrivals are seen before the dice fall, and what players see nothing of."""
    assert told in seen(pressed(*steps, "w ⏎"), width)


def test_wa_31_a_wyrd_roll_tells_whom_one_six_defeats() -> None:
    table = pressed(SHUTTERS, ":advance the queen stirs beads=4", ":damage edith body 3", AGNES_FAILED, "w ⏎")
    assert "Edith is defeated: maimed" in seen(table, 80)


def test_wa_22_a_draw_names_the_number_that_it_suggests() -> None:
    """WA-22, U-19: a hasty ⏎ takes as many points as the row has said."""
    table = pressed(f"{SHUTTERS} {AGNES} 1 ⏎ =1 ⏎")
    for width in (80, 120):
        assert "1 Nora Marl takes Wyrd (4 suggested), reaches 6 of 6" in seen(table, width)
    keyed(table, "1")
    assert "Points ▏4" in seen(table, 80)
    assert "takes Wyrd" in seen(table, 80)


@pytest.mark.parametrize("width", [80, 120])
def test_wa_22_a_draw_for_several_names_the_key_of_each(width: int) -> None:
    """WA-22: the acceptance is no character whom its key takes."""
    told = seen(pressed(f"{TEA} r 2 3 ⏎ 2 3 1 ⏎ =1 ⏎"), width)
    assert "1 Nora Marl takes 1 Wyrd 2 Hal Okafor takes 1 Wyrd 3 Edith Pruett" in told
    assert "(1–3: reaches 5 of 5)" in told
    # The key of the last question goes nowhere else, and acceptance has the key of nobody, whoever faces.
    assert "1 choose ⌫" in told or "1 choose ," in told
    assert "_ accept it" in told


def test_wa_45_a_turned_antagonist_is_hidden_and_faced_next() -> None:
    """WA-45: the challenge is known to players once the GM shows it, and the next roll is for it."""
    table = pressed(TEA, ":antagonist nora", "c")
    for width in (80, 120):
        assert "hidden from players: Nora Marl, turned" in seen(table, width)
    keyed(table, "⏎ r")
    (turned,) = (rod for rod in table.session.state.challenges.values() if rod.title == "Nora Marl, turned")
    assert turned.visibility == "secret"
    assert "face › Nora Marl, turned" in seen(table, 80)


@pytest.mark.parametrize("width", [80, 120])
def test_wa_54_a_toll_names_its_rule_and_assumes_a_single_taker(width: int) -> None:
    table = pressed(f"{SHUTTERS} r ⌫ =nobody ⏎ ⏎")
    assert "costs 1 of 5 Wyrd by Close The Shutters" in seen(table, width)
    keyed(table, "1 ⏎")
    assert "Die ▏blank = rolled" in seen(table, width)
    keyed(table, "⌫ 2 ⏎")
    assert "Taker of the Wyrd" in seen(table, width)


def test_wa_20_nobody_who_faces_is_refused_where_points_are_given() -> None:
    """WA-20: an absent character who gives nothing is left out, and no die is asked for where nobody else is in it."""
    table = pressed(f"{TEA} 2 x ⏎ r 2 ⏎ ⏎")
    for width in (80, 120):
        assert "Absent: Hal Okafor. Give points from elsewhere" in seen(table, width)
        assert "Points" in seen(table, width)
    keyed(table, "2 ⏎")
    assert "Die ▏" in seen(table, 80)


@pytest.mark.parametrize("width", [80, 120])
def test_wa_09_the_end_of_a_scene_tells_what_each_rule_does(width: int) -> None:
    """WA-09, WA-14, WA-52: no bare title of a rule, and nothing left out at 80 columns."""
    told = seen(pressed(f"{TEA} r ⏎ 1 3 ⏎ =1 ⏎ esc e"), width)
    assert "Hester’s House: From here on no door on the farm is opened for you" in told
    assert "Names taken: 0→1, The Names Taken" in told
    assert "Names taken: 1→2, Nobody Told the Bees" in told
    assert "Scene Wyrd: 5→0" in told
    assert told.count("Not overcome: The sleeper upstairs") == 1
    assert "Open: 2 more questions" in told
    assert "then asks" not in told, "what is counted is not named again"


def test_u_22_cast_that_came_with_a_challenge_stays_with_it() -> None:
    """U-22: the stage rule that brought both keeps both, and lets both go."""
    table = pressed(SHUTTERS, ":advance the queen stirs beads=4", "e ⏎", "B ⏎ ⏎ ⏎")
    for width in (80, 120):
        assert "[x] The Old Queen" in seen(table, width)
        assert "Agnes Marl and Constable Wray exit" in seen(table, width)
    keyed(table, "⌫ c ⏎")
    assert "[ ] The Old Queen" in seen(table, 120)


def test_u_22_the_dead_stay_for_no_challenge() -> None:
    table = begun("a-fine-patina", "B ⏎ ⏎")
    press(table, ":", "=status the-clerk dead", "enter")
    keyed(table, "B C ⏎")
    assert "[ ] The Clerk" in seen(table, 120)
    assert "The Clerk exits" in seen(table, 120)


def test_u_22_challenges_that_stay_unasked_are_named() -> None:
    """A challenge that the next scene has too stays, and a failed one whose consequence is open."""
    table = begun(BEES, "B B ⏎ 2 r ⌫ C ⏎ ⏎ 1 ⏎ 2 2 ⏎ w ⏎ 6 1 ⏎ e ⏎ esc B C ⏎ ⏎")
    stays = "Toby Marl, Dilys will not come in and Toby’s come home stay"
    assert stays in seen(table, 120)
    keyed(table, "⏎")
    assert stays in table.session.done[-1].act.lines


def test_u_22_clocks_that_stay_unasked_are_named() -> None:
    """Clocks that are open stay without a question, and the line names them once."""
    table, stay = begun("flight-from-the-tower", "B B ⏎ ⏎"), "The fuse and Sound the alarm stay"
    keyed(table, "B C")
    assert "Keep on the abacus" in seen(table, 80)
    keyed(table, "⏎ ⏎")
    assert stay not in table.session.done[-1].act.lines
    table = begun("flight-from-the-tower", "B B ⏎ ⏎")
    for rod in ("past-the-watch", "the-cut-fuse"):
        press(table, ":", f"=settle {rod} overcome", "enter")
    keyed(table, "B C")
    assert "Keep on the abacus" not in seen(table, 80)
    assert seen(table, 80).count(stay) == 1
    keyed(table, "⏎ ⏎")
    assert table.session.done[-1].act.lines.count(stay) == 1


@pytest.mark.parametrize("width", [80, 120])
def test_we_70_the_end_of_a_scene_names_it_first(width: int) -> None:
    """WE-70: whether a fight goes on or not."""
    table = begun("murder-at-the-brass-orchid", "B ⏎ e")
    assert seen(table, width).startswith("end › End Scene 1 ends: The Crime Scene")
    keyed(table, "esc I c ⏎ ⏎ e b")
    assert "The fight is over · Scene 1 ends: The Crime Scene" in seen(table, width)


def test_wa_58_the_line_tells_what_players_see_of_recurring_challenges() -> None:
    table = begun(BEES, "B ⏎")
    assert "Players see: The hum in the fog" in seen(table, 120)
    assert "Hester’s good manners; The hive book by title; Scene Wyrd" in seen(table, 120)
