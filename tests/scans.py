"""Scans of many files, commands or fields in one test, and the part of a long list that the short run takes."""

from __future__ import annotations

import ast
import gc
from collections.abc import Iterable, Sequence
from functools import cache

import pytest


def report(faults: Iterable[str]) -> None:
    """Fail with all faults at once, one a line; pass where there is none."""
    if found := list(faults):
        pytest.fail("\n".join(found), pytrace=False)


@cache
def parsed(source: str) -> ast.Module:
    """Parse a module's source once for all tests that read it; nobody changes the tree.

    All of a tree stays, so that no garbage is looked for while it grows.
    """
    collecting = gc.isenabled()
    gc.disable()
    try:
        return ast.parse(source)
    finally:
        if collecting:
            gc.enable()


@cache
def walked(node: ast.AST) -> tuple[ast.AST, ...]:
    """Walk a tree or a part of it once for all tests that look at its nodes, in the order of `ast.walk`.

    The fields of a node are read directly: `ast.walk` asks each node for each of its fields, and takes twice as long.
    """
    found = [node]
    for one in found:
        for value in vars(one).values():
            if isinstance(value, ast.AST):
                found.append(value)
            elif isinstance(value, list):
                found.extend(part for part in value if isinstance(part, ast.AST))
    return tuple(found)


def sampled(values: Sequence[object], short: int = 1) -> list[object]:
    """Cases for `parametrize`: the first few as they are, the rest marked `long`."""
    return [value if number < short else _long(value) for number, value in enumerate(values)]


def _long(value: object) -> object:
    return pytest.param(*value if isinstance(value, tuple) else (value,), marks=pytest.mark.long)
