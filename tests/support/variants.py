"""Option sets that between them switch every option of every game, for tests that play at random."""

from itertools import product
from typing import Any

TINY_PANTRY = "bbf/huf/haa"
TINY_SHEET = "1c2c3/c4o5c/2c1c4/3c5c2/c1c3c"
LONGEST = {"lives": 9, "rows": (1, 5), "hand": 8}
"""The options with the longest matches."""

VARIANTS: dict[str, list[dict[str, Any]]] = {
    "mist": [
        *(
            {"doubling": doubling, "passing": passing, "another_round": another_round}
            for doubling, passing, another_round in product((False, True), repeat=3)
        ),
        {"cards": (-9, -9, 0, 4, 4, 30), "starting": (5, 5, 5, 5, -1, 0, 7, 7), "dice": 2, "doubling": True},
        {"dice": 1, "tally": True, "starting": (1, 2, 3, 4, 5, 6), "another_round": True},
        {"dice": 7, "cards": (1, 1, 1, 1)},
    ],
    "life": [
        *(
            {"advanced": advanced, "declare": declare, "turn_limit": limit}
            for advanced, declare, limit in product((False, True), ("automatic", "optional"), (0, 3))
        ),
        {"values": (1, 1, 1, 1, 1, 1, 1, 1, 50, 50), "lives": 1, "rows": (2, 2, 2, 2)},
        LONGEST,
        {"turn_limit": 1, "rows": (3,), "declare": "optional"},
    ],
    "mmm": [
        *(
            {"board": board, "line": line}
            for board, line in product(("easy", "hard", "expert", TINY_PANTRY), (False, True))
        ),
        {"board": "bB/fF", "cat_moves": 3, "dice": 2},
        {"board": "b.f/.u./h.a", "dice": 5, "cat_moves": 30, "line": True},
        {"board": "bbb", "dice": 1, "cat_moves": 5},
    ],
    "kuhlorado": [
        *({"sheet": str(sheet), "advanced": sheet % 2 == 0} for sheet in range(1, 11)),
        {"sheet": "random:7", "advanced": True, "interim_cows": 1, "interim_points": 5},
        {
            "sheet": TINY_SHEET,
            "advanced": True,
            "interim_cows": 4,
            "last_numbers": 2,
            "area_sizes": (2, 3),
            "area_points": (1, 9),
        },
        {"pasture": 0, "small_trough": 9, "large_trough": 1, "last_numbers": 0},
    ],
}
