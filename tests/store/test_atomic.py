"""A file is the old one or the new one, whatever the disk does."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from wyrd_tui.store import atomic


def test_it_writes_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    atomic.write(path, b"one")
    atomic.write(path, b"two" * 100_000)
    assert path.read_bytes() == b"two" * 100_000
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert os.listdir(tmp_path) == ["a.toml"]


@pytest.mark.parametrize("step", ["open", "write", "fsync", "replace"])
def test_a_disk_that_refuses_leaves_the_old_file_and_no_litter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    path = tmp_path / "a.toml"
    atomic.write(path, b"old")

    def refuse(*args: object, **more: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, step, refuse)
    with pytest.raises(OSError, match="No space"):
        atomic.write(path, b"new")
    monkeypatch.undo()
    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["a.toml"]


def test_short_writes_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.write
    monkeypatch.setattr(os, "write", lambda descriptor, data: real(descriptor, data[:3]))
    atomic.write(tmp_path / "a", b"0123456789")
    assert (tmp_path / "a").read_bytes() == b"0123456789"


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "sync").mkdir()
    (tmp_path / "a").symlink_to(tmp_path / "sync" / "b")
    atomic.write(tmp_path / "a", b"x")
    assert (tmp_path / "a").is_symlink()
    assert (tmp_path / "sync" / "b").read_bytes() == b"x"


def test_leftovers_are_swept(tmp_path: Path) -> None:
    (tmp_path / ".a.toml.7-1.tmp").touch()
    (tmp_path / ".b.toml.7-1.tmp").touch()
    atomic.sweep(tmp_path / "a.toml")
    assert os.listdir(tmp_path) == [".b.toml.7-1.tmp"]


def test_a_name_to_keep_something_under_is_always_free(tmp_path: Path) -> None:
    names = []
    for _ in range(3):
        free = atomic.aside(tmp_path / "a.toml", "broken")
        free.touch()
        names.append(free.name)
    assert names == ["a.broken.toml", "a.broken-2.toml", "a.broken-3.toml"]
