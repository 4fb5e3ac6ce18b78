"""The foot keeps what was said whole; what waits and what may help take the room that is left."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from textual.app import App, ComposeResult

from tests.golden import screen_text
from wyrd_tui.engine.log_line import LogLine, in_brief
from wyrd_tui.screens.table.sentences import cut_to_items, cut_to_line
from wyrd_tui.widgets.footer import Foot
from wyrd_tui.widgets.glyphs import UNICODE
from wyrd_tui.widgets.themes import THEMES
from wyrd_tui.widgets.values import Hint, Status

OUTCOME = (
    "Jonah checks Up the stairs with Poise, Difficulty 3: 6 4 2 1 gives a Score of 2, Good, "
    "and nobody in the shop has heard a thing"
)
ADVICE = "The Clerk is Fallen: f settles the Recover Check"
REFUSED = "Only those who stand can help, and " * 5 + "that is all"
KEYS = tuple(Hint(key, f"act {key}") for key in "abcdefghijkl")


async def shown(
    status: Status, width: int = 80, height: int = 3, game: str = "", keys: Sequence[Hint] = KEYS
) -> list[str]:
    class Alone(App[None]):
        CSS = f"#foot {{ height: {height}; }}"

        def compose(self) -> ComposeResult:
            yield Foot()

    app = Alone()
    async with app.run_test(size=(width, height)) as pilot:
        app.query_one(Foot).show(None, status, keys, game)
        await pilot.pause()
        return screen_text(app).splitlines()


def one_line(lines: list[str]) -> str:
    return " ".join(" ".join(lines).split())


@pytest.mark.parametrize("width", [80, 120, 200])
@pytest.mark.parametrize(
    "status", [Status(OUTCOME, advice=(ADVICE,)), Status(OUTCOME, pending="A tie: the GM says what it means")]
)
async def test_the_outcome_of_an_act_is_told_to_its_end(width: int, status: Status) -> None:
    lines = await shown(status, width)
    assert "nobody in the shop has heard a thing" in one_line(lines)
    assert OUTCOME[:60] in lines[0]
    if status.pending:
        assert ". answer , put off" in one_line(lines)
        assert "A tie" in one_line(lines)


async def test_advice_has_a_line_below_the_last_act() -> None:
    short = await shown(Status("Felix takes 3", advice=(ADVICE,)))
    assert ADVICE in short[0]
    assert "act a" in short[1]
    beside = await shown(Status(OUTCOME[:70], advice=(ADVICE,)))
    assert ADVICE in beside[1], "a line of its own, while one is left to the keys"
    longer = await shown(Status(OUTCOME[:120], advice=(ADVICE,)))
    assert ADVICE in longer[2], "and where none is left, in the place of one"


async def test_a_long_refusal_is_read_to_its_end() -> None:
    lines = await shown(Status(REFUSED, bad=True, pending="A tie", advice=(ADVICE,)))
    assert one_line(lines).endswith("that is all")


async def test_one_line_is_cut_with_a_sign() -> None:
    (line,) = await shown(Status(OUTCOME, advice=(ADVICE,)), height=1)
    assert line.endswith("…")
    assert "Clerk" not in line


async def test_the_only_line_counts_what_is_open() -> None:
    (line,) = await shown(Status(OUTCOME, pending="1 open · A tie", waiting=1), height=1)
    assert line.startswith(f" {OUTCOME[:30]}")
    assert line.endswith(" ! 1 open")
    assert "…" in line


async def test_the_only_line_has_the_keys_where_nothing_is_said() -> None:
    (line,) = await shown(Status(put_off=True), height=1)
    assert "act a" in line


@pytest.mark.parametrize("width", [80, 120])
@pytest.mark.parametrize("pending", ["", "A tie: the GM says what it means"])
async def test_undo_is_shown_beside_a_result_of_any_length(width: int, pending: str) -> None:
    keys = (*KEYS, Hint("u", "undo", always=True), *KEYS)
    lines = await shown(Status(OUTCOME * 2, pending=pending), width, 4, keys=keys)
    assert "u undo" in lines[-1]
    assert "? all" in lines[-1]
    assert "a act a" in lines[-1]


async def test_a_short_row_keeps_next_turn_and_undo() -> None:
    turn, undo = Hint("n", "next turn", always=True), Hint("u", "undo", always=True)
    keys = (*KEYS[:2], turn, Hint("c", "challenge"), undo, *KEYS[2:])
    whole = one_line(await shown(Status(), 120, 3, keys=keys))
    assert whole.index("n next turn") < whole.index("c challenge") < whole.index("u undo")
    (row,) = (await shown(Status(OUTCOME), 60, 4, keys=keys))[3:]
    assert row.index("n next turn") < row.index("u undo")
    assert "c challenge" not in row


async def test_a_refused_key_stands_in_a_line_without_the_result() -> None:
    """A short result waits for the next key; a longer one has the lines below, which it had before."""
    for result in ("Rats enters", OUTCOME):
        lines = await shown(Status(result, slip="Z does nothing here."), keys=KEYS)
        assert lines[0].strip() == "Z does nothing here."
        assert (result[:30] in "".join(lines[1:])) is (result == OUTCOME)


async def test_a_refused_key_costs_the_key_row_no_line() -> None:
    said = await shown(Status("x" * 60), height=3, keys=KEYS)
    slip = await shown(Status("x" * 60, slip="Z does nothing here. ? shows all keys."), height=3, keys=KEYS)
    assert slip[1:] == said[1:]


CONTEST = LogLine("Felix Cavendish tries to disarm Crewmen", f": {'dice +3, Fight 0 = 3 ' * 4}", "WINS by 1", "gain")


async def test_a_sentence_that_is_cut_keeps_its_verdict() -> None:
    (line,) = await shown(Status(str(CONTEST)), height=1)
    assert line.startswith(" WINS by 1 · Felix Cavendish tries to disarm Crewmen: ")
    assert line.endswith("…")
    assert cut_to_line(str(CONTEST), 80, UNICODE).startswith("WINS by 1 · ")


ATTACK = LogLine(
    "Captain Elias Mercer attacks Admiral Lucius Drake",
    ": ++00, Shoot +2, Always One Step Ahead +2, high ground +1, mild wound −1 = 6 against 0+--, Commander of the "
    "Imperial Fleet +2, in cover +1, Combat +1 = 3",
    "HIT 3",
    "gain",
    ": 6 against 3",
)
CHECK = LogLine(
    "Viktor checks The Salle 4 against Challenging (3)",
    ": scoring 1 2, Edge dice 6, raised 6 = Score 3, Edge 2",
    "FAILURE",
    "harm",
    ": Score 3, Edge 2",
)


@pytest.mark.parametrize(
    ("line", "height", "whole"),
    [(ATTACK, 3, True), (ATTACK, 2, False), (ATTACK, 1, False), (CHECK, 2, True), (CHECK, 1, False)],
    ids=["three lines", "two lines", "a line", "two lines of Mettle", "a line of Mettle"],
)
async def test_a_roll_that_is_cut_keeps_its_totals(line: LogLine, height: int, whole: bool) -> None:
    told = one_line(await shown(Status(str(line), in_brief(line)), height=height, keys=()))
    assert told == (str(line) if whole else in_brief(line))


async def test_a_brief_sentence_without_room_loses_its_last_items() -> None:
    brief = f"{in_brief(ATTACK)}; Drake takes the hit: stress 1→4; the bridge is quiet"
    assert one_line(await shown(Status(str(ATTACK), brief), height=1)) == f"{in_brief(ATTACK)} …"


async def test_a_refused_key_leaves_a_roll_its_totals() -> None:
    """Below it stands what the lines hold that the result had alone."""
    lines = await shown(Status(str(ATTACK), in_brief(ATTACK), slip="Z does nothing here."), keys=KEYS)
    assert lines[1].strip() == in_brief(ATTACK)


async def test_a_roll_of_an_old_journal_is_cut_between_items() -> None:
    """Journals from before have no brief wording of such a roll."""
    told = one_line(await shown(Status(str(ATTACK)), height=1))
    assert told == "HIT 3 · Captain Elias Mercer attacks Admiral Lucius Drake: ++00, Shoot +2 …"


async def test_advice_beside_a_sentence_is_whole_or_absent() -> None:
    lines = await shown(
        Status("Isadora Lovelace’s turn", advice=("tied in the order: earlier (K), later (J), or (=)",))
    )
    assert lines[0].rstrip().endswith("or (=)")
    lines = await shown(Status("It is the turn of Isadora Lovelace now", advice=("tied in the order: " + "x" * 40,)))
    assert lines[0].rstrip() == " It is the turn of Isadora Lovelace now"


async def test_the_last_of_several_hints_falls_away_whole() -> None:
    """No sign stands in its place."""
    first, second = "all foes are out: end (e) the fight", "tie: 2 J swaps the two, = keeps this order: 2 Felix"
    lines = await shown(Status("", advice=(first, second)))
    assert lines[0].strip() == first


async def test_advice_longer_than_the_line_is_cut_with_a_sign() -> None:
    lines = await shown(Status("", advice=(ADVICE * 3,)))
    assert "The Clerk is Fallen" in lines[0]
    assert lines[0].rstrip().endswith("…")


async def test_the_keys_say_which_game_they_play() -> None:
    lines = await shown(Status("Done"), game="Mettle")
    assert lines[1].startswith(" Mettle: a act a")


PENDING = "1 open · The wagon across the lane: 2 short: draw Wyrd (3 in the scene) or accept it"


async def test_an_open_question_is_whole_on_two_lines() -> None:
    lines = await shown(Status(pending=PENDING))
    assert one_line(lines[:2]).replace(". answer , put off", "").split() == ["!", *PENDING.split()]
    assert ". answer  , put off" in lines[0]
    assert "act a" in lines[2], "a line is left to the keys"


@pytest.mark.parametrize("logged", [True, False])
async def test_a_sentence_in_the_log_leaves_a_question_its_lines(logged: bool) -> None:
    lines = await shown(Status(OUTCOME, pending=PENDING, logged=logged))
    assert one_line(lines).replace(". answer , put off", "").endswith(PENDING[-20:]) is logged
    assert lines[0].strip().startswith(OUTCOME[:37])
    assert lines[0].rstrip().endswith("…") is logged
    short = await shown(Status(OUTCOME, pending="A tie", logged=logged))
    assert "nobody in the shop has heard a thing" in one_line(short)


@pytest.mark.parametrize("count", [1, 4, 12])
@pytest.mark.parametrize("width", range(60, 85, 3))
async def test_a_cut_open_question_ends_with_a_whole_word(width: int, count: int) -> None:
    question = f"{count} open · Commander Okafor faced or suffered a challenge, in another scene: which point is back?"
    said = "A long result that the log does not tell, " * 2
    banner = (await shown(Status(said, pending=question, waiting=count), width))[2]
    told = banner.partition(" .")[0].removeprefix(" ! ").rstrip()
    assert told.endswith(" …")
    whole = told.removesuffix(" …")
    assert question.startswith((f"{whole} ", f"{whole}, "))


INITIATIVE = "Initiative: " + ", ".join(f"Crewman number {number} of the watch 0 tied" for number in range(12))


async def test_a_list_that_is_cut_ends_with_a_whole_name() -> None:
    """Neither a name nor its number loses its end; the log has them all (WE-51)."""
    lines = await shown(Status(INITIATIVE))
    told = one_line(lines)
    assert told.endswith(" of the watch 0 tied …")
    assert INITIATIVE.startswith(told.removesuffix(" …"))
    assert INITIATIVE.startswith(cut_to_items(INITIATIVE, 80, UNICODE).removesuffix(" …"))
    assert cut_to_items(INITIATIVE, 80, UNICODE).endswith(" tied …")


async def test_a_banner_without_grounds_is_not_in_reverse() -> None:
    class Alone(App[None]):
        def compose(self) -> ComposeResult:
            yield Foot(look=THEMES["sixteen"].look)

    app = Alone()
    async with app.run_test(size=(80, 3)) as pilot:
        foot = app.query_one(Foot)
        foot.show(None, Status(OUTCOME, pending="A tie: the GM says what it means"), KEYS)
        await pilot.pause()
        assert any(role == "open" for line in foot.lines for _, role in line)
