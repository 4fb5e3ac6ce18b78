"""Keys of the question that is asked or of the line that is typed, and the acts that come of them.

It loads with the first question, as do the questions themselves.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from wyrd_tui.engine.dice import Refused, quote_briefly
from wyrd_tui.screens.questions.outcomes import (
    AskingOutcome,
    Cancelled,
    CommandBegun,
    CommandEntered,
    LineOutcome,
    WordEntered,
)
from wyrd_tui.screens.table import name_search, open_questions, open_screens, storage
from wyrd_tui.screens.table.cursor import PANES
from wyrd_tui.screens.table.name_search import NameSearch
from wyrd_tui.screens.table.playing import Playing
from wyrd_tui.screens.table.question_kinds import OpenAsking
from wyrd_tui.screens.table.undo_words import PAST, read_number, titles_of
from wyrd_tui.screens.table.verbs import do_verb

if TYPE_CHECKING:
    from wyrd_tui.screens.questions.asking import Asking
    from wyrd_tui.screens.questions.command_line import CommandLine

HISTORY_LINES = 200


def puts_off(verb: str | None, asking: object) -> bool:
    """Tell whether a verb puts off the question that is being asked; in words that were begun its key is a sign."""
    return verb == "put-off" and isinstance(asking, OpenAsking) and not asking.typed


def take_key(table: Playing, asking: Asking | CommandLine, key: str, character: str | None) -> None:
    """Give a key to what is asked, and do what comes of it; the cursor follows the letters of a name.

    Raises:
        Refused: If the act that comes of it is refused, and the question cannot show why.
    """
    outcome = asking.key(key, character)
    _take(table, outcome)
    if isinstance(asking, NameSearch) and isinstance(outcome, Cancelled):
        name_search.give_up(table, asking)
    elif isinstance(table.asking, NameSearch):
        name_search.show_found(table, table.asking)


def _take(table: Playing, outcome: AskingOutcome | LineOutcome) -> None:
    """Take the outcome of a question or of a typed line; the first word of a line may be a verb such as `undo`."""
    if isinstance(outcome, CommandEntered | CommandBegun | WordEntered):
        table.lines = [*table.lines[1 - HISTORY_LINES :], outcome.line]
    match outcome:
        case CommandEntered(command, answers):
            table.close_on(lambda: table.play(command, answers))
        case CommandBegun(command, answers):
            table.ask(command, answers)
        case WordEntered(word, rest):
            table.close_on(lambda: _do_word(table, word, rest))
        case _:
            table.take(outcome)


def _do_word(table: Playing, word: str, rest: Sequence[str]) -> None:
    """Do the verb that a typed line names, such as `undo`, which is no command of a game.

    Raises:
        Refused: If it cannot be done, or the words behind it make no sense.
    """
    if word in PAST:
        _travel(table, word, rest)
    elif word == "help":
        open_screens.open_help(table, " ".join(rest))
    elif word == "show":
        _show(table, " ".join(rest).casefold())
    elif word == "save":
        storage.save_table(table, " ".join(rest))
    elif rest:
        raise Refused(f"`:{word}` takes no other words. Write `:{word}` alone.")
    elif word == "memory":
        storage.keep_in_memory(table)
    else:
        do_verb(table, word)


def _travel(table: Playing, word: str, rest: Sequence[str]) -> None:
    """Undo or redo so many acts, or none of them; each is a step of its own on disk, which redo brings back alone."""
    number = read_number(table.session, word, rest)
    titles = titles_of(table.session, word, number)
    for _ in range(number):
        do_verb(table, word)
    if len(titles) > 1:
        say = table.speech.sum_up if word == "redo" else table.speech.say
        say(f"{number} acts {PAST[word]}: {'; '.join(titles)}")


def _show(table: Playing, what: str) -> None:
    panes = {"people": "party", "open": ""} | {name: name for name in PANES}
    if what not in panes:
        wrong = f"There is no pane {quote_briefly(what)}; write one of" if what else "Write which pane to show"
        raise Refused(f"{wrong}: {', '.join(panes)}.")
    if what == "open":
        open_questions.answer(table)
    else:
        table.focus(panes[what])
        table.speech.say(f"The keys are in the {panes[what]} pane.")
