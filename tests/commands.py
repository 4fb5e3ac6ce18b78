"""The acts and the house rules of the games that are shipped."""

from wyrd_tui.engine.rules.all_games import all_commands
from wyrd_tui.engine.rules.games import house_rules

COMMANDS = all_commands()
BY_ID = {command.id: command for command in COMMANDS}
HOUSE_RULES = house_rules()
