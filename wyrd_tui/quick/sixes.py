"""Odds of the Wyrd Abacus as `wyrd odds` prints them: challenges, influence and Wyrd rolls, contests, countdowns."""

from __future__ import annotations

import re

from wyrd_tui.engine import sixes
from wyrd_tui.engine.chance import Chance
from wyrd_tui.engine.dice import Refused, count_noun, quote_briefly
from wyrd_tui.quick.arguments import read_count, read_number, split_sides

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from wyrd_tui.quick.arguments import Tell

VALUES_SHOWN = range(2, 13)
_MOST = 99
_MOST_ROLLS = 12
_MOST_POINTS = 5
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_DICE = ("dice", "die")


def _challenge(words: list[str], options: Mapping[str, str]) -> list[str]:
    value = read_number(" ".join(words), "challenge 7 points 3", "value")
    points, drawn = read_count(options.get("points", "0"), _MOST), read_count(options.get("wyrd", "0"), _MOST)
    chance = sixes.chance_to_overcome(value, points)
    lines = [
        f"a die{f' and {_points(points)}' if points else ''} against {_named(value)}",
        _line("success", chance),
        _line("failure", chance.complement()),
    ]
    for more in range(1, drawn + 1):
        saved = sixes.after_draw(value, points, more)
        lines.append(_line(f"with {more} Wyrd drawn", saved))
        if saved.sure:
            break
    lines.append("success with")
    sure = sixes.points_for_certainty(value)
    return lines + [
        _line(_points(given), sixes.chance_to_overcome(value, given)) for given in range(max(0, sure - 5), sure + 1)
    ]


def _points(points: int) -> str:
    return count_noun(points, "point") if points else "the die alone"


def _named(value: int) -> str:
    name = sixes.value_word(value)
    return f"{value}, {name}" if name else str(value)


def _line(label: str, chance: Chance) -> str:
    return f"  {label:<21}{chance.percent():>8}"


def _values(words: list[str], _options: Mapping[str, str]) -> list[str]:
    if words:
        raise Refused(f"{quote_briefly(' '.join(words))} has no use here. Write `wyrd odds values` for every value.")
    head = "".join(f"{f'+{points}' if points else 'die':>8}" for points in range(_MOST_POINTS + 1))
    lines = ["a die and points against every value", f"  {'':<10}{head}{'sure for':>10}"]
    for value in VALUES_SHOWN:
        chances = "".join(
            f"{sixes.chance_to_overcome(value, points).percent():>8}" for points in range(_MOST_POINTS + 1)
        )
        lines.append(f"  {value:>2} {sixes.value_word(value):<7}{chances}{sixes.points_for_certainty(value):>10}")
    return lines


def _influence(words: list[str], _options: Mapping[str, str]) -> list[str]:
    dice = _handful(words, "influence 5")
    return [f"influence roll, {_dice(dice)}", *_highest(dice), *_sixes(dice)]


def _wyrd(words: list[str], _options: Mapping[str, str]) -> list[str]:
    dice = _handful(words, "wyrd 4")
    caught = sixes.chance_of_six(dice)
    fate = [_row("a 6: caught", caught), _row("none: freed", caught.complement())]
    return [f"Wyrd roll, {_dice(dice)}", *fate, *_highest(dice), *_sixes(dice)]


def _handful(words: Sequence[str], example: str) -> int:
    """Read a number of dice, with or without the word behind it."""
    said = [word for word in words if word not in _DICE]
    if len(said) != 1:
        raise Refused(f"Write a number of dice, as in: wyrd odds {example}")
    return read_count(said[0], _MOST)


def _dice(dice: int) -> str:
    # A score at 0 or scratched out throws nothing (WA-36).
    return f"{dice} {'die' if dice == 1 else 'dice'}" if dice else "no dice: the result is 1, without a 6"


def _row(label: str, exactly: Chance, more: Chance | None = None) -> str:
    return f"  {label:<16}{exactly.percent():>8}{f'{more.percent():>10}' if more else ''}"


def _highest(dice: int) -> list[str]:
    chances = sixes.highest_chances(dice)
    faces = range(sixes.FACES, 0, -1)
    rows = [_row(str(face), chances[face - 1], sixes.chance_at_least(dice, face)) for face in faces]
    return [f"  {'result':<16}{'exactly':>8}{'or more':>10}", *rows]


def _sixes(dice: int) -> list[str]:
    """Tell the chance of each number of sixes that is worth a line, and their mean (WA-44)."""
    if not dice:
        return []
    lines = [f"  {'sixes':<16}{'exactly':>8}{'or more':>10}"]
    chances = sixes.sixes_chances(dice)
    ways = chances[0].of
    for six, chance in enumerate(chances):
        more = Chance(ways, chance.of)
        if six > 1 and 1000 * more.ways < more.of:
            break
        lines.append(_row(str(six), chance, more if six else None))
        ways -= chance.ways
    return [*lines, f"  {'mean':<16}{sixes.sabotage_mean(dice).text():>6}"]


def _contest(words: list[str], _options: Mapping[str, str]) -> list[str]:
    said = split_sides([word for word in words if word not in _DICE])
    if not 2 <= len(said) <= len(_ORDINALS) or not all(said):
        raise Refused("Write the dice of two or more, with vs between them, as in: wyrd odds contest 5 vs 3")
    rolls = [read_count(side, _MOST) for side in said]
    *wins, tie = sixes.best_chances(rolls)
    rows = [_line(f"the {_ORDINALS[who]} wins ({rolls[who]})", chance) for who, chance in enumerate(wins)]
    return [f"influence rolls of {_listed(rolls)} dice", *rows, _line("a tie", tie)]


def _countdown(words: list[str], options: Mapping[str, str]) -> list[str]:
    dice = [part for part in re.split("[ ,]+", options.get("dice", "")) if part]
    if len(words) != 1 or not dice:
        raise Refused("Write the sixes to come and the dice of each roll, as in: wyrd odds countdown 3 dice 4 2 2")
    if len(dice) > _MOST_ROLLS:
        raise Refused(f"Too many rolls: write {_MOST_ROLLS} at most.")
    left, rolls = read_count(words[0], _MOST), [read_count(part, _MOST) for part in dice]
    lines = [
        f"{left} {'six' if left == 1 else 'sixes'} wanted of {_dice(sum(rolls))} in {count_noun(len(rolls), 'roll')}"
    ]
    for done in range(1, len(rolls) + 1):
        label = f"after roll {done} ({rolls[done - 1]})" if len(rolls) > 1 else "it fires"
        lines.append(_line(label, sixes.countdown_chance(left, rolls[:done])))
    return lines


def _listed(numbers: Sequence[int]) -> str:
    return f"{', '.join(map(str, numbers[:-1]))} and {numbers[-1]}"


TELLERS: Mapping[str, Tell] = {
    "challenge": _challenge,
    "values": _values,
    "influence": _influence,
    "wyrd": _wyrd,
    "contest": _contest,
    "countdown": _countdown,
}
