"""Small answers of the table to a hand: hints, keys that are named, sheets, dice that are typed wrongly."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.rules.mettle.tables import CLERK, KIRIN, Shop, someone
from tests.screens.desk import press, seat
from tests.screens.evening_by_key import EVENINGS
from tests.screens.mettle_tables import mettle_session
from tests.screens.shipped import FLIGHT, asking, begun, commands, keyed, prompt
from tests.screens.tables import track
from tests.screens.test_doorway import quiet
from tests.screens.test_open_questions import asked
from wyrd_tui.engine.harm import health_of
from wyrd_tui.engine.state import METTLE, WYRD_ABACUS, WYRD_ENGINE, Actor, Scene, State
from wyrd_tui.screens.questions.asking import Asking
from wyrd_tui.screens.table.captions import status_line
from wyrd_tui.screens.table.controller import Controller
from wyrd_tui.screens.table.sentences import tell_with_rest
from wyrd_tui.widgets.glyphs import UNICODE
from wyrd_tui.widgets.question import Prompt


def _seat(game: int, *fed: str) -> Controller:
    return seat(EVENINGS[game].begin(), *fed)[0]


def _prompt(table: Controller) -> Prompt:
    assert table.question is not None
    return table.question(80, UNICODE, 5)


def test_a_hint_is_told_once() -> None:
    table = _seat(1)
    press(table, "B", "enter", "enter")
    advice = table.speech.advice
    assert advice
    press(table, "quotation_mark", "=tea", "enter")
    assert table.speech.advice == advice
    assert not status_line(table).advice
    press(table, "full_stop")
    assert table.speech.status.said == "No questions are open."
    assert not status_line(table).advice


def test_the_end_of_a_scene_points_to_the_next() -> None:
    table = _seat(0)
    for _ in range(2):
        press(table, "e", "enter")
        assert "begin a scene (B) opens" in status_line(table).advice[0]


def test_a_digit_and_s_open_the_sheet_of_the_member() -> None:
    """The keys stay in the abacus, and what was selected last is opened."""
    table, desk = seat(EVENINGS[0].begin())
    press(table, "tab", "tab", "tab", "s")
    press(table, "1", "s")
    assert desk.opened == ["challenge", "sheet"]


def test_the_number_that_the_arrows_change_is_named() -> None:
    table = _seat(2)
    press(table, "1", "r", "enter")
    assert ("↑↓", "raises") in _prompt(table).keys


def test_enter_is_named_only_where_a_choice_is_highlighted() -> None:
    table = _seat(1, "1")
    press(table, "B", "enter", "enter", "3", "r", "enter", "3", "enter", "enter")
    assert _prompt(table).label == "draw or accept"
    assert "enter" not in [key for key, _ in _prompt(table).keys]


def test_ctrl_u_clears_dice_that_are_wrong() -> None:
    table = _seat(2)
    press(table, "1", "r", "enter", "=9", "enter")
    assert _prompt(table).refused == "Can’t read “9”: no d6 shows “9”. Write digits 1 to 6, such as 4 1 3 5."
    press(table, "ctrl+u")
    assert [part.typed for part in _prompt(table).parts][-1] == ""


def test_dice_of_both_sides_are_typed_with_a_semicolon() -> None:
    """WE-53."""
    table = _seat(0)
    press(table, "a", "enter", "=++++;----", "enter")
    rolled = table.session.done[-1].act
    assert rolled.command == "attack"
    assert table.state.rolls[-1].against[0].faces == (-1, -1, -1, -1)


def test_a_mark_is_moved_only_where_there_is_one() -> None:
    """C-05."""
    table = _seat(0)
    press(table, "M")
    assert table.asking is None
    assert table.speech.status.said.startswith("No character has a marked box")


@pytest.mark.parametrize(("game", "rolls"), [(0, ", initiative (i) rolls who goes first"), (2, "")])
def test_next_turn_without_a_fight_names_its_keys(game: int, rolls: str) -> None:
    table = _seat(game)
    press(table, "n")
    assert table.speech.status.said == f"No fight is running: order (I) starts one{rolls}."
    assert "next turn" not in [hint.label for hint in table.hints[:9]]


def test_a_typed_choice_replaces_and_space_adds() -> None:
    table = _seat(1)
    press(table, "B", "enter", "enter", "3", "i")
    assert ("3", "tick alone · space keep it") in _prompt(table).keys
    for keys, ticked in (("1 space 3", {"1", "3"}), ("escape i 3 space 4", {"3", "4"}), ("escape i 2", {"2"})):
        press(table, *keys.split())
        assert {offer.key for offer in _prompt(table).parts[0].offers if offer.on} == ticked


def test_me_40_a_choice_that_kills_waits_for_enter() -> None:
    """The key of death alone decides nothing; the question says what Enter confirms, and another key changes it."""
    session = mettle_session()
    table, _ = seat(session.state)
    press(table, "f", "enter", "c")
    assert not table.state.actors["brandt"].dead
    assert "⏎ confirms “fails: death”" in _prompt(table).parts[0].note
    press(table, "enter")
    assert table.state.actors["brandt"].dead
    press(table, "u", "f", "enter", "c", "b", "enter")
    assert not table.state.actors["brandt"].suffered("mettle", "fallen")


def test_we_66_death_as_a_fate_waits_for_enter() -> None:
    table = _seat(0)
    press(table, ":", "=damage 1 20", "enter")
    assert asked(table).command.id == "fate"
    press(table, "E")
    assert not table.state.actors["elias-mercer"].dead
    assert "dead" in _prompt(table).parts[0].note


def test_we_38_a_boon_is_chosen_by_key_or_own_words() -> None:
    """No key of the table becomes a name; an apostrophe begins words of the GM's own."""
    table = _seat(0)
    press(table, ":", "=oppose 1 crewman Pilot defend=Notice dice=++++ theirs=----", "enter", "n")
    assert [offer.label for offer in _prompt(table).parts[0].offers][:1] == ["the upper hand"], "n finds a name"
    press(table, "backspace", "backspace", "='height", "enter")
    assert [one.label for one in table.state.bonuses.values()] == ["height"]
    press(table, "u", ".", "_", "enter")
    assert not table.state.bonuses
    assert not table.matters.waiting


def test_u_11_a_hold_in_anothers_turn_names_its_choice() -> None:
    table = _seat(0, "++00", "+000", "0000")
    press(table, "i", "enter", "2", "H")
    assert [offer.label for offer in _prompt(table).parts[0].offers] == ["hold"]
    press(table, "enter", "2", "H")
    assert [offer.label for offer in _prompt(table).parts[0].offers] == ["hold no longer"]


def test_we_61_a_wound_lists_the_sheet_before_other_skills() -> None:
    """A letter of a name finds a skill off the sheet all the same."""
    table = _seat(0)
    press(table, "1", "d", "5", "enter")
    labels = [offer.label for offer in _prompt(table).parts[0].offers]
    assert set(labels[:6]) == {"Athletics", "Pilot", "Shoot", "Deception", "Awareness", "Combat"}
    assert not {"Lore", "Will"} & set(labels)
    assert ("tab", "skills not on the sheet") in _prompt(table).keys
    press(table, "tab")
    assert "Lore" in [offer.label for offer in _prompt(table).parts[0].offers]
    press(table, "tab", "=lor")
    assert [offer.label for offer in _prompt(table).parts[0].offers if offer.here] == ["Lore"]


def test_we_61_digits_untick_nothing_of_a_wound() -> None:
    """A digit is no key of the list; Enter brings back what was shown before it, and then assigns it."""
    table = _seat(0)
    press(table, "1", "d", "5", "enter")
    before = _prompt(table).parts
    for digit in "123":
        press(table, digit)
        assert _prompt(table).refused == f"{digit} does nothing here."
    assert _prompt(table).parts == before
    press(table, "enter", "enter")
    track = table.state.actors["elias-mercer"].sheets["wyrd_engine"].track
    assert [(hurt.name, hurt.by) for row in track for hurt in row.hurts] == [("Athletics", 1)]


def test_a_filter_of_fates_is_no_fate() -> None:
    """A word that no choice holds is refused, and the fate stays open (WE-66)."""
    table = _seat(0)
    press(table, ":", "=damage 1 20", "enter", "=knz", "enter")
    assert asked(table).command.id == "fate"
    assert _prompt(table).refused == "Fate: choose one, such as A."
    assert not table.state.actors["elias-mercer"].suffered("wyrd_engine", "knz")


@pytest.mark.parametrize(
    ("words", "named"),
    [
        ("roll elias Pilto 0", "“Pilto”"),
        ("damage felix two", "“two”"),
        ("attack 1 zz", "“zz”"),
        ("end scene dismiss=zz", "“zz”"),
        ("begin Zorb again", "“again”"),
        ("reroll", "reroll"),
    ],
)
def test_a_refused_line_stays_and_names_the_wrong_word(words: str, named: str) -> None:
    """The line can be mended where it stands, whether its words or the act refuse it."""
    table = _seat(0)
    press(table, ":", f"={words}", "enter")
    assert _prompt(table).parts[0].typed == words
    assert named in _prompt(table).refused


def test_a_letter_chooses_and_enter_acts() -> None:
    """The line is read before anything counts; what the log will say stands there, and another letter changes it."""
    table = _seat(0)
    press(table, "2", "d", "5", "enter", "A", "enter", "W", "b")
    acts = table.state.acts
    press(table, "a", "b")
    assert table.state.acts == acts
    foreseen = _prompt(table).preview
    press(table, "enter")
    assert table.state.acts == acts + 1
    assert foreseen == "\n".join(table.session.done[-1].act.lines)


@pytest.mark.parametrize("act", ["D", "W", "=:move-mark 1"])
def test_small_letters_choose_a_row_of_a_track(act: str) -> None:
    """WE-57: nobody searches four rows by name."""
    table = _seat(0)
    press(table, "1", "d", "5", "enter", "A", "enter", *([":", f"={act[2:]}", "enter"] if act[0] == "=" else [act]))
    (rows,) = _prompt(table).parts
    assert [offer.key for offer in rows.offers][:2] == ["a", "b"]


def test_next_turn_alone_acts_at_a_letter() -> None:
    table = _seat(0, "++00", "+000", "0000")
    press(table, "I", "c", "enter", "enter")
    while table.asking is not None:
        press(table, "enter")
    acts = table.state.acts
    press(table, "n", "1")
    assert table.state.acts == acts + 1


def test_a_line_that_lacks_an_answer_asks_for_it() -> None:
    table = _seat(0)
    press(table, ":", "=damage felix", "enter")
    assert (asked(table).command.id, asked(table).answers["who"]) == ("damage", ("felix-cavendish",))
    press(table, "2", "enter")
    assert table.session.done[-1].act.command == "damage"
    press(table, ":", "up")
    assert _prompt(table).parts[0].typed == "damage felix"


def test_a_line_foretells_what_the_log_will_say() -> None:
    table = _seat(0)
    press(table, ":", "=note Rain begins")
    assert "Rain begins" in _prompt(table).preview


def test_we_29_a_difficulty_is_typed_by_number_or_by_name() -> None:
    table = _seat(0)
    press(table, "c", "a", "f", "o")
    assert [(offer.label, offer.here) for offer in _prompt(table).parts[0].offers] == [("Formidable", True)]
    press(table, "enter", "enter")
    assert [rod.value for rod in table.state.challenges.values()][-1] == 2
    press(table, "c", "a", "z", "enter")
    assert "no name begins with “z”" in _prompt(table).refused


def test_the_key_of_a_rolls_challenge_is_always_the_same() -> None:
    """For every actor, and while a name is typed."""
    table = _seat(0)
    for who in "12":
        press(table, who, "r")
        assert [part.offers[0].key for part in _prompt(table).parts if part.folded] == ["Z"]
        press(table, "escape")
    press(table, "r", "c", "r", "a", "Z")
    assert _prompt(table).parts[0].prompt == "Challenge"


def test_a_refused_small_letter_names_its_capital() -> None:
    """The key after it does its own work."""
    table = _seat(0)
    press(table, "1", "g", "enter", "a", "=rope", "enter", "d")
    assert _prompt(table).refused == "d does nothing here. Press capital D."
    press(table, "D", "b", "enter", "enter")
    (bonus,) = table.state.bonuses.values()
    assert bonus.ends == "scene"


@pytest.mark.parametrize(
    ("keys", "told"),
    [
        ((), "counts only in the roll where you tick it"),
        (("A", "b", "enter"), "counts by itself on Burglary"),
        (("B", "a"), "counts by itself against Patrolling crewman"),
    ],
)
def test_c_09_a_bonus_says_whether_it_waits_to_be_ticked(keys: tuple[str, ...], told: str) -> None:
    """U-04: a helpful bonus without a rating, foe or act of its own counts once a roll ticks it."""
    table = _seat(0)
    press(table, "1", "g", "enter", "a", "=rope", "enter", *keys)
    assert told in str(_prompt(table).preview)


def test_a_bonus_bound_to_a_roll_says_so() -> None:
    """C-09, U-04, WE-76: an advantage over the target is on, a boost for anything is off."""
    table = _seat(0)
    press(table, ":", "=give felix-cavendish 1 boost rope", "enter")
    press(table, ":", "=give felix-cavendish 1 advantage disarm against=patrolling-crewman", "enter", "2", "a", "enter")
    press(table, "enter", "A")
    include = next(part for part in _prompt(table).parts if part.prompt == "Include")
    hints = {offer.label: (offer.on, offer.hint) for offer in include.offers if offer.label in ("rope", "disarm")}
    assert hints == {"rope": (False, "boost"), "disarm": (True, "advantage, bound to this roll")}


def test_we_46_help_is_bound_by_key_and_comes_on_there_alone() -> None:
    """WE-46: the helper says what the help is for; the line tells it, and that roll alone has it ticked."""
    table = _seat(0)
    press(table, "2", "h", "enter", "A")
    assert str(_prompt(table).preview).endswith("+1 for Mercer, once, in a roll where you tick it")
    press(table, "A", "B")
    assert str(_prompt(table).preview).endswith("once, in the next roll with Pilot (no defence, no initiative)")
    press(table, "=0000", "enter")
    for letter, ticked in (("A", [("help, bound to this roll", True)]), ("B", [])):
        press(table, "1", "r", letter)
        include = next(part for part in _prompt(table).parts if part.prompt == "Include")
        assert [(one.hint, one.on) for one in include.offers if one.hint.startswith("help")] == ticked
        press(table, "escape")


def test_we_43_two_boosts_say_that_one_alone_counts() -> None:
    """U-04."""
    table = _seat(0)
    for word in ("=rope", "=rain"):
        press(table, "1", "g", "enter", "a", word, "enter", "enter")
    press(table, "1", "r", "enter")
    hints = {offer.label: offer.hint for part in _prompt(table).parts for offer in part.offers}
    assert hints["rope"].startswith("not with rain")
    assert hints["rain"].startswith("not with rope")


def test_wa_28_damage_to_two_tells_of_both_below_the_panes() -> None:
    table = _seat(1)
    press(table, "B", "enter", "enter", "colon", "=lose nora,hal body 1", "enter")
    assert table.speech.status.said == "Nora loses 1: Body 4→3; Hal loses 1: Body 6→5"


def test_wa_15_a_challenge_that_the_selection_answered_has_a_way_back() -> None:
    table = _seat(1)
    press(table, "B", "enter", "enter", "r")
    assert ("backspace", "other challenge") in _prompt(table).keys
    press(table, "backspace")
    assert _prompt(table).parts[0].prompt == "Challenge"


def test_enter_does_what_the_line_says_also_behind_a_letter() -> None:
    """A letter leads to the next question, and Enter takes what that shows."""
    table = _seat(0)
    press(table, "c", "a")
    assert _prompt(table).parts[0].prompt == "Difficulty"
    assert ("enter", "confirm") in _prompt(table).keys
    press(table, "enter")
    assert _prompt(table).parts[0].prompt == "Title"


def test_we_53_an_attack_says_what_it_changes_from_now_on() -> None:
    table = _seat(0)
    press(table, "1", "a", "enter")
    assert "from now on" not in _prompt(table).preview
    press(table, "A", "A")
    assert "Mercer attacks with Pilot from now on" in _prompt(table).preview


def test_me_38_cancelled_damage_is_previewed_as_logged() -> None:
    table = _seat(2)
    press(table, "3", "d", "2")
    assert "Mettle 4→2" in _prompt(table).preview
    press(table, "B")
    assert "is Shaken" in _prompt(table).preview
    assert "Mettle 4→2" not in _prompt(table).preview


def test_wa_23_accepting_a_failure_is_foretold() -> None:
    table = _seat(1, "1", "1")
    press(table, "B", "enter", "enter", "r", "enter", "1", "enter", "enter", "_")
    assert "Not overcome" in _prompt(table).preview


def test_backspace_takes_back_dice_that_stand_beside_an_undecided_list() -> None:
    """Dice typed before the price of a Twist are in sight, and go one by one before the question does."""
    table, _ = seat(Shop(KIRIN, CLERK).state)
    press(table, ":", "=check kirin poise 5 dice=12256", "enter", "1", "2", "backspace", "backspace")
    assert isinstance(table.asking, Asking)
    assert table.asking.command.id == "twist"
    assert table.asking.so_far().get("dice") == ""


def test_a_letter_that_continues_no_name_changes_no_choice() -> None:
    table = _seat(0)
    press(table, "1", "r", "B")
    before = _prompt(table).parts
    press(table, "z")
    assert _prompt(table).parts == before
    assert isinstance(table.asking, Asking)
    assert table.asking.refused == "z does nothing here."


@pytest.mark.parametrize(("keys", "told"), [("1 a ⏎ T", ""), ("1 a ⏎ z", ""), ("i ⏎ 1 a ⏎ z", "z (action used)")])
def test_only_an_act_that_applies_is_named_for_its_key(keys: str, told: str) -> None:
    """No character of this table has a trait of limited use, and without a fight no action is used (WE-19)."""
    state = begun(FLIGHT).state
    table, _ = seat(replace(state, actors=dict(map(_without_traits, state.actors.values()))), *["0000"] * 3)
    keyed(table, keys)
    assert prompt(table).refused == f"{keys[-1]} does nothing here." + (f" Press esc, then {told}." if told else "")


def _without_traits(actor: Actor) -> tuple[str, Actor]:
    sheets = {game: replace(sheet, traits=()) for game, sheet in actor.sheets.items()}
    return actor.id, replace(actor, sheets=sheets)


@pytest.mark.parametrize("check", ["nature 4 dice=66", "poise 6 dice=12256", "Lockpicking 15 dice=666666"])
def test_a_twist_has_the_same_letters_after_every_check(check: str) -> None:
    """ME-21: _ is no Twist, A is Strain; a small letter that begins no name gives no Twist up."""
    table, _ = seat(Shop(KIRIN, CLERK).state)
    press(table, ":", f"=check kirin {check}", "enter")
    (price, _) = _prompt(table).parts
    assert [(offer.key, offer.label.split()[0]) for offer in price.offers[:2]] == [("_", "no"), ("A", "Strain")]
    press(table, "a")
    assert isinstance(table.asking, Asking)
    assert table.asking.refused == "a does nothing here. Press capital A, or / to type a name."
    acts = table.state.acts
    press(table, "enter")
    assert table.state.acts == acts


def test_unaffordable_strain_keeps_its_letter_and_says_why() -> None:
    table, _ = seat(Shop(someone("ada", 4, 3, 0), CLERK).state)
    press(table, ":", "=check ada poise mod=3 against=9 dice=446", "enter", "A", "enter")
    assert isinstance(table.asking, Asking)
    assert "Poise is at 0" in _prompt(table).refused


@pytest.mark.parametrize(
    ("fallen", "told"), [(3, "Ann 1, Ann 2 and Ann 3"), (5, "Ann 1, Ann 2, Ann 3, Ann 4 and 1 more")]
)
def test_the_end_of_a_scene_names_whose_stress_clears(fallen: int, told: str) -> None:
    """WE-71: as many as four, and how many more."""
    felix = quiet().actors["felix-cavendish"]
    sheet = replace(felix.sheets[WYRD_ENGINE], track=track((2, 0, 0, 0)))
    ones = [replace(felix, id=f"ann-{n}", name=f"Ann {n}", sheets={WYRD_ENGINE: sheet}) for n in range(1, fallen + 1)]
    table, _ = seat(replace(quiet(), actors={one.id: one for one in ones}))
    press(table, "e")
    assert f"tress clears for {told}" in _prompt(table).preview


def test_me_42_buildup_shows_its_level_before_it_rises() -> None:
    """ME-42: the key is a choice in many lists, so it asks first."""
    table = _seat(2)
    press(table, "1", "A")
    assert "Afflicted 0→1" in _prompt(table).preview
    before = table.session.state
    press(table, "escape")
    assert table.session.state is before


def test_we_46_help_is_against_the_selected_rung_by_default() -> None:
    """U-06: the line and the ladder agree, a field takes another difficulty, and exceptional help gives +2."""
    table = begun(FLIGHT, "⏎ ] ] h ⏎ ⏎")
    assert "against Formidable (+2)" in _prompt(table).preview
    keyed(table, "C b tab tab =3 tab =++++")
    answers = asking(table).so_far()
    assert (answers["against"], answers["value"], answers["dice"]) == (3, "2", "++++")
    keyed(table, "⏎")
    assert [(bonus.owner, bonus.value) for bonus in table.state.bonuses.values()] == [("felix-cavendish", 2)]


@pytest.mark.parametrize(("keys", "typed"), [("'The crypt", "The crypt"), ("O'Hara", "O'Hara")])
def test_own_words_that_are_open_need_no_quotation_mark(keys: str, typed: str) -> None:
    """A table without a book asks a scene's name at once; an apostrophe opens own words, as elsewhere."""
    table, _ = seat(State(games=(WYRD_ENGINE,)))
    press(table, "B", f"={keys}")
    part = next(part for part in prompt(table).parts if part.active)
    assert part.typed == typed


def test_c_25_a_new_challenge_is_said_to_be_hidden() -> None:
    table = begun(FLIGHT, "c a 3 ⏎")
    assert "hidden from players" in prompt(table).preview
    keyed(table, "⏎")
    assert table.state.challenges["obstacle-1"].visibility == "secret"


@pytest.mark.parametrize(
    ("keys", "typed", "told"),
    [
        ("c f ⏎", "", "blank: Threat · New challenge Threat 4 · "),
        ("c f ⏎", "The mob", "New challenge The mob: Threat 4 · "),
        ("c c ⏎", "", "blank: Clock 1 · New clock Clock 1: 4 beads · "),
    ],
)
def test_c_25_a_challenge_is_foretold_as_the_log_tells_it(keys: str, typed: str, told: str) -> None:
    """C-25: a challenge without a title has that of its type; no line but the log showed it."""
    table, _ = seat(State(games=(WYRD_ENGINE, WYRD_ABACUS, METTLE)))
    keyed(table, keys)
    press(table, *([f"={typed}"] if typed else []))
    moves = " · ``tick`` moves it from now on" if "clock" in told else ""
    assert prompt(table).preview == f"{told}hidden from players; ``visibility`` shows it{moves}"
    keyed(table, "⏎")
    assert str(table.session.done[-1].act.log[0]) in told


def test_we_21_a_reroll_is_told_once_with_its_verdict_first() -> None:
    table = begun(FLIGHT, "r C =---- ⏎ R =++00 ⏎")
    said = tell_with_rest(table.session.done[-1], 80)
    assert said.startswith("SUCCESS by 4 · ")
    assert said.count("again:") == 1
    assert "++00" in said


def test_we_70_enter_does_not_end_a_scene_without_play() -> None:
    """WE-70: the evening has ended with its scene; a second Enter ends nothing, and a letter still does."""
    table = begun("murder-at-the-brass-orchid", "B ⏎ ⏎ ⏎ e c ⏎ ⏎")
    ends = len(commands(table))
    keyed(table, "e")
    assert prompt(table).preview == "No scene is under way"
    assert [offer.label for offer in prompt(table).parts[0].offers] == ["the evening"]
    keyed(table, "⏎")
    assert len(commands(table)) == ends
    keyed(table, "b ⏎")
    assert len(commands(table)) == ends
    keyed(table, "c ⏎")
    assert commands(table)[-1] == "end"


def test_we_70_a_scene_that_has_begun_is_suggested_to_end() -> None:
    """WE-70: also where nothing was marked in it, and behind it what was marked since."""
    table = begun("murder-at-the-brass-orchid", "B ⏎ ⏎ ⏎ e ⏎ 1 d 2 ⏎ e ⏎")
    assert table.state.scene == Scene(2, between=True, left=table.state.scene.left, evening=1)
    assert table.session.done[-1].act.command == "end"
    assert all(health_of(actor) == "unhurt" for actor in table.state.actors.values())


@pytest.mark.parametrize("number", ["3", "9", "0"])
def test_we_91_undo_and_redo_name_a_count(number: str) -> None:
    """WE-91, U-29: the name of the group alone is no title of an act."""
    table = begun(FLIGHT, f"O A ⏎ * ={number} ⏎ u")
    assert f"4→{number}" in table.speech.status.said
    keyed(table, "U")
    assert f"4→{number}" in table.speech.status.said


def test_we_69_conceding_tells_what_follows_and_names_nobody_twice() -> None:
    """WE-52, WE-69: before the price is written, the line tells whose turn it is then, and who is passed over."""
    table = begun(FLIGHT, "O A ⏎ i =4;1;0;2 ⏎ 1 d =10 ⏎ A ⏎ , , , n n y")
    passed = "Round 2: Crew of the watch’s turn; passes over Mercer (defeated)"
    assert prompt(table, 120).preview.startswith(f"Patrolling crewman concedes: …\n{passed}")
    keyed(table, "=flees")
    assert prompt(table, 120).preview.startswith(f"Patrolling crewman concedes: flees\n{passed}")
    keyed(table, "⏎")
    assert [str(line) for line in table.session.last(1)[0].act.log] == ["Patrolling crewman concedes: flees", passed]


def test_we_29_finding_a_clue_is_told_before_the_roll() -> None:
    """WE-29: the obstacle stands for a clue of the book, which the last bead finds."""
    table = begun("murder-at-the-brass-orchid", "B ⏎ ⏎ ⏎ 1 r Z B ⏎")
    assert prompt(table, 120).preview.endswith("success: challenge overcome, clue found")


def test_a_letter_that_finds_a_row_says_what_space_does() -> None:
    """Enter takes the row that letters have found, so that space keeps it, and a second space takes it off."""
    table = begun("nobody-told-the-bees", "B ⏎ ⏎ esc a r")
    assert "Space keeps it ticked." in _prompt(table).aside
    keyed(table, "space space")
    assert not any(offer.on for offer in _prompt(table).parts[0].offers if offer.label.startswith("roll"))


def test_wa_52_a_stage_rule_that_ends_with_its_challenge_is_told() -> None:
    """WA-52: before Enter and in the log, hidden rules too, since the GM has to know."""
    table = begun("nobody-told-the-bees", "B ⏎ ⏎ r ⌫ B ⏎ 1 ⏎ 6")
    assert "Stage rule They Count Back ends" in _prompt(table).preview
    keyed(table, "⏎")
    assert any(line.head == "Stage rule They Count Back ends" for line in table.session.last(1)[0].act.log)


def test_wa_23_a_draw_that_is_still_short_asks_again() -> None:
    """A point for a challenge that lacks four: the same question stands open, with three."""
    table = begun("nobody-told-the-bees", "B ⏎ ⏎ r ⏎ ⏎ 1 ⏎ 1 1 ⏎")
    assert asking(table).command.id == "draw"
    assert "3 short of 5" in prompt(table).preview
