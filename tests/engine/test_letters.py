"""Letters keep few marks, and nothing modifies a symbol."""

from __future__ import annotations

from wyrd_tui.engine.letters import few_marks


def test_marks_and_what_modifies_symbols_are_few() -> None:
    assert few_marks("Zoë – −2 · ●○") == "Zoë – −2 · ●○"
    assert few_marks("e\u0301\u0301\u0301x\u0301 ❤\ufe0f 👍🏽 नि 🇩🇪") == "e\u0301\u0301x\u0301 ❤ 👍 नि DE"
    assert few_marks("\u0301x") == "x"
    korean = "한글 \u1112\u1161\u11ab"
    assert few_marks(korean + "\u11ab\u1161 x\ud7b0\ud7b0\ud7b0") == korean + " x\ud7b0\ud7b0"
