"""The order: who is in a fight and who only stands by."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.golden import screen_text
from tests.sheets import make_abilities, make_pools
from tests.table_fakes import tower, track
from tests.widgets.stage import Stage
from wyrd_tui.engine.sheet import Row, Sheet
from wyrd_tui.engine.state import METTLE, WYRD_ABACUS, WYRD_ENGINE, Actor, Condition, Side, State, Visibility
from wyrd_tui.engine.turn_order import Order, Place
from wyrd_tui.widgets.order import OrderPane
from wyrd_tui.widgets.order_words import order_word


async def test_bystanders_are_not_in_the_order() -> None:
    """A bystander's line says “not in it” and leaves out “secret”, the less urgent fact."""
    lurker = Actor("lurker", "Lurker", "foes", "persona", visibility="secret")
    state = tower()
    state = replace(state, actors={**state.actors, "lurker": lurker})
    pane = OrderPane()
    async with Stage(pane).run_test(size=(60, 18)) as pilot:
        pane.show(state, "")
        await pilot.pause()
        line = next(line for line in screen_text(pilot.app).splitlines() if "Lurker" in line)
    assert "not in it" in line
    assert "secret" not in line


@pytest.mark.parametrize("width", [30, 40, 60, 100])
@pytest.mark.parametrize("high", [6, 18])
async def test_all_who_are_not_in_the_order_have_one_sign(width: int, high: int) -> None:
    """With a track or without one, a row below the order is dim and begins with the same sign at every width."""
    state = tower()
    bystander = replace(state.actors["drake"], id="bystander", name="Bystander")
    lurker = Actor("lurker", "Lurker", "foes", "persona", visibility="secret")
    state = replace(state, actors={**state.actors, "bystander": bystander, "lurker": lurker})
    pane = OrderPane()
    async with Stage(pane).run_test(size=(width, high)) as pilot:
        pane.show(state, "")
        await pilot.pause()
        items = {item.key: item for item in pane.draw(width)}
    placed = {place.who for place in state.order.places}
    for key, item in items.items():
        words = "".join(text for text, _ in item.lines[0])
        assert words.startswith("–") is (key not in placed), words
    for key in ("bystander", "lurker"):
        name = next(role for text, role in items[key].lines[0] if text.strip()[:4] in ("Byst", "Lurk"))
        assert name == "dim"


async def test_the_order_leaves_out_party_tracks_and_the_fallen() -> None:
    mercer = Actor("mercer", "Mercer", "party", "pc", concept="Sky pirate")
    crew = Actor("crew", "Patrolling crewman", "foes", "mook", 0, concept="Alone with a lantern")
    pane = OrderPane()
    app = Stage(pane)
    async with app.run_test(size=(40, 12)) as pilot:
        order = Order("gm", 1, "mercer", (Place("mercer"), Place("crew")))
        pane.show(State(actors={"mercer": mercer, "crew": crew}, order=order), "")
        await pilot.pause()
        shown = screen_text(app)
    assert "Sky pirate" not in shown
    assert "Alone with a lantern" in shown
    assert "Patrolling crewman down" in shown


async def test_a_hidden_member_of_the_party_has_a_sign() -> None:
    people = {
        "ada": Actor("ada", "Ada", "party", "pc", visibility="open"),
        "mole": Actor("mole", "Mole", "party", visibility="secret"),
    }
    pane = OrderPane()
    async with Stage(pane).run_test(size=(60, 12)) as pilot:
        pane.show(State(actors=people, order=Order("gm", 1, "ada", (Place("ada"), Place("mole")))), "")
        await pilot.pause()
        shown = screen_text(pilot.app).splitlines()
    marked = {who: pane.glyphs.hidden in next(line for line in shown if who in line) for who in ("Ada", "Mole")}
    assert marked == {"Ada": False, "Mole": True}


async def test_u_34_the_action_signs_of_two_games_share_their_cells() -> None:
    """WE-52, ME-51, U-34: the actions of two games share their cells, so that signs stand below each other."""
    people = {who: Actor(who, who.capitalize(), "party", "pc", sheets={}) for who in ("ann", "mel")}
    places = (Place("ann", used=("action",)), Place("mel"))
    ours, theirs = (("primary", ""), ("minor", "")), (("action", ""), ("free move", "Shaken"))
    pane = OrderPane()
    async with Stage(pane).run_test(size=(60, 12)) as pilot:
        glyphs = pane.glyphs
        pane.show(
            State(actors=people, order=Order("gm", 1, "ann", places)),
            "",
            turns={"ann": (*ours, *theirs), "mel": theirs},
        )
        await pilot.pause()
        shown = screen_text(pilot.app).splitlines()
    ann, mel = (next(line for line in shown if who in line) for who in ("Ann", "Mel"))
    assert f"{glyphs.primary}{glyphs.lock}" in ann
    assert mel.index(glyphs.lock) == ann.index(glyphs.lock)


async def test_the_reason_for_a_lost_action_stands_beside_its_sign() -> None:
    """The status that takes an action is named beside its sign, for the party too (ME-38)."""
    kirin = Actor("kirin", "Kirin", "party", "pc")
    places = (Place("kirin"),)
    pane = OrderPane()
    async with Stage(pane).run_test(size=(40, 6)) as pilot:
        state = State(actors={"kirin": kirin}, order=Order("gm", 1, "kirin", places))
        pane.show(state, "", turns={"kirin": (("action", ""), ("free move", "Shaken"))})
        await pilot.pause()
        row = next(line for line in screen_text(pilot.app).splitlines() if "Kirin" in line)
        assert pane.glyphs.lock in row
        assert pane.glyphs.lost not in row, "it is the sign of one who is out"
        assert "Shaken" in row
        word = order_word(kirin, places[0], {"kirin": (("free move", "Shaken"),)}, 40, pane.glyphs)
        assert word == ("Shaken", "text"), "the party tells a status in this role"


@pytest.mark.parametrize("width", [38, 60, 80])
async def test_fighters_who_have_acted_have_a_sign_at_every_width(width: int) -> None:
    """The sign stands before the name, where no status and no news takes its place."""
    people = {who.lower(): Actor(who.lower(), who, "party", "pc") for who in ("Kirin", "Zola")}
    places = (Place("kirin", acted=True), Place("zola"))
    pane = OrderPane()
    async with Stage(pane).run_test(size=(width, 6)) as pilot:
        state = State(actors=people, order=Order("gm", 1, "zola", places))
        pane.show(state, "", turns=dict.fromkeys(people, (("action", ""), ("free move", "Shaken"))))
        await pilot.pause()
        rows = screen_text(pilot.app).splitlines()
    signs = {who: next(row for row in rows if who in row).split()[0] for who in ("Kirin", "Zola")}
    assert signs == {"Kirin": pane.glyphs.acted, "Zola": pane.glyphs.turn}


async def test_we_90_a_group_that_has_acted_keeps_its_number() -> None:
    """The sign of a used action beside the name takes no number away from it (WE-90)."""
    crew = Actor("crew", "Crew of the watch", "foes", "mook", 3, fallen=1)
    mercer = tower().actors["mercer"]
    order = Order("gm", 1, "crew", (Place("mercer"), Place("crew", used=("primary",))))
    pane = OrderPane()
    async with Stage(pane).run_test(size=(38, 6)) as pilot:
        state = State(games=(WYRD_ENGINE,), actors={"crew": crew, "mercer": mercer}, order=order)
        pane.show(state, "", turns={"crew": (("primary", ""), ("minor", ""))})
        await pilot.pause()
        row = next(line for line in screen_text(pilot.app).splitlines() if "Crew" in line)
    assert f"×3 of 4 {pane.glyphs.primary}" in row


async def test_points_of_all_others_are_written_alike() -> None:
    """A short row keeps no words where a longer one has room for letters alone."""
    few, many = make_pools({"nature": 2, "poise": 2}, motive=1), make_pools({"focus": 3, "nature": 4, "poise": 3}, 3, 5)
    actors = {
        "bees": Actor("bees", "Bees", "foes", "mook", 4, {METTLE: few}),
        "clerk": Actor("clerk", "The Clerk", "foes", "full", 1, {METTLE: many}),
    }
    pane = OrderPane()
    async with Stage(pane).run_test(size=(36, 10)) as pilot:
        pane.show(State(games=(METTLE,), actors=actors), "")
        await pilot.pause()
        rows = screen_text(pilot.app)
    assert "M◇◇◇◇◇ 5/5" in rows
    assert "M◇ 1/1" in rows
    assert "Mettle" not in rows


@pytest.mark.parametrize("width", [37, 48, 60, 100])
async def test_a_fight_of_two_games_has_boxes_and_points(width: int) -> None:
    """Members of the party have what is left of them in the order too, in any pane."""
    ada = Actor("ada", "Ada", "party", "pc", 1, {WYRD_ABACUS: make_abilities(5, 4, 6)})
    order = Order("gm", 1, "ada", (Place("ada"), Place("mercer"), Place("crew")))
    crew = Actor("crew", "Brutes", "foes", "mook", 5, fallen=1)
    people = {"ada": ada, "mercer": tower().actors["mercer"], "crew": crew}
    pane = OrderPane()
    async with Stage(pane).run_test(size=(width, 12)) as pilot:
        pane.show(State(games=(WYRD_ENGINE, WYRD_ABACUS), actors=people, order=order), "")
        await pilot.pause()
        rows = screen_text(pilot.app)
    assert "5/5" in rows
    assert "■■■■" in rows
    assert "×5 of 6" in rows


async def test_u_34_a_rolled_order_of_a_mixed_table_names_its_game() -> None:
    """WE-51: the game that all who have a number in it play."""
    ann = Actor(
        "ann", "Ann", "party", "pc", sheets={WYRD_ENGINE: Sheet({"Notice": 2}), METTLE: make_pools({"poise": 2})}
    )
    rat = Actor("rat", "Rat", "foes", sheets={WYRD_ENGINE: Sheet({"Notice": 1})})
    order = Order("rolled", 1, "ann", (Place("ann", 3), Place("rat", 1)))
    pane = OrderPane()
    async with Stage(pane).run_test(size=(60, 12)) as pilot:
        pane.show(State(games=(METTLE, WYRD_ENGINE), actors={"ann": ann, "rat": rat}, order=order), "")
        await pilot.pause()
        assert "rolled by the Wyrd Engine" in screen_text(pilot.app)


@pytest.mark.parametrize("width", [40, 60, 100])
@pytest.mark.parametrize("high", [5, 18])
async def test_u_34_the_order_shows_only_the_track_of_its_game(width: int, high: int) -> None:
    """A fighter of two games has the boxes of the fight alone, and the points of the other stay in its own pane."""
    boxes = Sheet({"Notice": 2}, track=(Row("stress", "Stress", 4, marks=1),))
    both = {METTLE: make_pools({"focus": 4, "nature": 3, "poise": 2}, 3, 3), WYRD_ENGINE: boxes}
    people = (Actor("ann", "Ann", "party", "pc", sheets=both), Actor("rat", "Rat", "foes", "full", sheets=both))
    dog = Actor("dog", "Dog", "foes", "full", sheets={WYRD_ENGINE: boxes})
    order = Order("gm", 1, "ann", (Place("ann"), Place("rat"), Place("dog")))
    actors = {one.id: one for one in (*people, dog)}
    pane = OrderPane()
    async with Stage(pane).run_test(size=(width, high)) as pilot:
        pane.show(State(games=(METTLE, WYRD_ENGINE), actors=actors, order=order), "")
        await pilot.pause()
        shown = screen_text(pilot.app)
        assert shown.count("■□□□") == 3
        assert not [word for word in ("Focus", "Mettle", "F4", "M3", " 4 ") if word in shown]
        pane.show(State(games=(METTLE, WYRD_ENGINE), actors={one.id: one for one in people}, order=order), "")
        await pilot.pause()
        assert "■" not in screen_text(pilot.app)


async def test_a_tight_order_shows_harm_before_words() -> None:
    """A fighter who is out keeps the track; the word for it stands behind, where there is room."""
    rows = (Row("stress", "Stress", 4, 4), Row("mild", "Mild", 3, 3, penalty=1), Row("moderate", "Moderate", 2, 0))
    out = (Condition("out-of-action", "out of action", out=True),)
    gone = (Condition("conceded", "conceded", out=True),)
    few, many = ({WYRD_ENGINE: Sheet(track=track)} for track in (rows[:1], rows))
    people = {
        "al": Actor("al", "Albert Mercer", "party", "pc", sheets=many, conditions=out, visibility="open"),
        "bo": Actor("bo", "Bo", "foes", "persona", sheets=few, conditions=gone, visibility="open"),
    }
    pane = OrderPane()
    async with Stage(pane).run_test(size=(38, 3)) as pilot:
        order = Order("gm", 1, "bo", (Place("al"), Place("bo")))
        pane.show(State(games=(WYRD_ENGINE,), actors=people, order=order), "")
        await pilot.pause()
        al, bo = (line for line in screen_text(pilot.app).splitlines() if "1 Al" in line or "a Bo" in line)
    assert "■■■■ ◆◆◆ □□" in al
    assert "■■■■" in bo
    assert "conceded" in bo


async def test_a_tight_order_says_that_a_character_holds() -> None:
    """In an order with one line for each row, the word *holds* stands beside the track of a party member."""
    boxes = {WYRD_ENGINE: Sheet(track=(Row("stress", "Stress", 4),))}
    people = {name: Actor(name, name.title(), "party", "pc", sheets=boxes, visibility="open") for name in ("al", "bo")}
    people["cy"] = Actor("cy", "Cy", "foes", "persona", sheets=boxes, visibility="open", concept="Long in the tooth")
    order = Order("gm", 1, "bo", (Place("al", held=True), Place("bo"), Place("cy")))
    pane = OrderPane()
    async with Stage(pane).run_test(size=(40, 3)) as pilot:
        pane.show(State(games=(WYRD_ENGINE,), actors=people, order=order), "")
        await pilot.pause()
        (al,) = (line for line in screen_text(pilot.app).splitlines() if "Al" in line)
    assert "holds" in al
    assert "□□□□" in al


@pytest.mark.parametrize("width", [44, 50, 54, 60, 72])
async def test_the_word_for_a_fallen_actor_moves_no_track(width: int) -> None:
    rows = (Row("stress", "Stress", 4), Row("mild", "Mild", 3), Row("moderate", "Moderate", 2), Row("severe", "S", 1))
    names = ("Hargrave", "Isadora", "Jonathan Blackwood", "Corporal Anselm Frobisher-Pettigrew of Stoke")
    people = [
        Actor(name[:3], name, "party", "pc", sheets={WYRD_ENGINE: Sheet(track=rows)}, visibility="open")
        for name in names[:3]
    ]
    people.append(Actor("Cor", names[3], "foes", "persona", sheets={WYRD_ENGINE: Sheet()}))
    people[1] = replace(people[1], conditions=(Condition("out-of-action", "out of action", out=True),))
    state = State(
        games=(WYRD_ENGINE,),
        actors={one.id: one for one in people},
        order=Order("rolled", 1, "Har", tuple(Place(one.id, score=3) for one in people)),
    )
    pane = OrderPane()
    for height in (5, 6, 9, 20):
        async with Stage(pane).run_test(size=(width, height)) as pilot:
            pane.show(state, "")
            await pilot.pause()
            shown = screen_text(pilot.app)
        starts = {line.index("□□□□") for line in shown.splitlines() if "□□□□" in line}
        assert len(starts) == 1, shown


async def test_the_word_for_the_fallen_has_one_column() -> None:
    """Beside a track the words end in one column, however long the names before them are."""
    rows = (Row("stress", "Stress", 4), Row("mild", "Mild", 3), Row("moderate", "Moderate", 2), Row("severe", "S", 1))
    out = (Condition("out-of-action", "out of action", out=True),)
    sheets = {WYRD_ENGINE: Sheet(track=rows)}
    people = {name: Actor(name, name, "party", "pc", sheets=sheets, conditions=out) for name in ("Al", "Isadora")}
    order = Order("rolled", 1, "Al", tuple(Place(one, score=3) for one in people))
    pane = OrderPane()
    async with Stage(pane).run_test(size=(50, 3)) as pilot:
        pane.show(State(games=(WYRD_ENGINE,), actors=people, order=order), "")
        await pilot.pause()
        al, isadora = (line for line in screen_text(pilot.app).splitlines() if "out of action" in line)
    assert al.index("out of action") == isadora.index("out of action")


@pytest.mark.parametrize("conditions", [("pushed",), ("pushed", "taunted", "off balance", "blinded")])
async def test_a_tight_order_shows_conditions_in_place_of_a_track(conditions: tuple[str, ...]) -> None:
    """All, or the first with a sign that there are more."""
    state = tower()
    held = tuple(Condition(label, label) for label in conditions)
    crew = Actor("crew", "Crew", "foes", "mook", 3, conditions=held)
    actors = {**state.actors, "crew": crew, **{f"foe-{at}": replace(crew, id=f"foe-{at}") for at in range(4)}}
    order = replace(state.order, places=(*state.order.places, *map(Place, actors.keys() - state.actors.keys())))
    pane = OrderPane()
    async with Stage(pane).run_test(size=(40, 1 + len(order.places))) as pilot:
        pane.show(replace(state, actors=actors, order=order), "")
        await pilot.pause()
        rows = [row for row in screen_text(pilot.app).splitlines() if "Crew ×3" in row]
    assert len(rows) == 5
    assert all("pushed" in row and ("pushed …" in row) is (len(conditions) > 1) for row in rows), rows


@pytest.mark.parametrize("size", [(40, 8), (54, 12)])
async def test_u_34_the_spotlight_shows_harm_of_other_games(size: tuple[int, int]) -> None:
    """U-34, WE-57, ME-34: the stripe before a name never stands beside figures that are whole alone."""
    track = (Row("stress", "Stress", 4, marks=3), Row("mild", "Mild", 1))
    pools = make_pools({"focus": 3, "poise": 2}, motive=3)
    points = replace(pools.track[0], marks=1)
    sheets = {
        WYRD_ENGINE: Sheet(track=track),
        METTLE: replace(pools, track=(points, *pools.track[1:])),
        WYRD_ABACUS: make_abilities(4, 5, 6),
    }
    ada, pane = Actor("ada", "Ada", "party", "pc", sheets=sheets, visibility="open"), OrderPane()
    async with Stage(pane).run_test(size=size) as pilot:
        pane.show(State(games=(WYRD_ENGINE, WYRD_ABACUS, METTLE), actors={ada.id: ada}), "")
        await pilot.pause()
        shown = screen_text(pilot.app)
        pane.show(State(games=(WYRD_ABACUS,), actors={ada.id: ada}), "")
        await pilot.pause()
        alone = screen_text(pilot.app)
    assert f"■■■□ □ Mt{points.free}/{points.boxes}" in shown
    assert "■" not in alone


@pytest.mark.parametrize("width", range(38, 46))
async def test_me_14_the_order_tells_what_attacks_meet(width: int) -> None:
    """ME-14: Poise stands there also where fighters of two games have four actions each."""
    boxes = Sheet(
        track=(
            Row("stress", "Stress", 4),
            Row("mild", "Mild", 3),
            Row("moderate", "Moderate", 2),
            Row("severe", "Severe", 1),
        )
    )
    pools = make_pools({"focus": 3, "nature": 4, "poise": 4}, motive=3)
    felix = Actor("felix", "Felix", "party", "pc", sheets={WYRD_ENGINE: boxes, METTLE: pools}, visibility="open")
    mercer = Actor("mercer", "Mercer", "party", "pc", sheets={WYRD_ENGINE: boxes}, visibility="open")
    warden = Actor("warden", "The warden", "foes", sheets={METTLE: pools})
    longer = {**felix.sheets, METTLE: make_pools({"focus": 4, "nature": 3, "poise": 2}, motive=4)}
    magda = replace(felix, id="magda", name="Magda", sheets=longer)
    people = {one.id: one for one in (mercer, felix, magda, warden)}
    state = State(
        games=(WYRD_ENGINE, METTLE), actors=people, order=Order("sides", 1, "felix", tuple(map(Place, people)))
    )
    pane = OrderPane()
    async with Stage(pane).run_test(size=(width, 12)) as pilot:
        pane.show(state, "", turns=dict.fromkeys(people, (("primary", ""), ("minor", "")) * 2))
        await pilot.pause()
        row = next(line for line in screen_text(pilot.app).splitlines() if "The warden" in line)
    assert "P4" in row


@pytest.mark.parametrize("score", [None, 2])
async def test_we_53_used_actions_move_no_track(score: int | None) -> None:
    """WE-53: beside a name that takes the room of columns, of hidden fighters and known ones, scored or not."""
    names = ["Elias Mercer", "Felix Cavendish", "Admiral Lucius Drake", "Colonel Barnaby Stokes"]
    used: tuple[tuple[str, ...], ...] = (("primary",), (), ("minor",), ("primary", "minor"))
    sides: tuple[tuple[Side, Visibility], ...] = (
        ("party", "open"),
        ("party", "open"),
        ("foes", "secret"),
        ("foes", "known"),
    )
    fighters = [
        Actor(name, name, side, "full", sheets={WYRD_ENGINE: Sheet(track=track())}, visibility=seen)
        for name, (side, seen) in zip(names, sides, strict=True)
    ]
    people = [*fighters, Actor("crew", "Captain of the Patrolling Crew", "foes", "mook")]
    places = [Place(who.id, score=score, used=acts) for who, acts in zip(people, (*used, ()), strict=True)]
    pane = OrderPane()
    async with Stage(pane).run_test(size=(40, 12)) as pilot:
        order = Order("gm", 1, names[0], tuple(places))
        turns = dict.fromkeys(names, (("primary", ""), ("minor", "")))
        pane.show(State(actors={one.id: one for one in people}, order=order), "", turns=turns)
        await pilot.pause()
        rows = [line for line in screen_text(pilot.app).splitlines() if "□" in line]
    assert len(rows) == len(names)
    assert len({row.index("□□□□") for row in rows}) == 1
    assert sum("▲" in row for row in rows) == sum("▼" in row for row in rows) == 2
