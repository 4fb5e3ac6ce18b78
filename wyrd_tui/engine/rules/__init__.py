"""What the readings of each game decide."""
