"""Positions of keys and items, against documents made at random and a few made on purpose."""

import tomllib
from collections.abc import Iterator

import pytest
import tomli_w
from hypothesis import given
from hypothesis import strategies as st

from tests.properties import examples
from wyrd_tui.store.files import positions
from wyrd_tui.store.files.positions import Scan
from wyrd_tui.store.files.problems import KeyPath

SCALARS = st.one_of(
    st.integers(-10_000, 10_000),
    st.booleans(),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=12),
    st.dates(),
    st.datetimes(),
)
KEYS = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4), max_leaves=25
)


def every_path(item: object, path: KeyPath = ()) -> Iterator[KeyPath]:
    pairs = item.items() if isinstance(item, dict) else enumerate(item) if isinstance(item, list) else ()
    for key, value in pairs:
        yield (*path, key)
        yield from every_path(value, (*path, key))


def find_positions(text: str) -> dict[KeyPath, tuple[int, int]]:
    scan = Scan(text)
    return {path: scan.position(offset) for path, offset in scan.offsets.items()}


@examples(150)
@given(st.dictionaries(KEYS, VALUES, max_size=6), st.booleans())
def test_exactly_the_paths_of_a_document_are_found(document: dict[str, object], multiline: bool) -> None:
    text = tomli_w.dumps(document, multiline_strings=multiline)
    assert set(find_positions(text)) == set(every_path(tomllib.loads(text)))


BY_HAND = '''\
# a comment = "not a key"
title = "x"  # another [comment]
"quoted key".'b c' = [1, 2, {a=1, b.c = "]"}, """multi
line ] " \\""" """ ]
[party]
name = 'lit # not'
[[party.members]]
name = "A"
tracks = { hp = 3, "mp x" = [ [1,2],
   [3] ] }
  [party.members.bag]
  x.y = 2024-01-01T00:00:00Z
[[party.members]]
name = "B"
  [[party.members.pets]]
  n=1
  [[party.members.pets]]
  n=2
[a.b.c]
z = \'\'\'q\'\'tail\'\'\'\'\'
[a]
late = [ # comment, with ] in it
  "one", # and "quotes"

  "two",
]
[ spaced . "out" ]
1.5 = -0.5
empty = [ ]
none = {}
'''


def test_each_key_of_a_handwritten_file_is_found() -> None:
    found = find_positions(BY_HAND)
    assert set(found) == set(every_path(tomllib.loads(BY_HAND)))
    assert found["title",] == (2, 1)
    assert found["quoted key", "b c"] == (3, 14)
    assert found["quoted key", "b c", 2, "b", "c"] == (3, 37)
    assert found["party", "members"] == (7, 9)
    assert found["party", "members", 1] == (13, 1)
    assert found["party", "members", 0, "tracks", "mp x", 1] == (10, 4)
    assert found["party", "members", 1, "pets", 1, "n"] == (18, 3)
    assert found["a",] == (19, 2)
    assert found["a", "late", 1] == (25, 3)
    assert found["spaced", "out", "1", "5"] == (28, 3)


def test_lines_count_the_same_with_carriage_returns() -> None:
    assert find_positions(BY_HAND.replace("\n", "\r\n")) == find_positions(BY_HAND)


@pytest.mark.parametrize(
    ("text", "path", "first", "again"),
    [
        ("a = 1\nb = 2\na = 3\n", ("a",), (1, 1), (3, 1)),
        ("[x]\na.b = 1\n\na.b = 2", ("x", "a", "b"), (2, 3), (4, 3)),
        ("a = { b = 1, b = 2 }", ("a", "b"), (1, 7), (1, 14)),
    ],
)
def test_the_second_equal_key_is_found_in_refused_text(
    text: str, path: KeyPath, first: tuple[int, int], again: tuple[int, int]
) -> None:
    with pytest.raises(tomllib.TOMLDecodeError):
        tomllib.loads(text)
    scan = Scan(text)
    assert scan.twice is not None
    assert (scan.twice[0], scan.position(scan.offsets[path]), scan.position(scan.twice[1])) == (path, first, again)


@examples(300)
@given(st.text(st.sampled_from("ab.=[]{}\"', \n#1\\"), max_size=60))
def test_broken_toml_never_hangs_or_crashes_the_scanner(text: str) -> None:
    Scan(text)


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("a.b.c = 1", None),
        ("x = 1\na . b.'c d'.d = 1", (2, 13)),
        ('x = 1\n["a".b."c.d".d]', (2, 14)),
        ("x = { y = 1, a.b.c.d = 2 }", (1, 18)),
        ("[a.b]\nc.d = 1", (2, 3)),
        ("[[a]]\nb = [1, { c = 2 }]", (2, 6)),
        ('x = """\na.b.c.d.e\n"""\ny = 1.5', None),
        ("# a.b.c.d.e", None),
        pytest.param("x = " + "[" * 100_000 + "a.b.c.d", (1, 8), id="brackets without an end"),
        pytest.param(".".join("a" * 100_000), (1, 7), id="a key without an end"),
        pytest.param("[" + ".".join("a" * 100_000), (1, 8), id="a header without an end"),
        ('x = "Yes. No. Yes. No."', None),
    ],
)
def test_keys_of_too_many_parts_are_found_unparsed(
    text: str, where: tuple[int, int] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(positions, "MOST_DEPTH", 3)
    scan = Scan(text)
    assert (scan.too_deep if scan.too_deep is None else scan.position(scan.too_deep)) == where
