"""The panes of the Wyrd Abacus: the abacus itself, abilities, the spotlight and the ladder of points."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Literal, Unpack

import pytest
from textual.geometry import Size

from tests.facts import ChallengeFacts
from tests.golden import screen_text
from tests.rules.tables import HARGRAVE, Play
from tests.sheets import make_abilities
from tests.table_fakes import tower
from tests.widgets.stage import Stage, shown
from wyrd_tui.engine.matter import Open
from wyrd_tui.engine.roll import Roll, Score
from wyrd_tui.engine.rules.game import SceneRule
from wyrd_tui.engine.rules.wyrd_abacus.abilities import ABSENT, FACED
from wyrd_tui.engine.rules.wyrd_abacus.game import ladder
from wyrd_tui.engine.rules.wyrd_engine.game import ladder as rungs_of
from wyrd_tui.engine.sheet import Effect, Sheet, Trait
from wyrd_tui.engine.spans import Role
from wyrd_tui.engine.state import (
    METTLE,
    WYRD_ABACUS,
    WYRD_ENGINE,
    Actor,
    Book,
    Challenge,
    ChallengeKind,
    Condition,
    Scene,
    State,
    Visibility,
)
from wyrd_tui.engine.turn_order import Order
from wyrd_tui.screens.book_pages import list_pages
from wyrd_tui.screens.challenge import challenge_lines
from wyrd_tui.store.scenarios.scenario import begin_empty
from wyrd_tui.widgets.abacus import AbacusPane
from wyrd_tui.widgets.assets import assets
from wyrd_tui.widgets.glyphs import ASCII, UNICODE, Glyphs
from wyrd_tui.widgets.ladder import LadderPane
from wyrd_tui.widgets.order import OrderPane
from wyrd_tui.widgets.party import PartyPane
from wyrd_tui.widgets.rod_rows import Known, RowPlan, rod_rows
from wyrd_tui.widgets.rods import bowl_line, sixes_line
from wyrd_tui.widgets.tracks import troubles
from wyrd_tui.widgets.values import Around

STAGE_RULES = (
    SceneRule("Devil's Due", False),
    SceneRule("Close The Shutters", False),
    SceneRule("Prowling Beast", True),
)
LOW, HIGH, WIDE = (80, 12), (56, 12), (70, 18)


def scores(start: tuple[int, int, int], gone: tuple[int, int, int], wyrd: int = 0, struck: str = "") -> Sheet:
    fresh = make_abilities(*start, wyrd)
    rows = zip(fresh.track, gone, strict=True)
    facet = Trait("ox", "Strong as an ox", effects=(Effect("limited", skill="body", per="scene"),))
    track = tuple(replace(row, marks=marks, struck=row.id == struck) for row, marks in rows)
    return replace(fresh, track=track, traits=(facet,))


def pc(name: str, own: Sheet, *conditions: Condition, concept: str = "") -> Actor:
    key = name.split()[0].casefold()
    sheets = {WYRD_ABACUS: own}
    return Actor(key, name, "party", "pc", 1, sheets, conditions, visibility="open", concept=concept)


def rod(key: str, title: str, type: str, value: int, **more: Unpack[ChallengeFacts]) -> Challenge:
    return Challenge(key, title, "obstacle", WYRD_ABACUS, value, needed=value, type=type, **more)


def marsh() -> State:
    actors = [
        pc("Ada Brightwater", scores((5, 4, 6), (2, 0, 0), 2), FACED, concept="She keeps the light"),
        pc("Robert Marsh", scores((4, 5, 6), (4, 1, 0))),
        pc("Cyril Penrose", scores((3, 3, 9), (0, 0, 9), 4, "soul"), ABSENT),
        pc("Dorothea Quill", scores((6, 6, 3), (6, 0, 0), 1, "body"), Condition("defeated", "defeated", "gone", True)),
        Actor("vicar", "The vicar", "others", "persona", visibility="open", concept="Smiles too widely"),
        Actor("hound", "The hound of the marsh", "foes", "persona"),
    ]
    challenges = [
        rod("mob", "The mob at the door", "Threat", 7, done=5, who=("ada", "robert"), visibility="open"),
        rod("gate", "The churchyard gate", "Obstruction", 4, visibility="open"),
        rod("cipher", "The cipher of the drowned monks", "Logic", 10, after=("gate",), visibility="known"),
        rod("fog", "Dread in the fog", "Foreboding", 5, springs="scene"),
        Challenge("devil", "Devil's Due", "clock", WYRD_ABACUS, done=2, needed=3, type="Countdown", visibility="open"),
        Challenge("tide", "The tide comes in", "clock", WYRD_ABACUS, done=1, needed=4, visibility="open"),
    ]
    return State(
        "The Drowned Bell",
        (WYRD_ABACUS,),
        scene=Scene(1, "The churchyard"),
        actors={actor.id: actor for actor in actors},
        challenges={challenge.id: challenge for challenge in challenges},
        counters={"scene Wyrd": 3, "Kill Count": 1},
    )


async def abacus(state: State, size: tuple[int, int], name: str = "", glyphs: Glyphs = UNICODE) -> list[str]:
    pane = AbacusPane(glyphs=glyphs)
    return await shown(pane, size, name, state=state, here="mob", rungs={}, stage_rules=STAGE_RULES, whole=5)


@pytest.mark.parametrize(("name", "size"), [("low", LOW), ("high", HIGH), ("wide", WIDE)])
async def test_wa_11_wa_12_the_abacus_is_one_frame_of_three_abilities(name: str, size: tuple[int, int]) -> None:
    rows = await abacus(marsh(), size, f"abacus-{name}")
    assert "scene Wyrd ◉◉◉○○" in rows[0]
    # A narrow pane has its room for the title, a low one for the points of the party.
    typed = "Threat      " if size == WIDE else ""
    assert any(f"╟▫▫▫▫▫─────○○╢  7 {typed}The mob at the door" in row for row in rows)
    assert any("⊘ after The churchyard gate" in row for row in rows)
    assert any("! strikes as the scene ends" in row for row in rows)
    assert any("⚅ ⚅ ○" in row and "2/3 Devil's Due" in row for row in rows)


@pytest.mark.parametrize("challenges", [0, 3, 7])
async def test_wa_11_a_frame_with_beams_has_its_lower_edge(challenges: int) -> None:
    """WA-11: a pane of any height draws the whole frame, or rods behind letters and none of it."""
    state = replace(marsh(), challenges=dict([*marsh().challenges.items()][:challenges]))
    drawn = ["".join(await abacus(state, (70, height))) for height in range(6, 30)]
    framed = ["╔" in pane for pane in drawn]
    assert framed == ["╚" in pane for pane in drawn]
    assert True in framed


async def test_an_ascii_terminal_gets_the_same_abacus() -> None:
    rows = await abacus(marsh(), WIDE, "abacus-ascii", ASCII)
    assert "\n".join(rows).isascii()
    assert any(row.startswith("  += Body =====+ Ada 3 - Robert 0 - (Cyril 3)") for row in rows)


async def test_wa_11_a_roomy_pane_tells_all_facts_below_a_title() -> None:
    state = marsh()
    mob = replace(state.challenges["mob"], win="They let you pass.", lose="They bar the door with you inside.")
    rows = await abacus(replace(state, challenges={**state.challenges, "mob": mob}), (86, 40), "abacus-roomy")
    at = next(number for number, row in enumerate(rows) if " 7 Threat      The mob at the door" in row)
    assert "▫▫▫▫▫─────○○" in rows[at]
    assert "Ada Brightwater, Robert Marsh" in rows[at]
    assert rows[at + 1].rstrip().endswith("reached 5")
    assert "They let you pass." in rows[at + 2]
    assert "They bar the door with you inside." in rows[at + 3]


@pytest.mark.parametrize(("size", "below"), [((90, 40), False), ((52, 30), True)])
async def test_wa_13_values_above_ten_have_as_many_beads(size: tuple[int, int], below: bool) -> None:
    """No title is cut for them: it goes on below where it has no room beside (WA-13)."""
    titles = {11: "The hive book in six different hands", 14: "The great oak beam comes down at last"}
    rods = {f"r{value}": rod(f"r{value}", title, "Logic", value) for value, title in titles.items()}
    rows = await abacus(replace(marsh(), challenges=rods), size)
    for value, title in titles.items():
        at = next(number for number, row in enumerate(rows) if f"╢ {value} " in row)
        assert rows[at].count("○" * value) == 1
        rest = title.rpartition(" ")[2]
        assert title in rows[at] or (below and rest in rows[at + 1])
    assert not any("scale" in row for row in rows)


BID_ON = {"mob": rod("mob", "Mob", "Threat", 7), "beam": rod("beam", "Beam", "Threat", 12)}
OPEN_DIE = Score("ada", "Threat", 0, (0,))


@pytest.mark.parametrize(
    ("bid", "score", "told"),
    [
        pytest.param(0, None, "╟───────○○○○○○○╢", id="no roll"),
        pytest.param(1, None, "╟▒───────○○○○○○╢", id="a bead alone"),
        pytest.param(1, OPEN_DIE, "╟▒──6+───○○○○○○╢", id="1 point"),
        pytest.param(3, OPEN_DIE, "╟▒▒▒──4+───○○○○╢", id="3 points"),
        pytest.param(5, replace(OPEN_DIE, typed=True), "╟▒▒▒▒▒───────○○╢", id="3 points and a typed 2"),
    ],
)
async def test_wa_17_a_rod_says_what_the_die_must_show(bid: int, score: Score | None, told: str) -> None:
    """Points that are bid slide as ghosts, and the gap says what an open die must show, and nothing else (WA-17)."""
    was = replace(marsh(), challenges=BID_ON)
    rolls = (Roll("challenge", WYRD_ABACUS, score, challenge="mob", number=99),) if score else ()
    then = replace(was, challenges={**BID_ON, "mob": replace(BID_ON["mob"], done=bid)}, rolls=rolls)
    rows = await shown(AbacusPane(), (70, 18), state=was, here="mob", rungs={}, around=Around(was, then))
    assert any(told in row for row in rows), rows


async def test_wa_17_a_rod_says_the_needed_die_before_any_bid() -> None:
    """The question that throws its die writes the gap from its start (WA-17)."""
    was = replace(marsh(), challenges={"mob": rod("mob", "Mob", "Threat", 5)})
    die = Roll("challenge", WYRD_ABACUS, OPEN_DIE, challenge="mob", number=99)
    rows = await shown(
        AbacusPane(), (70, 18), state=was, here="mob", rungs={}, around=Around(was, replace(was, rolls=(die,)))
    )
    assert any("5+" in row for row in rows)


@pytest.mark.parametrize("outcome", ["", "failed"])
@pytest.mark.parametrize(("bid", "told"), [(0, "╟──5+───○○○○○╢"), (1, "╟▒──4+───○○○○╢"), (3, "╟▒▒▒──2+───○○╢")])
async def test_wa_17_beads_of_the_last_attempt_do_not_count_again(
    bid: int, told: str, outcome: Literal["", "failed"]
) -> None:
    """A challenge that is faced again shows the points of this roll alone (WA-17, U-22)."""
    mob = replace(rod("mob", "Mob", "Threat", 5), done=3, outcome=outcome)
    was = replace(marsh(), challenges={"mob": mob})
    die = Roll("challenge", WYRD_ABACUS, OPEN_DIE, challenge="mob", number=99)
    then = replace(was, challenges={"mob": replace(mob, done=bid, outcome="")}, rolls=(die,))
    rows = await shown(
        AbacusPane(), (70, 18), state=was, here="mob", rungs={}, again=("mob",), around=Around(was, then)
    )
    assert any(told in row for row in rows), rows


async def test_wa_22_wyrd_that_is_enough_slides_all_beads() -> None:
    """WA-22: they slide first, and then the challenge leaves."""
    mob, die = replace(rod("mob", "Mob", "Threat", 5), done=2), Score("ada", "Threat", 1, (1,), total=2)
    short = Roll("challenge", WYRD_ABACUS, die, challenge="mob", number=99, value=5, margin=-3)
    was = replace(marsh(), challenges={"mob": mob}, rolls=(short,))
    was = replace(was, open=(Open(WYRD_ABACUS, "draw", "ada", "mob", 99, "challenge", "scene"),))
    then = replace(was, challenges={}, open=(), rolls=(replace(short, score=replace(die, total=5), margin=0),))
    rows = await shown(AbacusPane(), (70, 18), state=was, here="mob", rungs={}, around=Around(was, then))
    (row,) = (row for row in rows if "Mob" in row)
    assert "╟●●▒▒▒──" in row
    assert row.endswith("leaves")
    assert not any("reached" in row for row in rows)


@pytest.mark.parametrize(("open_", "told"), [(True, ("●●●", "strong")), (False, ("▫▫▫", "dim"))])
def test_wa_22_beads_of_an_attempt_that_is_over_are_outlines(open_: bool, told: tuple[str, Role]) -> None:
    """WA-22: while Wyrd may be drawn on the roll they count; later they only tell how far it came."""
    mob = replace(rod("mob", "Mob", "Threat", 5), done=3)
    short = Open(WYRD_ABACUS, "draw", "ada", "mob", 99, "challenge", "scene")
    state = replace(marsh(), challenges={"mob": mob})
    pane = AbacusPane()
    pane.show(state, "mob", {})
    if open_:
        pane.show(replace(state, open=(short,)), "mob", {})
    row = next(item.lines[0] for item in pane.draw(60) if item.key == "mob")
    assert any((told[0] in text, role) == (True, told[1]) for text, role in row), row


async def test_wa_07_wyrd_that_would_leave_the_bowl_is_a_ghost() -> None:
    was = marsh()
    then = replace(was, counters={**was.counters, "scene Wyrd": 1})
    rows = await shown(AbacusPane(), (70, 18), state=was, here="mob", rungs={}, whole=5, around=Around(was, then))
    assert "scene Wyrd ◉▒▒○○" in rows[0]


async def test_a_narrow_pane_shows_all_beads_of_a_clock() -> None:
    clock = Challenge("gas", "Fire reaches the gas", "clock", done=4, needed=8)
    rows = await shown(AbacusPane(), (54, 10), state=State(challenges={"gas": clock}), here="gas", rungs={})
    assert any("●●●●──○○○○╢ 4/8 Fire reaches the gas" in row for row in rows)


@pytest.mark.parametrize("width", [40, 60])
async def test_wa_53_stage_rules_keep_their_order_whatever_is_selected(width: int) -> None:
    """WA-53: Bloody is in sight while a Threat is selected, and stands behind the same rules as before."""
    rods = {key: rod(key, key.title(), type_, 5) for key, type_ in (("mob", "Threat"), ("vicar", "Pressure"))}
    state = State("T", (WYRD_ABACUS,), challenges=rods)
    rules = (("Devil's Due", ()), ("Close The Shutters", ("Pressure",)), ("Bloody", ("Threat",)))
    rules_here = tuple(SceneRule(title, False, about) for title, about in rules)
    pane = AbacusPane()
    app = Stage(pane)
    async with app.run_test(size=(width, 8)) as pilot:
        for here, shown in (("mob", "Bloody"), ("vicar", "Close The Shutters"), ("mob", "Bloody")):
            pane.show(state, here, {}, rules_here, 5)
            await pilot.pause()
            told = " ".join(screen_text(app).split())
            assert shown in told
            assert [title for title, _ in sorted(rules, key=lambda rule: told.find(rule[0])) if title in told] == [
                title for title, _ in rules if title in told
            ]


@pytest.mark.parametrize("high", [16, 24, 40])
async def test_wa_53_no_stage_rule_is_left_out_beside_a_blank_row(high: int) -> None:
    """WA-53: all of them are named where the abacus has rows for it."""
    rules = tuple(SceneRule(f"The long way round number {at}", at > 4) for at in range(8))
    pane = AbacusPane()
    rows = await shown(pane, (54, high), state=marsh(), here="mob", rungs={}, stage_rules=rules, whole=5)
    named = sum(row.count("The long way round") for row in rows)
    assert named == len(rules) or rows[-1].strip(), rows


@pytest.mark.parametrize("size", [(56, 18), (80, 14), (86, 40)])
async def test_no_column_moves_as_a_rod_comes_or_leaves(size: tuple[int, int]) -> None:
    state = marsh()
    few = replace(state, challenges={key: state.challenges[key] for key in ("gate", "fog")})
    more = {**few.challenges, "x": rod("x", "Ten of them", "Obstruction", 10), "y": rod("y", "One", "Wits", 1)}
    columns = set()
    for challenges in (few.challenges, more, {"gate": state.challenges["gate"]}):
        rows = await abacus(replace(few, challenges=challenges), size)
        columns.add(next(row.index("The churchyard") for row in rows if "The churchyard" in row))
    assert len(columns) == 1


async def test_wa_17_a_beam_says_who_can_give_what() -> None:
    beams = [row for row in await abacus(marsh(), WIDE) if "═ " in row]
    assert beams == [
        "  ╔═ Body ═════╗ Ada 3 · Robert 0 · (Cyril 3)",
        "  ╠═ Mind ═════╣ Ada 4 · Robert 4 · (Cyril 3)",
        "  ╠═ Soul ═════╣ Ada 6 · Robert 6 · (Cyril ✗)",
    ]


@pytest.mark.parametrize(("size", "title", "given"), [((80, 12), "Dread", True), ((54, 12), "Dread " * 6, False)])
async def test_wa_17_points_stand_beside_each_storey_where_rods_need_all_lines(
    size: tuple[int, int], title: str, given: bool
) -> None:
    """A low pane has them before the first rod of a storey; where a title needs that room, above all rods (WA-17)."""
    kinds = ("Threat", "Threat", "Logic", "Logic", "Foreboding", "Foreboding", "Foreboding", "Threat")
    many = {f"c{at}": rod(f"c{at}", f"{title}{at}", kind, 4) for at, kind in enumerate(kinds)}
    rows = await abacus(replace(marsh(), challenges=many), size)
    beside = [
        row.partition("╟")[0].split() for row in rows if "╟" in row and row.split()[0] in ("Body", "Mind", "Soul")
    ]
    assert {bool(points) for _, *points in beside} == {given}
    if given:
        assert beside[0] == ["Body", "A3", "R0", "(C3)"]
    else:
        assert any(row.split(" · ")[0].split() == ["Body", "A3", "R0", "(C3)"] for row in rows)


async def test_wa_17_a_beam_tells_the_points_of_six() -> None:
    """Everybody's points stand beside each storey, of many without blanks (WA-17)."""
    names = ("Ada", "Tom", "Ivo", "Maud", "Peter", "Wilf")
    people = [pc(f"{name} Marl", scores((5, 5, 5), (0, 0, 0))) for name in names]
    table = State("T", (WYRD_ABACUS,), scene=Scene(1), actors={actor.name: actor for actor in people})
    rows = await abacus(table, (57, 20))
    assert any("A5 T5 I5 M5 P5 W5" in row for row in rows)


async def test_points_that_change_are_drawn_anew() -> None:
    pane, state = AbacusPane(), marsh()
    app = Stage(pane)
    async with app.run_test(size=WIDE) as pilot:
        pane.show(state, "mob", {})
        ada = replace(state.actors["ada"], sheets={WYRD_ABACUS: scores((5, 4, 6), (4, 0, 0))})
        pane.show(replace(state, actors={**state.actors, "ada": ada}, counters={"scene Wyrd": 1}), "mob", {})
        await pilot.pause()
        assert "Ada 1 · Robert 0" in screen_text(app)
        assert "scene Wyrd ◉ ─" in screen_text(app)
        pane.show(replace(pane._state, scene=Scene(between=True)), "mob", {})
        await pilot.pause()
        assert "Abacus · between scenes" in screen_text(app)


async def test_an_abacus_without_challenges_is_still_an_abacus() -> None:
    met = replace(marsh(), challenges={})
    rows = await abacus(met, (56, 12))
    assert rows[4].strip() == "No challenge is here. c adds one."
    assert [row.split()[0][0] for row in rows[5:12]] == ["╔", "╟", "╠", "╟", "╠", "╟", "╚"]
    book = Book(challenges={"mob": marsh().challenges["mob"]})
    between = await abacus(replace(met, scene=Scene(between=True), book=book), (56, 12))
    assert "No challenge is here. c adds one." in "".join(between)
    empty = await shown(AbacusPane(), (56, 12), state=State(games=(WYRD_ENGINE,)), here="", rungs={})
    assert empty[1].strip() == "No challenge is here. c adds one."


@pytest.mark.parametrize("games", [(WYRD_ENGINE,), (WYRD_ABACUS,), (METTLE,), (WYRD_ENGINE, WYRD_ABACUS, METTLE)])
async def test_the_panes_of_an_empty_table_name_the_first_keys(games: tuple[str, ...]) -> None:
    """At an empty table each pane names the key that adds a character, a foe or a challenge."""
    state = begin_empty(games)
    assert (state.games, state.actors, state.challenges) == (games, {}, {})
    abacus_told = await shown(AbacusPane(), (56, 12), state=state, here="", rungs={})
    assert any("No challenge is here. c adds one." in row for row in abacus_told)
    party = await shown(PartyPane(), (44, 6), state=state, here="")
    assert party[1].strip() == "No characters yet. Press N to add one."
    order = await shown(OrderPane(), (44, 6), state=state, here="")
    assert order[1].strip() == "No NPC or foe is here. N adds one."


async def test_a_mixed_table_shows_both_groupings() -> None:
    state = marsh()
    both = replace(tower(), games=(WYRD_ENGINE, WYRD_ABACUS), challenges={**tower().challenges, **state.challenges})
    rows = await abacus(both, (70, 30))
    first = next(number for number, row in enumerate(rows) if row.strip() == "Obstacles · Wyrd Engine")
    assert first < next(number for number, row in enumerate(rows) if "═ Body ═" in row)
    assert not any("═ Body ═" in row for row in await abacus(replace(both, challenges=tower().challenges), (70, 30)))


async def test_settled_rods_make_way_for_live_ones() -> None:
    doors = [
        Challenge(f"door-{n}", f"Door {n}", value=1, done=1, outcome="overcome", visibility="open") for n in range(8)
    ]
    state = tower()
    rods = {door.id: door for door in doors} | dict(state.challenges)
    state = replace(state, challenges=rods)
    pane = AbacusPane()
    app = Stage(pane)
    async with app.run_test(size=(80, 12)) as pilot:
        pane.show(state, "gangway", {})
        await pilot.pause()
        rows = screen_text(app)
        assert "Cross the burning gangway" in rows
        assert "Fire reaches the gas" in rows
        assert "9 overcome" in rows
        assert "Door" not in rows
        pane.select("door-3")
        await pilot.pause()
        assert "Door 3" in screen_text(app)
        assert "8 overcome" in screen_text(app)
        pane.select("gangway")
        await pilot.pause()
        assert "Door 3" not in screen_text(app)
    tall = await shown(AbacusPane(), (66, 30), state=state, here="gangway", rungs={})
    named = [row for row in tall if "Door 0" in row or "burning gangway" in row]
    assert "gangway" in named[0]
    assert "Door 0" in named[1]


def test_wa_08_wa_40_beads_in_the_bowl_and_sixes() -> None:
    assert bowl_line(3, 5, UNICODE) == "◉◉◉○○"
    assert bowl_line(3, 0, UNICODE) == "◉◉◉"
    assert bowl_line(0, 0, UNICODE) == "none"
    assert bowl_line(20, 5, UNICODE) == "◉ 20"
    assert "".join(text for text, _ in sixes_line(1, 3, 9, UNICODE)) == "⚅ ○ ○    "
    assert "".join(text for text, _ in sixes_line(5, 7, 8, UNICODE)) == "⚅⚅⚅⚅⚅○○ "
    assert "".join(text for text, _ in sixes_line(3, 3, 5, UNICODE)) == "⚅ ⚅ ⚅"
    assert "".join(text for text, _ in sixes_line(3, 30, 5, UNICODE)) == "⚅    "


@pytest.mark.parametrize(("name", "size"), [("low", (43, 9)), ("high", (63, 13)), ("wide", (70, 38))])
async def test_wa_04_the_party_shows_what_is_left_of_each_ability(name: str, size: tuple[int, int]) -> None:
    rows = await shown(PartyPane(), size, f"party-abilities-{name}", state=marsh(), here="ada")
    assert sum("Wyrd " in row for row in rows) == 4
    assert any("✗" in row and "Wyrd 4" in row for row in rows)
    assert any("Soul scratched" in row for row in rows)


async def test_wa_28_scratched_abilities_are_crossed_out() -> None:
    rows = await shown(PartyPane(), (63, 13), state=marsh(), here="ada")
    assert rows[2].strip() == "Body ◇◇◇◆◆ 3/5  Mind ◇◇◇◇ 4/4  Soul ◇◇◇◇◇◇ 6/6  Wyrd 2"
    assert any("Soul ╳╳╳╳╳╳╳╳╳ ✗" in row for row in rows)
    plain = await shown(PartyPane(glyphs=ASCII), (63, 13), state=marsh(), here="ada")
    assert plain[2].strip() == "Body ___## 3/5  Mind ____ 4/4  Soul ______ 6/6  Wyrd 2"
    assert any("Soul xxxxxxxxx x" in row for row in plain)


async def test_a_character_of_both_games_has_boxes_and_points() -> None:
    state, fight = marsh(), tower()
    mercer = fight.actors["mercer"]
    both = replace(mercer, sheets={**mercer.sheets, WYRD_ABACUS: state.actors["ada"].sheets[WYRD_ABACUS]})
    mixed = State(games=(WYRD_ENGINE, WYRD_ABACUS), actors={"mercer": both})
    rows = await shown(PartyPane(), (43, 9), state=mixed, here="")
    assert rows[1].strip().endswith("St■■■■ Mi◆◆◆ Mo◆◇ Se◇")
    assert rows[2].strip() == "B◇◇◇◆◆ 3/5 M◇◇◇◇ 4/4 S◇◇◇◇◇◇ 6/6 W2"
    assert "Body" not in "".join(await shown(PartyPane(), (43, 9), state=replace(mixed, games=(WYRD_ENGINE,)), here=""))


@pytest.mark.parametrize(("name", "size"), [("low", (37, 9)), ("wide", (70, 20))])
async def test_wa_07_wa_46_the_spotlight(name: str, size: tuple[int, int]) -> None:
    rows = await shown(OrderPane(), size, f"spotlight-{name}", state=marsh(), here="ada")
    assert rows[0].startswith("─ Spotlight ")
    order = ["Ada", "Robert", "Cyril", "Dorothea", "The vicar", "The hound"]
    at = [next(number for number, row in enumerate(rows) if word in row) for word in order]
    assert at == sorted(at)
    assert "✓ 1 Ada" in rows[at[0]]
    assert "– 3 Cyril" in rows[at[2]]
    assert rows[at[2]].endswith("absent")
    assert rows[at[3]].endswith("defeated")


async def test_wa_22_wyrd_that_a_question_would_give_moves_nothing() -> None:
    """WA-22: `W0→3` takes blank cells at the end of its row, and none of the name or of the points before it."""
    hal = pc("Halbert Okafor", scores((6, 5, 4), (0, 0, 0)))
    nora, then = (pc("Eleanora Marlow", scores((4, 5, 6), (0, 0, 0), wyrd)) for wyrd in (0, 3))
    state, drawn = (State(games=(WYRD_ABACUS,), actors={"halbert": hal, "eleanora": one}) for one in (nora, then))
    rows = await shown(OrderPane(), (38, 4), state=state, here="")
    ghost = await shown(OrderPane(), (38, 4), state=state, here="", around=Around(state, drawn))
    assert ghost[1] == rows[1]
    assert ghost[2] == f"{rows[2].rstrip()}→3".ljust(len(rows[2])).rstrip()


async def test_the_spotlight_knows_pauses_and_yields_to_a_fight() -> None:
    between = replace(marsh(), scene=Scene(between=True))
    assert "Spotlight · between scenes" in (await shown(OrderPane(), (50, 9), state=between, here=""))[0]
    fight = replace(tower(), games=(WYRD_ENGINE, WYRD_ABACUS))
    assert "Order · round 2" in (await shown(OrderPane(), (50, 9), state=fight, here=""))[0]
    calm = replace(tower(), order=Order())
    assert "NPCs & foes" in (await shown(OrderPane(), (50, 9), state=calm, here=""))[0]


@pytest.mark.parametrize(("name", "size"), [("low", (80, 12)), ("wide", (63, 13))])
async def test_wa_13_wa_25_the_ladder_is_a_table_of_points(name: str, size: tuple[int, int]) -> None:
    steps = ladder(marsh(), "ada", "Body")
    rows = await shown(LadderPane(), size, f"ladder-points-{name}", ladder=steps, rung=7)
    six = next(row for row in rows if row.strip().startswith("6 "))
    numbers = [word for word in six.split() if word.endswith("%") or word == "sure"]
    assert numbers[:4] == ["17%", "33%", "50%", "67%"]
    narrow = await shown(LadderPane(), (30, 12), ladder=steps, rung=7)
    assert all(len(row) <= 30 for row in narrow)


async def test_wa_25_rungs_without_a_line_speak_as_the_table_does() -> None:
    """Those that are sure stand together, from the hardest to the easiest, and none says 100% or 0%."""
    rows = await shown(LadderPane(), (80, 6), ladder=ladder(marsh(), "ada", "Mind"), rung=7)
    assert rows[-1].split("with +4:  ")[1].rstrip() == "11 ·  10 17%  9 33%  5–2 sure"


@pytest.mark.parametrize(("width", "named"), [(63, True), (42, False)])
async def test_wa_13_points_leave_the_name_and_when_a_rung_is_sure(width: int, named: bool) -> None:
    """WA-25: with six points to give columns are narrower, and the challenge in the title is cut before who rolls."""
    faced = (7, "The wagon across the lane of the old mill")
    rows = await shown(LadderPane(), (width, 13), ladder=ladder(marsh(), "ada", "Soul"), rung=7, faced=faced)
    assert ("Ada Brightwater, Soul" in rows[0]) is named
    assert "← The wa" in rows[0]
    assert ("sure with 6" in rows[6]) is named


@pytest.mark.parametrize(("width", "named"), [(56, False), (72, True)])
async def test_a_followed_challenge_comes_whole_before_who_rolls(width: int, named: bool) -> None:
    faced = (7, "Conflicting accounts")
    rows = await shown(LadderPane(), (width, 13), ladder=ladder(marsh(), "ada", "Soul"), rung=7, faced=faced)
    assert ("Ada Brightwater" in rows[0]) is named
    assert "← Conflicting accounts" in rows[0]


async def test_a_low_pane_has_everybody_in_sight_all_the_same() -> None:
    rows = await shown(PartyPane(), (43, 8), "party-abilities-lowest", state=marsh(), here="ada")
    assert rows[1] == " ▸1 Ada Brightwater  B3/5 M4/4 S6/6 W2"
    assert "1-4 of 4" not in rows[0]
    assert any("Dorothea" in row and "W1" in row for row in rows)


async def test_wa_59_a_rod_past_striking_says_nothing_of_it() -> None:
    state = marsh()
    for calm, told in (((), True), (("fog",), False)):
        rows = await shown(AbacusPane(glyphs=UNICODE), (60, 24), state=state, here="mob", rungs={}, calm=calm)
        assert any("strikes as the scene ends" in row for row in rows) == told


async def test_u_22_a_failed_rod_that_may_be_faced_again_looks_so() -> None:
    """A failed challenge that may be faced again is drawn among the live ones with those words (U-22)."""
    state = marsh()
    failed = replace(state, challenges={**state.challenges, "mob": replace(state.challenges["mob"], outcome="failed")})
    for again in ((), ("mob",)):
        rows = await shown(AbacusPane(), (80, 30), state=failed, here="fog", rungs={}, again=again)
        assert any("may be retried" in row for row in rows) == bool(again)


@pytest.mark.parametrize("before", [True, False])
async def test_u_22_a_challenge_that_failed_in_an_earlier_scene_says_so(before: bool) -> None:
    """U-22: on the abacus, on its own page and in the list of the book."""
    state = marsh()
    mob = replace(state.challenges["mob"], outcome="", failed_before=before)
    state = replace(state, challenges={**state.challenges, "mob": mob})
    rows = await shown(AbacusPane(), (80, 30), state=state, here="fog", rungs={})
    for lines in (challenge_lines(state, mob, 80), list_pages(state, "", 80)):
        told = ["".join(text for text, _ in line.spans) for line in lines]
        assert any("failed before" in row for row in told) is before, told
    assert any("failed before" in row for row in rows) is before, rows


@pytest.mark.parametrize(
    ("height", "told"), [(7, "reached 2 · may be retried"), (6, "strikes as the scene ends"), (5, "! Dread in the fog")]
)
async def test_wa_12_no_second_line_takes_the_rod_of_a_storey(height: int, told: str) -> None:
    """A storey without a challenge keeps its rod; stage rules go first, then quiet facts, then warnings."""
    state = marsh()
    tried = replace(state.challenges["mob"], outcome="failed", done=2, type="Logic")
    rods = {"mob": tried, "gate": replace(state.challenges["gate"], type="Logic"), "fog": state.challenges["fog"]}
    held, rules = replace(state, challenges=rods, counters={}), (SceneRule("Fog off the Moor", False),)
    rows = await shown(AbacusPane(), (80, height), state=held, here="fog", rungs={}, again=("mob",), stage_rules=rules)
    assert any(row.lstrip("▸ ").startswith("Body") for row in rows), rows
    assert any(told in row for row in rows), rows


@pytest.mark.parametrize(("value", "told"), [(8, False), (24, True)])
def test_wa_13_beads_to_scale_say_so(value: int, told: bool) -> None:
    """A rod with too few cells for its beads says “beads to scale” (WA-13)."""
    great = Challenge("mob", "Mob", "obstacle", WYRD_ABACUS, value=value, needed=value, type="Threat")
    rows = rod_rows(great, RowPlan(80, 12, True, 0, 3, 11, 2), Known(str(value), (), ()), UNICODE)
    assert ("beads to scale" in "".join(text for row in rows for text, _ in row)) == told


@pytest.mark.parametrize(("needed", "told"), [(6, False), (12, False), (60, True)])
async def test_wa_13_a_low_pane_says_that_beads_are_to_scale(needed: int, told: bool) -> None:
    """The title of the pane says it where a rod has one line alone (WA-13)."""
    rods = {f"m{number}": Challenge(f"m{number}", "March", "clock", needed=needed) for number in range(6)}
    rows = await shown(AbacusPane(glyphs=UNICODE), (78, 8), state=State(challenges=rods), here="m0", rungs={})
    assert ("╱ one bead stands for several" in rows[0]) == told


@pytest.mark.parametrize(("width", "beside"), [(90, True), (50, False)])
async def test_wa_13_the_ladder_names_the_selected_challenge(width: int, beside: bool) -> None:
    """The challenge stands whole at its rung, even above the usual rungs, or in the title line without room (WA-13)."""
    state = marsh()
    bank = rod("bank", "Hold the bank", "Threat", 14)
    steps = ladder(replace(state, challenges={"bank": bank}), "ada", "Body")
    rows = await shown(LadderPane(), (width, 20), ladder=steps, rung=14, faced=(14, "Hold the bank"))
    row = next(row for row in rows if row.lstrip("▸ ").startswith("14"))
    assert ("← Hold the bank" in row) is beside
    assert ("← Hold the bank" in rows[0]) is not beside


@pytest.mark.parametrize(("width", "beside"), [(100, True), (60, False)])
async def test_we_35_the_ladder_of_rungs_names_the_selected_challenge(width: int, beside: bool) -> None:
    play = Play(HARGRAVE)
    steps = rungs_of(play.state, "hargrave", "Notice")
    rows = await shown(LadderPane(), (width, 12), ladder=steps, rung=2, faced=(2, "Hold the bank at the ford"))
    row = next(row for row in rows if "Formidable" in row)
    assert ("← Hold the bank at the ford" in row) is beside
    assert ("← Hold the bank at the ford" in rows[0]) is not beside


def test_wa_12_stakes_stand_whole_where_there_is_room() -> None:
    """Stakes of a challenge are whole on large screens, and cut to the lines of the rod on small ones (WA-12)."""
    lose = "The boat is burnt, and the ferryman with it, and whoever slept below that night is not seen again. " * 2
    told = Challenge("mob", "Mob", "obstacle", WYRD_ABACUS, value=4, needed=4, type="Threat", lose=lose)
    plan = RowPlan(80, 16, True, 0, 3, 11, 11)
    known = Known("4", (), ())
    tall = [" ".join("".join(text for text, _ in row[3:]).split()) for row in rod_rows(told, plan, known, UNICODE)]
    assert " ".join(lose.split()) in " ".join(tall)
    low = rod_rows(told, plan._replace(lines=3), known, UNICODE)
    assert len(low) == 2


@pytest.mark.parametrize(("lines", "whole"), [(6, True), (3, False)])
def test_wa_12_stakes_of_small_beads_are_whole_where_there_is_room(lines: int, whole: bool) -> None:
    """Both ends of a challenge stand below its rod, and what is lost alone where there is one line (WA-12)."""
    told = Challenge("mob", "Mob", "obstacle", WYRD_ENGINE, needed=4, win="They let you pass.", lose="They shoot. " * 5)
    plan = RowPlan(56, 10, True, 0, 3, 0, lines)
    rows = rod_rows(told, plan, Known("", (), ()), UNICODE)
    shown = " ".join("".join(text for text, _ in row).strip() for row in rows)
    assert ("They let you pass." in shown) is whole
    assert (shown.count("shoot.") == 5) is whole
    assert len(rows) <= lines


def test_wa_51_the_defeated_show_their_gifts_first() -> None:
    """Two Wyrd to lend; what is scratched out has its sign already."""
    own = make_abilities(5, 4, 6)
    rows = tuple(replace(row, struck=True, marks=row.boxes) for row in own.track)
    conditions = (
        Condition("defeated", "defeated", "maimed", out=True, game=WYRD_ABACUS),
        Condition("with-the-wyrd", "acting with the Wyrd", game=WYRD_ABACUS),
    )
    sheets = {WYRD_ABACUS: replace(own, track=rows, ratings={**own.ratings, "Wyrd to lend": 2})}
    hal = Actor("hal", "Hal", "party", "pc", sheets=sheets, conditions=conditions)
    told = [text for text, _ in troubles(hal, (WYRD_ABACUS,), {}, UNICODE)]
    assert told == ["2 Wyrd to lend", "defeated", "maimed", "acting with the Wyrd"]
    assert assets(hal, State(games=(WYRD_ABACUS,)), (), UNICODE) == []


async def test_wa_51_wyrd_to_lend_is_in_sight_where_room_is_short() -> None:
    """WA-50, WA-51: in a line that has no room for the whole fate, the gift and the defeat stand before the rest."""
    ada = marsh().actors["ada"]
    own = ada.sheets[WYRD_ABACUS]
    conditions = (
        Condition("defeated", "defeated: maimed", "a significant impediment", out=True, game=WYRD_ABACUS),
        Condition("with-the-wyrd", "acting with the Wyrd", game=WYRD_ABACUS),
    )
    sheets = {WYRD_ABACUS: replace(own, ratings={**own.ratings, "Wyrd to lend": 2})}
    fallen = replace(ada, sheets=sheets, conditions=conditions)
    state = replace(marsh(), actors={**marsh().actors, "ada": fallen})
    rows = await shown(PartyPane(), (63, 9), state=state, here="")
    assert any("2 Wyrd to lend · defeated: maimed · " in row for row in rows)


async def test_wa_04_points_without_room_stand_below_the_name() -> None:
    """Points of abilities are shown as letters where whole words have no room, never cut (WA-04)."""
    others = {
        who: replace(
            Actor(who, name, "others", "persona", visibility="open"), sheets={WYRD_ABACUS: make_abilities(4, 6, 7)}
        )
        for who, name in (("hester", "Hester Marl"), ("peg", "Peg Lowther"), ("tarn", "Mr Tarn"))
    }
    state = marsh()
    state = replace(state, actors={**state.actors, **others})
    for width in range(32, 48):
        rows = await shown(OrderPane(), (width, 9), state=state, here="ada")
        assert not [row for row in rows if "W…" in row or "Wy…" in row or "Wyr…" in row], width


async def test_c_25_a_challenge_for_wyrd_rolls_says_so() -> None:
    state = marsh()
    gate = replace(state.challenges["gate"], met_by="wyrd")
    state = replace(state, challenges={**state.challenges, "gate": gate})
    rows = await abacus(state, (60, 24))
    assert sum("met by a Wyrd roll" in row for row in rows) == 1


async def test_wa_33_counters_are_rows_of_the_abacus_in_any_game() -> None:
    """Counters are rows of the abacus if there is room, else one line, in any game (WA-33)."""
    state = State(games=(WYRD_ENGINE,), counters={"Alarm": 2, "Names": 0})
    pane = AbacusPane()
    assert (await shown(pane, (66, 14), state=state, here="Alarm", rungs={}))[1:3] == ["▸ Alarm 2", "  Names 0"]
    assert pane.keys == ["Alarm", "Names"]


async def test_purses_have_the_short_names_of_questions() -> None:
    """A title gives no name on the abacus."""
    people = [
        pc("Captain Elias Mercer", scores((6, 4, 5), (0, 0, 0))),
        pc("Felix Cavendish", scores((4, 5, 6), (0,) * 3)),
    ]
    table = State("T", (WYRD_ABACUS,), scene=Scene(1), actors={actor.id: actor for actor in people})
    rows = await abacus(table, (44, 20))
    assert any("Mercer 6 · Felix 4" in row for row in rows)
    assert not any("Captain" in row for row in rows)


async def test_a_long_name_is_cut_before_a_member_is_hidden() -> None:
    people = [
        pc(name, scores((4, 5, 5), (0, 0, 0)))
        for name in ("漢字漢字漢字の長い名前を持つ勇者", "Nora Marl", "Hal", "Åsa")
    ]
    rows = await shown(
        PartyPane(), (41, 8), state=State("T", (WYRD_ABACUS,), actors={a.name: a for a in people}), here=""
    )
    assert sum("B4/4 M5/5 S5/5" in row for row in rows) == 4


async def test_a_narrow_beam_shortens_names_before_it_leaves_somebody_out() -> None:
    """Everybody's points stand beside each storey (WA-17)."""
    people = [pc(f"{name} Marl", scores((4, 5, 5), (0, 0, 0))) for name in ("Nora", "Harold", "Edith", "Colin")]
    table = State("T", (WYRD_ABACUS,), scene=Scene(1), actors={actor.name: actor for actor in people})
    rows = await abacus(table, (47, 20))
    assert any("Nor 4 · Har 4 · Edi 4 · Col 4" in row for row in rows)


def test_defeat_is_the_first_trouble_of_a_row() -> None:
    """A row that is cut shows that its character is defeated, not that it is absent."""
    dora = pc("Dora", scores((6, 6, 3), (0, 0, 0)), ABSENT, Condition("defeated", "defeated", "gone", True))
    assert troubles(dora, (WYRD_ABACUS,), {}, UNICODE)[0][0].startswith("defeated")


@pytest.mark.parametrize("size", [LOW, HIGH, WIDE])
async def test_the_cursor_reaches_every_counter_at_every_size(size: tuple[int, int]) -> None:
    """WA-33, WA-59: `+` moves the counter that the cursor is on."""
    pane, state = AbacusPane(glyphs=UNICODE), replace(marsh(), counters={"Bells": 1, "Kill Count": 2})
    await shown(pane, size, state=state, here="mob", rungs={}, stage_rules=STAGE_RULES, whole=5)
    assert {"Bells", "Kill Count"} <= set(pane.keys)


async def test_titles_in_a_frame_come_whole_before_their_types() -> None:
    rows = await abacus(marsh(), (56, 26))
    for title in ("The mob at the door", "The churchyard gate", "Dread in the fog"):
        assert any(title in row for row in rows)
    at = next(number for number, row in enumerate(rows) if "Dread in the fog" in row)
    assert "strikes as the scene ends" in rows[at + 1]
    assert "Foreboding" in rows[at + 2]


@pytest.mark.parametrize("width", range(30, 60))
def test_an_outcome_stands_apart_from_the_title(width: int) -> None:
    """A title as long as its column does not run into the word behind it."""
    rod = Challenge("chairs", "Count the chairs", game=WYRD_ABACUS, value=4, needed=4, type="Wits", outcome="failed")
    rows = rod_rows(rod, RowPlan(width, 8, False, 0, 3, 0), Known("4", (), ()), UNICODE)
    assert "chairs failed" not in "".join(text for text, _ in rows[0])


def test_a_title_is_whole_before_its_outcome_on_two_lines() -> None:
    """WA-27: the word stands on the line that the rest of the title would have taken."""
    rod = Challenge("hedge", "Behind the hedge", game=WYRD_ABACUS, value=6, needed=6, done=2, type="Pursuit")
    plan = RowPlan(52, 12, False, 0, 3, 11)
    rows = rod_rows(replace(rod, outcome="failed"), plan, Known(" 6", (), (), again=True), UNICODE)
    first, second = ("".join(text for text, _ in row) for row in rows)
    assert "Behind the hedge" in first
    assert second.endswith("failed · reached 2 · may be retried")


@pytest.mark.parametrize("width", range(50, 60))
def test_u_22_the_facts_of_a_failed_challenge_come_whole(width: int) -> None:
    """U-22: they stand under the title only where the blanks between them have room, too."""
    rod = Challenge("brine", "The brine", game=WYRD_ABACUS, value=6, needed=6, done=4, type="Taint", outcome="failed")
    rows = rod_rows(rod, RowPlan(width, 12, False, 0, 3, 11, 2), Known(" 6", (), (), again=True), UNICODE)
    told = "".join(text for text, _ in rows[1]).rstrip()
    assert told.endswith("reached 4 · may be retried")
    assert len(told) <= width


@pytest.mark.parametrize(("visibility", "sign"), [("secret", "◌"), ("known", "◑"), ("open", "◎")])
def test_a_decided_challenge_has_the_sign_of_what_players_see(visibility: Visibility, sign: str) -> None:
    lock = Challenge("lock", "The lock", value=1, done=1, outcome="overcome", visibility=visibility)
    rows = rod_rows(lock, RowPlan(60, 8, False, 0, 3, 0), Known("1", (), ()), UNICODE)
    assert "".join(text for text, _ in rows[0]).endswith(f"  overcome {sign}")


@pytest.mark.parametrize(("width", "value", "typed"), [(54, 7, False), (56, 6, True), (58, 7, True)])
async def test_types_get_no_column_back_once_a_long_title_leaves(width: int, value: int, typed: bool) -> None:
    """WA-11: a challenge that is overcome leaves the abacus, and the titles of the others stay where they are.

    Beads to spare give way to the types, and come back as little.
    """
    wagon = rod("wagon", "The wagon across the lane", "Obstruction", value)
    hedge = rod("hedge", "Behind the hedge", "Pursuit", 6)
    both = State("T", (WYRD_ABACUS,), challenges={"wagon": wagon, "hedge": hedge})
    pane = AbacusPane()
    app = Stage(pane)
    seen = []
    async with app.run_test(size=(width, 20)) as pilot:
        for state in (both, replace(both, challenges={"hedge": hedge})):
            pane.hold(Size(120, 40), asked=False)
            pane.show(state, "hedge", {}, (), 5)
            await pilot.pause()
            seen.append(next(row for row in screen_text(app).splitlines() if "Behind the hedge" in row))
    assert seen[0].index("Behind the hedge") == seen[1].index("Behind the hedge")
    assert ["Pursuit     Behind" in row for row in seen] == [typed, typed]


@pytest.mark.parametrize("width", [54, 57, 66])
async def test_wa_11_a_long_title_takes_no_types_away(width: int) -> None:
    """WA-11: it goes on below, and the column of types stays as it leaves."""
    honey = rod("honey", "Honey from the thirteenth comb", "Foreboding", 5)
    toby = rod("toby", "Toby’s come home", "Threat", 7)
    both = State("T", (WYRD_ABACUS,), challenges={"toby": toby, "honey": honey})
    pane, seen = AbacusPane(glyphs=UNICODE), []
    async with (app := Stage(pane)).run_test(size=(width, 9)) as pilot:
        for state in (both, replace(both, challenges={"toby": toby})):
            pane.hold(Size(120, 40), asked=False)
            pane.show(state, "toby", {}, (), 5)
            await pilot.pause()
            seen.append(screen_text(app))
    assert all("╢  7 Threat      Toby’s come home" in rows for rows in seen)
    assert "╢  5 Foreboding  Honey from the" in seen[0]
    assert "comb" in seen[0]


@pytest.mark.parametrize(("width", "typed"), [(46, "Threa"), (48, "Threat  ")])
async def test_wa_11_narrow_panes_have_letters_of_each_type(width: int, typed: str) -> None:
    """WA-11: where there is no room for whole types, their letters tell each from others of its ability."""
    titles = ("Toby’s come home again", "Fog", "The hum in the fog")
    rods = {f"r{at}": rod(f"r{at}", title, "Threat", 5) for at, title in enumerate(titles)}
    rows = await abacus(State("T", (WYRD_ABACUS,), challenges=rods), (width, 11))
    assert any(f"╢  5 {typed} Toby’s come home" in row for row in rows)


async def test_a_fact_stands_under_its_challenges_title_given_room() -> None:
    """WA-14: between two challenges it is plain which one strikes by itself."""
    rods = {"fog": rod("fog", "Dread in the fog", "Foreboding", 5, springs="scene")}
    state = State("T", (WYRD_ABACUS,), challenges=rods)
    rows = await shown(AbacusPane(), LOW, state=state, here="fog", rungs={}, stage_rules=(), whole=5)
    title, fact = (next(row.index(word) for row in rows if word in row) for word in ("Dread", "! strikes"))
    assert title == fact


@pytest.mark.parametrize("game", [WYRD_ABACUS, METTLE])
@pytest.mark.parametrize("size", [(80, 8), (54, 12)], ids=["80x8", "54x12"])
async def test_titles_of_sixty_challenges_are_whole(game: str, size: tuple[int, int]) -> None:
    """A title comes before the name of a value, before beads, and before the rows of others."""
    titles = ("The fog comes down from the moor", "Find the thirteenth hive before the funeral is over")
    many = {
        f"c{at}": Challenge(
            f"c{at}", titles[at % 2], "obstacle", game, 3, needed=3, type="Logic" * (game == WYRD_ABACUS)
        )
        for at in range(60)
    }
    rows = await abacus(State(games=(game,), challenges=many), size)
    assert all(title in " ".join(" ".join(re.findall(r"[A-Z]?[a-z]+", row)) for row in rows) for title in titles)
    assert "…" not in "".join(row for row in rows if "Wyrd" not in row and "·" not in row)


@pytest.mark.parametrize(
    ("title", "rod_drawn"),
    [
        ("The fog comes down from the moor", "╟─────○○○○○○╢ 0/6  3 Challenging "),
        ("Find the thirteenth hive before the wake", "╟─────○○○○○○╢ 0/6  3 "),
        ("Find the thirteenth hive before the funeral ends", "╟──○○○○○○╢ 0/6  3 "),
    ],
    ids=["room for all", "no name of the value", "short rods"],
)
async def test_value_names_and_bare_rods_give_way_to_titles(title: str, rod_drawn: str) -> None:
    many = {f"c{at}": Challenge(f"c{at}", title, "obstacle", METTLE, 3, needed=6) for at in range(60)}
    state = State(games=(METTLE,), challenges=many)
    rows = await shown(AbacusPane(), (80, 8), state=state, here="", rungs={3: "Challenging"})
    assert all(f"{rod_drawn}{title} " in row for row in rows[1:])


@pytest.mark.parametrize("width", range(44, 92, 6))
@pytest.mark.parametrize("height", [12, 16, 24, 40])
async def test_wa_12_all_rods_tell_their_types_or_none_does(width: int, height: int) -> None:
    titles = ("Fog", "Behind the hedge", "The wagon across the lane", "Honey from the thirteenth comb")
    many = {f"c{at}": rod(f"c{at}", title, "Foreboding", 4) for at, title in enumerate(titles * 2)}
    rows = await abacus(replace(marsh(), challenges=many), (width, height))
    assert "\n".join(rows).count("Foreboding") in (0, len(many))


async def test_kinds_of_challenges_have_words_where_headings_have_no_lines() -> None:
    """A letter alone could stand for anything; without a frame no column is left for points."""
    listed: tuple[ChallengeKind, ...] = ("obstacle", "task", "clock")
    kinds: dict[str, Challenge] = {kind: Challenge(kind, f"The {kind}", kind, WYRD_ENGINE, needed=3) for kind in listed}
    state = State(games=(WYRD_ENGINE, WYRD_ABACUS), actors={"marsh": marsh().actors["robert"]}, challenges=kinds)
    rows = await shown(AbacusPane(), (80, 5), state=state, here="", rungs={})
    assert [row[2:12] for row in rows if "The " in row] == ["Obstacle ╟", "Task     ╟", "Clock    ╟"]


@pytest.mark.parametrize("outcome", ["", "failed"])
async def test_wa_14_a_challenge_that_is_over_strikes_no_more(outcome: Literal["", "failed"]) -> None:
    fog = replace(rod("fog", "Dread in the fog", "Foreboding", 5, springs="scene"), outcome=outcome)
    state = State("T", (WYRD_ABACUS,), challenges={"fog": fog})
    rows = await shown(AbacusPane(), LOW, state=state, here="fog", rungs={}, whole=5)
    assert any("strikes" in row for row in rows) == (not outcome)


async def test_wa_13_the_ladder_of_one_without_points_names_values_without_signs() -> None:
    """WA-13, WA-16: a sign before a value would make points of it."""
    nothing_left = ladder(marsh(), "robert", "Body")
    rows = await shown(LadderPane(), (60, 5), ladder=nothing_left, rung=5)
    assert all("+" not in row for row in rows), rows


@pytest.mark.parametrize("title", ["Brief", "A title that leaves no room for a word"])
def test_u_22_the_outcome_of_a_failed_rod_has_one_place(title: str) -> None:
    """U-22: “failed” stands below the title, before “may be retried”."""
    rod = Challenge("mob", title, "obstacle", value=5, type="Threat", outcome="failed", game=WYRD_ABACUS)
    rows = rod_rows(rod, RowPlan(64, 12, False, 0, 3, 11), Known(" 5", (), (), again=True), UNICODE)
    first, below = ("".join(text for text, _ in row) for row in rows)
    assert "failed" not in first
    assert below.endswith("failed · may be retried")
