"""Open matters of three games at one table: answered in any order, undone, killed and resumed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from tests.commands import COMMANDS
from tests.properties import examples
from tests.rules.test_games_apart import FIGHTER, POOLS, mix, person
from tests.store.acts import PlayedTable
from wyrd_tui.engine.dice import FedDice
from wyrd_tui.engine.line_syntax import parse_line
from wyrd_tui.engine.rules.game import Pending
from wyrd_tui.engine.rules.shared.matters import pending
from wyrd_tui.engine.session import Session
from wyrd_tui.engine.state import State
from wyrd_tui.store.tables.opening import open_table

OPENED_BY = (
    "attack ada thug dice=++++ theirs=0000",
    "attack vik thug dice=++00 theirs=0000",
    "roll ada Fight 2 dice=0000",
    "oppose vik ada Fight Fight dice=++++ theirs=0000",
    "face mob ada dice=1",
    "face hole ada dice=2",
    "check vik Focus 10 dice=4456",
    "strike vik thug Nature dice=333",
    "rise kim roll rating=Focus against=10 dice=1111",
)
ANSWERED_BY = {
    "damage": "damage thug of={of}",
    "ruling": "ruling success of={of}",
    "boon": "boon luck of={of}",
    "draw": "draw accept of={of}",
    "twist": "twist price=delay of={of} dice=1111",
    "hurt": "hurt thug 1 of={of}",
    "rise": "rise kim lives",
}
ELSEWHERE = ("roll vik Fight 0 dice=++++", "check vik Focus 1 dice=3333", "note tea", "wyrd ada dice=1,2")


def table() -> State:
    """Make a table with two challenges to fall short of and a Fallen character, Kim."""
    state = mix().state
    mob = state.challenges["mob"]
    kim = person("Kim", wyrd_engine=FIGHTER, mettle=POOLS)
    start = replace(
        state,
        actors={**state.actors, "kim": kim},
        challenges={**state.challenges, "hole": replace(mob, id="hole", title="Hole")},
    )
    played = Session(start, dice=FedDice(()), clock=lambda: 0.0)
    play(played, "hurt kim 9")
    return replace(played.state, acts=0)


def play(session: Session, line: str) -> None:
    session.do(*parse_line(line, session.state, COMMANDS))


def answer(session: Session, question: Pending) -> None:
    play(session, ANSWERED_BY[question.command].format(of=question.answers.get("of", "")))


def asked(session: Session) -> Sequence[Pending]:
    """The open questions that the lines have opened; what an answer leaves open is asked in its turn."""
    return [question for question in pending(session.state) if question.command in ANSWERED_BY]


def ids(session: Session) -> set[str]:
    return {question.matter for question in pending(session.state)}


@examples(12)
@given(st.data())
def test_matters_are_answered_in_any_order(data: st.DataObject) -> None:
    """No open matter is lost to a roll, an undo or a kill (WE-38, WE-41, WE-55, WA-22, ME-19, ME-40, ME-41)."""
    with tempfile.TemporaryDirectory() as folder:
        evening = PlayedTable.new(table(), Path(folder) / "0")
        for number, line in enumerate(data.draw(st.permutations(OPENED_BY))):
            before = ids(evening.session)
            play(evening.session, line)
            assert before < ids(evening.session), line
            evening = _happens(data, evening, Path(folder) / f"a{number}")
        assert len(asked(evening.session)) == len(OPENED_BY)
        number = 0
        while left := asked(evening.session):
            number += 1
            question = data.draw(st.sampled_from(left))
            before = ids(evening.session)
            answer(evening.session, question)
            now = ids(evening.session)
            assert before - now == {question.matter}
            evening.session.undo()
            assert ids(evening.session) == before
            evening.session.redo()
            assert ids(evening.session) == now
            evening = _happens(data, evening, Path(folder) / f"b{number}")
        assert number == len(OPENED_BY)
        evening.table.close()


def _happens(data: st.DataObject, evening: PlayedTable, into: Path) -> PlayedTable:
    """Draw an event in between: none, an act unrelated to the open questions, or a kill."""
    before = pending(evening.session.state)
    match data.draw(st.sampled_from(("", "act", "kill"))):
        case "act":
            play(evening.session, data.draw(st.sampled_from(ELSEWHERE)))
        case "kill":
            killed, evening = evening, PlayedTable.open(evening.killed(into))
            killed.table.close()
            assert evening.session.state == killed.session.state
    kept = {question.matter: question for question in pending(evening.session.state)}
    assert [kept.get(question.matter) for question in before] == list(before)
    return evening


def test_matters_outlive_a_killed_program(tmp_path: Path) -> None:
    evening = PlayedTable.new(table(), tmp_path)
    evening.table.close()
    program = (
        "import os, signal, sys\n"
        "from tests.store.tables.test_open_matters import OPENED_BY, open_session, play\n"
        "session = open_session(sys.argv[1])\n"
        "for line in OPENED_BY: play(session, line)\n"
        "os.kill(os.getpid(), signal.SIGKILL)"
    )
    root = Path(__file__).parents[3]
    done = subprocess.run(
        [sys.executable, "-c", program, str(evening.table.path)],
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(root)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == -signal.SIGKILL, done.stderr
    again = PlayedTable.open(evening.table.path)
    assert len(asked(again.session)) == len(OPENED_BY)
    for question in reversed(asked(again.session)):
        answer(again.session, question)
    assert not asked(again.session)
    again.undo(len(OPENED_BY))
    assert len(asked(again.session)) == len(OPENED_BY)
    again.table.close()


def open_session(path: str) -> Session:
    """Open a table to play it in another process."""
    return PlayedTable.at(open_table(Path(path))).session
