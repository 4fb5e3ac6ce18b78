"""The panes of Mettle: beads of Mettle, strained pools, statuses, actions used, and the ladder of Raises."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from tests.screens.mettle_tables import KIRIN, mettle_table, somebody
from tests.screens.shipped import begun
from tests.sheets import make_abilities
from tests.table_fakes import pc, track
from tests.widgets.stage import shown
from wyrd_tui.engine.chance import Chance
from wyrd_tui.engine.rules.all_games import turns
from wyrd_tui.engine.rules.game import Ladder, Rung
from wyrd_tui.engine.rules.mettle.game import ladder
from wyrd_tui.engine.rules.mettle.modifiers import status_of
from wyrd_tui.engine.state import METTLE, WYRD_ABACUS, WYRD_ENGINE, Actor, Challenge, State
from wyrd_tui.engine.turn_order import Order, Place
from wyrd_tui.widgets.abacus import AbacusPane
from wyrd_tui.widgets.glyphs import ASCII, UNICODE, Glyphs
from wyrd_tui.widgets.ladder import LadderPane
from wyrd_tui.widgets.order import OrderPane
from wyrd_tui.widgets.party import PartyPane
from wyrd_tui.widgets.point_rows import points_columns, width_across
from wyrd_tui.widgets.tracks import counted_name, just_now

HEADS = ("as is", "1 raised", "2 raised", "3 raised", "4 raised")


async def party(state: State, size: tuple[int, int], name: str = "", glyphs: Glyphs = UNICODE) -> list[str]:
    return await shown(PartyPane(glyphs=glyphs), size, name, state=state, here="kirin")


@pytest.mark.parametrize(
    "name", ["Mercer-Wellington Archibald Hieronymus II", "Mercer-Wellington Archibald the Older 12"]
)
async def test_a_status_stands_apart_from_a_long_name(name: str) -> None:
    hurt = replace(KIRIN, name=name, conditions=(status_of("shaken"),))
    state = replace(mettle_table(), actors={"kirin": hurt})
    for width in range(40, 64):
        first = next(row for row in await party(state, (width, 12)) if "Mercer" in row)
        assert "Shaken" not in first or " Shaken" in first, width


@pytest.mark.parametrize(
    ("count", "out", "told"), [(2, False, "Rat ×2"), (1, False, "Rat ×1 of 2"), (1, True, "Rat ×0 of 2")]
)
def test_me_37_the_fallen_last_of_a_group_is_not_counted(count: int, out: bool, told: str) -> None:
    """ME-37: the number is of those who are still up."""
    conditions = (status_of("fallen"),) if out else ()
    rat = Actor("rat", "Rat", kind="mook", count=count, fallen=2 - count, conditions=conditions)
    assert counted_name(rat.name, rat, UNICODE) == told


async def test_me_34_every_status_is_in_sight_in_a_low_pane() -> None:
    """The whole name gives way first, then all but the first letters of each word (ME-34)."""
    ill = [status_of(one) for one in ("blinded", "afflicted", "shaken", "deafened")]
    hurt = replace(KIRIN, name="Kirin Lane", conditions=tuple(ill))
    others = {one: replace(KIRIN, id=one, name=one.title()) for one in ("ann", "bob", "cy")}
    state = replace(mettle_table(), actors={"kirin": hurt, **others})
    shown = [await party(state, (39, height)) for height in (9, 12)]
    assert any("Kirin  Bli · Aff · Sha · Dea" in row for row in shown[0])
    assert any(row.endswith("Deafened") for row in shown[1])
    assert not any("more" in row for row in (*shown[0], *shown[1]))


@pytest.mark.parametrize(("name", "size"), [("low", (43, 14)), ("high", (63, 16)), ("wide", (100, 38))])
async def test_me_34_the_party_shows_mettle_pools_and_statuses(name: str, size: tuple[int, int]) -> None:
    rows = await party(mettle_table(), size, f"mettle-party-{name}")
    assert all(len(row) <= size[0] for row in rows)
    assert any("◇◇◇◆◆" in row and "3/5" in row for row in rows)
    assert any("Fallen · Afflicted 2" in row for row in rows)
    assert any("Surprised · Fatigued 1" in row for row in rows)


@pytest.mark.parametrize("width", [62, 70])
async def test_a_title_comes_whole_before_the_name_of_a_value(width: int) -> None:
    """At 200×60 the abacus is as narrow; with more room each value has its name."""
    door = Challenge("door", "The door behind the counter", "obstacle", METTLE, 3, win="Through it, and up.")
    state = replace(mettle_table(), challenges={"door": door})
    rungs = {6: "Daunting", 3: "Challenging", 15: "Nigh Impossible"}
    rows = await shown(AbacusPane(), (width, 20), state=state, here="door", rungs=rungs)
    row = next(row for row in rows if "The door" in row)
    assert "The door behind the counter" in row
    assert ("Challenging" in row) is (width > 62)


def test_a_rung_without_a_name_shows_its_number() -> None:
    pane = LadderPane()
    one = Chance(1, 2)
    rungs = (Rung(6, "Daunting", one, one, one, more=(one,)), Rung(5, "", one, one, one, more=(one,)))
    pane.show(Ladder("Magda Brandt, Focus 4", rungs, columns=HEADS), 5)
    named = {item.key: [text.strip() for text, role in item.lines[0] if role == "name"] for item in pane.draw(70)}
    assert (named["6"], named["5"]) == (["Daunting"], ["5"])


async def test_me_21_a_strained_pool_is_written_as_the_text_writes_it() -> None:
    assert any("Poise 5 (4)" in row for row in await party(mettle_table(), (63, 16)))
    assert any("P5(4)" in row for row in await party(mettle_table(), (43, 14)))


async def test_me_35_u_32_a_felling_blow_shows_mettle_below_nothing() -> None:
    assert any("Mettle ◆◆◆◆◆    −1/5" in row for row in await party(mettle_table(), (63, 16)))
    plain = await party(mettle_table(), (63, 16), glyphs=ASCII)
    assert any("Mettle #####    -1/5" in row for row in plain)
    assert "\n".join(plain).isascii()


async def test_me_35_a_number_far_below_nothing_moves_its_own_row_alone() -> None:
    """Mettle of −661 leaves everybody else room for their points (ME-35)."""
    state = mettle_table()
    fallen = next(actor for actor in state.actors.values() if actor.name.startswith("Magda"))
    rows = tuple(replace(row, marks=666) if row.id == "mettle" else row for row in fallen.sheets[METTLE].track)
    far = replace(fallen, sheets={METTLE: replace(fallen.sheets[METTLE], track=rows)})
    people = list(state.actors.values())
    before = width_across(points_columns(people, state.games, UNICODE))
    assert width_across(points_columns([*people, far], state.games, UNICODE)) <= before + 1
    told = await party(replace(state, actors={**state.actors, far.id: far}), (39, 14))
    assert any("−661/5 F4" in row for row in told)


async def test_a_number_stands_below_its_name_where_others_are_missing() -> None:
    """ME-07: a sheet may have some of the pools alone."""
    state = mettle_table()
    sheet = KIRIN.sheets[METTLE]
    few = replace(sheet, track=tuple(row for row in sheet.track if row.id != "nature"))
    rat = replace(KIRIN, id="rat", name="Rat", sheets={METTLE: few})
    rows = await party(replace(state, actors={"kirin": KIRIN, "rat": rat}), (43, 14))
    whole, short = (next(row for row in rows if name in row) for name in ("Kirin", "Rat"))
    assert whole.index(" P") == short.index(" P")


async def test_me_37_me_47_the_fallen_have_no_poise() -> None:
    fallen = next(row for row in await party(mettle_table(), (63, 16)) if "−1/5" in row)
    assert "Poise 3 (0)" in fallen
    both = replace(KIRIN, conditions=(status_of("incapacitated"),))
    rows = await party(State(games=(METTLE,), actors={"kirin": both}), (63, 16))
    assert any("Poise 5 (0)" in row for row in rows)


async def test_a_low_pane_abbreviates_pools_and_shows_everybody() -> None:
    calm = {key: replace(actor, conditions=()) for key, actor in mettle_table().actors.items()}
    rows = await party(replace(mettle_table(), actors=calm), (43, 6))
    assert rows[1].split() == ["▌", "1", "Viktor", "M◇◇◇◆◆", "3/5", "F3", "N3", "P2"]
    assert sum("M" in row for row in rows[1:]) >= 4


def worn_out() -> State:
    """Six in a fight: one Fallen, one strained, one Shaken, and a foe."""
    names = ("Viktor", "Kirin", "Magda", "Jonah", "Ilse", "Tomas")
    people = {name.casefold(): somebody(name, (3, 4, 5), (4, 4, 0)) for name in names}
    fallen = status_of("fallen"), status_of("shaken")
    people["kirin"] = somebody("Kirin", (3, 4, 5), (4, 4, 0), fallen[0], marks={"mettle": 5})
    people["magda"] = somebody("Magda", (3, 4, 5), (4, 4, 0), fallen[1])
    people["jonah"] = somebody("Jonah", (3, 4, 5), (4, 4, 0), marks={"focus": 1})
    people["clerk"] = somebody("The clerk", (3, 4, 3), (3, 3, 0), side="foes")
    order = Order("sides", 1, "viktor", tuple(map(Place, people)))
    return State(games=(METTLE,), actors=people, order=order)


@pytest.mark.parametrize("width", [40, 49, 56, 64])
@pytest.mark.parametrize("height", [8, 10, 20])
async def test_me_34_a_fight_shows_the_mettle_of_all_in_signs(width: int, height: int) -> None:
    """A fighter who is Fallen or strained hides no other track and moves no column (ME-21, ME-35)."""
    rows = await shown(OrderPane(), (width, height), state=worn_out(), here="viktor")
    tracks = [row.index("M◇") if "M◇" in row else row.index("M◆") for row in rows if "/" in row]
    assert len(tracks) == 7
    assert len(set(tracks)) == 1
    assert any("F3(2)" in row for row in rows)
    assert sum("P5" in row for row in rows) >= 3


async def test_me_21_a_strained_character_hides_no_track_of_the_party() -> None:
    rows = await party(worn_out(), (40, 13))
    assert sum("M◇" in row or "M◆" in row for row in rows) == 6
    assert len({row.index("M") for row in rows if "/4" in row and "F3" in row and "Magda" not in row}) == 1


async def test_a_character_of_three_games_has_boxes_points_and_pools() -> None:
    own = pc("Elias Mercer", track(2, 1), {"Pilot": 3})
    sheets = {**own.sheets, WYRD_ABACUS: make_abilities(5, 4, 6), METTLE: KIRIN.sheets[METTLE]}
    state = State(
        games=(WYRD_ENGINE, WYRD_ABACUS, METTLE), actors={own.id: replace(own, sheets=sheets), "kirin": KIRIN}
    )
    rows = await party(state, (63, 14), "mettle-party-mixed")
    words = "\n".join(rows)
    assert "St■■□□" in words
    assert "Body ◇◇◇◇◇ 5/5" in words
    assert words.count("Mettle ◇◇◇ 3/3") == 2


@pytest.mark.parametrize(("name", "size"), [("low", (37, 14)), ("high", (57, 16)), ("wide", (100, 20))])
async def test_me_48_me_51_order_shows_surprise_and_used_actions(name: str, size: tuple[int, int]) -> None:
    rows = await shown(
        OrderPane(), size, f"mettle-order-{name}", state=mettle_table(), here="kirin", turns=turns(mettle_table())
    )
    assert "Order · round 1" in rows[0]
    assert all(len(row) <= size[0] for row in rows)
    assert any("Viktor" in row and "▲▼" in row for row in rows)
    assert any("Jonah" in row and "⊘" in row for row in rows)
    assert any("Surprised" in row for row in rows)


async def test_me_38_c_19_a_free_move_that_a_status_takes_is_crossed() -> None:
    kirin = {**mettle_table().actors, "viktor": replace(mettle_table().actors["viktor"], conditions=())}
    state = replace(mettle_table(), actors=kirin)
    rows = await shown(OrderPane(), (57, 16), state=state, here="", turns=turns(state))
    assert any("Kirin" in row and "▲⊘" in row for row in rows)
    assert not any("Viktor" in row and "⊘" in row for row in rows)


async def test_a_status_of_another_game_takes_nothing() -> None:
    mercer = pc("Mercer", track(1), {"Pilot": 3})
    shaken = replace(mercer, conditions=(status_of("shaken"),))
    state = State(games=(WYRD_ENGINE,), actors={"mercer": shaken}, order=Order("gm", 1, "mercer", (Place("mercer"),)))
    assert not any("⊘" in row for row in await shown(OrderPane(), (57, 16), state=state, here="", turns=turns(state)))


@pytest.mark.parametrize("width", [40, 55, 100])
async def test_me_21_a_fight_shows_everybodys_points_in_the_order(width: int) -> None:
    rows = await shown(OrderPane(), (width, 14), state=mettle_table(), here="viktor")
    for name, left in (("Viktor", "3/5"), ("Kirin", "3/3"), ("The clerk", "3/4"), ("Jonah", "8/8")):
        assert left in next(row for row in rows if name in row)


async def test_a_crowd_of_foes_has_its_pools_beside_the_names() -> None:
    state = mettle_table()
    clerk = state.actors["clerk"]
    crowd: dict[str, Actor] = {f"c{n}": replace(clerk, id=f"c{n}", name=f"Clerk {n}", conditions=()) for n in range(9)}
    rows = await shown(OrderPane(), (57, 10), state=replace(state, actors=crowd, order=Order()), here="c1")
    assert [row.split() for row in rows[1:3]] == [
        ["▌", "a", "Clerk", "0", "M◇◇◇◆", "3/4", "F2", "N3", "P4", "◎"],
        ["▌▸b", "Clerk", "1", "M◇◇◇◆", "3/4", "F2", "N3", "P4", "◎"],
    ]


@pytest.mark.parametrize(("name", "size"), [("low", (80, 7)), ("high", (63, 12)), ("wide", (100, 12))])
async def test_me_09_me_28_the_ladder_is_a_table_of_raises(name: str, size: tuple[int, int]) -> None:
    steps = ladder(mettle_table(), "viktor", "The Salle")._replace(columns=HEADS)
    rows = await shown(LadderPane(), size, f"mettle-ladder-{name}", ladder=steps, rung=3)
    assert all(len(row) <= size[0] for row in rows)
    assert rows[1].split()[:3] == ["as", "is", "1"]
    challenging = next(row for row in rows if "3 Challenging" in row)
    assert challenging.split()[:5] == ["▸", "3", "Challenging", steps.rungs[1].success.short(), "37%"]
    # The words on a rung go before the columns of more Raises (ME-15, C-17).
    assert "Twist 86%, Good" in challenging
    assert next(row for row in rows if "Nigh" in row).endswith("impossible")


async def test_me_19_the_ladder_of_a_foe_tells_no_twist() -> None:
    """Nobody is asked for the Twist of a foe, so that its odds are those of its roll as it falls."""
    table = mettle_table()
    rows = await shown(LadderPane(), (80, 7), ladder=ladder(table, "clerk", "Poise"), rung=3)
    assert "Edge" in rows[1]
    assert not any("Twist" in row for row in rows)
    own = await shown(LadderPane(), (80, 7), ladder=ladder(table, "jonah", "Poise"), rung=3)
    assert any("Twist" in row for row in own)


@pytest.mark.parametrize("height", [7, 6, 4])
async def test_a_low_ladder_keeps_its_heading_and_selected_figures(height: int) -> None:
    """ME-09, ME-19: an open question takes lines, and no column and no odds of a Twist; the challenge stands behind."""
    steps = ladder(mettle_table(), "viktor", "The Salle")
    rows = await shown(LadderPane(), (80, height), ladder=steps, rung=6, faced=(6, "Bolt"))
    assert rows[1].split()[:4] == ["as", "is", "1", "raised"]
    here = next(row for row in rows if "▸" in row)
    assert here.split()[1:3] == ["6", "Daunting"]
    assert "Twist" in here
    assert here.endswith("← Bolt")


async def test_words_on_a_rung_lose_their_last_parts_first() -> None:
    half = Chance(1, 2)
    rungs = (Rung(3, "Challenging", half, Chance(0, 1), half, ("Twist 86%", "Good", "often assumed"), (half, half)),)
    wide = await shown(LadderPane(), (80, 9), ladder=Ladder("x", rungs, HEADS[:3]), rung=3)
    assert wide[2].endswith(("Twist 86%", "Good", "often assumed"))
    assert (await shown(LadderPane(), (60, 9), ladder=Ladder("x", rungs, HEADS[:3]), rung=3))[2].endswith("86%, Good")
    narrow = await shown(LadderPane(), (40, 9), ladder=Ladder("x", rungs, HEADS[:3]), rung=3)
    assert narrow[2].endswith("50%")


@pytest.mark.parametrize("size", [(56, 12), (66, 18)])
async def test_me_09_a_task_has_a_difficulty_without_a_sign(size: tuple[int, int]) -> None:
    rungs = {rung.value: rung.name for rung in ladder(mettle_table(), "viktor", "Focus").rungs}
    rows = await shown(AbacusPane(), size, state=mettle_table(), here="door", rungs=rungs)
    door, stove = (next(row for row in rows if word in row) for word in ("creaking", "stove"))
    assert " 5 " in door
    assert "+" not in door + stove
    assert ("Daunting" in stove) == (size[0] >= 63)


async def test_c_30_each_challenge_uses_the_names_of_its_game() -> None:
    rods = {
        "gap": Challenge("gap", "The gap", game=WYRD_ENGINE, value=1),
        "rope": Challenge("rope", "Rope", game=METTLE, value=1),
    }
    state = State(games=(WYRD_ENGINE, METTLE), challenges=rods)
    for rungs in ({1: "Routine"}, {1: "Difficult"}):
        rows = await shown(AbacusPane(), (66, 18), state=state, here="gap", rungs=rungs)
        assert any("+1 Difficult" in row and "The gap" in row for row in rows)
        assert any(" 1 Routine" in row and "Rope" in row for row in rows)


@pytest.mark.parametrize("width", range(40, 64))
async def test_a_status_beside_a_name_hides_no_points(width: int) -> None:
    """The number to beat stays in sight beside used actions and a status (ME-10)."""
    state = mettle_table()
    kirin = replace(state.actors["kirin"], name="Kiri", conditions=(status_of("broken"),))
    clerk = replace(kirin, name="Clerk", side="foes", visibility="secret", concept="Behind", conditions=())
    crowd: dict[str, Actor] = {f"c{number}": replace(clerk, id=f"c{number}") for number in range(8)}
    order = Order("gm", 1, "kirin", (Place("kirin", used=("action",)), *map(Place, crowd)))
    state = replace(state, actors={"kirin": kirin, **crowd}, order=order)
    rows = await shown(OrderPane(), (width, 10), state=state, here="", turns=turns(state))
    row = next(row for row in rows if "Kiri" in row)
    last = next(row for row in rows if "Clerk" in row).split()[-2]
    assert last in row


def test_me_35_points_below_0_count_among_those_just_lost() -> None:
    """ME-35, U-32: from 2 of 4 to −7 are nine points, though the track has two boxes left."""

    def with_marks(marks: int) -> Actor:
        sheet = KIRIN.sheets[METTLE]
        rows = tuple(replace(row, boxes=4, marks=marks) if row.id == "mettle" else row for row in sheet.track)
        return replace(KIRIN, sheets={METTLE: replace(sheet, track=rows)})

    assert just_now(with_marks(11), (METTLE,), with_marks(2), UNICODE)[0] == (("−9 Mettle just now", "hurt*"),)


@pytest.mark.parametrize("width", range(37, 46))
async def test_me_10_me_14_no_pool_gives_way_to_a_long_name(width: int) -> None:
    """ME-10, ME-14: each row has the Poise that an attack meets, and all that its owner may attack with."""
    names = ("The Clerk", "Smuts", "Miss Lindqvist")
    people = [somebody(name, (3, 4, 3), (3, 2, 1), side="foes", marks={"mettle": 2}) for name in names]
    people[2] = replace(people[2], visibility="secret")
    order = Order("gm", 1, people[0].id, tuple(Place(one.id) for one in people))
    state = State(games=(METTLE,), actors={one.id: one for one in people}, order=order)
    rows = await shown(OrderPane(), (width, 4), state=state, here="")
    assert [row for row in rows[1:] if "F3 N4 P3" in row] == rows[1:4], rows


async def test_me_38_me_48_each_lost_action_has_a_column() -> None:
    """ME-38, ME-48: in a narrow pane, too, the sign tells a lost Free Move from a lost Action, and moves no track."""
    table = begun("a-fine-patina", "B ⏎ ⏎ I ⏎ ⏎")
    before = await shown(OrderPane(), (40, 8), state=table.state, here="", turns=turns(table.state))
    actors = dict(table.state.actors)
    for who, status in (("kirin", "shaken"), ("magda", "surprised"), ("the-clerk", "surprised")):
        actors[who] = replace(actors[who], conditions=(status_of(status),))
    state = replace(table.state, actors=actors)
    rows = [row for row in await shown(OrderPane(), (40, 8), state=state, here="", turns=turns(state)) if "M◇" in row]
    assert [row.index("M◇") for row in rows] == [row.index("M◇") for row in before if "M◇" in row]
    assert [row.index("M◇") - row.index("⊘") for row in (*rows[1:3], rows[4])] == [2, 3, 3]


@pytest.mark.parametrize("high", [6, 12])
async def test_me_42_me_46_a_status_of_the_party_stands_in_the_order(high: int) -> None:
    """ME-42, ME-46: statuses stand below the pools where the order has rows left, and push nobody out of sight."""
    table = begun("a-fine-patina", "B ⏎ ⏎ I ⏎ ⏎")
    actors = dict(table.state.actors)
    statuses = tuple(replace(status_of(one), label=f"{one} 2".capitalize()) for one in ("afflicted", "fatigued"))
    actors["jonah"] = replace(actors["jonah"], conditions=(*statuses, status_of("surprised")))
    state = replace(table.state, actors=actors)
    rows = await shown(OrderPane(), (54, high), state=state, here="", turns=turns(state))
    assert sum("M◇" in row for row in rows) == 5
    assert any("Afflicted 2 · Fatigued 2" in row for row in rows) is (high == 12), rows


@pytest.mark.parametrize("width", range(38, 46))
async def test_me_21_a_strained_pool_takes_no_place_of_another(width: int) -> None:
    """ME-21: the pool that lost a die is written short where all have no room, and no other gives way to it."""
    table = begun("a-fine-patina", "1 w b ⏎ I c ⏎ ⏎")
    rows = await shown(OrderPane(), (width, 8), state=table.state, here="viktor", turns=turns(table.state))
    assert "F3 N2◆ P2" in next(row for row in rows if "Viktor" in row).replace("N3(2)", "N2◆"), rows


@pytest.mark.parametrize("height", [8, 14, 24])
@pytest.mark.parametrize("width", [*range(38, 60), 80])
async def test_me_21_a_row_of_the_order_drops_no_pool(width: int, height: int) -> None:
    """ME-21: numbers without what they were, then figures for a track, make room. Only one who is out has no pools."""
    strained = {
        who: replace(actor, sheets={METTLE: replace(sheet, track=tuple(replace(row, marks=1) for row in sheet.track))})
        for who, actor in mettle_table().actors.items()
        if not actor.out and (sheet := actor.sheets[METTLE])
    }
    for people in (mettle_table().actors, {**mettle_table().actors, **strained}):
        state = replace(mettle_table(), actors=people)
        rows = await shown(OrderPane(), (width, height), state=state, here="kirin", turns=turns(state))
        told = [row for row in rows if re.search(r" M[◇◆\d]", row) and "Magda" not in row]
        assert told
        assert [row for row in told if re.search(r"F\S* +N\S* +P\d", row)] == told, rows


async def test_me_21_a_row_has_all_numbers_that_it_has_room_for() -> None:
    """A status that makes a list tight costs no number of a track longer than those of others (ME-21, ME-38)."""
    table = begun("a-fine-patina", "I ⏎ ⏎ / a ⏎ C A ⏎")
    rows = await shown(OrderPane(), (41, 11), state=table.state, here="the-clerk", turns=turns(table.state))
    assert "F3 N4 P3 " in next(row for row in rows if "Clerk" in row)


@pytest.mark.parametrize("height", [6, 12])
@pytest.mark.parametrize("width", range(38, 46))
async def test_me_21_a_word_beside_a_name_cuts_no_strained_pool(width: int, height: int) -> None:
    """ME-21: who holds has a longer track and more strained pools than the others."""
    people = [somebody(name, (3, 4, 3), (3, 2, 1), side="foes") for name in ("The Clerk", "Smuts", "Miss Lindqvist")]
    strained = {"focus": 1, "nature": 1, "poise": 2}
    people.insert(1, somebody("Edith", (3, 4, 3), (7, 2, 1), marks=strained))
    people.append(somebody("Viktor", (3, 4, 3), (7, 2, 1), side="foes", marks=strained))
    order = Order("gm", 1, people[0].id, tuple(Place(one.id, held=one.name in ("Edith", "Viktor")) for one in people))
    state = State(games=(METTLE,), actors={one.id: one for one in people}, order=order)
    rows = await shown(OrderPane(), (width, height), state=state, here="")
    assert not [row for row in rows[1:] if re.search(r"([◇◆]|\d/\d).*…", row)]


async def test_the_result_of_a_full_clock_is_not_called_lost() -> None:
    """A clock may fill for good, such as one that counts what is carried off."""
    clock = Challenge("hands", "Hands", "clock", METTLE, needed=3, lose="Enough to bargain with.")
    state = State(games=(METTLE,), challenges={"hands": clock})
    told = "\n".join(await shown(AbacusPane(), (60, 12), state=state, here="", rungs={}))
    assert "full: Enough to bargain with." in told


@pytest.mark.parametrize("width", [39, 58])
async def test_me_34_the_letters_of_mettle_stay_in_a_fight(width: int) -> None:
    """ME-34: a foe of one game has the letters that the party has, also where the order shows that game alone."""
    state = replace(mettle_table(), games=(WYRD_ENGINE, METTLE))
    rows = await shown(OrderPane(), (width, 8), state=state, here="clerk")
    assert all(re.search("Mt[◇◆−0-9]", row) for row in rows[1:] if "/" in row), rows
