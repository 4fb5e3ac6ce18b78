"""An evening of the Wyrd Engine by the hand: each question shows what stands, and each act does what it says."""

from __future__ import annotations

import pytest

from tests.golden import screen_text
from tests.screens.shipped import FLIGHT, GANNET, asking, begun, keyed, prompt
from tests.screens.test_two_games import app_of
from wyrd_tui.screens.sheet import compose_sheet
from wyrd_tui.screens.table.controller import Controller
from wyrd_tui.screens.table.outlook import ladder_asked
from wyrd_tui.widgets.glyphs import UNICODE
from wyrd_tui.widgets.prompt import prompt_lines


@pytest.mark.parametrize("before", ["/ a enter", "I enter enter n n"], ids=["outside", "in a fight"])
@pytest.mark.parametrize("fate", ["F", "I"], ids=["one last act", "fights on"])
def test_we_68_we_90_a_fallen_mook_who_fights_on_stands_again(before: str, fate: str) -> None:
    """WE-68, WE-90: the number that fell comes back, told before Enter, so that he may act."""
    table = begun(FLIGHT, f"{before} d a enter 1 enter")
    keyed(table, "esc / a enter f")
    keyed(table, fate)
    assert "Patrolling crewman stands again, 0→1" in prompt(table, 200).preview
    keyed(table, "enter")
    crewman = table.session.state.actors["patrolling-crewman"]
    assert (crewman.count, crewman.fallen, crewman.out) == (1, 0, False)


def test_u_33_we_54_typed_dice_of_one_side_set_the_odds() -> None:
    """U-33, WE-54: an attack that stands at 6 cannot miss a defence that reaches 5 at most."""
    table = begun(FLIGHT, "a enter =++++")
    assert prompt(table).preview.startswith("+6 with dice +4 against Athletics +1: hits 100%, mean 5.0, out 100%")
    keyed(table, "⌫ ⌫ ⌫ ⌫ tab =++++")
    assert prompt(table).preview.startswith("4dF +2 against Athletics, +5 with dice +4: hits 1%, mean 0.0")


def test_u_33_we_38_typed_dice_set_the_odds_of_an_opposed_roll() -> None:
    table = begun(FLIGHT, "2 x a A A =----")
    assert prompt(table).preview.startswith("−1 with dice −4 against Shoot +1: wins 6%, tie 12%")


def test_u_33_typed_dice_set_the_odds_of_each_target() -> None:
    table = begun("the-locked-door", "I enter enter n n a 1 2 enter =++++;----")
    told = prompt(table).preview
    assert "+5 with dice +4, one throw against both" in told
    assert "Nell: hits 100%, mean 6.0" in told
    assert "Tobias: hits 99%, mean 4.0" in told


def test_a_roll_that_is_taken_back_leaves_its_challenge_chosen() -> None:
    """WE-35, U-33: with the challenge of a roll that was undone the next one counts for it."""
    table = begun(FLIGHT, "2 r Z enter enter =---0 enter esc u")
    keyed(table, "r A =--00")
    assert "Set the last charge" in prompt(table, 200).preview
    assert "for no challenge" not in prompt(table, 200).preview


def test_a_ruling_that_is_taken_back_leaves_its_challenge_chosen() -> None:
    """WE-35, WE-36: with its rung, unless the GM has chosen another since."""
    table = begun(FLIGHT, "[ [ 2 r Z A A =---0 ⏎ a ⏎")
    assert (table.cursor.has_chosen, table.cursor.followed, table.cursor.selection.rung) == (False, None, -2)
    keyed(table, "u esc")
    assert table.cursor.followed == (0, "Set the last charge")
    assert table.cursor.selection.rung == 0
    keyed(table, ". a ⏎")
    table.cursor.choose("ladder", "3")
    keyed(table, "u")
    assert (table.cursor.has_chosen, table.cursor.selection.rung) == (False, 3)


def test_we_35_a_roll_for_no_challenge_says_so_beside_typed_dice() -> None:
    table = begun(FLIGHT, "2 r A")
    assert prompt(table, 200).preview.endswith(" · the roll is for no challenge")
    keyed(table, "=--00")
    assert prompt(table, 200).preview.endswith("\nthe roll is for no challenge")


def test_we_53_we_77_the_list_of_skills_counts_what_the_form_ticks() -> None:
    """WE-53, WE-77: who has no rating for fighting meets one chance at the target, the skill and the dice."""
    table = begun(FLIGHT, "I enter enter n m A enter A A =++++ tab =---- enter n n n a")
    assert [offer.then for offer in prompt(table, 120).parts[0].offers][:1] == ["42%, out 42%"]
    keyed(table, "enter A")
    (fight, *_) = (offer for part in prompt(table, 120).parts for offer in part.offers if offer.label == "Fight")
    assert fight.then == "42%"
    keyed(table, "A")
    assert "hits 42%" in prompt(table, 120).preview


def test_we_97_challenges_seen_whole_stand_apart_from_titles() -> None:
    table = begun(FLIGHT, "B C")
    whole = "Players see: Reach the railing and Jump clear; Take the launch by title"
    assert whole in " ".join(prompt(table, 120).preview.split())
    keyed(table, "enter enter")
    assert whole in table.session.done[-1].act.lines


def test_we_38_either_side_may_win_the_boon() -> None:
    assert "win by 3 or more, by either side: a boon of +2" in prompt(begun(FLIGHT, "2 x a A A"), 120).preview


@pytest.mark.parametrize(
    ("keys", "boon"), [("=steam", "steam"), ("' =steam", "steam"), ("=the", "the upper hand"), ("", "the upper hand")]
)
def test_we_38_letters_that_find_no_boon_name_it(keys: str, boon: str) -> None:
    """WE-38: the row of the boon says that it takes words of the GM's own, with and without the quotation mark."""
    table = begun(FLIGHT, f"2 x a A A =++++ tab =---- enter {keys}")
    assert asking(table).command.id == "boon"
    assert "no choice" not in prompt(table).parts[0].note
    keyed(table, "enter")
    assert [bonus.label for bonus in table.state.bonuses.values()] == [boon]


def test_we_38_a_misspelt_boon_is_no_name_of_its_own() -> None:
    """WE-38: what is spelt much like a choice is asked about, as everywhere."""
    table = begun(FLIGHT, "2 x a A A =++++ tab =---- enter =the_uper_hand")
    assert "did you mean" in prompt(table).parts[0].note
    keyed(table, "enter")
    assert not table.state.bonuses


def test_we_21_the_reroll_of_a_defence_names_its_thrower() -> None:
    """WE-21: it is Drake who throws again, and not the one who hit him."""
    table = begun(FLIGHT, "O =drake enter I enter enter 2 a d enter A A G =++++ tab =0000 enter")
    assert asking(table).command.id == "reroll"
    asked = prompt(table, 120)
    assert asked.answered == ("Admiral Lucius Drake, Combat",)
    assert asked.preview == "Combat, 2 so far · Unyielding Pursuit · Felix hits 81%, mean 2.1, out 0%"


@pytest.mark.parametrize(
    ("fate", "told"), [("F", True), ("I", True), ("E", False)], ids=["last act", "fights on", "dead"]
)
def test_we_67_a_fate_says_that_the_risk_of_death_ends(fate: str, told: bool) -> None:
    table = begun(FLIGHT, "I enter enter 1 d =11 enter")
    keyed(table, fate)
    line = "Mercer is no longer at risk of death"
    assert (line in prompt(table, 120).preview) is told
    keyed(table, "enter")
    assert (line in table.session.done[-1].act.lines) is told
    labels = {one.label for actor in table.state.actors.values() for one in actor.conditions}
    assert "at risk of death" not in labels


def test_we_52_a_round_gone_back_to_has_no_action_used() -> None:
    table = begun(FLIGHT, "I enter enter n n a 1 enter =---- tab =++++ enter n a a enter =---- tab =++++ enter")
    assert any(place.used for place in table.state.order.places)
    keyed(table, "p")
    assert table.session.done[-1].act.lines[0].startswith("Back to round 1, with no action used: ")
    assert not any(place.used for place in table.state.order.places)


def test_we_91_a_ruling_on_an_attack_names_all_its_targets() -> None:
    """WE-06, WE-91: one verdict serves for both, so that both stand in it."""
    table = begun("the-locked-door", "I enter enter n n a 1 2 enter =---- tab =++++;++++ enter F a")
    line = "SUCCESS · The GM rules on The guard’s Fight against Nell and Tobias"
    assert prompt(table, 120).preview.splitlines()[0] == line
    keyed(table, "enter")
    assert table.session.done[-1].act.lines[0] == line


def test_we_69_a_price_noted_as_a_fight_ends_is_told() -> None:
    table = begun(FLIGHT, "I enter enter y =watch enter e")
    line = "Mercer, who conceded, may act again; price, kept in the notes: watch"
    assert line in prompt(table, 120).preview
    keyed(table, "enter")
    assert line in table.session.done[-1].act.lines
    assert table.state.actors["elias-mercer"].notes.endswith("Conceded: watch")


def test_a_name_that_nothing_fits_stands_as_it_was_typed() -> None:
    """A letter that was refused is forgotten only as long as the name fits something without it."""
    table = begun(FLIGHT, "O =felix")
    assert prompt(table).parts[0].typed == "felix"
    assert prompt(table).parts[0].note.startswith("no choice matches “felix”")
    table = begun(FLIGHT, "O =zdrake")
    assert prompt(table).parts[0].typed == "drake"
    assert [offer.label for offer in prompt(table).parts[0].offers] == ["Admiral Lucius Drake"]


def test_a_name_that_nobody_has_finds_nobody_else() -> None:
    """Behind two letters that were refused, the beginning of a name finds nobody."""
    table = begun(FLIGHT, "O =zxd")
    assert prompt(table).parts[0].typed == "zxd"
    assert prompt(table).parts[0].note.startswith("no choice matches “zxd”")
    keyed(table, "⏎")
    assert "zxd" in prompt(table).refused


def test_an_emptied_search_is_over_however_it_was_emptied() -> None:
    """Own words begin behind it, as behind the last backspace."""
    for keys in ("⌫ ⌫ ⌫", "ctrl+u", "ctrl+w"):
        table = begun(FLIGHT, f"B / =xyz {keys} '")
        assert prompt(table).parts[-1].note == "in your own words"


def test_the_scene_being_played_cannot_be_chosen_to_begin() -> None:
    """The others keep their keys."""
    table = begun(FLIGHT, "B")
    offers = [(offer.key, offer.label) for offer in prompt(table).parts[0].offers]
    assert offers == [("B", "Below Decks"), ("C", "The Railing")]


def test_we_70_the_end_of_a_scene_in_a_fight_names_both() -> None:
    table = begun(FLIGHT, "I enter enter e b")
    ends = "The fight is over · Scene 1 ends: The Engine Room"
    assert prompt(table, 120).preview == f"{ends}\nNothing expires and nothing comes back"


def test_no_enter_is_offered_before_a_number_is_typed() -> None:
    table = begun(FLIGHT, "1 d")
    assert "enter" not in dict(prompt(table).keys)
    keyed(table, "2")
    assert dict(prompt(table).keys)["enter"] == "confirm"


def test_we_73_the_kind_of_wound_is_asked_by_its_name() -> None:
    table = begun(FLIGHT, "I enter enter 1 d 6 enter A enter W")
    assert prompt(table).parts[0].prompt == "Kind of wound"


def test_we_90_the_sheet_of_one_who_fell_alone_has_no_number() -> None:
    table = begun(FLIGHT, "/ a enter d 1 enter")
    (crewman,) = (one for one in table.state.actors.values() if one.kind == "mook")
    assert crewman.count == 0
    assert "×" not in str(compose_sheet(table.state, crewman, 80)[0].spans)


def test_we_75_a_feint_is_for_the_next_attack() -> None:
    table = begun("the-locked-door", "I enter enter 1 m D enter =++++ tab =---- enter")
    assert table.session.done[-1].act.lines[-1].startswith("Nell gains +1 in the next attack against The guard")


def test_we_44_we_46_help_bound_to_a_foe_counts_and_free_help_waits() -> None:
    """WE-44, WE-46, WE-76: help and a manoeuvre are alike: bound to a foe they count by themselves, else by a tick."""
    free = begun(FLIGHT, "2 h 1 A =++++ enter 1 a enter")
    bound = begun(FLIGHT, "2 h 1 A B a =++++ enter 1 a enter")
    ticks = [
        [offer.on for part in prompt(table, 120).parts for offer in part.offers if "help from Felix" in offer.label]
        for table in (free, bound)
    ]
    assert ticks == [[False], [True]]
    table = begun(FLIGHT, "1 m A _ C =++++ enter 1 a enter")
    labels = {offer.label: offer.on for part in prompt(table, 120).parts for offer in part.offers}
    assert labels["disarm"] is False


def test_we_75_an_advantage_counts_while_a_skill_is_sought() -> None:
    """WE-75: with no rating for fighting, line and row say the chance of the attack, as after the choice."""
    table = begun(GANNET, "B ⏎ ⏎ 2 m D b C 3 =++++ tab =---- ⏎ 3 a b ⏎ A r a p p")
    sought = prompt(table, 200)
    (row,) = (offer for part in sought.parts for offer in part.offers if offer.label == "Rapport")
    assert (sought.preview.split(" · ")[0], row.then) == (
        "4dF +2 against Athletics +1: hits 58%, mean 1.5, out 42%",
        "58%",
    )
    assert "Isadora uses up “feint”" in sought.preview
    keyed(table, "⏎")
    assert prompt(table, 200).preview == sought.preview


@pytest.mark.parametrize("keys", ["a", "m"])
async def test_the_ladder_is_that_of_who_acts_in_the_question(keys: str) -> None:
    """WE-53: while Felix attacks the selected foe, the ladder shows no odds of the foe."""
    state = begun(GANNET, "B ⏎ ⏎ i tab =0;4;0;0;0 ⏎").state
    app = app_of(state)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("slash", *"sal", "enter", keys)
        await pilot.pause()
        assert "Felix Cavendish, Crafts +3" in screen_text(app)
        assert "Sal Trevanion, Shoot" not in screen_text(app)


@pytest.mark.parametrize("chosen", [False, True])
def test_a_redone_roll_leaves_the_choice_that_it_left_before(chosen: bool) -> None:
    """WE-35: undo chooses the challenge of the roll; redo leaves chosen what was chosen after the roll."""
    table = begun(GANNET, f"B ⏎ ⏎ {'/ m o o r ⏎ ' if chosen else ''}1")
    keyed(table, "r ⏎ =---- ⏎ esc" if chosen else "r Z ⏎ ⏎ =---- ⏎ esc")
    after = table.cursor.selection
    keyed(table, "u")
    assert table.cursor.stands_at_roll
    keyed(table, "U esc")
    assert table.session.done[-1].act.command == "roll"
    assert table.cursor.selection == after
    assert table.cursor.stands_at_roll


@pytest.mark.parametrize("fight", ["", "i ⏎ ", "i ⏎ n "])
def test_we_46_help_takes_the_same_keys_in_a_fight(fight: str) -> None:
    """WE-46, U-34: whose turn it is stands first, and a digit is an ally and no die."""
    table = begun(FLIGHT, f"{fight}2 h", ("+000", "0000", "-000", "----"))
    assert [part.prompt for part in prompt(table).parts] == ["Helped ally"]
    (suggested,) = [offer.label for offer in prompt(table).parts[0].offers if offer.here]
    assert suggested == "Captain Elias Mercer"
    keyed(table, "1")
    assert asking(table).answers["for"] == "elias-mercer"
    assert prompt(table).parts[0].prompt == "Roll"


@pytest.mark.parametrize(("keys", "rating"), [("2 r a ⏎ ⌫ ⌫", "Athletics"), ("2 r Z A =inv ⏎ ⌫", "Investigate")])
def test_a_list_that_is_gone_back_to_takes_capitals(keys: str, rating: str) -> None:
    """U-33: the name that was typed there is gone, and the choice that it found is highlighted."""
    table = begun(FLIGHT, keys)
    assert [one.label for one in prompt(table).parts[1].offers if one.here] == [rating]
    keyed(table, "A")
    assert asking(table).answers["skill"] == "Crafts"


def _ladder_title(table: Controller) -> str:
    cursor = table.cursor
    seen = cursor.selection.state_in_game(table.state)
    shown = ladder_asked(table.roll_in_sight, table.rules, seen, cursor.ladder.odds, None, cursor.selection.actor)
    return shown.title if shown is not None else ""


@pytest.mark.parametrize(
    ("keys", "title"),
    [
        ("1 a ⏎", "Captain Elias Mercer, Shoot +2"),
        ("1 m D ⏎", "Captain Elias Mercer, Deception +2"),
        ("1 x ⏎ =athl ⏎", "Captain Elias Mercer, Athletics +1"),
        ("2 a ⏎", "Felix Cavendish, Crafts +3"),
        ("2 a ⏎ A A", "Felix Cavendish, Fight 0"),
    ],
)
def test_the_ladder_is_that_of_the_roll_that_is_asked(keys: str, title: str) -> None:
    """WE-53, WE-75: no odds of another rating stand beside an act, once it is known whom it is against."""
    assert _ladder_title(begun(FLIGHT, keys)) == title


def test_we_46_the_ladder_of_help_is_that_of_its_skill() -> None:
    """WE-46, U-33: that of the skill chosen in the question; the arrows choose one before it."""
    table = begun(FLIGHT, "2 h 1 B")
    assert prompt(table).preview.startswith("4dF +2 against")
    assert _ladder_title(table) == "Felix Cavendish, Investigate +2"
    keyed(table, "esc right right h 1")
    assert _ladder_title(table) == "Felix Cavendish, Resources +2"
    (suggested,) = [offer.label for offer in prompt(table).parts[0].offers if offer.here]
    assert suggested == "Resources"


def test_after_undo_the_ladder_has_the_rating_that_is_suggested() -> None:
    """WE-35: the next roll suggests what was chosen for the one that is taken back, and another character their own."""
    table = begun(FLIGHT, "2 r B =---0 ⏎")
    assert _ladder_title(table) == "Felix Cavendish, Crafts +3"
    keyed(table, "u")
    assert _ladder_title(table) == "Felix Cavendish, Investigate +2"
    keyed(table, "r")
    assert [offer.label for offer in prompt(table).parts[1].offers if offer.here] == ["Investigate"]
    assert _ladder_title(table) == "Felix Cavendish, Investigate +2"
    keyed(table, "esc 1")
    assert _ladder_title(table).startswith("Captain Elias Mercer, ")
    keyed(table, "2 c a ⏎ ⏎")
    assert _ladder_title(table) == "Felix Cavendish, Crafts +3"


@pytest.mark.parametrize("act", ["a ⏎ =++00;----", "m A a =++00;----"])
def test_we_52_typed_dice_leave_the_primary_action_told(act: str) -> None:
    """WE-52, U-33: once, as before they are typed."""
    table = begun(FLIGHT, "i ⏎ " + act.rpartition(" ")[0], ("++++", "0000", "0000"))
    assert prompt(table).preview.count("Primary action") == 1
    keyed(table, act.rpartition(" ")[2])
    assert "++00" in prompt(table, 200).preview
    assert prompt(table).preview.count("Primary action") == 1


@pytest.mark.parametrize("keys", ["2 a ⏎ ⏎ A", "2 a ⏎ A A"])
def test_u_33_a_chosen_weapon_gives_the_caret_to_the_dice(keys: str) -> None:
    """U-33: whether the list was opened by its key or by Enter on a form that lacks the weapon."""
    assert [part.prompt for part in prompt(begun(FLIGHT, keys)).parts if part.active] == ["Dice"]


def test_we_19_traits_of_a_target_bear_its_short_name() -> None:
    """WE-19, WE-53: which leaves room at 80 columns for what limits the trait."""
    table = begun(FLIGHT, "/ a ⏎ a 1 2 ⏎")
    labels = [offer.label for part in prompt(table).parts for offer in part.offers]
    assert "Mercer: A Captain Never Abandons His Crew" in labels


def test_an_attack_without_a_target_offers_the_arrows() -> None:
    table = begun("murder-at-the-brass-orchid", "B B ⏎ a")
    assert dict(prompt(table).keys).get("↓") == "choose"
    assert "enter" not in dict(prompt(table).keys)
    keyed(table, "down")
    assert dict(prompt(table).keys).get("enter") == "confirm"


def test_we_68_the_letters_of_fates_stay_after_a_last_act() -> None:
    """WE-68: one last desperate act is offered once, and its letter is no other fate's then."""
    table = begun(FLIGHT, "I ⏎ ⏎ 1 d =11 ⏎ F ⏎ esc a a ⏎ =---- tab =++++ ⏎")
    assert any(one.out for one in table.state.actors["elias-mercer"].conditions)
    keyed(table, "esc esc 1 f")
    offers = {offer.label: offer.key for part in prompt(table).parts for offer in part.offers}
    assert "one last desperate act" not in offers
    assert (offers["saved by an ally"], offers["gone for good"]) == ("G", "J")


@pytest.mark.parametrize("most", range(4, 9))
def test_every_name_that_is_found_has_its_row(most: int) -> None:
    """The handles of actors stand beside their names, also while the rest of the list has no keys."""
    table = begun(FLIGHT, "/ =a")
    lines = prompt_lines(prompt(table), 80, UNICODE, most)
    told = "\n".join("".join(text for text, _ in line) for line in lines)
    names = [offer.label for part in prompt(table).parts for offer in part.offers]
    assert {"A wager", "Captain Elias Mercer"} <= {*names}
    assert [name for name in names if name not in told] == []


def test_a_refused_point_keeps_enter_on_a_low_screen() -> None:
    """WE-61, U-33: the key that is pressed twice is named before keys that are wanted less."""
    table = begun(FLIGHT, "1 d 1 0 ⏎ A ⏎ A ⏎ A A A")
    drawn = "\n".join("".join(text for text, _ in line) for line in prompt_lines(prompt(table), 80, UNICODE))
    assert "⏎ twice to confirm" in drawn


def test_we_46_the_odds_of_help_count_no_helper() -> None:
    """WE-46: of the roll that is helped they do."""
    table = begun(FLIGHT, "2 h 1 ⏎")
    assert "success 94%" in prompt(table, 200).preview
    assert "helper’s +1" not in prompt(table, 200).preview
    keyed(table, "esc esc esc r A")
    assert "with a helper’s +1" in prompt(table, 200).preview


def test_a_name_is_changed_from_the_one_it_has() -> None:
    """WE-81: a slip costs a few keys, and a letter begins anew; every other text begins empty."""
    table = begun(FLIGHT, "2 @ a")
    assert prompt(table).parts[0].typed == "Felix Cavendish"
    keyed(table, "⌫ =sh ⏎")
    assert [actor.name for actor in table.state.actors.values()][1] == "Felix Cavendissh"
    keyed(table, "2 @ a =Ann ⏎")
    assert [actor.name for actor in table.state.actors.values()][1] == "Ann"
    keyed(table, "2 @ c")
    assert prompt(table).parts[0].typed == ""


def test_a_character_brought_in_unseen_is_called_hidden() -> None:
    """WE-97: before Enter, with the key that shows the newcomer."""
    table = begun("murder-at-the-brass-orchid", "O =doormen")
    assert "hidden from players; ``visibility`` shows it" in prompt(table, 200).preview
    keyed(table, "⌫ " * 7 + "=duval")
    assert "hidden" not in prompt(table, 200).preview


def test_we_41_the_ruling_of_an_opposed_roll_names_both_sides() -> None:
    """WE-41, U-03."""
    table = begun("murder-at-the-brass-orchid", "B ⏎ ⏎ 2 x ⏎ ⏎ ⏎ =000-0000 ⏎")
    assert "Isadora rolls Empathy against Duval" in prompt(table, 200).preview


def test_we_55_a_ruling_on_an_attack_names_its_target_once() -> None:
    """WE-55: the head of the line has the name already."""
    table = begun("murder-at-the-brass-orchid", "⏎ B ⏎ ⏎ 1 a a ⏎ ⏎ C =---- tab =++++ ⏎ F")
    assert prompt(table, 120).preview.splitlines()[0] == "MISS: Felix attacks Duval"


def test_a_group_enters_alike_before_and_after_enter() -> None:
    """WE-91: the line before a scene has the verb of the log."""
    table = begun(FLIGHT, "⏎ B ⏎ ⏎")
    assert "Crew of the watch ×4 enter;" in prompt(table, 120).preview.replace("\n", "; ")
