"""The book: finding, reading, and marking what became of its pages."""

import asyncio
from dataclasses import replace
from functools import cache

import pytest

from tests.golden import same_screen, screen_text
from tests.screens.desk import press, seat
from tests.screens.shipped import begun, keyed, prompt
from tests.screens.tables import HOSTILE, SIZES, ScreenApp, session, shown
from wyrd_tui.engine.commands import Answers
from wyrd_tui.engine.dice import LiveDice
from wyrd_tui.engine.page import Page
from wyrd_tui.engine.rules.shared.scenes import MARK_PAGE
from wyrd_tui.engine.session import Session
from wyrd_tui.engine.spans import RowId
from wyrd_tui.engine.state import WYRD_ABACUS, Book, Challenge, Scene, State
from wyrd_tui.engine.voices import page_word
from wyrd_tui.screens.book import BookScreen
from wyrd_tui.screens.book_pages import CastRow, RodRow, list_pages, page_lines, space_word
from wyrd_tui.screens.scroll import Scroll
from wyrd_tui.screens.table.scene_text import scene_facts


@pytest.mark.parametrize("size", SIZES)
def test_looks(size: tuple[int, int]) -> None:
    async def look() -> None:
        app = ScreenApp(BookScreen(session()))
        async with app.run_test(size=size, notifications=True, tooltips=True) as pilot:
            await pilot.pause()
            await pilot.press("j")
            same_screen(app, f"book-{size[0]}x{size[1]}")

    asyncio.run(look())


@cache
def play(page: RowId, *keys: str) -> tuple[Session, str]:
    """The table, and the screen, after keys on a page; tests only look at them, so that each is played once."""

    async def go() -> tuple[Session, str]:
        played = session()
        app = ScreenApp(BookScreen(played, page))
        async with app.run_test(size=(120, 40), notifications=True, tooltips=True) as pilot:
            await pilot.pause()
            await pilot.press(*keys)
            await pilot.pause()
            return played, screen_text(app)

    return asyncio.run(go())


@pytest.mark.parametrize("key", ["space", "c"])
def test_a_member_of_the_cast_who_is_there_is_named(key: str) -> None:
    there = next(iter(session().state.book.cast.keys() & session().state.actors.keys()), "")
    played, shown = play(CastRow(there), key)
    assert f"On stage already: {played.state.actors[there].name}." in shown


def test_esc_shows_all_pages_about_the_cursor() -> None:
    """The list that a search had cut short has the cursor in sight, far below its top."""
    pages = tuple(Page(f"page-{number}", "note", f"Note {number}") for number in range(60))
    state = State("T", book=Book((*pages, Page("last", "note", "Behind all"))))

    async def look() -> str:
        app = ScreenApp(BookScreen(Session(state, dice=LiveDice(7), clock=lambda: 0.0)))
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            await pilot.press("slash", *"behind", "enter", "escape")
            await pilot.pause()
            return screen_text(app)

    shown = asyncio.run(look())
    assert "Note 59" in shown
    assert any(line.startswith("▸") and "Behind all" in line for line in shown.splitlines())


def test_space_marks_and_takes_back() -> None:
    assert play("lock", "space")[0].state.marks["lock"] == "found"
    assert "lock" not in play("lock", "space", "space")[0].state.marks
    assert play("steam", "space")[0].state.marks["steam"] == "fired"
    assert "steam" not in play("steam", "enter")[0].state.marks, "Enter reads, and nothing happens by it"


def test_a_page_that_is_only_read_says_so() -> None:
    played, shown = play("truth", "space")
    assert not played.done
    assert "for reading only" in shown


def test_a_key_of_the_table_says_that_it_does_nothing() -> None:
    played, shown = play("truth", "B")
    assert not played.done
    assert "B does nothing here. ? shows all keys." in shown
    assert "does nothing" not in play("truth", "j")[1]


def test_g_has_the_table_ask_what_begins_an_act() -> None:
    """The book closes, so that nobody begins a scene without reading what leaves and what it brings."""
    played, asked = session(), list[tuple[str, Answers]]()
    shown(BookScreen(played, "deck", ask=lambda name, given: asked.append((name, given))), "g")
    assert asked == [("begin", {"page": "deck"})]
    assert played.state.scene.page != "deck"


def test_the_table_asks_for_the_book_as_by_its_key() -> None:
    """A page that was marked in the book stays marked; Enter begins the scene."""
    table, _ = seat(session().state)
    table.session.do(MARK_PAGE, {"page": "lock", "mark": "found"})
    table.ask_about("begin", {"page": "deck"})
    assert "exit; " in prompt(table).preview
    assert table.state.marks["lock"] == "found"
    while table.asking is not None:
        press(table, "enter")
    assert table.state.scene.page == "deck"


def test_the_book_spells_keys_and_lines_as_the_table_does() -> None:
    assert "! NOTHING" in shown(BookScreen(session(), "deck", keyed=str.upper), "U")
    played = session()
    played.do(MARK_PAGE, {"page": "deck", "mark": "begun"})
    assert "already. :begin deck begins it again." in shown(BookScreen(played, "deck"), "g")


def test_wa_42_a_scene_that_runs_is_told_with_its_key() -> None:
    table = begun("the-light-on-gannet-stack")
    table.session.state = replace(table.session.state, scene=replace(table.session.state.scene, between=False))
    table.ask_about("begin", {"page": next(page.id for page in table.session.state.book.pages if page.kind == "act")})
    assert table.asking is None
    assert "end (e) ends it first" in table.speech.status.said


def test_c_brings_a_character_on() -> None:
    played, shown = play(CastRow("stranger"), "c")
    assert "stranger" in played.state.actors
    assert "on stage" in shown
    assert HOSTILE in shown


def test_refusals_are_sentences() -> None:
    _, shown = play("ledger", "c")
    assert "! Only a character can be brought in" in shown
    _, shown = play(CastRow("stranger"), "g")
    assert "! Only an act" in shown


def test_space_is_named_where_g_begins_nothing() -> None:
    assert "space to mark this page reached" in play("ship", "g")[1]


def test_a_key_that_begins_nothing_tells_what_the_mark_brings() -> None:
    """WE-97: a complication that puts a challenge on the abacus."""
    state = begun("nobody-told-the-bees", "B ⏎ ⏎").state
    page = next(page for page in state.book.pages if page.title == "A toast to the absent")

    async def look() -> str:
        app = ScreenApp(BookScreen(Session(state, dice=LiveDice(7), clock=lambda: 0.0), page.id))
        async with app.run_test(size=(160, 40)) as pilot:
            await pilot.pause()
            await pilot.press("g")
            await pilot.pause()
            return screen_text(app)

    told = "mark this page fired and put Honey from the thirteenth comb on the abacus."
    assert told in " ".join(asyncio.run(look()).split())


def test_a_second_search_begins_anew_and_escape_clears_it_first() -> None:
    _, shown = play("premise", "slash", *"stowa", "enter", "slash", *"burnt")
    assert "A burnt ledger" in shown
    assert "Scratches on the lock" not in shown
    _, shown = play("premise", "slash", *"stowa", "enter", "escape")
    assert "A burnt ledger" in shown
    assert "only what holds" not in shown
    assert "Book" in shown
    _, shown = play("premise", "slash", *"stowa", "enter", "escape", "escape")
    assert "A burnt ledger" not in shown, "the book is closed"
    _, shown = play("premise", "slash", *"stowa", "enter", "q")
    assert "Scratches on the lock" not in shown, "q leaves at once"


def test_escape_is_labelled_by_what_it_does_to_a_search() -> None:
    kept = foot(play("premise", "slash", *"stowa", "enter")[1])
    assert ("esc show all" in kept, "esc back" in kept) == (True, False)
    assert "esc back" in foot(play("premise", "slash", *"stowa", "enter", "escape")[1])


def test_no_keys_are_named_that_type_letters_of_a_search() -> None:
    """The foot names Enter and Escape beside the word, once, and the keys of the list come back after it."""
    last = play("premise", "slash", *"stowa")[1].splitlines()[-1]
    assert last.split() == ["/stowa▏", "enter", "keep", "esc", "show", "all"]
    assert "/ find" in foot(play("premise", "slash", *"stowa", "enter")[1])


def test_finding_narrows_the_list() -> None:
    _, shown = play("premise", "slash", *"stowa")
    assert "Scratches on the lock" in shown
    assert "A burnt ledger" not in shown
    _, shown = play("premise", "slash", *"zz", "enter")
    assert "No entry contains that word." in shown
    _, shown = play("premise", "slash", "s", "escape")
    assert "A burnt ledger" in shown


def test_titles_are_found_before_texts() -> None:
    """The act that the cursor was on has the word in its text, and is left alone."""
    played, _ = play("brig", "slash", *"engine", "enter", "space")
    assert played.state.marks.get("engine") == "visited"
    assert played.state.marks.get("brig") == session().state.marks.get("brig")


def test_players_and_game_master_are_apart() -> None:
    assert "Players may read this" in play("letter")[1]
    assert "For you alone" in play("truth")[1]
    assert "Reveals" in play("ledger")[1]


def test_wa_14_book_opens_at_a_page_that_can_begin() -> None:
    """Between scenes the book opens at the first page that can begin, not at a locked one (WA-14)."""
    mob = Challenge("mob", "Mob", game=WYRD_ABACUS, value=2, type="Threat")
    pages = (Page("last", "act", "The Altar", after=("mob",)), Page("mill", "act", "The Mill", "Grain and rats."))
    start = State("T", (WYRD_ABACUS,), scene=Scene(between=True), challenges={"mob": mob}, book=Book(pages))
    played = Session(start, dice=LiveDice(7), clock=lambda: 0.0)

    async def look() -> str:
        app = ScreenApp(BookScreen(played))
        async with app.run_test(size=(120, 40)) as pilot:
            await pilot.pause()
            return screen_text(app)

    shown = asyncio.run(look())
    assert "Grain and rats." in shown
    assert "locked" in shown


def test_the_keys_in_the_text_are_seen_and_scroll_it() -> None:
    """The list's cursor is hollow meanwhile, the rule double, and at the end of the text a key says so."""

    async def go() -> None:
        played = session()
        app = ScreenApp(BookScreen(played, "lock"))
        async with app.run_test(size=(80, 14), notifications=True, tooltips=True) as pilot:
            await pilot.pause()
            assert "▸" in screen_text(app)
            assert "═" not in screen_text(app)
            await pilot.press("enter")
            shown = screen_text(app)
            assert ("▹" in shown, "▸" in shown, "═" in shown) == (True, False, True)
            page = app.screen.query_one("#page", Scroll)
            assert page.below
            await pilot.press("j")
            assert page.scroll_offset.y == 1
            await pilot.press("k", "k")
            assert "Tab goes back to the list." in screen_text(app)
            await pilot.press("space")
            assert played.state.marks["lock"] == "found"

    asyncio.run(go())


def foot(shown: str) -> str:
    return shown.splitlines()[-1]


def test_we_97_keys_say_what_they_do_to_the_page() -> None:
    """`v` hides a page that players read, and `g` begins a scene that has not begun, and nothing else."""
    assert "v show players" in foot(play("letter", "v")[1])
    assert "v hide from players" in foot(play("letter")[1])
    assert "g begin" in foot(play("deck")[1])
    assert "v show the title to players" in foot(play("deck")[1])
    for page, keys in (("ledger", ()), ("steam", ()), ("deck", ("g",))):
        assert "g begin" not in foot(play(page, *keys)[1])


@pytest.mark.parametrize(
    ("row", "shows"),
    [("letter", True), ("ledger", True), ("truth", False), (CastRow("stranger"), False), (RodRow("door"), False)],
)
def test_we_97_v_has_a_label_only_where_it_shows_something(row: RowId, *, shows: bool) -> None:
    assert any(label in foot(play(row)[1]) for label in ("v show", "v hide")) is shows
    assert ("!" in play(row, "v")[1].splitlines()[-2]) is not shows


def test_we_97_a_page_tells_what_players_see_of_whom_it_brings() -> None:
    assert "Crewmen ×4  open to players" in play("brig")[1]


def test_wa_14_a_page_tells_when_its_challenge_strikes_by_itself() -> None:
    state = begun("nobody-told-the-bees").state
    toast = next(page for page in state.book.pages if page.title == "A toast to the absent")
    lines = ["".join(text for text, _ in line.spans).strip() for line in page_lines(state, toast, 40)]
    at = lines.index("Honey from the thirteenth comb  Taint 5")
    assert lines[at + 1] == "strikes as the scene ends"


def test_space_is_labelled_by_what_it_does_to_a_mark() -> None:
    """A page that is marked loses its mark at the same key."""
    assert "space mark" in play("lock")[1]
    assert "space unmark" in play("lock", "space")[1]
    assert "space mark" in play("lock", "space", "space")[1]


@pytest.mark.parametrize(
    ("row", "keys", "labels"),
    [
        (CastRow("stranger"), (), "space c bring in"),
        (CastRow("crewmen"), (), ""),
        (RodRow("door"), (), "space put on abacus"),
        (RodRow("door"), ("space",), ""),
        ("steam", (), "space fire"),
        ("steam", ("space",), "space unmark"),
        ("truth", (), ""),
        ("lock", (), "space mark"),
    ],
)
def test_we_97_space_is_labelled_by_what_it_does_to_the_row(row: RowId, keys: tuple[str, ...], labels: str) -> None:
    """Space has no label where it would be refused; `c` has one for characters in the wings alone (WE-97)."""
    line = foot(play(row, *keys)[1])
    assert labels in line
    for key in ("space", "c bring in"):
        assert (key in line) == (key in labels), line


def test_we_97_a_complication_that_brings_people_has_it_in_the_label() -> None:
    page = Page("inspector", "complication", "The Inspector takes over", brings=("stranger",))
    state = session().state
    assert space_word(state, page) == "fire, bring in"
    assert space_word(replace(state, actors={**state.actors, **state.book.cast}), page) == "fire"


def test_we_97_a_page_names_at_its_top_whom_it_brings_in() -> None:
    """The list of them may lie below the end of the screen (WE-97)."""
    page = Page("inspector", "complication", "The Inspector takes over", brings=("stranger", "crewmen"))
    top = "".join(text for text, _ in page_lines(session().state, page, 70)[1].spans)
    assert top == f"complication · brings in {HOSTILE} and Crewmen"


@pytest.mark.parametrize(("width", "kind"), [(50, True), (31, False)])
def test_a_title_comes_whole_before_its_kind(width: int, kind: bool) -> None:
    rod = Challenge("accounts", "Conflicting accounts", "task", needed=2)
    rows = list_pages(State("T", challenges={"accounts": rod}), "", width)
    row = "".join(text for text, _ in rows[-1].spans)
    assert "Conflicting accounts" in row
    assert ("task" in row) is kind


def test_a_long_sentence_below_the_book_takes_more_lines() -> None:
    brings = tuple(f"guest-{number}" for number in range(6))
    guests = {
        who: replace(next(iter(session().state.book.cast.values())), id=who, name=f"Guest {who}") for who in brings
    }
    page = Page("ball", "complication", "The ball", brings=brings)
    state = State("T", book=Book((page,), cast=guests))

    async def look() -> str:
        app = ScreenApp(BookScreen(Session(state, dice=LiveDice(7), clock=lambda: 0.0), "ball"))
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.press("space")
            await pilot.pause()
            return screen_text(app)

    *_, last, keys = asyncio.run(look()).splitlines()
    assert "guest-5" in last
    assert "space unmark" in keys


def test_secrets_of_a_visited_place_stay_hidden_until_shown() -> None:
    place = Page("shed", "place", "The shed", "Dark.", reveals="A lamp.")
    state = State("Table", book=Book((place,)))
    marked = replace(state, marks={"shed": "visited"})
    public = Book((replace(place, public=True),))
    for told, one in (
        ("for you alone until visited and v shows the page", state),
        ("for you alone until v shows the page", marked),
        ("for you alone until visited", replace(state, book=public)),
        ("players read this too", replace(marked, book=public)),
    ):
        page = one.book.pages[0]
        assert told in "\n".join("".join(text for text, _ in line.spans) for line in page_lines(one, page, 60))


def test_wa_07_a_page_has_one_word_everywhere() -> None:
    """WA-07: a part of the story is a scene at a table of the Wyrd Abacus, and a hand-out is spelt as in the book."""
    table = begun("nobody-told-the-bees", "/ =lane")
    hints = {offer.label: offer.hint for part in prompt(table).parts for offer in part.offers}
    assert hints["The Lane"] == "scene"
    keyed(table, "esc")
    press(table, ":", "=mark the-lane begun", "enter")
    assert "Scene marked as begun: The Lane" in "\n".join(map(str, table.session.last(1)[0].act.log))
    assert page_word(Page("ribbon", "handout", "A ribbon"), table.state) == "hand-out"


@pytest.mark.parametrize(
    ("width", "words"), [(60, "stage rule · in force · players"), (42, "in force · players"), (32, "players"), (26, "")]
)
def test_the_words_behind_a_title_give_way_to_it(width: int, words: str) -> None:
    """WA-52: a rule that is in force keeps its whole title on a narrow screen."""
    rule = Page("bees", "rule", "Nobody Told the Bees", public=True)
    state = State(games=(WYRD_ABACUS,), scene=Scene(page="bees"), book=Book((rule,)))
    (row,) = (line for line in list_pages(state, "", width) if line.id == "bees")
    assert "".join(text for text, _ in row.spans).removeprefix("✓ Nobody Told the Bees").strip() == words


def test_me_07_a_clue_without_a_difficulty_says_what_suits_it() -> None:
    """ME-07: the attributes and backgrounds that the scenario names stand on its page."""
    state = begun("a-fine-patina").state
    clue = next(page for page in state.book.pages if page.title == "Soot in July")
    lines = ["".join(text for text, _ in line.spans) for line in page_lines(state, clue, 80)]
    assert "Suits: Up the Flue" in [line.strip() for line in lines]


def test_the_scene_tells_what_a_place_is_before_its_secret() -> None:
    state = begun("a-fine-patina").state
    told = [(label, *words) for label, words, _ in scene_facts(state)]
    place = next(at for at, (label, *_) in enumerate(told) if label == "Place: The long table.")
    assert told[place][1] == "Sixty years of other people’s Sundays. Roll for what one picks up."
    assert told[place + 1][0] == "Secret:"
    assert told[place + 1][1].endswith("in the hand with the hooks from then on.")


def test_the_text_of_a_clue_stands_once() -> None:
    """WE-98: its challenge on the abacus has the same text, which is read above."""
    table = begun("murder-at-the-brass-orchid")
    state = table.state
    page = next(page for page in state.book.pages if page.id == "the-half-finished-drink")
    shown = "\n".join("".join(text for text, _ in line.spans) for line in page_lines(state, page, 200))
    assert shown.count("A tumbler of brandy") == 1
