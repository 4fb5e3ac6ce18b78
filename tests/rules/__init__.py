"""The rules of the Wyrd Engine, line by line, played through the engine."""
