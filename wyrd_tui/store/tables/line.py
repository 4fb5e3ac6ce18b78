"""The head of a journal line: its checksum, its number, and what kind of step it is.

    {"crc":"0b52e9d7","seq":1,"do":{"number":1,…

The checksum covers all after it and goes on from the line before.
"""

from __future__ import annotations

import re
import zlib

STEP = re.compile(rb'\{"crc":"[0-9a-f]{8}","seq":(\d{1,12}),"(do|undo|redo|edit|saved)":(?:\{"number":)?(\d{1,12})[,}]')
"""Its number, its kind, and the turn that it makes, takes back, brings back or saves."""
LONGEST = 9 * 2**20
"""Bytes that a line may have; what fits a save has fewer in JSON."""
HEAD = 60
"""A head has no more bytes than this."""
_COVERED = len(b'{"crc":"00000000",')
_SAVED = b'"saved":'
_A_STEP = re.compile(rb'"(?:do|undo|redo|edit)":')


def head(crc: int, seq: int) -> bytes:
    """How a line with this checksum and number begins."""
    return b'{"crc":"%08x","seq":%d,' % (crc, seq)


def made(body: str, seq: int, crc: int) -> tuple[bytes, int]:
    """A line after one with this checksum, and its own."""
    covered = f'"seq":{seq},{body}}}'.encode()
    crc = zlib.crc32(covered, crc)
    return b'{"crc":"%08x",%b\n' % (crc, covered), crc


def reckoned(line: bytes, before: int) -> int:
    """The checksum that a line must have after one with this."""
    return zlib.crc32(memoryview(line)[_COVERED:], before)


def claimed(line: bytes) -> int | None:
    """The checksum that a line says it has; None where it says none."""
    try:
        return int(line[8:16], 16)
    except ValueError:
        return None


def follows(line: bytes, before: int | None) -> bool:
    """Whether a line's checksum goes on from that of the line before."""
    return before is not None and line.startswith(b'{"crc":"%08x",' % reckoned(line, before))


def known_by(line: bytes) -> bytes:
    """The beginning of a line with its checksum and number, which no other line has."""
    return line[: line.index(b",", line.index(b",") + 1) + 1]


def keeps_a_save(line: bytes) -> bool:
    """Whether a line is no step, but a word of what a save held."""
    return _SAVED in line[:HEAD]


def looks_like_a_step(line: bytes) -> bool:
    """Whether a line, be it damaged, seems to be a step."""
    return _A_STEP.search(line[:HEAD]) is not None
