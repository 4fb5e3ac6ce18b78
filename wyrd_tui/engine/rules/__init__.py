"""The rules of the games, and those that all games share."""
