"""Amounts that depend on the number of players, such as `players + 1`; read as Python reads sums, and never run.

An amount has whole numbers, `players`, + - * and brackets, `/` by a whole number, which rounds down, `max` and `min`.
"""

from __future__ import annotations

import ast
import operator
import re
from dataclasses import dataclass

from wyrd_tui.engine.letters import quote_text
from wyrd_tui.engine.spelling import suggest_in_problem

LONGEST_AMOUNT = 60
MOST_NUMBER = 9999
_WORDS = ("players", "max", "min")
_TOKEN = re.compile(r"[0-9]+|\w+|[^\w\s]")
_OPERATORS = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul}
_FUNCTIONS = {"max": max, "min": min}
_GRAMMAR = f'+ - * / ( ), "max" and "min" join "players" and numbers up to {MOST_NUMBER}, and only a number divides'


@dataclass(frozen=True)
class Formula:
    """An amount in words that can be computed, such as `players + 1`, and the bounds that it should keep."""

    source: str
    low: int
    high: int


def compute_amount(amount: int | Formula, players: int) -> int:
    """Compute an amount for a number of players; a formula that one number suits, every number suits.

    Raises:
        ValueError: If the text of a formula is not an amount.
    """
    if isinstance(amount, int):
        return amount
    if len(amount.source) > LONGEST_AMOUNT:
        raise ValueError(f"longer than {LONGEST_AMOUNT} characters")
    for token in _TOKEN.findall(amount.source):
        if token not in (*"+-*/(),", *_WORDS) and not (token.isascii() and token.isdigit()):
            hint = suggest_in_problem(token, _WORDS) or ', "players", "max" or "min"'
            raise ValueError(f"{quote_text(token)} is not a number{hint}")
    try:
        return _compute(ast.parse(amount.source.strip(), mode="eval").body, players)
    except SyntaxError:
        raise ValueError(f"{quote_text(amount.source)} cannot be read; {_GRAMMAR}") from None


def _compute(part: ast.expr, players: int) -> int:
    match part:
        case ast.Constant(value=int(number)) if number <= MOST_NUMBER:
            return number
        case ast.Name(id="players"):
            return players
        case ast.UnaryOp(op=ast.USub(), operand=inner):
            return -_compute(inner, players)
        case ast.BinOp(left=left, op=ast.Div(), right=ast.Constant(value=int(number))) if number:
            return _compute(left, players) // number
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATORS:
            return int(_OPERATORS[type(op)](_compute(left, players), _compute(right, players)))
        case ast.Call(func=ast.Name(id="max" | "min" as name), args=[_, *_] as items):
            return _FUNCTIONS[name](_compute(item, players) for item in items)
    raise SyntaxError
