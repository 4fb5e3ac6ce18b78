"""A line being typed: the keys that edit it, and how far it goes."""

from __future__ import annotations

from wyrd_tui.engine.letters import without_controls

MOST_TYPED = 500


def printable(character: str | None) -> str:
    """The character that a key types, or nothing."""
    return character if character is not None and len(character) == 1 and character.isprintable() else ""


def true_minus(number: str) -> str:
    """A number that is shown, with the sign that all others have."""
    return number.replace("-", "−")


class Editor:
    """A line being typed."""

    def __init__(self, text: str = "") -> None:
        self.text = text
        self.caret = len(text)

    def insert(self, text: str) -> None:
        """Type at the caret, as far as there is room; line ends become spaces."""
        typed = "".join(sign if sign.isprintable() else " " for sign in text)[: MOST_TYPED - len(self.text)]
        # A combining mark that is typed alone belongs to the letter before it.
        before = without_controls(self.text[: self.caret] + typed)
        self.text = before + self.text[self.caret :]
        self.caret = len(before)

    def key(self, key: str, character: str | None) -> bool:
        """Take a key that edits or types; False for any other."""
        match key:
            case "left" | "ctrl+b":
                self.caret = max(0, self.caret - 1)
            case "right" | "ctrl+f":
                self.caret = min(len(self.text), self.caret + 1)
            case "home" | "ctrl+a":
                self.caret = 0
            case "end" | "ctrl+e":
                self.caret = len(self.text)
            case "backspace":
                self._cut(max(0, self.caret - 1), self.caret)
            case "delete" | "ctrl+d":
                self._cut(self.caret, self.caret + 1)
            case "ctrl+w" | "ctrl+backspace":
                kept = self.text[: self.caret].rstrip()
                self._cut(kept.rfind(" ") + 1, self.caret)
            case "ctrl+u":
                self._cut(0, self.caret)
            case "ctrl+k":
                self._cut(self.caret, len(self.text))
            case _:
                typed = printable(character)
                if not typed:
                    return False
                self.insert(typed)
        return True

    def _cut(self, start: int, end: int) -> None:
        self.text = self.text[:start] + self.text[end:]
        self.caret = start
