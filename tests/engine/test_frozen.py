"""Tests of frozen records."""

from __future__ import annotations

import copy
import pickle
from dataclasses import FrozenInstanceError, field, fields, replace
from typing import ClassVar

import pytest

from wyrd_tui.engine.frozen import Frozen


class Lamp(Frozen):
    """A record with all kinds of fields."""

    oil: int
    name: str = "lamp"
    marks: list[str] = field(default_factory=list)


class Lantern(Lamp):
    """A record with the fields of another and one more."""

    lit: bool = False


class Dark(Frozen):
    """A record without a field."""

    light: ClassVar[str] = "none"


def test_fields_come_by_place_name_and_default() -> None:
    lantern = Lantern(3, lit=True)
    assert (lantern.oil, lantern.name, lantern.marks, lantern.lit) == (3, "lamp", [], True)
    assert Lamp(1).marks is not Lamp(1).marks
    assert [each.name for each in fields(lantern)] == ["oil", "name", "marks", "lit"]
    assert Lantern.__match_args__ == ("oil", "name", "marks", "lit")
    assert [fields(Lantern)[1].default, fields(Lantern)[2].default_factory] == ["lamp", list]
    assert fields(Dark) == ()
    assert Dark().light == Dark.light == "none"
    with pytest.raises(TypeError):
        Lamp()  # type: ignore[call-arg]


def test_records_are_equal_by_kind_and_fields() -> None:
    assert Lamp(1) == Lamp(1) != Lamp(2)
    assert Lamp(1) != Lantern(1)
    assert Dark() == Dark()
    assert hash(Dark()) == hash(Dark())
    assert repr(Lamp(1)) == "Lamp(oil=1, name='lamp', marks=[])"


def test_a_field_cannot_be_changed_or_deleted() -> None:
    lamp = Lamp(1)
    with pytest.raises(FrozenInstanceError, match="oil of a Lamp never changes"):
        lamp.oil = 2  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        del lamp.oil
    with pytest.raises(AttributeError):
        lamp.wick = 2
    assert replace(lamp, oil=2) == Lamp(2)


@pytest.mark.parametrize("record", [Lamp(1, "tin", ["dent"]), Lantern(2), Dark()])
def test_records_can_be_copied_and_pickled(record: Lamp | Dark) -> None:
    assert copy.copy(record) == copy.deepcopy(record) == pickle.loads(pickle.dumps(record)) == record  # noqa: S301 - own
