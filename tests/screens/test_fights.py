"""Fights at the table: the end that is near, turns out of order, second turns, and the keys that stand below."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.golden import screen_text
from tests.rules.abacus.tables import Story
from tests.rules.mettle.tables import CLERK, KIRIN, VIKTOR, Shop
from tests.rules.tables import DRAKE, FELIX, FLINT, GRAVES, MERCER, Play, someone
from tests.screens.desk import press, seat
from tests.screens.shipped import FLIGHT, asking, begun, keyed, prompt
from tests.screens.test_doorway import app_of
from tests.screens.test_open_questions import line
from wyrd_tui.engine.state import State
from wyrd_tui.screens.questions.asking import Asking
from wyrd_tui.screens.table import captions
from wyrd_tui.screens.table.controller import Controller
from wyrd_tui.screens.table.keys import FOOTER_FIRST, NamedAct, with_keys
from wyrd_tui.widgets.glyphs import UNICODE
from wyrd_tui.widgets.prompt import prompt_lines


def played(play: Play, *lines: str) -> State:
    play.play(*lines)
    return play.state


def preview(table: Controller) -> str:
    assert isinstance(table.asking, Asking)
    return table.asking.question().preview


def told(table: Controller) -> str:
    """The preview as the screen shows it."""
    assert table.question is not None
    return table.question(120, UNICODE, 5).preview


def shown_keys(state: State) -> list[str]:
    """Labels of the keys that stand before undo in the key row."""
    table, _ = seat(state)
    return [hint.label for hint in table.hints[:FOOTER_FIRST]]


def test_we_70_each_act_after_the_last_foe_fell_names_the_end() -> None:
    table, _ = seat(played(Play(FELIX, MERCER, DRAKE), "order gm", "damage drake 12", "fate drake defeated"))
    for _ in range(2):
        press(table, "n")
        assert captions.status_line(table).advice[0].startswith("all foes are out: end (e) the fight")
    line(table, "roll felix will 1 dice=+000")
    assert captions.status_line(table).pending
    assert captions.status_line(table).advice[0].startswith("all foes are out: end (e) the fight")


def test_a_fight_without_an_order_ends_with_its_scene() -> None:
    """WE-70: `end` suggests the scene there, offers the fight, and nobody is told to end it."""
    table, _ = seat(
        played(Play(FELIX, MERCER, DRAKE), "begin Dock", "attack felix drake skill=Fight dice=++++", "damage drake 12")
    )
    assert (table.state.scene.fight, table.state.order.places) == (True, ())
    assert not any("all foes are out" in words for words in captions.status_line(table).advice)
    press(table, "e")
    assert isinstance(table.asking, Asking)
    assert table.asking.so_far()["what"] == "scene"
    assert "the fight" in [offer.label for offer in table.asking.question().parts[0].offers]


def test_a_key_without_an_act_keeps_result_and_advice() -> None:
    """The refusal stands before them; the next key that moves a cursor takes it away."""
    table, _ = seat(played(Play(FELIX, MERCER, DRAKE), "order gm", "damage drake 12", "fate drake defeated"))
    line(table, "roll felix will 1 dice=++00")
    result = captions.status_line(table).said
    for key, named in (("enter", "⏎"), ("Z", "Z")):
        press(table, key)
        status = captions.status_line(table)
        assert status.slip == f"{named} does nothing here. ? shows all keys."
        assert (status.said, status.bad) == (result, False)
        assert status.advice[0].startswith("all foes are out: end (e) the fight")
    press(table, "1")
    assert (captions.status_line(table).slip, captions.status_line(table).said) == ("", result)


def test_we_52_an_attack_out_of_turn_says_so_before_enter() -> None:
    table, _ = seat(played(Play(MERCER, FELIX, DRAKE), "order gm", "next"))
    press(table, "1", "a", "enter")
    assert preview(table).startswith("Mercer acts out of turn: it is Felix’s turn, no action used · 4dF")


def test_we_52_a_second_primary_action_is_told_before_enter() -> None:
    table, _ = seat(played(Play(MERCER, DRAKE), "order gm", "action mercer primary"))
    press(table, "1", "a")
    assert preview(table) == "Mercer takes a second primary action this turn"
    press(table, "enter")
    assert preview(table).startswith("Mercer takes a second primary action this turn · 4dF")
    press(table, "escape", "m", "A")
    press(table, "enter")
    assert preview(table).startswith("Mercer takes a second primary action this turn · 4dF")


def test_we_52_the_primary_action_is_told_before_it_is_used() -> None:
    """The roll of an attack or a manoeuvre uses it, and outside a fight nothing does."""
    table, _ = seat(played(Play(MERCER, DRAKE), "order gm"))
    for keys in (("1", "a", "enter"), ("escape", "m", "A", "enter")):
        press(table, *keys)
        assert preview(table).startswith("Primary action · 4dF")
    table, _ = seat(Play(MERCER, DRAKE).state)
    press(table, "1", "a", "enter")
    assert preview(table).startswith("4dF")


def test_me_51_a_strike_out_of_turn_says_so_before_enter() -> None:
    table, _ = seat(played(Shop(KIRIN, VIKTOR, CLERK), "order gm", "next"))
    press(table, "1", "a", "enter", "A", "A")
    assert preview(table).startswith("Kirin acts out of turn: it is Viktor’s turn, no action used · ")
    press(table, "escape")
    line(table, "back")
    line(table, "action kirin action")
    press(table, "1", "a", "enter", "A", "A")
    assert preview(table).startswith("Kirin takes a second Action this turn · ")


def test_we_52_an_action_set_out_of_turn_says_what_it_does() -> None:
    """WE-52: the use of the action stands before the word on the turn; one that is used already is refused."""
    table, _ = seat(played(Play(MERCER, FELIX), "order gm", "next"))
    press(table, "1", "z", "a")
    assert preview(table).splitlines() == ["Mercer uses the primary action", "Felix has the turn"]
    press(table, "enter", "1", "z", "a")
    assert preview(table).endswith("Mercer has used the primary action already.")
    press(table, "enter", "escape")
    assert len(table.session.done) == 1


def test_u_11_a_second_turn_and_its_place_are_told_before_enter() -> None:
    table, _ = seat(played(Play(MERCER, DRAKE), "order gm", "next"))
    press(table, "1", "G")
    assert preview(table) == "Mercer has acted this round: a second turn · Mercer stands before Drake from now on"
    assert table.state.order.turn == "drake"
    press(table, "enter")
    assert table.state.order.turn == "mercer"


def test_u_11_a_hold_in_anothers_turn_says_what_it_does() -> None:
    """The selected fighter holds, not the one whose turn it is."""
    table, _ = seat(played(Play(MERCER, FELIX, DRAKE), "order gm"))
    press(table, "2", "H")
    assert preview(table) == "Mercer has the turn. Felix waits this round until `act now`"
    press(table, "enter")
    assert (table.state.order.turn, [place.held for place in table.state.order.places]) == (
        "mercer",
        [False, True, False],
    )
    press(table, "1", "H")
    assert table.asking is None, "in the own turn a hold is one key"
    assert table.state.order.turn == "drake"


def test_u_11_the_last_of_a_round_holds_in_the_next() -> None:
    table, _ = seat(played(Play(MERCER, FELIX, DRAKE), "order gm", "next", "next"))
    press(table, "H")
    assert preview(table) == "Drake is the last of the round: round 2 begins, and Drake still holds in it"
    press(table, "enter")
    order = table.state.order
    assert (order.turn, order.round, order.places[2].held) == ("mercer", 2, True)


def test_u_11_a_fighter_who_has_acted_cannot_hold() -> None:
    table, _ = seat(played(Play(MERCER, FELIX, DRAKE), "order gm", "next"))
    press(table, "1", "H")
    refusal = captions.status_line(table).said
    assert refusal.startswith("Mercer has acted this round and has no turn left to hold. act now (G)")
    assert not table.state.order.places[0].held


def test_the_key_row_names_only_what_can_be_done() -> None:
    """No reroll before a roll that may be taken again, no Wyrd to draw before a failure (WA-27)."""
    assert "reroll" not in shown_keys(Play(MERCER, DRAKE).state)
    assert "draw or accept" not in shown_keys(Story().state)


async def test_the_narrowest_key_row_has_undo_and_the_command_line() -> None:
    app = app_of(Play(MERCER, DRAKE).state)
    async with app.run_test(size=(80, 24)):
        keys = "".join(screen_text(app).splitlines()[-2:])
    assert "I order" in keys
    assert "u undo  : command" in keys


def test_the_key_row_offers_a_fight_until_one_runs() -> None:
    assert "order" in shown_keys(Play(MERCER, DRAKE).state)
    assert "order" not in shown_keys(played(Play(MERCER, DRAKE), "order gm"))


def test_me_10_a_foe_faces_no_challenge_of_the_abacus() -> None:
    """ME-10: neither its roll nor its ladder is for what the party is to overcome."""
    table = begun("a-fine-patina")
    table.cursor.focus("abacus")
    table.choose("abacus", rod := next(iter(table.state.challenges)))
    before = table.cursor.followed
    keyed(table, "I c b ⏎")
    assert table.state.order.turn == "the-clerk"
    assert (before is None, table.cursor.followed is None) == (False, True)
    keyed(table, "r")
    assert asking(table).so_far()["on"] != rod


def test_u_11_the_order_by_hand_begins_with_the_running_one() -> None:
    """Round, turn and marks stay; whoever joins acts last; the keys that move a row stand in the question."""
    state = played(Play(MERCER, FELIX, GRAVES, DRAKE), "order gm who=drake,mercer,felix", "next", "later mercer")
    table, _ = seat(state)
    press(table, "I", "b")
    assert isinstance(table.asking, Asking)
    offers = table.asking.question().parts[0].offers
    assert [offer.label.split()[-1] for offer in offers] == ["Drake", "Cavendish", "Mercer", "Graves"]
    assert told(table).startswith("They act as listed; afterwards K and J move a row")
    press(table, "enter", "enter")
    order = table.state.order
    assert [place.who for place in order.places] == ["drake", "felix", "mercer", "graves"]
    assert [place.acted for place in order.places] == [True, False, False, False]
    assert (order.turn, order.round) == ("felix", 1)


def typed(state: State, words: str) -> str:
    """Advice of the `:` line before Enter."""
    table, _ = seat(state)
    press(table, ":", f"={words}")
    return told(table)


def test_we_55_the_line_names_the_hit_that_damage_answers() -> None:
    """A word keeps the hit open, and the line names it."""
    state = played(Play(FELIX, DRAKE), "attack drake felix dice=++++ theirs=----")
    assert typed(state, "damage felix 2").startswith("Answers the hit by Drake for 10 (of=none: no hit) · ")
    assert typed(state, "damage felix 2 of=none").splitlines()[0].endswith("Felix Cavendish: stress 0→2 of 4")


def test_the_line_tells_the_usual_values_before_enter() -> None:
    """WE-53: the ratings of an attack are the usual ones, named with the odds."""
    state = played(Play(MERCER, DRAKE), "order gm")
    assert typed(state, "attack mercer drake").startswith(
        "Captain Elias Mercer · Admiral Lucius Drake\nWith Shoot · Against Combat · Primary action · 4dF +2 against"
    )
    assert typed(state, "end fight").startswith("The order of turns ends; nothing more expires")
    assert typed(state, "end scene").startswith("The fight is over · Scene 1 ends\n")
    assert typed(state, "roll ").startswith("roll WHO")


def test_we_76_a_manoeuvre_of_ones_own_names_both_ratings() -> None:
    told_before = typed(Play(MERCER, DRAKE).state, "manoeuvre mercer 'blind drake")
    assert told_before.startswith("Captain Elias Mercer · blind · Admiral Lucius Drake\nWith Shoot · Against Combat · ")


def test_we_76_an_own_manoeuvre_asks_when_no_rating_is_usual() -> None:
    """Nothing on the sheet is above 0, so the manoeuvre has no usual rating; a key opens the ratings."""
    play = Play(someone("felix", "Felix", {"Crafts": 0, "Shoot": 0}), DRAKE)
    play.refuses("manoeuvre felix 'blind drake", "Which skill?", "Crafts")
    table, _ = seat(play.state, "0000", "0000")
    press(table, "1", "m", "'", "=blind", "enter", "enter")
    assert isinstance(table.asking, Asking)
    press(table, "enter")
    assert not table.asking.question().refused, "nothing was refused yet"
    press(table, "enter")
    assert table.asking.question().refused.startswith("With: choose one, such as ")
    skill = next(part for part in table.asking.question().parts if part.prompt == "With")
    press(table, skill.offers[0].key, "A", "enter", "enter")
    assert table.state.roll is not None
    assert table.state.roll.score.rating == "Crafts"


@pytest.mark.parametrize("keys", [("d", "=9"), ("y", "=gold"), (":", "=damage graves 9"), (":", "=dismiss graves")])
def test_we_75_a_release_from_a_grapple_is_told_before_enter(keys: tuple[str, ...]) -> None:
    """WE-75: by damage, a price and on a line, where the grappler acts no longer."""
    play = Play(MERCER, GRAVES, DRAKE)
    play.play("order gm", "manoeuvre graves grapple mercer dice=++++ theirs=----")
    table, _ = seat(play.state)
    press(table, "/", "=graves", "enter", *keys)
    assert table.question is not None
    assert "Mercer is no longer grappled: Graves lets go" in table.question(120, UNICODE, 8).preview


def test_a_quoted_command_line_stays_as_written() -> None:
    acts = {"end": NamedAct("e", "end"), "wyrd": NamedAct("w", "Wyrd roll")}
    assert with_keys("Write `:save FOLDER`; `end` the fight", acts) == "Write `:save FOLDER`; end (e) the fight"
    assert with_keys("`wyrd` or ``wyrd``", acts) == "Wyrd roll (w) or w"
    # A digit selects the character whom the next key moves; an act without a key is a line.
    assert with_keys("``end 2`` lowers Ann, ``later 2`` Bob", acts) == "2 e lowers Ann, 2 :later Bob"


def test_dice_typed_with_the_target_stand_in_the_roll() -> None:
    table, _ = seat(played(Play(MERCER, DRAKE), "order gm"))
    press(table, "1", "a", *"+++-")
    assert isinstance(table.asking, Asking)
    assert table.asking.question().aside == "Dice of the roll: +++-. ⌫ removes them."
    press(table, "Z")
    assert table.asking.question().refused == "Z does nothing here. Dice of the roll: +++-. ⌫ removes them."
    press(table, "backspace", "0", "enter")
    assert not table.asking.question().aside
    assert table.asking.so_far()["dice"] == "+++0"
    press(table, "enter")
    assert "+++0" in "".join(map(str, table.speech.entries[-1].lines))


def test_an_attack_on_several_shows_the_odds_of_each() -> None:
    table, _ = seat(played(Play(MERCER, DRAKE, GRAVES), "order gm"))
    press(table, "a", "a", " ", "b", "enter")
    assert preview(table).splitlines() == [
        "Primary action · 4dF +2, one throw against both",
        "Drake: hits 42%, mean 0.9, out 0%, against Combat +2",
        "Graves: hits 58%, mean 1.5, out 42%, against Combat +1",
    ]


def test_an_attack_on_several_names_whose_dice_come_next() -> None:
    """WE-53, U-33: the attacker's own dice, then those of each target, in one run or behind a semicolon."""
    table, _ = seat(played(Play(MERCER, DRAKE, GRAVES), "order gm"))
    press(table, "a", "a", " ", "b", "enter", "+", "+")
    assert preview(table).splitlines()[-1] == "Mercer’s 2 dice next · 4 dice each: Drake · Graves"
    press(table, *"++;-")
    assert preview(table).splitlines()[-1] == "Mercer +6 · Drake’s 3 dice next · Graves 4 dice"
    press(table, *"---;0000")
    assert preview(table).startswith("HIT 2 of 2")


def test_the_keys_stay_below_a_list_of_odds() -> None:
    table, _ = seat(played(Play(DRAKE, MERCER, FELIX, FLINT), "order gm", "next", "next", "next"))
    press(table, "a", "1", " ", "2", " ", "3", "enter")
    assert isinstance(table.asking, Asking)
    lines = ["".join(text for text, _ in line) for line in prompt_lines(table.asking.question(), 80, UNICODE)]
    assert "Mercer: 4dF" in "".join(lines)
    assert "one throw; hits: Mercer 58%" in "".join(lines)
    assert "esc cancel" in lines[-1]


def test_the_line_tells_which_dice_are_the_targets() -> None:
    """WE-53: typed as one run or with a semicolon; behind the run of several targets no dice are missing."""
    table, _ = seat(played(Play(MERCER, DRAKE, GRAVES), "order gm"))
    press(table, "1", "a", "a", "enter", *"++++----")
    assert isinstance(table.asking, Asking)
    assert [part.ghost for part in table.asking.question().parts if part.typed == ""] == ["0", "---- from “Dice”"]
    press(table, "escape", "1", "a", "a", " ", "b", "enter", *"++++----0000")
    assert preview(table).startswith("HIT 2 of 2")


def test_a_typed_last_hand_of_an_initiative_is_not_missing() -> None:
    """WE-51."""
    table, _ = seat(Play(MERCER, DRAKE).state)
    press(table, "i", *"0000;++")
    assert preview(table) == "Mercer +1 · Drake’s 2 dice next"
    press(table, *"00")
    assert preview(table).startswith("Initiative: Drake +3")


def test_known_totals_stand_before_fighters_still_rolled() -> None:
    """WE-51, WE-53: the program rolls the hands that are not typed, also one that is left blank before others."""
    table, _ = seat(Play(MERCER, DRAKE).state)
    press(table, "i", *"++00;")
    assert preview(table) == "Mercer +3 · still rolled: Drake"
    table, _ = seat(played(Play(MERCER, DRAKE, GRAVES), "order gm"))
    press(table, "a", "a", " ", "b", "enter", *"+++0")
    assert preview(table).splitlines()[-1] == "Mercer +5 · still rolled: Drake, Graves"
    press(table, "tab", *"0000")
    assert preview(table).splitlines()[-1] == "Mercer +5 · Drake +2 · still rolled: Graves"
    press(table, "+")
    assert preview(table).splitlines()[-1] == "Mercer +5 · Drake +2 · Graves’s 3 dice next"
    press(table, "backspace", "shift+tab", "ctrl+u")
    assert preview(table).splitlines()[-1] == "Drake +2 · still rolled: Mercer, Graves"


async def test_we_21_the_keys_name_the_reroll_of_a_failed_roll_first() -> None:
    """Beside an open question too, which leaves one line to the keys."""
    app = app_of(played(Play(MERCER, DRAKE), "order gm", "damage mercer 5", "roll mercer Deception 2 dice=----"))
    async with app.run_test(size=(80, 24)):
        keys = screen_text(app)
    assert " r roll  R reroll  a attack" in keys
    assert "u undo" in keys


def test_a_fight_that_ends_names_its_order_of_turns() -> None:
    table, _ = seat(played(Play(MERCER, DRAKE), "order gm"))
    assert "e end" in [f"{hint.key} {hint.label}" for hint in table.hints]
    press(table, "e")
    assert preview(table) == "The order of turns ends; nothing more expires or comes back"


def test_each_end_has_its_letter_with_a_fight_and_without() -> None:
    """WE-70, U-13: a the fight, b the scene, c the evening."""
    fighting, hurt = played(Play(MERCER, DRAKE), "order gm"), played(Play(MERCER), "damage mercer 1")
    for table, missing in ((seat(fighting)[0], ""), (seat(hurt)[0], "a")):
        press(table, "e")
        assert isinstance(table.asking, Asking)
        part = table.asking.question(80).parts[0]
        assert [offer.key for offer in part.offers] == [key for key in "abc" if key != missing]
        press(table, "b")
        assert table.asking.so_far()["what"] == "scene"


def test_a_list_of_which_one_is_taken_says_so() -> None:
    """WE-53, WE-75: an attack ticks several targets, a manoeuvre takes one and goes on."""
    table, _ = seat(played(Play(MERCER, DRAKE, GRAVES), "order gm"))
    press(table, "m", "F")
    assert isinstance(table.asking, Asking)
    assert ("a", "choose, go on") in table.asking.question(80).keys
    press(table, "escape", "a")
    assert isinstance(table.asking, Asking)
    assert all(meaning != "choose, go on" for _, meaning in table.asking.question(80).keys)


@pytest.mark.parametrize("surge", [("up", " "), ("1", " ")], ids=["counted", "typed"])
def test_me_41_space_leads_from_a_surge_to_the_dice(surge: tuple[str, ...]) -> None:
    table, _ = seat(played(Shop(VIKTOR, CLERK), "order gm"))
    press(table, "1", "a", "enter", "tab", "tab", "tab", *surge, *"33331", "enter")
    assert table.state.roll is not None
    assert table.state.roll.score.faces == (3, 3, 3, 3, 1)


@pytest.mark.parametrize("name", ["{}", "{} of the Long and Stormy Watch"])
@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_we_51_a_tie_is_told_until_settled_in_round_one(size: tuple[int, int], name: str) -> None:
    """WE-51: also after a message that fills its lines; once one of the two has acted, nothing ties."""
    state = begun(FLIGHT).state
    actors = {who: replace(actor, name=name.format(actor.name)) for who, actor in state.actors.items()}
    app = app_of(replace(state, actors=actors))
    async with app.run_test(size=size) as pilot:
        await pilot.press("i", *"++++;0000;-000", "enter")
        assert " tie: " in screen_text(app)
        await pilot.press("n")
        assert " tie: " in screen_text(app)
        await pilot.press("n")
        assert " tie: " not in screen_text(app)


def test_the_only_end_names_its_key_and_enter() -> None:
    """Between scenes the evening alone can end; the row stands unmarked, and Enter alone takes nothing."""
    table = begun("a-fine-patina", "e ⏎ e")
    assert prompt(table).keys[0] == ("c", "choose, then ⏎")
    keyed(table, "c")
    assert prompt(table).keys[0] == ("enter", "confirm")
