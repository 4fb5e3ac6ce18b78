"""Every command on every scenario that is shipped: each gives an act or a sentence, and each can be done somewhere."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.commands import BY_ID, COMMANDS
from tests.plays import first_ask, session, usual_answers
from tests.scans import report
from wyrd_tui.engine.act import Act
from wyrd_tui.engine.commands import Answer, Answers, Command
from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.line_syntax import parse_line
from wyrd_tui.engine.session import Session
from wyrd_tui.engine.state import State
from wyrd_tui.store.files import folders
from wyrd_tui.store.scenarios import presets, scenario

SHIPPED = folders.shipped_scenarios()
PARTS = 7
"""Parts of the commands: of each scenario the plain run tries each command at one of seven moments."""

# Acts that no shipped scenario allows, and the reason.
NEVER: dict[str, str] = {
    "pool": "the usual answer leaves the pool as it is",
    "facets": "the usual answer leaves the facets as they are",
    "pools": "the usual answer leaves the pools as they are",
}


@cache
def opened(path: Path) -> State:
    """A shipped scenario as its table begins, with a party of the shipped characters where it names none."""
    prepared = scenario.load_scenario(path)
    return scenario.begin_table(prepared, party=prepared.party or tuple(presets.shipped("characters"))[:3])


def first_answers(command: Command, state: State) -> list[Answer | None]:
    """List answers to the first question: None, which takes the default, and each of its choices."""
    if not command.asks:
        return [None]
    ask = first_ask(command)
    values = [choice.value for choice in ask.choices(state, {})]
    if ask.kind == "many":
        return [None, *((value,) for value in values), tuple(values)]
    return [None, *(values if ask.kind == "one" else ())]


def tried(play: Session, command: Command) -> Iterator[Act]:
    """Every way to do a command here that begins with another choice; what is done is taken back."""
    before = play.state
    for first in first_answers(command, before):
        answers = usual_answers(command, before, first)
        did = attempt(play, command, answers or {})
        if isinstance(did, Refused):
            assert str(did).strip().endswith((".", "?"))
            assert play.state is before
            continue
        assert did.lines
        yield did
        play.undo()
        assert play.state is before


def attempt(play: Session, command: Command, answers: Answers) -> Act | Refused:
    """Do a command; return the act or the refusal."""
    try:
        return play.do(command, answers)
    except Refused as refusal:
        return refusal


def faults_at_seven_moments(path: Path, first: int) -> Iterator[str]:
    """Try one of seven parts of the commands at each of seven moments of a scene, and tell those that go wrong."""
    play = session(opened(path))
    for moment, name in enumerate(("bring", "initiative", "attack", "damage", "challenge", "give", "condition")):
        for command in list(COMMANDS)[(moment + first) % PARTS :: PARTS]:
            try:
                for _ in tried(play, command):
                    pass
            except Exception as fault:
                yield f"{path.stem}, before {name}, {command.id}: {fault!r}"
        answers = usual_answers(BY_ID[name], play.state)
        if answers is not None:
            attempt(play, BY_ID[name], answers)


def test_every_command_gives_an_act_or_a_sentence() -> None:
    """The plain run tries each command at one of the moments."""
    report(fault for path in SHIPPED for fault in faults_at_seven_moments(path, 0))


@pytest.mark.long
def test_every_command_is_tried_at_every_moment() -> None:
    report(fault for path in SHIPPED for first in range(1, PARTS) for fault in faults_at_seven_moments(path, first))


HURT = ("damage elias-mercer 6",)
FOUGHT = ("initiative", "next", "next")
SHORT = "face hesters-good-manners edith edith:1 dice=1"
SPENT = "lose edith mind 1"
SCRATCHED = "scratch edith mind"
POOLS = tuple(f"pools {who} focus=3 nature=3 poise=3 frame=3 motive=3" for who in ("elias-mercer", "felix-cavendish"))
# Lines that bring a table to where a command applies; a line about people who are elsewhere is passed over.
LEADING_UP: dict[str, tuple[str, ...]] = {
    "ruling": ("roll elias-mercer Pilot 3 dice=0000",),
    "reroll": ("roll elias-mercer Deception 5 dice=----",),
    "boon": ("oppose elias-mercer felix-cavendish Pilot defend=Notice dice=++++ theirs=----",),
    "move-mark": ("mark-box elias-mercer mild 1",),
    "wound": HURT,
    "treat": HURT,
    "rest": HURT,
    "recover": ("condition elias-mercer hidden",),
    "next": FOUGHT,
    "back": FOUGHT,
    "act": FOUGHT,
    "hold": FOUGHT,
    "earlier": FOUGHT,
    "later": FOUGHT,
    "withdraw": FOUGHT,
    "concede": FOUGHT,
    "action": FOUGHT,
    "enter": (*FOUGHT, "withdraw elias-mercer"),
    "settle-ties": ("initiative dice=sum+0;sum+1;sum+0",),
    "untick": ("tick the-fuse",),
    "spend": ("give elias-mercer 1 rope",),
    "keep": ("give elias-mercer 1 rope",),
    "restore": ("use felix-cavendish unstable-prototype",),
    "gear": ("grant felix-cavendish Rope",),
    "split": ("bring the-watch",),
    "merge": ("bring the-watch", "split the-watch 1"),
    "count": ("bring the-watch",),
    "draw": (SHORT,),
    "consequence": (SHORT, "draw accept"),
    "restore-point": (SHORT, "end scene"),
    "recuperate": (SPENT,),
    "regain": (SPENT,),
    "facet": ("lose edith body 1",),
    "unscratch": (SCRATCHED,),
    "defeat": (SCRATCHED, SCRATCHED),
    "twist": (*POOLS, "check elias-mercer Poise 15 dice=444"),
    "choose-dice": (*POOLS, "team strongest elias-mercer,felix-cavendish Poise 3 dice=123;456"),
    "rally": (*POOLS, "hurt elias-mercer 2"),
    "rise": (*POOLS, "hurt elias-mercer 9"),
    "relax": (*POOLS, "strain elias-mercer poise"),
    "load": POOLS,
}


def stage(path: Path, name: str) -> Session:
    """A shipped table, led up to where a command applies."""
    play = session(opened(path))
    if play.state.scene.between and name != "begin":
        play.do(BY_ID["begin"], {})
    for line in LEADING_UP.get(name, ()):
        try:
            play.do(*parse_line(line, play.state, COMMANDS))
        except Refused:
            break
    return play


def test_every_command_can_be_done_somewhere() -> None:
    def possible(name: str) -> bool:
        return any(True for path in SHIPPED for _ in tried(stage(path, name), BY_ID[name]))

    assert {name for name in BY_ID if not possible(name)} == set(NEVER)
