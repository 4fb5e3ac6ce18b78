"""Nouns of the games: ids of things on sheets, rods and tables that rules, voices and panes agree on."""
