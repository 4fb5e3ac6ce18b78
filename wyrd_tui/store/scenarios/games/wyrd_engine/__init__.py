"""The Wyrd Engine in scenarios."""
