"""Mettle in scenarios."""
