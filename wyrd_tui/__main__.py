"""`python -m wyrd_tui` is the `wyrd` command."""

import sys

from wyrd_tui.cli import main

sys.exit(main())
