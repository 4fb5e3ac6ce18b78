"""Rolls that cannot fail: modifiers, halves, and random tables (ME-01 … ME-06, ME-26)."""

from __future__ import annotations

import pytest

from tests.rules.mettle.tables import Shop
from wyrd_tui.engine.page import Page
from wyrd_tui.engine.rules.mettle.rolls import half_up, named_modifiers


@pytest.mark.parametrize(("dice", "total"), [("1 1 1", 3), ("6 6 6", 18), ("2 5 4", 11)])
def test_me_01_faces_add_up(dice: str, total: int) -> None:
    """3d6 gives 3 … 18, and nothing succeeds or fails (ME-01)."""
    shop = Shop()
    told = shop.log(f'tally 3d6 dice="{dice}" note="the fall"')
    assert told.endswith(f"= {total}")
    assert "for the fall" in told
    assert shop.state.roll is None


@pytest.mark.parametrize(
    ("roll", "dice", "total"),
    [("2d6+4", "11", 6), ("2d6+4", "66", 16), ("2d6-4", "66", 8), ("2d6-4", "11", 0), ("2d6-4", "12", 0)],
)
def test_me_02_a_bonus_or_a_penalty(roll: str, dice: str, total: int) -> None:
    """2d6+4 gives 6 … 16, 2d6−4 gives 0 … 8 (ME-02)."""
    assert Shop().log(f"tally {roll} dice={dice}").endswith(f"= {total}")


def test_me_03_a_penalty_never_goes_below_nothing() -> None:
    """1 + 1 − 4 is 0, and that is said (ME-03)."""
    assert Shop().log("tally 2d6-4 dice=11").endswith("never below 0 = 0")
    assert Shop().log('tally 2d6 with="mud -4" dice=11').endswith("mud −4, never below 0 = 0")


def test_me_04_the_largest_of_each_kind_counts() -> None:
    """+1, +3, −2 and −1 make +1; each is named, with what does not stack (ME-04)."""
    told = Shop().log('tally 2d6 with="+1, height +3, rain -2, -1" dice=33')
    assert "height +3, rain −2, bonus +1 does not stack, penalty −1 does not stack = 7" in told
    assert Shop().log('tally 2d6 with="+1 +3 −2 −1" dice=33').endswith("= 7")


@pytest.mark.parametrize("text", ["height", "+", "3", "height 3", "+1 rain", "+9999"])
def test_me_04_unreadable_modifiers_are_refused(text: str) -> None:
    """A modifier that cannot be read is refused with an example (ME-04)."""
    Shop().refuses(f'tally 2d6 with="{text}" dice=33', "not a modifier", "height +3, rain -1")


@pytest.mark.parametrize(("number", "half"), [(7, 4), (8, 4), (1, 1), (0, 0), (3, 2)])
def test_me_05_halves_round_up(number: int, half: int) -> None:
    """7 halved is 4 (ME-05, trap 17)."""
    assert half_up(number) == half


def test_me_05_halved_and_doubled() -> None:
    """The total after modifiers is halved or doubled (ME-05)."""
    assert Shop().log("tally 2d6 then=halved dice=34").endswith("7 halved = 4")
    assert Shop().log("tally 2d6 then=doubled dice=34").endswith("7 doubled = 14")


OMENS = Page("omens", "table", "Omens", dice="d66", rows={"62": "a crow", "2,6": "a cat", "11-16": "rain"})
FINDS = Page("finds", "table", "Finds", dice="2d6", rows={"2": "gold", "3–11": "dust", "12": "a door"})


@pytest.mark.parametrize(("dice", "row"), [("62", "a crow"), ("2 6", "a cat"), ("14", "rain"), ("33", "no such row")])
def test_me_06_two_dice_in_order(dice: str, row: str) -> None:
    """6 then 2 is the row 6, 2 and not 2, 6 (ME-06)."""
    told = Shop(pages=(OMENS,)).log(f'table omens dice="{dice}"')
    assert told.startswith(f"Omens – {dice[0]}, {dice[-1]}: ")
    assert row in told


@pytest.mark.parametrize(("dice", "row"), [("11", "gold"), ("55", "dust"), ("66", "a door")])
def test_me_01_other_tables_add_up(dice: str, row: str) -> None:
    """The sum of 2d6 picks the row of a table (ME-01)."""
    assert row in Shop(pages=(FINDS,)).log(f"table finds dice={dice}")


def test_me_06_a_table_without_dice_typed_is_rolled() -> None:
    """The program throws the d66 where nobody types it (ME-06)."""
    assert Shop(pages=(OMENS,)).log("table omens").startswith("Omens – ")


def test_me_26_the_seeds_of_twists_are_a_table() -> None:
    """A d6 picks one of six; the table is this program's addition."""
    shop = Shop()
    told = [shop.log(f"table twist-seeds dice={face}") for face in range(1, 7)]
    seeds = ["Confuse", "Delay", "Dismay", "Falter", "Imperil", "Reveal"]
    assert [seed in line for seed, line in zip(seeds, told, strict=True)] == [True] * 6


def test_rolls_of_bad_dice_or_missing_tables_are_refused() -> None:
    """Bad expressions, dice that do not fit, a table that is not there: nothing changes."""
    shop = Shop()
    shop.refuses("tally nonsense", "dice")
    shop.refuses("tally 3d6 dice=12", "2 dice instead of 3")
    shop.refuses("table omens", "“omens”")


def test_modifiers_by_name() -> None:
    assert [(one.label, one.dice) for one in named_modifiers("good rope +2; −1 ,the dark -3")] == [
        ("good rope", 2),
        ("penalty", -1),
        ("the dark", -3),
    ]
    assert named_modifiers("  ") == []


def test_dice_of_several_terms_stand_apart() -> None:
    assert Shop().log('tally 1d6+1d4 dice="5; 3"').endswith("= 8")


def test_u_33_a_sum_will_do_where_no_die_counts_by_itself() -> None:
    """A typed sum does for dice of one kind; not for a d66, a Check, or dice of which some are kept (U-33)."""
    weather = Page("weather", "table", "Weather", dice="2d6", rows={"2-6": "Fog", "7": "Hail", "8-12": "Sun"})
    corners = Page("corners", "table", "Corners", dice="d66", rows={"11-66": "A cobweb"})
    shop = Shop(pages=(weather, corners))
    assert shop.log("tally 2d6 dice=+7").endswith("2d6: sum 7")
    assert shop.log("tally 2d6+4 dice==7").endswith("2d6+4: sum 7 +4 = 11")
    assert shop.log('tally 2d6-4 with="mud -4" dice=+7').endswith("mud −4, never below 0 = 0")
    assert shop.log("table weather dice=+7").endswith("Hail")
    shop.refuses("tally 2d6 dice=+13", "The sum of 2d6: write 2 to 12")
    shop.refuses("tally 2d6+1d8 dice=+7", "Write every face")
    shop.refuses("table corners dice=+7", "the order of a d66")
    shop.refuses("check viktor Poise 3 dice=+7", "A sum hides which dice are Edge")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("tally 2d6+4", "6 to 16, 11 on average · "),
        ("tally 1d6", "1 to 6, 3.5 on average · "),
        ("tally 4dF+5", "1 to 9, 5 on average · "),
        ("tally 4d6kh3", "3 to 18 · "),
        ("tally 2d6-4", "0 to 8 · "),
        ("tally d66", "11 to 66 · "),
        ("tally 3d6 then=halved", "2 to 9 · "),
        ('tally 2d6 with="+1 +3 −2"', "3 to 13, 8 on average · "),
    ],
)
def test_me_01_the_reach_of_a_roll_is_told_before_it(line: str, told: str) -> None:
    """ME-01 … ME-05: and what the log will say."""
    assert Shop().preview(line, "dice") == f"{told}the log says “Roll – {line.split()[1].replace('-', '−')}”"


def test_me_06_a_random_table_says_which_dice_it_wants() -> None:
    """A random table shows its dice in the list, in the preview and where dice are typed (ME-06)."""
    corners = Page("corners", "table", "Corners", dice="d66", rows={"11-66": "A cobweb"})
    shop = Shop(pages=(corners, Page("one", "table", "One", rows={"1-6": "Yes"})))
    assert {key: one.hint for key, one in shop.offered("table corners", "which").items()} == {
        "corners": "d66",
        "one": "1d6",
        "twist-seeds": "1d6",
    }
    assert shop.preview("table corners", "dice") == "Corners – d66: two dice, the first for the tens"
    assert shop.preview("table one", "which") == "One – 1d6"
