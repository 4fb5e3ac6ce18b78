"""The two quick sub-commands, `wyrd roll` and `wyrd odds`: words in, text to print out, no screen and no files."""

from __future__ import annotations

import re

from wyrd_tui.engine.dice import Refused, quoted
from wyrd_tui.engine.odds import (
    REROLLS,
    RUNGS,
    TIES,
    Outcome,
    attack,
    check,
    ladder,
    opposed,
    rung_name,
    signed,
    what_helps,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import TypeVar

    from wyrd_tui.engine.dice import Dice
    from wyrd_tui.engine.duel import Fighter

    Choice = TypeVar("Choice", bound=str)

ODDS_USAGE = """\
wyrd odds check +3 vs 2          one check; also: check +3 vs formidable, check 3+2 vs 4
wyrd odds ladder +3              the ten rungs
wyrd odds opposed 2 vs 1         active opposition
wyrd odds attack 2 vs 1          one attack; boxes=10 adds the chance to put 10 free boxes out
wyrd odds duel 2/1/4.3.2.1 vs 1/1/2
                                 attack/defence/track until one is out; no track: falls at the first hit
check and ladder take tie=ask, tie=success or tie=failure, and reroll=failed or reroll=any;
duel takes penalties=both, with 1, 2 and 3 for the second, third and fourth row of a track."""

_OPTIONS = {
    "check": ("tie", "reroll"),
    "ladder": ("tie", "reroll"),
    "opposed": (),
    "attack": ("boxes",),
    "duel": ("penalties",),
}
_AGAINST = ("vs", "vs.", "v", "against")
_MINUS_LIKE = str.maketrans({"−": "-", "–": "-"})
_LONGEST = 200
_PENALTIES = (0, 1, 2, 3)


def roll_command(words: list[str], dice: Dice) -> str:
    """Roll the dice expression that the words make up, and give its one line: `2d6+4: 3 5 +4 = 12`.

    Raises Refused when it cannot be read, or when fed dice do not fit.
    """
    from wyrd_tui.engine.expression import roll

    return roll(" ".join(words), dice).show()


def odds_command(words: list[str]) -> str:
    """Work out what the words ask for (see `ODDS_USAGE`), and give the lines to print, without a last line break.

    Raises Refused, with a sentence, for words that ask for nothing.
    """
    # A shell may hand over one word or many; both read the same.
    text = " ".join(words).translate(_MINUS_LIKE).casefold()
    if len(text) > _LONGEST:
        raise Refused(f"That is longer than {_LONGEST} characters.")
    kind, *rest = text.split() or [""]
    tell = _KINDS.get(kind)
    if tell is None:
        known = ", ".join(_KINDS)
        raise Refused(f"{quoted(kind)} is none of {known}." if kind else f"Odds of what? Say one of {known}.")
    options = {}
    plain = []
    for word in rest:
        name, equals, value = word.partition("=")
        if not equals:
            plain.append(word)
        elif name not in _OPTIONS[kind]:
            taken = " or ".join(f"{option}=" for option in _OPTIONS[kind])
            raise Refused(f"{quoted(word)} says nothing about {kind}{f', which takes {taken}' if taken else ''}.")
        else:
            options[name] = value
    return "\n".join(tell(plain, options))


def _check(words: list[str], options: Mapping[str, str]) -> list[str]:
    said, against = _two_sides(words, "check +3 vs 2")
    modifier, dr = _number(said), _difficulty(against)
    tie, reroll = _choice(options, "tie", TIES), _choice(options, "reroll", REROLLS)
    outcome = check(modifier, dr, tie=tie, reroll=reroll)
    lines = [f"{signed(modifier)} against {rung_name(dr)}{_reading(tie, reroll)}"]
    shown = (("success", outcome.success), ("tie", outcome.tie), ("failure", outcome.failure))
    lines += [f"  {label:<21}{chance.percent():>8}" for label, chance in shown if tie == "ask" or label != "tie"]
    lines.append("success with")
    for option in what_helps(modifier, dr, tie=tie, reroll=reroll):
        label = f"{option.label} ({option.bonus:+d})"
        lines.append(f"  {label:<21}{option.outcome.success.percent():>8}{option.points():>8}")
    return lines


def _ladder(words: list[str], options: Mapping[str, str]) -> list[str]:
    modifier = _number(" ".join(words), "ladder +3")
    tie, reroll = _choice(options, "tie", TIES), _choice(options, "reroll", REROLLS)
    rungs = ladder(modifier, tie=tie, reroll=reroll)
    head = [f"{signed(modifier)} on the ladder{_reading(tie, reroll)}", _row("", "success", "tie", "failure", tie)]
    return head + [_rung(dr, outcome, tie) for dr, outcome in reversed(rungs)]


def _rung(dr: int, outcome: Outcome, tie: str) -> str:
    shown = (outcome.success.percent(), outcome.tie.percent(), outcome.failure.percent())
    return _row(f"{signed(dr):>2} {RUNGS[dr]}", *shown, tie)


def _row(label: str, success: str, even: str, failure: str, tie: str) -> str:
    return f"  {label:<14}{success:>10}{f'{even:>10}' if tie == 'ask' else ''}{failure:>10}"


def _opposed(words: list[str], _options: Mapping[str, str]) -> list[str]:
    mine, theirs = map(_number, _two_sides(words, "opposed 2 vs 1"))
    contest = opposed(mine, theirs)
    shown = (
        ("win", contest.win),
        ("  by 3 or more", contest.boon),
        ("tie", contest.tie),
        ("lose", contest.lose),
    )
    head = f"{signed(mine)} against an opponent's {signed(theirs)}"
    return [head, *(f"  {label:<16}{chance.percent():>8}" for label, chance in shown)]


def _attack(words: list[str], options: Mapping[str, str]) -> list[str]:
    strike, defence = map(_number, _two_sides(words, "attack 2 vs 1 boxes=10"))
    boxes = _count(options["boxes"]) if "boxes" in options else None
    # A target without boxes is out at the first hit, not before it.
    odds = attack(strike, defence, None if boxes is None else lambda points: points >= boxes)
    lines = [f"attack {signed(strike)} against defence {signed(defence)}", f"  {'hit':<16}{odds.hit.percent():>8}"]
    if odds.out is not None:
        lines.append(f"  {f'out at {boxes}':<16}{odds.out.percent():>8}")
    lines.append(f"  {'mean damage':<16}{odds.mean.text():>6}")
    lines.append(f"  {'damage':<16}{'exactly':>8}{'or more':>10}")
    for points, chance in odds.damage.items():
        more = f"{odds.at_least(points).percent():>10}" if points else ""
        lines.append(f"  {points:<16}{chance.percent():>8}{more}")
    return lines


def _duel(words: list[str], options: Mapping[str, str]) -> list[str]:
    from wyrd_tui.engine.duel import PENALTIES, duel

    sides = _two_sides(words, "duel 2/1/4.3.2.1 vs 1/1/2")
    first, second = map(_fighter, sides)
    odds = duel(first, second, penalties=_choice(options, "penalties", PENALTIES))
    head = f"first {_portrait(first)}, second {_portrait(second)}"
    if odds is None:
        return [head, "  Neither can ever hit the other, so this duel never ends."]
    lines = [head, f"  {'':<20}{'first wins':>10}{'second wins':>13}{'rounds':>8}"]
    bouts = (
        ("first strikes first", odds.first_blow),
        ("second strikes first", odds.second_blow),
        ("coin toss", odds.coin_toss),
    )
    for label, bout in bouts:
        chances = f"{bout.win.percent():>10}{bout.win.complement().percent():>13}"
        lines.append(f"  {label:<20}{chances}{bout.rounds.text(1):>8}")
    return lines


_KINDS: Mapping[str, Callable[[list[str], Mapping[str, str]], list[str]]] = {
    "check": _check,
    "ladder": _ladder,
    "opposed": _opposed,
    "attack": _attack,
    "duel": _duel,
}


def _reading(tie: str, reroll: str) -> str:
    read = [] if tie == "ask" else [f"a tie is a {tie}"]
    if reroll != "none":
        read.append(f"{'a failed' if reroll == 'failed' else 'any'} roll may be rolled again once")
    return f"; {', '.join(read)}" if read else ""


def _two_sides(words: list[str], example: str) -> tuple[str, str]:
    at = next((place for place, word in enumerate(words) if word in _AGAINST), None)
    sides = (" ".join(words[:at]), " ".join(words[at + 1 :])) if at is not None else ("", "")
    if not all(sides):
        raise Refused(f"Two sides with vs between them are wanted, as in: wyrd odds {example}")
    return sides


def _number(text: str, example: str = "") -> int:
    """Read a modifier; a skill and its bonuses may stand as a sum, `3+2-1`."""
    compact = text.replace(" ", "")
    if not compact and example:
        raise Refused(f"A modifier is wanted, as in: wyrd odds {example}")
    if not re.fullmatch("[+-]?[0-9]{1,3}(?:[+-][0-9]{1,3})*", compact):
        raise Refused(f"{quoted(text)} is no modifier; accepted are whole numbers and their sums, +3 or 3+2.")
    return sum(map(int, re.findall("[+-]?[0-9]+", compact)))


def _difficulty(text: str) -> int:
    """Read a difficulty rating: a number, or a rung's name or any beginning of it that fits no other."""
    if not text[:1].isalpha():
        return _number(text)
    fitting = [dr for dr, name in RUNGS.items() if name.casefold().startswith(text)]
    if len(fitting) != 1:
        wrong = "could be several rungs" if fitting else "is no rung"
        raise Refused(f"{quoted(text)} {wrong}; the ladder has {', '.join(map(rung_name, RUNGS))}.")
    return fitting[0]


def _count(text: str) -> int:
    if not re.fullmatch("[0-9]{1,3}", text):
        raise Refused(f"{quoted(text)} is no count; accepted are whole numbers from 0 to 999.")
    return int(text)


def _choice(options: Mapping[str, str], name: str, choices: tuple[Choice, ...]) -> Choice:
    said = options.get(name, choices[0])
    for choice in choices:
        if choice == said:
            return choice
    raise Refused(f"{quoted(f'{name}={said}')} is unknown; {name}= takes {', '.join(choices)}.")


def _fighter(text: str) -> Fighter:
    """Read `attack/defence/track`; the track is its rows' boxes with dots between, `4.3.2.1`, and may be left out."""
    from wyrd_tui.engine.duel import Fighter

    strike, slash, rest = text.replace(" ", "").partition("/")
    defence, _slash, track = rest.partition("/")
    if not slash:
        raise Refused(f"{quoted(text)} is no fighter; attack/defence/track are wanted, as in 2/1/4.3.2.1 or 1/1.")
    boxes = [_count(row) for row in track.split(".")] if track else []
    rows = ((count, 1, _PENALTIES[min(place, len(_PENALTIES) - 1)]) for place, count in enumerate(boxes))
    return Fighter(_number(strike), _number(defence), tuple(rows))


def _portrait(fighter: Fighter) -> str:
    track = ".".join(str(boxes) for boxes, _absorbs, _penalty in fighter.rows)
    return f"{signed(fighter.attack)}/{signed(fighter.defence)}/{track or 'no track'}"
