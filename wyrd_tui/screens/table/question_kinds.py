"""Kinds of questions that a table asks; they load with the first of them, since a table opens without any."""

from __future__ import annotations

from collections.abc import Sequence

from wyrd_tui.engine.commands import Ask, text_of
from wyrd_tui.screens.questions.asking import Asking
from wyrd_tui.screens.questions.outcomes import AskingOutcome, Done, StillOpen


class OpenAsking(Asking):
    """Questions on an open matter, which can be put off."""

    escape = "close"
    is_put_off = False
    """True where the matter is put off already, so that the key does nothing more."""

    def _keys(self) -> list[tuple[str, str]]:
        *keys, leave = super()._keys()
        return [*keys, *([] if self.typed or self.is_put_off else [(",", "put off")]), leave]

    def _suggests_undone(self, ask: Ask) -> bool:
        return ask.kind != "dice"


class OpenListing(OpenAsking):
    """Question which of several open questions to answer."""

    escape = "cancel"
    already_put_off: Sequence[str] = ()
    """The matters that are put off already."""

    def _keys(self) -> list[tuple[str, str]]:
        self.is_put_off = self.chosen in self.already_put_off
        return super()._keys()

    @property
    def chosen(self) -> str:
        """The matter of the question under the cursor; empty where there is none."""
        return text_of(self.so_far(), "matter")


class FromPalette(Asking):
    """The questions of an act that was chosen while the rows were hidden: the one that a row answers is put, too."""

    def start(self) -> AskingOutcome:
        """Put the first question that the selection does not answer, else the last that it does."""
        outcome = super().start()
        return StillOpen() if isinstance(outcome, Done) and self.back_to_selected() else outcome


class Leaving(Asking):
    """The question whether to leave, in which Esc stays."""

    escape = "stay"
