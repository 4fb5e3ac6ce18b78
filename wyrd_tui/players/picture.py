"""Picture of a table for a browser: the players' view as one line of JSON."""

from __future__ import annotations

import json
from dataclasses import asdict

from wyrd_tui.engine.harm import HEALTH_WORDS
from wyrd_tui.engine.player_view import player_view
from wyrd_tui.engine.state import State


def make_picture(state: State) -> str:
    """Write what players may see of a table, and the words for the health of each character."""
    return json.dumps({**asdict(player_view(state)), "healths": HEALTH_WORDS}, ensure_ascii=False)
