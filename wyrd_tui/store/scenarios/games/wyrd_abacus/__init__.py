"""The Wyrd Abacus in scenarios."""
