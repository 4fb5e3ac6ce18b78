"""Raises sections: each public function that raises has one, and each names exceptions that exist."""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterator
from pathlib import Path

import wyrd_tui
from tests.scans import parsed, walked

PACKAGE = Path(wyrd_tui.__file__).parent


def trees() -> dict[str, ast.Module]:
    """Return the tree of each module of the package."""
    return {str(path.relative_to(PACKAGE)): parsed(path.read_text(encoding="utf-8")) for path in PACKAGE.rglob("*.py")}


def _raised(body: list[ast.stmt]) -> Iterator[str]:
    """Find the exceptions that statements raise themselves and that none of their own handlers catches."""
    for statement in body:
        match statement:
            case ast.Raise(exc=ast.expr() as raised):
                yield ast.unparse(raised.func if isinstance(raised, ast.Call) else raised)
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                continue
            case ast.Try(body=tried, handlers=handlers, orelse=orelse, finalbody=final):
                caught = {ast.unparse(handler.type) for handler in handlers if handler.type}
                yield from (name for name in _raised(tried) if name not in caught)
                yield from _raised([*(part for handler in handlers for part in handler.body), *orelse, *final])
            case _:
                parts = (part for part in ast.iter_child_nodes(statement) if not isinstance(part, ast.expr))
                inner = (part.body if isinstance(part, ast.match_case) else [part] for part in parts)
                for nested in inner:
                    yield from _raised([part for part in nested if isinstance(part, ast.stmt)])


def without_section(tree: ast.Module | ast.ClassDef, around: str = "") -> Iterator[str]:
    """Find the public functions that raise, and have no Raises section of their own or of their class."""
    for node in tree.body:
        match node:
            case ast.ClassDef(name=name) if not name.startswith("_"):
                yield from without_section(node, ast.get_docstring(node) or "")
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                public = not name.startswith("_") or name.startswith("__")
                raised = set(_raised(node.body)) - {"NotImplementedError"}
                if public and raised and "Raises:" not in f"{around}\n{ast.get_docstring(node) or ''}":
                    yield name
            case _:
                continue


def test_each_public_function_that_raises_says_so() -> None:
    found = {name: missing for name, tree in trees().items() if (missing := list(without_section(tree)))}
    assert found == {}


def test_raises_sections_name_exceptions_that_exist() -> None:
    nodes = [node for tree in trees().values() for node in walked(tree)]
    known = {node.name for node in nodes if isinstance(node, ast.ClassDef)} | set(dir(builtins))
    texts = [
        ast.get_docstring(node) or ""
        for node in nodes
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
    ]
    sections = [text.partition("Raises:")[2].partition("\n\n")[0] for text in texts]
    named = {name for section in sections for name in re.findall(r"^ {4}(\w+):", section, re.MULTILINE)}
    assert len(named) > 5
    assert named <= known, named - known


def test_a_function_without_its_section_is_found() -> None:
    missing = "def read(text):\n    if not text:\n        raise ValueError(text)"
    caught = "def read(text):\n    try:\n        raise KeyError\n    except KeyError:\n        return None"
    assert [list(without_section(ast.parse(code))) for code in (missing, caught)] == [["read"], []]
