"""Settings of `config.toml` are checked one by one; a wrong one changes nothing else."""

from pathlib import Path

import pytest

from wyrd_tui.store.files.problems import Broken
from wyrd_tui.store.settings import Config, KnownThemes, OwnTheme, keep_setting, load_config

THEMES = ("calm", "light", "plain")
COLOURED = {
    "calm": {"back": "#000000", "text": "#ffffff", "harm": "#ff4f87"},
    "light": {"back": "#ffffff", "text": "#000000", "harm": "#aa0033"},
}
KNOWN = KnownThemes(THEMES, COLOURED, lambda theme: {})


def load(tmp_path: Path, text: str, known: KnownThemes = KNOWN) -> tuple[Config, list[str]]:
    path = tmp_path / "config.toml"
    path.write_text(text, encoding="utf-8")
    config, problems = load_config(path, known)
    return config, [str(problem).rpartition("config.toml:")[2] for problem in problems]


def test_missing_file_changes_nothing(tmp_path: Path) -> None:
    assert load_config(tmp_path / "none.toml", KNOWN) == (Config(), [])


def test_reads_all_settings(tmp_path: Path) -> None:
    text = 'theme = "dusk"\nmouse = false\nglyphs = "ascii"\ndensity = "short"\n'
    text += '[themes.dusk]\nlike = "light"\nharm = "#FF0000"\n'
    config, said = load(tmp_path, text)
    assert (config, said) == (
        Config("dusk", False, "ascii", "short", {"dusk": OwnTheme("light", {"harm": "#FF0000"})}),
        [],
    )


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('theme = "dusk"\n[themes.dusk]\nlike = "lihgt"', '3:1: no theme is called "lihgt"; did you mean "light"?'),
        ('theme = "lihgt"', '1:1: no theme is called "lihgt"; did you mean "light"?'),
        ("theme = 3", '1:1: no theme is called "3"; write theme = "calm" or light, plain'),
        ('density = "low"', '1:1: density cannot be "low"; write density = "full" or short'),
        ('mouse = "no"', "1:1: mouse must be true or false; write mouse = false"),
        ('glyphs = "utf"', '1:1: glyphs cannot be "utf"; write glyphs = "auto" or unicode, ascii'),
        ("them = 1", '1:1: no setting is called "them"; did you mean "theme"?'),
        (
            "colour = 1",
            '1:1: no setting is called "colour"; settings are theme, mouse, glyphs, density, themes',
        ),
        ("themes = 1", "1:1: themes must be tables; write [themes.dusk]"),
        ("[themes]\ndusk = 1", '2:1: "dusk" must be a table; write [themes.dusk], and under it like = "calm"'),
        ("[themes.calm]", "1:9: calm is a theme of the program; write another name for yours, such as [themes.dusk]"),
        ('[themes."a b"]', '1:9: "a b": write letters, digits and hyphens, 30 at most, such as [themes.dusk]'),
        ('[themes.dusk]\nlike = "plain"', '2:1: no theme is called "plain"; write like = "calm" or light'),
        ("[themes.dusk]\nlike = [1]", '2:1: no theme is called "[1]"; write like = "calm" or light'),
        ('[themes.dusk]\nharn = "#000000"', '2:1: no role is called "harn"; did you mean "harm"?'),
        ('[themes.dusk]\nink = "#000000"', '2:1: no role is called "ink"; roles are back, text, harm'),
        ('[themes.dusk]\nharm = "red"', '2:1: harm must be a colour of six digits; write harm = "#ff4f87"'),
        (
            '[themes.dusk]\nlike = "light"\nharm = "red"',
            '3:1: harm must be a colour of six digits; write harm = "#aa0033"',
        ),
    ],
)
def test_wrong_settings_are_told_and_count_for_nothing(tmp_path: Path, text: str, sentence: str) -> None:
    config, said = load(tmp_path, text)
    assert said == [sentence]
    assert (config.theme, config.mouse, config.glyphs) == ("", True, "auto")
    assert all(not theme.colours for theme in config.themes.values())


def test_a_wrong_like_hides_no_other_mistake(tmp_path: Path) -> None:
    config, said = load(tmp_path, '[themes.dusk]\nlike = "clam"\nharn = "#000000"\ntext = "red"\n')
    assert [line.partition(":")[0] for line in said] == ["2", "3", "4"]
    assert config.themes == {}


def test_a_colour_that_can_hardly_be_read_is_a_warning(tmp_path: Path) -> None:
    known = KNOWN._replace(doubts=lambda theme: dict.fromkeys(theme.colours, "too dark"))
    config, said = load(tmp_path, '[themes.dusk]\nharm = "#15171d"\n', known)
    assert said == ["2:1: warning: too dark"]
    assert config.themes == {"dusk": OwnTheme("calm", {"harm": "#15171d"})}


def test_a_wrong_line_leaves_the_others(tmp_path: Path) -> None:
    config, said = load(tmp_path, 'theme = "light"\nmouse = 0\n[themes.dusk]\nharm = "#000000"\nback = "#00"\n')
    assert (config.theme, config.themes) == ("light", {"dusk": OwnTheme("calm", {"harm": "#000000"})})
    assert len(said) == 2


def test_nothing_counts_of_a_file_that_is_no_toml(tmp_path: Path) -> None:
    config, said = load(tmp_path, 'theme = "light"\nmouse =\n')
    assert config == Config()
    assert "the file is not used" in said[0]


def test_keeping_a_setting_leaves_all_else_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "settings" / "config.toml"
    keep_setting(path, "theme", "light")
    assert load_config(path, KNOWN)[0].theme == "light"
    text = '# mine\nmouse = false   # a tablet\n\n[themes.dusk]\nharm = "#000000"  # black\n'
    path.write_text(text, encoding="utf-8")
    keep_setting(path, "theme", "dusk")
    assert set(text.splitlines()) < set(path.read_text(encoding="utf-8").splitlines())
    assert load_config(path, KNOWN)[0].theme == "dusk"


def test_a_file_that_is_no_toml_is_not_written(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text("theme =\n")
    with pytest.raises(Broken):
        keep_setting(path, "theme", "light")
    assert path.read_text() == "theme =\n"
