"""What all files share: folders, writing and reading, limits, text from outside."""
