"""Odds of Mettle as `wyrd odds` prints them: Checks with Raises and Twists, the ladder of a pool, teamwork."""

from __future__ import annotations

from wyrd_tui.engine import pools
from wyrd_tui.engine.chance import Chance
from wyrd_tui.engine.dice import Refused, count_noun, quote_briefly
from wyrd_tui.engine.pools import DIFFICULTY_NAMES, GRADES, LEGENDARY, difficulty_name
from wyrd_tui.engine.spelling import suggest_word
from wyrd_tui.quick.arguments import read_count, read_number, read_two_sides

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from wyrd_tui.quick.arguments import Tell

WOUND_WORDS = ("shaken", "broken")
_LINKS = ("weakest", "strongest")
_MOST = 60
_RAISES = 4
_DICE = ("dice", "die")


def _mettle(words: list[str], options: Mapping[str, str]) -> list[str]:
    bare = _bare(words)
    if bare[:1] in (["pool"], ["team"]):
        raise Refused(f"Leave out “mettle” before {bare[0]}: write wyrd odds {' '.join(words)}")
    said, against = read_two_sides(bare, "mettle 5 vs 6 raises 1")
    dice, difficulty = _pool(said), _difficulty(against)
    discard, raised = _discard(options), _raised(options, dice)
    lines = [f"{_dice(dice, raised)} against {difficulty_name(difficulty)}{_wounded(discard)}"]
    chance = pools.check(dice, difficulty, raised, discard)
    lines += [_line("success", chance)]
    kept = pools.twist_chance(dice, difficulty, raised, discard)
    if raised:
        again = pools.twist_chance(dice, difficulty, raised, discard, keep_raised=False)
        lines += [_line("a Twist, raised kept", kept), _line("a Twist, raised too", again)]
        nothing = not again.ways
    else:
        lines += [_line("or by a Twist", kept)]
        nothing = not kept.ways
    if nothing:
        why = "the Difficulty is three times the dice, or more" if dice else "there is no die to throw"
        return [*lines, f"  impossible: {why}"]
    if dice - raised > difficulty:
        lines.append("  success is often assumed: there are more dice than the Difficulty")
    exact = pools.grades(dice, difficulty, raised, discard)
    return lines + (_edges(_or_more(exact), raised, exact) if chance.ways else [])


def _or_more(exact: tuple[Chance, ...]) -> tuple[Chance, ...]:
    return tuple(Chance(sum(one.ways for one in exact[edge:]), exact[0].of) for edge in range(len(exact)))


def _edges(more: tuple[Chance, ...], raised: int, exact: tuple[Chance, ...] = ()) -> list[str]:
    """Tell the chance of each grade of a success, where there is one (ME-11)."""
    head = f"{'exactly':>8}{'or more':>10}" if exact else f"{'or more':>8}"
    lines = [f"  {'Edge of a success':<21}{head}"]
    for edge, grade in enumerate(GRADES):
        # Raised dice leave no success with less Edge than they have.
        if edge < min(raised, LEGENDARY) or not more[edge].ways:
            continue
        label = f"{edge}{'+' if edge == LEGENDARY else ''} {grade}"
        shown = f"{exact[edge].percent():>8}{more[edge].percent():>10}" if exact else f"{more[edge].percent():>8}"
        lines.append(f"  {label:<21}{shown}")
    return lines


def _ladder(words: list[str], options: Mapping[str, str]) -> list[str]:
    dice, discard = _pool(" ".join(_bare(words)), "pool 6"), _discard(options)
    raises = range(1, min(_RAISES, dice) + 1)
    head = "".join(f"{f'{raised} raised':>10}" for raised in raises)
    lines = [
        f"{_dice(dice)} on the ladder{_wounded(discard)}",
        f"  {'':<19}{'success':>8}{'Twist':>10}{head}",
    ]
    for difficulty, name in DIFFICULTY_NAMES.items():
        chances = [pools.check(dice, difficulty, 0, discard), pools.twist_chance(dice, difficulty, 0, discard)]
        chances += [pools.check(dice, difficulty, raised, discard) for raised in raises]
        first, *rest = (chance.percent() for chance in chances)
        lines.append(f"  {difficulty:>2} {name:<16}{first:>8}{''.join(f'{chance:>10}' for chance in rest)}")
    return lines


def _team(words: list[str], options: Mapping[str, str]) -> list[str]:
    example = "team weakest 6 2 vs 3"
    said, against = read_two_sides(_bare(words), example)
    link, *sizes = said.split()
    if link not in _LINKS:
        meant = suggest_word(link, _LINKS)
        raise Refused(
            f"{quote_briefly(link)} is not a link.{meant} Write weakest or strongest, as in: wyrd odds {example}"
        )
    members = sorted((read_count(size, _MOST) for size in sizes), reverse=True)
    if len(members) < 2:
        raise Refused(f"Write the pools of two or more, as in: wyrd odds {example}")
    if link == "strongest" and len(members) > 2:
        raise Refused("Only one character can help. Let the others do a related task.")
    keep = members[0] if link == "strongest" else members[-1]
    discard, raised = _discard(options), _raised(options, keep)
    thrown = sum(members) - raised if link == "strongest" else members[0] - raised
    difficulty = _difficulty(against)
    best = pools.kept_chances(thrown, keep, difficulty, raised, discard)
    who = "the leader" if link == "strongest" else "the weakest"
    kept = f"{keep} kept{f', {raised} of them raised' if raised else ''}"
    lines = [
        f"{link} link: {_dice(thrown)} thrown, {kept}, against {difficulty_name(difficulty)}{_wounded(discard)}",
        _line("success", best.success),
        *_team_twisted(thrown, keep, difficulty, raised, discard),
        _line(f"{who} alone", pools.check(keep, difficulty, raised, discard)),
    ]
    return lines + (_edges(best.edges, raised) if best.success.ways else [])


def _team_twisted(thrown: int, keep: int, difficulty: int, raised: int, discard: int) -> list[str]:
    """Tell a team's chance with the leader's Twist, the best dice kept for it (ME-33, C-16)."""
    if thrown > _MOST:
        return [f"  {'or by a Twist':<21}  no odds for more than {_MOST} dice"]
    again = pools.kept_twist_chance(thrown, keep, difficulty, raised, discard)
    if not raised:
        return [_line("or by a Twist", again)]
    all_again = pools.kept_twist_chance(thrown, keep, difficulty, raised, discard, keep_raised=False)
    return [_line("a Twist, raised kept", again), _line("a Twist, raised too", all_again)]


# ------------------------------------------------------------------ words


def _bare(words: list[str]) -> list[str]:
    return [word for word in words if word not in _DICE]


def _line(label: str, chance: Chance) -> str:
    return f"  {label:<21}{chance.percent():>8}"


def _dice(dice: int, raised: int = 0) -> str:
    return count_noun(dice, "die", "dice") + (f", {raised} raised," if raised else "")


def _pool(text: str, example: str = "") -> int:
    """Read a pool; bonus and penalty dice may stand as a sum, and less than nothing is no dice (U-28)."""
    if text.startswith(("-", "−")):
        raise Refused(f"{quote_briefly(text)} is not a pool. Write a number of dice from 0 on, such as 5.")
    dice = max(0, read_number(text, example, "pool"))
    if dice > _MOST:
        raise Refused(f"{dice} dice are too many for exact odds: write {_MOST} at most.")
    return dice


def _raised(options: Mapping[str, str], dice: int) -> int:
    raised = read_count(options.get("raises", "0"))
    if raised > dice:
        raise Refused(f"{count_noun(raised, 'Raise')} need as many dice, and the pool has {dice}.")
    return raised


def _discard(options: Mapping[str, str]) -> int:
    """Return the highest face that a wound throws away (ME-38, ME-39)."""
    return max((face for face, wound in enumerate(WOUND_WORDS, 1) if wound in options), default=0)


def _wounded(discard: int) -> str:
    return ("", "; Shaken, so 1s are discarded", "; Broken, so 1s and 2s are discarded")[discard]


def _difficulty(text: str) -> int:
    """Read a Difficulty: a number or a sum, such as a pool with cover, or a rung's name or a beginning of it."""
    if not text[:1].isalpha():
        return read_number(text)
    fitting = [value for value, name in DIFFICULTY_NAMES.items() if name.casefold().startswith(text)]
    if len(fitting) != 1:
        names = ", ".join(f"{name} ({value})" for value, name in DIFFICULTY_NAMES.items())
        meant = suggest_word(text.title(), DIFFICULTY_NAMES.values())
        raise Refused(f"{quote_briefly(text)} is not a Difficulty of Mettle; its ladder has {names}.{meant}")
    return fitting[0]


TELLERS: Mapping[str, Tell] = {"mettle": _mettle, "pool": _ladder, "team": _team}
