"""A fault that only somebody finds who watches where the program goes: three words, each behind the one before."""

from __future__ import annotations

from pathlib import Path

from tests.trust.fuzz_targets import Target


class Planted(Target):
    """An input that is read word by word, and breaks what reads it."""

    kind = "planted"

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.corpus = [b"#nothing here"]

    def run(self, data: bytes) -> None:
        """Break at one word."""
        if not data.startswith(b"nan"):
            return
        if not data.startswith(b"nan{"):
            return
        if not data.startswith(b"nan{players"):
            return
        raise RuntimeError("the planted fault")
