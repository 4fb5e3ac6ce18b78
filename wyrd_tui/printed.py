"""Printing: letter by letter, as far as the output can show it, and as a shell can take it back."""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TextIO

_SPELT = {"→": "->", "←": "<-", "×": "x", "·": "|", "▶": ">", "≤": "<=", "≥": ">="}
_SPELT |= dict.fromkeys("−–—", "-") | dict.fromkeys("“”„", '"') | dict.fromkeys("‘’", "'")


def prepare() -> None:
    """Make the three streams fit for use: one that was closed leads nowhere, and no letter stops one that lacks it."""
    import codecs

    codecs.register_error("spelt", _spelt)
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            # It also takes the descriptor that is free, which a file of the table's would be given otherwise.
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 - it stays open
        elif mode == "w" and (reconfigure := getattr(stream, "reconfigure", None)) is not None:
            reconfigure(errors="spelt")


def _spelt(error: UnicodeError) -> tuple[str, int]:
    """Spell signs that an encoding lacks in plain letters."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    from unicodedata import normalize

    signs = error.object[error.start : error.end]
    plain = (_SPELT.get(sign) or normalize("NFKD", sign).encode("ascii", "ignore").decode() or "?" for sign in signs)
    return "".join(plain), error.end


def print_text(text: str, stream: TextIO) -> None:
    """Print a text at once; a reader who has gone, as behind `head`, is no reason to stop.

    Raises:
        OSError: If the output refuses it.
    """
    from wyrd_tui.engine.letters import sanitize_lines

    try:
        print(sanitize_lines(text), file=stream, flush=True)
    except BrokenPipeError:
        discard_rest(stream)
    except OSError as refused:
        from wyrd_tui.store.files.regular import refusal_reason

        # The sentence says that the act was done, so that nobody does it twice.
        discard_rest(stream)
        told = f"not printed: {refusal_reason(refused)}; every act that was played is saved"
        raise OSError(refused.errno, told) from None


def print_message(text: str, stream: TextIO) -> None:
    """Print one message, as `indent_lines` indents it.

    Raises:
        OSError: If the output refuses it.
    """
    print_text(indent_lines(text), stream)


def indent_lines(text: str) -> str:
    """Print one message; its further lines are indented, so that no outside text begins a line."""
    from wyrd_tui.engine.letters import sanitize_lines

    return sanitize_lines(text).replace("\t", " ").replace("\n", "\n    ")


def fail(reason: str) -> int:
    """Say why not; gives the exit status.

    Raises:
        OSError: If the output refuses it.
    """
    print_message(reason, sys.stderr)
    return 1


def discard_rest(stream: TextIO) -> None:
    """Send the rest of a stream nowhere, since its reader has left."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)


def quote_shell(word: str) -> str:
    """Quote a word as a shell reads it back, also where it holds signs that no terminal shows."""
    from shlex import quote

    from wyrd_tui.engine.letters import sanitize

    if sanitize(word) == word:
        return quote(word)
    plain = range(0x20, 0x7F)
    signs = (chr(byte) if byte in plain and byte not in b"\\'" else f"\\{byte:03o}" for byte in os.fsencode(word))
    return f"$'{''.join(signs)}'"
