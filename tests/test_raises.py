"""Raises sections: each public function that raises has one, and each names exceptions that exist."""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

import wyrd_tui
from tests.scans import parsed, walked

PACKAGE = Path(wyrd_tui.__file__).parent
Function = ast.FunctionDef | ast.AsyncFunctionDef
Private = Mapping[str, Function]
"""Private functions that a body can call, as it writes them: `_read`, `self._read`."""
Documented = Mapping[str, frozenset[str]]
"""Exceptions of the public functions that a body can call, as it writes them: `read`, `regular.read`, `self.read`."""
DOORWAYS = frozenset({"Refused"})
"""Exceptions that are followed through one module alone, since the doorway of all acts catches them."""
NEVER = frozenset(
    {
        "wyrd_tui.engine.rules.registry.games_played",  # The program registers its games before it reads a table.
        "wyrd_tui.engine.sixes.cheapest",  # No scene has less Wyrd than none.
        # The models of a scenario have read its amounts, dice and rows.
        "wyrd_tui.engine.table_rows.list_results",
        "wyrd_tui.engine.table_rows.read_row_ends",
        "wyrd_tui.store.scenarios.amounts.compute_amount",
        "wyrd_tui.screens.table.other_screens.screen_class",  # Only the program names a screen.
        "wyrd_tui.widgets.themes.alter_theme",  # The settings have checked after which theme an own one is made.
    }
)
"""Public functions that raise nothing where they are called, since their data are checked before."""


@cache
def trees() -> dict[str, ast.Module]:
    """Return the tree of each module of the package."""
    return {str(path.relative_to(PACKAGE)): parsed(path.read_text(encoding="utf-8")) for path in PACKAGE.rglob("*.py")}


@cache
def bases() -> dict[str, list[str]]:
    """Return the classes of the package, each with those that it is made of."""
    classes = (node for tree in trees().values() for node in walked(tree) if isinstance(node, ast.ClassDef))
    return {node.name: [ast.unparse(base) for base in node.bases] for node in classes}


def _module_name(path: str) -> str:
    return f"wyrd_tui.{path.removesuffix('.py').replace('/', '.')}".removesuffix(".__init__")


@cache
def documented() -> dict[str, frozenset[str]]:
    """Return the exceptions that the Raises sections of public functions name, by module and function."""
    found = {f"{_module_name(path)}.{name}": raised for path, tree in trees().items() for name, raised in _own(tree)}
    return {name: raised for name, raised in found.items() if name not in NEVER}


def _own(tree: ast.Module | ast.ClassDef) -> Iterator[tuple[str, frozenset[str]]]:
    """Yield the functions of a module or class with the exceptions that their Raises sections name."""
    for node in tree.body:
        if isinstance(node, Function) and (raised := named_in_sections(ast.get_docstring(node)) - DOORWAYS):
            yield node.name, frozenset(raised)


def _in_reach(tree: ast.Module, known: Documented) -> Documented:
    """Return what the functions of a module and those that it imports raise, by the names that it gives them."""
    given = {
        f"{node.module}.{alias.name}": alias.asname or alias.name
        for node in walked(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    functions = dict(_own(tree)) | {here: known[name] for name, here in given.items() if name in known}
    parts = ((name.rpartition("."), raised) for name, raised in known.items())
    return functions | {f"{given[part[0]]}.{part[2]}": raised for part, raised in parts if part[0] in given}


def _is_one_of(name: str, kinds: set[str]) -> bool:
    """Tell whether an exception is of one of some kinds, by its own class or by one that this is made of."""
    above = bases().get(name, [] if name == "Exception" else ["Exception"])
    return name in kinds or any(_is_one_of(base, kinds) for base in above)


def _calls(node: ast.AST) -> Iterator[str]:
    """Find the functions that the expressions of a statement call; a lambda calls none yet."""
    for part in ast.iter_child_nodes(node):
        if isinstance(part, ast.stmt | ast.excepthandler | ast.match_case | ast.Lambda):
            continue
        match part:
            case ast.Call(func=ast.Name(id=name)):
                yield name
            case ast.Call(func=ast.Attribute(value=ast.Name(id=owner), attr=name)):
                yield f"{owner}.{name}"
            case _:
                pass
        yield from _calls(part)


def _caught(handlers: list[ast.ExceptHandler]) -> set[str]:
    kinds = (handler.type for handler in handlers if handler.type is not None)
    return {ast.unparse(one) for kind in kinds for one in (kind.elts if isinstance(kind, ast.Tuple) else [kind])}


def _raises_again(handler: ast.ExceptHandler) -> bool:
    """Tell whether a handler raises again what it has caught, in some case."""
    return any(isinstance(node, ast.Raise) and node.exc is None for node in ast.walk(handler))


def _raised(body: list[ast.stmt], private: Private, others: Documented) -> Iterator[str]:
    """Find the exceptions that statements, and the private and other functions that they call, raise and catch not."""
    for statement in body:
        match statement:
            case ast.Raise(exc=ast.expr() as raised):
                yield ast.unparse(raised.func if isinstance(raised, ast.Call) else raised)
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                continue
            case ast.Try(body=tried, handlers=handlers, orelse=orelse, finalbody=final):
                caught = _caught([handler for handler in handlers if not _raises_again(handler)])
                yield from (name for name in _raised(tried, private, others) if not _is_one_of(name, caught))
                yield from _caught(list(filter(_raises_again, handlers))) - {"Exception", "BaseException"}
                left = [*(part for handler in handlers for part in handler.body), *orelse, *final]
                yield from _raised(left, private, others)
            case ast.With(items=[ast.withitem(context_expr=ast.Call(func=manager, args=kinds))], body=tried) if (
                ast.unparse(manager).endswith("suppress")
            ):
                caught = set(map(ast.unparse, kinds))
                yield from (name for name in _raised(tried, private, others) if not _is_one_of(name, caught))
            case _:
                called = set(_calls(statement))
                yield from (raised for name in others.keys() & called for raised in others[name])
                for name in private.keys() & called:
                    rest = {other: function for other, function in private.items() if other != name}
                    yield from _raised(private[name].body, rest, others)
                parts = (part for part in ast.iter_child_nodes(statement) if not isinstance(part, ast.expr))
                inner = (part.body if isinstance(part, ast.match_case) else [part] for part in parts)
                for nested in inner:
                    yield from _raised([part for part in nested if isinstance(part, ast.stmt)], private, others)


def _private(node: ast.Module | ast.ClassDef) -> Private:
    before = "self." if isinstance(node, ast.ClassDef) else ""
    functions = [one for one in node.body if isinstance(one, Function)]
    return {f"{before}{one.name}": one for one in functions if one.name.startswith("_")}


def named_in_sections(*docstrings: str | None) -> set[str]:
    """Return the exceptions that the Raises sections of docstrings name."""
    sections = [text.partition("Raises:")[2].partition("\n\n")[0] for text in docstrings if text]
    return {name for section in sections for name in re.findall(r"^ {4}(\w+):", section, re.MULTILINE)}


def without_section(tree: ast.Module, known: Documented | None = None) -> Iterator[str]:
    """Find the public functions that raise, and have no Raises section of their own or of their class.

    A function need not name the exceptions that the section of its module names.

    Args:
        tree: The module.
        known: Exceptions of the public functions of other modules.
    """
    everywhere = named_in_sections(ast.get_docstring(tree))
    return _without_section(tree, "", {}, _in_reach(tree, known or {}), everywhere)


def _without_section(
    around: ast.Module | ast.ClassDef, text: str, private: Private, others: Documented, everywhere: set[str]
) -> Iterator[str]:
    private = {**private, **_private(around)}
    if isinstance(around, ast.ClassDef):
        others = {**others, **{f"self.{name}": raised for name, raised in _own(around)}}
    for node in around.body:
        match node:
            case ast.ClassDef(name=name) if not name.startswith("_"):
                yield from _without_section(node, ast.get_docstring(node) or "", private, others, everywhere)
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                if name.startswith("_") and not name.startswith("__"):
                    continue
                raised = set(_raised(node.body, private, others)) - {"NotImplementedError", *everywhere}
                if raised and "Raises:" not in f"{text}\n{ast.get_docstring(node) or ''}":
                    yield name
            case _:
                continue


def test_each_public_function_that_raises_says_so() -> None:
    known = documented()
    found = {name: missing for name, tree in trees().items() if (missing := list(without_section(tree, known)))}
    assert found == {}


def test_functions_that_raise_nothing_where_called_exist() -> None:
    raising = {f"{_module_name(path)}.{name}" for path, tree in trees().items() for name, _ in _own(tree)}
    assert raising >= NEVER, NEVER - raising


def test_raises_sections_name_exceptions_that_exist() -> None:
    nodes = [node for tree in trees().values() for node in walked(tree)]
    known = {node.name for node in nodes if isinstance(node, ast.ClassDef)} | set(dir(builtins))
    named = named_in_sections(
        *(ast.get_docstring(node) for node in nodes if isinstance(node, Function | ast.ClassDef | ast.Module))
    )
    assert len(named) > 5
    assert named <= known, named - known


CHECK = "def _check(text):\n    if not text:\n        raise KeyError(text)\n"
READ = "def read(text):\n    _check(text)"
CAUGHT = "def read(text):\n    try:\n        _check(text)\n    except {}:\n        return None"


def _with_section(name: str) -> str:
    return f'"""Texts.\n\nRaises:\n    {name}: Without a text.\n"""\n'


@pytest.mark.parametrize(
    "code",
    [
        "def read(text):\n    if not text:\n        raise ValueError(text)",
        "def read(text):\n    try:\n        act()\n    except OSError:\n        if text:\n            raise",
        f"{CHECK}{READ}",
        f"{CHECK}def _twice(text):\n    return [_check(text)]\ndef read(text):\n    return _twice(text)",
        "class Book:\n    def _open(self):\n        raise OSError\n    def read(self):\n        return self._open()",
        CHECK + CAUGHT.format("ValueError"),
        _with_section("ValueError") + CHECK + READ,
    ],
)
def test_a_function_without_its_section_is_found(code: str) -> None:
    assert list(without_section(ast.parse(code))) == ["read"]


LOAD = 'def load(text):\n    """Load a text.\n\n    Raises:\n        OSError: If the disk refuses.\n    """\n'
CLOSE = '    def close(self):\n        """Close.\n\n        Raises:\n            OSError: Sometimes.\n        """\n'
OTHER = {"wyrd_tui.files.load": frozenset({"OSError"})}


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("from wyrd_tui.files import load\ndef read(text):\n    return load(text)", ["read"]),
        ("from wyrd_tui import files\ndef read(text):\n    return files.load(text)", ["read"]),
        (f"{LOAD}def read(text):\n    return load(text)", ["read"]),
        (f"class Book:\n{CLOSE}    def __exit__(self):\n        self.close()", ["__exit__"]),
        ("def read(text):\n    return load(text)", []),
        (f"from wyrd_tui.files import load\n{CAUGHT.format('OSError').replace('_check', 'load')}", []),
        ("from wyrd_tui.files import load\ndef read(text):\n    with suppress(OSError):\n        load(text)", []),
    ],
)
def test_exceptions_are_followed_from_module_to_module(code: str, found: list[str]) -> None:
    assert list(without_section(ast.parse(code), OTHER)) == found


@pytest.mark.parametrize(
    "code",
    [
        "def read(text):\n    try:\n        raise KeyError\n    except KeyError:\n        return None",
        CHECK + CAUGHT.format("(OSError, KeyError)"),
        CHECK + CAUGHT.format("Exception"),
        f"{CHECK}def read(text):\n    return lambda: _check(text)",
        _with_section("KeyError") + CHECK + READ,
    ],
)
def test_a_function_that_raises_nothing_needs_no_section(code: str) -> None:
    assert list(without_section(ast.parse(code))) == []
