"""The examples of `docs/scenarios.md` are scenarios, and use every key of the format."""

import re
from pathlib import Path

from tests.commands import HOUSE_RULES
from wyrd_tui.engine.rules.house_rules import HouseRule
from wyrd_tui.store.scenarios.scenario import begin_table, load_scenario
from wyrd_tui.store.scenarios.schema import make_schema

PAGE = (Path(__file__).parents[3] / "docs" / "scenarios.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```toml\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


def test_examples_load_without_warnings(tmp_path: Path) -> None:
    path = tmp_path / "example.toml"
    assert len(BLOCKS) >= 8
    for block in BLOCKS:
        path.write_text(block if re.search("^title", block) else f'title = "Example"\n{block}', encoding="utf-8")
        scenario = load_scenario(path)
        assert list(map(str, scenario.warnings)) == [], block
        begin_table(scenario, players=3)


def test_examples_use_every_key_of_the_format() -> None:
    made = make_schema()
    text = "\n".join(BLOCKS)
    for name, definition in {"": made, **made["$defs"]}.items():
        if name == "Rules":
            continue  # These stand in the tables of house rules.
        table = next((part for part in definition.get("anyOf", ()) if "properties" in part), definition)
        for key in table["properties"]:
            if key in {"name", "title", "value", "difficulty", "effect"}:
                continue
            assert re.search(rf"\b{key}\b(?=[\s.]*[=\].])|\[+(\w+\.)*{key}\]", text), f"{name}: {key}"


def test_tables_have_every_house_rule() -> None:
    def told(rule: HouseRule) -> bool:
        row = next((line for line in PAGE.splitlines() if line.startswith(f"| `{rule.key}` |")), "")
        end = f"| `{str(rule.default).lower()}` | {rule.help} |"
        return row.endswith(end) and all(f"`{str(value).lower()}`" in row for value in rule.values)

    assert [key for key, rule in HOUSE_RULES.items() if not told(rule)] == []
