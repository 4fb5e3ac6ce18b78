"""What the rules of every game stand on: below the games, which it does not know."""
