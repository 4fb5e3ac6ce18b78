"""Acts of the GM where the disk refuses: try again, play on in memory, take the table to another folder."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import TYPE_CHECKING

from wyrd_tui.engine.choices import Choice
from wyrd_tui.engine.commands import Ask, Command, screen_question
from wyrd_tui.engine.dice import Refused
from wyrd_tui.engine.journal import Saving
from wyrd_tui.screens.table import sentences
from wyrd_tui.screens.table.playing import Playing
from wyrd_tui.store.files.regular import refusal_reason

if TYPE_CHECKING:
    from wyrd_tui.screens.table.protocols import Kept


def _kept(table: Playing) -> Kept:
    kept = table.storage.table if table.storage is not None else None
    if kept is None:
        raise Refused("This table is not kept in a file.")
    return kept


def _playable(table: Playing) -> Kept:
    if table.read_only:
        raise Refused("This table is read only here. `:save FOLDER` copies it to another folder.")
    return _kept(table)


def _say_saved(table: Playing, told: str) -> None:
    more = table.storage.messages() if table.storage is not None else []
    table.speech.quiet()
    table.speech.say_whole(" ".join([told, *more]))


def refresh(table: Playing) -> None:
    """Show what another window has played meanwhile."""
    fresh = table.storage.refresh() if table.storage is not None else None
    if fresh is None:
        return
    fresh.session.changed = table.session.changed
    table.session = fresh.session
    table.session.changed()
    table.speech.entries = [*map(sentences.log_entry, fresh.recent)]
    table.publish(table.session.state)
    if fresh.reason != table.read_only:
        # The head goes on with it.
        table.speech.notice = table.speech.notice.replace(table.read_only, fresh.reason)
        table.read_only = fresh.reason
        table.speech.say(fresh.reason)


def keep_in_memory(table: Playing) -> None:
    """Play on in memory.

    Raises:
        Refused: If the table is read only.
    """
    _playable(table).hold()
    table.speech.say("Acts are now kept in memory until the disk works again.")


def save_table(table: Playing, folder: str) -> None:
    """Write everything, here or in another folder; a table that is only looked at begins anew there.

    Raises:
        Refused: If the disk or the folder refuses.
    """
    told = _moved(_kept(table), _folder(folder), table.read_only) if folder else _saved(_playable(table))
    _say_saved(table, told)


def _saved(kept: Kept) -> str:
    try:
        return f"Saved as {kept.save()}."
    except OSError as refused:
        raise Refused(
            f"Not saved: {refusal_reason(refused)}. Nothing is lost. `:save FOLDER` saves elsewhere."
        ) from None


def _folder(said: str) -> Path:
    try:
        to = Path(os.path.abspath(Path(said).expanduser()))
    except RuntimeError:
        raise Refused(f"This computer has no account called {said.partition('/')[0]}.") from None
    if os.path.lexists(to) and not to.is_dir():
        raise Refused(f"{to} is not a folder. Write `:save FOLDER` with an existing or a new folder.")
    if not {"/", os.sep} & set(said) and not to.exists():
        raise Refused(f"There is no folder {said} here. `:save ./{said}` makes one; `:save` alone saves in place.")
    if not to.parent.is_dir():
        raise Refused(f"There is no folder {to.parent}. `:save FOLDER` makes one new folder inside an existing one.")
    return to


def _moved(kept: Kept, to: Path, read_only: str) -> str:
    try:
        path = kept.move(to)
    except OSError as refused:
        raise Refused(f"Not moved to {to}: {refusal_reason(refused)}. Nothing has changed.") from None
    if read_only:
        return f"A copy of the table is in {path}. Leave this table and open the copy to play."
    return f"The table is now {path}. The old file stays as it was last saved."


def retry_saving(table: Playing) -> None:
    """Write what the disk has refused, if it takes it by now; quiet where it does not.

    Raises:
        Refused: If the table is kept in no file.
    """
    if table.session.journal.saving is not Saving.IN_MEMORY:
        return
    kept = _kept(table)
    with contextlib.suppress(OSError):
        kept.save()
        _say_saved(table, "The disk works again, and every act is saved.")


def leaving_question(table: Playing) -> Command:
    """Make the question whether to leave, with what becomes of what is not on disk."""
    saved, becomes = "Nothing was changed." if table.read_only else "Everything is saved.", ""
    if not table.read_only and sentences.unsaved(table.session.journal):
        saved, becomes = sentences.leaving_words(table.session.journal)
    ask = Ask(
        "sure",
        f"Leave the table? {saved}".rstrip(),
        choices=lambda state, answers: (Choice("yes", "yes, leave"), Choice("no", "no, stay")),
        default=lambda state, answers: "yes",
        preview=lambda state, answers: becomes,
    )
    return screen_question("leave", "Leave", "Leave the table.", ask)
