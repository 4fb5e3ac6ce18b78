"""Rules that every game builds on; they know no game."""
