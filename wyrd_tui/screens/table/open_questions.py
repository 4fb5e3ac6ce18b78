"""Verbs on open questions: answering one of them, and putting one off."""

from __future__ import annotations

from wyrd_tui.engine.commands import Answers, Command, text_of
from wyrd_tui.screens.table.playing import Playing
from wyrd_tui.screens.table.question_kinds import OpenListing

NONE_OPEN = "No questions are open."


def answer(table: Playing) -> None:
    """Ask the open question; where several are open, ask which.

    Raises:
        Refused: If the table is read only.
    """
    waiting = table.matters.waiting
    if not waiting:
        table.speech.say(NONE_OPEN)
        return
    table.refuse_reading_only()
    if len(waiting) == 1:
        table.ask_open(waiting[0])
        return

    def then(command: Command, answers: Answers) -> None:
        table.ask_open(next(one for one in waiting if one.matter == text_of(answers, "matter")))

    table.ask(table.matters.listed(), {}, then, OpenListing)
    if isinstance(table.asking, OpenListing):
        table.asking.already_put_off = table.matters.already_put_off


def put_off(table: Playing) -> None:
    """Put off the open question that is being asked, the one under the cursor of their list, or that of the banner.

    Raises:
        Refused: If the next question is to be asked and the table is read only.
    """
    if isinstance(listing := table.asking, OpenListing):
        done = table.matters.put_off(listing.chosen)
        answer(table)
        if table.asking is not None:
            table.asking.aside = "The question is put off." if done else "The question is put off already."
        return
    asked, table.asking = table.matters.is_asking, None
    if not table.matters.waiting:
        table.speech.say(NONE_OPEN)
    elif not table.matters.put_off():
        table.speech.say("All open questions are put off; . lists and answers them.")
    elif asked and (raised := table.matters.next()) is not None:
        table.ask_open(raised)
        table.aside("The question is put off.")
    else:
        table.speech.say("The question is put off; press . to answer it." if asked else "")
        table.matters.leave()
