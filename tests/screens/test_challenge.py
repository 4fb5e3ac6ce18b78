"""A challenge can be read whole: on a page of its own, in the book, and by a line."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.golden import screen_text
from tests.rules.abacus.tables import Story, rod
from tests.screens.abacus_tables import MOB, RULES, abacus_session, abacus_table
from tests.screens.tables import shown
from tests.screens.test_two_games import app_of, screen_of
from wyrd_tui.engine.dice import LiveDice, Refused
from wyrd_tui.engine.page import Page, Trigger
from wyrd_tui.engine.session import Session
from wyrd_tui.engine.state import State
from wyrd_tui.play import play_line
from wyrd_tui.screens.book import BookScreen
from wyrd_tui.screens.book_pages import RodRow
from wyrd_tui.screens.challenge import ChallengeScreen, challenge_lines

LONG = "They go home ashamed, one after the other, and the last of them puts the torch out in the trough. " * 2
TOLD = replace(MOB, text="Lanterns, and somebody has a rope.", win=LONG, lose="The boat is burnt.")
OWN = Page("own", "rule", "It Grows", "More of them.", parent="mob", triggers=(Trigger("failed", text="One more."),))


def told() -> State:
    """A table on which everything is written about the mob, and of which one challenge is still in the book."""
    state = abacus_table()
    later = replace(TOLD, id="wake", title="The wake", text="Candles.", after=("mob",))
    act = replace(state.book.pages[0], challenges=("wake", "mob"))
    book = replace(state.book, pages=(act, *state.book.pages[1:], OWN), challenges={"mob": TOLD, "wake": later})
    return replace(state, challenges={**state.challenges, "mob": TOLD}, book=book)


def played() -> Session:
    """Begin a session with the table of `told`."""
    return Session(told(), dice=LiveDice(7), clock=lambda: 0.0)


def words(state: State, width: int) -> str:
    """The page of the mob."""
    lines = challenge_lines(state, state.challenges["mob"], width)
    assert all(sum(len(text) for text, _ in one.spans) <= width for one in lines)
    return " ".join(" ".join("".join(text for text, _ in one.spans) for one in lines).split())


@pytest.mark.parametrize("width", [60, 80, 200])
def test_wa_12_all_of_it_stands_on_its_page(width: int) -> None:
    """Type, value, text, both stakes whole, who is in it, order, its own rules, what players see (WA-14, WA-52)."""
    page = words(told(), width)
    for part in (
        *("Threat 7", "Body", "reached 4", "hidden from players", TOLD.text, " ".join(LONG.split()), TOLD.lose),
        *("In it Ada", "A rusted lock, not overcome yet", "Waits for it The wake", "It Grows", "More of them."),
        "One more.",
    ):
        assert part in page, part


async def test_s_opens_the_challenge_under_the_abacus_cursor() -> None:
    """`s` opens the challenge under the cursor, and elsewhere the sheet; left and right turn to other challenges."""
    app = app_of(told())
    async with app.run_test(size=(80, 24)) as pilot:
        screen_of(app).controller.select("abacus", "mob")
        await pilot.press("s")
        assert isinstance(app.screen, ChallengeScreen)
        assert "Lanterns, and somebody has a rope." in screen_text(app)
        await pilot.press("right")
        assert "A rusted lock" in screen_text(app)
        await pilot.press("escape", "shift+tab", "shift+tab", "shift+tab", "s")
        assert not isinstance(app.screen, ChallengeScreen)


def test_wa_12_the_book_has_every_challenge_and_finds_words_of_it() -> None:
    """Below what the scene brings stands its text; a challenge in the book can be put on the abacus from there."""
    assert "Candles." in shown(BookScreen(played(), "churchyard"), size=(120, 40))
    found = shown(BookScreen(played(), "churchyard"), "slash", *"rope", "enter", size=(120, 40))
    assert "The mob at the gate" in found
    assert "Lanterns, and somebody has a rope." in found
    session = played()
    shown(BookScreen(session, RodRow("wake")), "space", size=(120, 40))
    assert "wake" in session.state.challenges
    assert "On the abacus already" in shown(BookScreen(session, RodRow("wake")), "space", size=(120, 40))


def test_wa_12_a_line_shows_it() -> None:
    """`show` tells a challenge by its title or the beginning of it, on the abacus or in the book (WA-12)."""
    mob = rod("mob", "Threat", 4, text="Lanterns.", win="They go.", lose="They stay.")
    story = Story(mob, waiting=(rod("wake", "Taint", 3, text="Candles."),))
    said = list(play_line(story.session, "show mob"))
    assert said == ["Mob (Threat 4)", "Lanterns.", "Overcome: They go.", "Not overcome: They stay."]
    assert next(play_line(story.session, "show challenge wak")) == "Wake (Taint 3), not on the abacus"
    with pytest.raises(Refused, match="has no part “nonsense”"):
        list(play_line(story.session, "show nonsense"))


def test_page_of_a_gone_challenge_says_so() -> None:
    """The page of a challenge that is gone says so."""
    assert "no longer on the abacus" in shown(ChallengeScreen(abacus_session(), "nothing"))
    assert len(RULES) == 2
