"""Boxes and how damage fills them (WE-57 … WE-59, WED-01, WED-04 … WED-08, C-03 … C-05, C-11, U-14 … U-16)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.rules.tables import BLACKWOOD, GRAVES, HARGRAVE, JOSEPHINE, MERCER, Play, on, someone
from wyrd_tui.engine.rules.ground.tracks import TRACKS, rows_of
from wyrd_tui.engine.sheet import Row, Sheet
from wyrd_tui.engine.state import WYRD_ENGINE
from wyrd_tui.widgets.glyphs import UNICODE
from wyrd_tui.widgets.tracks import box_spans


@pytest.mark.parametrize(
    ("damage", "marks"), [(3, "3/0/0/0"), (4, "4/0/0/0"), (9, "4/3/2/0"), (10, "4/3/2/1"), (12, "4/3/2/1")]
)
def test_we_57_and_c_04_ten_boxes(damage: int, marks: str) -> None:
    """A fresh character takes 9 as 4/3/2/0 and is full with the tenth (WE-57, C-03, C-04)."""
    play = on("we")
    play(f"damage ann {damage}")
    assert play.marks("ann") == marks


def test_we_58_boxes_that_are_free_now() -> None:
    """4/3/1/0, then the stress clears, then 5 damage: 4/3/2/0 (WE-58)."""
    play = on("we")
    play.play("damage ann 8", "end scene")
    assert play.marks("ann") == "0/3/1/0"
    play("damage ann 5")
    assert play.marks("ann") == "4/3/2/0"


def test_we_59_stress_costs_nothing() -> None:
    """Mercer takes 3 and rolls as before (WE-59)."""
    play = Play(MERCER)
    play.play("damage mercer 3", "roll mercer Athletics 0 dice=0000")
    assert (play.marks("mercer"), play.total, play.waiting()) == ("3/0/0/0", 1, [])


def test_u_15_zero_and_negative_damage() -> None:
    """0 changes nothing, or waves a hit aside; less is refused."""
    play = Play(BLACKWOOD, GRAVES)
    play.refuses("damage graves 0", "change nothing")
    play.refuses("damage graves -3", "write 0 to 99")
    play.play("attack blackwood graves dice=++++ theirs=0000")
    assert "takes no damage after all" in play("damage graves 0").lines[0]
    assert (play.marks("graves"), play.waiting()) == ("0", [])


def test_wed_01_and_c_11_tone_is_a_matter_of_tracks() -> None:
    """Deadlier or harder play is a track and nothing more: every one is offered by name (WED-01)."""
    shapes = ("4/3/2/1", "5/3/2/1", "5/1/1x2/1x3", "5/3/2x2/1x3")
    assert [rows_of(shape) for shape in shapes] == [rows for name, rows in TRACKS.items() if name[:2] in ("we", "dr")]


@pytest.mark.parametrize(("damage", "marks"), [(5, "5/0/0/0"), (8, "5/3/0/0"), (11, "5/3/2/1")])
def test_wed_04_five_stress_boxes(damage: int, marks: str) -> None:
    """The draft's rows: 8 damage is 5/3/0/0, 11 fill it (WED-04, C-03)."""
    play = on("draft-rows")
    play(f"damage ann {damage}")
    assert play.marks("ann") == marks
    assert ("out-of-action" in play.is_("ann")) is (damage == 11)


def test_wed_05_left_to_right_and_top_to_bottom() -> None:
    """Points one by one mark five stress boxes, from the left as drawn, and then each row below (WED-05)."""
    play = on("draft-rows")
    seen = []
    for _ in range(11):
        play("damage ann 1")
        seen.append(play.marks("ann"))
    assert seen[:5] == ["1/0/0/0", "2/0/0/0", "3/0/0/0", "4/0/0/0", "5/0/0/0"]
    assert seen[5:] == ["5/1/0/0", "5/2/0/0", "5/3/0/0", "5/3/1/0", "5/3/2/0", "5/3/2/1"]
    play.session.undo()
    assert ["".join(text for text, _ in box_spans(row, UNICODE)) for row in play.sheet("ann").track] == [
        "■■■■■",
        "◆◆◆",
        "◆◆",
        "◇",
    ]


@pytest.mark.parametrize(
    ("track", "capacity"), [("we", 10), ("draft-rows", 11), ("draft-severity", 11), ("draft-severity-boxes", 15)]
)
@pytest.mark.parametrize("choice", ["best-fit", "in-order"])
def test_wed_06_and_c_05_capacity(track: str, capacity: int, choice: str) -> None:
    """10, 11, 11 and 15 points fill the four tracks, as a box absorbs one point or more (WED-06)."""
    whole = "/".join(str(row.boxes) for row in rows_of(track))
    play = on(track, wound_choice=choice)
    assert "beyond" not in play(f"damage ann {capacity}").lines[0]
    assert play.marks("ann") == whole
    play.session.undo()
    assert "2 more than the track can hold" in play(f"damage ann {capacity + 2}").lines[0]
    play.session.undo()
    play(f"damage ann {capacity - (1 if track in ('we', 'draft-rows') else 3)}")
    assert play.marks("ann") != whole


def test_wed_07_a_leftover_fills_a_wound() -> None:
    """Mild taken and no stress left: one point takes the moderate wound whole (WED-07)."""
    play = on("draft-severity")
    play.play("mark-box ann stress 5", "mark-box ann mild 1", "damage ann 1")
    assert play.marks("ann") == "5/1/1/0"
    assert "beyond" not in play.session.done[-1].act.lines[0]


@pytest.mark.parametrize(("choice", "marks"), [("best-fit", "5/0/1/0"), ("in-order", "5/1/1/0")])
def test_wed_08_and_c_05_which_wound(choice: str, marks: str) -> None:
    """Josephine's 2 damage take the moderate wound; in order, mild and moderate (WED-08)."""
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
    """Boxes and what they absorb are typed, by row or by name; marks stay where there is room (WED-06, WE-90)."""
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
    play.refuses("track graves four", "not a track")
    play.refuses("track graves 1/2/3/4/5", "not a track")
    play("track graves none")
    assert (play.sheet("graves").track, play.is_("graves")) == ((), set())


@pytest.mark.parametrize("damage", [1, 4, 5, 8, 10, 13])
@pytest.mark.parametrize("track", ["we", "draft-rows", "draft-severity", "draft-severity-boxes", "2"])
def test_the_preview_is_what_happens(track: str, damage: int) -> None:
    """Every row's change in the preview is the change in the log."""
    play = on(track)
    preview = play.preview(f"damage ann {damage}", "points").removeprefix("Ann: ")
    act = play(f"damage ann {damage}")
    told = ", ".join(act.lines)
    assert preview
    for part in preview.split(", "):
        assert part.partition(" of ")[0] in told


def test_we_55_the_log_names_the_hit_that_other_damage_answers() -> None:
    """Damage of another number than the open hit says in the log which hit it answers (WE-55)."""
    play = Play(MERCER, BLACKWOOD)
    play("attack mercer blackwood skill=Shoot dice=++++ theirs=----")
    hit = play.roll.hits[0].damage
    told = play("damage blackwood 2").lines[0]
    assert f"takes 2 damage (answers the hit for {hit} by Mercer)" in told


def test_we_55_other_damage_names_one_of_several_hits_once() -> None:
    """Of two open hits the log names the one that is answered in the line of the damage alone (WE-55)."""
    play = Play(MERCER, BLACKWOOD)
    play.play(*["attack mercer blackwood skill=Shoot dice=++++ theirs=----"] * 3)
    hit = play.roll.hits[0].damage
    told = play("damage blackwood 2").lines
    assert sum("hit" in line for line in told) == 1
    assert f"takes 2 damage (answers the hit for {hit} by Mercer)" in told[0]
    assert "takes the hit by Mercer" in "".join(play('damage blackwood 1 from="a fall"').lines)
