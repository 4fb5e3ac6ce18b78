"""Whole evenings, played from scripts."""
