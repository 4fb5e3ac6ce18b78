"""The signs that panes draw with, and their twins for terminals that know only ASCII."""

from __future__ import annotations

from collections.abc import Mapping

from wyrd_tui.engine.named_tuple import NamedTuple
from wyrd_tui.engine.spans import Span
from wyrd_tui.widgets.cells import cells


class Glyphs(NamedTuple):
    """Set of signs, each exactly one cell wide.

    Attributes:
        full: A marked stress box.
        free: A stress box that is not marked.
        hurt: A marked box of a row that costs a penalty, or a point that is lost.
        whole: Such a box that is not marked, or a point that is left.
        ghost: A box or bead that the open question would mark or move.
        becomes: Sign between a number and the one that the open question would make of it.
        hidden: Hidden from players.
        known: Players know its name.
        open: Players see all of it.
        hit: Stripe of a row whose character or group is hurt.
        wounded: Stripe of a row whose character or group is badly hurt or wounded.
        cursor: The selected row.
        resting: The selected row of a list while the keys are elsewhere.
        moves: The rod whose beads `+` and `-` move, before the GM has chosen one.
        turn: The fighter whose turn it is.
        coming: The foe who acts next.
        here: Sign before the challenge of a rung.
        ticked: A row ticked for the next act.
        moved: A bead that was moved.
        waiting: A bead still to move.
        tried: A bead of the last attempt, which counts for nothing now.
        rod: The line along which beads slide.
        scale: Where a rod has fewer beads than its challenge.
        left: Left side of the abacus' frame.
        right: Right side of the frame.
        side: Either side of it where no rod begins.
        primary: A primary action used.
        minor: A minor action used.
        acted: A fighter who has acted in this round.
        outside: A character at the table who is not in the order, or not in the scene.
        rule: The line beside a title.
        column: The line behind a column of numbers.
        tied: The same line behind a number that another shares.
        bar: The part of a bar that counts.
        half: The part of a bar that counts by half, such as a tie.
        rest: The part of a bar that does not.
        dot: Sign between small facts.
        more: There is more, cut off here.
        above: There are rows above.
        below: There are rows below.
        minus: Sign of a negative number.
        times: Sign before a number of members.
        step: Sign between a question and the one before it.
        caret: Where typing goes.
        enter: The enter key.
        lock: A challenge that waits for another, or an action that cannot be taken.
        flag: Something the GM still has to settle.
        wyrd: A point of Wyrd in the scene's pool.
        struck: A point of an ability that is scratched out.
        lost: The whole of such an ability, and the stripe of one who is out.
        six: A six that a countdown has counted.
        due: A six that it still waits for.
        beam: The line that joins the sides of the abacus, and the one beside the title of the pane in use.
        top_left: Left end of the topmost beam.
        top_right: Right end of it.
        joint_left: Left end of a beam between.
        joint_right: Right end of it.
        foot_left: Left end of the lowest beam.
        foot_right: Right end of it.
    """

    full: str = "■"
    free: str = "□"
    hurt: str = "◆"
    whole: str = "◇"
    ghost: str = "▒"
    becomes: str = "→"
    hidden: str = "◌"
    known: str = "◑"
    open: str = "◎"
    hit: str = "▌"
    wounded: str = "█"
    cursor: str = "▸"
    resting: str = "▹"
    moves: str = "±"
    turn: str = "▶"
    coming: str = "»"
    here: str = "←"
    ticked: str = "▪"
    moved: str = "●"
    waiting: str = "○"
    tried: str = "▫"
    rod: str = "─"
    scale: str = "╱"
    left: str = "╟"
    right: str = "╢"
    side: str = "║"
    primary: str = "▲"
    minor: str = "▼"
    acted: str = "✓"
    outside: str = "–"
    rule: str = "─"
    column: str = "│"
    tied: str = "╡"
    bar: str = "━"
    half: str = "╍"
    rest: str = "─"
    dot: str = "·"
    more: str = "…"
    above: str = "▴"
    below: str = "▾"
    minus: str = "−"
    times: str = "×"
    step: str = "›"
    caret: str = "▏"
    enter: str = "⏎"
    lock: str = "⊘"
    flag: str = "!"
    wyrd: str = "◉"
    struck: str = "╳"
    lost: str = "✗"
    six: str = "⚅"
    due: str = "○"
    beam: str = "═"
    top_left: str = "╔"
    top_right: str = "╗"
    joint_left: str = "╠"
    joint_right: str = "╣"
    foot_left: str = "╚"
    foot_right: str = "╝"


UNICODE = Glyphs()
ASCII = Glyphs(
    full="*",
    free=".",
    hurt="#",
    whole="_",
    ghost="%",
    becomes=">",
    hidden="h",
    known="k",
    open="A",
    hit="|",
    wounded="#",
    cursor=">",
    resting="-",
    moves="+",
    turn=">",
    coming="}",
    here="<",
    ticked="+",
    moved="@",
    waiting="o",
    tried=":",
    rod="-",
    scale="/",
    left="|",
    right="|",
    side="|",
    primary="P",
    minor="m",
    acted="v",
    outside="-",
    rule="-",
    column="|",
    tied=":",
    bar="=",
    half=":",
    rest="-",
    dot="-",
    more="~",
    above="^",
    below="v",
    minus="-",
    times="x",
    step=">",
    caret="_",
    enter="ENTER",
    lock="!",
    flag="!",
    wyrd="@",
    struck="x",
    lost="x",
    six="6",
    due="_",
    beam="=",
    top_left="+",
    top_right="+",
    joint_left="+",
    joint_right="+",
    foot_left="+",
    foot_right="+",
)

GLYPH_SETS: Mapping[str, Glyphs] = {"unicode": UNICODE, "ascii": ASCII}
"""Sets by the name that the settings have for them."""

_TWINS = str.maketrans(
    dict(zip(UNICODE, ASCII, strict=True))
    | {"●": "*", "○": ".", "┃": "|", "—": "-", "◂": "<", "≤": "<", "≥": ">"}
    | {"“": '"', "”": '"', "„": '"', "’": "'", "‘": "'"}
    | {"⏎": "Enter", "⌫": "Backspace", "↑": "Up", "↓": "Down"}
)


def to_ascii(text: str) -> str:
    """The text in ASCII alone: our own signs by their twins, of any other character a question mark for each cell."""
    text = text if text.isascii() else text.replace("↑↓", "Up/Down").translate(_TWINS)
    return text if text.isascii() else "".join(one if one.isascii() else "?" * cells(one) for one in text)


def choose_glyphs(environ: Mapping[str, str], encoding: str | None) -> Glyphs:
    """The set that a terminal can show: ASCII where it is asked for, for other encodings and for a bare console."""
    if environ.get("WYRD_ASCII", "") not in ("", "0") or environ.get("TERM") in ("linux", "dumb"):
        return ASCII
    return UNICODE if (encoding or "").lower().replace("-", "").startswith(("utf", "cp65001")) else ASCII


def visibility_sign(visibility: str, glyphs: Glyphs) -> Span:
    """Draw in one cell how much players may see, in the colour of gain where they see anything."""
    signs: Mapping[str, Span] = {
        "secret": (glyphs.hidden, "faint"),
        "known": (glyphs.known, "gain"),
        "open": (glyphs.open, "gain"),
    }
    return signs[visibility]


def with_sign(number: int, glyphs: Glyphs) -> str:
    """A number with its sign: `+2`, `−1`, and `+0` for nothing."""
    return f"+{number}" if number >= 0 else f"{glyphs.minus}{-number}"
