"""The sheet shows all that the table knows of an actor."""

import asyncio
from dataclasses import replace

import pytest

from tests.golden import same_screen, screen_text
from tests.screens.tables import FELIX, HOSTILE, MERCER, SIZES, STRANGER, ScreenApp, session, table
from tests.screens.test_doorway import app_of, quiet, screen_of
from wyrd_tui.engine.rules.wyrd_engine.ratings import effective_rating
from wyrd_tui.engine.sheet import Hurt, Sheet
from wyrd_tui.engine.state import WYRD_ENGINE, Actor
from wyrd_tui.screens.questions.asking import Asking
from wyrd_tui.screens.sheet import SheetScreen, compose_sheet
from wyrd_tui.widgets.spans import width_of


@pytest.mark.parametrize("size", SIZES)
def test_looks(size: tuple[int, int]) -> None:
    async def look() -> None:
        app = ScreenApp(SheetScreen(session(), "elias-mercer"))
        async with app.run_test(size=size, notifications=True, tooltips=True) as pilot:
            await pilot.pause()
            same_screen(app, f"sheet-{size[0]}x{size[1]}")
            await pilot.press("end")
            same_screen(app, f"sheet-end-{size[0]}x{size[1]}")

    asyncio.run(look())


def words(actor: Actor = MERCER, width: int = 100) -> str:
    lines = compose_sheet(table(), actor, width)
    return "\n".join("".join(text for text, _ in line.spans) for line in lines)


def test_wounds_are_reckoned_into_ratings() -> None:
    assert "+0 Athletics (+1, wound −1)" in words()
    assert "+1 Shoot (+2, wound −1)" in words()


@pytest.mark.parametrize(
    ("hurt", "told"),
    [
        ("Fight", ["+2 Everything", "+1 Fight (+2, wound −1)"]),
        ("Everything", ["+1 Everything (+2, wound −1)"]),
        ("Beekeeping", ["+2 Everything", "+1 Beekeeping (+2, wound −1)"]),
    ],
)
def test_we_90_a_wound_lowers_the_number_for_everything(hurt: str, told: list[str]) -> None:
    """WE-65, WE-90: the sheet says the number that is rolled."""
    track = tuple(
        replace(row, marks=1, hurts=(Hurt(hurt, 1),)) if row.id == "mild" else replace(row, marks=0, hurts=())
        for row in MERCER.sheets[WYRD_ENGINE].track
    )
    odo = replace(MERCER, id="odo", sheets={WYRD_ENGINE: Sheet({"Everything": 2}, track=track)})
    for line in told:
        assert line in words(odo)
    state = replace(table(), actors={odo.id: odo})
    assert told[-1].startswith(f"{effective_rating(state, 'odo', hurt):+}")


def test_uses_and_losses_are_told() -> None:
    assert "used up" in words()
    assert not {"●", "○"} & {*words()}, "these signs mean beads and visibility"
    assert "lost: no effect until given back" in words()


def test_a_wound_of_a_trait_has_the_colour_of_harm() -> None:
    own = MERCER.sheets[WYRD_ENGINE]
    wounded = tuple(replace(row, hurts=(Hurt("Knows Every Trick", 1),)) if row.marks else row for row in own.track)
    actor = replace(MERCER, sheets={WYRD_ENGINE: replace(own, track=wounded)})
    spans = [span for line in compose_sheet(table(), actor, 100) for span in line.spans]
    assert [role for text, role in spans if "from a wound" in text] == ["hurt"]
    assert [role for text, role in spans if "used up" in text] == ["hurt"]


def test_everything_written_down_is_there() -> None:
    for part in ("Anna", "Grappled", "by the bosun", "Steam in their eyes", "against Crewmen", "Owes Drake a ship."):
        assert part in words()
    assert "Appearance" in words()


def test_an_empty_sheet_says_so() -> None:
    assert "No sheet" in words(STRANGER)
    assert HOSTILE in words(STRANGER)


@pytest.mark.parametrize("width", [60, 77, 200])
def test_no_line_is_wider_than_the_screen(width: int) -> None:
    for actor in (MERCER, FELIX):
        widest = max(width_of(line.spans) for line in compose_sheet(table(), actor, width))
        assert widest <= width


def test_left_and_right_turn_to_others() -> None:
    async def go() -> None:
        app = ScreenApp(SheetScreen(session(), "elias-mercer"))
        async with app.run_test(size=(80, 24), notifications=True, tooltips=True) as pilot:
            await pilot.press("right")
            assert "Felix Cavendish" in screen_text(app)
            await pilot.press("left", "left")
            assert "Admiral Lucius Drake" in screen_text(app)
            await pilot.press("escape")
            assert app.screen is not app.shown

    asyncio.run(go())


async def test_e_lets_the_table_ask() -> None:
    app = app_of(quiet())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("2", "s")
        assert "e edit" in screen_text(app)
        await pilot.press("e")
        await pilot.pause()
        asking = screen_of(app).controller.asking
        assert isinstance(asking, Asking)
        assert (asking.command.id, asking.answers) == ("edit", {"who": "felix-cavendish"})
        assert "Felix" in screen_text(app).splitlines()[-3]


def test_sheet_of_an_actor_who_left_is_no_crash() -> None:
    async def go() -> None:
        app = ScreenApp(SheetScreen(session(), "nobody"))
        async with app.run_test(size=(80, 24), notifications=True, tooltips=True) as pilot:
            await pilot.pause()
            assert "no longer at the table" in screen_text(app)
            await pilot.press("right")
            assert "Felix" in screen_text(app)

    asyncio.run(go())


async def test_a_sheet_that_is_resumed_before_it_is_composed_waits() -> None:
    """Keys that come in one read may open a screen and cover or close it before it has any part."""
    sheet = SheetScreen(session(), "mercer")
    assert not sheet.composed
    sheet.on_screen_resume()
