"""The players' screen and the GM's look at it: what stands there, at which size, and no word of the GM's."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.golden import same_screen, screen_text, screen_with
from tests.planted import MARK, plant
from tests.plays import fight, table
from tests.properties import PROFILE
from tests.rules.test_material import shipped
from tests.rules.test_material import table as shipped_table
from tests.screens.test_doorway import app_of
from tests.sheets import make_abilities, make_pools
from tests.store.acts import act, small_table
from tests.table_fakes import tower
from wyrd_tui.app import WyrdApp
from wyrd_tui.engine import player_view as player_view_module
from wyrd_tui.engine.dice import LiveDice
from wyrd_tui.engine.events import Shown
from wyrd_tui.engine.page import Page
from wyrd_tui.engine.player_view import (
    PlayerView,
    SeenChallenge,
    SeenPage,
    SeenPerson,
    SeenPlace,
    SeenRow,
    player_view,
)
from wyrd_tui.engine.spans import PageLine
from wyrd_tui.engine.state import METTLE, WYRD_ABACUS, Actor, Book, State
from wyrd_tui.screens.public_lines import compose_view
from wyrd_tui.screens.public_tracks import Plan, in_short
from wyrd_tui.screens.watch import UNREAD, WatchScreen
from wyrd_tui.store.tables.following import Following
from wyrd_tui.store.tables.opening import create_table
from wyrd_tui.widgets.glyphs import ASCII, UNICODE
from wyrd_tui.widgets.spans import width_of

SIZES = ((80, 24), (120, 40), (200, 60))
LETTER = Page("letter", "handout", "A letter", "Come to the mill at midnight.\nBring nobody.", public=True)


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WYRD_HOME", str(tmp_path))


def open_table(state: State) -> State:
    """Return a table of which players see all people and challenges."""
    people = {who: replace(one, visibility="open") for who, one in state.actors.items()}
    rods = {which: replace(one, visibility="open") for which, one in state.challenges.items()}
    return replace(state, actors=people, challenges=rods, book=Book((LETTER,)))


def watching(path: Path) -> WyrdApp:
    """Return the program that follows a journal."""
    return WyrdApp(lambda look, glyphs: WatchScreen(Following(path), look, glyphs))


def text_of(state: State, width: int, height: int) -> str:
    """Return the lines that players see of a table."""
    lines = compose_view(player_view(state), width, height)
    assert len(lines) <= height
    return "\n".join("".join(text for text, _ in line.spans) for line in lines)


@pytest.mark.parametrize("size", SIZES)
async def test_the_players_screen_looks(size: tuple[int, int]) -> None:
    with create_table(open_table(tower()), "Friday") as table:
        app = watching(table.path.with_suffix(".journal"))
        async with app.run_test(size=size) as pilot:
            await screen_with(pilot, "Order")
            same_screen(app, f"watch-{size[0]}x{size[1]}")


async def test_the_players_screen_follows_without_a_key() -> None:
    with create_table(small_table(), "Friday") as table:
        play = table.session(dice=LiveDice())
        app = watching(table.path.with_suffix(".journal"))
        async with app.run_test(size=(80, 24)) as pilot:
            assert "Mercer" not in await screen_with(pilot, "Scene")
            play.do(act(Shown("mercer", "open")), {})
            await screen_with(pilot, "Mercer")
            play.undo()
            for _ in range(100):
                await pilot.pause(0.05)
                if "Mercer" not in screen_text(app):
                    break
            assert "Mercer" not in screen_text(app)
            await pilot.press("q")
        assert app.return_code == 0


async def test_a_table_that_is_gone_leaves_its_last_picture() -> None:
    with create_table(open_table(tower()), "Friday") as table:
        path = table.path.with_suffix(".journal")
        app = watching(path)
        async with app.run_test(size=(80, 24)) as pilot:
            await screen_with(pilot, "Order")
            path.rename(path.with_suffix(".away"))
            text = await screen_with(pilot, UNREAD)
            assert "Order" in text
            path.with_suffix(".away").rename(path)
            for _ in range(100):
                await pilot.pause(0.05)
                if UNREAD not in screen_text(app):
                    break
            assert UNREAD not in screen_text(app)


async def test_the_gm_sees_what_players_see() -> None:
    app = app_of(open_table(tower()))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("escape", "V")
        text = await screen_with(pilot, "What players see now")
        assert "A letter" in text
        await pilot.press("V")
        assert "What players see now" not in screen_text(app)


@pytest.mark.parametrize(("width", "height"), [(80, 24), (40, 12), (200, 60)])
def test_no_line_is_wider_than_the_screen(width: int, height: int) -> None:
    people = tuple(SeenPerson(f"{number} 漢字 of the very long name indeed", 3, "hurt") for number in range(30))
    crowd = replace(player_view(open_table(fight())), party=people, others=people, last="word " * 200)
    for glyphs in (ASCII, None):
        lines = compose_view(crowd, width, height, glyphs) if glyphs else compose_view(crowd, width, height)
        assert len(lines) <= height
        assert all(width_of(line.spans) <= width for line in lines)


def test_the_harm_of_the_party_comes_before_that_of_others() -> None:
    rows = tuple(SeenRow(label, "2/6", 4, 2) for label in ("Body", "Mind", "Soul"))
    party = tuple(SeenPerson(f"Hero number {number} of the tale", rows=rows, health="hurt") for number in range(4))
    others = tuple(SeenPerson(f"Friend number {number}", rows=rows, health="hurt") for number in range(5))
    lines = compose_view(PlayerView("Tale", party=party, others=others), 80, 24)
    text = "\n".join("".join(text for text, _ in line.spans) for line in lines)
    assert text.count("Hero number") == text.count("■■□□□□ ■■□□□□ ■■□□□□") == 4
    assert text.count("Friend number") == 5


def test_free_boxes_have_their_own_sign_on_large_screens_too() -> None:
    """The sign of ghosts would say that something is about to be lost."""
    text = text_of(open_table(tower()), 200, 60)
    assert UNICODE.free * 3 in text
    assert UNICODE.whole * 3 in text
    assert UNICODE.ghost not in text


def test_the_partys_harm_goes_before_pages_and_unhurt_people() -> None:
    rows = tuple(SeenRow(label, "1/3", 2, 1, wound=True) for label in ("Mild", "Moderate", "Severe"))
    party = tuple(SeenPerson(f"Hero {number}", rows=rows, health="hurt", conditions=("Afraid",)) for number in range(7))
    others = tuple(SeenPerson(f"Friend {number}", health="unhurt") for number in range(6))
    order = tuple(SeenPlace(one.name, health=one.health) for one in party)
    page = SeenPage("handout", "hand-out", "A letter", "Come to the mill at midnight. " * 12)
    lines = compose_view(PlayerView("Tale", party=party, others=others, order=order, pages=(page,)), 80, 24)
    text = "\n".join("".join(text for text, _ in line.spans) for line in lines)
    assert text.count("◆◇◇ ◆◇◇ ◆◇◇") == text.count("Afraid") == 7
    assert "Friend 0, Friend 1" in text
    assert "A letter" in text


def test_u_34_players_see_the_letters_of_the_gms_panes() -> None:
    """U-34: Mind and Mettle begin alike; at a table of Mettle alone one letter does."""
    sheets = {WYRD_ABACUS: make_abilities(4, 5, 6), METTLE: make_pools({"focus": 3}, motive=4)}
    both = Actor("ada", "Ada", "party", "pc", sheets=sheets, visibility="open")
    alone = replace(both, sheets={METTLE: sheets[METTLE]})

    def letters(who: Actor, *games: str) -> list[str]:
        seen = player_view(State(games=games, actors={who.id: who})).party[0].rows
        drawn = "".join(text for text, _ in in_short(seen, Plan(80, 0, True, 0, UNICODE)))
        return re.findall(r"(\w+)◇", drawn)

    assert letters(both, WYRD_ABACUS, METTLE) == ["B", "M", "S", "Mt"]
    assert set(letters(alone, WYRD_ABACUS, METTLE)) == {"Mt"}
    assert set(letters(alone, METTLE)) == {"M"}


def test_lines_without_room_are_counted() -> None:
    people = tuple(SeenPerson(f"Number {number}", health="hurt") for number in range(60))
    lines = compose_view(PlayerView("Crowd", party=people), 80, 24)
    assert any("more lines" in text for line in lines for text, _ in line.spans)


# ------------------------------------------------------------------ nothing leaks


def squeezed(text: str) -> str:
    """Return a text without blanks and capitals, since names may stand in spaced capitals."""
    return "".join(text.split()).casefold()


def leaks(text: str) -> bool:
    """Tell whether a word of the GM's is in a text of the screen."""
    return MARK.casefold() in squeezed(text)


@PROFILE
@given(st.data(), st.sampled_from(SIZES))
def test_no_word_of_the_gms_is_on_the_players_screen(data: st.DataObject, size: tuple[int, int]) -> None:
    assert not leaks(text_of(plant(table(data.draw)), *size))


def test_a_field_let_through_is_found_on_the_players_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    state = plant(open_table(tower()))
    assert not leaks(text_of(state, 200, 60))
    monkeypatch.setattr(player_view_module, "_conditions", lambda actor: [actor.id])
    assert leaks(text_of(state, 200, 60))


def test_a_word_let_through_in_spaced_capitals_is_found() -> None:
    view = PlayerView("Tale", party=(SeenPerson(f"Ada {MARK}"),))
    assert leaks("\n".join(map(text_line, compose_view(view, 200, 60))))


def test_no_row_moves_when_the_turn_passes() -> None:
    for width, height in SIZES:
        places = [
            PlayerView("Tale", round=1, order=tuple(SeenPlace(f"Fighter {at}", turn=at == turn) for at in range(3)))
            for turn in range(3)
        ]
        drawn = [[text_line(line) for line in compose_view(view, width, height)] for view in places]
        rows = [[at for at, words in enumerate(lines) if "fighter" in squeezed(words)] for lines in drawn]
        assert len(rows[0]) == 3
        assert rows[0] == rows[1] == rows[2]


@pytest.mark.parametrize("size", [(120, 40), (200, 60)], ids=["120x40", "200x60"])
def test_few_people_have_large_rows_over_the_screens_height(size: tuple[int, int]) -> None:
    """Names in spaced capitals, and the last of three rows below the first third."""
    view = PlayerView("Tale", party=tuple(SeenPerson(f"Fighter {letter}", health="hurt") for letter in "ABC"))
    lines = [text_line(line) for line in compose_view(view, *size)]
    rows = [at for at, words in enumerate(lines) if "F I G H T E R" in words]
    assert len(rows) == 3
    assert rows[2] > size[1] // 3


def text_line(line: PageLine) -> str:
    """Return the text of a line."""
    return "".join(text for text, _ in line.spans)


def test_a_stake_that_has_no_room_ends_in_a_sign() -> None:
    rod = SeenChallenge("Gate", open=True, needed=3, lose="one word after another " * 40)
    text = "\n".join(
        "".join(text for text, _ in line.spans) for line in compose_view(PlayerView("Tale", challenges=(rod,)), 80, 24)
    )
    assert "word after another one" in text
    assert text.rstrip().splitlines()[-1].endswith("…")


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (160, 45)])
@pytest.mark.parametrize("fight", [False, True])
@pytest.mark.parametrize("count", [1, 4, 6, 13, 24])
def test_many_pages_hide_neither_the_latest_nor_harm(size: tuple[int, int], fight: bool, count: int) -> None:
    stress = SeenRow("Stress", "1/4", 3, 1)
    names = ("Captain Elias Mercer", "Felix Cavendish", "Isadora Lovelace", "Cornelius Flint")
    party = tuple(SeenPerson(name, health="hurt", rows=(stress,), conditions=("grappled",)) for name in names)
    pages = tuple(
        SeenPage("clue", "clue", f"Clue {number}", f"text{number} " + "word " * 25) for number in range(count)
    )
    order = (*(SeenPlace(name) for name in names), SeenPlace("Foe")) if fight else ()
    shown = compose_view(PlayerView(title="T", party=party, order=order, pages=pages), *size)
    told = "\n".join("".join(text for text, _ in line.spans) for line in shown)
    assert told.count("grappled") == len(names)
    assert f"text{count - 1}" in told
    assert len(shown) <= size[1]
    if count > told.count("text"):
        assert f"{count - told.count('text')} more shown" in told


@pytest.mark.parametrize("gms", [False, True])
async def test_a_long_handout_is_read_to_its_end_by_key(gms: bool) -> None:
    """Esc and the key up lead back to the table, where the page ends in words on how to read on."""
    text = "\n".join(f"Line {number} of the letter." for number in range(60))
    state = replace(open_table(tower()), book=Book((replace(LETTER, text=text),)))
    with create_table(state, "Friday") as table:
        app = app_of(state) if gms else watching(table.path.with_suffix(".journal"))
        async with app.run_test(size=(80, 24)) as pilot:
            if gms:
                await pilot.press("escape", "V")
            assert "space reads on" in await screen_with(pilot, "Line 1 ")
            await pilot.press("space")
            assert "Order" not in await screen_with(pilot, "Line 15 ")
            await pilot.press("pagedown", "pagedown", "pagedown")
            await screen_with(pilot, "Line 59 ")
            await pilot.press("escape")
            await screen_with(pilot, "Order")
            await pilot.press("down", "down")
            assert "Order" not in await screen_with(pilot, "Line 2 ")
            await pilot.press("up", "up")
            await screen_with(pilot, "Order")


def test_a_page_without_its_own_title_is_named_once() -> None:
    pages = (SeenPage("handout", "hand-out", "Hand-out", "Come."), SeenPage("clue", "clue", "Ash", "Burnt."))
    view = PlayerView("Tale", pages=pages)
    told = "".join(text for line in compose_view(view, 80, 24) for text, _ in line.spans)
    assert told.casefold().count("hand-out") == 1
    assert "Ash  clue" in told


def test_pools_are_told_apart_where_room_is_short() -> None:
    pools = tuple(SeenRow(label, "3/4", 3, 1, points=True) for label in ("Body", "Mind", "Soul"))
    people = tuple(SeenPerson(f"Hero number {number} of the tale", rows=pools, health="hurt") for number in range(9))
    lines = ["".join(text for text, _ in line.spans) for line in compose_view(PlayerView("T", party=people), 80, 24)]
    assert any("B" in line and "M" in line and "S" in line for line in lines)


def test_boxes_beside_a_short_name_are_in_sight() -> None:
    pools = tuple(SeenRow(label, "4/4", 4, 0, points=True) for label in ("Mettle", "Body"))
    view = PlayerView(title="T", party=(SeenPerson("Zoë", rows=(*pools, *pools, *pools)),))
    told = "".join(text for line in compose_view(view, 80, 24) for text, _ in line.spans)
    assert "◇◇◇◇" in told


def test_numbers_without_room_beside_boxes_stand_together_below() -> None:
    numbers = tuple(SeenRow(label, "3", points=True) for label in ("Focus", "Nature", "Poise"))
    row = SeenRow("Mettle", "5/5", 5, 0, points=True)
    view = PlayerView(title="T", party=(SeenPerson("Viktor", rows=(row, *numbers)),))
    lines = ["".join(text for text, _ in line.spans) for line in compose_view(view, 120, 40)]
    assert [line.split() for line in lines if "Poise" in line] == [["Focus", "3", "Nature", "3", "Poise", "3"]]


@pytest.mark.parametrize(("width", "height"), [(80, 24), (120, 40), (200, 60)])
def test_wa_28_a_scratched_ability_differs_from_a_spent_one(width: int, height: int) -> None:
    """WA-28, WA-29: by the sign that the game master’s screen has for it."""
    soul, body = SeenRow("Soul", "lost", 0, 3, wound=True, points=True), SeenRow("Body", "0/4", 0, 4, points=True)
    view = PlayerView("T", party=(SeenPerson("Ada", rows=(soul, body), health="hurt"),))
    told = "".join(text for line in compose_view(view, width, height) for text, _ in line.spans)
    assert UNICODE.struck * 3 in told
    assert told.count(UNICODE.struck) % 3 == 0


WYRD = (SeenRow("Body", "3/4", 3, 1, points=True), SeenRow("Wyrd", "2", points=True, loud="strong"))


@pytest.mark.parametrize("many", [1, 12])
def test_wyrd_is_in_sight_where_room_is_short(many: int) -> None:
    """WA-38: its owner rolls so many dice; in a crowd harm is a word, and Wyrd stays beside it."""
    crowd = tuple(SeenPerson(f"Guest {number} of the house", health="hurt", rows=WYRD) for number in range(many))
    lines = compose_view(PlayerView(party=crowd), 80, 24)
    assert sum("Wyrd 2" in "".join(text for text, _ in line.spans) for line in lines) == many


def test_tracks_of_the_party_stand_alike_beside_or_below_names() -> None:
    crowd = (SeenPerson("Ada", rows=WYRD), SeenPerson("Guest with a very long name", rows=WYRD))
    lines = ["".join(text for text, _ in line.spans) for line in compose_view(PlayerView(party=crowd), 80, 8)]
    assert [line.strip() for line in lines if "Wyrd" in line] == ["B◇◇◇◆ Wyrd 2"] * 2


def test_pages_without_words_leave_room_to_those_with_words() -> None:
    """They are named together below, as on the page in a browser; a narrow crowd of them is cut and counted."""
    rules = tuple(SeenPage("rule", "stage rule", f"Rule {number}") for number in range(9))
    view = PlayerView("Tale", pages=(SeenPage("clue", "clue", "Ash", "Burnt."), *rules))
    lines = ["".join(text for text, _ in line.spans).strip() for line in compose_view(view, 80, 24)]
    assert lines.index("Burnt.") < next(at for at, line in enumerate(lines) if line.startswith("Stage rule: Rule 0 ·"))
    assert compose_view(PlayerView("Tale", pages=rules), 40, 6)


def test_a_last_result_without_room_ends_in_a_sign() -> None:
    view = PlayerView("Tale", last="Admiral Lucius Drake hits Captain Elias Mercer for 7. " * 2)
    lines = ["".join(text for text, _ in line.spans) for line in compose_view(view, 40, 12)]
    assert lines[-1].endswith("…")
    assert "for 7" in "".join(lines[-2:])


def test_a_track_of_two_games_has_all_its_lines() -> None:
    """U-34: somebody who plays two games has boxes of one and points of the other."""
    boxes = tuple(SeenRow(label, "0/4", 4) for label in ("Stress", "Mild", "Moderate"))
    person = SeenPerson("Captain Elias Mercer", health="hurt", rows=(*boxes, *WYRD[:1] * 3, *WYRD))
    told = "".join(text for line in compose_view(PlayerView(party=(person,)), 80, 9) for text, _ in line.spans)
    assert told.count("B◇◇◇◆") == 4
    assert "Wyrd 2" in told


@pytest.mark.parametrize(
    ("rod", "told"),
    [
        (SeenChallenge("Lock", open=True, win="Open.", lose="Shut."), ["On success: Open.", "On failure: Shut."]),
        (SeenChallenge("Lock", open=True, win="Open.", lose="Shut.", outcome="overcome"), ["Open."]),
        (SeenChallenge("Lock", open=True, win="Open.", lose="Shut.", outcome="failed"), ["Shut."]),
        (SeenChallenge("Fuse", clock=True, open=True, lose="Bang."), ["Once full: Bang."]),
        (SeenChallenge("Fuse", clock=True, open=True, win="Calm.", lose="Bang.", outcome="full"), ["Bang."]),
        (SeenChallenge("Lock", open=True, who=("Ada", "Bob")), ["Ada, Bob"]),
    ],
)
def test_a_challenge_tells_its_people_and_stakes_as_the_page(rod: SeenChallenge, told: list[str]) -> None:
    lines = [text_line(line).strip() for line in compose_view(PlayerView(challenges=(rod,)), 100, 30)]
    assert [line for line in lines if line in {"Ada, Bob"} or "." in line] == told


def test_a_member_of_the_party_stands_with_the_player() -> None:
    view = PlayerView(party=(SeenPerson("Ada", player="Kim", health="unhurt"),))
    text = "\n".join(map(text_line, compose_view(view, 80, 24)))
    assert "Ada  Kim" in text
    assert "unhurt" not in text


@pytest.mark.parametrize("denizens", range(0, 14, 2))
def test_a_larger_screen_says_no_less_of_people(denizens: int) -> None:
    """Harm in a word and numbers without a track, from 80×24 to 200×60, with few people and with many."""
    play = shipped_table(shipped("nobody-told-the-bees"))
    play("begin")
    for line in ("scratch nora body", "take edith 2", *(f"add Walker{n} foes npc" for n in range(denizens))):
        play(line)
    told: list[int] = []
    for width, height in SIZES:
        view = player_view(open_table(play.state))
        shown = "\n".join(text_line(line) for line in compose_view(view, width, height))
        told.append(shown.count("badly hurt") + len(re.findall(r"Wyrd [0-9]", shown)))
    assert told == sorted(told)
