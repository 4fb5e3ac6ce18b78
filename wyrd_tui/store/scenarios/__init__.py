"""Prepared scenarios: read, checked, and made into the beginning of a table."""
