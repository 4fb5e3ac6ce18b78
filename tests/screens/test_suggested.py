"""Answers that a question suggests, from what the GM has set on the screen."""

from __future__ import annotations

import pytest

from tests.rules.abacus.tables import ADA, BOB, Story, rod
from tests.rules.mettle.tables import KIRIN, VIKTOR, Shop
from tests.rules.tables import DRAKE, FELIX, MERCER, Play, someone
from tests.screens.desk import press, seat
from tests.screens.shipped import FLIGHT, GANNET, asking, begun, keyed, prompt
from wyrd_tui.engine.commands import Answer, Portion, many_of
from wyrd_tui.engine.nouns.wyrd_abacus import roll_memory
from wyrd_tui.engine.rules.all_games import commands_of
from wyrd_tui.engine.rules.wyrd_engine.ratings import sheet_of
from wyrd_tui.engine.state import Actor
from wyrd_tui.screens.questions.asking import Asking
from wyrd_tui.screens.questions.command_line import CommandLine
from wyrd_tui.screens.questions.outcomes import CommandBegun
from wyrd_tui.screens.table.controller import Controller

BEES = "nobody-told-the-bees"


def suggested(table: Controller, name: str) -> Answer | None:
    """The answer that Enter would give to a question now."""
    assert isinstance(table.asking, Asking)
    return table.asking.so_far().get(name)


def test_a_roll_suggests_the_rating_chosen_on_the_ladder() -> None:
    table, _ = seat(Play(MERCER, FELIX).state)
    press(table, "1", "r")
    assert suggested(table, "skill") == "Pilot"
    press(table, "escape", "right", "r")
    assert suggested(table, "skill") == table.cursor.rating == "Shoot"


def test_the_ladders_rating_is_not_suggested_for_another_actor() -> None:
    table, _ = seat(Play(MERCER, FELIX).state)
    press(table, "1", "right", "r", "backspace", "2")
    assert suggested(table, "skill") == "Crafts"


def test_a_check_suggests_the_pool_chosen_on_the_ladder() -> None:
    table, _ = seat(Shop(VIKTOR, KIRIN).state)
    press(table, "1", "right", "r")
    assert suggested(table, "rating") == table.cursor.rating


def wounded() -> Controller:
    """A table whose open question is where the 2 points of a moderate wound go."""
    play = Play(MERCER, FELIX)
    play.play("mark-box mercer moderate 1")
    table, _ = seat(play.state)
    press(table, "1", "w", "enter")
    return table


def test_we_61_a_point_that_is_left_is_asked_for_by_keys() -> None:
    table = wounded()
    assert isinstance(table.asking, Asking)
    assert table.asking.question().parts[0].note == "2 left, 1 for each press; ⏎ takes Athletics −2"
    press(table, "B", "enter")
    assert table.asking is not None
    expected = "Penalty on: 1 of 2 points left. Press the key of a choice for each point."
    assert table.asking.refused == expected


def test_we_61_the_same_key_twice_assigns_two_points_to_one_skill() -> None:
    table = wounded()
    press(table, "B", "enter", "B", "enter")
    assert [(hurt.name, hurt.by) for row in sheet_of(table.state.actors["mercer"]).track for hurt in row.hurts] == [
        ("Shoot", 2)
    ]


def test_we_61_nothing_is_suggested_where_no_rating_fits_a_wound() -> None:
    """A sheet without a rating of the body: the GM says which one, and the best is not taken quietly (WE-61)."""
    play = Play(someone("ann", "Ann", {"Lore": 3, "Deceive": 1}, track="we"), DRAKE)
    play.play("attack drake ann defend=Athletics dice=++++ theirs=0000", "mark-box ann moderate 1")
    table, _ = seat(play.state)
    press(table, "1", "w", "enter")
    assert isinstance(table.asking, Asking)
    assert str(table.asking.question().preview) == "−2 in all, 1 for each press; no rating is suggested"
    press(table, "enter")
    assert table.asking.refused == "Penalty on: press a letter for each point."
    press(table, "B", "B", "enter")
    assert [hurt.name for row in sheet_of(table.state.actors["ann"]).track for hurt in row.hurts] == ["Deceive"]


def test_we_61_a_further_wound_suggests_a_rating_that_is_whole() -> None:
    """Each further wound suggests a rating that is not hurt; once all of them are, the first is suggested again."""
    ann = someone("ann", "Ann", {"Athletics": 2, "Fight": 1}, track="we")
    play = Play(ann, DRAKE)
    play.play("mark-box ann mild 1", "mark-box ann moderate 1", "mark-box ann severe 1")
    table, _ = seat(play.state)
    for _ in range(3):
        press(table, "1", "w", "enter", "enter")
    hurts = [[loss.name for loss in row.hurts] for row in sheet_of(table.state.actors["ann"]).track if row.hurts]
    assert hurts == [["Athletics"], ["Fight"], ["Athletics"]]


def test_we_61_letters_stay_put_between_the_wounds_of_one_blow() -> None:
    """The suggestion goes to another rating, and each rating keeps its letter."""
    table = begun(FLIGHT, "⏎ 2 d 9 ⏎")
    first = {offer.label: offer.key for offer in prompt(table).parts[-1].offers}
    assert suggested(table, "hurts") == (Portion("Athletics", 1),)
    keyed(table, "⏎")
    assert suggested(table, "hurts") == (Portion("Stealth", 2),)
    assert {offer.label: offer.key for offer in prompt(table).parts[-1].offers} == first
    assert first["Athletics"] == "A"


def test_we_61_backspace_behind_a_found_name_offers_the_suggestion_again() -> None:
    table = begun(FLIGHT, "⏎ 2 d 9 ⏎ c r a")
    assert suggested(table, "hurts") == (Portion("Crafts", 1),)
    keyed(table, "⌫")
    assert suggested(table, "hurts") == (Portion("Athletics", 1),)
    assert prompt(table).parts[-1].note == "1 left; ⏎ takes Athletics −1"


def escape_hint(table: Controller) -> str:
    """The use of Esc that the question names."""
    assert isinstance(table.asking, Asking)
    return dict(table.asking.question().keys)["esc"]


def test_esc_in_an_opened_field_returns_to_the_roll() -> None:
    play = Play(MERCER, FELIX)
    play.play("challenge obstacle 2 Gate")
    table, _ = seat(play.state)
    press(table, "1", "r")
    assert escape_hint(table) == "cancel"
    assert isinstance(table.asking, Asking)
    press(table, next(part.offers[0].key for part in table.asking.question().parts if part.folded))
    assert escape_hint(table) == "back"
    press(table, "escape")
    assert escape_hint(table) == "cancel"
    press(table, "escape")
    assert table.asking is None


def test_a_letter_replaces_a_list_in_which_everybody_is_ticked() -> None:
    """The present characters are suggested: the first handle replaces them, each further one adds or removes."""
    table, _ = seat(Story(between=True).state)
    press(table, "B", "'", *"Next", "enter")
    assert isinstance(table.asking, Asking)
    assert ("1", "tick alone · space tick, untick") in table.asking.question().keys
    press(table, "2")
    assert suggested(table, "present") == ("bob",)
    assert ("1", "tick, untick") in table.asking.question().keys
    press(table, "3", "1", "3")
    assert suggested(table, "present") == ("ada", "bob")


def test_u_22_a_key_drops_one_challenge_that_stays_alone() -> None:
    """U-22: the advice of the program on the others stands, as in the list of the cast who stay."""
    table = begun("nobody-told-the-bees", "B ⏎ ⏎ c c 4 ⏎ =Dogs ⏎ e ⏎ esc B C ⏎")
    advised = many_of({"stay": suggested(table, "stay") or ()}, "stay")
    assert len(advised) > 1
    offers = [offer for part in asking(table).question().parts for offer in part.offers]
    added = next(offer.key for offer in offers if offer.on is False)
    press(table, added)
    assert set(many_of({"stay": suggested(table, "stay") or ()}, "stay")) > set(advised)


def test_space_leaves_a_row_out_and_letters_go_on() -> None:
    """The last row is one arrow away, and behind a space each handle is added or taken away."""
    table, _ = seat(Story(between=True).state)
    press(table, "B", "'", *"Next", "enter", "up", "space")
    assert suggested(table, "present") == ("ada", "bob")
    press(table, "1", "3")
    assert suggested(table, "present") == ("bob", "cy")


def test_arrows_tick_and_untick_nothing_in_a_whole_list() -> None:
    """The cursor passes a person who was taken out, and rests on that row as Enter is pressed."""
    table, _ = seat(Story(between=True).state)
    press(table, "B", "'", *"Next", "enter", "down", "space", "up", "down")
    assert suggested(table, "present") == ("ada", "cy")
    press(table, "down", "up", "up")
    assert suggested(table, "present") == ("ada", "cy")


def test_wa_20_selected_absent_characters_are_unticked_and_pay_behind_tab() -> None:
    """Cy is elsewhere and selected: nobody is ticked in Cy's place, and Cy's points cost Wyrd on the other page."""
    story = Story(rod("mob", "Threat", 7))
    story.play("present cy")
    table, _ = seat(story.state)
    press(table, "3", "r")
    assert isinstance(table.asking, Asking)
    assert [offer.on for offer in table.asking.question().parts[0].offers] == [False, False, False]
    assert "Cy (absent: 1 Wyrd)" in table.asking.aside
    press(table, "1", "2", "enter")
    assert isinstance(table.asking, Asking)
    assert [offer.label for offer in table.asking.question().parts[0].offers] == ["Ada", "Bob"]
    assert ("tab", "other abilities, absent") in table.asking.question().keys
    press(table, "tab")
    offers = {offer.label: offer.hint for offer in table.asking.question().parts[0].offers}
    assert "1 Wyrd" in offers["Cy Body"]
    assert "2 Wyrd" in offers["Cy Mind"]
    press(table, "2", "2")
    assert suggested(table, "points") == (Portion("bob/mind", 2),)


def test_me_32_a_team_is_typed_like_every_list() -> None:
    """A team takes two characters or more: digits name both, and the selected one alone is joined, with a word."""
    for keys in (("1", "2"), ("space", "2"), ("2",)):
        table, _ = seat(Shop(VIKTOR, KIRIN).state)
        press(table, "1", "m", "a")
        assert isinstance(table.asking, Asking)
        assert table.asking.question().keys[0] == ("2", "add"), "one alone is no team, which Enter would take"
        press(table, *keys)
        assert suggested(table, "who") == ("viktor", "kirin")
    assert isinstance(table.asking, Asking)
    assert table.asking.question().parts[0].note == "Viktor stays ticked"
    press(table, "1")
    assert suggested(table, "who") == ("kirin",)


def test_wa_16_a_line_takes_the_selected_as_the_key_suggests_them() -> None:
    """The line faces with the selected character alone, and names them before (WA-16)."""
    rods = rod("beast", "Threat", 2), rod("deep", "Wits", 3, after=("beast",)), rod("choice", "Logic", 3, met_by="wyrd")
    table, _ = seat(Story(*rods).state)
    table.choose("party", "bob")
    press(table, ":", "=face beast")
    assert isinstance(table.asking, CommandLine)
    told = table.asking.outcome()
    assert told.startswith("Bob · Body · 1 die needs 2+")
    assert told.count("Deep") == told.count("opens Deep") == 1, "the beast is named, so no other is in question"
    press(table, "enter")
    assert roll_memory(table.state.rolls[-1]).involved == ("bob",)


def test_wa_16_no_character_replaces_the_selected_on_a_line() -> None:
    """If the selected character cannot face the challenge, the screen asks for another."""
    vicar = Actor("vicar", "The Vicar", "others", "persona")
    table, _ = seat(Story(rod("beast", "Threat", 2), people=(ADA, BOB, vicar)).state)
    table.choose("party", "vicar")
    press(table, ":", "=face beast", "enter")
    assert table.asking is not None
    assert table.state.rolls == ()


def test_wa_16_a_line_without_a_selection_asks_who_takes_part() -> None:
    state = Story(rod("beast", "Threat", 2)).state
    line = CommandLine(commands_of(state), state)
    line.paste("face beast")
    assert line.outcome() == ""
    begun = line.key("enter")
    assert isinstance(begun, CommandBegun)
    assert begun.answers == {"which": "beast"}


def test_wa_16_points_in_a_line_count_before_the_selection() -> None:
    state = Story(rod("beast", "Threat", 2)).state
    line = CommandLine(commands_of(state), state, focus={"ticked": ("bob",)})
    line.paste("face beast points=ada:1")
    assert line.outcome().startswith("Ada · Body · 1 die: sure"), line.outcome()


def test_wa_50_the_only_defeated_one_is_suggested_beside_another_selection() -> None:
    """One character is defeated and another selected: Enter takes the defeated one, and asks on (WA-50)."""
    story = Story(rod("mob", "Threat", 7))
    story.play("scratch bob body", "scratch bob body")
    table, _ = seat(story.state)
    table.choose("party", "ada")
    press(table, "f", "enter")
    assert table.asking is not None
    assert table.asking.question().answered == ("Bob",)
    assert table.state == story.state, "another question follows, so nothing is done yet"


@pytest.mark.parametrize(("hurt", "asked"), [(False, DRAKE.name), (True, MERCER.name)])
def test_we_66_the_only_one_out_is_suggested(hurt: bool, asked: str) -> None:
    """WE-66: Enter takes the foe who is out of action while an unhurt character is selected; a hurt one may concede."""
    play = Play(MERCER, FELIX, DRAKE)
    play.play("damage drake 12", *(["damage mercer 2"] if hurt else []))
    table, _ = seat(play.state)
    table.choose("party", "mercer")
    press(table, "f", *(() if hurt else ("enter",)))
    assert prompt(table).answered == (asked,)


def chosen(table: Controller) -> list[str]:
    """The rows that Enter would take."""
    return [one.label for part in prompt(table).parts for one in part.offers if one.here]


def test_we_61_a_choice_that_was_undone_is_suggested_again() -> None:
    """WE-35, WE-61: the same question about the same actor stands on it, and no die comes back."""
    table = begun(GANNET, "B ⏎ ⏎ 2 r B ⏎ =++++ ⏎ u r")
    assert chosen(table) == ["Investigate"]
    keyed(table, "⏎ ⏎")
    assert prompt(table).parts[-1].typed == ""
    keyed(table, "esc 1 r")
    assert chosen(table) == chosen(begun(GANNET, "B ⏎ ⏎ 1 r"))
    hurt = begun(GANNET, "B ⏎ ⏎ 2 d =6 ⏎ J ⏎ u")
    press(hurt, ".", "enter")
    assert hurt.speech.status.said == "Felix’s mild wound: Deceive −1"


def test_wa_17_points_that_were_undone_leave_any_number_to_give() -> None:
    """WA-17, WA-27: after an undo one point may be given where there were two, with the odds of one."""
    table = begun(BEES, "B ⏎ ⏎ esc r ⏎ 1 1 ⏎ =5 ⏎ ⏎ u r ⏎")
    assert prompt(table).preview == prompt(begun(BEES, "B ⏎ ⏎ esc r ⏎")).preview
    keyed(table, "1 ⏎")
    assert prompt(table).parts[0].prompt == "Die"
    lost = begun(BEES, "B ⏎ ⏎ esc r ⏎ ⏎ =1 ⏎ ⏎ _ ⏎ c ⏎ 1 1 ⏎ ⏎ u . ⏎ 1 ⏎")
    assert lost.session.done[-1].act.lines[0] == "Nora loses 1 (Hester’s good manners): Mind 5→4"


def test_wa_16_all_who_faced_a_challenge_are_suggested_after_an_undo() -> None:
    """WA-16: two characters had faced it; a character selected since stands alone."""
    roll = "B ⏎ ⏎ r _ ↓ _ ⏎ 1 2 ⏎ =5 ⏎ ⏎"
    table = begun(BEES, f"{roll} u r")
    assert suggested(table, "who") == ("nora", "hal")
    assert suggested(begun(BEES, f"{roll} u 3 r"), "who") == ("edith",)


def test_wa_52_no_rule_of_a_later_scene_is_offered() -> None:
    """WA-52: the rules of the scene and of the story are, those of scenes to come are not."""
    offers = [offer.label for offer in prompt(begun(BEES, "B ⏎ ⏎ esc v")).parts[0].offers]
    assert "Hester’s House" in offers
    assert "Fog off the Moor" in offers
    assert not [label for label in offers if "Bloody" in label or "Barefoot" in label]


def test_wa_36_dice_are_asked_in_the_order_of_the_list() -> None:
    """WA-36: the selected character stands first among those who roll, and so do the dice."""
    table = begun(BEES, "B ⏎ ⏎ esc 2 w space 1")
    assert [offer.label for offer in prompt(table).parts[0].offers][:2] == ["Hal Okafor", "Nora Marl"]
    assert suggested(table, "who") == ("hal", "nora")


def test_a_line_of_a_foe_aims_at_no_fellow_foe() -> None:
    """README: in a party member's turn a selected foe is the target of that member's attack, not of another foe's."""
    brute = someone("brute", "Brute", {"Fight": 1}, side="foes")
    play = Play(FELIX, DRAKE, brute)
    play("order style=gm who=felix,drake,brute")
    table, _ = seat(play.state)
    table.choose("order", "drake")
    press(table, ":", "=attack brute")
    assert isinstance(table.asking, CommandLine)
    assert table.asking.outcome().startswith("Brute · Felix Cavendish")


@pytest.mark.parametrize(
    ("keys", "aimed"),
    [
        ("n n n 2 space 3 space / =wreck ⏎ a", {"2", "3"}),
        ("/ =wreck ⏎ space / =sal ⏎ space a", {"a", "b"}),
        ("/ =sal ⏎ space 1 a", {"b"}),
    ],
)
def test_we_53_an_attack_is_aimed_at_ticked_opponents(keys: str, aimed: set[str]) -> None:
    """WE-53, README: a tick is for the next act, also for its targets; they are used up by it."""
    table = begun(GANNET, f"B ⏎ ⏎ esc i tab =4;3;2;0;-1 ⏎ {keys}")
    asked = prompt(table).parts[-1]
    assert {offer.key for offer in asked.offers if offer.on} == aimed
    keyed(table, f"⏎ =0000 tab ={';'.join(['0000'] * len(aimed))} ⏎")
    assert not table.cursor.selection.ticked_actors
