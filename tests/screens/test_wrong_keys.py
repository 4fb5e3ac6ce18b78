"""Keys that a hand presses by mistake, and the outcome that a question shows before Enter acts."""

from __future__ import annotations

import re

import pytest

from tests.commands import COMMANDS
from tests.screens.desk import press, seat
from tests.screens.shipped import FLIGHT, GANNET, asking, begun, commands, keyed, prompt
from wyrd_tui.engine.act import Act, Step
from wyrd_tui.engine.log_line import LogLine
from wyrd_tui.engine.rules.wyrd_engine.conceding import out_until_the_end
from wyrd_tui.engine.state import METTLE, State
from wyrd_tui.screens.table import sentences
from wyrd_tui.screens.table.controller import Controller
from wyrd_tui.widgets.glyphs import UNICODE
from wyrd_tui.widgets.prompt import prompt_lines
from wyrd_tui.widgets.tracks import just_now


@pytest.mark.parametrize(("letter", "foretold"), [("a", "Mercer gains +1"), ("e", "FAILURE · The GM rules")])
def test_a_ruling_foretells_what_it_does(letter: str, foretold: str) -> None:
    """WE-42, WE-46: a failed help that the GM turns gives its bonus."""
    table = begun(FLIGHT, "2 h ⏎ ⏎ =---- ⏎ F")
    assert "FAILURE by 1: Felix" in prompt(table).preview
    keyed(table, letter)
    assert foretold in prompt(table).preview
    assert "FAILURE by 1" not in prompt(table).preview
    keyed(table, "⏎")
    assert commands(table)[-1] == "ruling"
    assert foretold in "".join(table.session.done[-1].act.lines)


def test_we_41_a_ruling_says_that_its_words_may_be_blank() -> None:
    table = begun(FLIGHT, "2 h ⏎ ⏎ =---- ⏎ F b")
    assert prompt(table).parts[0].ghost == "blank = nothing noted"
    keyed(table, "⏎")
    assert commands(table)[-1] == "ruling"


@pytest.mark.parametrize(
    ("keys", "slip", "outcome", "command"),
    [
        ("i ⏎ a ⏎", "a", "hits 58%", "attack"),
        ("d 3 ⏎ e", "z", "Stress clears for", "end"),
        ("d 3 ⏎ e", "7", "Stress clears for", "end"),
        ("d 3 ⏎ e", "e", "Stress clears for", "end"),
        ("d 3 ⏎ e", "z z", "Stress clears for", "end"),
    ],
)
def test_enter_behind_a_wrong_key_is_pressed_twice(keys: str, slip: str, outcome: str, command: str) -> None:
    """The outcome stays in sight behind the slip, and the second Enter acts."""
    table = begun(FLIGHT, keys, dice=("0000", "0000", "0000", "++++", "----"))
    done = commands(table)
    assert outcome in prompt(table).preview
    keyed(table, slip)
    told = prompt(table)
    assert told.refused
    assert told.keys[0] == ("enter", "twice to confirm")
    for width, lines in ((80, 3), (120, 8)):
        assert outcome in " ".join(
            "".join(text for text, _ in line) for line in prompt_lines(told, width, UNICODE, lines)
        )
    keyed(table, "⏎")
    assert commands(table) == done
    told = prompt(table)
    assert told.refused.endswith("Press ⏎ again to confirm what is shown.")
    assert told.keys[0] == ("enter", "confirm")
    keyed(table, "⏎")
    assert commands(table) == [*done, command]


@pytest.mark.parametrize("slip", ["n", "d", "e"])
def test_one_letter_finds_no_fate(slip: str) -> None:
    """WE-66, WE-68: small letters beside the choices are refused and forgotten, and `/` begins a name."""
    table = begun(FLIGHT, "2 d =15 ⏎")
    told = prompt(table)
    assert told.parts[0].prompt == "Fate"
    keyed(table, slip)
    assert re.match(f"{slip} (alone )?does nothing here", prompt(table).refused)
    assert prompt(table).parts == told.parts
    keyed(table, "⏎")
    assert table.state.actors["felix-cavendish"].out
    keyed(table, "e")
    assert (prompt(table).parts, ("/", "find") in told.keys) == (told.parts, True)
    keyed(table, "/ =desp")
    assert "is down to one last desperate act" in prompt(table).preview


@pytest.mark.parametrize("slip", ["n", "r", "a", "u"])
def test_an_acts_key_that_begins_no_name_is_refused(slip: str) -> None:
    """ME-38: it does not find a word in the midst of what a choice says."""
    table = begun("a-fine-patina", "I c ⏎ ⏎ a ⏎ 3 3 4 5 ⏎")
    told = prompt(table)
    keyed(table, slip)
    assert f"Press esc, then {slip} (" in prompt(table).refused
    assert prompt(table).parts == told.parts


def test_the_end_of_a_fight_is_told_beside_what_refills() -> None:
    """ME-36: the line says what the log says after it."""
    table = begun("a-fine-patina", "I c ⏎ ⏎ a ⏎ 3 3 4 5 ⏎ ⏎ e b")
    told = prompt(table).preview
    assert told == "The fight is over · Scene 1 ends: Just Looking\nMettle refills for The Clerk"
    keyed(table, "⏎")
    assert "The fight is over" in "".join(table.session.done[-1].act.lines)


def test_a_reroll_foretells_what_a_success_does() -> None:
    """WE-21, WE-35: the second throw overcomes the challenge, and the foot says so."""
    table = begun(FLIGHT, "1 r Z A =dec ⏎ =---- ⏎ R")
    assert "success: challenge overcome" in prompt(table).preview
    keyed(table, "=++++ ⏎")
    assert commands(table)[-1] == "reroll"
    for width in (80, 120, 200):
        assert "Overcome: Set the last charge" in sentences.tell_with_rest(table.session.done[-1], width)


def test_the_foot_joins_sentences_without_two_stops() -> None:
    act = Act(
        1, "", "", (LogLine("First."), LogLine("Second, which is longer than there is room for."), LogLine("3")), ()
    )
    assert sentences.tell_with_rest(Step(act, State(), State()), 30) == "First; 2 more in the log"


def test_help_names_who_is_helped_and_tells_the_bonus_once() -> None:
    """WE-46: a failure says so too, since the log is all that is left of it."""
    table = begun(FLIGHT, "2 h ⏎ ⏎ =---- ⏎")
    assert "Felix helps Mercer with Crafts" in table.session.done[-1].act.lines[0]
    keyed(table, "F a ⏎")
    assert table.session.done[-1].act.lines[-1] == "Mercer gains +1: help from Felix"


@pytest.mark.parametrize("typed", ["", "++0-", "2+1"])
def test_text_that_is_no_number_foretells_nothing(typed: str) -> None:
    table = begun(FLIGHT)
    press(table, "1", "d", "4")
    assert "stress 0→4" in prompt(table).preview
    press(table, "backspace", *typed)
    assert not prompt(table).preview
    press(table, "enter")
    assert prompt(table).refused


def test_dice_typed_at_the_table_are_told_where_they_belong() -> None:
    """C-25: + moves beads there, and undo takes them back."""
    table = begun(FLIGHT, "⏎ tab tab ↓ + +")
    assert commands(table)[-2:] == ["tick", "tick"]
    keyed(table, "0")
    assert table.speech.status.slip == ("0: type dice in the question of a roll. u takes back what + moved (2 acts).")
    keyed(table, "u u u 0")
    assert table.speech.status.slip == "0 does nothing here. ? shows all keys."


_SIZES = pytest.mark.parametrize(("width", "most"), [(80, 5), (120, 8)])


def _lines(table: Controller, width: int, most: int) -> str:
    """Return the question as it stands on the screen, its lines joined."""
    drawn = prompt_lines(asking(table).question(width, UNICODE, most), width, UNICODE, most)
    return " ".join("".join(text for text, _ in line) for line in drawn)


@_SIZES
@pytest.mark.parametrize("keys", ["R A", "r A", "z z A", "o A"])
def test_a_key_behind_a_refused_letter_does_what_it_says(keys: str, width: int, most: int) -> None:
    """The list of skills opens with none sought, though a skill begins with *Ra*."""
    table = begun(FLIGHT, "a ⏎")
    assert "A With: Shoot +2" in _lines(table, width, most)
    keyed(table, keys)
    part = asking(table).question(width, UNICODE, most).parts[0]
    assert part.prompt == "With"
    assert part.typed is None


@_SIZES
def test_a_capital_behind_a_search_ticks_its_row(width: int, most: int) -> None:
    table = begun(FLIGHT, "a ⏎ o")
    assert "“o” finds Always One Step Ahead" in _lines(table, width, most)
    keyed(table, "C")
    assert "C [x] +2 Always One Step Ahead" in _lines(table, width, most)


@_SIZES
@pytest.mark.parametrize("slips", ["F", "s u", "F z"])
def test_a_small_key_behind_refused_letters_rules(slips: str, width: int, most: int) -> None:
    """WE-42."""
    table = begun(FLIGHT, f"r ⏎ =---0 ⏎ {slips} a")
    assert "SUCCESS · The GM rules" in _lines(table, width, most)


@pytest.mark.parametrize("typed", ["Rap", "rap"])
def test_a_name_whose_first_letter_was_refused_is_found(typed: str) -> None:
    table = begun(FLIGHT, "a ⏎")
    press(table, typed[0])
    assert "does nothing here" in prompt(table).refused
    press(table, *typed[1:])
    assert [offer.label for offer in prompt(table).parts[0].offers if offer.here] == ["Rapport"]


def test_a_refused_letter_names_no_choice_without_names() -> None:
    table = begun(FLIGHT, "r ⏎ =---0 ⏎ s")
    assert prompt(table).refused == "s does nothing here. Press esc, then s (sheet)."


@_SIZES
@pytest.mark.parametrize(
    ("keys", "told"),
    [
        ("B ⏎ ⏎ / =crew ⏎ a space ↓ space ⏎ =+++0", "Mercer +5 · still rolled: Crew of the watch, Felix"),
        ("i tab =++0-;", "Mercer +2 · still rolled: Felix, Patrolling crewman"),
        ("i tab =+1;0;", "Mercer +2 · Felix 0 · still rolled: Patrolling crewman"),
        ("i tab =1;2;0", "Initiative: Mercer +2 tied, Felix +2 tied, Patrolling crewman +1"),
    ],
)
def test_typed_hands_tell_the_known_total_first(keys: str, told: str, width: int, most: int) -> None:
    """WE-51, WE-53, U-33."""
    assert told in _lines(begun(FLIGHT, keys), width, most)


@_SIZES
@pytest.mark.parametrize("against", ["⏎", "_"])
def test_a_manoeuvre_without_a_skill_asks_for_it_first(against: str, width: int, most: int) -> None:
    """WE-76: no odds are told before, and none of the skills is chosen."""
    table = begun(FLIGHT, f"N =Nell ⏎ a ⏎ ⏎ m ' =blind ⏎ {against}")
    for typed in ("", "=+++0"):
        keyed(table, typed)
        told = _lines(table, width, most)
        assert "Choose what Nell rolls: no rating on the sheet is above 0" in told
        assert "%" not in told
        assert "⏎ choose With" in told
    keyed(table, "A A")
    assert "With: Investigate 0" in _lines(table, width, most)
    assert "Choose what" not in _lines(table, width, most)


@_SIZES
@pytest.mark.parametrize("letter", ["", *"ABCDEFGHIJ"])
def test_each_fate_stands_with_its_meaning(letter: str, width: int, most: int) -> None:
    """WE-66, WE-67: all of them whole, before a letter is pressed and behind it."""
    table = begun(FLIGHT, f"2 d 1 2 ⏎ {letter}")
    told = _lines(table, width, most)
    hints = [offer.hint for offer in prompt(table).parts[0].offers]
    assert len(hints) == 10
    assert not [hint for hint in hints if hint not in " ".join(told.split())]


def test_each_fate_has_the_same_letter_in_every_list() -> None:
    """WE-68: after the last act it is missing, and those behind it keep their letters."""
    table = begun(FLIGHT, "2 d 1 2 ⏎")
    before = {offer.label: offer.key for offer in prompt(table).parts[0].offers}
    keyed(table, "F ⏎ esc esc esc")
    press(table, ":", "=roll felix Crafts 0 dice=0000", "enter")
    after = {offer.label: offer.key for offer in prompt(table).parts[0].offers}
    assert before == after | {"one last desperate act": "F"}
    assert len(after) == len(before) - 1


@_SIZES
def test_fates_stand_in_a_column_or_two(width: int, most: int) -> None:
    """The first half in the left one, where two columns have room for every meaning."""
    question = asking(begun(FLIGHT, "2 d 1 2 ⏎")).question(width, UNICODE, most)
    rows = ["".join(text for text, _ in line).strip("▸ ") for line in prompt_lines(question, width, UNICODE, most)]
    count = 5 if width >= 120 else 10
    assert [row[0] for row in rows[1 : count + 1]] == [*"ABCDEFGHIJ"][:count]
    assert [f"  {key} " in row for key, row in zip("FGHIJ", rows[1:6], strict=True)] == [width >= 120] * 5


@_SIZES
def test_a_title_typed_for_the_difficulty_is_told_its_place(width: int, most: int) -> None:
    """WE-29: the hint says what letters do there, and blanks stay in what is refused."""
    table = begun(FLIGHT, "c a")
    assert "a-z pick a named difficulty" in _lines(table, width, most)
    press(table, "=Break the door")
    assert "Break the door▏" in _lines(table, width, most)
    keyed(table, "⏎")
    told = " ".join(_lines(table, width, most).split())
    assert "no name begins with “Break the door”" in told
    assert "Type a number, such as 2, and ⏎; the title, such as Break the door, comes after it." in told
    press(table, "ctrl+u", "2", "enter", "=Break the door", "enter")
    assert [rod.title for rod in table.state.challenges.values()][-1] == "Break the door"


@_SIZES
def test_enter_takes_the_cursors_row_on_a_wounds_second_page(width: int, most: int) -> None:
    """WE-60: also once a point is taken back there; back on the first page the suggestion stands under the cursor."""
    table = begun(FLIGHT, "2 d 5 ⏎ tab")
    for keys, taken in (("", "Rapport"), ("B ⌫", "Rapport"), ("↓", "Provoke"), ("tab", "Athletics")):
        keyed(table, keys)
        told = _lines(table, width, most)
        assert f"⏎ takes {taken} −1" in told
        assert f"wound: {taken} −1" in told
        assert [offer.label for offer in prompt(table).parts[0].offers if offer.here] == [taken]


@_SIZES
def test_things_to_show_say_that_players_see_them(width: int, most: int) -> None:
    """WE-97: a challenge that is overcome is no longer offered unless it is hidden."""
    table = begun(FLIGHT, "v")
    assert "(A, B, a: open to players)" in _lines(table, width, most)
    keyed(table, "esc :")
    press(table, "=settle fuse overcome", "enter", "v")
    assert "fuse" not in _lines(table, width, most)
    keyed(table, "esc :")
    press(table, "=hide fuse", "enter", "v")
    assert "The fuse hidden from players" in _lines(table, width, most)


@_SIZES
def test_backspace_in_the_first_question_says_that_none_comes_before(width: int, most: int) -> None:
    """WE-55: the hits of an attack on two, for which one number is chosen and taken back."""
    table = begun(FLIGHT, "B ⏎ ⏎ / =crew ⏎ a space ↓ space ⏎ =+++0 tab =0;++0+ ⏎ ⌫")
    assert "No question comes before this one. Press esc to leave it." in _lines(table, width, most)
    keyed(table, "b ⌫")
    told = _lines(table, width, most)
    assert "▸b the same" in told
    assert "Each of them takes the same number, which is asked next" in told
    assert "one falls" not in told
    keyed(table, "↑")
    assert "Felix Cavendish, hit for 2: stress 0→2 of 4" in " ".join(_lines(table, width, most).split())


@_SIZES
@pytest.mark.parametrize("keys", ["2 y", "2 y =x", "2 f K =letters"])
def test_conceding_says_that_it_lasts_until_the_fight_ends(keys: str, width: int, most: int) -> None:
    """WE-69: out of the order and of reach."""
    table = begun(FLIGHT, f"i ⏎ {keys}", dice=("0000", "++++", "----"))
    told = " ".join(_lines(table, width, most).split())
    assert "Felix is out of the order and no target until the fight ends" in told


def test_a_group_of_several_are_out_of_the_order() -> None:
    """WE-69: the verb goes with the name."""
    state = begun(GANNET, "B ⏎ ⏎").state
    assert out_until_the_end(state, {"who": ("the-wreckers",)}) == "Wreckers are no targets until the fight ends"
    assert out_until_the_end(state, {"who": ("sal-trevanion",)}) == "Sal is no target until the fight ends"


def test_a_list_that_enter_opens_has_refused_nothing_yet() -> None:
    """WE-44: an attacker without a usual skill."""
    table = begun(GANNET, "B ⏎ ⏎ 3 a a ⏎ ⏎")
    assert asking(table).refused == ""
    keyed(table, "⏎")
    assert asking(table).refused.startswith("With: choose one, such as ")


def test_the_key_to_another_difficulty_is_named() -> None:
    """WE-01: nobody has seen that question, in which a capital that begins no name is no letter of one."""
    table = begun(FLIGHT, "1 r ⏎")
    assert ("backspace", "other difficulty") in prompt(table).keys
    keyed(table, "⌫ Z")
    (field,) = prompt(table).parts
    assert (field.prompt, field.typed) == ("Against", "")
    assert asking(table).refused
    keyed(table, "C h")
    assert prompt(table).parts[0].typed == "Ch"


@_SIZES
def test_help_says_when_it_counts_and_that_it_is_free(width: int, most: int) -> None:
    """WE-46, WE-52."""
    told = " ".join(_lines(begun(FLIGHT, "I a a ⏎ h 2 ⏎"), width, most).split())
    assert "success: +1 for Felix, once, in a roll where you tick it" in told
    assert "costs no action this turn" in told


@_SIZES
@pytest.mark.parametrize("ruling", ["a", "b", "b =powder", "c", "c =powder"])
def test_a_ruling_for_an_attack_tells_its_hit(ruling: str, width: int, most: int) -> None:
    """WE-41, WE-55: whichever success it is, before Enter opens the damage."""
    table = begun(FLIGHT, f"a ⏎ =0000 tab =+000 ⏎ F {ruling}")
    told = " ".join(_lines(table, width, most).split())
    assert "Patrolling crewman is hit for 1; the damage is dealt next" in told
    keyed(table, "⏎")
    assert asking(table).command.id == "damage"


@pytest.mark.parametrize(("ruling", "verdict"), [("d", "COMPLICATION"), ("e", "FAILURE")])
def test_a_ruling_against_an_attack_tells_no_hit(ruling: str, verdict: str) -> None:
    """WE-41."""
    table = begun(FLIGHT, f"a ⏎ =0000 tab =+000 ⏎ F {ruling}")
    assert prompt(table).preview == f"{verdict} · The GM rules on Mercer’s Shoot against Patrolling crewman"


@_SIZES
def test_the_first_numbers_of_a_sheet_are_asked_for(width: int, most: int) -> None:
    """ME-07, ME-34: Enter on blank fields says what to type; Armor that is not typed is told nowhere."""
    table, _ = seat(State(games=(METTLE,)))
    press(table, ":", "=add Zoe kind=pc side=party", "enter", "S", "enter", "enter")
    told = " ".join(_lines(table, width, most).split())
    assert "No number is typed. Type one behind a pool of Zoe, such as 4 behind Focus, or in a line focus=4." in told
    press(table, "=4", "tab", "tab", "tab", "tab", "=12")
    assert "Zoe now has Mettle 12/12, Focus 4" in _lines(table, width, most)
    assert "Armor: 0" not in _lines(table, width, most)
    before = table.state.actors["zoe"]
    press(table, "enter")
    assert [str(line) for line in table.session.last(1)[0].act.log] == [
        "Zoe’s Motive: 0→12",
        "Zoe now has Mettle 12/12, Focus 4",
    ]
    assert just_now(table.state.actors["zoe"], (METTLE,), before, UNICODE) == ()
    press(table, ":", "=hurt zoe 2", "enter")
    after = table.state.actors["zoe"]
    assert after.sheets[METTLE].track[0].marks == 2
    press(table, ":", "=pools zoe armor=0", "enter")
    assert str(table.session.last(1)[0].act.log[0]) == "Zoe’s Armor: 0"
    assert just_now(table.state.actors["zoe"], (METTLE,), after, UNICODE) == ()


@pytest.mark.parametrize("stem", ["flight-from-the-tower", "nobody-told-the-bees", "a-fine-patina"])
def test_a_die_typed_at_any_question_is_no_bug(stem: str) -> None:
    """A sign that no field takes looks ahead for dice, past questions that have no answer yet."""
    begins = begun(stem, "B ⏎ ⏎").session.state
    for command in COMMANDS:
        table, _ = seat(begins)
        table.perform(command.id)
        for key in ("1", "enter", "6"):
            if table.question is not None:
                press(table, key)
                assert "The act failed" not in table.speech.status.said, command.id


@pytest.mark.parametrize("slip", ["Y", "q"])
def test_backspace_behind_a_wrong_key_does_what_the_foot_says(slip: str) -> None:
    """WE-35: the refusal takes no key; behind the difficulty Backspace leads to the challenge again."""
    table = begun(GANNET, f"B ⏎ ⏎ 1 r ⏎ {slip}")
    assert asking(table).refused
    assert ("backspace", "other difficulty") in prompt(table).keys
    keyed(table, "⌫")
    assert [part.prompt for part in prompt(table).parts] == ["Against"]
    keyed(table, "⌫")
    assert [part.prompt for part in prompt(table).parts] == ["Challenge", "Roll"]


def test_a_question_to_which_one_goes_back_names_its_search() -> None:
    """WE-35: letters find a skill there as they did the first time."""
    table = begun(GANNET, "B ⏎ ⏎ 1 r")
    keys = prompt(table).keys
    keyed(table, "⏎ ⌫ ⌫")
    assert ("a-z", "find") in keys
    assert prompt(table).keys == keys
    keyed(table, "d e")
    assert "Deception" in [offer.label for part in prompt(table).parts for offer in part.offers]


def test_the_key_of_the_challenge_works_at_the_dice() -> None:
    """WE-35: a roll for no challenge is mended where the line says so, and the dice typed stay."""
    table = begun(GANNET, "B ⏎ ⏎ 1 r ⏎ =--00 Z")
    (field,) = prompt(table).parts
    assert field.prompt == "Challenge"
    keyed(table, "A ⏎")
    assert "for no challenge" not in prompt(table, 200).preview
    keyed(table, "⏎")
    assert table.session.done[-1].act.command == "roll"
    assert table.state.rolls[-1].challenge == "moor-in-the-gale"


def test_enter_behind_a_result_leaves_it_in_sight() -> None:
    """One Enter more than the act needed does nothing, and where nothing is told yet it says so."""
    table = begun(FLIGHT)
    keyed(table, "⏎ ⏎")
    assert table.speech.status.slip
    keyed(table, "1 d 3 ⏎")
    said = table.speech.status
    keyed(table, "⏎")
    assert table.speech.status == said
    assert "takes 3 damage" in said.said
