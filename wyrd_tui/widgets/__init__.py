"""Panes and parts: they draw a state and decide nothing."""
