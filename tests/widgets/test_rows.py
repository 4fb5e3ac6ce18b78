"""Rows of the party and of the order: names, tracks of several games, uses, and wounds that wait."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.golden import screen_text
from tests.table_fakes import FakeRules, foe, pc, tower, track
from tests.widgets.stage import Stage
from wyrd_tui.engine.sheet import Effect, Row, Sheet, Trait
from wyrd_tui.engine.spans import Span
from wyrd_tui.engine.state import METTLE, WYRD_ENGINE, Actor, Bonus, Condition, State
from wyrd_tui.engine.turn_order import Order, Place
from wyrd_tui.widgets.assets import assets, bonus_parts
from wyrd_tui.widgets.facts import flow_facts, wrap_facts
from wyrd_tui.widgets.glyphs import ASCII, UNICODE, Glyphs, to_ascii
from wyrd_tui.widgets.order import OrderPane
from wyrd_tui.widgets.party import PartyPane
from wyrd_tui.widgets.tracks import brief_conditions, initials_of, shown_games, shown_track, troubles

NAME = "Patrolling crewman of the upper deck"


async def order(state: State, width: int = 38, glyphs: Glyphs = UNICODE, height: int = 16) -> list[str]:
    pane = OrderPane(glyphs=glyphs)
    app = Stage(pane)
    async with app.run_test(size=(width, height)) as pilot:
        pane.show(state, "", turns=FakeRules().turns(state))
        await pilot.pause()
        return screen_text(app).splitlines()


def fight(*places: Place, **actors: Actor) -> State:
    return State(games=(WYRD_ENGINE,), actors=dict(actors), order=Order("rolled", 1, places[0].who, places))


async def test_a_bonus_of_a_foe_stands_at_its_row() -> None:
    """A boon that a foe won is seen where the foe is (WE-39)."""
    state = fight(Place("a", 3), a=foe("a", "Crewman", (0, 0), visibility="open"))
    boon = Bonus("boon-high-ground", "high ground", 2, "a", "boon")
    for width in (38, 80):
        assert "+2 high ground" in "\n".join(await order(replace(state, bonuses={boon.id: boon}), width))
        assert "high ground" not in "\n".join(await order(state, width))


async def test_a_bonus_says_first_in_which_rolls_it_counts() -> None:
    """WE-46: a narrow row cuts off who gave it, and keeps the rating and the foe to which it is bound."""
    crewman = foe("b", "Patrolling crewman", (0, 0), visibility="open")
    state = fight(Place("a", 3), a=foe("a", "Crewman", (0, 0), visibility="open"), b=crewman)
    gift = Bonus("help-a", "help from Isadora", 1, "a", "help", skill="Crafts")
    aimed = replace(gift, id="help-b", skill="", act="attack", against="b")
    state = replace(state, bonuses={one.id: one for one in (gift, aimed)})
    assert [text for text, _ in bonus_parts(state.bonuses.values(), state, UNICODE)] == [
        "+1 on Crafts: help from Isadora",
        "+1 in attack against Patrolling crewman: help from Isadora",
    ]
    assert "+1 on Crafts" in "\n".join(await order(state, 38))


async def test_all_that_stands_below_a_name_has_one_column() -> None:
    crewman = foe("a", "Crewman", (0, 0), visibility="open", concept="Half awake and wholly outraged at the noise")
    shaken = replace(crewman, conditions=(Condition("shaken", "demoralised by the captain of the other ship"),))
    rows = await order(fight(Place("a", 3), a=shaken), 38)
    told = [next(row for row in rows if words in row) for words in ("demoralised", "Half awake")]
    assert len({row.index(row.strip()) for row in told}) == 1


async def test_a_name_takes_the_room_that_its_row_leaves_empty() -> None:
    long = "Patrolling crewman and all"
    state = fight(
        Place("a", 3),
        Place("b", 2, acted=True, used=("primary",)),
        Place("c", 1, held=True),
        a=foe("a", long, (0, 0), visibility="open"),
        b=foe("b", "Patrolling boatswain", (0, 0), visibility="open"),
        c=foe("c", long, (0, 0), visibility="open"),
    )
    rows = await order(state, 42)
    assert rows[1].rstrip(" ◎").endswith(long)
    assert any(row.split("  ", 1)[-1].rstrip(" ◎") == "✓ +2│b Patrolling boatswain ▲" for row in rows)
    held = next(at for at, row in enumerate(rows) if "│c " in row)
    assert rows[held].rstrip(" ◎").endswith(long)
    assert rows[held + 1].strip() == "holds"
    assert any(row.strip().startswith("v +2") for row in await order(state, 42, ASCII))
    assert any("✓ +2│b Patrolling boatswain" in row for row in await order(state, 80))


@pytest.mark.parametrize(
    ("width", "named"), [(39, "Crew of the watch on… ×4  ▲"), (54, "Crew of the watch on deck ×4 ▲")]
)
@pytest.mark.parametrize("glyphs", [UNICODE, ASCII])
async def test_the_number_of_a_group_is_never_cut(width: int, named: str, glyphs: Glyphs) -> None:
    crew = foe("watch", "Crew of the watch on deck", (0, 0), count=4)
    state = fight(Place("watch", 1, acted=True, used=("primary",)), watch=crew, mercer=pc("Mercer", track(2), {}))
    state = replace(state, order=replace(state.order, places=(*state.order.places, Place("mercer", 0))))
    row = next(row for row in await order(state, width, glyphs) if "Crew" in row)
    assert (to_ascii(named) if glyphs is ASCII else named) in row


async def test_no_row_is_wider_than_its_pane() -> None:
    state = tower()
    actors = {key: replace(actor, name=NAME) for key, actor in state.actors.items()}
    for width in range(30, 90, 7):
        shown = await order(replace(state, actors=actors), width)
        assert all(len(row) <= width for row in shown)
        assert sum("Patrolling" in row for row in shown) >= 8


def mixed() -> Actor:
    own = pc("Elias Mercer", track(2), {"Pilot": 3})
    sheets = {METTLE: Sheet({"Frame": 2}, track=(Row("mettle", "Mettle", 3, 1),)), **own.sheets}
    return replace(own, sheets=sheets)


async def test_a_mixed_table_shows_the_tracks_of_all_its_games() -> None:
    actor = mixed()
    assert shown_games(actor, (WYRD_ENGINE, METTLE)) == (WYRD_ENGINE, METTLE)
    assert [row.id for row in shown_track(actor, (METTLE, WYRD_ENGINE))][:2] == ["stress", "mild"]
    assert shown_games(actor, (METTLE,)) == (METTLE,)
    assert shown_games(actor, ("another",)) == (METTLE,)
    pane = PartyPane()
    app = Stage(pane)
    async with app.run_test(size=(43, 10)) as pilot:
        pane.show(State(games=(WYRD_ENGINE, METTLE), actors={actor.id: actor}), "")
        await pilot.pause()
        assert "■■□□" in screen_text(app)
        assert "Mettle ◇◇◆ 2/3" in screen_text(app)


def test_only_the_wounds_that_the_rules_name_wait() -> None:
    actor = pc("Elias Mercer", track(4, 1, 1), {"Pilot": 3})
    games = (WYRD_ENGINE,)
    assert troubles(actor, games, {}, UNICODE) == []
    said = troubles(actor, games, {actor.id: frozenset(("moderate",))}, UNICODE)
    assert [text for text, _ in said] == ["! Moderate: −2 to assign"]


async def test_a_wound_that_waits_no_longer_is_taken_off() -> None:
    actor = pc("Elias Mercer", track(4, 1), {"Pilot": 3})
    state = State(games=(WYRD_ENGINE,), actors={actor.id: actor})
    pane = PartyPane()
    app = Stage(pane)
    async with app.run_test(size=(43, 10)) as pilot:
        pane.show(state, "", waits={actor.id: frozenset(("mild",))})
        await pilot.pause()
        assert "to assign" in screen_text(app)
        pane.show(state, "")
        await pilot.pause()
        assert "to assign" not in screen_text(app)


def test_uses_are_counted_as_the_rules_count_them() -> None:
    limits = (Effect("limited", uses=2, used=1), Effect("limited", uses=3))
    actor = pc("Elias Mercer", track(), {"Pilot": 3}, (Trait("t", "Trick", effects=limits),))
    assert assets(actor, State(games=(WYRD_ENGINE,)), (), UNICODE) == [("Trick 4/5", "dim")]


async def test_an_empty_party_names_the_key_for_characters() -> None:
    pane = PartyPane()
    app = Stage(pane)
    async with app.run_test(size=(60, 5)) as pilot:
        pane.redraw()
        await pilot.pause()
        assert "Press N to add one." in screen_text(app)


async def party(state: State, size: tuple[int, int], glyphs: Glyphs = UNICODE) -> list[str]:
    pane = PartyPane(glyphs=glyphs)
    app = Stage(pane)
    async with app.run_test(size=size) as pilot:
        pane.show(state, "")
        await pilot.pause()
        return screen_text(app).splitlines()[: size[1]]


@pytest.mark.parametrize("width", [39, 40])
async def test_a_party_name_takes_the_blanks_of_its_row(width: int) -> None:
    """A name is cut only where its row has no blanks left (issue 14)."""
    people = (pc("Captain Elias Mercer", track(2), {}), pc("Felix Cavendish", track(), {}))
    rows = await party(State(games=(WYRD_ENGINE,), actors={actor.id: actor for actor in people}), (width, 10))
    assert "Captain Elias Mercer ■■□□ ◇◇◇ ◇◇ ◇" in rows[1]
    if width == 40:
        assert rows[1].index("□ ◇◇◇") == rows[2].index("□ ◇◇◇")


async def test_a_long_name_takes_no_track_away_from_others() -> None:
    rows = await order(tower(), 39)
    assert any("Captain Evelyn Graves ▲▼ ■□ ◑" in row for row in rows)
    assert any("Admiral Lucius" in row and "■■□□" in row for row in rows)


async def test_a_small_screen_cuts_no_name_in_a_large_fight() -> None:
    """A name has the blank cells of its row; one that needs more is short."""
    state = fight(
        Place("felix", 3),
        Place("drake", 2),
        felix=replace(pc("Felix Cavendish", track(1), {}), id="felix"),
        drake=replace(pc("Admiral Lucius Drake", track(4, 1), {}), id="drake", side="foes"),
        crew=foe("crew", "Crew of the western watch", (1, 0)),
        other=replace(pc("Felix Mercer", track(), {}), id="other"),
    )
    rows = await order(state, 40, height=5)
    assert [row.split("│", 1)[-1].strip(" –◎◌") for row in rows[1:]] == [
        "1 Felix Cavendish ■□□□ ◇◇◇ ◇◇ ◇",
        "a Drake         ■■■■ ◆◇◇ ◇◇ ◇",
        "b Crew of the western watch □",
        "2 Felix Mercer  □□□□ ◇◇◇ ◇◇ ◇",
    ]


async def test_a_track_without_room_stands_below_its_name() -> None:
    foes = {"drake": replace(pc("Admiral Lucius Drake", track(2, 1), {}), id="drake", side="foes")}
    state = State(games=(WYRD_ENGINE,), actors=foes, order=Order("rolled", 1, "", (Place("drake", 3),)))
    rows = await order(state, 32)
    assert rows[1].strip().endswith("Admiral Lucius Drake ◎")
    assert rows[2].strip().startswith("■■□□ ◆◇◇ ◇◇ ◇")


def test_initials_tell_rows_apart() -> None:
    assert initials_of(track()) == ("St", "Mi", "Mo", "Se")
    assert initials_of((Row("s", "Stress", 4), Row("w", "Wound", 1))) == ("S", "W")
    assert initials_of((Row("a", "Same", 1), Row("b", "Same", 1))) == ("Sam", "Sam")


async def test_a_narrow_screen_shows_whole_names_before_initials() -> None:
    rows = await party(tower(), (43, 9))
    assert rows[3].rstrip() == "▌ 2 Felix Cavendish   ■□□□ ◇◇◇ ◇◇ ◇"


def test_conditions_of_rules_precede_wounds_and_others_follow_them() -> None:
    """WE-67: a wound never loses its room to a condition that the GM has written."""
    risk = Condition("at-risk-of-death", "at risk of death", game=WYRD_ENGINE)
    ill = (Condition("blinded", "blinded by steam"), risk)
    actor = pc("Elias Mercer", track(4, 1, 0, 0, {"Athletics": 6}), {"Athletics": 3}, conditions=ill)
    said = [text for text, _ in troubles(actor, (WYRD_ENGINE,), {}, UNICODE)]
    assert said == ["at risk of death", "Athletics −6", "blinded by steam"]


async def test_limited_traits_stand_at_one_place_for_all_characters() -> None:
    trait = Trait("t", "Sleight of Hand", effects=(Effect("limited", uses=1),))
    gun = Trait("g", "Grandfather's unreliable service revolver", effects=(Effect("limited", uses=1),))
    one = pc("Elias Mercer", track(), {"Pilot": 3}, (trait,))
    other = pc("Felix Cavendish", track(), {"Pilot": 3}, (trait, gun))
    state = State(games=(WYRD_ENGINE,), actors={actor.id: actor for actor in (one, other)})
    rows = await party(state, (64, 13))
    assert sum(row.strip().startswith("Sleight of Hand 1/1") for row in rows) == 2


async def test_a_large_pane_says_more_of_everybody() -> None:
    trait = Trait("t", "Steady Hand", when="when nobody is near")
    actor = pc("Elias Mercer", track(), {"Pilot": 3}, (trait,), concept="A pilot without a ship")
    state = State(
        games=(WYRD_ENGINE,), actors={actor.id: actor, "drake": foe("drake", "Drake", (1, 0), concept="Vain")}
    )
    rows = await party(state, (60, 9))
    told = [row.strip() for row in rows[2:5]]
    assert told == ["+3 Pilot", "A pilot without a ship", "Steady Hand: when nobody is near"]
    assert len([row for row in await party(state, (60, 2)) if row.strip()]) == 2
    assert any(row.strip() == "Vain" for row in await order(state, 60))


@pytest.mark.parametrize("height", range(4, 16))
async def test_nothing_is_cut_while_rows_are_blank(height: int) -> None:
    crew = Trait("crew", "A Captain Never Abandons His Crew", effects=(Effect("limited", uses=1),))
    ills = [
        Condition(f"c{number}", label) for number, label in enumerate(("blinded by steam", "bound", "deaf", "hurt"))
    ]
    one = pc("Elias Mercer", track(4, 1, 0, 0, {"Athletics": 6, "Shoot": 1}), {}, (crew,), conditions=tuple(ills))
    two = pc("Felix Cavendish", track(), {}, (crew,))
    rows = await party(State(games=(WYRD_ENGINE,), actors={actor.id: actor for actor in (one, two)}), (39, height))
    assert rows[-1].strip() or not any("…" in row for row in rows)


async def test_an_asset_takes_no_row_from_a_character() -> None:
    gun = Trait("gun", "Grandfather's unreliable service revolver", effects=(Effect("limited", uses=1),))
    people = [pc(f"Elias {name}", track(), {}, (gun,)) for name in ("Mercer", "Flint", "Lovelace")]
    state = State(games=(WYRD_ENGINE,), actors={actor.id: actor for actor in people})
    for height, told in ((4, 0), (5, 1), (6, 2), (7, 3)):
        rows = await party(state, (42, height))
        assert "more" not in rows[0]
        assert sum("1/1" in row for row in rows) == told


@pytest.mark.parametrize("height", [6, 7])
async def test_harm_has_its_lines_before_the_trifles_of_others(height: int) -> None:
    """WE-59: all penalties of one are told before the unused trait of another has a row."""
    gun = Trait("gun", "Grandfather's unreliable service revolver", effects=(Effect("limited", uses=1),))
    risk = (Condition("at-risk-of-death", "at risk of death", game=WYRD_ENGINE),)
    hit = pc("Felix Cavendish", track(4, 3, 1, 0, {"Athletics": 1, "Deception": 1}), {}, (gun,), conditions=risk)
    people = (pc("Elias Mercer", track(), {}, (gun,)), hit)
    rows = "\n".join(await party(State(games=(WYRD_ENGINE,), actors={one.id: one for one in people}), (32, height)))
    assert all(told in rows for told in ("at risk of death", "Athletics −1", "Deception −1"))
    assert "more" not in rows


async def test_a_short_row_of_the_order_keeps_wounds_before_conditions() -> None:
    """WE-59: in a line that is too short for both, what is not told is the GM’s own word."""
    ill = (Condition("blinded", "blinded by the steam of the boiler"),)
    drake = replace(pc("Drake", track(4, 1, 0, 0, {"Athletics": 1}), {}, conditions=ill), side="foes")
    state = fight(
        Place("drake", 1), Place("felix", 0), drake=replace(drake, id="drake"), felix=pc("Felix", track(), {})
    )
    assert any("Athletics −1" in row for row in await order(state, 42, height=4))


def test_a_cut_fact_ends_with_its_sign() -> None:
    folded: list[Span] = [("Great-niece, schoolteacher in the", "dim"), ("capital, home for once", "dim")]
    shown = flow_facts(folded, 33, " · ", 1, "…", spare=True)[0]
    assert "".join(text for text, _ in shown) == "Great-niece, schoolteacher in …"


def test_no_lesser_rating_stands_in_place_of_a_greater_one() -> None:
    """Ratings are left out from the end, with a sign, so that nobody seems to lack what they have."""
    ratings: list[Span] = [(f"+{level} {name}", "dim") for level, name in ((3, "Crafts"), (2, "Stealth"), (1, "Fight"))]
    shown = flow_facts(ratings, 21, " · ", 1, "…", spare=True)[0]
    assert "".join(text for text, _ in shown) == "+3 Crafts …"


def test_a_fact_gives_way_to_the_sign_of_others() -> None:
    """A line that is filled to its end by ratings says all the same that there are more."""
    ratings: list[Span] = [("+3 Crafts", "dim"), ("+2 Stealth", "dim"), ("+1 Fight", "dim")]
    shown = flow_facts(ratings, 22, " · ", 1, "…", spare=True)[0]
    assert "".join(text for text, _ in shown) == "+3 Crafts …"
    harm: list[Span] = [("Athletics −1", "hurt"), *ratings]
    shown = flow_facts(harm, 24, " · ", 1, "…", spare=True)[0]
    assert "".join(text for text, _ in shown) == "Athletics −1 …"


def test_dim_facts_and_gains_yield_to_harm_without_a_count() -> None:
    parts: list[Span] = [
        ("Athletics −1", "hurt"),
        ("+1 sand in the eyes", "gain"),
        ("Old gun 1/1", "dim"),
        ("Rope", "dim"),
    ]
    told = ["".join(text for text, _ in line) for line in flow_facts(parts, 22, " · ", 1, "…", spare=True)]
    assert told == ["Athletics −1 …"]
    told = ["".join(text for text, _ in line) for line in flow_facts(parts, 22, " · ", 2, "…", spare=True)]
    assert told == ["Athletics −1", "+1 sand in the eyes …"]


async def test_a_condition_with_room_tells_its_note() -> None:
    actor = pc("Elias Mercer", track(), {}, conditions=(Condition("c", "cursed", note="until the bell rings"),))
    state = State(games=(WYRD_ENGINE,), actors={actor.id: replace(actor, notes="Owes the smith")})
    rows = await party(state, (39, 6))
    assert [row.strip() for row in rows[2:5]] == ["cursed", "cursed: until the bell rings", "Notes: Owes the smith"]


@pytest.mark.parametrize(("height", "told"), [(4, 0), (5, 1), (6, 2), (9, 2)])
async def test_spare_rows_of_the_order_tell_of_the_first(height: int, told: int) -> None:
    foes = {name: foe(name, name.title(), (1, 0), "persona", concept=f"{name} of old") for name in ("ada", "bob")}
    state = fight(Place("ada", 2), Place("bob", 1), Place("felix", 0), **foes, felix=pc("Felix", track(), {}))
    assert sum("of old" in row for row in await order(state, 60, height=height)) == told


@pytest.mark.parametrize(("height", "whole"), [(8, True), (4, False)])
async def test_a_long_trait_of_a_foe_is_broken(height: int, whole: bool) -> None:
    """It is cut only where it has no second line."""
    traits = tuple(Trait(name.casefold(), name, when="on the trail of a fugitive") for name in ("Hunter", "Pursuit"))
    ada = foe("ada", "Ada", (1, 0), "persona")
    ada = replace(ada, sheets={game: replace(sheet, traits=traits) for game, sheet in ada.sheets.items()})
    rows = await order(fight(Place("ada", 2), ada=ada), 34, height=height)
    told = " ".join(" ".join(rows).split())
    assert ("Hunter: on the trail of a fugitive Pursuit: on the trail of a fugitive" in told) is whole
    assert any("…" in row for row in rows) is not whole


def test_of_a_fact_that_is_cut_the_count_stays() -> None:
    parts: list[Span] = [("A Captain Never Abandons His Crew 1/1", "dim"), ("Athletics −1", "hurt")]
    line = flow_facts(parts[:1], 24, " · ", 1, "…")[0]
    assert line == (("A Captain Never Aba… 1/1", "dim"),)
    assert flow_facts([("strikes without a 6", "hurt")], 12, " · ", 1, "…")[0][0][0] == "strikes wit…"
    assert flow_facts(parts, 30, " · ", 1, "…")[0][0][0].endswith("… 1/1")


@pytest.mark.parametrize(
    ("width", "told"),
    [(31, "Mild: −1 to assign · …1 more"), (27, "Mild: −1 to assign …"), (18, "Mild: −… · …1 more")],
)
def test_a_lone_fact_is_not_cut_for_a_number(width: int, told: str) -> None:
    parts: list[Span] = [("Mild: −1 to assign", "strong"), ("Athletics −1 and more", "hurt")]
    (line,) = flow_facts(parts, width, " · ", 1, "…")
    assert "".join(text for text, _ in line) == told


def test_facts_that_are_left_out_have_one_sign() -> None:
    """Harm that is counted as missing, and what else has no room."""
    parts: list[Span] = [("defeated", "strong"), ("Athletics −1", "hurt"), ("Notice −2", "hurt"), ("Brave 1/1", "dim")]
    told = "".join(text for text, _ in flow_facts(parts, 21, " · ", 1, "…", spare=True)[0])
    assert told == "defeated · …3 more"


async def test_initiative_stands_in_a_column_of_its_own() -> None:
    """A line parts the result from the handle, also where it is tied; none reads as a sum (WE-51)."""
    tied = fight(
        Place("a", 3, tie=True),
        Place("b", 3, tie=True),
        Place("c", -1),
        a=foe("a", "Ann", (0, 0)),
        b=foe("b", "Bob", (0, 0)),
        c=foe("c", "Cy", (0, 0)),
    )
    rows = [row for row in await order(tied, 42) if "│" in row or "╡" in row]
    assert [row.split("│")[0].split("╡")[0].strip(" ▶»") for row in rows] == ["+3", "+3", "−1"]
    assert ["╡" in row for row in rows] == [True, True, False]
    assert not any("=" in row for row in rows)


@pytest.mark.parametrize("width", [40, 60, 100])
async def test_a_hidden_member_of_the_party_has_a_sign(width: int) -> None:
    people = {"ada": pc("ada", (), {}), "mole": replace(pc("mole", (), {}), visibility="secret")}
    pane = PartyPane()
    async with Stage(pane).run_test(size=(width, 12)) as pilot:
        pane.show(State(actors=people), "")
        await pilot.pause()
        rows = {item.key: "".join(text for text, _ in item.lines[0]) for item in pane.draw(width)}
    assert rows["mole"].endswith(UNICODE.hidden)
    assert UNICODE.hidden not in rows["ada"]


def test_a_condition_that_players_do_not_read_has_a_sign() -> None:
    own, ruled = Condition("sworn", "sworn to the queen"), Condition("shaken", "Shaken", game=METTLE)
    spy = Actor("spy", "Spy", "foes", "persona", conditions=(own, ruled), visibility="open")
    assert [text for text, _ in troubles(spy, (), {}, UNICODE)] == ["Shaken", f"sworn to the queen {UNICODE.hidden}"]
    for other in (replace(spy, side="party"), replace(spy, visibility="known")):
        assert [text for text, _ in troubles(other, (), {}, UNICODE)] == ["Shaken", "sworn to the queen"]


def test_a_number_stays_with_what_it_counts() -> None:
    told = ("+2 Shoot", "1 Load", "0 Armor", "1 of 1 left", "a fact that is longer than a whole line")
    assert wrap_facts(told, 28, " · ") == [
        "+2 Shoot · 1 Load · 0 Armor",
        "1 of 1 left",
        "a fact that is longer than a",
        "whole line",
    ]


def test_wa_41_a_fate_of_several_words_is_not_shortened() -> None:
    """WA-41, WA-51: three letters of the first word would be none that a GM reads; a status keeps its number."""
    labels = ("caught in the tale", "replaced by Constable Wray", "Fatigued 2", "Surprised")
    conditions = tuple(Condition(label, label, game=METTLE) for label in labels)
    actor = Actor("ada", "Ada", conditions=conditions, visibility="open")
    assert list(brief_conditions(actor, UNICODE).values()) == ["Fat 2", "Sur"]
