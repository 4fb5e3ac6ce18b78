"""The acts that every table has, whichever games it plays: above the games, which it knows as records."""
