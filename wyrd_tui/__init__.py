"""A game master's screen for the terminal.

The engine plays, the store keeps, widgets draw, screens ask: see docs/design.md for the way they fit together.
"""

__version__ = "0.1.0"
