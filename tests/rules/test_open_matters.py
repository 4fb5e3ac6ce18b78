"""Open matters as values of the table: opened, closed, undone, and what they forbid meanwhile."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.plays import evening, session, table
from tests.properties import PROFILE
from tests.rules.abacus.tables import Story, rod
from tests.rules.mettle.tables import Shop
from tests.rules.tables import DRAKE, GRAVES, MERCER, Play
from wyrd_tui.engine.events import Closed, Opened, Staged
from wyrd_tui.engine.matter import Open
from wyrd_tui.engine.rules.all_games import command_of
from wyrd_tui.engine.rules.games import GAMES
from wyrd_tui.engine.rules.shared.matters import left_open, pending
from wyrd_tui.engine.rules.wyrd_engine.hurt import DAMAGE
from wyrd_tui.engine.state import METTLE, WYRD_ABACUS, WYRD_ENGINE


def test_an_attack_opens_a_matter_for_each_hit() -> None:
    """WE-55: each hit is whose it is, with the act that answers it and the act that threw it."""
    play = Play(MERCER, DRAKE, GRAVES)
    act = play("attack mercer drake,graves dice=++00 theirs=0000;0000")
    hits = tuple(Open(WYRD_ENGINE, "damage", who, roll=act.number) for who in ("drake", "graves"))
    assert play.state.open == hits
    assert [event.matter for event in act.events if isinstance(event, Opened)] == list(hits)


def test_an_answer_closes_its_matter_and_undo_opens_it() -> None:
    play = Play(MERCER, DRAKE)
    play("attack mercer drake dice=+000 theirs=0000")
    hit = play.state.open
    act = play("damage drake")
    assert [event.matter for event in act.events if isinstance(event, Closed)] == list(hit)
    assert play.state.open == ()
    play.session.undo()
    assert play.state.open == hit
    play.session.redo()
    assert play.state.open == ()


def test_a_wound_stays_open_over_later_rolls() -> None:
    """A wound without its penalty stays open through other rolls (WE-60)."""
    play = Play(MERCER, DRAKE)
    play.play("damage drake 5", "roll mercer Pilot 0 dice=++++")
    assert play.state.open == (Open(WYRD_ENGINE, "wound", "drake", "mild"),)


def test_a_second_hit_is_another_matter() -> None:
    play = Play(MERCER, DRAKE)
    first = play("attack mercer drake dice=+000 theirs=0000")
    second = play("attack mercer drake dice=+000 theirs=0000")
    assert [one.roll for one in play.state.open] == [first.number, second.number]
    assert [one.answers["of"] for one in pending(play.state)] == ["1", "2"]
    play("damage drake of=1")
    assert [one.roll for one in play.state.open] == [second.number]


def test_wa_22_a_die_that_fell_short_bars_its_challenge() -> None:
    story = Story(rod("mob", "Threat", 7))
    story("face mob ada dice=1")
    (open_one,) = story.state.open
    assert (open_one.act, open_one.about, open_one.forbids) == ("draw", "mob", "challenge")


@pytest.mark.parametrize("act", [act for game in GAMES.values() for act in game.questions])
def test_every_question_is_answered_by_an_act(act: str) -> None:
    assert command_of(act) is not None


@pytest.mark.parametrize("game", [METTLE, WYRD_ABACUS, WYRD_ENGINE])
def test_a_matter_without_its_cause_asks_nothing(game: str) -> None:
    """A save edited by hand may name a matter that nothing on the table bears out."""
    play = Play(MERCER)
    play("roll mercer Pilot 0 dice=++++")
    strangers = tuple(Open(game, act, "nobody", "nothing", 7) for act in GAMES[game].questions)
    state = replace(play.state, games=(game,), open=strangers)
    assert pending(state) == ()


def test_me_19_a_twist_ends_with_the_scene() -> None:
    shop = Shop()
    shop("check kirin Poise 5 dice=12256")
    assert [(one.act, one.ends) for one in shop.state.open] == [("twist", "scene")]
    shop("end scene")
    assert shop.state.open == ()


@PROFILE
@given(st.data())
def test_open_matters_are_those_that_the_rules_leave_open(data: st.DataObject) -> None:
    play = session(table(data.draw))
    for act in evening(data.draw, play):
        found = play.state.open
        assert set(found) == set(left_open(play.state))
        assert len({one.id for one in found}) == len(found)
        if any(isinstance(event, Staged) and event.cause == "ends" for event in act.events):
            assert not [one for one in found if one.ends == "scene"]
        if act.command == "begin":
            assert not [one for one in found if one.ends]


# ------------------------------------------------------------------ the end of a scene


def test_the_end_of_a_scene_lists_what_stays_open() -> None:
    """The end of a scene lists open hits and decides none; damage can be dealt in the next scene (WE-55)."""
    play = Play(MERCER, DRAKE)
    play.play("attack mercer drake dice=+000 theirs=0000", "roll mercer Pilot +3 dice=0000")
    told = play.preview("end scene", "what")
    over, first, second, *ends = told.splitlines()
    assert over == "The fight is over · Scene 1 ends"
    assert first.startswith("Open: Mercer hits Drake for")
    assert second.startswith("Open: ")
    assert ends
    assert not any(line.startswith("Open") for line in ends)
    before = pending(play.state)
    play("end scene")
    assert pending(play.state) == before != ()
    play("damage drake")


def test_ticked_matters_are_dropped_with_the_scene() -> None:
    """A ticked hit is dropped; a tie is ruled on and a wound assigned, at once or later, and a line says so."""
    play = Play(MERCER, DRAKE)
    play.play("damage drake 5", "attack mercer drake dice=+000 theirs=0000", "roll mercer Pilot +3 dice=0000")
    hit, *others = (one.matter for one in sorted(pending(play.state), key=lambda one: one.command != "damage"))
    assert set(play.offered("end scene", "dismiss")) == {hit, *others}
    told = play(f"end scene dismiss={hit}").lines
    assert any("takes no damage after all" in line for line in told)
    assert any(line.startswith("2 questions stay open: Drake’s mild wound") for line in told)
    assert play.waiting() == ["wound", "ruling"]


def test_u_22_no_consequence_comes_of_a_challenge_that_is_let_go() -> None:
    story = Story(rod("mob", "Threat", 7))
    story.play("face mob ada dice=1", "draw accept")
    (due,) = story.state.open
    assert "Mob: no further consequence" in story(f"end scene dismiss={due.id}").lines
    assert story.waiting() == []


@pytest.mark.parametrize("ruling", ["success", "success at a cost", "mixed success"])
@pytest.mark.parametrize("theirs", ["0000", "++++"])
def test_we_55_a_miss_ruled_a_success_hits_for_one(ruling: str, theirs: str) -> None:
    """The ruling opens the hit that a hit would, for 1; it is answered like any other and taken back (WE-41, WE-55)."""
    play = Play(MERCER, DRAKE)
    play(f"attack mercer drake dice=---- theirs={theirs}")
    before = play.state
    assert play.waiting() == []
    play(f'ruling "{ruling}"')
    (one,) = pending(play.state)
    assert (one.command, one.sentence) == ("damage", "Mercer hits Drake for 1")
    assert "stress 0→1 of 4" in play.preview("damage drake", "points")
    play("damage drake")
    assert (play.row("drake", "stress").marks, play.waiting()) == (1, [])
    play.session.undo()
    play.session.undo()
    assert play.state == before


def test_we_55_a_ruling_adds_to_the_hits_on_several() -> None:
    """A success hits the missed target for 1 and leaves the other hit as rolled; a failure hits nobody (WE-55)."""
    play = Play(MERCER, DRAKE, GRAVES)
    play("attack mercer drake,graves dice=0000 theirs=++++;----")
    graves = play.roll.hits[0].damage
    assert graves > 1
    play("ruling success")
    assert {hit.who: hit.damage for hit in play.roll.hits} == {"graves": graves, "drake": 1}
    missed = Play(MERCER, DRAKE)
    missed.play("attack mercer drake dice=---- theirs=++++", "ruling failure")
    assert missed.waiting() == []


def test_we_96_a_ruled_hit_leaves_nothing_open_without_tracks() -> None:
    play = Play(MERCER, DRAKE, rules={"damage": "none"})
    play.play("attack mercer drake dice=---- theirs=++++", "ruling success")
    assert play.waiting() == []


# ------------------------------------------------------------------ which one a line means


def test_a_line_means_the_newest_and_the_log_says_which() -> None:
    """WE-41: where several rolls wait, the ruling names its own."""
    play = Play(MERCER, DRAKE)
    play.play("roll mercer Pilot +3 dice=0000", "roll mercer Pilot +3 dice=0000")
    newest = pending(play.state)[-1]
    told = play("ruling success").lines[0]
    assert "The GM rules on " in told
    assert newest.matter not in [one.matter for one in pending(play.state)]


def test_a_line_names_the_roll_by_who_made_it() -> None:
    play = Play(MERCER, DRAKE, GRAVES)
    play.play("attack mercer graves dice=+000 theirs=0000", "attack drake graves dice=++++ theirs=----")
    told = play("damage graves of=mercer").lines
    assert told[0] == "Graves takes the hit by Mercer: stress 0→2", "a hit is told once"


@pytest.mark.parametrize(
    ("act", "words"), [("attack thugs mercer", "Thugs hit "), ("attack mercer thugs", "Mercer hits ")]
)
def test_the_words_of_a_matter_agree_with_a_plural_name(act: str, words: str) -> None:
    play = Play(MERCER, replace(DRAKE, id="thugs", name="Thugs", kind="mook"))
    play.play(f"{act} dice=++++ theirs=----")
    assert pending(play.state)[0].sentence.startswith(words)


def test_an_open_hit_names_an_attacker_who_has_left() -> None:
    """WE-55: a hit outlives the presence of the one who dealt it."""
    play = Play(MERCER, DRAKE)
    play.play("attack mercer drake dice=+000 theirs=0000", "dismiss mercer")
    (question,) = pending(play.state)
    assert question.sentence.startswith("Captain Elias Mercer hits ")
    (of,) = (ask for ask in DAMAGE.asks if ask.name == "of")
    labels = [choice.label for choice in of.choices(play.state, {"who": ("drake",)})]
    assert labels == ["the hit by Captain Elias Mercer for 1", "no hit"]
