"""The acts of the games that are shipped, in the order of the list and by id."""

from wyrd_tui.engine.rules.table import all_commands

COMMANDS = all_commands()
BY_ID = {command.id: command for command in COMMANDS}
