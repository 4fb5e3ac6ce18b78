"""The recap for players tells what they saw, as a story, and no word of the GM's."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from dataclasses import replace
from types import ModuleType
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.planted import MARK, plant, plant_steps
from tests.plays import evening, fight, session, table
from tests.properties import PROFILE
from tests.rules.abacus.tables import ADA, BOB, Story, character, rod
from tests.rules.mettle.tables import VIKTOR, Shop, someone
from wyrd_tui.engine import events as e
from wyrd_tui.engine import known, players_recap, public_standing, recap_people, recap_scenes, storytelling
from wyrd_tui.engine.act import Act, Step
from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.harm import HEALTH_WORDS
from wyrd_tui.engine.known import STAKES, STRANGERS, KnownNames
from wyrd_tui.engine.nouns.wyrd_abacus import COUNTDOWN
from wyrd_tui.engine.nouns.wyrd_engine import TRAIT_ALONE
from wyrd_tui.engine.page import PAGE_KINDS, KindOfPage, Page, PageKind
from wyrd_tui.engine.player_view import SeenPerson, SeenRow, player_view
from wyrd_tui.engine.players_recap import list_chapters, recap_for_players
from wyrd_tui.engine.public_standing import list_standing
from wyrd_tui.engine.recap import scene_of
from wyrd_tui.engine.recap_files import recap_writer, write_html, write_markdown
from wyrd_tui.engine.roll import Roll, Score
from wyrd_tui.engine.rules.wyrd_engine import conceding, damage, wounds
from wyrd_tui.engine.session import Session
from wyrd_tui.engine.sheet import Effect, Trait
from wyrd_tui.engine.state import WYRD_ABACUS, WYRD_ENGINE, Book, State, Visibility
from wyrd_tui.engine.told_deed import Deed, Fall
from wyrd_tui.engine.turn_order import Order
from wyrd_tui.engine.voices import VOICES
from wyrd_tui.play import play_line


def played(state: State, *lines: str) -> Session:
    """Return a table after some lines."""
    play = session(state)
    for line in lines:
        list(play_line(play, line))
    return play


LETTER = "The party learns of “A letter”: Burnt."
OVER = "The fight is over after two rounds."


def told(play: Session) -> list[str]:
    """Return all sentences of the recap."""
    found = recap_for_players(play.state, play.done)
    return [sentence for chapter in found.chapters for sentence in chapter.sentences]


def tell(deeds: Iterable[Deed | Fall], short: Mapping[str, str]) -> Iterator[str]:
    """Write the sentences of one section."""
    return (sentence for paragraph in storytelling.tell([deeds], short) for sentence in paragraph)


def known_to_all(state: State) -> State:
    """Return a table of which players know everybody."""
    return replace(state, actors={who: replace(one, visibility="open") for who, one in state.actors.items()})


def shown_party(state: State) -> State:
    """Return a table of which players know their own party, and nobody else."""
    shown = {who: replace(one, visibility="open") for who, one in state.actors.items() if one.side == "party"}
    return replace(state, actors={**state.actors, **shown})


def hidden(state: State, who: str) -> State:
    """Return a table of which players do not know somebody, who can act."""
    actor = replace(state.actors[who], visibility="secret", conditions=())
    return replace(state, actors={**state.actors, who: actor})


@PROFILE
@given(st.data())
def test_no_word_of_the_gms_is_in_the_recap(data: st.DataObject) -> None:
    play = session(table(data.draw))
    for _ in evening(data.draw, play):
        pass
    found = recap_for_players(plant(play.state), plant_steps(play.done))
    assert MARK not in write_markdown(found) + write_html(found)


LINES = (
    "roll rats Combat against=+1 dice=++++",
    "damage mercer 3",
    "next",
    "tick ritual",
    'edit thugs name "Cutpurses"',
    "count thugs 2",
    "show-page letter",
    'note "nobody knows"',
    "end",
    "begin cast=rats",
    "roll mercer-2 Shoot against=+1 dice=----",
    'fate mercer-2 "taken away" note="nobody knows"',
    'edit rats name "Great dog"',
    "count rats 1",
    "reveal rats",
    "damage rats 9",
    "reveal door",
    "settle door overcome",
    *("challenge clock needed=4 title=Bell", "tick bell"),
)
"""Acts of every kind that the recap tells."""


def test_the_recap_of_any_evening_has_no_words_of_gms() -> None:
    play = played(shown_party(fight()), *LINES)
    found = recap_for_players(plant(play.state), plant_steps(play.done))
    text = write_markdown(found) + write_html(found)
    assert "suffers a mild wound" in text
    assert MARK not in text


HOLES = (
    *((players_recap, name) for name in ("_arrival", "_brought", "_outcomes", "list_changes")),
    *((recap_people, name) for name in ("_conditions", "_damage", "_harm", "_recovers")),
)


@pytest.mark.parametrize(("module", "hole"), HOLES, ids=[name for _, name in HOLES])
def test_each_part_of_the_recap_that_leaks_ids_is_found(
    module: ModuleType, hole: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    play = played(shown_party(fight()), *LINES)
    steps, leak = plant_steps(play.done), Deed(rest=next(iter(plant(play.state).actors)))
    monkeypatch.setattr(module, hole, lambda *parts: iter((leak,)))
    assert MARK in write_markdown(recap_for_players(plant(play.state), steps))


@pytest.mark.parametrize("hole", ["_page_words", "_stakes", "_decided", "tell_fight"])
def test_each_part_of_a_scene_that_leaks_ids_is_found(hole: str, monkeypatch: pytest.MonkeyPatch) -> None:
    state = replace(shown_party(fight()), rules={STAKES: True})
    play = played(state, "reveal door", "tick ritual", "reveal ritual", "show-page letter", "end fight")
    steps, leak = plant_steps(play.done), next(iter(plant(play.state).actors))
    assert MARK not in write_markdown(recap_for_players(plant(play.state), steps))
    module, told = (players_recap, Deed(rest=leak)) if hole == "tell_fight" else (recap_scenes, leak)
    monkeypatch.setattr(module, hole, lambda *parts: told)
    assert MARK in write_markdown(recap_for_players(plant(play.state), steps))


def test_a_hidden_clock_that_is_leaked_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def leaking(step: Step, stood: dict[str, int]) -> Iterator[tuple[str, Deed | None]]:
        for event in step.act.events:
            if isinstance(event, e.Moved) and event.challenge in step.after.challenges:
                yield event.challenge, Deed(rest=step.after.challenges[event.challenge].title)

    steps = plant_steps(played(shown_party(fight()), *LINES).done)
    monkeypatch.setattr(players_recap, "_clocks", leaking)
    assert MARK in write_markdown(recap_for_players(steps[-1].after, steps))


@pytest.mark.parametrize("field", ["log", "asked", "title"])
def test_a_recap_that_tells_the_gms_log_is_found(field: str, monkeypatch: pytest.MonkeyPatch) -> None:
    play = played(shown_party(fight()), *LINES)
    steps = plant_steps(play.done)

    def leaking(step: Step, _decided: Set[str]) -> Iterator[Deed]:
        words = step.act.lines if field == "log" else (getattr(step.act, field),)
        yield from (Deed(rest=line) for line in words)

    monkeypatch.setattr(players_recap, "list_changes", leaking)
    assert MARK in write_markdown(recap_for_players(plant(play.state), steps))


def _outcomes(step: Step, event: e.Settled, named: Set[str]) -> Iterator[Deed]:
    yield Deed(rest=step.after.challenges[event.challenge].text)


@pytest.mark.parametrize(
    ("name", "hole"),
    [
        (
            "one_deed",
            lambda names, actor, verb, rest="": Deed(
                names.subject(actor.id), verb, f"{rest} {actor.notes}" if rest == "out of the fight" else rest
            ),
        ),
        ("one_deed", lambda names, actor, verb, rest="": Deed(actor.name, verb, actor.notes)),
        ("_outcomes", _outcomes),
    ],
    ids=["notes of who is out of the fight", "notes of who does something", "text of a challenge"],
)
def test_words_in_fields_that_tables_leave_empty_are_found(
    name: str, hole: Callable[..., object], monkeypatch: pytest.MonkeyPatch
) -> None:
    play = played(shown_party(fight()), *LINES)
    steps = plant_steps(play.done)
    assert MARK not in write_markdown(recap_for_players(plant(play.state), steps))
    monkeypatch.setattr(players_recap if name == "_outcomes" else recap_people, name, hole)
    assert MARK in write_markdown(recap_for_players(plant(play.state), steps))


def test_a_field_let_through_is_found_in_the_recap(monkeypatch: pytest.MonkeyPatch) -> None:
    play = played(fight(), "roll rats Combat against=+1 dice=++++", 'note "nobody knows"')
    steps = plant_steps(play.done)
    assert MARK not in write_markdown(recap_for_players(plant(play.state), steps))
    monkeypatch.setattr(known, "is_known", lambda actor: True)
    monkeypatch.setattr(players_recap, "is_known", lambda actor: True)
    monkeypatch.setattr(known.KnownNames, "of_roll", lambda names, roll: names)
    assert MARK in write_markdown(recap_for_players(plant(play.state), steps))


def test_deeds_of_one_person_stand_in_one_sentence() -> None:
    play = played(
        known_to_all(fight()),
        "roll rats Combat against=+1 dice=++++",
        "roll rats Combat against=+3 dice=----",
    )
    assert told(play) == ["The rats succeed, then fail."]


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        (["face mob ada dice=6"], "Ada overcomes “Mob”."),
        (["face mob ada dice=3", "draw ada points=2"], "Ada overcomes “Mob”, drawing on the Wyrd."),
        (["face mob ada dice=3", "draw ada points=1", "draw ada"], "Ada overcomes “Mob”, drawing on the Wyrd."),
        (["face mob ada dice=3", "draw accept"], "Ada does not overcome “Mob”."),
    ],
)
def test_wyrd_drawn_replaces_the_failure_it_mends(lines: list[str], sentence: str) -> None:
    """WA-22: the die is told once, with the Wyrd beside it."""
    story = Story(replace(rod("mob", "Threat", 5), visibility="open"), people=(replace(ADA, visibility="open"),))
    story.play(*lines)
    assert told(story.session) == [sentence]


def test_a_new_name_is_told_as_a_rename() -> None:
    play = played(known_to_all(fight()), 'edit count name "Count Orlok"')
    assert told(play) == ["The Count turns out to be Count Orlok."]


def test_a_numbered_namesake_is_not_renamed_and_has_no_article() -> None:
    play = played(nameless(), 'edit thugs name "Patrolling crewman 1"', HIT)
    assert told(play)[0].startswith("Patrolling crewman 1 hits Elias Mercer 2 for ")


def test_the_recap_omits_undone_and_hidden_acts() -> None:
    play = played(fight(), "note secret", "show-page letter", "roll rats Combat against=+1 dice=++++")
    play.undo()
    assert told(play) == [LETTER]


def test_a_page_without_words_for_players_tells_nothing() -> None:
    play = played(fight(), "show-page act-1", "show-page letter")
    assert told(play) == [LETTER]


def test_a_page_that_is_shown_again_is_not_told_again() -> None:
    play = played(fight(), *["show-page letter"] * 3)
    assert told(play) == [LETTER]


def test_the_recap_is_inert_in_both_forms() -> None:
    table = known_to_all(fight())
    count = replace(table.actors["count"], name="<script>alert(1)</script> [x](y)", side="party")
    found = recap_for_players(replace(table, actors={"count": count}), [])
    assert "<script>" not in write_html(found)
    assert "](y)" not in write_markdown(found).replace("\\]", "")


def test_the_page_of_a_recap_fits_a_phone() -> None:
    play = played(known_to_all(fight()))
    assert 'name="viewport" content="width=device-width' in write_html(recap_for_players(play.state, play.done))


def test_only_players_have_a_page_of_html() -> None:
    with pytest.raises(Refused, match="--players --html"):
        recap_writer(players=False, html=True)


def test_people_who_act_in_turn_share_sentences_with_short_names() -> None:
    deeds = [
        *(Deed("Ada Lund", "succeeds", "with Lore"), Deed("Bob", "succeeds", "with Fight")),
        *(
            Deed("Ada Lund", "hits", "the guard"),
            Deed("Ada Lund", "hits", "the guard"),
            Deed("Ada Lund", "misses", "the dog"),
        ),
        Deed(rest="The bell tolls"),
    ]
    assert [*tell(deeds, {"Ada Lund": "Ada"})] == [
        "Ada Lund succeeds with Lore, and Bob with Fight.",
        "Ada hits the guard twice and then misses the dog.",
        "The bell tolls.",
    ]


def test_a_title_is_never_read_as_the_deed_of_another() -> None:
    deeds = [Deed("Ada", "overcomes", "Mob"), Deed("Bob", "overcomes", "Tell the names")]
    assert [*tell(deeds, {})] == ["Ada overcomes Mob.", "Bob gets the better of Tell the names."]


def test_a_team_stands_before_all_its_deeds() -> None:
    """WA-23: two who face challenges together are one subject."""
    rods = [replace(rod(which, "Threat", 2), visibility="open") for which in ("mob", "fog")]
    story = Story(*rods, people=(replace(ADA, visibility="open"), replace(BOB, visibility="open")))
    story.play("face mob ada,bob dice=6", "face fog ada,bob dice=6")
    assert told(story.session) == ["Ada and Bob overcome “Mob”, then “Fog”."]


def test_drawn_wyrd_names_who_overcame_past_another_roll() -> None:
    """WA-22: the challenge is overcome by those who faced it, whatever was rolled since."""
    mob = replace(rod("mob", "Threat", 5), visibility="open")
    story = Story(mob, people=(replace(ADA, visibility="open"), replace(BOB, visibility="open")))
    story.play("face mob ada dice=3", "influence bob body dice=2551", "draw ada points=2")
    assert told(story.session)[0] == "Ada overcomes “Mob”, drawing on the Wyrd."
    assert "“Mob” is overcome." not in told(story.session)


def fallen(count: int, *lost: int, name: str = "Doormen") -> str:
    """Return the sentence on members of a group that fall, one time after another."""
    state = known_to_all(fight())
    steps: list[Step] = []
    for at, fell in enumerate((0, *lost)):
        count -= fell
        thugs = replace(state.actors["thugs"], name=name, count=count)
        before, state = state, replace(state, actors={"thugs": thugs})
        steps += [Step(Act(at, "damage", "", (), ()), before, state)] if at else []
    found = [*list_chapters(steps)]
    return found[0].sentences[0]


def test_wa_22_a_result_keeps_its_win_past_another_act() -> None:
    """WA-05, WA-22: a facet is shown while the draw is put off."""
    wagon = replace(rod("wagon", "Threat", 5), win="a gap, just wide enough.", visibility="open")
    facet = Trait("wiry", "Wiry", effects=(Effect("limited", skill="body", per="scene"),))
    sheet = ADA.sheets[WYRD_ABACUS]
    ada = replace(ADA, visibility="open", sheets={WYRD_ABACUS: replace(sheet, traits=(facet,))})
    story = Story(wagon, people=(ada,))
    story.play("face wagon ada ada:1 dice=2", "facet ada wiry", "draw ada points=2")
    assert told(story.session) == [
        "Ada regains 1 Body, then overcomes “Wagon”, drawing on the Wyrd: A gap, just wide enough.",
    ]


def test_members_of_a_group_fall_in_words() -> None:
    assert fallen(4, 1) == "One of the doormen falls."
    assert fallen(4, 2) == "Two of the doormen fall."
    assert fallen(4, 1, name="The Doormen") == "One of the Doormen falls."
    assert fallen(4, 1, name="Thug") == "One thug falls."
    assert fallen(4, 2, name="Thug") == "Two thugs fall."
    assert fallen(4, 2, name="Spy of the Duke") == "Two Spies of the Duke fall."
    assert fallen(4, 2, name="Patrolling crewman") == "Two patrolling crewmen fall."
    assert fallen(1, 1) == "The last of the doormen falls."


@pytest.mark.parametrize(
    ("name", "falls", "hit"),
    [
        ("Pike's lads", "One of Pike's lads falls.", "Pike's lads hit Elias Mercer 2 for "),
        ("Sergeant Pike’s lads", "One of Sergeant Pike’s lads falls.", "Sergeant Pike’s lads hit Elias Mercer 2 for "),
        ("Drake's Marines", "One of Drake's Marines falls.", "Drake's Marines hit Elias Mercer 2 for "),
        ("Drake's Marine", "One of Drake's Marines falls.", "Drake's Marine hits Elias Mercer 2 for "),
        ("The Red Hand", "One of the Red Hand falls.", "The Red Hand hits Elias Mercer 2 for "),
    ],
)
def test_a_group_with_a_name_of_its_own_keeps_it(name: str, falls: str, hit: str) -> None:
    assert fallen(4, 1, name=name) == falls
    table = nameless()
    group = replace(table.actors["thugs"], name=name, count=4)
    play = played(replace(table, actors={**table.actors, "thugs": group}), HIT, "attack mercer-2 thugs skill=Combat")
    assert told(play)[0].startswith(hit)
    assert f"the {name}" not in " ".join(told(play)).replace("the The", "the the")


THUG_FALLS = Fall("thug", "thugs", 1, 2, "thugs", struck=True)
HITS = Deed("Ada", "hits", "the thugs for 3", hits="thugs", fells="fells")


@pytest.mark.parametrize(
    ("deeds", "sentence"),
    [
        ([HITS, THUG_FALLS], "Ada fells one thug."),
        ([HITS, THUG_FALLS._replace(fallen=2, left=0)], "Ada fells the last two thugs."),
        (
            [HITS._replace(hits="crew"), Fall("of the crew", "of the crew", 2, 1, "crew", struck=True)],
            "Ada fells two of the crew.",
        ),
        ([HITS._replace(who="The dogs", verb="hit", fells="fell"), THUG_FALLS], "The dogs fell one thug."),
        ([HITS._replace(hits=""), THUG_FALLS], "Ada hits the thugs for 3. One thug falls."),
        ([HITS._replace(hits="bob"), THUG_FALLS], "Ada hits the thugs for 3. One thug falls."),
        ([HITS, THUG_FALLS._replace(struck=False)], "Ada hits the thugs for 3. One thug falls."),
    ],
)
def test_a_hit_is_told_by_the_foes_it_fells(deeds: list[Deed | Fall], sentence: str) -> None:
    assert " ".join(tell(deeds, {})) == sentence


def test_deeds_that_differ_in_their_number_alone_are_added_up() -> None:
    crew = Fall("of the crew", "of the crew", 1, 2, "crew", struck=True)
    hits = HITS._replace(hits="crew")
    assert [*tell([hits, crew, hits, crew._replace(left=1)], {})] == ["Ada fells two of the crew."]
    stress = Deed("Felix", "takes", "1 stress", counted=(1, "stress"))
    assert [*tell([stress, stress], {})] == ["Felix takes 2 stress."]
    lost = [Deed("Nora", "loses", "1 Mind and 2 Soul")] * 2
    assert [*tell(lost, {})] == ["Nora loses 1 Mind and 2 Soul twice."]


def test_falls_by_several_attackers_are_added_up() -> None:
    crew = Fall("of the crew", "of the crew", 1, 3, "crew", struck=True)
    hits = HITS._replace(hits="crew")
    deeds: list[Deed | Fall] = [hits, crew, hits._replace(who="Bob"), crew._replace(left=2)]
    assert [*tell(deeds, {})] == ["Ada and Bob fell two of the crew."]
    last: list[Deed | Fall] = [hits._replace(who="Cy"), crew._replace(left=0)]
    assert [*tell([*deeds, *last], {})] == ["Ada and Bob fell two of the crew.", "Cy fells the last of the crew."]


def felled() -> tuple[list[str], list[str]]:
    """Return the stories of a hit that fells one of a group, in the Wyrd Engine and in Mettle."""
    play = played(known_to_all(fight()), "attack mercer thugs skill=Combat dice=++++ theirs=----", "damage thugs")
    shop = Shop(replace(someone("clerk", 2, 3, 4, 5, 4, side="foes"), kind="mook", count=3), VIKTOR)
    shop("strike viktor clerk dice=6633")
    shop("hurt clerk 30 take")
    return told(play), told(shop.session)


def test_a_hit_fells_in_every_game_with_hits() -> None:
    """WE-90, U-12: those who fall to a hit stand in its sentence."""
    engine, mettle = felled()
    assert engine == ["Elias Mercer 1 fells one thug [closed]."]
    assert mettle == ["Viktor fells one clerk."]


def test_a_group_that_is_counted_anew_fell_to_no_hit() -> None:
    play = played(known_to_all(fight()), "attack mercer thugs skill=Combat dice=++++ theirs=----", "count thugs 4")
    assert told(play)[0].startswith("Elias Mercer 1 hits the thugs [closed] for ")


def test_verbs_of_an_attack_on_several_fit_a_group() -> None:
    play = played(known_to_all(fight()), "attack rats mercer,mercer-2 skill=Combat dice=++++ theirs=----,++++")
    assert told(play)[0].startswith("The rats hit Elias Mercer 1 for 8 and miss Elias Mercer 2")


@pytest.fixture
def garbled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every game tell its results in words that nobody knows."""
    for game, voice in list(VOICES.items()):
        told = voice.public_result

        def other(roll: Roll, known: KnownNames, told: Callable[..., Deed | None] = told) -> Deed | None:
            deed = told(roll, known)
            return deed and deed._replace(verb="gleeps", rest="¶ and ¶ for ¶", fells=deed.fells and "ungleeps")

        monkeypatch.setitem(VOICES, game, replace(voice, public_result=other))


@pytest.mark.usefixtures("garbled")
def test_a_hit_in_other_words_fells_all_the_same() -> None:
    engine, mettle = felled()
    assert engine == ["Elias Mercer 1 ungleeps one thug [closed]."]
    assert mettle == ["Viktor ungleeps one clerk."]


@pytest.mark.parametrize("module", [recap_people, public_standing])
def test_a_reworded_health_leaves_nothing_out(module: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    clerk = replace(someone("clerk", 3, 3, 3, side="foes", motive=3), visibility="open")
    shop = Shop(replace(VIKTOR, visibility="open"), clerk)
    shop.play("hurt clerk 2")
    recap = recap_for_players(shop.session.state, shop.session.done)
    monkeypatch.setattr(module, "HEALTH_WORDS", {health: f"¶{health}" for health in HEALTH_WORDS})
    other = recap_for_players(shop.session.state, shop.session.done)
    assert str(other).count("¶badly") == 1
    assert str(other).replace("¶badly", "badly hurt").replace("¶", "") == str(recap)


@pytest.mark.usefixtures("garbled")
def test_a_challenge_is_told_once_whatever_its_roll_says() -> None:
    mob = replace(rod("mob", "Threat", 5), visibility="open")
    story = Story(mob, people=(replace(ADA, visibility="open"), replace(BOB, visibility="open")))
    story.play("face mob ada,bob dice=6")
    assert told(story.session) == ["Ada and Bob gleeps ¶ and ¶ for ¶."]


@pytest.mark.parametrize(
    ("way", "words"), [("concede mercer-2 surrender", "concedes"), ("fate mercer-2 retreats", "retreats")]
)
def test_a_renamed_way_out_still_takes_the_fighter_out(way: str, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """WE-67, WE-69: the label of the way out decides nothing."""
    monkeypatch.setattr(damage, "CONCEDED", replace(damage.CONCEDED, label="bowed out"))
    monkeypatch.setattr(conceding, "CONCEDED", replace(damage.CONCEDED, label="bowed out"))
    monkeypatch.setitem(wounds.FATE_CHOICES, "retreats", ("slipped away", ""))
    play = played(known_to_all(fight()), way, "end scene")
    assert told(play) == [f"Elias Mercer 2 {words}.", OVER]


def test_a_name_that_is_spelt_right_is_no_news() -> None:
    play = played(known_to_all(fight()), 'edit count name "Count Orlock"', 'edit count name "Count Orlok"')
    assert told(play) == ["The Count turns out to be Count Orlock."]


def test_a_conceding_fighter_is_not_told_as_up_again() -> None:
    """WE-69: who conceded may act again after the fight."""
    play = played(known_to_all(fight()), "concede mercer-2 surrender", "end scene")
    assert told(play) == ["Elias Mercer 2 concedes.", OVER]


def test_a_crew_falls_member_by_member() -> None:
    assert fallen(4, 1, name="Crew of the watch") == "One of the crew of the watch falls."
    assert fallen(4, 2, 1, name="Crew of the watch") == "Two of the crew of the watch fall, then a third."
    assert fallen(9, 2, 1, 2, 3, 1, name="Thugs") == (
        "Two of the thugs fall, then a third, then two more, then three more, then the last."
    )


def test_a_clock_that_runs_full_tells_what_it_brought() -> None:
    state = known_to_all(fight())
    ritual = replace(state.challenges["ritual"], visibility="open")
    play = played(replace(state, challenges={"ritual": ritual}), "tick ritual")
    assert told(play) == ["“Ritual” runs full: It wakes."]


@pytest.mark.parametrize(("outcome", "words"), [("overcome", "It is open."), ("failed", "It is shut.")])
def test_a_decided_challenge_tells_the_stakes_that_came_true(outcome: str, words: str) -> None:
    state = known_to_all(fight())
    door = replace(state.challenges["door"], title="Door", win="It is open.", lose="It is shut.")
    play = played(replace(state, challenges={"door": replace(door, visibility="open")}), f"settle door {outcome}")
    assert told(play)[0].endswith(f": {words}")
    play = played(replace(state, challenges={"door": replace(door, visibility="known")}), f"settle door {outcome}")
    assert words not in told(play)[0]


def door_at_first(visibility: Visibility) -> State:
    """Return a fight of which players know everybody, with a door that has stakes."""
    state = known_to_all(fight())
    door = replace(state.challenges["door"], title="Door", win="it is open.", lose="it is shut.")
    return replace(state, challenges={"door": replace(door, visibility=visibility)})


@pytest.mark.parametrize(("line", "verb"), [("visibility", "hears of"), ("reveal", "faces")])
def test_a_challenge_that_comes_into_sight_is_told_once(line: str, verb: str) -> None:
    """WE-97: nobody faces a challenge of which players read the title alone."""
    play = played(door_at_first("secret"), f"{line} door", *["visibility door"] * 3)
    assert told(play) == [f"The party {verb} “Door”."]


def test_a_challenge_decided_as_it_is_shown_is_told_once() -> None:
    play = played(door_at_first("secret"), "reveal door", "settle door overcome")
    assert told(play) == ["“Door” is overcome: It is open."]


def test_a_challenge_that_was_decided_in_secret_comes_out() -> None:
    play = played(door_at_first("secret"), "settle door failed")
    assert told(play) == []
    list(play_line(play, "reveal door"))
    assert told(play) == ["It comes out that “Door” was not overcome: It is shut."]


def test_stakes_that_players_read_before_are_told() -> None:
    state = replace(door_at_first("secret"), rules={STAKES: True})
    assert told(played(state, "reveal door")) == [
        "The party faces “Door”.",
        "If “Door” goes well: It is open. If it does not: It is shut.",
    ]
    ritual = replace(fight().challenges["ritual"], done=0)
    assert told(played(replace(state, challenges={"ritual": ritual}), "reveal ritual")) == [
        "“Ritual” begins to run.",
        "Once “Ritual” is full: It wakes.",
    ]


def test_a_clue_does_not_reveal_what_stakes_have_told() -> None:
    state = door_at_first("open")
    door = replace(state.challenges["door"], win="the Count wrote it.\nIn green ink.")
    play = played(replace(state, challenges={"door": door}), "settle door overcome", "mark-page letter found")
    assert told(play) == ["“Door” is overcome: The Count wrote it. In green ink."]
    list(play_line(play, "show-page letter"))
    assert told(play)[1:] == ["The party finds “A letter”: Burnt."]


def test_wa_02_the_resolution_reached_is_told_by_its_title() -> None:
    """WA-02, WE-97: also unshown, since the party has lived it; its text is told once players read that."""
    state = known_to_all(fight())
    page = Page("peace", "resolution", "Peace", "They shake hands.")
    state = replace(state, book=replace(state.book, pages=(*state.book.pages, page)))
    assert told(played(state)) == []
    play = played(state, "mark-page peace reached")
    assert told(play) == ["So it ends, with “Peace”."]
    assert MARK not in write_markdown(recap_for_players(plant(play.state), plant_steps(play.done)))
    list(play_line(play, "show-page peace"))
    assert told(play) == ["So it ends, with “Peace”: They shake hands."]
    assert told(played(state, "mark-page peace reached", "mark-page peace none")) == []


def test_a_fight_is_told_from_its_beginning_to_its_end() -> None:
    calm = replace(known_to_all(fight()), order=Order(), rolls=(), open=())
    play = played(calm, "initiative", "end fight")
    found = recap_for_players(play.state, play.done).chapters[0].paragraphs
    assert found == (("A fight breaks out.", "The fight is over after one round."),)


def test_a_heading_has_the_title_that_players_read_later() -> None:
    play = played(
        known_to_all(fight()),
        "begin act-1 cast=rats",
        "roll rats Combat against=+1 dice=++++",
        "damage mercer-2 1",
        "end scene",
    )
    pages = [one for one in play.state.book.pages if one.id == play.done[0].after.scene.page]
    before = [chapter.title for chapter in recap_for_players(play.state, play.done).chapters]
    list(play_line(play, f"show-page {pages[0].id}"))
    after = [chapter.title for chapter in recap_for_players(play.state, play.done).chapters]
    assert pages[0].title not in before
    assert pages[0].title in after


def test_a_long_section_has_paragraphs_of_like_length() -> None:
    deeds = [Deed(rest=f"Bell {number} tolls") for number in range(13)]
    assert [len(one) for one in storytelling.tell([deeds], {})] == [5, 5, 3]
    assert [*storytelling.tell([], {})] == []


def test_sentences_in_a_row_use_different_verbs_for_one_deed() -> None:
    deeds = [Deed(who, "hits", what) for who, what in (("Ada", "Dog"), ("Bob", "Cat"), ("Cy", "Rat"))]
    assert [*tell(deeds, {})] == ["Ada hits Dog.", "Bob strikes Cat.", "Then Cy hits Rat."]


def test_harm_stands_in_the_sentence_of_its_hit() -> None:
    hit = Deed("Ada", "hits", "the guard for 3", hits="guard", whose="ada")
    harm = Deed("The guard", "is", "hurt", whose="guard")
    assert [*tell([hit, harm, harm._replace(rest="captured")], {})] == [
        "Ada hits the guard for 3, and the guard is hurt and captured."
    ]
    assert [*tell([hit, harm._replace(whose="dog", who="The dog")], {})] == [
        "Ada hits the guard for 3.",
        "The dog is hurt.",
    ]


def nameless() -> State:
    """Return a fight of which players know everybody, with a single patrolling crewman."""
    table = known_to_all(fight())
    crewman = replace(table.actors["thugs"], name="Patrolling crewman", count=1)
    return replace(table, actors={**table.actors, "thugs": crewman})


HIT = "attack thugs mercer-2 skill=Combat dice=++++ theirs=----"


def test_a_nameless_foe_has_an_article() -> None:
    play = played(nameless(), HIT)
    assert told(play)[0].startswith("A patrolling crewman hits Elias Mercer 2 for ")


def test_a_name_with_a_rank_has_no_article() -> None:
    table = nameless()
    ensign = replace(table.actors["thugs"], name="Ensign Fitch")
    play = played(replace(table, actors={**table.actors, "thugs": ensign}), HIT)
    assert told(play)[0].startswith("Ensign Fitch hits Elias Mercer 2 for ")


def test_a_single_member_with_its_own_name_has_no_article() -> None:
    table = hidden(nameless(), "thugs")
    tom = replace(table.actors["thugs"], name="Old Tom")
    assert told(played(replace(table, actors={**table.actors, "thugs": tom}), "reveal thugs")) == ["Old Tom appears."]


def test_a_group_turns_out_to_be_another_within_a_sentence() -> None:
    for name, words in (("The kittens", "the kittens"), ("Kitten", "the kittens"), ("Pike's lads", "Pike's lads")):
        play = played(known_to_all(fight()), f'edit rats name "{name}"')
        assert told(play) == [f"The rats turn out to be {words}."]


def test_foes_out_of_the_fight_do_not_appear() -> None:
    table = hidden(nameless(), "thugs")
    assert told(played(table, "damage thugs 9", "reveal thugs")) == []
    assert told(played(table, "reveal thugs")) == ["A patrolling crewman appears."]


def test_a_sentence_ends_after_a_fate_or_names_of_others() -> None:
    rolls = Deed("Nora", "rolls", "6 for the final Wyrd, Hal 5 and Edith 4", last=True)
    caught = Deed("Nora", "is", "caught in the tale")
    assert [*tell([rolls, caught], {})] == [f"{rolls.sentence}.", "Nora is caught in the tale."]


def test_the_final_wyrd_roll_of_several_is_its_own_sentence() -> None:
    story = Story(people=(ADA, BOB))
    story.play("end scene", "final")
    assert "Ada rolls 1 for the final Wyrd, Bob 1." in told(story.session)


def test_a_hidden_foe_appears_before_its_deed() -> None:
    play = played(
        replace(hidden(nameless(), "count"), rules={"reveal_acting": True}),
        "attack count mercer-2 skill=Fight dice=++++ theirs=----",
    )
    assert told(play)[0].startswith("The Count appears and hits Elias Mercer 2 for ")


def test_a_hit_waiting_for_damage_says_nothing_of_its_effect() -> None:
    play = played(nameless(), HIT)
    assert "without effect" not in told(play)[0]
    list(play_line(play, "damage mercer-2"))
    assert "without effect" not in told(play)[0]


def test_a_waived_hit_is_told_to_have_no_effect() -> None:
    """WE-55: nobody takes the damage."""
    assert told(played(nameless(), HIT, "damage mercer-2 points=0"))[0].endswith(" without effect.")


@pytest.mark.parametrize(
    ("fate", "words"),
    [
        ("captured", "is captured"),
        ("retreats", "retreats"),
        ("dead", "dies"),
        ("thrown into the Thames", "is thrown into the Thames"),
    ],
)
def test_the_fate_of_a_member_of_the_party_is_told(fate: str, words: str) -> None:
    """WE-67: what becomes of somebody who is out of action."""
    play = played(known_to_all(fight()), f'fate mercer-2 "{fate}" note="nobody knows"')
    assert told(play) == [f"Elias Mercer 2 {words}."]


def test_a_fate_decided_later_is_a_sentence_without_the_risk() -> None:
    """WE-67: the risk of death lasts until the fate is decided."""
    lines = ("attack count mercer dice=++++ theirs=0000", "damage mercer", "fate mercer dead", "end scene")
    table = known_to_all(fight())
    up = {who: replace(one, conditions=()) for who, one in table.actors.items()}
    play = played(replace(table, actors=up, rolls=(), open=()), *lines[:2])
    assert told(play)[-1].endswith(" is out of action and at risk of death.")
    play = played(replace(table, actors=up, rolls=(), open=()), *lines)
    assert told(play)[0].endswith(" is out of action.")
    assert told(play)[1] == "Elias Mercer 1 dies."


def test_a_fallen_character_of_mettle_declared_dead_dies() -> None:
    """ME-35, ME-40."""
    shop = Shop()
    for line in ("hurt viktor 30 take", "die viktor"):
        shop(line)
    assert " and falls" in told(shop.session)[0]
    assert told(shop.session)[1:] == ["Viktor dies."]


def test_a_fate_replaces_the_words_out_of_the_fight() -> None:
    """WE-66, WE-67."""
    for line, words in (
        ("damage mercer 25", "out of action and at risk of death"),
        ("fate mercer captured", "captured"),
    ):
        play = played(known_to_all(fight()), line)
        standing = recap_for_players(play.state, play.done).people
        assert any(one.startswith(f"Elias Mercer 1 is {words}") for one in standing)


def test_an_injury_is_still_told_once_the_character_acts_again() -> None:
    """U-08, WE-71: the end of a scene lets the injured act again, and heals no permanent injury."""
    play = played(known_to_all(fight()), "damage mercer 25", "fate mercer injury", "end scene")
    assert told(play)[-1] == "Elias Mercer 1 can act again, still marked by a permanent injury."


def test_the_fate_of_a_foe_is_not_told() -> None:
    assert told(played(known_to_all(fight()), 'fate count "hidden in the crypt"')) == []


def test_an_ability_that_is_scratched_out_is_told() -> None:
    """WA-28, WA-31: the last point scratches it out, and a second time defeats."""
    story = Story(people=(ADA,))
    story.play("lose ada mind 4")
    assert told(story.session) == ["Ada loses 4 Mind and has Mind scratched out."]
    assert "with Mind scratched out" in recap_for_players(story.state, story.session.done).people[0]
    story.play("lose ada mind 1")
    assert told(story.session)[-1].endswith(" is defeated, a gibbering wreck.")


@pytest.mark.parametrize(("done", "stands"), [(3, "stands at 3 of 4, near its end"), (4, "is full")])
def test_a_countdown_without_an_end_is_told_as_full(done: int, stands: str) -> None:
    """WA-40, WA-41: final rolls fill it and end nothing."""
    ritual = replace(fight().challenges["ritual"], done=done, visibility="open")
    state = replace(fight(), challenges={"ritual": ritual})
    assert recap_for_players(state, []).challenges == (f"“Ritual” {stands}.",)


def test_a_challenge_without_a_bead_moved_stands_at_no_number() -> None:
    state = fight()
    lock = replace(state.challenges["door"], title="Lock", visibility="open")
    ritual = replace(state.challenges["ritual"], done=0, visibility="open")
    state = replace(state, challenges={"lock": lock, "ritual": ritual})
    assert recap_for_players(state, []).challenges == (
        "“Ritual” has not moved yet.",
        "“Lock” is still to be overcome.",
    )


def test_damage_and_wounds_of_the_party_are_told() -> None:
    play = played(known_to_all(fight()), "damage mercer-2 1")
    assert any("takes 1 stress" in sentence for sentence in told(play))


def test_damage_of_a_foe_is_not_told_in_figures() -> None:
    play = played(known_to_all(fight()), "damage stranger 1")
    assert told(play) == ["A Stranger is out of the fight."]


def test_people_and_challenges_are_told_in_sentences() -> None:
    play = played(known_to_all(fight()))
    found = recap_for_players(play.state, play.done)
    assert all(sentence.endswith(".") for sentence in (*found.people, *found.challenges))


@pytest.mark.parametrize(
    ("lines", "brought"),
    [
        (("face mob ada dice=6",), "Ada overcomes “Mob”: The mob goes home."),
        (("face mob ada dice=1", "draw accept"), "Ada does not overcome “Mob”: The windows break."),
    ],
)
def test_a_challenge_that_leaves_once_decided_tells_its_stakes(lines: tuple[str, ...], brought: str) -> None:
    """The Wyrd Abacus takes what is overcome off the abacus in the same act."""
    mob = replace(rod("mob", "Threat", 5), win="the mob goes home.", lose="the windows break.", visibility="open")
    story = Story(mob, people=(replace(ADA, visibility="open"),))
    story.play(*lines)
    assert told(story.session)[-1] == brought


def test_a_challenge_that_is_live_again_was_not_decided() -> None:
    table = known_to_all(fight())
    ritual = replace(table.challenges["ritual"], visibility="open", kind="obstacle", needed=1, done=0)
    begins = replace(table, challenges={**table.challenges, "ritual": ritual})
    assert any("overcome" in sentence for sentence in told(played(begins, "tick ritual")))
    assert not any("overcome" in sentence for sentence in told(played(begins, "tick ritual", "untick ritual")))


def test_a_challenge_tried_anew_tells_its_stakes_once() -> None:
    """WA-23: players have read on their page what the failure brought."""
    mob = replace(rod("mob", "Threat", 5), win="The mob goes home.", lose="The windows break.", visibility="open")
    story = Story(mob, people=(replace(ADA, visibility="open"),))
    story.play("face mob ada dice=1", "draw accept", "consequence nothing")
    story.play("face mob ada dice=2", "draw accept", "consequence nothing", "face mob ada dice=6")
    assert told(story.session) == [
        "Ada does not overcome “Mob”: The windows break.",
        "Ada does not overcome “Mob” and then overcomes “Mob”: The mob goes home.",
    ]


def test_acts_after_a_scene_end_its_chapter() -> None:
    table = known_to_all(fight())
    ritual = replace(table.challenges["ritual"], visibility="open", done=0, needed=1)
    lines = ("damage mercer-2 1", "end scene", "damage mercer-2 1", "tick ritual")
    play = played(replace(table, challenges={"ritual": ritual}), *lines)
    (chapter,) = recap_for_players(play.state, play.done).chapters
    assert chapter.title == "Scene 2"
    assert chapter.paragraphs[-1][0].startswith("Afterwards Elias Mercer 2 takes 1 stress.")


def test_a_wound_is_one_however_many_boxes_it_has() -> None:
    """WE-60: a wound is a row."""
    mild = SeenRow("Mild", "2 of 3", left=1, lost=2, wound=True)
    assert list(list_standing([SeenPerson("Bob", health="hurt", rows=(mild,))])) == ["Bob is hurt, with a mild wound."]


def test_a_foe_told_of_has_the_definite_article_within_sentences() -> None:
    deeds = [
        Deed("A patrolling crewman", "appears", people=("crewman",)),
        Deed("Felix", "hits", "the patrolling crewman for 7", hits="crewman"),
        Deed("A patrolling crewman", "is", "out of the fight", whose="crewman", people=("crewman",)),
    ]
    assert [*tell(deeds, {})][
        -1
    ] == "Felix hits the patrolling crewman for 7, and the patrolling crewman is out of the fight."


def test_two_deeds_tell_a_shared_target_and_means_once() -> None:
    """Words such as *at “Gate” with Crafts* end the first deed alone."""
    words = "at “Set the last charge” with Crafts"
    deeds = [Deed("Bob", verb, words, manner=True) for verb in ("fails", "succeeds")]
    assert [*tell(deeds, {})] == [f"Bob fails {words}, then succeeds."]


def test_the_grade_of_a_success_is_not_in_the_story() -> None:
    """ME-11: a success has a grade, a failure none."""
    shop = Shop()
    shop("check kirin Poise 6 dice=33166")
    shop("check kirin Poise 15 dice=11111")
    assert told(shop.session) == ["Kirin succeeds with Poise, then fails."]
    shop("strike viktor clerk dice=6633")
    assert told(shop.session)[-1] == "Viktor hits Clerk."
    assert player_view(shop.session.state).last == "Viktor hits Clerk (Great)"


@pytest.mark.parametrize(("visibility", "end"), [("open", " against Clerk"), ("secret", "")])
def test_a_check_against_somebody_names_whom_players_know(visibility: Visibility, end: str) -> None:
    """ME-10: a target of whom players know nothing is not named."""
    clerk = replace(someone("clerk", 2, 3, 4, motive=1, side="foes"), visibility=visibility)
    shop = Shop(VIKTOR, clerk)
    shop("contest viktor clerk Nature Motive dice=666")
    assert told(shop.session) == [f"Viktor fails with Nature{end}."]


def test_an_influence_roll_without_effect_is_not_told() -> None:
    story = Story(people=(replace(ADA, visibility="open"),))
    story.play("influence ada mind")
    assert told(story.session) == []


def test_a_new_wound_stands_for_its_damage() -> None:
    play = played(shown_party(fight()), "damage mercer 3")
    assert told(play) == ["Elias Mercer 1 suffers a mild wound and is out of action and at risk of death."]


@pytest.mark.parametrize(
    ("ruling", "words"),
    [
        ("success at a cost", "succeeds at “Ritual” with Shoot"),
        ("mixed success", "succeeds at “Ritual” with Shoot"),
        ("complication", "meets a complication at “Ritual” with Shoot"),
        ("failure", "fails at “Ritual” with Shoot"),
    ],
)
def test_a_tie_is_told_as_the_gm_rules_it(ruling: str, words: str) -> None:
    """WE-41: the ruling takes the place of the tie."""
    state = known_to_all(fight())
    ritual = replace(state.challenges["ritual"], kind="obstacle", done=0, value=0, visibility="open")
    rolled = "roll mercer-2 Shoot on=ritual dice=--00"
    play = played(replace(state, challenges={"ritual": ritual}, rolls=()), rolled, f'ruling "{ruling}"')
    assert told(play)[0] == f"Elias Mercer 2 {words}."


def test_a_foe_who_is_hidden_and_shown_again_appears_once() -> None:
    table = shown_party(hidden(fight(), "count"))
    play = played(table, *["visibility count"] * 4)
    assert told(play) == ["The Count appears."]
    play = played(table, *["visibility count"] * 3, 'edit count name "Mother Pell"', "visibility count")
    assert told(play) == ["The Count appears and turns out to be Mother Pell."]


def test_a_nameless_foe_told_of_has_the_definite_article() -> None:
    deeds = [
        Deed("A crewman", "hits", "Mercer", people=("crewman", "mercer")),
        Deed("Mercer", "hits", "the crewman", people=("mercer", "crewman")),
        Deed("A crewman", "is", "out", people=("crewman",)),
        Deed("A crewman of the watch", "hits", "Mercer", people=("watch", "mercer")),
    ]
    assert [*tell(deeds, {})] == [
        "A crewman hits Mercer.",
        "Mercer strikes the crewman.",
        "Then the crewman is out.",
        "A crewman of the watch hits Mercer.",
    ]


@pytest.mark.parametrize("title", ["Slip past the patrolling crewman", "Slip past the wall"])
def test_a_foe_named_in_a_title_is_not_told_of(title: str) -> None:
    table = nameless()
    past = replace(table.challenges["ritual"], title=title, kind="obstacle", done=0, value=0, visibility="open")
    rolled = "roll mercer-2 Shoot on=ritual dice=++00"
    play = played(replace(table, challenges={"ritual": past}, rolls=()), rolled, HIT, "damage mercer-2")
    assert told(play)[0] == f"Elias Mercer 2 succeeds at “{title}” with Shoot."
    assert told(play)[1].startswith("A patrolling crewman hits Elias Mercer 2 for ")


def test_a_stranger_who_is_shown_has_not_been_told_of() -> None:
    table = replace(hidden(nameless(), "thugs"), rules={STRANGERS: True})
    play = played(table, HIT, "damage mercer-2", HIT, "reveal thugs", HIT)
    begun = [sentence.partition(" Elias")[0] for sentence in told(play)]
    assert begun == ["A stranger hits", "The stranger strikes", "A patrolling crewman appears and hits"]


def test_two_characters_with_conditions_share_no_sentence() -> None:
    deeds = [Deed("The Witch", "is", "out of the fight"), Deed("Mara", "is", "up again")]
    assert [*tell(deeds, {})] == ["The Witch is out of the fight.", "Mara is up again."]


def test_a_clue_found_after_it_was_shown_is_named_once() -> None:
    play = played(fight(), "show-page letter", "mark-page letter found")
    assert told(play) == [LETTER, "The party finds “A letter”: The Count wrote it. In green ink."]


@pytest.mark.parametrize(("titled", "expected"), [(True, "The party reads “A storm…”"), (False, "The party reads")])
def test_the_recap_names_only_pages_with_own_titles(titled: bool, expected: str) -> None:
    page = Page("storm", "handout", "A storm…", "A storm comes.", titled=titled)
    assert told(played(replace(fight(), book=Book((page,))), "show-page storm")) == [f"{expected}: A storm comes."]


def test_reworded_kinds_of_page_change_no_recap(monkeypatch: pytest.MonkeyPatch) -> None:
    pages = tuple(Page(kind, kind, kind.capitalize(), f"Words of the {kind}.") for kind in PAGE_KINDS)
    play = played(replace(fight(), book=Book(pages)), "show-page premise", "show-page handout", "show-page clue")
    before = told(play)
    assert len(before) == 3
    for kind, sort in PAGE_KINDS.items():
        monkeypatch.setitem(cast("dict[PageKind, KindOfPage]", PAGE_KINDS), kind, sort._replace(word="leaf", title=""))
    assert told(play) == before


def test_rests_are_told_in_every_game() -> None:
    """WE-71, ME-23: nothing is rolled for a rest, or for a Relax Montage."""
    play = played(shown_party(fight()), "rest weeks mercer,mercer-2")
    assert told(play)[-1].startswith("Elias Mercer 1 ")
    assert any("rest" in sentence for sentence in told(play))
    shop = Shop()
    shop("strain kirin poise")
    shop("relax kirin")
    assert told(shop.session)[-1].endswith("relaxes.")


@pytest.mark.parametrize(("visibility", "words"), [("open", "is captured"), ("known", "is out of the fight")])
def test_the_fate_of_a_foe_is_told_on_open_tracks(visibility: Visibility, words: str) -> None:
    """WE-67: players read the fate on the page, too; words of the GM's stay the GM's."""
    table = hidden(fight(), "count")
    count = replace(table.actors["count"], visibility=visibility)
    play = played(replace(table, actors={**table.actors, "count": count}), "fate count captured")
    assert told(play) == [f"The Count {words}."]


def test_health_and_conditions_are_told_in_one_spelling() -> None:
    rows = (SeenRow("Soul", "lost", 0, 3, True, True), SeenRow("Body", "1/4", 1, 3, points=True))
    people = (SeenPerson("Magda", health="out", rows=rows, conditions=("Shaken", "Fallen")),)
    assert [*list_standing(people)] == [
        "Magda is out, shaken and fallen, with Soul scratched out and 1 of 4 Body left."
    ]


def test_a_known_foe_stands_in_the_recap_once_harmed() -> None:
    people = recap_for_players(known_to_all(fight()), ()).people
    assert any(one.startswith("The Count is out") for one in people)
    assert not any(one.startswith("The Count") for one in recap_for_players(fight(), ()).people)


def test_points_below_0_are_told_as_the_gm_sees_them() -> None:
    kirin = SeenPerson(
        "Kirin", health="out", rows=(SeenRow("Mettle", "−1/3", 0, 3, points=True, below=1),), fates=("Fallen",)
    )
    assert [*list_standing((kirin,))] == ["Kirin is out, with −1 of 3 Mettle left."]


def test_another_level_of_a_condition_is_not_told_anew() -> None:
    """ME-42: a Buildup of 4 afflicts once."""
    shop = Shop()
    shop.play(*["buildup viktor"] * 4)
    words = " ".join(told(shop.session))
    assert ("afflicted" in words, "times" in words) == (True, False)


def test_boxes_are_marked_and_points_are_left() -> None:
    nora = SeenPerson("Nora Marl", health="low", rows=(SeenRow("Mind", "2", 2, 3, points=True),))
    felix = SeenPerson("Felix", health="hurt", rows=(SeenRow("Severe", "1/1", 0, 1, wound=True),))
    assert [*list_standing((nora, felix))] == [
        "Nora Marl is low on points, with 2 of 5 Mind left.",
        "Felix is hurt, with a severe wound.",
    ]


def test_unhurt_people_are_told_with_wyrd_and_conditions() -> None:
    wyrd = SeenRow("Wyrd", "2", points=True, loud="strong")
    people = (
        SeenPerson("Ada", health="unhurt", rows=(wyrd,)),
        SeenPerson("Bob", health="unhurt", conditions=("Shaken", "Prone")),
        SeenPerson("Cy", health="unhurt", conditions=("hears the hum",)),
    )
    assert [*list_standing(people)] == [
        "Ada is unhurt, with Wyrd 2.",
        "Bob is shaken and prone.",
        "Cy is unhurt: hears the hum.",
    ]


def test_a_roll_with_a_trait_alone_names_no_rating() -> None:
    """U-06: a trait’s bonus and nothing else."""
    roll = Roll("check", WYRD_ENGINE, Score("mercer", TRAIT_ALONE), outcome="success")
    table = replace(shown_party(fight()), rolls=(roll,))
    assert player_view(table).last == "Elias Mercer 1 succeeds"


def test_members_of_a_group_appear_together() -> None:
    table = shown_party(hidden(fight(), "rats"))
    dogs = replace(table.actors["rats"], name="Great dog", count=2)
    play = played(replace(table, actors={**table.actors, "rats": dogs}), "reveal rats")
    assert told(play) == ["The great dogs appear."]


def test_a_wyrd_roll_tells_the_countdown_that_it_moves() -> None:
    """WA-38, WA-40: each 6 moves a countdown, and so it is told as on the players' page."""
    doom = replace(
        rod("doom", "Threat", 1), kind="clock", value=None, needed=5, type=COUNTDOWN, title="Doom", visibility="open"
    )
    story = Story(doom, people=(character("ada", 5, 4, 6, 1), character("bob", 4, 5, 6, 1)))
    story.play("wyrd ada dice=6", "wyrd bob dice=2", "wyrd ada dice=6")
    assert told(story.session) == [
        "Ada rolls 6 for Wyrd, and Bob 2 for Wyrd.",
        "Ada rolls 6 for Wyrd.",
        "“Doom” moves to 2 of 5.",
    ]


@pytest.mark.parametrize("visibility", ["secret", "known"])
def test_a_clock_that_is_not_open_moves_unseen(visibility: Visibility) -> None:
    table = shown_party(fight())
    ritual = replace(table.challenges["ritual"], visibility=visibility, done=1)
    assert told(played(replace(table, challenges={"ritual": ritual}), "tick ritual")) == []


def test_a_clock_moved_back_in_its_scene_did_not_move() -> None:
    table = shown_party(fight())
    ritual = replace(table.challenges["ritual"], visibility="open", done=1)
    begins = replace(table, challenges={"ritual": ritual})
    assert told(played(begins, "tick ritual", "tick ritual", "untick ritual")) == ["“Ritual” moves to 2 of 4."]
    assert told(played(begins, "tick ritual", "untick ritual")) == []


def test_recoveries_in_a_scene_are_told_in_every_game() -> None:
    """WE-73, WA-46, ME-36; what the end of a scene brings back is no news."""
    play = played(shown_party(fight()), "treat mercer stress", "mark-box mercer mild 0", "end scene")
    assert told(play) == ["Elias Mercer 1 clears 2 stress, then recovers from a mild wound.", OVER]
    story = Story(people=(ADA,))
    story.play("lose ada mind 2", "regain ada mind 1")
    assert told(story.session) == ["Ada loses 2 Mind, then regains 1 Mind."]
    shop = Shop()
    for line in ("hurt viktor 3 take", "rally viktor 2", "hurt viktor 1 shaken", "status viktor shaken"):
        shop(line)
    assert told(shop.session) == [
        "Viktor loses 3 Mettle, then regains 2 Mettle, and then is shaken.",
        "Viktor is no longer shaken.",
    ]


def test_conditions_that_players_read_are_told() -> None:
    table = shown_party(fight())
    lines = ('condition mercer-2 "hears the hum"', "condition mercer-2 poisoned", "recover mercer-2 poisoned")
    assert told(played(table, *lines)) == [
        "Elias Mercer 2 hears the hum, then is poisoned, and then no longer poisoned."
    ]
    assert told(played(table, 'condition count "sworn to the queen"')) == []


def test_people_with_the_same_fate_share_a_sentence() -> None:
    deeds = [Deed(who, "is", "freed") for who in ("Ada", "Bob", "A crewman")]
    assert [*tell([*deeds, Deed("Cy", "is", "caught")], {})] == ["Ada, Bob and a crewman are freed.", "Cy is caught."]


def test_two_teams_share_no_sentence() -> None:
    deeds = [Deed("Ada and Bob", "overcome", "Mob"), Deed("Bob and Cy", "overcome", "Mob")]
    assert "Ada, Bob and Cy" not in " ".join(tell(deeds, {}))


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("manoeuvre mercer disarm rats Fight dice=++++ theirs=----", "Elias Mercer 1 disarms the rats."),
        ('manoeuvre mercer "find the hidden knife" rats Fight dice=++++ theirs=----', "Elias Mercer 1 beats the rats."),
        ("help-ally mercer mercer-2 Fight dice=++++ with=none", "Elias Mercer 1 helps Elias Mercer 2."),
        ("help-ally mercer mercer-2 Fight dice=---- with=none", "Elias Mercer 1 fails to help Elias Mercer 2."),
    ],
)
def test_a_deed_of_the_rules_has_its_own_verb(line: str, sentence: str) -> None:
    """WE-46, WE-75: the GM's own words for a manoeuvre are not told."""
    assert told(played(known_to_all(fight()), line))[0] == sentence


def test_the_act_that_begins_a_scene_is_told_in_it() -> None:
    """An act that ends one scene and begins the next is part of the next."""
    play = played(known_to_all(fight()), "roll mercer Fight 0 dice=++++", "begin act-1 cast=rats")
    assert play.done[-1].before.scene.number < play.done[-1].after.scene.number
    assert scene_of(play.done[-1])[1] is play.state.scene


def test_a_name_that_begins_with_a_keeps_it() -> None:
    """A Lone Wolf is a name; a patrolling crewman who was told of before is the patrolling crewman."""
    deeds = [Deed("A Lone Wolf", "ties", "with Notice"), Deed("Bob", "fails"), Deed("A Lone Wolf", "succeeds")]
    assert [*tell(deeds, {})][-1] == "Then A Lone Wolf succeeds."
    crew = [
        Deed("A patrolling crewman", "hits", "Bob", people=("crewman", "bob")),
        Deed("Bob", "fails", people=("bob",)),
        Deed("A patrolling crewman", "flees", people=("crewman",)),
    ]
    assert [*tell(crew, {})][-1] == "Then the patrolling crewman flees."
