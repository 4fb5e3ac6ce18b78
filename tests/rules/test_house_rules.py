"""Each house rule of `[rules]`: its default, and where each of its values is shown to matter (C-01 … C-36)."""

from __future__ import annotations

import pytest

from tests.commands import BY_ID, HOUSE_RULES
from tests.rules.tables import BLACKWOOD, DRAKE, ENFORCERS, MERCER, THUG, Play
from wyrd_tui.engine.rules.games import GAMES
from wyrd_tui.engine.rules.ground.tracks import rows_of
from wyrd_tui.engine.rules.wyrd_engine.house_rules import known_track
from wyrd_tui.engine.setting import Setting
from wyrd_tui.engine.state import WYRD_ENGINE, RuleValue, State

DEFAULTS = {
    "tie": "ask",
    "track": "we",
    "wound_choice": "best-fit",
    "out_at": "full",
    "severe": "split",
    "penalty": "by-track",
    "stacking": "one",
    "boosts": True,
    "boosts_stack": "largest",
    "teamwork": True,
    "helpers": 1,
    "mooks": "one-per-hit",
    "instant_wound": "instead",
    "improvised": -1,
    "damage": "track",
    "stress": "clears",
    "initiative": "Notice",
    "defence": "free",
    "boon_value": 2,
    "hints": True,
}
"""Defaults of the house rules: those of the rules' sections (a) and (b), else the program's own."""


def test_defaults_are_those_of_the_rules() -> None:
    """Each open point has the default that was decided, and no other point is open."""
    ours = {key: rule.default for key, rule in HOUSE_RULES.items() if rule.game == WYRD_ENGINE}
    assert ours == DEFAULTS


@pytest.mark.parametrize("key", HOUSE_RULES)
def test_every_house_rule_can_be_chosen_and_taken_back(key: str) -> None:
    """The GM changes a house rule at the table; undo brings the old one back; nonsense is refused."""
    rule = HOUSE_RULES[key]
    play = Play(MERCER, games=(rule.game or WYRD_ENGINE,))
    assert rule.help.endswith(".")
    assert rule.source
    others: dict[str, RuleValue] = {"improvised": -2, "boon_value": 3, "track": "draft-rows", "initiative": "will"}
    for value in rule.values or (others[key],):
        if value == rule.chosen(play.state) and key in play.state.rules:
            continue
        play(f"reading {key} {str(value).lower()}")
        assert rule.chosen(play.state) == value
        assert type(rule.chosen(play.state)) is type(rule.default)
    play.undo()
    assert rule.chosen(play.state) == rule.default
    play.refuses(f"reading {key} nonsense", "nonsense" if rule.is_rating else key)


@pytest.mark.parametrize("line", ["boon_value 9999", "boon_value 0", "improvised 10", "improvised -99"])
def test_u_04_and_u_10_a_number_has_bounds(line: str) -> None:
    """A boon is worth 1 to 9, an improvised weapon −9 to 9, and the sentence says so."""
    Play(MERCER).refuses(f"reading {line}", ": write ")


def test_c_03_a_track_is_chosen_by_a_known_name() -> None:
    """The engine's tracks and those of the setting can be chosen, and no other word; `add` and `track` follow."""
    own = Setting(tracks={"sanity": rows_of("3")})
    play = Play(MERCER, setting=own)
    play.refuses("reading track nonsense", "draft-rows", "sanity")
    play.play("reading track sanity", "add Ann kind=full")
    assert play.marks("ann") == "0"
    assert known_track(State(rules={"track": "lost"})) == "we"


def test_no_such_house_rule() -> None:
    """An unknown rule is refused, and so is one of a game that the table does not play."""
    play = Play(MERCER)
    play.refuses("reading gravity off")
    play.refuses("reading assume false", "Mettle, which this table does not play")
    assert set(play.offered("reading tie ask", "rule")) == {
        *DEFAULTS,
        "order",
        "strangers",
        "reveal_acting",
        "stakes_told",
    }


def test_a_house_rule_is_asked_in_words() -> None:
    """The question names the point and its value without an id; a line takes the id, and yes for true."""
    state = Play(MERCER).state
    rule, value, _ = BY_ID["reading"].asks
    shown = {choice.value: (choice.label, choice.hint) for choice in rule.choices(state, {})}
    assert shown["strangers"] == (
        "Hidden fighters",
        "no – listed as strangers in the players’ order, or left out of it",
    )
    assert not set(shown) & {label for label, _ in shown.values()}
    assert [choice.label for choice in value.choices(state, {"rule": "strangers"})] == ["no", "yes"]
    play = Play(MERCER)
    play("reading strangers yes")
    assert play.state.rules["strangers"] is True
    play.refuses("reading", "wound_choice")


def test_damage_none_leaves_tracks_out() -> None:
    """With `damage = none` attacks have a winner and no damage, and each act of harm is refused (WE-96)."""
    play = Play(BLACKWOOD, DRAKE, THUG, rules={"damage": "none"})
    play("attack blackwood drake dice=++++ theirs=0000")
    assert play.waiting() == []
    for line in (
        "damage drake 3",
        "mark-box drake mild 1",
        "instant-wound drake",
        "wound drake mild Fight",
        "track drake we",
    ):
        play.refuses(line, "damage = none")
    assert play.marks("drake") == "0/0/0/0"


def test_a_house_rule_changed_in_a_fight_counts_at_once() -> None:
    """A house rule changed during a fight counts from the next act on."""
    play = Play(BLACKWOOD, ENFORCERS)
    play.play("damage enforcers 2", "reading mooks spill", "damage enforcers 2")
    assert play.state.actors["enforcers"].count == 1


@pytest.mark.parametrize("game", GAMES)
def test_we_49_and_u_25_every_game_has_the_house_rule_order(game: str) -> None:
    """The house rule `order` is listed, chosen and obeyed in every game (WE-49, U-25)."""
    play = Play(MERCER, DRAKE, games=(game,))
    assert "order" in [choice.value for choice in BY_ID["reading"].asks[0].choices(play.state, {})]
    play("reading order sides")
    assert play("order").lines[0].startswith("Order by sides")


def test_c_03_only_a_table_adds_tracks() -> None:
    """A house rule says itself what a table adds to it."""
    own = State("", setting=Setting(tracks={"sanity": ()}))
    assert "sanity" in HOUSE_RULES["track"].values_at(own)
    assert [key for key, rule in HOUSE_RULES.items() if rule.is_track] == ["track"]
