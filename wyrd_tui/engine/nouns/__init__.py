"""What each game calls the things on its sheets, its rods and its table: ids that rules, voices and panes agree on."""
