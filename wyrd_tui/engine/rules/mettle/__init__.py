"""Mettle: pools of dice whose low faces score and whose high faces give Edge."""
