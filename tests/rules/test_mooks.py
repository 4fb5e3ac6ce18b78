"""Mooks as groups, and personae (WE-90 … WE-92, C-05, U-12, U-14)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.commands import BY_ID
from tests.rules.tables import BLACKWOOD, ENFORCERS, FELIX, GRAVES, THUG, Play, someone
from wyrd_tui.engine.harm import health_of
from wyrd_tui.engine.rules.ground.tracks import rows_of
from wyrd_tui.engine.rules.wyrd_engine.damage import preview
from wyrd_tui.engine.sheet import Sheet
from wyrd_tui.engine.state import WYRD_ENGINE

PAIR = someone("pair", "Pair of guards", {"Combat": 0}, side="foes", kind="mook", count=3, track="2")


def test_we_91_mooks_roll_once_for_all() -> None:
    """Four enforcers roll once: 2 hits a defence of 1 and not one of 3 (WE-91)."""
    play = Play(ENFORCERS, BLACKWOOD, FELIX)
    play("usual felix defend Crafts")
    play("attack enforcers blackwood,felix dice=+000 theirs=-000;0000 with=none")
    assert play.total == 2
    assert [hit.who for hit in play.roll.hits] == ["blackwood"]
    play("attack blackwood enforcers dice=++00 theirs=+000")
    assert len(play.roll.against) == 1


def test_we_90_a_mook_falls_at_a_hit() -> None:
    """Attack 2 against Defend 1: down; without boxes he is not out before (WE-90)."""
    lone = someone("lone", "Enforcer", {"Combat": 1}, side="foes", kind="mook", track="none")
    play = Play(BLACKWOOD, lone)
    assert not play.state.actors["lone"].out
    play.play("attack blackwood lone dice=0000 theirs=0000", "damage lone")
    assert play.state.actors["lone"].out
    assert play.waiting() == []


def test_we_90_one_rating_serves_for_everything() -> None:
    """A mook's Combat attacks, defends and notices (WE-90)."""
    play = Play(ENFORCERS, BLACKWOOD)
    for skill in ("Combat", "Notice", "Athletics"):
        play(f"roll enforcers {skill} 0 dice=0000")
        assert play.total == 1


def test_we_90_of_a_group_that_fell_the_last_one_fights_on() -> None:
    """WE-90, U-12: one who stays in the fight after all stands, and with full boxes he is down at the next hit."""
    play = Play(PAIR, FELIX)
    play.play("damage pair 4 each", "fate pair stays")
    pair = play.state.actors["pair"]
    assert (pair.count, pair.fallen, pair.out) == (1, 2, False)
    play("damage pair 1")
    assert play.state.actors["pair"].out


def test_we_90_a_mook_who_retreated_stands_after_the_fight() -> None:
    play = Play(THUG, BLACKWOOD)
    play.play("attack blackwood thug dice=++++ theirs=---- with=none", "damage thug", "fate thug retreats", "end fight")
    thug = play.state.actors["thug"]
    assert (thug.count, thug.out) == (1, False)


@pytest.mark.parametrize(
    ("mooks", "damage", "left"), [("one-per-hit", 4, 3), ("spill", 1, 3), ("spill", 3, 1), ("spill", 9, 0)]
)
def test_u_12_number_of_mooks_that_fall(mooks: str, damage: int, left: int) -> None:
    """A hit fells one mook; under `spill` each further point of damage fells another (U-12)."""
    play = Play(ENFORCERS, rules={"mooks": mooks})
    preview = play.preview(f"damage enforcers {damage}", "points")
    act = play(f"damage enforcers {damage}")
    assert play.state.actors["enforcers"].count == left
    assert f"4→{left}" in preview
    assert f"4→{left}" in act.lines[-1]


@pytest.mark.parametrize(
    ("mooks", "hits", "count", "marks"),
    [
        ("one-per-hit", (1,), 3, "1"),
        ("one-per-hit", (2,), 2, "0"),
        ("one-per-hit", (1, 5), 2, "0"),
        ("spill", (1, 2), 2, "1"),
        ("spill", (5,), 1, "1"),
        ("spill", (9,), 0, "2"),
    ],
)
def test_u_12_mooks_with_a_few_boxes(mooks: str, hits: tuple[int, ...], count: int, marks: str) -> None:
    """The boxes are those of the one in front; the next one comes unhurt, or with what spilt over."""
    play = Play(PAIR, rules={"mooks": mooks})
    for damage in hits:
        play(f"damage pair {damage}")
    assert (play.state.actors["pair"].count, play.marks("pair")) == (count, marks)


@pytest.mark.parametrize(("damage", "count", "marks"), [(1, 3, "1"), (2, 0, "2")])
def test_damage_to_each_of_a_group(damage: int, count: int, marks: str) -> None:
    """The GM may hit every member at once."""
    play = Play(PAIR)
    play(f"damage pair {damage} each")
    assert (play.state.actors["pair"].count, play.marks("pair")) == (count, marks)


def test_count_split_and_merge() -> None:
    """A group is counted anew, parts in two rows and joins again, in the order too."""
    play = Play(BLACKWOOD, ENFORCERS)
    play.play("initiative dice=++++;0000", "split enforcers 1")
    assert (play.state.actors["enforcers"].count, play.state.actors["gang-enforcer"].count) == (3, 1)
    assert play.order() == ["blackwood", "enforcers", "gang-enforcer"]
    play("merge gang-enforcer enforcers")
    assert play.state.actors["enforcers"].count == 4
    assert play.order() == ["blackwood", "enforcers"]
    play("count enforcers 7")
    assert play.state.actors["enforcers"].count == 7
    play.refuses("count enforcers 7", "already")
    play.refuses("split enforcers 7", "7 of 7 cannot split off. Write 1 to 6.")
    play.refuses("merge enforcers enforcers")


def test_split_leaves_the_marks_with_the_first() -> None:
    """The mooks who split off are unhurt."""
    play = Play(PAIR)
    play.play("damage pair 1", "split pair 2")
    assert (play.marks("pair"), play.marks("pair-of-guards")) == ("1", "0")


def test_we_92_a_persona_retreats_when_full() -> None:
    """Graves takes 1 of 2, then 1 more: out, and the GM says that she retreats (WE-92)."""
    play = Play(GRAVES)
    play("damage graves 1")
    assert (play.marks("graves"), play.is_("graves")) == ("1", set())
    play("damage graves 1")
    assert play.waiting() == ["fate"]
    play("fate graves retreats")
    assert play.state.actors["graves"].out
    assert play.waiting() == []


def test_u_14_damage_beyond_the_last_box_is_shown() -> None:
    """Points beyond the boxes of the fallen or of the last mook are lost, and the log and preview say so (U-14)."""
    play = Play(PAIR)
    assert "3 more than the track can hold" in play.preview("damage pair 5", "points")
    assert play("damage pair 5").lines[0] == (
        "Pair of guards takes 5 damage: stress 0→2, 3 more than the track can hold, one falls 3→2"
    )
    play = Play(PAIR, rules={"mooks": "spill"})
    assert "beyond" not in " ".join(play("damage pair 5").lines)
    assert "2 more than the track can hold" in play("damage pair 3").lines[0]
    assert play.state.actors["pair"].out
    play = Play(ENFORCERS, rules={"mooks": "spill"})
    assert "5 more than the track can hold" in play("damage enforcers 9").lines[0]
    play = Play(PAIR)
    assert "1 more than the track can hold" in play("damage pair 3 each").lines[0]


def test_u_14_without_boxes_a_hit_fells_one_and_loses_nothing() -> None:
    """A mook without boxes falls at a hit of any size, and no points are lost (WE-90, U-14)."""
    assert "beyond" not in " ".join(Play(ENFORCERS)("damage enforcers 4").lines)


def test_u_12_the_next_in_front_is_not_healed() -> None:
    """Damage fills the boxes of the mook that falls first; the marks of the next have a line of their own (U-12)."""
    play = Play(PAIR)
    play("damage pair 1")
    assert play.preview("damage pair 5", "points").endswith(
        "stress 1→2 of 2, 4 more than the track can hold, one falls 3→2, the next is unhurt; "
        "one of the group or each is asked next"
    )
    assert play.preview("damage pair 5", "reach").endswith("the next is unhurt")
    assert play("damage pair 5").lines == (
        "Pair of guards takes 5 damage: stress 1→2, 4 more than the track can hold, one falls 3→2",
        "The next of the pair of guards steps up, unhurt",
    )
    play = Play(PAIR, rules={"mooks": "spill"})
    assert play.preview("damage pair 3", "reach").endswith("one falls 3→2, the next is hit too: stress 1 of 2")
    assert play("damage pair 3").lines == (
        "Pair of guards takes 3 damage: stress 0→2, one falls 3→2",
        "The next of the pair of guards steps up, hit too: stress 1 of 2",
    )


@pytest.mark.parametrize(
    ("hits", "reach", "count", "marks"),
    [
        # Three points fill two boxes that absorb 2 and 3: the last one takes what is left over, whole (WED-07).
        ((3, 3), "one", 1, "0/0"),
        ((4,), "one", 2, "0/0"),
        ((8,), "one", 1, "0/0"),
        ((12,), "one", 1, "1/0"),
        ((2, 6), "one", 1, "0/0"),
        ((15,), "one", 0, "1/1"),
        ((3,), "each", 0, "1/1"),
        ((2,), "each", 3, "1/0"),
    ],
)
def test_u_12_and_c_05_spilt_damage_fells_full_mooks(hits: tuple[int, ...], reach: str, count: int, marks: str) -> None:
    """Under `spill` no mook stands with every box filled, however much a box absorbs (U-12, C-05)."""
    play = Play(
        replace(PAIR, sheets={WYRD_ENGINE: Sheet({"Combat": 0}, (), rows_of("1x2/1x3"))}), rules={"mooks": "spill"}
    )
    for damage in hits:
        play(f"damage pair {damage} {reach if play.state.actors['pair'].count > 1 else ''}")
    assert (play.state.actors["pair"].count, play.marks("pair")) == (count, marks)


def test_c_05_mooks_wounds_follow_the_house_rule() -> None:
    """A group's boxes fill by the same house rule as anybody's."""
    guards = replace(PAIR, sheets={WYRD_ENGINE: Sheet({"Combat": 0}, (), rows_of("1/1x2/1x3"))})
    for choice, marks in (("best-fit", "1/0/1"), ("in-order", "0/0/0")):
        play = Play(guards, rules={"wound_choice": choice})
        play("damage pair 4")
        assert play.marks("pair") == marks


def test_u_12_a_group_that_is_raised_is_whole() -> None:
    """No mark and no fate of its last leader is left on those who come anew (U-12)."""
    pair = someone("pair", "Pair", {"Combat": 0}, side="foes", kind="mook", count=2, track="2/1")
    play = Play(FELIX, pair)
    play.play("damage pair 4 each", "fate pair dead", "count pair 3")
    assert (play.marks("pair"), play.is_("pair"), play.state.actors["pair"].out) == ("0/0", set(), False)
    play.play("damage pair 1", "count pair 4")
    assert play.marks("pair") == "1/0"


def test_we_90_a_group_counts_its_fallen() -> None:
    """Damage and the GM's own count make a group smaller; groups that part or join begin anew (WE-90, WE-91)."""
    play = Play(FELIX, someone("crew", "Crew", {"Combat": 0}, side="foes", kind="mook", count=6, track="none"))

    def counted() -> list[tuple[int, int]]:
        return [(one.count, one.fallen) for one in play.state.actors.values() if one.kind == "mook"]

    play.play("damage crew 1")
    assert counted() == [(5, 1)]
    play.play("count crew 3")
    assert counted() == [(3, 3)]
    assert health_of(play.state.actors["crew"]) == "badly"
    play.play("count crew 4")
    assert counted() == [(4, 2)]
    play.play("split crew 1")
    assert counted() == [(3, 0), (1, 0)]


def test_the_fall_of_a_single_foe_shows_no_count() -> None:
    play = Play(THUG, FELIX)
    assert play("damage thug 1").lines[-1] == "OUT · Thug takes 1 damage: falls"


def test_we_90_the_last_of_a_group_falls() -> None:
    """WE-90: of a group with a plural name, one is left to fall."""
    play = Play(someone("wreckers", "Wreckers", {"Combat": 1}, side="foes", kind="mook", track="none"), FELIX)
    assert preview(play.state, "wreckers", 1) == "the last one falls"
    assert play("damage wreckers 1").lines[-1] == "OUT · Wreckers take 1 damage: the last one falls"


def test_we_90_a_target_says_how_many_of_a_group_stand() -> None:
    """The list of targets names the members of a group that are still up, also where none has boxes (WE-90)."""
    crew = someone("crew", "Crewmen", {"Combat": 0}, side="foes", kind="mook", count=3, track="none")
    play = Play(FELIX, crew, GRAVES)
    ask = next(ask for ask in BY_ID["attack"].asks if ask.name == "target")
    rows = {row.value: row for row in ask.choices(play.state, {"who": "felix"})}
    assert rows["crew"].label == "Crewmen ×3"
    assert "×" not in rows["graves"].label


def test_we_90_a_single_rating_leaves_the_other_ratings_unchanged() -> None:
    """WE-90: all other ratings keep the number that the group had, and the log says so."""
    for ratings, rating in (({"Combat": 1}, "Notice"), ({"Combat": 1}, "Combat"), ({"Everything": 1}, "Notice")):
        play = Play(someone("watch", "Watch", ratings, side="foes", kind="mook", count=4), FELIX)
        act = play(f"rate watch {rating} 3")
        for skill in {"Combat", "Notice", "Athletics"}:
            play(f"roll watch {skill} 0 dice=0000")
            assert play.total == (3 if skill == rating else 1)
        assert any("everything else" in line and "+1" in line for line in act.lines)


def test_we_90_one_number_for_everything_takes_the_place_of_another() -> None:
    """WE-90: it is offered for every mook; behind single ratings it is that of all others."""
    play = Play(someone("watch", "Watch", {"Combat": 1}, side="foes", kind="mook", count=4), FELIX)
    assert play("rate watch everything 2").lines[-1] == "Watch now has +2 in everything"
    assert play.state.actors["watch"].sheets[WYRD_ENGINE].ratings == {"Everything": 2}
    play("rate watch Notice 3")
    assert play("rate watch everything 0").lines[-1] == "Watch now has 0 in everything else"
    assert play.state.actors["watch"].sheets[WYRD_ENGINE].ratings == {"Everything": 0, "Notice": 3}
