"""Files that cannot be read, and why."""

import os
from pathlib import Path

import pytest

from wyrd_tui.store.files import tomlfile
from wyrd_tui.store.files.problems import Broken


def said(path: Path) -> list[str]:
    with pytest.raises(Broken) as broken:
        tomlfile.read_document(path)
    assert str(broken.value).splitlines() == list(map(str, broken.value.problems))
    return [str(problem).removeprefix(f"{path}:") for problem in broken.value.problems]


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b'a = "caf\xe9"\n', "1:9: this is not UTF-8 (byte 0xe9); save the file as UTF-8"),
        ('b = "é"\na = "é'.encode() + b"\xff", "2:7: this is not UTF-8 (byte 0xff); save the file as UTF-8"),
        ('a = "x"\n'.encode("utf-16"), "1:1: this is not UTF-8 but UTF-16, or not text at all; save it as UTF-8"),
        ('a = "x"\n'.encode("utf-16-le"), "1:1: this is not UTF-8 but UTF-16, or not text at all; save it as UTF-8"),
        (b"a = " + b"[" * 21 + b"]" * 21, "1:1: lists or tables are nested more than 20 deep"),
        (b"a = " + b"[" * 100_000, "1:1: lists or tables are nested too deep"),
        (b".".join([b"a"] * 500) + b" = 1", "1:41: lists or tables are nested more than 20 deep"),
        (b"a = " + b"1" * 5000, "1:1: a number has too many digits"),
        (b"a = 1\n" + b"#" * 1_000_000, "1:1: it is larger than 1,000,000 bytes"),
        (b"a = 1\nb = 2\na = 3\nc = 4\n", '3:1: "a" is set for the second time; see line 1'),
        (b"a = {b = 1, b = 2}\n", '1:13: "b" is set for the second time; see line 1'),
        (b"[a]\nb = 1\n[a]\n", "3:3: there is a table of this name already"),
        (b"a = 1\n[a]\n", "2:3: there is a key of this name already"),
        (
            b"a = []\n[[a]]\n",
            '2:4: "a" is set with = above already; keep one of the two forms: '
            "either the list with =, or [[a]] for each entry",
        ),
        (
            b"First Aid = 1\n",
            '1:7: a key of several words needs quotes; write "First Aid" = 1; '
            'write a rating into a list, such as skills = { "First Aid" = 1 }',
        ),
        (b"a = { b = 1, First Aid = 2 }\n", '1:20: a key of several words needs quotes; write "First Aid" = 2'),
        (b"a = yes\n", '1:5: a value is missing here, or it is text that needs quotes ("…")'),
        (b"a = [1,\n2\n\n", "1:1: the list that begins here is never closed with ]"),
        (b'a = 1\nb = """x\n\n', "2:1: the text that begins here is never closed"),
        (b"a = {\n b = 1 }\n", "1:6: a key is expected here; a table in braces stays on one line"),
        (b"just words\n", "1:6: a key needs = and a value"),
        (b"a = 1 2\n", "1:7: there is more after the value; write one key a line, such as title = 3"),
        (b'a = "x\ny"\n', '1:7: text in quotes ends on its line; write longer text between """ and """'),
        (b'a = "\\q"\n', "1:6: a backslash in text is written \\\\"),
        (b"[a\nb = 1\n", "1:3: the header is not closed with ]"),
    ],
)
def test_unreadable_files_are_explained_at_the_place(data: bytes, problem: str, tmp_path: Path) -> None:
    path = tmp_path / "s.toml"
    path.write_bytes(data)
    assert said(path) == [problem]


def test_folders_and_missing_files_are_refused(tmp_path: Path) -> None:
    assert said(tmp_path) == ["1:1: this is a folder, a device or a pipe, not a file"]
    assert said(tmp_path / "none.toml") == ["1:1: there is no such file"]
    assert said(tmp_path / "no\0ne")[0].endswith("1:1: it cannot be read: embedded null byte")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_a_pipe_and_a_device_are_refused_without_waiting(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to("/dev/zero")
    for name in ("pipe", "link"):
        assert said(tmp_path / name) == ["1:1: this is a folder, a device or a pipe, not a file"]


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="everything can be read here")
def test_a_file_that_may_not_be_read_says_so(tmp_path: Path) -> None:
    path = tmp_path / "s.toml"
    path.write_text("a = 1")
    path.chmod(0)
    assert said(path) == ["1:1: it cannot be read: permission denied"]


def test_a_byte_order_mark_is_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "s.toml"
    path.write_bytes(b"\xef\xbb\xbfa = 1\n")
    assert tomlfile.read_document(path).data == {"a": 1}


def test_a_hostile_file_name_is_cleaned(tmp_path: Path) -> None:
    with pytest.raises(Broken) as broken:
        tomlfile.read_document(tmp_path / "\x1b]52;c;x\x07.toml")
    assert "\x1b" not in str(broken.value)


def test_a_trailing_backslash_is_told_on_its_line(tmp_path: Path) -> None:
    """Found by the fuzzer: the parser names the line after it, and the column was −1."""
    path = tmp_path / "s.toml"
    path.write_text('title = "T"\na = "b\\\nc = 1\n')
    assert said(path) == ["2:7: a backslash in text is written \\\\"]
