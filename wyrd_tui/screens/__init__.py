"""Screens: the start, the table, sheets, books, odds, history and help."""
