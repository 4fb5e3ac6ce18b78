"""The Wyrd Abacus: challenges paid for with points, and the Wyrd that is owed for them."""
