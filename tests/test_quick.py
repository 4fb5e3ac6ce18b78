"""Output of `wyrd roll` and `wyrd odds`."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wyrd_tui.engine.dice import FedDice, LiveDice, Refused
from wyrd_tui.quick import ODDS_KINDS, ODDS_USAGE, odds_command, roll_command


def test_roll_prints_one_line() -> None:
    """U-33: the words of a shell are one expression, and dice may be fed."""
    assert roll_command(["2d6", "+", "4"], FedDice(["3 5"])) == "2d6 + 4: 3 5 +4 = 12"
    assert roll_command(["4dF+2"], FedDice(["++0-"])) == "4dF+2: ++0- +2 = 3"
    with pytest.raises(Refused):
        roll_command([], LiveDice())


@pytest.mark.parametrize(
    "words",
    [
        "check +3 vs 2",
        "check 3 vs Formidable",
        "CHECK 1+2 vs form",
        "check 3 against +2",
        "check 4 - 1 v 2",
        "check +3 vs. 2",
    ],
)
def test_check_shows_three_outcomes_and_one_point_more(words: str) -> None:
    """WE-06, WE-29, WE-33, promise 5: success, tie, failure, and the gain of one more point."""
    assert odds_command(words.split()) == (
        "+3 against Formidable (+2)\n"
        "  success                 61.7%\n"
        "  tie                     19.8%\n"
        "  failure                 18.5%\n"
        "success with\n"
        "  one more point (+1)     81.5%   +19.8\n"
        "  a trait (+2)            93.8%   +32.1\n"
        "  a helper (+1)           81.5%   +19.8"
    )
    assert odds_command([words]) == odds_command(words.split())


def test_a_check_says_how_it_reads_ties_and_rerolls() -> None:
    """C-01, U-05."""
    lines = odds_command(["check", "0", "vs", "0", "tie=failure", "reroll=any"]).splitlines()
    assert lines[0] == "0 against Challenging (0); a tie is a failure, any roll may be rolled again once"
    assert lines[1].split() == ["success", "61.9%"]
    assert lines[2].split() == ["failure", "38.1%"]


def test_the_ladder_has_ten_aligned_rungs() -> None:
    """WE-29, WE-34, trap 20: sure things only where they are sure."""
    assert odds_command(["ladder", "+3"]) == (
        "+3 on the ladder\n"
        "                   success       tie   failure\n"
        "  +5 Impossible       6.2%     12.3%     81.5%\n"
        "  +4 Extreme         18.5%     19.8%     61.7%\n"
        "  +3 Arduous         38.3%     23.5%     38.3%\n"
        "  +2 Formidable      61.7%     19.8%     18.5%\n"
        "  +1 Difficult       81.5%     12.3%      6.2%\n"
        "   0 Challenging     93.8%      4.9%      1.2%\n"
        "  -1 Basic           98.8%      1.2%        0%\n"
        "  -2 Easy             100%        0%        0%\n"
        "  -3 Simple           100%        0%        0%\n"
        "  -4 Trivial          100%        0%        0%"
    )
    assert "tie  " not in odds_command(["ladder", "1", "tie=success"])


def test_opposed_rolls_show_the_boon() -> None:
    """WE-36 to WE-40."""
    assert odds_command(["opposed", "2", "vs", "1"]) == (
        "+2 against an opponent’s +1\n"
        "  win                58.4%\n"
        "    by 3 or more     26.1%\n"
        "  tie                15.5%\n"
        "  lose               26.1%"
    )


def test_attacks_show_damage_and_the_chance_to_end_it() -> None:
    """Odds of an attack show each damage and the chance to take the target out (WE-54, WE-55, WE-66, WE-90)."""
    lines = odds_command(["attack", "2", "vs", "1", "boxes=3"]).splitlines()
    assert lines[:5] == [
        "attack +2 against defence +1",
        "  hit                58.4%",
        "  out at 3           26.1%",
        "  mean damage       1.50",
        "  damage           exactly   or more",
    ]
    assert lines[5] == "  0                  41.6%"
    assert lines[6] == "  1                  16.9%     58.4%"
    assert "out" not in odds_command(["attack", "2", "vs", "1"])
    assert "  out at 0           58.4%" in odds_command(["attack", "2", "vs", "1", "boxes=0"])


def test_duels_show_who_wins() -> None:
    """WE-54, WE-55, WE-58, WE-66."""
    assert odds_command(["duel", "2/1/4.3.2.1", "vs", "1/1/2"]) == (
        "first +2/+1/4/3/2/1, second +1/+1/2\n"
        "                      first wins  second wins  rounds\n"
        "  first strikes first      99.3%         0.7%     2.2\n"
        "  second strikes first     98.6%         1.4%     2.2\n"
        "  coin toss                99.0%         1.0%     2.2"
    )
    assert odds_command(["duel", "0/8", "vs", "0/8"]).endswith("never ends.")
    assert odds_command(["duel", "2/1/4/3/2/1", "vs", "1/1/2"]) == odds_command(["duel", "2/1/4.3.2.1", "vs", "1/1/2"])
    assert odds_command(["duel", "2/1/5/1/1x2/1x3", "vs", "1/1"]).startswith("first +2/+1/5/1/1x2/1x3, second +1/+1")
    wounded = odds_command(["duel", "2/1/4.3.2.1", "vs", "1/1/4.3.2.1", "penalties=both"])
    assert wounded != odds_command(["duel", "2/1/4.3.2.1", "vs", "1/1/4.3.2.1"])


@pytest.mark.parametrize("words", ["challenge 7 points 3 wyrd 2", "challenge 7 points=3 wyrd=2"])
def test_a_challenge_shows_the_die_the_draw_and_every_point(words: str) -> None:
    """WA-13, WA-16, WA-22, WA-25: the rows go from hopeless to certain."""
    assert odds_command(words.split()) == (
        "a die and 3 points against 7, grave\n"
        "  success                 50.0%\n"
        "  failure                 50.0%\n"
        "  with 1 Wyrd drawn       66.7%\n"
        "  with 2 Wyrd drawn       83.3%\n"
        "success with\n"
        "  1 point                 16.7%\n"
        "  2 points                33.3%\n"
        "  3 points                50.0%\n"
        "  4 points                66.7%\n"
        "  5 points                83.3%\n"
        "  6 points                 100%"
    )


def test_the_values_are_a_table_with_points() -> None:
    """WA-13: the die alone beats 2 with 5/6 and 6 with 1/6, and 7 never."""
    rows = {line.split()[0]: line.split() for line in odds_command(["values"]).splitlines()[2:]}
    assert list(rows) == [str(value) for value in range(2, 13)]
    assert rows["2"][1:3] == ["slight", "83.3%"]
    assert rows["6"][2] == "16.7%"
    assert rows["7"][1:3] == ["grave", "0%"]
    assert rows["10"][-1] == "9"


def test_a_wyrd_roll_shows_result_sixes_and_fate() -> None:
    """WA-36, WA-38, WA-39, WA-41: P(6 | 3 dice) = 42.1%, P(caught | 5) = 59.8%."""
    lines = odds_command(["wyrd", "3"]).splitlines()
    assert lines[0] == "Wyrd roll, 3 dice"
    assert lines[1] == "  a 6: caught        42.1%"
    assert lines[3] == "  result           exactly   or more"
    assert lines[-2].split() == ["3", "0.5%", "0.5%"]
    assert lines[-1].split() == ["mean", "0.50"]
    assert "a 6: caught        59.8%" in odds_command(["wyrd", "5", "dice"])
    nobody = odds_command(["wyrd", "0"]).splitlines()
    assert nobody[0] == "Wyrd roll, no dice: the result is 1, without a 6"
    assert nobody[-1].split() == ["1", "100%", "100%"]
    assert odds_command(["influence", "1"]).splitlines()[0] == "influence roll, 1 die"


def test_contests_and_countdowns_count_every_six() -> None:
    """WA-35, WA-40, WA-43, WA-55: every 6 counts, over all rolls."""
    assert odds_command(["contest", "5", "vs", "3"]) == (
        "influence rolls of 5 and 3 dice\n"
        "  the first wins (5)      54.3%\n"
        "  the second wins (3)     25.6%\n"
        "  a tie                   20.1%"
    )
    assert odds_command(["countdown", "3", "dice", "4", "2", "2"]) == (
        "3 sixes wanted of 8 dice in 3 rolls\n"
        "  after roll 1 (4)         1.6%\n"
        "  after roll 2 (2)         6.2%\n"
        "  after roll 3 (2)        13.5%"
    )
    assert odds_command(["countdown", "1", "dice=3"]).endswith("it fires                42.1%")


def test_a_mettle_check_shows_success_twist_and_edge() -> None:
    """ME-08, ME-11, ME-19: table (d), five dice against 6: 27.4%, 65.1 % with a Twist."""
    assert odds_command(["mettle", "5", "vs", "6"]) == (
        "5 dice against Daunting (6)\n"
        "  success                 27.4%\n"
        "  or by a Twist           65.1%\n"
        "  Edge of a success     exactly   or more\n"
        "  0 OK                     3.0%     27.4%\n"
        "  1 Good                  12.7%     24.3%\n"
        "  2 Great                 11.6%     11.6%"
    )
    assert odds_command(["mettle", "3+1", "dice", "against", "daunt"]).startswith("4 dice against Daunting (6)\n")


def test_raised_dice_are_kept_or_thrown_again() -> None:
    """ME-28, ME-29, C-16: table (d), pool 5 with one raised against 3: 55.3%, 91.8%, 86.3%."""
    lines = odds_command(["mettle", "5", "vs", "3", "raises", "1"]).splitlines()
    assert lines[:4] == [
        "5 dice, 1 raised, against Challenging (3)",
        "  success                 55.3%",
        "  a Twist, raised kept    86.3%",
        "  a Twist, raised too     91.8%",
    ]
    assert lines[4] == "  success is often assumed: there are more dice than the Difficulty"
    assert lines[6].startswith("  1 Good")
    assert odds_command(["mettle", "5", "vs", "3", "raises=1"]).splitlines() == lines


def test_wounds_discard_dice() -> None:
    """ME-38, ME-39: the Shaken discard 1s, the Broken 2s, too."""
    whole, shaken, broken = (odds_command(f"mettle 5 vs 3 {state}".split()) for state in ("", "shaken", "broken"))
    assert "; Shaken, so 1s are discarded" in shaken
    assert "; Broken, so 1s and 2s are discarded" in broken
    assert len({whole.splitlines()[1], shaken.splitlines()[1], broken.splitlines()[1]}) == 3
    assert odds_command(["mettle", "5", "vs", "3", "raises", "1", "shaken"]) == odds_command(
        ["mettle", "5", "vs", "3", "shaken", "raises", "1"]
    )


def test_impossible_checks_say_so() -> None:
    """ME-16, U-28."""
    large, none = "the Difficulty is three times the dice, or more", "there is no die to throw"
    for words, why in (
        ("mettle 2 vs 6", large),
        ("mettle 0 vs 0", none),
        ("mettle 0 vs -3", none),
        ("mettle 1-3 vs 0", none),
        ("mettle 5 vs 12 raises 1", ""),
    ):
        told = odds_command(words.split())
        assert (f"impossible: {why}" in told) == bool(why), words
        assert ("impossible" in told) == bool(why), words
    assert "success                 <0.1%" in odds_command(["mettle", "5", "vs", "14"])


def test_c_17_likely_successes_may_be_assumed() -> None:
    """A pool of more dice than the Difficulty may be assumed to succeed, without raised dice (ME-15, C-17)."""
    assert "often assumed" in odds_command(["mettle", "7", "vs", "6"])
    for words in ("mettle 6 vs 6", "mettle 7 vs 6 raises 1"):
        assert "assumed" not in odds_command(words.split()), words


def test_a_team_may_be_as_large_as_its_pools() -> None:
    """ME-31: up to sixty dice each, of which a Twist counts up to sixty in all."""
    assert "no odds for" not in odds_command(["team", "strongest", "30", "30", "vs", "40"])
    assert "no odds for more than 60 dice" in odds_command(["team", "strongest", "60", "60", "vs", "40"])


def test_pools_have_a_ladder_of_named_rungs() -> None:
    """ME-09: table (d) for six dice."""
    lines = odds_command(["pool", "6"]).splitlines()
    assert lines[0] == "6 dice on the ladder"
    assert lines[4] == "   6 Daunting           41.4%     81.5%     27.4%     14.4%      4.6%        0%"
    assert len(lines) == 2 + 5
    assert odds_command(["pool", "1"]).splitlines()[1].split() == ["success", "Twist", "1", "raised"]


def test_teams_keep_the_best_dice() -> None:
    """ME-30, ME-31: one link keeps few dice of many, the other many of more."""
    weakest = odds_command(["team", "weakest", "6", "2", "vs", "3"]).splitlines()
    assert weakest[0] == "weakest link: 6 dice thrown, 2 kept, against Challenging (3)"
    assert weakest[1:4] == [
        "  success                 74.9%",
        "  or by a Twist           82.3%",
        "  the weakest alone       16.7%",
    ]
    assert odds_command(["team", "weakest", "2", "4", "6", "vs", "3"]).splitlines() == weakest
    strongest = odds_command(["team", "strongest", "4", "3", "vs", "6", "raises", "1"]).splitlines()
    assert strongest[0] == "strongest link: 6 dice thrown, 4 kept, 1 of them raised, against Daunting (6)"
    assert strongest[2:4] == ["  a Twist, raised kept    46.6%", "  a Twist, raised too     60.0%"]
    assert strongest[6].startswith("  1 Good")


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("metle 5 vs 3", "Did you mean mettle?"),
        ("mettle pool 4", "Leave out “mettle” before pool: write wyrd odds pool 4"),
        ("mettle 5", "Write two sides with vs between them, as in: wyrd odds mettle 5 vs 6 raises 1"),
        ("mettle 5 vs chalenging", "is not a Difficulty of Mettle; its ladder has Routine (1), Challenging (3)"),
        ("mettle 5 vs chalenging", "Did you mean Challenging?"),
        ("mettle 5 vs 3 raises 7", "7 Raises need as many dice, and the pool has 5."),
        ("mettle 5 vs 3 raises", "raises needs a value after it"),
        ("mettle 5 vs 3 tie=ask", "`wyrd odds mettle` cannot use “tie=ask”. Possible: raises="),
        ("mettle 99 vs 3", "99 dice are too many for exact odds: write 60 at most."),
        ("pool x", "“x” is not a pool. Write a whole number or a sum, as in: wyrd odds pool 6"),
        ("pool", "Write a pool"),
        ("pool", "as in: wyrd odds pool 6"),
        ("team stronger 4 3 vs 1", "Did you mean strongest?"),
        ("team weakest 4 vs 1", "Write the pools of two or more"),
        ("team strongest 4 3 2 vs 1", "Only one character can help"),
        ("team weakest 6 2 vs 3 raises 3", "3 Raises need as many dice, and the pool has 2."),
        ("check 5 vs 6 raises 1", "raises belongs to a Check of Mettle, as in: wyrd odds mettle 5 vs 6"),
        ("challenge 5 shaken", "shaken belongs to a Check of Mettle"),
    ],
)
def test_refuses_impossible_odds_of_mettle(words: str, reason: str) -> None:
    with pytest.raises(Refused) as refused:
        odds_command(words.split())
    assert reason in str(refused.value)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("", "The kind of odds is missing"),
        ("chek 1 vs 2", "There are no odds of “chek”. Write one of check"),
        ("chek 1 vs 2", "Did you mean check?"),
        ("check 1", "vs between them"),
        ("check vs 1", "vs between them"),
        ("check x vs 1", "“x” is not a modifier"),
        ("check 1 vs e", "“e” could be several rungs"),
        ("check 1 vs hard", "“hard” is not a rung; the ladder has Trivial (-4)"),
        ("check 1 vs formidible", "Did you mean Formidable?"),
        ("check 99999 vs 1", "is not a modifier"),
        ("check 1 vs 2 vs 3", "Write two sides with vs between them"),
        ("check 1 vs 2 tie=maybe", "Possible for tie=: ask, success, failure"),
        ("attack 1 vs 2 tie=ask", "`wyrd odds attack` cannot use “tie=ask”. Possible: boxes="),
        ("opposed 1 vs 2 tie=ask", "`wyrd odds opposed` cannot use “tie=ask”. Leave it out."),
        ("attack 1 vs 2 boxes=many", "“many” is not a whole number from 0 to"),
        ("ladder", "Write a modifier, as in"),
        ("duel 1 vs 2", "“1” is not a fighter"),
        ("duel 1/1/4/x vs 1/1", "“x” is not a whole number from 0 to"),
        ("duel 1/1/999 vs 1/1", "more than 200 boxes"),
        ("check " + "1" * 300, "write 200 characters at most"),
        ("challenge", "Write a value, as in: wyrd odds challenge 7"),
        (
            "challenge 7 point 3",
            "“7 point 3” is not a value. Write a whole number or a sum, as in: wyrd odds challenge 7 points 3",
        ),
        ("challenge 7 points", "points needs a value after it"),
        ("challenge 7 points three", "“three” is not a whole number from 0 to"),
        ("challenge 7 dice=3", "cannot use “dice=3”. Possible: points= or wyrd="),
        ("values 7", "“7” has no use here. Write `wyrd odds values`"),
        ("influence", "Write a number of dice"),
        ("wyrd -1", "is not a whole number from 0 to 99"),
        ("wyrd 100", "is not a whole number from 0 to 99"),
        ("contest 5", "Write the dice of two or more"),
        ("contest 5 vs", "Write the dice of two or more"),
        ("countdown 3", "Write the sixes to come and the dice of each roll"),
        ("countdown dice 4", "Write the sixes to come and the dice of each roll"),
        ("countdown 3 dice 1 1 1 1 1 1 1 1 1 1 1 1 1", "write 12 at most"),
    ],
)
def test_refuses_words_without_a_question(words: str, reason: str) -> None:
    """Every refusal says what would be accepted."""
    with pytest.raises(Refused) as refused:
        odds_command(words.split())
    assert reason in str(refused.value)


def test_the_usage_shows_only_what_works() -> None:
    """Each line that begins with the command can be typed as it stands."""
    shown = [line.split("   ")[0].split()[2:] for line in ODDS_USAGE.splitlines() if line.startswith("wyrd odds ")]
    assert [words[0] for words in shown] == list(ODDS_KINDS)
    for words in shown:
        assert odds_command(words)


words = st.sampled_from(
    [
        "check",
        "ladder",
        "opposed",
        "attack",
        "duel",
        "vs",
        "+3",
        "-1",
        "0",
        "formidable",
        "e",
        "tie=success",
        "tie=",
        "reroll=any",
        "boxes=3",
        "1/1",
        "2/1/4.3",
        "penalties=both",
        *("challenge", "values", "influence", "wyrd", "contest", "countdown", "points", "dice", "points=3", "4"),
        *("mettle", "pool", "team", "weakest", "strongest", "raises", "raises=2", "shaken", "broken", "daunting"),
        "=",
        "/",
    ]
)


@given(st.one_of(st.lists(words, max_size=7), st.lists(st.text(max_size=9), max_size=4)))
def test_any_words_are_answered_or_refused(said: list[str]) -> None:
    """No traceback ever reaches a game master."""
    try:
        assert odds_command(said)
    except Refused:
        return
