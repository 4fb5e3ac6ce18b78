"""Screens, driven by keys and looked at as text."""
