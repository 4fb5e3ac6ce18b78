"""Tables played in lines: the same acts as by key and as by `wyrd run`, in whole lines without an escape sequence."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from tests.screens.desk import press
from tests.screens.evening_by_key import EVENINGS, EveningPart, KeyedAct
from wyrd_tui.engine.dice import FedDice, LiveDice, Refused
from wyrd_tui.engine.line_syntax import parse_line
from wyrd_tui.engine.rules import all_games
from wyrd_tui.engine.session import Session
from wyrd_tui.engine.state import State
from wyrd_tui.launch import OpenTable
from wyrd_tui.plain import HELP, PlainTable, seat, spoken
from wyrd_tui.play import play_line
from wyrd_tui.screens.questions.plain import presses_for, put_lines
from wyrd_tui.screens.table.controller import Controller
from wyrd_tui.store.scenarios import presets
from wyrd_tui.store.scenarios.scenario import begin_table, load_scenario
from wyrd_tui.store.tables.opening import create_table, open_table
from wyrd_tui.widgets.key_names import shown_key
from wyrd_tui.widgets.question import Prompt, PromptChoice, PromptPart

WRITTEN = {"enter": "", "escape": "esc"}


def test_a_bracket_follows_a_choice_without_a_comma() -> None:
    offer = PromptChoice("1", "takes Wyrd", "(3 suggested), 4 left")
    lines = list(put_lines(Prompt("draw Wyrd", (), (PromptPart("Who", True, offers=(offer,)),))))
    assert lines[2] == "  1: takes Wyrd (3 suggested), 4 left"


def plain(state: State, *dice: str) -> PlainTable:
    """Begin a table in lines, with dice that fall as they are fed."""
    session = Session(state, dice=FedDice(dice) if dice else LiveDice(1), clock=lambda: 0.0)
    return PlainTable(lambda display: Controller(session, all_games, display), lambda: None)


def begun(evening: EveningPart, *dice: str) -> PlainTable:
    table = plain(evening.begin(), *dice)
    table.begin()
    return table


def said(table: PlainTable, *lines: str) -> list[str]:
    """Write lines, and return what is printed for the last of them."""
    told: Sequence[str] = []
    for line in lines:
        told = table.take(line)
    return list(told)


def keys_of(act: KeyedAct) -> list[str]:
    """Return the keys of an act as `press` takes them."""
    return [key.replace("_", " ") if key.startswith("=") else key for key in act.keys.split()]


def lines_of(act: KeyedAct) -> Iterator[str]:
    """Yield what is written for the keys of an act; an empty line confirms a line in words that has a preview."""
    for key in act.keys.split():
        yield key[1:].replace("_", " ") if key.startswith("=") else WRITTEN.get(key, shown_key(key))


def written(table: PlainTable, act: KeyedAct) -> list[str]:
    """Write the lines of an act, and return all that is printed."""
    printed: list[str] = []
    lines = list(lines_of(act))
    if lines[0] == ":":
        lines = [f":{lines[1]}"]
    for line in lines:
        printed += table.take(line)
    if lines[0].startswith(":") and table.controller.asking is not None:
        printed += table.take("")
    return printed


@pytest.mark.parametrize("evening", EVENINGS, ids=lambda evening: evening.heading)
def test_an_evening_in_lines_ends_as_the_same_by_key(evening: EveningPart) -> None:
    table = begun(evening)
    other = begun(evening).controller
    for act in evening.acts:
        session = table.controller.session
        session.dice, other.session.dice = FedDice(act.dice), FedDice(act.dice)
        acts = session.state.acts
        printed = written(table, act)
        heard = {line.removeprefix("Redone: ") for line in printed}
        press(other, *keys_of(act))
        assert session.state == other.session.state, act.act
        for step in session.done if session.state.acts > acts else ():
            assert step.act.number <= acts or set(map(spoken, step.act.lines)) <= heard, act.act
        assert all(line.isprintable() for line in printed)
    assert [step.act.asked for step in table.controller.session.done] == [step.act.asked for step in other.session.done]


@pytest.mark.parametrize("evening", EVENINGS[:3], ids=lambda evening: evening.heading)
def test_acts_in_words_end_as_by_wyrd_run(evening: EveningPart) -> None:
    """A line in words does what `wyrd run` does with it, behind an empty line where it shows a preview first."""
    by_key, table = begun(evening).controller, begun(evening)
    run = Session(evening.begin(), dice=LiveDice(1), clock=lambda: 0.0)
    for act in evening.acts:
        acts = by_key.session.state.acts
        for session in (by_key.session, table.controller.session, run):
            session.dice = FedDice(act.dice)
        press(by_key, *keys_of(act))
        steps = by_key.session.last(max(0, by_key.session.state.acts - acts))
        for line in {"u": ["undo"], "U": ["redo"]}.get(act.keys, [step.act.asked for step in steps]):
            table.take(f":{line}")
            for answer in ("", "esc"):
                if table.controller.asking is not None:
                    table.take(answer)
            list(play_line(run, line))
            assert table.controller.session.state == run.state, line
    assert run.state == by_key.session.state


def test_a_choice_is_taken_by_its_key_or_name() -> None:
    table = begun(EVENINGS[0], "++++", "----")
    told = said(table, "attack")
    assert "  a: Patrolling crewman, chosen, 58%, out 58%, Alone with a lantern, and quicker than he looks" in told
    assert said(table, "cavendish") == said(begun(EVENINGS[0]), "a", "2")
    told = said(table, "cavendish", "patrolling crewman", "")
    assert told[0] == "attack: Captain Elias Mercer, Patrolling crewman"
    assert said(table, "C ++00")[-1] == "+6 with dice +2 against Athletics +1: hits 100%, mean 5.0, out 100%"


def test_an_empty_line_answers_the_question_after_a_choice() -> None:
    """Each line is written with its question in sight, so no line only confirms the one before."""
    table = begun(EVENINGS[0])
    said(table, "c", "a", "", "")
    assert [step.act.command for step in table.controller.session.done][-1] == "challenge"


def test_a_name_of_several_chooses_nothing() -> None:
    thugs = PromptPart("Whom", offers=(PromptChoice("a", "Thug 1"), PromptChoice("b", "Thug 2")))
    with pytest.raises(Refused, match=r"fits several choices: a Thug 1, b Thug 2\. Write the key of one\."):
        presses_for("thug", Prompt("attack", parts=(thugs,)))
    assert presses_for("thug 2", Prompt("attack", parts=(thugs,))) == [("b", "b")]


def test_anybody_is_found_by_a_slash_and_a_name() -> None:
    table = begun(EVENINGS[0])
    assert said(table, "/") == ["Find?", "Name: type a name", "down: choose; esc: cancel"]
    assert said(table, "felix")[0] == "Selected: Felix Cavendish."
    said(table, "", "/patrol", "")
    assert table.controller.cursor.selection.actor == "patrolling-crewman"


def test_the_selection_names_its_game_at_a_table_of_several() -> None:
    table = begun(EVENINGS[3])
    assert "Selected: Felix Cavendish, Wyrd Engine." in said(table, "2")
    assert "Selected: Felix Cavendish, Mettle." in said(table, "\\")


def test_several_acts_that_are_undone_are_named_in_a_line() -> None:
    table = begun(EVENINGS[0])
    said(table, "note one", "note two", "note three")
    assert said(table, ":undo 2") == ["2 acts undone: Note – three; Note – two"]
    assert said(table, ":redo 2") == ["Redone: Note – two", "Note – three"]
    assert said(table, "(") == ["( does nothing here. ? shows all keys."]


def test_an_act_of_several_lines_is_announced_once() -> None:
    table = begun(EVENINGS[0], "+000", "0000", "----")
    said(table, "i")
    order = "Initiative: Mercer +2, Felix 0, Patrolling crewman −3"
    dice = "Dice: Mercer +000, Awareness +1 = 2; Felix 0000, Notice 0 = 0; Patrolling crewman ----, Notice +1 = −3"
    assert said(table, "") == [order, dice]
    said(table, "undo")
    assert said(table, "redo") == [f"Redone: {order}", dice]


@pytest.mark.parametrize("word", ["esc", "back"])
def test_a_word_for_a_question_does_no_act_without_one(word: str) -> None:
    """`escape` and `back` are acts as well, and nobody means them by the answer to a question that is gone."""
    table = begun(EVENINGS[1])
    said(table, "begin", "", "", "I", "", "", "next")
    before = table.controller.session.state
    assert before.order.turn == "hal"
    said(table, word)
    assert table.controller.session.state == before


def test_a_table_played_elsewhere_is_followed(tmp_path: Path) -> None:
    with create_table(EVENINGS[0].begin(), "watched", folder=tmp_path) as mine:
        session = mine.session(dice=LiveDice(1))
        other = open_table(mine.path)
        evening = OpenTable()
        evening.take(other)
        table = seat(other, evening, lambda: None)
        assert any("read only" in line or "another" in line for line in table.begin())
        session.do(*parse_line("note seen", session.state, all_games.commands_of(session.state)))
        assert "Note – seen" in said(table, "status")
        assert said(table, "n")[0].startswith("Read only: no act is possible here.")
        evening.last()


def test_a_refused_line_tells_why_and_changes_nothing() -> None:
    table = begun(EVENINGS[0])
    before = table.controller.session.state
    refusals = {
        "": "No question is asked. Write the key or the name of an act; ? lists them all.",
        "%": "% does nothing here. ? shows all keys.",
        "undo": "Nothing is left to undo: this is the table as it began.",
        ":damage nobody 3": "Nobody here is called “nobody”.",
        "show everything": ":show has no part “everything”.",
        "themes": "Plain lines have no colours.",
    }
    for line, reason in refusals.items():
        (told,) = said(table, line)
        assert told.startswith(reason), line
    (told,) = said(table, "d", "much")
    assert told == "“much” is neither a number nor dice. Write a number such as 2, or esc to cancel."
    (told,) = said(table, "esc", "a", "much")
    assert told == "No choice is called “much”. Write a key or a name from the list, or esc to cancel."
    assert said(table, "esc") == ["Cancelled; nothing has changed."]
    assert said(table, "d", "0", "") == ["damage: this act would change nothing."]
    assert said(table, "order") == ["order: nothing yet"], "a refusal is told once"
    assert said(table, "esc") == ["Cancelled; nothing has changed."]
    assert said(table, "d", "esc") == ["Cancelled; nothing has changed."]
    said(table, "d")
    assert said(table, ":undo") == ["A question is open. Answer it first, or write esc to cancel it."]
    assert said(table, "esc") == ["Cancelled; nothing has changed."]
    assert said(table, ":damage mercer 3", "u") == [
        "Press Enter on an empty line to play the line above, or write esc to cancel it."
    ]
    assert said(table, "esc") == ["Cancelled; nothing has changed."]
    assert table.controller.session.state == before


def test_text_may_begin_as_other_lines_do() -> None:
    table = begun(EVENINGS[0])
    for text in ("show must go on", "status", ":undo"):
        told = said(table, '"', text, "")
        assert told[0] == f"Note – {text}"


def test_a_fault_in_the_lines_is_told_and_ends_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    table = begun(EVENINGS[0])
    with monkeypatch.context() as broken:
        broken.setattr("wyrd_tui.plain.put_lines", lambda prompt: 1 / 0)
        assert said(table, "d") == ["The act failed; nothing was changed."]
    assert said(table, "d", "3", "") == ["Mercer takes 3 damage: stress 0 to 3"]


def test_a_line_in_words_shows_its_preview_first() -> None:
    table = begun(EVENINGS[0])
    assert said(table, ":damage mercer 3") == [
        "Captain Elias Mercer: stress 0 to 3 of 4",
        "Press Enter on an empty line to play this line, or write esc to cancel it.",
    ]
    assert not table.controller.session.state.acts
    assert said(table, "") == ["Mercer takes 3 damage: stress 0 to 3"]
    assert said(table, "u") == ["Undone: Mercer takes 3 damage"]
    assert said(table, "U")[0] == "Redone: Mercer takes 3 damage: stress 0 to 3"


def test_reports_tell_who_is_hurt_and_who_is_next() -> None:
    table = begun(EVENINGS[0], "++00", "+000", "0000")
    said(table, ":damage mercer 3", "", "i", "")
    assert said(table, "status")[0] == "Captain Elias Mercer (party): stress 3/4; mild 0/3; moderate 0/2; severe 0/1"
    assert said(table, "order")[:2] == ["Round 1", "> Captain Elias Mercer +3"]
    table = begun(EVENINGS[0])
    said(table, ":damage mercer 7", "", "esc")
    (told,) = said(table, "open")
    assert told.startswith("Open: Mercer’s mild wound"), "an open question waits until it is asked for"


@pytest.mark.parametrize("word", ["open", "show open", "show"])
def test_a_hint_that_is_printed_names_the_keys(word: str) -> None:
    table = begun(EVENINGS[0])
    said(table, ":initiative dice=sum+1;sum+1;sum+1", "")
    (hint,) = [line for line in said(table, word) if "tie:" in line]
    assert "`" not in hint
    assert ", = keeps this order: " in hint


@pytest.mark.parametrize("word", ["help", "palette", "sheet", "book", "history", "odds"])
def test_pages_are_printed_in_lines(word: str) -> None:
    table = begun(EVENINGS[0])
    told = said(table, word)
    assert len(told) > 3 or word == "history"
    assert all(line.isprintable() for line in told)


def test_help_is_printed_within_a_question() -> None:
    table = begun(EVENINGS[0])
    assert said(table, "d", "help")[: len(HELP.splitlines())] == [spoken(line) for line in HELP.splitlines()]
    assert table.controller.asking is not None


# ------------------------------------------------------------------ the program


def program(home: Path, *words: str) -> subprocess.Popen[bytes]:
    """Start `wyrd` on pipes, in the poorest of terminals."""
    settings = {"WYRD_HOME": str(home), "TERM": "dumb", "LANG": "C", "LC_ALL": "C", "PYTHONUTF8": "0"}
    return subprocess.Popen(
        [sys.executable, "-m", "wyrd_tui", *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ | settings | {"PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": ""},
    )


LINES = b"damage mercer 3\n\na\n\n\nesc\nhelp\nsheet\nbook\n"


@pytest.mark.long
@pytest.mark.parametrize("end", ["end of the input", "q", "SIGINT"])
def test_every_end_leaves_the_table_saved(tmp_path: Path, end: str) -> None:
    played = program(tmp_path, "--plain", "flight-from-the-tower")
    assert played.stdin is not None
    assert played.stdout is not None
    output = b""
    if end == "SIGINT":
        played.stdin.write(LINES + b"note seen\n")
        played.stdin.flush()
        while b"seen" not in output:
            output += played.stdout.readline()
        played.send_signal(signal.SIGINT)
    rest, errors = played.communicate(None if end == "SIGINT" else LINES + b"q\n\n" * (end == "q"), timeout=60)
    output += rest
    assert (played.returncode, errors) == (130 if end == "SIGINT" else 0, b"")
    assert output.splitlines()[-1] == b"Saved. `wyrd flight-from-the-tower` brings this table back."
    assert b"\x1b" not in output
    with open_table(tmp_path / "tables" / "flight-from-the-tower.toml") as table:
        assert table.state.actors["elias-mercer"].sheets["wyrd_engine"].track[0].marks == 3


def test_plain_lines_without_a_file_list_what_opens(tmp_path: Path) -> None:
    program(tmp_path, "--plain", "flight-from-the-tower").communicate(b"q\n", timeout=60)
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "scenarios" / "my own.toml").write_text("titel = 1")
    listed = program(tmp_path, "--plain")
    output, errors = listed.communicate(timeout=60)
    lines = output.decode().splitlines()
    assert (listed.returncode, errors) == (0, b"")
    assert lines[:2] == ["Tables in play:", "  flight-from-the-tower: Flight from the Tower, scene 1, The Engine Room"]
    assert "  'my own': cannot be used; `wyrd check` shows the reason" in lines
    assert any(line.startswith("  a-fine-patina: A Fine Patina, one-shot, 2") for line in lines)
    assert lines[-1] == "`wyrd --plain NAME` opens one of them."


def test_a_lesson_is_a_line_as_soon_as_it_waits() -> None:
    table = plain(begin_table(load_scenario(presets.DATA / "scenarios" / "the-locked-door.toml")))
    assert any(line.startswith("Lesson 1 of 11: ") and "Press 2 to" in line for line in table.begin())
    assert not any("Lesson" in line for line in said(table, "1", "["))
    assert any(line.startswith("Lesson 2 of 11: ") for line in said(table, "2"))
