"""Short names of single people: one word that names them and nobody else."""

from __future__ import annotations

import pytest

from wyrd_tui.engine.state import Actor
from wyrd_tui.engine.words import short_name


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("Elias Mercer", "Elias"),
        ("Captain Elias Mercer", "Mercer"),
        ("Widow Pell", "Pell"),
        ("Inspector Julian Graves 2", "Inspector Julian Graves 2"),
        ("Count Orlok", "Orlok"),
        ("Jan van Dyck", "Jan"),
        ("Old Ferryman", "Old Ferryman"),
        ("The Count", "The Count"),
        ("Keeper of the bridge", "Keeper"),
        ("Old Ferryman of the ford", "Old Ferryman"),
        ("Chief engineer", "Chief engineer"),
        ("Patrolling crewman", "Patrolling crewman"),
        ("Widow", "Widow"),
        ("Mara Lund of the bridge", "Mara"),
        ("Captain Mara Lund of the bridge", "Lund"),
        ("Witch of the Weir", "Witch"),
        ("J. Hargrave", "J. Hargrave"),
        ("Agent: Zero", "Agent: Zero"),
    ],
)
def test_a_short_name_is_a_name(name: str, short: str) -> None:
    assert short_name(Actor("one", name), []) == short


def test_a_short_name_that_another_has_is_the_whole_name() -> None:
    assert short_name(Actor("one", "Elias Mercer"), [Actor("two", "Elias Drake")]) == "Elias Mercer"


@pytest.mark.parametrize(
    ("other", "short"),
    [
        ("Lady Hargrave", "Julian Hargrave"),
        ("Julian Hargrave", "Inspector Julian Hargrave"),
        ("Lady Drake", "Hargrave"),
    ],
)
def test_a_name_behind_a_title_tells_a_family_apart(other: str, short: str) -> None:
    """The title alone is left out, so that rows of the party and the order have room for the name."""
    one, two = Actor("one", "Inspector Julian Hargrave"), Actor("two", other)
    assert short_name(one, [one, two]) == short
