"""Files that are none, and files that give nothing."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from wyrd_tui.store.files import regular, tomlfile
from wyrd_tui.store.files.problems import Broken
from wyrd_tui.store.tables import finding, journal_lines

pytestmark = pytest.mark.skipif(not hasattr(os, "set_blocking"), reason="no pipes here")


@pytest.fixture
def dumb(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A file that calls itself one and has nothing to give, as `/proc/kmsg` at most times."""
    path = tmp_path / "kmsg.toml"
    path.touch()
    out, into = os.pipe()
    os.set_blocking(out, False)
    monkeypatch.setattr(regular, "_regular", lambda path, flags, *, linked: (os.dup(out), path))
    yield path
    os.close(out)
    os.close(into)


def test_what_gives_nothing_is_refused_and_not_waited_for(dumb: Path) -> None:
    """Python gives None for it, which is no bytes: it ended in a fault."""
    with regular.open_regular(dumb) as file, pytest.raises(regular.Unfit, match="gives nothing to be read"):
        file.read(10)
    with regular.open_regular(dumb) as file, pytest.raises(regular.Unfit):
        file.readline(10)
    with pytest.raises(regular.Unfit):
        regular.read_regular(dumb, 10)
    with pytest.raises(OSError, match="gives nothing to be read"):
        journal_lines.read_journal(dumb)


def test_a_scenario_that_gives_nothing_is_refused_with_a_sentence(dumb: Path) -> None:
    with pytest.raises(Broken) as broken:
        tomlfile.read_document(dumb)
    said = "this gives nothing to be read, as a device may, and is no file"
    assert [problem.message for problem in broken.value.problems] == [said]
    assert not finding.is_table(dumb)


def test_what_a_file_has_is_read_in_any_portions(tmp_path: Path) -> None:
    path = tmp_path / "t"
    path.write_bytes(bytes(range(256)) * 1_000)
    with regular.open_regular(path) as file:
        assert file.read(10) == bytes(range(10))
        file.seek(255_999)
        assert (file.read(10), file.read(10)) == (b"\xff", b"")
    assert regular.read_regular(path, 256_000) == path.read_bytes()
