"""Files of every kind: folders, writing and reading, limits, text from outside."""
