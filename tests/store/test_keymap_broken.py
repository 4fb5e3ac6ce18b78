"""Problems of a `keys.toml` that cannot be read at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.store.test_keymap import load, said


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ('[keys]\ndamage = "x"\nroll = x\n', "3:8: a value is missing here"),
        ('[keys]\ndamage = "x"\ndamage = "y"\n', '3:1: "damage" is set for the second time'),
        ('[keys]\ndamage = "x\n', "2:12: text in quotes ends on its line"),
    ],
)
def test_unreadable_files_say_that_nothing_counts(text: str, where: str, tmp_path: Path) -> None:
    keymap = load(tmp_path, text)
    assert keymap.keys == {}
    assert said(keymap).startswith(where)
    assert said(keymap).endswith("; the file is not used")


def test_one_wrong_key_leaves_the_rest_in_force(tmp_path: Path) -> None:
    keymap = load(tmp_path, '[keys]\ndamage = "x"\nroll = "?x"\n')
    assert keymap.keys == {"damage": "x"}
    assert "counts" not in said(keymap)
