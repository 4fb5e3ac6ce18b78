"""Properties of every evening of Mettle, for random tables and answers."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.commands import BY_ID, COMMANDS, HOUSE_RULES
from tests.facts import Draw
from tests.plays import session, spoilt, usual_answers, walk
from tests.properties import PROFILE
from tests.rules.mettle.tables import CAST, CLERK, Shop, someone, task, with_status, worn
from tests.rules.mettle.tables import given as bonus
from tests.scans import report
from wyrd_tui.engine.act import Act
from wyrd_tui.engine.answers import complete_answers
from wyrd_tui.engine.apply import fold
from wyrd_tui.engine.commands import Answer, Command, next_ask, say_or_refuse
from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.line_syntax import parse_line
from wyrd_tui.engine.nouns.mettle import METTLE_ROW, STATUSES, STRAINABLE
from wyrd_tui.engine.page import Page
from wyrd_tui.engine.rules.all_games import best_rating, commands_of, hints, ladder
from wyrd_tui.engine.rules.mettle.modifiers import row_of
from wyrd_tui.engine.rules.shared.matters import pending
from wyrd_tui.engine.session import Session
from wyrd_tui.engine.state import METTLE, WYRD_ENGINE, Actor, RuleValue, State
from wyrd_tui.store.files.codec import from_plain, to_plain

OWN = tuple(command.id for command in COMMANDS if command.game == METTLE)
OTHERS = ("end", "begin", "next", "back", "order", "action", "give", "rate", "unrate", "dismiss", "reading", "untick")
pools = st.integers(0, 7)


@st.composite
def people(draw: st.DrawFn) -> tuple[Actor, ...]:
    """Draw two to four actors, some of them strained, hurt or afflicted, and at times a stranger without a sheet."""
    found = []
    for number, name in enumerate(draw(st.sampled_from((("ann", "bob"), ("ann", "bob", "cy"), ("a", "b", "c", "d"))))):
        fencing: dict[str, Any] = {"fencing": draw(pools)} if draw(st.booleans()) else {}
        actor = someone(
            name,
            focus=draw(pools),
            nature=draw(pools),
            poise=draw(pools),
            frame=draw(pools),
            motive=draw(pools),
            armor=draw(pools),
            side="foes" if number == 1 and draw(st.booleans()) else "party",
            **fencing,
        )
        marks = {row.id: draw(st.integers(0, row.boxes)) for row in actor.sheets[METTLE].track}
        if draw(st.integers(0, 3)) == 0:
            marks[METTLE_ROW] += draw(st.integers(0, 5))
        names = draw(st.lists(st.sampled_from(tuple(STATUSES)), max_size=2, unique=True))
        found.append(with_status(worn(actor, **marks), *names) if draw(st.booleans()) else worn(actor, **marks))
    stranger = Actor("stranger", "A Stranger")
    return (*found, stranger) if draw(st.booleans()) else tuple(found)


@st.composite
def tables(draw: st.DrawFn) -> State:
    """A table of Mettle, in a fight or not, under any house rules."""
    actors = draw(people())
    rules: dict[str, RuleValue] = {}
    for key, rule in HOUSE_RULES.items():
        if rule.game == METTLE and draw(st.booleans()):
            rules[key] = draw(st.sampled_from(rule.values))
    shop = Shop(
        *actors,
        tasks=(task("door", draw(st.integers(-1, 9))), task("stairs", 3, 2, after=("door",))),
        bonuses=(bonus(actors[0].id, "Rope", 2, ends="use"), bonus(actors[0].id, "Rain", -1, ends="scene")),
        pages=(Page("omens", "table", "Omens", dice="d66", rows={"11-36": "rain"}), Page("act-1", "act", "Up")),
        fight=draw(st.booleans()),
        rules=rules,
    )
    games = (METTLE, WYRD_ENGINE) if draw(st.integers(0, 3)) == 0 else (METTLE,)
    return replace(shop.state, games=games)


def acted(draw: Draw, play: Session) -> Act | None:
    """Any act of the game with any answers, bad ones among them; a refusal has changed nothing."""
    command = BY_ID[draw(st.sampled_from((*OWN, *OWN, *OTHERS)))]
    before = play.state
    try:
        answers = usual_answers(command, before) if draw(st.booleans()) else walk(draw, command, before)
        if answers is None or draw(st.integers(0, 5)) == 0:
            answers = spoilt(draw, command, answers or {})
        return play.do(command, answers)
    except Refused as refusal:
        assert play.state is before
        said = str(refusal)
    assert said[-1] in ".!?"
    return None


def evening(draw: Draw, look: Callable[[Session, Act], None]) -> Session:
    """An evening that somehow went on, looked at after every act."""
    play = session(draw(tables()))
    for _ in range(draw(st.integers(4, 14))):
        act = acted(draw, play)
        if act is not None:
            look(play, act)
    return play


@PROFILE
@given(st.data())
def test_nothing_goes_out_of_joint(data: st.DataObject) -> None:
    """Strain stays within the pool, Mettle alone may fall below nothing, and one is Shaken or Broken at most."""
    evening(data.draw, lambda play, act: _in_joint(play.state, act.asked))


def _in_joint(state: State, told: str) -> None:
    for actor in state.actors.values():
        ids = [condition.id for condition in actor.conditions]
        assert len(set(ids)) == len(ids), told
        if METTLE not in actor.sheets:
            continue
        for name in STRAINABLE:
            row = row_of(actor, name)
            assert row is None or 0 <= row.marks <= row.boxes, told
        mettle = row_of(actor, METTLE_ROW)
        assert mettle is None or mettle.marks >= 0, told
    for rod in state.challenges.values():
        assert 0 <= rod.done <= rod.needed, told
    roll = state.roll
    if roll is not None and roll.game == METTLE and roll.outcome:
        beaten = bool(roll.score.faces) and roll.score.total > (roll.value or 0)
        assert (roll.outcome == "success") == beaten, told


@pytest.mark.long
@PROFILE
@given(st.data())
def test_every_act_says_what_it_did(data: st.DataObject) -> None:
    def look(play: Session, act: Act) -> None:
        assert act.title.strip()
        assert all(line.strip() and line.isprintable() for line in act.lines), act.asked

    evening(data.draw, look)


@PROFILE
@given(st.data())
def test_undo_and_replay_agree_over_a_whole_evening(data: st.DataObject) -> None:
    play = session(data.draw(tables()))
    start, stood = play.state, [play.state]
    for _ in range(data.draw(st.integers(1, 10))):
        act = acted(data.draw, play)
        if act is not None:
            assert fold(stood[-1], act.events) == play.state
            stood.append(play.state)
    end = play.state
    for state in reversed(stood[:-1]):
        play.undo()
        assert play.state == state
    assert play.state == start
    for _ in stood[1:]:
        play.redo()
    assert play.state == end


@pytest.mark.long
@PROFILE
@given(st.data())
def test_every_act_survives_being_saved(data: st.DataObject) -> None:
    def look(play: Session, act: Act) -> None:
        assert from_plain(Act, to_plain(act)) == act

    play = evening(data.draw, look)
    assert from_plain(State, to_plain(play.state)) == play.state


@PROFILE
@given(st.data())
def test_the_line_of_an_act_would_do_it_again(data: st.DataObject) -> None:
    """Of the usual answers, which everybody can spell."""
    state = data.draw(tables())
    for name in OWN:
        command = BY_ID[name]
        answers = usual_answers(command, state)
        if answers is None:
            continue
        with suppress(Refused):
            act = session(state, seed=11).do(command, answers)
            assert parse_line(act.asked, state, COMMANDS) == (command, complete_answers(command, state, answers))
            assert session(state, seed=11).do(*parse_line(act.asked, state, COMMANDS)) == act


@pytest.mark.long
@PROFILE
@given(st.data())
def test_a_screen_can_always_be_drawn(data: st.DataObject) -> None:
    evening(data.draw, lambda play, act: _look(play.state))


def _look(state: State) -> None:
    for item in pending(state):
        assert item.sentence
        assert item.answers.keys() <= {ask.name for ask in BY_ID[item.command].asks}
        assert not BY_ID[item.command].when(state)
    assert all(hints(state))
    for actor in state.actors.values():
        assert ladder(state, actor.id, best_rating(state, actor.id)).rungs or actor.out
    for command in commands_of(state):
        if command.game == METTLE and not command.when(state):
            _ask_all(command, state)


def _ask_all(command: Command, state: State) -> None:
    """Each question with its default or its first choice: offered, told apart, and with a preview."""
    answers: dict[str, Answer] = {}
    while (ask := next_ask(command, state, answers)) is not None:
        choices = ask.choices(state, answers)
        values = [choice.value for choice in choices]
        default = ask.default(state, answers)
        assert len(set(values)) == len(values), f"{command.id} offers the same twice: {values}"
        assert all(choice.label for choice in choices)
        if isinstance(default, str) and ask.kind == "one" and not ask.free:
            assert default in values, f"{command.id} {ask.name}"
        if isinstance(default, tuple):
            assert set(default) <= set(values)
        if isinstance(default, int):
            assert ask.low <= default <= ask.high
        if not answers:
            assert default is not None or values, f"{command.id} applies but asks what nobody can answer"
        answer = default if default is not None else values[0] if values else 1 if ask.kind == "number" else "x"
        answers[ask.name] = (str(answer),) if ask.kind == "many" and not isinstance(answer, tuple) else answer
        assert isinstance(say_or_refuse(ask.preview, state, answers), str)


def test_every_command_can_be_done_at_a_table_of_mettle() -> None:
    """Led up to by lines where something must come first."""
    report(f"{name} tells nothing" for name in OWN if not _do_as_usual(name).lines)


def _do_as_usual(name: str) -> Act:
    before = {
        "twist": ("check kirin Poise 15 dice=66666",),
        "choose-dice": ("team weakest viktor,kirin Poise 3 dice=66666",),
        "rally": ("hurt viktor 2",),
        "rise": ("hurt viktor 9",),
        "relax": ("strain kirin poise",),
    }
    shop = Shop(*CAST[:2], CLERK, pages=(Page("omens", "table", "Omens", dice="2d6"),))
    for line in before.get(name, ()):
        shop(line)
    answers = usual_answers(BY_ID[name], shop.state)
    assert answers is not None, f"{name} cannot be answered"
    more = {"focus": 6} if name == "pools" else {}
    return shop.session.do(BY_ID[name], {**answers, **more})
