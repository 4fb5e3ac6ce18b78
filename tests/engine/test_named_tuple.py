"""Tests of named tuples, beside those of `typing`."""

from __future__ import annotations

import copy
import pickle
import typing
from typing import Any

import pytest

from wyrd_tui.engine.named_tuple import NamedTuple


class Lamp(NamedTuple):
    """A tuple with a default and a method."""

    oil: int
    name: str = "lamp"
    marks: tuple[str, ...] = ()

    @property
    def lit(self) -> bool:
        """True while there is oil."""
        return self.oil > 0


class Dark(NamedTuple):
    """A tuple without a field."""


class TypingLamp(typing.NamedTuple):
    """The same of `typing`."""

    oil: int
    name: str = "lamp"
    marks: tuple[str, ...] = ()


@pytest.mark.parametrize("kind", [Lamp, TypingLamp])
def test_tuples_do_what_those_of_typing_do(kind: Any) -> None:  # noqa: ANN401 - two classes alike
    lamp = kind(3, marks=("dent",))
    assert lamp == (3, "lamp", ("dent",)) == (lamp.oil, lamp.name, lamp.marks)
    assert lamp._replace(oil=0) == kind(0, "lamp", ("dent",))
    assert lamp._asdict() == {"oil": 3, "name": "lamp", "marks": ("dent",)}
    assert kind._make([1, "tin", ()]) == kind(1, "tin")
    assert repr(lamp).endswith("Lamp(oil=3, name='lamp', marks=('dent',))")
    assert (kind._fields, kind.__match_args__) == (("oil", "name", "marks"),) * 2
    assert kind._field_defaults == {"name": "lamp", "marks": ()}
    with pytest.raises(TypeError):
        kind()
    with pytest.raises(TypeError):
        kind(1, wick=2)
    with pytest.raises(TypeError):
        kind(1, oil=2)
    with pytest.raises(TypeError):
        kind(1, "tin", (), 4)
    with pytest.raises(TypeError):
        kind(name="tin")
    with pytest.raises((TypeError, ValueError)):
        lamp._replace(wick=2)
    with pytest.raises(AttributeError):
        lamp.oil = 2
    with pytest.raises(AttributeError):
        lamp.wick = 2


def test_methods_and_tuples_without_a_field_stay() -> None:
    assert Lamp(1).lit
    assert not Lamp(0).lit
    assert Lamp.__doc__ == "A tuple with a default and a method."
    assert Dark() == Dark() == ()
    assert repr(Dark()) == "Dark()"


@pytest.mark.parametrize("record", [Lamp(1, "tin", ("dent",)), Dark()])
def test_tuples_can_be_copied_and_pickled(record: Lamp | Dark) -> None:
    again = pickle.loads(pickle.dumps(record))  # noqa: S301 - own
    assert copy.copy(record) == copy.deepcopy(record) == again == record
    assert type(again) is type(record)
