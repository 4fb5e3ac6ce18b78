"""What the table screen's own keys do, one function for each verb."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from textual.screen import Screen

from wyrd_tui.engine.commands import Answers, Ask, Choice, Command, text_of
from wyrd_tui.engine.dice import Refused, counted, quoted
from wyrd_tui.engine.rules.games import GAMES, game_of
from wyrd_tui.engine.rules.pages import Aim
from wyrd_tui.engine.voices import game_name, the_game
from wyrd_tui.engine.words import party_of
from wyrd_tui.screens.questions.asking import Asking
from wyrd_tui.screens.questions.command_line import CommandLine
from wyrd_tui.screens.questions.find import Finding
from wyrd_tui.screens.table import storage
from wyrd_tui.screens.table.keys import WORDS, keymap
from wyrd_tui.screens.table.sentences import DONE_ALL_THE_SAME, UNDONE_ALL_THE_SAME

if TYPE_CHECKING:
    from wyrd_tui.screens.table.screen import TableScreen

FAR = 100_000


LEAVE = Command(
    id="leave",
    key="",
    label="Leave",
    help="Leave the table.",
    group="",
    run=lambda state, answers, dice: (),
    asks=(
        Ask(
            "sure",
            "Leave the table? Everything is saved.",
            "one",
            choices=lambda state, answers: (Choice("yes", "yes, leave"), Choice("no", "no, stay")),
            default=lambda state, answers: "yes",
        ),
    ),
)


class Leaving(Asking):
    """Whether to leave: Esc stays."""

    escape = "stay"


def find(table: TableScreen) -> None:
    """Ask for a name, typed from the first letter on."""
    finding = Finding(table.state, (table.selection, table.focused_pane, table.lower))
    table.put(finding, lambda command, answers: _go_to(table, finding, text_of(answers, "what")))
    table.say("")


def show_found(table: TableScreen, finding: Finding, what: str = "") -> None:
    """Have the cursor where the letters lead; a page of the book opens only once that is settled."""
    kind, _, key = (what or finding.found()).partition(" ")
    before, _, _ = finding.origin
    if kind != "actor" and table.selection.actor != before.actor and before.actor in table.state.actors:
        # The first letters led to somebody; nobody else acts only because a challenge was looked for.
        table.choose("party", before.actor)
    if kind == "actor":
        in_party = table.state.actors[key].side == "party"
        table.focus_pane("party" if in_party else "order")
        table.choose("party", key)
    elif kind == "rod":
        table.focus_pane("abacus")
        table.choose("abacus", key)


def give_up(table: TableScreen, finding: Finding) -> None:
    """Go back to where the cursor was."""
    selection, pane, lower = finding.origin
    table.focus_pane(pane)
    table.lower, table.selection = lower, selection.settled(table.state)
    table.choose("party", table.selection.actor)


def _go_to(table: TableScreen, finding: Finding, what: str) -> None:
    kind, _, key = what.partition(" ")
    show_found(table, finding, what)
    if kind == "page":
        open_screen(table, "book", "BookScreen", table.session, key)
    table.say("")


def leave(table: TableScreen) -> None:
    """Ask, then go."""

    def then(command: Command, answers: Answers) -> None:
        if text_of(answers, "sure") != "yes":
            table.say("")
            return
        try:
            go(table)
        except Refused as refusal:
            # The question is over, so that what the sentence advises can be typed at once.
            storage.stay(table, str(refusal))

    table.ask(storage.warned(LEAVE, table), {}, then, Leaving)


def go(table: TableScreen) -> None:
    """Leave at once."""
    if table.leave is not None:
        table.leave()
    else:
        table.app.exit(return_code=0)


def mark(table: TableScreen) -> None:
    """Mark the selected actor, or take its mark off."""
    chosen = table.selection
    if chosen.actor:
        table.selection = replace(chosen, marked=chosen.marked ^ {chosen.actor})
        table.choose("party", chosen.actor)
        number = len(table.selection.marked)
        table.say(f"{number} marked" if number else "")


def clear(table: TableScreen) -> None:
    """Take all marks off, and the last sentence with them."""
    table.selection = replace(table.selection, marked=frozenset())
    table.choose("party", table.selection.actor)
    table.quiet()


def rung(by: int) -> Callable[[TableScreen], None]:
    """Move the rung of the ladder."""

    def move(table: TableScreen) -> None:
        steps, now = sorted(table.rungs), table.selection.rung
        further = [step for step in steps if (step > now if by > 0 else step < now)]
        if further:
            table.choose("ladder", str(further[0] if by > 0 else further[-1]))

    return move


def rating(by: int) -> Callable[[TableScreen], None]:
    """Show the ladder for another rating of the selected actor."""

    def turn(table: TableScreen) -> None:
        chosen = table.selection
        actor = table.state.actors.get(chosen.actor)
        seen = chosen.seen(table.state)
        rows = game_of(seen, actor).ratings(seen, actor) if actor else ()
        ratings = [row.value for row in rows]
        if not ratings:
            raise Refused("The selected actor has no ratings.")
        now = chosen.rated(chosen.actor) or table.rules.best_rating(seen, chosen.actor, chosen.challenge)
        at = ratings.index(now) if now in ratings else -1
        table.selection = chosen.with_rating(chosen.actor, ratings[(at + by) % len(ratings)])
        table.choose("party", chosen.actor)

    return turn


def switch_game(table: TableScreen) -> None:
    """Have the keys play another game of the selected actor."""
    chosen, state = table.selection, table.state
    own = chosen.may_play(state)
    if not own:
        raise Refused("Nobody is selected who plays a game of this table.")
    who = state.actors[chosen.actor].name
    if len(own) == 1:
        raise Refused(f"{who} plays {game_name(own[0])} alone.")
    now = chosen.game(state)
    game = own[(own.index(now) + 1) % len(own)]
    table.selection = chosen.in_game(game)
    table.choose("party", chosen.actor)
    rod = state.challenges.get(chosen.challenge) if table.focused_pane == "abacus" else None
    there = f"; on {rod.title} they play {game_name(rod.game)}" if rod is not None and rod.game in state.games else ""
    table.say(f"The keys play {game_name(game)} for {who}{there}.")


def pane(by: int) -> Callable[[TableScreen], None]:
    """Go to another pane."""

    def go(table: TableScreen) -> None:
        names = list(table.panes)
        table.focus_pane(names[(names.index(table.focused_pane) + by) % len(names)])

    return go


def step(by: int) -> Callable[[TableScreen], None]:
    """Move the cursor of the pane in focus."""
    return lambda table: table.move(by)


def page(by: int) -> Callable[[TableScreen], None]:
    """Move it by as much as is in sight."""
    return lambda table: table.move(by * max(1, table.panes[table.focused_pane].room - 1))


def member(number: int) -> Callable[[TableScreen], None]:
    """Select a member of the party."""

    def pick(table: TableScreen) -> None:
        party = party_of(table.state)
        if number > len(party):
            raise Refused(f"The party has no member {number}.")
        key = party[number - 1].id
        if table.focused_pane == "order" and key not in table.order.keys:
            table.focus_pane("party")
        table.choose("party", key)

    return pick


def undo(table: TableScreen) -> None:
    """Take the last act back."""
    table.travel(table.session.undo, "Undone", UNDONE_ALL_THE_SAME)


def redo(table: TableScreen) -> None:
    """Bring back what was undone."""
    table.travel(table.session.redo, "Done again", DONE_ALL_THE_SAME)


def ask_again(table: TableScreen) -> None:
    """Ask what is still open."""
    if not table.waiting:
        also = f"; {table.advice}" if table.advice else ""
        table.say(f"Nothing waits to be settled{also}.")
        return
    table.look_out()
    table.settle(again=True)


def line(table: TableScreen) -> None:
    """Open the command line."""
    table.put(CommandLine(table.rows, table.state, table.lines, WORDS))
    table.say("")


def spoken(table: TableScreen, word: str, rest: Sequence[str]) -> None:
    """Do what a line says that is no command."""
    if word in ("undo", "redo"):
        _travel(table, word, rest[0] if rest else "1")
    elif word == "help":
        _help(table, " ".join(rest))
    elif word == "show":
        _show(table, " ".join(rest).casefold())
    elif word == "save":
        storage.save(table, " ".join(rest))
    elif rest:
        raise Refused(f"`{word}` stands alone.")
    elif word == "memory":
        storage.hold(table)
    else:
        VERBS[word](table)


def _travel(table: TableScreen, word: str, times: str) -> None:
    """Undo or redo so many turns, or none of them."""
    if not (times.isascii() and times.isdecimal() and int(times[:6])):
        raise Refused(f"{quoted(times)} is not how often; a whole number from 1 on is.")
    there = len(table.session.last(int(times[:6])) if word == "undo" else table.session.undone)
    if 0 < there < int(times[:6]):
        raise Refused(f"Only {counted(there, 'turn')} can be {word.removesuffix('o')}one, not {quoted(times)}.")
    for _ in range(int(times[:6])):
        VERBS[word](table)


def _show(table: TableScreen, what: str) -> None:
    panes = {"people": "party", "open": ""} | {name: name for name in table.panes}
    if what not in panes:
        raise Refused(f"{f'There is no {quoted(what)} to show' if what else 'Show which pane'}: {', '.join(panes)}.")
    if what == "open":
        ask_again(table)
    else:
        table.focus_pane(panes[what])
        table.say(f"The keys are in the {panes[what]} pane.")


def _help(table: TableScreen, wanted: str = "") -> None:
    keys = keymap(table.rows, table.state.games, table.remapped)
    open_screen(table, "help", "HelpScreen", table.rows, keys, wanted)


def redraw(table: TableScreen) -> None:
    """Draw the screen again."""
    table.foot.refresh(layout=True)
    table.refresh()


def open_screen(table: TableScreen, module: str, kind: str, *arguments: object) -> None:
    """Open another screen, which is imported only now."""
    found: Callable[..., Screen[None]] = getattr(importlib.import_module(f"wyrd_tui.screens.{module}"), kind)
    table.app.push_screen(found(*arguments))


def sheet(table: TableScreen) -> None:
    """Open the selected actor's sheet; with the keys in the abacus, the selected challenge."""
    if table.focused_pane == "abacus" and table.selection.challenge in table.state.challenges:
        open_screen(table, "challenge", "ChallengeScreen", table.session, table.selection.challenge)
        return
    if not table.selection.actor:
        raise Refused("Nobody is selected.")
    open_screen(table, "sheet", "SheetScreen", table.session, table.selection.actor)


def odds(table: TableScreen) -> None:
    """Open the odds in the game of what is selected: for what the ladder shows, or for the selected challenge."""
    state = table.state
    if not table.selection.actor:
        raise Refused("Nobody is selected.")
    game = table.selection.game(state, table.focused_pane)
    chosen = table.selection.playing(state, game)
    seen = chosen.seen(state)
    rod = state.challenges.get(chosen.challenge) if table.focused_pane == "abacus" else None
    rung = rod.value if rod is not None and rod.value is not None and rod.game == game else chosen.rung
    page = GAMES[game].odds if game in GAMES else None
    if page is None:
        raise Refused(f"There is no page of odds for {the_game(game)}.")
    rating = chosen.rated(chosen.actor) or table.rules.best_rating(seen, chosen.actor, chosen.challenge)
    aim = Aim(chosen.actor, rating, chosen.target, chosen.challenge, rung)
    open_screen(table, "odds", "OddsScreen", seen, page(), aim)


VERBS: Mapping[str, Callable[[TableScreen], None]] = {
    "up": step(-1),
    "down": step(1),
    "page-up": page(-1),
    "page-down": page(1),
    "first": step(-FAR),
    "last": step(FAR),
    "next-pane": pane(1),
    "last-pane": pane(-1),
    **{f"member-{number}": member(number) for number in range(1, 10)},
    "harder": rung(1),
    "easier": rung(-1),
    "rating-next": rating(1),
    "rating-last": rating(-1),
    "switch-game": switch_game,
    "mark-row": mark,
    "find": find,
    "undo": undo,
    "redo": redo,
    "ask-again": ask_again,
    "line": line,
    "sheet": sheet,
    "book": lambda table: open_screen(table, "book", "BookScreen", table.session),
    "history": lambda table: open_screen(table, "history", "HistoryScreen", table.session),
    "odds": odds,
    "help": _help,
    "redraw": redraw,
    "quit": leave,
    "clear-marks": clear,
}
