"""The help page is made from the rows and can be searched."""

import asyncio
import re
from itertools import combinations
from pathlib import Path

import pytest

from tests.commands import COMMANDS
from tests.golden import same_screen, screen_text
from tests.screens.tables import SAY, SIZES, ScreenApp
from wyrd_tui.engine.commands import Command
from wyrd_tui.engine.line_commands import usage_line
from wyrd_tui.engine.rules.all_games import all_commands, commands_of
from wyrd_tui.engine.rules.games import GAMES
from wyrd_tui.engine.state import State
from wyrd_tui.screens.help import SIGNS, HelpScreen, card_lines, help_lines
from wyrd_tui.screens.key_card import PAIRS, key_name, make_card, write_html, write_markdown
from wyrd_tui.screens.table.verbs import VERBS
from wyrd_tui.widgets.spans import width_of

ROWS = (
    Command("damage", "d", "damage", "Give damage to those who are hit.", "Fight", SAY.run),
    Command("note", "quotation_mark", "note", "Write a line into the log.", "Scene", SAY.run),
    Command(
        "merge",
        "",
        "merge groups",
        "Make one group of two, where both are of one kind and stand together.",
        "Cast",
        SAY.run,
    ),
)


@pytest.mark.parametrize("size", SIZES)
def test_looks(size: tuple[int, int]) -> None:
    async def look() -> None:
        app = ScreenApp(HelpScreen(ROWS, {}))
        async with app.run_test(size=size, notifications=True, tooltips=True) as pilot:
            await pilot.pause()
            same_screen(app, f"help-{size[0]}x{size[1]}")

    asyncio.run(look())


def words(wanted: str = "", width: int = 200) -> str:
    lines = help_lines(COMMANDS, {}, wanted, width)
    return "\n".join("".join(text for text, _ in line.spans) for line in lines)


def test_every_command_is_there_with_its_line() -> None:
    shown = words()
    for command in COMMANDS:
        assert command.label in shown
        assert usage_line(command) in shown


@pytest.mark.parametrize("width", [77, 117])
def test_no_line_is_too_wide(width: int) -> None:
    assert max(width_of(line.spans) for line in help_lines(COMMANDS, {}, "", width)) <= width


def test_keys_are_named_as_keyboards_do() -> None:
    assert key_name("question_mark f1 ctrl+r U") == "? f1 ^r U"


def test_remapped_keys_are_shown() -> None:
    lines = help_lines(ROWS, {"damage": "x f5"}, "damage", 100)
    assert any(text.split() == ["x", "f5"] for line in lines for text, _ in line.spans)


def test_the_table_hands_over_what_each_key_does() -> None:
    async def go() -> None:
        app = ScreenApp(HelpScreen(ROWS, {"x": ("damage",), "f5": ("damage",)}))
        async with app.run_test(size=(80, 24), notifications=True, tooltips=True) as pilot:
            await pilot.pause()
            assert "x f5 damage" in screen_text(app)

    asyncio.run(go())


def test_finding() -> None:
    async def go() -> None:
        app = ScreenApp(HelpScreen(ROWS, {}))
        async with app.run_test(size=(80, 24), notifications=True, tooltips=True) as pilot:
            await pilot.press("slash", *"hit")
            assert "merge groups" not in screen_text(app)
            assert "Give damage" in screen_text(app)
            await pilot.press("backspace", "backspace", "backspace", "enter")
            assert "merge groups" in screen_text(app)
            await pilot.press("tab")
            assert "merge groups" not in screen_text(app)
            await pilot.press("q")
            assert app.screen is not app.shown

    asyncio.run(go())


ONE_OR_TWO_GAMES = [*combinations(GAMES, 1), *combinations(GAMES, 2)]


@pytest.mark.parametrize("games", ONE_OR_TWO_GAMES)
@pytest.mark.parametrize(("width", "height", "screens"), [(117, 37, 1), (77, 21, 2)])
def test_the_card_takes_one_screen_or_two(games: tuple[str, ...], width: int, height: int, screens: int) -> None:
    lines = card_lines((*make_card(commands_of(State(games=games)), {}), SIGNS), width, height)
    assert len(lines) <= screens * height
    assert max(width_of(line.spans) for line in lines) <= width


def test_an_act_names_its_game_in_row_or_heading() -> None:
    lines = card_lines(make_card(commands_of(State(games=("wyrd_engine", "mettle"))), {}), 77, 21)
    shown = "\n".join("".join(text for text, _ in line.spans) for line in lines)
    assert shown.startswith("Checks  ")
    assert "r roll · Engine" in shown
    assert "r check · Mettle" in shown
    assert "Fight · Engine" in shown
    assert "Statuses, pools · Mettle" in shown
    assert not re.search("concede ·|Order ·", shown)


def test_the_card_lists_each_sign_of_the_readme_once() -> None:
    readme = Path(__file__).parents[2].joinpath("README.md").read_text(encoding="utf-8")
    told = readme[readme.index("Signs of loss are loud") : readme.index("`?` lists these signs")]
    listed = " ".join(row.keys for row in SIGNS.rows).replace(" ", "")
    assert len(set(listed)) == len(listed)
    assert set(re.findall("`(.)`", told)) <= set(listed)


def test_one_page_down_shows_the_cards_whole_second_screen() -> None:
    async def look() -> tuple[str, str]:
        app = ScreenApp(HelpScreen(commands_of(State(games=("wyrd_engine",))), {}))
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            first = screen_text(app)
            await pilot.press("pagedown")
            await pilot.pause()
            return first, screen_text(app)

    first, second = asyncio.run(look())
    assert "more: PgDn" in first
    assert "more: PgDn" not in second
    assert not {line for line in first.splitlines()[1:-2] if line.strip()} & set(second.splitlines())


@pytest.mark.parametrize("size", [(77, 21), (117, 37), (40, 10)])
def test_the_card_holds_every_act_that_has_a_key(size: tuple[int, int]) -> None:
    card = make_card(all_commands(), {})
    lines = ["".join(text for text, _ in line.spans) for line in card_lines(card, *size)]
    shown = "\n".join(lines)
    rows = [row for group in card for row in group.rows]
    # The line of a lesson shows the key that skips it; opposites share a row, which has the keys of both.
    paired = {name for opposite, (other, _) in PAIRS.items() for name in (opposite, other)}
    verbs = {verb.id: verb for verb in VERBS if verb.keys and verb.id != "skip-lesson"}
    for verb, (other, label) in PAIRS.items():
        (row,) = (row for row in rows if row.label == label)
        assert row.keys == " ".join(key_name(verbs[one].keys) for one in (verb, other))
    keyed = {command.label for command in all_commands() if command.key}
    keyed |= {verb.label for name, verb in verbs.items() if name not in paired}
    assert keyed <= {row.label for row in rows} | {f"member {number}" for number in range(1, 10)}
    assert all(shown.count(row.label) >= 1 for row in rows)


def test_written_cards_hold_every_act_with_its_keys() -> None:
    card = make_card(ROWS, {"damage": "x |", "undo": "<"})
    markdown, page = write_markdown("Keys", card), write_html("Keys <1>", card)
    assert "| `x` `\\|` | damage | Give damage to those who are hit. |" in markdown
    assert "<kbd>&lt;</kbd></td><td>undo</td>" in page
    assert "<h1>Keys &lt;1&gt;</h1>" in page
    assert "merge groups" not in markdown


def test_the_card_explains_the_signs_of_the_panes() -> None:
    async def look() -> str:
        app = ScreenApp(HelpScreen(ROWS, {}))
        async with app.run_test(size=(120, 40)) as pilot:
            await pilot.pause()
            return screen_text(app)

    shown = asyncio.run(look())
    signs = shown[shown.index("Signs") :]
    for sign in ["□", "■", "◆", "◇", "▌", "█", "✗", "▸", "▶", "±", "▲", "▼", "✓", "◎", "◑", "◌"]:
        assert sign in signs, sign


def test_the_page_in_words_ends_with_the_keys_of_questions() -> None:
    lines = ["".join(text for text, _ in line.spans) for line in help_lines((), {}, "nobody", 80)]
    assert any(line.split()[:2] == ["_", "nobody,"] for line in lines)


def test_each_page_names_the_other_at_tab() -> None:
    async def turn() -> None:
        app = ScreenApp(HelpScreen(ROWS, {}))
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            assert "tab in words" in screen_text(app)
            await pilot.press("tab")
            await pilot.pause()
            assert "tab the keys" in screen_text(app)
            await pilot.press("tab")
            await pilot.pause()
            assert "tab in words" in screen_text(app)

    asyncio.run(turn())
