"""What `wyrd roll` and `wyrd odds` print."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wyrd_tui.engine.dice import FedDice, LiveDice, Refused
from wyrd_tui.quick import ODDS_USAGE, odds_command, roll_command


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
def test_a_check_shows_three_outcomes_and_what_helps(words: str) -> None:
    """WE-06, WE-29, WE-33, promise 5: success, tie, failure, and what one more point would buy."""
    assert odds_command(words.split()) == (
        "+3 against Formidable (+2)\n"
        "  success                61.7 %\n"
        "  tie                    19.8 %\n"
        "  failure                18.5 %\n"
        "success with\n"
        "  one more point (+1)    81.5 %   +19.8\n"
        "  a trait (+2)           93.8 %   +32.1\n"
        "  a helper (+1)          81.5 %   +19.8"
    )
    assert odds_command([words]) == odds_command(words.split())


def test_a_check_says_how_it_reads_ties_and_rerolls() -> None:
    """C-01, U-05."""
    lines = odds_command(["check", "0", "vs", "0", "tie=failure", "reroll=any"]).splitlines()
    assert lines[0] == "0 against Challenging (0); a tie is a failure, any roll may be rolled again once"
    assert lines[1].split() == ["success", "61.9", "%"]
    assert lines[2].split() == ["failure", "38.1", "%"]


def test_the_ladder_has_ten_aligned_rungs() -> None:
    """WE-29, WE-34, trap 20: sure things only where they are sure."""
    assert odds_command(["ladder", "+3"]) == (
        "+3 on the ladder\n"
        "                   success       tie   failure\n"
        "  +5 Impossible      6.2 %    12.3 %    81.5 %\n"
        "  +4 Extreme        18.5 %    19.8 %    61.7 %\n"
        "  +3 Arduous        38.3 %    23.5 %    38.3 %\n"
        "  +2 Formidable     61.7 %    19.8 %    18.5 %\n"
        "  +1 Difficult      81.5 %    12.3 %     6.2 %\n"
        "   0 Challenging    93.8 %     4.9 %     1.2 %\n"
        "  -1 Basic          98.8 %     1.2 %       0 %\n"
        "  -2 Easy            100 %       0 %       0 %\n"
        "  -3 Simple          100 %       0 %       0 %\n"
        "  -4 Trivial         100 %       0 %       0 %"
    )
    assert "tie  " not in odds_command(["ladder", "1", "tie=success"])


def test_opposed_rolls_show_the_boon() -> None:
    """WE-36 to WE-40."""
    assert odds_command(["opposed", "2", "vs", "1"]) == (
        "+2 against an opponent's +1\n"
        "  win               58.4 %\n"
        "    by 3 or more    26.1 %\n"
        "  tie               15.5 %\n"
        "  lose              26.1 %"
    )


def test_attacks_show_damage_and_the_chance_to_end_it() -> None:
    """WE-54, WE-55, WE-66, WE-90: with no boxes, out at any hit."""
    lines = odds_command(["attack", "2", "vs", "1", "boxes=3"]).splitlines()
    assert lines[:5] == [
        "attack +2 against defence +1",
        "  hit               58.4 %",
        "  out at 3          26.1 %",
        "  mean damage       1.50",
        "  damage           exactly   or more",
    ]
    assert lines[5] == "  0                 41.6 %"
    assert lines[6] == "  1                 16.9 %    58.4 %"
    assert "out" not in odds_command(["attack", "2", "vs", "1"])
    assert "  out at 0          58.4 %" in odds_command(["attack", "2", "vs", "1", "boxes=0"])


def test_duels_show_who_wins() -> None:
    """WE-54, WE-55, WE-58, WE-66."""
    assert odds_command(["duel", "2/1/4.3.2.1", "vs", "1/1/2"]) == (
        "first +2/+1/4.3.2.1, second +1/+1/2\n"
        "                      first wins  second wins  rounds\n"
        "  first strikes first     99.3 %        0.7 %     2.2\n"
        "  second strikes first    98.6 %        1.4 %     2.2\n"
        "  coin toss               99.0 %        1.0 %     2.2"
    )
    assert odds_command(["duel", "0/8", "vs", "0/8"]).endswith("never ends.")
    wounded = odds_command(["duel", "2/1/4.3.2.1", "vs", "1/1/4.3.2.1", "penalties=both"])
    assert wounded != odds_command(["duel", "2/1/4.3.2.1", "vs", "1/1/4.3.2.1"])


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("", "Odds of what?"),
        ("chek 1 vs 2", "“chek” is none of check"),
        ("check 1", "vs between them"),
        ("check vs 1", "vs between them"),
        ("check x vs 1", "“x” is no modifier"),
        ("check 1 vs e", "“e” could be several rungs"),
        ("check 1 vs hard", "“hard” is no rung; the ladder has Trivial (-4)"),
        ("check 99999 vs 1", "is no modifier"),
        ("check 1 vs 2 tie=maybe", "tie= takes ask, success, failure"),
        ("attack 1 vs 2 tie=ask", "“tie=ask” says nothing about attack, which takes boxes="),
        ("opposed 1 vs 2 tie=ask", "“tie=ask” says nothing about opposed."),
        ("attack 1 vs 2 boxes=many", "“many” is no count"),
        ("ladder", "A modifier is wanted"),
        ("duel 1 vs 2", "“1” is no fighter"),
        ("duel 1/1/4.x vs 1/1", "“x” is no count"),
        ("duel 1/1/999 vs 1/1", "more than 200 boxes"),
        ("check " + "1" * 300, "longer than 200 characters"),
    ],
)
def test_words_that_ask_for_nothing_are_refused(words: str, reason: str) -> None:
    """Every refusal says what would be accepted."""
    with pytest.raises(Refused) as refused:
        odds_command(words.split())
    assert reason in str(refused.value)


def test_the_usage_shows_only_what_works() -> None:
    """Each line that begins with the command can be typed as it stands."""
    shown = [line.split("   ")[0].split()[2:] for line in ODDS_USAGE.splitlines() if line.startswith("wyrd odds ")]
    assert [words[0] for words in shown] == ["check", "ladder", "opposed", "attack", "duel"]
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
