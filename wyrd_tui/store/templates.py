"""What `wyrd new` writes: a commented scenario to start from, for each game."""

from __future__ import annotations

from collections.abc import Mapping

from wyrd_tui.engine.state import METTLE, WYRD_ABACUS, WYRD_ENGINE
from wyrd_tui.store import schema
from wyrd_tui.store.clean import clean

GAMES = (WYRD_ENGINE, WYRD_ABACUS, METTLE)

_WYRD_ABACUS = '''\
# A story of the Wyrd Abacus for the game master's screen. `wyrd check FILE` says what is wrong with it;
# `wyrd FILE` plays it. Only the title must be there. Take out what you do not need.

title = {title}
systems = ["wyrd_abacus"]
players = [1, 4]
hours = [2, 4]

premise = """
What everybody is told when play begins."""

handout = """
What the players may read for themselves. Everything else stays behind the screen until you show it."""

truth = """
What is really going on, and what it wants. Nobody but you reads this."""

# Rules of the whole story. Shipped: bloody, close-the-shutters, devils-due, only-one, prowling-beast, rolling-fog,
# kill-count, old-mine. `evident` ones are read out as a scene begins; the others stay hidden until they strike.
stage_rules = [
  {{ like = "bloody", evident = true }},
  {{ like = "devils-due", brings = ["the-visitor"] }},              # the third 6 on Wyrd rolls calls it
  {{ like = "rolling-fog", challenge = "the-silence" }},            # a challenge that rises with every scene
]

# Readings of the rules, where the text leaves a point open. What is not named here keeps its default.
[rules]
wyrd_pool = "party"                 # the scene's Wyrd: "party" counts every character, "present" those in the scene
influence = "starting"              # dice of an influence roll: the "starting" score or the "current" one

# Ready-made characters: each ability from 3 to 9, 15 in all, two facets each.
[[party]]
name = "Ada Reeve"
player = "Ann"
concept = "The schoolteacher who came back"
body = 4
mind = 6
soul = 5
ties = "Tom taught her to swim."

[party.facets]
body = ["Walks for miles", "Tires the young ones out"]
mind = ["Knows every family", "Asks once more"]
soul = ["Sings when afraid", "Forgives nobody"]

[[party]]
name = "Tom Pell"
concept = "The ferryman"
body = 6
mind = 4
soul = 5
ties = "He owes Ada an answer."

[party.facets]
body = ["Strong as an ox", "Steady hands"]
mind = ["Reads the weather", "Says little"]
soul = ["Leaves out milk", "Sleeps badly"]

[[scenes]]
title = "The house by the water"
text = "What they see, hear and smell."
begins = true                       # `B` begins here first; the players say who is there
brings = ["the-neighbour"]          # denizens who come on
challenges = ["the-locked-door", "what-the-neighbour-knows"]

[[scenes.clues]]
title = "The kitchen table"
text = "Laid for one more."
reveals = "Somebody was expected."

[[scenes]]
title = "Under the floor"
text = "Where it all comes together."
after = ["the-locked-door", "what-the-neighbour-knows"]     # both must be overcome before it can begin
challenges = ["the-last-word"]

[[resolutions]]
title = "Freed"
text = "Who shows no 6 on the last Wyrd roll goes home, and to what."

[[resolutions]]
title = "Caught"
text = "Who shows a 6 stays, and as what."

# Types: Obstruction, Pursuit, Threat (Body); Logic, Pressure, Wits (Mind); Foreboding, Invocation, Taint (Soul).
# Values: 2 and 3 slight, 4 to 6 serious, from 7 grave (points are needed), from 10 dire.
[[challenges]]
title = "The locked door"
type = "Obstruction"
value = 5
win = "It gives, and it is warm behind it."
lose = "Two points of Body, and somebody upstairs has heard."

[[challenges]]
title = "What the neighbour knows"
type = "Pressure"
value = "players + 3"               # amounts may depend on the number of players
text = "She pours tea and looks past you."
lose = "She tells the others who has been asking."

[[challenges]]
title = "The silence"
type = "Foreboding"
value = 4
springs = "scene"                   # strikes by itself as the scene ends, if nobody has dealt with it
lose = "One point of Soul from everybody."

[[challenges]]
title = "The last word"
type = "Invocation"
value = 8
after = ["the-silence"]             # cannot be faced before that one is overcome

[[cast]]
name = "The Neighbour"
concept = "One line is enough to play somebody"

[[cast]]
name = "The Visitor"
concept = "What knocks when the third 6 has fallen"
body = 7                            # denizens need no scores; with some, a player who is out may adopt them
mind = 3
soul = 5
'''

_METTLE = '''\
# A scenario of Mettle for the game master's screen. `wyrd check FILE` says what is wrong with it; `wyrd FILE` plays it.
# Only the title must be there. Take out what you do not need.

title = {title}
systems = ["mettle"]
players = [2, 4]
hours = [2, 4]

premise = """
What everybody is told when play begins."""

handout = """
What the players may read for themselves. Everything else stays behind the screen until you show it."""

truth = """
What really happened, and who wants it forgotten. Nobody but you reads this."""

# Readings of the rules, where the text leaves a point open. What is not named here keeps its default.
[rules]
twist_raised = "keep"              # a Twist leaves raised dice as sixes; "reroll" throws them, too
surge_stacks = true                 # a surge counts beside the largest bonus

# Ready-made characters. Mettle is motive and armor together; it need not be written.
[[party]]
name = "Ada Reeve"
player = "Ann"
concept = "The locksmith who went straight"
focus = 4
nature = 2
poise = 4
frame = 2
motive = 3
armor = 1
called = {{ focus = "Locks and springs", nature = "Patient" }}      # what she calls her attributes
backgrounds = {{ "Night School" = 2, "Old Friends" = 1 }}

[[party]]
name = "Tom Pell"
concept = "The ferryman who hits first"
focus = 2
nature = 4
poise = 3
frame = 4
motive = 4
armor = 1
load = 2                            # beyond frame it encumbers
backgrounds = {{ River = 3 }}

[[acts]]
title = "The first act"
text = "What the party sees, hears and smells."
begins = true                       # the table opens here; without it, you begin the act with a key
brings = ["the-night-watch"]        # cast who come on when the act begins
challenges = ["the-iron-door", "search-the-office", "the-watch-comes-round"]
complications = ["Rain: It starts, and it does not stop."]

[[acts.clues]]
title = "The ledger"
text = "Written in two hands."
reveals = "Somebody was paid twice."
difficulty = "Challenging"          # a rung or a number; without one, it is simply found
skills = ["Focus", "Night School"]

[[resolutions]]
title = "The truth comes out"
text = "And what it costs."

# Rungs: Routine (1), Challenging (3), Daunting (6), Formidable (10), Nigh Impossible (15), or any number.
[[challenges]]
title = "The iron door"
difficulty = 5
skills = ["Focus"]
win = "In, and nobody has heard."
lose = "It shrieks."

[[challenges]]
title = "Search the office"
difficulty = "Challenging"
successes = "players"               # a task; amounts may depend on the number of players

[[challenges]]
title = "The watch comes round"
clock = 4                           # beads that time moves
visibility = "known"                # "secret" (until you show it), "known" (they see that it is there) or "open"
lose = "A lantern, and a whistle."

[[cast]]
name = "The Night Watch"
concept = "Slow, and not alone"
count = "players"                   # a group, as many as the table needs
nature = 3
poise = 2                           # what an attack must beat
motive = 2

[[cast]]
name = "The Owner"
concept = "One line is enough to play somebody"
motive = 4                          # an incomplete sheet is fine

[[tables]]
title = "What lies in the drawer"
dice = "2d6"                        # or "d66", "1d6"
rows = {{ "2" = "A loaded pistol", "3-5" = "Letters, tied with hair", "6-8" = "Bills", "9-12" = "A key" }}

[[tables]]
title = "Who is about at this hour"
dice = "1d6"
entries = ["A cat", "A drunk", "Two lovers", "A constable", "Somebody in the same line of work", "Nobody at all"]
'''

_TEMPLATES: Mapping[str, str] = {WYRD_ABACUS: _WYRD_ABACUS, METTLE: _METTLE}


def template(name: str, game: str = WYRD_ENGINE) -> str:
    """A commented scenario of that title for a game, sound as it stands."""
    if game not in _TEMPLATES:
        return schema.template(name)
    title = clean(name) or schema.UNNAMED
    quoted = title.replace("\\", "\\\\").replace('"', '\\"')
    return _TEMPLATES[game].format(title=f'"{quoted}"')
