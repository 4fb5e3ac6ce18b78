"""Dice expressions such as `4d6kh3 + 2`: read whole, checked against limits, and only then rolled."""

from __future__ import annotations

import re

from wyrd_tui.engine.dice import MAX_DICE, MAX_SIDES, Dice, Refused, count_noun, fudge_text, quote_briefly
from wyrd_tui.engine.value import Value

MAX_TERMS = 64
MAX_LENGTH = 200
MAX_DIGITS = 6

FUDGE = 0
ROW = 66

_FACES_SHOWN = 40
_SIGN = re.compile(r"\s*([+−–-])", re.ASCII)
_TERM = re.compile(
    r"\s*(?:(?P<count>[0-9]+)?\s*d\s*(?P<sides>f|[0-9]+)(?:\s*k(?P<which>[hl]?)\s*(?P<keep>[0-9]+)?)?"
    r"|(?P<number>[0-9]+))",
    re.IGNORECASE | re.ASCII,
)


class Term(Value):
    """A term of a dice expression: a plain number, or dice and how many of them count.

    `sign` is +1 or −1. A number has `count` 0 and its value in `number`. Dice have `count` of them with `sides` faces
    (`FUDGE` for Fudge dice, `ROW` for two d6 read as a row); `keep` of them count, the highest when positive, the
    lowest when negative, all when 0.
    """

    sign: int
    count: int
    sides: int
    keep: int
    number: int
    __match_args__ = ("sign", "count", "sides", "keep", "number")
    __slots__ = __match_args__

    def __init__(self, sign: int, count: int = 0, sides: int = 0, keep: int = 0, number: int = 0) -> None:
        self._fix(sign, count, sides, keep, number)

    @property
    def dice(self) -> int:
        """Number of dice that the term throws."""
        return 2 * self.count if self.sides == ROW else self.count


class RolledTerm(Value):
    """A term after its dice fell.

    `faces` are what the dice say, in the order they fell: Fudge faces −1, 0, +1, rows such as 43; empty for a number
    and for Fudge dice of which only the sum was typed. `kept` says for each whether it counts. `total` is signed.
    """

    term: Term
    faces: tuple[int, ...]
    kept: tuple[bool, ...]
    total: int
    __match_args__ = ("term", "faces", "kept", "total")
    __slots__ = __match_args__

    def __init__(self, term: Term, faces: tuple[int, ...], kept: tuple[bool, ...], total: int) -> None:
        self._fix(term, faces, kept, total)

    def show(self) -> str:
        """Write what fell, without the term's sign: `3 5`, `++0-`, `sum +1`, or `6 5 3 (1)` when 1 does not count."""
        if not self.term.count:
            return str(self.term.number)
        if self.term.sides == FUDGE:
            return fudge_text(self.faces) if self.faces else f"sum {self.term.sign * self.total:+d}"
        shown = [str(face) if kept else f"({face})" for face, kept in zip(self.faces, self.kept, strict=True)]
        if len(shown) > _FACES_SHOWN:
            shown[_FACES_SHOWN:] = [f"… ({len(self.faces)} dice)"]
        return " ".join(shown)


class RolledDice(Value):
    """A rolled expression: its text, each term with its faces, and the total.

    `total` is never below `floor` when there is one; no floor means that it may be negative (WE-07).
    """

    text: str
    terms: tuple[RolledTerm, ...]
    floor: int | None
    total: int
    __match_args__ = ("text", "terms", "floor", "total")
    __slots__ = __match_args__

    def __init__(self, text: str, terms: tuple[RolledTerm, ...], floor: int | None, total: int) -> None:
        self._fix(text, terms, floor, total)

    def fallen(self, minus: str = "-") -> str:
        """Terms as they fell: `3 5 +4`; dice after the first term stand in brackets behind their sign."""
        parts = []
        for place, rolled in enumerate(self.terms):
            shown = rolled.show()
            if rolled.term.count and (place or rolled.term.sign < 0):
                shown = f"({shown})"
            plain = place == 0 and rolled.term.sign > 0
            parts.append(shown if plain else f"{'+' if rolled.term.sign > 0 else minus}{shown}")
        return " ".join(parts)

    def show(self) -> str:
        """Write one line: `2d6+4: 3 5 +4 = 12`."""
        lifted = self.floor is not None and sum(rolled.total for rolled in self.terms) < self.floor
        return f"{self.text}: {self.fallen()} = {self.total}{f' (not below {self.floor})' if lifted else ''}"


def parse_expression(text: str) -> tuple[Term, ...]:
    """Read a dice expression: terms joined by + and −, in any case, with spaces between tokens.

    A term is a whole number, `4dF` (`dF` is one Fudge die), `3d6`, `d20`, `d66` (two d6 read as a row, the first for
    the tens), or dice with `kh3`, `k3` (the three highest) or `kl1` (the lowest). The limits are 200 characters,
    64 terms, 1000 dice, 1000 sides and six digits a number.

    Raises:
        Refused: If the text is anything else, or beyond the limits; the sentence names the limit.
    """
    if len(text) > MAX_LENGTH:
        raise Refused(f"A dice expression has {MAX_LENGTH} characters at most; this one has {len(text)}.")
    end = len(text.rstrip())
    if not end:
        raise Refused("No dice are written. Write dice like 4dF+2, 3d6 or d66.")
    terms: list[Term] = []
    at = 0
    while at < end or not terms:
        sign = _SIGN.match(text, at)
        if sign:
            at = sign.end()
        elif terms:
            raise _misread(text)
        found = _TERM.match(text, at)
        if not found:
            raise _misread(text)
        terms.append(_term(text, found, -1 if sign and sign[1] != "+" else 1))
        at = found.end()
    if len(terms) > MAX_TERMS:
        raise Refused(f"A dice expression has {MAX_TERMS} terms at most; this one has {len(terms)}.")
    dice = sum(term.dice for term in terms)
    if dice > MAX_DICE:
        raise Refused(f"A throw has {MAX_DICE} dice at most; this one has {dice}. Write fewer, such as 3d6.")
    return tuple(terms)


def _misread(text: str, why: str = "") -> Refused:
    reason = f": {why}" if why else ""
    return Refused(f"Can’t read {quote_briefly(text)}{reason}. Write dice like 4dF or 2d6+1.")


def _term(text: str, found: re.Match[str], sign: int) -> Term:
    def number(name: str, least: int, otherwise: int = 0) -> int:
        digits: str | None = found[name]
        if digits is None:
            return otherwise
        if len(digits) > MAX_DIGITS:
            raise _misread(text, f"a number has {MAX_DIGITS} digits at most")
        if int(digits) < least:
            raise _misread(text, f"the number is {least} or more")
        return int(digits)

    if found["number"] is not None:
        return Term(sign, number=number("number", 0))
    count = number("count", 1, 1)
    keep = number("keep", 1, 1) if found["which"] is not None else 0
    if found["sides"] in "fF":
        if keep:
            raise _misread(text, "Fudge dice are never kept in part")
        return Term(sign, count, FUDGE)
    sides = number("sides", 1)
    if sides > MAX_SIDES:
        raise _misread(text, f"a die has {MAX_SIDES} sides at most")
    if keep > count:
        raise _misread(text, f"{count_noun(count, 'die', 'dice')} can keep {count} at most")
    return Term(sign, count, sides, -keep if found["which"] in ("l", "L") else keep)


def roll(expression: str, dice: Dice, *, floor: int | None = None) -> RolledDice:
    """Roll a dice expression (see `parse_expression`) with the given dice.

    Nothing is taken from `dice` before the whole expression was read. `floor` lifts a lower total to itself.

    Raises:
        Refused: If the expression cannot be read, or fed dice do not fit.
    """
    terms = parse_expression(expression)
    rolled = tuple(_roll_term(term, dice) for term in terms)
    total = sum(one.total for one in rolled)
    return RolledDice(" ".join(expression.split()), rolled, floor, total if floor is None else max(floor, total))


def _roll_term(term: Term, dice: Dice) -> RolledTerm:
    if not term.count:
        return RolledTerm(term, (), (), term.sign * term.number)
    if term.sides == FUDGE:
        if term.count == 4:
            throw = dice.fudge()
            return RolledTerm(term, throw.faces, (True,) * len(throw.faces), term.sign * throw.total)
        faces = dice.draw(term.count, -1, 1)
    elif term.sides == ROW:
        pips = dice.d6(2 * term.count)
        faces = tuple(10 * tens + ones for tens, ones in zip(pips[::2], pips[1::2], strict=True))
    elif term.sides == 6:
        faces = dice.d6(term.count)
    else:
        faces = dice.draw(term.count, 1, term.sides)
    kept = _kept(faces, term.keep)
    total = sum(face for face, counts in zip(faces, kept, strict=True) if counts)
    return RolledTerm(term, faces, kept, term.sign * total)


def _kept(faces: tuple[int, ...], keep: int) -> tuple[bool, ...]:
    if not keep:
        return (True,) * len(faces)
    # Sorting is stable, so of equal faces those that fell first are kept.
    best = sorted(range(len(faces)), key=lambda place: faces[place], reverse=keep > 0)[: abs(keep)]
    return tuple(place in best for place in range(len(faces)))
