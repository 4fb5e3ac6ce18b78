"""Dice: throws, their notation as typed by a game master, and the tray from which the engine takes them.

The engine never rolls by itself. It is handed a `Dice`, live or fed, so that dice from the table, a script and a
random source all come the same way (U-33).
"""

from __future__ import annotations

import re
from itertools import cycle, islice

from wyrd_tui.engine.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import TypeVar

    Parsed = TypeVar("Parsed")

MAX_DICE = 1000
MAX_SIDES = 1000

_FUDGE_SIGNS = {"+": 1, "-": -1, "0": 0, "o": 0, "b": 0}
_MINUS_LIKE = str.maketrans({"−": "-", "–": "-", "—": "-"})
_SEPARATORS = str.maketrans({" ": None, "\t": None, ",": None})
_LONGEST_NUMBER = 10
UNBOUNDED = 999_999_999
"""The greatest number of a question whose answer is bounded by something else, which the act itself says."""
_MOST_SHOWN = 12
"""Dice that an example writes out."""
_LONGEST_ENTRY = 8 * MAX_DICE
FUDGE_DICE = 4
"""Dice of a Fudge throw."""
_FUDGE_HINT = "four Fudge faces (++0-), four d6 (6 5 3 1) or their sum (-4 to +4)"


class Refused(Exception):  # noqa: N818 - a refusal is an answer to the game master, not an error of the program
    """Refusal of an act; `str()` is the sentence for the game master."""


class TooManyDice(Refused):
    """Refusal of typed dice, since more of them are typed than are thrown."""


class Throw(Value):
    """Four Fudge dice as they lie on the table.

    `faces` are four values of −1, 0, +1, or empty when only the sum is known; `total` is −4…+4; `typed` is True when
    the game master typed what fell. WE-01, WE-02.
    """

    faces: tuple[int, ...]
    total: int
    typed: bool
    __match_args__ = ("faces", "total", "typed")
    __slots__ = __match_args__

    def __init__(self, faces: tuple[int, ...], total: int, typed: bool = False) -> None:
        self._fix(faces, total, typed)


def spell_throw(throw: Throw) -> str:
    """Write a throw as a game master would type it: `++0-`, or `sum +1` when the faces are not known."""
    return fudge_text(throw.faces) if throw.faces else f"sum {throw.total:+d}"


def fudge_text(faces: tuple[int, ...]) -> str:
    """Write Fudge faces in ASCII, one sign a die: `+`, `0` or `-`."""
    return "".join("-0+"[face + 1] for face in faces)


def fudge_from_d6(face: int) -> int:
    """Read a d6 as a Fudge die: 1 and 2 are −1, 3 and 4 are 0, 5 and 6 are +1 (WE-01)."""
    return (face - 1) // 2 - 1


def parse_fudge(text: str) -> Throw:
    """Read a throw of four Fudge dice as typed by the game master.

    Three notations, with spaces or commas anywhere: four faces of `+`, `-` and `0` (`o` or `b` for a blank), as
    they come from Fudge dice; four digits 1 to 6, as they come from d6; or the sum, −4 to +4, alone or after the
    word `sum`. A sum may also follow faces or d6 behind `=`, and is then checked.

    One sign and one digit, or one digit alone, is always a sum: so `3` is +3 and never a d6, `+0` is a sum of nothing
    and never two dice, while `0000` and `1111` are four dice. WE-01, WE-02.

    Raises:
        Refused: If the text is no throw of four Fudge dice.
    """
    said, equals, stated = text.partition("=")
    throw = _read_fudge(said, text)
    if equals:
        total = _read_fudge(stated, text)
        if total.faces or not throw.faces:
            raise Refused(f"{quote_briefly(text)} is not four dice, = and their sum. Write them as ++0-=+1.")
        if total.total != throw.total:
            raise Refused(f"{quote_briefly(text)} does not add up. Write {spell_throw(throw)}={throw.total:+d}.")
    return throw


def _read_fudge(text: str, whole: str) -> Throw:
    compact = _compact(text, whole)
    number = compact.removeprefix("sum")
    if re.fullmatch("[+-]?[0-4]", number):
        return Throw((), int(number), typed=True)
    if number != compact or re.fullmatch("[+-][0-9]*[1-9][0-9]*|[0-9]", number):
        raise Refused(f"{quote_briefly(whole)} is not a throw of four Fudge dice. Write {_FUDGE_HINT}.")
    return _fudge_faces(compact, 4, whole)


def _fudge_faces(compact: str, count: int, whole: str) -> Throw:
    hint = _FUDGE_HINT if count == 4 else f"{count} Fudge faces (+, -, 0) or {count} d6"
    if len(compact) > count and set(compact) <= {*_FUDGE_SIGNS, *"123456"}:
        raise TooManyDice(
            f"{quote_briefly(whole)} has {count_noun(len(compact), 'face')} instead of {count}. Write {hint}."
        )
    if set(compact) <= set(_FUDGE_SIGNS):
        faces = tuple(_FUDGE_SIGNS[sign] for sign in compact)
    elif set(compact) <= set("123456"):
        faces = tuple(fudge_from_d6(int(digit)) for digit in compact)
    else:
        odd = next((sign for sign in compact if sign not in _FUDGE_SIGNS and sign not in "123456"), None)
        wrong = "Fudge faces and d6 are mixed" if odd is None else f"no Fudge die shows {quote_briefly(odd)}"
        raise Refused(f"Can’t read {quote_briefly(whole)}: {wrong}. Write {hint}.")
    if len(faces) != count:
        raise Refused(f"{quote_briefly(whole)} has {count_noun(len(faces), 'face')} instead of {count}. Write {hint}.")
    return Throw(faces, sum(faces), typed=True)


def parse_d6(text: str, count: int | None = None) -> tuple[int, ...]:
    """Read six-sided dice typed one digit a die, `4 1 3 5 2 2` or `413522`, in the order they were typed.

    Every digit is a die of its own, so `12 3` is three dice. With `count`, exactly that many dice are wanted, and
    none may be typed for a pool of 0.

    Raises:
        Refused: If the text is no such dice, or more than `MAX_DICE`.
    """
    compact = _compact(text, text, empty=count == 0)
    odd = next((sign for sign in compact if sign not in "123456"), None)
    if odd is not None:
        raise Refused(
            f"Can’t read {quote_briefly(text)}: no d6 shows {quote_briefly(odd)}. Write digits 1 to 6, such as 4 1 3 5."
        )
    if count is not None and len(compact) != count:
        fallen = count_noun(len(compact), "die", "dice")
        refusal = TooManyDice if len(compact) > count else Refused
        raise refusal(f"{quote_briefly(text)} has {fallen} instead of {count}. {_advice(count, 6)}".rstrip())
    if len(compact) > MAX_DICE:
        raise Refused(f"A throw has {MAX_DICE} dice at most.")
    return tuple(map(int, compact))


def part_hands(text: str, counts: Sequence[int]) -> list[str]:
    """Part typed dice into the hands of several people: at semicolons, or one run that has the dice of all, in order.

    Args:
        text: The dice, such as `2614;335`, or `2614335` for hands of 4 and 3.
        counts: Number of dice in each hand.
    """
    entries = [entry.strip() for entry in text.split(";")] if text.strip() else []
    run = _joined(entries[0]) if len(entries) == 1 else ""
    if len(counts) < 2 or not run or len(run) != sum(counts):
        return entries
    return [run[sum(counts[:hand]) :][:count] for hand, count in enumerate(counts)]


def whole_hands(text: str, counts: Sequence[int]) -> list[str]:
    """Part typed dice into hands, where a run is of the first hand or of all.

    Raises:
        Refused: If one run has more dice than the first hand and fewer than all of them.
    """
    run = _joined(text)
    if len(counts) > 1 and re.fullmatch("[-+0-9]+", run) and counts[0] < len(run) < sum(counts):
        fallen = count_noun(len(run), "die", "dice")
        raise Refused(
            f"{quote_briefly(text)} has {fallen} instead of {sum(counts)}. Write a ; between two hands of dice."
        )
    return part_hands(text, counts)


def typed_so_far(text: str, counts: Sequence[int]) -> tuple[int, int]:
    """Return which hand the next die belongs to, and how many dice of that hand are typed; in one run hands follow on.

    Args:
        text: The dice that are typed so far, as `part_hands` takes them.
        counts: Number of dice in each hand.
    """
    entries = part_hands(text, counts) or [""]
    at = len(entries) - 1
    if at < len(counts) and _is_whole_hand(entries[at], counts[at]):
        return at + 1, 0
    fallen = len(_joined(entries[at]))
    while len(entries) == 1 and at < len(counts) and fallen >= counts[at]:
        fallen -= counts[at]
        at += 1
    return at, min(fallen, counts[at] - 1) if at < len(counts) else 0


def dice_lacking(text: str, counts: Sequence[int], *, sums: bool = False) -> list[int]:
    """Return how many dice each typed hand lacks; 0 for one of which none is typed, since it is rolled.

    Args:
        text: The dice, as `part_hands` takes them.
        counts: Number of dice in each hand.
        sums: The dice are Fudge dice: one sign before a semicolon is a sum, such as the 0 in `+1;0;`.
    """
    entries = part_hands(text, counts)
    return [
        0
        if not hand or _is_whole_hand(hand, count) or (sums and behind and re.fullmatch("[+-]?[0-4]", _joined(hand)))
        else max(0, count - len(_joined(hand)))
        for hand, count, behind in zip(entries, counts, range(len(entries) - 1, -1, -1), strict=False)
    ]


def _is_whole_hand(text: str, count: int) -> bool:
    """Tell if typed dice are all of one hand, so that nothing is left to type: its faces, or a sum with its sign."""
    return "=" in text or len(_joined(text)) == count or re.fullmatch("[+-][1-4]", _joined(text)) is not None


def _joined(text: str) -> str:
    """Return typed dice without what stands between them."""
    return text.translate(_MINUS_LIKE).translate(_SEPARATORS)


def parse_faces(text: str, count: int, sides: int) -> tuple[int, ...]:
    """Read `count` dice of `sides` faces, whole numbers with spaces or commas between them.

    Raises:
        Refused: If the text is no such dice.
    """
    if len(text) > _LONGEST_ENTRY:
        raise Refused("The text is too long for one throw. Write one face for each die, such as 4 1 3 5.")
    words = text.replace(",", " ").split()
    bad = next((word for word in words if not re.fullmatch("[0-9]{1,4}", word) or not 1 <= int(word) <= sides), None)
    if bad is not None:
        raise Refused(f"No d{sides} shows {quote_briefly(bad)}. Write whole numbers from 1 to {sides}, such as 1 2.")
    if len(words) != count:
        fallen = count_noun(len(words), "die", "dice")
        refusal = TooManyDice if len(words) > count else Refused
        raise refusal(f"{quote_briefly(text)} has {fallen} instead of {count}. {_advice(count, sides)}".rstrip())
    return tuple(map(int, words))


def _advice(count: int, sides: int) -> str:
    """Say how a number of dice is typed."""
    faces = islice(cycle(min(face, sides) for face in (4, 1, 3, 5)), count)
    return f"Write a face for each, such as {' '.join(map(str, faces))}." if 0 < count <= _MOST_SHOWN else ""


def _compact(text: str, whole: str, *, empty: bool = False) -> str:
    if len(text) > _LONGEST_ENTRY:
        raise Refused("The text is too long for one throw. Write one face for each die, such as 4 1 3 5.")
    compact = text.strip().translate(_MINUS_LIKE).translate(_SEPARATORS).lower()
    if not compact and not empty:
        missing = "No dice were typed" if not whole.strip() else f"Dice are missing in {quote_briefly(whole)}"
        raise Refused(f"{missing}. Write their faces, such as ++0- or 4 1 3 5.")
    return compact


def quote_briefly(text: str) -> str:
    """Show outside text inside a sentence: short, and without anything that a terminal would obey."""
    seen = "".join(sign if sign.isprintable() else "?" for sign in text[:25])
    return f"“{seen[:24]}…”" if len(text) > 24 else f"“{seen}”"


def read_whole(text: str, low: int, high: int, what: str) -> int:
    """Read a whole number within bounds, with a minus of any kind or a plus.

    Raises:
        Refused: If it is no whole number, or out of bounds; the sentence names `what`.
    """
    digits = text.strip().translate(_MINUS_LIKE).removeprefix("+")
    if not (digits.isascii() and digits.removeprefix("-").isdecimal()) or len(digits) > _LONGEST_NUMBER:
        said = f"{quote_briefly(text)} is not a whole number. “{what}” takes one, such as 2."
        raise Refused(said if text.strip() else f"“{what}” takes a whole number, such as 2.")
    return check_within(int(digits), low, high, what)


def check_within(number: int, low: int, high: int, what: str) -> int:
    """Return a number that lies within bounds; `UNBOUNDED` is no bound.

    Raises:
        Refused: If it is out of bounds; the sentence names `what`.
    """
    if low <= number <= high:
        return number
    least, most, given = (str(one).replace("-", "−") for one in (low, high, number))
    if high >= UNBOUNDED:
        raise Refused(f"{what}: write {least} or more, not {given}.")
    raise Refused(f"{what}: write {least} to {most}, not {given}.")


def count_noun(number: int, one: str, many: str = "") -> str:
    """Write a number with its noun: `1 die`, `3 dice`."""
    return f"{number} {one if number == 1 else many or one + 's'}"


class Dice:
    """The tray that the engine is handed; chance enters a game by it alone."""

    def draw(self, count: int, low: int, high: int) -> tuple[int, ...]:
        """Throw `count` dice whose faces run from `low` to `high`, one of each.

        Raises:
            Refused: If dice fed by hand do not fit, or have run out.
            NotImplementedError: If a kind of dice lacks it.
        """
        raise NotImplementedError

    def fudge(self) -> Throw:
        """Throw four Fudge dice (WE-01).

        Raises:
            Refused: If dice that were typed do not fit, or have run out.
        """
        faces = self.draw(4, -1, 1)
        return Throw(faces, sum(faces))

    def d6(self, count: int) -> tuple[int, ...]:
        """Throw `count` six-sided dice.

        Raises:
            Refused: As `fudge`.
        """
        return self.draw(count, 1, 6)


class LiveDice(Dice):
    """Dice from the system's randomness, or from a seed that repeats them (U-33)."""

    def __init__(self, seed: int | None = None) -> None:
        # Only live dice need the import, and it costs a tenth of a quick command's budget.
        import random

        self._source = random.SystemRandom() if seed is None else random.Random(seed)  # noqa: S311

    def draw(self, count: int, low: int, high: int) -> tuple[int, ...]:
        """Throw `count` dice whose faces run from `low` to `high`."""
        return tuple(self._source.randint(low, high) for _ in range(count))


class FedDice(Dice):
    """Dice that fell on a real table: entries as typed, each taken by the next roll.

    An entry that is refused stays first in line. When the entries have run out, `then` rolls; without it, a roll is
    refused. Throws from an entry have `typed` set.
    """

    def __init__(self, entries: Iterable[str], then: Dice | None = None) -> None:
        self._entries = list(entries)
        self._then = then

    @property
    def left(self) -> int:
        """Number of entries that no roll has taken yet."""
        return len(self._entries)

    def _take(self, read: Callable[[str], Parsed], otherwise: Callable[[Dice], Parsed], wanted: str) -> Parsed:
        if self._entries:
            parsed = read(self._entries[0])
            del self._entries[0]
            return parsed
        if self._then is None:
            raise Refused(f"The typed dice have run out, and {wanted} are still to roll.")
        return otherwise(self._then)

    def fudge(self) -> Throw:
        """Take the next entry as four Fudge dice.

        Raises:
            Refused: If the entry is no such dice, or no entry is left and no other dice go on.
        """
        return self._take(parse_fudge, lambda then: then.fudge(), "four Fudge dice")

    def d6(self, count: int) -> tuple[int, ...]:
        """Take the next entry as `count` six-sided dice.

        Raises:
            Refused: As `fudge`.
        """
        return self._take(lambda text: parse_d6(text, count), lambda then: then.d6(count), f"{count}d6")

    def draw(self, count: int, low: int, high: int) -> tuple[int, ...]:
        """Take the next entry as `count` dice with faces from `low` to `high`: Fudge dice when `low` is below 1.

        Raises:
            Refused: As `fudge`.
        """

        def read(text: str) -> tuple[int, ...]:
            if low < 1:
                return _fudge_faces(_compact(text, text), count, text).faces
            return parse_faces(text, count, high)

        return self._take(read, lambda then: then.draw(count, low, high), f"{count}d{'F' if low < 1 else high}")
