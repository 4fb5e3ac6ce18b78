"""Targets of an attack: the chances to hit and to put out, by brute force (WE-54, WE-58, WE-66, WE-90, C-05)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.properties import examples
from tests.rules.tables import BLACKWOOD, DRAKE, FELIX, GRAVES, MERCER, Play, someone
from wyrd_tui.engine.apply import apply
from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.odds import FOURDF
from wyrd_tui.engine.rules.wyrd_engine.attack import ATTACK
from wyrd_tui.engine.rules.wyrd_engine.damage import damage_events, takes_out
from wyrd_tui.engine.sheet import Row, Sheet
from wyrd_tui.engine.state import WYRD_ENGINE, Actor, Condition, Kind, State

OUT = Condition("out-of-action", "out of action", out=True, game=WYRD_ENGINE)


@st.composite
def tracks(draw: st.DrawFn) -> tuple[Row, ...]:
    """A track of up to four rows, some of which may not count, with boxes of several points."""
    rows = []
    for number in range(draw(st.integers(0, 4))):
        boxes = draw(st.integers(0, 4))
        marks, absorbs = draw(st.integers(0, boxes)), draw(st.sampled_from([1, 1, 2, 4]))
        penalty, counts = draw(st.integers(0, 3)), draw(st.integers(0, 5)) > 0
        rows.append(Row(f"r{number}", f"Row {number}", boxes, marks, absorbs, penalty, counts=counts))
    return tuple(rows)


@st.composite
def hurt_tables(draw: st.DrawFn) -> State:
    """A character or a group with a track, standing or out, under any house rules of damage."""
    kind: Kind = draw(st.sampled_from(["full", "mook"]))
    conditions = draw(st.sampled_from([(), (OUT,)]))
    count = draw(st.integers(0, 4)) if kind == "mook" else 1
    sheets = {WYRD_ENGINE: Sheet(track=draw(tracks()))}
    foe = Actor("foe", "Foe", kind=kind, count=count, sheets=sheets, conditions=conditions)
    rules = {
        "wound_choice": draw(st.sampled_from(["best-fit", "in-order"])),
        "out_at": draw(st.sampled_from(["full", "beyond"])),
        "mooks": draw(st.sampled_from(["one", "spill"])),
    }
    return State(rules=rules, actors={foe.id: foe})


def dealt(state: State, points: int) -> bool:
    """Deal the damage, and tell whether the target or one of the group is out of action then."""
    after = state
    for event in damage_events(state, "foe", points):
        after = apply(after, event)
    foe = after.actors["foe"]
    return foe.out or foe.count < state.actors["foe"].count


@examples(300)
@given(hurt_tables(), st.integers(1, 30))
def test_odds_of_going_out_agree_with_damage(state: State, points: int) -> None:
    """The short reckoning agrees with damage that is dealt (WE-66, WE-90, U-12)."""
    assert takes_out(state, "foe")(points) == dealt(state, points)


def test_targets_are_offered_with_both_chances() -> None:
    """Each target says its chance to be hit and to be put out; the second is left out where it is none."""
    hound = someone("hound", "Hound", {"Fight": 1, "Athletics": 1}, side="foes")
    play = Play(BLACKWOOD, GRAVES, hound)
    for target, damage in (("graves", 0), ("graves", 1), ("hound", 0), ("hound", 7)):
        if damage:
            play(f"damage {target} {damage}")
        asked = next(ask for ask in ATTACK.asks if ask.name == "target")
        row = next(row for row in asked.choices(play.state, {"who": "blackwood"}) if row.value == target)
        hit = out = Fraction(0)
        attack, defence = play_numbers(play, target)
        fells = takes_out(play.state, target)
        for mine, ways in FOURDF.items():
            for theirs, more in FOURDF.items():
                points = mine + attack - theirs - defence
                share = Fraction(ways * more, 81 * 81)
                hit += share * (points > 0)
                out += share * (points > 0 and fells(points))
        words = [f"{percent(hit)}", *([f"out {percent(out)}"] if out else [])]
        assert row.then == ", ".join(words)
        assert row.brief == (f"{percent(hit)}, out {percent(out)}" if out else "")


def play_numbers(play: Play, target: str) -> tuple[int, int]:
    """Return what both sides add to their dice, as the roll itself does."""
    play(f"attack blackwood {target} dice=0 theirs=0")
    roll = play.roll
    play.session.undo()
    return roll.score.total, roll.against[0].total


def percent(share: Fraction) -> str:
    """Write a chance in whole percents."""
    if 0 < share < Fraction(1, 100):
        return "<1%"
    return ">99%" if Fraction(99, 100) < share < 1 else f"{int(share * 100 + Fraction(1, 2))}%"


def test_a_name_in_full_is_no_beginning_of_another() -> None:
    """“Guard”, who is out of action, is not taken for “Guard 2”."""
    guards = [
        someone(who, name, {"Fight": 1}, side="foes") for who, name in (("guard", "Guard"), ("guard-2", "Guard 2"))
    ]
    play = Play(BLACKWOOD, *guards)
    play("damage guard 12")
    for line in ("attack blackwood guard", "attack blackwood Guard", "roll guard Fight"):
        with pytest.raises(Refused, match=r"(Target|Character) cannot be “[Gg]uard”"):
            play(line)
    assert play("attack blackwood guard-2").title
    assert play("attack blackwood gu").title, "a beginning of a name is still enough"


def test_a_track_gives_the_same_function_each_time() -> None:
    """Odds are remembered by it, so a turn of another fighter reckons them no second time (WE-66)."""
    play = Play(BLACKWOOD, GRAVES)
    before = takes_out(play.state, "graves")
    play("note Rain.")
    assert takes_out(play.state, "graves") is before
    play("damage graves 1")
    assert takes_out(play.state, "graves") is not before


def test_we_53_of_several_targets_each_chance_has_a_name() -> None:
    """A bonus of the attacker shows the chance against each target; one of a target, the chance against that."""
    play = Play(DRAKE, MERCER, FELIX)
    play.play("give drake 1 situation flag ends=use", "give felix 1 situation oil ends=use")
    alone = [play.offered(f"attack drake {who}") for who in ("mercer", "felix")]
    both = play.offered("attack drake mercer,felix")
    own, theirs = (next(value for value in both if word in value) for word in ("flag", "oil"))
    assert both[own].then == f"Mercer {alone[0][own].then}, Felix {alone[1][own].then}"
    assert both[theirs].then == alone[1][theirs].then
    assert alone[0][own].then.endswith("%")
    crowd = Play(DRAKE, MERCER, FELIX, GRAVES, BLACKWOOD)
    crowd("give drake 1 situation flag ends=use")
    told = crowd.offered("attack drake mercer,felix,graves,blackwood")[own].then
    assert told.startswith(f"{both[own].then}, ")
    assert told.endswith("% …")
    assert "Blackwood" not in told
