"""Page for players: what they may see of a table, in a browser, for as long as the GM asks for it."""
