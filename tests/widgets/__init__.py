"""Tests of the panes and parts."""
