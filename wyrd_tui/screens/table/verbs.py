"""Verbs of the table screen: moving about, undo, and opening other screens. None of them is journaled."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from wyrd_tui.engine.commands import Answers, Command, text_of
from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.frozen import replace
from wyrd_tui.engine.handles import handles_of
from wyrd_tui.engine.ids import slug
from wyrd_tui.engine.named_tuple import NamedTuple
from wyrd_tui.engine.rules.games import game_of
from wyrd_tui.engine.voices import the_game
from wyrd_tui.engine.words import begin_sentence, fit_verb, join_names
from wyrd_tui.screens.table import open_screens, storage
from wyrd_tui.screens.table.cursor import PANES
from wyrd_tui.screens.table.playing import Playing
from wyrd_tui.screens.table.sentences import DONE_ALL_THE_SAME, UNDONE_ALL_THE_SAME

FARTHEST = 100_000
"""Number above the rows of any pane, to move to its end."""
MOVING = ("up", "down", "page-up", "page-down", "first", "last", "next-pane", "last-pane")
"""The verbs that begin in the pane that is in sight."""
Do = Callable[[Playing], None]


class Verb(NamedTuple):
    """Act of the screen itself, with its keys.

    Attributes:
        id: The name by which a keymap calls it.
        keys: Its default keys, separated by commas.
        label: Two or three words.
        help: One sentence.
        do: Does it; raises Refused where it cannot be done.
        palette: True where the palette offers it; a verb that only moves a cursor is quicker by its key.
        formerly: Its earlier label, which the line still takes.
    """

    id: str
    keys: str
    label: str
    help: str
    do: Do
    palette: bool = True
    formerly: str = ""


# ------------------------------------------------------------------ leaving


def leave_table(table: Playing) -> None:
    """Ask, then leave the table."""
    # A table opens without any kind of question.
    from wyrd_tui.screens.table.question_kinds import Leaving

    def then(command: Command, answers: Answers) -> None:
        if text_of(answers, "sure") != "yes":
            table.speech.say("")
            return
        try:
            table.display.leave()
        except Refused as refusal:
            # The question is over, so that what the sentence advises can be typed at once.
            table.speech.say_whole(begin_sentence(str(refusal)), bad=True)

    table.ask(storage.leaving_question(table), {}, then, Leaving)


# ------------------------------------------------------------------ the selection


def toggle_tick(table: Playing) -> None:
    """Tick the selected actor, or take its tick off."""
    chosen = table.cursor.selection
    if chosen.actor:
        table.cursor.selection = replace(chosen, ticked_actors=chosen.ticked_actors ^ {chosen.actor})
        table.choose("party", chosen.actor)
        number = len(table.cursor.selection.ticked_actors)
        table.speech.say(f"{number} ticked" if number else "")


def clear_ticks(table: Playing) -> None:
    """Take all ticks off, and the last sentence with them."""
    table.cursor.select(replace(table.cursor.selection, ticked_actors=frozenset()))
    table.speech.quiet()


def skip_lesson(table: Playing) -> None:
    """Go on to the next lesson.

    Raises:
        Refused: If none waits.
    """
    if not table.progress.skip(table.session):
        raise Refused("No lesson is open. Open The Locked Door on the start screen for lessons.")


def move_rung(by: int) -> Do:
    """Make a verb that moves the rung of the ladder, and says of which challenge the next roll is no longer."""

    def move(table: Playing) -> None:
        steps, now = sorted(table.cursor.ladder.rungs), table.cursor.selection.rung
        further = [step for step in steps if (step > now if by > 0 else step < now)]
        if further:
            # The ladder is in sight as its cursor moves, also where the lower panes share a place.
            table.cursor.lower = "ladder"
            left = table.state.challenges.get(table.cursor.next_challenge)
            table.choose("ladder", str(further[0] if by > 0 else further[-1]))
            if left is not None and not table.cursor.next_challenge:
                table.speech.say_for_now(f"The next roll is no longer for {left.title}.")

    return move


def show_rating(by: int) -> Do:
    """Make a verb that shows the ladder for another rating of the selected actor."""

    def turn(table: Playing) -> None:
        chosen = table.cursor.selection
        actor = table.state.actors.get(chosen.actor)
        seen = chosen.state_in_game(table.state)
        ratings = [row.value for row in (game_of(seen, actor).ratings(seen, actor) if actor else ())]
        if not ratings:
            raise Refused("The selected character has no ratings. Press S to set one.")
        now = table.cursor.rating
        at = ratings.index(now) if now in ratings else -1
        table.cursor.selection = chosen.with_rating(chosen.actor, ratings[(at + by) % len(ratings)])
        table.choose("party", chosen.actor)

    return turn


def switch_game(table: Playing) -> None:
    """Have the keys play another game of the selected actor, or one game for all ticked actors who play several.

    They leave the abacus, where a challenge has its own.

    Raises:
        Refused: If nobody is selected or ticked who plays several games of the table.
    """
    chosen, state = table.cursor.selection, table.state
    own = {who: replace(chosen, actor=who).may_play(state) for who in (*state.actors, chosen.actor)}
    ticked = [who for who in state.actors if who in chosen.ticked_actors]
    several = [who for who in ticked if len(own[who]) > 1] if len(ticked) > 1 else []
    lead = several[0] if several and chosen.actor not in several else chosen.actor
    if not own[lead]:
        raise Refused("The selection plays no game of this table. Select a character first.")
    if len(own[lead]) == 1:
        alone = state.actors[lead]
        raise Refused(f"{alone.name} {fit_verb(alone, 'plays')} {the_game(own[lead][0])} alone.")
    table.cursor.selection = replace(chosen, actor=lead)
    game = table.cursor.other_games[0]
    if table.cursor.pane == "abacus":
        table.focus("party")
    switched = [who for who in several or [lead] if game in own[who]]
    for who in switched:
        table.cursor.choose_game(who, game)
    table.cursor.back_in = ""
    table.choose("party", chosen.actor)
    fighting = [place.who for place in state.order.places if place.who in switched]
    table.cursor.kept.update(dict.fromkeys(fighting, game))
    names = join_names([state.actors[who].name for who in switched])
    table.speech.say_for_now(f"The keys play {the_game(game)} for {names}{' in this fight' if fighting else ''}.")


def go_to_pane(by: int) -> Do:
    """Make a verb that goes to another pane."""
    return lambda table: table.focus(PANES[(PANES.index(table.cursor.moving) + by) % len(PANES)])


def move_cursor(by: int) -> Do:
    """Make a verb that moves the cursor of the pane in focus."""
    return lambda table: table.move(by)


def move_by_page(by: int) -> Do:
    """Make a verb that moves it by as much as is in sight."""
    return lambda table: table.move(by * max(1, table.display.lines_in_sight(table.cursor.moving) - 1))


def select_member(number: int) -> Do:
    """Make a verb that selects a member of the party."""

    def pick(table: Playing) -> None:
        key = next((who for who, handle in handles_of(table.state).items() if handle == str(number)), "")
        if not key:
            raise Refused(f"The party has no member {number}.")
        if table.cursor.pane == "order" and key not in table.display.row_ids("order"):
            table.focus("party")
        table.choose("party", key)

    return pick


# ------------------------------------------------------------------ recaps, undo and redo


def tell_recaps(table: Playing) -> None:
    """Write the recaps, and say which files they are.

    Raises:
        Refused: If the table is kept in no file, or the disk refuses.
    """
    # Recaps wait for the end of an evening.
    from wyrd_tui.screens.table.recaps import tell_files, write_recaps

    files = write_recaps(table.session, table.storage)
    table.speech.say_whole(f"Recaps in {files[0].parent}: {tell_files(files)}.")


def undo(table: Playing) -> None:
    """Take the last act back."""
    table.cursor.face_again(table.travel(table.session.undo, "Undone", UNDONE_ALL_THE_SAME))


def redo(table: Playing) -> None:
    """Bring back the act that was undone."""
    table.travel(table.session.redo, "Redone", DONE_ALL_THE_SAME)


# ------------------------------------------------------------------ questions, which load with the first of them


def find(table: Playing) -> None:
    """Ask for the name of something to go to."""
    from wyrd_tui.screens.table.name_search import start_search

    start_search(table)


def answer(table: Playing) -> None:
    """Ask an open question, or which of several.

    Raises:
        Refused: If the table is read only.
    """
    from wyrd_tui.screens.table import open_questions

    open_questions.answer(table)


def put_off(table: Playing) -> None:
    """Put off an open question.

    Raises:
        Refused: If the next one is to be asked and the table is read only.
    """
    from wyrd_tui.screens.table import open_questions

    open_questions.put_off(table)


def open_command_line(table: Playing) -> None:
    """Open the command line."""
    from wyrd_tui.screens.questions.command_line import CommandLine
    from wyrd_tui.screens.table.undo_words import acts_ahead

    ahead, focus = partial(acts_ahead, table.session), table.cursor.given(table.state)
    table.put(CommandLine(table.commands_in_order, table.state, table.lines, VERB_WORDS, ahead, focus, VERB_LABELS))
    table.speech.say("")


# ------------------------------------------------------------------ all verbs


def do_verb(table: Playing, name: str) -> None:
    """Do a verb by its id; a lesson may wait for it.

    Raises:
        Refused: If it cannot be done.
    """
    BY_ID[name].do(table)
    table.progress.note(name, table.session)


VERBS: tuple[Verb, ...] = (
    Verb("up", "up,k", "up", "Move the cursor of the pane in focus up.", move_cursor(-1), False),
    Verb("down", "down,j", "down", "Move the cursor of the pane in focus down.", move_cursor(1), False),
    Verb("page-up", "pageup", "page up", "Move the cursor up by a page.", move_by_page(-1), False),
    Verb("page-down", "pagedown", "page down", "Move the cursor down by a page.", move_by_page(1), False),
    Verb("first", "home", "first", "Move the cursor to the top.", move_cursor(-FARTHEST), False),
    Verb("last", "end", "last", "Move the cursor to the bottom.", move_cursor(FARTHEST), False),
    Verb("next-pane", "tab", "next pane", "Go to the next pane.", go_to_pane(1), False),
    Verb("last-pane", "shift+tab", "pane before", "Go to the pane before.", go_to_pane(-1), False),
    *(
        Verb(f"member-{n}", str(n), f"member {n}", f"Select member {n} of the party.", select_member(n), False)
        for n in range(1, 10)
    ),
    Verb("harder", "]", "harder", "Select the next harder rung of the ladder.", move_rung(1)),
    Verb("easier", "[", "easier", "Select the next easier rung of the ladder.", move_rung(-1)),
    Verb("rating-next", "right", "next rating", "Show the ladder for the character’s next rating.", show_rating(1)),
    Verb("rating-last", "left", "rating before", "Show the ladder for the rating before.", show_rating(-1)),
    Verb(
        "switch-game",
        "\\",
        "other game",
        "Let the keys play the other game of the selected or ticked characters.",
        switch_game,
    ),
    Verb(
        "mark-row",
        "space",
        "tick a row",
        "Tick the selected character for the next act, or take the tick off.",
        toggle_tick,
        formerly="mark",
    ),
    Verb("find", "/", "find", "Go to a character, challenge, counter or page by name.", find),
    Verb("undo", "u", "undo", "Take the last act back.", undo),
    Verb("redo", "U,ctrl+r", "redo", "Bring back the act that was undone.", redo),
    Verb(
        "answer",
        ".",
        "open questions",
        "Answer an open question; where several are open, choose one.",
        answer,
    ),
    Verb("put-off", ",", "put off", "Put the open question last; it stays open.", put_off),
    Verb("line", ":", "command", "Type a command in words.", open_command_line),
    Verb(
        "sheet",
        "s",
        "sheet",
        "Open the selected character’s sheet, or the selected challenge.",
        open_screens.open_sheet,
    ),
    Verb("book", "b", "book", "Open the book of the scenario.", open_screens.open_book),
    Verb("history", "l", "history", "Open the history of the table.", open_screens.open_history),
    Verb("odds", "o", "odds", "Open the odds of the selected character.", open_screens.open_odds),
    Verb(
        "palette",
        "ctrl+p",
        "all acts",
        "List all acts, filtered by the letters of their names.",
        open_screens.open_palette,
        False,
    ),
    Verb("players", "P", "players", "Open or close the page that players watch.", open_screens.open_players),
    Verb("preview", "V", "players’ view", "Look at what players see now.", open_screens.open_preview),
    Verb("recap", "", "recaps", "Write the recaps beside the table: yours, and the players’.", tell_recaps),
    Verb(
        "themes",
        "f2",
        "looks",
        "Choose the theme, the signs, the length of rows and the mouse.",
        open_screens.open_themes,
    ),
    Verb("skip-lesson", "f3", "skip lesson", "Go on to the next lesson without its act.", skip_lesson, False),
    Verb("redraw", "ctrl+l", "redraw", "Draw the screen again.", lambda table: table.display.redraw()),
    Verb("quit", "q", "quit", "Leave the table; everything is saved.", leave_table),
    Verb("help", "?,f1", "all keys", "Show all keys.", open_screens.open_help),
    Verb("clear-marks", "escape", "clear ticks", "Take all ticks off.", clear_ticks, formerly="clear marks"),
)
"""The verbs in the order in which help and palette list them."""
BY_ID: Mapping[str, Verb] = {verb.id: verb for verb in VERBS}

_OPENS = ("sheet", "book", "history", "odds", "players", "preview", "recap", "themes")

VERB_WORDS: Mapping[str, str] = {
    **{verb.id: verb.help for verb in VERBS if verb.id in ("undo", "redo", "find", *_OPENS, "skip-lesson")},
    "undo": "Take back the last act, or four acts with undo 4.",
    "redo": "Bring back the act that was undone, or four acts with redo 4.",
    "show": "Go to a pane: people, order, ladder, abacus, log; or answer the open questions.",
    "help": "Show all keys, or the acts that contain a word.",
    "quit": "Leave the table for now.",
    "memory": "Play on while the disk fails; acts stay in memory until the disk works again.",
    "save": "Save what is not on disk yet, or move the table to another folder: save FOLDER.",
}
"""Words of the command line that are no commands; scripts know undo, redo, show and help too."""
VERB_LABELS: Mapping[str, str] = {
    slug(label): verb.id
    for verb in VERBS
    if verb.palette or verb.id in ("palette", *VERB_WORDS)
    for label in (verb.label, verb.formerly)
    if label
}
"""The verbs that the line does by their labels, such as `open questions`."""
