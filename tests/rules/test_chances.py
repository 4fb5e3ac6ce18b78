"""Duels by the numbers of the table: what counts in every blow, who falls when (WE-34, WE-39, WE-44, WE-66 … WE-90)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache

import pytest

from tests.rules.tables import BLACKWOOD, GRAVES, Play, bonus, once, someone, trait
from wyrd_tui.engine.apply import apply
from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.odds import FOURDF
from wyrd_tui.engine.rules.wyrd_engine import duels
from wyrd_tui.engine.rules.wyrd_engine.damage import damage_events
from wyrd_tui.engine.sheet import Sheet
from wyrd_tui.engine.state import WYRD_ENGINE, State


@pytest.mark.parametrize("kind", ["boost", "boon", "advantage"])
def test_we_39_and_we_44_a_duel_counts_only_what_lasts(kind: str) -> None:
    """A bonus for one use does not count in every blow; a bonus for the scene does."""
    play = Play(BLACKWOOD, GRAVES)
    bare = duels.fighter(play.state, "blackwood", "Fight", "graves")
    play(f"give blackwood 2 {kind} luck")
    assert duels.fighter(play.state, "blackwood", "Fight", "graves") == bare
    play("give blackwood 1 situation height ends=scene")
    more = duels.fighter(play.state, "blackwood", "Fight", "graves")
    assert (more.attack, more.defence) == (bare.attack + 1, bare.defence + 1)


def test_we_39_a_boon_does_not_hide_a_trait_in_a_duel() -> None:
    """A trait counts in every blow beside a boon that excludes it; one of limited use does not (WE-19)."""
    ann = someone(
        "ann", "Ann", {"Fight": 1}, trait("Duelist", bonus("Fight")), trait("Cane", bonus("Fight", 3), once())
    )
    play = Play(ann, GRAVES)
    play("give ann 4 boon fate")
    assert duels.fighter(play.state, "ann", "Fight", "graves").attack == 3


# ------------------------------------------------------------------ mooks, by brute force


_MARGINS: Counter[int] = Counter()
for _mine, _ways in FOURDF.items():
    for _other, _more in FOURDF.items():
        _MARGINS[_mine - _other] += _ways * _more


def _struck(state: State, who: str, edge: int) -> tuple[Fraction, list[tuple[Fraction, State]]]:
    """The chance that a blow misses, and the table after each that hits."""
    miss, after = Fraction(0), []
    for margin, ways in _MARGINS.items():
        chance = Fraction(ways, 81 * 81)
        if margin + edge <= 0:
            miss += chance
            continue
        table = state
        for event in damage_events(state, who, margin + edge):
            table = apply(table, event)
        after.append((chance, table))
    return miss, after


def _win_of_hero(state: State) -> Fraction:
    """The chance that Ann, Fight +1 and Athletics +1, beats the mob, Combat +1 for all, when she strikes first."""
    tables: dict[str, State] = {}

    def key(table: State) -> str:
        text = repr((table.actors["mob"].count, *(table.actors[who].sheets for who in ("ann", "mob"))))
        tables[text] = table
        return text

    @cache
    def solved(text: str) -> tuple[Fraction, Fraction]:
        miss, hits = _struck(tables[text], "mob", 0)
        their_miss, their_hits = _struck(tables[text], "ann", 0)
        first = sum((c * (solved(key(t))[1] if t.actors["mob"].count else 1) for c, t in hits), Fraction(0))
        second = sum((c * (0 if t.actors["ann"].out else solved(key(t))[0]) for c, t in their_hits), Fraction(0))
        mine = (first + miss * second) / (1 - miss * their_miss)
        return mine, second + their_miss * mine

    return solved(key(state))[0]


@pytest.mark.parametrize("chosen", ["one-per-hit", "spill"])
@pytest.mark.parametrize("out_at", ["full", "overflow"])
@pytest.mark.parametrize("boxes", ["none", "2", "1/1x2"])
def test_we_90_and_u_12_a_duel_with_a_group_falls_as_damage_does(boxes: str, out_at: str, chosen: str) -> None:
    """Every member counts, spilt damage fells more, and a full mook is down however the table reads a full track."""
    ann = someone("ann", "Ann", {"Fight": 1, "Athletics": 1}, track="2")
    mob = someone("mob", "Mob", {"Combat": 1}, side="foes", kind="mook", count=3, track=boxes)
    play = Play(ann, mob, rules={"mooks": chosen, "out_at": out_at})
    fought = duels.duel_of(play.state, "ann", "Fight", "mob")
    assert fought is not None
    win = fought.first_blow.win
    assert Fraction(win.ways, win.of) == _win_of_hero(play.state)


def test_we_90_a_group_already_hurt_and_remembered() -> None:
    """The marks of the one in front count, and the same group is the same fighter, so that its duel is remembered."""
    ann = someone("ann", "Ann", {"Fight": 1, "Athletics": 1}, track="2")
    mob = someone("mob", "Mob", {"Combat": 1}, side="foes", kind="mook", count=2, track="2")
    play = Play(ann, mob)
    play("damage mob 1 reach=one")
    fought = duels.duel_of(play.state, "ann", "Fight", "mob")
    assert fought is not None
    win = fought.first_blow.win
    assert Fraction(win.ways, win.of) == _win_of_hero(play.state)
    assert duels.fighter(play.state, "mob", "Combat", "ann") == duels.fighter(play.state, "mob", "Combat", "ann")


# ------------------------------------------------------------------ who is out, and who is not quite


@pytest.mark.parametrize("track", ["we", "2", "draft-severity"])
@pytest.mark.parametrize("out_at", ["full", "overflow"])
def test_we_68_a_fighter_who_stays_falls_at_the_next_hit(track: str, out_at: str) -> None:
    """A duel with a full track and leave to stay has the odds of a fighter without boxes (WE-68)."""
    ann = someone("ann", "Ann", {"Fight": 1, "Athletics": 1}, track=track)
    bare = replace(ann, sheets={WYRD_ENGINE: Sheet({"Fight": 1, "Athletics": 1})})
    play = Play(ann, GRAVES, rules={"out_at": out_at})
    play.play("damage ann 20", "fate ann stays")
    fought = duels.duel_of(play.state, "ann", "Fight", "graves")
    assert fought == duels.duel_of(Play(bare, GRAVES, rules={"out_at": out_at}).state, "ann", "Fight", "graves")
    assert duels.duel_of(play.state, "graves", "Combat", "ann") is not None


def test_we_68_a_last_desperate_action_is_no_duel() -> None:
    """A duel with a fighter on a last desperate action is refused, with the fighter's name and the reason (WE-68)."""
    play = Play(BLACKWOOD, GRAVES)
    play.play("damage blackwood 10", "fate blackwood desperate")
    for who, rating, target in (("blackwood", "Fight", "graves"), ("graves", "Combat", "blackwood")):
        with pytest.raises(Refused, match=r"^No odds of a duel: Jonathan has only one last desperate act"):
            duels.duel_of(play.state, who, rating, target)


def test_we_66_a_fighter_who_is_out_fights_no_duel() -> None:
    """The refusal names the character who no longer acts, also where boxes are free."""
    play = Play(BLACKWOOD, GRAVES)
    play.play("order gm", "concede blackwood flees")
    with pytest.raises(Refused, match=r"^No odds of a duel: Jonathan no longer acts"):
        duels.duel_of(play.state, "graves", "Combat", "blackwood")
