"""Checks that keys of sheets and names of difficulties belong to the game at hand (C-30)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wyrd_tui.engine.voices import the_game
from wyrd_tui.store.files.clean import quote_text
from wyrd_tui.store.scenarios.amounts import ladders, spell_rung
from wyrd_tui.store.scenarios.check import Ratings
from wyrd_tui.store.scenarios.games import KEYS
from wyrd_tui.store.scenarios.games.preps import PREPS

if TYPE_CHECKING:
    from wyrd_tui.store.scenarios.character_models import SheetEntry
    from wyrd_tui.store.scenarios.check import Examination
    from wyrd_tui.store.scenarios.page_models import ChallengeEntry, ClueEntry

SHEET = {name: tuple(game.sheet.model_fields) for name, game in KEYS.items()}
"""The keys of a sheet, by game."""


def report_foreign_keys(check: Examination) -> None:
    """Report keys of sheets and names of difficulties that belong to another game."""
    for member in check.characters:
        _own(check, member)
        for game, sheet in member.sheets.items():
            _further(check, game, sheet)
            if game not in check.file.systems:
                add = f'add "{game}" to "systems" to play it'
                check.warn(f"nobody plays {the_game(game)} at this table: {add}", member, "sheets", game)
    for challenge in check.file.challenges_and_clues:
        if challenge.dr is not None:
            _difficulty(check, challenge, challenge.dr)


def report_ratings(check: Examination) -> None:
    """Warn of each name that a challenge calls for and that nobody has."""
    ratings: dict[str, Ratings] = {}
    for challenge in check.file.challenges_and_clues:
        game = check.game_of(challenge)
        if challenge.skills and game not in ratings:
            ratings[game] = Ratings(check, PREPS[game].ratings(check), PREPS[game].unknown)
        for index, name in enumerate(challenge.skills):
            ratings[game].look(name, challenge, "skills", index)


def _own(check: Examination, member: SheetEntry) -> None:
    """Report keys of a character itself that are not the main game's."""
    for game, keys in SHEET.items():
        for key in keys if game != check.main else ():
            if key in member.model_fields_set:
                where = f'put it under "sheets.{game}"'
                if game not in check.file.systems:
                    own = ", ".join(SHEET[check.main])
                    where = f'{where}, and add "{game}" to "systems"; a character here has {own}'
                name = quote_text(check.written(member, key))
                check.error(f"{name} belongs to {the_game(game)}; {where}", member, key)


def _further(check: Examination, main: str, sheet: SheetEntry) -> None:
    """Report keys of a sheet for a further game that are not that game's."""
    for game, keys in SHEET.items():
        where = "write it on the character itself" if game == check.main else f'put it under "sheets.{game}"'
        for key in keys if game != main else ():
            if key in sheet.model_fields_set:
                name = quote_text(check.written(sheet, key))
                check.error(f"{name} belongs to {the_game(game)}; {where}", sheet, key)


def _difficulty(check: Examination, challenge: ChallengeEntry | ClueEntry, value: int | str) -> None:
    """Report a number beyond the difficulties of the challenge's game, and a name from the ladder of another."""
    from wyrd_tui.engine.rules.games import GAMES  # the rules of every game

    game = check.game_of(challenge)
    low, high = GAMES[game].difficulties
    if isinstance(value, int) and not low <= value <= high:
        name = quote_text(check.written(challenge, "dr"))
        check.error(f"{name}: must be from {low} to {high}", challenge, "dr")
    rung = spell_rung(value) if isinstance(value, str) else ""
    own = ladders().get(game, {})
    if not rung or rung in own or challenge.type is not None:
        return
    whose = " and ".join(the_game(other) for other, ladder in ladders().items() if rung in ladder)
    has = f"{the_game(game)} has {', '.join(own)}" if own else f"a challenge of {the_game(game)} takes a number"
    check.error(f"{quote_text(value)} is a rung of {whose}; {has}", challenge, "dr")
