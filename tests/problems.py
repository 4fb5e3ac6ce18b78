"""The problems of a scenario, whether it can be used or not."""

from __future__ import annotations

import os

from wyrd_tui.store.files.problems import Broken, Problem
from wyrd_tui.store.scenarios.scenario import load_scenario


def check_scenario(path: str | os.PathLike[str]) -> list[Problem]:
    """List the problems and warnings of a scenario file, in the order of the file."""
    try:
        return list(load_scenario(path).warnings)
    except Broken as broken:
        return list(broken.problems)
