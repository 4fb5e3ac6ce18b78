"""Harm at a glance: stripes of rows, boxes and points in the colour of harm."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.rules.abacus.tables import character, hurt, scratched
from tests.rules.mettle.tables import CLERK, KIRIN, VIKTOR, with_status, worn
from tests.table_fakes import pc, track
from wyrd_tui.engine.sheet import Row
from wyrd_tui.engine.state import METTLE, WYRD_ABACUS, Actor, Challenge, Condition
from wyrd_tui.widgets.glyphs import ASCII, UNICODE, Glyphs
from wyrd_tui.widgets.hurt import stripe, worst_hurt
from wyrd_tui.widgets.point_rows import points_cells
from wyrd_tui.widgets.tracks import box_spans, counted_name

ADA = character("ada", 5, 4, 6)
GROUP = Actor("brutes", "Brutes", "foes", "mook", 6)
OUT = Condition("out", "out of action", out=True)


@pytest.mark.parametrize(
    ("actor", "sign", "role"),
    [
        (pc("Ann", track(), {}), " ", "text"),
        (pc("Ann", track(2), {}), "▌", "scratch"),
        (pc("Ann", track(4, 1), {}), "█", "hurt"),
        (replace(pc("Ann", track(4, 1), {}), conditions=(OUT,)), "✗", "lost"),
        (ADA, " ", "text"),
        (hurt(ADA, body=1), " ", "text"),
        (hurt(ADA, body=5), " ", "text"),
        (scratched(ADA, "soul"), "█", "hurt"),
        (VIKTOR, " ", "text"),
        (worn(VIKTOR, mettle=1), "▌", "scratch"),
        (worn(VIKTOR, mettle=3), "█", "hurt"),
        (worn(VIKTOR, focus=1), " ", "text"),
        (with_status(VIKTOR, "shaken"), "▌", "scratch"),
        (with_status(VIKTOR, "broken"), "█", "hurt"),
        (GROUP, " ", "text"),
        (replace(GROUP, count=5, fallen=1), "▌", "scratch"),
        (replace(GROUP, count=3, fallen=3), "█", "hurt"),
        (replace(GROUP, count=0, fallen=6), "✗", "lost"),
    ],
)
def test_the_stripe_tells_unhurt_hurt_badly_hurt_and_out(actor: Actor, sign: str, role: str) -> None:
    """WE-56, WA-04, ME-34: one language of harm in all games; points that were spent, and strain, are none."""
    assert stripe(actor, UNICODE) == (sign, role)


def test_me_41_the_readme_says_which_points_are_harm() -> None:
    """WA-18, ME-41: a point that is spent is no harm in the one game, and brings a Felling blow nearer in the other."""
    looks = " ".join(
        (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8").partition("## Looks")[2].split()
    )
    for actor, sign, sentence in (
        (hurt(ADA, body=1), " ", "points that were spent in the Wyrd Abacus, are no harm"),
        (hurt(ADA, body=4), " ", "damage in the Wyrd Abacus draws no stripe until an ability is scratched out"),
        (scratched(ADA, "body"), "█", "an ability is scratched out, which draws `█`"),
        (worn(VIKTOR, mettle=2), "▌", "Mettle spent on a surge is lost like that of a hit"),
    ):
        assert stripe(actor, UNICODE)[0] == sign
        assert sentence in looks


@pytest.mark.parametrize(
    ("hurt_worst", "others"),
    [
        (worn(VIKTOR, mettle=5), (worn(KIRIN, mettle=2), CLERK)),
        (pc("Ann", track(4, 0, 0, 1), {}), (pc("Ben", track(4, 2), {}), pc("Cy", track(), {}))),
        (
            replace(GROUP, count=1, fallen=5),
            (worn(VIKTOR, mettle=3), replace(worn(KIRIN, mettle=3), conditions=(OUT,))),
        ),
    ],
    ids=["Mettle", "wounds before stress", "a group"],
)
def test_the_worst_hurt_character_still_stands(hurt_worst: Actor, others: tuple[Actor, ...]) -> None:
    """WE-59, ME-34: by the penalty of wounds, then by the share that is lost."""
    assert worst_hurt((*others, hurt_worst)) == {hurt_worst.id}


def test_slight_damage_makes_no_character_the_worst_hurt() -> None:
    assert worst_hurt((worn(VIKTOR, mettle=1), pc("Ann", track(2), {}))) == frozenset()


def test_two_characters_hurt_alike_are_both_the_worst() -> None:
    two = (pc("Ann", track(4, 2), {}), pc("Ben", track(4, 2), {}))
    assert worst_hurt(two) == {one.id for one in two}


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII])
def test_stripes_differ_without_colour(glyphs: Glyphs) -> None:
    actors = (pc("Ann", track(), {}), pc("Ann", track(2), {}), pc("Ann", track(4, 1), {}))
    out = replace(actors[0], conditions=(OUT,))
    assert len({stripe(actor, glyphs)[0] for actor in (*actors, out)}) == 4


def test_wounds_alone_have_the_colour_of_harm() -> None:
    """WE-56, WE-62."""
    assert box_spans(Row("s", "Stress", 4, 1), UNICODE) == (("■", "text"), ("□□□", "faint"))
    assert box_spans(Row("m", "Mild", 3, 2, penalty=1), UNICODE) == (("◆◆", "hurt"), ("◇", "faint"))


def test_points_left_are_quiet_and_points_lost_are_harm() -> None:
    """WA-04, WA-28."""
    body, _, soul, *_ = points_cells(scratched(hurt(ADA, body=2), "soul"), WYRD_ABACUS, UNICODE)
    assert body.beads == (("◇◇◇", "faint"), ("◆◆", "hurt"))
    assert soul.beads == (("╳" * 6, "lost"),)


def test_figures_alone_tell_harm() -> None:
    """Where there is no room for signs, the figures have the colour of harm (WA-04, ME-35)."""
    roles = [one.role for one in points_cells(hurt(hurt(ADA, body=3), mind=1), WYRD_ABACUS, UNICODE)]
    assert roles == ["hurt", "scratch", "text", "dim"]
    assert points_cells(worn(VIKTOR, mettle=1), METTLE, UNICODE)[0].role == "scratch"


@pytest.mark.parametrize(
    ("actor", "words"),
    [
        (GROUP, "Brutes ×6"),
        (replace(GROUP, count=5, fallen=1), "Brutes ×5 of 6"),
        (replace(GROUP, count=1, fallen=5), "Brutes ×1 of 6"),
        (replace(GROUP, count=0, fallen=6), "Brutes"),
        (ADA, "Brutes"),
    ],
)
def test_a_group_is_named_with_how_many_it_was(actor: Actor, words: str) -> None:
    assert counted_name("Brutes", actor, UNICODE) == words


def test_a_clock_near_its_end_has_the_colour_of_harm() -> None:
    """Threats are found at a glance: two thirds of the beads, and not a clock that has run full."""
    clock = Challenge("river", "The river rises", "clock", needed=6)
    assert [done for done in range(7) if replace(clock, done=done).threatens] == [4, 5, 6]
    assert not replace(clock, done=6, outcome="overcome").threatens
    assert not replace(clock, kind="obstacle", done=5).threatens
