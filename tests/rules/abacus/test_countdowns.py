"""Countdowns of sixes over the whole story, wherever their clocks are meanwhile (WA-40, WA-55)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from pydantic import ValidationError

from tests.rules.abacus.tables import ADA, BOB, DEVILS_DUE, FIEND, Story, stage_rule, with_wyrd
from wyrd_tui.engine.page import Page, Trigger
from wyrd_tui.store.scenarios.page_models import StageRuleEntry

PEOPLE = (with_wyrd(ADA, 3), BOB)
CHAPEL = Page("chapel", "act", "Chapel")


def done(story: Story, which: str) -> int:
    """Beads that a countdown has moved."""
    return story.state.challenges[which].done


def test_wa_40_a_countdown_is_made_at_the_table() -> None:
    """Three sixes in two rolls fill a countdown made at the table, and its stake is told (WA-40)."""
    story = Story(people=PEOPLE)
    assert (
        story.log('challenge countdown 3 title="The Beast comes"')
        == "New countdown The Beast comes: ends after 3 sixes"
    )
    story('edit-challenge the-beast-comes lose "It is at the door"')
    story("wyrd ada dice=611")
    assert done(story, "the-beast-comes") == 1
    assert "The Beast comes" in story.log("wyrd ada dice=661")
    assert story.state.challenges["the-beast-comes"].outcome == "overcome"
    story("wyrd ada dice=666")
    assert done(story, "the-beast-comes") == 3


def test_wa_42_a_countdown_of_the_table_strikes_in_the_next_scene() -> None:
    """Between scenes it fills, and waits."""
    story = Story(people=PEOPLE, between=True)
    story('challenge countdown 2 title="Doom"')
    assert "Full, waiting for the next scene: Doom" in story.log("wyrd ada dice=661")
    assert done(story, "doom") == 2
    assert "Doom" in story.log("begin One")
    assert story.state.challenges["doom"].outcome == "overcome"


def test_wa_40_a_rule_switched_off_and_on_keeps_its_count() -> None:
    """Beads moved by hand are kept as well, and what fell meanwhile counts."""
    story = Story(people=PEOPLE, pages=(stage_rule("Rite", Trigger("sixes", by=6)),), between=True)
    story.play("begin One", "wyrd ada dice=661", "tick rite", "stage-rule rite", "wyrd ada dice=611", "stage-rule rite")
    assert done(story, "rite") == 4


def test_wa_40_a_scene_that_is_played_again_counts_on() -> None:
    """WA-55: the count is of the whole story, also of what was rolled elsewhere."""
    rite = stage_rule("Rite", Trigger("sixes", by=6), parent="chapel")
    story = Story(people=PEOPLE, pages=(CHAPEL, rite), between=True)
    story.play("wyrd ada dice=611", "begin chapel")
    assert done(story, "rite") == 1
    story.play("wyrd ada dice=661", "end scene", "begin Elsewhere")
    assert not story.state.challenges
    story.play("wyrd ada dice=611", "end scene", "begin chapel")
    assert done(story, "rite") == 4


def test_wa_40_a_countdown_that_struck_strikes_no_more() -> None:
    """A rule with other parts stays in force, and its countdown is over; put in force anew it counts anew."""
    both = stage_rule(
        "Rite", Trigger("sixes", "count", by=2, counter="Doom"), Trigger("escape", text="x"), parent="chapel"
    )
    story = Story(people=PEOPLE, pages=(CHAPEL, both), between=True)
    story.play("begin chapel", "wyrd ada dice=661", "end scene", "begin Elsewhere", "end scene", "begin chapel")
    assert "rite" not in story.state.challenges
    assert story.state.counters["Doom"] == 2
    story.play("stage-rule rite", "stage-rule rite")
    assert done(story, "rite") == 0


def test_wa_40_countdown_filled_by_hand_strikes() -> None:
    """Filling a countdown by hand, with beads, a lower size or `settle`, strikes as a roll would (WA-40)."""
    for line in ("tick devils-due beads=3", "settle devils-due overcome", "edit-challenge devils-due needed 1"):
        story = Story(people=PEOPLE, pages=(DEVILS_DUE,), between=True)
        story.play("begin One", "wyrd ada dice=611")
        assert "The Fiend enters" in story.log(line), line
        assert story.state.actors["fiend"] == FIEND
        assert story.state.marks["devils-due"] == "over"


def test_wa_40_a_prepared_rule_counts_to_one_number() -> None:
    """A stage rule in a file has one countdown, so two different numbers of sixes are an error (WA-40)."""

    def rule(*ends: int) -> StageRuleEntry:
        triggers = [{"when": "sixes", "by": by, "text": "Bells"} for by in ends]
        return StageRuleEntry.model_validate({"title": "Rite", "triggers": triggers})

    assert len(rule(2, 2).triggers) == 2
    with pytest.raises(ValidationError, match="counts sixes to 2 and to 4: a rule has one countdown, so make two"):
        rule(2, 4)


def test_wa_55_a_rule_put_in_force_names_earlier_sixes() -> None:
    """WA-55, WA-40: sixes count over the whole game, so the line and the log name those from before the rule."""
    story = Story(people=PEOPLE, pages=(replace(DEVILS_DUE, text=""),))
    story.play("stage-rule devils-due over", "wyrd ada dice=611")
    told = "New countdown Devil’s Due: ends after 3 sixes, 1 counted already"
    assert told in story.log('stage-rule devils-due "in force"')
    assert done(story, "devils-due") == 1
    story.play("stage-rule devils-due over", "wyrd ada dice=611")
    assert "ends after 3 sixes, 2 counted already" in story.log('stage-rule devils-due "in force"')
