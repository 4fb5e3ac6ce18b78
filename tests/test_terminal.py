"""The way out to a terminal that stalls for a moment, or is gone."""

from __future__ import annotations

import io
import os

import pytest

from wyrd_tui.terminal import Gate


class Pipe(io.StringIO):
    """A file with a descriptor, whose next write fails."""

    def __init__(self, descriptor: int, failure: OSError | None) -> None:
        super().__init__()
        self.descriptor, self.failure = descriptor, failure

    def fileno(self) -> int:
        """The descriptor."""
        return self.descriptor

    def write(self, text: str) -> int:
        """Fail once."""
        failure, self.failure = self.failure, None
        if failure is not None:
            raise failure
        return super().write(text)


def test_a_terminal_that_is_gone_is_told_once_and_written_to_no_more() -> None:
    told: list[str] = []
    pipe = Pipe(-1, OSError(5, "Input/output error"))
    gate = Gate(pipe, lambda: told.append("gone"))
    for _ in range(3):
        gate.write("x")
        gate.flush()
    assert told == ["gone"]
    assert gate.shut
    assert pipe.getvalue() == ""


@pytest.mark.skipif(os.name != "posix", reason="other systems have no such flag")
def test_a_terminal_that_another_program_left_unwaiting_waits_again() -> None:
    out, into = os.pipe()
    os.set_blocking(into, False)
    pipe = Pipe(into, BlockingIOError(11, "write could not complete without blocking"))
    gate = Gate(pipe, lambda: pytest.fail("it is not gone"))
    gate.write("x")
    assert os.get_blocking(into)
    gate.write("y")
    assert pipe.getvalue() == "y"
    os.close(out)
    os.close(into)
