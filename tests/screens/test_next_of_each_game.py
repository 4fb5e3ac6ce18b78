"""A table of all three games: the game of the keys, and the challenge that the next roll of each game is for."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping

import pytest

from tests.screens.desk import Desk, press, seat
from tests.screens.mixed_tables import mixed
from tests.screens.shipped import GANNET, asking, begun, keyed
from tests.screens.tables import MERCER
from tests.sheets import make_pools
from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.rod_order import lock_told
from wyrd_tui.engine.rules import all_games
from wyrd_tui.engine.state import METTLE, WYRD_ABACUS, WYRD_ENGINE, State
from wyrd_tui.engine.turn_order import Order, Place
from wyrd_tui.engine.words import party_of
from wyrd_tui.screens.questions.asking import Asking
from wyrd_tui.screens.table import captions
from wyrd_tui.screens.table.controller import Controller
from wyrd_tui.screens.table.next_challenge import next_in

DAM = "c c 4 ⏎ =Dam ⏎ / =dam ⏎"
GATE = "2 c s 3 ⏎ 3 ⏎ =Gate ⏎"


@pytest.mark.parametrize("keys", ["2", "1 2", "tab tab tab 2"])
def test_u_34_a_digit_in_the_abacus_selects_a_game(keys: str) -> None:
    """U-34: also on a clock of another game, which no roll faces."""
    table = mixed(f"{DAM} {keys}")
    assert (table.cursor.game, captions.game_in_play(table)) == (METTLE, "Mettle")
    assert table.cursor.ladder.odds is not None
    assert {rung.value: rung.name for rung in table.cursor.ladder.odds.rungs}[3] == "Challenging"
    keyed(table, "r")
    assert (asking(table).command.id, asking(table).so_far()["who"]) == ("check", "ida")
    keyed(table, "esc esc d")
    assert (asking(table).command.game, asking(table).so_far()["who"]) == (METTLE, ("ida",))


def test_u_34_a_digit_leaves_a_task_of_another_game() -> None:
    """U-34: the task keeps its row, and its game has the keys again once it is selected."""
    table = mixed(f"{GATE} / =gate ⏎")
    assert (table.cursor.pane, table.cursor.game) == ("abacus", METTLE)
    keyed(table, "1")
    assert (table.cursor.pane, table.cursor.game, table.cursor.advances) == ("abacus", WYRD_ENGINE, "gate")
    keyed(table, "r")
    assert (asking(table).command.id, asking(table).so_far()["who"]) == ("roll", "rosa")
    keyed(table, "esc esc / =gate ⏎")
    assert table.cursor.game == METTLE


def test_u_34_a_turn_takes_the_keys_of_the_abacus_along() -> None:
    """U-34, ME-34: a turn begins in the fighter’s game, also with the keys in the abacus."""
    table = mixed("c a 1 ⏎ =Wall ⏎ / =wall ⏎", Order("gm", 1, "rosa", (Place("rosa"), Place("ida"))))
    assert table.cursor.game == WYRD_ENGINE
    keyed(table, "n")
    assert (table.cursor.pane, table.cursor.selection.actor, table.cursor.game) == ("abacus", "ida", METTLE)


def reopened(table: Controller) -> Controller:
    """Return the same table as it opens from its acts."""
    acts = [step.act for step in table.session.done]
    again = Controller(table.session, all_games, Desk(table.state), recent=acts)
    again.open()
    return again


def nexts(table: Controller) -> Mapping[str, str]:
    """Return the challenge that the next roll of each game is for."""
    faced = table.cursor.selection.faced
    return {game: next_in(game, faced, table.state, table.frame) for game in table.state.games}


GATE_BEGUN = "2 c s 3 ⏎ 3 ⏎ =Gate ⏎ r ⏎ =3344 ⏎"
SEARCH_BEGUN = "1 c b 1 ⏎ 3 ⏎ =Search ⏎ r ⏎ =++++ ⏎"
CLIMB, LOCK = "1 c a 1 ⏎ =Climb ⏎", "2 c r 3 ⏎ =Lock ⏎"
MET, UNMET = "r ⏎ =++++ ⏎", "r ⏎ =---- ⏎"


@pytest.mark.parametrize(
    ("keys", "who", "game", "which"),
    [
        (f"{GATE_BEGUN} {CLIMB} {MET}", "2", METTLE, "gate"),
        (f"{GATE_BEGUN} {CLIMB} {UNMET}", "2", METTLE, "gate"),
        (f"{GATE_BEGUN} {CLIMB} {MET} 3 c f 5 ⏎ =Mob ⏎ r ⏎ 3 3 3 ⏎ =6 ⏎", "2", METTLE, "gate"),
        (f"{SEARCH_BEGUN} {LOCK} r ⏎ =3344 ⏎", "1", WYRD_ENGINE, "search"),
        (f"{SEARCH_BEGUN} {LOCK} 1 2 r ⏎ =3344 ⏎", "1", WYRD_ENGINE, "search"),
        (f"{SEARCH_BEGUN} {LOCK} r ⏎ =1111 ⏎", "1", WYRD_ENGINE, "search"),
    ],
)
def test_u_34_the_end_of_another_games_challenge_drops_none(keys: str, who: str, game: str, which: str) -> None:
    """U-34, WE-35, ME-10: also behind undo, redo and a break, and with any character selected before."""
    table = mixed(keys)
    for more in ("", "u U", "u u U U"):
        keyed(table, f"{more} {who}")
        for seen in (table, reopened(table)):
            keyed(seen, who)
            assert (seen.cursor.game, seen.cursor.next_challenge, nexts(seen)[game]) == (game, which, which)
            assert seen.cursor.followed is not None
            assert [rod.title for rod in captions.head_rods(seen, near=False) if rod.chosen] == [which.title()]
            keyed(seen, "r")
            assert asking(seen).so_far()["on"] == which
            keyed(seen, "esc esc")


def test_u_34_a_challenge_that_comes_back_finds_its_place() -> None:
    """U-34: undo of the roll that overcame it makes it next again, and leaves the other game’s next."""
    table = mixed(f"{GATE_BEGUN} {CLIMB} {MET} u 1")
    assert nexts(table) == {WYRD_ENGINE: "climb", WYRD_ABACUS: "", METTLE: "gate"}
    assert table.cursor.next_challenge == "climb"


def test_u_34_a_rung_of_one_game_drops_no_other_next() -> None:
    """U-34: a rung that is chosen is for no challenge of that game; the other keeps its own."""
    table = mixed(f"{GATE_BEGUN} {CLIMB} ]")
    assert nexts(table) == {WYRD_ENGINE: "", WYRD_ABACUS: "", METTLE: "gate"}


def test_a_clock_is_next_for_no_roll() -> None:
    """WE-35: neither one that was just made nor one under the cursor of the abacus."""
    table = mixed(f"{CLIMB} c c 4 ⏎ =Dam ⏎ / =dam ⏎")
    assert (table.cursor.next_challenge, table.cursor.advances) == ("climb", "dam")
    keyed(table, "r")
    assert asking(table).so_far()["on"] == "climb"
    assert mixed("c c 4 ⏎ =Dam ⏎").cursor.next_challenge == ""


def test_wa_14_the_first_of_a_game_is_next_beside_others() -> None:
    """WA-14, U-34: the first challenge of the Wyrd Abacus, also where one of another game hangs before it."""
    table = mixed("3 c f 5 ⏎ =Mob ⏎ c f 4 ⏎ =Wolf ⏎ r ⏎ 3 3 ⏎ =6 ⏎ esc esc 1 c a 1 ⏎ =Wall ⏎ 3")
    assert nexts(table) == {WYRD_ENGINE: "wall", WYRD_ABACUS: "mob", METTLE: ""}
    keyed(table, "r")
    assert asking(table).so_far()["which"] == "mob"


def lines(chance: random.Random, state: State, number: int) -> Iterator[str]:
    """Yield lines of acts of all games that may be possible."""
    game, title = chance.choice(state.games), f"T{number}"
    live = [rod.id for rod in state.challenges.values() if rod.game == game and rod.kind != "clock"]
    rods = [*state.challenges] or [title]
    on, who = chance.choice(live or rods), chance.choice([one.id for one in party_of(state) if game in one.sheets])
    off = [rod for rod in state.book.challenges if rod not in state.challenges]
    pages = [page.id for page in state.book.pages if page.kind == "act"]
    made = {WYRD_ENGINE: ("obstacle 2", "task 2 3"), WYRD_ABACUS: ("threat 5",), METTLE: ("obstacle 3", "task 3 3")}
    rolls = {
        WYRD_ENGINE: f"roll {who} on={on} dice={chance.choice(('++++', '----'))} game={game}",
        WYRD_ABACUS: f"face {on} {who} {who}:1 dice={chance.choice('16')}",
        METTLE: f"check {who} focus on={on} dice={chance.choice(('3344', '1111'))}",
    }
    bare = {
        WYRD_ENGINE: f"roll {who} against=1 dice=0000 game={game}",
        WYRD_ABACUS: f"damage {who} body 1 game={game}",
        METTLE: f"check {who} focus 3 on=none dice=1122",
    }
    yield from (f"challenge {kind} {title} game={game}" for kind in made[game])
    yield from 3 * [rolls[game]]
    yield bare[game]
    yield f"challenge clock 4 {title}"
    yield f"tick {chance.choice(rods)}"
    yield f"settle {chance.choice(rods)} {chance.choice(('overcome', 'failed'))}"
    yield from ("order gm", "next", "end", "note Rain")
    yield from (f"lay {one}" for one in off[:1])
    yield from (f"begin {chance.choice(pages)}" for _ in pages[:1])


def _answers_roll(table: Controller, key: str = "") -> None:
    """Assert that the question of a roll is of the key row's game, and suggests the challenge that the ladder shows."""
    keyed(table, f"esc esc {key} r")
    assert not isinstance(table.asking, Asking) or table.asking.command.game == table.cursor.game
    answers = table.asking.so_far() if isinstance(table.asking, Asking) else {}
    which = table.state.challenges.get(table.cursor.next_challenge)
    # One that is over, or that nobody can face just now, is not offered.
    over = which is not None and which.outcome and which.id not in table.frame.again
    shut = over or (which is not None and (which.id in table.frame.barred or lock_told(table.state, which)))
    if answers and not shut:
        suggested = answers.get("on", answers.get("which", "none"))
        assert suggested == (table.cursor.next_challenge or "none")
    keyed(table, "esc esc esc")


BEGUN = (mixed, lambda: begun(GANNET, "B ⏎ ⏎ esc esc"))


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("begin", BEGUN, ids=["empty", "Gannet Stack"])
def test_u_34_a_break_changes_no_game_of_an_evening(begin: Callable[[], Controller], seed: int) -> None:
    """U-34, C-25: behind each of forty acts of all games, and behind undo and redo, as a table opened anew."""
    chance, table = random.Random(seed), begin()
    for number in range(40):
        keyed(table, f"esc esc esc {chance.randint(1, 3)}")
        press(table, ":", f"={chance.choice([*lines(chance, table.state, number)])}", "enter", *4 * ["escape"])
        again, told = reopened(table), [str(step.act.asked) for step in table.session.done]
        assert nexts(table) == nexts(again), told
        for key in "123":
            keyed(table, key)
            keyed(again, key)
            if table.cursor.game == again.cursor.game:
                assert table.cursor.followed == again.cursor.followed, told
            _answers_roll(table, key)
        left = nexts(table)
        back = min(number % 4, len(table.session.done))
        keyed(table, "u " * back + "U " * back)
        assert nexts(table) == left, told


KEYS = ["1", "2", "3", "tab", "j", "k", "[", "]", "+", "-", "u", "U", "n", "\\"]


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("begin", BEGUN, ids=["empty", "Gannet Stack"])
def test_u_34_a_roll_is_what_the_key_row_says(begin: Callable[[], Controller], seed: int) -> None:
    """U-34: wherever the keys are, also on the abacus among challenges of other games."""
    chance, table = random.Random(seed), begin()
    for number in range(60):
        rods = [*table.state.challenges]
        match chance.randint(0, 5):
            case 0 | 1:
                press(table, ":", f"={chance.choice([*lines(chance, table.state, number)])}", "enter")
            case 2 if rods:
                keyed(table, f"/ ={chance.choice(rods)} ⏎")
            case _:
                keyed(table, chance.choice(KEYS))
        keyed(table, "esc esc esc")
        actor = table.state.actors[table.cursor.selection.actor]
        if table.cursor.selection.touched != "abacus" and actor.sheets:
            assert table.cursor.game in actor.sheets
        _answers_roll(table)


def test_undo_and_a_break_bring_the_last_target_back() -> None:
    """README: an attack suggests the target at which the attacker's side aimed last."""
    table = begun("a-fine-patina", "I c ⏎ ⏎ n n n n a 3 =3251 ⏎ esc esc esc")
    clerk = table.state.order.turn
    assert table.cursor.selection.last_target(table.state, clerk) == "magda"
    assert reopened(table).cursor.selection.last_target(table.state, clerk) == "magda"
    keyed(table, "a 2 =1145 ⏎ esc esc esc")
    assert table.cursor.selection.last_target(table.state, clerk) == "kirin"
    keyed(table, "u")
    assert table.cursor.selection.last_target(table.state, clerk) == "magda"
    keyed(table, "U")
    assert table.cursor.selection.last_target(table.state, clerk) == "kirin"


def test_we_47_helped_friends_are_no_targets_after_a_break() -> None:
    """WE-47: neutral friends count as opponents where they are aimed at, and only there."""
    table = begun("murder-at-the-brass-orchid", "B ⏎ ⏎ esc")
    for line in (
        'add "Gareth" foes mook 1',
        "bring beatrice",
        "order gm who=cornelius,felix,gareth,beatrice",
        "attack cornelius gareth dice=0000 theirs=0000",
        "help-ally cornelius beatrice deceive dice=++++",
    ):
        keyed(table, ":")
        press(table, f"={line}", "enter")
    who = next(one for one in table.state.actors if one.startswith("cornelius"))
    assert table.cursor.selection.last_target(table.state, who) == "gareth"
    assert reopened(table).cursor.selection.last_target(table.state, who) == "gareth"


@pytest.mark.parametrize(("keys", "after"), [((), WYRD_ENGINE), (("\\", "\\"), METTLE)])
def test_undo_brings_the_game_of_the_keys_back(keys: tuple[str, ...], after: str) -> None:
    """Unless the GM has chosen one since; a line may play another game than the keys."""
    own = make_pools({"focus": 2, "nature": 3, "poise": 4}, frame=2, motive=3)
    both = replace(MERCER, sheets={**MERCER.sheets, METTLE: own})
    table, _ = seat(State(games=(WYRD_ENGINE, METTLE), actors={both.id: both}))
    press(table, "1", ":", "=damage mercer 1 game=mettle", "enter")
    assert table.cursor.game == METTLE
    press(table, *keys, "u")
    assert (table.cursor.game, len(table.session.done)) == (after, 0)
