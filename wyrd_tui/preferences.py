"""The GM's own keys and looks, read from the settings folder as the screen opens."""

from __future__ import annotations

import os
from collections.abc import Mapping

from wyrd_tui.engine.dice import Refused, quote_briefly
from wyrd_tui.engine.spelling import suggest_in_problem
from wyrd_tui.store.files import folders
from wyrd_tui.store.files.problems import Broken, sentences_of
from wyrd_tui.store.files.regular import refusal_reason
from wyrd_tui.store.settings import FILE, Config, KnownThemes, keep_setting, load_config
from wyrd_tui.widgets.themes import DEFAULT, THEMES, Looks, Theme, alter_theme, doubtful_roles, fit_theme


def read_keys() -> tuple[dict[str, str], list[str]]:
    """Read the GM's keys; return them with the problems of the file."""
    path = folders.config_folder() / "keys.toml"
    if not os.path.lexists(path):
        return {}, []
    from wyrd_tui.engine.rules.all_games import all_commands
    from wyrd_tui.screens.table.verbs import VERBS
    from wyrd_tui.store.keymap import KeyedAct, load_keymap

    acts = [KeyedAct(row.id, row.key, row.game) for row in all_commands()]
    keys, problems = load_keymap(path, [*acts, *(KeyedAct(verb.id, verb.keys) for verb in VERBS)])
    return keys, sentences_of(problems)


def read_config() -> tuple[Config, list[str]]:
    """Read the settings of the screen; return them with the problems of the file."""
    coloured = {name: theme.palette._asdict() for name, theme in THEMES.items() if theme.palette}
    known = KnownThemes([*THEMES], coloured, lambda theme: doubtful_roles(theme.like, theme.colours))
    config, problems = load_config(folders.config_folder() / FILE, known)
    return config, sentences_of(problems)


def themes_of(config: Config) -> Mapping[str, Theme]:
    """Return all themes by name: those of the program, then the GM's own."""
    return {**THEMES, **{name: alter_theme(own.like, own.colours) for name, own in config.themes.items()}}


def choose_looks(wanted: str | None, config: Config, environ: Mapping[str, str]) -> Looks:
    """Choose the looks to begin with: the settings', in the theme that the command line names, as the terminal can.

    Raises:
        Refused: If there is no theme of that name.
    """
    known = (*THEMES, *config.themes)
    if wanted and wanted not in known:
        hint = suggest_in_problem(wanted, known)
        listed = f"Write --theme {known[0]}, or another of {', '.join(known[1:])}."
        raise Refused(f"No theme is called {quote_briefly(wanted)}{hint or '.'} {listed}")
    theme = fit_theme(wanted or config.theme or DEFAULT, environ)
    return Looks(theme, config.glyphs, config.density, config.mouse)


def remember_setting(name: str, value: str | bool) -> str:
    """Write a setting into `config.toml`; return the reason where that is refused, else nothing."""
    path = folders.config_folder() / FILE
    try:
        keep_setting(path, name, value)
    except Broken as broken:
        return f"Used until you leave, but not kept. {FILE} has an error: {sentences_of(broken.problems)[0]}"
    except OSError as refused:
        return f"Used until you leave, but not kept: {refusal_reason(refused)}."
    return ""
