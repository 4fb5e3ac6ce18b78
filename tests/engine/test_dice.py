"""Dice as they fall and as they are typed."""

import copy
import pickle
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wyrd_tui.engine.dice import (
    UNBOUNDED,
    FedDice,
    LiveDice,
    Refused,
    Throw,
    check_within,
    fudge_from_d6,
    parse_d6,
    parse_faces,
    parse_fudge,
    part_hands,
    read_whole,
    spell_throw,
)

FUDGE_FACES = list(product((-1, 0, 1), repeat=4))
typed_throws = st.one_of(
    st.sampled_from(FUDGE_FACES).map(lambda faces: Throw(faces, sum(faces), typed=True)),
    st.integers(-4, 4).map(lambda total: Throw((), total, typed=True)),
)


def test_a_d6_stands_in_for_a_fudge_die() -> None:
    """WE-01: 1 and 2 are minus, 3 and 4 blank, 5 and 6 plus; 6 5 3 1 is `++0-`, which is +1."""
    assert [fudge_from_d6(face) for face in range(1, 7)] == [-1, -1, 0, 0, 1, 1]
    assert parse_fudge("6,5,3,1") == Throw((1, 1, 0, -1), 1, typed=True)


@pytest.mark.parametrize(("text", "total"), [("++-0", 1), ("-+--", -2), ("----", -4), ("++++", 4), ("+++-", 2)])
def test_a_throw_is_the_sum_of_its_faces(text: str, total: int) -> None:
    """WE-02, and the throws of WE-55 and WE-07."""
    assert parse_fudge(text).total == total
    assert spell_throw(parse_fudge(text)) == text


@pytest.mark.parametrize(
    ("text", "faces"),
    [
        ("++0-", (1, 1, 0, -1)),
        (" + + 0 - ", (1, 1, 0, -1)),
        ("+,+,b,-", (1, 1, 0, -1)),
        ("++O−", (1, 1, 0, -1)),
        ("++o–", (1, 1, 0, -1)),
        ("0000", (0, 0, 0, 0)),
        ("+000", (1, 0, 0, 0)),
        ("-000", (-1, 0, 0, 0)),
        ("1111", (-1, -1, -1, -1)),
        ("6 5 3 1", (1, 1, 0, -1)),
        ("6531", (1, 1, 0, -1)),
        ("++-0 = +1", (1, 1, -1, 0)),
        ("6531=1", (1, 1, 0, -1)),
    ],
)
def test_faces_can_be_typed(text: str, faces: tuple[int, ...]) -> None:
    """WE-01, WE-02: four Fudge faces or four d6, however they are spaced."""
    assert parse_fudge(text) == Throw(faces, sum(faces), typed=True)


@pytest.mark.parametrize(
    ("text", "total"),
    [
        ("+1", 1),
        ("-2", -2),
        ("−2", -2),
        ("3", 3),
        ("0", 0),
        ("+0", 0),
        ("-0", 0),
        ("+ 4", 4),
        ("sum -4", -4),
        ("SUM 2", 2),
    ],
)
def test_a_sum_can_be_typed_alone(text: str, total: int) -> None:
    """WE-02: one sign and one digit, or a digit alone, is a sum and never a die."""
    assert parse_fudge(text) == Throw((), total, typed=True)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "No dice were typed"),
        ("   ", "No dice were typed"),
        (",", "Dice are missing"),
        ("++0-+", "5 faces instead of 4"),
        ("++0", "3 faces instead of 4"),
        ("+", "1 face instead of 4"),
        ("65311", "5 faces instead of 4"),
        ("5", "not a throw of four Fudge dice"),
        ("+5", "not a throw of four Fudge dice"),
        ("-12", "not a throw of four Fudge dice"),
        ("+" + "9" * 5000, "not a throw of four Fudge dice"),
        ("9" * 5000, "no Fudge die shows"),
        ("++x-", "no Fudge die shows “x”"),
        ("++ 1 0", "Fudge faces and d6 are mixed"),
        ("7 5 3 1", "no Fudge die shows “7”"),
        ("٣٣٣٣", "no Fudge die shows"),
        ("sum ++0-", "not a throw of four Fudge dice"),
        ("++-0 = 2", "does not add up. Write ++-0=+1"),
        ("1 = 1", "not four dice, = and their sum"),
        ("++-0 = ++-0", "not four dice, = and their sum"),
        ("++-0 =", "Dice are missing"),
        ("+" * 10_000, "too long for one throw"),
    ],
)
def test_impossible_throws_are_refused(text: str, reason: str) -> None:
    """A throw needs four faces, a sum within −4…+4, and faces that agree with a stated sum (WE-02, trap 3)."""
    with pytest.raises(Refused) as refused:
        parse_fudge(text)
    assert reason in str(refused.value)
    assert len(str(refused.value)) < 200


def test_a_refusal_shows_nothing_that_a_terminal_obeys() -> None:
    """Typed text comes back inside a sentence without escape sequences."""
    with pytest.raises(Refused) as refused:
        parse_fudge("+\x1b[2J\u202e+")
    assert "\x1b" not in str(refused.value)
    assert "\u202e" not in str(refused.value)


@given(typed_throws)
def test_a_shown_throw_reads_back_as_itself(throw: Throw) -> None:
    """WE-01, WE-02."""
    assert parse_fudge(spell_throw(throw)) == throw


@given(st.one_of(st.text(), st.text("+-−0ob123456 ,=sum789", max_size=12)))
def test_any_text_is_a_throw_or_is_refused(text: str) -> None:
    """Any text is a throw within −4…+4 or is Refused, and raises nothing else (WE-02)."""
    try:
        throw = parse_fudge(text)
    except Refused:
        return
    assert -4 <= throw.total <= 4
    assert throw.typed
    assert not throw.faces or (len(throw.faces) == 4 and sum(throw.faces) == throw.total)


def test_d6_pools_can_be_typed() -> None:
    """U-33: every digit is a die of its own, in the order it was typed."""
    assert parse_d6("4 1 3 5 2 2") == parse_d6("413522") == parse_d6("4,1,3,5,2,2", 6) == (4, 1, 3, 5, 2, 2)
    assert parse_d6("12 3") == (1, 2, 3)
    assert parse_d6("", 0) == ()


@pytest.mark.parametrize(
    ("text", "count", "reason"),
    [
        ("4 1 3", 4, "3 dice instead of 4. Write a face for each, such as 4 1 3 5"),
        ("4", 2, "1 die instead of 2"),
        ("4", 0, "1 die instead of 0\\.$"),
        ("470", None, "no d6 shows “7”"),
        ("4 -1", None, "no d6 shows “-”"),
        ("", None, "No dice were typed"),
        ("1" * 1001, None, "1000 dice at most"),
        ("1" * 100_000, None, "too long for one throw"),
    ],
)
def test_d6_that_do_not_fit_are_refused(text: str, count: int | None, reason: str) -> None:
    """U-33."""
    with pytest.raises(Refused, match=reason):
        parse_d6(text, count)


@given(st.one_of(st.text(), st.text("123456 ,", max_size=20)), st.none() | st.integers(0, 6))
def test_any_text_is_a_pool_or_is_refused(text: str, count: int | None) -> None:
    """U-33."""
    try:
        faces = parse_d6(text, count)
    except Refused:
        return
    assert all(1 <= face <= 6 for face in faces)
    assert count is None or len(faces) == count


@given(st.text(max_size=30), st.integers(1, 4), st.integers(1, 20))
def test_any_text_is_so_many_dice_or_is_refused(text: str, count: int, sides: int) -> None:
    """U-33: dice of any number of sides."""
    try:
        faces = parse_faces(text, count, sides)
    except Refused:
        return
    assert len(faces) == count
    assert all(1 <= face <= sides for face in faces)


def test_live_dice_show_every_face_and_no_other() -> None:
    """WE-01: with 400 throws of four dice, a face is missed once in 10 to the 281."""
    dice = LiveDice()
    throws = [dice.fudge() for _ in range(400)]
    assert {face for throw in throws for face in throw.faces} == {-1, 0, 1}
    assert all(len(throw.faces) == 4 and throw.total == sum(throw.faces) and not throw.typed for throw in throws)
    assert set(dice.d6(1000)) == {1, 2, 3, 4, 5, 6}
    assert dice.d6(0) == ()


def test_a_seed_makes_dice_fall_the_same_way() -> None:
    """U-33."""
    one, two = LiveDice(seed=7), LiveDice(seed=7)
    assert [one.fudge() for _ in range(9)] == [two.fudge() for _ in range(9)]
    assert one.d6(50) == two.d6(50) != LiveDice(seed=8).d6(50)


def test_fed_dice_are_taken_in_order_by_every_roll() -> None:
    """U-33: typed throws are marked as typed; those that follow from live dice are not."""
    dice = FedDice(["++0-", "413", "+2", "17", "+0"], then=LiveDice(seed=1))
    assert dice.fudge() == Throw((1, 1, 0, -1), 1, typed=True)
    assert dice.d6(3) == (4, 1, 3)
    assert dice.fudge() == Throw((), 2, typed=True)
    assert dice.draw(1, 1, 20) == (17,)
    assert dice.draw(2, -1, 1) == (1, 0)
    assert dice.left == 0
    assert not dice.fudge().typed
    assert len(dice.d6(3)) == 3
    assert 1 <= dice.draw(1, 1, 20)[0] <= 20


def test_fed_dice_refuse_when_they_have_run_out() -> None:
    """U-33."""
    with pytest.raises(Refused, match="have run out"):
        FedDice([]).fudge()


def test_a_fed_entry_that_does_not_fit_stays_first() -> None:
    """U-33: a refused entry is not lost, so that it can be taken by the roll it was meant for."""
    dice = FedDice(["4 1 3"])
    with pytest.raises(Refused):
        dice.fudge()
    assert dice.left == 1
    assert dice.d6(3) == (4, 1, 3)


def test_values_never_change_and_can_be_copied() -> None:
    """A throw is kept in states and events, which are frozen."""
    throw = Throw((1, 1, 0, -1), 1)
    with pytest.raises(AttributeError):
        throw.total = 4
    with pytest.raises(AttributeError):
        del throw.total
    assert copy.deepcopy(throw) == pickle.loads(pickle.dumps(throw)) == throw  # noqa: S301
    assert hash(throw) == hash(Throw((1, 1, 0, -1), 1))
    assert throw != Throw((1, 1, 0, -1), 1, typed=True)
    assert throw != (1, 1, 0, -1)
    assert repr(throw) == "Throw((1, 1, 0, -1), 1, False)"


def test_quick_modules_load_nothing_slow() -> None:
    """The start budget of `wyrd roll` and `wyrd odds` leaves no room for these."""
    slow = {"dataclasses", "fractions", "inspect", "json", "pathlib", "pydantic", "random", "rich", "textual", "typing"}
    loaded = "import wyrd_tui.quick, wyrd_tui.engine.duel, wyrd_tui.engine.expression, sys; print(*sys.modules)"
    # Without the site module, which an editable install may fill with anything.
    command = [sys.executable, "-S", "-c", loaded]
    root = Path(__file__).parents[2]
    out = subprocess.run(command, capture_output=True, text=True, check=True, env={"PYTHONPATH": str(root)})
    assert not slow & set(out.stdout.split())


# ------------------------------------------------------------------ whole numbers


@pytest.mark.parametrize(("text", "number"), [("3", 3), (" +3 ", 3), ("-3", -3), ("−3", -3), ("–3", -3), ("007", 7)])
def test_a_whole_number_can_be_typed_with_any_sign(text: str, number: int) -> None:
    assert read_whole(text, -9, 9, "It") == number


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("٣", "“٣” is not a whole number. “It” takes one, such as 2."),
        ("²", "“²” is not a whole number. “It” takes one, such as 2."),
        ("3.5", "“3.5” is not a whole number. “It” takes one, such as 2."),
        (" ", "“It” takes a whole number, such as 2."),
        ("9" * 99, "is not a whole number"),
        ("-10", "It: write −9 to 9, not −10."),
    ],
)
def test_numbers_out_of_bounds_are_refused(text: str, reason: str) -> None:
    with pytest.raises(Refused) as refusal:
        read_whole(text, -9, 9, "It")
    assert reason in str(refusal.value)


def test_a_number_without_an_upper_bound_says_the_least() -> None:
    with pytest.raises(Refused, match=r"^It: write 0 or more, not −1\.$"):
        check_within(-1, 0, UNBOUNDED, "It")


def test_one_run_of_dice_is_parted_into_hands() -> None:
    assert part_hands("2614335", (4, 3)) == ["2614", "335"]
    assert part_hands("26 14, 335", (4, 3)) == ["2614", "335"]
    assert part_hands("26;14", (4, 3)) == ["26", "14"]
    assert part_hands("261433", (4, 3)) == ["261433"]
    assert part_hands("123", (2, 0, 1)) == ["12", "", "3"]
    assert part_hands("", (2, 1)) == part_hands(" ", (0, 0)) == []
    assert part_hands("++0-+−00", (4, 4)) == ["++0-", "+-00"]
