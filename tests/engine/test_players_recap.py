"""The recap for players tells what they saw, as a story, and no word of the GM's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.planted import MARK, plant
from tests.plays import PROFILE, evening, fight, session, table
from tests.rules.abacus.tables import ADA, Story, rod
from wyrd_tui.engine import known, players_recap
from wyrd_tui.engine.act import Step
from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.players_recap import recap_for_players, recap_writer, write_html, write_markdown
from wyrd_tui.engine.session import Session
from wyrd_tui.engine.state import State
from wyrd_tui.play import play_line


def played(state: State, *lines: str) -> Session:
    """Return a table after some lines."""
    play = session(state)
    for line in lines:
        list(play_line(play, line))
    return play


def told(play: Session) -> list[str]:
    """Return all sentences of the recap."""
    found = recap_for_players(play.state, play.done)
    return [sentence for chapter in found.chapters for sentence in chapter.sentences]


def known_to_all(state: State) -> State:
    """Return a table of which players know everybody."""
    return replace(state, actors={who: replace(one, visibility="open") for who, one in state.actors.items()})


def planted(steps: Sequence[Step]) -> list[Step]:
    """Mark what is the GM's in the tables of some steps."""
    return [step._replace(before=plant(step.before), after=plant(step.after)) for step in steps]


@PROFILE
@given(st.data())
def test_no_word_of_the_gms_is_in_the_recap(data: st.DataObject) -> None:
    play = session(table(data.draw))
    for _ in evening(data.draw, play):
        pass
    found = recap_for_players(plant(play.state), planted(play.done))
    assert MARK not in write_markdown(found) + write_html(found)


def test_a_field_let_through_is_found_in_the_recap(monkeypatch: pytest.MonkeyPatch) -> None:
    play = played(fight(), "roll rats Combat against=+1 dice=++++", 'note "nobody knows"')
    steps = planted(play.done)
    assert MARK not in write_markdown(recap_for_players(plant(play.state), steps))
    monkeypatch.setattr(known, "is_known", lambda actor: True)
    monkeypatch.setattr(players_recap, "is_known", lambda actor: True)
    assert MARK in write_markdown(recap_for_players(plant(play.state), steps))


def test_deeds_of_one_person_stand_in_one_sentence() -> None:
    play = played(
        known_to_all(fight()),
        "roll rats Combat against=+1 dice=++++",
        "roll rats Combat against=+3 dice=----",
    )
    assert told(play) == ["Rats succeed, then fail."]


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        (["face mob ada dice=6"], "Ada overcomes Mob."),
        (["face mob ada dice=3", "draw ada points=2"], "Ada overcomes Mob."),
        (["face mob ada dice=3", "draw ada", "draw ada"], "Ada overcomes Mob."),
        (["face mob ada dice=3", "draw accept"], "Ada does not overcome Mob."),
    ],
)
def test_wyrd_drawn_replaces_the_failure_it_mends(lines: list[str], sentence: str) -> None:
    """WA-22: the die is told once, with the Wyrd beside it."""
    story = Story(replace(rod("mob", "Threat", 5), visibility="open"), people=(replace(ADA, visibility="open"),))
    story.play(*lines)
    assert told(story.session) == [sentence]


def test_a_new_name_is_told_as_a_rename() -> None:
    play = played(known_to_all(fight()), 'edit count name "Count Orlok"')
    assert told(play) == ["The Count is called Count Orlok from now on."]


def test_what_was_undone_and_what_was_hidden_is_no_part_of_it() -> None:
    play = played(fight(), "note secret", "show-page letter", "roll rats Combat against=+1 dice=++++")
    play.undo()
    assert told(play) == ["A letter: Burnt."]


def test_the_recap_is_inert_in_both_forms() -> None:
    table = known_to_all(fight())
    count = replace(table.actors["count"], name="<script>alert(1)</script> [x](y)", side="party")
    found = recap_for_players(replace(table, actors={"count": count}), [])
    assert "<script>" not in write_html(found)
    assert "](y)" not in write_markdown(found).replace("\\]", "")


def test_only_players_have_a_page_of_html() -> None:
    with pytest.raises(Refused, match="--players --html"):
        recap_writer(players=False, html=True)
