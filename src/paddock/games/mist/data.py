"""So ein Mist: its facts, its cards and its options."""

from typing import Final

from paddock.engine.game import Facts
from paddock.engine.options import Number, Numbers, Option, Switch

FACTS: Final = Facts(
    id="mist",
    title="So ein Mist",
    designer="Rüdiger Dorn",
    publisher="ABACUSSPIELE",
    year=2019,
    players=range(3, 7),
    summary="Throw dice for as long as you dare, then walk: food or dung?",
)

RULES_VERSION: Final = 1
"""The version in records. It goes up when a change of the rules could make an old record replay differently."""

ANIMALS: Final = ("cow", "sheep", "pig", "chicken", "horse", "rabbit")

MOST_SEATS: Final = 6
FEWEST_CARDS: Final = 4
"""The fewest cards of one animal: two to pass on, one for the path, one to draw."""
MOST_KINDS: Final = 10
"""The most different cards of one animal, house rules included."""
MOST_STARTING: Final = 12
MOST_PLACES: Final = MOST_SEATS + MOST_STARTING
MOST_MOVES: Final = MOST_STARTING + MOST_SEATS * MOST_KINDS
"""The longest list of moves: any card that may be laid next."""

PATH_CARDS: Final = (-5, -3, -1, 2, 4, 6, 8, 10)
STARTING_CARDS: Final = (-3, -3, -1, -1, 2, 2)
FACES: Final = 6
DICE: Final = 5

PASSED_ON: Final = {3: 0, 4: 0, 5: 1, 6: 2}
"""Players -> cards that each passes on (1.5)."""

OPTIONS: Final[tuple[Option, ...]] = (
    Switch("doubling", False, "cards of your own animal count double, food and dung"),
    Switch("passing", True, "with 5 or 6 players, pass unseen cards to your neighbours before the game"),
    Switch("another_round", False, "one more round when the piles are empty, without filling gaps"),
    Switch("tally", False, "show all points during the game"),
    Numbers("cards", PATH_CARDS, "values of one animal's path cards", -99, 99, FEWEST_CARDS, MOST_KINDS),
    Numbers(
        "starting",
        STARTING_CARDS,
        "values of the starting cards; each makes the path longer",
        -99,
        99,
        4,
        MOST_STARTING,
    ),
    Number("dice", DICE, "dice that may be thrown in a turn", 1, FACES + 1),
)
