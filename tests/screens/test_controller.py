"""The controller of a table, played by keys without a terminal."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace

import pytest

from tests.rules.abacus.tables import Story
from tests.rules.tables import MERCER, Play
from tests.screens.desk import press, seat
from tests.screens.shipped import begun
from tests.screens.test_doorway import fight, quiet
from tests.table_fakes import Disk
from wyrd_tui.engine.act import Act
from wyrd_tui.engine.handles import handles_of
from wyrd_tui.engine.journal import NoJournal
from wyrd_tui.engine.state import WYRD_ABACUS, Challenge, Condition, State
from wyrd_tui.play import play_line
from wyrd_tui.screens.questions.asking import Asking
from wyrd_tui.screens.questions.command_line import CommandLine
from wyrd_tui.screens.table import captions
from wyrd_tui.screens.table.controller import Controller
from wyrd_tui.screens.table.selection import Selection
from wyrd_tui.screens.table.traces import as_played
from wyrd_tui.widgets.glyphs import UNICODE
from wyrd_tui.widgets.question import PromptPart


def said(table: Controller) -> str:
    return table.speech.status.said


def question(table: Controller) -> str:
    assert table.question is not None
    return table.question(120, UNICODE, 5).label


def boxes(table: Controller, who: str) -> int:
    return sum(row.marks for sheet in table.state.actors[who].sheets.values() for row in sheet.track)


# ------------------------------------------------------------------ a fight


def test_a_fight_is_played_by_keys_alone() -> None:
    table, _ = seat(fight(), "++++", "----")
    press(table, "tab", "end", "up")
    assert (table.cursor.pane, table.cursor.selection.actor) == ("order", "crewmen")
    press(table, "a")
    asking = table.asking
    assert isinstance(asking, Asking)
    press(table, "enter")
    assert asking.answers["target"] == ("crewmen",)
    while not table.state.acts:
        press(table, "enter")
    assert "Mercer" in str(table.speech.entries[-1].lines[0])
    press(table, "escape", "n")
    assert table.state.order.turn == "crewmen"
    assert table.cursor.selection.actor == "crewmen", "the cursor goes with the turn"
    assert [entry.number for entry in table.speech.entries] == [1, 2]


def test_wa_13_the_ladder_follows_the_selected_challenge() -> None:
    """Selecting a challenge moves the ladder to its value and ability, and drops a rung that the GM chose (WA-13)."""
    mob = Challenge("mob", "Mob", game=WYRD_ABACUS, value=7, needed=7, type="Threat")
    code = Challenge("code", "Code", game=WYRD_ABACUS, value=4, needed=4, type="Logic")
    table, _ = seat(replace(Story(mob, code).state, acts=1))
    assert (table.cursor.selection.rung, table.cursor.rating) == (7, "Body")
    table.focus("abacus")
    press(table, "down")
    assert (table.cursor.selection.challenge, table.cursor.selection.rung, table.cursor.rating) == ("code", 4, "Mind")
    assert table.cursor.followed == (4, "Code")
    press(table, "]")
    assert table.cursor.selection.rung == 5
    press(table, "up")
    assert (table.cursor.selection.rung, table.cursor.rating) == (7, "Body")


def test_a_foe_acts_in_its_turn_unless_another_is_selected() -> None:
    """The selection follows the turn; a party member who is selected in it acts (WE-52, WE-53)."""
    table, _ = seat(fight())
    press(table, "n")
    assert table.state.order.turn == "crewmen"
    press(table, "a")
    asking = table.asking
    assert isinstance(asking, Asking)
    assert asking.answers == {"who": "crewmen"}
    press(table, "escape", "2", "a")
    asking = table.asking
    assert isinstance(asking, Asking)
    assert asking.question().preview.startswith(
        "Felix acts out of turn: it is Crewmen’s turn, no action used · Chances with "
    )
    press(table, "enter")
    assert asking.answers == {"who": "felix-cavendish", "target": ("crewmen",)}
    assert asking.question().preview.startswith(
        "Felix acts out of turn: it is Crewmen’s turn, no action used · Choose what Felix"
    )


def shown_parts(table: Controller) -> Sequence[PromptPart]:
    """Return the parts of the open question as a narrow screen shows them."""
    assert table.question is not None
    return table.question(80, UNICODE, 5).parts


def test_we_53_enter_attacks_with_nothing_that_was_not_chosen() -> None:
    """Without a rating for fighting Enter opens the ratings; the chosen one is the usual one from then on (WE-53)."""
    table, _ = seat(fight(), "0000", "0000", "0000", "0000")
    press(table, "2", "a", "enter")
    folded = shown_parts(table)[0]
    assert (folded.prompt, folded.offers[0].label) == ("With", "choose")
    press(table, "enter")
    opened = shown_parts(table)[0]
    assert not table.state.rolls
    assert [offer.label for offer in opened.offers][:2] == ["Fight", "Shoot"]
    assert not any(offer.here for offer in opened.offers)
    press(table, "enter")
    assert not table.state.rolls
    press(table, "A", "enter", "enter")
    assert table.state.rolls[-1].score.rating == "Fight"
    press(table, "escape", "2", "a", "enter")
    folded = shown_parts(table)[0]
    assert folded.offers[0].label == "Fight"


@pytest.mark.parametrize(("key", "line"), [("m", "Felix acts out of turn"), ("z", "Crewmen have the turn")])
def test_the_selected_one_acts_in_a_foes_turn(key: str, line: str) -> None:
    table, _ = seat(fight())
    press(table, "n", "2", key)
    asking = table.asking
    assert isinstance(asking, Asking)
    assert asking.answers == {"who": "felix-cavendish"}
    assert asking.question().preview.startswith(line)


def test_no_attacker_replaces_a_selected_character_who_is_out() -> None:
    state = fight()
    out = replace(state.actors["felix-cavendish"], conditions=(Condition("out", "out of action", out=True),))
    table, _ = seat(replace(state, actors={**state.actors, out.id: out}))
    press(table, "n", "2", "a")
    asking = table.asking
    assert isinstance(asking, Asking)
    assert (asking.answers, asking.question().parts[0].prompt) == ({}, "Attacker")
    assert asking.question().aside == "Felix is out of action."


def test_an_attack_takes_the_same_keys_each_time() -> None:
    """An attack asks for its target each time, also after an earlier attack."""
    table, _ = seat(fight(), "++++", "----", "++++", "----")
    for acts in (1, 2):
        press(table, "a", "enter", "enter")
        assert table.state.acts == acts
        press(table, "escape")


def test_keys_of_an_attack_open_skill_and_defence() -> None:
    """A choice folds the question again, and the line shows it with its number."""
    table, _ = seat(fight())
    press(table, "a", "enter", "A")
    asking = table.asking
    assert isinstance(asking, Asking)
    assert [part.prompt for part in asking.question().parts] == ["With"]
    press(table, "B")
    parts = asking.question().parts
    chosen = parts[0].offers[0]
    assert (chosen.key, chosen.label) == ("A", "Shoot")
    press(table, "B", "escape")
    assert len(asking.question().parts) == len(parts)
    press(table, "escape")
    assert table.asking is None


def test_one_stray_letter_opens_no_folded_choice() -> None:
    """A letter that is nobody's key is refused; two letters of a skill open the list of skills."""
    table, _ = seat(fight())
    press(table, "i", "s")
    asking = table.asking
    assert isinstance(asking, Asking)
    assert (len(asking.question().parts), asking.refused) == (
        3,
        "s alone does nothing here; a second letter may find “Shoot”. Press esc, then s (sheet).",
    )
    press(table, "h")
    assert [part.prompt for part in asking.question().parts] == ["With"]


def test_a_bonus_says_by_key_what_it_is_for() -> None:
    """Behind its label stand the rating, the opponent, the act and the end of it, each with a key (WE-43, WE-44)."""
    table, _ = seat(fight())
    press(table, "1", "g", "2", "enter", "a", "enter", "enter")
    assert table.asking is not None
    assert "Source, such as rope or rain: type a word or two." in table.asking.question().refused
    press(table, "=rope", "enter", "A", "B", "enter", "enter")
    given = next(bonus for bonus in table.state.bonuses.values() if bonus.value == 2 and bonus.skill)
    assert (given.owner, given.kind, given.ends) == ("elias-mercer", "boost", "use")


def test_damage_is_taken_back_and_brought_back() -> None:
    table, _ = seat(quiet())
    press(table, "1", "d", "3", "enter")
    assert boxes(table, "elias-mercer") == 3
    press(table, "escape", "u")
    assert boxes(table, "elias-mercer") == 0
    assert said(table).startswith("Undone: ")
    assert table.speech.entries == []
    press(table, "U")
    assert boxes(table, "elias-mercer") == 3
    press(table, "U")
    assert table.speech.status.bad
    assert said(table).startswith("Nothing is left to redo")


class _Records(NoJournal):
    """A journal that remembers the kinds of its lines."""

    def __init__(self) -> None:
        super().__init__()
        self.kinds: list[str] = []

    def record(self, did: str, act: Act, after: State) -> None:
        """Remember the kind of the line."""
        self.kinds.append(did)


def test_undo_4_is_four_steps_on_disk() -> None:
    """Each act that is taken back has a journal line of its own, and redo brings it back alone."""
    journal = _Records()
    table, _ = seat(quiet(), journal=journal)
    for word in ("one", "two", "three", "four", "five"):
        press(table, "quotation_mark", f"={word}", "enter")
    press(table, ":", "=undo 4", "enter")
    assert journal.kinds[5:] == ["undo"] * 4
    assert len(table.session.done) == 1
    press(table, "U")
    assert journal.kinds[9:] == ["redo"]
    assert len(table.session.done) == 2
    assert list(play_line(table.session, "undo 2")) == ["Undone: Note – two", "Undone: Note – one"]
    assert journal.kinds[10:] == ["undo"] * 2


def test_the_cursor_goes_with_the_turn_on_undo_and_redo() -> None:
    table, _ = seat(fight())
    press(table, "1", "n")
    assert table.cursor.selection.actor == table.state.order.turn == "crewmen"
    press(table, "u")
    assert table.cursor.selection.actor == table.state.order.turn == "elias-mercer"
    press(table, "U")
    assert table.cursor.selection.actor == "crewmen"


def test_several_undos_are_one_line() -> None:
    table, _ = seat(quiet())
    for word in ("one", "two", "three"):
        press(table, "quotation_mark", f"={word}", "enter")
    press(table, ":", "=undo 9", "enter")
    assert isinstance(table.asking, CommandLine)
    assert table.asking.refused == "Only 3 acts can be undone, not “9”. Write 3 or fewer."
    press(table, "escape", ":", "=undo 2", "enter")
    assert table.asking is None
    assert len(table.session.done) == 1
    assert table.lines == ["undo 9", "undo 2"]
    assert table.speech.status.said == "2 acts undone: Note – three; Note – two"
    press(table, ":", "=redo 2", "enter")
    assert table.speech.status.said == "2 acts redone: Note – two; Note – three"


# ------------------------------------------------------------------ questions


def test_escape_leaves_a_question_and_nothing_happened() -> None:
    table, _ = seat(quiet())
    before = table.state
    press(table, "d", "3", "escape")
    assert table.asking is None
    assert table.state is before
    press(table, "q", "escape")
    assert table.display.small is False
    assert table.asking is None


def test_a_refused_answer_keeps_the_question() -> None:
    table, _ = seat(quiet())
    press(table, "r", "enter", "+", "enter")
    assert isinstance(table.asking, Asking)
    assert table.asking.refused


def test_find_goes_back_on_escape() -> None:
    table, desk = seat(replace(quiet(), challenges={"door": Challenge("door", "Cell door", value=1)}))
    press(table, "2", "/", "=lucius")
    assert table.cursor.selection.actor == "lucius-drake"
    press(table, "escape")
    assert (table.cursor.selection.actor, table.cursor.pane) == ("felix-cavendish", "party")
    press(table, "/", "=ledger", "enter")
    assert desk.opened == ["book"]


def test_find_goes_to_the_character_of_a_handle() -> None:
    table, _ = seat(quiet())
    for who, handle in handles_of(table.state).items():
        press(table, "/", handle, "enter")
        assert table.cursor.selection.actor == who


def test_the_list_of_names_shows_the_handle_of_each_actor() -> None:
    table, _ = seat(quiet())
    press(table, "/")
    assert table.question is not None
    offers = table.question(80, UNICODE, 5).parts[0].offers
    handles = handles_of(table.state)
    names = {actor.name: handles[actor.id] for actor in table.state.actors.values()}
    assert {offer.label: offer.key for offer in offers if offer.label in names} == names


def test_find_goes_to_a_counter_that_plus_moves() -> None:
    """WA-59."""
    rods = {"door": Challenge("door", "Cell door", value=1)}
    table, _ = seat(replace(quiet(), challenges=rods, counters={"Bells": 2}))
    press(table, "/", "=bells", "enter", "+")
    assert table.cursor.selection.challenge == "Bells"
    assert table.state.counters["Bells"] == 3


def test_every_verb_that_opens_a_screen_does() -> None:
    table, desk = seat(quiet())
    press(table, "s", "b", "l", "o", "question_mark", "ctrl+l")
    assert desk.opened == ["sheet", "book", "history", "odds", "help"]
    assert desk.drawn == 1


def test_leaving_is_asked_first() -> None:
    table, desk = seat(quiet())
    press(table, "q")
    assert desk.left == 0
    press(table, "enter")
    assert desk.left == 1


# ------------------------------------------------------------------ open questions


def test_an_open_question_waits_after_escape() -> None:
    table, _ = seat(quiet(), "0000", "0000")
    press(table, ":", "=roll felix will difficult", "enter")
    assert question(table) == "ruling"
    press(table, "escape")
    assert table.asking is None
    assert captions.status_line(table).pending.startswith("1 open · Felix ties with")
    press(table, "quotation_mark", "=tea", "enter")
    assert table.asking is None, "another act does not ask it again"
    press(table, ".")
    assert question(table) == "ruling"
    press(table, "u")
    assert table.asking is not None, "letters are for the question"
    press(table, "escape", "u", "u")
    assert not table.matters.waiting


def test_nothing_open_says_so() -> None:
    table, _ = seat(quiet())
    press(table, ".")
    assert said(table).startswith("No questions are open")


# ------------------------------------------------------------------ the boundary


def test_a_bug_is_told_and_changes_nothing() -> None:
    table, _ = seat(quiet())
    before = table.state

    def broken() -> None:
        raise ZeroDivisionError

    table.attempt(broken)
    assert said(table) == "The act failed; nothing was changed."
    assert table.state is before
    press(table, "2")
    assert table.cursor.selection.actor == "felix-cavendish"


def test_a_refusing_disk_is_in_the_head() -> None:
    disk = Disk()
    disk.full = True
    table, _ = seat(quiet(), journal=disk)
    press(table, "1", "d", "3", "enter")
    assert captions.head_warning(table) == "NOT SAVED: No space left on device"
    assert boxes(table, "elias-mercer") == 0


def test_a_table_to_look_at_refuses_acts() -> None:
    table, _ = seat(quiet(), read_only="Another window has it.")
    press(table, "d")
    assert table.asking is None
    assert said(table) == "Read only: no act is possible here. Another window has it."
    assert not any(hint.applies for hint in table.hints if hint.label == "undo")


def test_a_small_terminal_lets_only_leave() -> None:
    table, desk = seat(quiet())
    desk.small = True
    press(table, "d", "n")
    assert table.asking is None
    press(table, "q")
    assert desk.left == 1


ALONE = """
import sys
from tests.plays import fight
from tests.screens.desk import press, seat
from tests.screens.shipped import begun
table, _ = seat(fight())
press(table, "tab", "n", "escape", "1", "d", "3", "enter", "escape", "u", "U", ":", "=note it is over", "enter")
print(table.state.acts, *({"textual", "rich"} & set(sys.modules)))
"""


def test_a_fight_loads_neither_textual_nor_rich() -> None:
    run = subprocess.run([sys.executable, "-c", ALONE], capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["3"], run.stdout


def test_a_counter_is_moved_on_the_abacus() -> None:
    """`+` and `-` move the counter under the cursor, and `#` sets it from elsewhere (WA-33)."""
    start = quiet()
    table, _ = seat(replace(start, counters={**start.counters, "Alarm": 2}))
    table.focus("abacus")
    table.cursor.choose("abacus", "Alarm")
    assert table.cursor.selection.challenge == "Alarm"
    press(table, "+")
    assert table.state.counters["Alarm"] == 3
    press(table, "-", "-")
    assert table.state.counters["Alarm"] == 1
    press(table, "number_sign", "enter", "4", "enter")
    assert table.state.counters["Alarm"] == 5


@pytest.mark.parametrize("act", ["d", "e", "a"])
def test_undo_in_a_question_says_how_to_get_there(act: str) -> None:
    """So does every key of the table that does nothing in a question."""
    table, _ = seat(quiet())
    press(table, "1", "d", "1", "enter", act, "u")
    assert isinstance(table.asking, Asking)
    assert table.asking.refused.endswith("Press esc, then u (undo).")
    press(table, ".")
    assert table.asking.refused == ". does nothing here. Press esc, then . (open questions)."


@pytest.mark.parametrize("act", ["r", "d", ":", "/"])
def test_nothing_old_is_said_behind_a_question_that_is_left(act: str) -> None:
    """The sentence of the last act stood there before the question; an open question has its own line."""
    table, _ = seat(quiet())
    press(table, "1", "d", "1", "enter")
    assert table.speech.status.said
    press(table, act, "escape")
    assert table.asking is None
    assert said(table) == ""


def test_enter_after_a_word_that_is_no_answer_takes_nothing() -> None:
    table, _ = seat(quiet())
    before = table.state
    press(table, "d", "3", "x", "y")
    assert isinstance(table.asking, Asking)
    assert table.asking.refused == "Write a number here, such as 4. Press esc, then y (concede)."
    press(table, "enter")
    assert table.state is before
    assert table.asking.refused == "Press ⏎ again to confirm what is shown."
    assert "stress 0→3" in table.asking.question().preview
    press(table, "enter")
    assert table.state is not before


def test_a_read_only_table_offers_no_acts_and_says_why() -> None:
    reason = "Another window plays this table."
    played, _ = seat(quiet())
    table, _ = seat(quiet(), read_only=reason)
    table.speech.notice = reason
    table.speech.say(reason)
    assert captions.head_warning(table) == reason
    assert "u" in [hint.key for hint in played.hints]
    assert not {"r", "a", "u"} & {hint.key for hint in table.hints}
    assert "?" in [hint.key for hint in table.hints]


def test_plus_moves_a_clock_before_an_obstacle_that_nobody_chose() -> None:
    rods = (Challenge("door", "Cell door", value=1), Challenge("fuse", "The fuse", "clock", needed=6))
    table, _ = seat(replace(Play(MERCER).state, challenges={rod.id: rod for rod in rods}))
    press(table, "plus")
    assert (table.state.challenges["fuse"].done, table.state.challenges["door"].done) == (1, 0)
    table.cursor.focus("abacus")
    table.cursor.choose("abacus", "door")
    press(table, "plus")
    assert table.state.challenges["door"].done == 1


def test_plus_moves_a_clock_before_a_task_that_nobody_chose() -> None:
    table = begun("murder-at-the-brass-orchid", "B ⏎ +")
    assert table.state.challenges["the-yard-arrives"].done == 1


def test_a_reopened_table_keeps_the_challenge_moved_last() -> None:
    rods = [Challenge(name, name.title(), "clock", needed=6) for name in ("fuse", "alarm")]
    table, _ = seat(replace(Play(MERCER).state, challenges={rod.id: rod for rod in rods}))
    press(table, "colon", "=tick alarm", "enter")
    acts = [step.act for step in table.session.done]
    assert as_played(Selection(), acts, table.state).challenge == "alarm"


def test_a_character_that_was_made_is_selected() -> None:
    """So that its ratings can be set at once."""
    table, _ = seat(quiet())
    press(table, "colon", "=add Marla party pc", "enter")
    assert table.state.actors[table.cursor.selection.actor].name == "Marla"


def test_u_11_act_now_means_the_fighter_who_holds() -> None:
    """In another fighter's turn one key gives the turn to whoever alone holds (U-11)."""
    table, _ = seat(fight())
    press(table, "H", "enter")
    assert table.state.order.turn == "crewmen"
    press(table, "n", "2", "G")
    assert table.asking is None
    assert table.state.order.turn == "elias-mercer"


def test_an_act_of_another_screen_stands_in_the_status_line() -> None:
    """The line shows the last act of the book, and not one that the book has undone."""
    table, _ = seat(quiet())
    press(table, ":", "=note Before", "enter")
    session = table.session
    session.do(table.commands["note"], {"text": "Behind the scenes"})
    table.resume()
    assert said(table) == "Note – Behind the scenes"
    session.undo()
    table.resume()
    assert said(table) == ""
