"""Properties of every evening, for random tables and answers."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.commands import BY_ID, COMMANDS
from tests.plays import evening, quiet_table, session, spoilt, table, try_act, usual_answer, walk
from tests.properties import PROFILE
from tests.strategies import states
from wyrd_tui.engine.act import Act
from wyrd_tui.engine.answers import complete_answers
from wyrd_tui.engine.apply import fold
from wyrd_tui.engine.choices import Choice, pick_choice
from wyrd_tui.engine.commands import Answer, Answers, Ask, Command, next_ask, portions, say_or_refuse
from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.journal import Did, NoJournal
from wyrd_tui.engine.line_spelling import spell_line
from wyrd_tui.engine.line_syntax import parse_line
from wyrd_tui.engine.nouns.mettle import METTLE_ROW
from wyrd_tui.engine.rules.all_games import best_rating, commands_of, hints, ladder
from wyrd_tui.engine.rules.shared.matters import pending
from wyrd_tui.engine.rules.wyrd_engine.damage import wound_style
from wyrd_tui.engine.rules.wyrd_engine.house_rules import rule
from wyrd_tui.engine.rules.wyrd_engine.questions import ratings_of
from wyrd_tui.engine.session import Session
from wyrd_tui.engine.state import METTLE, State
from wyrd_tui.play import play_line
from wyrd_tui.store.files.codec import from_plain, to_plain


@PROFILE
@given(st.data())
def test_a_command_acts_or_refuses_without_a_change(data: st.DataObject) -> None:
    play = session(table(data.draw))
    for _ in range(data.draw(st.integers(1, 12))):
        before = play.state
        did = try_act(data.draw, play)
        if isinstance(did, Act):
            assert play.state is not before
            assert play.state.acts == before.acts + 1 == did.number
        else:
            assert play.state is before
            assert did is None or str(did).strip()


@pytest.mark.long
@PROFILE
@given(st.data())
def test_a_table_that_nobody_foresaw_is_no_trouble_either(data: st.DataObject) -> None:
    play = session(data.draw(states()))
    for _ in range(data.draw(st.integers(1, 6))):
        try_act(data.draw, play)
        _look(play.state, sound=False)
        assert all(isinstance(line, str) for line in play_line(play, "show"))


@PROFILE
@given(st.data())
def test_undo_and_redo_lead_to_the_ends(data: st.DataObject) -> None:
    play = session(table(data.draw))
    stood = [play.state]
    for _ in evening(data.draw, play):
        stood.append(play.state)
        if data.draw(st.integers(0, 3)) == 0:
            play.undo()
            stood.pop()
            assert play.state is stood[-1]
    for state in reversed(stood[:-1]):
        play.undo()
        assert play.state == state
    with pytest.raises(Refused, match="Nothing is left to undo"):
        play.undo()
    for state in stood[1:]:
        play.redo()
        assert play.state == state


@PROFILE
@given(st.data())
def test_the_events_alone_tell_the_whole_evening(data: st.DataObject) -> None:
    play = session(table(data.draw))
    state = play.state
    for act in evening(data.draw, play):
        state = fold(state, act.events)
    assert state == play.state


@PROFILE
@given(st.data())
def test_every_act_says_what_it_did_in_plain_lines(data: st.DataObject) -> None:
    play = session(table(data.draw))
    for act in evening(data.draw, play):
        assert act.title.strip()
        assert act.lines
        for line in (*act.lines, act.title, act.asked):
            assert line.strip()
            assert not [sign for sign in line if unicodedata.category(sign) in ("Cc", "Cs", "Zl", "Zp", "Cf")]


@PROFILE
@given(st.data())
def test_the_line_of_an_act_would_do_it_again(data: st.DataObject) -> None:
    play = session(table(data.draw))
    for _ in range(data.draw(st.integers(1, 8))):
        before = play.state
        # The word of an act may mean another's at a table that does not play its game.
        command = BY_ID[data.draw(st.sampled_from([row.id for row in commands_of(before)]))]
        try:
            given_answers = walk(data.draw, command, before)
            if given_answers is None:
                continue
            act = replaying(before).do(command, given_answers)
            play.do(command, given_answers)
        except Refused:
            continue
        answers = complete_answers(command, before, given_answers)
        if not _can_be_spelt(command, before, answers):
            continue
        assert parse_line(act.asked, before, COMMANDS) == (command, answers)
        assert replaying(before).do(*parse_line(act.asked, before, COMMANDS)) == act


def replaying(state: State) -> Session:
    """The table with dice that fall as they did before."""
    return session(state, seed=11)


def _can_be_spelt(command: Command, state: State, answers: Answers) -> bool:
    """Words that begin a choice mean that choice; an empty answer means the default; a list has no blank in it."""
    for ask in command.asks:
        if ask.name not in answers:
            continue
        answer = answers[ask.name]
        names = [part.name for part in portions(answer)] or list(_several(answer))
        choices = ask.choices(state, answers)
        offered = {choice.value for choice in choices}
        if ask.kind in ("many", "parts") and any(n != n.strip() or n in ("", "none") for n in names):
            return False
        if ask.kind == "one" and answer != str(answer).strip():
            return False
        if ask.free and ask.kind != "one" and any(name not in offered and _means(name, choices) for name in names):
            return False
        if answer == "" and ask.default(state, answers) not in (None, ""):
            return False
    return True


def _several(answer: Answer) -> tuple[str, ...]:
    return tuple(map(str, answer)) if isinstance(answer, tuple) else (str(answer),)


def _means(name: str, choices: Sequence[Choice]) -> bool:
    try:
        return bool(pick_choice(name, choices, ""))
    except Refused as refusal:
        return "Say which" in str(refusal)


@pytest.mark.long
@PROFILE
@given(st.data())
def test_a_screen_can_always_be_drawn(data: st.DataObject) -> None:
    play = session(table(data.draw))
    _look(play.state)
    for _ in evening(data.draw, play, 6):
        _look(play.state)


def _look(state: State, *, sound: bool = True) -> None:
    """Everything that a screen asks of the rules without anybody having done anything; `sound` looks at it closely."""
    for item in pending(state):
        assert item.sentence
        assert item.command in BY_ID
        assert item.answers.keys() <= {ask.name for ask in BY_ID[item.command].asks}
    assert all(hints(state))
    for actor in state.actors.values():
        for rating in {best_rating(state, actor.id), *(name for name, _ in ratings_of(state, actor))}:
            turned = actor.kind == "pc" and actor.side != "party"
            assert ladder(state, actor.id, rating).rungs or actor.out or turned
    for command in COMMANDS:
        if not command.when(state):
            _ask_all(command, state, sound)


def _ask_all(command: Command, state: State, sound: bool) -> None:
    """Put every question of a command, with the default or else the first choice as the answer."""
    answers: dict[str, Answer] = {}
    first = next_ask(command, state, answers)
    if sound and first is not None:
        assert usual_answer(first, state, {}) not in (None, ()), f"{command.id} applies but asks what nobody can answer"
    while (ask := next_ask(command, state, answers)) is not None:
        choices = ask.choices(state, answers)
        values = [choice.value for choice in choices]
        if sound:
            assert len(set(values)) == len(values), f"{command.id} offers the same twice: {values}"
            assert all(choice.label for choice in choices)
            _holds(ask, values, ask.default(state, answers))
        answer = usual_answer(ask, state, answers)
        if answer is None:
            return
        answers[ask.name] = answer
        assert isinstance(say_or_refuse(ask.preview, state, answers), str)


def _holds(ask: Ask, values: Sequence[str], answer: Answer | None) -> None:
    """An answer, such as a default, is one that the question takes."""
    match answer:
        case None:
            return
        case str() if ask.kind == "one" and not ask.free:
            assert answer in values
        case tuple() if ask.kind == "many" and not ask.free:
            assert set(answer) <= set(values)
        case int():
            assert ask.kind == "number"
            assert ask.low <= answer <= ask.high


@PROFILE
@given(st.data())
def test_no_evening_brings_a_table_out_of_joint(data: st.DataObject) -> None:
    play = session(table(data.draw))
    for act in evening(data.draw, play):
        _in_joint(play.state, act)


def _in_joint(state: State, act: Act) -> None:
    told = f"after {act.asked}"
    for key, actor in state.actors.items():
        assert actor.id == key
        assert actor.count >= 0, told
        assert actor.count <= 1 or actor.kind == "mook", told
        assert len({condition.id for condition in actor.conditions}) == len(actor.conditions)
        for game, sheet in actor.sheets.items():
            assert len({trait.id for trait in sheet.traits}) == len(sheet.traits)
            assert all(trait.used >= 0 for trait in sheet.traits)
            for row in sheet.track:
                # Mettle goes below 0, which is what makes a character Fallen (ME-35).
                assert 0 <= row.marks <= (row.marks if (game, row.id) == (METTLE, METTLE_ROW) else row.boxes), told
                assert row.marks or not row.hurts, told
                assert all(hurt.by > 0 for hurt in row.hurts), told
                split = wound_style(state, sheet.track) == "split" and rule(state, "severe") == "split"
                if split and "penalty" not in state.rules and act.command == "wound":
                    assert sum(hurt.by for hurt in row.hurts) <= row.penalty, told
    for key, challenge in state.challenges.items():
        assert challenge.id == key
        assert 0 <= challenge.done <= challenge.needed, told
        assert challenge.needed >= 1
    for key, bonus in state.bonuses.items():
        assert bonus.id == key
        assert bonus.owner in state.actors, told
    seated = [place.who for place in state.order.places]
    assert len(set(seated)) == len(seated), told
    assert set(seated) <= state.actors.keys(), told
    assert state.order.turn in ("", *seated), told
    assert state.order.round >= 0
    assert state.scene.number >= 1
    assert state.evening >= 1


@PROFILE
@given(st.data())
def test_every_table_and_every_act_survives_being_saved(data: st.DataObject) -> None:
    play = session(table(data.draw))
    for act in evening(data.draw, play):
        assert from_plain(Act, to_plain(act)) == act
    assert from_plain(State, to_plain(play.state)) == play.state


class Full(NoJournal):
    """A journal on a full disk."""

    def record(self, did: Did, act: Act, after: State) -> None:
        """Take nothing."""
        raise OSError(28, "No space left on device")


@PROFILE
@given(st.data())
def test_acts_that_cannot_be_written_down_have_not_happened(data: st.DataObject) -> None:
    play = session(table(data.draw))
    acts = list(evening(data.draw, play, 4))
    state, done, undone = play.state, list(play.done), list(play.undone)
    play.journal = Full()
    for _ in range(4):
        with suppress(OSError):
            assert not isinstance(try_act(data.draw, play), Act)
    if acts:
        with pytest.raises(OSError, match="No space"):
            play.undo()
    assert play.state is state
    assert (play.done, play.undone) == (done, undone)


@PROFILE
@given(st.data())
def test_a_command_that_does_not_apply_says_why(data: st.DataObject) -> None:
    state = table(data.draw)
    for command in COMMANDS:
        reason = command.when(state)
        if reason:
            assert reason.endswith(".")
            with pytest.raises(Refused) as refusal:
                session(state).do(command, {})
            assert str(refusal.value) == reason


@PROFILE
@given(st.data())
def test_answers_of_the_wrong_kind_are_refused_in_words(data: st.DataObject) -> None:
    state = table(data.draw)
    command = BY_ID[data.draw(st.sampled_from([command.id for command in COMMANDS if command.asks]))]
    answers = spoilt(data.draw, command, walk(data.draw, command, state) or {})
    try:
        taken = complete_answers(command, state, answers)
    except Refused as refusal:
        sentence = str(refusal)
        assert sentence.endswith(".")
    else:
        for ask in command.asks:
            values = [choice.value for choice in ask.choices(state, taken)]
            _holds(ask, values, taken.get(ask.name))


def test_answers_that_were_settled_are_settled_for_good() -> None:
    state = replace(quiet_table(), games=(METTLE,))
    command = BY_ID["give"]
    answers = complete_answers(command, state, {"who": "mercer", "label": "high\x1b[31m\nground"})
    assert answers["label"] == "high [31m ground"
    assert answers["value"] == 1
    assert complete_answers(command, state, answers) == answers
    assert spell_line(command, answers, state).startswith(
        'give who=mercer value=1 kind=situation label="high [31m ground"'
    )
