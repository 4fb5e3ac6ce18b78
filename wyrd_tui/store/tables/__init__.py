"""Live tables on disk: journal, save, lock, and how they are opened again."""
