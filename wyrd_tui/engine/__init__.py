"""The games and the table as values and pure functions: no files, no clock, no chance of its own, no terminal."""
