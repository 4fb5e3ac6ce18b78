"""Stress, wounds, out of action, rest (WE-57 … WE-74, WED-01 … WED-13, C-03 … C-08, C-11, C-35, U-08, U-14, U-16)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.rules.tables import (
    BLACKWOOD,
    CASEBOOK,
    DRAKE,
    FELIX,
    GRAVES,
    HARGRAVE,
    JOSEPHINE,
    MERCER,
    Play,
    someone,
)
from wyrd_tui.engine.rules.shared.tracks import SHAPES, rows_of
from wyrd_tui.engine.rules.wyrd_engine.damage import absorb
from wyrd_tui.engine.sheet import Row, Sheet
from wyrd_tui.engine.state import WYRD_ENGINE, Setting
from wyrd_tui.store.presets import tracks


def on(track: str, **rules: str | int | bool) -> Play:
    """A table with one character on a track."""
    return Play(someone("ann", "Ann", {"Fight": 2, "Athletics": 1}, track=track), rules=rules)


# ------------------------------------------------------------------ filling


@pytest.mark.parametrize(
    ("damage", "marks"), [(3, "3/0/0/0"), (4, "4/0/0/0"), (9, "4/3/2/0"), (10, "4/3/2/1"), (12, "4/3/2/1")]
)
def test_we_57_and_c_04_ten_boxes(damage: int, marks: str) -> None:
    """A fresh character takes 9 as 4/3/2/0 and is full with the tenth (C-03, C-04)."""
    play = on("we")
    play(f"damage ann {damage}")
    assert play.marks("ann") == marks


def test_we_58_boxes_that_are_free_now() -> None:
    """4/3/1/0, then the stress clears, then 5 damage: 4/3/2/0."""
    play = on("we")
    play.play("damage ann 8", "end scene")
    assert play.marks("ann") == "0/3/1/0"
    play("damage ann 5")
    assert play.marks("ann") == "4/3/2/0"


def test_we_59_stress_costs_nothing() -> None:
    """Mercer takes 3 and rolls as before."""
    play = Play(MERCER)
    play.play("damage mercer 3", "roll mercer Athletics 0 dice=0000")
    assert (play.marks("mercer"), play.total, play.waiting()) == ("3/0/0/0", 1, [])


@pytest.mark.parametrize(("row", "penalty"), [("mild", 1), ("moderate", 2), ("severe", 3)])
def test_we_60_penalties(row: str, penalty: int) -> None:
    """Mild, moderate and severe cost 1, 2 and 3."""
    play = on("we")
    play.play(f"mark-box ann {row} 1", f"wound ann {row} Fight", "roll ann Fight 0 dice=0000")
    assert play.total == 2 - penalty


def test_we_61_a_penalty_may_be_split() -> None:
    """−2 Fight and −1 Athletics make a severe wound; −2 and −2 do not; nothing less does."""
    play = on("we")
    play("mark-box ann severe 1")
    play.refuses("wound ann severe Fight:2,Athletics:2", "costs 3", "4")
    play.refuses("wound ann severe Fight:2", "costs 3")
    play.refuses("wound ann severe Fight:4,Athletics:-1")
    play.refuses("wound ann mild Fight")
    play("wound ann severe Fight:2,Athletics:1")
    assert play.hurts("ann", "severe") == {"Fight": 2, "Athletics": 1}
    assert play.waiting() == []


def test_we_61_parts_without_a_number_share_the_rest() -> None:
    """Two names split a moderate wound evenly; one name takes all that is left."""
    play = on("we")
    play.play("mark-box ann moderate 1", "wound ann moderate Fight,Athletics")
    assert play.hurts("ann", "moderate") == {"Fight": 1, "Athletics": 1}
    play("wound ann moderate Fight")
    assert play.hurts("ann", "moderate") == {"Fight": 2}
    play.play("mark-box ann severe 1", "wound ann severe Will:1,Fight")
    assert play.hurts("ann", "severe") == {"Will": 1, "Fight": 2}
    play.refuses("wound ann severe Will,Fight", "name:points")


def test_we_62_once_per_category_and_categories_add() -> None:
    """Three mild boxes cost 1; mild and moderate on Athletics cost 2."""
    play = Play(MERCER)
    play.play("damage mercer 7", "wound mercer mild Athletics", "roll mercer Athletics 0 dice=0000")
    assert play.total == 0
    play.play("damage mercer 1", "wound mercer moderate Athletics:1,Awareness:1", "roll mercer Athletics 0 dice=0000")
    assert play.total == -1


def test_we_65_until_the_category_is_healed() -> None:
    """++00 with Athletics +1 and −2 is 1; after days of rest 3."""
    play = Play(MERCER)
    play.play("mark-box mercer moderate 1", "wound mercer moderate Athletics", "roll mercer Athletics 0 dice=++00")
    assert play.total == 1
    play.play("rest days", "roll mercer Athletics 0 dice=++00")
    assert play.total == 3


# ------------------------------------------------------------------ out of action


def test_we_66_and_u_14_all_boxes_marked() -> None:
    """12 damage on a fresh character: full, 2 points left over and shown, out, fate asked."""
    play = on("we")
    preview = play.preview("damage ann 12", "points")
    turn = play("damage ann 12")
    assert "2 beyond the last box" in turn.lines[0]
    assert "2 beyond the last box" in preview
    assert "out of action" in preview
    assert play.is_("ann") == {"out-of-action", "at-risk-of-death"}
    assert "fate" in play.waiting()
    play.refuses("roll ann Fight 0")


@pytest.mark.parametrize(
    ("out_at", "damage", "conditions"),
    [
        ("full", 9, set()),
        ("full", 10, {"out-of-action"}),
        ("full", 11, {"out-of-action", "at-risk-of-death"}),
        ("overflow", 10, set()),
        ("overflow", 11, {"out-of-action", "at-risk-of-death"}),
    ],
)
def test_c_06_and_we_67_when_is_one_out(out_at: str, damage: int, conditions: set[str]) -> None:
    """Full is out; under overflow one plays on with a full track until damage goes beyond it."""
    play = on("we", out_at=out_at)
    play(f"damage ann {damage}")
    assert play.is_("ann") == conditions


def test_c_06_playing_on_with_minus_three() -> None:
    """Under overflow the severe wound counts in the next roll."""
    play = on("we", out_at="overflow")
    play.play("damage ann 10", "wound ann severe Fight", "roll ann Fight 0 dice=0000")
    assert play.total == -1
    play.play("mark-box ann stress 3", "mark-box ann stress 4")
    assert play.is_("ann") == set()


def test_we_67_and_wed_13_further_damage_on_a_severe_wound() -> None:
    """Who has a severe wound and takes any further damage is at risk of death."""
    play = on("we")
    play("mark-box ann severe 1")
    assert play.is_("ann") == set()
    play("damage ann 1")
    assert play.is_("ann") == {"at-risk-of-death"}
    assert not play.state.actors["ann"].out


@pytest.mark.parametrize(
    ("fate", "condition"),
    [
        ("defeated", "defeated"),
        ("captured", "captured"),
        ("left-for-dead", "left-for-dead"),
        ("retreats", "retreats"),
        ("dead", "dead"),
        ("ally", "ally"),
        ("injury", "injury"),
        ('"turned to stone"', "fate-turned-to-stone"),
    ],
)
def test_we_67_the_outcome_menu(fate: str, condition: str) -> None:
    """The GM's choice, in words of their own too, settles what out of action means."""
    play = on("we")
    play.play("damage ann 12", f"fate ann {fate} note=x")
    assert play.is_("ann") == {condition}
    assert play.state.actors["ann"].out
    assert "fate" not in play.waiting()


def test_we_68_a_second_fate_takes_the_place_of_the_first() -> None:
    """The GM may think again: nobody is captured and dead at once."""
    play = on("we")
    play.play("damage ann 12", "fate ann captured", "fate ann dead")
    assert play.is_("ann") == {"dead"}
    play("fate ann stays")
    assert play.is_("ann") == {"fights-on"}
    assert not play.state.actors["ann"].out


def test_we_68_a_last_desperate_action() -> None:
    """It lets her act once, then she is out and her fate is asked again."""
    play = Play(BLACKWOOD, DRAKE)
    play.play("damage blackwood 10", "fate blackwood desperate")
    assert not play.state.actors["blackwood"].out
    play("attack blackwood drake dice=++++ theirs=0000")
    assert play.is_("blackwood") == {"out-of-action"}
    assert play.waiting()[0] == "damage"
    assert "fate" in play.waiting()
    play("fate blackwood dead")
    assert play.is_("blackwood") == {"dead"}
    assert "fate" not in play.waiting()


def test_we_68_fighting_on() -> None:
    """The GM may let somebody stay; the next hit asks again, and free boxes end it."""
    play = Play(BLACKWOOD)
    play.play("damage blackwood 10", "fate blackwood stays")
    assert play.is_("blackwood") == {"fights-on"}
    assert not play.state.actors["blackwood"].out
    play("damage blackwood 1")
    assert play.is_("blackwood") == {"out-of-action", "at-risk-of-death"}
    play("fate blackwood stays")
    assert play.is_("blackwood") == {"fights-on"}
    play("end scene")
    assert play.is_("blackwood") == set()


def test_a_fate_is_not_asked_twice() -> None:
    """Damage to somebody whose fate is settled marks boxes and asks nothing."""
    play = Play(GRAVES)
    play.play("damage graves 2", "fate graves captured", "damage graves 1")
    assert play.is_("graves") == {"captured"}
    assert play.waiting() == []


def test_we_69_conceding() -> None:
    """Before being taken out; a price is named; the row leaves the order; boxes stay."""
    play = Play(BLACKWOOD, DRAKE)
    play.play("order gm", "damage blackwood 2")
    play.refuses("concede blackwood", "price")
    turn = play("concede blackwood flees unarmed")
    assert turn.lines[0] == "Jonathan Blackwood concedes: flees unarmed"
    assert play.order() == ["drake"]
    assert play.marks("blackwood") == "2/0/0/0"
    assert play.state.actors["blackwood"].out
    play.refuses("concede blackwood nothing")
    play("end fight")
    assert not play.state.actors["blackwood"].out
    assert play.state.actors["blackwood"].conditions[0].note == "flees unarmed"


def test_we_69_a_whole_side_concedes() -> None:
    """Several concede at one price, but not who is out already."""
    play = Play(BLACKWOOD, FELIX, DRAKE)
    play.play("damage felix 10", "fate felix captured")
    play.refuses("concede blackwood,felix surrender")
    play("concede drake surrender")
    assert "the foes no longer stand" not in play.hints()
    play.play("order gm")
    assert "foes" in play.hints()


def test_we_70_a_beaten_side_ends_the_combat() -> None:
    """A hint says so; ending the fight clears the order and the stress."""
    play = Play(BLACKWOOD, GRAVES)
    play.play("order gm", "damage blackwood 3", "damage graves 2", "fate graves defeated")
    assert "no longer stand" in play.hints()
    play("end fight")
    assert (play.order(), play.state.scene.fight, play.marks("blackwood")) == ([], False, "0/0/0/0")


# ------------------------------------------------------------------ healing


@pytest.mark.parametrize("what", ["fight", "scene"])
def test_we_71_and_c_08_stress_clears(what: str) -> None:
    """4/1/0/0 becomes 0/1/0/0 with the fight or the scene."""
    play = Play(BLACKWOOD, DRAKE)
    play.play("order gm", "damage blackwood 5", f"end {what}")
    assert play.marks("blackwood") == "0/1/0/0"


@pytest.mark.parametrize(("length", "marks"), [("hours", "0/0/2/1"), ("days", "0/0/0/1"), ("weeks", "0/0/0/0")])
def test_we_72_and_74_rest_heals_side_by_side(length: str, marks: str) -> None:
    """Hours heal mild wounds, days moderate ones too, weeks all."""
    play = on("we", out_at="overflow")
    play.play("damage ann 10", f"rest {length}")
    assert play.marks("ann") == marks


@pytest.mark.parametrize("row", ["mild", "moderate", "severe"])
def test_we_72_treatment(row: str) -> None:
    """First aid, care or surgery clears one row, with its penalty."""
    play = on("we", out_at="overflow")
    play.play("damage ann 10", f"wound ann {row} Fight", f"treat ann {row} by a surgeon")
    assert (play.row("ann", row).marks, play.hurts("ann", row)) == (0, {})


def test_we_73_all_boxes_of_a_category_at_once() -> None:
    """0/3/1/0 and a rest is 0/0/1/0; the moderate penalty remains."""
    play = Play(MERCER)
    play.play("mark-box mercer mild 3", "mark-box mercer moderate 1")
    play.play("wound mercer mild Athletics", "wound mercer moderate Athletics:1,Awareness:1", "rest hours")
    assert (play.marks("mercer"), play.hurts("mercer", "mild")) == ("0/0/1/0", {})
    play("roll mercer Athletics 0 dice=0000")
    assert play.total == 0


def test_u_08_full_is_reckoned_anew_after_healing() -> None:
    """When stress clears a full character is in action again, with the wounds."""
    play = on("we")
    play.play("damage ann 12", "end scene")
    assert (play.marks("ann"), play.is_("ann")) == ("0/3/2/1", set())
    play("roll ann Fight 0 dice=0000")


def test_u_08_a_settled_fate_lets_a_player_act_again() -> None:
    """A captured character stays captured and may act; a dead one stays dead, a defeated foe defeated."""
    play = Play(MERCER, FELIX, GRAVES)
    play.play("damage mercer 10", "fate mercer captured", "damage felix 10", "fate felix dead")
    play.play("damage graves 2", "fate graves defeated")
    turn = play("end scene")
    assert any("captured, may act again" in line for line in turn.lines)
    assert [play.state.actors[who].out for who in ("mercer", "felix", "graves")] == [False, True, True]


def test_u_08_by_hand() -> None:
    """Taking a mark away brings back, setting the last one takes out."""
    play = Play(GRAVES)
    play("mark-box graves stress 2")
    assert play.is_("graves") == {"out-of-action"}
    play("mark-box graves stress 1")
    assert play.is_("graves") == set()


def test_stress_may_linger() -> None:
    """Psychological stress stays after the scene and goes with rest (WE-96)."""
    play = on("we", stress="lingers")
    play.play("damage ann 5", "end scene")
    assert play.marks("ann") == "4/1/0/0"
    play("rest hours")
    assert play.marks("ann") == "0/0/0/0"


def test_u_15_zero_and_negative_damage() -> None:
    """0 changes nothing, or waves a hit aside; less is refused."""
    play = Play(BLACKWOOD, GRAVES)
    play.refuses("damage graves 0", "change nothing")
    play.refuses("damage graves -3", "outside")
    play.play("attack blackwood graves dice=++++ theirs=0000")
    assert "takes no damage after all" in play("damage graves 0").lines[0]
    assert (play.marks("graves"), play.waiting()) == ("0", [])


# ------------------------------------------------------------------ the draft


def test_wed_01_and_c_11_tone_is_a_matter_of_tracks() -> None:
    """Deadlier or harder play is a track and nothing more: every one is offered by name."""
    assert {name: rows_of(shape) for name, shape in SHAPES.items() if name.startswith(("we", "draft"))} == {
        name: rows for name, rows in tracks().items() if name.startswith(("we", "draft"))
    }


@pytest.mark.parametrize(("damage", "marks"), [(5, "5/0/0/0"), (8, "5/3/0/0"), (11, "5/3/2/1")])
def test_wed_04_and_05_five_stress_boxes(damage: int, marks: str) -> None:
    """The draft's rows: 8 damage is 5/3/0/0, 11 fill it (C-03)."""
    play = on("draft-rows")
    play(f"damage ann {damage}")
    assert play.marks("ann") == marks
    assert ("out-of-action" in play.is_("ann")) is (damage == 11)


@pytest.mark.parametrize(
    ("track", "capacity"), [("we", 10), ("draft-rows", 11), ("draft-severity", 11), ("draft-severity-boxes", 15)]
)
@pytest.mark.parametrize("choice", ["best-fit", "in-order"])
def test_wed_06_and_c_05_capacity(track: str, capacity: int, choice: str) -> None:
    """10, 11, 11 and 15 points fill the four tracks, one point less does not."""
    full = absorb(rows_of(track), capacity, choice)
    assert sum(full.marks.values()) == sum(row.boxes for row in rows_of(track))
    assert full.lost == 0
    assert absorb(rows_of(track), capacity + 2, choice).lost == 2


def test_wed_07_a_leftover_fills_a_wound() -> None:
    """Mild taken and no stress left: one point takes the moderate wound whole."""
    play = on("draft-severity")
    play.play("mark-box ann stress 5", "mark-box ann mild 1", "damage ann 1")
    assert play.marks("ann") == "5/1/1/0"
    assert "beyond" not in play.session.done[-1].turn.lines[0]


@pytest.mark.parametrize(("choice", "marks"), [("best-fit", "5/0/1/0"), ("in-order", "5/1/1/0")])
def test_wed_08_and_c_05_which_wound(choice: str, marks: str) -> None:
    """Josephine's 2 damage take the moderate wound; in order, mild and moderate."""
    play = Play(JOSEPHINE, rules={"wound_choice": choice})
    play("mark-box josephine stress 5")
    assert marks.split("/")[2] in play.preview("damage josephine 2", "points")
    play("damage josephine 2")
    assert play.marks("josephine") == marks


@pytest.mark.parametrize(
    ("damage", "marks"),
    [(1, "5/1/0/0"), (2, "5/0/1/0"), (3, "5/0/0/1"), (4, "5/1/0/1"), (5, "5/0/1/1"), (6, "5/1/1/1")],
)
def test_u_16_best_fit_beyond_one_wound(damage: int, marks: str) -> None:
    """The smallest wound that soaks it all, else the largest, and again."""
    play = Play(JOSEPHINE)
    play.play("mark-box josephine stress 5", f"damage josephine {damage}")
    assert play.marks("josephine") == marks


def test_wed_09_a_penalty_in_full_on_each() -> None:
    """Josephine has −2 on Athletics and −2 on Fight, though neither is on her sheet."""
    play = Play(JOSEPHINE)
    play.play("mark-box josephine stress 5", "damage josephine 2")
    assert play.waiting() == ["wound"]
    play("wound josephine moderate each=Athletics,Fight")
    assert play.hurts("josephine", "moderate") == {"Athletics": 2, "Fight": 2}
    play("roll josephine Fight 0 dice=0000")
    assert play.total == -2
    assert play.waiting() == []


def test_wed_10_out_with_one_wound_of_each() -> None:
    """Five stress, mild, moderate and severe: out."""
    play = Play(JOSEPHINE)
    play.play("mark-box josephine stress 5", "damage josephine 5")
    assert play.is_("josephine") == set()
    play("damage josephine 1")
    assert "out-of-action" in play.is_("josephine")


def test_wed_11_categories_and_healing_as_in_the_text() -> None:
    """The draft says nothing else: three mild boxes cost once, and rows heal side by side."""
    play = on("draft-rows")
    play.play("damage ann 9", "wound ann mild each=Fight", "roll ann Fight 0 dice=0000")
    assert play.total == 1
    play("rest days")
    assert play.marks("ann") == "0/0/0/0"


def test_wed_12_conceding_is_there_under_any_track() -> None:
    """The draft has no concession; the table may still use it."""
    play = Play(JOSEPHINE, DRAKE)
    play("concede josephine the letters")
    assert play.is_("josephine") == {"conceded"}


# ------------------------------------------------------------------ readings


@pytest.mark.parametrize(
    ("track", "reading", "style"),
    [
        ("we", "by-track", "split"),
        ("draft-rows", "by-track", "each"),
        ("draft-severity", "by-track", "each"),
        ("draft-severity-boxes", "by-track", "each"),
        ("we", "each", "each"),
        ("draft-rows", "split", "split"),
    ],
)
def test_c_35_split_or_each(track: str, reading: str, style: str) -> None:
    """The text splits, the draft hurts each in full, and the table may read it otherwise."""
    play = on(track, penalty=reading)
    play("mark-box ann moderate 1")
    if style == "split":
        play("wound ann moderate Fight,Athletics")
        assert play.hurts("ann", "moderate") == {"Fight": 1, "Athletics": 1}
    else:
        play("wound ann moderate each=Fight,Athletics")
        assert play.hurts("ann", "moderate") == {"Fight": 2, "Athletics": 2}


def test_c_35_a_table_of_the_draft() -> None:
    """Where the table plays a draft track, every sheet's wounds hurt in full."""
    play = Play(someone("ann", "Ann", {"Fight": 2}, track="2/1"), rules={"track": "draft-rows"})
    play.play("mark-box ann mild 1", "wound ann mild each=Fight,Will")
    assert play.hurts("ann", "mild") == {"Fight": 1, "Will": 1}


def test_c_35_the_texts_own_track_at_a_table_of_the_draft() -> None:
    """Four, three, two and one box are the text's track wherever it is played: its penalties are split."""
    play = Play(someone("ann", "Ann", {"Fight": 2}, track="4/3/2/1"), rules={"track": "draft-rows"})
    play.play("mark-box ann mild 1", "wound ann mild Fight")
    assert play.hurts("ann", "mild") == {"Fight": 1}
    assert "mild wound costs 1" in play.refuses("wound ann mild Fight:1,Will:1")


def test_c_07_severe_on_all_that_is_physical() -> None:
    """−3 falls on every physical skill without being asked, by damage, by hand and by a shot alike."""
    for line in ("damage ann 10", "mark-box ann severe 1", "instant-wound ann severe"):
        play = on("we", severe="all-physical", out_at="overflow")
        play(line)
        assert play.hurts("ann", "severe") == {"Athletics": 3, "Fight": 3, "Shoot": 3}
        play("roll ann Fight 0 dice=0000")
        assert play.total == -1


def test_c_07_without_a_list_of_physical_skills_it_asks() -> None:
    """Nothing is tagged: the severe wound falls in full on what the table names."""
    ann = someone("ann", "Ann", {"Fight": 2})
    play = Play(ann, rules={"severe": "all-physical"}, setting=Setting())
    play("mark-box ann severe 1")
    assert play.waiting() == ["wound"]
    play("wound ann severe each=Fight,Climb")
    assert play.hurts("ann", "severe") == {"Fight": 3, "Climb": 3}


def test_a_wound_hurts_under_every_name_of_the_skill() -> None:
    """A penalty on Fight weighs on Mercer's Combat, which the setting says is the same (C-20)."""
    play = Play(MERCER)
    play.play("mark-box mercer mild 1", "wound mercer mild Fight", "roll mercer Combat 0 dice=0000")
    assert play.total == 0
    assert CASEBOOK.aliases["Combat"] == "Fight"


def test_every_wound_that_counts_is_named() -> None:
    """The log names each category with its number."""
    play = on("we", out_at="overflow")
    play.play("damage ann 10", "wound ann mild Fight", "wound ann moderate Fight", "wound ann severe Fight")
    line = play("roll ann Fight 0 dice=0000").lines[0]
    assert "Fight +2, mild wound −1, moderate wound −2, severe wound −3 = −4" in line


def test_tracks_of_any_shape() -> None:
    """A sanity track is left alone by damage, marked by hand, and does not take anybody out."""
    rows = (Row("stress", "Stress", 2, clears="scene"), Row("sanity", "Sanity", 3, penalty=1, counts=False))
    ann = someone("ann", "Ann", {"Will": 1})
    play = Play(replace(ann, sheets={WYRD_ENGINE: Sheet({"Will": 1}, (), rows)}))
    play("mark-box ann sanity 3")
    assert (play.is_("ann"), play.waiting()) == (set(), ["wound"])
    play.play("wound ann sanity Will", "damage ann 2")
    assert play.marks("ann") == "2/3"
    assert "out-of-action" in play.is_("ann")


def test_the_gm_sets_a_track_at_the_table() -> None:
    """Boxes and what they absorb are typed, by row or by name; marks stay where there is room."""
    play = Play(GRAVES, HARGRAVE)
    play.play("damage graves 1", "track graves 3/1x2")
    assert [(row.id, row.boxes, row.absorbs) for row in play.sheet("graves").track] == [
        ("stress", 3, 1),
        ("mild", 1, 2),
    ]
    assert play.marks("graves") == "1/0"
    play("track hargrave draft-severity")
    assert play.sheet("hargrave").track == rows_of("5/1/1x2/1x3")
    play("track graves 1")
    assert play.is_("graves") == {"out-of-action"}
    play.refuses("track graves 1", "already")
    play.refuses("track graves four", "no track")
    play.refuses("track graves 1/2/3/4/5", "no track")
    play("track graves none")
    assert play.sheet("graves").track == ()


@pytest.mark.parametrize("damage", [1, 4, 5, 8, 10, 13])
@pytest.mark.parametrize("track", ["we", "draft-rows", "draft-severity", "draft-severity-boxes", "2"])
def test_the_preview_is_what_happens(track: str, damage: int) -> None:
    """Every row's change in the preview is the change in the log."""
    play = on(track)
    preview = play.preview(f"damage ann {damage}", "points").removeprefix("Ann: ")
    turn = play(f"damage ann {damage}")
    told = ", ".join(turn.lines)
    for part in preview.split(", "):
        assert part.partition(" of ")[0] in told
