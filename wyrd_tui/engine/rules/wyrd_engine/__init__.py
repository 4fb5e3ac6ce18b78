"""The Wyrd Engine, with the house rules of its combat draft (rules WE-01 … WE-99, WED-01 … WED-13)."""
