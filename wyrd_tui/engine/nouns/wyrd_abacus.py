"""What the Wyrd Abacus calls its numbers: abilities, types, ratings, counters, and marks that the table keeps."""

from __future__ import annotations

from collections.abc import Mapping

ABILITIES: Mapping[str, str] = {"body": "Body", "mind": "Mind", "soul": "Soul"}
TYPES: Mapping[str, tuple[str, str]] = {
    "Obstruction": ("body", "barriers, laborious work"),
    "Pursuit": ("body", "running, fleeing, hiding"),
    "Threat": ("body", "violence, direct danger"),
    "Logic": ("mind", "puzzles, codes, inquiry"),
    "Pressure": ("mind", "persuasion, charm, threats"),
    "Wits": ("mind", "alertness, reading others"),
    "Foreboding": ("soul", "fear in the face of horror"),
    "Invocation": ("soul", "using or resisting the occult"),
    "Taint": ("soul", "withstanding corruption"),
}
"""The nine types, each with the ability that it calls for (WA-11)."""
WYRD = "Wyrd"
"""The rating that is a character's personal pool (WA-04)."""
LENT = "Wyrd to lend"
"""The rating that counts what a defeated player may still give in this scene (WA-51)."""
POOL = "scene Wyrd"
"""The counter of the scene's pool (WA-08)."""
SIXES = "sixes on Wyrd rolls"
"""The counter of every 6 that a Wyrd roll has shown in the story (WA-40)."""
ROLLS = "Wyrd rolls this scene"
"""The counter that tells whether the Wyrd has been rolled since the scene began (WA-39)."""
DUE = "consequences due"
"""The mark that lists failed challenges whose consequences are still to be told (WA-23, U-22)."""
WAITS = "waits for the next scene"
"""The mark that lists what the Wyrd set off between scenes, where nothing strikes (WA-42)."""
COUNTS = "countdowns put away"
"""The mark that lists how far countdowns had come that are off the abacus just now (WA-40)."""
BOWL = "scene Wyrd at first"
"""The mark that says how large the scene's pool was as the scene began (U-21)."""
STRIKES: Mapping[str, str] = {"scene": "as the scene ends", "six": "at a 6", "no six": "as the scene ends without a 6"}
"""When a challenge strikes by itself (WA-14, WA-59)."""
LENDERS = "Wyrd lent to players"
"""The mark that lists in which scene each defeated player had its points last (WA-51, U-21)."""
RISES = "challenges risen"
"""The mark that lists with how many scenes each challenge of a rule has come (WA-58)."""
SCARRED = "once scratched out"
"""The mark that lists who has had an ability scratched out that the story has mended since (WA-56)."""
COUNTDOWN = "Countdown"
"""The type of a clock that counts sixes (WA-40)."""
