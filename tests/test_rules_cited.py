"""The rules of the three games, each cited by a test: in its docstring, or in the id of one of its cases."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.scans import parsed, report

TESTS = Path(__file__).parent
RULES = (TESTS / "rules" / "ids.txt").read_text(encoding="utf-8").split()
RULE = re.compile(r"\b(?:WED?|WA|ME)-\d{2}\b")


def citing_texts(module: ast.Module) -> Iterator[str]:
    """Give the docstring of each test of a module, and the ids of its cases."""
    for test in module.body:
        if isinstance(test, ast.FunctionDef | ast.AsyncFunctionDef) and test.name.startswith("test_"):
            yield ast.get_docstring(test) or ""
            nodes = (node for mark in test.decorator_list for node in ast.walk(mark))
            yield from (ast.unparse(node) for node in nodes if isinstance(node, ast.keyword) and node.arg == "id")


def test_each_rule_is_cited_and_no_other() -> None:
    """A range such as WA-16 … WA-23 cites its two ends alone."""
    texts = (path.read_text(encoding="utf-8") for path in TESTS.rglob("test_*.py"))
    modules = [parsed(text) for text in texts if RULE.search(text)]
    cited = {rule for module in modules for text in citing_texts(module) for rule in RULE.findall(text)}
    assert len(RULES) == len(set(RULES)) == 222
    report(f"no test cites {rule}" for rule in RULES if rule not in cited)
    report(f"{rule} is no rule" for rule in sorted(cited - set(RULES)))
