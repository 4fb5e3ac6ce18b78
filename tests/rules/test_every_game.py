"""Shared acts follow the game of the table, and at a table of several games the one that is meant."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.commands import BY_ID
from tests.rules.abacus.tables import ADA, BOB, Story, with_wyrd
from tests.rules.mettle.tables import Shop
from tests.rules.tables import DRAKE, FELIX, MERCER, Play
from tests.sheets import make_pools
from wyrd_tui.engine.describe import describe
from wyrd_tui.engine.events import Befell, Changed, Cleared, Event, Settled, Shown, Usual
from wyrd_tui.engine.page import Page
from wyrd_tui.engine.rules.all_games import commands_of, hints
from wyrd_tui.engine.rules.game import Game
from wyrd_tui.engine.rules.games import GAMES
from wyrd_tui.engine.state import METTLE, WYRD_ABACUS, WYRD_ENGINE, Actor, Book, Challenge, Condition, Scene, State
from wyrd_tui.engine.voices import short_game_name

KIRIN = Actor("kirin", "Kirin", "party", "pc", sheets={METTLE: make_pools({"focus": 4, "poise": 5}, motive=2)})
BOTH = (WYRD_ENGINE, METTLE)


# ------------------------------------------------------------------ what is put on the abacus


@pytest.mark.parametrize(
    ("games", "line", "game", "value"),
    [
        ((WYRD_ENGINE,), "challenge task", WYRD_ENGINE, 0),
        ((METTLE,), "challenge task", METTLE, 3),
        (BOTH, "challenge task", WYRD_ENGINE, 0),
        (BOTH, "challenge mettle-task", METTLE, 3),
        (BOTH, "challenge game=mettle task", METTLE, 3),
        (BOTH, "challenge game=mettle obstacle Daunting", METTLE, 6),
        (BOTH, "challenge game=wyrd_engine task", WYRD_ENGINE, 0),
        (BOTH, "challenge mettle-obstacle Daunting", METTLE, 6),
        ((METTLE, WYRD_ENGINE), "challenge task", METTLE, 3),
        ((METTLE, WYRD_ENGINE), "challenge wyrd-engine-task Great", WYRD_ENGINE, None),
        ((WYRD_ENGINE, WYRD_ABACUS), "challenge threat", WYRD_ABACUS, 4),
    ],
)
def test_me_09_a_task_has_a_difficulty_of_its_own_game(
    games: tuple[str, ...], line: str, game: str, value: int | None
) -> None:
    """A task's default Difficulty is a step of its own game's ladder, by that game's name (WE-29, WA-13, ME-09)."""
    play = Play(MERCER, games=games)
    if value is None:
        play.refuses(line, "Great")
        return
    play(line)
    (rod,) = play.state.challenges.values()
    assert (rod.game, rod.value) == (game, value)
    assert not GAMES[game].value_choices() or str(value) in [choice.value for choice in GAMES[game].value_choices()]


def test_u_34_a_challenge_has_a_kind_of_its_named_game() -> None:
    """A kind that the game has not is refused with those that it has; a clock is one of every game (U-34)."""
    play = Play(MERCER, games=(WYRD_ENGINE, WYRD_ABACUS, METTLE))
    play.refuses("challenge game=wyrd_abacus task 3", "Kind cannot be “task”", "Possible: clock, obstruction")
    play.refuses("challenge game=mettle threat 3", "Kind cannot be “threat”", "Possible: obstacle, task, clock.")
    play.refuses("challenge first=mettle task 3", "first")
    assert play("challenge game=mettle clock 4 Storm")
    assert play("challenge game=wyrd_abacus threat 3")
    assert play("challenge game=mettle mettle-task 3 2 Bolt")


def test_two_games_of_one_table_say_whose_task_it_is() -> None:
    """A clock is the same in all games, and is offered once."""
    play = Play(MERCER, games=BOTH)
    labels = [choice.label for choice in play.offered("challenge clock", "kind").values()]
    assert labels == [
        *("obstacle, Wyrd Engine", "task, Wyrd Engine", "clock"),
        *("obstacle, Mettle", "task, Mettle"),
    ]
    assert [one.label for one in Play(MERCER).offered("challenge clock", "kind").values()] == [
        *("obstacle", "task", "clock"),
    ]


# ------------------------------------------------------------------ people


def test_short_names_tell_games_apart() -> None:
    """A game without a short name has its whole name, and an unknown one its id."""
    assert [short_game_name(game) for game in (*GAMES, "toy")] == ["Engine", "Abacus", "Mettle", "toy"]


def test_we_90_only_the_wyrd_engine_rates_a_mook_by_one_number() -> None:
    """Elsewhere a newcomer has an empty sheet of the table's game, which its own acts fill in (ME-07)."""
    play = Play(MERCER)
    play("add Thugs kind=mook count=3 rating=2")
    assert dict(play.sheet("thugs").ratings) == {"Combat": 2}
    play = Play(KIRIN, games=(METTLE,))
    play("add Guards kind=mook count=3")
    guards = play.state.actors["guards"]
    assert (guards.kind, guards.count, dict(guards.sheets[METTLE].ratings)) == ("mook", 3, {})
    play("add Boss kind=full")
    assert play.state.actors["boss"].sheets[METTLE].track == ()


def test_usual_ratings_belong_to_games_that_ask_for_them() -> None:
    """Each game names its acts that have a usual rating; Mettle has attacks alone (WE-51, WE-53, ME-07)."""
    play = Play(MERCER, KIRIN, games=BOTH)
    play("usual mercer attack Combat")
    play("usual kirin attack Focus")
    assert play.sheet("mercer").usual["attack"] == "Combat"
    assert play.state.actors["kirin"].sheets[METTLE].usual == {"attack": "Focus"}
    play.refuses("usual kirin defend Focus", "Possible: attack")
    play.refuses("usual kirin attack Motive", "“Motive” cannot be Checked on Kirin’s sheet of Mettle. Possible: ")


@pytest.mark.parametrize(
    ("who", "label", "act"),
    [
        (KIRIN, "shaken", "status"),
        (KIRIN, "Fallen", "status"),
        (MERCER, "conceded", "concede"),
        (MERCER, "left for dead", "fate"),
        (MERCER, "out of action", "damage"),
    ],
)
def test_we_76_conditions_of_rules_come_from_their_own_acts(who: Actor, label: str, act: str) -> None:
    """A condition in the table's own words is no status of the rules (WE-66, ME-38)."""
    play = Play(who, games=BOTH)
    play.refuses(f'condition {who.id} "{label}"', label.capitalize(), f"`{act}`")
    play(f"condition {who.id} hidden")
    assert play.is_(who.id) == {"hidden"}


def test_a_word_of_another_game_is_free() -> None:
    """“shaken” is a free condition for a Wyrd Engine character, though Mettle has a status of that name."""
    play = Play(MERCER, KIRIN, games=BOTH)
    play("condition mercer shaken")
    assert play.is_("mercer") == {"shaken"}


@pytest.mark.parametrize("game", GAMES)
def test_the_acts_that_a_game_names_are_its_own(game: str) -> None:
    """The act that brings a condition about belongs to the game that reads it."""
    assert {BY_ID[act].game for act in GAMES[game].own_conditions.values()} <= {game}


# ------------------------------------------------------------------ ends


def test_ends_of_scenes_use_the_words_of_the_games() -> None:
    """WE-70, ME-36, WA-09: each game says what its scenes clear, refill or lose."""

    def hint(games: tuple[str, ...]) -> str:
        play = Play(MERCER, KIRIN, games=games)
        play("order gm")
        return str(play.offered("end scene", "what")["scene"].hint)

    hinted = {games: hint(games) for games in ((WYRD_ENGINE,), (METTLE,), (WYRD_ABACUS,), BOTH)}
    assert hinted == {
        (WYRD_ENGINE,): "stress clears, unused bonuses expire",
        (METTLE,): "Mettle refills, unused bonuses expire",
        (WYRD_ABACUS,): "the rest of the pool is lost, unused bonuses expire",
        BOTH: "stress clears, Mettle refills, unused bonuses expire",
    }
    play = Play(MERCER, KIRIN, games=BOTH)
    play.play("order gm", "damage mercer 2", "hurt kirin 1")
    told = play.preview("end scene", "what")
    assert told == "The fight is over · Scene 1 ends\nStress clears for Mercer\nMettle refills for Kirin"


# ------------------------------------------------------------------ from scene to scene

ONE = Page("one", "act", "One", challenges=("door", "guard"))
TWO = Page("two", "act", "Two", challenges=("guard", "roof"))
LAST = Page("last", "act", "Last", after=("key",))
DOOR, GUARD, ROOF, KEY, STORM, DOG = (
    Challenge(which, which.capitalize(), value=1) for which in ("door", "guard", "roof", "key", "storm", "dog")
)
CLOCK = Challenge("bell", "Bell", "clock", needed=6)


def evening(*begun: Challenge, scene: int = 2) -> Play:
    """A table in its first scene of three."""
    book = Book((ONE, TWO, LAST), {}, {rod.id: rod for rod in (DOOR, GUARD, ROOF, KEY, STORM)})
    rods = {rod.id: rod for rod in begun}
    return Play(MERCER, FELIX, book=book, challenges=rods, marks={"one": "begun"}, scene=Scene(scene, page="one"))


def test_u_22_old_rods_leave_with_the_next_scene() -> None:
    """Finished rods and leftovers leave unless they are kept; clocks, gates and whole stories go on."""
    play = evening(replace(DOOR, outcome="overcome"), DOG, GUARD, KEY, STORM, CLOCK, replace(ROOF, outcome="failed"))
    offered = play.offered("begin two", "stay")
    assert {which: choice.on for which, choice in offered.items()} == {
        "dog": False,
        "key": True,
        "storm": True,
        "bell": True,
    }
    lines = play("begin two").lines
    assert "2 challenges removed from the abacus: Door and Dog" in lines
    assert "Roof: open to be faced again" in lines
    assert sorted(play.state.challenges) == ["bell", "guard", "key", "roof", "storm"]
    assert play.state.challenges["roof"].outcome == ""


def test_u_22_only_named_challenges_stay() -> None:
    """Challenges that `begin` is told to keep stay, and all others leave, clocks too (U-22)."""
    play = evening(DOOR, CLOCK)
    play("begin two stay=door")
    assert sorted(play.state.challenges) == ["door", "guard", "roof"]
    play.session.undo()
    play("begin two stay=none")
    assert sorted(play.state.challenges) == ["guard", "roof"]


def test_begin_asks_nothing_where_no_challenge_is_left() -> None:
    """`begin` asks nothing if no challenge would be left; those put down before any scene belong to the first."""
    play = evening(GUARD)
    assert not play.offered("begin two", "stay")
    play = Play(MERCER, challenges={"dog": DOG})
    play("begin Prologue")
    assert list(play.state.challenges) == ["dog"]


# ------------------------------------------------------------------ hints


def test_hints_name_acts_and_no_keys() -> None:
    """Keys can be changed; the screen adds the one that leads there."""
    play = Play(MERCER, FELIX, book=Book((ONE, TWO)))
    play.play("order gm", "condition mercer gone out=yes", "condition felix gone out=yes")
    words = [*hints(play.state), *evening().hints().split("; ")]
    assert "the whole party is out: `end` the fight" in words
    assert "`begin` opens One" in words


# ------------------------------------------------------------------ dice of several


@pytest.mark.parametrize("line", ["influence ada,bob body", "wyrd ada,bob", "final ada,bob"])
def test_wa_34_dice_of_several_say_whose_come_next(line: str) -> None:
    """WA-38, WA-41: the number to throw stands first, and the names move on with each hand."""
    story = Story(people=(with_wyrd(ADA, 2), with_wyrd(BOB, 1)))
    ask = next(ask for ask in BY_ID[line.partition(" ")[0]].asks if ask.name == "dice")
    assert ask.prompt == "Dice"
    hands = "Ada 5 dice · Bob 4 dice · " if "body" in line else "Ada 2 dice · Bob 1 die · "
    assert story.preview(line, "dice").startswith(hands)
    whole = "1 2 3 4 5" if "body" in line else "1 2"
    assert story.preview(f'{line} "dice={whole};"', "dice").startswith("Bob")
    alone = line.replace("ada,bob", "ada")
    assert " · " not in story.preview(alone, "dice")


def test_we_48_dice_of_several_defenders_say_whose_come_next() -> None:
    """The prompt of an attack on two names each defender's dice in turn (WE-48)."""
    play = Play(MERCER, FELIX, DRAKE)
    assert play.preview("attack drake mercer,felix theirs=+", "theirs").endswith(
        "\nMercer’s 3 dice next · Felix 4 dice"
    )
    assert play.preview("attack drake mercer", "theirs") == ""


# ------------------------------------------------------------------ names that may be plural


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (Settled("door", "overcome"), "Overcome: The things in the cellar"),
        (Settled("door", "failed"), "Failed: The things in the cellar"),
        (Settled("door", ""), "Live again: The things in the cellar"),
        (Cleared("door"), "Removed from the abacus: The things in the cellar"),
        (Shown("door", "secret"), "Hidden from the players: The things in the cellar"),
        (Shown("door", "open"), "Open to the players: The things in the cellar"),
    ],
)
def test_events_fit_a_challenge_with_a_plural_title(event: Event, told: str) -> None:
    state = evening(replace(DOOR, title="The things in the cellar", win="", lose="")).state
    assert str(describe(event, state)) == told


def test_a_usual_rating_is_told_to_last() -> None:
    """The log says that a choice holds from now on, and agrees with a plural name (WE-51, WE-53)."""
    state = evening(DOOR).state
    for act, told in (("attack", "attacks with Fight"), ("initiative", "rolls initiative with Fight")):
        usual = Usual("mercer", WYRD_ENGINE, act, "Fight")
        assert str(describe(usual, state)) == f"Mercer {told} from now on"
    assert str(describe(Usual("mercer", WYRD_ENGINE, "defend", ""), state)).endswith("defends with a usual rating")


# ------------------------------------------------------------------ events that the log has told already


def test_quiet_events_have_no_sentence() -> None:
    """An event with `quiet` set gets no sentence in the log."""
    state = evening(DOOR).state
    assert str(describe(Settled("door", "overcome"), state)) == "Overcome: Door"
    assert str(describe(Settled("door", "overcome", quiet=True), state)) == ""
    assert str(describe(Changed("mercer", notes="x"), state)) == "Mercer has a new note"
    assert str(describe(Changed("mercer", notes="x", quiet=True), state)) == ""
    assert str(describe(Befell("mercer", Condition("a", "asleep"), quiet=True), state)) == ""


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_each_game_says_what_its_footer_names_first(game: Game) -> None:
    """DESIGN 8: the most wanted keys of a game, as many as stand before undo and help; its own come before the rest."""
    rows = commands_of(State("", (game.id,)))
    assert [row.id for row in rows[: len(game.footer)]] == list(game.footer)
    own = [row.game for row in rows[: len(game.footer)] if row.key]
    assert own[:3] == [game.id] * 3
    assert all(row.key for row in rows[: len(game.footer)])
    for other in GAMES.values():
        if other is not game:
            both = [row.id for row in commands_of(State("", (other.id, game.id))) if row.game in ("", game.id)]
            first = next(at for at, name in enumerate(both) if not BY_ID[name].game)
            assert both[:3] == list(game.footer[:3])
            assert first >= 3


def test_c_08_the_end_of_an_evening_tells_what_stays_open() -> None:
    """A Twist that goes with the scene is not open behind it, and two hits of equal damage are two (C-08, ME-19)."""
    shop = Shop()
    shop.play("begin Shop", "check kirin Poise 5 dice=12256")
    assert shop.pending()
    told = shop.preview("end evening", "what")
    assert "stands without a Twist" in told
    assert "Open: " not in told
    play = Play(MERCER, DRAKE)
    play.play("begin Deck", *["attack mercer drake dice=+000 theirs=0000"] * 2)
    assert play.preview("end evening", "what").count("Open: Mercer hits Drake for 1") == 2
