"""Copy a journal to another folder or name and continue there."""

from __future__ import annotations

import contextlib
import errno
import os
from pathlib import Path

from wyrd_tui.engine.letters import sanitize
from wyrd_tui.store.files import atomic
from wyrd_tui.store.files.folders import rescue_folders
from wyrd_tui.store.files.regular import refusal_reason
from wyrd_tui.store.tables.journal_file import JournalFile
from wyrd_tui.store.tables.journal_lines import JournalLine, join_lines
from wyrd_tui.store.tables.names import claim_name


def write_journal(folder: Path, name: str, lines: list[JournalLine]) -> JournalFile:
    """Write a journal whole under a free name of a folder, which is made where it is missing, and lock the table.

    Raises:
        OSError: If the folder refuses; no file of the attempt is left.
    """
    atomic.make_folder(folder)
    path, lock = claim_name(folder, name)
    log = path.with_suffix(".journal")
    try:
        atomic.write(log, join_lines(lines))
        return JournalFile(log, lines, lock)
    except BaseException:
        # While the name is still ours: another program may take it at once.
        for leftover in (log, path.with_suffix(".lock")):
            with contextlib.suppress(OSError):
                leftover.unlink()
        lock.release()
        raise


def write_to_first(name: str, lines: list[JournalLine], *folders: Path) -> JournalFile:
    """Write a journal whole into the first of some folders that takes it, or else into a folder of the last resort.

    Raises:
        OSError: If none takes it, with the reason of each.
    """
    why = []
    # A name that nobody can take before: others may write there, too.
    last_resort = [(folder, folder / f"wyrd-{os.urandom(8).hex()}") for folder in rescue_folders()]
    for folder, place in (*((folder, folder) for folder in folders), *last_resort):
        try:
            # A missing folder is not made anew: it may be a stick that was pulled out.
            os.stat(folder)
            return write_journal(place, name, lines)
        except OSError as refused:
            why.append(f"{sanitize(str(folder))}: {refusal_reason(refused)}")
            if place != folder:
                with contextlib.suppress(OSError):
                    place.rmdir()
    raise OSError(errno.ENOSPC, "; ".join(why), name)
