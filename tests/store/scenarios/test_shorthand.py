"""Short forms of traits, effects and notes become the tables that they stand for."""

from collections.abc import Callable
from pathlib import Path
from typing import get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wyrd_tui.engine.letters import clean
from wyrd_tui.engine.sheet import Effect
from wyrd_tui.store.scenarios.games.wyrd_engine import LONGEST_SHORTHAND, expand_trait, split_effects
from wyrd_tui.store.scenarios.page_models import expand_note
from wyrd_tui.store.scenarios.scenario import begin_table, load_scenario


@pytest.mark.parametrize(
    ("text", "table"),
    [
        ("+2 Fight when fencing", {"kind": "bonus", "skill": "Fight", "value": 2, "when": "fencing"}),
        ("+2 Fight with a rapier", {"kind": "bonus", "skill": "Fight", "value": 2, "when": "with a rapier"}),
        ("−1 Street Lore, at night", {"kind": "bonus", "skill": "Street Lore", "value": -1, "when": "at night"}),
        ("+2 to Fight", {"kind": "bonus", "skill": "Fight", "value": 2}),
        ("+2 when piloting", {"kind": "bonus", "value": 2, "when": "piloting"}),
        ("+2", {"kind": "bonus", "value": 2}),
        ("gain a bonus to Pilot in a storm", {"kind": "bonus", "skill": "Pilot", "value": 2, "when": "in a storm"}),
        ("reroll", {"kind": "reroll", "after": "failed"}),
        (
            "reroll a failed Deceive when lying",
            {"kind": "reroll", "skill": "Deceive", "after": "failed", "when": "lying"},
        ),
        ("reroll any when hunting", {"kind": "reroll", "after": "any", "when": "hunting"}),
        (
            "use Will for Athletics when in danger",
            {"kind": "substitute", "use": "Will", "instead_of": "Athletics", "when": "in danger"},
        ),
        ("use Lore instead of Investigate", {"kind": "substitute", "use": "Lore", "instead_of": "Investigate"}),
        ("once per session, he leaves", {"kind": "limited", "uses": 1, "per": "session", "text": "he leaves"}),
        ("Twice a scene: again", {"kind": "limited", "uses": 2, "per": "scene", "text": "again"}),
        ("3 times per session, x", {"kind": "limited", "uses": 3, "per": "session", "text": "x"}),
        ("may use Lore where others may not", {"kind": "permission", "skill": "Lore", "when": "where others may not"}),
        ("may speak with the dead", {"kind": "permission", "text": "may speak with the dead"}),
        ("is loved by all", {"kind": "special", "text": "is loved by all"}),
        ("+1 to Rapport-based rolls", {"kind": "bonus", "skill": "Rapport", "value": 1}),
        ("+1 on Stealth rolls at night", {"kind": "bonus", "skill": "Stealth", "value": 1, "when": "at night"}),
        ("Gain +2 to Fight when duelling", {"kind": "bonus", "skill": "Fight", "value": 2, "when": "duelling"}),
        ("Gains a bonus when piloting", {"kind": "bonus", "value": 2, "when": "piloting"}),
        (
            "Can reroll a failed Deception test when lying",
            {"kind": "reroll", "skill": "Deception", "after": "failed", "when": "lying"},
        ),
        ("reroll a failed check", {"kind": "reroll", "after": "failed"}),
        ("+2 Sword and Shield", {"kind": "bonus", "skill": "Sword and Shield", "value": 2}),
    ],
)
def test_reads_effects_in_words(text: str, table: dict[str, object]) -> None:
    assert split_effects([text]) == [table]
    assert expand_trait(f"Name: {text}") == {"name": "Name", **table}


@pytest.mark.parametrize(
    ("text", "skills"),
    [
        ("+2 to Crafts or Lore checks when mending", ["Crafts", "Lore"]),
        ("+2 to Crafts, Lore, or Burglary checks when mending", ["Crafts", "Lore", "Burglary"]),
        ("+2 to Crafts and Lore rolls, when mending", ["Crafts", "Lore"]),
        ("+2 Crafts/Lore when mending", ["Crafts", "Lore"]),
        ("+2 to Crafts or Lore when mending", ["Crafts", "Lore"]),
    ],
)
def test_reads_a_bonus_for_several_ratings(text: str, skills: list[str]) -> None:
    """WE-17: each rating that is named has the bonus, with its condition."""
    effects = [{"kind": "bonus", "skill": skill, "value": 2, "when": "mending"} for skill in skills]
    assert expand_trait(f"Name: {text}") == {"name": "Name", "effects": effects}


def test_reads_a_trait_as_it_is_published() -> None:
    duelist = {"name": "Master Duelist", "kind": "bonus", "skill": "Fight", "value": 2, "when": "fencing"}
    assert expand_trait("Master Duelist – Gain +2 to Fight when fencing") == duelist
    assert expand_trait("Ann – of the hills") == {"name": "Ann – of the hills"}


def test_reads_traits_of_several_effects() -> None:
    assert expand_trait("Plan: +2; once per scene, run") == {
        "name": "Plan",
        "effects": [
            {"kind": "bonus", "value": 2},
            {"kind": "limited", "uses": 1, "per": "scene", "text": "run"},
        ],
    }
    assert expand_trait("Only a name") == {"name": "Only a name"}


@pytest.mark.parametrize(
    ("text", "when", "uses", "per"),
    [
        ("+2 Athletics once per session", "", 1, "session"),
        ("+2 Athletics, twice a scene", "", 2, "scene"),
        ("+2 to Athletics (3 times per session) when climbing", "climbing", 3, "session"),
        ("+2 Athletics when climbing, once per scene", "climbing", 1, "scene"),
        ("once per session, +2 Athletics", "", 1, "session"),
    ],
)
def test_we_19_we_26_reads_bonuses_of_limited_use(text: str, when: str, uses: int, per: str) -> None:
    bonus = {"kind": "bonus", "skill": "Athletics", "value": 2} | ({"when": when} if when else {})
    both = [bonus, {"kind": "limited", "uses": uses, "per": per}]
    assert expand_trait(f"Hook: {text}") == {"name": "Hook", "effects": both}
    assert split_effects([text, "reroll", 5]) == [*both, {"kind": "reroll", "after": "failed"}, 5]


@pytest.mark.parametrize(
    "text",
    ["use Will for Athletics, once per session", "once per session, use Will for Athletics"],
)
def test_we_20_reads_substitutes_of_limited_use(text: str) -> None:
    both = [
        {"kind": "substitute", "use": "Will", "instead_of": "Athletics"},
        {"kind": "limited", "uses": 1, "per": "session"},
    ]
    assert expand_trait(f"Risk: {text}") == {"name": "Risk", "effects": both}


def test_notes_get_a_title() -> None:
    assert expand_note("Rain") == {"title": "Rain"}
    assert expand_note("Rain: It starts.") == {"title": "Rain", "text": "It starts."}
    assert expand_note("Go on: ") == {"title": "Go on:"}
    long = "Somebody has paid your fee in advance and asks for one thing only, which is the truth"
    assert expand_note(long) == {"title": "Somebody has paid your fee in advance and asks for one…", "text": long}
    assert expand_note("One\ntwo: three") == {"title": "One two: three", "text": "One\ntwo: three"}


def test_a_page_knows_whether_its_author_named_it(write: Callable[[str], Path]) -> None:
    long = "Somebody has paid your fee in advance and asks for one thing only, which is the truth"
    text = f'title = "T"\npremise = "A storm."\nhooks = ["{long}", "Rain: It starts.", "Fog"]'
    pages = begin_table(load_scenario(write(text))).book.pages
    assert [(page.text, page.titled) for page in pages] == [
        ("A storm.", False),
        (long, False),
        ("It starts.", True),
        ("", True),
    ]


def test_refuses_a_text_that_is_too_long() -> None:
    text = "x" * (LONGEST_SHORTHAND + 1)
    with pytest.raises(ValueError, match="too long for the short form"):
        expand_trait(text)
    with pytest.raises(ValueError, match="too long for the short form"):
        split_effects([text])


@given(st.text(max_size=120))
def test_any_text_is_a_trait_and_a_note(text: str) -> None:
    """No word of the text is lost."""
    made, kept = expand_trait(text), expand_note(text)
    assert isinstance(made, dict)
    assert isinstance(kept, dict)
    assert made["name"] == clean(text, most=LONGEST_SHORTHAND).partition(": ")[0]
    assert set(made) <= {"name", "effects", *get_type_hints(Effect)}
    title, words = kept["title"], kept.get("text", "")
    assert "\n" not in title
    assert len(title) <= 60
    cleaned = clean(text, lines=True)
    assert cleaned in (title, words, f"{title}: {words}")
