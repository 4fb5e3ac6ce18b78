"""Tests of frozen records."""

from __future__ import annotations

import copy
import pickle
from dataclasses import FrozenInstanceError, field, fields, replace
from typing import ClassVar, Generic, TypeVar

import pytest

from wyrd_tui.engine.frozen import FEW, Frozen
from wyrd_tui.engine.frozen import replace as own_replace

T = TypeVar("T")


class Lamp(Frozen):
    """A record with all kinds of fields."""

    oil: int
    name: str = "lamp"
    marks: list[str] = field(default_factory=list)


class Lantern(Lamp):
    """A record with the fields of another and one more."""

    lit: bool = False


class Names(Frozen):
    """A record whose fields have the names that its own functions might use."""

    new: int
    kind: str = "kind"
    made: tuple[int, ...] = ()
    record: list[str] = field(default_factory=list)
    missing: bool = False


class Shade(Frozen, Generic[T]):
    """A record of any kind of thing."""

    of: T


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


def test_many_records_of_a_class_are_made_as_the_first() -> None:
    class Wick(Frozen):
        length: int
        burnt: bool = False
        marks: list[str] = field(default_factory=list)

    for count in range(2 * FEW):
        wick = Wick(count, burnt=True)
        assert (wick.length, wick.burnt, wick.marks) == (count, True, [])
        assert wick == Wick(burnt=True, length=count) != Wick(count)
        assert wick.marks is not Wick(count).marks


@pytest.mark.parametrize("known", [0, 2 * FEW])
@pytest.mark.parametrize(
    ("given", "named"), [((), {"name": "tin"}), ((1,), {"wick": 2}), ((1,), {"oil": 2}), ((1, "", [], 4), {})]
)
def test_a_record_takes_each_field_once(known: int, given: tuple[object, ...], named: dict[str, object]) -> None:
    class Torch(Frozen):
        oil: int
        name: str = "torch"
        marks: list[str] = field(default_factory=list)

    for _ in range(known):
        Torch(1)
    with pytest.raises(TypeError):
        Torch(*given, **named)  # type: ignore[arg-type]
    assert Torch(1) == Torch(1)


def test_a_field_may_have_any_name() -> None:
    names = Names(1, kind="kind", made=(2,))
    assert (names.new, names.kind, names.made, names.record, names.missing) == (1, "kind", (2,), [], False)
    assert own_replace(names, kind="other", missing=True) == Names(1, "other", (2,), [], True)


def test_a_record_may_be_generic() -> None:
    assert own_replace(Shade(1), of=2) == Shade[int](2)


def test_a_copy_takes_known_fields_alone() -> None:
    lantern = own_replace(Lantern(3), name="storm", lit=True)
    assert lantern == Lantern(3, "storm", [], True)
    with pytest.raises(FrozenInstanceError):
        lantern.lit = False  # type: ignore[misc]
    with pytest.raises(AttributeError):
        own_replace(lantern, wick=2)  # type: ignore[call-arg]
    with pytest.raises(AttributeError):
        own_replace(Dark(), light="some")  # type: ignore[call-arg]
    assert own_replace(Dark()) == Dark()


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
