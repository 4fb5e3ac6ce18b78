"""Tables of shipped scenarios, as a game master begins them, and the words of their questions."""

from __future__ import annotations

from tests.screens.desk import press, seat
from tests.test_every_command import SHIPPED, opened
from wyrd_tui.engine.dice import FedDice
from wyrd_tui.screens.questions.asking import Asking
from wyrd_tui.screens.table.controller import Controller
from wyrd_tui.widgets.question import Prompt

FLIGHT, GANNET = "flight-from-the-tower", "the-light-on-gannet-stack"
_NAMES = {"⏎": "enter", "esc": "escape", "⌫": "backspace", "↓": "down", "↑": "up", "tab": "tab"}


def begun(stem: str, keys: str = "", dice: tuple[str, ...] = ()) -> Controller:
    """Begin a scenario that comes with the program, and press keys as `keyed` takes them."""
    table, _ = seat(opened(next(path for path in SHIPPED if path.stem == stem)))
    table.session.dice = FedDice(dice)
    keyed(table, keys)
    return table


def keyed(table: Controller, keys: str) -> None:
    """Press keys that are separated by blanks; text and dice begin with `=`."""
    press(table, *(_NAMES.get(key, key) for key in keys.split()))


def asking(table: Controller) -> Asking:
    """Return the question that is being asked."""
    assert isinstance(table.asking, Asking), table.speech.status.said
    assert table.question is not None
    return table.asking


def prompt(table: Controller, width: int = 80) -> Prompt:
    """Return the question that is being asked, as it is drawn."""
    return asking(table).question(width)


def commands(table: Controller) -> list[str]:
    """Return the ids of the acts done so far."""
    return [step.act.command for step in table.session.done]
