"""Names of the levels. The command line reads them for its help, so this module imports nothing heavy."""

from typing import Final

LEVELS: Final = {
    "uniform": "plays every legal move with equal probability",
    "chick": "looks one turn ahead and often forgets to look",
    "hound": "plays well and makes mistakes",
    "fox": "plays very well and makes few mistakes",
    "owl": "plays best and searches longest",
    "greedy": "looks exactly one turn ahead and counts points only",
    "careful": "plays like a fox that avoids risk",
    "daring": "plays like a fox that likes risk",
}
"""Meaning by name: the ladder from weak to strong, then the reference bot and two characters."""

LADDER: Final = ("uniform", "chick", "hound", "fox", "owl")
