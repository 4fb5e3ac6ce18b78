"""The terminal: environment, input filter, driver and signals."""
