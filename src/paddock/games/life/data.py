"""Life is Life: its facts, its cards and its options."""

from typing import Final

from paddock.engine.game import Facts
from paddock.engine.options import Choice, Number, Numbers, Option, Switch

FACTS: Final = Facts(
    id="life",
    title="Life is Life",
    designer="Lorenz Kutschke",
    publisher="NSV",
    year=2016,
    players=range(3, 6),
    summary="Trade cards, collect majorities, knock in time: the last one with a life wins.",
    hidden=True,
)

RULES_VERSION: Final = 1
"""The version in records. It goes up when a change of the rules could make an old record replay differently."""

ANIMALS: Final = ("giraffe", "bear", "mole", "goat", "sheep", "dog", "rabbit", "pig", "cat", "mouse")
PLURALS: Final = ("giraffes", "bears", "moles", "goats", "sheep", "dogs", "rabbits", "pigs", "cats", "mice")
SPECIES: Final = len(ANIMALS)
MOST_MOVES: Final = SPECIES
"""The longest list of moves: any animal that may be dealt or given."""
RABBIT: Final = ANIMALS.index("rabbit")
PIG: Final = ANIMALS.index("pig")
CAT: Final = ANIMALS.index("cat")

CARDS: Final = (9, 8, 7, 7, 6, 6, 5, 5, 4, 3)
"""Cards of each animal (1.1). The printed value of an animal is the same number. `values` changes points only."""
ALL_CARDS: Final = sum(CARDS)

MOST_SEATS: Final = 5
MOST_ROWS: Final = 6
FEWEST_IN_HAND: Final = 2
"""The smallest hand. One card would leave no choice, and often no legal trade (7.5)."""
MOST_IN_HAND: Final = (ALL_CARDS - 1) // FACTS.players[0]
MOST_LIVES: Final = 9
MOST_POINTS: Final = 99

LIVES: Final = 5
ROWS: Final = (1, 2, 3, 4)
HAND: Final = 10

MOST_TURNS: Final = 999
SENSIBLE_TURNS: Final = 30
"""The turn limit of simulations. Only 1 to 3 of 100 sensible phases reach it (6.4)."""

OPTIONS: Final[tuple[Option, ...]] = (
    Switch(
        "advanced", False, "only five rabbits or five pigs are sudden death, and give the player who shows them a life"
    ),
    Choice("declare", "automatic", "whether a complete combination is shown by itself", ("automatic", "optional")),
    Number("turn_limit", 0, "turns each before the next must knock; 0 for no limit", 0, MOST_TURNS, SENSIBLE_TURNS),
    Numbers("values", CARDS, "points for the majority of giraffe to mouse", 0, MOST_POINTS, SPECIES, SPECIES),
    Number("lives", LIVES, "lives at the start", 1, MOST_LIVES),
    Numbers("rows", ROWS, "cards in each row of the table", 1, MOST_IN_HAND, 1, MOST_ROWS),
    Number("hand", HAND, "cards dealt to each hand", FEWEST_IN_HAND, MOST_IN_HAND),
)
