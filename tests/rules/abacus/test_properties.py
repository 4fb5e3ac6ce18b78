"""Properties of every story, for random tables and answers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.commands import COMMANDS
from tests.facts import Draw
from tests.plays import session, spoilt, walk
from tests.properties import PROFILE
from tests.rules.abacus.stories import STORIES
from wyrd_tui.engine.act import Act
from wyrd_tui.engine.apply import fold
from wyrd_tui.engine.commands import next_ask
from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.line_syntax import parse_line
from wyrd_tui.engine.nouns.wyrd_abacus import LENT, WYRD
from wyrd_tui.engine.rules.all_games import commands_of, hints, ladder
from wyrd_tui.engine.rules.shared.matters import pending
from wyrd_tui.engine.rules.wyrd_abacus.abilities import abilities, scene_pool, wyrd_of, wyrd_to_lend
from wyrd_tui.engine.session import Session
from wyrd_tui.engine.state import WYRD_ABACUS, State
from wyrd_tui.store.files.codec import from_plain, to_plain


def _act(draw: Draw, play: Session) -> Act | None:
    """Any act of the table, those of this game more often than others."""
    known = commands_of(play.state)
    own = [command for command in known if command.game == WYRD_ABACUS or command.id in ("begin", "end")]
    command = draw(st.sampled_from(own if draw(st.integers(0, 4)) else known))
    before = play.state
    try:
        answers = walk(draw, command, before)
        if answers is None or draw(st.integers(0, 9)) == 0:
            answers = spoilt(draw, command, answers or {})
        return play.do(command, answers)
    except Refused:
        return None


def _acts(draw: Draw, play: Session, most: int = 20) -> Iterator[tuple[State, Act]]:
    """The acts of an evening that somehow went on, each with the table before it."""
    for _ in range(draw(st.integers(1, most))):
        before = play.state
        act = _act(draw, play)
        if act is not None:
            yield before, act


def _table(draw: Draw) -> State:
    base = STORIES[draw(st.sampled_from(tuple(STORIES)))]
    rules = {
        "failed": draw(st.sampled_from(("stays", "leaves"))),
        "influence": draw(st.sampled_from(("starting", "starting-0-is-1", "current"))),
    }
    return replace(base, rules=rules)


@PROFILE
@given(st.data())
def test_undo_redo_and_replay_agree_over_a_whole_story(data: st.DataObject) -> None:
    play = session(_table(data.draw))
    start = state = play.state
    for _, act in _acts(data.draw, play):
        assert act.lines
        assert from_plain(Act, to_plain(act)) == act
        state = fold(state, act.events)
        assert state == play.state
    end = play.state
    assert from_plain(State, to_plain(end)) == end
    while play.done:
        play.undo()
    assert play.state == start
    while play.undone:
        play.redo()
    assert play.state == end


def _personal(state: State) -> int:
    return sum(wyrd_of(actor) for actor in state.actors.values())


def _lent(state: State) -> int:
    return sum(wyrd_to_lend(actor) for actor in state.actors.values())


@pytest.mark.long
@PROFILE
@given(st.data())
def test_wyrd_is_only_ever_handed_on(data: st.DataObject) -> None:
    """Personal Wyrd gained came from the scene's pool or was lent, and none is refunded (WA-10, trap 13)."""
    play = session(_table(data.draw))
    for before, act in _acts(data.draw, play):
        assert scene_pool(play.state) >= 0
        assert all(wyrd_of(actor) >= 0 and wyrd_to_lend(actor) >= 0 for actor in play.state.actors.values())
        gained = _personal(play.state) - _personal(before)
        if act.command in ("face", "draw", "take"):
            assert gained == scene_pool(before) - scene_pool(play.state) + _lent(before) - _lent(play.state)
        elif act.command not in ("consequence", "dismiss", "rate", "unrate", "bring", "add"):
            assert gained == 0, act.asked


@pytest.mark.long
@PROFILE
@given(st.data())
def test_points_stay_in_bounds_and_the_scratched_do_not_recover(data: st.DataObject) -> None:
    """Points stay between 0 and the start, and only `unscratch` ends a scratch (WA-28, WA-31, WA-49)."""
    play = session(_table(data.draw))
    for before, act in _acts(data.draw, play):
        for who, actor in play.state.actors.items():
            old = abilities(before.actors[who]) if who in before.actors else {}
            for name, row in abilities(actor).items():
                assert 0 <= row.marks <= row.boxes, act.asked
                if name in old and old[name].struck:
                    assert row.struck or act.command == "unscratch", act.asked
                    assert row.free <= old[name].free or act.command == "abilities", act.asked
                if name in old and row.struck and not old[name].struck:
                    assert act.command not in ("face", "draw"), "spending never scratches"
        for rod_ in play.state.challenges.values():
            assert 0 <= rod_.done <= rod_.needed


@PROFILE
@given(st.data())
def test_a_table_can_go_on_after_any_acts(data: st.DataObject) -> None:
    """Open questions can be answered, every question can be put, and the line of an act gives that act."""
    play = session(_table(data.draw))
    for before, act in _acts(data.draw, play, 12):
        _can_go_on(play.state)
        if act.command not in ("edit", "edit-challenge", "note", "scene"):
            assert parse_line(act.asked, before, COMMANDS)[0].id == act.command


def _can_go_on(state: State) -> None:
    known = {command.id: command for command in commands_of(state)}
    for item in pending(state):
        assert item.sentence
        assert known[item.command].when(state) == "", item
        offered = {ask.name: ask for ask in known[item.command].asks}
        for name, answer in item.answers.items():
            known_answers = {choice.value for choice in offered[name].choices(state, item.answers)}
            assert known_answers.issuperset(answer if isinstance(answer, tuple) else (answer,))
    assert all(hints(state))
    for actor in state.actors.values():
        assert ladder(state, actor.id, "Body").title
    for command in known.values():
        ask = next_ask(command, state, {})
        if ask is not None and not command.when(state):
            assert isinstance(ask.preview(state, {}), str)


def test_the_games_own_numbers_have_names_of_their_own() -> None:
    """The game's two ratings for Wyrd have different names, so neither can be taken for the other."""
    assert len({WYRD, LENT}) == 2
