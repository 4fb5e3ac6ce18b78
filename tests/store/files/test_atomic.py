"""A file is the old one or the new one, whatever the disk does."""

from __future__ import annotations

import os
import shutil
import stat
from pathlib import Path

import pytest

from wyrd_tui.store.files import atomic


def test_it_writes_for_its_owner_alone(tmp_path: Path) -> None:
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


def test_nobody_can_guess_the_name_of_a_temporary_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real, names = os.open, []

    def seen(path: Path, flags: int, mode: int = 0o777) -> int:
        if flags & os.O_CREAT:
            assert flags & os.O_EXCL
            assert flags & os.O_NOFOLLOW
            names.append(str(path))
        return real(path, flags, mode)

    monkeypatch.setattr(os, "open", seen)
    monkeypatch.setattr(os, "getpid", lambda: 1)
    for _ in range(3):
        atomic.write(tmp_path / "a", b"x")
    assert len(set(names)) == 3


def test_a_file_named_like_a_temporary_is_not_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "theirs").write_bytes(b"theirs")
    monkeypatch.setattr(os, "urandom", bytes)
    (tmp_path / f".a.{'00' * 8}.tmp").symlink_to(tmp_path / "theirs")
    with pytest.raises(FileExistsError):
        atomic.write(tmp_path / "a", b"x")
    assert (tmp_path / "theirs").read_bytes() == b"theirs"


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


def test_folders_are_made_for_their_owner_alone_under_any_umask(tmp_path: Path) -> None:
    made = tmp_path / "share" / "wyrd-tui" / "tables"
    for mask in (0o000, 0o022, 0o777):
        before = os.umask(mask)
        try:
            assert atomic.make_folder(made) == [made, made.parent, made.parent.parent]
            assert atomic.make_folder(made) == []
        finally:
            os.umask(before)
        for one in (made, made.parent, made.parent.parent):
            assert stat.S_IMODE(one.stat().st_mode) == 0o700
        shutil.rmtree(tmp_path / "share")


def test_folders_that_cannot_be_made_durable_are_not_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(descriptor: int) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(os, "fsync", refuse)
    with pytest.raises(OSError, match="Input/output"):
        atomic.make_folder(tmp_path / "a" / "b")
    assert os.listdir(tmp_path) == []


def test_leftovers_are_swept(tmp_path: Path) -> None:
    ours = (
        ".a.toml.7-1.tmp",
        ".a.journal.00ff00ff00ff00ff.tmp",
        ".a.1.toml.0f.tmp",
        ".a.edited.toml.0f.tmp",
        ".a.broken-3.toml.0f.tmp",
    )
    theirs = {".b.toml.7-1.tmp", ".a.b.toml.0f.tmp", ".a.toml.tmp", "xa.toml.0f.tmp", ".a.toml.0f.tmp.toml"}
    for name in (*ours, *theirs):
        (tmp_path / name).touch()
    (tmp_path / ".a.toml.0e.tmp").symlink_to(tmp_path / "none")
    (tmp_path / ".a.toml.0d.tmp").mkdir()
    atomic.remove_leftovers(tmp_path / "a.toml")
    assert set(os.listdir(tmp_path)) == theirs | {".a.toml.0e.tmp", ".a.toml.0d.tmp"}


def test_a_name_to_keep_something_under_is_always_free(tmp_path: Path) -> None:
    names = []
    for _ in range(3):
        (tmp_path / "a.toml").touch()
        names.append(atomic.keep_aside(tmp_path / "a.toml", "broken").name)
    assert names == ["a.broken.toml", "a.broken-2.toml", "a.broken-3.toml"]
