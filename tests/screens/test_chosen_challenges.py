"""Challenges that a roll is against, chosen in its question or selected on the abacus (WE-35, ME-10)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.screens import tables
from tests.screens.abacus_tables import abacus_table
from tests.screens.desk import Desk, press, seat
from tests.screens.mettle_tables import mettle_table
from tests.screens.shipped import FLIGHT, GANNET, asking, begun, keyed, prompt
from tests.table_fakes import tower
from wyrd_tui.engine.commands import Answers
from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.line_syntax import parse_line
from wyrd_tui.engine.rules import all_games
from wyrd_tui.engine.rules.all_games import commands_of
from wyrd_tui.engine.rules.shared.rods import challenge_choices
from wyrd_tui.engine.state import METTLE, WYRD_ABACUS, WYRD_ENGINE, Actor, Challenge, State
from wyrd_tui.screens.questions.asking import Asking
from wyrd_tui.screens.table import captions
from wyrd_tui.screens.table.controller import Controller
from wyrd_tui.screens.table.next_challenge import first_to_face
from wyrd_tui.screens.table.outlook import after_asking, ladder_asked, rung_asked
from wyrd_tui.screens.table.sentences import list_rods
from wyrd_tui.widgets.glyphs import UNICODE
from wyrd_tui.widgets.question import Prompt, PromptPart
from wyrd_tui.widgets.values import Around


def _with_rods(state: State, *rods: Challenge) -> State:
    return replace(state, challenges={rod.id: rod for rod in rods})


def _engine_table() -> State:
    bank = Challenge("bank", "Hold the bank", value=1, visibility="open")
    gate = Challenge("gate", "The gate", value=2, after=("bank",), visibility="open")
    return _with_rods(tables.table(), bank, gate)


def _mettle_table() -> State:
    door = Challenge("door", "The door", "obstacle", METTLE, 5, skills=("Poise",), visibility="open")
    return _with_rods(mettle_table(), door)


TABLES = {"bank": _engine_table, "door": _mettle_table}


def _prompt(table: Controller) -> Prompt:
    assert table.question is not None
    return table.question(80, UNICODE, 5)


def _part(table: Controller, name: str) -> PromptPart:
    return next(part for part in _prompt(table).parts if part.prompt == name)


def _answers(table: Controller) -> Answers:
    assert isinstance(table.asking, Asking)
    return table.asking.answers


@pytest.mark.parametrize("which", TABLES)
def test_a_roll_offers_the_challenges_in_play(which: str) -> None:
    """A key in the question for the rating opens the challenges, whichever pane is selected; none is suggested."""
    table, _ = seat(TABLES[which]())
    press(table, "1", "r")
    (offer,) = _part(table, "Challenge").offers
    assert offer.label == "none"
    press(table, offer.key, "A", "enter")
    assert _answers(table)["on"] == which
    assert "against" not in _answers(table)


@pytest.mark.parametrize("which", TABLES)
def test_a_roll_is_against_no_challenge_unasked(which: str) -> None:
    table, _ = seat(TABLES[which]())
    press(table, "1", "r", "enter")
    assert _answers(table)["on"] == "none"


@pytest.mark.parametrize("which", TABLES)
def test_a_selected_challenge_is_suggested_and_can_be_taken_off(which: str) -> None:
    table, _ = seat(TABLES[which]())
    press(table, "1", "tab", "tab", "tab", "r")
    offer, none = _part(table, "Challenge").offers
    assert (offer.label, none.key, none.label) == (table.state.challenges[which].title, "_", "none")
    press(table, offer.key, "_", "enter")
    assert _answers(table)["on"] == "none"
    press(table, "escape", "r", "_")
    assert [offer.label.split()[0] for offer in _part(table, "Challenge").offers] == ["none"]
    press(table, "enter")
    assert _answers(table)["on"] == "none"


def test_ratings_keep_their_letters_beside_challenges() -> None:
    """A rating is taken by its letter at once, as on a table without a challenge."""
    table, _ = seat(_engine_table())
    press(table, "1", "r", "B")
    assert _answers(table)["skill"] == "Shoot"
    bare, _ = seat(replace(_engine_table(), challenges={}))
    press(bare, "1", "r", "B")
    assert _answers(bare)["skill"] == "Shoot"


def test_a_locked_challenge_is_not_offered() -> None:
    table, _ = seat(_engine_table())
    press(table, "1", "r")
    press(table, _part(table, "Challenge").offers[0].key)
    assert [offer.label for offer in _part(table, "Challenge").offers] == ["none", "Hold the bank"]
    with pytest.raises(Refused, match=r"Locked: The gate\. First overcome Hold the bank"):
        parse_line("roll elias-mercer pilot on=gate", table.state, commands_of(table.state))


def _last_scene() -> Controller:
    """The last scene of Flight from the Tower, two of whose challenges open behind the first."""
    table = begun("flight-from-the-tower")
    press(table, ":", "=begin the-railing", "enter")
    return table


def test_wa_14_a_list_of_challenges_says_what_opens_a_locked_one() -> None:
    """WA-14: the lists of other acts have it with its lock; that of a roll leaves it out and says why."""
    table = _last_scene()
    press(table, "X", "backspace")
    hints = {one.label: (one.hint, one.here) for one in _part(table, "Which challenge").offers}
    assert hints == {
        "The fuse": ("clock", False),
        "Reach the railing": ("Difficult (+1)", True),
        "Jump clear": ("Challenging (0), after Reach the railing", False),
        "Take the launch": ("Formidable (+2), after Reach the railing", False),
    }
    press(table, "escape", "1", "r", "Z")
    assert [one.label for one in _part(table, "Challenge").offers] == ["none", "Reach the railing"]
    assert "Locked: Jump clear. First overcome Reach the railing." in str(_prompt(table).preview)
    press(table, "escape")
    assert "locked" not in str(_prompt(table).preview)


def test_wa_14_the_head_says_what_opens_a_locked_challenge() -> None:
    table = _last_scene()

    def head() -> list[tuple[str, str]]:
        return [(rod.title, rod.after) for rod in list_rods(table.state, table.cursor, near=False)]

    after = "after Reach the railing"
    assert head() == [("Reach the railing", ""), ("Jump clear", after), ("Take the launch", after), ("The fuse", "")]
    press(table, ":", "=settle reach-the-railing overcome", "enter")
    assert head() == [("Jump clear", ""), ("Take the launch", ""), ("The fuse", "")]


def test_wa_27_the_head_says_which_retriable_challenge_failed() -> None:
    table = begun("nobody-told-the-bees", "B ⏎ ⏎ c f 5 ⏎ =Crow ⏎ r ⏎ ⏎ =1 ⏎ _ ⏎ _ ⏎")
    assert table.state.challenges["crow"].outcome == "failed"
    (crow,) = (one for one in captions.head_rods(table, near=False) if one.title == "Crow")
    assert (crow.figures, crow.role) == ("failed", "dim")


def test_wa_22_the_head_says_what_a_roll_reached() -> None:
    """WA-22: what is short counts from there, as beads and as figures do on all other challenges."""
    table = begun("nobody-told-the-bees", "B ⏎ ⏎")
    press(table, ":", "=face hesters-good-manners nora nora:1 dice=2", "enter")
    told = {one.title: (one.figures, one.done, one.needed) for one in captions.head_rods(table, near=False)}
    assert told["Hester’s good manners"] == ("3/5", 3, 5)
    assert told["Count the chairs"] == ("0/4", 0, 4)


@pytest.mark.parametrize(("points", "then"), [("1", 3), ("3", 5)])
def test_wa_22_the_head_says_what_wyrd_would_reach(points: str, then: int) -> None:
    """WA-22: enough Wyrd reaches the value, though the challenge leaves."""
    table = begun("nobody-told-the-bees", "B ⏎ ⏎")
    press(table, ":", "=face hesters-good-manners nora nora:1 dice=1", "enter", "1", f"={points}")
    around = Around(table.state, after_asking(table.questions, table.state))
    rods = captions.head_rods(table, near=False, around=around)
    (rod,) = (one for one in rods if one.title == "Hester’s good manners")
    assert (rod.done, rod.then) == (2, then)


def test_a_selected_challenge_suggests_its_rating() -> None:
    """The rating that a challenge names stands first (ME-10)."""
    table, _ = seat(_mettle_table())
    press(table, "1", "tab", "tab", "tab", "r")
    assert [offer.label for offer in _part(table, "Check").offers if offer.here] == ["Poise"]


def test_a_challenge_chosen_in_the_folded_field_suggests_its_rating() -> None:
    """As one selected on the abacus does; a rating that was chosen stays (ME-10)."""
    table, _ = seat(_mettle_table())

    def here() -> list[str]:
        return [offer.label for offer in _part(table, "Check").offers if offer.here]

    press(table, "1", "r")
    (usual,) = here()
    fold = _part(table, "Challenge").offers[0].key
    press(table, fold, "enter")
    assert here() == ["Poise"] != [usual]
    assert _prompt(table).aside == "Check: Poise is now suggested."
    press(table, fold, "up", "enter")
    assert here() == [usual]
    press(table, "down", "up", fold, "enter")
    assert here() == [usual], "a rating that the cursor was moved to is chosen"
    assert not _prompt(table).aside


def test_a_challenge_that_fits_is_named_and_under_the_cursor() -> None:
    """WE-35: the key that opens the challenges and Enter choose the one whose skills have the rating."""
    bank = Challenge("bank", "Hold the bank", value=1, visibility="open")
    gate = Challenge("gate", "The gate", value=2, skills=("Shoot",), visibility="open")
    table, _ = seat(_with_rods(tables.table(), bank, gate))
    press(table, "1", "r", "down")
    (offer,) = _part(table, "Challenge").offers
    assert offer.label == "none · “The gate” would fit, Formidable (+2)"
    press(table, offer.key, "enter", "enter")
    assert _answers(table)["on"] == "gate"


def test_a_roll_tells_its_stake_or_that_none_is_faced() -> None:
    """WE-35: the last question says so, with no dice typed yet."""
    gate = Challenge("gate", "The gate", value=2, skills=("Shoot",), lose="The guard wakes.", visibility="open")
    table, _ = seat(_with_rods(tables.table(), gate))
    press(table, "1", "r", "down", "enter")
    assert _prompt(table).preview.endswith(" · the roll is for no challenge")
    press(table, "escape", "r", "down")
    press(table, _part(table, "Challenge").offers[0].key, "enter", "enter")
    assert _prompt(table).preview.endswith(" · at stake: “The guard wakes.”")
    press(table, "escape", "r", "enter")
    assert _prompt(table).preview.endswith(" · the roll is for no challenge"), "also where its rating does not fit"


@pytest.mark.parametrize("which", TABLES)
def test_a_roll_for_none_of_the_challenges_says_so(which: str) -> None:
    """WE-35, ME-10: at the dice, whichever rating is rolled, as long as a challenge of the game can be faced."""
    table, _ = seat(TABLES[which]())
    press(table, "1", "r", "enter")
    assert _prompt(table).preview.endswith(" · the roll is for no challenge")
    over = {rod.id: replace(rod, outcome="failed") for rod in table.state.challenges.values()}
    table, _ = seat(replace(table.state, challenges=over))
    press(table, "1", "r", "enter")
    assert "for no challenge" not in _prompt(table).preview


def test_me_30_a_team_for_none_of_the_challenges_is_told_so() -> None:
    """ME-30: against a Difficulty, at the dice; against a pool none can be faced."""
    table, _ = seat(_mettle_table())
    team = table.commands["team"]
    party = tuple(who for who, actor in table.state.actors.items() if actor.side == "party")
    answers: Answers = {"who": party[:2], "on": "none", "target": "nobody", "mod": 0}
    assert team.remark(table.state, answers) == "the roll is for no challenge"
    assert not team.remark(table.state, {**answers, "on": "door"})
    foe = next(who for who, actor in table.state.actors.items() if actor.side == "foes")
    assert not team.remark(table.state, {**answers, "target": foe})


@pytest.mark.parametrize("which", TABLES)
def test_the_list_of_challenges_opens_on_one(which: str) -> None:
    """WE-35, ME-10: its key and Enter choose the first; nothing is suggested before, and `_` takes it off."""
    table, _ = seat(TABLES[which]())
    press(table, "1", "r")
    fold = _part(table, "Challenge").offers[0].key
    press(table, fold)
    here = [offer.key for offer in _part(table, "Challenge").offers if offer.here]
    press(table, "escape")
    assert _answers_of_form(table)["on"] == "none"
    press(table, fold, "enter")
    assert _answers_of_form(table)["on"] == which
    press(table, "_", "enter")
    assert (here, _answers(table)["on"]) == (["A"], "none")


@pytest.mark.parametrize(("which", "dice"), [("bank", ("----", "----")), ("door", ("11", "1111"))])
def test_a_challenge_that_may_be_tried_again_stays_chosen(which: str, dice: tuple[str, str]) -> None:
    """WE-35, ME-10: behind a failed roll for it, until another is chosen or a roll is for none."""
    table, _ = seat(TABLES[which](), *dice)
    press(table, "1", "r")
    press(table, _part(table, "Challenge").offers[0].key, "enter", "enter", "enter")
    assert (table.asking, table.state.challenges[which].outcome) == (None, "")
    press(table, "2", "r")
    assert _answers_of_form(table)["on"] == which
    press(table, "_", "enter", "enter")
    assert table.asking is None
    press(table, "1", "r")
    assert _answers_of_form(table)["on"] == "none"


def test_challenges_keep_their_letters_within_a_scene() -> None:
    """WE-35: a challenge that is over leaves its letter to none, and a locked one has its own before it opens."""
    table, _ = seat(
        _with_rods(_engine_table(), *_engine_table().challenges.values(), Challenge("dam", "The dam", value=0))
    )

    def letters() -> dict[str, str]:
        press(table, "1", "r", "Z")
        keys = {offer.label: offer.key for offer in _part(table, "Challenge").offers}
        press(table, "escape", "escape", "escape")
        return keys

    assert letters() == {"none": "_", "Hold the bank": "A", "The dam": "C"}
    press(table, ":", "=settle bank overcome", "enter")
    assert letters() == {"none": "_", "The gate": "B", "The dam": "C"}


def test_me_10_a_check_tells_its_stake() -> None:
    """ME-10: as a roll of the Wyrd Engine does, behind the odds."""
    state = _mettle_table()
    table, _ = seat(_with_rods(state, replace(state.challenges["door"], lose="The guard wakes.")))
    press(table, "1", "r")
    press(table, _part(table, "Challenge").offers[0].key, "enter", "enter")
    assert _prompt(table).preview.endswith(" · at stake: “The guard wakes.”")


@pytest.mark.parametrize("which", TABLES)
def test_a_chosen_challenge_is_suggested_until_a_roll_without_one(which: str) -> None:
    """The ladder follows it from any pane, and goes its own way once a rung is chosen."""
    table, _ = seat(TABLES[which]())
    table.cursor.choose("abacus", which)
    press(table, "1", "r")
    assert _answers_of_form(table)["on"] == which
    press(table, "escape")
    assert table.cursor.followed is not None
    table.cursor.choose("ladder", str(table.cursor.selection.rung))
    press(table, "r")
    assert _answers_of_form(table)["on"] != which


def test_a_challenge_that_was_just_made_is_suggested() -> None:
    table, _ = seat(_engine_table())
    press(table, "c", "a", "3", "enter", "enter")
    made = [*table.state.challenges][-1]
    press(table, "1", "r")
    assert _answers_of_form(table)["on"] == made


def test_the_turned_ladder_is_suggested_beside_a_folded_challenge() -> None:
    table, _ = seat(_engine_table())
    press(table, "1", "right")
    turned = table.cursor.rating
    press(table, "r")
    assert _answers_of_form(table)["skill"] == turned


def _answers_of_form(table: Controller) -> Answers:
    assert isinstance(table.asking, Asking)
    return table.asking.so_far()


def test_a_challenges_rung_is_not_kept_for_other_rolls() -> None:
    table, _ = seat(tower(), "0000")
    own = table.cursor.selection.rung
    press(table, "c", "a", "2", "enter", "enter", "escape")
    assert table.cursor.selection.rung == 2
    press(table, ":", "=roll felix crafts +1 dice=0000", "enter")
    assert table.cursor.selection.rung == own


def test_the_ladder_has_the_rating_of_the_open_roll() -> None:
    """Ladder and line show the same chance while a roll is open."""
    table, _ = seat(tower(), "0000")
    press(table, "1", "r")
    usual = table.cursor.ladder.odds
    assert ladder_asked(table.questions, table.rules, table.state, usual) == usual
    press(table, *"shoot", "enter")
    shown = ladder_asked(table.questions, table.rules, table.state, usual)
    assert shown is not None
    assert "Shoot +2" in shown.title


def test_the_ladder_points_at_what_the_open_roll_is_for() -> None:
    """WE-35: a challenge or a difficulty that is chosen in the question, and the cursor's rung again behind it."""
    table, _ = seat(_engine_table(), "0000")
    press(table, "1", "r")
    asked = {"bank": (1, (1, "Hold the bank")), "none": (table.cursor.selection.rung, None)}
    assert rung_asked(table.questions, table.state, 0, None) == asked["none"]
    table.ask(table.commands["roll"], {"on": "bank"})
    assert rung_asked(table.questions, table.state, 0, None) == asked["bank"]
    table.ask(table.commands["roll"], {"against": 3})
    assert rung_asked(table.questions, table.state, 0, None) == (3, None)
    press(table, "escape", "escape")
    assert rung_asked(table.questions, table.state, 0, asked["bank"][1]) == (0, asked["bank"][1])


def test_plus_leaves_an_ended_challenge_only_for_a_chosen_one() -> None:
    """`+` asks for another then, `-` takes the last bead back; undo brings the challenge that ended back."""
    long, last = Challenge("wall", "The wall", needed=4), Challenge("bolt", "The bolt")
    table, _ = seat(_with_rods(tables.table(), last, long))
    press(table, "+")
    assert table.state.challenges["bolt"].outcome == "overcome"
    assert table.cursor.selection.challenge == "wall", "the cursor is where a roll may go"
    press(table, "+")
    assert table.state.challenges["wall"].done == 0
    press(table, "enter")
    assert (table.state.challenges["wall"].done, table.cursor.advances) == (1, "wall")
    press(table, "-")
    assert (table.state.challenges["wall"].done, table.state.challenges["bolt"].done) == (0, 1)
    press(table, "u", "u", "u")
    assert table.state.challenges["bolt"].done == 0
    assert table.cursor.selection.challenge == "bolt"


def test_nothing_is_selected_once_every_challenge_has_ended() -> None:
    """`-` takes a bead back from the challenge that is named."""
    table, _ = seat(_with_rods(tables.table(), Challenge("bolt", "The bolt"), Challenge("bar", "The bar")))
    press(table, "+", "+", "enter")
    assert table.cursor.selection.challenge == ""
    press(table, "-", "down", "down", "enter")
    assert (table.state.challenges["bolt"].outcome, table.state.challenges["bar"].outcome) == ("overcome", "")


def _ladder_row(table: Controller, value: int) -> tuple[str, str]:
    """Return the title of the ladder and the chance on one of its rungs."""
    ladder = table.cursor.ladder.odds
    assert ladder is not None
    return ladder.title, next(rung.success.short() for rung in ladder.rungs if rung.value == value)


def test_the_ladder_shows_the_pool_and_value_of_the_roll() -> None:
    """ME-09, ME-10: what suits the challenge stands on the ladder too, with a rung for a Difficulty between two."""
    table, _ = seat(_mettle_table())
    press(table, "1")
    own, usual = table.cursor.selection.rung, table.cursor.rating
    table.cursor.choose("abacus", "door")
    title, chance = _ladder_row(table, 5)
    assert (table.cursor.selection.rung, table.cursor.rating) == (5, "Poise")
    assert "Poise 2" in title
    press(table, "r")
    assert _answers_of_form(table)["rating"] == "Poise"
    press(table, "enter")
    assert f"2 dice against The door (5) · success {chance}" in _prompt(table).preview
    press(table, "escape", "escape")
    table.cursor.choose("ladder", "6")
    assert (table.cursor.selection.rung, 5 in table.cursor.ladder.rungs, table.cursor.rating) == (6, False, usual)
    table.cursor.choose("ladder", str(own))
    table.cursor.choose("abacus", "door")
    press(table, ":", "=check viktor poise on=none against=6 dice=11", "enter")
    assert (table.cursor.selection.rung, 5 in table.cursor.ladder.rungs) == (own, False)


def test_the_challenge_moved_last_stays_at_hand_between_scenes() -> None:
    table = begun("murder-at-the-brass-orchid", "B ⏎ / y a r d ⏎ + e ⏎ B ⏎ ⏎ ⏎")
    assert table.cursor.advances == table.cursor.at_hand == "the-yard-arrives"
    keyed(table, "+")
    assert table.state.challenges["the-yard-arrives"].done == 2


def test_a_cursor_whose_challenge_left_chooses_none() -> None:
    """The row on which it stands then is neither rolled for nor moved until the GM goes to it."""
    table = begun("murder-at-the-brass-orchid", "B ⏎ / c o n f ⏎ e ⏎ B ⏎ ⏎ ⏎")
    cursor = table.cursor
    assert (cursor.pane, cursor.selection.challenge) == ("abacus", "rigbys-silence")
    assert (cursor.has_chosen, cursor.followed, cursor.advances) == (False, None, "")
    cursor.choose("abacus", "rigbys-silence")
    assert (cursor.has_chosen, cursor.advances) == (True, "rigbys-silence")


def test_v_asks_what_to_show_where_no_row_is_selected() -> None:
    """As a scene begins with the keys in the abacus no row is selected there, so that the key asks what to show."""
    table = begun("a-fine-patina")
    table.cursor.focus("abacus")
    table.choose("abacus", next(iter(table.state.challenges)))
    keyed(table, "B B ⏎")
    assert (table.cursor.pane, table.cursor.has_chosen) == ("abacus", False)
    keyed(table, "v")
    assert asking(table).command.id == "visibility"


STRIKES, FAILS = "B B ⏎ ⏎ e ⏎", "B B ⏎ ⏎ tab tab tab r ⏎ ⏎ 1 ⏎ _ ⏎"


@pytest.mark.parametrize(("keys", "rod"), [(STRIKES, "the-taste-of-lamp-oil"), (FAILS, "one-step-too-many")])
def test_another_games_question_has_its_own_ladder_and_challenge(keys: str, rod: str) -> None:
    """WA-24, C-26: no rung of the Wyrd Engine is tied to a challenge of the Wyrd Abacus."""
    table = begun(GANNET, keys)
    assert asking(table).command.id == "consequence"
    cursor, state = table.cursor, table.state
    usual, faced = cursor.ladder.odds, state.challenges[rod]
    assert faced.value is not None
    assert state.games[0] == WYRD_ENGINE
    shown = ladder_asked(table.questions, table.rules, state, usual, faced.value)
    assert shown is not None
    assert shown.columns[0] == "die"
    assert rung_asked(table.questions, state, 0, None) == (faced.value, (faced.value, faced.title))
    assert (cursor.at_hand, cursor.stands_at_roll, cursor.inspected) == (rod, True, faced)
    assert [one.title for one in list_rods(state, cursor, near=False) if one.chosen] == [faced.title]
    keyed(table, "esc")
    assert (cursor.at_hand == rod) == (keys == FAILS), "what may be retried keeps the cursor"
    assert ladder_asked(table.questions, table.rules, state, usual) == usual


def test_the_ladder_follows_the_game_of_the_challenge() -> None:
    """WA-25: with the keys in the abacus its game is asked, and its ability is the ladder’s."""
    table = begun(GANNET, "B B ⏎ ⏎ tab tab tab r ⏎")
    shown = ladder_asked(table.questions, table.rules, table.state, table.cursor.ladder.odds, 4)
    assert shown is not None
    assert shown.rated == "Soul 5 of 5"


def test_the_inspector_shows_the_challenge_of_an_old_question() -> None:
    """WA-22: an open die names its challenge by its roll, wherever the cursor is."""
    table = begun(GANNET, "B B ⏎ ⏎ tab tab tab r ⏎ ⏎ 1 ⏎ esc tab tab")
    assert isinstance(table.cursor.inspected, Actor)
    keyed(table, ".")
    shown = table.cursor.inspected
    assert (asking(table).command.id, shown and shown.id) == ("draw", "one-step-too-many")


def test_a_digit_in_the_abacus_turns_the_inspector() -> None:
    """It shows the character until the keys move among the challenges."""
    table = begun(GANNET, "B B ⏎ ⏎ tab tab tab")
    assert isinstance(table.cursor.inspected, Challenge)
    keyed(table, "2")
    shown = table.cursor.inspected
    assert isinstance(shown, Actor)
    assert (shown.id, table.cursor.pane) == (table.cursor.selection.actor, "abacus")
    table.choose("abacus", table.cursor.selection.challenge)
    assert isinstance(table.cursor.inspected, Challenge)


def test_wa_17_the_ladder_follows_the_challenge_that_is_faced() -> None:
    """WA-17: while points are bid, the ladder is that of the rating which the challenge in the question calls for."""
    table, _ = seat(abacus_table())
    press(table, "1")
    usual, faced = table.cursor.ladder.odds, table.cursor.followed
    table.ask(table.commands["face"], {"which": "verse"})
    rung, followed = rung_asked(table.questions, table.state, 4, faced)
    assert (rung, followed) == (10, (10, "The verse on the stone"))
    shown = ladder_asked(table.questions, table.rules, table.state, usual, rung, "ada")
    assert shown is not None
    assert shown.rated.startswith("Mind")
    table.ask(table.commands["reveal"], {"which": "verse"})
    assert rung_asked(table.questions, table.state, 4, faced) == (4, faced), "a question that rolls nothing"


@pytest.mark.parametrize(
    "keys",
    [
        "",
        "r ⏎ =---- ⏎",
        "r A =++++ ⏎",
        "r Z _ A =---- ⏎",
        "r Z B ⏎ =---- ⏎",
        "r Z B ⏎ =++++ ⏎",
        "i =0;0;0 ⏎",
        "+",
        "c c 4 ⏎ =Alarm ⏎ c a 1 ⏎ =Walls ⏎ +",
        "c c 4 ⏎ =Alarm ⏎ +",
    ],
)
def test_after_a_break_the_new_challenge_is_next_as_before(keys: str) -> None:
    """C-25, WE-35: until a roll is for another, and `+` goes to its beads, as the acts tell it."""
    table = begun("murder-at-the-brass-orchid", f"B ⏎ c a 1 ⏎ =Roofs ⏎ {keys}")
    assert table.asking is None
    acts = [step.act for step in table.session.done]
    again = Controller(table.session, all_games, Desk(table.state), recent=acts)
    again.open()
    kept, now = table.cursor, again.cursor
    assert (now.selection.faced, now.advances) == (kept.selection.faced, kept.advances)
    assert now.followed == kept.followed


def test_a_person_is_found_before_a_thing() -> None:
    """A name that is typed whole finds its owner, a challenge as well as a person."""
    table = begun("murder-at-the-brass-orchid", "B B ⏎ / =rig")
    assert prompt(table).parts[0].offers[0].label == 'Henry "Rigs" Rigby'
    assert table.cursor.selection.actor == "henry-rigby"
    table = begun("murder-at-the-brass-orchid", "B B ⏎ / =rigbys-silence")
    assert prompt(table).parts[0].offers[0].label == "Rigby’s silence"


def test_a_challenge_that_would_fit_has_a_true_minus() -> None:
    table = begun("murder-at-the-brass-orchid", "B ⏎ 1 r Z A ⏎ =++++ ⏎ 3 r =inv")
    (offer,) = [offer for part in prompt(table).parts for offer in part.offers if "would fit" in offer.label]
    assert offer.label == "none · “The missing watch” would fit, Basic (−1)"


def test_wa_27_a_challenge_that_may_be_retried_keeps_the_cursor() -> None:
    """WA-27: the next roll suggests it again, and not one that the players do not know."""
    table = begun(GANNET, "B B ⏎ ⏎ 3 r ⏎ 3 ⏎ =1 ⏎ _ ⏎ _ ⏎")
    assert table.state.challenges["one-step-too-many"].outcome == "failed"
    assert table.cursor.selection.challenge == "one-step-too-many"
    keyed(table, "r")
    assert asking(table).so_far()["which"] == "one-step-too-many"


BEES = "nobody-told-the-bees"
SLEEPER_FAILED = "B ⏎ ⏎ 1 r ⌫ =sleeper ⏎ ⏎ ⏎ =1 ⏎ _ ⏎ b ⏎ ⏎ ⏎ =1 ⏎"
MANNERS_MET = "r ⌫ =hester ⏎ ⏎ 1 1 ⏎ =6 ⏎"


@pytest.mark.parametrize(
    ("keys", "faced"),
    [
        (SLEEPER_FAILED, "the-sleeper-upstairs"),
        (f"{SLEEPER_FAILED} e ⏎ esc esc B ⏎ ⏎ e ⏎ ⏎", "the-wagon-across-the-lane"),
        (f"{SLEEPER_FAILED} c c 6 ⏎ =Gas ⏎ + +", "the-sleeper-upstairs"),
        (f"{SLEEPER_FAILED} {MANNERS_MET}", "the-hive-book"),
        (f"B ⏎ ⏎ {MANNERS_MET}", "the-hive-book"),
        (f"B ⏎ ⏎ {MANNERS_MET} c c 6 ⏎ =Gas ⏎ + +", "the-hive-book"),
        ("B ⏎ ⏎ c e 5 ⏎ =Storm ⏎ c c 6 ⏎ =Gas ⏎ +", "storm"),
    ],
)
def test_wa_27_a_roll_faces_what_failed_or_else_the_first_untried(keys: str, faced: str) -> None:
    """WA-14, WA-27: one that may be faced again stays; no clock is faced, and a break changes nothing."""
    table = begun(BEES, keys)
    acts = [step.act for step in table.session.done]
    again = Controller(table.session, all_games, Desk(table.state), recent=acts)
    again.open()
    assert again.cursor.selection.challenge == table.cursor.selection.challenge == faced
    keyed(table, "r")
    assert asking(table).so_far()["which"] == faced


def test_wa_27_a_failed_challenge_stays_next_between_scenes() -> None:
    """WA-27: also once the table is opened anew."""
    table = begun(BEES, f"{SLEEPER_FAILED} e ⏎ esc esc")
    again = Controller(table.session, all_games, Desk(table.state), recent=[step.act for step in table.session.done])
    again.open()
    assert again.cursor.selection.challenge == table.cursor.selection.challenge == "the-sleeper-upstairs"


def test_wa_14_beads_of_a_clock_change_no_next_roll() -> None:
    """WA-14: at a table of two games, after the roll failed for a challenge."""
    table = begun(GANNET, "B B ⏎ ⏎ 2 r ⏎ 2 2 2 ⏎ =6 ⏎ c c =6 ⏎ =Gas ⏎ 2 r ⏎ ⏎ =1 ⏎ _ ⏎ b ⏎ ⏎ ⏎ ⏎")
    assert table.state.challenges["the-keepers-log"].outcome == "failed"
    for keys in ("2 r", "esc esc + 2 r"):
        keyed(table, keys)
        assert asking(table).so_far()["which"] == "the-keepers-log"
    assert table.state.challenges["gas"].done == 1


def test_wa_14_keys_that_leave_a_clock_are_back() -> None:
    """WA-14: the beads of the clock were moved with the keys in the abacus."""
    table = begun(BEES, "B ⏎ ⏎ c c 6 ⏎ =Gas ⏎ c c 4 ⏎ =Tide ⏎")
    table.focus("abacus")
    for clock in ("gas", "tide", "gas"):
        table.choose("abacus", clock)
    keyed(table, "+")
    table.focus("party")
    keyed(table, "r")
    assert asking(table).answers["which"] == "hesters-good-manners"
    assert (table.state.challenges["gas"].done, table.cursor.advances) == (1, "gas")


def test_a_challenge_out_of_the_book_is_next() -> None:
    """WA-12: as one that the key puts there."""
    honey, toast = "honey-from-the-thirteenth-comb", "a-toast-to-the-absent"
    for act, answers in (("lay", {"which": honey}), ("mark-page", {"page": toast, "mark": "fired"})):
        table = begun(BEES, "B ⏎ ⏎")
        table.session.do(table.commands[act], answers)
        table.resume()
        keyed(table, "r")
        assert asking(table).so_far()["which"] == honey


def test_an_open_challenge_is_suggested_before_a_hidden_one() -> None:
    """WA-14: once one is overcome the cursor passes over what the players do not know."""
    state = begun(GANNET, "B B ⏎ ⏎").state
    step, log, oil = (
        state.challenges[one] for one in ("one-step-too-many", "the-keepers-log", "the-taste-of-lamp-oil")
    )
    table, _ = seat(_with_rods(state, step, oil, log))
    keyed(table, "3 r ⏎ 3 ⏎ =6 ⏎")
    assert step.id in table.state.overcome
    assert table.cursor.selection.challenge == log.id


def test_me_10_a_foe_faces_no_challenge_of_the_party() -> None:
    """ME-10: the last challenge waits for the party, and neither roll nor ladder of a foe is against it."""
    table = begun("a-fine-patina", "2 r Z A A =11111 ⏎")
    assert table.cursor.followed == (5, "The door behind the counter")
    keyed(table, "/ =clerk ⏎")
    assert table.cursor.followed is None
    keyed(table, "r")
    keyed(table, "⏎ ⏎")
    assert prompt(table, 120).preview.endswith("the roll is for no challenge")
    keyed(table, "esc 2")
    assert table.cursor.followed is not None


def test_the_ladder_stands_at_the_usual_value_without_a_challenge() -> None:
    """Before the first challenge and after the last one the ladder has no rung that anybody chose."""
    table = begun("nobody-told-the-bees")
    assert table.cursor.selection.rung == 4
    keyed(table, "B ⏎ ⏎ esc")
    assert table.cursor.followed == (5, "Hester’s good manners")
    while table.cursor.followed:
        press(table, "colon", f"=settle {table.cursor.selection.challenge} overcome", "enter", "escape")
    assert table.cursor.selection.rung == 4


def test_lists_of_challenges_have_the_order_of_the_abacus() -> None:
    """WE-29, C-25: of a roll, and of every other act."""
    table = begun("murder-at-the-brass-orchid", "B ⏎ ⏎ ⏎ 1 r Z")
    hung = [rod.title for rod in list_rods(table.state, table.cursor, near=False)]
    assert [choice.label for choice in challenge_choices(table.state, {})] == hung
    (part,) = [part for part in prompt(table, 120).parts if part.prompt == "Challenge"]
    assert [offer.label for offer in part.offers] == ["none", *hung[:-1]]


def test_a_challenge_keeps_its_letter_when_another_is_overcome() -> None:
    """WE-35: the letter of what is over stays free, so that a hand that knows the letters finds them."""
    table = begun("murder-at-the-brass-orchid", "B ⏎ ⏎ ⏎ 1 r Z B ⏎ =++++ ⏎ 1 r Z")
    (part,) = [part for part in prompt(table, 120).parts if part.prompt == "Challenge"]
    assert [offer.key for offer in part.offers] == ["_", "A", "C", "D"]


def test_wa_14_an_overcome_challenge_names_what_it_opens() -> None:
    """WA-14: before Enter and in the log."""
    table = begun(FLIGHT, "⏎ e ⏎ B C ⏎ ⏎ 1 r Z A =ath ⏎ =++++")
    assert "Overcome: Reach the railing; opens Jump clear and Take the launch" in prompt(table, 120).preview
    keyed(table, "⏎")
    told = [str(line) for line in table.session.done[-1].act.lines]
    assert "Overcome: Reach the railing; opens Jump clear and Take the launch. A hand on the rail." in told


def test_we_35_a_clock_under_the_cursor_takes_no_roll() -> None:
    """WE-35: the challenge that failed is next, though the keys went to a clock and moved its beads."""
    table = begun("a-fine-patina", "⏎ B D ⏎ ⏎ 2 r Z C ⏎ =11114 ⏎ _ ⏎ / p a t i ⏎ + 2")
    assert (table.cursor.pane, table.cursor.followed) == ("abacus", (4, "The skylight"))
    keyed(table, "r")
    assert asking(table).so_far()["on"] == "the-skylight"


def test_wa_14_consequences_are_of_the_challenge_under_the_cursor() -> None:
    """With the keys in the abacus `a` takes the row that `r` takes, also where nobody has chosen it (WA-14, WA-27)."""
    table = begun("nobody-told-the-bees", "B ⏎ ⏎ tab tab tab")
    assert table.cursor.selection.faced == ()
    keyed(table, "a")
    told = prompt(table)
    assert told.answered == ("Hester’s good manners",)
    assert told.preview.startswith("Hester’s good manners fails, never faced.")
    keyed(table, "esc r")
    assert prompt(table).answered == told.answered


def test_wa_27_consequences_of_none_say_so_and_offer_others() -> None:
    """With the keys elsewhere nothing fails unasked; Backspace chooses a challenge (WA-14, WA-27)."""
    table = begun("nobody-told-the-bees", "B ⏎ ⏎ a")
    assert prompt(table).answered == ("no challenge",)
    assert ("backspace", "other challenge") in prompt(table).keys
    keyed(table, "⌫ B")
    assert prompt(table).answered == ("Count the chairs",)


TWO_MADE = "c a 3 ⏎ =Landlord ⏎ c a 3 ⏎ =Trapdoor ⏎"


@pytest.mark.parametrize(
    ("stem", "keys"),
    [
        (BEES, "c e 4 ⏎ =Landlord ⏎ c e 4 ⏎ =Trapdoor ⏎"),
        (BEES, "B ⏎ ⏎ r ⏎ ⏎ =1 ⏎ _ ⏎ _ ⏎"),
        (FLIGHT, TWO_MADE),
        (FLIGHT, "c a 3 ⏎ =Landlord ⏎ c c 4 ⏎ =Alarm ⏎ +"),
        (FLIGHT, f"tab tab tab {TWO_MADE}"),
        ("a-fine-patina", "r ⏎ ⏎ ⏎ ⏎ esc"),
    ],
)
def test_redo_leaves_the_selection_as_the_act_did(stem: str, keys: str) -> None:
    """C-25, WA-27: one act back and forth, or all of them."""
    table = begun(stem, keys)

    def chosen() -> tuple[object, ...]:
        cursor, kept = table.cursor, table.cursor.selection
        return kept.challenge, kept.faced, kept.beads, kept.strayed, cursor.advances, cursor.has_chosen

    left = chosen()
    for steps in (1, table.state.acts):
        keyed(table, "u " * steps + "U " * steps)
        assert chosen() == left


def test_a_challenge_chosen_behind_undo_stays_so_behind_redo() -> None:
    """C-25: the GM's last choice counts, as it does for undo."""
    table = begun(FLIGHT, f"{TWO_MADE} u")
    table.choose("abacus", "landlord")
    keyed(table, "U")
    assert table.cursor.next_challenge == "landlord"


def test_an_undo_of_the_history_screen_loses_no_choice() -> None:
    """C-25: undone on another screen and redone at the table."""
    table = begun(FLIGHT, TWO_MADE)
    table.session.undo()
    table.resume()
    assert table.cursor.next_challenge == "landlord"
    keyed(table, "U")
    assert table.cursor.next_challenge == "trapdoor"


@pytest.mark.parametrize("key", ["[", "]"])
def test_we_36_another_rung_says_that_it_leaves_the_challenge(key: str) -> None:
    """WE-36: and says nothing where no challenge is left."""
    table = begun("murder-at-the-brass-orchid", f"B ⏎ 1 r Z D A =+000 ⏎ {key}")
    assert table.speech.status.said == "The next roll is no longer for Conflicting accounts."
    assert table.cursor.next_challenge == ""
    keyed(table, key)
    assert table.speech.status.said == ""


def test_wa_38_a_wyrd_roll_for_no_challenge_leaves_the_next() -> None:
    """WA-27, WA-38: what failed stays next, also once the table is opened anew."""
    table = begun(BEES, f"{SLEEPER_FAILED} w ⏎ ⏎")
    again = Controller(table.session, all_games, Desk(table.state), recent=[step.act for step in table.session.done])
    again.open()
    assert table.state.roll is not None
    assert table.state.roll.act == "wyrd"
    assert again.cursor.next_challenge == table.cursor.next_challenge == "the-sleeper-upstairs"


def test_we_97_a_new_challenge_comes_before_a_selected_foe() -> None:
    """WE-97: the line of the new one says that the key shows it."""
    table = begun(BEES, "B ⏎ ⏎ N =Keeper ⏎ b b ⏎ / =Keep ⏎ c d ⏎ =Door ⏎ v")
    assert [offer.label for offer in prompt(table).parts[0].offers if offer.here] == ["Door"]


def test_wa_27_challenges_failed_earlier_come_behind_untried_ones() -> None:
    """WA-27: as what failed in this one does."""
    tried = Challenge("tried", "Tried", game=WYRD_ABACUS, value=4, type="Threat", failed_before=True)
    new = replace(tried, id="new", failed_before=False)
    state = State(games=(WYRD_ABACUS,), challenges={"tried": tried, "new": new})
    assert first_to_face(state) == "new"
