"""What every game needs of a table: the order, the abacus, the cast, the book, and the end of a scene."""
