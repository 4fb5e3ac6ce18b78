"""The questions of the Wyrd Abacus as they are put at 80 columns: points are quick, and what they are worth is told."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.sheets import make_abilities
from wyrd_tui.engine.commands import Answer, Answers, Portion
from wyrd_tui.engine.dice import LiveDice
from wyrd_tui.engine.line_syntax import parse_line
from wyrd_tui.engine.page import Page, Trigger
from wyrd_tui.engine.rules import all_games
from wyrd_tui.engine.rules.wyrd_abacus.consequences import CONSEQUENCE
from wyrd_tui.engine.rules.wyrd_abacus.recovery import RESTORE_POINTS
from wyrd_tui.engine.session import Session
from wyrd_tui.engine.state import WYRD_ABACUS, Actor, Book, Scene, State
from wyrd_tui.screens.questions.asking import Asking
from wyrd_tui.screens.questions.outcomes import Done
from wyrd_tui.store.files import folders
from wyrd_tui.store.scenarios import scenario
from wyrd_tui.widgets.glyphs import UNICODE
from wyrd_tui.widgets.prompt import prompt_lines


def character(key: str, name: str, body: int, mind: int, soul: int) -> Actor:
    return Actor(key, name, "party", "pc", sheets={WYRD_ABACUS: make_abilities(body, mind, soul)}, visibility="open")


CHARACTERS = (
    character("ada", "Ada Whitcombe", 5, 4, 6),
    character("bob", "Bob Tarrant", 4, 5, 6),
    character("cy", "Cyril Ashdown", 2, 6, 7),
)
BLOODY = Page("bloody", "rule", "Bloody", public=True, triggers=(Trigger("loss", "another", type="Threat"),))


@pytest.fixture
def played() -> Session:
    actors = {actor.id: actor for actor in CHARACTERS}
    state = State("T", (WYRD_ABACUS,), actors=actors, scene=Scene(between=True), book=Book((BLOODY,)))
    session = Session(state, dice=LiveDice(1), clock=lambda: 0.0)
    play(session, "begin Cottage present=ada,bob", "challenge threat 7 Mob", "challenge pressure 5 Vicar")
    return session


def play(session: Session, *lines: str) -> None:
    for line in lines:
        session.do(*parse_line(line, session.state, all_games.commands_of(session.state)))


def asked(session: Session, command: str, **focus: Answer) -> Asking:
    row = next(row for row in all_games.commands_of(session.state) if row.id == command)
    asking = Asking(row, session.state, focus)
    asking.start()
    return asking


def press(asking: Asking, keys: str) -> Done | None:
    for key in keys.split():
        outcome = asking.key(key, key if len(key) == 1 else None)
        if isinstance(outcome, Done):
            return outcome
    return None


def shown(asking: Asking) -> list[str]:
    lines = prompt_lines(asking.question(80, UNICODE), 80, UNICODE)
    return ["".join(text for text, _ in line).rstrip() for line in lines]


def test_points_of_two_and_the_roll_are_seven_keys(played: Session) -> None:
    """WA-16, WA-17: `r` opens it, and six keys more do it."""
    done = press(asked(played, "face", next="mob"), "enter 1 1 2 enter enter")
    assert done is not None
    assert done.answers == {
        "which": "mob",
        "who": ("ada", "bob"),
        "points": (Portion("ada", 2), Portion("bob", 1)),
        "dice": "",
    }


def test_digits_deal_points_to_members_of_the_party(played: Session) -> None:
    done = press(asked(played, "face", next="mob"), "enter 1 2 1 enter enter")
    assert done is not None
    assert done.answers["points"] == (Portion("ada", 2), Portion("bob", 1))


def test_choosing_participants_shows_the_cost_of_the_absent(played: Session) -> None:
    """WA-20."""
    rows = shown(asked(played, "face", next="mob"))
    assert rows[0] == " face › Mob › Which characters"
    assert rows[1] == "▸1 [x] Ada Whitcombe   2 [x] Bob Tarrant   3 [ ] Cyril Ashdown absent: 1 Wyrd"


def test_wa_20_the_line_names_absent_characters_left_out_without_points(played: Session) -> None:
    """An absent character that is ticked takes part with a point alone; the line says so until one is given (WA-20)."""
    asking = asked(played, "face", next="mob")
    press(asking, "3 enter 1")
    assert asking.question(80).preview.endswith("; Cyril Ashdown gives nothing and is left out")
    press(asking, "3")
    assert "left out" not in asking.question(80).preview


def test_points_show_those_spent_those_left_and_the_odds(played: Session) -> None:
    """WA-17, WA-25."""
    asking = asked(played, "face", next="mob")
    press(asking, "enter 1 1 2")
    rows = shown(asking)
    assert "Points  3: Ada 2, Bob 1" in rows[0]
    assert "needs 4+: 50%" in rows[1]
    assert rows[2].startswith(" 1 [2] Ada 3 of 5  ▸2 [1] Bob 3 of 4")
    press(asking, "backspace backspace backspace")
    assert "▸1 [ ] Ada 5 of 5   2 [ ] Bob 4 of 4" in " ".join(shown(asking))


def test_other_abilities_stand_behind_one_key(played: Session) -> None:
    """WA-19."""
    asking = asked(played, "face", next="mob")
    press(asking, "enter 1 tab")
    assert "Ada Mind 4 of 4, 1 Wyrd" in " ".join(shown(asking))
    done = press(asking, "1 tab 2 enter enter")
    assert done is not None
    assert done.answers["points"] == (Portion("ada", 1), Portion("bob", 1), Portion("ada/mind", 1))


def test_wa_27_handles_take_losses_of_the_other_abilities_too(played: Session) -> None:
    """WA-27: on both pages the handle of a character is the first key, as it is where points are given."""
    play(played, "face mob ada dice=1", "draw accept")
    asking = asked(played, "consequence", of="mob")
    press(asking, "c enter 2 tab 2 2")
    assert asking.so_far()["losses"] == (Portion("bob", 1), Portion("bob/mind", 2))


def test_wa_19_a_character_without_the_wyrd_gives_none(played: Session) -> None:
    """WA-19: the refusal says that Wyrd is lacking, and not the points of the ability, where another takes the last."""
    play(played, "pool 1")
    asking = asked(played, "face", next="mob")
    press(asking, "enter tab 1 2")
    assert asking.question(80).refused == "Bob Mind can give none (5 of 5, 1 Wyrd: not enough left)."


def test_wa_22_a_draw_that_is_too_large_names_the_most(played: Session) -> None:
    """WA-22: as one that is larger than the gap does."""
    play(played, "pool 2", "face mob ada,bob dice=1")
    asking = asked(played, "draw")
    press(asking, "1 5")
    assert asking.question(80).refused == "The scene has 2 Wyrd left. Draw 2 or fewer, not 5."


def test_a_character_gives_no_more_points_than_are_left(played: Session) -> None:
    """WA-17."""
    asking = asked(played, "face", next="mob")
    press(asking, "enter 2 2 2 2 2")
    assert "Bob has only 4 to give." in " ".join(shown(asking))


def test_the_answers_name_the_points_given(played: Session) -> None:
    asking = asked(played, "face", next="mob")
    press(asking, "enter 1 1 2 enter")
    assert asking.question().answered[-1] == "Ada 2, Bob 1"


def test_a_short_roll_is_accepted_by_no_enter_too_many(played: Session) -> None:
    """WA-22, WA-23."""
    play(played, "face mob ada,bob ada:2,bob:1 dice=1")
    asking = asked(played, "draw")
    rows = shown(asking)
    assert rows.pop(1).startswith(" The die is 3 short of 7; each Wyrd adds 1. ")
    assert rows[1] == " _ accept it consequences follow"
    assert rows[2].startswith(" 1 Ada Whitcombe takes Wyrd (3 suggested), reaches 7 of 7")
    assert rows[3].startswith(" 2 Bob Tarrant takes Wyrd (3 suggested), reaches 7 of 7")
    assert press(asking, "enter enter") is None
    assert "choose one" in " ".join(shown(asking))


def test_several_points_of_wyrd_are_drawn_in_one_act(played: Session) -> None:
    """WA-22: three short, three points by one of those in it; the line shows the end before Enter."""
    play(played, "face mob ada,bob ada:2,bob:1 dice=1")
    asking = asked(played, "draw")
    assert press(asking, "2 3") is None
    assert "OVERCOME" in " ".join(shown(asking))
    assert press(asking, "enter") == Done({"of": "mob", "taker": "bob", "points": 3})


def test_one_point_short_asks_for_no_number(played: Session) -> None:
    """WA-22: where one point closes the gap, the taker is the whole answer."""
    play(played, "face mob ada,bob ada:2,bob:2 dice=2")
    asking = asked(played, "draw")
    assert press(asking, "2 enter") == Done({"of": "mob", "taker": "bob", "points": 1})


def test_accept_keeps_its_key_beside_a_lender(played: Session) -> None:
    """The key `_` spends nothing, also where somebody could lend points (WA-22, WA-51)."""
    play(played, "scratch cy soul", "lose cy soul 1", "defeat cy player=wyrd dice=")
    play(played, "challenge logic 9 Ledger", "face ledger ada dice=1")
    asking = asked(played, "draw")
    assert any("lends" in row for row in shown(asking))
    done = press(asking, "_ enter")
    assert done is not None
    assert done.answers["taker"] == "accept"


def test_other_abilities_are_offered_of_all_who_may_pay(played: Session) -> None:
    """A payer of the ability that is called for may also pay with another, at a price (WA-16, WA-19)."""
    asking = asked(played, "face", next="mob")
    press(asking, "1 enter 1 2 tab")
    rows = " ".join(shown(asking))
    assert all(purse in rows for purse in ("Ada Mind", "Ada Soul", "Bob Mind", "Bob Soul"))


@pytest.mark.parametrize("keys", ["1 2", "2 1"])
def test_wa_16_a_point_takes_its_giver_in_whoever_gives_first(played: Session, keys: str) -> None:
    """WA-16: a key gives the same point in any order, and the line names those who come in by it."""
    asking = asked(played, "face", next="mob", ticked=("bob",))
    press(asking, "enter")
    assert any("A key gives a point; the die comes after" in row for row in shown(asking))
    press(asking, keys)
    assert asking.refused == ""
    assert asking.so_far()["points"] == (Portion("bob", 1), Portion("ada", 1))
    assert any("Ada 1, who takes part too" in row for row in shown(asking))


def test_wa_16_six_payers_of_long_names_are_told_whole() -> None:
    """WA-16, WA-19, WA-25: the points given, the cheapest ways and the price are cut nowhere at 80 columns."""
    names = ("Wilhelmina", "Cornelius", "Maximiliana", "Bartholomew", "Persephone", "Ferdinand")
    people = {name: character(name, f"{name.capitalize()} Vale", 7, 6, 5) for name in map(str.casefold, names)}
    state = State("T", (WYRD_ABACUS,), actors=people, scene=Scene(between=True))
    session = Session(state, dice=LiveDice(1), clock=lambda: 0.0)
    play(session, "begin Hall present=*", 'challenge obstruction 16 "The flood"')
    asking = asked(session, "face", next="the-flood")
    press(asking, "1 2 3 4 5 6 enter")
    ways = "50% with Wilhelmina Body +6 and Cornelius Body +6, sure with Wilhelmina Body +5, Cornelius Body +5 and"
    assert ways in " ".join(" ".join(shown(asking)).split())
    press(asking, "1 1 2 2 3 3 4 4 5 5 6 6 tab a b")
    told = " ".join(" ".join(shown(asking)).split())
    assert "…" not in told
    assert "Ferdinand 2, Wilhelmina Soul 1, Cornelius Soul 1 Body" in told
    assert "costs 2 of 7 Wyrd (Wilhelmina and Cornelius take 1 each)" in told
    press(asking, "c")
    assert "costs 3 of 7 Wyrd (" in " ".join(shown(asking))


def test_wa_19_the_rows_behind_tab_stay_as_points_are_given(played: Session) -> None:
    """WA-19: Space gives to the row that was highlighted, before and after the first point."""
    asking = asked(played, "face", next="mob", ticked=("bob",))
    press(asking, "enter tab b space")
    assert asking.so_far()["points"] == (Portion("bob/soul", 2),)


def test_a_key_of_the_other_page_points_to_tab_once(played: Session) -> None:
    asking = asked(played, "face", next="mob", ticked=("bob",))
    press(asking, "enter 3")
    assert asking.refused == "Cyril Ashdown gives no points here. Tab shows other abilities, absent."
    assert " ".join(shown(asking)).count("A key gives a point") == 1


def test_presence_is_asked_and_previewed(played: Session) -> None:
    """WA-07: who enters or exits is seen before Enter moves anybody."""
    asking = asked(played, "present", ticked=("bob",))
    assert any("Bob Tarrant exits" in row for row in shown(asking))
    done = press(asking, "enter")
    assert done is not None
    assert done.answers == {"who": ("bob",)}


def test_a_scratched_ability_says_that_it_defeats(played: Session) -> None:
    """WA-31."""
    play(played, "scratch ada mind")
    asking = asked(played, "scratch", actor="ada")
    assert any("Mind scratched out: defeats Ada" in row for row in shown(asking))


def test_damage_suggests_the_number_of_the_scenario(played: Session) -> None:
    """WA-27: a typed number comes before half of the value; the line says where the points come from."""
    state = played.state
    mob = next(rod for rod in state.challenges.values() if rod.title == "Mob")
    named = replace(state, challenges={**state.challenges, mob.id: replace(mob, loss=4)})
    for table, points, words in ((named, 4, "4 by the scenario"), (state, 3, "half of 7, rounded down")):
        answers: Answers = {"of": mob.id, "what": ("damage",), "who": ("ada",), "ability": "body"}
        ask = next(ask for ask in CONSEQUENCE.asks if ask.name == "points")
        assert ask.default(table, answers) == points
        assert words in ask.preview(table, {**answers, "points": points})


def test_consequences_tell_what_they_would_leave(played: Session) -> None:
    """WA-27, WA-28."""
    play(played, "face mob ada,bob ada:2,bob:1 dice=1", "draw accept")
    asking = asked(played, "consequence")
    assert all(f"[ ] {kind}" in " ".join(shown(asking)) for kind in ("story", "damage", "trauma", "wyrd", "roll"))
    press(asking, "b enter enter enter")
    rows = shown(asking)
    assert rows[0].startswith(" consequences › Mob › damage › Ada, Bob › Body › Points")
    assert "Ada Whitcombe Body 3→0, scratched out" in rows[1]


def test_wa_27_the_last_line_of_a_consequence_tells_its_damage(played: Session) -> None:
    """WA-27, WA-38."""
    play(played, "face mob ada,bob ada:2,bob:1 dice=1", "draw accept")
    asking = asked(played, "consequence")
    press(asking, "b g enter enter enter enter enter")
    assert [part.prompt for part in asking.question().parts] == ["Dice"]
    assert "Ada loses 3: Body 3→0" in asking.question().preview


def test_u_22_a_consequence_says_who_counts_as_having_faced_the_challenge(played: Session) -> None:
    """Bob was not in it and suffers Wyrd: the line says that he counts as one who faced it (U-22)."""
    play(played, "face mob ada dice=1", "draw accept")
    asking = asked(played, "consequence")
    press(asking, "d enter 2 enter")
    assert "Bob Tarrant counts as having faced it" in asking.question().preview
    play(played, "consequence what=wyrd whose=bob by=1")
    play(played, "face vicar ada dice=1", "draw accept")
    asking = asked(played, "consequence")
    press(asking, "d enter 2 enter")
    assert "having faced" not in asking.question().preview


def test_space_behind_a_ticked_choice_says_that_it_stays(played: Session) -> None:
    asking = asked(played, "face", next="mob")
    press(asking, "2 space")
    assert "Bob Tarrant stays ticked; the next key adds" in " ".join(shown(asking))
    press(asking, "1")
    assert asking.so_far()["who"] == ("ada", "bob")
    assert "stays ticked" not in " ".join(shown(asking))


def test_wa_26_the_stake_is_the_usual_story_of_a_consequence(played: Session) -> None:
    """Enter tells it; other words stand beside what was at stake, which is said once (WA-12, WA-26)."""
    mob = replace(played.state.challenges["mob"], lose="They break the door.")
    at_the_door = replace(played.state, challenges={**played.state.challenges, "mob": mob})
    session = Session(at_the_door, dice=LiveDice(1), clock=lambda: 0.0)
    play(session, "face mob ada dice=1", "draw accept")
    asking = asked(session, "consequence")
    press(asking, "a enter")
    question = asking.question()
    assert (question.parts[0].ghost, "At stake" in question.preview) == ("They break the door.", False)
    assert "Consequence of Mob – They break the door." in question.preview
    press(asking, "x")
    assert " ".join(shown(asking)).count("At stake: They break the door.") == 1


def test_final_rolls_tell_everybodys_chance(played: Session) -> None:
    """WA-41."""
    asking = asked(played, "final")
    press(asking, "enter")
    words = " ".join(" ".join(shown(asking)[1:]).split())
    assert all(f"{actor.name} caught: 0%" in words for actor in CHARACTERS)


def test_nothing_further_goes_with_no_other_consequence(played: Session) -> None:
    play(played, "face mob ada,bob dice=1", "draw accept")
    asking = asked(played, "consequence")
    press(asking, "b _")
    assert asking.so_far()["what"] == ("nothing",)
    press(asking, "a")
    assert asking.so_far()["what"] == ("story",)


def test_an_amount_typed_too_early_is_not_read_as_dice(played: Session) -> None:
    play(played, "face mob ada,bob dice=1", "draw accept")
    asking = asked(played, "consequence", what=("damage",), who=("ada",))
    press(asking, "3")
    assert "does nothing here" in asking.refused
    assert "dice" not in asking.aside


@pytest.mark.parametrize("first", ["a", "down"])
def test_a_consequence_that_enter_took_stays_ticked_behind_a_backspace(played: Session, first: str) -> None:
    """Both ways to choose it leave the same list."""
    asking = asked(played, "consequence")
    press(asking, f"{first} enter backspace b")
    assert asking.so_far()["what"] == ("story", "damage")


def test_a_title_typed_at_the_value_comes_behind_it(played: Session) -> None:
    """The refusal names Enter, and Tab leads to the title, too."""
    asking = asked(played, "challenge")
    press(asking, "f 7 T")
    assert asking.refused == "Write a number here, such as 4. The title comes after ⏎."
    press(asking, "tab")
    assert "Title" in shown(asking)[0]


def test_challenges_that_a_six_sets_off_are_told_beforehand(played: Session) -> None:
    """A challenge that strikes on a 6 is named (WA-14)."""
    play(played, "take ada 1", "challenge threat 4 Lanterns springs=six")
    row = next(row for row in all_games.commands_of(played.state) if row.id == "wyrd")
    told = [ask.preview(played.state, {"who": ("ada",)}) for ask in row.asks]
    assert any("a 6 sets off Lanterns" in words for words in told)


def test_each_ability_keeps_its_letter_where_another_lacks_no_point(played: Session) -> None:
    """WA-46: in both questions the letter c restores Soul and the sign _ restores nothing."""
    play(
        played,
        "damage ada soul 1",
        "damage bob body 1",
        "damage bob soul 2",
        "face mob ada,bob dice=6",
        "face vicar ada,bob dice=5",
    )
    play(played, "end")
    for who, letters in (("ada", ["c", "_"]), ("bob", ["a", "c", "_"])):
        asking = Asking(RESTORE_POINTS, played.state, given={"who": who})
        asking.start()
        offers = asking.question(80, UNICODE).parts[0].offers
        assert [offer.key for offer in offers] == letters
    press(asking, "c enter")
    assert asking.answers["ability"] == "soul"


def test_the_answer_on_a_bond_comes_back_with_its_question(played: Session) -> None:
    """WA-47: at 80 columns the arrows choose, and say so; who forgoes the point and does not has the bond as before."""
    play(played, "damage ada soul 1", "face mob ada dice=6", "end")
    asking = Asking(RESTORE_POINTS, played.state, given={"who": "ada"})
    asking.start()
    assert "←→ choose" in " ".join(shown(asking))
    bond = next(offer.key for offer in asking.question(80, UNICODE).parts[1].offers if offer.label.startswith("yes"))
    press(asking, f"{bond} right")
    assert asking.so_far()["ability"] == "nothing"
    press(asking, "left")
    assert (asking.so_far()["ability"], asking.so_far()["bond"]) == ("soul", "yes")


def test_a_space_leads_from_one_score_to_the_next(played: Session) -> None:
    """WA-03: `4 5 6` are three scores; a letter is refused in words."""
    asking = asked(played, "abilities", actor="ada")
    for character in "4 5 6":
        asking.key("space" if character == " " else character, character)
    assert {name: asking.so_far()[name] for name in ("body", "mind", "soul")} == {"body": 4, "mind": 5, "soul": 6}
    press(asking, "x")
    assert asking.refused == "Write a number here, such as 4."


@pytest.mark.parametrize("who", ["ada", "ada,bob"])
def test_the_key_of_the_taker_is_offered(played: Session, who: str) -> None:
    """WA-22: also where one alone may draw, and Enter does nothing."""
    play(played, f"face mob {who} dice=5")
    keys = dict(asked(played, "draw").question().keys)
    assert keys["1"].startswith("choose")
    assert "enter" not in keys


def test_a_draw_is_previewed_and_an_excess_refused_at_once(played: Session) -> None:
    """WA-22: `1 3` is three points of one taker; more than are missing is refused as it is typed."""
    play(played, "face mob ada,bob dice=5")
    asking = asked(played, "draw")
    assert any("The die is 2 short of" in row for row in shown(asking))
    press(asking, "1 1")
    assert any("1 SHORT" in row for row in shown(asking))
    press(asking, "backspace 3")
    assert asking.refused == "Mob: 2 short. Draw 2 or fewer, not 3."
    press(asking, "backspace 2")
    assert asking.refused == ""
    assert any("OVERCOME" in row for row in shown(asking))


def test_the_last_point_that_is_missing_has_a_preview(played: Session) -> None:
    """WA-22."""
    play(played, "face mob ada,bob dice=6")
    asking = asked(played, "draw")
    press(asking, "1")
    assert any("OVERCOME" in row for row in shown(asking))


def test_a_typed_die_is_previewed_and_a_second_is_refused(played: Session) -> None:
    """WA-16, WA-17: one die for all."""
    asking = asked(played, "face", next="mob")
    press(asking, "enter 1 1 enter 4")
    assert " 1 SHORT · Ada and Bob face Mob (Threat 7): 6 (die 4, Ada Body 5→3 +2)" in shown(asking)
    press(asking, "2")
    assert asking.refused == "2 dice are typed, but 1 thrown. ⌫ takes one back."


def test_dice_typed_for_several_are_previewed_and_extra_ones_refused(played: Session) -> None:
    """WA-34, WA-38."""
    play(played, "damage ada mind 4", "damage bob mind 5")
    asking = asked(played, "influence", ticked=("ada", "bob"))
    press(asking, "enter a 1 2 3 6 6 1 2 3 4")
    assert "ADA HIGHEST · Influence roll: Ada Body 6 (dice 1 2 3 6 6; 2 sixes)" in " ".join(shown(asking))
    press(asking, "5")
    assert asking.refused == "10 dice are typed, but 9 thrown. ⌫ takes one back."


def test_wa_36_all_dice_typed_for_hands_without_any_are_counted(played: Session) -> None:
    asking = asked(played, "wyrd", ticked=("ada", "bob"))
    press(asking, "enter 5 6 ; 1")
    assert asking.refused == "3 dice are typed, but none thrown. ⌫ takes one back."


def test_wa_40_a_wyrd_roll_tells_the_countdown_that_typed_dice_move(played: Session) -> None:
    play(played, "take ada 2", "challenge countdown 4 Queen")
    for command, caught in (("wyrd", ""), ("final", "Ada is caught in the tale")):
        asking = asked(played, command, ticked=("ada",))
        press(asking, "1 enter" if command == "final" else "enter")
        if command == "final":
            assert "Queen full: 0%" not in asking.question(200).preview
        press(asking, "6 6")
        told = asking.question(200).preview
        assert "Queen: 0→2 of 4" in told
        assert caught in told


def test_wa_41_a_final_roll_names_the_countdown_that_it_may_fill(played: Session) -> None:
    play(played, "take ada 2", "challenge countdown 1 Queen")
    asking = asked(played, "final", ticked=("ada",))
    press(asking, "1 enter")
    assert "Queen full: 31%, you decide" in asking.question(200).preview


def test_wa_07_the_last_question_of_a_scene_tells_its_changes() -> None:
    """WA-07, WA-42, WA-58: the values, the pool, and in a later scene what stays and changes."""
    path = next(path for path in folders.shipped_scenarios() if path.stem == "nobody-told-the-bees")
    played = Session(scenario.begin_table(scenario.load_scenario(path)), dice=LiveDice(1), clock=lambda: 0.0)
    asking = asked(played, "begin")
    press(asking, "enter")
    told = asking.question(80).preview
    assert told.startswith("Hester Marl, Peg Lowther and Mr Tarn enter; Hester’s good manners 5, ")
    assert "Scene Wyrd: 0→5" in told
    play(played, "begin", "end scene")
    asking = asked(played, "begin")
    press(asking, "enter enter enter")
    told = asking.question(80).preview
    assert all(fact in told for fact in ("The hum in the fog: value 3→4", "Scene Wyrd: 0→5", "2 challenges removed"))


def test_a_scene_that_brings_much_is_previewed_in_few_lines() -> None:
    """WA-07, WA-14: a lock is said first, then who enters and what is new; every stage rule."""
    path = next(path for path in folders.shipped_scenarios() if path.stem == "nobody-told-the-bees")
    state = scenario.begin_table(scenario.load_scenario(path))
    row = next(row for row in all_games.commands_of(state) if row.id == "begin")
    asking = Asking(row, state)
    asking.start()
    press(asking, "E enter")
    told = " ".join(" ".join(shown(asking)).split())
    assert "“The Thirteenth Hive” is locked and begins all the same; Hester Marl and The Walkers ×8 enter; " in told
    assert "A keeper is chosen 6, It wants a mouth 6 and The hum in the fog 3 are new challenges; " in told
    rules = (
        "The Queen Stirs, Fog off the Moor, The Names Taken, Nobody Told the Bees (hidden), Bloody and Not Yet Chosen"
    )
    assert f"Stage rules {rules} (hidden) begin" in told
    assert "New countdown The Queen Stirs: ends after 4 sixes" in told


def test_u_20_nobody_stands_in_for_a_character_whose_facets_are_used(played: Session) -> None:
    """Ada’s Body has had its point back: the line says so, and an Enter too many shows no facet of Bob’s (U-20)."""
    play(played, 'facets ada body "Brave"', 'facets ada body "Shy"', 'facets bob body "Loud"')
    play(played, "damage ada body 2", "damage bob body 1", "facet ada shy")
    asking = asked(played, "facet", actor="ada")
    assert asking.aside == "Ada Whitcombe’s Body has had its point back in this scene."
    assert press(asking, "enter") is None
    assert "who" not in asking.answers
    press(asking, "2")
    assert asking.answers["who"] == "bob"


@pytest.mark.parametrize(("pool", "refused"), [(0, True), (1, False)])
def test_wa_51_the_question_of_lenders_refuses_what_cannot_be_paid(played: Session, pool: int, refused: bool) -> None:
    """WA-19, WA-51: nobody lends unasked, and what lacks is told where lenders are chosen, with their names."""
    play(played, "scratch bob body", "scratch bob body", "defeat bob player=wyrd", f"pool {pool}")
    asking = asked(played, "face", next="mob")
    press(asking, "enter tab 1 enter")
    told = asking.question(120)
    assert told.parts[0].prompt == "Lent by"
    assert f"costs 1 of {pool} Wyrd{', 2 can be lent' * refused} (Ada takes 1)" in told.preview
    press(asking, "enter")
    lacks = "The scene has no Wyrd left, and this attempt takes 1. Body of characters in the scene costs none."
    assert asking.question(120).refused == (f"{lacks} Choose a lender: Bob Tarrant has 2 to lend." if refused else "")
    press(asking, "2 enter" if refused else "")
    assert asking.question(120).parts[0].prompt == "Die"
