"""Situations that a game master met at the table: targets, repeated questions, things that stay in sight."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.commands import BY_ID
from tests.golden import screen_text, screen_with
from tests.screens.tables import CREW, DRAKE, FELIX, MERCER, table
from tests.table_fakes import FakeStorage
from wyrd_tui.app import WyrdApp
from wyrd_tui.engine.dice import FedDice, LiveDice
from wyrd_tui.engine.rules import all_games as rules
from wyrd_tui.engine.session import Session
from wyrd_tui.engine.state import Scene, State
from wyrd_tui.engine.turn_order import Order, Place
from wyrd_tui.screens.questions.asking import Asking
from wyrd_tui.screens.table.screen import TableScreen
from wyrd_tui.screens.table.selection import Selection
from wyrd_tui.screens.table.verbs import VERBS

PEOPLE = {a.id: a for a in (MERCER, FELIX, CREW, DRAKE)}


def quiet() -> State:
    """Make a table with no wounds, no bonuses and no fight."""
    unhurt = tuple(replace(row, marks=0, hurts=()) for row in MERCER.sheets["wyrd_engine"].track)
    mercer = replace(MERCER, sheets={"wyrd_engine": replace(MERCER.sheets["wyrd_engine"], track=unhurt)})
    return replace(table(), actors={**PEOPLE, mercer.id: mercer}, bonuses={})


def fight() -> State:
    places = tuple(Place(who, score) for who, score in (("elias-mercer", 4), ("crewmen", 3), ("felix-cavendish", 1)))
    return replace(quiet(), order=Order("gm", 1, "elias-mercer", places), scene=Scene(2, "Deck", fight=True))


def app_of(state: State, *fed: str) -> WyrdApp:
    played = Session(state, dice=FedDice(fed) if fed else LiveDice(1), clock=lambda: 0.0)
    return WyrdApp(lambda look, glyphs: TableScreen(played, rules, look=look, glyphs=glyphs, storage=FakeStorage()))


def screen_of(app: WyrdApp) -> TableScreen:
    assert isinstance(app.screen, TableScreen)
    return app.screen


def answers(app: WyrdApp) -> dict[str, object]:
    asking = screen_of(app).controller.asking
    return dict(asking.answers) if isinstance(asking, Asking) else {}


# ------------------------------------------------------------------ whom an act is aimed at


def test_a_friend_who_was_helped_is_not_the_next_target() -> None:
    state = quiet()
    chosen = Selection("elias-mercer", targets=(("party", "crewmen"),)).after(
        BY_ID["help-ally"], {"who": "elias-mercer", "for": "felix-cavendish"}, state, state
    )
    assert chosen.focus(state)["target"] == "crewmen"
    chosen = chosen.after(BY_ID["attack"], {"who": "elias-mercer", "target": ("lucius-drake",)}, state, state)
    assert chosen.focus(state)["target"] == "lucius-drake"
    chosen = chosen.after(BY_ID["oppose"], {"who": "elias-mercer", "target": "felix-cavendish"}, state, state)
    assert chosen.focus(state)["target"] == "lucius-drake"


async def test_a_friend_who_is_selected_is_not_attacked_unasked() -> None:
    app = app_of(fight())
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("2", "a")
        assert answers(app).get("who") == "felix-cavendish", "of those whose side it is the selected one acts"
        assert "target" not in answers(app)
        await pilot.press("escape", "tab", "home", "down", "a", "enter")
        assert answers(app).get("target") == ("crewmen",)


async def test_help_goes_to_the_friend_whose_turn_it_is() -> None:
    app = app_of(fight())
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("2", "h", "enter")
        assert answers(app) | {"who": "felix-cavendish", "for": "elias-mercer"} == answers(app)


# ------------------------------------------------------------------ what is left open


async def test_a_question_put_off_waits_until_asked_for() -> None:
    app = app_of(quiet(), "0000", "0000")
    async with app.run_test(size=(120, 40)) as pilot:
        screen = screen_of(app)
        tie = "colon", *"roll", "space", *"felix", "space", *"will", "space", *"difficult", "enter"
        await pilot.press(*tie)
        assert isinstance(screen.controller.asking, Asking)
        assert screen.controller.asking.command.id == "ruling"
        await pilot.press("escape", "quotation_mark", *"tea", "enter")
        assert screen.controller.asking is None
        assert "ties with" in screen_text(app)
        assert ". answer" in screen_text(app)
        await pilot.press("full_stop")
        assert isinstance(screen.controller.asking, Asking)
        await pilot.press("escape", *tie)
        assert isinstance(screen.controller.asking, Asking), "another roll is another question"


# ------------------------------------------------------------------ the line, undo and titles


async def test_the_line_goes_back_and_forth() -> None:
    app = app_of(quiet())
    async with app.run_test(size=(120, 40)) as pilot:
        screen = screen_of(app)
        for word in ("one", "two", "three"):
            await pilot.press("quotation_mark", *word, "enter")
        await pilot.press("colon", *"undo", "space", "2", "enter")
        assert len(screen.controller.session.done) == 1
        await pilot.press("colon", *"redo", "enter")
        assert len(screen.controller.session.done) == 2
        await pilot.press("colon", *"undo", "space", "9", "enter")
        assert "Only 2 acts can be undone" in screen_text(app)
        assert len(screen.controller.session.done) == 2
        await pilot.press("escape", "colon", *"show", "space", *"abacus", "enter")
        assert screen.controller.cursor.pane == "abacus"
        await pilot.press("colon", *"help", "space", *"attack", "enter")
        assert type(app.screen).__name__ == "HelpScreen"
        assert "attack" in screen_text(app)
        assert "next turn" not in screen_text(app)


def play(state: State, *lines: str) -> Session:
    from wyrd_tui.engine.line_syntax import parse_line

    played = Session(state, dice=LiveDice(1), clock=lambda: 0.0)
    for line in lines:
        played.do(*parse_line(line, played.state, rules.all_commands()))
    return played


@pytest.mark.parametrize(
    ("lines", "title"),
    [
        (["begin on-deck"], "On deck begins"),
        (["begin deck"], "On deck begins"),
        (["damage mercer 2"], "Mercer takes 2 damage"),
        (["damage mercer,felix 2"], "Mercer takes 2 damage, Felix too"),
        (["damage mercer,felix,drake 1"], "Mercer takes 1 damage, and 2 more"),
        (["damage mercer 2", "end scene"], "Scene 2 ends"),
        (["tick door"], "Overcome: Cell door"),
    ],
)
def test_an_act_is_called_by_its_title(lines: list[str], title: str) -> None:
    state = quiet()
    played = play(replace(state, challenges={"door": state.book.challenges["door"]}), *lines)
    assert played.done[-1].act.title == title
    assert played.undo().title == title


# ------------------------------------------------------------------ what stays in sight


async def test_a_question_that_follows_leaves_what_was_rolled_in_sight() -> None:
    app = app_of(quiet(), "0000")
    async with app.run_test(size=(80, 24)) as pilot:
        screen = screen_of(app)
        await pilot.press("colon", *"roll", "space", *"felix", "space", *"will", "space", *"difficult", "enter")
        assert screen.controller.asking is not None
        await screen_with(pilot, "Will +1 = 1 against Difficult")
        await pilot.press("escape")
        assert not screen.log_pane.display
        assert screen.ladder.display


async def test_initiative_is_told_whole_on_two_lines() -> None:
    """The log comes to the front with the dice, and the foot still has every name (WE-51)."""
    state = quiet()
    watch = replace(state.actors["crewmen"], name="Half awake crewmen of the watch below decks")
    app = app_of(replace(state, actors={**state.actors, "crewmen": watch}), "0000", "0000", "0000", "0000")
    async with app.run_test(size=(80, 24)) as pilot:
        screen = screen_of(app)
        await pilot.press("i", "enter")
        assert screen.controller.speech.in_front
        said = screen.controller.speech.status.said
        assert said.startswith(str(screen.controller.speech.entries[-1].lines[0]))
        text = await screen_with(pilot, said[-20:])
        assert " ".join(said.split()) in " ".join(" ".join(text.splitlines()[-4:]).split())


@pytest.mark.parametrize(("height", "lines"), [(22, 1), (23, 2), (24, 3)])
async def test_low_screens_give_the_keys_place_to_the_panes(height: int, lines: int) -> None:
    app = app_of(fight())
    async with app.run_test(size=(80, height)) as pilot:
        screen = screen_of(app)
        assert "too small" not in screen_text(app)
        assert screen.foot.size.height == lines
        before = screen.party.region, screen.order.region
        await pilot.press("2", "d", "3")
        await pilot.pause()
        assert screen.foot.size.height == 3
        assert (screen.party.region, screen.order.region) == before
        assert "stress" in screen_text(app)
        await pilot.press("enter")
        await pilot.pause()
        assert screen.controller.state.actors["felix-cavendish"].sheets["wyrd_engine"].track[0].marks == 4


async def test_a_screen_too_small_leaves_at_q() -> None:
    app = app_of(fight())
    async with app.run_test(size=(60, 20)) as pilot:
        await pilot.press("q")
    assert app.return_code == 0


# ------------------------------------------------------------------ cursors


async def test_the_pane_in_focus_has_the_cursor() -> None:
    app = app_of(quiet())
    async with app.run_test(size=(120, 40)) as pilot:
        screen = screen_of(app)
        await pilot.press("2", "tab")
        assert screen.controller.cursor.pane == "order"
        assert screen.controller.cursor.selection.actor in screen.order.keys
        await pilot.press("tab", "tab")
        assert screen.controller.cursor.selection.actor == "felix-cavendish", "passing by changes nothing"
        await pilot.press("shift+tab", "shift+tab", "down", "tab")
        assert screen.controller.cursor.selection.actor == "lucius-drake"
        await pilot.press("shift+tab", "1")
        assert screen.controller.cursor.pane == "party"
        await pilot.press("tab", "a")
        assert answers(app).get("who") == "crewmen"


async def test_reveal_asks_unless_its_thing_is_in_focus() -> None:
    """A challenge that may be out of sight is shown or hidden at once only with the keys in the abacus (WE-97)."""
    state = replace(quiet(), challenges={"door": table().book.challenges["door"]})
    app = app_of(state)
    async with app.run_test(size=(120, 40)) as pilot:
        screen = screen_of(app)
        await pilot.press("v")
        assert screen.controller.state.challenges == state.challenges
        assert screen.controller.asking is not None
        await pilot.press("escape")
        screen.controller.focus("abacus")
        await pilot.press("v")
        assert screen.controller.state.challenges["door"].visibility == "known"
        screen.controller.focus("party")
        await pilot.press("tab", "down", "v")
        assert screen.controller.state.actors["lucius-drake"].visibility == "known"


async def test_the_cursor_follows_the_letters_of_a_name() -> None:
    app = app_of(quiet())
    async with app.run_test(size=(120, 40)) as pilot:
        screen = screen_of(app)
        await pilot.press("slash", "l", "u")
        assert screen.controller.cursor.selection.actor == "lucius-drake"
        assert screen.controller.cursor.pane == "order"
        await pilot.press("escape")
        assert (screen.controller.cursor.selection.actor, screen.controller.cursor.pane) == ("elias-mercer", "party")
        await pilot.press("slash", "l", "u", "enter")
        assert screen.controller.cursor.selection.actor == "lucius-drake"
        assert screen.controller.asking is None


# ------------------------------------------------------------------ help


async def test_help_finds_how_to_quit() -> None:
    app = app_of(quiet())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("question_mark", "slash", *"quit", "enter")
        assert "q          quit" in screen_text(app)


def test_leaving_has_three_names() -> None:
    labels = [BY_ID["dismiss"].label, BY_ID["withdraw"].label, *(verb.label for verb in VERBS)]
    assert not [label for label in labels if "leave" in label]
    assert len(set(labels)) == len(labels)
