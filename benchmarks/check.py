"""Time to check a scenario with 500 members of cast, against what the check cannot do without.

Prints both times and their ratio: reading the same file with tomllib and importing pydantic is 1. Each sample is a
fresh interpreter, and the best of several counts.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

ROUNDS = 7
BUDGET = 3.0

_BARE = """
import sys, time
started = time.perf_counter()
import tomllib, pydantic
from pydantic import BaseModel
tomllib.loads(open(sys.argv[1], encoding="utf-8").read())
print(time.perf_counter() - started)
"""
_CHECK = """
import sys, time
started = time.perf_counter()
from wyrd_tui.store.scenarios.scenario import load_scenario
found = load_scenario(sys.argv[1]).warnings
print(time.perf_counter() - started)
assert not found, found[:3]
"""
_MEMBER = """
[[cast]]
name = "Person {number}"
id = "person-{number}"
kind = "full"
side = "foes"
concept = "The {number}th of many, with a name that somebody will ask for"
notes = "Owes money to person {number} less one — and would rather not say why."
skills = {{ Fight = +2, Shoot = +1, Athletics = +1, Notice = 0, "Street Lore" = +3 }}
attack = "Fight"
defend = "Athletics"
track = [4, 3, 2, 1]
traits = [
  "Quick Hands: +2 Fight when somebody looks the other way",
  {{ name = "Second Wind", kind = "limited", uses = 1, per = "scene", text = "shrugs off a blow" }},
]
gear = ["Good coat"]
"""


def scenario() -> str:
    """A scenario of 500."""
    return "\n".join(['title = "Crowd"', *(_MEMBER.format(number=number) for number in range(500))])


def best(code: str, path: Path) -> float:
    """The least of several fresh runs, in seconds."""
    runs = (
        subprocess.run([sys.executable, "-c", code, str(path)], check=True, capture_output=True, text=True)
        for _ in range(ROUNDS)
    )
    return min(float(run.stdout) for run in runs)


def main() -> int:
    """Print the figures; 1 if the budget is broken."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "crowd.toml"
        path.write_text(scenario(), encoding="utf-8")
        bare, check = best(_BARE, path), best(_CHECK, path)
        size = path.stat().st_size
    ratio = check / bare
    print(f"{size:,} bytes: tomllib and pydantic {bare * 1000:.0f} ms, check {check * 1000:.0f} ms")
    print(f"ratio {ratio:.2f} (budget {BUDGET})")
    return 0 if ratio <= BUDGET else 1


if __name__ == "__main__":
    sys.exit(main())
