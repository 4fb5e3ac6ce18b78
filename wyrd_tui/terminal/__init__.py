"""The way in from a terminal and out to it: what it may wish, what it sends, what it takes, and how it is left."""
