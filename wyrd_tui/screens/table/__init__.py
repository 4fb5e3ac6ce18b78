"""The table screen and the controller behind it."""
