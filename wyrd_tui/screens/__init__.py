"""What fills the terminal: the start, the table, the sheets and books."""
