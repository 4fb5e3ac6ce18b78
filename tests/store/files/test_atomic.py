"""Atomic writes: a file is the old one or the new one, at any fault of the disk."""

from __future__ import annotations

import os
import shutil
import stat
from pathlib import Path

import pytest

from wyrd_tui.store.files import atomic


def test_a_file_is_written_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    atomic.write(path, b"one")
    atomic.write(path, b"two" * 100_000)
    assert path.read_bytes() == b"two" * 100_000
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert os.listdir(tmp_path) == ["a.toml"]


@pytest.mark.parametrize("step", ["open", "write", "fsync", "replace"])
def test_a_refusing_disk_leaves_the_old_file_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str) -> None:
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


def test_a_link_is_replaced_and_never_followed(tmp_path: Path) -> None:
    for name in ("there", "nowhere"):
        (tmp_path / "there").write_bytes(b"theirs")
        (tmp_path / "a").symlink_to(tmp_path / name)
        atomic.write(tmp_path / "a", b"x")
        assert not (tmp_path / "a").is_symlink()
        assert (tmp_path / "a").read_bytes() == b"x"
        assert (tmp_path / "there").read_bytes() == b"theirs"
        assert sorted(os.listdir(tmp_path)) == ["a", "there"]
        (tmp_path / "a").unlink()


@pytest.mark.parametrize("left", ["file", "link"])
def test_a_file_that_a_killed_write_left_is_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, left: str
) -> None:
    (tmp_path / "theirs").write_bytes(b"theirs")
    with monkeypatch.context() as killed:
        killed.setattr(os, "replace", lambda old, new: None)
        atomic.write(tmp_path / "a", b"half")
    (temporary,) = {*tmp_path.iterdir()} - {tmp_path / "theirs"}
    if left == "link":
        temporary.unlink()
        temporary.symlink_to(tmp_path / "theirs")
    atomic.write(tmp_path / "a", b"x")
    assert sorted(os.listdir(tmp_path)) == ["a", "theirs"]
    assert (tmp_path / "a").read_bytes() == b"x"
    assert (tmp_path / "theirs").read_bytes() == b"theirs"


def test_the_longest_name_can_be_written(tmp_path: Path) -> None:
    atomic.write(tmp_path / ("a" * 250 + ".toml"), b"x")
    assert os.listdir(tmp_path) == ["a" * 250 + ".toml"]


def test_a_file_is_synced_before_it_takes_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[str] = []
    replace = os.replace

    def fsync(descriptor: int) -> None:
        calls.append("folder" if stat.S_ISDIR(os.fstat(descriptor).st_mode) else "file")

    def renamed(old: Path, new: Path) -> None:
        calls.append("name")
        replace(old, new)

    monkeypatch.setattr(os, "fsync", fsync)
    monkeypatch.setattr(os, "replace", renamed)
    atomic.write(tmp_path / "a", b"x")
    assert calls == ["file", "name", "folder"]


def test_a_folder_that_cannot_be_synced_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.fsync

    def refuse(descriptor: int) -> None:
        if stat.S_ISDIR(os.fstat(descriptor).st_mode):
            raise OSError(5, "Input/output error")
        real(descriptor)

    monkeypatch.setattr(os, "fsync", refuse)
    with pytest.raises(OSError, match="Input/output"):
        atomic.write(tmp_path / "a", b"x")


def test_folders_are_made_for_their_owner_alone(tmp_path: Path) -> None:
    made = tmp_path / "share" / "wyrd-tui" / "tables"
    for mask in (0o000, 0o022):
        before = os.umask(mask)
        try:
            atomic.make_folder(made)
            atomic.make_folder(made)
        finally:
            os.umask(before)
        for one in (made, made.parent, made.parent.parent):
            assert stat.S_IMODE(one.stat().st_mode) == 0o700
        shutil.rmtree(tmp_path / "share")


def test_a_folder_that_cannot_be_made_durable_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(descriptor: int) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(os, "fsync", refuse)
    with pytest.raises(OSError, match="Input/output"):
        atomic.make_folder(tmp_path / "a" / "b")


def test_a_name_to_keep_something_under_is_always_free(tmp_path: Path) -> None:
    names = []
    for _ in range(3):
        (tmp_path / "a.toml").touch()
        names.append(atomic.keep_aside(tmp_path / "a.toml", "broken").name)
    assert names == ["a.broken.toml", "a.broken-2.toml", "a.broken-3.toml"]
