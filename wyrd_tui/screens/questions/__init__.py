"""Questions put to the GM: fields, the questions of a command, the command line."""
