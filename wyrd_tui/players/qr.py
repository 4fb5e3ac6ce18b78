"""QR code of an address, two rows of its squares in each line of text."""

from __future__ import annotations

import segno

MARGIN = 2
"""Empty squares around the code; phones find it with fewer than the four of the norm where the ground is light."""
SIGNS = {(0, 0): " ", (1, 0): "▀", (0, 1): "▄", (1, 1): "█"}


def draw_code(text: str) -> tuple[str, ...]:
    """Draw the QR code of a text: lines of half blocks, to be shown dark on a light ground."""
    rows = [[*(0,) * MARGIN, *row, *(0,) * MARGIN] for row in segno.make(text, error="l", micro=False).matrix]
    empty = [0] * len(rows[0])
    rows = [*[empty] * MARGIN, *rows, *[empty] * MARGIN]
    if len(rows) % 2:
        rows.append(empty)
    return tuple(
        "".join(SIGNS[int(upper), int(lower)] for upper, lower in zip(above, below, strict=True))
        for above, below in zip(rows[::2], rows[1::2], strict=True)
    )
