"""Odds of the Wyrd Engine as `wyrd odds` prints them: checks, the ladder, contests, attacks and duels."""

from __future__ import annotations

from wyrd_tui.engine.dice import Refused, quote_briefly
from wyrd_tui.engine.odds import (
    REROLLS,
    RUNGS,
    TIES,
    Outcome,
    attack,
    check,
    dr_name,
    gains_of_help,
    ladder,
    opposed,
    with_plus,
)
from wyrd_tui.engine.spelling import suggest_word
from wyrd_tui.quick.arguments import read_choice, read_count, read_number, read_two_sides

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from wyrd_tui.engine.duel import Fighter
    from wyrd_tui.quick.arguments import Tell

_PENALTIES = (0, 1, 2, 3)


def _check(words: list[str], options: Mapping[str, str]) -> list[str]:
    said, against = read_two_sides(words, "check +3 vs 2")
    modifier, dr = read_number(said), _difficulty(against)
    tie, reroll = read_choice(options, "tie", TIES), read_choice(options, "reroll", REROLLS)
    outcome = check(modifier, dr, tie=tie, reroll=reroll)
    lines = [f"{with_plus(modifier)} against {dr_name(dr)}{_house_rules(tie, reroll)}"]
    shown = (("success", outcome.success), ("tie", outcome.tie), ("failure", outcome.failure))
    lines += [f"  {name:<21}{chance.percent():>8}" for name, chance in shown if tie == "ask" or name != "tie"]
    lines.append("success with")
    for option in gains_of_help(modifier, dr, tie=tie, reroll=reroll):
        label = f"{option.label} ({option.bonus:+d})"
        lines.append(f"  {label:<21}{option.outcome.success.percent():>8}{option.points():>8}")
    return lines


def _ladder(words: list[str], options: Mapping[str, str]) -> list[str]:
    modifier = read_number(" ".join(words), "ladder +3")
    tie, reroll = read_choice(options, "tie", TIES), read_choice(options, "reroll", REROLLS)
    rungs = ladder(modifier, tie=tie, reroll=reroll)
    head = [
        f"{with_plus(modifier)} on the ladder{_house_rules(tie, reroll)}",
        _row("", "success", "tie", "failure", tie),
    ]
    return head + [_rung(dr, outcome, tie) for dr, outcome in reversed(rungs)]


def _rung(dr: int, outcome: Outcome, tie: str) -> str:
    shown = (outcome.success.percent(), outcome.tie.percent(), outcome.failure.percent())
    return _row(f"{with_plus(dr):>2} {RUNGS[dr]}", *shown, tie)


def _row(label: str, success: str, even: str, failure: str, tie: str) -> str:
    return f"  {label:<14}{success:>10}{f'{even:>10}' if tie == 'ask' else ''}{failure:>10}"


def _opposed(words: list[str], _options: Mapping[str, str]) -> list[str]:
    mine, theirs = map(read_number, read_two_sides(words, "opposed 2 vs 1"))
    contest = opposed(mine, theirs)
    shown = (
        ("win", contest.win),
        ("  by 3 or more", contest.boon),
        ("tie", contest.tie),
        ("lose", contest.lose),
    )
    head = f"{with_plus(mine)} against an opponent’s {with_plus(theirs)}"
    return [head, *(f"  {label:<16}{chance.percent():>8}" for label, chance in shown)]


def _attack(words: list[str], options: Mapping[str, str]) -> list[str]:
    strike, defence = map(read_number, read_two_sides(words, "attack 2 vs 1 boxes=10"))
    boxes = read_count(options["boxes"]) if "boxes" in options else None
    # A target without boxes is out at the first hit, not before it.
    odds = attack(strike, defence, None if boxes is None else lambda points: points >= boxes)
    lines = [
        f"attack {with_plus(strike)} against defence {with_plus(defence)}",
        f"  {'hit':<16}{odds.hit.percent():>8}",
    ]
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

    sides = read_two_sides(words, "duel 2/1/4/3/2/1 vs 1/1/2")
    first, second = map(_fighter, sides)
    odds = duel(first, second, penalties=read_choice(options, "penalties", PENALTIES))
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


TELLERS: Mapping[str, Tell] = {
    "check": _check,
    "ladder": _ladder,
    "opposed": _opposed,
    "attack": _attack,
    "duel": _duel,
}


def _house_rules(tie: str, reroll: str) -> str:
    """House rules of ties and rerolls, in words behind a heading; empty where they are those of the text."""
    read = [] if tie == "ask" else [f"a tie is a {tie}"]
    if reroll != "none":
        read.append(f"{'a failed' if reroll == 'failed' else 'any'} roll may be rolled again once")
    return f"; {', '.join(read)}" if read else ""


def _difficulty(text: str) -> int:
    """Read a difficulty rating: a number, or a rung's name or any beginning of it that fits no other."""
    if not text[:1].isalpha():
        return read_number(text)
    fitting = [dr for dr, name in RUNGS.items() if name.casefold().startswith(text)]
    if len(fitting) != 1:
        wrong = "could be several rungs" if fitting else "is not a rung"
        meant = "" if fitting else suggest_word(text.capitalize(), RUNGS.values())
        raise Refused(f"{quote_briefly(text)} {wrong}; the ladder has {', '.join(map(dr_name, RUNGS))}.{meant}")
    return fitting[0]


def _fighter(text: str) -> Fighter:
    """Read `attack/defence/track`; the track is written as at the table, `4/3/2/1`, and may be left out.

    `1x2` is a box that absorbs 2; dots part rows as slashes do.
    """
    from wyrd_tui.engine.duel import Fighter

    strike, slash, rest = text.replace(" ", "").partition("/")
    defence, _slash, track = rest.partition("/")
    if not slash:
        raise Refused(f"{quote_briefly(text)} is not a fighter. Write attack/defence/track, as in 2/1/4/3/2/1 or 1/1.")
    rows = []
    for place, word in enumerate(track.replace(".", "/").split("/") if track else ()):
        held, times, absorbed = word.partition("x") if word[:1].isdecimal() else (word, "", "")
        absorbs = max(1, read_count(absorbed)) if times else 1
        rows.append((read_count(held), absorbs, _PENALTIES[min(place, len(_PENALTIES) - 1)]))
    return Fighter(read_number(strike), read_number(defence), tuple(rows))


def _portrait(fighter: Fighter) -> str:
    track = "/".join(f"{boxes}x{absorbs}" if absorbs > 1 else str(boxes) for boxes, absorbs, _penalty in fighter.rows)
    return f"{with_plus(fighter.attack)}/{with_plus(fighter.defence)}/{track or 'no track'}"
