"""Dice, checks, skills, difficulty, outcomes (WE-01 … WE-15, WE-29 … WE-35, WE-41, WE-42, C-01, C-02, C-12, C-13)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.commands import BY_ID
from tests.rules.tables import FELIX, HARGRAVE, ISADORA, Play, someone
from wyrd_tui.engine import odds
from wyrd_tui.engine.rules.all_games import best_rating, ladder
from wyrd_tui.engine.rules.wyrd_engine.questions import rating_choices
from wyrd_tui.engine.state import Challenge


def test_we_01_d6_stand_in_for_fudge_dice() -> None:
    """Four d6 6 5 3 1 are the faces ++0- (WE-01)."""
    play = Play(HARGRAVE)
    play('roll hargrave Crafts 0 dice="6 5 3 1"')
    assert play.roll.score.faces == (1, 1, 0, -1)
    assert play.roll.score.thrown == 1


@pytest.mark.parametrize(("dice", "total"), [("++-0", 1), ("-+--", -2), ("----", -4), ("++++", 4)])
def test_we_02_a_roll_is_the_sum_of_four_faces(dice: str, total: int) -> None:
    """Four faces add up, from −4 to +4 (WE-02, G-01, G-02)."""
    play = Play(HARGRAVE)
    play(f"roll hargrave Crafts 0 dice={dice}")
    assert play.total == total


def test_we_03_distribution() -> None:
    """The 81 ways fall as the text says (WE-03)."""
    assert [odds.FOURDF[n] for n in range(-4, 5)] == [1, 4, 10, 16, 19, 16, 10, 4, 1]
    assert odds.check(0, 3).success.percent() == "1.2%"
    assert odds.check(0, 2).success.percent() == "6.2%"


@pytest.mark.parametrize(("threshold", "ways"), [(-4, 80), (3, 1), (4, 0)])
def test_we_04_chance_above_a_threshold(threshold: int, ways: int) -> None:
    """The chance of strictly more than a threshold (WE-04)."""
    assert odds.check(0, threshold).success.ways == ways


def test_we_05_total_is_dice_skill_and_trait() -> None:
    """4dF, the skill and one trait add up: +1, +1, +2 are 4 (WE-05)."""
    play = Play(someone("ann", "Ann", {"Fight": 1}))
    play("grant ann Rapier kind=bonus skill=Fight")
    act = play("roll ann Fight 3 dice=+000")
    assert play.total == 4
    assert "Fight +1, Rapier +2 = 4" in act.lines[0]


@pytest.mark.parametrize(("dice", "outcome"), [("+++0", "success"), ("++00", "tie"), ("+000", "failure")])
def test_we_06_three_outcomes(dice: str, outcome: str) -> None:
    """Totals of 3, 2 and 1 against +2 are success, tie and failure (WE-06)."""
    play = Play(HARGRAVE)
    play(f"roll hargrave Crafts +2 dice={dice}")
    assert play.roll.outcome == outcome


def test_we_07_nothing_is_clamped() -> None:
    """−4 and a skill of −1 are −5, a failure even against Trivial (WE-07)."""
    play = Play(someone("rat", "Rat", {"Fight": -1}))
    play("roll rat Fight Trivial dice=----")
    assert play.total == -5
    assert play.roll.outcome == "failure"


def test_we_08_a_skill_not_on_the_sheet_counts_as_nothing() -> None:
    """Hargrave has no Crafts and rolls it all the same, at 0 (WE-08)."""
    play = Play(HARGRAVE)
    play("roll hargrave Crafts Challenging dice=++-0")
    assert play.total == 1
    assert play.roll.outcome == "success"


@pytest.mark.parametrize("level", [-1, 4, 7])
def test_we_09_levels_outside_the_four_exist(level: int) -> None:
    """A level below 0 or above +3 counts as it stands (WE-09)."""
    play = Play(someone("beast", "Beast", {"Fight": level}))
    play("roll beast Fight 0 dice=0000")
    assert play.total == level


def test_we_10_skill_lists_are_open() -> None:
    """Isadora's Empathy is on no list, and nor is a skill made up at the table (WE-10)."""
    play = Play(ISADORA)
    play("roll isadora Empathy 0 dice=0000 with=none")
    assert play.total == 3
    play('rate isadora "Eye for Detail" 2')
    play('roll isadora "Eye for Detail" 0 dice=0000')
    assert play.total == 2


def test_we_11_the_table_agrees_which_skill_applies() -> None:
    """The same chase is rolled with Athletics or with Will where a trait allows it (WE-11)."""
    play = Play(FELIX)
    play("roll felix Athletics +1 dice=0000")
    assert play.total == 0
    play('roll felix "Will for Athletics" +1 dice=0000')
    assert play.total == 1


@pytest.mark.parametrize(
    ("skill", "value", "dice", "total", "outcome", "margin"),
    [
        pytest.param("Investigate", 2, "++-0", 4, "success", 2, id="WE-12"),
        pytest.param("Notice", 1, "+--0", 1, "tie", 0, id="WE-13"),
        pytest.param("Rapport", 0, '"sum -2"', 0, "tie", 0, id="WE-14"),
        pytest.param("Provoke", -1, "++00", 3, "success", 4, id="WE-15"),
    ],
)
def test_worked_checks(skill: str, value: int, dice: str, total: int, outcome: str, margin: int) -> None:
    """The four worked checks of Inspector Hargrave (G-03 … G-06)."""
    play = Play(HARGRAVE)
    play(f"roll hargrave {skill} {value} dice={dice}")
    assert (play.total, play.roll.outcome, play.roll.margin) == (total, outcome, margin)


# ------------------------------------------------------------------ difficulty


def test_we_29_the_ladder_has_ten_rungs() -> None:
    """Trivial −4 to Impossible +5, by name, and plain numbers beyond (WE-29)."""
    play = Play(HARGRAVE)
    rungs = ladder(play.state, "hargrave", "Notice").rungs
    assert [(row.value, row.name) for row in (rungs[0], rungs[4], rungs[9])] == [
        (-4, "Trivial"),
        (0, "Challenging"),
        (5, "Impossible"),
    ]
    assert play("roll hargrave Notice Formidable dice=0000").lines[0].count("Formidable (+2)") == 1
    play("roll hargrave Notice 9 dice=0000")
    assert play.roll.value == 9
    assert play.roll.label == "DR +9"


def test_we_30_passive_opposition_may_read_a_tie_as_success() -> None:
    """Under tie = success a total of 1 succeeds against Difficult (WE-30, C-01)."""
    play = Play(HARGRAVE, rules={"tie": "success"})
    play("roll hargrave Athletics Difficult dice=0000")
    assert play.roll.outcome == "success"


@pytest.mark.parametrize(
    ("skill", "rung", "hint"),
    [("Notice", -1, True), ("Crafts", -1, False), ("Crafts", -2, True), ("Notice", 0, False)],
)
def test_we_31_and_c_12_hint_that_no_roll_is_needed(skill: str, rung: int, hint: bool) -> None:
    """Below Basic always, at Basic for the skilled (WE-31, C-12)."""
    play = Play(HARGRAVE)
    row = next(row for row in ladder(play.state, "hargrave", skill).rungs if row.value == rung)
    assert bool(row.hint) is hint
    play("reading hints false")
    assert not any(row.hint for row in ladder(play.state, "hargrave", skill).rungs)


def test_we_32_a_difficulty_never_is_a_dead_end() -> None:
    """Even Impossible can be turned by the GM's ruling (WE-32)."""
    play = Play(HARGRAVE)
    play("roll hargrave Notice Impossible dice=----")
    play('ruling "success at a cost" note="the lamp breaks"')
    assert play.roll.ruling == "success at a cost"


def test_we_33_a_level_is_a_rung() -> None:
    """Novice against Challenging is Untrained against Basic: 50 of 81 (WE-33)."""
    assert odds.check(1, 0) == odds.check(0, -1)
    assert odds.check(1, 0).success.ways == 50


@pytest.mark.parametrize(("skill", "value", "ways"), [(0, 0, 31), (3, 4, 15), (5, 5, 31), (1, 1, 31), (2, 2, 31)])
def test_we_34_and_c_13_exact_success(skill: int, value: int, ways: int) -> None:
    """The table's chances are counted: 31 of 81 is 38.3%, not 38.7% (WE-34)."""
    outcome = odds.check(skill, value)
    assert outcome.success.ways == ways
    assert outcome.success.percent() != "38.7%"


def test_we_34_the_ladder_follows_the_sheet() -> None:
    """The ladder counts skill and wounds, and has the chance with all that may be asked for beside (WE-34)."""
    play = Play(FELIX)
    row = ladder(play.state, "felix", "Crafts").rungs[7]
    assert (row.name, row.success, row.most) == ("Arduous", odds.check(3, 3).success, odds.check(5, 3).success)
    play.play("mark-box felix moderate 1", "wound felix moderate Crafts:2")
    row = ladder(play.state, "felix", "Crafts").rungs[7]
    assert (row.success, row.most) == (odds.check(1, 3).success, odds.check(3, 3).success)


@pytest.mark.parametrize("outcome", ["success", "failure"])
def test_we_35_automatic_outcomes_need_no_dice(outcome: str) -> None:
    """The GM rules without a roll, and a success moves the challenge's bead (WE-35)."""
    play = Play(HARGRAVE, challenges={"door": Challenge("door", "Door", value=2)})
    act = play(f"automatic hargrave {outcome} on=door")
    assert f"automatic {outcome}" in act.lines[0]
    assert play.state.roll is None
    assert (play.state.challenges["door"].outcome == "overcome") is (outcome == "success")


# ------------------------------------------------------------------ ties and failures


def test_we_41_a_tie_opens_the_menu() -> None:
    """A tie waits for one of five rulings, and is never mapped by itself (WE-41)."""
    play = Play(HARGRAVE)
    play("roll hargrave Notice +2 dice=0000")
    assert play.waiting() == ["ruling"]
    assert list(play.offered("ruling success", "ruling")) == [
        "success",
        "success at a cost",
        "mixed success",
        "complication",
        "failure",
    ]
    assert play.preview("ruling complication", "ruling") == "TIE: Hargrave rolls Notice against Formidable (+2)"
    feint = Play(FELIX, HARGRAVE)
    feint("manoeuvre felix feint hargrave Deceive Notice dice=++00 theirs=0000")
    assert feint.preview("ruling complication", "ruling") == "TIE: Felix tries to feint against Hargrave"
    (told,) = play("ruling complication note=guards").lines
    assert told == "COMPLICATION · The GM rules on Hargrave’s Notice against Formidable (+2): guards"
    assert play.waiting() == []
    play.refuses("ruling failure", "No roll takes a ruling")


@pytest.mark.parametrize(
    ("ruling", "overcome"),
    [("success", True), ('"success at a cost"', True), ('"mixed success"', True), ("complication", False)],
)
def test_we_41_successful_ruling_advances_a_challenge(ruling: str, overcome: bool) -> None:
    """A ruling that counts as a success advances the challenge (WE-41)."""
    play = Play(HARGRAVE, challenges={"door": Challenge("door", "Door", value=2)})
    play.play("roll hargrave Notice on=door dice=0000", f"ruling {ruling}")
    assert (play.state.challenges["door"].outcome == "overcome") is overcome


def test_we_42_a_failure_may_succeed_at_a_cost() -> None:
    """Success at a cost may be ruled after a failure, which asks nothing, but not after a success (WE-42)."""
    play = Play(HARGRAVE)
    play("roll hargrave Notice +3 dice=0000")
    assert play.waiting() == []
    assert "ruling" in play.hints()
    play('ruling "success at a cost"')
    play("roll hargrave Notice 0 dice=0000")
    play.refuses("ruling failure", "last roll is a success")


@pytest.mark.parametrize(("chosen", "outcome"), [("ask", "tie"), ("success", "success"), ("failure", "failure")])
def test_c_01_a_tie_as_the_table_reads_it(chosen: str, outcome: str) -> None:
    """A tie waits for a ruling under `ask`; other house rules turn it into an outcome and say so (C-01)."""
    play = Play(HARGRAVE, rules={"tie": chosen})
    act = play("roll hargrave Notice +2 dice=0000")
    assert play.roll.outcome == outcome
    assert ("ruling" in play.waiting()) is (chosen == "ask")
    assert ("TIE, read as" in act.lines[0]) is (chosen != "ask")


def test_c_02_the_ladder_shows_three_numbers() -> None:
    """Success, tie and failure are exact; with tie = success the first two are one."""
    play = Play(HARGRAVE)
    row = ladder(play.state, "hargrave", "Crafts").rungs[4]
    assert (row.success.ways, row.tie.ways, row.failure.ways) == (31, 19, 31)
    play("reading tie success")
    row = ladder(play.state, "hargrave", "Crafts").rungs[4]
    assert (row.success.ways, row.tie.ways) == (50, 0)


def test_task_of_several_successes() -> None:
    """A task moves one bead for each success and is overcome by the last."""
    play = Play(HARGRAVE)
    play("challenge task 0 2 Search the house")
    play("roll hargrave Notice on=search-the-house dice=0000")
    assert (play.state.challenges["search-the-house"].done, play.state.challenges["search-the-house"].outcome) == (
        1,
        "",
    )
    play("roll hargrave Notice on=search-the-house dice=0000")
    assert play.state.challenges["search-the-house"].outcome == "overcome"
    play.refuses("roll hargrave Notice on=search-the-house dice=0000")


@pytest.mark.parametrize(("dr", "name"), [(-99, "DR −99"), (-21, "DR −21"), (25, "DR +25"), (99, "DR +99")])
def test_we_29_and_we_35_a_difficulty_is_never_clamped(dr: int, name: str) -> None:
    """The GM may set any number, however far off the ladder (WE-29)."""
    play = Play(HARGRAVE)
    play(f"roll hargrave Notice {dr} dice=0000")
    assert (play.roll.value, play.roll.label) == (dr, name)
    assert play.roll.outcome == ("success" if dr < 0 else "failure")
    assert play.preview(f"roll hargrave Notice {dr}", "dice")


def test_we_35_a_failure_tells_what_was_at_stake() -> None:
    """The log tells the stake with a roll that fails, and with the ruling that fails a tie (WE-35, WE-41)."""
    play = Play(HARGRAVE)
    play.play("challenge task 1 2 Gate", 'edit-challenge gate lose "The watch comes"')
    failed = play("roll hargrave Crafts on=gate dice=---0").lines[0]
    assert failed.startswith("FAILURE by ")
    assert failed.endswith("; at stake: “The watch comes”")
    assert "at stake" not in play("roll hargrave Crafts on=gate dice=sum+4").lines[0]
    assert "at stake" not in play("roll hargrave Crafts 1 dice=---0").lines[0]
    play("roll hargrave Provoke on=gate dice=sum+0")
    assert play.roll.outcome == "tie"
    assert play("ruling failure").lines[0].endswith("; at stake: “The watch comes”")


def test_we_41_the_ruling_of_a_tie_says_what_is_at_stake() -> None:
    """The question that follows a tie covers the log, so that it names the stake itself (WE-35)."""
    play = Play(HARGRAVE)
    play.play("challenge task 1 2 Gate", 'edit-challenge gate lose "The watch comes"')
    play("roll hargrave Crafts on=gate dice=sum+0")
    assert play.preview("ruling mixed 'a dent'", "ruling").endswith("; at stake: “The watch comes”")


def test_u_06_a_trait_alone_has_no_number() -> None:
    """A roll with a trait alone has no skill, so that its row shows no 0 (WE-17)."""
    play = Play(FELIX)
    (row,) = [one for one in rating_choices()(play.state, {"who": "felix"}) if one.value == "a trait alone"]
    assert (row.number, row.hint) == (None, "no skill, a trait only")


@pytest.mark.parametrize(
    ("lines", "hinted"),
    [
        (("roll felix Crafts on=door dice=----",), True),
        (("roll felix Crafts on=door dice=----", "ruling failure"), True),
        (("roll felix Crafts on=door dice=----", "ruling success"), False),
        (("roll felix Crafts on=door dice=--00 with=none", "ruling complication"), True),
        (("roll felix Crafts on=door dice=----", "settle door failed"), False),
        (("roll felix Crafts on=wall dice=----",), False),
    ],
)
def test_we_35_a_failure_says_how_a_challenge_is_lost(lines: Sequence[str], hinted: bool) -> None:
    """WE-35, WE-41: what failed stays open until the GM says otherwise, where something is lost with it.

    The act that ends a challenge suggests the failure then, and else nothing.
    """
    door, wall = Challenge("door", "Door", value=1, lose="They hear."), Challenge("wall", "Wall", value=1)
    rods = {rod.id: rod for rod in (door, wall)}
    play = Play(FELIX, challenges=rods)
    play.play(*lines)
    told = "``settle`` ends Door as failed" if play.roll.ruling else "``settle`` ends the challenge as failed"
    assert (told in play.hints()) is hinted
    assert ("``settle``" in play.hints()) is hinted
    (outcome,) = (ask for ask in BY_ID["settle"].asks if ask.name == "outcome")
    suggested = [which for which in rods if outcome.default(play.state, {"which": which})]
    assert suggested == (["door"] if hinted else [])


def test_we_05_a_challenge_suggests_the_rating_rolled_for_it_last() -> None:
    """Each character's own, above one that suits; a skill that is gone is suggested no more (WE-05)."""
    chase = Challenge("chase", "Chase", "task", value=1, needed=5, skills=("Notice",))
    ann = someone("ann", "Ann", {"Fight": 3, "Rowing": 2, "Notice": 1})
    play = Play(ann, someone("bob", "Bob", {"Stealth": 1, "Fight": 0}), challenges={"chase": chase})
    assert best_rating(play.state, "ann", "chase") == "Notice"
    play.play("roll ann Rowing on=chase dice=0000", "roll ann Fight 0 dice=0000", "roll bob Fight on=chase dice=0000")
    assert [best_rating(play.state, who, "chase") for who in ("ann", "bob")] == ["Rowing", "Fight"]
    assert best_rating(play.state, "ann") == "Fight"
    play("roll ann on=chase dice=++++")
    assert play.roll.score.rating == "Rowing"
    play.play("unrate ann Rowing")
    assert best_rating(play.state, "ann", "chase") == "Notice"
