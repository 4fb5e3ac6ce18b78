"""The way out to a terminal that stalls for a moment, or is gone."""

from __future__ import annotations

import os
import sys
import threading

import pytest

if sys.platform == "win32":
    pytest.skip("other systems have another driver", allow_module_level=True)

from wyrd_tui.terminal.driver import Gate


def test_a_lost_terminal_is_told_once_and_left_alone() -> None:
    told: list[str] = []
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w") as file:
        gate = Gate(file, lambda: told.append("gone"))
        for _ in range(3):
            gate.write("x")
            gate.flush()
    assert told == ["gone"]
    assert gate.shut


def test_a_terminal_that_another_program_left_unwaiting_gets_every_letter() -> None:
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    text = "Zoë " * 100_000
    with os.fdopen(writing, "w", encoding="utf-8") as file:
        gate = Gate(file, lambda: pytest.fail("it is not gone"))
        gate.write(text[:9])
        writer = threading.Thread(target=gate.write, args=(text[9:],))
        writer.start()
        seen = b""
        while len(seen) < len(text.encode()):
            seen += os.read(reading, 4096)
        writer.join()
        assert not os.get_blocking(writing), "it is the other program's"
    os.close(reading)
    assert seen.decode() == text


def test_letters_that_a_terminal_lacks_stop_nothing() -> None:
    reading, writing = os.pipe()
    with os.fdopen(writing, "w", encoding="ascii") as file:
        gate = Gate(file, lambda: pytest.fail("it is not gone"))
        gate.write("a→\udcff")
        gate.flush()
    assert os.read(reading, 99) == b"a??"
    os.close(reading)
