"""Private names of Textual that the program overrides or reads: each stands in one table with its reason."""

from __future__ import annotations

import ast
import importlib
import inspect
import re
import sys
import textwrap
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.scans import parsed, walked

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "wyrd_tui"
MODULES = [
    PACKAGE / "app.py",
    *(p for room in ("terminal", "screens", "widgets") for p in (PACKAGE / room).rglob("*.py")),
]
ROW = re.compile(r"^\| `([\w.]+)` \| ((?:`\w+`(?:, )?)+) \| .+ \| `(tests/[\w/.]+)::(\w+)` \|$", re.MULTILINE)
EVERYWHERE = {"_abc_impl"}
"""Names that Python itself puts into a class."""


def private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__")


def attributes(tree: ast.AST) -> Iterator[ast.Attribute]:
    return (node for node in walked(tree) if isinstance(node, ast.Attribute) and private(node.attr))


def source_of(kind: type) -> tuple[str, ast.AST]:
    """The source of a class and its tree; `inspect.getsource` parses the whole module for each."""
    module = inspect.getsource(sys.modules[kind.__module__])
    classes = {node.name: node for node in parsed(module).body if isinstance(node, ast.ClassDef)}
    if kind.__qualname__ not in classes:
        source = textwrap.dedent(inspect.getsource(kind))
        return source, parsed(source)
    node = classes[kind.__qualname__]
    return "".join(module.splitlines(keepends=True)[node.lineno - 1 : node.end_lineno]), node


@cache
def private_names(base: type) -> set[str]:
    """The private names that a class of Textual has or sets."""
    _, tree = source_of(base)
    found = {node.attr for node in attributes(tree) if isinstance(node.ctx, ast.Store)}
    return (found | {name for name in vars(base) if private(name)}) - EVERYWHERE


def foreign(kind: type) -> list[type]:
    return [base for base in kind.__mro__ if base.__module__.startswith("textual.")]


def used(path: Path) -> set[str]:
    """The private names of Textual that a module overrides, reads or imports."""
    source = path.read_text(encoding="utf-8")
    module = importlib.import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
    found = {name.rpartition(".")[2] for name in re.findall(r"^from (textual[\w.]*\._\w+)", source, re.MULTILINE)}
    own = [kind for kind in vars(module).values() if inspect.isclass(kind) and kind.__module__ == module.__name__]
    for kind in own:
        theirs = set().union(*map(private_names, foreign(kind)))
        text, tree = source_of(kind)
        mine = {name for name in vars(kind) if private(name)} | {node.attr for node in attributes(tree)}
        found |= mine & theirs & set(re.findall(r"\b_\w+", text))
    app = private_names(importlib.import_module("textual.app").App)
    others = (
        node for node in attributes(parsed(source)) if isinstance(node.value, ast.Name) and node.value.id == "app"
    )
    return found | {node.attr for node in others if node.attr in app}


def listed() -> dict[tuple[str, str], tuple[str, str]]:
    text = (ROOT / "docs" / "design.md").read_text(encoding="utf-8")
    return {(row[1], name): (row[3], row[4]) for row in ROW.finditer(text) for name in re.findall(r"`(\w+)`", row[2])}


def test_the_table_lists_every_private_name_in_use() -> None:
    found = {
        (".".join(path.relative_to(PACKAGE).with_suffix("").parts), name) for path in MODULES for name in used(path)
    }
    assert found == set(listed())


def test_each_private_name_has_a_test_that_exists() -> None:
    missing = [
        where for where in set(listed().values()) if f"def {where[1]}(" not in (ROOT / where[0]).read_text("utf-8")
    ]
    assert missing == []
