"""A lock of a table whose file is removed between two calls."""

from __future__ import annotations

from pathlib import Path

import pytest

from wyrd_tui.store.tables import lock
from wyrd_tui.store.tables.lock import Lock, LockHeld


def test_a_file_removed_before_it_is_locked_counts_for_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another program would else take a lock of the same name at once, and both would play."""
    path, real, opened = tmp_path / "table.lock", lock._open, iter(range(9))

    def open_and_lose(name: Path) -> int:
        descriptor = real(name)
        if not next(opened):
            name.unlink()
        return descriptor

    monkeypatch.setattr(lock, "_open", open_and_lose)
    held = Lock(path)
    assert path.exists()
    with pytest.raises(LockHeld):
        Lock(path)
    held.release()
