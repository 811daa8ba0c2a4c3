"""Kuhlorado: its facts, its squares and prizes, and its options."""

from typing import Final

from paddock.engine.game import Facts
from paddock.engine.options import Drawing, Number, Numbers, Option, Switch
from paddock.games.kuhlorado.sheet import FAIR, FLAW_SENTENCES, MEANING, MOST_TROUGHS, SHEETS, SIDE, resolve

FACTS: Final = Facts(
    id="kuhlorado",
    title="Kuhlorado",
    designer="Reinhard Staupe",
    publisher="NSV",
    year=2014,
    players=range(2, 3),
    summary="Two dice, one pasture: mark squares, hold borders and troughs, grow your land.",
)

RULES_VERSION: Final = 1
"""The version in records. It goes up when a change of the rules could make an old record replay differently."""

SEATS: Final = 2
SQUARES: Final = SIDE * SIDE
"""The squares of the largest sheet. Squares have these numbers, row by row, also on a smaller sheet."""
MOST_MOVES: Final = SQUARES + 1
"""The longest list of moves: any square, or none."""

FACES: Final = 6
COW: Final = 6
"""The sixth face of a die, and the kind of a cow square; 1 to 5 are the numbers on both."""
TROUGH: Final = 7
LETTERS: Final = ".12345co"
"""The letter of each kind of square, from 0, which is off the sheet. Faces of a die have the same letters."""

PASTURES: Final = ("north", "east", "south", "west")
NORTH, EAST, SOUTH, WEST = range(len(PASTURES))
PRIZES: Final = len(PASTURES) + MOST_TROUGHS
"""The number of prizes for a majority: four pastures, then the troughs in reading order."""

PASTURE_POINTS: Final = 3
SMALL_TROUGH_POINTS: Final = 2
LARGE_TROUGH_POINTS: Final = 4
AREA_SIZES: Final = (5, 10, 15, 20)
AREA_POINTS: Final = (2, 5, 12, 20)
MOST_BANDS: Final = 8
INTERIM_COWS: Final = 9
INTERIM_POINTS: Final = 2
LAST_NUMBERS: Final = 5

OPTIONS: Final[tuple[Option, ...]] = (
    Drawing(
        "sheet",
        "1",
        "the sheet that both players mark",
        f"{SHEETS[0]} to {[*SHEETS, *FAIR][-1]}, random:<seed>, the path of a TOML file, or drawn rows joined by /",
        MEANING,
        resolve,
        (*SHEETS, *FAIR),
        FLAW_SENTENCES,
    ),
    Switch("advanced", False, "once nine cows are marked, every group of exactly two squares scores"),
    Number("pasture", PASTURE_POINTS, "points for a border pasture", 0, 99),
    Number("small_trough", SMALL_TROUGH_POINTS, "points for a small trough", 0, 99),
    Number("large_trough", LARGE_TROUGH_POINTS, "points for a large trough", 0, 99),
    Numbers("area_sizes", AREA_SIZES, "squares from which on land scores", 1, SQUARES, 1, MOST_BANDS, ascending=True),
    Numbers("area_points", AREA_POINTS, "points of a land area of each of those sizes", 0, 99, 1, MOST_BANDS),
    Number("interim_cows", INTERIM_COWS, "marked cows that bring the interim score of the advanced game", 1, SQUARES),
    Number("interim_points", INTERIM_POINTS, "points for a group of exactly two squares at the interim score", 0, 99),
    Number("last_numbers", LAST_NUMBERS, "the match ends when at most this many number squares are free", 0, SQUARES),
)
