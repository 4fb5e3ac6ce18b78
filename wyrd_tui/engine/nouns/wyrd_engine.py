"""What the Wyrd Engine calls its numbers."""

TRAIT_ALONE = "a trait alone"
"""The rating of a roll that has none: a trait’s bonus and nothing else (U-06)."""
