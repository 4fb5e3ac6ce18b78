"""Exact numbers for odds: ratios of whole numbers, and text for them that never rounds to certainty."""

from __future__ import annotations

from math import gcd

from wyrd_tui.engine.value import Value


class Ratio(Value):
    """An exact number, `top` / `bottom`, kept as it was counted; `bottom` is positive.

    Ratios compare, add and subtract by value, so 27/81 equals 1/3.

    Raises:
        ValueError: If `bottom` is below 1.
    """

    top: int
    bottom: int
    __match_args__ = ("top", "bottom")
    __slots__ = __match_args__

    def __init__(self, top: int, bottom: int) -> None:
        if bottom < 1:
            raise ValueError("a ratio needs a positive bottom")
        self._fix(top, bottom)

    def reduced(self) -> tuple[int, int]:
        """Return top and bottom without a common factor."""
        common = gcd(self.top, self.bottom)
        return self.top // common, self.bottom // common

    def text(self, places: int = 2, *, signed: bool = False) -> str:
        """Write the number with decimals, halves away from zero: `0.91`, or `+0.91` when `signed`."""
        scale = 10**places
        size = (2 * abs(self.top) * scale + self.bottom) // (2 * self.bottom)
        sign = "-" if self.top < 0 and size else "+" if signed else ""
        whole, rest = divmod(size, scale)
        return f"{sign}{whole}.{rest:0{places}d}" if places else f"{sign}{whole}"

    def _sum(self, other: Ratio, sign: int) -> tuple[int, int]:
        bottom = self.bottom // gcd(self.bottom, other.bottom) * other.bottom
        return self.top * (bottom // self.bottom) + sign * other.top * (bottom // other.bottom), bottom

    def __add__(self, other: Ratio) -> Ratio:
        return Ratio(*self._sum(other, 1))

    def __sub__(self, other: Ratio) -> Ratio:
        return Ratio(*self._sum(other, -1))

    def __float__(self) -> float:
        return self.top / self.bottom

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Ratio):
            return NotImplemented
        return self.top * other.bottom == other.top * self.bottom

    def __hash__(self) -> int:
        return hash(self.reduced())

    def __lt__(self, other: Ratio) -> bool:
        return self.top * other.bottom < other.top * self.bottom

    def __le__(self, other: Ratio) -> bool:
        return self.top * other.bottom <= other.top * self.bottom

    def __gt__(self, other: Ratio) -> bool:
        return self.top * other.bottom > other.top * self.bottom

    def __ge__(self, other: Ratio) -> bool:
        return self.top * other.bottom >= other.top * self.bottom


class Chance(Ratio):
    """An exact probability: `ways` of `of` equally likely ones.

    Chances of things that exclude each other add up to a Chance; a difference is a Ratio.

    Raises:
        ValueError: If `ways` is below 0 or above `of`, as in a sum beyond certainty.
    """

    __slots__ = ()

    def __init__(self, ways: int, of: int) -> None:
        if not 0 <= ways <= of:
            raise ValueError("a chance lies between none and all")
        super().__init__(ways, of)

    @property
    def ways(self) -> int:
        """Number of the equally likely ways that bring the event about."""
        return self.top

    @property
    def of(self) -> int:
        """Number of equally likely ways."""
        return self.bottom

    @property
    def sure(self) -> bool:
        """Certainty: every way brings the event about."""
        return self.top == self.bottom

    @property
    def impossible(self) -> bool:
        """Impossibility: no way brings the event about."""
        return not self.top

    def complement(self) -> Chance:
        """Return the chance that the event does not happen."""
        return Chance(self.bottom - self.top, self.bottom)

    def percent(self) -> str:
        """Write one decimal: `61.7%`; `100%` and `0%` only when exact, else `>99.9%` and `<0.1%`."""
        if self.impossible or self.sure:
            return "100%" if self.top else "0%"
        if 1000 * self.top < self.bottom:
            return "<0.1%"
        if 1000 * self.top > 999 * self.bottom:
            return ">99.9%"
        return f"{Ratio(100 * self.top, self.bottom).text(1)}%"

    def felling(self, members: int, *, brief: bool = False) -> str:
        """Write a chance to take a target out: `out 58%`, or `one falls 58%` of a group, whose others stay up.

        The brief form of a group is `falls 58%`.
        """
        one = "" if brief else "one "
        return f"{f'{one}falls' if members > 1 else 'out'} {self.short()}"

    def short(self) -> str:
        """Write the chance in whole percents: `62%`, `>99%`, `<1%`; `100%` and `0%` only when exact."""
        if self.impossible or self.sure:
            return "100%" if self.top else "0%"
        if 100 * self.top < self.bottom:
            return "<1%"
        if 100 * self.top > 99 * self.bottom:
            return ">99%"
        return f"{Ratio(100 * self.top, self.bottom).text(0)}%"

    def __add__(self, other: Ratio) -> Chance:
        return Chance(*self._sum(other, 1))
