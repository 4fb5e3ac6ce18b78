"""The shipped stage rules match WA-53 … WA-59."""

from __future__ import annotations

from tests.rules.abacus.tables import Story
from wyrd_tui.engine.page import Page, Trigger
from wyrd_tui.engine.rules.wyrd_abacus.countdowns import clock_of_rule
from wyrd_tui.store.scenarios import presets
from wyrd_tui.store.scenarios.page_models import StageRuleEntry


def shipped(like: str, **more: object) -> Page:
    return StageRuleEntry.model_validate({"like": like, **more}).page(like)


def told(page: Page) -> tuple[Trigger, ...]:
    """The triggers of a page without their words."""
    return tuple(
        Trigger(t.when, t.do, t.type, t.challenge, t.by, t.ability, t.counter, t.at_most, t.unless, t.once)
        for t in page.triggers
    )


def test_eight_stage_rules_are_shipped() -> None:
    assert list(presets.shipped("stage_rules")) == [
        "bloody",
        "close-the-shutters",
        "devils-due",
        "only-one",
        "prowling-beast",
        "rolling-fog",
        "kill-count",
        "old-mine",
    ]
    for like in presets.shipped("stage_rules"):
        page = shipped(like)
        assert page.title
        assert page.text
        assert not page.public
        assert page.triggers


def test_wa_53_bloody_wounds_another() -> None:
    assert told(shipped("bloody")) == (Trigger("loss", "another", type="Threat"),)


def test_wa_54_close_the_shutters_takes_a_toll() -> None:
    assert told(shipped("close-the-shutters")) == (Trigger("attempt", "toll", type="Pressure", by=1),)


def test_wa_55_devils_due_counts_three_sixes() -> None:
    page = shipped("devils-due")
    assert told(page) == (Trigger("sixes", "spring", by=3),)
    clock = clock_of_rule(page)
    assert clock is not None
    assert clock.needed == 3


def test_wa_56_only_one_forbids_escape() -> None:
    assert told(shipped("only-one")) == (Trigger("escape", "forbid", unless="others scratched"),)


def test_wa_57_prowling_beast_springs_once() -> None:
    page = shipped("prowling-beast", brings=["beast"])
    assert told(page) == (Trigger("six", "spring", once=True),)
    assert page.brings == ("beast",)


def test_wa_58_rolling_fog_rises_with_scenes() -> None:
    risen = Trigger("scene begins", "rise", type="Foreboding", challenge="fog", by=1)
    assert told(shipped("rolling-fog", challenge="fog")) == (risen,)
    assert told(shipped("rolling-fog")) == (Trigger("scene begins", "rise", type="Foreboding", by=1),)


def test_wa_59_kill_count_and_old_mine_have_their_triggers() -> None:
    low = Trigger("low", "remind", counter="Kill count")
    assert told(shipped("kill-count")) == (low,)
    counted = Trigger("failed", "count", challenge="killing", counter="Kill count")
    assert told(shipped("kill-count", challenge="killing")) == (low, counted)
    assert told(shipped("old-mine")) == (Trigger("scene ends", "spring", unless="six", once=True),)


def test_shipped_rules_use_only_keys_of_the_format() -> None:
    """A shipped rule that is copied into a scenario is valid there."""
    for table in presets.shipped("stage_rules").values():
        triggers = [{key: value for key, value in part.items() if value != ""} for part in table["triggers"]]
        entry = {key: value for key, value in table.items() if key != "needs"}
        StageRuleEntry.model_validate({**entry, "triggers": [part for part in triggers if part != {}]})


def test_wa_58_a_rule_without_a_challenge_brings_its_own() -> None:
    """Put in force at a table without a fog, the shipped rule brings one, which then rises 4, 5, 6 (WA-58)."""
    story = Story(between=True, pages=(shipped("rolling-fog"),))
    story.play("stage-rule rolling-fog over", "stage-rule rolling-fog")
    assert "rolling-fog" not in story.state.challenges
    told = []
    for scene in ("One", "Two", "Three"):
        story(f"begin {scene}")
        fog = story.state.challenges["rolling-fog"]
        told.append((fog.type, fog.value, fog.needed))
        story.play("end scene")
    assert told == [("Foreboding", 4, 4), ("Foreboding", 5, 5), ("Foreboding", 6, 6)]


def test_wa_59_a_rule_put_in_force_makes_its_counter() -> None:
    """The shipped Kill Count has its counter at 0; put in force again, it keeps the number (WA-33, WA-59)."""
    story = Story(pages=(shipped("kill-count"),))
    story("stage-rule kill-count over")
    assert "Kill count" not in story.state.counters
    assert "New counter Kill count: 0" in story.log("stage-rule kill-count")
    assert story.state.counters["Kill count"] == 0
    story.play('counter "Kill count" 2', "stage-rule kill-count over")
    assert "New counter" not in story.log("stage-rule kill-count")
    assert story.state.counters["Kill count"] == 2
