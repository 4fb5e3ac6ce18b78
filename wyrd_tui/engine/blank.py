"""Functions that return an empty value for any arguments: defaults of the records that hold functions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Never


def no_text(*given: object) -> str:
    """Return an empty text."""
    return ""


def never(*given: object) -> bool:
    """Return False."""
    return False


def no_value(*given: object) -> None:
    """Return None."""
    return


def no_items(*given: object) -> tuple[Never, ...]:
    """Return an empty list."""
    return ()


def no_names(*given: object) -> Mapping[str, Never]:
    """Return a mapping without entries."""
    return {}


def nothing(*given: object) -> Iterator[Never]:
    """Yield nothing, such as the events of a step that is left out."""
    return iter(())
