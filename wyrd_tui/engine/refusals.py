"""Sentences of refusals that several acts share."""

from __future__ import annotations


def empty_text(what: str, example: str) -> str:
    """Return that a text is empty which an act needs, with an example of one."""
    return f"The {what} is empty. Write one, such as {example}."


def nothing_called(noun: str, name: str) -> str:
    """Return that nothing of a kind has this name."""
    return f"No {noun} is called “{name}”."


def not_a_number_of_acts(quoted: str) -> str:
    """Return that words after undo or redo are no number, with an example of one."""
    return f"{quoted} is not a number of acts. Write a whole number, such as 4."


def too_many_acts(there: str, most: int, done: str, wanted: str) -> str:
    """Return that fewer acts can be undone or redone than were asked for."""
    return f"Only {there} can be {done}, not {wanted}. Write {most} or fewer."
