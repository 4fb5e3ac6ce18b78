"""The two quick sub-commands, `wyrd roll` and `wyrd odds`: words in, text to print out, no screen and no files."""

from __future__ import annotations

from wyrd_tui.engine.dice import Refused, quote_briefly
from wyrd_tui.engine.spelling import suggest_word
from wyrd_tui.quick.arguments import MINUS_LIKE, split_options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from wyrd_tui.engine.dice import Dice
    from wyrd_tui.quick.arguments import Tell

ODDS_USAGE = """\
The Wyrd Engine, four fudge dice:
wyrd odds check +3 vs 2          one check; also: check +3 vs formidable, check 3+2 vs 4
wyrd odds ladder +3              the ten rungs
wyrd odds opposed 2 vs 1         active opposition
wyrd odds attack 2 vs 1          one attack; boxes=10 adds the chance to put 10 free boxes out
wyrd odds duel 2/1/4/3/2/1 vs 1/1/2
                                 attack/defence/track until one is out; no track: falls at the first hit
check and ladder take tie=ask, tie=success or tie=failure, and reroll=failed or reroll=any;
duel takes penalties=both, with 1, 2 and 3 for the second, third and fourth row of a track.

The Wyrd Abacus, six-sided dice:
wyrd odds challenge 7 points 3   a die and points against a value; wyrd 2 adds what drawing 2 Wyrd would save
wyrd odds values                 every value with the die alone and with points
wyrd odds influence 5            the highest of five dice, and their sixes
wyrd odds wyrd 4                 a Wyrd roll of four: the result, the sixes, caught in the tale or freed
wyrd odds contest 5 vs 3         influence rolls against each other; two or more
wyrd odds countdown 3 dice 4 2 2
                                 three more sixes, from Wyrd rolls of 4, 2 and 2 dice

Mettle, pools of six-sided dice:
wyrd odds mettle 5 vs 6          a Check of five dice: at once, by a Twist, and its Edge;
                                 also: mettle 3+1 vs daunting, mettle 5 vs 6 raises 1 shaken
wyrd odds pool 6                 the ladder for six dice: with a Twist, and with 1 to 4 raised
wyrd odds team weakest 6 2 vs 3
                                 six dice, of which two are kept; also: team strongest 4 3 vs 6
mettle and team take raises 1 and so on; all three take shaken or broken."""

ODDS_KINDS: Mapping[str, tuple[str, ...]] = {
    "check": ("tie", "reroll"),
    "ladder": ("tie", "reroll"),
    "opposed": (),
    "attack": ("boxes",),
    "duel": ("penalties",),
    "challenge": ("points", "wyrd"),
    "values": (),
    "influence": (),
    "wyrd": (),
    "contest": (),
    "countdown": ("dice",),
    "mettle": ("raises",),
    "pool": (),
    "team": ("raises",),
}
"""The kinds of question, each with the options that it takes."""
_OF_SIXES = ("challenge", "values", "influence", "wyrd", "contest", "countdown")
_OF_POOLS = ("mettle", "pool", "team")
_STATES = ("shaken", "broken")
_ONLY_METTLE = ("raises", "raise", "raised", *_STATES)
_LONGEST = 200


def roll_command(words: list[str], dice: Dice) -> str:
    """Roll the dice expression that the words make up, and give its one line: `2d6+4: 3 5 +4 = 12`.

    Raises:
        Refused: If it cannot be read, or fed dice do not fit.
    """
    from wyrd_tui.engine.expression import roll

    return roll(" ".join(words), dice).show()


def odds_command(words: list[str]) -> str:
    """Work out what the words ask for (see `ODDS_USAGE`), and give the lines to print, without a last line break.

    Raises:
        Refused: If the words ask for nothing, with a sentence.
    """
    # A shell may hand over one word or many; both read the same.
    text = " ".join(words).translate(MINUS_LIKE).casefold()
    if len(text) > _LONGEST:
        raise Refused(f"Too long: write {_LONGEST} characters at most.")
    kind, *rest = text.split() or [""]
    if kind not in ODDS_KINDS:
        known = ", ".join(ODDS_KINDS)
        if not kind:
            raise Refused(f"The kind of odds is missing. Write one of {known}.")
        raise Refused(
            f"There are no odds of {quote_briefly(kind)}. Write one of {known}.{suggest_word(kind, ODDS_KINDS)}"
        )
    if kind not in _OF_POOLS and (said := [word for word in rest if word in _ONLY_METTLE]):
        raise Refused(f"{said[0]} belongs to a Check of Mettle, as in: wyrd odds mettle 5 vs 6 raises 1 shaken")
    states = [word for word in rest if kind in _OF_POOLS and word in _STATES]
    plain, options = split_options(kind, [word for word in rest if word not in states], ODDS_KINDS[kind])
    return "\n".join(_teller(kind)(plain, {**options, **dict.fromkeys(states, "")}))


def _teller(kind: str) -> Tell:
    # Each game's odds are imported only where they are asked for.
    if kind in _OF_SIXES:
        from wyrd_tui.quick import sixes

        return sixes.TELLERS[kind]
    if kind in _OF_POOLS:
        from wyrd_tui.quick import pools

        return pools.TELLERS[kind]
    from wyrd_tui.quick import fudge

    return fudge.TELLERS[kind]
