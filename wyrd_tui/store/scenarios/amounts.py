"""Amounts that depend on the number of players, such as `players + 1`; never evaluated as code.

sum     = product (("+" | "-") product)*
product = factor (("*" factor) | ("/" whole number))*        a division rounds down
factor  = whole number | "players" | "-" factor | "(" sum ")" | ("max" | "min") "(" sum ("," sum)* ")"
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from wyrd_tui.store.files.clean import quote_text
from wyrd_tui.store.files.problems import suggest_word

LONGEST_AMOUNT = 60
MOST_PLAYERS = 12

_TOKEN = re.compile(r"\s*([0-9]+|[A-Za-z_]+|[-+*/(),]|\S)")


class NoAmount(ValueError):  # noqa: N818 - it says what the text is
    """Text that is not an amount; `str()` says why."""


def compute_amount(amount: int | str, players: int) -> int:
    """Compute an amount for a number of players; a text that one number suits, every number suits.

    Raises:
        NoAmount: If the text is not an amount.
    """
    if isinstance(amount, int):
        return amount
    if len(amount) > LONGEST_AMOUNT:
        raise NoAmount(f"longer than {LONGEST_AMOUNT} characters")
    return _Reader(_TOKEN.findall(amount), players).whole()


@cache
def ladders() -> Mapping[str, Mapping[str, int]]:
    """Map the names of difficulties to numbers, for each game that has some; two games may share a name (C-30)."""
    from wyrd_tui.engine.rules.games import GAMES  # the rules of every game

    named = {game.id: {choice.label: int(choice.value) for choice in game.value_choices()} for game in GAMES.values()}
    return {game: ladder for game, ladder in named.items() if ladder}


@cache
def _by_fold() -> Mapping[str, str]:
    return {name.casefold(): name for ladder in ladders().values() for name in ladder}


def spell_rung(text: str) -> str:
    """Spell the name of a difficulty as its game does; give an empty text for what is none in any game."""
    return _by_fold().get(" ".join(text.split()).casefold(), "")


def compute_difficulty(amount: int | str, players: int, game: str) -> int:
    """Compute a difficulty on a game's own ladder, since the games' names differ in their numbers (C-30).

    Raises:
        NoAmount: If the text is neither a rung nor an amount.
    """
    if not isinstance(amount, str) or not (name := spell_rung(amount)):
        return compute_amount(amount, players)
    own = (ladders().get(game, {}), *ladders().values())
    return next(ladder[name] for ladder in own if name in ladder)


class _Reader:
    """A recursive descent over the tokens of one amount."""

    def __init__(self, tokens: list[str], players: int) -> None:
        self.tokens = tokens
        self.players = players
        self.at = 0

    def whole(self) -> int:
        if not self.tokens:
            raise NoAmount("nothing is there")
        value = self.sum()
        if self.at < len(self.tokens):
            raise NoAmount(f"{quote_text(self.tokens[self.at])} is left over")
        return value

    def sum(self) -> int:
        value = self.product()
        while (sign := self.take("+", "-")) is not None:
            other = self.product()
            value = value + other if sign == "+" else value - other
        return value

    def product(self) -> int:
        value = self.factor()
        while (sign := self.take("*", "/")) is not None:
            if sign == "*":
                value *= self.factor()
            else:
                token = self.next()
                if not token.isdigit():
                    raise NoAmount("only a whole number can divide")
                divisor = self.number(token)
                if divisor == 0:
                    raise NoAmount("nothing can be divided by 0")
                value //= divisor
        return value

    def factor(self) -> int:
        token = self.next()
        if token == "-":  # noqa: S105 - a sign of the grammar
            return -self.factor()
        if token == "(":  # noqa: S105
            value = self.sum()
            self.expect(")")
            return value
        if token == "players":  # noqa: S105
            return self.players
        if token in {"max", "min"}:
            self.expect("(")
            values = [self.sum()]
            while self.take(","):
                values.append(self.sum())
            self.expect(")")
            return max(values) if token == "max" else min(values)  # noqa: S105
        return self.number(token)

    def number(self, token: str) -> int:
        if not (token.isascii() and token.isdigit()):
            hint = suggest_word(token, ("players", "max", "min")) or ', "players", "max" or "min"'
            raise NoAmount(f"{quote_text(token)} is not a number{hint}")
        if len(token) > 4:
            raise NoAmount(f"{token} is too large")
        return int(token)

    def next(self) -> str:
        if self.at >= len(self.tokens):
            raise NoAmount("it breaks off")
        self.at += 1
        return self.tokens[self.at - 1]

    def take(self, *wanted: str) -> str | None:
        if self.at < len(self.tokens) and self.tokens[self.at] in wanted:
            self.at += 1
            return self.tokens[self.at - 1]
        return None

    def expect(self, wanted: str) -> None:
        if self.take(wanted) is None:
            raise NoAmount(f'"{wanted}" is missing')
