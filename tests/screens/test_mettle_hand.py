"""Mettle by key at the shipped table: what the line suggests, asks and says, as a game master meets it."""

from __future__ import annotations

import pytest

from tests.screens.desk import press
from tests.screens.shipped import asking, begun, keyed, prompt
from wyrd_tui.engine.rules.mettle.check_parts import usual_attack
from wyrd_tui.screens.questions.command_line import CommandLine
from wyrd_tui.screens.table.controller import Controller
from wyrd_tui.widgets.glyphs import UNICODE
from wyrd_tui.widgets.prompt import prompt_lines

PATINA = "a-fine-patina"


@pytest.mark.parametrize(
    ("who", "line"),
    [
        ("1", "Chances with The Salle"),
        ("2", "Chances with Poise, the largest attribute"),
        ("3", "Chances with Focus, the largest attribute"),
    ],
    ids=["by the setting", "Kirin", "Magda"],
)
def test_me_07_every_first_attack_has_a_pool_and_chances(who: str, line: str) -> None:
    """`a` and a target go to the dice; nobody stops at a pool that is not chosen (ME-07, ME-10)."""
    table = begun(PATINA, f"{who} a")
    assert prompt(table, 120).preview == line
    assert all("%" in offer.then for offer in prompt(table).parts[0].offers)
    table.key("enter")
    assert "success " in prompt(table, 120).preview


def test_me_07_a_scenario_names_the_pool_of_a_foe() -> None:
    assert usual_attack(begun(PATINA).state, {"who": "the-clerk"}) == "Nature"


def test_u_11_a_popcorn_fighter_who_holds_names_the_next() -> None:
    """U-11: `H` asks whom the turn goes to as `n` does, and a key of that question acts at once."""
    table = begun(PATINA, "I d ⏎ n 1 H")
    assert asking(table).command.id == "hold"
    assert ("1", "choose at once") not in prompt(table).keys
    assert ("2", "choose at once") in prompt(table).keys
    keyed(table, "3")
    assert table.state.order.turn == "magda"
    assert [place.who for place in table.state.order.places if place.held] == ["viktor"]


def test_u_11_the_last_of_a_popcorn_round_stands_beside_its_key() -> None:
    table = begun(PATINA, "I d ⏎ n 1 n 2 n 3 n")
    assert "next turn" in [hint.label for hint in table.hints]
    keyed(table, "4")
    assert "next turn: The Clerk" in [hint.label for hint in table.hints]
    keyed(table, "n")
    assert (table.asking, table.state.order.turn) == (None, "the-clerk")


def test_a_letter_that_goes_on_to_a_name_says_so() -> None:
    """`n` then `a` reads “na”, so the first letter is not said to do nothing."""
    table = begun(PATINA, "3 a a n")
    assert prompt(table).refused == "n alone does nothing here; a second letter may find “Nature”."
    keyed(table, "a")
    assert prompt(table).parts[0].prompt == "With"


def test_the_way_out_of_an_opened_field_is_esc_twice() -> None:
    table = begun(PATINA, "2 r Z D")
    assert prompt(table).refused == "D does nothing here. Press esc twice, then D (roll dice)."
    keyed(table, "esc esc D")
    assert asking(table).command.id == "tally"


TWIST = "2 a ⏎ 4 4 1 1 1 ⏎"
"""An attack of Kirin that fails with Edge, so that a Twist is asked for."""


def _here(table: Controller) -> list[str]:
    return [offer.label for offer in prompt(table).parts[0].offers if offer.here]


def test_me_19_an_unknown_letter_keeps_the_price_of_a_twist() -> None:
    """`d`, which means damage, finds no Delay, and changes no price that was chosen (ME-19, ME-26)."""
    table = begun(PATINA, f"{TWIST} d")
    assert (prompt(table).refused, _here(table)) == ("d does nothing here. Press capital D, or / to type a name.", [])
    keyed(table, "A d")
    assert _here(table) == ["Strain Poise"]


@pytest.mark.parametrize(("keys", "label"), [("", "Twist"), ("1", "Twist: Kirin"), ("2", "Twist")])
def test_me_19_the_key_of_a_twist_names_somebody_else(keys: str, label: str) -> None:
    """ME-19: the key takes up the last failed Check, also while another character is selected."""
    table = begun(PATINA, f"{TWIST} esc {keys}")
    assert next(hint.label for hint in table.hints if hint.key == "y") == label


def test_me_25_a_search_chooses_no_twist() -> None:
    """A Twist costs, so that only a key or the arrows choose one (ME-25); Backspace brings back what was chosen."""
    table = begun(PATINA, f"{TWIST} A / d e ⏎")
    assert asking(table).command.id == "twist"
    assert prompt(table).refused == "“de” finds Delay. ↓ chooses it."
    keyed(table, "⌫ ⌫")
    assert _here(table) == ["Strain Poise"]
    keyed(table, "/ d e ↓")
    assert _here(table) == ["Delay"]


def test_me_38_a_hit_on_several_says_why_none_is_shaken() -> None:
    """Each character decides alone whether a wound cancels the hit (ME-38)."""
    assert (
        "each decides alone, so deal it to one at a time" in prompt(begun(PATINA, "1 space 2 space d 1"), 120).preview
    )
    assert "each decides" not in prompt(begun(PATINA, "1 space 2 space d 9"), 120).preview
    assert "each decides" not in prompt(begun(PATINA, "1 d 1"), 120).preview


def test_me_38_shaken_keeps_its_letter_after_the_hit_is_postponed() -> None:
    table = begun(PATINA, "1 a ⏎ 3 3 1 1 ⏎")
    assert asking(table).key_of("shaken") == "B"
    keyed(table, "esc")
    table.select("order", "the-clerk")
    keyed(table, "d")
    assert asking(table).key_of("shaken") == "B"


def test_we_97_a_challenge_just_made_is_suggested_to_players() -> None:
    """WE-97: `v` suggests the challenge that the last act made, and asks all the same."""
    table = begun(PATINA, "c a 6 ⏎ =Bolt ⏎ v")
    assert _here(table) == ["Bolt"]
    keyed(table, "⏎")
    assert [rod.title for rod in table.state.challenges.values() if rod.visibility == "known"] == ["Bolt"]
    keyed(table, "v")
    assert _here(table) == []


def test_me_30_one_hand_of_dice_is_not_separated() -> None:
    """ME-30, ME-31: one character rolls in a weakest link, two in a strongest one."""
    weakest, strongest = (prompt(begun(PATINA, f"m {link} 2 ⏎ ⏎ ⏎")).parts[-1].prompt for link in "ab")
    assert (weakest, strongest) == ("Dice", "Dice, separated by ;")


FALLEN = "I c ⏎ ⏎ 2 d 4 ⏎"
"""A fight in which Kirin is Fallen."""


def test_me_37_the_recover_check_for_another_takes_an_action() -> None:
    """ME-37, ME-51: as an attack does, it says that it comes out of turn, and uses up the Action of a turn."""
    table = begun(PATINA, f"{FALLEN} 2 f a Z 3 ⏎")
    assert prompt(table, 120).preview.startswith("Magda acts out of turn: it is Viktor’s turn, no action used · 4 dice")
    table = begun(PATINA, f"{FALLEN} n 2 f a Z 3 ⏎")
    assert "out of turn" not in prompt(table, 120).preview
    keyed(table, "⏎ 3 3 5 6 ⏎")
    assert [place.used for place in table.state.order.places if place.who == "magda"] == [("action",)]


def test_me_37_the_fallen_recover_without_an_action() -> None:
    table = begun(PATINA, f"{FALLEN} 2 f a ⏎")
    assert "out of turn" not in prompt(table, 120).preview


def test_me_41_a_surge_is_asked_for_in_a_fight_alone() -> None:
    """ME-41: without Initiative in play there is no Surge."""
    assert "Surge" not in [part.prompt for part in prompt(begun(PATINA, "1 a ⏎")).parts]
    assert "Surge" in [part.prompt for part in prompt(begun(PATINA, "I c ⏎ ⏎ a ⏎")).parts]


def test_me_23_a_montage_stands_behind_the_acts_of_a_fight() -> None:
    """ME-23: the footer of a fight puts it last, though an attribute is strained."""
    labels = [[hint.label for hint in begun(PATINA, f"1 w a ⏎ {keys}").hints] for keys in ("", "I c ⏎ ⏎")]
    assert [row.index("Relax Montage") < row.index("note") for row in labels] == [True, False]


def test_me_34_numbers_of_a_newcomer_are_echoed_whole() -> None:
    """ME-07, ME-34: attributes as well as what the sheet only keeps; a misspelt attribute asks back."""
    table = begun(PATINA, "N =Moths ⏎ b a 4 ⏎")
    table.paste("poise 2 nature 3 motive 1 wings 4")
    assert prompt(table, 160).preview.startswith("Mettle 1, Nature 3, Poise 2, Motive 1, Wings 4")
    keyed(table, "⏎")
    table = begun(PATINA, "N =Moths ⏎ b a 4 ⏎")
    table.paste("bpoise 2")
    keyed(table, "⏎")
    assert prompt(table).refused == "No attribute is called “bpoise”. Did you mean Poise?"


def test_questions_of_a_newcomer_have_one_order() -> None:
    """A running fight adds its question behind the others, so that no key of it lands in the numbers."""
    for fight in ("", "I c ⏎ ⏎ "):
        assert prompt(begun(PATINA, f"{fight}N =Moths ⏎ b a 4 ⏎")).parts[0].prompt == "Known numbers"
    assert prompt(begun(PATINA, "I c ⏎ ⏎ N =Moths ⏎ b a 4 ⏎ ⏎")).parts[0].prompt == "Joins the fight"


def test_me_21_enter_is_not_named_before_a_price_is_chosen() -> None:
    """ME-21: what a Twist costs is the GM's to say, so Enter would be refused."""
    table = begun(PATINA, "2 r Z A D =366 ⏎")
    assert prompt(table).parts[0].prompt == "Price"
    assert "confirm" not in dict(prompt(table).keys).values()
    keyed(table, "B")
    assert ("enter", "confirm") in prompt(table).keys


def test_me_22_strain_names_the_dice_that_are_left() -> None:
    table = begun(PATINA, "2 w")
    assert [offer.hint for offer in prompt(table).parts[0].offers] == ["3→2", "3→2", "5→4"]


def test_a_foot_without_room_keeps_enter_and_esc() -> None:
    """Include and Leave out stand together beside a difficulty that may be changed (ME-49)."""
    table = begun(PATINA, "1 C E ⏎ C I ⏎ ⏎ r ⏎")
    foot = "".join(text for text, _ in prompt_lines(prompt(table), 80, UNICODE)[-1])
    assert foot.startswith(" ⏎ confirm")
    assert foot.rstrip().endswith("esc cancel")


def test_a_status_with_a_level_begins_at_that_level() -> None:
    """Enter on it says that nothing changes, rather than that two days of three are forgotten (ME-42, ME-46)."""
    table = begun(PATINA, "1 C I 3 ⏎ C I")
    assert [part.ghost or part.typed for part in prompt(table).parts] == ["3"]
    keyed(table, "⏎")
    assert prompt(table).refused == "Nothing changes: Viktor Sorokin is Fatigued 3 already."
    keyed(table, "esc 2 C I")
    assert [part.ghost or part.typed for part in prompt(table).parts] == ["1"]


def test_u_30_an_attribute_at_0_is_refused_as_it_is_chosen() -> None:
    """ME-22, U-30: the letter of Nature at 0 says so at once, and so does the arrow."""
    table = begun(PATINA, "4 w b ⏎ w b ⏎ w b")
    assert prompt(table).refused == "Jonah’s Nature is at 0 and cannot be strained."
    keyed(table, "a down")
    assert prompt(table).preview == "Jonah’s Nature is at 0 and cannot be strained."


def test_a_line_tells_an_attack_out_of_turn_once() -> None:
    """Beside the reason why the surge is too large, from which a sign parts it (ME-41)."""
    table = begun(PATINA, "I b ⏎")
    press(table, ":", "=strike kirin clerk focus surge=5")
    assert isinstance(table.asking, CommandLine)
    told = table.asking.outcome().split(" · ")
    assert told.count("Kirin acts out of turn: it is Viktor’s turn, no action used") == 1
    assert "A surge of 5 exceeds Motive 3 or Mettle 3 of Kirin: up to 3 is possible" in told


def test_a_day_without_rest_for_nobody_is_not_confirmed() -> None:
    """The foot offers no Enter, and the line says what to choose (ME-46)."""
    table = begun(PATINA, "F a a")
    assert prompt(table).preview == "Choose one character or more."
    assert "enter" not in [key for key, _ in prompt(table).keys]
